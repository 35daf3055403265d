/* test_sabotage.c: planted faults, each handed to a survey beside honest witnesses; the survey must call at exactly the
 * subgraph where the fault first shows, count every one, go on to the end, and say the same with one thread and two.
 *
 * Nothing under test is edited: saboteurs are witnesses of their own, which twist the question or the answer of an
 * honest one, or, while they ask, switch on a fault in a function that the linker wraps. */
// wrap: tt_partition_make tt_partition_reset tt_partition_unite tt_named_openings tt_subsets_named_by_any
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
#include "tests/support.h"
#include "treetest/treetest.h"

/* ---- Wrapped functions ---- */

static _Thread_local bool forgetful; /* a partition forgets its first merge */
static _Thread_local unsigned merges;
static bool names_everything; /* every undecided edge is a named opening */

bool __real_tt_partition_make(struct tt_partition *partition, uint32_t count);
void __real_tt_partition_reset(struct tt_partition *partition);
bool __real_tt_partition_unite(struct tt_partition *partition, uint32_t first, uint32_t second);
enum tt_status __real_tt_named_openings(const struct tt_graph *position, const struct tt_tree_pair *pair,
                                        uint8_t *named, struct tt_error *error);
enum tt_status __real_tt_subsets_named_by_any(const struct tt_graph *position, uint8_t *named, struct tt_error *error);
bool __wrap_tt_partition_make(struct tt_partition *partition, uint32_t count);
void __wrap_tt_partition_reset(struct tt_partition *partition);
bool __wrap_tt_partition_unite(struct tt_partition *partition, uint32_t first, uint32_t second);
enum tt_status __wrap_tt_named_openings(const struct tt_graph *position, const struct tt_tree_pair *pair,
                                        uint8_t *named, struct tt_error *error);
enum tt_status __wrap_tt_subsets_named_by_any(const struct tt_graph *position, uint8_t *named, struct tt_error *error);

bool __wrap_tt_partition_make(struct tt_partition *partition, uint32_t count) {
  merges = 0;
  return __real_tt_partition_make(partition, count);
}

void __wrap_tt_partition_reset(struct tt_partition *partition) {
  merges = 0;
  __real_tt_partition_reset(partition);
}

bool __wrap_tt_partition_unite(struct tt_partition *partition, uint32_t first, uint32_t second) {
  if (forgetful && merges++ == 0) return true;
  return __real_tt_partition_unite(partition, first, second);
}

static void name_everything(const struct tt_graph *position, uint8_t *named) {
  for (size_t edge = 0; edge < position->edge_count; edge++) named[edge] = position->states[edge] == TT_UNDECIDED;
}

enum tt_status __wrap_tt_named_openings(const struct tt_graph *position, const struct tt_tree_pair *pair,
                                        uint8_t *named, struct tt_error *error) {
  if (!names_everything) return __real_tt_named_openings(position, pair, named, error);
  name_everything(position, named);
  return TT_OK;
}

enum tt_status __wrap_tt_subsets_named_by_any(const struct tt_graph *position, uint8_t *named, struct tt_error *error) {
  if (!names_everything) return __real_tt_subsets_named_by_any(position, named, error);
  name_everything(position, named);
  return TT_OK;
}

/* ---- Saboteurs ---- */

static void *open_nothing(const struct tt_graph *base) {
  (void)base;
  return malloc(1);
}

#define SABOTEUR(function)                                                     \
  static const struct tt_witness function##_witness = {.name = #function,      \
                                                       .summary = "sabotaged", \
                                                       .edge_limit = 20,       \
                                                       .sweep_limit = 20,      \
                                                       .open = open_nothing,   \
                                                       .ask = function,        \
                                                       .close = free}

/* Does the tree test pass when some edge is added, between any two vertices? */
static enum tt_status passes_one_edge_short(const struct tt_graph *position, unsigned copies, bool *passes,
                                            struct tt_error *error) {
  *passes = false;
  for (uint32_t u = 0; u < position->vertex_count; u++) {
    for (uint32_t v = 0; v < u; v++) {
      struct tt_graph *extended = support_with_virtual(position, copies);
      struct tt_verdict verdict = {false, false};
      enum tt_status status = tt_no_memory(error);
      if (tt_graph_add_edge(extended, u, v)) status = tt_witness_ask(&tt_witness_subsets, extended, &verdict, error);
      tt_graph_free(extended);
      if (status != TT_OK) return status;
      if (verdict.short_wins_second) *passes = true;
    }
  }
  return TT_OK;
}

/* A tree test that accepts a set of edges one edge short, on the graph and with e*. */
static enum tt_status one_edge_short(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                     struct tt_error *error) {
  (void)work;
  enum tt_status status = passes_one_edge_short(position, 0, &verdict->short_wins_second, error);
  if (status == TT_OK) status = passes_one_edge_short(position, 1, &verdict->short_wins_first, error);
  return status;
}
SABOTEUR(one_edge_short);

/* The same fault only where the graph is tested as drawn. */
static enum tt_status one_edge_short_as_drawn(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                              struct tt_error *error) {
  (void)work;
  enum tt_status status = tt_witness_ask(&tt_witness_subsets, position, verdict, error);
  if (status == TT_OK) status = passes_one_edge_short(position, 0, &verdict->short_wins_second, error);
  if (verdict->short_wins_second) verdict->short_wins_first = true;
  return status;
}
SABOTEUR(one_edge_short_as_drawn);

/* A solver that lets Cut ignore the virtual edge: Short moving first is played as Short moving second. */
static enum tt_status virtual_edge_ignored(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                           struct tt_error *error) {
  (void)work;
  const enum tt_status status = tt_witness_ask(&tt_witness_playout, position, verdict, error);
  verdict->short_wins_first = verdict->short_wins_second;
  return status;
}
SABOTEUR(virtual_edge_ignored);

/* A union-find that forgets a merge, under three witnesses. */
static enum tt_status ask_forgetfully(const struct tt_witness *witness, const struct tt_graph *position,
                                      struct tt_verdict *verdict, struct tt_error *error) {
  forgetful = true;
  const enum tt_status status = tt_witness_ask(witness, position, verdict, error);
  forgetful = false;
  return status;
}

static enum tt_status merge_forgotten_in_play(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                              struct tt_error *error) {
  (void)work;
  return ask_forgetfully(&tt_witness_plain, position, verdict, error);
}
SABOTEUR(merge_forgotten_in_play);

static enum tt_status merge_forgotten_in_subsets(void *work, const struct tt_graph *position,
                                                 struct tt_verdict *verdict, struct tt_error *error) {
  (void)work;
  return ask_forgetfully(&tt_witness_subsets, position, verdict, error);
}
SABOTEUR(merge_forgotten_in_subsets);

static enum tt_status merge_forgotten_in_forests(void *work, const struct tt_graph *position,
                                                 struct tt_verdict *verdict, struct tt_error *error) {
  (void)work;
  return ask_forgetfully(&tt_witness_forests, position, verdict, error);
}
SABOTEUR(merge_forgotten_in_forests);

/* Asks for another B: vertex 1, which is no terminal of the graphs here. */
static enum tt_status terminal_swapped(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                       struct tt_error *error) {
  (void)work;
  struct tt_graph *copy = support_with_virtual(position, 0);
  copy->terminal_b = 1;
  const enum tt_status status = tt_witness_ask(&tt_witness_forests, copy, verdict, error);
  tt_graph_free(copy);
  return status;
}
SABOTEUR(terminal_swapped);

#ifndef TT_WITHOUT_GLPK
/* An integer program that takes two parallel edges for one: the first such edge is gone. */
static enum tt_status parallel_edge_dropped(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                            struct tt_error *error) {
  (void)work;
  struct tt_graph *copy = support_with_virtual(position, 0);
  bool dropped = false;
  for (size_t edge = 0; edge < copy->edge_count; edge++) {
    for (size_t other = edge + 1; other < copy->edge_count && !dropped; other++) {
      const bool parallel = copy->edges[edge].u == copy->edges[other].u && copy->edges[edge].v == copy->edges[other].v;
      dropped = parallel && copy->states[edge] == TT_UNDECIDED && copy->states[other] == TT_UNDECIDED;
      if (dropped) copy->states[other] = TT_DELETED;
    }
  }
  const enum tt_status status = tt_witness_ask(&tt_witness_ilp, copy, verdict, error);
  tt_graph_free(copy);
  return status;
}
SABOTEUR(parallel_edge_dropped);
#endif

static enum tt_status opposite(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  (void)work;
  const enum tt_status status = tt_witness_ask(&tt_witness_playout, position, verdict, error);
  verdict->short_wins_second = !verdict->short_wins_second;
  verdict->short_wins_first = !verdict->short_wins_first;
  return status;
}
SABOTEUR(opposite);

/* Whoever starts loses: the fourth row, which no game here has. */
static enum tt_status neither(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                              struct tt_error *error) {
  (void)work, (void)position, (void)error;
  *verdict = (struct tt_verdict){.short_wins_second = true, .short_wins_first = false};
  return TT_OK;
}
SABOTEUR(neither);

static enum tt_status gives_up(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                               struct tt_error *error) {
  (void)work, (void)position;
  *verdict = (struct tt_verdict){true, true}; /* must not be looked at */
  return tt_fail(error, TT_NO_RESOURCE, "undecided: gives up");
}
SABOTEUR(gives_up);

/* Honest, but gives up once an edge is secured: about every opening of Short, not about the subgraph. */
static enum tt_status gives_up_on_openings(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                           struct tt_error *error) {
  (void)work;
  if (tt_graph_count(position, TT_SECURED) > 0) return tt_fail(error, TT_NO_RESOURCE, "undecided: gives up");
  return tt_witness_ask(&tt_witness_playout, position, verdict, error);
}
SABOTEUR(gives_up_on_openings);

/* ---- Running a survey and listening ---- */

#define MOST_CALLS 1100

struct call {
  uint64_t number;
  bool sound;
  char word[24]; /* the position's letters */
  struct tt_verdict verdicts[3];
};

struct listener {
  size_t calls, witnesses;
  uint64_t done, total;
  struct call call[MOST_CALLS];
};

static void listen(void *context, uint64_t number, const struct tt_graph *position, const struct tt_verdict *verdicts,
                   bool sound) {
  struct listener *listener = context;
  assert_true(listener->calls < MOST_CALLS);
  struct call *call = &listener->call[listener->calls++];
  call->number = number;
  call->sound = sound;
  tt_graph_position_word(position, call->word);
  memcpy(call->verdicts, verdicts, listener->witnesses * sizeof *verdicts);
}

static void hear_progress(void *context, uint64_t done, uint64_t total) {
  struct listener *listener = context;
  assert_true(done >= listener->done && done <= total);
  listener->done = done;
  listener->total = total;
}

/* The survey of `base` with the honest playout and subsets and, last, `witness`; what was heard is in *listener. */
static struct tt_survey survey_with(const struct tt_witness *witness, const struct tt_graph *base,
                                    struct tt_survey_options options, struct listener *listener) {
  const struct tt_witness *witnesses[] = {&tt_witness_playout, &tt_witness_subsets, witness};
  memset(listener, 0, sizeof *listener);
  if (options.witnesses == NULL) {
    options.witnesses = witnesses;
    options.witness_count = 3;
  }
  listener->witnesses = options.witness_count;
  options.disagreement = listen;
  options.progress = hear_progress;
  options.context = listener;
  struct tt_survey survey;
  struct tt_error error = {0};
  if (tt_survey_run(&survey, base, &options, &error) != TT_OK) fail_msg("survey of %s: %s", base->name, error.text);
  assert_int_equal(listener->done, survey.count);
  assert_int_equal(listener->total, survey.count);
  return survey;
}

static struct listener heard, heard_again;

/* Everything but the listener's context must be the same with two threads. */
static struct tt_survey survey_twice(const struct tt_witness *witness, const struct tt_graph *base,
                                     struct tt_survey_options options) {
  options.threads = 1;
  struct tt_survey survey = survey_with(witness, base, options, &heard);
  options.threads = 2;
  struct tt_survey again = survey_with(witness, base, options, &heard_again);
  assert_memory_equal(&survey, &again, sizeof survey);
  assert_memory_equal(&heard, &heard_again, sizeof heard);
  return survey;
}

/* ---- Faults caught ---- */

#define DIPOLE "terminals 0 1\n0 1\n0 1\n"
#define DOUBLED_TWICE "terminals 0 2\n0 1\n0 1\n1 2\n1 2\n"

static const struct fault {
  const struct tt_witness *witness;
  const char *base; /* a name, or a plain list */
  bool positions;
  uint64_t first; /* the first subgraph or position at which the survey calls */
  uint64_t total; /* how many disagree in all */
} faults[] = {
    /* One edge short, without an edge: the other edge A-B and e* are two trees, so "first" where Cut wins. Every
     * subgraph follows: Cut's become First, and those that Short wins moving first pass as drawn. */
    {&one_edge_short_witness, "triangle", false, 0, 8},
    {&one_edge_short_witness, "bridge", false, 0, 32},
    /* As drawn: edge 1 is A-B; alone (number 2) and one more of it make two trees. All four with edge 1. */
    {&one_edge_short_as_drawn_witness, "triangle", false, 2, 4},
    /* First becomes Cut, so it shows where Short first wins moving first: A-B alone. On the triangle that is edge 1, on
     * k4 edge 2, and both disagree on all that are First (4 and 32). The bridge has one, the whole. */
    {&virtual_edge_ignored_witness, "triangle", false, 2, 4},
    {&virtual_edge_ignored_witness, "k4", false, 4, 32},
    {&virtual_edge_ignored_witness, "bridge", false, 31, 1},
    /* Play asks whether A and B are joined by the edges in ascending order and forgets the first: A-B alone (number 2)
     * joins nothing. With edge 0 as well (3), Cut deletes it, and then A-B is the first again. All four First ones. */
    {&merge_forgotten_in_play_witness, "triangle", false, 2, 4},
    /* Contracting, the lowest-numbered secured edge is forgotten, as if it were deleted. Position 1 secures edge 0;
     * what is left is A-B twice (Short), but as if deleted A-B and a spur (First). */
    {&merge_forgotten_in_subsets_witness, "triangle", true, 1, 12},
    {&merge_forgotten_in_forests_witness, "triangle", true, 1, 12},
    /* B is vertex 1: edge 0 is A-B then, and alone it is "first" for Cut. Outcomes differ where just one of edges 0 and
     * 1 is there. In the bridge vertex 1 hangs on edge 0 too. */
    {&terminal_swapped_witness, "triangle", false, 1, 4},
    {&terminal_swapped_witness, "bridge", false, 1, 15},
#ifndef TT_WITHOUT_GLPK
    /* Two edges A-B (number 3) are Short's; one of them is not. */
    {&parallel_edge_dropped_witness, DIPOLE, false, 3, 1},
    /* The first with a pair that matters is edges 0, 1, 2: First, and without edge 1 a path: Cut. All with three or
     * four edges. */
    {&parallel_edge_dropped_witness, DOUBLED_TWICE, false, 7, 5},
#endif
    {&opposite_witness, "triangle", false, 0, 8},
    {&opposite_witness, "bridge", false, 0, 32},
    {&opposite_witness, "k5", false, 0, 1024},
    {&neither_witness, "triangle", false, 0, 8},
    {&neither_witness, "bridge", true, 0, 243},
};

static struct tt_graph *fault_base(const struct fault *fault) {
  return strchr(fault->base, '\n') != NULL ? support_parse(fault->base) : support_graph(fault->base);
}

static void check_calls(const struct fault *fault, const struct tt_survey *survey) {
  const char *name = fault->witness->name;
  if (heard.calls == 0) fail_msg("%s on %s: not caught", name, fault->base);
  if (heard.call[0].number != fault->first)
    fail_msg("%s on %s: caught at %" PRIu64 ", not %" PRIu64, name, fault->base, heard.call[0].number, fault->first);
  if (survey->disagreements != fault->total || heard.calls != fault->total)
    fail_msg("%s on %s: %" PRIu64 " disagreements, %zu calls, not %" PRIu64, name, fault->base, survey->disagreements,
             heard.calls, fault->total);
  for (size_t index = 0; index < heard.calls; index++) {
    const struct call *call = &heard.call[index];
    assert_true(call->sound);
    if (index > 0) assert_true(call->number > heard.call[index - 1].number);
    assert_int_equal(tt_outcome_of(call->verdicts[0]), tt_outcome_of(call->verdicts[1]));
    assert_int_not_equal(tt_outcome_of(call->verdicts[0]), tt_outcome_of(call->verdicts[2]));
    for (size_t edge = 0, rest = call->number; call->word[edge] != '\0'; edge++) {
      assert_int_equal(call->word[edge], fault->positions ? "usd"[rest % 3] : "du"[rest % 2]);
      rest /= fault->positions ? 3 : 2;
    }
  }
}

static void check_tallies(const struct tt_survey *survey, uint64_t expected) {
  assert_int_equal(survey->count, expected);
  for (size_t witness = 0; witness < 3; witness++) {
    uint64_t sum = survey->undecided[witness];
    for (size_t outcome = 0; outcome < 4; outcome++) sum += survey->outcomes[witness][outcome];
    assert_int_equal(sum, expected);
  }
  assert_memory_equal(survey->outcomes[0], survey->outcomes[1], sizeof survey->outcomes[0]);
}

static void test_faults(void **state) {
  (void)state;
  size_t soon = 0;
  for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
    const struct fault *fault = &faults[index];
    struct tt_graph *base = fault_base(fault);
    uint64_t count = 1;
    for (size_t edge = 0; edge < base->edge_count; edge++) count *= fault->positions ? 3 : 2;
    struct tt_survey survey =
        survey_twice(fault->witness, base, (struct tt_survey_options){.positions = fault->positions});
    check_calls(fault, &survey);
    check_tallies(&survey, count);
    soon += fault->first <= 16;
    tt_graph_free(base);
  }
  assert_int_equal(soon, sizeof faults / sizeof faults[0] - 1); /* all but virtual_edge_ignored on the bridge */
}

/* Each fault is caught within the first handful on some base graph not larger than the bridge. */
static void test_every_fault_is_caught_soon(void **state) {
  (void)state;
  for (size_t index = 0; index < sizeof faults / sizeof faults[0]; index++) {
    bool soon = false;
    for (size_t other = 0; other < sizeof faults / sizeof faults[0]; other++) {
      struct tt_graph *base = fault_base(&faults[other]);
      if (faults[other].witness == faults[index].witness && base->edge_count <= 5 && faults[other].first <= 7)
        soon = true;
      tt_graph_free(base);
    }
    if (!soon) fail_msg("%s", faults[index].witness->name);
  }
}

/* ---- What is counted otherwise ---- */

static void test_neither_is_counted(void **state) {
  (void)state;
  struct tt_graph *base = support_graph("triangle");
  struct tt_survey survey = survey_twice(&neither_witness, base, (struct tt_survey_options){.threads = 1});
  assert_int_equal(survey.outcomes[2][TT_NEITHER], 8);
  assert_int_equal(survey.outcomes[0][TT_NEITHER], 0);
  survey = survey_twice(&opposite_witness, base, (struct tt_survey_options){.threads = 1});
  assert_int_equal(survey.outcomes[2][TT_NEITHER], 4); /* the opposite of First, which wins on 4 */
  assert_int_equal(survey.outcomes[2][TT_SHORT], 4);
  tt_graph_free(base);
}

static void test_giving_up_is_no_disagreement(void **state) {
  (void)state;
  struct tt_graph *base = support_graph("bridge");
  for (int openings = 0; openings <= 1; openings++) {
    struct tt_survey survey = survey_twice(&gives_up_witness, base, (struct tt_survey_options){.openings = openings});
    assert_int_equal(survey.disagreements, 0);
    assert_int_equal(heard.calls, 0);
    for (size_t outcome = 0; outcome < 4; outcome++) assert_int_equal(survey.outcomes[2][outcome], 0);
    /* Every subgraph, and with openings the 5 of the whole bridge, secured and deleted. */
    assert_int_equal(survey.undecided[2], openings ? 32 + 2 * 5 : 32);
    assert_int_equal(survey.by[2].short_winning, 0);
    assert_int_equal(survey.by[2].cut_winning, 0);
  }
  tt_graph_free(base);
}

/* A first witness that gives up about openings has not refuted those that the trees name. */
static void test_giving_up_on_openings_refutes_nothing(void **state) {
  (void)state;
  const struct tt_witness *witnesses[] = {&gives_up_on_openings_witness, &tt_witness_subsets};
  struct tt_graph *base = support_graph("bridge");
  struct tt_survey survey = survey_twice(
      NULL, base, (struct tt_survey_options){.witnesses = witnesses, .witness_count = 2, .openings = true});
  tt_graph_free(base);
  assert_int_equal(survey.undecided[0], 5);
  if (survey.disagreements != 0)
    fail_msg("bridge, openings on, the first witness gives up about openings: %" PRIu64 " named openings refuted",
             survey.disagreements);
  assert_int_equal(heard.calls, 0);
}

/* Names every edge: on the triangle a named opening first loses at number 3, edges 0 and 1, by edge 0, because
 * Cut then deletes A-B; and at number 6 by edge 2. With all three edges every opening wins. */
static void test_losing_names_are_caught(void **state) {
  (void)state;
  struct tt_graph *base = support_graph("triangle");
  for (int every_pair = 0; every_pair <= 1; every_pair++) {
    names_everything = true;
    struct tt_survey survey =
        survey_twice(&tt_witness_forests, base, (struct tt_survey_options){.openings = true, .every_pair = every_pair});
    names_everything = false;
    assert_int_equal(survey.disagreements, 2);
    assert_int_equal(heard.calls, 2);
    assert_int_equal(heard.call[0].number, 3);
    assert_string_equal(heard.call[0].word, "sud");
    assert_int_equal(heard.call[1].number, 6);
    assert_string_equal(heard.call[1].word, "dus");
    assert_false(heard.call[0].sound);
    assert_false(heard.call[1].sound);
    assert_int_equal(survey.named, 8);
    assert_int_equal(survey.named_winning, 6);
  }
  tt_graph_free(base);
}

/* An opening played by a saboteur: it is honest about subgraphs, so the callback shows the position after the move. */
static enum tt_status wrong_after_a_move(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                                         struct tt_error *error) {
  if (tt_graph_count(position, TT_SECURED) > 0) return opposite(work, position, verdict, error);
  return tt_witness_ask(&tt_witness_playout, position, verdict, error);
}
SABOTEUR(wrong_after_a_move);

static void test_openings_are_compared(void **state) {
  (void)state;
  struct tt_graph *base = support_graph("triangle");
  struct tt_survey survey =
      survey_twice(&wrong_after_a_move_witness, base, (struct tt_survey_options){.openings = true});
  assert_int_equal(survey.openings, 8); /* over the subgraphs 2, 3, 6, 7 */
  assert_int_equal(survey.disagreements, 8);
  assert_int_equal(heard.call[0].number, 2);
  assert_string_equal(heard.call[0].word, "dsd");
  tt_graph_free(base);
}

/* ---- The control ---- */

static void test_honest_witnesses_agree(void **state) {
  (void)state;
  static const char *const bases[] = {"triangle", "bridge", "k4", "doubled-path"};
  for (size_t index = 0; index < sizeof bases / sizeof bases[0]; index++) {
    for (int positions = 0; positions <= 1; positions++) {
      struct tt_graph *base = support_graph(bases[index]);
      struct tt_survey survey =
          survey_twice(&tt_witness_forests, base, (struct tt_survey_options){.positions = positions, .openings = true});
      assert_int_equal(survey.disagreements, 0);
      assert_int_equal(heard.calls, 0);
      tt_graph_free(base);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_honest_witnesses_agree),       cmocka_unit_test(test_faults),
      cmocka_unit_test(test_every_fault_is_caught_soon),   cmocka_unit_test(test_neither_is_counted),
      cmocka_unit_test(test_giving_up_is_no_disagreement), cmocka_unit_test(test_giving_up_on_openings_refutes_nothing),
      cmocka_unit_test(test_losing_names_are_caught),      cmocka_unit_test(test_openings_are_compared),
  };
  return cmocka_run_group_tests_name("sabotage", tests, NULL, NULL);
}
