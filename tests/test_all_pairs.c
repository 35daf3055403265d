/* test_all_pairs.c: the outcome of every pair of terminals from one pebble game, against the one-pair finder `forests`.
 *
 * Every graph of up to seven vertices, random multigraphs of up to 64 by seed; whatever the order of the edges and the
 * names of the vertices, the answer is the same; what the sets must be by themselves: clumps an equivalence relation,
 * not_cut symmetric, and no pair the worse for Short by an edge more.
 *
 * The test is tested by a second build of treetest/all_pairs.c in which the largest closed set around two nodes is
 * mistaken for the smallest: it must be found out, on the five-vertex graph that is known to show it. TT_LONG=1 takes
 * more random graphs and all graphs of eight vertices; a failure prints the seed, which TT_SEED repeats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "treetest/treetest.h"

/* ---- A second build, broken ---- */

/* A macro tells the definition of closed_set, whose first parameter begins with `const`, from its calls. */
#define closed_set(first, second, third) CLOSED_SET_##first, second, third)
#define CLOSED_SET_const __attribute__((unused)) largest_closed_set(const
#define CLOSED_SET_game reach(game
#define tt_all_pairs_make broken_all_pairs_make
void broken_all_pairs_make(struct tt_all_pairs *pairs, unsigned vertex_count, const struct tt_edge *edges,
                           size_t edge_count);
#include "treetest/all_pairs.c"
#undef tt_all_pairs_make
#undef FREE
#undef VERTICES

/* ---- Comparing ---- */

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

static enum tt_outcome outcome_of(const struct tt_all_pairs *pairs, unsigned u, unsigned v) {
  if ((pairs->clump[u] >> v & 1) != 0) return TT_SHORT;
  return (pairs->not_cut[u] >> v & 1) != 0 ? TT_FIRST : TT_CUT;
}

static enum tt_outcome outcome_by_forests(struct tt_graph *graph, unsigned u, unsigned v) {
  struct tt_forests forests;
  struct tt_error error = {0};
  graph->terminal_a = u;
  graph->terminal_b = v;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) fail_msg("%s", error.text);
  const unsigned tempo = forests.tempo;
  tt_forests_free(&forests);
  return (enum tt_outcome)tempo;
}

/* Does `make` agree with forests on the pair, in both orders? */
static bool pair_is_right(const struct tt_all_pairs *pairs, struct tt_graph *graph, unsigned u, unsigned v) {
  const enum tt_outcome right = outcome_by_forests(graph, u, v);
  return outcome_of(pairs, u, v) == right && outcome_of(pairs, v, u) == right;
}

/* Fails with the graph unless the sets are what they must be by themselves. */
static void check_sets(const struct tt_all_pairs *pairs, struct tt_graph *graph) {
  const unsigned n = graph->vertex_count;
  const uint64_t all = UINT64_MAX >> (64 - n);
  unsigned outcomes[3] = {0};
  for (unsigned u = 0; u < n; u++) {
    if ((pairs->clump[u] >> u & 1) == 0 || (pairs->not_cut[u] >> u & 1) == 0 ||
        (pairs->clump[u] & ~pairs->not_cut[u]) != 0 || (pairs->not_cut[u] & ~all) != 0) {
      fail_msg("the sets of vertex %u are none:\n%s", u, support_text(graph));
    }
    for (unsigned v = 0; v < n; v++) {
      const bool together = (pairs->clump[u] >> v & 1) != 0;
      if (together ? pairs->clump[u] != pairs->clump[v] : (pairs->clump[u] & pairs->clump[v]) != 0) {
        fail_msg("clumps of %u and %u overlap:\n%s", u, v, support_text(graph));
      }
      if ((pairs->not_cut[u] >> v & 1) != (pairs->not_cut[v] >> u & 1)) {
        fail_msg("not_cut of %u and %u is one-sided:\n%s", u, v, support_text(graph));
      }
      /* A clump is a node: whoever is not cut from one of its vertices is not cut from any. */
      if (together && pairs->not_cut[u] != pairs->not_cut[v]) {
        fail_msg("%u and %u are one clump with two sets not_cut:\n%s", u, v, support_text(graph));
      }
      if (u < v) outcomes[outcome_of(pairs, u, v)]++;
    }
  }
  if (memcmp(outcomes, pairs->outcomes, sizeof outcomes) != 0) fail_msg("miscounted:\n%s", support_text(graph));
}

static void compare_all(const struct tt_all_pairs *pairs, struct tt_graph *graph) {
  check_sets(pairs, graph);
  for (unsigned v = 1; v < graph->vertex_count; v++) {
    for (unsigned u = 0; u < v; u++) {
      if (pair_is_right(pairs, graph, u, v)) continue;
      fail_msg("all_pairs says %s, forests %s:\n%s", tt_outcome_name(outcome_of(pairs, u, v)),
               tt_outcome_name(outcome_by_forests(graph, u, v)), support_text(graph));
    }
  }
}

/* ---- Every small graph ---- */

static void take_rows(struct tt_graph *graph, const uint64_t *rows) {
  graph->edge_count = 0;
  for (unsigned v = 1; v < graph->vertex_count; v++) {
    for (unsigned u = 0; u < v; u++) {
      if ((rows[u] >> v & 1) != 0) assert_true(tt_graph_add_edge(graph, u, v));
    }
  }
}

/* Calls `look` with every graph on n vertices; returns how many there were. */
static uint64_t every_graph(unsigned n, void (*look)(struct tt_graph *graph)) {
  struct tt_error error = {0};
  const struct tt_generator_options options = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1};
  struct tt_generator *const generator = tt_generator_open(&options, &error);
  if (generator == NULL) fail_msg("%s", error.text);
  struct tt_graph *const graph = tt_graph_new("generated", n);
  assert_non_null(graph);
  uint64_t rows[TT_GENERATOR_VERTICES], graphs = 0;
  for (; tt_generator_next(generator, rows, &error); graphs++) {
    take_rows(graph, rows);
    look(graph);
  }
  if (tt_generator_close(generator, &error) != TT_OK) fail_msg("%s", error.text);
  tt_graph_free(graph);
  return graphs;
}

static void look_at_graph(struct tt_graph *graph) {
  struct tt_all_pairs pairs;
  tt_all_pairs_make(&pairs, graph->vertex_count, graph->edges, graph->edge_count);
  compare_all(&pairs, graph);
}

static void test_every_small_graph(void **state) {
  (void)state;
  static const uint64_t graphs[] = {0, 1, 2, 4, 11, 34, 156, 1044, 12346}; /* OEIS A000088 */
  for (unsigned n = 2; n <= (long_run() ? 8 : 7); n++) assert_int_equal(every_graph(n, look_at_graph), graphs[n]);
}

static void test_smallest(void **state) {
  (void)state;
  struct tt_all_pairs pairs;
  const struct tt_edge loops[] = {{0, 0}, {0, 0}, {0, 0}};
  tt_all_pairs_make(&pairs, 1, NULL, 0);
  assert_int_equal(pairs.clump[0], 1);
  assert_int_equal(pairs.not_cut[0], 1);
  assert_int_equal(pairs.outcomes[0] + pairs.outcomes[1] + pairs.outcomes[2], 0);
  tt_all_pairs_make(&pairs, 1, loops, 3);
  assert_int_equal(pairs.clump[0], 1);
  tt_all_pairs_make(&pairs, 64, NULL, 0);
  assert_int_equal(pairs.outcomes[TT_CUT], 64 * 63 / 2);
  assert_int_equal(pairs.outcomes[TT_SHORT] + pairs.outcomes[TT_FIRST], 0);
}

/* K64, a path and a doubled path of 64 vertices: all three outcomes at full width. */
static void test_full_width(void **state) {
  (void)state;
  static struct tt_edge edges[64 * 63 / 2];
  struct tt_all_pairs pairs;
  size_t count = 0;
  for (uint32_t v = 1; v < 64; v++) {
    for (uint32_t u = 0; u < v; u++) edges[count++] = (struct tt_edge){u, v};
  }
  tt_all_pairs_make(&pairs, 64, edges, count);
  assert_int_equal(pairs.outcomes[TT_SHORT], 64 * 63 / 2);
  for (unsigned vertex = 0; vertex < 64; vertex++) assert_true(pairs.clump[vertex] == UINT64_MAX);
  for (uint32_t edge = 0; edge < 126; edge++) edges[edge] = (struct tt_edge){edge / 2, edge / 2 + 1};
  tt_all_pairs_make(&pairs, 64, edges, 126);
  assert_int_equal(pairs.outcomes[TT_SHORT], 64 * 63 / 2);
  tt_all_pairs_make(&pairs, 64, edges, 125);
  assert_int_equal(pairs.outcomes[TT_SHORT], 63 * 62 / 2);
  assert_int_equal(pairs.outcomes[TT_FIRST], 63);
  for (uint32_t edge = 0; edge < 63; edge++) edges[edge] = (struct tt_edge){edge, edge + 1};
  tt_all_pairs_make(&pairs, 64, edges, 63);
  assert_int_equal(pairs.outcomes[TT_FIRST], 63);
  assert_int_equal(pairs.outcomes[TT_CUT], 64 * 63 / 2 - 63);
}

/* ---- Random multigraphs ---- */

/* Of 2 to 64 vertices and about as many edges as leave the outcome open, some of them loops and parallel. */
static struct tt_graph *random_multigraph(uint64_t seed) {
  struct support_random random = {seed};
  const uint32_t n = 2 + support_below(&random, support_below(&random, 2) == 0 ? 63 : 15);
  struct tt_graph *const graph = tt_graph_new("random", n);
  assert_non_null(graph);
  const uint32_t reach_limit = support_below(&random, 2) == 0 ? n : 1 + support_below(&random, 6); /* long or round */
  const unsigned edges = support_below(&random, 3 * n);
  for (unsigned edge = 0; edge < edges; edge++) {
    const uint32_t u = support_below(&random, n);
    const uint32_t v = (u + support_below(&random, reach_limit + 1)) % n;
    assert_true(tt_graph_add_edge(graph, u, v));
  }
  return graph;
}

static void compare_some(const struct tt_all_pairs *pairs, struct tt_graph *graph, uint64_t seed) {
  struct support_random random = {seed};
  check_sets(pairs, graph);
  const unsigned n = graph->vertex_count;
  if (n <= 12) {
    compare_all(pairs, graph);
    return;
  }
  for (unsigned round = 0; round < 40; round++) {
    const unsigned u = support_below(&random, n), v = (u + 1 + support_below(&random, n - 1)) % n;
    if (!pair_is_right(pairs, graph, u, v)) {
      fail_msg("seed %" PRIu64 ", vertices %u and %u:\n%s", seed, u, v, support_text(graph));
    }
  }
}

/* The same graph with its edges shuffled and turned round. */
static void shuffle(struct tt_graph *graph, struct support_random *random) {
  for (size_t left = graph->edge_count; left > 1; left--) {
    const size_t other = support_below(random, (unsigned)left);
    struct tt_edge edge = graph->edges[other];
    if (support_below(random, 2) == 0) edge = (struct tt_edge){edge.v, edge.u};
    graph->edges[other] = graph->edges[left - 1];
    graph->edges[left - 1] = edge;
  }
}

static uint64_t carried(uint64_t set, const unsigned *image) {
  uint64_t result = 0;
  for (; set != 0; set &= set - 1) result |= UINT64_C(1) << image[__builtin_ctzll(set)];
  return result;
}

/* Other names for the vertices change the names in the answer, and nothing else. */
static void check_renaming(const struct tt_all_pairs *pairs, const struct tt_graph *graph,
                           struct support_random *random) {
  unsigned image[64];
  const unsigned n = graph->vertex_count;
  struct tt_graph *const renamed = tt_graph_copy(graph, 0);
  struct tt_all_pairs again;
  assert_non_null(renamed);
  for (unsigned vertex = 0; vertex < n; vertex++) {
    const unsigned place = support_below(random, vertex + 1);
    image[vertex] = image[place];
    image[place] = vertex;
  }
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    renamed->edges[edge] = (struct tt_edge){image[graph->edges[edge].u], image[graph->edges[edge].v]};
  }
  tt_all_pairs_make(&again, n, renamed->edges, renamed->edge_count);
  for (unsigned vertex = 0; vertex < n; vertex++) {
    assert_true(again.clump[image[vertex]] == carried(pairs->clump[vertex], image));
    assert_true(again.not_cut[image[vertex]] == carried(pairs->not_cut[vertex], image));
  }
  tt_graph_free(renamed);
}

/* One more edge never hurts Short. */
static void check_growing(const struct tt_graph *graph, uint64_t seed) {
  struct tt_all_pairs before, after;
  const unsigned n = graph->vertex_count;
  tt_all_pairs_make(&before, n, graph->edges, 0);
  for (size_t count = 1; count <= graph->edge_count; count++) {
    tt_all_pairs_make(&after, n, graph->edges, count);
    for (unsigned vertex = 0; vertex < n; vertex++) {
      if ((before.clump[vertex] & ~after.clump[vertex]) == 0 && (before.not_cut[vertex] & ~after.not_cut[vertex]) == 0)
        continue;
      fail_msg("seed %" PRIu64 ": edge %zu hurts vertex %u:\n%s", seed, count - 1, vertex, support_text(graph));
    }
    before = after;
  }
}

static void test_random(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20260501);
  const unsigned rounds = long_run() ? 60000 : 2500;
  unsigned of_each[3] = {0};
  print_message("seed %" PRIu64 "\n", seed);
  for (unsigned round = 0; round < rounds; round++) {
    struct support_random random = {seed + round};
    struct tt_graph *const graph = random_multigraph(seed + round);
    struct tt_all_pairs pairs, again;
    const unsigned n = graph->vertex_count;
    tt_all_pairs_make(&pairs, n, graph->edges, graph->edge_count);
    compare_some(&pairs, graph, seed + round);
    check_growing(graph, seed + round);
    check_renaming(&pairs, graph, &random);
    for (unsigned times = 0; times < 3; times++) {
      shuffle(graph, &random);
      tt_all_pairs_make(&again, n, graph->edges, graph->edge_count);
      if (memcmp(again.clump, pairs.clump, n * sizeof again.clump[0]) != 0 ||
          memcmp(again.not_cut, pairs.not_cut, n * sizeof again.not_cut[0]) != 0) {
        fail_msg("seed %" PRIu64 ": another order, another answer:\n%s", seed + round, support_text(graph));
      }
    }
    for (unsigned outcome = 0; outcome < 3; outcome++) of_each[outcome] += pairs.outcomes[outcome] > 0;
    tt_graph_free(graph);
  }
  for (unsigned outcome = 0; outcome < 3; outcome++) assert_in_range(of_each[outcome], rounds / 10, rounds);
}

/* ---- The test is tested ---- */

static uint64_t graphs_looked_at, graphs_wrong, first_wrong;

static void look_at_broken(struct tt_graph *graph) {
  struct tt_all_pairs pairs;
  bool right = true;
  broken_all_pairs_make(&pairs, graph->vertex_count, graph->edges, graph->edge_count);
  for (unsigned v = 1; v < graph->vertex_count; v++) {
    for (unsigned u = 0; u < v; u++) right = right && pair_is_right(&pairs, graph, u, v);
  }
  graphs_looked_at++;
  if (!right && graphs_wrong++ == 0) first_wrong = graphs_looked_at;
}

static void test_broken_build_is_found_out(void **state) {
  (void)state;
  struct tt_graph *known = tt_graph_new("DV{", 5);
  assert_non_null(known);
  struct tt_error error = {0};
  FILE *const stream = fmemopen((void *)(uintptr_t) "DV{\n", 4, "r");
  assert_non_null(stream);
  struct tt_reader *const reader = tt_reader_on(stream, "DV{", TT_FORMAT_GRAPH6, &error);
  assert_non_null(reader);
  tt_graph_free(known);
  if (tt_reader_next(reader, &known, &error) != TT_OK || known == NULL) fail_msg("%s", error.text);
  tt_reader_close(reader);
  fclose(stream);
  look_at_broken(known);
  assert_int_equal(graphs_wrong, 1);
  tt_graph_free(known);
  graphs_looked_at = graphs_wrong = 0;
  for (unsigned n = 2; n <= 4; n++) every_graph(n, look_at_broken);
  assert_int_equal(graphs_wrong, 0); /* five vertices are the fewest that show it */
  for (unsigned n = 5; n <= 7; n++) {
    graphs_looked_at = graphs_wrong = 0;
    every_graph(n, look_at_broken);
    print_message("broken build, %u vertices: %" PRIu64 " of %" PRIu64 " graphs wrong, the first number %" PRIu64 "\n",
                  n, graphs_wrong, graphs_looked_at, first_wrong);
    assert_true(graphs_wrong > 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_small_graph),
      cmocka_unit_test(test_smallest),
      cmocka_unit_test(test_full_width),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_broken_build_is_found_out),
  };
  return cmocka_run_group_tests_name("all_pairs", tests, NULL, NULL);
}
