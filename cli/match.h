/* match.h: what the two files of `twotrees match` share. */
#ifndef TT_CLI_MATCH_H
#define TT_CLI_MATCH_H

#include "cli/command.h"
#include "play/play.h"

#define LEVEL_LIMIT 16 /* there are fewer levels */

/* One match played. */
struct played {
  char graph[120];
  struct tt_match_options options;
  struct tt_match match;
};

struct question {
  const struct settings *settings;
  const struct tt_engine *first[LEVEL_LIMIT], *second[LEVEL_LIMIT];
  size_t first_count, second_count;
  struct tt_match_options options;
  struct played *played; /* owned, as the matches are */
  size_t played_count;
};

/* ---- match_files.c ---- */

/* One line a ply of each match. What cannot be written is for output_close to tell. */
enum tt_status match_write_csv(const struct question *question, FILE *file);

/* Blunders by ply as an SVG, by gnuplot: all of it or nothing. Tells what went wrong with gnuplot. */
enum tt_status match_write_plot(const struct question *question, FILE *file);

#endif
