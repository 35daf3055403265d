/* codec.h: graph6 and sparse6 decoded and encoded bit by bit: the second computation beside the library's reader and
 * writer, which go through nauty's gtools. No nauty here, and nothing of graph/ but the graph itself. */
#ifndef TT_TESTS_CODEC_H
#define TT_TESTS_CODEC_H

#include "graph/graph.h"

/* The graph of a line, ended by a zero byte: graph6, or sparse6 when it begins with ':'. Terminals first and last,
 * edges in lexicographic order with the smaller end first, called by the line. NULL when the line is not valid: illegal
 * bytes, a vertex count that is cut short, not the shortest, below 2 or over the limit (2^16, and 2^27 for sparse6),
 * bytes too few or too many, an edge that is cut or names no vertex, wrong padding. The caller frees it. */
struct tt_graph *codec_decode(const char *line);

/* The line, without newline, of the edges that are not deleted; the caller frees it. codec_graph6 returns NULL for
 * loops and parallel edges. */
char *codec_graph6(const struct tt_graph *graph);
char *codec_sparse6(const struct tt_graph *graph);

#endif
