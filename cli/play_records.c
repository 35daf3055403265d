/* play_records.c: a game told in JSON, one object a line, for programs (docs/play.md). */
#include <stdlib.h>
#include <string.h>

#include "cli/play_session.h"

static const char *word_of(const struct session *session, enum tt_player player) {
  static const char *const words[2][2] = {{"short", "cut"}, {"blue", "red"}};
  return words[session->game.board != 0][player];
}

static void json_move(const struct tt_game *game, struct tt_move move) {
  char text[40];
  json_count("edge", move.edge);
  json_text("move", tt_move_name(game, move, text, sizeof text));
}

static void record_end(void) {
  json_end();
  fflush(stdout);
}

static void json_ends(const struct tt_graph *graph) {
  char u[300], v[300];
  json_key("edges");
  putchar('[');
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    fputs(edge > 0 ? ",[" : "[", stdout);
    json_string(tt_vertex_name(graph, graph->edges[edge].u, u, sizeof u));
    putchar(',');
    json_string(tt_vertex_name(graph, graph->edges[edge].v, v, sizeof v));
    putchar(']');
  }
  putchar(']');
}

static void record_game(const struct session *session) {
  const struct tt_game *const game = &session->game;
  char a[300], b[300];
  json_begin("game");
  json_text("graph", game->graph->name);
  json_count("board", game->board);
  json_truth("rim", game->rim);
  for (unsigned player = 0; player < 2; player++) {
    json_text(word_of(session, (enum tt_player)player), session_player(session, (enum tt_player)player));
  }
  json_text("first", word_of(session, game->move_count > 0 ? game->moves[0].player : game->turn));
  tt_vertex_name(game->graph, game->graph->terminal_a, a, sizeof a);
  tt_vertex_name(game->graph, game->graph->terminal_b, b, sizeof b);
  json_names("terminals", (const char *const[]){a, b}, 2);
  json_ends(game->graph);
  json_key("played");
  putchar('[');
  for (size_t move = 0; move < game->move_count; move++) printf(move > 0 ? ",%zu" : "%zu", game->moves[move].edge);
  putchar(']');
  record_end();
}

static void json_legal(const struct tt_game *game) {
  char text[40];
  const size_t limit = tt_game_move_limit(game);
  for (unsigned words = 0; words < 2; words++) {
    bool any = false;
    json_key(words ? "moves" : "legal");
    putchar('[');
    for (size_t edge = 0; edge < limit; edge++) {
      if (tt_game_legal(game, edge, NULL) != TT_OK) continue;
      if (any) putchar(',');
      any = true;
      if (words) {
        json_string(tt_move_name(game, (struct tt_move){game->turn, edge}, text, sizeof text));
      } else {
        printf("%zu", edge);
      }
    }
    putchar(']');
  }
}

static void record_turn(struct session *session) {
  const struct tt_game *const game = &session->game;
  enum tt_player favourite;
  char *const position = malloc(game->graph->edge_count + 1);
  json_begin("turn");
  json_text("player", word_of(session, game->turn));
  json_count("ply", game->move_count);
  if (position != NULL) {
    tt_graph_position_word(game->graph, position);
    json_text("position", position);
  }
  if (tt_game_favourite(game, &favourite, NULL) == TT_OK) json_text("favourite", word_of(session, favourite));
  json_legal(game);
  free(position);
  record_end();
}

static void record_move(struct session *session) {
  const struct tt_game *const game = &session->game;
  const struct tt_move move = game->moves[game->move_count - 1];
  json_begin("move");
  json_count("ply", game->move_count);
  json_text("player", word_of(session, move.player));
  json_text("by", session_player(session, move.player));
  json_move(game, move);
  record_end();
}

/* A turn has all of it. */
static void record_board(const struct session *session) {
  (void)session;
}

static void record_hint(const struct session *session, size_t edge, enum tt_player favourite) {
  json_begin("hint");
  json_text("player", word_of(session, session->game.turn));
  json_move(&session->game, (struct tt_move){session->game.turn, edge});
  json_text("favourite", word_of(session, favourite));
  record_end();
}

static void json_set(const char *key, const struct tt_plan *plan, uint8_t set) {
  bool any = false;
  json_key(key);
  putchar('[');
  for (size_t edge = 0; edge < plan->after.graph->edge_count; edge++) {
    if (plan->set[edge] != set) continue;
    printf(any ? ",%zu" : "%zu", edge);
    any = true;
  }
  putchar(']');
}

static void record_why(const struct session *session, const struct tt_plan *plan, size_t hint) {
  json_begin("why");
  json_text("winner", word_of(session, plan->winner));
  json_move(&session->game, (struct tt_move){session->game.turn, hint});
  json_set("first_set", plan, 1);
  json_set("second_set", plan, 2);
  json_set("aside", plan, TT_PLAN_ASIDE);
  record_end();
}

static void record_note(const struct session *session, const char *what, const char *file) {
  (void)session;
  json_begin(what);
  json_text("file", file);
  record_end();
}

static void record_undo(const struct session *session, const struct tt_game *before) {
  json_begin("undo");
  json_count("ply", session->game.move_count);
  json_key("edges");
  putchar('[');
  for (size_t move = session->game.move_count; move < before->move_count; move++) {
    printf(move > session->game.move_count ? ",%zu" : "%zu", before->moves[move].edge);
  }
  putchar(']');
  record_end();
}

static void record_error(const struct session *session, const char *text) {
  (void)session;
  json_begin("error");
  json_text("text", text);
  record_end();
}

static void record_help(const struct session *session) {
  json_begin("help");
  json_key("commands");
  putchar('[');
  for (size_t index = 0; request_name(index) != NULL; index++) {
    if (index > 0) putchar(',');
    json_string(request_name(index));
  }
  putchar(']');
  (void)session;
  record_end();
}

static void record_over(const struct session *session) {
  const struct tt_game *const game = &session->game;
  size_t *const chain = malloc((game->graph->edge_count + 1) * sizeof *chain);
  size_t count = 0;
  json_begin("end");
  json_truth("finished", true);
  json_text("winner", word_of(session, game->winner));
  json_truth("resigned", game->resigned);
  json_count("moves", game->move_count);
  if (chain != NULL && tt_game_winning_path(game, chain, &count, NULL) == TT_OK) json_edges("path", chain, count);
  free(chain);
  record_end();
}

static void record_leave(const struct session *session, const char *file) {
  if (session->game.winner != TT_PLAYER_NONE) return;
  json_begin("end");
  json_truth("finished", false);
  json_count("moves", session->game.move_count);
  if (file != NULL) json_text("file", file);
  record_end();
}

/* A session of records ends with the game: there is nothing to ask afterwards. */
static void record_inquest(const struct session *session, const struct inquest *inquest) {
  (void)session;
  (void)inquest;
}

const struct voice voice_of_records = {record_game, record_turn,    record_move, record_board, record_hint,
                                       record_why,  record_inquest, record_note, record_undo,  record_error,
                                       record_help, record_over,    record_leave};
