/* naive_cut.h: Cut's criterion and Cut's rule a second time, as simply as they can be written.
 *
 * Written from the theorem (Lehman's for the dual matroid) and from docs/strategy.md alone, to confirm the library's
 * sets, moves and replays: no code of the library is called or included. Parts of a graph are counted by walking from
 * every vertex; the criterion tries every way to give each undecided edge one of three roles; a set is a base when it
 * splits as many parts as it has edges and leaves no part in two; an edge is on a cycle when the cycle's ends fall
 * apart without it; the rule holds its sets as ascending lists. At most NAIVE_EDGES edges; more stop the program. */
#ifndef TT_TESTS_NAIVE_CUT_H
#define TT_TESTS_NAIVE_CUT_H

#include <stdbool.h>
#include <stdint.h>

#include "tests/naive.h"

/* ---- Sets ---- */

/* H is (G + e*) with the contracted edges K contracted, G the undecided edges with secured ones contracted. */
enum naive_cut_role { NAIVE_NONE = 0, NAIVE_CONTRACTED = 1, NAIVE_X = 2, NAIVE_Y = 3 };

struct naive_cut_sets {
  uint8_t role[NAIVE_EDGES]; /* an enum naive_cut_role an edge */
  bool virtual_in_x, virtual_in_y;
};

/* What sets prove of a position: nothing, that Cut wins moving first, that Cut wins moving second. */
enum naive_cut_claim { NAIVE_CUT_NOTHING, NAIVE_CUT_FIRST, NAIVE_CUT_SECOND };

/* By definition: every undecided edge is in K, X or Y and no other edge is; X and Y, e* added to one of them (first) or
 * to both (second), are each a maximal forest of H. */
enum naive_cut_claim naive_cut_proves(const struct naive_graph *graph, const struct naive_cut_sets *sets);

/* Do some sets prove that Cut wins moving second; first, with e* in X only? All 3^m of them are tried. */
bool naive_cut_second(const struct naive_graph *graph);
bool naive_cut_first(const struct naive_graph *graph);

/* The openings that sets with e* in one set name, as a set of bits: the edges of the set without e* on the cycle that
 * e* closes with it in H. */
uint32_t naive_cut_named(const struct naive_graph *graph, const struct naive_cut_sets *sets);

/* The openings that some sets with e* in X only name. */
uint32_t naive_cut_named_any(const struct naive_graph *graph);

/* ---- The rule ---- */

struct naive_edge_list { /* ascending */
  unsigned count, edges[NAIVE_EDGES];
};

struct naive_cut_game {
  struct naive_graph graph; /* the position now */
  uint32_t contracted;      /* K at the start, as a set of bits */
  struct naive_edge_list sets[2];
  unsigned fallback; /* the set that held the lowest-numbered edge at the start */
};

/* Cut to answer, from sets of the position; which set holds e* does not matter. */
void naive_cut_start(struct naive_cut_game *game, const struct naive_graph *graph, const struct naive_cut_sets *sets);

/* Can A and B no longer be joined? Are they joined? */
bool naive_cut_won(const struct naive_graph *graph);
bool naive_cut_lost(const struct naive_graph *graph);

/* Secures the undecided edge `secured`, deletes the edge that the rule says, and returns it; NAIVE_NO_REPLY when no
 * undecided edge is left. */
#define NAIVE_NO_REPLY (~0u)
unsigned naive_cut_reply(struct naive_cut_game *game, unsigned secured);

struct naive_cut_replay {
  uint64_t lines, replies, lost;
  unsigned longest;
};

/* Cut moving second, against every edge that Short can secure at every point; lost lines do not stop it. */
struct naive_cut_replay naive_cut_replay_second(const struct naive_graph *graph, const struct naive_cut_sets *sets);

/* Cut moving first by deleting `opening`, which goes out of its set; the opening itself is not counted. */
struct naive_cut_replay naive_cut_replay_opening(const struct naive_graph *graph, const struct naive_cut_sets *sets,
                                                 unsigned opening);

#endif
