/* test_forests.c: the polynomial finder on graphs too large to play: against a (2,2)-pebble game that shares nothing
 * with it, against its own exact check, and every winning move against one tempo count for each edge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/mixed_graphs.h"
#include "tests/support.h"
#include "treetest/treetest.h"

/* ---- A plain (2,2)-pebble game (Lee and Streinu 2008) ----
 *
 * Every vertex starts with two pebbles; an accepted edge takes one from an end, which it then points away from. A
 * pebble comes back to a vertex by turning a path of edges round. The game is independent in the union of two graphic
 * matroids exactly when three pebbles can be gathered on the ends of each edge as it comes. */
struct pebbles {
  uint32_t count;
  uint32_t *target; /* two slots a vertex: where its accepted edges point, or its own number for a free pebble */
  uint32_t *stack, *came_slot;
  uint8_t *seen;
};

static bool fetch_pebble(struct pebbles *game, uint32_t to, uint32_t keep) {
  memset(game->seen, 0, game->count);
  uint32_t depth = 0;
  game->seen[to] = game->seen[keep] = 1;
  game->stack[depth++] = to;
  game->came_slot[to] = UINT32_MAX;
  while (depth > 0) {
    const uint32_t vertex = game->stack[--depth];
    for (uint32_t slot = 2 * vertex; slot < 2 * vertex + 2; slot++) {
      const uint32_t next = game->target[slot];
      if (next == vertex && vertex != to) { /* a free pebble: turn the path round */
        uint32_t free_slot = slot, at = vertex;
        while (at != to) {
          const uint32_t back = game->came_slot[at];
          game->target[free_slot] = back / 2;
          free_slot = back;
          at = back / 2;
        }
        game->target[free_slot] = to;
        return true;
      }
      if (game->seen[next]) continue;
      game->seen[next] = 1;
      game->came_slot[next] = slot;
      game->stack[depth++] = next;
    }
  }
  return false;
}

static unsigned free_on(const struct pebbles *game, uint32_t vertex) {
  return (game->target[2 * vertex] == vertex ? 1U : 0U) + (game->target[2 * vertex + 1] == vertex ? 1U : 0U);
}

/* Gathers as many pebbles on u and v as can be, at most four. */
static unsigned gather(struct pebbles *game, uint32_t u, uint32_t v) {
  while (free_on(game, u) < 2 && fetch_pebble(game, u, v)) {
  }
  while (free_on(game, v) < 2 && fetch_pebble(game, v, u)) {
  }
  return free_on(game, u) + free_on(game, v);
}

static bool accept_edge(struct pebbles *game, uint32_t u, uint32_t v) {
  if (u == v || gather(game, u, v) < 3) return false;
  const uint32_t from = free_on(game, u) > 0 ? u : v;
  const uint32_t slot = game->target[2 * from] == from ? 2 * from : 2 * from + 1;
  game->target[slot] = from == u ? v : u;
  return true;
}

/* Secured edges are contracted by a plain relabelling; returns the tempo, and the number of accepted edges. */
static unsigned pebble_tempo(const struct tt_graph *position, size_t *accepted) {
  const uint32_t count = position->vertex_count;
  uint32_t *const label = malloc(count * sizeof *label);
  struct pebbles game = {count, malloc(2 * count * sizeof(uint32_t)), malloc((count + 1) * sizeof(uint32_t)),
                         malloc(count * sizeof(uint32_t)), malloc(count)};
  for (uint32_t vertex = 0; vertex < count; vertex++) {
    label[vertex] = vertex;
    game.target[2 * vertex] = game.target[2 * vertex + 1] = vertex;
  }
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    const uint32_t keep = label[position->edges[edge].u], gone = label[position->edges[edge].v];
    if (position->states[edge] != TT_SECURED || keep == gone) continue;
    for (uint32_t vertex = 0; vertex < count; vertex++) {
      if (label[vertex] == gone) label[vertex] = keep;
    }
  }
  *accepted = 0;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    if (position->states[edge] != TT_UNDECIDED) continue;
    *accepted += accept_edge(&game, label[position->edges[edge].u], label[position->edges[edge].v]);
  }
  const uint32_t a = label[position->terminal_a], b = label[position->terminal_b];
  const unsigned tempo = a == b ? 0 : gather(&game, a, b) - 2;
  free(label);
  free(game.target);
  free(game.stack);
  free(game.came_slot);
  free(game.seen);
  return tempo;
}

static void compare_with_pebbles(const struct tt_graph *position, const char *what) {
  struct tt_forests forests;
  struct tt_error error;
  size_t accepted;
  bool right = false, right_before = false;
  const unsigned tempo = pebble_tempo(position, &accepted);
  assert_int_equal(tt_forests_make(&forests, position, &error), TT_OK);
  if (forests.tempo != tempo || forests.size != accepted) {
    fail_msg("%s: forests says tempo %u and size %zu, the pebble game %u and %zu", what, forests.tempo, forests.size,
             tempo, accepted);
  }
  assert_int_equal(tt_forests_check(position, forests.colour, forests.part, &right, &error), TT_OK);
  if (!right) fail_msg("%s: the forests fail their check", what);
  /* The partition without the last copy of e* must prove the forests without any copy. */
  forests.colour[position->edge_count] = forests.colour[position->edge_count + 1] = TT_MARK_NONE;
  assert_int_equal(tt_forests_check(position, forests.colour, forests.part_before, &right_before, &error), TT_OK);
  if (!right_before) fail_msg("%s: the partition without e* fails its check", what);
  tt_forests_free(&forests);
}

static struct tt_graph *random_multigraph(struct support_random *random, unsigned vertices, unsigned edges) {
  struct tt_graph *const graph = tt_graph_new("random", vertices);
  const unsigned near = 1 + support_below(random, vertices); /* short edges make clumps, long ones tie them up */
  for (unsigned edge = 0; edge < edges; edge++) {
    const uint32_t u = support_below(random, vertices);
    const uint32_t v =
        support_below(random, 4) > 0 ? (u + support_below(random, near)) % vertices : support_below(random, vertices);
    assert_true(tt_graph_add_edge(graph, u, v));
    if (support_below(random, 12) == 0) graph->states[edge] = (uint8_t)(1 + support_below(random, 2));
  }
  graph->terminal_b = 1 + support_below(random, vertices - 1);
  return graph;
}

static void test_random_graphs(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261130);
  const unsigned rounds = getenv("TT_LONG") != NULL ? 40000 : 3000;
  struct support_random random = {seed};
  for (unsigned round = 0; round < rounds; round++) {
    const unsigned vertices = 2 + support_below(&random, round % 10 == 0 ? 400 : 60);
    const unsigned edges = support_below(&random, 3 * vertices);
    struct tt_graph *const graph = random_multigraph(&random, vertices, edges);
    char what[100];
    snprintf(what, sizeof what, "TT_SEED=%llu, round %u", (unsigned long long)seed, round);
    compare_with_pebbles(graph, what);
    tt_graph_free(graph);
  }
}

static void test_families(void **state) {
  (void)state;
  static const struct {
    const char *name;
    unsigned tempo;
  } families[] = {{"bridgit:2", 1},  {"bridgit:20", 1},     {"bridgit:60", 1}, {"k:40", 0}, {"doubled-path:500", 0},
                  {"routes:100", 2}, {"grid:30x40", 2},     {"wheel:101", 0},  {"k:2", 1},  {"k:3", 1},
                  {"routes:1", 2},   {"doubled-path:1", 0}, {"bridgit:1", 1}};
  for (size_t index = 0; index < sizeof families / sizeof families[0]; index++) {
    struct tt_graph *const graph = support_graph(families[index].name);
    struct tt_forests forests;
    compare_with_pebbles(graph, families[index].name);
    assert_int_equal(tt_forests_make(&forests, graph, NULL), TT_OK);
    if (forests.tempo != families[index].tempo) fail_msg("%s: tempo %u", families[index].name, forests.tempo);
    tt_forests_free(&forests);
    tt_graph_free(graph);
  }
}

/* Gale's board: Short's graph and e* hold two spanning trees and not an edge more, so taking any edge away loses. */
static void test_board_without_an_edge(void **state) {
  (void)state;
  struct tt_graph *const board = support_graph("bridgit:12");
  for (size_t edge = 0; edge < board->edge_count; edge++) {
    struct tt_forests forests;
    board->states[edge] = TT_DELETED;
    assert_int_equal(tt_forests_make(&forests, board, NULL), TT_OK);
    assert_int_equal(forests.tempo, 2);
    tt_forests_free(&forests);
    board->states[edge] = TT_SECURED;
    assert_int_equal(tt_forests_make(&forests, board, NULL), TT_OK);
    assert_int_equal(forests.tempo, 0);
    tt_forests_free(&forests);
    board->states[edge] = TT_UNDECIDED;
  }
  tt_graph_free(board);
}

/* Every winning move at once against one pebble game for each edge and player. */
static void test_winning_moves(void **state) {
  (void)state;
  const uint64_t seed = support_seed(4057);
  struct support_random random = {seed};
  unsigned first_games = 0;
  for (unsigned round = 0; round < 600; round++) {
    const unsigned vertices = 2 + support_below(&random, 30);
    struct tt_graph *const graph =
        random_multigraph(&random, vertices, vertices + support_below(&random, vertices + 1));
    uint8_t short_wins[100], cut_wins[100];
    unsigned tempo;
    size_t accepted;
    assert_int_equal(tt_winning_moves(graph, &tempo, short_wins, cut_wins, NULL), TT_OK);
    first_games += tempo == 1;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      if (graph->states[edge] != TT_UNDECIDED) {
        assert_int_equal(short_wins[edge] | cut_wins[edge], 0);
        continue;
      }
      graph->states[edge] = TT_SECURED;
      const bool short_wins_here = pebble_tempo(graph, &accepted) == 0;
      graph->states[edge] = TT_DELETED;
      const bool cut_wins_here = pebble_tempo(graph, &accepted) == 2;
      graph->states[edge] = TT_UNDECIDED;
      if (short_wins[edge] != short_wins_here || cut_wins[edge] != cut_wins_here) {
        fail_msg("TT_SEED=%llu, round %u, edge %zu of\n%s", (unsigned long long)seed, round, edge, support_text(graph));
      }
    }
    tt_graph_free(graph);
  }
  assert_true(first_games > 60); /* the interesting case came up */
}

static unsigned tempo_of(const struct tt_graph *position) {
  struct tt_pebbles pebbles;
  assert_int_equal(tt_pebbles_make(&pebbles, position, TT_BREADTH_FIRST, 0, NULL), TT_OK);
  return pebbles.tempo;
}

/* Short's moves are those that leave no room for e*, Cut's those that leave room for two. Counts them. */
static void check_moves(struct tt_graph *position, unsigned long long seed, size_t counts[2]) {
  uint8_t short_wins[30], cut_wins[30];
  unsigned tempo;
  memset(short_wins, 7, sizeof short_wins);
  memset(cut_wins, 7, sizeof cut_wins);
  assert_int_equal(tt_winning_moves(position, &tempo, short_wins, cut_wins, NULL), TT_OK);
  assert_int_equal(tempo, tempo_of(position));
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    bool short_wins_here = false, cut_wins_here = false;
    if (position->states[edge] == TT_UNDECIDED) {
      position->states[edge] = TT_SECURED;
      short_wins_here = tempo_of(position) == 0;
      position->states[edge] = TT_DELETED;
      cut_wins_here = tempo_of(position) == 2;
      position->states[edge] = TT_UNDECIDED;
    }
    if (short_wins[edge] != short_wins_here || cut_wins[edge] != cut_wins_here) {
      fail_msg("TT_SEED=%llu, edge %zu: Short %d for %d, Cut %d for %d:\n%s", seed, edge, short_wins[edge],
               short_wins_here, cut_wins[edge], cut_wins_here, support_text(position));
    }
    counts[0] += tempo == 1 && short_wins_here;
    counts[1] += tempo == 1 && cut_wins_here;
  }
}

/* Graphs of all shapes with up to 30 edges, one pebble game for each move. */
static void test_every_move(void **state) {
  (void)state;
  const uint64_t seed = support_seed(20261205), rounds = getenv("TT_LONG") != NULL ? 200000 : 12000;
  size_t counts[2] = {0}, games = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    struct tt_graph *const position = mixed_graph(seed + round, (seed + round) % 2 == 0 ? 8 : 16);
    if (position->edge_count <= 30) {
      check_moves(position, seed + round, counts);
      games++;
    }
    tt_graph_free(position);
  }
  assert_true(games > rounds / 2 && counts[0] > rounds / 4 && counts[1] > rounds / 4);
}

/* The comparison above has teeth: a pebble game that asks for one pebble less takes an edge too many. */
static void test_pebble_game_is_strict(void **state) {
  (void)state;
  size_t accepted;
  struct tt_graph *const triple = support_parse("vertices 2\nterminals 0 1\n0 1\n0 1\n0 1\n");
  assert_int_equal(pebble_tempo(triple, &accepted), 0);
  assert_int_equal(accepted, 2);
  tt_graph_free(triple);
  struct tt_graph *const k4 = support_graph("k4");
  assert_int_equal(pebble_tempo(k4, &accepted), 0);
  assert_int_equal(accepted, 6);
  tt_graph_free(k4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pebble_game_is_strict), cmocka_unit_test(test_families),
      cmocka_unit_test(test_board_without_an_edge), cmocka_unit_test(test_winning_moves),
      cmocka_unit_test(test_random_graphs),         cmocka_unit_test(test_every_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
