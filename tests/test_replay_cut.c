/* test_replay_cut.c: Cut's rule replayed, the library's lines and replies against a second replay (tests/naive_cut.c).
 *
 * Every subgraph of the seven base graphs, positions, random multigraphs, record by record; not one lost line. Then
 * sets with a planted fault: where a line is lost, the enumeration stops, and the lost line is played move by move.
 * Then the sweep of all four strategies against sums of naive replays. TT_SEED=N makes N the first random graph's seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "survey/survey.h"
#include "tests/naive_cut.h"
#include "tests/support.h"
#include "treetest/treetest.h"

static const char *const bases[] = {"triangle", "bridge", "k4", "bridge-spur", "doubled-path", "bridge-chain", "k5"};
enum { BASES = sizeof bases / sizeof bases[0], RANDOM_SEED = 20260304 };

struct trial {
  struct tt_graph *graph;
  struct naive_graph naive;
  uint64_t number; /* of the subgraph or position; the seed of a random graph */
  const char *kind;
};

#define EXPECT(condition, trial, ...)                                                             \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      print_error(__VA_ARGS__);                                                                   \
      fail_msg("\nnot %s; %s: %s %" PRIu64 " (a random graph again: TT_SEED=%" PRIu64             \
               " build/tests/test_replay_cut)"                                                    \
               "; the position:\n%s",                                                             \
               #condition, (trial)->graph->name, (trial)->kind, (trial)->number, (trial)->number, \
               support_text((trial)->graph));                                                     \
    }                                                                                             \
  } while (false)

typedef void (*look_function)(struct trial *trial);

static void sweep(const char *base, bool positions, look_function look) {
  struct trial trial = {.graph = support_graph(base), .kind = positions ? "position" : "subgraph"};
  uint64_t count = 1;
  for (size_t edge = 0; edge < trial.graph->edge_count; edge++) count *= positions ? 3 : 2;
  for (trial.number = 0; trial.number < count; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, positions);
    naive_from(&trial.naive, trial.graph);
    look(&trial);
  }
  tt_graph_free(trial.graph);
}

static void sweep_random(size_t count, unsigned most_vertices, unsigned most_edges, look_function look) {
  struct trial trial = {.kind = "seed", .number = support_seed(RANDOM_SEED)};
  print_message("random graphs from seed %" PRIu64 "\n", trial.number);
  for (size_t looked = 0; looked < count; looked++, trial.number++) {
    trial.graph = support_random_graph(trial.number, most_vertices, most_edges);
    naive_from(&trial.naive, trial.graph);
    look(&trial);
    tt_graph_free(trial.graph);
  }
}

/* ---- Sets ---- */

/* The tempo, and for tempo 1 and 2 Cut's sets, the caller's to free. */
static unsigned make_sets(const struct trial *trial, struct tt_cut_sets *sets) {
  struct tt_error error = {0};
  struct tt_forests forests;
  EXPECT(tt_forests_make(&forests, trial->graph, &error) == TT_OK, trial, "%s", error.text);
  if (forests.tempo > 0)
    EXPECT(tt_cut_sets_make(sets, &forests, trial->graph, &error) == TT_OK, trial, "%s", error.text);
  const unsigned tempo = forests.tempo;
  tt_forests_free(&forests);
  return tempo;
}

static struct naive_cut_sets naive_sets(const struct tt_cut_sets *sets, const struct tt_graph *graph) {
  struct naive_cut_sets naive = {.virtual_in_x = sets->virtual_in_x, .virtual_in_y = sets->virtual_in_y};
  for (size_t edge = 0; edge < graph->edge_count; edge++) naive.role[edge] = sets->role[edge];
  return naive;
}

static void print_sets(const struct naive_cut_sets *sets, unsigned edges) {
  static const char *const names[] = {"none", "contracted", "x", "y"};
  for (unsigned edge = 0; edge < edges; edge++)
    print_error("%u:%s ", edge, sets->role[edge] <= NAIVE_Y ? names[sets->role[edge]] : "?");
  print_error("\n");
}

static void expect_same(const struct trial *trial, const struct tt_replay *replay, const struct naive_cut_replay *naive,
                        const struct naive_cut_sets *sets) {
  if (replay->lines == naive->lines && replay->replies == naive->replies && replay->longest == naive->longest &&
      replay->lost == 0 && naive->lost == 0)
    return;
  print_sets(sets, trial->naive.edges);
  EXPECT(false, trial,
         "lines, replies, longest, lost: %" PRIu64 " %" PRIu64 " %u %" PRIu64 "; naive: %" PRIu64 " %" PRIu64
         " %u %" PRIu64,
         replay->lines, replay->replies, replay->longest, replay->lost, naive->lines, naive->replies, naive->longest,
         naive->lost);
}

/* ---- Record by record ---- */

static struct naive_cut_replay sums[2]; /* Cut second, Cut first; of what was looked at */
static uint64_t counts[2];

static void add_naive(struct naive_cut_replay *sum, const struct naive_cut_replay *record) {
  sum->lines += record->lines;
  sum->replies += record->replies;
  sum->lost += record->lost;
  if (record->longest > sum->longest) sum->longest = record->longest;
}

static void look_at_second(const struct trial *trial, const struct tt_cut_sets *sets) {
  struct tt_error error = {0};
  struct tt_replay replay = {0};
  const struct naive_cut_sets naive = naive_sets(sets, trial->graph);
  EXPECT(naive_cut_proves(&trial->naive, &naive) == NAIVE_CUT_SECOND, trial, "the sets are wrong already");
  EXPECT(tt_replay_cut(&replay, trial->graph, sets, &error) == TT_OK, trial, "tt_replay_cut: %s", error.text);
  const struct naive_cut_replay expected = naive_cut_replay_second(&trial->naive, &naive);
  expect_same(trial, &replay, &expected, &naive);
  add_naive(&sums[0], &expected);
  counts[0]++;
  /* It adds to what is there. */
  EXPECT(tt_replay_cut(&replay, trial->graph, sets, &error) == TT_OK, trial, "tt_replay_cut: %s", error.text);
  EXPECT(replay.lines == 2 * expected.lines && replay.replies == 2 * expected.replies, trial,
         "a second replay is not added to the first");
}

/* Collects the records of the openings. */
struct openings {
  const struct trial *trial;
  const struct naive_cut_sets *sets;
  uint32_t seen;
  long last;
  struct naive_cut_replay sum;
};

static void look_at_opening(void *context, size_t edge, const struct tt_replay *record) {
  struct openings *openings = context;
  const struct trial *trial = openings->trial;
  EXPECT((long)edge > openings->last, trial, "opening %zu comes after %ld", edge, openings->last);
  EXPECT(edge < trial->naive.edges && trial->naive.state[edge] == TT_UNDECIDED, trial, "opening %zu", edge);
  openings->last = (long)edge;
  openings->seen |= (uint32_t)1 << edge;
  const struct naive_cut_replay expected = naive_cut_replay_opening(&trial->naive, openings->sets, (unsigned)edge);
  expect_same(trial, record, &expected, openings->sets);
  add_naive(&openings->sum, &expected);
}

static void look_at_first(const struct trial *trial, const struct tt_cut_sets *sets) {
  struct tt_error error = {0};
  struct tt_replay replay = {0};
  const struct naive_cut_sets naive = naive_sets(sets, trial->graph);
  EXPECT(naive_cut_proves(&trial->naive, &naive) == NAIVE_CUT_FIRST, trial, "the sets are wrong already");
  struct openings openings = {.trial = trial, .sets = &naive, .last = -1};
  EXPECT(tt_replay_cut_first(&replay, trial->graph, sets, look_at_opening, &openings, &error) == TT_OK, trial,
         "tt_replay_cut_first: %s", error.text);
  const uint32_t named = naive_cut_named(&trial->naive, &naive);
  EXPECT(openings.seen == named, trial, "openings as bits: replayed %" PRIx32 ", named %" PRIx32, openings.seen, named);
  expect_same(trial, &replay, &openings.sum, &naive);
  struct tt_replay silent = {0};
  EXPECT(tt_replay_cut_first(&silent, trial->graph, sets, NULL, NULL, &error) == TT_OK, trial, "without a callback: %s",
         error.text);
  expect_same(trial, &silent, &openings.sum, &naive);
  add_naive(&sums[1], &openings.sum);
  counts[1]++;
}

static void look_at_replay(struct trial *trial) {
  struct tt_cut_sets sets;
  const unsigned tempo = make_sets(trial, &sets);
  if (tempo == 2) look_at_second(trial, &sets);
  if (tempo == 1) look_at_first(trial, &sets);
  if (tempo > 0) tt_cut_sets_free(&sets);
}

static void forget_sums(void) {
  memset(sums, 0, sizeof sums);
  memset(counts, 0, sizeof counts);
}

static void print_sums(const char *what) {
  static const char *const movers[] = {"second", "first"};
  for (unsigned mover = 0; mover < 2; mover++)
    print_message("%s: Cut %s on %" PRIu64 ": lines %" PRIu64 ", replies %" PRIu64 ", longest %u, lost %" PRIu64 "\n",
                  what, movers[mover], counts[mover], sums[mover].lines, sums[mover].replies, sums[mover].longest,
                  sums[mover].lost);
}

static void every_subgraph_of_the_bases(void **state) {
  (void)state;
  forget_sums();
  for (size_t base = 0; base < BASES; base++) sweep(bases[base], false, look_at_replay);
  print_sums("subgraphs of the bases");
  assert_int_equal(sums[0].lost + sums[1].lost, 0);
}

static void every_position_of_the_bases(void **state) {
  (void)state;
  forget_sums();
  for (size_t base = 0; base < BASES; base++) sweep(bases[base], true, look_at_replay);
  print_sums("positions of the bases");
  assert_int_equal(sums[0].lost + sums[1].lost, 0);
}

static void random_multigraphs(void **state) {
  (void)state;
  forget_sums();
  sweep_random(3000, 7, 9, look_at_replay);
  print_sums("random graphs");
  assert_true(counts[0] > 300 && counts[1] > 300);
}

/* ---- Planted faults ---- */

static size_t faults, faults_lost, faults_survived;

/* Plays the lost line move by move: legal moves in turn, each of Cut's the one that the rule says, and at the end, not
 * before, A and B are joined. */
static void play_lost_line(const struct trial *trial, const struct naive_cut_sets *sets,
                           const struct tt_replay *replay) {
  struct naive_cut_game game;
  naive_cut_start(&game, &trial->naive, sets);
  EXPECT(replay->lost_moves % 2 == 1, trial, "a line of %u moves does not end with Short's", replay->lost_moves);
  for (unsigned move = 0; move < replay->lost_moves; move += 2) {
    const size_t secured = replay->lost_line[move];
    EXPECT(!naive_cut_lost(&game.graph) && !naive_cut_won(&game.graph), trial, "move %u: the game is over", move);
    EXPECT(secured < game.graph.edges && game.graph.state[secured] == TT_UNDECIDED, trial,
           "move %u: edge %zu cannot be secured", move, secured);
    const unsigned deleted = naive_cut_reply(&game, (unsigned)secured);
    if (move + 1 == replay->lost_moves) break;
    EXPECT(deleted == replay->lost_line[move + 1], trial, "move %u: Cut deletes %zu; by the rule %u", move + 1,
           replay->lost_line[move + 1], deleted);
  }
  EXPECT(naive_cut_lost(&game.graph), trial, "the line of %u moves is not lost at its end", replay->lost_moves);
}

static void replay_faulty(const struct trial *trial, const struct naive_cut_sets *faulty, const char *what) {
  uint8_t roles[NAIVE_EDGES];
  memcpy(roles, faulty->role, sizeof roles);
  const struct tt_cut_sets sets = {roles, faulty->virtual_in_x, faulty->virtual_in_y};
  struct tt_replay replay = {0};
  struct tt_error error = {0};
  const struct naive_cut_replay naive = naive_cut_replay_second(&trial->naive, faulty);
  EXPECT(tt_replay_cut(&replay, trial->graph, &sets, &error) == TT_OK, trial, "%s: %s", what, error.text);
  faults++;
  if (naive.lost == 0) {
    expect_same(trial, &replay, &naive, faulty);
    faults_survived++;
    return;
  }
  faults_lost++;
  if (replay.lost != 1) print_sets(faulty, trial->naive.edges);
  EXPECT(replay.lost == 1, trial, "%s: %" PRIu64 " lines lost, where naive replay loses %" PRIu64, what, replay.lost,
         naive.lost);
  EXPECT(replay.lines <= naive.lines + 1 && replay.replies <= naive.replies, trial, "%s: it did not stop", what);
  play_lost_line(trial, faulty, &replay);
}

/* Cut moving first with an edge of X in neither set: every opening that is still named, until one loses a line. */
static void replay_faulty_first(const struct trial *trial, const struct naive_cut_sets *faulty) {
  uint8_t roles[NAIVE_EDGES];
  memcpy(roles, faulty->role, sizeof roles);
  const struct tt_cut_sets sets = {roles, true, false};
  struct tt_replay replay = {0};
  struct tt_error error = {0};
  struct naive_cut_replay naive = {0};
  const uint32_t named = naive_cut_named(&trial->naive, faulty);
  for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
    if ((named >> edge & 1) == 0) continue;
    const struct naive_cut_replay record = naive_cut_replay_opening(&trial->naive, faulty, edge);
    add_naive(&naive, &record);
  }
  EXPECT(tt_replay_cut_first(&replay, trial->graph, &sets, NULL, NULL, &error) == TT_OK, trial, "%s", error.text);
  faults++;
  if (naive.lost == 0) {
    expect_same(trial, &replay, &naive, faulty);
    faults_survived++;
    return;
  }
  faults_lost++;
  if (replay.lost == 0) print_sets(faulty, trial->naive.edges);
  EXPECT(replay.lost > 0, trial, "moving first: no line lost, where naive replay loses %" PRIu64, naive.lost);
}

/* One edge dropped from both sets, moved to the other set, or contracted; one set made of both; none. */
static void plant_faults(const struct trial *trial, const struct naive_cut_sets *right) {
  for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
    struct naive_cut_sets faulty = *right;
    if (right->role[edge] == NAIVE_NONE) continue;
    for (uint8_t role = NAIVE_NONE; role <= NAIVE_Y; role++) {
      faulty.role[edge] = role;
      if (role != right->role[edge]) replay_faulty(trial, &faulty, "one role changed");
    }
  }
  struct naive_cut_sets faulty = *right;
  for (unsigned edge = 0; edge < trial->naive.edges; edge++)
    if (faulty.role[edge] == NAIVE_Y) faulty.role[edge] = NAIVE_X;
  replay_faulty(trial, &faulty, "everything in X");
  for (unsigned edge = 0; edge < trial->naive.edges; edge++)
    if (faulty.role[edge] == NAIVE_X) faulty.role[edge] = NAIVE_NONE;
  replay_faulty(trial, &faulty, "both sets empty");
}

/* Faults in the sets of a position that Cut wins moving second. Where Cut wins only moving first, e* closes a cycle
 * with Y: played as if Cut moved second, something is lost. */
static void look_at_faults(struct trial *trial) {
  struct tt_cut_sets sets;
  const unsigned tempo = make_sets(trial, &sets);
  if (tempo == 0) return;
  struct naive_cut_sets naive = naive_sets(&sets, trial->graph);
  tt_cut_sets_free(&sets);
  if (tempo == 1) {
    const size_t lost_before = faults_lost;
    replay_faulty(trial, &naive, "e* closes a cycle with Y");
    EXPECT(faults_lost > lost_before, trial, "Cut, moving second, wins what the first mover wins");
    for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
      struct naive_cut_sets faulty = naive;
      faulty.role[edge] = NAIVE_NONE;
      if (naive.role[edge] == NAIVE_X) replay_faulty_first(trial, &faulty);
    }
    return;
  }
  plant_faults(trial, &naive);
}

static void faults_lose_a_line(void **state) {
  (void)state;
  faults = faults_lost = faults_survived = 0;
  for (size_t base = 0; base < BASES; base++) sweep(bases[base], false, look_at_faults);
  sweep("k4", true, look_at_faults);
  sweep("bridge", true, look_at_faults);
  sweep_random(500, 6, 8, look_at_faults);
  print_message("faulty starts %zu: %zu lose a line, %zu win all the same, all as the naive replay says\n", faults,
                faults_lost, faults_survived);
  assert_true(faults_lost > 500);
  assert_true(faults_survived > 500);
}

/* Once, by hand: the path A-1-B with both edges doubled, which Short wins; Cut is given sets with nothing in them. */
static void a_line_lost_by_hand(void **state) {
  (void)state;
  struct trial trial = {.graph = support_parse("vertices 3\nterminals 0 2\n0 1\n0 1\n1 2\n1 2\n"), .kind = "by hand"};
  naive_from(&trial.naive, trial.graph);
  uint8_t roles[4] = {TT_ROLE_NONE, TT_ROLE_NONE, TT_ROLE_NONE, TT_ROLE_NONE};
  const struct tt_cut_sets sets = {roles, true, true};
  struct tt_replay replay = {0};
  struct tt_error error = {0};
  EXPECT(tt_replay_cut(&replay, trial.graph, &sets, &error) == TT_OK, &trial, "%s", error.text);
  assert_int_equal(replay.lost, 1);
  const struct naive_cut_sets naive = naive_sets(&sets, trial.graph);
  play_lost_line(&trial, &naive, &replay);
  assert_int_equal(replay.lost_moves, 3);
  tt_graph_free(trial.graph);
}

/* ---- The sweep ---- */

struct naive_sweep {
  uint64_t subgraphs[2][2];
  struct naive_cut_replay replays[2][2]; /* by player and (0 second, 1 first) */
};

static void add_short(struct naive_cut_replay *sum, struct naive_replay record) {
  const struct naive_cut_replay same = {record.lines, record.replies, record.lost, record.longest};
  add_naive(sum, &same);
}

static void sweep_short(struct naive_sweep *sums_of, const struct trial *trial, unsigned tempo) {
  struct naive_pair pair;
  EXPECT(naive_first_pair(&trial->naive, tempo == 1, &pair), trial, "no pair of trees");
  struct naive_cut_replay *sum = &sums_of->replays[TT_PLAYER_SHORT][tempo];
  sums_of->subgraphs[TT_PLAYER_SHORT][tempo]++;
  if (tempo == 0) {
    add_short(sum, naive_replay_second(&trial->naive, &pair));
    return;
  }
  const uint32_t named = naive_named(&trial->naive, &pair);
  for (unsigned edge = 0; edge < trial->naive.edges; edge++)
    if ((named >> edge & 1) != 0) add_short(sum, naive_replay_opening(&trial->naive, &pair, edge));
}

static void sweep_cut(struct naive_sweep *sums_of, const struct trial *trial, unsigned tempo,
                      const struct naive_cut_sets *sets) {
  const unsigned mover = tempo == 2 ? 0 : 1;
  struct naive_cut_replay *sum = &sums_of->replays[TT_PLAYER_CUT][mover];
  sums_of->subgraphs[TT_PLAYER_CUT][mover]++;
  if (tempo == 2) {
    const struct naive_cut_replay record = naive_cut_replay_second(&trial->naive, sets);
    add_naive(sum, &record);
    return;
  }
  const uint32_t named = naive_cut_named(&trial->naive, sets);
  for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
    if ((named >> edge & 1) == 0) continue;
    const struct naive_cut_replay record = naive_cut_replay_opening(&trial->naive, sets, edge);
    add_naive(sum, &record);
  }
}

/* Sums of both players' strategies over all subgraphs. */
static struct naive_sweep sweep_naively(const char *base) {
  struct naive_sweep sum = {0};
  struct trial trial = {.graph = support_graph(base), .kind = "subgraph"};
  for (trial.number = 0; trial.number < (uint64_t)1 << trial.graph->edge_count; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, false);
    naive_from(&trial.naive, trial.graph);
    struct tt_cut_sets sets;
    const unsigned tempo = make_sets(&trial, &sets);
    if (tempo < 2) sweep_short(&sum, &trial, tempo);
    if (tempo == 0) continue;
    const struct naive_cut_sets naive = naive_sets(&sets, trial.graph);
    sweep_cut(&sum, &trial, tempo, &naive);
    tt_cut_sets_free(&sets);
  }
  tt_graph_free(trial.graph);
  return sum;
}

static struct tt_replay_sweep run_sweep(const char *base, int threads) {
  struct tt_replay_sweep sum;
  struct tt_error error = {0};
  struct tt_graph *graph = support_graph(base);
  memset(&sum, 0, sizeof sum);
  if (tt_replay_sweep_run(&sum, graph, threads, &error) != TT_OK)
    fail_msg("tt_replay_sweep_run, %s with %d threads: %s", base, threads, error.text);
  tt_graph_free(graph);
  return sum;
}

/* Where a player's part of a sweep differs from naive sums: "" nowhere, else a text that the next call overwrites. */
static const char *difference(const struct tt_replay_sweep *sum, const struct naive_sweep *naive, unsigned player) {
  static const char *const movers[] = {"second", "first"};
  static char text[300];
  for (unsigned mover = 0; mover < 2; mover++) {
    const struct tt_replay *found = &sum->replays[player][mover];
    const struct naive_cut_replay *expected = &naive->replays[player][mover];
    if (sum->subgraphs[player][mover] == naive->subgraphs[player][mover] && found->lines == expected->lines &&
        found->replies == expected->replies && found->longest == expected->longest && found->lost == expected->lost)
      continue;
    snprintf(text, sizeof text,
             "%s moving %s: subgraphs, lines, replies, longest, lost: %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64
             "; naive: %" PRIu64 " %" PRIu64 " %" PRIu64 " %u %" PRIu64,
             player == TT_PLAYER_SHORT ? "Short" : "Cut", movers[mover], sum->subgraphs[player][mover], found->lines,
             found->replies, found->longest, found->lost, naive->subgraphs[player][mover], expected->lines,
             expected->replies, expected->longest, expected->lost);
    return text;
  }
  return "";
}

static void expect_same_sweep(const char *base, const struct tt_replay_sweep *sum, const struct naive_sweep *naive,
                              unsigned player) {
  const char *text = difference(sum, naive, player);
  if (text[0] != '\0')
    fail_msg("build/twotrees replay and naive replay differ over the subgraphs of %s: %s", base, text);
  for (unsigned mover = 0; mover < 2; mover++)
    if (sum->replays[player][mover].lost != 0) fail_msg("%s: player %u lost a line", base, player);
}

static void sweeps_are_sums_of_naive_replays(void **state) {
  (void)state;
  for (size_t base = 0; base < BASES; base++) {
    const struct naive_sweep naive = sweep_naively(bases[base]);
    for (int threads = 0; threads <= 2; threads++) {
      const struct tt_replay_sweep found = run_sweep(bases[base], threads);
      expect_same_sweep(bases[base], &found, &naive, TT_PLAYER_SHORT);
      expect_same_sweep(bases[base], &found, &naive, TT_PLAYER_CUT);
    }
  }
}

static void sweep_of_k6(void **state) {
  (void)state;
  const struct naive_sweep naive = sweep_naively("k:6");
  for (int threads = 1; threads <= 2; threads++) {
    const struct tt_replay_sweep found = run_sweep("k:6", threads);
    expect_same_sweep("k:6", &found, &naive, TT_PLAYER_SHORT);
    expect_same_sweep("k:6", &found, &naive, TT_PLAYER_CUT);
    assert_int_equal(found.subgraphs[0][1], found.subgraphs[1][1]);
    assert_int_equal(found.subgraphs[0][0] + found.subgraphs[0][1] + found.subgraphs[1][0], 32768);
  }
}

/* The tester tested: a sweep with any one figure changed by one is not the same. */
static void changed_figures_are_noticed(void **state) {
  (void)state;
  const struct naive_sweep naive = sweep_naively("bridge");
  struct tt_replay_sweep found = run_sweep("bridge", 1);
  for (unsigned player = 0; player < 2; player++) {
    for (unsigned mover = 0; mover < 2; mover++) {
      struct tt_replay *replay = &found.replays[player][mover];
      uint64_t *const figures[] = {&found.subgraphs[player][mover], &replay->lines, &replay->replies, &replay->lost};
      for (unsigned figure = 0; figure < 4; figure++) {
        ++*figures[figure];
        assert_true(difference(&found, &naive, player)[0] != '\0');
        assert_string_equal(difference(&found, &naive, 1 - player), "");
        --*figures[figure];
      }
      replay->longest++;
      assert_true(difference(&found, &naive, player)[0] != '\0');
      replay->longest--;
      assert_string_equal(difference(&found, &naive, player), "");
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_subgraph_of_the_bases),
      cmocka_unit_test(every_position_of_the_bases),
      cmocka_unit_test(random_multigraphs),
      cmocka_unit_test(faults_lose_a_line),
      cmocka_unit_test(a_line_lost_by_hand),
      cmocka_unit_test(sweeps_are_sums_of_naive_replays),
      cmocka_unit_test(sweep_of_k6),
      cmocka_unit_test(changed_figures_are_noticed),
  };
  return cmocka_run_group_tests_name("replay_cut", tests, NULL, NULL);
}
