/* picture.h: what the files of the board's picture share (private to them). Sizes are in pixels, places on the board in
 * half steps from its North-West corner. */
#ifndef TT_PLAY_PICTURE_H
#define TT_PLAY_PICTURE_H

#include "graph/draw_svg.h"
#include "play/play.h"

#define PICTURE_BLUE "#1f4e9c"
#define PICTURE_RED "#d8432b"

struct board_picture {
  FILE *stream;
  const struct tt_game *game;
  const struct tt_board_drawing *drawing;
  double step;                /* a half step */
  double left, top;           /* of the board's corner */
  double width, board_bottom; /* of the picture; where legend and caption begin */
  size_t *path;               /* owned; the winning path */
  size_t path_length;
};

struct tt_point picture_at(const struct board_picture *picture, double x, double y);
/* Where the two bridges of an edge cross, or the middle of a rim move of its owner. */
struct tt_point picture_middle(const struct board_picture *picture, struct tt_move move);

/* ---- picture_bridges.c: what was played, from back to front ---- */

void picture_put_played(const struct board_picture *picture);
void picture_put_numbers(const struct board_picture *picture); /* of the moves; in front of the dots */

/* ---- picture_overlay.c: marks and pairs on what was not ---- */

void picture_put_marks(const struct board_picture *picture);
void picture_put_pairs(const struct board_picture *picture);
/* Of marks and pairs, in 400ths of the picture's width. */
struct legend picture_legend(const struct board_picture *picture);

#endif
