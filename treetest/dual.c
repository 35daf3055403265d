/* dual.c: the dual game of a position, from a plane drawing of G + e*.
 *
 * Boyer and Myrvold's edge addition method (On the cutting edge: simplified O(n) planarity by edge addition, J. Graph
 * Algorithms and Applications 8, 2004), as libplanarity has it, draws the simple graph below G + e*; parallel edges and
 * loops are put back by hand; Whitney (Non-separable and planar graphs, Trans. AMS 34, 1932) gives the dual.
 *
 * A drawing is a rotation: edge e has the darts 2e, which leaves its end u, and 2e + 1, which leaves its end v, and
 * next[d] is the dart after d around the vertex that d leaves. The face beside d goes on with next[d ^ 1]:
 *
 *         next[d ^ 1]  ^
 *                      |   face of d             parallel edges p beside r:        a loop:  2e, 2e + 1 one after
 *         u ---- d --->v                         u: .. r p ..   v: .. p r ..       the other around its vertex
 *
 * Invariant, checked always: the darts that leave a vertex are one cycle of next, and vertices - edges + faces = 2 in
 * every component. That proves the drawing plane, whoever made it. */
#include <stdlib.h>
#include <string.h>

#include "treetest/treetest.h"

/* Its macros are not written for our warnings, and its names (OK, NIL, MIN) are too short to let out of this file. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#include <planarity/graph.h>
#pragma GCC diagnostic pop

#define DUAL_EDGE_LIMIT ((size_t)1 << 24) /* libplanarity counts in int: 6 arcs a vertex, 2 vertices an edge */
#define NO_DART UINT32_MAX

/* ---- The drawing ---- */

struct plane {
  uint32_t vertex_count, edge_count, face_count;
  struct tt_edge *edges; /* owned; e* last */
  uint32_t *next;        /* owned; of each dart */
  uint32_t *before;      /* owned; the inverse of next */
  uint32_t *first;       /* owned; of each vertex, a dart that leaves it, or NO_DART */
  uint32_t *face;        /* owned; of each dart */
  uint32_t *home;        /* owned; of each face, a vertex on it */
};

static void plane_free(struct plane *plane) {
  free(plane->edges);
  free(plane->next);
  free(plane->before);
  free(plane->first);
  free(plane->face);
  free(plane->home);
}

/* G + e* of a rest in which A and B are apart, not drawn yet. */
static bool plane_make(struct plane *plane, const struct tt_rest *rest) {
  *plane = (struct plane){.vertex_count = rest->vertex_count, .edge_count = (uint32_t)rest->edge_count + 1};
  const size_t darts = 2 * (size_t)plane->edge_count;
  plane->edges = malloc(plane->edge_count * sizeof *plane->edges);
  plane->next = malloc(darts * sizeof *plane->next);
  plane->before = malloc(darts * sizeof *plane->before);
  plane->first = malloc(plane->vertex_count * sizeof *plane->first);
  plane->face = malloc(darts * sizeof *plane->face);
  plane->home = malloc(darts * sizeof *plane->home);
  if (plane->edges == NULL || plane->next == NULL || plane->before == NULL || plane->first == NULL ||
      plane->face == NULL || plane->home == NULL) {
    plane_free(plane);
    return false;
  }
  memcpy(plane->edges, rest->edges, rest->edge_count * sizeof *plane->edges);
  plane->edges[rest->edge_count] = (struct tt_edge){rest->terminal_a, rest->terminal_b};
  for (size_t dart = 0; dart < darts; dart++) plane->next[dart] = plane->before[dart] = NO_DART;
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) plane->first[vertex] = NO_DART;
  return true;
}

static uint32_t leaves(const struct plane *plane, uint32_t dart) {
  return dart % 2 == 0 ? plane->edges[dart / 2].u : plane->edges[dart / 2].v;
}

static uint32_t dart_leaving(const struct plane *plane, uint32_t edge, uint32_t vertex) {
  return plane->edges[edge].u == vertex ? 2 * edge : 2 * edge + 1;
}

/* Puts a new dart behind `after` around the vertex, or alone where the vertex has none (NO_DART). */
static void insert_dart(struct plane *plane, uint32_t after, uint32_t dart) {
  if (after == NO_DART) {
    plane->next[dart] = plane->before[dart] = dart;
    plane->first[leaves(plane, dart)] = dart;
    return;
  }
  plane->next[dart] = plane->next[after];
  plane->before[dart] = after;
  plane->before[plane->next[after]] = dart;
  plane->next[after] = dart;
}

/* ---- Loops, and parallel edges in groups; the first edge of a group stands for it ---- */

struct link {
  uint32_t low, high, edge; /* low < high; edge is a number in the plane */
};

static int compare_links(const void *first, const void *second) {
  const struct link *const one = first, *const two = second;
  if (one->low != two->low) return one->low < two->low ? -1 : 1;
  if (one->high != two->high) return one->high < two->high ? -1 : 1;
  return one->edge < two->edge ? -1 : one->edge > two->edge;
}

static bool heads_group(const struct link *links, size_t index) {
  return index == 0 || links[index].low != links[index - 1].low || links[index].high != links[index - 1].high;
}

/* Fills in links (one for each edge that is no loop), sorted, and returns how many there are. */
static size_t sort_links(const struct plane *plane, struct link *links) {
  size_t count = 0;
  for (uint32_t edge = 0; edge < plane->edge_count; edge++) {
    const struct tt_edge ends = plane->edges[edge];
    if (ends.u == ends.v) continue;
    links[count++] = (struct link){ends.u < ends.v ? ends.u : ends.v, ends.u < ends.v ? ends.v : ends.u, edge};
  }
  qsort(links, count, sizeof *links, compare_links);
  return count;
}

static void insert_parallels(struct plane *plane, const struct link *links, size_t count) {
  uint32_t head = 0;
  for (size_t index = 0; index < count; index++) {
    const struct link link = links[index];
    if (heads_group(links, index)) {
      head = link.edge;
      continue;
    }
    insert_dart(plane, dart_leaving(plane, head, link.low), dart_leaving(plane, link.edge, link.low));
    insert_dart(plane, plane->before[dart_leaving(plane, head, link.high)], dart_leaving(plane, link.edge, link.high));
  }
}

static void insert_loops(struct plane *plane) {
  for (uint32_t edge = 0; edge < plane->edge_count; edge++) {
    if (plane->edges[edge].u != plane->edges[edge].v) continue;
    insert_dart(plane, plane->first[plane->edges[edge].u], 2 * edge);
    insert_dart(plane, 2 * edge, 2 * edge + 1);
  }
}

/* ---- libplanarity draws the heads; its vertices count from 1, and edge k has the arcs 2k + 2, 2k + 3 ---- */

/* Reads the rotation; false unless it has each dart of the heads once, with its ends. */
static bool read_rotation(struct plane *plane, graphP drawn, const uint32_t *heads, size_t count) {
  const int base = gp_GetFirstVertex(drawn);
  size_t darts = 0;
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) {
    uint32_t last = NO_DART;
    for (int arc = gp_GetFirstArc(drawn, base + (int)vertex); gp_IsArc(arc); arc = gp_GetNextArc(drawn, arc)) {
      const size_t number = (size_t)(arc - gp_GetFirstEdge(drawn)) / 2;
      if (number >= count || ++darts > 2 * count) return false;
      const uint32_t dart = dart_leaving(plane, heads[number], vertex);
      if (plane->next[dart] != NO_DART || leaves(plane, dart) != vertex ||
          base + (int)leaves(plane, dart ^ 1) != gp_GetNeighbor(drawn, arc)) {
        return false;
      }
      insert_dart(plane, last, dart);
      last = dart;
    }
  }
  return darts == 2 * count;
}

/* Draws the simple graph of the heads. Sets *planar; anything but a clear answer is TT_NO_RESOURCE. */
static enum tt_status draw_heads(struct plane *plane, const uint32_t *heads, size_t count, bool *planar,
                                 struct tt_error *error) {
  graphP drawn = gp_New();
  bool done = drawn != NULL && gp_InitGraph(drawn, (int)plane->vertex_count) == OK;
  for (size_t index = 0; done && index < count; index++) {
    const int base = gp_GetFirstVertex(drawn);
    const struct tt_edge ends = plane->edges[heads[index]];
    done = gp_AddEdge(drawn, base + (int)ends.u, 0, base + (int)ends.v, 0) == OK;
  }
  const int answer = done ? gp_Embed(drawn, EMBEDFLAGS_PLANAR) : NOTOK;
  *planar = answer == OK;
  done = answer == NONEMBEDDABLE || (answer == OK && gp_SortVertices(drawn) == OK);
  const bool read = !done || !*planar || read_rotation(plane, drawn, heads, count);
  gp_Free(&drawn);
  if (!done) return tt_fail(error, TT_NO_RESOURCE, "dual: libplanarity failed; it may be out of memory");
  return read ? TT_OK : tt_fail(error, TT_NO_RESOURCE, "dual: libplanarity drew another graph");
}

/* A simple graph of n >= 3 vertices and more than 3n - 6 edges is not planar. */
static bool too_many_edges(const struct plane *plane, size_t count) {
  return plane->vertex_count >= 3 && count > 3 * (size_t)plane->vertex_count - 6;
}

/* Draws G + e*: heads, then parallel edges, then loops. */
static enum tt_status plane_draw(struct plane *plane, bool *planar, struct tt_error *error) {
  struct link *const links = malloc(plane->edge_count * sizeof *links);
  uint32_t *const heads = malloc(plane->edge_count * sizeof *heads);
  enum tt_status status = TT_OK;
  if (links == NULL || heads == NULL) {
    status = tt_no_memory(error);
  } else {
    const size_t link_count = sort_links(plane, links);
    size_t count = 0;
    for (size_t index = 0; index < link_count; index++) {
      if (heads_group(links, index)) heads[count++] = links[index].edge;
    }
    *planar = false;
    if (!too_many_edges(plane, count)) status = draw_heads(plane, heads, count, planar, error);
    if (status == TT_OK && *planar) {
      insert_parallels(plane, links, link_count);
      insert_loops(plane);
    }
  }
  free(links);
  free(heads);
  return status;
}

/* ---- Faces, and the proof that the drawing is plane ---- */

/* Are the darts that leave each vertex one cycle of next? */
static bool is_rotation(const struct plane *plane) {
  const size_t all = 2 * (size_t)plane->edge_count;
  size_t seen = 0;
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) {
    uint32_t dart = plane->first[vertex];
    if (dart == NO_DART) continue;
    do {
      if (dart >= all || leaves(plane, dart) != vertex || ++seen > all) return false;
      dart = plane->next[dart];
    } while (dart != plane->first[vertex]);
  }
  return seen == all;
}

static void walk_faces(struct plane *plane) {
  const uint32_t all = 2 * plane->edge_count;
  plane->face_count = 0;
  for (uint32_t dart = 0; dart < all; dart++) plane->face[dart] = NO_DART;
  for (uint32_t start = 0; start < all; start++) {
    if (plane->face[start] != NO_DART) continue;
    uint32_t dart = start;
    do {
      plane->face[dart] = plane->face_count;
      dart = plane->next[dart ^ 1];
    } while (dart != start);
    plane->home[plane->face_count++] = leaves(plane, start);
  }
}

/* Is vertices - edges + faces = 2 in every component? `sum` has an entry a vertex. */
static bool euler_holds(const struct plane *plane, struct tt_partition *components, int64_t *sum) {
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) sum[vertex] = 0;
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) {
    sum[tt_partition_find(components, vertex)] += plane->first[vertex] == NO_DART ? 2 : 1; /* alone, it has a face */
  }
  for (uint32_t edge = 0; edge < plane->edge_count; edge++) {
    sum[tt_partition_find(components, plane->edges[edge].u)]--;
  }
  for (uint32_t face = 0; face < plane->face_count; face++) sum[tt_partition_find(components, plane->home[face])]++;
  for (uint32_t vertex = 0; vertex < plane->vertex_count; vertex++) {
    if (tt_partition_find(components, vertex) == vertex && sum[vertex] != 2) return false;
  }
  return true;
}

/* Walks the faces of a drawing and gives each face its vertex of the dual: 0 is the face that the components share, of
 * each its first. `number` has an entry a dart. */
static enum tt_status number_faces(struct plane *plane, uint32_t *number, uint32_t *vertex_count,
                                   struct tt_error *error) {
  struct tt_partition components = {0};
  int64_t *const sum = malloc(plane->vertex_count * sizeof *sum);
  enum tt_status status = TT_OK;
  if (sum == NULL || !tt_partition_make(&components, plane->vertex_count)) {
    status = tt_no_memory(error);
  } else if (!is_rotation(plane)) {
    status = tt_fail(error, TT_NO_RESOURCE, "dual: the embedding is not a rotation");
  } else {
    for (uint32_t edge = 0; edge < plane->edge_count; edge++) {
      tt_partition_unite(&components, plane->edges[edge].u, plane->edges[edge].v);
    }
    walk_faces(plane);
    if (!euler_holds(plane, &components, sum)) {
      status = tt_fail(error, TT_NO_RESOURCE, "dual: the embedding fails Euler's formula");
    }
  }
  if (status == TT_OK) {
    *vertex_count = 1;
    for (uint32_t face = 0; face < plane->face_count; face++) {
      int64_t *const mark = &sum[tt_partition_find(&components, plane->home[face])];
      number[face] = *mark == 2 ? 0 : (*vertex_count)++; /* Euler's 2, until the component's first face is met */
      *mark = 0;
    }
  }
  tt_partition_free(&components);
  free(sum);
  return status;
}

/* ---- The dual game ---- */

/* An empty game of that many vertices called "dual of ...", with room for `edges` entries in old_edge. */
static bool begin_game(struct tt_dual *dual, const char *name, uint32_t vertex_count, size_t edges) {
  const size_t size = strlen(name) + sizeof "dual of ";
  char *const full = malloc(size);
  if (full == NULL) return false;
  snprintf(full, size, "dual of %s", name);
  dual->graph = tt_graph_new(full, vertex_count);
  dual->old_edge = malloc((edges + 1) * sizeof *dual->old_edge);
  free(full);
  return dual->graph != NULL && dual->old_edge != NULL;
}

static bool add_crossing(struct tt_dual *dual, uint32_t u, uint32_t v, size_t old_edge) {
  if (!tt_graph_add_edge(dual->graph, u, v)) return false;
  dual->old_edge[dual->graph->edge_count - 1] = old_edge;
  return true;
}

static void exchange_numbers(const struct plane *plane, uint32_t *number, uint32_t first, uint32_t second) {
  for (uint32_t face = 0; face < plane->face_count; face++) {
    if (number[face] == first) {
      number[face] = second;
    } else if (number[face] == second) {
      number[face] = first;
    }
  }
}

/* Numbers the faces beside e* first and last, as terminals are where a format names none. Is e* in one face only? */
static bool terminals_first_and_last(const struct plane *plane, uint32_t *number, uint32_t vertex_count) {
  const size_t virtual_edge = plane->edge_count - 1;
  const uint32_t a = plane->face[2 * virtual_edge], b = plane->face[2 * virtual_edge + 1];
  exchange_numbers(plane, number, number[a], 0);
  if (a != b) exchange_numbers(plane, number, number[b], vertex_count - 1);
  return a == b;
}

/* `number` is the dual's vertex of each face. */
static bool fill_game(struct tt_dual *dual, const struct tt_graph *position, const struct tt_rest *rest,
                      const struct plane *plane, uint32_t *number, uint32_t vertex_count) {
  const bool split = terminals_first_and_last(plane, number, vertex_count);
  if (!begin_game(dual, position->name, split ? vertex_count + 1 : vertex_count, rest->edge_count + 1)) return false;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    const uint32_t left = number[plane->face[2 * edge]], right = number[plane->face[2 * edge + 1]];
    if (!add_crossing(dual, left, right, rest->old_edge[edge])) return false;
  }
  if (!split) return true;
  if (!add_crossing(dual, dual->graph->terminal_a, dual->graph->terminal_b, SIZE_MAX)) return false;
  dual->graph->states[rest->edge_count] = TT_SECURED;
  return true;
}

static enum tt_status make_from_rest(struct tt_dual *dual, const struct tt_graph *position, const struct tt_rest *rest,
                                     struct tt_error *error) {
  struct plane plane;
  uint32_t vertex_count = 0;
  if (rest->edge_count > DUAL_EDGE_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "dual: %.100s has %zu undecided edges; the most is %zu", position->name,
                   rest->edge_count, DUAL_EDGE_LIMIT);
  }
  uint32_t *const number = malloc(2 * (rest->edge_count + 1) * sizeof *number);
  if (number == NULL || !plane_make(&plane, rest)) {
    free(number);
    return tt_no_memory(error);
  }
  enum tt_status status = plane_draw(&plane, &dual->planar, error);
  if (status == TT_OK && dual->planar) status = number_faces(&plane, number, &vertex_count, error);
  if (status == TT_OK && dual->planar && !fill_game(dual, position, rest, &plane, number, vertex_count)) {
    status = tt_no_memory(error);
  }
  plane_free(&plane);
  free(number);
  return status;
}

enum tt_status tt_dual_make(struct tt_dual *dual, const struct tt_graph *position, struct tt_error *error) {
  *dual = (struct tt_dual){0};
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  if (rest.joined) {
    dual->planar = true;
    if (!begin_game(dual, position->name, 2, 0)) status = tt_no_memory(error);
  } else {
    status = make_from_rest(dual, position, &rest, error);
  }
  tt_rest_free(&rest);
  if (status != TT_OK) tt_dual_free(dual);
  return status;
}

void tt_dual_free(struct tt_dual *dual) {
  tt_graph_free(dual->graph);
  free(dual->old_edge);
  *dual = (struct tt_dual){0};
}

/* ---- The witness ---- */

static void *dual_open(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* nothing is kept between questions */
}

static enum tt_status dual_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  (void)work;
  struct tt_dual dual;
  struct tt_forests forests;
  enum tt_status status = tt_dual_make(&dual, position, error);
  if (status != TT_OK) return status;
  if (!dual.planar) {
    status = tt_fail(error, TT_NO_RESOURCE, "undecided: G + e* is not planar");
  } else {
    status = tt_forests_make(&forests, dual.graph, error);
  }
  if (status == TT_OK) {
    /* Short moving second wins unless Cut, moving first, does: unless the dual's Short, moving first, does. */
    *verdict = (struct tt_verdict){!(forests.tempo < 2), !(forests.tempo < 1)};
    tt_forests_free(&forests);
  }
  tt_dual_free(&dual);
  return status;
}

const struct tt_witness tt_witness_dual = {
    .name = "dual",
    .summary = "forests on the planar dual, mirrored; undecided where G + e* is not planar",
    .edge_limit = 2000,
    .partial = true,
    .sweep_limit = 0,
    .open = dual_open,
    .ask = dual_ask,
    .close = free,
};
