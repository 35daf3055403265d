/* picture_bridges.c: the bridges of a board's picture: the halo of the last move, the outline of the winning path, the
 * bridges themselves and the numbers of the moves. */
#include "play/picture.h"

#define HALO "#ffcf33"
#define OUTLINE "#000"

static struct tt_point point_of(const struct board_picture *picture, struct tt_dot dot) {
  return picture_at(picture, dot.x, dot.y);
}

/* A line along the bridge, `width` half steps wide; the attributes of its element come first. */
static void put_line(const struct board_picture *picture, struct tt_move move, const char *attributes, double width) {
  const struct tt_bridge bridge = tt_board_bridge(picture->game->board, move.player, move.edge);
  const struct tt_point from = point_of(picture, bridge.from), to = point_of(picture, bridge.to);
  fprintf(picture->stream, "<path%s", attributes);
  svg_put(picture->stream, " d=\"M@ @L@ @\" stroke-width=\"@\"/>", from.x, from.y, to.x, to.y, width * picture->step);
}

struct tt_point picture_middle(const struct board_picture *picture, struct tt_move move) {
  const struct tt_bridge bridge = tt_board_bridge(picture->game->board, move.player, move.edge);
  return picture_at(picture, (bridge.from.x + bridge.to.x) / 2.0, (bridge.from.y + bridge.to.y) / 2.0);
}

/* Red's bridges are hollow. */
static void put_bridge(const struct board_picture *picture, struct tt_move move) {
  FILE *const stream = picture->stream;
  char name[40];
  const bool blue = move.player == TT_PLAYER_SHORT;
  fprintf(stream, "<g class=\"bridge %s\"><title>%s %s</title>", blue ? "blue" : "red", blue ? "Blue" : "Red",
          tt_move_name(picture->game, move, name, sizeof name));
  put_line(picture, move, blue ? " stroke=\"" PICTURE_BLUE "\"" : " stroke=\"" PICTURE_RED "\"", 0.26);
  if (!blue) put_line(picture, move, " stroke=\"#fff\"", 0.09);
  fputs("</g>\n", stream);
}

static void put_number(const struct board_picture *picture, size_t number) {
  const struct tt_move move = picture->game->moves[number];
  const struct tt_point at = picture_middle(picture, move);
  const double size = (number < 99 ? 0.42 : 0.32) * picture->step;
  svg_put(picture->stream, "<g class=\"number\"><circle cx=\"@\" cy=\"@\" r=\"@\" fill=\"#fff\" stroke=\"", at.x, at.y,
          0.34 * picture->step);
  fputs(move.player == TT_PLAYER_SHORT ? PICTURE_BLUE : PICTURE_RED, picture->stream);
  svg_put(picture->stream, "\" stroke-width=\"1.5\"/><text x=\"@\" y=\"@\" font-size=\"@\">", at.x, at.y + 0.36 * size,
          size);
  fprintf(picture->stream, "%zu</text></g>\n", number + 1);
}

/* Every bridge that stands, by the states of the edges, and the rim moves among the moves. */
static void put_bridges(const struct board_picture *picture) {
  const struct tt_game *const game = picture->game;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    const uint8_t state = game->graph->states[edge];
    const enum tt_player player = state == TT_SECURED ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
    if (state != TT_UNDECIDED) put_bridge(picture, (struct tt_move){player, edge});
  }
  for (size_t move = 0; move < game->move_count; move++) {
    if (game->moves[move].edge >= game->graph->edge_count) put_bridge(picture, game->moves[move]);
  }
}

void picture_put_played(const struct board_picture *picture) {
  const struct tt_game *const game = picture->game;
  fputs("<g class=\"played\" fill=\"none\" stroke-linecap=\"round\">\n", picture->stream);
  if (game->move_count > 0) {
    const struct tt_move last = game->moves[game->move_count - 1];
    fputs("<g class=\"last\">", picture->stream);
    put_line(picture, last, " stroke=\"" OUTLINE "\"", 0.84);
    put_line(picture, last, " stroke=\"" HALO "\"", 0.76);
    fputs("</g>\n", picture->stream);
  }
  for (size_t index = 0; index < picture->path_length; index++) {
    put_line(picture, (struct tt_move){game->winner, picture->path[index]}, " class=\"winning\" stroke=\"" OUTLINE "\"",
             0.5);
    fputc('\n', picture->stream);
  }
  put_bridges(picture);
  fputs("</g>\n", picture->stream);
}

void picture_put_numbers(const struct board_picture *picture) {
  for (size_t move = 0; move < picture->game->move_count; move++) put_number(picture, move);
}
