/* draw_dot.c: a position as Graphviz DOT, one vertex or edge a line, edges in order. */
#include <stdio.h>

#include "graph/graph.h"

#define NAME_SIZE 1024

/* Inside double quotes. DOT itself knows only \"; labels know \\ too, and doubling keeps different names different. */
static void put_escaped(FILE *stream, const char *text) {
  for (const char *c = text; *c != '\0'; c++) {
    const unsigned char code = (unsigned char)*c;
    if (code < 0x20 || code == 0x7f) {
      fprintf(stream, "\\x%02x", code);
      continue;
    }
    if (code == '"' || code == '\\') fputc('\\', stream);
    fputc(code, stream);
  }
}

static void put_vertex_name(FILE *stream, const struct tt_graph *graph, uint32_t vertex) {
  char buffer[NAME_SIZE];
  put_escaped(stream, tt_vertex_name(graph, vertex, buffer, sizeof buffer));
}

static void put_vertex(FILE *stream, const struct tt_graph *graph, uint32_t vertex) {
  fputs("  \"", stream);
  put_vertex_name(stream, graph, vertex);
  fputc('"', stream);
  if (vertex == graph->terminal_a || vertex == graph->terminal_b) {
    fprintf(stream, " [shape=box, label=\"%c=", vertex == graph->terminal_a ? 'A' : 'B');
    put_vertex_name(stream, graph, vertex);
    fputs("\"]", stream);
  }
  fputs(";\n", stream);
}

static void put_ends(FILE *stream, const struct tt_graph *graph, uint32_t u, uint32_t v) {
  fputs("  \"", stream);
  put_vertex_name(stream, graph, u);
  fputs("\" -- \"", stream);
  put_vertex_name(stream, graph, v);
  fputs("\" ", stream);
}

static const char *colour_of(enum tt_mark mark) {
  switch (mark) {
    case TT_MARK_BLUE:
      return ", color=blue";
    case TT_MARK_RED:
      return ", color=red";
    default:
      return "";
  }
}

static const char *style_of(enum tt_mark mark, bool secured) {
  switch (mark) {
    case TT_MARK_BLUE:
      return secured ? ", style=\"solid,bold\"" : ", style=solid, penwidth=2";
    case TT_MARK_RED:
      return secured ? ", style=\"dashed,bold\"" : ", style=dashed";
    default:
      return secured ? ", style=bold" : "";
  }
}

static void put_edge(FILE *stream, const struct tt_graph *graph, size_t edge, enum tt_mark mark) {
  put_ends(stream, graph, graph->edges[edge].u, graph->edges[edge].v);
  fprintf(stream, "[label=\"%zu\"", edge);
  if (graph->states[edge] == TT_DELETED) {
    fputs(", color=grey, style=dashed", stream);
  } else {
    fprintf(stream, "%s%s", colour_of(mark), style_of(mark, graph->states[edge] == TT_SECURED));
  }
  fputs("];\n", stream);
}

enum tt_status tt_draw_dot(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing,
                           struct tt_error *error) {
  fputs("graph \"", stream);
  put_escaped(stream, graph->name);
  fputs("\" {\n  rankdir=LR;\n  node [shape=circle];\n", stream);
  if (drawing->caption != NULL) {
    fputs("  label=\"", stream);
    put_escaped(stream, drawing->caption);
    fputs("\";\n", stream);
  }
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) put_vertex(stream, graph, vertex);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    put_edge(stream, graph, edge, drawing->marks == NULL ? TT_MARK_NONE : (enum tt_mark)drawing->marks[edge]);
  }
  if (drawing->draw_virtual) {
    put_ends(stream, graph, graph->terminal_a, graph->terminal_b);
    fprintf(stream, "[label=\"e*\"%s, style=dotted, penwidth=2];\n", colour_of(drawing->virtual_mark));
  }
  fputs("}\n", stream);
  if (fflush(stream) != 0 || ferror(stream)) return tt_fail(error, TT_NO_RESOURCE, "cannot write the drawing");
  return TT_OK;
}
