/* liar.c: four more witnesses for the registry, planted in programs that only the tests of twotrees-mpi run.
 *
 * `liar` is wrong about positions with three undecided edges. `doomed` is right; but while the file that TT_DOOM names
 * holds "TIMES ACTION" with TIMES above 0, it counts TIMES down and ends its process when it is asked about a position
 * without a decided edge: by signal ACTION, or by leaving with status -ACTION. `mute` refuses that position. `slow` is
 * right, but thinks long about the first position of a sweep, so that later pieces are done before the first. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "survey/survey.h"

const struct tt_witness *__real_tt_witness_named(const char *name);
const struct tt_witness *__wrap_tt_witness_named(const char *name);

static void *open_forests(const struct tt_graph *base) {
  return tt_witness_forests.open(base);
}

static void close_forests(void *work) {
  tt_witness_forests.close(work);
}

static enum tt_status ask_liar(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  const enum tt_status status = tt_witness_forests.ask(work, position, verdict, error);
  if (tt_graph_count(position, TT_UNDECIDED) == 3) {
    verdict->short_wins_second = !verdict->short_wins_second;
    verdict->short_wins_first = true;
  }
  return status;
}

static void meet_doom(const char *path) {
  int times = 0, action = 0;
  FILE *const doom = fopen(path, "r+");
  if (doom == NULL) return;
  const bool fatal = fscanf(doom, "%d %d", &times, &action) == 2 && times > 0;
  rewind(doom);
  if (fatal) fprintf(doom, "%d %d     \n", times - 1, action);
  fclose(doom);
  if (fatal && action > 0) raise(action);
  if (fatal) _exit(-action);
}

static enum tt_status ask_doomed(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                 struct tt_error *error) {
  const char *const path = getenv("TT_DOOM");
  if (path != NULL && tt_graph_count(position, TT_UNDECIDED) == position->edge_count) meet_doom(path);
  return tt_witness_forests.ask(work, position, verdict, error);
}

static enum tt_status ask_mute(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  if (tt_graph_count(position, TT_UNDECIDED) == position->edge_count) {
    return tt_fail(error, TT_BAD_INPUT, "mute: does not say");
  }
  return tt_witness_forests.ask(work, position, verdict, error);
}

static enum tt_status ask_slow(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  const struct timespec thought = {0, 200000000};
  if (tt_graph_count(position, TT_DELETED) == position->edge_count) nanosleep(&thought, NULL);
  return tt_witness_forests.ask(work, position, verdict, error);
}

#define PLANTED(witness_name, function)                                                                        \
  {                                                                                                            \
    .name = witness_name, .summary = "planted", .edge_limit = SIZE_MAX, .open = open_forests, .ask = function, \
    .close = close_forests                                                                                     \
  }

const struct tt_witness *__wrap_tt_witness_named(const char *name) {
  static const struct tt_witness planted[] = {PLANTED("liar", ask_liar), PLANTED("doomed", ask_doomed),
                                              PLANTED("mute", ask_mute), PLANTED("slow", ask_slow)};
  for (size_t index = 0; index < sizeof planted / sizeof planted[0]; index++) {
    if (strcmp(planted[index].name, name) == 0) return &planted[index];
  }
  return __real_tt_witness_named(name);
}
