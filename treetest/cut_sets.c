/* cut_sets.c: Cut's own criterion, from the pair of forests that decides Short's side.
 *
 * It is Lehman's theorem for the dual matroid. Deleting an edge is contracting it in the dual, so Cut on a graph is
 * Short on the bond matroid of the graph with e*, planar or not. Short's two sets there, bases of a restriction of the
 * dual, are the complements, in a contraction H of G + e*, of two bases of H: where Short has e* in neither set, Cut
 * has it in both. (Lehman 1964; Edmonds 1965. That one pair of forests settles both players, by the block of the
 * principal partition that e* falls into, and gives both a strategy on the whole graph, is Bruno and Weinberg 1970.)
 *
 * Contract the clumps of a largest pair of forests of G. Every edge that is left is in a forest, and the forests stay
 * acyclic, with as many copies of e* as the tempo says: X and Y are what is left of the two. They are bases of the
 * contraction unless an edge x of X joins two trees of Y: contract x too, which keeps both acyclic and makes Y + x
 * span more; the same for an edge of Y and X. Whether x joins two trees of Y does not depend on which edges of Y have
 * been contracted, so one pass over X and one over Y suffice.
 *
 * Why it wins: when Short secures x of X, Y + e* is left with one cycle, which holds an edge of Y, since x is not
 * parallel to e* (X + e* is acyclic): Cut deletes that edge, and both are bases of H / x again. A and B never meet. */
#include <stdlib.h>

#include "treetest/treetest.h"

static bool between(struct tt_partition *partition, struct tt_edge edge) {
  return tt_partition_find(partition, edge.u) != tt_partition_find(partition, edge.v);
}

static void unite(struct tt_partition *partition, struct tt_edge edge) {
  tt_partition_unite(partition, edge.u, edge.v);
}

/* Merges each vertex with the first of its part. */
static void unite_parts(struct tt_partition *partition, const uint32_t *part) {
  for (uint32_t vertex = 0; vertex < partition->count; vertex++) tt_partition_unite(partition, vertex, part[vertex]);
}

/* Edges between the clumps of G go to X or Y by their colour; those inside are contracted. */
static void assign_roles(struct tt_cut_sets *sets, const struct tt_forests *forests, const struct tt_graph *position) {
  const size_t count = position->edge_count;
  for (size_t edge = 0; edge < count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    const struct tt_edge ends = position->edges[edge];
    const bool inside = forests->part_before[ends.u] == forests->part_before[ends.v];
    sets->role[edge] = inside ? TT_ROLE_CONTRACTED : forests->colour[edge] == TT_MARK_BLUE ? TT_ROLE_X : TT_ROLE_Y;
  }
  for (size_t copy = count; copy < count + 2; copy++) {
    sets->virtual_in_x = sets->virtual_in_x || forests->colour[copy] == TT_MARK_BLUE;
    sets->virtual_in_y = sets->virtual_in_y || forests->colour[copy] == TT_MARK_RED;
  }
}

/* With one copy of e*, X is the set that holds it. */
static void put_virtual_in_x(struct tt_cut_sets *sets, size_t count) {
  if (sets->virtual_in_x) return;
  for (size_t edge = 0; edge < count; edge++) {
    if (sets->role[edge] == TT_ROLE_X || sets->role[edge] == TT_ROLE_Y) sets->role[edge] ^= TT_ROLE_X ^ TT_ROLE_Y;
  }
  sets->virtual_in_x = true;
  sets->virtual_in_y = false;
}

/* What the set spans in H: its edges, the contracted ones, and e* where it belongs to it. */
static void span(struct tt_partition *spanned, const struct tt_cut_sets *sets, enum tt_cut_role role,
                 const struct tt_forests *forests, const struct tt_graph *position) {
  unite_parts(spanned, forests->part_before);
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (sets->role[edge] == role) unite(spanned, position->edges[edge]);
  }
  if (role == TT_ROLE_X ? sets->virtual_in_x : sets->virtual_in_y) {
    tt_partition_unite(spanned, position->terminal_a, position->terminal_b);
  }
}

/* Contracts every edge of `role` that joins two trees of the other set. */
static void contract_unspanned(struct tt_cut_sets *sets, enum tt_cut_role role, struct tt_partition *other,
                               const struct tt_graph *position) {
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (sets->role[edge] != role || !between(other, position->edges[edge])) continue;
    unite(other, position->edges[edge]);
    sets->role[edge] = TT_ROLE_CONTRACTED;
  }
}

enum tt_status tt_cut_sets_make(struct tt_cut_sets *sets, const struct tt_forests *forests,
                                const struct tt_graph *position, struct tt_error *error) {
  *sets = (struct tt_cut_sets){0};
  if (forests->tempo == 0) {
    return tt_fail(error, TT_REFUTED, "%.100s: Short wins whoever starts; Cut has no proof", position->name);
  }
  struct tt_partition by_x = {0}, by_y = {0};
  enum tt_status status = TT_OK;
  sets->role = calloc(position->edge_count + 1, 1);
  if (sets->role == NULL || !tt_partition_make(&by_x, position->vertex_count) ||
      !tt_partition_make(&by_y, position->vertex_count)) {
    status = tt_no_memory(error);
    tt_cut_sets_free(sets);
  } else {
    assign_roles(sets, forests, position);
    put_virtual_in_x(sets, position->edge_count);
    span(&by_x, sets, TT_ROLE_X, forests, position);
    span(&by_y, sets, TT_ROLE_Y, forests, position);
    contract_unspanned(sets, TT_ROLE_X, &by_y, position);
    contract_unspanned(sets, TT_ROLE_Y, &by_x, position);
  }
  tt_partition_free(&by_x);
  tt_partition_free(&by_y);
  return status;
}

void tt_cut_sets_free(struct tt_cut_sets *sets) {
  free(sets->role);
  sets->role = NULL;
}

/* What is left of Y while leaves are stripped from it, in the contracted graph. */
struct stripping {
  struct tt_partition merged; /* secured and contracted edges merged */
  uint32_t *degree;           /* of each root, in what is left */
  uint64_t *sum;              /* of the numbers of those edges: of a leaf, its one edge */
  uint8_t *left;              /* an edge each */
};

static bool stripping_make(struct stripping *stripping, const struct tt_cut_sets *sets,
                           const struct tt_graph *position) {
  *stripping = (struct stripping){.degree = calloc((size_t)position->vertex_count + 1, sizeof(uint32_t)),
                                  .sum = calloc((size_t)position->vertex_count + 1, sizeof(uint64_t)),
                                  .left = calloc(position->edge_count + 1, 1)};
  if (stripping->degree == NULL || stripping->sum == NULL || stripping->left == NULL ||
      !tt_partition_make(&stripping->merged, position->vertex_count)) {
    return false;
  }
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] == TT_SECURED || sets->role[edge] == TT_ROLE_CONTRACTED) {
      unite(&stripping->merged, position->edges[edge]);
    }
  }
  return true;
}

static void stripping_free(struct stripping *stripping) {
  tt_partition_free(&stripping->merged);
  free(stripping->degree);
  free(stripping->sum);
  free(stripping->left);
}

static void put_edge(struct stripping *stripping, const struct tt_graph *position, size_t edge) {
  const uint32_t ends[2] = {tt_partition_find(&stripping->merged, position->edges[edge].u),
                            tt_partition_find(&stripping->merged, position->edges[edge].v)};
  stripping->left[edge] = 1;
  for (unsigned side = 0; side < 2; side++) {
    stripping->degree[ends[side]]++;
    stripping->sum[ends[side]] += edge;
  }
}

/* Takes the leaf's edge away, then that of its neighbour if that has become a leaf, and so on; A and B stay. */
static void strip_from(struct stripping *stripping, const struct tt_graph *position, uint32_t leaf) {
  const uint32_t a = tt_partition_find(&stripping->merged, position->terminal_a);
  const uint32_t b = tt_partition_find(&stripping->merged, position->terminal_b);
  while (stripping->degree[leaf] == 1 && leaf != a && leaf != b) {
    const size_t edge = (size_t)stripping->sum[leaf];
    const uint32_t u = tt_partition_find(&stripping->merged, position->edges[edge].u);
    const uint32_t next = u == leaf ? tt_partition_find(&stripping->merged, position->edges[edge].v) : u;
    stripping->left[edge] = 0;
    stripping->degree[leaf] = 0;
    stripping->degree[next]--;
    stripping->sum[next] -= edge;
    leaf = next;
  }
}

/* Y is a forest, so the cycle that e* closes with it is the path between A and B: what is left without leaves. */
enum tt_status tt_cut_named_openings(const struct tt_cut_sets *sets, const struct tt_graph *position, uint8_t *named,
                                     struct tt_error *error) {
  struct stripping stripping;
  const bool made = stripping_make(&stripping, sets, position);
  for (size_t edge = 0; made && edge < position->edge_count; edge++) {
    if (sets->role[edge] == TT_ROLE_Y) put_edge(&stripping, position, edge);
  }
  for (uint32_t vertex = 0; made && vertex < position->vertex_count; vertex++) {
    strip_from(&stripping, position, tt_partition_find(&stripping.merged, vertex));
  }
  for (size_t edge = 0; made && edge < position->edge_count; edge++) {
    if (stripping.left[edge]) named[edge] = 1;
  }
  stripping_free(&stripping);
  return made ? TT_OK : tt_no_memory(error);
}
