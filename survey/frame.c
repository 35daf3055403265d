/* frame.c: files that are whole or refused; see frame.h. */
#include "survey/frame.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECKSUM_LINE 26 /* bytes */

static uint64_t checksum(const char *text, size_t size) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t index = 0; index < size; index++) sum = (sum ^ (unsigned char)text[index]) * UINT64_C(0x100000001b3);
  return sum;
}

static bool write_file(const char *path, const char *text, size_t size) {
  FILE *const stream = fopen(path, "w");
  if (stream == NULL) return false;
  fwrite(text, 1, size, stream);
  fprintf(stream, "checksum %016" PRIx64 "\n", checksum(text, size));
  const bool written = fflush(stream) == 0 && fsync(fileno(stream)) == 0 && !ferror(stream);
  const int trouble = errno;
  if (fclose(stream) != 0) return false;
  errno = trouble;
  return written;
}

enum tt_status frame_write(const char *path, const char *text, size_t size, struct tt_error *error) {
  char *const beside = malloc(strlen(path) + 5);
  if (beside == NULL) return tt_no_memory(error);
  enum tt_status status = TT_OK;
  sprintf(beside, "%s.new", path);
  if (!write_file(beside, text, size) || rename(beside, path) != 0) {
    status = tt_fail(error, TT_NO_RESOURCE, "%.150s: %s; the checkpoint before it is kept", beside, strerror(errno));
    remove(beside);
  }
  free(beside);
  return status;
}

static char *read_all(FILE *stream, size_t *size) {
  size_t capacity = 1 << 16;
  char *text = malloc(capacity);
  *size = 0;
  while (text != NULL) {
    *size += fread(text + *size, 1, capacity - 1 - *size, stream);
    if (*size < capacity - 1) break;
    capacity *= 2;
    char *const wider = realloc(text, capacity);
    if (wider == NULL) free(text);
    text = wider;
  }
  if (text != NULL) text[*size] = '\0';
  return text;
}

/* Checks header and checksum; cuts the checksum line off. */
static enum tt_status check_frame(char *text, size_t size, const char *path, const char *what, char **lines,
                                  struct tt_error *error) {
  char header[80];
  snprintf(header, sizeof header, "twotrees %s checkpoint ", what);
  if (strncmp(text, header, strlen(header)) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s:1: not a checkpoint of a %s: expected \"%s1\"", path, what, header);
  }
  *lines = text + strlen(header) + 2;
  if (strncmp(text + strlen(header), "1\n", 2) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s:1: a checkpoint of another version: expected version 1", path);
  }
  char *const last = size < CHECKSUM_LINE + 1 ? NULL : text + size - CHECKSUM_LINE;
  if (strlen(text) != size || last == NULL || last[-1] != '\n' || strncmp(last, "checksum ", 9) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s: cut off: expected a checksum at its end", path);
  }
  char expected[CHECKSUM_LINE + 1];
  snprintf(expected, sizeof expected, "checksum %016" PRIx64 "\n", checksum(text, (size_t)(last - text)));
  if (strcmp(last, expected) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s: damaged: the checksum does not fit", path);
  }
  *last = '\0';
  return TT_OK;
}

enum tt_status frame_read(const char *path, const char *what, char **text, char **lines, struct tt_error *error) {
  FILE *const stream = fopen(path, "r");
  if (stream == NULL) return tt_fail(error, TT_BAD_INPUT, "%.150s: %s", path, strerror(errno));
  size_t size;
  *text = read_all(stream, &size);
  const bool failed = ferror(stream) != 0;
  fclose(stream);
  if (*text == NULL) return tt_no_memory(error);
  const enum tt_status status = failed ? tt_fail(error, TT_BAD_INPUT, "%.150s: cannot be read", path)
                                       : check_frame(*text, size, path, what, lines, error);
  if (status != TT_OK) free(*text);
  return status;
}
