/* alternation.c: how many positions strict alternation reaches, ply by ply from the start. A position is the set of
 * secured edges and the set of deleted ones, side by side in one number; each ply is a sorted list of them. */
#include "play/alternation.h"

#include <stdlib.h>

struct plies {
  const struct tt_graph *graph;
  size_t count, capacity;
  uint64_t *positions; /* owned */
};

enum tt_status alternation_check(const struct tt_graph *graph, struct tt_error *error) {
  if (graph->edge_count <= TT_ALTERNATION_EDGES && tt_graph_count(graph, TT_UNDECIDED) == graph->edge_count) {
    return TT_OK;
  }
  return tt_fail(error, TT_BAD_INPUT, "%.100s: positions are counted on at most %d edges, all undecided", graph->name,
                 TT_ALTERNATION_EDGES);
}

static enum tt_status decide(const struct tt_graph *graph, tt_edge_set edges, bool *joined, struct tt_error *error) {
  struct tt_partition partition;
  if (!tt_partition_make(&partition, graph->vertex_count)) return tt_no_memory(error);
  for (; edges != 0; edges &= edges - 1) {
    const struct tt_edge edge = graph->edges[tt_edge_set_first(edges)];
    tt_partition_unite(&partition, edge.u, edge.v);
  }
  *joined = tt_partition_find(&partition, graph->terminal_a) == tt_partition_find(&partition, graph->terminal_b);
  tt_partition_free(&partition);
  return TT_OK;
}

static enum tt_status winner_of(const struct tt_graph *graph, uint64_t position, enum tt_player *winner,
                                struct tt_error *error) {
  const tt_edge_set all = tt_edge_set_all(graph->edge_count), secured = position & UINT32_MAX;
  bool short_won = false, open = true;
  enum tt_status status = decide(graph, secured, &short_won, error);
  if (status == TT_OK) status = decide(graph, all & ~(position >> 32), &open, error);
  *winner = short_won ? TT_PLAYER_SHORT : open ? TT_PLAYER_NONE : TT_PLAYER_CUT;
  return status;
}

static int compare(const void *first, const void *second) {
  const uint64_t a = *(const uint64_t *)first, b = *(const uint64_t *)second;
  return a < b ? -1 : a > b ? 1 : 0;
}

static enum tt_status add(struct plies *plies, uint64_t position, struct tt_error *error) {
  if (plies->count == plies->capacity) {
    const size_t capacity = 2 * plies->capacity + 64;
    uint64_t *const positions = realloc(plies->positions, capacity * sizeof *positions);
    if (positions == NULL) return tt_no_memory(error);
    plies->positions = positions;
    plies->capacity = capacity;
  }
  plies->positions[plies->count++] = position;
  return TT_OK;
}

static void drop_doubles(struct plies *plies) {
  size_t kept = 0;
  if (plies->count > 0) qsort(plies->positions, plies->count, sizeof *plies->positions, compare);
  for (size_t index = 0; index < plies->count; index++) {
    if (kept == 0 || plies->positions[kept - 1] != plies->positions[index]) {
      plies->positions[kept++] = plies->positions[index];
    }
  }
  plies->count = kept;
}

/* Counts what is in `now` and puts what one move makes of it into `next`. */
static enum tt_status play_ply(const struct plies *now, struct plies *next, bool short_moves, uint64_t counts[3],
                               struct tt_error *error) {
  const tt_edge_set all = tt_edge_set_all(now->graph->edge_count);
  enum tt_status status = TT_OK;
  next->count = 0;
  for (size_t index = 0; index < now->count && status == TT_OK; index++) {
    const uint64_t position = now->positions[index];
    enum tt_player winner;
    status = winner_of(now->graph, position, &winner, error);
    if (status != TT_OK) return status;
    counts[winner]++;
    if (winner != TT_PLAYER_NONE) continue;
    for (tt_edge_set left = all & ~(position | position >> 32); left != 0 && status == TT_OK; left &= left - 1) {
      const uint64_t one = left & -left;
      status = add(next, position | (short_moves ? one : one << 32), error);
    }
  }
  drop_doubles(next);
  return status;
}

enum tt_status tt_alternation_count(struct tt_alternation *counts, const struct tt_graph *graph, enum tt_player first,
                                    struct tt_error *error) {
  struct plies plies[2] = {{.graph = graph}, {.graph = graph}};
  *counts = (struct tt_alternation){.plies = (unsigned)graph->edge_count + 1};
  enum tt_status status = alternation_check(graph, error);
  if (status == TT_OK) status = add(&plies[0], 0, error);
  for (unsigned ply = 0; ply < counts->plies && status == TT_OK; ply++) {
    const bool short_moves = (ply % 2 == 0) == (first == TT_PLAYER_SHORT);
    status = play_ply(&plies[ply % 2], &plies[1 - ply % 2], short_moves, counts->at[ply], error);
  }
  for (unsigned ply = 0; ply < counts->plies && status == TT_OK; ply++) {
    for (unsigned winner = 0; winner < 3; winner++) counts->total += counts->at[ply][winner];
  }
  free(plies[0].positions);
  free(plies[1].positions);
  return status;
}
