/* layout_layers.c: vertices in layers of equal distance from A, B in a last one of its own.
 *
 * Each layer is ordered by a function on the vertices that is as smooth as can be along the edges, then neighbours in a
 * layer are exchanged while that shortens edges; the best placing on the way is kept. */
#include <stdlib.h>
#include <string.h>

#include "graph/layout_plan.h"

#define LAYERS_WIDTH 280.0 /* wanted; the gaps between layers stay within these bounds */
#define LAYER_GAP_LEAST 54.0
#define LAYER_GAP_MOST 140.0
#define LAYERS_HEIGHT 280.0
#define ROW_GAP_LEAST 50.0
#define ROW_GAP_MOST 120.0
#define SMOOTHING_ROUNDS 400
#define SETTLING_ROUNDS 8

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

static void keep_if_better(const struct layers *layers, const struct plan *plan, struct tt_point *points,
                           struct quality *best) {
  points_of_layers(layers, plan, layers->candidate);
  const struct quality quality = quality_of(plan, layers->candidate);
  if (!quality_is_better(quality, *best)) return;
  *best = quality;
  memcpy(points, layers->candidate, plan->vertex_count * sizeof *points);
}

static void try_orders(struct layers *layers, const struct plan *plan, struct tt_point *points) {
  struct quality best = {SIZE_MAX, 0};
  keep_if_better(layers, plan, points, &best);
  order_by_smoothness(layers, plan);
  keep_if_better(layers, plan, points, &best);
  for (int round = 0; round < SETTLING_ROUNDS; round++) {
    for (uint32_t layer = 0; layer < layers->count; layer++) settle_layer(layers, plan, layer);
    keep_if_better(layers, plan, points, &best);
  }
}

bool place_in_layers(const struct plan *plan, struct tt_point *points, uint32_t *layer_count) {
  struct layers layers;
  const bool complete = layers_make(&layers, plan);
  if (complete) try_orders(&layers, plan, points);
  *layer_count = layers.count;
  layers_free(&layers);
  return complete;
}
