/* finder_prefixes.c: two forests from the edges one after another, for graphs full of clumps in clumps, on which a
 * start from an orientation misses too many edges.
 *
 * The nodes come in an order by peeling, each with its edges to those before it. The first two need no search; a third
 * is searched for among the nodes before. As soon as a blue and a red tree have the same nodes these are contracted, so
 * that where every beginning of the order is nearly a clump a search never leaves the end of it. */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"

enum { WHOLE = 2 }; /* beside BLUE and RED: the components by edges of both */

struct prefixes {
  struct finder *finder;
  uint32_t *first_edge, *edges; /* by the later of their ends: edges[first_edge[i] ..] are those of the i-th node */
  const uint32_t *order;
  struct tt_partition parts[3]; /* of the vertices: trees of each forest, components */
  uint32_t *next;               /* the nodes of a component in a circle */
};

static void free_prefixes(struct prefixes *prefixes) {
  free(prefixes->first_edge);
  free(prefixes->edges);
  free(prefixes->next);
  for (unsigned kind = BLUE; kind <= WHOLE; kind++) tt_partition_free(&prefixes->parts[kind]);
}

/* Sorts the edges by the later of their ends, by counting; rank[] is used up. */
static void sort_edges(struct prefixes *prefixes, const uint32_t *rank) {
  const struct finder *const finder = prefixes->finder;
  const uint32_t count = finder->edge_count - 2;
  uint32_t *const first = prefixes->first_edge;
  memset(first, 0, ((size_t)finder->node_count + 2) * sizeof *first);
  for (unsigned pass = 0; pass < 2; pass++) {
    for (uint32_t edge = 0; edge < count; edge++) {
      const struct tt_edge ends = finder->edges[edge];
      if (ends.u == ends.v || (finder->states != NULL && finder->states[edge] != TT_UNDECIDED)) continue;
      const uint32_t later = rank[ends.u] > rank[ends.v] ? rank[ends.u] : rank[ends.v];
      if (pass == 0) {
        first[later + 2]++;
      } else {
        prefixes->edges[first[later + 1]++] = edge;
      }
    }
    for (uint32_t node = 0; pass == 0 && node < finder->node_count; node++) first[node + 2] += first[node + 1];
  }
}

static bool make_prefixes(struct prefixes *prefixes, struct finder *finder, const uint32_t *order) {
  const size_t nodes = (size_t)finder->node_count + 2;
  *prefixes = (struct prefixes){.finder = finder, .order = order};
  prefixes->first_edge = malloc(nodes * sizeof *prefixes->first_edge);
  prefixes->edges = malloc((size_t)finder->edge_count * sizeof *prefixes->edges);
  prefixes->next = malloc(nodes * sizeof *prefixes->next);
  if (prefixes->first_edge == NULL || prefixes->edges == NULL || prefixes->next == NULL) return false;
  for (uint32_t index = 0; index < finder->node_count; index++) prefixes->next[order[index]] = index;
  sort_edges(prefixes, prefixes->next);
  for (uint32_t node = 0; node < finder->node_count; node++) prefixes->next[node] = node;
  for (unsigned kind = BLUE; kind <= WHOLE; kind++) {
    if (!tt_partition_make(&prefixes->parts[kind], finder->node_count)) return false;
  }
  return true;
}

static void join(struct prefixes *prefixes, unsigned kind, struct tt_edge ends) {
  if (!tt_partition_unite(&prefixes->parts[kind], ends.u, ends.v) || kind != WHOLE) return;
  const uint32_t u = finder_node(prefixes->finder, ends.u), v = finder_node(prefixes->finder, ends.v);
  const uint32_t next = prefixes->next[u];
  prefixes->next[u] = prefixes->next[v];
  prefixes->next[v] = next;
}

static void add(struct prefixes *prefixes, uint32_t edge) {
  struct finder *const finder = prefixes->finder;
  const struct tt_edge ends = finder->edges[edge];
  join(prefixes, WHOLE, ends);
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    struct tt_partition *const trees = &prefixes->parts[colour];
    if (tt_partition_find(trees, ends.u) == tt_partition_find(trees, ends.v)) continue;
    finder_insert(finder, colour, edge);
    join(prefixes, colour, ends);
    return;
  }
  struct tt_edge fitting;
  uint8_t colour;
  if (finder_search(finder, edge, &fitting, &colour)) join(prefixes, colour, fitting);
}

static uint32_t size_of(struct prefixes *prefixes, unsigned kind, uint32_t vertex) {
  struct tt_partition *const parts = &prefixes->parts[kind];
  return parts->size[tt_partition_find(parts, vertex)];
}

/* Contracts the component of a vertex if both trees of the vertex have all of it. */
static void contract_if_spanned(struct prefixes *prefixes, uint32_t vertex) {
  struct finder *const finder = prefixes->finder;
  const uint32_t size = size_of(prefixes, WHOLE, vertex);
  if (size < 2 || size_of(prefixes, BLUE, vertex) != size || size_of(prefixes, RED, vertex) != size) return;
  const uint32_t start = finder_node(finder, vertex);
  uint32_t at = prefixes->next[start];
  if (at == start) return; /* it is one node already */
  while (at != start) {
    const uint32_t next = prefixes->next[at];
    tt_partition_unite(&finder->clumps, start, at);
    at = next;
  }
  const uint32_t whole = finder_node(finder, start);
  finder->parent[BLUE][whole] = finder->parent[RED][whole] = NO_EDGE;
  prefixes->next[whole] = whole;
}

bool finder_by_prefixes(struct finder *finder, const uint32_t *order) {
  struct prefixes prefixes;
  const bool made = make_prefixes(&prefixes, finder, order);
  for (uint32_t index = 0; made && index < finder->node_count; index++) {
    for (uint32_t at = prefixes.first_edge[index]; at < prefixes.first_edge[index + 1]; at++) {
      const uint32_t edge = prefixes.edges[at];
      const struct tt_edge ends = finder->edges[edge];
      if (finder_node(finder, ends.u) != finder_node(finder, ends.v)) add(&prefixes, edge);
    }
    if (finder->contracts == FINDER_CLUMPS) contract_if_spanned(&prefixes, order[index]);
  }
  free_prefixes(&prefixes);
  return made;
}
