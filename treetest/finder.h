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
 *   subtree   in a search, the nodes reached in forest c: a connected set with the root, where the search begins
 *
 * Every augmentation costs time linear in the edges labelled and in the depth of the trees; a failed one is paid for by
 * the contraction. At most n searches succeed: O(n^2) in all, far less where searches stay local. */
#ifndef TT_FINDER_H
#define TT_FINDER_H

#include "graph/graph.h"
#include "treetest/orientation.h"

enum { BLUE = 0, RED = 1, NONE = 2 };

/* FINDER_CIRCUITS: what is contracted is the union of the circuits of the edges that did not fit, so that exactly the
 * edges inside a node can be spared for another. FINDER_CLUMPS: it may be more, clumps around such circuits, which is
 * faster where they are large. */
enum finder_contracts { FINDER_CLUMPS, FINDER_CIRCUITS };

struct finder {
  enum finder_contracts contracts;
  uint32_t node_count, edge_count; /* edges: those of the rest, then two copies of e* */
  const struct tt_edge *edges;     /* of the rest, in its nodes; borrowed */
  const uint8_t *states;           /* borrowed, or NULL: edges that are not TT_UNDECIDED are left out */
  struct tt_edge virtual_ends;
  uint8_t *colour; /* BLUE, RED or NONE */
  struct tt_partition clumps;
  uint32_t *parent[2];
  uint32_t trees[2]; /* how many each forest has, single nodes counted */
  uint64_t work;     /* steps so far, to know when a way is too slow */
  /* One search. */
  uint32_t *label; /* the edge that this one would make room for; NO_EDGE outside searches */
  uint32_t *queue, queue_count;
  uint8_t *flags;    /* of nodes: in the subtree of forest c; 0 outside searches */
  uint32_t *climbed; /* the nodes climbed over */
};

/* Starts with the forests of finder_start, then takes every edge of the rest that fits. The two copies of e* stand
 * behind the edges of the rest and are not taken yet. The rest must outlive the finder. Memory: 9 bytes an edge and 48
 * a node while an orientation is made by peeling, 13 and 57 where edges are taken one after another, less at other
 * times (docs/large.md). False when out of memory; otherwise release with finder_free. */
bool finder_make(struct finder *finder, const struct tt_rest *rest, const uint8_t *states,
                 enum finder_contracts contracts);
void finder_free(struct finder *finder);

/* Takes one more edge (or copy of e*) into the forests if that is possible, and contracts a clump if it is not. */
bool finder_add(struct finder *finder, uint32_t edge);

/* What finder_prefixes.c needs: puts an edge that fits into a forest; searches as finder_add does where it does not fit
 * at once, and tells the ends of the edge that fitted in the end, and where. */
void finder_insert(struct finder *finder, uint8_t colour, uint32_t edge);
bool finder_search(struct finder *finder, uint32_t edge, struct tt_edge *fitting, uint8_t *colour);

/* finder_prefixes.c: takes the edges one after another, node by node in this order. The forests must be empty. Where
 * FINDER_CIRCUITS is asked for nothing is contracted but by searches. False when out of memory. */
bool finder_by_prefixes(struct finder *finder, const uint32_t *order);

/* finder_start.c: colours what an orientation of the rest owns, so that nearly all edges that fit are in a forest, and
 * with FINDER_CLUMPS contracts the clumps that can be seen without a search. Sets colour, parent and clumps, which must
 * be there and empty, and uses up the orientation. missed, empty at first, gets the edges that were owned and did not
 * fit at once. False when out of memory. */
bool finder_start(struct finder *finder, struct orientation *orientation, struct edge_list *missed);

/* The partition of the position's vertices into clumps as they stand: part[v] is the first vertex of v's. */
enum tt_status finder_parts(uint32_t *part, struct finder *finder, const struct tt_graph *position,
                            const struct tt_rest *rest, struct tt_error *error);

/* The clump of a vertex of the rest. */
uint32_t finder_node(struct finder *finder, uint32_t vertex);

#endif
