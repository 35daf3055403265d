/* finder.c: two edge-disjoint forests of largest total size by augmenting sequences; see finder.h. */
#include "treetest/finder.h"

#include <stdlib.h>
#include <string.h>

enum { IN_SUBTREE = 1 /* << forest */ };

void finder_free(struct finder *finder) {
  free(finder->colour);
  tt_partition_free(&finder->clumps);
  free(finder->label);
  free(finder->queue);
  free(finder->flags);
  free(finder->climbed);
  free(finder->parent[BLUE]);
  free(finder->parent[RED]);
  *finder = (struct finder){0};
}

/* What the forests are kept in. */
static bool allocate_forests(struct finder *finder) {
  const size_t nodes = (size_t)finder->node_count + 1;
  finder->colour = malloc((size_t)finder->edge_count + 1);
  if (finder->colour != NULL) memset(finder->colour, NONE, (size_t)finder->edge_count + 1);
  for (unsigned colour = BLUE; colour <= RED; colour++) {
    finder->parent[colour] = malloc(nodes * sizeof(uint32_t));
    if (finder->parent[colour] != NULL) memset(finder->parent[colour], 0xff, nodes * sizeof(uint32_t)); /* NO_EDGE */
  }
  return finder->colour != NULL && finder->parent[BLUE] != NULL && finder->parent[RED] != NULL &&
         tt_partition_make(&finder->clumps, finder->node_count);
}

/* What searches need. */
static bool allocate_search(struct finder *finder) {
  const size_t nodes = (size_t)finder->node_count + 1, edges = (size_t)finder->edge_count + 1;
  finder->label = malloc(edges * sizeof *finder->label);
  finder->queue = malloc(edges * sizeof *finder->queue);
  finder->flags = calloc(nodes, 1);
  finder->climbed = malloc(nodes * sizeof *finder->climbed);
  if (finder->label == NULL || finder->queue == NULL || finder->flags == NULL || finder->climbed == NULL) return false;
  memset(finder->label, 0xff, edges * sizeof *finder->label); /* NO_EDGE */
  return true;
}

uint32_t finder_node(struct finder *finder, uint32_t vertex) {
  return tt_partition_find(&finder->clumps, vertex);
}

static struct tt_edge ends_of(const struct finder *finder, uint32_t edge) {
  return edge < finder->edge_count - 2 ? finder->edges[edge] : finder->virtual_ends;
}

/* The end of a forest edge that is not `node`. */
static uint32_t other_end(struct finder *finder, uint32_t edge, uint32_t node) {
  const struct tt_edge ends = ends_of(finder, edge);
  const uint32_t u = finder_node(finder, ends.u);
  return u == node ? finder_node(finder, ends.v) : u;
}

/* ---- Changing the forests ---- */

/* Makes the first of two nodes the root of its tree in forest `colour`. */
static void make_root(struct finder *finder, uint8_t colour, uint32_t node) {
  uint32_t *const parent = finder->parent[colour];
  uint32_t edge = parent[node];
  parent[node] = NO_EDGE;
  while (edge != NO_EDGE) {
    const uint32_t above = other_end(finder, edge, node);
    const uint32_t next = parent[above];
    parent[above] = edge;
    node = above;
    finder->work++;
    edge = next;
  }
}

/* Of two nodes in different trees, the one nearer to its root. */
static uint32_t shallower(struct finder *finder, uint8_t colour, uint32_t first, uint32_t second) {
  const uint32_t *const parent = finder->parent[colour];
  uint32_t at_first = first, at_second = second;
  for (;;) {
    if (parent[at_first] == NO_EDGE) return first;
    if (parent[at_second] == NO_EDGE) return second;
    at_first = other_end(finder, parent[at_first], at_first);
    at_second = other_end(finder, parent[at_second], at_second);
  }
}

void finder_insert(struct finder *finder, uint8_t colour, uint32_t edge) {
  const struct tt_edge ends = ends_of(finder, edge);
  const uint32_t u = finder_node(finder, ends.u), v = finder_node(finder, ends.v);
  const uint32_t below = shallower(finder, colour, u, v);
  make_root(finder, colour, below);
  finder->parent[colour][below] = edge;
  finder->colour[edge] = colour;
  finder->trees[colour]--;
}

static void take_out(struct finder *finder, uint32_t edge) {
  uint32_t *const parent = finder->parent[finder->colour[edge]];
  const struct tt_edge ends = ends_of(finder, edge);
  const uint32_t u = finder_node(finder, ends.u), v = finder_node(finder, ends.v);
  parent[parent[u] == edge ? u : v] = NO_EDGE;
  finder->trees[finder->colour[edge]]++;
}

/* The edge fits into forest `colour`: it moves there, the edge that it makes room for takes its place, and so on. */
static void augment(struct finder *finder, uint32_t edge, uint8_t colour) {
  for (;;) {
    const uint8_t old = finder->colour[edge];
    if (old != NONE) take_out(finder, edge);
    finder_insert(finder, colour, edge);
    if (old == NONE) return;
    edge = finder->label[edge];
    colour = old;
  }
}

/* ---- A first try without a search ---- */

#define STEPS 200000U /* of a first try; a search costs more than that many where it reaches far */

/* Does the way up from `node` in forest `colour` miss these two nodes? False also when the steps are used up. */
static bool misses(struct finder *finder, uint8_t colour, uint32_t node, uint32_t first, uint32_t second,
                   uint32_t *steps) {
  while (*steps > 0) {
    (*steps)--;
    finder->work++;
    if (node == first || node == second) return false;
    const uint32_t edge = finder->parent[colour][node];
    if (edge == NO_EDGE) return true;
    node = other_end(finder, edge, node);
  }
  return false;
}

/* The edge, from the root `root` of forest `colour`, would close a cycle. Some node on it may exchange its two parent
 * edges so that both forests stay without one. */
static bool swap_on_cycle(struct finder *finder, uint32_t edge, uint8_t colour, uint32_t root, uint32_t *steps) {
  uint32_t *const here = finder->parent[colour], *const there = finder->parent[colour ^ 1U];
  for (uint32_t node = other_end(finder, edge, root), above; node != root && *steps > 0; node = above) {
    const uint32_t mine = here[node], other = there[node];
    if (mine == NO_EDGE) return false; /* another tree: the edge fits, and a search finds that at once */
    above = other_end(finder, mine, node);
    (*steps)--;
    if (!misses(finder, colour ^ 1U, above, node, node, steps)) continue;
    if (other != NO_EDGE && !misses(finder, colour, other_end(finder, other, node), root, node, steps)) continue;
    here[node] = other;
    there[node] = mine;
    if (other != NO_EDGE) finder->colour[other] = colour;
    finder->colour[mine] = colour ^ 1U;
    here[root] = edge;
    finder->colour[edge] = colour;
    finder->trees[other == NO_EDGE ? colour ^ 1U : colour]--;
    return true;
  }
  return false;
}

static bool inside_clump(struct finder *finder, uint32_t edge) {
  const struct tt_edge ends = ends_of(finder, edge);
  return finder_node(finder, ends.u) == finder_node(finder, ends.v);
}

static bool swap_in(struct finder *finder, uint32_t edge) {
  const struct tt_edge ends = ends_of(finder, edge);
  uint32_t steps = STEPS;
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    for (unsigned end = 0; end < 2; end++) {
      const uint32_t root = finder_node(finder, end == 0 ? ends.u : ends.v);
      make_root(finder, colour, root);
      if (swap_on_cycle(finder, edge, colour, root, &steps)) return true;
    }
  }
  return false;
}

/* ---- The search ---- */

static void label_edge(struct finder *finder, uint32_t edge, uint32_t label) {
  finder->work++;
  finder->label[edge] = label;
  finder->queue[finder->queue_count++] = edge;
}

static bool in_subtree(const struct finder *finder, uint8_t colour, uint32_t node) {
  return (finder->flags[node] & IN_SUBTREE << colour) != 0;
}

static void put_in_subtree(struct finder *finder, uint8_t colour, uint32_t node) {
  finder->flags[node] |= (uint8_t)(IN_SUBTREE << colour);
}

/* Offers the edge to forest `colour`; true when it fits, else the cycle that it closes has been labelled, nearest to
 * the subtree first, and its nodes are in the subtree. The root is in the subtree: the way up meets it or another root.
 */
static bool offer(struct finder *finder, uint32_t edge, uint8_t colour) {
  const struct tt_edge ends = ends_of(finder, edge);
  const uint32_t *const parent = finder->parent[colour];
  uint32_t node = finder_node(finder, ends.u), climbed = 0;
  if (in_subtree(finder, colour, node)) node = finder_node(finder, ends.v);
  for (; !in_subtree(finder, colour, node); node = other_end(finder, parent[node], node)) {
    if (parent[node] == NO_EDGE) return true;
    finder->climbed[climbed++] = node;
    finder->work++;
  }
  while (climbed-- > 0) {
    label_edge(finder, parent[finder->climbed[climbed]], edge);
    put_in_subtree(finder, colour, finder->climbed[climbed]);
  }
  return false;
}

/* Searches from an edge that is in neither forest. True when some edge reached fits into the other forest. */
static bool find_room(struct finder *finder, uint32_t edge, uint32_t *fitting, uint8_t *forest) {
  const uint32_t start = finder_node(finder, ends_of(finder, edge).u);
  finder->queue_count = 0;
  label_edge(finder, edge, edge);
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    make_root(finder, colour, start);
    put_in_subtree(finder, colour, start);
  }
  for (uint32_t done = 0; done < finder->queue_count; done++) {
    const uint32_t next = finder->queue[done];
    for (uint8_t colour = BLUE; colour <= RED; colour++) {
      if (colour == finder->colour[next] || !offer(finder, next, colour)) continue;
      *fitting = next;
      *forest = colour;
      return true;
    }
  }
  return false;
}

/* Forgets the labels; the queue stays. */
static void end_search(struct finder *finder) {
  for (uint32_t index = 0; index < finder->queue_count; index++) {
    const struct tt_edge ends = ends_of(finder, finder->queue[index]);
    finder->label[finder->queue[index]] = NO_EDGE;
    finder->flags[finder_node(finder, ends.u)] = finder->flags[finder_node(finder, ends.v)] = 0;
  }
}

/* After a search that failed: what it reached is a clump, and has the roots of both trees. */
static void contract_clump(struct finder *finder) {
  for (uint32_t index = 0; index < finder->queue_count; index++) {
    const struct tt_edge ends = ends_of(finder, finder->queue[index]);
    tt_partition_unite(&finder->clumps, ends.u, ends.v);
  }
  const uint32_t node = finder_node(finder, ends_of(finder, finder->queue[0]).u);
  finder->parent[BLUE][node] = finder->parent[RED][node] = NO_EDGE;
}

bool finder_search(struct finder *finder, uint32_t edge, struct tt_edge *fitting, uint8_t *colour) {
  uint32_t last;
  const bool fits = find_room(finder, edge, &last, colour);
  if (fits) {
    *fitting = ends_of(finder, last);
    augment(finder, last, *colour);
  }
  end_search(finder);
  if (!fits) contract_clump(finder);
  return fits;
}

/* Both forests are trees: all is one clump, without a search. */
static bool all_spanned(struct finder *finder) {
  if (finder->trees[BLUE] > 1 || finder->trees[RED] > 1 || finder->contracts == FINDER_CIRCUITS) return false;
  for (uint32_t node = 1; node < finder->node_count; node++) tt_partition_unite(&finder->clumps, 0, node);
  const uint32_t node = finder_node(finder, 0);
  finder->parent[BLUE][node] = finder->parent[RED][node] = NO_EDGE;
  return true;
}

bool finder_add(struct finder *finder, uint32_t edge) {
  struct tt_edge fitting;
  uint8_t colour;
  if (inside_clump(finder, edge) || all_spanned(finder)) return false;
  return swap_in(finder, edge) || finder_search(finder, edge, &fitting, &colour);
}

#define MANY 64U /* edges missed that make another start worth while */

/* Adds what the start has missed, mostly by short searches. False when these have taken more than `patience` steps an
 * edge with many still to add: then they are not short. */
static bool add_missed(struct finder *finder, const struct edge_list *missed, unsigned patience) {
  for (uint32_t index = 0; index < missed->count; index++) {
    finder_add(finder, missed->edges[index]);
    if (finder->work / patience > finder->edge_count && index + MANY < missed->count) return false;
  }
  return true;
}

/* Starts in the order of the input or by peeling, and adds what that misses; *done is false where it gave up. *order is
 * the order by peeling where it came to that, to be freed by the caller. */
static bool start_and_mend(struct finder *finder, bool in_order, uint32_t **order, bool *done) {
  struct orientation orientation;
  struct edge_list missed = {0};
  if (!orientation_make(&orientation, finder->edges, finder->states, finder->edge_count - 2, finder->node_count,
                        in_order)) {
    return false;
  }
  bool made = allocate_forests(finder) && finder_start(finder, &orientation, &missed);
  *order = orientation.order;
  orientation.order = NULL;
  orientation_free(&orientation);
  made = made && allocate_search(finder);
  *done = made && add_missed(finder, &missed, *order == NULL ? 1 : 4);
  free(missed.edges);
  return made;
}

static bool start_over(struct finder *finder, const struct finder *empty) {
  finder_free(finder);
  *finder = *empty;
  return true;
}

/* Three ways, each slower at first than the one before and less likely to miss many edges. */
static bool make_forests(struct finder *finder) {
  const struct finder empty = *finder;
  uint32_t *order = NULL;
  bool done, made = start_and_mend(finder, false, &order, &done);
  if (made && !done && order == NULL) made = start_over(finder, &empty) && start_and_mend(finder, true, &order, &done);
  if (made && !done) {
    made = start_over(finder, &empty) && allocate_forests(finder) && allocate_search(finder) &&
           finder_by_prefixes(finder, order);
  }
  free(order);
  return made;
}

bool finder_make(struct finder *finder, const struct tt_rest *rest, const uint8_t *states,
                 enum finder_contracts contracts) {
  *finder = (struct finder){.node_count = rest->vertex_count,
                            .edge_count = (uint32_t)rest->edge_count + 2,
                            .edges = rest->edges,
                            .states = states,
                            .contracts = contracts,
                            .virtual_ends = {rest->terminal_a, rest->terminal_b},
                            .trees = {rest->vertex_count, rest->vertex_count}};
  const bool made = make_forests(finder);
  for (uint32_t edge = 0; made && edge + 2 < finder->edge_count; edge++) {
    if (states != NULL && states[edge] != TT_UNDECIDED) continue;
    if (finder->colour[edge] == NONE) finder_add(finder, edge);
  }
  if (!made) finder_free(finder);
  return made;
}
