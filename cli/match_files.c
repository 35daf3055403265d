/* match_files.c: matches as CSV and as a plot. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/match.h"

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

enum tt_status match_write_csv(const struct question *question, FILE *file) {
  fputs("graph,first,second,games,seed,ply,mover,won_positions,blunders\n", file);
  for (size_t index = 0; index < question->played_count; index++) csv_match(file, &question->played[index]);
  return TT_OK;
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

/* ---- Running gnuplot ---- */

/* A file in memory that holds the script, at its beginning; NULL with errno. */
static FILE *script_of(const struct question *question) {
  const int descriptor = memfd_create("plot", MFD_CLOEXEC);
  FILE *const script = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (script == NULL) {
    if (descriptor >= 0) close(descriptor);
    return NULL;
  }
  plot_script(script, question);
  if (fflush(script) == 0 && !ferror(script) && lseek(descriptor, 0, SEEK_SET) == 0) return script;
  const int code = errno;
  fclose(script);
  errno = code;
  return NULL;
}

/* Starts gnuplot, which reads the script and writes to a pipe; sets *picture to its other end. Returns an errno. */
static int start_gnuplot(int script, pid_t *child, int *picture) {
  char name[] = "gnuplot", *const arguments[] = {name, NULL};
  posix_spawn_file_actions_t actions;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return errno;
  int code = posix_spawn_file_actions_init(&actions);
  if (code == 0) {
    code = posix_spawn_file_actions_adddup2(&actions, script, STDIN_FILENO);
    if (code == 0) code = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (code == 0) code = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (code == 0) code = posix_spawnp(child, name, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
  *picture = ends[0];
  if (code != 0) close(ends[0]);
  return code;
}

/* All that comes from the pipe, which is closed; owned, NULL with errno. There is no zero byte in an SVG. */
static char *read_picture(int picture, size_t *size) {
  char *text = NULL;
  size_t capacity = 0;
  FILE *const stream = fdopen(picture, "r");
  if (stream == NULL) {
    close(picture);
    return NULL;
  }
  errno = 0;
  const ssize_t length = getdelim(&text, &capacity, '\0', stream);
  const int code = length < 0 ? errno : 0;
  fclose(stream);
  *size = length < 0 ? 0 : (size_t)length;
  if (code == 0 && text != NULL) return text;
  free(text);
  errno = code;
  return NULL;
}

/* gnuplot's exit status is no word about its output: the end of the picture is. */
static bool is_whole(const char *text, size_t size) {
  static const char end[] = "</svg>";
  while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r')) size--;
  return size >= sizeof end - 1 && memcmp(text + size - (sizeof end - 1), end, sizeof end - 1) == 0;
}

static enum tt_status no_plot(const char *why) {
  struct tt_error error;
  tt_fail(&error, TT_NO_RESOURCE, "no plot: %.150s", why);
  return complain(&error);
}

static enum tt_status write_picture(const char *name, FILE *file, const char *text, size_t size) {
  struct tt_error error;
  if (fwrite(text, 1, size, file) == size) return TT_OK; /* output_close tells of the rest */
  tt_fail(&error, TT_NO_RESOURCE, "%.150s: %s", file == stdout ? "standard output" : name, strerror(errno));
  return complain(&error);
}

enum tt_status match_write_plot(const struct question *question, FILE *file) {
  FILE *const script = script_of(question);
  if (script == NULL) return no_plot(strerror(errno));
  pid_t child;
  int picture = -1, ended = 0;
  const int code = start_gnuplot(fileno(script), &child, &picture);
  fclose(script);
  if (code == ENOENT) return no_plot("gnuplot is not installed; on Debian: apt-get install gnuplot-nox");
  if (code != 0) return no_plot(strerror(code));
  size_t size = 0;
  char *const text = read_picture(picture, &size);
  const int trouble = text == NULL ? errno : 0;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
  }
  enum tt_status status;
  if (trouble == ENOMEM) {
    status = complain_no_memory();
  } else if (text == NULL || ended != 0 || !is_whole(text, size)) {
    status = no_plot("gnuplot did not draw all of it");
  } else {
    status = write_picture(question->settings->plot, file, text, size);
  }
  free(text);
  return status;
}
