/* report_match.c: the section of RESULTS.md about matches: how often each level throws a won game away.
 *
 * The figures are the records in data/matches.tsv, each beside the command that printed it (`make matches`); a test
 * plays some of them again and compares. The shortest lost games are searched for here. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "graph/embedded.h"

#define CELL_WORDS "--games 1000 --seed 1 --colour both --openings %u --budget 1000 --json%s"
#define FEW_GAMES 900 /* of the 1,000 of a cell */
#define REFUTE_POSITIONS 1000000

static const unsigned sizes[] = {4, 5, 7, 10};
static const char *const levels[] = {"easy", "medium", "hard", "hard3", "shannon"};
enum { SIZES = sizeof sizes / sizeof sizes[0], LEVELS = sizeof levels / sizeof levels[0] };

/* ---- Cells ---- */

/* The record of a cell, or NULL when it has not been played. */
static const char *find_record(unsigned size, const char *first, const char *second, unsigned openings) {
  char command[240];
  const int length = snprintf(command, sizeof command, "match bridgit:%u --first %s --second %s " CELL_WORDS "\t", size,
                              first, second, openings, openings == 3 ? " --won" : "");
  for (const char *const *row = tt_embedded_matches; *row != NULL; row++) {
    if (strncmp(*row, command, (size_t)length) == 0) return *row + length;
  }
  return NULL;
}

/* Where the value of "side_what" stands in a record; NULL when the record has no such key. */
static const char *find_value(const char *record, unsigned side, const char *what) {
  char key[60];
  const int length = snprintf(key, sizeof key, "\"%s_%s\":", side == 0 ? "first" : "second", what);
  const char *const at = strstr(record, key);
  return at == NULL ? NULL : at + length;
}

static uint64_t value_of(const char *record, unsigned side, const char *what) {
  const char *const at = find_value(record, side, what);
  return at == NULL ? 0 : strtoull(at, NULL, 10);
}

/* Entry `index` of a list by ply; 0 behind its end. */
static uint64_t entry_of(const char *record, unsigned side, const char *what, size_t index) {
  const char *at = find_value(record, side, what);
  if (at == NULL || *at != '[' || at[1] == ']') return 0;
  for (at++; index > 0; index--) {
    at += strcspn(at, ",]");
    if (*at++ == ']') return 0;
  }
  return strtoull(at, NULL, 10);
}

static double percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * (double)part / (double)whole;
}

/* " thrown of held (errors per move from a won position), how many games where few of them differ |" */
static void print_cell(const char *record, unsigned side) {
  if (record == NULL) {
    fputs(" - |", stdout);
    return;
  }
  printf(" %" PRIu64 " of %" PRIu64 " (%.1f%%)", value_of(record, side, "thrown"), value_of(record, side, "held"),
         percent(value_of(record, side, "blunders"), value_of(record, side, "from_won")));
  const char *const distinct = strstr(record, "\"distinct\":");
  const unsigned long different = distinct == NULL ? 0 : strtoul(distinct + strlen("\"distinct\":"), NULL, 10);
  if (different < FEW_GAMES) printf(", %lu games", different);
  fputs(" |", stdout);
}

static void print_row(const char *level, const char *when, unsigned side, bool itself, unsigned openings) {
  const char *const other = itself ? level : "perfect";
  printf("| %s | %s |", level, when);
  for (unsigned index = 0; index < SIZES; index++) {
    print_cell(find_record(sizes[index], side == 0 ? level : other, side == 0 ? other : level, openings), side);
  }
  putchar('\n');
}

/* ---- Tables ---- */

static void print_thrown(void) {
  puts(
      "\nWon games thrown away: games lost of the games in which the level was on move in a won position, 1,000 games "
      "a\n"
      "cell, both colours by turns; in brackets, how many of 100 moves from won positions were blunders. From the "
      "empty\n"
      "board the lot among equal moves makes few different games (their number is given below 900), so there are also\n"
      "cells after random plies. The second player has lost until the first errs: against `perfect` it starts on move\n"
      "after three random plies, drawn again until that is a won position (`--won`).\n\n"
      "| level | moves, against whom, random plies | N = 4 | 5 | 7 | 10 |\n|---|---|---|---|---|---|");
  for (unsigned level = 0; level < LEVELS; level++) {
    print_row(levels[level], "first, `perfect`, 0", 0, false, 0);
    print_row(levels[level], "first, `perfect`, 2", 0, false, 2);
    print_row(levels[level], "second, `perfect`, 3 (won)", 1, false, 3);
    print_row(levels[level], "first, itself, 2", 0, true, 2);
    print_row(levels[level], "second, itself, 2", 1, true, 2);
  }
  puts("\nEach cell: `twotrees match bridgit:N --first L --second M --games 1000 --seed 1 --colour both --openings K");
  puts("--budget 1000`; all records: data/matches.tsv, written by `make matches`.");
}

/* The ply by which half the blunders have been made. */
static size_t median_ply(const char *record, uint64_t blunders, size_t plies) {
  uint64_t sum = 0;
  size_t index = 0;
  while (index < plies && 2 * (sum += entry_of(record, 0, "blunders_at", index)) < blunders) index++;
  return 2 * index + 1;
}

/* Blunders of a hundred moves from won positions in a third of the board's plies. */
static void print_third(const char *record, unsigned third, size_t edges) {
  uint64_t blunders = 0, from_won = 0;
  for (size_t index = 0; 2 * index < edges; index++) {
    if (6 * index / edges != third) continue;
    blunders += entry_of(record, 0, "blunders_at", index);
    from_won += entry_of(record, 0, "from_won_at", index);
  }
  if (from_won == 0) {
    fputs(" - |", stdout);
  } else {
    printf(" %.1f%% of %" PRIu64 " |", percent(blunders, from_won), from_won);
  }
}

static void print_where(void) {
  puts(
      "\nWhere in the game: first against `perfect` after two random plies. Thirds are those of a full board's plies; "
      "in\n"
      "each, the share of moves from won positions that were blunders.\n\n"
      "| level | N | blunders | half of them by ply | first third | second | last |\n|---|---:|---:|---:|---|---|---|");
  for (unsigned level = 0; level < LEVELS; level++) {
    for (unsigned index = 0; index < SIZES; index++) {
      const unsigned n = sizes[index];
      const char *const record = find_record(n, levels[level], "perfect", 2);
      const size_t edges = (size_t)n * n + (size_t)(n - 1) * (n - 1);
      if (record == NULL) continue;
      const uint64_t blunders = value_of(record, 0, "blunders");
      printf("| %s | %u | %" PRIu64 " | %zu of %zu |", levels[level], n, blunders, median_ply(record, blunders, edges),
             edges);
      for (unsigned third = 0; third < 3; third++) print_third(record, third, edges);
      putchar('\n');
    }
  }
}

static void print_pair(const char *first, const char *second) {
  printf("| %s - %s |", first, second);
  for (unsigned index = 0; index < SIZES; index++) {
    const char *const record = find_record(sizes[index], first, second, 2);
    if (record == NULL) {
      fputs(" - |", stdout);
    } else {
      printf(" %" PRIu64 " - %" PRIu64 " |", value_of(record, 0, "won"), value_of(record, 1, "won"));
    }
  }
  putchar('\n');
}

static void print_third_ply(void) {
  puts(
      "\nWhat a third ply buys: games won, first - second, after two random plies that leave the first player a won\n"
      "game.\n\n| first - second | N = 4 | 5 | 7 | 10 |\n|---|---|---|---|---|");
  print_pair("hard", "hard");
  print_pair("hard3", "hard");
  print_pair("hard", "hard3");
  print_pair("hard3", "hard3");
  print_pair("hard", "perfect");
  print_pair("hard3", "perfect");
}

/* ---- The shortest games lost ---- */

static enum tt_status make_refutation(struct tt_refutation *refutation, unsigned size, const char *level,
                                      enum tt_player player, bool show) {
  char name[24];
  struct tt_graph *graph;
  struct tt_game game;
  struct tt_error error;
  bool known;
  snprintf(name, sizeof name, "bridgit:%u", size);
  enum tt_status status = tt_graph_named(&graph, name, &known, &error);
  if (status != TT_OK) return complain(&error);
  status = tt_game_make(&game, graph, size, false, player, &error);
  tt_graph_free(graph);
  if (status == TT_OK) {
    status = tt_refutation_make(refutation, &game, tt_engine_find(level), 1000, REFUTE_POSITIONS, &error);
    for (size_t ply = 0; status == TT_OK && show && ply < refutation->length; ply++) {
      const struct tt_move move = {ply % 2 == 0 ? player : tt_opponent(player), refutation->moves[ply]};
      char text[16];
      printf("%s%s %s", ply > 0 ? ", " : "", tt_player_name(&game, move.player),
             tt_move_name(&game, move, text, sizeof text));
    }
    tt_game_free(&game);
  }
  return status == TT_OK ? TT_OK : complain(&error);
}

static enum tt_status print_shortest(void) {
  enum tt_status status = TT_OK;
  struct tt_refutation refutation;
  puts(
      "\nThe shortest game that each level loses though it moves first, over every reply and every move that it holds\n"
      "equally good, in plies (`twotrees match bridgit:N --first L --refute --colour both`); in brackets, the ply "
      "that\n"
      "throws the game away in the first such game found.\n\n"
      "| level | N = 3, as Blue | as Red | N = 4, as Blue | as Red |\n|---|---:|---:|---:|---:|");
  for (unsigned level = 0; level < LEVELS; level++) {
    printf("| %s |", levels[level]);
    for (unsigned column = 0; column < 4; column++) {
      status = worse(status,
                     make_refutation(&refutation, 3 + column / 2, levels[level], (enum tt_player)(column % 2), false));
      printf(" %zu (%zu) |", refutation.length, refutation.blunder + 1);
    }
    putchar('\n');
  }
  for (unsigned size = 3; size <= 4; size++) {
    printf("\n`shannon`, moving first, at N = %u: ", size);
    status = worse(status, make_refutation(&refutation, size, "shannon", TT_PLAYER_SHORT, true));
    puts(".");
  }
  return status;
}

enum tt_status report_matches(void) {
  puts(
      "\n## Levels against the exact outcome\n\nThe levels of `twotrees play` and `twotrees match` (docs/levels.md has "
      "their "
      "rules), each move judged by the trees.\n`perfect` never loses a won position, and delays where it is lost.");
  print_thrown();
  print_where();
  print_third_ply();
  return print_shortest();
}
