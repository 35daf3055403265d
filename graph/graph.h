/* graph.h: the vocabulary of the harness, all that solver/ and treetest/ have in common.
 *
 * An undirected multigraph with two terminals A and B, loops and parallel edges allowed, each edge undecided, secured
 * (Short's) or deleted (Cut's); vertex partitions; the witness, which is what a survey compares; base graphs by name;
 * readers, writers and pictures; canonical forms.
 *
 * Edges are numbered from 0 in the order in which they were added. The virtual edge e* (an extra edge A-B) is always
 * the last: in a graph with m edges it is number m. Functions that can fail take a `struct tt_error *` last, fill it
 * in and return its status; they return TT_OK and leave it alone otherwise. Nothing here keeps global state. */
#ifndef TT_GRAPH_H
#define TT_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Errors ---- */

/* The values are the exit statuses of the program. */
enum tt_status {
  TT_OK = 0,         /* done; all agree */
  TT_REFUTED = 1,    /* a disagreement, a claim refuted */
  TT_BAD_INPUT = 2,  /* unreadable input, bad usage, a size over a limit */
  TT_NO_RESOURCE = 3 /* out of memory, disk, or the time or positions allowed */
};

struct tt_error {
  enum tt_status status;
  char text[256]; /* one line, no newline at its end; says what was expected */
};

/* Fills in *error (which may be NULL) like printf and returns status. */
enum tt_status tt_fail(struct tt_error *error, enum tt_status status, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The usual case: tt_fail(error, TT_NO_RESOURCE, "out of memory"). */
enum tt_status tt_no_memory(struct tt_error *error);

/* ---- Multigraphs with two terminals ---- */

enum tt_edge_state { TT_UNDECIDED = 0, TT_SECURED = 1, TT_DELETED = 2 };

struct tt_edge {
  uint32_t u, v; /* u == v is a loop */
};

struct tt_graph {
  char *name;                      /* what the user calls it, owned; never NULL */
  uint32_t vertex_count;           /* vertices are 0 .. vertex_count - 1 */
  uint32_t terminal_a, terminal_b; /* two different vertices */
  size_t edge_count, edge_capacity;
  struct tt_edge *edges; /* owned */
  uint8_t *states;       /* owned; an enum tt_edge_state each */
  char **vertex_names;   /* owned; NULL: a vertex is called by its number */
  char *name_bytes;      /* owned; where all of vertex_names point into, or NULL: each of them is owned by itself */
};

/* Returns a graph of vertex_count >= 2 vertices and no edges with terminals 0 and vertex_count - 1, to be released
 * by tt_graph_free, or NULL when out of memory. The name is copied. */
struct tt_graph *tt_graph_new(const char *name, uint32_t vertex_count);
void tt_graph_free(struct tt_graph *graph); /* NULL is allowed */

/* Returns a copy with room for `spare` more edges, or NULL when out of memory. */
struct tt_graph *tt_graph_copy(const struct tt_graph *graph, size_t spare);

/* Adds the undecided edge u-v and returns true, or false when out of memory. u and v must be vertices. */
bool tt_graph_add_edge(struct tt_graph *graph, uint32_t u, uint32_t v);

/* Makes room for `count` edges in all, at least one, so that both arrays are there; false when out of memory. */
bool tt_graph_reserve(struct tt_graph *graph, size_t count);

/* Makes room for `spare` edges more, at least doubling it where it is too small, so that many calls take linear time;
 * false when out of memory. */
bool tt_graph_make_room(struct tt_graph *graph, size_t spare);

/* Gives back the room behind the last edge. */
void tt_graph_trim(struct tt_graph *graph);

bool tt_graph_rename(struct tt_graph *graph, const char *name); /* false when out of memory */

/* Returns the number of edges in `state`. Linear time. */
size_t tt_graph_count(const struct tt_graph *graph, enum tt_edge_state state);

/* Writes the name of a vertex to buffer (at most size bytes, always ended) and returns buffer. */
const char *tt_vertex_name(const struct tt_graph *graph, uint32_t vertex, char *buffer, size_t size);

/* Sets *vertex to the vertex of that name and returns true; false when there is none. Linear time with names. */
bool tt_vertex_find(const struct tt_graph *graph, const char *name, uint32_t *vertex);

/* Sets the states of all edges from a word of one letter an edge: u, s or d (undecided, secured, deleted). */
enum tt_status tt_graph_set_position(struct tt_graph *graph, const char *word, struct tt_error *error);

/* Writes that word; buffer holds edge_count + 1 bytes. */
void tt_graph_position_word(const struct tt_graph *graph, char *buffer);

/* Sets the states to those of subgraph `number` (bit i present: edge i undecided, else deleted), or with `positions` of
 * position `number` (digit i in base 3: 0 undecided, 1 secured, 2 deleted). The order of every sweep. */
void tt_graph_set_number(struct tt_graph *graph, uint64_t number, bool positions);

/* What is left to play: secured edges contracted, deleted edges dropped, only touched vertices kept (and A and B).
 * Edge i of the rest is edge old_edge[i] of the graph. When A and B are joined by secured edges, `joined` is set,
 * terminal_a == terminal_b, and nothing else about the rest matters. */
struct tt_rest {
  bool joined;
  uint32_t vertex_count, terminal_a, terminal_b;
  size_t edge_count;
  struct tt_edge *edges; /* owned */
  size_t *old_edge;      /* owned */
  uint32_t *new_vertex; /* owned; of each vertex of the graph: its number in the rest, UINT32_MAX where it is dropped */
};
enum tt_status tt_rest_make(struct tt_rest *rest, const struct tt_graph *position, struct tt_error *error);
void tt_rest_free(struct tt_rest *rest);

/* ---- Edge sets of graphs of at most 64 edges: bit i is edge i ---- */

typedef uint64_t tt_edge_set;
#define TT_EDGE_SET_LIMIT 64

static inline tt_edge_set tt_edge_set_all(size_t count) {
  return count >= 64 ? ~(tt_edge_set)0 : ((tt_edge_set)1 << count) - 1;
}
static inline tt_edge_set tt_edge_set_of(size_t edge) {
  return (tt_edge_set)1 << edge;
}
static inline unsigned tt_edge_set_size(tt_edge_set set) {
  return (unsigned)__builtin_popcountll(set);
}
/* The lowest-numbered edge; the set must not be empty. */
static inline unsigned tt_edge_set_first(tt_edge_set set) {
  return (unsigned)__builtin_ctzll(set);
}

/* Sets the states of the first 64 edges at most: deleted where not in `present`, else secured or undecided. */
void tt_graph_set_edges(struct tt_graph *graph, tt_edge_set present, tt_edge_set secured);

/* ---- Partitions of the vertices, by union-find (union by size, path halving) ---- */

struct tt_partition {
  uint32_t count;   /* elements 0 .. count - 1 */
  uint32_t parts;   /* how many parts there are now */
  uint32_t *parent; /* owned */
  uint32_t *size;   /* owned; of the part, where the element is a root */
};
bool tt_partition_make(struct tt_partition *partition, uint32_t count); /* false when out of memory */
void tt_partition_free(struct tt_partition *partition);
void tt_partition_reset(struct tt_partition *partition); /* every element alone again */
uint32_t tt_partition_find(struct tt_partition *partition, uint32_t element);
/* Merges two parts; returns false when they were one already. */
bool tt_partition_unite(struct tt_partition *partition, uint32_t first, uint32_t second);

/* ---- The players ---- */

enum tt_player { TT_PLAYER_SHORT = 0, TT_PLAYER_CUT = 1, TT_PLAYER_NONE = 2 };

/* ---- The witness ---- */

/* Short whoever starts, whoever starts, Cut whoever starts. TT_NEITHER (whoever starts loses) cannot happen, since no
 * move hurts its maker; a broken witness can say it, and a survey counts it. */
enum tt_outcome { TT_SHORT = 0, TT_FIRST = 1, TT_CUT = 2, TT_NEITHER = 3 };

/* The two questions that make an outcome: does Short win with Cut to move, does Short win with Short to move? */
struct tt_verdict {
  bool short_wins_second, short_wins_first;
};
enum tt_outcome tt_outcome_of(struct tt_verdict verdict);
const char *tt_outcome_name(enum tt_outcome outcome); /* "short", "first", "cut", "neither" */

struct tt_witness {
  const char *name;
  const char *summary; /* half a line for people */
  size_t edge_limit;   /* most undecided edges it takes; SIZE_MAX where it has no limit */
  bool partial;        /* by its nature it answers some positions only; its silence is no failure */
  size_t sweep_limit;  /* most edges of a base graph on which a survey asks it unless told to */
  /* Working memory for questions about positions of `base`; NULL when out of memory. One thread at a time. */
  void *(*open)(const struct tt_graph *base);
  /* Answers for a position: the vertices, edges and terminals of `base`, with any states. */
  enum tt_status (*ask)(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                        struct tt_error *error);
  void (*close)(void *work);
};

/* One question to a witness, opened and closed for it; refuses by name what is over its limit. */
enum tt_status tt_witness_ask(const struct tt_witness *witness, const struct tt_graph *position,
                              struct tt_verdict *verdict, struct tt_error *error);

/* ---- Base graphs and families ---- */

size_t tt_base_count(void);               /* the base graphs of the census, in its order */
const char *tt_base_name(size_t index);   /* index < tt_base_count() */
const char *tt_family_help(size_t index); /* "k:N  complete graph ..."; NULL after the last */

/* Makes the base graph or family member of that name ("bridge", "k:6", "grid:3x4"). Sets *known to false, and does
 * nothing else, when the name is neither: it may be a file. A size out of range is TT_BAD_INPUT. */
enum tt_status tt_graph_named(struct tt_graph **graph, const char *name, bool *known, struct tt_error *error);

/* ---- Readers and writers ---- */

enum tt_format { TT_FORMAT_GUESS, TT_FORMAT_PLAIN, TT_FORMAT_DIMACS, TT_FORMAT_GRAPH6, TT_FORMAT_SPARSE6 };

/* Reads one graph (plain list, DIMACS edge) or a stream of them (graph6, sparse6, one a line). A plain list is lines
 * `terminals A B`, once and before all edges, and `U V`, an edge, with `secured` or `deleted` behind it or nothing; `#`
 * begins a comment. Ahead of `terminals` may stand `vertices N` (N vertices, by number when the first terminal is one)
 * or lines `vertex NAME`, each the next vertex; else vertices are numbered as their names appear. */
struct tt_reader;

/* Opens a file for reading, "-" for standard input (its descriptor: what stdin holds back is not seen). Text or gzip
 * data, which the first bytes tell. TT_FORMAT_GUESS looks at the first bytes of the text. NULL on failure. */
struct tt_reader *tt_reader_open(const char *path, enum tt_format format, struct tt_error *error);

/* As tt_reader_open, from an open stream that stays the caller's; `path` is for messages. Slower than a file; nobody
 * else may read the stream meanwhile. */
struct tt_reader *tt_reader_on(FILE *stream, const char *path, enum tt_format format, struct tt_error *error);

/* Sets *graph to the next graph (the caller's, to free) or to NULL at the end. Errors name file and line and say what
 * was expected; after an error in a stream of graph6 or sparse6 the next call goes on with the next line. */
enum tt_status tt_reader_next(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error);

/* The line, from 1, where the graph read last begins: in a plain list the first that is neither blank nor a comment, in
 * DIMACS the p line. */
size_t tt_reader_line(const struct tt_reader *reader);
void tt_reader_close(struct tt_reader *reader);

/* Writes the graph; TT_FORMAT_GUESS means the plain list, which keeps all but the graph's name. The others lose vertex
 * names, deleted edges and the choice of terminals (read back, they are the first and the last vertex), and refuse
 * secured edges; graph6 refuses loops, parallel edges and more than 65,536 vertices, sparse6 more than 2^27.
 * TT_BAD_INPUT, and nothing written, where a format cannot say the graph; TT_NO_RESOURCE without memory or when the
 * stream fails. */
enum tt_status tt_write_graph(FILE *stream, const struct tt_graph *graph, enum tt_format format,
                              struct tt_error *error);

/* True when the plain list of a graph has lines `vertex NAME`: it has names, and neither do terminals and edges bring
 * all vertices in the order of their numbers, nor is `vertices N` enough for the rest. Linear time. */
bool tt_plain_needs_vertex_lines(const struct tt_graph *graph);

/* ---- Pictures ---- */

enum tt_mark { TT_MARK_NONE = 0, TT_MARK_BLUE = 1, TT_MARK_RED = 2, TT_MARK_CONTRACTED = 3 };

/* What a picture shows beside the graph and the states of its edges; all zero for nothing. */
struct tt_drawing {
  const uint8_t *marks;          /* an enum tt_mark an edge, or NULL */
  const char *mark_names[4];     /* what legend and titles call the marks; NULL: unmarked, blue, red, contracted */
  unsigned virtual_count;        /* copies of e* that are drawn, dotted and bent apart: 0, 1 or 2 */
  enum tt_mark virtual_marks[2]; /* of each copy: NONE, BLUE or RED */
  const char *caption;           /* or NULL */
};

/* Graphviz DOT. Secured edges are bold, deleted ones grey and dashed; marks are colours and line styles, and stand
 * behind the edge numbers where they have names. */
enum tt_status tt_draw_dot(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing,
                           struct tt_error *error);
/* SVG, readable at 400 pixels and in grey. Refuses more than 2,000 edges or 4,000 vertices. */
enum tt_status tt_draw_svg(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawing,
                           struct tt_error *error);
/* One SVG with 1 .. TT_DRAW_SVG_LIMIT drawings of a graph side by side, 400 pixels each, with vertices in the same
 * places, and `caption` (or NULL) under them all. */
#define TT_DRAW_SVG_LIMIT 4
enum tt_status tt_draw_svg_side_by_side(FILE *stream, const struct tt_graph *graph, const struct tt_drawing *drawings,
                                        size_t count, const char *caption, struct tt_error *error);

/* ---- Canonical forms ---- */

/* Of a position's rest (secured contracted, deleted dropped), as a multigraph with terminals: two positions have equal
 * keys exactly when some relabelling carries one to the other; with `swap`, A and B may change places. Keys are valid
 * within one nauty version. `group_order` is how many vertex permutations keep multiplicities and terminals (those
 * that exchange A and B too, with `swap`), or 0 when that passes 2^53. Where A and B are joined the key is "joined" and
 * the order 1. TT_BAD_INPUT above 100,000 vertices and classes of parallel edges. */
struct tt_canonical {
  char *key; /* owned, ended by a zero byte */
  double group_order;
};
enum tt_status tt_canonical_make(struct tt_canonical *canonical, const struct tt_graph *position, bool swap,
                                 struct tt_error *error);
void tt_canonical_free(struct tt_canonical *canonical);

/* ---- All graphs on so many vertices ---- */

#define TT_GENERATOR_VERTICES 18 /* beyond 18 vertices group orders would not be exact in a double */
#define TT_GENERATOR_PAIRS (TT_GENERATOR_VERTICES * (TT_GENERATOR_VERTICES - 1) / 2)

struct tt_generator_options {
  unsigned vertex_count; /* 2 .. TT_GENERATOR_VERTICES */
  bool connected, planar;
  unsigned least_edges, most_edges; /* 0 and UINT32_MAX for all */
  unsigned res, mod;                /* piece res of mod; 0 and 1 for all */
};

/* Every simple graph up to isomorphism, by nauty's geng as a child process. NULL on failure. */
struct tt_generator;
struct tt_generator *tt_generator_open(const struct tt_generator_options *options, struct tt_error *error);
/* Sets rows[u] (one a vertex) to the neighbours of u as bits; false at the end, and on an error, which close tells. */
bool tt_generator_next(struct tt_generator *generator, uint64_t *rows, struct tt_error *error);
/* TT_NO_RESOURCE when geng did not run to its end. */
enum tt_status tt_generator_close(struct tt_generator *generator, struct tt_error *error);

/* The number of the unordered pair u < v. */
static inline unsigned tt_pair_number(unsigned u, unsigned v) {
  return v * (v - 1) / 2 + u;
}

/* The orbits of the automorphism group on unordered pairs of vertices: pair_orbit[p] is the lowest pair of p's orbit.
 */
struct tt_symmetry {
  uint16_t pair_orbit[TT_GENERATOR_PAIRS];
};
/* Returns the order of the automorphism group of a graph of at most 18 vertices; fills in *symmetry unless it is NULL.
 */
uint64_t tt_symmetry_find(struct tt_symmetry *symmetry, const uint64_t *rows, unsigned vertex_count);

#ifdef __cplusplus
}
#endif
#endif
