/* formats.h: what the files of readers and writers share; private to them and multigraph.c.
 *
 * reader.c owns the stream and hands out lines; each format turns lines into a graph. Every refusal passes through
 * tt_refuse, so that all of them read "FILE:LINE: what was wrong, expected what". */
#ifndef TT_FORMATS_H
#define TT_FORMATS_H

#include <string.h>

#include "graph/graph.h"
#include "graph/input.h"

#define TT_VERTEX_LIMIT 33554432u /* 2^25: most vertices that a file may ask for, since arrays are made of them */

struct tt_reader {
  struct tt_input input;
  bool finished; /* the only graph of a file was read */
  enum tt_format format;
  char *name;          /* owned; the path, or "stdin" */
  char shown_name[80]; /* the same, fit for an error text */
  const char *line;    /* the line read last, without its ending; valid until the next is read */
  size_t line_length;
  size_t line_number; /* of the line read last */
  size_t graph_line;  /* where the graph read last begins */
};

/* Reads the next line; *found is false at the end. */
enum tt_status tt_read_line(struct tt_reader *reader, bool *found, struct tt_error *error);

/* The whole lines that need no reading: returns how many bytes they are, the last of them a newline; 0 and no *bytes
 * where there are none. */
size_t tt_lines_at_hand(const struct tt_reader *reader, const char **bytes);
/* Takes so many bytes of them, which are so many whole lines. */
void tt_take_lines(struct tt_reader *reader, size_t bytes, size_t lines);

/* Fills in *error with "FILE:LINE: " and the text, and returns TT_BAD_INPUT. */
enum tt_status tt_refuse(const struct tt_reader *reader, struct tt_error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

struct tt_token {
  const char *bytes; /* not ended by a zero byte */
  size_t length;
};

/* Splits the current line at spaces and tabs into at most `limit` tokens and returns their number; a token that begins
 * with `comment` ends the line ('\0' where the format has no such thing). */
size_t tt_split_line(const struct tt_reader *reader, char comment, struct tt_token *tokens, size_t limit);

bool tt_token_is(struct tt_token token, const char *word);

/* True for a decimal number, without sign and without leading zeros, that is at most `most`. */
bool tt_token_number(struct tt_token token, uint64_t most, uint64_t *number);

/* As tt_graph_new, from bytes without a zero byte behind them. */
struct tt_graph *tt_graph_of_bytes(const char *name, size_t length, uint32_t vertex_count);

/* ---- The quick way, for lines at hand; whatever it does not know goes the way of tokens, which knows everything ----
 */

/* Reads a decimal number without leading zeros that is below `bound` (at most TT_VERTEX_LIMIT + 1) and returns what is
 * behind it, or NULL. */
static inline const char *tt_scan_number(const char *cursor, uint32_t bound, uint32_t *number) {
  const char *const start = cursor;
  uint32_t value = 0;
  for (unsigned digit; (digit = (unsigned)(unsigned char)*cursor - '0') <= 9; cursor++) value = 10 * value + digit;
  *number = value;
  const size_t length = (size_t)(cursor - start);
  return length - 1 < 8 && (*start != '0' || length == 1) && value < bound ? cursor : NULL;
}

/* Skips the spaces and tabs between two tokens; NULL where there are none. */
static inline const char *tt_scan_blanks(const char *cursor) {
  if (*cursor != ' ' && *cursor != '\t') return NULL;
  do {
    cursor++;
  } while (*cursor == ' ' || *cursor == '\t');
  return cursor;
}

/* Skips the end of a line; NULL where something else stands. */
static inline const char *tt_scan_end(const char *cursor) {
  if (*cursor == '\r') cursor++;
  return *cursor == '\n' ? cursor + 1 : NULL;
}

/* ---- Texts, readers, writers ---- */

/* Bytes as an error text can show them: unprintable ones as \xNN, long ones cut and ended by "...". */
struct tt_shown {
  char text[40];
};
struct tt_shown tt_show(const char *bytes, size_t length);

/* Each reads from the reader's lines; *graph stays NULL on failure. The reader of graph6 and sparse6 decodes the
 * current line (without a header), the others read to the end of the file. */
enum tt_status tt_read_plain_list(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error);
enum tt_status tt_read_dimacs(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error);
enum tt_status tt_decode_line(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error);

/* Each refuses before it writes anything. All but the plain list lose names, deleted edges and the choice of terminals:
 * read back, the terminals are the first and the last vertex. */
enum tt_status tt_write_plain_list(FILE *stream, const struct tt_graph *graph, struct tt_error *error);
enum tt_status tt_write_dimacs(FILE *stream, const struct tt_graph *graph, struct tt_error *error);
enum tt_status tt_write_graph6(FILE *stream, const struct tt_graph *graph, struct tt_error *error);
enum tt_status tt_write_sparse6(FILE *stream, const struct tt_graph *graph, struct tt_error *error);

/* TT_BAD_INPUT when an edge is secured, which only the plain list can say. */
enum tt_status tt_refuse_secured(const struct tt_graph *graph, const char *format_name, struct tt_error *error);

#endif
