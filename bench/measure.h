/* measure.h: what the programs of bench/ share. */
#ifndef TT_MEASURE_H
#define TT_MEASURE_H

#include "graph/graph.h"

double wall_seconds(void); /* of a clock that only goes forward */
double cpu_seconds(void);  /* used by this process so far, user and system */

/* Says why on standard error and exits with the status of the error. */
_Noreturn void stop(const struct tt_error *error);

/* A base graph, a member of a family, or the graph in a plain list; never NULL. */
struct tt_graph *graph_named(const char *name);

/* The same graph in another order, the same each time: edges listed at random, or also vertices numbered at random
 * (the terminals stay the first and the last). */
enum order { AS_GIVEN, EDGES_SHUFFLED, ALL_SHUFFLED };
extern const char *const order_names[];
void put_in_order(struct tt_graph *graph, enum order order);

double median(double *numbers, size_t count); /* sorts them; count > 0 */

#endif
