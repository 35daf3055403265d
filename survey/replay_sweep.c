/* replay_sweep.c: both players' strategies replayed on every subgraph of a base graph. Sums only, so that they do not
 * depend on the number of threads. */
#include <omp.h>
#include <stdlib.h>

#include "survey/survey.h"

struct worker {
  struct tt_graph *position;
  struct tt_replay_sweep sums;
  enum tt_status status;
  struct tt_error error;
};

static enum tt_status play_short(struct worker *worker, bool first, struct tt_replay *replay) {
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(worker->position, first, &found, &pair, &worker->error);
  if (status != TT_OK) return status;
  if (!found) return tt_fail(&worker->error, TT_REFUTED, "forests finds two trees and subsets does not");
  if (first && tt_tree_pair_blue_virtual(&pair, worker->position)) {
    status = tt_replay_short_first(replay, worker->position, &pair, NULL, NULL, &worker->error);
  } else {
    status = tt_replay_short(replay, worker->position, &pair, &worker->error);
  }
  tt_tree_pair_free(&pair);
  return status;
}

static enum tt_status play_cut(struct worker *worker, const struct tt_forests *forests, struct tt_replay *replay) {
  struct tt_cut_sets sets;
  enum tt_status status = tt_cut_sets_make(&sets, forests, worker->position, &worker->error);
  if (status != TT_OK) return status;
  if (forests->tempo == 1) {
    status = tt_replay_cut_first(replay, worker->position, &sets, NULL, NULL, &worker->error);
  } else {
    status = tt_replay_cut(replay, worker->position, &sets, &worker->error);
  }
  tt_cut_sets_free(&sets);
  return status;
}

static enum tt_status play_both(struct worker *worker) {
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, worker->position, &worker->error);
  if (status != TT_OK) return status;
  const bool first = forests.tempo == 1;
  for (unsigned player = 0; player < 2 && status == TT_OK; player++) {
    struct tt_replay replay = {0};
    if (forests.tempo == (player == TT_PLAYER_SHORT ? 2 : 0)) continue; /* the other player's */
    status = player == TT_PLAYER_SHORT ? play_short(worker, first, &replay) : play_cut(worker, &forests, &replay);
    tt_replay_add(&worker->sums.replays[player][first], &replay);
    worker->sums.subgraphs[player][first]++;
  }
  tt_forests_free(&forests);
  return status;
}

static void add_sums(struct tt_replay_sweep *to, const struct tt_replay_sweep *from) {
  for (unsigned player = 0; player < 2; player++) {
    for (unsigned first = 0; first < 2; first++) {
      to->subgraphs[player][first] += from->subgraphs[player][first];
      tt_replay_add(&to->replays[player][first], &from->replays[player][first]);
    }
  }
}

static void run(struct worker *workers, int count, uint64_t total) {
#pragma omp parallel for num_threads(count) schedule(dynamic, 16)
  for (uint64_t number = 0; number < total; number++) {
    struct worker *const worker = &workers[omp_get_thread_num()];
    tt_graph_set_number(worker->position, number, false);
    if (worker->status == TT_OK) worker->status = play_both(worker);
  }
}

enum tt_status tt_replay_sweep_run(struct tt_replay_sweep *sweep, const struct tt_graph *base, int threads,
                                   struct tt_error *error) {
  *sweep = (struct tt_replay_sweep){0};
  if (base->edge_count > TT_SUBSETS_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "strategies are replayed on subgraphs of at most %d edges; %.100s has %zu",
                   TT_SUBSETS_LIMIT, base->name, base->edge_count);
  }
  const int count = threads > 0 ? threads : omp_get_max_threads();
  struct worker *const workers = calloc((size_t)count, sizeof *workers);
  if (workers == NULL) return tt_no_memory(error);
  enum tt_status status = TT_OK;
  for (int index = 0; index < count && status == TT_OK; index++) {
    workers[index].position = tt_graph_copy(base, 0);
    if (workers[index].position == NULL) status = tt_no_memory(error);
  }
  if (status == TT_OK) run(workers, count, UINT64_C(1) << base->edge_count);
  for (int index = 0; index < count; index++) {
    if (status == TT_OK && workers[index].status != TT_OK) {
      status = workers[index].status;
      if (error != NULL) *error = workers[index].error;
    }
    add_sums(sweep, &workers[index].sums);
    tt_graph_free(workers[index].position);
  }
  free(workers);
  return status;
}
