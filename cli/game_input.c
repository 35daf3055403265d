/* game_input.c: games for `draw --moves` and `pairing`: from a saved game, from lines of moves, or a graph's start. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/play_session.h"

#define TEXT_LIMIT ((size_t)1 << 24) /* a thousand times a game on the largest board */

/* N for what is called bridgit:N and drawn as a board, else 0. */
static unsigned board_called(const char *name) {
  char expected[24];
  for (unsigned board = TT_BOARD_LEAST; board <= TT_BOARD_MOST; board++) {
    snprintf(expected, sizeof expected, "bridgit:%u", board);
    if (strcmp(name, expected) == 0) return board;
  }
  return 0;
}

enum tt_status game_of_graph(struct tt_game *game, const struct tt_graph *graph, enum tt_player first,
                             struct tt_error *error) {
  const unsigned board = board_called(graph->name);
  const enum tt_status status = tt_game_make(game, graph, board, false, first, error);
  /* With other terminals it is no board. */
  return status == TT_BAD_INPUT && board != 0 ? tt_game_make(game, graph, 0, false, first, error) : status;
}

/* ---- A whole file in memory ---- */

static enum tt_status read_stream(FILE *stream, const char *path, char **text, size_t *size, struct tt_error *error) {
  size_t capacity = 0;
  *text = NULL;
  *size = 0;
  for (;;) {
    if (*size + 1 >= capacity) {
      capacity = 2 * capacity + 4096;
      char *const grown = realloc(*text, capacity);
      if (grown == NULL) return tt_no_memory(error);
      *text = grown;
    }
    const size_t count = fread(*text + *size, 1, capacity - *size - 1, stream);
    *size += count;
    (*text)[*size] = '\0';
    if (ferror(stream)) return tt_fail(error, TT_BAD_INPUT, "%.200s: %s", path, strerror(errno));
    if (count == 0) break;
    if (*size > TEXT_LIMIT) return tt_fail(error, TT_BAD_INPUT, "%.200s: expected a game of at most 16 MiB", path);
  }
  const char *const zero = memchr(*text, '\0', *size);
  if (zero == NULL) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "%.200s: expected text, found a zero byte", path);
}

static enum tt_status read_file(const char *path, char **text, size_t *size, struct tt_error *error) {
  const bool standard = strcmp(path, "-") == 0;
  FILE *const stream = standard ? stdin : fopen(path, "r");
  *text = NULL;
  *size = 0;
  if (stream == NULL) return tt_fail(error, TT_BAD_INPUT, "%.200s: %s", path, strerror(errno));
  const enum tt_status status = read_stream(stream, path, text, size, error);
  if (!standard) fclose(stream);
  return status;
}

/* ---- Lines of moves, one a line, in turn ---- */

static enum tt_status play_line(struct tt_game *game, const char *line, const char *path, size_t number,
                                struct tt_error *error) {
  struct tt_error inner;
  size_t edge;
  enum tt_status status = TT_OK;
  if (game->winner != TT_PLAYER_NONE) {
    status = tt_fail(&inner, TT_BAD_INPUT, "the game is over already: %s has won", tt_player_name(game, game->winner));
  }
  if (status == TT_OK) status = tt_move_read(game, line, &edge, &inner);
  if (status == TT_OK) status = tt_game_legal(game, edge, &inner);
  if (status == TT_OK) status = tt_game_play(game, edge, &inner);
  return status == TT_OK ? TT_OK : tt_fail(error, status, "%.100s:%zu: %.150s", path, number, inner.text);
}

static enum tt_status play_lines(struct tt_game *game, char *text, const char *path, struct tt_error *error) {
  size_t number = 0;
  enum tt_status status = TT_OK;
  for (char *line = text; line != NULL && status == TT_OK;) {
    char *const next = strchr(line, '\n');
    if (next != NULL) *next = '\0';
    number++;
    line += strspn(line, " \t\r");
    if (*line != '\0' && *line != '#') status = play_line(game, line, path, number, error);
    line = next == NULL ? NULL : next + 1;
  }
  return status;
}

/* Is this the text of a saved game? Its first line that is no comment says so. */
static bool is_saved(const char *text) {
  for (;;) {
    text += strspn(text, " \t\r\n");
    if (*text != '#') return strncmp(text, "twotrees-game", strlen("twotrees-game")) == 0;
    text += strcspn(text, "\n");
  }
}

/* The one GRAPH argument, with what --terminals and --position say. */
static enum tt_status only_graph(const struct settings *settings, struct tt_graph **graph) {
  struct inputs inputs;
  if (settings->graph_count != 1)
    return misuse("--moves with lines of moves: expected one GRAPH that they are played on");
  const enum tt_status status = inputs_open(&inputs, settings);
  *graph = status == TT_OK ? inputs_next(&inputs) : NULL;
  if (status != TT_OK || *graph != NULL) return inputs_close(&inputs, status);
  return inputs_close(&inputs, inputs.worst != TT_OK ? inputs.worst : misuse("expected a graph"));
}

static enum tt_status load_saved(struct tt_game *game, const struct settings *settings, char *text, size_t size,
                                 struct tt_error *error) {
  FILE *const stream = fmemopen(text, size, "r");
  if (stream == NULL) return tt_no_memory(error);
  enum tt_status status = tt_game_load(game, stream, settings->moves, open_graph, error);
  fclose(stream);
  if (status == TT_OK && settings->graph_count > 0 && strcmp(settings->graphs[0], game->graph->name) != 0) {
    status = tt_fail(error, TT_BAD_INPUT, "%.100s is a game on %.60s: expected one on %.60s, or no GRAPH",
                     settings->moves, game->graph->name, settings->graphs[0]);
    tt_game_free(game);
  }
  return status;
}

enum tt_status game_of_moves(struct tt_game *game, const struct settings *settings, enum tt_player first) {
  struct tt_error error;
  struct tt_graph *graph = NULL;
  char *text;
  size_t size = 0;
  enum tt_status status = read_file(settings->moves, &text, &size, &error);
  if (status != TT_OK) {
    status = complain(&error);
  } else if (is_saved(text)) {
    status = load_saved(game, settings, text, size, &error);
    if (status != TT_OK) complain(&error);
  } else {
    status = only_graph(settings, &graph);
    if (status == TT_OK) {
      status = game_of_graph(game, graph, first, &error);
      if (status == TT_OK && (status = play_lines(game, text, settings->moves, &error)) != TT_OK) tt_game_free(game);
      if (status != TT_OK) complain(&error);
    }
  }
  tt_graph_free(graph);
  free(text);
  return status;
}
