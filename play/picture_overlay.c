/* picture_overlay.c: what a picture of a board shows beside the moves: marks (two trees) and Blue's pairs. */
#include <math.h>

#include "play/picture.h"

static const struct look pair_look = {"#555", NULL, 2, true}, opening_look = {"#222", NULL, 3, false};

static bool undecided(const struct board_picture *picture, size_t edge) {
  return picture->game->graph->states[edge] == TT_UNDECIDED;
}

static struct look look_of(const struct board_picture *picture, enum tt_mark mark) {
  struct look look = svg_look_of(mark, TT_UNDECIDED, false);
  look.width = fmax(2, 0.09 * picture->step);
  return look;
}

static void put_blue_line(const struct board_picture *picture, size_t edge, struct look look) {
  const struct tt_bridge bridge = tt_board_bridge(picture->game->board, TT_PLAYER_SHORT, edge);
  const struct tt_point from = picture_at(picture, bridge.from.x, bridge.from.y),
                        to = picture_at(picture, bridge.to.x, bridge.to.y);
  svg_put(picture->stream, "d=\"M@ @L@ @\"", from.x, from.y, to.x, to.y);
  svg_put_stroke(picture->stream, look);
  fputs("/>", picture->stream);
}

void picture_put_marks(const struct board_picture *picture) {
  const uint8_t *const marks = picture->drawing->marks;
  for (size_t edge = 0; marks != NULL && edge < picture->game->graph->edge_count; edge++) {
    if (marks[edge] == TT_MARK_NONE) continue;
    fprintf(picture->stream, "<path class=\"mark mark%d\" ", (int)marks[edge]);
    put_blue_line(picture, edge, look_of(picture, (enum tt_mark)marks[edge]));
    fputc('\n', picture->stream);
  }
}

/* ---- Pairs: bent lines between the middles of the two edges ---- */

static void put_pair(const struct board_picture *picture, size_t first, size_t second) {
  const struct tt_point from = picture_middle(picture, (struct tt_move){TT_PLAYER_SHORT, first}),
                        to = picture_middle(picture, (struct tt_move){TT_PLAYER_SHORT, second});
  const double bend = 0.55, x = (from.x + to.x) / 2 + bend * (to.y - from.y),
               y = (from.y + to.y) / 2 - bend * (to.x - from.x), radius = fmax(2.4, 0.13 * picture->step);
  svg_put(picture->stream, "<g class=\"pair\"><path d=\"M@ @Q@ @ @ @\"", from.x, from.y, x, y, to.x, to.y);
  svg_put_stroke(picture->stream, pair_look);
  fputs("/>", picture->stream);
  const struct tt_point ends[2] = {from, to};
  for (unsigned end = 0; end < 2; end++) {
    svg_put(picture->stream, "<circle cx=\"@\" cy=\"@\" r=\"@\" fill=\"#555\"/>", ends[end].x, ends[end].y, radius);
  }
  fputs("</g>\n", picture->stream);
}

void picture_put_pairs(const struct board_picture *picture) {
  const struct tt_pairing *const pairing = picture->drawing->pairing;
  if (pairing == NULL || !pairing->exists) return;
  for (size_t edge = 0; edge < picture->game->graph->edge_count; edge++) {
    const size_t partner = pairing->partner[edge];
    if (partner == SIZE_MAX || partner < edge || !undecided(picture, edge) || !undecided(picture, partner)) continue;
    put_pair(picture, edge, partner);
  }
  if (pairing->opening == SIZE_MAX) return;
  const struct tt_point at = picture_middle(picture, (struct tt_move){TT_PLAYER_SHORT, pairing->opening});
  fputs("<g class=\"opening\"><path ", picture->stream);
  put_blue_line(picture, pairing->opening, opening_look);
  svg_put_dot(picture->stream, at.x, at.y);
  fputs("</g>\n", picture->stream);
}

/* ---- The legend ---- */

static void add_entry(struct legend *legend, struct legend_entry entry, double *x) {
  const double width = 56 + 7 * (double)svg_count_characters(entry.text);
  if (legend->count == 0) legend->height = 22;
  if (*x + width > SVG_WIDTH) {
    *x = 14;
    legend->height += 20;
  }
  entry.x = *x + (entry.band ? 7 : 0);
  entry.y = legend->height - 10;
  legend->entries[legend->count++] = entry;
  *x += width;
}

static size_t count_marked(const struct board_picture *picture, enum tt_mark mark) {
  size_t count = 0;
  for (size_t edge = 0; edge < picture->game->graph->edge_count; edge++) {
    count += picture->drawing->marks[edge] == mark;
  }
  return count;
}

struct legend picture_legend(const struct board_picture *picture) {
  static const char *const usual[] = {"", "one tree", "the other tree", "contracted"};
  const struct tt_board_drawing *const drawing = picture->drawing;
  struct legend legend = {0};
  double x = 14;
  for (enum tt_mark mark = TT_MARK_BLUE; drawing->marks != NULL && mark <= TT_MARK_CONTRACTED; mark++) {
    if (count_marked(picture, mark) == 0) continue;
    const char *const name = drawing->mark_names[mark] != NULL ? drawing->mark_names[mark] : usual[mark];
    add_entry(&legend, (struct legend_entry){.look = svg_look_of(mark, TT_UNDECIDED, false), .text = name}, &x);
  }
  if (drawing->pairing == NULL || !drawing->pairing->exists) return legend;
  if (drawing->pairing->opening != SIZE_MAX) {
    add_entry(&legend, (struct legend_entry){.look = opening_look, .dot = true, .text = "Blue opens here"}, &x);
  }
  add_entry(&legend, (struct legend_entry){.look = pair_look, .text = "Red takes one, Blue the other"}, &x);
  return legend;
}
