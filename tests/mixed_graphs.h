/* mixed_graphs.h: random positions of many shapes by seed, for the tests of what has to be right on every graph. */
#ifndef TT_TESTS_MIXED_GRAPHS_H
#define TT_TESTS_MIXED_GRAPHS_H

#include "tests/support.h"

/* A position of 2 to about `most_vertices` vertices: random multigraphs of all densities, meshes, boards, trees, blobs
 * joined by few edges, sparse and tight graphs, long paths. In every other one the edges are shuffled and the vertices
 * numbered anew; in some, edges are secured, deleted or doubled. The seed determines it. */
struct tt_graph *mixed_graph(uint64_t seed, unsigned most_vertices);

/* Puts the edges in random order and exchanges the ends of half of them. */
void mixed_shuffle_edges(struct tt_graph *graph, struct support_random *random);
/* Numbers the vertices anew at random, terminals included. */
void mixed_relabel(struct tt_graph *graph, struct support_random *random);

#endif
