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

/* What a node owns: edges, and the other end of each. NO_EDGE twice where a place is free; places fill in any order. */
struct owner {
  uint32_t edge[2], target[2];
};

struct orientation {
  const struct tt_edge *ends; /* borrowed */
  uint32_t node_count, edge_count;
  struct owner *owners;
  uint32_t *excess, excess_count; /* edges that nobody has room for, loops left out */
  uint32_t *distance;             /* to a node with a free place, along owned edges; FULL: there is none */
  uint32_t *queue;                /* node_count entries for whoever needs them */
};
#define FULL UINT32_MAX

/* Orients as many edges as can be. Where excess_count > 0 the FULL nodes are a set with all ends of the excess edges
 * and twice as many owned edges inside it as it has nodes. Memory: 37 bytes a node and 4 an edge. Time: phases of
 * linear time, few in practice; at worst one an edge (Even and Tarjan 1975 bound phases of shortest paths by
 * O(sqrt(m))). False when out of memory; otherwise release with orientation_free. */
bool orientation_make(struct orientation *orientation, const struct tt_edge *ends, uint32_t edge_count,
                      uint32_t node_count);
void orientation_free(struct orientation *orientation);

#endif
