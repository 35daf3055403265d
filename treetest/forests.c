/* forests.c: what a largest pair of edge-disjoint forests proves: the tempo count, the trees, the partition.
 *
 * Short wins moving second when no copy of e* fits beside a largest pair (tempo 0), moving first when one does (tempo
 * 1), not at all when two do (tempo 2): a pair of trees on a set with A and B is what leaves no room for e* there. */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"
#include "treetest/treetest.h"

#define NO_VERTEX UINT32_MAX

void tt_forests_free(struct tt_forests *forests) {
  free(forests->colour);
  free(forests->part);
  free(forests->part_before);
  forests->colour = NULL;
  forests->part = forests->part_before = NULL;
}

/* Vertices that only secured edges touch are in no node of the finder. first[] has room for a name for each vertex. */
static enum tt_status name_secured_parts(uint32_t *part, const struct tt_graph *position, const struct tt_rest *rest,
                                         uint32_t *first, struct tt_error *error) {
  struct tt_partition partition;
  if (!tt_partition_make(&partition, position->vertex_count)) return tt_no_memory(error);
  memset(first, 0xff, position->vertex_count * sizeof *first); /* NO_VERTEX */
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_SECURED) continue;
    tt_partition_unite(&partition, position->edges[edge].u, position->edges[edge].v);
  }
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    if (rest->new_vertex[vertex] != NO_VERTEX) continue;
    uint32_t *const name = &first[tt_partition_find(&partition, vertex)];
    if (*name == NO_VERTEX) *name = vertex;
    part[vertex] = *name;
  }
  tt_partition_free(&partition);
  return TT_OK;
}

enum tt_status finder_parts(uint32_t *part, struct finder *finder, const struct tt_graph *position,
                            const struct tt_rest *rest, struct tt_error *error) {
  uint32_t *const first = malloc(((size_t)position->vertex_count + 1) * sizeof *first);
  if (first == NULL) return tt_no_memory(error);
  memset(first, 0xff, position->vertex_count * sizeof *first); /* NO_VERTEX */
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    part[vertex] = vertex;
    const uint32_t moved = rest->new_vertex == NULL ? vertex : rest->new_vertex[vertex];
    if (moved == NO_VERTEX) continue;
    uint32_t *const name = &first[finder_node(finder, moved)];
    if (*name == NO_VERTEX) *name = vertex;
    part[vertex] = *name;
  }
  enum tt_status status = TT_OK;
  if (tt_graph_count(position, TT_SECURED) > 0) status = name_secured_parts(part, position, rest, first, error);
  free(first);
  return status;
}

/* What is left of a position in which nothing is secured is the graph itself, and needs no memory: deleted edges are
 * left out by their state. */
static enum tt_status make_rest(struct tt_rest *rest, const struct tt_graph *position, struct tt_error *error) {
  if (tt_graph_count(position, TT_SECURED) > 0) return tt_rest_make(rest, position, error);
  *rest = (struct tt_rest){.vertex_count = position->vertex_count,
                           .terminal_a = position->terminal_a,
                           .terminal_b = position->terminal_b,
                           .edge_count = position->edge_count,
                           .edges = position->edges};
  return TT_OK;
}

static void free_rest(struct tt_rest *rest, const struct tt_graph *position) {
  if (rest->edges != position->edges) tt_rest_free(rest);
}

static size_t old_edge(const struct tt_rest *rest, size_t edge) {
  return rest->old_edge == NULL ? edge : rest->old_edge[edge];
}

static void copy_colours(struct tt_forests *forests, const struct finder *finder, const struct tt_graph *position,
                         const struct tt_rest *rest) {
  static const uint8_t marks[] = {TT_MARK_BLUE, TT_MARK_RED, TT_MARK_NONE};
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    forests->colour[old_edge(rest, edge)] = marks[finder->colour[edge]];
    forests->size += finder->colour[edge] != NONE;
  }
  for (size_t copy = 0; copy < 2; copy++) {
    forests->colour[position->edge_count + copy] = marks[finder->colour[rest->edge_count + copy]];
  }
}

static enum tt_status find_forests(struct tt_forests *forests, struct finder *finder, const struct tt_graph *position,
                                   const struct tt_rest *rest, struct tt_error *error) {
  enum tt_status status = finder_parts(forests->part_before, finder, position, rest, error);
  while (!rest->joined && forests->tempo < 2 && finder_add(finder, finder->edge_count - 2 + forests->tempo)) {
    forests->tempo++;
  }
  if (status == TT_OK) status = finder_parts(forests->part, finder, position, rest, error);
  copy_colours(forests, finder, position, rest);
  forests->joined = rest->joined;
  return status;
}

/* The arrays of the answer come last, when the finder needs least. */
static bool allocate(struct tt_forests *forests, const struct tt_graph *position) {
  const size_t vertices = (size_t)position->vertex_count + 1;
  forests->colour = calloc(position->edge_count + 2, 1);
  forests->part = malloc(vertices * sizeof *forests->part);
  forests->part_before = malloc(vertices * sizeof *forests->part_before);
  return forests->colour != NULL && forests->part != NULL && forests->part_before != NULL;
}

enum tt_status tt_forests_make(struct tt_forests *forests, const struct tt_graph *position, struct tt_error *error) {
  *forests = (struct tt_forests){0};
  struct tt_rest rest;
  enum tt_status status = make_rest(&rest, position, error);
  if (status != TT_OK) return status;
  struct finder finder = {0};
  if (rest.edge_count > UINT32_MAX - 3 || rest.vertex_count > UINT32_MAX / 2) {
    status = tt_fail(error, TT_BAD_INPUT, "forests takes at most 2^32 - 4 undecided edges and 2^31 - 1 vertices");
  } else if (!finder_make(&finder, &rest, rest.edges == position->edges ? position->states : NULL, FINDER_CLUMPS) ||
             !allocate(forests, position)) {
    status = tt_no_memory(error);
  } else {
    status = find_forests(forests, &finder, position, &rest, error);
  }
  finder_free(&finder);
  free_rest(&rest, position);
  if (status != TT_OK) tt_forests_free(forests);
  return status;
}

enum tt_status tt_forests_pair(const struct tt_forests *forests, const struct tt_graph *position,
                               struct tt_tree_pair *pair, struct tt_error *error) {
  if (forests->tempo == 2) return tt_fail(error, TT_REFUTED, "no two trees: the tempo is 2");
  if (forests->joined) return tt_tree_pair_make(pair, 0) ? TT_OK : tt_no_memory(error);
  const uint32_t home = forests->part[position->terminal_a];
  size_t count[3] = {0};
  for (unsigned pass = 0; pass < 2; pass++) {
    if (pass == 1 && !tt_tree_pair_make(pair, count[TT_MARK_BLUE])) return tt_no_memory(error);
    count[TT_MARK_BLUE] = count[TT_MARK_RED] = 0;
    for (size_t edge = 0; edge <= position->edge_count; edge++) {
      const uint8_t colour = forests->colour[edge];
      const uint32_t end = edge < position->edge_count ? position->edges[edge].u : position->terminal_a;
      const uint32_t far = edge < position->edge_count ? position->edges[edge].v : position->terminal_b;
      if (colour == TT_MARK_NONE || forests->part[end] != home || forests->part[far] != home) continue;
      if (pass == 1) (colour == TT_MARK_BLUE ? pair->blue : pair->red)[count[colour]] = edge;
      count[colour]++;
    }
  }
  tt_tree_pair_blue_virtual(pair, position);
  return TT_OK;
}

/* ---- The witness ---- */

static void *forests_open(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* nothing is kept between questions */
}

static enum tt_status forests_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  (void)work;
  struct tt_forests forests;
  const enum tt_status status = tt_forests_make(&forests, position, error);
  if (status != TT_OK) return status;
  *verdict = (struct tt_verdict){forests.tempo < 1, forests.tempo < 2};
  tt_forests_free(&forests);
  return TT_OK;
}

const struct tt_witness tt_witness_forests = {
    .name = "forests",
    .summary = "matroid union of two forests and the tempo count; polynomial",
    .edge_limit = SIZE_MAX,
    .sweep_limit = 40,
    .open = forests_open,
    .ask = forests_ask,
    .close = free,
};
