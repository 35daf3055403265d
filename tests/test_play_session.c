/* test_play_session.c: `twotrees play` as a person at a terminal (a pseudo-terminal), a script in a pipe and a program
 * in JSON meet it. Everything runs in a scratch directory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <limits.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "play/play.h"
#include "tests/support.h"

static char scratch[] = "/tmp/twotrees-play-XXXXXX";
static char program[PATH_MAX], page[PATH_MAX]; /* docs/play.md */

static int make_scratch(void **state) {
  (void)state;
  if (realpath(support_program(), program) == NULL || realpath("docs/play.md", page) == NULL ||
      mkdtemp(scratch) == NULL)
    return 1;
  unsetenv("NO_COLOR");
  return chdir(scratch);
}

static int remove_scratch(void **state) {
  (void)state;
  char command[sizeof scratch + 20];
  snprintf(command, sizeof command, "rm -r %s", scratch);
  return chdir("/") != 0 ? 1 : system(command);
}

static void clean(void) {
  assert_int_equal(system("rm -f -- *"), 0);
}

/* ---- In a pipe ---- */

/* Runs `twotrees play WORDS` with the input. */
static struct support_run play(const char *words, const char *input) {
  char command[2 * PATH_MAX];
  snprintf(command, sizeof command, "exec '%s' play %s", program, words);
  const char *arguments[] = {"sh", "-c", command, NULL};
  return support_run(arguments, input);
}

static bool holds(const char *text, const char *part) {
  return strstr(text, part) != NULL;
}

static void expect_parts(const char *text, const char *const *parts) {
  const char *at = text;
  for (; *parts != NULL; parts++) {
    const char *const found = strstr(at, *parts);
    if (found == NULL) fail_msg("not found, or not in this order: %s\nin:\n%s", *parts, text);
    at = found + strlen(*parts);
  }
}

static void expect_play(const char *words, const char *input, int status, const char *const *parts) {
  struct support_run run = play(words, input);
  if (run.status != status) fail_msg("play %s: status %d\n%s%s", words, run.status, run.output, run.errors);
  expect_parts(run.output, parts);
  if (status == 0) assert_string_equal(run.errors, "");
  support_run_free(&run);
}

#define PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The whole first screen, and a game that the first player wins by asking for nothing but hints. */
static void first_screen(void **state) {
  (void)state;
  struct support_run run = play("bridgit:2 --ascii", "quit\n");
  assert_int_equal(run.status, 0);
  assert_string_equal(
      run.output,
      "Bridg-It, size 2. Blue has to join the top row with the bottom row, Red the left side with the right side.\n"
      "A move is a bridge between two neighbouring dots of your own colour. Bridges never cross.\n"
      "Type its two dots, as in B2 B3. Other words: hint, why, undo, board, save, load, resign, help, quit.\n"
      "Blue's dots and Red's have names of their own, so that there are two of A1 A2; `board both` shows them.\n"
      "\n"
      "You are Blue O (top to bottom) and move first.\n"
      "Red + (left to right) is played by perfect.\n"
      "\n"
      "       A   B\n"
      "  1    O   O\n"
      "     +   +   +\n"
      "  2    O   O\n"
      "     +   +   +\n"
      "  3    O   O\n"
      "\n");
  assert_string_equal(run.errors, "");
  support_run_free(&run);
}

static void boards_as_text(void **state) {
  (void)state;
  expect_play("bridgit:3 --red human --blue human --ascii", "A1 A2\nB1 B2\nB2B3\nB3 B4\n", 0,
              PARTS("Blue plays A1 A2.\n", "Red plays B1 B2.\n", "Blue plays B2 B3.\n", "Red plays B3 B4.\n",
                    "       A   B   C\n"
                    "  1    O   O   O\n"
                    "     + | +   +   +  A\n"
                    "  2    O   O   O\n"
                    "     +===+ | +=*=+  B\n"
                    "  3    O   O   O\n"
                    "     +   +   +   +  C\n"
                    "  4    O   O   O\n"
                    "     1   2   3   4\n",
                    "The game is kept in twotrees-game.txt."));
  clean();
  /* Horizontal bridges of Blue's and vertical ones of Red's; only Red's dots are named for Red. */
  expect_play("bridgit:2 --red human --blue human --ascii", "A2 B2\nA1 A2\nA2 A3\nA3 A2\n", 0,
              PARTS("  2    O-*-O\n", "Blue plays A2 A3", "  2    O---O\n     + * +   +  B\n",
                    "Red has won after 4 moves: A1 A2, A2 A3\n"));
  expect_play("bridgit:2 --red human --ascii", "quit\n", 0, PARTS("     1   2   3\n", "  A  +", "\n  B  +"));
  expect_play("bridgit:26 --ascii --svg b.svg", "Z26 Z27\n", 0,
              PARTS("   X   Y   Z\n", "\n 26    O", "\n 27    O", "Blue plays Z26 Z27."));
  clean();
}

static void rules_named(void **state) {
  (void)state;
  expect_play("bridgit:3 --red human --blue human",
              "A1 A2\nA1 A2\nA2 A3\na2a3\nA2 A3\nB2 B3\nA1 C4\nA1 B1\nfoo\n"
              "save\nload\nload nowhere\nundo\nundo\nundo\nquit\n",
              0,
              PARTS("Blue plays A1 A2.", "Not possible: A1 A2 would cross Blue's bridge A1 A2: bridges never cross\n",
                    "Red plays A2 A3.", "Blue plays A2 A3.",
                    "Not possible: A2 A3 has a bridge of Red's already: each is built once\n", "Red plays B2 B3.",
                    "Not possible: A1 and C4 are not neighbours", "Not possible: A1 B1 lies along Blue's own bank",
                    "Not possible: \"foo\": expected two dots of Blue's, as in C1 C2\n",
                    "The game is saved in twotrees-game.txt.\n",
                    "Not possible: expected a file, as in load twotrees-game.txt\n",
                    "Not possible: nowhere: No such file or directory\n"));
  clean();
}

/* A hint is a winning move, `why` shows two trees, and a game played by hints is won. */
static void hints_win(void **state) {
  (void)state;
  char input[4000] = "";
  for (unsigned moves = 0; moves < 25; moves++) {
    strcat(input, "hint\n");
    struct support_run run = play("bridgit:4 --red hard --seed 7 --save kept", input);
    const char *hint = NULL;
    for (const char *at = run.output; (at = strstr(at, "Hint: ")) != NULL; at += 6) hint = at + 6;
    assert_non_null(hint);
    assert_true(strncmp(hint + 5, " wins.", 6) == 0);
    char move[7];
    snprintf(move, sizeof move, "%.5s\n", hint);
    strcat(input, move);
    support_run_free(&run);
    run = play("bridgit:4 --red hard --seed 7 --save kept", input);
    const bool won = holds(run.output, "Blue has won after");
    support_run_free(&run);
    if (won) break;
    assert_true(moves < 24);
  }
  expect_play("bridgit:4 --red hard --seed 7", input, 0, PARTS("Blue has won after"));
  clean();
}

static void reasons(void **state) {
  (void)state;
  /* Red moves first and perfectly: Blue is lost and is told by which nets. */
  expect_play(
      "bridgit:3 --first red --ascii", "why\nhint\nresign\nwhy\nundo\nquit\n", 0,
      PARTS("Red (perfect) plays", "Red wins, whatever Blue plays now.\n", "     1   2   3   4\n",
            "Already Red has two nets of possible bridges, 1 and 2, with none in common:\n  1: ", "\n  2: ",
            "Either net alone, with the bridges that Red has, joins left and right, and both reach the same dots.",
            "  If Blue ", " cuts Red ", " of net 1, Red answers ", " of net 2, Red answers ",
            "What holds out longest is Blue ",
            " (! on the board): ", "Hint: ", " holds out longest. The position is lost if Red makes no ",
            "Blue resigns: Red has won after 1 move.", "Blue never had a won position: Red moved first and "));
  expect_play("bridgit:3 --ascii", "why\nquit\n", 0,
              PARTS("Blue wins with ", "(! on the board)", "O.2.O", "After that Blue has two nets"));
  /* A won position given away is found afterwards. */
  expect_play("bridgit:2 --red human --blue human", "A1 A2\nA1 A2\nB2 B3\nA2 A3\nwhy\nA2 B2\nB1 B2\nwhy\nA2 A3\nwhy\n",
              0, PARTS("Not possible: A1 A2 would cross", "Red plays "));
  expect_play("bridge --blue perfect --red human", "why\nquit\n", 0,
              PARTS("Short wins, whatever Cut plays now.", "two nets of possible edges", "joins the terminals",
                    "If Cut takes ", "Short answers "));
  clean();
}

static void other_graphs(void **state) {
  (void)state;
  FILE *const file = fopen("k33.txt", "w");
  assert_non_null(file);
  fputs("terminals A B\nA x\nA y\nA B\nu x\nu y\nu B\nw x\nw y\nw B\n", file);
  assert_int_equal(fclose(file), 0);
  expect_play(
      "k33.txt --first red --red human --blue perfect", "why\nhint\nA B\nwhy\nx u\nsave mine\nquit\n", 0,
      PARTS("k33.txt: Short has to join A with B by secured edges", "You are Cut and move first.", "Cut wins with ",
            "After that Cut has two sets of edges, 1 and 2:", "neither set closes a ring", "If Short takes ",
            "Cut answers ", "So no ring is ever closed.", "Cut deletes 2 (A-B).", "The game is saved in mine.\n"));
  expect_play("--load mine --red human", "5\nquit\n", 0, PARTS("undecided: ", "deleted:   2 (A-B)"));
  struct support_run run = play("k33.txt --red hard", "");
  assert_int_equal(run.status, 2);
  assert_string_equal(run.errors, "twotrees: hard plays on boards (bridgit:N) only, not on k33.txt\n");
  support_run_free(&run);
  clean();
}

static void misuse(void **state) {
  (void)state;
  static const struct {
    const char *words, *errors;
  } cases[] = {
      {"bridgit:1", "bridgit:1: expected a board from bridgit:2 to bridgit:26\n"},
      {"bridgit:27", "bridgit:27: expected a board from bridgit:2 to bridgit:26\n"},
      {"bridgit:x", "bridgit:x: expected a board from bridgit:2 to bridgit:26\n"},
      {"-", "the moves come from standard input: expected a graph's name or a file\n"},
      {"k4 k5", "play: expected one GRAPH, found 2\n"},
      {"k4 --rim", "k4 has no rim: expected a board, bridgit:N\n"},
      {"--red nobody", "--red nobody: expected human, easy, medium, hard, hard3, perfect, shannon or random\n"},
      {"--first green", "--first green: expected blue, red or random\n"},
      {"--seed -1", "--seed -1: expected a number of at most 19 digits\n"},
      {"--seed ''", "--seed : expected a number of at most 19 digits\n"},
      {"--load nowhere", "nowhere: No such file or directory\n"},
      {"--load . ", ".:0: cannot be read\n"},
      {"--load nowhere k4",
       "--load: the kept game has its board and who moved first; expected no GRAPH, --position, --rim, --first beside "
       "it\n"},
      {"nowhere.txt", "nowhere.txt: No such file or directory\n"},
      {"bridgit:2 --position uu", "a position of bridgit:2 has one letter an edge: expected 5 of u, s, d, found 2\n"},
      {"bridgit:3 --svg nowhere/b.svg", "nowhere/b.svg: No such file or directory\n"},
  };
  for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
    struct support_run run = play(cases[index].words, "A1 A2\n");
    if (run.status != 2) fail_msg("%s: status %d", cases[index].words, run.status);
    assert_int_equal(strncmp(run.errors, "twotrees: ", 10), 0);
    assert_string_equal(run.errors + 10, cases[index].errors);
    support_run_free(&run);
  }
  clean();
}

/* ---- Keeping games ---- */

static void kept_at_the_end(void **state) {
  (void)state;
  expect_play("bridgit:4 --red easy --seed 3", "A1 A2\n", 0,
              PARTS("The game is kept in twotrees-game.txt. To go on: twotrees play --load twotrees-game.txt\n"));
  /* Never over another file, whatever is in it. */
  expect_play("bridgit:4 --red easy --seed 3", "A1 A2\n", 0, PARTS("The game is kept in twotrees-game-2.txt."));
  expect_play("--load twotrees-game.txt --red easy", "B1 B2\nundo\nundo\nundo\n", 0,
              PARTS("You are Blue", "Not possible: there is no move of yours to take back"));
  assert_int_equal(system("cmp -s twotrees-game.txt twotrees-game-2.txt"), 0);
  assert_int_not_equal(access("twotrees-game-3.txt", F_OK), 0); /* nothing was played any more */
  assert_int_equal(system("echo a precious line of mine > diary"), 0);
  struct support_run run = play("bridgit:4 --red easy --save diary", "A1 A2\nsave diary\nsave! twotrees-game.txt\n");
  assert_int_equal(run.status, 2);
  assert_string_equal(run.errors, "twotrees: diary exists and is no saved game: choose another name\n");
  expect_parts(run.output, PARTS("Not possible: diary exists and is no saved game: choose another name\n",
                                 "The game is saved in twotrees-game.txt.\n"));
  support_run_free(&run);
  assert_int_equal(system("test \"$(cat diary)\" = 'a precious line of mine'"), 0);
  clean();
  expect_play("bridgit:4 --save mine", "A1 A2\nB1 B2\nquit\n", 0, PARTS("The game is kept in mine."));
  expect_play("bridgit:4", "A1 A2\nquit\n", 0, PARTS("Blue plays A1 A2."));
  expect_play("bridgit:4", "", 0, PARTS("You are Blue"));
  assert_int_equal(system("test \"$(ls)\" = mine"), 0);
  clean();
}

/* The same game again from a seed, and a game between levels without any input. */
static void seeds(void **state) {
  (void)state;
  struct support_run runs[2];
  for (unsigned index = 0; index < 2; index++) {
    runs[index] = play("bridgit:5 --blue random --red easy --first random --seed 11 --svg board.svg", "");
    assert_int_equal(runs[index].status, 0);
  }
  assert_string_equal(runs[0].output, runs[1].output);
  assert_true(holds(runs[0].output, " has won after "));
  assert_int_equal(system("grep -q '</svg>' board.svg && test \"$(ls)\" = board.svg"), 0);
  unsigned red_first = 0;
  for (unsigned seed = 1; seed <= 12; seed++) {
    char words[80];
    snprintf(words, sizeof words, "bridgit:2 --blue human --red human --first random --seed %u", seed);
    struct support_run run = play(words, "quit\n");
    red_first += holds(run.output, "Red ◆ (left to right) is played here and moves first") ||
                 holds(run.output, "Red + (left to right) is played here and moves first");
    support_run_free(&run);
  }
  assert_true(red_first > 1 && red_first < 11);
  support_run_free(&runs[0]);
  support_run_free(&runs[1]);
  clean();
}

/* Who played comes with the game, unless the options say otherwise; the game goes back to the file it came from. */
static void levels_kept(void **state) {
  (void)state;
  expect_play("bridgit:4 --red medium --seed 3 --save mine", "B2 B3\n", 0, PARTS("The game is kept in mine."));
  assert_int_equal(system("grep -qx 'blue human' mine && grep -qx 'red medium' mine"), 0);
  expect_play("--load mine --seed 1", "B3 B4\n", 0,
              PARTS("(left to right) is played by medium", "Red (medium) plays ", "The game is kept in mine."));
  assert_int_equal(system("grep -qx 'moves 4' mine && test \"$(ls)\" = mine"), 0);
  expect_play("--load mine --red hard", "board\nquit\n", 0, PARTS("is played by hard"));
  expect_play("--load mine --blue easy --red human", "quit\n", 0, PARTS("by easy", "You are Red"));
  /* A save of before has no such lines. */
  assert_int_equal(system("sed -i '/^red medium$/d; /^blue human$/d' mine"), 0);
  expect_play("--load mine", "quit\n", 0, PARTS("You are Blue", "is played by perfect"));
  expect_play("bridge --blue easy --red human --save graph", "", 0, PARTS("The game is kept in graph."));
  assert_int_equal(system("grep -qx 'short easy' graph && grep -qx 'cut human' graph"), 0);
  expect_play("--load graph", "quit\n", 0, PARTS("by easy", "You are Cut"));
  clean();
}

/* A game is not replaced by one that does not go on from it, but where that is said. */
static void other_games_kept(void **state) {
  (void)state;
  const char *const words = "bridgit:3 --blue human --red human";
  expect_play(words, "A1 A2\nsave mine\nB1 B2\nsave mine\nundo\nundo\nsave mine\nA1 A2\nB1 B2\nsave mine\nquit\n", 0,
              PARTS("The game is saved in mine.\n", "The game is saved in mine.\n", "The game is saved in mine.\n",
                    "The game is saved in mine.\n"));
  expect_play(words, "A1 A2\nsave mine\nsave! mine\nquit\n", 0, /* fewer moves */
              PARTS("Not possible: mine holds another game; save! mine replaces it\n", "The game is saved in mine.\n"));
  expect_play(words, "A1 A2\nB1 B2\nsave mine\nquit\n", 0, PARTS("The game is saved in mine.\n")); /* goes on from it */
  expect_play(words, "B1 B2\nB2 B3\nB2 B3\nsave mine\nquit\n", 0, PARTS("Not possible: mine holds another game;"));
  expect_play("bridgit:4 --blue human --red human", "A1 A2\nB1 B2\nsave mine\nquit\n", 0,
              PARTS("Not possible: mine holds another game;"));
  assert_int_equal(system("echo twotrees-game torn > mine"), 0);
  expect_play(words, "A1 A2\nsave mine\nload mine\n{\"command\":\"save!\"}\nquit\n", 0,
              PARTS("Not possible: mine holds another game;", "Not possible: mine:1: "));
  clean();
}

/* A save finds its graph from everywhere, and after the folder was moved. */
static void graphs_beside_saves(void **state) {
  (void)state;
  assert_int_equal(system("mkdir -p a/b c && printf 'terminals A B\nA x\nx B\nA x\nx B\n' > a/b/g.txt"), 0);
  expect_play("a/b/g.txt --blue human --red human --save a/b/mine", "0\n", 0, PARTS("The game is kept in a/b/mine."));
  assert_int_equal(system("grep -qx 'graph g.txt' a/b/mine && mv a/b c/d"), 0);
  expect_play("--load c/d/mine", "1\n", 0, PARTS("c/d/g.txt: Short has to", "The game is kept in c/d/mine."));
  expect_play("--load c/d/mine --save far", "", 0, PARTS("The game is kept in far."));
  assert_int_equal(system("grep -qx 'moves 2' c/d/mine && grep -qx 'graph c/d/g.txt' far && mv far a/far"), 0);
  struct support_run run = play("--load a/far", "");
  assert_int_equal(run.status, 0); /* not beside the save, but from here */
  support_run_free(&run);
  assert_int_equal(system("grep -qx \"graph $(realpath c/d/g.txt)\" a/far"), 0);
  char command[3 * PATH_MAX];
  snprintf(command, sizeof command,
           "cd a && '%s' play --load far < /dev/null > shown && '%s' draw --moves ../c/d/mine > far.svg", program,
           program);
  assert_int_equal(system(command), 0);
  assert_int_equal(system("grep -q '</svg>' a/far.svg && rm -r a c"), 0);
  clean();
}

static void signs_of_the_board(void **state) {
  (void)state;
  const char *const words = "bridgit:2 --red human --blue human --ascii";
  expect_play(words, "A2 B2\nA1 A2\nA2 A3\nA3 A2\nwhy\n", 0,
              PARTS("     +=@=+=*=+  A\n", "\n     * the last move     @ the rest of the winning chain\n"));
  expect_play("bridgit:3 --first red --ascii", "why\nquit\n", 0,
              PARTS("     +=*=+", "     +=*=+.2.+.!.+  A\n", "     * the last move     ! the suggested move\n",
                    "What holds out longest is Blue C1 C2 (! on the board): "));
  /* One sign needs no key. */
  struct support_run run = play("bridgit:3 --ascii", "why\nquit\n");
  assert_true(holds(run.output, "!") && !holds(run.output, "the suggested move"));
  support_run_free(&run);
  expect_play("bridgit:2 --ascii", "board red\nboard BOTH\nboard blue\nboard pink\nquit\n", 0,
              PARTS("       A   B\n", "     1   2   3\n       O   O\n  A  +", "       A   B\n", "  A\n",
                    "     1   2   3\n", "       A   B\n  1    O   O\n     +   +   +\n",
                    "Not possible: expected board blue, board red or board both\n"));
  clean();
}

static void taken_back(void **state) {
  (void)state;
  expect_play("bridgit:3 --red easy --seed 4", "A1 A2\nundo\nresign\nundo\nquit\n", 0,
              PARTS("Taken back: Blue A1 A2, Red ", "Blue resigns: Red has won after 0 moves.",
                    "Taken back: that Blue resigned.\n"));
  expect_play("k4 --blue human --red human", "5\nundo\nquit\n", 0, PARTS("Taken back: Short 5 (2-3).\n"));
  clean();
}

/* Where a level resigned and the player has not moved there is nothing to take back; that must have an end, too. */
static void nothing_to_take_back(void **state) {
  (void)state;
  assert_int_equal(system("printf 'twotrees-game 1\\nboard 3\\nmoves 1\\nfirst red\\nresigned red\\n' > g"), 0);
  expect_play(
      "--load g", "undo\nA1 A2\nquit\n", 0,
      PARTS("Red resigns: Blue has won after 0 moves.",
            "Not possible: there is no move of yours to take back\nNot possible: the game is over: Blue has won"));
  /* Behind a move of one's own a level's resignation goes with it. */
  assert_int_equal(system("printf 'twotrees-game 1\\nboard 3\\nfirst blue\\nmove blue A1 A2\\nresigned red\\n' > g"),
                   0);
  expect_play("--load g", "undo\nundo\nquit\n", 0,
              PARTS("Taken back: Blue A1 A2, that Red resigned.", "Not possible: there is no move of yours"));
  clean();
}

/* A graph's file may have decided edges: a game that begins without them has to come back so. */
static void other_starts_kept(void **state) {
  (void)state;
  assert_int_equal(system("printf 'terminals A B\\nA x secured\\nx B\\nA y\\ny B\\n' > d.txt"), 0);
  expect_play("d.txt --position uuuu --red human --blue human --save mine --json", "3\n", 0,
              PARTS("\"position\":\"uuuu\"", "\"position\":\"uuus\""));
  expect_play("--load mine --json", "", 0, PARTS("\"position\":\"uuus\""));
  expect_play("d.txt --red human --blue human --save own --json", "3\n", 0, PARTS("\"position\":\"suus\""));
  expect_play("--load own --json", "", 0, PARTS("\"position\":\"suus\""));
  clean();
}

/* What is wrong with standard input is no end of input; the game is kept all the same. */
static void broken_input(void **state) {
  (void)state;
  struct support_run run = play("bridgit:3 < /", "");
  assert_int_equal(run.status, 2);
  assert_string_equal(run.errors, "twotrees: standard input: Is a directory\n");
  support_run_free(&run);
#if !defined(__SANITIZE_ADDRESS__) /* whose shadow alone takes terabytes of address space */
  char command[2 * PATH_MAX];
  snprintf(command, sizeof command,
           "(echo A1 A2; head -c 100000000 /dev/zero | tr '\\0' x) 2> /dev/null | "
           "(ulimit -v 60000; exec '%s' play bridgit:3 --red easy)",
           program);
  run = support_shell(command);
  assert_int_equal(run.status, 3);
  assert_string_equal(run.errors, "twotrees: out of memory\n");
  expect_parts(run.output, PARTS("The game is kept in twotrees-game.txt."));
  support_run_free(&run);
#endif
  clean();
}

static void expect_line(const char *words, const char *input, int status, const char *errors, const char *output) {
  struct support_run run = play(words, input);
  if (run.status != status) fail_msg("play %s: status %d\n%s%s", words, run.status, run.output, run.errors);
  assert_string_equal(run.errors, errors);
  if (output != NULL) expect_parts(run.output, PARTS(output));
  support_run_free(&run);
}

/* A picture takes the place of pictures only; one line says what is wrong, with the file's name. */
static void precious_files(void **state) {
  (void)state;
  assert_int_equal(system("printf 'terminals A B\\nA x\\nx B\\n' | tee mine > g.txt; : > empty; echo '<svg/>' > old"),
                   0);
  expect_line("g.txt --svg g.txt", "", 2, "twotrees: g.txt exists and is no SVG: choose another name\n", NULL);
  assert_int_equal(system("cmp -s g.txt mine && rm mine"), 0);
  expect_play("bridgit:2 --svg empty --save mine", "", 0, PARTS("The game is kept in mine."));
  expect_play("bridgit:3 --svg empty", "", 0, PARTS("You are Blue"));
  expect_play("g.txt --svg old", "", 0, PARTS("You are Short"));
  expect_play("g.txt --svg other", "", 0, PARTS("You are Short"));
  expect_play("g.txt --svg other", "", 0, PARTS("You are Short"));
  assert_int_equal(system("grep -q '</svg>' empty && grep -q '</svg>' other && ln -s other link"), 0);
  expect_line("--load mine --svg mine", "", 2, "twotrees: mine exists and is no SVG: choose another name\n", NULL);
  expect_line("bridgit:3 --svg ./new --save new", "", 2,
              "twotrees: --svg and --save: expected two files, found ./new for both\n", NULL);
  expect_line("bridgit:3 --svg other --save link", "", 2,
              "twotrees: --svg and --save: expected two files, found other for both\n", NULL);
  expect_line("bridgit:3 --svg /dev/full", "", 3, "twotrees: /dev/full: cannot write the drawing\n", NULL);
  expect_line("bridgit:3 --svg no/a --save no/b", "", 2, "twotrees: no/a: No such file or directory\n",
              "Not possible: no/b: No such file or directory\n");
  assert_int_equal(system("ln -s nowhere dangling; ln -s loop loop; ln -s mine there"), 0);
  expect_play("bridgit:2 --red human", "A1 A2\nsave dangling\nsave loop\nsave! there\nquit\n", 0,
              PARTS("Not possible: dangling: a symbolic link to a file that is not there\n",
                    "Not possible: loop: Too many levels of symbolic links\n", "The game is saved in there.\n"));
  assert_int_equal(system("test -L dangling && test -L loop && test -L there && test ! -e nowhere && "
                          "grep -qx 'moves 1' mine && grep -q twotrees-game mine"),
                   0);
  clean();
}

static void mistyped_graph(void **state) {
  (void)state;
  struct support_run run = play("bridgit5", "");
  assert_int_equal(run.status, 2);
  assert_string_equal(run.errors,
                      "twotrees: bridgit5: no base graph, family or file of that name; did you mean bridgit:5?\n");
  support_run_free(&run);
}

/* Lines that mean something and lines of random bytes, mixed. */
static void random_input(struct support_random *random, char *input) {
  static const char *const words[] = {"hint",
                                      "why",
                                      "undo",
                                      "board",
                                      "resign",
                                      "help",
                                      "save f",
                                      "load f",
                                      "save",
                                      "A1 A2",
                                      "b2 b3",
                                      "B2 C2",
                                      "c1 c2",
                                      "A3B3",
                                      "1",
                                      "0 1",
                                      "?",
                                      "{\"edge\":3}",
                                      "{",
                                      "{\"move\":\"A1 A2\"}",
                                      "\033[31m",
                                      "{\"\\u0041\":1}",
                                      "{\"command\":\"save\",\"file\":\"g\"}"};
  for (unsigned line = 0; line < 60; line++) {
    if (support_below(random, 3) > 0) {
      input = stpcpy(input, words[support_below(random, sizeof words / sizeof words[0])]);
    } else {
      for (unsigned length = support_below(random, 30); length > 0; length--) {
        *input++ = (char)(1 + support_below(random, 255));
      }
    }
    *input++ = '\n';
  }
  *input = '\0';
}

/* Random lines, seeded: no crash, an end, and nothing of what was typed reaches the terminal but as text. */
static void fuzzed_prompt(void **state) {
  (void)state;
  static const char *const games[] = {"bridgit:2 --red easy", "bridgit:3 --rim --json --red random", "k4 --json",
                                      "bridgit:3 --blue human --red human", "bridge --red human --blue random"};
  struct support_random random = {support_seed(71)};
  for (unsigned trial = 0; trial < 40; trial++) {
    char input[6000];
    random_input(&random, input);
    struct support_run run = play(games[trial % 5], input);
    if (run.status != 0) fail_msg("play %s: status %d, %s\n%s", games[trial % 5], run.status, run.errors, input);
    for (const char *at = run.output; *at != '\0'; at++) assert_true((unsigned char)*at >= ' ' || *at == '\n');
    support_run_free(&run);
    clean();
  }
}

/* Zero bytes, a long line, a line without an end. */
static void odd_lines(void **state) {
  (void)state;
  char command[2 * PATH_MAX];
  snprintf(command, sizeof command,
           "(printf 'A1\\000 A2\\n'; head -c 300000 /dev/zero | tr '\\0' x; printf '\\nA1 A2') | '%s' play bridgit:2",
           program);
  struct support_run run = support_shell(command);
  assert_int_equal(run.status, 0);
  expect_parts(run.output, PARTS("Not possible: \"A1? A2\"", "Not possible: \"xxxxxxxxxx", "Blue plays A1 A2."));
  support_run_free(&run);
  clean();
}

/* ---- JSON ---- */

/* The number behind a key of a record, or -1. */
static long number_of(const char *record, const char *key) {
  char name[40];
  snprintf(name, sizeof name, "\"%s\":", key);
  const char *const at = strstr(record, name);
  return at == NULL || strchr(at, ',') == NULL ? -1 : strtol(at + strlen(name), NULL, 10);
}

static bool is_kind(const char *record, const char *kind) {
  char start[60];
  snprintf(start, sizeof start, "{\"kind\":\"%s\"", kind);
  return strncmp(record, start, strlen(start)) == 0;
}

/* What a program knows that plays Blue by the records alone. */
struct player {
  FILE *moves;       /* to `twotrees play` */
  char position[14]; /* kept by the program */
  unsigned turns, hints, errors;
  bool begun, ended;
};

/* Asks for a hint, makes a mistake, then plays the first legal move, by number and by name in turn. */
static void take_turn(struct player *player, const char *record) {
  char expected[60];
  snprintf(expected, sizeof expected, "\"position\":\"%s\"", player->position);
  assert_true(holds(record, expected) && holds(record, "\"player\":\"blue\""));
  const char *const legal = strstr(record, "\"legal\":["), *const name = strstr(record, "\"moves\":[\"");
  assert_true(legal != NULL && name != NULL);
  const long edge = strtol(legal + 9, NULL, 10);
  assert_int_equal(player->position[edge], 'u');
  player->turns++;
  if (player->turns == 1) {
    fputs("hint\n", player->moves);
  } else if (player->turns == 2) {
    fputs("{\"edge\": 99}\n", player->moves);
  } else if (player->turns % 2 == 1) {
    fprintf(player->moves, "{ \"edge\" : %ld }\n", edge);
  } else {
    fprintf(player->moves, "{\"move\":\"%.5s\"}\n", name + 10);
  }
  fflush(player->moves);
}

static void take_record(struct player *player, const char *record) {
  assert_false(player->ended);
  assert_int_equal(record[strlen(record) - 2], '}');
  if (is_kind(record, "game")) {
    player->begun =
        holds(record, "\"graph\":\"bridgit:3\",\"board\":3,\"rim\":false,\"blue\":\"human\",\"red\":\"medium\"");
  } else if (is_kind(record, "turn")) {
    take_turn(player, record);
  } else if (is_kind(record, "move")) {
    const long edge = number_of(record, "edge");
    assert_true(edge >= 0 && edge < 13 && player->position[edge] == 'u');
    player->position[edge] = holds(record, "\"player\":\"blue\"") ? 's' : 'd';
  } else if (is_kind(record, "hint")) {
    player->hints++;
  } else if (is_kind(record, "error")) {
    player->errors++;
    assert_string_equal(record, "{\"kind\":\"error\",\"text\":\"edge 99: expected a number from 0 to 12\"}\n");
  } else {
    assert_true(is_kind(record, "end") && holds(record, "\"finished\":true,\"winner\":\""));
    player->ended = true;
  }
}

static void a_program_plays(void **state) {
  (void)state;
  char command[PATH_MAX + 100], record[4096];
  assert_int_equal(mkfifo("in", 0600), 0);
  snprintf(command, sizeof command, "'%s' play bridgit:3 --red medium --seed 5 --json < in", program);
  FILE *const records = popen(command, "r");
  assert_non_null(records);
  struct player player = {.moves = fopen("in", "w"), .position = "uuuuuuuuuuuuu"};
  assert_non_null(player.moves);
  while (fgets(record, sizeof record, records) != NULL) take_record(&player, record);
  assert_true(player.begun && player.ended && player.turns > 3 && player.hints == 1 && player.errors == 1);
  fclose(player.moves);
  assert_int_equal(pclose(records), 0);
  clean();
}

static void records(void **state) {
  (void)state;
  struct support_run run = play("bridgit:2 --red human --blue human --json",
                                "why\n{\"move\":\"B2 B3\"}\nA1 A2\nundo\n{\"command\":\"save\",\"file\":\"g\"}\n"
                                "{\"command\":\"load\",\"file\":\"g\"}\n{\"move\":3\n{\"command\":\"hint\",\"edge\":0}"
                                "\n{}\n{\"command\":\"resign\"}\nhint\n");
  assert_int_equal(run.status, 0);
  assert_string_equal(run.errors, "");
  expect_parts(
      run.output,
      PARTS(
          "{\"kind\":\"game\",\"graph\":\"bridgit:2\",\"board\":2,\"rim\":false,\"blue\":\"human\",\"red\":\"human\","
          "\"first\":\"blue\",\"terminals\":[\"0\",\"3\"],\"edges\":[[\"0\",\"1\"],[\"0\",\"2\"],[\"1\",\"2\"],[\"1\","
          "\"3\"],[\"2\",\"3\"]],\"played\":[]}\n"
          "{\"kind\":\"turn\",\"player\":\"blue\",\"ply\":0,\"position\":\"uuuuu\",\"favourite\":\"blue\",\"legal\":[0,"
          "1,2,3,4],\"moves\":[\"A1 A2\",\"B1 B2\",\"A2 B2\",\"A2 A3\",\"B2 B3\"]}\n"
          "{\"kind\":\"why\",\"winner\":\"blue\",\"edge\":",
          "\"first_set\":[", "],\"second_set\":[", "],\"aside\":[]}\n",
          "{\"kind\":\"move\",\"ply\":1,\"player\":\"blue\",\"by\":\"human\",\"edge\":4,\"move\":\"B2 B3\"}\n",
          "\"legal\":[0,1,2,3],\"moves\":[\"A1 A2\",\"A2 A3\",\"A2 B2\",\"B1 B2\"]}\n",
          "{\"kind\":\"move\",\"ply\":2,\"player\":\"red\",\"by\":\"human\",\"edge\":0,\"move\":\"A1 A2\"}\n",
          "{\"kind\":\"undo\",\"ply\":1,\"edges\":[0]}\n", "{\"kind\":\"saved\",\"file\":\"g\"}\n",
          "{\"kind\":\"loaded\",\"file\":\"g\"}\n{\"kind\":\"game\",", "\"played\":[4]}\n",
          "{\"kind\":\"error\",\"text\":\"expected one of {\\\"move\\\":\\\"B2 B3\\\"}",
          "{\"kind\":\"error\",\"text\":\"expected one of {\\\"move\\\":\\\"B2 B3\\\"}",
          "{\"kind\":\"error\",\"text\":\"expected one of {\\\"move\\\":\\\"B2 B3\\\"}",
          "{\"kind\":\"end\",\"finished\":true,\"winner\":\"blue\",\"resigned\":true,\"moves\":1,\"path\":[]}\n"));
  support_run_free(&run);
  run = play("k4 --red human --blue human --json", "5\n");
  expect_parts(run.output, PARTS("\"short\":\"human\",\"cut\":\"human\",\"first\":\"short\"",
                                 "{\"kind\":\"end\",\"finished\":false,\"moves\":1,\"file\":\"twotrees-game.txt\"}\n"));
  assert_string_equal(run.errors, "");
  support_run_free(&run);
  clean();
}

static void more_records(void **state) {
  (void)state;
  expect_play("bridgit:2 --json --red human", "help\nboard red\nquit\n", 0,
              PARTS("{\"kind\":\"help\",\"commands\":[\"hint\",\"why\",\"undo\",\"board\",\"save\",\"save!\",\"load\","
                    "\"resign\",\"help\",\"quit\"]}\n{\"kind\":\"turn\"",
                    "{\"kind\":\"turn\"", "{\"kind\":\"end\",\"finished\":false,\"moves\":1}\n"));
  expect_play("bridgit:2 --json", "", 0, PARTS("{\"kind\":\"end\",\"finished\":false,\"moves\":0}\n"));
  assert_int_equal(system("test -z \"$(ls)\""), 0);
}

/* A finished game ends the session, loaded as well as played; a file is for commands that take one. */
static void records_of_files(void **state) {
  (void)state;
  assert_int_equal(system("printf 'twotrees-game 1\\nboard 3\\nmoves 1\\nfirst red\\nresigned red\\n' > g"), 0);
  expect_play("bridgit:2 --json", "{\"command\":\"load\",\"file\":\"g\"}\nhelp\n", 0,
              PARTS("{\"kind\":\"loaded\",\"file\":\"g\"}\n{\"kind\":\"game\",\"graph\":\"bridgit:3\"",
                    "\"played\":[]}\n{\"kind\":\"end\",\"finished\":true,\"winner\":\"blue\",\"resigned\":true,"
                    "\"moves\":0,\"path\":[]}\n"));
  static const char *const wrong[] = {"{\"move\":\"A1 A2\",\"file\":\"B2 B3\"}\n",
                                      "{\"file\":\"B2 B3\",\"move\":\"A1 A2\"}\n", "{\"edge\":1,\"file\":\"f\"}\n",
                                      "{\"command\":\"resign\",\"file\":\"f\"}\n"};
  for (size_t index = 0; index < sizeof wrong / sizeof wrong[0]; index++) {
    expect_play("bridgit:3 --json", wrong[index], 0,
                PARTS("{\"kind\":\"error\",\"text\":\"expected one of ",
                      "{\"kind\":\"end\",\"finished\":false,\"moves\":0}\n"));
  }
  clean();
}

/* The program that docs/play.md shows, as it stands there. */
static void the_sample_bot(void **state) {
  (void)state;
  if (system("command -v python3 > /dev/null") != 0) {
    print_message("skipped: no python3\n");
    return;
  }
  char command[4 * PATH_MAX];
  snprintf(command, sizeof command, "sed -n '/^```python$/,/^```$/{/^```/d;p}' '%s' > bot.py && test -s bot.py", page);
  assert_int_equal(system(command), 0);
  snprintf(command, sizeof command, "PATH=\"%.*s:$PATH\" exec python3 bot.py", (int)(strrchr(program, '/') - program),
           program);
  struct support_run run = support_shell(command);
  if (run.status != 0) fail_msg("bot.py: status %d\n%s", run.status, run.errors);
  assert_string_equal(run.errors, "");
  assert_true(holds(run.output, "blue has won after "));
  support_run_free(&run);
  clean();
}

/* ---- At a terminal ---- */

struct terminal {
  int master;
  pid_t child;
  char *seen; /* all that came; owned */
  size_t size;
};

static struct terminal open_terminal(const char *words, const char *environment) {
  struct terminal terminal = {0};
  struct winsize window = {.ws_row = 40, .ws_col = 100};
  terminal.seen = calloc(1, 1);
  terminal.child = forkpty(&terminal.master, NULL, NULL, &window);
  assert_true(terminal.child >= 0);
  if (terminal.child == 0) {
    char command[2 * PATH_MAX];
    snprintf(command, sizeof command, "TERM=xterm LC_ALL=C.UTF-8 %s exec '%s' play %s", environment, program, words);
    alarm(SUPPORT_SECONDS);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
  }
  return terminal;
}

/* Reads until the text (NULL: the end) has come behind `from`. */
static void await(struct terminal *terminal, size_t from, const char *text) {
  while (text == NULL || strstr(terminal->seen + from, text) == NULL) {
    struct pollfd file = {terminal->master, POLLIN, 0};
    char bytes[4096];
    if (poll(&file, 1, 30000) <= 0)
      fail_msg("the terminal is silent; expected %s in:\n%s", text, terminal->seen + from);
    const ssize_t count = read(terminal->master, bytes, sizeof bytes);
    if (count <= 0) break; /* EIO: the other side has closed */
    terminal->seen = realloc(terminal->seen, terminal->size + (size_t)count + 1);
    assert_non_null(terminal->seen);
    memcpy(terminal->seen + terminal->size, bytes, (size_t)count);
    terminal->size += (size_t)count;
    terminal->seen[terminal->size] = '\0';
  }
  if (text != NULL && strstr(terminal->seen + from, text) == NULL) {
    fail_msg("expected %s in:\n%s", text, terminal->seen + from);
  }
}

/* Types a line and waits for the next prompt; returns what came. */
static const char *type(struct terminal *terminal, const char *line, const char *prompt) {
  const size_t from = terminal->size;
  assert_int_equal(write(terminal->master, line, strlen(line)), (ssize_t)strlen(line));
  await(terminal, from, prompt);
  return terminal->seen + from;
}

static int close_terminal(struct terminal *terminal) {
  int status;
  await(terminal, terminal->size, NULL);
  assert_int_equal(waitpid(terminal->child, &status, 0), terminal->child);
  close(terminal->master);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#define PROMPT "Your move, Blue: "

static void a_terminal(void **state) {
  (void)state;
  struct terminal terminal = open_terminal("bridgit:4 --red medium --seed 2", "");
  await(&terminal, 0, PROMPT);
  assert_true(holds(terminal.seen, "●") && holds(terminal.seen, "◆") && holds(terminal.seen, "\033[1;94m"));
  assert_true(holds(terminal.seen, "You are Blue ● (top to bottom) and move first."));
  const char *seen = type(&terminal, "b2 b3\n", PROMPT);
  assert_true(holds(seen, "Red (medium) plays ") && holds(seen, "┃") && holds(seen, "\033[1;7;91m*"));
  assert_false(holds(seen, "Blue plays"));
  seen = type(&terminal, "b2b3\n", PROMPT);
  assert_true(holds(seen, "Not possible: B2 B3 has a bridge of Blue's already: each is built once"));
  assert_false(holds(seen, "●")); /* the board has not changed and is not shown again */
  seen = type(&terminal, "hint\n", PROMPT);
  assert_true(holds(seen, "Hint: "));
  seen = type(&terminal, "why\n", PROMPT);
  assert_true(holds(seen, "\033[0;1;96m") && holds(seen, "\033[0;1;95m") &&
              holds(seen, "two nets of possible bridges"));
  seen = type(&terminal, "undo\n", PROMPT);
  assert_true(holds(seen, "●") && !holds(seen, "┃"));
  type(&terminal, "b2 b3\n", PROMPT);
  seen = type(&terminal, "\004", "is kept in twotrees-game.txt.");
  assert_int_equal(close_terminal(&terminal), 0);
  assert_int_equal(system("grep -q '^move blue B2 B3$' twotrees-game.txt && grep -q '^moves 2$' twotrees-game.txt"), 0);
  free(terminal.seen);
  clean();
}

static void plain_terminals(void **state) {
  (void)state;
  static const struct {
    const char *words, *environment;
    bool unicode, colour;
  } cases[] = {{"bridgit:2", "NO_COLOR=1", true, false}, {"bridgit:2", "NO_COLOR=", true, true},
               {"bridgit:2 --ascii", "", false, false},  {"bridgit:2", "LC_ALL=C", false, true},
               {"bridgit:2", "TERM=dumb", true, false},  {"bridgit:2", "LC_ALL=C TERM=", false, false}};
  for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
    struct terminal terminal = open_terminal(cases[index].words, cases[index].environment);
    await(&terminal, 0, PROMPT);
    assert_int_equal(holds(terminal.seen, "●"), cases[index].unicode);
    assert_int_equal(holds(terminal.seen, "Red + (left to right)"), !cases[index].unicode);
    assert_int_equal(holds(terminal.seen, "\033["), cases[index].colour);
    type(&terminal, "quit\n", "");
    assert_int_equal(close_terminal(&terminal), 0);
    free(terminal.seen);
  }
  assert_int_equal(system("test -z \"$(ls)\""), 0);
}

/* Ctrl-C keeps the game, as the end of input does; so does a hang-up or a request to end. */
static void interrupted(void **state) {
  (void)state;
  for (unsigned way = 0; way < 2; way++) {
    struct terminal terminal = open_terminal("bridgit:3 --red easy", "");
    await(&terminal, 0, PROMPT);
    type(&terminal, "A1 A2\n", PROMPT);
    if (way == 0) {
      type(&terminal, "\003", "is kept in twotrees-game.txt.");
    } else {
      assert_int_equal(kill(terminal.child, SIGTERM), 0);
      await(&terminal, 0, "is kept in twotrees-game.txt.");
    }
    assert_int_equal(close_terminal(&terminal), 0);
    assert_int_equal(access("twotrees-game.txt", F_OK), 0);
    free(terminal.seen);
    clean();
  }
}

/* After the end a person may ask why, take back and leave. */
static void after_the_end(void **state) {
  (void)state;
  struct terminal terminal = open_terminal("bridgit:2 --first red --red perfect", "NO_COLOR=1");
  const char *const over = "The game is over; why, undo, save FILE or quit: ";
  await(&terminal, 0, PROMPT);
  const char *seen = type(&terminal, "resign\n", over);
  assert_true(holds(seen, "Blue resigns: Red has won after 1 move."));
  seen = type(&terminal, "why\n", over);
  assert_true(holds(
      seen, "Blue never had a won position: Red moved first and made no mistake. (`undo`, then `why`, shows how.)"));
  seen = type(&terminal, "A1 A2\n", over);
  assert_true(holds(seen, "Not possible: the game is over: Red has won"));
  seen = type(&terminal, "undo\n", PROMPT);
  assert_true(holds(seen, "◆"));
  type(&terminal, "quit\n", "");
  assert_int_equal(close_terminal(&terminal), 0);
  free(terminal.seen);
  clean();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(first_screen),
      cmocka_unit_test(boards_as_text),
      cmocka_unit_test(rules_named),
      cmocka_unit_test(hints_win),
      cmocka_unit_test(reasons),
      cmocka_unit_test(other_graphs),
      cmocka_unit_test(misuse),
      cmocka_unit_test(kept_at_the_end),
      cmocka_unit_test(seeds),
      cmocka_unit_test(fuzzed_prompt),
      cmocka_unit_test(odd_lines),
      cmocka_unit_test(a_program_plays),
      cmocka_unit_test(records),
      cmocka_unit_test(a_terminal),
      cmocka_unit_test(plain_terminals),
      cmocka_unit_test(interrupted),
      cmocka_unit_test(after_the_end),
      cmocka_unit_test(levels_kept),
      cmocka_unit_test(other_games_kept),
      cmocka_unit_test(graphs_beside_saves),
      cmocka_unit_test(signs_of_the_board),
      cmocka_unit_test(taken_back),
      cmocka_unit_test(nothing_to_take_back),
      cmocka_unit_test(other_starts_kept),
      cmocka_unit_test(broken_input),
      cmocka_unit_test(precious_files),
      cmocka_unit_test(records_of_files),
      cmocka_unit_test(mistyped_graph),
      cmocka_unit_test(more_records),
      cmocka_unit_test(the_sample_bot),
  };
  return cmocka_run_group_tests_name("play session", tests, make_scratch, remove_scratch);
}
