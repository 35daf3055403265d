/* moves.c: every winning move of either player.
 *
 * Let N be the union of two copies of the graphic matroid. In a game that the first mover wins one copy of e* fits
 * beside a largest pair of forests and a second does not. Short: securing e is worth as much as a copy e' of e, since
 * Short answers a deletion of either by securing the other. So e wins exactly when e' takes the place of e*: e' is
 * spanned by G + e* in N and not by G. Spanned edges are those inside maximal clumps. Cut: deleting e wins exactly when
 * a second copy of e* then fits: e is in every largest pair of forests of G, but not in every one of G + 2e*: it is on
 * the circuit that the second copy closes. Those are the edges that the failed search for the second copy reached,
 * outside the circuits of G. (Both are the exchanges of Bruno and Weinberg 1970.) */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"
#include "treetest/treetest.h"

static bool inside_node(struct finder *finder, const struct tt_edge *ends) {
  return finder_node(finder, ends->u) == finder_node(finder, ends->v);
}

static void add_virtual(struct finder *finder) {
  finder_add(finder, finder->edge_count - 2);
  finder_add(finder, finder->edge_count - 1); /* does not fit: contracts the circuit that it closes */
}

/* In a game that the first mover wins: Cut's moves. False when out of memory. */
static bool find_cut_moves(const struct tt_rest *rest, uint8_t *cut_wins) {
  struct finder finder;
  uint8_t *const spare = malloc(rest->edge_count + 1);
  const bool made = spare != NULL && finder_make(&finder, rest, NULL, FINDER_CIRCUITS);
  if (made) {
    for (size_t index = 0; index < rest->edge_count; index++) spare[index] = inside_node(&finder, &rest->edges[index]);
    add_virtual(&finder);
    for (size_t index = 0; index < rest->edge_count; index++) {
      cut_wins[rest->old_edge[index]] = inside_node(&finder, &rest->edges[index]) && !spare[index];
    }
    finder_free(&finder);
  }
  free(spare);
  return made;
}

/* In such a game: Short's moves, by the maximal clumps of G and of G + e*. */
static enum tt_status find_short_moves(const struct tt_graph *position, uint8_t *short_wins, struct tt_error *error) {
  const size_t size = ((size_t)position->vertex_count + 1) * sizeof(uint32_t);
  struct tt_graph *const with_virtual = tt_graph_copy(position, 1);
  uint32_t *const before = malloc(size), *const after = malloc(size);
  enum tt_status status = TT_NO_RESOURCE;
  if (with_virtual == NULL || before == NULL || after == NULL ||
      !tt_graph_add_edge(with_virtual, position->terminal_a, position->terminal_b)) {
    tt_no_memory(error);
  } else {
    status = tt_clumps_make(before, position, error);
    if (status == TT_OK) status = tt_clumps_make(after, with_virtual, error);
  }
  for (size_t edge = 0; edge < position->edge_count && status == TT_OK; edge++) {
    const struct tt_edge ends = position->edges[edge];
    short_wins[edge] =
        position->states[edge] == TT_UNDECIDED && after[ends.u] == after[ends.v] && before[ends.u] != before[ends.v];
  }
  tt_graph_free(with_virtual);
  free(before);
  free(after);
  return status;
}

enum tt_status tt_winning_moves(const struct tt_graph *position, unsigned *tempo, uint8_t *short_wins,
                                uint8_t *cut_wins, struct tt_error *error) {
  struct tt_forests forests;
  struct tt_rest rest;
  enum tt_status status = tt_forests_make(&forests, position, error);
  if (status != TT_OK) return status;
  status = tt_rest_make(&rest, position, error);
  if (status == TT_OK) {
    *tempo = forests.tempo;
    memset(short_wins, 0, position->edge_count);
    memset(cut_wins, 0, position->edge_count);
    /* No move hurts its maker: whoever wins moving second wins with every move. */
    for (size_t index = 0; index < rest.edge_count; index++) {
      short_wins[rest.old_edge[index]] = forests.tempo == 0;
      cut_wins[rest.old_edge[index]] = forests.tempo == 2;
    }
    if (forests.tempo == 1) {
      status = find_cut_moves(&rest, cut_wins) ? find_short_moves(position, short_wins, error) : tt_no_memory(error);
    }
    tt_rest_free(&rest);
  }
  tt_forests_free(&forests);
  return status;
}
