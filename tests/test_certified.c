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
               base, positions ? " --positions" : "", threads, survey.count, survey.disagreements, survey.undecided[1]);
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
    {"rejects the first of two",
     AT_EACH_END("[ $((count % 2)) = 0 ] && echo 's VERIFIED' || echo 's REJECTED -:1: no'")},
    {"rejects the second of two",
     AT_EACH_END("[ $((count % 2)) = 1 ] && echo 's VERIFIED' || echo 's REJECTED -:1: no'")},
    /* The answer to one certificate must not be taken for that to another when the first question is given up. */
    {"rejects the first of two, then the second of two",
     AT_EACH_END("case $((count % 4)) in 0 | 1) echo 's REJECTED -:1: no' ;; *) echo 's VERIFIED' ;; esac")},
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

/* After a failed test too. */
static int restore(void **state) {
  (void)state;
  uninstall();
  return 0;
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
static const struct fake *shown; /* its script is printed already */

static void show_fake(void) {
  faults++;
  if (shown == current_fake) return;
  shown = current_fake;
  print_error(
      "put this into FILE, chmod +x FILE, TT_CHECKER=FILE build/twotrees classify bridge --witness certified\n"
      "(%s)\n#!/bin/sh\nexec 2>/dev/null\n%s",
      shown->name, shown->script == NULL ? "(no: let there be no FILE)\n" : shown->script);
}

#define COMPLAIN_UNLESS(condition, ...) \
  do {                                  \
    if (!(condition)) {                 \
      show_fake();                      \
      print_error(__VA_ARGS__);         \
      print_error("\n");                \
    }                                   \
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
  shown = NULL;
  for (unsigned which = 0; which < FAKES; which++) {
    install(&fakes[which]);
    const unsigned before = open_descriptors();
    ask_with_fake("bridge");   /* First */
    ask_with_fake("k4");       /* Short */
    ask_with_fake("routes:1"); /* Cut */
    ask_with_fake("k:40");     /* more than a pipe holds */
    COMPLAIN_UNLESS(open_descriptors() == before, "a file descriptor is left open");
    expect_no_children();
    uninstall();
  }
  if (faults > 0) fail_msg("%u faults, printed above", faults);
}

/* What is there and cannot be run: a folder, a device, a file without permission, a path through a file. */
static void what_cannot_be_run_gives_no_verdict(void **state) {
  (void)state;
  faults = 0;
  shown = NULL;
  char through_a_file[PATH_MAX + 10];
  snprintf(through_a_file, sizeof through_a_file, "%s/no", honest_checker);
  const char *const paths[] = {folder, "/dev/null", "tests/support.h", through_a_file, "no-such-program-anywhere"};
  const struct fake nothing = {"TT_CHECKER is no program", NULL};
  for (unsigned which = 0; which < sizeof paths / sizeof paths[0]; which++) {
    install(&nothing);
    setenv("TT_CHECKER", paths[which], 1);
    ask_with_fake("bridge");
    expect_no_children();
    uninstall();
    if (faults > 0) fail_msg("TT_CHECKER=%s build/twotrees classify bridge --witness certified", paths[which]);
  }
}

static void fakes_leave_surveys_undecided(void **state) {
  (void)state;
  faults = 0;
  shown = NULL;
  for (unsigned which = 0; which < FAKES; which++) {
    install(&fakes[which]);
    for (int threads = 1; threads <= 2; threads++) {
      const struct tt_survey survey = survey_of("triangle", false, threads);
      uint64_t decided = 0, played = 0;
      for (unsigned outcome = 0; outcome < 4; outcome++) {
        played += survey.outcomes[0][outcome];
        decided += survey.outcomes[1][outcome];
      }
      COMPLAIN_UNLESS(survey.count == 8 && survey.undecided[1] == 8 && decided == 0 && survey.disagreements == 0,
                      "survey of triangle: of 8 undecided %" PRIu64 ", decided %" PRIu64 ", disagreements %" PRIu64,
                      survey.undecided[1], decided, survey.disagreements);
      COMPLAIN_UNLESS(played == 8 && survey.undecided[0] == 0, "the play-out is disturbed by another's checker");
    }
    expect_no_children();
    uninstall();
  }
  if (faults > 0) fail_msg("%u faults, printed above", faults);
}

/* With an honest checker in a script's clothes the verdicts are there: it is not the script that is refused. */
static void an_honest_script_is_believed(void **state) {
  (void)state;
  char script[PATH_MAX + 40];
  snprintf(script, sizeof script, "exec '%s' \"$@\"\n", honest_checker);
  const struct fake honest = {"honest", script};
  install(&honest);
  expect_agreement("bridge", false, 32);
  expect_no_children();
  uninstall();
}

/* The program says so too: no verdict on stdout, a line on stderr, status 3. */
static void program_gives_no_verdict(void **state) {
  (void)state;
  static const char *const names[] = {"missing", "rejects", "garbage", "trailing text", "dies at once, status 0"};
  for (unsigned which = 0; which < FAKES; which++) {
    bool wanted = false;
    for (unsigned name = 0; name < sizeof names / sizeof names[0]; name++)
      wanted = wanted || strcmp(fakes[which].name, names[name]) == 0;
    if (!wanted) continue;
    install(&fakes[which]);
    const char *const arguments[] = {support_program(), "classify", "bridge", "--witness", "certified", NULL};
    struct support_run run = support_run(arguments, NULL);
    const char *const line_end = strchr(run.errors, '\n');
    if (run.status != TT_NO_RESOURCE || run.output_size != 0 || line_end == NULL || line_end[1] != '\0')
      fail_msg("checker %s: twotrees classify bridge --witness certified: status %d\n%s%s", fakes[which].name,
               run.status, run.output, run.errors);
    support_run_free(&run);
    uninstall();
  }
}

/* ---- Pipes ---- */

/* The text that the checker says "s VERIFIED" to, with status 0 and nothing else. */
static void expect_verified(const char *certificates, const char *graph, const char *how) {
  const char *const plain[] = {honest_checker, NULL}, *const about[] = {honest_checker, "--graph", graph, NULL};
  struct support_run run = support_run(graph == NULL ? plain : about, certificates);
  if (run.status != 0 || strcmp(run.output, "s VERIFIED\n") != 0 || run.errors_size != 0)
    fail_msg("%s | build/twotrees-check %s%s: status %d\n%s%s", how, graph == NULL ? "" : "--graph ",
             graph == NULL ? "" : graph, run.status, run.output, run.errors);
  support_run_free(&run);
}

/* The claims of certificates, in order, each followed by "; ". */
static char *claims_of(const char *certificates) {
  char *claims = calloc(strlen(certificates) + 1, 1);
  if (claims == NULL) fail_msg("out of memory");
  for (const char *line = certificates; line != NULL && *line != '\0';) {
    const char *const end = strchr(line, '\n');
    const size_t length = end == NULL ? strlen(line) : (size_t)(end - line);
    if (strncmp(line, "claim ", 6) == 0) {
      strncat(claims, line + 6, length - 6);
      strcat(claims, "; ");
    }
    line = end == NULL ? NULL : end + 1;
  }
  return claims;
}

/* The claims that settle an outcome: who wins when Short starts, who wins when Cut does. */
static const char *settling_claims(const char *outcome) {
  if (strcmp(outcome, "short") == 0) return "short first; short second; ";
  if (strcmp(outcome, "first") == 0) return "short first; cut first; ";
  if (strcmp(outcome, "cut") == 0) return "cut second; cut first; ";
  fail_msg("# expect %s: expected short, first or cut", outcome);
  return NULL;
}

/* `twotrees certify GRAPH | twotrees-check`; the claims are those of the outcome, in either order. */
static void check_certify(const char *graph, const char *outcome, const char *file) {
  char how[PATH_MAX + 40];
  snprintf(how, sizeof how, "%s certify %s", support_program(), graph);
  const char *const arguments[] = {support_program(), "certify", graph, NULL};
  struct support_run run = support_run(arguments, NULL);
  if (run.status != 0 || run.errors_size != 0) fail_msg("%s: status %d: %s", how, run.status, run.errors);
  expect_verified(run.output, NULL, how);
  if (file != NULL) expect_verified(run.output, file, how);
  char *claims = claims_of(run.output), wanted[60], exchanged[60];
  snprintf(wanted, sizeof wanted, "%s", settling_claims(outcome));
  const char *const second = strstr(wanted, "; ") + 2;
  snprintf(exchanged, sizeof exchanged, "%s%.*s", second, (int)(second - wanted), wanted);
  if (strcmp(claims, wanted) != 0 && strcmp(claims, exchanged) != 0)
    fail_msg("%s: claims %sexpected %s(outcome %s)", how, claims, wanted, outcome);
  free(claims);
  support_run_free(&run);
}

/* The certificate's own graph: the lines between `graph` and `end graph`, a plain list. */
static struct tt_graph *graph_of_certificate(const char **rest) {
  const char *const begin = strstr(*rest, "\ngraph\n"), *const end = strstr(*rest, "\nend graph\n");
  if (begin == NULL || end == NULL || end < begin) fail_msg("no graph in a certificate:\n%s", *rest);
  char *text = strndup(begin + 7, (size_t)(end + 1 - (begin + 7)));
  if (text == NULL) fail_msg("out of memory");
  struct tt_graph *graph = support_parse(text);
  free(text);
  *rest = end + 1;
  return graph;
}

/* Is this the position with exactly one undecided edge more in `state`? */
static bool one_move_further(const struct tt_graph *before, const struct tt_graph *after, uint8_t state) {
  size_t moves = 0;
  if (before->edge_count != after->edge_count || before->vertex_count != after->vertex_count) return false;
  for (size_t edge = 0; edge < before->edge_count; edge++) {
    if (before->states[edge] == after->states[edge]) continue;
    if (before->states[edge] != TT_UNDECIDED || after->states[edge] != state) return false;
    moves++;
  }
  return moves == 1;
}

/* `twotrees move GRAPH --certificate | twotrees-check`: one certificate for each player who wins moving first, that
 * the player, having moved, wins moving second. None, an empty output and status 1, where no move is left. */
static void check_move(const char *graph_name, const char *word) {
  char how[PATH_MAX + 100];
  snprintf(how, sizeof how, "%s move %s --position %s --certificate", support_program(), graph_name, word);
  struct tt_graph *graph = support_graph(graph_name);
  struct tt_error error = {0};
  if (tt_graph_set_position(graph, word, &error) != TT_OK) fail_msg("%s: %s", how, error.text);
  const char *const arguments[] = {support_program(), "move", graph_name, "--position", word, "--certificate", NULL};
  struct support_run run = support_run(arguments, NULL);
  uint8_t *short_wins = calloc(graph->edge_count + 1, 1), *cut_wins = calloc(graph->edge_count + 1, 1);
  if (short_wins == NULL || cut_wins == NULL) fail_msg("out of memory");
  unsigned tempo;
  if (tt_winning_moves(graph, &tempo, short_wins, cut_wins, &error) != TT_OK) fail_msg("%s: %s", how, error.text);
  const bool short_moves = memchr(short_wins, 1, graph->edge_count + 1) != NULL;
  const bool cut_moves = memchr(cut_wins, 1, graph->edge_count + 1) != NULL;
  char wanted[60], *claims = claims_of(run.output);
  snprintf(wanted, sizeof wanted, "%s%s", short_moves ? "short second; " : "", cut_moves ? "cut second; " : "");
  if (strcmp(claims, wanted) != 0) fail_msg("%s: claims %sexpected %s", how, claims, wanted);
  const bool moves = short_moves || cut_moves;
  char expected[300] = "";
  if (!moves) snprintf(expected, sizeof expected, "twotrees: %s: no move wins: the game is decided\n", graph->name);
  if (run.status != (moves ? 0 : 1) || strcmp(run.errors, expected) != 0) {
    fail_msg("%s: status %d: %s", how, run.status, run.errors);
  }
  if (moves) {
    expect_verified(run.output, NULL, how);
  } else if (run.output_size != 0) {
    fail_msg("%s: no move is left, and it prints\n%s", how, run.output);
  }
  const char *rest = run.output;
  for (unsigned player = 0; player < 2; player++) {
    if (!(player == 0 ? short_moves : cut_moves)) continue;
    struct tt_graph *after = graph_of_certificate(&rest);
    if (!one_move_further(graph, after, player == 0 ? TT_SECURED : TT_DELETED))
      fail_msg("%s: the certificate is about another position:\n%s", how, support_text(after));
    tt_graph_free(after);
  }
  free(claims);
  free(short_wins);
  free(cut_wins);
  support_run_free(&run);
  tt_graph_free(graph);
}

static void check_move_from(const char *graph_name) {
  struct tt_graph *graph = support_graph(graph_name);
  char *word = malloc(graph->edge_count + 1);
  if (word == NULL) fail_msg("out of memory");
  tt_graph_position_word(graph, word);
  check_move(graph_name, word);
  free(word);
  tt_graph_free(graph);
}

static const char *hard_folder(void) {
  const char *value = getenv("TT_HARD");
  return value != NULL && *value != '\0' ? value : "tests/hard";
}

/* The word behind `# expect ` in a file. */
static void read_outcome(const char *path, char *outcome, size_t size) {
  char *text = support_read(path, NULL), *found = strstr(text, "# expect ");
  if (found == NULL) fail_msg("%s: no line `# expect OUTCOME`", path);
  found += strlen("# expect ");
  snprintf(outcome, size, "%.*s", (int)strcspn(found, " \r\n"), found);
  free(text);
}

static void hard_cases_are_certified(void **state) {
  (void)state;
  DIR *folder_of_cases = opendir(hard_folder());
  if (folder_of_cases == NULL) fail_msg("%s (TT_HARD): %s", hard_folder(), strerror(errno));
  unsigned cases = 0;
  for (struct dirent *entry; (entry = readdir(folder_of_cases)) != NULL;) {
    char path[PATH_MAX], outcome[10];
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", hard_folder(), entry->d_name);
    read_outcome(path, outcome, sizeof outcome);
    check_certify(path, outcome, path);
    check_move_from(path);
    cases++;
  }
  closedir(folder_of_cases);
  print_message("%u hard cases\n", cases);
  assert_true(cases >= 18);
}

static void graphs_by_name_are_certified(void **state) {
  (void)state;
  static const char *const graphs[][3] = {
      {"triangle", "first", "data/bases/triangle.txt"},
      {"bridge", "first", "data/bases/bridge.txt"},
      {"k4", "short", "data/bases/k4.txt"},
      {"bridge-spur", "first", "data/bases/bridge-spur.txt"},
      {"doubled-path", "short", "data/bases/doubled-path.txt"},
      {"bridge-chain", "first", "data/bases/bridge-chain.txt"},
      {"k5", "short", "data/bases/k5.txt"},
      {"routes:1", "cut", NULL},
      {"bridgit:3", "first", NULL},
      {"bridgit:5", "first", NULL},
      {"k:30", "short", NULL},
  };
  for (unsigned which = 0; which < sizeof graphs / sizeof graphs[0]; which++) {
    check_certify(graphs[which][0], graphs[which][1], graphs[which][2]);
    check_move_from(graphs[which][0]);
  }
}

/* Every position of the triangle and some of the bridge and of k5, decided games included. */
static void moves_from_positions_are_certified(void **state) {
  (void)state;
  static const struct {
    const char *name;
    uint64_t positions, step;
  } sweeps[] = {{"triangle", 27, 1}, {"bridge", 243, 7}, {"k5", 59049, 1499}};
  for (unsigned which = 0; which < 3; which++) {
    struct tt_graph *graph = support_graph(sweeps[which].name);
    for (uint64_t number = 0; number < sweeps[which].positions; number += sweeps[which].step) {
      char word[TT_EDGE_SET_LIMIT + 1];
      tt_graph_set_number(graph, number, true);
      tt_graph_position_word(graph, word);
      check_move(sweeps[which].name, word);
    }
    tt_graph_free(graph);
  }
}

/* The tester tested: an outcome that is not the graph's is noticed by the claims. */
static void settling_claims_differ(void **state) {
  (void)state;
  assert_string_not_equal(settling_claims("short"), settling_claims("first"));
  assert_string_not_equal(settling_claims("first"), settling_claims("cut"));
  char *claims = claims_of("twotrees certificate 1\nclaim short first\nend\nclaim cut first");
  assert_string_equal(claims, settling_claims("first"));
  free(claims);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(subgraphs_are_certified),
      cmocka_unit_test(positions_are_certified),
      cmocka_unit_test_teardown(fakes_give_no_verdict, restore),
      cmocka_unit_test_teardown(what_cannot_be_run_gives_no_verdict, restore),
      cmocka_unit_test_teardown(fakes_leave_surveys_undecided, restore),
      cmocka_unit_test_teardown(an_honest_script_is_believed, restore),
      cmocka_unit_test_teardown(program_gives_no_verdict, restore),
      cmocka_unit_test(settling_claims_differ),
      cmocka_unit_test(hard_cases_are_certified),
      cmocka_unit_test(graphs_by_name_are_certified),
      cmocka_unit_test(moves_from_positions_are_certified),
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
