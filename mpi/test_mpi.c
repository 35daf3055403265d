/* test_mpi.c: twotrees-mpi says what twotrees says, to the byte, with any number of ranks; a piece whose process dies
 * is done again; what a run leaves in its checkpoint either program goes on from. `make check-mpi` runs it.
 *
 * Faults are planted from outside (signals to the processes of a run that this suite started) or by witnesses of
 * mpi/liar.c, which is linked into this suite and into two programs beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "mpi/pieces.h"
#include "tests/support.h"

#define RANKS 4
#define CHECKPOINT_SECONDS 11 /* a run writes its checkpoint when the last is 10 s old */

/* ---- Running both programs ---- */

static char scratch[] = "/tmp/twotrees-mpi-XXXXXX";

static struct support_run shell(const char *format, ...) __attribute__((format(printf, 1, 2)));
static struct support_run shell(const char *format, ...) {
  char command[2000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(command, sizeof command, format, arguments);
  va_end(arguments);
  return support_shell(command);
}

/* Both programs with the same words: equal output and status. `liars`: those with the planted witnesses. */
static void expect_equal(const char *before, const char *words, const char *mpi_words, bool liars, int status) {
  const char *const build = support_build(), *const where = liars ? "mpi/liar-" : "";
  struct support_run one = shell("%s %s/%stwotrees %s", before, build, where, words);
  if (one.status != status) fail_msg("twotrees %s: status %d\n%s", words, one.status, one.errors);
  for (int ranks = 1; ranks <= RANKS; ranks++) {
    struct support_run many =
        shell("%s mpirun -n %d %s/%stwotrees-mpi %s %s", before, ranks, build, where, words, mpi_words);
    if (many.status != status || many.output_size != one.output_size ||
        memcmp(many.output, one.output, one.output_size) != 0) {
      fprintf(stderr, "%s%s", many.output, many.errors); /* fail_msg would cut them short */
      fail_msg("%s %s with %d ranks: status %d, not %d, or other output than twotrees", words, mpi_words, ranks,
               many.status, status);
    }
    support_run_free(&many);
  }
  support_run_free(&one);
}

/* Is `line` one of the lines of the text? */
static bool has_line(const char *text, const char *line) {
  const size_t length = strlen(line);
  for (const char *at = text; (at = strstr(at, line)) != NULL; at++) {
    if ((at == text || at[-1] == '\n') && at[length] == '\n') return true;
  }
  return false;
}

static unsigned count_lines(const char *text, const char *beginning) {
  unsigned count = 0;
  for (const char *at = text; (at = strstr(at, beginning)) != NULL; at++) count += at == text || at[-1] == '\n';
  return count;
}

/* ---- Equal output ---- */

static void test_census(void **state) {
  (void)state;
  expect_equal("", "census 7", "", false, 0);
  expect_equal("", "census 7 --json --connected --edges 8:12 --up-to-swap", "", false, 0);
  expect_equal("", "census 8", "--pieces 9", false, 0);
  expect_equal("", "census 8 --json --planar --res 1 --mod 3", "", false, 0);
}

static void test_survey(void **state) {
  (void)state;
  expect_equal("", "survey", "", false, 0);
  expect_equal("", "survey --json", "--pieces 5", false, 0);
  expect_equal("", "survey --positions bridge", "--pieces 7", false, 0);
  expect_equal("", "survey k4 k:5 --no-openings --witness playout,forests --json", "--pieces 1000000", false, 0);
  expect_equal("printf 'C~\\nDQc\\n' |", "survey - --terminals 0,1", "", false, 0);
}

static void test_misuse(void **state) {
  (void)state;
  expect_equal("", "census", "", false, 2);
  expect_equal("", "census 7 --no-such-option", "", false, 2);
  expect_equal("", "survey no-such-graph bridge", "", false, 2);
  expect_equal("", "survey k:9 triangle", "", false, 2); /* 36 edges: refused by the survey, before any piece */
  expect_equal("", "survey k4 --witness no-such-witness", "", false, 2);
}

static void test_disagreements(void **state) {
  (void)state;
  expect_equal("", "survey bridge k4 --witness playout,liar,slow", "--pieces 7", true, 1);
  expect_equal("", "survey bridge k4 --witness playout,liar,subsets --json", "", true, 1);
  expect_equal("", "survey bridge --positions --witness liar,slow --json", "--pieces 20", true, 1);
}

/* A witness refuses the last position: what pieces before it found is shown, then the reason. */
static void test_refusal(void **state) {
  (void)state;
  for (int ranks = 1; ranks <= RANKS; ranks++) {
    struct support_run run = shell(
        "mpirun -n %d %s/mpi/liar-twotrees-mpi survey bridge --json --pieces 4 "
        "--witness playout,liar,mute",
        ranks, support_build());
    assert_int_equal(run.status, 2);
    assert_true(has_line(run.errors, "twotrees: mute: does not say"));
    assert_true(count_lines(run.output, "{\"kind\":\"disagreement\",\"graph\":\"bridge\"") > 0);
    assert_int_equal(count_lines(run.output, "{\"kind\":\"survey\""), 0);
    support_run_free(&run);
  }
}

/* ---- Pieces, without MPI ---- */

struct call {
  uint64_t number;
  bool sound;
  struct tt_verdict verdicts[2];
  char word[PIECE_EDGES + 1];
};
struct calls {
  struct call *list;
  size_t count;
};

static void note_call(void *context, uint64_t number, const struct tt_graph *position,
                      const struct tt_verdict *verdicts, bool sound) {
  struct calls *const calls = context;
  calls->list = realloc(calls->list, (calls->count + 1) * sizeof *calls->list);
  assert_non_null(calls->list);
  struct call *const call = &calls->list[calls->count++];
  memset(call, 0, sizeof *call);
  call->number = number;
  call->sound = sound;
  memcpy(call->verdicts, verdicts, sizeof call->verdicts);
  tt_graph_position_word(position, call->word);
}

/* The calls and the tallies of a sweep in pieces. */
static void sweep_in_pieces(const struct tt_graph *base, const struct tt_survey_options *options, unsigned pieces,
                            bool in_child, struct tt_survey *sum) {
  struct order order;
  struct tt_error error;
  assert_int_equal(survey_order_make(&order, base, options, pieces, &error), TT_OK);
  memset(sum, 0, sizeof *sum);
  for (order.piece = 0; order.piece < pieces; order.piece++) {
    struct answer *const answer = in_child ? piece_answer(&order) : piece_work(&order);
    assert_non_null(answer);
    assert_int_equal(answer->error.status, TT_OK);
    assert_int_equal(answer->piece, order.piece);
    tt_survey_add(sum, &answer->survey);
    assert_int_equal(answer_replay(answer, base, options, &error), TT_OK);
    free(answer);
  }
}

static void test_pieces_call_as_the_sweep(void **state) {
  (void)state;
  static const unsigned pieces[] = {1, 2, 7, 64};
  struct tt_graph *const base = support_graph("k4");
  struct calls whole = {NULL, 0};
  const struct tt_witness *const witnesses[] = {&tt_witness_forests, tt_witness_named("liar")};
  struct tt_survey_options options = {.witnesses = witnesses,
                                      .witness_count = 2,
                                      .openings = true,
                                      .every_pair = true,
                                      .disagreement = note_call,
                                      .context = &whole};
  struct tt_survey survey, sum;
  struct tt_error error;
  assert_int_equal(tt_survey_run(&survey, base, &options, &error), TT_OK);
  assert_int_equal(survey.disagreements, whole.count);
  assert_true(whole.count > 20);
  for (size_t row = 0; row < 2 * sizeof pieces / sizeof pieces[0]; row++) {
    struct calls parts = {NULL, 0};
    options.context = &parts;
    sweep_in_pieces(base, &options, pieces[row / 2], row % 2 == 1, &sum);
    assert_memory_equal(&sum, &survey, sizeof sum);
    assert_int_equal(parts.count, whole.count);
    assert_memory_equal(parts.list, whole.list, whole.count * sizeof *whole.list);
    free(parts.list);
  }
  free(whole.list);
  tt_graph_free(base);
}

static void test_ranges(void **state) {
  (void)state;
  static const uint64_t totals[] = {1, 2, 7, 64, 243, (uint64_t)1 << 34, 10460353203};
  struct order order = {.kind = PIECE_SURVEY};
  for (size_t row = 0; row < sizeof totals / sizeof totals[0]; row++) {
    order.survey.total = totals[row];
    for (order.pieces = 1; order.pieces <= 70 && order.pieces <= totals[row]; order.pieces++) {
      uint64_t next = 0, start, end;
      for (order.piece = 0; order.piece < order.pieces; order.piece++, next = end) {
        survey_order_range(&order, &start, &end);
        assert_int_equal(start, next);
        assert_true(end > start); /* an end of 0 would mean all */
      }
      assert_int_equal(next, totals[row]);
    }
  }
}

/* A witness that is not what its name says on the other ranks must not get there. */
static void test_stranger(void **state) {
  (void)state;
  struct tt_graph *const base = support_graph("bridge");
  const struct tt_witness stranger = {.name = "forests"};
  const struct tt_witness *const witnesses[] = {&stranger};
  const struct tt_survey_options options = {.witnesses = witnesses, .witness_count = 1};
  struct order order;
  struct tt_error error;
  assert_int_equal(survey_order_make(&order, base, &options, 1, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "witness forests: not in the registry, where the ranks look for it");
  tt_graph_free(base);
}

/* ---- A process that dies, by a planted witness ---- */

static void doom(int times, int action) {
  char path[100];
  snprintf(path, sizeof path, "%s/doom", scratch);
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "%d %d     \n", times, action);
  assert_int_equal(fclose(file), 0);
  assert_int_equal(setenv("TT_DOOM", path, 1), 0);
}

#define DOOMED "survey k4 --witness forests,doomed"

static void test_deaths_are_mended(void **state) {
  (void)state;
  static const struct {
    int action;
    const char *told;
  } deaths[] = {{SIGKILL, "its process was ended by signal 9"},
                {SIGTERM, "its process was ended by signal 15"},
                {-5, "its process left with status 5"},
                {0, "its process fell short: 0 bytes"}};
  unsetenv("TT_DOOM");
  struct support_run whole = shell("%s/mpi/liar-twotrees " DOOMED, support_build());
  assert_int_equal(whole.status, 0);
  for (size_t row = 0; row < sizeof deaths / sizeof deaths[0]; row++) {
    char line[200];
    doom(PIECE_RESTARTS, deaths[row].action);
    struct support_run run =
        shell("mpirun -n %zu %s/mpi/liar-twotrees-mpi " DOOMED " --pieces 5", row + 1, support_build());
    if (run.status != 0) fail_msg("%s: status %d\n%s", deaths[row].told, run.status, run.errors);
    assert_string_equal(run.output, whole.output);
    snprintf(line, sizeof line, "twotrees: piece 4 of 5: %s; it is started again", deaths[row].told);
    assert_true(has_line(run.errors, line));
    assert_int_equal(count_lines(run.errors, line), PIECE_RESTARTS);
    support_run_free(&run);
  }
  unsetenv("TT_DOOM");
  support_run_free(&whole);
}

static void test_one_death_too_many(void **state) {
  (void)state;
  for (int ranks = 1; ranks <= RANKS; ranks++) {
    doom(PIECE_RESTARTS + 1, SIGKILL);
    struct support_run run =
        shell("mpirun -n %d %s/mpi/liar-twotrees-mpi " DOOMED " --pieces 5", ranks, support_build());
    assert_int_equal(run.status, 3);
    assert_string_equal(run.output, "");
    assert_true(
        has_line(run.errors, "twotrees: piece 4 of 5: its process was ended by signal 9; given up after 4 attempts"));
    support_run_free(&run);
  }
  unsetenv("TT_DOOM");
}

/* ---- Runs that are watched from outside ---- */

struct started {
  pid_t pid; /* also the number of its process group */
  char output[100], errors[100];
};

static struct started start(const char *name, const char *command) {
  struct started run;
  char line[1200];
  snprintf(run.output, sizeof run.output, "%s/%s.out", scratch, name);
  snprintf(run.errors, sizeof run.errors, "%s/%s.err", scratch, name);
  snprintf(line, sizeof line, "exec %s >%s 2>%s </dev/null", command, run.output, run.errors);
  run.pid = fork();
  assert_true(run.pid >= 0);
  if (run.pid > 0) return run;
  alarm(SUPPORT_SECONDS);
  execl("/bin/sh", "sh", "-c", line, (char *)NULL);
  _exit(127);
}

/* The exit status, or 128 + the signal, or -1 while it runs and `wait` is false. */
static int status_of(const struct started *run, bool wait) {
  int status = 0;
  const pid_t found = waitpid(run->pid, &status, wait ? 0 : WNOHANG);
  if (found == 0) return -1;
  assert_int_equal(found, run->pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void rest(long milliseconds) {
  const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&time, NULL);
}

/* The parent of a process of that name that is not a zombie, or 0. */
static pid_t parent_of(pid_t pid, const char *name) {
  char path[60], line[400] = "", sign[60], state = 'Z';
  int parent = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  snprintf(sign, sizeof sign, "(%s) ", name);
  FILE *const stat = fopen(path, "r");
  if (stat == NULL) return 0;
  const bool read = fgets(line, sizeof line, stat) != NULL;
  fclose(stat);
  const char *const behind = read ? strstr(line, sign) : NULL;
  if (behind == NULL || sscanf(behind + strlen(sign), "%c %d", &state, &parent) != 2) return 0;
  return state == 'Z' ? 0 : parent;
}

static pid_t parent_in_job(pid_t pid) {
  return parent_of(pid, "twotrees-mpi");
}

/* Calls `see` for the ranks of that mpirun and for the processes that work for a rank, until it says true. */
static void see_job(pid_t mpirun, bool (*see)(void *context, pid_t pid, pid_t rank), void *context) {
  DIR *const processes = opendir("/proc");
  bool enough = false;
  assert_non_null(processes);
  for (struct dirent *entry; !enough && (entry = readdir(processes)) != NULL;) {
    const pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    const pid_t parent = pid > 0 ? parent_in_job(pid) : 0;
    if (parent == 0) continue;
    if (parent == mpirun) enough = see(context, pid, 0);
    if (parent_in_job(parent) == mpirun) enough = see(context, pid, parent);
  }
  closedir(processes);
}

struct worker {
  pid_t pid, rank;
};

static bool see_worker(void *context, pid_t pid, pid_t rank) {
  struct worker *const worker = context;
  if (rank == 0) return false;
  *worker = (struct worker){pid, rank};
  return true;
}

/* A process that works on a piece for a rank of that mpirun, or 0. *rank is its parent. */
static pid_t find_worker(pid_t mpirun, pid_t *rank) {
  struct worker worker = {0, 0};
  see_job(mpirun, see_worker, &worker);
  *rank = worker.rank;
  return worker.pid;
}

struct ranks {
  pid_t pids[RANKS];
  size_t count;
};

static bool see_rank(void *context, pid_t pid, pid_t rank) {
  struct ranks *const ranks = context;
  if (rank == 0 && ranks->count < RANKS) ranks->pids[ranks->count++] = pid;
  return false;
}

static pid_t await_worker(const struct started *run, pid_t *rank) {
  for (;;) {
    const pid_t worker = find_worker(run->pid, rank);
    if (worker > 0) return worker;
    const int status = status_of(run, false);
    if (status >= 0) fail_msg("the run ended with status %d before a process for a piece was seen", status);
    rest(1);
  }
}

static void expect_file(const char *path, const char *text) {
  char *const found = support_read(path, NULL);
  assert_string_equal(found, text);
  free(found);
}

#define CENSUS "census 9 --pieces 6"

static char *census_text(void) {
  struct support_run run = shell("%s census 9", support_program());
  assert_int_equal(run.status, 0);
  free(run.errors);
  return run.output;
}

static void test_killed_worker(void **state) {
  (void)state;
  char *const right = census_text();
  for (int ranks = 1; ranks <= RANKS; ranks++) {
    char command[300];
    pid_t rank;
    snprintf(command, sizeof command, "mpirun -n %d %s/twotrees-mpi " CENSUS, ranks, support_build());
    const struct started run = start("killed", command);
    assert_int_equal(kill(await_worker(&run, &rank), SIGKILL), 0);
    assert_int_equal(status_of(&run, true), 0);
    expect_file(run.output, right);
    char *const errors = support_read(run.errors, NULL);
    assert_int_equal(count_lines(errors, "twotrees: piece "), 1);
    assert_non_null(strstr(errors, " of 6: its process was ended by signal 9; it is started again\n"));
    free(errors);
  }
  free(right);
}

/* ---- Checkpoints ---- */

static unsigned pieces_in(const char *path) {
  if (access(path, F_OK) != 0) return 0;
  char *const text = support_read(path, NULL);
  const unsigned count = count_lines(text, "piece ");
  free(text);
  return count;
}

/* Goes on from copies of a checkpoint with both programs. */
static void expect_continued(const char *checkpoint, const char *right) {
  assert_in_range(pieces_in(checkpoint), 1, 5);
  for (int ranks = 0; ranks <= RANKS; ranks++) {
    char program[300];
    snprintf(program, sizeof program, "mpirun -n %d %s/twotrees-mpi", ranks, support_build());
    struct support_run run = shell("cp %s %s.copy; %s census 9 --checkpoint %s.copy", checkpoint, checkpoint,
                                   ranks > 0 ? program : support_program(), checkpoint);
    if (run.status != 0) fail_msg("%d ranks: status %d\n%s", ranks, run.status, run.errors);
    assert_string_equal(run.output, right);
    char copy[200];
    snprintf(copy, sizeof copy, "%s.copy", checkpoint);
    assert_int_equal(pieces_in(copy), 6);
    support_run_free(&run);
  }
}

/* Waits until the checkpoint is there and ends the run and its ranks at once, as a power cut would. */
static void kill_at_checkpoint(const struct started *run, const char *checkpoint) {
  struct ranks ranks = {.count = 0};
  see_job(run->pid, see_rank, &ranks);
  while (access(checkpoint, F_OK) != 0) {
    if (status_of(run, false) >= 0) fail_msg("the run ended before its first checkpoint");
    rest(1);
  }
  for (size_t index = 0; index < ranks.count; index++) kill(ranks.pids[index], SIGKILL);
  assert_int_equal(kill(run->pid, SIGKILL), 0);
  assert_int_equal(status_of(run, true), 128 + SIGKILL);
}

static void expect_gone(pid_t pid) {
  for (int tenths = 0; parent_in_job(pid) != 0; tenths++) {
    if (tenths == 200) fail_msg("process %d is still there", (int)pid);
    rest(100);
  }
}

/* Both programs are held up until a checkpoint is due, and killed when it is written. */
static void test_killed_run(void **state) {
  (void)state;
  char command[400], one_file[100], many_file[100];
  char *const right = census_text();
  pid_t rank = 0;
  snprintf(one_file, sizeof one_file, "%s/one", scratch);
  snprintf(many_file, sizeof many_file, "%s/many", scratch);
  snprintf(command, sizeof command, "mpirun -n 2 %s/twotrees-mpi " CENSUS " --checkpoint %s", support_build(),
           many_file);
  const struct started many = start("many", command);
  const pid_t worker = await_worker(&many, &rank);
  assert_int_equal(kill(worker, SIGSTOP), 0);
  snprintf(command, sizeof command, "%s " CENSUS " --threads 1 --checkpoint %s", support_program(), one_file);
  const struct started one = start("one", command);
  while (parent_of(one.pid, "twotrees") == 0) rest(1);
  rest(20);
  assert_int_equal(kill(one.pid, SIGSTOP), 0);
  rest(1000 * CHECKPOINT_SECONDS);
  assert_int_equal(kill(one.pid, SIGCONT), 0);
  kill_at_checkpoint(&one, one_file);
  assert_int_equal(kill(worker, SIGCONT), 0);
  kill_at_checkpoint(&many, many_file);
  expect_gone(rank);
  expect_gone(worker);
  expect_continued(many_file, right);
  expect_continued(one_file, right);
  free(right);
}

/* A piece that cannot be done: status 3, and what others finished is kept and gone on from. */
static void test_lost_piece(void **state) {
  (void)state;
  char command[400], file[100];
  char *const right = census_text();
  snprintf(file, sizeof file, "%s/lost", scratch);
  snprintf(command, sizeof command, "mpirun -n 3 %s/twotrees-mpi " CENSUS " --checkpoint %s", support_build(), file);
  const struct started run = start("lost", command);
  pid_t rank, chosen;
  kill(await_worker(&run, &chosen), SIGKILL);
  int status;
  while ((status = status_of(&run, false)) < 0) {
    const pid_t worker = find_worker(run.pid, &rank);
    if (worker > 0 && rank == chosen) kill(worker, SIGKILL);
    if (worker == 0 || rank == chosen) rest(1);
  }
  assert_int_equal(status, 3);
  expect_file(run.output, "");
  char *const errors = support_read(run.errors, NULL);
  assert_non_null(strstr(errors, " of 6: its process was ended by signal 9; given up after 4 attempts\n"));
  free(errors);
  expect_continued(file, right);
  free(right);
}

static void test_foreign_checkpoint(void **state) {
  (void)state;
  struct support_run run = shell(
      "%s census 5 --checkpoint %s/five >/dev/null; mpirun -n 3 %s/twotrees-mpi census 6 "
      "--checkpoint %s/five",
      support_program(), scratch, support_build(), scratch);
  char line[200];
  snprintf(line, sizeof line, "twotrees: %s/five: a checkpoint of another census; name another file, or remove it",
           scratch);
  assert_int_equal(run.status, 2);
  assert_string_equal(run.output, "");
  assert_true(has_line(run.errors, line));
  support_run_free(&run);
}

static void test_merged(void **state) {
  (void)state;
  const char *const build = support_build(), *const program = support_program();
  struct support_run whole = shell("%s census 8 --json", program);
  struct support_run parts = shell(
      "%s census 8 --res 0 --mod 3 --checkpoint %s/part-0 >&2; "
      "mpirun -n 1 %s/twotrees-mpi census 8 --res 1 --mod 3 --checkpoint %s/part-1 >&2; "
      "mpirun -n 4 %s/twotrees-mpi census 8 --res 2 --mod 3 --checkpoint %s/part-2 >&2; "
      "%s merge %s/part-* --json",
      program, scratch, build, scratch, build, scratch, program, scratch);
  assert_int_equal(parts.status, 0);
  assert_string_equal(parts.output, whole.output);
  support_run_free(&parts);
  support_run_free(&whole);
}

/* ---- */

static int set_up(void **state) {
  (void)state;
  static const char *const settings[][2] = {{"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                                            {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                                            {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                                            {"OMPI_MCA_hwloc_base_binding_policy", "none"}};
  for (size_t row = 0; row < sizeof settings / sizeof settings[0]; row++) setenv(settings[row][0], settings[row][1], 1);
  unsetenv("TT_DOOM");
  support_set_checker();
  return mkdtemp(scratch) == NULL ? -1 : 0;
}

static int tear_down(void **state) {
  (void)state;
  struct support_run run = shell("rm -r %s", scratch);
  const int status = run.status;
  support_run_free(&run);
  return status;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_stranger),
      cmocka_unit_test(test_pieces_call_as_the_sweep),
      cmocka_unit_test(test_census),
      cmocka_unit_test(test_survey),
      cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_disagreements),
      cmocka_unit_test(test_refusal),
      cmocka_unit_test(test_deaths_are_mended),
      cmocka_unit_test(test_one_death_too_many),
      cmocka_unit_test(test_killed_worker),
      cmocka_unit_test(test_killed_run),
      cmocka_unit_test(test_lost_piece),
      cmocka_unit_test(test_foreign_checkpoint),
      cmocka_unit_test(test_merged),
  };
  return cmocka_run_group_tests_name("mpi", tests, set_up, tear_down);
}
