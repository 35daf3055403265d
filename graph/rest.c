/* rest.c: what is left to play in a position: secured edges contracted, deleted edges dropped, and of the vertices
 * only those that an undecided edge touches, A and B. Its vertices are numbered in the order of the lowest vertex
 * merged into each, so that a graph with nothing secured keeps its order. */
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"

#define UNSEEN UINT32_MAX

/* Nothing is secured: parts are vertices. */
static bool make_without_merging(struct tt_rest *rest, const struct tt_graph *position, uint32_t *number) {
  memset(number, 0xff, position->vertex_count * sizeof *number); /* UNSEEN */
  number[position->terminal_a] = number[position->terminal_b] = 0;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    number[position->edges[edge].u] = number[position->edges[edge].v] = 0;
    rest->edge_count++;
  }
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    if (number[vertex] != UNSEEN) number[vertex] = rest->vertex_count++;
  }
  rest->terminal_a = number[position->terminal_a];
  rest->terminal_b = number[position->terminal_b];
  rest->edges = malloc((rest->edge_count + 1) * sizeof *rest->edges);
  rest->old_edge = malloc((rest->edge_count + 1) * sizeof *rest->old_edge);
  if (rest->edges == NULL || rest->old_edge == NULL) return false;
  for (size_t edge = 0, count = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    rest->edges[count] = (struct tt_edge){number[position->edges[edge].u], number[position->edges[edge].v]};
    rest->old_edge[count++] = edge;
  }
  return true;
}

static void merge_secured(struct tt_partition *partition, const struct tt_graph *position) {
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] == TT_SECURED) {
      tt_partition_unite(partition, position->edges[edge].u, position->edges[edge].v);
    }
  }
}

/* Gives each part that matters its number in `number`, indexed by root. */
static uint32_t number_parts(struct tt_partition *partition, const struct tt_graph *position, uint32_t *number) {
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) number[vertex] = UNSEEN;
  number[tt_partition_find(partition, position->terminal_a)] = 0;
  number[tt_partition_find(partition, position->terminal_b)] = 0;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    number[tt_partition_find(partition, position->edges[edge].u)] = 0;
    number[tt_partition_find(partition, position->edges[edge].v)] = 0;
  }
  uint32_t count = 0;
  uint8_t *const numbered = calloc((size_t)position->vertex_count + 1, 1);
  if (numbered == NULL) return UNSEEN;
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    const uint32_t root = tt_partition_find(partition, vertex);
    if (number[root] == UNSEEN || numbered[root]) continue;
    numbered[root] = 1;
    number[root] = count++;
  }
  free(numbered);
  return count;
}

static bool copy_undecided(struct tt_rest *rest, const struct tt_graph *position, struct tt_partition *partition,
                           const uint32_t *number) {
  const size_t count = tt_graph_count(position, TT_UNDECIDED);
  rest->edges = malloc((count + 1) * sizeof *rest->edges);
  rest->old_edge = malloc((count + 1) * sizeof *rest->old_edge);
  if (rest->edges == NULL || rest->old_edge == NULL) return false;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    rest->edges[rest->edge_count] = (struct tt_edge){number[tt_partition_find(partition, position->edges[edge].u)],
                                                     number[tt_partition_find(partition, position->edges[edge].v)]};
    rest->old_edge[rest->edge_count++] = edge;
  }
  return true;
}

static bool make_by_merging(struct tt_rest *rest, const struct tt_graph *position) {
  struct tt_partition partition;
  if (!tt_partition_make(&partition, position->vertex_count)) return false;
  merge_secured(&partition, position);
  rest->vertex_count = number_parts(&partition, position, rest->new_vertex);
  bool made = rest->vertex_count != UNSEEN;
  if (made) {
    rest->terminal_a = rest->new_vertex[tt_partition_find(&partition, position->terminal_a)];
    rest->terminal_b = rest->new_vertex[tt_partition_find(&partition, position->terminal_b)];
    rest->joined = rest->terminal_a == rest->terminal_b;
    made = copy_undecided(rest, position, &partition, rest->new_vertex);
    for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
      rest->new_vertex[vertex] = rest->new_vertex[tt_partition_find(&partition, vertex)];
    }
  }
  tt_partition_free(&partition);
  return made;
}

enum tt_status tt_rest_make(struct tt_rest *rest, const struct tt_graph *position, struct tt_error *error) {
  *rest = (struct tt_rest){0};
  rest->new_vertex = malloc(((size_t)position->vertex_count + 1) * sizeof *rest->new_vertex);
  if (rest->new_vertex != NULL &&
      (tt_graph_count(position, TT_SECURED) == 0 ? make_without_merging(rest, position, rest->new_vertex)
                                                 : make_by_merging(rest, position))) {
    return TT_OK;
  }
  tt_rest_free(rest);
  return tt_no_memory(error);
}

void tt_rest_free(struct tt_rest *rest) {
  free(rest->edges);
  free(rest->old_edge);
  free(rest->new_vertex);
  rest->edges = NULL;
  rest->old_edge = NULL;
  rest->new_vertex = NULL;
}
