/* replay_command.c: `twotrees replay`: a strategy played against every reply, nothing searched. */
#include <string.h>

#include "cli/command.h"

struct view {
  const struct settings *settings;
  const struct tt_graph *graph;
  enum tt_player player;
  bool first;
};

static const char *const players[] = {"Short", "Cut"};
static const char *const json_players[] = {"short", "cut"};

static void json_record(const char *kind, const struct view *view, const struct tt_replay *record) {
  json_begin(kind);
  json_text("graph", view->graph->name);
  json_text("player", json_players[view->player]);
  json_text("mover", view->first ? "first" : "second");
  json_count("lines", record->lines);
  json_count("replies", record->replies);
  json_count("longest", record->longest);
  json_count("lost", record->lost);
}

static void show_opening(void *context, size_t edge, const struct tt_replay *record) {
  const struct view *const view = context;
  if (view->settings->json) {
    json_record("replay-opening", view, record);
    json_count("opening", edge);
    json_end();
    return;
  }
  printf("  after %s %s ", players[view->player], view->player == TT_PLAYER_SHORT ? "secures" : "deletes");
  print_edge(view->graph, edge);
  printf(": %llu lines, %llu replies, longest %u exchanges\n", (unsigned long long)record->lines,
         (unsigned long long)record->replies, record->longest);
}

static void show(const struct view *view, const struct tt_replay *replay) {
  if (view->settings->json) {
    json_record("replay", view, replay);
    if (replay->lost) json_edges("lost_line", replay->lost_line, replay->lost_moves);
    json_end();
    return;
  }
  printf("%s: %s moving %s: %llu lines, %llu replies, longest %u exchanges, ", view->graph->name, players[view->player],
         view->first ? "first" : "second", (unsigned long long)replay->lines, (unsigned long long)replay->replies,
         replay->longest);
  if (!replay->lost) {
    printf("all won by %s\n", players[view->player]);
    return;
  }
  printf("LOST; %s and %s in turn: ", players[view->player ^ 1U], players[view->player]);
  print_edges(view->graph, replay->lost_line, replay->lost_moves);
}

static enum tt_status replay_short(struct view *view, struct tt_replay *replay, struct tt_error *error) {
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(view->graph, view->first, &found, &pair, error);
  if (status != TT_OK) return status;
  if (!found) return tt_fail(error, TT_REFUTED, "%.100s: forests and subsets disagree", view->graph->name);
  if (tt_tree_pair_blue_virtual(&pair, view->graph)) {
    status = tt_replay_short_first(replay, view->graph, &pair, show_opening, view, error);
  } else {
    status = tt_replay_short(replay, view->graph, &pair, error); /* wins moving second: the first move is to spare */
  }
  tt_tree_pair_free(&pair);
  return status;
}

static enum tt_status replay_cut(struct view *view, const struct tt_forests *forests, struct tt_replay *replay,
                                 struct tt_error *error) {
  struct tt_cut_sets sets;
  enum tt_status status = tt_cut_sets_make(&sets, forests, view->graph, error);
  if (status != TT_OK) return status;
  if (forests->tempo == 1) {
    status = tt_replay_cut_first(replay, view->graph, &sets, show_opening, view, error);
  } else {
    status = tt_replay_cut(replay, view->graph, &sets, error);
  }
  tt_cut_sets_free(&sets);
  return status;
}

/* Whose strategy, and when it moves, where the command line leaves it open: the winner's, Short's where the first mover
 * wins; second where that wins. */
static enum tt_status choose(struct view *view, unsigned tempo) {
  const struct settings *const settings = view->settings;
  view->player = tempo == 2 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  if (settings->player != NULL) view->player = strcmp(settings->player, "cut") == 0 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  const bool wins_second = view->player == TT_PLAYER_SHORT ? tempo == 0 : tempo == 2;
  const bool wins_first = view->player == TT_PLAYER_SHORT ? tempo < 2 : tempo > 0;
  view->first = settings->mover != NULL ? strcmp(settings->mover, "first") == 0 : !wins_second;
  if (view->first ? wins_first : wins_second) return TT_OK;
  struct tt_error error;
  tt_fail(&error, TT_REFUTED, "%.100s: %s does not win moving %s, so there is no strategy to replay", view->graph->name,
          players[view->player], view->first ? "first" : "second");
  return complain(&error);
}

static enum tt_status replay_graph(const struct settings *settings, const struct tt_graph *graph) {
  struct view view = {.settings = settings, .graph = graph};
  struct tt_forests forests;
  struct tt_replay replay = {0};
  struct tt_error error;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) return complain(&error);
  enum tt_status status = choose(&view, forests.tempo);
  if (status == TT_OK) {
    status = view.player == TT_PLAYER_SHORT ? replay_short(&view, &replay, &error)
                                            : replay_cut(&view, &forests, &replay, &error);
    if (status != TT_OK) {
      complain(&error);
    } else {
      show(&view, &replay);
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
