/* pairing.c: Short's opening and pairs from any position: in closed form where a board allows it, else by search. */
#include "play/pairing.h"

#include <stdlib.h>

#include "treetest/treetest.h"

#define SEARCH_STEPS 2000000

/* Openings are tried in the order of their numbers; only those that win can have a pairing behind them. */
static enum tt_status search_openings(struct tt_pairing *pairing, struct tt_graph *graph, uint64_t *budget,
                                      struct tt_error *error) {
  unsigned tempo;
  uint8_t *const wins = calloc(2 * graph->edge_count + 1, 1);
  if (wins == NULL) return tt_no_memory(error);
  enum tt_status status = tt_winning_moves(graph, &tempo, wins, wins + graph->edge_count, error);
  for (size_t edge = 0; edge < graph->edge_count && status == TT_OK && !pairing->exists; edge++) {
    if (wins[edge] == 0) continue;
    graph->states[edge] = TT_SECURED;
    status = pairing_search(pairing, graph, budget, error);
    graph->states[edge] = TT_UNDECIDED;
    if (pairing->exists) pairing->opening = edge;
  }
  free(wins);
  return status;
}

/* Moving second is enough where Short can do so. */
static enum tt_status search_game(struct tt_pairing *pairing, const struct tt_game *game, unsigned tempo,
                                  struct tt_error *error) {
  uint64_t budget = SEARCH_STEPS;
  enum tt_status status = TT_OK;
  if (tempo == 0) status = pairing_search(pairing, game->graph, &budget, error);
  if (status != TT_OK || pairing->exists || game->turn == TT_PLAYER_CUT) return status;
  struct tt_graph *const graph = tt_graph_copy(game->graph, 0);
  if (graph == NULL) return tt_no_memory(error);
  status = search_openings(pairing, graph, &budget, error);
  tt_graph_free(graph);
  return status;
}

enum tt_status tt_pairing_make(struct tt_pairing *pairing, const struct tt_game *game, struct tt_error *error) {
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, game->graph, error);
  if (status != TT_OK) return status;
  const unsigned tempo = forests.tempo;
  tt_forests_free(&forests);
  *pairing = (struct tt_pairing){.opening = SIZE_MAX,
                                 .partner = malloc((game->graph->edge_count + 1) * sizeof *pairing->partner)};
  if (pairing->partner == NULL) return tt_no_memory(error);
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) pairing->partner[edge] = SIZE_MAX;
  if (game->winner != TT_PLAYER_NONE) {
    pairing->exists = game->winner == TT_PLAYER_SHORT;
    return TT_OK;
  }
  if (tempo > (game->turn == TT_PLAYER_SHORT ? 1 : 0)) return TT_OK; /* Cut wins */
  bool found = false;
  if (game->board != 0) pairing_on_board(pairing, game, &found);
  if (!found) status = search_game(pairing, game, tempo, error);
  if (status != TT_OK) tt_pairing_free(pairing);
  return status;
}

void tt_pairing_free(struct tt_pairing *pairing) {
  free(pairing->partner);
  *pairing = (struct tt_pairing){.opening = SIZE_MAX};
}
