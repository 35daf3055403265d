/* replay_command.c: `twotrees replay`: a strategy played against every reply, nothing searched. */
#include <string.h>

#include "cli/command.h"

struct session {
  const struct settings *settings;
  const struct tt_graph *graph;
  enum tt_player player;
  bool first;
};

static const char *const players[] = {"Short", "Cut"};
static const char *const json_players[] = {"short", "cut"};

static void json_record(const char *kind, const struct session *session, const struct tt_replay *record) {
  json_begin(kind);
  json_text("graph", session->graph->name);
  json_text("player", json_players[session->player]);
  json_text("mover", session->first ? "first" : "second");
  json_count("lines", record->lines);
  json_count("replies", record->replies);
  json_count("longest", record->longest);
  json_count("lost", record->lost);
}

static void show_opening(void *context, size_t edge, const struct tt_replay *record) {
  const struct session *const session = context;
  if (session->settings->json) {
    json_record("replay-opening", session, record);
    json_count("opening", edge);
    json_end();
    return;
  }
  printf("  after %s %s ", players[session->player], session->player == TT_PLAYER_SHORT ? "secures" : "deletes");
  print_edge(session->graph, edge);
  printf(": %llu lines, %llu replies, longest %u exchanges\n", (unsigned long long)record->lines,
         (unsigned long long)record->replies, record->longest);
}

static void show(const struct session *session, const struct tt_replay *replay) {
  if (session->settings->json) {
    json_record("replay", session, replay);
    if (replay->lost) json_edges("lost_line", replay->lost_line, replay->lost_moves);
    json_end();
    return;
  }
  printf("%s: %s moving %s: %llu lines, %llu replies, longest %u exchanges, ", session->graph->name,
         players[session->player], session->first ? "first" : "second", (unsigned long long)replay->lines,
         (unsigned long long)replay->replies, replay->longest);
  if (!replay->lost) {
    printf("all won by %s\n", players[session->player]);
    return;
  }
  printf("LOST; %s and %s in turn: ", players[session->player ^ 1U], players[session->player]);
  print_edges(session->graph, replay->lost_line, replay->lost_moves);
}

static enum tt_status replay_short(struct session *session, struct tt_replay *replay, struct tt_error *error) {
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(session->graph, session->first, &found, &pair, error);
  if (status != TT_OK) return status;
  if (!found) return tt_fail(error, TT_REFUTED, "%.100s: forests and subsets disagree", session->graph->name);
  if (tt_tree_pair_blue_virtual(&pair, session->graph)) {
    status = tt_replay_short_first(replay, session->graph, &pair, show_opening, session, error);
  } else {
    status = tt_replay_short(replay, session->graph, &pair, error); /* wins moving second: the first move is to spare */
  }
  tt_tree_pair_free(&pair);
  return status;
}

static enum tt_status replay_cut(struct session *session, const struct tt_forests *forests, struct tt_replay *replay,
                                 struct tt_error *error) {
  struct tt_cut_sets sets;
  enum tt_status status = tt_cut_sets_make(&sets, forests, session->graph, error);
  if (status != TT_OK) return status;
  if (forests->tempo == 1) {
    status = tt_replay_cut_first(replay, session->graph, &sets, show_opening, session, error);
  } else {
    status = tt_replay_cut(replay, session->graph, &sets, error);
  }
  tt_cut_sets_free(&sets);
  return status;
}

/* Whose strategy, and when it moves, where the command line leaves it open: the winner's, Short's where the first mover
 * wins; second where that wins. */
static enum tt_status choose(struct session *session, unsigned tempo) {
  const struct settings *const settings = session->settings;
  session->player = tempo == 2 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  if (settings->player != NULL)
    session->player = strcmp(settings->player, "cut") == 0 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  const bool wins_second = session->player == TT_PLAYER_SHORT ? tempo == 0 : tempo == 2;
  const bool wins_first = session->player == TT_PLAYER_SHORT ? tempo < 2 : tempo > 0;
  session->first = settings->mover != NULL ? strcmp(settings->mover, "first") == 0 : !wins_second;
  if (session->first ? wins_first : wins_second) return TT_OK;
  struct tt_error error;
  tt_fail(&error, TT_REFUTED, "%.100s: %s does not win moving %s, so there is no strategy to replay",
          session->graph->name, players[session->player], session->first ? "first" : "second");
  return complain(&error);
}

static enum tt_status replay_graph(const struct settings *settings, const struct tt_graph *graph) {
  struct session session = {.settings = settings, .graph = graph};
  struct tt_forests forests;
  struct tt_replay replay = {0};
  struct tt_error error;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) return complain(&error);
  enum tt_status status = choose(&session, forests.tempo);
  if (status == TT_OK) {
    status = session.player == TT_PLAYER_SHORT ? replay_short(&session, &replay, &error)
                                               : replay_cut(&session, &forests, &replay, &error);
    if (status != TT_OK) {
      complain(&error);
    } else {
      show(&session, &replay);
      if (replay.lost > 0) status = TT_REFUTED;
    }
  }
  tt_forests_free(&forests);
  return status;
}

static bool is_one_of(const char *word, const char *first, const char *second) {
  return word == NULL || strcmp(word, first) == 0 || strcmp(word, second) == 0;
}

enum tt_status run_replay(const struct settings *settings) {
  struct inputs inputs;
  if (!is_one_of(settings->player, "short", "cut")) {
    return misuse("--player %.40s: expected short or cut", settings->player);
  }
  if (!is_one_of(settings->mover, "first", "second")) {
    return misuse("--mover %.40s: expected first or second", settings->mover);
  }
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, replay_graph(settings, graph));
  }
  return inputs_close(&inputs, status);
}
