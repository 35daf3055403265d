/* tables_rows.h: the inner loops of tables.c, included once for every kind of processor.
 *
 * The including file defines ROWS(name), the name of the variant, TARGET, a function attribute or nothing, and
 * EXPAND(bits, mask), which puts the low bits of `bits` to the places of `mask` (the instruction pdep, or a loop). */

/* The word of this merge: which sets win for Short, to move, by securing an edge of its class. */
TARGET static inline uint64_t ROWS(gather)(const struct table_merge *merge, const uint64_t *source, uint64_t base) {
  if (merge->unit_bits == 6) return source[base >> 6];
  const uint64_t unit = (UINT64_C(1) << (1U << merge->unit_bits)) - 1;
  uint64_t word = 0;
  for (unsigned index = 0; index < merge->unit_count; index++) {
    const uint64_t place = base + merge->offset[index];
    word |= EXPAND(source[place >> 6] >> (place & 63) & unit, merge->mask[index]);
  }
  return word;
}

/* Rows [start, end) of "Short wins, Short to move". */
TARGET static void ROWS(short_moves)(const struct layer *layer, uint64_t start, uint64_t end) {
  const struct table *const table = layer->table;
  struct odometer odometer;
  odometer_start(&odometer, table, start);
  for (uint64_t row = start; row < end; row++) {
    uint64_t word = 0;
    for (uint32_t index = 0; index < table->merge_count && word != table->valid; index++) {
      const struct table_merge *const merge = &table->merges[index];
      if (merge->class_index >= table->word_digits && odometer.digit[merge->class_index] == 0) continue;
      if (merge->target == TABLE_JOINED) {
        word |= joined_word(table, merge);
      } else {
        word |= ROWS(gather)(merge, layer->cut_moves[merge->target], odometer.base[index]);
      }
    }
    layer->short_moves[row] = word & table->valid;
    odometer_step(&odometer, table);
  }
}

/* The row of "Short wins, Cut to move": every deletion must leave a win for Short to move. */
TARGET static inline uint64_t ROWS(cut_word)(const struct layer *layer, const struct odometer *odometer, uint64_t row) {
  const struct table *const table = layer->table;
  const uint64_t here = layer->short_moves[row];
  uint64_t word = table->valid;
  for (unsigned digit = 0; digit < table->word_digits; digit++) {
    word &= here << (1U << digit) | ~places_with[digit];
  }
  for (unsigned index = table->word_digits; index < table->class_count && word != 0; index++) {
    if (odometer->digit[index] > 0) word &= layer->short_moves[row - (table->classes[index].stride >> 6)];
  }
  return row == 0 ? word & ~UINT64_C(1) : word; /* without undecided edges Cut has won */
}

TARGET static void ROWS(cut_moves)(const struct layer *layer, uint64_t *result, uint64_t start, uint64_t end) {
  struct odometer odometer;
  odometer_start(&odometer, layer->table, start);
  for (uint64_t row = start; row < end; row++) {
    result[row] = ROWS(cut_word)(layer, &odometer, row);
    odometer_step(&odometer, layer->table);
  }
}

/* The openings of the sets that the first mover wins (the places of `won`): parallel edges win or lose alike. */
TARGET static void ROWS(count_openings)(const struct layer *layer, const struct odometer *odometer, uint64_t row,
                                        uint64_t won, uint64_t weight, struct tt_tables *counts) {
  const struct table *const table = layer->table;
  for (uint32_t index = 0; index < table->merge_count; index++) {
    const struct table_merge *const merge = &table->merges[index];
    const unsigned class = merge->class_index;
    const bool in_word = class < table->word_digits;
    const uint64_t edges = in_word ? 1 : odometer->digit[class];
    if (edges == 0) continue;
    const uint64_t with = in_word ? won & places_with[class] : won;
    const uint64_t secured = merge->target == TABLE_JOINED
                                 ? UINT64_MAX
                                 : ROWS(gather)(merge, layer->cut_moves[merge->target], odometer->base[index]);
    const uint64_t deleted = in_word ? layer->short_moves[row] << (1U << class)
                                     : layer->short_moves[row - (table->classes[class].stride >> 6)];
    counts->openings += weight * edges * (uint64_t)__builtin_popcountll(with);
    counts->short_winning += weight * edges * (uint64_t)__builtin_popcountll(with & secured);
    counts->cut_winning += weight * edges * (uint64_t)__builtin_popcountll(with & ~deleted);
  }
}

/* Rows [start, end) of the graph's own table, counted: each set of the table stands for as many subgraphs as there are
 * ways to choose the edges of its classes. */
TARGET static void ROWS(count)(const struct layer *layer, uint64_t start, uint64_t end, bool openings,
                               struct tt_tables *counts) {
  const struct table *const table = layer->table;
  struct odometer odometer;
  odometer_start(&odometer, table, start);
  for (uint64_t row = start; row < end; row++) {
    const uint64_t second = ROWS(cut_word)(layer, &odometer, row), first = layer->short_moves[row];
    const uint64_t weight = choices(table, &odometer), won = first & ~second;
    counts->outcomes[TT_SHORT] += weight * (uint64_t)__builtin_popcountll(first & second);
    counts->outcomes[TT_FIRST] += weight * (uint64_t)__builtin_popcountll(won);
    counts->outcomes[TT_CUT] += weight * (uint64_t)__builtin_popcountll(~first & ~second & table->valid);
    counts->outcomes[TT_NEITHER] += weight * (uint64_t)__builtin_popcountll(~first & second);
    if (openings && won != 0) ROWS(count_openings)(layer, &odometer, row, won, weight, counts);
    odometer_step(&odometer, table);
  }
}
