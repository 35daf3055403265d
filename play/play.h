/* play.h: games at a board. Knows the rules, the geometry of Bridg-It and the engines that choose moves; prints nothing.
 *
 * A game is a position (the states of a graph's edges) with a player to move and the moves that led there. Short secures
 * an undecided edge, Cut deletes one. Short has won when secured edges join A and B, Cut when what is left cannot join
 * them any more; the game ends there. On bridgit:N Short is Blue (North to South), Cut is Red (East to West): a bridge
 * of Red's crosses exactly one edge of Blue's board and deletes it.
 *
 * Rim moves (only with `rim`) are bridges along a player's own bank. They cross nothing and join nothing that is not
 * joined: legal passes, each once. They have the numbers edge_count .. edge_count + 4(N - 1) - 1: Blue's North bank from
 * West to East, Blue's South bank, Red's West bank from North to South, Red's East bank. */
#ifndef TT_PLAY_H
#define TT_PLAY_H

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TT_BOARD_LEAST 2 /* sizes N of boards that are drawn and played with dots */
#define TT_BOARD_MOST 26

enum tt_player { TT_PLAYER_SHORT = 0, TT_PLAYER_CUT = 1, TT_PLAYER_NONE = 2 };

static inline enum tt_player tt_opponent(enum tt_player player) {
  return player == TT_PLAYER_SHORT ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
}

struct tt_move {
  enum tt_player player;
  size_t edge; /* of the graph, or a rim move */
};

struct tt_game {
  struct tt_graph *graph; /* owned; its states are the position */
  unsigned board;         /* N on bridgit:N, else 0 */
  bool rim;
  enum tt_player turn;   /* who moves next; kept after the end */
  enum tt_player winner; /* TT_PLAYER_NONE while the game goes on */
  bool resigned;         /* the winner has won because the other resigned */
  size_t start_secured;  /* edges secured, deleted before the first move */
  size_t start_deleted;
  size_t move_count, move_capacity;
  struct tt_move *moves; /* owned */
};

/* A game on a copy of this position with `first` to move. board is N when the graph is tt_graph_named's bridgit:N and
 * is to be played as a board (2 .. 26), else 0; rim needs a board. The winner is set when the position is decided. */
enum tt_status tt_game_make(struct tt_game *game, const struct tt_graph *position, unsigned board, bool rim,
                            enum tt_player first, struct tt_error *error);
enum tt_status tt_game_copy(struct tt_game *copy, const struct tt_game *game, struct tt_error *error);
void tt_game_free(struct tt_game *game);

/* Numbers of moves: edges, then rim moves. */
size_t tt_game_move_limit(const struct tt_game *game);

/* May the player to move play this? TT_OK, or TT_BAD_INPUT and in *error the rule that it breaks, in the words of the
 * board (or of edges by their ends on other graphs). */
enum tt_status tt_game_legal(const struct tt_game *game, size_t edge, struct tt_error *error);

/* Plays it (after tt_game_legal), passes the turn and sets the winner. Near constant time on small graphs: linear. */
enum tt_status tt_game_play(struct tt_game *game, size_t edge, struct tt_error *error);

/* Takes back the last move (or the resignation); false when there is none. */
bool tt_game_undo(struct tt_game *game);

/* The player to move resigns. */
void tt_game_resign(struct tt_game *game);

/* Writes the undecided edges that join A and B for the winner: secured ones when Short has won (a shortest path, from A
 * to B), the deleted ones of a cut that separates A and B when Cut has (on a board: Red's chain from West to East, in
 * that order; elsewhere a smallest such set found by search). edges holds graph->edge_count entries; *count how many. */
enum tt_status tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count, struct tt_error *error);

/* The exact outcome of the position as it stands: who wins with best play from here, the player `turn` to move. By the
 * forests. The winner itself when the game has ended. */
enum tt_status tt_game_favourite(const struct tt_game *game, enum tt_player *favourite, struct tt_error *error);

/* ---- Save files: text, `#` comments, one thing a line
 *
 *   twotrees-game 1
 *   board 5            or: graph NAME and position WORD, for what tt_graph_named knows or a file holds
 *   rim                only with rim moves
 *   first blue         or red; short or cut
 *   move blue B2 B3    the player and the move in its own words (tt_move_name); edge numbers on other graphs
 *   resigned red
 */

/* Writes the game so that tt_game_load makes the same game again. The graph must be one that its name makes again. */
enum tt_status tt_game_save(FILE *stream, const struct tt_game *game, struct tt_error *error);
/* Reads and plays through; errors name path and line. `open_graph` makes the graph of a `graph` line. */
enum tt_status tt_game_load(struct tt_game *game, FILE *stream, const char *path,
                            enum tt_status (*open_graph)(struct tt_graph **graph, const char *name,
                                                         struct tt_error *error),
                            struct tt_error *error);

/* ---- The board: where things are
 *
 * Blue's dots: rows 0 (North) .. N, columns 0 (West) .. N - 1. Red's dots: rows 0 .. N - 1, columns 0 .. N. On a lattice
 * of half steps Blue's dot (r, c) is at x = 2c + 1, y = 2r and Red's dot (r, c) at x = 2c, y = 2r + 1, both coordinates
 * 0 .. 2N. Every edge has its middle where its two bridges cross. A dot is called by a letter and a number: Blue's by
 * column letter and row number from 1 (A1 is North-West), Red's by row letter and column number, the board transposed, so
 * that letters reach for N <= 26 on both. */
struct tt_dot {
  int x, y; /* half steps */
};
struct tt_bridge {
  struct tt_dot from, to; /* from is further North or West */
};

/* The bridge with which `player` plays this move (a rim move has only its owner's). */
struct tt_bridge tt_board_bridge(unsigned board, enum tt_player player, size_t edge);

/* The move of the player whose bridge joins two dots at these half steps; SIZE_MAX when there is none (rim included). */
size_t tt_board_move(unsigned board, enum tt_player player, struct tt_dot first, struct tt_dot second);

/* Writes "B2 B3" (on boards) or "12" (elsewhere: the edge number) to buffer and returns it. */
const char *tt_move_name(const struct tt_game *game, struct tt_move move, char *buffer, size_t size);

/* Reads a move of the player to move: on boards two dots, in any order, case and spacing ("b2b3", "B3 - B2"); elsewhere
 * an edge number or its two ends ("2 4", the lowest-numbered undecided edge of those ends). TT_BAD_INPUT says what is
 * wrong and shows a move that would do. Does not say whether it is legal now. */
enum tt_status tt_move_read(const struct tt_game *game, const char *text, size_t *edge, struct tt_error *error);

/* ---- Engines ---- */

/* A level chooses moves. Deterministic for a seed: `random` is xorshift state that it may advance, never 0. */
struct tt_engine {
  const char *name;
  const char *summary; /* half a line for people */
  /* Sets *edge to a legal move of the player to move; the game has not ended. It may change `game` and must leave it as
   * it was. budget: most positions that a search looks at, where the level searches. */
  enum tt_status (*choose)(struct tt_game *game, uint64_t *random, uint64_t budget, size_t *edge,
                           struct tt_error *error);
  bool boards_only; /* needs a bridgit board */
};

/* easy, medium, hard, hard3, perfect, shannon, random in this order; NULL after the last. */
const struct tt_engine *tt_engine_at(size_t index);
const struct tt_engine *tt_engine_find(const char *name); /* NULL when there is none of that name */

#define TT_ENGINE_BUDGET 20000 /* the budget of the command line */

uint64_t tt_random_next(uint64_t *state); /* xorshift64*, so that games repeat on every machine */

/* ---- Pictures ---- */

struct tt_board_drawing {
  enum tt_player labels;  /* whose dots are named: Blue's, Red's, or with TT_PLAYER_NONE nobody's */
  const uint8_t *marks;   /* an enum tt_mark an edge for an overlay (the two trees), or NULL */
  const char *caption;    /* or NULL */
};

/* The board of a game as SVG: dots and bridges of both colours, the last move marked, and where the game has ended a
 * banner and the winning path. TT_BAD_INPUT when the game is not on a board. */
enum tt_status tt_draw_board(FILE *stream, const struct tt_game *game, const struct tt_board_drawing *drawing,
                             struct tt_error *error);

/* ---- Pairings (Gross; in general Lehman 1964) ---- */

/* A winning strategy for Short that needs no thought: after Short's opening (none where Short moves second) the other
 * edges of the two trees are in pairs; when Cut takes one of a pair Short takes the other, and anything after a move
 * elsewhere. Exists only for some positions; opening and partner are fixed for the whole game. */
struct tt_pairing {
  bool exists;
  size_t opening;  /* SIZE_MAX: none is needed */
  size_t *partner; /* owned; edge_count entries, SIZE_MAX for edges in no pair */
};
enum tt_status tt_pairing_make(struct tt_pairing *pairing, const struct tt_game *game, struct tt_error *error);
void tt_pairing_free(struct tt_pairing *pairing);

#ifdef __cplusplus
}
#endif
#endif
