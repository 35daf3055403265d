/* play_input.c: lines from a person or a program, and what they ask for. */
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "cli/play_session.h"

/* ---- Lines ---- */

/* At a terminal the signals that ask to end wait until the prompt, so that the game can be kept. */
void input_open(struct input *input, bool terminal) {
  *input = (struct input){.stream = stdin, .terminal = terminal, .signals = -1};
  if (!terminal) return;
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  if (sigprocmask(SIG_BLOCK, &signals, NULL) == 0) input->signals = signalfd(-1, &signals, SFD_CLOEXEC);
  if (input->signals < 0) sigprocmask(SIG_UNBLOCK, &signals, NULL);
  setvbuf(stdin, NULL, _IONBF, 0); /* what was typed ahead must be where poll sees it */
}

void input_close(struct input *input) {
  if (input->signals >= 0) close(input->signals);
  free(input->line);
  input->line = NULL;
}

/* Waits until the terminal has a line. */
static bool signal_before_line(const struct input *input) {
  struct pollfd files[2] = {{fileno(input->stream), POLLIN, 0}, {input->signals, POLLIN, 0}};
  return poll(files, 2, -1) > 0 && (files[1].revents & POLLIN) != 0;
}

bool input_signalled(const struct input *input) {
  struct pollfd file = {input->signals, POLLIN, 0};
  return input->signals >= 0 && poll(&file, 1, 0) > 0;
}

/* Why there is no line. A terminal that was hung up has EIO: that is its end. */
static enum got no_line(struct input *input, int code) {
  if (feof(input->stream) || (input->terminal && code == EIO)) return GOT_END;
  input->code = code;
  free(input->line); /* a line too long for memory must not take what keeping the game needs */
  input->line = NULL;
  input->capacity = 0;
  return GOT_FAILURE;
}

enum got input_next(struct input *input) {
  if (input->signals >= 0 && signal_before_line(input)) return GOT_SIGNAL;
  const ssize_t length = getline(&input->line, &input->capacity, input->stream);
  if (length < 0) return no_line(input, errno);
  for (ssize_t at = 0; at < length; at++) {
    if (input->line[at] == '\0') input->line[at] = '?';
  }
  char *end = input->line + length;
  while (end > input->line && isspace((unsigned char)end[-1])) *--end = '\0';
  return GOT_LINE;
}

/* ---- Words ---- */

static const struct {
  const char *name;
  enum verb verb;
  const char *help; /* NULL: another name for one that is there */
} verbs[] = {
    {"hint", VERB_HINT, "hint         the winning move, or the move that holds out longest"},
    {"why", VERB_WHY, "why          who wins and how: the two trees behind the hint, on the board"},
    {"undo", VERB_UNDO, "undo         take back your last move and the reply"},
    {"board", VERB_BOARD, "board        show the board again; board blue, red or both: with the names of whose dots"},
    {"show", VERB_BOARD, NULL},
    {"save", VERB_SAVE, "save FILE    keep the game; without FILE where it was kept last, else in a new file"},
    {"save!", VERB_SAVE_OVER, "save! FILE   the same, in place of another game that is kept there"},
    {"load", VERB_LOAD, "load FILE    go on with a kept game"},
    {"resign", VERB_RESIGN, "resign       give the game up"},
    {"help", VERB_HELP, "help         this list"},
    {"?", VERB_HELP, NULL},
    {"quit", VERB_QUIT, "quit         leave without keeping the game (Ctrl-D keeps it)"},
    {"exit", VERB_QUIT, NULL},
};
#define VERB_COUNT (sizeof verbs / sizeof verbs[0])

/* The place in the table of a command, other names not counted; VERB_COUNT behind the last. */
static size_t place_of(size_t index) {
  for (size_t at = 0; at < VERB_COUNT; at++) {
    if (verbs[at].help != NULL && index-- == 0) return at;
  }
  return VERB_COUNT;
}

const char *request_name(size_t index) {
  const size_t at = place_of(index);
  return at < VERB_COUNT ? verbs[at].name : NULL;
}

const char *request_help(size_t index) {
  const size_t at = place_of(index);
  return at < VERB_COUNT ? verbs[at].help : NULL;
}

static bool takes_argument(enum verb verb) {
  return verb == VERB_SAVE || verb == VERB_SAVE_OVER || verb == VERB_LOAD || verb == VERB_BOARD;
}

static bool takes_file(enum verb verb) {
  return takes_argument(verb) && verb != VERB_BOARD;
}

static bool verb_named(const char *name, enum verb *verb) {
  for (size_t index = 0; index < VERB_COUNT; index++) {
    if (strcasecmp(verbs[index].name, name) != 0) continue;
    *verb = verbs[index].verb;
    return true;
  }
  return false;
}

static char *skip_spaces(char *at) {
  while (isspace((unsigned char)*at)) at++;
  return at;
}

/* A command is its name alone, or with a word behind that it takes; all else is a move. */
static void read_words(struct request *request, char *line) {
  char *const argument = line + strcspn(line, " \t");
  char *const rest = skip_spaces(argument);
  const char kept = *argument;
  *argument = '\0';
  const bool named = verb_named(line, &request->verb);
  if (named && (takes_argument(request->verb) || *rest == '\0')) {
    request->argument = kept == '\0' ? "" : rest;
    return;
  }
  *argument = kept;
  request->verb = VERB_MOVE;
  request->argument = line;
}

/* ---- JSON: one flat object of strings and whole numbers ---- */

/* Reads a string in place, its escapes replaced; returns what follows, or NULL. Of \u only ASCII is taken. */
static char *json_read_string(char *at, char **text) {
  if (*at != '"') return NULL;
  char *to = ++at;
  *text = to;
  for (; *at != '"'; at++) {
    if (*at == '\0') return NULL;
    if (*at != '\\') {
      *to++ = *at;
      continue;
    }
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *const found = *++at == '\0' ? NULL : strchr(escapes, *at);
    unsigned code = 0;
    if (found != NULL) {
      *to++ = meant[found - escapes];
    } else if (*at == 'u' && strspn(at + 1, "0123456789abcdefABCDEF") >= 4 && sscanf(at + 1, "%4x", &code) == 1 &&
               code > 0 && code < 128) {
      *to++ = (char)code;
      at += 4;
    } else {
      return NULL;
    }
  }
  *to = '\0';
  return at + 1;
}

/* Takes one member; returns what follows its value, or NULL. */
static char *json_read_member(struct request *request, char *at, const char **file, unsigned *asked) {
  char *key, *value = NULL;
  at = json_read_string(skip_spaces(at), &key);
  if (at == NULL || *(at = skip_spaces(at)) != ':') return NULL;
  at = skip_spaces(at + 1);
  if (strcmp(key, "edge") == 0) {
    if (!isdigit((unsigned char)*at)) return NULL;
    request->verb = VERB_EDGE;
    request->edge = (size_t)strtoull(at, &at, 10);
    ++*asked;
    return at;
  }
  at = json_read_string(at, &value);
  if (at == NULL) return NULL;
  if (strcmp(key, "move") == 0) {
    request->verb = VERB_MOVE;
    request->argument = value;
  } else if (strcmp(key, "command") == 0) {
    if (!verb_named(value, &request->verb)) return NULL;
  } else if (strcmp(key, "file") == 0) {
    *file = value;
    return at;
  } else {
    return NULL;
  }
  ++*asked;
  return at;
}

static enum tt_status read_json(struct request *request, char *line, struct tt_error *error) {
  const char *file = NULL;
  unsigned asked = 0;
  char *at = line;
  do {
    at = json_read_member(request, at + 1, &file, &asked);
    if (at != NULL) at = skip_spaces(at);
  } while (at != NULL && *at == ',');
  if (at == NULL || *at != '}' || *skip_spaces(at + 1) != '\0' || asked != 1 ||
      (file != NULL && !takes_file(request->verb))) {
    return tt_fail(error, TT_BAD_INPUT,
                   "expected one of {\"move\":\"B2 B3\"}, {\"edge\":7}, {\"command\":\"hint\"}, "
                   "{\"command\":\"save\",\"file\":\"mine.txt\"}");
  }
  if (file != NULL) request->argument = file;
  return TT_OK;
}

enum tt_status request_read(struct request *request, char *line, bool json, struct tt_error *error) {
  *request = (struct request){VERB_NOTHING, "", SIZE_MAX};
  line = skip_spaces(line);
  if (*line == '\0' || *line == '#') return TT_OK;
  if (json && *line == '{') return read_json(request, line, error);
  read_words(request, line);
  return TT_OK;
}
