/* certify_command.c: `twotrees certify`: the two certificates that settle a position, for twotrees-check. */
#include <stdlib.h>

#include "cli/command.h"

static enum tt_status certify(const struct tt_graph *position) {
  struct tt_forests forests;
  struct tt_claim claims[2];
  struct tt_error error;
  if (tt_forests_make(&forests, position, &error) != TT_OK) return complain(&error);
  tt_settling_claims(forests.tempo, claims);
  enum tt_status status = TT_OK;
  for (size_t index = 0; index < 2 && status == TT_OK; index++) {
    status = tt_certificate_write(stdout, position, &forests, claims[index], &error);
  }
  tt_forests_free(&forests);
  return status == TT_OK ? TT_OK : complain(&error);
}

/* Every subgraph, or with --positions every position, of a base graph, in the order of a survey. */
static enum tt_status certify_sweep(const struct settings *settings, struct tt_graph *base) {
  const size_t most = settings->positions ? TT_POSITIONS_EDGES : TT_SURVEY_EDGES;
  if (base->edge_count > most) {
    return misuse("--sweep takes base graphs of at most %zu edges; %.100s has %zu", most, base->name, base->edge_count);
  }
  if (tt_graph_count(base, TT_UNDECIDED) != base->edge_count) {
    return misuse("--sweep sets the state of every edge itself; %.100s has secured or deleted ones: expected none",
                  base->name);
  }
  const uint64_t total = tt_survey_total(base, settings->positions);
  enum tt_status status = TT_OK;
  for (uint64_t number = 0; number < total && status == TT_OK && !ferror(stdout); number++) {
    tt_graph_set_number(base, number, settings->positions);
    status = certify(base);
  }
  return status;
}

enum tt_status run_certify(const struct settings *given) {
  struct settings settings = *given;
  struct inputs inputs;
  settings.seven = settings.sweep && settings.graph_count == 0;
  enum tt_status status = inputs_open(&inputs, &settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, settings.sweep ? certify_sweep(&settings, graph) : certify(graph));
  }
  return inputs_close(&inputs, status);
}
