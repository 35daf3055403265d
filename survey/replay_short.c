/* replay_short.c: Short's pairing rule against every deletion of Cut at every point, nothing searched.
 *
 * Short holds two disjoint sets of undecided edges, each of which connects its vertices once secured edges are merged.
 * When Cut's deletion breaks one of them Short secures the lowest-numbered edge of the other that crosses the break;
 * otherwise Short secures the lowest-numbered edge left in the set that the deleted edge came from (of the other set if
 * that is empty); and if it came from neither, of the set that held the lowest-numbered edge at the start. */
#include <stdlib.h>

#include "survey/replay.h"

struct state {
  tt_edge_set undecided, set[2];
  struct replay_labels labels; /* secured edges merged */
};

/* After `deleted` left set `from`: the edge of the other set to secure if that broke it. False when nothing broke. */
static bool mend(const struct replay_rule *rule, const struct state *state, unsigned from, unsigned deleted,
                 tt_edge_set *mending) {
  const struct tt_rest *const rest = &rule->rest;
  struct replay_labels halves = state->labels;
  replay_merge_set(&halves, rest, state->set[from]);
  if (!replay_apart(&halves, rest->edges[deleted])) return false;
  *mending = 0;
  for (tt_edge_set todo = state->set[from ^ 1U]; todo != 0 && *mending == 0; todo &= todo - 1) {
    if (replay_apart(&halves, rest->edges[tt_edge_set_first(todo)])) *mending = replay_lowest(todo);
  }
  return true;
}

/* The reply to a deletion, as a set of one edge; empty when the rule has none. `state` is after the deletion. */
static tt_edge_set reply_to(const struct replay_rule *rule, const struct state *state, int from, unsigned deleted) {
  tt_edge_set reply;
  if (from >= 0 && mend(rule, state, (unsigned)from, deleted, &reply)) return reply;
  return replay_spare_move(rule, state->set, from);
}

static void take(struct replay_rule *rule, struct state *state, tt_edge_set bit) {
  state->undecided &= ~bit;
  state->set[0] &= ~bit;
  state->set[1] &= ~bit;
  rule->line[rule->depth++] = rule->rest.old_edge[tt_edge_set_first(bit)];
}

/* Cut to move: every undecided edge is tried. Depth is at most 32 exchanges. */
static void play(struct replay_rule *rule, const struct state *state) {
  const struct tt_rest *const rest = &rule->rest;
  const bool joined = !replay_apart(&state->labels, replay_terminals(rest));
  const unsigned depth = rule->depth;
  if (joined || state->undecided == 0) {
    replay_line_end(rule, joined);
    return;
  }
  for (tt_edge_set todo = state->undecided; todo != 0 && replay_goes_on(rule); todo &= todo - 1) {
    const tt_edge_set bit = replay_lowest(todo);
    const int from = (state->set[0] & bit) != 0 ? 0 : (state->set[1] & bit) != 0 ? 1 : -1;
    struct state next = *state;
    rule->depth = depth;
    take(rule, &next, bit);
    const tt_edge_set reply = reply_to(rule, &next, from, tt_edge_set_first(bit));
    if (reply == 0) {
      replay_line_end(rule, false);
      return;
    }
    take(rule, &next, reply);
    replay_merge_set(&next.labels, rest, reply);
    rule->replay->replies++;
    play(rule, &next);
  }
}

/* The edges of the rest that stand for these edges of the position; those that are not undecided are left out. */
static tt_edge_set as_set(const struct tt_rest *rest, const size_t *edges, size_t count) {
  tt_edge_set set = 0;
  for (size_t index = 0; index < rest->edge_count; index++) {
    for (size_t other = 0; other < count; other++) {
      if (edges[other] == rest->old_edge[index]) set |= tt_edge_set_of(index);
    }
  }
  return set;
}

enum tt_status tt_replay_short(struct tt_replay *replay, const struct tt_graph *position,
                               const struct tt_tree_pair *pair, struct tt_error *error) {
  struct replay_rule rule;
  const enum tt_status status = replay_rule_start(&rule, replay, position, error);
  if (status != TT_OK) return status;
  struct state state = {.undecided = tt_edge_set_all(rule.rest.edge_count)};
  state.set[0] = as_set(&rule.rest, pair->blue, pair->edge_count);
  state.set[1] = as_set(&rule.rest, pair->red, pair->edge_count);
  replay_labels_start(&state.labels, &rule.rest);
  replay_rule_sets(&rule, state.set);
  play(&rule, &state);
  return replay_rule_end(&rule, error);
}

/* With the opening secured, it and e* drop out of the pair's sets: they are not undecided. */
static enum tt_status play_second(struct tt_replay *record, const struct tt_graph *after, const void *proof,
                                  struct tt_error *error) {
  return tt_replay_short(record, after, proof, error);
}

enum tt_status tt_replay_short_first(struct tt_replay *sum, const struct tt_graph *position,
                                     const struct tt_tree_pair *pair, tt_opening_record opening, void *context,
                                     struct tt_error *error) {
  uint8_t *const named = calloc(position->edge_count + 1, 1);
  enum tt_status status = named == NULL ? tt_no_memory(error) : tt_named_openings(position, pair, named, error);
  if (status == TT_OK) {
    status = replay_openings(sum, position, named, TT_SECURED, play_second, pair, opening, context, error);
  }
  free(named);
  return status;
}
