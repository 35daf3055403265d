/* forests_check.c: the exact check of two disjoint forests and of the partition that bounds them.
 *
 * The finders (matroid union, linear programming) may be clever because this is not: it looks at each edge a few times,
 * counts in integers and searches for nothing. What it accepts is a proof. In any pair of disjoint forests a part of k
 * vertices holds at most 2(k - 1) edges, and an edge between parts counts at most once, so
 *
 *     |F1| + |F2|  <=  sum over parts of 2(k - 1)  +  number of edges between parts
 *
 * whatever the partition (Nash-Williams 1964, Tutte 1961). Equality holds when each part is spanned by both forests and
 * no edge between parts is left out; both are checked, so no pair is larger. The copies of e* that count as edges are
 * those that are coloured: a partition that proves the bound with A and B in one part proves it with more copies too.
 */
#include <stdlib.h>

#include "treetest/treetest.h"

/* What lies inside a part: vertices after the contraction of secured edges, and edges of each forest. */
struct tally {
  uint32_t vertices;
  size_t edges[3]; /* by enum tt_mark */
};

/* Edge i of the position, the copies of e* (numbers m and m + 1) included. */
static struct tt_edge edge_at(const struct tt_graph *position, size_t i) {
  if (i < position->edge_count) return position->edges[i];
  return (struct tt_edge){position->terminal_a, position->terminal_b};
}

static bool colours_are_legal(const struct tt_graph *position, const uint8_t *colour) {
  for (size_t i = 0; i < position->edge_count + 2; i++) {
    if (colour[i] > TT_MARK_RED) return false;
    if (i < position->edge_count && position->states[i] != TT_UNDECIDED && colour[i] != TT_MARK_NONE) return false;
  }
  return true;
}

/* Is every vertex in a part that is named by one of its own vertices, with the ends of secured edges together? */
static bool parts_are_legal(const struct tt_graph *position, const uint32_t *part) {
  for (uint32_t v = 0; v < position->vertex_count; v++)
    if (part[v] >= position->vertex_count || part[part[v]] != part[v]) return false;
  for (size_t i = 0; i < position->edge_count; i++)
    if (position->states[i] == TT_SECURED && part[position->edges[i].u] != part[position->edges[i].v]) return false;
  return true;
}

static void contract_secured(const struct tt_graph *position, struct tt_partition *merged) {
  tt_partition_reset(merged);
  for (size_t i = 0; i < position->edge_count; i++)
    if (position->states[i] == TT_SECURED) tt_partition_unite(merged, position->edges[i].u, position->edges[i].v);
}

static bool colour_is_forest(const struct tt_graph *position, const uint8_t *colour, enum tt_mark mark,
                             struct tt_partition *merged) {
  contract_secured(position, merged);
  for (size_t i = 0; i < position->edge_count + 2; i++) {
    if (colour[i] != mark) continue;
    const struct tt_edge edge = edge_at(position, i);
    if (!tt_partition_unite(merged, edge.u, edge.v)) return false;
  }
  return true;
}

/* Fills in the tallies; false when an edge between parts is left out by both forests. */
static bool count_inside(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                         struct tt_partition *merged, struct tally *tallies) {
  contract_secured(position, merged);
  for (uint32_t v = 0; v < position->vertex_count; v++)
    if (tt_partition_find(merged, v) == v) tallies[part[v]].vertices++;
  for (size_t i = 0; i < position->edge_count + 2; i++) {
    const struct tt_edge edge = edge_at(position, i);
    if (part[edge.u] == part[edge.v])
      tallies[part[edge.u]].edges[colour[i]]++;
    else if (i < position->edge_count && colour[i] == TT_MARK_NONE && position->states[i] == TT_UNDECIDED)
      return false;
  }
  return true;
}

/* Forests without cycles span a part of k vertices exactly when each has k - 1 edges inside it. */
static bool parts_are_spanned(const struct tt_graph *position, const uint32_t *part, const struct tally *tallies) {
  for (uint32_t v = 0; v < position->vertex_count; v++) {
    const struct tally *tally = &tallies[part[v]];
    if (tally->edges[TT_MARK_BLUE] + 1 != tally->vertices || tally->edges[TT_MARK_RED] + 1 != tally->vertices)
      return false;
  }
  return true;
}

enum tt_status tt_forests_check(const struct tt_graph *position, const uint8_t *colour, const uint32_t *part,
                                bool *right, struct tt_error *error) {
  *right = false;
  if (!colours_are_legal(position, colour) || !parts_are_legal(position, part)) return TT_OK;
  struct tt_partition merged;
  if (!tt_partition_make(&merged, position->vertex_count)) return tt_no_memory(error);
  enum tt_status status = TT_OK;
  struct tally *tallies = calloc(position->vertex_count, sizeof *tallies);
  if (!tallies) {
    status = tt_no_memory(error);
    goto done;
  }
  *right = colour_is_forest(position, colour, TT_MARK_BLUE, &merged) &&
           colour_is_forest(position, colour, TT_MARK_RED, &merged) &&
           count_inside(position, colour, part, &merged, tallies) && parts_are_spanned(position, part, tallies);
done:
  free(tallies);
  tt_partition_free(&merged);
  return status;
}
