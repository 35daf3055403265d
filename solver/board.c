/* board.c: moves and reachability on a board of at most 64 edges. */
#include "solver/board.h"

#include <string.h>

void board_from_rest(struct board *board, const struct tt_rest *rest) {
  board->edge_count = (unsigned)rest->edge_count;
  board->vertex_count = rest->vertex_count;
  board->terminal_a = (uint8_t)rest->terminal_a;
  board->terminal_b = (uint8_t)rest->terminal_b;
  board->loops = 0;
  for (unsigned edge = 0; edge < board->edge_count; edge++) {
    board->u[edge] = (uint8_t)rest->edges[edge].u;
    board->v[edge] = (uint8_t)rest->edges[edge].v;
    if (board->u[edge] == board->v[edge]) board->loops |= tt_edge_set_of(edge);
  }
}

void place_start(struct place *place, const struct board *board, tt_edge_set live) {
  place->live = live & ~board->loops;
  place->flat = board->loops;
  for (unsigned vertex = 0; vertex < board->vertex_count; vertex++) {
    place->label[vertex] = (uint8_t)vertex;
    place->boundary[vertex] = 0;
  }
  for (unsigned edge = 0; edge < board->edge_count; edge++) {
    place->boundary[board->u[edge]] ^= tt_edge_set_of(edge);
    place->boundary[board->v[edge]] ^= tt_edge_set_of(edge);
  }
}

void place_secure(struct place *to, const struct place *from, const struct board *board, unsigned edge) {
  const unsigned vertex_count = board->vertex_count;
  memcpy(to->label, from->label, vertex_count);
  memcpy(to->boundary, from->boundary, vertex_count * sizeof *to->boundary);
  const uint8_t keep = from->label[board->u[edge]], gone = from->label[board->v[edge]];
  to->flat = from->flat;
  if (keep != gone) {
    to->flat |= from->boundary[keep] & from->boundary[gone];
    to->boundary[keep] ^= to->boundary[gone];
    to->boundary[gone] = 0;
    for (unsigned vertex = 0; vertex < vertex_count; vertex++) {
      if (to->label[vertex] == gone) to->label[vertex] = keep;
    }
  }
  to->live = from->live & ~to->flat & ~tt_edge_set_of(edge);
}

tt_edge_set place_direct(const struct place *place, const struct board *board) {
  return place->live & place->boundary[place->label[board->terminal_a]] &
         place->boundary[place->label[board->terminal_b]];
}

tt_edge_set place_reach(const struct place *place, const struct board *board, bool *joinable) {
  const tt_edge_set goal = place->boundary[place->label[board->terminal_b]];
  tt_edge_set reached = place->live & place->boundary[place->label[board->terminal_a]];
  tt_edge_set todo = reached;
  while (todo != 0) {
    const unsigned edge = tt_edge_set_first(todo);
    todo &= todo - 1;
    const tt_edge_set next =
        place->live & ~reached &
        (place->boundary[place->label[board->u[edge]]] | place->boundary[place->label[board->v[edge]]]);
    reached |= next;
    todo |= next;
  }
  *joinable = (reached & goal) != 0;
  return reached;
}
