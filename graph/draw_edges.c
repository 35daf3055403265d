/* draw_edges.c: what edges look like, and the bands of what is contracted.
 *
 * Nothing is told by colour alone: blue is solid and thick, red dashed, a contracted edge thin on a wide pale band, e*
 * dotted (in red, dash and dot); a secured edge is wider and carries a dot, a deleted one fades. */
#include "graph/draw_svg.h"

#define BLUE "#1c4fa8"
#define RED "#cf2a3c"
#define DARK "#333"
#define PALE "#dcd8c4"
#define BAND_WIDTH 17.0
#define HALO 7.0 /* of the band, around a vertex */

/* ---- Looks ---- */

bool svg_is_virtual(const struct picture *picture, size_t edge) {
  return edge >= picture->graph->edge_count;
}

enum tt_mark svg_mark_of(const struct picture *picture, size_t edge) {
  const struct tt_drawing *const drawing = picture->drawing;
  if (svg_is_virtual(picture, edge)) return drawing->virtual_marks[edge - picture->graph->edge_count];
  return drawing->marks == NULL ? TT_MARK_NONE : (enum tt_mark)drawing->marks[edge];
}

enum tt_edge_state svg_state_of(const struct picture *picture, size_t edge) {
  return svg_is_virtual(picture, edge) ? TT_UNDECIDED : (enum tt_edge_state)picture->graph->states[edge];
}

static const char *const style_names[] = {"unmarked", "blue", "red", "contracted"};

const char *svg_mark_name(const struct picture *picture, enum tt_mark mark) {
  const char *const name = picture->drawing->mark_names[mark];
  return name != NULL ? name : style_names[mark];
}

struct look svg_look_of(enum tt_mark mark, enum tt_edge_state state, bool is_virtual) {
  if (state == TT_DELETED) return (struct look){"#aaa", "3 4", 1.2, false};
  struct look look = {"#777", NULL, 1.5, false};
  if (state == TT_SECURED || is_virtual) look.colour = DARK;
  if (mark == TT_MARK_BLUE) look = (struct look){BLUE, NULL, 4, false};
  if (mark == TT_MARK_RED) look = (struct look){RED, "9 5", 3, false};
  if (state == TT_SECURED) look.width = 6.5;
  if (!is_virtual) return look;
  look.dashes = mark == TT_MARK_RED ? "8 7 0.1 7" : "0.1 7.5";
  look.width = mark == TT_MARK_BLUE ? 4 : 3;
  look.round_ends = true;
  return look;
}

void svg_put_stroke(FILE *stream, struct look look) {
  svg_put(stream, " fill=\"none\" stroke=\"");
  fputs(look.colour, stream);
  svg_put(stream, "\" stroke-width=\"@\"", look.width);
  if (look.dashes != NULL) fprintf(stream, " stroke-dasharray=\"%s\"", look.dashes);
  if (look.round_ends) fputs(" stroke-linecap=\"round\"", stream);
}

void svg_put_dot(FILE *stream, double x, double y) {
  svg_put(stream, "<circle cx=\"@\" cy=\"@\" r=\"5\" fill=\"#222\" stroke=\"#fff\" stroke-width=\"1.5\"/>", x, y);
}

void svg_put_band(FILE *stream) {
  svg_put(stream, " fill=\"none\" stroke=\"" PALE "\" stroke-width=\"@\" stroke-linecap=\"round\"", BAND_WIDTH);
}

double svg_radius_of(const struct tt_graph *graph, uint32_t vertex) {
  return vertex == graph->terminal_a || vertex == graph->terminal_b ? TT_LAYOUT_TERMINAL_RADIUS
                                                                    : TT_LAYOUT_VERTEX_RADIUS;
}

/* ---- Bands ---- */

static void put_route(FILE *stream, const struct tt_route *route) {
  const struct tt_point from = route->from, middle = route->middle, to = route->to;
  if (route->radius > 0) {
    svg_put(stream, "<circle cx=\"@\" cy=\"@\" r=\"@\"", middle.x, middle.y, route->radius);
  } else if (route->straight) {
    svg_put(stream, "<path d=\"M@ @L@ @\"", from.x, from.y, to.x, to.y);
  } else {
    svg_put(stream, "<path d=\"M@ @Q@ @ @ @\"", from.x, from.y, 2 * middle.x - (from.x + to.x) / 2,
            2 * middle.y - (from.y + to.y) / 2, to.x, to.y);
  }
}

static void put_halo(const struct picture *picture, uint32_t vertex) {
  const struct tt_point at = picture->layout.points[vertex];
  const bool square = vertex == picture->graph->terminal_a || vertex == picture->graph->terminal_b;
  const double radius = svg_radius_of(picture->graph, vertex) + HALO;
  svg_put(picture->stream, "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" rx=\"@\" fill=\"" PALE "\"/>\n",
          at.x - radius, at.y - radius, 2 * radius, 2 * radius, square ? HALO : radius);
}

static bool is_contracted(const struct picture *picture, size_t edge) {
  return svg_mark_of(picture, edge) == TT_MARK_CONTRACTED && svg_state_of(picture, edge) != TT_DELETED;
}

/* One colour without transparency, so that the shapes of a contracted part run into one. */
void svg_put_bands(const struct picture *picture) {
  FILE *const stream = picture->stream;
  bool any = false;
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    if (!is_contracted(picture, edge)) continue;
    if (!any) fputs("<g class=\"bands\">\n", stream);
    any = true;
    put_route(stream, &picture->layout.routes[edge]);
    svg_put_band(stream);
    fputs("/>\n", stream);
    put_halo(picture, picture->graph->edges[edge].u);
    put_halo(picture, picture->graph->edges[edge].v);
  }
  if (any) fputs("</g>\n", stream);
}

/* ---- Edges ---- */

void svg_put_vertex_name(const struct picture *picture, uint32_t vertex, size_t limit) {
  char buffer[256];
  svg_put_text(picture->stream, tt_vertex_name(picture->graph, vertex, buffer, sizeof buffer), limit);
}

static void put_edge_title(const struct picture *picture, size_t edge) {
  FILE *const stream = picture->stream;
  const bool is_virtual = svg_is_virtual(picture, edge);
  const struct tt_graph *const graph = picture->graph;
  const struct tt_edge ends = is_virtual ? (struct tt_edge){graph->terminal_a, graph->terminal_b} : graph->edges[edge];
  fputs("<title>edge ", stream);
  if (is_virtual) {
    fputs("e*: ", stream);
  } else {
    fprintf(stream, "%zu: ", edge);
  }
  svg_put_vertex_name(picture, ends.u, SIZE_MAX);
  fputs(" - ", stream);
  svg_put_vertex_name(picture, ends.v, SIZE_MAX);
  if (svg_mark_of(picture, edge) != TT_MARK_NONE) {
    fputs(", ", stream);
    svg_put_text(stream, svg_mark_name(picture, svg_mark_of(picture, edge)), SIZE_MAX);
  }
  if (svg_state_of(picture, edge) == TT_SECURED) fputs(", secured", stream);
  if (svg_state_of(picture, edge) == TT_DELETED) fputs(", deleted", stream);
  fputs("</title>", stream);
}

static void put_edge(const struct picture *picture, size_t edge) {
  FILE *const stream = picture->stream;
  const struct tt_route *const route = &picture->layout.routes[edge];
  const bool is_virtual = svg_is_virtual(picture, edge);
  const enum tt_edge_state state = svg_state_of(picture, edge);
  fprintf(stream, "<g class=\"edge %s%s%s\">", style_names[svg_mark_of(picture, edge)], is_virtual ? " virtual" : "",
          state == TT_SECURED   ? " secured"
          : state == TT_DELETED ? " deleted"
                                : "");
  put_edge_title(picture, edge);
  put_route(stream, route);
  svg_put_stroke(stream, svg_look_of(svg_mark_of(picture, edge), state, is_virtual));
  fputs("/>", stream);
  if (state == TT_SECURED) {
    const struct tt_point at = tt_route_point(route, 0.5);
    svg_put_dot(stream, at.x, at.y);
  }
  fputs("</g>\n", stream);
}

/* What matters least is furthest back. */
static int depth_of(const struct picture *picture, size_t edge) {
  if (svg_state_of(picture, edge) == TT_DELETED) return 0;
  if (svg_state_of(picture, edge) == TT_SECURED) return 3;
  return svg_mark_of(picture, edge) == TT_MARK_NONE && !svg_is_virtual(picture, edge) ? 1 : 2;
}

void svg_put_edges(const struct picture *picture) {
  for (int depth = 0; depth <= 3; depth++) {
    for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
      if (depth_of(picture, edge) == depth) put_edge(picture, edge);
    }
  }
}
