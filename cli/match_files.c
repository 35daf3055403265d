/* match_files.c: matches as CSV and as a plot. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cli/match.h"

#define GNUPLOT_MISSING 127 /* the shell's status for a command that is not there */

static enum tt_status file_trouble(const char *path) {
  struct tt_error error;
  tt_fail(&error, TT_NO_RESOURCE, "%.150s: %s", path, strerror(errno));
  return complain(&error);
}

/* A graph's name in quotes, a quote in it doubled (RFC 4180). */
static void csv_text(FILE *file, const char *text) {
  fputc('"', file);
  for (; *text != '\0'; text++) {
    if (*text == '"') fputc('"', file);
    fputc(*text, file);
  }
  fputc('"', file);
}

static void csv_match(FILE *file, const struct played *played) {
  const struct tt_match *const match = &played->match;
  for (size_t ply = 0; ply < match->plies; ply++) {
    const struct tt_match_side *const side = &match->sides[ply % 2];
    csv_text(file, played->graph);
    fprintf(file, ",%s,%s,%llu,%llu,%zu,%s,%llu,%llu\n", played->options.first->name, played->options.second->name,
            (unsigned long long)match->games, (unsigned long long)played->options.seed, ply + 1,
            ply % 2 == 0 ? "first" : "second", (unsigned long long)side->from_won_at[ply],
            (unsigned long long)side->blunders_at[ply]);
  }
}

void match_write_csv(const struct question *question, FILE *file) {
  fputs("graph,first,second,games,seed,ply,mover,won_positions,blunders\n", file);
  for (size_t index = 0; index < question->played_count; index++) csv_match(file, &question->played[index]);
}

/* ---- The plot ---- */

#define LEAST_POSITIONS 10 /* a share of fewer would be noise */
#define CURVE_HEIGHT 18    /* in the legend */

/* Okabe and Ito's colours for every eye, without the yellow, which is pale on white. */
static const char *const colours[] = {"#000000", "#E69F00", "#56B4E9", "#009E73", "#0072B2", "#D55E00", "#CC79A7"};
#define COLOURS (sizeof colours / sizeof colours[0])

/* A curve is one side of a match that made blunders, and has a point. */
static bool has_curve(const struct played *played, unsigned side) {
  const struct tt_match_side *const counts = &played->match.sides[side];
  for (size_t ply = side; counts->blunders > 0 && ply < played->match.plies; ply += 2) {
    if (counts->from_won_at[ply] >= LEAST_POSITIONS) return true;
  }
  return false;
}

/* Points: ply, blunders per hundred won positions. */
static void plot_points(FILE *gnuplot, const struct played *played, unsigned side) {
  const struct tt_match_side *const counts = &played->match.sides[side];
  for (size_t ply = side; ply < played->match.plies; ply += 2) {
    if (counts->from_won_at[ply] < LEAST_POSITIONS) continue;
    fprintf(gnuplot, "%zu %.6f\n", ply + 1,
            100.0 * (double)counts->blunders_at[ply] / (double)counts->from_won_at[ply]);
  }
}

/* Text inside gnuplot's double quotes: of other characters only the plain ones. */
static void plot_text(FILE *gnuplot, const char *text) {
  for (; *text != '\0'; text++) {
    if (*text >= ' ' && *text != '"' && *text != '\\' && *text != '`' && *text < 127) fputc(*text, gnuplot);
  }
}

static void plot_data(FILE *gnuplot, const struct question *question) {
  unsigned curve = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    for (unsigned side = 0; side < 2; side++) {
      if (!has_curve(&question->played[index], side)) continue;
      fprintf(gnuplot, "$curve%u << END\n", curve++);
      plot_points(gnuplot, &question->played[index], side);
      fputs("END\n", gnuplot);
    }
  }
}

static void plot_curves(FILE *gnuplot, const struct question *question) {
  unsigned curve = 0;
  fputs("set key above vertical maxcols 1\nset xrange [0:*]\nset yrange [0:*]\nplot ", gnuplot);
  for (size_t index = 0; index < question->played_count; index++) {
    const struct played *const played = &question->played[index];
    for (unsigned side = 0; side < 2; side++) {
      if (!has_curve(played, side)) continue;
      fprintf(gnuplot, "%s$curve%u with linespoints pointtype %u dashtype %u linecolor rgb \"%s\" linewidth 2 title \"",
              curve > 0 ? ", " : "", curve, curve % 15 + 1, curve % 5 + 1, colours[curve % COLOURS]);
      plot_text(gnuplot, played->graph);
      fprintf(gnuplot, ": %s %s, against %s\"", side == 0 ? played->options.first->name : played->options.second->name,
              side == 0 ? "first" : "second", side == 0 ? played->options.second->name : played->options.first->name);
      curve++;
    }
  }
  fputc('\n', gnuplot);
}

/* gnuplot refuses a plot without a point: the line is outside what is shown. */
static void plot_nothing(FILE *gnuplot, const struct question *question) {
  size_t plies = 1;
  uint64_t blunders = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    const struct tt_match *const match = &question->played[index].match;
    if (match->plies > plies) plies = match->plies;
    blunders += match->sides[0].blunders + match->sides[1].blunders;
  }
  fprintf(gnuplot, "unset key\nset xrange [0:%zu]\nset yrange [0:10]\nset label 1 \"", plies);
  if (blunders == 0) {
    fputs("no blunders", gnuplot);
  } else {
    fprintf(gnuplot, "blunders, but no ply with %d won positions", LEAST_POSITIONS);
  }
  fputs("\" at graph 0.5, graph 0.5 center\nplot -1\n", gnuplot);
}

static void plot_script(FILE *gnuplot, const struct question *question) {
  unsigned curves = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    curves += has_curve(&question->played[index], 0) + has_curve(&question->played[index], 1);
  }
  fprintf(gnuplot, "set terminal svg size 640,%u font \"Helvetica,12\" background \"white\" noenhanced\n",
          400 + CURVE_HEIGHT * curves);
  fputs("set xlabel \"ply\"\nset ylabel \"blunders per 100 won positions\"\nset grid\n", gnuplot);
  plot_data(gnuplot, question);
  (curves > 0 ? plot_curves : plot_nothing)(gnuplot, question);
}

/* The shell runs gnuplot with its output in the file that the environment names, so that no name needs quotes. */
static enum tt_status run_gnuplot(const struct question *question, const char *name) {
  if (setenv("TT_PLOT", name, 1) != 0) return complain_no_memory();
  void (*const before)(int) = signal(SIGPIPE, SIG_IGN); /* gnuplot may be gone before it has read everything */
  FILE *const gnuplot = popen("exec gnuplot > \"$TT_PLOT\" 2> /dev/null", "w");
  if (gnuplot != NULL) plot_script(gnuplot, question);
  const int status = gnuplot == NULL ? 0 : pclose(gnuplot);
  signal(SIGPIPE, before);
  if (gnuplot == NULL) return file_trouble("gnuplot");
  struct tt_error error;
  if (status == 0) return TT_OK;
  if (WIFEXITED(status) && WEXITSTATUS(status) == GNUPLOT_MISSING) {
    tt_fail(&error, TT_NO_RESOURCE, "no plot: gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
  } else {
    tt_fail(&error, TT_NO_RESOURCE, "no plot: gnuplot could not write %.150s", question->settings->plot);
  }
  return complain(&error);
}

enum tt_status match_write_plot(const struct question *question) {
  struct output output;
  enum tt_status status = output_open(&output, question->settings->plot);
  if (status != TT_OK) return status;
  const char *const standard = output.stream == stdout ? "/dev/stdout" : output.name;
  status = run_gnuplot(question, output.temporary != NULL ? output.temporary : standard);
  return output_close(&output, status, status == TT_OK);
}
