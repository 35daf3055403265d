/* alternation_sweep.c: the same count without a game played: which of all positions can strict alternation reach?
 *
 * The numbers of both players' edges say the ply. A position in which nobody has won is reached in any order, for what
 * it holds holds no win either. One that is won is reached exactly when its last move was the winner's and some edge of
 * the winner's can be that move: without it nobody has won. */
#include "play/alternation.h"

#include <stdlib.h>
#include <string.h>

/* connects[set]: do these edges join A and B? By growing the set of vertices reached from A. */
static uint8_t *find_connecting(const struct tt_graph *graph) {
  const size_t sets = (size_t)1 << graph->edge_count;
  uint8_t *const connects = malloc(sets);
  if (connects == NULL) return NULL;
  for (size_t set = 0; set < sets; set++) {
    uint64_t reached = (uint64_t)1 << graph->terminal_a, before = 0;
    while (reached != before) {
      before = reached;
      for (size_t edge = 0; edge < graph->edge_count; edge++) {
        if ((set >> edge & 1) == 0) continue;
        const uint64_t ends = (uint64_t)1 << graph->edges[edge].u | (uint64_t)1 << graph->edges[edge].v;
        if ((reached & ends) != 0) reached |= ends;
      }
    }
    connects[set] = reached >> graph->terminal_b & 1;
  }
  return connects;
}

/* Can one of these edges of the winner's be the last move? rest[set] is 1 where what is left of his set without it wins
 * still; `wins` is connects for Short, and for Cut the same of the complement, negated. */
static bool has_last_move(const uint8_t *connects, tt_edge_set all, tt_edge_set own, bool short_won) {
  for (tt_edge_set left = own; left != 0; left &= left - 1) {
    const tt_edge_set rest = own & ~(left & -left);
    const bool wins = short_won ? connects[rest] != 0 : connects[all & ~rest] == 0;
    if (!wins) return true;
  }
  return false;
}

static void count_position(struct tt_alternation *counts, const uint8_t *connects, tt_edge_set all, tt_edge_set secured,
                           tt_edge_set deleted, bool short_first) {
  const unsigned sizes[2] = {tt_edge_set_size(secured), tt_edge_set_size(deleted)}, ply = sizes[0] + sizes[1];
  const unsigned of_first = short_first ? sizes[0] : sizes[1];
  if (of_first != (ply + 1) / 2) return;
  const bool short_won = connects[secured] != 0, cut_won = connects[all & ~deleted] == 0;
  const bool short_moved_last = (ply % 2 == 1) == short_first;
  if (!short_won && !cut_won) {
    counts->at[ply][TT_PLAYER_NONE]++;
  } else if (ply > 0 && short_won == short_moved_last &&
             has_last_move(connects, all, short_won ? secured : deleted, short_won)) {
    counts->at[ply][short_won ? TT_PLAYER_SHORT : TT_PLAYER_CUT]++;
  } else if (ply == 0) {
    counts->at[ply][short_won ? TT_PLAYER_SHORT : TT_PLAYER_CUT]++; /* won before the first move */
  }
}

enum tt_status tt_alternation_sweep(struct tt_alternation *counts, const struct tt_graph *graph, enum tt_player first,
                                    struct tt_error *error) {
  *counts = (struct tt_alternation){.plies = (unsigned)graph->edge_count + 1};
  const enum tt_status status = alternation_check(graph, error);
  if (status != TT_OK) return status;
  if (graph->vertex_count > 64) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s: positions are counted on at most 64 vertices", graph->name);
  }
  uint8_t *const connects = find_connecting(graph);
  if (connects == NULL) return tt_no_memory(error);
  const tt_edge_set all = tt_edge_set_all(graph->edge_count);
  for (tt_edge_set decided = 0; decided <= all; decided++) {
    for (tt_edge_set secured = decided;; secured = (secured - 1) & decided) {
      count_position(counts, connects, all, secured, decided & ~secured, first == TT_PLAYER_SHORT);
      if (secured == 0) break;
    }
  }
  free(connects);
  for (unsigned ply = 0; ply < counts->plies; ply++) {
    for (unsigned winner = 0; winner < 3; winner++) counts->total += counts->at[ply][winner];
  }
  return TT_OK;
}
