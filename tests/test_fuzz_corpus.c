/* test_fuzz_corpus.c: every file of the fuzzers' corpora, and every sample file of the other suites, through the fuzz
 * targets' own entries, without libFuzzer; and the checker's corpus through the program twotrees-check, whose line and
 * exit status must agree. The fuzz targets' source text is part of this file.
 *
 * A broken promise aborts, and the file that broke it is named on stderr. */
#define LLVMFuzzerTestOneInput fuzz_checker
#include "tests/fuzz/fuzz_checker.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_plain
#include "tests/fuzz/fuzz_plain.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_dimacs
#include "tests/fuzz/fuzz_dimacs.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_graph6
#include "tests/fuzz/fuzz_graph6.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_gzip
#include "tests/fuzz/fuzz_gzip.c"
#undef LLVMFuzzerTestOneInput

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/support.h"

typedef int (*fuzz_entry)(const uint8_t *data, size_t size);

static const struct {
  const char *name;
  fuzz_entry entry;
  const char *own;        /* the corpus of this target */
  const char *samples[5]; /* what other suites have */
} targets[] = {
    {"checker",
     fuzz_checker,
     "tests/fuzz/corpus/checker",
     {"tests/certificates/accept", "tests/certificates/reject", "tests/accept", "tests/reject", NULL}},
    {"plain",
     fuzz_plain,
     "tests/fuzz/corpus/plain",
     {"tests/accept", "tests/reject", "tests/positions", "tests/hard", NULL}},
    {"dimacs", fuzz_dimacs, "tests/fuzz/corpus/dimacs", {"tests/accept", "tests/reject", NULL}},
    {"graph6", fuzz_graph6, "tests/fuzz/corpus/graph6", {"tests/accept", "tests/reject", NULL}},
    {"gzip", fuzz_gzip, "tests/fuzz/corpus/gzip", {"tests/accept", "tests/reject", "tests/positions", NULL}},
};
#define TARGETS (sizeof targets / sizeof *targets)

static const char *current; /* the file that is being read */

static void tell_current(int signal_number) {
  static const char words[] = "\nthe input was ";
  if (write(STDERR_FILENO, words, sizeof words - 1) < 0 || write(STDERR_FILENO, current, strlen(current)) < 0 ||
      write(STDERR_FILENO, "\n", 1) < 0)
    _exit(1);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Calls `visit` with each file of a folder, which must have some. */
static size_t visit_folder(const char *folder, void (*visit)(const char *path, fuzz_entry entry), fuzz_entry entry) {
  DIR *const directory = opendir(folder);
  if (directory == NULL) fail_msg("%s: %s", folder, strerror(errno));
  size_t files = 0;
  for (struct dirent *file; (file = readdir(directory)) != NULL;) {
    char path[PATH_MAX];
    if (file->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
    current = path;
    visit(path, entry);
    files++;
  }
  closedir(directory);
  if (files == 0) fail_msg("%s is empty", folder);
  return files;
}

static void run_entry(const char *path, fuzz_entry entry) {
  size_t size;
  char *const data = support_read(path, &size);
  /* A copy that ends where the input does, so that a sanitizer sees what is read behind it. */
  uint8_t *const exact = malloc(size + (size == 0));
  assert_non_null(exact);
  memcpy(exact, data, size);
  free(data);
  assert_int_equal(entry(exact, size), 0);
  free(exact);
}

static void test_corpora_keep_promises(void **state) {
  (void)state;
  for (size_t target = 0; target < TARGETS; target++) {
    const size_t own = visit_folder(targets[target].own, run_entry, targets[target].entry);
    size_t samples = 0;
    for (size_t index = 0; targets[target].samples[index] != NULL; index++)
      samples += visit_folder(targets[target].samples[index], run_entry, targets[target].entry);
    print_message("%s: %zu files of the corpus, %zu samples\n", targets[target].name, own, samples);
  }
}

static const char *checker;

/* One line of a known form and the exit status that belongs to it; a line on stderr where it is 2. */
static void run_program(const char *path, fuzz_entry unused) {
  static const char *const beginnings[] = {"s VERIFIED\n", "s REJECTED ", "s UNREADABLE "};
  const char *const arguments[] = {checker, path, NULL};
  (void)unused;
  struct support_run run = support_run(arguments, NULL);
  if (run.status < 0 || run.status > 2) fail_msg("%s: exit status %d: %s", path, run.status, run.errors);
  const char *const newline = strchr(run.output, '\n'), *const beginning = beginnings[run.status];
  const bool one_line = newline != NULL && newline[1] == '\0' && strlen(run.output) == run.output_size;
  if (!one_line || strncmp(run.output, beginning, strlen(beginning)) != 0 ||
      (run.errors[0] != '\0') != (run.status == 2))
    fail_msg("%s: exit status %d: %s%s", path, run.status, run.output, run.errors);
  support_run_free(&run);
}

static void test_checker_answers_corpus(void **state) {
  (void)state;
  visit_folder("tests/fuzz/corpus/checker", run_program, NULL);
}

/* A target that finds nothing wrong with a wrong thing would be worth nothing: here the certificate of another claim is
 * put where the checker's verdict goes. */
static void test_targets_can_fail(void **state) {
  (void)state;
  static const char *const lies[] = {"path", "bridge"};
  for (size_t index = 0; index < 2; index++) {
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
      signal(SIGABRT, SIG_DFL);
      if (freopen("/dev/null", "w", stderr) == NULL) _exit(1);
      static const char text[] = "terminals a b\na x\nx b\n";
      Reader reader = {.file = fuzz_stream(text, strlen(text)), .path = lies[index], .line_over = true};
      Certificate certificate = {.by_cut = index == 1, .moves_first = true};
      check_next(&reader, &certificate, NULL, true);
      /* On a path of two edges Short loses whoever starts; after both are secured Cut does. */
      for (size_t edge = 0; index == 1 && edge < 2; edge++) certificate.graph.edges[edge].state = SECURED;
      require_true(&certificate);
      _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
  }
}

int main(void) {
  const char *const program = getenv("TT_CHECKER");
  checker = program != NULL && *program != '\0' ? program : "build/twotrees-check";
  signal(SIGABRT, tell_current);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_targets_can_fail),
      cmocka_unit_test(test_corpora_keep_promises),
      cmocka_unit_test(test_checker_answers_corpus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
