/* tables_plan.c: partitions up to symmetry, their classes of parallel edges, and the weights of every merge. */
#include "solver/tables_plan.h"

#include <stdlib.h>
#include <string.h>

#define EDGE_LIMIT 62
#define TABLE_LIMIT 8000   /* partitions up to symmetry; a few tens of kilobytes each for their merges */
#define GROUP_LIMIT 100000 /* permutations; of a larger group a subgroup is used, which only means more tables */

struct planner {
  struct tables_plan *plan;
  size_t group_capacity, capacity; /* of the plan's arrays */
  uint8_t moved;                   /* vertices from here on stay in place: a subgroup */
  bool too_large;                  /* the group, for its limit */
  bool too_many;                   /* partitions, for their limit */
  bool failed;                     /* out of memory, or too many */
};

/* ---- Symmetry ---- */

static bool keep_permutation(struct planner *planner, const struct permutation *permutation) {
  if (planner->plan->group_size == planner->group_capacity) {
    const size_t capacity = planner->group_capacity * 2 + 16;
    struct permutation *const group = realloc(planner->plan->group, capacity * sizeof *group);
    if (group == NULL) return false;
    planner->plan->group = group;
    planner->group_capacity = capacity;
  }
  planner->plan->group[planner->plan->group_size++] = *permutation;
  return true;
}

/* Does giving `vertex` this image keep multiplicities to all vertices before it? */
static bool fits(const struct tables_plan *plan, const struct permutation *permutation, uint8_t vertex) {
  const uint8_t image = permutation->image[vertex];
  if ((vertex < 2) != (image < 2)) return false;
  for (uint8_t other = 0; other < vertex; other++) {
    if (permutation->image[other] == image) return false;
    if (plan->multiplicity[vertex][other] != plan->multiplicity[image][permutation->image[other]]) return false;
  }
  return true;
}

/* All vertex permutations that keep the graph and {A, B}. */
static void find_group(struct planner *planner, struct permutation *permutation, uint8_t vertex) {
  const struct tables_plan *const plan = planner->plan;
  if (vertex == plan->vertex_count) {
    planner->too_large = plan->group_size == GROUP_LIMIT;
    if (!planner->too_large && !keep_permutation(planner, permutation)) planner->failed = true;
    return;
  }
  for (uint8_t image = 0; image < plan->vertex_count && !planner->failed && !planner->too_large; image++) {
    if (vertex >= planner->moved && image != vertex) continue;
    permutation->image[vertex] = image;
    if (fits(plan, permutation, vertex)) find_group(planner, permutation, vertex + 1);
  }
}

/* The group, or where it is too large the largest of its subgroups that leave the last vertices in place. */
static void find_subgroup(struct planner *planner) {
  struct permutation permutation;
  for (planner->moved = planner->plan->vertex_count; !planner->failed; planner->moved--) {
    planner->too_large = false;
    planner->plan->group_size = 0;
    find_group(planner, &permutation, 0);
    if (!planner->too_large) return;
  }
}

/* Numbers parts in the order of their first vertex; returns a nibble a vertex. */
static uint64_t normalise(uint8_t *label, uint8_t count) {
  uint8_t renamed[TABLES_VERTICES], names = 0;
  uint64_t key = 0;
  memset(renamed, UINT8_MAX, sizeof renamed);
  for (uint8_t vertex = 0; vertex < count; vertex++) {
    if (renamed[label[vertex]] == UINT8_MAX) renamed[label[vertex]] = names++;
    label[vertex] = renamed[label[vertex]];
    key = key << 4 | label[vertex];
  }
  return key;
}

/* The labels as the permutation carries them, normalised. */
static uint64_t carry(const struct permutation *permutation, const uint8_t *label, uint8_t count, uint8_t *carried) {
  for (uint8_t vertex = 0; vertex < count; vertex++) carried[permutation->image[vertex]] = label[vertex];
  return normalise(carried, count);
}

static uint64_t smallest_key(const struct tables_plan *plan, const uint8_t *label, struct permutation *permutation) {
  uint64_t smallest = UINT64_MAX;
  for (size_t index = 0; index < plan->group_size; index++) {
    uint8_t carried[TABLES_VERTICES];
    const uint64_t key = carry(&plan->group[index], label, plan->vertex_count, carried);
    if (key >= smallest) continue;
    smallest = key;
    if (permutation != NULL) *permutation = plan->group[index];
  }
  return smallest;
}

/* ---- Classes ---- */

static uint8_t between(const struct tables_plan *plan, const struct table *table, uint8_t low, uint8_t high) {
  unsigned sum = 0;
  for (uint8_t u = 0; u < plan->vertex_count; u++) {
    for (uint8_t v = 0; v < plan->vertex_count; v++) {
      if (table->label[u] == low && table->label[v] == high) sum += plan->multiplicity[u][v];
    }
  }
  return (uint8_t)sum;
}

/* Single classes first; parts of high number before those of low number, so that merges of early vertices, which are
 * those of the chosen partitions, leave the lowest digits alone; A-B last. */
static void list_classes(const struct tables_plan *plan, struct table *table) {
  table->class_count = 0;
  for (unsigned pass = 0; pass < 2; pass++) {
    const bool single = pass == 0;
    for (uint8_t low = (uint8_t)(table->part_count - 1); low-- > 0;) {
      for (uint8_t high = (uint8_t)(table->part_count - 1); high > low; high--) {
        const uint8_t multiplicity = between(plan, table, low, high);
        if (multiplicity == 0 || (multiplicity == 1) != single) continue;
        table->classes[table->class_count++] = (struct table_class){low, high, multiplicity, 0};
      }
    }
  }
}

/* Strides; false when the table would not fit an index of 62 bits. */
static bool measure(struct table *table) {
  uint64_t stride = 1;
  table->word_digits = 0;
  for (uint8_t index = 0; index < table->class_count; index++) {
    struct table_class *const class = &table->classes[index];
    if (table->word_digits < 6 && class->multiplicity == 1) {
      table->word_digits++;
    } else if (stride < 64) {
      stride = 64;
    }
    class->stride = stride;
    if (stride > (UINT64_MAX >> 2) / (class->multiplicity + 1U)) return false;
    stride *= class->multiplicity + 1U;
  }
  table->row_count = stride <= 64 ? 1 : stride / 64;
  table->valid = table->word_digits == 6 ? UINT64_MAX : (UINT64_C(1) << (1U << table->word_digits)) - 1;
  return true;
}

/* ---- Tables ---- */

static uint32_t find_table(const struct tables_plan *plan, uint64_t key) {
  for (uint32_t index = 0; index < plan->table_count; index++) {
    if (plan->keys[index] == key) return index;
  }
  return TABLE_JOINED;
}

static void labels_of_key(uint64_t key, uint8_t count, struct table *table) {
  table->part_count = 0;
  for (uint8_t vertex = count; vertex-- > 0; key >>= 4) {
    table->label[vertex] = (uint8_t)(key & 15);
    if (table->label[vertex] + 1 > table->part_count) table->part_count = (uint8_t)(table->label[vertex] + 1);
  }
}

/* Adds the table of a partition unless its orbit has one; returns its number. */
static uint32_t add_table(struct planner *planner, uint64_t key) {
  struct tables_plan *const plan = planner->plan;
  uint32_t index = find_table(planner->plan, key);
  if (index != TABLE_JOINED) return index;
  if (plan->table_count == TABLE_LIMIT) {
    planner->too_many = planner->failed = true;
    return 0;
  }
  if (plan->table_count == planner->capacity) {
    const size_t capacity = planner->capacity * 2 + 64;
    struct table *const tables = realloc(plan->tables, capacity * sizeof *tables);
    if (tables != NULL) plan->tables = tables;
    uint64_t *const keys = realloc(planner->plan->keys, capacity * sizeof *keys);
    if (keys != NULL) planner->plan->keys = keys;
    if (tables == NULL || keys == NULL) {
      planner->failed = true;
      return 0;
    }
    planner->capacity = capacity;
  }
  index = plan->table_count++;
  planner->plan->keys[index] = key;
  struct table *const table = &plan->tables[index];
  memset(table, 0, sizeof *table);
  labels_of_key(key, plan->vertex_count, table);
  list_classes(plan, table);
  if (!measure(table)) planner->failed = true;
  return index;
}

static void merge_labels(const struct table *table, const struct table_class *class, uint8_t count, uint8_t *label) {
  for (uint8_t vertex = 0; vertex < count; vertex++) {
    label[vertex] = table->label[vertex] == class->high ? class->low : table->label[vertex];
  }
  normalise(label, count);
}

/* Every partition that merges of parts lead to, orbit by orbit, from the graph itself: fine to coarse. */
static void find_tables(struct planner *planner) {
  struct tables_plan *const plan = planner->plan;
  uint8_t label[TABLES_VERTICES];
  for (uint8_t vertex = 0; vertex < plan->vertex_count; vertex++) label[vertex] = vertex;
  add_table(planner, smallest_key(planner->plan, label, NULL));
  for (uint32_t index = 0; index < plan->table_count && !planner->failed; index++) {
    for (uint8_t class = 0; class < plan->tables[index].class_count && !planner->failed; class ++) {
      const struct table_class merged = plan->tables[index].classes[class];
      if (merged.low == 0 && merged.high == 1) continue;
      merge_labels(&plan->tables[index], &merged, plan->vertex_count, label);
      add_table(planner, smallest_key(planner->plan, label, NULL));
    }
  }
}

/* ---- Merges ---- */

uint8_t table_class_between(const struct table *table, uint8_t first, uint8_t second) {
  const uint8_t low = first < second ? first : second, high = first < second ? second : first;
  for (uint8_t index = 0; index < table->class_count; index++) {
    if (table->classes[index].low == low && table->classes[index].high == high) return index;
  }
  return UINT8_MAX;
}

/* A vertex of each part. */
static void members(const struct table *table, uint8_t count, uint8_t *member) {
  for (uint8_t vertex = 0; vertex < count; vertex++) member[table->label[vertex]] = vertex;
}

/* The weight of each class under a merge that the permutation carries to the target's labels. */
static void find_weights(const struct tables_plan *plan, const struct table *table, const struct table *target,
                         const struct permutation *permutation, uint64_t *weight) {
  uint8_t member[TABLES_VERTICES];
  members(table, plan->vertex_count, member);
  for (uint8_t index = 0; index < table->class_count; index++) {
    const struct table_class *const class = &table->classes[index];
    const uint8_t first = target->label[permutation->image[member[class->low]]];
    const uint8_t second = target->label[permutation->image[member[class->high]]];
    weight[index] = first == second ? 0 : target->classes[table_class_between(target, first, second)].stride;
  }
}

/* How many of the target's lowest digits are digits of our words, in the same order: the size of a unit. Sets *digits
 * to which of our word digits they are. */
static uint8_t unit_bits(const struct table *table, const struct table *target, const uint64_t *weight,
                         uint8_t *digits) {
  uint8_t bits = 0, from = 0;
  *digits = 0;
  while (bits < target->word_digits) {
    uint8_t digit = from;
    while (digit < table->word_digits && weight[digit] != UINT64_C(1) << bits) digit++;
    if (digit == table->word_digits) break;
    *digits |= (uint8_t)(1U << digit);
    from = (uint8_t)(digit + 1);
    bits++;
  }
  return bits;
}

/* One unit for each setting of the word digits outside `digits`; where the merged class is a word digit, it is set. */
static void list_units(struct table_merge *merge, const struct table *table, uint8_t digits) {
  merge->unit_count = 0;
  for (unsigned setting = 0; setting < 1U << table->word_digits; setting++) {
    if ((setting & digits) != 0) continue;
    if (merge->class_index < table->word_digits && (setting >> merge->class_index & 1) == 0) continue;
    uint64_t offset = 0, mask = 0;
    for (uint8_t digit = 0; digit < table->word_digits; digit++) {
      if ((setting >> digit & 1) != 0) offset += merge->weight[digit];
    }
    for (unsigned place = 0; place < 1U << table->word_digits; place++) {
      if ((place & ~(unsigned)digits) == setting) mask |= UINT64_C(1) << place;
    }
    merge->offset[merge->unit_count] = offset;
    merge->mask[merge->unit_count++] = mask;
  }
}

/* Of the permutations that carry the merged partition to its table, the one with the largest units. */
static bool find_merge(struct planner *planner, struct table *table, uint8_t class_index, struct table_merge *merge) {
  const struct tables_plan *const plan = planner->plan;
  const struct table_class *const class = &table->classes[class_index];
  uint8_t label[TABLES_VERTICES], carried[TABLES_VERTICES], best = UINT8_MAX;
  uint64_t weight[TABLES_CLASSES];
  *merge = (struct table_merge){.target = TABLE_JOINED, .class_index = class_index};
  if (class->low == 0 && class->high == 1) return true;
  merge->weight = calloc(table->class_count, sizeof *merge->weight);
  if (merge->weight == NULL) return false;
  merge_labels(table, class, plan->vertex_count, label);
  const uint64_t key = smallest_key(planner->plan, label, NULL);
  merge->target = find_table(planner->plan, key);
  const struct table *const target = &plan->tables[merge->target];
  for (size_t index = 0; index < planner->plan->group_size; index++) {
    uint8_t digits;
    if (carry(&planner->plan->group[index], label, plan->vertex_count, carried) != key) continue;
    find_weights(plan, table, target, &planner->plan->group[index], weight);
    const uint8_t bits = unit_bits(table, target, weight, &digits);
    if (best != UINT8_MAX && bits <= merge->unit_bits) continue;
    best = merge->unit_bits = bits;
    memcpy(merge->weight, weight, table->class_count * sizeof *weight);
    list_units(merge, table, digits);
  }
  return true;
}

static int by_unit_count(const void *first, const void *second) {
  const struct table_merge *const a = first, *const b = second;
  if (a->unit_count != b->unit_count) return a->unit_count < b->unit_count ? -1 : 1;
  return a->class_index < b->class_index ? -1 : 1;
}

static void find_merges(struct planner *planner, struct table *table) {
  table->merges = calloc(table->class_count, sizeof *table->merges);
  if (table->merges == NULL) {
    planner->failed = table->class_count > 0;
    return;
  }
  for (uint8_t class = 0; class < table->class_count && !planner->failed; class ++) {
    if (!find_merge(planner, table, class, &table->merges[table->merge_count++])) planner->failed = true;
  }
  qsort(table->merges, table->merge_count, sizeof *table->merges, by_unit_count);
}

/* ---- The plan ---- */

static void reverse_tables(struct planner *planner) {
  struct tables_plan *const plan = planner->plan;
  for (uint32_t low = 0, high = plan->table_count - 1; low < high; low++, high--) {
    const struct table table = plan->tables[low];
    const uint64_t key = planner->plan->keys[low];
    plan->tables[low] = plan->tables[high];
    planner->plan->keys[low] = planner->plan->keys[high];
    plan->tables[high] = table;
    planner->plan->keys[high] = key;
  }
}

/* While a layer (all partitions into so many parts) is filled, the one before it is needed, and one table more. */
static void find_peak(struct tables_plan *plan) {
  uint64_t layer[TABLES_VERTICES + 2] = {0}, largest[TABLES_VERTICES + 2] = {0};
  for (uint32_t index = 0; index < plan->table_count; index++) {
    const struct table *const table = &plan->tables[index];
    const uint64_t bytes = table->row_count * sizeof(uint64_t);
    layer[table->part_count] += bytes;
    if (bytes > largest[table->part_count]) largest[table->part_count] = bytes;
  }
  plan->peak_bytes = 0;
  for (unsigned parts = 2; parts <= plan->vertex_count; parts++) {
    /* The graph's own table is counted from, not kept: its layer needs one table, not two. */
    const uint64_t bytes = layer[parts - 1] + (parts == plan->vertex_count ? 0 : layer[parts]) + largest[parts];
    if (bytes > plan->peak_bytes) plan->peak_bytes = bytes;
  }
}

static enum tt_status read_graph(struct tables_plan *plan, const struct tt_rest *rest, const char *name,
                                 struct tt_error *error) {
  if (rest->vertex_count > TABLES_VERTICES || rest->edge_count > EDGE_LIMIT) {
    return tt_fail(error, TT_BAD_INPUT, "tables takes at most %d vertices and %d edges; %.100s has %lu and %zu",
                   TABLES_VERTICES, EDGE_LIMIT, name, (unsigned long)rest->vertex_count, rest->edge_count);
  }
  uint8_t *const number = plan->number, next = 2;
  for (uint32_t vertex = 0; vertex < rest->vertex_count; vertex++) {
    number[vertex] = vertex == rest->terminal_a ? 0 : vertex == rest->terminal_b ? 1 : next++;
  }
  plan->vertex_count = (uint8_t)rest->vertex_count;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    const uint8_t u = number[rest->edges[edge].u], v = number[rest->edges[edge].v];
    if (u == v) {
      plan->loop_count++;
    } else {
      plan->multiplicity[u][v]++;
      plan->multiplicity[v][u]++;
    }
  }
  return TT_OK;
}

enum tt_status tables_plan_make(struct tables_plan *plan, const struct tt_rest *rest, const char *name,
                                struct tt_error *error) {
  *plan = (struct tables_plan){0};
  const enum tt_status status = read_graph(plan, rest, name, error);
  if (status != TT_OK) return status;
  struct planner planner = {.plan = plan};
  find_subgroup(&planner);
  if (!planner.failed) find_tables(&planner);
  if (!planner.failed) reverse_tables(&planner);
  for (uint32_t index = 0; index < plan->table_count && !planner.failed; index++) {
    find_merges(&planner, &plan->tables[index]);
  }
  if (!planner.failed) find_peak(plan);
  if (!planner.failed) return TT_OK;
  tables_plan_free(plan);
  if (!planner.too_many) return tt_no_memory(error);
  return tt_fail(error, TT_BAD_INPUT, "tables takes graphs of at most %d partitions up to symmetry; %.100s has more",
                 TABLE_LIMIT, name);
}

void tables_plan_free(struct tables_plan *plan) {
  for (uint32_t index = 0; plan->tables != NULL && index < plan->table_count; index++) {
    struct table *const table = &plan->tables[index];
    for (uint32_t merge = 0; merge < table->merge_count; merge++) free(table->merges[merge].weight);
    free(table->merges);
  }
  free(plan->tables);
  free(plan->group);
  free(plan->keys);
  plan->tables = NULL;
  plan->group = NULL;
  plan->keys = NULL;
  plan->table_count = 0;
}

uint32_t tables_plan_locate(const struct tables_plan *plan, const uint8_t *label, struct permutation *permutation) {
  if (label[0] == label[1]) return TABLE_JOINED;
  return find_table(plan, smallest_key(plan, label, permutation));
}
