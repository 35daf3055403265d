/* engine_perfect.c: the level that never loses a won position.
 *
 * tt_winning_moves marks every move that keeps the win (Lehman 1964; Bruno and Weinberg 1970). Any of them would do;
 * of these it takes the one that leaves its own distance least, so that games end, then the opponent's largest, then
 * the lowest number: the same move every time. Where it is lost every move is, and it delays (engine_delay.c). */
#include <stdlib.h>

#include "play/engine.h"
#include "treetest/treetest.h"

/* What a move leaves: own distance, small is better, and the opponent's, large is better. */
struct reach {
  uint32_t own, other;
};

static bool better(struct reach one, struct reach than) {
  return one.own != than.own ? one.own < than.own : one.other > than.other;
}

static void take_best(struct outlook *outlook, enum tt_player player, const uint8_t *winning, uint8_t *moves) {
  struct reach best = {UINT32_MAX, 0};
  size_t chosen = SIZE_MAX;
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (!winning[edge]) continue;
    outlook->states[edge] = outlook->of[player].own;
    struct reach reach = {outlook_distance(outlook, player), 0};
    if (reach.own <= best.own) reach.other = outlook_distance(outlook, tt_opponent(player));
    outlook->states[edge] = TT_UNDECIDED;
    if (chosen != SIZE_MAX && !better(reach, best)) continue;
    best = reach;
    chosen = edge;
  }
  if (chosen != SIZE_MAX) moves[chosen] = 1;
}

/* A lost player marks every move that delays as long as the longest; of those, the first that leaves the opponent's
 * distance largest and then its own least. */
static void take_delay(struct outlook *outlook, enum tt_player player, uint64_t budget, uint8_t *moves) {
  struct reach best = {UINT32_MAX, 0};
  size_t chosen = SIZE_MAX;
  engine_delay(outlook, player, budget, moves);
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (!moves[edge]) continue;
    moves[edge] = 0;
    outlook->states[edge] = outlook->of[player].own;
    const struct reach reach = {outlook_distance(outlook, player), outlook_distance(outlook, tt_opponent(player))};
    outlook->states[edge] = TT_UNDECIDED;
    const bool more = reach.other > best.other || (reach.other == best.other && reach.own < best.own);
    if (chosen != SIZE_MAX && !more) continue;
    best = reach;
    chosen = edge;
  }
  if (chosen != SIZE_MAX) moves[chosen] = 1;
}

enum tt_status engine_perfect(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  const size_t edges = game->graph->edge_count;
  struct outlook outlook;
  unsigned tempo;
  enum tt_status status = outlook_make(&outlook, game, error);
  if (status != TT_OK) return status;
  uint8_t *const wins = calloc(2 * edges + 2, 1);
  status = wins == NULL ? tt_no_memory(error) : tt_winning_moves(game->graph, &tempo, wins, wins + edges + 1, error);
  if (status == TT_OK) {
    const bool won = game->turn == TT_PLAYER_SHORT ? tempo < 2 : tempo > 0;
    if (won) {
      take_best(&outlook, game->turn, game->turn == TT_PLAYER_SHORT ? wins : wins + edges + 1, moves);
    } else {
      take_delay(&outlook, game->turn, budget, moves);
    }
  }
  free(wins);
  outlook_free(&outlook);
  return status;
}
