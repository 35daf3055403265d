/* names.h: vertex names while a list is read or written, numbered as they are added; private to plain_list.c. */
#ifndef TT_NAMES_H
#define TT_NAMES_H

#include "graph/formats.h"

struct tt_name_slot {
  uint32_t hash, number_above; /* one above the name's number; 0: the slot is empty */
};

/* All zero for no names. A name that is a number below TT_VERTEX_LIMIT as C would print it is found in a table by that
 * number, any other one in a hash table. Each name costs its bytes and 9 more, beside 4 bytes for each number up to the
 * largest or 16 to 32 in the hash table. */
struct tt_names {
  uint32_t count;
  bool are_numbers; /* unless there are none: each name is its number */
  char *bytes;      /* owned; the names one behind the other, each ended by a zero byte */
  size_t byte_count, byte_capacity;
  size_t *starts; /* owned; where each begins in bytes */
  uint32_t start_capacity;
  uint32_t *by_value; /* owned; one above the name's number, or 0 */
  uint32_t value_capacity;
  struct tt_name_slot *slots; /* owned; a power of two of them, at most half of them used */
  uint32_t slot_capacity, slots_used;
};

/* Sets *number and returns true when the name is there. */
bool tt_names_find(const struct tt_names *names, struct tt_token name, uint32_t *number);

/* The same for a name that is a number. */
static inline bool tt_names_find_value(const struct tt_names *names, uint32_t value, uint32_t *number) {
  if (value >= names->value_capacity) return false;
  *number = names->by_value[value] - 1;
  return names->by_value[value] != 0;
}

/* Gives the next number to a name that is not there; false when out of memory. */
bool tt_names_add(struct tt_names *names, struct tt_token name);

void tt_names_free(struct tt_names *names);

#endif
