/* graph6.c: nauty's one-line formats, graph6 (the upper triangle as bits) and sparse6 (a list of edges as bits),
 * encoded by nauty's gtools and decoded here.
 *
 * gtools decodes both, too, and tests/test_decoding.c holds the two against each other. But it makes lists of
 * neighbours that edges have to be picked from, takes its bits one by one, and believes a line, so that every line had
 * to be decoded once more to see that it is valid: in all two to five times the time. Encoding, it counts in ints, and
 * ends the process when it gets no memory. So it gets graphs of a bounded size only; where it keeps a buffer of its
 * own, we ask for that much memory just before. (Another thread can still take it.)
 *
 *   graph6    N, then bits (0,1) (0,2) (1,2) (0,3) (1,3) (2,3) ..., padded with 0 to whole bytes of 6 bits
 *   sparse6   ':' N, then pairs of a bit and a vertex of k bits, padded with 1; see pair_source
 *   N         one byte up to 62; '~' and three bytes up to 258047; '~~' and six bytes above
 *
 * Every byte carries 6 bits and is 63 more than they. Edges come out in lexicographic order, smaller end first. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <nauty/gtools.h>

#include "graph/formats.h"

#define FEW_VERTICES 256u /* whose counts need no memory of their own */
#define GROUPS 1024u      /* that edges are sorted into first */
#define GRAPH6_VERTEX_LIMIT 65536u
#define SPARSE6_VERTEX_LIMIT TT_VERTEX_LIMIT
#define EDGE_LIMIT (INT_MAX / 2) /* gtools counts the ends of edges in an int; what is read can be written */

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

/* Eight bytes at once: each is at least 63 and at most 126, or some bit of the result is set. */
static uint64_t wrong_bytes(const char *bytes) {
  const uint64_t ones = 0x0101010101010101u, tops = 0x80 * ones;
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  return (word | (word + ones) | ~((word | tops) - BIAS6 * ones)) & tops;
}

static enum tt_status check_bytes(const struct tt_reader *reader, bool sparse, struct tt_error *error) {
  size_t index = sparse;
  while (index + 8 <= reader->line_length && wrong_bytes(reader->line + index) == 0) index += 8;
  for (; index < reader->line_length; index++) {
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

/* The six-bit groups of a line, taken any number of bits at once, at most 32. */
struct bit_source {
  const char *next, *end;
  uint64_t bits; /* the lowest `held` of them were read and not taken */
  unsigned held;
};

/* False, with nothing taken, when so many bits are not there. */
static inline bool take_bits(struct bit_source *source, unsigned count, uint32_t *value) {
  while (source->held < count) {
    if (source->next == source->end) return false;
    source->bits = source->bits << 6 | (uint64_t)(*source->next++ - BIAS6);
    source->held += 6;
  }
  source->held -= count;
  *value = (uint32_t)(source->bits >> source->held & ((UINT64_C(1) << count) - 1));
  return true;
}

/* What is left fits in the last byte and is all ones. */
static bool is_padding(const struct bit_source *source) {
  const uint64_t mask = (UINT64_C(1) << source->held) - 1;
  return source->next == source->end && source->held <= 5 && (source->bits & mask) == mask;
}

/* The pairs of a sparse6 line: starting with v = 0, a pair of bit b and vertex x means: add b to v; then, if x > v, let
 * v be x, else there is an edge x-v. Padding of ones is either too short for a pair or moves v past the last vertex. */
struct pair_source {
  struct bit_source bits;
  unsigned width; /* of a pair */
  uint32_t vertices, v;
  bool out_of_range; /* v has become no vertex */
};

static struct pair_source pairs_of(const char *body, const char *end, uint32_t vertices) {
  return (struct pair_source){{body, end, 0, 0}, bits_per_vertex(vertices) + 1, vertices, 0, false};
}

/* Moves on to the next edge, from *x to v; false where there is none, with the bits that are no edge not taken. */
static inline bool next_edge(struct pair_source *pairs, uint32_t *x) {
  const unsigned width = pairs->width;
  for (uint32_t pair; take_bits(&pairs->bits, width, &pair);) {
    *x = pair & ((1u << (width - 1)) - 1);
    pairs->v += pair >> (width - 1);
    const bool is_edge = *x <= pairs->v;
    if (!is_edge) pairs->v = *x;
    if (pairs->v >= pairs->vertices) {
      pairs->bits.held += width;
      pairs->out_of_range = true;
      return false;
    }
    if (is_edge) return true;
  }
  return false;
}

/* Edges come in the order of their larger ends: counts how many have each vertex as the smaller one. */
static enum tt_status count_pairs(const struct tt_reader *reader, struct pair_source pairs, uint32_t *counts,
                                  uint64_t *edges, struct tt_error *error) {
  uint64_t count = 0;
  for (uint32_t x; next_edge(&pairs, &x); count++) counts[x]++;
  *edges = count;
  if (is_padding(&pairs.bits)) return TT_OK;
  if (!pairs.out_of_range) return tt_refuse(reader, error, "the line ends inside an edge, expected padding with ones");
  return tt_refuse(reader, error, "the line names vertex %lu, expected vertices below %lu", (unsigned long)pairs.v,
                   (unsigned long)pairs.vertices);
}

static void place_pairs(struct pair_source pairs, unsigned shift, uint32_t *places, struct tt_edge *edges) {
  for (uint32_t x; next_edge(&pairs, &x);) edges[places[x >> shift]++] = (struct tt_edge){x, pairs.v};
}

/* The ones of a graph6 line: those of column v are the edges u-v with u < v. */
struct triangle_source {
  const char *next, *end;
  uint64_t group; /* the ones of the last bytes that were not taken; the first bit of those bytes is the highest one */
  unsigned size;  /* bits of those bytes */
  uint64_t base;  /* where they begin, counted from the beginning of column v, modulo 2^64 */
  uint32_t v;
};

static struct triangle_source triangle_of(const char *body, const char *end) {
  return (struct triangle_source){body, end, 0, 0, 0, 1};
}

static inline uint64_t bits_of(const char *byte) {
  return (uint64_t)(*byte - BIAS6);
}

static inline uint64_t bits_of_eight(const char *bytes) {
  const uint64_t first = bits_of(bytes) << 18 | bits_of(bytes + 1) << 12 | bits_of(bytes + 2) << 6 | bits_of(bytes + 3);
  bytes += 4;
  return first << 24 | bits_of(bytes) << 18 | bits_of(bytes + 1) << 12 | bits_of(bytes + 2) << 6 | bits_of(bytes + 3);
}

/* Moves on to the next bytes that are not zeros, eight at once where there are as many; false at the end. */
static inline bool next_group(struct triangle_source *source) {
  while (source->group == 0) {
    if (source->next == source->end) return false;
    const bool eight = source->end - source->next >= 8;
    source->base += source->size;
    source->size = eight ? 48 : 6;
    source->group = eight ? bits_of_eight(source->next) << 16 : bits_of(source->next) << 58;
    source->next += eight ? 8 : 1;
  }
  return true;
}

/* Moves on to the next edge, from *u to v; false where there is none. */
static inline bool next_one(struct triangle_source *source, uint32_t *u) {
  if (source->group == 0 && !next_group(source)) return false;
  const unsigned place = (unsigned)__builtin_clzll(source->group);
  source->group &= ~(UINT64_C(1) << 63 >> place);
  uint64_t row = source->base + place;
  while (row >= source->v) {
    row -= source->v;
    source->base -= source->v++;
  }
  *u = (uint32_t)row;
  return true;
}

static uint64_t count_ones(struct triangle_source source, uint32_t *counts) {
  uint64_t edges = 0;
  for (uint32_t u; next_one(&source, &u); edges++) counts[u]++;
  return edges;
}

static void place_ones(struct triangle_source source, unsigned shift, uint32_t *places, struct tt_edge *edges) {
  for (uint32_t u; next_one(&source, &u);) edges[places[u >> shift]++] = (struct tt_edge){u, source.v};
}

/* ---- Decoding ---- */

struct line {
  bool sparse;
  uint32_t vertices;
  const char *body, *end; /* behind the vertex count */
};

static enum tt_status check_line(const struct tt_reader *reader, struct line *line, struct tt_error *error) {
  line->sparse = reader->line[0] == ':';
  line->body = reader->line + line->sparse;
  line->end = reader->line + reader->line_length;
  enum tt_status status = refuse_other_kinds(reader, error);
  if (status == TT_OK) status = check_bytes(reader, line->sparse, error);
  if (status == TT_OK) status = check_vertex_count(reader, &line->body, line->end, &line->vertices, error);
  if (status != TT_OK || line->sparse) return status;
  return check_triangle(reader, line->body, (size_t)(line->end - line->body), line->vertices, error);
}

/* Turns how many edges have each smaller end into where the first of them goes. */
static void places_of_counts(uint32_t *counts, uint32_t vertices) {
  uint32_t place = 0;
  for (uint32_t vertex = 0; vertex < vertices; vertex++) {
    const uint32_t count = counts[vertex];
    counts[vertex] = place;
    place += count;
  }
}

static void place_edges(const struct line *line, unsigned shift, uint32_t *places, struct tt_edge *edges) {
  if (line->sparse) {
    place_pairs(pairs_of(line->body, line->end, line->vertices), shift, places, edges);
  } else {
    place_ones(triangle_of(line->body, line->end), shift, places, edges);
  }
}

/* As place_edges without a shift, for many vertices: first to groups of them, few enough that the places that edges go
 * to next all are in the cache, then within each group. False when out of memory. */
static bool place_by_groups(const struct line *line, uint32_t *places, struct tt_edge *edges, size_t count) {
  uint32_t starts[GROUPS + 1], ends[GROUPS];
  unsigned shift = 0;
  while ((line->vertices - 1) >> shift >= GROUPS) shift++;
  const uint32_t groups = ((line->vertices - 1) >> shift) + 1;
  size_t most = 0;
  for (uint32_t group = 0; group < groups; group++) starts[group] = ends[group] = places[(size_t)group << shift];
  starts[groups] = (uint32_t)count;
  for (uint32_t group = 0; group < groups; group++) {
    if (starts[group + 1] - starts[group] > most) most = starts[group + 1] - starts[group];
  }
  struct tt_edge *const copy = malloc((most + 1) * sizeof *copy);
  if (copy == NULL) return false;
  place_edges(line, shift, ends, edges);
  for (uint32_t group = 0; group < groups; group++) {
    const size_t length = starts[group + 1] - starts[group];
    memcpy(copy, edges + starts[group], length * sizeof *copy);
    for (size_t index = 0; index < length; index++) edges[places[copy[index].u]++] = copy[index];
  }
  free(copy);
  return true;
}

/* Both formats go by the larger end; the edges of the position by the smaller one. */
static enum tt_status take_edges(const struct tt_reader *reader, const struct line *line, struct tt_graph *position,
                                 uint32_t *counts, struct tt_error *error) {
  enum tt_status status = TT_OK;
  uint64_t edges = 0;
  if (line->sparse) {
    status = count_pairs(reader, pairs_of(line->body, line->end, line->vertices), counts, &edges, error);
  } else {
    edges = count_ones(triangle_of(line->body, line->end), counts);
  }
  if (status != TT_OK) return status;
  if (edges > EDGE_LIMIT) {
    return tt_refuse(reader, error, "%llu edges, expected at most %d", (unsigned long long)edges, EDGE_LIMIT);
  }
  if (!tt_graph_reserve(position, (size_t)edges)) return tt_no_memory(error);
  places_of_counts(counts, line->vertices);
  if (line->vertices <= GROUPS) {
    place_edges(line, 0, counts, position->edges);
  } else if (!place_by_groups(line, counts, position->edges, (size_t)edges)) {
    return tt_no_memory(error);
  }
  memset(position->states, TT_UNDECIDED, (size_t)edges);
  position->edge_count = (size_t)edges;
  return TT_OK;
}

static enum tt_status decode(const struct tt_reader *reader, const struct line *line, struct tt_graph *position,
                             struct tt_error *error) {
  uint32_t few[FEW_VERTICES];
  if (line->vertices <= FEW_VERTICES) {
    memset(few, 0, line->vertices * sizeof *few);
    return take_edges(reader, line, position, few, error);
  }
  uint32_t *const counts = calloc(line->vertices, sizeof *counts);
  if (counts == NULL) return tt_no_memory(error);
  const enum tt_status status = take_edges(reader, line, position, counts, error);
  free(counts);
  return status;
}

/* The position is called by its line. */
enum tt_status tt_decode_line(struct tt_reader *reader, struct tt_graph **decoded, struct tt_error *error) {
  struct line line = {false, 0, NULL, NULL};
  enum tt_status status = check_line(reader, &line, error);
  if (status != TT_OK) return status;
  struct tt_graph *const position = tt_graph_of_bytes(reader->line, reader->line_length, line.vertices);
  if (position == NULL) return tt_no_memory(error);
  status = decode(reader, &line, position, error);
  if (status == TT_OK) {
    *decoded = position;
  } else {
    tt_graph_free(position);
  }
  return status;
}

/* ---- Encoding ---- */

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
