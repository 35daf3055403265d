/* layout.c: where the vertices and edges of a drawing go.
 *
 * Vertices: two candidates are made, a circle with A at 180 degrees and B at 0, and layers of equal distance from A
 * with B in a last one of its own. They are scored by what hurts the eye (crossings, and edges that would run through
 * a vertex), then by ink. Edges: each takes the first of the bends 0, +1, -1, +2, ... (parallel ones: the first that
 * no sister has) that keeps clear of all vertices; loops go where the largest gap between edges is. */
#include "graph/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CIRCLE_LIMIT 24
#define CIRCLE_RADIUS 140.0
#define LAYERS_WIDTH 280.0 /* wanted; the gaps between layers stay within these bounds */
#define LAYER_GAP_LEAST 54.0
#define LAYER_GAP_MOST 140.0
#define LAYERS_HEIGHT 280.0
#define ROW_GAP_LEAST 50.0
#define ROW_GAP_MOST 120.0
#define UNTOUCHED_GAP 44.0
#define BEND 20.0           /* between neighbours in a bundle of parallel edges, at the middle */
#define BUNDLE_WIDTH 200.0  /* where a bundle is so large that its edges must be closer than that */
#define CLEARANCE 6.0       /* between a straight edge and a vertex that is not its end */
#define BENT_CLEARANCE 14.0 /* the same where the edge is bent, which keeps it off the bundle that it goes round */
#define DETOURS 36          /* bends tried beyond those that a bundle needs */
#define SAMPLES 24          /* points of a curve that are looked at */
#define LOOP_STEP 8.0       /* between the radii of the loops of one vertex */
#define PASSING_PENALTY 10  /* an edge through a vertex hurts as much as this many crossings */
#define SMOOTHING_ROUNDS 400
#define SETTLING_ROUNDS 8
#define UNREACHED UINT32_MAX
#define PI 3.14159265358979323846

struct plan { /* the graph as the placing sees it: simple, and without untouched vertices other than A and B */
  uint32_t vertex_count, terminal_a, terminal_b;
  struct tt_edge *edges; /* owned; distinct, u < v, sorted */
  size_t edge_count;
  size_t *first_neighbour; /* owned; vertex_count + 2 */
  uint32_t *neighbours;    /* owned */
  uint32_t *distance;      /* owned; from A, or from where the search of another component began */
  uint32_t *component;     /* owned; A is in 0 */
  uint32_t *queue;         /* owned; the vertices of the plan in the order in which the searches reached them */
  uint32_t queue_count;
};

struct layers {
  uint32_t count;
  double layer_gap, row_gap;
  uint32_t *of_vertex;        /* owned */
  uint32_t *start;            /* owned; count + 1 */
  uint32_t *order;            /* owned; the vertices layer by layer, each from top to bottom */
  double *rank;               /* owned; of each vertex: its place in its layer, 0 in the middle */
  double *key;                /* owned; what a layer is sorted by */
  double *scratch;            /* owned; one a vertex */
  struct tt_point *candidate; /* owned; one a vertex */
};

/* ---- The plan ---- */

static int compare_edges(const void *first, const void *second) {
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
  qsort(plan->edges, count, sizeof *plan->edges, compare_edges);
  for (size_t i = 0; i < count; i++) {
    if (i > 0 && compare_edges(&plan->edges[i - 1], &plan->edges[i]) == 0) continue;
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

static void plan_free(struct plan *plan) {
  free(plan->edges);
  free(plan->first_neighbour);
  free(plan->neighbours);
  free(plan->distance);
  free(plan->component);
  free(plan->queue);
}

static bool plan_make(struct plan *plan, const struct tt_graph *graph) {
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

/* ---- Scores ---- */

static double length_of(struct tt_point from, struct tt_point to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  return sqrt(dx * dx + dy * dy);
}

static double turn(struct tt_point a, struct tt_point b, struct tt_point c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool on_both_sides(double first, double second) {
  return (first > 1e-6 && second < -1e-6) || (first < -1e-6 && second > 1e-6);
}

static bool segments_cross(struct tt_point a, struct tt_point b, struct tt_point c, struct tt_point d) {
  return on_both_sides(turn(a, b, c), turn(a, b, d)) && on_both_sides(turn(c, d, a), turn(c, d, b));
}

static double distance_to_segment(struct tt_point point, struct tt_point from, struct tt_point to) {
  const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
  double share = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  share = fmin(1, fmax(0, share));
  return length_of(point, (struct tt_point){from.x + share * dx, from.y + share * dy});
}

struct box { /* a quick test that spares most distances */
  double left, right, top, bottom;
};

static struct box box_around(struct tt_point first, struct tt_point second) {
  return (struct box){fmin(first.x, second.x), fmax(first.x, second.x), fmin(first.y, second.y),
                      fmax(first.y, second.y)};
}

static bool near_box(const struct box *box, struct tt_point point, double distance) {
  return point.x > box->left - distance && point.x < box->right + distance && point.y > box->top - distance &&
         point.y < box->bottom + distance;
}

static double radius_of(const struct plan *plan, uint32_t vertex) {
  return vertex == plan->terminal_a || vertex == plan->terminal_b ? TT_LAYOUT_TERMINAL_RADIUS : TT_LAYOUT_VERTEX_RADIUS;
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
      const double radius = radius_of(plan, v);
      if (v == edge.u || v == edge.v || !near_box(&box, points[v], radius)) continue;
      passings += distance_to_segment(points[v], points[edge.u], points[edge.v]) < radius;
    }
  }
  return passings;
}

static size_t score_of(const struct plan *plan, const struct tt_point *points) {
  return count_crossings(plan, points) + PASSING_PENALTY * count_passings(plan, points);
}

/* The length of all edges, in units of the distance from A to B. */
static double ink_of(const struct plan *plan, const struct tt_point *points) {
  double ink = 0;
  for (size_t i = 0; i < plan->edge_count; i++) ink += length_of(points[plan->edges[i].u], points[plan->edges[i].v]);
  return ink / length_of(points[plan->terminal_a], points[plan->terminal_b]);
}

/* ---- The circle ---- */

static uint32_t list_others(const struct plan *plan, uint32_t *others) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    if (v != plan->terminal_a && v != plan->terminal_b) others[count++] = v;
  }
  return count;
}

/* Slot 0 is on the upper arc, slot 1 on the lower one, and so on from left to right. */
static struct tt_point circle_slot(uint32_t slot, uint32_t count) {
  const uint32_t on_arc = slot % 2 == 0 ? (count + 1) / 2 : count / 2;
  const double angle = PI * (slot / 2 + 1) / (on_arc + 1);
  const double y = CIRCLE_RADIUS * sin(angle);
  return (struct tt_point){-CIRCLE_RADIUS * cos(angle), slot % 2 == 0 ? -y : y};
}

static bool improves(size_t score, double ink, size_t best_score, double best_ink) {
  return score < best_score || (score == best_score && ink < best_ink - 1e-6);
}

static void exchange(struct tt_point *first, struct tt_point *second) {
  const struct tt_point held = *first;
  *first = *second;
  *second = held;
}

static void place_on_circle(const struct plan *plan, struct tt_point *points) {
  uint32_t others[CIRCLE_LIMIT];
  const uint32_t count = list_others(plan, others);
  points[plan->terminal_a] = (struct tt_point){-CIRCLE_RADIUS, 0};
  points[plan->terminal_b] = (struct tt_point){CIRCLE_RADIUS, 0};
  for (uint32_t i = 0; i < count; i++) points[others[i]] = circle_slot(i, count);
  size_t best_score = score_of(plan, points);
  double best_ink = ink_of(plan, points);
  for (bool better = true; better;) {
    better = false;
    for (uint32_t i = 0; i < count; i++) {
      for (uint32_t j = i + 1; j < count; j++) {
        exchange(&points[others[i]], &points[others[j]]);
        const size_t score = score_of(plan, points);
        const double ink = ink_of(plan, points);
        if (improves(score, ink, best_score, best_ink)) {
          best_score = score;
          best_ink = ink;
          better = true;
        } else {
          exchange(&points[others[i]], &points[others[j]]);
        }
      }
    }
  }
}

/* ---- Layers ---- */

static void layers_free(struct layers *layers) {
  free(layers->of_vertex);
  free(layers->start);
  free(layers->order);
  free(layers->rank);
  free(layers->key);
  free(layers->scratch);
  free(layers->candidate);
}

/* B's own component, where it is not A's, is laid from the right. */
static void assign_layers(struct layers *layers, const struct plan *plan) {
  uint32_t farthest = 0;
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    if (v != plan->terminal_b && plan->distance[v] > farthest) farthest = plan->distance[v];
  }
  const uint32_t b_component = plan->component[plan->terminal_b];
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    const bool from_right = b_component != 0 && plan->component[v] == b_component;
    layers->of_vertex[v] = from_right ? farthest + 1 - plan->distance[v] : plan->distance[v];
  }
  layers->of_vertex[plan->terminal_b] = farthest + 1;
  layers->count = farthest + 2;
}

static void list_layers(struct layers *layers, const struct plan *plan) {
  uint32_t *const start = layers->start;
  for (uint32_t i = 0; i < plan->queue_count; i++) start[layers->of_vertex[plan->queue[i]] + 2]++;
  for (uint32_t layer = 0; layer < layers->count; layer++) start[layer + 2] += start[layer + 1];
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    layers->order[start[layers->of_vertex[v] + 1]++] = v;
  }
}

static void rank_layer(struct layers *layers, uint32_t layer) {
  const uint32_t start = layers->start[layer], end = layers->start[layer + 1];
  for (uint32_t i = start; i < end; i++) layers->rank[layers->order[i]] = (i - start) - (end - start - 1) / 2.0;
}

static double clamp(double value, double least, double most) {
  return fmin(most, fmax(least, value));
}

static void measure_layers(struct layers *layers) {
  uint32_t largest = 1;
  for (uint32_t layer = 0; layer < layers->count; layer++) {
    const uint32_t size = layers->start[layer + 1] - layers->start[layer];
    if (size > largest) largest = size;
    rank_layer(layers, layer);
  }
  layers->layer_gap = clamp(LAYERS_WIDTH / (layers->count - 1), LAYER_GAP_LEAST, LAYER_GAP_MOST);
  layers->row_gap = clamp(LAYERS_HEIGHT / largest, ROW_GAP_LEAST, ROW_GAP_MOST);
}

static bool layers_make(struct layers *layers, const struct plan *plan) {
  const size_t vertices = plan->vertex_count;
  *layers = (struct layers){0};
  layers->of_vertex = malloc(vertices * sizeof *layers->of_vertex);
  layers->start = calloc(vertices + 3, sizeof *layers->start);
  layers->order = malloc(vertices * sizeof *layers->order);
  layers->rank = malloc(vertices * sizeof *layers->rank);
  layers->key = calloc(vertices, sizeof *layers->key);
  layers->scratch = calloc(vertices, sizeof *layers->scratch);
  layers->candidate = calloc(vertices, sizeof *layers->candidate);
  if (!(layers->of_vertex && layers->start && layers->order && layers->rank && layers->key && layers->scratch &&
        layers->candidate)) {
    return false;
  }
  assign_layers(layers, plan);
  list_layers(layers, plan);
  measure_layers(layers);
  return true;
}

static bool stands_above(const struct layers *layers, const struct plan *plan, uint32_t first, uint32_t second) {
  const uint32_t first_component = plan->component[first], second_component = plan->component[second];
  if (first_component != second_component) return first_component < second_component;
  return layers->key[first] < layers->key[second] - 1e-9;
}

static void sort_layer(struct layers *layers, const struct plan *plan, uint32_t layer) {
  const uint32_t start = layers->start[layer], end = layers->start[layer + 1];
  uint32_t *const order = layers->order;
  for (uint32_t i = start + 1; i < end; i++) {
    const uint32_t v = order[i];
    uint32_t place = i;
    for (; place > start && stands_above(layers, plan, v, order[place - 1]); place--) order[place] = order[place - 1];
    order[place] = v;
  }
  rank_layer(layers, layer);
}

static void centre_keys(struct layers *layers) {
  double square = 0;
  for (uint32_t layer = 0; layer < layers->count; layer++) {
    const uint32_t start = layers->start[layer], end = layers->start[layer + 1];
    double sum = 0;
    for (uint32_t i = start; i < end; i++) sum += layers->key[layers->order[i]];
    for (uint32_t i = start; i < end; i++) {
      double *const key = &layers->key[layers->order[i]];
      *key -= sum / (end - start);
      square += *key * *key;
    }
  }
  const double scale = square > 0 ? 1 / sqrt(square) : 0;
  for (uint32_t i = 0; i < layers->start[layers->count]; i++) layers->key[layers->order[i]] *= scale;
}

static void average_keys(struct layers *layers, const struct plan *plan, double *next) {
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    const size_t first = plan->first_neighbour[v], end = plan->first_neighbour[v + 1];
    double sum = 0;
    for (size_t j = first; j < end; j++) sum += layers->key[plan->neighbours[j]];
    next[v] = layers->key[v] / 2 + (end > first ? sum / (double)(end - first) / 2 : 0);
  }
  memcpy(layers->key, next, plan->vertex_count * sizeof *next);
}

/* Orders all layers by the smoothest function on the vertices whose mean is 0 in every layer (power iteration): across
 * a board, that is the way from rim to rim, which barycentre sweeps do not find when all of a layer hangs on A. */
static void order_by_smoothness(struct layers *layers, const struct plan *plan) {
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    layers->key[v] = layers->rank[v] + sin(i + 1.0); /* the sine, so as not to start on a symmetry */
  }
  centre_keys(layers);
  for (int round = 0; round < SMOOTHING_ROUNDS; round++) {
    average_keys(layers, plan, layers->scratch);
    centre_keys(layers);
  }
  for (uint32_t layer = 0; layer < layers->count; layer++) sort_layer(layers, plan, layer);
}

/* How far the neighbours' ranks are from `rank`, with one vertex left out. */
static double stretch(const struct layers *layers, const struct plan *plan, uint32_t vertex, double rank,
                      uint32_t except) {
  double sum = 0;
  for (size_t i = plan->first_neighbour[vertex]; i < plan->first_neighbour[vertex + 1]; i++) {
    const uint32_t other = plan->neighbours[i];
    if (other != except) sum += fabs(layers->rank[other] - rank);
  }
  return sum;
}

/* Exchanges neighbours in a layer while that shortens edges; it is what brings the ends of edges within a layer
 * together. */
static void settle_layer(struct layers *layers, const struct plan *plan, uint32_t layer) {
  for (uint32_t i = layers->start[layer]; i + 1 < layers->start[layer + 1]; i++) {
    const uint32_t upper = layers->order[i], lower = layers->order[i + 1];
    if (plan->component[upper] != plan->component[lower]) continue;
    const double above = layers->rank[upper], below = layers->rank[lower];
    const double now = stretch(layers, plan, upper, above, lower) + stretch(layers, plan, lower, below, upper);
    const double then = stretch(layers, plan, upper, below, lower) + stretch(layers, plan, lower, above, upper);
    if (then > now - 1e-9) continue;
    layers->order[i] = lower;
    layers->order[i + 1] = upper;
    layers->rank[lower] = above;
    layers->rank[upper] = below;
  }
}

static void points_of_layers(const struct layers *layers, const struct plan *plan, struct tt_point *points) {
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    points[v] = (struct tt_point){layers->of_vertex[v] * layers->layer_gap, layers->rank[v] * layers->row_gap};
  }
}

struct best {
  size_t score;
  double ink;
};

static void keep_if_better(const struct layers *layers, const struct plan *plan, struct tt_point *points,
                           struct best *best) {
  points_of_layers(layers, plan, layers->candidate);
  const size_t score = score_of(plan, layers->candidate);
  const double ink = ink_of(plan, layers->candidate);
  if (!improves(score, ink, best->score, best->ink)) return;
  *best = (struct best){score, ink};
  memcpy(points, layers->candidate, plan->vertex_count * sizeof *points);
}

static void place_in_layers(struct layers *layers, const struct plan *plan, struct tt_point *points) {
  struct best best = {SIZE_MAX, 0};
  keep_if_better(layers, plan, points, &best);
  order_by_smoothness(layers, plan);
  keep_if_better(layers, plan, points, &best);
  for (int round = 0; round < SETTLING_ROUNDS; round++) {
    for (uint32_t layer = 0; layer < layers->count; layer++) settle_layer(layers, plan, layer);
    keep_if_better(layers, plan, points, &best);
  }
}

/* On a tie, three layers (the bridge) look better on the circle and more (a chain) in a row. */
static bool circle_is_better(const struct plan *plan, const struct tt_point *circle, const struct tt_point *rows,
                             uint32_t layer_count) {
  const size_t circle_score = score_of(plan, circle), row_score = score_of(plan, rows);
  return circle_score < row_score || (circle_score == row_score && layer_count <= 3);
}

static bool place_vertices(struct tt_point *points, const struct plan *plan) {
  struct layers layers;
  const bool complete = layers_make(&layers, plan);
  if (complete) {
    place_in_layers(&layers, plan, points);
    if (plan->queue_count <= CIRCLE_LIMIT) {
      place_on_circle(plan, layers.candidate);
      if (circle_is_better(plan, layers.candidate, points, layers.count)) {
        memcpy(points, layers.candidate, plan->vertex_count * sizeof *points);
      }
    }
  }
  layers_free(&layers);
  return complete;
}

/* ---- Routes ---- */

struct strand {        /* an edge in its bundle */
  struct tt_edge ends; /* u <= v */
  size_t edge;
};

static int compare_strands(const void *first, const void *second) {
  const struct strand *a = first, *b = second;
  const int by_ends = compare_edges(&a->ends, &b->ends);
  return by_ends != 0 ? by_ends : (a->edge > b->edge) - (a->edge < b->edge);
}

static struct tt_route bent_route(struct tt_point from, struct tt_point to, double offset) {
  const double length = fmax(1, length_of(from, to));
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
  if (route->radius > 0) return fabs(length_of(point, route->middle) - route->radius);
  if (route->straight) return distance_to_segment(point, route->from, route->to);
  double least = length_of(point, route->from);
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

static bool route_is_clear(const struct plan *plan, const struct tt_point *points, struct tt_edge ends,
                           const struct tt_route *route) {
  const double clearance = route->straight ? CLEARANCE : BENT_CLEARANCE;
  const struct box box = box_around_route(route);
  for (uint32_t i = 0; i < plan->queue_count; i++) {
    const uint32_t v = plan->queue[i];
    const double least = radius_of(plan, v) + clearance;
    if (v == ends.u || v == ends.v || !near_box(&box, points[v], least)) continue;
    if (tt_route_distance(route, points[v]) < least) return false;
  }
  return true;
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

/* Chooses `count` different offsets, those clear of vertices first, and sorts them. */
static void choose_offsets(const struct plan *plan, const struct tt_point *points, struct tt_edge ends, size_t count,
                           double *offsets) {
  const double step = fmin(BEND, BUNDLE_WIDTH / (double)count);
  size_t chosen = 0;
  for (int wanted = 1; wanted >= 0; wanted--) {
    for (size_t number = 0; number < count + DETOURS && chosen < count; number++) {
      const double offset = step * bend_number(number, count);
      const struct tt_route route = bent_route(points[ends.u], points[ends.v], offset);
      if (route_is_clear(plan, points, ends, &route) == (wanted == 1)) offsets[chosen++] = offset;
    }
  }
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
    const double radius = radius_of(plan, vertex) / 2 + 10 + step * (double)i;
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
  while (size < count && compare_edges(&strands[0].ends, &strands[size].ends) == 0) size++;
  return size;
}

/* Loops come second, since they go where there is room. */
static void route_bundles(struct tt_layout *layout, const struct plan *plan, const struct strand *strands,
                          double *scratch, bool loops) {
  for (size_t i = 0, size; i < layout->route_count; i += size) {
    const struct strand *const bundle = &strands[i];
    const struct tt_edge ends = bundle->ends;
    size = bundle_size(bundle, layout->route_count - i);
    if ((ends.u == ends.v) != loops) continue;
    if (loops) {
      route_loops(layout, plan, bundle, size, loop_direction(layout, strands, ends.u, scratch));
      continue;
    }
    choose_offsets(plan, layout->points, ends, size, scratch);
    for (size_t j = 0; j < size; j++) {
      layout->routes[bundle[j].edge] = bent_route(layout->points[ends.u], layout->points[ends.v], scratch[j]);
    }
  }
}

static struct strand strand_of(struct tt_edge ends, size_t edge) {
  return (struct strand){ends.u <= ends.v ? ends : (struct tt_edge){ends.v, ends.u}, edge};
}

static bool route_edges(struct tt_layout *layout, const struct plan *plan, const struct tt_graph *graph) {
  struct strand *const strands = malloc((layout->route_count + 1) * sizeof *strands);
  double *const scratch = malloc((layout->route_count + 1) * sizeof *scratch);
  const bool complete = strands != NULL && scratch != NULL;
  if (complete) {
    for (size_t i = 0; i < graph->edge_count; i++) strands[i] = strand_of(graph->edges[i], i);
    if (layout->route_count > graph->edge_count) {
      const struct tt_edge terminals = {graph->terminal_a, graph->terminal_b};
      strands[graph->edge_count] = strand_of(terminals, graph->edge_count);
    }
    qsort(strands, layout->route_count, sizeof *strands, compare_strands);
    route_bundles(layout, plan, strands, scratch, false);
    route_bundles(layout, plan, strands, scratch, true);
  }
  free(strands);
  free(scratch);
  return complete;
}

/* ---- Untouched vertices ---- */

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

enum tt_status tt_layout_make(struct tt_layout *layout, const struct tt_graph *graph, bool with_virtual,
                              struct tt_error *error) {
  *layout = (struct tt_layout){.route_count = graph->edge_count + (with_virtual ? 1 : 0)};
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
