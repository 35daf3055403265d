/* test_cli.c: the program as a user meets it: help and its examples, misuse, limits, records, streams, pipes, full
 * disks, the man page, completion, and the installed library.
 *
 * TT_PROGRAM names the program (build/twotrees); its folder goes to the front of PATH, so that commands here read as
 * they do in the help texts. TT_BUILD is the build folder that `make install` takes from. Messages are compared whole.
 * The examples that take longest run with TT_LONG=1 only. */
#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "survey/survey.h"
#include "tests/support.h"

static char folder[] = "/tmp/twotrees-cli-XXXXXX"; /* for what the commands write */
static char root[PATH_MAX];                        /* of the repository */

static bool is_long(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0' && strcmp(value, "0") != 0;
}

/* ---- Commands ---- */

/* Runs a command in the temporary folder, with bash, so that a pipe fails when a part of it does. */
static struct support_run run(const char *command) {
  const char *const arguments[] = {"bash", "-o", "pipefail", "-c", command, NULL};
  assert_int_equal(chdir(folder), 0);
  struct support_run result = support_run(arguments, NULL);
  assert_int_equal(chdir(root), 0);
  return result;
}

/* Runs a command and compares everything, and tells what differs; output NULL: anything. */
static bool gives(const char *command, int status, const char *output, const char *errors) {
  struct support_run result = run(command);
  const bool same_output = output == NULL || strcmp(result.output, output) == 0;
  const bool same = result.status == status && same_output && strcmp(result.errors, errors) == 0;
  if (!same)
    print_error(
        "%s\nexit status %d, expected %d\n--- output\n%.1500s--- expected\n%.1500s--- errors\n%s--- expected\n%s",
        command, result.status, status, result.output, output == NULL ? "anything\n" : output, result.errors, errors);
  support_run_free(&result);
  return same;
}

static void expect(const char *command, int status, const char *output, const char *errors) {
  assert_true(gives(command, status, output, errors));
}

static size_t count_lines(const char *text) {
  size_t lines = 0;
  for (; (text = strchr(text, '\n')) != NULL; text++) lines++;
  return lines;
}

/* Output of a command that must succeed in silence; to be freed. */
static char *output_of(const char *command) {
  struct support_run result = run(command);
  if (result.status != 0 || result.errors[0] != '\0')
    fail_msg("%s: exit status %d: %s", command, result.status, result.errors);
  free(result.errors);
  return result.output;
}

static char *format_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *format_text(const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  const int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  assert_true(length >= 0);
  return text;
}

static bool is_installed(const char *program) {
  char *const command = format_text("command -v %s >/dev/null", program);
  struct support_run result = run(command);
  const bool found = result.status == 0;
  support_run_free(&result);
  free(command);
  return found;
}

/* ---- JSON ---- */

#define KEYS 40
#define KEY_SIZE 40

/* The keys of the outermost object. */
struct keys {
  size_t count;
  char names[KEYS][KEY_SIZE];
};

static bool json_value(const char **at, unsigned depth, struct keys *keys);

static bool json_string(const char **at, char *name, size_t size) {
  size_t used = 0;
  if (*(*at)++ != '"') return false;
  for (; **at != '"'; ++*at) {
    if ((unsigned char)**at < 0x20) return false;
    if (name != NULL && used + 1 < size) name[used++] = **at;
    if (**at != '\\') continue;
    ++*at;
    if (**at == '\0' || strchr("\"\\/bfnrtu", **at) == NULL) return false;
    if (**at == 'u') {
      if (strspn(*at + 1, "0123456789abcdefABCDEF") < 4) return false;
      *at += 4;
    }
  }
  ++*at;
  if (name != NULL) name[used] = '\0';
  return true;
}

static bool json_number(const char **at) {
  static const char digits[] = "0123456789";
  if (**at == '-') ++*at;
  size_t length = strspn(*at, digits);
  if (length == 0 || (length > 1 && **at == '0')) return false;
  *at += length;
  if (**at == '.') {
    length = strspn(++*at, digits);
    if (length == 0) return false;
    *at += length;
  }
  if (**at == 'e' || **at == 'E') {
    ++*at;
    if (**at == '-' || **at == '+') ++*at;
    length = strspn(*at, digits);
    if (length == 0) return false;
    *at += length;
  }
  return true;
}

static bool json_word(const char **at, const char *word) {
  if (strncmp(*at, word, strlen(word)) != 0) return false;
  *at += strlen(word);
  return true;
}

/* No two keys of one object may be the same. */
static bool json_key(const char **at, struct keys *keys) {
  char name[KEY_SIZE];
  if (!json_string(at, name, sizeof name) || *(*at)++ != ':') return false;
  for (size_t index = 0; index < keys->count; index++)
    if (strcmp(keys->names[index], name) == 0) return false;
  if (keys->count == KEYS) return false;
  strcpy(keys->names[keys->count++], name);
  return true;
}

static bool json_members(const char **at, unsigned depth, char end, struct keys *keys) {
  struct keys own = {0};
  if (keys == NULL) keys = &own;
  ++*at;
  if (**at == end) {
    ++*at;
    return true;
  }
  for (;;) {
    if (end == '}' && !json_key(at, keys)) return false;
    if (!json_value(at, depth + 1, NULL)) return false;
    const char next = *(*at)++;
    if (next == end) return true;
    if (next != ',') return false;
  }
}

/* Stricter than JSON in one thing: no blanks between the signs, as the program writes none. */
static bool json_value(const char **at, unsigned depth, struct keys *keys) {
  if (depth > 20) return false;
  if (**at == '{') return json_members(at, depth, '}', keys);
  if (**at == '[') return json_members(at, depth, ']', keys);
  if (**at == '"') return json_string(at, NULL, 0);
  return json_word(at, "true") || json_word(at, "false") || json_word(at, "null") || json_number(at);
}

/* Is the line one object and nothing behind it? */
static bool is_record(const char *line, struct keys *keys) {
  keys->count = 0;
  return *line == '{' && json_value(&line, 0, keys) && *line == '\0';
}

static void test_json_check_refuses(void **state) {
  (void)state;
  static const char *const right[] = {"{}", "{\"a\":1}",
                                      "{\"a\":[],\"b\":[1,-2.5e3,\"x\\n\\u00e9\"],\"c\":{\"a\":null}}",
                                      "{\"a\":\"\\\"\\\\\",\"b\":true}"};
  static const char *const wrong[] = {"",
                                      "1",
                                      "[1]",
                                      "{",
                                      "{\"a\":1",
                                      "{\"a\":1}}",
                                      "{\"a\":1} ",
                                      "{\"a\":01}",
                                      "{\"a\":1,}",
                                      "{\"a\":[1,]}",
                                      "{\"a\":[1 2]}",
                                      "{\"a\" 1}",
                                      "{a:1}",
                                      "{\"a\":.5}",
                                      "{\"a\":1.}",
                                      "{\"a\":+1}",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":\"\\u12\"}",
                                      "{\"a\":\"b}",
                                      "{\"a\":\"\t\"}",
                                      "{\"a\":tru}",
                                      "{\"a\":1,\"a\":2}",
                                      "{\"a\":}",
                                      "{\"a\":nan}"};
  struct keys keys;
  for (size_t index = 0; index < sizeof right / sizeof *right; index++)
    if (!is_record(right[index], &keys)) fail_msg("refused: %s", right[index]);
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++)
    if (is_record(wrong[index], &keys)) fail_msg("accepted: %s", wrong[index]);
}

/* ---- Help ---- */

#define COMMANDS 40

/* Subcommands are the lines of the overview that begin with two blanks and a word, up to the next empty line. */
static size_t list_commands(char names[COMMANDS][20]) {
  size_t count = 0;
  char *const overview = output_of("twotrees help"), *rest = strstr(overview, "\n\n  ");
  assert_non_null(rest);
  rest += 2;
  for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0'; count++) {
    assert_true(count < COMMANDS);
    assert_int_equal(sscanf(line, "  %19[a-z]", names[count]), 1);
  }
  free(overview);
  return count;
}

static void test_help_of_every_subcommand(void **state) {
  (void)state;
  static const char *const known[] = {"census",  "survey", "classify", "openings", "trees",  "replay", "move",
                                      "certify", "bases",  "draw",     "convert",  "report", "help"};
  char names[COMMANDS][20];
  const size_t count = list_commands(names);
  for (size_t index = 0; index < sizeof known / sizeof *known; index++) {
    bool found = false;
    for (size_t other = 0; other < count; other++) found = found || strcmp(names[other], known[index]) == 0;
    if (!found) fail_msg("the overview lacks %s", known[index]);
  }
  for (size_t index = 0; index < count; index++) {
    char *const commands[] = {format_text("twotrees %s --help", names[index]),
                              format_text("twotrees %s -h", names[index]),
                              format_text("twotrees help %s", names[index])};
    char *const usage = format_text("usage: twotrees %s [OPTION...]", names[index]);
    char *const text = output_of(commands[0]);
    if (strncmp(text, usage, strlen(usage)) != 0) fail_msg("%s: no usage line", commands[0]);
    if (strstr(text, "\n\nExamples:\n  ") == NULL) fail_msg("%s: no examples", commands[0]);
    for (size_t other = 0; other < 3; other++) {
      expect(commands[other], 0, text, "");
      free(commands[other]);
    }
    free(text);
    free(usage);
  }
  char *const overview = output_of("twotrees help");
  assert_non_null(strstr(overview, "\nExamples:\n"));
  expect("twotrees --help", 0, overview, "");
  expect("twotrees -h", 0, overview, "");
  free(overview);
}

static bool is_output_name(const char *before) {
  return strcmp(before, ">") == 0 || strcmp(before, "--output") == 0 || strcmp(before, "-o") == 0;
}

/* Why an example cannot be run here, or NULL; to be freed. */
static char *reason_to_skip(const char *example) {
  static const char *const slow[] = {"twotrees report", "twotrees survey --positions bridgit:3"};
  for (size_t index = 0; !is_long() && index < sizeof slow / sizeof *slow; index++)
    if (strncmp(example, slow[index], strlen(slow[index])) == 0) return strdup("slow: TT_LONG=1 runs it");
  char *const copy = strdup(example), *rest = copy, *reason = NULL;
  const char *before = "|";
  for (const char *word; reason == NULL && (word = strsep(&rest, " ")) != NULL; before = word) {
    if (strcmp(before, "|") == 0 && !is_installed(word)) reason = format_text("no program %s", word);
    if (strpbrk(word, ".*") == NULL || is_output_name(before)) continue;
    char *const path = format_text("%s/%s", folder, word);
    if (access(path, F_OK) != 0) reason = format_text("no file %s", word);
    free(path);
  }
  free(copy);
  return reason;
}

/* Runs the lines behind "Examples:"; two blanks begin what is said about an example. */
static void run_examples(const char *help, unsigned *done, unsigned *skipped) {
  char *const copy = strdup(help), *rest = strstr(copy, "\nExamples:\n");
  assert_non_null(rest);
  rest += strlen("\nExamples:\n");
  for (char *line; (line = strsep(&rest, "\n")) != NULL && *line != '\0';) {
    assert_int_equal(strncmp(line, "  ", 2), 0);
    line += 2;
    char *const remark = strstr(line, "  ");
    if (remark != NULL) *remark = '\0';
    char *const reason = reason_to_skip(line);
    if (reason != NULL) {
      print_message("skipped: %s (%s)\n", line, reason);
      ++*skipped;
    } else {
      /* The other programs of a pipe may say something there. */
      struct support_run result = run(line);
      if (result.status != 0 || strstr(result.errors, "twotrees: ") != NULL)
        fail_msg("%s: exit status %d: %s", line, result.status, result.errors);
      support_run_free(&result);
      ++*done;
    }
    free(reason);
  }
  free(copy);
}

static void test_examples_run(void **state) {
  (void)state;
  char names[COMMANDS][20];
  const size_t count = list_commands(names);
  unsigned done = 0, skipped = 0;
  char *text = output_of("twotrees help");
  run_examples(text, &done, &skipped);
  free(text);
  for (size_t index = 0; index < count; index++) {
    char *const command = format_text("twotrees %s --help", names[index]);
    text = output_of(command);
    run_examples(text, &done, &skipped);
    free(text);
    free(command);
  }
  print_message("examples: %u run, %u skipped\n", done, skipped);
  assert_true(done >= 15);
}

/* ---- Misuse and limits ---- */

struct refusal {
  const char *command, *message; /* behind "twotrees: " */
};

/* Exit status 2, one line on stderr, and nothing on stdout. */
static void expect_refusals(const struct refusal *refusals, size_t count) {
  size_t failures = 0;
  for (size_t index = 0; index < count; index++) {
    char *const errors = format_text("twotrees: %s\n", refusals[index].message);
    failures += !gives(refusals[index].command, 2, "", errors);
    free(errors);
  }
  assert_int_equal(failures, 0);
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void test_misuse(void **state) {
  (void)state;
  static const struct refusal refusals[] = {
      {"twotrees", "expected a subcommand; try: twotrees help"},
      {"twotrees frobnicate", "unknown subcommand frobnicate: expected one of those that `twotrees help` lists"},
      {"twotrees clasify bridge", "unknown subcommand clasify: did you mean classify?"},
      {"twotrees help covnert", "unknown subcommand covnert: did you mean convert?"},
      {"twotrees classify k6", "k6: no base graph, family or file of that name; did you mean k:6?"},
      {"twotrees survey Grid-3x4", "Grid-3x4: no base graph, family or file of that name; did you mean grid:3x4?"},
      {"twotrees trees brigde", "brigde: no base graph, family or file of that name; did you mean bridge?"},
      {"twotrees trees brigit:4", "brigit:4: no base graph, family or file of that name; did you mean bridgit:4?"},
      {"twotrees classify nosuch:3",
       "nosuch:3: no base graph, family or file of that name (twotrees bases lists them)"},
      {"twotrees classify --format plain k6", "k6: No such file or directory"},
      {"twotrees help frobnicate", "unknown subcommand frobnicate: expected one of those that `twotrees help` lists"},
      {"twotrees classify --frob bridge", "classify: unknown option --frob; try: twotrees classify --help"},
      {"twotrees classify -x bridge", "classify: unknown option -x; try: twotrees classify --help"},
      {"twotrees classify --json=yes bridge", "classify: unknown option --json=yes; try: twotrees classify --help"},
      {"twotrees bases --terminals 0,1", "bases: unknown option --terminals; try: twotrees bases --help"},
      {"twotrees survey bridge -o file", "survey: unknown option -o; try: twotrees survey --help"},
      {"twotrees survey -xy bridge", "survey: unknown option -x; try: twotrees survey --help"},
      {"twotrees classify bridge --terminals", "classify: --terminals needs a value; try: twotrees classify --help"},
      {"twotrees survey --threads 0 bridge", "--threads 0: expected a number from 1 to 1024"},
      {"twotrees survey --threads 1025 bridge", "--threads 1025: expected a number from 1 to 1024"},
      {"twotrees survey --threads -1 bridge", "--threads -1: expected a number from 1 to 1024"},
      {"twotrees survey --threads 2x bridge", "--threads 2x: expected a number from 1 to 1024"},
      {"twotrees survey --threads 99999999999999999999 bridge",
       "--threads 99999999999999999999: expected a number from 1 to 1024"},
      {"twotrees survey --threads '' bridge", "--threads : expected a number from 1 to 1024"},
      {"twotrees classify --format gml bridge", "--format gml: expected plain, dimacs, graph6 or sparse6"},
      {"twotrees classify --position uu bridge",
       "a position of bridge has one letter an edge: expected 5 of u, s, d, found 2"},
      {"twotrees classify --position uuuuuu bridge",
       "a position of bridge has one letter an edge: expected 5 of u, s, d, found 6"},
      {"twotrees classify --position uuuux bridge",
       "letter 5 of the position: expected u (undecided), s (secured) or d (deleted)"},
      {"twotrees classify --terminals 0,9 bridge", "--terminals: bridge has no vertex 9"},
      {"twotrees classify --terminals 9,0 bridge", "--terminals: bridge has no vertex 9"},
      {"twotrees classify --terminals 1,1 bridge", "--terminals 1,1: expected two different vertices"},
      {"twotrees classify --terminals 1 bridge", "--terminals 1: expected two vertices as in 0,3"},
      {"twotrees replay --player both bridge", "--player both: expected short or cut"},
      {"twotrees replay --mover last bridge", "--mover last: expected first or second"},
      {"twotrees trees --finder eye bridge", "--finder eye: expected subsets or forests"},
      {"twotrees convert --to gml bridge", "--to gml: expected plain, dimacs, graph6 or sparse6"},
      {"twotrees census", "census: expected one number of vertices from 2 to 18"},
      {"twotrees census 5 --res 3 --mod 3", "--res 3 --mod 3: expected a piece from 0 to 2"},
      {"twotrees merge", "merge: expected the checkpoints of all pieces"},
      {"twotrees report bridge", "report takes no GRAPH"},
      {"twotrees bases bridge", "bases takes no GRAPH; to see one: twotrees draw, or convert --to plain"},
      {"twotrees classify no-such-file.txt", "no-such-file.txt: No such file or directory"},
      {"twotrees survey no-such-file.txt", "no-such-file.txt: No such file or directory"},
      {"twotrees certify no-such-file.txt", "no-such-file.txt: No such file or directory"},
      {"twotrees move .", ".: Is a directory"},
      {"twotrees draw bridge --output no-such-folder/x.svg", "no-such-folder/x.svg: No such file or directory"},
      {"printf '' | twotrees classify", "stdin:1: empty input: expected a graph"},
  };
  expect_refusals(refusals, COUNT(refusals));
}

static void test_unknown_witness(void **state) {
  (void)state;
  char known[300] = "";
  for (size_t index = 0; index < tt_witness_count(); index++)
    sprintf(known + strlen(known), "%s%s", index > 0 ? ", " : "", tt_witness_at(index)->name);
  for (unsigned index = 0; index < 3; index++) {
    static const char *const lists[] = {"oracle", "playout,oracle", "''"};
    static const char *const found[] = {"oracle", "oracle", ""};
    char *const command = format_text("twotrees classify --witness %s bridge", lists[index]);
    char *const errors = format_text("twotrees: unknown witness %s: expected some of %s, separated by commas, or all\n",
                                     found[index], known);
    expect(command, 2, "", errors);
    free(command);
    free(errors);
  }
}

static void test_limits(void **state) {
  (void)state;
  static const struct refusal refusals[] = {
      {"twotrees classify --witness playout grid:1x66", "playout takes at most 64 undecided edges; grid:1x66 has 65"},
      {"twotrees classify --witness plain grid:1x66", "plain takes at most 16 undecided edges; grid:1x66 has 65"},
      {"twotrees classify --witness subsets grid:1x26", "subsets takes at most 24 undecided edges; grid:1x26 has 25"},
      {"twotrees openings --witness subsets grid:1x26", "subsets takes at most 24 undecided edges; grid:1x26 has 25"},
      {"twotrees replay k:12", "replay takes at most 64 undecided edges; k:12 has 66"},
      {"twotrees survey doubled-path:20", "survey takes base graphs of at most 34 edges; doubled-path:20 has 40"},
      {"twotrees survey --witness forests doubled-path:20",
       "survey takes base graphs of at most 34 edges; doubled-path:20 has 40"},
      {"twotrees survey --positions --witness forests doubled-path:11",
       "survey takes base graphs of at most 21 edges with --positions; doubled-path:11 has 22"},
      {"twotrees certify --sweep doubled-path:20",
       "--sweep takes base graphs of at most 34 edges; doubled-path:20 has 40"},
      {"twotrees classify --certify bridge --terminals all",
       "--certify and --terminals all: expected one of them; --witness certified --terminals all is slow"},
      {"twotrees classify --certify bridge --witness forests",
       "--certify and --witness: expected one of them; --witness certified,... compares more"},
      {"twotrees trees --clumps --spanning k5", "--clumps and --spanning: expected one of them"},
      {"twotrees draw --moves docs/game.txt --position u",
       "--moves and --position: expected one of them; a game has its own"},
      {"twotrees classify k:1", "k:1: size out of range (from 2 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify k:20001",
       "k:20001: size out of range (from 2 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify grid:0x4",
       "grid:0x4: size out of range (from 1 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify wheel:2",
       "wheel:2: size out of range (from 3 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify routes:0",
       "routes:0: size out of range (from 1 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify bridgit:0",
       "bridgit:0: size out of range (from 1 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify doubled-path:0",
       "doubled-path:0: size out of range (from 1 to 50000000, and at most 200000000 edges in all)"},
      {"twotrees classify k:", "k:: expected one size, as in k:6"},
      {"twotrees classify k:-1", "k:-1: expected one size, as in k:6"},
      {"twotrees classify k:2x3", "k:2x3: expected one size, as in k:6"},
      {"twotrees classify grid:3", "grid:3: expected two sizes, as in grid:3x4"},
  };
  expect_refusals(refusals, COUNT(refusals));
  if (tt_witness_named("ilp") != NULL) {
    static const struct refusal ilp = {"twotrees classify --witness ilp grid:1x402",
                                       "ilp takes at most 400 undecided edges; grid:1x402 has 401"};
    expect_refusals(&ilp, 1);
  }
  /* The largest that are not refused. */
  expect("twotrees classify --witness playout grid:1x65", 0, NULL, "");
  expect("twotrees classify --witness subsets grid:1x25", 0, NULL, "");
}

/* ---- Records ---- */

static const struct {
  const char *command, *output;
} records[] = {
    {"twotrees survey bridge --json --witness playout,subsets,forests",
     "{\"kind\":\"survey\",\"graph\":\"bridge\",\"vertices\":4,\"edges\":5,\"subgraphs\":32,\"short\":0,\"first\":1,"
     "\"cut\":31,\"witnesses\":[\"playout\",\"subsets\",\"forests\"],\"disagreements\":0,\"openings\":5,"
     "\"short_winning\":5,\"cut_winning\":5,\"named\":2,\"named_any\":5,\"neither\":0,\"undecided\":0}\n"},
    {"twotrees survey --positions bridge --json --witness playout,forests",
     "{\"kind\":\"survey-positions\",\"graph\":\"bridge\",\"vertices\":4,\"edges\":5,\"positions\":243,\"short\":86,"
     "\"first\":71,\"cut\":86,\"witnesses\":[\"playout\",\"forests\"],\"disagreements\":0,\"neither\":0,"
     "\"undecided\":0}\n"},
    {"twotrees classify bridge --json",
     "{\"kind\":\"outcome\",\"graph\":\"bridge\",\"terminals\":[\"0\",\"3\"],\"outcome\":\"first\",\"tempo\":1}\n"},
    {"twotrees classify bridge --json --witness subsets,forests",
     "{\"kind\":\"outcome\",\"graph\":\"bridge\",\"terminals\":[\"0\",\"3\"],\"outcome\":\"first\",\"tempo\":1,"
     "\"witnesses\":{\"subsets\":\"first\",\"forests\":\"first\"},\"agree\":true}\n"},
    {"twotrees classify bridge --json --terminals all",
     "{\"kind\":\"outcomes\",\"graph\":\"bridge\",\"short\":0,\"first\":6,\"cut\":0,\"pairs\":\"FFFFFF\"}\n"},
    {"twotrees openings bridge-spur --json",
     "{\"kind\":\"outcome\",\"graph\":\"bridge-spur\",\"terminals\":[\"0\",\"3\"],\"outcome\":\"first\",\"tempo\":1,"
     "\"short_winning\":[0,1,3,4,5],\"cut_winning\":[0,1,3,4,5],\"named\":[0,1],\"witness\":\"playout\","
     "\"length_short_first\":5,\"length_cut_first\":5}\n"},
    {"twotrees trees bridge --json",
     "{\"kind\":\"trees\",\"graph\":\"bridge\",\"terminals\":[\"0\",\"3\"],\"outcome\":\"first\",\"tempo\":1,"
     "\"size\":5,\"spanning\":false,\"blue\":[2,4,5],\"red\":[0,1,3],\"parts\":[0,1,2,3]}\n"},
    {"twotrees replay k5 --json",
     "{\"kind\":\"replay\",\"graph\":\"k5\",\"player\":\"short\",\"mover\":\"second\",\"lines\":840,\"replies\":1084,"
     "\"longest\":5,\"lost\":0}\n"},
    {"twotrees replay bridge --json",
     "{\"kind\":\"replay-opening\",\"graph\":\"bridge\",\"player\":\"short\",\"mover\":\"first\",\"lines\":7,"
     "\"replies\":10,\"longest\":2,\"lost\":0,\"opening\":0}\n"
     "{\"kind\":\"replay-opening\",\"graph\":\"bridge\",\"player\":\"short\",\"mover\":\"first\",\"lines\":7,"
     "\"replies\":10,\"longest\":2,\"lost\":0,\"opening\":1}\n"
     "{\"kind\":\"replay\",\"graph\":\"bridge\",\"player\":\"short\",\"mover\":\"first\",\"lines\":14,\"replies\":20,"
     "\"longest\":2,\"lost\":0}\n"},
    {"twotrees move bridge --json",
     "{\"kind\":\"move\",\"graph\":\"bridge\",\"terminals\":[\"0\",\"3\"],\"outcome\":\"first\",\"tempo\":1,"
     "\"short_winning\":[0,1,2,3,4],\"cut_winning\":[0,1,2,3,4],\"named\":[0,1],\"cut_named\":[0,2,4],\"short_move\":0,"
     "\"cut_move\":0}\n"},
    {"twotrees bases --json",
     "{\"kind\":\"base\",\"graph\":\"triangle\",\"vertices\":3,\"edges\":3,\"subgraphs\":8}\n"
     "{\"kind\":\"base\",\"graph\":\"bridge\",\"vertices\":4,\"edges\":5,\"subgraphs\":32}\n"
     "{\"kind\":\"base\",\"graph\":\"k4\",\"vertices\":4,\"edges\":6,\"subgraphs\":64}\n"
     "{\"kind\":\"base\",\"graph\":\"bridge-spur\",\"vertices\":5,\"edges\":6,\"subgraphs\":64}\n"
     "{\"kind\":\"base\",\"graph\":\"doubled-path\",\"vertices\":4,\"edges\":6,\"subgraphs\":64}\n"
     "{\"kind\":\"base\",\"graph\":\"bridge-chain\",\"vertices\":5,\"edges\":7,\"subgraphs\":128}\n"
     "{\"kind\":\"base\",\"graph\":\"k5\",\"vertices\":5,\"edges\":10,\"subgraphs\":1024}\n"},
    {"twotrees census 5 --json",
     "{\"kind\":\"census\",\"vertices\":5,\"graphs\":34,\"pairs\":{\"short\":52,\"first\":138,\"cut\":150},"
     "\"labelled\":{\"short\":\"71\",\"first\":\"502\",\"cut\":\"451\"}}\n"},
    {"printf 'terminals a\"b c\\\\d\\na\"b c\\\\d\\n' | twotrees classify --json",
     "{\"kind\":\"outcome\",\"graph\":\"stdin\",\"terminals\":[\"a\\\"b\",\"c\\\\d\"],\"outcome\":\"first\","
     "\"tempo\":1}\n"},
};

static void test_exact_records(void **state) {
  (void)state;
  size_t failures = 0;
  for (size_t index = 0; index < COUNT(records); index++)
    failures += !gives(records[index].command, 0, records[index].output, "");
  assert_int_equal(failures, 0);
}

/* Every line that --json prints must be an object. */
static void test_records_are_json(void **state) {
  (void)state;
  static const char *const more[] = {"twotrees survey --json",
                                     "twotrees dual bridge --json",
                                     "twotrees replay k4 --json --mover first",
                                     "twotrees replay bridge --json --player cut",
                                     "twotrees trees --json triangle k:6 bridgit:3",
                                     "twotrees openings --json bridgit:4",
                                     "nauty-geng -q 5 | twotrees classify --json --terminals all"};
  for (size_t index = 0; index < COUNT(records) + COUNT(more); index++) {
    const char *const command = index < COUNT(records) ? records[index].command : more[index - COUNT(records)];
    char *const output = output_of(command), *rest = output;
    struct keys keys;
    for (char *line; (line = strsep(&rest, "\n")) != NULL && rest != NULL;)
      if (!is_record(line, &keys) || strcmp(keys.names[0], "kind") != 0) fail_msg("%s:\n%s", command, line);
    assert_true(output[0] != '\0');
    free(output);
  }
}

/* The keys that DESIGN.md promises; others may stand between them. */
static void test_promised_keys(void **state) {
  (void)state;
  static const struct {
    const char *command, *kind, *keys;
  } promises[] = {
      {"twotrees survey k4 --json", "survey",
       "kind graph vertices edges subgraphs short first cut witnesses disagreements openings short_winning cut_winning "
       "named named_any"},
      {"twotrees survey --positions triangle --json", "survey-positions",
       "kind graph positions short first cut witnesses disagreements"},
      {"twotrees classify k4 --json", "outcome", "kind graph terminals outcome tempo"},
      {"twotrees openings k4 --json", "outcome", "kind graph terminals outcome tempo"},
      {"twotrees classify k4 --terminals all --json", "outcomes", "kind graph short first cut pairs"},
      {"twotrees move k4 --json", "move", "kind graph terminals outcome tempo short_winning cut_winning named"},
      {"twotrees census 4 --json", "census", "kind vertices graphs pairs labelled"},
      {"twotrees replay k4 --json", "replay", "kind graph player mover lines replies longest lost"},
  };
  for (size_t index = 0; index < COUNT(promises); index++) {
    struct keys keys;
    char *const output = output_of(promises[index].command);
    output[strcspn(output, "\n")] = '\0';
    assert_true(is_record(output, &keys));
    char *const beginning = format_text("{\"kind\":\"%s\",", promises[index].kind);
    if (strncmp(output, beginning, strlen(beginning)) != 0) fail_msg("expected %s: %s", beginning, output);
    char *const promised = strdup(promises[index].keys), *rest = promised;
    for (const char *key; (key = strsep(&rest, " ")) != NULL;) {
      bool found = false;
      for (size_t other = 0; other < keys.count; other++) found = found || strcmp(keys.names[other], key) == 0;
      if (!found) fail_msg("%s: no key %s: %s", promises[index].command, key, output);
    }
    free(promised);
    free(beginning);
    free(output);
  }
}

static void test_replay_that_is_not_won(void **state) {
  (void)state;
  expect("twotrees replay bridge --mover second", 1, "",
         "twotrees: bridge: Short does not win moving second, so there is no strategy to replay\n");
  expect("twotrees replay k5 --player cut --json", 1, "",
         "twotrees: k5: Cut does not win moving first, so there is no strategy to replay\n");
  /* The other graphs of the same command are replayed all the same. */
  char *const k5 = output_of("twotrees replay k5 --mover second");
  expect("twotrees replay bridge k5 --mover second", 1, k5,
         "twotrees: bridge: Short does not win moving second, so there is no strategy to replay\n");
  free(k5);
}

/* ---- Certificates of graphs whose vertices have names ---- */

/* Whatever the readers take and certify writes, the checker must be able to read, as the same graph. */
static void test_certificates_of_named_graphs(void **state) {
  (void)state;
  static const char *const graphs[] = {
      "terminals a b\\na x\\nx b\\na b\\n",
      "terminals a b\\nb x\\nx a\\n",
      "vertex x\\nterminals a b\\na x\\nx b\\n",
      "vertices 5\\nterminals a b\\na b\\n",
      "terminals 7 5\\n5 6\\n6 7\\n",
      "p edge 3 2\\ne 1 2\\ne 2 3\\n",
      "terminals a#1 a#2\\na#1 a#2\\n",
      "terminals a b\\na end\\nend b\\n",
      "terminals end graph\\nend graph\\n",
      "terminals blue red\\nblue red\\nred blue\\n",
      "terminals graph claim\\nclaim graph secured\\n",
  };
  size_t failures = 0;
  for (size_t index = 0; index < COUNT(graphs); index++) {
    char *const command = format_text("printf '%s' | twotrees certify | twotrees-check", graphs[index]);
    failures += !gives(command, 0, "s VERIFIED\n", "");
    free(command);
  }
  failures += !gives(
      "printf 'terminals a b\\na x\\nx b\\n' > named.txt\n"
      "for pair in a,x x,a b,a; do\n"
      "  twotrees certify named.txt --terminals $pair | twotrees-check\n"
      "done",
      0, "s VERIFIED\ns VERIFIED\ns VERIFIED\n", "");
  assert_int_equal(failures, 0);
}

/* ---- Streams ---- */

static void test_stream_keeps_order(void **state) {
  (void)state;
  expect(
      "nauty-geng -q 5 > graphs.g6; [ $(wc -l < graphs.g6) = 34 ] || exit 9\n"
      "for options in '' '--terminals all' '--witness forests,subsets'; do\n"
      "  twotrees classify --json $options < graphs.g6 > records || exit 8\n"
      "  sed 's/.*\"graph\":\"\\([^\"]*\\)\".*/\\1/; s/\\\\\\\\/\\\\/g' records | cmp - graphs.g6 || exit 7\n"
      "done\n"
      "nauty-geng -q 5 | twotrees trees --json | sed 's/.*\"graph\":\"\\([^\"]*\\)\".*/\\1/; s/\\\\\\\\/\\\\/g' |\n"
      "  cmp - graphs.g6",
      0, "", "");
}

static void test_bad_line_of_a_stream(void **state) {
  (void)state;
  static const char message[] = "1 bytes behind the vertex count, expected 286 for 59 vertices";
  static const char first[] =
      "{\"kind\":\"outcome\",\"graph\":\"DQc\",\"terminals\":[\"0\",\"4\"],\"outcome\":\"first\",\"tempo\":1}\n";
  static const char second[] =
      "{\"kind\":\"outcome\",\"graph\":\"D?{\",\"terminals\":[\"0\",\"4\"],\"outcome\":\"first\",\"tempo\":1}\n";
  char *const both = format_text("%s%s", first, second);
  char *const on_stdin = format_text("twotrees: stdin:2: %s\n", message);
  char *const in_file = format_text("twotrees: bad.g6:2: %s\n", message);
  expect("printf 'DQc\\nzz\\nD?{\\n' > bad.g6", 0, "", "");
  expect("twotrees classify --json < bad.g6", 2, both, on_stdin);
  expect("twotrees classify --json - < bad.g6", 2, both, on_stdin);
  expect("twotrees classify --json bad.g6", 2, both, in_file);
  expect("twotrees classify --json --strict < bad.g6", 2, first, on_stdin);
  expect("twotrees classify --json --strict bad.g6 bridge", 2, first, in_file);
  free(both);
  free(on_stdin);
  free(in_file);
}

static void test_closed_pipe_is_quiet(void **state) {
  (void)state;
  static const char *const commands[] = {"twotrees certify --sweep k5", "yes DQc | twotrees classify",
                                         "twotrees convert k:200"};
  for (size_t index = 0; index < COUNT(commands); index++) {
    /* 141 is SIGPIPE, 0 a program that was done before. */
    char *const command = format_text(
        "%s 2> errors | head -1 | wc -l; last=${PIPESTATUS[-3]}; cat errors; [ $last = 141 ] || [ $last = 0 ]",
        commands[index]);
    expect(command, 0, "1\n", "");
    free(command);
  }
}

static void test_full_disk(void **state) {
  (void)state;
  static const char *const commands[] = {"classify bridge",
                                         "classify --json bridge",
                                         "survey bridge",
                                         "openings bridge",
                                         "trees bridge",
                                         "replay bridge",
                                         "move bridge --json",
                                         "certify bridge",
                                         "certify --sweep k4",
                                         "certify --sweep k5",
                                         "bases",
                                         "draw bridge",
                                         "draw bridge --dot",
                                         "convert bridge",
                                         "convert k:300",
                                         "dual bridge",
                                         "help",
                                         "help --man",
                                         "help --completion",
                                         "survey --help"};
  size_t failures = 0;
  for (size_t index = 0; index < COUNT(commands); index++) {
    char *const command = format_text("twotrees %s > /dev/full", commands[index]);
    struct support_run result = run(command);
    if (result.status != 3 || count_lines(result.errors) != 1 || strncmp(result.errors, "twotrees: ", 10) != 0) {
      print_error("%s: exit status %d:\n%s", command, result.status, result.errors);
      failures++;
    }
    support_run_free(&result);
    free(command);
  }
  assert_int_equal(failures, 0);
  struct support_run result = run("twotrees draw bridge --output /dev/full");
  assert_int_equal(result.status, 3);
  assert_int_equal(count_lines(result.errors), 1);
  support_run_free(&result);
}

/* What fails leaves no file, and no other file changed. */
static void test_failures_leave_no_file(void **state) {
  (void)state;
  expect(
      "for words in 'convert doubled-path --to graph6' 'convert bridge doubled-path --to graph6' 'convert no.txt'\\\n"
      "  'dual k5 --to svg' 'dual no.txt --dot' 'draw no.txt'; do\n"
      "  twotrees $words --output made 2> errors && exit 9\n"
      "  [ -s errors ] && [ ! -e made ] || exit 8\n"
      "  echo before > kept; twotrees $words -o kept 2> errors && exit 7\n"
      "  [ \"$(cat kept)\" = before ] || exit 6\n"
      "done\n"
      "ls made.* kept.* 2> /dev/null && exit 5\n"
      "twotrees convert bridge --to graph6 --output kept && twotrees dual bridge --to plain -o made && cat kept\n"
      "rm made kept",
      0, "Cz\n", ""); /* bits 111011: all edges of k4 but 0-3 */
}

static void test_files_with_carriage_returns(void **state) {
  (void)state;
  expect(
      "twotrees convert bridge --position usuud > bridge.txt\n"
      "twotrees convert bridge --to dimacs > bridge.col\n"
      "nauty-geng -q 4 > four.g6\n"
      "twotrees convert doubled-path --to sparse6 > path.s6\n"
      "mkdir -p crlf\n"
      "for file in bridge.txt bridge.col four.g6 path.s6; do\n"
      "  sed 's/$/\\r/' $file > crlf/$file\n"
      "  for command in 'classify --json' 'convert --to plain' 'move'; do\n"
      "    twotrees $command $file > expected || exit 9\n"
      "    (cd crlf && twotrees $command $file) | cmp - expected || exit 8\n"
      "  done\n"
      "done",
      0, "", "");
}

static void test_standard_input(void **state) {
  (void)state;
  static const char record[] =
      "{\"kind\":\"outcome\",\"graph\":\"stdin\",\"terminals\":[\"a\",\"b\"],\"outcome\":\"short\",\"tempo\":0}\n";
  expect("printf 'terminals a b\\na b\\nb a\\n' | twotrees classify - --json", 0, record, "");
  expect("printf 'terminals a b\\na b\\nb a\\n' | twotrees classify --json", 0, record, "");
  /* Between other graphs, in the order of the arguments. */
  expect("printf 'terminals a b\\na b\\n' | twotrees classify triangle - k4 | awk '{print $1, $2}'", 0,
         "triangle First\nstdin First\nk4 Short\n", "");
}

static void test_threads_do_not_matter(void **state) {
  (void)state;
  static const char *const surveys[] = {"survey", "survey --json", "survey --positions k4 bridge-chain --json"};
  for (size_t index = 0; index < COUNT(surveys); index++) {
    char *const one = format_text("twotrees %s --threads 1", surveys[index]);
    char *const two = format_text("twotrees %s --threads 2", surveys[index]);
    char *const output = output_of(one);
    expect(two, 0, output, "");
    free(output);
    free(one);
    free(two);
  }
}

/* ---- What is made from the table of subcommands ---- */

static void test_man_page(void **state) {
  (void)state;
  char names[COMMANDS][20];
  const size_t count = list_commands(names);
  char *const page = output_of("twotrees help --man");
  for (size_t index = 0; index < count; index++) {
    char *const heading = format_text("\n.SS %s\n", names[index]);
    if (strstr(page, heading) == NULL) fail_msg("the man page lacks %s", names[index]);
    free(heading);
  }
  free(page);
  if (is_installed("groff")) {
    expect("twotrees help --man | groff -z -ww -man", 0, "", "");
  } else {
    print_message("skipped: no groff\n");
  }
}

/* No text of help is wider than 100 columns, and of the man page at a terminal of 80 only what is typed. */
static void test_widths(void **state) {
  (void)state;
  char names[COMMANDS][20];
  const size_t count = list_commands(names);
  for (size_t index = 0; index < count; index++) {
    char *const command = format_text("twotrees help %s | awk 'length > 100'", names[index]);
    expect(command, 0, "", "");
    free(command);
  }
  if (!is_installed("groff")) return;
  expect(
      "twotrees help --man | groff -man -Tascii -rLL=80n -P-cbou | awk 'length > 80 && !/twotrees (draw|match) /'; :",
      0, "", "");
}

/* What is said of an option is what the subcommand does with it. */
static void test_options_by_subcommand(void **state) {
  (void)state;
  expect("twotrees help pairing | grep -e --to", 0,
         "  --to NAME          draw the pairs on the board: svg\n"
         "  twotrees pairing bridgit:5 --to svg --output pairs.svg\n",
         "");
  expect("twotrees help convert | grep -e '--to N'", 0,
         "  --to NAME          output format: plain (default), dimacs, graph6 or sparse6\n", "");
  expect("twotrees help dual | grep -e '--to N'", 0,
         "  --to NAME          write the dual: plain, dimacs, graph6, sparse6, dot or svg\n", "");
  expect("for form in dot svg plain; do twotrees dual bridge --to $form | head -1 | cut -c1-5; done", 0, NULL, "");
  expect("twotrees dual bridge --to dot | cmp - <(twotrees dual bridge --dot)", 0, "", "");
}

/* The words offered for a line typed so far. */
static void expect_words(const char *line, const char *words) {
  char *const command = format_text(
      "source ./completion.bash; COMP_WORDS=(twotrees %s); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _twotrees\n"
      "echo \"${COMPREPLY[*]}\"",
      line);
  char *const output = format_text("%s\n", words);
  expect(command, 0, output, "");
  free(command);
  free(output);
}

static void test_completion_of_values(void **state) {
  (void)state;
  expect("twotrees help --completion > completion.bash", 0, "", "");
  expect_words("play --blue h", "human hard hard3");
  expect_words("play --first ''", "blue red random");
  expect_words("match --first easy,h", "easy,hard easy,hard3");
  expect_words("match --second per", "perfect");
  expect_words("classify --format ''", "plain dimacs graph6 sparse6");
  expect_words("classify --witness fo", "forests");
  expect_words("replay --player ''", "short cut");
  expect_words("pairing --to ''", "svg");
  expect_words("census --threads ''", "");
  expect_words("draw --output completion.b", "completion.bash");
  expect_words("help ma", "match");
  expect_words("census b", "");
  expect_words("report b", "");
  expect_words("bases b", "");
  expect_words("merge completion", "completion.bash");
  expect_words("survey bridge-c", "bridge-chain");
}

static void test_completion(void **state) {
  (void)state;
  expect("twotrees help --completion > completion.bash; bash -n completion.bash", 0, "", "");
  expect(
      "source ./completion.bash\n"
      "COMP_WORDS=(twotrees su); COMP_CWORD=1; _twotrees; echo \"${COMPREPLY[*]}\"\n"
      "COMP_WORDS=(twotrees survey --pos); COMP_CWORD=2; _twotrees; echo \"${COMPREPLY[*]}\"\n"
      "COMP_WORDS=(twotrees classify bridge-s); COMP_CWORD=2; _twotrees; echo \"${COMPREPLY[*]}\"",
      0, "survey\n--positions\nbridge-spur\n", "");
}

/* ---- The installed library ---- */

static const char user_program[] =
    "#include <stdio.h>\n"
    "#include <twotrees.h>\n"
    "int main(void) {\n"
    "  struct tt_graph *graph;\n"
    "  struct tt_error error;\n"
    "  struct tt_verdict verdict;\n"
    "  bool known;\n"
    "  if (tt_graph_named(&graph, \"bridge\", &known, &error) != TT_OK || !known) return 1;\n"
    "  if (tt_witness_ask(&tt_witness_forests, graph, &verdict, &error) != TT_OK) return 1;\n"
    "  puts(tt_outcome_name(tt_outcome_of(verdict)));\n"
    "  tt_graph_free(graph);\n"
    "  return 0;\n"
    "}\n";

/* Compiles with $1, a language's compiler and flags, and $2, the source; links shared, then static, and runs both. The
 * sanitizers that the library was built with must be linked, too. */
static const char build_and_run[] =
    "lib=$PWD/install/usr/lib\n"
    "export PKG_CONFIG_PATH=$lib/pkgconfig\n"
    "config() { pkg-config --define-variable=prefix=$PWD/install/usr \"$@\" twotrees; }\n"
    "flags=\n"
    "nm $lib/libtwotrees.a 2>/dev/null | grep -q __asan_init && flags=-fsanitize=address\n"
    "nm $lib/libtwotrees.a 2>/dev/null | grep -q __ubsan_ && flags=\"$flags -fsanitize=undefined\"\n"
    "$1 -Wall -Wextra -Wpedantic -Werror $flags $(config --cflags) -o shared $2 $(config --libs) || exit 2\n"
    "$1 -Wall -Wextra -Wpedantic -Werror $flags $(config --cflags) -o static $2 $lib/libtwotrees.a \\\n"
    "  $(config --static --libs | sed 's/-ltwotrees//') || exit 3\n"
    "LD_LIBRARY_PATH=$lib ldd shared | grep -q 'libtwotrees.so.0 => '$lib || exit 4\n"
    "ldd static | grep -q libtwotrees && exit 5\n"
    "LD_LIBRARY_PATH=$lib ./shared && ./static\n";

static void write_file(const char *name, const char *text) {
  char *const path = format_text("%s/%s", folder, name);
  FILE *const stream = fopen(path, "w");
  if (stream == NULL) fail_msg("%s: %s", path, strerror(errno));
  fputs(text, stream);
  assert_int_equal(fclose(stream), 0);
  free(path);
}

static void install_to(const char *destination, const char *prefix) {
  char *const command =
      format_text("make -s -C '%s' install DESTDIR=$PWD/%s PREFIX=%s BUILD='%s' > log 2>&1 || cat log", root,
                  destination, prefix, support_build());
  expect(command, 0, "", "");
  free(command);
}

static void test_installed_library(void **state) {
  (void)state;
  static const char files[] =
      "bin/twotrees\nbin/twotrees-check\ninclude/twotrees.h\nlib/libtwotrees.a\nlib/libtwotrees.so\n"
      "lib/libtwotrees.so.0\nlib/pkgconfig/twotrees.pc\nshare/bash-completion/completions/twotrees\n"
      "share/man/man1/twotrees.1\n";
  const char *const compiler = getenv("CC");
  install_to("install", "/usr");
  expect("cd install/usr; find . ! -type d | sed 's|^./||' | LC_ALL=C sort", 0, files, "");
  expect("PATH=$PWD/install/usr/bin:/usr/bin:/bin; twotrees classify bridge --witness certified", 0,
         "bridge           First  whoever starts wins  [certified First]\n", "");
  write_file("user.c", user_program);
  write_file("user.cpp", user_program);
  write_file("build.sh", build_and_run);
  char *const in_c = format_text("bash build.sh '%s -std=c17' user.c", compiler != NULL ? compiler : "cc");
  expect(in_c, 0, "first\nfirst\n", "");
  free(in_c);
  if (is_installed("g++")) {
    expect("bash build.sh 'g++ -std=c++11' user.cpp", 0, "first\nfirst\n", "");
  } else {
    print_message("skipped: no g++\n");
  }
}

/* The file says where the library was installed, not where another `make` thought that it would be. */
static void test_installed_pkg_config_prefix(void **state) {
  (void)state;
  static const char *const prefixes[] = {"/usr", "/opt/twotrees"};
  for (size_t index = 0; index < COUNT(prefixes); index++) {
    char *const command = format_text("head -1 prefix%s/lib/pkgconfig/twotrees.pc", prefixes[index]);
    char *const line = format_text("prefix=%s\n", prefixes[index]);
    install_to("prefix", prefixes[index]);
    expect(command, 0, line, "");
    free(command);
    free(line);
  }
}

static int set_up(void **state) {
  (void)state;
  char program[PATH_MAX];
  if (mkdtemp(folder) == NULL || getcwd(root, sizeof root) == NULL) return -1;
  char *const build = format_text("%s/build", folder); /* an example writes there */
  if (mkdir(build, 0700) != 0) return -1;
  free(build);
  if (realpath(support_program(), program) == NULL) {
    fprintf(stderr, "%s: %s\n", support_program(), strerror(errno));
    return -1;
  }
  *strrchr(program, '/') = '\0';
  char *const path = format_text("%s:%s", program, getenv("PATH"));
  setenv("PATH", path, 1);
  free(path);
  /* What the program finds for itself, it must find here as a user's program does. */
  unsetenv("TT_CHECKER");
  signal(SIGPIPE, SIG_DFL);
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  const char *const arguments[] = {"rm", "-r", "-f", folder, NULL};
  struct support_run result = support_run(arguments, NULL);
  support_run_free(&result);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json_check_refuses),
      cmocka_unit_test(test_help_of_every_subcommand),
      cmocka_unit_test(test_examples_run),
      cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_unknown_witness),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_exact_records),
      cmocka_unit_test(test_records_are_json),
      cmocka_unit_test(test_promised_keys),
      cmocka_unit_test(test_replay_that_is_not_won),
      cmocka_unit_test(test_certificates_of_named_graphs),
      cmocka_unit_test(test_stream_keeps_order),
      cmocka_unit_test(test_bad_line_of_a_stream),
      cmocka_unit_test(test_closed_pipe_is_quiet),
      cmocka_unit_test(test_full_disk),
      cmocka_unit_test(test_failures_leave_no_file),
      cmocka_unit_test(test_files_with_carriage_returns),
      cmocka_unit_test(test_standard_input),
      cmocka_unit_test(test_threads_do_not_matter),
      cmocka_unit_test(test_man_page),
      cmocka_unit_test(test_completion),
      cmocka_unit_test(test_completion_of_values),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_options_by_subcommand),
      cmocka_unit_test(test_installed_library),
      cmocka_unit_test(test_installed_pkg_config_prefix),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
