/* report_command.c: `twotrees report`: runs the census and what goes with it and prints RESULTS.md. No timings, and
 * nothing that depends on the number of threads: two runs print the same bytes. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "graph/embedded.h"
#include "solver/solver.h"

#define FIGURES 600

/* A number with a name, and who gave it. */
struct figure {
  char key[60], by[80];
  uint64_t value;
};

struct report {
  const struct settings *settings;
  struct figure figures[FIGURES];
  size_t figure_count;
  struct progress progress;
  struct tt_replay replays[2][2]; /* by player and whether it moves first */
  uint64_t replayed[2][2], certificates;
  enum tt_status status;
};

static void add_figure(struct report *report, const char *graph, const char *what, uint64_t value, const char *by) {
  if (report->figure_count == FIGURES) abort(); /* the table is fixed by the sections below */
  struct figure *const figure = &report->figures[report->figure_count++];
  snprintf(figure->key, sizeof figure->key, "%s.%s", graph, what);
  snprintf(figure->by, sizeof figure->by, "%s", by);
  figure->value = value;
}

static const struct figure *find_figure(const struct report *report, const char *key) {
  for (size_t index = 0; index < report->figure_count; index++) {
    if (strcmp(report->figures[index].key, key) == 0) return &report->figures[index];
  }
  return NULL;
}

static void fail(struct report *report, enum tt_status status) {
  report->status = worse(report->status, status);
}

static struct tt_graph *named_graph(struct report *report, const char *name) {
  struct tt_graph *graph = NULL;
  struct tt_error error;
  bool known;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) fail(report, complain(&error));
  return graph;
}

/* ---- Surveys ---- */

struct survey_job {
  const char *name, *witnesses;
  bool positions, openings;
};

static void show_progress(void *context, uint64_t done, uint64_t total) {
  progress_step(&((struct report *)context)->progress, done, total);
}

/* Every witness must have given the same tallies; a difference is a disagreement even if no position shows it. */
static bool tallies_equal(const struct tt_survey *survey, const struct tt_witness *const *witnesses, size_t count) {
  for (size_t index = 0; index < count; index++) {
    if (witnesses[index]->partial) continue;
    if (memcmp(survey->outcomes[index], survey->outcomes[0], sizeof survey->outcomes[0]) != 0 ||
        survey->undecided[index] != 0 || survey->by[index].short_winning != survey->by[0].short_winning ||
        survey->by[index].cut_winning != survey->by[0].cut_winning) {
      return false;
    }
  }
  return true;
}

static bool run_job(struct report *report, const struct survey_job *job, const struct tt_graph *base,
                    struct tt_survey *survey, char *by, size_t size) {
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  struct tt_error error;
  size_t count;
  enum tt_status status = choose_witnesses(job->witnesses, base->edge_count, witnesses, &count);
  if (status == TT_OK) {
    const struct tt_survey_options options = {.witnesses = witnesses,
                                              .witness_count = count,
                                              .positions = job->positions,
                                              .openings = job->openings,
                                              .every_pair = job->openings,
                                              .threads = report->settings->threads,
                                              .progress = show_progress,
                                              .context = report};
    progress_start(&report->progress, job->name);
    status = tt_survey_run(survey, base, &options, &error);
    progress_end(&report->progress);
    if (status != TT_OK) complain(&error);
  }
  fail(report, status);
  if (status != TT_OK) return false;
  if (survey->disagreements > 0 || !tallies_equal(survey, witnesses, count)) fail(report, TT_REFUTED);
  by[0] = '\0';
  for (size_t index = 0; index < count; index++) {
    strncat(by, index > 0 ? ", " : "", size - strlen(by) - 1);
    strncat(by, witnesses[index]->name, size - strlen(by) - 1);
  }
  return true;
}

static void keep_figures(struct report *report, const char *name, const struct tt_survey *survey, const char *by) {
  add_figure(report, name, "subgraphs", survey->count, by);
  add_figure(report, name, "short", survey->outcomes[0][TT_SHORT], by);
  add_figure(report, name, "first", survey->outcomes[0][TT_FIRST], by);
  add_figure(report, name, "cut", survey->outcomes[0][TT_CUT], by);
  add_figure(report, name, "neither", survey->outcomes[0][TT_NEITHER], by);
  add_figure(report, name, "disagreements", survey->disagreements, by);
  add_figure(report, name, "openings", survey->openings, by);
  add_figure(report, name, "short_winning", survey->by[0].short_winning, by);
  add_figure(report, name, "cut_winning", survey->by[0].cut_winning, by);
  add_figure(report, name, "named", survey->named, "subsets");
  add_figure(report, name, "named_winning", survey->named_winning, "subsets, playout");
  add_figure(report, name, "named_any", survey->named_any, "subsets");
  add_figure(report, name, "named_any_winning", survey->named_any_winning, "subsets, playout");
}

static uint64_t value_of(const struct report *report, const char *graph, const char *what) {
  char key[60];
  snprintf(key, sizeof key, "%s.%s", graph, what);
  const struct figure *const figure = find_figure(report, key);
  return figure == NULL ? 0 : figure->value;
}

static void add_totals(struct report *report) {
  static const char *const summed[] = {"subgraphs", "short", "first", "cut", "neither", "disagreements"};
  for (size_t what = 0; what < sizeof summed / sizeof summed[0]; what++) {
    uint64_t total = 0;
    for (size_t base = 0; base < tt_base_count(); base++) {
      total += value_of(report, tt_base_name(base), summed[what]);
    }
    add_figure(report, "total", summed[what], total, "all of the above");
  }
}

static void survey_subgraphs(struct report *report, const char *name, const char *witnesses) {
  struct tt_graph *const base = named_graph(report, name);
  struct tt_survey survey;
  char by[80];
  if (base == NULL) return;
  const struct survey_job job = {name, witnesses, false, true};
  if (run_job(report, &job, base, &survey, by, sizeof by)) keep_figures(report, name, &survey, by);
  tt_graph_free(base);
}

static void outcome_table(const struct report *report, const char *const *names, size_t count) {
  puts("| graph | subgraphs | Short | First | Cut | disagreements | by |\n|---|---:|---:|---:|---:|---:|---|");
  for (size_t index = 0; index < count; index++) {
    char key[60];
    snprintf(key, sizeof key, "%s.subgraphs", names[index]);
    const struct figure *const figure = find_figure(report, key);
    if (figure == NULL) continue;
    printf("| %s | %llu | %llu | %llu | %llu | %llu | %s |\n", names[index], (unsigned long long)figure->value,
           (unsigned long long)value_of(report, names[index], "short"),
           (unsigned long long)value_of(report, names[index], "first"),
           (unsigned long long)value_of(report, names[index], "cut"),
           (unsigned long long)value_of(report, names[index], "disagreements"), figure->by);
  }
}

static void opening_table(const struct report *report, const char *const *names, size_t count) {
  puts(
      "| graph | openings | Short's winning | Cut's winning | named | of them winning | named by any pair | of them "
      "winning |\n|---|---:|---:|---:|---:|---:|---:|---:|");
  for (size_t index = 0; index < count; index++) {
    static const char *const columns[] = {"openings",      "short_winning", "cut_winning",      "named",
                                          "named_winning", "named_any",     "named_any_winning"};
    printf("| %s |", names[index]);
    for (size_t column = 0; column < sizeof columns / sizeof columns[0]; column++) {
      printf(" %llu |", (unsigned long long)value_of(report, names[index], columns[column]));
    }
    putchar('\n');
  }
}

static void census_section(struct report *report) {
  const char *names[32];
  const size_t count = tt_base_count();
  for (size_t index = 0; index < count; index++) {
    names[index] = tt_base_name(index);
    survey_subgraphs(report, names[index],
                     "playout,subsets,forests"
#ifndef TT_WITHOUT_GLPK
                     ",ilp"
#endif
    );
  }
  add_totals(report);
  names[count] = "total";
  puts("## The census\n\nEvery subgraph of seven base graphs, asked about as drawn and with the virtual edge.\n");
  outcome_table(report, names, count + 1);
  puts(
      "\nThe published survey names its total, 1,384, and its largest graph, not its seven; these seven are this\n"
      "project's choice with that total and that largest graph.\n\n"
      "## Openings\n\nOver the subgraphs that the first mover wins: every first move of either player, by the same\n"
      "witnesses; the openings that the first pair of trees names, and those that some pair of trees names.\n");
  opening_table(report, names, count);
}

/* ---- Whole graphs and replays ---- */

/* The base graph itself: outcome, openings by play, and openings named. */
static void keep_whole(struct report *report, const char *name) {
  struct tt_graph *const graph = named_graph(report, name);
  struct tt_playout playout;
  struct tt_tree_pair pair;
  struct tt_error error;
  bool found = false;
  if (graph == NULL) return;
  uint8_t *const named = calloc(graph->edge_count + 1, 1);
  enum tt_status status = named == NULL ? tt_no_memory(&error) : TT_OK;
  if (status == TT_OK) status = tt_playout_make(&playout, graph, false, TT_PLAYOUT_POSITIONS, &error);
  if (status == TT_OK) {
    status = tt_naming_pair(graph, true, &found, &pair, &error);
    if (status == TT_OK && found && tt_tree_pair_blue_virtual(&pair, graph)) {
      status = tt_named_openings(graph, &pair, named, &error);
    }
    if (found) tt_tree_pair_free(&pair);
    uint64_t winning = 0, naming = 0;
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      winning += playout.short_wins_after[edge];
      naming += named[edge];
    }
    add_figure(report, name, "whole.first", tt_outcome_of(playout.verdict) == TT_FIRST, "playout");
    add_figure(report, name, "whole.openings", graph->edge_count, "playout");
    add_figure(report, name, "whole.short_winning", winning, "playout");
    add_figure(report, name, "whole.named", naming, "subsets");
    tt_playout_free(&playout);
  }
  if (status != TT_OK) fail(report, complain(&error));
  free(named);
  tt_graph_free(graph);
}

struct first_opening {
  bool seen;
  struct tt_replay record;
};

static void keep_first_opening(void *context, size_t edge, const struct tt_replay *record) {
  struct first_opening *const first = context;
  (void)edge;
  if (!first->seen) first->record = *record;
  first->seen = true;
}

static void replay_row(struct report *report, const char *name, bool second) {
  struct tt_graph *const graph = named_graph(report, name);
  struct tt_tree_pair pair;
  struct tt_error error;
  struct tt_replay replay = {0};
  struct first_opening first = {0};
  bool found = false;
  if (graph == NULL) return;
  enum tt_status status = tt_naming_pair(graph, !second, &found, &pair, &error);
  if (status == TT_OK && found) {
    if (second) {
      status = tt_replay_short(&replay, graph, &pair, &error);
    } else if (tt_tree_pair_blue_virtual(&pair, graph)) {
      status = tt_replay_short_first(&replay, graph, &pair, keep_first_opening, &first, &error);
    }
    tt_tree_pair_free(&pair);
  }
  if (status != TT_OK) fail(report, complain(&error));
  if (replay.lost > 0 || replay.lines == 0) fail(report, TT_REFUTED);
  add_figure(report, name, "replay.lines", replay.lines, "pairing rule");
  add_figure(report, name, "replay.replies", replay.replies, "pairing rule");
  add_figure(report, name, "replay.longest", replay.longest, "pairing rule");
  if (first.seen) add_figure(report, name, "replay.first-opening", first.record.lines, "pairing rule");
  printf("| %s | Short | %s | %llu | %llu | %u | %llu |\n", name, second ? "second" : "first",
         (unsigned long long)replay.lines, (unsigned long long)replay.replies, replay.longest,
         (unsigned long long)replay.lost);
  tt_graph_free(graph);
}

static void replay_section(struct report *report) {
  puts(
      "\n## The pairing rule, replayed\n\nEvery deletion of Cut at every point; no reply is searched for. Where Short\n"
      "moves first, the sum over the named openings.\n\n"
      "| graph | player | mover | lines | replies | longest | lost |\n|---|---|---|---:|---:|---:|---:|");
  replay_row(report, "k4", true);
  replay_row(report, "doubled-path", true);
  replay_row(report, "k5", true);
  replay_row(report, "bridge", false);
  replay_row(report, "bridge-spur", false);
  replay_row(report, "bridge-chain", false);
  keep_whole(report, "bridge");
  keep_whole(report, "bridge-spur");
}

static void replay_sweep_rows(struct report *report, const char *name) {
  static const char *const players[] = {"Short", "Cut"};
  struct tt_graph *const base = named_graph(report, name);
  struct tt_replay_sweep sweep;
  struct tt_error error;
  if (base == NULL) return;
  const enum tt_status status = tt_replay_sweep_run(&sweep, base, report->settings->threads, &error);
  if (status != TT_OK) fail(report, complain(&error));
  for (unsigned player = 0; player < 2 && status == TT_OK; player++) {
    for (unsigned first = 0; first < 2; first++) {
      const struct tt_replay *const replay = &sweep.replays[player][first];
      struct tt_replay *const total = &report->replays[player][first];
      if (replay->lost > 0) fail(report, TT_REFUTED);
      tt_replay_add(total, replay);
      report->replayed[player][first] += sweep.subgraphs[player][first];
      printf("| %s | %s | %s | %llu | %llu | %llu | %u | %llu |\n", name, players[player], first ? "first" : "second",
             (unsigned long long)sweep.subgraphs[player][first], (unsigned long long)replay->lines,
             (unsigned long long)replay->replies, replay->longest, (unsigned long long)replay->lost);
    }
  }
  tt_graph_free(base);
}

static void replay_sweep_section(struct report *report) {
  static const char *const players[] = {"Short", "Cut"};
  puts(
      "\n## Both strategies, on every subgraph\n\nShort moving second where Short wins so, Cut moving second where Cut "
      "wins so,"
      "\nand either moving first, from every named opening, where the first mover wins. Every move of the opponent at\n"
      "every point is tried.\n\n"
      "| graph | player | mover | subgraphs | lines | replies | longest | lost "
      "|\n|---|---|---|---:|---:|---:|---:|---:|");
  for (size_t index = 0; index < tt_base_count(); index++) replay_sweep_rows(report, tt_base_name(index));
  replay_sweep_rows(report, "k:6");
  for (unsigned player = 0; player < 2; player++) {
    for (unsigned first = 0; first < 2; first++) {
      const struct tt_replay *const total = &report->replays[player][first];
      printf("| **total** | %s | %s | %llu | %llu | %llu | %u | %llu |\n", players[player], first ? "first" : "second",
             (unsigned long long)report->replayed[player][first], (unsigned long long)total->lines,
             (unsigned long long)total->replies, total->longest, (unsigned long long)total->lost);
    }
  }
}

/* ---- Certificates ---- */

static void certificate_row(struct report *report, const char *name, bool positions) {
  struct tt_graph *const base = named_graph(report, name);
  struct tt_survey survey;
  char by[80];
  if (base == NULL) return;
  const struct survey_job job = {name, "forests,certified", positions, false};
  if (run_job(report, &job, base, &survey, by, sizeof by)) {
    const uint64_t missing = survey.undecided[1];
    const uint64_t verified = 2 * (survey.count - missing);
    report->certificates += verified;
    printf("| %s | %s | %llu | %llu | %llu |\n", name, positions ? "every position" : "every subgraph",
           (unsigned long long)survey.count, (unsigned long long)verified, (unsigned long long)missing);
  }
  tt_graph_free(base);
}

static void certificate_section(struct report *report) {
  puts(
      "\n## Certificates\n\nTwo for each position, for either player starting, each accepted by `twotrees-check`, "
      "which shares no\n"
      "source file with the rest.\n\n| graph | what | positions | certificates verified | missing "
      "|\n|---|---|---:|---:|---:|");
  for (size_t index = 0; index < tt_base_count(); index++) certificate_row(report, tt_base_name(index), false);
  certificate_row(report, "k:6", false);
  certificate_row(report, "bridgit:3", false);
  certificate_row(report, "k5", true);
  certificate_row(report, "bridgit:3", true);
  printf("| **total** | | | %llu | |\n", (unsigned long long)report->certificates);
}

/* ---- The dual ---- */

static void dual_row(struct report *report, const char *name) {
  struct tt_graph *const base = named_graph(report, name);
  struct tt_survey survey;
  char by[80];
  if (base == NULL) return;
  const struct survey_job job = {name, "playout,forests,certified,dual", false, false};
  if (run_job(report, &job, base, &survey, by, sizeof by)) {
    const uint64_t *const planar = survey.outcomes[3];
    printf("| %s | %llu | %llu | %llu | %llu | %llu | %llu | %llu |\n", name, (unsigned long long)survey.count,
           (unsigned long long)(survey.count - survey.undecided[3]), (unsigned long long)planar[TT_SHORT],
           (unsigned long long)planar[TT_FIRST], (unsigned long long)planar[TT_CUT],
           (unsigned long long)survey.undecided[3], (unsigned long long)survey.disagreements);
  }
  tt_graph_free(base);
}

static void dual_section(struct report *report) {
  puts(
      "\n## The planar dual\n\nWhere G + e* is planar (A and B on one face) Cut on G is Short on the dual: the outcome "
      "of every such\n"
      "subgraph by `dual`, beside `playout`, `forests` and `certified`. The subgraphs that are not planar with e* are\n"
      "settled by the last three, Cut's criterion among them.\n\n"
      "| graph | subgraphs | planar with e* | Short | First | Cut | not planar | disagreements |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|");
  for (size_t index = 0; index < tt_base_count(); index++) dual_row(report, tt_base_name(index));
  dual_row(report, "k:6");
  dual_row(report, "bridgit:3");
}

/* ---- Beyond K5 ---- */

static void positions_row(struct report *report, const char *name, const char *witnesses) {
  struct tt_graph *const base = named_graph(report, name);
  struct tt_survey survey;
  char by[80];
  if (base == NULL) return;
  const struct survey_job job = {name, witnesses, true, false};
  if (run_job(report, &job, base, &survey, by, sizeof by)) {
    printf("| %s | %llu | %llu | %llu | %llu | %llu | %s |\n", name, (unsigned long long)survey.count,
           (unsigned long long)survey.outcomes[0][TT_SHORT], (unsigned long long)survey.outcomes[0][TT_FIRST],
           (unsigned long long)survey.outcomes[0][TT_CUT], (unsigned long long)survey.disagreements, by);
  }
  tt_graph_free(base);
}

static void beyond_section(struct report *report) {
  static const char *const names[] = {"k:6", "bridgit:3"};
  puts("\n## Beyond K5\n\nNot published. Every subgraph:\n");
  for (size_t index = 0; index < 2; index++) survey_subgraphs(report, names[index], "playout,subsets,forests");
  outcome_table(report, names, 2);
  puts("");
  opening_table(report, names, 2);
  puts(
      "\nEvery position (each edge undecided, secured or deleted), either player to move:\n\n"
      "| graph | positions | Short | First | Cut | disagreements | by |\n|---|---:|---:|---:|---:|---:|---|");
  positions_row(report, "k5",
                "playout,subsets,forests"
#ifndef TT_WITHOUT_GLPK
                ",ilp"
#endif
  );
  positions_row(report, "bridgit:3", "playout,subsets,forests");
}

/* ---- All graphs on so many vertices ---- */

static enum tt_status add_piece(void *context, unsigned piece, const struct tt_census *census, struct tt_error *error) {
  (void)piece;
  (void)error;
  tt_census_add(context, census);
  return TT_OK;
}

/* Is what the trees say of all graphs on n vertices, labelled, what play says of all subgraphs of the complete graph?
 */
static const char *confirm_by_play(struct report *report, unsigned n, const struct tt_census *census) {
  const struct tt_tables_options options = {
      .threads = report->settings->threads, .progress = show_progress, .context = report};
  struct tt_tables counts;
  struct tt_error error;
  char name[20];
  snprintf(name, sizeof name, "k:%u", n);
  struct tt_graph *const base = named_graph(report, name);
  if (base == NULL) return "no";
  progress_start(&report->progress, name);
  const enum tt_status status = tt_tables_make(&counts, base, &options, &error);
  progress_end(&report->progress);
  tt_graph_free(base);
  if (status != TT_OK) fail(report, complain(&error));
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    if (status == TT_OK && census->labelled[outcome] == counts.outcomes[outcome]) continue;
    fail(report, TT_REFUTED);
    return "**NO**";
  }
  return "yes";
}

/* Adds the labellings of one graph with each pair of vertices as terminals, by the one-pair finder. */
static enum tt_status add_by_forests(struct tt_graph *graph, const uint64_t *rows, tt_wide *labelled,
                                     struct tt_error *error) {
  const unsigned n = graph->vertex_count;
  tt_wide weight = 2;
  graph->edge_count = 0;
  for (unsigned factor = 2; factor + 2 <= n; factor++) weight *= factor;
  for (unsigned u = 0; u < n; u++) {
    for (unsigned v = u + 1; v < n; v++) {
      if ((rows[u] >> v & 1) != 0 && !tt_graph_add_edge(graph, u, v)) return tt_no_memory(error);
    }
  }
  uint64_t pairs[3] = {0};
  for (graph->terminal_a = 0; graph->terminal_a + 1 < n; graph->terminal_a++) {
    for (graph->terminal_b = graph->terminal_a + 1; graph->terminal_b < n; graph->terminal_b++) {
      struct tt_forests forests;
      const enum tt_status status = tt_forests_make(&forests, graph, error);
      if (status != TT_OK) return status;
      pairs[forests.tempo]++;
      tt_forests_free(&forests);
    }
  }
  const uint64_t order = tt_symmetry_find(NULL, rows, n);
  for (unsigned tempo = 0; tempo < 3; tempo++) labelled[tempo] += weight * pairs[tempo] / order;
  return TT_OK;
}

/* The labelled counts once more, one pair of terminals at a time. */
static const char *confirm_by_forests(struct report *report, unsigned n, const struct tt_census *census) {
  const struct tt_generator_options options = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1};
  struct tt_error error;
  tt_wide labelled[3] = {0};
  uint64_t rows[TT_GENERATOR_VERTICES];
  struct tt_generator *const generator = tt_generator_open(&options, &error);
  struct tt_graph *const graph = tt_graph_new("generated", n);
  enum tt_status status = generator == NULL ? complain(&error) : graph == NULL ? complain_no_memory() : TT_OK;
  while (status == TT_OK && tt_generator_next(generator, rows, &error)) {
    status = add_by_forests(graph, rows, labelled, &error);
  }
  if (generator != NULL && tt_generator_close(generator, &error) != TT_OK) status = complain(&error);
  tt_graph_free(graph);
  const bool equal = status == TT_OK && memcmp(labelled, census->labelled, sizeof labelled) == 0;
  if (!equal) fail(report, worse(status, TT_REFUTED));
  return equal ? "yes" : "**NO**";
}

static void census_row(struct report *report, unsigned n, bool play) {
  const struct tt_census_options options = {.generator = {.vertex_count = n, .most_edges = UINT32_MAX, .mod = 1}};
  struct tt_census census = {0};
  struct tt_error error;
  char text[TT_WIDE_TEXT];
  const enum tt_status status = tt_census_run(&options,
                                              n < 9    ? 2
                                              : n < 10 ? 16
                                                       : 128,
                                              NULL, report->settings->threads, add_piece, &census, &error);
  if (status != TT_OK) fail(report, complain(&error));
  printf("| %u | %llu |", n, (unsigned long long)census.graphs);
  for (unsigned outcome = 0; outcome < 3; outcome++) printf(" %llu |", (unsigned long long)census.pairs[outcome]);
  for (unsigned outcome = 0; outcome < 3; outcome++) printf(" %s |", tt_wide_text(census.labelled[outcome], text));
  printf(" %s | %s |\n", play ? confirm_by_play(report, n, &census) : "not here",
         n <= 8 ? confirm_by_forests(report, n, &census) : "not here");
}

static void all_graphs_section(struct report *report, unsigned most, unsigned most_by_play) {
  puts(
      "\n## Every graph on n vertices\n\nEvery graph up to isomorphism with every pair of terminals, by one pebble "
      "game a\n"
      "graph (`twotrees census`); and, weighted by the number of labellings, the labelled graphs with two fixed "
      "terminals.\n"
      "Those are the subgraphs of the complete graph, which `twotrees tables` plays out. The last columns say whether\n"
      "play gives the same three numbers, and whether `forests`, one pair of terminals at a time, does.\n\n"
      "| n | graphs | Short | First | Cut | labelled Short | First | Cut | play agrees | forests agrees |\n"
      "|---:|---:|---:|---:|---:|---:|---:|---:|---|---|");
  for (unsigned n = 2; n <= most; n++) census_row(report, n, n <= most_by_play);
}

/* ---- Published figures ---- */

/* One line of data/published.tsv: key, figure, what it counts. */
static void published_row(struct report *report, const char *line) {
  char key[60], what[120];
  unsigned long long published;
  if (sscanf(line, "%59[^\t]\t%llu\t%119[^\n]", key, &published, what) != 3) {
    fail(report, misuse("data/published.tsv: expected key, figure and text in: %.60s", line));
    return;
  }
  const struct figure *const figure = find_figure(report, key);
  const bool equal = figure != NULL && figure->value == published;
  if (!equal) fail(report, TT_REFUTED);
  printf("| %s | %llu | %llu | %s | %s |\n", what, published, figure == NULL ? 0ULL : (unsigned long long)figure->value,
         equal ? "yes" : "**NO**", figure == NULL ? "nobody" : figure->by);
}

static void published_section(struct report *report) {
  puts(
      "\n## Published figures\n\nOf the essay *The first move is a link that is not there* (its census and "
      "figures).\n\n"
      "| what | published | here | equal | by |\n|---|---:|---:|---|---|");
  for (const char *line = tt_embedded_published; *line != '\0'; line = strchr(line, '\n') + 1) {
    published_row(report, line);
  }
  puts("\nNot published: over all pairs of trees the named openings are exactly Short's winning ones; on K5");
  printf("%llu of %llu.\n", (unsigned long long)value_of(report, "k5", "named_any_winning"),
         (unsigned long long)value_of(report, "k5", "short_winning"));
}

static void usual_report(struct report *report) {
  puts(
      "# Results\n\nWritten by `make reproduce`; every figure with the witnesses that gave it. A witness is one of "
      "the\n"
      "computations listed by `twotrees bases`; they share nothing but the vocabulary of `graph/`.\n");
  census_section(report);
  replay_section(report);
  replay_sweep_section(report);
  beyond_section(report);
  all_graphs_section(report, 9, 8);
  certificate_section(report);
  dual_section(report);
  fail(report, report_boards(report->settings));
  fail(report, report_matches());
  published_section(report);
}

enum tt_status run_report(const struct settings *settings) {
  if (settings->graph_count > 0) return misuse("report takes no GRAPH");
  struct report *const report = calloc(1, sizeof *report);
  if (report == NULL) return complain_no_memory();
  report->settings = settings;
  if (settings->long_run) {
    all_graphs_section(report, 10, 9);
  } else {
    usual_report(report);
  }
  const enum tt_status status = report->status;
  free(report);
  return status;
}
