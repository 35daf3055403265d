/* match.c: engines against each other, and what each of their moves was worth.
 *
 * Every game is played alone, from seeds of its own, and leaves a record; the match adds records up. Sums do not know
 * in which order they were added, so neither do the results. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "play/engine.h"

#define MOST_DRAWS 10000 /* of an opening that has to leave a won position */

/* One game played. */
struct record {
  unsigned winner;    /* side: 0 moved first */
  bool first_start;   /* the first side was the favourite after the opening */
  bool held[2];       /* was on move in a won position */
  size_t opening;     /* plies at random */
  size_t plies;       /* in all */
  uint32_t needed[2]; /* distance of each side after the opening */
  uint8_t *blunder;   /* owned; by ply */
  uint8_t *from_won;  /* owned; by ply */
  uint64_t impossible;
  uint64_t hash;
};

struct hall {
  const struct tt_graph *position;
  unsigned board;
  const struct tt_match_options *options;
};

/* splitmix64's mixing (Steele, Lea and Flood 2014): a number from the seed of the match, the game and a purpose. */
static uint64_t seed_for(uint64_t seed, uint64_t game, uint64_t purpose) {
  uint64_t mixed = seed;
  const uint64_t parts[2] = {game, purpose};
  for (unsigned part = 0; part < 2; part++) {
    mixed += UINT64_C(0x9e3779b97f4a7c15) * (parts[part] + 1);
    mixed = (mixed ^ (mixed >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ (mixed >> 27)) * UINT64_C(0x94d049bb133111eb);
    mixed ^= mixed >> 31;
  }
  return mixed == 0 ? 1 : mixed;
}

static enum tt_player player_of(const struct hall *hall, uint64_t game, unsigned side) {
  const enum tt_match_colour colour = hall->options->colour;
  const bool cut_first = colour == TT_MATCH_CUT || (colour == TT_MATCH_BOTH && game % 2 == 1);
  return cut_first == (side == 0) ? TT_PLAYER_CUT : TT_PLAYER_SHORT;
}

/* Who wins with best play. */
static enum tt_status judge(const struct hall *hall, const struct tt_game *game, enum tt_player *favourite,
                            struct tt_error *error) {
  if (hall->options->witness == NULL) return tt_game_favourite(game, favourite, error);
  *favourite = game->winner;
  if (game->winner != TT_PLAYER_NONE) return TT_OK;
  struct tt_verdict verdict;
  const enum tt_status status = tt_witness_ask(hall->options->witness, game->graph, &verdict, error);
  const bool short_wins = game->turn == TT_PLAYER_SHORT ? verdict.short_wins_first : verdict.short_wins_second;
  *favourite = short_wins ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
  return status;
}

/* Plays an edge at random that does not end the game; *played is false when there is none. */
static enum tt_status play_at_random(struct tt_game *game, uint64_t *random, size_t *edges, bool *played,
                                     struct tt_error *error) {
  size_t count = 0;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    if (game->graph->states[edge] == TT_UNDECIDED) edges[count++] = edge;
  }
  *played = false;
  while (count > 0 && !*played) {
    const size_t index = (size_t)(tt_random_next(random) % count);
    const enum tt_status status = tt_game_play(game, edges[index], error);
    if (status != TT_OK) return status;
    *played = game->winner == TT_PLAYER_NONE;
    if (!*played) tt_game_undo(game);
    edges[index] = edges[--count];
  }
  return TT_OK;
}

/* Plays the opening, again and again where only one that leaves the player on move a won position will do. Sets who has
 * won after it. */
static enum tt_status play_opening(const struct hall *hall, struct tt_game *game, uint64_t random,
                                   enum tt_player *favourite, struct tt_error *error) {
  size_t *const edges = malloc((game->graph->edge_count + 1) * sizeof *edges);
  if (edges == NULL) return tt_no_memory(error);
  enum tt_status status = TT_OK;
  bool done = false;
  for (unsigned draws = 0; status == TT_OK && !done && draws < MOST_DRAWS; draws++) {
    bool played = true;
    while (tt_game_undo(game)) continue;
    for (uint32_t ply = 0; status == TT_OK && played && ply < hall->options->openings; ply++) {
      status = play_at_random(game, &random, edges, &played, error);
    }
    if (status == TT_OK) status = judge(hall, game, favourite, error);
    done = !hall->options->won_starts || *favourite == game->turn;
  }
  free(edges);
  if (status != TT_OK || done) return status;
  return tt_fail(error, TT_NO_RESOURCE,
                 "undecided: in %d random openings of %u plies no won position for who is on move", MOST_DRAWS,
                 (unsigned)hall->options->openings);
}

static enum tt_status measure_needed(struct record *record, const struct tt_game *game, enum tt_player first,
                                     struct tt_error *error) {
  struct outlook outlook;
  const enum tt_status status = outlook_make(&outlook, game, error);
  if (status != TT_OK) return status;
  record->needed[0] = outlook_distance(&outlook, first);
  record->needed[1] = outlook_distance(&outlook, tt_opponent(first));
  outlook_free(&outlook);
  return TT_OK;
}

/* One move by the engine whose turn it is; the favourite before and after tells what it was worth. */
static enum tt_status play_move(const struct hall *hall, struct tt_game *game, enum tt_player first, uint64_t random[2],
                                enum tt_player *favourite, struct record *record, struct tt_error *error) {
  const enum tt_player mover = game->turn, before = *favourite;
  const unsigned side = mover == first ? 0 : 1;
  const struct tt_engine *const engine = side == 0 ? hall->options->first : hall->options->second;
  const size_t ply = game->move_count;
  size_t edge;
  enum tt_status status = engine->choose(game, &random[side], hall->options->budget, &edge, error);
  if (status == TT_OK) status = tt_game_play(game, edge, error);
  if (status == TT_OK) status = judge(hall, game, favourite, error);
  if (status != TT_OK) return status;
  record->from_won[ply] = before == mover;
  record->blunder[ply] = before == mover && *favourite != mover;
  record->held[side] = record->held[side] || before == mover;
  record->impossible += before != mover && *favourite == mover;
  return TT_OK;
}

static void close_record(struct record *record, const struct tt_game *game, enum tt_player first) {
  record->plies = game->move_count;
  record->winner = game->winner == first ? 0 : 1;
  record->hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a over the moves */
  record->hash = (record->hash ^ (uint64_t)first) * UINT64_C(0x100000001b3);
  for (size_t move = 0; move < game->move_count; move++) {
    record->hash = (record->hash ^ game->moves[move].edge) * UINT64_C(0x100000001b3);
  }
}

static enum tt_status play_game(const struct hall *hall, uint64_t index, struct record *record,
                                struct tt_error *error) {
  const enum tt_player first = player_of(hall, index, 0);
  const uint64_t seed = hall->options->seed;
  uint64_t random[2] = {seed_for(seed, index, 1), seed_for(seed, index, 2)};
  struct tt_game game;
  enum tt_player favourite = TT_PLAYER_NONE;
  enum tt_status status = tt_game_make(&game, hall->position, hall->board, false, first, error);
  if (status != TT_OK) return status;
  status = play_opening(hall, &game, seed_for(seed, index, 0), &favourite, error);
  record->opening = game.move_count;
  if (status == TT_OK) status = measure_needed(record, &game, first, error);
  record->first_start = favourite == first;
  while (status == TT_OK && game.winner == TT_PLAYER_NONE) {
    status = play_move(hall, &game, first, random, &favourite, record, error);
  }
  close_record(record, &game, first);
  tt_game_free(&game);
  return status;
}

/* ---- Adding up ---- */

static void add_side(struct tt_match_side *side, const struct record *record, unsigned which) {
  const bool won = record->winner == which;
  uint64_t moves = 0, blunders = 0;
  for (size_t ply = record->opening; ply < record->plies; ply++) {
    if (ply % 2 != which) continue;
    moves++;
    blunders += record->blunder[ply];
    side->from_won += record->from_won[ply];
    side->blunders_at[ply] += record->blunder[ply];
    side->from_won_at[ply] += record->from_won[ply];
  }
  side->moves += moves;
  side->blunders += blunders;
  side->blundered += blunders > 0;
  side->won += won;
  side->held += record->held[which];
  side->thrown += record->held[which] && !won;
  if (won) side->detour += moves - record->needed[which];
}

static void add_record(struct tt_match *match, const struct record *record) {
  for (unsigned side = 0; side < 2; side++) add_side(&match->sides[side], record, side);
  match->games++;
  match->total_plies += record->plies;
  match->first_start += record->first_start;
  match->impossible += record->impossible;
}

static int compare_hashes(const void *first, const void *second) {
  const uint64_t one = *(const uint64_t *)first, two = *(const uint64_t *)second;
  return one < two ? -1 : one > two;
}

static uint64_t count_distinct(uint64_t *hashes, uint64_t count) {
  uint64_t distinct = 0;
  qsort(hashes, count, sizeof *hashes, compare_hashes);
  for (uint64_t index = 0; index < count; index++) distinct += index == 0 || hashes[index] != hashes[index - 1];
  return distinct;
}

static bool record_make(struct record *record, size_t plies) {
  *record = (struct record){.blunder = calloc(plies + 1, 1), .from_won = calloc(plies + 1, 1)};
  return record->blunder != NULL && record->from_won != NULL;
}

static void record_free(struct record *record) {
  free(record->blunder);
  free(record->from_won);
}

/* ---- The match ---- */

/* What the threads share; changed in critical sections only. */
struct shared {
  struct tt_match *match;
  uint64_t *hashes;
  uint64_t done, failed_game;
  enum tt_status status;
  struct tt_error error;
};

/* Of several failures, that of the earliest game is told. */
static void take_failure(struct shared *shared, uint64_t game, const struct tt_error *error) {
  if (shared->status != TT_OK && shared->failed_game < game) return;
  shared->status = error->status;
  shared->error = *error;
  shared->failed_game = game;
}

static bool has_failed(struct shared *shared) {
  bool failed;
#pragma omp critical(tt_match)
  failed = shared->status != TT_OK;
  return failed;
}

static void play_and_add(const struct hall *hall, struct shared *shared, uint64_t game) {
  struct record record;
  struct tt_error error;
  enum tt_status status = TT_OK;
  if (has_failed(shared)) return;
  if (!record_make(&record, shared->match->plies)) {
    status = tt_no_memory(&error);
  } else {
    status = play_game(hall, game, &record, &error);
  }
#pragma omp critical(tt_match)
  {
    if (status != TT_OK) {
      take_failure(shared, game, &error);
    } else {
      add_record(shared->match, &record);
      shared->hashes[game] = record.hash;
      shared->done++;
    }
  }
  record_free(&record);
  if (hall->options->progress != NULL && omp_get_thread_num() == 0) {
    uint64_t done;
#pragma omp critical(tt_match)
    done = shared->done;
    hall->options->progress(hall->options->context, done, hall->options->games);
  }
}

static enum tt_status refuse(const struct tt_graph *position, unsigned board, const struct tt_match_options *options,
                             struct tt_error *error) {
  const struct tt_engine *const engines[2] = {options->first, options->second};
  for (unsigned side = 0; side < 2; side++) {
    if (!engines[side]->boards_only || board != 0) continue;
    return tt_fail(error, TT_BAD_INPUT,
                   "%s plays on boards only, and %.100s is none: expected bridgit:N, N from %d to %d",
                   engines[side]->name, position->name, TT_BOARD_LEAST, TT_BOARD_MOST);
  }
  struct tt_game game;
  const enum tt_status status = tt_game_make(&game, position, board, false, TT_PLAYER_SHORT, error);
  if (status != TT_OK) return status;
  const bool over = game.winner != TT_PLAYER_NONE;
  tt_game_free(&game);
  return over ? tt_fail(error, TT_BAD_INPUT, "%.100s is decided already: no game is left to play", position->name)
              : TT_OK;
}

static bool match_make(struct tt_match *match, size_t plies) {
  *match = (struct tt_match){.plies = plies};
  bool made = true;
  for (unsigned side = 0; side < 2; side++) {
    match->sides[side].blunders_at = calloc(plies + 1, sizeof(uint64_t));
    match->sides[side].from_won_at = calloc(plies + 1, sizeof(uint64_t));
    made = made && match->sides[side].blunders_at != NULL && match->sides[side].from_won_at != NULL;
  }
  return made;
}

void tt_match_free(struct tt_match *match) {
  for (unsigned side = 0; side < 2; side++) {
    free(match->sides[side].blunders_at);
    free(match->sides[side].from_won_at);
    match->sides[side].blunders_at = match->sides[side].from_won_at = NULL;
  }
}

enum tt_status tt_match_play(struct tt_match *match, const struct tt_graph *position, unsigned board,
                             const struct tt_match_options *options, struct tt_error *error) {
  *match = (struct tt_match){0};
  enum tt_status status = refuse(position, board, options, error);
  if (status != TT_OK) return status;
  const struct hall hall = {position, board, options};
  struct shared shared = {.match = match, .hashes = calloc((size_t)options->games + 1, sizeof(uint64_t))};
  if (!match_make(match, tt_graph_count(position, TT_UNDECIDED)) || shared.hashes == NULL) {
    free(shared.hashes);
    tt_match_free(match);
    return tt_no_memory(error);
  }
  const int threads = options->threads > 0 ? options->threads : omp_get_max_threads();
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (uint32_t game = 0; game < options->games; game++) play_and_add(&hall, &shared, game);
  match->distinct = count_distinct(shared.hashes, options->games);
  free(shared.hashes);
  if (shared.status == TT_OK) return TT_OK;
  tt_match_free(match);
  if (error != NULL) *error = shared.error;
  return shared.status;
}
