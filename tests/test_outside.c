/* test_outside.c: counts that others published and that no code here produced: bispanning graphs from nauty's geng and
 * multig (tools of the Debian package nauty; without them the test fails), and OEIS A291952.
 *
 * A bispanning graph is the union of two edge-disjoint spanning trees: 2n - 2 edges on n vertices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/naive.h"
#include "tests/support.h"
#include "treetest/treetest.h"

/* The output of a command that must succeed. */
static struct support_run must_run(const char *command) {
  struct support_run run = support_shell(command);
  if (run.status != 0) fail_msg("%s\nstatus %d: %s", command, run.status, run.errors);
  return run;
}

static size_t count_lines(const char *text) {
  size_t lines = 0;
  for (; *text != '\0'; text++) lines += *text == '\n';
  return lines;
}

/* Are all undecided edges in two disjoint spanning trees? As forests finds, and its check must agree. */
static bool is_bispanning(const struct tt_graph *graph) {
  struct tt_forests forests;
  struct tt_error error = {0};
  bool right = false;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) fail_msg("%s", error.text);
  const size_t size = forests.size;
  if (tt_forests_check(graph, forests.colour, forests.part, &right, &error) != TT_OK) fail_msg("%s", error.text);
  if (!right) fail_msg("the forests fail their check:\n%s", support_text(graph));
  tt_forests_free(&forests);
  return size == graph->edge_count && size == 2 * ((size_t)graph->vertex_count - 1);
}

static void expect_count(const char *what, unsigned vertices, uint64_t count, uint64_t right) {
  if (count != right) fail_msg("%s, %u vertices: %" PRIu64 ", published %" PRIu64, what, vertices, count, right);
}

/* ---- Simple bispanning graphs ---- */

/* Bingmann's thesis; n = 4 .. 7. The eighth (1,010) with TT_LONG. */
static const uint64_t bispanning[] = {1, 2, 12, 92, 1010};

static unsigned most_vertices(void) {
  return getenv("TT_LONG") != NULL ? 8 : 7;
}

static void generator(char *command, size_t size, unsigned vertices) {
  snprintf(command, size, "nauty-geng -q -c %u %u:%u", vertices, 2 * vertices - 2, 2 * vertices - 2);
}

static void test_bispanning_by_the_program(void **state) {
  (void)state;
  for (unsigned vertices = 4; vertices <= most_vertices(); vertices++) {
    char command[400], tool[100];
    generator(tool, sizeof tool, vertices);
    snprintf(command, sizeof command, "%s | %s trees --spanning -", tool, support_program());
    struct support_run run = must_run(command);
    expect_count(command, vertices, count_lines(run.output), bispanning[vertices - 4]);
    assert_string_equal(run.errors, "");
    support_run_free(&run);
  }
}

static void test_bispanning_by_the_library(void **state) {
  (void)state;
  for (unsigned vertices = 4; vertices <= most_vertices(); vertices++) {
    char tool[100];
    generator(tool, sizeof tool, vertices);
    struct support_run run = must_run(tool);
    FILE *stream = fmemopen(run.output, run.output_size, "r");
    assert_non_null(stream);
    struct tt_error error = {0};
    struct tt_reader *reader = tt_reader_on(stream, "geng", TT_FORMAT_GUESS, &error);
    if (reader == NULL) fail_msg("%s", error.text);
    size_t graphs = 0, found = 0;
    for (;; graphs++) {
      struct tt_graph *graph = NULL;
      if (tt_reader_next(reader, &graph, &error) != TT_OK) fail_msg("%s", error.text);
      if (graph == NULL) break;
      assert_int_equal(graph->vertex_count, vertices);
      assert_int_equal(graph->edge_count, 2 * vertices - 2);
      found += is_bispanning(graph);
      tt_graph_free(graph);
    }
    tt_reader_close(reader);
    fclose(stream);
    assert_int_equal(graphs, count_lines(run.output)); /* none was left out */
    expect_count(tool, vertices, found, bispanning[vertices - 4]);
    support_run_free(&run);
  }
}

/* ---- Bispanning multigraphs ---- */

/* A line of multig -T: vertices, distinct edges, then `u v multiplicity` each. */
static struct tt_graph *read_multig_line(char *line) {
  char *rest = line;
  const uint32_t vertices = (uint32_t)strtoul(rest, &rest, 10);
  const unsigned long pairs = strtoul(rest, &rest, 10);
  struct tt_graph *graph = tt_graph_new("multig", vertices);
  assert_non_null(graph);
  for (unsigned long pair = 0; pair < pairs; pair++) {
    const uint32_t u = (uint32_t)strtoul(rest, &rest, 10), v = (uint32_t)strtoul(rest, &rest, 10);
    for (unsigned long copies = strtoul(rest, &rest, 10); copies > 0; copies--)
      assert_true(tt_graph_add_edge(graph, u, v));
  }
  if (strspn(rest, " ") != strlen(rest)) fail_msg("multig: expected the end of the line, found \"%s\"", rest);
  return graph;
}

/* Bingmann's thesis: 1, 2, 9, 46 for n = 2 .. 5, and 380 for n = 6. */
static void test_bispanning_multigraphs(void **state) {
  (void)state;
  static const uint64_t published[] = {1, 2, 9, 46, 380};
  for (unsigned vertices = 2; vertices <= 6; vertices++) {
    char command[200];
    const unsigned edges = 2 * vertices - 2;
    const unsigned most = vertices * (vertices - 1) / 2; /* of a simple graph; geng refuses more */
    snprintf(command, sizeof command, "nauty-geng -q -c %u %u:%u | nauty-multig -q -T -e%u", vertices, vertices - 1,
             edges < most ? edges : most, edges);
    struct support_run run = must_run(command);
    size_t found = 0;
    for (char *line = strtok(run.output, "\n"); line != NULL; line = strtok(NULL, "\n")) {
      struct tt_graph *graph = read_multig_line(line);
      assert_int_equal(graph->edge_count, edges);
      found += is_bispanning(graph);
      tt_graph_free(graph);
    }
    expect_count(command, vertices, found, published[vertices - 2]);
    support_run_free(&run);
  }
}

/* ---- Labelled pairs of spanning trees ---- */

/* Ordered pairs of edge-disjoint spanning trees of the complete graph, OEIS A291952: over all of its subgraphs with
 * 2n - 2 edges, how they split. Those whose trees do not span all vertices have another number of edges. */
static void test_labelled_pairs(void **state) {
  (void)state;
  static const uint64_t published[] = {0, 12, 1140};
  for (unsigned vertices = 3; vertices <= 5; vertices++) {
    char name[20];
    snprintf(name, sizeof name, "k:%u", vertices);
    struct tt_graph *graph = support_graph(name);
    struct naive_graph naive;
    struct tt_error error = {0};
    uint64_t sum = 0, naive_sum = 0;
    naive_from(&naive, graph);
    expect_count("naive pairs", vertices, naive_count_spanning_pairs(&naive), published[vertices - 3]);
    for (tt_edge_set present = 0; present <= tt_edge_set_all(graph->edge_count); present++) {
      if (tt_edge_set_size(present) != 2 * vertices - 2) continue;
      uint64_t count = 0;
      tt_graph_set_edges(graph, present, 0);
      naive_from(&naive, graph);
      if (tt_subsets_count_splits(graph, &count, &error) != TT_OK) fail_msg("%s", error.text);
      if (count != naive_count_splits(&naive)) fail_msg("%" PRIu64 " splits of\n%s", count, support_text(graph));
      sum += count;
      naive_sum += naive_count_splits(&naive);
    }
    expect_count("tt_subsets_count_splits", vertices, sum, published[vertices - 3]);
    expect_count("naive splits", vertices, naive_sum, published[vertices - 3]);
    tt_graph_free(graph);
  }
}

/* ---- The testers ---- */

/* A tool that is not there is a failure, and so is a graph too many. */
static void test_a_missing_tool_is_noticed(void **state) {
  (void)state;
  struct support_run run = support_shell("nauty-geng-that-is-not-there -q 4 6:6");
  assert_int_equal(run.status, 127);
  support_run_free(&run);
  struct tt_graph *graph = support_parse("terminals 0 3\n0 1\n0 1\n0 1\n1 2\n2 3\n2 3\n"); /* 6 edges on 4 vertices */
  assert_false(is_bispanning(graph));
  tt_graph_free(graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bispanning_by_the_program), cmocka_unit_test(test_bispanning_by_the_library),
      cmocka_unit_test(test_bispanning_multigraphs),    cmocka_unit_test(test_labelled_pairs),
      cmocka_unit_test(test_a_missing_tool_is_noticed),
  };
  return cmocka_run_group_tests_name("outside", tests, NULL, NULL);
}
