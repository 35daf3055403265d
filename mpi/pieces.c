/* pieces.c: orders, answers, and the process that turns one into the other (see pieces.h).
 *
 *   rank ---fork--> child: piece_work(order)
 *    ^                |
 *    +----- pipe <----+  the answer's bytes, then the end
 *
 * The rank believes an answer only when the child left with status 0 and the bytes are as many as the answer says. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mpi/pieces.h"

size_t answer_size(const struct answer *answer) {
  return sizeof *answer + (size_t)answer->record_count * sizeof answer->records[0];
}

/* ---- Orders ---- */

enum tt_status survey_order_make(struct order *order, const struct tt_graph *base,
                                 const struct tt_survey_options *options, unsigned pieces, struct tt_error *error) {
  struct survey_order *const survey = &order->survey;
  memset(order, 0, sizeof *order);
  order->kind = PIECE_SURVEY;
  order->pieces = pieces;
  snprintf(survey->name, sizeof survey->name, "%s", base->name);
  survey->witness_count = options->witness_count;
  for (size_t index = 0; index < options->witness_count; index++) {
    const char *const name = options->witnesses[index]->name;
    if (strlen(name) >= PIECE_NAME || tt_witness_named(name) != options->witnesses[index]) {
      return tt_fail(error, TT_BAD_INPUT, "witness %.40s: not in the registry, where the ranks look for it", name);
    }
    strcpy(survey->witnesses[index], name);
  }
  survey->total = tt_survey_total(base, options->positions);
  survey->positions = options->positions;
  survey->openings = options->openings;
  survey->every_pair = options->every_pair;
  survey->vertex_count = base->vertex_count;
  survey->terminal_a = base->terminal_a;
  survey->terminal_b = base->terminal_b;
  survey->edge_count = (uint32_t)base->edge_count;
  for (size_t edge = 0; edge < base->edge_count; edge++) survey->edges[edge] = base->edges[edge];
  return TT_OK;
}

void survey_order_range(const struct order *order, uint64_t *start, uint64_t *end) {
  const uint64_t share = order->survey.total / order->pieces, rest = order->survey.total % order->pieces;
  *start = share * order->piece + (order->piece < rest ? order->piece : rest);
  *end = *start + share + (order->piece < rest);
}

static struct tt_graph *ordered_graph(const struct survey_order *survey) {
  struct tt_graph *const graph = tt_graph_new(survey->name, survey->vertex_count);
  if (graph == NULL) return NULL;
  bool made = tt_graph_reserve(graph, survey->edge_count);
  for (uint32_t edge = 0; made && edge < survey->edge_count; edge++) {
    made = tt_graph_add_edge(graph, survey->edges[edge].u, survey->edges[edge].v);
  }
  graph->terminal_a = survey->terminal_a;
  graph->terminal_b = survey->terminal_b;
  if (made) return graph;
  tt_graph_free(graph);
  return NULL;
}

/* ---- Work ---- */

/* An answer that grows by a record for each disagreement. */
struct collector {
  struct answer *answer;
  size_t capacity, witness_count;
  enum tt_status status;
};

static bool make_room(struct collector *collector) {
  if (collector->answer->record_count < collector->capacity) return true;
  const size_t capacity = collector->capacity == 0 ? 64 : 2 * collector->capacity;
  struct answer *const wider =
      realloc(collector->answer, sizeof *wider + capacity * sizeof collector->answer->records[0]);
  if (wider == NULL || capacity > PIECE_RECORDS) {
    if (wider != NULL) collector->answer = wider;
    return false;
  }
  collector->answer = wider;
  collector->capacity = capacity;
  return true;
}

static void collect(void *context, uint64_t number, const struct tt_graph *position, const struct tt_verdict *verdicts,
                    bool sound) {
  struct collector *const collector = context;
  if (collector->status != TT_OK) return;
  if (!make_room(collector)) {
    collector->status = TT_NO_RESOURCE;
    return;
  }
  struct record *const record = &collector->answer->records[collector->answer->record_count++];
  memset(record, 0, sizeof *record);
  record->number = number;
  record->sound = sound;
  memcpy(record->verdicts, verdicts, collector->witness_count * sizeof *verdicts);
  memcpy(record->states, position->states, position->edge_count);
}

static enum tt_status sweep_range(struct collector *collector, const struct order *order, const struct tt_graph *base,
                                  struct tt_error *error) {
  const struct survey_order *const survey = &order->survey;
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  struct tt_survey tally;
  struct tt_survey_options options = {.witnesses = witnesses,
                                      .witness_count = (size_t)survey->witness_count,
                                      .positions = survey->positions,
                                      .openings = survey->openings,
                                      .every_pair = survey->every_pair,
                                      .threads = 1,
                                      .disagreement = collect,
                                      .context = collector};
  for (size_t index = 0; index < options.witness_count; index++) {
    witnesses[index] = tt_witness_named(survey->witnesses[index]);
    if (witnesses[index] == NULL) {
      return tt_fail(error, TT_BAD_INPUT, "no witness %.40s: not every rank runs the same program",
                     survey->witnesses[index]);
    }
  }
  survey_order_range(order, &options.start, &options.end);
  const enum tt_status status = tt_survey_run(&tally, base, &options, error);
  collector->answer->survey = tally;
  if (status != TT_OK || collector->status == TT_OK) return status;
  return tt_fail(error, TT_NO_RESOURCE, "no room for the disagreements of one piece; cut it smaller with --pieces");
}

struct answer *piece_work(const struct order *order) {
  struct collector collector = {.answer = calloc(1, sizeof *collector.answer),
                                .witness_count = (size_t)order->survey.witness_count};
  struct tt_error error = {.status = TT_OK};
  enum tt_status status;
  if (collector.answer == NULL) return NULL;
  if (order->kind == PIECE_CENSUS) {
    struct tt_census_options mine = order->census;
    mine.generator.res += mine.generator.mod * order->piece;
    mine.generator.mod *= order->pieces;
    status = tt_census_piece(&collector.answer->census, &mine, &error);
  } else {
    struct tt_graph *const base = ordered_graph(&order->survey);
    status = base == NULL ? tt_no_memory(&error) : sweep_range(&collector, order, base, &error);
    tt_graph_free(base);
  }
  collector.answer->piece = order->piece;
  if (status == TT_OK) return collector.answer;
  collector.answer->record_count = 0;
  collector.answer->error = error;
  return collector.answer;
}

/* ---- A process for it ---- */

static bool write_all(int descriptor, const void *bytes, size_t size) {
  for (const char *at = bytes; size > 0;) {
    const ssize_t written = write(descriptor, at, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += written;
    size -= (size_t)written;
  }
  return true;
}

/* Everything up to the end of the pipe, or NULL. */
static void *read_all(int descriptor, size_t *size) {
  size_t capacity = 1 << 16;
  char *bytes = malloc(capacity);
  *size = 0;
  while (bytes != NULL) {
    const ssize_t got = read(descriptor, bytes + *size, capacity - *size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    *size += (size_t)got;
    if (*size < capacity) continue;
    capacity *= 2;
    char *const wider = realloc(bytes, capacity);
    if (wider == NULL) free(bytes);
    bytes = wider;
  }
  return bytes;
}

/* The child: it does not outlive its rank, and touches neither MPI nor the buffers of stdio. */
_Noreturn static void child(const struct order *order, int descriptor, pid_t rank) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != rank) _exit(TT_NO_RESOURCE);
  struct answer *const answer = piece_work(order);
  _exit(answer != NULL && write_all(descriptor, answer, answer_size(answer)) ? 0 : TT_NO_RESOURCE);
}

/* Starts a child and waits for it: an answer that can be believed, or NULL with the reason in *error. */
static struct answer *attempt(const struct order *order, struct tt_error *error) {
  const pid_t rank = getpid();
  int ends[2], left = 0;
  size_t size = 0;
  const pid_t pid = pipe2(ends, O_CLOEXEC) != 0 ? -1 : fork();
  if (pid == 0) child(order, ends[1], rank);
  if (pid < 0) {
    tt_fail(error, TT_NO_RESOURCE, "no process can be started: %s", strerror(errno));
    return NULL;
  }
  close(ends[1]);
  struct answer *const answer = read_all(ends[0], &size);
  close(ends[0]);
  while (waitpid(pid, &left, 0) < 0 && errno == EINTR) continue;
  if (WIFSIGNALED(left)) {
    tt_fail(error, TT_NO_RESOURCE, "its process was ended by signal %d", WTERMSIG(left));
  } else if (WEXITSTATUS(left) != 0) {
    tt_fail(error, TT_NO_RESOURCE, "its process left with status %d", WEXITSTATUS(left));
  } else if (answer == NULL) {
    tt_no_memory(error);
  } else if (size < sizeof *answer || size != answer_size(answer) || answer->piece != order->piece) {
    tt_fail(error, TT_NO_RESOURCE, "its process fell short: %zu bytes", size);
  } else if (answer->error.status == TT_NO_RESOURCE) {
    *error = answer->error;
  } else {
    return answer;
  }
  free(answer);
  return NULL;
}

struct answer *piece_answer(const struct order *order) {
  static const struct timespec pauses[PIECE_RESTARTS] = {{0, 100000000}, {0, 500000000}, {2, 0}};
  struct tt_error error;
  for (unsigned restarts = 0;; restarts++) {
    struct answer *const answer = attempt(order, &error);
    if (answer != NULL) return answer;
    if (restarts == PIECE_RESTARTS) break;
    fprintf(stderr, "twotrees: piece %u of %u: %s; it is started again\n", order->piece, order->pieces, error.text);
    nanosleep(&pauses[restarts], NULL); /* what was short may be there again */
  }
  struct answer *const failed = calloc(1, sizeof *failed);
  if (failed == NULL) return NULL;
  failed->piece = order->piece;
  tt_fail(&failed->error, TT_NO_RESOURCE, "piece %u of %u: %.150s; given up after %d attempts", order->piece,
          order->pieces, error.text, PIECE_RESTARTS + 1);
  return failed;
}

/* ---- Answers ---- */

enum tt_status answer_replay(const struct answer *answer, const struct tt_graph *base,
                             const struct tt_survey_options *options, struct tt_error *error) {
  if (answer->record_count == 0 || options->disagreement == NULL) return TT_OK;
  struct tt_graph *const position = tt_graph_copy(base, 0);
  if (position == NULL) return tt_no_memory(error);
  for (uint64_t index = 0; index < answer->record_count; index++) {
    const struct record *const record = &answer->records[index];
    memcpy(position->states, record->states, position->edge_count);
    options->disagreement(options->context, record->number, position, record->verdicts, record->sound);
  }
  tt_graph_free(position);
  return TT_OK;
}
