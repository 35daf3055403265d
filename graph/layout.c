/* layout.c: where the vertices and edges of a drawing go: the better of two placings, then routes, then the rest.
 *
 * The circle and the layers are both made and scored; untouched vertices stand in rows below. */
#include <stdlib.h>
#include <string.h>

#include "graph/layout_plan.h"

#define UNTOUCHED_GAP 44.0

/* On a tie, three layers (the bridge) look better on the circle and more (a chain) in a row. */
static bool circle_is_better(const struct plan *plan, const struct tt_point *circle, const struct tt_point *rows,
                             uint32_t layer_count) {
  const size_t on_circle = quality_of(plan, circle).faults, in_rows = quality_of(plan, rows).faults;
  return on_circle < in_rows || (on_circle == in_rows && layer_count <= 3);
}

static bool place_vertices(struct tt_point *points, const struct plan *plan) {
  uint32_t layer_count;
  if (!place_in_layers(plan, points, &layer_count)) return false;
  if (plan->queue_count > CIRCLE_LIMIT) return true;
  struct tt_point *const circle = calloc(plan->vertex_count, sizeof *circle);
  if (circle == NULL) return false;
  place_on_circle(plan, circle);
  if (circle_is_better(plan, circle, points, layer_count)) {
    memcpy(points, circle, plan->vertex_count * sizeof *points);
  }
  free(circle);
  return true;
}

struct extent {
  double left, right, bottom;
};

static struct extent extent_of(const struct tt_layout *layout, const struct plan *plan) {
  struct extent extent = {INFINITY, -INFINITY, -INFINITY};
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const struct tt_point at = layout->points[plan->queue[i]];
    extent.left = fmin(extent.left, at.x);
    extent.right = fmax(extent.right, at.x);
    extent.bottom = fmax(extent.bottom, at.y);
  }
  for (size_t i = 0; i < layout->route_count; i++) {
    const struct tt_route *const route = &layout->routes[i];
    extent.bottom = fmax(extent.bottom, route->middle.y + route->radius);
  }
  return extent;
}

static void place_untouched(struct tt_layout *layout, const struct plan *plan) {
  const struct extent extent = extent_of(layout, plan);
  const uint32_t count = plan->vertex_count - plan->queue_count;
  const uint32_t fitting = 1 + (uint32_t)((extent.right - extent.left) / UNTOUCHED_GAP);
  uint32_t placed = 0;
  for (uint32_t v = 0; v < plan->vertex_count; v++) {
    if (plan->distance[v] != UNREACHED) continue;
    const uint32_t row = placed / fitting, column = placed % fitting;
    const uint32_t in_row = count - row * fitting < fitting ? count - row * fitting : fitting;
    layout->points[v].x = (extent.left + extent.right) / 2 + (column - (in_row - 1) / 2.0) * UNTOUCHED_GAP;
    layout->points[v].y = extent.bottom + (row + 1) * UNTOUCHED_GAP;
    placed++;
  }
}

enum tt_status tt_layout_make(struct tt_layout *layout, const struct tt_graph *graph, unsigned virtual_count,
                              struct tt_error *error) {
  *layout = (struct tt_layout){.route_count = graph->edge_count + virtual_count};
  struct plan plan = {0};
  layout->points = calloc(graph->vertex_count, sizeof *layout->points);
  layout->routes = calloc(layout->route_count + 1, sizeof *layout->routes);
  const bool complete = layout->points != NULL && layout->routes != NULL && plan_make(&plan, graph) &&
                        place_vertices(layout->points, &plan) && route_edges(layout, &plan, graph);
  if (complete) place_untouched(layout, &plan);
  plan_free(&plan);
  if (complete) return TT_OK;
  tt_layout_free(layout);
  return tt_no_memory(error);
}

void tt_layout_free(struct tt_layout *layout) {
  free(layout->points);
  free(layout->routes);
  *layout = (struct tt_layout){0};
}
