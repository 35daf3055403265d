/* tables.h: what tables.c and tables_witness.c share. */
#ifndef TT_TABLES_H
#define TT_TABLES_H

#include "solver/solver.h"
#include "solver/tables_plan.h"

/* Fills cut_moves[t], for each table of the plan, with "Short wins, Cut to move"; they are the caller's to free, also
 * on failure. Unless keep_all, layers are freed on the way and the graph's own table is not kept but counted. */
enum tt_status tables_fill(const struct tables_plan *plan, const struct tt_tables_options *options, bool keep_all,
                           uint64_t **cut_moves, struct tt_tables *counts, struct tt_error *error);

#endif
