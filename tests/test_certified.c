/* test_certified.c: a verdict is one whose certificates the separate program accepted, or none at all.
 *
 * The witness `certified` against play on whole sweeps; then with checkers that reject, answer something else, die or
 * are not there, of which none may turn into a verdict; then the pipes `twotrees certify | twotrees-check` and
 * `twotrees move --certificate | twotrees-check` on base graphs and on the hard cases (TT_HARD, or tests/hard).
 *
 * The witness finds the program by TT_CHECKER (build/twotrees-check when that is not set). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/support.h"

#define PATIENCE 100 /* seconds for one fake checker; a hang ends the program */

static char honest_checker[PATH_MAX], folder[] = "/tmp/twotrees-certified-XXXXXX", fake_path[PATH_MAX];

/* ---- Sweeps with the honest checker ---- */

static struct tt_survey survey_of(const char *base, bool positions, int threads) {
  const struct tt_witness *const witnesses[] = {&tt_witness_playout, &tt_witness_certified};
  const struct tt_survey_options options = {
      .witnesses = witnesses, .witness_count = 2, .positions = positions, .threads = threads};
  struct tt_survey survey;
  struct tt_error error = {0};
  memset(&survey, 0, sizeof survey);
  struct tt_graph *graph = support_graph(base);
  const enum tt_status status = tt_survey_run(&survey, graph, &options, &error);
  tt_graph_free(graph);
  if (status != TT_OK && status != TT_NO_RESOURCE)
    fail_msg("TT_CHECKER=%s build/twotrees survey %s%s --witness playout,certified: status %d: %s",
             getenv("TT_CHECKER"), base, positions ? " --positions" : "", (int)status, error.text);
  return survey;
}

static void expect_agreement(const char *base, bool positions, uint64_t count) {
  for (int threads = 1; threads <= 2; threads++) {
    const struct tt_survey survey = survey_of(base, positions, threads);
    const bool same = memcmp(survey.outcomes[0], survey.outcomes[1], sizeof survey.outcomes[0]) == 0;
    if (survey.count != count || survey.undecided[0] != 0 || survey.undecided[1] != 0 || survey.disagreements != 0 ||
        !same || survey.outcomes[1][TT_NEITHER] != 0)
      fail_msg("build/twotrees survey %s%s --witness playout,certified (%d threads): %" PRIu64 " looked at, %" PRIu64
               " disagreements, undecided %" PRIu64,
               base, positions ? " --positions" : "", threads, survey.count, survey.disagreements,
               survey.undecided[1]);
    if (threads == 1)
      print_message("%s: short %" PRIu64 ", first %" PRIu64 ", cut %" PRIu64 ", all certified\n", base,
                    survey.outcomes[1][TT_SHORT], survey.outcomes[1][TT_FIRST], survey.outcomes[1][TT_CUT]);
  }
}

static void subgraphs_are_certified(void **state) {
  (void)state;
  expect_agreement("k4", false, 64);
  expect_agreement("bridge", false, 32);
  expect_agreement("k5", false, 1024);
}

static void positions_are_certified(void **state) {
  (void)state;
  expect_agreement("k4", true, 729);
  expect_agreement("bridge", true, 243);
  expect_agreement("k5", true, 59049);
  if (getenv("TT_LONG") != NULL) expect_agreement("bridgit:3", true, 1594323);
}

/* ---- Fake checkers ---- */

struct fake {
  const char *name, *script; /* a shell script, run once for many certificates; NULL: there is no such file */
};

/* Runs `answer` at the end of each certificate; $count is its number, from 1. */
#define AT_EACH_END(answer) \
  "count=0\nwhile read -r line; do\nif [ \"$line\" = end ]; then count=$((count + 1))\n" answer "\nfi\ndone\n"

static const struct fake fakes[] = {
    {"missing", NULL},
    {"rejects", AT_EACH_END("echo 's REJECTED -:1: no'")},
    {"rejects the first of two", AT_EACH_END("[ $((count % 2)) = 0 ] && echo 's VERIFIED' || echo 's REJECTED -:1: no'")},
    {"rejects the second of two",
     AT_EACH_END("[ $((count % 2)) = 1 ] && echo 's VERIFIED' || echo 's REJECTED -:1: no'")},
    {"cannot read", AT_EACH_END("echo 's UNREADABLE -:1: expected a certificate'")},
    {"garbage", AT_EACH_END("echo 'all is well'")},
    {"an empty line", AT_EACH_END("echo")},
    {"a long line", AT_EACH_END("head -c 200000 /dev/zero | tr '\\0' x; echo")},
    {"VERIFIED in a long line", AT_EACH_END("printf 's VERIFIED'; head -c 200000 /dev/zero | tr '\\0' ' '; echo")},
    {"trailing text", AT_EACH_END("echo 's VERIFIED indeed'")},
    {"a trailing space", AT_EACH_END("echo 's VERIFIED '")},
    {"a carriage return", AT_EACH_END("printf 's VERIFIED\\r\\n'")},
    {"a zero byte", AT_EACH_END("printf 's VERIFIED\\0no\\n'")},
    {"a leading space", AT_EACH_END("echo ' s VERIFIED'")},
    {"small letters", AT_EACH_END("echo 's verified'")},
    {"without its letter", AT_EACH_END("echo VERIFIED")},
    {"half the word", AT_EACH_END("echo 's VERIF'")},
    {"no line end", AT_EACH_END("printf 's VERIFIED'; exit 0")},
    {"a comment first", AT_EACH_END("echo 'c 1 certificates verified'; echo 's VERIFIED'")},
    {"dies at once, status 0", "exit 0\n"},
    {"dies at once, status 1", "exit 1\n"},
    {"dies at once by a signal", "kill -9 $$\n"},
    {"dies after a line", "read -r line\nexit 0\n"},
    {"dies after one certificate", AT_EACH_END("exit 0")},
    {"dies after one answer", AT_EACH_END("echo 's VERIFIED'; exit 0")},
    {"closes its input", "exec <&-\nexit 0\n"},
    {"complains on stderr", AT_EACH_END("echo 's VERIFIED' >&2; exit 2")},
    {"answers everything before it is asked", "head -c 1000000 /dev/zero | tr '\\0' '\\n'\nexit 1\n"},
};
enum { FAKES = sizeof fakes / sizeof fakes[0] };

static const struct fake *current_fake; /* for the message when the alarm rings */

static void alarm_rings(int number) {
  static const char text[] = "\ntest_certified hangs with a fake checker: ";
  (void)number;
  ssize_t ignored = write(2, text, sizeof text - 1);
  if (current_fake != NULL) ignored = write(2, current_fake->name, strlen(current_fake->name));
  ignored = write(2, "\n", 1);
  (void)ignored;
  _exit(1);
}

static void install(const struct fake *fake) {
  current_fake = fake;
  unlink(fake_path);
  if (fake->script != NULL) {
    FILE *stream = fopen(fake_path, "w");
    if (stream == NULL) fail_msg("%s: %s", fake_path, strerror(errno));
    fprintf(stream, "#!/bin/sh\nexec 2>/dev/null\n%s", fake->script);
    if (fclose(stream) != 0 || chmod(fake_path, 0700) != 0) fail_msg("%s: %s", fake_path, strerror(errno));
  }
  setenv("TT_CHECKER", fake_path, 1);
  alarm(PATIENCE);
}

static void uninstall(void) {
  alarm(0);
  current_fake = NULL;
  unlink(fake_path);
  setenv("TT_CHECKER", honest_checker, 1);
}

static unsigned open_descriptors(void) {
  unsigned count = 0;
  for (int descriptor = 0; descriptor < 256; descriptor++) {
    struct stat about;
    count += fstat(descriptor, &about) == 0;
  }
  return count;
}

/* What went wrong with one fake: printed, counted, and the next one gets its turn. */
static unsigned faults;

#define COMPLAIN_UNLESS(condition, ...)                                                                        \
  do {                                                                                                         \
    if (!(condition)) {                                                                                        \
      faults++;                                                                                                \
      print_error("TT_CHECKER is a script (%s):\n%s\n", current_fake->name,                                    \
                  current_fake->script == NULL ? "no such file" : current_fake->script);                       \
      print_error(__VA_ARGS__);                                                                                \
      print_error("\nsee it again: put #!/bin/sh, exec 2>/dev/null and that into FILE, chmod +x FILE, TT_CHECKER=FILE "          \
                  "build/twotrees classify bridge --witness certified\n");                                     \
    }                                                                                                          \
  } while (false)

static void expect_no_children(void) {
  const pid_t child = waitpid(-1, NULL, WNOHANG);
  COMPLAIN_UNLESS(child == -1 && errno == ECHILD, "a child process is left behind");
}

/* The witness asked about one position again and again: no answer is ever a verdict. */
static void ask_with_fake(const char *name) {
  struct tt_graph *graph = support_graph(name);
  void *work = tt_witness_certified.open(graph);
  if (work == NULL) fail_msg("checker %s: the witness cannot be opened", current_fake->name);
  for (unsigned question = 0; question < 3; question++) {
    struct tt_verdict verdict = {false, false};
    struct tt_error error = {0};
    const enum tt_status status = tt_witness_certified.ask(work, graph, &verdict, &error);
    COMPLAIN_UNLESS(status == TT_NO_RESOURCE && error.status == status && strncmp(error.text, "undecided", 9) == 0 &&
                        strchr(error.text, '\n') == NULL,
                    "question %u about %s: status %d, text \"%s\"", question, name, (int)status, error.text);
  }
  tt_witness_certified.close(work);
  tt_graph_free(graph);
}

static void fakes_give_no_verdict(void **state) {
  (void)state;
  faults = 0;
  for (unsigned which = 0; which < FAKES; which++) {
    install(&fakes[which]);
    const unsigned before = open_descriptors();
    ask_with_fake("bridge");       /* First */
    ask_with_fake("k4");           /* Short */
    ask_with_fake("routes:1"); /* Cut */
    ask_with_fake("k:40");         /* more than a pipe holds */
    COMPLAIN_UNLESS(open_descriptors() == before, "a file descriptor is left open");
    expect_no_children();
    uninstall();
  }
  if (faults > 0) fail_msg("%u faults, printed above", faults);
}

static void fakes_leave_surveys_undecided(void **state) {
  (void)state;
  faults = 0;
  for (unsigned which = 0; which < FAKES; which++) {
    install(&fakes[which]);
    for (int threads = 1; threads <= 2; threads++) {
      const struct tt_survey survey = survey_of("bridge", false, threads);
      uint64_t decided = 0;
      for (unsigned outcome = 0; outcome < 4; outcome++) decided += survey.outcomes[1][outcome];
      COMPLAIN_UNLESS(survey.count == 32 && survey.undecided[1] == 32 && decided == 0 && survey.disagreements == 0,
                      "survey of bridge: of 32 undecided %" PRIu64 ", decided %" PRIu64 ", disagreements %" PRIu64,
                      survey.undecided[1], decided, survey.disagreements);
      COMPLAIN_UNLESS(survey.outcomes[0][TT_FIRST] == 1 && survey.outcomes[0][TT_CUT] == 31,
                      "the play-out is disturbed by another witness's checker");
    }
    expect_no_children();
    uninstall();
  }
  if (faults > 0) fail_msg("%u faults, printed above", faults);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(subgraphs_are_certified),
      cmocka_unit_test(positions_are_certified),
      cmocka_unit_test(fakes_give_no_verdict),
      cmocka_unit_test(fakes_leave_surveys_undecided),
  };
  const char *checker = getenv("TT_CHECKER");
  if (realpath(checker != NULL && *checker != '\0' ? checker : "build/twotrees-check", honest_checker) == NULL ||
      mkdtemp(folder) == NULL) {
    perror("test_certified: build/twotrees-check (TT_CHECKER) or a folder in /tmp");
    return 1;
  }
  snprintf(fake_path, sizeof fake_path, "%s/checker", folder);
  setenv("TT_CHECKER", honest_checker, 1);
  signal(SIGALRM, alarm_rings);
  const int failed = cmocka_run_group_tests_name("certified", tests, NULL, NULL);
  unlink(fake_path);
  rmdir(folder);
  return failed;
}
