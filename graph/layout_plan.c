/* layout_plan.c: the graph as the placing sees it, searched from A: distances, components and their order. */
#include <stdlib.h>

#include "graph/layout_plan.h"

int plan_compare_edges(const void *first, const void *second) {
  const struct tt_edge *a = first, *b = second;
  if (a->u != b->u) return a->u < b->u ? -1 : 1;
  return (a->v > b->v) - (a->v < b->v);
}

static void collect_edges(struct plan *plan, const struct tt_graph *graph) {
  size_t count = 0;
  for (size_t i = 0; i < graph->edge_count; i++) {
    const struct tt_edge edge = graph->edges[i];
    if (edge.u == edge.v) continue;
    plan->edges[count++] = edge.u < edge.v ? edge : (struct tt_edge){edge.v, edge.u};
  }
  qsort(plan->edges, count, sizeof *plan->edges, plan_compare_edges);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && plan_compare_edges(&plan->edges[i - 1], &plan->edges[i]) == 0) continue;
    plan->edges[plan->edge_count++] = plan->edges[i];
  }
}

static void collect_neighbours(struct plan *plan) {
  size_t *const first = plan->first_neighbour;
  /* Counted two places up and filled one place up, each list starts where it should once all are filled. */
  for (size_t i = 0; i < plan->edge_count; i++) {
    first[(size_t)plan->edges[i].u + 2]++;
    first[(size_t)plan->edges[i].v + 2]++;
  }
  for (size_t v = 0; v < plan->vertex_count; v++) first[v + 2] += first[v + 1];
  for (size_t i = 0; i < plan->edge_count; i++) {
    const struct tt_edge edge = plan->edges[i];
    plan->neighbours[first[(size_t)edge.u + 1]++] = edge.v;
    plan->neighbours[first[(size_t)edge.v + 1]++] = edge.u;
  }
}

static void search_from(struct plan *plan, uint32_t source, uint32_t component) {
  uint32_t next = plan->queue_count;
  plan->distance[source] = 0;
  plan->queue[plan->queue_count++] = source;
  for (; next < plan->queue_count; next++) {
    const uint32_t v = plan->queue[next];
    plan->component[v] = component;
    for (size_t i = plan->first_neighbour[v]; i < plan->first_neighbour[v + 1]; i++) {
      const uint32_t other = plan->neighbours[i];
      if (plan->distance[other] != UNREACHED) continue;
      plan->distance[other] = plan->distance[v] + 1;
      plan->queue[plan->queue_count++] = other;
    }
  }
}

static void mark_touched(const struct tt_graph *graph, uint8_t *touched) {
  for (size_t i = 0; i < graph->edge_count; i++) touched[graph->edges[i].u] = touched[graph->edges[i].v] = 1;
}

static void search_all(struct plan *plan, const uint8_t *touched) {
  for (uint32_t v = 0; v < plan->vertex_count; v++) plan->distance[v] = UNREACHED;
  search_from(plan, plan->terminal_a, 0);
  uint32_t component = 1;
  if (plan->distance[plan->terminal_b] == UNREACHED) search_from(plan, plan->terminal_b, component++);
  for (uint32_t v = 0; v < plan->vertex_count; v++) {
    if (touched[v] && plan->distance[v] == UNREACHED) search_from(plan, v, component++);
  }
}

void plan_free(struct plan *plan) {
  free(plan->edges);
  free(plan->first_neighbour);
  free(plan->neighbours);
  free(plan->distance);
  free(plan->component);
  free(plan->queue);
}

bool plan_make(struct plan *plan, const struct tt_graph *graph) {
  const size_t vertices = graph->vertex_count, edges = graph->edge_count;
  *plan = (struct plan){
      .vertex_count = graph->vertex_count, .terminal_a = graph->terminal_a, .terminal_b = graph->terminal_b};
  plan->edges = malloc((edges + 1) * sizeof *plan->edges);
  plan->first_neighbour = calloc(vertices + 2, sizeof *plan->first_neighbour);
  plan->neighbours = malloc((2 * edges + 1) * sizeof *plan->neighbours);
  plan->distance = malloc(vertices * sizeof *plan->distance);
  plan->component = malloc(vertices * sizeof *plan->component);
  plan->queue = malloc(vertices * sizeof *plan->queue);
  uint8_t *const touched = calloc(vertices, 1);
  const bool complete = plan->edges && plan->first_neighbour && plan->neighbours && plan->distance && plan->component &&
                        plan->queue && touched;
  if (complete) {
    collect_edges(plan, graph);
    collect_neighbours(plan);
    mark_touched(graph, touched);
    search_all(plan, touched);
  }
  free(touched);
  return complete;
}
