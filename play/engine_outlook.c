/* engine_outlook.c: how far each player is from the goal, and who wins at once.
 *
 * Distances count the edges still needed (a path of own edges is free), by breadth-first search with two queues, one
 * for the distance in hand and one for the next: edges cost 0 or 1. Cut's network on a board has Red's dots, its West
 * bank merged into the source and its East bank into the target; an edge there crosses the edge of the same number in
 * Blue's. Elsewhere Cut needs as many deletions as a smallest cut of undecided edges has, which is a largest flow
 * (Ford and Fulkerson 1956), secured edges having no limit. On boards the two are the same number. */
#include <stdlib.h>
#include <string.h>

#include "play/engine.h"

/* ---- Making ---- */

/* Red's dot, with the banks merged. */
static uint32_t red_vertex(unsigned board, struct tt_dot dot) {
  const uint32_t column = (uint32_t)dot.x / 2, row = (uint32_t)dot.y / 2;
  if (column == 0) return 0;
  if (column == board) return board * (board - 1) + 1;
  return 1 + row * (board - 1) + column - 1;
}

static bool allocate(struct network *network, size_t edge_count) {
  network->ends = malloc((edge_count + 1) * sizeof *network->ends);
  network->start = calloc((size_t)network->vertex_count + 2, sizeof *network->start);
  network->links = malloc((2 * edge_count + 1) * sizeof *network->links);
  for (unsigned side = 0; side < 2; side++) {
    network->queue[side] = malloc((2 * edge_count + network->vertex_count + 1) * sizeof(uint32_t));
  }
  return network->ends != NULL && network->start != NULL && network->links != NULL && network->queue[0] != NULL &&
         network->queue[1] != NULL;
}

/* Sorts the ends of all edges by vertex; loops join nothing and are left out. */
static void fill_links(struct network *network, size_t edge_count) {
  uint32_t *const start = network->start;
  for (size_t edge = 0; edge < edge_count; edge++) {
    const struct tt_edge ends = network->ends[edge];
    if (ends.u == ends.v) continue;
    start[ends.u + 1]++;
    start[ends.v + 1]++;
  }
  for (uint32_t vertex = 0; vertex < network->vertex_count; vertex++) start[vertex + 1] += start[vertex];
  for (size_t edge = edge_count; edge-- > 0;) { /* each list is filled from its end; then start has moved down one */
    const struct tt_edge ends = network->ends[edge];
    if (ends.u == ends.v) continue;
    network->links[--start[ends.u + 1]] = (struct link){ends.v, (uint32_t)edge};
    network->links[--start[ends.v + 1]] = (struct link){ends.u, (uint32_t)edge};
  }
  memmove(start, start + 1, network->vertex_count * sizeof *start);
  start[network->vertex_count] = 0;
  for (size_t edge = 0; edge < edge_count; edge++) {
    if (network->ends[edge].u != network->ends[edge].v) start[network->vertex_count] += 2;
  }
}

static bool make_short(struct network *network, const struct tt_graph *graph) {
  *network = (struct network){graph->vertex_count, graph->terminal_a, graph->terminal_b, .own = TT_SECURED};
  if (!allocate(network, graph->edge_count)) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) network->ends[edge] = graph->edges[edge];
  fill_links(network, graph->edge_count);
  return true;
}

static bool make_red(struct network *network, unsigned board, size_t edge_count) {
  const uint32_t far = board * (board - 1) + 1;
  *network = (struct network){far + 1, 0, far, .own = TT_DELETED};
  if (!allocate(network, edge_count)) return false;
  for (size_t edge = 0; edge < edge_count; edge++) {
    const struct tt_bridge bridge = tt_board_bridge(board, TT_PLAYER_CUT, edge);
    network->ends[edge] = (struct tt_edge){red_vertex(board, bridge.from), red_vertex(board, bridge.to)};
  }
  fill_links(network, edge_count);
  return true;
}

enum tt_status outlook_make(struct outlook *outlook, const struct tt_game *game, struct tt_error *error) {
  const struct tt_graph *const graph = game->graph;
  *outlook = (struct outlook){.edge_count = graph->edge_count};
  outlook->of[TT_PLAYER_CUT].own = TT_DELETED;
  outlook->states = malloc(graph->edge_count + 1);
  outlook->distance = malloc(((size_t)graph->vertex_count + 1) * sizeof *outlook->distance);
  outlook->flow = malloc(graph->edge_count + 1);
  outlook->arrival = malloc(((size_t)graph->vertex_count + 1) * sizeof *outlook->arrival);
  if (outlook->states == NULL || outlook->distance == NULL || outlook->flow == NULL || outlook->arrival == NULL ||
      !make_short(&outlook->of[TT_PLAYER_SHORT], graph) ||
      (game->board != 0 && !make_red(&outlook->of[TT_PLAYER_CUT], game->board, graph->edge_count))) {
    outlook_free(outlook);
    return tt_no_memory(error);
  }
  if (graph->edge_count > 0) memcpy(outlook->states, graph->states, graph->edge_count);
  return TT_OK;
}

void outlook_free(struct outlook *outlook) {
  for (unsigned player = 0; player < 2; player++) {
    struct network *const network = &outlook->of[player];
    free(network->ends);
    free(network->start);
    free(network->links);
    free(network->queue[0]);
    free(network->queue[1]);
  }
  free(outlook->states);
  free(outlook->distance);
  free(outlook->flow);
  free(outlook->arrival);
}

/* ---- Distances ---- */

void network_distances(const struct network *network, const uint8_t *states, uint32_t from, uint32_t *distance) {
  uint32_t *now = network->queue[0], *next = network->queue[1];
  uint32_t count = 1, next_count = 0;
  for (uint32_t vertex = 0; vertex < network->vertex_count; vertex++) distance[vertex] = network->vertex_count;
  distance[from] = 0;
  now[0] = from;
  for (uint32_t level = 0; count > 0; level++) {
    for (uint32_t done = 0; done < count; done++) {
      const uint32_t vertex = now[done];
      if (distance[vertex] != level) continue; /* reached over an own edge since */
      for (uint32_t index = network->start[vertex]; index < network->start[vertex + 1]; index++) {
        const struct link link = network->links[index];
        const uint8_t state = states[link.edge];
        if (state == network->own && distance[link.vertex] > level) {
          distance[link.vertex] = level;
          now[count++] = link.vertex;
        } else if (state == TT_UNDECIDED && distance[link.vertex] > level + 1) {
          distance[link.vertex] = level + 1;
          next[next_count++] = link.vertex;
        }
      }
    }
    uint32_t *const emptied = now;
    now = next;
    next = emptied;
    count = next_count;
    next_count = 0;
  }
}

/* Does one more unit flow from u over this edge? Flow counts from ends.u to ends.v. */
static bool has_room(const struct outlook *outlook, uint32_t edge, uint32_t from) {
  if (outlook->states[edge] != TT_UNDECIDED) return outlook->states[edge] == TT_SECURED;
  const int8_t flow = outlook->flow[edge];
  return outlook->of[TT_PLAYER_SHORT].ends[edge].u == from ? flow < 1 : flow > -1;
}

/* Sends one more unit from A to B, breadth first; false when none passes. arrival[v] is the edge that led to v. */
static bool augment(struct outlook *outlook) {
  const struct network *const network = &outlook->of[TT_PLAYER_SHORT];
  uint32_t *const queue = network->queue[0], *const arrival = outlook->arrival;
  uint32_t count = 1;
  for (uint32_t vertex = 0; vertex < network->vertex_count; vertex++) arrival[vertex] = UINT32_MAX;
  queue[0] = network->source;
  arrival[network->source] = 0;
  for (uint32_t done = 0; done < count && arrival[network->target] == UINT32_MAX; done++) {
    const uint32_t vertex = queue[done];
    for (uint32_t index = network->start[vertex]; index < network->start[vertex + 1]; index++) {
      const struct link link = network->links[index];
      if (arrival[link.vertex] != UINT32_MAX || !has_room(outlook, link.edge, vertex)) continue;
      arrival[link.vertex] = link.edge;
      queue[count++] = link.vertex;
    }
  }
  if (arrival[network->target] == UINT32_MAX) return false;
  for (uint32_t vertex = network->target; vertex != network->source;) {
    const uint32_t edge = arrival[vertex];
    const bool forward = network->ends[edge].v == vertex;
    if (outlook->states[edge] == TT_UNDECIDED) outlook->flow[edge] = (int8_t)(outlook->flow[edge] + (forward ? 1 : -1));
    vertex = forward ? network->ends[edge].u : network->ends[edge].v;
  }
  return true;
}

/* Are A and B joined by edges that Short has? Then no flow has an end. */
static bool short_has_won(struct outlook *outlook) {
  const struct network *const network = &outlook->of[TT_PLAYER_SHORT];
  network_distances(network, outlook->states, network->source, outlook->distance);
  return outlook->distance[network->target] == 0;
}

static uint32_t smallest_cut(struct outlook *outlook) {
  if (short_has_won(outlook)) return UINT32_MAX;
  memset(outlook->flow, 0, outlook->edge_count);
  uint32_t size = 0;
  while (augment(outlook)) size++;
  return size;
}

uint32_t outlook_distance(struct outlook *outlook, enum tt_player player) {
  const struct network *const network = &outlook->of[player];
  if (network->vertex_count == 0) return smallest_cut(outlook);
  network_distances(network, outlook->states, network->source, outlook->distance);
  return outlook->distance[network->target];
}

size_t outlook_wins(struct outlook *outlook, enum tt_player player, uint8_t *moves) {
  size_t count = 0;
  if (outlook_distance(outlook, player) != 1) return 0;
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (outlook->states[edge] != TT_UNDECIDED) continue;
    outlook->states[edge] = outlook->of[player].own;
    moves[edge] = outlook_distance(outlook, player) == 0;
    outlook->states[edge] = TT_UNDECIDED;
    count += moves[edge];
  }
  return count;
}
