/* refute.c: the shortest game that a level loses from a position, against every reply there is.
 *
 * Iterative deepening over the moves of the opponent: at the level's turn every move that it holds equally good, at the
 * opponent's every undecided edge, cut off where the opponent needs more moves than it has left. A position with the
 * level on move is remembered with the number of moves for which it is known to hold (uthash; keys are the secured and
 * the deleted edges, so a key is the position). */
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->lost = true)
#include <uthash.h>

#include "play/engine.h"

struct position_key {
  tt_edge_set secured, deleted;
};

struct known {
  struct position_key key;
  size_t holds; /* the opponent does not win with so many moves */
  bool lost;    /* out of memory: it is not in the table */
  UT_hash_handle hh;
};

struct refuter {
  struct tt_game game; /* changed and restored */
  struct outlook outlook;
  engine_rule rule;
  enum tt_player player; /* the level's */
  uint64_t budget, left, used;
  struct known *known; /* owned */
  size_t length;
  size_t *moves; /* of the line in hand */
  struct tt_error *error;
};

static struct position_key key_of(const struct tt_graph *graph) {
  struct position_key key = {0, 0};
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] == TT_SECURED) key.secured |= tt_edge_set_of(edge);
    if (graph->states[edge] == TT_DELETED) key.deleted |= tt_edge_set_of(edge);
  }
  return key;
}

static struct known *look_up(const struct refuter *refuter, const struct position_key *key) {
  struct known *found;
  HASH_FIND(hh, refuter->known, key, sizeof *key, found);
  return found;
}

static enum tt_status remember(struct refuter *refuter, const struct position_key *key, size_t holds) {
  struct known *entry = look_up(refuter, key);
  if (entry == NULL) {
    entry = calloc(1, sizeof *entry);
    if (entry == NULL) return tt_no_memory(refuter->error);
    entry->key = *key;
    HASH_ADD(hh, refuter->known, key, sizeof entry->key, entry);
    if (entry->lost) {
      free(entry);
      return tt_no_memory(refuter->error);
    }
  }
  entry->holds = holds;
  return TT_OK;
}

static void forget(struct refuter *refuter) {
  struct known *entry, *next;
  HASH_ITER(hh, refuter->known, entry, next) {
    HASH_DEL(refuter->known, entry);
    free(entry);
  }
}

static enum tt_status level_to_move(struct refuter *refuter, size_t moves, bool *loses);

/* Moves of the opponent's are in the graph of the game and in the outlook alike. */
static void set_state(struct refuter *refuter, size_t edge, uint8_t state) {
  refuter->game.graph->states[edge] = state;
  refuter->outlook.states[edge] = state;
}

/* The opponent has `moves` moves; does one of its games win? */
static enum tt_status opponent_to_move(struct refuter *refuter, size_t moves, bool *loses) {
  const enum tt_player opponent = tt_opponent(refuter->player);
  enum tt_status status = TT_OK;
  *loses = false;
  if (outlook_distance(&refuter->outlook, refuter->player) == 0) return TT_OK; /* the level has won */
  if (outlook_distance(&refuter->outlook, opponent) > moves) return TT_OK;
  for (size_t edge = 0; status == TT_OK && !*loses && edge < refuter->outlook.edge_count; edge++) {
    if (refuter->outlook.states[edge] != TT_UNDECIDED) continue;
    set_state(refuter, edge, engine_state(opponent));
    refuter->moves[refuter->length++] = edge;
    const uint32_t distance = outlook_distance(&refuter->outlook, opponent);
    *loses = distance == 0;
    if (!*loses && distance <= moves - 1) status = level_to_move(refuter, moves - 1, loses);
    if (!*loses) refuter->length--;
    set_state(refuter, edge, TT_UNDECIDED);
  }
  return status;
}

static enum tt_status try_level_moves(struct refuter *refuter, size_t moves, const uint8_t *marks, bool *loses) {
  enum tt_status status = TT_OK;
  for (size_t edge = 0; status == TT_OK && !*loses && edge < refuter->outlook.edge_count; edge++) {
    if (!marks[edge]) continue;
    set_state(refuter, edge, engine_state(refuter->player));
    refuter->moves[refuter->length++] = edge;
    status = opponent_to_move(refuter, moves, loses);
    if (!*loses) refuter->length--;
    set_state(refuter, edge, TT_UNDECIDED);
  }
  return status;
}

static enum tt_status level_to_move(struct refuter *refuter, size_t moves, bool *loses) {
  const struct position_key key = key_of(refuter->game.graph);
  const struct known *const known = look_up(refuter, &key);
  *loses = false;
  if (known != NULL && known->holds >= moves) return TT_OK;
  if (refuter->left-- == 0) {
    return tt_fail(refuter->error, TT_NO_RESOURCE, "undecided: no lost game found in %llu positions",
                   (unsigned long long)refuter->used);
  }
  refuter->used++;
  uint8_t *const marks = calloc(refuter->outlook.edge_count + 1, 1);
  if (marks == NULL) return tt_no_memory(refuter->error);
  refuter->game.turn = refuter->player;
  enum tt_status status = refuter->rule(&refuter->game, refuter->budget, marks, refuter->error);
  if (status == TT_OK) status = try_level_moves(refuter, moves, marks, loses);
  free(marks);
  if (status != TT_OK || *loses) return status;
  return remember(refuter, &key, moves);
}

/* Which move of the line threw the won position away. */
static enum tt_status find_blunder(struct tt_refutation *refutation, const struct tt_game *start,
                                   struct tt_error *error) {
  struct tt_game game;
  enum tt_player before, after;
  enum tt_status status = tt_game_copy(&game, start, error);
  if (status != TT_OK) return status;
  status = tt_game_favourite(&game, &before, error);
  for (size_t ply = 0; status == TT_OK && ply < refutation->length; ply++) {
    status = tt_game_play(&game, refutation->moves[ply], error);
    if (status == TT_OK) status = tt_game_favourite(&game, &after, error);
    if (status != TT_OK) break;
    if (before == start->turn && after != start->turn) refutation->blunder = ply;
    before = after;
  }
  tt_game_free(&game);
  return status;
}

static enum tt_status deepen(struct refuter *refuter, struct tt_refutation *refutation) {
  enum tt_status status = TT_OK;
  for (size_t moves = 1; status == TT_OK && !refutation->found && moves <= refuter->outlook.edge_count; moves++) {
    status = level_to_move(refuter, moves, &refutation->found);
  }
  refutation->length = refuter->length;
  refutation->positions = refuter->used;
  return status;
}

enum tt_status tt_refutation_make(struct tt_refutation *refutation, const struct tt_game *start,
                                  const struct tt_engine *engine, uint64_t budget, uint64_t positions,
                                  struct tt_error *error) {
  *refutation = (struct tt_refutation){.blunder = SIZE_MAX};
  if (start->graph->edge_count > TT_EDGE_SET_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "a search of all replies takes at most %d edges", TT_EDGE_SET_LIMIT);
  }
  if (engine->boards_only && start->board == 0) {
    return tt_fail(error, TT_BAD_INPUT, "%s plays on boards only: expected bridgit:N", engine->name);
  }
  struct refuter refuter = {.rule = engine_rule_of(engine),
                            .player = start->turn,
                            .budget = budget,
                            .left = positions,
                            .moves = refutation->moves,
                            .error = error};
  if (refuter.rule == NULL) return tt_fail(error, TT_BAD_INPUT, "%.40s is no level that can be searched", engine->name);
  if (start->winner != TT_PLAYER_NONE) return tt_fail(error, TT_BAD_INPUT, "the game is over");
  enum tt_status status = tt_game_copy(&refuter.game, start, error);
  if (status != TT_OK) return status;
  status = outlook_make(&refuter.outlook, start, error);
  if (status == TT_OK) {
    status = deepen(&refuter, refutation);
    outlook_free(&refuter.outlook);
  }
  forget(&refuter);
  tt_game_free(&refuter.game);
  if (status == TT_OK && refutation->found) status = find_blunder(refutation, start, error);
  return status;
}
