/* pairing_trees.c: the spanning trees of a graph + e* that hold e*, listed: from the highest edge down each is left out
 * and then taken, where the others can still make a tree of it. */
#include "play/pairing_trees.h"

#include <string.h>

#define VERTICES (TT_TREES_EDGES + 2) /* more are not connected by that many edges and e* */

struct listing {
  const struct tt_graph *graph;
  tree_visitor visit;
  void *context;
  struct tt_error *error;
};

/* Which vertices are joined: those of one label. */
struct joined {
  uint8_t label[VERTICES];
  unsigned parts;
};

static void join(struct joined *joined, uint32_t count, uint32_t u, uint32_t v) {
  const uint8_t from = joined->label[u], to = joined->label[v];
  if (from == to) return;
  for (uint32_t vertex = 0; vertex < count; vertex++) {
    if (joined->label[vertex] == from) joined->label[vertex] = to;
  }
  joined->parts--;
}

static struct joined apart(uint32_t count) {
  struct joined joined = {.parts = count};
  for (uint32_t vertex = 0; vertex < count; vertex++) joined.label[vertex] = (uint8_t)vertex;
  return joined;
}

/* Is all connected when these edges are added? */
static bool connects(const struct tt_graph *graph, struct joined joined, tt_edge_set edges) {
  for (; edges != 0 && joined.parts > 1; edges &= edges - 1) {
    const struct tt_edge edge = graph->edges[tt_edge_set_first(edges)];
    join(&joined, graph->vertex_count, edge.u, edge.v);
  }
  return joined.parts == 1;
}

/* The trees that are `tree` and edges below number `end`. */
static enum tt_status list(const struct listing *listing, size_t end, tt_edge_set tree, const struct joined *joined) {
  const struct tt_graph *const graph = listing->graph;
  if (joined->parts == 1) {
    const tt_edge_set left = tt_edge_set_all(graph->edge_count) & ~tree;
    const bool splitting = connects(graph, apart(graph->vertex_count), left);
    return listing->visit(listing->context, tree, splitting, listing->error);
  }
  if (!connects(graph, *joined, tt_edge_set_all(end))) return TT_OK;
  const struct tt_edge edge = graph->edges[end - 1];
  enum tt_status status = list(listing, end - 1, tree, joined);
  if (status != TT_OK || joined->label[edge.u] == joined->label[edge.v]) return status;
  struct joined with = *joined;
  join(&with, graph->vertex_count, edge.u, edge.v);
  return list(listing, end - 1, tree | tt_edge_set_of(end - 1), &with);
}

enum tt_status pairing_each_tree(const struct tt_graph *graph, tree_visitor visit, void *context,
                                 struct tt_error *error) {
  if (graph->edge_count > TT_TREES_EDGES || tt_graph_count(graph, TT_UNDECIDED) != graph->edge_count) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s: trees are listed on at most %d edges, all undecided", graph->name,
                   TT_TREES_EDGES);
  }
  if (graph->vertex_count > graph->edge_count + 2) return TT_OK; /* not connected */
  struct joined joined = apart(graph->vertex_count);
  join(&joined, graph->vertex_count, graph->terminal_a, graph->terminal_b);
  return list(&(struct listing){graph, visit, context, error}, graph->edge_count, 0, &joined);
}

static enum tt_status count_tree(void *context, tt_edge_set tree, bool splitting, struct tt_error *error) {
  struct tt_tree_counts *const counts = context;
  (void)tree;
  (void)error;
  counts->trees++;
  counts->splitting += splitting;
  return TT_OK;
}

enum tt_status tt_trees_count(struct tt_tree_counts *counts, const struct tt_graph *graph, struct tt_error *error) {
  *counts = (struct tt_tree_counts){0};
  return pairing_each_tree(graph, count_tree, counts, error);
}
