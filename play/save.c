/* save.c: games as text, a line a move; read back, every move is played again under the rules. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/play.h"

static const char *player_word(const struct tt_game *game, enum tt_player player) {
  static const char *const words[2][2] = {{"short", "cut"}, {"blue", "red"}};
  return words[game->board != 0][player];
}

/* ---- Writing ---- */

/* The position before the first move. On a board it goes without saying where nothing was decided in it; a file of
 * another graph may have decided edges of its own. */
static enum tt_status write_start(FILE *stream, const struct tt_game *game, struct tt_error *error) {
  if (game->board != 0 && game->start_secured + game->start_deleted == 0) return TT_OK;
  char *const word = malloc(game->graph->edge_count + 1);
  if (word == NULL) return tt_no_memory(error);
  tt_graph_position_word(game->graph, word);
  for (size_t move = 0; move < game->move_count; move++) {
    if (game->moves[move].edge < game->graph->edge_count) word[game->moves[move].edge] = 'u';
  }
  fprintf(stream, "position %s\n", word);
  free(word);
  return TT_OK;
}

enum tt_status tt_game_save(FILE *stream, const struct tt_game *game, struct tt_error *error) {
  const char *const name = game->graph->name;
  if (game->board == 0 && (name[0] == '\0' || strpbrk(name, "\r\n") != NULL || isspace((unsigned char)name[0]) ||
                           isspace((unsigned char)name[strlen(name) - 1]))) {
    return tt_fail(error, TT_BAD_INPUT, "a save has the graph's name in a line: %.60s is no such name", name);
  }
  fputs("twotrees-game 1\n", stream);
  if (game->board != 0) {
    fprintf(stream, "board %u\n", game->board);
  } else {
    fprintf(stream, "graph %s\n", name);
  }
  const enum tt_status status = write_start(stream, game, error);
  if (status != TT_OK) return status;
  if (game->rim) fputs("rim\n", stream);
  for (unsigned player = 0; player < 2; player++) {
    if (game->played_by[player][0] == '\0') continue;
    fprintf(stream, "%s %s\n", player_word(game, (enum tt_player)player), game->played_by[player]);
  }
  const enum tt_player first = game->move_count > 0 ? game->moves[0].player : game->turn;
  /* `first` has to be there, and behind the number: so every shorter file is no saved game. */
  fprintf(stream, "moves %zu\nfirst %s\n", game->move_count + game->resigned, player_word(game, first));
  for (size_t move = 0; move < game->move_count; move++) {
    char text[40];
    fprintf(stream, "move %s %s\n", player_word(game, game->moves[move].player),
            tt_move_name(game, game->moves[move], text, sizeof text));
  }
  if (game->resigned) fprintf(stream, "resigned %s\n", player_word(game, game->turn));
  return ferror(stream) ? tt_fail(error, TT_NO_RESOURCE, "the game could not be written") : TT_OK;
}

/* ---- Reading ---- */

struct loader {
  FILE *stream;
  const char *path;
  size_t line;
  char *text, *keyword, *rest; /* the line (owned), cut into its first word and what follows */
  size_t capacity;
  struct tt_graph *graph; /* owned */
  unsigned board;
  bool rim, counted, made;
  enum tt_player first;
  char played_by[2][sizeof((struct tt_game *)0)->played_by[0]];
  size_t moves, done; /* how many lines were announced and how many came */
  struct tt_game *game;
  enum tt_status (*open_graph)(struct tt_graph **, const char *, struct tt_error *);
  struct tt_error *error;
};

static enum tt_status bad(const struct loader *loader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static enum tt_status bad(const struct loader *loader, const char *format, ...) {
  char text[200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return tt_fail(loader->error, TT_BAD_INPUT, "%.150s:%zu: %s", loader->path, loader->line, text);
}

/* A failure of what a line asked for, with the line before it. */
static enum tt_status at_line(const struct loader *loader, const struct tt_error *inner) {
  if (inner->status == TT_BAD_INPUT) return bad(loader, "%s", inner->text);
  return tt_fail(loader->error, inner->status, "%s", inner->text);
}

/* The next line that is neither blank nor a comment, without spaces at its ends; *end where there is none. */
static enum tt_status next_line(struct loader *loader, bool *end) {
  for (;;) {
    const ssize_t length = getline(&loader->text, &loader->capacity, loader->stream);
    *end = length < 0;
    if (*end && ferror(loader->stream)) return bad(loader, "cannot be read");
    if (*end) return feof(loader->stream) ? TT_OK : tt_no_memory(loader->error);
    loader->line++;
    if (strlen(loader->text) != (size_t)length) return bad(loader, "a zero byte: expected text");
    if (loader->text[length - 1] != '\n') return bad(loader, "the file is cut off in this line");
    char *last = loader->text + length;
    while (last > loader->text && isspace((unsigned char)last[-1])) *--last = '\0';
    loader->keyword = loader->text + strspn(loader->text, " \t");
    if (*loader->keyword == '\0' || *loader->keyword == '#') continue;
    loader->rest = loader->keyword + strcspn(loader->keyword, " \t");
    if (*loader->rest != '\0') *loader->rest++ = '\0';
    loader->rest += strspn(loader->rest, " \t");
    return TT_OK;
  }
}

/* Blue is Short and Red is Cut, whichever words are used. */
static bool player_of(const char *word, enum tt_player *player) {
  static const char *const words[] = {"blue", "red", "short", "cut"};
  for (unsigned index = 0; index < 4; index++) {
    if (strcmp(word, words[index]) != 0) continue;
    *player = (enum tt_player)(index % 2);
    return true;
  }
  return false;
}

static bool number_of(const char *word, size_t most, size_t *number) {
  char *end;
  if (!isdigit((unsigned char)*word)) return false;
  const unsigned long long value = strtoull(word, &end, 10);
  *number = (size_t)value;
  return *end == '\0' && value <= most;
}

/* A name that is no graph's own is a file's: the one in the folder of the save, or else what it means from here. */
static enum tt_status open_named(struct loader *loader, struct tt_error *error) {
  const char *const slash = strrchr(loader->path, '/'), *const name = loader->rest;
  bool known = false;
  const enum tt_status status = tt_graph_named(&loader->graph, name, &known, error);
  if (status != TT_OK || known) return status;
  if (slash == NULL || *name == '/') return loader->open_graph(&loader->graph, name, error);
  const size_t folder = (size_t)(slash + 1 - loader->path), size = folder + strlen(name) + 1;
  char *const beside = malloc(size);
  if (beside == NULL) return tt_no_memory(error);
  snprintf(beside, size, "%.*s%s", (int)folder, loader->path, name);
  const bool there = access(beside, F_OK) == 0;
  const enum tt_status opened = loader->open_graph(&loader->graph, there ? beside : name, error);
  free(beside);
  return opened;
}

static enum tt_status read_graph(struct loader *loader) {
  struct tt_error inner;
  enum tt_status status = TT_BAD_INPUT;
  size_t size;
  if (strcmp(loader->keyword, "board") == 0 && number_of(loader->rest, TT_BOARD_MOST, &size) &&
      size >= TT_BOARD_LEAST) {
    char name[32];
    bool known;
    snprintf(name, sizeof name, "bridgit:%zu", size);
    loader->board = (unsigned)size;
    status = tt_graph_named(&loader->graph, name, &known, &inner);
  } else if (strcmp(loader->keyword, "graph") == 0 && *loader->rest != '\0' && loader->open_graph != NULL) {
    status = open_named(loader, &inner);
  } else {
    return bad(loader, "expected \"board N\", N from %d to %d, or \"graph NAME\"", TT_BOARD_LEAST, TT_BOARD_MOST);
  }
  return status == TT_OK ? TT_OK : at_line(loader, &inner);
}

static enum tt_status make_game(struct loader *loader) {
  struct tt_error inner;
  if (loader->first == TT_PLAYER_NONE) return bad(loader, "expected a line \"first blue\" or \"first red\" before");
  if (tt_game_make(loader->game, loader->graph, loader->board, loader->rim, loader->first, &inner) != TT_OK) {
    return at_line(loader, &inner);
  }
  memcpy(loader->game->played_by, loader->played_by, sizeof loader->played_by);
  loader->made = true;
  return TT_OK;
}

static enum tt_status read_level(struct loader *loader, enum tt_player player) {
  if (strcmp(loader->rest, "human") != 0 && tt_engine_find(loader->rest) == NULL) {
    return bad(loader, "\"%.40s %.40s\": expected human or a level, as perfect", loader->keyword, loader->rest);
  }
  snprintf(loader->played_by[player], sizeof loader->played_by[player], "%s", loader->rest);
  return TT_OK;
}

/* A line between the graph and the moves. */
static enum tt_status read_setting(struct loader *loader) {
  struct tt_error inner;
  enum tt_player player;
  if (strcmp(loader->keyword, "position") == 0) {
    if (tt_graph_set_position(loader->graph, loader->rest, &inner) != TT_OK) return at_line(loader, &inner);
  } else if (strcmp(loader->keyword, "rim") == 0 && *loader->rest == '\0') {
    loader->rim = true;
  } else if (strcmp(loader->keyword, "first") == 0) {
    if (!player_of(loader->rest, &loader->first)) return bad(loader, "expected \"first blue\" or \"first red\"");
  } else if (strcmp(loader->keyword, "moves") == 0) {
    loader->counted = number_of(loader->rest, SIZE_MAX / 2, &loader->moves);
    if (!loader->counted) return bad(loader, "expected \"moves N\", how many moves follow");
  } else if (player_of(loader->keyword, &player)) {
    return read_level(loader, player);
  } else {
    return bad(loader, "\"%.40s\": expected position, rim, blue, red, first, moves, move or resigned", loader->keyword);
  }
  return TT_OK;
}

static enum tt_status read_turn(const struct loader *loader, const char *word) {
  const struct tt_game *const game = loader->game;
  enum tt_player player;
  if (!player_of(word, &player))
    return bad(loader, "\"%.40s\": expected a player, %s", word, player_word(game, game->turn));
  if (player == game->turn) return TT_OK;
  return bad(loader, "it is %s's turn, not %s's", tt_player_name(game, game->turn), tt_player_name(game, player));
}

/* A line `move` or `resigned`. */
static enum tt_status read_move(struct loader *loader) {
  struct tt_game *const game = loader->game;
  struct tt_error inner;
  size_t edge;
  if (game->winner != TT_PLAYER_NONE) {
    return bad(loader, "the game is over already: %s has won", tt_player_name(game, game->winner));
  }
  loader->done++;
  if (strcmp(loader->keyword, "resigned") == 0) {
    const enum tt_status status = read_turn(loader, loader->rest);
    if (status == TT_OK) tt_game_resign(game);
    return status;
  }
  char *move = loader->rest + strcspn(loader->rest, " \t");
  if (*move != '\0') *move++ = '\0';
  const enum tt_status status = read_turn(loader, loader->rest);
  if (status != TT_OK) return status;
  if (tt_move_read(game, move, &edge, &inner) != TT_OK) return at_line(loader, &inner);
  return tt_game_play(game, edge, &inner) == TT_OK ? TT_OK : at_line(loader, &inner);
}

static enum tt_status read_header(struct loader *loader, bool *end) {
  const enum tt_status status = next_line(loader, end);
  if (status != TT_OK) return status;
  if (*end) {
    loader->line++;
    return bad(loader, "an empty file: expected a saved game, \"twotrees-game 1\"");
  }
  if (strcmp(loader->keyword, "twotrees-game") != 0) {
    return bad(loader, "not a saved game: expected \"twotrees-game 1\" first");
  }
  if (strcmp(loader->rest, "1") != 0) return bad(loader, "a saved game of another version: expected version 1");
  return TT_OK;
}

static enum tt_status read_end(struct loader *loader) {
  loader->line++;
  if (loader->graph == NULL) return bad(loader, "the file ends: expected \"board N\" or \"graph NAME\"");
  if (loader->counted && loader->done != loader->moves) {
    return bad(loader, "the file ends after %zu moves: expected %zu", loader->done, loader->moves);
  }
  return loader->made ? TT_OK : make_game(loader);
}

static enum tt_status read_game(struct loader *loader) {
  bool end;
  enum tt_status status = read_header(loader, &end);
  while (status == TT_OK) {
    status = next_line(loader, &end);
    if (status != TT_OK) break;
    if (end) return read_end(loader);
    const bool move = strcmp(loader->keyword, "move") == 0 || strcmp(loader->keyword, "resigned") == 0;
    if (loader->graph == NULL) {
      status = read_graph(loader);
    } else if (!move) {
      status =
          loader->made ? bad(loader, "\"%.40s\": expected move or resigned", loader->keyword) : read_setting(loader);
    } else {
      if (!loader->made) status = make_game(loader);
      if (status == TT_OK) status = read_move(loader);
    }
  }
  return status;
}

enum tt_status tt_game_load(struct tt_game *game, FILE *stream, const char *path,
                            enum tt_status (*open_graph)(struct tt_graph **graph, const char *name,
                                                         struct tt_error *error),
                            struct tt_error *error) {
  struct loader loader = {
      .stream = stream, .path = path, .first = TT_PLAYER_NONE, .game = game, .open_graph = open_graph, .error = error};
  *game = (struct tt_game){0};
  const enum tt_status status = read_game(&loader);
  if (status != TT_OK) tt_game_free(game);
  tt_graph_free(loader.graph);
  free(loader.text);
  return status;
}
