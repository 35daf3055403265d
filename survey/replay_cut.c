/* replay_cut.c: Cut's rule against every edge that Short can secure at every point, nothing searched.
 *
 * Cut holds two disjoint sets X and Y, each acyclic with e* once the contracted edges and the secured ones are
 * contracted. When Short secures an edge that closes a cycle in X + e* or Y + e*, Cut deletes the lowest-numbered edge
 * of that set on the cycle; otherwise Cut deletes the lowest-numbered edge left in the set that the secured edge came
 * from (of the other set if that is empty); and if it came from neither, of the set that held the lowest-numbered edge
 * at the start; with both empty, the lowest-numbered edge there is. A line ends when A and B can no longer be joined.
 * It is the rule of replay_short.c with secure and delete, cycles and breaks exchanged. */
#include <stdlib.h>
#include <string.h>

#include "survey/survey.h"

#define VERTICES (2 * TT_EDGE_SET_LIMIT + 2)

struct labels {
  uint8_t of[VERTICES];
};

struct rule {
  const struct tt_rest *rest;
  struct tt_replay *replay;
  unsigned first_set; /* which of the sets held the lowest-numbered edge at the start */
  unsigned depth;
  size_t line[2 * TT_EDGE_SET_LIMIT];
  bool too_many;
};

struct state {
  tt_edge_set undecided, set[2];
  struct labels contracted; /* secured edges and Cut's contracted ones merged */
  struct labels secured;    /* secured edges merged: the board as it is */
};

static void merge(struct labels *labels, const struct tt_rest *rest, uint32_t u, uint32_t v) {
  const uint8_t keep = labels->of[u], gone = labels->of[v];
  if (keep == gone) return;
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) {
    if (labels->of[vertex] == gone) labels->of[vertex] = keep;
  }
}

static void merge_set(struct labels *labels, const struct tt_rest *rest, tt_edge_set set) {
  for (; set != 0; set &= set - 1) {
    const unsigned edge = tt_edge_set_first(set);
    merge(labels, rest, rest->edges[edge].u, rest->edges[edge].v);
  }
}

static bool together(const struct labels *labels, const struct tt_rest *rest) {
  return labels->of[rest->terminal_a] == labels->of[rest->terminal_b];
}

/* The edges of the set (with e*) on the cycle that an edge u-v closes with it: those without which u and v fall apart.
 * Empty when it closes none. */
static tt_edge_set cycle_edges(const struct rule *rule, const struct labels *contracted, tt_edge_set set, uint32_t u,
                               uint32_t v) {
  const struct tt_rest *const rest = rule->rest;
  tt_edge_set cycle = 0;
  struct labels spanned = *contracted;
  merge_set(&spanned, rest, set);
  merge(&spanned, rest, rest->terminal_a, rest->terminal_b);
  if (spanned.of[u] != spanned.of[v]) return 0;
  for (tt_edge_set todo = set; todo != 0; todo &= todo - 1) {
    spanned = *contracted;
    merge_set(&spanned, rest, set & ~(todo & (~todo + 1)));
    merge(&spanned, rest, rest->terminal_a, rest->terminal_b);
    if (spanned.of[u] != spanned.of[v]) cycle |= todo & (~todo + 1);
  }
  return cycle;
}

static tt_edge_set lowest(tt_edge_set set) {
  return set & (~set + 1);
}

/* The edge to delete after Short secured an edge; `state` has it taken out of its set and not yet contracted. */
static tt_edge_set reply_to(const struct rule *rule, const struct state *state, int from, unsigned secured) {
  const struct tt_edge ends = rule->rest->edges[secured];
  const struct labels *const labels = &state->contracted;
  const bool loop = labels->of[ends.u] == labels->of[ends.v];
  for (unsigned set = 0; set < 2 && !loop; set++) {
    const tt_edge_set cycle = cycle_edges(rule, labels, state->set[set], ends.u, ends.v);
    if (cycle != 0) return lowest(cycle);
  }
  const unsigned preferred = from >= 0 ? (unsigned)from : rule->first_set;
  tt_edge_set reply = state->set[preferred];
  if (reply == 0) reply = state->set[preferred ^ 1U];
  if (reply == 0) reply = state->undecided;
  return lowest(reply);
}

static void end_line(struct rule *rule, bool won) {
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

static bool is_separated(const struct rule *rule, const struct state *state) {
  struct labels joinable = state->secured;
  merge_set(&joinable, rule->rest, state->undecided);
  return !together(&joinable, rule->rest);
}

static void take(struct rule *rule, struct state *state, tt_edge_set bit) {
  state->undecided &= ~bit;
  state->set[0] &= ~bit;
  state->set[1] &= ~bit;
  rule->line[rule->depth++] = rule->rest->old_edge[tt_edge_set_first(bit)];
}

/* Short to move: every undecided edge is tried. */
static void play(struct rule *rule, const struct state *state) {
  if (is_separated(rule, state)) {
    end_line(rule, true);
    return;
  }
  const unsigned depth = rule->depth;
  for (tt_edge_set todo = state->undecided; todo != 0 && !rule->replay->lost && !rule->too_many; todo &= todo - 1) {
    const unsigned secured = tt_edge_set_first(todo);
    const tt_edge_set bit = tt_edge_set_of(secured);
    const struct tt_edge ends = rule->rest->edges[secured];
    const int from = (state->set[0] & bit) != 0 ? 0 : (state->set[1] & bit) != 0 ? 1 : -1;
    struct state next = *state;
    rule->depth = depth;
    take(rule, &next, bit);
    merge(&next.secured, rule->rest, ends.u, ends.v);
    if (together(&next.secured, rule->rest) || next.undecided == 0) {
      end_line(rule, false);
      return;
    }
    const tt_edge_set reply = reply_to(rule, &next, from, secured);
    merge(&next.contracted, rule->rest, ends.u, ends.v);
    take(rule, &next, reply);
    rule->replay->replies++;
    play(rule, &next);
  }
  if (!rule->replay->lost) rule->depth = depth;
}

static void start_state(struct state *state, struct rule *rule, const struct tt_cut_sets *sets) {
  const struct tt_rest *const rest = rule->rest;
  *state = (struct state){.undecided = tt_edge_set_all(rest->edge_count)};
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) state->secured.of[vertex] = (uint8_t)vertex;
  state->contracted = state->secured;
  for (unsigned edge = 0; edge < rest->edge_count; edge++) {
    const uint8_t role = sets->role[rest->old_edge[edge]];
    if (role == TT_ROLE_X) state->set[0] |= tt_edge_set_of(edge);
    if (role == TT_ROLE_Y) state->set[1] |= tt_edge_set_of(edge);
    if (role == TT_ROLE_CONTRACTED) merge(&state->contracted, rest, rest->edges[edge].u, rest->edges[edge].v);
  }
  rule->first_set = (lowest(state->set[0] | state->set[1]) & state->set[1]) != 0;
}

enum tt_status tt_replay_cut(struct tt_replay *replay, const struct tt_graph *position, const struct tt_cut_sets *sets,
                             struct tt_error *error) {
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  if (rest.edge_count > TT_EDGE_SET_LIMIT) {
    status = tt_fail(error, TT_BAD_INPUT, "replay takes at most %d undecided edges; %.100s has %zu", TT_EDGE_SET_LIMIT,
                     position->name, rest.edge_count);
  } else {
    struct rule rule = {.rest = &rest, .replay = replay};
    struct state state;
    start_state(&state, &rule, sets);
    play(&rule, &state);
    if (rule.too_many) {
      status = tt_fail(error, TT_NO_RESOURCE, "replay stopped after %llu lines", (unsigned long long)TT_REPLAY_LINES);
    }
  }
  tt_rest_free(&rest);
  return status;
}

enum tt_status tt_replay_cut_first(struct tt_replay *sum, const struct tt_graph *position,
                                   const struct tt_cut_sets *sets, tt_opening_record opening, void *context,
                                   struct tt_error *error) {
  struct tt_graph *const after = tt_graph_copy(position, 0);
  uint8_t *const named = calloc(position->edge_count + 1, 1);
  enum tt_status status = TT_OK;
  if (after == NULL || named == NULL) {
    status = tt_no_memory(error);
  } else {
    status = tt_cut_named_openings(sets, position, named, error);
  }
  for (size_t edge = 0; status == TT_OK && edge < position->edge_count && sum->lost == 0; edge++) {
    if (!named[edge]) continue;
    struct tt_replay record = {0};
    after->states[edge] = TT_DELETED;
    status = tt_replay_cut(&record, after, sets, error); /* the opening drops out: it is not undecided */
    after->states[edge] = TT_UNDECIDED;
    if (status != TT_OK) break;
    if (opening != NULL) opening(context, edge, &record);
    tt_replay_add(sum, &record);
  }
  tt_graph_free(after);
  free(named);
  return status;
}
