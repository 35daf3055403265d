/* test_board_facts.c: data/boards.tsv, figures about Bridg-It, each with the two computations that gave it, against
 * both again; `test_board_facts --write` makes the file anew. And two more facts: rim moves change no outcome, and the
 * rule from any spanning tree through e* loses where it is said to.
 *
 * The second computations are here and share graph/ only with the first: determinants for trees, an assignment of edges
 * to two forests, games played on bare sets of edges. With TT_LONG=1 the slow rows are done too, and all positions of
 * the board of size 3 with all rim moves. */
// wrap: malloc calloc realloc
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/play.h"
#include "survey/survey.h"
#include "solver/solver.h"
#include "tests/failing_memory.h"
#include "tests/support.h"
#include "treetest/treetest.h"

#define TABLE "data/boards.tsv"

/* Stops whatever is running with a reason: these functions run outside of cmocka too. */
__attribute__((format(printf, 1, 2), noreturn)) static void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("board facts: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  abort();
}

static struct tt_graph *board_graph(unsigned n) {
  struct tt_graph *graph = NULL;
  char name[24];
  bool known;
  snprintf(name, sizeof name, "bridgit:%u", n);
  if (tt_graph_named(&graph, name, &known, NULL) != TT_OK) stop("no %s", name);
  return graph;
}

/* What a row holds: up to three numbers. */
struct values {
  unsigned count;
  uint64_t number[3];
};

static struct values one_value(uint64_t number) {
  return (struct values){1, {number}};
}

/* ---- Trees through e* ---- */

static struct values trees_listed(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_tree_counts counts;
  if (tt_trees_count(&counts, graph, NULL) != TT_OK) stop("trees of size %u", n);
  tt_graph_free(graph);
  return one_value(counts.trees);
}

/* Kirchhoff: a determinant, by Gaussian elimination modulo a prime beyond the figure. e* contracted. */
static struct values trees_by_determinant(unsigned n) {
  enum { SIZE = 20 };
  const int64_t prime = 2147483647;
  struct tt_graph *const graph = board_graph(n);
  const uint32_t inner = graph->vertex_count - 2;
  int64_t matrix[SIZE][SIZE] = {{0}}, result = 1;
  if (inner > SIZE) stop("size %u is too large", n);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v; /* inner ones are 1 .. inner */
    const bool inner_u = u >= 1 && u <= inner, inner_v = v >= 1 && v <= inner;
    if (inner_u) matrix[u - 1][u - 1]++;
    if (inner_v) matrix[v - 1][v - 1]++;
    if (inner_u && inner_v) matrix[u - 1][v - 1] = --matrix[v - 1][u - 1];
  }
  for (uint32_t row = 0; row < inner; row++) {
    for (uint32_t column = 0; column < inner; column++) matrix[row][column] = (matrix[row][column] + prime) % prime;
  }
  for (uint32_t column = 0; column < inner; column++) {
    if (matrix[column][column] == 0) stop("a pivot is zero"); /* does not happen: all leading minors are positive */
    result = result * matrix[column][column] % prime;
    int64_t inverse = 1;
    for (int64_t exponent = prime - 2, base = matrix[column][column]; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) inverse = inverse * base % prime;
      base = base * base % prime;
    }
    for (uint32_t row = column + 1; row < inner; row++) {
      const int64_t factor = matrix[row][column] * inverse % prime;
      for (uint32_t place = column; place < inner; place++) {
        matrix[row][place] = ((matrix[row][place] - factor * matrix[column][place]) % prime + prime) % prime;
      }
    }
  }
  tt_graph_free(graph);
  return one_value((uint64_t)result);
}

static struct values splits_counted(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  uint64_t count;
  if (tt_trees_splits(&count, graph, NULL) != TT_OK) stop("pairs of trees of size %u", n);
  tt_graph_free(graph);
  return one_value(count);
}

/* Can the edges from this one on still join all that has different labels? */
static bool can_span(const struct tt_graph *graph, size_t edge, const uint8_t *labels) {
  uint8_t label[32];
  unsigned parts = 0;
  memcpy(label, labels, sizeof label);
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) parts += label[vertex] == vertex;
  for (; edge < graph->edge_count && parts > 1; edge++) {
    const uint8_t from = label[graph->edges[edge].u], to = label[graph->edges[edge].v];
    if (from == to) continue;
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++)
      label[vertex] = label[vertex] == from ? to : label[vertex];
    parts--;
  }
  return parts == 1;
}

/* Gives each edge to one of two forests, in order; with 2v - 2 edges both are then trees. A label is a vertex that has
 * it. */
static uint64_t assign(const struct tt_graph *graph, size_t edge, uint8_t labels[2][32]) {
  uint64_t sum = 0;
  if (edge == graph->edge_count) return 1;
  const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v;
  for (unsigned forest = 0; forest < 2; forest++) {
    uint8_t *const label = labels[forest], kept[32];
    if (label[u] == label[v] || !can_span(graph, edge + 1, labels[1 - forest])) continue;
    memcpy(kept, label, sizeof kept);
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
      if (kept[vertex] == kept[u]) label[vertex] = kept[v];
    }
    sum += assign(graph, edge + 1, labels);
    memcpy(label, kept, sizeof kept);
  }
  return sum;
}

static struct values splits_assigned(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  uint8_t labels[2][32];
  if (graph->edge_count + 1 != 2 * (size_t)graph->vertex_count - 2 || graph->vertex_count > 32) stop("size %u", n);
  for (unsigned vertex = 0; vertex < 32; vertex++) labels[0][vertex] = labels[1][vertex] = (uint8_t)vertex;
  labels[0][graph->terminal_b] = labels[0][graph->terminal_a]; /* e* */
  const uint64_t count = assign(graph, 0, labels);
  tt_graph_free(graph);
  return one_value(count);
}

/* ---- Openings, and edges that Short needs ---- */

static uint64_t count_flags(const uint8_t *flags, size_t count) {
  uint64_t sum = 0;
  for (size_t edge = 0; edge < count; edge++) sum += flags[edge];
  return sum;
}

/* Edges, Short's winning openings, Cut's. */
static struct values openings_by_trees(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  const size_t edges = graph->edge_count;
  uint8_t *const wins = calloc(2 * edges, 1);
  unsigned tempo;
  if (wins == NULL || tt_winning_moves(graph, &tempo, wins, wins + edges, NULL) != TT_OK || tempo != 1) {
    stop("openings of size %u", n);
  }
  const struct values values = {3, {edges, count_flags(wins, edges), count_flags(wins + edges, edges)}};
  free(wins);
  tt_graph_free(graph);
  return values;
}

static struct values openings_by_play(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_playout playout;
  if (tt_playout_make(&playout, graph, false, TT_PLAYOUT_POSITIONS, NULL) != TT_OK) stop("play of size %u", n);
  const struct values values = {3,
                                {graph->edge_count, count_flags(playout.short_wins_after, graph->edge_count),
                                 count_flags(playout.cut_wins_after, graph->edge_count)}};
  tt_playout_free(&playout);
  tt_graph_free(graph);
  return values;
}

/* Are there pairs of which every cut holds one? Looked through here: Cut's choices of one edge a pair and all of the
 * others must leave A and B joined, by a search over the sides of the vertices. */
static bool every_cut_holds_a_pair(const struct tt_graph *graph, const size_t *partner) {
  for (uint32_t side = 0; side >> graph->vertex_count == 0; side++) {
    if ((side >> graph->terminal_a & 1) == 0 || (side >> graph->terminal_b & 1) != 0) continue;
    bool holds = false;
    for (size_t edge = 0; edge < graph->edge_count && !holds; edge++) {
      const struct tt_edge one = graph->edges[edge];
      if (graph->states[edge] == TT_DELETED || (side >> one.u & 1) == (side >> one.v & 1)) continue;
      holds = graph->states[edge] == TT_SECURED; /* no cut at all */
      if (holds || partner[edge] == SIZE_MAX) continue;
      const struct tt_edge other = graph->edges[partner[edge]];
      holds = (side >> other.u & 1) != (side >> other.v & 1);
    }
    if (!holds) return false;
  }
  return true;
}

static bool has_pairs(struct tt_graph *graph) {
  struct tt_game game;
  struct tt_pairing pairing;
  if (tt_game_make(&game, graph, 0, false, TT_PLAYER_CUT, NULL) != TT_OK) stop("no game");
  if (tt_pairing_make(&pairing, &game, NULL) != TT_OK) stop("no search");
  const bool exists = pairing.exists && every_cut_holds_a_pair(graph, pairing.partner);
  tt_pairing_free(&pairing);
  tt_game_free(&game);
  return exists;
}

/* Openings behind which Short, or Cut as Short of the dual board, has pairs that win, checked cut by cut. */
static struct values openings_by_pairs(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct values values = {3, {graph->edge_count, 0, 0}};
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    struct tt_dual dual;
    graph->states[edge] = TT_SECURED;
    values.number[1] += has_pairs(graph);
    graph->states[edge] = TT_DELETED;
    if (tt_dual_make(&dual, graph, NULL) != TT_OK || !dual.planar) stop("no dual of size %u", n);
    values.number[2] += has_pairs(dual.graph);
    tt_dual_free(&dual);
    graph->states[edge] = TT_UNDECIDED;
  }
  tt_graph_free(graph);
  return values;
}

/* Subgraphs that Short wins, First, Cut: by trees on the board without one edge, the others being fewer edges still. */
static struct values subgraphs_by_deletion(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_forests forests;
  uint64_t needed = 0;
  for (size_t edge = 0; edge <= graph->edge_count; edge++) {
    if (edge < graph->edge_count) graph->states[edge] = TT_DELETED;
    if (tt_forests_make(&forests, graph, NULL) != TT_OK) stop("forests of size %u", n);
    if (edge < graph->edge_count) needed += forests.tempo == 2;
    if (edge == graph->edge_count && forests.tempo != 1) stop("the board is not First");
    tt_forests_free(&forests);
    if (edge < graph->edge_count) graph->states[edge] = TT_UNDECIDED;
  }
  const uint64_t all = (uint64_t)1 << graph->edge_count;
  if (needed != graph->edge_count) stop("an edge of size %u can go", n);
  tt_graph_free(graph);
  return (struct values){3, {0, 1, all - 1}};
}

static struct values subgraphs_by_tables(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  const struct tt_tables_options options = {.threads = 1};
  struct tt_tables tables;
  if (tt_tables_make(&tables, graph, &options, NULL) != TT_OK) stop("tables of size %u", n);
  tt_graph_free(graph);
  return (struct values){3, {tables.outcomes[TT_SHORT], tables.outcomes[TT_FIRST], tables.outcomes[TT_CUT]}};
}

/* Cut's winning openings by pairs: without that edge Short, to move, loses; so all proper subgraphs are Cut's. */
static struct values subgraphs_by_pairs(unsigned n) {
  const struct values openings = openings_by_pairs(n);
  const uint64_t edges = openings.number[0];
  if (openings.number[1] == 0 || openings.number[2] != edges) stop("an edge of size %u can go", n);
  return (struct values){3, {0, 1, ((uint64_t)1 << edges) - 1}};
}

/* ---- Positions ---- */

static struct values sums(const struct tt_alternation *counts) {
  struct values values = {3, {0, 0, 0}};
  for (unsigned ply = 0; ply < counts->plies; ply++) {
    for (unsigned winner = 0; winner < 3; winner++) values.number[winner] += counts->at[ply][winner];
  }
  return values;
}

static struct values positions_by_ply(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_alternation counts;
  if (tt_alternation_count(&counts, graph, TT_PLAYER_SHORT, NULL) != TT_OK) stop("positions of size %u", n);
  tt_graph_free(graph);
  return sums(&counts);
}

static struct values positions_by_sweep(unsigned n) {
  struct tt_graph *const graph = board_graph(n);
  struct tt_alternation counts;
  if (tt_alternation_sweep(&counts, graph, TT_PLAYER_SHORT, NULL) != TT_OK) stop("positions of size %u", n);
  tt_graph_free(graph);
  return sums(&counts);
}

/* ---- The table ---- */

static const struct fact {
  const char *what;
  unsigned least, most, most_quick; /* sizes; those above most_quick only with TT_LONG=1 */
  struct values (*first)(unsigned n), (*second)(unsigned n);
  const char *first_name, *second_name;
} facts[] = {
    {"trees-through-virtual", 2, 4, 4, trees_listed, trees_by_determinant, "listing", "determinant (Kirchhoff)"},
    {"trees-whose-complement-spans", 2, 5, 4, splits_counted, splits_assigned, "edge by edge, with a table of pieces",
     "every edge to one forest or the other"},
    {"winning-openings", 2, 3, 3, openings_by_trees, openings_by_play, "trees (moves)", "play"},
    {"winning-openings", 4, 4, 4, openings_by_trees, openings_by_pairs, "trees (moves)",
     "fixed pairs behind each opening, on the board and on its dual"},
    {"subgraphs", 2, 3, 3, subgraphs_by_deletion, subgraphs_by_tables, "trees, one edge deleted", "play: tables"},
    {"subgraphs", 4, 4, 4, subgraphs_by_deletion, subgraphs_by_pairs, "trees, one edge deleted",
     "fixed pairs of Cut's on the dual, one edge deleted"},
    {"positions", 2, 3, 3, positions_by_ply, positions_by_sweep, "ply by ply", "all 3^m positions"},
};
enum { FACTS = sizeof facts / sizeof facts[0] };

static void row_text(const struct fact *fact, unsigned n, const struct values *values, char *row, size_t size) {
  int used = snprintf(row, size, "%s\t%u\t", fact->what, n);
  for (unsigned index = 0; index < values->count; index++) {
    used += snprintf(row + used, size - (size_t)used, "%s%" PRIu64, index > 0 ? " " : "", values->number[index]);
  }
  snprintf(row + used, size - (size_t)used, "\t%s\t%s\n", fact->first_name, fact->second_name);
}

static bool equal_values(const struct values *one, const struct values *other) {
  return one->count == other->count && memcmp(one->number, other->number, sizeof one->number) == 0;
}

static int write_table(void) {
  FILE *const stream = fopen(TABLE, "w");
  if (stream == NULL) stop("cannot write %s", TABLE);
  fputs(
      "# Written by `test_board_facts --write`, which makes every row by both of its computations and compares them.\n"
      "# Of bridgit:N. trees-...: spanning trees of the board + e* that hold e*. winning-openings: edges, winning for\n"
      "# Short, winning for Cut. subgraphs: short first cut. positions reached by strict alternation, Short first, "
      "play\n"
      "# ending at a win: won by Short, by Cut, going on.\nwhat\tN\tvalues\tfirst computation\tsecond computation\n",
      stream);
  for (size_t index = 0; index < FACTS; index++) {
    for (unsigned n = facts[index].least; n <= facts[index].most; n++) {
      const struct values one = facts[index].first(n), other = facts[index].second(n);
      char row[300];
      if (!equal_values(&one, &other)) stop("%s of size %u: the two computations differ", facts[index].what, n);
      row_text(&facts[index], n, &one, row, sizeof row);
      fputs(row, stream);
    }
  }
  return fclose(stream) == 0 ? 0 : 1;
}

static bool is_long(void) {
  return getenv("TT_LONG") != NULL;
}

static void test_table(void **state) {
  (void)state;
  char *const table = support_read(TABLE, NULL);
  unsigned rows = 0, lines = 0;
  for (const char *at = table; *at != '\0'; at++) lines += *at == '\n';
  for (size_t index = 0; index < FACTS; index++) {
    for (unsigned n = facts[index].least; n <= facts[index].most; n++, rows++) {
      char row[300], start[100];
      snprintf(start, sizeof start, "\n%s\t%u\t", facts[index].what, n);
      if (strstr(table, start) == NULL) fail_msg("%s has no row %s %u", TABLE, facts[index].what, n);
      if (n > facts[index].most_quick && !is_long()) continue;
      for (unsigned which = 0; which < 2; which++) {
        const struct values values = which == 0 ? facts[index].first(n) : facts[index].second(n);
        row_text(&facts[index], n, &values, row, sizeof row);
        if (strstr(table, row) == NULL) fail_msg("%s has no row %s", TABLE, row);
        struct values other = values;
        other.number[0]++; /* a figure that differs is seen */
        row_text(&facts[index], n, &other, row, sizeof row);
        assert_null(strstr(table, row));
      }
    }
  }
  assert_int_equal(lines, rows + 5);
  free(table);
}

/* All subgraphs of the board of size 4 one by one: a minute or two. */
static void test_every_subgraph_of_size_four(void **state) {
  (void)state;
  if (!is_long()) skip();
  struct tt_graph *const graph = board_graph(4);
  const struct tt_witness *const witnesses[] = {&tt_witness_forests};
  const struct tt_survey_options options = {.witnesses = witnesses, .witness_count = 1};
  struct tt_survey survey;
  assert_int_equal(tt_survey_run(&survey, graph, &options, NULL), TT_OK);
  assert_int_equal(survey.outcomes[0][TT_SHORT], 0);
  assert_int_equal(survey.outcomes[0][TT_FIRST], 1);
  assert_int_equal(survey.outcomes[0][TT_CUT], 33554431);
  tt_graph_free(graph);
}

/* ---- Random graphs: trees counted three ways ---- */

static void test_splits_of_random_graphs(void **state) {
  (void)state;
  const uint64_t seed = support_seed(31);
  unsigned found = 0;
  for (uint64_t number = 0; number < 4000; number++) {
    struct tt_graph *const graph = support_random_graph(seed + number, 6, 10);
    for (size_t edge = 0; edge < graph->edge_count; edge++) graph->states[edge] = TT_UNDECIDED;
    uint64_t none = 1;
    assert_int_equal(tt_trees_splits(&none, graph, NULL), TT_OK);
    if (graph->edge_count + 1 != 2 * (size_t)graph->vertex_count - 2) {
      assert_int_equal(none, 0); /* too few edges for two trees, or too many for two forests */
    } else {
      struct tt_graph *const with = support_with_virtual(graph, 1);
      struct tt_tree_counts counts;
      uint64_t splits, ordered;
      assert_int_equal(tt_trees_count(&counts, graph, NULL), TT_OK);
      assert_int_equal(tt_trees_splits(&splits, graph, NULL), TT_OK);
      assert_int_equal(counts.splitting, splits);
      /* subsets counts both orders, and trees on fewer vertices never use all edges here. */
      assert_int_equal(tt_subsets_count_splits(with, &ordered, NULL), TT_OK);
      assert_int_equal(ordered, 2 * splits);
      found += splits > 0;
      tt_graph_free(with);
    }
    tt_graph_free(graph);
  }
  assert_true(found > 20);
}

/* ---- Any tree: the rule played in another way, without memory, on arrays ---- */

struct naive {
  const struct tt_graph *graph;
  bool in_tree[TT_ANY_TREE_EDGES];
};

static void spread(const struct tt_graph *graph, const bool *edges, uint32_t from, bool *reached) {
  reached[from] = true;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v;
    if (edges[edge] && (u == from || v == from) && !reached[u == from ? v : u])
      spread(graph, edges, u == from ? v : u, reached);
  }
}

static bool kept_joined(const struct tt_graph *graph, bool secured_only) {
  bool edges[TT_ANY_TREE_EDGES] = {false}, reached[32] = {false};
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    edges[edge] = secured_only ? graph->states[edge] == TT_SECURED : graph->states[edge] != TT_DELETED;
  }
  spread(graph, edges, graph->terminal_a, reached);
  return reached[graph->terminal_b];
}

static bool cut_wins(const struct tt_graph *graph, const bool *tree);

/* Does Cut win against this reply, after which the tree is `tree`? */
static bool cut_wins_after(const struct tt_graph *graph, const bool *tree, size_t reply) {
  graph->states[reply] = TT_SECURED;
  const bool wins = cut_wins(graph, tree);
  graph->states[reply] = TT_UNDECIDED;
  return wins;
}

/* The rule's replies to the deletion of an edge of the tree: what joins the halves. */
static bool cut_wins_at_tree_edge(const struct tt_graph *graph, const bool *tree, size_t deleted, bool *any) {
  bool rest[TT_ANY_TREE_EDGES], half[32] = {false}, other[32] = {false};
  memcpy(rest, tree, sizeof rest);
  rest[deleted] = false;
  spread(graph, rest, graph->edges[deleted].u, half);
  spread(graph, rest, graph->edges[deleted].v, other);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v;
    if (graph->states[edge] != TT_UNDECIDED || rest[edge] || !((half[u] && other[v]) || (half[v] && other[u])))
      continue;
    *any = true;
    rest[edge] = true;
    const bool wins = cut_wins_after(graph, rest, edge);
    rest[edge] = false;
    if (!wins) return false;
  }
  return true;
}

/* To another deletion: edges of the tree without which the ends of the deleted one are apart in it. */
static bool cut_wins_at_other_edge(const struct tt_graph *graph, const bool *tree, size_t deleted, bool *any) {
  bool reached[32] = {false};
  spread(graph, tree, graph->edges[deleted].u, reached);
  if (!reached[graph->edges[deleted].v]) return true;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    bool rest[TT_ANY_TREE_EDGES], left[32] = {false};
    if (graph->states[edge] != TT_UNDECIDED || !tree[edge]) continue;
    memcpy(rest, tree, sizeof rest);
    rest[edge] = false;
    spread(graph, rest, graph->edges[deleted].u, left);
    if (left[graph->edges[deleted].v]) continue;
    *any = true;
    if (!cut_wins_after(graph, tree, edge)) return false;
  }
  return true;
}

/* Where the rule has no reply Short may secure anything, and put it into the tree in the place of anything: any forest
 * will do, since nothing but trees mends later. */
static bool cut_wins_at_anything(const struct tt_graph *graph, const bool *tree, size_t deleted) {
  bool rest[TT_ANY_TREE_EDGES];
  memcpy(rest, tree, sizeof rest);
  rest[deleted] = false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    bool reached[32] = {false};
    if (graph->states[edge] != TT_UNDECIDED) continue;
    if (rest[edge]) {
      if (!cut_wins_after(graph, rest, edge)) return false;
      continue;
    }
    spread(graph, rest, graph->edges[edge].u, reached);
    const bool closes = reached[graph->edges[edge].v];
    bool replaced = false;
    for (size_t place = 0; place < graph->edge_count && closes; place++) {
      bool without[TT_ANY_TREE_EDGES], left[32] = {false};
      if (!rest[place] || graph->states[place] != TT_UNDECIDED) continue;
      memcpy(without, rest, sizeof without);
      without[place] = false;
      spread(graph, without, graph->edges[edge].u, left);
      if (left[graph->edges[edge].v]) continue;
      without[edge] = replaced = true;
      if (!cut_wins_after(graph, without, edge)) return false;
    }
    if (replaced) continue;
    rest[edge] = !closes;
    const bool wins = cut_wins_after(graph, rest, edge);
    rest[edge] = false;
    if (!wins) return false;
  }
  return true;
}

/* Cut to move. */
static bool cut_wins(const struct tt_graph *graph, const bool *tree) {
  if (kept_joined(graph, true)) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    bool any = false;
    if (graph->states[edge] != TT_UNDECIDED) continue;
    graph->states[edge] = TT_DELETED;
    bool wins = !kept_joined(graph, false);
    if (!wins) {
      wins =
          tree[edge] ? cut_wins_at_tree_edge(graph, tree, edge, &any) : cut_wins_at_other_edge(graph, tree, edge, &any);
      if (!any) wins = cut_wins_at_anything(graph, tree, edge);
    }
    graph->states[edge] = TT_UNDECIDED;
    if (wins) return true;
  }
  return false;
}

static bool naive_loses(const struct tt_graph *graph, tt_edge_set set) {
  bool tree[TT_ANY_TREE_EDGES] = {false}, half[32] = {false}, other[32] = {false};
  for (size_t edge = 0; edge < graph->edge_count; edge++) tree[edge] = (set >> edge & 1) != 0;
  spread(graph, tree, graph->terminal_a, half);
  spread(graph, tree, graph->terminal_b, other);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v;
    if (tree[edge] || !((half[u] && other[v]) || (half[v] && other[u]))) continue;
    tree[edge] = true;
    const bool wins = cut_wins_after(graph, tree, edge);
    tree[edge] = false;
    if (!wins) return false;
  }
  return true;
}

/* A line by the rules of the game: in turn, every edge once, and at its end A and B apart. */
static void check_line(const struct tt_graph *graph, const struct tt_any_tree *result) {
  struct tt_game game;
  assert_int_equal(tt_game_make(&game, graph, 0, false, TT_PLAYER_SHORT, NULL), TT_OK);
  for (size_t move = 0; move < result->line_length; move++) {
    assert_int_equal(game.winner, TT_PLAYER_NONE);
    assert_int_equal(tt_game_legal(&game, result->line[move], NULL), TT_OK);
    assert_int_equal(tt_game_play(&game, result->line[move], NULL), TT_OK);
  }
  assert_int_equal(game.winner, TT_PLAYER_CUT);
  tt_game_free(&game);
}

static void test_any_tree(void **state) {
  (void)state;
  for (unsigned n = 2; n <= 3; n++) {
    struct tt_graph *const graph = board_graph(n);
    struct tt_any_tree_sweep sweep;
    struct tt_any_tree result;
    unsigned seen = 0, losing = 0;
    assert_int_equal(tt_any_tree_sweep_run(&sweep, graph, NULL), TT_OK);
    assert_int_equal(sweep.losing, n == 2 ? 2 : 329);
    assert_int_equal(sweep.losing_splitting, 0);
    assert_int_equal(tt_any_tree_play(&result, graph, sweep.first_losing, NULL), TT_OK);
    assert_int_equal(result.line_length, n == 2 ? 4 : 6); /* Cut wins no sooner than that and no later */
    check_line(graph, &result);
    /* Every tree of size 2; of size 3 each seventh set of the right size, with TT_LONG=1 all. */
    for (tt_edge_set set = 0; set >> graph->edge_count == 0; set++) {
      bool tree[TT_ANY_TREE_EDGES] = {false}, reached[32] = {false};
      if (tt_edge_set_size(set) != graph->vertex_count - 2) continue;
      for (size_t edge = 0; edge < graph->edge_count; edge++) tree[edge] = (set >> edge & 1) != 0;
      spread(graph, tree, graph->terminal_a, reached);
      const bool joined = reached[graph->terminal_b];
      spread(graph, tree, graph->terminal_b, reached);
      unsigned count = 0;
      for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) count += reached[vertex];
      if (joined || count != graph->vertex_count) continue; /* no tree with e* */
      if (seen++ % (n == 2 || is_long() ? 1 : 40) != 0) continue;
      assert_int_equal(tt_any_tree_play(&result, graph, set, NULL), TT_OK);
      if (naive_loses(graph, set) != result.loses) fail_msg("size %u, tree %" PRIx64, n, set);
      if (result.loses) check_line(graph, &result);
      losing += result.loses;
    }
    assert_int_equal(seen, sweep.counts.trees);
    if (n == 2 || is_long()) assert_int_equal(losing, sweep.losing);
    tt_graph_free(graph);
  }
}

/* Small random graphs, every tree; many of them have edges that the rule does not know what to do with. */
struct comparison {
  unsigned trees, losing;
};

static void compare_trees(const struct tt_graph *graph, struct comparison *comparison) {
  for (tt_edge_set set = 0; set >> graph->edge_count == 0; set++) {
    struct tt_any_tree result;
    struct tt_partition partition;
    bool tree = tt_edge_set_size(set) + 2 == graph->vertex_count;
    assert_true(tt_partition_make(&partition, graph->vertex_count));
    tt_partition_unite(&partition, graph->terminal_a, graph->terminal_b);
    for (size_t edge = 0; edge < graph->edge_count && tree; edge++) {
      if ((set >> edge & 1) != 0) tree = tt_partition_unite(&partition, graph->edges[edge].u, graph->edges[edge].v);
    }
    tt_partition_free(&partition);
    if (!tree) continue;
    assert_int_equal(tt_any_tree_play(&result, graph, set, NULL), TT_OK);
    if (naive_loses(graph, set) != result.loses) {
      char *const text = support_text(graph);
      fail_msg("tree %" PRIx64 " of\n%s", set, text);
    }
    if (result.loses) check_line(graph, &result);
    comparison->trees++;
    comparison->losing += result.loses;
  }
}

static void test_any_tree_of_random_graphs(void **state) {
  (void)state;
  const uint64_t seed = support_seed(32);
  struct comparison comparison = {0};
  for (uint64_t number = 0; number < (is_long() ? 20000 : 1000); number++) {
    struct tt_graph *const graph = support_random_graph(seed + number, 5, 7);
    for (size_t edge = 0; edge < graph->edge_count; edge++) graph->states[edge] = TT_UNDECIDED;
    compare_trees(graph, &comparison);
    tt_graph_free(graph);
  }
  assert_true(comparison.losing > 100 && comparison.trees > comparison.losing + 100);
}

/* ---- Rim moves change no outcome ---- */

/* Every position of a small board, with so many rim moves left to each: who wins, Short to move and Cut to move? Bits
 * of a byte, positions by number in base 3 (0 undecided, 1 secured, 2 deleted), so that a move makes a higher number.
 */
struct rim {
  unsigned edges, passes;
  size_t count, power[14];
  uint8_t *joins; /* of a set of edges: are A and B joined? */
  uint8_t *wins;  /* [passes of Short][passes of Cut][position] */
};

static uint8_t *rim_row(const struct rim *rim, unsigned short_left, unsigned cut_left) {
  return rim->wins + ((size_t)short_left * (rim->passes + 1) + cut_left) * rim->count;
}

/* Bit 0: Short wins with Short to move; bit 1: with Cut to move. `helps` breaks the rules to test the test: a player
 * who has a rim move left wins with it. */
static uint8_t rim_value(const struct rim *rim, size_t position, unsigned short_left, unsigned cut_left, bool helps) {
  uint32_t secured = 0, left = 0;
  size_t digits = position;
  for (unsigned edge = 0; edge < rim->edges; edge++, digits /= 3) {
    secured |= (uint32_t)(digits % 3 == 1) << edge;
    left |= (uint32_t)(digits % 3 == 0) << edge;
  }
  if (rim->joins[secured] != 0) return 3;
  if (rim->joins[secured | left] == 0) return 0;
  const uint8_t *const row = rim_row(rim, short_left, cut_left);
  bool short_wins = false, cut_loses = true;
  for (; left != 0; left &= left - 1) {
    const unsigned edge = (unsigned)__builtin_ctz(left);
    short_wins = short_wins || (row[position + rim->power[edge]] & 2) != 0;
    cut_loses = cut_loses && (row[position + 2 * rim->power[edge]] & 1) != 0;
  }
  if (short_left > 0) short_wins = short_wins || helps || (rim_row(rim, short_left - 1, cut_left)[position] & 2) != 0;
  if (cut_left > 0) cut_loses = cut_loses && !helps && (rim_row(rim, short_left, cut_left - 1)[position] & 1) != 0;
  return (uint8_t)(short_wins | cut_loses << 1);
}

/* Returns in how many of all cases the value differs from that without rim moves. */
static uint64_t rim_differences(unsigned n, unsigned passes, bool helps) {
  struct tt_graph *const graph = board_graph(n);
  struct rim rim = {.edges = (unsigned)graph->edge_count, .passes = passes, .count = 1};
  for (unsigned edge = 0; edge < rim.edges; edge++, rim.count *= 3) rim.power[edge] = rim.count;
  rim.joins = malloc((size_t)1 << rim.edges);
  rim.wins = malloc((size_t)(passes + 1) * (passes + 1) * rim.count);
  assert_non_null(rim.joins);
  assert_non_null(rim.wins);
  for (size_t set = 0; set >> rim.edges == 0; set++) {
    for (size_t edge = 0; edge < rim.edges; edge++)
      graph->states[edge] = (set >> edge & 1) != 0 ? TT_SECURED : TT_DELETED;
    rim.joins[set] = kept_joined(graph, true);
  }
  uint64_t differences = 0;
  for (unsigned short_left = 0; short_left <= passes; short_left++) {
    for (unsigned cut_left = 0; cut_left <= passes; cut_left++) {
      uint8_t *const row = rim_row(&rim, short_left, cut_left);
      for (size_t position = rim.count; position-- > 0;) {
        row[position] = rim_value(&rim, position, short_left, cut_left, helps);
        differences += row[position] != rim.wins[position];
      }
    }
  }
  if (n == 2 || !helps) assert_int_equal(rim.wins[0], 1); /* the first mover wins the board itself */
  free(rim.joins);
  free(rim.wins);
  tt_graph_free(graph);
  return differences;
}

static void test_rim_moves_change_nothing(void **state) {
  (void)state;
  assert_int_equal(rim_differences(2, 2, false), 0);
  assert_true(rim_differences(2, 2, true) > 0);
  assert_int_equal(rim_differences(3, is_long() ? 4 : 1, false), 0);
}

/* The same by the game itself with all its rim moves, each by its number. */
static bool mover_wins(struct tt_game *game) {
  const enum tt_player mover = game->turn;
  if (game->winner != TT_PLAYER_NONE) return game->winner == mover;
  for (size_t move = 0; move < tt_game_move_limit(game); move++) {
    if (tt_game_legal(game, move, NULL) != TT_OK) continue;
    assert_int_equal(tt_game_play(game, move, NULL), TT_OK);
    const bool wins = game->winner == mover || (game->winner == TT_PLAYER_NONE && !mover_wins(game));
    assert_true(tt_game_undo(game));
    if (wins) return true;
  }
  return false;
}

static void test_rim_moves_in_the_game(void **state) {
  (void)state;
  struct tt_graph *const graph = board_graph(2);
  for (uint64_t number = 0; number < 243; number++) {
    tt_graph_set_number(graph, number, true);
    for (unsigned first = 0; first < 2; first++) {
      bool wins[2];
      for (unsigned rim = 0; rim < 2; rim++) {
        struct tt_game game;
        assert_int_equal(tt_game_make(&game, graph, 2, rim == 1, (enum tt_player)first, NULL), TT_OK);
        assert_int_equal(tt_game_move_limit(&game), rim == 1 ? 9 : 5);
        wins[rim] = mover_wins(&game);
        tt_game_free(&game);
      }
      assert_int_equal(wins[0], wins[1]);
    }
  }
  tt_graph_free(graph);
}

/* ---- Limits and memory ---- */

static void test_limits(void **state) {
  (void)state;
  struct tt_graph *graph = board_graph(4);
  struct tt_error error;
  struct tt_alternation counts;
  struct tt_any_tree result;
  assert_int_equal(tt_alternation_count(&counts, graph, TT_PLAYER_CUT, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "bridgit:4: positions are counted on at most 16 edges, all undecided");
  assert_int_equal(tt_alternation_sweep(&counts, graph, TT_PLAYER_CUT, &error), TT_BAD_INPUT);
  assert_int_equal(tt_any_tree_play(&result, graph, 0, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "bridgit:4: the rule from any tree is played out on at most 16 edges");
  tt_graph_free(graph);
  graph = board_graph(5);
  struct tt_tree_counts trees;
  assert_int_equal(tt_trees_count(&trees, graph, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "bridgit:5: trees are listed on at most 40 edges, all undecided");
  tt_graph_free(graph);
  graph = board_graph(15);
  uint64_t splits;
  assert_int_equal(tt_trees_splits(&splits, graph, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "bridgit:15: too wide: more than 16 vertices have edges on both sides of a step");
  tt_graph_free(graph);
}

static enum tt_status all_of_it(void) {
  struct tt_graph *graph = NULL;
  bool known;
  enum tt_status status = tt_graph_named(&graph, "bridgit:2", &known, NULL);
  struct tt_any_tree_sweep sweep;
  struct tt_any_tree result;
  struct tt_alternation counts;
  uint64_t splits;
  if (status == TT_OK) status = tt_any_tree_sweep_run(&sweep, graph, NULL);
  if (status == TT_OK) status = tt_any_tree_play(&result, graph, 3, NULL);
  if (status == TT_OK) status = tt_trees_splits(&splits, graph, NULL);
  if (status == TT_OK) status = tt_alternation_count(&counts, graph, TT_PLAYER_SHORT, NULL);
  if (status == TT_OK) status = tt_alternation_sweep(&counts, graph, TT_PLAYER_SHORT, NULL);
  tt_graph_free(graph);
  return status;
}

static void test_memory_that_fails(void **state) {
  (void)state;
  size_t needed = 1;
  for (;; needed++) {
    allocations = 0;
    failing = needed;
    const enum tt_status status = all_of_it();
    failing = 0;
    if (status == TT_OK) break;
    assert_int_equal(status, TT_NO_RESOURCE);
  }
  assert_true(needed > 50);
}

int main(int count, char **words) {
  if (count == 2 && strcmp(words[1], "--write") == 0) return write_table();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table),
                                     cmocka_unit_test(test_every_subgraph_of_size_four),
                                     cmocka_unit_test(test_splits_of_random_graphs),
                                     cmocka_unit_test(test_any_tree),
                                     cmocka_unit_test(test_any_tree_of_random_graphs),
                                     cmocka_unit_test(test_rim_moves_change_nothing),
                                     cmocka_unit_test(test_rim_moves_in_the_game),
                                     cmocka_unit_test(test_limits),
                                     cmocka_unit_test(test_memory_that_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
