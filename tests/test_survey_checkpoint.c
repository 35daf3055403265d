/* test_survey_checkpoint.c: a survey that is stopped, in whatever way, and goes on from its checkpoint comes out as one
 * run does: tallies, disagreements and their order. Checkpoints that are torn, damaged, foreign or of another survey
 * are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "survey/survey.h"
#include "tests/support.h"

#define KILLS 24

static char scratch[] = "/tmp/twotrees-survey-XXXXXX";
static char path[sizeof scratch + 20];

static int make_scratch(void **state) {
  (void)state;
  if (mkdtemp(scratch) == NULL) return 1;
  snprintf(path, sizeof path, "%s/kept", scratch);
  return 0;
}

static int remove_scratch(void **state) {
  (void)state;
  char command[sizeof scratch + 20];
  snprintf(command, sizeof command, "rm -r %s", scratch);
  return system(command);
}

/* ---- A witness that lies about some subgraphs, and breaks off after so many questions ---- */

static uint64_t questions_left;

static void *liar_open(const struct tt_graph *base) {
  (void)base;
  return malloc(1);
}

static enum tt_status liar_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  (void)work;
  if (questions_left-- == 0) return tt_fail(error, TT_BAD_INPUT, "broken off");
  if (tt_witness_ask(&tt_witness_forests, position, verdict, error) != TT_OK) return error->status;
  const size_t undecided = tt_graph_count(position, TT_UNDECIDED);
  if (undecided == 3 && position->states[1] == TT_UNDECIDED) verdict->short_wins_first = !verdict->short_wins_first;
  return TT_OK;
}

static const struct tt_witness liar = {
    .name = "liar", .summary = "lies", .edge_limit = 64, .open = liar_open, .ask = liar_ask, .close = free};
static const struct tt_witness *const witnesses[] = {&tt_witness_forests, &liar};

static void write_number(void *context, uint64_t number, const struct tt_graph *position,
                         const struct tt_verdict *verdicts, bool sound) {
  char word[65];
  tt_graph_position_word(position, word);
  fprintf(context, "%llu %s %d%d %d\n", (unsigned long long)number, word, verdicts[0].short_wins_first,
          verdicts[1].short_wins_first, sound);
}

/* Runs the survey, kept in `path` unless that is NULL, and returns its disagreements as a text. */
static char *run(const struct tt_graph *base, const char *kept_in, uint64_t questions, enum tt_status expected,
                 struct tt_survey *survey) {
  char *text = NULL;
  size_t size = 0;
  struct tt_error error;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  const struct tt_survey_options options = {.witnesses = witnesses,
                                            .witness_count = 2,
                                            .positions = true,
                                            .threads = 1,
                                            .disagreement = write_number,
                                            .context = stream};
  questions_left = questions;
  const enum tt_status status = kept_in == NULL ? tt_survey_run(survey, base, &options, &error)
                                                : tt_survey_run_kept(survey, base, &options, kept_in, 0, &error);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(status, expected);
  return text;
}

/* 3^11 positions are three steps of 65,536: broken off in each, gone on with, and compared with one run. */
static void test_broken_off(void **state) {
  (void)state;
  static const uint64_t questions[] = {10, 70000, 140000};
  struct tt_graph *const base = support_graph("routes:5");
  assert_true(tt_graph_add_edge(base, 1, 2));
  struct tt_survey whole, kept;
  char *const wanted = run(base, NULL, UINT64_MAX, TT_OK, &whole);
  assert_true(whole.disagreements > 100);
  for (size_t index = 0; index < 3; index++) {
    remove(path);
    free(run(base, path, questions[index], TT_BAD_INPUT, &kept));
    char *const text = run(base, path, UINT64_MAX, TT_OK, &kept);
    assert_string_equal(text, wanted);
    assert_memory_equal(&kept, &whole, sizeof whole);
    free(text);
  }
  /* Finished, it says the same again, asking twice about what disagreed and about nothing else. */
  char *const again = run(base, path, 2 * whole.disagreements + 10, TT_OK, &kept);
  assert_string_equal(again, wanted);
  assert_memory_equal(&kept, &whole, sizeof whole);
  free(again);
  free(wanted);
  tt_graph_free(base);
}

/* ---- What is refused ---- */

static void write_file(const char *text, size_t size) {
  FILE *const stream = fopen(path, "w");
  assert_non_null(stream);
  assert_int_equal(fwrite(text, 1, size, stream), size);
  assert_int_equal(fclose(stream), 0);
}

static enum tt_status read_back(const struct tt_graph *base, bool positions, struct tt_error *error) {
  const struct tt_witness *const honest[] = {&tt_witness_forests};
  const struct tt_survey_options options = {.witnesses = honest, .witness_count = 1, .positions = positions};
  struct tt_survey survey;
  return tt_survey_run_kept(&survey, base, &options, path, 0, error);
}

static void test_refused(void **state) {
  (void)state;
  struct tt_graph *const base = support_graph("bridge"), *const other = support_graph("k4");
  struct tt_error error;
  size_t size;
  remove(path);
  assert_int_equal(read_back(base, false, &error), TT_OK);
  char *const whole = support_read(path, &size);
  for (size_t length = 0; length < size; length++) {
    write_file(whole, length);
    if (read_back(base, false, &error) != TT_BAD_INPUT)
      fail_msg("cut off after %zu of %zu bytes, and read", length, size);
  }
  for (size_t at = 0; at < size; at++) {
    char *const damaged = malloc(size);
    assert_non_null(damaged);
    memcpy(damaged, whole, size);
    damaged[at] = (char)(damaged[at] ^ 1);
    write_file(damaged, size);
    if (read_back(base, false, &error) != TT_BAD_INPUT) fail_msg("byte %zu of %zu damaged, and read", at, size);
    free(damaged);
  }
  write_file(whole, size);
  assert_int_equal(read_back(other, false, &error), TT_BAD_INPUT);
  assert_non_null(strstr(error.text, ":2: a checkpoint of another survey"));
  assert_int_equal(read_back(base, true, &error), TT_BAD_INPUT);
  assert_int_equal(read_back(base, false, &error), TT_OK);
  free(whole);
  tt_graph_free(base);
  tt_graph_free(other);
}

/* ---- The program, killed ---- */

static struct support_run shell(const char *before, const char *after) {
  char command[700];
  snprintf(command, sizeof command,
           "%s TT_CHECKPOINT_SECONDS=0 %s survey bridgit:3 --positions --witness playout,forests --threads 1 --json %s",
           before, support_program(), after);
  return support_shell(command);
}

static void test_killed(void **state) {
  (void)state;
  struct support_random random = {support_seed(20261130)};
  char after[200], before[60];
  unsigned kept = 0, most = 180; /* milliseconds: longer while nothing is kept, on a slow machine */
  struct support_run whole = shell("", "");
  assert_int_equal(whole.status, 0);
  remove(path);
  snprintf(after, sizeof after, "--checkpoint %s > /dev/null 2>&1 || true", path);
  for (unsigned kill = 0; kill < KILLS; kill++) {
    const unsigned delay = 20 + support_below(&random, most);
    snprintf(before, sizeof before, "timeout -s KILL %u.%03u env", delay / 1000, delay % 1000);
    struct support_run run = shell(before, after);
    kept += access(path, F_OK) == 0;
    if (kept == 0 && most < 20000) most *= 2;
    support_run_free(&run);
  }
  snprintf(after, sizeof after, "--checkpoint %s", path);
  struct support_run last = shell("", after);
  assert_int_equal(last.status, 0);
  assert_string_equal(last.output, whole.output);
  printf("%d kills, %u with something kept\n", KILLS, kept);
  assert_true(kept > 0);
  support_run_free(&last);
  support_run_free(&whole);
}

/* The limit holds for files, so what is said goes through a pipe. */
static void test_full_disk(void **state) {
  (void)state;
  char after[160], wanted[200];
  remove(path);
  snprintf(after, sizeof after, "--checkpoint %s) 2>&1 || echo status $?; } | cat", path);
  struct support_run run = shell("{ (ulimit -f 0;", after);
  snprintf(wanted, sizeof wanted, "twotrees: %s.new: File too large; the checkpoint before it is kept\nstatus 3\n",
           path);
  assert_string_equal(run.output, wanted);
  assert_int_equal(access(path, F_OK), -1);
  support_run_free(&run);
}

static void test_misuse(void **state) {
  (void)state;
  const char *const arguments[] = {support_program(), "survey", "k4", "bridge", "--checkpoint", path, NULL};
  struct support_run run = support_run(arguments, NULL);
  assert_int_equal(run.status, 2);
  assert_non_null(strstr(run.errors, "a checkpoint holds the survey of one GRAPH"));
  support_run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_broken_off), cmocka_unit_test(test_refused), cmocka_unit_test(test_killed),
      cmocka_unit_test(test_full_disk),  cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests_name("survey_checkpoint", tests, make_scratch, remove_scratch);
}
