/* test_large.c: `forests` on graphs of all shapes and sizes against the plain pebble game, its own exact check, the
 * room of all pairs, and the certificate checker; and what lies under it, the orientation and the books of the finder,
 * against their contracts.
 *
 * By default 40,000 random positions and a share of the rest; TT_LONG=1 takes 400,000, all pairs of terminals of every
 * graph with up to eight vertices, and 1,000 certified graphs with 100,000 edges. TT_SEED repeats a run from another
 * seed. */
// wrap: orientation_peel orientation_make finder_start finder_by_prefixes
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/mixed_graphs.h"
#include "tests/support.h"
#include "treetest/finder.h"
#include "treetest/orientation.h"
#include "treetest/treetest.h"

/* ---- Which way the finder went ---- */

static unsigned gave_up;      /* on an orientation in the order of the edges, for one by peeling */
static unsigned started_anew; /* since searches were not short */
static bool asked_for_order;

bool __real_orientation_peel(struct orientation *orientation);
bool __real_orientation_make(struct orientation *orientation, const struct tt_edge *ends, const uint8_t *states,
                             uint32_t edge_count, uint32_t node_count, bool in_order);
bool __wrap_orientation_peel(struct orientation *orientation);
bool __wrap_orientation_make(struct orientation *orientation, const struct tt_edge *ends, const uint8_t *states,
                             uint32_t edge_count, uint32_t node_count, bool in_order);

bool __wrap_orientation_peel(struct orientation *orientation) {
  gave_up += !asked_for_order;
  started_anew += asked_for_order;
  return __real_orientation_peel(orientation);
}

bool __wrap_orientation_make(struct orientation *orientation, const struct tt_edge *ends, const uint8_t *states,
                             uint32_t edge_count, uint32_t node_count, bool in_order) {
  asked_for_order = in_order;
  return __real_orientation_make(orientation, ends, states, edge_count, node_count, in_order);
}

static bool start_with_nothing; /* and all that is owned is missed: then the edges are taken one after another */
static unsigned by_prefixes;

bool __real_finder_start(struct finder *finder, struct orientation *orientation, struct edge_list *missed);
bool __wrap_finder_start(struct finder *finder, struct orientation *orientation, struct edge_list *missed);
bool __real_finder_by_prefixes(struct finder *finder, const uint32_t *order);
bool __wrap_finder_by_prefixes(struct finder *finder, const uint32_t *order);

bool __wrap_finder_start(struct finder *finder, struct orientation *orientation, struct edge_list *missed) {
  if (!start_with_nothing) return __real_finder_start(finder, orientation, missed);
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    for (unsigned place = 0; place < 2; place++) {
      const uint32_t edge = orientation->owners[node].edge[place];
      if (edge != NO_EDGE && !edge_list_add(missed, edge)) return false;
    }
  }
  return true;
}

bool __wrap_finder_by_prefixes(struct finder *finder, const uint32_t *order) {
  by_prefixes++;
  return __real_finder_by_prefixes(finder, order);
}

/* ---- One position, every computation ---- */

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* Fails with the position, if it is not too long to read. */
static void blame(const struct tt_graph *position, const char *what, const char *problem) {
  fail_msg("%s: %s\n%s", what, problem, position->edge_count <= 400 ? support_text(position) : "");
}

static bool proves(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part) {
  struct tt_error error;
  bool right = false;
  assert_int_equal(tt_forests_check(position, colour, part, &right, &error), TT_OK);
  return right;
}

/* The forests, both partitions, and the place of A and B in them, as treetest.h has it. */
static void check_forests(struct tt_forests *forests, const struct tt_graph *position, const char *what) {
  uint8_t *const copies = forests->colour + position->edge_count;
  const uint32_t a = position->terminal_a, b = position->terminal_b;
  size_t size = 0;
  for (size_t edge = 0; edge < position->edge_count; edge++) size += forests->colour[edge] != TT_MARK_NONE;
  if (size != forests->size) blame(position, what, "the size is not that of the forests");
  if ((copies[0] != TT_MARK_NONE) + (copies[1] != TT_MARK_NONE) != (int)forests->tempo) {
    blame(position, what, "not as many copies of e* as the tempo says");
  }
  if (!proves(position, forests->colour, forests->part)) blame(position, what, "the forests fail their check");
  if (forests->tempo < 2 && forests->part[a] != forests->part[b]) blame(position, what, "A and B are not in one clump");
  if (forests->tempo > 0 && forests->part_before[a] == forests->part_before[b]) {
    blame(position, what, "A and B are in one clump before the last copy of e*");
  }
  if (forests->tempo > 0) copies[copies[1] != TT_MARK_NONE] = TT_MARK_NONE;
  if (!proves(position, forests->colour, forests->part_before)) {
    blame(position, what, "the partition before the last copy of e* fails its check");
  }
}

static void check_pair(const struct tt_forests *forests, const struct tt_graph *position, const char *what) {
  struct tt_tree_pair pair;
  struct tt_error error;
  bool right = false;
  const enum tt_status status = tt_forests_pair(forests, position, &pair, &error);
  if (forests->tempo == 2) {
    assert_int_equal(status, TT_REFUTED);
    return;
  }
  assert_int_equal(status, TT_OK);
  assert_int_equal(tt_tree_pair_check(position, forests->tempo, &pair, &right, &error), TT_OK);
  if (!right) blame(position, what, "the two trees fail their check");
  tt_tree_pair_free(&pair);
}

static void check_pebbles(const struct tt_forests *forests, const struct tt_graph *position, enum tt_pebble_order order,
                          const char *what) {
  struct tt_pebbles pebbles;
  struct tt_error error;
  assert_int_equal(tt_pebbles_make(&pebbles, position, order, 0, &error), TT_OK);
  if (forests->tempo == pebbles.tempo && forests->size == pebbles.size) return;
  char problem[200];
  snprintf(problem, sizeof problem, "tempo %u and size %zu, but the pebble game has %u and %zu", forests->tempo,
           forests->size, pebbles.tempo, pebbles.size);
  blame(position, what, problem);
}

/* Returns the tempo. */
static unsigned compare(const struct tt_graph *position, const char *what) {
  struct tt_forests forests;
  struct tt_error error;
  assert_int_equal(tt_forests_make(&forests, position, &error), TT_OK);
  check_pebbles(&forests, position, TT_DEPTH_FIRST, what);
  check_pebbles(&forests, position, TT_BREADTH_FIRST, what);
  check_pair(&forests, position, what);
  check_forests(&forests, position, what);
  tt_forests_free(&forests);
  return forests.tempo;
}

/* ---- The orientation against its contract ---- */

/* Counts in `owned` how often each edge is. */
static void check_owners(const struct orientation *orientation, uint8_t *owned) {
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    for (unsigned place = 0; place < 2; place++) {
      const uint32_t edge = orientation->owners[node].edge[place], target = orientation->owners[node].target[place];
      assert_int_equal(edge == NO_EDGE, target == NO_EDGE);
      if (edge == NO_EDGE) continue;
      assert_in_range(edge, 0, orientation->edge_count - 1);
      const struct tt_edge ends = orientation->ends[edge];
      assert_true((ends.u == node && ends.v == target) || (ends.v == node && ends.u == target));
      owned[edge]++;
    }
  }
}

/* Are the distances those to free places, and the ends of edges that nobody owns FULL? Then no edge more can be owned.
 */
static void check_distances(const struct orientation *orientation, const uint8_t *owned) {
  const uint32_t *const distance = orientation->distance;
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    const struct owner *const owner = &orientation->owners[node];
    uint32_t expected = 0;
    if (owner->edge[0] != NO_EDGE && owner->edge[1] != NO_EDGE) {
      const uint32_t first = distance[owner->target[0]], second = distance[owner->target[1]];
      const uint32_t nearest = first < second ? first : second;
      expected = nearest == FULL ? FULL : nearest + 1;
    }
    assert_int_equal(distance[node], expected);
  }
  for (uint32_t edge = 0; edge < orientation->edge_count; edge++) {
    const struct tt_edge ends = orientation->ends[edge];
    if (owned[edge] || ends.u == ends.v) continue;
    assert_int_equal(distance[ends.u], FULL);
    assert_int_equal(distance[ends.v], FULL);
  }
}

static void check_order(const struct orientation *orientation) {
  uint8_t *const met = calloc((size_t)orientation->node_count + 1, 1);
  assert_non_null(met);
  for (uint32_t index = 0; index < orientation->node_count; index++) {
    assert_in_range(orientation->order[index], 0, orientation->node_count - 1);
    assert_int_equal(met[orientation->order[index]]++, 0);
  }
  free(met);
}

/* Returns how many edges are owned. */
static uint32_t check_orientation(const struct orientation *orientation) {
  uint8_t *const owned = calloc((size_t)orientation->edge_count + 1, 1);
  uint32_t count = 0;
  bool all = true;
  assert_non_null(owned);
  check_owners(orientation, owned);
  for (uint32_t edge = 0; edge < orientation->edge_count; edge++) {
    const bool loop = orientation->ends[edge].u == orientation->ends[edge].v;
    assert_in_range(owned[edge], 0, 1);
    assert_false(loop && owned[edge]);
    all = all && (loop || owned[edge]);
    count += owned[edge];
  }
  assert_true(orientation->some_full || all);
  if (orientation->some_full) check_distances(orientation, owned);
  if (orientation->order != NULL) check_order(orientation);
  free(owned);
  return count;
}

/* Both ways, which must own equally many edges. */
static void compare_orientations(const struct tt_graph *position) {
  struct tt_rest rest;
  uint32_t owned[2];
  assert_int_equal(tt_rest_make(&rest, position, NULL), TT_OK);
  for (unsigned in_order = 0; in_order < 2; in_order++) {
    struct orientation orientation;
    assert_true(__real_orientation_make(&orientation, rest.edges, NULL, (uint32_t)rest.edge_count, rest.vertex_count,
                                        in_order));
    owned[in_order] = check_orientation(&orientation);
    if (in_order) assert_non_null(orientation.order);
    orientation_free(&orientation);
  }
  assert_int_equal(owned[0], owned[1]);
  tt_rest_free(&rest);
}

/* ---- The books that the finder keeps ---- */

/* Each forest has as many trees as it says; its edges are inside clumps, or one node's way up and no other's. */
static void check_books(struct finder *finder, size_t edge_count) {
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    uint32_t count = 0, inside = 0, upward = 0;
    for (size_t edge = 0; edge < edge_count; edge++) {
      if (finder->colour[edge] != colour) continue;
      count++;
      inside += finder_node(finder, finder->edges[edge].u) == finder_node(finder, finder->edges[edge].v);
    }
    for (uint32_t node = 0; node < finder->node_count; node++) {
      const uint32_t edge = finder->parent[colour][node];
      if (finder_node(finder, node) != node || edge == NO_EDGE) continue;
      const uint32_t u = finder_node(finder, finder->edges[edge].u), v = finder_node(finder, finder->edges[edge].v);
      assert_int_equal(finder->colour[edge], colour);
      assert_true((u == node) != (v == node));
      upward++;
    }
    assert_int_equal(finder->trees[colour] + count, finder->node_count);
    assert_int_equal(inside + upward, count);
  }
}

static void compare_books(const struct tt_graph *position) {
  struct tt_rest rest;
  assert_int_equal(tt_rest_make(&rest, position, NULL), TT_OK);
  for (unsigned contracts = FINDER_CLUMPS; contracts <= FINDER_CIRCUITS; contracts++) {
    struct finder finder;
    assert_true(finder_make(&finder, &rest, NULL, (enum finder_contracts)contracts));
    check_books(&finder, rest.edge_count);
    finder_free(&finder);
  }
  tt_rest_free(&rest);
}

/* ---- Maximal clumps ---- */

/* Those of the room of all pairs, which takes 64 vertices and no decided edges. */
static void compare_clumps(const struct tt_graph *graph, const char *what) {
  struct tt_all_pairs pairs;
  uint32_t part[TT_ALL_PAIRS_VERTICES + 1];
  const uint32_t count = graph->vertex_count;
  if (count > TT_ALL_PAIRS_VERTICES || tt_graph_count(graph, TT_UNDECIDED) < graph->edge_count) return;
  tt_all_pairs_make(&pairs, count, graph->edges, graph->edge_count);
  assert_int_equal(tt_clumps_make(part, graph, NULL), TT_OK);
  for (uint32_t v = 0; v < count; v++) {
    uint64_t clump = 0;
    for (uint32_t u = 0; u < count; u++) clump |= (uint64_t)(part[u] == part[v]) << u;
    if (clump != pairs.clump[v]) blame(graph, what, "all_pairs says another maximal clump");
  }
}

/* ---- Random positions ---- */

static void test_random_positions(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261201);
  const unsigned rounds = long_run() ? 400000 : 40000;
  unsigned tempos[3] = {0};
  for (unsigned round = 0; round < rounds; round++) {
    static const unsigned sizes[] = {8, 20, 60, 200};
    char what[100];
    snprintf(what, sizeof what, "TT_SEED=%" PRIu64 ", round %u", seed, round);
    struct tt_graph *const position = mixed_graph(seed + round, sizes[round % 4]);
    tempos[compare(position, what)]++;
    if (round % 4 < 3) compare_clumps(position, what);
    if (round % 8 < 4) compare_orientations(position);
    if (round % 8 >= 4) compare_books(position);
    tt_graph_free(position);
  }
  for (unsigned tempo = 0; tempo < 3; tempo++) assert_true(tempos[tempo] > rounds / 10);
}

/* Meshes and others of thousands of vertices in no order: the finder gives up on them and starts anew, by peeling, for
 * one reason or the other, what no small graph brings about. */
static void test_starts_anew(void **state) {
  (void)state;
  static const char *const names[] = {"bridgit:150", "grid:100x100", "doubled-path:4000", "bridgit:220"};
  const uint64_t seed = support_seed(20261202);
  const unsigned rounds = long_run() ? 400 : 8;
  unsigned counts[2] = {0};
  for (unsigned round = 0; round < rounds; round++) {
    char what[100];
    struct support_random random = {seed + round};
    struct tt_graph *const position = support_graph(names[round % 4]);
    for (unsigned tail = 0; round % 4 == 2 && tail < 4000; tail++) { /* copies of the last step */
      assert_true(tt_graph_add_edge(position, 3999, 4000));
    }
    const unsigned decided = round < 4 ? 0 : support_below(&random, 60);
    snprintf(what, sizeof what, "TT_SEED=%" PRIu64 ", round %u, %s", seed, round, names[round % 4]);
    for (unsigned count = 0; count < decided; count++) {
      position->states[support_below(&random, (unsigned)position->edge_count)] = (uint8_t)support_below(&random, 3);
    }
    mixed_relabel(position, &random);
    mixed_shuffle_edges(position, &random);
    gave_up = started_anew = 0;
    compare(position, what);
    counts[0] += gave_up;
    counts[1] += started_anew;
    compare_orientations(position);
    compare_books(position);
    tt_graph_free(position);
  }
  print_message("gave up %u, started anew %u\n", counts[0], counts[1]);
  /* Else such graphs no longer come this way, and others have to be found. */
  assert_true(counts[0] > 0 && counts[1] > 0);
}

/* Blocks K4 in a row, each joined to the next by two edges: every beginning of the row is a clump. */
static struct tt_graph *row_of_blocks(uint32_t blocks) {
  struct tt_graph *const graph = tt_graph_new("blocks", 4 * blocks);
  assert_non_null(graph);
  for (uint32_t block = 0; block < blocks; block++) {
    for (uint32_t x = 1; x < 4; x++) {
      for (uint32_t y = 0; y < x; y++) assert_true(tt_graph_add_edge(graph, 4 * block + x, 4 * block + y));
    }
    if (block == 0) continue;
    assert_true(tt_graph_add_edge(graph, 4 * block, 4 * block - 3));
    assert_true(tt_graph_add_edge(graph, 4 * block + 2, 4 * block - 1));
  }
  return graph;
}

/* Clumps in clumps come that way by themselves, all others when they are made to. */
static void test_node_by_node(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261204);
  const unsigned rounds = long_run() ? 20000 : 600;
  by_prefixes = 0;
  for (unsigned round = 0; round < 6; round++) {
    struct support_random random = {seed + round};
    struct tt_graph *const blocks = row_of_blocks(1000 + 500 * round);
    mixed_relabel(blocks, &random);
    mixed_shuffle_edges(blocks, &random);
    if (round % 2 == 1) blocks->states[support_below(&random, (unsigned)blocks->edge_count)] = TT_DELETED;
    compare(blocks, "blocks");
    tt_graph_free(blocks);
  }
  const unsigned by_themselves = by_prefixes;
  start_with_nothing = true;
  for (unsigned round = 0; round < rounds; round++) {
    char what[100];
    snprintf(what, sizeof what, "TT_SEED=%" PRIu64 ", round %u, node by node", seed, round);
    struct tt_graph *const position = mixed_graph(seed + round, 300);
    compare(position, what);
    compare_books(position);
    tt_graph_free(position);
  }
  start_with_nothing = false;
  print_message("node by node: %u by themselves, %u made to\n", by_themselves, by_prefixes - by_themselves);
  assert_true(by_themselves > 0 && by_prefixes - by_themselves > rounds / 4);
}

static void test_larger_positions(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261203);
  const unsigned rounds = long_run() ? 1000 : 40;
  for (unsigned round = 0; round < rounds; round++) {
    char what[100];
    snprintf(what, sizeof what, "TT_SEED=%" PRIu64 ", round %u", seed, round);
    struct tt_graph *const position = mixed_graph(seed + round, 2500);
    compare(position, what);
    compare_orientations(position);
    compare_books(position);
    tt_graph_free(position);
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

static void compare_pair(const struct tt_all_pairs *pairs, struct tt_graph *graph, unsigned u, unsigned v) {
  const bool clump = (pairs->clump[u] >> v & 1) != 0, not_cut = (pairs->not_cut[u] >> v & 1) != 0;
  graph->terminal_a = u;
  graph->terminal_b = v;
  const unsigned tempo = compare(graph, "a small graph");
  if (tempo != (clump ? 0 : not_cut ? 1 : 2)) blame(graph, "a small graph", "all_pairs says another outcome");
}

/* Returns how many there are. */
static unsigned compare_graphs_of(unsigned n) {
  struct tt_error error = {0};
  const struct tt_generator_options options = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1};
  struct tt_generator *const generator = tt_generator_open(&options, &error);
  if (generator == NULL) fail_msg("%s", error.text);
  struct tt_graph *const graph = tt_graph_new("small", n);
  uint64_t rows[TT_GENERATOR_VERTICES];
  unsigned graphs = 0;
  assert_non_null(graph);
  for (; tt_generator_next(generator, rows, &error); graphs++) {
    struct tt_all_pairs pairs;
    take_rows(graph, rows);
    tt_all_pairs_make(&pairs, n, graph->edges, graph->edge_count);
    compare_clumps(graph, "a small graph");
    for (unsigned v = 1; v < n; v++) {
      for (unsigned u = 0; u < v; u++) {
        if (long_run() || (u == 0 && v == n - 1)) compare_pair(&pairs, graph, u, v);
      }
    }
  }
  if (tt_generator_close(generator, &error) != TT_OK) fail_msg("%s", error.text);
  tt_graph_free(graph);
  return graphs;
}

/* The numbers of graphs are those of OEIS A000088. */
static void test_every_small_graph(void **state) {
  (void)state;
  static const unsigned counts[] = {2, 4, 11, 34, 156, 1044, 12346};
  for (unsigned n = 2; n <= 8; n++) assert_int_equal(compare_graphs_of(n), counts[n - 2]);
}

/* ---- The pebble game gives up where it is told to ---- */

static void test_visit_limit(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("shuttle:200");
  struct tt_pebbles pebbles;
  struct tt_error error;
  assert_int_equal(tt_pebbles_make(&pebbles, graph, TT_DEPTH_FIRST, 0, &error), TT_OK);
  const uint64_t enough = pebbles.visits;
  assert_int_equal(tt_pebbles_make(&pebbles, graph, TT_DEPTH_FIRST, enough, &error), TT_OK);
  assert_int_equal(pebbles.done, graph->edge_count);
  assert_int_equal(tt_pebbles_make(&pebbles, graph, TT_DEPTH_FIRST, enough / 2, &error), TT_NO_RESOURCE);
  assert_memory_equal(error.text, "pebbles: undecided after ", 25);
  assert_in_range(pebbles.done, 1, graph->edge_count - 1);
  assert_in_range(pebbles.visits, enough / 2 + 1, enough);
  tt_graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_positions),  cmocka_unit_test(test_starts_anew),
      cmocka_unit_test(test_larger_positions),  cmocka_unit_test(test_node_by_node),
      cmocka_unit_test(test_every_small_graph), cmocka_unit_test(test_visit_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
