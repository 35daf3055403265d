/* picture.c: a board as an SVG picture, 400 pixels wide or more. From back to front: banks, overlay, what was played,
 * dots, numbers of moves; around it the banner (only when the game has ended), labels, legend and caption. */
#include <math.h>
#include <stdlib.h>

#include "play/picture.h"

#define CAPTION_COLUMNS 58
#define BANNER_HEIGHT 34.0

struct tt_point picture_at(const struct board_picture *picture, double x, double y) {
  return (struct tt_point){picture->left + x * picture->step, picture->top + y * picture->step};
}

/* ---- Sizes ---- */

static bool ended(const struct tt_game *game) {
  return game->winner != TT_PLAYER_NONE;
}

static double label_size(const struct board_picture *picture) {
  return fmin(16, fmax(11, 0.36 * picture->step));
}

static void measure(struct board_picture *picture) {
  const double span = 2.0 * picture->game->board;
  picture->step = fmin(58, fmax(18, floor(330 / span)));
  const double labels = picture->drawing->labels == TT_PLAYER_NONE ? 0 : label_size(picture) + 6;
  const double side = labels + 0.6 * picture->step + 8;
  picture->left = fmax(side, (SVG_WIDTH - span * picture->step) / 2);
  picture->top = side + (ended(picture->game) ? BANNER_HEIGHT : 0);
  picture->width = ceil(2 * picture->left + span * picture->step);
  picture->board_bottom = ceil(picture->top + (span + 0.6) * picture->step + 8);
}

/* ---- Banks, dots, labels, banner ---- */

/* Each player's two rows of dots that are to be joined. */
static void put_banks(const struct board_picture *picture) {
  const double far = 2.0 * picture->game->board, last = far - 1;
  const double banks[4][4] = {{1, 0, last, 0}, {1, far, last, far}, {0, 1, 0, last}, {far, 1, far, last}};
  fputs("<g class=\"banks\" fill=\"none\" stroke-linecap=\"round\">\n", picture->stream);
  for (unsigned bank = 0; bank < 4; bank++) {
    const struct tt_point from = picture_at(picture, banks[bank][0], banks[bank][1]),
                          to = picture_at(picture, banks[bank][2], banks[bank][3]);
    svg_put(picture->stream, "<path d=\"M@ @L@ @\" stroke-width=\"@\"", from.x, from.y, to.x, to.y,
            0.62 * picture->step);
    fprintf(picture->stream, " stroke=\"%s\"/>\n", bank < 2 ? "#c6d5ee" : "#f7d3cb");
  }
  fputs("</g>\n", picture->stream);
}

static void put_dot(const struct board_picture *picture, enum tt_player player, struct tt_dot dot) {
  const struct tt_point at = picture_at(picture, dot.x, dot.y);
  const double radius = 0.2 * picture->step;
  if (player == TT_PLAYER_SHORT) {
    svg_put(picture->stream, "<circle class=\"dot\" cx=\"@\" cy=\"@\" r=\"@\"/>\n", at.x, at.y, radius);
  } else {
    svg_put(picture->stream, "<rect class=\"dot\" x=\"@\" y=\"@\" width=\"@\" height=\"@\"/>\n", at.x - radius,
            at.y - radius, 2 * radius, 2 * radius);
  }
}

static void put_dots(const struct board_picture *picture, enum tt_player player) {
  const unsigned board = picture->game->board;
  if (player == TT_PLAYER_SHORT) {
    fputs("<g class=\"dots\" fill=\"" PICTURE_BLUE "\">\n", picture->stream);
  } else {
    svg_put(picture->stream, "<g class=\"dots\" fill=\"#fff\" stroke=\"" PICTURE_RED "\" stroke-width=\"@\">\n",
            fmax(1.5, 0.08 * picture->step));
  }
  for (int y = 0; y <= 2 * (int)board; y++) {
    for (int x = 0; x <= 2 * (int)board; x++) {
      if (tt_board_has_dot(board, player, (struct tt_dot){x, y})) put_dot(picture, player, (struct tt_dot){x, y});
    }
  }
  fputs("</g>\n", picture->stream);
}

/* Blue's letters go from West to East and its numbers from North to South, Red's the other way. */
static void put_labels(const struct board_picture *picture, enum tt_player player) {
  const bool blue = player == TT_PLAYER_SHORT;
  const unsigned board = picture->game->board;
  const double size = label_size(picture), away = 0.45 * picture->step + 4;
  svg_put(picture->stream, "<g class=\"labels\" font-size=\"@\" font-weight=\"bold\" fill=\"", size);
  fprintf(picture->stream, "%s\">\n", blue ? PICTURE_BLUE : PICTURE_RED);
  for (unsigned index = 0; index < 2 * board + 1; index++) {
    const bool letter = index < board;
    const unsigned place = letter ? index : index - board;
    const double along = 2.0 * place + (letter ? 1 : 0);
    struct tt_point at;
    if (letter == blue) {
      at = picture_at(picture, along, 0);
      at.y -= away + 0.1 * size;
    } else {
      at = picture_at(picture, 0, along);
      at.x -= away + 0.5 * size;
      at.y += 0.36 * size;
    }
    svg_put(picture->stream, "<text x=\"@\" y=\"@\">", at.x, at.y);
    if (letter) {
      fprintf(picture->stream, "%c</text>\n", 'A' + (int)place);
    } else {
      fprintf(picture->stream, "%u</text>\n", place + 1);
    }
  }
  fputs("</g>\n", picture->stream);
}

static void put_banner(const struct board_picture *picture) {
  const struct tt_game *const game = picture->game;
  const bool blue = game->winner == TT_PLAYER_SHORT;
  svg_put(picture->stream, "<g class=\"banner\"><rect x=\"0\" y=\"0\" width=\"@\" height=\"@\" fill=\"", picture->width,
          BANNER_HEIGHT - 6);
  svg_put(picture->stream, blue ? PICTURE_BLUE : PICTURE_RED);
  svg_put(picture->stream, "\"/><text x=\"@\" y=\"@\" font-size=\"16\" font-weight=\"bold\" fill=\"#fff\">",
          picture->width / 2, BANNER_HEIGHT - 14);
  fprintf(picture->stream, "%s has won%s", tt_player_name(game, game->winner), game->resigned ? ": " : "");
  if (game->resigned) fprintf(picture->stream, "%s resigned", tt_player_name(game, tt_opponent(game->winner)));
  fputs("</text></g>\n", picture->stream);
}

/* ---- The whole ---- */

static void put_description(const struct board_picture *picture) {
  const struct tt_game *const game = picture->game;
  char name[40];
  fprintf(picture->stream, "<desc>Bridg-It board of size %u: Blue joins North and South, Red joins West and East.",
          game->board);
  for (size_t move = 0; move < game->move_count; move++) {
    fprintf(picture->stream, "%s %zu %s %s", move == 0 ? " Moves:" : ",", move + 1,
            tt_player_name(game, game->moves[move].player), tt_move_name(game, game->moves[move], name, sizeof name));
  }
  if (game->move_count > 0) fputc('.', picture->stream);
  if (ended(game)) {
    fprintf(picture->stream, " %s has won.</desc>\n", tt_player_name(game, game->winner));
  } else {
    fprintf(picture->stream, " %s to move.</desc>\n", tt_player_name(game, game->turn));
  }
}

static void put_head(const struct board_picture *picture, double height) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", picture->stream);
  svg_put(picture->stream,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"@\" height=\"@\" viewBox=\"0 0 @ @\" "
          "font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">\n<title>",
          picture->width, height, picture->width, height);
  svg_put_text(picture->stream, picture->game->graph->name, SIZE_MAX);
  fputs("</title>\n", picture->stream);
  put_description(picture);
  svg_put(picture->stream, "<rect width=\"@\" height=\"@\" fill=\"#fff\"/>\n", picture->width, height);
}

static void put_picture(const struct board_picture *picture) {
  const double unit = fmin(1.5, picture->width / SVG_WIDTH);
  const struct legend legend = picture_legend(picture);
  const double footer = legend.height + svg_caption_height(picture->drawing->caption, CAPTION_COLUMNS);
  put_head(picture, ceil(picture->board_bottom + unit * footer));
  if (ended(picture->game)) put_banner(picture);
  put_banks(picture);
  picture_put_marks(picture);
  picture_put_played(picture);
  put_dots(picture, TT_PLAYER_CUT);
  put_dots(picture, TT_PLAYER_SHORT);
  picture_put_pairs(picture);
  if (picture->drawing->numbers) picture_put_numbers(picture);
  if (picture->drawing->labels != TT_PLAYER_NONE) put_labels(picture, picture->drawing->labels);
  svg_put(picture->stream, "<g transform=\"translate(@ @)", (picture->width - SVG_WIDTH * unit) / 2,
          picture->board_bottom);
  fprintf(picture->stream, " scale(%ld.%03ld)\">\n", (long)unit, (long)(1000 * (unit - floor(unit))));
  svg_put_legend(picture->stream, &legend);
  svg_put_caption(picture->stream, picture->drawing->caption, CAPTION_COLUMNS, SVG_WIDTH / 2.0, legend.height);
  fputs("</g>\n</svg>\n", picture->stream);
}

enum tt_status tt_draw_board(FILE *stream, const struct tt_game *game, const struct tt_board_drawing *drawing,
                             struct tt_error *error) {
  struct board_picture picture = {.stream = stream, .game = game, .drawing = drawing};
  if (game->board == 0) {
    return tt_fail(error, TT_BAD_INPUT, "drawing %.100s: expected a game on a board, bridgit:N with N from %d to %d",
                   game->graph->name, TT_BOARD_LEAST, TT_BOARD_MOST);
  }
  picture.path = malloc(game->graph->edge_count * sizeof *picture.path);
  if (picture.path == NULL) return tt_no_memory(error);
  enum tt_status status = tt_game_winning_path(game, picture.path, &picture.path_length, error);
  if (status == TT_OK) {
    measure(&picture);
    put_picture(&picture);
    if (fflush(stream) != 0 || ferror(stream)) status = tt_fail(error, TT_NO_RESOURCE, "cannot write the drawing");
  }
  free(picture.path);
  return status;
}
