/* pairing_replay.c: a pairing played: against every move of Cut's at every point, or against random ones. */
#include <stdlib.h>

#include "play/play.h"

/* Short's reply to the deletion of `deleted`: its partner, or where that is decided or there is none, the lowest edge
 * left; SIZE_MAX when none is. */
static size_t reply_to(const struct tt_pairing *pairing, const struct tt_graph *graph, size_t deleted) {
  const size_t partner = pairing->partner[deleted];
  if (partner != SIZE_MAX && graph->states[partner] == TT_UNDECIDED) return partner;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] == TT_UNDECIDED) return edge;
  }
  return SIZE_MAX;
}

/* Cut deletes the edge and Short replies, unless that ended the game. */
static enum tt_status exchange(const struct tt_pairing *pairing, struct tt_game *game, size_t deleted,
                               struct tt_pairing_record *record, struct tt_error *error) {
  enum tt_status status = tt_game_play(game, deleted, error);
  if (status != TT_OK || game->winner != TT_PLAYER_NONE) return status;
  status = tt_game_play(game, reply_to(pairing, game->graph, deleted), error);
  record->replies++;
  return status;
}

static void end_line(const struct tt_game *game, struct tt_pairing_record *record) {
  record->lines++;
  record->lost += game->winner != TT_PLAYER_SHORT;
}

static enum tt_status every_reply(const struct tt_pairing *pairing, struct tt_game *game,
                                  struct tt_pairing_record *record, struct tt_error *error) {
  enum tt_status status = TT_OK;
  if (game->winner != TT_PLAYER_NONE) {
    end_line(game, record);
    return TT_OK;
  }
  for (size_t edge = 0; edge < game->graph->edge_count && status == TT_OK; edge++) {
    const size_t before = game->move_count;
    if (game->graph->states[edge] != TT_UNDECIDED) continue;
    status = exchange(pairing, game, edge, record, error);
    if (status == TT_OK) status = every_reply(pairing, game, record, error);
    while (game->move_count > before) tt_game_undo(game);
  }
  return status;
}

/* A copy of the game after the opening; Cut is to move, or the game is over. */
static enum tt_status begin(struct tt_game *copy, const struct tt_pairing *pairing, const struct tt_game *game,
                            struct tt_error *error) {
  enum tt_status status = tt_game_copy(copy, game, error);
  if (status != TT_OK || copy->turn == TT_PLAYER_CUT || copy->winner != TT_PLAYER_NONE) return status;
  status =
      tt_game_play(copy, pairing->opening != SIZE_MAX ? pairing->opening : reply_to(pairing, game->graph, 0), error);
  if (status != TT_OK) tt_game_free(copy);
  return status;
}

enum tt_status tt_pairing_replay(struct tt_pairing_record *record, const struct tt_pairing *pairing,
                                 const struct tt_game *game, struct tt_error *error) {
  struct tt_game copy;
  *record = (struct tt_pairing_record){0};
  if (!pairing->exists) return tt_fail(error, TT_REFUTED, "%.100s: no pairing to replay", game->graph->name);
  enum tt_status status = begin(&copy, pairing, game, error);
  if (status != TT_OK) return status;
  status = every_reply(pairing, &copy, record, error);
  tt_game_free(&copy);
  return status;
}

/* One of the undecided edges, each as likely. */
static size_t random_edge(const struct tt_graph *graph, uint64_t *random) {
  size_t left = (size_t)(tt_random_next(random) % tt_graph_count(graph, TT_UNDECIDED));
  for (size_t edge = 0;; edge++) {
    if (graph->states[edge] == TT_UNDECIDED && left-- == 0) return edge;
  }
}

enum tt_status tt_pairing_random(struct tt_pairing_record *record, const struct tt_pairing *pairing,
                                 const struct tt_game *game, uint64_t games, uint64_t seed, struct tt_error *error) {
  uint64_t random = seed != 0 ? seed : 1;
  enum tt_status status = TT_OK;
  *record = (struct tt_pairing_record){0};
  if (!pairing->exists) return tt_fail(error, TT_REFUTED, "%.100s: no pairing to replay", game->graph->name);
  for (uint64_t number = 0; number < games && status == TT_OK; number++) {
    struct tt_game copy;
    status = begin(&copy, pairing, game, error);
    if (status != TT_OK) return status;
    while (status == TT_OK && copy.winner == TT_PLAYER_NONE) {
      status = exchange(pairing, &copy, random_edge(copy.graph, &random), record, error);
    }
    if (status == TT_OK) end_line(&copy, record);
    tt_game_free(&copy);
  }
  return status;
}
