"""SageMath's edge_disjoint_spanning_trees: `sage -python sage_trees.py [ALGORITHM] FILE`.

Prints the processor seconds and the edges in two disjoint spanning trees, 0 where it says that there are none. Sage 9.5
knows one method, an integer program; later ones have a choice of algorithms, of which one can be named.
"""

import inspect
import sys
import time

import plain_list
from sage.all import Graph
from sage.categories.sets_cat import EmptySetError


def run(algorithm, vertices, edges):
    """Returns seconds and edges."""
    graph = Graph([range(vertices), edges], format="vertices_and_edges", multiedges=True, loops=False)
    choice = {"algorithm": algorithm} if algorithm else {}
    started = time.process_time()
    try:
        trees = graph.edge_disjoint_spanning_trees(2, **choice)
    except EmptySetError:
        trees = []
    return time.process_time() - started, sum(tree.size() for tree in trees)


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) == 3 else None
    known = "algorithm" in inspect.signature(Graph.edge_disjoint_spanning_trees).parameters
    count, pairs = plain_list.read(sys.argv[-1])
    if wanted and not known:
        print("- not in this Sage")
    elif len({frozenset(pair) for pair in pairs}) < len(pairs) and not wanted:
        print("- takes no parallel edges")  # it makes one variable of them and answers wrongly
    else:
        print("{:.6f} {}".format(*run(wanted or ("MILP" if known else None), count, pairs)))
