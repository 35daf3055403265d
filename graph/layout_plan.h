/* layout_plan.h: what the files of the layout share (private to them): the plan, and how good a placing is.
 *
 * The plan is the graph as the placing sees it: simple, and without untouched vertices other than A and B. A placing is
 * scored by what hurts the eye (crossings, and edges that would run through a vertex), then by ink. */
#ifndef TT_LAYOUT_PLAN_H
#define TT_LAYOUT_PLAN_H

#include <math.h>

#include "graph/layout.h"

#define CIRCLE_LIMIT 24 /* most vertices on a circle */
#define UNREACHED UINT32_MAX
#define PI 3.14159265358979323846

struct plan {
  uint32_t vertex_count, terminal_a, terminal_b;
  struct tt_edge *edges; /* owned; distinct, u < v, sorted */
  size_t edge_count;
  size_t *first_neighbour; /* owned; vertex_count + 2 */
  uint32_t *neighbours;    /* owned */
  uint32_t *distance;      /* owned; from A, or from where the search of another component began; UNREACHED */
  uint32_t *component;     /* owned; A is in 0 */
  uint32_t *queue;         /* owned; the vertices of the plan in the order in which the searches reached them */
  uint32_t queue_count;
};

/* ---- layout_plan.c ---- */

bool plan_make(struct plan *plan, const struct tt_graph *graph); /* false when out of memory; free it even then */
void plan_free(struct plan *plan);
int plan_compare_edges(const void *first, const void *second); /* for qsort, by u and then by v */

/* ---- layout_score.c ---- */

struct quality {
  size_t faults; /* crossings, and edges through vertices many times over */
  double ink;    /* the length of all edges, in units of the distance from A to B */
};
struct quality quality_of(const struct plan *plan, const struct tt_point *points);
bool quality_is_better(struct quality quality, struct quality than);

/* ---- layout_circle.c, layout_layers.c: the places of the plan's vertices; `points` has one entry a vertex ---- */

/* A at 180 degrees and B at 0. At most CIRCLE_LIMIT vertices. */
void place_on_circle(const struct plan *plan, struct tt_point *points);
/* Layers of equal distance from A, with B in a last one of its own. Sets *layer_count; false when out of memory. */
bool place_in_layers(const struct plan *plan, struct tt_point *points, uint32_t *layer_count);

/* ---- layout_routes.c ---- */

/* Routes every edge between layout->points, and as many copies of e* as route_count leaves. False when out of memory.
 */
bool route_edges(struct tt_layout *layout, const struct plan *plan, const struct tt_graph *graph);

/* ---- Geometry ---- */

static inline double plan_radius(const struct plan *plan, uint32_t vertex) {
  return vertex == plan->terminal_a || vertex == plan->terminal_b ? TT_LAYOUT_TERMINAL_RADIUS : TT_LAYOUT_VERTEX_RADIUS;
}

static inline double distance_between(struct tt_point from, struct tt_point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  return sqrt(dx * dx + dy * dy);
}

static inline double distance_to_segment(struct tt_point point, struct tt_point from, struct tt_point to) {
  const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
  double share = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  share = fmin(1, fmax(0, share));
  return distance_between(point, (struct tt_point){from.x + share * dx, from.y + share * dy});
}

struct box { /* a quick test that spares most distances */
  double left, right, top, bottom;
};

static inline struct box box_around(struct tt_point first, struct tt_point second) {
  return (struct box){fmin(first.x, second.x), fmax(first.x, second.x), fmin(first.y, second.y),
                      fmax(first.y, second.y)};
}

static inline bool near_box(const struct box *box, struct tt_point point, double distance) {
  return point.x > box->left - distance && point.x < box->right + distance && point.y > box->top - distance &&
         point.y < box->bottom + distance;
}

#endif
