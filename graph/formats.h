/* formats.h: what the files of readers and writers share; private to reader.c, plain_list.c, dimacs.c and graph6.c.
 *
 * reader.c owns the stream and hands out lines; each format turns lines into a graph. Every refusal passes through
 * tt_refuse, so that all of them read "FILE:LINE: what was wrong, expected what". */
#ifndef TT_FORMATS_H
#define TT_FORMATS_H

#include "graph/graph.h"

#define TT_VERTEX_LIMIT 33554432u /* 2^25: most vertices that a file may ask for, since arrays are made of them */

/* What guess_format has read and the formats have not: whole lines, each ended by a newline. */
struct tt_head {
  char *bytes; /* owned */
  size_t used, length, capacity;
};

struct tt_reader {
  FILE *stream;
  bool owns_stream;
  bool ended;    /* the stream has nothing more, or cannot be read */
  bool finished; /* the only graph of a file was read */
  enum tt_format format;
  char *name;          /* owned; the path, or "stdin" */
  char shown_name[80]; /* the same, fit for an error text */
  struct tt_head head;
  char *buffer; /* owned; grown by getline */
  size_t buffer_size;
  const char *line; /* the line read last, without its ending; valid until the next is read */
  size_t line_length;
  size_t line_number; /* of the line read last */
  size_t graph_line;  /* where the graph read last begins */
};

/* Reads the next line; *found is false at the end. */
enum tt_status tt_read_line(struct tt_reader *reader, bool *found, struct tt_error *error);

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
