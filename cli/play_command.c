/* play_command.c: `twotrees play`: a game between people, levels and programs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/play_session.h"

const char *session_player(const struct session *session, enum tt_player player) {
  return session->engines[player] == NULL ? "human" : session->engines[player]->name;
}

enum tt_player session_human(const struct session *session) {
  if ((session->engines[0] == NULL) == (session->engines[1] == NULL)) return TT_PLAYER_NONE;
  return session->engines[TT_PLAYER_SHORT] == NULL ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
}

/* ---- Setting up ---- */

static enum tt_status find_engine(const char *option, const char *name, const struct tt_engine **engine) {
  *engine = NULL;
  if (strcmp(name, "human") == 0) return TT_OK;
  *engine = tt_engine_find(name);
  if (*engine != NULL) return TT_OK;
  char levels[200] = "human";
  for (size_t index = 0; tt_engine_at(index) != NULL; index++) {
    const size_t used = strlen(levels);
    snprintf(levels + used, sizeof levels - used, "%s%s", tt_engine_at(index + 1) == NULL ? " or " : ", ",
             tt_engine_at(index)->name);
  }
  return misuse("%s %.40s: expected %s", option, name, levels);
}

/* Who plays, as a loaded game says; NULL where it does not. */
static const char *kept_player(const struct session *session, enum tt_player player) {
  const char *const kept = session->game.played_by[player];
  return *kept == '\0' ? NULL : kept;
}

/* A person plays Blue against `perfect` unless told otherwise; where one player is given the other follows. */
static enum tt_status choose_players(struct session *session) {
  const struct settings *const settings = session->settings;
  const char *blue = settings->blue != NULL ? settings->blue : kept_player(session, TT_PLAYER_SHORT);
  const char *red = settings->red != NULL ? settings->red : kept_player(session, TT_PLAYER_CUT);
  if (blue == NULL) blue = red != NULL && strcmp(red, "human") == 0 ? "perfect" : "human";
  if (red == NULL) red = strcmp(blue, "human") == 0 ? "perfect" : "human";
  const enum tt_status status = find_engine("--blue", blue, &session->engines[TT_PLAYER_SHORT]);
  return status == TT_OK ? find_engine("--red", red, &session->engines[TT_PLAYER_CUT]) : status;
}

static enum tt_status seed_chance(struct session *session) {
  const char *const text = session->settings->seed;
  uint64_t seed = 0;
  if (text == NULL) {
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) != (ssize_t)sizeof seed) seed = (uint64_t)getpid();
  } else {
    char *end;
    seed = strtoull(text, &end, 10);
    if (strspn(text, "0123456789") != strlen(text) || *text == '\0' || strlen(text) > 19) {
      return misuse("--seed %.40s: expected a number of at most 19 digits", text);
    }
  }
  session->random = seed ^ UINT64_C(0x9e3779b97f4a7c15); /* seeds are small numbers, states should not be */
  for (unsigned step = 0; step < 8; step++) tt_random_next(&session->random);
  return TT_OK;
}

static enum tt_status choose_first(struct session *session, enum tt_player *first) {
  const char *const starts = session->settings->starts == NULL ? "blue" : session->settings->starts;
  *first = strcmp(starts, "red") == 0 || strcmp(starts, "cut") == 0 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  if (strcmp(starts, "random") == 0) {
    *first = tt_random_next(&session->random) >> 63 != 0 ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
  } else if (*first == TT_PLAYER_SHORT && strcmp(starts, "blue") != 0 && strcmp(starts, "short") != 0) {
    return misuse("--first %.40s: expected blue, red or random", starts);
  }
  return TT_OK;
}

/* N of bridgit:N, 0 for other graphs. */
static enum tt_status board_of(const char *name, unsigned *board) {
  char *end;
  *board = 0;
  if (strncmp(name, "bridgit:", 8) != 0) return TT_OK;
  const unsigned long size = strtoul(name + 8, &end, 10);
  if (name[8] < '0' || name[8] > '9' || *end != '\0' || size < TT_BOARD_LEAST || size > TT_BOARD_MOST) {
    return misuse("%.40s: expected a board from bridgit:%d to bridgit:%d", name, TT_BOARD_LEAST, TT_BOARD_MOST);
  }
  *board = (unsigned)size;
  return TT_OK;
}

static enum tt_status new_game(struct session *session) {
  const struct settings *const settings = session->settings;
  const char *const name = settings->graph_count == 0 ? "bridgit:5" : settings->graphs[0];
  struct tt_graph *graph = NULL;
  struct tt_error error;
  enum tt_player first;
  unsigned board;
  enum tt_status status = board_of(name, &board);
  if (status == TT_OK) status = choose_first(session, &first);
  if (status != TT_OK) return status;
  status = open_graph(&graph, name, &error);
  if (status == TT_OK && settings->position != NULL) status = tt_graph_set_position(graph, settings->position, &error);
  if (status == TT_OK) status = tt_game_make(&session->game, graph, board, settings->rim, first, &error);
  tt_graph_free(graph);
  return status == TT_OK ? TT_OK : complain(&error);
}

/* Where the game is kept from now on, unless another file is named. */
static enum tt_status set_file(struct session *session, const char *path) {
  char *const file = strdup(path);
  if (file == NULL) return complain_no_memory();
  free(session->file);
  session->file = file;
  return TT_OK;
}

static enum tt_status kept_game(struct session *session) {
  const struct settings *const settings = session->settings;
  struct tt_error error;
  if (settings->graph_count > 0 || settings->position != NULL || settings->rim || settings->starts != NULL) {
    return misuse(
        "--load: the kept game has its board and who moved first; expected no GRAPH, --position, --rim, "
        "--first beside it");
  }
  if (load_from(&session->game, settings->load, &error) != TT_OK) return complain(&error);
  const enum tt_status status = choose_players(session);
  return status == TT_OK ? set_file(session, settings->load) : status;
}

/* Can these players play this game? */
static enum tt_status suits(const struct session *session, const struct tt_game *game, struct tt_error *error) {
  for (unsigned player = 0; player < 2; player++) {
    const struct tt_engine *const engine = session->engines[player];
    if (engine == NULL || !engine->boards_only || game->board != 0) continue;
    return tt_fail(error, TT_BAD_INPUT, "%s plays on boards (bridgit:N) only, not on %.100s", engine->name,
                   game->graph->name);
  }
  return TT_OK;
}

static enum tt_status set_up(struct session *session) {
  const struct settings *const settings = session->settings;
  struct tt_error error;
  if (settings->graph_count > 1) return misuse("play: expected one GRAPH, found %d", settings->graph_count);
  if (settings->svg != NULL && settings->save != NULL && output_same(settings->svg, settings->save)) {
    return misuse("--svg and --save: expected two files, found %.100s for both", settings->svg);
  }
  session->budget = settings->budget == 0 ? TT_ENGINE_BUDGET : (uint64_t)settings->budget;
  session->interactive = isatty(STDIN_FILENO) && !settings->json;
  session->look = look_of_terminal(settings->ascii);
  session->voice = settings->json ? &voice_of_records : &voice_of_text;
  enum tt_status status = settings->load != NULL ? TT_OK : choose_players(session);
  if (status == TT_OK) status = seed_chance(session);
  if (status == TT_OK) status = settings->load != NULL ? kept_game(session) : new_game(session);
  if (status != TT_OK) return status;
  status = suits(session, &session->game, &error);
  return status == TT_OK ? TT_OK : complain(&error);
}

/* ---- Moves ---- */

static enum tt_status draw(struct session *session) {
  struct tt_error error;
  if (session->settings->svg == NULL) return TT_OK;
  enum tt_player labels = session_human(session);
  if (labels == TT_PLAYER_NONE) labels = TT_PLAYER_SHORT;
  const enum tt_status status = picture_to(session->settings->svg, &session->game, labels, &error);
  return status == TT_OK ? TT_OK : complain(&error);
}

static enum tt_status changed(struct session *session) {
  session->shown = false;
  return draw(session);
}

/* After a move or a resignation. */
static enum tt_status told(struct session *session, bool move) {
  const enum tt_status status = changed(session);
  if (move) session->voice->move(session);
  if (session->game.winner == TT_PLAYER_NONE) return status;
  session->voice->end(session);
  session->shown = true;
  return status;
}

static enum tt_status play_edge(struct session *session, size_t edge) {
  struct tt_error error;
  const enum tt_status status = tt_game_play(&session->game, edge, &error);
  if (status == TT_OK) return told(session, true);
  if (status != TT_BAD_INPUT) return complain(&error);
  session->voice->error(session, error.text);
  return TT_OK;
}

static enum tt_status play_words(struct session *session, const char *words) {
  struct tt_error error;
  size_t edge;
  if (session->game.winner != TT_PLAYER_NONE) { /* the rule to tell is that, not what is wrong with the words */
    tt_game_legal(&session->game, 0, &error);
  } else if (tt_move_read(&session->game, words, &edge, &error) == TT_OK) {
    return play_edge(session, edge);
  }
  session->voice->error(session, error.text);
  return TT_OK;
}

static enum tt_status play_engine(struct session *session) {
  struct tt_error error;
  size_t edge;
  const struct tt_engine *const engine = session->engines[session->game.turn];
  const enum tt_status status = engine->choose(&session->game, &session->random, session->budget, &edge, &error);
  return status == TT_OK ? play_edge(session, edge) : complain(&error);
}

/* ---- Other commands ---- */

/* The best move of the player to move. */
static enum tt_status best_move(struct session *session, struct tt_game *game, size_t *edge, struct tt_error *error) {
  uint64_t random = 1; /* a hint must not change what the levels will play */
  return tt_engine_find("perfect")->choose(game, &random, session->budget, edge, error);
}

static enum tt_status give_hint(struct session *session) {
  struct tt_error error;
  enum tt_player favourite;
  size_t edge;
  if (session->game.winner != TT_PLAYER_NONE) return play_words(session, "");
  enum tt_status status = tt_game_favourite(&session->game, &favourite, &error);
  if (status == TT_OK) status = best_move(session, &session->game, &edge, &error);
  if (status != TT_OK) return complain(&error);
  session->voice->hint(session, edge, favourite);
  return TT_OK;
}

static enum tt_status hold_inquest(struct session *session) {
  struct inquest inquest = {SIZE_MAX, SIZE_MAX};
  struct tt_error error;
  struct tt_game back;
  enum tt_status status = tt_game_turning_point(&session->game, &inquest.ply, &error);
  if (status == TT_OK && inquest.ply != SIZE_MAX) {
    status = tt_game_copy(&back, &session->game, &error);
    if (status == TT_OK) {
      if (back.resigned) tt_game_undo(&back);
      while (back.move_count > inquest.ply) tt_game_undo(&back);
      status = best_move(session, &back, &inquest.better, &error);
      tt_game_free(&back);
    }
  }
  if (status != TT_OK) return complain(&error);
  session->voice->inquest(session, &inquest);
  return TT_OK;
}

static enum tt_status give_reasons(struct session *session) {
  struct tt_error error;
  struct tt_plan plan;
  size_t hint;
  if (session->game.winner != TT_PLAYER_NONE) return hold_inquest(session);
  enum tt_status status = best_move(session, &session->game, &hint, &error);
  if (status == TT_OK) status = tt_plan_make(&plan, &session->game, hint, &error);
  if (status != TT_OK) return complain(&error);
  session->voice->why(session, &plan, hint);
  tt_plan_free(&plan);
  return TT_OK;
}

/* Back to the human's last decision: its move and what the level has answered. A level may have resigned in a loaded
 * game, and then there may be none. */
static enum tt_status undo(struct session *session) {
  struct tt_game *const game = &session->game, before;
  struct tt_error error;
  bool own = false;
  if (tt_game_copy(&before, game, &error) != TT_OK) return complain(&error);
  while (!own && tt_game_undo(game)) own = session->engines[game->turn] == NULL;
  if (!own) {
    tt_game_free(game);
    *game = before;
    session->voice->error(session, "there is no move of yours to take back");
    return TT_OK;
  }
  session->voice->undo(session, &before);
  tt_game_free(&before);
  return changed(session);
}

/* Writes who plays into the game that is to be saved. */
static void name_players(struct session *session) {
  for (unsigned player = 0; player < 2; player++) {
    snprintf(session->game.played_by[player], sizeof session->game.played_by[player], "%s",
             session_player(session, (enum tt_player)player));
  }
}

/* A file that the game came from or that was named for it is replaced without a question. */
static bool is_own_file(const struct session *session, const char *path) {
  const char *const asked = session->settings->save;
  return (session->file != NULL && strcmp(path, session->file) == 0) || (asked != NULL && strcmp(path, asked) == 0);
}

static enum tt_status save(struct session *session, const char *path, bool over) {
  struct tt_error error;
  char *made = NULL;
  if (*path == '\0' && session->settings->save != NULL) path = session->settings->save;
  if (*path == '\0' && session->file != NULL) path = session->file;
  name_players(session);
  enum tt_status status = *path != '\0' ? save_to(path, &session->game, over || is_own_file(session, path), &error)
                                        : save_anew(&made, &session->game, &error);
  if (status == TT_OK) {
    session->voice->note(session, "saved", made != NULL ? made : path);
    status = set_file(session, made != NULL ? made : path);
  } else {
    session->voice->error(session, error.text);
    status = TT_OK;
  }
  free(made);
  return status;
}

/* The players stay who they are. */
static enum tt_status load(struct session *session, const char *path) {
  struct tt_error error;
  struct tt_game game;
  if (*path == '\0') {
    session->voice->error(session, "expected a file, as in load " PLAY_SAVE_NAME);
    return TT_OK;
  }
  enum tt_status status = load_from(&game, path, &error);
  if (status == TT_OK) {
    status = suits(session, &game, &error);
    if (status != TT_OK) tt_game_free(&game);
  }
  if (status != TT_OK) {
    session->voice->error(session, error.text);
    return TT_OK;
  }
  tt_game_free(&session->game);
  session->game = game;
  status = set_file(session, path);
  session->voice->note(session, "loaded", path);
  session->voice->game(session);
  return worse(status, told(session, false));
}

/* Shows the board again, and with the names of whose dots where that is said. */
static enum tt_status board(struct session *session, const char *whose) {
  static const char *const names[] = {"blue", "red", "both"};
  for (unsigned player = 0; player < 3; player++) {
    if (strcasecmp(whose, names[player]) != 0) continue;
    session->labels_chosen = true;
    session->labels = (enum tt_player)player; /* both: TT_PLAYER_NONE */
    whose = "";
  }
  if (*whose != '\0') session->voice->error(session, "expected board blue, board red or board both");
  if (*whose == '\0') session->shown = false;
  return TT_OK;
}

static enum tt_status resign(struct session *session) {
  if (session->game.winner != TT_PLAYER_NONE) return play_words(session, "");
  tt_game_resign(&session->game);
  return told(session, false);
}

static enum tt_status follow(struct session *session, const struct request *request) {
  switch (request->verb) {
    case VERB_MOVE:
      return play_words(session, request->argument);
    case VERB_EDGE:
      return play_edge(session, request->edge);
    case VERB_HINT:
      return give_hint(session);
    case VERB_WHY:
      return give_reasons(session);
    case VERB_UNDO:
      return undo(session);
    case VERB_BOARD:
      return board(session, request->argument);
    case VERB_SAVE:
    case VERB_SAVE_OVER:
      return save(session, request->argument, request->verb == VERB_SAVE_OVER);
    case VERB_LOAD:
      return load(session, request->argument);
    case VERB_RESIGN:
      return resign(session);
    case VERB_HELP:
      session->voice->help(session);
      return TT_OK;
    case VERB_NOTHING:
    case VERB_QUIT:
      break;
  }
  return TT_OK;
}

/* ---- The game ---- */

enum leaving { STAY, LEAVE, LEAVE_AND_KEEP };

static enum tt_status complain_of_input(int code) {
  struct tt_error error;
  if (code == ENOMEM) return complain_no_memory();
  tt_fail(&error, TT_BAD_INPUT, "standard input: %s", strerror(code));
  return complain(&error);
}

static enum tt_status read_and_follow(struct session *session, enum leaving *leaving) {
  struct request request;
  struct tt_error error;
  session->voice->turn(session);
  const enum got got = input_next(&session->input);
  if (got == GOT_FAILURE) return complain_of_input(session->input.code);
  if (got != GOT_LINE) {
    *leaving = LEAVE_AND_KEEP;
    return TT_OK;
  }
  if (request_read(&request, session->input.line, session->settings->json, &error) != TT_OK) {
    session->voice->error(session, error.text);
    return TT_OK;
  }
  if (request.verb == VERB_QUIT) {
    *leaving = LEAVE;
    return TT_OK;
  }
  return follow(session, &request);
}

static bool has_human(const struct session *session) {
  return session->engines[0] == NULL || session->engines[1] == NULL;
}

/* A game that has ended can be asked about by people; for programs, and between levels, it is all. */
static enum tt_status run_game(struct session *session, enum leaving *leaving) {
  enum tt_status status = draw(session);
  session->voice->game(session);
  if (session->game.winner != TT_PLAYER_NONE) status = worse(status, told(session, false));
  while (status == TT_OK && *leaving == STAY) {
    const bool over = session->game.winner != TT_PLAYER_NONE;
    if (over && (session->settings->json || !has_human(session))) break;
    if (input_signalled(&session->input)) {
      *leaving = LEAVE_AND_KEEP;
    } else if (!over && session->engines[session->game.turn] != NULL) {
      status = play_engine(session);
    } else {
      status = read_and_follow(session, leaving);
    }
  }
  return status;
}

/* Keeps an unfinished game at the end of input, or when something failed, and any game where --save says so. Standard
 * error has one line: what fails after something else is told with the game. */
static enum tt_status keep(struct session *session, enum leaving leaving, enum tt_status status) {
  const struct tt_game *const game = &session->game;
  const bool unfinished = game->winner == TT_PLAYER_NONE && game->move_count > 0 && leaving != LEAVE;
  const char *const asked = session->settings->save == NULL && unfinished ? session->file : session->settings->save;
  struct tt_error error;
  char *made = NULL;
  enum tt_status kept = TT_OK;
  name_players(session);
  if (asked != NULL) {
    kept = save_to(asked, game, true, &error);
  } else if (unfinished) {
    kept = save_anew(&made, game, &error);
  }
  if (kept != TT_OK && status == TT_OK) complain(&error);
  if (kept != TT_OK && status != TT_OK) session->voice->error(session, error.text);
  status = worse(status, kept);
  session->voice->leave(session, kept != TT_OK ? NULL : asked != NULL ? asked : made);
  free(made);
  return status;
}

enum tt_status run_play(const struct settings *settings) {
  struct session session = {.settings = settings};
  enum leaving leaving = STAY;
  enum tt_status status = set_up(&session);
  if (status == TT_OK) {
    input_open(&session.input, session.interactive);
    status = run_game(&session, &leaving);
    status = keep(&session, leaving, status);
    input_close(&session.input);
  }
  tt_game_free(&session.game);
  free(session.file);
  return status;
}
