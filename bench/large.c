/* large.c: `forests` beside the plain pebble game on large graphs, what `make bench-large` runs first.
 *
 * Both get the same graph in memory and are timed one after the other by the processor time of this process, on one
 * thread. Prints a section of BENCHMARKS.md; writes the points of the plot (family, method, edges, seconds) to the file
 * named. TT_SMALL=1 divides all sizes by 100, to try the program. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "treetest/treetest.h"

#define FIRST_VISITS 100000000U /* after so many visits the pebble game is given its limit by the speed it had */
#define LONG 30.0               /* seconds of a pebble game in the first table */
#define SHORT 10.0              /* where it has no hope to come to its end */
#define MOST_GROWTH 6.0         /* and in the second table */
#define MOST_RUNS 21

static bool small(void) {
  return getenv("TT_SMALL") != NULL;
}

/* ---- What is timed ---- */

struct ours {
  double seconds;
  unsigned tempo;
  size_t size;
};

/* Median of three runs, of more where they are short and of one where it is long. What they say is checked. */
static struct ours forests_run(const struct tt_graph *graph) {
  double seconds[MOST_RUNS], total = 0;
  size_t runs = 0;
  struct ours ours = {0};
  while (runs == 0 || (runs < MOST_RUNS && total < 5 && (runs < 3 || total < 0.1))) {
    struct tt_forests forests;
    struct tt_error error;
    const double started = cpu_seconds();
    if (tt_forests_make(&forests, graph, &error) != TT_OK) stop(&error);
    seconds[runs] = cpu_seconds() - started;
    total += seconds[runs++];
    bool right = true;
    if (runs == 1 && tt_forests_check(graph, forests.colour, forests.part, &right, &error) != TT_OK) stop(&error);
    if (!right) {
      tt_fail(&error, TT_REFUTED, "%s: the forests are not what they should be", graph->name);
      stop(&error);
    }
    ours.tempo = forests.tempo;
    ours.size = forests.size;
    tt_forests_free(&forests);
  }
  ours.seconds = median(seconds, runs);
  return ours;
}

struct plain {
  double seconds, share; /* of the edges done */
  bool finished, agrees;
};

/* The pebble game knows a limit of visits, not of time: one that is not soon ready is started again with as many visits
 * as should fit into the time. */
static struct plain pebbles_run(const struct tt_graph *graph, enum tt_pebble_order order, double most_seconds,
                                const struct ours *ours) {
  struct plain plain = {0};
  for (uint64_t limit = FIRST_VISITS;;) {
    struct tt_pebbles pebbles;
    struct tt_error error;
    const double started = cpu_seconds();
    const enum tt_status status = tt_pebbles_make(&pebbles, graph, order, limit, &error);
    plain.seconds = cpu_seconds() - started;
    plain.share = (double)pebbles.done / (double)graph->edge_count;
    plain.finished = status == TT_OK;
    plain.agrees = plain.finished && pebbles.size == ours->size && pebbles.tempo == ours->tempo;
    if (plain.finished) break;
    if (pebbles.visits <= limit) stop(&error);
    if (limit > FIRST_VISITS || plain.seconds * 1.5 > most_seconds) break;
    limit = (uint64_t)((double)limit * most_seconds / plain.seconds);
  }
  if (plain.finished && !plain.agrees) {
    fprintf(stderr, "bench: %s: forests and pebble game disagree\n", graph->name);
    exit(TT_REFUTED);
  }
  return plain;
}

/* The floor: one union-find over the edges, which says how far reading them in this order is from linear. */
static double union_find_run(const struct tt_graph *graph) {
  double seconds[3];
  for (size_t run = 0; run < 3; run++) {
    struct tt_partition partition;
    const double started = cpu_seconds();
    if (!tt_partition_make(&partition, graph->vertex_count)) {
      struct tt_error error;
      tt_no_memory(&error);
      stop(&error);
    }
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      tt_partition_unite(&partition, graph->edges[edge].u, graph->edges[edge].v);
    }
    tt_partition_free(&partition);
    seconds[run] = cpu_seconds() - started;
  }
  return median(seconds, 3);
}

/* ---- The families, by number of edges ---- */

struct family {
  const char *format, *title;
  double vertices_an_edge; /* the number in its name is that many times the edges; 0: their root, of a square board */
  enum order order;
};

static void name_member(char *name, size_t size, const struct family *family, double edges) {
  const unsigned number =
      (unsigned)lround(family->vertices_an_edge > 0 ? edges * family->vertices_an_edge : sqrt(edges / 2));
  snprintf(name, size, family->format, number, (unsigned)lround(edges));
}

/* ---- The first table ---- */

static void print_plain(const struct plain *plain, const struct ours *ours) {
  if (plain->finished) {
    printf(" %.3g | %.3g |", plain->seconds, plain->seconds / ours->seconds);
  } else {
    const double percent = floor(1000 * plain->share) / 10; /* never 100 % of what was not finished */
    printf(" > %.3g (%.1f %%) | > %.3g |", plain->seconds, percent, plain->seconds / ours->seconds);
  }
}

static void side_by_side_row(const struct family *family, double edges, double most_seconds, enum order order) {
  static const char *const outcomes[] = {"Short", "First", "Cut"};
  char name[80];
  name_member(name, sizeof name, family, small() ? edges / 100 : edges);
  struct tt_graph *const graph = graph_named(name);
  put_in_order(graph, order);
  const struct ours ours = forests_run(graph);
  const struct plain depth = pebbles_run(graph, TT_DEPTH_FIRST, most_seconds, &ours);
  const struct plain breadth = pebbles_run(graph, TT_BREADTH_FIRST, most_seconds, &ours);
  printf("| %s | %s | %zu | %s | %.3g |", name, order_names[order], graph->edge_count, outcomes[ours.tempo],
         ours.seconds);
  print_plain(&depth, &ours);
  print_plain(&breadth, &ours);
  puts(depth.finished || breadth.finished ? " yes |" : " - |");
  fflush(stdout);
  tt_graph_free(graph);
}

static void side_by_side(void) {
  static const struct {
    struct family family;
    double edges, most_seconds;
    bool edges_alone; /* a row too in which the vertices keep their numbers */
  } rows[] = {
      {{"bridgit:%u", NULL, 0, AS_GIVEN}, 2e6, LONG, true},
      {{"random-trees:%u", NULL, 0.5, AS_GIVEN}, 2e6, LONG, false},
      {{"random-regular:%u", NULL, 0.5, AS_GIVEN}, 2e6, LONG, false},
      {{"random:%ux%u", NULL, 1.0 / 3, AS_GIVEN}, 3e6, SHORT, false},
      {{"random:%ux%u", NULL, 0.002, AS_GIVEN}, 1e6, LONG, false},
      {{"doubled-path:%u", NULL, 0.5, AS_GIVEN}, 1e6, LONG, true},
      {{"ladder:%u", NULL, 1.0 / 3, AS_GIVEN}, 1e6, LONG, false},
      {{"routes:%u", NULL, 0.5, AS_GIVEN}, 1e6, LONG, false},
      {{"shuttle:%u", NULL, 0.125, AS_GIVEN}, 1e6, SHORT, false},
  };
  printf(
      "\n### Beside the plain pebble game\n\n"
      "`forests` (outcome, two trees or two forests, and the partition that proves them largest) and a plain\n"
      "(2,2)-pebble game of our own in C, which makes no trees: one search an edge, depth first or breadth first. It "
      "is\n"
      "given up after some %.0f seconds (%.0f where it has no hope to end); the share of edges it had done then is in\n"
      "brackets. Shuffled: edges listed and vertices numbered at random. Sizes and outcomes agree wherever a pebble "
      "game\n"
      "came to its end, and every result of `forests` has passed its check. `shuttle` was made to be worst for the\n"
      "pebble game.\n\n",
      LONG, SHORT);
  puts(
      "| graph | order | edges | outcome | forests, s | depth first, s | ratio | breadth first, s | ratio | agree |\n"
      "|---|---|---:|---|---:|---:|---:|---:|---:|---|");
  for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
    for (enum order order = AS_GIVEN; order <= ALL_SHUFFLED; order++) {
      if (order == EDGES_SHUFFLED && !rows[row].edges_alone) continue;
      side_by_side_row(&rows[row].family, rows[row].edges, rows[row].most_seconds, order);
    }
  }
}

/* ---- The second table ---- */

#define SIZES 7 /* 10^4 edges, and by the root of ten on to 10^7 */

struct curve {
  size_t count;
  double edges[SIZES], seconds[SIZES]; /* seconds < 0: not measured */
};

/* The slope of the line through the logarithms that has the least squares; NAN with less than two points. */
static double exponent(const struct curve *curve) {
  double sums[4] = {0}, points = 0;
  for (size_t size = 0; size < curve->count; size++) {
    if (curve->seconds[size] <= 0) continue;
    const double x = log(curve->edges[size]), y = log(curve->seconds[size]);
    points++;
    sums[0] += x;
    sums[1] += y;
    sums[2] += x * x;
    sums[3] += x * y;
  }
  return points < 2 ? NAN : (points * sums[3] - sums[0] * sums[1]) / (points * sums[2] - sums[0] * sums[0]);
}

static void print_curve(FILE *plot, const struct family *family, const char *method, const struct curve *curve) {
  printf("| %s | %s |", family->title, method);
  for (size_t size = 0; size < SIZES; size++) {
    if (curve->seconds[size] < 0) {
      printf(" |");
      continue;
    }
    printf(" %.2g |", curve->seconds[size]);
    fprintf(plot, "%s\t%s\t%.0f\t%.9f\n", family->title, method, curve->edges[size], curve->seconds[size]);
  }
  printf(" %.2f |\n", exponent(curve));
}

/* Adds a point to the curve of a pebble game, unless it would take too long by how it has grown so far. */
static void pebbles_point(struct curve *curve, size_t size, enum tt_pebble_order order, const struct tt_graph *graph,
                          const struct ours *ours) {
  curve->count = size + 1;
  curve->edges[size] = (double)graph->edge_count;
  curve->seconds[size] = -1;
  if (size > 0 && curve->seconds[size - 1] < 0) return;
  const double growth = size > 1 ? curve->seconds[size - 1] / curve->seconds[size - 2] : 1;
  if (size > 0 && curve->seconds[size - 1] * fmax(growth, sqrt(10)) > MOST_GROWTH) return;
  const struct plain plain = pebbles_run(graph, order, MOST_GROWTH, ours);
  if (plain.finished) curve->seconds[size] = plain.seconds;
}

static void growth_of(FILE *plot, const struct family *family) {
  struct curve curves[4] = {{0}};
  static const char *const methods[] = {"forests", "depth first", "breadth first", "one union-find"};
  for (size_t size = 0; size < SIZES; size++) {
    char name[80];
    name_member(name, sizeof name, family, pow(10, (small() ? 2.0 : 4.0) + (double)size / 2));
    struct tt_graph *const graph = graph_named(name);
    put_in_order(graph, family->order);
    const struct ours ours = forests_run(graph);
    curves[0].seconds[size] = ours.seconds;
    curves[3].seconds[size] = union_find_run(graph);
    curves[0].edges[size] = curves[3].edges[size] = (double)graph->edge_count;
    curves[0].count = curves[3].count = size + 1;
    pebbles_point(&curves[1], size, TT_DEPTH_FIRST, graph, &ours);
    pebbles_point(&curves[2], size, TT_BREADTH_FIRST, graph, &ours);
    tt_graph_free(graph);
  }
  for (size_t method = 0; method < 4; method++) print_curve(plot, family, methods[method], &curves[method]);
  fflush(stdout);
}

static void growth(FILE *plot) {
  static const struct family families[] = {
      {"bridgit:%u", "bridgit", 0, AS_GIVEN},
      {"bridgit:%u", "bridgit, shuffled", 0, ALL_SHUFFLED},
      {"random-trees:%u", "random-trees", 0.5, AS_GIVEN},
      {"random-regular:%u", "random-regular", 0.5, AS_GIVEN},
      {"random:%ux%u", "random, 3 edges a vertex", 1.0 / 3, AS_GIVEN},
      {"shuttle:%u", "shuttle", 0.125, AS_GIVEN},
  };
  printf(
      "\n### Growth\n\n"
      "Seconds by number of edges, and the exponent of the power of the number of edges that fits best (least squares\n"
      "on logarithms). A pebble game ends where its next step would take more than about %.0f seconds. One union-find\n"
      "over the edges is the floor: its work is linear but for the caches, into which 10^4 edges fit and 10^7 do "
      "not.\n\n"
      "![Seconds against edges](docs/bench-large.svg)\n\n"
      "| family | method | 10^4 | 3.2 x 10^4 | 10^5 | 3.2 x 10^5 | 10^6 | 3.2 x 10^6 | 10^7 | exponent |\n"
      "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|\n",
      MOST_GROWTH);
  for (size_t index = 0; index < sizeof families / sizeof families[0]; index++) growth_of(plot, &families[index]);
}

int main(int count, char **words) {
  FILE *const plot = count == 2 ? fopen(words[1], "w") : NULL;
  if (plot == NULL) {
    fputs("usage: large POINTS\n", stderr);
    return 2;
  }
  puts(
      "## Large graphs\n\n"
      "Written by `make bench-large`. Processor seconds on one thread; each ratio is the other method's time over "
      "that\n"
      "of `forests` in the same run.");
  side_by_side();
  growth(plot);
  return fclose(plot) != 0 || ferror(stdout) != 0;
}
