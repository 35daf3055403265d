"""Two disjoint forests, or trees, by what a user would otherwise pick, on the same inputs in the same run.

`peers.py PROGRAM OURS DIRECTORY` is what `make bench-peers` runs; it prints a section of BENCHMARKS.md. A method is a
command that takes a plain list and prints the processor seconds of its own call, without its start and without reading,
and how many edges it can have in two disjoint forests; a line that begins with "-" says why there is no answer. What is
not installed is said to be so. SECONDS_EACH in the environment bounds a case.
"""

import os
import resource
import shutil
import subprocess
import sys

import plain_list

LIMIT = float(os.environ.get("SECONDS_EACH", "120"))
MEMORY = 8 << 30  # of a peer
START = 15  # seconds that a peer may take to start and to read
HERE = os.path.dirname(os.path.abspath(__file__))

# Name of a graph or file; e* is added where Short has to move first; easier inputs of the same kind.
INPUTS = [
    ("bridgit:10", True, []),
    ("bridgit:20", True, ["bridgit:10"]),
    ("tests/hard/two-blobs-18-two-bridges.txt", False, []),
    ("bench/peers/two-blobs.txt", False, []),
    ("random-trees:1000", False, []),
    ("random-trees:10000", False, ["random-trees:1000"]),
]


def say(text):
    """Tells how far it is."""
    print(f"bench-peers: {text}", file=sys.stderr, flush=True)


def methods(ours):
    """Rows of the table: text, command, or None where it is not installed; and whether it knows spanning trees only."""
    sage = ["sage", "-python"] if shutil.which("sage") else None

    def by_sage(script, *words):
        return sage and sage + [os.path.join(HERE, script), *words]

    return [
        ("`forests`: trees, partition, and their check", [ours, "forests"], False),
        ("plain pebble game in C, no trees", [ours, "pebbles"], False),
        ("plain pebble game in Python, no trees", [sys.executable, os.path.join(HERE, "pebbles.py")], False),
        ("`ilp`: a linear program by GLPK", [ours, "ilp"], False),
        ("Sage: edge_disjoint_spanning_trees, integer program", by_sage("sage_trees.py"), True),
        ("Sage: the same, Roskind and Tarjan", by_sage("sage_trees.py", "Roskind-Tarjan"), True),
        ("Sage: MatroidUnion, no trees", by_sage("sage_union.py"), False),
    ]


def make_input(program, name, virtual, path):
    """Writes the plain list; returns its numbers of vertices and edges."""
    text = subprocess.run([program, "convert", name, "--to", "plain"], check=True, capture_output=True, text=True).stdout
    if virtual:
        terminals = [line for line in text.splitlines() if line.startswith("terminals ")]
        text += terminals[0].removeprefix("terminals ") + "\n"
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
    vertices, edges = plain_list.read(path)
    return vertices, len(edges)


def limit_memory():
    """In the child, before the method is there."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def ask(command, path):
    """Returns (seconds, edges), or a text that says why not, or None when the time was up."""
    try:
        done = subprocess.run(command + [path], capture_output=True, text=True, timeout=LIMIT + START, check=False,
                              preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return None
    lines = done.stdout.split("\n")
    words = lines[-2].split() if len(lines) > 1 else []
    if done.returncode != 0 or len(words) < 2:
        errors = done.stderr.strip().splitlines()
        say(f"{' '.join(command)}: {errors[-1] if errors else 'no output'}")
        return "failed"
    if words[0] == "-":
        return " ".join(words[1:])
    return float(words[0]), int(words[1])


def duration(seconds):
    """With its unit, two digits."""
    if seconds >= 1:
        return f"{seconds:.2g} s" if seconds < 100 else f"{seconds:.0f} s"
    return f"{1000 * seconds:.2g} ms" if seconds < 0.1 else f"{1000 * seconds:.0f} ms"


def cell(answer, own, vertices, trees_only):
    """An answer beside that of `forests`."""
    if answer is None:
        return f"> {LIMIT:.0f} s (> {LIMIT / own[0]:,.0f})"
    if isinstance(answer, str):
        return answer
    expected = own[1]
    if trees_only and own[1] < 2 * (vertices - 1):
        expected = 0
    if answer[1] != expected:
        return f"wrong: {answer[1]} edges, not {expected}"
    ratio = answer[0] / own[0]
    return f"{duration(answer[0])} ({f'{ratio:,.0f}' if ratio >= 10 else f'{ratio:.2g}'})"


def sage_version():
    """The version, or that there is none."""
    if not shutil.which("sage"):
        return "no SageMath installed"
    return subprocess.run(["sage", "--version"], capture_output=True, text=True, check=False).stdout.split(",")[0]


HEADER = """## Peers

Written by `make bench-peers`, with {sage} and Python {python}. Processor time of
the call alone, without start and reading; in brackets its ratio to that of `forests` in the same run. A case is
ended after {limit:.0f} seconds; where an easier graph of the same kind was, a harder one is not tried. With e*: one
more edge A-B. All say how many edges two disjoint forests can hold, or find two disjoint spanning trees or that
there are none; an answer other than ours would be shown as wrong. two-blobs: two graphs of 18 vertices, six edges at
each, joined by one edge. Sage 9.5 makes one variable of parallel edges, and then misses trees that are there.
networkx has no tree packing, no matroid union and no pebble game: there is nothing to time.
"""


def main(program, ours, directory):
    """Prints the section."""
    rows, own, ended = methods(ours), {}, set()
    graphs = []
    for number, (name, virtual, easier) in enumerate(INPUTS):
        path = os.path.join(directory, f"peer-{number}.txt")
        graphs.append((name, path, *make_input(program, name, virtual, path), virtual, easier))
    print(HEADER.format(sage=sage_version(), python=sys.version.split()[0], limit=LIMIT))
    titles = [f"{os.path.basename(graph[0]).removesuffix('.txt')}{' with e*' if graph[4] else ''}" for graph in graphs]
    print(f"| method | {' | '.join(titles)} |\n|---|{'---:|' * len(graphs)}")
    print("| *vertices, edges* | " + " | ".join(f"{graph[2]:,}, {graph[3]:,}" for graph in graphs) + " |")
    for text, command, trees_only in rows:
        cells = []
        for name, path, vertices, _, _, easier in graphs:
            if not command:
                cells.append("not installed")
                continue
            if any((text, graph) in ended for graph in easier):
                ended.add((text, name))
                cells.append("not tried")
                continue
            say(f"{text}: {name}")
            answer = ask(command, path)
            if answer is None:
                ended.add((text, name))
            own.setdefault(name, answer)  # the first row is our own
            cells.append(cell(answer, own[name], vertices, trees_only))
        print(f"| {text} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: peers.py PROGRAM OURS DIRECTORY")
    main(*sys.argv[1:])
