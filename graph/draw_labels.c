/* draw_labels.c: where the names go that do not fit inside their vertices, and the edge numbers. */
#include <math.h>
#include <stdlib.h>

#include "graph/draw_svg.h"

#define NUMBER_OFFSET 10.0 /* of an edge's number from its edge */
#define NUMBER_SIZE 11.0

static double distance_of(struct tt_point first, struct tt_point second) {
  return sqrt((first.x - second.x) * (first.x - second.x) + (first.y - second.y) * (first.y - second.y));
}

/* The width of a vertex's name where it stands outside the vertex, else 0. */
static double outside_width(const struct tt_graph *graph, uint32_t vertex) {
  char name[256];
  const size_t characters = svg_count_characters(tt_vertex_name(graph, vertex, name, sizeof name));
  if (characters <= SVG_INSIDE_LIMIT) return 0;
  return SVG_CHARACTER_WIDTH * SVG_NAME_SIZE * (double)(characters < SVG_NAME_LIMIT ? characters : SVG_NAME_LIMIT);
}

/* Below the vertex or above it, where the edges are farther. */
static struct tt_point outside_point(const struct picture *picture, uint32_t vertex) {
  const struct tt_point at = picture->layout.points[vertex];
  const double distance = svg_radius_of(picture->graph, vertex) + 8, width = picture->name_widths[vertex];
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

bool svg_place_names(struct picture *picture) {
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
    room = fmin(room, distance_of(at, picture->layout.points[v]) - svg_radius_of(picture->graph, v));
    const double width = picture->name_widths[v];
    if (width <= 0) continue;
    const struct tt_point name = picture->names[v];
    room = fmin(room, fmax(fabs(at.x - name.x) - width / 2, fabs(at.y - name.y) - SVG_NAME_SIZE / 2));
  }
  for (size_t other = 0; other < picture->layout.route_count; other++) {
    room = fmin(room, tt_route_distance(&picture->layout.routes[other], at));
    if (svg_state_of(picture, other) == TT_SECURED) {
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

bool svg_place_numbers(struct picture *picture) {
  if (picture->layout.route_count > SVG_NUMBERED_LIMIT) return true;
  picture->numbers = malloc((picture->layout.route_count + 1) * sizeof *picture->numbers);
  if (picture->numbers == NULL) return false;
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    picture->numbers[edge] = place_number(picture, edge);
  }
  return true;
}

void svg_put_backing(FILE *stream, struct tt_point middle, size_t characters, double size) {
  const double width = SVG_CHARACTER_WIDTH * size * (double)characters + 2, height = size;
  svg_put(stream, "<rect x=\"@\" y=\"@\" width=\"@\" height=\"@\" rx=\"2\" fill=\"#fff\" fill-opacity=\"0.8\"/>",
          middle.x - width / 2, middle.y - height / 2, width, height);
}

void svg_put_numbers(const struct picture *picture) {
  FILE *const stream = picture->stream;
  if (picture->numbers == NULL) return;
  svg_put(stream, "<g class=\"numbers\" font-size=\"@\" fill=\"#222\">\n", NUMBER_SIZE);
  for (size_t edge = 0; edge < picture->layout.route_count; edge++) {
    const struct tt_point at = picture->numbers[edge];
    svg_put_backing(stream, at, edge < 10 && !svg_is_virtual(picture, edge) ? 1 : 2, NUMBER_SIZE);
    svg_put(stream, "<text class=\"number\" x=\"@\" y=\"@\">", at.x, at.y + 0.36 * NUMBER_SIZE);
    if (svg_is_virtual(picture, edge)) {
      fputs("e*", stream);
    } else {
      fprintf(stream, "%zu", edge);
    }
    fputs("</text>\n", stream);
  }
  fputs("</g>\n", stream);
}
