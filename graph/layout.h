/* layout.h: where the vertices and edges of a drawing go (private to the room). */
#ifndef TT_LAYOUT_H
#define TT_LAYOUT_H

#include "graph/graph.h"

#define TT_LAYOUT_VERTEX_RADIUS 11.0
#define TT_LAYOUT_TERMINAL_RADIUS 17.0 /* half the side of the square */

struct tt_point {
  double x, y; /* pixels, y downwards; the origin is anywhere */
};

/* A curve from `from` to `to` through `middle` halfway (a quadratic Bezier curve, or a straight line), or, where radius
 * is not 0, a loop: the circle through `from` around `middle`. */
struct tt_route {
  struct tt_point from, middle, to;
  double radius;
  bool straight;
};

struct tt_layout {
  struct tt_point *points; /* owned; one a vertex */
  struct tt_route *routes; /* owned; one an edge, and the copies of e* last */
  size_t route_count;
};

/* Lays out the graph with virtual_count copies of e*, A on the left and B on the right; the states of the edges do not
 * matter, nor does e* for the places of the vertices, so that all positions of a game look alike. Deterministic. Up to
 * 24 vertices that edges touch stand on a circle where that crosses less than layers of equal distance from A; all else
 * stands in layers. Untouched vertices stand in rows below. Time quadratic in vertices + edges. */
enum tt_status tt_layout_make(struct tt_layout *layout, const struct tt_graph *graph, unsigned virtual_count,
                              struct tt_error *error);
void tt_layout_free(struct tt_layout *layout);

/* The point of a route at `share` (0 at `from`, 1 at `to`; of a loop, 0.5 is the far end). */
struct tt_point tt_route_point(const struct tt_route *route, double share);

/* How far a point is from a route. */
double tt_route_distance(const struct tt_route *route, struct tt_point point);

#endif
