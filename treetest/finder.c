/* finder.c: two edge-disjoint forests of largest total size by augmenting sequences; see finder.h. */
#include "treetest/finder.h"

#include <stdlib.h>
#include <string.h>

enum { IN_SUBTREE = 1 /* << forest */, CLIMBED = 4 /* << side */ };

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
  const size_t nodes = (size_t)finder->node_count + 3, edges = (size_t)finder->edge_count + 1;
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

static void insert(struct finder *finder, uint8_t colour, uint32_t edge) {
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
    insert(finder, colour, edge);
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
  if (finder->label[edge] != NO_EDGE) return;
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

/* Two climbs towards a meeting point, each side from its first node on. */
struct climb {
  uint32_t count[2]; /* nodes climbed over, the first and the last included */
  uint32_t meeting;
};

static uint32_t *climbed_node(const struct finder *finder, unsigned side, uint32_t index) {
  return &finder->climbed[side == 0 ? index : finder->node_count + 2 - index];
}

static void climb_to(struct finder *finder, struct climb *climb, unsigned side, uint32_t node) {
  finder->work++;
  *climbed_node(finder, side, climb->count[side]++) = node;
  finder->flags[node] |= (uint8_t)(CLIMBED << side);
}

/* One step of each side; true when they have met, or side 0 has met the subtree. */
static bool climb_step(struct finder *finder, uint8_t colour, struct climb *climb, bool more[2]) {
  for (unsigned side = 0; side < 2; side++) {
    const uint32_t node = *climbed_node(finder, side, climb->count[side] - 1);
    const uint32_t edge = more[side] ? finder->parent[colour][node] : NO_EDGE;
    more[side] = edge != NO_EDGE;
    if (!more[side]) continue;
    const uint32_t above = other_end(finder, edge, node);
    const bool met =
        (side == 0 && in_subtree(finder, colour, above)) || (finder->flags[above] & CLIMBED << (side ^ 1U)) != 0;
    climb_to(finder, climb, side, above);
    if (!met) continue;
    climb->meeting = above;
    return true;
  }
  return false;
}

/* Finds the path in forest `colour` from `node`, which is outside the subtree, to the subtree: it goes over the nodes
 * climbed from `node` and over those climbed from the top of the subtree, each as far as the meeting point. False when
 * they are in different trees. Both sides climb in turn, so that it costs at most twice the length of the path. */
static bool find_path(struct finder *finder, uint8_t colour, uint32_t node, struct climb *climb) {
  bool more[2] = {true, true}, met = false;
  *climb = (struct climb){{0, 0}, 0};
  climb_to(finder, climb, 0, node);
  climb_to(finder, climb, 1, finder->top[colour]);
  while (!met && (more[0] || more[1])) met = climb_step(finder, colour, climb, more);
  for (unsigned side = 0; side < 2; side++) {
    for (uint32_t index = 0; index < climb->count[side]; index++) {
      finder->flags[*climbed_node(finder, side, index)] &= (uint8_t) ~(CLIMBED | CLIMBED << 1);
    }
  }
  return met;
}

/* How many steps of a side lead to the meeting point. */
static uint32_t steps_to_meeting(const struct finder *finder, unsigned side, const struct climb *climb) {
  uint32_t steps = 0;
  while (*climbed_node(finder, side, steps) != climb->meeting) steps++;
  return steps;
}

/* Labels the path from the subtree of forest `colour` with `edge`, nearest to the subtree first, and takes its nodes
 * into the subtree. */
static void label_path(struct finder *finder, uint8_t colour, uint32_t edge, const struct climb *climb) {
  const uint32_t *const parent = finder->parent[colour];
  if (!in_subtree(finder, colour, climb->meeting)) {
    const uint32_t up = steps_to_meeting(finder, 1, climb);
    for (uint32_t step = 0; step < up; step++) {
      label_edge(finder, parent[*climbed_node(finder, 1, step)], edge);
      put_in_subtree(finder, colour, *climbed_node(finder, 1, step + 1));
    }
    finder->top[colour] = climb->meeting;
  }
  for (uint32_t step = steps_to_meeting(finder, 0, climb); step-- > 0;) {
    label_edge(finder, parent[*climbed_node(finder, 0, step)], edge);
    put_in_subtree(finder, colour, *climbed_node(finder, 0, step));
  }
}

/* Offers the edge to forest `colour`; true when it fits, else the cycle that it closes has been labelled. */
static bool offer(struct finder *finder, uint32_t edge, uint8_t colour) {
  const struct tt_edge ends = ends_of(finder, edge);
  uint32_t node = finder_node(finder, ends.u);
  if (in_subtree(finder, colour, node)) node = finder_node(finder, ends.v);
  if (in_subtree(finder, colour, node)) return false;
  struct climb climb;
  if (!find_path(finder, colour, node, &climb)) return true;
  label_path(finder, colour, edge, &climb);
  return false;
}

/* Searches from an edge that is in neither forest. True when some edge reached fits into the other forest. */
static bool find_room(struct finder *finder, uint32_t edge, uint32_t *fitting, uint8_t *forest) {
  const uint32_t start = finder_node(finder, ends_of(finder, edge).u);
  finder->queue_count = 0;
  label_edge(finder, edge, edge);
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    finder->top[colour] = start;
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

/* After a search that failed: what it reached is a clump, and its top is the root of both trees, since swap_in has made
 * an end of the edge that. */
static void contract_clump(struct finder *finder) {
  for (uint32_t index = 0; index < finder->queue_count; index++) {
    const struct tt_edge ends = ends_of(finder, finder->queue[index]);
    tt_partition_unite(&finder->clumps, ends.u, ends.v);
  }
  const uint32_t node = finder_node(finder, finder->top[BLUE]);
  finder->parent[BLUE][node] = finder->parent[RED][node] = NO_EDGE;
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
  uint32_t fitting;
  uint8_t colour;
  if (inside_clump(finder, edge) || all_spanned(finder)) return false;
  if (swap_in(finder, edge)) return true;
  const bool fits = find_room(finder, edge, &fitting, &colour);
  if (fits) augment(finder, fitting, colour);
  end_search(finder);
  if (!fits) contract_clump(finder);
  return fits;
}

#define MANY 64U /* edges missed that make another start worth while */

/* Adds what the start has missed, mostly by short searches. False when these have taken as many steps as there are
 * edges with many still to add: then they are not short. */
static bool add_missed(struct finder *finder, const struct edge_list *missed, bool patiently) {
  for (uint32_t index = 0; index < missed->count; index++) {
    finder_add(finder, missed->edges[index]);
    if (!patiently && finder->work > finder->edge_count && index + MANY < missed->count) return false;
  }
  return true;
}

/* Starts in the order of the input or by peeling, and adds what that misses; *done is false where it gave up. */
static bool start_and_mend(struct finder *finder, bool *in_order, bool *done) {
  struct orientation orientation;
  struct edge_list missed = {0};
  if (!orientation_make(&orientation, finder->edges, finder->states, finder->edge_count - 2, finder->node_count,
                        *in_order))
    return false;
  *in_order = orientation.order != NULL;
  bool made = allocate_forests(finder) && finder_start(finder, &orientation, &missed);
  orientation_free(&orientation);
  made = made && allocate_search(finder);
  *done = made && add_missed(finder, &missed, *in_order);
  free(missed.edges);
  return made;
}

bool finder_make(struct finder *finder, const struct tt_rest *rest, const uint8_t *states,
                 enum finder_contracts contracts) {
  const struct finder empty = {.node_count = rest->vertex_count,
                               .edge_count = (uint32_t)rest->edge_count + 2,
                               .edges = rest->edges,
                               .states = states,
                               .contracts = contracts,
                               .virtual_ends = {rest->terminal_a, rest->terminal_b},
                               .trees = {rest->vertex_count, rest->vertex_count}};
  bool in_order = false, done;
  *finder = empty;
  bool made = start_and_mend(finder, &in_order, &done);
  if (made && !done) { /* peeling costs more at first, and misses next to nothing */
    finder_free(finder);
    *finder = empty;
    in_order = true;
    made = start_and_mend(finder, &in_order, &done);
  }
  for (uint32_t edge = 0; made && edge + 2 < finder->edge_count; edge++) {
    if (states != NULL && states[edge] != TT_UNDECIDED) continue;
    if (finder->colour[edge] == NONE) finder_add(finder, edge);
  }
  if (!made) finder_free(finder);
  return made;
}
