/* tables_witness.c: the tables of a base graph, all kept, as a witness for any position of it: secured edges lead to
 * the table of their partition, undecided ones to a set in it. */
#include <stdlib.h>
#include <string.h>

#include "solver/tables.h"

#define EDGE_LIMIT 20

struct work {
  struct tables_plan plan;
  uint64_t **cut_moves; /* owned */
  struct tt_rest base;  /* all edges undecided */
  uint8_t *vertex;      /* of each vertex of the graph, its number in the plan, or UINT8_MAX */
  struct tt_error trouble;
};

static void tables_close(void *memory) {
  struct work *const work = memory;
  if (work == NULL) return;
  for (uint32_t index = 0; work->cut_moves != NULL && index < work->plan.table_count; index++) {
    free(work->cut_moves[index]);
  }
  free(work->cut_moves);
  free(work->vertex);
  tables_plan_free(&work->plan);
  tt_rest_free(&work->base);
  free(work);
}

/* Which vertex of the plan each vertex of the graph is; those that no edge touches are none. */
static bool number_vertices(struct work *work, const struct tt_graph *base) {
  work->vertex = malloc((size_t)base->vertex_count + 1);
  if (work->vertex == NULL) return false;
  memset(work->vertex, UINT8_MAX, base->vertex_count);
  work->vertex[base->terminal_a] = 0;
  work->vertex[base->terminal_b] = 1;
  for (size_t index = 0; index < work->base.edge_count; index++) {
    const struct tt_edge ends = base->edges[work->base.old_edge[index]];
    work->vertex[ends.u] = work->plan.number[work->base.edges[index].u];
    work->vertex[ends.v] = work->plan.number[work->base.edges[index].v];
  }
  return true;
}

/* What is wrong with the graph is kept for the first question. */
static void prepare(struct work *work, const struct tt_graph *base) {
  const struct tt_tables_options options = {.threads = 1};
  struct tt_tables counts = {0};
  struct tt_graph *const fresh = tt_graph_copy(base, 0);
  if (fresh == NULL) {
    tt_no_memory(&work->trouble);
    return;
  }
  memset(fresh->states, TT_UNDECIDED, fresh->edge_count);
  enum tt_status status = TT_OK;
  if (base->edge_count > EDGE_LIMIT) {
    status =
        tt_fail(&work->trouble, TT_BAD_INPUT, "tables, as a witness, takes graphs of at most %d edges", EDGE_LIMIT);
  }
  if (status == TT_OK) status = tt_rest_make(&work->base, fresh, &work->trouble);
  if (status == TT_OK) status = tables_plan_make(&work->plan, &work->base, base->name, &work->trouble);
  if (status == TT_OK) {
    work->cut_moves = calloc(work->plan.table_count, sizeof *work->cut_moves);
    if (work->cut_moves == NULL || !number_vertices(work, base)) {
      tt_no_memory(&work->trouble);
    } else {
      tables_fill(&work->plan, &options, true, work->cut_moves, &counts, &work->trouble);
    }
  }
  tt_graph_free(fresh);
}

static void *tables_open(const struct tt_graph *base) {
  struct work *const work = calloc(1, sizeof *work);
  if (work != NULL) prepare(work, base);
  return work;
}

static bool bit_at(const uint64_t *table, uint64_t index) {
  return (table[index >> 6] >> (index & 63) & 1) != 0;
}

/* The part of each vertex of the plan, secured edges merged. */
static void merge_secured(const struct work *work, const struct tt_graph *position, uint8_t *label) {
  for (uint8_t vertex = 0; vertex < work->plan.vertex_count; vertex++) label[vertex] = vertex;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_SECURED) continue;
    const uint8_t keep = label[work->vertex[position->edges[edge].u]];
    const uint8_t gone = label[work->vertex[position->edges[edge].v]];
    for (uint8_t vertex = 0; vertex < work->plan.vertex_count; vertex++) {
      if (label[vertex] == gone) label[vertex] = keep;
    }
  }
}

/* How many undecided edges there are of each class of the table. */
static void count_digits(const struct work *work, const struct tt_graph *position, const struct table *table,
                         const struct permutation *permutation, uint8_t *digits) {
  memset(digits, 0, TABLES_CLASSES);
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    const uint8_t u = table->label[permutation->image[work->vertex[position->edges[edge].u]]];
    const uint8_t v = table->label[permutation->image[work->vertex[position->edges[edge].v]]];
    if (u != v) digits[table_class_between(table, u, v)]++;
  }
}

/* Short to move: is there an edge whose securing wins? */
static bool some_move_wins(const struct work *work, const struct table *table, const uint8_t *digits) {
  for (uint32_t index = 0; index < table->merge_count; index++) {
    const struct table_merge *const merge = &table->merges[index];
    if (digits[merge->class_index] == 0) continue;
    if (merge->target == TABLE_JOINED) return true;
    uint64_t place = 0;
    for (uint8_t class = 0; class < table->class_count; class ++) place += digits[class] * merge->weight[class];
    if (bit_at(work->cut_moves[merge->target], place)) return true;
  }
  return false;
}

static enum tt_status tables_ask(void *memory, const struct tt_graph *position, struct tt_verdict *verdict,
                                 struct tt_error *error) {
  const struct work *const work = memory;
  uint8_t label[TABLES_VERTICES], digits[TABLES_CLASSES];
  struct permutation permutation;
  if (work->trouble.status != TT_OK) {
    if (error != NULL) *error = work->trouble;
    return work->trouble.status;
  }
  merge_secured(work, position, label);
  const uint32_t index = tables_plan_locate(&work->plan, label, &permutation);
  if (index == TABLE_JOINED) {
    *verdict = (struct tt_verdict){true, true};
    return TT_OK;
  }
  const struct table *const table = &work->plan.tables[index];
  uint64_t place = 0;
  count_digits(work, position, table, &permutation, digits);
  for (uint8_t class = 0; class < table->class_count; class ++) place += digits[class] * table->classes[class].stride;
  verdict->short_wins_second = bit_at(work->cut_moves[index], place);
  verdict->short_wins_first = some_move_wins(work, table, digits);
  return TT_OK;
}

const struct tt_witness tt_witness_tables = {
    .name = "tables",
    .summary = "all positions of a base graph played out at once",
    .edge_limit = EDGE_LIMIT,
    .sweep_limit = 0,
    .open = tables_open,
    .ask = tables_ask,
    .close = tables_close,
};
