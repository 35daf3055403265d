/* test_pairing.c: fixed pairs. The closed form on every board by a search on Red's dots, by random play and by every
 * reply; the exact search against all pairings of small positions; what goes on in the middle of a game; the program.
 */
// wrap: malloc calloc realloc
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/play.h"
#include "tests/failing_memory.h"
#include "tests/support.h"

/* ---- Helpers ---- */

static struct tt_game game_on(const char *name, unsigned board, enum tt_player first) {
  struct tt_game game;
  struct tt_graph *const graph = support_graph(name);
  assert_int_equal(tt_game_make(&game, graph, board, false, first, NULL), TT_OK);
  tt_graph_free(graph);
  return game;
}

static struct tt_game board_game(unsigned board, enum tt_player first) {
  char name[24];
  snprintf(name, sizeof name, "bridgit:%u", board);
  return game_on(name, board, first);
}

static struct tt_pairing pairing_of(const struct tt_game *game) {
  struct tt_pairing pairing;
  struct tt_error error;
  if (tt_pairing_make(&pairing, game, &error) != TT_OK) fail_msg("%s: %s", game->graph->name, error.text);
  return pairing;
}

/* Partners of one another, undecided, and nobody else's. */
static void check_partners(const struct tt_pairing *pairing, const struct tt_graph *graph) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const size_t partner = pairing->partner[edge];
    if (partner == SIZE_MAX) continue;
    assert_true(partner < graph->edge_count && partner != edge);
    assert_int_equal(pairing->partner[partner], edge);
    assert_int_equal(graph->states[edge], TT_UNDECIDED);
    assert_int_not_equal(edge, pairing->opening);
  }
}

static bool is_long(void) {
  return getenv("TT_LONG") != NULL;
}

/* ---- Witness 1: Red's walks. A path of Red's that uses no whole pair, from West to East, must not exist ---- */

/* Red's dots are (row, column), columns 0 and N the banks; a bridge of Red's crosses the edge whose middle is its own.
 * Which edge has its middle at (x, y), in half steps, by the numbering of bridgit:N counted out afresh. */
static size_t edge_with_middle(unsigned board, int x, int y) {
  size_t edge = 0;
  for (int row = 0; row < (int)board; row++) {
    for (int column = 0; column < (int)board; column++) {
      if (row > 0 && column + 1 < (int)board) {
        if (x == 2 * column + 2 && y == 2 * row) return edge;
        edge++;
      }
      if (x == 2 * column + 1 && y == 2 * row + 1) return edge;
      edge++;
    }
  }
  return SIZE_MAX;
}

/* A search over (dot, edge by which it was reached); no path turns back. Pairs of edges that meet in no dot are taken
 * for no pairs. */
static bool red_gets_through(unsigned board, const struct tt_pairing *pairing) {
  static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  enum { SIDE = TT_BOARD_MOST + 1 };
  static bool seen[SIDE][SIDE][4];
  static int stack[SIDE * SIDE * 4][3];
  size_t count = 0;
  memset(seen, 0, sizeof seen);
  for (int row = 0; row < (int)board; row++) {
    if (edge_with_middle(board, 1, 2 * row + 1) == pairing->opening) continue;
    seen[row][1][0] = true;
    memcpy(stack[count++], (int[]){row, 1, 0}, sizeof stack[0]);
  }
  while (count > 0) {
    const int row = stack[--count][0], column = stack[count][1], came = stack[count][2];
    const size_t before = edge_with_middle(board, 2 * column - steps[came][0], 2 * row + 1 - steps[came][1]);
    if (column == (int)board) return true;
    if (column == 0) continue;
    for (int step = 0; step < 4; step++) {
      const int to_row = row + steps[step][1], to_column = column + steps[step][0];
      if (to_row < 0 || to_row >= (int)board) continue;
      const size_t edge = edge_with_middle(board, 2 * column + steps[step][0], 2 * row + 1 + steps[step][1]);
      if (edge == pairing->opening || edge == before || pairing->partner[before] == edge) continue;
      if (seen[to_row][to_column][step]) continue;
      seen[to_row][to_column][step] = true;
      memcpy(stack[count++], (int[]){to_row, to_column, step}, sizeof stack[0]);
    }
  }
  return false;
}

static void exchange_partners(struct tt_pairing *pairing, size_t first, size_t second) {
  const size_t old[2] = {pairing->partner[first], pairing->partner[second]};
  pairing->partner[first] = second;
  pairing->partner[second] = first;
  pairing->partner[old[0]] = old[1];
  pairing->partner[old[1]] = old[0];
}

static void test_every_board_has_a_pairing(void **state) {
  (void)state;
  for (unsigned board = TT_BOARD_LEAST; board <= TT_BOARD_MOST; board++) {
    struct tt_game game = board_game(board, TT_PLAYER_SHORT);
    struct tt_pairing pairing = pairing_of(&game);
    assert_true(pairing.exists);
    assert_int_equal(pairing.opening, 0);
    check_partners(&pairing, game.graph);
    for (size_t edge = 1; edge < game.graph->edge_count; edge++) assert_int_not_equal(pairing.partner[edge], SIZE_MAX);
    assert_false(red_gets_through(board, &pairing));
    /* Any two pairs of the first inner row exchanged, or the opening not made, and Red gets through. */
    if (board > 2) {
      exchange_partners(&pairing, 1, 2);
      assert_true(red_gets_through(board, &pairing));
    }
    tt_pairing_free(&pairing);
    pairing = pairing_of(&game);
    pairing.opening = SIZE_MAX;
    pairing.partner[0] = SIZE_MAX;
    assert_true(red_gets_through(board, &pairing));
    tt_pairing_free(&pairing);
    tt_game_free(&game);
  }
}

/* ---- Witness 2: play, by union-find alone ---- */

/* Cut takes one of each pair, as `choose` says; does what is left join A and B? */
static bool joined_after(const struct tt_game *game, const struct tt_pairing *pairing, uint64_t (*choose)(void *),
                         void *context) {
  struct tt_partition partition;
  assert_true(tt_partition_make(&partition, game->graph->vertex_count));
  uint64_t bits = 0;
  unsigned left = 0;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    const size_t partner = pairing->partner[edge];
    size_t secured = edge;
    if (partner != SIZE_MAX && partner > edge) {
      if (left == 0) {
        bits = choose(context);
        left = 64;
      }
      if ((bits & 1) != 0) secured = partner;
      bits >>= 1;
      left--;
    } else if (edge != pairing->opening) {
      continue;
    }
    tt_partition_unite(&partition, game->graph->edges[secured].u, game->graph->edges[secured].v);
  }
  const bool joined =
      tt_partition_find(&partition, game->graph->terminal_a) == tt_partition_find(&partition, game->graph->terminal_b);
  tt_partition_free(&partition);
  return joined;
}

static uint64_t random_bits(void *context) {
  return support_next(context);
}

static uint64_t given_bits(void *context) {
  return *(const uint64_t *)context;
}

static void test_random_replies(void **state) {
  (void)state;
  struct support_random random = {support_seed(20)};
  const unsigned games = is_long() ? 100000 : 300;
  for (unsigned board = TT_BOARD_LEAST; board <= TT_BOARD_MOST; board++) {
    struct tt_game game = board_game(board, TT_PLAYER_SHORT);
    struct tt_pairing pairing = pairing_of(&game);
    for (unsigned number = 0; number < games; number++) {
      if (!joined_after(&game, &pairing, random_bits, &random)) fail_msg("lost on the board of size %u", board);
    }
    if (board == 10) { /* a pairing that is none loses soon */
      unsigned lost = 0;
      for (size_t edge = 1; edge + 8 < 60; edge += 8) exchange_partners(&pairing, edge, edge + 4);
      for (unsigned number = 0; number < 300; number++) lost += !joined_after(&game, &pairing, random_bits, &random);
      assert_true(lost > 0);
    }
    tt_pairing_free(&pairing);
    tt_game_free(&game);
  }
}

/* Lines of the pairing against every deletion, by recursion over bare states. */
static uint64_t count_lines(const struct tt_graph *graph, const struct tt_pairing *pairing, uint8_t *states,
                            bool *lost) {
  uint64_t lines = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    const size_t partner = pairing->partner[edge];
    assert_true(partner != SIZE_MAX && states[partner] == TT_UNDECIDED); /* nothing else is on these boards */
    states[edge] = TT_DELETED;
    states[partner] = TT_SECURED;
    struct tt_partition partition[2];
    for (unsigned side = 0; side < 2; side++) {
      assert_true(tt_partition_make(&partition[side], graph->vertex_count));
      for (size_t other = 0; other < graph->edge_count; other++) {
        if (side == 0 ? states[other] == TT_SECURED : states[other] != TT_DELETED)
          tt_partition_unite(&partition[side], graph->edges[other].u, graph->edges[other].v);
      }
    }
    const uint32_t a = graph->terminal_a, b = graph->terminal_b;
    *lost = *lost || tt_partition_find(&partition[1], a) != tt_partition_find(&partition[1], b);
    const bool won = tt_partition_find(&partition[0], a) == tt_partition_find(&partition[0], b);
    tt_partition_free(&partition[0]);
    tt_partition_free(&partition[1]);
    lines += won ? 1 : count_lines(graph, pairing, states, lost);
    states[edge] = states[partner] = TT_UNDECIDED;
  }
  return lines;
}

static void test_every_reply(void **state) {
  (void)state;
  static const uint64_t lines[] = {7, 30010};
  for (unsigned board = 2; board <= 3; board++) {
    struct tt_game game = board_game(board, TT_PLAYER_SHORT);
    struct tt_pairing pairing = pairing_of(&game);
    struct tt_pairing_record record;
    assert_int_equal(tt_pairing_replay(&record, &pairing, &game, NULL), TT_OK);
    assert_int_equal(record.lost, 0);
    assert_int_equal(record.lines, lines[board - 2]);
    uint8_t states[13] = {TT_SECURED};
    bool lost = false;
    assert_int_equal(count_lines(game.graph, &pairing, states, &lost), record.lines);
    assert_false(lost);
    for (uint64_t choice = 0; choice >> (board * (board - 1)) == 0; choice++) {
      assert_true(joined_after(&game, &pairing, given_bits, &choice));
    }
    /* A broken pairing loses some line. */
    if (board == 3) exchange_partners(&pairing, 1, 2);
    if (board == 2) exchange_partners(&pairing, 1, 3);
    assert_int_equal(tt_pairing_replay(&record, &pairing, &game, NULL), TT_OK);
    assert_true(record.lost > 0);
    tt_pairing_free(&pairing);
    tt_game_free(&game);
  }
}

/* ---- The middle of a game ---- */

/* Blue answers by the pairing made at that moment, never by an older one. From each of the four corners. */
static void test_it_goes_on_in_the_middle(void **state) {
  (void)state;
  struct support_random random = {support_seed(21)};
  for (unsigned board = 2; board <= 12; board += 2) {
    for (unsigned corner = 0; corner < 4; corner++) {
      struct tt_game game = board_game(board, TT_PLAYER_SHORT);
      const size_t south = game.graph->edge_count - 1, corners[4] = {0, board - 1, south + 3 - 2 * board, south};
      assert_int_equal(tt_game_play(&game, corners[corner], NULL), TT_OK);
      while (game.winner == TT_PLAYER_NONE) {
        struct tt_pairing pairing = pairing_of(&game);
        size_t edge = pairing.opening;
        assert_true(pairing.exists);
        check_partners(&pairing, game.graph);
        if (game.turn == TT_PLAYER_CUT) {
          assert_int_equal(edge, SIZE_MAX);
          do edge = support_below(&random, (unsigned)game.graph->edge_count);
          while (game.graph->states[edge] != TT_UNDECIDED);
        } else if (edge == SIZE_MAX) {
          for (edge = 0; game.graph->states[edge] != TT_UNDECIDED;) edge++;
        }
        assert_int_equal(tt_game_play(&game, edge, NULL), TT_OK);
        tt_pairing_free(&pairing);
      }
      assert_int_equal(game.winner, TT_PLAYER_SHORT);
      struct tt_pairing pairing = pairing_of(&game);
      assert_true(pairing.exists && pairing.opening == SIZE_MAX);
      tt_pairing_free(&pairing);
      tt_game_free(&game);
    }
  }
}

static void test_there_is_none_where_cut_wins(void **state) {
  (void)state;
  struct tt_game game = board_game(26, TT_PLAYER_CUT);
  struct tt_pairing pairing = pairing_of(&game);
  assert_false(pairing.exists);
  tt_pairing_free(&pairing);
  /* Off the rule and too large to search: refused, not guessed. */
  assert_int_equal(tt_game_play(&game, 700, NULL), TT_OK);
  struct tt_error error;
  game.turn = TT_PLAYER_SHORT;
  tt_game_undo(&game);
  game.turn = TT_PLAYER_SHORT;
  assert_int_equal(tt_game_play(&game, 700, NULL), TT_OK);
  assert_int_equal(tt_pairing_make(&pairing, &game, &error), TT_BAD_INPUT);
  assert_string_equal(error.text,
                      "bridgit:26: a pairing is searched for on up to 14 vertices and 64 edges, and this position has "
                      "651 and 1300 (a board has one from its start for every N)");
  tt_game_free(&game);
}

/* ---- The search, against all pairings and all choices ---- */

struct brute {
  const struct tt_graph *graph;
  size_t edges[16], count;
  size_t pairs[8][2], pair_count;
};

static bool joins(const struct tt_graph *graph, uint64_t kept) {
  struct tt_partition partition;
  assert_true(tt_partition_make(&partition, graph->vertex_count));
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] == TT_SECURED || (graph->states[edge] == TT_UNDECIDED && (kept >> edge & 1) != 0))
      tt_partition_unite(&partition, graph->edges[edge].u, graph->edges[edge].v);
  }
  const bool joined =
      tt_partition_find(&partition, graph->terminal_a) == tt_partition_find(&partition, graph->terminal_b);
  tt_partition_free(&partition);
  return joined;
}

static bool pairs_win(const struct brute *brute) {
  for (uint64_t choice = 0; choice >> brute->pair_count == 0; choice++) {
    uint64_t kept = 0;
    for (size_t pair = 0; pair < brute->pair_count; pair++)
      kept |= (uint64_t)1 << brute->pairs[pair][choice >> pair & 1];
    if (!joins(brute->graph, kept)) return false;
  }
  return true;
}

/* The first edge left stays alone or gets any other as its partner. */
static bool some_pairs_win(struct brute *brute, uint64_t left) {
  if (left == 0) return pairs_win(brute);
  const uint64_t first = left & -left;
  for (uint64_t others = left & ~first; others != 0; others &= others - 1) {
    const uint64_t second = others & -others;
    brute->pairs[brute->pair_count][0] = tt_edge_set_first(first);
    brute->pairs[brute->pair_count++][1] = tt_edge_set_first(second);
    if (some_pairs_win(brute, left & ~first & ~second)) return true;
    brute->pair_count--;
  }
  return some_pairs_win(brute, left & ~first);
}

static bool brute_force(const struct tt_graph *graph) {
  struct brute brute = {.graph = graph};
  uint64_t left = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++)
    left |= (uint64_t)(graph->states[edge] == TT_UNDECIDED) << edge;
  return some_pairs_win(&brute, left);
}

/* Do the pairs of a found pairing win, whatever Cut takes of each? */
static bool found_pairs_win(const struct tt_pairing *pairing, struct tt_graph *graph) {
  struct brute brute = {.graph = graph};
  if (pairing->opening != SIZE_MAX) graph->states[pairing->opening] = TT_SECURED;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (pairing->partner[edge] == SIZE_MAX || pairing->partner[edge] < edge) continue;
    brute.pairs[brute.pair_count][0] = edge;
    brute.pairs[brute.pair_count++][1] = pairing->partner[edge];
  }
  const bool win = pairs_win(&brute);
  if (pairing->opening != SIZE_MAX) graph->states[pairing->opening] = TT_UNDECIDED;
  return win;
}

static void compare_with_brute_force(struct tt_graph *graph, unsigned *found) {
  struct tt_game game;
  assert_int_equal(tt_game_make(&game, graph, 0, false, TT_PLAYER_CUT, NULL), TT_OK);
  struct tt_pairing pairing = pairing_of(&game);
  if (pairing.exists != brute_force(graph)) {
    char *const text = support_text(graph);
    fail_msg("search says %d of\n%s", pairing.exists, text);
  }
  check_partners(&pairing, graph);
  if (pairing.exists) assert_true(found_pairs_win(&pairing, graph));
  ++*found;
  tt_pairing_free(&pairing);
  tt_game_free(&game);
}

static void test_search_against_all_pairings(void **state) {
  (void)state;
  const uint64_t seed = support_seed(22);
  unsigned compared = 0;
  for (uint64_t number = 0; number < 3000; number++) {
    struct tt_graph *const graph = support_random_graph(seed + number, 6, 10);
    if (tt_graph_count(graph, TT_UNDECIDED) <= 8) compare_with_brute_force(graph, &compared);
    tt_graph_free(graph);
  }
  assert_true(compared > 1000);
}

/* The first subgraphs of K6 that Short wins and no pairs do. */
static void test_some_positions_have_none(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("k:6");
  unsigned compared = 0;
  assert_int_equal(tt_graph_set_position(graph, "uuudduuduuududu", NULL), TT_OK);
  compare_with_brute_force(graph, &compared);
  struct tt_game game;
  enum tt_player favourite;
  assert_int_equal(tt_game_make(&game, graph, 0, false, TT_PLAYER_CUT, NULL), TT_OK);
  assert_int_equal(tt_game_favourite(&game, &favourite, NULL), TT_OK);
  assert_int_equal(favourite, TT_PLAYER_SHORT);
  assert_false(brute_force(graph));
  tt_game_free(&game);
  tt_graph_free(graph);
}

/* ---- A second count: pairs win exactly when every cut between the terminals holds both edges of one ---- */

/* Chooses pairs for the cuts from `next` on that hold none yet; used: the edges in pairs so far. */
static bool pairs_in_cuts(const uint32_t *cuts, size_t count, size_t next, uint32_t used, uint32_t *pairs,
                          size_t chosen) {
  for (; next < count; next++) {
    bool held = false;
    for (size_t pair = 0; pair < chosen; pair++) held = held || (pairs[pair] & ~cuts[next]) == 0;
    if (!held) break;
  }
  if (next == count) return true;
  const uint32_t room = cuts[next] & ~used;
  for (uint32_t rest = room; rest != 0; rest &= rest - 1) {
    const uint32_t first = rest & -rest;
    for (uint32_t others = rest & (rest - 1); others != 0; others &= others - 1) {
      pairs[chosen] = first | (others & -others);
      if (pairs_in_cuts(cuts, count, next + 1, used | pairs[chosen], pairs, chosen + 1)) return true;
    }
  }
  return false;
}

/* Of all subgraphs of a complete graph of at most 6 vertices. */
static unsigned count_by_cuts(const char *name) {
  struct tt_graph *const graph = support_graph(name);
  const uint32_t sides = 1U << (graph->vertex_count - 2);
  unsigned found = 0;
  for (uint32_t present = 0; present >> graph->edge_count == 0; present++) {
    uint32_t cuts[16] = {0}, pairs[8];
    for (uint32_t side = 0; side < sides; side++) { /* A's side: A and the inner vertices in the set */
      for (size_t edge = 0; edge < graph->edge_count; edge++) {
        const uint32_t with_a = side << 1 | 1U;
        const bool across = ((with_a >> graph->edges[edge].u ^ with_a >> graph->edges[edge].v) & 1U) != 0;
        if (across) cuts[side] |= present & 1U << edge;
      }
    }
    found += pairs_in_cuts(cuts, sides, 0, 0, pairs, 0);
  }
  tt_graph_free(graph);
  return found;
}

static unsigned count_by_search(const char *name) {
  struct tt_graph *const graph = support_graph(name);
  unsigned found = 0;
  for (uint64_t number = 0; number >> graph->edge_count == 0; number++) {
    struct tt_game game;
    tt_graph_set_number(graph, number, false);
    assert_int_equal(tt_game_make(&game, graph, 0, false, TT_PLAYER_CUT, NULL), TT_OK);
    struct tt_pairing pairing = pairing_of(&game);
    found += pairing.exists;
    tt_pairing_free(&pairing);
    tt_game_free(&game);
  }
  tt_graph_free(graph);
  return found;
}

static void test_two_counts(void **state) {
  (void)state;
  static const char *const names[] = {"k4", "k5", "k:6"};
  for (size_t index = 0; index < 3; index++) {
    const unsigned by_cuts = count_by_cuts(names[index]);
    print_message("%s: pairs on %u subgraphs\n", names[index], by_cuts);
    assert_int_equal(by_cuts, count_by_search(names[index]));
  }
}

static void test_openings_are_found(void **state) {
  (void)state;
  static const char *const names[] = {"bridge", "bridge-spur", "k4", "k5", "wheel:5", "bridgit:3"};
  for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
    struct tt_game game = game_on(names[index], 0, TT_PLAYER_SHORT);
    struct tt_pairing pairing = pairing_of(&game);
    assert_true(pairing.exists);
    assert_true(found_pairs_win(&pairing, game.graph));
    tt_pairing_free(&pairing);
    tt_game_free(&game);
  }
}

/* ---- Memory ---- */

static enum tt_status every_allocation(enum tt_status (*work)(void), size_t *needed) {
  enum tt_status status;
  for (*needed = 1;; ++*needed) {
    allocations = 0;
    failing = *needed;
    status = work();
    failing = 0;
    if (status != TT_NO_RESOURCE) return status;
    assert_true(*needed < 100000);
  }
}

static enum tt_status make_by_search(void) {
  struct tt_graph *const graph = tt_graph_new("square", 4);
  struct tt_game game;
  struct tt_pairing pairing;
  enum tt_status status = TT_NO_RESOURCE;
  if (graph == NULL) return status;
  const bool added = tt_graph_add_edge(graph, 0, 1) && tt_graph_add_edge(graph, 0, 2) &&
                     tt_graph_add_edge(graph, 1, 2) && tt_graph_add_edge(graph, 1, 3) && tt_graph_add_edge(graph, 2, 3);
  if (added) status = tt_game_make(&game, graph, 0, false, TT_PLAYER_SHORT, NULL);
  tt_graph_free(graph);
  if (status != TT_OK) return status;
  status = tt_pairing_make(&pairing, &game, NULL);
  if (status == TT_OK) {
    struct tt_pairing_record record;
    status = tt_pairing_replay(&record, &pairing, &game, NULL);
    if (status == TT_OK) status = tt_pairing_random(&record, &pairing, &game, 2, 1, NULL);
    tt_pairing_free(&pairing);
  }
  tt_game_free(&game);
  return status;
}

static void test_memory_that_fails(void **state) {
  (void)state;
  size_t needed;
  assert_int_equal(every_allocation(make_by_search, &needed), TT_OK);
  assert_true(needed > 10);
}

/* ---- The program ---- */

static void expect(const char *arguments, int status, const char *output, const char *errors) {
  char command[1000];
  snprintf(command, sizeof command, "P=%s; %s", support_program(), arguments);
  struct support_run run = support_shell(command);
  if (run.status != status) fail_msg("%s: status %d: %s", arguments, run.status, run.errors);
  if (output != NULL) assert_string_equal(run.output, output);
  assert_string_equal(run.errors, errors);
  support_run_free(&run);
}

static void test_program(void **state) {
  (void)state;
  expect(
      "$P pairing bridgit:2", 0,
      "bridgit:2: Blue plays 0 (A1 A2), then answers in pairs:\n  1 (B1 B2) and 2 (A2 B2)\n  3 (A2 A3) and 4 (B2 B3)\n",
      "");
  expect("$P pairing bridgit:2 --json", 0,
         "{\"kind\":\"pairing\",\"graph\":\"bridgit:2\",\"exists\":true,\"opening\":0,\"pairs\":[[1,2],[3,4]]}\n", "");
  expect("$P pairing k4 --mover second --json", 0,
         "{\"kind\":\"pairing\",\"graph\":\"k4\",\"exists\":true,\"pairs\":[[0,1],[2,4],[3,5]]}\n", "");
  expect("$P pairing bridgit:2 --mover second", 1, "bridgit:2: no pairing wins for Blue, moving second\n", "");
  expect("$P pairing bridgit:3 --mover second --json", 1,
         "{\"kind\":\"pairing\",\"graph\":\"bridgit:3\",\"exists\":false}\n", "");
  expect("printf 'A1A2\\nA2A3\\n' | $P pairing bridgit:2 --moves -", 0,
         "bridgit:2: Blue plays 2 (A2 B2), then answers in pairs:\n  3 (A2 A3) and 4 (B2 B3)\n", "");
  expect(
      "$P pairing bridgit:2 --any-tree", 0,
      "bridgit:2: 8 spanning trees through e*, 6 whose complement spans; the rule loses from 2, 0 of them with a "
      "complement that spans\n  the first of them: e*, 0 (A1 A2), 1 (B1 B2)\n  a line that it loses: Blue 3 (A2 A3), "
      "Red 0 (A1 A2), Blue 2 (A2 B2), Red 1 (A2 A3)\n",
      "");
  expect(
      "$P pairing bridgit:2 --any-tree --json", 0,
      "{\"kind\":\"any_tree\",\"graph\":\"bridgit:2\",\"trees\":8,\"splitting\":6,\"losing\":2,\"losing_splitting\":0,"
      "\"tree\":[0,1],\"line\":[3,0,2,1]}\n",
      "");
  expect("$P pairing bridgit:5 --to svg | grep -c 'class=\"pair\"'", 0, "20\n", "");
  expect("$P pairing k4 --to svg | grep -c 'Pairs: 0+1, 2+4, 3+5'", 0, "1\n", "");
}

static void test_program_refuses(void **state) {
  (void)state;
  expect("$P pairing bridgit:4 --any-tree", 2, "",
         "twotrees: bridgit:4: the rule from any tree is played out on at most 16 edges\n");
  expect("$P pairing bridgit:2 --to dot", 2, "", "twotrees: --to dot: expected svg\n");
  expect("$P pairing bridgit:2 --to svg --json", 2, "", "twotrees: --json and --to svg: expected one of them\n");
  expect("$P pairing bridgit:2 --output x", 2, "", "twotrees: --output goes with --to svg\n");
  expect("$P pairing bridgit:2 --mover third", 2, "", "twotrees: --mover third: expected first or second\n");
  expect("$P pairing bridgit:2 --any-tree --moves -", 2, "",
         "twotrees: --any-tree is about the start of a game: no --moves\n");
  expect("$P pairing bridgit:3 --mover second --to svg", 1, "", "twotrees: bridgit:3: there is no pairing to draw\n");
  expect("$P pairing bridgit:2 bridgit:3 --to svg >/dev/null", 2, "",
         "twotrees: pairing: one SVG holds one graph; draw them one by one\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_board_has_a_pairing),
                                     cmocka_unit_test(test_random_replies),
                                     cmocka_unit_test(test_every_reply),
                                     cmocka_unit_test(test_it_goes_on_in_the_middle),
                                     cmocka_unit_test(test_there_is_none_where_cut_wins),
                                     cmocka_unit_test(test_search_against_all_pairings),
                                     cmocka_unit_test(test_some_positions_have_none),
                                     cmocka_unit_test(test_openings_are_found),
                                     cmocka_unit_test(test_two_counts),
                                     cmocka_unit_test(test_memory_that_fails),
                                     cmocka_unit_test(test_program),
                                     cmocka_unit_test(test_program_refuses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
