/* input.h: where the readers' bytes come from: a file, a pipe or a stream, read in blocks and inflated where they are
 * gzip; private to the readers.
 *
 * Large reads and not mmap: counting the lines of 150 MB took two thirds of the time that way, since a block stays in
 * the cache while it is looked at and maps no page; and a mapped file that somebody cuts while it is read ends the
 * process. A read asks for as much as there is room for but is content with what is there, so that a line of a pipe can
 * be had as soon as it has come. */
#ifndef TT_INPUT_H
#define TT_INPUT_H

#include "graph/graph.h"

#define TT_INPUT_BLOCK ((size_t)1 << 19) /* bytes; most that one read asks for */

struct tt_inflater; /* private to input_gzip.c */

/* Invariant: start <= end <= capacity; whole is behind the last newline before end, or not above start where no newline
 * stands between start and end. */
struct tt_input {
  FILE *stream; /* the caller's; NULL: from the descriptor */
  int descriptor;
  bool owns_descriptor;
  size_t block; /* TT_INPUT_BLOCK; less only in tests */
  char *bytes;  /* owned */
  size_t capacity;
  size_t start, whole, end;     /* what is read and not taken yet is from start to end */
  bool keeps;                   /* what is taken stays, so that start can go back to 0 */
  bool filled;                  /* the last read left no room */
  bool looked;                  /* the first bytes were looked at: is it gzip? */
  bool ended;                   /* there is nothing more */
  struct tt_inflater *inflater; /* owned; NULL: the bytes are the text */
  char reason[128];             /* of the last failure */
};

/* Opens `path` ("-" for standard input); returns 0 or the errno. */
int tt_input_open(struct tt_input *input, const char *path);
void tt_input_close(struct tt_input *input);

/* Reads more behind end, moving the bytes, or sets ended; to be asked where no whole line is left to take. TT_BAD_INPUT
 * fills in the reason. */
enum tt_status tt_input_fill(struct tt_input *input);

/* Bytes of the file, or an upper bound of those of its text that are still to come; 0 when that is not known. */
uint64_t tt_input_size(const struct tt_input *input);

/* Reads at most `room` bytes as they are; *got is 0 at the end. */
enum tt_status tt_input_read(struct tt_input *input, char *to, size_t room, size_t *got);

/* Makes the inflater and gives it what was read already; TT_NO_RESOURCE when out of memory. */
enum tt_status tt_inflater_make(struct tt_input *input, const char *bytes, size_t length);
/* As tt_input_read, of the text. */
enum tt_status tt_inflater_read(struct tt_input *input, char *to, size_t room, size_t *got);
void tt_inflater_free(struct tt_inflater *inflater); /* NULL is allowed */

#endif
