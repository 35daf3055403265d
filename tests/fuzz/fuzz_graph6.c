/* fuzz_graph6.c: the reader of streams of graph6 and sparse6 on any bytes: a refusal in one line, or a graph that can
 * be written and read again and has forests that prove themselves. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_reader(data, size, TT_FORMAT_GRAPH6);
  fuzz_reader(data, size, TT_FORMAT_GUESS);
  return 0;
}
