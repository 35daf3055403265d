/* graph6.c: nauty's one-line formats, graph6 (the upper triangle as bits) and sparse6 (a list of edges as bits).
 *
 * Both are decoded and encoded here, straight from and to our edges, and not by nauty's gtools: gtools reads past the
 * end of a line that is cut inside its vertex count, allocates for as many vertices as the line promises, and ends the
 * process when that fails. The tests compare every line with what gtools makes of it.
 *
 *   graph6    N, then bits (0,1) (0,2) (1,2) (0,3) (1,3) (2,3) ..., padded with 0 to whole bytes of 6 bits
 *   sparse6   ':' N, then pairs of a bit and a vertex of k bits, padded with 1; see decode_sparse6
 *   N         one byte up to 62; '~' and three bytes up to 258047; '~~' and six bytes above
 *
 * Every byte carries 6 bits and is 63 more than they. Edges come out in lexicographic order, smaller end first. */
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"

#define BIAS 63
#define LAST_BYTE 126
#define ONE_BYTE_LIMIT 62
#define FOUR_BYTE_LIMIT 258047
#define GRAPH6_VERTEX_LIMIT 65536u

/* ---- The vertex count ---- */

static size_t vertex_count_length(uint64_t count) {
  return count <= ONE_BYTE_LIMIT ? 1 : count <= FOUR_BYTE_LIMIT ? 4 : 8;
}

static size_t encode_vertex_count(unsigned char *out, uint32_t count) {
  const size_t length = vertex_count_length(count);
  const size_t marks = length == 1 ? 0 : length == 4 ? 1 : 2;
  memset(out, LAST_BYTE, marks);
  for (size_t index = marks; index < length; index++) {
    const size_t shift = 6 * (length - 1 - index);
    out[index] = (unsigned char)(BIAS + (((uint64_t)count >> shift) & 63));
  }
  return length;
}

/* Moves *bytes behind the vertex count. */
static enum tt_status decode_vertex_count(const struct tt_reader *reader, const unsigned char **bytes,
                                          const unsigned char *end, uint32_t *count, struct tt_error *error) {
  const unsigned char *const start = *bytes;
  size_t marks = 0;
  while (marks < 2 && start + marks < end && start[marks] == LAST_BYTE) marks++;
  const size_t length = marks == 0 ? 1 : marks == 1 ? 4 : 8;
  if ((size_t)(end - start) < length) {
    return tt_refuse(reader, error, "the vertex count is cut short, expected %zu byte%s", length,
                     length == 1 ? "" : "s");
  }
  uint64_t value = 0;
  for (size_t index = marks; index < length; index++) value = value << 6 | (uint64_t)(start[index] - BIAS);
  if (vertex_count_length(value) != length) {
    return tt_refuse(reader, error, "vertex count %llu in %zu bytes, expected %zu", (unsigned long long)value, length,
                     vertex_count_length(value));
  }
  if (value < 2) {
    return tt_refuse(reader, error, "vertex count %llu, expected at least 2: a position needs two terminals",
                     (unsigned long long)value);
  }
  if (value > TT_VERTEX_LIMIT) {
    return tt_refuse(reader, error, "vertex count %llu, expected at most %u", (unsigned long long)value,
                     TT_VERTEX_LIMIT);
  }
  *bytes += length;
  *count = (uint32_t)value;
  return TT_OK;
}

/* ---- graph6 ---- */

/* The place of a bit of graph6: row < column. */
struct cell {
  uint32_t row, column;
};

static inline void advance(struct cell *cell, uint32_t bits) {
  cell->row += bits;
  while (cell->row >= cell->column) {
    cell->row -= cell->column;
    cell->column++;
  }
}

/* Calls for every 1 bit, in the order of the line, which within a row is by ascending column: counts it in
 * row_starts[row + 1] when edges is NULL, else puts its edge at row_starts[row]++. */
static void scan_triangle(const unsigned char *body, size_t length, size_t *row_starts, struct tt_edge *edges) {
  struct cell cell = {0, 1};
  for (size_t index = 0; index < length; index++) {
    struct cell here = cell;
    for (unsigned bits = (unsigned)(body[index] - BIAS); bits != 0; bits = (bits << 1) & 63) {
      if ((bits & 32) != 0) {
        if (edges == NULL) {
          row_starts[here.row + 1]++;
        } else {
          edges[row_starts[here.row]++] = (struct tt_edge){here.row, here.column};
        }
      }
      advance(&here, 1);
    }
    advance(&cell, 6);
  }
}

static bool clear_row_starts(struct tt_reader *reader, uint32_t vertices) {
  const size_t needed = (size_t)vertices + 1;
  if (needed > reader->row_capacity) {
    size_t *const row_starts = realloc(reader->row_starts, needed * sizeof *row_starts);
    if (row_starts == NULL) return false;
    reader->row_starts = row_starts;
    reader->row_capacity = needed;
  }
  memset(reader->row_starts, 0, needed * sizeof *reader->row_starts);
  return true;
}

static enum tt_status check_triangle(const struct tt_reader *reader, const unsigned char *body, size_t length,
                                     uint32_t vertices, struct tt_error *error) {
  const uint64_t bits = (uint64_t)vertices * (vertices - 1) / 2, expected = (bits + 5) / 6;
  if (vertices > GRAPH6_VERTEX_LIMIT) {
    return tt_refuse(reader, error, "graph6 of %lu vertices, expected at most %u: sparse6 takes more",
                     (unsigned long)vertices, GRAPH6_VERTEX_LIMIT);
  }
  if (length != expected) {
    return tt_refuse(reader, error, "%zu bytes behind the vertex count, expected %llu for %lu vertices", length,
                     (unsigned long long)expected, (unsigned long)vertices);
  }
  const unsigned padding = (unsigned)(6 * expected - bits);
  if (((unsigned)(body[length - 1] - BIAS) & ((1u << padding) - 1)) != 0) {
    return tt_refuse(reader, error, "the last byte has bits behind the last pair of vertices, expected zeros there");
  }
  return TT_OK;
}

static enum tt_status decode_graph6(struct tt_reader *reader, const unsigned char *body, size_t length,
                                    struct tt_graph *graph, struct tt_error *error) {
  const uint32_t vertices = graph->vertex_count;
  if (!clear_row_starts(reader, vertices)) return tt_no_memory(error);
  size_t *const row_starts = reader->row_starts;
  scan_triangle(body, length, row_starts, NULL);
  for (uint32_t row = 0; row < vertices; row++) row_starts[row + 1] += row_starts[row];
  const size_t edge_count = row_starts[vertices];
  if (!tt_reserve_edges(graph, edge_count)) return tt_no_memory(error);
  scan_triangle(body, length, row_starts, graph->edges);
  memset(graph->states, TT_UNDECIDED, edge_count);
  graph->edge_count = edge_count;
  return TT_OK;
}

/* Sets the bit of an edge; false when it was set already. */
static bool set_bit(unsigned char *body, struct tt_edge edge) {
  const uint64_t row = edge.u < edge.v ? edge.u : edge.v, column = edge.u < edge.v ? edge.v : edge.u;
  const uint64_t place = column * (column - 1) / 2 + row;
  const unsigned char bit = (unsigned char)(32u >> (place % 6));
  if ((body[place / 6] & bit) != 0) return false;
  body[place / 6] |= bit;
  return true;
}

static enum tt_status fill_triangle(unsigned char *body, const struct tt_graph *graph, struct tt_error *error) {
  for (size_t index = 0; index < graph->edge_count; index++) {
    const struct tt_edge edge = graph->edges[index];
    if (graph->states[index] == TT_DELETED) continue;
    const bool loop = edge.u == edge.v;
    if (!loop && set_bit(body, edge)) continue;
    return tt_fail(error, TT_BAD_INPUT, "%s: edge %zu is %s, which graph6 cannot say; expected sparse6",
                   tt_show(graph->name, strlen(graph->name)).text, index, loop ? "a loop" : "parallel to another");
  }
  return TT_OK;
}

enum tt_status tt_write_graph6(FILE *stream, const struct tt_graph *graph, struct tt_error *error) {
  const uint64_t vertices = graph->vertex_count;
  if (vertices > GRAPH6_VERTEX_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "%s has more than %u vertices, which graph6 cannot take; expected sparse6",
                   tt_show(graph->name, strlen(graph->name)).text, GRAPH6_VERTEX_LIMIT);
  }
  enum tt_status status = tt_refuse_secured(graph, "graph6", error);
  if (status != TT_OK) return status;
  const size_t body_length = (vertices * (vertices - 1) / 2 + 5) / 6;
  unsigned char *const line = calloc(body_length + 9, 1);
  if (line == NULL) return tt_no_memory(error);
  unsigned char *const body = line + encode_vertex_count(line, graph->vertex_count);
  status = fill_triangle(body, graph, error);
  if (status == TT_OK) {
    for (size_t index = 0; index < body_length; index++) body[index] = (unsigned char)(body[index] + BIAS);
    body[body_length] = '\n';
    fwrite(line, 1, (size_t)(body - line) + body_length + 1, stream);
  }
  free(line);
  return status;
}

/* ---- sparse6 ---- */

static unsigned bits_per_vertex(uint32_t vertices) {
  return 32 - (unsigned)__builtin_clz(vertices - 1);
}

struct bit_source {
  const unsigned char *body;
  size_t used, length; /* in bits */
};

static uint32_t take_bits(struct bit_source *source, unsigned count) {
  uint32_t value = 0;
  for (; count > 0; count--, source->used++) {
    const unsigned byte = (unsigned)(source->body[source->used / 6] - BIAS);
    value = value << 1 | (byte >> (5 - source->used % 6) & 1);
  }
  return value;
}

/* What is left fits in the last byte and is all ones. */
static bool is_padding(struct bit_source source) {
  if (source.length - source.used > 5) return false;
  while (source.used < source.length) {
    if (take_bits(&source, 1) == 0) return false;
  }
  return true;
}

/* Starting with v = 0, a pair of bit b and vertex x means: add b to v; then, if x > v, let v be x, else there is an
 * edge x-v. Padding of ones is either too short for a pair or moves v past the last vertex. */
static enum tt_status decode_sparse6(const struct tt_reader *reader, const unsigned char *body, size_t length,
                                     struct tt_graph *graph, struct tt_error *error) {
  const unsigned width = bits_per_vertex(graph->vertex_count);
  struct bit_source source = {body, 0, 6 * length};
  uint32_t v = 0;
  while (source.length - source.used > width) {
    const struct bit_source before = source;
    v += take_bits(&source, 1);
    const uint32_t x = take_bits(&source, width);
    if (v >= graph->vertex_count || x >= graph->vertex_count) {
      if (is_padding(before)) return TT_OK;
      return tt_refuse(reader, error, "the line names vertex %lu, expected vertices below %lu",
                       (unsigned long)(x > v ? x : v), (unsigned long)graph->vertex_count);
    }
    if (x > v) {
      v = x;
    } else if (!tt_graph_add_edge(graph, x, v)) {
      return tt_no_memory(error);
    }
  }
  if (is_padding(source)) return TT_OK;
  return tt_refuse(reader, error, "the line ends inside an edge, expected padding with ones");
}

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

/* The edges that are left, smaller end first, in the order that sparse6 wants; NULL when out of memory. */
static struct tt_edge *edges_by_larger_end(const struct tt_graph *graph, size_t *count) {
  struct tt_edge *const edges = malloc((graph->edge_count + 1) * sizeof *edges);
  if (edges == NULL) return NULL;
  *count = 0;
  for (size_t index = 0; index < graph->edge_count; index++) {
    const struct tt_edge edge = graph->edges[index];
    if (graph->states[index] == TT_DELETED) continue;
    edges[(*count)++] = edge.u <= edge.v ? edge : (struct tt_edge){edge.v, edge.u};
  }
  if (*count > 1) qsort(edges, *count, sizeof *edges, by_larger_end);
  return edges;
}

struct bit_sink {
  unsigned char *body; /* zeroed, large enough */
  size_t used;         /* in bits */
};

static void put_bits(struct bit_sink *sink, uint32_t value, unsigned count) {
  for (; count > 0; count--, sink->used++) {
    if ((value >> (count - 1) & 1) != 0) sink->body[sink->used / 6] |= (unsigned char)(32u >> (sink->used % 6));
  }
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

static void encode_sparse6(struct bit_sink *sink, uint32_t vertices, const struct tt_edge *edges, size_t count) {
  const unsigned width = bits_per_vertex(vertices);
  uint32_t v = 0;
  for (size_t index = 0; index < count; index++) {
    put_bits(sink, edges[index].v != v, 1);
    if (edges[index].v > v + 1) {
      put_bits(sink, edges[index].v, width);
      put_bits(sink, 0, 1);
    }
    v = edges[index].v;
    put_bits(sink, edges[index].u, width);
  }
  pad_sparse6(sink, vertices, v);
}

static enum tt_status write_sparse6_line(FILE *stream, uint32_t vertices, const struct tt_edge *edges, size_t count,
                                         struct tt_error *error) {
  const size_t most_bits = count * (2 + 2 * (size_t)bits_per_vertex(vertices));
  unsigned char *const line = calloc(most_bits / 6 + 16, 1);
  if (line == NULL) return tt_no_memory(error);
  line[0] = ':';
  struct bit_sink sink = {line + 1 + encode_vertex_count(line + 1, vertices), 0};
  encode_sparse6(&sink, vertices, edges, count);
  const size_t body_length = sink.used / 6;
  for (size_t index = 0; index < body_length; index++) sink.body[index] = (unsigned char)(sink.body[index] + BIAS);
  sink.body[body_length] = '\n';
  fwrite(line, 1, (size_t)(sink.body - line) + body_length + 1, stream);
  free(line);
  return TT_OK;
}

enum tt_status tt_write_sparse6(FILE *stream, const struct tt_graph *graph, struct tt_error *error) {
  enum tt_status status = tt_refuse_secured(graph, "sparse6", error);
  if (status != TT_OK) return status;
  size_t count;
  struct tt_edge *const edges = edges_by_larger_end(graph, &count);
  if (edges == NULL) return tt_no_memory(error);
  status = write_sparse6_line(stream, graph->vertex_count, edges, count, error);
  free(edges);
  return status;
}

/* ---- A line ---- */

static enum tt_status check_bytes(const struct tt_reader *reader, const char *kind, struct tt_error *error) {
  for (size_t index = kind[0] == 's'; index < reader->line_length; index++) {
    if (reader->line[index] >= BIAS && reader->line[index] <= LAST_BYTE) continue;
    return tt_refuse(reader, error, "byte %zu of a %s line is '%s', expected bytes from '?' to '~'", index + 1, kind,
                     tt_show(reader->line + index, 1).text);
  }
  return TT_OK;
}

static enum tt_status refuse_other_kinds(const struct tt_reader *reader, struct tt_error *error) {
  const char *kind = NULL;
  if (reader->line[0] == '&') kind = "digraph6";
  if (reader->line[0] == ';') kind = "incremental sparse6";
  if (reader->line[0] == '>') kind = "header";
  if (kind == NULL) return TT_OK;
  return tt_refuse(reader, error, "%s line '%s', expected graph6 or sparse6", kind,
                   tt_show(reader->line, reader->line_length).text);
}

static struct tt_graph *new_graph(const struct tt_reader *reader, uint32_t vertices) {
  char *const name = strndup(reader->line, reader->line_length);
  struct tt_graph *const graph = name == NULL ? NULL : tt_graph_new(name, vertices);
  free(name);
  return graph;
}

static enum tt_status decode_body(struct tt_reader *reader, bool sparse, const unsigned char *body, size_t length,
                                  struct tt_graph *graph, struct tt_error *error) {
  if (!sparse) return decode_graph6(reader, body, length, graph, error);
  const enum tt_status status = decode_sparse6(reader, body, length, graph, error);
  if (graph->edge_count > 1) qsort(graph->edges, graph->edge_count, sizeof *graph->edges, by_smaller_end);
  return status;
}

enum tt_status tt_decode_line(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  const bool sparse = reader->line[0] == ':';
  const unsigned char *body = (const unsigned char *)reader->line + (sparse ? 1 : 0);
  const unsigned char *const end = (const unsigned char *)reader->line + reader->line_length;
  uint32_t vertices = 0;
  enum tt_status status = refuse_other_kinds(reader, error);
  if (status == TT_OK) status = check_bytes(reader, sparse ? "sparse6" : "graph6", error);
  if (status == TT_OK) status = decode_vertex_count(reader, &body, end, &vertices, error);
  const size_t length = (size_t)(end - body);
  if (status == TT_OK && !sparse) status = check_triangle(reader, body, length, vertices, error);
  if (status != TT_OK) return status;
  struct tt_graph *const decoded = new_graph(reader, vertices);
  if (decoded == NULL) return tt_no_memory(error);
  status = decode_body(reader, sparse, body, length, decoded, error);
  if (status == TT_OK) {
    *graph = decoded;
  } else {
    tt_graph_free(decoded);
  }
  return status;
}
