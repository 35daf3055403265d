/* resistors.c: the level `shannon`: the move is where the voltage is.
 *
 * Shannon's machine of about 1951 played Bird Cage, a form of Bridg-It, with a network of resistors: a move of the one
 * player shorts a resistor, a move of the other cuts it, and the machine plays where the voltage between the ends is
 * largest (C. E. Shannon, Game playing machines, J. Franklin Institute 260, 1955; M. Gardner, Scientific American,
 * October 1958). Here: A at 1, B at 0, undecided edges of 1 ohm, secured edges contracted, deleted edges left out.
 *
 * Cut takes the undecided edge with the largest voltage. So does Short, and that is Cut's rule on the dual: with equal
 * resistors the voltage across an edge is the current through it, and currents that add up to 0 at every vertex are
 * differences of a potential on the faces, as voltages that add up to 0 around every face are a flow across them. So
 * the dual network, with the terminals on the two faces beside e*, has across every dual edge the voltage of the edge
 * that it crosses, up to one factor. Both players look at the same hot edge, and no dual is needed: the rule makes
 * sense for Short on every graph, planar or not: secure the edge that carries most.
 *
 * An edge that wins at once carries all the current, or has all the voltage: it is among the best without a rule for
 * it. Voltages within 1e-9 of the largest are equal. The equations, one a vertex, are solved by CXSparse (T. A. Davis,
 * Direct Methods for Sparse Linear Systems, 2006): a Cholesky factorization, since every vertex that counts is joined
 * with A and B and the matrix therefore positive definite. */
#include <math.h>
#include <stdlib.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <suitesparse/cs.h>
#pragma GCC diagnostic pop

#include "play/engine.h"

#define EQUAL_WITHIN 1e-9
#define NO_UNKNOWN (-1)

/* The rest of a position as a network: which vertices have an unknown potential, and all potentials. */
struct circuit {
  const struct tt_rest *rest;
  int unknown_count;
  int *unknown;      /* owned; a vertex each: its equation, or NO_UNKNOWN */
  double *potential; /* owned; a vertex each */
};

/* Numbers the vertices joined with A, except A and B; those on no path from A carry no current. */
static enum tt_status number_unknowns(struct circuit *circuit, struct tt_error *error) {
  const struct tt_rest *const rest = circuit->rest;
  struct tt_partition partition;
  if (!tt_partition_make(&partition, rest->vertex_count)) return tt_no_memory(error);
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    tt_partition_unite(&partition, rest->edges[edge].u, rest->edges[edge].v);
  }
  const uint32_t home = tt_partition_find(&partition, rest->terminal_a);
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) {
    const bool terminal = vertex == rest->terminal_a || vertex == rest->terminal_b;
    const bool counts = !terminal && tt_partition_find(&partition, vertex) == home;
    circuit->unknown[vertex] = counts ? circuit->unknown_count++ : NO_UNKNOWN;
  }
  const bool joined = tt_partition_find(&partition, rest->terminal_b) == home;
  tt_partition_free(&partition);
  return joined ? TT_OK : tt_fail(error, TT_BAD_INPUT, "no current: A and B cannot be joined any more");
}

/* Kirchhoff's current law at every unknown: entries with equal places are added up by cs_di_compress. */
static bool fill_equations(const struct circuit *circuit, cs_di *entries, double *right) {
  const struct tt_rest *const rest = circuit->rest;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    const uint32_t ends[2] = {rest->edges[edge].u, rest->edges[edge].v};
    if (ends[0] == ends[1]) continue;
    for (unsigned side = 0; side < 2; side++) {
      const int row = circuit->unknown[ends[side]], column = circuit->unknown[ends[1 - side]];
      if (row == NO_UNKNOWN) continue;
      if (!cs_di_entry(entries, row, row, 1.0)) return false;
      if (column == NO_UNKNOWN) {
        right[row] += circuit->potential[ends[1 - side]];
      } else if (!cs_di_entry(entries, row, column, -1.0)) {
        return false;
      }
    }
  }
  return true;
}

static enum tt_status find_potentials(struct circuit *circuit, struct tt_error *error) {
  if (circuit->unknown_count == 0) return TT_OK;
  const int entry_count = (int)(4 * circuit->rest->edge_count);
  double *const right = calloc((size_t)circuit->unknown_count, sizeof *right);
  cs_di *const entries = cs_di_spalloc(circuit->unknown_count, circuit->unknown_count, entry_count, 1, 1);
  cs_di *matrix = NULL;
  bool solved = false;
  if (right != NULL && entries != NULL && fill_equations(circuit, entries, right)) matrix = cs_di_compress(entries);
  if (matrix != NULL) solved = cs_di_dupl(matrix) && cs_di_cholsol(1, matrix, right);
  for (uint32_t vertex = 0; solved && vertex < circuit->rest->vertex_count; vertex++) {
    if (circuit->unknown[vertex] != NO_UNKNOWN) circuit->potential[vertex] = right[circuit->unknown[vertex]];
  }
  cs_di_spfree(matrix);
  cs_di_spfree(entries);
  free(right);
  return solved ? TT_OK : tt_fail(error, TT_NO_RESOURCE, "undecided: the equations of the resistors were not solved");
}

static enum tt_status solve_rest(const struct tt_rest *rest, double *voltage, struct tt_error *error) {
  if (rest->joined) return tt_fail(error, TT_BAD_INPUT, "no voltage: A and B are joined");
  if (rest->edge_count > 1000000) return tt_fail(error, TT_BAD_INPUT, "shannon takes at most 1,000,000 edges");
  struct circuit circuit = {.rest = rest,
                            .unknown = malloc(rest->vertex_count * sizeof *circuit.unknown),
                            .potential = calloc(rest->vertex_count, sizeof *circuit.potential)};
  enum tt_status status = TT_OK;
  if (circuit.unknown == NULL || circuit.potential == NULL) {
    status = tt_no_memory(error);
  } else {
    circuit.potential[rest->terminal_a] = 1.0;
    status = number_unknowns(&circuit, error);
  }
  if (status == TT_OK) status = find_potentials(&circuit, error);
  for (size_t edge = 0; status == TT_OK && edge < rest->edge_count; edge++) {
    const struct tt_edge ends = rest->edges[edge];
    voltage[rest->old_edge[edge]] = fabs(circuit.potential[ends.u] - circuit.potential[ends.v]);
  }
  free(circuit.unknown);
  free(circuit.potential);
  return status;
}

enum tt_status resistors_solve(const struct tt_graph *position, double *voltage, struct tt_error *error) {
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  for (size_t edge = 0; edge < position->edge_count; edge++) voltage[edge] = 0.0;
  status = solve_rest(&rest, voltage, error);
  tt_rest_free(&rest);
  return status;
}

enum tt_status engine_shannon(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  (void)budget;
  const struct tt_graph *const graph = game->graph;
  double *const voltage = malloc((graph->edge_count + 1) * sizeof *voltage);
  if (voltage == NULL) return tt_no_memory(error);
  const enum tt_status status = resistors_solve(graph, voltage, error);
  double largest = 0.0;
  for (size_t edge = 0; status == TT_OK && edge < graph->edge_count; edge++) largest = fmax(largest, voltage[edge]);
  for (size_t edge = 0; status == TT_OK && edge < graph->edge_count; edge++) {
    moves[edge] = graph->states[edge] == TT_UNDECIDED && voltage[edge] >= largest - EQUAL_WITHIN;
  }
  free(voltage);
  return status;
}
