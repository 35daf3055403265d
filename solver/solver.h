/* solver.h: play-outs. This room knows the rules and nothing of trees.
 *
 * Short and Cut move in turn; Short secures an undecided edge (its ends merge), Cut deletes one. Short has won when A
 * and B are in one part, Cut when A and B stay apart even if Short takes every undecided edge. */
#ifndef TT_SOLVER_H
#define TT_SOLVER_H

#include "graph/graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What playing a position out tells. An array has one entry an edge and is owned. */
struct tt_playout {
  struct tt_verdict verdict;
  uint8_t *short_wins_after; /* 1: Short wins if Short opens with this edge */
  uint8_t *cut_wins_after;   /* 1: Cut wins if Cut opens with this edge */
  /* Moves of both players until the game is decided, when the winner hurries and the loser delays. */
  unsigned length_short_first, length_cut_first;
};
void tt_playout_free(struct tt_playout *playout);

#define TT_PLAYOUT_LIMIT TT_EDGE_SET_LIMIT
#define TT_PLAYOUT_POSITIONS ((size_t)1 << 24) /* most positions remembered by default: 800 MB */

/* Plays the position out: memoised, moves that cannot matter left out, decided as early as the rules allow. Refuses
 * more than 64 undecided edges; TT_NO_RESOURCE when more than `positions` would have to be remembered. With `lengths`
 * false the two lengths are left 0 and much less is searched. */
enum tt_status tt_playout_make(struct tt_playout *playout, const struct tt_graph *position, bool lengths,
                               size_t positions, struct tt_error *error);

/* The same by plain search: every legal move, no move left out, no early decision. The reference for tests. */
enum tt_status tt_playout_plain(struct tt_playout *playout, const struct tt_graph *position, size_t positions,
                                struct tt_error *error);

extern const struct tt_witness tt_witness_playout;
extern const struct tt_witness tt_witness_plain; /* the reference; not in a survey unless asked for */

/* ---- tables: all subgraphs at once ---- */

struct tt_tables_options {
  int threads;     /* 0: as many as OpenMP thinks right */
  uint64_t memory; /* most bytes for tables; 0: no bound */
  bool portable;   /* do not use BMI2, POPCNT and AVX2 where the processor has them */
  bool openings;   /* count openings too; takes about as long again */
  bool only_plan;  /* say what it would take, and do nothing */
  void (*progress)(void *context, uint64_t done, uint64_t total); /* from the calling thread; may be NULL */
  void *context;
};

/* Of all subgraphs of a graph (its undecided edges present or not). */
struct tt_tables {
  uint64_t outcomes[4];                          /* by enum tt_outcome */
  uint64_t openings, short_winning, cut_winning; /* over the subgraphs that the first mover wins */
  uint64_t bytes;                                /* most memory its tables take at any time */
  uint64_t tables;                               /* partitions up to symmetry */
};

/* Plays all subgraphs out, for both movers, by the rules alone; at most 12 vertices and 62 edges. TT_BAD_INPUT naming
 * the memory it would need when that is more than allowed, before any of it is taken. Results do not depend on the
 * number of threads or on the processor. */
enum tt_status tt_tables_make(struct tt_tables *counts, const struct tt_graph *base,
                              const struct tt_tables_options *options, struct tt_error *error);

extern const struct tt_witness tt_witness_tables; /* base graphs of at most 20 edges and 12 vertices */

#ifdef __cplusplus
}
#endif
#endif
