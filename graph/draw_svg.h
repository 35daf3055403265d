/* draw_svg.h: what the files of the SVG picture share (private to them).
 *
 * A sheet is one picture or several of one graph side by side. Each is a struct picture: a drawing, its layout, and
 * where names and numbers go. Sizes are in units of the layout, but those of legend and caption in 400ths of a
 * picture's width. */
#ifndef TT_DRAW_SVG_H
#define TT_DRAW_SVG_H

#include "graph/layout.h"

#define SVG_WIDTH 400           /* of a picture, in pixels */
#define SVG_NUMBERED_LIMIT 40   /* most edges of a picture with edge numbers */
#define SVG_NAME_SIZE 11.0      /* font sizes are in user units */
#define SVG_NAME_LIMIT 14       /* characters of a vertex name, of 256 bytes at most */
#define SVG_INSIDE_LIMIT 3      /* characters of a name inside its vertex */
#define SVG_CHARACTER_WIDTH 0.6 /* of a font's size, on average and rounded up */

struct picture {
  FILE *stream;
  const struct tt_graph *graph;
  const struct tt_drawing *drawing;
  struct tt_layout layout;
  struct tt_point *names;   /* owned; where the names of vertices go that do not fit inside */
  double *name_widths;      /* owned; 0: inside */
  struct tt_point *numbers; /* owned; where the edge numbers go; NULL: there are too many edges */
};

/* ---- draw_xml.c: numbers and text ---- */

/* Writes the format with each @ replaced by a number of at most one decimal, whatever the locale. */
void svg_put(FILE *stream, const char *format, ...);
/* The length in bytes of the UTF-8 character at text, or 0 where there is none that XML allows. */
size_t svg_character_length(const char *text);
size_t svg_count_characters(const char *text);
/* Writes the first `bytes` bytes, escaped; what XML does not allow becomes a question mark. */
void svg_put_bytes(FILE *stream, const char *text, size_t bytes);
/* Writes at most `limit` characters, the last one dots where there would be more. */
void svg_put_text(FILE *stream, const char *text, size_t limit);

/* ---- draw_edges.c: what edges look like. Edges from edge_count on are the copies of e* ---- */

struct look {
  const char *colour, *dashes; /* dashes: NULL for a solid line */
  double width;
  bool round_ends;
};
struct look svg_look_of(enum tt_mark mark, enum tt_edge_state state, bool is_virtual);
bool svg_is_virtual(const struct picture *picture, size_t edge);
enum tt_mark svg_mark_of(const struct picture *picture, size_t edge);
enum tt_edge_state svg_state_of(const struct picture *picture, size_t edge);
const char *svg_mark_name(const struct picture *picture, enum tt_mark mark); /* the caller's, or the usual one */
double svg_radius_of(const struct tt_graph *graph, uint32_t vertex);
void svg_put_vertex_name(const struct picture *picture, uint32_t vertex, size_t limit);
void svg_put_stroke(FILE *stream, struct look look); /* the attributes of a line */
void svg_put_dot(FILE *stream, double x, double y);  /* of a secured edge */
void svg_put_band(FILE *stream);                     /* the attributes of the band under a contracted edge */
void svg_put_bands(const struct picture *picture);   /* what is contracted, as pale shapes; goes behind all else */
void svg_put_edges(const struct picture *picture);

/* ---- draw_labels.c: names beside vertices, and edge numbers ---- */

bool svg_place_names(struct picture *picture);   /* false when out of memory; needs the layout */
bool svg_place_numbers(struct picture *picture); /* the same; needs the names */
void svg_put_numbers(const struct picture *picture);
/* White behind text of that many characters. */
void svg_put_backing(FILE *stream, struct tt_point middle, size_t characters, double size);

/* ---- draw_legend.c: legend and captions, in 400ths of a picture's width ---- */

struct legend {
  size_t count;
  struct legend_entry {
    struct look look;
    bool dot, band;
    const char *text, *mark; /* mark: or NULL; stands in brackets behind the text */
    double x, y;
  } entries[8];
  double height;
};
struct legend svg_legend_of(const struct picture *picture);
void svg_put_legend(FILE *stream, const struct legend *legend);
/* The height of a caption (NULL: 0) in lines of so many columns. */
double svg_caption_height(const char *caption, size_t columns);
void svg_put_caption(FILE *stream, const char *caption, size_t columns, double middle, double top);

#endif
