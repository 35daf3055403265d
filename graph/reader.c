/* reader.c: opens a file, guesses its format and hands its lines to that format; and picks the writer of a format.
 *
 * Invariant: line_number counts the lines handed out; what is read ahead to guess the format is kept by the input and
 * handed out again, so that a pipe needs no seeking. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"

#define GRAPH6_HEADER ">>graph6<<"
#define SPARSE6_HEADER ">>sparse6<<"

static void escape(char *out, size_t size, const char *bytes, size_t length) {
  static const char cut[] = "...";
  size_t used = 0, fits = 0; /* fits: how much of the text leaves room for the cut */
  for (size_t index = 0; index < length; index++) {
    const unsigned char byte = (unsigned char)bytes[index];
    const bool printable = byte >= 0x20 && byte < 0x7f;
    if (used + (printable ? 1 : 4) >= size) {
      memcpy(out + fits, cut, sizeof cut);
      return;
    }
    used += (size_t)snprintf(out + used, size - used, printable ? "%c" : "\\x%02X", byte);
    if (used + sizeof cut <= size) fits = used;
  }
  out[used] = '\0';
}

struct tt_shown tt_show(const char *bytes, size_t length) {
  struct tt_shown shown = {""};
  escape(shown.text, sizeof shown.text, bytes, length);
  return shown;
}

/* The end of a long path says more than its beginning. */
static void show_name(struct tt_reader *reader) {
  const size_t room = sizeof reader->shown_name - 1, length = strlen(reader->name);
  if (length <= room) {
    escape(reader->shown_name, sizeof reader->shown_name, reader->name, length);
    return;
  }
  memcpy(reader->shown_name, "...", 3);
  escape(reader->shown_name + 3, sizeof reader->shown_name - 3, reader->name + length - (room - 3), room - 3);
}

enum tt_status tt_refuse(const struct tt_reader *reader, struct tt_error *error, const char *format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const size_t line = reader->line_number == 0 ? 1 : reader->line_number;
  return tt_fail(error, TT_BAD_INPUT, "%s:%zu: %s", reader->shown_name, line, text);
}

/* ---- Tokens ---- */

static bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

size_t tt_split_line(const struct tt_reader *reader, char comment, struct tt_token *tokens, size_t limit) {
  const char *cursor = reader->line;
  const char *const end = cursor + reader->line_length;
  size_t count = 0;
  while (count < limit) {
    while (cursor < end && is_blank(*cursor)) cursor++;
    if (cursor == end || (comment != '\0' && *cursor == comment)) break;
    const char *const start = cursor;
    while (cursor < end && !is_blank(*cursor)) cursor++;
    tokens[count++] = (struct tt_token){start, (size_t)(cursor - start)};
  }
  return count;
}

bool tt_token_is(struct tt_token token, const char *word) {
  return token.length == strlen(word) && memcmp(token.bytes, word, token.length) == 0;
}

bool tt_token_number(struct tt_token token, uint64_t most, uint64_t *number) {
  if (token.length == 0 || token.length > 19 || (token.length > 1 && token.bytes[0] == '0')) return false;
  uint64_t value = 0;
  for (size_t index = 0; index < token.length; index++) {
    if (token.bytes[index] < '0' || token.bytes[index] > '9') return false;
    value = 10 * value + (uint64_t)(token.bytes[index] - '0');
  }
  *number = value;
  return value <= most;
}

/* ---- Lines ---- */

size_t tt_lines_at_hand(const struct tt_reader *reader, const char **bytes) {
  const struct tt_input *const input = &reader->input;
  if (input->whole <= input->start) return 0;
  *bytes = input->bytes + input->start;
  return input->whole - input->start;
}

void tt_take_lines(struct tt_reader *reader, size_t bytes, size_t lines) {
  reader->input.start += bytes;
  reader->line_number += lines;
}

/* What has come of a line that cannot be read to its end is no line. */
static enum tt_status fail_to_read(struct tt_reader *reader, enum tt_status status, struct tt_error *error) {
  struct tt_input *const input = &reader->input;
  input->ended = true;
  input->start = input->end;
  if (status == TT_NO_RESOURCE) return tt_no_memory(error);
  reader->line_number++;
  return tt_refuse(reader, error, "%s", input->reason);
}

enum tt_status tt_read_line(struct tt_reader *reader, bool *found, struct tt_error *error) {
  struct tt_input *const input = &reader->input;
  *found = false;
  while (input->whole <= input->start && !input->ended) {
    const enum tt_status status = tt_input_fill(input);
    if (status != TT_OK) return fail_to_read(reader, status, error);
  }
  const size_t left = input->end - input->start;
  if (left == 0) return TT_OK;
  reader->line = input->bytes + input->start;
  const char *const newline = memchr(reader->line, '\n', left);
  reader->line_length = newline != NULL ? (size_t)(newline - reader->line) : left;
  tt_take_lines(reader, reader->line_length + (newline != NULL), 1);
  if (reader->line_length > 0 && reader->line[reader->line_length - 1] == '\r') reader->line_length--;
  *found = true;
  return TT_OK;
}

/* ---- The format ---- */

static bool starts_with(const struct tt_reader *reader, const char *prefix) {
  const size_t length = strlen(prefix);
  return reader->line_length >= length && memcmp(reader->line, prefix, length) == 0;
}

static bool is_dimacs_comment(const struct tt_reader *reader) {
  return starts_with(reader, "c") && (reader->line_length == 1 || is_blank(reader->line[1]));
}

/* '&' and ';' begin digraph6 and incremental sparse6, which the stream refuses by name. */
static bool looks_like_stream(const struct tt_reader *reader) {
  static const char *const keywords[] = {"vertices", "vertex", "terminals"};
  if (starts_with(reader, ">>") || memchr(":&;", reader->line[0], 3) != NULL) return true;
  for (size_t index = 0; index < reader->line_length; index++) {
    if (reader->line[index] < 63 || reader->line[index] > 126) return false;
  }
  const struct tt_token line = {reader->line, reader->line_length};
  for (size_t index = 0; index < sizeof keywords / sizeof *keywords; index++) {
    if (tt_token_is(line, keywords[index])) return false;
  }
  return true;
}

/* Sets *format from the current line, or leaves it where that line says nothing yet. */
static void guess_from_line(const struct tt_reader *reader, bool is_first, enum tt_format *format) {
  if (is_dimacs_comment(reader)) return;
  if (is_first && looks_like_stream(reader)) {
    *format = TT_FORMAT_GRAPH6;
  } else if (starts_with(reader, "p ") || starts_with(reader, "p\t")) {
    *format = TT_FORMAT_DIMACS;
  } else {
    *format = TT_FORMAT_PLAIN;
  }
}

/* Reads ahead to the first line that tells, then goes back to the first line. */
static enum tt_status guess_format(struct tt_reader *reader, struct tt_error *error) {
  enum tt_format format = TT_FORMAT_GUESS;
  bool found = true, is_first = true;
  reader->input.keeps = true;
  while (format == TT_FORMAT_GUESS) {
    const enum tt_status status = tt_read_line(reader, &found, error);
    if (status != TT_OK) return status;
    if (!found) break;
    struct tt_token token;
    if (tt_split_line(reader, '\0', &token, 1) == 0) continue;
    guess_from_line(reader, is_first, &format);
    is_first = false;
  }
  if (is_first) return tt_refuse(reader, error, "empty input: expected a graph");
  reader->format = format == TT_FORMAT_GUESS ? TT_FORMAT_PLAIN : format;
  reader->input.keeps = false;
  reader->input.start = 0;
  reader->line_number = 0;
  return TT_OK;
}

/* ---- The reader ---- */

static struct tt_reader *make_reader(const char *path, enum tt_format format, struct tt_error *error) {
  struct tt_reader *const reader = calloc(1, sizeof *reader);
  char *const name = strdup(strcmp(path, "-") == 0 ? "stdin" : path);
  if (reader == NULL || name == NULL) {
    free(reader);
    free(name);
    tt_no_memory(error);
    return NULL;
  }
  reader->input.block = TT_INPUT_BLOCK;
  reader->format = format;
  reader->name = name;
  show_name(reader);
  return reader;
}

struct tt_reader *tt_reader_on(FILE *stream, const char *path, enum tt_format format, struct tt_error *error) {
  struct tt_reader *const reader = make_reader(path, format, error);
  if (reader != NULL) reader->input.stream = stream;
  return reader;
}

struct tt_reader *tt_reader_open(const char *path, enum tt_format format, struct tt_error *error) {
  struct tt_reader *const reader = make_reader(path, format, error);
  if (reader == NULL) return NULL;
  const int reason = tt_input_open(&reader->input, path);
  if (reason == 0) return reader;
  tt_fail(error, TT_BAD_INPUT, "%s: %s", reader->shown_name, strerror(reason));
  tt_reader_close(reader);
  return NULL;
}

void tt_reader_close(struct tt_reader *reader) {
  if (reader == NULL) return;
  tt_input_close(&reader->input);
  free(reader->name);
  free(reader);
}

static void drop_header(struct tt_reader *reader) {
  static const char *const headers[] = {GRAPH6_HEADER, SPARSE6_HEADER};
  for (size_t index = 0; index < sizeof headers / sizeof *headers; index++) {
    if (!starts_with(reader, headers[index])) continue;
    reader->line += strlen(headers[index]);
    reader->line_length -= strlen(headers[index]);
    return;
  }
}

/* Blank lines and lines of a header alone hold no graph. */
static enum tt_status next_of_stream(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  bool found;
  do {
    const enum tt_status status = tt_read_line(reader, &found, error);
    if (status != TT_OK || !found) return status;
    drop_header(reader);
  } while (reader->line_length == 0);
  reader->graph_line = reader->line_number;
  return tt_decode_line(reader, graph, error);
}

enum tt_status tt_reader_next(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  *graph = NULL;
  if (reader->finished) return TT_OK;
  if (reader->format == TT_FORMAT_GUESS) {
    const enum tt_status status = guess_format(reader, error);
    reader->finished = status != TT_OK;
    if (status != TT_OK) return status;
  }
  if (reader->format == TT_FORMAT_GRAPH6 || reader->format == TT_FORMAT_SPARSE6) {
    return next_of_stream(reader, graph, error);
  }
  reader->finished = true;
  return reader->format == TT_FORMAT_DIMACS ? tt_read_dimacs(reader, graph, error)
                                            : tt_read_plain_list(reader, graph, error);
}

size_t tt_reader_line(const struct tt_reader *reader) {
  return reader->graph_line;
}

/* ---- The writers ---- */

enum tt_status tt_refuse_secured(const struct tt_graph *graph, const char *format_name, struct tt_error *error) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_SECURED) continue;
    return tt_fail(error, TT_BAD_INPUT, "%s: edge %zu is secured, which %s cannot say; expected the plain list",
                   tt_show(graph->name, strlen(graph->name)).text, edge, format_name);
  }
  return TT_OK;
}

static enum tt_status write_as(FILE *stream, const struct tt_graph *graph, enum tt_format format,
                               struct tt_error *error) {
  switch (format) {
    case TT_FORMAT_DIMACS:
      return tt_write_dimacs(stream, graph, error);
    case TT_FORMAT_GRAPH6:
      return tt_write_graph6(stream, graph, error);
    case TT_FORMAT_SPARSE6:
      return tt_write_sparse6(stream, graph, error);
    case TT_FORMAT_GUESS:
    case TT_FORMAT_PLAIN:
      break;
  }
  return tt_write_plain_list(stream, graph, error);
}

enum tt_status tt_write_graph(FILE *stream, const struct tt_graph *graph, enum tt_format format,
                              struct tt_error *error) {
  const enum tt_status status = write_as(stream, graph, format, error);
  if (status != TT_OK || !ferror(stream)) return status;
  return tt_fail(error, TT_NO_RESOURCE, "%s: write error, expected room for the graph",
                 tt_show(graph->name, strlen(graph->name)).text);
}
