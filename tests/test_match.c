/* test_match.c: what a match counts, against second witnesses, against itself, and against data/matches.tsv.
 *
 * The same match with the forests and with witnesses that play or count otherwise has to give the same counts at every
 * ply; identities between the counts; games played again by the test from the engines alone; threads; the command, its
 * files and its refusals; rows of data/matches.tsv played anew. TT_LONG=1 plays more of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/play.h"
#include "solver/solver.h"
#include "tests/support.h"
#include "treetest/treetest.h"

enum { SEED = 20260612 };

static struct tt_match play(const char *name, unsigned board, struct tt_match_options options, const char *first,
                            const char *second) {
  struct tt_graph *const graph = support_graph(name);
  struct tt_match match;
  struct tt_error error;
  options.first = tt_engine_find(first);
  options.second = tt_engine_find(second);
  if (options.budget == 0) options.budget = 100;
  if (tt_match_play(&match, graph, board, &options, &error) != TT_OK) fail_msg("%s", error.text);
  tt_graph_free(graph);
  return match;
}

/* Are all counts of two matches the same, ply by ply? */
static bool equal(const struct tt_match *one, const struct tt_match *two) {
  bool same = one->games == two->games && one->distinct == two->distinct && one->total_plies == two->total_plies &&
              one->plies == two->plies && one->first_start == two->first_start && one->impossible == two->impossible;
  for (unsigned side = 0; side < 2; side++) {
    const struct tt_match_side *const a = &one->sides[side], *const b = &two->sides[side];
    same = same && memcmp(a, b, offsetof(struct tt_match_side, blunders_at)) == 0 &&
           memcmp(a->blunders_at, b->blunders_at, one->plies * sizeof *a->blunders_at) == 0 &&
           memcmp(a->from_won_at, b->from_won_at, one->plies * sizeof *a->from_won_at) == 0;
  }
  return same;
}

/* A witness that is wrong about one position in some: those with so many undecided edges. */
static enum tt_status lie(void *work, const struct tt_graph *position, struct tt_verdict *verdict,
                          struct tt_error *error) {
  const enum tt_status status = tt_witness_forests.ask(work, position, verdict, error);
  if (tt_graph_count(position, TT_UNDECIDED) == 7) verdict->short_wins_first = !verdict->short_wins_first;
  return status;
}

static void test_witnesses(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"random", "easy"}, {"hard", "hard"}, {"shannon", "random"}, {"easy", "perfect"}};
  const struct tt_witness *const witnesses[] = {&tt_witness_playout, &tt_witness_subsets, &tt_witness_dual,
#ifndef TT_WITHOUT_GLPK
                                                &tt_witness_ilp,
#endif
                                                NULL};
  struct tt_witness liar = tt_witness_forests;
  liar.ask = lie;
  for (size_t pair = 0; pair < 4; pair++) {
    struct tt_match_options options = {
        .games = 150, .seed = SEED + pair, .openings = (uint32_t)pair, .colour = TT_MATCH_BOTH};
    struct tt_match usual = play("bridgit:3", 3, options, pairs[pair][0], pairs[pair][1]);
    for (size_t index = 0; witnesses[index] != NULL; index++) {
      options.witness = witnesses[index];
      struct tt_match match = play("bridgit:3", 3, options, pairs[pair][0], pairs[pair][1]);
      assert_true(equal(&usual, &match));
      tt_match_free(&match);
    }
    options.witness = &liar;
    struct tt_match wrong = play("bridgit:3", 3, options, pairs[pair][0], pairs[pair][1]);
    assert_false(equal(&usual, &wrong));
    assert_true(wrong.impossible > 0);
    assert_int_equal(usual.impossible, 0);
    tt_match_free(&wrong);
    tt_match_free(&usual);
  }
}

/* At N = 4 and 5, by linear programs (or the dual) instead of forests. */
static void test_witnesses_beyond(void **state) {
  (void)state;
#ifdef TT_WITHOUT_GLPK
  const struct tt_witness *const witness = &tt_witness_dual;
#else
  const struct tt_witness *const witness = &tt_witness_ilp;
#endif
  for (unsigned board = 4; board <= 5; board++) {
    char name[20];
    snprintf(name, sizeof name, "bridgit:%u", board);
    struct tt_match_options options = {.games = 12, .seed = SEED, .openings = 3};
    struct tt_match usual = play(name, board, options, "easy", "hard");
    options.witness = witness;
    struct tt_match match = play(name, board, options, "easy", "hard");
    assert_true(equal(&usual, &match));
    tt_match_free(&usual);
    tt_match_free(&match);
  }
}

static void test_identities(void **state) {
  (void)state;
  uint64_t blunders = 0;
  for (size_t one = 0; tt_engine_at(one) != NULL; one++) {
    for (size_t two = 0; tt_engine_at(two) != NULL; two++) {
      const struct tt_match_options options = {
          .games = 25, .seed = SEED + one, .openings = (uint32_t)(two % 4), .colour = (enum tt_match_colour)(one % 3)};
      struct tt_match match = play("bridgit:4", 4, options, tt_engine_at(one)->name, tt_engine_at(two)->name);
      const struct tt_match_side *const first = &match.sides[0], *const second = &match.sides[1];
      assert_int_equal(match.games, 25);
      assert_int_equal(first->won + second->won, 25);
      assert_int_equal(first->moves + second->moves + 25 * (two % 4), match.total_plies);
      /* the favourite changes with every blunder, and who is it at the end has won */
      assert_true(first->won + first->blunders == match.first_start + second->blunders);
      uint64_t sums[2][2] = {{0}};
      for (unsigned side = 0; side < 2; side++) {
        for (size_t ply = 0; ply < match.plies; ply++) {
          sums[side][0] += match.sides[side].blunders_at[ply];
          sums[side][1] += match.sides[side].from_won_at[ply];
          assert_true(match.sides[side].blunders_at[ply] <= match.sides[side].from_won_at[ply]);
          if (ply % 2 != side) assert_int_equal(match.sides[side].from_won_at[ply], 0);
        }
        assert_int_equal(sums[side][0], match.sides[side].blunders);
        assert_int_equal(sums[side][1], match.sides[side].from_won);
        assert_true(match.sides[side].thrown <= match.sides[side].blundered);
        assert_true(match.sides[side].blundered <= match.sides[side].held);
        assert_true(match.sides[side].thrown + match.sides[side].won >= match.sides[side].held);
      }
      blunders += first->blunders + second->blunders;
      tt_match_free(&match);
    }
  }
  assert_true(blunders > 500);
}

/* `perfect` and a deterministic opening need no seed: the test plays the one game itself and counts. */
static void test_one_game(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("bridgit:5");
  struct tt_game game;
  struct tt_error error;
  uint64_t random = 1;
  assert_int_equal(tt_game_make(&game, graph, 5, false, TT_PLAYER_CUT, &error), TT_OK);
  while (game.winner == TT_PLAYER_NONE) {
    size_t edge;
    assert_int_equal(tt_engine_find("perfect")->choose(&game, &random, 100, &edge, &error), TT_OK);
    assert_int_equal(tt_game_play(&game, edge, &error), TT_OK);
  }
  const struct tt_match_options options = {.games = 3, .seed = 9, .colour = TT_MATCH_CUT};
  struct tt_match match = play("bridgit:5", 5, options, "perfect", "perfect");
  assert_int_equal(match.distinct, 1);
  assert_int_equal(match.total_plies, 3 * game.move_count);
  assert_int_equal(match.sides[0].won, 3);
  assert_int_equal(match.sides[0].from_won, 3 * ((game.move_count + 1) / 2));
  assert_int_equal(match.sides[0].detour, 3 * ((game.move_count + 1) / 2 - 5)); /* at the start five would do */
  tt_match_free(&match);
  tt_game_free(&game);
  tt_graph_free(graph);
}

static void test_threads_and_seeds(void **state) {
  (void)state;
  struct tt_match_options options = {.games = 200, .seed = SEED, .openings = 2, .threads = 1};
  struct tt_match one = play("bridgit:4", 4, options, "medium", "easy");
  for (int threads = 2; threads <= 5; threads++) {
    options.threads = threads;
    struct tt_match more = play("bridgit:4", 4, options, "medium", "easy");
    assert_true(equal(&one, &more));
    tt_match_free(&more);
  }
  options.seed++;
  struct tt_match other = play("bridgit:4", 4, options, "medium", "easy");
  assert_false(equal(&one, &other));
  tt_match_free(&other);
  tt_match_free(&one);
}

/* Openings drawn until the second player, on move after three plies, has a won position; where there is no such opening
 * that is an error. */
static void test_won_starts(void **state) {
  (void)state;
  struct tt_match_options options = {.games = 60, .seed = SEED, .openings = 3, .colour = TT_MATCH_BOTH};
  struct tt_match any = play("bridgit:4", 4, options, "perfect", "random");
  options.won_starts = true;
  struct tt_match won = play("bridgit:4", 4, options, "perfect", "random");
  assert_int_equal(won.first_start, 0);
  assert_int_equal(won.sides[1].held, 60);
  assert_true(any.first_start > 30);
  assert_int_equal(any.sides[1].held, 60 - any.first_start);
  tt_match_free(&any);
  tt_match_free(&won);
  options.openings = 1; /* every opening wins, so the second player never starts from a won position */
  options.first = options.second = tt_engine_find("random");
  struct tt_graph *const graph = support_graph("bridgit:3");
  struct tt_error error;
  assert_int_equal(tt_match_play(&won, graph, 3, &options, &error), TT_NO_RESOURCE);
  assert_string_equal(error.text, "undecided: in 10000 random openings of 1 plies no won position for who is on move");
  tt_graph_free(graph);
}

/* ---- The command ---- */

static struct support_run run_match(const char *words) {
  char command[2000];
  snprintf(command, sizeof command, "%s match %s", support_program(), words);
  return support_shell(command);
}

static void expect_run(const char *words, int status, const char *output, const char *errors) {
  struct support_run run = run_match(words);
  assert_string_equal(run.errors, errors);
  assert_string_equal(run.output, output);
  assert_int_equal(run.status, status);
  support_run_free(&run);
}

static void test_record(void **state) {
  (void)state;
  static const char start[] =
      "{\"kind\":\"match\",\"graph\":\"bridgit:5\",\"first\":\"perfect\",\"second\":\"hard\",\"games\":20,\"first_"
      "won\":20,"
      "\"second_won\":0,\"first_blunders\":0,\"second_blunders\":0,";
  static const char words[] = "bridgit:5 --first perfect --second hard --games 20 --seed 5 --json";
  struct support_run run = run_match(words);
  assert_int_equal(run.status, 0);
  assert_memory_equal(run.output, start, sizeof start - 1);
  assert_ptr_equal(strchr(run.output, '\n') + 1, run.output + run.output_size);
  char with_threads[200];
  snprintf(with_threads, sizeof with_threads, "%s --threads 3", words);
  expect_run(with_threads, 0, run.output, "");
  snprintf(with_threads, sizeof with_threads, "%s --witness dual", words);
  expect_run(with_threads, 0, run.output, "");
  support_run_free(&run);
}

static void test_misuse(void **state) {
  (void)state;
  expect_run("bridgit:3", 2, "", "twotrees: match: expected --first LEVELS; try: twotrees match --help\n");
  expect_run("bridgit:3 --first easy", 2, "",
             "twotrees: match: expected --second LEVELS; try: twotrees match --help\n");
  expect_run("bridgit:3 --first easy,best --second easy", 2, "",
             "twotrees: --first best: expected levels out of easy, medium, hard, hard3, perfect, shannon, random, "
             "separated by commas\n");
  expect_run("bridgit:3 --first easy --second easy --seed -1", 2, "",
             "twotrees: --seed -1: expected a number from 0 to 18446744073709551615\n");
  expect_run("bridgit:3 --first easy --second easy --colour green", 2, "",
             "twotrees: --colour green: expected blue (or short), red (or cut) or both\n");
  expect_run("bridgit:3 --first easy --second easy --games 0", 2, "",
             "twotrees: --games 0: expected a number from 1 to 100000000\n");
  expect_run("k4 --first easy --second hard", 2, "",
             "twotrees: hard plays on boards only, and k4 is none: expected bridgit:N, N from 2 to 26\n");
  expect_run("bridgit:3 --first easy --second easy --witness playout,dual", 2, "",
             "twotrees: --witness playout,dual: match asks one witness; expected one\n");
  expect_run("bridgit:4 --first easy --second easy --witness subsets --games 2", 2, "",
             "twotrees: subsets takes at most 24 undecided edges; bridgit:4 has 25\n");
  expect_run("bridge --position sddds --first easy --second easy", 2, "",
             "twotrees: bridge is decided already: no game is left to play\n");
  expect_run("--first easy --second easy --plot x.png", 2, "",
             "twotrees: --plot x.png: the plot is an SVG; expected a name that ends in .svg\n");
  expect_run("bridge --first easy --second easy --csv no/such/place", 2, "",
             "twotrees: no/such/place: No such file or directory\n");
  expect_run("bridge --first easy --second easy --plot no/such/place", 2, "",
             "twotrees: no/such/place: No such file or directory\n");
  expect_run("bridge --first easy --second easy --csv ./no-such-file --plot no-such-file", 2, "",
             "twotrees: --csv and --plot: expected two files, found no-such-file for both\n");
}

static void test_refute(void **state) {
  (void)state;
  struct support_run run = run_match("bridgit:3 --first shannon,perfect --refute --json");
  assert_int_equal(run.status, 0);
  assert_ptr_equal(strstr(run.output, "{\"kind\":\"refutation\",\"graph\":\"bridgit:3\",\"level\":\"shannon\""),
                   run.output);
  assert_non_null(strstr(run.output, "\"found\":true"));
  assert_non_null(strstr(run.output, "\"length\":12,"));
  assert_non_null(strstr(run.output, "\"level\":\"perfect\",\"colour\":\"blue\",\"found\":false"));
  assert_non_null(strstr(run.output,
                         "\"players\":[\"blue\",\"red\",\"blue\",\"red\",\"blue\",\"red\",\"blue\",\"red\","
                         "\"blue\",\"red\",\"blue\",\"red\"]}"));
  support_run_free(&run);
  run = run_match("bridgit:3 --first shannon --refute --colour red");
  assert_non_null(strstr(run.output, "\n  Red A1 A2, Blue B1 B2, Red "));
  support_run_free(&run);
}

/* Without a GRAPH it is the board that `play` has, whatever standard input is. */
static void test_usual_board(void **state) {
  (void)state;
  struct support_run run = run_match("--first easy --second easy --games 3 < /dev/null");
  assert_int_equal(run.status, 0);
  assert_memory_equal(run.output, "bridgit:5: 3 games", 18);
  support_run_free(&run);
}

/* Names of files in the build directory. */
static const char *scratch(char *buffer, size_t size, const char *name) {
  snprintf(buffer, size, "%s/test-match-%ld-%s", support_build(), (long)getpid(), name);
  return buffer;
}

static void test_csv(void **state) {
  (void)state;
  char path[300], words[500];
  scratch(path, sizeof path, "a.csv");
  snprintf(words, sizeof words, "bridgit:3 k4 --first random --second easy,random --games 40 --csv %s", path);
  struct support_run run = run_match(words);
  assert_int_equal(run.status, 0);
  char *const text = support_read(path, NULL);
  size_t lines = 0;
  uint64_t blunders = 0;
  for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
    if (lines++ == 0) {
      assert_string_equal(line, "graph,first,second,games,seed,ply,mover,won_positions,blunders");
      continue;
    }
    unsigned won, wrong;
    assert_int_equal(sscanf(line, "\"%*[^\"]\",random,%*[a-z],40,1,%*u,%*[a-z],%u,%u", &won, &wrong), 2);
    assert_true(wrong <= won && won <= 40);
    blunders += wrong;
  }
  assert_int_equal(lines, 1 + 2 * (13 + 6));
  assert_true(blunders > 20);
  assert_int_equal(unlink(path), 0);
  free(text);
  support_run_free(&run);
}

/* A match that is stopped leaves no file, nor a part of one. */
static void test_stopped(void **state) {
  (void)state;
  char command[900];
  snprintf(command, sizeof command,
           "program=$(realpath %s); folder=$(mktemp -d); cd $folder\n"
           "\"$program\" match bridgit:3 bridgit:8 --first random --second random --games 300 --csv c.csv | head -1 > "
           "shown\n"
           "(\"$program\" match bridgit:10 --first hard3 --second hard3 --games 100000 --csv c.csv & job=$!\n"
           "sleep 0.3; kill -INT $job; kill -TERM $job; wait $job) > /dev/null 2>&1 || true\n"
           "rm shown; ls -A; cd /; rm -r $folder",
           support_program());
  struct support_run run = support_shell(command);
  assert_string_equal(run.output, "");
  assert_int_equal(run.status, 0);
  support_run_free(&run);
}

/* Where nobody blunders, or too seldom for a point, the plot says so. */
static void test_empty_plots(void **state) {
  (void)state;
  static const struct {
    const char *words, *said;
  } cases[] = {{"bridgit:3 --first perfect --second perfect --games 5", ">no blunders<"},
               {"bridgit:3 --first random --second random --games 9", "blunders, but no ply with 10 won positions"}};
  char path[300], words[500];
  if (system("command -v gnuplot > /dev/null") != 0) return;
  scratch(path, sizeof path, "empty.SVG");
  for (size_t index = 0; index < 2; index++) {
    snprintf(words, sizeof words, "%s --plot %s", cases[index].words, path);
    struct support_run run = run_match(words);
    assert_string_equal(run.errors, "");
    assert_int_equal(run.status, 0);
    char *const text = support_read(path, NULL);
    assert_non_null(strstr(text, cases[index].said));
    assert_int_equal(unlink(path), 0);
    free(text);
    support_run_free(&run);
  }
}

/* Where the first text on or behind a place in an SVG of gnuplot's says `said`: its height on the page. */
static double height_of(const char *text, const char *said) {
  const char *const at = strstr(text, said);
  assert_non_null(at);
  const char *move = at;
  while (move > text && strncmp(move, "translate(", 10) != 0) move--;
  double x, y;
  assert_int_equal(sscanf(move, "translate(%lf,%lf)", &x, &y), 2);
  return y;
}

/* Where gnuplot is not to be found, that is said and no file appears; the match itself is printed all the same. */
static void test_plot(void **state) {
  (void)state;
  char path[300], command[900];
  scratch(path, sizeof path, "plot.svg");
  snprintf(command, sizeof command,
           "program=$(realpath %s); PATH=/nowhere; \"$program\" match bridgit:3 --first easy --second easy --plot %s",
           support_program(), path);
  struct support_run run = support_shell(command);
  assert_int_equal(run.status, 3);
  assert_string_equal(run.errors,
                      "twotrees: no plot: gnuplot is not installed; on Debian: apt-get install gnuplot-nox\n");
  assert_memory_equal(run.output, "bridgit:3: 100 games", 20);
  assert_int_equal(access(path, F_OK), -1);
  support_run_free(&run);
  if (system("command -v gnuplot > /dev/null") != 0) return;
  snprintf(command, sizeof command, "bridgit:3 --first easy,perfect --second easy --plot %s", path);
  run = run_match(command);
  assert_int_equal(run.status, 0);
  char *text = support_read(path, NULL);
  assert_non_null(strstr(text, "<svg"));
  assert_non_null(strstr(text, "bridgit:3: easy second, against easy"));
  assert_non_null(strstr(text, "bridgit:3: easy first, against easy"));
  assert_null(strstr(text, "perfect"));                                                       /* nobody's blunders */
  assert_true(height_of(text, ">ply<") - height_of(text, "easy second, against easy") > 100); /* not on each other */
  support_run_free(&run);
  free(text);
  snprintf(command, sizeof command, "bridgit:4 --first easy,random,medium --second easy,random,medium --plot %s", path);
  run = run_match(command);
  text = support_read(path, NULL);
  assert_non_null(strstr(text, "rgb(  0, 114, 178)")); /* the fifth colour */
  assert_null(strstr(text, "rgb(240, 228,  66)"));     /* yellow is not seen on white */
  assert_int_equal(unlink(path), 0);
  free(text);
  support_run_free(&run);
}

/* A gnuplot that does what `script` says, on a match with an old plot and with what `before` sets. */
static struct support_run plot_by(const char *before, const char *script, const char *file) {
  char command[1500];
  snprintf(command, sizeof command,
           "program=$(realpath %s); folder=$(mktemp -d); cd $folder; echo OLD > old.svg; ln -s old.svg link.svg\n"
           "printf '#!/bin/sh\\n%%s\\n' '%s' > gnuplot; chmod +x gnuplot; PATH=$folder:$PATH; status=0\n"
           "(%s \"$program\" match bridgit:3 --first easy --second random --games 20 --plot %s > shown) || status=$?\n"
           "rm gnuplot; head -c 2000 old.svg; ls; test -L link.svg || status=99; cd /; rm -r $folder; exit $status",
           support_program(), script, before, file);
  return support_shell(command);
}

/* Whatever happens to gnuplot or the disk, the old plot is kept or a whole one is there. */
static void test_plot_whole(void **state) {
  (void)state;
  static const char drawn[] =
      "cat > /dev/null; echo \"<svg>\"; head -c 20000 /dev/zero | tr \"\\\\0\" x; echo \"</svg>\"";
  static const struct {
    const char *before, *script, *file;
    int status;
    const char *errors, *output; /* beginning */
  } cases[] = {
      {"", "cat > /dev/null; echo \"<svg>\"", "old.svg", 3, "twotrees: no plot: gnuplot did not draw all of it\n",
       "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", "echo \"<svg></svg>\"; exit 1", "old.svg", 3, "twotrees: no plot: gnuplot did not draw all of it\n",
       "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", "exit 0", "new.svg", 3, "twotrees: no plot: gnuplot did not draw all of it\n",
       "OLD\nlink.svg\nold.svg\nshown\n"},
      {"ulimit -f 8;", drawn, "old.svg", 3, "twotrees: old.svg: File too large\n", "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", drawn, "/dev/full", 3, "twotrees: /dev/full: No space left on device\n", "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", "echo \"<svg></svg>\"", "link.svg", 0, "", "<svg></svg>\nlink.svg\nold.svg\nshown\n"},
      {"", "echo \"<svg></svg>\"", "new.svg", 0, "", "OLD\nlink.svg\nnew.svg\nold.svg\nshown\n"},
      {"", "echo \"<svg></svg>\"", "-", 0, "", "OLD\nlink.svg\nold.svg\nshown\n"},
      {"ulimit -f 8;", drawn, "link.svg", 3, "twotrees: link.svg: File too large\n", "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", "echo \"<svg></svg>\"", "/dev/full", 3, "twotrees: /dev/full: No space left on device\n",
       "OLD\nlink.svg\nold.svg\nshown\n"},
      {"", drawn, "/dev/null --csv /dev/null", 0, "", "OLD\nlink.svg\nold.svg\nshown\n"},
  };
  for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
    struct support_run run = plot_by(cases[index].before, cases[index].script, cases[index].file);
    if (run.status != cases[index].status) fail_msg("%zu: status %d, %s", index, run.status, run.errors);
    assert_string_equal(run.errors, cases[index].errors);
    assert_string_equal(run.output, cases[index].output);
    support_run_free(&run);
  }
}

/* ---- data/matches.tsv ---- */

/* Does the command of a row print its record again, with these further words? */
static bool replays(const char *row, const char *more) {
  const char *const tab = strchr(row, '\t');
  char words[600];
  assert_non_null(tab);
  assert_memory_equal(row, "match ", 6);
  snprintf(words, sizeof words, "%.*s%s", (int)(tab - row) - 6, row + 6, more);
  struct support_run run = run_match(words);
  assert_int_equal(run.status, 0);
  assert_true(run.output_size > 0 && run.output[run.output_size - 1] == '\n');
  run.output[run.output_size - 1] = '\0';
  const bool same = strcmp(run.output, tab + 1) == 0;
  support_run_free(&run);
  return same;
}

static bool wanted_now(const char *row) {
  if (getenv("TT_LONG") != NULL) return strncmp(row, "match bridgit:10 ", 17) != 0;
  return strncmp(row, "match bridgit:4 ", 16) == 0 && strstr(row, "hard3") == NULL;
}

static void test_rows(void **state) {
  (void)state;
  char *const text = support_read("data/matches.tsv", NULL);
  size_t rows = 0, played = 0;
  char *rest = text;
  for (char *row = strsep(&rest, "\n"); row != NULL && *row != '\0'; row = strsep(&rest, "\n")) {
    rows++;
    assert_non_null(strstr(row, "--games 1000 "));
    if (!wanted_now(row) || (getenv("TT_LONG") == NULL && rows % 3 != 1)) continue;
    const bool twice = played++ % 2 == 0; /* by another witness */
    if (!replays(row, twice ? " --witness dual" : "")) fail_msg("played again it is another record: %s", row);
    if (played > 1) continue;
    char *const digit = strstr(row, "\"first_blunders\":") + 17;
    *digit = *digit == '1' ? '2' : '1';
    assert_false(replays(row, "")); /* a wrong figure is seen */
  }
  assert_int_equal(rows, 4 * (5 * 4 + 2));
  assert_true(played >= 5);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_witnesses),
      cmocka_unit_test(test_witnesses_beyond),
      cmocka_unit_test(test_identities),
      cmocka_unit_test(test_one_game),
      cmocka_unit_test(test_threads_and_seeds),
      cmocka_unit_test(test_won_starts),
      cmocka_unit_test(test_record),
      cmocka_unit_test(test_misuse),
      cmocka_unit_test(test_refute),
      cmocka_unit_test(test_csv),
      cmocka_unit_test(test_plot),
      cmocka_unit_test(test_plot_whole),
      cmocka_unit_test(test_usual_board),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_empty_plots),
      cmocka_unit_test(test_rows),
  };
  return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
