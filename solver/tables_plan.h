/* tables_plan.h: which tables `tables` fills, and how an index of one leads to an index of a coarser one.
 *
 * A partition of the vertices that keeps A and B apart leaves classes of parallel edges between its parts. Edges of a
 * class are interchangeable, so a set of undecided edges is one digit a class: how many of them are left. A table has
 * one bit for every such set; classes of one edge come first, so that the six lowest digits are bits of a word:
 *
 *   index = d0 + 2 d1 + 4 d2 + ... + 32 d5 + 64 (d6 + radix6 (d7 + radix7 (...)))
 *           '------- in the word -------'    '-- which word (row): digits 0 .. multiplicity --'
 *
 * A partition with fewer than six single classes uses the low bits of each word only. Securing an edge between two
 * parts merges them, and digits of classes that fall together add up: the index in the merged partition is linear in
 * the digits, one weight a class. Vertex permutations that keep the graph and {A, B} carry tables onto each other, so
 * only one partition of each orbit has a table; a permutation only changes the weights. */
#ifndef TT_TABLES_PLAN_H
#define TT_TABLES_PLAN_H

#include "graph/graph.h"

#define TABLES_VERTICES 12
#define TABLES_CLASSES (TABLES_VERTICES * (TABLES_VERTICES - 1) / 2)

struct table_class {
  uint8_t low, high;    /* the parts it joins, low < high */
  uint8_t multiplicity; /* how many edges of the graph */
  uint64_t stride;      /* of its digit in the index */
};

/* Securing an edge of one class. The bits of a word of this table come from units of 2^unit_bits neighbouring bits of
 * the other: unit k stands at base + offset[k] there and goes to the places mask[k] here. */
struct table_merge {
  uint32_t target; /* which table; TABLE_JOINED where A and B meet */
  uint8_t class_index;
  uint8_t unit_bits, unit_count;
  uint64_t *weight; /* a class each; owned by the plan */
  uint64_t offset[64], mask[64];
};
#define TABLE_JOINED UINT32_MAX

struct table {
  uint8_t label[TABLES_VERTICES]; /* the part of each vertex; A is in part 0 and B in part 1 */
  uint8_t part_count, class_count, word_digits;
  struct table_class classes[TABLES_CLASSES];
  uint32_t merge_count;
  struct table_merge *merges; /* owned */
  uint64_t row_count;         /* words */
  uint64_t valid;             /* the bits of a word that are used */
};

/* A vertex permutation that keeps the graph and {A, B}. */
struct permutation {
  uint8_t image[TABLES_VERTICES];
};

struct tables_plan {
  uint8_t vertex_count;
  uint8_t number[TABLES_VERTICES]; /* of each vertex of the rest: A is 0 and B is 1 */
  size_t group_size;
  struct permutation *group; /* owned; all of them */
  uint64_t *keys;            /* owned; of each table, its labels a nibble each */
  uint8_t multiplicity[TABLES_VERTICES][TABLES_VERTICES];
  uint32_t loop_count;
  uint32_t table_count;
  struct table *tables; /* owned; ordered from coarse to fine: the last is the graph itself */
  uint64_t peak_bytes;  /* most memory for tables at any time */
};

/* Plans for all subgraphs of the position's undecided edges (secured ones contracted). TT_BAD_INPUT above 12 vertices
 * or 62 edges. A and B must not be joined. `name` is for messages. */
enum tt_status tables_plan_make(struct tables_plan *plan, const struct tt_rest *rest, const char *name,
                                struct tt_error *error);
void tables_plan_free(struct tables_plan *plan);

/* The table of a partition (label: the part of each vertex, numbered as the plan numbers vertices) and a permutation
 * that carries it there; TABLE_JOINED when A and B are in one part. */
uint32_t tables_plan_locate(const struct tables_plan *plan, const uint8_t *label, struct permutation *permutation);

/* The class of the edges between two parts of a table; there must be one. */
uint8_t table_class_between(const struct table *table, uint8_t first, uint8_t second);

#endif
