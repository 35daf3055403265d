/* input.c: blocks of bytes; see input.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "graph/input.h"

#define FIRST_CAPACITY ((size_t)1 << 14) /* most inputs are small; it doubles while reads fill it */

int tt_input_open(struct tt_input *input, const char *path) {
  struct stat status;
  if (strcmp(path, "-") == 0) {
    input->descriptor = STDIN_FILENO;
    return 0;
  }
  input->descriptor = open(path, O_RDONLY | O_CLOEXEC);
  input->owns_descriptor = input->descriptor >= 0;
  if (input->descriptor < 0) return errno;
  return fstat(input->descriptor, &status) == 0 && S_ISDIR(status.st_mode) ? EISDIR : 0;
}

void tt_input_close(struct tt_input *input) {
  if (input->owns_descriptor) close(input->descriptor);
  tt_inflater_free(input->inflater);
  free(input->bytes);
}

uint64_t tt_input_size(const struct tt_input *input) {
  struct stat status;
  if (input->stream != NULL || input->inflater != NULL) return 0;
  if (fstat(input->descriptor, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
  return (uint64_t)status.st_size;
}

/* A stream may hold bytes back that its descriptor no longer has, and fread would wait for a whole block: so byte by
 * byte, up to the end of a line. */
static ssize_t read_stream(FILE *stream, char *to, size_t room) {
  size_t got = 0;
  while (got < room) {
    const int byte = getc_unlocked(stream);
    if (byte == EOF) return got == 0 && ferror(stream) ? -1 : (ssize_t)got;
    to[got++] = (char)byte;
    if (byte == '\n') break;
  }
  return (ssize_t)got;
}

enum tt_status tt_input_read(struct tt_input *input, char *to, size_t room, size_t *got) {
  ssize_t length;
  *got = 0;
  do {
    errno = 0;
    length = input->stream != NULL ? read_stream(input->stream, to, room) : read(input->descriptor, to, room);
  } while (length < 0 && errno == EINTR);
  if (length < 0) {
    snprintf(input->reason, sizeof input->reason, "read error: %s", strerror(errno));
    return errno == ENOMEM ? TT_NO_RESOURCE : TT_BAD_INPUT;
  }
  *got = (size_t)length;
  return TT_OK;
}

/* Room behind end for at least one byte; false when out of memory. */
static bool make_room(struct tt_input *input) {
  if (!input->keeps && input->start > 0) {
    const size_t left = input->end - input->start;
    if (left > 0) memmove(input->bytes, input->bytes + input->start, left);
    input->whole = 0;
    input->start = 0;
    input->end = left;
  }
  const bool wants_more = input->filled && input->capacity < input->block;
  if (input->end < input->capacity && !wants_more) return true;
  if (input->capacity > SIZE_MAX / 2) return false;
  const size_t capacity = input->capacity == 0 ? FIRST_CAPACITY : 2 * input->capacity;
  char *const bytes = realloc(input->bytes, capacity);
  if (bytes == NULL) return false;
  input->bytes = bytes;
  input->capacity = capacity;
  return true;
}

static enum tt_status read_behind_end(struct tt_input *input) {
  const size_t room = input->capacity - input->end, asked = room < input->block ? room : input->block;
  char *const to = input->bytes + input->end;
  size_t got;
  const enum tt_status status =
      input->inflater != NULL ? tt_inflater_read(input, to, asked, &got) : tt_input_read(input, to, asked, &got);
  if (status != TT_OK) return status;
  const char *const newline = memrchr(to, '\n', got);
  if (newline != NULL) input->whole = (size_t)(newline - input->bytes) + 1;
  input->end += got;
  input->filled = got == room;
  input->ended = got == 0;
  return TT_OK;
}

/* No text begins with the two bytes that begin gzip data, and none is kept waiting that does not begin with the first
 * of them. */
static enum tt_status look_for_gzip(struct tt_input *input) {
  static const char magic[] = {'\x1f', '\x8b'};
  enum tt_status status = TT_OK;
  input->looked = true;
  do {
    status = read_behind_end(input);
  } while (status == TT_OK && !input->ended && input->end == 1 && input->bytes[0] == magic[0]);
  if (status != TT_OK || input->end < 2 || memcmp(input->bytes, magic, 2) != 0) return status;
  status = tt_inflater_make(input, input->bytes, input->end);
  input->end = input->whole = 0;
  return status == TT_OK ? read_behind_end(input) : status;
}

enum tt_status tt_input_fill(struct tt_input *input) {
  if (input->ended) return TT_OK;
  if (!make_room(input)) return TT_NO_RESOURCE;
  return input->looked ? read_behind_end(input) : look_for_gzip(input);
}
