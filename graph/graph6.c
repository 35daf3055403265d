/* graph6.c: nauty's one-line formats, graph6 (the upper triangle as bits) and sparse6 (a list of edges as bits),
 * decoded and encoded by nauty's gtools.
 *
 * gtools believes a line: it reads past the end of one that is cut, counts in ints, and ends the process when it gets
 * no memory. So it sees valid lines of a bounded size only, in arrays that are large enough before it looks at them;
 * where it keeps a buffer of its own, we ask for that much memory just before. (Another thread can still take it.)
 *
 *   graph6    N, then bits (0,1) (0,2) (1,2) (0,3) (1,3) (2,3) ..., padded with 0 to whole bytes of 6 bits
 *   sparse6   ':' N, then pairs of a bit and a vertex of k bits, padded with 1; see check_pairs
 *   N         one byte up to 62; '~' and three bytes up to 258047; '~~' and six bytes above
 *
 * Every byte carries 6 bits and is 63 more than they. Edges come out in lexicographic order, smaller end first. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <nauty/gtools.h>

#include "graph/formats.h"

#define GRAPH6_VERTEX_LIMIT 65536u
#define SPARSE6_VERTEX_LIMIT TT_VERTEX_LIMIT
#define EDGE_LIMIT (INT_MAX / 2) /* gtools counts the ends of edges in an int */

/* ---- A valid line ---- */

static enum tt_status refuse_other_kinds(const struct tt_reader *reader, struct tt_error *error) {
  const char *kind = NULL;
  if (reader->line[0] == '&') kind = "digraph6";
  if (reader->line[0] == ';') kind = "incremental sparse6";
  if (reader->line[0] == '>') kind = "header";
  if (kind == NULL) return TT_OK;
  return tt_refuse(reader, error, "%s line '%s', expected graph6 or sparse6", kind,
                   tt_show(reader->line, reader->line_length).text);
}

static enum tt_status check_bytes(const struct tt_reader *reader, bool sparse, struct tt_error *error) {
  for (size_t index = sparse; index < reader->line_length; index++) {
    if (reader->line[index] >= BIAS6 && reader->line[index] <= MAXBYTE) continue;
    return tt_refuse(reader, error, "byte %zu of a %s line is '%s', expected bytes from '?' to '~'", index + 1,
                     sparse ? "sparse6" : "graph6", tt_show(reader->line + index, 1).text);
  }
  return TT_OK;
}

/* Moves *bytes behind the vertex count. */
static enum tt_status check_vertex_count(const struct tt_reader *reader, const char **bytes, const char *end,
                                         uint32_t *count, struct tt_error *error) {
  const char *const start = *bytes;
  size_t marks = 0;
  while (marks < 2 && start + marks < end && start[marks] == MAXBYTE) marks++;
  const size_t length = marks == 0 ? 1 : marks == 1 ? 4 : 8;
  if ((size_t)(end - start) < length) {
    return tt_refuse(reader, error, "the vertex count is cut short, expected %zu byte%s", length,
                     length == 1 ? "" : "s");
  }
  uint64_t value = 0;
  for (size_t index = marks; index < length; index++) value = value << 6 | (uint64_t)(start[index] - BIAS6);
  if (SIZELEN(value) != length) {
    return tt_refuse(reader, error, "vertex count %llu in %zu bytes, expected %d", (unsigned long long)value, length,
                     SIZELEN(value));
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

static enum tt_status check_triangle(const struct tt_reader *reader, const char *body, size_t length, uint32_t vertices,
                                     struct tt_error *error) {
  if (vertices > GRAPH6_VERTEX_LIMIT) {
    return tt_refuse(reader, error, "graph6 of %lu vertices, expected at most %u: sparse6 takes more",
                     (unsigned long)vertices, GRAPH6_VERTEX_LIMIT);
  }
  const uint64_t bits = (uint64_t)vertices * (vertices - 1) / 2, expected = (bits + 5) / 6;
  if (length != expected) {
    return tt_refuse(reader, error, "%zu bytes behind the vertex count, expected %llu for %lu vertices", length,
                     (unsigned long long)expected, (unsigned long)vertices);
  }
  const unsigned padding = (unsigned)(6 * expected - bits);
  if (((unsigned)(body[length - 1] - BIAS6) & ((1u << padding) - 1)) != 0) {
    return tt_refuse(reader, error, "the last byte has bits behind the last pair of vertices, expected zeros there");
  }
  return TT_OK;
}

static unsigned bits_per_vertex(uint32_t vertices) {
  return 32 - (unsigned)__builtin_clz(vertices - 1);
}

struct bit_source {
  const char *body;
  size_t used, length; /* in bits */
};

static uint32_t take_bits(struct bit_source *source, unsigned count) {
  uint32_t value = 0;
  for (; count > 0; count--, source->used++) {
    const unsigned byte = (unsigned)(source->body[source->used / 6] - BIAS6);
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
static enum tt_status check_pairs(const struct tt_reader *reader, const char *body, size_t length, uint32_t vertices,
                                  struct tt_error *error) {
  if (vertices > SPARSE6_VERTEX_LIMIT) {
    return tt_refuse(reader, error, "sparse6 of %lu vertices, expected at most %u", (unsigned long)vertices,
                     SPARSE6_VERTEX_LIMIT);
  }
  const unsigned width = bits_per_vertex(vertices);
  struct bit_source source = {body, 0, 6 * length};
  uint32_t v = 0;
  while (source.length - source.used > width) {
    const struct bit_source before = source;
    v += take_bits(&source, 1);
    const uint32_t x = take_bits(&source, width);
    if (x > v) v = x;
    if (v < vertices) continue;
    if (is_padding(before)) return TT_OK;
    return tt_refuse(reader, error, "the line names vertex %lu, expected vertices below %lu", (unsigned long)v,
                     (unsigned long)vertices);
  }
  if (is_padding(source)) return TT_OK;
  return tt_refuse(reader, error, "the line ends inside an edge, expected padding with ones");
}

static enum tt_status check_line(const struct tt_reader *reader, uint32_t *vertices, struct tt_error *error) {
  const bool sparse = reader->line[0] == ':';
  const char *body = reader->line + sparse;
  const char *const end = reader->line + reader->line_length;
  enum tt_status status = refuse_other_kinds(reader, error);
  if (status == TT_OK) status = check_bytes(reader, sparse, error);
  if (status == TT_OK) status = check_vertex_count(reader, &body, end, vertices, error);
  if (status != TT_OK) return status;
  const size_t length = (size_t)(end - body);
  return sparse ? check_pairs(reader, body, length, *vertices, error)
                : check_triangle(reader, body, length, *vertices, error);
}

/* ---- Decoding ---- */

/* All arrays in one block, which begins at v, so large that gtools allocates nothing. */
static bool make_sparsegraph(sparsegraph *lists, size_t vertices, size_t ends) {
  SG_INIT(*lists);
  lists->v = malloc(vertices * (sizeof *lists->v + sizeof *lists->d) + ends * sizeof *lists->e);
  if (lists->v == NULL) return false;
  lists->d = (int *)(lists->v + vertices);
  lists->e = lists->d + vertices;
  lists->vlen = lists->dlen = vertices;
  lists->elen = ends;
  return true;
}

/* A list has a loop once and its larger vertices in ascending order, since both formats go by the larger end. */
static void take_edges(struct tt_graph *position, const sparsegraph *lists) {
  for (uint32_t u = 0; u < position->vertex_count; u++) {
    const int *const list = lists->e + lists->v[u];
    for (int index = 0; index < lists->d[u]; index++) {
      if ((uint32_t)list[index] < u) continue;
      position->states[position->edge_count] = TT_UNDECIDED;
      position->edges[position->edge_count++] = (struct tt_edge){u, (uint32_t)list[index]};
    }
  }
}

/* The position is called by its line, which is what gtools gets. */
static enum tt_status decode(const struct tt_reader *reader, struct tt_graph *position, struct tt_error *error) {
  int vertices, loops;
  size_t edges;
  sparsegraph lists;
  stringcounts(position->name, &vertices, &edges);
  if (edges > EDGE_LIMIT) return tt_refuse(reader, error, "%zu edges, expected at most %d", edges, EDGE_LIMIT);
  if (!tt_graph_reserve(position, edges)) return tt_no_memory(error);
  if (!make_sparsegraph(&lists, position->vertex_count, 2 * edges)) return tt_no_memory(error);
  stringtosparsegraph(position->name, &lists, &loops);
  take_edges(position, &lists);
  free(lists.v);
  return TT_OK;
}

enum tt_status tt_decode_line(struct tt_reader *reader, struct tt_graph **decoded, struct tt_error *error) {
  uint32_t vertices = 0;
  enum tt_status status = check_line(reader, &vertices, error);
  if (status != TT_OK) return status;
  char *const line = strndup(reader->line, reader->line_length);
  struct tt_graph *const position = line == NULL ? NULL : tt_graph_new(line, vertices);
  free(line);
  if (position == NULL) return tt_no_memory(error);
  status = decode(reader, position, error);
  if (status == TT_OK) {
    *decoded = position;
  } else {
    tt_graph_free(position);
  }
  return status;
}

/* ---- Encoding ---- */

/* gtools encodes into a buffer that it keeps for the thread and makes larger where needed. */
static bool has_memory(size_t size) {
  void *volatile probe = malloc(size); /* volatile, lest the compiler take it for granted */
  const bool found = probe != NULL;
  free(probe);
  return found;
}

static enum tt_status check_vertices(const struct tt_graph *position, uint32_t limit, const char *format_name,
                                     const char *other, struct tt_error *error) {
  if (position->vertex_count <= limit) return tt_refuse_secured(position, format_name, error);
  return tt_fail(error, TT_BAD_INPUT, "%s has more than %lu vertices, which %s cannot take; expected %s",
                 tt_show(position->name, strlen(position->name)).text, (unsigned long)limit, format_name, other);
}

static enum tt_status fill_rows(graph *rows, size_t words, const struct tt_graph *position, struct tt_error *error) {
  for (size_t index = 0; index < position->edge_count; index++) {
    const struct tt_edge edge = position->edges[index];
    if (position->states[index] == TT_DELETED) continue;
    const bool loop = edge.u == edge.v;
    if (loop || ISELEMENT(GRAPHROW(rows, edge.u, words), edge.v)) {
      return tt_fail(error, TT_BAD_INPUT, "%s: edge %zu is %s, which graph6 cannot say; expected sparse6",
                     tt_show(position->name, strlen(position->name)).text, index,
                     loop ? "a loop" : "parallel to another");
    }
    ADDONEEDGE(rows, edge.u, edge.v, words);
  }
  return TT_OK;
}

enum tt_status tt_write_graph6(FILE *stream, const struct tt_graph *position, struct tt_error *error) {
  enum tt_status status = check_vertices(position, GRAPH6_VERTEX_LIMIT, "graph6", "sparse6", error);
  if (status != TT_OK) return status;
  const size_t vertices = position->vertex_count, words = SETWORDSNEEDED(vertices);
  graph *const rows = calloc(vertices * words, sizeof *rows);
  if (rows == NULL || !has_memory(G6LEN(vertices) + 3)) {
    free(rows);
    return tt_no_memory(error);
  }
  status = fill_rows(rows, words, position, error);
  if (status == TT_OK) fputs(ntog6(rows, (int)words, (int)vertices), stream);
  free(rows);
  return status;
}

static void put_end(sparsegraph *lists, uint32_t u, uint32_t v) {
  lists->e[lists->v[u] + (size_t)lists->d[u]++] = (int)v;
}

/* Lists are sorted, so that the line does not depend on the order of the edges. */
static void fill_lists(sparsegraph *lists, const struct tt_graph *position) {
  lists->nv = (int)position->vertex_count;
  lists->nde = 0;
  memset(lists->d, 0, position->vertex_count * sizeof *lists->d);
  for (size_t index = 0; index < position->edge_count; index++) {
    const struct tt_edge edge = position->edges[index];
    if (position->states[index] == TT_DELETED) continue;
    lists->d[edge.u]++;
    if (edge.u != edge.v) lists->d[edge.v]++;
  }
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    lists->v[vertex] = lists->nde;
    lists->nde += (size_t)lists->d[vertex];
    lists->d[vertex] = 0;
  }
  for (size_t index = 0; index < position->edge_count; index++) {
    const struct tt_edge edge = position->edges[index];
    if (position->states[index] == TT_DELETED) continue;
    put_end(lists, edge.u, edge.v);
    if (edge.u != edge.v) put_end(lists, edge.v, edge.u);
  }
  sortlists_sg(lists);
}

/* The buffer that sgtos6 asks for takes any line: an edge needs 2 * bits_per_vertex + 2 bits at most. */
static bool has_memory_for_lists(const sparsegraph *lists) {
  const size_t vertices = (size_t)lists->nv, width = bits_per_vertex((uint32_t)vertices);
  return has_memory((width + 1) * (vertices / 6 + lists->nde / 3) + 1000);
}

enum tt_status tt_write_sparse6(FILE *stream, const struct tt_graph *position, struct tt_error *error) {
  sparsegraph lists;
  enum tt_status status = check_vertices(position, SPARSE6_VERTEX_LIMIT, "sparse6", "the plain list", error);
  if (status != TT_OK) return status;
  const size_t edges = position->edge_count - tt_graph_count(position, TT_DELETED);
  if (edges > EDGE_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "%s has more than %d edges, which sparse6 cannot take; expected the plain list",
                   tt_show(position->name, strlen(position->name)).text, EDGE_LIMIT);
  }
  if (!make_sparsegraph(&lists, position->vertex_count, 2 * edges)) return tt_no_memory(error);
  fill_lists(&lists, position);
  if (has_memory_for_lists(&lists)) {
    fputs(sgtos6(&lists), stream);
  } else {
    status = tt_no_memory(error);
  }
  free(lists.v);
  return status;
}
