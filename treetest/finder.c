/* finder.c: two edge-disjoint forests of largest total size by augmenting sequences; see finder.h. */
#include "treetest/finder.h"

#include <stdlib.h>
#include <string.h>

void finder_free(struct finder *finder) {
  free(finder->ends);
  free(finder->colour);
  tt_partition_free(&finder->clumps);
  free(finder->edge_stamp);
  free(finder->label);
  free(finder->queue);
  for (unsigned side = 0; side < 2; side++) {
    free(finder->parent[side]);
    free(finder->node_stamp[side]);
    free(finder->climb_stamp[side]);
    free(finder->climbed[side]);
  }
}

static uint32_t *numbers(uint32_t count) {
  return calloc((size_t)count + 1, sizeof(uint32_t));
}

static bool allocate(struct finder *finder, const struct tt_rest *rest) {
  *finder = (struct finder){.node_count = rest->vertex_count, .edge_count = (uint32_t)rest->edge_count + 2};
  const uint32_t nodes = finder->node_count, edges = finder->edge_count + 1; /* and one for trials */
  finder->ends = malloc((size_t)edges * sizeof *finder->ends);
  finder->colour = malloc(edges);
  finder->edge_stamp = numbers(edges);
  finder->label = numbers(edges);
  finder->queue = numbers(edges);
  bool made = finder->ends != NULL && finder->colour != NULL && finder->edge_stamp != NULL && finder->label != NULL &&
              finder->queue != NULL && tt_partition_make(&finder->clumps, nodes);
  for (unsigned side = 0; side < 2; side++) {
    finder->parent[side] = numbers(nodes);
    finder->node_stamp[side] = numbers(nodes);
    finder->climb_stamp[side] = numbers(nodes);
    finder->climbed[side] = numbers(nodes);
    made = made && finder->parent[side] != NULL && finder->node_stamp[side] != NULL &&
           finder->climb_stamp[side] != NULL && finder->climbed[side] != NULL;
  }
  if (!made) {
    finder_free(finder);
    return false;
  }
  if (rest->edge_count > 0) memcpy(finder->ends, rest->edges, rest->edge_count * sizeof *finder->ends);
  finder->ends[edges - 3] = finder->ends[edges - 2] = finder->ends[edges - 1] =
      (struct tt_edge){rest->terminal_a, rest->terminal_b};
  memset(finder->colour, NONE, edges);
  return true;
}

uint32_t finder_node(struct finder *finder, uint32_t vertex) {
  return tt_partition_find(&finder->clumps, vertex);
}

/* The end of a forest edge that is not `node`. */
static uint32_t other_end(struct finder *finder, uint32_t edge, uint32_t node) {
  const uint32_t u = finder_node(finder, finder->ends[edge].u);
  return u == node ? finder_node(finder, finder->ends[edge].v) : u;
}

/* ---- Bulk start: a breadth-first forest of the graph, then one of what is left ---- */

struct neighbours {
  size_t *start;  /* node_count + 1 */
  uint32_t *edge; /* the edges at a node, loops left out */
};

static bool neighbours_make(struct neighbours *neighbours, const struct finder *finder) {
  const uint32_t edges = finder->edge_count - 2; /* copies of e* come later */
  neighbours->start = calloc((size_t)finder->node_count + 2, sizeof *neighbours->start);
  neighbours->edge = malloc(((size_t)edges * 2 + 1) * sizeof *neighbours->edge);
  if (neighbours->start == NULL || neighbours->edge == NULL) return false;
  for (uint32_t edge = 0; edge < edges; edge++) {
    if (finder->ends[edge].u == finder->ends[edge].v) continue;
    neighbours->start[finder->ends[edge].u + 1]++;
    neighbours->start[finder->ends[edge].v + 1]++;
  }
  for (uint32_t node = 0; node < finder->node_count; node++) neighbours->start[node + 1] += neighbours->start[node];
  for (uint32_t edge = edges; edge-- > 0;) { /* backwards, filling each list from its end */
    if (finder->ends[edge].u == finder->ends[edge].v) continue;
    neighbours->edge[--neighbours->start[finder->ends[edge].u + 1]] = edge;
    neighbours->edge[--neighbours->start[finder->ends[edge].v + 1]] = edge;
  }
  /* start[node + 1] is now where the list of node begins; it ends where the next begins. */
  memmove(neighbours->start, neighbours->start + 1, finder->node_count * sizeof *neighbours->start);
  neighbours->start[finder->node_count] = 0;
  for (uint32_t edge = 0; edge < edges; edge++) {
    if (finder->ends[edge].u != finder->ends[edge].v) neighbours->start[finder->node_count] += 2;
  }
  return true;
}

static void grow_forest(struct finder *finder, const struct neighbours *neighbours, uint8_t colour) {
  uint32_t *const parent = finder->parent[colour], *const queue = finder->climbed[0];
  uint32_t *const seen = finder->node_stamp[colour];
  for (uint32_t root = 0; root < finder->node_count; root++) {
    if (seen[root]) continue;
    seen[root] = 1;
    parent[root] = NO_EDGE;
    queue[0] = root;
    for (uint32_t done = 0, count = 1; done < count; done++) {
      const uint32_t node = queue[done];
      for (size_t index = neighbours->start[node]; index < neighbours->start[node + 1]; index++) {
        const uint32_t edge = neighbours->edge[index];
        const uint32_t next = finder->ends[edge].u == node ? finder->ends[edge].v : finder->ends[edge].u;
        if (seen[next] || finder->colour[edge] != NONE) continue;
        seen[next] = 1;
        parent[next] = edge;
        finder->colour[edge] = colour;
        queue[count++] = next;
      }
    }
  }
  memset(seen, 0, finder->node_count * sizeof *seen);
}

static bool bulk_start(struct finder *finder) {
  struct neighbours neighbours = {NULL, NULL};
  const bool made = neighbours_make(&neighbours, finder);
  if (made) {
    grow_forest(finder, &neighbours, BLUE);
    grow_forest(finder, &neighbours, RED);
  }
  free(neighbours.start);
  free(neighbours.edge);
  return made;
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
  const uint32_t u = finder_node(finder, finder->ends[edge].u), v = finder_node(finder, finder->ends[edge].v);
  const uint32_t below = shallower(finder, colour, u, v);
  make_root(finder, colour, below);
  finder->parent[colour][below] = edge;
  finder->colour[edge] = colour;
}

static void take_out(struct finder *finder, uint32_t edge) {
  uint32_t *const parent = finder->parent[finder->colour[edge]];
  const uint32_t u = finder_node(finder, finder->ends[edge].u), v = finder_node(finder, finder->ends[edge].v);
  parent[parent[u] == edge ? u : v] = NO_EDGE;
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

/* ---- The search ---- */

static void label_edge(struct finder *finder, uint32_t edge, uint32_t label) {
  if (finder->edge_stamp[edge] == finder->search) return;
  finder->edge_stamp[edge] = finder->search;
  finder->label[edge] = label;
  finder->queue[finder->queue_count++] = edge;
}

static void put_in_subtree(struct finder *finder, uint8_t colour, uint32_t node) {
  finder->node_stamp[colour][node] = finder->search;
}

/* One step of a climb: from *node over its parent edge, remembered in climbed[side]. False at the root. */
static bool climb_step(struct finder *finder, uint8_t colour, unsigned side, uint32_t *node, uint32_t *steps) {
  const uint32_t edge = finder->parent[colour][*node];
  if (edge == NO_EDGE) return false;
  finder->climbed[side][(*steps)++] = edge;
  *node = other_end(finder, edge, *node);
  finder->climb_stamp[side][*node] = finder->climb;
  return true;
}

/* Finds the path in forest `colour` from `node`, which is outside the subtree, to the subtree: the edges climbed from
 * the node are climbed[0][0 .. steps[0]), those climbed from the top of the subtree climbed[1][0 .. steps[1]); *meeting
 * is where they meet. False when they are in different trees. Both sides climb in turn, so that it costs at most twice
 * the length of the path. */
static bool find_path(struct finder *finder, uint8_t colour, uint32_t node, uint32_t steps[2], uint32_t *meeting) {
  uint32_t at[2] = {node, finder->top[colour]};
  bool more[2] = {true, true};
  steps[0] = steps[1] = 0;
  finder->climb++;
  finder->climb_stamp[0][node] = finder->climb_stamp[1][at[1]] = finder->climb;
  while (more[0] || more[1]) {
    for (unsigned side = 0; side < 2; side++) {
      if (!more[side]) continue;
      more[side] = climb_step(finder, colour, side, &at[side], &steps[side]);
      if (side == 0 && finder->node_stamp[colour][at[0]] == finder->search) {
        steps[1] = 0;
        *meeting = at[0];
        return true;
      }
      if (finder->climb_stamp[side ^ 1U][at[side]] == finder->climb) {
        *meeting = at[side];
        return true;
      }
    }
  }
  return false;
}

/* How many of the first `steps` edges climbed by `side` from `node` lead to `meeting`. */
static uint32_t steps_to(struct finder *finder, unsigned side, uint32_t node, uint32_t meeting, uint32_t steps) {
  uint32_t count = 0;
  while (node != meeting && count < steps) node = other_end(finder, finder->climbed[side][count++], node);
  return count;
}

/* Labels the path from the subtree of forest `colour` to `node` with `edge`, nearest to the subtree first, and takes
 * its nodes into the subtree. */
static void label_path(struct finder *finder, uint8_t colour, uint32_t node, uint32_t edge, const uint32_t steps[2],
                       uint32_t meeting) {
  const uint32_t top = finder->top[colour];
  const bool from_top = finder->node_stamp[colour][meeting] != finder->search || meeting == top;
  const uint32_t down = steps_to(finder, 0, node, meeting, steps[0]);
  const uint32_t up = from_top ? steps_to(finder, 1, top, meeting, steps[1]) : 0;
  uint32_t at = top;
  for (uint32_t step = 0; step < up; step++) {
    label_edge(finder, finder->climbed[1][step], edge);
    at = other_end(finder, finder->climbed[1][step], at);
    put_in_subtree(finder, colour, at);
  }
  if (up > 0) finder->top[colour] = meeting;
  for (uint32_t step = down; step-- > 0;) label_edge(finder, finder->climbed[0][step], edge);
  for (at = node; finder->node_stamp[colour][at] != finder->search;) {
    put_in_subtree(finder, colour, at);
    at = other_end(finder, finder->parent[colour][at], at);
  }
}

/* Offers the edge to forest `colour`; true when it fits, else the cycle that it closes has been labelled. */
static bool offer(struct finder *finder, uint32_t edge, uint8_t colour) {
  uint32_t node = finder_node(finder, finder->ends[edge].u);
  if (finder->node_stamp[colour][node] == finder->search) node = finder_node(finder, finder->ends[edge].v);
  if (finder->node_stamp[colour][node] == finder->search) return false;
  uint32_t steps[2], meeting;
  if (!find_path(finder, colour, node, steps, &meeting)) return true;
  label_path(finder, colour, node, edge, steps, meeting);
  return false;
}

static void contract_clump(struct finder *finder) {
  const uint32_t above[2] = {finder->parent[BLUE][finder->top[BLUE]], finder->parent[RED][finder->top[RED]]};
  for (uint32_t index = 0; index < finder->queue_count; index++) {
    const struct tt_edge ends = finder->ends[finder->queue[index]];
    tt_partition_unite(&finder->clumps, ends.u, ends.v);
  }
  const uint32_t node = finder_node(finder, finder->top[BLUE]);
  finder->parent[BLUE][node] = above[BLUE];
  finder->parent[RED][node] = above[RED];
}

/* Searches from an edge that is in neither forest. True when some edge reached fits into the other forest. */
static bool find_room(struct finder *finder, uint32_t edge, uint32_t *fitting, uint8_t *forest) {
  const uint32_t start = finder_node(finder, finder->ends[edge].u);
  finder->search++;
  finder->queue_count = 0;
  label_edge(finder, edge, edge);
  for (uint8_t colour = BLUE; colour <= RED; colour++) {
    finder->top[colour] = start;
    finder->node_stamp[colour][start] = finder->search;
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

bool finder_add(struct finder *finder, uint32_t edge) {
  uint32_t fitting;
  uint8_t colour;
  if (finder_node(finder, finder->ends[edge].u) == finder_node(finder, finder->ends[edge].v)) return false;
  if (find_room(finder, edge, &fitting, &colour)) {
    augment(finder, fitting, colour);
    return true;
  }
  contract_clump(finder);
  return false;
}

bool finder_has_room(struct finder *finder, uint32_t edge) {
  const uint32_t trial = finder->edge_count; /* a slot of its own behind the copies of e* */
  uint32_t fitting;
  uint8_t colour;
  finder->ends[trial] = finder->ends[edge];
  if (finder_node(finder, finder->ends[edge].u) == finder_node(finder, finder->ends[edge].v)) return false;
  if (find_room(finder, trial, &fitting, &colour)) return true;
  contract_clump(finder);
  return false;
}

bool finder_make(struct finder *finder, const struct tt_rest *rest) {
  if (!allocate(finder, rest)) return false;
  if (!bulk_start(finder)) {
    finder_free(finder);
    return false;
  }
  for (uint32_t edge = 0; edge + 2 < finder->edge_count; edge++) {
    if (finder->colour[edge] == NONE) finder_add(finder, edge);
  }
  return true;
}
