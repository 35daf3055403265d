/* test_engines.c: the levels against what they promise.
 *
 * Distances against relaxation until nothing changes, Red's dots joined by tt_board_move; Cut's distance by Red's dots
 * against a smallest cut; medium, hard and hard3 against minimax that plays every line out; voltages against dense
 * elimination and, on boards, against the dual network; the shortest game that `shannon` loses against plain search;
 * `perfect` over every line of the boards of size 2 and 3, against naive play, and in random games against every level.
 * Each comparison is also shown something wrong and has to see it. Memory that runs out at any moment, and equations
 * that are not solved, are errors. TT_LONG=1 plays the long matches. */
// wrap: malloc calloc realloc strdup cs_di_spalloc cs_di_compress cs_di_cholsol
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <suitesparse/cs.h>
#pragma GCC diagnostic pop

#include "play/engine.h"
#include "tests/naive.h"
#include "tests/support.h"
#include "treetest/treetest.h"

enum { SEED = 20260611, MOST_EDGES = 200, MOST_DOTS = 128, BUDGET = 2000 };

/* ---- Allocations and calls of CXSparse, one of which fails ---- */

static size_t calls, failing;

static bool call_fails(void) {
  return ++calls == failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
cs_di *__real_cs_di_spalloc(int rows, int columns, int entries, int values, int triplet);
cs_di *__real_cs_di_compress(const cs_di *entries);
int __real_cs_di_cholsol(int order, const cs_di *matrix, double *right);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
cs_di *__wrap_cs_di_spalloc(int rows, int columns, int entries, int values, int triplet);
cs_di *__wrap_cs_di_compress(const cs_di *entries);
int __wrap_cs_di_cholsol(int order, const cs_di *matrix, double *right);
void *__wrap_malloc(size_t size) {
  return call_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return call_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return call_fails() ? NULL : __real_realloc(old, size);
}
char *__wrap_strdup(const char *text) {
  return call_fails() ? NULL : __real_strdup(text);
}
cs_di *__wrap_cs_di_spalloc(int rows, int columns, int entries, int values, int triplet) {
  return call_fails() ? NULL : __real_cs_di_spalloc(rows, columns, entries, values, triplet);
}
cs_di *__wrap_cs_di_compress(const cs_di *entries) {
  return call_fails() ? NULL : __real_cs_di_compress(entries);
}
int __wrap_cs_di_cholsol(int order, const cs_di *matrix, double *right) {
  return call_fails() ? 0 : __real_cs_di_cholsol(order, matrix, right);
}

static void ok(enum tt_status status, const struct tt_error *error) {
  if (status != TT_OK) fail_msg("%s", error->text);
}

static struct tt_game board_game(unsigned board, enum tt_player first) {
  char name[20];
  struct tt_game game;
  struct tt_error error;
  snprintf(name, sizeof name, "bridgit:%u", board);
  struct tt_graph *const graph = support_graph(name);
  ok(tt_game_make(&game, graph, board, false, first, &error), &error);
  tt_graph_free(graph);
  return game;
}

/* Plays `plies` edges at random; stops before one that would end the game. */
static void scatter(struct tt_game *game, struct support_random *random, unsigned plies) {
  struct tt_error error;
  for (unsigned ply = 0; ply < plies; ply++) {
    const size_t edge = support_below(random, (unsigned)game->graph->edge_count);
    if (tt_game_legal(game, edge, &error) != TT_OK) continue;
    ok(tt_game_play(game, edge, &error), &error);
    if (game->winner != TT_PLAYER_NONE) tt_game_undo(game);
  }
}

static void marks_of(const char *level, const struct tt_game *game, uint8_t *marks) {
  struct tt_error error;
  memset(marks, 0, game->graph->edge_count);
  ok(engine_rule_of(tt_engine_find(level))(game, BUDGET, marks, &error), &error);
}

/* ---- Distances, as simply as they can be found ---- */

struct plain_network {
  unsigned dots, source, target;
  unsigned u[MOST_EDGES], v[MOST_EDGES];
};

/* Red's dots by asking which move joins two neighbours; Blue's are the vertices of the graph. */
static struct plain_network plain_network(const struct tt_game *game, enum tt_player player) {
  const unsigned n = game->board;
  struct plain_network network = {
      game->graph->vertex_count, game->graph->terminal_a, game->graph->terminal_b, {0}, {0}};
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    network.u[edge] = game->graph->edges[edge].u;
    network.v[edge] = game->graph->edges[edge].v;
  }
  if (player == TT_PLAYER_SHORT) return network;
  network = (struct plain_network){n * (n - 1) + 2, n * (n - 1), n * (n - 1) + 1, {0}, {0}};
  for (unsigned row = 0; row < n; row++) {
    for (unsigned column = 0; column <= n; column++) {
      const unsigned here = column == 0 ? network.source : column == n ? network.target : row * (n - 1) + column - 1;
      const struct tt_dot dot = {2 * (int)column, 2 * (int)row + 1};
      const struct tt_dot next[2] = {{dot.x + 2, dot.y}, {dot.x, dot.y + 2}};
      for (unsigned way = 0; way < 2; way++) {
        if (next[way].x > 2 * (int)n || next[way].y > 2 * (int)n) continue;
        if (way == 1 && (column == 0 || column == n)) continue;
        const size_t edge = tt_board_move(n, TT_PLAYER_CUT, dot, next[way]);
        assert_true(edge < game->graph->edge_count);
        network.u[edge] = here;
        network.v[edge] = way == 1 ? here + n - 1 : column + 1 == n ? network.target : row * (n - 1) + column;
      }
    }
  }
  return network;
}

struct plain_reach {
  unsigned distance;
  long volume;
};

static struct plain_reach plain_reach(const struct plain_network *network, const struct tt_graph *graph, uint8_t own) {
  unsigned distance[MOST_DOTS];
  struct plain_reach reach = {0, 0};
  for (unsigned dot = 0; dot < network->dots; dot++) distance[dot] = dot == network->source ? 0 : network->dots;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      if (graph->states[edge] != TT_UNDECIDED && graph->states[edge] != own) continue;
      const unsigned cost = graph->states[edge] == own ? 0 : 1, u = network->u[edge], v = network->v[edge];
      if (distance[u] + cost < distance[v]) distance[v] = distance[u] + cost, changed = true;
      if (distance[v] + cost < distance[u]) distance[u] = distance[v] + cost, changed = true;
    }
  }
  for (unsigned dot = 0; dot < network->dots; dot++) reach.volume += distance[dot];
  reach.distance = distance[network->target];
  return reach;
}

static void test_distances(void **state) {
  (void)state;
  struct support_random random = {support_seed(SEED)};
  unsigned told_apart = 0;
  for (unsigned trial = 0; trial < 600; trial++) {
    struct tt_game game = board_game(2 + trial % 6, TT_PLAYER_SHORT), plain;
    struct outlook outlook, without;
    struct tt_error error;
    scatter(&game, &random, support_below(&random, (unsigned)game.graph->edge_count + 1));
    ok(outlook_make(&outlook, &game, &error), &error);
    ok(tt_game_make(&plain, game.graph, 0, false, TT_PLAYER_SHORT, &error), &error);
    ok(outlook_make(&without, &plain, &error), &error);
    for (unsigned player = 0; player < 2; player++) {
      const struct plain_network network = plain_network(&game, (enum tt_player)player);
      const struct plain_reach reach = plain_reach(&network, game.graph, engine_state((enum tt_player)player));
      assert_int_equal(outlook_distance(&outlook, (enum tt_player)player), reach.distance);
      assert_int_equal(outlook_distance(&without, (enum tt_player)player), reach.distance); /* Cut's by a flow */
      const struct plain_reach wrong = plain_reach(&network, game.graph, engine_state((enum tt_player)(1 - player)));
      told_apart += wrong.distance != reach.distance;
    }
    outlook_free(&outlook);
    outlook_free(&without);
    tt_game_free(&game);
    tt_game_free(&plain);
  }
  assert_true(told_apart > 300);
}

/* ---- medium, hard, hard3: every line played out ---- */

struct brute {
  struct tt_game *game;
  struct plain_network network[2];
  enum tt_player self;
  unsigned other_weight; /* 2 */
};

static const long brute_win = 1000000000;

static struct plain_reach reach_of(const struct brute *brute, enum tt_player player) {
  return plain_reach(&brute->network[player], brute->game->graph, engine_state(player));
}

static long brute_worth(const struct brute *brute) {
  const struct plain_reach own = reach_of(brute, brute->self), other = reach_of(brute, tt_opponent(brute->self));
  if (own.distance == 0) return brute_win;
  if (other.distance == 0) return -brute_win;
  return ((long)brute->other_weight * other.distance - (long)own.distance) * 1000000 + other.volume - own.volume;
}

static long brute_search(const struct brute *brute, enum tt_player mover, unsigned plies) {
  const long now = brute_worth(brute);
  if (plies == 0 || now == brute_win || now == -brute_win) return now;
  const bool self = mover == brute->self;
  long best = self ? -2 * brute_win : 2 * brute_win;
  for (size_t edge = 0; edge < brute->game->graph->edge_count; edge++) {
    if (brute->game->graph->states[edge] != TT_UNDECIDED) continue;
    brute->game->graph->states[edge] = engine_state(mover);
    const long worth = brute_search(brute, tt_opponent(mover), plies - 1);
    brute->game->graph->states[edge] = TT_UNDECIDED;
    if (self ? worth > best : worth < best) best = worth;
  }
  return best;
}

static bool brute_wins(const struct brute *brute, enum tt_player player, uint8_t *marks) {
  bool any = false;
  for (size_t edge = 0; edge < brute->game->graph->edge_count; edge++) {
    marks[edge] = 0;
    if (brute->game->graph->states[edge] != TT_UNDECIDED) continue;
    brute->game->graph->states[edge] = engine_state(player);
    marks[edge] = reach_of(brute, player).distance == 0;
    brute->game->graph->states[edge] = TT_UNDECIDED;
    any = any || marks[edge];
  }
  return any;
}

static bool brute_touches(const struct brute *brute, size_t edge) {
  const struct plain_network *const network = &brute->network[brute->self];
  const unsigned ends[2] = {network->u[edge], network->v[edge]};
  for (unsigned side = 0; side < 2; side++) {
    if (ends[side] == network->source || ends[side] == network->target) return true;
    for (size_t other = 0; other < brute->game->graph->edge_count; other++) {
      if (brute->game->graph->states[other] != engine_state(brute->self)) continue;
      if (network->u[other] == ends[side] || network->v[other] == ends[side]) return true;
    }
  }
  return false;
}

/* The moves that a level of so many plies holds equally good; 1 ply: medium. */
static void brute_marks(const struct brute *brute, unsigned plies, uint8_t *marks) {
  const size_t edges = brute->game->graph->edge_count;
  if (brute_wins(brute, brute->self, marks) || brute_wins(brute, tt_opponent(brute->self), marks)) return;
  long worth[MOST_EDGES], best = -2 * brute_win;
  for (size_t edge = 0; edge < edges; edge++) {
    if (brute->game->graph->states[edge] != TT_UNDECIDED) continue;
    brute->game->graph->states[edge] = engine_state(brute->self);
    worth[edge] = plies == 1 ? -2 * (long)reach_of(brute, brute->self).distance
                             : brute_search(brute, tt_opponent(brute->self), plies - 1);
    brute->game->graph->states[edge] = TT_UNDECIDED;
    if (plies == 1) worth[edge] += brute_touches(brute, edge);
    if (worth[edge] > best) best = worth[edge];
  }
  for (size_t edge = 0; edge < edges; edge++) {
    marks[edge] = brute->game->graph->states[edge] == TT_UNDECIDED && worth[edge] == best;
  }
}

/* In how many of the random positions do the level and the brute search mark different moves? */
static unsigned compare_level(const char *level, unsigned plies, unsigned other_weight, unsigned board,
                              unsigned trials) {
  struct support_random random = {support_seed(SEED) + board * 10 + plies};
  unsigned different = 0;
  for (unsigned trial = 0; trial < trials; trial++) {
    struct tt_game game = board_game(board, trial % 2 == 0 ? TT_PLAYER_SHORT : TT_PLAYER_CUT);
    uint8_t marks[MOST_EDGES] = {0}, expected[MOST_EDGES] = {0};
    scatter(&game, &random, trial == 0 ? 0 : support_below(&random, (unsigned)game.graph->edge_count + 1));
    struct brute brute = {
        &game, {plain_network(&game, TT_PLAYER_SHORT), plain_network(&game, TT_PLAYER_CUT)}, game.turn, other_weight};
    brute_marks(&brute, plies, expected);
    marks_of(level, &game, marks);
    different += memcmp(marks, expected, game.graph->edge_count) != 0;
    tt_game_free(&game);
  }
  return different;
}

static void test_lookahead(void **state) {
  (void)state;
  for (unsigned board = 2; board <= 5; board++) {
    assert_int_equal(compare_level("medium", 1, 2, board, 200), 0);
    assert_int_equal(compare_level("hard", 2, 2, board, board < 4 ? 200 : 30), 0);
  }
  assert_int_equal(compare_level("hard3", 3, 2, 2, 200), 0);
  assert_int_equal(compare_level("hard3", 3, 2, 3, 60), 0);
  assert_int_equal(compare_level("hard3", 3, 2, 4, 6), 0);
  assert_true(compare_level("hard3", 2, 2, 3, 60) > 10); /* a ply less is seen, */
  assert_true(compare_level("hard", 2, 0, 4, 60) > 3);   /* and another weight, */
  assert_true(compare_level("hard", 2, 1, 3, 200) > 0);  /* if seldom */
  assert_true(compare_level("easy", 1, 2, 3, 200) > 10);
}

/* ---- easy and random ---- */

static void test_easy(void **state) {
  (void)state;
  struct support_random random = {support_seed(SEED) + 1};
  unsigned urgent = 0;
  for (unsigned trial = 0; trial < 400; trial++) {
    struct tt_game game = board_game(2 + trial % 4, trial % 3 == 0 ? TT_PLAYER_CUT : TT_PLAYER_SHORT), plain;
    struct tt_error error;
    uint8_t marks[MOST_EDGES], expected[MOST_EDGES], without[MOST_EDGES];
    scatter(&game, &random, support_below(&random, 2 * (unsigned)game.graph->edge_count));
    struct brute brute = {
        &game, {plain_network(&game, TT_PLAYER_SHORT), plain_network(&game, TT_PLAYER_CUT)}, game.turn, 2};
    if (brute_wins(&brute, game.turn, expected) || brute_wins(&brute, tt_opponent(game.turn), expected)) {
      urgent++;
    } else {
      for (size_t edge = 0; edge < game.graph->edge_count; edge++) {
        expected[edge] = game.graph->states[edge] == TT_UNDECIDED;
      }
    }
    marks_of("easy", &game, marks);
    assert_memory_equal(marks, expected, game.graph->edge_count);
    ok(tt_game_make(&plain, game.graph, 0, false, game.turn, &error), &error); /* the same without a board */
    marks_of("easy", &plain, without);
    assert_memory_equal(without, expected, game.graph->edge_count);
    tt_game_free(&plain);
    tt_game_free(&game);
  }
  assert_true(urgent > 50 && urgent < 350);
}

/* ---- shannon ---- */

/* Potentials of a network in which own edges are wires, by elimination on a dense matrix; dots joined by wires take one
 * row, the others are set equal to it. */
static void plain_potentials(const struct plain_network *network, const struct tt_graph *graph, uint8_t wire,
                             double *potential) {
  unsigned row_of[MOST_DOTS];
  static double matrix[MOST_DOTS][MOST_DOTS + 1];
  const unsigned n = network->dots;
  for (unsigned dot = 0; dot < n; dot++) row_of[dot] = dot;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      if (graph->states[edge] != wire || row_of[network->u[edge]] == row_of[network->v[edge]]) continue;
      const unsigned one = row_of[network->u[edge]], two = row_of[network->v[edge]];
      for (unsigned dot = 0; dot < n; dot++) row_of[dot] = row_of[dot] == two ? one : row_of[dot];
      changed = true;
    }
  }
  memset(matrix, 0, sizeof matrix);
  for (unsigned row = 0; row < n; row++) matrix[row][row] = 1e-13; /* what hangs on nothing floats to 0 */
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const unsigned u = row_of[network->u[edge]], v = row_of[network->v[edge]];
    if (graph->states[edge] != TT_UNDECIDED || u == v) continue;
    matrix[u][u] += 1, matrix[v][v] += 1, matrix[u][v] -= 1, matrix[v][u] -= 1;
  }
  const unsigned ends[2] = {row_of[network->source], row_of[network->target]};
  for (unsigned side = 0; side < 2; side++) {
    for (unsigned column = 0; column <= n; column++) matrix[ends[side]][column] = column == ends[side];
    matrix[ends[side]][n] = side == 0;
  }
  for (unsigned pivot = 0; pivot < n; pivot++) {
    for (unsigned row = 0; row < n; row++) {
      if (row == pivot || matrix[row][pivot] == 0) continue;
      const double factor = matrix[row][pivot] / matrix[pivot][pivot];
      for (unsigned column = pivot; column <= n; column++) matrix[row][column] -= factor * matrix[pivot][column];
    }
  }
  for (unsigned dot = 0; dot < n; dot++) potential[dot] = matrix[row_of[dot]][n] / matrix[row_of[dot]][row_of[dot]];
}

static void plain_voltages(const struct plain_network *network, const struct tt_graph *graph, uint8_t wire,
                           double *voltage) {
  double potential[MOST_DOTS];
  plain_potentials(network, graph, wire, potential);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    voltage[edge] =
        graph->states[edge] != TT_UNDECIDED ? 0.0 : fabs(potential[network->u[edge]] - potential[network->v[edge]]);
  }
}

static double largest(const double *values, size_t count) {
  double most = 0;
  for (size_t index = 0; index < count; index++) most = fmax(most, values[index]);
  return most;
}

/* The largest difference between two sets of voltages, each divided by its largest. */
static double difference(const double *one, const double *two, size_t count) {
  const double scale_one = largest(one, count), scale_two = largest(two, count);
  double most = 0;
  for (size_t index = 0; index < count; index++) {
    most = fmax(most, fabs(one[index] / scale_one - two[index] / scale_two));
  }
  return most;
}

static void test_voltages(void **state) {
  (void)state;
  struct support_random random = {support_seed(SEED) + 2};
  unsigned told_apart = 0;
  for (unsigned trial = 0; trial < 300; trial++) {
    struct tt_game game = board_game(2 + trial % 6, TT_PLAYER_SHORT);
    const size_t edges = game.graph->edge_count;
    struct tt_error error;
    double voltage[MOST_EDGES], plain[MOST_EDGES], dual[MOST_EDGES];
    scatter(&game, &random, support_below(&random, (unsigned)edges));
    const struct plain_network blue = plain_network(&game, TT_PLAYER_SHORT), red = plain_network(&game, TT_PLAYER_CUT);
    ok(resistors_solve(game.graph, voltage, &error), &error);
    plain_voltages(&blue, game.graph, TT_SECURED, plain);
    for (size_t edge = 0; edge < edges; edge++) assert_true(fabs(voltage[edge] - plain[edge]) < 1e-6);
    plain_voltages(&red, game.graph, TT_DELETED, dual); /* Short's machine, on the dual */
    assert_true(difference(voltage, dual, edges) < 1e-6);
    size_t edge = support_below(&random, (unsigned)edges);
    while (game.graph->states[edge] != TT_UNDECIDED) edge = (edge + 1) % edges;
    game.graph->states[edge] = TT_DELETED; /* one resistor less is another network */
    plain_voltages(&blue, game.graph, TT_SECURED, plain);
    told_apart += difference(voltage, plain, edges) > 1e-6;
    tt_game_free(&game);
  }
  assert_true(told_apart > 200);
}

/* By plain search and dense elimination: can the opponent win within so many plies, whatever the lot decides? */
static bool shannon_loses(struct brute *brute, bool level_moves, unsigned plies) {
  struct tt_graph *const graph = brute->game->graph;
  double voltage[MOST_EDGES] = {0};
  const enum tt_player mover = level_moves ? brute->self : tt_opponent(brute->self);
  if (reach_of(brute, brute->self).distance == 0) return false;
  if (reach_of(brute, tt_opponent(brute->self)).distance > (plies + !level_moves) / 2) return false;
  if (level_moves) plain_voltages(&brute->network[0], graph, TT_SECURED, voltage);
  const double most = largest(voltage, graph->edge_count);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_UNDECIDED || voltage[edge] < most - 1e-6) continue;
    graph->states[edge] = engine_state(mover);
    const bool over = !level_moves && reach_of(brute, mover).distance == 0;
    const bool loses = over || (plies > 1 && shannon_loses(brute, !level_moves, plies - 1));
    graph->states[edge] = TT_UNDECIDED;
    if (loses) return true;
  }
  return false;
}

static size_t shortest_loss(unsigned board, enum tt_player player, const char *level) {
  struct tt_game game = board_game(board, player);
  struct tt_refutation refutation;
  struct tt_error error;
  ok(tt_refutation_make(&refutation, &game, tt_engine_find(level), 300, 10000000, &error), &error);
  for (size_t ply = 0; ply < refutation.length; ply++) {
    uint8_t marks[MOST_EDGES];
    if (game.turn == player) {
      marks_of(level, &game, marks);
      assert_true(marks[refutation.moves[ply]]); /* a move that the level makes */
    }
    ok(tt_game_play(&game, refutation.moves[ply], &error), &error);
  }
  if (refutation.found) assert_int_equal(game.winner, tt_opponent(player));
  assert_int_equal(refutation.found, refutation.length > 0);
  tt_game_free(&game);
  return refutation.length;
}

/* The same for any level, its moves being those of its rule: every line, nothing remembered. */
static bool level_loses(struct brute *brute, const char *level, bool level_moves, unsigned plies) {
  struct tt_graph *const graph = brute->game->graph;
  const enum tt_player mover = level_moves ? brute->self : tt_opponent(brute->self);
  uint8_t marks[MOST_EDGES];
  if (reach_of(brute, brute->self).distance == 0) return false;
  if (reach_of(brute, tt_opponent(brute->self)).distance > (plies + !level_moves) / 2) return false;
  memset(marks, 1, sizeof marks);
  brute->game->turn = mover;
  if (level_moves) marks_of(level, brute->game, marks);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_UNDECIDED || !marks[edge]) continue;
    graph->states[edge] = engine_state(mover);
    const bool over = !level_moves && reach_of(brute, mover).distance == 0;
    const bool loses = over || (plies > 1 && level_loses(brute, level, !level_moves, plies - 1));
    graph->states[edge] = TT_UNDECIDED;
    if (loses) return true;
  }
  return false;
}

static void test_shortest_losses(void **state) {
  (void)state;
  static const struct {
    const char *level;
    unsigned length;
  } expected[] = {{"random", 6}, {"easy", 8}, {"medium", 8}, {"hard", 8}, {"hard3", 10}, {"shannon", 12}};
  for (size_t index = 0; index < sizeof expected / sizeof expected[0]; index++) {
    for (unsigned player = 0; player < 2; player++) {
      struct tt_game game = board_game(3, (enum tt_player)player);
      struct brute brute = {&game,
                            {plain_network(&game, TT_PLAYER_SHORT), plain_network(&game, TT_PLAYER_CUT)},
                            (enum tt_player)player,
                            2};
      const unsigned length = expected[index].length;
      assert_int_equal(shortest_loss(3, (enum tt_player)player, expected[index].level), length);
      assert_true(level_loses(&brute, expected[index].level, true, length));
      assert_false(level_loses(&brute, expected[index].level, true, length - 1));
      tt_game_free(&game);
    }
  }
}

static void test_shannon_loses(void **state) {
  (void)state;
  for (unsigned player = 0; player < 2; player++) {
    struct tt_game game = board_game(3, (enum tt_player)player);
    struct brute brute = {
        &game, {plain_network(&game, TT_PLAYER_SHORT), plain_network(&game, TT_PLAYER_CUT)}, (enum tt_player)player, 2};
    assert_int_equal(shortest_loss(3, (enum tt_player)player, "shannon"), 12);
    assert_true(shannon_loses(&brute, true, 12));
    assert_false(shannon_loses(&brute, true, 11));
    assert_int_equal(shortest_loss(4, (enum tt_player)player, "shannon"), 14);
    tt_game_free(&game);
    assert_int_equal(shortest_loss(2, (enum tt_player)player, "shannon"), 0);
    assert_int_equal(shortest_loss(3, (enum tt_player)player, "perfect"), 0);
  }
  if (getenv("TT_LONG") == NULL) return;
  struct tt_game game = board_game(4, TT_PLAYER_SHORT);
  struct brute brute = {
      &game, {plain_network(&game, TT_PLAYER_SHORT), plain_network(&game, TT_PLAYER_CUT)}, TT_PLAYER_SHORT, 2};
  assert_true(shannon_loses(&brute, true, 14));
  assert_false(shannon_loses(&brute, true, 13));
  tt_game_free(&game);
}

/* ---- perfect: every line ---- */

typedef enum tt_status (*chooser)(struct tt_game *game, uint64_t *random, uint64_t budget, size_t *edge,
                                  struct tt_error *error);

struct lines {
  struct tt_game game;
  struct naive_play *oracle;
  enum tt_player player; /* whose moves are chosen */
  chooser choose;
  uint64_t budget;
  uint8_t *seen; /* owned; by position number */
  uint64_t positions, won, thrown, lost, hasty;
};

static uint64_t number_of(const struct tt_graph *graph) {
  uint64_t number = 0;
  for (size_t edge = graph->edge_count; edge-- > 0;) number = number * 3 + graph->states[edge];
  return number;
}

static enum tt_player oracle_says(struct lines *lines) {
  const bool short_wins =
      naive_short_wins(lines->oracle, lines->game.graph->states, lines->game.turn == TT_PLAYER_SHORT);
  return short_wins ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
}

static void walk(struct lines *lines);

static void walk_chosen(struct lines *lines) {
  struct tt_error error;
  uint64_t random = 1;
  size_t edge;
  const bool won = oracle_says(lines) == lines->player;
  const unsigned length = naive_length(lines->oracle, lines->game.graph->states, lines->player == TT_PLAYER_SHORT);
  const uint64_t before = number_of(lines->game.graph);
  ok(lines->choose(&lines->game, &random, lines->budget, &edge, &error), &error);
  assert_true(number_of(lines->game.graph) == before);
  ok(tt_game_play(&lines->game, edge, &error), &error);
  lines->positions++;
  lines->won += won;
  if (lines->game.winner == TT_PLAYER_NONE) {
    lines->thrown += won && oracle_says(lines) != lines->player;
    const unsigned after = naive_length(lines->oracle, lines->game.graph->states, lines->player != TT_PLAYER_SHORT);
    lines->hasty += !won && after + 1 < length; /* lost sooner than it had to be */
    walk(lines);
  }
  tt_game_undo(&lines->game);
}

static void walk(struct lines *lines) {
  struct tt_error error;
  uint8_t *const seen = &lines->seen[number_of(lines->game.graph)];
  if (*seen) return;
  *seen = 1;
  if (lines->game.turn == lines->player) {
    walk_chosen(lines);
    return;
  }
  const bool had_won = oracle_says(lines) == lines->player;
  for (size_t edge = 0; edge < lines->game.graph->edge_count; edge++) {
    if (lines->game.graph->states[edge] != TT_UNDECIDED) continue;
    ok(tt_game_play(&lines->game, edge, &error), &error);
    if (lines->game.winner == TT_PLAYER_NONE) {
      walk(lines);
    } else {
      lines->lost += had_won; /* a won position that ended lost */
    }
    tt_game_undo(&lines->game);
  }
}

/* Every line of the level against all replies, as this player, moving first or second. */
static struct lines walk_lines(const char *graph_name, unsigned board, chooser choose, uint64_t budget,
                               enum tt_player player, bool first) {
  struct tt_graph *const graph = support_graph(graph_name);
  struct naive_graph naive;
  struct tt_error error;
  size_t positions = 1;
  naive_from(&naive, graph);
  for (size_t edge = 0; edge < graph->edge_count; edge++) positions *= 3;
  struct lines lines = {.oracle = naive_play_open(&naive),
                        .player = player,
                        .choose = choose,
                        .budget = budget,
                        .seen = calloc(positions, 1)};
  ok(tt_game_make(&lines.game, graph, board, false, first ? player : tt_opponent(player), &error), &error);
  walk(&lines);
  naive_play_close(lines.oracle);
  free(lines.seen);
  tt_game_free(&lines.game);
  tt_graph_free(graph);
  return lines;
}

/* A level that is perfect but for one move in some won positions. */
static enum tt_status choose_flawed(struct tt_game *game, uint64_t *random, uint64_t budget, size_t *edge,
                                    struct tt_error *error) {
  const char *const level = tt_graph_count(game->graph, TT_UNDECIDED) == 6 ? "easy" : "perfect";
  return tt_engine_find(level)->choose(game, random, budget, edge, error);
}

static void test_perfect_lines(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned board;
  } graphs[] = {{"bridgit:2", 2}, {"bridgit:3", 3}, {"bridgit:3", 0}, {"k5", 0}, {"k4", 0}, {"bridge-chain", 0}};
  const chooser perfect = tt_engine_find("perfect")->choose;
  for (size_t index = 0; index < sizeof graphs / sizeof graphs[0]; index++) {
    for (unsigned kind = 0; kind < 4; kind++) {
      const struct lines lines = walk_lines(graphs[index].name, graphs[index].board, perfect, UINT64_MAX / 2,
                                            (enum tt_player)(kind % 2), kind < 2);
      assert_int_equal(lines.thrown, 0);
      assert_int_equal(lines.lost, 0);
      assert_int_equal(lines.hasty, 0);
      assert_true(lines.won > 0 && lines.positions > 0);
    }
  }
  assert_true(walk_lines("bridgit:3", 3, choose_flawed, BUDGET, TT_PLAYER_CUT, false).thrown > 0);
  const struct lines easy = walk_lines("bridgit:3", 3, tt_engine_find("easy")->choose, 0, TT_PLAYER_SHORT, true);
  assert_true(easy.thrown > 0 && easy.hasty > 0);
}

/* On any graph, from any position. */
static void test_perfect_random(void **state) {
  (void)state;
  struct support_random random = {support_seed(SEED) + 3};
  unsigned won_positions = 0, lost_positions = 0;
  for (unsigned trial = 0; trial < 1500; trial++) {
    struct tt_graph *const graph = support_random_graph(random.state + trial, 6, 11);
    struct tt_game game;
    struct tt_error error;
    struct naive_graph naive;
    const enum tt_player player = (enum tt_player)(trial % 2);
    ok(tt_game_make(&game, graph, 0, false, player, &error), &error);
    naive_from(&naive, graph);
    struct naive_play *const oracle = naive_play_open(&naive);
    if (game.winner == TT_PLAYER_NONE) {
      uint64_t seed = 1;
      size_t edge;
      const bool won =
          naive_short_wins(oracle, game.graph->states, player == TT_PLAYER_SHORT) == (player == TT_PLAYER_SHORT);
      ok(tt_engine_find("perfect")->choose(&game, &seed, BUDGET, &edge, &error), &error);
      ok(tt_game_play(&game, edge, &error), &error);
      const bool still =
          naive_short_wins(oracle, game.graph->states, player != TT_PLAYER_SHORT) == (player == TT_PLAYER_SHORT);
      assert_int_equal(won, still);
      won_positions += won;
      lost_positions += !won;
    }
    naive_play_close(oracle);
    tt_game_free(&game);
    tt_graph_free(graph);
  }
  assert_true(won_positions > 200 && lost_positions > 200);
}

/* Random openings on boards of size 4 to 7 against every level: whatever `perfect` had won it wins. */
static void test_perfect_matches(void **state) {
  (void)state;
  const uint32_t games = getenv("TT_LONG") != NULL ? 2500 : 30; /* four sizes: 10,000 against each level */
  const struct tt_engine *const perfect = tt_engine_find("perfect");
  uint64_t thrown_by_levels = 0;
  for (size_t index = 0; tt_engine_at(index) != NULL; index++) {
    for (unsigned board = 4; board <= 7; board++) {
      const struct tt_engine *const level = tt_engine_at(index);
      for (unsigned side = 0; side < 2; side++) {
        struct tt_game game = board_game(board, TT_PLAYER_SHORT);
        const struct tt_match_options options = {.first = side == 0 ? perfect : level,
                                                 .second = side == 0 ? level : perfect,
                                                 .colour = TT_MATCH_BOTH,
                                                 .games = games / 2,
                                                 .seed = SEED + board,
                                                 .openings = side == 0 ? 0 : 3,
                                                 .budget = 200};
        struct tt_match match;
        struct tt_error error;
        ok(tt_match_play(&match, game.graph, board, &options, &error), &error);
        assert_int_equal(match.sides[side].blunders, 0);
        assert_int_equal(match.sides[side].thrown, 0);
        assert_int_equal(match.sides[side].won, match.sides[side].held);
        assert_int_equal(match.impossible, 0);
        if (side == 0) assert_int_equal(match.sides[0].won, match.games); /* from the empty board */
        if (level != perfect) thrown_by_levels += match.sides[1 - side].thrown;
        tt_match_free(&match);
        tt_game_free(&game);
      }
    }
  }
  assert_true(thrown_by_levels > 100);
}

/* ---- What every level owes ---- */

static void test_levels(void **state) {
  (void)state;
  static const char *const names[] = {"easy", "medium", "hard", "hard3", "perfect", "shannon", "random"};
  struct support_random random = {support_seed(SEED) + 4};
  for (size_t index = 0; index < 7; index++) assert_string_equal(tt_engine_at(index)->name, names[index]);
  assert_null(tt_engine_at(7));
  assert_null(tt_engine_find("impossible"));
  for (unsigned trial = 0; trial < 60; trial++) {
    struct tt_game game = board_game(2 + trial % 6, (enum tt_player)(trial % 2));
    struct tt_error error;
    scatter(&game, &random, support_below(&random, (unsigned)game.graph->edge_count));
    for (size_t index = 0; index < 7; index++) {
      size_t edge[2], moves = game.move_count;
      for (unsigned time = 0; time < 2; time++) {
        uint64_t seed = 77 + trial;
        uint8_t before[MOST_EDGES];
        memcpy(before, game.graph->states, game.graph->edge_count);
        ok(tt_engine_at(index)->choose(&game, &seed, 50, &edge[time], &error), &error);
        assert_memory_equal(before, game.graph->states, game.graph->edge_count);
        assert_int_equal(game.move_count, moves);
        ok(tt_game_legal(&game, edge[time], &error), &error);
      }
      assert_int_equal(edge[0], edge[1]);
    }
    tt_game_free(&game);
  }
}

/* Every move that a level holds equally good is drawn, and about as often. */
static void test_lot(void **state) {
  (void)state;
  struct tt_game game = board_game(3, TT_PLAYER_SHORT);
  struct tt_error error;
  unsigned drawn[13] = {0};
  uint64_t random = 1;
  for (unsigned time = 0; time < 13000; time++) {
    size_t edge;
    ok(tt_engine_find("random")->choose(&game, &random, 0, &edge, &error), &error);
    drawn[edge]++;
  }
  for (unsigned edge = 0; edge < 13; edge++) assert_in_range(drawn[edge], 850, 1150);
  tt_game_free(&game);
}

static void test_refusals(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("bridgit:3");
  struct tt_game game;
  struct tt_error error = {0};
  struct tt_refutation refutation;
  uint64_t random = 1;
  size_t edge;
  ok(tt_game_make(&game, graph, 0, false, TT_PLAYER_SHORT, &error), &error);
  for (size_t index = 0; tt_engine_at(index) != NULL; index++) {
    const struct tt_engine *const level = tt_engine_at(index);
    const enum tt_status status = level->choose(&game, &random, 10, &edge, &error);
    assert_int_equal(status, level->boards_only ? TT_BAD_INPUT : TT_OK);
    if (level->boards_only) assert_int_equal(tt_refutation_make(&refutation, &game, level, 1, 1, &error), TT_BAD_INPUT);
  }
  assert_int_equal(tt_refutation_make(&refutation, &game, tt_engine_find("shannon"), 1, 10, &error), TT_NO_RESOURCE);
  assert_memory_equal(error.text, "undecided", 9);
  tt_game_resign(&game);
  for (size_t index = 0; tt_engine_at(index) != NULL; index++) {
    assert_int_equal(tt_engine_at(index)->choose(&game, &random, 10, &edge, &error), TT_BAD_INPUT);
  }
  tt_game_free(&game);
  tt_graph_free(graph);
}

/* Each allocation of a match and of a search fails once. */
static void test_out_of_memory(void **state) {
  (void)state;
  static const char *const pairs[][2] = {{"shannon", "hard3"}, {"perfect", "medium"}, {"easy", "hard"}};
  struct tt_game game = board_game(2, TT_PLAYER_SHORT), larger = board_game(3, TT_PLAYER_SHORT);
  for (size_t pair = 0; pair < 3; pair++) {
    const struct tt_match_options options = {.first = tt_engine_find(pairs[pair][0]),
                                             .second = tt_engine_find(pairs[pair][1]),
                                             .games = 2,
                                             .seed = 1,
                                             .openings = 1,
                                             .budget = 50,
                                             .threads = 1};
    enum tt_status status = TT_NO_RESOURCE;
    for (failing = 1; status != TT_OK; failing++) {
      struct tt_match match;
      struct tt_error error = {0};
      calls = 0;
      status = tt_match_play(&match, game.graph, 2, &options, &error);
      if (status == TT_OK) tt_match_free(&match);
      if (status != TT_OK) assert_int_equal(error.status, TT_NO_RESOURCE);
      assert_true(status == TT_OK || status == TT_NO_RESOURCE);
    }
    assert_true(failing > 60);
  }
  enum tt_status status = TT_NO_RESOURCE;
  for (failing = 1; status != TT_OK; failing += failing < 200 ? 1 : 97) {
    struct tt_refutation refutation;
    struct tt_error error = {0};
    calls = 0;
    status = tt_refutation_make(&refutation, &larger, tt_engine_find("hard"), 1, 1000, &error);
    assert_true(status == TT_OK || (status == TT_NO_RESOURCE && error.status == TT_NO_RESOURCE));
  }
  failing = 0;
  tt_game_free(&game);
  tt_game_free(&larger);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_lookahead),
      cmocka_unit_test(test_easy),
      cmocka_unit_test(test_voltages),
      cmocka_unit_test(test_shannon_loses),
      cmocka_unit_test(test_shortest_losses),
      cmocka_unit_test(test_perfect_lines),
      cmocka_unit_test(test_perfect_random),
      cmocka_unit_test(test_perfect_matches),
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_lot),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests_name("engines", tests, NULL, NULL);
}
