/* subsets.c: Lehman's criterion word for word, in exponential time. It looks through edge sets for one that holds both
 * terminals, has exactly 2(k - 1) edges on its k vertices, and splits into two spanning trees of them.
 *
 * Sets are binary masks in ascending order. What a set touches once and twice is put together from two tables, one for
 * the low half of the mask and one for the high half, so most sets are turned away after a few instructions: */
#include <stdlib.h>

#include "treetest/treetest.h"

#define EDGES (TT_SUBSETS_LIMIT + 1) /* e* too */
#define VERTICES (EDGES / 2 + 1)     /* of a set that can pass: 2(k - 1) <= EDGES */
#define HALF ((EDGES + 1) / 2)

struct reach {
  uint64_t once, twice; /* vertices that at least one, at least two edges of a set touch */
};

struct subsets {
  unsigned edge_count;     /* loops are left out: no tree holds one */
  unsigned virtual_edge;   /* its number here, or edge_count when there is none */
  uint64_t ends[EDGES][2]; /* one bit each */
  size_t old_edge[EDGES];
  uint64_t terminals;
  struct reach low[1 << HALF], high[1 << HALF];
};

/* A set being split: its edges in order, with vertices numbered from 0. */
struct split {
  unsigned edge_count, tree_size;
  uint8_t u[EDGES], v[EDGES];
  unsigned edge[EDGES]; /* its number in struct subsets */
  bool blue[EDGES];
  unsigned forced_blue; /* index of an edge that must be blue, or edge_count */
};

struct labels {
  uint8_t of[VERTICES];
};

static struct reach both(struct reach first, struct reach second) {
  return (struct reach){first.once | second.once, first.twice | second.twice | (first.once & second.once)};
}

static void fill_table(struct reach *table, uint64_t (*ends)[2], unsigned count) {
  table[0] = (struct reach){0, 0};
  for (uint32_t mask = 1; mask < (uint32_t)1 << count; mask++) {
    const unsigned edge = (unsigned)__builtin_ctz(mask);
    const struct reach one = {ends[edge][0] | ends[edge][1], 0};
    table[mask] = both(table[mask & (mask - 1)], one);
  }
}

static void add_edge(struct subsets *subsets, uint32_t u, uint32_t v, size_t old_edge) {
  if (u == v) return;
  subsets->ends[subsets->edge_count][0] = UINT64_C(1) << u;
  subsets->ends[subsets->edge_count][1] = UINT64_C(1) << v;
  subsets->old_edge[subsets->edge_count++] = old_edge;
}

static void prepare(struct subsets *subsets, const struct tt_rest *rest, bool virtual_edge, size_t virtual_number) {
  subsets->edge_count = 0;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    add_edge(subsets, rest->edges[edge].u, rest->edges[edge].v, rest->old_edge[edge]);
  }
  subsets->virtual_edge = subsets->edge_count;
  if (virtual_edge) add_edge(subsets, rest->terminal_a, rest->terminal_b, virtual_number);
  subsets->terminals = UINT64_C(1) << rest->terminal_a | UINT64_C(1) << rest->terminal_b;
  const unsigned low = subsets->edge_count < HALF ? subsets->edge_count : HALF;
  fill_table(subsets->low, subsets->ends, low);
  fill_table(subsets->high, subsets->ends + low, subsets->edge_count - low);
}

/* Could the set be two trees: both terminals, the right number of edges, no vertex touched only once? */
static bool counts_fit(const struct subsets *subsets, uint32_t mask) {
  const struct reach reach = both(subsets->low[mask & ((1U << HALF) - 1)], subsets->high[mask >> HALF]);
  return (reach.once & subsets->terminals) == subsets->terminals && reach.twice == reach.once &&
         __builtin_popcount(mask) == 2 * (__builtin_popcountll(reach.once) - 1);
}

static void start_split(struct split *split, struct labels *labels, const struct subsets *subsets, uint32_t mask) {
  uint64_t touched = 0;
  split->edge_count = 0;
  for (uint32_t todo = mask; todo != 0; todo &= todo - 1) {
    const unsigned edge = (unsigned)__builtin_ctz(todo);
    touched |= subsets->ends[edge][0] | subsets->ends[edge][1];
    split->edge[split->edge_count++] = edge;
  }
  for (unsigned index = 0; index < split->edge_count; index++) {
    const uint64_t *const ends = subsets->ends[split->edge[index]];
    split->u[index] = (uint8_t)__builtin_popcountll(touched & (ends[0] - 1));
    split->v[index] = (uint8_t)__builtin_popcountll(touched & (ends[1] - 1));
  }
  split->tree_size = split->edge_count / 2;
  split->forced_blue = split->edge_count;
  for (uint8_t vertex = 0; vertex < VERTICES; vertex++) labels->of[vertex] = vertex;
}

/* Joins two vertices in a forest; false when that would close a cycle. */
static bool join(struct labels *labels, uint8_t u, uint8_t v) {
  const uint8_t keep = labels->of[u], gone = labels->of[v];
  if (keep == gone) return false;
  for (unsigned vertex = 0; vertex < VERTICES; vertex++) {
    if (labels->of[vertex] == gone) labels->of[vertex] = keep;
  }
  return true;
}

typedef bool (*visit_split)(const struct split *split, void *context); /* returns whether to stop */

/* Colours edge `index` and all behind it, blue before red, so that blue sets come in lexicographic order. Two acyclic
 * sets of tree_size edges on tree_size + 1 vertices are spanning trees. */
static bool colour_from(struct split *split, unsigned index, unsigned blue_count, const struct labels *blue,
                        const struct labels *red, visit_split visit, void *context) {
  if (index == split->edge_count) return visit(split, context);
  if (blue_count < split->tree_size) {
    struct labels more = *blue;
    split->blue[index] = true;
    if (join(&more, split->u[index], split->v[index]) &&
        colour_from(split, index + 1, blue_count + 1, &more, red, visit, context)) {
      return true;
    }
  }
  if (index - blue_count < split->tree_size && index != split->forced_blue) {
    struct labels more = *red;
    split->blue[index] = false;
    return join(&more, split->u[index], split->v[index]) &&
           colour_from(split, index + 1, blue_count, blue, &more, visit, context);
  }
  return false;
}

static enum tt_status check_size(const struct tt_rest *rest, const struct tt_graph *position, struct tt_error *error) {
  if (rest->edge_count <= TT_SUBSETS_LIMIT) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "subsets takes at most %d undecided edges; %.100s has %zu", TT_SUBSETS_LIMIT,
                 position->name, rest->edge_count);
}

/* Makes the rest and, unless it is joined, the tables. */
static enum tt_status subsets_make(struct subsets **made, struct tt_rest *rest, const struct tt_graph *position,
                                   bool virtual_edge, struct tt_error *error) {
  enum tt_status status = tt_rest_make(rest, position, error);
  if (status != TT_OK) return status;
  status = check_size(rest, position, error);
  *made = status == TT_OK ? malloc(sizeof **made) : NULL;
  if (status == TT_OK && *made == NULL) status = tt_no_memory(error);
  if (status == TT_OK && !rest->joined) prepare(*made, rest, virtual_edge, position->edge_count);
  if (status != TT_OK) tt_rest_free(rest);
  return status;
}

static bool stop_at_first(const struct split *split, void *context) {
  *(struct split *)context = *split;
  return true;
}

static bool find_first(const struct subsets *subsets, struct split *found) {
  const uint64_t end = UINT64_C(1) << subsets->edge_count;
  for (uint64_t mask = 1; mask < end; mask++) {
    if (!counts_fit(subsets, (uint32_t)mask)) continue;
    struct split split;
    struct labels alone;
    start_split(&split, &alone, subsets, (uint32_t)mask);
    if (colour_from(&split, 0, 0, &alone, &alone, stop_at_first, found)) return true;
  }
  return false;
}

static bool pair_of_split(struct tt_tree_pair *pair, const struct subsets *subsets, const struct split *split) {
  if (!tt_tree_pair_make(pair, split->tree_size)) return false;
  size_t blue = 0, red = 0;
  for (unsigned index = 0; index < split->edge_count; index++) {
    const size_t edge = subsets->old_edge[split->edge[index]];
    if (split->blue[index]) {
      pair->blue[blue++] = edge;
    } else {
      pair->red[red++] = edge;
    }
  }
  return true;
}

enum tt_status tt_subsets_first_pair(const struct tt_graph *position, bool virtual_edge, bool *found,
                                     struct tt_tree_pair *pair, struct tt_error *error) {
  struct tt_rest rest;
  struct subsets *subsets;
  struct split split = {0}; /* stays empty where A and B are joined: two trees of one vertex */
  enum tt_status status = subsets_make(&subsets, &rest, position, virtual_edge, error);
  if (status != TT_OK) return status;
  *found = rest.joined || find_first(subsets, &split);
  if (*found && pair != NULL && !pair_of_split(pair, subsets, &split)) status = tt_no_memory(error);
  free(subsets);
  tt_rest_free(&rest);
  return status;
}

struct naming {
  const struct tt_graph *position;
  const struct subsets *subsets;
  uint8_t *named;
  enum tt_status status;
  struct tt_error *error;
};

static bool name_openings(const struct split *split, void *context) {
  struct naming *const naming = context;
  struct tt_tree_pair pair;
  if (!pair_of_split(&pair, naming->subsets, split)) {
    naming->status = tt_no_memory(naming->error);
    return true;
  }
  naming->status = tt_named_openings(naming->position, &pair, naming->named, naming->error);
  tt_tree_pair_free(&pair);
  return naming->status != TT_OK;
}

/* Every set with e*, every split with e* in blue (either tree may be called blue, so this is all of them). */
static void visit_every_pair(struct naming *naming) {
  const struct subsets *const subsets = naming->subsets;
  const uint32_t virtual_bit = (uint32_t)1 << subsets->virtual_edge;
  for (uint32_t mask = virtual_bit; mask < virtual_bit << 1 && naming->status == TT_OK; mask++) {
    if (!counts_fit(subsets, mask)) continue;
    struct split split;
    struct labels alone;
    start_split(&split, &alone, subsets, mask);
    split.forced_blue = split.edge_count - 1; /* e* is last */
    colour_from(&split, 0, 0, &alone, &alone, name_openings, naming);
  }
}

enum tt_status tt_subsets_named_by_any(const struct tt_graph *position, uint8_t *named, struct tt_error *error) {
  struct tt_rest rest;
  struct subsets *subsets;
  enum tt_status status = subsets_make(&subsets, &rest, position, true, error);
  if (status != TT_OK) return status;
  struct naming naming = {position, subsets, named, TT_OK, error};
  if (!rest.joined) visit_every_pair(&naming);
  free(subsets);
  tt_rest_free(&rest);
  return naming.status;
}

static bool count_split(const struct split *split, void *context) {
  (void)split;
  ++*(uint64_t *)context;
  return false;
}

enum tt_status tt_subsets_count_splits(const struct tt_graph *position, uint64_t *count, struct tt_error *error) {
  struct tt_rest rest;
  struct subsets *subsets;
  enum tt_status status = subsets_make(&subsets, &rest, position, false, error);
  if (status != TT_OK) return status;
  *count = rest.joined && rest.edge_count == 0;
  if (!rest.joined && subsets->edge_count == rest.edge_count) { /* no tree holds a loop */
    const uint32_t mask = ((uint32_t)1 << subsets->edge_count) - 1;
    struct split split;
    struct labels alone;
    if (counts_fit(subsets, mask)) {
      start_split(&split, &alone, subsets, mask);
      colour_from(&split, 0, 0, &alone, &alone, count_split, count);
    }
  }
  free(subsets);
  tt_rest_free(&rest);
  return TT_OK;
}

/* ---- The witness ---- */

static void *subsets_open(const struct tt_graph *base) {
  (void)base;
  return malloc(sizeof(struct subsets));
}

/* Two separate searches, as drawn and with e*: that the second passes where the first does is for a survey to see. */
static enum tt_status subsets_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  struct subsets *const subsets = work;
  struct tt_rest rest;
  struct split split;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  status = check_size(&rest, position, error);
  if (status == TT_OK && rest.joined) {
    *verdict = (struct tt_verdict){true, true};
  } else if (status == TT_OK) {
    prepare(subsets, &rest, false, position->edge_count);
    verdict->short_wins_second = find_first(subsets, &split);
    prepare(subsets, &rest, true, position->edge_count);
    verdict->short_wins_first = find_first(subsets, &split);
  }
  tt_rest_free(&rest);
  return status;
}

const struct tt_witness tt_witness_subsets = {
    .name = "subsets",
    .summary = "every edge set, every split into two trees; exponential",
    .edge_limit = TT_SUBSETS_LIMIT,
    .sweep_limit = 15,
    .open = subsets_open,
    .ask = subsets_ask,
    .close = free,
};
