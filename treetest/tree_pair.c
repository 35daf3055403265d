/* tree_pair.c: what a pair of edge-disjoint trees is, whoever found it, and which openings it names. */
#include <stdlib.h>

#include "treetest/treetest.h"

bool tt_tree_pair_make(struct tt_tree_pair *pair, size_t edge_count) {
  pair->edge_count = edge_count;
  pair->blue = malloc((edge_count + 1) * sizeof *pair->blue);
  pair->red = malloc((edge_count + 1) * sizeof *pair->red);
  if (pair->blue != NULL && pair->red != NULL) return true;
  tt_tree_pair_free(pair);
  return false;
}

void tt_tree_pair_free(struct tt_tree_pair *pair) {
  free(pair->blue);
  free(pair->red);
  pair->blue = NULL;
  pair->red = NULL;
}

static struct tt_edge ends_of(const struct tt_graph *position, size_t edge) {
  if (edge >= position->edge_count) return (struct tt_edge){position->terminal_a, position->terminal_b};
  return position->edges[edge];
}

static bool secured_partition(struct tt_partition *partition, const struct tt_graph *position) {
  if (!tt_partition_make(partition, position->vertex_count)) return false;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] == TT_SECURED) {
      tt_partition_unite(partition, position->edges[edge].u, position->edges[edge].v);
    }
  }
  return true;
}

/* Marks each edge of the tree in used (edge_count + 1 entries); false when one is no undecided edge, or used before. */
static bool take_edges(const struct tt_graph *position, unsigned copies, const size_t *edges, size_t count,
                       uint8_t *used) {
  for (size_t index = 0; index < count; index++) {
    const size_t edge = edges[index];
    if (edge >= position->edge_count + copies || used[edge]) return false;
    if (edge < position->edge_count && position->states[edge] != TT_UNDECIDED) return false;
    used[edge] = 1;
  }
  return true;
}

/* Is this a tree on the parts of `merged` that it touches, terminals among them (unless it is empty and they are one
 * part)? Sets bit `bit` of touched[] at the roots of those parts. */
static bool is_tree(const struct tt_graph *position, struct tt_partition *merged, struct tt_partition *scratch,
                    const size_t *edges, size_t count, uint8_t *touched, uint8_t bit) {
  tt_partition_reset(scratch);
  size_t vertices = 0;
  for (size_t index = 0; index < count; index++) {
    const struct tt_edge ends = ends_of(position, edges[index]);
    const uint32_t roots[2] = {tt_partition_find(merged, ends.u), tt_partition_find(merged, ends.v)};
    for (unsigned side = 0; side < 2; side++) {
      vertices += (touched[roots[side]] & bit) == 0;
      touched[roots[side]] |= bit;
    }
    if (!tt_partition_unite(scratch, roots[0], roots[1])) return false;
  }
  const uint32_t a = tt_partition_find(merged, position->terminal_a);
  const uint32_t b = tt_partition_find(merged, position->terminal_b);
  if (count == 0) return a == b;
  return vertices == count + 1 && (touched[a] & bit) != 0 && (touched[b] & bit) != 0;
}

enum tt_status tt_tree_pair_check(const struct tt_graph *position, unsigned copies, const struct tt_tree_pair *pair,
                                  bool *right, struct tt_error *error) {
  struct tt_partition merged = {0}, scratch = {0};
  uint8_t *const used = calloc(position->edge_count + 2, 1);
  uint8_t *const touched = calloc((size_t)position->vertex_count + 1, 1);
  enum tt_status status = TT_OK;
  if (used == NULL || touched == NULL || !secured_partition(&merged, position) ||
      !tt_partition_make(&scratch, position->vertex_count)) {
    status = tt_no_memory(error);
    goto end;
  }
  *right = take_edges(position, copies, pair->blue, pair->edge_count, used) &&
           take_edges(position, copies, pair->red, pair->edge_count, used) &&
           is_tree(position, &merged, &scratch, pair->blue, pair->edge_count, touched, 1) &&
           is_tree(position, &merged, &scratch, pair->red, pair->edge_count, touched, 2);
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    if (touched[vertex] == 1 || touched[vertex] == 2) *right = false;
  }
end:
  tt_partition_free(&merged);
  tt_partition_free(&scratch);
  free(used);
  free(touched);
  return status;
}

static bool holds(const size_t *edges, size_t count, size_t edge) {
  for (size_t index = 0; index < count; index++) {
    if (edges[index] == edge) return true;
  }
  return false;
}

bool tt_tree_pair_blue_virtual(struct tt_tree_pair *pair, const struct tt_graph *graph) {
  if (holds(pair->blue, pair->edge_count, graph->edge_count)) return true;
  if (!holds(pair->red, pair->edge_count, graph->edge_count)) return false;
  size_t *const swap = pair->blue;
  pair->blue = pair->red;
  pair->red = swap;
  return true;
}

enum tt_status tt_named_openings(const struct tt_graph *position, const struct tt_tree_pair *pair, uint8_t *named,
                                 struct tt_error *error) {
  struct tt_partition halves;
  if (!secured_partition(&halves, position)) return tt_no_memory(error);
  for (size_t index = 0; index < pair->edge_count; index++) {
    if (pair->blue[index] >= position->edge_count) continue;
    const struct tt_edge ends = position->edges[pair->blue[index]];
    tt_partition_unite(&halves, ends.u, ends.v);
  }
  for (size_t index = 0; index < pair->edge_count; index++) {
    const struct tt_edge ends = ends_of(position, pair->red[index]);
    if (tt_partition_find(&halves, ends.u) != tt_partition_find(&halves, ends.v)) named[pair->red[index]] = 1;
  }
  tt_partition_free(&halves);
  return TT_OK;
}
