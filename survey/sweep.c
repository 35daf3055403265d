/* sweep.c: every subgraph, or every position, of a base graph put to several witnesses.
 *
 * The sweep goes in blocks. Within a block the threads take items as they come and only add to tallies, and flag the
 * items where something disagrees; then one thread looks at the flagged items again, in order, and reports. So neither
 * tallies nor reports depend on the number of threads, and memory does not grow with the sweep. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "survey/survey.h"

#define BLOCK 16384

/* What one thread owns. */
struct worker {
  struct tt_graph *position;
  void *work[TT_WITNESS_LIMIT];
  struct tt_survey tally;
  uint8_t *named, *named_any; /* an edge each */
  uint8_t *short_wins;        /* an opening each, by the first witness */
  enum tt_status status;
  struct tt_error error;
};

struct sweep {
  const struct tt_graph *base;
  const struct tt_survey_options *options;
  struct worker *workers;
  int worker_count;
};

/* ---- Workers ---- */

static void worker_close(struct worker *worker, const struct tt_survey_options *options) {
  for (size_t index = 0; index < options->witness_count; index++) {
    if (worker->work[index] != NULL) options->witnesses[index]->close(worker->work[index]);
  }
  tt_graph_free(worker->position);
  free(worker->named);
  free(worker->named_any);
  free(worker->short_wins);
}

static bool worker_open(struct worker *worker, const struct tt_graph *base, const struct tt_survey_options *options) {
  worker->position = tt_graph_copy(base, 0);
  worker->named = malloc(base->edge_count + 1);
  worker->named_any = malloc(base->edge_count + 1);
  worker->short_wins = malloc(base->edge_count + 1);
  bool made =
      worker->position != NULL && worker->named != NULL && worker->named_any != NULL && worker->short_wins != NULL;
  for (size_t index = 0; made && index < options->witness_count; index++) {
    worker->work[index] = options->witnesses[index]->open(base);
    made = worker->work[index] != NULL;
  }
  return made;
}

/* ---- One position ---- */

struct answers {
  struct tt_verdict verdicts[TT_WITNESS_LIMIT];
  bool given[TT_WITNESS_LIMIT];
  size_t first; /* the first witness that answered, or witness_count */
  bool agree;
};

/* Asks every witness about worker->position. A witness that gives up is counted and not compared. */
static enum tt_status ask_all(struct worker *worker, const struct tt_survey_options *options, struct answers *answers) {
  answers->agree = true;
  answers->first = options->witness_count;
  for (size_t index = 0; index < options->witness_count; index++) {
    struct tt_verdict *const verdict = &answers->verdicts[index];
    *verdict = (struct tt_verdict){false, false};
    const enum tt_status status =
        options->witnesses[index]->ask(worker->work[index], worker->position, verdict, &worker->error);
    answers->given[index] = status == TT_OK;
    if (status == TT_NO_RESOURCE) worker->tally.undecided[index]++;
    if (status != TT_OK && status != TT_NO_RESOURCE) return status;
    if (!answers->given[index]) continue;
    if (answers->first == options->witness_count) answers->first = index;
    if (tt_outcome_of(*verdict) != tt_outcome_of(answers->verdicts[answers->first])) answers->agree = false;
  }
  return TT_OK;
}

struct report {
  const struct tt_survey_options *options;
  uint64_t number;
  bool aloud; /* call back; otherwise only look whether there is something to report */
  bool found;
};

static void report(struct report *to, struct worker *worker, const struct answers *answers, bool sound) {
  to->found = true;
  worker->tally.disagreements++;
  if (to->aloud && to->options->disagreement != NULL) {
    to->options->disagreement(to->options->context, to->number, worker->position, answers->verdicts, sound);
  }
}

/* One opening of either player: the edge secured, Cut to move, and the edge deleted, Short to move. */
static enum tt_status examine_opening(struct worker *worker, struct report *to, size_t edge) {
  const struct tt_survey_options *const options = to->options;
  for (uint8_t state = TT_SECURED; state <= TT_DELETED; state++) {
    struct answers answers;
    worker->position->states[edge] = state;
    const enum tt_status status = ask_all(worker, options, &answers);
    if (status == TT_OK && !answers.agree) report(to, worker, &answers, true);
    if (status == TT_OK && state == TT_SECURED) {
      const bool settled = answers.first < options->witness_count;
      worker->short_wins[edge] = settled && answers.verdicts[answers.first].short_wins_second;
      if (worker->named_any[edge] && settled && !worker->short_wins[edge]) report(to, worker, &answers, false);
    }
    if (status == TT_OK && answers.first < options->witness_count) {
      const struct tt_verdict verdict = answers.verdicts[answers.first];
      worker->tally.settled_openings.short_winning += state == TT_SECURED && verdict.short_wins_second;
      worker->tally.settled_openings.cut_winning += state == TT_DELETED && !verdict.short_wins_first;
    }
    for (size_t index = 0; status == TT_OK && index < options->witness_count; index++) {
      if (!answers.given[index]) continue;
      worker->tally.by[index].short_winning += state == TT_SECURED && answers.verdicts[index].short_wins_second;
      worker->tally.by[index].cut_winning += state == TT_DELETED && !answers.verdicts[index].short_wins_first;
    }
    worker->position->states[edge] = TT_UNDECIDED;
    if (status != TT_OK) return status;
  }
  return TT_OK;
}

enum tt_status tt_naming_pair(const struct tt_graph *position, bool virtual_edge, bool *found,
                              struct tt_tree_pair *pair, struct tt_error *error) {
  if (tt_graph_count(position, TT_UNDECIDED) <= TT_SUBSETS_LIMIT) {
    return tt_subsets_first_pair(position, virtual_edge, found, pair, error);
  }
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, position, error);
  if (status != TT_OK) return status;
  *found = forests.tempo < (virtual_edge ? 2 : 1);
  if (*found && pair != NULL) status = tt_forests_pair(&forests, position, pair, error);
  tt_forests_free(&forests);
  return status;
}

/* Which openings the first pair of trees names, and which some pair does. */
static enum tt_status name_openings(struct worker *worker, const struct tt_survey_options *options) {
  const struct tt_graph *const position = worker->position;
  memset(worker->named, 0, position->edge_count);
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(position, true, &found, &pair, &worker->error);
  if (status != TT_OK || !found) return status;
  tt_tree_pair_blue_virtual(&pair, position);
  status = tt_named_openings(position, &pair, worker->named, &worker->error);
  tt_tree_pair_free(&pair);
  memcpy(worker->named_any, worker->named, position->edge_count);
  if (status != TT_OK || !options->every_pair) return status;
  return tt_subsets_named_by_any(position, worker->named_any, &worker->error);
}

/* Every opening of a subgraph that the first mover wins. */
static enum tt_status examine_openings(struct worker *worker, struct report *to) {
  memset(worker->named_any, 0, worker->position->edge_count);
  enum tt_status status = name_openings(worker, to->options);
  for (size_t edge = 0; status == TT_OK && edge < worker->position->edge_count; edge++) {
    if (worker->position->states[edge] != TT_UNDECIDED) continue;
    status = examine_opening(worker, to, edge);
    worker->tally.openings++;
    worker->tally.named += worker->named[edge];
    worker->tally.named_any += worker->named_any[edge];
    worker->tally.named_winning += worker->named[edge] && worker->short_wins[edge];
    worker->tally.named_any_winning += worker->named_any[edge] && worker->short_wins[edge];
  }
  return status;
}

static enum tt_status examine(struct worker *worker, struct report *to) {
  const struct tt_survey_options *const options = to->options;
  struct answers answers;
  tt_graph_set_number(worker->position, to->number, options->positions);
  enum tt_status status = ask_all(worker, options, &answers);
  if (status != TT_OK) return status;
  worker->tally.count++;
  for (size_t index = 0; index < options->witness_count; index++) {
    if (answers.given[index]) worker->tally.outcomes[index][tt_outcome_of(answers.verdicts[index])]++;
  }
  if (!answers.agree) report(to, worker, &answers, true);
  if (answers.first == options->witness_count) return TT_OK;
  const enum tt_outcome settled = tt_outcome_of(answers.verdicts[answers.first]);
  worker->tally.settled[settled]++;
  return options->openings && settled == TT_FIRST ? examine_openings(worker, to) : TT_OK;
}

/* ---- The sweep ---- */

static void run_block(struct sweep *sweep, uint64_t start, uint64_t end, uint8_t *flags) {
#pragma omp parallel num_threads(sweep->worker_count)
  {
    struct worker *const worker = &sweep->workers[omp_get_thread_num()];
#pragma omp for schedule(dynamic, 16)
    for (uint64_t number = start; number < end; number++) {
      struct report quiet = {sweep->options, number, false, false};
      if (worker->status == TT_OK) worker->status = examine(worker, &quiet);
      flags[number - start] = quiet.found;
    }
  }
}

/* Looks at the flagged items again, aloud; the tallies keep what the first look added. */
static enum tt_status report_block(struct sweep *sweep, uint64_t start, uint64_t end, const uint8_t *flags) {
  struct worker *const worker = &sweep->workers[0];
  const struct tt_survey kept = worker->tally;
  for (uint64_t number = start; number < end && worker->status == TT_OK; number++) {
    if (!flags[number - start]) continue;
    struct report aloud = {sweep->options, number, true, false};
    worker->status = examine(worker, &aloud);
  }
  worker->tally = kept;
  return worker->status;
}

void tt_survey_add(struct tt_survey *to, const struct tt_survey *from) {
  to->count += from->count;
  to->disagreements += from->disagreements;
  to->openings += from->openings;
  to->named += from->named;
  to->named_any += from->named_any;
  to->named_winning += from->named_winning;
  to->named_any_winning += from->named_any_winning;
  to->settled_openings.short_winning += from->settled_openings.short_winning;
  to->settled_openings.cut_winning += from->settled_openings.cut_winning;
  for (size_t outcome = 0; outcome < 4; outcome++) to->settled[outcome] += from->settled[outcome];
  for (size_t index = 0; index < TT_WITNESS_LIMIT; index++) {
    for (size_t outcome = 0; outcome < 4; outcome++) to->outcomes[index][outcome] += from->outcomes[index][outcome];
    to->undecided[index] += from->undecided[index];
    to->by[index].short_winning += from->by[index].short_winning;
    to->by[index].cut_winning += from->by[index].cut_winning;
  }
}

static enum tt_status worst_of(const struct sweep *sweep, struct tt_error *error) {
  for (int thread = 0; thread < sweep->worker_count; thread++) {
    const struct worker *const worker = &sweep->workers[thread];
    if (worker->status == TT_OK) continue;
    if (error != NULL) *error = worker->error;
    return worker->status;
  }
  return TT_OK;
}

uint64_t tt_survey_total(const struct tt_graph *base, bool positions) {
  uint64_t total = 1;
  for (size_t edge = 0; edge < base->edge_count; edge++) total *= positions ? 3 : 2;
  return total;
}

static enum tt_status run_sweep(struct sweep *sweep, struct tt_error *error) {
  const struct tt_survey_options *const options = sweep->options;
  const uint64_t all = tt_survey_total(sweep->base, options->positions);
  const uint64_t total = options->end > 0 && options->end < all ? options->end : all;
  uint8_t *const flags = malloc(BLOCK);
  enum tt_status status = flags == NULL ? tt_no_memory(error) : TT_OK;
  for (uint64_t start = options->start; status == TT_OK && start < total; start += BLOCK) {
    const uint64_t end = total - start < BLOCK ? total : start + BLOCK;
    run_block(sweep, start, end, flags);
    status = worst_of(sweep, error);
    if (status == TT_OK) status = report_block(sweep, start, end, flags);
    if (options->progress != NULL) options->progress(options->context, end - options->start, total - options->start);
  }
  free(flags);
  return status;
}

static enum tt_status check_options(const struct tt_graph *base, const struct tt_survey_options *options,
                                    struct tt_error *error) {
  if (tt_graph_count(base, TT_UNDECIDED) != base->edge_count) {
    return tt_fail(error, TT_BAD_INPUT,
                   "a sweep sets the state of every edge itself; %.100s has secured or deleted ones: expected none",
                   base->name);
  }
  const size_t most = options->positions ? TT_POSITIONS_EDGES : TT_SURVEY_EDGES;
  if (base->edge_count > most) {
    return tt_fail(error, TT_BAD_INPUT, "survey takes base graphs of at most %zu edges%s; %.100s has %zu", most,
                   options->positions ? " with --positions" : "", base->name, base->edge_count);
  }
  if (options->witness_count < 1 || options->witness_count > TT_WITNESS_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "survey takes 1 to %d witnesses", TT_WITNESS_LIMIT);
  }
  for (size_t index = 0; index < options->witness_count; index++) {
    const struct tt_witness *const witness = options->witnesses[index];
    if (base->edge_count <= witness->edge_limit) continue;
    return tt_fail(error, TT_BAD_INPUT, "%s takes at most %zu undecided edges; %.100s has %zu", witness->name,
                   witness->edge_limit, base->name, base->edge_count);
  }
  if (options->every_pair && base->edge_count > TT_SUBSETS_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "every pair of trees is looked at up to %d edges; %.100s has %zu",
                   TT_SUBSETS_LIMIT, base->name, base->edge_count);
  }
  return TT_OK;
}

enum tt_status tt_survey_run(struct tt_survey *survey, const struct tt_graph *base,
                             const struct tt_survey_options *options, struct tt_error *error) {
  memset(survey, 0, sizeof *survey);
  enum tt_status status = check_options(base, options, error);
  if (status != TT_OK) return status;
  struct sweep sweep = {.base = base, .options = options};
  sweep.worker_count = options->threads > 0 ? options->threads : omp_get_max_threads();
  sweep.workers = calloc((size_t)sweep.worker_count, sizeof *sweep.workers);
  if (sweep.workers == NULL) return tt_no_memory(error);
  for (int thread = 0; thread < sweep.worker_count && status == TT_OK; thread++) {
    if (!worker_open(&sweep.workers[thread], base, options)) status = tt_no_memory(error);
  }
  if (status == TT_OK) status = run_sweep(&sweep, error);
  for (int thread = 0; thread < sweep.worker_count; thread++) {
    tt_survey_add(survey, &sweep.workers[thread].tally);
    worker_close(&sweep.workers[thread], options);
  }
  free(sweep.workers);
  return status;
}
