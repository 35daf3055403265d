/* orientation.h: every edge of a graph owned by one of its ends, at most two to a node.
 *
 * A set of edges can be owned so exactly when it splits into two pseudoforests (one edge a node each: at most one cycle
 * in a component), and a largest such set is the natural start for two forests: what is left to mend are a few cycles
 * (Gabow and Westermann 1992 go the same way). Finding it is a flow problem, and many augmentations can share one walk
 * of the graph, which exchanges in a pair of forests cannot. */
#ifndef TT_ORIENTATION_H
#define TT_ORIENTATION_H

#include "graph/graph.h"

#define NO_EDGE UINT32_MAX

/* A list of edges that grows. */
struct edge_list {
  uint32_t *edges, count, capacity; /* owned */
};
bool edge_list_add(struct edge_list *list, uint32_t edge); /* false when out of memory */

/* What a node owns: edges, and the other end of each. NO_EDGE twice where a place is free; places fill in any order. */
struct owner {
  uint32_t edge[2], target[2];
};

struct orientation {
  const struct tt_edge *ends; /* borrowed */
  const uint8_t *states;      /* borrowed, or NULL: edges that are not TT_UNDECIDED are left out */
  uint32_t node_count, edge_count;
  struct owner *owners;
  struct edge_list excess; /* edges that nobody has room for, loops left out */
  bool some_full;          /* some node is known to be FULL; else `distance` says nothing */
  uint32_t *distance;      /* to a node with a free place, along owned edges; FULL: there is none */
  uint32_t *queue;         /* node_count entries for whoever needs them */
  uint32_t *order;         /* the nodes, those first that others lead to; NULL: by number */
};
#define FULL UINT32_MAX

/* Orients as many edges as can be. All that FULL nodes own leads to FULL nodes, and all ends of excess edges are FULL.
 * With in_order it starts by peeling (peel.c), which sets `order`; else it does so where other ways crawl. Memory: 37
 * bytes a node, in the course of peeling 48 and 8 an edge, and 4 an edge in excess. Time: phases of linear time, few in
 * practice; at worst one an edge (with shortest paths only there would be O(sqrt(m)) of them: Even and Tarjan 1975).
 * False when out of memory; otherwise release with orientation_free. */
bool orientation_make(struct orientation *orientation, const struct tt_edge *ends, const uint8_t *states,
                      uint32_t edge_count, uint32_t node_count, bool in_order);
void orientation_free(struct orientation *orientation);

/* For orientation.c: owners and excess edges out of a peeling alone, and the order. */
bool orientation_peel(struct orientation *orientation);

#endif
