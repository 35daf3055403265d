/* random.c: the generator of games that repeat: xorshift64* (Vigna, ACM Trans. Math. Software 42, 2016). */
#include "play/play.h"

uint64_t tt_random_next(uint64_t *state) {
  if (*state == 0) *state = UINT64_C(0x9e3779b97f4a7c15); /* 0 would stay 0 */
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * UINT64_C(0x2545f4914f6cdd1d);
}
