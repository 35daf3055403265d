/* census.c: every graph on N vertices up to isomorphism, every pair of terminals, by trees: how many are Short's,
 * First, Cut's; and, weighted by the number of labellings, how many of the labelled graphs with two fixed terminals.
 *
 * The work comes in pieces (geng's res/mod); tallies of pieces are added, so neither threads nor the order matter. A
 * graph G has N!/|Aut G| labellings; of the labelled graphs isomorphic to it, those whose vertices 0 and 1 are one of
 * its s pairs of an outcome number 2 (N - 2)! s / |Aut G|. */
#include <omp.h>
#include <string.h>

#include "survey/survey.h"

static uint64_t factorial(unsigned n) {
  uint64_t product = 1;
  for (unsigned factor = 2; factor <= n; factor++) product *= factor;
  return product;
}

void tt_census_add(struct tt_census *to, const struct tt_census *from) {
  to->graphs += from->graphs;
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    to->pairs[outcome] += from->pairs[outcome];
    to->labelled[outcome] += from->labelled[outcome];
  }
}

static size_t list_edges(struct tt_edge *edges, const uint64_t *rows, unsigned n) {
  size_t count = 0;
  for (uint32_t u = 0; u < n && u < TT_GENERATOR_VERTICES; u++) {
    for (uint64_t todo = rows[u] >> u >> 1; todo != 0; todo &= todo - 1) {
      edges[count++] = (struct tt_edge){u, u + 1 + (uint32_t)__builtin_ctzll(todo)};
    }
  }
  return count;
}

/* One pair of each orbit. */
static void count_orbits(const struct tt_symmetry *symmetry, const struct tt_all_pairs *pairs, unsigned n,
                         uint64_t *counts) {
  for (unsigned v = 1; v < n; v++) {
    for (unsigned u = 0; u < v; u++) {
      const unsigned pair = tt_pair_number(u, v);
      if (symmetry->pair_orbit[pair] != pair) continue;
      const bool clump = (pairs->clump[u] >> v & 1) != 0, not_cut = (pairs->not_cut[u] >> v & 1) != 0;
      counts[clump ? TT_SHORT : not_cut ? TT_FIRST : TT_CUT]++;
    }
  }
}

static void count_graph(struct tt_census *census, const uint64_t *rows, unsigned n, bool up_to_swap,
                        uint64_t labellings) {
  struct tt_edge edges[TT_GENERATOR_PAIRS];
  struct tt_all_pairs pairs;
  struct tt_symmetry symmetry;
  tt_all_pairs_make(&pairs, n, edges, list_edges(edges, rows, n));
  const uint64_t order = tt_symmetry_find(up_to_swap ? &symmetry : NULL, rows, n);
  census->graphs++;
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    if (!up_to_swap) census->pairs[outcome] += pairs.outcomes[outcome];
    census->labelled[outcome] += (tt_wide)labellings * pairs.outcomes[outcome] / order;
  }
  if (up_to_swap) count_orbits(&symmetry, &pairs, n, census->pairs);
}

enum tt_status tt_census_piece(struct tt_census *census, const struct tt_census_options *options,
                               struct tt_error *error) {
  const unsigned n = options->generator.vertex_count;
  struct tt_error trouble = {.status = TT_OK};
  memset(census, 0, sizeof *census);
  struct tt_generator *const generator = tt_generator_open(&options->generator, error);
  if (generator == NULL) return error == NULL ? TT_NO_RESOURCE : error->status;
  const uint64_t labellings = 2 * factorial(n - 2);
  uint64_t rows[TT_GENERATOR_VERTICES];
  while (tt_generator_next(generator, rows, &trouble)) count_graph(census, rows, n, options->up_to_swap, labellings);
  const enum tt_status status = tt_generator_close(generator, error);
  if (trouble.status == TT_OK) return status;
  if (error != NULL) *error = trouble;
  return trouble.status;
}

enum tt_status tt_census_run(const struct tt_census_options *options, unsigned pieces, const bool *wanted, int threads,
                             tt_census_piece_done done, void *context, struct tt_error *error) {
  enum tt_status worst = TT_OK;
  const unsigned res = options->generator.res, mod = options->generator.mod;
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads > 0 ? threads : omp_get_max_threads())
  for (unsigned piece = 0; piece < pieces; piece++) {
    struct tt_census_options mine = *options;
    struct tt_census census;
    struct tt_error trouble;
    enum tt_status status = TT_OK;
#pragma omp critical(census)
    status = worst;
    if (status != TT_OK || (wanted != NULL && !wanted[piece])) continue;
    mine.generator.res = res + mod * piece;
    mine.generator.mod = mod * pieces;
    for (unsigned attempt = 0; attempt < 3; attempt++) { /* a generator that died is started again */
      status = tt_census_piece(&census, &mine, &trouble);
      if (status != TT_NO_RESOURCE) break;
    }
#pragma omp critical(census)
    {
      if (status == TT_OK && worst == TT_OK) {
        status = done(context, piece, &census, &trouble);
      }
      if (status != TT_OK && worst == TT_OK) {
        worst = status;
        if (error != NULL) *error = trouble;
      }
    }
  }
  return worst;
}
