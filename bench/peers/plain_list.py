"""Reads the plain lists that `twotrees convert` writes and peers.sh adds to: vertices by number, undecided edges."""


def read(path):
    """Returns the number of vertices and the list of edges, as pairs of numbers."""
    edges, vertices = [], 0
    with open(path, encoding="ascii") as lines:
        for line in lines:
            words = line.split("#")[0].split()
            if words and words[0] == "vertices":
                vertices = int(words[1])
            elif words and words[0] != "terminals":
                edges.append((int(words[0]), int(words[1])))
    return max([vertices - 1] + [end for edge in edges for end in edge]) + 1, edges
