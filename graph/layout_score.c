/* layout_score.c: how good a placing is: few crossings, no edge through a vertex, little ink. */
#include "graph/layout_plan.h"

#define PASSING_PENALTY 10 /* an edge through a vertex hurts as much as this many crossings */

static double turn(struct tt_point a, struct tt_point b, struct tt_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool on_both_sides(double first, double second) {
  return (first > 1e-6 && second < -1e-6) || (first < -1e-6 && second > 1e-6);
}

static bool segments_cross(struct tt_point a, struct tt_point b, struct tt_point c, struct tt_point d) {
  return on_both_sides(turn(a, b, c), turn(a, b, d)) && on_both_sides(turn(c, d, a), turn(c, d, b));
}

static size_t count_crossings(const struct plan *plan, const struct tt_point *points) {
  size_t crossings = 0;
  for (size_t i = 0; i < plan->edge_count; i++) {
    for (size_t j = 0; j < i; j++) {
      crossings += segments_cross(points[plan->edges[i].u], points[plan->edges[i].v], points[plan->edges[j].u],
                                  points[plan->edges[j].v]);
    }
  }
  return crossings;
}

static size_t count_passings(const struct plan *plan, const struct tt_point *points) {
  size_t passings = 0;
  for (size_t i = 0; i < plan->edge_count; i++) {
    const struct tt_edge edge = plan->edges[i];
    const struct box box = box_around(points[edge.u], points[edge.v]);
    for (uint32_t j = 0; j < plan->queue_count; j++) {
      const uint32_t v = plan->queue[j];
      const double radius = plan_radius(plan, v);
      if (v == edge.u || v == edge.v || !near_box(&box, points[v], radius)) continue;
      passings += distance_to_segment(points[v], points[edge.u], points[edge.v]) < radius;
    }
  }
  return passings;
}

static double ink_of(const struct plan *plan, const struct tt_point *points) {
  double ink = 0;
  for (size_t i = 0; i < plan->edge_count; i++) {
    ink += distance_between(points[plan->edges[i].u], points[plan->edges[i].v]);
  }
  return ink / distance_between(points[plan->terminal_a], points[plan->terminal_b]);
}

struct quality quality_of(const struct plan *plan, const struct tt_point *points) {
  const size_t faults = count_crossings(plan, points) + PASSING_PENALTY * count_passings(plan, points);
  return (struct quality){faults, ink_of(plan, points)};
}

bool quality_is_better(struct quality quality, struct quality than) {
  return quality.faults < than.faults || (quality.faults == than.faults && quality.ink < than.ink - 1e-6);
}
