/* registry.c: the witnesses there are. A new one is one file in its room and one line here. */
#include <string.h>

#include "solver/solver.h"
#include "survey/survey.h"

/* clang-format off */
static const struct tt_witness *const witnesses[] = {
    &tt_witness_playout,
    &tt_witness_subsets,
    &tt_witness_forests,
#ifndef TT_WITHOUT_GLPK
    &tt_witness_ilp,
#endif
    &tt_witness_plain,
    &tt_witness_tables,
    &tt_witness_certified,
    &tt_witness_dual,
    &tt_witness_pebbles,
};
/* clang-format on */

size_t tt_witness_count(void) {
  return sizeof witnesses / sizeof witnesses[0];
}

const struct tt_witness *tt_witness_at(size_t index) {
  return witnesses[index];
}

const struct tt_witness *tt_witness_named(const char *name) {
  for (size_t index = 0; index < tt_witness_count(); index++) {
    if (strcmp(witnesses[index]->name, name) == 0) return witnesses[index];
  }
  return NULL;
}
