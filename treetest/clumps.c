/* clumps.c: every maximal clump.
 *
 * The edges of a largest pair of forests, each owned by the node that it is the parent edge of, are a (2,2)-pebble
 * game: a node has a free pebble for each forest in which it is a root. Two nodes are in one clump exactly when no more
 * than two pebbles can be gathered on them; then all that is reached in vain is in it too (Lee and Streinu 2008).
 *
 * Nodes are taken off one by one. One of degree 2 or less can be in a clump only with both neighbours, which is settled
 * when those are. Of any other all neighbours are tried, and what is one clump with it is contracted; then it is a
 * maximal clump, no other clump has a part of it, and it is taken off. The pebbles on its edges come back to its
 * neighbours: the next node, one of those, finds pebbles near. */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"
#include "treetest/sweep.h"
#include "treetest/treetest.h"

#define NO_NODE UINT32_MAX

struct clumper {
  struct finder finder; /* clumps, and as parent edges what a node owns: no forests any more */
  const struct tt_edge *ends;
  struct sweep sweep;
  uint8_t *in_play;             /* of edges: owned, and of no node taken off */
  uint32_t *first, *behind;     /* the vertices of a node: first[node], behind[vertex], ... */
  uint32_t *work, work_count;   /* the vertices of the node at hand */
  uint32_t *leaves, leaf_count; /* nodes of degree 2 or less, in order, and what they hung on */
  uint32_t (*hung)[2];
  uint32_t *stamp, search, *reached, reached_count, *came_by;
};

static void free_clumper(struct clumper *clumper) {
  finder_free(&clumper->finder);
  sweep_free(&clumper->sweep);
  free(clumper->in_play);
  free(clumper->first);
  free(clumper->behind);
  free(clumper->work);
  free(clumper->leaves);
  free(clumper->hung);
  free(clumper->stamp);
  free(clumper->reached);
  free(clumper->came_by);
}

static uint32_t node_of(struct clumper *clumper, uint32_t vertex) {
  return finder_node(&clumper->finder, vertex);
}

static uint32_t other_node(struct clumper *clumper, uint32_t edge, uint32_t node) {
  const uint32_t u = node_of(clumper, clumper->ends[edge].u);
  return u == node ? node_of(clumper, clumper->ends[edge].v) : u;
}

/* ---- Pebbles ---- */

static unsigned free_pebbles(const struct clumper *clumper, uint32_t node) {
  return (clumper->finder.parent[BLUE][node] == NO_EDGE ? 1U : 0U) +
         (clumper->finder.parent[RED][node] == NO_EDGE ? 1U : 0U);
}

static void change_owned(struct clumper *clumper, uint32_t node, uint32_t from, uint32_t to) {
  clumper->finder.parent[clumper->finder.parent[BLUE][node] == from ? BLUE : RED][node] = to;
}

/* Brings one more pebble to `node` from anywhere but `spared`; else what was reached is all that can be. */
static bool fetch(struct clumper *clumper, uint32_t node, uint32_t spared) {
  clumper->search++;
  clumper->stamp[node] = clumper->search;
  if (spared != NO_NODE) clumper->stamp[spared] = clumper->search;
  clumper->reached[0] = node;
  clumper->reached_count = 1;
  for (uint32_t done = 0; done < clumper->reached_count; done++) {
    for (unsigned place = BLUE; place <= RED; place++) {
      const uint32_t at = clumper->reached[done], edge = clumper->finder.parent[place][at];
      if (edge == NO_EDGE) continue;
      uint32_t target = other_node(clumper, edge, at);
      if (clumper->stamp[target] == clumper->search) continue;
      clumper->stamp[target] = clumper->search;
      clumper->came_by[target] = edge;
      clumper->reached[clumper->reached_count++] = target;
      if (free_pebbles(clumper, target) == 0) continue;
      for (uint32_t room = NO_EDGE; target != node; target = other_node(clumper, room, target)) {
        change_owned(clumper, target, room, clumper->came_by[target]); /* each takes the edge that led to it */
        room = clumper->came_by[target];
        if (other_node(clumper, room, target) == node) change_owned(clumper, node, room, NO_EDGE);
      }
      return true;
    }
  }
  return false;
}

/* ---- Nodes ---- */

/* Makes one node of what the last search reached and of `node`. All that they own is inside. */
static uint32_t contract(struct clumper *clumper, uint32_t node) {
  struct sweep *const sweep = &clumper->sweep;
  uint32_t degree = sweep->degree[node];
  for (uint32_t index = 0; index < clumper->reached_count; index++) {
    const uint32_t joined = clumper->reached[index];
    sweep_drop(sweep, joined);
    degree += sweep->degree[joined] - 4; /* a clump of k nodes has 2(k - 1) edges inside */
    for (uint32_t vertex = clumper->first[joined]; vertex != NO_NODE; vertex = clumper->behind[vertex]) {
      clumper->work[clumper->work_count++] = vertex;
    }
    tt_partition_unite(&clumper->finder.clumps, node, joined);
  }
  const uint32_t whole = node_of(clumper, node);
  sweep->degree[whole] = degree;
  clumper->finder.parent[BLUE][whole] = clumper->finder.parent[RED][whole] = NO_EDGE;
  return whole;
}

/* Contracts all that is in one clump with the node, trying every neighbour once: to be in no clump with it stays so
 * when more is contracted. */
static uint32_t grow(struct clumper *clumper, uint32_t node) {
  for (uint32_t done = 0; done < clumper->work_count; done++) {
    const uint32_t vertex = clumper->work[done];
    for (uint64_t index = clumper->sweep.start[vertex]; index < clumper->sweep.start[vertex + 1]; index++) {
      const uint32_t edge = clumper->sweep.edges[index];
      if (!clumper->in_play[edge]) continue;
      const uint32_t neighbour = other_node(clumper, edge, node);
      if (neighbour == node) continue;
      while (free_pebbles(clumper, node) < 2 && fetch(clumper, node, NO_NODE)) continue;
      if (free_pebbles(clumper, neighbour) > 0 || fetch(clumper, neighbour, node)) continue;
      node = contract(clumper, node);
    }
  }
  return node;
}

/* Takes the node off: the edges that lead from it are no longer in play. Notes the first two in hung. */
static void take_off(struct clumper *clumper, uint32_t node, uint32_t hung[2]) {
  unsigned count = 0;
  hung[0] = hung[1] = NO_NODE;
  for (uint32_t done = 0; done < clumper->work_count; done++) {
    const uint32_t vertex = clumper->work[done];
    for (uint64_t index = clumper->sweep.start[vertex]; index < clumper->sweep.start[vertex + 1]; index++) {
      const uint32_t edge = clumper->sweep.edges[index];
      if (!clumper->in_play[edge]) continue;
      const uint32_t other = other_node(clumper, edge, node);
      clumper->in_play[edge] = 0;
      if (other == node) continue;
      for (unsigned place = BLUE; place <= RED; place++) {
        if (clumper->finder.parent[place][other] == edge) clumper->finder.parent[place][other] = NO_EDGE;
      }
      sweep_lower(&clumper->sweep, other);
      if (count < 2) hung[count] = other;
      count++;
    }
  }
}

static void find_clumps(struct clumper *clumper) {
  uint32_t hung[2];
  for (uint32_t node; (node = sweep_next(&clumper->sweep)) != NO_EDGE;) {
    const bool leaf = clumper->sweep.degree[node] <= 2;
    clumper->work_count = 0;
    for (uint32_t vertex = clumper->first[node]; vertex != NO_NODE; vertex = clumper->behind[vertex]) {
      clumper->work[clumper->work_count++] = vertex;
    }
    if (!leaf) node = grow(clumper, node);
    take_off(clumper, node, hung);
    if (!leaf || hung[1] == NO_NODE) continue;
    clumper->leaves[clumper->leaf_count] = node;
    memcpy(clumper->hung[clumper->leaf_count++], hung, sizeof hung);
  }
  while (clumper->leaf_count-- > 0) {
    const uint32_t *const on = clumper->hung[clumper->leaf_count];
    if (node_of(clumper, on[0]) != node_of(clumper, on[1])) continue;
    tt_partition_unite(&clumper->finder.clumps, clumper->leaves[clumper->leaf_count], on[0]);
  }
}

/* ---- The beginning and the end ---- */

static bool allocate(struct clumper *clumper, uint32_t node_count, uint32_t edge_count) {
  const size_t nodes = (size_t)node_count + 1, size = nodes * sizeof(uint32_t);
  clumper->in_play = calloc((size_t)edge_count + 1, 1);
  clumper->first = malloc(size);
  clumper->behind = malloc(size);
  clumper->work = malloc(size);
  clumper->leaves = malloc(size);
  clumper->hung = malloc(nodes * sizeof *clumper->hung);
  clumper->stamp = calloc(nodes, sizeof *clumper->stamp);
  clumper->reached = malloc(size);
  clumper->came_by = malloc(size);
  return clumper->in_play != NULL && clumper->first != NULL && clumper->behind != NULL && clumper->work != NULL &&
         clumper->leaves != NULL && clumper->hung != NULL && clumper->stamp != NULL && clumper->reached != NULL &&
         clumper->came_by != NULL;
}

/* Only the edges in the forests and between nodes are in play; vertices inside a node are in no list. */
static void begin(struct clumper *clumper, uint32_t node_count, uint32_t edge_count) {
  memset(clumper->first, 0xff, node_count * sizeof *clumper->first); /* NO_NODE */
  for (uint32_t vertex = node_count; vertex-- > 0;) {
    const uint32_t node = node_of(clumper, vertex);
    clumper->behind[vertex] = clumper->first[node];
    clumper->first[node] = vertex;
  }
  for (uint32_t edge = 0; edge < edge_count; edge++) {
    const uint32_t u = node_of(clumper, clumper->ends[edge].u), v = node_of(clumper, clumper->ends[edge].v);
    clumper->in_play[edge] = u != v;
  }
}

/* The lists hold nodes with the edges between them: those of a graph with an edge for each. */
static bool make_sweep(struct clumper *clumper, const struct tt_rest *rest) {
  struct tt_edge *const between = malloc((rest->edge_count + 1) * sizeof *between);
  if (between == NULL) return false;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    const bool kept = clumper->in_play[edge];
    between[edge] = kept ? rest->edges[edge] : (struct tt_edge){0, 0}; /* loops are left out */
  }
  const bool made = sweep_make(&clumper->sweep, between, NULL, (uint32_t)rest->edge_count, rest->vertex_count);
  free(between);
  for (uint32_t vertex = 0; made && vertex < rest->vertex_count; vertex++) {
    const uint32_t node = node_of(clumper, vertex);
    if (node == vertex) continue;
    sweep_drop(&clumper->sweep, vertex);
    sweep_drop(&clumper->sweep, node);
    clumper->sweep.degree[node] += clumper->sweep.degree[vertex];
    sweep_return(&clumper->sweep, node);
  }
  return made;
}

static enum tt_status find_in_rest(struct clumper *clumper, const struct tt_rest *rest, struct tt_error *error) {
  clumper->ends = rest->edges;
  if (rest->edge_count > UINT32_MAX - 3) return tt_fail(error, TT_BAD_INPUT, "clumps takes at most 2^32 - 4 edges");
  if (!finder_make(&clumper->finder, rest, NULL, FINDER_CLUMPS)) return tt_no_memory(error);
  if (!allocate(clumper, rest->vertex_count, (uint32_t)rest->edge_count)) return tt_no_memory(error);
  begin(clumper, rest->vertex_count, (uint32_t)rest->edge_count);
  if (!make_sweep(clumper, rest)) return tt_no_memory(error);
  find_clumps(clumper);
  return TT_OK;
}

enum tt_status tt_clumps_make(uint32_t *part, const struct tt_graph *position, struct tt_error *error) {
  struct tt_rest rest;
  struct clumper clumper = {0};
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  status = find_in_rest(&clumper, &rest, error);
  if (status == TT_OK) status = finder_parts(part, &clumper.finder, position, &rest, error);
  free_clumper(&clumper);
  tt_rest_free(&rest);
  return status;
}
