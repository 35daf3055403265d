/* fuzz.h: what the fuzz targets share: whatever a reader accepts must survive being written and read again, and must
 * get forests that prove themselves. A target has one entry, LLVMFuzzerTestOneInput; a broken promise aborts with its
 * place. tests/test_fuzz_corpus.c calls the same entries without libFuzzer. */
#ifndef TT_TESTS_FUZZ_H
#define TT_TESTS_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "treetest/treetest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(condition)                                                       \
  do {                                                                                \
    if (!(condition)) {                                                               \
      fprintf(stderr, "%s:%d: broken promise: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                                        \
    }                                                                                 \
  } while (0)

#define FUZZ_EDGES 200     /* most edges of a graph that is asked about */
#define FUZZ_VERTICES 1000 /* most vertices */
#define FUZZ_NAMES 20000   /* most vertices with names that are written: up to a million make one input take seconds */
#define FUZZ_NAME_SIZE 300 /* bytes: room for any vertex name */

static inline FILE *fuzz_stream(const void *data, size_t size) {
  FILE *const stream = fmemopen((void *)(uintptr_t)data, size, "r");
  FUZZ_REQUIRE(stream != NULL);
  return stream;
}

/* ---- Equal graphs ---- */

static inline bool fuzz_same_edges(const struct tt_graph *one, const struct tt_graph *other) {
  if (one->vertex_count != other->vertex_count || one->edge_count != other->edge_count) return false;
  if (one->terminal_a != other->terminal_a || one->terminal_b != other->terminal_b) return false;
  for (size_t edge = 0; edge < one->edge_count; edge++) {
    if (one->edges[edge].u != other->edges[edge].u || one->edges[edge].v != other->edges[edge].v) return false;
    if (one->states[edge] != other->states[edge]) return false;
  }
  return true;
}

static inline bool fuzz_same_names(const struct tt_graph *one, const struct tt_graph *other) {
  if (one->vertex_names == NULL && other->vertex_names == NULL) return true;
  for (uint32_t vertex = 0; vertex < one->vertex_count; vertex++) {
    char first[FUZZ_NAME_SIZE], second[FUZZ_NAME_SIZE];
    tt_vertex_name(one, vertex, first, sizeof first);
    if (strcmp(first, tt_vertex_name(other, vertex, second, sizeof second)) != 0) return false;
  }
  return true;
}

static inline int fuzz_edge_order(const void *first, const void *second) {
  const struct tt_edge *const one = first, *const other = second;
  if (one->u != other->u) return one->u < other->u ? -1 : 1;
  return (one->v > other->v) - (one->v < other->v);
}

/* Sorts the edges, smaller end first in each. Their states must all be the same. */
static inline void fuzz_sort_edges(struct tt_graph *graph) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const struct tt_edge ends = graph->edges[edge];
    if (ends.u > ends.v) graph->edges[edge] = (struct tt_edge){ends.v, ends.u};
  }
  if (graph->edge_count > 1) qsort(graph->edges, graph->edge_count, sizeof *graph->edges, fuzz_edge_order);
}

/* ---- Written and read again ---- */

/* Writes the graph and reads it back; NULL when the format refuses the graph, in which case nothing was written. */
static inline struct tt_graph *fuzz_written_and_read(const struct tt_graph *graph, enum tt_format format) {
  char *text = NULL;
  size_t size = 0;
  struct tt_error error;
  FILE *const written = open_memstream(&text, &size);
  FUZZ_REQUIRE(written != NULL);
  const enum tt_status status = tt_write_graph(written, graph, format, &error);
  FUZZ_REQUIRE(fclose(written) == 0);
  FUZZ_REQUIRE(status == TT_OK || (status == TT_BAD_INPUT && size == 0));
  struct tt_graph *again = NULL;
  if (status == TT_OK) {
    FILE *const stream = fuzz_stream(text, size);
    struct tt_reader *const reader = tt_reader_on(stream, "again", format, &error);
    FUZZ_REQUIRE(reader != NULL);
    FUZZ_REQUIRE(tt_reader_next(reader, &again, &error) == TT_OK);
    FUZZ_REQUIRE(again != NULL);
    struct tt_graph *more = NULL;
    FUZZ_REQUIRE(tt_reader_next(reader, &more, &error) == TT_OK && more == NULL);
    tt_reader_close(reader);
    fclose(stream);
  }
  free(text);
  return again;
}

/* In a format that keeps everything the graph has: the same graph, edge by edge. */
static inline void fuzz_exact_round_trip(const struct tt_graph *graph, enum tt_format format, bool names) {
  struct tt_graph *const again = fuzz_written_and_read(graph, format);
  FUZZ_REQUIRE(again != NULL);
  FUZZ_REQUIRE(fuzz_same_edges(graph, again));
  FUZZ_REQUIRE(!names || fuzz_same_names(graph, again));
  tt_graph_free(again);
}

/* In the other formats, for a graph with the terminals that they imply: the same edges in some order, without those
 * deleted, or a refusal where one is secured (or, for graph6, a loop or parallel to another). */
static inline void fuzz_lossy_round_trip(const struct tt_graph *graph, enum tt_format format) {
  struct tt_graph *const expected = tt_graph_new("expected", graph->vertex_count);
  FUZZ_REQUIRE(expected != NULL);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] == TT_DELETED) continue;
    FUZZ_REQUIRE(tt_graph_add_edge(expected, graph->edges[edge].u, graph->edges[edge].v));
  }
  fuzz_sort_edges(expected);
  bool simple = true;
  for (size_t edge = 0; edge < expected->edge_count; edge++) {
    const struct tt_edge *const ends = &expected->edges[edge];
    if (ends->u == ends->v || (edge > 0 && fuzz_edge_order(ends - 1, ends) == 0)) simple = false;
  }
  const bool secured = tt_graph_count(graph, TT_SECURED) > 0;
  struct tt_graph *const again = fuzz_written_and_read(graph, format);
  FUZZ_REQUIRE((again == NULL) == (secured || (format == TT_FORMAT_GRAPH6 && !simple)));
  if (again != NULL) {
    fuzz_sort_edges(again);
    FUZZ_REQUIRE(fuzz_same_edges(expected, again));
  }
  tt_graph_free(again);
  tt_graph_free(expected);
}

/* ---- Forests ---- */

/* The witness, the forests and their check must agree with one another. */
static inline void fuzz_forests(const struct tt_graph *graph) {
  struct tt_forests forests;
  struct tt_verdict verdict;
  struct tt_error error;
  bool right = false;
  FUZZ_REQUIRE(tt_witness_ask(&tt_witness_forests, graph, &verdict, &error) == TT_OK);
  FUZZ_REQUIRE(tt_forests_make(&forests, graph, &error) == TT_OK);
  FUZZ_REQUIRE(tt_outcome_of(verdict) == (enum tt_outcome)forests.tempo);
  if (!forests.joined) {
    FUZZ_REQUIRE(tt_forests_check(graph, forests.colour, forests.part, &right, &error) == TT_OK);
    FUZZ_REQUIRE(right);
  }
  tt_forests_free(&forests);
}

/* ---- One graph, one input ---- */

static inline void fuzz_graph(const struct tt_graph *graph, enum tt_format format, bool sparse) {
  FUZZ_REQUIRE(graph->terminal_a != graph->terminal_b);
  FUZZ_REQUIRE(graph->terminal_a < graph->vertex_count && graph->terminal_b < graph->vertex_count);
  for (size_t edge = 0; edge < graph->edge_count; edge++)
    FUZZ_REQUIRE(graph->edges[edge].u < graph->vertex_count && graph->edges[edge].v < graph->vertex_count);
  if (graph->vertex_names != NULL && graph->vertex_count > FUZZ_NAMES) return;
  fuzz_exact_round_trip(graph, TT_FORMAT_PLAIN, true);
  if (format == TT_FORMAT_DIMACS) fuzz_exact_round_trip(graph, TT_FORMAT_DIMACS, true);
  if (format == TT_FORMAT_GRAPH6 && sparse) fuzz_exact_round_trip(graph, TT_FORMAT_SPARSE6, true);
  if (format == TT_FORMAT_GRAPH6 && !sparse) fuzz_exact_round_trip(graph, TT_FORMAT_GRAPH6, true);
  if (graph->edge_count > FUZZ_EDGES || graph->vertex_count > FUZZ_VERTICES) return;
  fuzz_lossy_round_trip(graph, TT_FORMAT_DIMACS);
  fuzz_lossy_round_trip(graph, TT_FORMAT_SPARSE6);
  fuzz_lossy_round_trip(graph, TT_FORMAT_GRAPH6);
  fuzz_forests(graph);
}

/* Reads every graph of the input in that format, or in the one that it looks like. */
static inline void fuzz_reader(const uint8_t *data, size_t size, enum tt_format format) {
  struct tt_error error;
  FILE *const stream = fuzz_stream(data, size);
  struct tt_reader *const reader = tt_reader_on(stream, "fuzz", format, &error);
  FUZZ_REQUIRE(reader != NULL);
  /* After an error a stream goes on with the next line, so the end is only where there is no graph and no error. */
  for (size_t attempts = 0;; attempts++) {
    FUZZ_REQUIRE(attempts <= size + 1);
    struct tt_graph *graph = NULL;
    memset(&error, 0, sizeof error);
    const enum tt_status status = tt_reader_next(reader, &graph, &error);
    FUZZ_REQUIRE(status == TT_OK || status == TT_BAD_INPUT);
    if (status == TT_OK && graph == NULL) break;
    if (status == TT_OK) {
      /* A graph of a stream is called by its line, so sparse6 shows. */
      fuzz_graph(graph, format, graph->name[0] == ':');
      tt_graph_free(graph);
      continue;
    }
    FUZZ_REQUIRE(graph == NULL && error.status == status);
    FUZZ_REQUIRE(error.text[0] != '\0' && strpbrk(error.text, "\r\n") == NULL);
  }
  tt_reader_close(reader);
  fclose(stream);
}

#endif
