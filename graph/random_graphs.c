/* random_graphs.c: families of random graphs, for measurements and for tests of large graphs. */
#include <stdlib.h>

#include "graph/families.h"

/* xorshift64* (Vigna 2016), started through one step of splitmix64, since neighbouring sizes must not look alike. */
static uint64_t start_of(uint32_t first, uint32_t second) {
  uint64_t state = ((uint64_t)first << 32 | second) + 0x9e3779b97f4a7c15U;
  state = (state ^ state >> 30) * 0xbf58476d1ce4e5b9U;
  state = (state ^ state >> 27) * 0x94d049bb133111ebU;
  state ^= state >> 31;
  return state == 0 ? 1 : state;
}

static uint32_t below(uint64_t *state, uint32_t limit) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return (uint32_t)(((*state * 0x2545f4914f6cdd1dU >> 32) * limit) >> 32);
}

/* random:NxM: both ends of each edge are drawn from all vertices; loops and parallel edges come as they come. */
bool random_build(struct tt_graph *graph, uint32_t vertices, uint32_t edges) {
  uint64_t state = start_of(vertices, edges);
  for (uint32_t edge = 0; edge < edges; edge++) {
    const uint32_t u = below(&state, vertices), v = below(&state, vertices);
    if (!tt_graph_add_edge(graph, u, v)) return false;
  }
  return true;
}

static void shuffle(uint32_t *list, uint32_t count, uint64_t *state) {
  for (uint32_t index = count; index > 1; index--) {
    const uint32_t other = below(state, index), moved = list[index - 1];
    list[index - 1] = list[other];
    list[other] = moved;
  }
}

/* random-trees:N: two random recursive trees, each in its own random order of the vertices. */
bool random_trees_build(struct tt_graph *graph, uint32_t vertices, uint32_t unused) {
  (void)unused;
  uint64_t state = start_of(vertices, 2);
  uint32_t *const order = malloc(((size_t)vertices + 1) * sizeof *order);
  bool made = order != NULL;
  for (unsigned tree = 0; tree < 2 && made; tree++) {
    for (uint32_t vertex = 0; vertex < vertices; vertex++) order[vertex] = vertex;
    shuffle(order, vertices, &state);
    for (uint32_t index = 1; index < vertices && made; index++) {
      made = tt_graph_add_edge(graph, order[index], order[below(&state, index)]);
    }
  }
  free(order);
  return made;
}

/* random-regular:N: four half-edges a vertex, paired at random (Bollobas 1980). */
bool random_regular_build(struct tt_graph *graph, uint32_t vertices, uint32_t unused) {
  (void)unused;
  uint64_t state = start_of(vertices, 4);
  uint32_t *const halves = malloc(((size_t)vertices * 4 + 1) * sizeof *halves);
  bool made = halves != NULL;
  for (uint32_t half = 0; made && half < 4 * vertices; half++) halves[half] = half / 4;
  if (made) shuffle(halves, 4 * vertices, &state);
  for (uint32_t edge = 0; edge < 2 * vertices && made; edge++) {
    made = tt_graph_add_edge(graph, halves[2 * edge], halves[2 * edge + 1]);
  }
  free(halves);
  return made;
}
