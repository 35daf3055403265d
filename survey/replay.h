/* replay.h: what the two replayed strategies share: boards of at most 64 edges, lines and their records. */
#ifndef TT_REPLAY_H
#define TT_REPLAY_H

#include "survey/survey.h"

#define REPLAY_VERTICES (2 * TT_EDGE_SET_LIMIT + 2)

/* The part of each vertex of the rest, some edges merged. */
struct replay_labels {
  uint8_t of[REPLAY_VERTICES];
};
void replay_labels_start(struct replay_labels *labels, const struct tt_rest *rest);
void replay_merge(struct replay_labels *labels, const struct tt_rest *rest, struct tt_edge edge);
void replay_merge_set(struct replay_labels *labels, const struct tt_rest *rest, tt_edge_set set);

static inline bool replay_apart(const struct replay_labels *labels, struct tt_edge edge) {
  return labels->of[edge.u] != labels->of[edge.v];
}
static inline struct tt_edge replay_terminals(const struct tt_rest *rest) {
  return (struct tt_edge){rest->terminal_a, rest->terminal_b};
}
static inline tt_edge_set replay_lowest(tt_edge_set set) {
  return set & (~set + 1);
}

/* A strategy being played out: two sets of edges, and the line so far. */
struct replay_rule {
  struct tt_rest rest; /* owned */
  struct tt_replay *replay;
  unsigned first_set; /* which of the sets held the lowest-numbered edge at the start */
  unsigned depth;     /* moves made on the line being played */
  size_t line[2 * TT_EDGE_SET_LIMIT];
  bool too_many; /* lines */
};

/* TT_BAD_INPUT when the position has more than 64 undecided edges. Release with replay_rule_end. */
enum tt_status replay_rule_start(struct replay_rule *rule, struct tt_replay *replay, const struct tt_graph *position,
                                 struct tt_error *error);
/* TT_NO_RESOURCE when there were too many lines to play them all. */
enum tt_status replay_rule_end(struct replay_rule *rule, struct tt_error *error);

/* Remembers which of the two sets holds the lowest-numbered edge. */
void replay_rule_sets(struct replay_rule *rule, const tt_edge_set *sets);

/* The line is over. A lost one is kept. */
void replay_line_end(struct replay_rule *rule, bool won);

static inline bool replay_goes_on(const struct replay_rule *rule) {
  return rule->replay->lost == 0 && !rule->too_many;
}

/* The set's lowest edge, that of the other set if it is empty: where nothing broke or no cycle closed. */
tt_edge_set replay_spare_move(const struct replay_rule *rule, const tt_edge_set *sets, int from);

/* A strategy that moves first: makes each of the named openings in turn (state secured or deleted) and plays on. */
typedef enum tt_status (*replay_second)(struct tt_replay *record, const struct tt_graph *after, const void *proof,
                                        struct tt_error *error);
enum tt_status replay_openings(struct tt_replay *sum, const struct tt_graph *position, const uint8_t *named,
                               enum tt_edge_state state, replay_second play, const void *proof,
                               tt_opening_record opening, void *context, struct tt_error *error);

#endif
