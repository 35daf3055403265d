/* generator.c: all graphs on N vertices up to isomorphism, by nauty's geng through a pipe, and the symmetries of each.
 *
 * A graph of at most 32 vertices is an array of words, one a vertex: bit v of rows[u] is set when u-v is an edge. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "graph/graph.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <gtools.h>
#pragma GCC diagnostic pop

#define LINE_SIZE 128 /* a graph6 line of 32 vertices has 84 characters */

struct tt_generator {
  FILE *pipe;
  unsigned vertex_count;
  char *buffer; /* of the pipe */
};

/* Numbers of edges that no graph has, which geng would refuse in its own words. */
static enum tt_status check_edges(const struct tt_generator_options *options, struct tt_error *error) {
  const unsigned n = options->vertex_count, all = n * (n - 1) / 2;
  if (n < 2 || n > TT_GENERATOR_VERTICES) {
    return tt_fail(error, TT_BAD_INPUT, "graphs are generated on 2 to %d vertices, not %u", TT_GENERATOR_VERTICES, n);
  }
  if (options->least_edges > all) {
    return tt_fail(error, TT_BAD_INPUT, "a graph on %u vertices has at most %u edges, not %u", n, all,
                   options->least_edges);
  }
  if (options->connected && options->most_edges < n - 1) {
    return tt_fail(error, TT_BAD_INPUT, "a connected graph on %u vertices has at least %u edges, not %u", n, n - 1,
                   options->most_edges);
  }
  return TT_OK;
}

/* The status of a pipe is that of its last program, so a geng that fails makes planarg fail by a line that is none. */
static void write_command(char *command, size_t size, const struct tt_generator_options *options) {
  const unsigned all = options->vertex_count * (options->vertex_count - 1) / 2;
  char edges[60] = "";
  if (options->least_edges > 0 || options->most_edges < all) {
    snprintf(edges, sizeof edges, "%u:%u", options->least_edges, options->most_edges < all ? options->most_edges : all);
  }
  snprintf(command, size, "{ { nauty-geng -q %s %u %s %u/%u%s; } 2>/dev/null", options->connected ? "-c" : "",
           options->vertex_count, edges, options->res, options->mod,
           options->planar ? " || echo '!'; } | nauty-planarg -q" : "; }");
}

struct tt_generator *tt_generator_open(const struct tt_generator_options *options, struct tt_error *error) {
  char command[300];
  if (check_edges(options, error) != TT_OK) return NULL;
  struct tt_generator *const generator = calloc(1, sizeof *generator);
  if (generator == NULL) {
    tt_no_memory(error);
    return NULL;
  }
  generator->vertex_count = options->vertex_count;
  write_command(command, sizeof command, options);
  generator->pipe = popen(command, "r");
  if (generator->pipe == NULL) {
    tt_fail(error, TT_NO_RESOURCE, "nauty-geng cannot be started: %s", strerror(errno));
    free(generator);
    return NULL;
  }
  generator->buffer = malloc(1 << 16);
  if (generator->buffer != NULL) setvbuf(generator->pipe, generator->buffer, _IOFBF, 1 << 16);
  return generator;
}

bool tt_generator_next(struct tt_generator *generator, uint64_t *rows, struct tt_error *error) {
  char line[LINE_SIZE];
  graph words[TT_GENERATOR_VERTICES];
  if (fgets_unlocked(line, sizeof line, generator->pipe) == NULL) return false;
  const size_t length = strlen(line);
  const unsigned n = generator->vertex_count;
  if (length != 2 + (n * (n - 1) / 2 + 5) / 6 || line[length - 1] != '\n' || line[0] != (char)(63 + n)) {
    tt_fail(error, TT_NO_RESOURCE, "nauty-geng wrote a line that is no graph of %u vertices", n);
    return false;
  }
  stringtograph(line, words, 1);
  for (unsigned vertex = 0; vertex < n; vertex++) { /* nauty counts bits from the left */
    uint64_t row = 0;
    for (setword todo = words[vertex]; todo != 0; todo &= todo - 1) row |= UINT64_C(1) << (63 - __builtin_ctzll(todo));
    rows[vertex] = row;
  }
  return true;
}

enum tt_status tt_generator_close(struct tt_generator *generator, struct tt_error *error) {
  const bool failed = ferror(generator->pipe) != 0;
  const int status = pclose(generator->pipe);
  free(generator->buffer);
  free(generator);
  if (!failed && status == 0) return TT_OK;
  return tt_fail(error, TT_NO_RESOURCE, "nauty-geng did not finish (status %d); is the package nauty installed?",
                 status);
}

/* ---- Symmetries ---- */

/* Values that automorphisms keep, refined from degrees by those of the neighbours; all different: only the identity. */
static bool is_plainly_rigid(const uint64_t *rows, unsigned n) {
  uint64_t value[TT_GENERATOR_VERTICES], next[TT_GENERATOR_VERTICES] = {0};
  for (unsigned vertex = 0; vertex < n; vertex++) value[vertex] = (uint64_t)__builtin_popcountll(rows[vertex]);
  for (unsigned round = 0; round < 4; round++) {
    for (unsigned vertex = 0; vertex < n; vertex++) {
      value[vertex] = (value[vertex] + 1) * UINT64_C(0x9E3779B97F4A7C15);
      value[vertex] ^= value[vertex] >> 29;
    }
    for (unsigned vertex = 0; vertex < n; vertex++) {
      uint64_t sum = value[vertex] * 3;
      for (uint64_t todo = rows[vertex]; todo != 0; todo &= todo - 1) sum += value[__builtin_ctzll(todo)];
      next[vertex] = sum;
    }
    memcpy(value, next, n * sizeof *value);
    bool different = round > 0;
    for (unsigned u = 0; u < n && different; u++) {
      for (unsigned v = 0; v < u; v++) different = different && value[u] != value[v];
    }
    if (different) return true;
  }
  return false;
}

/* nauty hands generators to a function without a context of ours. */
static _Thread_local struct tt_symmetry *symmetry_being_found;

static uint16_t orbit_of(const struct tt_symmetry *symmetry, uint16_t pair) {
  while (symmetry->pair_orbit[pair] != pair) pair = symmetry->pair_orbit[pair];
  return pair;
}

static void unite_pairs(int count, int *image, int *orbits, int orbit_count, int stabilised, int n) {
  struct tt_symmetry *const symmetry = symmetry_being_found;
  (void)count;
  (void)orbits;
  (void)orbit_count;
  (void)stabilised;
  for (unsigned u = 0; u + 1 < (unsigned)n; u++) {
    for (unsigned v = u + 1; v < (unsigned)n; v++) {
      const unsigned a = (unsigned)image[u], b = (unsigned)image[v];
      const uint16_t from = orbit_of(symmetry, (uint16_t)tt_pair_number(u, v));
      const uint16_t to = orbit_of(symmetry, (uint16_t)(a < b ? tt_pair_number(a, b) : tt_pair_number(b, a)));
      symmetry->pair_orbit[from > to ? from : to] = from > to ? to : from;
    }
  }
}

static uint64_t nauty_order(const uint64_t *rows, unsigned n, bool pairs) {
  static DEFAULTOPTIONS_GRAPH(defaults);
  optionblk options = defaults;
  graph words[TT_GENERATOR_VERTICES];
  int labels[TT_GENERATOR_VERTICES], cells[TT_GENERATOR_VERTICES], orbits[TT_GENERATOR_VERTICES];
  statsblk stats;
  for (unsigned vertex = 0; vertex < n; vertex++) {
    words[vertex] = 0;
    for (uint64_t todo = rows[vertex]; todo != 0; todo &= todo - 1) words[vertex] |= bit[__builtin_ctzll(todo)];
  }
  if (pairs) options.userautomproc = unite_pairs;
  densenauty(words, labels, cells, orbits, &options, &stats, 1, (int)n, NULL);
  double order = stats.grpsize1;
  for (int power = 0; power < stats.grpsize2; power++) order *= 10;
  return (uint64_t)(order + 0.5);
}

uint64_t tt_symmetry_find(struct tt_symmetry *symmetry, const uint64_t *rows, unsigned vertex_count) {
  if (symmetry != NULL) {
    for (uint16_t pair = 0; pair < TT_GENERATOR_PAIRS; pair++) symmetry->pair_orbit[pair] = pair;
  }
  if (is_plainly_rigid(rows, vertex_count)) return 1;
  symmetry_being_found = symmetry;
  const uint64_t order = nauty_order(rows, vertex_count, symmetry != NULL);
  for (uint16_t pair = 0; symmetry != NULL && pair < TT_GENERATOR_PAIRS; pair++) {
    symmetry->pair_orbit[pair] = orbit_of(symmetry, pair);
  }
  return order;
}
