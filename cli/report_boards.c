/* report_boards.c: the section of RESULTS.md about Bridg-It: Gross's pairing, the trees through e*, every opening,
 * every edge taken away, and the positions that play reaches. Each figure comes from two computations that share graph/
 * only; where they differ the row says so and the report fails. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "solver/solver.h"

#define RANDOM_GAMES 200
#define RANDOM_SEED 6

struct boards {
  enum tt_status status;
};

static void fail(struct boards *boards, enum tt_status status) {
  boards->status = worse(boards->status, status);
}

/* "yes", or the report fails. */
static const char *agreed(struct boards *boards, bool equal) {
  if (!equal) fail(boards, TT_REFUTED);
  return equal ? "yes" : "**NO**";
}

static struct tt_graph *named(struct boards *boards, const char *name) {
  struct tt_graph *graph = NULL;
  struct tt_error error;
  bool known;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) fail(boards, complain(&error));
  return graph;
}

static struct tt_graph *board_of(struct boards *boards, unsigned n) {
  char name[24];
  snprintf(name, sizeof name, "bridgit:%u", n);
  return named(boards, name);
}

/* ---- Gross's pairing ---- */

static void pairing_row(struct boards *boards, unsigned n) {
  struct tt_graph *const graph = board_of(boards, n);
  struct tt_game game;
  struct tt_pairing pairing;
  struct tt_pairing_record record;
  struct tt_error error;
  if (graph == NULL) return;
  enum tt_status status = game_of_graph(&game, graph, TT_PLAYER_SHORT, &error);
  if (status == TT_OK) {
    status = tt_pairing_make(&pairing, &game, &error);
    if (status == TT_OK) {
      status = n <= 3 ? tt_pairing_replay(&record, &pairing, &game, &error)
                      : tt_pairing_random(&record, &pairing, &game, RANDOM_GAMES, RANDOM_SEED, &error);
      tt_pairing_free(&pairing);
    }
    tt_game_free(&game);
  }
  if (status == TT_OK) {
    if (record.lost > 0) fail(boards, TT_REFUTED);
    printf("| %u | %u | %s | %llu | %llu | %llu |\n", n, n * (n - 1), n <= 3 ? "every reply" : "random",
           (unsigned long long)record.lines, (unsigned long long)record.replies, (unsigned long long)record.lost);
  } else {
    fail(boards, complain(&error));
  }
  tt_graph_free(graph);
}

static void pairing_section(struct boards *boards) {
  puts(
      "\n## Bridg-It: Gross's pairing\n\nBlue opens in the North-West corner and then answers in fixed pairs "
      "(`twotrees pairing bridgit:N`; the proof for\nevery N is in `play/pairing_board.c`). Played by the rules alone "
      "against every reply, and against random ones (seed 6):\n\n"
      "| N | pairs | replies | games | Blue's replies | lost |\n|---:|---:|---|---:|---:|---:|");
  for (unsigned n = 2; n <= TT_BOARD_MOST; n = n < 10 ? n + 1 : n + 8) pairing_row(boards, n);
}

/* ---- Pairings elsewhere ---- */

/* Short's subgraphs of a graph, Cut to move: how many have a pairing? */
static void subgraph_row(struct boards *boards, const char *name) {
  struct tt_graph *const graph = named(boards, name);
  uint64_t wins = 0, pairings = 0;
  enum tt_status status = TT_OK;
  struct tt_error error;
  if (graph == NULL) return;
  for (uint64_t number = 0; number >> graph->edge_count == 0 && status == TT_OK; number++) {
    struct tt_game game;
    struct tt_pairing pairing;
    enum tt_player favourite;
    tt_graph_set_number(graph, number, false);
    status = tt_game_make(&game, graph, 0, false, TT_PLAYER_CUT, &error);
    if (status != TT_OK) break;
    status = tt_game_favourite(&game, &favourite, &error);
    if (status == TT_OK) status = tt_pairing_make(&pairing, &game, &error);
    if (status == TT_OK) {
      wins += favourite == TT_PLAYER_SHORT;
      pairings += pairing.exists;
      tt_pairing_free(&pairing);
    }
    tt_game_free(&game);
  }
  if (status != TT_OK) fail(boards, complain(&error));
  printf("| %s | %llu | %llu |\n", name, (unsigned long long)wins, (unsigned long long)pairings);
  tt_graph_free(graph);
}

static void subgraph_section(struct boards *boards) {
  puts(
      "\nNot every position that Short wins has fixed pairs. Subgraphs that Short wins moving second, and those of "
      "them\n"
      "on which some pairing wins (by exact search):\n\n| subgraphs of | Short wins | with a pairing "
      "|\n|---|---:|---:|");
  subgraph_row(boards, "k4");
  subgraph_row(boards, "k5");
  subgraph_row(boards, "k:6");
}

/* ---- The trees through e* ---- */

static void tree_row(struct boards *boards, unsigned n) {
  struct tt_graph *const graph = board_of(boards, n);
  struct tt_any_tree_sweep sweep = {.losing = 0};
  struct tt_error error;
  uint64_t splits = 0;
  if (graph == NULL) return;
  enum tt_status status = tt_trees_splits(&splits, graph, &error);
  if (status == TT_OK && n <= 3) status = tt_any_tree_sweep_run(&sweep, graph, &error);
  if (status == TT_OK && n == 4) status = tt_trees_count(&sweep.counts, graph, &error);
  if (status != TT_OK) {
    fail(boards, complain(&error));
  } else if (n > 4) {
    printf("| %u | | not here | %llu | | |\n", n, (unsigned long long)splits);
  } else {
    if (sweep.losing_splitting > 0) fail(boards, TT_REFUTED);
    printf("| %u | %llu | %llu | %llu | %s |", n, (unsigned long long)sweep.counts.trees,
           (unsigned long long)sweep.counts.splitting, (unsigned long long)splits,
           agreed(boards, splits == sweep.counts.splitting));
    if (n <= 3) {
      printf(" %llu |\n", (unsigned long long)sweep.losing);
    } else {
      puts(" not here |");
    }
  }
  tt_graph_free(graph);
}

static void tree_section(struct boards *boards) {
  puts(
      "\n## Bridg-It: not any tree through e*\n\nGross's rule needs two disjoint spanning trees of Blue's board + e*. "
      "The spanning trees that hold e*; those\nwhose complement spans too, by listing the trees and by a count of the "
      "pairs of trees edge by edge that lists none;\nand those from which the rule loses against best play, Blue "
      "taking "
      "the best of the choices that it leaves (none of\nthem has a complement that spans).\n\n"
      "| N | trees through e* | complement spans: listed | counted | equal | the rule loses "
      "|\n|---:|---:|---:|---:|---|---:|");
  for (unsigned n = 2; n <= 5; n++) tree_row(boards, n);
  puts(
      "\nThe second computation for N = 5 is in data/boards.tsv. The smallest board, the first of its trees from which "
      "the\n"
      "rule loses, and the line: "
      "[docs/any-tree.svg](docs/any-tree.svg).");
}

/* ---- Every opening, and every edge taken away ---- */

struct openings {
  size_t edges, by_trees[2], by_play[2], by_pairs[2], deletions_by_trees, deletions_by_play;
};

static size_t count_flags(const uint8_t *flags, size_t count) {
  size_t sum = 0;
  for (size_t edge = 0; edge < count; edge++) sum += flags[edge];
  return sum;
}

static enum tt_status openings_by_trees(struct openings *openings, const struct tt_graph *graph,
                                        struct tt_error *error) {
  unsigned tempo;
  uint8_t *const wins = calloc(2 * graph->edge_count, 1);
  if (wins == NULL) return tt_no_memory(error);
  const enum tt_status status = tt_winning_moves(graph, &tempo, wins, wins + graph->edge_count, error);
  openings->by_trees[TT_PLAYER_SHORT] = count_flags(wins, graph->edge_count);
  openings->by_trees[TT_PLAYER_CUT] = count_flags(wins + graph->edge_count, graph->edge_count);
  free(wins);
  return status;
}

static enum tt_status openings_by_play(struct openings *openings, const struct tt_graph *graph,
                                       struct tt_error *error) {
  struct tt_playout playout;
  const enum tt_status status = tt_playout_make(&playout, graph, false, TT_PLAYOUT_POSITIONS, error);
  if (status != TT_OK) return status;
  openings->by_play[TT_PLAYER_SHORT] = count_flags(playout.short_wins_after, graph->edge_count);
  openings->by_play[TT_PLAYER_CUT] = count_flags(playout.cut_wins_after, graph->edge_count);
  tt_playout_free(&playout);
  return TT_OK;
}

/* Is there a pairing for Short, moving second on this position? Its pairs are in every cut: no tree is in the proof. */
static enum tt_status has_pairing(const struct tt_graph *position, bool *exists, struct tt_error *error) {
  struct tt_game game;
  struct tt_pairing pairing;
  enum tt_status status = tt_game_make(&game, position, 0, false, TT_PLAYER_CUT, error);
  if (status != TT_OK) return status;
  status = tt_pairing_make(&pairing, &game, error);
  tt_game_free(&game);
  if (status != TT_OK) return status;
  *exists = pairing.exists;
  tt_pairing_free(&pairing);
  return TT_OK;
}

/* After each opening of Short's, and on the dual board after each of Cut's, where Cut is Short. */
static enum tt_status openings_by_pairs(struct openings *openings, struct tt_graph *graph, struct tt_error *error) {
  enum tt_status status = TT_OK;
  for (size_t edge = 0; edge < graph->edge_count && status == TT_OK; edge++) {
    struct tt_dual dual;
    bool exists = false;
    graph->states[edge] = TT_SECURED;
    status = has_pairing(graph, &exists, error);
    openings->by_pairs[TT_PLAYER_SHORT] += exists;
    graph->states[edge] = TT_DELETED;
    if (status == TT_OK) status = tt_dual_make(&dual, graph, error);
    graph->states[edge] = TT_UNDECIDED;
    if (status != TT_OK) return status;
    exists = false;
    if (dual.planar) status = has_pairing(dual.graph, &exists, error);
    openings->by_pairs[TT_PLAYER_CUT] += exists;
    tt_dual_free(&dual);
  }
  return status;
}

/* How many edges lose the game for Short, moving first, when they are not there? */
static enum tt_status deletions(struct openings *openings, struct tt_graph *graph, bool play, struct tt_error *error) {
  enum tt_status status = TT_OK;
  for (size_t edge = 0; edge < graph->edge_count && status == TT_OK; edge++) {
    struct tt_forests forests;
    struct tt_verdict verdict = {true, true};
    graph->states[edge] = TT_DELETED;
    status = tt_forests_make(&forests, graph, error);
    if (status == TT_OK) {
      openings->deletions_by_trees += forests.tempo == 2;
      tt_forests_free(&forests);
      if (play) status = tt_witness_ask(&tt_witness_playout, graph, &verdict, error);
    }
    openings->deletions_by_play += !verdict.short_wins_first;
    graph->states[edge] = TT_UNDECIDED;
  }
  return status;
}

static void put_second_witness(const struct openings *openings, unsigned n) {
  if (n <= 3) {
    printf(" %zu, %zu |", openings->by_play[TT_PLAYER_SHORT], openings->by_play[TT_PLAYER_CUT]);
  } else {
    printf(" |");
  }
  if (n <= 4) {
    printf(" %zu, %zu |", openings->by_pairs[TT_PLAYER_SHORT], openings->by_pairs[TT_PLAYER_CUT]);
  } else {
    printf(" |");
  }
}

/* A move of Cut's that wins, moving first, is an edge without which Short, moving first, loses: so Cut's column is what
 * the last two columns count again in their own way. */
static void opening_row(struct boards *boards, unsigned n) {
  struct tt_graph *const graph = board_of(boards, n);
  struct openings openings = {0};
  struct tt_error error;
  if (graph == NULL) return;
  openings.edges = graph->edge_count;
  enum tt_status status = openings_by_trees(&openings, graph, &error);
  if (status == TT_OK && n <= 3) status = openings_by_play(&openings, graph, &error);
  if (status == TT_OK && n <= 4) status = openings_by_pairs(&openings, graph, &error);
  if (status == TT_OK) status = deletions(&openings, graph, n <= 3, &error);
  if (status != TT_OK) {
    fail(boards, complain(&error));
  } else {
    const size_t all = openings.edges;
    bool equal = openings.deletions_by_trees == all && (n > 3 || openings.deletions_by_play == all);
    for (unsigned player = 0; player < 2; player++) {
      equal = equal && openings.by_trees[player] == all && (n > 3 || openings.by_play[player] == all) &&
              (n > 4 || openings.by_pairs[player] == all);
    }
    printf("| %u | %zu | %zu, %zu |", n, all, openings.by_trees[TT_PLAYER_SHORT], openings.by_trees[TT_PLAYER_CUT]);
    put_second_witness(&openings, n);
    printf(" %zu |", openings.deletions_by_trees);
    if (n <= 3) {
      printf(" %zu |", openings.deletions_by_play);
    } else {
      printf(" |");
    }
    printf(" %s |\n", agreed(boards, equal));
  }
  tt_graph_free(graph);
}

static void opening_section(struct boards *boards) {
  puts(
      "\n## Bridg-It: every opening wins, every edge is needed\n\nWinning openings of Blue and of Red: by trees; by "
      "play; and those behind which there are fixed pairs, one in every\ncut (for Red on the dual board). Then the "
      "edges "
      "of Blue's board without which Blue, moving first, loses: by trees and\nby play. Since an edge more never hurts "
      "Blue, all proper subgraphs are Red's when all edges count: 8,191 for N = 3 (the\nsurvey above has them one by "
      "one), 33,554,431 for N = 4. That it holds for every N is proved in docs/bridgit.md.\n\n"
      "| N | edges | openings by trees | by play | by pairs | needed by trees | by play | all "
      "|\n|---:|---:|---:|---:|---:|---:|---:|---|");
  for (unsigned n = 2; n <= 50; n = n < 12 ? n + 1 : n < 20 ? n + 4 : n + 10) opening_row(boards, n);
}

/* ---- Positions ---- */

static void put_winners(const uint64_t *winners) {
  for (unsigned winner = 0; winner < 3; winner++) printf(" %llu |", (unsigned long long)winners[winner]);
}

static void ply_table(const struct tt_alternation *two, const struct tt_alternation *three) {
  uint64_t totals[2][3] = {{0}};
  for (unsigned ply = 0; ply < three->plies; ply++) {
    printf("| %u |", ply);
    if (ply < two->plies) {
      put_winners(two->at[ply]);
    } else {
      fputs(" | | |", stdout);
    }
    put_winners(three->at[ply]);
    putchar('\n');
    for (unsigned winner = 0; winner < 3; winner++) {
      totals[0][winner] += two->at[ply][winner];
      totals[1][winner] += three->at[ply][winner];
    }
  }
  fputs("| **sum** |", stdout);
  put_winners(totals[0]);
  put_winners(totals[1]);
  putchar('\n');
}

static enum tt_status count_positions(struct boards *boards, unsigned n, struct tt_alternation *counts, bool *equal,
                                      struct tt_error *error) {
  struct tt_graph *const graph = board_of(boards, n);
  struct tt_alternation sweep;
  *counts = (struct tt_alternation){.plies = 0};
  if (graph == NULL) return TT_OK;
  enum tt_status status = tt_alternation_count(counts, graph, TT_PLAYER_SHORT, error);
  if (status == TT_OK) status = tt_alternation_sweep(&sweep, graph, TT_PLAYER_SHORT, error);
  *equal = status == TT_OK && counts->total == sweep.total && memcmp(counts->at, sweep.at, sizeof sweep.at) == 0;
  tt_graph_free(graph);
  return status;
}

static void position_section(struct boards *boards) {
  struct tt_alternation counts[2];
  struct tt_error error;
  bool equal[2] = {false, false};
  puts(
      "\n## Bridg-It: positions\n\nPositions that strict alternation reaches, Blue first, play ending at a win: by ply "
      "and winner. Ply by ply from the\nstart, and by looking through all 3^5 and 3^13 positions for those that can be "
      "reached.\n\n| ply | N = 2: Blue | Red | going on | N = 3: Blue | Red | going on "
      "|\n|---:|---:|---:|---:|---:|---:|---:|");
  enum tt_status status = count_positions(boards, 2, &counts[0], &equal[0], &error);
  if (status == TT_OK) status = count_positions(boards, 3, &counts[1], &equal[1], &error);
  if (status != TT_OK) {
    fail(boards, complain(&error));
    return;
  }
  ply_table(&counts[0], &counts[1]);
  printf("\nTogether %llu and %llu. The two counts agree: %s.\n", (unsigned long long)counts[0].total,
         (unsigned long long)counts[1].total, agreed(boards, equal[0] && equal[1]));
}

enum tt_status report_boards(const struct settings *settings) {
  struct boards boards = {.status = TT_OK};
  (void)settings;
  pairing_section(&boards);
  subgraph_section(&boards);
  tree_section(&boards);
  opening_section(&boards);
  position_section(&boards);
  return boards.status;
}
