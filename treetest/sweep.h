/* sweep.h: what ways of taking nodes off a graph one by one share: the edges at each node, and the nodes by degree, of
 * which the one that came last to the least degree is the next. */
#ifndef TT_SWEEP_H
#define TT_SWEEP_H

#include "graph/graph.h"
#include "treetest/orientation.h"

struct sweep {
  uint32_t node_count;
  uint64_t *start; /* node_count + 1: where the edges at a node begin; loops are left out */
  uint32_t *edges;
  uint32_t *degree;                  /* of nodes in a list */
  uint32_t *heads, *before, *behind; /* by degree up to CROWD, lists of nodes, the latest first */
  uint32_t least;                    /* no shorter list has a node */
};

/* All nodes in the lists. Edges whose state (unless states is NULL) is not TT_UNDECIDED are left out. 20 bytes a node
 * and 8 an edge. False when out of memory; release with sweep_free. */
bool sweep_make(struct sweep *sweep, const struct tt_edge *ends, const uint8_t *states, uint32_t edge_count,
                uint32_t node_count);
void sweep_free(struct sweep *sweep);

/* Takes the next node out of its list; NO_EDGE when there is none. */
uint32_t sweep_next(struct sweep *sweep);
/* Takes a node out of its list. */
void sweep_drop(struct sweep *sweep, uint32_t node);
/* Puts a node into the list of its degree. */
void sweep_return(struct sweep *sweep, uint32_t node);
/* A node in a list has one edge less. */
void sweep_lower(struct sweep *sweep, uint32_t node);

#endif
