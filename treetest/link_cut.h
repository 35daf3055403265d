/* link_cut.h: a forest whose edges come and go, with questions about paths, in O(log n) amortised each (Sleator and
 * Tarjan 1983, with splay trees as in 1985). */
#ifndef TT_LINK_CUT_H
#define TT_LINK_CUT_H

#include "graph/graph.h"

/* Vertices and edges are both nodes; a path runs through them by turns. Edge e is node vertex_count + e. */
struct link_node {
  uint32_t child[2], parent;    /* in the splay trees; NO_NODE */
  uint32_t open : 31, flip : 1; /* open: edges below (itself included) that are open; flip: children are exchanged */
};
struct link_forest {
  uint32_t vertex_count, edge_count;
  const struct tt_edge *ends; /* borrowed */
  struct link_node *nodes;    /* owned */
  uint8_t *state;             /* owned; of each edge: */
};
enum { LINK_OUT = 0, LINK_OPEN = 1, LINK_SHUT = 2 }; /* not in the forest; in it, found by link_open_edge or not */

/* No edges. 17 bytes an edge and 16 a vertex. False when out of memory; release with link_free. */
bool link_make(struct link_forest *forest, const struct tt_edge *ends, uint32_t vertex_count, uint32_t edge_count);
void link_free(struct link_forest *forest);

bool link_connected(struct link_forest *forest, uint32_t u, uint32_t v);
/* Puts an edge into the forest, between two trees of it, or takes one out. */
void link_edge(struct link_forest *forest, uint32_t edge, bool open);
void link_cut(struct link_forest *forest, uint32_t edge);
/* An edge in the forest is no longer open. */
void link_shut(struct link_forest *forest, uint32_t edge);

/* How many open edges the path between two connected vertices has, and the one with this index from u's end. */
uint32_t link_open_count(struct link_forest *forest, uint32_t u, uint32_t v);
uint32_t link_open_edge(struct link_forest *forest, uint32_t u, uint32_t v, uint32_t index);

#endif
