/* replay_short.c: Short's pairing rule against every deletion of Cut at every point, nothing searched.
 *
 * Short holds two disjoint sets of undecided edges, each of which connects its vertices once secured edges are merged.
 * When Cut's deletion breaks one of them Short secures the lowest-numbered edge of the other that crosses the break;
 * otherwise Short secures the lowest-numbered edge left in the set that the deleted edge came from (of the other set if
 * that is empty); and if it came from neither, of the set that held the lowest-numbered edge at the start. */
#include <stdlib.h>
#include <string.h>

#include "survey/survey.h"

#define VERTICES (2 * TT_EDGE_SET_LIMIT + 2)

struct labels {
  uint8_t of[VERTICES]; /* the part of each vertex, secured edges merged */
};

struct rule {
  const struct tt_rest *rest;
  struct tt_replay *replay;
  unsigned first_set; /* which of the sets held the lowest-numbered edge at the start */
  unsigned depth;     /* moves made on the line being played */
  size_t line[2 * TT_EDGE_SET_LIMIT];
  bool too_many;
};

struct state {
  tt_edge_set undecided, set[2];
  struct labels labels;
};

static void merge(struct labels *labels, const struct tt_rest *rest, unsigned edge) {
  const uint8_t keep = labels->of[rest->edges[edge].u], gone = labels->of[rest->edges[edge].v];
  if (keep == gone) return;
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) {
    if (labels->of[vertex] == gone) labels->of[vertex] = keep;
  }
}

static bool is_joined(const struct rule *rule, const struct state *state) {
  return state->labels.of[rule->rest->terminal_a] == state->labels.of[rule->rest->terminal_b];
}

/* After `deleted` left set `from`: the edge of the other set to secure if that broke it. False when nothing broke. */
static bool mend(const struct rule *rule, const struct state *state, unsigned from, unsigned deleted,
                 tt_edge_set *mending) {
  const struct tt_rest *const rest = rule->rest;
  struct labels halves = state->labels;
  for (tt_edge_set todo = state->set[from]; todo != 0; todo &= todo - 1) merge(&halves, rest, tt_edge_set_first(todo));
  if (halves.of[rest->edges[deleted].u] == halves.of[rest->edges[deleted].v]) return false;
  *mending = 0;
  for (tt_edge_set todo = state->set[from ^ 1U]; todo != 0 && *mending == 0; todo &= todo - 1) {
    const unsigned edge = tt_edge_set_first(todo);
    if (halves.of[rest->edges[edge].u] != halves.of[rest->edges[edge].v]) *mending = tt_edge_set_of(edge);
  }
  return true;
}

/* The reply to a deletion, as a set of one edge; empty when the rule has none. `state` is after the deletion. */
static tt_edge_set reply_to(const struct rule *rule, const struct state *state, int from, unsigned deleted) {
  tt_edge_set reply;
  if (from >= 0 && mend(rule, state, (unsigned)from, deleted, &reply)) return reply;
  const unsigned preferred = from >= 0 ? (unsigned)from : rule->first_set;
  reply = state->set[preferred] != 0 ? state->set[preferred] : state->set[preferred ^ 1U];
  return reply & (~reply + 1);
}

static void end_line(struct rule *rule, bool won) {
  struct tt_replay *const replay = rule->replay;
  replay->lines++;
  if (rule->depth / 2 > replay->longest) replay->longest = rule->depth / 2;
  if (replay->lines >= TT_REPLAY_LINES) rule->too_many = true;
  if (won) return;
  replay->lost = 1;
  replay->lost_moves = rule->depth;
  memcpy(replay->lost_line, rule->line, rule->depth * sizeof *rule->line);
}

/* Cut to move: every undecided edge is tried. Depth is at most 32 exchanges. */
static void play(struct rule *rule, const struct state *state) {
  if (is_joined(rule, state)) {
    end_line(rule, true);
    return;
  }
  if (state->undecided == 0) end_line(rule, false);
  for (tt_edge_set todo = state->undecided; todo != 0 && !rule->replay->lost && !rule->too_many; todo &= todo - 1) {
    const unsigned deleted = tt_edge_set_first(todo);
    const tt_edge_set bit = tt_edge_set_of(deleted);
    struct state next = *state;
    const int from = (state->set[0] & bit) != 0 ? 0 : (state->set[1] & bit) != 0 ? 1 : -1;
    next.undecided &= ~bit;
    next.set[0] &= ~bit;
    next.set[1] &= ~bit;
    rule->line[rule->depth++] = rule->rest->old_edge[deleted];
    const tt_edge_set reply = reply_to(rule, &next, from, deleted);
    if (reply == 0) {
      end_line(rule, false);
      return;
    }
    const unsigned secured = tt_edge_set_first(reply);
    next.undecided &= ~reply;
    next.set[0] &= ~reply;
    next.set[1] &= ~reply;
    merge(&next.labels, rule->rest, secured);
    rule->line[rule->depth++] = rule->rest->old_edge[secured];
    rule->replay->replies++;
    play(rule, &next);
    rule->depth -= 2;
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
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  if (rest.edge_count > TT_EDGE_SET_LIMIT) {
    status = tt_fail(error, TT_BAD_INPUT, "replay takes at most %d undecided edges; %.100s has %zu", TT_EDGE_SET_LIMIT,
                     position->name, rest.edge_count);
  } else {
    struct rule rule = {.rest = &rest, .replay = replay};
    struct state state = {.undecided = tt_edge_set_all(rest.edge_count)};
    state.set[0] = as_set(&rest, pair->blue, pair->edge_count);
    state.set[1] = as_set(&rest, pair->red, pair->edge_count);
    const tt_edge_set held = state.set[0] | state.set[1];
    rule.first_set = (held & (~held + 1) & state.set[1]) != 0;
    for (uint32_t vertex = 0; vertex < rest.vertex_count; vertex++) state.labels.of[vertex] = (uint8_t)vertex;
    play(&rule, &state);
    if (rule.too_many) {
      status = tt_fail(error, TT_NO_RESOURCE, "replay stopped after %llu lines", (unsigned long long)TT_REPLAY_LINES);
    }
  }
  tt_rest_free(&rest);
  return status;
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

enum tt_status tt_replay_short_first(struct tt_replay *sum, const struct tt_graph *position,
                                     const struct tt_tree_pair *pair, tt_opening_record opening, void *context,
                                     struct tt_error *error) {
  struct tt_graph *const after = tt_graph_copy(position, 0);
  uint8_t *const named = calloc(position->edge_count + 1, 1);
  enum tt_status status = TT_OK;
  if (after == NULL || named == NULL) {
    status = tt_no_memory(error);
  } else {
    status = tt_named_openings(position, pair, named, error);
  }
  for (size_t edge = 0; status == TT_OK && edge < position->edge_count && sum->lost == 0; edge++) {
    if (!named[edge]) continue;
    struct tt_replay record = {0};
    after->states[edge] = TT_SECURED;
    status = tt_replay_short(&record, after, pair, error); /* e* and the opening drop out: they are not undecided */
    after->states[edge] = TT_UNDECIDED;
    if (status != TT_OK) break;
    if (opening != NULL) opening(context, edge, &record);
    tt_replay_add(sum, &record);
  }
  tt_graph_free(after);
  free(named);
  return status;
}
