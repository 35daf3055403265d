/* playout_plain.c: the reference. Every legal move is tried, loops and dead ends included; nothing is left out, nothing
 * decided early, no length is guessed. Only the memo is shared with playout.c: a position is the set of undecided edges
 * with the partition that the secured ones make, and the value is found once. */
#include <stdlib.h>

#include "solver/memo.h"
#include "solver/solver.h"

#define DECIDED 1000 /* a game decided in n moves is worth DECIDED - n to its winner */

struct plain {
  const struct tt_rest *rest;
  struct tt_partition partition; /* scratch: remade for each position */
  struct memo memo;
};

static bool joined_by(struct plain *plain, tt_edge_set set) {
  const struct tt_rest *const rest = plain->rest;
  tt_partition_reset(&plain->partition);
  for (; set != 0; set &= set - 1) {
    const unsigned edge = tt_edge_set_first(set);
    tt_partition_unite(&plain->partition, rest->edges[edge].u, rest->edges[edge].v);
  }
  return tt_partition_find(&plain->partition, rest->terminal_a) ==
         tt_partition_find(&plain->partition, rest->terminal_b);
}

/* The edges with both ends in one part; plain->partition must be that of the secured edges. */
static tt_edge_set flat_of(struct plain *plain) {
  tt_edge_set flat = 0;
  for (unsigned edge = 0; edge < plain->rest->edge_count; edge++) {
    if (tt_partition_find(&plain->partition, plain->rest->edges[edge].u) ==
        tt_partition_find(&plain->partition, plain->rest->edges[edge].v)) {
      flat |= tt_edge_set_of(edge);
    }
  }
  return flat;
}

static int search(struct plain *plain, tt_edge_set undecided, tt_edge_set secured, unsigned mover) {
  if (!joined_by(plain, undecided | secured)) return -DECIDED;
  if (joined_by(plain, secured)) return DECIDED;
  const tt_edge_set flat = flat_of(plain);
  const int known = memo_get(&plain->memo, undecided, flat, mover);
  if (known != 0) return known;
  int best = mover == 0 ? -DECIDED : DECIDED;
  for (tt_edge_set todo = undecided; todo != 0 && !plain->memo.full; todo &= todo - 1) {
    const tt_edge_set move = todo & (~todo + 1);
    const int value = search(plain, undecided & ~move, mover == 0 ? secured | move : secured, mover ^ 1U);
    const int earlier = value > 0 ? value - 1 : value + 1;
    if (mover == 0 ? earlier > best : earlier < best) best = earlier;
  }
  if (!plain->memo.full) memo_put(&plain->memo, undecided, flat, mover, best);
  return best;
}

static void fill(struct plain *plain, struct tt_playout *playout) {
  const struct tt_rest *const rest = plain->rest;
  const tt_edge_set all = tt_edge_set_all(rest->edge_count);
  const int short_first = search(plain, all, 0, 0), cut_first = search(plain, all, 0, 1);
  playout->verdict = (struct tt_verdict){cut_first > 0, short_first > 0};
  playout->length_short_first = (unsigned)(DECIDED - abs(short_first));
  playout->length_cut_first = (unsigned)(DECIDED - abs(cut_first));
  for (unsigned edge = 0; edge < rest->edge_count; edge++) {
    const tt_edge_set move = tt_edge_set_of(edge);
    playout->short_wins_after[rest->old_edge[edge]] = search(plain, all & ~move, move, 1) > 0;
    playout->cut_wins_after[rest->old_edge[edge]] = search(plain, all & ~move, 0, 0) < 0;
  }
}

enum tt_status tt_playout_plain(struct tt_playout *playout, const struct tt_graph *position, size_t positions,
                                struct tt_error *error) {
  *playout = (struct tt_playout){0};
  if (tt_graph_count(position, TT_UNDECIDED) > TT_PLAYOUT_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "plain takes at most %d undecided edges", TT_PLAYOUT_LIMIT);
  }
  struct tt_rest rest;
  struct plain plain = {.rest = &rest};
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  playout->short_wins_after = calloc(position->edge_count + 1, 1);
  playout->cut_wins_after = calloc(position->edge_count + 1, 1);
  if (playout->short_wins_after == NULL || playout->cut_wins_after == NULL || !memo_make(&plain.memo, positions) ||
      !tt_partition_make(&plain.partition, rest.vertex_count)) {
    status = tt_no_memory(error);
  } else {
    fill(&plain, playout);
    if (plain.memo.full) {
      status = tt_fail(error, TT_NO_RESOURCE, "undecided: plain gave up after %zu positions", plain.memo.used);
    }
  }
  memo_free(&plain.memo);
  tt_partition_free(&plain.partition);
  tt_rest_free(&rest);
  if (status != TT_OK) tt_playout_free(playout);
  return status;
}

static void *plain_open(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* nothing is kept between questions */
}

static enum tt_status plain_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                struct tt_error *error) {
  (void)work;
  struct tt_playout playout;
  const enum tt_status status = tt_playout_plain(&playout, position, TT_PLAYOUT_POSITIONS, error);
  if (status != TT_OK) return status;
  *verdict = playout.verdict;
  tt_playout_free(&playout);
  return TT_OK;
}

const struct tt_witness tt_witness_plain = {
    .name = "plain",
    .summary = "plain play-out, every legal move; the reference for playout",
    .edge_limit = 16, /* every legal move is tried: more takes minutes */
    .sweep_limit = 0,
    .open = plain_open,
    .ask = plain_ask,
    .close = free,
};
