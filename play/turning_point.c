/* turning_point.c: the move that lost a game, by the forests at every ply. */
#include "play/play.h"

enum tt_status tt_game_turning_point(const struct tt_game *game, size_t *ply, struct tt_error *error) {
  struct tt_game walk;
  *ply = SIZE_MAX;
  enum tt_status status = tt_game_copy(&walk, game, error);
  if (status != TT_OK) return status;
  const enum tt_player loser = tt_opponent(game->winner);
  /* Backwards: the last ply at which the loser was ahead. Whoever is ahead stays so by the right moves, so the move
   * made there was the loser's. */
  while (*ply == SIZE_MAX && tt_game_undo(&walk)) {
    enum tt_player favourite;
    status = tt_game_favourite(&walk, &favourite, error);
    if (status != TT_OK) break;
    if (favourite == loser) *ply = walk.move_count;
  }
  tt_game_free(&walk);
  return status;
}
