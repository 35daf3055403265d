/* ilp.h: what the files of the witness ilp share: the two programs' data (ilp.c), violated sets (ilp_sets.c) and the
 * network in which they are minimum cuts (ilp_flow.c). */
#ifndef TT_ILP_H
#define TT_ILP_H

#include <glpk.h>
#include <time.h>

#include "treetest/treetest.h"

#define TOLERANCE 1e-5          /* of GLPK's values; a slip is caught by the exact check */
#define TRIFLE 1e-9             /* so many together stay within the tolerance */
#define UNIT ((int64_t)1 << 32) /* the value 1 as a capacity: what rounding takes is within it too */
#define NOWHERE UINT32_MAX

#define OUT_OF_TIME "undecided: ilp has used up its time"

/* Sets of vertices, a row of vertex_count bytes each. */
struct vertex_sets {
  size_t count, capacity;
  uint8_t *members;
};

/* A flow network: arcs 2i and 2i + 1 are each other's reverse. Nodes are the vertices, a source and a sink. */
struct network {
  uint32_t node_count, source, sink;
  size_t arc_count;
  uint32_t *first, *next; /* arcs of a node, chained */
  uint32_t *head;
  int64_t *residual, *saved;
  uint32_t *level, *cursor, *queue, *path;
};

struct ranked_edge {
  double value;
  uint32_t edge;
};

struct program {
  const struct tt_graph *position;
  struct tt_partition merged; /* of the position's vertices */
  uint32_t *label;            /* of a root of `merged` by secured edges: its vertex here, or NOWHERE */
  uint32_t *vertex_of;        /* the position's vertex that stands for a vertex here */
  uint32_t vertex_count, terminal_a, terminal_b;
  size_t edge_count, real_count; /* with and without e*; equal when A and B are joined, and e* is a loop */
  struct tt_edge *edges;
  size_t *old_edge;
  double seconds;
  struct timespec start;
  glp_prob *lp;
  double *value;                   /* of the columns at the last optimum */
  uint8_t *chosen, *blue;          /* z and x, when they are solved */
  double *centre, *middle, *other; /* of the split: see separate_split */
  struct vertex_sets sets;
  size_t priced_count; /* the rows of the bound are those of the first so many sets */
  uint8_t *priced;     /* has the row a positive price? */
  int *columns;
  double *coefficients;
  struct tt_partition clusters;
  double *weight, *degree;
  struct ranked_edge *ranked;
  uint8_t *members, *is_root;
  struct network network;
};

/* ---- ilp_flow.c ---- */

bool network_make(struct network *network, size_t vertices, size_t edges); /* false when out of memory */
void network_free(struct network *network);                                /* also after network_make has failed */
/* Adds an arc and its reverse, numbers arc_count and arc_count + 1. */
void network_add_arcs(struct network *network, uint32_t from, uint32_t to, int64_t forth, int64_t back);
/* Pushes a largest flow from source to sink and returns what it adds; nodes with a level are then the source's side of
 * a smallest cut. */
int64_t network_push_flow(struct network *network);

/* ---- ilp_sets.c ---- */

/* Adds a set (a byte a vertex) to program->sets unless it is among those from `oldest` on; false when out of memory. */
bool ilp_keep_set(struct program *program, const uint8_t *members, size_t oldest);

/* Adds vertex sets that the points (count of them) violate as forests of so many trees to program->sets, whose first
 * `oldest` are not looked at. None are added only when none are violated. */
enum tt_status ilp_separate(struct program *program, const double *const *points, size_t count, int trees,
                            size_t oldest, struct tt_error *error);
/* The same for blue = program->value and red = chosen - blue, by way of a centre. */
enum tt_status ilp_separate_split(struct program *program, size_t oldest, struct tt_error *error);

/* Milliseconds left, 0 when the time is used up. */
int ilp_time_left(const struct program *program);

#endif
