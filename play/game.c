/* game.c: the rules: whose turn it is, what may be played, who has won.
 *
 * Invariant: taking back all moves gives the position that the game began with; the winner is that of the position,
 * or of a resignation. */
#include "play/play.h"

#include <stdlib.h>

#include "treetest/treetest.h"

/* Are A and B joined by secured edges (`secured`), or by edges that are not deleted? */
static enum tt_status joined(const struct tt_graph *graph, bool secured, bool *are, struct tt_error *error) {
  struct tt_partition partition;
  if (!tt_partition_make(&partition, graph->vertex_count)) return tt_no_memory(error);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const bool there = secured ? graph->states[edge] == TT_SECURED : graph->states[edge] != TT_DELETED;
    if (there) tt_partition_unite(&partition, graph->edges[edge].u, graph->edges[edge].v);
  }
  *are = tt_partition_find(&partition, graph->terminal_a) == tt_partition_find(&partition, graph->terminal_b);
  tt_partition_free(&partition);
  return TT_OK;
}

/* Has the player won in this position? */
static enum tt_status has_won(const struct tt_graph *graph, enum tt_player player, bool *won, struct tt_error *error) {
  bool are = false;
  const enum tt_status status = joined(graph, player == TT_PLAYER_SHORT, &are, error);
  *won = are == (player == TT_PLAYER_SHORT);
  return status;
}

/* Does every edge join the dots where tt_board_bridge has them? A and B are the rows 0 and N. */
static bool is_board(const struct tt_graph *graph, unsigned board) {
  const uint32_t n = board;
  if (graph->vertex_count != n * (n - 1) + 2 || graph->edge_count != (size_t)n * n + (size_t)(n - 1) * (n - 1)) {
    return false;
  }
  if (graph->terminal_a != 0 || graph->terminal_b != graph->vertex_count - 1) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const struct tt_bridge bridge = tt_board_bridge(board, TT_PLAYER_SHORT, edge);
    const struct tt_dot dots[2] = {bridge.from, bridge.to};
    const uint32_t ends[2] = {graph->edges[edge].u, graph->edges[edge].v};
    for (unsigned end = 0; end < 2; end++) {
      const uint32_t row = (uint32_t)dots[end].y / 2, column = (uint32_t)dots[end].x / 2;
      const uint32_t vertex = row == 0 ? 0 : row == n ? graph->terminal_b : 1 + (row - 1) * n + column;
      if (ends[end] != vertex) return false;
    }
  }
  return true;
}

static enum tt_status start(struct tt_game *game, struct tt_error *error) {
  game->start_secured = tt_graph_count(game->graph, TT_SECURED);
  game->start_deleted = tt_graph_count(game->graph, TT_DELETED);
  for (unsigned player = 0; player < 2 && game->winner == TT_PLAYER_NONE; player++) {
    bool won;
    const enum tt_status status = has_won(game->graph, (enum tt_player)player, &won, error);
    if (status != TT_OK) return status;
    if (won) game->winner = (enum tt_player)player;
  }
  return TT_OK;
}

enum tt_status tt_game_make(struct tt_game *game, const struct tt_graph *position, unsigned board, bool rim,
                            enum tt_player first, struct tt_error *error) {
  *game = (struct tt_game){.board = board, .rim = rim, .turn = first, .winner = TT_PLAYER_NONE};
  if (board != 0 && (board < TT_BOARD_LEAST || board > TT_BOARD_MOST || !is_board(position, board))) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s is no board of size %u: expected bridgit:N, N from %d to %d",
                   position->name, board, TT_BOARD_LEAST, TT_BOARD_MOST);
  }
  if (rim && board == 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s has no rim: expected a board, bridgit:N", position->name);
  }
  game->graph = tt_graph_copy(position, 0);
  if (game->graph == NULL) return tt_no_memory(error);
  const enum tt_status status = start(game, error);
  if (status != TT_OK) tt_game_free(game);
  return status;
}

enum tt_status tt_game_copy(struct tt_game *copy, const struct tt_game *game, struct tt_error *error) {
  *copy = *game;
  copy->graph = tt_graph_copy(game->graph, 0);
  copy->move_capacity = game->move_count + 1;
  copy->moves = calloc(copy->move_capacity, sizeof *copy->moves);
  if (copy->graph == NULL || copy->moves == NULL) {
    tt_game_free(copy);
    return tt_no_memory(error);
  }
  for (size_t move = 0; move < game->move_count; move++) copy->moves[move] = game->moves[move];
  return TT_OK;
}

void tt_game_free(struct tt_game *game) {
  tt_graph_free(game->graph);
  free(game->moves);
  game->graph = NULL;
  game->moves = NULL;
  game->move_count = game->move_capacity = 0;
}

const char *tt_player_name(const struct tt_game *game, enum tt_player player) {
  static const char *const names[2][2] = {{"Short", "Cut"}, {"Blue", "Red"}};
  return player == TT_PLAYER_NONE ? "nobody" : names[game->board != 0][player];
}

size_t tt_game_move_limit(const struct tt_game *game) {
  return game->graph->edge_count + (game->rim ? 4 * ((size_t)game->board - 1) : 0);
}

/* ---- What is legal ---- */

static enum tt_status illegal_rim(const struct tt_game *game, size_t edge, struct tt_error *error) {
  const size_t side = game->board - 1, bank = (edge - game->graph->edge_count) / side;
  const enum tt_player owner = bank < 2 ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
  const char *const name = tt_player_name(game, game->turn);
  char bridge[16];
  tt_move_name(game, (struct tt_move){owner, edge}, bridge, sizeof bridge);
  if (!game->rim) {
    return tt_fail(error, TT_BAD_INPUT, "%s lies along %s's own bank, whose dots are joined already: no move here",
                   bridge, tt_player_name(game, owner));
  }
  if (owner != game->turn) {
    return tt_fail(error, TT_BAD_INPUT, "%s is on %s's bank, and it is %s's turn", bridge, tt_player_name(game, owner),
                   name);
  }
  for (size_t move = 0; move < game->move_count; move++) {
    if (game->moves[move].edge == edge) {
      return tt_fail(error, TT_BAD_INPUT, "%s has a bridge already: each is built once", bridge);
    }
  }
  return TT_OK;
}

/* The words for an edge that is decided. */
static enum tt_status illegal_edge(const struct tt_game *game, size_t edge, struct tt_error *error) {
  const struct tt_graph *const graph = game->graph;
  const enum tt_player holder = graph->states[edge] == TT_SECURED ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
  if (game->board == 0) {
    char u[60], v[60];
    tt_vertex_name(graph, graph->edges[edge].u, u, sizeof u);
    tt_vertex_name(graph, graph->edges[edge].v, v, sizeof v);
    return tt_fail(error, TT_BAD_INPUT, "edge %zu (%s-%s) is %s already: only undecided edges are played", edge, u, v,
                   holder == TT_PLAYER_SHORT ? "secured" : "deleted");
  }
  char mine[16], other[16];
  tt_move_name(game, (struct tt_move){game->turn, edge}, mine, sizeof mine);
  if (holder == game->turn) {
    return tt_fail(error, TT_BAD_INPUT, "%s has a bridge of %s's already: each is built once", mine,
                   tt_player_name(game, holder));
  }
  tt_move_name(game, (struct tt_move){holder, edge}, other, sizeof other);
  return tt_fail(error, TT_BAD_INPUT, "%s would cross %s's bridge %s: bridges never cross", mine,
                 tt_player_name(game, holder), other);
}

enum tt_status tt_game_legal(const struct tt_game *game, size_t edge, struct tt_error *error) {
  const size_t edges = game->graph->edge_count;
  const size_t last = edges + (game->board != 0 ? 4 * ((size_t)game->board - 1) : 0); /* rim moves have a rule */
  if (game->winner != TT_PLAYER_NONE) {
    return tt_fail(error, TT_BAD_INPUT, "the game is over: %s has won", tt_player_name(game, game->winner));
  }
  if (edge >= last) {
    return tt_fail(error, TT_BAD_INPUT, "edge %zu: expected a number from 0 to %zu", edge,
                   tt_game_move_limit(game) - 1);
  }
  if (edge >= edges) return illegal_rim(game, edge, error);
  return game->graph->states[edge] == TT_UNDECIDED ? TT_OK : illegal_edge(game, edge, error);
}

/* ---- Playing ---- */

static bool room_for_a_move(struct tt_game *game) {
  if (game->move_count < game->move_capacity) return true;
  const size_t capacity = 2 * game->move_capacity + 16;
  struct tt_move *const moves = realloc(game->moves, capacity * sizeof *moves);
  if (moves == NULL) return false;
  game->moves = moves;
  game->move_capacity = capacity;
  return true;
}

enum tt_status tt_game_play(struct tt_game *game, size_t edge, struct tt_error *error) {
  enum tt_status status = tt_game_legal(game, edge, error);
  if (status != TT_OK) return status;
  if (!room_for_a_move(game)) return tt_no_memory(error);
  const enum tt_player player = game->turn;
  bool won = false;
  if (edge < game->graph->edge_count) {
    game->graph->states[edge] = player == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
    status = has_won(game->graph, player, &won, error);
    if (status != TT_OK) {
      game->graph->states[edge] = TT_UNDECIDED;
      return status;
    }
  }
  game->moves[game->move_count++] = (struct tt_move){player, edge};
  game->turn = tt_opponent(player);
  if (won) game->winner = player;
  return TT_OK;
}

bool tt_game_undo(struct tt_game *game) {
  if (game->resigned) {
    game->resigned = false;
    game->winner = TT_PLAYER_NONE;
    return true;
  }
  if (game->move_count == 0) return false;
  const struct tt_move move = game->moves[--game->move_count];
  if (move.edge < game->graph->edge_count) game->graph->states[move.edge] = TT_UNDECIDED;
  game->turn = move.player;
  game->winner = TT_PLAYER_NONE;
  return true;
}

void tt_game_resign(struct tt_game *game) {
  if (game->winner != TT_PLAYER_NONE) return;
  game->winner = tt_opponent(game->turn);
  game->resigned = true;
}

enum tt_status tt_game_favourite(const struct tt_game *game, enum tt_player *favourite, struct tt_error *error) {
  *favourite = game->winner;
  if (game->winner != TT_PLAYER_NONE) return TT_OK;
  struct tt_forests forests;
  const enum tt_status status = tt_forests_make(&forests, game->graph, error);
  if (status != TT_OK) return status;
  *favourite = forests.tempo == 0 ? TT_PLAYER_SHORT : forests.tempo == 1 ? game->turn : TT_PLAYER_CUT;
  tt_forests_free(&forests);
  return TT_OK;
}
