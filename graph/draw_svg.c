/* draw_svg.c: a position as a standalone SVG picture, 400 pixels wide, or several pictures of it side by side.
 *
 * From back to front: bands, edges, vertices, edge numbers, legend, caption. A picture is laid out first and measured
 * after, so that curves, loops and names never leave it; where it grows past 400 units, the legend and the caption
 * grow with it. Pictures side by side share one box, so that a vertex stands in the same place in each. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "graph/draw_svg.h"

#define EDGE_LIMIT 2000
#define VERTEX_LIMIT 4000 /* no more are touched by that many edges */
#define MARGIN 10.0
#define CAPTION_COLUMNS 58

struct sheet {
  FILE *stream;
  const struct tt_graph *graph;
  const char *caption; /* under all pictures, or NULL */
  struct picture pictures[TT_DRAW_SVG_LIMIT];
  size_t count;
  double left, top, right, bottom; /* of every picture, without legend and caption */
};

/* ---- Vertices ---- */

/* 0 for a vertex, or the letter of a terminal. */
static char letter_of(const struct tt_graph *graph, uint32_t vertex) {
  if (vertex == graph->terminal_a) return 'A';
  return vertex == graph->terminal_b ? 'B' : '\0';
}

static bool name_is_letter(const char *name, char letter) {
  return letter != '\0' && name[0] == letter && !name[1];
}

static void put_name(const struct picture *picture, uint32_t vertex, const char *name) {
  FILE *const stream = picture->stream;
  const struct tt_point at = picture->layout.points[vertex];
  const char letter = letter_of(picture->graph, vertex);
  const size_t characters = svg_count_characters(name);
  if (name_is_letter(name, letter)) return;
  struct tt_point middle = at;
  double size = characters > 2 && letter == '\0' ? SVG_NAME_SIZE - 1.5 : SVG_NAME_SIZE;
  if (characters > SVG_INSIDE_LIMIT) {
    size = SVG_NAME_SIZE;
    middle = picture->names[vertex];
    svg_put_backing(stream, middle, characters < SVG_NAME_LIMIT ? characters : SVG_NAME_LIMIT, size);
  } else if (letter != '\0') {
    middle.y += 9;
  }
  svg_put(stream, "<text class=\"name\" x=\"@\" y=\"@\" font-size=\"@\">", middle.x, middle.y + 0.36 * size, size);
  svg_put_text(stream, name, SVG_NAME_LIMIT);
  fputs("</text>", stream);
}

static void put_vertex(const struct picture *picture, uint32_t vertex) {
  FILE *const stream = picture->stream;
  const struct tt_point at = picture->layout.points[vertex];
  const char letter = letter_of(picture->graph, vertex);
  const double radius = svg_radius_of(picture->graph, vertex);
  char name[256];
  tt_vertex_name(picture->graph, vertex, name, sizeof name);
  fprintf(stream, "<g class=\"%s\"><title>", letter != '\0' ? "terminal" : "vertex");
  if (letter != '\0') fprintf(stream, "terminal %c: ", letter);
  fputs("vertex ", stream);
  svg_put_text(stream, name, SIZE_MAX);
  fputs("</title>", stream);
  if (letter != '\0') {
    svg_put(stream,
            "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" rx=\"3\" fill=\"#eee\" stroke=\"#222\" "
            "stroke-width=\"2\"/>",
            at.x - radius, at.y - radius, 2 * radius, 2 * radius);
    const bool alone = name_is_letter(name, letter) || svg_count_characters(name) > SVG_INSIDE_LIMIT;
    svg_put(stream, "<text class=\"letter\" x=\"@\" y=\"@\" font-size=\"16\" font-weight=\"bold\">", at.x,
            at.y + (alone ? 5.7 : 1));
    fprintf(stream, "%c</text>", letter);
  } else {
    svg_put(stream, "<circle cx=\"@\" cy=\"@\" r=\"@\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.5\"/>", at.x,
            at.y, radius);
  }
  put_name(picture, vertex, name);
  fputs("</g>\n", stream);
}

/* ---- Extent ---- */

static void include(struct sheet *sheet, struct tt_point at, double half_width, double half_height) {
  sheet->left = fmin(sheet->left, at.x - half_width);
  sheet->right = fmax(sheet->right, at.x + half_width);
  sheet->top = fmin(sheet->top, at.y - half_height);
  sheet->bottom = fmax(sheet->bottom, at.y + half_height);
}

static void include_picture(struct sheet *sheet, const struct picture *picture) {
  for (uint32_t vertex = 0; vertex < sheet->graph->vertex_count; vertex++) {
    const double radius = svg_radius_of(sheet->graph, vertex), width = picture->name_widths[vertex];
    include(sheet, picture->layout.points[vertex], radius, radius);
    if (width > 0) include(sheet, picture->names[vertex], width / 2, SVG_NAME_SIZE / 2);
  }
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    const struct tt_route *const route = &picture->layout.routes[edge];
    for (int i = 0; i <= 16; i++) include(sheet, tt_route_point(route, i / 16.0), 4, 4);
    if (picture->numbers != NULL) include(sheet, picture->numbers[edge], 7, 6);
  }
}

static void measure(struct sheet *sheet) {
  sheet->left = sheet->top = INFINITY;
  sheet->right = sheet->bottom = -INFINITY;
  for (size_t i = 0; i < sheet->count; i++) include_picture(sheet, &sheet->pictures[i]);
  const double missing = fmax(0, SVG_WIDTH - 2 * MARGIN - (sheet->right - sheet->left)) / 2;
  sheet->left = floor(sheet->left - MARGIN - missing);
  sheet->right = ceil(sheet->right + MARGIN + missing);
  sheet->top = floor(sheet->top - MARGIN);
  sheet->bottom = ceil(sheet->bottom + MARGIN);
}

/* ---- The description ---- */

/* "0, 2, 5.", at most as many as get numbers in the picture. */
static void put_edge_list(FILE *stream, size_t *count, size_t edge) {
  if (*count < SVG_NUMBERED_LIMIT) fprintf(stream, "%s %zu", *count == 0 ? "" : ",", edge);
  ++*count;
}

static void end_edge_list(FILE *stream, size_t count) {
  if (count > SVG_NUMBERED_LIMIT) fprintf(stream, " and %zu more", count - SVG_NUMBERED_LIMIT);
  if (count > 0) fputc('.', stream);
}

static void put_marked_edges(const struct picture *picture, enum tt_mark mark) {
  size_t count = 0;
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    if (svg_mark_of(picture, edge) != mark) continue;
    if (count == 0) {
      fputs(" Edges marked ", picture->stream);
      svg_put_text(picture->stream, svg_mark_name(picture, mark), SIZE_MAX);
      fputc(':', picture->stream);
    }
    put_edge_list(picture->stream, &count, edge);
  }
  end_edge_list(picture->stream, count);
}

static void put_edges_in_state(const struct picture *picture, enum tt_edge_state state, const char *heading) {
  size_t count = 0;
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    if (svg_state_of(picture, edge) != state) continue;
    if (count == 0) fputs(heading, picture->stream);
    put_edge_list(picture->stream, &count, edge);
  }
  end_edge_list(picture->stream, count);
}

static void put_description(const struct picture *picture) {
  FILE *const stream = picture->stream;
  const struct tt_graph *const graph = picture->graph;
  fprintf(stream, "<desc>Multigraph with %u vertices and %zu edges. Terminals: A is ", (unsigned)graph->vertex_count,
          graph->edge_count);
  svg_put_vertex_name(picture, graph->terminal_a, SIZE_MAX);
  fputs(", B is ", stream);
  svg_put_vertex_name(picture, graph->terminal_b, SIZE_MAX);
  fputc('.', stream);
  for (enum tt_mark mark = TT_MARK_BLUE; mark <= TT_MARK_CONTRACTED; mark++) put_marked_edges(picture, mark);
  put_edges_in_state(picture, TT_SECURED, " Secured edges:");
  put_edges_in_state(picture, TT_DELETED, " Deleted edges:");
  for (unsigned copy = 0; copy < picture->drawing->virtual_count; copy++) {
    fputs(copy == 0 ? " The virtual edge e* from A to B is drawn, " : " and again, ", stream);
    svg_put_text(stream, svg_mark_name(picture, picture->drawing->virtual_marks[copy]), SIZE_MAX);
  }
  fputs(picture->drawing->virtual_count > 0 ? ".</desc>\n" : "</desc>\n", stream);
}

/* ---- The whole ---- */

/* The scale of legend and caption, and where they go. */
static void open_footer(const struct sheet *sheet, double left) {
  const double unit = (sheet->right - sheet->left) / SVG_WIDTH;
  svg_put(sheet->stream, "<g transform=\"translate(@ @)", left, sheet->bottom);
  fprintf(sheet->stream, " scale(%ld.%03ld)\">\n", (long)unit, (long)(1000 * (unit - floor(unit))));
}

static void put_picture(const struct sheet *sheet, size_t number, const struct legend *legend, double legend_height) {
  const struct picture *const picture = &sheet->pictures[number];
  svg_put(sheet->stream, "<g class=\"picture\" transform=\"translate(@)\">\n",
          (double)number * (sheet->right - sheet->left));
  put_description(picture);
  svg_put_bands(picture);
  svg_put_edges(picture);
  for (uint32_t vertex = 0; vertex < sheet->graph->vertex_count; vertex++) put_vertex(picture, vertex);
  svg_put_numbers(picture);
  open_footer(sheet, sheet->left);
  svg_put_legend(sheet->stream, legend);
  svg_put_caption(sheet->stream, picture->drawing->caption, CAPTION_COLUMNS, SVG_WIDTH / 2.0, legend_height);
  fputs("</g>\n</g>\n", sheet->stream);
}

static void put_separators(const struct sheet *sheet, double bottom) {
  for (size_t i = 1; i < sheet->count; i++) {
    svg_put(sheet->stream, "<path d=\"M@ @V@\" stroke=\"#bbb\" stroke-width=\"1\"/>\n",
            sheet->left + (double)i * (sheet->right - sheet->left), sheet->top + MARGIN, bottom);
  }
}

static void put_head(const struct sheet *sheet, double width, double height, double unit) {
  FILE *const stream = sheet->stream;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
  svg_put(stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"@\" height=\"@\" "
          "viewBox=\"@ @ @ @\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n<title>",
          SVG_WIDTH * (double)sheet->count, ceil(height / unit), sheet->left, sheet->top, width, height);
  svg_put_text(stream, sheet->graph->name, SIZE_MAX);
  svg_put(stream, "</title>\n<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" fill=\"#fff\"/>\n", sheet->left, sheet->top,
          width, height);
}

static void put_sheet(const struct sheet *sheet) {
  const double width = (double)sheet->count * (sheet->right - sheet->left),
               unit = width / SVG_WIDTH / (double)sheet->count;
  const size_t columns = CAPTION_COLUMNS * sheet->count;
  struct legend legends[TT_DRAW_SVG_LIMIT];
  double legend_height = 0, footer = 0;
  for (size_t i = 0; i < sheet->count; i++) {
    legends[i] = svg_legend_of(&sheet->pictures[i]);
    legend_height = fmax(legend_height, legends[i].height);
    footer = fmax(footer, svg_caption_height(sheet->pictures[i].drawing->caption, CAPTION_COLUMNS));
  }
  footer += legend_height;
  const double bottom = sheet->bottom + unit * footer;
  const double height = ceil(bottom + unit * svg_caption_height(sheet->caption, columns) - sheet->top);
  put_head(sheet, width, height, unit);
  for (size_t i = 0; i < sheet->count; i++) put_picture(sheet, i, &legends[i], legend_height);
  put_separators(sheet, bottom - MARGIN);
  if (sheet->caption != NULL && *sheet->caption != '\0') {
    open_footer(sheet, sheet->left);
    svg_put_caption(sheet->stream, sheet->caption, columns, SVG_WIDTH / 2.0 * (double)sheet->count, footer);
    fputs("</g>\n", sheet->stream);
  }
  fputs("</svg>\n", sheet->stream);
}

static enum tt_status check_size(const struct tt_graph *graph, struct tt_error *error) {
  if (graph->edge_count > EDGE_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "drawing %.100s: %zu edges; the most is %d", graph->name, graph->edge_count,
                   EDGE_LIMIT);
  }
  if (graph->vertex_count > VERTEX_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "drawing %.100s: %lu vertices; the most is %d", graph->name,
                   (unsigned long)graph->vertex_count, VERTEX_LIMIT);
  }
  return TT_OK;
}

static enum tt_status prepare_picture(struct picture *picture, struct tt_error *error) {
  const enum tt_status status =
      tt_layout_make(&picture->layout, picture->graph, picture->drawing->virtual_count, error);
  if (status != TT_OK) return status;
  return svg_place_names(picture) && svg_place_numbers(picture) ? TT_OK : tt_no_memory(error);
}

static void free_picture(struct picture *picture) {
  tt_layout_free(&picture->layout);
  free(picture->names);
  free(picture->name_widths);
  free(picture->numbers);
}

enum tt_status tt_draw_svg_side_by_side(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawings,
                                        size_t count, const char *caption, struct tt_error *error) {
  assert(count >= 1 && count <= TT_DRAW_SVG_LIMIT);
  struct sheet sheet = {.stream = stream, .graph = graph, .caption = caption, .count = count};
  enum tt_status status = check_size(graph, error);
  for (size_t i = 0; i < count && status == TT_OK; i++) {
    sheet.pictures[i] = (struct picture){.stream = stream, .graph = graph, .drawing = &drawings[i]};
    status = prepare_picture(&sheet.pictures[i], error);
  }
  if (status == TT_OK) {
    measure(&sheet);
    put_sheet(&sheet);
    if (fflush(stream) != 0 || ferror(stream)) status = tt_fail(error, TT_NO_RESOURCE, "cannot write the drawing");
  }
  for (size_t i = 0; i < count; i++) free_picture(&sheet.pictures[i]);
  return status;
}

enum tt_status tt_draw_svg(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing,
                           struct tt_error *error) {
  return tt_draw_svg_side_by_side(stream, graph, drawing, 1, NULL, error);
}
