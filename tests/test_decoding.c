/* test_decoding.c: the decoding of graph6 and sparse6 beside nauty's own, which shares no line with it: graphs of all
 * sizes and densities, lines that nobody's writer makes, and lines of many vertices, where edges are sorted by groups.
 *
 * gtools gets only what our reader has accepted, since it believes a line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <nauty/gtools.h>

#include "graph/graph.h"
#include "tests/support.h"

static struct support_random generator;

static unsigned below(unsigned limit) {
  return support_below(&generator, limit);
}

struct text {
  char *bytes;
  size_t length;
};

static int by_ends(const void *first, const void *second) {
  const struct tt_edge *const one = first, *const other = second;
  if (one->u != other->u) return one->u < other->u ? -1 : 1;
  return (one->v > other->v) - (one->v < other->v);
}

/* The edges of a line as gtools has them, smaller end first and sorted; to be freed. */
static struct tt_edge *edges_of_gtools(const char *line, uint32_t vertices, size_t *count) {
  SG_DECL(lists);
  int loops;
  char *const copy = strdup(line);
  assert_non_null(copy);
  stringtosparsegraph(copy, &lists, &loops);
  free(copy);
  assert_int_equal(lists.nv, vertices);
  struct tt_edge *const edges = malloc((lists.nde + 1) * sizeof *edges);
  assert_non_null(edges);
  *count = 0;
  for (uint32_t u = 0; u < vertices; u++) {
    for (int index = 0; index < lists.d[u]; index++) {
      const uint32_t v = (uint32_t)lists.e[lists.v[u] + (size_t)index];
      if (v >= u) edges[(*count)++] = (struct tt_edge){u, v};
    }
  }
  qsort(edges, *count, sizeof *edges, by_ends);
  SG_FREE(lists);
  return edges;
}

static bool is_as_gtools(const struct tt_graph *graph, const char *line) {
  size_t count;
  struct tt_edge *const edges = edges_of_gtools(line, graph->vertex_count, &count);
  bool same = count == graph->edge_count && (count == 0 || memcmp(edges, graph->edges, count * sizeof *edges) == 0);
  for (size_t edge = 0; edge < graph->edge_count; edge++) same = same && graph->states[edge] == TT_UNDECIDED;
  free(edges);
  return same && strcmp(graph->name, line) == 0;
}

/* Reads a line (without a newline); NULL where it is refused. */
static struct tt_graph *read_bytes(const char *line, size_t length) {
  struct tt_error error;
  struct tt_graph *graph;
  FILE *const stream = fmemopen((void *)(uintptr_t)line, length, "r");
  assert_non_null(stream);
  struct tt_reader *const reader = tt_reader_on(stream, "line", TT_FORMAT_GRAPH6, &error);
  assert_non_null(reader);
  const enum tt_status status = tt_reader_next(reader, &graph, &error);
  assert_true((status == TT_OK) == (graph != NULL));
  tt_reader_close(reader);
  fclose(stream);
  return graph;
}

static struct tt_graph *read_line(const char *line) {
  return read_bytes(line, strlen(line));
}

/* Also shows the comparison two wrong graphs, so that it is known to see them. */
static void check_line(const char *line) {
  struct tt_graph *const graph = read_line(line);
  if (graph == NULL) fail_msg("refused: %.200s", line);
  if (!is_as_gtools(graph, line)) fail_msg("gtools has other edges: %.200s", line);
  if (graph->edge_count > 0) {
    const size_t edge = below((unsigned)graph->edge_count);
    graph->edges[edge].v ^= 1;
    assert_false(is_as_gtools(graph, line));
    graph->edges[edge].v ^= 1;
    graph->edge_count--;
    assert_false(is_as_gtools(graph, line));
  }
  tt_graph_free(graph);
}

static void check_written(const struct tt_graph *graph, enum tt_format format) {
  struct text text = {NULL, 0};
  FILE *const stream = open_memstream(&text.bytes, &text.length);
  assert_non_null(stream);
  assert_int_equal(tt_write_graph(stream, graph, format, NULL), TT_OK);
  assert_int_equal(fclose(stream), 0);
  text.bytes[text.length - 1] = '\0';
  check_line(text.bytes);
  free(text.bytes);
}

/* Edges of any kind for sparse6; for graph6 every pair at most once. */
static void check_random(uint32_t vertices, size_t edges, unsigned thousandths) {
  struct tt_graph *const sparse = tt_graph_new("sparse", vertices), *const dense = tt_graph_new("dense", vertices);
  assert_non_null(sparse);
  assert_non_null(dense);
  const unsigned range = below(3) == 0 ? 1 + below(vertices) : vertices;
  for (size_t edge = 0; edge < edges; edge++) assert_true(tt_graph_add_edge(sparse, below(range), below(vertices)));
  for (uint32_t v = 1; v < vertices; v++) {
    for (uint32_t u = 0; u < v; u++) {
      if (below(1000) < thousandths) assert_true(tt_graph_add_edge(dense, u, v));
    }
  }
  check_written(sparse, TT_FORMAT_SPARSE6);
  check_written(dense, TT_FORMAT_GRAPH6);
  tt_graph_free(sparse);
  tt_graph_free(dense);
}

static void small_graphs(void **state) {
  (void)state;
  static const unsigned densities[] = {0, 5, 100, 500, 900, 1000};
  generator.state = support_seed(601);
  for (unsigned round = 0; round < 6000; round++) {
    const uint32_t vertices = 2 + below(round % 20 == 0 ? 130 : 30);
    check_random(vertices, below(4 * vertices), densities[below(6)]);
  }
}

/* Around 256 vertices counts leave the stack; above 1024 edges go by groups of vertices. */
static void large_graphs(void **state) {
  (void)state;
  static const uint32_t counts[] = {255, 256, 257, 1023, 1024, 1025, 2047, 2048, 2049, 3000};
  generator.state = support_seed(602);
  for (size_t index = 0; index < sizeof counts / sizeof *counts; index++) {
    check_random(counts[index], 3 * counts[index], index % 2 == 0 ? 3 : 100);
  }
  for (unsigned round = 0; round < 12; round++) {
    struct tt_graph *const graph = tt_graph_new("large", 1025 + below(300000));
    assert_non_null(graph);
    const unsigned range = round % 2 == 0 ? graph->vertex_count : 3; /* all in a group, too */
    for (unsigned edge = 0; edge < 20000; edge++) {
      assert_true(tt_graph_add_edge(graph, below(range), below(graph->vertex_count)));
    }
    check_written(graph, TT_FORMAT_SPARSE6);
    tt_graph_free(graph);
  }
}

/* Pairs of random bits: vertices jump, edges repeat, and the end is any padding that is right. */
static void lines_of_random_bits(void **state) {
  (void)state;
  generator.state = support_seed(603);
  size_t accepted[2] = {0, 0};
  for (unsigned round = 0; round < 200000; round++) {
    const bool sparse = round % 2 == 0;
    char line[64] = {':'};
    size_t length = sparse;
    const unsigned vertices = 2 + below(sparse ? 61 : 9), pairs = vertices * (vertices - 1) / 2;
    line[length++] = (char)(63 + vertices);
    const unsigned bytes = sparse ? below(25) : (pairs + 5) / 6, ones = below(64);
    for (unsigned byte = 0; byte < bytes; byte++)
      line[length++] = (char)(63 + (below(64) & (below(3) == 0 ? 63 : ones)));
    if (!sparse && pairs % 6 != 0)
      line[length - 1] = (char)(63 + ((line[length - 1] - 63) & (63 << (6 - pairs % 6)) & 63));
    struct tt_graph *const graph = read_line(line);
    accepted[sparse] += graph != NULL;
    if (graph != NULL && !is_as_gtools(graph, line)) fail_msg("gtools has other edges: %s", line);
    tt_graph_free(graph);
  }
  print_message("%zu graph6 and %zu sparse6 lines accepted\n", accepted[0], accepted[1]);
  assert_int_equal(accepted[0], 100000);
  assert_true(accepted[1] > 5000);
}

/* Every byte at every place of lines that are looked at eight bytes at once. */
static void wrong_bytes_anywhere(void **state) {
  (void)state;
  static const char line[] = "O????????????????????"; /* 16 vertices, 120 bits */
  for (size_t place = 1; place < strlen(line); place++) {
    for (int byte = 0; byte < 256; byte++) {
      char changed[sizeof line];
      memcpy(changed, line, sizeof line);
      changed[place] = (char)byte;
      struct tt_graph *const graph = read_bytes(changed, strlen(line));
      if ((graph != NULL) != (byte >= 63 && byte <= 126)) fail_msg("byte %d at %zu", byte, place);
      if (graph != NULL) assert_true(is_as_gtools(graph, changed));
      tt_graph_free(graph);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_graphs),
      cmocka_unit_test(large_graphs),
      cmocka_unit_test(lines_of_random_bits),
      cmocka_unit_test(wrong_bytes_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
