/* all_pairs.c: the outcome for every pair of terminals of one graph, from one (2,2)-pebble game.
 *
 * Every node has two pebbles; an edge that is taken uses one of its ends' pebbles and points away from it; turning a
 * path of edges round brings a pebble to its start (Lee and Streinu 2008). For two nodes u and v, as many pebbles as
 * can be gathered on them, less two, is the tempo of the pair: 2 + tempo is the least number of free pebbles in a set
 * that holds both and that no edge leaves, and that set is what can be reached from u and v once nothing more comes.
 *
 *   an edge arrives, 2 gathered: it does not fit; the set is a clump
 *                    3 gathered: it fits and closes a clump, the set
 *                    4 gathered: it fits and closes none
 *   afterwards, for two nodes:  3 gathered: First, and so is every pair of nodes in the set reached (it has one pebble
 * more than a clump: with e* on any pair it is one) 4 gathered: Cut
 *
 * A clump has two free pebbles or edges out of it, like a node, so it becomes one at once. Sets are words: at most 64
 * vertices; a few hundred nanoseconds for ten. */
#include "treetest/treetest.h"

#define FREE UINT8_MAX
#define VERTICES TT_ALL_PAIRS_VERTICES

struct game {
  uint8_t node[VERTICES];     /* of each vertex, the vertex that stands for its node */
  uint8_t slot[VERTICES][2];  /* of each node: where its two edges point (a vertex), or FREE */
  uint64_t members[VERTICES]; /* of each node */
  uint64_t nodes;             /* the vertices that stand for nodes */
};

static inline uint64_t bit(unsigned vertex) {
  return UINT64_C(1) << vertex;
}

static inline unsigned free_on(const struct game *game, unsigned node) {
  return (game->slot[node][0] == FREE ? 1U : 0U) + (game->slot[node][1] == FREE ? 1U : 0U);
}

/* Brings one more pebble to node `to`, not one of those on `keep`; false when none can come. */
static bool fetch(struct game *game, unsigned to, unsigned keep) {
  uint8_t stack[VERTICES], came[VERTICES][2]; /* came: the node and slot that led here */
  unsigned depth = 0;
  uint64_t seen = bit(to);
  stack[depth++] = (uint8_t)to;
  while (depth > 0) {
    const unsigned node = stack[--depth];
    for (unsigned slot = 0; slot < 2; slot++) {
      const unsigned target = game->slot[node][slot];
      if (target == FREE) {
        if (node == to || node == keep) continue;
        unsigned at = node, empty = slot;
        while (at != to) {
          const unsigned back = came[at][0], back_slot = came[at][1];
          game->slot[at][empty] = (uint8_t)back;
          at = back;
          empty = back_slot;
        }
        game->slot[to][empty] = FREE;
        return true;
      }
      const unsigned next = game->node[target];
      if ((seen & bit(next)) != 0) continue;
      seen |= bit(next);
      came[next][0] = (uint8_t)node;
      came[next][1] = (uint8_t)slot;
      stack[depth++] = (uint8_t)next;
    }
  }
  return false;
}

/* Gathers as many pebbles on two nodes as will come and returns how many (2 to 4). */
static unsigned gather(struct game *game, unsigned u, unsigned v) {
  while (free_on(game, u) < 2 && fetch(game, u, v)) continue;
  while (free_on(game, v) < 2 && fetch(game, v, u)) continue;
  return free_on(game, u) + free_on(game, v);
}

/* The nodes that can be reached from the two: no edge leaves the set. */
static uint64_t reach(const struct game *game, unsigned u, unsigned v) {
  uint64_t reached = bit(u) | bit(v), todo = reached;
  while (todo != 0) {
    const unsigned node = (unsigned)__builtin_ctzll(todo);
    todo &= todo - 1;
    for (unsigned slot = 0; slot < 2; slot++) {
      if (game->slot[node][slot] == FREE) continue;
      const uint64_t next = bit(game->node[game->slot[node][slot]]) & ~reached;
      reached |= next;
      todo |= next;
    }
  }
  return reached;
}

/* The largest set around two nodes with no more free pebbles than those gathered on them: all nodes from which no other
 * free pebble can be reached. (What is reached from the two is the smallest such set, and may miss a node of which both
 * edges lead into it.) */
static uint64_t closed_set(const struct game *game, unsigned u, unsigned v) {
  uint64_t outside = game->nodes & ~reach(game, u, v), open = 0;
  for (uint64_t todo = outside; todo != 0; todo &= todo - 1) {
    const unsigned node = (unsigned)__builtin_ctzll(todo);
    if (free_on(game, node) > 0) open |= bit(node);
  }
  for (uint64_t before = 0; before != open;) {
    before = open;
    for (uint64_t todo = outside & ~open; todo != 0; todo &= todo - 1) {
      const unsigned node = (unsigned)__builtin_ctzll(todo);
      const uint64_t targets = bit(game->node[game->slot[node][0]]) | bit(game->node[game->slot[node][1]]);
      if ((targets & open) != 0) open |= bit(node);
    }
  }
  return game->nodes & ~open;
}

/* Makes one node of a set of nodes that holds two free slots and edges out of it in all. */
static void contract(struct game *game, uint64_t nodes) {
  const unsigned kept = (unsigned)__builtin_ctzll(nodes);
  uint8_t slots[2] = {FREE, FREE};
  unsigned used = 0;
  uint64_t members = 0;
  for (uint64_t todo = nodes; todo != 0; todo &= todo - 1) {
    const unsigned node = (unsigned)__builtin_ctzll(todo);
    members |= game->members[node];
    for (unsigned slot = 0; slot < 2; slot++) {
      const unsigned target = game->slot[node][slot];
      if (target != FREE && (nodes & bit(game->node[target])) == 0) slots[used++] = (uint8_t)target;
    }
  }
  for (uint64_t todo = members; todo != 0; todo &= todo - 1) game->node[__builtin_ctzll(todo)] = (uint8_t)kept;
  game->members[kept] = members;
  game->nodes = (game->nodes & ~nodes) | bit(kept);
  game->slot[kept][0] = slots[0];
  game->slot[kept][1] = slots[1];
}

static void take_edge(struct game *game, struct tt_edge edge) {
  const unsigned u = game->node[edge.u], v = game->node[edge.v];
  if (u == v) return;
  const unsigned pebbles = gather(game, u, v);
  if (pebbles > 2) {
    const unsigned from = free_on(game, u) > 0 ? u : v, to = from == u ? v : u;
    game->slot[from][game->slot[from][0] == FREE ? 0 : 1] = (uint8_t)to;
  }
  if (pebbles < 4) contract(game, closed_set(game, u, v));
}

static uint64_t members_of(const struct game *game, uint64_t nodes) {
  uint64_t members = 0;
  for (; nodes != 0; nodes &= nodes - 1) members |= game->members[__builtin_ctzll(nodes)];
  return members;
}

/* For every pair of nodes that no set found so far holds: is it First? */
static void find_first_sets(struct game *game, struct tt_all_pairs *pairs) {
  for (uint64_t rows = game->nodes; rows != 0; rows &= rows - 1) {
    const unsigned u = (unsigned)__builtin_ctzll(rows);
    for (uint64_t others = rows & (rows - 1) & ~pairs->not_cut[u]; others != 0;) {
      const unsigned v = (unsigned)__builtin_ctzll(others);
      others &= others - 1;
      if (gather(game, u, v) == 4) continue;
      const uint64_t members = members_of(game, closed_set(game, u, v));
      for (uint64_t todo = members; todo != 0; todo &= todo - 1) pairs->not_cut[__builtin_ctzll(todo)] |= members;
      others &= ~members;
    }
  }
}

void tt_all_pairs_make(struct tt_all_pairs *pairs, unsigned vertex_count, const struct tt_edge *edges,
                       size_t edge_count) {
  struct game game;
  game.nodes = 0;
  for (unsigned vertex = 0; vertex < vertex_count; vertex++) {
    game.node[vertex] = (uint8_t)vertex;
    game.slot[vertex][0] = game.slot[vertex][1] = FREE;
    game.members[vertex] = bit(vertex);
    game.nodes |= bit(vertex);
  }
  for (size_t edge = 0; edge < edge_count; edge++) take_edge(&game, edges[edge]);
  for (unsigned vertex = 0; vertex < vertex_count; vertex++) {
    pairs->clump[vertex] = pairs->not_cut[vertex] = game.members[game.node[vertex]];
  }
  find_first_sets(&game, pairs);
  unsigned clumped = 0, joined = 0;
  for (unsigned vertex = 0; vertex < vertex_count; vertex++) {
    clumped += (unsigned)__builtin_popcountll(pairs->clump[vertex]) - 1;
    joined += (unsigned)__builtin_popcountll(pairs->not_cut[vertex]) - 1;
  }
  pairs->outcomes[TT_SHORT] = clumped / 2;
  pairs->outcomes[TT_FIRST] = joined / 2 - clumped / 2;
  pairs->outcomes[TT_CUT] = vertex_count * (vertex_count - 1) / 2 - joined / 2;
}
