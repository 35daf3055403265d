/* test_checker.c: the checker as a black box, as a partner in a pipe, and against brute force.
 *
 * TT_CHECKER names the program (build/twotrees-check); TT_CERTIFICATES the folder with accept/ and reject/
 * (tests/certificates). Whole answers and exit statuses are compared, never substrings. The brute force below shares
 * nothing with the checker: it relabels vertices until nothing changes, tests each edge by taking it out, and plays.
 * Failing allocations and damaged bytes are tried in this process, on the checker's own source text. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static size_t allocations_left = SIZE_MAX;

static void *failing_realloc(void *block, size_t size) {
  if (allocations_left == 0) return NULL;
  allocations_left--;
  return realloc(block, size);
}

#define realloc failing_realloc
#define main checker_main
#include "checker/twotrees-check.c"
#undef main
#undef realloc

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static char checker[PATH_MAX], folder[PATH_MAX];

/* ---- Running a program ---- */

struct call {
  const char *program; /* NULL: the checker */
  const char *arguments[5];
  const char *directory; /* NULL: where we are */
  const char *input;     /* a file for standard input; NULL: closed */
  const char *output;    /* a file for standard output; NULL: captured; "": closed */
  size_t memory;         /* address space in bytes; 0: no limit */
};

struct result {
  int status; /* 1000 + the signal, when there was one */
  char *out, *err;
  size_t out_length;
};

static char *read_whole(FILE *file, size_t *length) {
  char *text = NULL;
  size_t capacity = 0;
  *length = 0;
  rewind(file);
  do {
    capacity = 2 * capacity + 4096;
    text = realloc(text, capacity);
    assert_non_null(text);
    *length += fread(text + *length, 1, capacity - 1 - *length, file);
  } while (*length == capacity - 1);
  assert_false(ferror(file));
  text[*length] = '\0';
  return text;
}

static char *read_path(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail_msg("%s: %s", path, strerror(errno));
  char *text = read_whole(file, length);
  fclose(file);
  return text;
}

static void redirect(const char *path, int flags, int target) {
  close(target);
  if (path == NULL) return;
  int descriptor = open(path, flags);
  if (descriptor < 0 || (descriptor != target && dup2(descriptor, target) < 0)) _exit(126);
  if (descriptor != target) close(descriptor);
}

static _Noreturn void become(const struct call *call, FILE *out, FILE *err) {
  const char *program = call->program == NULL ? checker : call->program;
  const char *words[7] = {program};
  for (int i = 0; i < 5; i++) words[i + 1] = call->arguments[i];
  if (call->directory != NULL && chdir(call->directory) != 0) _exit(126);
  if (dup2(fileno(err), STDERR_FILENO) < 0) _exit(126);
  redirect(call->input, O_RDONLY, STDIN_FILENO);
  if (call->output == NULL) {
    if (dup2(fileno(out), STDOUT_FILENO) < 0) _exit(126);
  } else {
    redirect(call->output[0] == '\0' ? NULL : call->output, O_WRONLY, STDOUT_FILENO);
  }
  struct rlimit memory = {call->memory, call->memory};
  if (call->memory != 0 && setrlimit(RLIMIT_AS, &memory) != 0) _exit(126);
  execv(program, (char **)(uintptr_t)words);
  _exit(127);
}

static struct result run_call(const struct call *call) {
  struct result result = {0, NULL, NULL, 0};
  FILE *out = tmpfile(), *err = tmpfile();
  assert_non_null(out);
  assert_non_null(err);
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) become(call, out, err);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  size_t err_length;
  result.out = read_whole(out, &result.out_length);
  result.err = read_whole(err, &err_length);
  fclose(out);
  fclose(err);
  return result;
}

static void release_result(struct result *result) {
  free(result->out);
  free(result->err);
}

/* Whether an answer is right: all of stdout, the status, and a line on stderr exactly when something is unreadable. */
static bool call_gives(const struct call *call, int status, const char *out) {
  struct result result = run_call(call);
  bool silent = result.err[0] == '\0';
  bool right = result.status == status && result.out_length == strlen(out) && strcmp(result.out, out) == 0 &&
               silent == (status < 2);
  if (!right && call->program == NULL) {
    print_error("%s %s: expected status %d and\n%sgot status %d and\n%s(stderr: %s)\n", checker,
                call->arguments[0] == NULL ? "" : call->arguments[0], status, out, result.status, result.out,
                result.err);
  }
  release_result(&result);
  return right;
}

static void expect(const struct call *call, int status, const char *out) {
  assert_true(call_gives(call, status, out));
}

/* Writes a temporary file and returns its path, to be removed and freed by discard. */
static char *write_temporary(const char *text, size_t length) {
  char *path = strdup("/tmp/twotrees-checker-XXXXXX");
  assert_non_null(path);
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  FILE *file = fdopen(descriptor, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
  return path;
}

static void discard(char *path) {
  assert_int_equal(unlink(path), 0);
  free(path);
}

/* Runs the checker on a text given as standard input. */
static void expect_text(const char *text, size_t length, int status, const char *out) {
  char *path = write_temporary(text, length);
  expect(&(struct call){.input = path}, status, out);
  discard(path);
}

/* ---- The folders ---- */

static char *in_folder(const char *part, const char *name) {
  char *path = malloc(strlen(folder) + strlen(part) + strlen(name) + 3);
  assert_non_null(path);
  sprintf(path, "%s/%s/%s", folder, part, name);
  return path;
}

static int by_name(const void *one, const void *other) {
  return strcmp(*(char *const *)one, *(char *const *)other);
}

/* Lists the .cert files of a part, sorted; returns how many. Any other file than EXPECTED is an error. */
static size_t list_part(const char *part, char ***names) {
  char *path = in_folder(part, "");
  DIR *directory = opendir(path);
  if (directory == NULL) fail_msg("%s: %s", path, strerror(errno));
  size_t count = 0;
  *names = NULL;
  for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
    const char *ending = strrchr(entry->d_name, '.');
    if (entry->d_name[0] == '.' || strcmp(entry->d_name, "EXPECTED") == 0) continue;
    if (ending == NULL || strcmp(ending, ".cert") != 0) fail_msg("%s%s is no .cert", path, entry->d_name);
    *names = realloc(*names, (count + 1) * sizeof **names);
    assert_non_null(*names);
    (*names)[count] = strdup(entry->d_name);
    assert_non_null((*names)[count++]);
  }
  closedir(directory);
  free(path);
  assert_true(count > 0);
  qsort(*names, count, sizeof **names, by_name);
  return count;
}

static void free_names(char **names, size_t count) {
  for (size_t i = 0; i < count; i++) free(names[i]);
  free(names);
}

/* Runs a program on every line of reject/EXPECTED and returns how many answers are wrong. Lines and files must be the
 * same, in the same order. */
static size_t wrong_rejections(const char *program) {
  char **names, *path = in_folder("reject", "EXPECTED"), *directory = in_folder("reject", "");
  size_t count = list_part("reject", &names), length, lines = 0, wrong = 0;
  char *text = read_path(path, &length), *next = text;
  for (char *end; (end = strchr(next, '\n')) != NULL; next = end + 1, lines++) {
    *end = '\0';
    char *status = strchr(next, '\t'), *out = status == NULL ? NULL : strchr(status + 1, '\t');
    if (out == NULL) fail_msg("EXPECTED:%zu: expected file, tab, status, tab, answer", lines + 1);
    *status++ = *out++ = '\0';
    if (lines >= count || strcmp(names[lines], next) != 0) {
      fail_msg("EXPECTED:%zu says %s, the folder says %s", lines + 1, next, lines < count ? names[lines] : "nothing");
    }
    char *answer = malloc(strlen(out) + 2);
    assert_non_null(answer);
    sprintf(answer, "%s\n", out);
    struct call call = {.program = program, .arguments = {next}, .directory = directory};
    wrong += !call_gives(&call, atoi(status), answer);
    free(answer);
  }
  assert_int_equal(next[0], '\0');
  assert_int_equal(lines, count);
  free_names(names, count);
  free(text);
  free(path);
  free(directory);
  return wrong;
}

static void rejects_what_it_must(void **state) {
  (void)state;
  assert_int_equal(wrong_rejections(NULL), 0);
}

/* The runner must see through programs that always say the same. */
static void runner_tells_false_checkers(void **state) {
  (void)state;
  char **names;
  size_t count = list_part("reject", &names);
  free_names(names, count);
  assert_int_equal(wrong_rejections("/bin/true"), count);
  assert_int_equal(wrong_rejections("/bin/false"), count);
  assert_int_equal(wrong_rejections("/bin/echo"), count);
}

static size_t count_certificates(const char *text) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, "claim ")) != NULL; at++) count++;
  return count;
}

static void accepts_what_it_must(void **state) {
  (void)state;
  static const char *const claims[] = {"claim short first", "claim short second", "claim cut first",
                                       "claim cut second"};
  size_t seen[4] = {0};
  char **names;
  size_t count = list_part("accept", &names);
  for (size_t i = 0; i < count; i++) {
    char *path = in_folder("accept", names[i]), answers[64] = "", numbered[64];
    size_t length;
    char *text = read_path(path, &length);
    size_t certificates = count_certificates(text);
    assert_true(certificates > 0 && certificates <= 4);
    for (int claim = 0; claim < 4; claim++) seen[claim] += strstr(text, claims[claim]) != NULL;
    for (size_t j = 0; j < certificates; j++) strcat(answers, "s VERIFIED\n");
    sprintf(numbered, "c %zu certificates verified\ns VERIFIED\n", certificates);
    expect(&(struct call){.arguments = {path}}, 0, "s VERIFIED\n");
    expect(&(struct call){.input = path}, 0, "s VERIFIED\n");
    expect(&(struct call){.arguments = {"-"}, .input = path}, 0, "s VERIFIED\n");
    expect(&(struct call){.arguments = {"--each", path}}, 0, answers);
    expect(&(struct call){.arguments = {path, "--count"}}, 0, numbered);
    free(text);
    free(path);
  }
  for (int claim = 0; claim < 4; claim++) assert_true(seen[claim] >= 4);
  free_names(names, count);
}

/* The examples of the format's page are proofs, as they stand there. */
static void documented_examples_hold(void **state) {
  (void)state;
  char *path = in_folder("../../docs", "certificate.md");
  size_t length, examples = 0;
  char *text = read_path(path, &length), *next = text;
  while ((next = strstr(next, "```\ntwotrees certificate 1\n")) != NULL) {
    char *end = strstr(next += 4, "```");
    assert_non_null(end);
    expect_text(next, (size_t)(end - next), 0, "s VERIFIED\n");
    examples++;
    next = end + 3;
  }
  assert_int_equal(examples, 5);
  free(text);
  free(path);
}

/* ---- Options, streams and hazards ---- */

static const char bridge[] =
    "twotrees certificate 1\nclaim short first\ngraph\nvertices 4\nterminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n"
    "end graph\nblue 2 4 *\nred 0 1 3\nend\n";
static const char bridge_wrong[] =
    "twotrees certificate 1\nclaim short second\ngraph\nvertices 4\nterminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n"
    "end graph\nblue 2 4\nred 0 1 3\nend\n";

static void graph_option_compares(void **state) {
  (void)state;
  static const struct {
    const char *list;
    int status;
    const char *out;
  } cases[] = {
      {"vertices 4\nterminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n", 0, "s VERIFIED\n"},
      {"# no count\nterminals 0 3\n\n0 1\n0 2\n1 2\n1 3\n2 3", 0, "s VERIFIED\n"},
      {"terminals 3 0\n0 1\n0 2\n1 2\n1 3\n2 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 2\n0 1\n1 2\n1 3\n2 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n1 0\n0 2\n1 2\n1 3\n2 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 1\n0 2\n1 2\n1 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n2 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3 deleted\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 4\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 00 3\n00 1\n00 2\n1 2\n1 3\n2 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n0 1\n0 9\n1 9\n1 3\n9 3\n", 1, "s REJECTED stdin:11: another graph\n"},
      {"terminals 0 3\n", 1, "s REJECTED stdin:11: another graph\n"},
  };
  char *input = write_temporary(bridge, strlen(bridge));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *list = write_temporary(cases[i].list, strlen(cases[i].list));
    expect(&(struct call){.arguments = {"--graph", list}, .input = input}, cases[i].status, cases[i].out);
    discard(list);
  }
  char *list = write_temporary("terminals 0 3\n0 1\n0\n", 20), out[200];
  snprintf(out, sizeof out, "s UNREADABLE %s:3: expected an edge `U V`\n", list);
  expect(&(struct call){.arguments = {"--graph", list}, .input = input}, 2, out);
  discard(list);
  expect(&(struct call){.arguments = {"--graph", "/dev/null"}, .input = input}, 2,
         "s UNREADABLE /dev/null:1: expected `terminals A B`\n");
  expect(&(struct call){.arguments = {"--graph", "/no/such"}, .input = input}, 2,
         "s UNREADABLE /no/such:0: expected a file that can be opened\n");
  discard(input);
}

static void misuse_is_no_success(void **state) {
  (void)state;
  static const char see[] = "s UNREADABLE arguments:0: see --help\n";
  expect(&(struct call){.arguments = {"--unknown"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {"--graph"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {"a", "b"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {"-", "-"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {"--graph", "a", "--graph", "b"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {"-x"}, .input = "/dev/null"}, 2, see);
  expect(&(struct call){.arguments = {""}, .input = "/dev/null"}, 2,
         "s UNREADABLE :0: expected a file that can be opened\n");
  expect(&(struct call){.arguments = {"/no/such"}, .input = "/dev/null"}, 2,
         "s UNREADABLE /no/such:0: expected a file that can be opened\n");
  expect(&(struct call){.arguments = {"/"}, .input = "/dev/null"}, 2,
         "s UNREADABLE /:1: expected a file that can be read\n");
  expect(&(struct call){.input = NULL}, 2, "s UNREADABLE stdin:1: expected a file that can be read\n");
  expect(&(struct call){.input = "/dev/null"}, 2, "s UNREADABLE stdin:1: expected `twotrees certificate 1`\n");
  expect(&(struct call){.arguments = {"--each", "--count"}, .input = "/dev/null"}, 2,
         "c 0 certificates verified\ns UNREADABLE stdin:1: expected `twotrees certificate 1`\n");
  struct call help = {.arguments = {"--help"}, .input = NULL};
  struct result result = run_call(&help);
  assert_int_equal(result.status, 0);
  assert_int_equal(strncmp(result.out, "usage: twotrees-check ", 22), 0);
  assert_null(strstr(result.out, "\ns "));
  assert_string_equal(result.err, "");
  release_result(&result);
}

/* A full disk or a closed standard output must never look like a proof. */
static void lost_answers_are_no_success(void **state) {
  (void)state;
  char *good = write_temporary(bridge, strlen(bridge)), *wrong = write_temporary(bridge_wrong, strlen(bridge_wrong));
  static const char *const outputs[] = {"/dev/full", ""};
  static const char *const options[] = {"--each", "--count", "--help", NULL};
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 4; j++) {
      expect(&(struct call){.arguments = {good, options[j]}, .output = outputs[i]}, 2, "");
      expect(&(struct call){.arguments = {wrong, options[j]}, .output = outputs[i]}, 2, "");
      expect(&(struct call){.arguments = {options[j]}, .input = good, .output = outputs[i]}, 2, "");
    }
  }
  discard(good);
  discard(wrong);
}

static void several_certificates(void **state) {
  (void)state;
  char text[2000];
  sprintf(text, "%s%s%s", bridge, bridge_wrong, bridge);
  char *path = write_temporary(text, strlen(text));
  expect(&(struct call){.input = path}, 1, "s REJECTED stdin:28: blue does not span edge 0\n");
  expect(&(struct call){.arguments = {"--count"}, .input = path}, 1,
         "c 1 certificates verified\ns REJECTED stdin:28: blue does not span edge 0\n");
  expect(&(struct call){.arguments = {"--each"}, .input = path}, 1,
         "s VERIFIED\ns REJECTED stdin:28: blue does not span edge 0\ns VERIFIED\n");
  expect(&(struct call){.arguments = {"--each", "--count"}, .input = path}, 1,
         "s VERIFIED\ns REJECTED stdin:28: blue does not span edge 0\ns VERIFIED\nc 2 certificates verified\n");
  discard(path);
  sprintf(text, "%s%sjunk\n%s", bridge_wrong, bridge, bridge);
  path = write_temporary(text, strlen(text));
  expect(&(struct call){.arguments = {"--each"}, .input = path}, 2,
         "s REJECTED stdin:14: blue does not span edge 0\ns VERIFIED\n"
         "s UNREADABLE stdin:29: expected `twotrees certificate 1`\n");
  expect(&(struct call){.input = path}, 1, "s REJECTED stdin:14: blue does not span edge 0\n");
  discard(path);
}

/* Another program writes one certificate and waits for its answer before it writes the next. */
static void each_answers_at_once(void **state) {
  (void)state;
  int to[2], from[2];
  assert_int_equal(pipe(to), 0);
  assert_int_equal(pipe(from), 0);
  fflush(NULL);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(to[0], STDIN_FILENO);
    dup2(from[1], STDOUT_FILENO);
    for (int i = 0; i < 2; i++) {
      close(to[i]);
      close(from[i]);
    }
    execl(checker, checker, "--each", (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  FILE *answers = fdopen(from[0], "r");
  assert_non_null(answers);
  alarm(60); /* a checker that waits for more ends the test run */
  for (int i = 0; i < 50; i++) {
    const char *text = i % 3 == 2 ? bridge_wrong : bridge;
    char line[200], rejected[200];
    snprintf(rejected, sizeof rejected, "s REJECTED stdin:%d: blue does not span edge 0\n", 14 * (i + 1));
    assert_int_equal(write(to[1], text, strlen(text)), (ssize_t)strlen(text));
    assert_non_null(fgets(line, sizeof line, answers));
    assert_string_equal(line, i % 3 == 2 ? rejected : "s VERIFIED\n");
  }
  close(to[1]);
  assert_int_equal(fgetc(answers), EOF);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  alarm(0);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 1);
  fclose(answers);
}

static char *repeat(const char *before, int byte, size_t count, const char *after, size_t *length) {
  size_t start = strlen(before), end = strlen(after);
  char *text = malloc(start + count + end + 1);
  assert_non_null(text);
  memcpy(text, before, start);
  memset(text + start, byte, count);
  memcpy(text + start + count, after, end + 1);
  *length = start + count + end;
  return text;
}

static void huge_lines(void **state) {
  (void)state;
  static const char head[] =
      "twotrees certificate 1\nclaim short first\ngraph\nterminals a b\na b\nend graph\nblue *\nred 0";
  size_t length;
  char *text = repeat(head, ' ', 10000000, "\nend\n", &length);
  expect_text(text, length, 0, "s VERIFIED\n");
  free(text);
  text = repeat("#", 'x', 10000000, "\n", &length);
  expect_text(text, length, 2, "s UNREADABLE stdin:2: expected `twotrees certificate 1`\n");
  free(text);
  text = repeat(head, '0', 10000000, "\nend\n", &length);
  expect_text(text, length, 2, "s UNREADABLE stdin:8: expected no word of more than 255 bytes\n");
  free(text);
  text = repeat(head, '\n', 10000000, "end\n", &length);
  expect_text(text, length, 0, "s VERIFIED\n");
  free(text);
  text = repeat("", '\0', 10000000, "", &length);
  expect_text(text, length, 2, "s UNREADABLE stdin:1: expected no control characters\n");
  free(text);
}

/* ---- Large certificates: time and memory ---- */

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void expect_soon(char *path, int status, const char *out) {
  double start = seconds();
  expect(&(struct call){.arguments = {path}}, status, out);
  assert_true(seconds() - start < 60); /* a quadratic checker takes hours */
  discard(path);
}

/* A path of `steps` doubled edges, blue and red one of each pair, with vertices called by a stride; or, for Cut, a
 * path of 2 * steps edges of which all but the first and the last are contracted. */
static char *write_large(size_t steps, size_t stride, bool by_cut, bool spoiled) {
  char *path = write_temporary("", 0);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  size_t edges = 2 * steps, vertices = by_cut ? edges + 1 : steps + 1;
  fprintf(file, "twotrees certificate 1\nclaim %s second\ngraph\nvertices %zu\nterminals 0 %zu\n",
          by_cut ? "cut" : "short", vertices, (vertices - 1) * stride % vertices);
  for (size_t i = 0; i < edges; i++) {
    size_t step = by_cut ? i : i / 2;
    fprintf(file, "%zu %zu\n", step * stride % vertices, (step + 1) * stride % vertices);
  }
  fprintf(file, "end graph\n");
  if (by_cut) {
    fprintf(file, "x 0 *\ny %zu *\n", edges - 1);
    for (size_t i = 1; i + 1 < edges; i++) fprintf(file, "contract %zu\n", i);
  } else {
    for (size_t i = 0; i < steps; i++) fprintf(file, "blue %zu\nred %zu\n", 2 * i, 2 * (steps - 1 - i) + 1);
  }
  fprintf(file, spoiled ? "\n\nend \n" : "end\n");
  assert_int_equal(fclose(file), 0);
  return path;
}

static void large_certificates(void **state) {
  (void)state;
  expect_soon(write_large(500000, 1, false, false), 0, "s VERIFIED\n");
  expect_soon(write_large(500000, 7919, false, false), 0, "s VERIFIED\n");
  expect_soon(write_large(500000, 1, true, false), 0, "s VERIFIED\n");
  expect_soon(write_large(500000, 104729, true, true), 0, "s VERIFIED\n");
}

/* `vertices N` costs nothing by itself, and what does not fit in memory is neither a proof nor a refutation. */
static void memory_follows_the_input(void **state) {
  (void)state;
  char *most = in_folder("accept", "most-vertices.cert");
  struct call call = {.arguments = {"--help"}, .memory = (size_t)64 << 20};
  struct result result = run_call(&call);
  bool limits_work = result.status == 0;
  release_result(&result);
  if (limits_work) {
    expect(&(struct call){.arguments = {most}, .memory = (size_t)64 << 20}, 0, "s VERIFIED\n");
    char *path = write_large(500000, 1, false, false);
    struct call small = {.arguments = {path}, .memory = (size_t)32 << 20};
    result = run_call(&small);
    assert_int_equal(result.status, 3);
    assert_int_equal(strncmp(result.out, "s UNREADABLE ", 13), 0);
    assert_string_equal(strrchr(result.out, ':'), ": out of memory\n");
    release_result(&result);
    discard(path);
  } else {
    print_message("address space limits do not suit this checker (a sanitizer?): limits not tried\n");
    expect(&(struct call){.arguments = {most}}, 0, "s VERIFIED\n");
  }
  free(most);
}

/* ---- In this process: failing allocations, damaged bytes ---- */

static Verdict check_text(const char *text, size_t length, bool list) {
  Reader reader = {.file = fmemopen((void *)(uintptr_t)text, length, "rb"), .line_over = true};
  Verdict verdict;
  assert_non_null(reader.file);
  do {
    Certificate certificate = {.by_cut = false};
    verdict = check_next(&reader, &certificate, NULL, list);
    release(&certificate);
  } while (verdict == VERIFIED);
  fclose(reader.file);
  return verdict;
}

static void failing_allocations(void **state) {
  (void)state;
  char **names;
  size_t count = list_part("accept", &names), failures = 0;
  for (size_t i = 0; i < count; i++) {
    char *path = in_folder("accept", names[i]);
    size_t length;
    char *text = read_path(path, &length);
    size_t allowed = 0;
    for (;; allowed++, failures++) {
      allocations_left = allowed;
      Verdict verdict = check_text(text, length, false);
      if (verdict == AT_END) break;
      assert_int_equal(verdict, OUT_OF_MEMORY);
    }
    assert_true(allowed >= 5);
    allocations_left = SIZE_MAX;
    free(text);
    free(path);
  }
  free_names(names, count);
  for (size_t allowed = 0;; allowed++) {
    allocations_left = allowed;
    Verdict verdict = check_text("terminals a b\na b\nb c\n", 22, true);
    if (verdict == AT_END) break;
    assert_int_equal(verdict, OUT_OF_MEMORY);
  }
  allocations_left = SIZE_MAX;
  print_message("%zu allocations made to fail\n", failures);
}

static uint64_t random_state;

static size_t random_below(size_t bound) { /* xorshift */
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (size_t)(random_state % bound);
}

static void damaged_bytes(void **state) {
  (void)state;
  static const char likely[] = " \n\t\r#*0123456789-abxy\x7f";
  random_state = 20240607;
  print_message("damaged bytes: seed %" PRIu64 "\n", random_state);
  char **names;
  size_t count = list_part("accept", &names);
  for (size_t i = 0; i < count; i++) {
    char *path = in_folder("accept", names[i]);
    size_t length;
    char *text = read_path(path, &length), *damaged = malloc(length);
    assert_non_null(damaged);
    for (size_t cut = 1; cut < length; cut++) check_text(text, cut, false);
    for (int round = 0; round < 2000; round++) {
      memcpy(damaged, text, length);
      for (size_t hits = 1 + random_below(3); hits > 0; hits--) {
        size_t at = random_below(length);
        damaged[at] = random_below(4) == 0 ? (char)random_below(256) : likely[random_below(sizeof likely)];
      }
      Verdict verdict = check_text(damaged, length, random_below(16) == 0);
      assert_true(verdict == REJECTED || verdict == UNREADABLE || verdict == AT_END);
    }
    free(damaged);
    free(text);
    free(path);
  }
  free_names(names, count);
}

/* ---- Brute force ---- */

enum { MOST_VERTICES = 16, MOST_EDGES = 24, MOST_TOKENS = 40, STAR = -1 };

/* A certificate as it is written. Set 0 is blue or x, set 1 red or y, set 2 contract. */
struct model {
  bool by_cut, moves_first;
  int vertices, terminals[2], edges, ends[MOST_EDGES][2], states[MOST_EDGES]; /* states as in the checker: 0, 1, 2 */
  int count[3], tokens[3][MOST_TOKENS];
};

/* Which edges take part: secured ones, and those marked; `extra` is e* when it is STAR. */
struct selection {
  bool edge[MOST_EDGES], star;
};

/* Labels vertices so that two have one label when selected edges join them: relabels until nothing changes. */
static void relabel(const struct model *model, const struct selection *selection, int *labels) {
  for (int v = 0; v < model->vertices; v++) labels[v] = v;
  for (bool changed = true; changed;) {
    changed = false;
    for (int e = 0; e <= model->edges; e++) {
      if (e < model->edges ? !selection->edge[e] : !selection->star) continue;
      const int *ends = e < model->edges ? model->ends[e] : model->terminals;
      int low = labels[ends[0]] < labels[ends[1]] ? labels[ends[0]] : labels[ends[1]];
      changed = changed || labels[ends[0]] != low || labels[ends[1]] != low;
      labels[ends[0]] = labels[ends[1]] = low;
    }
  }
}

static struct selection select_base(const struct model *model) {
  struct selection selection = {{false}, false};
  for (int e = 0; e < model->edges; e++) selection.edge[e] = model->states[e] == 1;
  for (int i = 0; i < model->count[2]; i++) selection.edge[model->tokens[2][i]] = true;
  return selection;
}

static void toggle(struct selection *selection, int token, bool value) {
  if (token == STAR) {
    selection->star = value;
  } else {
    selection->edge[token] = value;
  }
}

/* No edge of the set joins what the rest of the set joins already. */
static bool brute_acyclic(const struct model *model, int set) {
  struct selection selection = select_base(model);
  int labels[MOST_VERTICES];
  for (int i = 0; i < model->count[set]; i++) toggle(&selection, model->tokens[set][i], true);
  for (int i = 0; i < model->count[set]; i++) {
    int token = model->tokens[set][i];
    const int *ends = token == STAR ? model->terminals : model->ends[token];
    toggle(&selection, token, false);
    relabel(model, &selection, labels);
    if (labels[ends[0]] == labels[ends[1]]) return false;
    toggle(&selection, token, true);
  }
  return true;
}

/* Tokens name undecided edges, none twice; e* is where the claim allows it. */
static bool brute_legal(const struct model *model) {
  int holders[MOST_EDGES] = {0}, stars[3] = {0};
  for (int set = 0; set < 3; set++) {
    for (int i = 0; i < model->count[set]; i++) {
      int token = model->tokens[set][i];
      if (token == STAR) {
        stars[set]++;
      } else if (token >= model->edges || model->states[token] != 0 || ++holders[token] > 1) {
        return false;
      }
    }
  }
  if (stars[0] > 1 || stars[1] > 1 || stars[2] > 0) return false;
  if (!model->by_cut) return stars[0] + stars[1] <= (model->moves_first ? 1 : 0);
  for (int e = 0; e < model->edges; e++) {
    if (model->states[e] == 0 && holders[e] == 0) return false;
  }
  return stars[0] + stars[1] >= (model->moves_first ? 1 : 2);
}

static bool brute_short(const struct model *model) {
  struct selection base = select_base(model);
  int labels[MOST_VERTICES], part[MOST_VERTICES];
  bool touched[2][MOST_VERTICES] = {{false}};
  relabel(model, &base, labels);
  if (labels[model->terminals[0]] == labels[model->terminals[1]]) return model->count[0] + model->count[1] == 0;
  for (int set = 0; set < 2; set++) {
    struct selection selection = base;
    if (!brute_acyclic(model, set)) return false;
    for (int i = 0; i < model->count[set]; i++) {
      int token = model->tokens[set][i];
      const int *ends = token == STAR ? model->terminals : model->ends[token];
      toggle(&selection, token, true);
      touched[set][labels[ends[0]]] = touched[set][labels[ends[1]]] = true;
    }
    relabel(model, &selection, part);
    int some = -1;
    for (int v = 0; v < model->vertices; v++) {
      if (!touched[set][labels[v]]) continue;
      if (some >= 0 && part[v] != part[some]) return false;
      some = v;
    }
    for (int i = 0; i < 2; i++) {
      if (!touched[set][labels[model->terminals[i]]]) return false;
    }
  }
  return memcmp(touched[0], touched[1], sizeof touched[0]) == 0;
}

static bool brute_cut(const struct model *model) {
  struct selection base = select_base(model);
  int labels[MOST_VERTICES];
  relabel(model, &base, labels);
  if (labels[model->terminals[0]] == labels[model->terminals[1]]) return false;
  for (int set = 0; set < 2; set++) {
    struct selection selection = base;
    if (!brute_acyclic(model, set)) return false;
    for (int i = 0; i < model->count[set]; i++) toggle(&selection, model->tokens[set][i], true);
    relabel(model, &selection, labels);
    if (labels[model->terminals[0]] != labels[model->terminals[1]]) return false;
    for (int e = 0; e < model->edges; e++) {
      if (model->states[e] == 0 && labels[model->ends[e][0]] != labels[model->ends[e][1]]) return false;
    }
  }
  return true;
}

static bool brute_proof(const struct model *model) {
  return brute_legal(model) && (model->by_cut ? brute_cut(model) : brute_short(model));
}

/* Does Short win, with this player to move? `memo` has two bytes a position (3^edges of them), 0 for not known yet. */
static bool short_wins(struct model *model, bool short_moves, size_t position, char *memo) {
  char *known = &memo[2 * position + short_moves];
  if (*known != 0) return *known == 'S';
  struct selection secured = {{false}, false}, alive = {{false}, false};
  int labels[MOST_VERTICES];
  for (int e = 0; e < model->edges; e++) {
    secured.edge[e] = model->states[e] == 1;
    alive.edge[e] = model->states[e] != 2;
  }
  relabel(model, &secured, labels);
  bool result = labels[model->terminals[0]] == labels[model->terminals[1]];
  relabel(model, &alive, labels);
  if (!result && labels[model->terminals[0]] == labels[model->terminals[1]]) {
    result = !short_moves;
    size_t digit = 1;
    for (int e = 0; e < model->edges && result != short_moves; e++, digit *= 3) {
      if (model->states[e] != 0) continue;
      model->states[e] = short_moves ? 1 : 2;
      result = short_wins(model, !short_moves, position + digit * (size_t)model->states[e], memo);
      model->states[e] = 0;
    }
  }
  *known = result ? 'S' : 'C';
  return result;
}

/* Whether the claim of a certificate is true, by playing all lines. */
static bool claim_is_true(const struct model *certificate) {
  struct model model = *certificate;
  size_t positions = 1, start = 0;
  for (int e = 0; e < model.edges; e++) {
    start += positions * (size_t)model.states[e];
    positions *= 3;
  }
  char *memo = calloc(positions, 2);
  assert_non_null(memo);
  bool wins = short_wins(&model, model.by_cut != model.moves_first, start, memo);
  free(memo);
  return wins != model.by_cut;
}

/* ---- Models as text ---- */

static void write_model(FILE *file, const struct model *model) {
  static const char *const names[2][3] = {{"blue", "red", "?"}, {"x", "y", "contract"}};
  static const char *const states[] = {"", " secured", " deleted"};
  fprintf(file, "twotrees certificate 1\nclaim %s %s\ngraph\nterminals v%d v%d\n", model->by_cut ? "cut" : "short",
          model->moves_first ? "first" : "second", model->terminals[0], model->terminals[1]);
  for (int e = 0; e < model->edges; e++) {
    fprintf(file, "v%d v%d%s\n", model->ends[e][0], model->ends[e][1], states[model->states[e]]);
  }
  fprintf(file, "end graph\n");
  for (int set = 0; set < 3; set++) {
    if (model->count[set] == 0) continue;
    fprintf(file, "%s", names[model->by_cut][set]);
    for (int i = 0; i < model->count[set]; i++) {
      if (model->tokens[set][i] == STAR) {
        fprintf(file, " *");
      } else {
        fprintf(file, " %d", model->tokens[set][i]);
      }
    }
    fputc('\n', file);
  }
  fprintf(file, "end\n");
}

static int model_vertex(char names[][256], int *count, const char *name) {
  int v = 0;
  while (v < *count && strcmp(names[v], name) != 0) v++;
  if (v == *count) {
    assert_true(*count < MOST_VERTICES);
    strcpy(names[(*count)++], name);
  }
  return v;
}

/* Reads the next certificate of a text known to be right; false at its end. */
static bool read_model(FILE *file, struct model *model) {
  char line[2048], words[60][256], names[MOST_VERTICES][256];
  bool in_graph = false, in_certificate = false;
  *model = (struct model){.by_cut = false};
  while (fgets(line, sizeof line, file) != NULL) {
    int count = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *word = strtok(line, " \t"); word != NULL; word = strtok(NULL, " \t")) {
      assert_true(count < 60);
      strcpy(words[count++], word);
    }
    if (count == 0 || strcmp(words[0], "vertices") == 0) continue;
    if (!in_graph && strcmp(words[0], "twotrees") == 0) {
      in_certificate = true;
    } else if (!in_graph && strcmp(words[0], "claim") == 0) {
      model->by_cut = strcmp(words[1], "cut") == 0;
      model->moves_first = strcmp(words[2], "first") == 0;
    } else if (!in_graph && strcmp(words[0], "graph") == 0) {
      in_graph = true;
    } else if (in_graph && strcmp(words[0], "end") == 0) {
      in_graph = false;
    } else if (in_graph && strcmp(words[0], "terminals") == 0) {
      for (int i = 0; i < 2; i++) model->terminals[i] = model_vertex(names, &model->vertices, words[i + 1]);
    } else if (in_graph) {
      assert_true(model->edges < MOST_EDGES);
      for (int i = 0; i < 2; i++) model->ends[model->edges][i] = model_vertex(names, &model->vertices, words[i]);
      model->states[model->edges++] = count < 3 ? 0 : strcmp(words[2], "secured") == 0 ? 1 : 2;
    } else if (strcmp(words[0], "end") == 0) {
      return true;
    } else {
      int set = strcmp(words[0], "contract") == 0 ? 2 : strcmp(words[0], "red") == 0 || strcmp(words[0], "y") == 0;
      for (int i = 1; i < count; i++) {
        model->tokens[set][model->count[set]++] = strcmp(words[i], "*") == 0 ? STAR : atoi(words[i]);
      }
    }
  }
  assert_false(in_certificate);
  return false;
}

/* ---- A batch: many models, one run of the checker, every answer compared ---- */

struct batch {
  FILE *file;
  char *path, *verdicts; /* what brute force says: one byte a model, 0 or 1 */
  size_t count, capacity, proofs;
};

static struct batch open_batch(void) {
  struct batch batch = {.path = write_temporary("", 0)};
  batch.file = fopen(batch.path, "w");
  assert_non_null(batch.file);
  return batch;
}

/* Returns whether the model is a proof. A proof whose claim is false by play would be the end of the format. */
static bool add_to_batch(struct batch *batch, const struct model *model) {
  if (batch->count == batch->capacity) {
    batch->capacity = 2 * batch->capacity + 1024;
    batch->verdicts = realloc(batch->verdicts, batch->capacity);
    assert_non_null(batch->verdicts);
  }
  bool proof = brute_proof(model);
  if (proof && model->edges <= 8 && !claim_is_true(model)) {
    write_model(stderr, model);
    fail_msg("brute force takes this for a proof of a false claim");
  }
  write_model(batch->file, model);
  batch->verdicts[batch->count++] = proof;
  batch->proofs += proof;
  return proof;
}

static void close_batch(struct batch *batch, const char *title) {
  assert_int_equal(fclose(batch->file), 0);
  struct call call = {.arguments = {"--each", batch->path}};
  struct result result = run_call(&call);
  char rejected[200];
  int rejected_length = snprintf(rejected, sizeof rejected, "s REJECTED %s:", batch->path);
  const char *next = result.out;
  for (size_t i = 0; i < batch->count; i++) {
    const char *end = strchr(next, '\n');
    if (end == NULL) fail_msg("%zu answers for %zu certificates", i, batch->count);
    bool verified = strncmp(next, "s VERIFIED\n", 11) == 0;
    bool refused = strncmp(next, rejected, (size_t)rejected_length) == 0;
    if (verified == refused || verified != batch->verdicts[i]) {
      fail_msg("certificate %zu of %s, counted from 0: brute force says %s, the checker %.*s", i, batch->path,
               batch->verdicts[i] ? "proof" : "no proof", (int)(end - next), next);
    }
    next = end + 1;
  }
  assert_int_equal(next[0], '\0');
  assert_string_equal(result.err, "");
  assert_int_equal(result.status, batch->proofs == batch->count ? 0 : 1);
  print_message("%s: %zu certificates, %zu of them proofs\n", title, batch->count, batch->proofs);
  release_result(&result);
  discard(batch->path);
  free(batch->verdicts);
}

/* ---- Mutants ---- */

static void remove_token(struct model *model, int set, int place) {
  memmove(&model->tokens[set][place], &model->tokens[set][place + 1],
          (size_t)(--model->count[set] - place) * sizeof(int));
}

static void add_token(struct model *model, int set, int token) {
  assert_true(model->count[set] < MOST_TOKENS);
  model->tokens[set][model->count[set]++] = token;
}

/* Each entry dropped, doubled, moved to and copied to each set, and replaced by each other edge, one that does not
 * exist among them; each edge and e* added to each set. */
static void mutate_sets(struct batch *batch, const struct model *model) {
  int sets = model->by_cut ? 3 : 2;
  for (int set = 0; set < sets; set++) {
    for (int i = 0; i < model->count[set]; i++) {
      int token = model->tokens[set][i];
      struct model mutant = *model;
      remove_token(&mutant, set, i);
      add_to_batch(batch, &mutant);
      for (int other = 0; other < sets; other++) {
        struct model moved = mutant, copied = *model;
        add_token(&moved, other, token);
        add_to_batch(batch, &moved);
        add_token(&copied, other, token);
        add_to_batch(batch, &copied);
      }
      for (int replacement = STAR; replacement <= model->edges; replacement++) {
        mutant = *model;
        mutant.tokens[set][i] = replacement;
        add_to_batch(batch, &mutant);
      }
      for (int other = set + 1; other < sets; other++) {
        for (int j = 0; j < model->count[other]; j++) {
          mutant = *model;
          mutant.tokens[set][i] = model->tokens[other][j];
          mutant.tokens[other][j] = token;
          add_to_batch(batch, &mutant);
        }
      }
    }
    for (int token = STAR; token <= model->edges; token++) {
      struct model mutant = *model;
      add_token(&mutant, set, token);
      add_to_batch(batch, &mutant);
    }
  }
}

/* The claim changed, the terminals moved, each edge put into each state, bent, dropped, and each pair of ends added. */
static void mutate_graph(struct batch *batch, const struct model *model) {
  for (int claim = 0; claim < 4; claim++) {
    struct model mutant = *model;
    mutant.by_cut = claim / 2 == 1;
    mutant.moves_first = claim % 2 == 1;
    if (!mutant.by_cut) mutant.count[2] = 0;
    add_to_batch(batch, &mutant);
  }
  for (int u = 0; u < model->vertices; u++) {
    for (int v = 0; v < model->vertices; v++) {
      struct model mutant = *model;
      mutant.terminals[0] = u;
      mutant.terminals[1] = v;
      if (u != v) add_to_batch(batch, &mutant);
      mutant = *model;
      mutant.ends[mutant.edges][0] = u;
      mutant.ends[mutant.edges][1] = v;
      mutant.states[mutant.edges++] = (u + v) % 3;
      assert_true(mutant.edges < MOST_EDGES);
      add_to_batch(batch, &mutant);
    }
  }
  for (int e = 0; e < model->edges; e++) {
    for (int change = 0; change < 3; change++) {
      struct model mutant = *model;
      mutant.states[e] = change;
      add_to_batch(batch, &mutant);
    }
    for (int change = 0; change < 2 * model->vertices; change++) {
      struct model mutant = *model;
      mutant.ends[e][change % 2] = change / 2;
      add_to_batch(batch, &mutant);
    }
    struct model mutant = *model;
    memmove(mutant.ends[e], mutant.ends[e + 1], (size_t)(mutant.edges - e - 1) * sizeof *mutant.ends);
    memmove(&mutant.states[e], &mutant.states[e + 1], (size_t)(mutant.edges - e - 1) * sizeof(int));
    mutant.edges--;
    add_to_batch(batch, &mutant);
  }
}

/* Some random steps, which one by one may each destroy and mend. */
static void mutate_at_random(struct batch *batch, const struct model *model) {
  struct model mutant = *model;
  size_t sets = model->by_cut ? 3 : 2;
  for (size_t steps = 2 + random_below(3); steps > 0; steps--) {
    int set = (int)random_below(sets), other = (int)random_below(sets);
    int token = (int)random_below((size_t)model->edges + 2) - 1;
    size_t kind = random_below(6);
    if (kind < 3 && mutant.count[set] > 0) {
      int place = (int)random_below((size_t)mutant.count[set]);
      if (kind == 0) token = mutant.tokens[set][place];
      remove_token(&mutant, set, place);
      if (kind < 2) add_token(&mutant, other, token);
    } else if (kind == 3) {
      add_token(&mutant, set, token);
    } else if (kind == 4) {
      mutant.moves_first = !mutant.moves_first;
    } else if (mutant.edges > 0) {
      mutant.states[random_below((size_t)mutant.edges)] = (int)random_below(3);
    }
  }
  add_to_batch(batch, &mutant);
}

static void mutants_agree_with_brute_force(void **state) {
  (void)state;
  char **names;
  size_t count = list_part("accept", &names);
  struct batch batch = open_batch();
  random_state = 7;
  print_message("mutants: seed %" PRIu64 "\n", random_state);
  for (size_t i = 0; i < count; i++) {
    char *path = in_folder("accept", names[i]);
    FILE *file = fopen(path, "r");
    struct model model;
    assert_non_null(file);
    while (read_model(file, &model)) {
      assert_true(add_to_batch(&batch, &model));
      mutate_sets(&batch, &model);
      mutate_graph(&batch, &model);
      for (int round = 0; round < 500; round++) mutate_at_random(&batch, &model);
    }
    fclose(file);
    free(path);
  }
  free_names(names, count);
  close_batch(&batch, "mutants");
}

/* ---- All certificates of small positions ---- */

/* Writes every way to put the undecided edges and e* into sets; returns whether one of them is a proof. */
static bool all_certificates(struct batch *batch, const struct model *position) {
  bool proved = false;
  size_t choices = position->by_cut ? 4 : 3, ways = choices;
  for (int e = 0; e < position->edges; e++) ways *= position->states[e] == 0 ? choices : 1;
  for (size_t way = 0; way < ways; way++) {
    struct model model = *position;
    size_t rest = way / choices, star = way % choices; /* in no set, the first, the second, both */
    if (star & 1) add_token(&model, 0, STAR);
    if (star & 2) add_token(&model, 1, STAR);
    for (int e = 0; e < model.edges; e++) {
      if (model.states[e] != 0) continue;
      if (rest % choices > 0) add_token(&model, (int)(rest % choices) - 1, e);
      rest /= choices;
    }
    proved = add_to_batch(batch, &model) || proved;
  }
  return proved;
}

/* In every position of these graphs: a claim is true by play just when one of its certificates is a proof. */
static void true_claims_have_proofs(void **state) {
  (void)state;
  static const struct model graphs[] = {
      {.vertices = 4, .terminals = {0, 3}, .edges = 5, .ends = {{0, 1}, {0, 2}, {1, 2}, {1, 3}, {2, 3}}},
      {.vertices = 3, .terminals = {0, 2}, .edges = 4, .ends = {{0, 1}, {1, 1}, {0, 1}, {1, 2}}},
      {.vertices = 4, .terminals = {0, 1}, .edges = 4, .ends = {{0, 1}, {2, 3}, {2, 3}, {0, 1}}},
      {.vertices = 4, .terminals = {0, 2}, .edges = 4, .ends = {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
      {.vertices = 2, .terminals = {0, 1}, .edges = 4, .ends = {{0, 0}, {0, 1}, {0, 1}, {1, 1}}},
  };
  struct batch batch = open_batch();
  for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
    int positions = 1;
    for (int e = 0; e < graphs[i].edges; e++) positions *= 3;
    for (int position = 0; position < positions; position++) {
      for (int claim = 0; claim < 4; claim++) {
        struct model model = graphs[i];
        model.by_cut = claim / 2 == 1;
        model.moves_first = claim % 2 == 1;
        for (int e = 0, rest = position; e < model.edges; e++, rest /= 3) model.states[e] = rest % 3;
        assert_int_equal(all_certificates(&batch, &model), claim_is_true(&model));
      }
    }
  }
  close_batch(&batch, "all certificates of small positions");
}

int main(void) {
  const char *program = getenv("TT_CHECKER"), *certificates = getenv("TT_CERTIFICATES");
  if (program == NULL) program = "build/twotrees-check";
  if (certificates == NULL) certificates = "tests/certificates";
  if (realpath(program, checker) == NULL || realpath(certificates, folder) == NULL) {
    fprintf(stderr, "test_checker: no checker at %s or no certificates at %s\n", program, certificates);
    return 1;
  }
  setenv("ASAN_OPTIONS", "exitcode=99", 0);
  setenv("UBSAN_OPTIONS", "halt_on_error=1:exitcode=99", 0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rejects_what_it_must),
      cmocka_unit_test(runner_tells_false_checkers),
      cmocka_unit_test(accepts_what_it_must),
      cmocka_unit_test(documented_examples_hold),
      cmocka_unit_test(graph_option_compares),
      cmocka_unit_test(misuse_is_no_success),
      cmocka_unit_test(lost_answers_are_no_success),
      cmocka_unit_test(several_certificates),
      cmocka_unit_test(each_answers_at_once),
      cmocka_unit_test(huge_lines),
      cmocka_unit_test(large_certificates),
      cmocka_unit_test(memory_follows_the_input),
      cmocka_unit_test(failing_allocations),
      cmocka_unit_test(damaged_bytes),
      cmocka_unit_test(mutants_agree_with_brute_force),
      cmocka_unit_test(true_claims_have_proofs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
