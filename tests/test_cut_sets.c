/* test_cut_sets.c: Cut's criterion. First the theorem itself, by trying every contraction and every split (tests/
 * naive_cut.c) and comparing with plain play; then the sets that the library makes, by the definition; then sets with a
 * planted fault, which must be rejected or happen to prove something true; then the openings that sets name.
 *
 * TT_SEED=N makes N the first random graph's seed, so that the seed of a failure comes first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "solver/solver.h"
#include "tests/naive_cut.h"
#include "tests/support.h"
#include "treetest/treetest.h"

static const char *const bases[] = {"triangle", "bridge", "k4", "bridge-spur", "doubled-path", "bridge-chain", "k5"};
enum { BASES = sizeof bases / sizeof bases[0], BASE_SUBGRAPHS = 8 + 32 + 64 + 64 + 64 + 128 + 1024 };

#define BRUTE_EDGES 7 /* most undecided edges for the criterion by brute force */
#define RANDOM_SEED 20260301

/* ---- Positions to look at ---- */

struct trial {
  struct tt_graph *graph;
  struct naive_graph naive;
  struct naive_play *play;
  uint64_t number; /* of the subgraph or position; the seed of a random graph */
  const char *kind;
};

/* Fails with the position as a plain list and how to come back to it. */
#define EXPECT(condition, trial, ...)                                                             \
  do {                                                                                            \
    if (!(condition)) {                                                                           \
      print_error(__VA_ARGS__);                                                                   \
      fail_msg("\nnot %s; %s: %s %" PRIu64 " (a random graph again: TT_SEED=%" PRIu64             \
               " build/tests/test_cut_sets)"                                                      \
               "; the position:\n%s",                                                             \
               #condition, (trial)->graph->name, (trial)->kind, (trial)->number, (trial)->number, \
               support_text((trial)->graph));                                                     \
    }                                                                                             \
  } while (false)

static unsigned undecided_edges(const struct tt_graph *graph) {
  return (unsigned)tt_graph_count(graph, TT_UNDECIDED);
}

static bool short_wins(struct trial *trial, bool short_moves) {
  return naive_short_wins(trial->play, trial->naive.state, short_moves);
}

/* Who wins by plain play after the mover's opening? */
static bool short_wins_after(struct trial *trial, unsigned edge, uint8_t state) {
  uint8_t states[NAIVE_EDGES + 2];
  memcpy(states, trial->naive.state, sizeof states);
  states[edge] = state;
  return naive_short_wins(trial->play, states, state == TT_DELETED);
}

typedef void (*look_function)(struct trial *trial);

/* Every subgraph or every position of a base graph of at most `most_edges` undecided edges. */
static size_t sweep(const char *base, bool positions, unsigned most_edges, look_function look) {
  struct trial trial = {.graph = support_graph(base), .kind = positions ? "position" : "subgraph"};
  naive_from(&trial.naive, trial.graph);
  trial.play = naive_play_open(&trial.naive);
  uint64_t count = 1;
  for (size_t edge = 0; edge < trial.graph->edge_count; edge++) count *= positions ? 3 : 2;
  size_t looked = 0;
  for (trial.number = 0; trial.number < count; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, positions);
    if (undecided_edges(trial.graph) > most_edges) continue;
    naive_from(&trial.naive, trial.graph);
    look(&trial);
    looked++;
  }
  naive_play_close(trial.play);
  tt_graph_free(trial.graph);
  return looked;
}

static void sweep_bases(unsigned most_edges, look_function look) {
  for (size_t base = 0; base < BASES; base++) sweep(bases[base], false, most_edges, look);
}

/* `count` random positions with at most `most_undecided` undecided edges; graphs with more are passed over. */
static void sweep_random(size_t count, unsigned most_vertices, unsigned most_edges, unsigned most_undecided,
                         look_function look) {
  struct trial trial = {.kind = "seed", .number = support_seed(RANDOM_SEED)};
  print_message("random graphs from seed %" PRIu64 "\n", trial.number);
  for (size_t looked = 0; looked < count; trial.number++) {
    trial.graph = support_random_graph(trial.number, most_vertices, most_edges);
    if (undecided_edges(trial.graph) <= most_undecided) {
      naive_from(&trial.naive, trial.graph);
      trial.play = naive_play_open(&trial.naive);
      look(&trial);
      naive_play_close(trial.play);
      looked++;
    }
    tt_graph_free(trial.graph);
  }
}

/* ---- The theorem ---- */

static size_t outcomes_seen[4], loops_seen, parallels_seen, secured_seen, deleted_seen, disconnected_seen;

static void count_features(const struct trial *trial) {
  const struct naive_graph *graph = &trial->naive;
  bool loop = false, parallel = false;
  for (unsigned edge = 0; edge < graph->edges; edge++) {
    loop = loop || graph->u[edge] == graph->v[edge];
    for (unsigned other = 0; other < edge; other++)
      if ((graph->u[edge] == graph->u[other] && graph->v[edge] == graph->v[other]) ||
          (graph->u[edge] == graph->v[other] && graph->v[edge] == graph->u[other]))
        parallel = true;
  }
  loops_seen += loop;
  parallels_seen += parallel;
  secured_seen += tt_graph_count(trial->graph, TT_SECURED) > 0;
  deleted_seen += tt_graph_count(trial->graph, TT_DELETED) > 0;
  disconnected_seen += naive_cut_won(graph);
}

static void look_at_theorem(struct trial *trial) {
  const struct tt_verdict verdict = {short_wins(trial, false), short_wins(trial, true)};
  struct tt_verdict plain;
  struct tt_error error = {0};
  EXPECT(tt_witness_ask(&tt_witness_plain, trial->graph, &plain, &error) == TT_OK, trial, "%s", error.text);
  EXPECT(plain.short_wins_second == verdict.short_wins_second && plain.short_wins_first == verdict.short_wins_first,
         trial, "the library's plain play and naive play differ");
  const bool second = naive_cut_second(&trial->naive);
  EXPECT(second == !verdict.short_wins_first, trial, "Cut second: criterion %d, play %d", second,
         !verdict.short_wins_first);
  const bool first = second || naive_cut_first(&trial->naive);
  EXPECT(first == !verdict.short_wins_second, trial, "Cut first: criterion %d, play %d", first,
         !verdict.short_wins_second);
  outcomes_seen[tt_outcome_of(verdict)]++;
  count_features(trial);
}

static void forget_what_was_seen(void) {
  memset(outcomes_seen, 0, sizeof outcomes_seen);
  loops_seen = parallels_seen = secured_seen = deleted_seen = disconnected_seen = 0;
}

static void expect_every_outcome(void) {
  for (unsigned outcome = 0; outcome < 3; outcome++)
    if (outcomes_seen[outcome] == 0) fail_msg("no position with outcome %u was looked at", outcome);
  print_message("short %zu, first %zu, cut %zu\n", outcomes_seen[TT_SHORT], outcomes_seen[TT_FIRST],
                outcomes_seen[TT_CUT]);
}

static void theorem_on_subgraphs(void **state) {
  (void)state;
  forget_what_was_seen();
  sweep_bases(BRUTE_EDGES, look_at_theorem);
  expect_every_outcome();
}

static void theorem_on_positions(void **state) {
  (void)state;
  forget_what_was_seen();
  assert_int_equal(sweep("triangle", true, BRUTE_EDGES, look_at_theorem), 27);
  assert_int_equal(sweep("bridge", true, BRUTE_EDGES, look_at_theorem), 243);
  assert_int_equal(sweep("k4", true, BRUTE_EDGES, look_at_theorem), 729);
  assert_int_equal(sweep("doubled-path", true, BRUTE_EDGES, look_at_theorem), 729);
  expect_every_outcome();
}

static void theorem_on_random_graphs(void **state) {
  (void)state;
  forget_what_was_seen();
  sweep_random(3000, 6, 10, BRUTE_EDGES, look_at_theorem);
  expect_every_outcome();
  print_message("with loops %zu, parallel edges %zu, secured %zu, deleted %zu, A and B apart %zu\n", loops_seen,
                parallels_seen, secured_seen, deleted_seen, disconnected_seen);
  if (loops_seen < 100 || parallels_seen < 100 || secured_seen < 100 || deleted_seen < 100 || disconnected_seen < 100)
    fail_msg("too few random graphs of some kind");
}

/* Where the first mover wins, all sets together name exactly Cut's winning openings. */
static void look_at_all_names(struct trial *trial) {
  if (short_wins(trial, false) || !short_wins(trial, true)) return;
  uint32_t winning = 0;
  for (unsigned edge = 0; edge < trial->naive.edges; edge++)
    if (trial->naive.state[edge] == TT_UNDECIDED && !short_wins_after(trial, edge, TT_DELETED))
      winning |= (uint32_t)1 << edge;
  const uint32_t named = naive_cut_named_any(&trial->naive);
  EXPECT(named == winning, trial, "openings as bits: named by some sets %" PRIx32 ", winning %" PRIx32, named, winning);
}

static void all_sets_name_all_winners(void **state) {
  (void)state;
  sweep_bases(BRUTE_EDGES, look_at_all_names);
  sweep("bridge", true, BRUTE_EDGES, look_at_all_names);
  sweep("k4", true, BRUTE_EDGES, look_at_all_names);
  sweep_random(1000, 6, 10, BRUTE_EDGES, look_at_all_names);
}

/* ---- The library's sets ---- */

static struct naive_cut_sets naive_sets(const struct tt_cut_sets *sets, const struct tt_graph *graph) {
  struct naive_cut_sets naive = {.virtual_in_x = sets->virtual_in_x, .virtual_in_y = sets->virtual_in_y};
  for (size_t edge = 0; edge < graph->edge_count; edge++) naive.role[edge] = sets->role[edge];
  return naive;
}

/* Makes the position's sets; false where Short wins moving second, which must be refused. Checks which set holds e* and
 * the forests' tempo against play. */
static bool make_sets(struct trial *trial, struct tt_cut_sets *sets) {
  struct tt_error error = {0};
  struct tt_forests forests;
  EXPECT(tt_forests_make(&forests, trial->graph, &error) == TT_OK, trial, "tt_forests_make: %s", error.text);
  const unsigned tempo = short_wins(trial, false) ? 0 : short_wins(trial, true) ? 1 : 2;
  EXPECT(forests.tempo == tempo, trial, "tempo %u; by play %u", forests.tempo, tempo);
  const enum tt_status status = tt_cut_sets_make(sets, &forests, trial->graph, &error);
  tt_forests_free(&forests);
  EXPECT(status == (tempo == 0 ? TT_REFUTED : TT_OK), trial, "tempo %u: tt_cut_sets_make says %d: %s", tempo,
         (int)status, error.text);
  if (tempo == 0) {
    EXPECT(error.text[0] != '\0', trial, "refused without a text");
    return false;
  }
  EXPECT(sets->virtual_in_x, trial, "e* is not in X");
  EXPECT(sets->virtual_in_y == (tempo == 2), trial, "tempo %u, and e* in Y is %d", tempo, sets->virtual_in_y);
  return true;
}

static void look_at_sets(struct trial *trial) {
  struct tt_cut_sets sets;
  if (!make_sets(trial, &sets)) return;
  const struct naive_cut_sets naive = naive_sets(&sets, trial->graph);
  const enum naive_cut_claim claim = naive_cut_proves(&trial->naive, &naive);
  EXPECT(claim == (sets.virtual_in_y ? NAIVE_CUT_SECOND : NAIVE_CUT_FIRST), trial,
         "by definition the sets prove %d (0 nothing, 1 Cut first, 2 Cut second)", (int)claim);
  tt_cut_sets_free(&sets);
  outcomes_seen[naive_short_wins(trial->play, trial->naive.state, true) ? TT_FIRST : TT_CUT]++;
}

static void sets_on_subgraphs(void **state) {
  (void)state;
  size_t looked = 0;
  for (size_t base = 0; base < BASES; base++) looked += sweep(bases[base], false, NAIVE_EDGES, look_at_sets);
  assert_int_equal(looked, BASE_SUBGRAPHS);
}

static void sets_on_positions(void **state) {
  (void)state;
  for (size_t base = 0; base < BASES; base++) sweep(bases[base], true, NAIVE_EDGES, look_at_sets);
}

static void sets_on_random_graphs(void **state) {
  (void)state;
  sweep_random(3000, 7, 10, NAIVE_EDGES, look_at_sets);
  sweep_random(300, 9, 13, NAIVE_EDGES, look_at_sets);
}

/* ---- Planted faults ---- */

static size_t rejected, accepted;

/* Rejected, or accepted and true? */
static void look_at_faulty(struct trial *trial, const struct naive_cut_sets *sets, const char *what) {
  const enum naive_cut_claim claim = naive_cut_proves(&trial->naive, sets);
  if (claim == NAIVE_CUT_NOTHING) {
    rejected++;
    return;
  }
  accepted++;
  EXPECT(!short_wins(trial, claim == NAIVE_CUT_SECOND), trial, "%s: the definition accepts what is not true", what);
}

static void change_flags(struct trial *trial, const struct naive_cut_sets *sets) {
  for (unsigned flags = 0; flags < 4; flags++) {
    struct naive_cut_sets faulty = *sets;
    faulty.virtual_in_x = (flags & 1) != 0;
    faulty.virtual_in_y = (flags & 2) != 0;
    if (faulty.virtual_in_x == sets->virtual_in_x && faulty.virtual_in_y == sets->virtual_in_y) continue;
    look_at_faulty(trial, &faulty, "e* moved");
  }
}

/* Sizes alone forbid any single change: X + e* and Y (+ e*) are as large as each other. */
static void look_at_single_faults(struct trial *trial) {
  struct tt_cut_sets sets;
  if (!make_sets(trial, &sets)) return;
  const struct naive_cut_sets naive = naive_sets(&sets, trial->graph);
  tt_cut_sets_free(&sets);
  const size_t accepted_before = accepted;
  for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
    for (uint8_t role = NAIVE_NONE; role <= NAIVE_Y + 1; role++) {
      struct naive_cut_sets faulty = naive;
      faulty.role[edge] = role;
      if (role != naive.role[edge]) look_at_faulty(trial, &faulty, "one role changed");
    }
  }
  change_flags(trial, &naive);
  EXPECT(accepted == accepted_before, trial, "a single change was accepted");
}

/* Two roles, or a role and where e* is: some of these are proofs again. */
static void look_at_double_faults(struct trial *trial) {
  struct tt_cut_sets sets;
  if (!make_sets(trial, &sets)) return;
  const struct naive_cut_sets naive = naive_sets(&sets, trial->graph);
  tt_cut_sets_free(&sets);
  for (unsigned one = 0; one < trial->naive.edges; one++) {
    for (uint8_t role = NAIVE_NONE; role <= NAIVE_Y; role++) {
      struct naive_cut_sets faulty = naive;
      faulty.role[one] = role;
      if (role == naive.role[one]) continue;
      change_flags(trial, &faulty);
      for (unsigned other = 0; other < one; other++) {
        const uint8_t kept = faulty.role[other];
        for (uint8_t second_role = NAIVE_NONE; second_role <= NAIVE_Y; second_role++) {
          faulty.role[other] = second_role;
          if (second_role != kept) look_at_faulty(trial, &faulty, "two roles changed");
        }
        faulty.role[other] = kept;
      }
    }
  }
}

static void single_faults(void **state) {
  (void)state;
  rejected = accepted = 0;
  sweep_bases(NAIVE_EDGES, look_at_single_faults);
  sweep("k4", true, NAIVE_EDGES, look_at_single_faults);
  sweep("bridge", true, NAIVE_EDGES, look_at_single_faults);
  sweep_random(1000, 6, 9, NAIVE_EDGES, look_at_single_faults);
  print_message("single faults: %zu rejected, %zu accepted\n", rejected, accepted);
  assert_true(rejected > 10000);
}

static void double_faults(void **state) {
  (void)state;
  rejected = accepted = 0;
  sweep_bases(NAIVE_EDGES, look_at_double_faults);
  sweep("k4", true, NAIVE_EDGES, look_at_double_faults);
  sweep_random(500, 6, 9, NAIVE_EDGES, look_at_double_faults);
  print_message("double faults: %zu rejected, %zu accepted and true by play\n", rejected, accepted);
  assert_true(rejected > 100000);
  assert_true(accepted > 100);
}

/* Sets of one position put to another: whatever the definition accepts is true there. */
static void foreign_sets(void **state) {
  (void)state;
  rejected = accepted = 0;
  struct trial trial = {.graph = support_graph("bridge"), .kind = "position"};
  naive_from(&trial.naive, trial.graph);
  trial.play = naive_play_open(&trial.naive);
  struct naive_cut_sets made[243];
  size_t count = 0;
  for (trial.number = 0; trial.number < 243; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, true);
    naive_from(&trial.naive, trial.graph);
    struct tt_cut_sets sets;
    if (!make_sets(&trial, &sets)) continue;
    made[count++] = naive_sets(&sets, trial.graph);
    tt_cut_sets_free(&sets);
  }
  for (trial.number = 0; trial.number < 243; trial.number++) {
    tt_graph_set_number(trial.graph, trial.number, true);
    naive_from(&trial.naive, trial.graph);
    for (size_t which = 0; which < count; which++) look_at_faulty(&trial, &made[which], "another position's sets");
  }
  print_message("foreign sets: %zu rejected, %zu accepted and true by play\n", rejected, accepted);
  assert_true(accepted >= count);
  assert_true(rejected > 0);
  naive_play_close(trial.play);
  tt_graph_free(trial.graph);
}

/* ---- The openings that sets name ---- */

static size_t first_positions, named_openings;

static void look_at_named(struct trial *trial) {
  struct tt_cut_sets sets;
  struct tt_error error = {0};
  if (!make_sets(trial, &sets)) return;
  if (!sets.virtual_in_y) {
    uint8_t named[NAIVE_EDGES] = {0};
    EXPECT(tt_cut_named_openings(&sets, trial->graph, named, &error) == TT_OK, trial, "%s", error.text);
    const struct naive_cut_sets naive = naive_sets(&sets, trial->graph);
    const uint32_t by_definition = naive_cut_named(&trial->naive, &naive);
    unsigned count = 0;
    for (unsigned edge = 0; edge < trial->naive.edges; edge++) {
      EXPECT(named[edge] == (by_definition >> edge & 1), trial, "edge %u: named is %u, by definition %u", edge,
             named[edge], (unsigned)(by_definition >> edge & 1));
      if (named[edge] == 0) continue;
      EXPECT(!short_wins_after(trial, edge, TT_DELETED), trial, "edge %u is named for Cut and loses", edge);
      count++;
    }
    EXPECT(count > 0, trial, "the first mover wins, and Cut's sets name no opening");
    first_positions++;
    named_openings += count;
  }
  tt_cut_sets_free(&sets);
}

static void named_openings_win(void **state) {
  (void)state;
  first_positions = named_openings = 0;
  sweep_bases(NAIVE_EDGES, look_at_named);
  print_message("bases: %zu subgraphs that the first mover wins, %zu openings named for Cut\n", first_positions,
                named_openings);
  assert_true(first_positions > 502);
  sweep("k4", true, NAIVE_EDGES, look_at_named);
  sweep("bridge", true, NAIVE_EDGES, look_at_named);
  sweep("bridge-chain", true, NAIVE_EDGES, look_at_named);
  sweep_random(2000, 7, 10, NAIVE_EDGES, look_at_named);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theorem_on_subgraphs),
      cmocka_unit_test(theorem_on_positions),
      cmocka_unit_test(theorem_on_random_graphs),
      cmocka_unit_test(all_sets_name_all_winners),
      cmocka_unit_test(sets_on_subgraphs),
      cmocka_unit_test(sets_on_positions),
      cmocka_unit_test(sets_on_random_graphs),
      cmocka_unit_test(single_faults),
      cmocka_unit_test(double_faults),
      cmocka_unit_test(foreign_sets),
      cmocka_unit_test(named_openings_win),
  };
  return cmocka_run_group_tests_name("cut_sets", tests, NULL, NULL);
}
