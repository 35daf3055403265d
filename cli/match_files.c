/* match_files.c: matches as CSV and as a plot. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* A curve is one side of a match that made blunders. */
static bool has_curve(const struct played *played, unsigned side) {
  return played->match.sides[side].blunders > 0;
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

static void plot_script(FILE *gnuplot, const struct question *question) {
  unsigned curve = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    curve += has_curve(&question->played[index], 0) + has_curve(&question->played[index], 1);
  }
  fprintf(gnuplot, "set terminal svg size 640,%u font \"Helvetica,12\" background \"white\" noenhanced\n",
          400 + CURVE_HEIGHT * curve);
  fputs("set xlabel \"ply\"\nset ylabel \"blunders per 100 won positions\"\nset key below vertical maxcols 1\n",
        gnuplot);
  fputs("set colorsequence podo\nset grid\nset xrange [0:*]\nset yrange [0:*]\n", gnuplot);
  curve = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    for (unsigned side = 0; side < 2; side++) {
      if (!has_curve(&question->played[index], side)) continue;
      fprintf(gnuplot, "$curve%u << END\n", curve++);
      plot_points(gnuplot, &question->played[index], side);
      fputs("END\n", gnuplot);
    }
  }
  fputs(curve == 0 ? "plot [0:1] NaN title \"nobody blundered\"\n" : "plot ", gnuplot);
  curve = 0;
  for (size_t index = 0; index < question->played_count; index++) {
    const struct played *const played = &question->played[index];
    for (unsigned side = 0; side < 2; side++) {
      if (!has_curve(played, side)) continue;
      fprintf(gnuplot, "%s$curve%u with linespoints pointtype %u dashtype %u linewidth 2 title \"",
              curve > 0 ? ", " : "", curve, curve % 15 + 1, curve % 5 + 1);
      plot_text(gnuplot, played->graph);
      fprintf(gnuplot, ": %s %s, against %s\"", side == 0 ? played->options.first->name : played->options.second->name,
              side == 0 ? "first" : "second", side == 0 ? played->options.second->name : played->options.first->name);
      curve++;
    }
  }
  fputc('\n', gnuplot);
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

/* "FILE.tmp"; the caller's to free, NULL when out of memory. */
static char *temporary(const char *path) {
  const size_t size = strlen(path) + sizeof ".tmp";
  char *const name = malloc(size);
  if (name != NULL) snprintf(name, size, "%s.tmp", path);
  return name;
}

enum tt_status match_write_plot(const struct question *question) {
  char *const name = temporary(question->settings->plot);
  if (name == NULL) return complain_no_memory();
  enum tt_status status = run_gnuplot(question, name);
  if (status == TT_OK && rename(name, question->settings->plot) != 0) status = file_trouble(question->settings->plot);
  if (status != TT_OK) unlink(name);
  free(name);
  return status;
}
