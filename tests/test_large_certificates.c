/* test_large_certificates.c: certificates of graphs with 100,000 edges, from `twotrees certify` into `twotrees-check`;
 * the same with one number in the wrong place, which has to be refused; and what the program says when memory is
 * limited.
 *
 * By default each large family in the order of its edges and shuffled; TT_LONG=1 takes 1,000 graphs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/mixed_graphs.h"
#include "tests/support.h"
#include "treetest/treetest.h"

static const struct {
  const char *name;
  const char *outcome; /* NULL: whatever it is */
} families[] = {
    {"random:50000x100000", NULL},   {"random:25000x100000", NULL}, {"random-trees:50001", "short"},
    {"random-regular:50000", NULL},  {"ladder:33334", "cut"},       {"shuttle:12500", "short"},
    {"doubled-path:50000", "short"}, {"routes:50000", "cut"},       {"bridgit:224", "first"},
    {"grid:224x224", "cut"},         {"wheel:50000", "short"},      {"k:450", "short"},
};
#define FAMILIES (sizeof families / sizeof families[0])

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* ---- A graph in a file ---- */

static char list_path[400];

static int name_list(void **state) {
  (void)state;
  support_set_checker();
  snprintf(list_path, sizeof list_path, "%s/tests/large-XXXXXX", support_build());
  const int descriptor = mkstemp(list_path);
  return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_list(void **state) {
  (void)state;
  return unlink(list_path);
}

static void write_list(const struct tt_graph *graph) {
  FILE *const stream = fopen(list_path, "w");
  if (stream == NULL) fail_msg("%s: %s", list_path, strerror(errno));
  assert_int_equal(tt_write_graph(stream, graph, TT_FORMAT_PLAIN, NULL), TT_OK);
  assert_int_equal(fclose(stream), 0);
}

/* ---- Certificates of it ---- */

/* What `twotrees certify` writes; the caller's to free. */
static char *certify(const char *graph, const char *what) {
  const char *const arguments[] = {support_program(), "certify", graph, NULL};
  struct support_run run = support_run(arguments, NULL);
  if (run.status != 0 || run.errors_size != 0) fail_msg("%s: status %d: %s", what, run.status, run.errors);
  char *const text = run.output;
  run.output = NULL;
  support_run_free(&run);
  return text;
}

/* Of certificates that must be about the graph in the list. */
static struct support_run check(const char *certificates) {
  const char *const arguments[] = {getenv("TT_CHECKER"), "--graph", list_path, "-", NULL};
  return support_run(arguments, certificates);
}

static void expect_verified(const char *certificates, const char *what) {
  struct support_run run = check(certificates);
  if (run.status != 0 || strcmp(run.output, "s VERIFIED\n") != 0 || run.errors_size != 0) {
    fail_msg("%s: status %d: %s%s", what, run.status, run.output, run.errors);
  }
  support_run_free(&run);
}

static bool claims(const char *certificates, const char *claim) {
  char line[40];
  snprintf(line, sizeof line, "\nclaim %s\n", claim);
  return strstr(certificates, line) != NULL;
}

/* The outcome that the claims prove. */
static const char *outcome_of(const char *certificates) {
  const bool short_first = claims(certificates, "short first"), short_second = claims(certificates, "short second");
  const bool cut_first = claims(certificates, "cut first"), cut_second = claims(certificates, "cut second");
  if (short_first && short_second && !cut_first && !cut_second) return "short";
  if (short_first && cut_first && !short_second && !cut_second) return "first";
  if (cut_first && cut_second && !short_first && !short_second) return "cut";
  return "none";
}

/* Certifies the graph in the list, which `graph` names. */
static void expect_certified(const char *graph, const char *outcome, const char *what) {
  char *const certificates = certify(graph, what);
  expect_verified(certificates, what);
  const char *const proved = outcome_of(certificates);
  if (strcmp(proved, "none") == 0 || (outcome != NULL && strcmp(proved, outcome) != 0)) {
    fail_msg("%s: the certificates prove the outcome %s", what, proved);
  }
  free(certificates);
}

static void test_families(void **state) {
  (void)state;
  struct support_random random = {support_seed(1)};
  for (size_t index = 0; index < FAMILIES; index++) {
    char what[100];
    struct tt_graph *const graph = support_graph(families[index].name);
    assert_in_range(graph->edge_count, 99000, 101100);
    write_list(graph);
    expect_certified(families[index].name, families[index].outcome, families[index].name);
    mixed_relabel(graph, &random);
    mixed_shuffle_edges(graph, &random);
    write_list(graph);
    snprintf(what, sizeof what, "%s, shuffled", families[index].name);
    expect_certified(list_path, families[index].outcome, what);
    tt_graph_free(graph);
  }
}

/* Any shape of up to so many vertices, or a family with random edges decided. */
static struct tt_graph *any_large_graph(uint64_t seed) {
  struct support_random random = {seed};
  if (support_below(&random, 4) == 0) return mixed_graph(seed, 50000);
  struct tt_graph *const graph = support_graph(families[support_below(&random, FAMILIES)].name);
  const unsigned decided = support_below(&random, 2000);
  for (unsigned count = 0; count < decided; count++) {
    graph->states[support_below(&random, (unsigned)graph->edge_count)] = (uint8_t)support_below(&random, 3);
  }
  graph->terminal_b = (graph->terminal_a + 1 + support_below(&random, graph->vertex_count - 1)) % graph->vertex_count;
  if (support_below(&random, 2) > 0) mixed_relabel(graph, &random);
  if (support_below(&random, 2) > 0) mixed_shuffle_edges(graph, &random);
  return graph;
}

static void test_random_graphs(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261204);
  const unsigned rounds = long_run() ? 1000 : 4;
  for (unsigned round = 0; round < rounds; round++) {
    char what[100];
    struct tt_graph *const graph = any_large_graph(seed + round);
    snprintf(what, sizeof what, "TT_SEED=%" PRIu64 ", round %u", seed, round);
    write_list(graph);
    expect_certified(list_path, NULL, what);
    tt_graph_free(graph);
  }
}

/* ---- Forged ones ---- */

/* The first line from `at` on that begins with the word; NULL when there is none. */
static char *find_line(char *at, const char *word) {
  char start[40];
  snprintf(start, sizeof start, "\n%s ", word);
  char *const found = strstr(at, start);
  return found == NULL ? NULL : found + 1;
}

/* Moves one number of the certificate's set `from` to the set `to`, or to none where that is NULL: some number of a
 * line past the `skip`-th. Returns the forged text, the caller's to free. */
static char *move_number(const char *certificates, const char *claim, const char *from, const char *to, unsigned skip) {
  char *const text = strdup(certificates), *forged = malloc(strlen(certificates) + 100);
  char start[40];
  assert_true(text != NULL && forged != NULL);
  snprintf(start, sizeof start, "\nclaim %s\n", claim);
  char *line = strstr(text, start);
  for (unsigned count = 0; line != NULL && count <= skip; count++) line = find_line(line, from);
  if (line == NULL) fail_msg("no line `%s` %u in the certificate for %s", from, skip, claim);
  char *const word = strchr(line, ' ') + 1;
  const size_t length = strspn(word, "0123456789");
  assert_in_range(length, 1, 9);
  char *const end = strstr(word, "\nend\n") + 1;
  size_t size =
      (size_t)sprintf(forged, "%.*s%.*s", (int)(word - text), text, (int)(end - word - (int)length), word + length);
  if (to != NULL) size += (size_t)sprintf(forged + size, "%s %.*s\n", to, (int)length, word);
  strcpy(forged + size, end);
  free(text);
  return forged;
}

static void expect_refused(const char *certificates, const char *claim, const char *from, const char *to,
                           unsigned skip) {
  char *const forged = move_number(certificates, claim, from, to, skip);
  struct support_run run = check(forged);
  if (run.status != 1 || strncmp(run.output, "s REJECTED stdin:", 17) != 0 ||
      strchr(run.output, '\n') + 1 != run.output + run.output_size || run.errors_size != 0) {
    fail_msg("%s, a number of line %u moved from %s to %s: status %d: %s%s", claim, skip, from,
             to == NULL ? "none" : to, run.status, run.output, run.errors);
  }
  support_run_free(&run);
  free(forged);
}

/* Two trees and Cut's sets of a board in no order: one edge recoloured, left out, or contracted. */
static void test_forged_board(void **state) {
  (void)state;
  struct support_random random = {support_seed(2)};
  struct tt_graph *const board = support_graph("bridgit:224");
  mixed_relabel(board, &random);
  mixed_shuffle_edges(board, &random);
  write_list(board);
  char *const certificates = certify(list_path, "a board");
  expect_verified(certificates, "a board");
  expect_refused(certificates, "short first", "blue", "red", support_below(&random, 2000));
  expect_refused(certificates, "short first", "red", "blue", support_below(&random, 2000));
  expect_refused(certificates, "short first", "blue", NULL, support_below(&random, 2000));
  expect_refused(certificates, "cut first", "x", "contract", support_below(&random, 2000));
  expect_refused(certificates, "cut first", "x", "y", support_below(&random, 2000));
  expect_refused(certificates, "cut first", "y", NULL, support_below(&random, 2000));
  free(certificates);
  tt_graph_free(board);
}

/* A random graph with a large clump of more edges than two trees, and B a vertex with one edge at most: the clump is in
 * the way of Cut's bases, and contracted. */
static struct tt_graph *clump_and_tail(void) {
  struct tt_graph *const graph = support_graph("random:50000x100000");
  uint8_t *const degree = calloc(graph->vertex_count, 1);
  assert_non_null(degree);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    degree[graph->edges[edge].u]++;
    degree[graph->edges[edge].v]++;
  }
  while (degree[graph->terminal_b] > 1) graph->terminal_b--;
  free(degree);
  return graph;
}

static void test_forged_partition(void **state) {
  (void)state;
  struct support_random random = {support_seed(3)};
  struct tt_graph *const graph = clump_and_tail();
  write_list(graph);
  char *const certificates = certify(list_path, "a clump");
  expect_verified(certificates, "a clump");
  assert_string_equal(outcome_of(certificates), "cut");
  expect_refused(certificates, "cut second", "contract", "x", support_below(&random, 1000));
  expect_refused(certificates, "cut second", "contract", "y", support_below(&random, 1000));
  expect_refused(certificates, "cut first", "contract", NULL, support_below(&random, 1000));
  expect_refused(certificates, "cut first", "x", "contract", support_below(&random, 200));
  expect_refused(certificates, "cut second", "y", "contract", support_below(&random, 200));
  free(certificates);
  tt_graph_free(graph);
}

/* ---- tt_forests_check at that size ---- */

static bool proves(const struct tt_graph *graph, const struct tt_forests *forests) {
  bool right = false;
  assert_int_equal(tt_forests_check(graph, forests->colour, forests->part, &right, NULL), TT_OK);
  return right;
}

/* Each time one edge inside a clump is recoloured, or one vertex of a clump is put into another part. (A vertex that is
 * alone may well join a clump: parts need not be the largest clumps.) */
static void test_forged_forests(void **state) {
  (void)state;
  struct support_random random = {support_seed(4)};
  struct tt_graph *const graph = support_graph("random:50000x100000");
  struct tt_forests forests;
  unsigned recoloured = 0, moved = 0;
  assert_int_equal(tt_forests_make(&forests, graph, NULL), TT_OK);
  assert_true(proves(graph, &forests));
  while (recoloured < 40) {
    const unsigned edge = support_below(&random, (unsigned)graph->edge_count);
    const struct tt_edge ends = graph->edges[edge];
    const uint8_t colour = forests.colour[edge];
    if (colour == TT_MARK_NONE || forests.part[ends.u] != forests.part[ends.v]) continue;
    forests.colour[edge] = recoloured++ % 4 == 0 ? TT_MARK_NONE : colour == TT_MARK_RED ? TT_MARK_BLUE : TT_MARK_RED;
    assert_false(proves(graph, &forests));
    forests.colour[edge] = colour;
  }
  while (moved < 40) {
    const uint32_t vertex = support_below(&random, graph->vertex_count), part = forests.part[vertex];
    const uint32_t other = forests.part[support_below(&random, graph->vertex_count)];
    if (part == other || part == vertex) continue; /* a part is called by one of its vertices, by which it stays */
    forests.part[vertex] = other;
    assert_false(proves(graph, &forests));
    forests.part[vertex] = part;
    moved++;
  }
  assert_true(proves(graph, &forests));
  tt_forests_free(&forests);
  tt_graph_free(graph);
}

/* ---- Memory that does not suffice ---- */

#if !defined(__SANITIZE_ADDRESS__) /* whose shadow alone takes terabytes of address space */
#define LIMITED "bridgit:1000     First  whoever starts wins\n"

/* One clear line and status 3, or the answer; nothing between. Returns the status. */
static int classify_within(unsigned megabytes) {
  char command[600];
  snprintf(command, sizeof command, "ulimit -c 0; ulimit -v %u; exec %s classify bridgit:1000", megabytes * 1024,
           support_program());
  struct support_run run = support_shell(command);
  const bool answered = run.status == 0 && strcmp(run.output, LIMITED) == 0 && run.errors_size == 0;
  const bool refused = run.status == 3 && run.output_size == 0 && strcmp(run.errors, "twotrees: out of memory\n") == 0;
  const int status = run.status;
  if (!answered && !refused) fail_msg("%u MB: status %d: %s%s", megabytes, run.status, run.output, run.errors);
  support_run_free(&run);
  return status;
}

static void test_limits(void **state) {
  (void)state;
  static const unsigned limits[] = {40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120, 128, 144, 160, 4000};
  const size_t count = sizeof limits / sizeof limits[0];
  for (size_t index = 0; index < count; index++) {
    const int status = classify_within(limits[index]);
    if (index < 3) assert_int_equal(status, 3);
    if (index == count - 1) assert_int_equal(status, 0);
  }
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_families),
    cmocka_unit_test(test_random_graphs),
    cmocka_unit_test(test_forged_board),
    cmocka_unit_test(test_forged_partition),
    cmocka_unit_test(test_forged_forests),
#if !defined(__SANITIZE_ADDRESS__)
    cmocka_unit_test(test_limits),
#endif
  };
  return cmocka_run_group_tests(tests, name_list, remove_list);
}
