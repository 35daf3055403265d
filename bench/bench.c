/* bench.c: what `make bench` runs. Ratios between computations measured side by side in this one run; a lone time says
 * more about the machine than about the program. Prints BENCHMARKS.md. */
#include <stdlib.h>
#include <time.h>

#include "survey/survey.h"
#include "treetest/treetest.h"

#define LEAST_SECONDS 1.0 /* each sweep is repeated until it has taken this long */

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void stop(const struct tt_error *error) {
  fprintf(stderr, "bench: %s\n", error->text);
  exit((int)error->status);
}

static struct tt_graph *graph_named(const char *name) {
  struct tt_graph *graph;
  struct tt_error error;
  bool known;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) stop(&error);
  return graph;
}

/* Subgraphs a second by one witness on one thread, outcomes only. */
static double rate(const struct tt_graph *base, const struct tt_witness *witness) {
  const struct tt_survey_options options = {.witnesses = &witness, .witness_count = 1, .threads = 1};
  const double started = now();
  uint64_t count = 0;
  do {
    struct tt_survey survey;
    struct tt_error error;
    if (tt_survey_run(&survey, base, &options, &error) != TT_OK) stop(&error);
    count += survey.count;
  } while (now() - started < LEAST_SECONDS);
  return (double)count / (now() - started);
}

static void witness_table(const char *name, size_t most_edges) {
  struct tt_graph *const base = graph_named(name);
  const double subsets = rate(base, tt_witness_named("subsets"));
  printf("\n| %s, %zu edges | subgraphs a second | ratio to subsets |\n|---|---:|---:|\n", name, base->edge_count);
  for (size_t index = 0; index < tt_witness_count(); index++) {
    const struct tt_witness *const witness = tt_witness_at(index);
    if (witness->sweep_limit < base->edge_count && base->edge_count > most_edges) continue;
    const double here = witness == tt_witness_named("subsets") ? subsets : rate(base, witness);
    printf("| %s | %.0f | %.3g |\n", witness->name, here, here / subsets);
  }
  tt_graph_free(base);
}

static double forests_seconds(const char *name, unsigned *tempo) {
  struct tt_graph *const board = graph_named(name);
  struct tt_forests forests;
  struct tt_error error;
  const double started = now();
  if (tt_forests_make(&forests, board, &error) != TT_OK) stop(&error);
  const double seconds = now() - started;
  *tempo = forests.tempo;
  tt_forests_free(&forests);
  tt_graph_free(board);
  return seconds;
}

static void board_table(void) {
  static const char *const boards[] = {"bridgit:75", "bridgit:150", "bridgit:300"};
  static const char *const outcomes[] = {"Short", "First", "Cut"};
  double base = 0;
  puts("\n| board by `forests` | outcome | seconds | ratio to the first |\n|---|---|---:|---:|");
  for (size_t index = 0; index < 3; index++) {
    unsigned tempo;
    const double seconds = forests_seconds(boards[index], &tempo);
    if (index == 0) base = seconds;
    printf("| %s | %s | %.3f | %.1f |\n", boards[index], outcomes[tempo], seconds, seconds / base);
  }
  puts("\nEach board has four times the edges of the one before.");
}

int main(void) {
  puts(
      "# Benchmarks\n\nWritten by `make bench`. Ratios are between computations of this one run, one thread each; "
      "absolute\n"
      "figures are the machine's. A sweep asks a witness about every subgraph; `playout` remembers positions across\n"
      "the sweep, the others start afresh with every question.");
  witness_table("k5", 10);
  witness_table("k:6", 10);
  board_table();
  return 0;
}
