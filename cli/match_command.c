/* match_command.c: `twotrees match`: levels against each other, as a table, records, CSV and a plot. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/match.h"

#define USUAL_GAMES 100
#define REFUTE_POSITIONS 20000000 /* most positions that --refute looks at: about 2 GiB */

/* ---- What is asked for ---- */

static enum tt_status unknown_level(const char *option, const char *name) {
  char known[200] = "";
  for (size_t index = 0; tt_engine_at(index) != NULL; index++) {
    if (index > 0) strncat(known, ", ", sizeof known - strlen(known) - 1);
    strncat(known, tt_engine_at(index)->name, sizeof known - strlen(known) - 1);
  }
  return misuse("%s %.40s: expected levels out of %s, separated by commas", option, name, known);
}

/* Reads a list of levels; each once. */
static enum tt_status read_levels(const char *option, const char *list, const struct tt_engine **levels,
                                  size_t *count) {
  *count = 0;
  if (list == NULL) return misuse("match: expected %s LEVELS; try: twotrees match --help", option);
  char *const copy = strdup(list);
  if (copy == NULL) return complain_no_memory();
  enum tt_status status = TT_OK;
  char *rest = copy;
  for (const char *name = strsep(&rest, ","); status == TT_OK && name != NULL; name = strsep(&rest, ",")) {
    const struct tt_engine *const level = tt_engine_find(name);
    bool known = false;
    for (size_t index = 0; index < *count; index++) known = known || levels[index] == level;
    if (level == NULL) {
      status = unknown_level(option, name);
    } else if (!known) {
      levels[(*count)++] = level;
    }
  }
  free(copy);
  return status;
}

static enum tt_status read_seed(const char *text, uint64_t *seed) {
  char *end;
  *seed = 1;
  if (text == NULL) return TT_OK;
  errno = 0;
  *seed = strtoull(text, &end, 10);
  if (*text >= '0' && *text <= '9' && *end == '\0' && errno == 0) return TT_OK;
  return misuse("--seed %.40s: expected a number from 0 to 18446744073709551615", text);
}

static enum tt_status read_colour(const char *text, enum tt_match_colour *colour) {
  static const char *const names[3][2] = {{"blue", "short"}, {"red", "cut"}, {"both", "both"}};
  *colour = TT_MATCH_SHORT;
  if (text == NULL) return TT_OK;
  for (unsigned index = 0; index < 3; index++) {
    *colour = (enum tt_match_colour)index;
    if (strcmp(text, names[index][0]) == 0 || strcmp(text, names[index][1]) == 0) return TT_OK;
  }
  return misuse("--colour %.40s: expected blue (or short), red (or cut) or both", text);
}

static enum tt_status read_witness(const char *name, const struct tt_witness **witness) {
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  size_t count;
  *witness = NULL;
  if (name == NULL) return TT_OK;
  const enum tt_status status = choose_witnesses(name, 0, witnesses, &count);
  if (status != TT_OK) return status;
  if (count != 1) return misuse("--witness %.60s: match asks one witness; expected one", name);
  *witness = witnesses[0];
  return TT_OK;
}

static enum tt_status read_question(const struct settings *settings, struct question *question) {
  *question = (struct question){.settings = settings};
  struct tt_match_options *const options = &question->options;
  enum tt_status status = read_levels("--first", settings->first, question->first, &question->first_count);
  if (status == TT_OK && !settings->refute) {
    status = read_levels("--second", settings->second, question->second, &question->second_count);
  }
  if (status == TT_OK) status = read_seed(settings->seed, &options->seed);
  if (status == TT_OK) status = read_colour(settings->colour, &options->colour);
  if (status == TT_OK) status = read_witness(settings->witnesses, &options->witness);
  options->games = settings->games > 0 ? (uint32_t)settings->games : USUAL_GAMES;
  options->openings = (uint32_t)settings->openings;
  options->won_starts = settings->won_starts;
  options->budget = settings->budget > 0 ? (uint64_t)settings->budget : TT_ENGINE_BUDGET;
  options->threads = settings->threads;
  return status;
}

/* The size of the board that a graph is by its name, else 0. */
static unsigned board_of(const struct tt_graph *graph) {
  unsigned board = 0;
  int end = 0;
  if (sscanf(graph->name, "bridgit:%u%n", &board, &end) != 1 || graph->name[end] != '\0') return 0;
  return board >= TT_BOARD_LEAST && board <= TT_BOARD_MOST ? board : 0;
}

/* ---- Showing ---- */

/* Of one side by ply: entry k is its ply 2k + 1 of the game (second: 2k + 2), up to the last that is not 0. */
static void json_by_ply(const char *side, const char *what, const uint64_t *counts, size_t from, size_t plies) {
  char key[40];
  snprintf(key, sizeof key, "%s_%s", side, what);
  json_key(key);
  putchar('[');
  while (plies > from && (counts[plies - 1] == 0 || (plies - 1) % 2 != from)) plies--;
  for (size_t ply = from; ply < plies; ply += 2) {
    printf(ply > from ? ",%llu" : "%llu", (unsigned long long)counts[ply]);
  }
  putchar(']');
}

static void json_side(const char *side, const char *what, uint64_t value) {
  char key[40];
  snprintf(key, sizeof key, "%s_%s", side, what);
  json_count(key, value);
}

static void show_json(const struct played *played) {
  static const char *const names[2] = {"first", "second"};
  static const char *const colours[3] = {"blue", "red", "both"};
  const struct tt_match *const match = &played->match;
  json_begin("match");
  json_text("graph", played->graph);
  json_text("first", played->options.first->name);
  json_text("second", played->options.second->name);
  json_count("games", match->games);
  for (unsigned side = 0; side < 2; side++) json_side(names[side], "won", match->sides[side].won);
  for (unsigned side = 0; side < 2; side++) json_side(names[side], "blunders", match->sides[side].blunders);
  for (unsigned side = 0; side < 2; side++) {
    json_side(names[side], "held", match->sides[side].held);
    json_side(names[side], "thrown", match->sides[side].thrown);
    json_side(names[side], "blundered", match->sides[side].blundered);
    json_side(names[side], "moves", match->sides[side].moves);
    json_side(names[side], "from_won", match->sides[side].from_won);
    json_side(names[side], "detour", match->sides[side].detour);
  }
  json_count("seed", played->options.seed);
  json_text("colour", colours[played->options.colour]);
  json_count("openings", played->options.openings);
  if (played->options.won_starts) json_truth("won_starts", true);
  json_count("distinct", match->distinct);
  json_count("plies", match->total_plies);
  json_count("first_start", match->first_start);
  json_count("impossible", match->impossible);
  for (unsigned side = 0; side < 2; side++) {
    json_by_ply(names[side], "from_won_at", match->sides[side].from_won_at, side, match->plies);
    json_by_ply(names[side], "blunders_at", match->sides[side].blunders_at, side, match->plies);
  }
  json_end();
}

static double share(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : (double)part / (double)whole;
}

static void show_side(const char *when, const struct tt_engine *level, const struct tt_match_side *side) {
  printf("  %-6s  %-8s %7llu %7llu %9llu %6.2f %9llu %9.2f%% %9llu %7.2f\n", when, level->name,
         (unsigned long long)side->won, (unsigned long long)side->held, (unsigned long long)side->blunders,
         share(side->blunders, side->held), (unsigned long long)side->blundered,
         100.0 * share(side->blunders, side->from_won), (unsigned long long)side->thrown,
         share(side->detour, side->won));
}

#define PLY_ROWS 20 /* about so many rows of plies, so that they stand on a screen */

/* One side in the plies from `start` on: won positions, blunders and their share. */
static void show_block(const struct tt_match_side *side, size_t start, size_t end) {
  uint64_t from_won = 0, blunders = 0;
  for (size_t ply = start; ply < end; ply++) {
    from_won += side->from_won_at[ply];
    blunders += side->blunders_at[ply];
  }
  printf(" %11llu %9llu %7.2f%%", (unsigned long long)from_won, (unsigned long long)blunders,
         100.0 * share(blunders, from_won));
}

/* By blocks of plies, an even number in each, as far as anybody was on move in a won position. */
static void show_plies(const struct tt_match *match) {
  size_t last = match->plies;
  while (last > 0 && match->sides[0].from_won_at[last - 1] + match->sides[1].from_won_at[last - 1] == 0) last--;
  if (match->sides[0].blunders + match->sides[1].blunders == 0) return;
  const size_t step = 2 * ((last + 2 * PLY_ROWS - 1) / (2 * PLY_ROWS));
  puts("\n  plies      first: won  blunders   share   second: won  blunders   share");
  for (size_t start = 0; start < last; start += step) {
    const size_t end = start + step < match->plies ? start + step : match->plies;
    char plies[60];
    snprintf(plies, sizeof plies, "%zu-%zu", start + 1, end);
    printf("  %-9s", plies);
    show_block(&match->sides[0], start, end);
    printf("   ");
    show_block(&match->sides[1], start, end);
    putchar('\n');
  }
}

static void show_text(const struct played *played) {
  static const char *const colours[3] = {"Short (Blue)", "Cut (Red)", "Short and Cut by turns"};
  const struct tt_match *const match = &played->match;
  printf("%s: %llu games from seed %llu, %llu different, %.1f plies on average; %s first", played->graph,
         (unsigned long long)match->games, (unsigned long long)played->options.seed,
         (unsigned long long)match->distinct, share(match->total_plies, match->games), colours[played->options.colour]);
  if (played->options.openings > 0) {
    printf(";\n%u plies at random, after which `first` has won %llu games with best play", played->options.openings,
           (unsigned long long)match->first_start);
  }
  puts("\n\n  moves   level        won    held  blunders a game  in games  per move    thrown  detour");
  show_side("first", played->options.first, &match->sides[0]);
  show_side("second", played->options.second, &match->sides[1]);
  show_plies(match);
  if (match->impossible > 0) {
    printf("\n  IMPOSSIBLE: %llu moves made a lost position won: the witness is wrong\n",
           (unsigned long long)match->impossible);
  }
  putchar('\n');
}

/* ---- Playing ---- */

static void show_progress(void *context, uint64_t done, uint64_t total) {
  progress_step(context, done, total);
}

static enum tt_status play_pair(struct question *question, const struct tt_graph *graph, const struct tt_engine *first,
                                const struct tt_engine *second) {
  struct played played = {.options = question->options};
  struct progress progress;
  struct tt_error error;
  char what[120];
  played.options.first = first;
  played.options.second = second;
  played.options.progress = show_progress;
  played.options.context = &progress;
  snprintf(what, sizeof what, "%.60s %s - %s", graph->name, first->name, second->name);
  snprintf(played.graph, sizeof played.graph, "%s", graph->name);
  progress_start(&progress, what);
  enum tt_status status = tt_match_play(&played.match, graph, board_of(graph), &played.options, &error);
  progress_end(&progress);
  if (status != TT_OK) return complain(&error);
  (question->settings->json ? show_json : show_text)(&played);
  fflush(stdout);
  if (played.match.impossible > 0) status = TT_REFUTED;
  struct played *const more = realloc(question->played, (question->played_count + 1) * sizeof *more);
  if (more == NULL) {
    tt_match_free(&played.match);
    return complain_no_memory();
  }
  question->played = more;
  question->played[question->played_count++] = played;
  return status;
}

/* Who makes each move: the two have names for their dots in common. */
static void json_players(const struct tt_game *start, size_t plies) {
  static const char *const names[] = {"blue", "red"};
  json_key("players");
  putchar('[');
  for (size_t ply = 0; ply < plies; ply++) {
    if (ply > 0) putchar(',');
    json_string(names[ply % 2 == 0 ? start->turn : tt_opponent(start->turn)]);
  }
  putchar(']');
}

static void show_refutation(const struct settings *settings, const struct tt_game *start, const char *level,
                            const struct tt_refutation *refutation) {
  if (settings->json) {
    json_begin("refutation");
    json_text("graph", start->graph->name);
    json_text("level", level);
    json_text("colour", start->turn == TT_PLAYER_SHORT ? "blue" : "red");
    json_truth("found", refutation->found);
    json_count("positions", refutation->positions);
    json_count("length", refutation->length);
    if (refutation->blunder != SIZE_MAX) json_count("blunder", refutation->blunder + 1);
    json_edges("moves", refutation->moves, refutation->length);
    json_players(start, refutation->length);
    json_end();
    return;
  }
  printf("%s: %s, moving first as %s, ", start->graph->name, level, tt_player_name(start, start->turn));
  if (!refutation->found) {
    printf("never loses (%llu positions)\n", (unsigned long long)refutation->positions);
    return;
  }
  printf("loses at the soonest in %zu plies", refutation->length);
  if (refutation->blunder != SIZE_MAX) printf("; ply %zu throws the game away", refutation->blunder + 1);
  printf(" (%llu positions)\n ", (unsigned long long)refutation->positions);
  for (size_t ply = 0; ply < refutation->length; ply++) {
    const struct tt_move move = {ply % 2 == 0 ? start->turn : tt_opponent(start->turn), refutation->moves[ply]};
    char name[40];
    printf("%s %s %s", ply > 0 ? "," : "", tt_player_name(start, move.player),
           tt_move_name(start, move, name, sizeof name));
  }
  putchar('\n');
}

static enum tt_status refute(const struct question *question, const struct tt_graph *graph,
                             const struct tt_engine *level, enum tt_player player) {
  struct tt_game start;
  struct tt_refutation refutation;
  struct tt_error error;
  enum tt_status status = tt_game_make(&start, graph, board_of(graph), false, player, &error);
  if (status != TT_OK) return complain(&error);
  status = tt_refutation_make(&refutation, &start, level, question->options.budget, REFUTE_POSITIONS, &error);
  if (status == TT_OK) show_refutation(question->settings, &start, level->name, &refutation);
  if (status != TT_OK) complain(&error);
  tt_game_free(&start);
  return status;
}

static enum tt_status play_graph(struct question *question, const struct tt_graph *graph) {
  const enum tt_match_colour colour = question->options.colour;
  enum tt_status status = TT_OK;
  for (size_t first = 0; first < question->first_count; first++) {
    const struct tt_engine *const level = question->first[first];
    for (unsigned player = 0; question->settings->refute && player < 2; player++) {
      if (colour != TT_MATCH_BOTH && player != (unsigned)colour) continue;
      status = worse(status, refute(question, graph, level, (enum tt_player)player));
    }
    for (size_t second = 0; second < question->second_count; second++) {
      status = worse(status, play_pair(question, graph, level, question->second[second]));
    }
  }
  return status;
}

/* Is it a name of another kind of picture? The plot is an SVG, whatever the file is called. */
static bool names_other_picture(const char *path) {
  const char *const end = strrchr(path, '.');
  return end != NULL && strchr(end, '/') == NULL && end[1] != '\0' && strcasecmp(end, ".svg") != 0;
}

/* What is written after the matches. A file that is to appear is tried before and made then: a match that is stopped
 * leaves nothing behind. */
struct result {
  const char *name; /* NULL: not asked for */
  enum tt_status (*write)(const struct question *question, FILE *file);
  struct output output;
  bool open; /* since before: standard output, or what is written in place */
};

static enum tt_status try_result(struct result *result) {
  if (result->name == NULL) return TT_OK;
  const enum tt_status status = output_open(&result->output, result->name);
  result->open = status == TT_OK && result->output.temporary == NULL;
  return status == TT_OK && !result->open ? output_close(&result->output, TT_OK, false) : status;
}

static enum tt_status write_result(const struct question *question, struct result *result) {
  if (result->name == NULL) return TT_OK;
  enum tt_status status = result->open ? TT_OK : output_open(&result->output, result->name);
  if (status != TT_OK) return status;
  status = result->write(question, result->output.stream);
  result->open = false;
  return output_close(&result->output, status, status == TT_OK);
}

static enum tt_status play_all(const struct settings *settings, struct question *question) {
  struct inputs inputs;
  struct result results[] = {{.name = settings->csv, .write = match_write_csv},
                             {.name = settings->plot, .write = match_write_plot}};
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  status = try_result(&results[0]);
  if (status == TT_OK) status = try_result(&results[1]);
  if (status != TT_OK) {
    if (results[0].open) output_close(&results[0].output, TT_OK, false);
    return inputs_close(&inputs, status);
  }
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, play_graph(question, graph));
  }
  for (unsigned index = 0; index < 2; index++) status = worse(status, write_result(question, &results[index]));
  return inputs_close(&inputs, status);
}

enum tt_status run_match(const struct settings *settings) {
  char board[] = "bridgit:5", *usual[] = {board};
  struct question question;
  struct settings all = *settings;
  if (all.graph_count == 0) {
    all.graphs = usual;
    all.graph_count = 1;
  }
  enum tt_status status = read_question(&all, &question);
  if (status != TT_OK) return status;
  if (all.plot != NULL && names_other_picture(all.plot)) {
    return misuse("--plot %.100s: the plot is an SVG; expected a name that ends in .svg", all.plot);
  }
  if (all.plot != NULL && all.csv != NULL && output_same(all.csv, all.plot)) {
    return misuse("--csv and --plot: expected two files, found %.100s for both", all.plot);
  }
  status = play_all(&all, &question);
  for (size_t index = 0; index < question.played_count; index++) tt_match_free(&question.played[index].match);
  free(question.played);
  return status;
}
