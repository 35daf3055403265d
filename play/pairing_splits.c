/* pairing_splits.c: in how many ways the edges of a graph + e* are two disjoint spanning trees, counted edge by edge.
 *
 * A state says how the pieces of either tree so far join the vertices at the front, which are those that have had an
 * edge and have one to come: for each such vertex, in the order of numbers, the number of its piece, pieces numbered as
 * they appear. States that are equal are one, with the sum of their ways. A vertex that leaves the front must leave
 * another of its piece there, or be the last of all. */
#include <stdlib.h>
#include <string.h>

#include "play/play.h"

#define FRONT 16 /* most vertices at the front */

struct state {
  uint8_t piece[2][FRONT];
  uint64_t ways;
};

struct table {
  size_t count, capacity;
  struct state *states; /* owned */
};

struct counting {
  const struct tt_graph *graph;
  size_t *last_edge; /* by vertex, owned: the number, in the order of the work, of its last edge */
  uint32_t front[FRONT + 2];
  unsigned front_count;
  uint32_t seen; /* vertices that have had an edge */
  struct table now, next;
};

/* In the order of the work e* is the first edge. */
static struct tt_edge edge_at(const struct tt_graph *graph, size_t step) {
  return step == 0 ? (struct tt_edge){graph->terminal_a, graph->terminal_b} : graph->edges[step - 1];
}

static bool add_state(struct table *table, const struct state *state) {
  if (table->count == table->capacity) {
    const size_t capacity = 2 * table->capacity + 64;
    struct state *const states = realloc(table->states, capacity * sizeof *states);
    if (states == NULL) return false;
    table->states = states;
    table->capacity = capacity;
  }
  table->states[table->count++] = *state;
  return true;
}

static int compare_states(const void *first, const void *second) {
  return memcmp(((const struct state *)first)->piece, ((const struct state *)second)->piece,
                sizeof((const struct state *)first)->piece);
}

/* Makes equal states one. Returns false when the sum does not fit. */
static bool merge(struct table *table) {
  size_t kept = 0;
  if (table->count > 0) qsort(table->states, table->count, sizeof *table->states, compare_states);
  for (size_t index = 0; index < table->count; index++) {
    if (kept > 0 && compare_states(&table->states[kept - 1], &table->states[index]) == 0) {
      uint64_t *const ways = &table->states[kept - 1].ways;
      if (__builtin_add_overflow(*ways, table->states[index].ways, ways)) return false;
    } else {
      table->states[kept++] = table->states[index];
    }
  }
  table->count = kept;
  return true;
}

/* Numbers the pieces as they appear. */
static void number_pieces(uint8_t *piece, unsigned count) {
  uint8_t names[FRONT + 2], next = 0;
  memset(names, 0xff, sizeof names);
  for (unsigned place = 0; place < count; place++) {
    if (names[piece[place]] == 0xff) names[piece[place]] = next++;
    piece[place] = names[piece[place]];
  }
}

static unsigned place_of(const struct counting *counting, uint32_t vertex) {
  unsigned place = 0;
  while (place < counting->front_count && counting->front[place] != vertex) place++;
  return place;
}

/* ---- A vertex comes to the front, or leaves it ---- */

static enum tt_status enter(struct counting *counting, uint32_t vertex, struct tt_error *error) {
  if (place_of(counting, vertex) < counting->front_count) return TT_OK;
  if (counting->front_count == FRONT) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s: too wide: more than %d vertices have edges on both sides of a step",
                   counting->graph->name, FRONT);
  }
  const unsigned place = counting->front_count++;
  counting->front[place] = vertex;
  counting->seen++;
  for (size_t index = 0; index < counting->now.count; index++) {
    uint8_t(*const piece)[FRONT] = counting->now.states[index].piece;
    for (unsigned tree = 0; tree < 2; tree++) {
      piece[tree][place] = (uint8_t)place; /* alone: no other piece has so high a number */
      number_pieces(piece[tree], counting->front_count);
    }
  }
  return TT_OK;
}

/* Is the vertex at this place alone in its piece? */
static bool alone(const uint8_t *piece, unsigned count, unsigned place) {
  for (unsigned other = 0; other < count; other++) {
    if (other != place && piece[other] == piece[place]) return false;
  }
  return true;
}

static void leave(struct counting *counting, uint32_t vertex) {
  const unsigned place = place_of(counting, vertex), count = counting->front_count;
  const bool last = count == 1 && counting->seen == counting->graph->vertex_count;
  size_t kept = 0;
  for (size_t index = 0; index < counting->now.count; index++) {
    struct state state = counting->now.states[index];
    bool closed = false;
    for (unsigned tree = 0; tree < 2; tree++) {
      uint8_t *const piece = state.piece[tree];
      closed = closed || alone(piece, count, place);
      memmove(piece + place, piece + place + 1, count - place - 1);
      piece[count - 1] = 0;
      number_pieces(piece, count - 1);
    }
    if (!closed || last) counting->now.states[kept++] = state;
  }
  counting->now.count = kept;
  memmove(&counting->front[place], &counting->front[place + 1], (count - place - 1) * sizeof counting->front[0]);
  counting->front_count--;
}

/* ---- Steps ---- */

/* Gives the edge to one tree or the other, e* to the first. */
static enum tt_status step(struct counting *counting, size_t number, struct tt_error *error) {
  const struct tt_edge edge = edge_at(counting->graph, number);
  const unsigned u = place_of(counting, edge.u), v = place_of(counting, edge.v);
  counting->next.count = 0;
  for (size_t index = 0; index < counting->now.count; index++) {
    for (unsigned tree = 0; tree < (number == 0 ? 1 : 2); tree++) {
      struct state state = counting->now.states[index];
      uint8_t *const piece = state.piece[tree];
      const uint8_t from = piece[u], to = piece[v];
      if (from == to) continue; /* it would close a cycle */
      for (unsigned place = 0; place < counting->front_count; place++) {
        if (piece[place] == from) piece[place] = to;
      }
      number_pieces(piece, counting->front_count);
      if (!add_state(&counting->next, &state)) return tt_no_memory(error);
    }
  }
  const struct table swap = counting->now;
  counting->now = counting->next;
  counting->next = swap;
  return TT_OK;
}

static enum tt_status run(struct counting *counting, struct tt_error *error) {
  const size_t steps = counting->graph->edge_count + 1;
  enum tt_status status = TT_OK;
  for (size_t number = 0; number < steps && status == TT_OK; number++) {
    const struct tt_edge edge = edge_at(counting->graph, number);
    status = enter(counting, edge.u, error);
    if (status == TT_OK) status = enter(counting, edge.v, error);
    if (status == TT_OK) status = step(counting, number, error);
    if (status != TT_OK) break;
    if (counting->last_edge[edge.u] == number) leave(counting, edge.u);
    if (edge.u != edge.v && counting->last_edge[edge.v] == number) leave(counting, edge.v);
    if (!merge(&counting->now)) {
      status = tt_fail(error, TT_NO_RESOURCE, "%.100s: more than 2^64 pairs of trees", counting->graph->name);
    }
  }
  return status;
}

enum tt_status tt_trees_splits(uint64_t *count, const struct tt_graph *graph, struct tt_error *error) {
  struct counting counting = {.graph = graph, .last_edge = calloc(graph->vertex_count, sizeof(size_t))};
  *count = 0;
  if (tt_graph_count(graph, TT_UNDECIDED) != graph->edge_count) {
    free(counting.last_edge);
    return tt_fail(error, TT_BAD_INPUT, "%.100s: pairs of trees are counted where all edges are undecided",
                   graph->name);
  }
  const struct state start = {.ways = 1};
  if (counting.last_edge == NULL || !add_state(&counting.now, &start)) {
    free(counting.last_edge);
    return tt_no_memory(error);
  }
  for (size_t number = 0; number <= graph->edge_count; number++) {
    const struct tt_edge edge = edge_at(graph, number);
    counting.last_edge[edge.u] = counting.last_edge[edge.v] = number;
  }
  const enum tt_status status = run(&counting, error);
  /* Isolated vertices never came to the front. */
  if (status == TT_OK && counting.seen == graph->vertex_count && counting.now.count > 0) {
    *count = counting.now.states[0].ways;
  }
  free(counting.last_edge);
  free(counting.now.states);
  free(counting.next.states);
  return status;
}
