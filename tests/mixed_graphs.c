/* mixed_graphs.c: random positions of many shapes (see mixed_graphs.h). */
#include "tests/mixed_graphs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct shape {
  struct support_random random;
  unsigned most; /* vertices */
  struct tt_graph *graph;
};

static uint32_t below(struct shape *shape, uint32_t limit) {
  return support_below(&shape->random, limit);
}

static void begin(struct shape *shape, uint32_t vertices) {
  shape->graph = tt_graph_new("mixed", vertices < 2 ? 2 : vertices);
  if (shape->graph == NULL) fail_msg("out of memory");
}

static void add(struct shape *shape, uint32_t u, uint32_t v) {
  if (!tt_graph_add_edge(shape->graph, u, v)) fail_msg("out of memory");
}

/* ---- Shapes ---- */

/* Any density from none to six edges a vertex; loops and parallel edges come as they come. */
static void uniform(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1), edges = below(shape, 1 + below(shape, 6 * vertices));
  begin(shape, vertices);
  for (uint32_t edge = 0; edge < edges; edge++) add(shape, below(shape, vertices), below(shape, vertices));
}

/* About two edges a vertex, where outcomes turn. */
static void critical(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1), edges = vertices + below(shape, 2 * vertices);
  begin(shape, vertices);
  for (uint32_t edge = 0; edge < edges; edge++) add(shape, below(shape, vertices), below(shape, vertices));
}

/* Short edges make clumps, long ones tie them up. */
static void near_and_far(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1), edges = below(shape, 3 * vertices);
  const uint32_t near = 1 + below(shape, 1 + below(shape, vertices));
  begin(shape, vertices);
  for (uint32_t edge = 0; edge < edges; edge++) {
    const uint32_t u = below(shape, vertices);
    add(shape, u, below(shape, 4) > 0 ? (u + below(shape, near)) % vertices : below(shape, vertices));
  }
}

static void mesh(struct shape *shape) {
  const uint32_t rows = 1 + below(shape, shape->most < 100 ? 8 : shape->most / 12);
  const uint32_t columns = 2 + below(shape, shape->most / rows < 2 ? 1 : shape->most / rows);
  const uint32_t diagonals = below(shape, 3);
  begin(shape, rows * columns);
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < columns; column++) {
      const uint32_t vertex = row * columns + column;
      if (column + 1 < columns) add(shape, vertex, vertex + 1);
      if (row + 1 < rows) add(shape, vertex, vertex + columns);
      if (column + 1 < columns && row + 1 < rows && diagonals * 10 > below(shape, 40)) {
        add(shape, vertex, vertex + columns + 1);
      }
    }
  }
}

static void named(struct shape *shape, const char *format, unsigned size) {
  char name[40];
  snprintf(name, sizeof name, format, size);
  shape->graph = support_graph(name);
}

/* A board has no edge to spare with e*. */
static void board(struct shape *shape) {
  uint32_t size = 1;
  while ((size + 1) * size + 2 <= shape->most) size++;
  named(shape, "bridgit:%u", size - below(shape, 1 + size / 2));
}

static void add_tree(struct shape *shape, uint32_t from, uint32_t vertices) {
  const uint32_t reach = 1 + below(shape, vertices); /* how far back a vertex may hang: 1 makes a path */
  for (uint32_t vertex = 1; vertex < vertices; vertex++) {
    const uint32_t back = 1 + below(shape, vertex < reach ? vertex : reach);
    add(shape, from + vertex, from + vertex - back);
  }
}

static void two_trees(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1);
  begin(shape, vertices);
  add_tree(shape, 0, vertices);
  add_tree(shape, 0, vertices);
  if (below(shape, 2) > 0) mixed_relabel(shape->graph, &shape->random);
  const uint32_t first = below(shape, 3);
  for (uint32_t extra = 0; extra < first; extra++) add(shape, below(shape, vertices), below(shape, vertices));
}

/* Blobs of about two trees each or more, and a few edges between them. */
static void blobs(struct shape *shape) {
  const uint32_t count = 2 + below(shape, 8), size = 1 + below(shape, 1 + shape->most / count);
  begin(shape, count * size);
  for (uint32_t blob = 0; blob < count; blob++) {
    add_tree(shape, blob * size, size);
    add_tree(shape, blob * size, size);
    const uint32_t more = below(shape, 2 + size / 2);
    for (uint32_t edge = 0; edge < more; edge++) {
      add(shape, blob * size + below(shape, size), blob * size + below(shape, size));
    }
  }
  const uint32_t between = below(shape, 3 * count);
  for (uint32_t edge = 0; edge < between; edge++) add(shape, below(shape, count * size), below(shape, count * size));
}

/* Every vertex hangs on earlier ones by two edges, some by three, some by one: sparse up to a few edges. */
static void two_each(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1), odd = 2 + below(shape, 40);
  begin(shape, vertices);
  for (uint32_t vertex = 1; vertex < vertices; vertex++) {
    const uint32_t edges = below(shape, odd) > 0 ? 2 : 1 + 2 * below(shape, 2);
    for (uint32_t edge = 0; edge < edges; edge++) add(shape, vertex, below(shape, vertex));
  }
}

/* Four half-edges a vertex, paired as they come after a shuffle of their own. */
static void four_each(struct shape *shape) {
  const uint32_t vertices = 2 + below(shape, shape->most - 1);
  uint32_t *const halves = malloc(4 * (size_t)vertices * sizeof *halves);
  if (halves == NULL) fail_msg("out of memory");
  begin(shape, vertices);
  for (uint32_t half = 0; half < 4 * vertices; half++) {
    const uint32_t other = below(shape, half + 1);
    halves[half] = halves[other];
    halves[other] = half / 4;
  }
  for (uint32_t edge = 0; edge < 2 * vertices; edge++) add(shape, halves[2 * edge], halves[2 * edge + 1]);
  free(halves);
}

/* Paths with doubled edges and others with one end far from the other: searches go all the way. */
static void long_ways(struct shape *shape) {
  static const char *const formats[] = {"doubled-path:%u", "shuttle:%u", "ladder:%u", "routes:%u"};
  const unsigned kind = below(shape, 4), size = 1 + below(shape, shape->most - 2);
  named(shape, formats[kind], kind == 1 || kind == 2 ? 1 + size / 2 : kind == 1 ? 1 + size / 4 : size);
  const uint32_t extra = below(shape, 4);
  for (uint32_t edge = 0; edge < extra; edge++) {
    add(shape, below(shape, shape->graph->vertex_count), below(shape, shape->graph->vertex_count));
  }
}

/* A hub or two with much else at random. */
static void hubs(struct shape *shape) {
  const uint32_t vertices = 4 + below(shape, shape->most - 3), hub_count = 1 + below(shape, 3);
  begin(shape, vertices);
  for (uint32_t vertex = 1; vertex < vertices; vertex++) {
    if (below(shape, 8) > 0) add(shape, vertex, below(shape, hub_count));
    if (below(shape, 3) > 0) add(shape, vertex, vertex - 1);
    if (below(shape, 16) == 0) add(shape, vertex, below(shape, vertices));
  }
}

static void complete(struct shape *shape) {
  named(shape, "k:%u", 2 + below(shape, shape->most < 30 ? shape->most - 1 : 29));
}

/* ---- What is done to all ---- */

void mixed_shuffle_edges(struct tt_graph *graph, struct support_random *random) {
  for (size_t index = graph->edge_count; index > 1; index--) {
    const size_t other = support_below(random, (unsigned)index);
    const struct tt_edge edge = graph->edges[index - 1], moved = graph->edges[other];
    const uint8_t state = graph->states[index - 1];
    graph->edges[index - 1] = moved;
    graph->edges[other] = support_below(random, 2) > 0 ? edge : (struct tt_edge){edge.v, edge.u};
    graph->states[index - 1] = graph->states[other];
    graph->states[other] = state;
  }
}

void mixed_relabel(struct tt_graph *graph, struct support_random *random) {
  uint32_t *const label = malloc(graph->vertex_count * sizeof *label);
  if (label == NULL) fail_msg("out of memory");
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    const uint32_t other = support_below(random, vertex + 1);
    label[vertex] = label[other];
    label[other] = vertex;
  }
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    graph->edges[edge] = (struct tt_edge){label[graph->edges[edge].u], label[graph->edges[edge].v]};
  }
  graph->terminal_a = label[graph->terminal_a];
  graph->terminal_b = label[graph->terminal_b];
  free(label);
}

static void decide_some(struct shape *shape) {
  struct tt_graph *const graph = shape->graph;
  const uint32_t one_in = 2 + below(shape, 60), what = below(shape, 4);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (below(shape, one_in) > 0) continue;
    graph->states[edge] = (uint8_t)(what == 0 ? TT_SECURED : what == 1 ? TT_DELETED : 1 + below(shape, 2));
  }
}

struct tt_graph *mixed_graph(uint64_t seed, unsigned most_vertices) {
  static void (*const shapes[])(struct shape *) = {uniform, critical, near_and_far, mesh,      board, two_trees,
                                                   blobs,   two_each, four_each,    long_ways, hubs,  complete};
  struct shape shape = {.random = {seed}, .most = most_vertices < 8 ? 8 : most_vertices};
  shapes[below(&shape, sizeof shapes / sizeof shapes[0])](&shape);
  struct tt_graph *const graph = shape.graph;
  if (below(&shape, 3) > 0) {
    graph->terminal_a = below(&shape, graph->vertex_count);
    graph->terminal_b = (graph->terminal_a + 1 + below(&shape, graph->vertex_count - 1)) % graph->vertex_count;
  }
  if (below(&shape, 5) < 2) decide_some(&shape);
  if (below(&shape, 2) > 0) mixed_relabel(graph, &shape.random);
  if (below(&shape, 2) > 0) mixed_shuffle_edges(graph, &shape.random);
  return graph;
}
