/* pairing_board.c: Gross's pairing of Bridg-It for every N, in closed form.
 *
 * Red's inner dots are (r, c) with r = 0 .. N - 1 from North to South and c = 1 .. N - 1 from West to East; column 0 is
 * the West bank, column N the East bank. Blue opens in the North-West corner, which Red's step from the West bank to
 * (0, 1) would cross. Of every other possible bridge of Red's one end keeps it, and each inner dot keeps two:
 *
 *     c > r: its East and its South bridge      c = r: West and East      c < r: West and North
 *
 * The edges that these two cross are a pair. Red never gets both, and so never a path from West to East: a path that
 * goes through a dot by two bridges uses no dot's own two. Below the diagonal it has come from the West or from the
 * North (from the bank, or from the same side of the diagonal), and may go on to the South or to the East only; so it
 * gets to the diagonal from the West. Above the diagonal it likewise goes North or West only, and gets to the diagonal
 * from the East. On the diagonal it turns: from the West it may go North, which is above, or South, which is below;
 * from the East the same. The East bank is reached by a step East from above the diagonal or from its last dot, coming
 * from the West, and neither happens; the way back to the West bank along row 0 is what the opening blocks.
 *
 * The edges are then 2N(N - 1) in N(N - 1) pairs. The picture may be mirrored in either axis. */
#include "play/pairing.h"

struct image {
  bool east, south; /* mirrored, so that Blue opens in the East, in the South */
};

/* The edge that the step from Red's dot (row, column) to the West or East (across) or North or South (down) crosses. */
static size_t crossed(unsigned board, struct image image, int row, int column, int across, int down) {
  const int far = 2 * (int)board, x = 2 * column, y = 2 * row + 1;
  struct tt_dot from = {x, y}, to = {x + 2 * across, y + 2 * down};
  if (image.east) {
    from.x = far - from.x;
    to.x = far - to.x;
  }
  if (image.south) {
    from.y = far - from.y;
    to.y = far - to.y;
  }
  return tt_board_move(board, TT_PLAYER_CUT, from, to);
}

static size_t opening_of(unsigned board, struct image image) {
  return crossed(board, image, 0, 0, 1, 0);
}

static void pair_of(unsigned board, struct image image, int row, int column, size_t pair[2]) {
  pair[0] = crossed(board, image, row, column, column > row ? 1 : -1, 0);
  pair[1] = column == row ? crossed(board, image, row, column, 1, 0)
                          : crossed(board, image, row, column, 0, column > row ? 1 : -1);
}

/* Pairs up what is undecided on both sides. Returns how many moves of Short's are missing before all is as the pairing
 * wants it, SIZE_MAX when it is too late, and in *missing the last of those moves. */
static size_t pair_up(struct tt_pairing *pairing, const struct tt_graph *graph, unsigned board, struct image image,
                      size_t *missing) {
  const size_t opening = opening_of(board, image);
  size_t moves = 0;
  *missing = SIZE_MAX;
  if (graph->states[opening] == TT_DELETED) return SIZE_MAX;
  if (graph->states[opening] == TT_UNDECIDED) {
    moves++;
    *missing = opening;
  }
  for (int row = 0; row < (int)board; row++) {
    for (int column = 1; column < (int)board; column++) {
      size_t pair[2];
      pair_of(board, image, row, column, pair);
      const uint8_t first = graph->states[pair[0]], second = graph->states[pair[1]];
      pairing->partner[pair[0]] = pairing->partner[pair[1]] = SIZE_MAX;
      if (first == TT_UNDECIDED && second == TT_UNDECIDED) {
        pairing->partner[pair[0]] = pair[1];
        pairing->partner[pair[1]] = pair[0];
      } else if (first == TT_DELETED && second == TT_DELETED) {
        return SIZE_MAX;
      } else if (first != TT_SECURED && second != TT_SECURED) {
        moves++;
        *missing = first == TT_DELETED ? pair[1] : pair[0];
      }
    }
  }
  return moves;
}

void pairing_on_board(struct tt_pairing *pairing, const struct tt_game *game, bool *found) {
  *found = false;
  for (unsigned number = 0; number < 4 && !*found; number++) {
    const struct image image = {number % 2 != 0, number / 2 != 0};
    size_t missing;
    const size_t moves = pair_up(pairing, game->graph, game->board, image, &missing);
    if (moves > (game->turn == TT_PLAYER_SHORT ? 1 : 0)) continue;
    pairing->opening = missing;
    *found = pairing->exists = true;
  }
  for (size_t edge = 0; edge < game->graph->edge_count && !*found; edge++) pairing->partner[edge] = SIZE_MAX;
}
