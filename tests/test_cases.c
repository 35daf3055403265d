/* test_cases.c: the positions of tests/positions and tests/hard, each with its right outcome in `# expect OUTCOME`,
 * under every witness that can take it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/support.h"
#include "treetest/treetest.h"

/* How many undecided edges the exponential ones are asked about. */
static const struct limit {
  const char *name;
  size_t edges;
} limits[] = {{"playout", 20}, {"subsets", 20}, {"plain", 14}};

static size_t limit_of(const struct tt_witness *witness) {
  for (size_t index = 0; index < sizeof limits / sizeof limits[0]; index++)
    if (strcmp(witness->name, limits[index].name) == 0) return limits[index].edges;
  return witness->edge_limit;
}

/* What the file's line `# expect OUTCOME` says. */
static enum tt_outcome expected_outcome(const char *path) {
  static const char start[] = "# expect ";
  char *text = support_read(path, NULL), *found = strstr(text, start);
  if (found == NULL || (found != text && found[-1] != '\n')) fail_msg("%s: no line \"# expect OUTCOME\"", path);
  char *word = found + strlen(start);
  word[strcspn(word, "\n")] = '\0';
  for (int outcome = TT_SHORT; outcome <= TT_CUT; outcome++) {
    if (strcmp(word, tt_outcome_name((enum tt_outcome)outcome)) != 0) continue;
    free(text);
    return (enum tt_outcome)outcome;
  }
  fail_msg("%s: expected short, first or cut, found \"%s\"", path, word);
  return TT_NEITHER;
}

/* Asks every witness; returns how many answered. */
static size_t try_witnesses(const char *path, const struct tt_graph *graph, enum tt_outcome right) {
  const size_t undecided = tt_graph_count(graph, TT_UNDECIDED);
  size_t answered = 0;
  for (size_t index = 0; index < tt_witness_count(); index++) {
    const struct tt_witness *witness = tt_witness_at(index);
    struct tt_verdict verdict = {false, false};
    struct tt_error error = {0};
    if (undecided > limit_of(witness)) continue;
    const enum tt_status status = tt_witness_ask(witness, graph, &verdict, &error);
    if (status == TT_NO_RESOURCE && witness->partial) continue;
    if (status != TT_OK) fail_msg("%s: %s: %s", path, witness->name, error.text);
    if (tt_outcome_of(verdict) != right)
      fail_msg("%s classify --witness %s %s\nsays %s, expected %s", support_program(), witness->name, path,
               tt_outcome_name(tt_outcome_of(verdict)), tt_outcome_name(right));
    answered++;
  }
  return answered;
}

static void try_file(const char *path) {
  const enum tt_outcome right = expected_outcome(path);
  struct tt_graph *graph = support_graph(path);
  const size_t answered = try_witnesses(path, graph, right);
  if (answered < 2) fail_msg("%s: only %zu witnesses answered", path, answered);
  tt_graph_free(graph);
}

static int by_name(const struct dirent **first, const struct dirent **second) {
  return strcmp((*first)->d_name, (*second)->d_name);
}

static int is_text(const struct dirent *entry) {
  const size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".txt") == 0;
}

static void try_folder(const char *folder, int least) {
  struct dirent **entries;
  const int count = scandir(folder, &entries, is_text, by_name);
  if (count < least) fail_msg("%s: %d files, expected at least %d", folder, count, least);
  for (int index = 0; index < count; index++) {
    char path[400];
    snprintf(path, sizeof path, "%s/%s", folder, entries[index]->d_name);
    try_file(path);
    free(entries[index]);
  }
  free(entries);
}

static void test_positions(void **state) {
  (void)state;
  try_folder("tests/positions", 24);
}

static void test_hard(void **state) {
  (void)state;
  try_folder("tests/hard", 18);
}

/* A file whose expectation is wrong would be noticed: every other outcome than the right one is refused somewhere. */
static void test_wrong_expectations_would_fail(void **state) {
  (void)state;
  struct tt_graph *graph = support_graph("tests/hard/dipole-2.txt");
  assert_int_equal(expected_outcome("tests/hard/dipole-2.txt"), TT_SHORT);
  struct tt_verdict verdict;
  struct tt_error error;
  assert_int_equal(tt_witness_ask(&tt_witness_forests, graph, &verdict, &error), TT_OK);
  assert_int_equal(tt_outcome_of(verdict), TT_SHORT);
  graph->states[0] = TT_DELETED;
  assert_int_equal(tt_witness_ask(&tt_witness_forests, graph, &verdict, &error), TT_OK);
  assert_int_equal(tt_outcome_of(verdict), TT_FIRST);
  tt_graph_free(graph);
}

int main(void) {
  support_set_checker();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_positions),
      cmocka_unit_test(test_hard),
      cmocka_unit_test(test_wrong_expectations_would_fail),
  };
  return cmocka_run_group_tests_name("cases", tests, NULL, NULL);
}
