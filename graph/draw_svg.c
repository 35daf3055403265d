/* draw_svg.c: a position as a standalone SVG picture, 400 pixels wide.
 *
 * Nothing is told by colour alone: blue is solid and thick, red dashed, e* dotted; a secured edge is wider and carries
 * a dot, a deleted one fades. From back to front: edges, vertices, edge numbers, legend, caption. The picture is laid
 * out first and measured after, so that curves, loops and names never leave it; where it grows past 400 units, the
 * legend and the caption grow with it. */
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "graph/graph.h"
#include "graph/layout.h"

#define EDGE_LIMIT 2000
#define VERTEX_LIMIT 4000 /* no more are touched by that many edges */
#define NUMBERED_LIMIT 40
#define PICTURE_WIDTH 400
#define MARGIN 10.0
#define NUMBER_OFFSET 10.0 /* of an edge's number from its edge */
#define NUMBER_SIZE 11.0   /* font sizes are in user units */
#define NAME_SIZE 11.0
#define NAME_LIMIT 14 /* characters of a vertex name, of 256 bytes at most */
#define INSIDE_LIMIT 3
#define CAPTION_COLUMNS 58
#define CAPTION_LINES 6
#define CHARACTER_WIDTH 0.6 /* of a font's size, on average and rounded up */

#define BLUE "#1c4fa8"
#define RED "#cf2a3c"
#define DARK "#333"

struct look {
  const char *colour, *dashes; /* dashes: NULL for a solid line */
  double width;
  bool round_ends;
};

struct picture {
  FILE *stream;
  const struct tt_graph *graph;
  const struct tt_drawing *drawing;
  struct tt_layout layout;
  struct tt_point *names;   /* owned; where the names of vertices go that do not fit inside */
  double *name_widths;      /* owned; 0: inside */
  struct tt_point *numbers; /* owned; where the edge numbers go; NULL: there are too many edges */
  double left, top, right, bottom;
};

/* ---- Text ---- */

/* Writes the format with each @ replaced by a number of at most one decimal, whatever the locale. */
static void put(FILE *stream, const char *format, ...) {
  va_list numbers;
  va_start(numbers, format);
  for (const char *c = format; *c != '\0'; c++) {
    if (*c != '@') {
      fputc(*c, stream);
      continue;
    }
    const long tenths = lround(va_arg(numbers, double) * 10), size = labs(tenths);
    fprintf(stream, "%s%ld", tenths < 0 ? "-" : "", size / 10);
    if (size % 10 != 0) fprintf(stream, ".%ld", size % 10);
  }
  va_end(numbers);
}

/* The length in bytes of the UTF-8 character at text, or 0 where there is none that XML allows. */
static size_t character_length(const char *text) {
  const unsigned char *const bytes = (const unsigned char *)text;
  if (bytes[0] < 0x80) return bytes[0] >= 0x20 && bytes[0] != 0x7f;
  if (bytes[0] < 0xc2 || bytes[0] > 0xf4) return 0;
  const size_t length = bytes[0] < 0xe0 ? 2 : bytes[0] < 0xf0 ? 3 : 4;
  uint32_t code = bytes[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((bytes[i] & 0xc0) != 0x80) return 0;
    code = code << 6 | (bytes[i] & 0x3f);
  }
  const uint32_t least = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000;
  const bool surrogate = code >= 0xd800 && code <= 0xdfff, reserved = code == 0xfffe || code == 0xffff;
  return code < least || code > 0x10ffff || surrogate || reserved ? 0 : length;
}

static size_t count_characters(const char *text) {
  size_t count = 0;
  for (size_t i = 0; text[i] != '\0'; count++) {
    const size_t length = character_length(text + i);
    i += length == 0 ? 1 : length;
  }
  return count;
}

static void put_character(FILE *stream, const char *text, size_t length) {
  switch (length == 0 ? '?' : *text) {
    case '&':
      fputs("&amp;", stream);
      break;
    case '<':
      fputs("&lt;", stream);
      break;
    case '>':
      fputs("&gt;", stream);
      break;
    case '"':
      fputs("&quot;", stream);
      break;
    default:
      if (length == 0) fputc('?', stream);
      fwrite(text, 1, length, stream);
  }
}

/* Writes at most `limit` characters, the last one dots where there would be more, and returns how many bytes of the
 * text that used up. */
static size_t put_text(FILE *stream, const char *text, size_t limit) {
  const bool cut = count_characters(text) > limit;
  size_t used = 0;
  for (size_t count = 0; text[used] != '\0' && count + (cut ? 1 : 0) < limit; count++) {
    const size_t length = character_length(text + used);
    put_character(stream, text + used, length);
    used += length == 0 ? 1 : length;
  }
  if (cut) fputs("\xe2\x80\xa6", stream);
  return used;
}

/* ---- What an edge looks like ---- */

static size_t virtual_edge(const struct picture *picture) {
  return picture->graph->edge_count;
}

static enum tt_mark mark_of(const struct picture *picture, size_t edge) {
  if (edge == virtual_edge(picture)) return picture->drawing->virtual_mark;
  return picture->drawing->marks == NULL ? TT_MARK_NONE : (enum tt_mark)picture->drawing->marks[edge];
}

static enum tt_edge_state state_of(const struct picture *picture, size_t edge) {
  return edge == virtual_edge(picture) ? TT_UNDECIDED : (enum tt_edge_state)picture->graph->states[edge];
}

static struct look look_of(enum tt_mark mark, enum tt_edge_state state, bool is_virtual) {
  if (state == TT_DELETED) return (struct look){"#aaa", "3 4", 1.2, false};
  struct look look = {"#777", NULL, 1.5, false};
  if (state == TT_SECURED) look.colour = DARK;
  if (mark == TT_MARK_BLUE) look = (struct look){BLUE, NULL, 4, false};
  if (mark == TT_MARK_RED) look = (struct look){RED, "9 5", 3, false};
  if (state == TT_SECURED) look.width = 6.5;
  if (is_virtual) {
    look.dashes = "0.1 7.5";
    look.width = mark == TT_MARK_BLUE ? 4 : 3;
    look.round_ends = true;
    if (mark == TT_MARK_NONE) look.colour = DARK;
  }
  return look;
}

static const char *mark_name(enum tt_mark mark) {
  return mark == TT_MARK_BLUE ? "blue" : mark == TT_MARK_RED ? "red" : "unmarked";
}

static void put_stroke(FILE *stream, struct look look) {
  put(stream, " fill=\"none\" stroke=\"");
  fputs(look.colour, stream);
  put(stream, "\" stroke-width=\"@\"", look.width);
  if (look.dashes != NULL) fprintf(stream, " stroke-dasharray=\"%s\"", look.dashes);
  if (look.round_ends) fputs(" stroke-linecap=\"round\"", stream);
}

static void put_dot(FILE *stream, double x, double y) {
  put(stream, "<circle cx=\"@\" cy=\"@\" r=\"5\" fill=\"#222\" stroke=\"#fff\" stroke-width=\"1.5\"/>", x, y);
}

/* ---- Edges ---- */

static void put_route(FILE *stream, const struct tt_route *route, struct look look) {
  const struct tt_point from = route->from, middle = route->middle, to = route->to;
  if (route->radius > 0) {
    put(stream, "<circle cx=\"@\" cy=\"@\" r=\"@\"", middle.x, middle.y, route->radius);
  } else if (route->straight) {
    put(stream, "<path d=\"M@ @L@ @\"", from.x, from.y, to.x, to.y);
  } else {
    put(stream, "<path d=\"M@ @Q@ @ @ @\"", from.x, from.y, 2 * middle.x - (from.x + to.x) / 2,
        2 * middle.y - (from.y + to.y) / 2, to.x, to.y);
  }
  put_stroke(stream, look);
  fputs("/>", stream);
}

static void put_vertex_name(const struct picture *picture, uint32_t vertex, size_t limit) {
  char buffer[256];
  put_text(picture->stream, tt_vertex_name(picture->graph, vertex, buffer, sizeof buffer), limit);
}

static void put_edge_title(const struct picture *picture, size_t edge) {
  FILE *const stream = picture->stream;
  const bool is_virtual = edge == virtual_edge(picture);
  const struct tt_graph *const graph = picture->graph;
  const struct tt_edge ends = is_virtual ? (struct tt_edge){graph->terminal_a, graph->terminal_b} : graph->edges[edge];
  fputs("<title>edge ", stream);
  if (is_virtual) {
    fputs("e*: ", stream);
  } else {
    fprintf(stream, "%zu: ", edge);
  }
  put_vertex_name(picture, ends.u, SIZE_MAX);
  fputs(" - ", stream);
  put_vertex_name(picture, ends.v, SIZE_MAX);
  if (mark_of(picture, edge) != TT_MARK_NONE) fprintf(stream, ", %s", mark_name(mark_of(picture, edge)));
  if (state_of(picture, edge) == TT_SECURED) fputs(", secured", stream);
  if (state_of(picture, edge) == TT_DELETED) fputs(", deleted", stream);
  fputs("</title>", stream);
}

static void put_edge(const struct picture *picture, size_t edge) {
  FILE *const stream = picture->stream;
  const struct tt_route *const route = &picture->layout.routes[edge];
  const bool is_virtual = edge == virtual_edge(picture);
  const enum tt_edge_state state = state_of(picture, edge);
  fprintf(stream, "<g class=\"edge %s%s%s\">", mark_name(mark_of(picture, edge)), is_virtual ? " virtual" : "",
          state == TT_SECURED   ? " secured"
          : state == TT_DELETED ? " deleted"
                                : "");
  put_edge_title(picture, edge);
  put_route(stream, route, look_of(mark_of(picture, edge), state, is_virtual));
  if (state == TT_SECURED) {
    const struct tt_point at = tt_route_point(route, 0.5);
    put_dot(stream, at.x, at.y);
  }
  fputs("</g>\n", stream);
}

/* What matters least is furthest back. */
static int depth_of(const struct picture *picture, size_t edge) {
  if (state_of(picture, edge) == TT_DELETED) return 0;
  if (state_of(picture, edge) == TT_SECURED) return 3;
  return mark_of(picture, edge) == TT_MARK_NONE && edge != virtual_edge(picture) ? 1 : 2;
}

static void put_edges(const struct picture *picture) {
  for (int depth = 0; depth <= 3; depth++) {
    for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
      if (depth_of(picture, edge) == depth) put_edge(picture, edge);
    }
  }
}

/* ---- Names beside vertices, and edge numbers ---- */

static double radius_of(const struct tt_graph *graph, uint32_t vertex) {
  return vertex == graph->terminal_a || vertex == graph->terminal_b ? TT_LAYOUT_TERMINAL_RADIUS
                                                                    : TT_LAYOUT_VERTEX_RADIUS;
}

static double distance_of(struct tt_point first, struct tt_point second) {
  return sqrt((first.x - second.x) * (first.x - second.x) + (first.y - second.y) * (first.y - second.y));
}

/* The width of a vertex's name where it stands outside the vertex, else 0. */
static double outside_width(const struct tt_graph *graph, uint32_t vertex) {
  char name[256];
  const size_t characters = count_characters(tt_vertex_name(graph, vertex, name, sizeof name));
  if (characters <= INSIDE_LIMIT) return 0;
  return CHARACTER_WIDTH * NAME_SIZE * (double)(characters < NAME_LIMIT ? characters : NAME_LIMIT);
}

/* Below the vertex or above it, where the edges are farther. */
static struct tt_point outside_point(const struct picture *picture, uint32_t vertex) {
  const struct tt_point at = picture->layout.points[vertex];
  const double distance = radius_of(picture->graph, vertex) + 8, width = picture->name_widths[vertex];
  struct tt_point best = at;
  double best_room = -1;
  for (int side = 1; side >= -1; side -= 2) {
    const double y = at.y + side * distance;
    double room = INFINITY;
    for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
      for (int part = -1; part <= 1; part++) {
        const struct tt_point probe = {at.x + part * width / 3, y};
        const struct tt_route *const route = &picture->layout.routes[edge];
        const bool within = route->radius > 0 && distance_of(probe, route->middle) < route->radius;
        room = fmin(room, within ? 0 : tt_route_distance(route, probe));
      }
    }
    if (room < best_room + 0.01) continue;
    best_room = room;
    best = (struct tt_point){at.x, y};
  }
  return best;
}

static bool place_names(struct picture *picture) {
  const uint32_t count = picture->graph->vertex_count;
  picture->names = calloc(count, sizeof *picture->names);
  picture->name_widths = calloc(count, sizeof *picture->name_widths);
  if (picture->names == NULL || picture->name_widths == NULL) return false;
  for (uint32_t vertex = 0; vertex < count; vertex++) {
    picture->name_widths[vertex] = outside_width(picture->graph, vertex);
    if (picture->name_widths[vertex] > 0) picture->names[vertex] = outside_point(picture, vertex);
  }
  return true;
}

/* How much room there is around `at` for the number of `edge`, the numbers of lower edges being there already. */
static double room_at(const struct picture *picture, struct tt_point at, size_t edge) {
  double room = 20;
  for (uint32_t v = 0; v < picture->graph->vertex_count; v++) {
    room = fmin(room, distance_of(at, picture->layout.points[v]) - radius_of(picture->graph, v));
    const double width = picture->name_widths[v];
    if (width <= 0) continue;
    const struct tt_point name = picture->names[v];
    room = fmin(room, fmax(fabs(at.x - name.x) - width / 2, fabs(at.y - name.y) - NAME_SIZE / 2));
  }
  for (size_t other = 0; other < picture->layout.route_count; other++) {
    room = fmin(room, tt_route_distance(&picture->layout.routes[other], at));
    if (state_of(picture, other) == TT_SECURED) {
      room = fmin(room, distance_of(at, tt_route_point(&picture->layout.routes[other], 0.5)) - 6);
    }
    if (other < edge) room = fmin(room, distance_of(at, picture->numbers[other]) - 6);
  }
  return room;
}

/* The point beside a route at `share`, on one side of it (1 or -1). */
static struct tt_point beside(const struct tt_route *route, double share, double side) {
  const struct tt_point before = tt_route_point(route, share - 0.02), after = tt_route_point(route, share + 0.02);
  const struct tt_point at = tt_route_point(route, share);
  const double dx = after.x - before.x, dy = after.y - before.y, length = sqrt(dx * dx + dy * dy);
  if (length < 1e-9) return at;
  return (struct tt_point){at.x - side * NUMBER_OFFSET * dy / length, at.y + side * NUMBER_OFFSET * dx / length};
}

static struct tt_point place_number(const struct picture *picture, size_t edge) {
  static const double shares[] = {0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73};
  const struct tt_route *const route = &picture->layout.routes[edge];
  struct tt_point best = route->middle;
  double best_room = -INFINITY;
  for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
    for (int side = -1; side <= 1; side += 2) {
      const struct tt_point at = beside(route, shares[i], side);
      const double room = room_at(picture, at, edge) - 6 * fabs(shares[i] - 0.5);
      if (room < best_room + 0.01) continue;
      best_room = room;
      best = at;
    }
  }
  return best;
}

static bool place_numbers(struct picture *picture) {
  if (picture->layout.route_count > NUMBERED_LIMIT) return true;
  picture->numbers = malloc((picture->layout.route_count + 1) * sizeof *picture->numbers);
  if (picture->numbers == NULL) return false;
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    picture->numbers[edge] = place_number(picture, edge);
  }
  return true;
}

static void put_backing(FILE *stream, struct tt_point middle, size_t characters, double size) {
  const double width = CHARACTER_WIDTH * size * (double)characters + 2, height = size;
  put(stream, "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" rx=\"2\" fill=\"#fff\" fill-opacity=\"0.8\"/>",
      middle.x - width / 2, middle.y - height / 2, width, height);
}

static void put_numbers(const struct picture *picture) {
  FILE *const stream = picture->stream;
  if (picture->numbers == NULL) return;
  put(stream, "<g class=\"numbers\" font-size=\"@\" fill=\"#222\">\n", NUMBER_SIZE);
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    const struct tt_point at = picture->numbers[edge];
    put_backing(stream, at, edge < 10 || edge == virtual_edge(picture) ? 1 : 2, NUMBER_SIZE);
    put(stream, "<text class=\"number\" x=\"@\" y=\"@\">", at.x, at.y + 0.36 * NUMBER_SIZE);
    if (edge == virtual_edge(picture)) {
      fputs("e*", stream);
    } else {
      fprintf(stream, "%zu", edge);
    }
    fputs("</text>\n", stream);
  }
  fputs("</g>\n", stream);
}

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
  const size_t characters = count_characters(name);
  if (name_is_letter(name, letter)) return;
  struct tt_point middle = at;
  double size = characters > 2 && letter == '\0' ? NAME_SIZE - 1.5 : NAME_SIZE;
  if (characters > INSIDE_LIMIT) {
    size = NAME_SIZE;
    middle = picture->names[vertex];
    put_backing(stream, middle, characters < NAME_LIMIT ? characters : NAME_LIMIT, size);
  } else if (letter != '\0') {
    middle.y += 9;
  }
  put(stream, "<text class=\"name\" x=\"@\" y=\"@\" font-size=\"@\">", middle.x, middle.y + 0.36 * size, size);
  put_text(stream, name, NAME_LIMIT);
  fputs("</text>", stream);
}

static void put_vertex(const struct picture *picture, uint32_t vertex) {
  FILE *const stream = picture->stream;
  const struct tt_point at = picture->layout.points[vertex];
  const char letter = letter_of(picture->graph, vertex);
  const double radius = radius_of(picture->graph, vertex);
  char name[256];
  tt_vertex_name(picture->graph, vertex, name, sizeof name);
  fprintf(stream, "<g class=\"%s\"><title>", letter != '\0' ? "terminal" : "vertex");
  if (letter != '\0') fprintf(stream, "terminal %c: ", letter);
  fputs("vertex ", stream);
  put_text(stream, name, SIZE_MAX);
  fputs("</title>", stream);
  if (letter != '\0') {
    put(stream,
        "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" rx=\"3\" fill=\"#eee\" stroke=\"#222\" "
        "stroke-width=\"2\"/>",
        at.x - radius, at.y - radius, 2 * radius, 2 * radius);
    const bool alone = name_is_letter(name, letter) || count_characters(name) > INSIDE_LIMIT;
    put(stream, "<text class=\"letter\" x=\"@\" y=\"@\" font-size=\"16\" font-weight=\"bold\">", at.x,
        at.y + (alone ? 5.7 : 1));
    fprintf(stream, "%c</text>", letter);
  } else {
    put(stream, "<circle cx=\"@\" cy=\"@\" r=\"@\" fill=\"#fff\" stroke=\"#222\" stroke-width=\"1.5\"/>", at.x, at.y,
        radius);
  }
  put_name(picture, vertex, name);
  fputs("</g>\n", stream);
}

/* ---- Extent ---- */

static void include(struct picture *picture, struct tt_point at, double half_width, double half_height) {
  picture->left = fmin(picture->left, at.x - half_width);
  picture->right = fmax(picture->right, at.x + half_width);
  picture->top = fmin(picture->top, at.y - half_height);
  picture->bottom = fmax(picture->bottom, at.y + half_height);
}

static void include_vertex(struct picture *picture, uint32_t vertex) {
  const double radius = radius_of(picture->graph, vertex), width = picture->name_widths[vertex];
  include(picture, picture->layout.points[vertex], radius, radius);
  if (width > 0) include(picture, picture->names[vertex], width / 2, NAME_SIZE / 2);
}

static void measure(struct picture *picture) {
  picture->left = picture->top = INFINITY;
  picture->right = picture->bottom = -INFINITY;
  for (uint32_t vertex = 0; vertex < picture->graph->vertex_count; vertex++) include_vertex(picture, vertex);
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    const struct tt_route *const route = &picture->layout.routes[edge];
    for (int i = 0; i <= 16; i++) include(picture, tt_route_point(route, i / 16.0), 4, 4);
    if (picture->numbers != NULL) include(picture, picture->numbers[edge], 7, 6);
  }
  const double missing = fmax(0, PICTURE_WIDTH - 2 * MARGIN - (picture->right - picture->left)) / 2;
  picture->left = floor(picture->left - MARGIN - missing);
  picture->right = ceil(picture->right + MARGIN + missing);
  picture->top = floor(picture->top - MARGIN);
  picture->bottom = ceil(picture->bottom + MARGIN);
}

/* ---- Legend and caption, in units of a 400th of the width ---- */

struct legend {
  size_t count;
  struct legend_entry {
    struct look look;
    bool dot;
    const char *text;
    double x, y;
  } entries[6];
  double height;
};

static void add_entry(struct legend *legend, struct look look, bool dot, const char *text, double *x) {
  const double width = 48 + 7 * (double)strlen(text);
  if (legend->count == 0) legend->height = 22;
  if (*x + width > PICTURE_WIDTH) {
    *x = 14;
    legend->height += 20;
  }
  legend->entries[legend->count++] = (struct legend_entry){look, dot, text, *x, legend->height - 10};
  *x += width;
}

static const char *virtual_text(enum tt_mark mark) {
  if (mark == TT_MARK_BLUE) return "virtual edge e* (blue)";
  return mark == TT_MARK_RED ? "virtual edge e* (red)" : "virtual edge e*";
}

static struct legend legend_of(const struct picture *picture) {
  size_t marked[3] = {0}, secured = 0, deleted = 0;
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    const enum tt_edge_state state = state_of(picture, edge);
    const enum tt_mark mark = mark_of(picture, edge);
    secured += state == TT_SECURED;
    deleted += state == TT_DELETED;
    marked[mark] += state == TT_UNDECIDED || (state == TT_SECURED && mark != TT_MARK_NONE);
  }
  struct legend legend = {0};
  double x = 14;
  const bool any_mark = marked[TT_MARK_BLUE] + marked[TT_MARK_RED] > 0, drawn = picture->drawing->draw_virtual;
  if (marked[TT_MARK_BLUE] > 0) add_entry(&legend, look_of(TT_MARK_BLUE, TT_UNDECIDED, false), false, "blue", &x);
  if (marked[TT_MARK_RED] > 0) add_entry(&legend, look_of(TT_MARK_RED, TT_UNDECIDED, false), false, "red", &x);
  if (marked[TT_MARK_NONE] > 0 && (any_mark || secured + deleted > 0 || drawn)) {
    add_entry(&legend, look_of(TT_MARK_NONE, TT_UNDECIDED, false), false, any_mark ? "unmarked" : "undecided", &x);
  }
  if (secured > 0) add_entry(&legend, look_of(TT_MARK_NONE, TT_SECURED, false), true, "secured", &x);
  if (deleted > 0) add_entry(&legend, look_of(TT_MARK_NONE, TT_DELETED, false), false, "deleted", &x);
  if (drawn) {
    const enum tt_mark mark = picture->drawing->virtual_mark;
    add_entry(&legend, look_of(mark, TT_UNDECIDED, true), false, virtual_text(mark), &x);
  }
  return legend;
}

static void put_legend(FILE *stream, const struct legend *legend) {
  if (legend->count == 0) return;
  fputs("<g class=\"legend\" font-size=\"12\" text-anchor=\"start\">\n", stream);
  for (size_t i = 0; i < legend->count; i++) {
    const struct legend_entry *const entry = &legend->entries[i];
    put(stream, "<path d=\"M@ @h28\"", entry->x, entry->y);
    put_stroke(stream, entry->look);
    fputs("/>", stream);
    if (entry->dot) put_dot(stream, entry->x + 14, entry->y);
    put(stream, "<text x=\"@\" y=\"@\">", entry->x + 33, entry->y + 4);
    fprintf(stream, "%s</text>\n", entry->text);
  }
  fputs("</g>\n", stream);
}

/* How many bytes of the text the next caption line takes: up to the last space that fits, or as much as fits. */
static size_t caption_line_length(const char *text) {
  size_t bytes = 0, at_space = 0;
  for (size_t count = 0; text[bytes] != '\0'; count++) {
    if (text[bytes] == ' ') at_space = bytes;
    if (count == CAPTION_COLUMNS) return at_space > 0 ? at_space : bytes;
    const size_t length = character_length(text + bytes);
    bytes += length == 0 ? 1 : length;
  }
  return bytes;
}

static size_t count_caption_lines(const char *caption) {
  size_t lines = 0;
  if (caption == NULL) return 0;
  while (*caption != '\0' && lines < CAPTION_LINES) {
    caption += caption_line_length(caption);
    while (*caption == ' ') caption++;
    lines++;
  }
  return lines;
}

static void put_caption(FILE *stream, const char *caption, size_t lines, double top) {
  for (size_t line = 0; line < lines; line++) {
    put(stream, "<text class=\"caption\" x=\"200\" y=\"@\" font-size=\"13\">", top + 14 + 17 * (double)line);
    if (line + 1 == lines) {
      put_text(stream, caption, CAPTION_COLUMNS);
    } else {
      const size_t length = caption_line_length(caption);
      for (size_t i = 0, step; i < length; i += step == 0 ? 1 : step) {
        step = character_length(caption + i);
        put_character(stream, caption + i, step);
      }
      caption += length;
      while (*caption == ' ') caption++;
    }
    fputs("</text>\n", stream);
  }
}

/* ---- The whole ---- */

static void put_edge_list(const struct picture *picture, const char *what, enum tt_mark mark, enum tt_edge_state state,
                          bool by_mark) {
  size_t count = 0;
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    if (by_mark ? mark_of(picture, edge) != mark : state_of(picture, edge) != state) continue;
    if (count == 0) fprintf(picture->stream, " %s:", what);
    if (count < NUMBERED_LIMIT) fprintf(picture->stream, "%s %zu", count == 0 ? "" : ",", edge);
    count++;
  }
  if (count > NUMBERED_LIMIT) fprintf(picture->stream, " and %zu more", count - NUMBERED_LIMIT);
  if (count > 0) fputc('.', picture->stream);
}

static void put_description(const struct picture *picture) {
  FILE *const stream = picture->stream;
  const struct tt_graph *const graph = picture->graph;
  fputs("<title>", stream);
  put_text(stream, graph->name, SIZE_MAX);
  fprintf(stream, "</title>\n<desc>Multigraph with %u vertices and %zu edges. Terminals: A is ",
          (unsigned)graph->vertex_count, graph->edge_count);
  put_vertex_name(picture, graph->terminal_a, SIZE_MAX);
  fputs(", B is ", stream);
  put_vertex_name(picture, graph->terminal_b, SIZE_MAX);
  fputc('.', stream);
  put_edge_list(picture, "Blue edges", TT_MARK_BLUE, TT_UNDECIDED, true);
  put_edge_list(picture, "Red edges", TT_MARK_RED, TT_UNDECIDED, true);
  put_edge_list(picture, "Secured edges", TT_MARK_NONE, TT_SECURED, false);
  put_edge_list(picture, "Deleted edges", TT_MARK_NONE, TT_DELETED, false);
  if (picture->drawing->draw_virtual) {
    fprintf(stream, " The virtual edge e* from A to B is drawn, %s.", mark_name(picture->drawing->virtual_mark));
  }
  fputs("</desc>\n", stream);
}

static void put_picture(const struct picture *picture) {
  FILE *const stream = picture->stream;
  const struct legend legend = legend_of(picture);
  const size_t caption_lines = count_caption_lines(picture->drawing->caption);
  const double caption_height = caption_lines == 0 ? 0 : 17 * (double)caption_lines + 8;
  const double width = picture->right - picture->left, unit = width / PICTURE_WIDTH;
  const double height = ceil(picture->bottom - picture->top + unit * (legend.height + caption_height));
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", stream);
  put(stream,
      "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"@\" height=\"@\" "
      "viewBox=\"@ @ @ @\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n",
      (double)PICTURE_WIDTH, ceil(height / unit), picture->left, picture->top, width, height);
  put_description(picture);
  put(stream, "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" fill=\"#fff\"/>\n", picture->left, picture->top, width,
      height);
  put_edges(picture);
  for (uint32_t vertex = 0; vertex < picture->graph->vertex_count; vertex++) put_vertex(picture, vertex);
  put_numbers(picture);
  put(stream, "<g transform=\"translate(@ @)", picture->left, picture->bottom);
  fprintf(stream, " scale(%ld.%03ld)\">\n", (long)unit, (long)(1000 * (unit - floor(unit))));
  put_legend(stream, &legend);
  put_caption(stream, picture->drawing->caption, caption_lines, legend.height);
  fputs("</g>\n</svg>\n", stream);
}

enum tt_status tt_draw_svg(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing,
                           struct tt_error *error) {
  if (graph->edge_count > EDGE_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "drawing %.100s: %zu edges; the most is %d", graph->name, graph->edge_count,
                   EDGE_LIMIT);
  }
  if (graph->vertex_count > VERTEX_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "drawing %.100s: %lu vertices; the most is %d", graph->name,
                   (unsigned long)graph->vertex_count, VERTEX_LIMIT);
  }
  struct picture picture = {.stream = stream, .graph = graph, .drawing = drawing};
  enum tt_status status = tt_layout_make(&picture.layout, graph, drawing->draw_virtual, error);
  if (status == TT_OK && !(place_names(&picture) && place_numbers(&picture))) status = tt_no_memory(error);
  if (status == TT_OK) {
    measure(&picture);
    put_picture(&picture);
    if (fflush(stream) != 0 || ferror(stream)) status = tt_fail(error, TT_NO_RESOURCE, "cannot write the drawing");
  }
  tt_layout_free(&picture.layout);
  free(picture.names);
  free(picture.name_widths);
  free(picture.numbers);
  return status;
}
