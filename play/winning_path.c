/* winning_path.c: why the game is over: Short's path from A to B, or the cut of deleted edges that keeps them apart. */
#include <stdlib.h>
#include <string.h>

#include "play/shortest.h"

/* A graph to search: node i has the arcs first[i] .. first[i + 1] - 1; arc k leads to `to` along `edge`. */
struct arcs {
  uint32_t nodes;
  size_t *first;
  struct arc {
    uint32_t to;
    size_t edge;
  } * arcs;
};

static void arcs_free(struct arcs *arcs) {
  free(arcs->first);
  free(arcs->arcs);
}

static enum tt_status arcs_make(struct arcs *arcs, uint32_t nodes, const struct node_link *links, size_t count,
                                struct tt_error *error) {
  *arcs =
      (struct arcs){nodes, calloc((size_t)nodes + 2, sizeof *arcs->first), calloc(2 * count + 1, sizeof *arcs->arcs)};
  if (arcs->first == NULL || arcs->arcs == NULL) {
    arcs_free(arcs);
    return tt_no_memory(error);
  }
  for (size_t link = 0; link < count; link++) {
    arcs->first[links[link].u + 2]++;
    arcs->first[links[link].v + 2]++;
  }
  for (uint32_t node = 0; node < nodes; node++) arcs->first[node + 2] += arcs->first[node + 1];
  for (size_t link = 0; link < count; link++) {
    arcs->arcs[arcs->first[links[link].u + 1]++] = (struct arc){links[link].v, links[link].edge};
    arcs->arcs[arcs->first[links[link].v + 1]++] = (struct arc){links[link].u, links[link].edge};
  }
  return TT_OK;
}

/* Breadth first from `from` over the arcs whose edge is not used by the flow in that direction (flow NULL: all). Sets
 * how[node] to the arc by which it was reached, SIZE_MAX where it was not, and `came` to the node before it. */
struct search {
  uint32_t *queue, *came;
  size_t *how;
};

static enum tt_status search_make(struct search *search, uint32_t nodes, struct tt_error *error) {
  *search = (struct search){malloc(((size_t)nodes + 1) * sizeof *search->queue),
                            malloc(((size_t)nodes + 1) * sizeof *search->came),
                            malloc(((size_t)nodes + 1) * sizeof *search->how)};
  return search->queue != NULL && search->came != NULL && search->how != NULL ? TT_OK : tt_no_memory(error);
}

static void search_free(struct search *search) {
  free(search->queue);
  free(search->came);
  free(search->how);
}

static bool reach(struct search *search, const struct arcs *arcs, uint32_t from, uint32_t to, const int8_t *flow) {
  for (uint32_t node = 0; node < arcs->nodes; node++) search->how[node] = SIZE_MAX;
  size_t head = 0, tail = 0;
  search->queue[tail++] = from;
  search->came[from] = from;
  search->how[from] = SIZE_MAX - 1;
  while (head < tail && search->how[to] == SIZE_MAX) {
    const uint32_t node = search->queue[head++];
    for (size_t at = arcs->first[node]; at < arcs->first[node + 1]; at++) {
      const struct arc arc = arcs->arcs[at];
      if (search->how[arc.to] != SIZE_MAX || arc.to == node) continue;
      if (flow != NULL && flow[arc.edge] == (node < arc.to ? 1 : -1)) continue;
      search->how[arc.to] = at;
      search->came[arc.to] = node;
      search->queue[tail++] = arc.to;
    }
  }
  return search->how[to] != SIZE_MAX;
}

/* The edges of the way that was found, from its start to `to`. */
static size_t walk(const struct search *search, const struct arcs *arcs, uint32_t from, uint32_t to, size_t *edges) {
  size_t count = 0;
  for (uint32_t node = to; node != from; node = search->came[node]) edges[count++] = arcs->arcs[search->how[node]].edge;
  for (size_t low = 0, high = count; low + 1 < high; low++) {
    const size_t kept = edges[low];
    edges[low] = edges[--high];
    edges[high] = kept;
  }
  return count;
}

enum tt_status shortest_way(const struct node_link *links, size_t link_count, uint32_t nodes, uint32_t from,
                            uint32_t to, size_t *edges, size_t *count, struct tt_error *error) {
  struct arcs arcs;
  struct search search = {0};
  enum tt_status status = arcs_make(&arcs, nodes, links, link_count, error);
  if (status != TT_OK) return status;
  status = search_make(&search, nodes, error);
  if (status == TT_OK && reach(&search, &arcs, from, to, NULL)) *count = walk(&search, &arcs, from, to, edges);
  search_free(&search);
  arcs_free(&arcs);
  return status;
}

static size_t links_of(const struct tt_game *game, struct node_link *links) {
  const struct tt_graph *const graph = game->graph;
  const uint8_t state = game->winner == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
  size_t count = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != state) continue;
    links[count] = (struct node_link){graph->edges[edge].u, graph->edges[edge].v, edge};
    if (game->winner == TT_PLAYER_CUT) {
      const struct tt_bridge bridge = tt_board_bridge(game->board, TT_PLAYER_CUT, edge);
      links[count].u = red_node(game->board, bridge.from);
      links[count].v = red_node(game->board, bridge.to);
    }
    count++;
  }
  return count;
}

/* ---- The smallest cut of deleted edges, by augmenting paths (Ford and Fulkerson) ---- */

/* The deleted edges between the parts that the other edges make; parts are numbered by their roots. */
static size_t deleted_links(const struct tt_graph *graph, struct tt_partition *parts, struct node_link *links) {
  size_t count = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_DELETED) {
      tt_partition_unite(parts, graph->edges[edge].u, graph->edges[edge].v);
    }
  }
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t u = tt_partition_find(parts, graph->edges[edge].u),
                   v = tt_partition_find(parts, graph->edges[edge].v);
    if (graph->states[edge] == TT_DELETED && u != v) links[count++] = (struct node_link){u, v, edge};
  }
  return count;
}

static void augment(const struct search *search, const struct arcs *arcs, uint32_t from, uint32_t to, int8_t *flow) {
  for (uint32_t node = to; node != from; node = search->came[node]) {
    int8_t *const along = &flow[arcs->arcs[search->how[node]].edge];
    *along = (int8_t)(*along + (search->came[node] < node ? 1 : -1));
  }
}

static enum tt_status smallest_cut(const struct tt_graph *graph, struct tt_partition *parts, struct node_link *links,
                                   size_t *edges, size_t *count, struct tt_error *error) {
  const size_t link_count = deleted_links(graph, parts, links);
  const uint32_t from = tt_partition_find(parts, graph->terminal_a), to = tt_partition_find(parts, graph->terminal_b);
  struct arcs arcs;
  struct search search = {0};
  enum tt_status status = arcs_make(&arcs, graph->vertex_count, links, link_count, error);
  if (status != TT_OK) return status;
  int8_t *const flow = calloc(graph->edge_count + 1, 1);
  status = search_make(&search, graph->vertex_count, error);
  if (flow == NULL) status = tt_no_memory(error);
  if (status == TT_OK) {
    while (reach(&search, &arcs, from, to, flow)) augment(&search, &arcs, from, to, flow);
    for (size_t link = 0; link < link_count; link++) {
      const bool u = search.how[links[link].u] != SIZE_MAX, v = search.how[links[link].v] != SIZE_MAX;
      if (u != v) edges[(*count)++] = links[link].edge;
    }
  }
  free(flow);
  search_free(&search);
  arcs_free(&arcs);
  return status;
}

enum tt_status tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count, struct tt_error *error) {
  const struct tt_graph *const graph = game->graph;
  *count = 0;
  if (game->winner == TT_PLAYER_NONE || game->resigned) return TT_OK;
  struct node_link *const links = malloc((graph->edge_count + 1) * sizeof *links);
  if (links == NULL) return tt_no_memory(error);
  enum tt_status status;
  if (game->winner == TT_PLAYER_SHORT) {
    status = shortest_way(links, links_of(game, links), graph->vertex_count, graph->terminal_a, graph->terminal_b,
                          edges, count, error);
  } else if (game->board != 0) {
    status = shortest_way(links, links_of(game, links), red_node_count(game->board), 0, 1, edges, count, error);
  } else {
    struct tt_partition parts;
    status = tt_partition_make(&parts, graph->vertex_count) ? TT_OK : tt_no_memory(error);
    if (status == TT_OK) {
      status = smallest_cut(graph, &parts, links, edges, count, error);
      tt_partition_free(&parts);
    }
  }
  free(links);
  return status;
}
