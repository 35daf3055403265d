/* test_dual.c: the dual game against play, forests, brute-force minors, matroid duality, and spoilt drawings.
 *
 * That G + e* is planar is proved by a drawing whose faces fulfil Euler's formula; that it is not, by Wagner's theorem:
 * minors K5 and K3,3 found by deleting and contracting, with nothing of the library. dual.c is included, not linked, so
 * that its drawings can be reached; what it takes from libplanarity is wrapped, so that it can fail and lie. */
// wrap: malloc calloc realloc strdup gp_New gp_InitGraph gp_AddEdge gp_Embed gp_SortVertices
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "tests/support.h"
#include "treetest/dual.c"

/* ---- Failing memory: the allocation number `failing` (from 1) fails; 0 lets all succeed ---- */

static _Thread_local size_t allocations, failing;

static bool allocation_fails(void) {
  return ++allocations == failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(old, size);
}
char *__wrap_strdup(const char *text) {
  return allocation_fails() ? NULL : __real_strdup(text);
}

/* ---- A libplanarity that fails in one call, or whose drawing has two darts of one vertex exchanged ---- */

enum broken_call { BROKEN_NONE, BROKEN_NEW, BROKEN_INIT, BROKEN_ADD, BROKEN_EMBED, BROKEN_SORT, BROKEN_LIST };
static _Thread_local enum broken_call broken;
static _Thread_local struct {
  int vertex, first, second; /* vertex counts from 1; 0: none. Positions in its list. */
} exchange;

graphP __real_gp_New(void);
int __real_gp_InitGraph(graphP drawn, int vertices);
int __real_gp_AddEdge(graphP drawn, int u, int u_link, int v, int v_link);
int __real_gp_Embed(graphP drawn, int flags);
int __real_gp_SortVertices(graphP drawn);
graphP __wrap_gp_New(void);
int __wrap_gp_InitGraph(graphP drawn, int vertices);
int __wrap_gp_AddEdge(graphP drawn, int u, int u_link, int v, int v_link);
int __wrap_gp_Embed(graphP drawn, int flags);
int __wrap_gp_SortVertices(graphP drawn);

static void relink(graphP drawn, int vertex, const int *arcs, int count) {
  for (int i = 0; i < count; i++) {
    gp_SetPrevArc(drawn, arcs[i], i == 0 ? NIL : arcs[i - 1]);
    gp_SetNextArc(drawn, arcs[i], i + 1 == count ? NIL : arcs[i + 1]);
  }
  gp_SetFirstArc(drawn, vertex, arcs[0]);
  gp_SetLastArc(drawn, vertex, arcs[count - 1]);
}

static void exchange_arcs(graphP drawn, int vertex, int first, int second) {
  int arcs[64] = {0}, count = 0;
  for (int arc = gp_GetFirstArc(drawn, vertex); gp_IsArc(arc); arc = gp_GetNextArc(drawn, arc)) arcs[count++] = arc;
  const int kept = arcs[first];
  arcs[first] = arcs[second];
  arcs[second] = kept;
  relink(drawn, vertex, arcs, count);
}

graphP __wrap_gp_New(void) {
  return broken == BROKEN_NEW ? NULL : __real_gp_New();
}
int __wrap_gp_InitGraph(graphP drawn, int vertices) {
  return broken == BROKEN_INIT ? NOTOK : __real_gp_InitGraph(drawn, vertices);
}
int __wrap_gp_AddEdge(graphP drawn, int u, int u_link, int v, int v_link) {
  return broken == BROKEN_ADD ? NOTOK : __real_gp_AddEdge(drawn, u, u_link, v, v_link);
}
int __wrap_gp_Embed(graphP drawn, int flags) {
  return broken == BROKEN_EMBED ? NOTOK : __real_gp_Embed(drawn, flags);
}
int __wrap_gp_SortVertices(graphP drawn) {
  const int result = broken == BROKEN_SORT ? NOTOK : __real_gp_SortVertices(drawn);
  if (broken == BROKEN_LIST) gp_SetFirstArc(drawn, 1, gp_GetNextArc(drawn, gp_GetFirstArc(drawn, 1)));
  if (exchange.vertex > 0) exchange_arcs(drawn, exchange.vertex, exchange.first, exchange.second);
  return result;
}

/* ---- Helpers ---- */

static struct tt_dual dual_of(const struct tt_graph *position) {
  struct tt_dual dual;
  struct tt_error error;
  assert_int_equal(tt_dual_make(&dual, position, &error), TT_OK);
  assert_int_equal(dual.planar, dual.graph != NULL);
  assert_int_equal(dual.planar, dual.old_edge != NULL);
  if (dual.planar) assert_true(dual.graph->terminal_a == 0 && dual.graph->terminal_b == dual.graph->vertex_count - 1);
  return dual;
}

/* dual_of a position known to be planar with e*. */
static struct tt_dual planar_dual_of(const struct tt_graph *position) {
  struct tt_dual dual = dual_of(position);
  if (!dual.planar) fail_msg("not planar:\n%s", support_text(position));
  return dual;
}

static unsigned tempo_of(const struct tt_graph *position) {
  struct tt_forests forests;
  struct tt_error error;
  assert_int_equal(tt_forests_make(&forests, position, &error), TT_OK);
  const unsigned tempo = forests.tempo;
  tt_forests_free(&forests);
  return tempo;
}

static char *key_of(const struct tt_graph *position, bool swap) {
  struct tt_canonical canonical;
  struct tt_error error;
  assert_int_equal(tt_canonical_make(&canonical, position, swap, &error), TT_OK);
  return canonical.key;
}

static void expect_same_game(const struct tt_graph *first, const struct tt_graph *second) {
  char *const one = key_of(first, true), *const two = key_of(second, true);
  assert_string_equal(one, two);
  free(one);
  free(two);
}

/* ---- Planarity by minors: a simple graph is a set of pairs; i < j is pair j(j - 1)/2 + i ---- */

#define SIX 6
#define SEVEN 7

static unsigned pair_of(unsigned i, unsigned j) {
  return i < j ? j * (j - 1) / 2 + i : i * (i - 1) / 2 + j;
}

static unsigned neighbours(uint32_t graph, unsigned vertex, unsigned vertices) {
  unsigned set = 0;
  for (unsigned other = 0; other < vertices; other++) {
    if (other != vertex && (graph >> pair_of(vertex, other) & 1) != 0) set |= 1u << other;
  }
  return set;
}

/* K5 or K3,3, perhaps with isolated vertices. */
static bool is_obstruction(uint32_t graph, unsigned vertices) {
  unsigned of_degree[8] = {0}, touched = 0, one_side = 0;
  for (unsigned vertex = 0; vertex < vertices; vertex++) {
    const unsigned near = neighbours(graph, vertex, vertices);
    of_degree[__builtin_popcount(near)]++;
    if (near != 0) {
      touched |= 1u << vertex;
      one_side = near;
    }
  }
  if (of_degree[4] == 5) return of_degree[0] == vertices - 5;
  if (of_degree[3] != 6 || of_degree[0] != vertices - 6) return false;
  for (unsigned vertex = 0; vertex < vertices; vertex++) {
    const unsigned near = neighbours(graph, vertex, vertices);
    if (near != 0 && near != one_side && near != (touched & ~one_side)) return false;
  }
  return true;
}

/* Merges j into i < j. Every pair moves to one of a lower number, so that the result is the smaller number. */
static uint32_t contract(uint32_t graph, unsigned i, unsigned j, unsigned vertices) {
  for (unsigned other = 0; other < vertices; other++) {
    if (other == j) continue;
    const uint32_t moved = (uint32_t)1 << pair_of(j, other);
    if ((graph & moved) == 0) continue;
    graph &= ~moved;
    if (other != i) graph |= (uint32_t)1 << pair_of(i, other);
  }
  return graph;
}

/* For every graph of so many vertices, whether it has one of the two minors. The caller's, to free. */
static uint8_t *find_minors(unsigned vertices) {
  const uint32_t count = (uint32_t)1 << vertices * (vertices - 1) / 2;
  uint8_t *const has_minor = calloc(count, 1);
  assert_non_null(has_minor);
  for (uint32_t graph = 0; graph < count; graph++) {
    bool found = is_obstruction(graph, vertices);
    for (unsigned j = 1; j < vertices && !found; j++) {
      for (unsigned i = 0; i < j && !found; i++) {
        const uint32_t bit = (uint32_t)1 << pair_of(i, j);
        if ((graph & bit) == 0) continue;
        found = has_minor[graph & ~bit] != 0 || has_minor[contract(graph, i, j, vertices)] != 0;
      }
    }
    has_minor[graph] = found;
  }
  return has_minor;
}

/* Is a position planar with e*, secured edges contracted? A joined one has a dual game, whatever its edges do. The
 * table is of as many vertices as the position has, or more. */
static bool planar_by_minors(const uint8_t *has_minor, const struct tt_graph *position) {
  unsigned label[SEVEN] = {0, 1, 2, 3, 4, 5, 6};
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_SECURED) continue;
    const unsigned from = label[position->edges[edge].u], to = label[position->edges[edge].v];
    for (unsigned vertex = 0; vertex < SEVEN; vertex++) label[vertex] = label[vertex] == from ? to : label[vertex];
  }
  const unsigned a = label[position->terminal_a], b = label[position->terminal_b];
  if (a == b) return true;
  uint32_t graph = (uint32_t)1 << pair_of(a, b);
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    const unsigned u = label[position->edges[edge].u], v = label[position->edges[edge].v];
    if (position->states[edge] == TT_UNDECIDED && u != v) graph |= (uint32_t)1 << pair_of(u, v);
  }
  return has_minor[graph] == 0;
}

/* ---- How many labelled graphs are planar: OEIS A066537 ---- */

/* All graphs of so many vertices, with e* leading to one vertex more, where it disturbs nothing. */
static uint32_t count_planar(unsigned vertices, uint32_t *differences) {
  uint8_t *const has_minor = find_minors(vertices);
  uint32_t planar = 0, wrong = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : planar, wrong)
  for (uint32_t graph = 0; graph < (uint32_t)1 << vertices * (vertices - 1) / 2; graph++) {
    struct tt_graph *const position = tt_graph_new("labelled", vertices + 1);
    struct tt_dual dual = {0};
    bool made = position != NULL;
    for (unsigned j = 1; j < vertices; j++) {
      for (unsigned i = 0; i < j; i++) {
        if ((graph >> pair_of(i, j) & 1) != 0) made = made && tt_graph_add_edge(position, i, j);
      }
    }
    made = made && tt_dual_make(&dual, position, NULL) == TT_OK;
    planar += made && dual.planar;
    wrong += !made || dual.planar != (has_minor[graph] == 0);
    tt_dual_free(&dual);
    tt_graph_free(position);
  }
  free(has_minor);
  *differences = wrong;
  return planar;
}

static void test_labelled_planar_graphs(void **state) {
  static const uint32_t known[] = {0, 1, 2, 8, 64, 1023, 32071, 1823707};
  const unsigned most = getenv("TT_LONG") != NULL ? SEVEN : SIX;
  (void)state;
  for (unsigned vertices = 1; vertices <= most; vertices++) {
    uint32_t differences;
    assert_int_equal(count_planar(vertices, &differences), known[vertices]);
    assert_int_equal(differences, 0);
  }
}

/* ---- The mirror, over all subgraphs and positions ---- */

struct tally {
  uint64_t planar, not_planar, by_outcome[3]; /* outcomes of the planar ones */
  uint64_t wrong;                             /* the dual disagrees with play, with minors, or fails */
};

/* Asks about one position; has_minor is NULL where G + e* is planar by construction. */
static void tally_position(struct tally *tally, const struct tt_graph *position, const uint8_t *has_minor) {
  struct tt_verdict played, mirrored;
  struct tt_error error;
  const enum tt_status status = tt_witness_ask(&tt_witness_dual, position, &mirrored, &error);
  const bool planar = has_minor == NULL || planar_by_minors(has_minor, position);
  if (!planar) {
    tally->not_planar++;
    tally->wrong += status != TT_NO_RESOURCE || strcmp(error.text, "undecided: G + e* is not planar") != 0;
    return;
  }
  tally->planar++;
  if (status != TT_OK || tt_witness_ask(&tt_witness_playout, position, &played, &error) != TT_OK) {
    tally->wrong++;
    return;
  }
  tally->wrong +=
      played.short_wins_second != mirrored.short_wins_second || played.short_wins_first != mirrored.short_wins_first;
  tally->by_outcome[tt_outcome_of(mirrored)]++;
}

/* Every subgraph; with `secured`, every subgraph of which every part is secured (each position once). */
static struct tally tally_all(const char *name, const uint8_t *has_minor, bool secured) {
  struct tt_graph *const base = support_graph(name);
  struct tally sum = {0};
  uint64_t planar = 0, not_planar = 0, shorts = 0, firsts = 0, cuts = 0, wrong = 0;
  const tt_edge_set all = tt_edge_set_all(base->edge_count);
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : planar, not_planar, shorts, firsts, cuts, wrong)
  for (tt_edge_set present = 0; present <= all; present++) {
    struct tally tally = {0};
    struct tt_graph *const position = tt_graph_copy(base, 0);
    tt_edge_set chosen = secured ? present : 0;
    while (position != NULL) {
      tt_graph_set_edges(position, present, chosen);
      tally_position(&tally, position, has_minor);
      if (chosen == 0) break;
      chosen = (chosen - 1) & present;
    }
    wrong += tally.wrong + (position == NULL);
    planar += tally.planar;
    not_planar += tally.not_planar;
    shorts += tally.by_outcome[TT_SHORT];
    firsts += tally.by_outcome[TT_FIRST];
    cuts += tally.by_outcome[TT_CUT];
    tt_graph_free(position);
  }
  sum = (struct tally){planar, not_planar, {shorts, firsts, cuts}, wrong};
  tt_graph_free(base);
  return sum;
}

static void expect_tally(const char *name, const uint8_t *has_minor, uint64_t planar, uint64_t not_planar) {
  const struct tally tally = tally_all(name, has_minor, false);
  print_message("  %-13s planar with e* %5llu (%llu Short, %llu First, %llu Cut), not planar %llu\n", name,
                (unsigned long long)tally.planar, (unsigned long long)tally.by_outcome[TT_SHORT],
                (unsigned long long)tally.by_outcome[TT_FIRST], (unsigned long long)tally.by_outcome[TT_CUT],
                (unsigned long long)tally.not_planar);
  assert_int_equal(tally.wrong, 0);
  assert_int_equal(tally.planar, planar);
  assert_int_equal(tally.not_planar, not_planar);
}

static void test_all_subgraphs(void **state) {
  uint8_t *const has_minor = find_minors(SIX);
  (void)state;
  expect_tally("triangle", has_minor, 8, 0);
  expect_tally("bridge", has_minor, 32, 0);
  expect_tally("k4", has_minor, 64, 0);
  expect_tally("bridge-spur", has_minor, 64, 0);
  expect_tally("doubled-path", has_minor, 64, 0);
  expect_tally("bridge-chain", has_minor, 128, 0);
  expect_tally("k5", has_minor, 1022, 2);
  expect_tally("k:4", has_minor, 64, 0);
  expect_tally("k:5", has_minor, 1022, 2);
  expect_tally("k:6", has_minor, 31688, 1080);
  expect_tally("bridgit:3", NULL, 8192, 0);
  free(has_minor);
}

static void test_all_positions(void **state) {
  static const struct {
    const char *name;
    uint64_t positions;
  } bases[] = {{"triangle", 27},     {"bridge", 243},       {"k4", 729},
               {"bridge-spur", 729}, {"doubled-path", 729}, {"bridge-chain", 2187}};
  (void)state;
  for (size_t index = 0; index < sizeof bases / sizeof bases[0]; index++) {
    const struct tally tally = tally_all(bases[index].name, NULL, true);
    assert_int_equal(tally.wrong, 0);
    assert_int_equal(tally.planar, bases[index].positions);
  }
}

/* ---- Whitney: the dual's matroid is the dual of the matroid ---- */

/* The rank of a set of edges (bit i: edge i; bit edge_count: e*), parts found by relabelling. */
static unsigned rank_of(const struct tt_edge *edges, size_t count, struct tt_edge virtual_edge, uint32_t set) {
  unsigned part[64], rank = 0;
  for (unsigned vertex = 0; vertex < 64; vertex++) part[vertex] = vertex;
  for (size_t edge = 0; edge <= count; edge++) {
    const struct tt_edge ends = edge < count ? edges[edge] : virtual_edge;
    const unsigned from = part[ends.u], to = part[ends.v];
    if ((set >> edge & 1) == 0 || from == to) continue;
    rank++;
    for (unsigned vertex = 0; vertex < 64; vertex++) part[vertex] = part[vertex] == from ? to : part[vertex];
  }
  return rank;
}

static void expect_dual_matroid(const struct tt_graph *position, const struct tt_dual *dual) {
  struct tt_rest rest, crossing;
  assert_int_equal(tt_rest_make(&rest, position, NULL), TT_OK);
  assert_int_equal(tt_rest_make(&crossing, dual->graph, NULL), TT_OK);
  assert_int_equal(rest.edge_count, crossing.edge_count);
  assert_true(rest.vertex_count <= 64 && crossing.vertex_count <= 64);
  const struct tt_edge star = {rest.terminal_a, rest.terminal_b},
                       crossing_star = {crossing.terminal_a, crossing.terminal_b};
  const uint32_t all = ((uint32_t)2 << rest.edge_count) - 1;
  const unsigned full = rank_of(rest.edges, rest.edge_count, star, all);
  for (uint32_t set = 0; set <= all; set++) {
    const unsigned nullity = full - rank_of(rest.edges, rest.edge_count, star, all & ~set);
    const unsigned rank = rank_of(crossing.edges, rest.edge_count, crossing_star, set);
    if (rank + nullity != (unsigned)__builtin_popcount(set)) fail_msg("not dual:\n%s", support_text(position));
  }
  for (size_t edge = 0; edge < rest.edge_count; edge++) {
    assert_int_equal(dual->old_edge[crossing.old_edge[edge]], rest.old_edge[edge]);
  }
  tt_rest_free(&rest);
  tt_rest_free(&crossing);
}

/* Deleting an edge is securing the one that crosses it, and the other way round. */
static void expect_mirrored_moves(const struct tt_graph *position, const struct tt_dual *dual) {
  struct tt_graph *const board = tt_graph_copy(position, 0), *const other = tt_graph_copy(dual->graph, 0);
  for (size_t edge = 0; edge < other->edge_count; edge++) {
    const size_t crossed = dual->old_edge[edge];
    if (crossed == SIZE_MAX) continue;
    for (unsigned deleted = 0; deleted < 2; deleted++) {
      board->states[crossed] = deleted ? TT_DELETED : TT_SECURED;
      other->states[edge] = deleted ? TT_SECURED : TT_DELETED;
      assert_int_equal(tempo_of(board) + tempo_of(other), 2);
    }
    board->states[crossed] = TT_UNDECIDED;
    other->states[edge] = TT_UNDECIDED;
  }
  tt_graph_free(board);
  tt_graph_free(other);
}

static void expect_mirror(const struct tt_graph *position, const struct tt_dual *dual) {
  if (tempo_of(position) + tempo_of(dual->graph) != 2) fail_msg("no mirror:\n%s", support_text(position));
}

static bool is_joined(const struct tt_graph *position) {
  struct tt_rest rest;
  assert_int_equal(tt_rest_make(&rest, position, NULL), TT_OK);
  const bool joined = rest.joined;
  tt_rest_free(&rest);
  return joined;
}

/* Loops, parallel edges, isolated vertices, several components, secured and deleted edges. */
static void test_random_multigraphs(void **state) {
  const uint64_t seed = support_seed(20040917);
  const unsigned rounds = getenv("TT_LONG") != NULL ? 20000 : 1500;
  unsigned planar = 0, joined = 0, split = 0;
  struct tt_error error;
  (void)state;
  print_message("  seed %llu\n", (unsigned long long)seed);
  for (unsigned round = 0; round < rounds; round++) {
    struct tt_graph *const position = support_random_graph(seed + round, 8, 12);
    struct tt_dual dual = dual_of(position);
    if (dual.planar) {
      struct tt_verdict played, mirrored;
      planar++;
      split += tt_graph_count(dual.graph, TT_SECURED) > 0;
      expect_mirror(position, &dual);
      assert_int_equal(tt_witness_ask(&tt_witness_playout, position, &played, &error), TT_OK);
      assert_int_equal(tt_witness_ask(&tt_witness_dual, position, &mirrored, &error), TT_OK);
      assert_memory_equal(&played, &mirrored, sizeof played);
      if (is_joined(position)) {
        joined++;
        assert_int_equal(dual.graph->vertex_count, 2);
        assert_int_equal(dual.graph->edge_count, 0);
      } else {
        expect_dual_matroid(position, &dual);
        expect_mirrored_moves(position, &dual);
      }
    }
    tt_dual_free(&dual);
    tt_graph_free(position);
  }
  print_message("  %u planar of %u, %u joined, %u with A and B apart for good\n", planar, rounds, joined, split);
  assert_true(planar > rounds / 2 && joined > 0 && split > 0);
}

/* Enough edges that about half are not planar: the answer against minors, the outcome against forests. */
static void test_dense_multigraphs(void **state) {
  const uint64_t seed = support_seed(19370801);
  const unsigned rounds = getenv("TT_LONG") != NULL ? 50000 : 5000;
  uint8_t *const has_minor = find_minors(SEVEN);
  unsigned planar = 0;
  (void)state;
  print_message("  seed %llu\n", (unsigned long long)seed);
  for (unsigned round = 0; round < rounds; round++) {
    struct tt_graph *const position = support_random_graph(seed + round, SEVEN, 60);
    struct tt_dual dual = dual_of(position);
    if (dual.planar != planar_by_minors(has_minor, position)) fail_msg("planar?\n%s", support_text(position));
    if (dual.planar) expect_mirror(position, &dual);
    planar += dual.planar;
    tt_dual_free(&dual);
    tt_graph_free(position);
  }
  free(has_minor);
  print_message("  %u planar of %u\n", planar, rounds);
  assert_true(planar > rounds / 20 && planar < rounds - rounds / 20);
}

/* ---- Large positions that are planar by construction ---- */

/* Triangulates a sphere by `inner` vertices put into triangles; the three outer vertices first. */
static void add_triangulation(struct tt_graph *graph, struct support_random *random, const uint32_t *name,
                              unsigned inner) {
  unsigned(*const triangles)[3] = calloc(2 * (size_t)inner + 1, sizeof *triangles), count = 1;
  triangles[0][1] = 1;
  triangles[0][2] = 2;
  for (unsigned i = 0; i < 3; i++) tt_graph_add_edge(graph, name[i], name[(i + 1) % 3]);
  for (unsigned vertex = 3; vertex < inner + 3; vertex++) {
    unsigned *const triangle = triangles[support_below(random, count)];
    const unsigned a = triangle[0], b = triangle[1], c = triangle[2];
    tt_graph_add_edge(graph, name[vertex], name[a]);
    tt_graph_add_edge(graph, name[b], name[vertex]);
    tt_graph_add_edge(graph, name[vertex], name[c]);
    triangle[2] = vertex;
    triangles[count][0] = b;
    triangles[count][1] = c;
    triangles[count++][2] = vertex;
    triangles[count][0] = a;
    triangles[count][1] = c;
    triangles[count++][2] = vertex;
  }
  free(triangles);
}

/* Mixed numbers 0 .. count - 1, the caller's to free. */
static uint32_t *shuffled(struct support_random *random, uint32_t count) {
  uint32_t *const numbers = calloc(count, sizeof *numbers);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t j = support_below(random, i + 1);
    numbers[i] = numbers[j];
    numbers[j] = i;
  }
  return numbers;
}

/* A triangulation of 3 + inner vertices without one of its edges, which is e*: three-connected with it. */
static struct tt_graph *triangulated_game(struct support_random *random, unsigned inner) {
  struct tt_graph *const graph = tt_graph_new("triangulated", inner + 3);
  uint32_t *const name = shuffled(random, inner + 3);
  add_triangulation(graph, random, name, inner);
  const unsigned star = support_below(random, (unsigned)graph->edge_count);
  graph->terminal_a = graph->edges[star].u;
  graph->terminal_b = graph->edges[star].v;
  graph->edges[star] = graph->edges[--graph->edge_count];
  free(name);
  return graph;
}

/* Two triangulations, in some rounds sharing a vertex; loops, parallel edges; some edges secured or deleted. */
static struct tt_graph *untidy_game(struct support_random *random) {
  const unsigned first = 1 + support_below(random, 30), second = support_below(random, 12);
  const unsigned shared = support_below(random, 2), vertices = first + second + 6;
  struct tt_graph *const graph = tt_graph_new("untidy", vertices);
  uint32_t *const name = shuffled(random, vertices);
  add_triangulation(graph, random, name, first);
  const unsigned star = support_below(random, (unsigned)graph->edge_count);
  add_triangulation(graph, random, name + first + 3 - shared, second);
  graph->terminal_a = graph->edges[star].u;
  graph->terminal_b = graph->edges[star].v;
  for (unsigned extra = support_below(random, 30); extra > 0; extra--) {
    const struct tt_edge ends = graph->edges[support_below(random, (unsigned)graph->edge_count)];
    const unsigned kind = support_below(random, 3);
    tt_graph_add_edge(graph, kind == 1 ? ends.v : ends.u, kind == 0 ? ends.u : kind == 1 ? ends.u : ends.v);
  }
  const unsigned deleted = support_below(random, 7), secured = support_below(random, 3);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const unsigned chance = support_below(random, 10);
    graph->states[edge] = chance < deleted ? TT_DELETED : chance >= 10 - secured ? TT_SECURED : TT_UNDECIDED;
  }
  free(name);
  return graph;
}

static void test_large_planar(void **state) {
  struct support_random random = {support_seed(19320117)};
  unsigned outcomes[3] = {0};
  (void)state;
  print_message("  seed %llu\n", (unsigned long long)random.state);
  for (unsigned round = 0; round < 1500; round++) {
    struct tt_graph *const position = untidy_game(&random);
    struct tt_dual dual = planar_dual_of(position), back = planar_dual_of(dual.graph);
    expect_mirror(position, &dual);
    expect_mirror(dual.graph, &back);
    outcomes[tempo_of(position)]++;
    tt_dual_free(&back);
    tt_dual_free(&dual);
    tt_graph_free(position);
  }
  print_message("  %u Short, %u First, %u Cut\n", outcomes[0], outcomes[1], outcomes[2]);
  assert_true(outcomes[0] > 0 && outcomes[1] > 0 && outcomes[2] > 0);
}

/* A planar game of any size is spoilt by K3,3 or K5, every edge a path of two, in it or beside it. */
static void test_large_not_planar(void **state) {
  struct support_random random = {support_seed(19300615)};
  (void)state;
  print_message("  seed %llu\n", (unsigned long long)random.state);
  for (unsigned round = 0; round < 100; round++) {
    struct tt_graph *const planar = untidy_game(&random);
    const uint32_t old = planar->vertex_count, five = round % 2;
    struct tt_graph *const graph = tt_graph_new("spoilt", old + 6 + 10);
    for (size_t edge = 0; edge < planar->edge_count; edge++) {
      tt_graph_add_edge(graph, planar->edges[edge].u, planar->edges[edge].v);
    }
    uint32_t middle = old + 6, corner[6] = {support_below(&random, old), old + 1, old + 2, old + 3, old + 4, old + 5};
    for (unsigned i = 0; i < 6 - five; i++) {
      for (unsigned j = five ? i + 1 : 3; j < 6 - five && (five || i < 3); j++) {
        tt_graph_add_edge(graph, corner[i], middle);
        tt_graph_add_edge(graph, middle++, corner[j]);
      }
    }
    struct tt_dual dual = dual_of(graph);
    assert_false(dual.planar);
    tt_dual_free(&dual);
    tt_graph_free(graph);
    tt_graph_free(planar);
  }
}

/* ---- Boards that are known ---- */

static void test_bridgit_is_its_own_dual(void **state) {
  (void)state;
  for (unsigned size = 1; size <= 8; size++) {
    char name[20];
    snprintf(name, sizeof name, "bridgit:%u", size);
    struct tt_graph *const board = support_graph(name);
    struct tt_dual dual = planar_dual_of(board);
    expect_same_game(board, dual.graph);
    assert_int_equal(tempo_of(dual.graph), 1);
    snprintf(name, sizeof name, "bridgit:%u", size + 1);
    struct tt_graph *const larger = support_graph(name);
    char *const one = key_of(dual.graph, true), *const two = key_of(larger, true);
    assert_string_not_equal(one, two);
    free(one);
    free(two);
    tt_graph_free(larger);
    tt_dual_free(&dual);
    tt_graph_free(board);
  }
}

static void expect_own_double_dual(struct tt_graph *position) {
  struct tt_dual dual = planar_dual_of(position), back = planar_dual_of(dual.graph);
  expect_same_game(position, back.graph);
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    assert_int_equal(dual.old_edge[back.old_edge[edge]], edge);
  }
  tt_dual_free(&back);
  tt_dual_free(&dual);
  tt_graph_free(position);
}

/* Three-connected graphs have one drawing, up to reflection, so that the dual of the dual is the graph. */
static void test_double_dual(void **state) {
  static const char *const names[] = {"bridge", "k:4", "wheel:3", "wheel:8", "bridgit:3", "bridgit:6"};
  struct support_random random = {support_seed(19330301)};
  (void)state;
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    expect_own_double_dual(support_graph(names[index]));
  }
  print_message("  seed %llu\n", (unsigned long long)random.state);
  for (unsigned round = 0; round < 60; round++) {
    expect_own_double_dual(triangulated_game(&random, 1 + support_below(&random, 25)));
  }
}

/* One position from text, with how many vertices and undecided edges its dual has, and the dual's tempo. */
static void expect_dual(const char *text, uint32_t vertices, size_t undecided, unsigned tempo) {
  struct tt_graph *const position = support_parse(text);
  struct tt_dual dual = planar_dual_of(position);
  assert_int_equal(dual.graph->vertex_count, vertices);
  assert_int_equal(tt_graph_count(dual.graph, TT_UNDECIDED), undecided);
  assert_int_equal(tt_graph_count(dual.graph, TT_DELETED), 0);
  assert_int_equal(tempo_of(dual.graph), tempo);
  assert_int_equal(tempo_of(position), 2 - tempo);
  tt_dual_free(&dual);
  tt_graph_free(position);
}

static void test_small_cases(void **state) {
  (void)state;
  expect_dual("terminals 0 1\nvertices 2\n", 2, 0, 0);                              /* nothing: Cut has won */
  expect_dual("terminals 0 1\n0 1\n", 2, 1, 1);                                     /* an edge beside e* */
  expect_dual("terminals 0 1\n0 1 secured\n0 1\n1 1\n", 2, 0, 2);                   /* joined: Short has won */
  expect_dual("terminals 0 1\n0 1\n0 1\n0 1\n", 4, 3, 2);                           /* parallel edges: a path */
  expect_dual("terminals 0 2\n0 1\n1 2\n", 2, 2, 0);                                /* a path: parallel edges */
  expect_dual("terminals 0 1\n0 0\n1 1\n0 0\n", 5, 3, 0);                           /* loops about a bridge e* */
  expect_dual("terminals 0 1\n0 1\n2 3\n3 4\n4 2\n5 5\n", 4, 5, 1);                 /* components apart */
  expect_dual("terminals 0 1\n0 2\n0 2\n1 3\n1 3\n", 4, 4, 0);                      /* A and B apart for good */
  expect_dual("terminals 0 3\n0 1 secured\n1 2\n2 3\n0 2 deleted\n1 3\n", 3, 3, 1); /* a triangle is left */
}

static void test_too_many_edges(void **state) {
  struct tt_error error;
  struct tt_verdict verdict;
  (void)state;
  struct tt_graph *const clique = support_graph("k:12");
  assert_int_equal(tt_witness_ask(&tt_witness_dual, clique, &verdict, &error), TT_NO_RESOURCE);
  assert_string_equal(error.text, "undecided: G + e* is not planar");
  tt_graph_free(clique);
  struct tt_graph *const large = support_graph("bridgit:33");
  assert_int_equal(tt_witness_ask(&tt_witness_dual, large, &verdict, &error), TT_BAD_INPUT);
  struct tt_dual dual = planar_dual_of(large);
  assert_int_equal(tempo_of(dual.graph), 1);
  tt_dual_free(&dual);
  tt_graph_free(large);
}

/* ---- Sabotage ---- */

static void expect_failure(const struct tt_graph *position, const char *text) {
  struct tt_dual dual;
  struct tt_error error;
  assert_int_equal(tt_dual_make(&dual, position, &error), TT_NO_RESOURCE);
  assert_string_equal(error.text, text);
  assert_null(dual.graph);
  assert_null(dual.old_edge);
}

/* How many different neighbours a vertex has, e* counted. */
static int neighbour_count(const struct tt_graph *graph, uint32_t vertex) {
  uint8_t *const near = calloc(graph->vertex_count, 1);
  int count = 0;
  for (size_t edge = 0; edge <= graph->edge_count; edge++) {
    const struct tt_edge ends =
        edge < graph->edge_count ? graph->edges[edge] : (struct tt_edge){graph->terminal_a, graph->terminal_b};
    if (ends.u == vertex) near[ends.v] = 1;
    if (ends.v == vertex) near[ends.u] = 1;
  }
  for (uint32_t other = 0; other < graph->vertex_count; other++) count += near[other];
  free(near);
  return count;
}

/* Of a three-connected graph, a drawing with any two neighbours of any vertex exchanged is not plane. */
static unsigned expect_exchanges_found(struct tt_graph *graph) {
  unsigned count = 0;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    const int degree = neighbour_count(graph, vertex);
    for (int second = 1; second < degree; second++) {
      for (int first = 0; first < second; first++) {
        exchange.vertex = (int)vertex + 1;
        exchange.first = first;
        exchange.second = second;
        expect_failure(graph, "dual: the embedding fails Euler's formula");
        exchange.vertex = 0;
        count++;
      }
    }
  }
  tt_graph_free(graph);
  return count;
}

static void test_spoilt_drawing(void **state) {
  static const char *const names[] = {"bridge", "k:4", "wheel:5", "wheel:8", "bridgit:3", "bridgit:4"};
  struct support_random random = {support_seed(19990401)};
  unsigned count = 0;
  (void)state;
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    count += expect_exchanges_found(support_graph(names[index]));
  }
  print_message("  seed %llu\n", (unsigned long long)random.state);
  for (unsigned round = 0; round < 10; round++) count += expect_exchanges_found(triangulated_game(&random, 8));
  print_message("  %u exchanges, all found\n", count);
  assert_true(count > 1000);
}

/* A drawing of the bridge that is no rotation at all. */
static void test_no_rotation(void **state) {
  struct tt_graph *const bridge = support_graph("bridge");
  struct tt_rest rest;
  struct plane plane;
  bool planar;
  (void)state;
  assert_int_equal(tt_rest_make(&rest, bridge, NULL), TT_OK);
  assert_true(plane_make(&plane, &rest));
  assert_int_equal(plane_draw(&plane, &planar, NULL), TT_OK);
  assert_true(planar && is_rotation(&plane));
  for (uint32_t dart = 0; dart < 2 * plane.edge_count; dart++) {
    const uint32_t right = plane.next[dart];
    for (uint32_t wrong = 0; wrong <= 2 * plane.edge_count; wrong++) {
      plane.next[dart] = wrong;
      assert_int_equal(is_rotation(&plane), wrong == right);
    }
    plane.next[dart] = right;
  }
  plane_free(&plane);
  tt_rest_free(&rest);
  tt_graph_free(bridge);
}

static void test_library_fails(void **state) {
  struct tt_graph *const bridge = support_graph("bridge");
  (void)state;
  for (broken = BROKEN_NEW; broken <= BROKEN_SORT; broken++) {
    expect_failure(bridge, "dual: libplanarity failed; it may be out of memory");
  }
  broken = BROKEN_LIST;
  expect_failure(bridge, "dual: libplanarity drew another graph");
  broken = BROKEN_NONE;
  tt_graph_free(bridge);
}

/* Every allocation fails once: an error, and (under a sanitizer) no leak. */
static void test_no_memory(void **state) {
  static const char *const texts[] = {
      "terminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n2 3\n0 0\n",
      "terminals 0 1\n0 1 secured\n1 2\n",
      "terminals 0 1\n0 2\n0 2\n1 3\n1 3\n",
  };
  (void)state;
  for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
    struct tt_graph *const position = support_parse(texts[index]);
    enum tt_status status = TT_NO_RESOURCE;
    size_t number = 0;
    while (status != TT_OK) {
      struct tt_verdict verdict;
      struct tt_error error;
      allocations = 0;
      failing = ++number;
      status = tt_witness_ask(&tt_witness_dual, position, &verdict, &error);
      failing = 0;
      if (status != TT_OK) assert_string_equal(error.text, "out of memory");
      assert_true(status == TT_OK || status == TT_NO_RESOURCE);
    }
    assert_true(number > 8);
    tt_graph_free(position);
  }
}

/* The library says nothing on either stream, whatever the answer. */
static void test_silent(void **state) {
  FILE *const kept = tmpfile();
  struct tt_graph *const planar = support_graph("bridgit:4"), *const clique = support_graph("k:5");
  (void)state;
  assert_non_null(kept);
  fflush(NULL);
  const int output = dup(1), errors = dup(2);
  dup2(fileno(kept), 1);
  dup2(fileno(kept), 2);
  struct tt_dual one, two;
  const enum tt_status first = tt_dual_make(&one, planar, NULL), second = tt_dual_make(&two, clique, NULL);
  fflush(NULL);
  dup2(output, 1);
  dup2(errors, 2);
  close(output);
  close(errors);
  assert_int_equal(first, TT_OK);
  assert_int_equal(second, TT_OK);
  assert_true(one.planar && !two.planar);
  assert_int_equal(lseek(fileno(kept), 0, SEEK_END), 0);
  fclose(kept);
  tt_dual_free(&one);
  tt_dual_free(&two);
  tt_graph_free(planar);
  tt_graph_free(clique);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_small_cases),
      cmocka_unit_test(test_labelled_planar_graphs),
      cmocka_unit_test(test_all_subgraphs),
      cmocka_unit_test(test_all_positions),
      cmocka_unit_test(test_random_multigraphs),
      cmocka_unit_test(test_dense_multigraphs),
      cmocka_unit_test(test_large_planar),
      cmocka_unit_test(test_large_not_planar),
      cmocka_unit_test(test_bridgit_is_its_own_dual),
      cmocka_unit_test(test_double_dual),
      cmocka_unit_test(test_too_many_edges),
      cmocka_unit_test(test_spoilt_drawing),
      cmocka_unit_test(test_no_rotation),
      cmocka_unit_test(test_library_fails),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_silent),
  };
  return cmocka_run_group_tests_name("dual", tests, NULL, NULL);
}
