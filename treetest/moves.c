/* moves.c: every winning move of either player, from one pair of forests.
 *
 * Let N be the union of two copies of the graphic matroid. In a game that the first mover wins one copy of e* fits
 * beside a largest pair of forests and a second does not. Short: securing e is worth as much as a copy e' of e, since
 * Short answers a deletion of either by securing the other. So e wins exactly when e' takes the place of e*: e' is
 * spanned by G + e* in N and not by G. Spanned edges are those inside maximal clumps, which are found by trying a copy
 * of every edge. Cut: deleting e wins exactly when a second copy of e* then fits: e is in every largest pair of forests
 * of G, but not in every one of G + 2e*: it is on the circuit that the second copy closes. Those are the edges that the
 * failed search for the second copy reached, outside the clumps of G. (Both are the exchanges of Bruno and Weinberg
 * 1970 read off the labels of one search.) */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"
#include "treetest/treetest.h"

/* For each edge of the rest, whether G (with the copies of e* taken so far) spans a copy of it; contracts as it goes.
 */
static void find_spanned(struct finder *finder, const struct tt_rest *rest, uint8_t *spanned) {
  for (uint32_t edge = 0; edge < rest->edge_count; edge++) spanned[edge] = !finder_has_room(finder, edge);
}

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
  const bool made = spare != NULL && finder_make(&finder, rest, FINDER_CIRCUITS);
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

/* In such a game: Short's moves. */
static bool find_short_moves(const struct tt_rest *rest, uint8_t *short_wins) {
  struct finder finder;
  uint8_t *const before = malloc(rest->edge_count + 1), *const after = malloc(rest->edge_count + 1);
  const bool made = before != NULL && after != NULL && finder_make(&finder, rest, FINDER_CLUMPS);
  if (made) {
    find_spanned(&finder, rest, before);
    add_virtual(&finder);
    find_spanned(&finder, rest, after);
    for (size_t index = 0; index < rest->edge_count; index++) {
      short_wins[rest->old_edge[index]] = after[index] && !before[index];
    }
    finder_free(&finder);
  }
  free(before);
  free(after);
  return made;
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
    if (forests.tempo == 1 && !(find_cut_moves(&rest, cut_wins) && find_short_moves(&rest, short_wins))) {
      status = tt_no_memory(error);
    }
    tt_rest_free(&rest);
  }
  tt_forests_free(&forests);
  return status;
}
