/* names.c: names to numbers.
 *
 * Own code and not uthash, which this replaced: an entry of it takes 80 bytes and a malloc beside the name, and of ten
 * million edges between three million vertices, by name, it read 20 MB/s; this reads 10 times as much. */
#include <stdlib.h>
#include <string.h>

#include "graph/names.h"

#define FIRST_CAPACITY 64u

/* FNV-1a, with the last two steps of splitmix64 so that the low bits depend on all. */
static uint32_t hash_of(struct tt_token name) {
  uint64_t hash = 14695981039346656037u;
  for (size_t index = 0; index < name.length; index++) {
    hash = (hash ^ (unsigned char)name.bytes[index]) * 1099511628211u;
  }
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)(hash >> 32);
}

static bool is_name(const struct tt_names *names, uint32_t number, struct tt_token name) {
  const size_t start = names->starts[number];
  const size_t behind = number + 1 < names->count ? names->starts[number + 1] : names->byte_count;
  return behind - start == name.length + 1 && memcmp(names->bytes + start, name.bytes, name.length) == 0;
}

bool tt_names_find(const struct tt_names *names, struct tt_token name, uint32_t *number) {
  uint64_t value;
  if (tt_token_number(name, TT_VERTEX_LIMIT - 1, &value)) return tt_names_find_value(names, (uint32_t)value, number);
  if (names->slot_capacity == 0) return false;
  const uint32_t hash = hash_of(name), mask = names->slot_capacity - 1;
  for (uint32_t index = hash & mask; names->slots[index].number_above != 0; index = (index + 1) & mask) {
    if (names->slots[index].hash != hash) continue;
    *number = names->slots[index].number_above - 1;
    if (is_name(names, *number, name)) return true;
  }
  return false;
}

static void put_in_slot(struct tt_names *names, struct tt_name_slot slot) {
  const uint32_t mask = names->slot_capacity - 1;
  uint32_t index = slot.hash & mask;
  while (names->slots[index].number_above != 0) index = (index + 1) & mask;
  names->slots[index] = slot;
}

static bool have_slot(struct tt_names *names) {
  if (names->slots_used < names->slot_capacity / 2) return true;
  struct tt_name_slot *const old = names->slots;
  const uint32_t old_capacity = names->slot_capacity;
  const uint32_t capacity = old_capacity == 0 ? FIRST_CAPACITY : 2 * old_capacity;
  struct tt_name_slot *const slots = calloc(capacity, sizeof *slots);
  if (slots == NULL) return false;
  names->slots = slots;
  names->slot_capacity = capacity;
  for (uint32_t index = 0; index < old_capacity; index++) {
    if (old[index].number_above != 0) put_in_slot(names, old[index]);
  }
  free(old);
  return true;
}

/* Pages of the table that no number falls into stay untouched. */
static bool have_value(struct tt_names *names, uint32_t value) {
  if (value < names->value_capacity) return true;
  uint32_t capacity = names->value_capacity == 0 ? FIRST_CAPACITY : names->value_capacity;
  while (capacity <= value) capacity *= 2;
  uint32_t *const by_value = calloc(capacity, sizeof *by_value);
  if (by_value == NULL) return false;
  if (names->value_capacity > 0) memcpy(by_value, names->by_value, names->value_capacity * sizeof *by_value);
  free(names->by_value);
  names->by_value = by_value;
  names->value_capacity = capacity;
  return true;
}

/* Room for one more name of that length, with its ending. */
static bool have_room(struct tt_names *names, size_t length) {
  if (names->count == names->start_capacity) {
    const uint32_t capacity = names->count == 0 ? FIRST_CAPACITY : 2 * names->start_capacity;
    size_t *const starts = realloc(names->starts, capacity * sizeof *starts);
    if (starts == NULL) return false;
    names->starts = starts;
    names->start_capacity = capacity;
  }
  if (names->byte_capacity - names->byte_count <= length) {
    const size_t capacity = 2 * names->byte_capacity + length + FIRST_CAPACITY;
    char *const bytes = realloc(names->bytes, capacity);
    if (bytes == NULL) return false;
    names->bytes = bytes;
    names->byte_capacity = capacity;
  }
  return true;
}

bool tt_names_add(struct tt_names *names, struct tt_token name) {
  uint64_t value;
  const bool is_value = tt_token_number(name, TT_VERTEX_LIMIT - 1, &value);
  if (!have_room(names, name.length)) return false;
  if (is_value ? !have_value(names, (uint32_t)value) : !have_slot(names)) return false;
  names->are_numbers = is_value && value == names->count && (names->are_numbers || names->count == 0);
  names->starts[names->count] = names->byte_count;
  memcpy(names->bytes + names->byte_count, name.bytes, name.length);
  names->byte_count += name.length;
  names->bytes[names->byte_count++] = '\0';
  names->count++;
  if (is_value) {
    names->by_value[value] = names->count;
  } else {
    names->slots_used++;
    put_in_slot(names, (struct tt_name_slot){hash_of(name), names->count});
  }
  return true;
}

void tt_names_free(struct tt_names *names) {
  free(names->bytes);
  free(names->starts);
  free(names->by_value);
  free(names->slots);
}
