/* graph_commands.c: `twotrees bases`, `draw` and `convert`: graphs listed, pictured and rewritten; nothing decided. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

/* ---- bases ---- */

static enum tt_status list_base(const struct settings *settings, const char *name) {
  struct tt_graph *graph;
  struct tt_error error;
  bool known;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) return complain(&error);
  if (settings->json) {
    json_begin("base");
    json_text("graph", name);
    json_count("vertices", graph->vertex_count);
    json_count("edges", graph->edge_count);
    json_count("subgraphs", (uint64_t)1 << graph->edge_count);
    json_end();
  } else {
    printf("  %-14s %8lu %6zu %10llu\n", name, (unsigned long)graph->vertex_count, graph->edge_count,
           1ULL << graph->edge_count);
  }
  tt_graph_free(graph);
  return TT_OK;
}

enum tt_status run_bases(const struct settings *settings) {
  if (settings->graph_count > 0)
    return misuse("bases takes no GRAPH; to see one: twotrees draw, or convert --to plain");
  if (!settings->json)
    printf("Base graphs of the census:\n  %-14s %8s %6s %10s\n", "name", "vertices", "edges", "subgraphs");
  for (size_t index = 0; index < tt_base_count(); index++) {
    const enum tt_status status = list_base(settings, tt_base_name(index));
    if (status != TT_OK) return status;
  }
  if (settings->json) return TT_OK;
  puts("\nFamilies (A is the first vertex, B the last):");
  for (size_t index = 0; tt_family_help(index) != NULL; index++) printf("  %s\n", tt_family_help(index));
  puts("\nWitnesses:");
  for (size_t index = 0; index < tt_witness_count(); index++) {
    const struct tt_witness *const witness = tt_witness_at(index);
    printf("  %-10s %s", witness->name, witness->summary);
    if (witness->edge_limit < SIZE_MAX) printf(" (up to %zu undecided edges)", witness->edge_limit);
    putchar('\n');
  }
  return TT_OK;
}

/* ---- Output to a file or to standard output ---- */

static FILE *open_output(const struct settings *settings, enum tt_status *status) {
  if (settings->output == NULL || strcmp(settings->output, "-") == 0) return stdout;
  FILE *const stream = fopen(settings->output, "w");
  if (stream == NULL) *status = misuse("%.200s: %s", settings->output, strerror(errno));
  return stream;
}

static enum tt_status close_output(const struct settings *settings, FILE *stream, enum tt_status status) {
  if (stream == stdout || stream == NULL) return status;
  struct tt_error error;
  if (fclose(stream) != 0 && status == TT_OK) {
    tt_fail(&error, TT_NO_RESOURCE, "%.200s: %s", settings->output, strerror(errno));
    return complain(&error);
  }
  return status;
}

/* ---- draw ---- */

/* Marks the naming pair, where there is one, and says whether e* belongs to it. */
static enum tt_status mark_trees(const struct tt_graph *graph, uint8_t *marks, struct tt_drawing *drawing,
                                 struct tt_error *error) {
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(graph, false, &found, &pair, error);
  if (status == TT_OK && !found) status = tt_naming_pair(graph, true, &found, &pair, error);
  if (status != TT_OK || !found) return status;
  drawing->draw_virtual = tt_tree_pair_blue_virtual(&pair, graph);
  drawing->virtual_mark = drawing->draw_virtual ? TT_MARK_BLUE : TT_MARK_NONE;
  for (size_t index = 0; index < pair.edge_count; index++) {
    if (pair.blue[index] < graph->edge_count) marks[pair.blue[index]] = TT_MARK_BLUE;
    if (pair.red[index] < graph->edge_count) marks[pair.red[index]] = TT_MARK_RED;
  }
  tt_tree_pair_free(&pair);
  return TT_OK;
}

static enum tt_status draw(const struct settings *settings, const struct tt_graph *graph, FILE *stream) {
  uint8_t *const marks = calloc(graph->edge_count + 1, 1);
  struct tt_drawing drawing = {.marks = marks, .caption = settings->caption};
  struct tt_error error;
  enum tt_status status = marks == NULL ? tt_no_memory(&error) : TT_OK;
  if (status == TT_OK && settings->trees) status = mark_trees(graph, marks, &drawing, &error);
  if (status == TT_OK && settings->dot) status = tt_draw_dot(stream, graph, &drawing, &error);
  if (status == TT_OK && !settings->dot) status = tt_draw_svg(stream, graph, &drawing, &error);
  free(marks);
  return status == TT_OK ? TT_OK : complain(&error);
}

static enum tt_status each_to_output(const struct settings *settings,
                                     enum tt_status (*write)(const struct settings *, const struct tt_graph *,
                                                             FILE *)) {
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  FILE *const stream = open_output(settings, &status);
  if (stream == NULL) return inputs_close(&inputs, status);
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, write(settings, graph, stream));
  }
  status = close_output(settings, stream, status);
  return inputs_close(&inputs, status);
}

enum tt_status run_draw(const struct settings *settings) {
  return each_to_output(settings, draw);
}

/* ---- convert ---- */

static enum tt_status convert(const struct settings *settings, const struct tt_graph *graph, FILE *stream) {
  static const char *const names[] = {"plain", "dimacs", "graph6", "sparse6"};
  static const enum tt_format formats[] = {TT_FORMAT_PLAIN, TT_FORMAT_DIMACS, TT_FORMAT_GRAPH6, TT_FORMAT_SPARSE6};
  const char *const to = settings->to != NULL ? settings->to : "plain";
  struct tt_error error;
  if (settings->canonical) {
    struct tt_canonical canonical;
    if (tt_canonical_make(&canonical, graph, settings->swap, &error) != TT_OK) return complain(&error);
    fprintf(stream, "%s group %.0f\n", canonical.key, canonical.group_order);
    tt_canonical_free(&canonical);
    return TT_OK;
  }
  for (size_t index = 0; index < 4; index++) {
    if (strcmp(to, names[index]) != 0) continue;
    return tt_write_graph(stream, graph, formats[index], &error) == TT_OK ? TT_OK : complain(&error);
  }
  return misuse("--to %.40s: expected plain, dimacs, graph6 or sparse6", to);
}

enum tt_status run_convert(const struct settings *settings) {
  return each_to_output(settings, convert);
}
