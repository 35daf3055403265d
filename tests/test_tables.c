/* test_tables.c: `tables` (all subgraphs played out at once) against play of one subgraph at a time, naive and
 * memoised; its two processor paths and any number of threads against each other; what it refuses, before it takes
 * memory; every allocation failing in turn; the witness made of it on every position.
 *
 * Last, the test is tested: solver/tables.c is built a second time into this file with faults that can be switched on,
 * in its own rules or in the plan it works from, and every one of them must show on graphs that the honest one counts
 * right. TT_LONG=1 tries more random graphs; a failure prints the seed, which TT_SEED repeats. */
// wrap: malloc calloc realloc strdup free
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <malloc.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "solver/solver.h"
#include "solver/tables.h"
#include "tests/naive.h"
#include "tests/support.h"

/* ---- Allocations, counted and made to fail ---- */

static size_t allocations, failing; /* the failing-th allocation from now returns NULL; 0: none does */
static size_t largest_request;
static ptrdiff_t live_bytes, most_live_bytes; /* libc's own are freed here and not counted in: below 0 at times */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
void __wrap_free(void *memory);

static bool allocation_fails(size_t size) {
  if (size > largest_request) largest_request = size;
  return ++allocations == failing;
}

static ptrdiff_t size_of(void *memory) {
  return memory == NULL ? 0 : (ptrdiff_t)malloc_usable_size(memory);
}

static void *count_in(void *memory) {
  live_bytes += size_of(memory);
  if (live_bytes > most_live_bytes) most_live_bytes = live_bytes;
  return memory;
}

void *__wrap_malloc(size_t size) {
  return allocation_fails(size) ? NULL : count_in(__real_malloc(size));
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails(count * size) ? NULL : count_in(__real_calloc(count, size));
}
void *__wrap_realloc(void *old, size_t size) {
  if (allocation_fails(size)) return NULL;
  const ptrdiff_t before = size_of(old);
  void *const memory = __real_realloc(old, size);
  if (memory != NULL) live_bytes -= before;
  return count_in(memory);
}
char *__wrap_strdup(const char *text) {
  return allocation_fails(strlen(text) + 1) ? NULL : count_in(__real_strdup(text));
}
void __wrap_free(void *memory) {
  live_bytes -= size_of(memory);
  __real_free(memory);
}

static void watch_allocations(size_t which_fails) {
  allocations = largest_request = 0;
  most_live_bytes = live_bytes;
  failing = which_fails;
}

/* ---- A second build of tables.c, with faults ---- */

/* Faults in the rules. A macro tells a function's definition, whose first parameter begins with a type, from its calls,
 * whose first argument is a name, by pasting. */
enum fault {
  HONEST,
  EMPTY_SET_IS_SHORTS, /* without undecided edges, Cut to move: Short is said to win */
  CHOICES_FORGOTTEN,   /* a set of parallel edges counts once, however many ways there are to choose it */
  EVERY_SET_JOINED,    /* an edge A-B wins in sets that do not hold it */
  EXPANDED_WRONG,      /* the portable expand loses a bit */
  LAST_FAULT = EXPANDED_WRONG,
  FAST_EXPANDED_WRONG /* the same, of the path with BMI2 */
};
static enum fault fault;

#define portable_cut_word(first, second, third) CUT_WORD_##first, second, third)
#define CUT_WORD_const honest_cut_word(const
#define CUT_WORD_layer (uint64_t)(row == 0 && fault == EMPTY_SET_IS_SHORTS) | honest_cut_word(layer
#define choices(first, second) CHOICES_##first, second)
#define CHOICES_const honest_choices(const
#define CHOICES_table fault == CHOICES_FORGOTTEN ? 1 : honest_choices(table
#define joined_word(first, second) JOINED_WORD_##first, second)
#define JOINED_WORD_const honest_joined_word(const
#define JOINED_WORD_table fault == EVERY_SET_JOINED ? UINT64_MAX : honest_joined_word(table
#define expand_bits(first, second) EXPAND_##first, second)
#define EXPAND_uint64_t honest_expand_bits(uint64_t
#define EXPAND_source honest_expand_bits(fault == EXPANDED_WRONG ? 0 : source
#define _pdep_u64(bits, mask) _pdep_u64(fault == FAST_EXPANDED_WRONG ? 0 : (bits), mask)
#define tables_fill broken_tables_fill
#define tt_tables_make broken_tables_make
#define tables_plan_make sabotaged_plan_make
static enum tt_status sabotaged_plan_make(struct tables_plan *plan, const struct tt_rest *rest, const char *name,
                                          struct tt_error *error);
enum tt_status broken_tables_fill(const struct tables_plan *plan, const struct tt_tables_options *options,
                                  bool keep_all, uint64_t **cut_moves, struct tt_tables *counts,
                                  struct tt_error *error);
enum tt_status broken_tables_make(struct tt_tables *counts, const struct tt_graph *base,
                                  const struct tt_tables_options *options, struct tt_error *error);
#include "solver/tables.c"
#undef tables_fill
#undef tt_tables_make
#undef tables_plan_make

/* Faults in the plan. None leads out of a table. */
enum plan_fault {
  SOUND_PLAN,
  WEIGHT_LOST,      /* a class leads to the set without its edges */
  OFFSET_LOST,      /* a unit is read where the first one is */
  MASKS_EXCHANGED,  /* two units change places */
  MERGE_LOST,       /* Short never secures an edge of one class */
  MERGE_JOINS,      /* securing an edge of one class is said to join A and B */
  MERGE_OF_ANOTHER, /* a merge is thought to secure an edge of another class */
  PLACES_LOST,      /* half a word is left out */
  LAST_PLAN_FAULT = PLACES_LOST
};
static enum plan_fault plan_fault;

/* Breaks one merge if it has what the fault needs. */
static bool break_merge(const struct table *table, struct table_merge *merge) {
  const bool leads = merge->target != TABLE_JOINED;
  switch (plan_fault) {
    case WEIGHT_LOST:
      for (uint8_t class = table->word_digits; leads && class < table->class_count; class ++) {
        if (merge->weight[class] == 0) continue;
        merge->weight[class] = 0;
        return true;
      }
      return false;
    case OFFSET_LOST:
      if (!leads || merge->unit_count < 2 || merge->offset[1] == merge->offset[0]) return false;
      merge->offset[1] = merge->offset[0];
      return true;
    case MASKS_EXCHANGED:
      if (!leads || merge->unit_count < 2) return false;
      const uint64_t mask = merge->mask[0];
      merge->mask[0] = merge->mask[1];
      merge->mask[1] = mask;
      return true;
    case MERGE_JOINS:
      if (leads) merge->target = TABLE_JOINED;
      return leads;
    case MERGE_OF_ANOTHER:
      if (!leads || merge->class_index < table->word_digits || table->word_digits + 1 >= table->class_count)
        return false;
      merge->class_index = merge->class_index > table->word_digits ? table->word_digits : table->class_count - 1;
      return true;
    default:
      return false;
  }
}

static void break_plan(const struct tables_plan *plan) {
  struct table *const last = &plan->tables[plan->table_count - 1];
  if (plan_fault == PLACES_LOST && last->word_digits > 1) last->valid >>= 1U << (last->word_digits - 1);
  if (plan_fault == MERGE_LOST && last->merge_count > 1) free(last->merges[--last->merge_count].weight);
  for (uint32_t merge = 0; merge < last->merge_count; merge++) {
    if (break_merge(last, &last->merges[merge])) return;
  }
}

static enum tt_status sabotaged_plan_make(struct tables_plan *plan, const struct tt_rest *rest, const char *name,
                                          struct tt_error *error) {
  const enum tt_status status = tables_plan_make(plan, rest, name, error);
  if (status == TT_OK) break_plan(plan);
  return status;
}

/* ---- All subgraphs, one at a time ---- */

/* Loops among undecided edges once secured ones are contracted. */
static bool rest_has_loops(const struct tt_graph *graph) {
  struct tt_rest rest;
  struct tt_error error = {0};
  if (tt_rest_make(&rest, graph, &error) != TT_OK) fail_msg("%s", error.text);
  bool loops = false;
  for (size_t edge = 0; edge < rest.edge_count; edge++) loops = loops || rest.edges[edge].u == rest.edges[edge].v;
  tt_rest_free(&rest);
  return loops;
}

static void add_subgraph(struct tt_tables *counts, enum tt_outcome outcome, unsigned openings, unsigned short_winning,
                         unsigned cut_winning) {
  counts->outcomes[outcome]++;
  if (outcome != TT_FIRST) return;
  counts->openings += openings;
  counts->short_winning += short_winning;
  counts->cut_winning += cut_winning;
}

static void add_played_out(struct tt_tables *counts, const struct tt_graph *graph) {
  struct tt_playout playout;
  struct tt_error error = {0};
  unsigned openings = 0, short_winning = 0, cut_winning = 0;
  if (tt_playout_make(&playout, graph, false, TT_PLAYOUT_POSITIONS, &error) != TT_OK) fail_msg("%s", error.text);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_UNDECIDED) continue;
    openings++;
    short_winning += playout.short_wins_after[edge];
    cut_winning += playout.cut_wins_after[edge];
  }
  add_subgraph(counts, tt_outcome_of(playout.verdict), openings, short_winning, cut_winning);
  tt_playout_free(&playout);
}

static void add_naive(struct tt_tables *counts, const struct tt_graph *graph, struct naive_play *play) {
  uint8_t states[NAIVE_EDGES + 2] = {0};
  unsigned openings = 0, short_winning = 0, cut_winning = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) states[edge] = graph->states[edge];
  const struct tt_verdict verdict = {naive_short_wins(play, states, false), naive_short_wins(play, states, true)};
  for (size_t edge = 0; edge < graph->edge_count && tt_outcome_of(verdict) == TT_FIRST; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    openings++;
    states[edge] = TT_SECURED;
    short_winning += naive_short_wins(play, states, false);
    states[edge] = TT_DELETED;
    cut_winning += !naive_short_wins(play, states, true);
    states[edge] = TT_UNDECIDED;
  }
  add_subgraph(counts, tt_outcome_of(verdict), openings, short_winning, cut_winning);
}

/* Every subset of the undecided edges left out in turn; secured and deleted ones stay. */
static struct tt_tables sweep(const struct tt_graph *base, bool naive) {
  struct tt_tables counts = {0};
  struct tt_graph *const graph = tt_graph_copy(base, 0);
  size_t undecided[64], count = 0;
  assert_non_null(graph);
  for (size_t edge = 0; edge < base->edge_count; edge++) {
    if (base->states[edge] == TT_UNDECIDED) undecided[count++] = edge;
  }
  struct naive_play *play = NULL;
  if (naive) {
    struct naive_graph copy;
    naive_from(&copy, base);
    play = naive_play_open(&copy);
  }
  for (uint64_t present = 0; present < UINT64_C(1) << count; present++) {
    for (size_t index = 0; index < count; index++) {
      graph->states[undecided[index]] = (present >> index & 1) != 0 ? TT_UNDECIDED : TT_DELETED;
    }
    if (naive) {
      add_naive(&counts, graph, play);
    } else {
      add_played_out(&counts, graph);
    }
  }
  if (naive) naive_play_close(play);
  tt_graph_free(graph);
  return counts;
}

/* ---- Comparing ---- */

static bool same_counts(const struct tt_tables *one, const struct tt_tables *other, bool openings) {
  return memcmp(one->outcomes, other->outcomes, sizeof one->outcomes) == 0 &&
         (!openings || (one->openings == other->openings && one->short_winning == other->short_winning &&
                        one->cut_winning == other->cut_winning));
}

static void insist_on_same(const struct tt_graph *graph, const char *who, const struct tt_tables *counts,
                           const char *other_who, const struct tt_tables *right, bool openings) {
  if (same_counts(counts, right, openings)) return;
  const struct tt_tables *const both[] = {counts, right};
  const char *const names[] = {who, other_who};
  for (size_t index = 0; index < 2; index++) {
    print_error("%s: short %" PRIu64 " first %" PRIu64 " cut %" PRIu64 " neither %" PRIu64 ", openings %" PRIu64
                " short_winning %" PRIu64 " cut_winning %" PRIu64 "\n",
                names[index], both[index]->outcomes[0], both[index]->outcomes[1], both[index]->outcomes[2],
                both[index]->outcomes[3], both[index]->openings, both[index]->short_winning, both[index]->cut_winning);
  }
  fail_msg("they differ on\n%s", support_text(graph));
}

static struct tt_tables tables_of(const struct tt_graph *graph, struct tt_tables_options options) {
  struct tt_tables counts;
  struct tt_error error = {0};
  if (tt_tables_make(&counts, graph, &options, &error) != TT_OK) {
    fail_msg("tables: %s; on\n%s", error.text, support_text(graph));
  }
  return counts;
}

/* The honest tables, in every way they can be made, against play. Returns what play says. */
static struct tt_tables compare_with_play(const struct tt_graph *graph) {
  const bool openings = !rest_has_loops(graph);
  const size_t undecided = tt_graph_count(graph, TT_UNDECIDED);
  const struct tt_tables right = sweep(graph, false);
  if (undecided <= 9) {
    const struct tt_tables naive = sweep(graph, true);
    insist_on_same(graph, "playout", &right, "naive", &naive, true);
  }
  const struct tt_tables fast = tables_of(graph, (struct tt_tables_options){.threads = 1, .openings = openings});
  insist_on_same(graph, "tables", &fast, "play", &right, openings);
  assert_int_equal(fast.outcomes[TT_NEITHER], 0);
  for (int threads = 1; threads <= 2; threads++) {
    const struct tt_tables portable =
        tables_of(graph, (struct tt_tables_options){.threads = threads, .openings = openings, .portable = true});
    insist_on_same(graph, "portable tables", &portable, "tables", &fast, true);
    assert_int_equal(portable.bytes, fast.bytes);
    assert_int_equal(portable.tables, fast.tables);
  }
  const struct tt_tables bare = tables_of(graph, (struct tt_tables_options){.threads = 2});
  insist_on_same(graph, "tables without openings", &bare, "tables", &fast, false);
  assert_int_equal(bare.openings + bare.short_winning + bare.cut_winning, 0);
  return right;
}

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* Random graphs in which edges are many times parallel. */
static struct tt_graph *random_thick(uint64_t seed, unsigned most_edges) {
  struct support_random random = {seed};
  const uint32_t vertices = 2 + support_below(&random, 4);
  struct tt_graph *const graph = tt_graph_new("thick", vertices);
  assert_non_null(graph);
  while (true) {
    const uint32_t u = support_below(&random, vertices), v = support_below(&random, vertices);
    const unsigned copies = 1 + support_below(&random, 4);
    if (graph->edge_count + copies > most_edges) return graph;
    for (unsigned copy = 0; copy < copies; copy++) {
      if (u != v || copy == 0) assert_true(tt_graph_add_edge(graph, u, v));
    }
  }
}

/* ---- Tests ---- */

static const char *const named_graphs[] = {"triangle",     "bridge", "k4",        "bridge-spur", "doubled-path",
                                           "bridge-chain", "k5",     "wheel:4",   "routes:3",    "grid:2x3",
                                           "k:2",          "k:3",    "bridgit:2", "routes:2",    "wheel:3"};

static void test_named_graphs(void **state) {
  (void)state;
  for (size_t index = 0; index < sizeof named_graphs / sizeof named_graphs[0]; index++) {
    struct tt_graph *const graph = support_graph(named_graphs[index]);
    const struct tt_tables right = compare_with_play(graph);
    assert_int_equal(right.outcomes[0] + right.outcomes[1] + right.outcomes[2], UINT64_C(1) << graph->edge_count);
    tt_graph_free(graph);
  }
}

static void test_k6_and_bridgit(void **state) {
  (void)state;
  static const char *const names[] = {"k:6", "bridgit:3"};
  for (size_t index = 0; index < 2; index++) {
    struct tt_graph *const graph = support_graph(names[index]);
    compare_with_play(graph);
    tt_graph_free(graph);
  }
}

/* Published: 71 / 502 / 451 with 2,674 openings of which 1,654 win for Short. */
static void test_published(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("k5");
  const struct tt_tables counts = tables_of(graph, (struct tt_tables_options){.openings = true});
  assert_int_equal(counts.outcomes[TT_SHORT], 71);
  assert_int_equal(counts.outcomes[TT_FIRST], 502);
  assert_int_equal(counts.outcomes[TT_CUT], 451);
  assert_int_equal(counts.openings, 2674);
  assert_int_equal(counts.short_winning, 1654);
  assert_int_equal(counts.cut_winning, 742);
  tt_graph_free(graph);
}

/* Loops, isolated vertices, parallel edges up to four times, pieces that hold neither terminal, decided edges. */
static void test_crafted(void **state) {
  (void)state;
  static const char *const texts[] = {
      "terminals 0 1\n",
      "vertices 9\nterminals 4 7\n",
      "terminals 0 1\n0 1\n",
      "terminals 0 1\n0 1\n0 1\n",
      "terminals 0 1\n0 1\n0 1\n0 1\n0 1\n",
      "terminals 0 1\n0 0\n",
      "terminals 0 1\n0 0\n1 1\n0 1\n0 0\n",
      "terminals 0 2\n0 1\n0 1\n1 2\n1 2\n1 2\n1 2\n",
      "terminals 0 2\n0 1\n0 1\n0 1\n1 2\n1 2\n1 2\n0 2\n0 2\n",
      "terminals 0 2\n1 1\n0 1\n1 2\n1 1\n2 2\n0 2\n",
      "vertices 12\nterminals 3 8\n3 5\n5 8\n3 8\n0 1\n1 2\n2 0\n10 11\n",
      "terminals 0 1\n2 3\n2 3\n3 4\n4 2\n",
      "terminals 0 3\n0 1\n0 2\n1 2\n1 2\n1 2\n1 3\n2 3\n",
      "terminals 0 3\n0 1 secured\n0 2\n1 2\n1 3\n2 3 secured\n1 2\n0 3\n",
      "terminals 0 3\n0 1\n0 2 deleted\n1 2\n1 3 deleted\n2 3\n0 3 deleted\n0 1\n",
      "terminals 0 3\n0 1 secured\n0 1\n1 2\n1 3\n2 3\n2 2\n",
      "terminals 0 3\n1 2 secured\n1 2\n0 1\n0 2\n1 3\n2 3\n",
  };
  for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index++) {
    struct tt_graph *const graph = support_parse(texts[index]);
    compare_with_play(graph);
    tt_graph_free(graph);
  }
}

static void test_random(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20260401);
  const unsigned rounds = long_run() ? 5000 : 250;
  unsigned compared = 0;
  print_message("seed %" PRIu64 "\n", seed);
  for (unsigned round = 0; round < rounds; round++) {
    static const unsigned most_vertices[] = {4, 6, 8, 12};
    const unsigned most_edges = round % 8 == 0 ? 12 : 9;
    struct tt_graph *const graph = round % 3 == 0
                                       ? random_thick(seed + round, most_edges)
                                       : support_random_graph(seed + round, most_vertices[round % 4], most_edges);
    struct tt_rest rest;
    struct tt_error error = {0};
    assert_int_equal(tt_rest_make(&rest, graph, &error), TT_OK);
    if (!rest.joined) {
      compare_with_play(graph);
      compared++;
    }
    tt_rest_free(&rest);
    tt_graph_free(graph);
  }
  assert_in_range(compared, rounds / 2, rounds);
}

/* A graph of 20 edges has rows enough for several threads; play is too slow there, the paths are compared. */
static void test_threads_and_paths(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20260402);
  print_message("seed %" PRIu64 "\n", seed);
  for (unsigned round = 0; round < 3; round++) {
    struct support_random random = {seed + round};
    struct tt_graph *graph;
    if (round == 0) {
      graph = support_graph("k:7");
    } else {
      graph = tt_graph_new("dense", 7 + round);
      assert_non_null(graph);
      while (graph->edge_count < 20) {
        const uint32_t u = support_below(&random, 7 + round), v = support_below(&random, 7 + round);
        if (u != v) assert_true(tt_graph_add_edge(graph, u, v));
      }
    }
    const struct tt_tables one = tables_of(graph, (struct tt_tables_options){.threads = 1, .openings = true});
    assert_int_equal(one.outcomes[0] + one.outcomes[1] + one.outcomes[2], UINT64_C(1) << graph->edge_count);
    assert_int_equal(one.outcomes[TT_NEITHER], 0);
    for (int threads = 1; threads <= 3; threads++) {
      for (int portable = threads == 1 ? 1 : 0; portable <= 1; portable++) {
        const struct tt_tables again = tables_of(
            graph, (struct tt_tables_options){.threads = threads, .openings = true, .portable = portable != 0});
        insist_on_same(graph, "other path or threads", &again, "one thread", &one, true);
      }
    }
    tt_graph_free(graph);
  }
}

/* ---- What it refuses ---- */

static void expect_refusal(const struct tt_graph *graph, struct tt_tables_options options, const char *text) {
  struct tt_tables counts;
  struct tt_error error = {0};
  assert_int_equal(tt_tables_make(&counts, graph, &options, &error), TT_BAD_INPUT);
  assert_int_equal(error.status, TT_BAD_INPUT);
  assert_string_equal(error.text, text);
  assert_int_equal(counts.outcomes[0] + counts.outcomes[1] + counts.outcomes[2] + counts.outcomes[3], 0);
}

static struct tt_graph *cycle(const char *name, uint32_t vertices, size_t edges) {
  struct tt_graph *const graph = tt_graph_new(name, vertices);
  assert_non_null(graph);
  for (uint32_t edge = 0; edge < edges; edge++) {
    assert_true(tt_graph_add_edge(graph, edge % vertices, (edge + 1) % vertices));
  }
  return graph;
}

static void test_refusals(void **state) {
  (void)state;
  const struct tt_tables_options plain = {.threads = 1}, openings = {.threads = 1, .openings = true};
  struct tt_graph *graph = cycle("thirteen", 13, 13);
  expect_refusal(graph, plain, "tables takes at most 12 vertices and 62 edges; thirteen has 13 and 13");
  tt_graph_free(graph);
  graph = cycle("sixty-three", 3, 63);
  expect_refusal(graph, plain, "tables takes at most 12 vertices and 62 edges; sixty-three has 3 and 63");
  tt_graph_free(graph);
  graph = support_parse("terminals A B\nA x secured\nx B secured\nA B\n");
  assert_true(tt_graph_rename(graph, "won"));
  expect_refusal(graph, plain, "tables: A and B of won are joined already");
  expect_refusal(graph, openings, "tables: A and B of won are joined already");
  tt_graph_free(graph);
  graph = support_parse("terminals A B\nA x\nx x\nx B\n");
  expect_refusal(graph, openings,
                 "tables counts openings of graphs without loops only; text has some: leave the openings out");
  tt_graph_free(graph);
}

/* What only touched vertices and undecided edges count for: 13 vertices of which 12 are touched, 63 edges of which 62
 * are left. */
static void test_limits_are_taken(void **state) {
  (void)state;
  struct tt_graph *graph = cycle("twelve", 12, 12);
  graph->terminal_b = 6;
  const struct tt_tables counts = tables_of(graph, (struct tt_tables_options){.threads = 1, .openings = true});
  assert_int_equal(counts.outcomes[TT_SHORT] + counts.outcomes[TT_FIRST], 0); /* no path of one edge */
  assert_int_equal(counts.outcomes[TT_CUT], 4096);
  tt_graph_free(graph);
  graph = tt_graph_new("many", 2);
  assert_non_null(graph);
  for (unsigned edge = 0; edge < 63; edge++) assert_true(tt_graph_add_edge(graph, 0, 1));
  graph->states[62] = TT_DELETED;
  const struct tt_tables many = tables_of(graph, (struct tt_tables_options){.threads = 1, .openings = true});
  assert_int_equal(many.outcomes[TT_CUT], 1); /* no edge; one edge; more */
  assert_int_equal(many.outcomes[TT_FIRST], 62);
  assert_int_equal(many.outcomes[TT_SHORT], (UINT64_C(1) << 62) - 63);
  assert_int_equal(many.openings, 62);
  tt_graph_free(graph);
}

/* Too little memory: said with the number, and nothing of that size was asked for. */
static void test_memory_is_refused_first(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("k:8");
  struct tt_tables plan;
  struct tt_error error = {0};
  struct tt_tables_options options = {.only_plan = true};
  assert_int_equal(tt_tables_make(&plan, graph, &options, &error), TT_OK);
  assert_in_range(plan.bytes, (size_t)20 << 20, (size_t)6 << 30);
  char text[256];
  options = (struct tt_tables_options){.memory = plan.bytes - 1, .openings = true};
  snprintf(text, sizeof text, "tables needs %.1f MiB for k:8; allowed are %.1f MiB", (double)plan.bytes / 1048576,
           (double)(plan.bytes - 1) / 1048576);
  watch_allocations(0);
  const ptrdiff_t before = live_bytes;
  expect_refusal(graph, options, text);
  assert_in_range(largest_request, 1, plan.bytes / 8);
  assert_in_range(most_live_bytes - before, 1, plan.bytes / 8);
  assert_int_equal(live_bytes, before);
  options.memory = 1;
  snprintf(text, sizeof text, "tables needs %.1f MiB for k:8; allowed are 0.0 MiB", (double)plan.bytes / 1048576);
  expect_refusal(graph, options, text);
  tt_graph_free(graph);
}

/* The plan says what the tables take, and no more and no less is taken. */
static void test_plan_tells_the_truth(void **state) {
  (void)state;
  static const char *const names[] = {"k:7", "k:6", "bridgit:3", "wheel:8"};
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    struct tt_graph *const graph = support_graph(names[index]);
    struct tt_tables plan, counts;
    struct tt_error error = {0};
    struct tt_tables_options options = {.only_plan = true, .openings = true, .threads = 1};
    const ptrdiff_t before = live_bytes;
    watch_allocations(0);
    assert_int_equal(tt_tables_make(&plan, graph, &options, &error), TT_OK);
    const ptrdiff_t for_plan = most_live_bytes - before, slack = 65536 + (ptrdiff_t)plan.tables * 32;
    assert_int_equal(live_bytes, before);
    assert_int_equal(plan.outcomes[0] + plan.outcomes[1] + plan.outcomes[2] + plan.openings, 0);
    assert_true(plan.bytes > 0 && plan.tables > 0);
    options = (struct tt_tables_options){.memory = plan.bytes, .openings = true, .threads = 1};
    watch_allocations(0);
    assert_int_equal(tt_tables_make(&counts, graph, &options, &error), TT_OK);
    assert_int_equal(live_bytes, before);
    assert_int_equal(counts.bytes, plan.bytes);
    assert_int_equal(counts.tables, plan.tables);
    const ptrdiff_t taken = most_live_bytes - before, announced = (ptrdiff_t)plan.bytes;
    if (taken > for_plan + announced + slack || taken + slack < announced) {
      fail_msg("%s: %td bytes taken, %td for the plan, %td announced", names[index], taken, for_plan, announced);
    }
    tt_graph_free(graph);
  }
}

struct steps {
  uint64_t last, total;
  unsigned count;
};

static void look_at_step(void *context, uint64_t done, uint64_t total) {
  struct steps *const steps = context;
  assert_true(done > steps->last && done <= total);
  assert_true(steps->count == 0 || total == steps->total);
  steps->last = done;
  steps->total = total;
  steps->count++;
}

static void test_progress(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("k:7");
  struct steps steps = {0};
  const struct tt_tables_options options = {.threads = 2, .progress = look_at_step, .context = &steps};
  tables_of(graph, options);
  assert_true(steps.count > 1);
  assert_int_equal(steps.last, steps.total);
  tt_graph_free(graph);
}

/* ---- Every allocation fails in turn ---- */

static void test_allocations_fail(void **state) {
  (void)state;
  static const char *const names[] = {"k5", "bridge", "doubled-path", "wheel:4"};
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    struct tt_graph *const graph = support_graph(names[index]);
    const struct tt_tables_options options = {.threads = 1, .openings = true};
    const ptrdiff_t before = live_bytes;
    struct tt_tables counts;
    struct tt_error error;
    size_t which = 1;
    while (true) {
      error = (struct tt_error){0};
      watch_allocations(which);
      const enum tt_status status = tt_tables_make(&counts, graph, &options, &error);
      const bool reached = allocations >= which;
      watch_allocations(0);
      if (live_bytes != before) fail_msg("%s: allocation %zu fails: memory is lost", names[index], which);
      if (!reached) break;
      if (status != TT_NO_RESOURCE || error.status != TT_NO_RESOURCE || error.text[0] == '\0') {
        fail_msg("%s: allocation %zu fails: status %d, \"%s\"", names[index], which, (int)status, error.text);
      }
      which++;
    }
    assert_true(which > 10);
    tt_graph_free(graph);
  }
}

/* ---- The witness ---- */

static const struct tt_witness *const witness = &tt_witness_tables;

/* Asks about all positions of a graph, or so many random ones, and compares with naive play. */
static void compare_positions(struct tt_graph *graph, uint64_t random_count, uint64_t seed) {
  struct support_random random = {seed};
  struct naive_graph naive;
  naive_from(&naive, graph);
  struct naive_play *const play = naive_play_open(&naive);
  void *const work = witness->open(graph);
  assert_non_null(work);
  uint64_t positions = 1;
  for (size_t edge = 0; edge < graph->edge_count; edge++) positions *= 3;
  const uint64_t count = random_count > 0 ? random_count : positions;
  for (uint64_t index = 0; index < count; index++) {
    uint8_t states[NAIVE_EDGES + 2] = {0};
    struct tt_verdict verdict = {false, false};
    struct tt_error error = {0};
    tt_graph_set_number(graph, random_count > 0 ? support_next(&random) % positions : index, true);
    for (size_t edge = 0; edge < graph->edge_count; edge++) states[edge] = graph->states[edge];
    if (witness->ask(work, graph, &verdict, &error) != TT_OK) {
      fail_msg("tables: %s; on\n%s", error.text, support_text(graph));
    }
    if (verdict.short_wins_second != naive_short_wins(play, states, false) ||
        verdict.short_wins_first != naive_short_wins(play, states, true)) {
      fail_msg("tables say %s on\n%s", tt_outcome_name(tt_outcome_of(verdict)), support_text(graph));
    }
  }
  witness->close(work);
  naive_play_close(play);
}

static void test_witness_on_every_position(void **state) {
  (void)state;
  static const char *const names[] = {"triangle",     "bridge",       "k4",  "bridge-spur",
                                      "doubled-path", "bridge-chain", "k:2", "grid:2x3"};
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    struct tt_graph *const graph = support_graph(names[index]);
    assert_true(graph->edge_count <= 7);
    compare_positions(graph, 0, 0);
    tt_graph_free(graph);
  }
}

static void test_witness_on_random_positions(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20260403);
  const unsigned rounds = long_run() ? 5000 : 250;
  print_message("seed %" PRIu64 "\n", seed);
  for (unsigned round = 0; round < rounds; round++) {
    const unsigned most_edges = round % 10 == 0 ? 11 : 8;
    struct tt_graph *const graph = round % 2 == 0 ? random_thick(seed + round, most_edges)
                                                  : support_random_graph(seed + round, 3 + round % 9, most_edges);
    compare_positions(graph, 300, seed + round);
    tt_graph_free(graph);
  }
}

static void expect_witness_refusal(const struct tt_graph *graph, const char *text) {
  struct tt_verdict verdict;
  struct tt_error error = {0};
  void *const work = witness->open(graph);
  assert_non_null(work);
  for (int times = 0; times < 2; times++) { /* it does not forget */
    assert_int_equal(witness->ask(work, graph, &verdict, &error), TT_BAD_INPUT);
    assert_string_equal(error.text, text);
  }
  assert_int_equal(witness->ask(work, graph, &verdict, NULL), TT_BAD_INPUT);
  witness->close(work);
  witness->close(NULL);
}

static void test_witness_refuses(void **state) {
  (void)state;
  struct tt_verdict verdict;
  struct tt_error error = {0};
  assert_int_equal(witness->edge_limit, 20);
  assert_string_equal(witness->name, "tables");
  struct tt_graph *graph = cycle("long", 7, 21);
  expect_witness_refusal(graph, "tables, as a witness, takes graphs of at most 20 edges");
  assert_int_equal(tt_witness_ask(witness, graph, &verdict, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "tables takes at most 20 undecided edges; long has 21");
  graph->edge_count = 20;
  assert_int_equal(tt_witness_ask(witness, graph, &verdict, &error), TT_OK);
  tt_graph_free(graph);
  graph = cycle("wide", 13, 13);
  expect_witness_refusal(graph, "tables takes at most 12 vertices and 62 edges; wide has 13 and 13");
  tt_graph_free(graph);
}

static void test_witness_allocations_fail(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("k5");
  const ptrdiff_t before = live_bytes;
  size_t which = 1, refused = 0;
  while (true) {
    struct tt_verdict verdict;
    struct tt_error error = {0};
    watch_allocations(which);
    void *const work = witness->open(graph);
    const bool reached = allocations >= which;
    watch_allocations(0);
    const enum tt_status status = work == NULL ? TT_NO_RESOURCE : witness->ask(work, graph, &verdict, &error);
    refused += work != NULL && status == TT_NO_RESOURCE && error.text[0] != '\0';
    witness->close(work);
    if (live_bytes != before) fail_msg("allocation %zu fails: memory is lost", which);
    if (!reached) {
      assert_int_equal(status, TT_OK);
      break;
    }
    if (status != TT_NO_RESOURCE) fail_msg("allocation %zu fails: status %d", which, (int)status);
    which++;
  }
  assert_true(which > 10);
  assert_int_equal(refused, which - 2); /* all but the first, without which there is nothing to ask */
  tt_graph_free(graph);
}

/* ---- The test is tested ---- */

/* On how many of the graphs that the honest tables count right does the broken build not? */
static unsigned graphs_miscounted(bool portable) {
  static const char *const names[] = {"triangle", "bridge", "k4", "doubled-path", "bridge-chain", "k5", "wheel:4"};
  static const char *const texts[] = {"terminals 0 2\n0 1\n0 1\n1 2\n1 2\n1 2\n0 2\n0 2\n",
                                      "terminals 0 3\n0 1\n0 2\n1 2\n1 2\n1 2\n1 3\n2 3\n"};
  enum { NAMES = sizeof names / sizeof names[0], TEXTS = sizeof texts / sizeof texts[0] };
  unsigned differ = 0;
  for (size_t index = 0; index < NAMES + TEXTS; index++) {
    struct tt_graph *const graph = index < NAMES ? support_graph(names[index]) : support_parse(texts[index - NAMES]);
    const struct tt_tables_options options = {.threads = 1, .openings = true, .portable = portable};
    const struct tt_tables right = tables_of(graph, options);
    struct tt_tables counts;
    struct tt_error error = {0};
    if (broken_tables_make(&counts, graph, &options, &error) != TT_OK) fail_msg("%s", error.text);
    differ += !same_counts(&counts, &right, true);
    tt_graph_free(graph);
  }
  return differ;
}

static void test_faults_show(void **state) {
  (void)state;
  fault = HONEST;
  plan_fault = SOUND_PLAN;
  assert_int_equal(graphs_miscounted(true), 0);
  for (fault = HONEST + 1; fault <= LAST_FAULT; fault++) {
    const unsigned differ = graphs_miscounted(true);
    print_message("fault %d in the rules: %u of 9 graphs miscounted\n", (int)fault, differ);
    if (differ == 0) fail_msg("fault %d is not noticed", (int)fault);
  }
  fault = FAST_EXPANDED_WRONG;
  assert_int_equal(graphs_miscounted(true), 0);
  if (has_fast_path()) assert_in_range(graphs_miscounted(false), 1, 9);
  fault = HONEST;
  for (plan_fault = SOUND_PLAN + 1; plan_fault <= LAST_PLAN_FAULT; plan_fault++) {
    const unsigned differ = graphs_miscounted(true);
    print_message("fault %d in the plan: %u of 9 graphs miscounted\n", (int)plan_fault, differ);
    if (differ == 0) fail_msg("fault %d of the plan is not noticed", (int)plan_fault);
  }
  plan_fault = SOUND_PLAN;
  assert_int_equal(graphs_miscounted(true), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_named_graphs),
      cmocka_unit_test(test_k6_and_bridgit),
      cmocka_unit_test(test_published),
      cmocka_unit_test(test_crafted),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_threads_and_paths),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_limits_are_taken),
      cmocka_unit_test(test_memory_is_refused_first),
      cmocka_unit_test(test_plan_tells_the_truth),
      cmocka_unit_test(test_progress),
      cmocka_unit_test(test_allocations_fail),
      cmocka_unit_test(test_witness_on_every_position),
      cmocka_unit_test(test_witness_on_random_positions),
      cmocka_unit_test(test_witness_refuses),
      cmocka_unit_test(test_witness_allocations_fail),
      cmocka_unit_test(test_faults_show),
  };
  return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
