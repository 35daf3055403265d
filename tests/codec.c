/* codec.c: graph6 and sparse6 by own code, straight from and to edges (see codec.h).
 *
 *   graph6    N, then bits (0,1) (0,2) (1,2) (0,3) (1,3) (2,3) ..., padded with 0 to whole bytes of 6 bits
 *   sparse6   ':' N, then pairs of a bit and a vertex of k bits, padded with 1; see decode_sparse6
 *   N         one byte up to 62; '~' and three bytes up to 258047; '~~' and six bytes above
 *
 * Every byte carries 6 bits and is 63 more than they. */
#include "tests/codec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define BIAS 63
#define LAST_BYTE 126
#define ONE_BYTE_LIMIT 62
#define FOUR_BYTE_LIMIT 258047
#define GRAPH6_LIMIT 65536u
#define SPARSE6_LIMIT 134217728u

/* ---- Bits ---- */

struct bit_source {
  const char *body;
  size_t used, length; /* in bits */
};

static uint64_t take_bits(struct bit_source *source, unsigned count) {
  uint64_t value = 0;
  for (; count > 0; count--, source->used++) {
    const unsigned byte = (unsigned)(source->body[source->used / 6] - BIAS);
    value = value << 1 | (byte >> (5 - source->used % 6) & 1);
  }
  return value;
}

/* What is left fits in the last byte and is all zeros, or all ones. */
static bool is_padding(struct bit_source source, unsigned bit) {
  if (source.length - source.used > 5) return false;
  while (source.used < source.length) {
    if (take_bits(&source, 1) != bit) return false;
  }
  return true;
}

struct bit_sink {
  char *line;    /* zeroed, large enough */
  size_t length; /* in whole bytes, of what stands before the bits */
  size_t used;   /* in bits, behind that */
};

static void put_bits(struct bit_sink *sink, uint64_t value, unsigned count) {
  for (; count > 0; count--, sink->used++) {
    char *const byte = &sink->line[sink->length + sink->used / 6];
    if ((value >> (count - 1) & 1) != 0) *byte = (char)(*byte | 32 >> (sink->used % 6));
  }
}

/* Makes text of whole bytes of bits. */
static void finish_bits(struct bit_sink *sink) {
  for (; sink->used > 0; sink->used -= 6, sink->length++) {
    sink->line[sink->length] = (char)(sink->line[sink->length] + BIAS);
  }
}

static struct bit_sink new_sink(size_t bits) {
  struct bit_sink sink = {calloc(bits / 6 + 16, 1), 0, 0};
  if (sink.line == NULL) fail_msg("out of memory");
  return sink;
}

static unsigned bits_per_vertex(uint32_t vertices) {
  unsigned bits = 0;
  while ((uint64_t)1 << bits < vertices) bits++;
  return bits;
}

/* ---- The vertex count ---- */

static size_t count_length(uint64_t count) {
  return count <= ONE_BYTE_LIMIT ? 1 : count <= FOUR_BYTE_LIMIT ? 4 : 8;
}

static void put_vertex_count(struct bit_sink *sink, uint32_t count) {
  const size_t length = count_length(count), marks = length == 1 ? 0 : length == 4 ? 1 : 2;
  memset(sink->line + sink->length, LAST_BYTE, marks);
  sink->length += marks;
  put_bits(sink, count, (unsigned)(6 * (length - marks)));
  finish_bits(sink);
}

/* The length of a valid vertex count, or 0. */
static size_t take_vertex_count(const char *text, uint64_t most, uint32_t *count) {
  const size_t marks = text[0] != LAST_BYTE ? 0 : text[1] != LAST_BYTE ? 1 : 2;
  const size_t length = marks == 0 ? 1 : marks == 1 ? 4 : 8;
  if (strlen(text) < length) return 0;
  struct bit_source source = {text, 6 * marks, 6 * length};
  const uint64_t value = take_bits(&source, (unsigned)(6 * (length - marks)));
  if (count_length(value) != length || value < 2 || value > most) return 0;
  *count = (uint32_t)value;
  return length;
}

/* ---- Edges in order ---- */

static int compare_numbers(uint32_t first, uint32_t second) {
  return (first > second) - (first < second);
}

static int by_smaller_end(const void *first, const void *second) {
  const struct tt_edge *const one = first, *const other = second;
  const int order = compare_numbers(one->u, other->u);
  return order != 0 ? order : compare_numbers(one->v, other->v);
}

static int by_larger_end(const void *first, const void *second) {
  const struct tt_edge *const one = first, *const other = second;
  const int order = compare_numbers(one->v, other->v);
  return order != 0 ? order : compare_numbers(one->u, other->u);
}

/* The edges that are left, smaller end first, by their larger ends, which is the order of both formats. */
static struct tt_edge *edges_by_larger_end(const struct tt_graph *graph, size_t *count) {
  struct tt_edge *const edges = malloc((graph->edge_count + 1) * sizeof *edges);
  if (edges == NULL) fail_msg("out of memory");
  *count = 0;
  for (size_t index = 0; index < graph->edge_count; index++) {
    const struct tt_edge edge = graph->edges[index];
    if (graph->states[index] == TT_DELETED) continue;
    edges[(*count)++] = edge.u <= edge.v ? edge : (struct tt_edge){edge.v, edge.u};
  }
  if (*count > 1) qsort(edges, *count, sizeof *edges, by_larger_end);
  return edges;
}

/* ---- Decoding ---- */

static void add_edge(struct tt_graph *graph, uint64_t u, uint64_t v) {
  if (!tt_graph_add_edge(graph, (uint32_t)u, (uint32_t)v)) fail_msg("out of memory");
}

static bool decode_graph6(struct tt_graph *graph, struct bit_source source) {
  const uint64_t vertices = graph->vertex_count, bits = vertices * (vertices - 1) / 2;
  if (source.length < bits) return false;
  for (uint32_t column = 1; column < vertices; column++) {
    for (uint32_t row = 0; row < column; row++) {
      if (take_bits(&source, 1) != 0) add_edge(graph, row, column);
    }
  }
  return is_padding(source, 0);
}

/* Starting with v = 0, a pair of bit b and vertex x means: add b to v; then, if x > v, let v be x, else there is an
 * edge x-v. Padding of ones is either too short for a pair or moves v past the last vertex. */
static bool decode_sparse6(struct tt_graph *graph, struct bit_source source) {
  const unsigned width = bits_per_vertex(graph->vertex_count);
  uint64_t v = 0;
  while (source.length - source.used > width) {
    const struct bit_source before = source;
    v += take_bits(&source, 1);
    const uint64_t x = take_bits(&source, width);
    if (v >= graph->vertex_count || x >= graph->vertex_count) return is_padding(before, 1);
    if (x > v) {
      v = x;
    } else {
      add_edge(graph, x, v);
    }
  }
  return is_padding(source, 1);
}

struct tt_graph *codec_decode(const char *line) {
  const bool sparse = line[0] == ':';
  const char *const text = line + sparse;
  uint32_t vertices;
  for (const char *byte = text; *byte != '\0'; byte++) {
    if (*byte < BIAS || *byte > LAST_BYTE) return NULL;
  }
  const size_t length = take_vertex_count(text, sparse ? SPARSE6_LIMIT : GRAPH6_LIMIT, &vertices);
  if (length == 0) return NULL;
  struct tt_graph *const graph = tt_graph_new(line, vertices);
  if (graph == NULL) fail_msg("out of memory");
  const struct bit_source source = {text + length, 0, 6 * strlen(text + length)};
  if (sparse ? decode_sparse6(graph, source) : decode_graph6(graph, source)) {
    if (graph->edge_count > 1) qsort(graph->edges, graph->edge_count, sizeof *graph->edges, by_smaller_end);
    return graph;
  }
  tt_graph_free(graph);
  return NULL;
}

/* ---- Encoding ---- */

char *codec_graph6(const struct tt_graph *graph) {
  const uint64_t vertices = graph->vertex_count, bits = vertices * (vertices - 1) / 2;
  size_t count, next = 0;
  bool simple = true;
  struct tt_edge *const edges = edges_by_larger_end(graph, &count);
  struct bit_sink sink = new_sink(bits);
  put_vertex_count(&sink, graph->vertex_count);
  for (size_t index = 0; index < count; index++) {
    if (edges[index].u == edges[index].v) simple = false;
    if (index > 0 && by_larger_end(&edges[index - 1], &edges[index]) == 0) simple = false;
  }
  for (uint32_t column = 1; column < vertices && simple; column++) {
    for (uint32_t row = 0; row < column; row++) {
      const bool here = next < count && edges[next].u == row && edges[next].v == column;
      put_bits(&sink, here, 1);
      next += here;
    }
  }
  put_bits(&sink, 0, (unsigned)((6 - sink.used % 6) % 6));
  finish_bits(&sink);
  free(edges);
  if (simple) return sink.line;
  free(sink.line);
  return NULL;
}

/* Ones, except where they would be read as a loop at the last vertex: a zero first moves v there without an edge. */
static void pad_sparse6(struct bit_sink *sink, uint32_t vertices, uint32_t v) {
  const unsigned width = bits_per_vertex(vertices);
  unsigned padding = (unsigned)((6 - sink->used % 6) % 6);
  if (padding > width && v + 2 == vertices && vertices == (uint32_t)1 << width) {
    put_bits(sink, 0, 1);
    padding--;
  }
  for (; padding > 0; padding--) put_bits(sink, 1, 1);
}

char *codec_sparse6(const struct tt_graph *graph) {
  const unsigned width = bits_per_vertex(graph->vertex_count);
  size_t count;
  uint32_t v = 0;
  struct tt_edge *const edges = edges_by_larger_end(graph, &count);
  struct bit_sink sink = new_sink(count * (2 + 2 * (size_t)width));
  sink.line[sink.length++] = ':';
  put_vertex_count(&sink, graph->vertex_count);
  for (size_t index = 0; index < count; index++) {
    put_bits(&sink, edges[index].v != v, 1);
    if (edges[index].v > v + 1) {
      put_bits(&sink, edges[index].v, width);
      put_bits(&sink, 0, 1);
    }
    v = edges[index].v;
    put_bits(&sink, edges[index].u, width);
  }
  pad_sparse6(&sink, graph->vertex_count, v);
  finish_bits(&sink);
  free(edges);
  return sink.line;
}
