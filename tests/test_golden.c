/* test_golden.c: data/golden.tsv, where each number stands with the two computations that gave it, against both of them
 * again.
 *
 * `test_golden --write` makes that file anew: both computations of every row, and no file where two of them differ or
 * one differs from what is published. The test repeats what takes a few seconds at most, with TT_LONG=1 everything but
 * the slowest: those rows whose time is marked as minutes are repeated by --write alone.
 *
 * The second computations are here: Burnside's lemma for numbers of graphs, Pruefer codes and Kirchhoff's determinant
 * for pairs of trees, a plain (2,2)-pebble game for every pair of terminals, group orders by search, and play and
 * winning moves from tests/naive.c and the library. Needs nauty-geng and nauty-multig in the path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/naive.h"
#include "tests/support.h"
#include "treetest/treetest.h"

#define TABLE "data/golden.tsv"

/* What a row holds: up to six numbers. */
struct values {
  unsigned count;
  uint64_t number[6];
};

/* Stops whatever is running with a reason: these functions run outside of cmocka too. */
__attribute__((format(printf, 1, 2), noreturn)) static void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("golden: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  abort();
}

static struct values one_value(uint64_t number) {
  return (struct values){1, {number}};
}

static uint64_t factorial(unsigned n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

/* ---- Lines of graphs from nauty's tools ---- */

#define ROWS 12

/* Reads a graph6 line of n <= 12 vertices by the definition of the format. */
static void rows_of_line(const char *line, unsigned n, uint32_t *rows) {
  if (line[0] != (char)(63 + n) || strlen(line) != 2 + (n * (n - 1) / 2 + 5) / 6) stop("not a graph6 line: %s", line);
  memset(rows, 0, n * sizeof *rows);
  unsigned bit = 0;
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++, bit++) {
      if (((unsigned)(line[1 + bit / 6] - 63) >> (5 - bit % 6) & 1) == 0) continue;
      rows[u] |= 1U << v;
      rows[v] |= 1U << u;
    }
  }
}

static FILE *open_pipe(const char *command) {
  FILE *const stream = popen(command, "r");
  if (stream == NULL) stop("cannot be run: %s", command);
  return stream;
}

static void close_pipe(FILE *stream, const char *command) {
  if (ferror(stream) || pclose(stream) != 0) stop("failed: %s", command);
}

static struct tt_graph *graph_of_rows(const uint32_t *rows, unsigned n) {
  struct tt_graph *const graph = tt_graph_new("rows", n);
  if (graph == NULL) stop("out of memory");
  for (uint32_t v = 1; v < n; v++) {
    for (uint32_t u = 0; u < v; u++) {
      if ((rows[u] >> v & 1) != 0 && !tt_graph_add_edge(graph, u, v)) stop("out of memory");
    }
  }
  return graph;
}

/* ---- Numbers of graphs ---- */

static struct values graphs_by_geng(unsigned n) {
  char command[100];
  uint64_t graphs = 0;
  snprintf(command, sizeof command, "nauty-geng -u %u 2>&1", n);
  FILE *const stream = open_pipe(command);
  char line[200];
  while (fgets(line, sizeof line, stream) != NULL) {
    if (sscanf(line, ">Z %" SCNu64 " graphs", &graphs) == 1) break;
  }
  while (fgets(line, sizeof line, stream) != NULL) continue;
  close_pipe(stream, command);
  return one_value(graphs);
}

static unsigned common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : common_divisor(b, a % b);
}

/* Adds n! / z times 2^(cycles on pairs) for every cycle type that begins with these cycles, z the order of its
 * centraliser. */
static void add_cycle_types(unsigned left, unsigned most, unsigned *cycles, unsigned count, unsigned n, uint64_t *sum) {
  if (left == 0) {
    uint64_t centraliser = 1;
    unsigned exponent = 0, equal = 0;
    for (unsigned index = 0; index < count; index++) {
      equal = index > 0 && cycles[index] == cycles[index - 1] ? equal + 1 : 1;
      centraliser *= cycles[index] * equal;
      exponent += cycles[index] / 2;
      for (unsigned other = 0; other < index; other++) exponent += common_divisor(cycles[index], cycles[other]);
    }
    *sum += factorial(n) / centraliser << exponent;
    return;
  }
  for (unsigned cycle = left < most ? left : most; cycle > 0; cycle--) {
    cycles[count] = cycle;
    add_cycle_types(left - cycle, cycle, cycles, count + 1, n, sum);
  }
}

static struct values graphs_by_burnside(unsigned n) {
  static const uint64_t published[] = {1, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668, 12005168}; /* OEIS A000088 */
  unsigned cycles[ROWS] = {0};
  uint64_t sum = 0;
  add_cycle_types(n, n, cycles, 0, n, &sum);
  if (sum % factorial(n) != 0 || sum / factorial(n) != published[n]) stop("Burnside's lemma, n = %u", n);
  return one_value(sum / factorial(n));
}

/* ---- Bispanning graphs ---- */

/* Are all edges in two disjoint spanning trees? Two finders must agree. */
static bool is_bispanning(const struct tt_graph *graph) {
  struct tt_forests forests;
  struct tt_all_pairs pairs;
  struct tt_error error = {0};
  if (tt_forests_make(&forests, graph, &error) != TT_OK) stop("%s", error.text);
  const unsigned n = graph->vertex_count;
  const bool bispanning = graph->edge_count == 2 * ((size_t)n - 1) && forests.size == graph->edge_count;
  tt_forests_free(&forests);
  tt_all_pairs_make(&pairs, n, graph->edges, graph->edge_count);
  const bool one_clump = pairs.clump[0] == (UINT64_C(1) << n) - 1;
  if (bispanning != one_clump) stop("forests and all_pairs differ:\n%s", support_text(graph));
  return bispanning;
}

/* Calls `look` for every simple bispanning graph on n vertices; returns how many there are. */
static uint64_t every_bispanning(unsigned n, void (*look)(void *context, const uint32_t *rows, unsigned n),
                                 void *context) {
  char command[100], line[100];
  uint32_t rows[ROWS];
  uint64_t found = 0;
  snprintf(command, sizeof command, "nauty-geng -q -c -d2 %u %u:%u", n, 2 * n - 2, 2 * n - 2);
  FILE *const stream = open_pipe(command);
  while (fgets(line, sizeof line, stream) != NULL) {
    rows_of_line(line, n, rows);
    struct tt_graph *const graph = graph_of_rows(rows, n);
    if (is_bispanning(graph)) {
      found++;
      if (look != NULL) look(context, rows, n);
    }
    tt_graph_free(graph);
  }
  close_pipe(stream, command);
  return found;
}

static struct values bispanning_found(unsigned n) {
  return one_value(every_bispanning(n, NULL, NULL));
}

static struct values bispanning_published(unsigned n) {
  static const uint64_t published[] = {1, 2, 12, 92, 1010, 14957, 275748};
  return one_value(published[n - 4]);
}

/* A line of multig -T: vertices, distinct edges, then `u v multiplicity` each. */
static struct tt_graph *graph_of_multig(const char *line) {
  char *rest;
  struct tt_graph *const graph = tt_graph_new("multig", (uint32_t)strtoul(line, &rest, 10));
  if (graph == NULL) stop("out of memory");
  for (unsigned long pairs = strtoul(rest, &rest, 10); pairs > 0; pairs--) {
    const uint32_t u = (uint32_t)strtoul(rest, &rest, 10), v = (uint32_t)strtoul(rest, &rest, 10);
    for (unsigned long copies = strtoul(rest, &rest, 10); copies > 0; copies--) {
      if (!tt_graph_add_edge(graph, u, v)) stop("out of memory");
    }
  }
  if (rest[strspn(rest, " \n")] != '\0') stop("not a line of multig: %s", line);
  return graph;
}

static struct values parallel_found(unsigned n) {
  char command[200], line[1000];
  uint64_t found = 0;
  const unsigned all = n * (n - 1) / 2, edges = 2 * n - 2;
  snprintf(command, sizeof command, "nauty-geng -q -c %u %u:%u | nauty-multig -q -T -e%u", n, n - 1,
           edges < all ? edges : all, edges);
  FILE *const stream = open_pipe(command);
  while (fgets(line, sizeof line, stream) != NULL) {
    struct tt_graph *const graph = graph_of_multig(line);
    found += is_bispanning(graph);
    tt_graph_free(graph);
  }
  close_pipe(stream, command);
  return one_value(found);
}

static struct values parallel_published(unsigned n) {
  static const uint64_t published[] = {1, 2, 9, 46, 380, 4229};
  return one_value(published[n - 2]);
}

/* ---- Pairs of edge-disjoint labelled spanning trees ---- */

/* The order of the automorphism group, by a chain of stabilisers: how many images each vertex has when those before it
 * stay, every image found by plain search. */
struct search {
  const uint32_t *rows;
  unsigned n;
  unsigned key[ROWS]; /* equal for vertices that an automorphism may exchange */
  unsigned image[ROWS];
};

static bool extend(struct search *search, unsigned placed, uint32_t used) {
  if (placed == search->n) return true;
  for (unsigned image = 0; image < search->n; image++) {
    if ((used >> image & 1) != 0 || search->key[image] != search->key[placed]) continue;
    bool fits = true;
    for (unsigned other = 0; other < placed && fits; other++) {
      fits = (search->rows[placed] >> other & 1) == (search->rows[image] >> search->image[other] & 1);
    }
    search->image[placed] = image;
    if (fits && extend(search, placed + 1, used | 1U << image)) return true;
  }
  return false;
}

static uint64_t group_order(const uint32_t *rows, unsigned n) {
  struct search search = {.rows = rows, .n = n};
  uint64_t order = 1;
  for (unsigned vertex = 0; vertex < n; vertex++) {
    search.key[vertex] = 1000U * (unsigned)__builtin_popcount(rows[vertex]);
    for (unsigned other = 0; other < n; other++) {
      const unsigned degree = (unsigned)__builtin_popcount(rows[other]);
      if ((rows[vertex] >> other & 1) != 0) search.key[vertex] += degree * degree;
    }
  }
  for (unsigned fixed = 0; fixed < n; fixed++) {
    unsigned images = 1;
    for (unsigned vertex = 0; vertex < fixed; vertex++) search.image[vertex] = vertex;
    for (unsigned image = fixed + 1; image < n; image++) {
      bool fits = search.key[image] == search.key[fixed];
      for (unsigned other = 0; other < fixed && fits; other++) {
        fits = (rows[fixed] >> other & 1) == (rows[image] >> other & 1);
      }
      search.image[fixed] = image;
      images += fits && extend(&search, fixed + 1, ((1U << fixed) - 1) | 1U << image);
    }
    order *= images;
  }
  return order;
}

static void add_splits(void *context, const uint32_t *rows, unsigned n) {
  uint64_t *const sum = context, splits = 0;
  struct tt_graph *const graph = graph_of_rows(rows, n);
  struct tt_error error = {0};
  if (tt_subsets_count_splits(graph, &splits, &error) != TT_OK) stop("%s", error.text);
  *sum += factorial(n) / group_order(rows, n) * (splits / 2);
  tt_graph_free(graph);
}

static struct values tree_pairs_by_splits(unsigned n) {
  uint64_t sum = 0;
  every_bispanning(n, add_splits, &sum);
  return one_value(sum);
}

/* The number of spanning trees of a graph by Kirchhoff, the determinant by Bareiss: every division is exact. */
static int64_t spanning_trees(const uint32_t *rows, unsigned n) {
  int64_t matrix[ROWS][ROWS], before = 1;
  for (unsigned u = 0; u + 1 < n; u++) {
    for (unsigned v = 0; v + 1 < n; v++) {
      matrix[u][v] = u == v ? __builtin_popcount(rows[u]) : -(int64_t)(rows[u] >> v & 1);
    }
  }
  for (unsigned step = 0; step + 2 < n; step++) {
    /* A Laplacian minor of a connected graph needs no pivots, and of another has a pivot 0 and determinant 0. */
    if (matrix[step][step] == 0) return 0;
    for (unsigned u = step + 1; u + 1 < n; u++) {
      for (unsigned v = step + 1; v + 1 < n; v++) {
        matrix[u][v] = (matrix[u][v] * matrix[step][step] - matrix[u][step] * matrix[step][v]) / before;
      }
    }
    before = matrix[step][step];
  }
  return matrix[n - 2][n - 2];
}

/* The tree of a Pruefer code of n - 2 digits to base n. */
static void tree_of_code(uint64_t code, unsigned n, uint32_t *rows) {
  unsigned digit[ROWS], degree[ROWS];
  uint32_t gone = 0;
  for (unsigned vertex = 0; vertex < n; vertex++) {
    degree[vertex] = 1;
    rows[vertex] = 0;
  }
  for (unsigned place = 0; place < n - 2; place++, code /= n) degree[digit[place] = (unsigned)(code % n)]++;
  for (unsigned place = 0; place < n - 1; place++) {
    unsigned leaf = 0, other = 0;
    while ((gone >> leaf & 1) != 0 || degree[leaf] != 1) leaf++;
    if (place < n - 2) {
      other = digit[place];
    } else {
      other = leaf + 1;
      while ((gone >> other & 1) != 0) other++;
    }
    rows[leaf] |= 1U << other;
    rows[other] |= 1U << leaf;
    degree[other]--;
    gone |= 1U << leaf;
  }
}

/* Over all labelled trees, how many trees of the complete graph avoid it. */
static struct values tree_pairs_by_codes(unsigned n) {
  static const uint64_t published[] = {1, 1, 0, 0, 6, 570, 73620, 13675620, 3540401760}; /* OEIS A291953, from n = 1 */
  uint64_t codes = 1, sum = 0;
  for (unsigned place = 0; place < n - 2; place++) codes *= n;
  for (uint64_t code = 0; code < codes; code++) {
    uint32_t rows[ROWS];
    tree_of_code(code, n, rows);
    for (unsigned vertex = 0; vertex < n; vertex++) rows[vertex] = ~rows[vertex] & ((1U << n) - 1) & ~(1U << vertex);
    sum += (uint64_t)spanning_trees(rows, n);
  }
  if (sum % 2 != 0 || sum / 2 != published[n]) stop("pairs of trees, n = %u: %" PRIu64 " / 2", n, sum);
  return one_value(sum / 2);
}

/* ---- The census ---- */

static enum tt_status add_piece(void *context, unsigned piece, const struct tt_census *census, struct tt_error *error) {
  (void)piece;
  (void)error;
  tt_census_add(context, census);
  return TT_OK;
}

/* Of n vertices, kept for the second row that asks. */
static const struct tt_census *census_of(unsigned n) {
  static struct tt_census kept[ROWS];
  static bool known[ROWS];
  if (known[n]) return &kept[n];
  const struct tt_census_options options = {.generator = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1}};
  struct tt_error error = {0};
  if (tt_census_run(&options, n < 9 ? 4 : 64, NULL, 0, add_piece, &kept[n], &error) != TT_OK) stop("%s", error.text);
  known[n] = true;
  return &kept[n];
}

static struct values labelled_by_census(unsigned n) {
  struct values values = {.count = 3};
  for (unsigned outcome = 0; outcome < 3; outcome++) values.number[outcome] = (uint64_t)census_of(n)->labelled[outcome];
  return values;
}

static struct values pairs_by_census(unsigned n) {
  struct values values = {.count = 3};
  memcpy(values.number, census_of(n)->pairs, sizeof census_of(n)->pairs);
  return values;
}

static struct tt_tables tables_of(const char *name, bool openings) {
  struct tt_graph *const graph = support_graph(name);
  const struct tt_tables_options options = {.openings = openings, .memory = (uint64_t)12 << 30};
  struct tt_tables counts;
  struct tt_error error = {0};
  if (tt_tables_make(&counts, graph, &options, &error) != TT_OK) stop("%s: %s", name, error.text);
  if (counts.outcomes[TT_NEITHER] != 0) stop("%s: whoever starts loses", name);
  tt_graph_free(graph);
  return counts;
}

static struct values labelled_by_tables(unsigned n) {
  char name[20];
  struct values values = {.count = 3};
  snprintf(name, sizeof name, "k:%u", n);
  const struct tt_tables counts = tables_of(name, false);
  memcpy(values.number, counts.outcomes, 3 * sizeof counts.outcomes[0]);
  return values;
}

/* ---- The census again, by a plain pebble game ---- */

/* Lee and Streinu's (2,2)-pebble game as they describe it: each vertex has two pebbles; one that is not free lies on an
 * edge that leads away from the vertex. */
struct pebbles {
  unsigned n;
  int8_t to[ROWS][2]; /* where the edge that a pebble lies on leads; -1: it is free */
};

static unsigned free_pebbles(const struct pebbles *game, unsigned vertex) {
  return (game->to[vertex][0] < 0 ? 1U : 0U) + (game->to[vertex][1] < 0 ? 1U : 0U);
}

/* Frees one more pebble of a vertex by turning a path of edges round, without those that were seen. */
static bool free_one(struct pebbles *game, unsigned vertex, uint32_t *seen) {
  for (unsigned pebble = 0; pebble < 2; pebble++) {
    const int next = game->to[vertex][pebble];
    if (next < 0 || (*seen >> next & 1) != 0) continue;
    *seen |= 1U << next;
    if (free_pebbles(game, (unsigned)next) == 0 && !free_one(game, (unsigned)next, seen)) continue;
    game->to[next][game->to[next][0] < 0 ? 0 : 1] = (int8_t)vertex;
    game->to[vertex][pebble] = -1;
    return true;
  }
  return false;
}

static unsigned most_pebbles_on(struct pebbles *game, unsigned u, unsigned v) {
  const unsigned ends[2] = {u, v};
  for (unsigned end = 0; end < 2; end++) {
    uint32_t seen;
    do {
      seen = 1U << u | 1U << v;
    } while (free_pebbles(game, ends[end]) < 2 && free_one(game, ends[end], &seen));
  }
  return free_pebbles(game, u) + free_pebbles(game, v);
}

/* How many pairs of each outcome: most pebbles on a pair, less 2. */
static void pebble_outcomes(const uint32_t *rows, unsigned n, uint64_t *outcomes) {
  struct pebbles game = {.n = n};
  memset(game.to, -1, sizeof game.to);
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) {
      if ((rows[u] >> v & 1) == 0 || most_pebbles_on(&game, u, v) < 3) continue;
      const unsigned from = free_pebbles(&game, u) > 0 ? u : v;
      game.to[from][game.to[from][0] < 0 ? 0 : 1] = (int8_t)(from == u ? v : u);
    }
  }
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) outcomes[most_pebbles_on(&game, u, v) - 2]++;
  }
}

struct pebble_census {
  uint64_t graphs, pairs[3], labelled[3];
};

static void add_pebble_piece(unsigned n, unsigned res, unsigned mod, struct pebble_census *sum) {
  char command[100], line[100];
  uint32_t rows[ROWS];
  snprintf(command, sizeof command, "nauty-geng -q %u %u/%u", n, res, mod);
  FILE *const stream = open_pipe(command);
  while (fgets(line, sizeof line, stream) != NULL) {
    uint64_t outcomes[3] = {0};
    rows_of_line(line, n, rows);
    pebble_outcomes(rows, n, outcomes);
    const uint64_t order = group_order(rows, n);
    sum->graphs++;
    for (unsigned outcome = 0; outcome < 3; outcome++) {
      sum->pairs[outcome] += outcomes[outcome];
      if (outcomes[outcome] * 2 * factorial(n - 2) % order != 0) stop("a group order is wrong: %s", line);
      sum->labelled[outcome] += outcomes[outcome] * 2 * factorial(n - 2) / order;
    }
  }
  close_pipe(stream, command);
}

static const struct pebble_census *pebble_census_of(unsigned n) {
  static struct pebble_census kept[ROWS];
  static bool known[ROWS];
  if (known[n]) return &kept[n];
  const unsigned mod = n < 9 ? 1 : 64;
#pragma omp parallel for schedule(dynamic, 1)
  for (unsigned res = 0; res < mod; res++) {
    struct pebble_census mine = {0};
    add_pebble_piece(n, res, mod, &mine);
#pragma omp critical
    {
      kept[n].graphs += mine.graphs;
      for (unsigned outcome = 0; outcome < 3; outcome++) {
        kept[n].pairs[outcome] += mine.pairs[outcome];
        kept[n].labelled[outcome] += mine.labelled[outcome];
      }
    }
  }
  if (kept[n].graphs != graphs_by_burnside(n).number[0]) stop("pebbles: graphs are missing, n = %u", n);
  known[n] = true;
  return &kept[n];
}

static struct values labelled_by_pebbles(unsigned n) {
  const struct pebble_census *const census = pebble_census_of(n);
  return (struct values){3, {census->labelled[0], census->labelled[1], census->labelled[2]}};
}

static struct values pairs_by_pebbles(unsigned n) {
  const struct pebble_census *const census = pebble_census_of(n);
  return (struct values){3, {census->pairs[0], census->pairs[1], census->pairs[2]}};
}

/* ---- Pair by pair, with forests and with all winning moves ---- */

struct pair_sums {
  uint64_t outcomes[3];                                       /* pairs */
  uint64_t labelled[3], openings, short_winning, cut_winning; /* weighted by the number of labellings */
};

static void add_moves(struct tt_graph *graph, uint64_t *of_graph, uint64_t *openings) {
  uint8_t short_wins[ROWS * ROWS], cut_wins[ROWS * ROWS];
  struct tt_error error = {0};
  unsigned tempo;
  if (tt_winning_moves(graph, &tempo, short_wins, cut_wins, &error) != TT_OK) stop("%s", error.text);
  of_graph[tempo]++;
  if (tempo != TT_FIRST) return;
  openings[0] += graph->edge_count;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    openings[1] += short_wins[edge];
    openings[2] += cut_wins[edge];
  }
}

static void add_tempo(struct tt_graph *graph, uint64_t *of_graph) {
  struct tt_forests forests;
  struct tt_error error = {0};
  if (tt_forests_make(&forests, graph, &error) != TT_OK) stop("%s", error.text);
  of_graph[forests.tempo]++;
  tt_forests_free(&forests);
}

static uint64_t labellings(uint64_t pairs, unsigned n, uint64_t order) {
  const uint64_t product = pairs * 2 * factorial(n - 2);
  if (product % order != 0) stop("%" PRIu64 " labellings are no multiple of %" PRIu64, product, order);
  return product / order;
}

/* Every graph on n vertices with every pair of terminals. */
static struct pair_sums pair_by_pair(unsigned n, bool moves) {
  struct pair_sums sums = {0};
  char command[100], line[100];
  snprintf(command, sizeof command, "nauty-geng -q %u", n);
  FILE *const stream = open_pipe(command);
  while (fgets(line, sizeof line, stream) != NULL) {
    uint32_t rows[ROWS];
    uint64_t of_graph[3] = {0}, openings[3] = {0};
    rows_of_line(line, n, rows);
    struct tt_graph *const graph = graph_of_rows(rows, n);
    for (unsigned v = 1; v < n; v++) {
      for (unsigned u = 0; u < v; u++) {
        graph->terminal_a = u;
        graph->terminal_b = v;
        if (moves) {
          add_moves(graph, of_graph, openings);
        } else {
          add_tempo(graph, of_graph);
        }
      }
    }
    const uint64_t order = group_order(rows, n);
    for (unsigned outcome = 0; outcome < 3; outcome++) {
      sums.outcomes[outcome] += of_graph[outcome];
      sums.labelled[outcome] += labellings(of_graph[outcome], n, order);
    }
    sums.openings += labellings(openings[0], n, order);
    sums.short_winning += labellings(openings[1], n, order);
    sums.cut_winning += labellings(openings[2], n, order);
    tt_graph_free(graph);
  }
  close_pipe(stream, command);
  return sums;
}

static struct values pairs_by_forests(unsigned n) {
  const struct pair_sums sums = pair_by_pair(n, false);
  return (struct values){3, {sums.outcomes[0], sums.outcomes[1], sums.outcomes[2]}};
}

static struct values openings_by_moves(unsigned n) {
  const struct pair_sums sums = pair_by_pair(n, true);
  return (struct values){
      6, {sums.labelled[0], sums.labelled[1], sums.labelled[2], sums.openings, sums.short_winning, sums.cut_winning}};
}

/* ---- Openings of one base graph ---- */

static const char *const base_names[] = {"triangle",     "bridge", "k4",  "bridge-spur", "doubled-path",
                                         "bridge-chain", "k5",     "k:6", "bridgit:3"};
enum { BASES = sizeof base_names / sizeof base_names[0] };

static struct values openings_by_tables(const char *name) {
  const struct tt_tables counts = tables_of(name, true);
  return (struct values){6,
                         {counts.outcomes[0], counts.outcomes[1], counts.outcomes[2], counts.openings,
                          counts.short_winning, counts.cut_winning}};
}

static struct values base_by_tables(unsigned index) {
  return openings_by_tables(base_names[index]);
}

static struct values complete_by_tables(unsigned n) {
  char name[20];
  snprintf(name, sizeof name, "k:%u", n);
  return openings_by_tables(name);
}

static struct values base_by_naive_play(unsigned index) {
  struct tt_graph *const graph = support_graph(base_names[index]);
  struct naive_graph naive;
  struct values values = {.count = 6};
  naive_from(&naive, graph);
  struct naive_play *const play = naive_play_open(&naive);
  for (tt_edge_set present = 0; present <= tt_edge_set_all(graph->edge_count); present++) {
    tt_graph_set_edges(graph, present, 0);
    uint8_t *const states = graph->states;
    const enum tt_outcome outcome =
        tt_outcome_of((struct tt_verdict){naive_short_wins(play, states, false), naive_short_wins(play, states, true)});
    if (outcome == TT_NEITHER) stop("%s: whoever starts loses", graph->name);
    values.number[outcome]++;
    for (size_t edge = 0; edge < graph->edge_count && outcome == TT_FIRST; edge++) {
      if (states[edge] != TT_UNDECIDED) continue;
      values.number[3]++;
      states[edge] = TT_SECURED;
      values.number[4] += naive_short_wins(play, states, false);
      states[edge] = TT_DELETED;
      values.number[5] += !naive_short_wins(play, states, true);
      states[edge] = TT_UNDECIDED;
    }
  }
  naive_play_close(play);
  tt_graph_free(graph);
  return values;
}

/* ---- The table ---- */

struct computation {
  struct values (*run)(unsigned argument);
  const char *name;
  bool quick; /* else it is repeated with TT_LONG=1 only */
};

struct row {
  const char *what;
  char key[20];
  unsigned argument;
  struct computation first, second;
};

enum { ROW_LIMIT = 80 };
static struct row table[ROW_LIMIT];
static size_t row_count;

static void add_row(const char *what, unsigned argument, struct computation first, struct computation second) {
  if (row_count == ROW_LIMIT) stop("too many rows");
  table[row_count] = (struct row){.what = what, .argument = argument, .first = first, .second = second};
  snprintf(table[row_count++].key, sizeof table[0].key, "%u", argument);
}

/* Quick up to `most_quick`. */
#define BY(function, name, most_quick) \
  (struct computation) {               \
    function, name, n <= (most_quick)  \
  }

static void list_rows(void) {
  if (row_count > 0) return;
  for (unsigned n = 2; n <= 10; n++) {
    add_row("graphs", n, BY(graphs_by_geng, "geng", 9),
            BY(graphs_by_burnside, "cycle types (Burnside); OEIS A000088", 10));
  }
  for (unsigned n = 4; n <= 10; n++) {
    add_row("bispanning-simple", n, BY(bispanning_found, "geng, forests and all_pairs", 10),
            BY(bispanning_published, "published: Bingmann", 10));
  }
  for (unsigned n = 2; n <= 7; n++) {
    add_row("bispanning-parallel", n, BY(parallel_found, "geng, multig, forests and all_pairs", 7),
            BY(parallel_published, "published: Bingmann", 7));
  }
  for (unsigned n = 4; n <= 8; n++) {
    add_row("tree-pairs", n, BY(tree_pairs_by_splits, "bispanning graphs, splits by subsets", 8),
            BY(tree_pairs_by_codes, "Pruefer codes and determinants; OEIS A291953", 8));
  }
  for (unsigned n = 2; n <= 10; n++) {
    add_row("census-labelled", n, BY(labelled_by_census, "census (all_pairs)", 9),
            n <= 8 ? BY(labelled_by_tables, "play: tables on the complete graph", 7)
                   : BY(labelled_by_pebbles, "pebble game and group orders of test_golden", 9));
  }
  for (unsigned n = 2; n <= 10; n++) {
    add_row("census-pairs", n, BY(pairs_by_census, "census (all_pairs)", 9),
            n <= 8 ? BY(pairs_by_forests, "forests, pair by pair", 8)
                   : BY(pairs_by_pebbles, "pebble game of test_golden", 9));
  }
  for (unsigned n = 0; n < BASES; n++) {
    add_row("openings", n, BY(base_by_tables, "play: tables", BASES),
            BY(base_by_naive_play, "play: naive, one subgraph at a time", 6));
    snprintf(table[row_count - 1].key, sizeof table[0].key, "%s", base_names[n]);
  }
  for (unsigned n = 7; n <= 8; n++) {
    add_row("openings", n, BY(complete_by_tables, "play: tables", 7),
            BY(openings_by_moves, "trees: winning moves of every graph and pair", 7));
    snprintf(table[row_count - 1].key, sizeof table[0].key, "k:%u", n);
  }
}

static void print_line(FILE *stream, const struct row *row, const struct values *values) {
  fprintf(stream, "%s\t%s\t", row->what, row->key);
  for (unsigned index = 0; index < values->count; index++) {
    fprintf(stream, "%s%" PRIu64, index == 0 ? "" : " ", values->number[index]);
  }
  fprintf(stream, "\t%s\t%s\n", row->first.name, row->second.name);
}

static void print_heading(FILE *stream) {
  fputs(
      "# Written by `test_golden --write`, which makes every number by both of its computations and compares them.\n"
      "# graphs: up to isomorphism, on n vertices. bispanning-...: unions of two edge-disjoint spanning trees.\n"
      "# tree-pairs: unordered pairs of edge-disjoint labelled spanning trees of the complete graph.\n"
      "# census-labelled: short first cut, of the labelled graphs with two fixed terminals. census-pairs: the same\n"
      "# of all graphs up to isomorphism with every pair of terminals. openings: all subgraphs of a graph, short\n"
      "# first cut, then of those that the first mover wins: openings, winning for Short, winning for Cut.\n"
      "what\tof\tvalues\tfirst computation\tsecond computation\n",
      stream);
}

static bool same_values(const struct values *one, const struct values *other) {
  return one->count == other->count && memcmp(one->number, other->number, one->count * sizeof one->number[0]) == 0;
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static struct values run_computation(const struct row *row, const struct computation *computation) {
  const double start = seconds_now();
  const struct values values = computation->run(row->argument);
  const double seconds = seconds_now() - start;
  if (seconds > 1) fprintf(stderr, "%7.1f s  %s %s: %s\n", seconds, row->what, row->key, computation->name);
  return values;
}

static int write_table(void) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (stream == NULL) stop("out of memory");
  print_heading(stream);
  list_rows();
  for (size_t index = 0; index < row_count; index++) {
    const struct row *const row = &table[index];
    const struct values first = run_computation(row, &row->first), second = run_computation(row, &row->second);
    if (!same_values(&first, &second)) {
      print_line(stderr, row, &first);
      print_line(stderr, row, &second);
      stop("%s and %s differ", row->first.name, row->second.name);
    }
    print_line(stream, row, &first);
  }
  fclose(stream);
  stream = fopen(TABLE, "w");
  if (stream == NULL) stop("%s cannot be written", TABLE);
  fputs(text, stream);
  free(text);
  return fclose(stream) == 0 ? 0 : 3;
}

/* ---- Tests ---- */

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* The line of the file that belongs to a row, as a number of lines behind the heading. */
static char *golden_line(char **rest) {
  char *const line = strsep(rest, "\n");
  if (line == NULL || *rest == NULL) fail_msg("%s ends too early", TABLE);
  return line;
}

/* Compares one line with what a computation says now. */
static bool line_is_right(const char *line, const struct row *row, const struct values *values) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  print_line(stream, row, values);
  fclose(stream);
  text[size - 1] = '\0';
  const bool right = strcmp(text, line) == 0;
  free(text);
  return right;
}

/* Every digit of a line counts. */
static void check_that_damage_shows(const char *line, const struct row *row, const struct values *values) {
  char *const copy = strdup(line);
  assert_non_null(copy);
  for (char *at = copy; *at != '\0'; at++) {
    if (*at < '0' || *at > '9') continue;
    const char kept = *at;
    *at = kept == '9' ? '0' : (char)(kept + 1);
    assert_false(line_is_right(copy, row, values));
    *at = kept;
  }
  free(copy);
}

static void test_table(void **state) {
  (void)state;
  char *const golden = support_read(TABLE, NULL), *rest = golden, *heading = NULL;
  size_t size = 0, repeated = 0;
  FILE *const stream = open_memstream(&heading, &size);
  assert_non_null(stream);
  print_heading(stream);
  fclose(stream);
  if (strncmp(golden, heading, size) != 0) fail_msg("%s does not begin with its heading", TABLE);
  rest += size;
  list_rows();
  for (size_t index = 0; index < row_count; index++) {
    const struct row *const row = &table[index];
    const char *const line = golden_line(&rest);
    char beginning[100];
    snprintf(beginning, sizeof beginning, "%s\t%s\t", row->what, row->key);
    if (strncmp(line, beginning, strlen(beginning)) != 0) fail_msg("expected %s, found %s", beginning, line);
    const struct computation *const both[2] = {&row->first, &row->second};
    for (size_t which = 0; which < 2; which++) {
      if (!both[which]->quick && !long_run()) continue;
      const struct values values = run_computation(row, both[which]);
      if (!line_is_right(line, row, &values)) {
        print_line(stderr, row, &values);
        fail_msg("%s says otherwise than\n%s", both[which]->name, line);
      }
      check_that_damage_shows(line, row, &values);
      repeated++;
    }
  }
  assert_string_equal(rest, "");
  print_message("%zu rows, %zu of %zu computations repeated\n", row_count, repeated, 2 * row_count);
  free(heading);
  free(golden);
}

/* What is written here for large n alone is right for small n: pebbles and group orders against census and nauty. */
static void test_own_computations(void **state) {
  (void)state;
  for (unsigned n = 2; n <= 8; n++) {
    const struct values labelled = labelled_by_pebbles(n), labelled_right = labelled_by_census(n);
    const struct values pairs = pairs_by_pebbles(n), pairs_right = pairs_by_census(n);
    assert_true(same_values(&labelled, &labelled_right));
    assert_true(same_values(&pairs, &pairs_right));
  }
  for (unsigned n = 2; n <= 7; n++) {
    struct tt_error error = {0};
    const struct tt_generator_options options = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1};
    struct tt_generator *const generator = tt_generator_open(&options, &error);
    assert_non_null(generator);
    uint64_t rows[TT_GENERATOR_VERTICES];
    while (tt_generator_next(generator, rows, &error)) {
      uint32_t copy[ROWS];
      for (unsigned vertex = 0; vertex < n; vertex++) copy[vertex] = (uint32_t)rows[vertex];
      assert_int_equal(group_order(copy, n), tt_symmetry_find(NULL, rows, n));
    }
    assert_int_equal(tt_generator_close(generator, &error), TT_OK);
  }
  uint32_t complete[ROWS];
  for (unsigned vertex = 0; vertex < 10; vertex++) complete[vertex] = 1023U & ~(1U << vertex);
  assert_int_equal(group_order(complete, 10), factorial(10));
  assert_int_equal(spanning_trees(complete, 10), 100000000); /* Cayley: 10^8 */
}

/* What data/census.tsv says of the base graphs is what golden.tsv says. */
static void test_tables_agree(void **state) {
  (void)state;
  char *const golden = support_read(TABLE, NULL), *const census = support_read("data/census.tsv", NULL);
  for (unsigned index = 0; index < BASES; index++) {
    uint64_t numbers[7];
    char start[40], line[300];
    snprintf(start, sizeof start, "\n%s\t", base_names[index]);
    const char *const found = strstr(census, start);
    assert_non_null(found);
    assert_int_equal(sscanf(found + strlen(start),
                            "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64,
                            &numbers[0], &numbers[1], &numbers[2], &numbers[3], &numbers[4], &numbers[5], &numbers[6]),
                     7);
    snprintf(line, sizeof line,
             "\nopenings\t%s\t%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\t",
             base_names[index], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]);
    if (strstr(golden, line) == NULL) fail_msg("not in %s: %s", TABLE, line + 1);
  }
  free(golden);
  free(census);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--write") == 0) return write_table();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_own_computations),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_tables_agree),
  };
  return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
