/* test_large_memory.c: how much memory `forests` takes at its peak, in bytes an edge, and what happens when there is
 * none: every allocation of tt_forests_make, tt_pebbles_make, tt_clumps_make and tt_winning_moves fails in turn, on
 * graphs on which the finder starts anew, too. Each must say so, and leave nothing behind. */
// wrap: malloc calloc realloc free orientation_peel
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mixed_graphs.h"
#include "tests/support.h"
#include "treetest/orientation.h"
#include "treetest/treetest.h"

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* ---- The allocator, watched ----
 *
 * Blocks are counted by the size that the allocator gives, a few bytes more than asked for. All is volatile: to a
 * compiler malloc is a function that looks at no variables of this file. */
static volatile bool watching;
static volatile size_t live, peak; /* bytes since `watch`; what was there before and is freed would count below zero */
static volatile long blocks;       /* allocated less freed */
static volatile unsigned long calls, fail; /* the allocation of that number fails; 0: none does */
static unsigned peelings;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
bool __real_orientation_peel(struct orientation *orientation);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);
bool __wrap_orientation_peel(struct orientation *orientation);

static bool fails(void) {
  return watching && ++calls == fail;
}

static void *came(void *block) {
  if (!watching || block == NULL) return block;
  live += malloc_usable_size(block);
  blocks++;
  if (live > peak) peak = live;
  return block;
}

static void goes(void *block) {
  if (!watching || block == NULL) return;
  live -= malloc_usable_size(block);
  blocks--;
}

void *__wrap_malloc(size_t size) {
  return fails() ? NULL : came(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
  return fails() ? NULL : came(__real_calloc(count, size));
}

/* At its worst it holds the old block and the new one together. */
void *__wrap_realloc(void *old, size_t size) {
  if (fails()) return NULL;
  const size_t before = watching && old != NULL ? malloc_usable_size(old) : 0;
  void *const block = __real_realloc(old, size);
  if (!watching || block == NULL) return block;
  live += malloc_usable_size(block);
  if (live > peak) peak = live;
  live -= before;
  blocks += old == NULL;
  return block;
}

void __wrap_free(void *block) {
  goes(block);
  __real_free(block);
}

bool __wrap_orientation_peel(struct orientation *orientation) {
  peelings++;
  return __real_orientation_peel(orientation);
}

static void watch(unsigned long which) {
  live = peak = 0;
  blocks = 0;
  calls = 0;
  fail = which;
  watching = true;
}

/* ---- Bytes an edge ---- */

/* In no order where `shuffled`. */
static struct tt_graph *family(const char *name, bool shuffled) {
  struct support_random random = {7};
  struct tt_graph *const graph = support_graph(name);
  if (shuffled) {
    mixed_relabel(graph, &random);
    mixed_shuffle_edges(graph, &random);
  }
  return graph;
}

static size_t peak_of(const struct tt_graph *graph) {
  struct tt_forests forests;
  struct tt_error error;
  peelings = 0;
  watch(0);
  const enum tt_status status = tt_forests_make(&forests, graph, &error);
  watching = false;
  assert_int_equal(status, TT_OK);
  tt_forests_free(&forests);
  return peak;
}

/* What is asked of graphs with two edges a vertex or more, and for all what finder.h and orientation.h state; one more
 * copy of the edges with their numbers, 16 bytes each, and of the vertices where an edge is secured. Returns the bytes
 * an edge. */
static double expect_bounded(const struct tt_graph *graph, const char *name, unsigned way) {
  const double bytes = (double)peak_of(graph), edges = (double)graph->edge_count, vertices = graph->vertex_count;
  const bool secured = tt_graph_count(graph, TT_SECURED) > 0;
  const double stated = secured ? 29 * edges + 52 * vertices : 13 * edges + 48 * vertices;
  if (bytes > stated + 10000) fail_msg("%s, %u: %.0f bytes, more than the %.0f stated", name, way, bytes, stated);
  if (!secured && edges >= 2 * vertices - 10 && bytes > 40 * edges) {
    fail_msg("%s, %u: %.2f bytes an edge", name, way, bytes / edges);
  }
  return bytes / edges;
}

static void test_bytes_an_edge(void **state) {
  (void)state;
  static const char *const names[] = {"random:50000x100000",  "random:25000x100000", "random-trees:50001",
                                      "random-regular:50000", "ladder:33334",        "shuttle:12500",
                                      "doubled-path:50000",   "routes:50000",        "bridgit:224",
                                      "grid:224x224",         "wheel:50000",         "k:450"};
  unsigned peeled = 0;
  print_message("bytes an edge: in order, shuffled, with an edge deleted, with one secured (* peeled)\n");
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    print_message("  %-20s", names[index]);
    for (unsigned way = 0; way < 4; way++) {
      struct tt_graph *const graph = family(names[index], way > 0);
      if (way > 1) graph->states[7] = way == 2 ? TT_DELETED : TT_SECURED;
      const double figure = expect_bounded(graph, names[index], way);
      print_message(" %6.2f%s", figure, peelings > 0 ? "*" : " ");
      peeled += way < 2 && peelings > 0;
      tt_graph_free(graph);
    }
    print_message("\n");
  }
  assert_true(peeled > 0); /* where most is needed */
}

/* What the tests in this file look at. */
static void test_the_watch(void **state) {
  (void)state;
  watch(3);
  void *volatile first = malloc(1000);
  void *volatile second = calloc(10, 100);
  void *volatile third = malloc(1);
  watching = false;
  assert_true(first != NULL && second != NULL && third == NULL);
  assert_int_equal(blocks, 2);
  assert_in_range(live, 2000, 2100);
  watching = true;
  void *volatile grown = realloc(second, 100000);
  assert_non_null(grown);
  free(grown);
  watching = false;
  assert_int_equal(blocks, 1);
  assert_in_range(live, 1000, 1050);
  assert_in_range(peak, 102000, 110000);
  watching = true;
  free(first);
  watching = false;
  assert_true(blocks == 0 && live == 0);
}

/* ---- No memory ---- */

enum { FORESTS, PEBBLES, MOVES, CLUMPS, QUESTIONS };

/* Asks one question and forgets the answer. */
static enum tt_status ask(unsigned question, const struct tt_graph *position, uint8_t *short_wins, uint8_t *cut_wins,
                          uint32_t *part, struct tt_error *error) {
  struct tt_forests forests;
  struct tt_pebbles pebbles;
  unsigned tempo;
  if (question == PEBBLES) return tt_pebbles_make(&pebbles, position, TT_DEPTH_FIRST, 0, error);
  if (question == CLUMPS) return tt_clumps_make(part, position, error);
  if (question == MOVES) return tt_winning_moves(position, &tempo, short_wins, cut_wins, error);
  const enum tt_status status = tt_forests_make(&forests, position, error);
  if (status == TT_OK) tt_forests_free(&forests);
  return status;
}

/* Returns how many allocations there are to fail. */
static unsigned long fail_each(unsigned question, const struct tt_graph *position, const char *name) {
  uint8_t *const short_wins = malloc(position->edge_count + 1), *const cut_wins = malloc(position->edge_count + 1);
  uint32_t *const part = malloc(((size_t)position->vertex_count + 1) * sizeof *part);
  assert_true(short_wins != NULL && cut_wins != NULL && part != NULL);
  for (unsigned long which = 1;; which++) {
    struct tt_error error = {0};
    watch(which);
    const enum tt_status status = ask(question, position, short_wins, cut_wins, part, &error);
    watching = false;
    if (live != 0 || blocks != 0) {
      fail_msg("%s, question %u, allocation %lu: %ld blocks stay behind", name, question, which, blocks);
    }
    if (calls < which) {
      assert_int_equal(status, TT_OK);
      free(short_wins);
      free(cut_wins);
      free(part);
      return which - 1;
    }
    if (status != TT_NO_RESOURCE || error.status != TT_NO_RESOURCE || strcmp(error.text, "out of memory") != 0) {
      fail_msg("%s, question %u, allocation %lu: status %d: %s", name, question, which, status, error.text);
    }
  }
}

static void test_no_memory(void **state) {
  (void)state;
  static const char *const names[] = {"bridge",          "k:12",         "bridgit:9",  "shuttle:500",
                                      "random:600x1100", "grid:100x100", "bridgit:150"};
  unsigned peeled = 0;
  for (size_t index = 0; index < 2 * sizeof names / sizeof names[0]; index++) {
    struct tt_graph *const graph = family(names[index / 2], true);
    if (index % 2 > 0) graph->states[1] = TT_SECURED;
    for (unsigned question = 0; question < QUESTIONS; question++) {
      /* Larger graphs are there for the finder, which forests has as well, at a fraction of the time. */
      if ((question == MOVES || question == CLUMPS) && graph->edge_count > 8000 && !long_run()) continue;
      peelings = 0;
      assert_true(fail_each(question, graph, names[index / 2]) > 4);
      peeled += question == FORESTS && peelings > 0;
    }
    tt_graph_free(graph);
  }
  assert_true(peeled > 2); /* else other graphs have to be found on which the finder starts anew */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_watch), cmocka_unit_test(test_bytes_an_edge),
                                     cmocka_unit_test(test_no_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
