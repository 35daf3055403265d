/* witness.c: outcomes and the one question that every witness answers. */
#include "graph/graph.h"

enum tt_outcome tt_outcome_of(struct tt_verdict verdict) {
  if (verdict.short_wins_second) return verdict.short_wins_first ? TT_SHORT : TT_NEITHER;
  return verdict.short_wins_first ? TT_FIRST : TT_CUT;
}

const char *tt_outcome_name(enum tt_outcome outcome) {
  static const char *const names[] = {"short", "first", "cut", "neither"};
  return names[outcome];
}

enum tt_status tt_witness_ask(const struct tt_witness *witness, const struct tt_graph *position,
                              struct tt_verdict *verdict, struct tt_error *error) {
  const size_t undecided = tt_graph_count(position, TT_UNDECIDED);
  if (undecided > witness->edge_limit) {
    return tt_fail(error, TT_BAD_INPUT, "%s takes at most %zu undecided edges; %.100s has %zu", witness->name,
                   witness->edge_limit, position->name, undecided);
  }
  void *const work = witness->open(position);
  if (work == NULL) return tt_no_memory(error);
  const enum tt_status status = witness->ask(work, position, verdict, error);
  witness->close(work);
  return status;
}
