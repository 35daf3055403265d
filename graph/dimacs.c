/* dimacs.c: the DIMACS edge format, `c` comments, one line `p edge N M`, then M lines `e U V` with vertices from 1.
 *
 * The terminals are the first and the last vertex. Vertices are called by their numbers in the file, which are one
 * above ours, as long as that many names are reasonable. */
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"

#define NAME_LIMIT 1000000
#define EDGE_LIMIT 1000000000000000u

struct dimacs {
  struct tt_reader *reader;
  struct tt_error *error;
  struct tt_graph *graph; /* NULL before the p line */
  uint64_t promised_edges;
};

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
  return dimacs->graph == NULL ? tt_no_memory(dimacs->error) : TT_OK;
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

static bool name_from_one(struct tt_graph *graph) {
  if (graph->vertex_count > NAME_LIMIT) return true;
  graph->vertex_names = calloc(graph->vertex_count, sizeof *graph->vertex_names);
  if (graph->vertex_names == NULL) return false;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    char digits[16];
    snprintf(digits, sizeof digits, "%lu", (unsigned long)vertex + 1);
    graph->vertex_names[vertex] = strdup(digits);
    if (graph->vertex_names[vertex] == NULL) return false;
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

enum tt_status tt_read_dimacs(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  struct dimacs dimacs = {.reader = reader, .error = error};
  bool found = true;
  enum tt_status status = TT_OK;
  while (status == TT_OK && found) {
    status = tt_read_line(reader, &found, error);
    if (status == TT_OK && found) status = take_line(&dimacs);
  }
  if (status == TT_OK) status = finish(&dimacs);
  if (status == TT_OK) {
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
