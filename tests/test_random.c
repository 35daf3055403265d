/* test_random.c: random multigraphs by seed: loops, parallel edges, isolated vertices, secured and deleted edges. Every
 * witness against every other and the naive computation, identities that hold whatever the graph, and checks that must
 * turn down what was tampered with.
 *
 * Position i has seed S + i; S is printed, and TT_SEED sets it. A failure prints the command that begins with the
 * failing seed, and the position shrunk as far as it still fails, as a plain list. */
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

#define USUAL_SEED 20240229
#define POSITIONS 3000
#define LARGE_POSITIONS 400
#define MOST_EDGES 14
#define MOST_VERTICES 12

/* A property says whether it holds of a position, and if not, why. Randomness inside depends on the position only. */
struct doubt {
  char text[512];
};
typedef bool property(const struct tt_graph *graph, struct doubt *doubt);

static bool doubt(struct doubt *doubt, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool doubt(struct doubt *doubt, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(doubt->text, sizeof doubt->text, format, arguments);
  va_end(arguments);
  return false;
}

/* Leaves the property with a doubt unless the library call succeeds, or the condition holds. */
#define TRY(call)                                                                \
  do {                                                                           \
    struct tt_error error_of_call = {0}, *error = &error_of_call;                \
    if ((call) != TT_OK) return doubt(why, "%s: %s", #call, error_of_call.text); \
  } while (false)
#define HOLDS(condition, ...)                         \
  do {                                                \
    if (!(condition)) return doubt(why, __VA_ARGS__); \
  } while (false)

/* ---- Shrinking ---- */

/* A copy without one edge (SIZE_MAX: with all), without vertices behind the last that is used, edge `plain` undecided.
 */
static struct tt_graph *reduced(const struct tt_graph *graph, size_t without, size_t plain) {
  uint32_t count = 2;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (edge == without) continue;
    if (graph->edges[edge].u >= count) count = graph->edges[edge].u + 1;
    if (graph->edges[edge].v >= count) count = graph->edges[edge].v + 1;
  }
  if (graph->terminal_a >= count) count = graph->terminal_a + 1;
  if (graph->terminal_b >= count) count = graph->terminal_b + 1;
  struct tt_graph *smaller = tt_graph_new(graph->name, count);
  assert_non_null(smaller);
  smaller->terminal_a = graph->terminal_a;
  smaller->terminal_b = graph->terminal_b;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (edge == without) continue;
    assert_true(tt_graph_add_edge(smaller, graph->edges[edge].u, graph->edges[edge].v));
    smaller->states[smaller->edge_count - 1] = edge == plain ? TT_UNDECIDED : graph->states[edge];
  }
  return smaller;
}

/* Takes edges away and makes them undecided, one at a time, while the property still fails. Frees `graph`. */
static struct tt_graph *shrink(struct tt_graph *graph, property *holds, struct doubt *doubt) {
  bool smaller = true;
  while (smaller) {
    smaller = false;
    for (size_t step = 0; step < 2 * graph->edge_count && !smaller; step++) {
      const size_t edge = step / 2;
      if (step % 2 == 1 && graph->states[edge] == TT_UNDECIDED) continue;
      struct tt_graph *candidate = reduced(graph, step % 2 == 0 ? edge : SIZE_MAX, step % 2 == 1 ? edge : SIZE_MAX);
      struct doubt other;
      if (!holds(candidate, &other)) {
        struct tt_graph *swap = graph;
        graph = candidate;
        candidate = swap;
        *doubt = other;
        smaller = true;
      }
      tt_graph_free(candidate);
    }
  }
  return graph;
}

static void check(uint64_t seed, unsigned vertices, unsigned edges, property *holds, const char *name) {
  struct tt_graph *graph = support_random_graph(seed, vertices, edges);
  struct doubt doubt;
  if (holds(graph, &doubt)) {
    tt_graph_free(graph);
    return;
  }
  graph = shrink(graph, holds, &doubt);
  fail_msg("%s: %s\nTT_SEED=%" PRIu64 " %s/tests/test_random\nshrunk:\n%s", name, doubt.text, seed, support_build(),
           support_text(graph));
}

static void check_all(property *holds, const char *name) {
  const uint64_t seed = support_seed(USUAL_SEED);
  for (uint64_t index = 0; index < POSITIONS; index++) check(seed + index, 7, 10, holds, name);
}

/* ---- Witnesses ---- */

static bool ask(const char *name, const struct tt_graph *graph, enum tt_outcome *outcome, struct doubt *why) {
  const struct tt_witness *witness = tt_witness_named(name);
  struct tt_verdict verdict = {false, false};
  TRY(tt_witness_ask(witness, graph, &verdict, error));
  *outcome = tt_outcome_of(verdict);
  return true;
}

/* These must be registered. All that are registered must answer, except that a partial one may have no answer. */
static const char *const required[] = {
    "playout", "plain", "subsets", "forests",
#ifndef TT_WITHOUT_GLPK
    "ilp",
#endif
};

static bool witnesses_agree_on(const struct tt_graph *graph, enum tt_outcome right, struct doubt *why) {
  for (size_t index = 0; index < tt_witness_count(); index++) {
    const struct tt_witness *witness = tt_witness_at(index);
    struct tt_verdict verdict = {false, false};
    struct tt_error error = {0};
    const enum tt_status status = tt_witness_ask(witness, graph, &verdict, &error);
    if (status == TT_NO_RESOURCE && witness->partial) continue;
    HOLDS(status == TT_OK, "%s: %s", witness->name, error.text);
    HOLDS(tt_outcome_of(verdict) == right, "%s says %s, not %s", witness->name, tt_outcome_name(tt_outcome_of(verdict)),
          tt_outcome_name(right));
  }
  return true;
}

static void test_the_registry(void **state) {
  (void)state;
  for (size_t index = 0; index < sizeof required / sizeof required[0]; index++)
    if (tt_witness_named(required[index]) == NULL) fail_msg("no witness %s", required[index]);
}

static enum tt_outcome naive_outcome(const struct tt_graph *graph) {
  struct naive_graph naive;
  naive_from(&naive, graph);
  struct naive_play *play = naive_play_open(&naive);
  const struct tt_verdict verdict = {naive_short_wins(play, naive.state, false),
                                     naive_short_wins(play, naive.state, true)};
  naive_play_close(play);
  return tt_outcome_of(verdict);
}

static bool witnesses_agree(const struct tt_graph *graph, struct doubt *why) {
  return witnesses_agree_on(graph, naive_outcome(graph), why);
}

/* Without the naive computation, for graphs too large for it. */
static bool witnesses_agree_on_large(const struct tt_graph *graph, struct doubt *why) {
  enum tt_outcome outcome;
  return ask("playout", graph, &outcome, why) && witnesses_agree_on(graph, outcome, why);
}

/* ---- Play ---- */

struct played {
  uint8_t short_wins[MOST_EDGES], cut_wins[MOST_EDGES]; /* after that opening */
  unsigned length_short_first, length_cut_first;
};

static void play_naively(struct played *played, const struct tt_graph *graph) {
  struct naive_graph naive;
  naive_from(&naive, graph);
  struct naive_play *play = naive_play_open(&naive);
  for (unsigned edge = 0; edge < naive.edges; edge++) {
    played->short_wins[edge] = played->cut_wins[edge] = 0;
    if (graph->states[edge] != TT_UNDECIDED) continue;
    naive.state[edge] = TT_SECURED;
    played->short_wins[edge] = naive_short_wins(play, naive.state, false);
    naive.state[edge] = TT_DELETED;
    played->cut_wins[edge] = !naive_short_wins(play, naive.state, true);
    naive.state[edge] = TT_UNDECIDED;
  }
  played->length_short_first = naive_length(play, naive.state, true);
  played->length_cut_first = naive_length(play, naive.state, false);
  naive_play_close(play);
}

static bool compare_openings(const struct tt_graph *graph, const struct played *right, const uint8_t *short_wins,
                             const uint8_t *cut_wins, const char *who, struct doubt *why) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_UNDECIDED) continue;
    HOLDS(short_wins[edge] == right->short_wins[edge], "%s: Short opens with %zu: %d", who, edge, short_wins[edge]);
    HOLDS(cut_wins[edge] == right->cut_wins[edge], "%s: Cut opens with %zu: %d", who, edge, cut_wins[edge]);
  }
  return true;
}

static bool play_is_right(const struct tt_graph *graph, struct doubt *why) {
  struct played right;
  play_naively(&right, graph);
  for (int form = 0; form < 3; form++) {
    static const char *const forms[] = {"playout", "playout with lengths", "plain"};
    struct tt_playout playout;
    if (form < 2) TRY(tt_playout_make(&playout, graph, form == 1, TT_PLAYOUT_POSITIONS, error));
    if (form == 2) TRY(tt_playout_plain(&playout, graph, TT_PLAYOUT_POSITIONS, error));
    const bool same =
        compare_openings(graph, &right, playout.short_wins_after, playout.cut_wins_after, forms[form], why);
    const unsigned lengths[] = {playout.length_short_first, playout.length_cut_first};
    tt_playout_free(&playout);
    if (!same) return false;
    if (form == 0) continue;
    HOLDS(lengths[0] == right.length_short_first, "%s: length %u, Short first, not %u", forms[form], lengths[0],
          right.length_short_first);
    HOLDS(lengths[1] == right.length_cut_first, "%s: length %u, Cut first, not %u", forms[form], lengths[1],
          right.length_cut_first);
  }
  return true;
}

static bool moves_from_forests_are_right(const struct tt_graph *graph, struct doubt *why) {
  struct played right;
  uint8_t short_wins[MOST_EDGES] = {0}, cut_wins[MOST_EDGES] = {0};
  unsigned tempo = 9;
  play_naively(&right, graph);
  TRY(tt_winning_moves(graph, &tempo, short_wins, cut_wins, error));
  HOLDS(tempo == (unsigned)naive_outcome(graph), "tempo %u", tempo);
  return compare_openings(graph, &right, short_wins, cut_wins, "tt_winning_moves", why);
}

/* ---- Pairs of trees ---- */

/* Labels the vertices by what secured edges join. */
static void label_secured(const struct tt_graph *graph, uint32_t *label) {
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) label[vertex] = vertex;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_SECURED) continue;
    const uint32_t keep = label[graph->edges[edge].u], gone = label[graph->edges[edge].v];
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++)
      if (label[vertex] == gone) label[vertex] = keep;
  }
}

static bool terminals_joined(const struct tt_graph *graph) {
  uint32_t label[MOST_VERTICES];
  label_secured(graph, label);
  return label[graph->terminal_a] == label[graph->terminal_b];
}

/* Joins the ends of an edge (edge_count and more: e*) in the labels; false when they were joined. */
static bool join_ends(const struct tt_graph *graph, size_t edge, uint32_t *label) {
  const bool real = edge < graph->edge_count;
  const uint32_t keep = label[real ? graph->edges[edge].u : graph->terminal_a];
  const uint32_t gone = label[real ? graph->edges[edge].v : graph->terminal_b];
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++)
    if (label[vertex] == gone) label[vertex] = keep;
  return keep != gone;
}

/* The vertices of a set of undecided edges, as a set of labels, if it is a tree with both terminals; otherwise 0. */
static uint32_t vertices_of_tree(const struct tt_graph *graph, unsigned copies, const size_t *edges, size_t count) {
  uint32_t secured[MOST_VERTICES], label[MOST_VERTICES], vertices = 0;
  label_secured(graph, secured);
  label_secured(graph, label);
  const uint32_t terminals = 1u << secured[graph->terminal_a] | 1u << secured[graph->terminal_b];
  for (size_t place = 0; place < count; place++) {
    const size_t edge = edges[place];
    const bool real = edge < graph->edge_count;
    if (real ? graph->states[edge] != TT_UNDECIDED : edge - graph->edge_count >= copies) return 0;
    if (!join_ends(graph, edge, label)) return 0;
    vertices |= real ? 1u << secured[graph->edges[edge].u] | 1u << secured[graph->edges[edge].v] : terminals;
  }
  if (count == 0) vertices = 1u << secured[graph->terminal_a];
  return (vertices & terminals) == terminals && (size_t)__builtin_popcount(vertices) == count + 1 ? vertices : 0;
}

/* A second opinion on pairs of trees. */
static bool is_tree_pair(const struct tt_graph *graph, unsigned copies, const struct tt_tree_pair *pair) {
  const uint32_t vertices = vertices_of_tree(graph, copies, pair->blue, pair->edge_count);
  if (vertices == 0 || vertices_of_tree(graph, copies, pair->red, pair->edge_count) != vertices) return false;
  for (size_t blue = 0; blue < pair->edge_count; blue++)
    for (size_t red = 0; red < pair->edge_count; red++)
      if (pair->blue[blue] == pair->red[red]) return false;
  return true;
}

static bool check_pair(const struct tt_graph *graph, unsigned copies, const struct tt_tree_pair *pair, bool expected,
                       const char *what, struct doubt *why) {
  bool right = !expected;
  TRY(tt_tree_pair_check(graph, copies, pair, &right, error));
  HOLDS(right == expected, "%s, e* %u: the check says %d", what, copies, right);
  return true;
}

/* Puts another edge into place `place` of blue, hears the check, and puts the old one back. */
static bool check_with(const struct tt_graph *graph, unsigned copies, struct tt_tree_pair *pair, size_t place,
                       size_t edge, const char *what, struct doubt *why) {
  const size_t old = pair->blue[place];
  pair->blue[place] = edge;
  const bool holds = check_pair(graph, copies, pair, false, what, why);
  pair->blue[place] = old;
  return holds;
}

/* Every single edge exchanged for every other: the check and the second opinion must be one. */
static bool exchanges_are_judged(const struct tt_graph *graph, unsigned copies, struct tt_tree_pair *pair,
                                 struct doubt *why) {
  for (size_t place = 0; place < 2 * pair->edge_count; place++) {
    size_t *edges = place < pair->edge_count ? pair->blue : pair->red;
    const size_t at = place % pair->edge_count, old = edges[at];
    for (size_t edge = 0; edge < graph->edge_count + copies; edge++) {
      edges[at] = edge;
      const bool holds = check_pair(graph, copies, pair, is_tree_pair(graph, copies, pair), "exchanged", why);
      edges[at] = old;
      if (!holds) return false;
    }
  }
  return true;
}

static bool tampered_pairs_fail(const struct tt_graph *graph, unsigned copies, struct tt_tree_pair *pair,
                                struct doubt *why) {
  if (pair->edge_count == 0) return true;
  pair->edge_count--; /* what is left may be two smaller trees */
  const bool holds = check_pair(graph, copies, pair, is_tree_pair(graph, copies, pair), "one edge of each less", why);
  pair->edge_count++;
  if (!holds || !exchanges_are_judged(graph, copies, pair, why)) return false;
  for (size_t place = 0; place < pair->edge_count; place++) {
    if (!check_with(graph, copies, pair, place, pair->red[place], "an edge in both", why)) return false;
    if (!check_with(graph, copies, pair, place, graph->edge_count + copies, "an edge too far", why)) return false;
    if (!check_with(graph, copies, pair, place, SIZE_MAX, "a number too large", why)) return false;
    for (size_t edge = 0; edge < graph->edge_count; edge++)
      if (graph->states[edge] != TT_UNDECIDED && !check_with(graph, copies, pair, place, edge, "a decided edge", why))
        return false;
    for (size_t other = 0; other < place; other++)
      if (!check_with(graph, copies, pair, place, pair->blue[other], "an edge twice", why)) return false;
  }
  return true;
}

static bool same_edges(const size_t *edges, const unsigned *naive, size_t count) {
  for (size_t place = 0; place < count; place++)
    if (edges[place] != naive[place]) return false;
  return true;
}

static bool named_is_right(const struct tt_graph *graph, const struct naive_graph *naive,
                           const struct naive_pair *right, struct tt_tree_pair *pair, struct doubt *why) {
  uint8_t named[MOST_EDGES] = {0}, named_any[MOST_EDGES] = {0};
  const uint32_t first = naive_named(naive, right), any = naive_named_any(naive);
  if (tt_tree_pair_blue_virtual(pair, graph)) TRY(tt_named_openings(graph, pair, named, error));
  TRY(tt_subsets_named_by_any(graph, named_any, error));
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    HOLDS(named[edge] == (first >> edge & 1), "edge %zu named by the first pair: %d", edge, named[edge]);
    HOLDS(named_any[edge] == (any >> edge & 1), "edge %zu named by some pair: %d", edge, named_any[edge]);
  }
  return true;
}

static bool first_pairs_are_right(const struct tt_graph *graph, struct doubt *why) {
  struct naive_graph naive;
  naive_from(&naive, graph);
  for (unsigned copies = 0; copies <= 1; copies++) {
    struct naive_pair right;
    struct tt_tree_pair pair = {0};
    const bool exists = naive_first_pair(&naive, copies == 1, &right);
    bool found = !exists;
    TRY(tt_subsets_first_pair(graph, copies == 1, &found, &pair, error));
    HOLDS(found == exists, "two trees, e* %u: %d", copies, found);
    if (!found) continue;
    const bool holds =
        check_pair(graph, copies, &pair, true, "first pair", why) && tampered_pairs_fail(graph, copies, &pair, why);
    const bool same = pair.edge_count == right.edges && same_edges(pair.blue, right.blue, right.edges) &&
                      same_edges(pair.red, right.red, right.edges);
    const bool names = !holds || !same || copies == 0 || named_is_right(graph, &naive, &right, &pair, why);
    tt_tree_pair_free(&pair);
    if (!holds || !names) return false;
    HOLDS(same, "not the first pair, e* %u", copies);
  }
  uint64_t splits = 0;
  TRY(tt_subsets_count_splits(graph, &splits, error));
  if (!terminals_joined(graph))
    HOLDS(splits == naive_count_splits(&naive), "%" PRIu64 " splits, not %" PRIu64, splits, naive_count_splits(&naive));
  return true;
}

/* ---- Forests ---- */

/* Is the set of edges of one colour (copies of e* last) a forest of the position with secured edges contracted? */
static bool is_forest(const struct tt_graph *graph, const uint8_t *colour, uint8_t mark) {
  uint32_t label[MOST_VERTICES];
  label_secured(graph, label);
  for (size_t edge = 0; edge < graph->edge_count + 2; edge++)
    if (colour[edge] == mark && !join_ends(graph, edge, label)) return false;
  return true;
}

static bool check_forests(const struct tt_graph *graph, const uint8_t *colour, const uint32_t *part, bool expected,
                          const char *what, size_t edge, struct doubt *why) {
  bool right = !expected;
  TRY(tt_forests_check(graph, colour, part, &right, error));
  HOLDS(right == expected, "%s (edge %zu): the check says %d", what, edge, right);
  return true;
}

static bool tampered_forests_fail(const struct tt_graph *graph, const struct tt_forests *forests, struct doubt *why) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint8_t old = forests->colour[edge];
    bool holds = true;
    if (old == TT_MARK_NONE) {
      for (uint8_t mark = TT_MARK_BLUE; mark <= TT_MARK_RED && holds; mark++) {
        forests->colour[edge] = mark;
        holds = check_forests(graph, forests->colour, forests->part, false, "coloured too", edge, why);
      }
    } else {
      forests->colour[edge] = TT_MARK_NONE;
      holds = check_forests(graph, forests->colour, forests->part, false, "dropped", edge, why);
      if (holds) {
        const uint8_t other = old == TT_MARK_BLUE ? TT_MARK_RED : TT_MARK_BLUE;
        forests->colour[edge] = other; /* as good as before exactly when no cycle arises */
        const bool forest = is_forest(graph, forests->colour, other);
        holds = check_forests(graph, forests->colour, forests->part, forest, "flipped", edge, why);
      }
    }
    forests->colour[edge] = old;
    if (!holds) return false;
  }
  return true;
}

/* With a copy of e* less, the earlier partition is the proof; A and B are apart in it. */
static bool earlier_partition_is_right(const struct tt_graph *graph, const struct tt_forests *forests,
                                       struct doubt *why) {
  if (forests->tempo == 0) return check_forests(graph, forests->colour, forests->part_before, true, "before", 0, why);
  HOLDS(forests->part_before[graph->terminal_a] != forests->part_before[graph->terminal_b],
        "A and B are in one part before");
  bool holds = true;
  for (size_t copy = graph->edge_count; copy < graph->edge_count + 2 && holds; copy++) {
    const uint8_t old = forests->colour[copy];
    if (old == TT_MARK_NONE) continue;
    forests->colour[copy] = TT_MARK_NONE;
    holds = check_forests(graph, forests->colour, forests->part_before, true, "a copy of e* less", copy, why);
    forests->colour[copy] = old;
  }
  return holds;
}

static bool sizes_are_right(const struct tt_graph *graph, const struct tt_forests *forests, struct doubt *why) {
  struct naive_graph naive;
  naive_from(&naive, graph);
  if (tt_graph_count(graph, TT_UNDECIDED) > 7) return true; /* three colours an edge: too slow beyond */
  const unsigned size = naive_forests(&naive, 0), with_two = naive_forests(&naive, 2);
  HOLDS(forests->size == size, "size %zu, not %u", forests->size, size);
  HOLDS(forests->joined || forests->tempo == with_two - size, "tempo %u, not %u", forests->tempo, with_two - size);
  return true;
}

static bool pair_of_forests_is_right(const struct tt_graph *graph, const struct tt_forests *forests,
                                     struct doubt *why) {
  if (forests->tempo == 2) return true;
  struct tt_tree_pair pair;
  TRY(tt_forests_pair(forests, graph, &pair, error));
  const bool holds = check_pair(graph, forests->tempo, &pair, true, "pair of forests", why) &&
                     tampered_pairs_fail(graph, forests->tempo, &pair, why);
  const bool virtual_edge = tt_tree_pair_blue_virtual(&pair, graph);
  tt_tree_pair_free(&pair);
  if (holds) HOLDS(virtual_edge == (forests->tempo == 1), "e* in the pair: %d", virtual_edge);
  return holds;
}

static bool forests_hold(const struct tt_graph *graph, const struct tt_forests *forests, struct doubt *why) {
  unsigned copies = 0;
  for (size_t copy = graph->edge_count; copy < graph->edge_count + 2; copy++)
    copies += forests->colour[copy] != TT_MARK_NONE;
  HOLDS(copies == forests->tempo, "%u copies of e* are coloured, tempo %u", copies, forests->tempo);
  HOLDS(forests->tempo == (unsigned)naive_outcome(graph), "tempo %u", forests->tempo);
  HOLDS(forests->joined == terminals_joined(graph), "A and B are joined: %d", forests->joined);
  return check_forests(graph, forests->colour, forests->part, true, "forests", 0, why) &&
         tampered_forests_fail(graph, forests, why) && sizes_are_right(graph, forests, why) &&
         pair_of_forests_is_right(graph, forests, why);
}

static bool forests_are_right(const struct tt_graph *graph, struct doubt *why) {
  struct tt_forests forests;
  TRY(tt_forests_make(&forests, graph, error));
  const bool holds = forests_hold(graph, &forests, why) && earlier_partition_is_right(graph, &forests, why);
  tt_forests_free(&forests);
  return holds;
}

#ifndef TT_WITHOUT_GLPK
static bool integer_program_is_right(const struct tt_graph *graph, struct doubt *why) {
  struct tt_forests forests;
  TRY(tt_ilp_make(&forests, graph, 10, error));
  const bool holds = forests_hold(graph, &forests, why) &&
                     (forests.part_before == NULL || earlier_partition_is_right(graph, &forests, why));
  tt_forests_free(&forests);
  return holds;
}
#endif

/* ---- The pairing rule ---- */

static bool same_replay(const struct tt_replay *replay, struct naive_replay right, struct doubt *why) {
  HOLDS(right.lost == 0 && replay->lost == 0, "lines lost: %" PRIu64 ", naive %" PRIu64, replay->lost, right.lost);
  HOLDS(replay->lines == right.lines && replay->replies == right.replies && replay->longest == right.longest,
        "%" PRIu64 " lines, %" PRIu64 " replies, longest %u; naive %" PRIu64 ", %" PRIu64 ", %u", replay->lines,
        replay->replies, replay->longest, right.lines, right.replies, right.longest);
  return true;
}

static bool pairing_rule_wins(const struct tt_graph *graph, struct doubt *why) {
  struct naive_graph naive;
  struct naive_pair right;
  naive_from(&naive, graph);
  const enum tt_outcome outcome = naive_outcome(graph);
  if (outcome == TT_CUT || !naive_first_pair(&naive, outcome == TT_FIRST, &right)) return true;
  struct tt_tree_pair pair = {0};
  struct tt_replay replay = {0};
  bool found = false;
  TRY(tt_subsets_first_pair(graph, outcome == TT_FIRST, &found, &pair, error));
  HOLDS(found, "no trees");
  struct naive_replay sum = {0};
  if (outcome == TT_SHORT) {
    TRY(tt_replay_short(&replay, graph, &pair, error));
    sum = naive_replay_second(&naive, &right);
  } else {
    tt_tree_pair_blue_virtual(&pair, graph);
    TRY(tt_replay_short_first(&replay, graph, &pair, NULL, NULL, error));
    for (unsigned edge = 0; edge < naive.edges; edge++) {
      if ((naive_named(&naive, &right) >> edge & 1) == 0) continue;
      const struct naive_replay one = naive_replay_opening(&naive, &right, edge);
      sum.lines += one.lines;
      sum.replies += one.replies;
      sum.lost += one.lost;
      if (one.longest > sum.longest) sum.longest = one.longest;
    }
  }
  tt_tree_pair_free(&pair);
  return same_replay(&replay, sum, why);
}

/* ---- Identities ---- */

/* Two witnesses of different rooms give the outcome that an identity speaks of. */
static bool outcome_of(const struct tt_graph *graph, enum tt_outcome *outcome, struct doubt *why) {
  enum tt_outcome other;
  if (!ask("playout", graph, outcome, why) || !ask("forests", graph, &other, why)) return false;
  HOLDS(*outcome == other, "playout says %s, forests %s", tt_outcome_name(*outcome), tt_outcome_name(other));
  return true;
}

static struct tt_graph *copy_of(const struct tt_graph *graph, uint32_t more_vertices) {
  struct tt_graph *copy = tt_graph_new("changed", graph->vertex_count + more_vertices);
  assert_non_null(copy);
  copy->terminal_a = graph->terminal_a;
  copy->terminal_b = graph->terminal_b;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    assert_true(tt_graph_add_edge(copy, graph->edges[edge].u, graph->edges[edge].v));
    copy->states[edge] = graph->states[edge];
  }
  return copy;
}

static void add_edge(struct tt_graph *graph, uint32_t u, uint32_t v, enum tt_edge_state state) {
  assert_true(tt_graph_add_edge(graph, u, v));
  graph->states[graph->edge_count - 1] = (uint8_t)state;
}

/* The seed of the choices inside a property: the position itself, so that shrinking sees the same choices. */
static struct support_random choices(const struct tt_graph *graph) {
  struct support_random random = {graph->vertex_count * 1000003u + graph->terminal_a * 1009u + graph->terminal_b};
  for (size_t edge = 0; edge < graph->edge_count; edge++)
    random.state = support_next(&random) + graph->edges[edge].u * 64u + graph->edges[edge].v * 8u + graph->states[edge];
  return random;
}

/* Frees the changed graph; its outcome must be `right`. */
static bool outcome_is(struct tt_graph *changed, enum tt_outcome right, const char *what, struct doubt *why) {
  enum tt_outcome outcome;
  const bool answered = outcome_of(changed, &outcome, why);
  tt_graph_free(changed);
  if (answered) HOLDS(outcome == right, "%s: %s, not %s", what, tt_outcome_name(outcome), tt_outcome_name(right));
  return answered;
}

/* Frees the changed graph; its outcome must be at least (sign 1) or at most (sign -1) as good for Short. */
static bool outcome_moves(struct tt_graph *changed, enum tt_outcome from, int sign, const char *what,
                          struct doubt *why) {
  enum tt_outcome outcome;
  const bool answered = outcome_of(changed, &outcome, why);
  tt_graph_free(changed);
  if (answered)
    HOLDS(sign * ((int)from - (int)outcome) >= 0, "%s: from %s to %s", what, tt_outcome_name(from),
          tt_outcome_name(outcome));
  return answered;
}

static bool relabelling_changes_nothing(const struct tt_graph *graph, struct doubt *why) {
  struct support_random random = choices(graph);
  enum tt_outcome outcome;
  if (!outcome_of(graph, &outcome, why)) return false;
  uint32_t image[8];
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    const uint32_t place = support_below(&random, vertex + 1);
    image[vertex] = image[place];
    image[place] = vertex;
  }
  struct tt_graph *changed = tt_graph_new("relabelled", graph->vertex_count);
  assert_non_null(changed);
  changed->terminal_a = image[graph->terminal_a];
  changed->terminal_b = image[graph->terminal_b];
  /* The edges in another order too: from a random one on, round, ends exchanged here and there. */
  const size_t start = graph->edge_count > 0 ? support_below(&random, (unsigned)graph->edge_count) : 0;
  for (size_t step = 0; step < graph->edge_count; step++) {
    const size_t edge = (start + step) % graph->edge_count;
    const bool exchange = support_below(&random, 2) == 1;
    const struct tt_edge ends = graph->edges[edge];
    add_edge(changed, image[exchange ? ends.v : ends.u], image[exchange ? ends.u : ends.v], graph->states[edge]);
  }
  return outcome_is(changed, outcome, "relabelled", why);
}

static bool swapping_terminals_changes_nothing(const struct tt_graph *graph, struct doubt *why) {
  enum tt_outcome outcome;
  if (!outcome_of(graph, &outcome, why)) return false;
  struct tt_graph *changed = copy_of(graph, 0);
  changed->terminal_a = graph->terminal_b;
  changed->terminal_b = graph->terminal_a;
  return outcome_is(changed, outcome, "A and B exchanged", why);
}

static bool more_edges_help_short(const struct tt_graph *graph, struct doubt *why) {
  struct support_random random = choices(graph);
  enum tt_outcome outcome;
  if (!outcome_of(graph, &outcome, why)) return false;
  struct tt_graph *changed = copy_of(graph, 0);
  add_edge(changed, support_below(&random, graph->vertex_count), support_below(&random, graph->vertex_count),
           TT_UNDECIDED);
  if (!outcome_moves(changed, outcome, 1, "an edge added", why)) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (graph->states[edge] != TT_UNDECIDED) continue;
    for (uint8_t state = TT_SECURED; state <= TT_DELETED; state++) {
      changed = copy_of(graph, 0);
      changed->states[edge] = state;
      if (!outcome_moves(changed, outcome, state == TT_SECURED ? 1 : -1,
                         state == TT_SECURED ? "an edge secured" : "an edge deleted", why))
        return false;
    }
  }
  return true;
}

/* Short first on G is Short second on G + e*. */
static bool virtual_edge_is_a_tempo(const struct tt_graph *graph, struct doubt *why) {
  enum tt_outcome outcome, with_one, with_two;
  struct tt_graph *one = support_with_virtual(graph, 1), *two = support_with_virtual(graph, 2);
  const bool answered =
      outcome_of(graph, &outcome, why) && outcome_of(one, &with_one, why) && outcome_of(two, &with_two, why);
  tt_graph_free(one);
  tt_graph_free(two);
  if (!answered) return false;
  HOLDS((with_one == TT_SHORT) == (outcome != TT_CUT), "%s, with e* %s", tt_outcome_name(outcome),
        tt_outcome_name(with_one));
  HOLDS(with_two == TT_SHORT, "two copies of e* are not enough: %s", tt_outcome_name(with_two));
  return true;
}

/* What can be added without any effect. */
enum addition {
  LOOP,
  PENDANT,
  HANGING_TRIANGLE, /* doubled edges, at one vertex */
  APART,            /* a component of its own */
  SECURED_TAIL,
  DELETED_EDGE,
  ADDITIONS
};

static bool additions_change_nothing(const struct tt_graph *graph, struct doubt *why) {
  static const char *const names[] = {
      "a loop",         "a pendant edge", "a doubled triangle at one vertex", "a component apart",
      "a secured tail", "a deleted edge"};
  struct support_random random = choices(graph);
  enum tt_outcome outcome;
  if (!outcome_of(graph, &outcome, why)) return false;
  for (int addition = 0; addition < ADDITIONS; addition++) {
    struct tt_graph *changed = copy_of(graph, 3);
    const uint32_t more = graph->vertex_count, at = support_below(&random, graph->vertex_count);
    if (addition == LOOP) add_edge(changed, at, at, TT_UNDECIDED);
    if (addition == PENDANT) add_edge(changed, at, more, TT_UNDECIDED);
    if (addition == SECURED_TAIL) add_edge(changed, at, more, TT_SECURED);
    if (addition == DELETED_EDGE) add_edge(changed, at, support_below(&random, graph->vertex_count), TT_DELETED);
    for (int copy = 0; copy < 2 && addition == HANGING_TRIANGLE; copy++) {
      add_edge(changed, at, more, TT_UNDECIDED);
      add_edge(changed, more, more + 1, TT_UNDECIDED);
    }
    if (addition == APART) {
      add_edge(changed, more, more + 1, TT_UNDECIDED);
      add_edge(changed, more + 1, more + 2, TT_UNDECIDED);
      add_edge(changed, more + 2, more, TT_SECURED);
    }
    if (!outcome_is(changed, outcome, names[addition], why)) return false;
  }
  return true;
}

/* In series with a secured edge, or in parallel with a deleted one, an edge is what it was; in series with a deleted
 * edge it is deleted, in parallel with a secured one it is a loop. */
static bool series_and_parallel(const struct tt_graph *graph, struct doubt *why) {
  static const uint8_t beside[] = {TT_DELETED, TT_UNDECIDED, TT_DELETED}; /* parallel to undecided, secured, deleted */
  enum tt_outcome outcome;
  if (!outcome_of(graph, &outcome, why)) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint8_t state = graph->states[edge];
    const struct tt_edge ends = graph->edges[edge];
    struct tt_graph *changed = copy_of(graph, 1);
    changed->edges[edge].v = graph->vertex_count;
    add_edge(changed, graph->vertex_count, ends.v, state == TT_DELETED ? TT_UNDECIDED : TT_SECURED);
    if (!outcome_is(changed, outcome, "an edge subdivided", why)) return false;
    changed = copy_of(graph, 0);
    add_edge(changed, ends.v, ends.u, beside[state]);
    if (!outcome_is(changed, outcome, "an edge doubled", why)) return false;
  }
  return true;
}

/* ---- The tests ---- */

#define RANDOM_TEST(holds)                 \
  static void test_##holds(void **state) { \
    (void)state;                           \
    check_all(holds, #holds);              \
  }
RANDOM_TEST(witnesses_agree)
RANDOM_TEST(play_is_right)
RANDOM_TEST(moves_from_forests_are_right)
RANDOM_TEST(first_pairs_are_right)
RANDOM_TEST(forests_are_right)
#ifndef TT_WITHOUT_GLPK
RANDOM_TEST(integer_program_is_right)
#endif
RANDOM_TEST(pairing_rule_wins)
RANDOM_TEST(relabelling_changes_nothing)
RANDOM_TEST(swapping_terminals_changes_nothing)
RANDOM_TEST(more_edges_help_short)
RANDOM_TEST(virtual_edge_is_a_tempo)
RANDOM_TEST(additions_change_nothing)
RANDOM_TEST(series_and_parallel)

static void test_large(void **state) {
  (void)state;
  const uint64_t seed = support_seed(USUAL_SEED);
  for (uint64_t index = 0; index < LARGE_POSITIONS; index++)
    check(seed + index, 8, MOST_EDGES, witnesses_agree_on_large, "witnesses_agree_on_large");
}

/* The generator makes everything that it promises, and all outcomes. */
static void test_the_generator(void **state) {
  (void)state;
  unsigned outcomes[4] = {0}, loops = 0, parallel = 0, isolated = 0, secured = 0, deleted = 0, empty = 0;
  for (uint64_t index = 0; index < POSITIONS; index++) {
    struct tt_graph *graph = support_random_graph(USUAL_SEED + index, 7, 10);
    bool touched[7] = {false}, has_loop = false, has_parallel = false, has_isolated = false;
    assert_in_range(graph->vertex_count, 2, 7);
    assert_in_range(graph->edge_count, 0, 10);
    assert_int_not_equal(graph->terminal_a, graph->terminal_b);
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      const struct tt_edge ends = graph->edges[edge];
      touched[ends.u] = touched[ends.v] = true;
      has_loop = has_loop || ends.u == ends.v;
      for (size_t other = 0; other < edge; other++)
        has_parallel = has_parallel || (graph->edges[other].u == ends.u && graph->edges[other].v == ends.v);
    }
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) has_isolated = has_isolated || !touched[vertex];
    loops += has_loop;
    parallel += has_parallel;
    isolated += has_isolated;
    secured += tt_graph_count(graph, TT_SECURED) > 0;
    deleted += tt_graph_count(graph, TT_DELETED) > 0;
    empty += graph->edge_count == 0;
    outcomes[naive_outcome(graph)]++;
    tt_graph_free(graph);
  }
  print_message("seed %" PRIu64 "; outcomes of the usual seed: %u short, %u first, %u cut\n", support_seed(USUAL_SEED),
                outcomes[TT_SHORT], outcomes[TT_FIRST], outcomes[TT_CUT]);
  const unsigned least[] = {outcomes[TT_SHORT], outcomes[TT_FIRST], outcomes[TT_CUT], loops,
                            parallel,           isolated,           secured,          deleted};
  for (size_t index = 0; index < sizeof least / sizeof least[0]; index++)
    if (least[index] < POSITIONS / 10) fail_msg("kind %zu: only %u of %d", index, least[index], POSITIONS);
  assert_true(empty > 0);
}

/* A planted fault: "no two undecided edges are parallel" fails on two edges, whatever else was there. */
static bool has_no_parallel_edges(const struct tt_graph *graph, struct doubt *why) {
  for (size_t edge = 0; edge < graph->edge_count; edge++)
    for (size_t other = 0; other < edge; other++)
      HOLDS(graph->edges[edge].u != graph->edges[other].u || graph->edges[edge].v != graph->edges[other].v,
            "edges %zu and %zu", other, edge);
  return true;
}

static void test_the_shrinker(void **state) {
  (void)state;
  unsigned shrunk = 0;
  for (uint64_t index = 0; index < 200; index++) {
    struct tt_graph *graph = support_random_graph(USUAL_SEED + index, 7, 10);
    struct doubt why;
    if (!has_no_parallel_edges(graph, &why)) {
      graph = shrink(graph, has_no_parallel_edges, &why);
      assert_int_equal(graph->edge_count, 2);
      assert_int_equal(tt_graph_count(graph, TT_UNDECIDED), 2);
      assert_string_equal(why.text, "edges 0 and 1");
      shrunk++;
    }
    tt_graph_free(graph);
  }
  assert_true(shrunk > 20);
}

int main(void) {
  support_set_checker();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_generator),
      cmocka_unit_test(test_the_shrinker),
      cmocka_unit_test(test_the_registry),
      cmocka_unit_test(test_witnesses_agree),
      cmocka_unit_test(test_play_is_right),
      cmocka_unit_test(test_moves_from_forests_are_right),
      cmocka_unit_test(test_first_pairs_are_right),
      cmocka_unit_test(test_forests_are_right),
#ifndef TT_WITHOUT_GLPK
      cmocka_unit_test(test_integer_program_is_right),
#endif
      cmocka_unit_test(test_pairing_rule_wins),
      cmocka_unit_test(test_relabelling_changes_nothing),
      cmocka_unit_test(test_swapping_terminals_changes_nothing),
      cmocka_unit_test(test_more_edges_help_short),
      cmocka_unit_test(test_virtual_edge_is_a_tempo),
      cmocka_unit_test(test_additions_change_nothing),
      cmocka_unit_test(test_series_and_parallel),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
