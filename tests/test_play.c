/* test_play.c: the rules, the geometry and the files of games, against a Bridg-It of dots and line segments that knows
 * no edges: where two segments meet is computed from their coordinates, who has won from the dots that bridges join. */
// wrap: tt_game_legal tt_game_winning_path tt_plan_reply
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "play/play.h"
#include "solver/solver.h"
#include "tests/support.h"

/* ---- What a test breaks on purpose ---- */

static enum { SOUND, CROSSING_ALLOWED, CHAIN_TOO_SHORT, WRONG_REPLIES } sabotage;

enum tt_status __real_tt_game_legal(const struct tt_game *game, size_t edge, struct tt_error *error);
enum tt_status __wrap_tt_game_legal(const struct tt_game *game, size_t edge, struct tt_error *error);
enum tt_status __wrap_tt_game_legal(const struct tt_game *game, size_t edge, struct tt_error *error) {
  const bool crossing = edge < game->graph->edge_count && game->graph->states[edge] == TT_DELETED;
  if (sabotage == CROSSING_ALLOWED && crossing && game->winner == TT_PLAYER_NONE) return TT_OK;
  return __real_tt_game_legal(game, edge, error);
}

enum tt_status __real_tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count,
                                           struct tt_error *error);
enum tt_status __wrap_tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count,
                                           struct tt_error *error);
enum tt_status __wrap_tt_game_winning_path(const struct tt_game *game, size_t *edges, size_t *count,
                                           struct tt_error *error) {
  const enum tt_status status = __real_tt_game_winning_path(game, edges, count, error);
  if (sabotage == CHAIN_TOO_SHORT && *count > 0) --*count;
  return status;
}

enum tt_status __real_tt_plan_reply(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error);
enum tt_status __wrap_tt_plan_reply(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error);
enum tt_status __wrap_tt_plan_reply(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error) {
  if (sabotage != WRONG_REPLIES) return __real_tt_plan_reply(plan, taken, reply, error);
  *reply = SIZE_MAX;
  return TT_OK;
}

/* ---- The other Bridg-It ---- */

#define MOST 20 /* the largest board that is looked at */

struct point {
  int x, y;
};
struct segment {
  struct point from, to;
};

static bool own_dot(unsigned n, enum tt_player player, struct point dot) {
  const int far = 2 * (int)n;
  if (dot.x < 0 || dot.y < 0 || dot.x > far || dot.y > far) return false;
  return player == TT_PLAYER_SHORT ? dot.x % 2 == 1 && dot.y % 2 == 0 : dot.x % 2 == 0 && dot.y % 2 == 1;
}

static int side(struct segment line, struct point at) {
  const int turn = (line.to.x - line.from.x) * (at.y - line.from.y) - (line.to.y - line.from.y) * (at.x - line.from.x);
  return (turn > 0) - (turn < 0);
}

/* Do they meet in a point inside both? */
static bool cross(struct segment one, struct segment other) {
  return side(one, other.from) * side(one, other.to) < 0 && side(other, one.from) * side(other, one.to) < 0;
}

static bool same_point(struct point one, struct point other) {
  return one.x == other.x && one.y == other.y;
}

static bool same(struct segment one, struct segment other) {
  return (same_point(one.from, other.from) && same_point(one.to, other.to)) ||
         (same_point(one.from, other.to) && same_point(one.to, other.from));
}

/* Blue's bridge for an edge of bridgit:n, from the vertices alone: A is row 0, B row n, the others n a row. */
static struct segment blue_of_edge(const struct tt_graph *graph, unsigned n, size_t edge) {
  const uint32_t ends[2] = {graph->edges[edge].u, graph->edges[edge].v};
  struct point dots[2];
  int column = 0;
  for (unsigned end = 0; end < 2; end++) {
    if (ends[end] != 0 && ends[end] != graph->vertex_count - 1) column = (int)((ends[end] - 1) % n);
  }
  for (unsigned end = 0; end < 2; end++) {
    const bool bank = ends[end] == 0 || ends[end] == graph->vertex_count - 1;
    const int row = ends[end] == 0 ? 0 : bank ? (int)n : (int)((ends[end] - 1) / n) + 1;
    dots[end] = (struct point){2 * (bank ? column : (int)((ends[end] - 1) % n)) + 1, 2 * row};
  }
  return (struct segment){dots[0], dots[1]};
}

/* All bridges of a player's that the board has room for, banks included. */
static size_t all_bridges(unsigned n, enum tt_player player, struct segment *bridges) {
  size_t count = 0;
  for (int y = 0; y <= 2 * (int)n; y++) {
    for (int x = 0; x <= 2 * (int)n; x++) {
      const struct point dot = {x, y}, east = {x + 2, y}, south = {x, y + 2};
      if (!own_dot(n, player, dot)) continue;
      if (own_dot(n, player, east)) bridges[count++] = (struct segment){dot, east};
      if (own_dot(n, player, south)) bridges[count++] = (struct segment){dot, south};
    }
  }
  return count;
}

static bool is_rim(unsigned n, enum tt_player player, struct segment bridge) {
  const int far = 2 * (int)n;
  const int from = player == TT_PLAYER_SHORT ? bridge.from.y : bridge.from.x;
  const int to = player == TT_PLAYER_SHORT ? bridge.to.y : bridge.to.x;
  return from == to && (from == 0 || from == far);
}

/* Red's bridge that crosses Blue's. */
static struct segment red_across(unsigned n, struct segment blue) {
  struct segment bridges[4 * MOST * MOST + 8 * MOST], found = {{0, 0}, {0, 0}};
  const size_t count = all_bridges(n, TT_PLAYER_CUT, bridges);
  unsigned crossings = 0;
  for (size_t bridge = 0; bridge < count; bridge++) {
    if (!cross(bridges[bridge], blue)) continue;
    found = bridges[bridge];
    crossings++;
  }
  assert_int_equal(crossings, 1);
  return found;
}

/* What stands on a board. */
struct model {
  unsigned n;
  size_t count[2];
  struct segment built[2][4 * MOST * MOST];
};

static void model_of(struct model *model, const struct tt_game *game) {
  const unsigned n = game->board;
  *model = (struct model){.n = n};
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    const struct segment blue = blue_of_edge(game->graph, n, edge);
    if (game->graph->states[edge] == TT_SECURED) model->built[0][model->count[0]++] = blue;
    if (game->graph->states[edge] == TT_DELETED) model->built[1][model->count[1]++] = red_across(n, blue);
  }
}

static unsigned root(unsigned *parent, unsigned dot) {
  while (parent[dot] != dot) dot = parent[dot] = parent[parent[dot]];
  return dot;
}

/* Do the player's bridges join the banks? Union-find on all points of the lattice; the dots of a bank are one. */
static bool joins(const struct model *model, enum tt_player player) {
  const unsigned width = 2 * model->n + 1;
  unsigned parent[(2 * MOST + 1) * (2 * MOST + 1)];
  for (unsigned dot = 0; dot < width * width; dot++) parent[dot] = dot;
  for (unsigned along = 1; along + 2 < width; along += 2) {
    const unsigned step = player == TT_PLAYER_SHORT ? 1 : width, start = along * step;
    const unsigned across = player == TT_PLAYER_SHORT ? width : 1;
    parent[root(parent, start)] = root(parent, start + 2 * step);
    parent[root(parent, start + (width - 1) * across)] = root(parent, start + 2 * step + (width - 1) * across);
  }
  for (size_t bridge = 0; bridge < model->count[player]; bridge++) {
    const struct segment at = model->built[player][bridge];
    parent[root(parent, (unsigned)at.from.y * width + (unsigned)at.from.x)] =
        root(parent, (unsigned)at.to.y * width + (unsigned)at.to.x);
  }
  const unsigned first = player == TT_PLAYER_SHORT ? 1 : width;
  const unsigned last = player == TT_PLAYER_SHORT ? (width - 1) * width + 1 : width + width - 1;
  return root(parent, first) == root(parent, last);
}

static enum tt_player model_winner(const struct model *model) {
  const bool blue = joins(model, TT_PLAYER_SHORT), red = joins(model, TT_PLAYER_CUT);
  assert_false(blue && red);
  return blue ? TT_PLAYER_SHORT : red ? TT_PLAYER_CUT : TT_PLAYER_NONE;
}

static bool stands(const struct model *model, enum tt_player player, struct segment bridge) {
  for (size_t index = 0; index < model->count[player]; index++) {
    if (same(model->built[player][index], bridge)) return true;
  }
  return false;
}

static bool model_legal(const struct model *model, enum tt_player player, struct segment bridge, bool rim) {
  if (is_rim(model->n, player, bridge) && !rim) return false;
  if (stands(model, player, bridge)) return false;
  const enum tt_player other = tt_opponent(player);
  for (size_t index = 0; index < model->count[other]; index++) {
    if (cross(model->built[other][index], bridge)) return false;
  }
  return true;
}

/* ---- Games ---- */

static struct tt_graph *board_graph(unsigned n) {
  char name[32];
  snprintf(name, sizeof name, "bridgit:%u", n);
  return support_graph(name);
}

static struct tt_game make_game(const struct tt_graph *graph, unsigned board, bool rim, enum tt_player first) {
  struct tt_game game;
  struct tt_error error;
  if (tt_game_make(&game, graph, board, rim, first, &error) != TT_OK) fail_msg("tt_game_make: %s", error.text);
  return game;
}

static void play(struct tt_game *game, size_t edge) {
  struct tt_error error;
  if (tt_game_play(game, edge, &error) != TT_OK) fail_msg("tt_game_play: %s", error.text);
}

static struct tt_dot dot_of(struct point point) {
  return (struct tt_dot){point.x, point.y};
}

/* On how many bridges do game and model differ about what may be played now? */
static size_t legality_differences(const struct tt_game *game, const struct model *model) {
  struct segment bridges[4 * MOST * MOST + 8 * MOST];
  const size_t count = all_bridges(model->n, game->turn, bridges);
  const bool over = model_winner(model) != TT_PLAYER_NONE;
  size_t differences = 0, legal = 0, said = 0;
  for (size_t bridge = 0; bridge < count; bridge++) {
    const size_t edge = tt_board_move(model->n, game->turn, dot_of(bridges[bridge].from), dot_of(bridges[bridge].to));
    assert_int_not_equal(edge, SIZE_MAX);
    const bool right = !over && model_legal(model, game->turn, bridges[bridge], game->rim);
    legal += right;
    differences += (tt_game_legal(game, edge, NULL) == TT_OK) != right;
  }
  for (size_t edge = 0; edge < tt_game_move_limit(game) + 9; edge++) said += tt_game_legal(game, edge, NULL) == TT_OK;
  return differences + (said != legal);
}

static size_t random_legal(const struct tt_game *game, struct support_random *random) {
  for (;;) {
    const size_t edge = support_below(random, (unsigned)tt_game_move_limit(game));
    if (tt_game_legal(game, edge, NULL) == TT_OK) return edge;
  }
}

/* ---- Geometry ---- */

static void bridges_and_edges(void **state) {
  (void)state;
  for (unsigned n = TT_BOARD_LEAST; n <= TT_BOARD_MOST; n += n < 7 ? 1 : 6) {
    struct tt_graph *const graph = board_graph(n);
    const size_t side_length = n - 1;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      const struct segment blue = blue_of_edge(graph, n, edge);
      const struct tt_bridge told = tt_board_bridge(n, TT_PLAYER_SHORT, edge);
      const struct tt_bridge red = tt_board_bridge(n, TT_PLAYER_CUT, edge);
      const struct segment blue_told = {{told.from.x, told.from.y}, {told.to.x, told.to.y}};
      const struct segment red_told = {{red.from.x, red.from.y}, {red.to.x, red.to.y}};
      assert_true(same(blue, blue_told) && cross(blue, red_told));
      assert_true(own_dot(n, TT_PLAYER_CUT, red_told.from) && own_dot(n, TT_PLAYER_CUT, red_told.to));
      assert_true(told.from.x + told.from.y < told.to.x + told.to.y);
      assert_int_equal(tt_board_move(n, TT_PLAYER_SHORT, told.to, told.from), edge);
      assert_int_equal(tt_board_move(n, TT_PLAYER_CUT, red.from, red.to), edge);
      assert_int_equal(tt_board_move(n, TT_PLAYER_CUT, told.from, told.to), SIZE_MAX);
    }
    for (size_t rim = 0; rim < 4 * side_length; rim++) {
      const enum tt_player owner = rim < 2 * side_length ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
      const struct tt_bridge told = tt_board_bridge(n, owner, graph->edge_count + rim);
      const struct segment bridge = {{told.from.x, told.from.y}, {told.to.x, told.to.y}};
      const int far = rim / side_length % 2 == 0 ? 0 : 2 * (int)n, along = 2 * (int)(rim % side_length) + 1;
      const struct point from = owner == TT_PLAYER_SHORT ? (struct point){along, far} : (struct point){far, along};
      assert_true(is_rim(n, owner, bridge) && same_point(bridge.from, from));
      assert_int_equal(tt_board_move(n, owner, told.to, told.from), graph->edge_count + rim);
    }
    tt_graph_free(graph);
  }
}

/* No two dots but neighbours of one colour make a move. */
static void no_other_moves(void **state) {
  (void)state;
  const unsigned n = 4;
  size_t moves = 0;
  for (int from = 0; from < 11 * 11; from++) {
    for (int to = 0; to < 11 * 11; to++) {
      const struct tt_dot one = {from % 11 - 1, from / 11 - 1}, other = {to % 11 - 1, to / 11 - 1};
      for (unsigned player = 0; player < 2; player++) {
        moves += tt_board_move(n, (enum tt_player)player, one, other) != SIZE_MAX;
      }
    }
  }
  assert_int_equal(moves, 2 * 2 * (25 + 2 * 3)); /* orders, players, edges and rims */
}

/* ---- Legality ---- */

static size_t differences_of_all_positions(void) {
  struct tt_graph *const graph = board_graph(2);
  size_t differences = 0;
  for (uint64_t number = 0; number < 243; number++) {
    for (unsigned player = 0; player < 2; player++) {
      for (unsigned rim = 0; rim < 2; rim++) {
        struct model model;
        tt_graph_set_number(graph, number, true);
        struct tt_game game = make_game(graph, 2, rim == 1, (enum tt_player)player);
        model_of(&model, &game);
        assert_int_equal(game.winner, model_winner(&model));
        differences += legality_differences(&game, &model);
        tt_game_free(&game);
      }
    }
  }
  tt_graph_free(graph);
  return differences;
}

/* A random game to its end, rim moves among the others; every ply is compared. */
static size_t differences_of_a_game(unsigned n, bool rim, struct support_random *random) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_game game = make_game(graph, n, rim, support_below(random, 2) == 0 ? TT_PLAYER_SHORT : TT_PLAYER_CUT);
  struct model model;
  model_of(&model, &game);
  size_t differences = legality_differences(&game, &model);
  while (game.winner == TT_PLAYER_NONE) {
    const enum tt_player player = game.turn;
    size_t edge;
    do edge = support_below(random, (unsigned)tt_game_move_limit(&game));
    while (tt_game_play(&game, edge, NULL) != TT_OK);
    const struct tt_bridge bridge = tt_board_bridge(n, player, edge);
    model.built[player][model.count[player]++] =
        (struct segment){{bridge.from.x, bridge.from.y}, {bridge.to.x, bridge.to.y}};
    assert_int_equal(game.turn, tt_opponent(player));
    assert_int_equal(game.winner, model_winner(&model));
    differences += legality_differences(&game, &model);
  }
  tt_game_free(&game);
  tt_graph_free(graph);
  return differences;
}

static size_t differences_of_games(unsigned games) {
  struct support_random random = {support_seed(61)};
  size_t differences = 0;
  for (unsigned game = 0; game < games; game++) {
    for (unsigned n = 2; n <= 7; n++) differences += differences_of_a_game(n, game % 2 == 1, &random);
  }
  return differences;
}

static void legality(void **state) {
  (void)state;
  assert_int_equal(differences_of_all_positions(), 0);
  assert_int_equal(differences_of_games(6), 0);
}

static void legality_broken(void **state) {
  (void)state;
  sabotage = CROSSING_ALLOWED;
  const size_t positions = differences_of_all_positions(), games = differences_of_games(1);
  sabotage = SOUND;
  assert_true(positions > 100 && games > 100);
}

/* ---- Who has won, and by what ---- */

/* Is it a chain of the winner's bridges, each beginning where the one before ended, from bank to bank? */
static bool is_chain(const struct tt_game *game, const size_t *edges, size_t count) {
  const int far = 2 * (int)game->board;
  const enum tt_player winner = game->winner;
  struct model model;
  model_of(&model, game);
  struct segment bridges[4 * MOST * MOST];
  for (size_t place = 0; place < count; place++) {
    const struct segment blue = blue_of_edge(game->graph, game->board, edges[place]);
    bridges[place] = winner == TT_PLAYER_SHORT ? blue : red_across(game->board, blue);
    if (!stands(&model, winner, bridges[place])) return false;
  }
  for (unsigned start = 0; start < 2 && count > 0; start++) { /* the first bridge either way round */
    struct point at = start == 0 ? bridges[0].from : bridges[0].to;
    bool right = (winner == TT_PLAYER_SHORT ? at.y : at.x) == 0;
    for (size_t place = 0; place < count && right; place++) {
      const struct segment bridge = bridges[place];
      right = same_point(bridge.from, at) || same_point(bridge.to, at);
      at = same_point(bridge.from, at) ? bridge.to : bridge.from;
    }
    if (right && (winner == TT_PLAYER_SHORT ? at.y : at.x) == far) return true;
  }
  return false;
}

static bool full_board_right(struct tt_graph *graph, unsigned n) {
  struct tt_game game = make_game(graph, n, false, TT_PLAYER_SHORT);
  struct model model;
  size_t path[2 * MOST * MOST], count;
  struct tt_error error;
  model_of(&model, &game);
  const enum tt_player winner = model_winner(&model);
  bool right = winner != TT_PLAYER_NONE && game.winner == winner;
  right = right && tt_game_winning_path(&game, path, &count, &error) == TT_OK && is_chain(&game, path, count);
  right = right && tt_game_legal(&game, 0, NULL) == TT_BAD_INPUT;
  tt_game_free(&game);
  return right;
}

static size_t full_boards_wrong(unsigned n, size_t randomly) {
  struct tt_graph *const graph = board_graph(n);
  struct support_random random = {support_seed(62) + n};
  const size_t fillings = randomly > 0 ? randomly : (size_t)1 << graph->edge_count;
  size_t wrong = 0;
  for (size_t filling = 0; filling < fillings; filling++) {
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      const bool secured = randomly > 0 ? support_below(&random, 2) == 0 : (filling >> edge & 1) != 0;
      graph->states[edge] = secured ? TT_SECURED : TT_DELETED;
    }
    wrong += !full_board_right(graph, n);
  }
  tt_graph_free(graph);
  return wrong;
}

static void one_winner(void **state) {
  (void)state;
  assert_int_equal(full_boards_wrong(2, 0), 0);
  assert_int_equal(full_boards_wrong(3, 0), 0);
  for (unsigned n = 4; n <= MOST; n += 4) assert_int_equal(full_boards_wrong(n, 40), 0);
}

static void one_winner_broken(void **state) {
  (void)state;
  sabotage = CHAIN_TOO_SHORT;
  const size_t wrong = full_boards_wrong(3, 0);
  sabotage = SOUND;
  assert_int_equal(wrong, 8192);
}

/* Do the marked edges separate A and B if all others are there? */
static bool separates(const struct tt_graph *graph, uint32_t deleted) {
  bool reached[32] = {false};
  reached[graph->terminal_a] = true;
  for (uint32_t round = 0; round < graph->vertex_count; round++) {
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      const struct tt_edge ends = graph->edges[edge];
      if ((deleted >> edge & 1) != 0) continue;
      if (reached[ends.u] || reached[ends.v]) reached[ends.u] = reached[ends.v] = true;
    }
  }
  return !reached[graph->terminal_b];
}

/* On any graph: the winner by reachability, the smallest cut by looking at all sets of deleted edges. */
static void winners_on_graphs(void **state) {
  (void)state;
  const uint64_t seed = support_seed(63);
  size_t cuts = 0, paths = 0;
  for (uint64_t trial = 0; trial < 3000; trial++) {
    struct tt_graph *const graph = support_random_graph(seed + trial, 7, 11);
    struct support_random random = {seed ^ trial};
    uint32_t deleted = 0, unsecured = 0, found = 0;
    size_t edges[12], count;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      if (trial % 3 > 0) graph->states[edge] = support_below(&random, 2) == 0 ? TT_SECURED : TT_DELETED;
      if (graph->states[edge] == TT_DELETED) deleted |= UINT32_C(1) << edge;
      if (graph->states[edge] != TT_SECURED) unsecured |= UINT32_C(1) << edge;
    }
    struct tt_game game = make_game(graph, 0, false, TT_PLAYER_CUT);
    const bool cut = separates(graph, deleted), joined = !separates(graph, unsecured);
    assert_int_equal(game.winner, joined ? TT_PLAYER_SHORT : cut ? TT_PLAYER_CUT : TT_PLAYER_NONE);
    assert_int_equal(tt_game_winning_path(&game, edges, &count, NULL), TT_OK);
    for (size_t place = 0; place < count; place++) found |= UINT32_C(1) << edges[place];
    if (cut) {
      unsigned smallest = 99;
      for (uint32_t set = deleted;; set = (set - 1) & deleted) {
        const unsigned size = (unsigned)__builtin_popcount(set);
        if (size < smallest && separates(graph, set)) smallest = size;
        if (set == 0) break;
      }
      assert_true((found & ~deleted) == 0 && separates(graph, found));
      assert_int_equal(count, smallest);
      cuts += smallest > 1;
    } else if (joined) {
      assert_true((found & unsecured) == 0 && !separates(graph, ~found));
      paths += count > 1;
    } else {
      assert_int_equal(count, 0);
    }
    tt_game_free(&game);
    tt_graph_free(graph);
  }
  if (cuts < 100 || paths < 100) fail_msg("%zu cuts, %zu paths", cuts, paths);
}

/* ---- Undo, resignation, copies, the favourite ---- */

static void undo_and_copy(void **state) {
  (void)state;
  struct support_random random = {support_seed(64)};
  struct tt_graph *const graph = board_graph(5);
  struct tt_game game = make_game(graph, 5, true, TT_PLAYER_CUT), copy;
  assert_false(tt_game_undo(&game));
  while (game.winner == TT_PLAYER_NONE) play(&game, random_legal(&game, &random));
  assert_int_equal(tt_game_copy(&copy, &game, NULL), TT_OK);
  while (tt_game_undo(&game)) assert_int_equal(game.winner, TT_PLAYER_NONE);
  assert_int_equal(game.turn, TT_PLAYER_CUT);
  assert_memory_equal(game.graph->states, graph->states, graph->edge_count);
  for (size_t move = 0; move < copy.move_count; move++) {
    assert_int_equal(copy.moves[move].player, game.turn);
    play(&game, copy.moves[move].edge);
  }
  assert_int_equal(game.winner, copy.winner);
  assert_memory_equal(game.graph->states, copy.graph->states, graph->edge_count);
  tt_game_undo(&copy);
  const enum tt_player turn = copy.turn;
  tt_game_resign(&copy);
  assert_true(copy.winner == tt_opponent(turn) && copy.resigned && copy.turn == turn);
  const size_t moves = copy.move_count;
  assert_true(tt_game_undo(&copy));
  assert_true(copy.winner == TT_PLAYER_NONE && !copy.resigned && copy.move_count == moves && copy.turn == turn);
  tt_game_free(&copy);
  tt_game_free(&game);
  tt_graph_free(graph);
}

/* Who wins a position by playing it out, the player to move moving. */
static enum tt_player favourite_by_play(const struct tt_game *game) {
  struct tt_verdict verdict;
  struct tt_error error;
  if (game->winner != TT_PLAYER_NONE) return game->winner;
  if (tt_witness_ask(&tt_witness_playout, game->graph, &verdict, &error) != TT_OK) fail_msg("%s", error.text);
  const bool blue = game->turn == TT_PLAYER_SHORT ? verdict.short_wins_first : verdict.short_wins_second;
  return blue ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
}

static void favourites(void **state) {
  (void)state;
  struct support_random random = {support_seed(65)};
  unsigned seen[2] = {0, 0};
  for (unsigned trial = 0; trial < 150; trial++) {
    struct tt_graph *const graph = trial % 3 == 0 ? support_random_graph(trial, 6, 9) : board_graph(2 + trial % 2);
    const unsigned board = trial % 3 == 0 ? 0 : 2 + trial % 2;
    struct tt_game game =
        make_game(graph, board, board != 0 && trial % 2 == 0, trial % 4 < 2 ? TT_PLAYER_SHORT : TT_PLAYER_CUT);
    enum tt_player favourite;
    while (game.winner == TT_PLAYER_NONE) {
      if (!game.rim || board == 2) { /* a pass to come changes nothing: no move hurts its maker */
        assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
        assert_int_equal(favourite, favourite_by_play(&game));
        seen[favourite]++;
      }
      play(&game, random_legal(&game, &random));
    }
    size_t ply, lost_at = SIZE_MAX;
    const enum tt_player winner = game.winner;
    assert_int_equal(tt_game_turning_point(&game, &ply, NULL), TT_OK);
    while (lost_at == SIZE_MAX && tt_game_undo(&game)) {
      if (favourite_by_play(&game) != winner) lost_at = game.move_count;
    }
    assert_int_equal(ply, lost_at);
    tt_game_free(&game);
    tt_graph_free(graph);
  }
  assert_true(seen[0] > 100 && seen[1] > 100);
}

/* ---- Plans ---- */

/* On a board: two disjoint sets of the winner's bridges, each a tree once what stands is counted as one, that reach the
 * same dots and both banks. By dots and segments. */
static bool trees_right(const struct tt_plan *plan) {
  const struct tt_game *const game = &plan->after;
  const unsigned width = 2 * game->board + 1;
  bool reached[2][(2 * MOST + 1) * (2 * MOST + 1)];
  for (unsigned set = 1; set <= 2; set++) {
    struct model with;
    model_of(&with, game);
    unsigned parent[(2 * MOST + 1) * (2 * MOST + 1)];
    for (unsigned dot = 0; dot < width * width; dot++) parent[dot] = dot;
    const unsigned along = plan->winner == TT_PLAYER_SHORT ? 1 : width,
                   across = plan->winner == TT_PLAYER_SHORT ? width : 1;
    for (unsigned dot = 1; dot + 2 < width; dot += 2) {
      parent[root(parent, dot * along)] = root(parent, (dot + 2) * along);
      parent[root(parent, dot * along + (width - 1) * across)] = root(parent, (dot + 2) * along + (width - 1) * across);
    }
    for (size_t bridge = 0; bridge < with.count[plan->winner]; bridge++) {
      const struct segment at = with.built[plan->winner][bridge];
      parent[root(parent, (unsigned)at.from.y * width + (unsigned)at.from.x)] =
          root(parent, (unsigned)at.to.y * width + (unsigned)at.to.x);
    }
    for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
      if (plan->set[edge] != set) continue;
      if (game->graph->states[edge] != TT_UNDECIDED) return false;
      const struct segment blue = blue_of_edge(game->graph, game->board, edge);
      const struct segment at = plan->winner == TT_PLAYER_SHORT ? blue : red_across(game->board, blue);
      const unsigned from = root(parent, (unsigned)at.from.y * width + (unsigned)at.from.x);
      const unsigned to = root(parent, (unsigned)at.to.y * width + (unsigned)at.to.x);
      if (from == to) return false; /* a cycle */
      parent[from] = to;
    }
    const unsigned bank = root(parent, along);
    if (bank != root(parent, along + (width - 1) * across)) return false;
    for (unsigned dot = 0; dot < width * width; dot++) reached[set - 1][dot] = root(parent, dot) == bank;
    for (size_t edge = 0; edge < game->graph->edge_count; edge++) { /* nothing lies apart */
      if (plan->set[edge] != set) continue;
      const struct segment blue = blue_of_edge(game->graph, game->board, edge);
      const struct point dot = plan->winner == TT_PLAYER_SHORT ? blue.from : red_across(game->board, blue).from;
      if (!reached[set - 1][(unsigned)dot.y * width + (unsigned)dot.x]) return false;
    }
  }
  return memcmp(reached[0], reached[1], width * width * sizeof reached[0][0]) == 0;
}

/* A move that wins for the player to move, by trying all. */
static size_t winning_move(struct tt_game *game) {
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    enum tt_player favourite;
    if (tt_game_play(game, edge, NULL) != TT_OK) continue;
    assert_int_equal(tt_game_favourite(game, &favourite, NULL), TT_OK);
    tt_game_undo(game);
    if (favourite == game->turn) return edge;
  }
  fail_msg("no move wins");
  return SIZE_MAX;
}

/* The loser plays at random, the winner by tt_plan_reply alone, and where that leaves the choice takes the first edge
 * of the sets. Who wins? */
static enum tt_player winner_by_plan(struct tt_plan *plan, struct support_random *random) {
  struct tt_game *const game = &plan->after;
  while (game->winner == TT_PLAYER_NONE) {
    const size_t taken = random_legal(game, random);
    size_t reply;
    assert_int_equal(tt_plan_reply(plan, taken, &reply, NULL), TT_OK);
    play(game, taken);
    plan->set[taken] = 0;
    for (unsigned set = 1; set <= 4 && reply == SIZE_MAX; set++) {
      for (size_t edge = 0; edge < game->graph->edge_count && reply == SIZE_MAX; edge++) {
        if (plan->set[edge] == set % 4 && game->graph->states[edge] == TT_UNDECIDED) reply = edge;
      }
    }
    if (game->winner != TT_PLAYER_NONE) break;
    play(game, reply);
    plan->set[reply] = 0;
  }
  return game->winner;
}

/* Random positions on boards and graphs; returns how many games the plan did not win. */
static unsigned plans_that_fail(unsigned trials, unsigned *wins) {
  struct support_random random = {support_seed(66)};
  unsigned failed = 0;
  for (unsigned trial = 0; trial < trials; trial++) {
    const unsigned board = trial % 2 == 0 ? 0 : 2 + support_below(&random, 6);
    struct tt_graph *const graph = board == 0 ? support_random_graph(support_next(&random), 8, 18) : board_graph(board);
    struct tt_game game = make_game(graph, board, false, trial % 4 < 2 ? TT_PLAYER_SHORT : TT_PLAYER_CUT);
    for (unsigned moves = support_below(&random, 6 + 2 * board); moves > 0 && game.winner == TT_PLAYER_NONE; moves--) {
      play(&game, random_legal(&game, &random));
    }
    enum tt_player favourite;
    struct tt_plan plan;
    struct tt_error error;
    assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
    if (game.winner == TT_PLAYER_NONE) {
      const size_t opening = favourite == game.turn ? winning_move(&game) : SIZE_MAX;
      if (tt_plan_make(&plan, &game, opening, &error) != TT_OK) fail_msg("%s", error.text);
      assert_int_equal(plan.winner, favourite);
      if (board != 0 && plan.after.winner == TT_PLAYER_NONE) assert_true(trees_right(&plan));
      failed += winner_by_plan(&plan, &random) != favourite;
      wins[favourite]++;
      tt_plan_free(&plan);
    } else {
      assert_int_equal(tt_plan_make(&plan, &game, 0, &error), TT_BAD_INPUT);
    }
    tt_game_free(&game);
    tt_graph_free(graph);
  }
  return failed;
}

static void plans(void **state) {
  (void)state;
  unsigned wins[2] = {0, 0};
  assert_int_equal(plans_that_fail(600, wins), 0);
  assert_true(wins[0] > 80 && wins[1] > 80);
}

/* Positions that play would hardly reach, with dots of Red's that are cut off from the banks. */
static void plans_of_any_position(void **state) {
  (void)state;
  struct support_random random = {support_seed(69)};
  unsigned seen[2] = {0, 0};
  for (unsigned trial = 0; trial < 4000; trial++) {
    const unsigned board = 2 + support_below(&random, 8), decided = 10 + support_below(&random, 60);
    struct tt_graph *const graph = board_graph(board);
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      if (support_below(&random, 100) < decided) graph->states[edge] = (uint8_t)(1 + support_below(&random, 2));
    }
    struct tt_game game = make_game(graph, board, false, TT_PLAYER_SHORT);
    enum tt_player favourite;
    assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
    game.turn = tt_opponent(favourite); /* a position that the favourite wins moving second, where there is one */
    assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
    if (game.winner == TT_PLAYER_NONE && favourite != game.turn) {
      struct tt_plan plan;
      assert_int_equal(tt_plan_make(&plan, &game, SIZE_MAX, NULL), TT_OK);
      assert_true(trees_right(&plan));
      seen[favourite]++;
      tt_plan_free(&plan);
    }
    tt_game_free(&game);
    tt_graph_free(graph);
  }
  assert_true(seen[0] > 500 && seen[1] > 500);
}

static void plans_broken(void **state) {
  (void)state;
  unsigned wins[2] = {0, 0};
  sabotage = WRONG_REPLIES;
  const unsigned failed = plans_that_fail(600, wins);
  sabotage = SOUND;
  assert_true(failed > 50);
}

/* An opening that throws the win away is refused. */
static void plan_of_a_blunder(void **state) {
  (void)state;
  struct tt_graph *const graph = board_graph(3);
  struct tt_game game = make_game(graph, 3, false, TT_PLAYER_SHORT);
  struct tt_plan plan;
  struct tt_error error;
  play(&game, 0); /* a corner, and Red's answer beside it: some of Blue's moves now lose */
  play(&game, 4);
  const size_t good = winning_move(&game);
  unsigned refused = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    enum tt_player favourite;
    if (tt_game_legal(&game, edge, NULL) != TT_OK) continue;
    play(&game, edge);
    assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
    tt_game_undo(&game);
    const enum tt_status expected = favourite == TT_PLAYER_SHORT ? TT_OK : TT_REFUTED;
    assert_int_equal(tt_plan_make(&plan, &game, edge, &error), expected);
    refused += expected == TT_REFUTED;
    if (expected == TT_OK) tt_plan_free(&plan);
  }
  assert_true(refused > 0);
  assert_int_equal(tt_game_legal(&game, good, NULL), TT_OK);
  tt_game_free(&game);
  tt_graph_free(graph);
}

/* ---- Words ---- */

/* Reads the words and returns "ok N", or what is wrong with them or the move. */
static const char *read_and_judge(const struct tt_game *game, const char *text) {
  static char answer[300];
  struct tt_error error;
  size_t edge;
  if (tt_move_read(game, text, &edge, &error) != TT_OK || tt_game_legal(game, edge, &error) != TT_OK) {
    snprintf(answer, sizeof answer, "%s", error.text);
  } else {
    snprintf(answer, sizeof answer, "ok %zu", edge);
  }
  return answer;
}

struct words {
  const char *text, *answer;
};

static void check_words(const struct tt_game *game, const struct words *words) {
  for (; words->text != NULL; words++) assert_string_equal(read_and_judge(game, words->text), words->answer);
}

static void words_on_boards(void **state) {
  (void)state;
  static const struct words blue[] = {
      {"A1 A2", "ok 0"},
      {"a2a1", "ok 0"},
      {" b 2 - B3 ", "ok 6"},
      {"B3,b2\r", "ok 6"},
      {"A002>A01", "ok 0"},
      {"C1 C2", "C1 C2 has a bridge of Blue's already: each is built once"},
      {"B1 B2", "B1 B2 would cross Red's bridge A2 A3: bridges never cross"},
      {"A1 B1", "A1 B1 lies along Blue's own bank, whose dots are joined already: no move here"},
      {"C4 B4", "B4 C4 lies along Blue's own bank, whose dots are joined already: no move here"},
      {"A1 A3", "A1 and A3 are not neighbours: a bridge joins two dots one step apart, as A1 A2"},
      {"A1 A1", "A1 and A1 are not neighbours: a bridge joins two dots one step apart, as A1 A2"},
      {"D1 C1", "Blue has no dot D1: expected dots from A1 to C4"},
      {"A0 A1", "Blue has no dot A0: expected dots from A1 to C4"},
      {"A5 A4", "Blue has no dot A5: expected dots from A1 to C4"},
      {"A99999999999999999999 A1", "Blue has no dot A9999: expected dots from A1 to C4"},
      {"", "\"\": expected two dots of Blue's, as in A1 A2"},
      {"A1", "\"A1\": expected two dots of Blue's, as in A1 A2"},
      {"A1 A2 A3", "\"A1 A2 A3\": expected two dots of Blue's, as in A1 A2"},
      {"1A 2A", "\"1A 2A\": expected two dots of Blue's, as in A1 A2"},
      {"A1 A2!", "\"A1 A2!\": expected two dots of Blue's, as in A1 A2"},
      {"\303\2011 A2", "\"\303\2011 A2\": expected two dots of Blue's, as in A1 A2"},
      {NULL, NULL}};
  static const struct words red[] = {{"A1 A2", "A1 A2 would cross Blue's bridge A1 A2: bridges never cross"},
                                     {"A2 A3", "A2 A3 has a bridge of Red's already: each is built once"},
                                     {"C4 C3", "ok 12"},
                                     {"C5 C4", "Red has no dot C5: expected dots from A1 to C4"},
                                     {"B1 A1", "ok 17"},
                                     {NULL, NULL}};
  struct tt_graph *const graph = board_graph(3);
  struct tt_game game = make_game(graph, 3, false, TT_PLAYER_SHORT);
  play(&game, 2);
  play(&game, 1);
  check_words(&game, blue);
  tt_game_free(&game);
  game = make_game(graph, 3, true, TT_PLAYER_CUT);
  play(&game, 1);
  play(&game, 0);
  check_words(&game, red);
  play(&game, 17);
  play(&game, 13);
  assert_string_equal(read_and_judge(&game, "A1 B1"), "A1 B1 has a bridge already: each is built once");
  assert_int_equal(tt_game_legal(&game, 14, NULL), TT_BAD_INPUT); /* Blue's bank */
  tt_game_free(&game);
  tt_graph_free(graph);
}

static void words_on_graphs(void **state) {
  (void)state;
  static const struct words short_words[] = {
      {"0", "edge 0 (home-bridge) is secured already: only undecided edges are played"},
      {" 01 ", "edge 1 (home-ferry) is deleted already: only undecided edges are played"},
      {"2", "ok 2"},
      {"ferry bridge", "ok 2"},
      {"bridge - ferry", "ok 2"},
      {"bridge-ferry", "ok 2"},
      {"work,north-pier", "ok 5"},
      {"north-pier-work", "ok 5"},
      {"home home", "no edge joins home and home: expected an edge, as 2"},
      {"home work", "no edge joins home and work: expected an edge, as 2"},
      {"home bridge", "edge 0 (home-bridge) is secured already: only undecided edges are played"},
      {"7", "there is no edge of that number: expected one from 0 to 6"},
      {"99999999999999999999999", "there is no edge of that number: expected one from 0 to 6"},
      {"-1", "\"-1\": expected an edge's number, as 2, or its two ends"},
      {"home", "\"home\": expected an edge's number, as 2, or its two ends"},
      {"Home bridge", "\"Home bridge\": expected an edge's number, as 2, or its two ends"},
      {"home bridge work", "\"home bridge work\": expected an edge's number, as 2, or its two ends"},
      {"", "\"\": expected an edge's number, as 2, or its two ends"},
      {"bridge work", "ok 4"},
      {NULL, NULL}};
  struct tt_graph *const graph = support_parse(
      "terminals home work\nhome bridge secured\nhome ferry deleted\nbridge ferry\nbridge work deleted\nbridge work\n"
      "north-pier work\nferry north-pier\n");
  struct tt_game game = make_game(graph, 0, false, TT_PLAYER_SHORT);
  check_words(&game, short_words);
  tt_game_free(&game);
  tt_graph_free(graph);
}

/* ---- Files ---- */

static enum tt_status open_named(struct tt_graph **graph, const char *name, struct tt_error *error) {
  bool known;
  const enum tt_status status = tt_graph_named(graph, name, &known, error);
  return status == TT_OK && !known ? tt_fail(error, TT_BAD_INPUT, "%s: no such graph", name) : status;
}

static enum tt_status load_text(struct tt_game *game, const char *text, size_t size, struct tt_error *error) {
  FILE *const stream = tmpfile();
  assert_non_null(stream);
  fwrite(text, 1, size, stream);
  rewind(stream);
  const enum tt_status status = tt_game_load(game, stream, "kept", open_named, error);
  fclose(stream);
  return status;
}

static char *save_text(const struct tt_game *game, size_t *size) {
  char *text = NULL;
  struct tt_error error;
  FILE *const stream = open_memstream(&text, size);
  assert_non_null(stream);
  if (tt_game_save(stream, game, &error) != TT_OK) fail_msg("%s", error.text);
  fclose(stream);
  return text;
}

static void assert_same_game(const struct tt_game *one, const struct tt_game *other) {
  assert_int_equal(one->board, other->board);
  assert_int_equal(one->rim, other->rim);
  assert_int_equal(one->turn, other->turn);
  assert_int_equal(one->winner, other->winner);
  assert_int_equal(one->resigned, other->resigned);
  assert_int_equal(one->start_secured, other->start_secured);
  assert_int_equal(one->start_deleted, other->start_deleted);
  assert_int_equal(one->move_count, other->move_count);
  assert_string_equal(one->graph->name, other->graph->name);
  assert_memory_equal(one->graph->states, other->graph->states, one->graph->edge_count);
  for (unsigned player = 0; player < 2; player++) {
    assert_string_equal(one->played_by[player], other->played_by[player]);
  }
  for (size_t move = 0; move < one->move_count; move++) {
    assert_int_equal(one->moves[move].edge, other->moves[move].edge);
    assert_int_equal(one->moves[move].player, other->moves[move].player);
  }
}

/* A game on a board or a graph, from some position, cut short somewhere or resigned. */
static struct tt_game some_game(unsigned trial, struct support_random *random) {
  static const char *const names[] = {"k5", "grid:3x4", "bridge"};
  const unsigned board = trial % 3 == 0 ? 0 : 2 + support_below(random, 6);
  struct tt_graph *const graph = board == 0 ? support_graph(names[trial % 9 / 3]) : board_graph(board);
  for (size_t edge = 0; edge < graph->edge_count && trial % 4 == 1; edge++) {
    if (support_below(random, 8) == 0) graph->states[edge] = (uint8_t)(1 + support_below(random, 2));
  }
  struct tt_game game = make_game(graph, board, board != 0 && trial % 2 == 1, (enum tt_player)(trial / 2 % 2));
  for (unsigned moves = support_below(random, 40); moves > 0 && game.winner == TT_PLAYER_NONE; moves--) {
    play(&game, random_legal(&game, random));
  }
  if (trial % 5 == 0) tt_game_resign(&game);
  if (trial % 3 > 0) strcpy(game.played_by[trial % 2], trial % 7 == 0 ? "human" : tt_engine_at(trial % 7)->name);
  tt_graph_free(graph);
  return game;
}

static void round_trips(void **state) {
  (void)state;
  struct support_random random = {support_seed(67)};
  for (unsigned trial = 0; trial < 300; trial++) {
    struct tt_game game = some_game(trial, &random), again;
    struct tt_error error;
    size_t size;
    char *const text = save_text(&game, &size);
    if (load_text(&again, text, size, &error) != TT_OK) fail_msg("%s\n%s", error.text, text);
    assert_same_game(&game, &again);
    tt_game_free(&again);
    /* Torn at any byte it is refused, by path and line. */
    for (size_t cut = 0; cut < size; cut += trial < 30 ? 1 : 13) {
      assert_int_equal(load_text(&again, text, cut, &error), TT_BAD_INPUT);
      assert_int_equal(strncmp(error.text, "kept:", 5), 0);
      assert_true(error.text[5] >= '1' && error.text[5] <= '9');
    }
    free(text);
    tt_game_free(&game);
  }
}

/* Saves with bytes changed are refused in one line, or are games by the rules. */
static void garbage(void **state) {
  (void)state;
  struct support_random random = {support_seed(68)};
  unsigned refused = 0, taken = 0;
  for (unsigned trial = 0; trial < 4000; trial++) {
    struct tt_game game = some_game(trial, &random), again;
    struct tt_error error;
    size_t size;
    char *const text = save_text(&game, &size);
    for (unsigned changes = 1 + support_below(&random, 3); changes > 0; changes--) {
      const size_t at = support_below(&random, (unsigned)size);
      text[at] = trial % 2 == 0 ? (char)support_below(&random, 256) : text[support_below(&random, (unsigned)size)];
    }
    if (load_text(&again, text, size, &error) == TT_OK) {
      while (tt_game_undo(&again)) {
      }
      tt_game_free(&again);
      taken++;
    } else {
      assert_int_equal(error.status, TT_BAD_INPUT);
      assert_int_equal(strncmp(error.text, "kept:", 5), 0);
      refused++;
    }
    free(text);
    tt_game_free(&game);
  }
  assert_true(refused > 1000 && taken > 10);
}

static void refusals(void **state) {
  (void)state;
  static const struct words cases[] = {
      {"", "kept:1: an empty file: expected a saved game, \"twotrees-game 1\""},
      {"# nothing\n\n", "kept:3: an empty file: expected a saved game, \"twotrees-game 1\""},
      {"terminals A B\n", "kept:1: not a saved game: expected \"twotrees-game 1\" first"},
      {"twotrees-game 2\n", "kept:1: a saved game of another version: expected version 1"},
      {"twotrees-game 1\n", "kept:2: the file ends: expected \"board N\" or \"graph NAME\""},
      {"twotrees-game 1\nboard 27\n", "kept:2: expected \"board N\", N from 2 to 26, or \"graph NAME\""},
      {"twotrees-game 1\nboard 3x\n", "kept:2: expected \"board N\", N from 2 to 26, or \"graph NAME\""},
      {"twotrees-game 1\ngraph\n", "kept:2: expected \"board N\", N from 2 to 26, or \"graph NAME\""},
      {"twotrees-game 1\ngraph nowhere\n", "kept:2: nowhere: no such graph"},
      {"twotrees-game 1\nboard 2\n", "kept:3: expected a line \"first blue\" or \"first red\" before"},
      {"twotrees-game 1\nboard 2\nfirst green\n", "kept:3: expected \"first blue\" or \"first red\""},
      {"twotrees-game 1\nboard 2\nposition uuu\n",
       "kept:3: a position of bridgit:2 has one letter an edge: expected 5 of u, s, d, found 3"},
      {"twotrees-game 1\nboard 2\nmoves x\n", "kept:3: expected \"moves N\", how many moves follow"},
      {"twotrees-game 1\nboard 2\nrim on\n",
       "kept:3: \"rim\": expected position, rim, blue, red, first, moves, move or resigned"},
      {"twotrees-game 1\nboard 2\nred best\n", "kept:3: \"red best\": expected human or a level, as perfect"},
      {"twotrees-game 1\nboard 2\nblue\n", "kept:3: \"blue \": expected human or a level, as perfect"},
      {"twotrees-game 1\nboard 2\nmoves 1\nfirst red\n", "kept:5: the file ends after 0 moves: expected 1"},
      {"twotrees-game 1\ngraph k4\nrim\nfirst cut\n", "kept:5: k4 has no rim: expected a board, bridgit:N"},
      {"twotrees-game 1\nboard 2\nfirst red\nmove blue A1 A2\n", "kept:4: it is Red's turn, not Blue's"},
      {"twotrees-game 1\nboard 2\nfirst red\nmove A1 A2\n", "kept:4: \"A1\": expected a player, red"},
      {"twotrees-game 1\nboard 2\nfirst red\nmove\n", "kept:4: \"\": expected a player, red"},
      {"twotrees-game 1\nboard 2\nfirst blue\nmove blue A1 A2\nrim\n", "kept:5: \"rim\": expected move or resigned"},
      {"twotrees-game 1\nboard 2\nfirst blue\nmove blue A1 A2\nmove red A1 A2\n",
       "kept:5: A1 A2 would cross Blue's bridge A1 A2: bridges never cross"},
      {"twotrees-game 1\nboard 2\nfirst blue\nmove blue A1 C2\n",
       "kept:4: Blue has no dot C2: expected dots from A1 to "
       "B3"},
      {"twotrees-game 1\nboard 2\nfirst blue\nresigned blue\nmove red A1 A2\n",
       "kept:5: the game is over already: Red has won"},
      {"twotrees-game 1\nboard 2\nfirst blue\nmove blue A1 A2", "kept:4: the file is cut off in this line"},
      {NULL, NULL}};
  struct tt_game game;
  struct tt_error error;
  for (const struct words *at = cases; at->text != NULL; at++) {
    assert_int_equal(load_text(&game, at->text, strlen(at->text), &error), TT_BAD_INPUT);
    assert_string_equal(error.text, at->answer);
  }
  assert_int_equal(load_text(&game, "twotrees-game 1\nboard\0 2\n", 25, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "kept:2: a zero byte: expected text");
  const char *const loose =
      "# by hand\n\ntwotrees-game 1 \n\tboard  2\r\n first cut\n# so\nmove cut a1a2\nmove short b1 B2\n";
  if (load_text(&game, loose, strlen(loose), &error) != TT_OK) fail_msg("%s", error.text);
  assert_int_equal(game.move_count, 2);
  tt_game_free(&game);
}

static void boards_refused(void **state) {
  (void)state;
  struct tt_graph *const graph = board_graph(3), *const big = board_graph(27);
  struct tt_game game;
  struct tt_error error;
  assert_int_equal(tt_game_make(&game, graph, 4, false, TT_PLAYER_SHORT, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "bridgit:3 is no board of size 4: expected bridgit:N, N from 2 to 26");
  assert_int_equal(tt_game_make(&game, big, 27, false, TT_PLAYER_SHORT, &error), TT_BAD_INPUT);
  assert_int_equal(tt_game_make(&game, graph, 0, true, TT_PLAYER_SHORT, &error), TT_BAD_INPUT);
  graph->edges[5] = (struct tt_edge){2, 4};
  assert_int_equal(tt_game_make(&game, graph, 3, false, TT_PLAYER_SHORT, &error), TT_BAD_INPUT);
  tt_graph_free(graph);
  tt_graph_free(big);
}

/* xorshift64*: the first numbers from state 1, by the definition in exact arithmetic (Vigna 2016). */
static void random_numbers(void **state) {
  (void)state;
  uint64_t random = 1, zero = 0;
  uint64_t x = 1;
  for (unsigned step = 0; step < 100; step++) {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    assert_int_equal(tt_random_next(&random), x * UINT64_C(2685821657736338717));
  }
  assert_int_not_equal(tt_random_next(&zero), tt_random_next(&zero));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bridges_and_edges),
      cmocka_unit_test(no_other_moves),
      cmocka_unit_test(legality),
      cmocka_unit_test(legality_broken),
      cmocka_unit_test(one_winner),
      cmocka_unit_test(one_winner_broken),
      cmocka_unit_test(winners_on_graphs),
      cmocka_unit_test(undo_and_copy),
      cmocka_unit_test(favourites),
      cmocka_unit_test(plans),
      cmocka_unit_test(plans_of_any_position),
      cmocka_unit_test(plans_broken),
      cmocka_unit_test(plan_of_a_blunder),
      cmocka_unit_test(words_on_boards),
      cmocka_unit_test(words_on_graphs),
      cmocka_unit_test(round_trips),
      cmocka_unit_test(garbage),
      cmocka_unit_test(refusals),
      cmocka_unit_test(boards_refused),
      cmocka_unit_test(random_numbers),
  };
  return cmocka_run_group_tests_name("play", tests, NULL, NULL);
}
