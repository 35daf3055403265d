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

/* One line a ply of each match. */
void match_write_csv(const struct question *question, FILE *file);

/* Blunders by ply as an SVG to settings->plot, by gnuplot; the file appears when it is whole. Tells what went wrong. */
enum tt_status match_write_plot(const struct question *question);

#endif
