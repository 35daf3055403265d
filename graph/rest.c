/* rest.c: what is left to play in a position: secured edges contracted, deleted edges dropped, and of the vertices
 * only those that an undecided edge touches, A and B. Its vertices are numbered in the order of the lowest vertex
 * merged into each, so that a graph with nothing secured keeps its order. */
#include <stdlib.h>

#include "graph/graph.h"

#define UNSEEN UINT32_MAX

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

enum tt_status tt_rest_make(struct tt_rest *rest, const struct tt_graph *position, struct tt_error *error) {
  *rest = (struct tt_rest){0};
  struct tt_partition partition = {0};
  uint32_t *const number = malloc(((size_t)position->vertex_count + 1) * sizeof *number);
  bool done = false;
  if (number == NULL || !tt_partition_make(&partition, position->vertex_count)) goto end;
  merge_secured(&partition, position);
  rest->vertex_count = number_parts(&partition, position, number);
  if (rest->vertex_count == UNSEEN) goto end;
  rest->terminal_a = number[tt_partition_find(&partition, position->terminal_a)];
  rest->terminal_b = number[tt_partition_find(&partition, position->terminal_b)];
  rest->joined = rest->terminal_a == rest->terminal_b;
  done = copy_undecided(rest, position, &partition, number);
end:
  tt_partition_free(&partition);
  free(number);
  if (done) return TT_OK;
  tt_rest_free(rest);
  return tt_no_memory(error);
}

void tt_rest_free(struct tt_rest *rest) {
  free(rest->edges);
  free(rest->old_edge);
  rest->edges = NULL;
  rest->old_edge = NULL;
}
