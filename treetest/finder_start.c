/* finder_start.c: two forests to start from, out of an orientation.
 *
 * A node that owns two edges gives one to each forest. Then every node has at most one parent in each, and only cycles
 * are to be avoided. The nodes are taken one after another: in each forest the nodes taken so far hang in trees below
 * nodes not taken yet, and a node can take an edge as its parent edge unless it leads into its own tree. Of the two
 * ways to give its edges away one nearly always does. */
#include <stdlib.h>
#include <string.h>

#include "treetest/finder.h"

struct start {
  struct finder *finder;
  struct orientation *orientation;
  struct edge_list *missed;
  uint32_t *trees[2]; /* union-find by forest, path halving: the root is the node not taken yet */
  bool made;          /* false when out of memory */
};

static uint32_t tree_of(const struct start *start, unsigned colour, uint32_t node) {
  uint32_t *const trees = start->trees[colour];
  while (trees[node] != node) {
    trees[node] = trees[trees[node]];
    node = trees[node];
  }
  return node;
}

static void take(struct start *start, unsigned colour, uint32_t node, unsigned place) {
  const struct owner *const owner = &start->orientation->owners[node];
  if (owner->edge[place] == NO_EDGE) return;
  start->finder->parent[colour][node] = owner->edge[place];
  start->finder->colour[owner->edge[place]] = (uint8_t)colour;
  start->finder->trees[colour]--;
  start->trees[colour][node] = tree_of(start, colour, owner->target[place]);
}

/* Can the node take what it owns at this place as its parent edge? A free place always can be left free. */
static bool can_take(const struct start *start, unsigned colour, uint32_t node, unsigned place) {
  const uint32_t target = start->orientation->owners[node].target[place];
  return target == NO_EDGE || tree_of(start, colour, target) != node;
}

/* Gives the edges of a node away, to both forests if that can be. */
static void take_both(struct start *start, uint32_t node) {
  for (unsigned swap = 0; swap < 2; swap++) {
    if (!can_take(start, BLUE, node, swap) || !can_take(start, RED, node, swap ^ 1U)) continue;
    take(start, BLUE, node, swap);
    take(start, RED, node, swap ^ 1U);
    return;
  }
  unsigned taken = 2; /* one of them at least, if that can be */
  for (unsigned way = 0; way < 4 && taken == 2; way++) {
    const unsigned colour = way / 2, place = way % 2;
    if (start->orientation->owners[node].edge[place] == NO_EDGE || !can_take(start, colour, node, place)) continue;
    take(start, colour, node, place);
    taken = place;
  }
  for (unsigned place = 0; place < 2; place++) {
    const uint32_t edge = start->orientation->owners[node].edge[place];
    if (place != taken && edge != NO_EDGE) start->made = start->made && edge_list_add(start->missed, edge);
  }
}

/* Contracts the sets of full nodes that a blue and a red tree span: all that is owned in them is inside them. The
 * places of full nodes, given away by now, hold for each root of a tree the root of the other colour that its nodes
 * have. */
static void contract_spanned(struct start *start) {
  const struct orientation *const orientation = start->orientation;
  struct owner *const owners = orientation->owners;
  enum { UNSEEN = 0, ONE = 1, MANY = 2 };
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    if (orientation->distance[node] == FULL) owners[node] = (struct owner){{UNSEEN, UNSEEN}, {0, 0}};
  }
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    if (orientation->distance[node] != FULL) continue;
    const uint32_t root[2] = {tree_of(start, BLUE, node), tree_of(start, RED, node)};
    for (unsigned colour = BLUE; colour <= RED; colour++) {
      struct owner *const seen = &owners[root[colour]];
      const uint32_t other = root[colour ^ 1U];
      seen->edge[colour] =
          seen->edge[colour] == UNSEEN || (seen->edge[colour] == ONE && seen->target[colour] == other) ? ONE : MANY;
      seen->target[colour] = other;
    }
  }
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    if (orientation->distance[node] != FULL) continue;
    const uint32_t blue = tree_of(start, BLUE, node), red = tree_of(start, RED, node);
    if (owners[blue].edge[BLUE] == ONE && owners[red].edge[RED] == ONE) {
      tt_partition_unite(&start->finder->clumps, node, blue);
    }
  }
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    const uint32_t clump = finder_node(start->finder, node);
    if (clump == node) continue;
    start->finder->parent[BLUE][clump] = start->finder->parent[RED][clump] = NO_EDGE;
  }
}

/* Takes the nodes that are full, or those that are not. */
static void take_these(struct start *start, bool full) {
  const struct orientation *const orientation = start->orientation;
  for (uint32_t index = 0; index < orientation->node_count; index++) {
    const uint32_t node = orientation->order == NULL ? index : orientation->order[index];
    if ((orientation->some_full && orientation->distance[node] == FULL) == full) take_both(start, node);
  }
}

/* The full nodes come first: what they own stays among them, so that their trees are whole before others join them. */
static void take_all(struct start *start) {
  const uint32_t count = start->orientation->node_count;
  for (uint32_t node = 0; node < count; node++) start->trees[BLUE][node] = start->trees[RED][node] = node;
  if (start->orientation->some_full) {
    take_these(start, true);
    if (start->finder->contracts == FINDER_CLUMPS) contract_spanned(start);
  }
  take_these(start, false);
}

bool finder_start(struct finder *finder, struct orientation *orientation, struct edge_list *missed) {
  struct start start = {.finder = finder, .orientation = orientation, .missed = missed};
  const size_t nodes = (size_t)finder->node_count + 1;
  start.trees[BLUE] = malloc(nodes * sizeof(uint32_t));
  start.trees[RED] = malloc(nodes * sizeof(uint32_t));
  start.made = start.trees[BLUE] != NULL && start.trees[RED] != NULL;
  if (start.made) take_all(&start);
  free(start.trees[BLUE]);
  free(start.trees[RED]);
  return start.made;
}
