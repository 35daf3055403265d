/* ilp_flow.c: largest flows in integers (Dinic 1970), for the minimum cuts of ilp_sets.c. */
#include <stdlib.h>
#include <string.h>

#include "treetest/ilp.h"

bool network_make(struct network *network, size_t vertices, size_t edges) {
  const size_t nodes = vertices + 2, arcs = 2 * (edges + 2 * vertices);
  *network = (struct network){.node_count = (uint32_t)nodes};
  network->first = malloc(nodes * sizeof *network->first);
  network->next = malloc(arcs * sizeof *network->next);
  network->head = malloc(arcs * sizeof *network->head);
  network->residual = malloc(arcs * sizeof *network->residual);
  network->saved = malloc(arcs * sizeof *network->saved);
  network->level = malloc(nodes * sizeof *network->level);
  network->cursor = malloc(nodes * sizeof *network->cursor);
  network->queue = malloc(nodes * sizeof *network->queue);
  network->path = malloc(nodes * sizeof *network->path);
  return network->first != NULL && network->next != NULL && network->head != NULL && network->residual != NULL &&
         network->saved != NULL && network->level != NULL && network->cursor != NULL && network->queue != NULL &&
         network->path != NULL;
}

void network_free(struct network *network) {
  free(network->first);
  free(network->next);
  free(network->head);
  free(network->residual);
  free(network->saved);
  free(network->level);
  free(network->cursor);
  free(network->queue);
  free(network->path);
}

void network_add_arcs(struct network *network, uint32_t from, uint32_t to, int64_t forth, int64_t back) {
  const uint32_t arc = (uint32_t)network->arc_count;
  network->arc_count += 2;
  network->head[arc] = to;
  network->residual[arc] = forth;
  network->next[arc] = network->first[from];
  network->first[from] = arc;
  network->head[arc + 1] = from;
  network->residual[arc + 1] = back;
  network->next[arc + 1] = network->first[to];
  network->first[to] = arc + 1;
}

/* Breadth first; false when the sink cannot be reached any more, and the nodes with a level are the source's side. */
static bool find_levels(struct network *network) {
  for (uint32_t node = 0; node < network->node_count; node++) network->level[node] = NOWHERE;
  size_t tail = 0;
  network->level[network->source] = 0;
  network->queue[tail++] = network->source;
  for (size_t i = 0; i < tail; i++) {
    const uint32_t node = network->queue[i];
    for (uint32_t arc = network->first[node]; arc != NOWHERE; arc = network->next[arc]) {
      const uint32_t head = network->head[arc];
      if (network->residual[arc] <= 0 || network->level[head] != NOWHERE) continue;
      network->level[head] = network->level[node] + 1;
      network->queue[tail++] = head;
    }
  }
  return network->level[network->sink] != NOWHERE;
}

static int64_t push_along_path(struct network *network, size_t length) {
  int64_t amount = INT64_MAX;
  for (size_t i = 0; i < length; i++) {
    if (network->residual[network->path[i]] < amount) amount = network->residual[network->path[i]];
  }
  for (size_t i = 0; i < length; i++) {
    network->residual[network->path[i]] -= amount;
    network->residual[network->path[i] ^ 1] += amount;
  }
  return amount;
}

/* A blocking flow along the levels (Dinic 1970), depth first without recursion. */
static int64_t block_levels(struct network *network) {
  int64_t pushed = 0;
  size_t length = 0;
  uint32_t node = network->source;
  memcpy(network->cursor, network->first, network->node_count * sizeof *network->cursor);
  for (;;) {
    if (node == network->sink) {
      pushed += push_along_path(network, length);
      length = 0;
      node = network->source;
    }
    uint32_t arc = network->cursor[node];
    while (arc != NOWHERE &&
           (network->residual[arc] <= 0 || network->level[network->head[arc]] != network->level[node] + 1)) {
      arc = network->next[arc];
    }
    network->cursor[node] = arc;
    if (arc != NOWHERE) {
      network->path[length++] = arc;
      node = network->head[arc];
    } else if (length > 0) {
      network->level[node] = NOWHERE;
      node = network->head[network->path[--length] ^ 1];
    } else {
      return pushed;
    }
  }
}

int64_t network_push_flow(struct network *network) {
  int64_t pushed = 0;
  while (find_levels(network)) pushed += block_levels(network);
  return pushed;
}
