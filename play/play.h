/* play.h: games at a board. Knows the rules, the geometry of Bridg-It and the engines that choose moves; prints
 * nothing.
 *
 * A game is a position (the states of a graph's edges) with a player to move and the moves that led there. Short
 * secures an undecided edge, Cut deletes one. Short has won when secured edges join A and B, Cut when what is left
 * cannot join them any more; the game ends there. On bridgit:N Short is Blue (North to South), Cut is Red (East to
 * West): a bridge of Red's crosses exactly one edge of Blue's board and deletes it.
 *
 * Rim moves (only with `rim`) are bridges along a player's own bank. They cross nothing and join nothing that is not
 * joined: legal passes, each once. They have the numbers edge_count .. edge_count + 4(N - 1) - 1: Blue's North bank
 * from West to East, Blue's South bank, Red's West bank from North to South, Red's East bank. */
#ifndef TT_PLAY_H
#define TT_PLAY_H

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TT_BOARD_LEAST 2 /* sizes N of boards that are drawn and played with dots */
#define TT_BOARD_MOST 26

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
  char played_by[2][16]; /* by enum tt_player: "human" or a level, as a save says; "" unknown. No rule asks for it. */
};

/* A game on a copy of this position with `first` to move. board is N when the graph is tt_graph_named's bridgit:N and
 * is to be played as a board (2 .. 26), else 0; rim needs a board. The winner is set when the position is decided. */
enum tt_status tt_game_make(struct tt_game *game, const struct tt_graph *position, unsigned board, bool rim,
                            enum tt_player first, struct tt_error *error);
enum tt_status tt_game_copy(struct tt_game *copy, const struct tt_game *game, struct tt_error *error);
void tt_game_free(struct tt_game *game);

/* "Blue" and "Red" on boards, "Short" and "Cut" elsewhere. */
const char *tt_player_name(const struct tt_game *game, enum tt_player player);

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

/* Writes the edges that won the game: secured ones when Short has won (a shortest path, from A to B), the deleted ones
 * of a cut that separates A and B when Cut has (on a board: Red's chain from West to East, in that order, a shortest
 * one; elsewhere a smallest such set in the order of numbers). None while the game goes on and after a resignation.
 * edges holds graph->edge_count entries; *count how many. */
enum tt_status tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count, struct tt_error *error);

/* The exact outcome of the position as it stands: who wins with best play from here, the player `turn` to move. By the
 * forests. The winner itself when the game has ended. */
enum tt_status tt_game_favourite(const struct tt_game *game, enum tt_player *favourite, struct tt_error *error);

/* Of a game that has ended: sets *ply to the number of moves before the last point at which the loser could still have
 * won; the move made there (or the resignation, where *ply is move_count) threw it away. SIZE_MAX where there is none.
 * A computation of forests a move. */
enum tt_status tt_game_turning_point(const struct tt_game *game, size_t *ply, struct tt_error *error);

/* ---- Save files: text, `#` comments, one thing a line
 *
 *   twotrees-game 1
 *   board 5            or: graph NAME, for what tt_graph_named knows or a file holds
 *   position WORD      before the first move; behind `board` only where edges were decided
 *   rim                only with rim moves
 *   red hard           and blue: who played it last, human or a level; may be left out
 *   moves 2            how many lines of moves follow, so that a torn file shows; may be left out
 *   first blue         or red; short or cut
 *   move blue B2 B3    the player and the move in its own words (tt_move_name); edge numbers on other graphs
 *   resigned red
 *
 * Comments are lines of their own. */

/* Writes the game so that tt_game_load makes the same game again. The graph must be one that its name makes again. */
enum tt_status tt_game_save(FILE *stream, const struct tt_game *game, struct tt_error *error);
/* Reads and plays through; errors name path and line. `open_graph` makes the graph of a `graph` line; a file is looked
 * for in the folder of `path` first. */
enum tt_status tt_game_load(struct tt_game *game, FILE *stream, const char *path,
                            enum tt_status (*open_graph)(struct tt_graph **graph, const char *name,
                                                         struct tt_error *error),
                            struct tt_error *error);

/* ---- The board: where things are
 *
 * Blue's dots: rows 0 (North) .. N, columns 0 (West) .. N - 1. Red's dots: rows 0 .. N - 1, columns 0 .. N. On a
 * lattice of half steps Blue's dot (r, c) is at x = 2c + 1, y = 2r and Red's dot (r, c) at x = 2c, y = 2r + 1, both
 * coordinates 0 .. 2N. Every edge has its middle where its two bridges cross. A dot is called by a letter and a number:
 * Blue's by column letter and row number from 1 (A1 is North-West), Red's by row letter and column number, the board
 * transposed, so that letters reach for N <= 26 on both. */
struct tt_dot {
  int x, y; /* half steps */
};
struct tt_bridge {
  struct tt_dot from, to; /* from is further North or West */
};

/* The bridge with which `player` plays this move (a rim move has only its owner's). */
struct tt_bridge tt_board_bridge(unsigned board, enum tt_player player, size_t edge);

/* The move of the player whose bridge joins two dots at these half steps, rim moves too; SIZE_MAX when there is none.
 */
size_t tt_board_move(unsigned board, enum tt_player player, struct tt_dot first, struct tt_dot second);

/* Is there a dot of the player's at these half steps? */
bool tt_board_has_dot(unsigned board, enum tt_player player, struct tt_dot dot);

/* Writes "B2" to buffer and returns it; the dot is one of the player's. */
const char *tt_dot_name(enum tt_player player, struct tt_dot dot, char *buffer, size_t size);

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

/* ---- Why the player who is ahead wins ---- */

#define TT_PLAN_ASIDE 3

/* Two disjoint sets of undecided edges of the position `after`, in which the loser moves. Short's are two trees on the
 * same vertices, A and B among them, once secured edges are contracted; Cut's on a board are two trees of Red's bridges
 * in the same way. Elsewhere Cut's are those of tt_cut_sets: each without a cycle, e* included, once secured edges and
 * those set aside are contracted. Whatever the loser takes of one set, an edge of the other makes good. */
struct tt_plan {
  enum tt_player winner; /* with best play */
  size_t opening;        /* played in `after`: the winner's move, or SIZE_MAX where the winner moves second */
  struct tt_game after;  /* owned; the sets are empty where the opening has ended the game */
  uint8_t *set;          /* owned; an entry an edge: 0, 1, 2 or TT_PLAN_ASIDE */
};
/* `opening` counts only where the player to move is the one who wins; TT_REFUTED where it throws the win away. */
enum tt_status tt_plan_make(struct tt_plan *plan, const struct tt_game *game, size_t opening, struct tt_error *error);
/* The winner's reply from the other set when the loser takes an edge; SIZE_MAX where any move does. */
enum tt_status tt_plan_reply(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error);
void tt_plan_free(struct tt_plan *plan);

/* ---- Pictures ---- */

struct tt_pairing;

struct tt_board_drawing {
  enum tt_player labels; /* whose dots are named: Blue's, Red's, or with TT_PLAYER_NONE nobody's */
  const uint8_t *marks;  /* an enum tt_mark an edge, shown along Blue's bridge and behind what was played, or NULL */
  const char *mark_names[4];        /* what the legend calls the marks; NULL: the usual names */
  const struct tt_pairing *pairing; /* Blue's opening and pairs, as an overlay, or NULL */
  bool numbers;                     /* each move's number on its bridge */
  const char *caption;              /* or NULL */
};

/* The board of a game as SVG: dots and bridges of both colours, the last move marked, and where the game has ended a
 * banner and the winning path. Blue's dots are round and its bridges solid, Red's square and hollow, so that the
 * picture can be read in grey. TT_BAD_INPUT when the game is not on a board. */
enum tt_status tt_draw_board(FILE *stream, const struct tt_game *game, const struct tt_board_drawing *drawing,
                             struct tt_error *error);

/* ---- Pairings (Gross; in general Lehman 1964) ---- */

/* A winning strategy for Short that needs no thought: after Short's opening (none where Short moves second) undecided
 * edges are in pairs; when Cut takes one of a pair Short takes the other, and anything after a move elsewhere. That
 * wins whatever else is played exactly when every set of edges that separates A from B has a whole pair in it. Not
 * every position that Short wins has one: of the subgraphs of K5 all do, of those of K6 some do not. Opening and
 * partner are fixed for the whole game. */
struct tt_pairing {
  bool exists;
  size_t opening;  /* SIZE_MAX: none is needed */
  size_t *partner; /* owned; edge_count entries, SIZE_MAX for edges in no pair */
};

/* The pairing for the player to move. On a board of any size, from its start and as long as Short has played by it, in
 * closed form (play/pairing_board.c has the proof, for every N): O(m). From any other position by exact search, up to
 * TT_PAIRING_VERTICES vertices and 64 edges when secured edges are contracted and deleted ones dropped: TT_BAD_INPUT
 * beyond that, and TT_NO_RESOURCE and a text that begins "undecided" when the search takes too long. exists is false,
 * whatever the size, where Cut wins. */
#define TT_PAIRING_VERTICES 14
enum tt_status tt_pairing_make(struct tt_pairing *pairing, const struct tt_game *game, struct tt_error *error);
void tt_pairing_free(struct tt_pairing *pairing);

/* Games that a pairing played. */
struct tt_pairing_record {
  uint64_t lines, replies, lost;
};
/* Against every move of Cut's at every point; and against so many games of random ones. TT_REFUTED without a pairing.
 */
enum tt_status tt_pairing_replay(struct tt_pairing_record *record, const struct tt_pairing *pairing,
                                 const struct tt_game *game, struct tt_error *error);
enum tt_status tt_pairing_random(struct tt_pairing_record *record, const struct tt_pairing *pairing,
                                 const struct tt_game *game, uint64_t games, uint64_t seed, struct tt_error *error);

/* ---- Positions that strict alternation reaches, play ending when somebody has won ---- */

#define TT_ALTERNATION_EDGES 16

/* at[ply][winner]: positions reached after so many moves that are won by Short, won by Cut, not decided. */
struct tt_alternation {
  unsigned plies; /* edge_count + 1 */
  uint64_t total, at[TT_ALTERNATION_EDGES + 1][3];
};
/* From the start of a graph of undecided edges: ply by ply; and by looking through all 3^m positions. */
enum tt_status tt_alternation_count(struct tt_alternation *counts, const struct tt_graph *graph, enum tt_player first,
                                    struct tt_error *error);
enum tt_status tt_alternation_sweep(struct tt_alternation *counts, const struct tt_graph *graph, enum tt_player first,
                                    struct tt_error *error);

/* ---- The trees through e*
 *
 * Gross's rule takes two disjoint spanning trees, e* in the first. It is sometimes told with ANY spanning tree through
 * e*, which is wrong unless what the tree leaves spans too. Edge numbers are the graph's, e* the last; sets are bits.
 */

#define TT_TREES_EDGES 40 /* most edges, e* not counted */

struct tt_tree_counts {
  uint64_t trees;     /* spanning trees of the graph + e* that hold e* */
  uint64_t splitting; /* of those, the ones whose complement connects all vertices too */
};
/* One tree after the other: time in proportion to their number. The graph's edges must be undecided. */
enum tt_status tt_trees_count(struct tt_tree_counts *counts, const struct tt_graph *graph, struct tt_error *error);

/* The number of pairs of disjoint spanning trees of the graph + e* that use every edge, e* in the first: where the
 * graph has 2v - 3 edges that is `splitting`. No tree is enumerated: edge by edge, with a table of how the pieces of
 * both trees join the vertices that still have edges to come. */
enum tt_status tt_trees_splits(uint64_t *count, const struct tt_graph *graph, struct tt_error *error);

/* Short moves first by the rule from one spanning tree through e*. Opening: any edge that joins the two halves of the
 * tree without e*, which takes its place. Where Cut deletes an edge of the tree, any undecided edge that joins its two
 * halves takes its place; where Cut deletes another, Short secures any edge of the tree on the cycle that it closes.
 * Where the rule has no reply, Short may secure anything. `loses` when Cut can win against every choice left to
 * Short; then line is such a game, Short's opening first (empty where A and B are apart before), with choices of
 * Short's that hold out longest. At most TT_ANY_TREE_EDGES edges. */
#define TT_ANY_TREE_EDGES 16
struct tt_any_tree {
  bool loses;
  size_t line_length, line[TT_ANY_TREE_EDGES];
};
enum tt_status tt_any_tree_play(struct tt_any_tree *result, const struct tt_graph *graph, tt_edge_set tree,
                                struct tt_error *error);

/* Plays it from every spanning tree through e*, in the order of the sets read as numbers. */
struct tt_any_tree_sweep {
  struct tt_tree_counts counts;
  uint64_t losing, losing_splitting; /* of the trees, of those whose complement spans */
  tt_edge_set first_losing;          /* 0: none */
};
enum tt_status tt_any_tree_sweep_run(struct tt_any_tree_sweep *sweep, const struct tt_graph *graph,
                                     struct tt_error *error);

/* ---- Matches: engines against each other, the exact outcome known at every ply ---- */

/* Which player the engine that moves first is: Short (Blue), Cut (Red), or by turns, Short in the first game. */
enum tt_match_colour { TT_MATCH_SHORT = 0, TT_MATCH_CUT = 1, TT_MATCH_BOTH = 2 };

struct tt_match_options {
  const struct tt_engine *first, *second; /* `first` moves first in every game */
  enum tt_match_colour colour;
  uint32_t games;
  uint64_t seed;
  uint32_t openings; /* so many plies at random before the engines move; none that ends the game */
  bool won_starts;   /* openings are drawn again until the player on move after them has a won position */
  uint64_t budget;
  int threads;                      /* 0: as many as OpenMP thinks right */
  const struct tt_witness *witness; /* says who wins at every ply; NULL: tt_game_favourite */
  void (*progress)(void *context, uint64_t done, uint64_t total); /* from the calling thread; may be NULL */
  void *context;
};

/* One engine over a match. Random openings are not counted among its moves. A blunder is a move that turns a won
 * position (the exact outcome says that the mover wins with best play) into a lost one. */
struct tt_match_side {
  uint64_t won;       /* games won */
  uint64_t held;      /* games in which it was on move in a won position at least once */
  uint64_t blunders;  /* blunders, */
  uint64_t blundered; /* games with one or more, */
  uint64_t thrown;    /* games lost that it had held: won games thrown away for good */
  uint64_t moves;     /* its moves, */
  uint64_t from_won;  /* and those of them made from won positions: blunders / from_won is how often it errs */
  /* How far from best play in length: over the games it won, its moves beyond the fewest with which it could have won
   * from the opening if the other had passed. */
  uint64_t detour;
  uint64_t *blunders_at, *from_won_at; /* owned; by ply from 0, random openings included; tt_match.plies entries */
};
struct tt_match {
  uint64_t games, distinct; /* distinct: as sequences of moves (told apart by 64-bit hashes) */
  uint64_t total_plies;
  size_t plies;         /* the number of undecided edges: no game is longer */
  uint64_t first_start; /* games that the first engine would win with best play after the opening */
  uint64_t impossible;  /* moves that made a lost position won: none, or the witness is wrong */
  struct tt_match_side sides[2];
};

/* Plays the match on copies of a position (board as for tt_game_make). The result depends on neither the number of
 * threads nor the order of games: game i has its own seed, made from `seed` and i, and in it the opening and each
 * engine have theirs, so that the opening is the same whoever plays. */
enum tt_status tt_match_play(struct tt_match *match, const struct tt_graph *position, unsigned board,
                             const struct tt_match_options *options, struct tt_error *error);
void tt_match_free(struct tt_match *match);

/* The shortest game that an engine loses, moving first in `start` and playing any of the moves that its level holds
 * equally good, against every reply. `blunder` is the ply of the move that threw the won position away (SIZE_MAX where
 * `start` was lost). Iterative deepening, each position remembered; TT_NO_RESOURCE and a text that begins "undecided"
 * after `positions` positions. At most 64 edges; not for levels that are none of tt_engine_at's. */
struct tt_refutation {
  bool found; /* false: the engine loses no game from here */
  uint64_t positions;
  size_t length, blunder;
  size_t moves[TT_EDGE_SET_LIMIT];
};
enum tt_status tt_refutation_make(struct tt_refutation *refutation, const struct tt_game *start,
                                  const struct tt_engine *engine, uint64_t budget, uint64_t positions,
                                  struct tt_error *error);

#ifdef __cplusplus
}
#endif
#endif
