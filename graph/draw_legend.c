/* draw_legend.c: what a picture's styles mean, and text under it. Only what occurs in the picture is explained. */
#include <string.h>

#include "graph/draw_svg.h"

#define CAPTION_LINES 6
#define LINE_HEIGHT 17.0

/* ---- Legend ---- */

static void add_entry(struct legend *legend, struct legend_entry entry, double *x) {
  const size_t characters = strlen(entry.text) + (entry.mark != NULL ? 3 + svg_count_characters(entry.mark) : 0);
  const double side = entry.band ? 7 : 0; /* a band has round ends beyond its line */
  const double width = 48 + 2 * side + 7 * (double)characters;
  if (legend->count == 0) legend->height = 22;
  if (*x + width > SVG_WIDTH) {
    *x = 14;
    legend->height += 20;
  }
  entry.x = *x + side;
  entry.y = legend->height - 10;
  legend->entries[legend->count++] = entry;
  *x += width;
}

struct counts {
  size_t marked[4], secured, deleted;
};

static struct counts count_edges(const struct picture *picture) {
  struct counts counts = {0};
  for (size_t edge = 0; edge < picture->graph->edge_count; edge++) {
    const enum tt_edge_state state = svg_state_of(picture, edge);
    const enum tt_mark mark = svg_mark_of(picture, edge);
    counts.secured += state == TT_SECURED;
    counts.deleted += state == TT_DELETED;
    counts.marked[mark] += state == TT_UNDECIDED || (state == TT_SECURED && mark != TT_MARK_NONE);
  }
  return counts;
}

static struct legend_entry mark_entry(const struct picture *picture, enum tt_mark mark) {
  return (struct legend_entry){.look = svg_look_of(mark, TT_UNDECIDED, false),
                               .band = mark == TT_MARK_CONTRACTED,
                               .text = svg_mark_name(picture, mark)};
}

static struct legend_entry state_entry(enum tt_edge_state state, const char *text) {
  return (struct legend_entry){
      .look = svg_look_of(TT_MARK_NONE, state, false), .dot = state == TT_SECURED, .text = text};
}

static struct legend_entry virtual_entry(const struct picture *picture, enum tt_mark mark) {
  return (struct legend_entry){.look = svg_look_of(mark, TT_UNDECIDED, true),
                               .text = "virtual edge e*",
                               .mark = mark == TT_MARK_NONE ? NULL : svg_mark_name(picture, mark)};
}

struct legend svg_legend_of(const struct picture *picture) {
  const struct counts counts = count_edges(picture);
  const unsigned copies = picture->drawing->virtual_count;
  struct legend legend = {0};
  double x = 14;
  bool any_mark = false;
  for (enum tt_mark mark = TT_MARK_BLUE; mark <= TT_MARK_CONTRACTED; mark++) {
    if (counts.marked[mark] == 0) continue;
    any_mark = true;
    add_entry(&legend, mark_entry(picture, mark), &x);
  }
  if (counts.marked[TT_MARK_NONE] > 0 && any_mark) {
    add_entry(&legend, mark_entry(picture, TT_MARK_NONE), &x);
  } else if (counts.marked[TT_MARK_NONE] > 0 && counts.secured + counts.deleted + copies > 0) {
    add_entry(&legend, state_entry(TT_UNDECIDED, "undecided"), &x);
  }
  if (counts.secured > 0) add_entry(&legend, state_entry(TT_SECURED, "secured"), &x);
  if (counts.deleted > 0) add_entry(&legend, state_entry(TT_DELETED, "deleted"), &x);
  for (unsigned copy = 0; copy < copies; copy++) {
    add_entry(&legend, virtual_entry(picture, picture->drawing->virtual_marks[copy]), &x);
  }
  return legend;
}

static void put_entry(FILE *stream, const struct legend_entry *entry) {
  for (int front = entry->band ? 0 : 1; front <= 1; front++) {
    svg_put(stream, "<path d=\"M@ @h28\"", entry->x, entry->y);
    if (front == 1) {
      svg_put_stroke(stream, entry->look);
    } else {
      svg_put_band(stream);
    }
    fputs("/>", stream);
  }
  if (entry->dot) svg_put_dot(stream, entry->x + 14, entry->y);
  svg_put(stream, "<text x=\"@\" y=\"@\">", entry->x + (entry->band ? 40 : 33), entry->y + 4);
  svg_put_text(stream, entry->text, SIZE_MAX);
  if (entry->mark != NULL) {
    fputs(" (", stream);
    svg_put_text(stream, entry->mark, SIZE_MAX);
    fputc(')', stream);
  }
  fputs("</text>\n", stream);
}

void svg_put_legend(FILE *stream, const struct legend *legend) {
  if (legend->count == 0) return;
  fputs("<g class=\"legend\" font-size=\"12\" text-anchor=\"start\">\n", stream);
  for (size_t i = 0; i < legend->count; i++) put_entry(stream, &legend->entries[i]);
  fputs("</g>\n", stream);
}

/* ---- Captions ---- */

/* How many bytes of the text the next line takes: up to the last space that fits, or as much as fits. */
static size_t line_length(const char *text, size_t columns) {
  size_t bytes = 0, at_space = 0;
  for (size_t count = 0; text[bytes] != '\0'; count++) {
    if (text[bytes] == ' ') at_space = bytes;
    if (count == columns) return at_space > 0 ? at_space : bytes;
    const size_t length = svg_character_length(text + bytes);
    bytes += length == 0 ? 1 : length;
  }
  return bytes;
}

static const char *next_line(const char *text, size_t columns) {
  text += line_length(text, columns);
  while (*text == ' ') text++;
  return text;
}

static size_t count_lines(const char *caption, size_t columns) {
  size_t lines = 0;
  for (; caption != NULL && *caption != '\0' && lines < CAPTION_LINES; lines++) caption = next_line(caption, columns);
  return lines;
}

double svg_caption_height(const char *caption, size_t columns) {
  const size_t lines = count_lines(caption, columns);
  return lines == 0 ? 0 : LINE_HEIGHT * (double)lines + 8;
}

void svg_put_caption(FILE *stream, const char *caption, size_t columns, double middle, double top) {
  const size_t lines = count_lines(caption, columns);
  for (size_t line = 0; line < lines; line++) {
    svg_put(stream, "<text class=\"caption\" x=\"@\" y=\"@\" font-size=\"13\">", middle,
            top + 14 + LINE_HEIGHT * (double)line);
    if (line + 1 == lines) {
      svg_put_text(stream, caption, columns);
    } else {
      svg_put_bytes(stream, caption, line_length(caption, columns));
    }
    fputs("</text>\n", stream);
    caption = next_line(caption, columns);
  }
}
