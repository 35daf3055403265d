"""The plain (2,2)-pebble game (Lee and Streinu 2008) as one writes it in an afternoon: `pebbles.py FILE`.

Prints the processor seconds and how many edges two disjoint forests can hold; it makes no trees.
"""

import sys
import time

import plain_list


def fetch(owned, free, start, spared):
    """Brings a pebble to `start` from anywhere but `spared`, by turning a path of owned edges; says whether it could."""
    came_from = {start: None, spared: None}
    stack = [start]
    while stack:
        vertex = stack.pop()
        for target in owned[vertex]:
            if target in came_from:
                continue
            came_from[target] = vertex
            if free[target] == 0:
                stack.append(target)
                continue
            while target != start:
                before = came_from[target]
                owned[before].remove(target)
                owned[target].append(before)
                free[before] += 1
                free[target] -= 1
                target = before
            return True
    return False


def play(vertices, edges):
    """Returns the number of edges that are taken."""
    owned, free, taken = [[] for _ in range(vertices)], [2] * vertices, 0
    for u, v in edges:
        if u == v:
            continue
        while free[u] < 2 and fetch(owned, free, u, v):
            pass
        while free[u] + free[v] < 3 and fetch(owned, free, v, u):
            pass
        if free[u] + free[v] >= 3:
            giver, other = (u, v) if free[u] > 0 else (v, u)
            owned[giver].append(other)
            free[giver] -= 1
            taken += 1
    return taken


if __name__ == "__main__":
    graph = plain_list.read(sys.argv[1])
    started = time.process_time()
    size = play(*graph)
    print(f"{time.process_time() - started:.6f} {size}")
