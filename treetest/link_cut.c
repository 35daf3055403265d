/* link_cut.c: link-cut trees; see link_cut.h. */
#include "treetest/link_cut.h"

#include <stdlib.h>
#include <string.h>

#define NO_NODE UINT32_MAX

void link_free(struct link_forest *forest) {
  free(forest->nodes);
  free(forest->state);
  *forest = (struct link_forest){0};
}

bool link_make(struct link_forest *forest, const struct tt_edge *ends, uint32_t vertex_count, uint32_t edge_count) {
  const size_t count = (size_t)vertex_count + edge_count;
  *forest = (struct link_forest){.vertex_count = vertex_count, .edge_count = edge_count, .ends = ends};
  forest->nodes = malloc((count + 1) * sizeof *forest->nodes);
  forest->state = calloc((size_t)edge_count + 1, 1);
  if (forest->nodes == NULL || forest->state == NULL) {
    link_free(forest);
    return false;
  }
  for (size_t node = 0; node < count; node++)
    forest->nodes[node] = (struct link_node){{NO_NODE, NO_NODE}, NO_NODE, 0, 0};
  return true;
}

/* ---- Splay trees, by depth ---- */

static uint32_t open_below(const struct link_forest *forest, uint32_t node) {
  return node == NO_NODE ? 0 : forest->nodes[node].open;
}

static uint32_t own_open(const struct link_forest *forest, uint32_t node) {
  return node >= forest->vertex_count && forest->state[node - forest->vertex_count] == LINK_OPEN;
}

static void update(struct link_forest *forest, uint32_t node) {
  struct link_node *const at = &forest->nodes[node];
  at->open =
      (open_below(forest, at->child[0]) + open_below(forest, at->child[1]) + own_open(forest, node)) & 0x7fffffffU;
}

static void push_flip(struct link_forest *forest, uint32_t node) {
  struct link_node *const at = &forest->nodes[node];
  if (!at->flip) return;
  const uint32_t left = at->child[0];
  at->child[0] = at->child[1];
  at->child[1] = left;
  at->flip = 0;
  for (unsigned side = 0; side < 2; side++) {
    if (at->child[side] != NO_NODE) forest->nodes[at->child[side]].flip ^= 1U;
  }
}

static bool is_splay_root(const struct link_forest *forest, uint32_t node) {
  const uint32_t parent = forest->nodes[node].parent;
  return parent == NO_NODE || (forest->nodes[parent].child[0] != node && forest->nodes[parent].child[1] != node);
}

static void rotate(struct link_forest *forest, uint32_t node) {
  struct link_node *const nodes = forest->nodes;
  const uint32_t parent = nodes[node].parent, above = nodes[parent].parent;
  const unsigned side = nodes[parent].child[1] == node;
  const uint32_t middle = nodes[node].child[side ^ 1U];
  if (!is_splay_root(forest, parent)) nodes[above].child[nodes[above].child[1] == parent] = node;
  nodes[node].parent = above;
  nodes[node].child[side ^ 1U] = parent;
  nodes[parent].parent = node;
  nodes[parent].child[side] = middle;
  if (middle != NO_NODE) nodes[middle].parent = parent;
  update(forest, parent);
}

/* A pending flip further up concerns all of what is turned here alike, so that pushing the three nodes at hand is
 * enough. */
static void splay(struct link_forest *forest, uint32_t node) {
  const struct link_node *const nodes = forest->nodes;
  while (!is_splay_root(forest, node)) {
    const uint32_t parent = nodes[node].parent;
    const bool last = is_splay_root(forest, parent);
    const uint32_t above = nodes[parent].parent;
    if (!last) push_flip(forest, above);
    push_flip(forest, parent);
    push_flip(forest, node);
    if (!last) {
      const bool straight = (nodes[parent].child[1] == node) == (nodes[above].child[1] == parent);
      rotate(forest, straight ? parent : node);
    }
    rotate(forest, node);
  }
  push_flip(forest, node);
  update(forest, node);
}

/* ---- Paths ---- */

/* Makes the path from the root of the tree to `node` one splay tree with `node` at its root. */
static void access(struct link_forest *forest, uint32_t node) {
  uint32_t below = NO_NODE;
  for (uint32_t at = node; at != NO_NODE; at = forest->nodes[at].parent) {
    splay(forest, at);
    forest->nodes[at].child[1] = below;
    update(forest, at);
    below = at;
  }
  splay(forest, node);
}

static void make_root(struct link_forest *forest, uint32_t node) {
  access(forest, node);
  forest->nodes[node].flip ^= 1U;
  push_flip(forest, node);
}

/* The path from u to v as the splay tree at v. */
static void expose(struct link_forest *forest, uint32_t u, uint32_t v) {
  make_root(forest, u);
  access(forest, v);
}

bool link_connected(struct link_forest *forest, uint32_t u, uint32_t v) {
  if (u == v) return true;
  expose(forest, u, v);
  return forest->nodes[u].parent != NO_NODE; /* u was a root of its tree; v's path has taken it in or not */
}

static void link_nodes(struct link_forest *forest, uint32_t root, uint32_t node) {
  make_root(forest, root);
  forest->nodes[root].parent = node;
}

static void cut_nodes(struct link_forest *forest, uint32_t u, uint32_t v) {
  expose(forest, u, v);
  forest->nodes[forest->nodes[v].child[0]].parent = NO_NODE;
  forest->nodes[v].child[0] = NO_NODE;
  update(forest, v);
}

static void set_state(struct link_forest *forest, uint32_t edge, uint8_t state) {
  const uint32_t node = forest->vertex_count + edge;
  splay(forest, node);
  forest->state[edge] = state;
  update(forest, node);
}

void link_edge(struct link_forest *forest, uint32_t edge, bool open) {
  const uint32_t node = forest->vertex_count + edge;
  set_state(forest, edge, open ? LINK_OPEN : LINK_SHUT);
  link_nodes(forest, node, forest->ends[edge].u);
  link_nodes(forest, forest->ends[edge].v, node);
}

void link_cut(struct link_forest *forest, uint32_t edge) {
  const uint32_t node = forest->vertex_count + edge;
  cut_nodes(forest, node, forest->ends[edge].u);
  cut_nodes(forest, node, forest->ends[edge].v);
  set_state(forest, edge, LINK_OUT);
}

void link_shut(struct link_forest *forest, uint32_t edge) {
  set_state(forest, edge, LINK_SHUT);
}

uint32_t link_open_count(struct link_forest *forest, uint32_t u, uint32_t v) {
  expose(forest, u, v);
  return forest->nodes[v].open;
}

uint32_t link_open_edge(struct link_forest *forest, uint32_t u, uint32_t v, uint32_t index) {
  expose(forest, u, v);
  uint32_t node = v;
  for (;;) {
    push_flip(forest, node);
    const uint32_t left = forest->nodes[node].child[0], before = open_below(forest, left);
    if (index < before) {
      node = left;
    } else if (index == before && own_open(forest, node)) {
      splay(forest, node); /* pays for the way down */
      return node - forest->vertex_count;
    } else {
      index -= before + own_open(forest, node);
      node = forest->nodes[node].child[1];
    }
  }
}
