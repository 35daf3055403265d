/* board.c: where the bridges of Bridg-It are, and which move joins two dots.
 *
 * A bridge is known by its middle, in half steps from the North-West corner: the middle of an edge is odd, odd (Blue's
 * bridge runs North-South, Red's East-West) or even, even (the other way round), and two bridges cross exactly when
 * they have one middle. The edges in the order of tt_graph_named, for N = 3, at their middles (v: Blue's runs
 * North-South there, h: East-West):
 *
 *     y = 1   v0    v1    v2
 *     y = 2      h3    h5
 *     y = 3   v4    v6    v7
 *     y = 4      h8    h10
 *     y = 5   v9    v11   v12
 */
#include "play/play.h"

struct middle {
  int x, y;
};

static size_t edges_of(unsigned board) {
  return (size_t)board * board + (size_t)(board - 1) * (board - 1);
}

static struct middle middle_of_edge(unsigned board, size_t edge) {
  if (edge < board) return (struct middle){2 * (int)edge + 1, 1};
  const size_t rest = edge - board, a_row = 2 * (size_t)board - 1;
  const int row = (int)(rest / a_row) + 1, place = (int)(rest % a_row);
  const bool horizontal = place % 2 == 0 && place != (int)a_row - 1;
  if (horizontal) return (struct middle){place + 2, 2 * row};
  return (struct middle){place == (int)a_row - 1 ? place + 1 : place, 2 * row + 1};
}

/* Rim moves: Blue's North bank, Blue's South bank, Red's West bank, Red's East bank, N - 1 each. */
static struct middle middle_of_rim(unsigned board, size_t rim) {
  const int along = 2 * (int)(rim % (board - 1)) + 2, far = 2 * (int)board;
  switch (rim / (board - 1)) {
    case 0:
      return (struct middle){along, 0};
    case 1:
      return (struct middle){along, far};
    case 2:
      return (struct middle){0, along};
    default:
      return (struct middle){far, along};
  }
}

struct tt_bridge tt_board_bridge(unsigned board, enum tt_player player, size_t edge) {
  const size_t count = edges_of(board);
  struct middle at;
  bool north_south;
  if (edge < count) {
    at = middle_of_edge(board, edge);
    north_south = (at.x % 2 != 0) == (player == TT_PLAYER_SHORT);
  } else {
    at = middle_of_rim(board, edge - count);
    north_south = at.x == 0 || at.x == 2 * (int)board;
  }
  if (north_south) return (struct tt_bridge){{at.x, at.y - 1}, {at.x, at.y + 1}};
  return (struct tt_bridge){{at.x - 1, at.y}, {at.x + 1, at.y}};
}

bool tt_board_has_dot(unsigned board, enum tt_player player, struct tt_dot dot) {
  const int far = 2 * (int)board;
  if (dot.x < 0 || dot.y < 0 || dot.x > far || dot.y > far) return false;
  return player == TT_PLAYER_SHORT ? dot.x % 2 == 1 && dot.y % 2 == 0 : dot.x % 2 == 0 && dot.y % 2 == 1;
}

static size_t edge_at(unsigned board, struct middle at) {
  if (at.y == 1) return (size_t)(at.x - 1) / 2;
  const size_t row = (size_t)at.y / 2, a_row = 2 * (size_t)board - 1, start = board + (row - 1) * a_row;
  if (at.y % 2 == 0) return start + (size_t)at.x - 2;
  return start + (at.x == 2 * (int)board - 1 ? a_row - 1 : (size_t)at.x);
}

size_t tt_board_move(unsigned board, enum tt_player player, struct tt_dot first, struct tt_dot second) {
  if (!tt_board_has_dot(board, player, first) || !tt_board_has_dot(board, player, second)) return SIZE_MAX;
  const int across = first.x - second.x, down = first.y - second.y;
  if (across * across + down * down != 4) return SIZE_MAX;
  const struct middle at = {(first.x + second.x) / 2, (first.y + second.y) / 2};
  const size_t side = board - 1, rim = edges_of(board);
  const int far = 2 * (int)board;
  if (at.y == 0) return rim + (size_t)at.x / 2 - 1;
  if (at.y == far) return rim + side + (size_t)at.x / 2 - 1;
  if (at.x == 0) return rim + 2 * side + (size_t)at.y / 2 - 1;
  if (at.x == far) return rim + 3 * side + (size_t)at.y / 2 - 1;
  return edge_at(board, at);
}

const char *tt_dot_name(enum tt_player player, struct tt_dot dot, char *buffer, size_t size) {
  const int letter = player == TT_PLAYER_SHORT ? dot.x / 2 : dot.y / 2;
  const int number = player == TT_PLAYER_SHORT ? dot.y / 2 : dot.x / 2;
  snprintf(buffer, size, "%c%d", 'A' + letter, number + 1);
  return buffer;
}
