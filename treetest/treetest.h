/* treetest.h: criteria that decide the game from trees. Nothing here plays.
 *
 * Lehman (1964): Short, moving second, wins exactly when some set of vertices that holds A and B is spanned by two
 * edge-disjoint trees; moving first, when that holds after a virtual edge e* = A-B is added. In a graph with m edges
 * e* has number m (a second copy, m + 1). Positions are answered with secured edges contracted and deleted ones left
 * out; edge numbers are always those of the graph asked about. */
#ifndef TT_TREETEST_H
#define TT_TREETEST_H

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A pair of trees ---- */

/* Two edge-disjoint trees that span the same vertices, A and B among them (after secured edges are contracted).
 * Both have edge_count edges, in ascending order. Empty where A and B are joined already. */
struct tt_tree_pair {
  size_t edge_count;
  size_t *blue, *red; /* owned */
};
bool tt_tree_pair_make(struct tt_tree_pair *pair, size_t edge_count); /* false when out of memory */
void tt_tree_pair_free(struct tt_tree_pair *pair);

/* Is the pair what it should be, on the position with `copies` virtual edges (0 or 1)? Never trusts the finder. */
enum tt_status tt_tree_pair_check(const struct tt_graph *position, unsigned copies, const struct tt_tree_pair *pair,
                                  bool *right, struct tt_error *error);

/* Exchanges blue and red where needed so that blue holds e*; returns false when neither does. */
bool tt_tree_pair_blue_virtual(struct tt_tree_pair *pair, const struct tt_graph *graph);

/* The openings that a pair with e* in blue names: the red edges between the halves of blue - e*. Sets named[i] to 1
 * for those edges and leaves the rest of named (edge_count bytes, the caller's) alone. */
enum tt_status tt_named_openings(const struct tt_graph *position, const struct tt_tree_pair *pair, uint8_t *named,
                                 struct tt_error *error);

/* ---- subsets: the exponential test ---- */

#define TT_SUBSETS_LIMIT 24 /* undecided edges, e* not counted */

/* Looks through the edge sets of the position (with e* if virtual_edge) as binary masks in ascending order for the
 * first that holds A and B, has exactly 2(k - 1) edges on its k vertices, and splits into two spanning trees; among its
 * splits blue is the lexicographically first. Sets *found; fills in *pair (unless NULL) when found, to be freed by
 * the caller. O(2^m) sets. */
enum tt_status tt_subsets_first_pair(const struct tt_graph *position, bool virtual_edge, bool *found,
                                     struct tt_tree_pair *pair, struct tt_error *error);

/* Sets named[i] to 1 for every opening that SOME pair of trees of the position + e* names (the trees that hold e*,
 * either one called blue). Over all sets and all splits. */
enum tt_status tt_subsets_named_by_any(const struct tt_graph *position, uint8_t *named, struct tt_error *error);

/* Sets *count to how many ordered pairs (blue, red) of edge-disjoint trees, spanning the same vertices with A and B
 * among them, have ALL undecided edges as their union. */
enum tt_status tt_subsets_count_splits(const struct tt_graph *position, uint64_t *count, struct tt_error *error);

/* ---- forests: the polynomial finder ---- */

/* Two edge-disjoint forests of largest total size, and what they prove.
 *
 * `colour` says where each edge is (edge_count + 2 entries, the last two for copies of e*: an enum tt_mark). tempo is
 * how many copies of e* fit beside a largest pair: 0 Short, 1 First, 2 Cut; exactly that many are coloured.
 * `part` is a partition of the vertices (part[v] is a vertex of v's part; vertices joined by secured edges share one):
 * every undecided edge between parts is in a forest, and each part is spanned by both forests (a clump: Gabow and
 * Westermann 1992; not always a maximal one: tt_clumps_make has those). So no pair of forests is larger (Nash-Williams,
 * Tutte). It is the partition with `tempo` copies of e* in the graph; `part_before` is the one with max(tempo - 1, 0)
 * copies, in which A and B are apart when tempo > 0: the reason why Short, moving first (tempo 2) or second (tempo 1),
 * has no two trees. */
struct tt_forests {
  unsigned tempo;
  bool joined; /* A and B are joined by secured edges: tempo 0, and the pair of trees is empty */
  size_t size; /* edges in the two forests, copies of e* not counted */
  uint8_t *colour;
  uint32_t *part, *part_before;
};
enum tt_status tt_forests_make(struct tt_forests *forests, const struct tt_graph *position, struct tt_error *error);
void tt_forests_free(struct tt_forests *forests);

/* The pair of trees on the clump of A and B: of the position when tempo is 0, with e* when it is 1 (blue holds it).
 * TT_REFUTED when tempo is 2: there is none. */
enum tt_status tt_forests_pair(const struct tt_forests *forests, const struct tt_graph *position,
                               struct tt_tree_pair *pair, struct tt_error *error);

/* Are these two disjoint forests of the position with copies of e* as coloured, and does the partition prove that no
 * pair is larger? Integers only; shares no code with the finders; linear time up to inverse Ackermann. */
enum tt_status tt_forests_check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                                bool *right, struct tt_error *error);

/* ---- all_pairs: every pair of terminals at once ---- */

#define TT_ALL_PAIRS_VERTICES 64

/* Vertices are bits. A pair is Short's when each is in the other's clump, Cut's when neither is in the other's not_cut.
 */
struct tt_all_pairs {
  uint64_t clump[TT_ALL_PAIRS_VERTICES];   /* of each vertex: its maximal clump, itself included */
  uint64_t not_cut[TT_ALL_PAIRS_VERTICES]; /* of each vertex: those with which it is Short's or First */
  unsigned outcomes[3];                    /* how many pairs are Short, First, Cut */
};

/* Of the graph with these edges (loops and parallel edges allowed) on 1 to 64 vertices. Needs no memory. */
void tt_all_pairs_make(struct tt_all_pairs *pairs, unsigned vertex_count, const struct tt_edge *edges,
                       size_t edge_count);

/* ---- pebbles: the plain pebble game, the reference for `forests` ---- */

/* A (2,2)-pebble game (Lee and Streinu 2008) with one search an edge and no contraction, O(n m): what `forests` is
 * measured against and compared with. It shares nothing with it but graph/, and makes no trees. */
enum tt_pebble_order { TT_DEPTH_FIRST, TT_BREADTH_FIRST }; /* of a search */
struct tt_pebbles {
  unsigned tempo;  /* most pebbles that can be gathered on A and B, less 2; 0 where they are joined */
  size_t size;     /* edges taken: as many as in a largest pair of disjoint forests */
  size_t done;     /* undecided edges offered before it ended or gave up */
  uint64_t visits; /* nodes visited by searches */
};
/* TT_NO_RESOURCE when out of memory or after visit_limit visits (0: no limit). */
enum tt_status tt_pebbles_make(struct tt_pebbles *pebbles, const struct tt_graph *position, enum tt_pebble_order order,
                               uint64_t visit_limit, struct tt_error *error);

/* ---- cut_sets: Cut's criterion ---- */

enum tt_cut_role { TT_ROLE_NONE = 0, TT_ROLE_CONTRACTED = 1, TT_ROLE_X = 2, TT_ROLE_Y = 3 };

/* Cut's proof, planar graph or not, connected or not: with the contracted edges K contracted, H = (G + e*) / K has A
 * and B apart, and X and Y, with e* added to them as said, are both bases (maximal forests) of H and hold all its
 * edges. e* in both: Cut wins moving second. e* in one: Cut wins moving first (and Cut_sets exist so for every position
 * that Short does not win moving second). */
struct tt_cut_sets {
  uint8_t *role; /* an enum tt_cut_role an edge, NONE where it is not undecided; owned */
  bool virtual_in_x, virtual_in_y;
};
/* From a largest pair of forests of the position, in linear time. TT_REFUTED when the tempo is 0. */
enum tt_status tt_cut_sets_make(struct tt_cut_sets *sets, const struct tt_forests *forests,
                                const struct tt_graph *position, struct tt_error *error);
void tt_cut_sets_free(struct tt_cut_sets *sets);

/* Cut's openings that sets with e* in X only name: the Y edges on the cycle that e* closes with Y in H. Sets named[i]
 * to 1 for those and leaves the rest of named alone. Over all such sets they are exactly Cut's winning openings. */
enum tt_status tt_cut_named_openings(const struct tt_cut_sets *sets, const struct tt_graph *position, uint8_t *named,
                                     struct tt_error *error);

/* ---- moves: every winning move, from one pair of forests ---- */

/* Sets short_wins[i] (cut_wins[i]) to 1 for every undecided edge with which that player, moving first, wins, and to 0
 * for the others, and *tempo to the tempo count. Two clump partitions (tt_clumps_make)
 * and one search. */
enum tt_status tt_winning_moves(const struct tt_graph *position, unsigned *tempo, uint8_t *short_wins,
                                uint8_t *cut_wins, struct tt_error *error);

/* ---- clumps: every maximal set of vertices that two disjoint trees span ---- */

/* Sets part[v] (vertex_count entries, the caller's) to the first vertex of v's maximal clump: the largest set with v
 * that two edge-disjoint trees of the position span, secured edges contracted (Gabow and Westermann 1992). A vertex in
 * no such set is alone. Recognising that there is none is recognising rigid frameworks in the plane, for which no
 * method in linear time is known: here nodes are taken off, and what is there searched near them for free pebbles; near
 * linear on graphs where those are near, O(n m) at worst. */
enum tt_status tt_clumps_make(uint32_t *part, const struct tt_graph *position, struct tt_error *error);

/* ---- long games: the winner's rule on boards of millions of edges ---- */

/* A winner's strategy that is kept up move by move, never made anew: O(log^2 n) amortised a move by link-cut trees. */
struct tt_long_game;

/* The strategy of `player`, moving first or second, in a position (which may be freed then). TT_REFUTED when he does
 * not win so. Memory: 70 bytes an edge and 60 a vertex. */
enum tt_status tt_long_game_make(struct tt_long_game **game, const struct tt_graph *position, enum tt_player player,
                                 bool first, struct tt_error *error);
void tt_long_game_free(struct tt_long_game *game); /* NULL is allowed */

/* The first move of one who moves first: an edge of the position, or SIZE_MAX when there is none to play. */
size_t tt_long_game_open(struct tt_long_game *game);

/* The answer to a move of the opponent's, an undecided edge. After it the player wins moving second, whatever comes;
 * the position before it he wins moving first. SIZE_MAX when no edge is left. */
size_t tt_long_game_reply(struct tt_long_game *game, size_t edge);

/* Has Short joined A and B? (The strategy is Short's: never false for ever. It is Cut's: never true.) */
bool tt_long_game_joined(const struct tt_long_game *game);

/* ---- dual: the dual game of a plane position, in which Cut on the one board is Short on the other ----
 *
 * Whitney (1932): the edges of a plane graph and of its dual correspond, and forests of the one are what the cycles of
 * the other leave. So in a plane drawing of G + e*, Cut deletes e where Short of the dual secures the edge that crosses
 * e, and the other way round; A and B of the dual are the faces on the two sides of e*. */

/* graph is a game Q such that Cut on the position is Short on Q, whoever starts: the outcomes Short and Cut change
 * places, First stays. Its terminals are its first and its last vertex. Edge i of Q crosses edge old_edge[i] of the
 * position; unless A and B are joined, one edge crosses each undecided edge. The faces of a disconnected graph are
 * those of its components with one face of each shared.
 *
 * Two cases have no two faces beside e*. Where A and B are joined by secured edges, Q is two isolated terminals, with
 * which Cut has won. Where A and B cannot be joined any more, e* lies in one face: that face is split in two, and the
 * halves, the terminals of Q, are joined by a secured edge, which crosses nothing: its old_edge is SIZE_MAX. It is the
 * last edge and the only one of Q that is not undecided. */
struct tt_dual {
  bool planar;            /* is G + e* planar: can G be drawn with A and B on one face? */
  struct tt_graph *graph; /* owned; NULL when not planar */
  size_t *old_edge;       /* owned; graph->edge_count entries, NULL when not planar */
};

/* Makes the dual game of a position of at most 2^24 undecided edges (TT_BAD_INPUT). That G + e* is not planar is an
 * answer, not an error. The drawing, libplanarity's, is never trusted: its faces are walked, and TT_NO_RESOURCE is
 * returned when they do not fulfil Euler's formula in every component. Time O(m log m), for sorting. */
enum tt_status tt_dual_make(struct tt_dual *dual, const struct tt_graph *position, struct tt_error *error);
void tt_dual_free(struct tt_dual *dual);

/* ---- ilp: mathematical programming by GLPK ---- */

#define TT_ILP_LIMIT 400 /* undecided edges */

/* As tt_forests_make, from a linear program over the edges (absent when built WITHOUT_GLPK). `seconds` bounds the time:
 * TT_NO_RESOURCE and a text that begins "undecided" when it is not enough, or when what GLPK proposes fails the exact
 * check. Where nothing is left to solve no time is needed. */
enum tt_status tt_ilp_make(struct tt_forests *forests, const struct tt_graph *position, double seconds,
                           struct tt_error *error);

/* ---- The witnesses of this room ---- */

extern const struct tt_witness tt_witness_subsets, tt_witness_forests, tt_witness_pebbles;
extern const struct tt_witness tt_witness_dual; /* undecided where G + e* is not planar */
extern const struct tt_witness tt_witness_ilp;  /* absent when built WITHOUT_GLPK */

#ifdef __cplusplus
}
#endif
#endif
