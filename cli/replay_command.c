/* replay_command.c: `twotrees replay`: a strategy played against every reply, nothing searched. */
#include <string.h>

#include "cli/command.h"

struct session {
  const struct settings *settings;
  const struct tt_graph *graph;
};

static void show_lost_line(const struct tt_graph *graph, const struct tt_replay *replay) {
  printf("  lost: Cut deletes, Short secures: ");
  print_edges(graph, replay->lost_line, replay->lost_moves);
}

static void show_opening(void *context, size_t edge, const struct tt_replay *record) {
  const struct session *const session = context;
  if (session->settings->json) {
    json_begin("replay-opening");
    json_text("graph", session->graph->name);
    json_count("opening", edge);
    json_count("lines", record->lines);
    json_count("replies", record->replies);
    json_count("longest", record->longest);
    json_count("lost", record->lost);
    json_end();
    return;
  }
  printf("  after Short secures ");
  print_edge(session->graph, edge);
  printf(": %llu lines, %llu replies, longest %u exchanges\n", (unsigned long long)record->lines,
         (unsigned long long)record->replies, record->longest);
}

static void show(const struct session *session, const char *mover, const struct tt_replay *replay) {
  if (session->settings->json) {
    json_begin("replay");
    json_text("graph", session->graph->name);
    json_text("player", "short");
    json_text("mover", mover);
    json_count("lines", replay->lines);
    json_count("replies", replay->replies);
    json_count("longest", replay->longest);
    json_count("lost", replay->lost);
    if (replay->lost) json_edges("lost_line", replay->lost_line, replay->lost_moves);
    json_end();
    return;
  }
  printf("%s: Short moving %s: %llu lines, %llu replies, longest %u exchanges, %s\n", session->graph->name, mover,
         (unsigned long long)replay->lines, (unsigned long long)replay->replies, replay->longest,
         replay->lost ? "LOST a line" : "all won by Short");
  if (replay->lost) show_lost_line(session->graph, replay);
}

static enum tt_status replay_graph(const struct settings *settings, const struct tt_graph *graph) {
  struct session session = {settings, graph};
  struct tt_tree_pair pair;
  struct tt_error error;
  bool second = settings->mover == NULL || strcmp(settings->mover, "second") == 0, found = false;
  enum tt_status status = TT_OK;
  if (second) status = tt_naming_pair(graph, false, &found, &pair, &error);
  if (status == TT_OK && !found && (settings->mover == NULL || !second)) {
    second = false;
    status = tt_naming_pair(graph, true, &found, &pair, &error);
  }
  if (status != TT_OK) return complain(&error);
  if (!found) {
    tt_fail(&error, TT_REFUTED, "%.100s: Short does not win moving %s, so there is no strategy to replay", graph->name,
            settings->mover != NULL ? settings->mover : "first or second");
    return complain(&error);
  }
  struct tt_replay replay = {0};
  if (second || !tt_tree_pair_blue_virtual(&pair, graph)) {
    status = tt_replay_short(&replay, graph, &pair, &error);
  } else {
    status = tt_replay_short_first(&replay, graph, &pair, show_opening, &session, &error);
  }
  tt_tree_pair_free(&pair);
  if (status != TT_OK) return complain(&error);
  show(&session, second ? "second" : "first", &replay);
  return replay.lost > 0 ? TT_REFUTED : TT_OK;
}

enum tt_status run_replay(const struct settings *settings) {
  struct inputs inputs;
  if (settings->player != NULL && strcmp(settings->player, "short") != 0) {
    return misuse("--player %.40s: expected short", settings->player);
  }
  if (settings->mover != NULL && strcmp(settings->mover, "first") != 0 && strcmp(settings->mover, "second") != 0) {
    return misuse("--mover %.40s: expected first or second", settings->mover);
  }
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, replay_graph(settings, graph));
  }
  return inputs_close(&inputs, status);
}
