/* graph_commands.c: `twotrees bases`, `draw` and `convert`: graphs listed, pictured (with either player's proof) and
 * rewritten. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "treetest/treetest.h"

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

/* ---- draw: the proofs ---- */

/* What is drawn of a graph: one drawing, or Short's proof and Cut's. */
struct drawings {
  size_t count;
  struct tt_drawing drawing[2];
  uint8_t *marks[2]; /* owned */
};

static void drawings_free(struct drawings *drawings) {
  free(drawings->marks[0]);
  free(drawings->marks[1]);
}

/* Adds a drawing with marks to be filled in; NULL when out of memory. */
static uint8_t *add_drawing(struct drawings *drawings, const struct tt_graph *graph, const char *caption) {
  uint8_t *const marks = calloc(graph->edge_count + 1, 1);
  if (marks == NULL) return NULL;
  drawings->marks[drawings->count] = marks;
  drawings->drawing[drawings->count++] = (struct tt_drawing){.marks = marks, .caption = caption};
  return marks;
}

static void add_virtual(struct tt_drawing *drawing, enum tt_mark mark) {
  drawing->virtual_marks[drawing->virtual_count++] = mark;
}

/* The naming pair, with e* where it belongs to it. */
static enum tt_status add_trees(struct drawings *drawings, const struct tt_graph *graph,
                                const struct tt_forests *forests, struct tt_error *error) {
  struct tt_tree_pair pair;
  bool found;
  const enum tt_status status = tt_naming_pair(graph, forests->tempo == 1, &found, &pair, error);
  if (status != TT_OK) return status;
  if (!found) return tt_fail(error, TT_REFUTED, "%.100s: no two trees where there should be some", graph->name);
  const char *const caption = forests->joined       ? "Short has won: A and B are joined"
                              : forests->tempo == 0 ? "Short, moving second: two edge-disjoint trees"
                                                    : "Short, moving first: two edge-disjoint trees, e* in one";
  uint8_t *const marks = add_drawing(drawings, graph, caption);
  if (marks != NULL) {
    /* First, since it may exchange the two. */
    if (tt_tree_pair_blue_virtual(&pair, graph)) add_virtual(&drawings->drawing[drawings->count - 1], TT_MARK_BLUE);
    for (size_t index = 0; index < pair.edge_count; index++) {
      if (pair.blue[index] < graph->edge_count) marks[pair.blue[index]] = TT_MARK_BLUE;
      if (pair.red[index] < graph->edge_count) marks[pair.red[index]] = TT_MARK_RED;
    }
  }
  tt_tree_pair_free(&pair);
  return marks == NULL ? tt_no_memory(error) : TT_OK;
}

/* Secured edges count as contracted. Returns whether any edge does. */
static bool mark_cut_sets(uint8_t *marks, const struct tt_cut_sets *sets, const struct tt_graph *graph) {
  static const enum tt_mark mark_of_role[] = {
      [TT_ROLE_CONTRACTED] = TT_MARK_CONTRACTED, [TT_ROLE_X] = TT_MARK_BLUE, [TT_ROLE_Y] = TT_MARK_RED};
  bool contracted = false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const bool secured = graph->states[edge] == TT_SECURED;
    marks[edge] = secured ? TT_MARK_CONTRACTED : (uint8_t)mark_of_role[sets->role[edge]];
    contracted = contracted || marks[edge] == TT_MARK_CONTRACTED;
  }
  return contracted;
}

static enum tt_status add_cut_sets(struct drawings *drawings, const struct tt_graph *graph,
                                   const struct tt_forests *forests, struct tt_error *error) {
  static const char *const captions[2][2] = {
      {"Cut, moving first: X + e* and Y are two maximal forests",
       "Cut, moving first: X + e* and Y are two maximal forests once the pale bands are contracted"},
      {"Cut, moving second: X + e* and Y + e* are maximal forests",
       "Cut, moving second: X + e* and Y + e* are maximal forests once the pale bands are contracted"}};
  struct tt_cut_sets sets;
  const enum tt_status status = tt_cut_sets_make(&sets, forests, graph, error);
  if (status != TT_OK) return status;
  uint8_t *const marks = add_drawing(drawings, graph, NULL);
  if (marks != NULL) {
    struct tt_drawing *const drawing = &drawings->drawing[drawings->count - 1];
    const bool contracted = mark_cut_sets(marks, &sets, graph);
    drawing->caption = captions[sets.virtual_in_y][contracted];
    drawing->mark_names[TT_MARK_BLUE] = "X";
    drawing->mark_names[TT_MARK_RED] = "Y";
    if (sets.virtual_in_x) add_virtual(drawing, TT_MARK_BLUE);
    if (sets.virtual_in_y) add_virtual(drawing, TT_MARK_RED);
  }
  tt_cut_sets_free(&sets);
  return marks == NULL ? tt_no_memory(error) : TT_OK;
}

/* The proofs asked for; with both, those that there are. */
static enum tt_status add_proofs(struct drawings *drawings, const struct settings *settings,
                                 const struct tt_graph *graph, struct tt_error *error) {
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, graph, error);
  if (status != TT_OK) return status;
  const bool trees = settings->trees && forests.tempo < 2, cut = settings->cut && forests.tempo > 0;
  if (trees) status = add_trees(drawings, graph, &forests, error);
  if (cut && status == TT_OK) status = add_cut_sets(drawings, graph, &forests, error);
  if (!trees && !cut) {
    status = tt_fail(error, TT_REFUTED, "%.100s: %s", graph->name,
                     settings->cut ? "Short wins whoever starts: Cut has no sets"
                                   : "Cut wins whoever starts: Short has no two trees");
  }
  tt_forests_free(&forests);
  return status;
}

/* ---- draw ---- */

static enum tt_status write_dot(const struct tt_graph *graph, const struct drawings *drawings, FILE *stream,
                                struct tt_error *error) {
  enum tt_status status = TT_OK;
  for (size_t index = 0; index < drawings->count && status == TT_OK; index++) {
    status = tt_draw_dot(stream, graph, &drawings->drawing[index], error);
  }
  return status;
}

/* --caption stands in place of a drawing's own, but in SVG under both proofs beside theirs. */
static enum tt_status draw_game(const struct settings *settings, const struct tt_graph *graph, FILE *stream) {
  struct drawings drawings = {.count = 0};
  struct tt_error error;
  enum tt_status status = TT_OK;
  const bool beside = settings->trees && settings->cut && !settings->dot;
  if (settings->trees || settings->cut) {
    status = add_proofs(&drawings, settings, graph, &error);
  } else {
    drawings.count = 1;
  }
  for (size_t index = 0; settings->caption != NULL && !beside && index < drawings.count; index++) {
    drawings.drawing[index].caption = settings->caption;
  }
  if (status == TT_OK && settings->dot) {
    status = write_dot(graph, &drawings, stream, &error);
  } else if (status == TT_OK) {
    const char *const under_all = beside ? settings->caption : NULL;
    status = tt_draw_svg_side_by_side(stream, graph, drawings.drawing, drawings.count, under_all, &error);
  }
  drawings_free(&drawings);
  return status == TT_OK ? TT_OK : complain(&error);
}

/* The graph, or with --dual its dual game, whose edge i crosses the edge of that number where nothing is decided yet.
 */
enum tt_status draw_position(const struct settings *settings, const struct tt_graph *graph, FILE *stream) {
  struct tt_dual dual;
  struct tt_error error;
  if (!settings->dual) return draw_game(settings, graph, stream);
  if (tt_dual_make(&dual, graph, &error) != TT_OK) return complain(&error);
  enum tt_status status = TT_REFUTED;
  if (dual.planar) {
    status = draw_game(settings, dual.graph, stream);
  } else {
    tt_fail(&error, TT_REFUTED, "%.100s: G + e* is not planar: there is no dual game", graph->name);
    complain(&error);
  }
  tt_dual_free(&dual);
  return status;
}

/* Any number of graphs. */
static enum tt_status write_all(struct inputs *inputs, FILE *stream,
                                enum tt_status (*write)(const struct settings *, const struct tt_graph *, FILE *)) {
  enum tt_status status = TT_OK;
  for (struct tt_graph *graph; (graph = inputs_next(inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, write(inputs->settings, graph, stream));
  }
  return status;
}

/* One graph: an SVG file holds one picture. */
static enum tt_status draw_one(struct inputs *inputs, FILE *stream) {
  struct tt_graph *const graph = inputs_next(inputs), *const second = graph != NULL ? inputs_next(inputs) : NULL;
  enum tt_status status = inputs->worst;
  if (second != NULL) {
    status = misuse("draw: one SVG holds one graph; draw them one by one, or with --dot");
  } else if (status == TT_OK) {
    status = graph != NULL ? draw_position(inputs->settings, graph, stream) : misuse("draw: expected a graph");
  }
  tt_graph_free(second);
  tt_graph_free(graph);
  return status;
}

enum tt_status run_draw(const struct settings *settings) {
  struct inputs inputs;
  struct output output;
  if (settings->moves != NULL) return draw_moves(settings);
  if (settings->numbers || settings->labels != NULL) return misuse("--numbers and --labels go with --moves");
  enum tt_status status = inputs_open(&inputs, settings);
  if (status == TT_OK) status = output_open(&output, settings->output);
  if (status != TT_OK) return inputs_close(&inputs, status);
  status = settings->dot ? write_all(&inputs, output.stream, draw_position) : draw_one(&inputs, output.stream);
  status = inputs_close(&inputs, status);
  return output_close(&output, status, status == TT_OK);
}

/* ---- convert ---- */

/* A copy numbered so that A is the first vertex and B the last, which is what the reader of such a format takes them
 * for; names are lost there anyway. */
static struct tt_graph *terminals_at_ends(const struct tt_graph *graph) {
  struct tt_graph *const copy = tt_graph_new(graph->name, graph->vertex_count);
  const uint32_t a = graph->terminal_a, b = graph->terminal_b, low = a < b ? a : b, high = a < b ? b : a;
  bool made = copy != NULL;
  for (size_t edge = 0; made && edge < graph->edge_count; edge++) {
    uint32_t ends[2] = {graph->edges[edge].u, graph->edges[edge].v};
    for (unsigned side = 0; side < 2; side++) {
      const uint32_t v = ends[side];
      /* The others keep their order in what is left between. */
      ends[side] = v == a ? 0 : v == b ? graph->vertex_count - 1 : v + 1 - (v > low ? 1 : 0) - (v > high ? 1 : 0);
    }
    made = tt_graph_add_edge(copy, ends[0], ends[1]);
    if (made) copy->states[edge] = graph->states[edge];
  }
  if (made) return copy;
  tt_graph_free(copy);
  return NULL;
}

static enum tt_status write_as(FILE *stream, const struct tt_graph *graph, enum tt_format format) {
  struct tt_error error;
  struct tt_graph *moved = NULL;
  if (format != TT_FORMAT_PLAIN && (graph->terminal_a != 0 || graph->terminal_b != graph->vertex_count - 1)) {
    moved = terminals_at_ends(graph);
    if (moved == NULL) return complain_no_memory();
  }
  const enum tt_status status = tt_write_graph(stream, moved != NULL ? moved : graph, format, &error);
  tt_graph_free(moved);
  return status == TT_OK ? TT_OK : complain(&error);
}

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
    return write_as(stream, graph, formats[index]);
  }
  return misuse("--to %.40s: expected plain, dimacs, graph6 or sparse6", to);
}

enum tt_status run_convert(const struct settings *settings) {
  struct inputs inputs;
  struct output output;
  enum tt_status status = inputs_open(&inputs, settings);
  if (status == TT_OK) status = output_open(&output, settings->output);
  if (status != TT_OK) return inputs_close(&inputs, status);
  status = inputs_close(&inputs, write_all(&inputs, output.stream, convert));
  return output_close(&output, status, status == TT_OK);
}
