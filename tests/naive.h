/* naive.h: the game and the tree test a second time, as simply as they can be written.
 *
 * Written from the conventions of the published census alone, to confirm the numbers of the library: nothing here calls
 * or includes code of the solver, the tree tests or the surveys, and no union-find, hash table or search order is
 * shared. Edge lists of at most 16 edges; play is plain recursion, parts of a graph are found by relabelling its
 * vertices until nothing changes, the tree test tries every edge set and every way to halve it, forests are found by
 * trying three colours on every edge. A graph that is too large stops the program. */
#ifndef TT_TESTS_NAIVE_H
#define TT_TESTS_NAIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/graph.h"

#define NAIVE_EDGES 16    /* most edges of a graph, e* not counted */
#define NAIVE_VERTICES 32 /* most vertices */

struct naive_graph {
  unsigned vertices, a, b, edges;
  unsigned u[NAIVE_EDGES + 2], v[NAIVE_EDGES + 2];
  uint8_t state[NAIVE_EDGES + 2]; /* an enum tt_edge_state each */
};

/* Copies a position, states and all. */
void naive_from(struct naive_graph *naive, const struct tt_graph *position);

/* ---- Play ---- */

/* Values of all positions of one graph as far as they were needed: 3^edges entries, two movers each. */
struct naive_play;
struct naive_play *naive_play_open(const struct naive_graph *graph);
void naive_play_close(struct naive_play *play);

/* Does Short win the position with these states (one an edge), Short or Cut to move? */
bool naive_short_wins(struct naive_play *play, const uint8_t *states, bool short_moves);

/* How many moves until that is decided, when the winner hurries and the loser delays? */
unsigned naive_length(struct naive_play *play, const uint8_t *states, bool short_moves);

/* ---- Pairs of trees ---- */

struct naive_pair {
  unsigned edges; /* of each tree; 0 where A and B are joined already */
  unsigned blue[NAIVE_EDGES], red[NAIVE_EDGES];
};

/* The first pair in the order of the published census, of the position or, with `virtual_edge`, of the position + e*
 * (edge number `edges`). False when there is none. */
bool naive_first_pair(const struct naive_graph *graph, bool virtual_edge, struct naive_pair *pair);

/* The openings that a pair of trees of the position + e* names, as a set of bits; none when the pair lacks e*. */
uint32_t naive_named(const struct naive_graph *graph, const struct naive_pair *pair);

/* The openings that some pair of trees of the position + e* names. */
uint32_t naive_named_any(const struct naive_graph *graph);

/* Ordered pairs of disjoint trees on the same vertices, A and B among them, that use up all undecided edges. */
uint64_t naive_count_splits(const struct naive_graph *graph);

/* Ordered pairs of disjoint trees that span ALL vertices; states and terminals do not matter. */
uint64_t naive_count_spanning_pairs(const struct naive_graph *graph);

/* The largest number of edges in two disjoint forests of the position with `copies` (0, 1, 2) copies of e*. */
unsigned naive_forests(const struct naive_graph *graph, unsigned copies);

/* ---- The pairing rule ---- */

struct naive_replay {
  uint64_t lines, replies, lost;
  unsigned longest;
};

/* Short moving second from two disjoint sets of undecided edges, against every deletion at every point. */
struct naive_replay naive_replay_second(const struct naive_graph *graph, const struct naive_pair *pair);

/* Short moving first by the pair's named opening `opening`; the pair holds e* (in either tree). */
struct naive_replay naive_replay_opening(const struct naive_graph *graph, const struct naive_pair *pair,
                                         unsigned opening);

/* ---- The census ---- */

/* All subgraphs of a graph; openings are those of the subgraphs that the first mover wins. */
struct naive_census {
  uint64_t subgraphs, outcomes[3]; /* by enum tt_outcome */
  uint64_t openings, short_winning, cut_winning, named, named_any;
};
struct naive_census naive_census(const struct naive_graph *graph);

#endif
