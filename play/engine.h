/* engine.h: what the files of the engines share; private to play/.
 *
 * A level is a rule that marks the moves it holds to be equally good; the move played is one of them by lot. So a level
 * is a set of moves in every position, which a search can go through (refute.c), and the lot is in one place. */
#ifndef TT_PLAY_ENGINE_H
#define TT_PLAY_ENGINE_H

#include "play/play.h"

/* Sets moves[e] to 1 for the moves that the level holds equally good, at least one, all undecided edges; the others are
 * 0 already. The game has not ended and stays as it is. budget: positions of a search. */
typedef enum tt_status (*engine_rule)(const struct tt_game *game, uint64_t budget, uint8_t *moves,
                                      struct tt_error *error);

/* The rule of a level; NULL for a level that is none of tt_engine_at's. */
engine_rule engine_rule_of(const struct tt_engine *engine);

/* ---- engine_outlook.c: how far each player is from the goal ---- */

struct link {
  uint32_t vertex, edge;
};

/* The graph in which one player joins `source` with `target`: Short's is the graph itself, Cut's the dual, on a board
 * Red's dots. Edge numbers are those of the game. */
struct network {
  uint32_t vertex_count, source, target; /* no vertices: not known, which is so for Cut off the board */
  uint8_t own;                           /* the state that this player's moves give an edge */
  struct tt_edge *ends;                  /* owned */
  uint32_t *start;                       /* owned; links of vertex v: start[v] .. start[v + 1] */
  struct link *links;                    /* owned */
  uint32_t *queue[2];                    /* owned; for the search */
};

/* Both players' networks, and states on which moves can be tried. */
struct outlook {
  struct network of[2]; /* by enum tt_player */
  size_t edge_count;
  uint8_t *states;    /* owned; a copy of the game's */
  uint32_t *distance; /* owned; scratch for outlook_distance */
  int8_t *flow;       /* owned; scratch for the same */
  uint32_t *arrival;  /* owned; scratch */
};

enum tt_status outlook_make(struct outlook *outlook, const struct tt_game *game, struct tt_error *error);
void outlook_free(struct outlook *outlook);

/* Distances from a vertex: how many undecided edges the player still needs to join it, own edges being free and the
 * opponent's closed. What cannot be reached has the distance vertex_count, more than any that can. Linear time. */
void network_distances(const struct network *network, const uint8_t *states, uint32_t from, uint32_t *distance);

/* Moves of its own that the player needs at least, if the opponent passes: the distance from source to target; for Cut
 * off the board the size of a smallest set of undecided edges that separates A and B. 0 after a win; at least
 * vertex_count when the opponent has won. */
uint32_t outlook_distance(struct outlook *outlook, enum tt_player player);

/* Sets moves[e] to 1 for the edges with which the player, on move, wins at once, and returns how many there are. */
size_t outlook_wins(struct outlook *outlook, enum tt_player player, uint8_t *moves);

static inline uint8_t engine_state(enum tt_player player) {
  return player == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
}

/* ---- The rules ---- */

enum tt_status engine_medium(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error);
enum tt_status engine_hard(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error);
enum tt_status engine_hard3(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error);
enum tt_status engine_perfect(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error);
enum tt_status engine_shannon(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error);

/* ---- engine_delay.c ---- */

/* For a player to move whose opponent can force a win: marks the moves that delay it longest as far as `budget`
 * positions tell. */
void engine_delay(struct outlook *outlook, enum tt_player loser, uint64_t budget, uint8_t *moves);

/* ---- resistors.c ---- */

/* The voltage across every undecided edge, 1 between A and B: undecided edges are resistors of 1 ohm, secured edges
 * wires, deleted edges gaps. 0 for the other edges and for what hangs on nothing. */
enum tt_status resistors_solve(const struct tt_graph *position, double *voltage, struct tt_error *error);

#endif
