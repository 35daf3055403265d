/* pebbles.c: the plain (2,2)-pebble game (Lee and Streinu 2008).
 *
 * Every node has two pebbles, each free or on one of its edges, which it then owns. An edge is taken when three pebbles
 * can be brought to its ends, exactly when it is independent of those taken before in the union of two graphic
 * matroids. A pebble is brought to a node by a search along owned edges for a free one, and turning the path round. */
#include <stdlib.h>
#include <string.h>

#include "treetest/treetest.h"

struct game {
  enum tt_pebble_order order;
  uint64_t visits, limit;
  uint8_t *free_pebbles;   /* of each node: 0, 1 or 2 */
  uint32_t (*targets)[2];  /* of the edges it owns: 2 - free_pebbles of them */
  uint32_t *stamp, search; /* reached in this search */
  uint32_t *reached_from, *list;
};

static bool game_make(struct game *game, uint32_t node_count) {
  const size_t nodes = (size_t)node_count + 1;
  game->free_pebbles = malloc(nodes);
  game->targets = malloc(nodes * sizeof *game->targets);
  game->stamp = calloc(nodes, sizeof *game->stamp);
  game->reached_from = malloc(nodes * sizeof *game->reached_from);
  game->list = malloc(nodes * sizeof *game->list);
  if (game->free_pebbles == NULL || game->targets == NULL || game->stamp == NULL || game->reached_from == NULL ||
      game->list == NULL) {
    return false;
  }
  memset(game->free_pebbles, 2, nodes);
  return true;
}

static void game_free(struct game *game) {
  free(game->free_pebbles);
  free(game->targets);
  free(game->stamp);
  free(game->reached_from);
  free(game->list);
}

static void own(struct game *game, uint32_t node, uint32_t target) {
  game->targets[node][2 - game->free_pebbles[node]] = target;
  game->free_pebbles[node]--;
}

static void disown(struct game *game, uint32_t node, uint32_t target) {
  const unsigned last = 1U - game->free_pebbles[node]; /* of two places the last one used */
  if (game->targets[node][0] == target) game->targets[node][0] = game->targets[node][last];
  game->free_pebbles[node]++;
}

/* Turns the path from `start` to `node` round, edge by edge from its far end. */
static void turn_path(struct game *game, uint32_t start, uint32_t node) {
  while (node != start) {
    const uint32_t before = game->reached_from[node];
    own(game, node, before);
    disown(game, before, node);
    node = before;
  }
}

/* Brings one more pebble to `node`, from anywhere but `spared`; false when there is none. */
static bool fetch(struct game *game, uint32_t node, uint32_t spared) {
  uint32_t first = 0, count = 1;
  game->search++;
  game->stamp[node] = game->stamp[spared] = game->search;
  game->list[0] = node;
  while (first < count) {
    const uint32_t at = game->order == TT_BREADTH_FIRST ? game->list[first++] : game->list[--count];
    game->visits++;
    for (unsigned place = 0; place + game->free_pebbles[at] < 2; place++) {
      const uint32_t target = game->targets[at][place];
      if (game->stamp[target] == game->search) continue;
      game->stamp[target] = game->search;
      game->reached_from[target] = at;
      if (game->free_pebbles[target] > 0) {
        turn_path(game, node, target);
        return true;
      }
      game->list[count++] = target;
    }
  }
  return false;
}

/* Brings as many pebbles as possible to two nodes, `enough` at most; returns how many. */
static unsigned gather(struct game *game, uint32_t u, uint32_t v, unsigned enough) {
  while (game->free_pebbles[u] < 2 && fetch(game, u, v)) continue;
  while (game->free_pebbles[v] < 2 && game->free_pebbles[u] + game->free_pebbles[v] < (int)enough &&
         fetch(game, v, u)) {
    continue;
  }
  return (unsigned)game->free_pebbles[u] + game->free_pebbles[v];
}

static enum tt_status play(struct game *game, struct tt_pebbles *pebbles, const struct tt_rest *rest,
                           struct tt_error *error) {
  for (; pebbles->done < rest->edge_count; pebbles->done++) {
    const struct tt_edge ends = rest->edges[pebbles->done];
    if (ends.u == ends.v) continue;
    if (game->search > UINT32_MAX - 8) { /* the stamps are used up */
      memset(game->stamp, 0, rest->vertex_count * sizeof *game->stamp);
      game->search = 0;
    }
    if (gather(game, ends.u, ends.v, 3) >= 3) {
      const bool from_u = game->free_pebbles[ends.u] > 0;
      own(game, from_u ? ends.u : ends.v, from_u ? ends.v : ends.u);
      pebbles->size++;
    }
    if (game->limit > 0 && game->visits > game->limit) {
      return tt_fail(error, TT_NO_RESOURCE, "pebbles: undecided after %llu visits of nodes",
                     (unsigned long long)game->visits);
    }
  }
  pebbles->tempo = rest->joined ? 0 : gather(game, rest->terminal_a, rest->terminal_b, 4) - 2;
  return TT_OK;
}

enum tt_status tt_pebbles_make(struct tt_pebbles *pebbles, const struct tt_graph *position, enum tt_pebble_order order,
                               uint64_t visit_limit, struct tt_error *error) {
  struct tt_rest rest;
  struct game game = {.order = order, .limit = visit_limit};
  *pebbles = (struct tt_pebbles){0};
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  status = game_make(&game, rest.vertex_count) ? play(&game, pebbles, &rest, error) : tt_no_memory(error);
  pebbles->visits = game.visits;
  game_free(&game);
  tt_rest_free(&rest);
  return status;
}

/* ---- The witness ---- */

static void *pebbles_open(const struct tt_graph *base) {
  (void)base;
  return malloc(1); /* nothing is kept between questions */
}

static enum tt_status pebbles_ask(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  (void)work;
  struct tt_pebbles pebbles;
  const enum tt_status status = tt_pebbles_make(&pebbles, position, TT_DEPTH_FIRST, 0, error);
  if (status == TT_OK) *verdict = (struct tt_verdict){pebbles.tempo < 1, pebbles.tempo < 2};
  return status;
}

const struct tt_witness tt_witness_pebbles = {
    .name = "pebbles",
    .summary = "plain pebble game and the tempo count; the reference for forests on large graphs",
    .edge_limit = SIZE_MAX,
    .sweep_limit = 0,
    .open = pebbles_open,
    .ask = pebbles_ask,
    .close = free,
};
