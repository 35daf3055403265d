/* dimacs.c: the DIMACS edge format, `c` comments, one line `p edge N M`, then M lines `e U V` with vertices from 1.
 *
 * The terminals are the first and the last vertex. Vertices are called by their numbers in the file, which are one
 * above ours, as long as that many names are reasonable. */
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"

#define NAME_LIMIT 1000000
#define NAME_SIZE 8 /* bytes of a name up to NAME_LIMIT, with its ending */
#define EDGE_LIMIT 1000000000000000u
#define SHORTEST_LINE 6 /* bytes of an edge: e U V and the newline */

struct dimacs {
  struct tt_reader *reader;
  struct tt_error *error;
  struct tt_graph *graph; /* NULL before the p line */
  uint64_t promised_edges;
};

/* Room for all edges at once, but not for more than the file has bytes for, whatever it says. */
static bool expect_edges(struct dimacs *dimacs) {
  const uint64_t most = tt_input_size(&dimacs->reader->input) / SHORTEST_LINE + 1;
  return tt_graph_reserve(dimacs->graph, (size_t)(dimacs->promised_edges < most ? dimacs->promised_edges : most));
}

static enum tt_status take_problem(struct dimacs *dimacs, const struct tt_token *tokens, size_t count) {
  uint64_t vertices;
  struct tt_reader *const reader = dimacs->reader;
  if (dimacs->graph != NULL) return tt_refuse(reader, dimacs->error, "a second p line, expected one");
  if (count != 4 || !(tt_token_is(tokens[1], "edge") || tt_token_is(tokens[1], "col"))) {
    return tt_refuse(reader, dimacs->error, "a p line of another kind, expected 'p edge VERTICES EDGES'");
  }
  if (!tt_token_number(tokens[2], TT_VERTEX_LIMIT, &vertices) || vertices < 2) {
    return tt_refuse(reader, dimacs->error, "'%s' vertices, expected a number from 2 to %u",
                     tt_show(tokens[2].bytes, tokens[2].length).text, TT_VERTEX_LIMIT);
  }
  if (!tt_token_number(tokens[3], EDGE_LIMIT, &dimacs->promised_edges)) {
    return tt_refuse(reader, dimacs->error, "'%s' edges, expected a number",
                     tt_show(tokens[3].bytes, tokens[3].length).text);
  }
  dimacs->graph = tt_graph_new(reader->name, (uint32_t)vertices);
  reader->graph_line = reader->line_number;
  return dimacs->graph != NULL && expect_edges(dimacs) ? TT_OK : tt_no_memory(dimacs->error);
}

static enum tt_status take_edge(struct dimacs *dimacs, const struct tt_token *tokens, size_t count) {
  uint64_t ends[2];
  if (dimacs->graph == NULL) return tt_refuse(dimacs->reader, dimacs->error, "an edge, expected the p line before it");
  if (count != 3) return tt_refuse(dimacs->reader, dimacs->error, "not two words behind e, expected 'e U V'");
  for (size_t end = 0; end < 2; end++) {
    const struct tt_token token = tokens[end + 1];
    if (tt_token_number(token, dimacs->graph->vertex_count, &ends[end]) && ends[end] > 0) continue;
    return tt_refuse(dimacs->reader, dimacs->error, "'%s', expected a vertex number from 1 to %u",
                     tt_show(token.bytes, token.length).text, (unsigned)dimacs->graph->vertex_count);
  }
  if (dimacs->graph->edge_count == dimacs->promised_edges) {
    return tt_refuse(dimacs->reader, dimacs->error, "one edge more, expected %llu as the p line says",
                     (unsigned long long)dimacs->promised_edges);
  }
  const bool added = tt_graph_add_edge(dimacs->graph, (uint32_t)ends[0] - 1, (uint32_t)ends[1] - 1);
  return added ? TT_OK : tt_no_memory(dimacs->error);
}

static enum tt_status take_line(struct dimacs *dimacs) {
  struct tt_token tokens[5];
  const size_t count = tt_split_line(dimacs->reader, '\0', tokens, 5);
  if (count == 0 || tt_token_is(tokens[0], "c")) return TT_OK;
  if (tt_token_is(tokens[0], "p")) return take_problem(dimacs, tokens, count);
  if (tt_token_is(tokens[0], "e")) return take_edge(dimacs, tokens, count);
  return tt_refuse(dimacs->reader, dimacs->error, "a line that begins with '%s', expected c, p or e",
                   tt_show(tokens[0].bytes, tokens[0].length).text);
}

/* Writes number in decimal, which is not 0, with its ending, and returns what is behind it. */
static char *put_number(char *to, uint32_t number) {
  char digits[16];
  size_t first = sizeof digits;
  digits[--first] = '\0';
  for (; number > 0; number /= 10) digits[--first] = (char)('0' + number % 10);
  memcpy(to, digits + first, sizeof digits - first);
  return to + (sizeof digits - first);
}

static bool name_from_one(struct tt_graph *graph) {
  if (graph->vertex_count > NAME_LIMIT) return true;
  graph->name_bytes = malloc((size_t)graph->vertex_count * NAME_SIZE);
  if (graph->name_bytes == NULL) return false; /* names without it would each be owned */
  graph->vertex_names = malloc(graph->vertex_count * sizeof *graph->vertex_names);
  if (graph->vertex_names == NULL) return false;
  char *next = graph->name_bytes;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    graph->vertex_names[vertex] = next;
    next = put_number(next, vertex + 1);
  }
  return true;
}

static enum tt_status finish(struct dimacs *dimacs) {
  if (dimacs->graph == NULL) {
    return tt_refuse(dimacs->reader, dimacs->error, "the file ends, expected 'p edge VERTICES EDGES'");
  }
  if (dimacs->graph->edge_count != dimacs->promised_edges) {
    return tt_refuse(dimacs->reader, dimacs->error, "the file ends after %zu edges, expected %llu as the p line says",
                     dimacs->graph->edge_count, (unsigned long long)dimacs->promised_edges);
  }
  return name_from_one(dimacs->graph) ? TT_OK : tt_no_memory(dimacs->error);
}

/* ---- The quick way ---- */

static const char *scan_edge(uint32_t vertex_count, const char *cursor, struct tt_edge *edge) {
  if (*cursor != 'e') return NULL;
  cursor = tt_scan_blanks(cursor + 1);
  if (cursor != NULL) cursor = tt_scan_number(cursor, vertex_count + 1, &edge->u);
  if (cursor != NULL) cursor = tt_scan_blanks(cursor);
  if (cursor != NULL) cursor = tt_scan_number(cursor, vertex_count + 1, &edge->v);
  return cursor != NULL && edge->u-- > 0 && edge->v-- > 0 ? tt_scan_end(cursor) : NULL;
}

/* Takes the lines at hand up to the first that is no edge, or one too many. */
static enum tt_status take_lines_at_hand(struct dimacs *dimacs) {
  const char *cursor = NULL;
  struct tt_graph *const graph = dimacs->graph;
  const size_t size = tt_lines_at_hand(dimacs->reader, &cursor);
  if (size == 0 || graph == NULL) return TT_OK;
  const uint64_t left = dimacs->promised_edges - graph->edge_count, most = size / SHORTEST_LINE;
  const size_t room = (size_t)(left < most ? left : most);
  if (!tt_graph_make_room(graph, room)) return tt_no_memory(dimacs->error);
  const char *const start = cursor, *const end = cursor + size;
  struct tt_edge *const edges = graph->edges + graph->edge_count;
  size_t count = 0;
  while (cursor < end && count < room) {
    const char *const next = scan_edge(graph->vertex_count, cursor, &edges[count]);
    if (next == NULL) break;
    cursor = next;
    count++;
  }
  memset(graph->states + graph->edge_count, TT_UNDECIDED, count);
  graph->edge_count += count;
  tt_take_lines(dimacs->reader, (size_t)(cursor - start), count);
  return TT_OK;
}

enum tt_status tt_read_dimacs(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  struct dimacs dimacs = {.reader = reader, .error = error};
  bool found = true;
  enum tt_status status = TT_OK;
  while (status == TT_OK && found) {
    status = take_lines_at_hand(&dimacs);
    if (status == TT_OK) status = tt_read_line(reader, &found, error);
    if (status == TT_OK && found) status = take_line(&dimacs);
  }
  if (status == TT_OK) status = finish(&dimacs);
  if (status == TT_OK) {
    tt_graph_trim(dimacs.graph);
    *graph = dimacs.graph;
  } else {
    tt_graph_free(dimacs.graph);
  }
  return status;
}

enum tt_status tt_write_dimacs(FILE *stream, const struct tt_graph *graph, struct tt_error *error) {
  const enum tt_status status = tt_refuse_secured(graph, "DIMACS", error);
  if (status != TT_OK) return status;
  fprintf(stream, "p edge %lu %zu\n", (unsigned long)graph->vertex_count, tt_graph_count(graph, TT_UNDECIDED));
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] == TT_DELETED) continue;
    fprintf(stream, "e %lu %lu\n", (unsigned long)graph->edges[edge].u + 1, (unsigned long)graph->edges[edge].v + 1);
  }
  return TT_OK;
}
