/* tables.c: all subgraphs of a graph played out at once, by the rules alone.
 *
 * For each partition of the vertices that keeps A and B apart (up to symmetry) there is one bit for every set of
 * undecided edges between its parts: does Short win with Cut to move? With Short to move, Short wins when securing some
 * edge leads to such a set of the merged partition; with Cut to move, when every deletion leads to a set that Short, to
 * move, wins. Partitions are filled from coarse to fine, sixty-four sets a word; a layer is freed when the next is
 * done. Parallel edges between merged parts are interchangeable, so a set holds only how many of them are left: what
 * makes the coarse tables small (tables_plan.h has the shape). Nothing here knows of trees. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "solver/tables.h"

#define ROWS_A_PIECE 4096

/* The places in a word whose set has this word digit. */
static const uint64_t places_with[6] = {UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC),
                                        UINT64_C(0xF0F0F0F0F0F0F0F0), UINT64_C(0xFF00FF00FF00FF00),
                                        UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};

/* What the inner loops work on. */
struct layer {
  const struct table *table;
  uint64_t *const *cut_moves; /* by table: Short wins, Cut to move; filled for coarser partitions */
  uint64_t *short_moves;      /* of this table: Short wins, Short to move */
};

/* ---- Walking through the rows ---- */

struct odometer {
  uint8_t digit[TABLES_CLASSES]; /* of the classes above the word digits */
  uint64_t base[TABLES_CLASSES]; /* by merge: the index in its target, word digits all 0 */
};

static void odometer_start(struct odometer *odometer, const struct table *table, uint64_t row) {
  memset(odometer, 0, sizeof *odometer);
  for (unsigned index = table->word_digits; index < table->class_count; index++) {
    odometer->digit[index] = (uint8_t)(row % (table->classes[index].multiplicity + 1U));
    row /= table->classes[index].multiplicity + 1U;
  }
  for (uint32_t merge = 0; merge < table->merge_count; merge++) {
    if (table->merges[merge].target == TABLE_JOINED) continue;
    for (unsigned index = table->word_digits; index < table->class_count; index++) {
      odometer->base[merge] += odometer->digit[index] * table->merges[merge].weight[index];
    }
  }
  /* The merged class itself has weight 0: its edges are inside a part then. */
}

static inline void odometer_step(struct odometer *odometer, const struct table *table) {
  for (unsigned index = table->word_digits; index < table->class_count; index++) {
    const bool over = odometer->digit[index] == table->classes[index].multiplicity;
    const uint64_t back = odometer->digit[index];
    odometer->digit[index] = over ? 0 : (uint8_t)(odometer->digit[index] + 1);
    for (uint32_t merge = 0; merge < table->merge_count; merge++) {
      const uint64_t *const weight = table->merges[merge].weight;
      if (weight == NULL) continue;
      odometer->base[merge] += over ? 0 - back * weight[index] : weight[index];
    }
    if (!over) return;
  }
}

/* Which sets of a word win at once by an edge A-B. */
static inline uint64_t joined_word(const struct table *table, const struct table_merge *merge) {
  return merge->class_index < table->word_digits ? places_with[merge->class_index] : UINT64_MAX;
}

/* How many ways there are to choose the edges of a set, its digits above the word given. */
static inline uint64_t choices(const struct table *table, const struct odometer *odometer) {
  uint64_t ways = 1;
  for (unsigned index = table->class_count; index-- > table->word_digits;) {
    const unsigned of = table->classes[index].multiplicity, chosen = odometer->digit[index];
    if (of == 1) break; /* single classes come first */
    for (unsigned step = 1; step <= chosen; step++) ways = ways * (of - step + 1) / step;
  }
  return ways;
}

/* ---- The inner loops, portable and with BMI2 ---- */

static inline uint64_t expand_bits(uint64_t bits, uint64_t mask) {
  uint64_t result = 0;
  for (; bits != 0; bits >>= 1, mask &= mask - 1) {
    if ((bits & 1) != 0) result |= mask & (~mask + 1);
  }
  return result;
}

#define ROWS(name) portable_##name
#define TARGET
#define EXPAND(bits, mask) expand_bits(bits, mask)
#include "solver/tables_rows.h"
#undef ROWS
#undef TARGET
#undef EXPAND

#if defined(__x86_64__)
#include <immintrin.h>
#define ROWS(name) fast_##name
#define TARGET __attribute__((target("bmi,bmi2,popcnt,avx2")))
#define EXPAND(bits, mask) _pdep_u64(bits, mask)
#include "solver/tables_rows.h"
static bool has_fast_path(void) {
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("avx2");
}
#else
#define fast_short_moves portable_short_moves
#define fast_cut_moves portable_cut_moves
#define fast_count portable_count
static bool has_fast_path(void) {
  return false;
}
#endif

/* ---- One table after another ---- */

struct run {
  const struct tables_plan *plan;
  const struct tt_tables_options *options;
  uint64_t **cut_moves; /* by table; NULL where not filled or freed */
  bool fast, keep_all;  /* keep_all: no layer is freed, and the graph's own table is filled too */
  int threads;
  uint64_t rows_done, rows_total;
};

static void tell(const struct run *run) {
  if (run->options->progress != NULL) run->options->progress(run->options->context, run->rows_done, run->rows_total);
}

static void fill_short_moves(struct run *run, const struct layer *layer) {
  const uint64_t rows = layer->table->row_count;
  const uint64_t span = ROWS_A_PIECE * UINT64_C(256); /* between two words about progress */
  for (uint64_t from = 0; from < rows; from += span) {
    const uint64_t to = rows - from < span ? rows : from + span;
#pragma omp parallel for schedule(dynamic) num_threads(run->threads) if (to - from > ROWS_A_PIECE)
    for (uint64_t start = from; start < to; start += ROWS_A_PIECE) {
      const uint64_t end = to - start < ROWS_A_PIECE ? to : start + ROWS_A_PIECE;
      (run->fast ? fast_short_moves : portable_short_moves)(layer, start, end);
    }
    run->rows_done += to - from;
    tell(run);
  }
}

static void fill_cut_moves(const struct run *run, const struct layer *layer, uint64_t *result) {
  const uint64_t rows = layer->table->row_count;
#pragma omp parallel for schedule(dynamic) num_threads(run->threads) if (rows > ROWS_A_PIECE)
  for (uint64_t start = 0; start < rows; start += ROWS_A_PIECE) {
    const uint64_t end = rows - start < ROWS_A_PIECE ? rows : start + ROWS_A_PIECE;
    (run->fast ? fast_cut_moves : portable_cut_moves)(layer, result, start, end);
  }
}

static void count_rows(const struct run *run, const struct layer *layer, struct tt_tables *counts) {
  const uint64_t rows = layer->table->row_count;
#pragma omp parallel num_threads(run->threads) if (rows > ROWS_A_PIECE)
  {
    struct tt_tables mine = {0};
#pragma omp for schedule(dynamic)
    for (uint64_t start = 0; start < rows; start += ROWS_A_PIECE) {
      const uint64_t end = rows - start < ROWS_A_PIECE ? rows : start + ROWS_A_PIECE;
      (run->fast ? fast_count : portable_count)(layer, start, end, run->options->openings, &mine);
    }
#pragma omp critical
    {
      for (unsigned outcome = 0; outcome < 4; outcome++) counts->outcomes[outcome] += mine.outcomes[outcome];
      counts->openings += mine.openings;
      counts->short_winning += mine.short_winning;
      counts->cut_winning += mine.cut_winning;
    }
  }
}

/* Frees the tables of partitions into fewer parts than the layer before `parts`. */
static void free_layers(struct run *run, unsigned parts) {
  for (uint32_t index = 0; index < run->plan->table_count; index++) {
    if (run->plan->tables[index].part_count + 1U >= parts) return;
    free(run->cut_moves[index]);
    run->cut_moves[index] = NULL;
  }
}

static enum tt_status fill_tables(struct run *run, struct tt_tables *counts, struct tt_error *error) {
  const struct tables_plan *const plan = run->plan;
  for (uint32_t index = 0; index < plan->table_count; index++) {
    const struct table *const table = &plan->tables[index];
    const bool last = index + 1 == plan->table_count && !run->keep_all;
    struct layer layer = {table, run->cut_moves, NULL};
    if (!run->keep_all) free_layers(run, table->part_count);
    layer.short_moves = malloc(table->row_count * sizeof(uint64_t));
    uint64_t *const result = last ? NULL : malloc(table->row_count * sizeof(uint64_t));
    if (layer.short_moves == NULL || (!last && result == NULL)) {
      free(layer.short_moves);
      free(result);
      return tt_no_memory(error);
    }
    fill_short_moves(run, &layer);
    if (last) {
      count_rows(run, &layer, counts);
    } else {
      fill_cut_moves(run, &layer, result);
      run->cut_moves[index] = result;
    }
    free(layer.short_moves);
  }
  return TT_OK;
}

enum tt_status tables_fill(const struct tables_plan *plan, const struct tt_tables_options *options, bool keep_all,
                           uint64_t **cut_moves, struct tt_tables *counts, struct tt_error *error) {
  struct run run = {.plan = plan, .options = options, .cut_moves = cut_moves, .keep_all = keep_all};
  run.fast = options->portable ? false : has_fast_path();
  run.threads = options->threads > 0 ? options->threads : omp_get_max_threads();
  for (uint32_t index = 0; index < plan->table_count; index++) run.rows_total += plan->tables[index].row_count;
  return fill_tables(&run, counts, error);
}

/* A loop can be there or not, and is no opening that wins by itself: subgraphs come in 2^loops copies. */
static void count_loops(struct tt_tables *counts, uint32_t loops) {
  for (unsigned outcome = 0; outcome < 4; outcome++) counts->outcomes[outcome] <<= loops;
}

static enum tt_status check_memory(const struct tables_plan *plan, const struct tt_tables_options *options,
                                   const char *name, struct tt_error *error) {
  const uint64_t limit = options->memory > 0 ? options->memory : UINT64_MAX;
  if (plan->peak_bytes <= limit) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "tables needs %.1f MiB for %.100s; allowed are %.1f MiB",
                 (double)plan->peak_bytes / 1048576, name, (double)limit / 1048576);
}

enum tt_status tt_tables_make(struct tt_tables *counts, const struct tt_graph *base,
                              const struct tt_tables_options *options, struct tt_error *error) {
  *counts = (struct tt_tables){0};
  struct tables_plan plan;
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, base, error);
  if (status != TT_OK) return status;
  if (rest.joined) {
    tt_rest_free(&rest);
    return tt_fail(error, TT_BAD_INPUT, "tables: A and B of %.100s are joined already", base->name);
  }
  status = tables_plan_make(&plan, &rest, base->name, error);
  tt_rest_free(&rest);
  if (status != TT_OK) return status;
  counts->bytes = plan.peak_bytes;
  counts->tables = plan.table_count;
  status = check_memory(&plan, options, base->name, error);
  if (status == TT_OK && options->openings && plan.loop_count > 0) {
    status = tt_fail(error, TT_BAD_INPUT,
                     "tables counts openings of graphs without loops only; %.100s has some: leave the openings out",
                     base->name);
  }
  if (status == TT_OK && !options->only_plan) {
    uint64_t **const cut_moves = calloc(plan.table_count, sizeof *cut_moves);
    status = cut_moves == NULL ? tt_no_memory(error) : tables_fill(&plan, options, false, cut_moves, counts, error);
    for (uint32_t index = 0; cut_moves != NULL && index < plan.table_count; index++) free(cut_moves[index]);
    free(cut_moves);
    count_loops(counts, plan.loop_count);
  }
  tables_plan_free(&plan);
  return status;
}
