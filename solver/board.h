/* board.h: the edges of one graph of at most 64, seen from a position of it.
 *
 * `boundary[p]` is the set of edges with exactly one end in part p (decided ones too). Merging p and q makes it
 * boundary[p] ^ boundary[q], and the edges that become internal are boundary[p] & boundary[q]. A part is called by one
 * of its vertices; label[v] is the part of v. */
#ifndef TT_BOARD_H
#define TT_BOARD_H

#include "graph/graph.h"

#define BOARD_VERTICES (2 * TT_EDGE_SET_LIMIT + 2)

struct board {
  unsigned edge_count, vertex_count;
  uint8_t terminal_a, terminal_b;
  uint8_t u[TT_EDGE_SET_LIMIT], v[TT_EDGE_SET_LIMIT];
  tt_edge_set loops;
};

struct place {
  tt_edge_set live; /* undecided edges; those inside a part or otherwise without effect may have been left out */
  tt_edge_set flat; /* all edges, decided or not, with both ends in one part */
  uint8_t label[BOARD_VERTICES];
  tt_edge_set boundary[BOARD_VERTICES];
};

/* A board for the undecided edges of `rest`, which has at most 64 and is not joined. */
void board_from_rest(struct board *board, const struct tt_rest *rest);

/* The place where nothing is merged and the edges of `live` are undecided. */
void place_start(struct place *place, const struct board *board, tt_edge_set live);

/* Copies `from` with the two ends of the edge merged. */
void place_secure(struct place *to, const struct place *from, const struct board *board, unsigned edge);

/* The undecided edges between the parts of A and B. */
tt_edge_set place_direct(const struct place *place, const struct board *board);

/* The undecided edges that can be reached from A; *joinable says whether B can. */
tt_edge_set place_reach(const struct place *place, const struct board *board, bool *joinable);

#endif
