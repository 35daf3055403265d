/* test_ilp.c: the linear program against brute force over all colourings and against `forests`; GLPK sabotaged, out of
 * time and out of memory; and the exact check, which must refuse every forest and partition that was tampered with. */
// wrap: malloc calloc realloc tt_forests_check glp_simplex glp_get_status glp_get_col_prim glp_get_row_dual
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <glpk.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"
#include "treetest/treetest.h"

/* ---- Sabotage: failing memory (the allocation number `failing`, from 1), a lying GLPK, a check that refuses ---- */

enum sabotage {
  HONEST,
  SIMPLEX_FAILS,
  SIMPLEX_OUT_OF_TIME,
  STATUS_INFEASIBLE,
  STATUS_FEASIBLE_ONLY,
  VALUES_ZERO,
  VALUES_HALVED,
  VALUES_SHIFTED,
  VALUES_NAN,
  VIRTUAL_DROPPED,
  PRICES_ZERO,
  PRICES_ALL,
  CHECK_REFUSES_FIRST,
  CHECK_REFUSES_SECOND
};
static _Thread_local enum sabotage sabotage;
static _Thread_local size_t allocations, failing, checks;

static bool allocation_fails(void) {
  return ++allocations == failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
enum tt_status __real_tt_forests_check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                                       bool *right, struct tt_error *error);
int __real_glp_simplex(glp_prob *lp, const glp_smcp *control);
int __real_glp_get_status(glp_prob *lp);
double __real_glp_get_col_prim(glp_prob *lp, int column);
double __real_glp_get_row_dual(glp_prob *lp, int row);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
enum tt_status __wrap_tt_forests_check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                                       bool *right, struct tt_error *error);
int __wrap_glp_simplex(glp_prob *lp, const glp_smcp *control);
int __wrap_glp_get_status(glp_prob *lp);
double __wrap_glp_get_col_prim(glp_prob *lp, int column);
double __wrap_glp_get_row_dual(glp_prob *lp, int row);

void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(old, size);
}

enum tt_status __wrap_tt_forests_check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                                       bool *right, struct tt_error *error) {
  const enum tt_status status = __real_tt_forests_check(position, colour, part, right, error);
  checks++;
  if (sabotage == CHECK_REFUSES_FIRST && checks == 1) *right = false;
  if (sabotage == CHECK_REFUSES_SECOND && checks == 2) *right = false;
  return status;
}

int __wrap_glp_simplex(glp_prob *lp, const glp_smcp *control) {
  const int code = __real_glp_simplex(lp, control);
  if (sabotage == SIMPLEX_FAILS) return GLP_EFAIL;
  return sabotage == SIMPLEX_OUT_OF_TIME ? GLP_ETMLIM : code;
}

int __wrap_glp_get_status(glp_prob *lp) {
  if (sabotage == STATUS_INFEASIBLE) return GLP_NOFEAS;
  return sabotage == STATUS_FEASIBLE_ONLY ? GLP_FEAS : __real_glp_get_status(lp);
}

double __wrap_glp_get_col_prim(glp_prob *lp, int column) {
  const double value = __real_glp_get_col_prim(lp, column);
  if (sabotage == VALUES_ZERO) return 0;
  if (sabotage == VALUES_HALVED) return value / 2;
  if (sabotage == VALUES_SHIFTED) return value + (column == 1 ? -0.25 : 0);
  if (sabotage == VIRTUAL_DROPPED && column == glp_get_num_cols(lp)) return 0;
  return sabotage == VALUES_NAN ? (double)NAN : value;
}

double __wrap_glp_get_row_dual(glp_prob *lp, int row) {
  if (sabotage == PRICES_ZERO) return 0;
  return sabotage == PRICES_ALL ? 1 : __real_glp_get_row_dual(lp, row);
}

/* ---- Helpers ---- */

#define SECONDS 10.0

static struct tt_forests solve(const struct tt_graph *position) {
  struct tt_forests forests;
  struct tt_error error = {TT_OK, ""};
  if (tt_ilp_make(&forests, position, SECONDS, &error) != TT_OK) {
    fail_msg("%s\n%s", error.text, support_text(position));
  }
  return forests;
}

static bool check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part) {
  bool right = true;
  struct tt_error error;
  assert_int_equal(__real_tt_forests_check(position, colour, part, &right, &error), TT_OK);
  return right;
}

/* A failure must say so in full, and leave nothing to free. */
static void assert_fails(const struct tt_graph *position, double seconds, enum tt_status status, const char *text) {
  struct tt_forests forests;
  struct tt_error error = {TT_OK, ""};
  assert_int_equal(tt_ilp_make(&forests, position, seconds, &error), status);
  assert_int_equal(error.status, status);
  assert_string_equal(error.text, text);
  assert_null(forests.colour);
  assert_null(forests.part);
  assert_null(forests.part_before);
}

/* ---- Brute force: every colouring of at most 9 edges ---- */

#define BRUTE_EDGES 9
#define BRUTE_VERTICES 8

struct labels {
  uint8_t of[BRUTE_VERTICES];
};

/* Gives the part of an edge's v the label of its u; false when they are one part. */
static bool relabel(struct labels *labels, uint32_t vertices, struct tt_edge edge) {
  const uint8_t keep = labels->of[edge.u], gone = labels->of[edge.v];
  if (keep == gone) return false;
  for (uint32_t v = 0; v < vertices; v++) {
    if (labels->of[v] == gone) labels->of[v] = keep;
  }
  return true;
}

struct brute {
  size_t size;    /* of a largest pair without e* */
  unsigned tempo; /* how much larger one with two copies is */
};

/* How many copies of e* can be added to the colouring, or -1 when a colour has a cycle. */
static int spare_copies(const struct tt_graph *position, const struct labels *start, const uint8_t *colour) {
  struct labels labels[2] = {*start, *start};
  for (size_t e = 0; e < position->edge_count; e++) {
    if (colour[e] != TT_MARK_NONE && !relabel(&labels[colour[e] - 1], position->vertex_count, position->edges[e])) {
      return -1;
    }
  }
  const uint32_t a = position->terminal_a, b = position->terminal_b;
  return (labels[0].of[a] != labels[0].of[b]) + (labels[1].of[a] != labels[1].of[b]);
}

static struct brute try_all_colourings(const struct tt_graph *position) {
  struct labels start;
  uint8_t colour[BRUTE_EDGES] = {0};
  struct brute best = {0, 0};
  size_t best_with_copies = 0;
  for (uint32_t v = 0; v < position->vertex_count; v++) start.of[v] = (uint8_t)v;
  for (size_t e = 0; e < position->edge_count; e++) {
    if (position->states[e] == TT_SECURED) relabel(&start, position->vertex_count, position->edges[e]);
  }
  for (bool more = true; more;) {
    const int spare = spare_copies(position, &start, colour);
    size_t size = 0;
    for (size_t e = 0; e < position->edge_count; e++) size += colour[e] != TT_MARK_NONE;
    if (spare >= 0 && size > best.size) best.size = size;
    if (spare >= 0 && size + (size_t)spare > best_with_copies) best_with_copies = size + (size_t)spare;
    more = false;
    for (size_t e = 0; e < position->edge_count && !more; e++) { /* the next number to base 3 */
      if (position->states[e] != TT_UNDECIDED) continue;
      colour[e] = (uint8_t)((colour[e] + 1) % 3);
      more = colour[e] != 0;
    }
  }
  best.tempo = (unsigned)(best_with_copies - best.size);
  return best;
}

/* What the header of tt_forests promises, looked at from outside. */
static void assert_proved(const struct tt_graph *position, const struct tt_forests *forests) {
  const size_t edges = position->edge_count;
  const uint32_t a = position->terminal_a, b = position->terminal_b;
  uint8_t *const colour = malloc(edges + 2);
  assert_non_null(colour);
  memcpy(colour, forests->colour, edges + 2);
  size_t size = 0;
  for (size_t e = 0; e < edges; e++) size += colour[e] != TT_MARK_NONE;
  assert_int_equal(size, forests->size);
  assert_int_equal((colour[edges] != TT_MARK_NONE) + (colour[edges + 1] != TT_MARK_NONE), forests->tempo);
  if (forests->tempo > 0) assert_int_equal(colour[edges], TT_MARK_BLUE);
  assert_true(check(position, colour, forests->part));
  if (forests->tempo < 2) assert_int_equal(forests->part[a], forests->part[b]);
  colour[edges] = colour[edges + 1] = TT_MARK_NONE;
  assert_true(check(position, colour, forests->part_before));
  if (forests->tempo > 0) assert_int_not_equal(forests->part_before[a], forests->part_before[b]);
  free(colour);
}

static void all_colourings_of_random_positions(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20240611);
  size_t tempos[3] = {0, 0, 0};
  print_message("seed %llu (TT_SEED)\n", (unsigned long long)seed);
  for (uint64_t i = 0; i < 400; i++) {
    struct tt_graph *const position = support_random_graph(seed + i, BRUTE_VERTICES - 1, BRUTE_EDGES);
    struct tt_forests forests = solve(position);
    const struct brute brute = try_all_colourings(position);
    if (forests.size != brute.size || forests.tempo != brute.tempo) {
      fail_msg("seed %llu: ilp says size %zu, tempo %u; all colourings say %zu, %u\n%s", (unsigned long long)(seed + i),
               forests.size, forests.tempo, brute.size, brute.tempo, support_text(position));
    }
    assert_proved(position, &forests);
    tempos[forests.tempo]++;
    tt_forests_free(&forests);
    tt_graph_free(position);
  }
  for (unsigned tempo = 0; tempo < 3; tempo++) assert_true(tempos[tempo] > 20);
}

/* ---- Where other integer programs went wrong ---- */

static void known_failures(void **state) {
  (void)state;
  static const struct {
    const char *what, *text;
    unsigned tempo;
    size_t size;
  } cases[] = {
      {"two parallel edges", "terminals a b\na b\na b\n", 0, 2},
      {"three parallel edges", "terminals a b\na b\na b\na b\n", 0, 2},
      {"doubled path of three", "terminals a b\na c\na c\nc d\nc d\nd b\nd b\n", 0, 6},
      {"doubled triangle", "terminals a b\na b\na b\nb c\nb c\na c\na c\n", 0, 4},
      {"triangle and a parallel edge", "terminals a b\na c\na c\nc b\na b\n", 0, 4},
      {"4-cycle, opposite edges doubled", "terminals a b\na c\na c\nc b\nb d\nb d\nd a\n", 0, 6},
      {"loop beside two parallel edges", "terminals a b\na a\na b\na b\n", 0, 2},
      {"complete graph on 3", "terminals a b\na b\nb c\na c\n", 1, 3},
      {"one edge", "terminals a b\na b\n", 1, 1},
      {"no edge", "vertices 2\nterminals a b\n", 2, 0},
      {"joined", "terminals a b\na b secured\na b\na c\na c\na c\nc c\n", 0, 2},
      {"joined by all", "terminals a b\na b secured\n", 0, 0},
      {"all deleted", "terminals a b\na b deleted\na b deleted\n", 2, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct tt_graph *const position = support_parse(cases[i].text);
    struct tt_forests forests = solve(position);
    if (forests.tempo != cases[i].tempo || forests.size != cases[i].size) {
      fail_msg("%s: tempo %u, size %zu; expected %u, %zu", cases[i].what, forests.tempo, forests.size, cases[i].tempo,
               cases[i].size);
    }
    assert_proved(position, &forests);
    tt_forests_free(&forests);
    tt_graph_free(position);
  }
}

/* All ten edges, where a forest partition elsewhere covered nine. */
static void graph_covered_by_two_trees(void **state) {
  (void)state;
  struct tt_graph *const position = support_graph("tests/hard/graph-EJ_w.txt");
  struct tt_forests forests = solve(position);
  assert_int_equal(position->edge_count, 10);
  assert_int_equal(forests.size, 10);
  for (size_t e = 0; e < 10; e++) assert_int_not_equal(forests.colour[e], TT_MARK_NONE);
  tt_forests_free(&forests);
  tt_graph_free(position);
}

/* ---- Files with known outcomes ---- */

static void try_file(const char *path) {
  char *const text = support_read(path, NULL), expected[16] = "";
  struct tt_graph *const position = support_graph(path);
  struct tt_forests forests = solve(position);
  struct tt_verdict verdict = {false, false};
  struct tt_error error = {TT_OK, ""};
  const char *const line = strstr(text, "# expect ");
  if (line == NULL || sscanf(line, "# expect %15s", expected) != 1) fail_msg("%s: no line \"# expect\"", path);
  assert_int_equal(tt_witness_ask(&tt_witness_ilp, position, &verdict, &error), TT_OK);
  const enum tt_outcome outcome = tt_outcome_of(verdict);
  if (strcmp(tt_outcome_name(outcome), expected) != 0 || forests.tempo != (unsigned)outcome) {
    fail_msg("%s: %s, tempo %u; expected %s", path, tt_outcome_name(outcome), forests.tempo, expected);
  }
  assert_proved(position, &forests);
  tt_forests_free(&forests);
  tt_graph_free(position);
  free(text);
}

static void files_with_outcomes(void **state) {
  (void)state;
  static const char *const folders[] = {"tests/positions", "tests/hard"};
  for (size_t i = 0; i < 2; i++) {
    DIR *const folder = opendir(folders[i]);
    assert_non_null(folder);
    size_t tried = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
      char path[300];
      if (entry->d_name[0] == '.') continue;
      snprintf(path, sizeof path, "%s/%s", folders[i], entry->d_name);
      try_file(path);
      tried++;
    }
    closedir(folder);
    assert_true(tried >= 18);
  }
}

/* ---- Larger positions, against the matroid union ---- */

static struct tt_graph *random_multigraph(struct support_random *random, uint32_t vertices, size_t edges) {
  struct tt_graph *const graph = tt_graph_new("random", vertices);
  assert_non_null(graph);
  for (size_t e = 0; e < edges; e++) {
    assert_true(tt_graph_add_edge(graph, support_below(random, vertices), support_below(random, vertices)));
    if (support_below(random, 10) == 0) graph->states[e] = (uint8_t)(1 + support_below(random, 2));
  }
  return graph;
}

static void larger_positions(void **state) {
  (void)state;
  struct support_random random = {support_seed(7)};
  struct tt_error error = {TT_OK, ""};
  print_message("seed %llu (TT_SEED)\n", (unsigned long long)random.state);
  for (unsigned i = 0; i < 60; i++) {
    const uint32_t vertices = 4 + support_below(&random, 40);
    struct tt_graph *const position = random_multigraph(&random, vertices, vertices + support_below(&random, 60));
    struct tt_forests forests = solve(position), others;
    assert_int_equal(tt_forests_make(&others, position, &error), TT_OK);
    if (forests.tempo != others.tempo || forests.size != others.size || forests.joined != others.joined) {
      fail_msg("ilp: tempo %u, size %zu; forests: %u, %zu\n%s", forests.tempo, forests.size, others.tempo, others.size,
               support_text(position));
    }
    assert_proved(position, &forests);
    tt_forests_free(&others);
    tt_forests_free(&forests);
    tt_graph_free(position);
  }
}

static void several_threads(void **state) {
  (void)state;
  enum { COUNT = 64 };
  struct tt_graph *positions[COUNT];
  unsigned tempos[COUNT] = {0};
  for (uint64_t i = 0; i < COUNT; i++) positions[i] = support_random_graph(900 + i, 8, 16);
#pragma omp parallel for num_threads(2) schedule(dynamic)
  for (int i = 0; i < COUNT; i++) {
    void *const work = tt_witness_ilp.open(positions[i]);
    struct tt_verdict verdict = {false, false};
    const enum tt_status status = tt_witness_ilp.ask(work, positions[i], &verdict, NULL);
    tempos[i] = status == TT_OK ? (unsigned)tt_outcome_of(verdict) : 9;
    tt_witness_ilp.close(work);
  }
  for (int i = 0; i < COUNT; i++) {
    struct tt_forests forests;
    assert_int_equal(tt_forests_make(&forests, positions[i], NULL), TT_OK);
    assert_int_equal(tempos[i], forests.tempo);
    tt_forests_free(&forests);
    tt_graph_free(positions[i]);
  }
}

/* ---- Limits ---- */

static struct tt_graph *dense_graph(uint32_t vertices, size_t edges) {
  struct support_random random = {11};
  struct tt_graph *const graph = tt_graph_new("dense", vertices);
  assert_non_null(graph);
  for (size_t e = 0; e < edges; e++) {
    const uint32_t u = support_below(&random, vertices);
    assert_true(tt_graph_add_edge(graph, u, (u + 1 + support_below(&random, vertices - 1)) % vertices));
  }
  return graph;
}

static void too_many_edges(void **state) {
  (void)state;
  struct tt_graph *const position = dense_graph(5, 401);
  assert_fails(position, SECONDS, TT_BAD_INPUT, "ilp takes at most 400 undecided edges; this position has 401");
  position->states[0] = TT_DELETED; /* 400 are taken */
  struct tt_forests forests = solve(position);
  assert_int_equal(forests.size, 8);
  assert_int_equal(forests.tempo, 0);
  tt_forests_free(&forests);
  tt_graph_free(position);
}

static void no_time(void **state) {
  (void)state;
  static const char text[] = "undecided: ilp has used up its time";
  struct tt_graph *const position = dense_graph(8, 20);
  assert_fails(position, 0, TT_NO_RESOURCE, text);
  assert_fails(position, -1, TT_NO_RESOURCE, text);
  assert_fails(position, (double)NAN, TT_NO_RESOURCE, text);
  struct tt_graph *const large = dense_graph(200, 400);
  assert_fails(large, 0.002, TT_NO_RESOURCE, text);
  tt_graph_free(large);
  tt_graph_free(position);
}

static void failing_memory(void **state) {
  (void)state;
  static const char *const texts[] = {"terminals a b\na b\na b\na b\na c\nc b\n", "terminals a b\na b secured\nb c\n"};
  for (size_t i = 0; i < 2; i++) {
    struct tt_graph *const position = support_parse(texts[i]);
    enum tt_status status = TT_NO_RESOURCE;
    for (size_t fail = 1; status != TT_OK; fail++) {
      struct tt_forests forests;
      struct tt_error error = {TT_OK, ""};
      allocations = 0;
      failing = fail;
      status = tt_ilp_make(&forests, position, SECONDS, &error);
      failing = 0;
      assert_true(fail < 100);
      if (status == TT_OK) {
        assert_true(fail > 20);
        tt_forests_free(&forests);
      } else {
        assert_int_equal(status, TT_NO_RESOURCE);
        assert_string_equal(error.text, "out of memory");
        assert_null(forests.colour);
      }
    }
    tt_graph_free(position);
  }
}

/* GLPK would abort; and the thread must be as good as new afterwards. */
static void glpk_out_of_memory(void **state) {
  (void)state;
  struct tt_graph *const large = dense_graph(200, 400), *const small = dense_graph(4, 6);
  glp_free_env();
  assert_int_equal(glp_init_env(), 0);
  glp_mem_limit(1);
  assert_fails(large, SECONDS, TT_NO_RESOURCE, "undecided: GLPK stopped on an error, as it does when out of memory");
  struct tt_forests forests = solve(small);
  assert_proved(small, &forests);
  tt_forests_free(&forests);
  tt_graph_free(large);
  tt_graph_free(small);
}

/* The witness leaves alone what the caller keeps in the thread's GLPK. */
static void other_users_of_glpk(void **state) {
  (void)state;
  struct tt_graph *const position = dense_graph(4, 6);
  struct tt_verdict verdict;
  glp_prob *const own = glp_create_prob();
  glp_add_cols(own, 3);
  assert_int_equal(tt_witness_ask(&tt_witness_ilp, position, &verdict, NULL), TT_OK);
  assert_int_equal(glp_get_num_cols(own), 3);
  glp_delete_prob(own);
  glp_free_env();
  tt_graph_free(position);
}

/* ---- Lies are never verdicts ---- */

static void lying_glpk(void **state) {
  (void)state;
  static const char refused[] = "undecided: the exact check refuses what GLPK proposes to ilp";
  static const char fractional[] = "undecided: the last point of ilp is fractional";
  static const struct {
    enum sabotage sabotage;
    const char *text;
  } lies[] = {
      {SIMPLEX_FAILS, "undecided: GLPK ended with code 5 and status 5"},
      {SIMPLEX_OUT_OF_TIME, "undecided: ilp has used up its time"},
      {STATUS_INFEASIBLE, "undecided: GLPK ended with code 0 and status 4"},
      {STATUS_FEASIBLE_ONLY, "undecided: GLPK ended with code 0 and status 2"},
      {VALUES_ZERO, refused},
      {VALUES_HALVED, fractional},
      {VALUES_SHIFTED, fractional},
      {VALUES_NAN, fractional},
      {PRICES_ZERO, refused},
      {PRICES_ALL, refused},
      {CHECK_REFUSES_FIRST, refused},
      {CHECK_REFUSES_SECOND, refused},
  };
  struct tt_graph *const position = /* edges left out, a pendant one: neither all rows nor none will do */
      support_parse("terminals a b\na c\na c\na c\na d\nc d\nc d\nd b\na e\ne b\nb f\n");
  struct tt_forests forests = solve(position);
  assert_int_equal(forests.tempo, 1);
  tt_forests_free(&forests);
  for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
    sabotage = lies[i].sabotage;
    checks = 0;
    assert_fails(position, 0.5, TT_NO_RESOURCE, lies[i].text);
    sabotage = HONEST;
  }
  tt_graph_free(position);
}

/* A copy of e* fits and GLPK hides it: the forests and the bound without e* are right, the tempo is not. */
static void hidden_copy(void **state) {
  (void)state;
  static const char *const texts[] = {"terminals a b\na b\n", "vertices 2\nterminals a b\n"};
  for (size_t i = 0; i < 2; i++) {
    struct tt_graph *const position = support_parse(texts[i]);
    sabotage = VIRTUAL_DROPPED;
    assert_fails(position, SECONDS, TT_NO_RESOURCE, "undecided: the exact check refuses what GLPK proposes to ilp");
    sabotage = HONEST;
    tt_graph_free(position);
  }
}

/* ---- The exact check refuses what was tampered with ---- */

/* A clump a, b, c, d with one edge too many; d - e; e and f merged; g alone; a deleted edge and a loop. Tempo 1 between
 * a and e: with e* the clump takes in e and f. */
static const char clump_text[] =
    "terminals a e\na b\na b\na c\na d\nb c\nb d\nc d\nd e\ne f secured\ng a deleted\nc c\n";
enum { EDGES = 11, VERTICES = 7, PENDANT = 7, SECURED = 8, DELETED = 9, LOOP = 10 };

struct sample {
  struct tt_graph *position;
  struct tt_forests forests;
  uint8_t colour[EDGES + 2]; /* of the position without copies of e*, proved by part_before */
  uint32_t a, b, c, d, e, f, g;
};

static struct sample sample_make(void) {
  struct sample sample = {.position = support_parse(clump_text)};
  struct tt_graph *const position = sample.position;
  uint32_t *const vertices[] = {&sample.a, &sample.b, &sample.c, &sample.d, &sample.e, &sample.f, &sample.g};
  static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
  assert_int_equal(position->edge_count, EDGES);
  assert_int_equal(position->vertex_count, VERTICES);
  for (size_t i = 0; i < VERTICES; i++) assert_true(tt_vertex_find(position, names[i], vertices[i]));
  sample.forests = solve(position);
  assert_int_equal(sample.forests.tempo, 1);
  assert_int_equal(sample.forests.size, 7);
  memcpy(sample.colour, sample.forests.colour, EDGES);
  return sample;
}

static void sample_free(struct sample *sample) {
  tt_forests_free(&sample->forests);
  tt_graph_free(sample->position);
}

static void merge_parts(uint32_t *part, uint32_t u, uint32_t v) {
  const uint32_t keep = part[u], gone = part[v];
  assert_int_not_equal(keep, gone);
  for (uint32_t w = 0; w < VERTICES; w++) {
    if (part[w] == gone) part[w] = keep;
  }
}

static void tampered_colours(void **state) {
  (void)state;
  struct sample sample = sample_make();
  const uint32_t *const part = sample.forests.part_before;
  uint8_t *const colour = sample.colour;
  assert_true(check(sample.position, colour, part));
  for (size_t e = 0; e < EDGES + 2; e++) {
    const uint8_t kept = colour[e];
    for (uint8_t other = 0; other < 5; other++) {
      colour[e] = other;
      /* The pendant edge may be in either forest, and a copy of e* beside it in the other: with a tree of the clump
       * and the pendant edge it closes a cycle. All else is refused. */
      bool right = other == kept;
      if (e == PENDANT) right = other == TT_MARK_BLUE || other == TT_MARK_RED;
      if (e >= EDGES) right = other <= TT_MARK_RED && other != colour[PENDANT];
      assert_int_equal(check(sample.position, colour, part), right);
    }
    colour[e] = kept;
  }
  sample_free(&sample);
}

static void tampered_copies(void **state) {
  (void)state;
  struct sample sample = sample_make();
  uint8_t *const colour = sample.forests.colour;
  const uint32_t *const part = sample.forests.part;
  assert_true(check(sample.position, colour, part));
  assert_int_equal(part[sample.a], part[sample.e]);
  colour[EDGES] = TT_MARK_NONE; /* dropped: the part is not spanned any more */
  assert_false(check(sample.position, colour, part));
  colour[EDGES] = TT_MARK_RED; /* moved: closes a cycle with d - e */
  assert_false(check(sample.position, colour, part));
  colour[EDGES] = TT_MARK_BLUE;
  for (uint8_t mark = TT_MARK_BLUE; mark <= TT_MARK_RED; mark++) { /* a second copy */
    colour[EDGES + 1] = mark;
    assert_false(check(sample.position, colour, part));
  }
  colour[EDGES + 1] = TT_MARK_NONE;
  sample_free(&sample);
}

static void tampered_parts(void **state) {
  (void)state;
  struct sample sample = sample_make();
  uint32_t part[VERTICES];
  const uint32_t *const right = sample.forests.part_before;
  const struct { uint32_t u, v; } merges[] = {{sample.a, sample.e}, {sample.e, sample.g}, {sample.a, sample.g}};
  for (size_t i = 0; i < 3; i++) {
    memcpy(part, right, sizeof part);
    merge_parts(part, merges[i].u, merges[i].v);
    assert_false(check(sample.position, sample.colour, part));
  }
  const uint32_t clump[] = {sample.a, sample.b, sample.c, sample.d};
  for (size_t i = 0; i < 4; i++) { /* a vertex split off, moved to e and f, moved to g */
    const uint32_t rest = clump[(i + 1) % 4], homes[] = {clump[i], right[sample.e], right[sample.g]};
    for (size_t home = 0; home < 3; home++) {
      memcpy(part, right, sizeof part);
      for (size_t j = 0; j < 4; j++) part[clump[j]] = rest;
      assert_true(check(sample.position, sample.colour, part)); /* another name for the same part */
      part[clump[i]] = homes[home];
      assert_false(check(sample.position, sample.colour, part));
    }
  }
  for (uint32_t v = 0; v < VERTICES; v++) part[v] = v; /* all apart but for e and f */
  part[sample.f] = sample.e;
  assert_false(check(sample.position, sample.colour, part));
  for (uint32_t v = 0; v < VERTICES; v++) part[v] = 0; /* all in one */
  assert_false(check(sample.position, sample.colour, part));
  sample_free(&sample);
}

static void malformed_parts(void **state) {
  (void)state;
  struct sample sample = sample_make();
  uint32_t part[VERTICES];
  const uint32_t *const right = sample.forests.part_before;
  for (uint32_t v = 0; v < VERTICES; v++) { /* out of range, by one and by far */
    memcpy(part, right, sizeof part);
    part[v] = VERTICES;
    assert_false(check(sample.position, sample.colour, part));
    part[v] = UINT32_MAX;
    assert_false(check(sample.position, sample.colour, part));
  }
  memcpy(part, right, sizeof part); /* named by a vertex of another part */
  part[sample.g] = right[sample.a] == sample.a ? sample.b : sample.a;
  assert_false(check(sample.position, sample.colour, part));
  memcpy(part, right, sizeof part); /* the ends of the secured edge apart */
  part[sample.e] = sample.e;
  part[sample.f] = sample.f;
  assert_false(check(sample.position, sample.colour, part));
  part[sample.f] = sample.g; /* and the counts right, whichever of them stands for both */
  assert_false(check(sample.position, sample.colour, part));
  part[sample.f] = sample.f;
  part[sample.e] = sample.g;
  assert_false(check(sample.position, sample.colour, part));
  sample_free(&sample);
}

/* One edge coloured that closes a cycle across parts, where no count can notice. */
static void cycle_across_parts(void **state) {
  (void)state;
  struct tt_graph *const position = support_parse("terminals a c\na b\nb c\na c\n");
  const uint32_t part[] = {0, 1, 2};
  const uint8_t forests[] = {TT_MARK_BLUE, TT_MARK_BLUE, TT_MARK_RED, TT_MARK_NONE, TT_MARK_NONE};
  const uint8_t cycle[] = {TT_MARK_BLUE, TT_MARK_BLUE, TT_MARK_BLUE, TT_MARK_NONE, TT_MARK_NONE};
  const uint8_t by_copy[] = {TT_MARK_BLUE, TT_MARK_BLUE, TT_MARK_RED, TT_MARK_NONE, TT_MARK_BLUE};
  const uint8_t red_cycle[] = {TT_MARK_RED, TT_MARK_RED, TT_MARK_RED, TT_MARK_NONE, TT_MARK_NONE};
  assert_true(check(position, forests, part));
  assert_false(check(position, cycle, part));
  assert_false(check(position, red_cycle, part));
  assert_false(check(position, by_copy, part));
  tt_graph_free(position);
}

/* Loops and edges inside what is merged are in no forest; copies of e* are loops where A and B are joined. */
static void joined_terminals(void **state) {
  (void)state;
  struct tt_graph *const position = support_parse("terminals a b\na b secured\na b\na a\na c\n");
  const uint32_t part[] = {0, 0, 2};
  uint8_t colour[] = {0, 0, 0, TT_MARK_RED, 0, 0};
  assert_true(check(position, colour, part));
  for (size_t e = 0; e < 6; e++) {
    if (e == 3) continue;
    colour[e] = TT_MARK_BLUE;
    assert_false(check(position, colour, part));
    colour[e] = TT_MARK_NONE;
  }
  tt_graph_free(position);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_colourings_of_random_positions),
      cmocka_unit_test(known_failures),
      cmocka_unit_test(graph_covered_by_two_trees),
      cmocka_unit_test(files_with_outcomes),
      cmocka_unit_test(larger_positions),
      cmocka_unit_test(several_threads),
      cmocka_unit_test(too_many_edges),
      cmocka_unit_test(no_time),
      cmocka_unit_test(failing_memory),
      cmocka_unit_test(glpk_out_of_memory),
      cmocka_unit_test(other_users_of_glpk),
      cmocka_unit_test(lying_glpk),
      cmocka_unit_test(hidden_copy),
      cmocka_unit_test(tampered_colours),
      cmocka_unit_test(tampered_copies),
      cmocka_unit_test(tampered_parts),
      cmocka_unit_test(malformed_parts),
      cmocka_unit_test(cycle_across_parts),
      cmocka_unit_test(joined_terminals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
