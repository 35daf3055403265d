/* replay.c: boards, lines and records of replayed strategies; see replay.h. */
#include "survey/replay.h"

#include <string.h>

void replay_labels_start(struct replay_labels *labels, const struct tt_rest *rest) {
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) labels->of[vertex] = (uint8_t)vertex;
}

void replay_merge(struct replay_labels *labels, const struct tt_rest *rest, struct tt_edge edge) {
  const uint8_t keep = labels->of[edge.u], gone = labels->of[edge.v];
  if (keep == gone) return;
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) {
    if (labels->of[vertex] == gone) labels->of[vertex] = keep;
  }
}

void replay_merge_set(struct replay_labels *labels, const struct tt_rest *rest, tt_edge_set set) {
  for (; set != 0; set &= set - 1) replay_merge(labels, rest, rest->edges[tt_edge_set_first(set)]);
}

enum tt_status replay_rule_start(struct replay_rule *rule, struct tt_replay *replay, const struct tt_graph *position,
                                 struct tt_error *error) {
  *rule = (struct replay_rule){.replay = replay};
  const enum tt_status status = tt_rest_make(&rule->rest, position, error);
  if (status != TT_OK || rule->rest.edge_count <= TT_EDGE_SET_LIMIT) return status;
  tt_fail(error, TT_BAD_INPUT, "replay takes at most %d undecided edges; %.100s has %zu", TT_EDGE_SET_LIMIT,
          position->name, rule->rest.edge_count);
  tt_rest_free(&rule->rest);
  return TT_BAD_INPUT;
}

enum tt_status replay_rule_end(struct replay_rule *rule, struct tt_error *error) {
  tt_rest_free(&rule->rest);
  if (!rule->too_many) return TT_OK;
  return tt_fail(error, TT_NO_RESOURCE, "replay stopped after %llu lines", (unsigned long long)TT_REPLAY_LINES);
}

void replay_rule_sets(struct replay_rule *rule, const tt_edge_set *sets) {
  rule->first_set = (replay_lowest(sets[0] | sets[1]) & sets[1]) != 0;
}

void replay_line_end(struct replay_rule *rule, bool won) {
  struct tt_replay *const replay = rule->replay;
  const unsigned exchanges = (rule->depth + 1) / 2;
  replay->lines++;
  if (exchanges > replay->longest) replay->longest = exchanges;
  if (replay->lines >= TT_REPLAY_LINES) rule->too_many = true;
  if (won) return;
  replay->lost = 1;
  replay->lost_moves = rule->depth;
  memcpy(replay->lost_line, rule->line, rule->depth * sizeof *rule->line);
}

tt_edge_set replay_spare_move(const struct replay_rule *rule, const tt_edge_set *sets, int from) {
  const unsigned preferred = from >= 0 ? (unsigned)from : rule->first_set;
  return replay_lowest(sets[preferred] != 0 ? sets[preferred] : sets[preferred ^ 1U]);
}

void tt_replay_add(struct tt_replay *sum, const struct tt_replay *record) {
  sum->lines += record->lines;
  sum->replies += record->replies;
  if (record->longest > sum->longest) sum->longest = record->longest;
  if (record->lost > 0 && sum->lost == 0) {
    sum->lost_moves = record->lost_moves;
    memcpy(sum->lost_line, record->lost_line, sizeof sum->lost_line);
  }
  sum->lost += record->lost;
}

enum tt_status replay_openings(struct tt_replay *sum, const struct tt_graph *position, const uint8_t *named,
                               enum tt_edge_state state, replay_second play, const void *proof,
                               tt_opening_record opening, void *context, struct tt_error *error) {
  struct tt_graph *const after = tt_graph_copy(position, 0);
  enum tt_status status = after == NULL ? tt_no_memory(error) : TT_OK;
  for (size_t edge = 0; status == TT_OK && edge < position->edge_count && sum->lost == 0; edge++) {
    if (!named[edge]) continue;
    struct tt_replay record = {0};
    after->states[edge] = (uint8_t)state;
    status = play(&record, after, proof, error);
    after->states[edge] = TT_UNDECIDED;
    if (status != TT_OK) break;
    if (opening != NULL) opening(context, edge, &record);
    tt_replay_add(sum, &record);
  }
  tt_graph_free(after);
  return status;
}
