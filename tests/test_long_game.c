/* test_long_game.c: the winner's rule kept up move by move, against random opponents. After every one of its moves a
 * finder that starts from nothing must say that it wins moving second, and at the end it must have won. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/support.h"
#include "treetest/treetest.h"

/* A random undecided edge; SIZE_MAX when there is none. */
static size_t random_edge(const struct tt_graph *position, struct support_random *random) {
  const size_t count = tt_graph_count(position, TT_UNDECIDED);
  if (count == 0) return SIZE_MAX;
  size_t left = support_next(random) % count;
  for (size_t edge = 0;; edge++) {
    if (position->states[edge] == TT_UNDECIDED && left-- == 0) return edge;
  }
}

static unsigned tempo_of(const struct tt_graph *position) {
  struct tt_forests forests;
  assert_int_equal(tt_forests_make(&forests, position, NULL), TT_OK);
  const unsigned tempo = forests.tempo;
  tt_forests_free(&forests);
  return tempo;
}

struct line {
  enum tt_player player;
  bool first;
  bool check;    /* every position */
  unsigned lose; /* the own move that is not played, from 1; 0 for none */
};

/* Plays one game; returns how many of the checks failed: positions and the end. */
static unsigned play_line(const struct tt_graph *start, const struct line *line, struct support_random *random) {
  struct tt_graph *const position = tt_graph_copy(start, 0);
  struct tt_long_game *game;
  assert_int_equal(tt_long_game_make(&game, start, line->player, line->first, NULL), TT_OK);
  const uint8_t own = line->player == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
  const uint8_t other = line->player == TT_PLAYER_SHORT ? TT_DELETED : TT_SECURED;
  unsigned failed = 0, moves = 0;
  size_t answer = line->first ? tt_long_game_open(game) : SIZE_MAX;
  for (;;) {
    if (answer != SIZE_MAX) {
      assert_int_equal(position->states[answer], TT_UNDECIDED);
      position->states[answer] = ++moves == line->lose ? other : own;
    }
    if (line->check && tempo_of(position) != (line->player == TT_PLAYER_SHORT ? 0U : 2U)) failed++;
    const size_t edge = random_edge(position, random);
    if (edge == SIZE_MAX) break;
    position->states[edge] = other;
    answer = tt_long_game_reply(game, edge);
    if (answer == SIZE_MAX) assert_int_equal(tt_graph_count(position, TT_UNDECIDED), 0);
  }
  const bool joined = tempo_of(position) == 0;
  if (line->lose == 0) assert_int_equal(tt_long_game_joined(game), joined);
  if (joined != (line->player == TT_PLAYER_SHORT)) failed++;
  tt_long_game_free(game);
  tt_graph_free(position);
  return failed;
}

/* Everyone who wins the position, moving first and second; returns the games played. */
static unsigned play_all(const struct tt_graph *start, unsigned games, struct support_random *random) {
  const unsigned tempo = tempo_of(start);
  unsigned played = 0;
  for (unsigned way = 0; way < 4; way++) {
    const struct line line = {way < 2 ? TT_PLAYER_SHORT : TT_PLAYER_CUT, way % 2 == 0, true, 0};
    const unsigned needs = way == 0 ? 1 : way == 1 ? 0 : way == 2 ? 1 : 2;
    if (way < 2 ? tempo > needs : tempo < needs) {
      struct tt_long_game *game;
      struct tt_error error;
      assert_int_equal(tt_long_game_make(&game, start, line.player, line.first, &error), TT_REFUTED);
      assert_null(game);
      continue;
    }
    for (unsigned number = 0; number < games; number++, played++) assert_int_equal(play_line(start, &line, random), 0);
  }
  return played;
}

static void test_named_graphs(void **state) {
  (void)state;
  static const char *const names[] = {"triangle",     "bridge",   "k4",       "bridge-spur",     "doubled-path",
                                      "bridge-chain", "k5",       "k:9",      "bridgit:3",       "bridgit:7",
                                      "grid:3x5",     "wheel:6",  "routes:4", "random-trees:40", "random-regular:30",
                                      "random:30x75", "shuttle:9"};
  struct support_random random = {20261130};
  unsigned played = 0;
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    struct tt_graph *const graph = support_graph(names[index]);
    played += play_all(graph, 60, &random);
    tt_graph_free(graph);
  }
  assert_true(played >= 60 * 17 * 2 - 60 * 17);
  printf("%u games, every position right\n", played);
}

/* Random multigraphs with loops, parallel edges, and edges decided before the game. */
static void test_random_positions(void **state) {
  (void)state;
  struct support_random random = {4711};
  unsigned played = 0;
  for (unsigned round = 0; round < 1500; round++) {
    struct tt_graph *const graph = support_random_graph(support_next(&random), 14, 40);
    played += play_all(graph, 2, &random);
    tt_graph_free(graph);
  }
  printf("%u games\n", played);
}

/* A board of 3,121 edges to the end by both rules, with a check every move. */
static void test_board(void **state) {
  (void)state;
  struct tt_graph *const board = support_graph("bridgit:40");
  struct support_random random = {99};
  for (unsigned way = 0; way < 2; way++) {
    const struct line line = {way == 0 ? TT_PLAYER_SHORT : TT_PLAYER_CUT, true, true, 0};
    assert_int_equal(play_line(board, &line, &random), 0);
  }
  tt_graph_free(board);
}

/* One move of the rule's given to the opponent is a lost game, and the checks see it. */
static void test_a_missed_move_is_seen(void **state) {
  (void)state;
  struct tt_graph *const board = support_graph("bridgit:8");
  struct support_random random = {7};
  unsigned seen = 0;
  for (unsigned way = 0; way < 2; way++) {
    for (unsigned move = 1; move <= 8; move++) {
      const struct line line = {way == 0 ? TT_PLAYER_SHORT : TT_PLAYER_CUT, true, true, move};
      seen += play_line(board, &line, &random) > 0;
    }
  }
  assert_in_range(seen, 12, 16); /* one that comes where the game is long decided changes nothing */
  tt_graph_free(board);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_named_graphs),
      cmocka_unit_test(test_random_positions),
      cmocka_unit_test(test_board),
      cmocka_unit_test(test_a_missed_move_is_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
