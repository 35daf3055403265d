/* shortest.h: shortest ways in graphs of links; private to play/. */
#ifndef TT_PLAY_SHORTEST_H
#define TT_PLAY_SHORTEST_H

#include "play/play.h"

/* Joins two nodes and stands for an edge. */
struct node_link {
  uint32_t u, v;
  size_t edge;
};

/* Writes the edges of a shortest way between two nodes, from the one to the other, and how many they are: 0 where there
 * is no way. Linear time. */
enum tt_status shortest_way(const struct node_link *links, size_t link_count, uint32_t nodes, uint32_t from,
                            uint32_t to, size_t *edges, size_t *count, struct tt_error *error);

/* Red's dots as nodes: the West bank is node 0, the East bank node 1, the others follow row by row. */
static inline uint32_t red_node_count(unsigned board) {
  return board * (board - 1) + 2;
}
static inline uint32_t red_node(unsigned board, struct tt_dot dot) {
  const uint32_t row = (uint32_t)dot.y / 2, column = (uint32_t)dot.x / 2;
  if (column == 0) return 0;
  return column == board ? 1 : 2 + row * (board - 1) + column - 1;
}

#endif
