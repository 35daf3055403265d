/* replay_cut.c: Cut's rule against every edge that Short can secure at every point, nothing searched.
 *
 * Cut holds two disjoint sets X and Y, each acyclic with e* once the contracted edges and the secured ones are
 * contracted. When Short secures an edge that closes a cycle in X + e* or Y + e*, Cut deletes the lowest-numbered edge
 * of that set on the cycle; otherwise Cut deletes the lowest-numbered edge left in the set that the secured edge came
 * from (of the other set if that is empty); and if it came from neither, of the set that held the lowest-numbered edge
 * at the start; with both empty, the lowest-numbered edge there is. A line ends when A and B can no longer be joined.
 * It is the rule of replay_short.c with secure and delete, cycles and breaks exchanged. */
#include <stdlib.h>

#include "survey/replay.h"

struct state {
  tt_edge_set undecided, set[2];
  struct replay_labels contracted; /* secured edges and Cut's contracted ones merged */
  struct replay_labels secured;    /* secured edges merged: the board as it is */
};

/* Are the ends of the edge apart in the set with e*? */
static bool apart_in(const struct replay_rule *rule, const struct replay_labels *contracted, tt_edge_set set,
                     struct tt_edge edge) {
  struct replay_labels spanned = *contracted;
  replay_merge_set(&spanned, &rule->rest, set);
  replay_merge(&spanned, &rule->rest, replay_terminals(&rule->rest));
  return replay_apart(&spanned, edge);
}

/* The edges of the set (with e*) on the cycle that an edge closes with it: those without which its ends fall apart.
 * Empty when it closes none. */
static tt_edge_set cycle_edges(const struct replay_rule *rule, const struct replay_labels *contracted, tt_edge_set set,
                               struct tt_edge edge) {
  tt_edge_set cycle = 0;
  if (apart_in(rule, contracted, set, edge)) return 0;
  for (tt_edge_set todo = set; todo != 0; todo &= todo - 1) {
    if (apart_in(rule, contracted, set & ~replay_lowest(todo), edge)) cycle |= replay_lowest(todo);
  }
  return cycle;
}

/* The edge to delete after Short secured an edge; `state` has it taken out of its set and not yet contracted. */
static tt_edge_set reply_to(const struct replay_rule *rule, const struct state *state, int from,
                            struct tt_edge secured) {
  for (unsigned set = 0; set < 2 && replay_apart(&state->contracted, secured); set++) {
    const tt_edge_set cycle = cycle_edges(rule, &state->contracted, state->set[set], secured);
    if (cycle != 0) return replay_lowest(cycle);
  }
  const tt_edge_set spare = replay_spare_move(rule, state->set, from);
  return spare != 0 ? spare : replay_lowest(state->undecided);
}

static bool is_separated(const struct replay_rule *rule, const struct state *state) {
  struct replay_labels joinable = state->secured;
  replay_merge_set(&joinable, &rule->rest, state->undecided);
  return replay_apart(&joinable, replay_terminals(&rule->rest));
}

static void take(struct replay_rule *rule, struct state *state, tt_edge_set bit) {
  state->undecided &= ~bit;
  state->set[0] &= ~bit;
  state->set[1] &= ~bit;
  rule->line[rule->depth++] = rule->rest.old_edge[tt_edge_set_first(bit)];
}

/* Short to move: every undecided edge is tried. Depth is at most 32 exchanges. */
static void play(struct replay_rule *rule, const struct state *state) {
  const struct tt_rest *const rest = &rule->rest;
  const unsigned depth = rule->depth;
  if (is_separated(rule, state)) {
    replay_line_end(rule, true);
    return;
  }
  for (tt_edge_set todo = state->undecided; todo != 0 && replay_goes_on(rule); todo &= todo - 1) {
    const tt_edge_set bit = replay_lowest(todo);
    const struct tt_edge secured = rest->edges[tt_edge_set_first(bit)];
    const int from = (state->set[0] & bit) != 0 ? 0 : (state->set[1] & bit) != 0 ? 1 : -1;
    struct state next = *state;
    rule->depth = depth;
    take(rule, &next, bit);
    replay_merge(&next.secured, rest, secured);
    if (!replay_apart(&next.secured, replay_terminals(rest)) || next.undecided == 0) {
      replay_line_end(rule, false);
      return;
    }
    const tt_edge_set reply = reply_to(rule, &next, from, secured);
    replay_merge(&next.contracted, rest, secured);
    take(rule, &next, reply);
    rule->replay->replies++;
    play(rule, &next);
  }
}

static void start_state(struct state *state, struct replay_rule *rule, const struct tt_cut_sets *sets) {
  const struct tt_rest *const rest = &rule->rest;
  *state = (struct state){.undecided = tt_edge_set_all(rest->edge_count)};
  replay_labels_start(&state->secured, rest);
  state->contracted = state->secured;
  for (unsigned edge = 0; edge < rest->edge_count; edge++) {
    const uint8_t role = sets->role[rest->old_edge[edge]];
    if (role == TT_ROLE_X) state->set[0] |= tt_edge_set_of(edge);
    if (role == TT_ROLE_Y) state->set[1] |= tt_edge_set_of(edge);
    if (role == TT_ROLE_CONTRACTED) replay_merge(&state->contracted, rest, rest->edges[edge]);
  }
  replay_rule_sets(rule, state->set);
}

enum tt_status tt_replay_cut(struct tt_replay *replay, const struct tt_graph *position, const struct tt_cut_sets *sets,
                             struct tt_error *error) {
  struct replay_rule rule;
  struct state state;
  const enum tt_status status = replay_rule_start(&rule, replay, position, error);
  if (status != TT_OK) return status;
  start_state(&state, &rule, sets);
  play(&rule, &state);
  return replay_rule_end(&rule, error);
}

/* With the opening deleted, it drops out of Y: it is not undecided. */
static enum tt_status play_second(struct tt_replay *record, const struct tt_graph *after, const void *proof,
                                  struct tt_error *error) {
  return tt_replay_cut(record, after, proof, error);
}

enum tt_status tt_replay_cut_first(struct tt_replay *sum, const struct tt_graph *position,
                                   const struct tt_cut_sets *sets, tt_opening_record opening, void *context,
                                   struct tt_error *error) {
  uint8_t *const named = calloc(position->edge_count + 1, 1);
  enum tt_status status = named == NULL ? tt_no_memory(error) : tt_cut_named_openings(sets, position, named, error);
  if (status == TT_OK) {
    status = replay_openings(sum, position, named, TT_DELETED, play_second, sets, opening, context, error);
  }
  free(named);
  return status;
}
