/* finder.h: the machine behind forests.c and moves.c: two edge-disjoint forests that grow edge by edge.
 *
 * Matroid union by augmenting sequences (Edmonds 1965; the labelling by subtrees is that of Roskind and Tarjan 1985).
 * An edge that both forests have no room for is offered to each; every edge on the cycle that it would close there is
 * labelled with it and offered to the other forest in turn, until one fits: then each edge of the sequence moves on. If
 * none fits, the vertices reached are spanned by both forests, a clump (Gabow and Westermann 1992): no further edge
 * inside it can ever be taken, so it is contracted to one node.
 *
 *   node      a clump (a part of `clumps`), named by its root there
 *   parent    parent[c][node]: the edge of forest c towards its root, NO_EDGE at the root
 *   subtree   in a search, the nodes reached in forest c; connected; top[c] is its node nearest to the root
 *
 * Every augmentation costs time linear in the edges labelled and in the depth of the trees; a failed one is paid for by
 * the contraction. At most n searches succeed: O(n^2) in all, far less where searches stay local. */
#ifndef TT_FINDER_H
#define TT_FINDER_H

#include "graph/graph.h"

#define NO_EDGE UINT32_MAX
enum { BLUE = 0, RED = 1, NONE = 2 };

struct finder {
  uint32_t node_count, edge_count; /* edges: those of the rest, then two copies of e* */
  struct tt_edge *ends;            /* in nodes of the rest */
  uint8_t *colour;                 /* BLUE, RED or NONE */
  struct tt_partition clumps;
  uint32_t *parent[2];
  /* One search: a stamp equal to `search` means "in this search". */
  uint32_t search;
  uint32_t *edge_stamp, *label; /* label: the edge that this one would make room for */
  uint32_t *queue, queue_count;
  uint32_t *node_stamp[2]; /* in the subtree of forest c */
  uint32_t top[2];
  /* One climb towards a meeting point. */
  uint32_t climb;
  uint32_t *climb_stamp[2]; /* by side */
  uint32_t *climbed[2];     /* edges climbed over, by side */
};

/* Starts with two forests grown breadth first, then takes every edge of the rest that fits. The two copies of e* stand
 * behind the edges of the rest and are not taken yet. False when out of memory; otherwise release with finder_free. */
bool finder_make(struct finder *finder, const struct tt_rest *rest);
void finder_free(struct finder *finder);

/* Takes one more edge (or copy of e*) into the forests if that is possible, and contracts a clump if it is not. */
bool finder_add(struct finder *finder, uint32_t edge);

/* Would a parallel copy of this edge fit? The forests stay as they are; where it would not, its clump is contracted. */
bool finder_has_room(struct finder *finder, uint32_t edge);

/* The clump of a vertex of the rest. */
uint32_t finder_node(struct finder *finder, uint32_t vertex);

#endif
