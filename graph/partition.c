/* partition.c: partitions of the vertices by union-find, union by size with path halving (Tarjan and van Leeuwen
 * 1984): a series of operations costs close to constant time each. */
#include <stdlib.h>

#include "graph/graph.h"

bool tt_partition_make(struct tt_partition *partition, uint32_t count) {
  partition->count = count;
  partition->parent = malloc(((size_t)count + 1) * sizeof *partition->parent);
  partition->size = malloc(((size_t)count + 1) * sizeof *partition->size);
  if (partition->parent == NULL || partition->size == NULL) {
    tt_partition_free(partition);
    return false;
  }
  tt_partition_reset(partition);
  return true;
}

void tt_partition_free(struct tt_partition *partition) {
  free(partition->parent);
  free(partition->size);
  partition->parent = NULL;
  partition->size = NULL;
}

void tt_partition_reset(struct tt_partition *partition) {
  for (uint32_t element = 0; element < partition->count; element++) {
    partition->parent[element] = element;
    partition->size[element] = 1;
  }
  partition->parts = partition->count;
}

uint32_t tt_partition_find(struct tt_partition *partition, uint32_t element) {
  uint32_t *const parent = partition->parent;
  while (parent[element] != element) {
    parent[element] = parent[parent[element]];
    element = parent[element];
  }
  return element;
}

bool tt_partition_unite(struct tt_partition *partition, uint32_t first, uint32_t second) {
  first = tt_partition_find(partition, first);
  second = tt_partition_find(partition, second);
  if (first == second) return false;
  if (partition->size[first] < partition->size[second]) {
    const uint32_t swap = first;
    first = second;
    second = swap;
  }
  partition->parent[second] = first;
  partition->size[first] += partition->size[second];
  partition->parts--;
  return true;
}
