/* play_files.c: saved games and pictures, written whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/play_session.h"

static enum tt_status failure(const char *path, int code, struct tt_error *error) {
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG || code == EIO || code == ENOMEM;
  return tt_fail(error, full ? TT_NO_RESOURCE : TT_BAD_INPUT, "%.200s: %s", path, strerror(code));
}

/* What is to be written. */
struct content {
  const struct tt_game *game;
  bool picture;
  enum tt_player labels;
};

/* The folder of a path, links followed; owned, NULL with errno. */
static char *folder_of(const char *path) {
  const char *const slash = strrchr(path, '/');
  if (slash == NULL) return realpath(".", NULL);
  char *const folder = strndup(path, (size_t)(slash + 1 - path));
  char *const real = folder == NULL ? NULL : realpath(folder, NULL);
  free(folder);
  return real;
}

/* The graph's file as a save at `path` calls it, so that the save can be read from everywhere: from its own folder
 * where the file is in that or below, else from the root. NULL where the name does for itself. */
static char *name_beside(const struct tt_game *game, const char *path) {
  struct tt_graph *graph = NULL;
  bool known = false;
  if (game->board != 0 || access(game->graph->name, F_OK) != 0) return NULL;
  if (tt_graph_named(&graph, game->graph->name, &known, NULL) != TT_OK || known) {
    tt_graph_free(graph);
    return NULL;
  }
  char *const file = realpath(game->graph->name, NULL), *const folder = folder_of(path);
  const size_t length = folder == NULL ? 0 : strlen(folder);
  char *name = NULL;
  if (file != NULL && folder != NULL) {
    const bool below = strncmp(file, folder, length) == 0 && file[length] == '/';
    name = strdup(below ? file + length + 1 : file);
  }
  free(file);
  free(folder);
  return name;
}

static enum tt_status write_game(FILE *stream, const char *path, const struct tt_game *game, struct tt_error *error) {
  struct tt_game copy;
  char *const name = name_beside(game, path);
  if (name == NULL) return tt_game_save(stream, game, error);
  enum tt_status status = tt_game_copy(&copy, game, error);
  if (status == TT_OK) {
    status = tt_graph_rename(copy.graph, name) ? tt_game_save(stream, &copy, error) : tt_no_memory(error);
    tt_game_free(&copy);
  }
  free(name);
  return status;
}

static enum tt_status write_content(FILE *stream, const char *path, const struct content *content,
                                    struct tt_error *error) {
  if (!content->picture) return write_game(stream, path, content->game, error);
  if (content->game->board == 0) {
    const struct tt_drawing plain = {0};
    return tt_draw_svg(stream, content->game->graph, &plain, error);
  }
  const struct tt_board_drawing drawing = {.labels = content->labels};
  return tt_draw_board(stream, content->game, &drawing, error);
}

static enum tt_status write_whole(const char *path, const struct content *content, struct tt_error *error) {
  struct output output;
  struct tt_error inner;
  const enum tt_status opened = output_try(&output, path, error);
  if (opened != TT_OK) return opened;
  const enum tt_status written = write_content(output.stream, path, content, &inner);
  if (written != TT_OK && ferror(output.stream)) { /* that does not name the file */
    tt_fail(error, written, "%.200s: %s", path, inner.text);
  } else if (written != TT_OK) {
    *error = inner;
  }
  const enum tt_status status = output_finish(&output, written, written == TT_OK, &inner);
  if (written == TT_OK && status != TT_OK) *error = inner;
  return status;
}

static const char game_header[] = "twotrees-game ";

/* Is it a file that may be replaced: none, empty, no regular file, or one of the kind that is to be written? */
static enum tt_status may_replace(const char *path, bool picture, bool *there, struct tt_error *error) {
  char start[sizeof game_header] = "";
  struct stat old;
  *there = false;
  if (stat(path, &old) != 0 || !S_ISREG(old.st_mode) || old.st_size == 0) return TT_OK;
  FILE *const stream = fopen(path, "r");
  if (stream == NULL) return failure(path, errno, error);
  const size_t length = fread(start, 1, sizeof game_header - 1, stream);
  fclose(stream);
  start[length] = '\0';
  *there =
      picture ? strncmp(start, "<svg", 4) == 0 || strncmp(start, "<?xml", 5) == 0 : strcmp(start, game_header) == 0;
  if (*there) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "%.150s exists and is no %s: choose another name", path,
                 picture ? "SVG" : "saved game");
}

/* Do both begin with the same position? Takes all their moves back. */
static bool same_start(struct tt_game *one, struct tt_game *other) {
  while (tt_game_undo(one)) {
  }
  while (tt_game_undo(other)) {
  }
  const struct tt_graph *const graph = one->graph, *const second = other->graph;
  return one->board == other->board && one->rim == other->rim && one->turn == other->turn &&
         graph->vertex_count == second->vertex_count && graph->edge_count == second->edge_count &&
         graph->terminal_a == second->terminal_a && graph->terminal_b == second->terminal_b &&
         memcmp(graph->edges, second->edges, graph->edge_count * sizeof *graph->edges) == 0 &&
         memcmp(graph->states, second->states, graph->edge_count) == 0;
}

/* Does this game go on from the saved one, so that nothing is lost with that? */
static bool goes_on_from(const struct tt_game *game, const char *path) {
  struct tt_game kept, copy;
  if (load_from(&kept, path, NULL) != TT_OK) return false;
  bool same = kept.move_count <= game->move_count && (!kept.resigned || game->resigned);
  for (size_t move = 0; same && move < kept.move_count; move++) {
    same = kept.moves[move].player == game->moves[move].player && kept.moves[move].edge == game->moves[move].edge;
  }
  if (same && tt_game_copy(&copy, game, NULL) == TT_OK) {
    same = same_start(&kept, &copy);
    tt_game_free(&copy);
  }
  tt_game_free(&kept);
  return same;
}

enum tt_status save_to(const char *path, const struct tt_game *game, bool over, struct tt_error *error) {
  const struct content content = {.game = game};
  bool saved;
  if (*path == '\0' || strcmp(path, "-") == 0) return tt_fail(error, TT_BAD_INPUT, "expected a file to save to");
  const enum tt_status status = may_replace(path, false, &saved, error);
  if (status != TT_OK) return status;
  if (saved && !over && !goes_on_from(game, path)) {
    return tt_fail(error, TT_BAD_INPUT, "%.100s holds another game; save! %.100s replaces it", path, path);
  }
  return write_whole(path, &content, error);
}

/* The name is taken first, so that nobody else's new file is replaced. */
enum tt_status save_anew(char **path, const struct tt_game *game, struct tt_error *error) {
  const struct content content = {.game = game};
  const int stem = (int)strcspn(PLAY_SAVE_NAME, ".");
  for (unsigned number = 1; number < 1000; number++) {
    const int length = number == 1 ? asprintf(path, "%s", PLAY_SAVE_NAME)
                                   : asprintf(path, "%.*s-%u%s", stem, PLAY_SAVE_NAME, number, PLAY_SAVE_NAME + stem);
    if (length < 0) return tt_no_memory(error);
    const int descriptor = open(*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    enum tt_status status = TT_OK;
    if (descriptor >= 0) {
      close(descriptor);
      status = write_whole(*path, &content, error);
      if (status == TT_OK) return TT_OK;
      unlink(*path);
    } else if (errno != EEXIST) {
      status = failure(*path, errno, error);
    }
    free(*path);
    *path = NULL;
    if (status != TT_OK) return status;
  }
  return tt_fail(error, TT_BAD_INPUT, "there are too many files like %s here: use save FILE", PLAY_SAVE_NAME);
}

enum tt_status open_graph(struct tt_graph **graph, const char *name, struct tt_error *error) {
  bool known;
  if (strcmp(name, "-") == 0) {
    return tt_fail(error, TT_BAD_INPUT, "the moves come from standard input: expected a graph's name or a file");
  }
  enum tt_status status = tt_graph_named(graph, name, &known, error);
  if (status != TT_OK || known) return status;
  struct tt_reader *const reader = tt_reader_open(name, TT_FORMAT_GUESS, error);
  if (reader == NULL) {
    explain_unknown_graph(name, error);
    return error->status;
  }
  status = tt_reader_next(reader, graph, error);
  tt_reader_close(reader);
  if (status == TT_OK && *graph == NULL) return tt_fail(error, TT_BAD_INPUT, "%.150s: expected a graph", name);
  /* A stream calls a graph by its line; the file makes it again. */
  if (status == TT_OK && !tt_graph_rename(*graph, name)) {
    tt_graph_free(*graph);
    *graph = NULL;
    return tt_no_memory(error);
  }
  return status;
}

enum tt_status load_from(struct tt_game *game, const char *path, struct tt_error *error) {
  FILE *const stream = fopen(path, "r");
  if (stream == NULL) return failure(path, errno, error);
  const enum tt_status status = tt_game_load(game, stream, path, open_graph, error);
  fclose(stream);
  return status;
}

enum tt_status picture_to(const char *path, const struct tt_game *game, enum tt_player labels, struct tt_error *error) {
  const struct content content = {game, true, labels};
  bool there;
  const enum tt_status status = may_replace(path, true, &there, error);
  return status != TT_OK ? status : write_whole(path, &content, error);
}
