"""SageMath's matroid union, of the cycle matroid with itself: `sage -python sage_union.py FILE`.

Prints the processor seconds and its rank, which is how many edges two disjoint forests can hold.
"""

import sys
import time

import plain_list
from sage.all import Graph, Matroid

if __name__ == "__main__":
    count, pairs = plain_list.read(sys.argv[1])
    graph = Graph([range(count), pairs], format="vertices_and_edges", multiedges=True, loops=True)
    started = time.process_time()
    cycles = Matroid(graph=graph, groundset=range(len(pairs)))
    rank = cycles.union(cycles).rank()
    print(f"{time.process_time() - started:.6f} {rank}")
