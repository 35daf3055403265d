/* fuzz_gzip.c: gzip data: any bytes behind the mark of gzip, which must be refused in one line or inflate to something
 * that the readers take; and any text packed, in one member or cut in two, which must read as the text itself does. */
#include <zlib.h>

#include "tests/fuzz/fuzz.h"

/* Appends a member to *packed and returns what is behind it. */
static inline uint8_t *fuzz_pack(uint8_t *packed, size_t room, const uint8_t *data, size_t size) {
  z_stream stream = {0};
  FUZZ_REQUIRE(deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  stream.next_in = (uint8_t *)(uintptr_t)data;
  stream.avail_in = (uInt)size;
  stream.next_out = packed;
  stream.avail_out = (uInt)room;
  FUZZ_REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  FUZZ_REQUIRE(deflateEnd(&stream) == Z_OK);
  return stream.next_out;
}

/* The next of two readers must be the same graph, refusal or end. Returns false at the end. */
static inline bool fuzz_same_next(struct tt_reader *plain, struct tt_reader *packed) {
  struct tt_graph *one = NULL, *other = NULL;
  struct tt_error first = {TT_OK, ""}, second = {TT_OK, ""};
  const enum tt_status status = tt_reader_next(plain, &one, &first);
  FUZZ_REQUIRE(tt_reader_next(packed, &other, &second) == status);
  FUZZ_REQUIRE(strcmp(first.text, second.text) == 0);
  FUZZ_REQUIRE((one == NULL) == (other == NULL));
  FUZZ_REQUIRE(tt_reader_line(plain) == tt_reader_line(packed));
  const bool more = status != TT_OK || one != NULL;
  if (one != NULL) FUZZ_REQUIRE(fuzz_same_edges(one, other) && fuzz_same_names(one, other));
  tt_graph_free(one);
  tt_graph_free(other);
  return more;
}

static inline void fuzz_packed(const uint8_t *data, size_t size) {
  const size_t room = 2 * size + 200, cut = size / 3;
  uint8_t *const packed = malloc(room);
  FUZZ_REQUIRE(packed != NULL);
  uint8_t *const second = fuzz_pack(packed, room, data, cut);
  uint8_t *const end = fuzz_pack(second, room - (size_t)(second - packed), data + cut, size - cut);
  FILE *const plain_stream = fuzz_stream(data, size), *const stream = fuzz_stream(packed, (size_t)(end - packed));
  struct tt_reader *const plain = tt_reader_on(plain_stream, "fuzz", TT_FORMAT_GUESS, NULL);
  struct tt_reader *const reader = tt_reader_on(stream, "fuzz", TT_FORMAT_GUESS, NULL);
  FUZZ_REQUIRE(plain != NULL && reader != NULL);
  size_t attempts = 0;
  while (fuzz_same_next(plain, reader)) FUZZ_REQUIRE(attempts++ <= size);
  tt_reader_close(plain);
  tt_reader_close(reader);
  fclose(plain_stream);
  fclose(stream);
  free(packed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const uint8_t mark[] = {0x1f, 0x8b};
  uint8_t *const marked = malloc(size + sizeof mark);
  FUZZ_REQUIRE(marked != NULL);
  memcpy(marked, mark, sizeof mark);
  if (size > 0) memcpy(marked + sizeof mark, data, size);
  fuzz_reader(marked, size + sizeof mark, TT_FORMAT_GRAPH6);
  free(marked);
  const bool is_marked = size >= sizeof mark && memcmp(data, mark, sizeof mark) == 0;
  if (is_marked) {
    fuzz_reader(data, size, TT_FORMAT_GUESS);
  } else if (size > 0) {
    fuzz_packed(data, size);
  }
  return 0;
}
