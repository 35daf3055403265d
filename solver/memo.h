/* memo.h: what a play-out remembers: for each position, its value with either player to move.
 *
 * A position is the pair (live, flat): the set of undecided edges that still matter, and the set of ALL edges whose
 * ends are merged. The partition made by secured edges is the connected components of flat, since every secured edge is
 * in flat, so the pair determines the position and no two positions share a key. Values are never 0.
 *
 *   slots:  | live | flat | value[Short to move] value[Cut to move] |   open addressing, linear probing,
 *           | live | flat | 0 0 (empty)                             |   at most half full, doubled when it is
 *
 * Own table and not a library's, since keys are two words of fixed size, entries are never removed, and a bound on the
 * number of positions has to be kept: 24 bytes a slot where a chained table takes four times as many. */
#ifndef TT_MEMO_H
#define TT_MEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct memo_slot {
  uint64_t live, flat;
  int16_t value[2];
};

struct memo {
  struct memo_slot *slots;
  size_t slot_count; /* a power of two */
  size_t used, limit;
  bool full; /* the limit was passed or memory ran out: answers from here on mean nothing */
};

bool memo_make(struct memo *memo, size_t limit); /* false when out of memory */
void memo_free(struct memo *memo);

/* Returns the value stored for the position with player `mover` (0 Short, 1 Cut) to move, or 0. */
int memo_get(const struct memo *memo, uint64_t live, uint64_t flat, unsigned mover);

/* Stores a value other than 0; sets memo->full when there is no room. */
void memo_put(struct memo *memo, uint64_t live, uint64_t flat, unsigned mover, int value);

#endif
