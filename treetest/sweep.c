/* sweep.c: nodes by degree; see sweep.h. */
#include "treetest/sweep.h"

#include <stdlib.h>
#include <string.h>

#define CROWD 64U /* degrees of this and more share a list */

void sweep_free(struct sweep *sweep) {
  free(sweep->start);
  free(sweep->edges);
  free(sweep->degree);
  free(sweep->heads);
  free(sweep->before);
  free(sweep->behind);
  *sweep = (struct sweep){0};
}

static uint32_t list_of(uint32_t degree) {
  return degree < CROWD ? degree : CROWD;
}

void sweep_return(struct sweep *sweep, uint32_t node) {
  const uint32_t list = list_of(sweep->degree[node]);
  uint32_t *const head = &sweep->heads[list];
  sweep->before[node] = NO_EDGE;
  sweep->behind[node] = *head;
  if (*head != NO_EDGE) sweep->before[*head] = node;
  *head = node;
  if (list < sweep->least) sweep->least = list;
}

void sweep_drop(struct sweep *sweep, uint32_t node) {
  const uint32_t before = sweep->before[node], behind = sweep->behind[node];
  if (behind != NO_EDGE) sweep->before[behind] = before;
  if (before != NO_EDGE) {
    sweep->behind[before] = behind;
  } else {
    sweep->heads[list_of(sweep->degree[node])] = behind;
  }
}

void sweep_lower(struct sweep *sweep, uint32_t node) {
  sweep_drop(sweep, node);
  sweep->degree[node]--;
  sweep_return(sweep, node);
}

uint32_t sweep_next(struct sweep *sweep) {
  while (sweep->least <= CROWD && sweep->heads[sweep->least] == NO_EDGE) sweep->least++;
  if (sweep->least > CROWD) return NO_EDGE;
  const uint32_t node = sweep->heads[sweep->least];
  sweep_drop(sweep, node);
  return node;
}

static bool left_out(const struct tt_edge *ends, const uint8_t *states, uint32_t edge) {
  return ends[edge].u == ends[edge].v || (states != NULL && states[edge] != TT_UNDECIDED);
}

/* The edges at every node, by counting. */
static void list_edges(struct sweep *sweep, const struct tt_edge *ends, const uint8_t *states, uint32_t edge_count) {
  for (uint32_t edge = 0; edge < edge_count; edge++) {
    if (left_out(ends, states, edge)) continue;
    sweep->degree[ends[edge].u]++;
    sweep->degree[ends[edge].v]++;
  }
  for (uint32_t node = 0; node < sweep->node_count; node++) {
    sweep->start[node + 1] = sweep->start[node] + sweep->degree[node];
  }
  for (uint32_t edge = 0; edge < edge_count; edge++) { /* fills each list from its end */
    const uint32_t u = ends[edge].u, v = ends[edge].v;
    if (left_out(ends, states, edge)) continue;
    sweep->edges[sweep->start[u] + --sweep->degree[u]] = edge;
    sweep->edges[sweep->start[v] + --sweep->degree[v]] = edge;
  }
  for (uint32_t node = sweep->node_count; node-- > 0;) {
    sweep->degree[node] = (uint32_t)(sweep->start[node + 1] - sweep->start[node]);
    sweep_return(sweep, node);
  }
}

bool sweep_make(struct sweep *sweep, const struct tt_edge *ends, const uint8_t *states, uint32_t edge_count,
                uint32_t node_count) {
  const size_t nodes = (size_t)node_count + 1;
  *sweep = (struct sweep){.node_count = node_count};
  sweep->start = calloc(nodes, sizeof *sweep->start);
  sweep->edges = malloc(((size_t)edge_count * 2 + 1) * sizeof *sweep->edges);
  sweep->degree = calloc(nodes, sizeof *sweep->degree);
  sweep->heads = malloc((CROWD + 1) * sizeof *sweep->heads);
  sweep->before = malloc(nodes * sizeof *sweep->before);
  sweep->behind = malloc(nodes * sizeof *sweep->behind);
  if (sweep->start == NULL || sweep->edges == NULL || sweep->degree == NULL || sweep->heads == NULL ||
      sweep->before == NULL || sweep->behind == NULL) {
    sweep_free(sweep);
    return false;
  }
  memset(sweep->heads, 0xff, (CROWD + 1) * sizeof *sweep->heads); /* NO_EDGE */
  list_edges(sweep, ends, states, edge_count);
  return true;
}
