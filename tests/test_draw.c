/* test_draw.c: pictures. DOT is compared whole; SVG is read back by a small XML checker and its geometry is measured.
 * `twotrees draw` is run for the proofs and the files that it writes. Runs in the root of the project, for
 * tests/expected; the program is TT_PROGRAM, or build/twotrees. */
// wrap: malloc calloc realloc
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "graph/graph.h"
#include "graph/layout.h"
#include "tests/support.h"

/* ---- Failing memory: the allocation number `failing` (from 1) fails; 0 lets all succeed ---- */

static size_t allocations, failing;

static bool allocation_fails(void) {
  return ++allocations == failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(old, size);
}

/* ---- Helpers ---- */

typedef enum tt_status draw_function(FILE *, const struct tt_graph *, const struct tt_drawing *, struct tt_error *);

static const struct tt_drawing plain = {.caption = NULL};
static const struct tt_drawing with_virtual = {.virtual_count = 1};
static const uint8_t bridge_marks[] = {TT_MARK_BLUE, TT_MARK_RED, TT_MARK_BLUE, TT_MARK_RED, TT_MARK_RED};

static uint64_t random_state;

static uint32_t random_below(uint32_t bound) {
  random_state += 0x9e3779b97f4a7c15u;
  uint64_t mixed = random_state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((mixed ^ (mixed >> 31)) % bound);
}

static enum tt_mark random_mark(uint32_t bound) {
  return (enum tt_mark)random_below(bound);
}

static struct tt_graph *named(const char *name) {
  struct tt_graph *graph = NULL;
  bool known = false;
  assert_int_equal(tt_graph_named(&graph, name, &known, NULL), TT_OK);
  assert_true(known);
  return graph;
}

static void set_position(struct tt_graph *graph, const char *word) {
  assert_int_equal(tt_graph_set_position(graph, word, NULL), TT_OK);
}

static void set_vertex_name(struct tt_graph *graph, uint32_t vertex, const char *name) {
  if (graph->vertex_names == NULL) {
    graph->vertex_names = calloc(graph->vertex_count, sizeof *graph->vertex_names);
    assert_non_null(graph->vertex_names);
  }
  free(graph->vertex_names[vertex]);
  graph->vertex_names[vertex] = strdup(name);
  assert_non_null(graph->vertex_names[vertex]);
}

/* The picture as a string, to be freed. */
static char *drawn(draw_function *draw, const struct tt_graph *graph, const struct tt_drawing *drawing) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  assert_int_equal(draw(stream, graph, drawing, NULL), TT_OK);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(strlen(text), size);
  return text;
}

static char *file_text(const char *path) {
  FILE *const stream = fopen(path, "r");
  if (stream == NULL) fail_msg("cannot read %s", path);
  char *const text = calloc(1, 65536);
  assert_non_null(text);
  assert_true(fread(text, 1, 65535, stream) > 0);
  assert_int_equal(fclose(stream), 0);
  return text;
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

/* ---- DOT ---- */

static void dot_of_the_bridge_with_marks(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  const struct tt_drawing drawing = {.marks = bridge_marks,
                                     .virtual_count = 1,
                                     .virtual_marks = {TT_MARK_BLUE},
                                     .caption = "two trees of the bridge and e*"};
  char *const text = drawn(tt_draw_dot, bridge, &drawing), *const expected = file_text("tests/expected/bridge.dot");
  assert_string_equal(text, expected);
  free(text);
  free(expected);
  tt_graph_free(bridge);
}

static void dot_of_a_position(void **state) {
  (void)state;
  static const uint8_t marks[] = {TT_MARK_BLUE, TT_MARK_RED, TT_MARK_NONE, TT_MARK_NONE, TT_MARK_RED, TT_MARK_NONE};
  struct tt_graph *const graph = named("bridge");
  assert_true(tt_graph_add_edge(graph, 1, 1));
  set_position(graph, "sssddu");
  const struct tt_drawing drawing = {.marks = marks};
  char *const text = drawn(tt_draw_dot, graph, &drawing);
  assert_string_equal(text,
                      "graph \"bridge\" {\n"
                      "  rankdir=LR;\n"
                      "  node [shape=circle];\n"
                      "  \"0\" [shape=box, label=\"A=0\"];\n"
                      "  \"1\";\n"
                      "  \"2\";\n"
                      "  \"3\" [shape=box, label=\"B=3\"];\n"
                      "  \"0\" -- \"1\" [label=\"0\", color=blue, style=\"solid,bold\"];\n"
                      "  \"0\" -- \"2\" [label=\"1\", color=red, style=\"dashed,bold\"];\n"
                      "  \"1\" -- \"2\" [label=\"2\", style=bold];\n"
                      "  \"1\" -- \"3\" [label=\"3\", color=grey, style=dashed];\n"
                      "  \"2\" -- \"3\" [label=\"4\", color=grey, style=dashed];\n"
                      "  \"1\" -- \"1\" [label=\"5\"];\n"
                      "}\n");
  free(text);
  tt_graph_free(graph);
}

static void dot_escapes_names(void **state) {
  (void)state;
  struct tt_graph *const graph = tt_graph_new("a \"b\"\\", 2);
  assert_non_null(graph);
  set_vertex_name(graph, 0, "\\N\"");
  set_vertex_name(graph, 1, "x\ny");
  assert_true(tt_graph_add_edge(graph, 1, 0));
  char *const text = drawn(tt_draw_dot, graph, &plain);
  assert_string_equal(text,
                      "graph \"a \\\"b\\\"\\\\\" {\n"
                      "  rankdir=LR;\n"
                      "  node [shape=circle];\n"
                      "  \"\\\\N\\\"\" [shape=box, label=\"A=\\\\N\\\"\"];\n"
                      "  \"x\\x0ay\" [shape=box, label=\"B=x\\x0ay\"];\n"
                      "  \"x\\x0ay\" -- \"\\\\N\\\"\" [label=\"0\"];\n"
                      "}\n");
  free(text);
  tt_graph_free(graph);
}

/* ---- A checker of XML as the pictures use it: elements, attributes, text, five entities ---- */

static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
}

static const char *skip_name(const char *at) {
  const char *const start = at;
  while (is_name_character(*at)) at++;
  assert_true(at > start);
  return at;
}

/* Text or an attribute's value up to `end`. */
static const char *skip_text(const char *at, char end) {
  static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
  for (; *at != end; at++) {
    if (*at == '\0' && end == '<') return at;
    assert_true((unsigned char)*at >= 0x20 || *at == '\n');
    assert_true(*at != '<' && *at != '\x7f');
    if (*at != '&') continue;
    bool known = false;
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
      known = known || strncmp(at, entities[i], strlen(entities[i])) == 0;
    }
    assert_true(known);
  }
  return at;
}

static const char *skip_attributes(const char *at) {
  while (*at == ' ') {
    at = skip_name(at + 1);
    assert_true(at[0] == '=' && at[1] == '"');
    at = skip_text(at + 2, '"') + 1;
  }
  return at;
}

static void check_well_formed(const char *svg) {
  static const char declaration[] = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg ";
  struct {
    const char *name;
    size_t length;
  } open[16];
  size_t depth = 0, roots = 0;
  assert_int_equal(strncmp(svg, declaration, strlen(declaration)), 0);
  for (const char *at = strchr(svg, '\n'); *(at = skip_text(at, '<')) != '\0';) {
    const bool closing = at[1] == '/';
    const char *const name = at + (closing ? 2 : 1);
    at = skip_name(name);
    const size_t length = (size_t)(at - name);
    if (closing) {
      assert_true(depth > 0);
      depth--;
      assert_int_equal(open[depth].length, length);
      assert_memory_equal(open[depth].name, name, length);
    } else {
      at = skip_attributes(at);
      roots += depth == 0;
      if (*at != '/') {
        assert_true(depth < sizeof open / sizeof open[0]);
        open[depth].name = name;
        open[depth++].length = length;
      } else {
        at++;
      }
    }
    assert_int_equal(*at++, '>');
  }
  assert_int_equal(depth, 0);
  assert_int_equal(roots, 1);
}

/* ---- SVG: what is in it ---- */

static size_t count_in_state(const struct tt_graph *graph, const char *svg, const char *word,
                             enum tt_edge_state edge_state) {
  size_t count = 0;
  for (const char *at = svg; (at = strstr(at, "<g class=\"edge ")) != NULL; at++) {
    const char *const end = strchr(at, '>'), *const found = strstr(at, word);
    count += found != NULL && found < end;
  }
  assert_int_equal(count, tt_graph_count(graph, edge_state));
  return count;
}

/* Everything that holds of every picture of a sheet, from its <g class="picture"> on. */
static void check_picture_alone(const struct tt_graph *graph, const char *svg, unsigned virtual_count) {
  const size_t edges = graph->edge_count + virtual_count;
  assert_int_equal(count_of(svg, "<g class=\"edge "), edges);
  assert_int_equal(count_of(svg, "<title>edge "), edges);
  assert_int_equal(count_of(svg, "<title>edge e*: "), virtual_count);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    char title[64];
    snprintf(title, sizeof title, "<title>edge %zu: ", edge);
    assert_int_equal(count_of(svg, title), 1);
  }
  count_in_state(graph, svg, " secured", TT_SECURED);
  count_in_state(graph, svg, " deleted", TT_DELETED);
  assert_int_equal(count_of(svg, "<g class=\"vertex\">"), graph->vertex_count - 2);
  assert_int_equal(count_of(svg, "<g class=\"terminal\">"), 2);
  assert_int_equal(count_of(svg, "<title>terminal A: "), 1);
  assert_int_equal(count_of(svg, "<title>terminal B: "), 1);
  assert_int_equal(count_of(svg, "class=\"letter\""), 2);
  assert_int_equal(count_of(svg, ">A</text>"), 1);
  assert_int_equal(count_of(svg, ">B</text>"), 1);
  assert_int_equal(count_of(svg, "class=\"number\""), edges > 40 ? 0 : edges);
  assert_int_equal(count_of(svg, "<desc>"), 1);
}

/* Picture `number` of a sheet, to be freed; what follows the last one belongs to it. */
static char *picture_of(const char *svg, size_t number) {
  static const char opening[] = "<g class=\"picture\"";
  const char *start = strstr(svg, opening);
  for (; number > 0 && start != NULL; number--) start = strstr(start + 1, opening);
  assert_non_null(start);
  const char *const end = strstr(start + 1, opening);
  char *const picture = end != NULL ? strndup(start, (size_t)(end - start)) : strdup(start);
  assert_non_null(picture);
  return picture;
}

/* Everything that holds of a sheet with `count` pictures of the graph. */
static void check_sheet(const struct tt_graph *graph, const char *svg, size_t count, const unsigned *virtual_counts) {
  char head[100];
  check_well_formed(svg);
  snprintf(head, sizeof head, "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"%zu\" ", 400 * count);
  assert_int_equal(count_of(svg, head), 1);
  assert_int_equal(count_of(svg, "<g class=\"picture\""), count);
  assert_null(strstr(svg, "script"));
  assert_null(strstr(svg, "href"));
  assert_null(strstr(svg, "nan"));
  assert_null(strstr(svg, "inf"));
  for (size_t number = 0; number < count; number++) {
    char *const picture = picture_of(svg, number);
    check_picture_alone(graph, picture, virtual_counts[number]);
    free(picture);
  }
}

static void check_picture(const struct tt_graph *graph, const char *svg, unsigned virtual_count) {
  check_sheet(graph, svg, 1, &virtual_count);
}

static void svg_of_the_bridge_with_marks(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  const struct tt_drawing drawing = {
      .marks = bridge_marks, .virtual_count = 1, .virtual_marks = {TT_MARK_BLUE}, .caption = "two trees"};
  char *const svg = drawn(tt_draw_svg, bridge, &drawing);
  check_picture(bridge, svg, 1);
  assert_int_equal(count_of(svg, "<g class=\"edge blue\">"), 2);
  assert_int_equal(count_of(svg, "<g class=\"edge red\">"), 3);
  assert_int_equal(count_of(svg, "<g class=\"edge blue virtual\"><title>edge e*: 0 - 3, blue</title>"), 1);
  assert_int_equal(count_of(svg,
                            "<desc>Multigraph with 4 vertices and 5 edges. Terminals: "
                            "A is 0, B is 3. Edges marked blue: 0, 2. Edges marked red: 1, 3, 4. "
                            "The virtual edge e* from A to B is drawn, blue.</desc>"),
                   1);
  assert_int_equal(count_of(svg, ">two trees</text>"), 1);
  assert_int_equal(count_of(svg, ">blue</text>"), 1);
  assert_int_equal(count_of(svg, ">red</text>"), 1);
  assert_int_equal(count_of(svg, ">virtual edge e* (blue)</text>"), 1);
  assert_int_equal(count_of(svg, ">unmarked</text>"), 0);
  assert_int_equal(count_of(svg, ">secured</text>"), 0);
  assert_int_equal(count_of(svg, ">deleted</text>"), 0);
  free(svg);
  tt_graph_free(bridge);
}

static void svg_of_a_position(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  set_position(bridge, "sudsu");
  char *svg = drawn(tt_draw_svg, bridge, &plain);
  check_picture(bridge, svg, 0);
  assert_int_equal(count_of(svg, "<g class=\"edge unmarked secured\"><title>edge 0: 0 - 1, secured</title>"), 1);
  assert_int_equal(count_of(svg, "<g class=\"edge unmarked deleted\"><title>edge 2: 1 - 2, deleted</title>"), 1);
  assert_int_equal(count_of(svg, " Secured edges: 0, 3. Deleted edges: 2.</desc>"), 1);
  assert_int_equal(count_of(svg, "fill=\"#222\" stroke=\"#fff\""), 3); /* two dots, and the legend's */
  assert_int_equal(count_of(svg, ">undecided</text>"), 1);
  assert_int_equal(count_of(svg, ">secured</text>"), 1);
  assert_int_equal(count_of(svg, ">deleted</text>"), 1);
  assert_int_equal(count_of(svg, ">blue</text>"), 0);
  free(svg);
  set_position(bridge, "uuuuu");
  svg = drawn(tt_draw_svg, bridge, &plain);
  assert_int_equal(count_of(svg, "class=\"legend\""), 0);
  free(svg);
  tt_graph_free(bridge);
}

static void svg_escapes_text(void **state) {
  (void)state;
  struct tt_graph *const graph =
      tt_graph_new("<a> & \"b\" \x01 \xff \xed\xa0\x80 \xc0\x80 \xe0\x80\x80 \xf4\x90\x80\x80 \xef\xbf\xbf", 4);
  assert_non_null(graph);
  set_vertex_name(graph, 0, "<&>");
  set_vertex_name(graph, 1, "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"); /* three characters of 2, 3 and 4 bytes */
  set_vertex_name(graph, 2, "0123456789abcdefghij");
  set_vertex_name(graph, 3, "B");
  for (uint32_t v = 0; v < 3; v++) assert_true(tt_graph_add_edge(graph, v, v + 1));
  const struct tt_drawing drawing = {.virtual_count = 1, .caption = "1 < 2 & 2 > 1"};
  char *const svg = drawn(tt_draw_svg, graph, &drawing);
  check_picture(graph, svg, 1);
  assert_int_equal(count_of(svg, "<title>&lt;a&gt; &amp; &quot;b&quot; ? ? ??? ?? ??? ???? ??\?</title>"), 1);
  assert_int_equal(count_of(svg, ">&lt;&amp;&gt;</text>"), 1);
  assert_int_equal(count_of(svg, ">\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80</text>"), 1);
  assert_int_equal(count_of(svg, ">0123456789abc\xe2\x80\xa6</text>"), 1);
  assert_int_equal(count_of(svg, "<title>vertex 0123456789abcdefghij</title>"), 1);
  assert_int_equal(count_of(svg, ">1 &lt; 2 &amp; 2 &gt; 1</text>"), 1);
  free(svg);
  tt_graph_free(graph);
}

static void captions_are_broken_into_lines(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  char caption[1000];
  memset(caption, 'x', 999);
  caption[999] = '\0';
  struct tt_drawing drawing = {.caption = caption};
  char *svg = drawn(tt_draw_svg, bridge, &drawing);
  check_picture(bridge, svg, 0);
  assert_int_equal(count_of(svg, "class=\"caption\""), 6);
  assert_int_equal(count_of(svg, "xxx\xe2\x80\xa6</text>"), 1);
  free(svg);
  drawing.caption = "it is said in a line that is a little too long for one line of it";
  svg = drawn(tt_draw_svg, bridge, &drawing);
  assert_int_equal(count_of(svg, "class=\"caption\""), 2);
  assert_int_equal(count_of(svg, ">it is said in a line that is a little too long for one</text>"), 1);
  assert_int_equal(count_of(svg, ">line of it</text>"), 1);
  free(svg);
  drawing.caption = "";
  svg = drawn(tt_draw_svg, bridge, &drawing);
  assert_int_equal(count_of(svg, "class=\"caption\""), 0);
  free(svg);
  tt_graph_free(bridge);
}

/* ---- Geometry ---- */

static double radius_of(const struct tt_graph *graph, uint32_t vertex) {
  return vertex == graph->terminal_a || vertex == graph->terminal_b ? TT_LAYOUT_TERMINAL_RADIUS
                                                                    : TT_LAYOUT_VERTEX_RADIUS;
}

static double distance_of(struct tt_point first, struct tt_point second) {
  return hypot(first.x - second.x, first.y - second.y);
}

static struct tt_layout layout_of(const struct tt_graph *graph, unsigned virtual_count) {
  struct tt_layout layout;
  assert_int_equal(tt_layout_make(&layout, graph, virtual_count, NULL), TT_OK);
  assert_int_equal(layout.route_count, graph->edge_count + virtual_count);
  return layout;
}

static void check_vertices_apart(const struct tt_graph *graph, const struct tt_layout *layout) {
  for (uint32_t u = 0; u < graph->vertex_count; u++) {
    for (uint32_t v = 0; v < u; v++) {
      assert_true(distance_of(layout->points[u], layout->points[v]) > radius_of(graph, u) + radius_of(graph, v) + 2);
    }
  }
}

static struct tt_edge ends_of(const struct tt_graph *graph, size_t edge) {
  if (edge < graph->edge_count) return graph->edges[edge];
  return (struct tt_edge){graph->terminal_a, graph->terminal_b};
}

static void check_routes_clear(const struct tt_graph *graph, const struct tt_layout *layout) {
  for (size_t edge = 0; edge < layout->route_count; edge++) {
    const struct tt_edge ends = ends_of(graph, edge);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
      if (v == ends.u || v == ends.v) continue;
      assert_true(tt_route_distance(&layout->routes[edge], layout->points[v]) > radius_of(graph, v) + 2);
    }
  }
}

static bool same_point(struct tt_point first, struct tt_point second) {
  return distance_of(first, second) < 1e-6;
}

/* Each route joins the ends of its edge, and no two routes are the same. */
static void check_routes_differ(const struct tt_graph *graph, const struct tt_layout *layout) {
  for (size_t edge = 0; edge < layout->route_count; edge++) {
    const struct tt_edge ends = ends_of(graph, edge);
    const struct tt_route *const route = &layout->routes[edge];
    const struct tt_point u = layout->points[ends.u], v = layout->points[ends.v];
    const struct tt_point first = tt_route_point(route, 0), last = tt_route_point(route, 1);
    assert_true((same_point(first, u) && same_point(last, v)) || (same_point(first, v) && same_point(last, u)));
    assert_int_equal(route->radius > 0, ends.u == ends.v);
    for (size_t other = 0; other < edge; other++) {
      const struct tt_edge others = ends_of(graph, other);
      const bool parallel = (others.u == ends.u && others.v == ends.v) || (others.u == ends.v && others.v == ends.u);
      if (parallel) assert_true(distance_of(route->middle, layout->routes[other].middle) > 0.5);
    }
  }
}

static void well_known_graphs_are_drawn_clearly(void **state) {
  (void)state;
  static const char *const names[] = {
      "triangle", "bridge",    "k4",        "bridge-spur", "doubled-path",   "bridge-chain",
      "k5",       "k:2",       "k:6",       "k:9",         "k:12",           "k:16",
      "wheel:3",  "wheel:8",   "routes:1",  "routes:12",   "grid:1x9",       "grid:3x4",
      "grid:5x7", "bridgit:2", "bridgit:4", "bridgit:7",   "doubled-path:12"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    struct tt_graph *const graph = named(names[i]);
    struct tt_layout layout = layout_of(graph, 1);
    check_vertices_apart(graph, &layout);
    check_routes_clear(graph, &layout);
    check_routes_differ(graph, &layout);
    for (uint32_t v = 0; v < graph->vertex_count; v++) {
      assert_true(layout.points[v].x >= layout.points[graph->terminal_a].x);
      assert_true(layout.points[v].x <= layout.points[graph->terminal_b].x);
    }
    char *const svg = drawn(tt_draw_svg, graph, &with_virtual);
    check_picture(graph, svg, 1);
    free(svg);
    tt_layout_free(&layout);
    tt_graph_free(graph);
  }
}

static void the_bridge_is_a_diamond(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  struct tt_layout layout = layout_of(bridge, 0);
  const struct tt_point *const points = layout.points;
  assert_true(fabs(points[0].y - points[3].y) < 0.1 && fabs(points[1].x - points[2].x) < 0.1);
  assert_true(points[0].x < points[1].x && points[1].x < points[3].x);
  assert_true(points[1].y < points[0].y && points[0].y < points[2].y);
  for (size_t edge = 0; edge < bridge->edge_count; edge++) assert_true(layout.routes[edge].straight);
  tt_layout_free(&layout);
  tt_graph_free(bridge);
}

static void complete_graphs_are_regular(void **state) {
  (void)state;
  for (uint32_t vertices = 4; vertices <= 12; vertices += 2) {
    char name[8];
    snprintf(name, sizeof name, "k:%u", (unsigned)vertices);
    struct tt_graph *const graph = named(name);
    struct tt_layout layout = layout_of(graph, 0);
    const struct tt_point a = layout.points[0], b = layout.points[vertices - 1];
    const double radius = distance_of(a, b) / 2, side = 2 * radius * sin(3.14159265358979 / vertices);
    const struct tt_point middle = {(a.x + b.x) / 2, (a.y + b.y) / 2};
    for (uint32_t v = 0; v < vertices; v++) {
      assert_true(fabs(distance_of(layout.points[v], middle) - radius) < 0.01);
      int neighbours = 0;
      for (uint32_t w = 0; w < vertices; w++) {
        neighbours += w != v && fabs(distance_of(layout.points[v], layout.points[w]) - side) < 0.01;
      }
      assert_int_equal(neighbours, 2);
    }
    tt_layout_free(&layout);
    tt_graph_free(graph);
  }
}

static bool routes_meet(const struct tt_route *first, const struct tt_route *second) {
  for (int share = 0; share <= 40; share++) {
    if (tt_route_distance(second, tt_route_point(first, share / 40.0)) < 2) return true;
  }
  return false;
}

/* The pairs of edges without a common end that meet. */
static size_t count_crossings(const struct tt_graph *graph) {
  struct tt_layout layout = layout_of(graph, 0);
  size_t count = 0;
  for (size_t i = 0; i < graph->edge_count; i++) {
    for (size_t j = 0; j < i; j++) {
      const struct tt_edge e = graph->edges[i], f = graph->edges[j];
      if (e.u == f.u || e.u == f.v || e.v == f.u || e.v == f.v) continue;
      count += routes_meet(&layout.routes[i], &layout.routes[j]);
    }
  }
  tt_layout_free(&layout);
  return count;
}

static struct tt_graph *relabelled(const struct tt_graph *graph) {
  uint32_t renamed[64];
  assert_true(graph->vertex_count <= 64);
  for (uint32_t i = 0; i < graph->vertex_count; i++) renamed[i] = i;
  for (uint32_t i = graph->vertex_count; i-- > 1;) {
    const uint32_t j = random_below(i + 1), held = renamed[i];
    renamed[i] = renamed[j];
    renamed[j] = held;
  }
  struct tt_graph *const copy = tt_graph_copy(graph, 0);
  assert_non_null(copy);
  copy->terminal_a = renamed[graph->terminal_a];
  copy->terminal_b = renamed[graph->terminal_b];
  for (size_t i = 0; i < graph->edge_count; i++) {
    copy->edges[i] = (struct tt_edge){renamed[graph->edges[i].u], renamed[graph->edges[i].v]};
  }
  return copy;
}

static void boards_have_no_crossings(void **state) {
  (void)state;
  static const char *const names[] = {"bridge",    "bridge-chain", "grid:3x4", "grid:5x7",
                                      "bridgit:3", "bridgit:5",    "routes:6", "doubled-path"};
  for (size_t n = 0; n < sizeof names / sizeof names[0]; n++) {
    struct tt_graph *const graph = named(names[n]);
    assert_int_equal(count_crossings(graph), 0);
    for (uint64_t seed = 1; seed <= 5; seed++) {
      random_state = seed;
      struct tt_graph *const copy = relabelled(graph);
      if (count_crossings(copy) > 0) print_error("%s, seed %llu\n", names[n], (unsigned long long)seed);
      assert_int_equal(count_crossings(copy), 0);
      tt_graph_free(copy);
    }
    tt_graph_free(graph);
  }
}

static void positions_keep_the_places(void **state) {
  (void)state;
  struct tt_graph *const graph = named("bridgit:4");
  struct tt_layout before = layout_of(graph, 0);
  for (size_t edge = 0; edge < graph->edge_count; edge++) graph->states[edge] = (uint8_t)(edge % 3);
  struct tt_layout after = layout_of(graph, 1);
  for (uint32_t v = 0; v < graph->vertex_count; v++) assert_true(same_point(before.points[v], after.points[v]));
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    assert_true(same_point(before.routes[edge].middle, after.routes[edge].middle));
  }
  tt_layout_free(&before);
  tt_layout_free(&after);
  tt_graph_free(graph);
}

/* The first number behind `attribute` at or after `at`. */
static double number_of(const char *at, const char *attribute) {
  const char *const found = strstr(at, attribute);
  assert_non_null(found);
  return strtod(found + strlen(attribute), NULL);
}

static void check_vertices_in_view(const char *svg) {
  const char *const view = strstr(svg, "viewBox=\"");
  assert_non_null(view);
  double box[4];
  assert_int_equal(sscanf(view, "viewBox=\"%lf %lf %lf %lf\"", &box[0], &box[1], &box[2], &box[3]), 4);
  assert_true(box[2] >= 400);
  for (const char *at = svg; (at = strstr(at, "<g class=\"vertex\">")) != NULL; at++) {
    const double x = number_of(at, " cx=\""), y = number_of(at, " cy=\""), radius = number_of(at, " r=\"");
    assert_true(x - radius > box[0] && x + radius < box[0] + box[2]);
    assert_true(y - radius > box[1] && y + radius < box[1] + box[3]);
  }
}

static struct tt_graph *random_multigraph(uint32_t vertices, uint32_t edges) {
  struct tt_graph *const graph = tt_graph_new("random", vertices);
  assert_non_null(graph);
  graph->terminal_a = random_below(vertices);
  graph->terminal_b = (graph->terminal_a + 1 + random_below(vertices - 1)) % vertices;
  for (uint32_t i = 0; i < edges; i++) {
    const uint32_t u = random_below(vertices), v = random_below(vertices);
    assert_true(tt_graph_add_edge(graph, u, v));
    graph->states[i] = (uint8_t)random_below(3);
  }
  return graph;
}

/* Random graphs that are drawn without crossings, on whatever platform, and are not when a step is left out: keeping
 * the best layers seen, ordering them, settling them, exchanging on the circle (three each). */
static void planar_graphs_are_untangled(void **state) {
  (void)state;
  static const struct {
    uint32_t vertices, edges;
    uint64_t seed;
  } cases[] = {{30, 30, 125}, {32, 34, 5},   {12, 14, 3},  {30, 30, 1}, {32, 34, 40}, {20, 22, 5},
               {20, 22, 134}, {32, 34, 317}, {12, 14, 24}, {8, 9, 7},   {12, 14, 5},  {12, 14, 19}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    random_state = cases[i].seed;
    struct tt_graph *const graph = random_multigraph(cases[i].vertices, cases[i].edges);
    if (count_crossings(graph) > 0) print_error("case %zu\n", i);
    assert_int_equal(count_crossings(graph), 0);
    tt_graph_free(graph);
  }
}

static void random_pictures_hold_everything(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 400; seed++) {
    random_state = seed;
    struct tt_graph *const graph = random_multigraph(2 + random_below(30), random_below(60));
    uint8_t marks[64];
    for (size_t i = 0; i < graph->edge_count; i++) marks[i] = (uint8_t)random_mark(4);
    const struct tt_drawing drawing = {.marks = marks,
                                       .virtual_count = random_below(3),
                                       .virtual_marks = {random_mark(3), random_mark(3)},
                                       .caption = "a caption"};
    struct tt_layout layout = layout_of(graph, drawing.virtual_count);
    char *const svg = drawn(tt_draw_svg, graph, &drawing), *const again = drawn(tt_draw_svg, graph, &drawing);
    if (strcmp(svg, again) != 0) print_error("seed %llu\n", (unsigned long long)seed);
    assert_string_equal(svg, again);
    check_picture(graph, svg, drawing.virtual_count);
    check_vertices_in_view(svg);
    check_vertices_apart(graph, &layout);
    check_routes_differ(graph, &layout);
    free(svg);
    free(again);
    tt_layout_free(&layout);
    tt_graph_free(graph);
  }
}

/* ---- The proofs of either player ---- */

static void copies_of_the_virtual_edge_lie_apart(void **state) {
  (void)state;
  static const char *const names[] = {"bridge", "k5", "bridgit:4", "routes:1", "k:2"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    struct tt_graph *const graph = named(names[i]);
    struct tt_layout layout = layout_of(graph, 2);
    check_routes_differ(graph, &layout);
    tt_layout_free(&layout);
    tt_graph_free(graph);
  }
}

static void marks_have_the_names_of_the_caller(void **state) {
  (void)state;
  static const uint8_t marks[] = {TT_MARK_BLUE, TT_MARK_RED, TT_MARK_CONTRACTED, TT_MARK_RED, TT_MARK_NONE};
  struct tt_graph *const bridge = named("bridge");
  const struct tt_drawing drawing = {.marks = marks,
                                     .mark_names = {"free", "X", "<Y>", NULL},
                                     .virtual_count = 2,
                                     .virtual_marks = {TT_MARK_BLUE, TT_MARK_RED}};
  char *const svg = drawn(tt_draw_svg, bridge, &drawing);
  check_picture(bridge, svg, 2);
  assert_int_equal(count_of(svg, "<g class=\"edge blue\"><title>edge 0: 0 - 1, X</title>"), 1);
  assert_int_equal(count_of(svg, "<g class=\"edge contracted\"><title>edge 2: 1 - 2, contracted</title>"), 1);
  assert_int_equal(count_of(svg,
                            "Edges marked X: 0. Edges marked &lt;Y&gt;: 1, 3. Edges marked contracted: 2. "
                            "The virtual edge e* from A to B is drawn, X and again, &lt;Y&gt;.</desc>"),
                   1);
  assert_int_equal(count_of(svg, "<g class=\"bands\">"), 1);
  assert_int_equal(count_of(svg, ">X</text>"), 1);
  assert_int_equal(count_of(svg, ">&lt;Y&gt;</text>"), 1);
  assert_int_equal(count_of(svg, ">contracted</text>"), 1);
  assert_int_equal(count_of(svg, ">free</text>"), 1);
  assert_int_equal(count_of(svg, ">virtual edge e* (X)</text>"), 1);
  assert_int_equal(count_of(svg, ">virtual edge e* (&lt;Y&gt;)</text>"), 1);
  free(svg);
  tt_graph_free(bridge);
}

/* Runs `twotrees draw` with the words behind it; the output, to be freed, of a run with that status and error text. */
static char *run_draw(const char *words, int status, const char *errors) {
  char command[600];
  snprintf(command, sizeof command, "%s draw %s", support_program(), words);
  struct support_run run = support_shell(command);
  if (run.status != status) print_error("%s: %s\n", command, run.errors);
  assert_int_equal(run.status, status);
  assert_string_equal(run.errors, errors);
  free(run.errors);
  return run.output;
}

static void refuse_draw(const char *words, int status, const char *errors) {
  char *const output = run_draw(words, status, errors);
  assert_string_equal(output, "");
  free(output);
}

static void dot_of_cut_sets(void **state) {
  (void)state;
  char *const cut = run_draw("bridge --cut --dot", 0, ""), *const expected = file_text("tests/expected/bridge-cut.dot");
  assert_string_equal(cut, expected);
  char *const trees = run_draw("bridge --trees --dot", 0, ""), *const both =
                                                                   run_draw("bridge --cut --trees --dot", 0, "");
  const size_t length = strlen(trees);
  assert_memory_equal(both, trees, length);
  assert_string_equal(both + length, cut);
  free(cut);
  free(expected);
  free(trees);
  free(both);
}

static void both_proofs_stand_side_by_side(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  char *const svg = run_draw("bridge --trees --cut --caption 'The bridge'", 0, "");
  check_sheet(bridge, svg, 2, (const unsigned[]){1, 1});
  assert_int_equal(count_of(svg, ">The bridge</text>"), 1);
  char *const trees = picture_of(svg, 0), *const cut = picture_of(svg, 1);
  assert_int_equal(count_of(trees, ">Short, moving first: two edge-disjoint trees, e* in one</text>"), 1);
  assert_int_equal(count_of(trees, ">virtual edge e* (blue)</text>"), 1);
  assert_int_equal(count_of(trees, "<g class=\"edge blue\">"), 2);
  assert_int_equal(count_of(trees, "<g class=\"edge red\">"), 3);
  assert_int_equal(count_of(trees, ">X</text>"), 0);
  assert_int_equal(count_of(cut, ">Cut, moving first: X + e* and Y are two maximal forests</text>"), 1);
  assert_int_equal(count_of(cut, "<g class=\"edge blue\">"), 2);
  assert_int_equal(count_of(cut, "<g class=\"edge red\">"), 3);
  assert_int_equal(count_of(cut, ">X</text>"), 1);
  assert_int_equal(count_of(cut, ">Y</text>"), 1);
  assert_int_equal(count_of(cut, ">virtual edge e* (X)</text>"), 1);
  assert_int_equal(count_of(cut, ">blue</text>"), 0);
  assert_int_equal(count_of(svg, "contracted"), 0);
  free(svg);
  free(trees);
  free(cut);
  tt_graph_free(bridge);
}

static void only_proofs_that_exist_are_drawn(void **state) {
  (void)state;
  struct tt_graph *const k5 = named("k5"), *const path = named("routes:1");
  char *svg = run_draw("k5 --trees --cut", 0, "");
  check_picture(k5, svg, 0);
  assert_int_equal(count_of(svg, ">Short, moving second: two edge-disjoint trees</text>"), 1);
  free(svg);
  svg = run_draw("routes:1 --trees --cut", 0, "");
  check_picture(path, svg, 2);
  assert_int_equal(count_of(svg, ">Cut, moving second: X + e* and Y + e* are maximal forests</text>"), 1);
  free(svg);
  refuse_draw("k5 --cut", 1, "twotrees: k5: Short wins whoever starts: Cut has no sets\n");
  refuse_draw("routes:1 --trees", 1, "twotrees: routes:1: Cut wins whoever starts: Short has no two trees\n");
  refuse_draw("routes:1 --trees --dot", 1, "twotrees: routes:1: Cut wins whoever starts: Short has no two trees\n");
  tt_graph_free(k5);
  tt_graph_free(path);
}

static void contracted_parts_are_shown(void **state) {
  (void)state;
  struct tt_graph *const spur = named("bridge-spur"), *const bridge = named("bridge");
  char *svg = run_draw("bridge-spur --trees --cut", 0, "");
  check_sheet(spur, svg, 2, (const unsigned[]){1, 1});
  assert_int_equal(count_of(svg, "<g class=\"bands\">"), 1);
  assert_int_equal(count_of(svg, "<g class=\"edge contracted\"><title>edge 2: 0 - 4, contracted</title>"), 1);
  assert_int_equal(count_of(svg, ">contracted</text>"), 1);
  assert_int_equal(count_of(svg, ">once the pale bands are contracted</text>"), 1);
  free(svg);
  svg = run_draw("bridge --position dusuu --cut", 0, "");
  set_position(bridge, "dusuu");
  check_picture(bridge, svg, 1);
  assert_int_equal(count_of(svg, "<title>edge 2: 1 - 2, contracted, secured</title>"), 1);
  assert_int_equal(count_of(svg, ">secured</text>"), 1);
  free(svg);
  svg = run_draw("bridge --position sssuu --trees", 0, "");
  assert_int_equal(count_of(svg, "<g class=\"bands\">"), 0);
  free(svg);
  tt_graph_free(spur);
  tt_graph_free(bridge);
}

/* ---- Inputs and files ---- */

static void one_svg_holds_one_graph(void **state) {
  (void)state;
  static const char message[] = "twotrees: draw: one SVG holds one graph; draw them one by one, or with --dot\n";
  refuse_draw("bridge k5", 2, message);
  refuse_draw("- <<end\nBw\nC~\nend", 2, message);
  refuse_draw("- <<end\nBw\n?!\nend", 2,
              "twotrees: stdin:2: byte 2 of a graph6 line is '!', expected bytes from '?' to '~'\n");
  char *const dot = run_draw("bridge k5 --dot", 0, "");
  assert_int_equal(count_of(dot, "graph \""), 2);
  free(dot);
}

/* The command in a new directory, as $draw FILE; afterwards the directory holds one file, with `content` if not NULL.
 */
static void check_file(const char *script, const char *content) {
  char command[1000];
  snprintf(command, sizeof command,
           "draw=$(realpath %s)' draw'; d=$(mktemp -d); cd \"$d\"; %s; ls | tr '\\n' ' '; cat picture*; rm -r \"$d\"",
           support_program(), script);
  struct support_run run = support_shell(command);
  if (run.status != 0) print_error("%s: %s\n", command, run.errors);
  assert_int_equal(run.status, 0);
  assert_int_equal(strncmp(run.output, "picture ", 8), 0);
  if (content != NULL) assert_string_equal(run.output + 8, content);
  if (content == NULL) check_well_formed(run.output + 8);
  support_run_free(&run);
}

#define EXPECT_STATUS(number) "status=$?; set -e; test $status = " number

static void files_appear_whole_or_not_at_all(void **state) {
  (void)state;
  check_file("$draw bridge --output picture", NULL);
  check_file("echo old > picture; $draw bridge -o picture", NULL);
  check_file("umask 027; $draw bridge -o picture; test $(stat -c %a picture) = 640", NULL);
  check_file("echo old > picture; chmod 604 picture; $draw bridge -o picture; test $(stat -c %a picture) = 604", NULL);
  check_file(
      "touch picture; mkdir sub; ln -s ../picture sub/link; $draw bridge -o sub/link; test -L sub/link; rm -r sub",
      NULL);
  check_file("echo old > picture; set +e; $draw k5 --cut -o picture 2>&-; " EXPECT_STATUS("1"), "old\n");
  check_file("echo old > picture; set +e; $draw k5 bridge -o picture 2>&-; " EXPECT_STATUS("2"), "old\n");
  check_file("echo old > picture; set +e; $draw bridge nowhere --dot -o picture 2>&-; " EXPECT_STATUS("2"), "old\n");
  check_file("echo old > picture; set +e; (trap '' XFSZ; ulimit -f 2; $draw k:9 -o picture); " EXPECT_STATUS("3"),
             "old\n");
}

static void devices_are_written_in_place(void **state) {
  (void)state;
  refuse_draw("bridge --output /dev/full", 3, "twotrees: cannot write the drawing\n");
  refuse_draw("bridge --output /dev/null && test -c /dev/null", 0, "");
  refuse_draw("bridge --output /nowhere/picture", 2, "twotrees: /nowhere/picture: No such file or directory\n");
}

/* ---- Limits and failures ---- */

static void large_graphs_are_refused_by_name(void **state) {
  (void)state;
  struct tt_error error = {0};
  random_state = 7;
  struct tt_graph *graph = random_multigraph(900, 2000);
  char *const svg = drawn(tt_draw_svg, graph, &with_virtual);
  check_well_formed(svg);
  assert_int_equal(count_of(svg, "<g class=\"edge "), 2001);
  free(svg);
  FILE *const stream = tmpfile();
  assert_non_null(stream);
  assert_true(tt_graph_add_edge(graph, 0, 1));
  assert_int_equal(tt_draw_svg(stream, graph, &plain, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "drawing random: 2001 edges; the most is 2000");
  tt_graph_free(graph);
  graph = tt_graph_new("empty", 4001);
  assert_non_null(graph);
  assert_int_equal(tt_draw_svg(stream, graph, &plain, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "drawing empty: 4001 vertices; the most is 4000");
  tt_graph_free(graph);
  assert_int_equal(ftell(stream), 0);
  assert_int_equal(fclose(stream), 0);
}

static void full_disks_are_reported(void **state) {
  (void)state;
  draw_function *const draws[] = {tt_draw_dot, tt_draw_svg};
  struct tt_graph *const bridge = named("bridge");
  for (int i = 0; i < 2; i++) {
    struct tt_error error = {0};
    FILE *const stream = fopen("/dev/full", "w");
    assert_non_null(stream);
    assert_int_equal(draws[i](stream, bridge, &plain, &error), TT_NO_RESOURCE);
    assert_string_equal(error.text, "cannot write the drawing");
    fclose(stream);
  }
  tt_graph_free(bridge);
}

static void every_failing_allocation_is_reported(void **state) {
  (void)state;
  struct tt_graph *const bridge = named("bridge");
  FILE *const stream = tmpfile();
  assert_non_null(stream);
  size_t failed = 0;
  for (enum tt_status status = TT_NO_RESOURCE; status != TT_OK; failed++) {
    struct tt_error error = {0};
    allocations = 0;
    failing = failed + 1;
    status = tt_draw_svg(stream, bridge, &with_virtual, &error);
    failing = 0;
    if (status == TT_OK) continue;
    assert_int_equal(status, TT_NO_RESOURCE);
    assert_string_equal(error.text, "out of memory");
    assert_int_equal(ftell(stream), 0); /* nothing half drawn */
  }
  assert_true(failed > 15); /* the last one did not fail */
  assert_int_equal(fclose(stream), 0);
  tt_graph_free(bridge);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dot_of_the_bridge_with_marks),
      cmocka_unit_test(dot_of_a_position),
      cmocka_unit_test(dot_escapes_names),
      cmocka_unit_test(svg_of_the_bridge_with_marks),
      cmocka_unit_test(svg_of_a_position),
      cmocka_unit_test(svg_escapes_text),
      cmocka_unit_test(captions_are_broken_into_lines),
      cmocka_unit_test(well_known_graphs_are_drawn_clearly),
      cmocka_unit_test(the_bridge_is_a_diamond),
      cmocka_unit_test(complete_graphs_are_regular),
      cmocka_unit_test(boards_have_no_crossings),
      cmocka_unit_test(planar_graphs_are_untangled),
      cmocka_unit_test(positions_keep_the_places),
      cmocka_unit_test(random_pictures_hold_everything),
      cmocka_unit_test(copies_of_the_virtual_edge_lie_apart),
      cmocka_unit_test(marks_have_the_names_of_the_caller),
      cmocka_unit_test(dot_of_cut_sets),
      cmocka_unit_test(both_proofs_stand_side_by_side),
      cmocka_unit_test(only_proofs_that_exist_are_drawn),
      cmocka_unit_test(contracted_parts_are_shown),
      cmocka_unit_test(one_svg_holds_one_graph),
      cmocka_unit_test(files_appear_whole_or_not_at_all),
      cmocka_unit_test(devices_are_written_in_place),
      cmocka_unit_test(large_graphs_are_refused_by_name),
      cmocka_unit_test(full_disks_are_reported),
      cmocka_unit_test(every_failing_allocation_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
