/* test_rooms.c: the walls between the rooms, read off the symbol tables (nm) of the archives and the includes of the
 * sources: solver/ and treetest/ know nothing of each other, neither prints, arrows run one way, checker/ is alone.
 *
 * Each detector is shown an offence of its own first. TT_BUILD names the directory with the archives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

/* ---- Symbol tables ---- */

struct symbols {
  char *text; /* owned; the names point into it */
  size_t defined_count, undefined_count;
  const char **defined, **undefined;
};

static bool holds(const char *const *names, size_t count, const char *name) {
  for (size_t index = 0; index < count; index++)
    if (strcmp(names[index], name) == 0) return true;
  return false;
}

/* Takes over the output of `nm -P -g`: a line `name type ...` a symbol, and `archive[member]:` before each member. */
static struct symbols parse_symbols(char *text) {
  size_t lines = 1;
  for (const char *at = text; *at != '\0'; at++) lines += *at == '\n';
  struct symbols symbols = {text, 0, 0, calloc(lines, sizeof(char *)), calloc(lines, sizeof(char *))};
  assert_non_null(symbols.defined);
  assert_non_null(symbols.undefined);
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    char *space = strchr(line, ' ');
    if (space == NULL) continue; /* a member's heading */
    *space = '\0';
    const char type = space[1];
    if (type == 'U' || type == 'w' || type == 'v') {
      symbols.undefined[symbols.undefined_count++] = line;
    } else if (isupper((unsigned char)type)) {
      symbols.defined[symbols.defined_count++] = line;
    } else {
      fail_msg("nm: symbol %s of unexpected type %c", line, type);
    }
  }
  return symbols;
}

static struct symbols read_symbols(const char *room) {
  char path[400];
  snprintf(path, sizeof path, "%s/lib%s.a", support_build(), room);
  const char *arguments[] = {"nm", "-P", "-g", path, NULL};
  struct support_run run = support_run(arguments, NULL);
  if (run.status != 0) fail_msg("nm -P -g %s: status %d: %s", path, run.status, run.errors);
  free(run.errors);
  struct symbols symbols = parse_symbols(run.output);
  if (symbols.defined_count == 0) fail_msg("%s defines nothing", path);
  return symbols;
}

static void free_symbols(struct symbols *symbols) {
  free(symbols->defined);
  free(symbols->undefined);
  free(symbols->text);
}

/* ---- Detectors: each returns the first offending name, or NULL ---- */

/* A symbol that `user` needs and `other` has. */
static const char *used_from(const struct symbols *user, const struct symbols *other) {
  for (size_t index = 0; index < user->undefined_count; index++)
    if (holds(other->defined, other->defined_count, user->undefined[index])) return user->undefined[index];
  return NULL;
}

/* A symbol of ours that `user` needs and neither it nor `base` has. */
static const char *used_from_elsewhere(const struct symbols *user, const struct symbols *base) {
  for (size_t index = 0; index < user->undefined_count; index++) {
    const char *name = user->undefined[index];
    if (strncmp(name, "tt_", 3) == 0 && !holds(user->defined, user->defined_count, name) &&
        !holds(base->defined, base->defined_count, name))
      return name;
  }
  return NULL;
}

/* A symbol that both define. */
static const char *defined_in_both(const struct symbols *one, const struct symbols *other) {
  for (size_t index = 0; index < one->defined_count; index++)
    if (holds(other->defined, other->defined_count, one->defined[index])) return one->defined[index];
  return NULL;
}

/* A symbol by which something is printed, fortified or not; formatting into memory is no printing. */
static const char *printed_with(const struct symbols *user) {
  static const char *const printers[] = {"printf", "vprintf", "fprintf", "vfprintf", "dprintf", "vdprintf",
                                         "puts",   "fputs",   "putchar", "putc",     "fputc",   "fwrite",
                                         "write",  "perror",  "stdout",  "stderr",   "_IO_putc"};
  for (size_t index = 0; index < user->undefined_count; index++) {
    char name[100];
    snprintf(name, sizeof name, "%s", user->undefined[index]);
    const size_t length = strlen(name);
    const bool fortified = length > 6 && strncmp(name, "__", 2) == 0 && strcmp(name + length - 4, "_chk") == 0;
    if (fortified) name[length - 4] = '\0';
    if (holds(printers, sizeof printers / sizeof printers[0], fortified ? name + 2 : name))
      return user->undefined[index];
  }
  return NULL;
}

static void expect_none(const char *offence, const char *what) {
  if (offence != NULL) fail_msg("%s: %s (nm -P -g %s/lib*.a)", what, offence, support_build());
}

static void test_solver_and_treetest_are_apart(void **state) {
  (void)state;
  struct symbols graph = read_symbols("graph"), solver = read_symbols("solver"), treetest = read_symbols("treetest");
  expect_none(used_from(&solver, &treetest), "solver uses a symbol of treetest");
  expect_none(used_from(&treetest, &solver), "treetest uses a symbol of solver");
  expect_none(used_from_elsewhere(&solver, &graph), "solver uses a symbol that is not graph's");
  expect_none(used_from_elsewhere(&treetest, &graph), "treetest uses a symbol that is not graph's");
  expect_none(used_from_elsewhere(&graph, &graph), "graph uses a symbol of another room");
  expect_none(defined_in_both(&solver, &treetest), "solver and treetest both define");
  expect_none(defined_in_both(&solver, &graph), "solver and graph both define");
  expect_none(defined_in_both(&treetest, &graph), "treetest and graph both define");
  /* The tables are not empty by mistake: the rooms do use graph's partitions. */
  assert_true(holds(treetest.undefined, treetest.undefined_count, "tt_partition_unite"));
  assert_true(holds(solver.undefined, solver.undefined_count, "tt_rest_make"));
  assert_true(holds(solver.defined, solver.defined_count, "tt_playout_make"));
  free_symbols(&graph);
  free_symbols(&solver);
  free_symbols(&treetest);
}

static void test_nothing_below_cli_prints(void **state) {
  (void)state;
  static const char *const rooms[] = {"solver", "treetest"};
  for (size_t room = 0; room < sizeof rooms / sizeof rooms[0]; room++) {
    struct symbols symbols = read_symbols(rooms[room]);
    expect_none(printed_with(&symbols), rooms[room]);
    free_symbols(&symbols);
  }
}

/* ---- Includes ---- */

/* What each room may include, its own files and those of the rooms behind it; "" ends a list. */
static const struct room {
  const char *name;
  const char *may[8];
} rooms[] = {
    {"graph", {"graph"}},
    {"solver", {"solver", "graph"}},
    {"treetest", {"treetest", "graph"}},
    {"survey", {"survey", "solver", "treetest", "graph"}},
    {"play", {"play", "survey", "solver", "treetest", "graph"}},
    {"cli", {"cli", "survey", "play", "solver", "treetest", "graph"}},
    {"checker", {NULL}},
};
enum { ROOMS = sizeof rooms / sizeof rooms[0] };

static bool is_room(const char *name, size_t length) {
  for (size_t room = 0; room < ROOMS; room++)
    if (strlen(rooms[room].name) == length && strncmp(rooms[room].name, name, length) == 0) return true;
  return false;
}

static bool may_include(const struct room *room, const char *path, size_t length) {
  for (size_t index = 0; index < sizeof room->may / sizeof room->may[0] && room->may[index] != NULL; index++)
    if (strlen(room->may[index]) == length && strncmp(room->may[index], path, length) == 0) return true;
  return false;
}

/* The path of an include that the room must not have, or NULL; a path without a slash belongs to the room itself. */
static const char *bad_include(const struct room *room, const char *text) {
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    const char *at = line + strspn(line, " \t");
    if (*at != '#') continue;
    at += 1 + strspn(at + 1, " \t");
    if (strncmp(at, "include", 7) != 0) continue;
    at += 7 + strspn(at + 7, " \t");
    if (*at != '"' && *at != '<') continue;
    const char *path = at + 1;
    const size_t length = strcspn(path, "/\">\n");
    if (strncmp(path, "..", 2) == 0) return path;
    if (path[length] == '/' && (*at == '"' || is_room(path, length)) && !may_include(room, path, length)) return path;
  }
  return NULL;
}

static int is_source(const struct dirent *entry) {
  const char *dot = strrchr(entry->d_name, '.');
  return dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0);
}

static void test_includes_run_one_way(void **state) {
  (void)state;
  for (size_t room = 0; room < ROOMS; room++) {
    struct dirent **entries;
    const int count = scandir(rooms[room].name, &entries, is_source, alphasort);
    const bool may_be_empty = strcmp(rooms[room].name, "play") == 0;
    if (count < 1 && !may_be_empty)
      fail_msg("no sources in %s; tests run in the root of the repository", rooms[room].name);
    for (int index = 0; index < count; index++) {
      char path[400];
      snprintf(path, sizeof path, "%s/%s", rooms[room].name, entries[index]->d_name);
      char *text = support_read(path, NULL);
      const char *offence = bad_include(&rooms[room], text);
      if (offence != NULL) fail_msg("%s includes %.*s", path, (int)strcspn(offence, "\">\n"), offence);
      free(text);
      free(entries[index]);
    }
    if (count >= 0) free(entries);
  }
}

/* ---- The detectors detect ---- */

static struct symbols made_up(const char *text) {
  char *copy = strdup(text);
  assert_non_null(copy);
  return parse_symbols(copy);
}

static void expect_name(const char *found, const char *right) {
  if (found == NULL) fail_msg("%s was not found", right);
  assert_string_equal(found, right);
}

static void test_planted_symbols_are_found(void **state) {
  (void)state;
  struct symbols solver = made_up(
      "libsolver.a[one.o]:\ntt_playout_make T 0 10\ntt_forests_make U\nmalloc U\ntt_shared D 0 8\n"
      "libsolver.a[two.o]:\ntt_playout_make U\ntt_rest_make U\n__printf_chk U\n");
  struct symbols treetest = made_up("libtreetest.a[a.o]:\ntt_forests_make T 0 10\ntt_shared T 0 8\nsnprintf U\n");
  struct symbols graph = made_up("libgraph.a[a.o]:\ntt_rest_make T 0 10\n");
  struct symbols loud = made_up("x.a[a.o]:\nstdout U\n"), quiet = made_up("x.a[a.o]:\n__snprintf_chk U\nvsnprintf U\n");
  expect_name(used_from(&solver, &treetest), "tt_forests_make");
  assert_null(used_from(&treetest, &solver));
  expect_name(used_from_elsewhere(&solver, &graph), "tt_forests_make");
  assert_null(used_from_elsewhere(&treetest, &graph));
  expect_name(defined_in_both(&solver, &treetest), "tt_shared");
  assert_null(defined_in_both(&solver, &graph));
  expect_name(printed_with(&solver), "__printf_chk");
  expect_name(printed_with(&loud), "stdout");
  assert_null(printed_with(&treetest));
  assert_null(printed_with(&quiet));
  free_symbols(&solver);
  free_symbols(&treetest);
  free_symbols(&graph);
  free_symbols(&loud);
  free_symbols(&quiet);
}

static void test_planted_includes_are_found(void **state) {
  (void)state;
  static const struct planted {
    size_t room;
    const char *text, *found; /* how the offending path begins; NULL: none */
  } planted[] = {
      {1, "#include <stdio.h>\n#include \"treetest/treetest.h\"\n", "treetest/treetest.h"},
      {2, "int x;\n  #  include <solver/solver.h>", "solver/solver.h"},
      {2, "#include \"graph/graph.h\"\n#include \"finder.h\"\n#include <sys/wait.h>\n#include <nauty/gtools.h>\n",
       NULL},
      {1, "// #include \"treetest/treetest.h\"\n", NULL},
      {1, "#include \"../treetest/treetest.h\"\n", "../treetest"},
      {0, "#include \"survey/survey.h\"\n", "survey/survey.h"},
      {3, "#include \"cli/command.h\"\n", "cli/command.h"},
      {6, "#include <stdio.h>\n#include \"graph/graph.h\"\n", "graph/graph.h"},
      {6, "#include <sys/stat.h>\n", NULL},
  };
  for (size_t index = 0; index < sizeof planted / sizeof planted[0]; index++) {
    const char *found = bad_include(&rooms[planted[index].room], planted[index].text);
    if (planted[index].found == NULL) {
      if (found != NULL) fail_msg("plant %zu: %s", index, found);
    } else if (found == NULL || strncmp(found, planted[index].found, strlen(planted[index].found)) != 0) {
      fail_msg("plant %zu: %s was not found", index, planted[index].found);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planted_symbols_are_found),     cmocka_unit_test(test_planted_includes_are_found),
      cmocka_unit_test(test_solver_and_treetest_are_apart), cmocka_unit_test(test_nothing_below_cli_prints),
      cmocka_unit_test(test_includes_run_one_way),
  };
  return cmocka_run_group_tests_name("rooms", tests, NULL, NULL);
}
