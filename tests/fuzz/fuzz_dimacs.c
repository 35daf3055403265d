/* fuzz_dimacs.c: the reader of DIMACS edge files on any bytes: a refusal in one line, or a graph that can be written
 * and read again and has forests that prove themselves. */
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_reader(data, size, TT_FORMAT_DIMACS);
  fuzz_reader(data, size, TT_FORMAT_GUESS);
  return 0;
}
