/* pairing_command.c: `twotrees pairing`: Short's fixed pairs told or drawn; and how the rule from any spanning tree
 * through e* fares. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

struct request {
  const struct settings *settings;
  bool svg;
  enum tt_player first;
  FILE *stream;
};

/* "12 (B2 B3)" on boards, "12 (1-2)" elsewhere. */
static void put_move(FILE *stream, const struct tt_game *game, enum tt_player player, size_t edge) {
  char name[40], ends[2][100];
  fprintf(stream, "%zu (", edge);
  if (game->board != 0) {
    fprintf(stream, "%s)", tt_move_name(game, (struct tt_move){player, edge}, name, sizeof name));
  } else {
    fprintf(stream, "%s-%s)", tt_vertex_name(game->graph, game->graph->edges[edge].u, ends[0], sizeof ends[0]),
            tt_vertex_name(game->graph, game->graph->edges[edge].v, ends[1], sizeof ends[1]));
  }
}

static bool is_first_of_pair(const struct tt_pairing *pairing, size_t edge) {
  return pairing->partner[edge] != SIZE_MAX && pairing->partner[edge] > edge;
}

/* ---- A pairing: text, JSON, picture ---- */

static void tell_pairing(const struct request *request, const struct tt_game *game, const struct tt_pairing *pairing) {
  FILE *const stream = request->stream;
  const char *const short_name = tt_player_name(game, TT_PLAYER_SHORT);
  fprintf(stream, "%s: ", game->graph->name);
  if (!pairing->exists) {
    fprintf(stream, "no pairing wins for %s, moving %s\n", short_name,
            game->turn == TT_PLAYER_SHORT ? "first" : "second");
    return;
  }
  if (pairing->opening != SIZE_MAX) {
    fprintf(stream, "%s plays ", short_name);
    put_move(stream, game, TT_PLAYER_SHORT, pairing->opening);
    fputs(", then answers in pairs:\n", stream);
  } else {
    fprintf(stream, "%s answers in pairs:\n", short_name);
  }
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    if (!is_first_of_pair(pairing, edge)) continue;
    fputs("  ", stream);
    put_move(stream, game, TT_PLAYER_SHORT, edge);
    fputs(" and ", stream);
    put_move(stream, game, TT_PLAYER_SHORT, pairing->partner[edge]);
    fputc('\n', stream);
  }
}

static void json_pairing(const struct tt_game *game, const struct tt_pairing *pairing) {
  json_begin("pairing");
  json_text("graph", game->graph->name);
  json_truth("exists", pairing->exists);
  if (pairing->exists && pairing->opening != SIZE_MAX) json_count("opening", pairing->opening);
  if (pairing->exists) {
    bool first = true;
    json_key("pairs");
    putchar('[');
    for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
      if (!is_first_of_pair(pairing, edge)) continue;
      printf("%s[%zu,%zu]", first ? "" : ",", edge, pairing->partner[edge]);
      first = false;
    }
    putchar(']');
  }
  json_end();
}

/* On a graph without a board: the lower edge of each pair in one colour, the higher in the other, and the pairs in the
 * caption. */
static enum tt_status draw_on_graph(const struct request *request, const struct tt_game *game,
                                    const struct tt_pairing *pairing, struct tt_error *error) {
  uint8_t *const marks = calloc(game->graph->edge_count + 1, 1);
  char *caption = NULL;
  size_t size = 0;
  FILE *const text = open_memstream(&caption, &size);
  enum tt_status status = marks != NULL && text != NULL ? TT_OK : tt_no_memory(error);
  if (status == TT_OK && pairing->opening != SIZE_MAX) fprintf(text, "Short opens with %zu. ", pairing->opening);
  for (size_t edge = 0; status == TT_OK && edge < game->graph->edge_count; edge++) {
    if (!is_first_of_pair(pairing, edge)) continue;
    marks[edge] = TT_MARK_BLUE;
    marks[pairing->partner[edge]] = TT_MARK_RED;
    fprintf(text, "%s %zu+%zu", ftell(text) > 0 ? "," : "Pairs:", edge, pairing->partner[edge]);
  }
  if (text != NULL && fclose(text) != 0 && status == TT_OK) status = tt_no_memory(error);
  if (status == TT_OK) {
    const struct tt_drawing drawing = {
        .marks = marks,
        .mark_names = {NULL, "the lower of a pair", "the higher of a pair", NULL},
        .caption = request->settings->caption != NULL ? request->settings->caption : caption};
    status = tt_draw_svg(request->stream, game->graph, &drawing, error);
  }
  free(caption);
  free(marks);
  return status;
}

static enum tt_status draw_pairing(const struct request *request, const struct tt_game *game,
                                   const struct tt_pairing *pairing) {
  struct tt_error error;
  enum tt_status status;
  if (!pairing->exists) {
    tt_fail(&error, TT_REFUTED, "%.100s: there is no pairing to draw", game->graph->name);
    return complain(&error);
  }
  if (game->board != 0) {
    const struct tt_board_drawing drawing = {
        .labels = TT_PLAYER_SHORT, .pairing = pairing, .caption = request->settings->caption};
    status = tt_draw_board(request->stream, game, &drawing, &error);
  } else {
    status = draw_on_graph(request, game, pairing, &error);
  }
  return status == TT_OK ? TT_OK : complain(&error);
}

static enum tt_status show_pairing(const struct request *request, const struct tt_game *game) {
  struct tt_pairing pairing;
  struct tt_error error;
  if (tt_pairing_make(&pairing, game, &error) != TT_OK) return complain(&error);
  enum tt_status status = pairing.exists ? TT_OK : TT_REFUTED;
  if (request->svg) {
    status = draw_pairing(request, game, &pairing);
  } else if (request->settings->json) {
    json_pairing(game, &pairing);
  } else {
    tell_pairing(request, game, &pairing);
  }
  tt_pairing_free(&pairing);
  return status;
}

/* ---- Any tree ---- */

static void put_tree(FILE *stream, const struct tt_game *game, tt_edge_set tree) {
  fputs("e*", stream);
  for (; tree != 0; tree &= tree - 1) {
    fputs(", ", stream);
    put_move(stream, game, TT_PLAYER_SHORT, tt_edge_set_first(tree));
  }
}

static void tell_sweep(FILE *stream, const struct tt_game *game, const struct tt_any_tree_sweep *sweep,
                       const struct tt_any_tree *play) {
  fprintf(stream, "%s: %llu spanning trees through e*, %llu whose complement spans; the rule loses from %llu",
          game->graph->name, (unsigned long long)sweep->counts.trees, (unsigned long long)sweep->counts.splitting,
          (unsigned long long)sweep->losing);
  fprintf(stream, ", %llu of them with a complement that spans\n", (unsigned long long)sweep->losing_splitting);
  if (sweep->losing == 0) return;
  fputs("  the first of them: ", stream);
  put_tree(stream, game, sweep->first_losing);
  fputs("\n  a line that it loses:", stream);
  for (size_t move = 0; move < play->line_length; move++) {
    const enum tt_player player = move % 2 == 0 ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
    fprintf(stream, "%s %s ", move == 0 ? "" : ",", tt_player_name(game, player));
    put_move(stream, game, player, play->line[move]);
  }
  fputc('\n', stream);
}

static void json_sweep(const struct tt_game *game, const struct tt_any_tree_sweep *sweep,
                       const struct tt_any_tree *play) {
  size_t tree[TT_EDGE_SET_LIMIT], count = 0;
  for (tt_edge_set left = sweep->first_losing; left != 0; left &= left - 1) tree[count++] = tt_edge_set_first(left);
  json_begin("any_tree");
  json_text("graph", game->graph->name);
  json_count("trees", sweep->counts.trees);
  json_count("splitting", sweep->counts.splitting);
  json_count("losing", sweep->losing);
  json_count("losing_splitting", sweep->losing_splitting);
  if (sweep->losing > 0) {
    json_edges("tree", tree, count);
    json_edges("line", play->line, play->line_length);
  }
  json_end();
}

/* The tree, what it leaves, and the line that is lost, on one board. */
static enum tt_status draw_any_tree(const struct request *request, struct tt_game *game, tt_edge_set tree,
                                    const struct tt_any_tree *play, struct tt_error *error) {
  uint8_t marks[TT_ANY_TREE_EDGES];
  enum tt_status status = TT_OK;
  for (size_t move = 0; move < play->line_length && status == TT_OK; move++) {
    status = tt_game_play(game, play->line[move], error);
  }
  if (status != TT_OK) return status;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    marks[edge] = (tree >> edge & 1) != 0 ? TT_MARK_BLUE : TT_MARK_RED;
  }
  const char *const caption = request->settings->caption != NULL
                                  ? request->settings->caption
                                  : "The rule loses: what this tree leaves does not span";
  const struct tt_board_drawing drawing = {.labels = TT_PLAYER_SHORT,
                                           .marks = marks,
                                           .mark_names = {NULL, "the tree, beside e*", "what it leaves", NULL},
                                           .numbers = true,
                                           .caption = caption};
  return tt_draw_board(request->stream, game, &drawing, error);
}

static enum tt_status show_any_tree(const struct request *request, struct tt_game *game) {
  struct tt_any_tree_sweep sweep;
  struct tt_any_tree play = {.loses = false};
  struct tt_error error;
  enum tt_status status = tt_any_tree_sweep_run(&sweep, game->graph, &error);
  if (status == TT_OK && sweep.losing > 0) status = tt_any_tree_play(&play, game->graph, sweep.first_losing, &error);
  if (status == TT_OK && request->svg && sweep.losing == 0) {
    status = tt_fail(&error, TT_REFUTED, "%.100s: the rule loses from no tree", game->graph->name);
  } else if (status == TT_OK && request->svg) {
    status = draw_any_tree(request, game, sweep.first_losing, &play, &error);
  }
  if (status != TT_OK) return complain(&error);
  if (!request->svg && request->settings->json) {
    json_sweep(game, &sweep, &play);
  } else if (!request->svg) {
    tell_sweep(request->stream, game, &sweep, &play);
  }
  return TT_OK;
}

/* ---- The subcommand ---- */

static enum tt_status show(const struct request *request, struct tt_game *game) {
  if (game->winner != TT_PLAYER_NONE && game->move_count > 0) {
    return misuse("%.100s: the game is over; expected one that goes on", game->graph->name);
  }
  return request->settings->any_tree ? show_any_tree(request, game) : show_pairing(request, game);
}

static enum tt_status show_graph(const struct request *request, const struct tt_graph *graph) {
  struct tt_game game;
  struct tt_error error;
  if (game_of_graph(&game, graph, request->first, &error) != TT_OK) return complain(&error);
  const enum tt_status status = show(request, &game);
  tt_game_free(&game);
  return status;
}

static enum tt_status show_graphs(const struct request *request) {
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, request->settings);
  size_t count = 0;
  if (status != TT_OK) return inputs_close(&inputs, status);
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    if (request->svg && count++ > 0) {
      tt_graph_free(graph);
      status = worse(status, misuse("pairing: one SVG holds one graph; draw them one by one"));
      break;
    }
    status = worse(status, show_graph(request, graph));
  }
  return inputs_close(&inputs, status);
}

static enum tt_status show_moves(const struct request *request) {
  struct tt_game game;
  enum tt_status status = game_of_moves(&game, request->settings, request->first);
  if (status != TT_OK) return status;
  status = show(request, &game);
  tt_game_free(&game);
  return status;
}

static enum tt_status read_request(struct request *request, const struct settings *settings) {
  *request = (struct request){.settings = settings, .first = TT_PLAYER_SHORT};
  if (settings->mover != NULL && strcmp(settings->mover, "second") == 0) {
    request->first = TT_PLAYER_CUT;
  } else if (settings->mover != NULL && strcmp(settings->mover, "first") != 0) {
    return misuse("--mover %.40s: expected first or second", settings->mover);
  }
  if (settings->to != NULL && strcmp(settings->to, "svg") != 0) {
    return misuse("--to %.40s: expected svg", settings->to);
  }
  request->svg = settings->to != NULL;
  if (request->svg && settings->json) return misuse("--json and --to svg: expected one of them");
  if (!request->svg && settings->output != NULL) return misuse("--output goes with --to svg");
  if (settings->any_tree && settings->moves != NULL)
    return misuse("--any-tree is about the start of a game: no --moves");
  if (settings->any_tree && settings->mover != NULL)
    return misuse("--any-tree is about Short moving first: no --mover");
  return TT_OK;
}

enum tt_status run_pairing(const struct settings *settings) {
  struct request request;
  struct output output;
  enum tt_status status = read_request(&request, settings);
  if (status == TT_OK) status = output_open(&output, settings->output);
  if (status != TT_OK) return status;
  request.stream = output.stream;
  status = settings->moves != NULL ? show_moves(&request) : show_graphs(&request);
  return output_close(&output, status, status == TT_OK);
}
