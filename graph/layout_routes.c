/* layout_routes.c: the way of each edge between its ends.
 *
 * An edge takes the first of the bends 0, +1, -1, +2, ... (parallel ones: the first that no sister has) that keeps
 * clear of all vertices and does not go far, or the least bad one; loops go where the largest gap between edges is. */
#include <stdlib.h>

#include "graph/layout_plan.h"

#define BEND 20.0           /* between neighbours in a bundle of parallel edges, at the middle */
#define BUNDLE_WIDTH 200.0  /* where a bundle is so large that its edges must be closer than that */
#define CLEARANCE 6.0       /* between a straight edge and a vertex that is not its end */
#define BENT_CLEARANCE 14.0 /* the same where the edge is bent, which keeps it off the bundle that it goes round */
#define FAR 0.35            /* a bend of more than this share of its edge, and ROOM, is ugly */
#define FARTHEST 0.8        /* and beyond this share it is not taken as long as there is another */
#define ROOM 40.0
#define DETOURS 60    /* bends tried beyond those that a bundle needs */
#define SAMPLES 24    /* points of a curve that are looked at */
#define LOOP_STEP 8.0 /* between the radii of the loops of one vertex */

struct bend {
  size_t price, number; /* of bends at one price, the one with the lowest number is taken */
  double offset;        /* at the middle */
};

struct strand {        /* an edge in its bundle */
  struct tt_edge ends; /* u <= v */
  size_t edge;
};

static int compare_strands(const void *first, const void *second) {
  const struct strand *a = first, *b = second;
  const int by_ends = plan_compare_edges(&a->ends, &b->ends);
  return by_ends != 0 ? by_ends : (a->edge > b->edge) - (a->edge < b->edge);
}

static struct tt_route bent_route(struct tt_point from, struct tt_point to, double offset) {
  const double length = fmax(1, distance_between(from, to));
  struct tt_route route = {.from = from, .to = to, .straight = fabs(offset) < 1e-6};
  route.middle.x = (from.x + to.x) / 2 - offset * (to.y - from.y) / length;
  route.middle.y = (from.y + to.y) / 2 + offset * (to.x - from.x) / length;
  return route;
}

struct tt_point tt_route_point(const struct tt_route *route, double share) {
  if (route->radius > 0) {
    const double angle = atan2(route->from.y - route->middle.y, route->from.x - route->middle.x) + 2 * PI * share;
    return (struct tt_point){route->middle.x + route->radius * cos(angle),
                             route->middle.y + route->radius * sin(angle)};
  }
  const double bow = 4 * share * (1 - share); /* 1 halfway */
  const double chord_x = (route->from.x + route->to.x) / 2, chord_y = (route->from.y + route->to.y) / 2;
  return (struct tt_point){route->from.x + share * (route->to.x - route->from.x) + bow * (route->middle.x - chord_x),
                           route->from.y + share * (route->to.y - route->from.y) + bow * (route->middle.y - chord_y)};
}

double tt_route_distance(const struct tt_route *route, struct tt_point point) {
  if (route->radius > 0) return fabs(distance_between(point, route->middle) - route->radius);
  if (route->straight) return distance_to_segment(point, route->from, route->to);
  double least = distance_between(point, route->from);
  struct tt_point before = route->from;
  for (int i = 1; i <= SAMPLES; i++) {
    const struct tt_point here = tt_route_point(route, i / (double)SAMPLES);
    least = fmin(least, distance_to_segment(point, before, here));
    before = here;
  }
  return least;
}

/* The curve lies between its chord and the parallel to it through `middle`. */
static struct box box_around_route(const struct tt_route *route) {
  const double dx = route->middle.x - (route->from.x + route->to.x) / 2;
  const double dy = route->middle.y - (route->from.y + route->to.y) / 2;
  struct box box = box_around(route->from, route->to);
  box.left += fmin(0, dx);
  box.right += fmax(0, dx);
  box.top += fmin(0, dy);
  box.bottom += fmax(0, dy);
  return box;
}

/* How many vertices a route comes closer to than `clearance`. */
static size_t count_near(const struct plan *plan, const struct tt_point *points, struct tt_edge ends,
                         const struct tt_route *route, double clearance) {
  const struct box box = box_around_route(route);
  size_t count = 0;
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    const double least = plan_radius(plan, v) + clearance;
    if (v == ends.u || v == ends.v || !near_box(&box, points[v], least)) continue;
    count += tt_route_distance(route, points[v]) < least;
  }
  return count;
}

/* What speaks against a bend: 0 nothing, 1 it squeezes through, 2 it goes far, 3 both, more: vertices in the way. */
static size_t price_of(const struct plan *plan, const struct tt_point *points, struct tt_edge ends, double offset) {
  const struct tt_route route = bent_route(points[ends.u], points[ends.v], offset);
  const double length = distance_between(points[ends.u], points[ends.v]);
  if (fabs(offset) > FARTHEST * length + ROOM) return SIZE_MAX;
  const size_t in_the_way = count_near(plan, points, ends, &route, CLEARANCE);
  if (in_the_way > 0) return 3 + in_the_way;
  const bool squeezed = !route.straight && count_near(plan, points, ends, &route, BENT_CLEARANCE) > 0;
  const bool far_away = fabs(offset) > FAR * length + ROOM;
  return (squeezed ? 1u : 0u) + (far_away ? 2u : 0u);
}

/* The bends in the order in which they are tried, in units of a bundle's step: 0, 1, -1, 2, ... in an odd bundle, else
 * 1/2, -1/2, 3/2, ...; well outside the bundle they grow faster, so that an edge can go round a board. */
static double bend_number(size_t number, size_t bundle_size) {
  const bool odd = bundle_size % 2 == 1;
  const double size = odd ? (double)((number + 1) / 2) : (double)(number / 2) + 0.5;
  const double outside = fmax(0, size - (double)bundle_size / 2 - 8);
  const bool positive = odd ? number % 2 == 1 : number % 2 == 0;
  return (positive ? 1 : -1) * (size + outside * outside / 4);
}

static int compare_doubles(const void *first, const void *second) {
  const double a = *(const double *)first, b = *(const double *)second;
  return (a > b) - (a < b);
}

static int compare_bends(const void *first, const void *second) {
  const struct bend *a = first, *b = second;
  if (a->price != b->price) return a->price < b->price ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* Chooses `count` different offsets, the cheapest and of those the first, and sorts them. */
static void choose_offsets(const struct plan *plan, const struct tt_point *points, struct tt_edge ends, size_t count,
                           struct bend *bends, double *offsets) {
  const double step = count == 1 ? BEND / 2 : fmin(BEND, BUNDLE_WIDTH / (double)count);
  size_t tried = 0;
  for (size_t free_ones = 0; tried < count + DETOURS && free_ones < count; tried++) {
    const double offset = step * bend_number(tried, count);
    bends[tried] = (struct bend){price_of(plan, points, ends, offset), tried, offset};
    free_ones += bends[tried].price == 0;
  }
  qsort(bends, tried, sizeof *bends, compare_bends);
  for (size_t i = 0; i < count; i++) offsets[i] = bends[i].offset;
  qsort(offsets, count, sizeof *offsets, compare_doubles);
}

/* The middle of the largest gap between the directions in which routes leave `vertex`; upwards where there are none. */
static double loop_direction(const struct tt_layout *layout, const struct strand *strands, uint32_t vertex,
                             double *angles) {
  size_t count = 0;
  for (size_t i = 0; i < layout->route_count; i++) {
    const struct tt_edge ends = strands[i].ends;
    if (ends.u == ends.v || (ends.u != vertex && ends.v != vertex)) continue;
    const struct tt_route *const route = &layout->routes[strands[i].edge];
    const struct tt_point near = tt_route_point(route, ends.u == vertex ? 0.2 : 0.8);
    const struct tt_point at = layout->points[vertex];
    angles[count++] = atan2(near.y - at.y, near.x - at.x);
  }
  if (count == 0) return -PI / 2;
  qsort(angles, count, sizeof *angles, compare_doubles);
  double widest = angles[0] + 2 * PI - angles[count - 1], direction = angles[count - 1] + widest / 2;
  for (size_t i = 1; i < count; i++) {
    const double gap = angles[i] - angles[i - 1];
    if (gap < widest + 1e-6) continue;
    widest = gap;
    direction = angles[i - 1] + gap / 2;
  }
  return direction;
}

static void route_loops(struct tt_layout *layout, const struct plan *plan, const struct strand *strands, size_t count,
                        double direction) {
  const uint32_t vertex = strands[0].ends.u;
  const double step = fmin(LOOP_STEP, 60 / (double)count);
  for (size_t i = 0; i < count; i++) {
    const double radius = plan_radius(plan, vertex) / 2 + 10 + step * (double)i;
    const struct tt_point at = layout->points[vertex];
    layout->routes[strands[i].edge] =
        (struct tt_route){.from = at,
                          .to = at,
                          .middle = {at.x + radius * cos(direction), at.y + radius * sin(direction)},
                          .radius = radius};
  }
}

static size_t bundle_size(const struct strand *strands, size_t count) {
  size_t size = 1;
  while (size < count && plan_compare_edges(&strands[0].ends, &strands[size].ends) == 0) size++;
  return size;
}

/* Loops come second, since they go where there is room. */
static void route_bundles(struct tt_layout *layout, const struct plan *plan, const struct strand *strands,
                          struct bend *bends, double *scratch, bool loops) {
  for (size_t i = 0, size; i < layout->route_count; i += size) {
    const struct strand *const bundle = &strands[i];
    const struct tt_edge ends = bundle->ends;
    size = bundle_size(bundle, layout->route_count - i);
    if ((ends.u == ends.v) != loops) continue;
    if (loops) {
      route_loops(layout, plan, bundle, size, loop_direction(layout, strands, ends.u, scratch));
      continue;
    }
    choose_offsets(plan, layout->points, ends, size, bends, scratch);
    for (size_t j = 0; j < size; j++) {
      layout->routes[bundle[j].edge] = bent_route(layout->points[ends.u], layout->points[ends.v], scratch[j]);
    }
  }
}

static struct strand strand_of(struct tt_edge ends, size_t edge) {
  return (struct strand){ends.u <= ends.v ? ends : (struct tt_edge){ends.v, ends.u}, edge};
}

bool route_edges(struct tt_layout *layout, const struct plan *plan, const struct tt_graph *graph) {
  struct strand *const strands = malloc((layout->route_count + 1) * sizeof *strands);
  double *const scratch = malloc((layout->route_count + 1) * sizeof *scratch);
  struct bend *const bends = malloc((layout->route_count + DETOURS) * sizeof *bends);
  const bool complete = strands != NULL && scratch != NULL && bends != NULL;
  if (complete) {
    for (size_t i = 0; i < graph->edge_count; i++) strands[i] = strand_of(graph->edges[i], i);
    for (size_t copy = graph->edge_count; copy < layout->route_count; copy++) {
      strands[copy] = strand_of((struct tt_edge){graph->terminal_a, graph->terminal_b}, copy);
    }
    qsort(strands, layout->route_count, sizeof *strands, compare_strands);
    route_bundles(layout, plan, strands, bends, scratch, false);
    route_bundles(layout, plan, strands, bends, scratch, true);
  }
  free(strands);
  free(bends);
  free(scratch);
  return complete;
}
