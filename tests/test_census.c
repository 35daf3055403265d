/* test_census.c: every subgraph of the seven base graphs, the library against the naive second computation
 * (tests/naive.c), and both against the published figures and the golden table data/census.tsv.
 *
 * `test_census --write` makes that table anew, from the naive computation alone, k:6 and bridgit:3 included (seconds);
 * the test compares it with what the library's survey counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/naive.h"
#include "tests/support.h"
#include "treetest/treetest.h"

#define TABLE "data/census.tsv"
#define POSITIONS TT_PLAYOUT_POSITIONS

static const char *const table_graphs[] = {"triangle",     "bridge", "k4",  "bridge-spur", "doubled-path",
                                           "bridge-chain", "k5",     "k:6", "bridgit:3"};
enum { TABLE_GRAPHS = sizeof table_graphs / sizeof table_graphs[0], BASES = 7 };

/* Fails with what is needed to see the same again: the subgraph as a plain list. */
#define EXPECT(condition, graph, ...)                                                              \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      print_error(__VA_ARGS__);                                                                    \
      fail_msg("\n%s: not %s; the position:\n%s", (graph)->name, #condition, support_text(graph)); \
    }                                                                                              \
  } while (false)

#define EXPECT_OK(call, graph)                                                                                         \
  do {                                                                                                                 \
    struct tt_error error_of_call = {0}, *error = &error_of_call;                                                      \
    if ((call) != TT_OK)                                                                                               \
      fail_msg("%s: %s failed: %s; the position:\n%s", (graph)->name, #call, error_of_call.text, support_text(graph)); \
  } while (false)

/* ---- One subgraph at a time ---- */

/* A base graph, its naive play, and the subgraph being looked at in both forms. */
struct sweep {
  struct tt_graph *graph;
  struct naive_graph naive;
  struct naive_play *play;
  bool starts, ends; /* is this the first, the last subgraph of its graph? */
};

static void take_subgraph(struct sweep *sweep, tt_edge_set present) {
  tt_graph_set_edges(sweep->graph, present, 0);
  naive_from(&sweep->naive, sweep->graph);
}

/* Calls `look` for every subgraph of every base graph and checks how many there were. */
static void sweep_bases(void (*look)(struct sweep *sweep)) {
  size_t subgraphs = 0;
  for (size_t base = 0; base < BASES; base++) {
    struct sweep sweep = {.graph = support_graph(table_graphs[base])};
    naive_from(&sweep.naive, sweep.graph);
    sweep.play = naive_play_open(&sweep.naive);
    for (tt_edge_set present = 0; present <= tt_edge_set_all(sweep.graph->edge_count); present++, subgraphs++) {
      take_subgraph(&sweep, present);
      sweep.starts = present == 0;
      sweep.ends = present == tt_edge_set_all(sweep.graph->edge_count);
      look(&sweep);
    }
    naive_play_close(sweep.play);
    tt_graph_free(sweep.graph);
  }
  assert_int_equal(subgraphs, 8 + 32 + 64 + 64 + 64 + 128 + 1024);
}

static enum tt_outcome naive_outcome(struct sweep *sweep) {
  struct tt_verdict verdict = {naive_short_wins(sweep->play, sweep->naive.state, false),
                               naive_short_wins(sweep->play, sweep->naive.state, true)};
  return tt_outcome_of(verdict);
}

/* ---- Outcomes ---- */

/* The witnesses at work on the base graph being swept; answers are counted over all of them. */
static void *works[TT_WITNESS_LIMIT];
static size_t answers[TT_WITNESS_LIMIT];

static void look_at_outcomes(struct sweep *sweep) {
  const enum tt_outcome right = naive_outcome(sweep);
  for (size_t index = 0; index < tt_witness_count(); index++) {
    const struct tt_witness *witness = tt_witness_at(index);
    struct tt_verdict verdict = {false, false};
    struct tt_error error = {0};
    if (sweep->starts) works[index] = witness->open(sweep->graph);
    EXPECT(works[index] != NULL, sweep->graph, "%s cannot be opened", witness->name);
    const enum tt_status status = witness->ask(works[index], sweep->graph, &verdict, &error);
    const bool silent = status == TT_NO_RESOURCE && witness->partial;
    EXPECT(status == TT_OK || silent, sweep->graph, "%s: %s", witness->name, error.text);
    EXPECT(silent || tt_outcome_of(verdict) == right, sweep->graph, "%s says %s, play says %s", witness->name,
           tt_outcome_name(tt_outcome_of(verdict)), tt_outcome_name(right));
    if (sweep->ends) witness->close(works[index]);
    answers[index] += !silent;
  }
}

static void test_outcomes(void **state) {
  (void)state;
  static const char *const required[] = {
      "playout", "plain", "subsets", "forests",
#ifndef TT_WITHOUT_GLPK
      "ilp",
#endif
  };
  for (size_t index = 0; index < sizeof required / sizeof required[0]; index++)
    assert_non_null(tt_witness_named(required[index]));
  assert_true(tt_witness_count() <= TT_WITNESS_LIMIT);
  sweep_bases(look_at_outcomes);
  for (size_t index = 0; index < tt_witness_count(); index++)
    assert_in_range(answers[index], tt_witness_at(index)->partial ? 360 : 1384, 1384); /* 360: all but those of k5 */
}

/* ---- Pairs of trees and what they name ---- */

static bool same_numbers(const size_t *numbers, const unsigned *naive, size_t count) {
  for (size_t place = 0; place < count; place++)
    if (numbers[place] != naive[place]) return false;
  return true;
}

static void compare_named(struct sweep *sweep, struct tt_tree_pair *pair, const struct naive_pair *naive) {
  uint8_t named[NAIVE_EDGES] = {0}, named_any[NAIVE_EDGES] = {0};
  uint32_t right = naive_named(&sweep->naive, naive), right_any = naive_named_any(&sweep->naive);
  if (tt_tree_pair_blue_virtual(pair, sweep->graph))
    EXPECT_OK(tt_named_openings(sweep->graph, pair, named, error), sweep->graph);
  EXPECT_OK(tt_subsets_named_by_any(sweep->graph, named_any, error), sweep->graph);
  for (unsigned edge = 0; edge < sweep->naive.edges; edge++) {
    EXPECT(named[edge] == (right >> edge & 1), sweep->graph, "edge %u is named by the first pair: %d", edge,
           named[edge]);
    EXPECT(named_any[edge] == (right_any >> edge & 1), sweep->graph, "edge %u is named by some pair: %d", edge,
           named_any[edge]);
  }
}

static void look_at_pairs(struct sweep *sweep) {
  for (int virtual_edge = 0; virtual_edge <= 1; virtual_edge++) {
    struct naive_pair naive;
    struct tt_tree_pair pair = {0};
    bool right = naive_first_pair(&sweep->naive, virtual_edge, &naive), found = !right, sound = false;
    EXPECT_OK(tt_subsets_first_pair(sweep->graph, virtual_edge, &found, &pair, error), sweep->graph);
    EXPECT(found == right, sweep->graph, "subsets finds trees, e* %d: %d", virtual_edge, found);
    if (!found) continue;
    EXPECT(pair.edge_count == naive.edges && same_numbers(pair.blue, naive.blue, naive.edges) &&
               same_numbers(pair.red, naive.red, naive.edges),
           sweep->graph, "not the first pair, e* %d", virtual_edge);
    EXPECT_OK(tt_tree_pair_check(sweep->graph, (unsigned)virtual_edge, &pair, &sound, error), sweep->graph);
    EXPECT(sound, sweep->graph, "the first pair fails its check, e* %d", virtual_edge);
    if (virtual_edge) compare_named(sweep, &pair, &naive);
    tt_tree_pair_free(&pair);
  }
}

static void test_pairs(void **state) {
  (void)state;
  sweep_bases(look_at_pairs);
}

/* The tree test passes with e* wherever it passes without, and gives the outcome of play. */
static void look_at_lehman(struct sweep *sweep) {
  struct naive_pair pair;
  struct tt_verdict trees = {naive_first_pair(&sweep->naive, false, &pair),
                             naive_first_pair(&sweep->naive, true, &pair)};
  EXPECT(trees.short_wins_first || !trees.short_wins_second, sweep->graph, "passes on the graph, fails with e*");
  EXPECT(tt_outcome_of(trees) == naive_outcome(sweep), sweep->graph, "naive trees and naive play differ");
}

static void test_naive_agrees_with_itself(void **state) {
  (void)state;
  sweep_bases(look_at_lehman);
}

/* ---- Openings and lengths ---- */

static void compare_playout(struct sweep *sweep, const struct tt_playout *playout, const char *who, bool lengths) {
  uint8_t states[NAIVE_EDGES + 2];
  memcpy(states, sweep->naive.state, sizeof states);
  EXPECT(tt_outcome_of(playout->verdict) == naive_outcome(sweep), sweep->graph, "%s: outcome", who);
  for (unsigned edge = 0; edge < sweep->naive.edges; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    states[edge] = TT_SECURED;
    bool short_wins = naive_short_wins(sweep->play, states, false);
    states[edge] = TT_DELETED;
    bool cut_wins = !naive_short_wins(sweep->play, states, true);
    states[edge] = TT_UNDECIDED;
    EXPECT(playout->short_wins_after[edge] == short_wins, sweep->graph, "%s: Short opens with %u", who, edge);
    EXPECT(playout->cut_wins_after[edge] == cut_wins, sweep->graph, "%s: Cut opens with %u", who, edge);
  }
  unsigned short_first = lengths ? naive_length(sweep->play, states, true) : 0;
  unsigned cut_first = lengths ? naive_length(sweep->play, states, false) : 0;
  EXPECT(playout->length_short_first == short_first, sweep->graph, "%s: length %u, Short first, not %u", who,
         playout->length_short_first, short_first);
  EXPECT(playout->length_cut_first == cut_first, sweep->graph, "%s: length %u, Cut first, not %u", who,
         playout->length_cut_first, cut_first);
}

static void look_at_playouts(struct sweep *sweep) {
  struct tt_playout playout;
  for (int lengths = 0; lengths <= 1; lengths++) {
    EXPECT_OK(tt_playout_make(&playout, sweep->graph, lengths, POSITIONS, error), sweep->graph);
    compare_playout(sweep, &playout, lengths ? "playout with lengths" : "playout", lengths);
    tt_playout_free(&playout);
  }
  EXPECT_OK(tt_playout_plain(&playout, sweep->graph, POSITIONS, error), sweep->graph);
  compare_playout(sweep, &playout, "plain", true);
  tt_playout_free(&playout);
}

static void test_playouts(void **state) {
  (void)state;
  sweep_bases(look_at_playouts);
}

/* ---- The pairing rule ---- */

static void compare_replay(const struct tt_graph *graph, const struct tt_replay *replay, struct naive_replay right) {
  EXPECT(right.lost == 0, graph, "the rule loses in the naive replay");
  EXPECT(replay->lost == 0, graph, "the rule loses after %u moves", replay->lost_moves);
  EXPECT(replay->lines == right.lines && replay->replies == right.replies && replay->longest == right.longest, graph,
         "%" PRIu64 " lines, %" PRIu64 " replies, longest %u; naive: %" PRIu64 ", %" PRIu64 ", %u", replay->lines,
         replay->replies, replay->longest, right.lines, right.replies, right.longest);
}

struct openings {
  const struct sweep *sweep;
  const struct naive_pair *pair;
  uint32_t seen;
  struct tt_replay sum;
};

static void compare_opening(void *context, size_t edge, const struct tt_replay *record) {
  struct openings *openings = context;
  EXPECT(openings->seen >> edge == 0, openings->sweep->graph, "opening %zu is not in ascending order", edge);
  openings->seen |= 1u << edge;
  compare_replay(openings->sweep->graph, record,
                 naive_replay_opening(&openings->sweep->naive, openings->pair, (unsigned)edge));
  openings->sum.lines += record->lines;
  openings->sum.replies += record->replies;
  if (record->longest > openings->sum.longest) openings->sum.longest = record->longest;
}

static void look_at_first_replays(struct sweep *sweep) {
  struct naive_pair naive;
  struct tt_tree_pair pair = {0};
  struct tt_replay sum = {0};
  bool found = false;
  naive_first_pair(&sweep->naive, true, &naive);
  struct openings openings = {.sweep = sweep, .pair = &naive};
  EXPECT_OK(tt_subsets_first_pair(sweep->graph, true, &found, &pair, error), sweep->graph);
  EXPECT(tt_tree_pair_blue_virtual(&pair, sweep->graph), sweep->graph, "no tree holds e*");
  EXPECT_OK(tt_replay_short_first(&sum, sweep->graph, &pair, compare_opening, &openings, error), sweep->graph);
  EXPECT(openings.seen == naive_named(&sweep->naive, &naive), sweep->graph, "openings replayed: %" PRIx32,
         openings.seen);
  EXPECT(sum.lines == openings.sum.lines && sum.replies == openings.sum.replies && sum.lost == 0 &&
             sum.longest == openings.sum.longest,
         sweep->graph, "the sum is not the sum");
  tt_tree_pair_free(&pair);
}

static void look_at_replays(struct sweep *sweep) {
  enum tt_outcome outcome = naive_outcome(sweep);
  if (outcome == TT_FIRST) look_at_first_replays(sweep);
  if (outcome != TT_SHORT) return;
  struct naive_pair naive;
  struct tt_tree_pair pair = {0};
  struct tt_replay replay = {0};
  bool found = false;
  naive_first_pair(&sweep->naive, false, &naive);
  EXPECT_OK(tt_subsets_first_pair(sweep->graph, false, &found, &pair, error), sweep->graph);
  EXPECT_OK(tt_replay_short(&replay, sweep->graph, &pair, error), sweep->graph);
  compare_replay(sweep->graph, &replay, naive_replay_second(&sweep->naive, &naive));
  tt_tree_pair_free(&pair);
}

static void test_replays(void **state) {
  (void)state;
  sweep_bases(look_at_replays);
}

/* ---- Published figures ---- */

static struct naive_census census_of(const char *name) {
  struct tt_graph *graph = support_graph(name);
  struct naive_graph naive;
  naive_from(&naive, graph);
  tt_graph_free(graph);
  return naive_census(&naive);
}

static void check_outcomes(const struct naive_census *census, uint64_t of_short, uint64_t of_first, uint64_t of_cut) {
  assert_int_equal(census->outcomes[TT_SHORT], of_short);
  assert_int_equal(census->outcomes[TT_FIRST], of_first);
  assert_int_equal(census->outcomes[TT_CUT], of_cut);
}

static void test_published_k5(void **state) {
  (void)state;
  struct naive_census census = census_of("k5");
  check_outcomes(&census, 71, 502, 451);
  assert_int_equal(census.openings, 2674);
  assert_int_equal(census.short_winning, 1654);
  assert_int_equal(census.named, 550);
  assert_int_equal(census.named_any, 1654);
  struct tt_graph *graph = support_graph("k5");
  struct naive_graph naive;
  struct naive_pair pair;
  naive_from(&naive, graph);
  assert_true(naive_first_pair(&naive, false, &pair));
  struct naive_replay replay = naive_replay_second(&naive, &pair);
  assert_int_equal(replay.lines, 840);
  assert_int_equal(replay.replies, 1084);
  assert_int_equal(replay.longest, 5);
  tt_graph_free(graph);
}

/* The openings of a whole graph that Short wins by, that lose, and that the first pair names, as sets of bits. */
static void openings_of(const char *name, uint32_t *winning, uint32_t *named, struct naive_replay *first_replay) {
  struct tt_graph *graph = support_graph(name);
  struct naive_graph naive;
  struct naive_pair pair;
  naive_from(&naive, graph);
  struct naive_play *play = naive_play_open(&naive);
  assert_false(naive_short_wins(play, naive.state, false));
  assert_true(naive_short_wins(play, naive.state, true));
  *winning = 0;
  for (unsigned edge = 0; edge < naive.edges; edge++) {
    uint8_t states[NAIVE_EDGES + 2] = {0};
    states[edge] = TT_SECURED;
    if (naive_short_wins(play, states, false)) *winning |= 1u << edge;
  }
  assert_true(naive_first_pair(&naive, true, &pair));
  *named = naive_named(&naive, &pair);
  *first_replay = naive_replay_opening(&naive, &pair, 0);
  naive_play_close(play);
  tt_graph_free(graph);
}

static void test_published_bridges(void **state) {
  (void)state;
  uint32_t winning, named;
  struct naive_replay replay;
  openings_of("bridge", &winning, &named, &replay);
  assert_int_equal(winning, 0x1f);
  assert_int_equal(named, 0x3); /* edges 0 and 1 */
  assert_int_equal(replay.lines, 7);
  openings_of("bridge-spur", &winning, &named, &replay);
  assert_int_equal(winning, 0x3f & ~(1u << 2)); /* edge 2 is the spur, 0-4 */
  assert_int_equal(named, 0x3);
}

static void test_published_k4(void **state) {
  (void)state;
  struct naive_census census = census_of("k4");
  check_outcomes(&census, 1, 32, 31);
}

/* ---- The golden table ---- */

static void print_row(FILE *stream, const char *name, const struct naive_census *census) {
  fprintf(stream, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, name, census->subgraphs,
          census->outcomes[TT_SHORT], census->outcomes[TT_FIRST], census->outcomes[TT_CUT]);
  fprintf(stream, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\n", census->openings,
          census->short_winning, census->cut_winning, census->named, census->named_any);
}

static void print_heading(FILE *stream) {
  fputs(
      "# All subgraphs of each graph; openings are those of the subgraphs that the first mover wins. Written by\n"
      "# `test_census --write` from tests/naive.c and compared by test_census with the survey of the library.\n"
      "graph\tsubgraphs\tshort\tfirst\tcut\topenings\tshort_winning\tcut_winning\tnamed\tnamed_any\n",
      stream);
}

/* The same row from the library; every witness must give it. */
static void survey_row(FILE *stream, const char *name) {
  static const char *const names[] = {"playout", "subsets", "forests"};
  const struct tt_witness *witnesses[3];
  for (size_t index = 0; index < 3; index++) {
    witnesses[index] = tt_witness_named(names[index]);
    assert_non_null(witnesses[index]);
  }
  struct tt_survey_options options = {.witnesses = witnesses, .witness_count = 3, .openings = true, .every_pair = true};
  struct tt_graph *graph = support_graph(name);
  struct tt_survey survey;
  EXPECT_OK(tt_survey_run(&survey, graph, &options, error), graph);
  assert_int_equal(survey.disagreements, 0);
  assert_int_equal(survey.named_winning, survey.named);
  assert_int_equal(survey.named_any_winning, survey.named_any);
  for (size_t index = 0; index < 3; index++) {
    struct naive_census census = {.subgraphs = survey.count,
                                  .openings = survey.openings,
                                  .short_winning = survey.by[index].short_winning,
                                  .cut_winning = survey.by[index].cut_winning,
                                  .named = survey.named,
                                  .named_any = survey.named_any};
    memcpy(census.outcomes, survey.outcomes[index], sizeof census.outcomes);
    assert_int_equal(survey.outcomes[index][TT_NEITHER], 0);
    assert_int_equal(survey.undecided[index], 0);
    assert_memory_equal(survey.outcomes[index], survey.outcomes[0], sizeof survey.outcomes[0]);
    assert_memory_equal(&survey.by[index], &survey.by[0], sizeof survey.by[0]);
    if (index == 0) print_row(stream, name, &census);
  }
  tt_graph_free(graph);
}

static void test_golden_table(void **state) {
  (void)state;
  char *text = NULL, *golden = support_read(TABLE, NULL);
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  print_heading(stream);
  for (size_t row = 0; row < TABLE_GRAPHS; row++) survey_row(stream, table_graphs[row]);
  fclose(stream);
  assert_string_equal(text, golden);
  free(text);
  free(golden);
}

/* The naive rows are still what the table says. */
static void test_golden_table_naive(void **state) {
  (void)state;
  char *golden = support_read(TABLE, NULL);
  for (size_t row = 0; row < TABLE_GRAPHS; row++) {
    char *line = NULL;
    size_t size;
    FILE *stream = open_memstream(&line, &size);
    assert_non_null(stream);
    struct naive_census census = census_of(table_graphs[row]);
    print_row(stream, table_graphs[row], &census);
    fclose(stream);
    if (strstr(golden, line) == NULL) fail_msg("not in " TABLE ": %s", line);
    free(line);
  }
  free(golden);
}

static int write_table(void) {
  FILE *stream = fopen(TABLE, "w");
  if (stream == NULL) {
    perror(TABLE);
    return 2;
  }
  print_heading(stream);
  for (size_t row = 0; row < TABLE_GRAPHS; row++) {
    struct naive_census census = census_of(table_graphs[row]);
    print_row(stream, table_graphs[row], &census);
  }
  return fclose(stream) == 0 ? 0 : 3;
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--write") == 0) return write_table();
  support_set_checker();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_naive_agrees_with_itself),
      cmocka_unit_test(test_outcomes),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_playouts),
      cmocka_unit_test(test_replays),
      cmocka_unit_test(test_published_k5),
      cmocka_unit_test(test_published_bridges),
      cmocka_unit_test(test_published_k4),
      cmocka_unit_test(test_golden_table),
      cmocka_unit_test(test_golden_table_naive),
  };
  return cmocka_run_group_tests_name("census", tests, NULL, NULL);
}
