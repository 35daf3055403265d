/* bench.c: what `make bench` runs first. Ratios between computations measured side by side in this one run; a lone time
 * says more about the machine than about the program. Prints the beginning of BENCHMARKS.md; with an argument, also
 * writes the points of the plot (witness, subgraphs, seconds) to that file. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "solver/solver.h"
#include "survey/survey.h"
#include "treetest/treetest.h"

#define LEAST_SECONDS 1.0 /* each sweep is repeated until it has taken this long */

/* Seconds that one sweep over all subgraphs takes one witness on one thread, outcomes only. */
static double sweep_seconds(const struct tt_graph *base, const struct tt_witness *witness) {
  const struct tt_survey_options options = {.witnesses = &witness, .witness_count = 1, .threads = 1};
  const double started = wall_seconds();
  unsigned sweeps = 0;
  do {
    struct tt_survey survey;
    struct tt_error error;
    if (tt_survey_run(&survey, base, &options, &error) != TT_OK) stop(&error);
    sweeps++;
  } while (wall_seconds() - started < LEAST_SECONDS);
  return (wall_seconds() - started) / sweeps;
}

static double tables_seconds(const struct tt_graph *base, int threads) {
  const struct tt_tables_options options = {.threads = threads};
  const double started = wall_seconds();
  unsigned sweeps = 0;
  do {
    struct tt_tables counts;
    struct tt_error error;
    if (tt_tables_make(&counts, base, &options, &error) != TT_OK) stop(&error);
    sweeps++;
  } while (wall_seconds() - started < LEAST_SECONDS);
  return (wall_seconds() - started) / sweeps;
}

static void row(FILE *plot, const char *name, double subgraphs, double seconds, double unit) {
  printf("| %s | %.3g | %.3g |\n", name, subgraphs / seconds, unit / seconds);
  if (plot != NULL) fprintf(plot, "%s\t%.0f\t%.9f\n", name, subgraphs, seconds);
}

/* Every witness that is not too slow for it, on the same sweep. */
static void witness_table(FILE *plot, const char *name, const char *const *witnesses) {
  struct tt_graph *const base = graph_named(name);
  const double subgraphs = (double)tt_survey_total(base, false);
  const double subsets = sweep_seconds(base, tt_witness_named("subsets"));
  printf("\n| %s, %.0f subgraphs | subgraphs a second | ratio to subsets |\n|---|---:|---:|\n", name, subgraphs);
  row(plot, "subsets", subgraphs, subsets, subsets);
  for (; *witnesses != NULL; witnesses++) {
    const struct tt_witness *const witness = tt_witness_named(*witnesses);
    if (witness != NULL) row(plot, *witnesses, subgraphs, sweep_seconds(base, witness), subsets);
  }
  row(plot, "tables", subgraphs, tables_seconds(base, 1), subsets);
  tt_graph_free(base);
}

static void tables_table(FILE *plot) {
  static const char *const names[] = {"k:6", "k:7"};
  puts("\n| all subgraphs played out, one thread | playout, seconds | tables, seconds | ratio |\n|---|---:|---:|---:|");
  for (size_t index = 0; index < 2; index++) {
    struct tt_graph *const base = graph_named(names[index]);
    const double playout = sweep_seconds(base, tt_witness_named("playout")), tables = tables_seconds(base, 1);
    printf("| %s | %.3g | %.3g | %.0f |\n", names[index], playout, tables, playout / tables);
    if (plot != NULL && index == 1) {
      fprintf(plot, "playout\t%.0f\t%.9f\ntables\t%.0f\t%.9f\n", (double)tt_survey_total(base, false), playout,
              (double)tt_survey_total(base, false), tables);
    }
    tt_graph_free(base);
  }
}

static double forests_seconds(const char *name, unsigned *tempo) {
  struct tt_graph *const board = graph_named(name);
  struct tt_forests forests;
  struct tt_error error;
  const double started = wall_seconds();
  if (tt_forests_make(&forests, board, &error) != TT_OK) stop(&error);
  const double seconds = wall_seconds() - started;
  *tempo = forests.tempo;
  tt_forests_free(&forests);
  tt_graph_free(board);
  return seconds;
}

static void board_table(void) {
  static const char *const boards[] = {"bridgit:75", "bridgit:150", "bridgit:300"};
  static const char *const outcomes[] = {"Short", "First", "Cut"};
  double base = 0;
  puts("\n| board by forests | outcome | seconds | ratio to the first |\n|---|---|---:|---:|");
  for (size_t index = 0; index < 3; index++) {
    unsigned tempo;
    const double seconds = forests_seconds(boards[index], &tempo);
    if (index == 0) base = seconds;
    printf("| %s | %s | %.3f | %.1f |\n", boards[index], outcomes[tempo], seconds, seconds / base);
  }
  puts("\nEach board has four times the edges of the one before.");
}

static enum tt_status add_piece(void *context, unsigned piece, const struct tt_census *census, struct tt_error *error) {
  (void)piece;
  (void)error;
  tt_census_add(context, census);
  return TT_OK;
}

static double census_seconds(unsigned n, int threads, struct tt_census *census) {
  const struct tt_census_options options = {.generator = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1}};
  struct tt_error error;
  const double started = wall_seconds();
  memset(census, 0, sizeof *census);
  if (tt_census_run(&options, n < 9 ? 2 : 16, NULL, threads, add_piece, census, &error) != TT_OK) stop(&error);
  return wall_seconds() - started;
}

static double command_seconds(const char *command) {
  const double started = wall_seconds();
  if (system(command) != 0) {
    fprintf(stderr, "bench: failed: %s\n", command);
    exit(3);
  }
  return wall_seconds() - started;
}

static void census_table(void) {
  double before = 0;
  puts("\n| census, one thread | graphs a second | pairs a second | seconds, ratio to n - 1 |\n|---|---:|---:|---:|");
  for (unsigned n = 7; n <= 9; n++) {
    struct tt_census census;
    const double seconds = census_seconds(n, 1, &census);
    printf("| n = %u | %.3g | %.3g | ", n, (double)census.graphs / seconds,
           (double)(census.pairs[0] + census.pairs[1] + census.pairs[2]) / seconds);
    printf(before > 0 ? "%.1f |\n" : "- |\n", seconds / before);
    before = seconds;
  }
}

static void stream_table(const char *program) {
  char command[600];
  const double geng = command_seconds("nauty-geng -q 9 > /dev/null");
  snprintf(command, sizeof command, "nauty-geng -q 9 | %s classify --terminals all --json > /dev/null", program);
  const double both = command_seconds(command);
  printf(
      "\n| a stream of all 274,668 graphs on nine vertices | graphs a second | ratio |\n|---|---:|---:|\n"
      "| geng alone | %.3g | 1 |\n| geng piped into classify, every pair of terminals | %.3g | %.2f |\n",
      274668 / geng, 274668 / both, geng / both);
}

static void thread_table(void) {
  struct tt_graph *const base = graph_named("k:7");
  struct tt_census census;
  const int threads = omp_get_num_procs();
  printf("\n| with %d threads over one | ratio |\n|---|---:|\n", threads);
  printf("| tables k:7 | %.2f |\n", tables_seconds(base, 1) / tables_seconds(base, threads));
  const double one = census_seconds(9, 1, &census);
  printf("| census 9 (geng runs beside it) | %.2f |\n", one / census_seconds(9, threads, &census));
  tt_graph_free(base);
}

int main(int count, char **words) {
  static const char *const every[] = {"playout", "forests", "ilp", "plain", "certified", NULL};
  static const char *const fast[] = {"playout", "forests", NULL};
  if (count != 3) {
    fputs("usage: bench PROGRAM POINTS\n", stderr);
    return 2;
  }
  FILE *const plot = fopen(words[2], "w");
  puts(
      "# Benchmarks\n\nWritten by `make bench`. Ratios are between computations of this one run, one thread each; "
      "absolute\n"
      "figures are the machine's. A sweep asks a witness about every subgraph; `playout` remembers positions across\n"
      "the sweep, `tables` does all subgraphs at once, the others start afresh with every question.\n\n"
      "![Subgraphs settled against seconds](docs/bench.svg)");
  witness_table(plot, "k4", every);
  witness_table(plot, "k5", every);
  witness_table(plot, "k:6", fast);
  tables_table(plot);
  board_table();
  census_table();
  stream_table(words[1]);
  thread_table();
  return plot == NULL || fclose(plot) != 0;
}
