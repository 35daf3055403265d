/* pairing_trees.h: spanning trees through e*, one after the other (private to the pairings). */
#ifndef TT_PLAY_PAIRING_TREES_H
#define TT_PLAY_PAIRING_TREES_H

#include "play/play.h"

/* Called for each spanning tree of the graph + e* that holds e*, in the order of the sets read as numbers, with its
 * other edges and whether the edges that it leaves connect all vertices. What it returns other than TT_OK stops the
 * run. */
typedef enum tt_status (*tree_visitor)(void *context, tt_edge_set tree, bool splitting, struct tt_error *error);

enum tt_status pairing_each_tree(const struct tt_graph *graph, tree_visitor visit, void *context,
                                 struct tt_error *error);

#endif
