/* draw_board.c: `twotrees draw --moves`: the position of a game, as a board where it has one. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

/* What is laid over the board, and what it is called. */
struct overlay {
  uint8_t *marks; /* owned; or NULL */
  const char *names[4], *caption;
};

static enum tt_status mark_trees(struct overlay *overlay, const struct tt_graph *graph, unsigned tempo,
                                 struct tt_error *error) {
  struct tt_tree_pair pair;
  bool found;
  const enum tt_status status = tt_naming_pair(graph, tempo == 1, &found, &pair, error);
  if (status != TT_OK) return status;
  if (!found) return tt_fail(error, TT_REFUTED, "%.100s: no two trees where there should be some", graph->name);
  const bool with_virtual = tt_tree_pair_blue_virtual(&pair, graph);
  for (size_t index = 0; index < pair.edge_count; index++) {
    if (pair.blue[index] < graph->edge_count) overlay->marks[pair.blue[index]] = TT_MARK_BLUE;
    if (pair.red[index] < graph->edge_count) overlay->marks[pair.red[index]] = TT_MARK_RED;
  }
  overlay->names[TT_MARK_BLUE] = with_virtual ? "one tree (with e*)" : "one tree";
  overlay->caption = tempo == 0 ? "Blue wins, even moving second: two disjoint trees"
                                : "Blue wins moving first: two disjoint trees, e* in one";
  tt_tree_pair_free(&pair);
  return TT_OK;
}

static enum tt_status mark_cut_sets(struct overlay *overlay, const struct tt_graph *graph,
                                    const struct tt_forests *forests, struct tt_error *error) {
  static const enum tt_mark mark_of_role[] = {
      [TT_ROLE_CONTRACTED] = TT_MARK_CONTRACTED, [TT_ROLE_X] = TT_MARK_BLUE, [TT_ROLE_Y] = TT_MARK_RED};
  struct tt_cut_sets sets;
  const enum tt_status status = tt_cut_sets_make(&sets, forests, graph, error);
  if (status != TT_OK) return status;
  for (size_t edge = 0; edge < graph->edge_count; edge++) overlay->marks[edge] = (uint8_t)mark_of_role[sets.role[edge]];
  overlay->names[TT_MARK_BLUE] = "X";
  overlay->names[TT_MARK_RED] = "Y";
  overlay->caption = sets.virtual_in_y ? "Red wins, even moving second: X + e* and Y + e* are maximal forests"
                                       : "Red wins moving first: X + e* and Y are maximal forests";
  tt_cut_sets_free(&sets);
  return TT_OK;
}

static enum tt_status mark_proof(struct overlay *overlay, const struct settings *settings, const struct tt_graph *graph,
                                 struct tt_error *error) {
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, graph, error);
  if (status != TT_OK) return status;
  overlay->marks = calloc(graph->edge_count + 1, 1);
  if (overlay->marks == NULL) {
    status = tt_no_memory(error);
  } else if (settings->trees && forests.tempo < 2) {
    status = mark_trees(overlay, graph, forests.tempo, error);
  } else if (settings->cut && forests.tempo > 0) {
    status = mark_cut_sets(overlay, graph, &forests, error);
  } else {
    status = tt_fail(
        error, TT_REFUTED, "%.100s: %s", graph->name,
        settings->cut ? "Blue wins whoever moves: Red has no sets" : "Red wins whoever moves: Blue has no two trees");
  }
  tt_forests_free(&forests);
  return status;
}

static enum tt_status labels_of(const struct settings *settings, enum tt_player *labels) {
  static const char *const names[] = {"blue", "red", "none"};
  for (unsigned player = 0; player < 3; player++) {
    *labels = (enum tt_player)player;
    if (settings->labels == NULL || strcmp(settings->labels, names[player]) == 0) return TT_OK;
  }
  return misuse("--labels %.40s: expected blue, red or none", settings->labels);
}

static enum tt_status draw_board(const struct settings *settings, const struct tt_game *game, FILE *stream) {
  struct overlay overlay = {.marks = NULL};
  struct tt_error error;
  enum tt_player labels;
  enum tt_status status = labels_of(settings, &labels);
  if (status != TT_OK) return status;
  if (settings->trees && settings->cut) return misuse("a board shows one proof: --trees or --cut");
  if (settings->trees || settings->cut) status = mark_proof(&overlay, settings, game->graph, &error);
  if (status == TT_OK) {
    struct tt_board_drawing drawing = {.labels = labels,
                                       .marks = overlay.marks,
                                       .numbers = settings->numbers,
                                       .caption = settings->caption != NULL ? settings->caption : overlay.caption};
    memcpy(drawing.mark_names, overlay.names, sizeof drawing.mark_names);
    status = tt_draw_board(stream, game, &drawing, &error);
  }
  free(overlay.marks);
  return status == TT_OK ? TT_OK : complain(&error);
}

enum tt_status draw_moves(const struct settings *settings) {
  struct tt_game game;
  struct output output;
  if (settings->position != NULL || settings->terminals != NULL) {
    return misuse("--moves and %s: expected one of them; a game has its own",
                  settings->position != NULL ? "--position" : "--terminals");
  }
  enum tt_status status = game_of_moves(&game, settings, TT_PLAYER_SHORT);
  if (status != TT_OK) return status;
  status = output_open(&output, settings->output);
  if (status == TT_OK) {
    const bool board = game.board != 0 && !settings->dot && !settings->dual;
    status = board ? draw_board(settings, &game, output.stream) : draw_position(settings, game.graph, output.stream);
    status = output_close(&output, status, status == TT_OK);
  }
  tt_game_free(&game);
  return status;
}
