/* ours.c: one of our own methods on one plain list, for bench/peers/peers.sh: `ours METHOD FILE`.
 *
 * Prints the processor seconds and the size of two largest disjoint forests, or one line that begins with "-" and says
 * why there is none. Short runs are repeated for a tenth of a second. */
#include <stdlib.h>
#include <string.h>

#include "bench/measure.h"
#include "treetest/treetest.h"

/* Of the two, found and proved: `forests` counts only with its check. */
static enum tt_status proved(const struct tt_graph *graph, size_t *size, struct tt_error *error) {
  struct tt_forests forests;
  bool right;
  enum tt_status status = tt_forests_make(&forests, graph, error);
  if (status != TT_OK) return status;
  *size = forests.size;
  status = tt_forests_check(graph, forests.colour, forests.part, &right, error);
  tt_forests_free(&forests);
  if (status == TT_OK && !right) status = tt_fail(error, TT_REFUTED, "the forests are not what they should be");
  return status;
}

static enum tt_status pebbles(const struct tt_graph *graph, size_t *size, struct tt_error *error) {
  struct tt_pebbles game;
  const enum tt_status status = tt_pebbles_make(&game, graph, TT_DEPTH_FIRST, 0, error);
  *size = game.size;
  return status;
}

#ifndef TT_WITHOUT_GLPK
/* The driver ends it where it takes too long. */
static enum tt_status program(const struct tt_graph *graph, size_t *size, struct tt_error *error) {
  struct tt_forests forests;
  if (graph->edge_count > TT_ILP_LIMIT) return tt_fail(error, TT_BAD_INPUT, "over its %d edges", TT_ILP_LIMIT);
  const enum tt_status status = tt_ilp_make(&forests, graph, 1e6, error);
  if (status != TT_OK) return status;
  *size = forests.size;
  tt_forests_free(&forests);
  return TT_OK;
}
#endif

static const struct {
  const char *name;
  enum tt_status (*run)(const struct tt_graph *, size_t *, struct tt_error *);
} methods[] = {
    {"forests", proved},
    {"pebbles", pebbles},
#ifndef TT_WITHOUT_GLPK
    {"ilp", program},
#endif
};
#define METHODS (sizeof methods / sizeof methods[0])

int main(int count, char **words) {
  size_t method = 0, size = 0;
  while (count == 3 && method < METHODS && strcmp(words[1], methods[method].name) != 0) method++;
  if (count != 3) {
    fputs("usage: ours METHOD FILE\n", stderr);
    return 2;
  }
  if (method == METHODS) {
    puts("- not built");
    return 0;
  }
  struct tt_graph *const graph = graph_named(words[2]);
  const double started = cpu_seconds();
  unsigned runs = 0;
  do {
    struct tt_error error;
    if (methods[method].run(graph, &size, &error) != TT_OK) {
      printf("- %s\n", error.text);
      break;
    }
    runs++;
  } while (cpu_seconds() - started < 0.1);
  if (runs > 0) printf("%.9f %zu\n", (cpu_seconds() - started) / runs, size);
  tt_graph_free(graph);
  return 0;
}
