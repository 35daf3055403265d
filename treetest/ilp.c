/* ilp.c: two disjoint forests by linear programming over integral polytopes, solved by GLPK, believed only where
 * integers agree.
 *
 * The graph is what is left to play: secured edges contracted, deleted edges and loops left out, and e* = A-B last.
 * Variables belong to edges, never to pairs of vertices: parallel edges are different edges.
 *
 * The bound: which edges can two disjoint forests hold? z(e) = 1 for a chosen edge; z(e*) counts copies.
 *
 *     maximise w z  subject to  0 <= z(e) <= 1,  0 <= z(e*) <= 2,  z(E[U]) <= 2 (|U| - 1) for every vertex set U
 *
 * The split: which of the chosen edges are blue? With x blue and z - x red,
 *
 *     0 <= x(e) <= 1,  0 <= z(e) - x(e) <= 1,  x(E[U]) <= |U| - 1,  (z - x)(E[U]) <= |U| - 1 for every vertex set U
 *
 * By Edmonds (1965, 1970) both polytopes are integral (the sum of two graphic matroids; an intersection of matroids),
 * so the vertex at which the simplex method ends is integral once no row is violated, and "no" is a bound, not a
 * search. Rows are added when violated. Weights are from 2 to 3 for edges and 1 for e*: a heaviest independent set is,
 * greedily, a largest one without e* and then as many copies as fit, so one program answers all questions; that they
 * differ keeps the programs from degenerating.
 *
 * GLPK proposes, integers dispose. Whatever it says, the verdict is proved by two calls of tt_forests_check:
 *   (1) the colours without copies of e*, with `part_before`: no pair of forests of the graph is larger than `size`;
 *   (2) the colours with `tempo` copies, with `part`: they are two disjoint forests, so that many copies fit; and when
 *       tempo < 2, A and B are in one part, so the bound stays the same with one copy more: it does not fit.
 * A proposal that fails is "undecided", never a verdict.
 *
 * The partitions are read off the dual of the bound, where row U has a price of at least 0. By complementary slackness
 * a set with a positive price is tight, z(E[U]) = 2 (|U| - 1), so both forests span it; tight sets that share a vertex
 * have a tight union; and an edge left out lies in sets whose prices add up to its weight at least. So:
 *   - Tight sets, merged, hold every edge left out: they are `part`. If fewer than 2 copies of e* are chosen, one
 *     is left out, and A and B are in one part.
 *   - If a copy of e* is chosen, the sets that hold both A and B cost at most 1 together, so an edge left out, of
 *     weight 2 or more, also lies in a tight set that does not. Those, merged, are `part_before`. They keep A and B
 *     apart: both forests span each of them without e*, which would close a cycle. */
#include <glpk.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "treetest/treetest.h"

#define TOLERANCE 1e-5          /* of GLPK's values; a slip is caught by the exact check */
#define TRIFLE 1e-9             /* so many together stay within the tolerance */
#define UNIT ((int64_t)1 << 32) /* the value 1 as a capacity: what rounding takes is within it too */
#define NOWHERE UINT32_MAX

static const char *const out_of_time = "undecided: ilp has used up its time";

/* Sets of vertices, a row of vertex_count bytes each. */
struct vertex_sets {
  size_t count, capacity;
  uint8_t *members;
};

/* A flow network: arcs 2i and 2i + 1 are each other's reverse. Nodes are the vertices, a source and a sink. */
struct network {
  uint32_t node_count, source, sink;
  size_t arc_count;
  uint32_t *first, *next; /* arcs of a node, chained */
  uint32_t *head;
  int64_t *residual, *saved;
  uint32_t *level, *cursor, *queue, *path;
};

struct ranked_edge {
  double value;
  uint32_t edge;
};

struct program {
  const struct tt_graph *position;
  struct tt_partition merged; /* of the position's vertices */
  uint32_t *label;            /* of a root of `merged` by secured edges: its vertex here, or NOWHERE */
  uint32_t *vertex_of;        /* the position's vertex that stands for a vertex here */
  uint32_t vertex_count, terminal_a, terminal_b;
  size_t edge_count, real_count; /* with and without e*; equal when A and B are joined, and e* is a loop */
  struct tt_edge *edges;
  size_t *old_edge;
  double seconds;
  struct timespec start;
  glp_prob *lp;
  double *value;                   /* of the columns at the last optimum */
  uint8_t *chosen, *blue;          /* z and x, when they are solved */
  double *centre, *middle, *other; /* of the split: see separate_split */
  struct vertex_sets sets;
  size_t priced_count; /* the rows of the bound are those of the first so many sets */
  uint8_t *priced;     /* has the row a positive price? */
  int *columns;
  double *coefficients;
  struct tt_partition clusters;
  double *weight, *degree;
  struct ranked_edge *ranked;
  uint8_t *members, *is_root;
  struct network network;
};

/* ---- What is left to play ---- */

static uint32_t label_vertex(struct program *program, uint32_t old_vertex) {
  const uint32_t root = tt_partition_find(&program->merged, old_vertex);
  if (program->label[root] == NOWHERE) {
    program->vertex_of[program->vertex_count] = root;
    program->label[root] = program->vertex_count++;
  }
  return program->label[root];
}

static void collect_edges(struct program *program) {
  const struct tt_graph *const position = program->position;
  for (size_t i = 0; i < position->edge_count; i++) {
    if (position->states[i] == TT_SECURED) {
      tt_partition_unite(&program->merged, position->edges[i].u, position->edges[i].v);
    }
  }
  for (uint32_t v = 0; v < position->vertex_count; v++) program->label[v] = NOWHERE;
  program->terminal_a = label_vertex(program, position->terminal_a);
  program->terminal_b = label_vertex(program, position->terminal_b);
  for (size_t i = 0; i < position->edge_count; i++) {
    if (position->states[i] != TT_UNDECIDED) continue;
    const uint32_t u = tt_partition_find(&program->merged, position->edges[i].u);
    const uint32_t v = tt_partition_find(&program->merged, position->edges[i].v);
    if (u == v) continue;
    program->edges[program->real_count] = (struct tt_edge){label_vertex(program, u), label_vertex(program, v)};
    program->old_edge[program->real_count++] = i;
  }
  program->edge_count = program->real_count;
  if (program->terminal_a != program->terminal_b) {
    program->edges[program->edge_count++] = (struct tt_edge){program->terminal_a, program->terminal_b};
  }
}

static bool network_make(struct network *network, size_t vertices, size_t edges) {
  const size_t nodes = vertices + 2, arcs = 2 * (edges + 2 * vertices);
  *network = (struct network){.node_count = (uint32_t)nodes};
  network->first = malloc(nodes * sizeof *network->first);
  network->next = malloc(arcs * sizeof *network->next);
  network->head = malloc(arcs * sizeof *network->head);
  network->residual = malloc(arcs * sizeof *network->residual);
  network->saved = malloc(arcs * sizeof *network->saved);
  network->level = malloc(nodes * sizeof *network->level);
  network->cursor = malloc(nodes * sizeof *network->cursor);
  network->queue = malloc(nodes * sizeof *network->queue);
  network->path = malloc(nodes * sizeof *network->path);
  return network->first != NULL && network->next != NULL && network->head != NULL && network->residual != NULL &&
         network->saved != NULL && network->level != NULL && network->cursor != NULL && network->queue != NULL &&
         network->path != NULL;
}

static void network_free(struct network *network) {
  free(network->first);
  free(network->next);
  free(network->head);
  free(network->residual);
  free(network->saved);
  free(network->level);
  free(network->cursor);
  free(network->queue);
  free(network->path);
}

static bool program_make(struct program *program, size_t undecided) {
  const size_t old_vertices = program->position->vertex_count, edges = undecided + 1, vertices = 2 * edges;
  program->label = malloc(old_vertices * sizeof *program->label);
  program->vertex_of = malloc(vertices * sizeof *program->vertex_of);
  program->edges = malloc(edges * sizeof *program->edges);
  program->old_edge = malloc(edges * sizeof *program->old_edge);
  program->value = malloc(edges * sizeof *program->value);
  program->centre = malloc(edges * sizeof *program->centre);
  program->middle = malloc(edges * sizeof *program->middle);
  program->other = malloc(edges * sizeof *program->other);
  program->chosen = malloc(edges);
  program->blue = malloc(edges);
  program->columns = malloc((edges + 1) * sizeof *program->columns);
  program->coefficients = malloc((edges + 1) * sizeof *program->coefficients);
  program->weight = malloc(vertices * sizeof *program->weight);
  program->degree = malloc(vertices * sizeof *program->degree);
  program->ranked = malloc(edges * sizeof *program->ranked);
  program->members = malloc(vertices);
  program->is_root = malloc(vertices);
  if (program->label == NULL || program->vertex_of == NULL || program->edges == NULL || program->old_edge == NULL ||
      program->value == NULL || program->other == NULL || program->centre == NULL || program->middle == NULL ||
      program->chosen == NULL || program->blue == NULL || program->columns == NULL || program->coefficients == NULL ||
      program->weight == NULL || program->degree == NULL || program->ranked == NULL || program->members == NULL ||
      program->is_root == NULL || !tt_partition_make(&program->merged, program->position->vertex_count)) {
    return false;
  }
  collect_edges(program);
  return tt_partition_make(&program->clusters, program->vertex_count) &&
         network_make(&program->network, program->vertex_count, program->edge_count);
}

static void program_free(struct program *program) {
  network_free(&program->network);
  tt_partition_free(&program->clusters);
  tt_partition_free(&program->merged);
  free(program->priced);
  free(program->sets.members);
  free(program->is_root);
  free(program->members);
  free(program->ranked);
  free(program->degree);
  free(program->weight);
  free(program->coefficients);
  free(program->columns);
  free(program->blue);
  free(program->chosen);
  free(program->other);
  free(program->middle);
  free(program->centre);
  free(program->value);
  free(program->old_edge);
  free(program->edges);
  free(program->vertex_of);
  free(program->label);
}

/* Milliseconds left, 0 when there are none. */
static int time_left(const struct program *program) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double passed =
      (double)(now.tv_sec - program->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - program->start.tv_nsec);
  if (!(passed < program->seconds)) return 0;
  return (int)fmin(ceil(1e3 * (program->seconds - passed)), INT_MAX);
}

/* ---- Violated sets ---- */

static bool keep_set(struct program *program, const uint8_t *members, size_t oldest) {
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
    if (!keep_set(program, program->members, oldest)) return false;
  }
  return true;
}

static void add_arcs(struct network *network, uint32_t from, uint32_t to, int64_t forth, int64_t back) {
  const uint32_t arc = (uint32_t)network->arc_count;
  network->arc_count += 2;
  network->head[arc] = to;
  network->residual[arc] = forth;
  network->next[arc] = network->first[from];
  network->first[from] = arc;
  network->head[arc + 1] = from;
  network->residual[arc + 1] = back;
  network->next[arc + 1] = network->first[to];
  network->first[to] = arc + 1;
}

/* Breadth first; false when the sink cannot be reached any more, and the nodes with a level are the source's side. */
static bool find_levels(struct network *network) {
  for (uint32_t node = 0; node < network->node_count; node++) network->level[node] = NOWHERE;
  size_t tail = 0;
  network->level[network->source] = 0;
  network->queue[tail++] = network->source;
  for (size_t i = 0; i < tail; i++) {
    const uint32_t node = network->queue[i];
    for (uint32_t arc = network->first[node]; arc != NOWHERE; arc = network->next[arc]) {
      const uint32_t head = network->head[arc];
      if (network->residual[arc] <= 0 || network->level[head] != NOWHERE) continue;
      network->level[head] = network->level[node] + 1;
      network->queue[tail++] = head;
    }
  }
  return network->level[network->sink] != NOWHERE;
}

static int64_t push_along_path(struct network *network, size_t length) {
  int64_t amount = INT64_MAX;
  for (size_t i = 0; i < length; i++) {
    if (network->residual[network->path[i]] < amount) amount = network->residual[network->path[i]];
  }
  for (size_t i = 0; i < length; i++) {
    network->residual[network->path[i]] -= amount;
    network->residual[network->path[i] ^ 1] += amount;
  }
  return amount;
}

/* A blocking flow along the levels (Dinic 1970), depth first without recursion. */
static int64_t block_levels(struct network *network) {
  int64_t pushed = 0;
  size_t length = 0;
  uint32_t node = network->source;
  memcpy(network->cursor, network->first, network->node_count * sizeof *network->cursor);
  for (;;) {
    if (node == network->sink) {
      pushed += push_along_path(network, length);
      length = 0;
      node = network->source;
    }
    uint32_t arc = network->cursor[node];
    while (arc != NOWHERE &&
           (network->residual[arc] <= 0 || network->level[network->head[arc]] != network->level[node] + 1)) {
      arc = network->next[arc];
    }
    network->cursor[node] = arc;
    if (arc != NOWHERE) {
      network->path[length++] = arc;
      node = network->head[arc];
    } else if (length > 0) {
      network->level[node] = NOWHERE;
      node = network->head[network->path[--length] ^ 1];
    } else {
      return pushed;
    }
  }
}

static int64_t push_flow(struct network *network) {
  int64_t pushed = 0;
  while (find_levels(network)) pushed += block_levels(network);
  return pushed;
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
    add_arcs(network, network->source, v, 0, 0); /* source_arc(v); its capacity is below */
    add_arcs(network, v, network->sink, 2 * trees * UNIT, 0);
  }
  for (size_t e = 0; e < program->edge_count; e++) {
    const int64_t capacity = (int64_t)llround(value[e] * (double)UNIT);
    const struct tt_edge edge = program->edges[e];
    if (capacity <= 0) continue;
    add_arcs(network, edge.u, edge.v, capacity, capacity);
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
  const int64_t most = build_network(program, value, trees) + extra, base = push_flow(network);
  memcpy(network->saved, network->residual, network->arc_count * sizeof *network->saved);
  mark_roots(program, value, trees);
  for (uint32_t root = 0; root < program->vertex_count; root++) {
    if (!program->is_root[root]) continue;
    if (time_left(program) == 0) return tt_fail(error, TT_NO_RESOURCE, "%s", out_of_time);
    memcpy(network->residual, network->saved, network->arc_count * sizeof *network->saved);
    network->residual[source_arc(root)] += extra;
    if (base + push_flow(network) >= most - slack) continue;
    for (uint32_t v = 0; v < program->vertex_count; v++) program->members[v] = network->level[v] != NOWHERE;
    shrink_set(program, value, trees, program->members);
    if (!keep_set(program, program->members, oldest)) return tt_no_memory(error);
  }
  return TT_OK;
}

/* Sets that the points violate, the exact way only where the cheap one finds none. */
static enum tt_status separate(struct program *program, const double *const *points, size_t count, int trees,
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
  return separate(program, points, 2, 1, oldest, error);
}

/* Half of everything chosen violates nothing: it is the first centre. What the point halfway from the centre to the
 * optimum violates cuts deeper than what the optimum does, and takes a tenth of the rounds; where it violates nothing,
 * it is the next centre and the optimum's turn (Ben-Ameur and Neto 2007). */
static enum tt_status separate_split(struct program *program, size_t oldest, struct tt_error *error) {
  for (size_t e = 0; e < program->edge_count; e++) {
    program->middle[e] = (program->value[e] + program->centre[e]) / 2;
  }
  const enum tt_status status = separate_colours(program, program->middle, oldest, error);
  if (status != TT_OK || program->sets.count > oldest) return status;
  memcpy(program->centre, program->middle, program->edge_count * sizeof *program->centre);
  return separate_colours(program, program->value, oldest, error);
}

/* ---- The two programs; column 1 + e is edge e, row 1 + s is set s (bound) or the s-th of the split's ---- */

/* 2, and a fraction without pattern (Fibonacci hashing). */
static double edge_weight(size_t edge) {
  return 2 + (double)(((uint32_t)edge * 2654435769u) >> 22) / 1024;
}

static void set_column_bounds(glp_prob *lp, size_t edge, int low, int high) {
  glp_set_col_bnds(lp, 1 + (int)edge, low == high ? GLP_FX : GLP_DB, low, high);
  glp_set_col_stat(lp, 1 + (int)edge, low == high ? GLP_NS : GLP_NU); /* all up: dual feasible from the start */
}

static void begin_bound(struct program *program) {
  glp_set_obj_dir(program->lp, GLP_MAX);
  glp_add_cols(program->lp, (int)program->edge_count);
  for (size_t e = 0; e < program->edge_count; e++) {
    const bool is_virtual = e >= program->real_count;
    glp_set_obj_coef(program->lp, 1 + (int)e, is_virtual ? 1 : edge_weight(e));
    set_column_bounds(program->lp, e, 0, is_virtual ? 2 : 1);
  }
}

static void begin_split(struct program *program) {
  glp_erase_prob(program->lp);
  glp_set_obj_dir(program->lp, GLP_MAX);
  glp_add_cols(program->lp, (int)program->edge_count);
  for (size_t e = 0; e < program->edge_count; e++) {
    const int chosen = program->chosen[e];
    glp_set_obj_coef(program->lp, 1 + (int)e, edge_weight(e)); /* any blue forest will do: this picks one vertex */
    set_column_bounds(program->lp, e, chosen == 2, chosen > 0);
    program->centre[e] = chosen / 2.0;
  }
}

/* A row for each set from `oldest` on: of the bound, or, when trees is 1, of the split, where it holds for both
 * colours. */
static void add_rows(struct program *program, size_t oldest, int trees) {
  if (program->sets.count == oldest) return;
  int row = glp_add_rows(program->lp, (int)(program->sets.count - oldest));
  for (size_t s = oldest; s < program->sets.count; s++, row++) {
    const uint8_t *const members = program->sets.members + s * program->vertex_count;
    int rank = -1, held = 0, length = 0;
    for (uint32_t v = 0; v < program->vertex_count; v++) rank += members[v];
    for (size_t e = 0; e < program->edge_count; e++) {
      if (!members[program->edges[e].u] || !members[program->edges[e].v]) continue;
      if (trees == 1) held += program->chosen[e];
      program->columns[++length] = 1 + (int)e;
      program->coefficients[length] = 1;
    }
    glp_set_mat_row(program->lp, row, length, program->columns, program->coefficients);
    if (trees == 2) {
      glp_set_row_bnds(program->lp, row, GLP_UP, 0, 2 * rank);
    } else {
      glp_set_row_bnds(program->lp, row, held == 2 * rank ? GLP_FX : GLP_DB, held - rank, rank);
    }
  }
}

/* The dual simplex method goes on from the last basis. */
static enum tt_status optimise(struct program *program, struct tt_error *error) {
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.meth = GLP_DUALP;
  control.presolve = GLP_OFF;
  control.tm_lim = time_left(program);
  if (control.tm_lim == 0) return tt_fail(error, TT_NO_RESOURCE, "%s", out_of_time);
  const int code = glp_simplex(program->lp, &control);
  if (code == GLP_ETMLIM) return tt_fail(error, TT_NO_RESOURCE, "%s", out_of_time);
  const int state = glp_get_status(program->lp);
  if (code != 0 || state != GLP_OPT) {
    return tt_fail(error, TT_NO_RESOURCE, "undecided: GLPK ended with code %d and status %d", code, state);
  }
  for (size_t e = 0; e < program->edge_count; e++) program->value[e] = glp_get_col_prim(program->lp, 1 + (int)e);
  return TT_OK;
}

/* The values as whole numbers. */
static enum tt_status round_values(const struct program *program, uint8_t *whole, struct tt_error *error) {
  for (size_t e = 0; e < program->edge_count; e++) {
    const double value = program->value[e], nearest = round(value);
    if (!(fabs(value - nearest) <= TOLERANCE && nearest >= 0 && nearest <= 2)) {
      return tt_fail(error, TT_NO_RESOURCE, "undecided: the last point of ilp is fractional");
    }
    whole[e] = (uint8_t)nearest;
  }
  return TT_OK;
}

/* Solves and adds violated rows in turn until there are none. */
static enum tt_status solve_bound(struct program *program, struct tt_error *error) {
  begin_bound(program);
  memset(program->members, 1, program->vertex_count); /* the row that is nearly always needed */
  if (!keep_set(program, program->members, 0)) return tt_no_memory(error);
  for (size_t oldest = 0; oldest < program->sets.count;) {
    add_rows(program, oldest, 2);
    oldest = program->sets.count;
    enum tt_status status = optimise(program, error);
    const double *const points[1] = {program->value};
    if (status == TT_OK) status = separate(program, points, 1, 2, oldest, error);
    if (status != TT_OK) return status;
  }
  program->priced_count = program->sets.count;
  program->priced = malloc(program->priced_count);
  if (program->priced == NULL) return tt_no_memory(error);
  for (size_t s = 0; s < program->priced_count; s++) {
    program->priced[s] = glp_get_row_dual(program->lp, 1 + (int)s) > TOLERANCE;
  }
  return round_values(program, program->chosen, error);
}

static enum tt_status solve_split(struct program *program, struct tt_error *error) {
  begin_split(program);
  size_t oldest;
  do {
    oldest = program->sets.count;
    enum tt_status status = optimise(program, error);
    if (status == TT_OK) status = separate_split(program, oldest, error);
    if (status != TT_OK) return status;
    add_rows(program, oldest, 1);
  } while (program->sets.count > oldest);
  return round_values(program, program->blue, error);
}

/* ---- GLPK's environment ---- */

static int swallow_output(void *unused, const char *text) {
  (void)unused, (void)text;
  return 1;
}

static void leave_glpk(void *escape) {
  longjmp(*(jmp_buf *)escape, 1);
}

/* Where memory ends, GLPK aborts the process unless its error hook leaves by longjmp; its environment, one for each
 * thread, is then good for nothing but glp_free_env. What lies between owns nothing that is not in *program. */
static enum tt_status solve_program(struct program *program, struct tt_error *error) {
  jmp_buf escape;
  if (glp_init_env() > 1) return tt_no_memory(error);
  if (setjmp(escape) != 0) {
    glp_free_env();
    return tt_fail(error, TT_NO_RESOURCE, "undecided: GLPK stopped on an error, as it does when out of memory");
  }
  glp_error_hook(leave_glpk, &escape);
  glp_term_hook(swallow_output, NULL);
  program->lp = glp_create_prob();
  enum tt_status status = solve_bound(program, error);
  if (status == TT_OK) status = solve_split(program, error);
  glp_delete_prob(program->lp);
  glp_term_hook(NULL, NULL);
  glp_error_hook(NULL, NULL);
  return status;
}

/* ---- What the optimum says ---- */

static void read_colours(const struct program *program, struct tt_forests *forests) {
  const size_t copies = program->position->edge_count;
  for (size_t e = 0; e < program->edge_count; e++) {
    const int held[2] = {program->blue[e], program->chosen[e] - program->blue[e]};
    for (int colour = 0; colour < 2; colour++) {
      if (held[colour] == 0) continue;
      const uint8_t mark = colour == 0 ? TT_MARK_BLUE : TT_MARK_RED;
      if (e < program->real_count) {
        forests->colour[program->old_edge[e]] = mark;
        forests->size++;
      } else if (forests->tempo < 2) {
        forests->colour[copies + forests->tempo++] = mark;
      }
    }
  }
}

/* The first copy of e* is blue. */
static void put_first_copy_in_blue(struct tt_forests *forests, size_t edge_count) {
  if (forests->colour[edge_count] != TT_MARK_RED) return;
  for (size_t i = 0; i < edge_count + 2; i++) {
    if (forests->colour[i] != TT_MARK_NONE) forests->colour[i] = TT_MARK_BLUE + TT_MARK_RED - forests->colour[i];
  }
}

/* Merges the tight sets, those that hold both A and B only when asked to. */
static void merge_tight_sets(struct program *program, bool with_terminals) {
  for (size_t s = 0; s < program->priced_count; s++) {
    const uint8_t *const members = program->sets.members + s * program->vertex_count;
    const bool has_terminals = members[program->terminal_a] && members[program->terminal_b];
    if (!program->priced[s] || (has_terminals && !with_terminals)) continue;
    uint32_t last = NOWHERE;
    for (uint32_t v = 0; v < program->vertex_count; v++) {
      if (!members[v]) continue;
      if (last != NOWHERE) tt_partition_unite(&program->merged, program->vertex_of[last], program->vertex_of[v]);
      last = v;
    }
  }
}

static void write_parts(struct program *program, uint32_t *part) {
  for (uint32_t v = 0; v < program->position->vertex_count; v++) part[v] = tt_partition_find(&program->merged, v);
}

static void read_parts(struct program *program, struct tt_forests *forests) {
  if (forests->tempo > 0) {
    merge_tight_sets(program, false);
    write_parts(program, forests->part_before);
  }
  merge_tight_sets(program, true);
  write_parts(program, forests->part);
  if (forests->tempo == 0) write_parts(program, forests->part_before);
}

/* The two calls that prove the verdict, as at the head of this file. */
static enum tt_status prove_forests(const struct tt_graph *position, struct tt_forests *forests,
                                    struct tt_error *error) {
  const uint32_t a = position->terminal_a, b = position->terminal_b;
  uint8_t *const copies = forests->colour + position->edge_count;
  const uint8_t kept[2] = {copies[0], copies[1]};
  bool largest = false, most_copies = false;
  copies[0] = copies[1] = TT_MARK_NONE;
  enum tt_status status = tt_forests_check(position, forests->colour, forests->part_before, &largest, error);
  copies[0] = kept[0];
  copies[1] = kept[1];
  if (status == TT_OK) status = tt_forests_check(position, forests->colour, forests->part, &most_copies, error);
  if (status != TT_OK) return status;
  const bool no_copy_more = forests->tempo == 2 || forests->part[a] == forests->part[b];
  const bool apart_before = forests->tempo == 0 || forests->part_before[a] != forests->part_before[b];
  if (largest && most_copies && no_copy_more && apart_before) return TT_OK;
  return tt_fail(error, TT_NO_RESOURCE, "undecided: the exact check refuses what GLPK proposes to ilp");
}

static enum tt_status read_forests(struct program *program, struct tt_forests *forests, struct tt_error *error) {
  const struct tt_graph *const position = program->position;
  forests->colour = calloc(position->edge_count + 2, sizeof *forests->colour);
  forests->part = malloc(position->vertex_count * sizeof *forests->part);
  forests->part_before = malloc(position->vertex_count * sizeof *forests->part_before);
  if (forests->colour == NULL || forests->part == NULL || forests->part_before == NULL) return tt_no_memory(error);
  forests->joined = program->terminal_a == program->terminal_b;
  read_colours(program, forests);
  put_first_copy_in_blue(forests, position->edge_count);
  read_parts(program, forests);
  return prove_forests(position, forests, error);
}

enum tt_status tt_ilp_make(struct tt_forests *forests, const struct tt_graph *position, double seconds,
                           struct tt_error *error) {
  *forests = (struct tt_forests){0};
  const size_t undecided = tt_graph_count(position, TT_UNDECIDED);
  if (undecided > TT_ILP_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "ilp takes at most %d undecided edges; this position has %zu", TT_ILP_LIMIT,
                   undecided);
  }
  struct program program = {.position = position, .seconds = seconds};
  clock_gettime(CLOCK_MONOTONIC, &program.start);
  enum tt_status status = program_make(&program, undecided) ? TT_OK : tt_no_memory(error);
  if (status == TT_OK && program.edge_count > 0) status = solve_program(&program, error);
  if (status == TT_OK) status = read_forests(&program, forests, error);
  if (status != TT_OK) tt_forests_free(forests);
  program_free(&program);
  return status;
}

/* ---- The witness ---- */

#define SECONDS_A_QUESTION 10.0

static void *open_witness(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* a question keeps nothing for the next */
}

static enum tt_status ask_witness(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  (void)work;
  struct tt_forests forests;
  const enum tt_status status = tt_ilp_make(&forests, position, SECONDS_A_QUESTION, error);
  if (status != TT_OK) return status;
  *verdict = (struct tt_verdict){.short_wins_second = forests.tempo == 0, .short_wins_first = forests.tempo < 2};
  tt_forests_free(&forests);
  return TT_OK;
}

/* GLPK keeps an environment for each thread. It is released where nothing that somebody else made lives in it. */
static void close_witness(void *work) {
  int blocks = 0;
  if (glp_init_env() <= 1) glp_mem_usage(&blocks, NULL, NULL, NULL);
  if (blocks == 0) glp_free_env();
  free(work);
}

const struct tt_witness tt_witness_ilp = {
    .name = "ilp",
    .summary = "GLPK on two forest polytopes, rows by minimum cuts, verdicts proved in integers",
    .edge_limit = TT_ILP_LIMIT,
    .sweep_limit = 10,
    .open = open_witness,
    .ask = ask_witness,
    .close = close_witness,
};
