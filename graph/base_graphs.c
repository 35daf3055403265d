/* base_graphs.c: base graphs by name (plain lists from data/bases, carried in the program) and by family and size.
 *
 * Families list their edges in lexicographic order of (lower end, higher end); A is the first vertex and B the last. */
#include <stdlib.h>
#include <string.h>

#include "graph/embedded.h"
#include "graph/families.h"
#include "graph/graph.h"

#define SIZE_LIMIT 50000000  /* of one number in a family's name */
#define EDGE_LIMIT 200000000 /* of a family member: a few gigabytes */

struct family {
  const char *prefix; /* with its colon */
  const char *help;
  unsigned least, numbers; /* smallest size; 1 for N, 2 for RxC */
  double (*edges)(double, double);
  uint32_t (*vertices)(uint32_t, uint32_t);
  bool (*build)(struct tt_graph *, uint32_t, uint32_t);
};

/* k:N, the complete graph. */
static double complete_edges(double n, double unused) {
  (void)unused;
  return n * (n - 1) / 2;
}
static uint32_t complete_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return n;
}
static bool complete_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  for (uint32_t u = 0; u < n; u++) {
    for (uint32_t v = u + 1; v < n; v++) {
      if (!tt_graph_add_edge(graph, u, v)) return false;
    }
  }
  return true;
}

/* bridgit:N, Short's graph of the N x (N + 1) board: N columns and N - 1 interior rows of dots, the dots of the top rim
 * merged into A and those of the bottom rim into B. */
static double bridgit_edges(double n, double unused) {
  (void)unused;
  return n * n + (n - 1) * (n - 1);
}
static uint32_t bridgit_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return n * (n - 1) + 2;
}
static bool bridgit_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  const uint32_t bottom = graph->vertex_count - 1;
  for (uint32_t column = 0; column < n; column++) {
    if (!tt_graph_add_edge(graph, 0, n == 1 ? bottom : 1 + column)) return false;
  }
  for (uint32_t row = 0; row + 1 < n; row++) {
    for (uint32_t column = 0; column < n; column++) {
      const uint32_t dot = 1 + row * n + column;
      if (column + 1 < n && !tt_graph_add_edge(graph, dot, dot + 1)) return false;
      if (!tt_graph_add_edge(graph, dot, row + 2 < n ? dot + n : bottom)) return false;
    }
  }
  return true;
}

/* grid:RxC, R rows of C vertices; the terminals are opposite corners. */
static double grid_edges(double rows, double columns) {
  return rows * (columns - 1) + (rows - 1) * columns;
}
static uint32_t grid_vertices(uint32_t rows, uint32_t columns) {
  return rows * columns;
}
static bool grid_build(struct tt_graph *graph, uint32_t rows, uint32_t columns) {
  for (uint32_t row = 0; row < rows; row++) {
    for (uint32_t column = 0; column < columns; column++) {
      const uint32_t vertex = row * columns + column;
      if (column + 1 < columns && !tt_graph_add_edge(graph, vertex, vertex + 1)) return false;
      if (row + 1 < rows && !tt_graph_add_edge(graph, vertex, vertex + columns)) return false;
    }
  }
  return true;
}

/* wheel:N, a hub (A) joined to each vertex of a cycle of N. */
static double wheel_edges(double n, double unused) {
  (void)unused;
  return 2 * n;
}
static uint32_t wheel_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return n + 1;
}
static bool wheel_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  for (uint32_t rim = 1; rim <= n; rim++) {
    if (!tt_graph_add_edge(graph, 0, rim)) return false;
  }
  for (uint32_t rim = 1; rim <= n; rim++) {
    if (rim == 1 && !(tt_graph_add_edge(graph, 1, 2) && tt_graph_add_edge(graph, 1, n))) return false;
    if (rim > 1 && rim < n && !tt_graph_add_edge(graph, rim, rim + 1)) return false;
  }
  return true;
}

/* routes:N, N routes of two edges each from A to B, sharing nothing else. */
static double routes_edges(double n, double unused) {
  (void)unused;
  return 2 * n;
}
static uint32_t routes_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return n + 2;
}
static bool routes_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  for (uint32_t middle = 1; middle <= n; middle++) {
    if (!tt_graph_add_edge(graph, 0, middle)) return false;
  }
  for (uint32_t middle = 1; middle <= n; middle++) {
    if (!tt_graph_add_edge(graph, middle, n + 1)) return false;
  }
  return true;
}

/* doubled-path:N, a path of N steps with every edge doubled. */
static double doubled_path_edges(double n, double unused) {
  (void)unused;
  return 2 * n;
}
static uint32_t doubled_path_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return n + 1;
}
static bool doubled_path_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  for (uint32_t vertex = 0; vertex < n; vertex++) {
    if (!tt_graph_add_edge(graph, vertex, vertex + 1) || !tt_graph_add_edge(graph, vertex, vertex + 1)) return false;
  }
  return true;
}

/* shuttle:N, a path of N steps with every edge doubled, then six more copies of every step, alternately from the one
 * end and the other: where the two free pebbles of a pebble game are carried along the path for each of them. */
static double shuttle_edges(double n, double unused) {
  (void)unused;
  return 8 * n;
}
static bool shuttle_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  if (!doubled_path_build(graph, n, unused)) return false;
  for (uint32_t copy = 0; copy < 6 * n; copy++) {
    const uint32_t place = copy % n, step = place % 2 == 0 ? place / 2 : n - 1 - place / 2;
    if (!tt_graph_add_edge(graph, step, step + 1)) return false;
  }
  return true;
}

/* ladder:N, N rungs; A and B are opposite corners. */
static double ladder_edges(double n, double unused) {
  (void)unused;
  return 3 * n - 2;
}
static uint32_t ladder_vertices(uint32_t n, uint32_t unused) {
  (void)unused;
  return 2 * n;
}
static bool ladder_build(struct tt_graph *graph, uint32_t n, uint32_t unused) {
  (void)unused;
  for (uint32_t rung = 0; rung < n; rung++) {
    const uint32_t left = 2 * rung;
    if (!tt_graph_add_edge(graph, left, left + 1)) return false;
    if (rung + 1 == n) continue;
    if (!tt_graph_add_edge(graph, left, left + 2) || !tt_graph_add_edge(graph, left + 1, left + 3)) return false;
  }
  return true;
}

/* The random ones: random_graphs.c. */
static double random_edges(double unused, double edges) {
  (void)unused;
  return edges;
}
static double random_trees_edges(double vertices, double unused) {
  (void)unused;
  return 2 * (vertices - 1);
}
static double random_regular_edges(double vertices, double unused) {
  (void)unused;
  return 2 * vertices;
}
static uint32_t first_number(uint32_t first, uint32_t unused) {
  (void)unused;
  return first;
}

static const struct family families[] = {
    {"k:", "k:N            complete graph on N vertices", 2, 1, complete_edges, complete_vertices, complete_build},
    {"bridgit:", "bridgit:N      Short's graph of the N x (N+1) Bridg-It board; bridgit:2 is the bridge", 1, 1,
     bridgit_edges, bridgit_vertices, bridgit_build},
    {"grid:", "grid:RxC       grid of R rows and C columns, A and B at opposite corners", 1, 2, grid_edges,
     grid_vertices, grid_build},
    {"wheel:", "wheel:N        hub A joined to a rim of N >= 3 vertices, B the last of them", 3, 1, wheel_edges,
     wheel_vertices, wheel_build},
    {"routes:", "routes:N       N separate routes of two edges from A to B", 1, 1, routes_edges, routes_vertices,
     routes_build},
    {"doubled-path:", "doubled-path:N path of N steps from A to B, every edge doubled", 1, 1, doubled_path_edges,
     doubled_path_vertices, doubled_path_build},
    {"shuttle:", "shuttle:N      doubled path of N steps and six more copies of each, from both ends by turns", 1, 1,
     shuttle_edges, doubled_path_vertices, shuttle_build},
    {"ladder:", "ladder:N       ladder of N rungs, A and B at opposite corners", 1, 1, ladder_edges, ladder_vertices,
     ladder_build},
    {"random:", "random:NxM     N vertices and M random edges", 2, 2, random_edges, first_number, random_build},
    {"random-trees:", "random-trees:N two random trees on N vertices", 2, 1, random_trees_edges, first_number,
     random_trees_build},
    {"random-regular:", "random-regular:N four random edges at each of N vertices", 2, 1, random_regular_edges,
     first_number, random_regular_build},
};
#define FAMILY_COUNT (sizeof families / sizeof families[0])

size_t tt_base_count(void) {
  size_t count = 0;
  while (tt_embedded_bases[count].name != NULL) count++;
  return count;
}

const char *tt_base_name(size_t index) {
  return tt_embedded_bases[index].name;
}

const char *tt_family_help(size_t index) {
  return index < FAMILY_COUNT ? families[index].help : NULL;
}

/* Reads a decimal number; returns where it ends, or NULL. Large ones are all the same: out of range. */
static const char *read_size(const char *text, uint32_t *size) {
  const char *at = text;
  *size = 0;
  for (; *at >= '0' && *at <= '9'; at++) {
    if (*size <= SIZE_LIMIT) *size = *size * 10 + (uint32_t)(*at - '0');
  }
  return at == text ? NULL : at;
}

static enum tt_status family_member(struct tt_graph **graph, const struct family *family, const char *name,
                                    struct tt_error *error) {
  uint32_t first = 0, second = 0;
  const char *end = read_size(name + strlen(family->prefix), &first);
  if (end != NULL && family->numbers == 2) end = *end == 'x' ? read_size(end + 1, &second) : NULL;
  if (end == NULL || *end != '\0') {
    return tt_fail(error, TT_BAD_INPUT, "%.60s: expected %s", name,
                   family->numbers == 2 ? "two sizes, as in grid:3x4" : "one size, as in k:6");
  }
  const double edges = family->edges(first, second);
  const bool two_vertices = family->numbers == 1 || (double)first * second >= 2;
  if (first < family->least || (family->numbers == 2 && second < family->least) || first > SIZE_LIMIT ||
      second > SIZE_LIMIT || edges > EDGE_LIMIT || !two_vertices) {
    return tt_fail(error, TT_BAD_INPUT, "%.60s: size out of range (from %u to %d, and at most %d edges in all)", name,
                   family->least, SIZE_LIMIT, EDGE_LIMIT);
  }
  struct tt_graph *const made = tt_graph_new(name, family->vertices(first, second));
  if (made == NULL) return tt_no_memory(error);
  if (!family->build(made, first, second)) {
    tt_graph_free(made);
    return tt_no_memory(error);
  }
  *graph = made;
  return TT_OK;
}

static enum tt_status embedded_graph(struct tt_graph **graph, const struct tt_embedded *base, struct tt_error *error) {
  FILE *const stream = fmemopen((void *)(uintptr_t)base->text, strlen(base->text), "r");
  if (stream == NULL) return tt_no_memory(error);
  struct tt_reader *const reader = tt_reader_on(stream, base->name, TT_FORMAT_PLAIN, error);
  enum tt_status status = TT_NO_RESOURCE;
  if (reader != NULL) {
    status = tt_reader_next(reader, graph, error);
    tt_reader_close(reader);
  }
  fclose(stream);
  return status;
}

enum tt_status tt_graph_named(struct tt_graph **graph, const char *name, bool *known, struct tt_error *error) {
  *known = true;
  for (const struct tt_embedded *base = tt_embedded_bases; base->name != NULL; base++) {
    if (strcmp(base->name, name) == 0) return embedded_graph(graph, base, error);
  }
  for (size_t index = 0; index < FAMILY_COUNT; index++) {
    if (strncmp(families[index].prefix, name, strlen(families[index].prefix)) == 0) {
      return family_member(graph, &families[index], name, error);
    }
  }
  *known = false;
  return TT_OK;
}
