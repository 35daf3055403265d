/* play_session.h: what the files of `twotrees play` share: a game, who plays it, what is read and who tells about it.
 */
#ifndef TT_PLAY_SESSION_H
#define TT_PLAY_SESSION_H

#include "cli/command.h"
#include "play/play.h"

/* ---- What is read: play_input.c ---- */

struct input {
  FILE *stream;
  char *line; /* owned; the line read last */
  size_t capacity;
  bool terminal;
  int code;    /* GOT_FAILURE: of errno */
  int signals; /* a descriptor that tells of SIGINT, SIGTERM and SIGHUP while a terminal is read, or -1 */
};

enum got { GOT_LINE, GOT_END, GOT_SIGNAL, GOT_FAILURE };

void input_open(struct input *input, bool terminal);
void input_close(struct input *input);
/* Reads the next line into input->line, without its end. A zero byte in it becomes a question mark. */
enum got input_next(struct input *input);
/* Has a signal come that asks to end? Does not wait. */
bool input_signalled(const struct input *input);

enum verb {
  VERB_NOTHING, /* a blank line or a comment */
  VERB_MOVE,
  VERB_EDGE,
  VERB_HINT,
  VERB_WHY,
  VERB_UNDO,
  VERB_BOARD,
  VERB_SAVE,
  VERB_SAVE_OVER,
  VERB_LOAD,
  VERB_RESIGN,
  VERB_HELP,
  VERB_QUIT
};

struct request {
  enum verb verb;
  const char *argument; /* the move's words, or a file; "" when there is none */
  size_t edge;          /* VERB_EDGE */
};

/* What a line asks for; the request points into the line, which is changed. JSON objects are understood where `json`:
 * {"move":"B2 B3"}, {"edge":7}, {"command":"save","file":"mine.txt"}. Does not ask whether a move can be read. */
enum tt_status request_read(struct request *request, char *line, bool json, struct tt_error *error);

/* The commands: their names, and for `help` what they do; NULL after the last. */
const char *request_name(size_t index);
const char *request_help(size_t index);

/* ---- The session ---- */

struct look {
  bool unicode, colour;
};

struct session {
  const struct settings *settings;
  struct tt_game game;
  const struct tt_engine *engines[2]; /* by enum tt_player; NULL: a human, or a program in a human's place */
  uint64_t random, budget;
  struct look look;
  bool interactive; /* standard input is a terminal */
  bool shown;       /* the board has been shown as it is */
  bool labels_chosen;
  enum tt_player labels; /* whose dots are named, where that was chosen; TT_PLAYER_NONE: both players' */
  char *file;            /* owned; where the game came from or was kept last; or NULL */
  const struct voice *voice;
  struct input input;
};

/* Why a finished game ended as it did. */
struct inquest {
  size_t ply;    /* as tt_game_turning_point */
  size_t better; /* a move that would have kept the win there */
};

/* Everything that is told: in words (play_text.c) or as records (play_records.c). */
struct voice {
  void (*game)(const struct session *session); /* at the start, and after `load` */
  void (*turn)(struct session *session);       /* before a line is read */
  void (*move)(struct session *session);       /* the last move was made */
  void (*board)(const struct session *session);
  void (*hint)(const struct session *session, size_t edge, enum tt_player favourite);
  void (*why)(const struct session *session, const struct tt_plan *plan, size_t hint);
  void (*inquest)(const struct session *session, const struct inquest *inquest);
  void (*note)(const struct session *session, const char *what, const char *file); /* saved, loaded */
  void (*undo)(const struct session *session, const struct tt_game *before);
  void (*error)(const struct session *session, const char *text);
  void (*help)(const struct session *session);
  void (*end)(const struct session *session);                     /* the game is over */
  void (*leave)(const struct session *session, const char *file); /* or is left: kept in the file, or NULL */
};
extern const struct voice voice_of_text, voice_of_records;

/* "perfect", or "human". */
const char *session_player(const struct session *session, enum tt_player player);
/* The only human's colour; TT_PLAYER_NONE where both are human or neither is. */
enum tt_player session_human(const struct session *session);

/* ---- The board as text: play_board.c ---- */

struct board_view {
  const struct tt_game *game;
  const uint8_t *set;   /* an entry an edge, 1 and 2 are shown; or NULL */
  enum tt_player owner; /* whose bridges the sets are */
  enum tt_player labels;
  bool chain;               /* mark the winning chain */
  struct tt_move suggested; /* marked, played or not; the edge SIZE_MAX: none */
};
void board_show(const struct board_view *view, struct look look);
/* What the terminal and the environment allow. */
struct look look_of_terminal(bool ascii);

/* ---- Files: play_files.c ---- */

#define PLAY_SAVE_NAME "twotrees-game.txt" /* where a game is kept for which no file was named */

/* Saves the game. A file that is there and is no saved game is refused, and so is, unless `over`, a saved game that did
 * not go before this one. */
enum tt_status save_to(const char *path, const struct tt_game *game, bool over, struct tt_error *error);
/* Saves under PLAY_SAVE_NAME, or where that exists with a number in the name; sets *path, the caller's to free. */
enum tt_status save_anew(char **path, const struct tt_game *game, struct tt_error *error);
enum tt_status load_from(struct tt_game *game, const char *path, struct tt_error *error);
/* A graph by name or file, as in a save; TT_BAD_INPUT for standard input. */
enum tt_status open_graph(struct tt_graph **graph, const char *name, struct tt_error *error);
/* Draws the game. A file that is there and is no SVG is refused. */
enum tt_status picture_to(const char *path, const struct tt_game *game, enum tt_player labels, struct tt_error *error);

#endif
