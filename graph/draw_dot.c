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
  static const char *const colours[] = {"", ", color=blue", ", color=red", ", color=\"grey80:grey30:grey80\""};
  return colours[mark];
}

static const char *style_of(enum tt_mark mark, bool secured) {
  static const char *const styles[][2] = {{"", ", style=bold"},
                                          {", style=solid, penwidth=2", ", style=\"solid,bold\""},
                                          {", style=dashed", ", style=\"dashed,bold\""},
                                          {", penwidth=3", ", style=bold, penwidth=4"}};
  return styles[mark][secured ? 1 : 0];
}

/* "[label="0 X"", with the name that the caller gives to the mark. */
static void put_label(FILE *stream, const struct tt_drawing *drawing, const char *number, enum tt_mark mark) {
  fprintf(stream, "[label=\"%s", number);
  if (drawing->mark_names[mark] != NULL) {
    fputc(' ', stream);
    put_escaped(stream, drawing->mark_names[mark]);
  }
  fputc('"', stream);
}

static void put_edge(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing, size_t edge) {
  const enum tt_mark mark = drawing->marks == NULL ? TT_MARK_NONE : (enum tt_mark)drawing->marks[edge];
  char number[24];
  snprintf(number, sizeof number, "%zu", edge);
  put_ends(stream, graph, graph->edges[edge].u, graph->edges[edge].v);
  if (graph->states[edge] == TT_DELETED) {
    fprintf(stream, "[label=\"%s\", color=grey, style=dashed];\n", number);
    return;
  }
  put_label(stream, drawing, number, mark);
  fprintf(stream, "%s%s];\n", colour_of(mark), style_of(mark, graph->states[edge] == TT_SECURED));
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
  for (size_t edge = 0; edge < graph->edge_count; edge++) put_edge(stream, graph, drawing, edge);
  for (unsigned copy = 0; copy < drawing->virtual_count; copy++) {
    put_ends(stream, graph, graph->terminal_a, graph->terminal_b);
    put_label(stream, drawing, "e*", drawing->virtual_marks[copy]);
    fprintf(stream, "%s, style=dotted, penwidth=2];\n", colour_of(drawing->virtual_marks[copy]));
  }
  fputs("}\n", stream);
  if (fflush(stream) != 0 || ferror(stream)) return tt_fail(error, TT_NO_RESOURCE, "cannot write the drawing");
  return TT_OK;
}
