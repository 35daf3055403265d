/* openings_command.c: `twotrees openings`: which first moves win, for either player, and which the trees name. */
#include <stdlib.h>

#include "cli/command.h"
#include "solver/solver.h"

#define PLAY_EDGES 20 /* up to here the game is played out; above, trees decide */

struct openings {
  struct tt_verdict verdict;
  uint8_t *short_wins, *cut_wins, *named; /* an edge each, owned */
  bool played;
  unsigned length_short_first, length_cut_first; /* when played */
};

static void openings_free(struct openings *openings) {
  free(openings->short_wins);
  free(openings->cut_wins);
  free(openings->named);
}

/* Every opening by a witness: Short's contraction with Cut to move, Cut's deletion with Short to move. */
static enum tt_status by_witness(struct openings *openings, struct tt_graph *graph, const struct tt_witness *witness,
                                 struct tt_error *error) {
  enum tt_status status = tt_witness_ask(witness, graph, &openings->verdict, error);
  for (size_t edge = 0; status == TT_OK && edge < graph->edge_count; edge++) {
    struct tt_verdict verdict;
    if (graph->states[edge] != TT_UNDECIDED) continue;
    graph->states[edge] = TT_SECURED;
    status = tt_witness_ask(witness, graph, &verdict, error);
    openings->short_wins[edge] = status == TT_OK && verdict.short_wins_second;
    graph->states[edge] = TT_DELETED;
    if (status == TT_OK) status = tt_witness_ask(witness, graph, &verdict, error);
    openings->cut_wins[edge] = status == TT_OK && !verdict.short_wins_first;
    graph->states[edge] = TT_UNDECIDED;
  }
  return status;
}

static enum tt_status by_play(struct openings *openings, const struct tt_graph *graph, struct tt_error *error) {
  struct tt_playout playout;
  const enum tt_status status = tt_playout_make(&playout, graph, true, TT_PLAYOUT_POSITIONS, error);
  if (status != TT_OK) return status;
  openings->played = true;
  openings->verdict = playout.verdict;
  openings->length_short_first = playout.length_short_first;
  openings->length_cut_first = playout.length_cut_first;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    openings->short_wins[edge] = playout.short_wins_after[edge];
    openings->cut_wins[edge] = playout.cut_wins_after[edge];
  }
  tt_playout_free(&playout);
  return TT_OK;
}

/* Every opening from trees at once: what move tells too. */
static enum tt_status by_trees(struct openings *openings, const struct tt_graph *graph, struct tt_error *error) {
  unsigned tempo;
  const enum tt_status status = tt_winning_moves(graph, &tempo, openings->short_wins, openings->cut_wins, error);
  openings->verdict = (struct tt_verdict){tempo < 1, tempo < 2};
  return status;
}

/* The openings that the naming pair names, where the first mover wins and the second does not. */
static enum tt_status name_openings(struct openings *openings, const struct tt_graph *graph, struct tt_error *error) {
  if (tt_outcome_of(openings->verdict) != TT_FIRST) return TT_OK;
  struct tt_tree_pair pair;
  bool found;
  enum tt_status status = tt_naming_pair(graph, true, &found, &pair, error);
  if (status != TT_OK || !found) return status;
  tt_tree_pair_blue_virtual(&pair, graph);
  status = tt_named_openings(graph, &pair, openings->named, error);
  tt_tree_pair_free(&pair);
  return status;
}

static void show_json(const struct openings *openings, const struct tt_graph *graph, const char *witness) {
  json_begin("outcome");
  json_outcome(graph, tt_outcome_of(openings->verdict));
  json_flags("short_winning", openings->short_wins, graph->edge_count);
  json_flags("cut_winning", openings->cut_wins, graph->edge_count);
  json_flags("named", openings->named, graph->edge_count);
  json_text("witness", witness);
  if (openings->played) {
    json_count("length_short_first", openings->length_short_first);
    json_count("length_cut_first", openings->length_cut_first);
  }
  json_end();
}

static void show_text(const struct openings *openings, const struct tt_graph *graph, const char *witness) {
  const enum tt_outcome outcome = tt_outcome_of(openings->verdict);
  printf("%s: %s (by %s)\n", title_of(graph).text, outcome_title(outcome), witness);
  printf("  Short wins by opening with: ");
  print_flags(graph, openings->short_wins);
  printf("  Cut wins by opening with:   ");
  print_flags(graph, openings->cut_wins);
  if (outcome == TT_FIRST) {
    printf("  the trees name:             ");
    print_flags(graph, openings->named);
  }
  if (openings->played) {
    printf("  best play is decided after %u moves when Short starts, %u when Cut does\n", openings->length_short_first,
           openings->length_cut_first);
  }
}

static enum tt_status show_openings(const struct settings *settings, struct tt_graph *graph) {
  const size_t undecided = tt_graph_count(graph, TT_UNDECIDED);
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  size_t count = 0;
  if (settings->witnesses != NULL) {
    const enum tt_status status = choose_witnesses(settings->witnesses, undecided, witnesses, &count);
    if (status != TT_OK) return status;
    if (count > 1) return misuse("--witness %.60s: openings asks one witness; expected one", settings->witnesses);
  }
  const char *const witness = count > 0 ? witnesses[0]->name : undecided <= PLAY_EDGES ? "playout" : "forests";
  struct openings openings = {.short_wins = calloc(graph->edge_count + 1, 1),
                              .cut_wins = calloc(graph->edge_count + 1, 1),
                              .named = calloc(graph->edge_count + 1, 1)};
  struct tt_error error;
  enum tt_status status = TT_OK;
  if (openings.short_wins == NULL || openings.cut_wins == NULL || openings.named == NULL) {
    status = tt_no_memory(&error);
  } else if (count == 0 && undecided <= PLAY_EDGES) {
    status = by_play(&openings, graph, &error);
  } else if (count == 0) {
    status = by_trees(&openings, graph, &error);
  } else {
    status = by_witness(&openings, graph, tt_witness_named(witness), &error);
  }
  if (status == TT_OK) status = name_openings(&openings, graph, &error);
  if (status != TT_OK) {
    complain(&error);
  } else if (settings->json) {
    show_json(&openings, graph, witness);
  } else {
    show_text(&openings, graph, witness);
  }
  openings_free(&openings);
  return status;
}

enum tt_status run_openings(const struct settings *settings) {
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, show_openings(settings, graph));
  }
  return inputs_close(&inputs, status);
}
