/* dual_command.c: `twotrees dual`: the board on which Short plays Cut's game, told, rewritten or drawn. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "treetest/treetest.h"

/* What --to takes: a format of tt_write_graph, or a picture. */
enum form { FORM_TEXT, FORM_GRAPH, FORM_DOT, FORM_SVG };

static enum tt_status choose_form(const struct settings *settings, enum form *form, enum tt_format *format) {
  static const struct {
    const char *name;
    enum form form;
    enum tt_format format;
  } forms[] = {{"plain", FORM_GRAPH, TT_FORMAT_PLAIN},   {"dimacs", FORM_GRAPH, TT_FORMAT_DIMACS},
               {"graph6", FORM_GRAPH, TT_FORMAT_GRAPH6}, {"sparse6", FORM_GRAPH, TT_FORMAT_SPARSE6},
               {"dot", FORM_DOT, TT_FORMAT_GUESS},       {"svg", FORM_SVG, TT_FORMAT_GUESS}};
  *form = FORM_TEXT;
  if (settings->to == NULL && settings->dot) *form = FORM_DOT;
  if (settings->to == NULL) return TT_OK;
  for (size_t index = 0; index < sizeof forms / sizeof forms[0]; index++) {
    if (strcmp(settings->to, forms[index].name) != 0) continue;
    *form = forms[index].form;
    *format = forms[index].format;
    return TT_OK;
  }
  return misuse("--to %.40s: expected plain, dimacs, graph6, sparse6, dot or svg", settings->to);
}

static enum tt_status find_outcome(const struct tt_graph *graph, enum tt_outcome *outcome, struct tt_error *error) {
  struct tt_forests forests;
  const enum tt_status status = tt_forests_make(&forests, graph, error);
  if (status != TT_OK) return status;
  *outcome = (enum tt_outcome)forests.tempo;
  tt_forests_free(&forests);
  return TT_OK;
}

/* ---- Text and JSON ---- */

static void show_text(const struct tt_graph *graph, const struct tt_dual *dual, enum tt_outcome outcome,
                      enum tt_outcome dual_outcome) {
  const struct tt_graph *const other = dual->graph;
  printf("%s: %s; its dual: %s, %lu vertices, %zu edges, terminals %lu and %lu\n", graph->name, outcome_title(outcome),
         outcome_title(dual_outcome), (unsigned long)other->vertex_count, other->edge_count,
         (unsigned long)other->terminal_a, (unsigned long)other->terminal_b);
  for (size_t edge = 0; edge < other->edge_count; edge++) {
    fputs("  ", stdout);
    print_edge(other, edge);
    if (dual->old_edge[edge] == SIZE_MAX) {
      puts(" is secured and crosses no edge: A and B cannot be joined any more");
    } else {
      fputs(" crosses ", stdout);
      print_edge(graph, dual->old_edge[edge]);
      putchar('\n');
    }
  }
}

/* Vertices, terminals and edges of the dual, an edge as [u, v, the edge that it crosses or null]. */
static void json_dual(const struct tt_dual *dual) {
  const struct tt_graph *const other = dual->graph;
  json_count("vertices", other->vertex_count);
  json_key("terminals");
  printf("[%lu,%lu]", (unsigned long)other->terminal_a, (unsigned long)other->terminal_b);
  json_key("edges");
  putchar('[');
  for (size_t edge = 0; edge < other->edge_count; edge++) {
    printf("%s[%lu,%lu,", edge == 0 ? "" : ",", (unsigned long)other->edges[edge].u,
           (unsigned long)other->edges[edge].v);
    if (dual->old_edge[edge] == SIZE_MAX) {
      fputs("null]", stdout);
    } else {
      printf("%zu]", dual->old_edge[edge]);
    }
  }
  putchar(']');
}

static void show_json(const struct tt_graph *graph, const struct tt_dual *dual, enum tt_outcome outcome,
                      enum tt_outcome dual_outcome) {
  json_begin("dual");
  json_text("graph", graph->name);
  json_truth("planar", dual->planar);
  if (dual->planar) json_dual(dual);
  json_text("outcome", tt_outcome_name(outcome));
  if (dual->planar) json_text("dual_outcome", tt_outcome_name(dual_outcome));
  json_end();
}

/* Tells of the dual, or that there is none; says so when the outcomes are no mirror images. */
static enum tt_status tell(const struct settings *settings, const struct tt_graph *graph, const struct tt_dual *dual) {
  enum tt_outcome outcome, dual_outcome = TT_NEITHER;
  struct tt_error error;
  enum tt_status status = find_outcome(graph, &outcome, &error);
  if (status == TT_OK && dual->planar) status = find_outcome(dual->graph, &dual_outcome, &error);
  if (status != TT_OK) return complain(&error);
  if (settings->json) {
    show_json(graph, dual, outcome, dual_outcome);
  } else if (dual->planar) {
    show_text(graph, dual, outcome, dual_outcome);
  } else {
    printf("%s: %s; G + e* is not planar: there is no dual\n", graph->name, outcome_title(outcome));
  }
  if (!dual->planar) return TT_REFUTED;
  if (outcome + dual_outcome == TT_SHORT + TT_CUT) return TT_OK;
  tt_fail(&error, TT_REFUTED, "%.100s: %s, and its dual %s, which is no mirror image", graph->name,
          tt_outcome_name(outcome), tt_outcome_name(dual_outcome));
  return complain(&error);
}

/* ---- Rewritten or drawn ---- */

static enum tt_status write_dual(const struct settings *settings, const struct tt_dual *dual, enum form form,
                                 enum tt_format format, FILE *stream) {
  const struct tt_drawing drawing = {.caption = settings->caption};
  struct tt_error error;
  enum tt_status status;
  if (form == FORM_GRAPH) {
    status = tt_write_graph(stream, dual->graph, format, &error);
  } else if (form == FORM_DOT) {
    status = tt_draw_dot(stream, dual->graph, &drawing, &error);
  } else {
    status = tt_draw_svg(stream, dual->graph, &drawing, &error);
  }
  return status == TT_OK ? TT_OK : complain(&error);
}

static enum tt_status show_dual(const struct settings *settings, const struct tt_graph *graph, enum form form,
                                enum tt_format format, FILE *stream) {
  struct tt_dual dual;
  struct tt_error error;
  if (tt_dual_make(&dual, graph, &error) != TT_OK) return complain(&error);
  enum tt_status status;
  if (form == FORM_TEXT) {
    status = tell(settings, graph, &dual);
  } else if (dual.planar) {
    status = write_dual(settings, &dual, form, format, stream);
  } else {
    tt_fail(&error, TT_REFUTED, "%.100s: G + e* is not planar: there is no dual", graph->name);
    status = complain(&error);
  }
  tt_dual_free(&dual);
  return status;
}

enum tt_status run_dual(const struct settings *settings) {
  struct inputs inputs;
  struct output output;
  enum form form;
  enum tt_format format = TT_FORMAT_PLAIN;
  enum tt_status status = choose_form(settings, &form, &format);
  if (status != TT_OK) return status;
  const bool to_file = settings->output != NULL && strcmp(settings->output, "-") != 0;
  if (form == FORM_TEXT && to_file) return misuse("--output goes with --dot or --to");
  status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  status = output_open(&output, settings->output);
  if (status != TT_OK) return inputs_close(&inputs, status);
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, show_dual(settings, graph, form, format, output.stream));
  }
  status = inputs_close(&inputs, status);
  return output_close(&output, status, status == TT_OK);
}
