/* witnesses.c: which witnesses a command line asks for. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

static bool in_list(const struct tt_witness *const *chosen, size_t count, const struct tt_witness *witness) {
  for (size_t index = 0; index < count; index++) {
    if (chosen[index] == witness) return true;
  }
  return false;
}

static enum tt_status unknown_witness(const char *name) {
  char known[200] = "";
  for (size_t index = 0; index < tt_witness_count(); index++) {
    if (index > 0) strncat(known, ", ", sizeof known - strlen(known) - 1);
    strncat(known, tt_witness_at(index)->name, sizeof known - strlen(known) - 1);
  }
  return misuse("unknown witness %.40s: expected some of %s, separated by commas, or all", name, known);
}

enum tt_status choose_witnesses(const char *list, size_t edges, const struct tt_witness **chosen, size_t *count) {
  *count = 0;
  if (list == NULL || strcmp(list, "all") == 0) {
    for (size_t index = 0; index < tt_witness_count(); index++) {
      const struct tt_witness *const witness = tt_witness_at(index);
      if (edges <= (list == NULL ? witness->sweep_limit : witness->edge_limit)) chosen[(*count)++] = witness;
    }
    if (*count > 0) return TT_OK;
    return misuse("no witness sweeps %zu edges unless asked for by --witness", edges);
  }
  char *const copy = strdup(list);
  enum tt_status status = copy == NULL ? complain_no_memory() : TT_OK;
  char *rest = copy;
  for (const char *name = strsep(&rest, ","); status == TT_OK && name != NULL; name = strsep(&rest, ",")) {
    const struct tt_witness *const witness = tt_witness_named(name);
    if (witness == NULL) {
      status = unknown_witness(name);
    } else if (!in_list(chosen, *count, witness)) {
      chosen[(*count)++] = witness;
    }
  }
  free(copy);
  return status;
}
