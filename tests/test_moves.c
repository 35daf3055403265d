/* test_moves.c: every winning move from one pair of forests, against playing every opening out.
 *
 * Every position of k5 and of bridgit:3, random multigraphs, the totals over the subgraphs of K5 that the first mover
 * wins; what the trees and Cut's sets name is among the winning moves; `twotrees move` says the same. The comparison
 * itself is tested with planted faults. TT_SEED=N makes N the first random graph's seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/naive.h"
#include "tests/support.h"
#include "treetest/treetest.h"

enum { MOST_EDGES = NAIVE_EDGES, RANDOM_SEED = 20260302, PUBLISHED_SHORT = 1654, COUNTED_CUT = 742, FIRST_OF_K5 = 502 };

/* ---- Two answers about one position ---- */

struct answer {
  unsigned tempo;
  uint8_t short_wins[MOST_EDGES], cut_wins[MOST_EDGES];
};

/* How to see a failure again: the position, and where it came from. */
struct trial {
  struct tt_graph *graph;
  uint64_t number; /* of the position or subgraph; the seed of a random graph */
  const char *kind;
};

#define EXPECT(condition, trial, ...)                                                             \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      print_error(__VA_ARGS__);                                                                   \
      fail_msg("\nnot %s; %s: %s %" PRIu64 " (a random graph again: TT_SEED=%" PRIu64             \
               " build/tests/test_moves)"                                                         \
               "; the position:\n%s",                                                             \
               #condition, (trial)->graph->name, (trial)->kind, (trial)->number, (trial)->number, \
               support_text((trial)->graph));                                                     \
    }                                                                                             \
  } while (false)

static struct answer by_trees(const struct trial *trial) {
  struct answer answer;
  struct tt_error error = {0};
  memset(&answer, 0xff, sizeof answer); /* every flag has to be written */
  EXPECT(tt_winning_moves(trial->graph, &answer.tempo, answer.short_wins, answer.cut_wins, &error) == TT_OK, trial,
         "tt_winning_moves: %s", error.text);
  return answer;
}

static unsigned tempo_of(struct tt_verdict verdict) {
  return verdict.short_wins_second ? 0 : verdict.short_wins_first ? 1 : 2;
}

static struct answer by_playout(const struct trial *trial) {
  struct answer answer = {0};
  struct tt_error error = {0};
  struct tt_playout playout;
  EXPECT(tt_playout_make(&playout, trial->graph, false, TT_PLAYOUT_POSITIONS, &error) == TT_OK, trial,
         "tt_playout_make: %s", error.text);
  answer.tempo = tempo_of(playout.verdict);
  memcpy(answer.short_wins, playout.short_wins_after, trial->graph->edge_count);
  memcpy(answer.cut_wins, playout.cut_wins_after, trial->graph->edge_count);
  tt_playout_free(&playout);
  return answer;
}

static struct answer by_naive_play(const struct trial *trial, struct naive_play *play) {
  struct answer answer = {0};
  struct naive_graph naive;
  naive_from(&naive, trial->graph);
  answer.tempo = tempo_of(
      (struct tt_verdict){naive_short_wins(play, naive.state, false), naive_short_wins(play, naive.state, true)});
  for (unsigned edge = 0; edge < naive.edges; edge++) {
    if (naive.state[edge] != TT_UNDECIDED) continue;
    naive.state[edge] = TT_SECURED;
    answer.short_wins[edge] = naive_short_wins(play, naive.state, false);
    naive.state[edge] = TT_DELETED;
    answer.cut_wins[edge] = !naive_short_wins(play, naive.state, true);
    naive.state[edge] = TT_UNDECIDED;
  }
  return answer;
}

/* Where two answers differ: "" nowhere, otherwise a text in a buffer that the next call overwrites. */
static const char *difference(const struct answer *one, const struct answer *other, size_t edges) {
  static char text[100];
  if (one->tempo != other->tempo) {
    snprintf(text, sizeof text, "tempo %u and %u", one->tempo, other->tempo);
    return text;
  }
  for (size_t edge = 0; edge < edges; edge++) {
    if (one->short_wins[edge] == other->short_wins[edge] && one->cut_wins[edge] == other->cut_wins[edge]) continue;
    snprintf(text, sizeof text, "edge %zu: Short wins %u and %u, Cut wins %u and %u", edge, one->short_wins[edge],
             other->short_wins[edge], one->cut_wins[edge], other->cut_wins[edge]);
    return text;
  }
  return "";
}

static void compare(const struct trial *trial, const struct answer *one, const struct answer *other,
                    const char *whose) {
  const char *text = difference(one, other, trial->graph->edge_count);
  EXPECT(text[0] == '\0', trial, "trees and %s differ: %s", whose, text);
}

static unsigned count_flags(const uint8_t *flags, size_t edges) {
  unsigned count = 0;
  for (size_t edge = 0; edge < edges; edge++) count += flags[edge];
  return count;
}

/* ---- What is named is among the winners ---- */

static void expect_named_to_win(const struct trial *trial, const struct answer *answer) {
  if (answer->tempo != 1) return;
  struct tt_error error = {0};
  struct tt_forests forests;
  struct tt_cut_sets sets;
  struct tt_tree_pair pair;
  uint8_t cut_named[MOST_EDGES] = {0}, short_named[MOST_EDGES] = {0};
  EXPECT(tt_forests_make(&forests, trial->graph, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(tt_cut_sets_make(&sets, &forests, trial->graph, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(tt_cut_named_openings(&sets, trial->graph, cut_named, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(tt_forests_pair(&forests, trial->graph, &pair, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(tt_named_openings(trial->graph, &pair, short_named, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(count_flags(cut_named, MOST_EDGES) > 0, trial, "Cut's sets name nothing");
  EXPECT(count_flags(short_named, MOST_EDGES) > 0, trial, "the trees name nothing");
  for (size_t edge = 0; edge < trial->graph->edge_count; edge++) {
    EXPECT(cut_named[edge] <= answer->cut_wins[edge], trial, "edge %zu is named for Cut and loses", edge);
    EXPECT(short_named[edge] <= answer->short_wins[edge], trial, "edge %zu is named for Short and loses", edge);
  }
  tt_tree_pair_free(&pair);
  tt_cut_sets_free(&sets);
  tt_forests_free(&forests);
}

/* ---- Every position ---- */

struct totals {
  uint64_t positions, tempos[3], short_winning, cut_winning;
};

/* Trees against the library's play-out and naive play on every position of a base graph. */
static struct totals compare_every_position(const char *base) {
  struct trial trial = {.graph = support_graph(base), .kind = "position"};
  struct naive_graph naive;
  naive_from(&naive, trial.graph);
  struct naive_play *play = naive_play_open(&naive);
  struct totals totals = {0};
  uint64_t count = 1;
  for (size_t edge = 0; edge < trial.graph->edge_count; edge++) count *= 3;
  for (trial.number = 0; trial.number < count; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, true);
    const struct answer trees = by_trees(&trial), playout = by_playout(&trial), played = by_naive_play(&trial, play);
    compare(&trial, &trees, &playout, "play-out");
    compare(&trial, &trees, &played, "naive play");
    expect_named_to_win(&trial, &trees);
    totals.tempos[trees.tempo]++;
    totals.short_winning += count_flags(trees.short_wins, trial.graph->edge_count);
    totals.cut_winning += count_flags(trees.cut_wins, trial.graph->edge_count);
    totals.positions++;
  }
  print_message("%s: %" PRIu64 " positions: short %" PRIu64 ", first %" PRIu64 ", cut %" PRIu64
                "; winning moves: Short %" PRIu64 ", Cut %" PRIu64 "\n",
                base, totals.positions, totals.tempos[0], totals.tempos[1], totals.tempos[2], totals.short_winning,
                totals.cut_winning);
  naive_play_close(play);
  tt_graph_free(trial.graph);
  return totals;
}

static void every_position_of_k5(void **state) {
  (void)state;
  const struct totals totals = compare_every_position("k5");
  assert_int_equal(totals.positions, 59049);
}

/* The board is its own dual: what is Short's in one position is Cut's in another. */
static void every_position_of_bridgit(void **state) {
  (void)state;
  const struct totals totals = compare_every_position("bridgit:3");
  assert_int_equal(totals.positions, 1594323);
  assert_int_equal(totals.tempos[0], totals.tempos[2]);
  assert_int_equal(totals.short_winning, totals.cut_winning);
}

static void every_position_of_small_bases(void **state) {
  (void)state;
  static const char *const names[] = {"triangle", "bridge", "k4", "bridge-spur", "doubled-path", "bridge-chain"};
  for (size_t base = 0; base < sizeof names / sizeof names[0]; base++) compare_every_position(names[base]);
}

/* ---- Random multigraphs ---- */

static void random_graphs(size_t count, unsigned vertices, unsigned edges, unsigned naive_edges) {
  struct trial trial = {.kind = "seed", .number = support_seed(RANDOM_SEED)};
  print_message("random graphs from seed %" PRIu64 "\n", trial.number);
  uint64_t tempos[3] = {0};
  for (size_t looked = 0; looked < count; looked++, trial.number++) {
    trial.graph = support_random_graph(trial.number, vertices, edges);
    const struct answer trees = by_trees(&trial), playout = by_playout(&trial);
    compare(&trial, &trees, &playout, "play-out");
    if (trial.graph->edge_count <= naive_edges) {
      struct naive_graph naive;
      naive_from(&naive, trial.graph);
      struct naive_play *play = naive_play_open(&naive);
      const struct answer played = by_naive_play(&trial, play);
      compare(&trial, &trees, &played, "naive play");
      naive_play_close(play);
    }
    expect_named_to_win(&trial, &trees);
    tempos[trees.tempo]++;
    tt_graph_free(trial.graph);
  }
  print_message("short %" PRIu64 ", first %" PRIu64 ", cut %" PRIu64 "\n", tempos[0], tempos[1], tempos[2]);
  for (unsigned tempo = 0; tempo < 3; tempo++) assert_true(tempos[tempo] > count / 20);
}

static void random_multigraphs(void **state) {
  (void)state;
  random_graphs(4000, 8, 12, 9);
  random_graphs(1000, 5, 9, 9);
}

/* ---- Totals over the subgraphs of K5 ---- */

static void totals_of_k5(void **state) {
  (void)state;
  struct trial trial = {.graph = support_graph("k5"), .kind = "subgraph"};
  struct naive_graph naive;
  naive_from(&naive, trial.graph);
  const struct naive_census census = naive_census(&naive);
  uint64_t first = 0, short_winning = 0, cut_winning = 0;
  for (trial.number = 0; trial.number < 1024; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, false);
    const struct answer trees = by_trees(&trial);
    if (trees.tempo != 1) continue;
    first++;
    short_winning += count_flags(trees.short_wins, 10);
    cut_winning += count_flags(trees.cut_wins, 10);
  }
  assert_int_equal(first, FIRST_OF_K5);
  assert_int_equal(census.outcomes[TT_FIRST], FIRST_OF_K5);
  assert_int_equal(short_winning, PUBLISHED_SHORT);
  assert_int_equal(census.short_winning, PUBLISHED_SHORT);
  assert_int_equal(cut_winning, COUNTED_CUT);
  assert_int_equal(census.cut_winning, COUNTED_CUT);
  tt_graph_free(trial.graph);
}

/* ---- The program ---- */

/* Appends "KEY":[the numbers of the edges flagged], to a record. */
static size_t print_flags(char *text, size_t size, const char *key, const uint8_t *flags, size_t edges) {
  size_t used = (size_t)snprintf(text, size, "\"%s\":[", key);
  const char *between = "";
  for (size_t edge = 0; edge < edges; edge++) {
    if (flags[edge] == 0) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%zu", between, edge);
    between = ",";
  }
  return used + (size_t)snprintf(text + used, size - used, "],");
}

/* The number behind `pattern` in a record, or -1. */
static long first_behind(const char *record, const char *pattern) {
  const char *found = strstr(record, pattern);
  if (found == NULL) return -1;
  found += strlen(pattern);
  return *found >= '0' && *found <= '9' ? strtol(found, NULL, 10) : -1;
}

/* `twotrees move --json` lists the same moves, and the move it proposes to a player who can win is a winning one. */
static void check_program(struct trial *trial) {
  char word[MOST_EDGES + 1], wanted[400];
  tt_graph_position_word(trial->graph, word);
  const char *const arguments[] = {support_program(), "move", trial->graph->name, "--json", "--position", word, NULL};
  struct support_run run = support_run(arguments, NULL);
  EXPECT(run.status == 0, trial, "twotrees move: status %d: %s", run.status, run.errors);
  const size_t edges = trial->graph->edge_count;
  const struct answer played = by_playout(trial);
  static const char *const outcomes[] = {"short", "first", "cut"};
  size_t used =
      (size_t)snprintf(wanted, sizeof wanted, "\"outcome\":\"%s\",\"tempo\":%u,", outcomes[played.tempo], played.tempo);
  used += print_flags(wanted + used, sizeof wanted - used, "short_winning", played.short_wins, edges);
  print_flags(wanted + used, sizeof wanted - used, "cut_winning", played.cut_wins, edges);
  EXPECT(strstr(run.output, wanted) != NULL, trial, "twotrees move prints\n%swithout\n%s", run.output, wanted);
  const char *const line_end = strchr(run.output, '\n');
  EXPECT(line_end != NULL && line_end[1] == '\0', trial, "not one line: %s", run.output);
  const long short_move = first_behind(run.output, "\"short_move\":"),
             cut_move = first_behind(run.output, "\"cut_move\":");
  EXPECT((short_move >= 0) == (count_flags(played.short_wins, edges) > 0), trial, "Short's move: %s", run.output);
  EXPECT((cut_move >= 0) == (count_flags(played.cut_wins, edges) > 0), trial, "Cut's move: %s", run.output);
  EXPECT(short_move < 0 || played.short_wins[short_move] == 1, trial, "Short is told to lose: %s", run.output);
  EXPECT(cut_move < 0 || played.cut_wins[cut_move] == 1, trial, "Cut is told to lose: %s", run.output);
  if (played.tempo == 1) { /* the move is the first one named */
    EXPECT(short_move == first_behind(run.output, "\"named\":["), trial, "not named: %s", run.output);
    EXPECT(cut_move == first_behind(run.output, "\"cut_named\":["), trial, "not named: %s", run.output);
  }
  support_run_free(&run);
}

static void program_lists_the_same_moves(void **state) {
  (void)state;
  struct trial trial = {.graph = support_graph("bridge"), .kind = "position"};
  for (trial.number = 0; trial.number < 243; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, true);
    check_program(&trial);
  }
  tt_graph_free(trial.graph);
  trial.graph = support_graph("k5");
  for (trial.number = 0; trial.number < 59049; trial.number += 487) {
    tt_graph_set_number(trial.graph, trial.number, true);
    check_program(&trial);
  }
  tt_graph_free(trial.graph);
}

/* ---- The tester tested ---- */

/* One flag flipped, one flag not written, or the tempo changed: the comparison has to notice, and to name the edge. */
static void planted_faults_are_noticed(void **state) {
  (void)state;
  struct trial trial = {.graph = support_graph("bridge"), .kind = "position"};
  const size_t edges = trial.graph->edge_count;
  size_t planted = 0;
  for (trial.number = 0; trial.number < 243; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, true);
    const struct answer playout = by_playout(&trial);
    struct answer trees = by_trees(&trial);
    assert_string_equal(difference(&trees, &playout, edges), "");
    for (size_t edge = 0; edge < edges; edge++) {
      char beginning[20];
      const int length = snprintf(beginning, sizeof beginning, "edge %zu:", edge);
      uint8_t *const flags[] = {&trees.short_wins[edge], &trees.cut_wins[edge]};
      for (unsigned player = 0; player < 2; player++) {
        const uint8_t right = *flags[player];
        const uint8_t wrong[] = {(uint8_t)(1 - right), 0xff};
        for (unsigned which = 0; which < 2; which++, planted++) {
          *flags[player] = wrong[which];
          const char *text = difference(&trees, &playout, edges);
          EXPECT(strncmp(text, beginning, (size_t)length) == 0, &trial, "edge %zu corrupted, reported: \"%s\"", edge,
                 text);
        }
        *flags[player] = right;
      }
    }
    trees.tempo = (trees.tempo + 1) % 3;
    EXPECT(strncmp(difference(&trees, &playout, edges), "tempo ", 6) == 0, &trial, "a wrong tempo passes");
  }
  assert_int_equal(planted, 243 * 5 * 4);
  tt_graph_free(trial.graph);
}

/* Moves of the wrong position (an edge more, an edge fewer) are noticed somewhere, for both players. */
static void moves_of_a_neighbour_are_noticed(void **state) {
  (void)state;
  struct trial trial = {.graph = support_graph("k4"), .kind = "subgraph"};
  size_t noticed = 0;
  for (trial.number = 0; trial.number < 64; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, false);
    const struct answer playout = by_playout(&trial);
    for (unsigned edge = 0; edge < 6; edge++) {
      tt_graph_set_number(trial.graph, trial.number ^ (uint64_t)1 << edge, false);
      const struct answer trees = by_trees(&trial);
      noticed += difference(&trees, &playout, 6)[0] != '\0';
    }
  }
  print_message("a neighbour's moves noticed %zu times of %d\n", noticed, 64 * 6);
  assert_true(noticed > 64);
  tt_graph_free(trial.graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(planted_faults_are_noticed),
      cmocka_unit_test(moves_of_a_neighbour_are_noticed),
      cmocka_unit_test(every_position_of_small_bases),
      cmocka_unit_test(every_position_of_k5),
      cmocka_unit_test(every_position_of_bridgit),
      cmocka_unit_test(random_multigraphs),
      cmocka_unit_test(totals_of_k5),
      cmocka_unit_test(program_lists_the_same_moves),
  };
  return cmocka_run_group_tests_name("moves", tests, NULL, NULL);
}
