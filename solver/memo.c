/* memo.c: the table of memo.h. */
#include "solver/memo.h"

#include <stdlib.h>

#define FIRST_SLOTS 1024

bool memo_make(struct memo *memo, size_t limit) {
  *memo = (struct memo){.slots = calloc(FIRST_SLOTS, sizeof *memo->slots), .slot_count = FIRST_SLOTS, .limit = limit};
  return memo->slots != NULL;
}

void memo_free(struct memo *memo) {
  free(memo->slots);
  memo->slots = NULL;
}

static bool is_empty(const struct memo_slot *slot) {
  return slot->value[0] == 0 && slot->value[1] == 0;
}

/* The slot that holds the position, or the empty one where it belongs. */
static struct memo_slot *find_slot(const struct memo *memo, uint64_t live, uint64_t flat) {
  uint64_t hash = (live ^ (flat << 32 | flat >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
  hash = (hash ^ hash >> 29 ^ flat) * UINT64_C(0xBF58476D1CE4E5B9);
  size_t index = (size_t)(hash ^ hash >> 32) & (memo->slot_count - 1);
  for (;; index = (index + 1) & (memo->slot_count - 1)) {
    struct memo_slot *const slot = &memo->slots[index];
    if (is_empty(slot) || (slot->live == live && slot->flat == flat)) return slot;
  }
}

static bool grow(struct memo *memo) {
  struct memo wider = *memo;
  wider.slot_count = memo->slot_count * 2;
  wider.slots = calloc(wider.slot_count, sizeof *wider.slots);
  if (wider.slots == NULL) return false;
  for (size_t index = 0; index < memo->slot_count; index++) {
    const struct memo_slot *const slot = &memo->slots[index];
    if (!is_empty(slot)) *find_slot(&wider, slot->live, slot->flat) = *slot;
  }
  free(memo->slots);
  *memo = wider;
  return true;
}

int memo_get(const struct memo *memo, uint64_t live, uint64_t flat, unsigned mover) {
  return find_slot(memo, live, flat)->value[mover];
}

void memo_put(struct memo *memo, uint64_t live, uint64_t flat, unsigned mover, int value) {
  struct memo_slot *slot = find_slot(memo, live, flat);
  if (is_empty(slot)) {
    if (memo->used >= memo->limit || (2 * (memo->used + 1) > memo->slot_count && !grow(memo))) {
      memo->full = true;
      return;
    }
    memo->used++;
    slot = find_slot(memo, live, flat);
    slot->live = live;
    slot->flat = flat;
  }
  slot->value[mover] = (int16_t)value;
}
