/* ilp_sets.c: vertex sets that hold more of a point than forests can: cheap ways first, then exactly, by minimum cuts
 * (Padberg and Wolsey 1983). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "treetest/ilp.h"

bool ilp_keep_set(struct program *program, const uint8_t *members, size_t oldest) {
  struct vertex_sets *const sets = &program->sets;
  const size_t width = program->vertex_count;
  for (size_t s = oldest; s < sets->count; s++) {
    if (memcmp(sets->members + s * width, members, width) == 0) return true;
  }
  if (sets->count == sets->capacity) {
    const size_t capacity = sets->capacity ? 2 * sets->capacity : 64;
    uint8_t *const grown = realloc(sets->members, capacity * width);
    if (grown == NULL) return false;
    sets->members = grown;
    sets->capacity = capacity;
  }
  memcpy(sets->members + sets->count++ * width, members, width);
  return true;
}

/* Takes away vertices that hold the set by no more than `trees`: what remains is violated at least as much. */
static void shrink_set(struct program *program, const double *value, int trees, uint8_t *members) {
  double *const degree = program->degree;
  for (uint32_t v = 0; v < program->vertex_count; v++) degree[v] = 0;
  for (size_t e = 0; e < program->edge_count; e++) {
    const struct tt_edge edge = program->edges[e];
    if (!members[edge.u] || !members[edge.v]) continue;
    degree[edge.u] += value[e];
    degree[edge.v] += value[e];
  }
  for (uint32_t v = 0; v < program->vertex_count;) {
    if (!members[v] || degree[v] > trees + TRIFLE) {
      v++;
      continue;
    }
    members[v] = 0;
    for (size_t e = 0; e < program->edge_count; e++) {
      const struct tt_edge edge = program->edges[e];
      if (edge.u == v) degree[edge.v] -= value[e];
      if (edge.v == v) degree[edge.u] -= value[e];
    }
    v = 0;
  }
}

static int by_falling_value(const void *left, const void *right) {
  const struct ranked_edge *const a = left, *const b = right;
  if (a->value != b->value) return a->value < b->value ? 1 : -1;
  return a->edge < b->edge ? -1 : 1;
}

/* The cheap way: clusters grow along the edges, heaviest first, and one that holds more than `trees` trees is kept. For
 * one tree it finds something wherever whole edges form a cycle. */
static bool separate_clusters(struct program *program, const double *value, int trees, size_t oldest) {
  struct tt_partition *const clusters = &program->clusters;
  size_t count = 0;
  for (size_t e = 0; e < program->edge_count; e++) {
    if (value[e] > TOLERANCE) program->ranked[count++] = (struct ranked_edge){value[e], (uint32_t)e};
  }
  qsort(program->ranked, count, sizeof *program->ranked, by_falling_value);
  tt_partition_reset(clusters);
  for (uint32_t v = 0; v < program->vertex_count; v++) program->weight[v] = 0;
  for (size_t i = 0; i < count; i++) {
    const struct tt_edge edge = program->edges[program->ranked[i].edge];
    const uint32_t u = tt_partition_find(clusters, edge.u), v = tt_partition_find(clusters, edge.v);
    double weight = program->ranked[i].value + program->weight[u];
    if (tt_partition_unite(clusters, u, v)) weight += program->weight[v];
    const uint32_t root = tt_partition_find(clusters, u);
    program->weight[root] = weight;
    if (!(weight > trees * (double)(clusters->size[root] - 1) + TOLERANCE)) continue;
    program->weight[root] = -INFINITY; /* keep no other set around this one */
    for (uint32_t w = 0; w < program->vertex_count; w++) program->members[w] = tt_partition_find(clusters, w) == root;
    shrink_set(program, value, trees, program->members);
    if (!ilp_keep_set(program, program->members, oldest)) return false;
  }
  return true;
}

/* build_network adds the arcs of a vertex first. */
static size_t source_arc(uint32_t v) {
  return 4 * (size_t)v;
}

/* Source -> v of capacity value(edges at v), v -> sink of 2 * trees, edges of capacity value: a cut with U on the
 * source's side costs 2 value(E) - 2 (value(E[U]) - trees |U|). Returns 2 value(E). */
static int64_t build_network(struct program *program, const double *value, int trees) {
  struct network *const network = &program->network;
  const uint32_t vertices = program->vertex_count;
  int64_t total = 0;
  network->source = vertices;
  network->sink = vertices + 1;
  network->arc_count = 0;
  for (uint32_t node = 0; node < network->node_count; node++) network->first[node] = NOWHERE;
  for (uint32_t v = 0; v < vertices; v++) {
    network_add_arcs(network, network->source, v, 0, 0); /* source_arc(v); its capacity is below */
    network_add_arcs(network, v, network->sink, 2 * trees * UNIT, 0);
  }
  for (size_t e = 0; e < program->edge_count; e++) {
    const int64_t capacity = (int64_t)llround(value[e] * (double)UNIT);
    const struct tt_edge edge = program->edges[e];
    if (capacity <= 0) continue;
    network_add_arcs(network, edge.u, edge.v, capacity, capacity);
    network->residual[source_arc(edge.u)] += capacity;
    network->residual[source_arc(edge.v)] += capacity;
    total += 2 * capacity;
  }
  return total;
}

/* Vertices one of which is in every violated set. For one tree a set that no cycle of whole edges violates holds a
 * fractional edge. */
static void mark_roots(struct program *program, const double *value, int trees) {
  memset(program->is_root, 0, program->vertex_count);
  for (size_t e = 0; e < program->edge_count; e++) {
    const struct tt_edge edge = program->edges[e];
    if (value[e] <= TOLERANCE || (trees == 1 && value[e] >= 1 - TOLERANCE)) continue;
    if (!program->is_root[edge.u]) program->is_root[edge.v] = 1;
  }
}

/* The exact way (Padberg and Wolsey 1983): a set with vertex r in it holds more than `trees` trees exactly when, with
 * 2 * trees more from the source to r, a cut costs less than all that leaves the source. */
static enum tt_status separate_by_cuts(struct program *program, const double *value, int trees, size_t oldest,
                                       struct tt_error *error) {
  struct network *const network = &program->network;
  const int64_t extra = 2 * trees * UNIT, slack = (int64_t)(TOLERANCE * (double)UNIT);
  const int64_t most = build_network(program, value, trees) + extra, base = network_push_flow(network);
  memcpy(network->saved, network->residual, network->arc_count * sizeof *network->saved);
  mark_roots(program, value, trees);
  for (uint32_t root = 0; root < program->vertex_count; root++) {
    if (!program->is_root[root]) continue;
    if (ilp_time_left(program) == 0) return tt_fail(error, TT_NO_RESOURCE, OUT_OF_TIME);
    memcpy(network->residual, network->saved, network->arc_count * sizeof *network->saved);
    network->residual[source_arc(root)] += extra;
    if (base + network_push_flow(network) >= most - slack) continue;
    for (uint32_t v = 0; v < program->vertex_count; v++) program->members[v] = network->level[v] != NOWHERE;
    shrink_set(program, value, trees, program->members);
    if (!ilp_keep_set(program, program->members, oldest)) return tt_no_memory(error);
  }
  return TT_OK;
}

/* Sets that the points violate, the exact way only where the cheap one finds none. */
enum tt_status ilp_separate(struct program *program, const double *const *points, size_t count, int trees,
                            size_t oldest, struct tt_error *error) {
  for (size_t i = 0; i < count; i++) {
    if (!separate_clusters(program, points[i], trees, oldest)) return tt_no_memory(error);
  }
  for (size_t i = 0; i < count && program->sets.count == oldest; i++) {
    const enum tt_status status = separate_by_cuts(program, points[i], trees, oldest, error);
    if (status != TT_OK) return status;
  }
  return TT_OK;
}

/* Sets that blue and red violate when blue is `blue`. */
static enum tt_status separate_colours(struct program *program, const double *blue, size_t oldest,
                                       struct tt_error *error) {
  for (size_t e = 0; e < program->edge_count; e++) program->other[e] = program->chosen[e] - blue[e];
  const double *const points[2] = {blue, program->other};
  return ilp_separate(program, points, 2, 1, oldest, error);
}

/* Half of everything chosen violates nothing: it is the first centre. What the point halfway from the centre to the
 * optimum violates cuts deeper than what the optimum does, and takes a tenth of the rounds; where it violates nothing,
 * it is the next centre and the optimum's turn (Ben-Ameur and Neto 2007). */
enum tt_status ilp_separate_split(struct program *program, size_t oldest, struct tt_error *error) {
  for (size_t e = 0; e < program->edge_count; e++) {
    program->middle[e] = (program->value[e] + program->centre[e]) / 2;
  }
  const enum tt_status status = separate_colours(program, program->middle, oldest, error);
  if (status != TT_OK || program->sets.count > oldest) return status;
  memcpy(program->centre, program->middle, program->edge_count * sizeof *program->centre);
  return separate_colours(program, program->value, oldest, error);
}
