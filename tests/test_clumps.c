/* test_clumps.c: every maximal clump against pebbles: two vertices are in one exactly when Short, moving second, wins
 * between them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/support.h"
#include "treetest/treetest.h"

static bool short_wins_between(struct tt_graph *graph, uint32_t u, uint32_t v) {
  struct tt_pebbles pebbles;
  graph->terminal_a = u;
  graph->terminal_b = v;
  assert_int_equal(tt_pebbles_make(&pebbles, graph, TT_DEPTH_FIRST, 0, NULL), TT_OK);
  return pebbles.tempo == 0;
}

/* How many pairs of vertices the partition has wrong. */
static unsigned wrong_pairs(struct tt_graph *graph, const uint32_t *part) {
  unsigned wrong = 0;
  for (uint32_t v = 1; v < graph->vertex_count; v++) {
    for (uint32_t u = 0; u < v; u++) wrong += (part[u] == part[v]) != short_wins_between(graph, u, v);
  }
  return wrong;
}

static uint32_t *clumps_of(const struct tt_graph *graph) {
  uint32_t *const part = malloc((graph->vertex_count + 1) * sizeof *part);
  assert_non_null(part);
  assert_int_equal(tt_clumps_make(part, graph, NULL), TT_OK);
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    assert_true(part[vertex] <= vertex); /* the first vertex of the clump names it */
    assert_int_equal(part[part[vertex]], part[vertex]);
  }
  return part;
}

static void test_random_graphs(void **state) {
  (void)state;
  const unsigned rounds = getenv("TT_LONG") != NULL ? 60000 : 4000;
  unsigned clumps = 0, broken = 0;
  for (unsigned round = 0; round < rounds; round++) {
    struct tt_graph *const graph = support_random_graph(support_seed(20261201) + round, 3 + round % 20, 5 + round % 57);
    uint32_t *const part = clumps_of(graph);
    if (wrong_pairs(graph, part) > 0) fail_msg("TT_SEED=%u: %s", 20261201 + round, support_text(graph));
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
      if (part[vertex] == vertex) continue;
      clumps++;
      part[vertex] = vertex; /* one vertex short */
      broken += wrong_pairs(graph, part) > 0;
      break;
    }
    free(part);
    tt_graph_free(graph);
  }
  assert_true(clumps > rounds / 4);
  assert_int_equal(broken, clumps);
  printf("%u graphs with clumps\n", clumps);
}

/* Blobs of nine vertices hung together by few edges: clumps in clumps, and nearly. */
static void test_blobs(void **state) {
  (void)state;
  struct support_random random = {support_seed(77)};
  for (unsigned round = 0; round < 60; round++) {
    struct tt_graph *const graph = tt_graph_new("blobs", 45);
    for (unsigned edge = 0; edge < 90 + support_below(&random, 40); edge++) {
      const uint32_t blob = 9 * support_below(&random, 5);
      assert_true(tt_graph_add_edge(graph, blob + support_below(&random, 9), blob + support_below(&random, 9)));
    }
    for (unsigned edge = 0; edge < 8 + support_below(&random, 8); edge++) {
      assert_true(tt_graph_add_edge(graph, support_below(&random, 45), support_below(&random, 45)));
    }
    uint32_t *const part = clumps_of(graph);
    assert_int_equal(wrong_pairs(graph, part), 0);
    free(part);
    tt_graph_free(graph);
  }
}

static void test_families(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint32_t parts;
  } families[] = {{"bridgit:60", 60 * 59 + 2},
                  {"grid:50x50", 2500},
                  {"ladder:400", 800},
                  {"routes:500", 502},
                  {"random-trees:3000", 1},
                  {"doubled-path:800", 1},
                  {"k:40", 1},
                  {"wheel:300", 1},
                  {"k:2", 2}};
  for (size_t index = 0; index < sizeof families / sizeof families[0]; index++) {
    struct tt_graph *const graph = support_graph(families[index].name);
    uint32_t *const part = clumps_of(graph), parts = 0;
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) parts += part[vertex] == vertex;
    if (parts != families[index].parts) fail_msg("%s: %u parts", families[index].name, parts);
    free(part);
    tt_graph_free(graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_graphs),
      cmocka_unit_test(test_blobs),
      cmocka_unit_test(test_families),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
