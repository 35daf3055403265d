/* input_gzip.c: text from gzip data by zlib, of one member or of several one behind the other. What was inflated before
 * a defect is handed out before the defect is told. */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "graph/input.h"

#define GZIP_ONLY (16 + MAX_WBITS) /* as zlib.h says at inflateInit2: gzip, and no other wrapping */

struct tt_inflater {
  z_stream stream;
  bool between; /* a member is at its end, and the next has not begun */
  bool ended;   /* the file has nothing more */
  size_t capacity;
  unsigned char *bytes; /* owned; as they are in the file */
};

enum tt_status tt_inflater_make(struct tt_input *input, const char *bytes, size_t length) {
  struct tt_inflater *const inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return TT_NO_RESOURCE;
  inflater->capacity = length > input->block ? length : input->block;
  inflater->bytes = malloc(inflater->capacity);
  if (inflater->bytes == NULL || inflateInit2(&inflater->stream, GZIP_ONLY) != Z_OK) {
    free(inflater->bytes);
    free(inflater);
    return TT_NO_RESOURCE;
  }
  memcpy(inflater->bytes, bytes, length);
  inflater->stream.next_in = inflater->bytes;
  inflater->stream.avail_in = (uInt)length;
  input->inflater = inflater;
  return TT_OK;
}

void tt_inflater_free(struct tt_inflater *inflater) {
  if (inflater == NULL) return;
  inflateEnd(&inflater->stream);
  free(inflater->bytes);
  free(inflater);
}

static enum tt_status refuse(struct tt_input *input, const char *what) {
  snprintf(input->reason, sizeof input->reason, "gzip data: %s, expected whole members and nothing else", what);
  return TT_BAD_INPUT;
}

/* Has bytes to inflate where the file has any left. */
static enum tt_status refill(struct tt_input *input) {
  struct tt_inflater *const inflater = input->inflater;
  size_t got;
  if (inflater->stream.avail_in > 0 || inflater->ended) return TT_OK;
  const enum tt_status status = tt_input_read(input, (char *)inflater->bytes, inflater->capacity, &got);
  inflater->ended = status == TT_OK && got == 0;
  inflater->stream.next_in = inflater->bytes;
  inflater->stream.avail_in = (uInt)got;
  return status;
}

/* One step: *got may stay 0 before the end, which *ended tells. */
static enum tt_status inflate_some(struct tt_input *input, char *to, size_t room, size_t *got, bool *ended) {
  struct tt_inflater *const inflater = input->inflater;
  z_stream *const stream = &inflater->stream;
  const enum tt_status status = refill(input);
  if (status != TT_OK) return status;
  *ended = inflater->between && stream->avail_in == 0;
  if (*ended) return TT_OK;
  if (inflater->between) inflateReset(stream);
  stream->next_out = (unsigned char *)to;
  stream->avail_out = (uInt)room;
  const int result = inflate(stream, Z_NO_FLUSH);
  *got = room - stream->avail_out;
  inflater->between = result == Z_STREAM_END;
  if (result == Z_MEM_ERROR) return TT_NO_RESOURCE;
  if (*got > 0 || result == Z_OK || result == Z_STREAM_END) return TT_OK;
  if (result == Z_BUF_ERROR) return inflater->ended ? refuse(input, "cut short") : TT_OK;
  return refuse(input, stream->msg != NULL ? stream->msg : "corrupt");
}

enum tt_status tt_inflater_read(struct tt_input *input, char *to, size_t room, size_t *got) {
  enum tt_status status = TT_OK;
  bool ended = false;
  *got = 0;
  while (status == TT_OK && *got == 0 && !ended) status = inflate_some(input, to, room, got, &ended);
  return status;
}
