/* families.h: what random_graphs.c gives to the table of families in base_graphs.c. Each adds the edges of a member of
 * these sizes to a graph that has its vertices; false when out of memory. A member's name decides its edges: the
 * generator starts from the sizes, so that a graph is the same on every machine. */
#ifndef TT_FAMILIES_H
#define TT_FAMILIES_H

#include "graph/graph.h"

bool random_build(struct tt_graph *graph, uint32_t vertices, uint32_t edges);
bool random_trees_build(struct tt_graph *graph, uint32_t vertices, uint32_t unused);
bool random_regular_build(struct tt_graph *graph, uint32_t vertices, uint32_t unused);

#endif
