/* test_census_command.c: `twotrees census` and `twotrees merge` from outside, and what they are made of: known numbers
 * of graphs, sums, the labelled counts against play on complete graphs, orbits against all permutations, pieces and
 * their merging, missing and dying generators, and checkpoints: torn, damaged, foreign, killed at random moments, on a
 * full disk.
 *
 * Needs nauty-geng and nauty-planarg in the path. TT_CHECKPOINT_SECONDS=0 makes a census write its checkpoint after
 * each piece, so that a run of a second has something to lose. TT_LONG=1 kills a longer census more often. A failure
 * prints the seed, which TT_SEED repeats. */
#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/naive.h"
#include "tests/support.h"

enum { MOST = 8 };                                                                   /* vertices, in most tests */
static const uint64_t all_graphs[] = {0, 1, 2, 4, 11, 34, 156, 1044, 12346, 274668}; /* OEIS A000088 */
static const uint64_t connected_graphs[] = {0, 1, 1, 2, 6, 21, 112, 853, 11117};     /* OEIS A001349 */
static const uint64_t planar_graphs[] = {0, 1, 2, 4, 11, 33, 142, 822, 6966};        /* OEIS A005470 */

static char scratch[] = "/tmp/census-test-XXXXXX";

static bool long_run(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0';
}

/* ---- Running the program ---- */

/* Runs a shell command in which every word @ is the program and every % the scratch directory. */
static struct support_run shell(const char *words) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  for (; *words != '\0'; words++) {
    if (*words == '@') {
      fputs(support_program(), stream);
    } else if (*words == '%') {
      fputs(scratch, stream);
    } else {
      fputc(*words, stream);
    }
  }
  assert_int_equal(fclose(stream), 0);
  const struct support_run run = support_shell(text);
  free(text);
  return run;
}

__attribute__((format(printf, 1, 2))) static struct support_run shell_format(const char *format, ...) {
  char words[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return shell(words);
}

/* What the program prints; it must succeed in silence. */
static char *output_of(struct support_run run) {
  if (run.status != 0 || run.errors_size != 0) fail_msg("status %d; on stderr: %s", run.status, run.errors);
  free(run.errors);
  return run.output;
}

static void expect_failure(struct support_run run, int status, const char *output, const char *errors) {
  char *wanted = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&wanted, &size);
  assert_non_null(stream);
  for (; *errors != '\0'; errors++) {
    if (*errors == '%') {
      fputs(scratch, stream);
    } else {
      fputc(*errors, stream);
    }
  }
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(run.errors, wanted);
  assert_string_equal(run.output, output);
  assert_int_equal(run.status, status);
  free(wanted);
  support_run_free(&run);
}

/* One line that begins so, and nothing on stdout. */
static void expect_one_line(struct support_run run, int status, const char *beginning) {
  const char *const end = strchr(run.errors, '\n');
  if (run.status != status || run.output_size != 0 || end == NULL || end[1] != '\0' ||
      strncmp(run.errors, beginning, strlen(beginning)) != 0) {
    fail_msg("expected status %d, no output and one line \"%s...\"; got status %d, output \"%s\", on stderr:\n%s",
             status, beginning, run.status, run.output, run.errors);
  }
  support_run_free(&run);
}

/* ---- Records ---- */

/* Up to eleven vertices everything fits 64 bits. */
struct record {
  unsigned vertices;
  uint64_t graphs, pairs[3], labelled[3];
};

static bool same_record(const struct record *one, const struct record *other) {
  return one->graphs == other->graphs && memcmp(one->pairs, other->pairs, sizeof one->pairs) == 0 &&
         memcmp(one->labelled, other->labelled, sizeof one->labelled) == 0;
}

static void insist_on_same(const char *what, const struct record *got, const struct record *right) {
  if (same_record(got, right)) return;
  fail_msg("%s: graphs %" PRIu64 ", pairs %" PRIu64 " %" PRIu64 " %" PRIu64 ", labelled %" PRIu64 " %" PRIu64
           " %" PRIu64 "; expected %" PRIu64 ", %" PRIu64 " %" PRIu64 " %" PRIu64 ", %" PRIu64 " %" PRIu64 " %" PRIu64,
           what, got->graphs, got->pairs[0], got->pairs[1], got->pairs[2], got->labelled[0], got->labelled[1],
           got->labelled[2], right->graphs, right->pairs[0], right->pairs[1], right->pairs[2], right->labelled[0],
           right->labelled[1], right->labelled[2]);
}

static void add_record(struct record *to, const struct record *from) {
  to->graphs += from->graphs;
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    to->pairs[outcome] += from->pairs[outcome];
    to->labelled[outcome] += from->labelled[outcome];
  }
}

static uint64_t sum_of(const uint64_t *values) {
  return values[0] + values[1] + values[2];
}

/* Reads a record; `flags` is what stands behind the counts. */
static struct record parse_record(const char *line, const char *flags) {
  struct record record;
  int used = 0;
  const int found = sscanf(line,
                           "{\"kind\":\"census\",\"vertices\":%u,\"graphs\":%" SCNu64 ",\"pairs\":{\"short\":%" SCNu64
                           ",\"first\":%" SCNu64 ",\"cut\":%" SCNu64 "},\"labelled\":{\"short\":\"%" SCNu64
                           "\",\"first\":\"%" SCNu64 "\",\"cut\":\"%" SCNu64 "\"}%n",
                           &record.vertices, &record.graphs, &record.pairs[0], &record.pairs[1], &record.pairs[2],
                           &record.labelled[0], &record.labelled[1], &record.labelled[2], &used);
  char tail[200];
  snprintf(tail, sizeof tail, "%s}\n", flags);
  if (found != 8 || strcmp(line + used, tail) != 0) fail_msg("not a record that ends \"%s\": %s", tail, line);
  return record;
}

static struct record record_of(const char *arguments, const char *flags) {
  char *const line = output_of(shell_format("@ census %s --json", arguments));
  const struct record record = parse_record(line, flags);
  free(line);
  return record;
}

/* ---- Counting by other means ---- */

struct look {
  void (*at)(struct look *look, const uint64_t *rows, unsigned n);
  struct record record;
};

static uint64_t every_graph(unsigned n, struct look *look) {
  struct tt_error error = {0};
  const struct tt_generator_options options = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1};
  struct tt_generator *const generator = tt_generator_open(&options, &error);
  if (generator == NULL) fail_msg("%s", error.text);
  uint64_t rows[TT_GENERATOR_VERTICES], graphs = 0;
  for (; tt_generator_next(generator, rows, &error); graphs++) look->at(look, rows, n);
  if (tt_generator_close(generator, &error) != TT_OK) fail_msg("%s", error.text);
  return graphs;
}

static struct tt_graph *graph_of_rows(const uint64_t *rows, unsigned n) {
  struct tt_graph *const graph = tt_graph_new("rows", n);
  assert_non_null(graph);
  for (uint32_t v = 1; v < n; v++) {
    for (uint32_t u = 0; u < v; u++) {
      if ((rows[u] >> v & 1) != 0) assert_true(tt_graph_add_edge(graph, u, v));
    }
  }
  return graph;
}

static unsigned edges_of_rows(const uint64_t *rows, unsigned n) {
  unsigned twice = 0;
  for (unsigned vertex = 0; vertex < n; vertex++) twice += (unsigned)__builtin_popcountll(rows[vertex]);
  return twice / 2;
}

static bool rows_connected(const uint64_t *rows, unsigned n) {
  uint64_t reached = 1;
  for (uint64_t before = 0; before != reached;) {
    before = reached;
    for (unsigned vertex = 0; vertex < n; vertex++) reached |= (reached >> vertex & 1) != 0 ? rows[vertex] : 0;
  }
  return reached == (UINT64_C(1) << n) - 1;
}

/* Calls with every permutation of n <= 7 things until it says false. */
static bool every_permutation(unsigned *image, unsigned placed, unsigned n, bool (*look)(void *, const unsigned *),
                              void *context) {
  if (placed == n) return look(context, image);
  for (unsigned other = placed; other < n; other++) {
    const unsigned kept = image[placed];
    image[placed] = image[other];
    image[other] = kept;
    const bool on = every_permutation(image, placed + 1, n, look, context);
    image[other] = image[placed];
    image[placed] = kept;
    if (!on) return false;
  }
  return true;
}

/* ---- Symmetries by all permutations ---- */

struct symmetry {
  const uint64_t *rows;
  unsigned n;
  uint64_t order;
  unsigned orbit[64]; /* of each pair, the lowest pair of its orbit */
};

static bool look_at_permutation(void *context, const unsigned *image) {
  struct symmetry *const symmetry = context;
  for (unsigned v = 1; v < symmetry->n; v++) {
    for (unsigned u = 0; u < v; u++) {
      if ((symmetry->rows[u] >> v & 1) != (symmetry->rows[image[u]] >> image[v] & 1)) return true;
    }
  }
  symmetry->order++;
  for (unsigned v = 1; v < symmetry->n; v++) {
    for (unsigned u = 0; u < v; u++) {
      const unsigned low = image[u] < image[v] ? image[u] : image[v], high = image[u] < image[v] ? image[v] : image[u];
      const unsigned pair = tt_pair_number(u, v), other = tt_pair_number(low, high);
      if (other < symmetry->orbit[pair]) symmetry->orbit[pair] = other;
    }
  }
  return true;
}

/* The group is listed whole, so the lowest image of a pair is the lowest pair of its orbit. */
static struct symmetry brute_symmetry(const uint64_t *rows, unsigned n) {
  struct symmetry symmetry = {.rows = rows, .n = n};
  unsigned image[8] = {0};
  for (unsigned vertex = 0; vertex < n; vertex++) image[vertex] = vertex;
  for (unsigned pair = 0; pair < n * (n - 1) / 2; pair++) symmetry.orbit[pair] = pair;
  every_permutation(image, 0, n, look_at_permutation, &symmetry);
  return symmetry;
}

static void compare_symmetry(struct look *look, const uint64_t *rows, unsigned n) {
  (void)look;
  const struct symmetry right = brute_symmetry(rows, n);
  struct tt_symmetry symmetry;
  const uint64_t order = tt_symmetry_find(&symmetry, rows, n);
  bool same = order == right.order && tt_symmetry_find(NULL, rows, n) == order;
  for (unsigned pair = 0; pair < n * (n - 1) / 2; pair++) same = same && symmetry.pair_orbit[pair] == right.orbit[pair];
  if (same) return;
  struct tt_graph *const graph = graph_of_rows(rows, n);
  fail_msg("group order %" PRIu64 ", not %" PRIu64 ", or other orbits:\n%s", order, right.order, support_text(graph));
}

static void test_symmetries(void **state) {
  (void)state;
  struct look look = {.at = compare_symmetry};
  for (unsigned n = 2; n <= 7; n++) assert_int_equal(every_graph(n, &look), all_graphs[n]);
}

/* ---- Numbers of graphs, and sums ---- */

static void test_sums(void **state) {
  (void)state;
  for (unsigned n = 2; n <= MOST; n++) {
    char arguments[20];
    snprintf(arguments, sizeof arguments, "%u", n);
    const struct record record = record_of(arguments, "");
    assert_int_equal(record.vertices, n);
    assert_int_equal(record.graphs, all_graphs[n]);
    assert_int_equal(sum_of(record.pairs), all_graphs[n] * n * (n - 1) / 2);
    assert_int_equal(sum_of(record.labelled), UINT64_C(1) << (n * (n - 1) / 2));
  }
}

static void test_text(void **state) {
  (void)state;
  char *text = output_of(shell("@ census 5"));
  assert_string_equal(text,
                      "5 vertices: 34 graphs\n"
                      "                 graph and pair      labelled, terminals fixed\n"
                      "  Short                      52                             71\n"
                      "  First                     138                            502\n"
                      "  Cut                       150                            451\n");
  free(text);
  text = output_of(shell("@ census 4 --json"));
  assert_string_equal(
      text,
      "{\"kind\":\"census\",\"vertices\":4,\"graphs\":11,\"pairs\":{\"short\":6,\"first\":28,\"cut\":32},"
      "\"labelled\":{\"short\":\"1\",\"first\":\"32\",\"cut\":\"31\"}}\n");
  free(text);
}

/* The labelled graphs with two fixed terminals are the subgraphs of the complete graph: play must count them the same.
 */
static void test_labelled_against_play(void **state) {
  (void)state;
  for (unsigned n = 2; n <= 7; n++) {
    char name[20];
    struct tt_error error = {0};
    struct tt_tables tables;
    const struct tt_tables_options options = {.threads = 2};
    snprintf(name, sizeof name, "%u", n);
    const struct record record = record_of(name, "");
    snprintf(name, sizeof name, "k:%u", n);
    struct tt_graph *const graph = support_graph(name);
    if (tt_tables_make(&tables, graph, &options, &error) != TT_OK) fail_msg("%s", error.text);
    for (unsigned outcome = 0; outcome < 3; outcome++) {
      assert_int_equal(record.labelled[outcome], tables.outcomes[outcome]);
    }
    if (n <= 5) {
      struct naive_graph naive;
      uint64_t outcomes[4] = {0};
      naive_from(&naive, graph);
      struct naive_play *const play = naive_play_open(&naive);
      for (tt_edge_set present = 0; present < UINT64_C(1) << graph->edge_count; present++) {
        tt_graph_set_edges(graph, present, 0);
        outcomes[tt_outcome_of((struct tt_verdict){naive_short_wins(play, graph->states, false),
                                                   naive_short_wins(play, graph->states, true)})]++;
      }
      naive_play_close(play);
      for (unsigned outcome = 0; outcome < 3; outcome++) assert_int_equal(record.labelled[outcome], outcomes[outcome]);
    }
    tt_graph_free(graph);
  }
}

/* ---- Orbits of pairs ---- */

static enum tt_outcome outcome_by_forests(struct tt_graph *graph, unsigned u, unsigned v) {
  struct tt_forests forests;
  struct tt_error error = {0};
  graph->terminal_a = u;
  graph->terminal_b = v;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) fail_msg("%s", error.text);
  const enum tt_outcome outcome = (enum tt_outcome)forests.tempo;
  tt_forests_free(&forests);
  return outcome;
}

/* All numbers of one graph, pairs by orbit, from permutations and forests alone. */
static void add_orbits(struct look *look, const uint64_t *rows, unsigned n) {
  const struct symmetry symmetry = brute_symmetry(rows, n);
  struct tt_graph *const graph = graph_of_rows(rows, n);
  uint64_t labellings = 2;
  for (unsigned factor = 2; factor <= n - 2; factor++) labellings *= factor;
  look->record.graphs++;
  uint64_t of_outcome[3] = {0};
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) {
      const unsigned pair = tt_pair_number(u, v);
      const enum tt_outcome outcome = outcome_by_forests(graph, u, v);
      of_outcome[outcome]++;
      look->record.pairs[outcome] += symmetry.orbit[pair] == pair;
    }
  }
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    const uint64_t product = of_outcome[outcome] * labellings;
    assert_int_equal(product % symmetry.order, 0);
    look->record.labelled[outcome] += product / symmetry.order;
  }
  tt_graph_free(graph);
}

static void test_orbits(void **state) {
  (void)state;
  for (unsigned n = 2; n <= 6; n++) {
    char arguments[40];
    struct look look = {.at = add_orbits};
    every_graph(n, &look);
    snprintf(arguments, sizeof arguments, "%u --up-to-swap", n);
    const struct record record = record_of(arguments, ",\"up_to_swap\":true");
    insist_on_same(arguments, &record, &look.record);
  }
}

/* Adds 2 to the number of cycles on pairs, of a permutation of n that keeps {0, 1}. */
static bool add_fixed_graphs(void *context, const unsigned *image) {
  uint64_t *const sum = context;
  const unsigned n = (unsigned)sum[1];
  unsigned full[12], cycles = 0;
  uint64_t seen = 0;
  full[0] = sum[2] != 0 ? 1 : 0;
  full[1] = sum[2] != 0 ? 0 : 1;
  for (unsigned vertex = 2; vertex < n; vertex++) full[vertex] = image[vertex - 2] + 2;
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) {
      unsigned a = u, b = v;
      if ((seen >> tt_pair_number(u, v) & 1) != 0) continue;
      cycles++;
      do {
        seen |= UINT64_C(1) << tt_pair_number(a, b);
        const unsigned x = full[a], y = full[b];
        a = x < y ? x : y;
        b = x < y ? y : x;
      } while (a != u || b != v);
    }
  }
  sum[0] += UINT64_C(1) << cycles;
  return true;
}

/* Graphs with an unordered pair of vertices, up to isomorphism, by Burnside's lemma. */
static uint64_t graphs_with_a_pair(unsigned n) {
  uint64_t sum[3] = {0, n, 0}, group = 2;
  for (unsigned factor = 2; factor <= n - 2; factor++) group *= factor;
  for (sum[2] = 0; sum[2] < 2; sum[2]++) {
    unsigned image[12] = {0};
    for (unsigned index = 0; index < n - 2; index++) image[index] = index;
    every_permutation(image, 0, n - 2, add_fixed_graphs, sum);
  }
  assert_int_equal(sum[0] % group, 0);
  return sum[0] / group;
}

static void test_orbit_totals(void **state) {
  (void)state;
  assert_int_equal(graphs_with_a_pair(2), 2);
  assert_int_equal(graphs_with_a_pair(3), 6);
  for (unsigned n = 2; n <= MOST; n++) {
    char arguments[40];
    snprintf(arguments, sizeof arguments, "%u --up-to-swap", n);
    const struct record orbits = record_of(arguments, ",\"up_to_swap\":true");
    snprintf(arguments, sizeof arguments, "%u", n);
    const struct record all = record_of(arguments, "");
    assert_int_equal(sum_of(orbits.pairs), graphs_with_a_pair(n));
    assert_int_equal(orbits.graphs, all.graphs);
    assert_memory_equal(orbits.labelled, all.labelled, sizeof all.labelled); /* orbits do not change what is labelled */
    for (unsigned outcome = 0; outcome < 3; outcome++) assert_true(orbits.pairs[outcome] <= all.pairs[outcome]);
  }
}

/* ---- Some graphs only ---- */

static bool (*is_wanted)(const uint64_t *rows, unsigned n);
static unsigned least_wanted, most_wanted;

static bool within_edges(const uint64_t *rows, unsigned n) {
  const unsigned edges = edges_of_rows(rows, n);
  return least_wanted <= edges && edges <= most_wanted;
}

static bool connected_within_edges(const uint64_t *rows, unsigned n) {
  return rows_connected(rows, n) && within_edges(rows, n);
}

/* All numbers of the graphs wanted, by forests and nauty's group orders. */
static void add_wanted(struct look *look, const uint64_t *rows, unsigned n) {
  if (!is_wanted(rows, n)) return;
  struct tt_graph *const graph = graph_of_rows(rows, n);
  const uint64_t order = tt_symmetry_find(NULL, rows, n);
  uint64_t labellings = 2, of_outcome[3] = {0};
  for (unsigned factor = 2; factor <= n - 2; factor++) labellings *= factor;
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) of_outcome[outcome_by_forests(graph, u, v)]++;
  }
  look->record.graphs++;
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    look->record.pairs[outcome] += of_outcome[outcome];
    look->record.labelled[outcome] += of_outcome[outcome] * labellings / order;
  }
  tt_graph_free(graph);
}

static void compare_wanted(const char *arguments, const char *flags, unsigned n,
                           bool (*wanted)(const uint64_t *, unsigned)) {
  struct look look = {.at = add_wanted};
  is_wanted = wanted;
  every_graph(n, &look);
  const struct record record = record_of(arguments, flags);
  insist_on_same(arguments, &record, &look.record);
}

static void test_connected(void **state) {
  (void)state;
  for (unsigned n = 2; n <= MOST; n++) {
    char arguments[40];
    snprintf(arguments, sizeof arguments, "%u --connected", n);
    assert_int_equal(record_of(arguments, ",\"connected\":true").graphs, connected_graphs[n]);
    if (n <= 6) compare_wanted(arguments, ",\"connected\":true", n, rows_connected);
  }
}

static void test_edges(void **state) {
  (void)state;
  static const uint64_t by_edges[] = {1, 1, 2, 5, 9, 15, 21, 24, 24, 21, 15, 9, 5, 2, 1, 1}; /* OEIS A008406, n = 6 */
  struct record sum = {0};
  char arguments[60];
  for (unsigned edges = 0; edges <= 15; edges++) {
    snprintf(arguments, sizeof arguments, "6 --edges %u:%u", edges, edges);
    const struct record record = record_of(arguments, "");
    assert_int_equal(record.graphs, by_edges[edges]);
    least_wanted = most_wanted = edges;
    compare_wanted(arguments, "", 6, within_edges);
    add_record(&sum, &record);
  }
  const struct record all = record_of("6", "");
  insist_on_same("6, by edges", &sum, &all);
  least_wanted = 5;
  most_wanted = 9;
  compare_wanted("6 --edges 5:9", "", 6, within_edges);
  compare_wanted("6 --edges 5:9 --connected", ",\"connected\":true", 6, connected_within_edges);
  least_wanted = 12;
  most_wanted = 1000;
  compare_wanted("6 --edges 12:1000", "", 6, within_edges);
  for (unsigned n = 2; n <= 7; n++) {
    snprintf(arguments, sizeof arguments, "%u", n);
    least_wanted = 0;
    compare_wanted(arguments, "", n, within_edges);
  }
  compare_wanted("6 --edges 0:4294967295", "", 6, (least_wanted = 0, within_edges));
}

/* Numbers of edges that no graph has are refused by us, before geng does so in its own words. */
static void test_edges_that_no_graph_has(void **state) {
  (void)state;
  expect_failure(shell("@ census 4 --edges 8:9"), 2, "",
                 "twotrees: a graph on 4 vertices has at most 6 edges, not 8\n");
  expect_failure(shell("@ census 4 --edges 7:7 --planar --json --pieces 5"), 2, "",
                 "twotrees: a graph on 4 vertices has at most 6 edges, not 7\n");
  expect_failure(shell("@ census 5 --edges 0:3 --connected"), 2, "",
                 "twotrees: a connected graph on 5 vertices has at least 4 edges, not 3\n");
  assert_int_equal(record_of("4 --edges 6:9", "").graphs, 1);
  assert_int_equal(record_of("5 --edges 0:4 --connected", ",\"connected\":true").graphs, 3);
}

static void test_planar(void **state) {
  (void)state;
  for (unsigned n = 2; n <= MOST; n++) {
    char arguments[40];
    snprintf(arguments, sizeof arguments, "%u --planar", n);
    const struct record planar = record_of(arguments, ",\"planar\":true");
    assert_int_equal(planar.graphs, planar_graphs[n]);
    assert_int_equal(sum_of(planar.pairs), planar_graphs[n] * n * (n - 1) / 2);
    if (n > 5) continue;
    snprintf(arguments, sizeof arguments, "%u", n);
    struct record all = record_of(arguments, "");
    if (n == 5) { /* K5 alone is not planar, and all of its pairs are Short's */
      all.graphs--;
      all.pairs[TT_SHORT] -= 10;
      all.labelled[TT_SHORT]--;
    }
    insist_on_same("planar", &planar, &all);
  }
  /* The dozen-edge graphs on six vertices among them: OEIS A049334 has 2 connected planar graphs. */
  assert_int_equal(record_of("6 --planar --connected --edges 12:12", ",\"connected\":true,\"planar\":true").graphs, 2);
}

/* ---- Threads, pieces, merging ---- */

static void test_threads_and_pieces(void **state) {
  (void)state;
  static const char *const options[] = {
      "", "--threads 1", "--threads 2", "--threads 5 --pieces 1", "--threads 1 --pieces 7", "--threads 2 --pieces 61"};
  static const char *const questions[] = {"7", "7 --json", "7 --up-to-swap --json --connected",
                                          "2", "3 --json", "6 --planar --edges 4:11 --json"};
  for (size_t question = 0; question < sizeof questions / sizeof questions[0]; question++) {
    char *const right = output_of(shell_format("@ census %s", questions[question]));
    for (size_t index = 0; index < sizeof options / sizeof options[0]; index++) {
      char *const text = output_of(shell_format("@ census %s %s", questions[question], options[index]));
      assert_string_equal(text, right);
      free(text);
    }
    free(right);
  }
}

/* Pieces by --res and --mod, in any number of smaller pieces each, add up to the whole: by sum and by merge. */
static void check_merge(const char *question, const char *flags, unsigned mod) {
  struct record sum = {0};
  for (unsigned res = 0; res < mod; res++) {
    char *const line =
        output_of(shell_format("@ census %s --json --res %u --mod %u --pieces %u --checkpoint %%/part-%u", question,
                               res, mod, 1 + 3 * res % 8, res));
    char tail[200];
    snprintf(tail, sizeof tail, "%s,\"res\":%u,\"mod\":%u", flags, res, mod);
    const struct record record = parse_record(line, mod > 1 ? tail : flags);
    add_record(&sum, &record);
    free(line);
  }
  const struct record all = record_of(question, flags);
  insist_on_same(question, &sum, &all);
  for (unsigned json = 0; json < 2; json++) {
    char *const whole = output_of(shell_format("@ census %s %s", question, json ? "--json" : ""));
    char *const merged = output_of(shell_format("@ merge %s %%/part-*", json ? "--json" : ""));
    assert_string_equal(merged, whole);
    free(whole);
    free(merged);
  }
  free(output_of(shell("rm %/part-*")));
}

static void test_merge(void **state) {
  (void)state;
  check_merge("7", "", 5);
  check_merge("8", "", 3);
  check_merge("8", "", 1);
  check_merge("6", "", 40); /* many of the pieces are empty */
  check_merge("3", "", 7);
  check_merge("7 --connected --edges 8:12", ",\"connected\":true", 4);
  check_merge("7 --planar", ",\"planar\":true", 4);
  check_merge("6 --up-to-swap", ",\"up_to_swap\":true", 4);
}

static void test_merge_refuses(void **state) {
  (void)state;
  for (unsigned res = 0; res < 3; res++) {
    free(output_of(shell_format("@ census 6 --res %u --mod 3 --checkpoint %%/part-%u", res, res)));
  }
  free(output_of(shell("@ census 6 --res 1 --mod 3 --connected --checkpoint %/connected")));
  free(output_of(shell("@ census 5 --res 1 --mod 3 --checkpoint %/smaller")));
  free(output_of(shell("@ census 6 --res 1 --mod 4 --checkpoint %/quarter")));
  free(output_of(shell("@ census 6 --res 1 --mod 3 --planar --checkpoint %/planar")));
  free(output_of(shell("@ census 6 --res 1 --mod 3 --up-to-swap --checkpoint %/orbits")));
  free(output_of(shell("@ census 6 --res 1 --mod 3 --edges 0:15 --checkpoint %/edges")));
  free(output_of(shell("printf 'twotrees\\n' > %/foreign; : > %/empty")));
  expect_failure(shell("@ merge"), 2, "", "twotrees: merge: expected the checkpoints of all pieces\n");
  expect_failure(shell("@ merge %/part-0 %/part-2"), 2, "", "twotrees: merge: piece 1 of 3 is missing\n");
  expect_failure(shell("@ merge --json %/part-1"), 2, "", "twotrees: merge: piece 0 of 3 is missing\n");
  expect_failure(shell("@ merge %/part-0 %/part-1 %/part-1 %/part-2"), 2, "",
                 "twotrees: %/part-1: piece 1 of 3 is there twice\n");
  static const char *const others[] = {"connected", "smaller", "quarter", "planar", "orbits", "edges"};
  for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
    char text[100];
    snprintf(text, sizeof text, "twotrees: %%/%s: a piece of another census\n", others[index]);
    expect_failure(shell_format("@ merge %%/part-0 %%/%s %%/part-2", others[index]), 2, "", text);
  }
  expect_failure(shell("@ merge %/part-0 %/foreign %/part-2"), 2, "",
                 "twotrees: %/foreign:1: not a checkpoint of a census: expected \"twotrees census checkpoint 1\"\n");
  expect_failure(shell("@ merge %/empty"), 2, "",
                 "twotrees: %/empty:1: not a checkpoint of a census: expected \"twotrees census checkpoint 1\"\n");
  expect_failure(shell("@ merge %/part-0 %/absent %/part-2"), 2, "", "twotrees: %/absent: No such file or directory\n");
  expect_failure(shell("@ merge %"), 2, "", "twotrees: %: cannot be read\n");
  free(output_of(shell("rm -r %/*")));
}

static void test_misuse(void **state) {
  (void)state;
  static const char *const no_number[] = {"", "1", "0", "19", "-5", "5x", "five", "5 6", "''", "99999999999999999999"};
  for (size_t index = 0; index < sizeof no_number / sizeof no_number[0]; index++) {
    const bool option = no_number[index][0] == '-';
    expect_failure(shell_format("@ census %s %s", option ? "--" : "", no_number[index]), 2, "",
                   "twotrees: census: expected one number of vertices from 2 to 18\n");
  }
  static const char *const bad_edges[] = {
      "5",     "9:3",  "-1:3", "1:",           ":4",
      "1:2:3", "1:2x", "a:b",  "0:4294967296", "18446744073709551616:18446744073709551617"};
  for (size_t index = 0; index < sizeof bad_edges / sizeof bad_edges[0]; index++) {
    char text[200];
    snprintf(text, sizeof text, "twotrees: --edges %.40s: expected two numbers as in 10:14, the smaller first\n",
             bad_edges[index]);
    expect_failure(shell_format("@ census 4 --edges %s", bad_edges[index]), 2, "", text);
  }
  expect_failure(shell("@ census 4 --res 3 --mod 3"), 2, "",
                 "twotrees: --res 3 --mod 3: expected a piece from 0 to 2\n");
  expect_failure(shell("@ census 4 --res 1"), 2, "", "twotrees: --res 1 --mod 1: expected a piece from 0 to 0\n");
  expect_failure(shell("@ census 4 --pieces 0"), 2, "", "twotrees: --pieces 0: expected a number from 1 to 1000000\n");
  expect_failure(shell("@ census 5 > /dev/full"), 3, "", "twotrees: standard output: No space left on device\n");
}

/* ---- A generator that is not there, or dies ---- */

static void write_script(const char *name, const char *text) {
  char path[200];
  snprintf(path, sizeof path, "%s/%s", scratch, name);
  FILE *const stream = fopen(path, "w");
  assert_non_null(stream);
  fputs(text, stream);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(chmod(path, 0700), 0);
}

static void test_missing_generator(void **state) {
  (void)state;
  static const char *const questions[] = {"5", "5 --connected --json", "5 --planar", "5 --planar --threads 1"};
  for (size_t index = 0; index < sizeof questions / sizeof questions[0]; index++) {
    expect_one_line(shell_format("PATH=/nowhere @ census %s", questions[index]), 3, "twotrees: nauty-geng ");
  }
}

/* The filter is there and the generator is not, and the other way round: a pipe must not hide either. */
static void test_half_a_pipe(void **state) {
  (void)state;
  free(output_of(shell("ln -s \"$(command -v nauty-planarg)\" %/nauty-planarg")));
  expect_one_line(shell("PATH=% @ census 5 --planar"), 3, "twotrees: nauty-geng ");
  free(output_of(shell("rm %/nauty-planarg; ln -s \"$(command -v nauty-geng)\" %/nauty-geng")));
  expect_one_line(shell("PATH=% @ census 5 --planar"), 3, "twotrees: nauty-");
  free(output_of(shell("rm %/nauty-geng")));
}

/* Runs with a nauty-geng of our own first in the path. */
static struct support_run with_generator(const char *script, const char *question) {
  write_script("nauty-geng", script);
  return shell_format("rm -f %%/calls; REAL=$(command -v nauty-geng) DIRECTORY=%% PATH=%%:$PATH @ census %s", question);
}

static unsigned generator_calls(void) {
  char path[200];
  unsigned calls = 0;
  snprintf(path, sizeof path, "%s/calls", scratch);
  char *const text = support_read(path, NULL);
  for (const char *at = text; *at != '\0'; at++) calls += *at == '\n';
  free(text);
  return calls;
}

#define SCRIPT(body) "#!/bin/sh\necho call >> $DIRECTORY/calls\n" body "\n"

static void test_dying_generators(void **state) {
  (void)state;
  static const char *const scripts[] = {
      SCRIPT("exit 1"), SCRIPT("echo 'D?C'; echo 'D?_'; exit 1"), SCRIPT("echo 'D?C'; kill -9 $$"),
      SCRIPT("$REAL \"$@\"; kill -9 $$"), /* dies when all is written */
  };
  static const char *const questions[] = {"5 --threads 1 --pieces 1", "5 --threads 1 --pieces 1 --planar"};
  for (size_t script = 0; script < sizeof scripts / sizeof scripts[0]; script++) {
    for (size_t question = 0; question < 2; question++) {
      expect_one_line(with_generator(scripts[script], questions[question]), 3, "twotrees: nauty-geng did not finish");
      assert_int_equal(generator_calls(), 3); /* it is tried three times */
    }
  }
  free(output_of(shell("rm %/nauty-geng %/calls")));
}

/* One that dies at first is started again, and what it had written is not counted. */
static void test_generator_started_again(void **state) {
  (void)state;
  static const char script[] = SCRIPT(
      "if [ $(wc -l < $DIRECTORY/calls) -lt 3 ]; then $REAL \"$@\" | head -n 9; kill -9 $$; fi\nexec $REAL \"$@\"");
  char *const right = output_of(shell("@ census 5"));
  char *const text = output_of(with_generator(script, "5 --threads 1 --pieces 1"));
  assert_int_equal(generator_calls(), 3);
  assert_string_equal(text, right);
  free(text);
  free(right);
  free(output_of(shell("rm %/nauty-geng %/calls")));
}

static void test_generators_that_write_nonsense(void **state) {
  (void)state;
  static const char *const scripts[] = {SCRIPT("echo 'C~'"), SCRIPT("echo"), SCRIPT("echo 'DCCCCCCCCCCCCCCCCCCCC'"),
                                        SCRIPT("printf 'D?C'"), SCRIPT("printf 'D?\\0\\n'")};
  for (size_t script = 0; script < sizeof scripts / sizeof scripts[0]; script++) {
    expect_one_line(with_generator(scripts[script], "5 --threads 1 --pieces 1"), 3,
                    "twotrees: nauty-geng wrote a line that is no graph of 5 vertices");
  }
  free(output_of(shell("rm %/nauty-geng %/calls")));
}

/* ---- Checkpoints: what is read, and what is refused ---- */

static void path_of(char *path, size_t size, const char *name) {
  snprintf(path, size, "%s/%s", scratch, name);
}

static void write_bytes(const char *path, const char *bytes, size_t size) {
  FILE *const stream = fopen(path, "w");
  assert_non_null(stream);
  assert_int_equal(fwrite(bytes, 1, size, stream), size);
  assert_int_equal(fclose(stream), 0);
}

/* The status of reading these bytes as a checkpoint; *error is filled in. */
static enum tt_status read_bytes(const char *bytes, size_t size, struct tt_error *error) {
  char path[200];
  struct tt_checkpoint checkpoint;
  path_of(path, sizeof path, "bytes");
  write_bytes(path, bytes, size);
  *error = (struct tt_error){0};
  const enum tt_status status = tt_checkpoint_read(&checkpoint, path, error);
  if (status == TT_OK) {
    tt_checkpoint_free(&checkpoint);
  } else {
    assert_null(checkpoint.done);
    assert_null(checkpoint.results);
  }
  return status;
}

/* A checkpoint of the census on n vertices in which the first pieces are done, made by the library. */
static void write_partial(const char *path, unsigned n, unsigned pieces, unsigned done) {
  struct tt_checkpoint checkpoint;
  struct tt_error error = {0};
  struct tt_census_options options = {.generator = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1}};
  assert_true(tt_checkpoint_make(&checkpoint, &options, pieces));
  options.generator.mod = pieces;
  for (unsigned piece = 0; piece < done; piece++) {
    options.generator.res = piece;
    if (tt_census_piece(&checkpoint.results[piece], &options, &error) != TT_OK) fail_msg("%s", error.text);
    checkpoint.done[piece] = true;
  }
  if (tt_checkpoint_write(&checkpoint, path, &error) != TT_OK) fail_msg("%s", error.text);
  tt_checkpoint_free(&checkpoint);
}

static void test_checkpoint_round_trip(void **state) {
  (void)state;
  char path[200];
  struct tt_checkpoint one, other;
  struct tt_error error = {0};
  const struct tt_census_options options = {.generator = {.vertex_count = 18,
                                                          .connected = true,
                                                          .planar = true,
                                                          .least_edges = 3,
                                                          .most_edges = 77,
                                                          .res = 99999,
                                                          .mod = 1000000},
                                            .up_to_swap = true};
  path_of(path, sizeof path, "round-trip");
  assert_true(tt_checkpoint_make(&one, &options, 3));
  one.done[1] = one.done[2] = true;
  one.results[1] = (struct tt_census){UINT64_MAX, {UINT64_MAX, 0, 1}, {~(tt_wide)0, 0, (tt_wide)1 << 100}};
  one.results[2] = (struct tt_census){1, {2, 3, 4}, {5, 6, 7}};
  assert_int_equal(tt_checkpoint_write(&one, path, &error), TT_OK);
  if (tt_checkpoint_read(&other, path, &error) != TT_OK) fail_msg("%s", error.text);
  assert_int_equal(other.pieces, 3);
  assert_true(tt_checkpoint_fits(&other, &options));
  assert_memory_equal(other.done, one.done, 3 * sizeof *one.done);
  for (unsigned piece = 0; piece < 3; piece++) {
    assert_int_equal(other.results[piece].graphs, one.results[piece].graphs);
    assert_memory_equal(other.results[piece].pairs, one.results[piece].pairs, sizeof one.results[piece].pairs);
    assert_memory_equal(other.results[piece].labelled, one.results[piece].labelled, sizeof one.results[piece].labelled);
  }
  for (unsigned change = 0; change < 8; change++) { /* each part of the question counts */
    struct tt_census_options changed = options;
    if (change == 0) changed.generator.vertex_count--;
    if (change == 1) changed.generator.connected = false;
    if (change == 2) changed.generator.planar = false;
    if (change == 3) changed.generator.least_edges--;
    if (change == 4) changed.generator.most_edges--;
    if (change == 5) changed.generator.res--;
    if (change == 6) changed.generator.mod--;
    if (change == 7) changed.up_to_swap = false;
    assert_false(tt_checkpoint_fits(&other, &changed));
  }
  tt_checkpoint_free(&one);
  tt_checkpoint_free(&other);
}

static char *small_checkpoint(size_t *size) {
  char path[200];
  path_of(path, sizeof path, "small");
  write_partial(path, 5, 4, 3);
  return support_read(path, size);
}

static void test_torn_checkpoints(void **state) {
  (void)state;
  size_t size;
  struct tt_error error;
  char *const text = small_checkpoint(&size);
  assert_int_equal(read_bytes(text, size, &error), TT_OK);
  for (size_t length = 0; length < size; length++) {
    if (read_bytes(text, length, &error) != TT_BAD_INPUT) fail_msg("torn after %zu bytes, and read", length);
    if (strncmp(error.text, scratch, strlen(scratch)) != 0) fail_msg("%zu bytes: %s", length, error.text);
  }
  char path[200], wanted[300];
  path_of(path, sizeof path, "bytes");
  assert_int_equal(read_bytes(text, size - 1, &error), TT_BAD_INPUT);
  snprintf(wanted, sizeof wanted, "%s: cut off: expected a checksum at its end", path);
  assert_string_equal(error.text, wanted);
  char *const longer = malloc(size + 2);
  assert_non_null(longer);
  for (int byte = 0; byte < 256; byte++) { /* and one byte more */
    memcpy(longer, text, size);
    longer[size] = (char)byte;
    if (read_bytes(longer, size + 1, &error) != TT_BAD_INPUT) fail_msg("byte %d behind the end, and read", byte);
  }
  free(longer);
  free(text);
}

static void test_damaged_checkpoints(void **state) {
  (void)state;
  size_t size;
  struct tt_error error;
  char *const text = small_checkpoint(&size);
  for (size_t place = 0; place < size; place++) {
    const char kept = text[place];
    const bool every_byte = long_run() || place + 26 >= size; /* the checksum's own line: there case and blanks tempt */
    for (int change = 1; change < 256; change++) {
      if (!every_byte && (change & (change - 1)) != 0) continue;
      text[place] = (char)(kept ^ change);
      if (read_bytes(text, size, &error) == TT_BAD_INPUT) continue;
      fail_msg("byte %zu of %zu changed from '%c' to code %d, and read", place, size, kept, (unsigned char)text[place]);
    }
    text[place] = kept;
  }
  char path[200], wanted[300];
  path_of(path, sizeof path, "bytes");
  text[size / 2] ^= 1;
  assert_int_equal(read_bytes(text, size, &error), TT_BAD_INPUT);
  snprintf(wanted, sizeof wanted, "%s: damaged: the checksum does not fit", path);
  assert_string_equal(error.text, wanted);
  free(text);
}

/* The status of reading a text once it has its right checksum (FNV-1a). */
static enum tt_status read_sealed(const char *text, struct tt_error *error) {
  char sealed[2000];
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (const char *at = text; *at != '\0'; at++) sum = (sum ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
  snprintf(sealed, sizeof sealed, "%schecksum %016" PRIx64 "\n", text, sum);
  return read_bytes(sealed, strlen(sealed), error);
}

#define QUESTION "question vertices 5 connected 0 planar 0 edges 0 4294967295 up-to-swap 0 res 0 mod 1 pieces 4\n"
#define PIECE(number) "piece " number " graphs 1 pairs 1 2 3 labelled 4 5 6\n"

static void test_foreign_checkpoints(void **state) {
  (void)state;
  static const struct {
    const char *text, *reason; /* reason NULL: it is read */
  } cases[] = {
      {"twotrees census checkpoint 1\n" QUESTION, NULL},
      {"twotrees census checkpoint 1\n" QUESTION PIECE("0") PIECE("3"), NULL},
      {"twotrees census checkpoint 0\n" QUESTION, ":1: a checkpoint of another version: expected version 1"},
      {"twotrees census checkpoint 2\n" QUESTION, ":1: a checkpoint of another version: expected version 1"},
      {"twotrees census checkpoint 11\n" QUESTION, ":1: a checkpoint of another version: expected version 1"},
      {"twotrees census checkpoint 1 \n" QUESTION, ":1: a checkpoint of another version: expected version 1"},
      {"twotrees census checkpoint \n" QUESTION, ":1: a checkpoint of another version: expected version 1"},
      {"twotrees survey checkpoint 1\n" QUESTION,
       ":1: not a checkpoint of a census: expected \"twotrees census checkpoint 1\""},
      {"", ":1: not a checkpoint of a census: expected \"twotrees census checkpoint 1\""},
      {"\n", ":1: not a checkpoint of a census: expected \"twotrees census checkpoint 1\""},
      {"twotrees census checkpoint 1\n", ":2: expected the question of a census"},
      {"twotrees census checkpoint 1\nquestion\n", ":2: expected the question of a census"},
      {"twotrees census checkpoint 1\n" PIECE("0") QUESTION, ":2: expected the question of a census"},
      {"twotrees census checkpoint 1\nquestion vertices 5 connected 0 planar 0 edges 0 4294967295 up-to-swap 0 res 0 "
       "mod 1 pieces 0\n",
       ":2: expected the question of a census"},
      {"twotrees census checkpoint 1\nquestion vertices 5 connected 0 planar 0 edges 0 4294967295 up-to-swap 0 res 0 "
       "mod 1 pieces 1000001\n",
       ":2: expected the question of a census"},
      {"twotrees census checkpoint 1\n" QUESTION PIECE("4"), ":3: expected a piece below 4, once"},
      {"twotrees census checkpoint 1\n" QUESTION PIECE("1") PIECE("1"), ":4: expected a piece below 4, once"},
      {"twotrees census checkpoint 1\n" QUESTION "piece 0 graphs 1 pairs 1 2 3\n",
       ":3: expected a piece below 4, once"},
      {"twotrees census checkpoint 1\n" QUESTION "piece 0 graphs 1 pairs 1 2 3 labelled 4 5 6x\n",
       ":3: expected a piece below 4, once"},
      {"twotrees census checkpoint 1\n" QUESTION PIECE("0") QUESTION, ":4: expected a piece below 4, once"},
  };
  char path[200];
  path_of(path, sizeof path, "bytes");
  for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
    struct tt_error error;
    const enum tt_status status = read_sealed(cases[index].text, &error);
    if (cases[index].reason == NULL) {
      if (status != TT_OK) fail_msg("refused: %s\n%s", error.text, cases[index].text);
      continue;
    }
    char wanted[400];
    snprintf(wanted, sizeof wanted, "%s%s", path, cases[index].reason);
    assert_int_equal(status, TT_BAD_INPUT);
    assert_string_equal(error.text, wanted);
  }
}

/* The program refuses what the library refuses, leaves the file as it is, and does not begin. */
static void test_program_refuses_checkpoints(void **state) {
  (void)state;
  size_t size, size_after;
  char path[200];
  char *const text = small_checkpoint(&size);
  path_of(path, sizeof path, "damaged");
  text[size / 2] ^= 4;
  write_bytes(path, text, size);
  expect_failure(shell("@ census 5 --checkpoint %/damaged"), 2, "",
                 "twotrees: %/damaged: damaged: the checksum does not fit\n");
  expect_failure(shell("@ merge %/damaged"), 2, "", "twotrees: %/damaged: damaged: the checksum does not fit\n");
  char *const after = support_read(path, &size_after);
  assert_int_equal(size_after, size);
  assert_memory_equal(after, text, size);
  static const char *const others[] = {
      "6", "5 --connected", "5 --planar", "5 --up-to-swap", "5 --edges 0:9", "5 --res 0 --mod 2", "5 --res 1 --mod 2"};
  for (size_t index = 0; index < sizeof others / sizeof others[0]; index++) {
    expect_failure(shell_format("@ census %s --checkpoint %%/small", others[index]), 2, "",
                   "twotrees: %/small: a checkpoint of another census; name another file, or remove it\n");
  }
  expect_failure(shell("@ merge %/small"), 2, "",
                 "twotrees: %/small: not finished: piece 3 of 4 is missing; run it again with --checkpoint\n");
  /* Asked the same question, it goes on, in the pieces it was begun with. */
  char *const right = output_of(shell("@ census 5"));
  char *const output = output_of(shell("@ census 5 --pieces 9 --checkpoint %/small"));
  char *const merged = output_of(shell("@ merge %/small"));
  assert_string_equal(output, right);
  assert_string_equal(merged, right);
  free(text);
  free(after);
  free(right);
  free(output);
  free(merged);
}

/* What is in the checkpoint is taken from there: a false number in it comes out, so it is not counted again. */
static void test_resuming_counts_nothing_twice(void **state) {
  (void)state;
  char path[200];
  struct tt_checkpoint checkpoint;
  struct tt_error error = {0};
  path_of(path, sizeof path, "marked");
  write_partial(path, 6, 5, 2);
  assert_int_equal(tt_checkpoint_read(&checkpoint, path, &error), TT_OK);
  checkpoint.results[0].graphs += 1000000;
  assert_int_equal(tt_checkpoint_write(&checkpoint, path, &error), TT_OK);
  tt_checkpoint_free(&checkpoint);
  const struct record right = record_of("6", "");
  char arguments[300];
  snprintf(arguments, sizeof arguments, "6 --checkpoint %s", path);
  struct record marked = record_of(arguments, "");
  assert_int_equal(marked.graphs, right.graphs + 1000000);
  marked.graphs -= 1000000;
  insist_on_same("resumed", &marked, &right);
}

/* ---- Killed at random moments ---- */

/* Runs a census with its checkpoint and kills it after so many milliseconds; false when it had ended before. */
static bool run_and_kill(const char *vertices, const char *pieces, const char *path, unsigned milliseconds) {
  int status;
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    if (freopen("/dev/null", "w", stdout) == NULL) _exit(126);
    setenv("TT_CHECKPOINT_SECONDS", "0", 1);
    execl(support_program(), "twotrees", "census", vertices, "--pieces", pieces, "--checkpoint", path, (char *)NULL);
    _exit(127);
  }
  pid_t ended = 0;
  for (unsigned slept = 0; slept < milliseconds && ended == 0; slept++) {
    usleep(1000);
    ended = waitpid(child, &status, WNOHANG);
  }
  if (ended == 0) kill(child, SIGKILL);
  while (ended == 0) ended = waitpid(child, &status, 0);
  assert_int_equal(ended, child);
  while (waitpid(-1, NULL, WNOHANG) > 0) continue; /* its generators came to us, see main */
  if (WIFSIGNALED(status)) return true;
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  return false;
}

/* How many pieces are done in the checkpoint, which must be whole; 0 where there is none yet. */
static unsigned pieces_done(const char *path) {
  struct tt_checkpoint checkpoint;
  struct tt_error error = {0};
  unsigned done = 0;
  if (access(path, F_OK) != 0) return 0;
  if (tt_checkpoint_read(&checkpoint, path, &error) != TT_OK) fail_msg("after a kill: %s", error.text);
  for (unsigned piece = 0; piece < checkpoint.pieces; piece++) done += checkpoint.done[piece];
  tt_checkpoint_free(&checkpoint);
  return done;
}

static void test_killed(void **state) {
  (void)state;
  const bool longer = long_run();
  const char *const vertices = longer ? "9" : "8", *const pieces = longer ? "500" : "200";
  const uint64_t seed = support_seed(20260601);
  struct support_random random = {seed};
  char path[200], *const whole = output_of(shell_format("@ census %s", vertices));
  unsigned kills = 0, kills_with_something = 0, kills_too_early = 0, done = 0;
  path_of(path, sizeof path, "killed");
  print_message("seed %" PRIu64 "\n", seed);
  for (unsigned runs = 0; kills < (longer ? 60U : 24U); runs++) {
    if (runs == 200) fail_msg("of %u runs only %u were alive to be killed", runs, kills);
    /* Later, the more kills came before a piece was done: slow machines need longer to begin. */
    const unsigned latest = 20U << (kills_too_early < 4 ? kills_too_early : 4);
    if (run_and_kill(vertices, pieces, path, 1 + support_below(&random, latest))) {
      kills++;
      const unsigned now = pieces_done(path);
      if (now < done) fail_msg("%u pieces were done before the kill, %u after", done, now);
      kills_with_something += now > 0;
      kills_too_early += now == done;
      done = now;
      if (kills % 8 != 0) continue;
    }
    /* To the end: the output is that of a run that nothing stopped, and so is that of the pieces merged. */
    char *const output = output_of(shell_format("@ census %s --checkpoint %%/killed", vertices));
    char *const merged = output_of(shell("@ merge %/killed"));
    assert_string_equal(output, whole);
    assert_string_equal(merged, whole);
    free(output);
    free(merged);
    assert_int_equal(remove(path), 0);
    done = 0;
  }
  print_message("%u kills, %u with pieces kept\n", kills, kills_with_something);
  if (kills_with_something < kills / 4) {
    fail_msg("only %u of %u kills left pieces behind: does TT_CHECKPOINT_SECONDS=0 work?", kills_with_something, kills);
  }
  free(whole);
}

/* ---- Full disks ---- */

/* The checkpoint that was there is kept to the byte, the run says so in one line and ends with status 3; with room
 * again it goes on to the right end. */
static void expect_kept(struct support_run run, const char *name, const char *reason) {
  char path[200], wanted[300], beside[220];
  path_of(path, sizeof path, name);
  snprintf(wanted, sizeof wanted, "twotrees: %%/%s.new: %s; the checkpoint before it is kept\n", name, reason);
  expect_failure(run, 3, "", wanted);
  snprintf(beside, sizeof beside, "%s.new", path);
  assert_int_not_equal(access(beside, F_OK), 0);
}

static void finish_elsewhere(const char *name, const char *whole) {
  char *const output = output_of(shell_format("cp %%/%s %%/elsewhere; @ census 8 --checkpoint %%/elsewhere", name));
  assert_string_equal(output, whole);
  free(output);
}

static void test_full_disk_by_limit(void **state) {
  (void)state;
  char path[200], *const whole = output_of(shell("@ census 8"));
  size_t size, size_after;
  path_of(path, sizeof path, "limited");
  write_partial(path, 8, 200, 30);
  char *const before = support_read(path, &size);
  assert_in_range(size, 1025, 4096); /* more would not be that much more than the limit below */
  expect_kept(shell("trap '' XFSZ; ulimit -f 2; @ census 8 --checkpoint %/limited"), "limited", "File too large");
  char *const after = support_read(path, &size_after);
  assert_int_equal(size_after, size);
  assert_memory_equal(after, before, size);
  finish_elsewhere("limited", whole);
  /* A checkpoint after each piece: the last that fitted is kept. */
  const unsigned done = pieces_done(path);
  expect_kept(shell("trap '' XFSZ; ulimit -f 10; TT_CHECKPOINT_SECONDS=0 @ census 8 --checkpoint %/limited"), "limited",
              "File too large");
  if (pieces_done(path) <= done) fail_msg("nothing was kept on the way: does TT_CHECKPOINT_SECONDS=0 work?");
  finish_elsewhere("limited", whole);
  free(before);
  free(after);
  free(whole);
}

/* The same on a real full disk, where root may mount one. */
static void test_full_disk(void **state) {
  (void)state;
  char directory[200], path[250];
  path_of(directory, sizeof directory, "disk");
  assert_int_equal(mkdir(directory, 0700), 0);
  if (mount("none", directory, "tmpfs", 0, "size=16k") != 0) {
    print_message("no disk can be mounted here (%s); the limit on file sizes was tested\n", strerror(errno));
    assert_int_equal(rmdir(directory), 0);
    return;
  }
  snprintf(path, sizeof path, "%s/full", directory);
  write_partial(path, 8, 200, 30);
  struct support_run run = shell("TT_CHECKPOINT_SECONDS=0 @ census 8 --checkpoint %/disk/full");
  struct support_run copy = shell("cp %/disk/full %/rescued; ls %/disk");
  assert_int_equal(umount(directory), 0);
  assert_int_equal(rmdir(directory), 0);
  assert_string_equal(copy.output, "full\n");
  support_run_free(&copy);
  expect_kept(run, "disk/full", "No space left on device");
  path_of(path, sizeof path, "rescued");
  assert_in_range(pieces_done(path), 30, 199);
  char *const whole = output_of(shell("@ census 8"));
  finish_elsewhere("rescued", whole);
  free(whole);
}

static void test_checkpoint_that_cannot_be_written(void **state) {
  (void)state;
  expect_failure(shell("@ census 5 --checkpoint %/absent/x"), 3, "",
                 "twotrees: %/absent/x.new: No such file or directory; the checkpoint before it is kept\n");
  free(output_of(shell("mkdir %/directory")));
  expect_failure(shell("@ census 5 --checkpoint %/directory"), 2, "", "twotrees: %/directory: cannot be read\n");
}

static int make_scratch(void **state) {
  (void)state;
  return mkdtemp(scratch) == NULL ? -1 : 0;
}

static int remove_scratch(void **state) {
  (void)state;
  struct support_run run = shell("rm -rf %");
  const int status = run.status;
  support_run_free(&run);
  return status;
}

int main(void) {
  prctl(PR_SET_CHILD_SUBREAPER, 1UL); /* generators whose census is killed leave no zombies where init reaps none */
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_symmetries),
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_labelled_against_play),
      cmocka_unit_test(test_orbits),
      cmocka_unit_test(test_orbit_totals),
      cmocka_unit_test(test_connected),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_edges_that_no_graph_has),
      cmocka_unit_test(test_planar),
      cmocka_unit_test(test_threads_and_pieces),
      cmocka_unit_test(test_merge),
      cmocka_unit_test(test_merge_refuses),
      cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_missing_generator),
      cmocka_unit_test(test_half_a_pipe),
      cmocka_unit_test(test_dying_generators),
      cmocka_unit_test(test_generator_started_again),
      cmocka_unit_test(test_generators_that_write_nonsense),
      cmocka_unit_test(test_checkpoint_round_trip),
      cmocka_unit_test(test_torn_checkpoints),
      cmocka_unit_test(test_damaged_checkpoints),
      cmocka_unit_test(test_foreign_checkpoints),
      cmocka_unit_test(test_program_refuses_checkpoints),
      cmocka_unit_test(test_resuming_counts_nothing_twice),
      cmocka_unit_test(test_killed),
      cmocka_unit_test(test_full_disk_by_limit),
      cmocka_unit_test(test_full_disk),
      cmocka_unit_test(test_checkpoint_that_cannot_be_written),
  };
  return cmocka_run_group_tests_name("census_command", tests, make_scratch, remove_scratch);
}
