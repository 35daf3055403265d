/* ilp.c: two disjoint forests by linear programming over integral polytopes, solved by GLPK, believed only where
 * integers agree.
 *
 * The graph is what is left to play: secured edges contracted, deleted edges and loops left out, and e* = A-B last.
 * Variables belong to edges, never to pairs of vertices: parallel edges are different edges.
 *
 * The bound: which edges can two disjoint forests hold? z(e) = 1 for a chosen edge; z(e*) counts copies.
 *
 *     maximise w z  subject to  0 <= z(e) <= 1,  0 <= z(e*) <= 2,  z(E[U]) <= 2 (|U| - 1) for every vertex set U
 *
 * The split: which of the chosen edges are blue? With x blue and z - x red,
 *
 *     0 <= x(e) <= 1,  0 <= z(e) - x(e) <= 1,  x(E[U]) <= |U| - 1,  (z - x)(E[U]) <= |U| - 1 for every vertex set U
 *
 * By Edmonds (1965, 1970) both polytopes are integral (the sum of two graphic matroids; an intersection of matroids),
 * so the vertex at which the simplex method ends is integral once no row is violated, and "no" is a bound, not a
 * search. Rows are added when violated. Weights are from 2 to 3 for edges and 1 for e*: a heaviest independent set is,
 * greedily, a largest one without e* and then as many copies as fit, so one program answers all questions; that they
 * differ keeps the programs from degenerating.
 *
 * GLPK proposes, integers dispose. Whatever it says, the verdict is proved by two calls of tt_forests_check:
 *   (1) the colours without copies of e*, with `part_before`: no pair of forests of the graph is larger than `size`;
 *   (2) the colours with `tempo` copies, with `part`: they are two disjoint forests, so that many copies fit; and when
 *       tempo < 2, A and B are in one part, so the bound stays the same with one copy more: it does not fit.
 * A proposal that fails is "undecided", never a verdict.
 *
 * The partitions are read off the dual of the bound, where row U has a price of at least 0. By complementary slackness
 * a set with a positive price is tight, z(E[U]) = 2 (|U| - 1), so both forests span it; tight sets that share a vertex
 * have a tight union; and an edge left out lies in sets whose prices add up to its weight at least. So:
 *   - Tight sets, merged, hold every edge left out: they are `part`. If fewer than 2 copies of e* are chosen, one
 *     is left out, and A and B are in one part.
 *   - If a copy of e* is chosen, the sets that hold both A and B cost at most 1 together, so an edge left out, of
 *     weight 2 or more, also lies in a tight set that does not. Those, merged, are `part_before`. They keep A and B
 *     apart: both forests span each of them without e*, which would close a cycle. */
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "treetest/ilp.h"

/* ---- What is left to play ---- */

static uint32_t label_vertex(struct program *program, uint32_t old_vertex) {
  const uint32_t root = tt_partition_find(&program->merged, old_vertex);
  if (program->label[root] == NOWHERE) {
    program->vertex_of[program->vertex_count] = root;
    program->label[root] = program->vertex_count++;
  }
  return program->label[root];
}

static void collect_edges(struct program *program) {
  const struct tt_graph *const position = program->position;
  for (size_t i = 0; i < position->edge_count; i++) {
    if (position->states[i] == TT_SECURED) {
      tt_partition_unite(&program->merged, position->edges[i].u, position->edges[i].v);
    }
  }
  for (uint32_t v = 0; v < position->vertex_count; v++) program->label[v] = NOWHERE;
  program->terminal_a = label_vertex(program, position->terminal_a);
  program->terminal_b = label_vertex(program, position->terminal_b);
  for (size_t i = 0; i < position->edge_count; i++) {
    if (position->states[i] != TT_UNDECIDED) continue;
    const uint32_t u = tt_partition_find(&program->merged, position->edges[i].u);
    const uint32_t v = tt_partition_find(&program->merged, position->edges[i].v);
    if (u == v) continue;
    program->edges[program->real_count] = (struct tt_edge){label_vertex(program, u), label_vertex(program, v)};
    program->old_edge[program->real_count++] = i;
  }
  program->edge_count = program->real_count;
  if (program->terminal_a != program->terminal_b) {
    program->edges[program->edge_count++] = (struct tt_edge){program->terminal_a, program->terminal_b};
  }
}

static bool program_make(struct program *program, size_t undecided) {
  const size_t old_vertices = program->position->vertex_count, edges = undecided + 1, vertices = 2 * edges;
  program->label = malloc(old_vertices * sizeof *program->label);
  program->vertex_of = malloc(vertices * sizeof *program->vertex_of);
  program->edges = malloc(edges * sizeof *program->edges);
  program->old_edge = malloc(edges * sizeof *program->old_edge);
  program->value = malloc(edges * sizeof *program->value);
  program->centre = malloc(edges * sizeof *program->centre);
  program->middle = malloc(edges * sizeof *program->middle);
  program->other = malloc(edges * sizeof *program->other);
  program->chosen = malloc(edges);
  program->blue = malloc(edges);
  program->columns = malloc((edges + 1) * sizeof *program->columns);
  program->coefficients = malloc((edges + 1) * sizeof *program->coefficients);
  program->weight = malloc(vertices * sizeof *program->weight);
  program->degree = malloc(vertices * sizeof *program->degree);
  program->ranked = malloc(edges * sizeof *program->ranked);
  program->members = malloc(vertices);
  program->is_root = malloc(vertices);
  if (program->label == NULL || program->vertex_of == NULL || program->edges == NULL || program->old_edge == NULL ||
      program->value == NULL || program->other == NULL || program->centre == NULL || program->middle == NULL ||
      program->chosen == NULL || program->blue == NULL || program->columns == NULL || program->coefficients == NULL ||
      program->weight == NULL || program->degree == NULL || program->ranked == NULL || program->members == NULL ||
      program->is_root == NULL || !tt_partition_make(&program->merged, program->position->vertex_count)) {
    return false;
  }
  collect_edges(program);
  return tt_partition_make(&program->clusters, program->vertex_count) &&
         network_make(&program->network, program->vertex_count, program->edge_count);
}

static void program_free(struct program *program) {
  network_free(&program->network);
  tt_partition_free(&program->clusters);
  tt_partition_free(&program->merged);
  free(program->priced);
  free(program->sets.members);
  free(program->is_root);
  free(program->members);
  free(program->ranked);
  free(program->degree);
  free(program->weight);
  free(program->coefficients);
  free(program->columns);
  free(program->blue);
  free(program->chosen);
  free(program->other);
  free(program->middle);
  free(program->centre);
  free(program->value);
  free(program->old_edge);
  free(program->edges);
  free(program->vertex_of);
  free(program->label);
}

/* Milliseconds left, 0 when there are none. */
int ilp_time_left(const struct program *program) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double passed =
      (double)(now.tv_sec - program->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - program->start.tv_nsec);
  if (!(passed < program->seconds)) return 0;
  return (int)fmin(ceil(1e3 * (program->seconds - passed)), INT_MAX);
}

/* ---- The two programs; column 1 + e is edge e, row 1 + s is set s (bound) or the s-th of the split's ---- */

/* 2, and a fraction without pattern (Fibonacci hashing). */
static double edge_weight(size_t edge) {
  return 2 + (double)(((uint32_t)edge * 2654435769u) >> 22) / 1024;
}

static void set_column_bounds(glp_prob *lp, size_t edge, int low, int high) {
  glp_set_col_bnds(lp, 1 + (int)edge, low == high ? GLP_FX : GLP_DB, low, high);
  glp_set_col_stat(lp, 1 + (int)edge, low == high ? GLP_NS : GLP_NU); /* all up: dual feasible from the start */
}

static void begin_bound(struct program *program) {
  glp_set_obj_dir(program->lp, GLP_MAX);
  glp_add_cols(program->lp, (int)program->edge_count);
  for (size_t e = 0; e < program->edge_count; e++) {
    const bool is_virtual = e >= program->real_count;
    glp_set_obj_coef(program->lp, 1 + (int)e, is_virtual ? 1 : edge_weight(e));
    set_column_bounds(program->lp, e, 0, is_virtual ? 2 : 1);
  }
}

static void begin_split(struct program *program) {
  glp_erase_prob(program->lp);
  glp_set_obj_dir(program->lp, GLP_MAX);
  glp_add_cols(program->lp, (int)program->edge_count);
  for (size_t e = 0; e < program->edge_count; e++) {
    const int chosen = program->chosen[e];
    glp_set_obj_coef(program->lp, 1 + (int)e, edge_weight(e)); /* any blue forest will do: this picks one vertex */
    set_column_bounds(program->lp, e, chosen == 2, chosen > 0);
    program->centre[e] = chosen / 2.0;
  }
}

/* A row for each set from `oldest` on: of the bound, or, when trees is 1, of the split, where it holds for both
 * colours. */
static void add_rows(struct program *program, size_t oldest, int trees) {
  if (program->sets.count == oldest) return;
  int row = glp_add_rows(program->lp, (int)(program->sets.count - oldest));
  for (size_t s = oldest; s < program->sets.count; s++, row++) {
    const uint8_t *const members = program->sets.members + s * program->vertex_count;
    int rank = -1, held = 0, length = 0;
    for (uint32_t v = 0; v < program->vertex_count; v++) rank += members[v];
    for (size_t e = 0; e < program->edge_count; e++) {
      if (!members[program->edges[e].u] || !members[program->edges[e].v]) continue;
      if (trees == 1) held += program->chosen[e];
      program->columns[++length] = 1 + (int)e;
      program->coefficients[length] = 1;
    }
    glp_set_mat_row(program->lp, row, length, program->columns, program->coefficients);
    if (trees == 2) {
      glp_set_row_bnds(program->lp, row, GLP_UP, 0, 2 * rank);
    } else {
      glp_set_row_bnds(program->lp, row, held == 2 * rank ? GLP_FX : GLP_DB, held - rank, rank);
    }
  }
}

/* The dual simplex method goes on from the last basis. */
static enum tt_status optimise(struct program *program, struct tt_error *error) {
  glp_smcp control;
  glp_init_smcp(&control);
  control.msg_lev = GLP_MSG_OFF;
  control.meth = GLP_DUALP;
  control.presolve = GLP_OFF;
  control.tm_lim = ilp_time_left(program);
  if (control.tm_lim == 0) return tt_fail(error, TT_NO_RESOURCE, OUT_OF_TIME);
  const int code = glp_simplex(program->lp, &control);
  if (code == GLP_ETMLIM) return tt_fail(error, TT_NO_RESOURCE, OUT_OF_TIME);
  const int state = glp_get_status(program->lp);
  if (code != 0 || state != GLP_OPT) {
    return tt_fail(error, TT_NO_RESOURCE, "undecided: GLPK ended with code %d and status %d", code, state);
  }
  for (size_t e = 0; e < program->edge_count; e++) program->value[e] = glp_get_col_prim(program->lp, 1 + (int)e);
  return TT_OK;
}

/* The values as whole numbers. */
static enum tt_status round_values(const struct program *program, uint8_t *whole, struct tt_error *error) {
  for (size_t e = 0; e < program->edge_count; e++) {
    const double value = program->value[e], nearest = round(value);
    if (!(fabs(value - nearest) <= TOLERANCE && nearest >= 0 && nearest <= 2)) {
      return tt_fail(error, TT_NO_RESOURCE, "undecided: the last point of ilp is fractional");
    }
    whole[e] = (uint8_t)nearest;
  }
  return TT_OK;
}

/* Solves and adds violated rows in turn until there are none. */
static enum tt_status solve_bound(struct program *program, struct tt_error *error) {
  begin_bound(program);
  memset(program->members, 1, program->vertex_count); /* the row that is nearly always needed */
  if (!ilp_keep_set(program, program->members, 0)) return tt_no_memory(error);
  for (size_t oldest = 0; oldest < program->sets.count;) {
    add_rows(program, oldest, 2);
    oldest = program->sets.count;
    enum tt_status status = optimise(program, error);
    const double *const points[1] = {program->value};
    if (status == TT_OK) status = ilp_separate(program, points, 1, 2, oldest, error);
    if (status != TT_OK) return status;
  }
  program->priced_count = program->sets.count;
  program->priced = malloc(program->priced_count);
  if (program->priced == NULL) return tt_no_memory(error);
  for (size_t s = 0; s < program->priced_count; s++) {
    program->priced[s] = glp_get_row_dual(program->lp, 1 + (int)s) > TOLERANCE;
  }
  return round_values(program, program->chosen, error);
}

static enum tt_status solve_split(struct program *program, struct tt_error *error) {
  begin_split(program);
  size_t oldest;
  do {
    oldest = program->sets.count;
    enum tt_status status = optimise(program, error);
    if (status == TT_OK) status = ilp_separate_split(program, oldest, error);
    if (status != TT_OK) return status;
    add_rows(program, oldest, 1);
  } while (program->sets.count > oldest);
  return round_values(program, program->blue, error);
}

/* ---- GLPK's environment ---- */

static int swallow_output(void *unused, const char *text) {
  (void)unused, (void)text;
  return 1;
}

static void leave_glpk(void *escape) {
  longjmp(*(jmp_buf *)escape, 1);
}

/* Where memory ends, GLPK aborts the process unless its error hook leaves by longjmp; its environment, one for each
 * thread, is then good for nothing but glp_free_env. What lies between owns nothing that is not in *program. */
static enum tt_status solve_program(struct program *program, struct tt_error *error) {
  jmp_buf escape;
  if (glp_init_env() > 1) return tt_no_memory(error);
  if (setjmp(escape) != 0) {
    glp_free_env();
    return tt_fail(error, TT_NO_RESOURCE, "undecided: GLPK stopped on an error, as it does when out of memory");
  }
  glp_error_hook(leave_glpk, &escape);
  glp_term_hook(swallow_output, NULL);
  program->lp = glp_create_prob();
  enum tt_status status = solve_bound(program, error);
  if (status == TT_OK) status = solve_split(program, error);
  glp_delete_prob(program->lp);
  glp_term_hook(NULL, NULL);
  glp_error_hook(NULL, NULL);
  return status;
}

/* ---- What the optimum says ---- */

static void read_colours(const struct program *program, struct tt_forests *forests) {
  const size_t copies = program->position->edge_count;
  for (size_t e = 0; e < program->edge_count; e++) {
    const int held[2] = {program->blue[e], program->chosen[e] - program->blue[e]};
    for (int colour = 0; colour < 2; colour++) {
      if (held[colour] == 0) continue;
      const uint8_t mark = colour == 0 ? TT_MARK_BLUE : TT_MARK_RED;
      if (e < program->real_count) {
        forests->colour[program->old_edge[e]] = mark;
        forests->size++;
      } else if (forests->tempo < 2) {
        forests->colour[copies + forests->tempo++] = mark;
      }
    }
  }
}

/* The first copy of e* is blue. */
static void put_first_copy_in_blue(struct tt_forests *forests, size_t edge_count) {
  if (forests->colour[edge_count] != TT_MARK_RED) return;
  for (size_t i = 0; i < edge_count + 2; i++) {
    if (forests->colour[i] != TT_MARK_NONE) forests->colour[i] = TT_MARK_BLUE + TT_MARK_RED - forests->colour[i];
  }
}

/* Merges the tight sets, those that hold both A and B only when asked to. */
static void merge_tight_sets(struct program *program, bool with_terminals) {
  for (size_t s = 0; s < program->priced_count; s++) {
    const uint8_t *const members = program->sets.members + s * program->vertex_count;
    const bool has_terminals = members[program->terminal_a] && members[program->terminal_b];
    if (!program->priced[s] || (has_terminals && !with_terminals)) continue;
    uint32_t last = NOWHERE;
    for (uint32_t v = 0; v < program->vertex_count; v++) {
      if (!members[v]) continue;
      if (last != NOWHERE) tt_partition_unite(&program->merged, program->vertex_of[last], program->vertex_of[v]);
      last = v;
    }
  }
}

static void write_parts(struct program *program, uint32_t *part) {
  for (uint32_t v = 0; v < program->position->vertex_count; v++) part[v] = tt_partition_find(&program->merged, v);
}

static void read_parts(struct program *program, struct tt_forests *forests) {
  if (forests->tempo > 0) {
    merge_tight_sets(program, false);
    write_parts(program, forests->part_before);
  }
  merge_tight_sets(program, true);
  write_parts(program, forests->part);
  if (forests->tempo == 0) write_parts(program, forests->part_before);
}

/* The two calls that prove the verdict, as at the head of this file. */
static enum tt_status prove_forests(const struct tt_graph *position, struct tt_forests *forests,
                                    struct tt_error *error) {
  const uint32_t a = position->terminal_a, b = position->terminal_b;
  uint8_t *const copies = forests->colour + position->edge_count;
  const uint8_t kept[2] = {copies[0], copies[1]};
  bool largest = false, most_copies = false;
  copies[0] = copies[1] = TT_MARK_NONE;
  enum tt_status status = tt_forests_check(position, forests->colour, forests->part_before, &largest, error);
  copies[0] = kept[0];
  copies[1] = kept[1];
  if (status == TT_OK) status = tt_forests_check(position, forests->colour, forests->part, &most_copies, error);
  if (status != TT_OK) return status;
  const bool no_copy_more = forests->tempo == 2 || forests->part[a] == forests->part[b];
  const bool apart_before = forests->tempo == 0 || forests->part_before[a] != forests->part_before[b];
  if (largest && most_copies && no_copy_more && apart_before) return TT_OK;
  return tt_fail(error, TT_NO_RESOURCE, "undecided: the exact check refuses what GLPK proposes to ilp");
}

static enum tt_status read_forests(struct program *program, struct tt_forests *forests, struct tt_error *error) {
  const struct tt_graph *const position = program->position;
  forests->colour = calloc(position->edge_count + 2, sizeof *forests->colour);
  forests->part = malloc(position->vertex_count * sizeof *forests->part);
  forests->part_before = malloc(position->vertex_count * sizeof *forests->part_before);
  if (forests->colour == NULL || forests->part == NULL || forests->part_before == NULL) return tt_no_memory(error);
  forests->joined = program->terminal_a == program->terminal_b;
  read_colours(program, forests);
  put_first_copy_in_blue(forests, position->edge_count);
  read_parts(program, forests);
  return prove_forests(position, forests, error);
}

enum tt_status tt_ilp_make(struct tt_forests *forests, const struct tt_graph *position, double seconds,
                           struct tt_error *error) {
  *forests = (struct tt_forests){0};
  const size_t undecided = tt_graph_count(position, TT_UNDECIDED);
  if (undecided > TT_ILP_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "ilp takes at most %d undecided edges; this position has %zu", TT_ILP_LIMIT,
                   undecided);
  }
  struct program program = {.position = position, .seconds = seconds};
  clock_gettime(CLOCK_MONOTONIC, &program.start);
  enum tt_status status = program_make(&program, undecided) ? TT_OK : tt_no_memory(error);
  if (status == TT_OK && program.edge_count > 0) status = solve_program(&program, error);
  if (status == TT_OK) status = read_forests(&program, forests, error);
  if (status != TT_OK) tt_forests_free(forests);
  program_free(&program);
  return status;
}

/* ---- The witness ---- */

#define SECONDS_A_QUESTION 10.0

static void *open_witness(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* a question keeps nothing for the next */
}

static enum tt_status ask_witness(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  (void)work;
  struct tt_forests forests;
  const enum tt_status status = tt_ilp_make(&forests, position, SECONDS_A_QUESTION, error);
  if (status != TT_OK) return status;
  *verdict = (struct tt_verdict){.short_wins_second = forests.tempo == 0, .short_wins_first = forests.tempo < 2};
  tt_forests_free(&forests);
  return TT_OK;
}

/* GLPK keeps an environment for each thread. It is released where nothing that somebody else made lives in it. */
static void close_witness(void *work) {
  int blocks = 0;
  if (glp_init_env() <= 1) glp_mem_usage(&blocks, NULL, NULL, NULL);
  if (blocks == 0) glp_free_env();
  free(work);
}

const struct tt_witness tt_witness_ilp = {
    .name = "ilp",
    .summary = "GLPK on two forest polytopes, rows by minimum cuts, verdicts proved in integers",
    .edge_limit = TT_ILP_LIMIT,
    .sweep_limit = 10,
    .open = open_witness,
    .ask = ask_witness,
    .close = close_witness,
};
