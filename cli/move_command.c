/* move_command.c: `twotrees move`: from any position, who wins, every winning move, and one move with its proof. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

struct moves {
  unsigned tempo;
  uint8_t *short_wins, *cut_wins, *named, *cut_named; /* an edge each, owned */
  size_t chosen[2]; /* a winning move for Short and for Cut, or edge_count when there is none */
};

static void moves_free(struct moves *moves) {
  free(moves->short_wins);
  free(moves->cut_wins);
  free(moves->named);
  free(moves->cut_named);
}

/* In a game that the first mover wins: what Short's pair of trees and Cut's sets name. */
static enum tt_status name_moves(struct moves *moves, const struct tt_graph *position, struct tt_error *error) {
  struct tt_forests forests;
  struct tt_tree_pair pair = {0};
  struct tt_cut_sets sets = {0};
  bool found;
  enum tt_status status = tt_forests_make(&forests, position, error);
  if (status != TT_OK) return status;
  status = tt_naming_pair(position, true, &found, &pair, error);
  if (status == TT_OK && tt_tree_pair_blue_virtual(&pair, position)) {
    status = tt_named_openings(position, &pair, moves->named, error);
  }
  if (status == TT_OK) status = tt_cut_sets_make(&sets, &forests, position, error);
  if (status == TT_OK) status = tt_cut_named_openings(&sets, position, moves->cut_named, error);
  tt_cut_sets_free(&sets);
  tt_tree_pair_free(&pair);
  tt_forests_free(&forests);
  return status;
}

static size_t first_of(const uint8_t *preferred, const uint8_t *allowed, size_t count) {
  for (size_t edge = 0; edge < count; edge++) {
    if (preferred[edge] && allowed[edge]) return edge;
  }
  for (size_t edge = 0; edge < count; edge++) {
    if (allowed[edge]) return edge;
  }
  return count;
}

static enum tt_status moves_make(struct moves *moves, const struct tt_graph *position, struct tt_error *error) {
  const size_t count = position->edge_count;
  *moves = (struct moves){.short_wins = calloc(count + 1, 1),
                          .cut_wins = calloc(count + 1, 1),
                          .named = calloc(count + 1, 1),
                          .cut_named = calloc(count + 1, 1)};
  if (moves->short_wins == NULL || moves->cut_wins == NULL || moves->named == NULL || moves->cut_named == NULL) {
    return tt_no_memory(error);
  }
  enum tt_status status = tt_winning_moves(position, &moves->tempo, moves->short_wins, moves->cut_wins, error);
  if (status == TT_OK && moves->tempo == 1) status = name_moves(moves, position, error);
  moves->chosen[TT_PLAYER_SHORT] = first_of(moves->named, moves->short_wins, count);
  moves->chosen[TT_PLAYER_CUT] = first_of(moves->cut_named, moves->cut_wins, count);
  return status;
}

/* The certificate that the player, having made the move, wins moving second. */
static enum tt_status certify_after(struct tt_graph *position, enum tt_player player, size_t edge) {
  struct tt_forests forests;
  struct tt_error error;
  position->states[edge] = player == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
  enum tt_status status = tt_forests_make(&forests, position, &error);
  if (status == TT_OK) {
    const struct tt_claim claim = {player, false};
    status = tt_certificate_write(stdout, position, &forests, claim, &error);
    tt_forests_free(&forests);
  }
  position->states[edge] = TT_UNDECIDED;
  return status == TT_OK ? TT_OK : complain(&error);
}

static void show_json(const struct moves *moves, const struct tt_graph *position) {
  json_begin("move");
  json_outcome(position, (enum tt_outcome)moves->tempo);
  json_flags("short_winning", moves->short_wins, position->edge_count);
  json_flags("cut_winning", moves->cut_wins, position->edge_count);
  json_flags("named", moves->named, position->edge_count);
  json_flags("cut_named", moves->cut_named, position->edge_count);
  if (moves->chosen[0] < position->edge_count) json_count("short_move", moves->chosen[0]);
  if (moves->chosen[1] < position->edge_count) json_count("cut_move", moves->chosen[1]);
  json_end();
}

static void show_text(const struct moves *moves, const struct tt_graph *position) {
  printf("%s: %s\n", position->name, outcome_title((enum tt_outcome)moves->tempo));
  printf("  Short wins by securing: ");
  print_flags(position, moves->short_wins);
  printf("  Cut wins by deleting:   ");
  print_flags(position, moves->cut_wins);
  if (moves->tempo == 1) {
    printf("  the trees name:         ");
    print_flags(position, moves->named);
    printf("  Cut's sets name:        ");
    print_flags(position, moves->cut_named);
  }
  static const char *const verbs[] = {"Short: secure ", "Cut: delete "};
  for (unsigned player = 0; player < 2; player++) {
    if (moves->chosen[player] == position->edge_count) continue;
    printf("  %s", verbs[player]);
    print_edge(position, moves->chosen[player]);
    putchar('\n');
  }
}

static enum tt_status show_moves(const struct settings *settings, struct tt_graph *position) {
  struct moves moves;
  struct tt_error error;
  enum tt_status status = moves_make(&moves, position, &error);
  if (status != TT_OK) {
    complain(&error);
  } else if (settings->certificate && moves.chosen[0] == position->edge_count &&
             moves.chosen[1] == position->edge_count) {
    tt_fail(&error, TT_REFUTED, "%.100s: no move wins: the game is decided", position->name);
    status = complain(&error);
  } else if (settings->certificate) {
    for (unsigned player = 0; player < 2; player++) {
      if (moves.chosen[player] == position->edge_count) continue;
      status = worse(status, certify_after(position, (enum tt_player)player, moves.chosen[player]));
    }
  } else if (settings->json) {
    show_json(&moves, position);
  } else {
    show_text(&moves, position);
  }
  moves_free(&moves);
  return status;
}

enum tt_status run_move(const struct settings *settings) {
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, show_moves(settings, graph));
  }
  return inputs_close(&inputs, status);
}
