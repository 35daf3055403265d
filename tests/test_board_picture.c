/* test_board_picture.c: pictures of boards: what is in them, that it is XML, and, drawn by rsvg-convert and read by
 * libpng, what colour it is where. `twotrees draw --moves` and its files. Without rsvg-convert, libpng or xmllint the
 * tests that need them say so and are skipped; `make check` installs all three. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "play/play.h"
#include "tests/support.h"

#if defined(__has_include)
#if __has_include(<png.h>)
#include <png.h>
#define WITH_PNG 1
#endif
#endif

/* ---- Games and pictures ---- */

static struct tt_game game_on(unsigned board, bool rim) {
  char name[24];
  struct tt_game game;
  snprintf(name, sizeof name, "bridgit:%u", board);
  struct tt_graph *const graph = support_graph(name);
  assert_int_equal(tt_game_make(&game, graph, board, rim, TT_PLAYER_SHORT, NULL), TT_OK);
  tt_graph_free(graph);
  return game;
}

/* Plays moves separated by commas. */
static void play(struct tt_game *game, const char *moves) {
  char text[400];
  snprintf(text, sizeof text, "%s", moves);
  for (char *move = strtok(text, ","); move != NULL; move = strtok(NULL, ",")) {
    struct tt_error error;
    size_t edge;
    if (tt_move_read(game, move, &edge, &error) != TT_OK || tt_game_legal(game, edge, &error) != TT_OK) {
      fail_msg("%s: %s", move, error.text);
    }
    assert_int_equal(tt_game_play(game, edge, &error), TT_OK);
  }
}

static char *picture_of(const struct tt_game *game, const struct tt_board_drawing *drawing) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  assert_int_equal(tt_draw_board(stream, game, drawing, NULL), TT_OK);
  assert_int_equal(fclose(stream), 0);
  return text;
}

static size_t count_of(const char *text, const char *part) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

static const struct tt_board_drawing bare = {.labels = TT_PLAYER_NONE}, blue_labels = {.labels = TT_PLAYER_SHORT};

static const char blue_wins[] = "B1B2,A1A2,B2B3,C3C4,B3B4";

/* ---- Elements ---- */

static void test_every_dot_is_there(void **state) {
  (void)state;
  for (unsigned board = TT_BOARD_LEAST; board <= TT_BOARD_MOST; board++) {
    struct tt_game game = game_on(board, false);
    char *const text = picture_of(&game, &blue_labels);
    assert_int_equal(count_of(text, "<circle class=\"dot\""), board * (board + 1));
    assert_int_equal(count_of(text, "<rect class=\"dot\""), board * (board + 1));
    assert_int_equal(count_of(text, "class=\"bridge"), 0);
    assert_int_equal(count_of(text, "class=\"banner\""), 0);
    assert_int_equal(count_of(text, "class=\"last\""), 0);
    const char *const labels = strstr(text, "class=\"labels\"");
    assert_non_null(labels);
    assert_int_equal(count_of(labels, "</text>"), 2 * board + 1);
    free(text);
    tt_game_free(&game);
  }
}

static void test_labels_are_on_the_humans_side(void **state) {
  (void)state;
  struct tt_game game = game_on(3, false);
  const struct tt_board_drawing red = {.labels = TT_PLAYER_CUT};
  char *const blue_text = picture_of(&game, &blue_labels), *const red_text = picture_of(&game, &red),
              *const bare_text = picture_of(&game, &bare);
  double x[2], y[2];
  /* Blue's A is above its first column, Red's beside its first row. */
  assert_int_equal(sscanf(strstr(strstr(blue_text, "labels"), "<text"), "<text x=\"%lf\" y=\"%lf\">A<", &x[0], &y[0]),
                   2);
  assert_int_equal(sscanf(strstr(strstr(red_text, "labels"), "<text"), "<text x=\"%lf\" y=\"%lf\">A<", &x[1], &y[1]),
                   2);
  assert_true(x[0] > x[1] && y[0] < y[1]);
  assert_null(strstr(bare_text, "labels"));
  free(blue_text);
  free(red_text);
  free(bare_text);
  tt_game_free(&game);
}

static void test_moves_and_winner_are_there(void **state) {
  (void)state;
  struct tt_game game = game_on(3, false);
  const struct tt_board_drawing numbered = {.labels = TT_PLAYER_SHORT, .numbers = true};
  play(&game, blue_wins);
  assert_int_equal(game.winner, TT_PLAYER_SHORT);
  char *text = picture_of(&game, &numbered);
  assert_int_equal(count_of(text, "class=\"bridge blue\""), 3);
  assert_int_equal(count_of(text, "class=\"bridge red\""), 2);
  assert_int_equal(count_of(text, "class=\"last\""), 1);
  assert_int_equal(count_of(text, "class=\"winning\""), 3);
  assert_int_equal(count_of(text, "class=\"number\""), 5);
  assert_int_equal(count_of(text, ">Blue has won</text>"), 1);
  assert_non_null(
      strstr(text, "Moves: 1 Blue B1 B2, 2 Red A1 A2, 3 Blue B2 B3, 4 Red C3 C4, 5 Blue B3 B4. Blue has won."));
  free(text);
  assert_true(tt_game_undo(&game));
  text = picture_of(&game, &blue_labels);
  assert_int_equal(count_of(text, "class=\"winning\"") + count_of(text, "class=\"banner\""), 0);
  assert_int_equal(count_of(text, "class=\"number\""), 0);
  free(text);
  tt_game_resign(&game);
  text = picture_of(&game, &blue_labels);
  assert_int_equal(count_of(text, ">Red has won: Blue resigned</text>"), 1);
  assert_int_equal(count_of(text, "class=\"winning\""), 0);
  free(text);
  tt_game_free(&game);
}

static void test_rim_moves_are_bridges_too(void **state) {
  (void)state;
  struct tt_game game = game_on(3, true);
  play(&game, "A1B1,A1B1,A4B4,A4B4");
  char *const text = picture_of(&game, &bare);
  assert_int_equal(count_of(text, "class=\"bridge blue\""), 2);
  assert_int_equal(count_of(text, "class=\"bridge red\""), 2);
  free(text);
  tt_game_free(&game);
}

static void test_overlays(void **state) {
  (void)state;
  struct tt_game game = game_on(2, false);
  const uint8_t marks[] = {TT_MARK_BLUE, TT_MARK_RED, TT_MARK_RED, TT_MARK_NONE, TT_MARK_BLUE};
  struct tt_board_drawing drawing = {.labels = TT_PLAYER_NONE, .marks = marks, .mark_names = {NULL, "<X>", NULL, NULL}};
  char *text = picture_of(&game, &drawing);
  assert_int_equal(count_of(text, "class=\"mark mark1\""), 2);
  assert_int_equal(count_of(text, "class=\"mark mark2\""), 2);
  /* In grey too: one is dashed, the other is not. */
  assert_int_equal(count_of(text, "stroke-dasharray"), 2 + 1);
  assert_int_equal(count_of(text, "&lt;X&gt;"), 1);
  assert_int_equal(count_of(text, "the other tree"), 1);
  free(text);
  struct tt_pairing pairing;
  assert_int_equal(tt_pairing_make(&pairing, &game, NULL), TT_OK);
  drawing = (struct tt_board_drawing){.labels = TT_PLAYER_NONE, .pairing = &pairing};
  text = picture_of(&game, &drawing);
  assert_int_equal(count_of(text, "class=\"pair\""), 2);
  assert_int_equal(count_of(text, "class=\"opening\""), 1);
  free(text);
  tt_pairing_free(&pairing);
  tt_game_free(&game);
}

/* ---- XML ---- */

static bool have(const char *program) {
  char command[200];
  snprintf(command, sizeof command, "command -v %s || true", program);
  struct support_run run = support_shell(command);
  const bool there = run.output_size > 0;
  support_run_free(&run);
  if (!there) print_message("skipped: %s is not installed (make check installs it)\n", program);
  return there;
}

static int status_of_xmllint(const char *text) {
  const char *const arguments[] = {"xmllint", "--noout", "-", NULL};
  struct support_run run = support_run(arguments, text);
  const int status = run.status;
  support_run_free(&run);
  return status;
}

static void test_pictures_are_xml_whatever_the_caption(void **state) {
  (void)state;
  if (!have("xmllint")) skip();
  static const char *const captions[] = {
      "plain", "<script>&\"'--]]>", "\x01\xff\xc0\xaf control and broken UTF-8", "",
      "\xe2\x80\xa6 dots and a very long line that has to be broken somewhere near here"};
  struct tt_game game = game_on(4, false);
  play(&game, "B2B3,C2C3");
  for (size_t index = 0; index < sizeof captions / sizeof captions[0]; index++) {
    const struct tt_board_drawing drawing = {.labels = TT_PLAYER_CUT, .numbers = true, .caption = captions[index]};
    char *const text = picture_of(&game, &drawing);
    assert_int_equal(status_of_xmllint(text), 0);
    assert_null(strstr(text, "<script"));
    *strstr(text, "</title>") = ' '; /* the checker checks */
    assert_int_not_equal(status_of_xmllint(text), 0);
    free(text);
  }
  tt_game_free(&game);
}

/* ---- Pixels ---- */

#ifdef WITH_PNG
struct image {
  unsigned width, height;
  uint8_t *pixels; /* owned; red, green, blue */
};

/* At one pixel a unit. */
static struct image render(const char *text) {
  char svg[400], png[400];
  snprintf(svg, sizeof svg, "%s/tests/board-picture-%ld.svg", support_build(), (long)getpid());
  snprintf(png, sizeof png, "%s/tests/board-picture-%ld.png", support_build(), (long)getpid());
  FILE *const stream = fopen(svg, "w");
  assert_non_null(stream);
  assert_true(fputs(text, stream) >= 0);
  assert_int_equal(fclose(stream), 0);
  const char *const arguments[] = {"rsvg-convert", "-o", png, svg, NULL};
  struct support_run run = support_run(arguments, NULL);
  if (run.status != 0) fail_msg("rsvg-convert: %s", run.errors);
  support_run_free(&run);
  png_image source = {.version = PNG_IMAGE_VERSION};
  assert_int_not_equal(png_image_begin_read_from_file(&source, png), 0);
  source.format = PNG_FORMAT_RGB;
  const struct image image = {source.width, source.height, malloc(PNG_IMAGE_SIZE(source))};
  assert_non_null(image.pixels);
  const png_color white = {255, 255, 255};
  assert_int_not_equal(png_image_finish_read(&source, &white, image.pixels, 0, NULL), 0);
  unlink(svg);
  unlink(png);
  return image;
}

/* Where the board is, read off the first and the last of Blue's dots in the text. */
struct frame {
  double left, top, step;
};
static struct frame frame_of(const char *text, unsigned board) {
  double x[2] = {0, 0}, y[2] = {0, 0};
  const char *const first = strstr(text, "<circle class=\"dot\" "), *last = first;
  assert_non_null(first);
  for (const char *at = first; at != NULL; at = strstr(at + 1, "<circle class=\"dot\" ")) last = at;
  assert_int_equal(sscanf(first, "<circle class=\"dot\" cx=\"%lf\" cy=\"%lf\"", &x[0], &y[0]), 2);
  assert_int_equal(sscanf(last, "<circle class=\"dot\" cx=\"%lf\" cy=\"%lf\"", &x[1], &y[1]), 2);
  const double step = (y[1] - y[0]) / (2.0 * board);
  return (struct frame){x[0] - step, y[0], step};
}

enum colour { WHITE, BLUE, RED, BLACK, YELLOW, PALE_BLUE, PALE_RED };

/* At a place in half steps. */
static bool is(const struct image *image, struct frame frame, double x, double y, enum colour colour) {
  static const uint8_t colours[][3] = {{255, 255, 255},    {0x1f, 0x4e, 0x9c}, {0xd8, 0x43, 0x2b}, {0, 0, 0},
                                       {0xff, 0xcf, 0x33}, {0xc6, 0xd5, 0xee}, {0xf7, 0xd3, 0xcb}};
  const unsigned column = (unsigned)floor(frame.left + x * frame.step),
                 row = (unsigned)floor(frame.top + y * frame.step);
  assert_true(column < image->width && row < image->height);
  const uint8_t *const pixel = image->pixels + 3 * ((size_t)row * image->width + column);
  for (unsigned part = 0; part < 3; part++) {
    if (abs((int)pixel[part] - (int)colours[colour][part]) > 12) return false;
  }
  return true;
}

/* The end of the game of blue_wins on the board of size 3, at a dozen points. */
static bool shows_blue_win(const struct image *image, struct frame frame) {
  return is(image, frame, 1, 2, BLUE) &&        /* Blue's dot */
         is(image, frame, 2, 3, WHITE) &&       /* inside Red's dot */
         is(image, frame, 2.2, 3.2, RED) &&     /* its rim */
         is(image, frame, 3, 0.5, BLUE) &&      /* Blue's bridge B1 B2 */
         is(image, frame, 3.18, 0.6, BLACK) &&  /* outlined, since it won */
         is(image, frame, 3, 5.5, BLUE) &&      /* the last move */
         is(image, frame, 3.3, 5.5, YELLOW) &&  /* marked */
         is(image, frame, 2.5, 5.0, WHITE) &&   /* and nothing beside it */
         is(image, frame, 1.5, 0, PALE_BLUE) && /* North bank */
         is(image, frame, 6, 4, PALE_RED);      /* East bank */
}

static void test_pixels_of_a_won_game(void **state) {
  (void)state;
  if (!have("rsvg-convert")) skip();
  struct tt_game game = game_on(3, false);
  play(&game, blue_wins);
  char *text = picture_of(&game, &blue_labels);
  struct image image = render(text);
  struct frame frame = frame_of(text, 3);
  assert_true(shows_blue_win(&image, frame));
  assert_true(is(&image, (struct frame){0, 0, 1}, 20, 5, BLUE)); /* the banner, clear of labels and dots */
  double x, y;
  assert_int_equal(sscanf(strstr(strstr(text, "labels"), "<text"), "<text x=\"%lf\" y=\"%lf\">A<", &x, &y), 2);
  assert_true(y > 28 + 16); /* the banner's height and the label's */
  free(image.pixels);
  free(text);
  /* Without the last move it is another picture. */
  tt_game_undo(&game);
  text = picture_of(&game, &blue_labels);
  image = render(text);
  frame = frame_of(text, 3);
  assert_false(shows_blue_win(&image, frame));
  assert_true(is(&image, frame, 3, 5, WHITE));
  free(image.pixels);
  free(text);
  tt_game_free(&game);
}

/* In grey: the middle of a bridge of Blue's is dark, that of Red's light between two darker lines. */
static void test_pixels_tell_the_players_apart_in_grey(void **state) {
  (void)state;
  if (!have("rsvg-convert")) skip();
  struct tt_game game = game_on(2, false);
  play(&game, "A1A2,B1B2,A2B2");
  char *const text = picture_of(&game, &bare);
  const struct image image = render(text);
  const struct frame frame = frame_of(text, 2);
  assert_true(is(&image, frame, 1, 0.5, BLUE) && is(&image, frame, 1, 1.5, BLUE));
  assert_true(is(&image, frame, 0.5, 3, WHITE) && is(&image, frame, 1.5, 3, WHITE));
  assert_true(is(&image, frame, 0.5, 3.09, RED) && is(&image, frame, 0.5, 2.91, RED));
  assert_true(is(&image, frame, 2, 2, BLUE) && is(&image, frame, 2, 2.32, YELLOW));
  free(image.pixels);
  free(text);
  tt_game_free(&game);
}

/* Undecided edges of two trees: one line is solid, the other has gaps. */
static void test_pixels_of_the_two_trees(void **state) {
  (void)state;
  if (!have("rsvg-convert")) skip();
  struct tt_game game = game_on(4, false);
  uint8_t marks[25] = {0};
  marks[0] = TT_MARK_BLUE; /* A1 A2 */
  marks[2] = TT_MARK_RED;  /* C1 C2 */
  const struct tt_board_drawing drawing = {.labels = TT_PLAYER_NONE, .marks = marks};
  char *const text = picture_of(&game, &drawing);
  const struct image image = render(text);
  const struct frame frame = frame_of(text, 4);
  unsigned white[2] = {0, 0};
  for (unsigned part = 40; part <= 160; part++) {
    white[0] += is(&image, frame, 1, part / 100.0, WHITE);
    white[1] += is(&image, frame, 5, part / 100.0, WHITE);
  }
  assert_int_equal(white[0], 0);
  assert_in_range(white[1], 10, 80);
  free(image.pixels);
  free(text);
  tt_game_free(&game);
}
#endif

/* ---- Errors ---- */

static void test_what_is_no_board_is_refused(void **state) {
  (void)state;
  struct tt_graph *const graph = support_graph("bridge");
  struct tt_game game;
  struct tt_error error;
  assert_int_equal(tt_game_make(&game, graph, 0, false, TT_PLAYER_SHORT, &error), TT_OK);
  assert_int_equal(tt_draw_board(stderr, &game, &bare, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "drawing bridge: expected a game on a board, bridgit:N with N from 2 to 26");
  tt_game_free(&game);
  tt_graph_free(graph);
  game = game_on(3, false);
  FILE *const full = fopen("/dev/full", "w");
  assert_non_null(full);
  assert_int_equal(tt_draw_board(full, &game, &bare, &error), TT_NO_RESOURCE);
  fclose(full);
  tt_game_free(&game);
}

/* ---- The program ---- */

/* Runs a shell command with $P the program and $B the build directory; checks status, errors and output (NULL: any). */
static void expect(const char *command, int status, const char *output, const char *errors) {
  char line[2000];
  snprintf(line, sizeof line, "P=%s; B=%s/tests; %s", support_program(), support_build(), command);
  struct support_run run = support_shell(line);
  if (run.status != status) fail_msg("%s: status %d: %s", command, run.status, run.errors);
  if (errors != NULL) assert_string_equal(run.errors, errors);
  if (output != NULL) assert_string_equal(run.output, output);
  support_run_free(&run);
}

static void test_draw_moves(void **state) {
  (void)state;
  /* Lines of moves and a saved game make one picture. */
  expect(
      "printf '# a comment\\n\\nb1-b2\\n  a2A1\\n' | $P draw bridgit:3 --moves - > $B/moves-a.svg;"
      "printf 'twotrees-game 1\\nboard 3\\nfirst blue\\nmove blue B1 B2\\nmove red A1 A2\\n' > $B/moves.txt;"
      "$P draw --moves $B/moves.txt --output $B/moves-b.svg; cmp $B/moves-a.svg $B/moves-b.svg;"
      "$P draw bridgit:3 --moves $B/moves.txt | cmp - $B/moves-a.svg;"
      "$P draw --moves $B/moves.txt --labels red | grep -c 'fill=\"#d8432b\"'; rm $B/moves*",
      0, "1\n", "");
  expect("printf 'B1B2\\n' | $P draw bridgit:3 --moves - --trees | grep -c 'class=\"mark'", 0, "12\n", "");
  /* Elsewhere it is the graph that is drawn. */
  expect(
      "printf '0\\n1\\n' | $P draw bridge --moves - > $B/moves-c.svg; $P draw bridge --position sduuu | cmp - "
      "$B/moves-c.svg;"
      "rm $B/moves-c.svg",
      0, "", "");
  expect("printf 'B1B2\\n' | $P draw bridgit:3 --moves - --dot | head -n 1 | cut -c 1-5", 0, "graph\n", "");
}

static void test_draw_moves_refuses(void **state) {
  (void)state;
  static const struct {
    const char *command;
    int status;
    const char *errors;
  } cases[] = {
      {"printf 'B1B2\\nB1B2\\nA2A3\\n' | $P draw bridgit:3 --moves - --output $B/never.svg", 2,
       "twotrees: -:3: A2 A3 would cross Red's bridge B1 B2: bridges never cross\n"},
      {"printf 'B1B2\\n' | $P draw --moves -", 2,
       "twotrees: --moves with lines of moves: expected one GRAPH that they are played on\n"},
      {"$P draw bridgit:3 --moves no-such-file", 2, "twotrees: no-such-file: No such file or directory\n"},
      {"printf 'B1B2\\0' | $P draw bridgit:3 --moves -", 2, "twotrees: -: expected text, found a zero byte\n"},
      {"$P draw bridgit:3 --numbers", 2, "twotrees: --numbers and --labels go with --moves\n"},
      {"$P draw bridgit:3 --moves /dev/null --labels green", 2,
       "twotrees: --labels green: expected blue, red or none\n"},
      {"$P draw bridgit:3 --moves /dev/null --trees --cut", 2, "twotrees: a board shows one proof: --trees or --cut\n"},
      {"printf 'twotrees-game 1\\nboard 3\\nfirst blue\\n' | $P draw bridgit:4 --moves -", 2,
       "twotrees: - is a game on bridgit:3: expected one on bridgit:4, or no GRAPH\n"},
      {"printf 'A1A2\\nA2A3\\nA2A3\\nB1B2\\n' | $P draw bridgit:2 --moves - --output $B/never.svg", 2,
       "twotrees: -:4: the game is over already: Blue has won\n"},
      {"printf 'A2A3\\nA1A2\\nA2B2\\nA2A3\\n' | $P draw bridgit:2 --moves - --trees --output $B/never.svg", 1,
       "twotrees: bridgit:2: Red wins whoever moves: Blue has no two trees\n"}};
  for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
    expect(cases[index].command, cases[index].status, NULL, cases[index].errors);
  }
  char path[400];
  snprintf(path, sizeof path, "%s/tests/never.svg", support_build());
  assert_int_not_equal(access(path, F_OK), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_dot_is_there),
                                     cmocka_unit_test(test_labels_are_on_the_humans_side),
                                     cmocka_unit_test(test_moves_and_winner_are_there),
                                     cmocka_unit_test(test_rim_moves_are_bridges_too),
                                     cmocka_unit_test(test_overlays),
                                     cmocka_unit_test(test_pictures_are_xml_whatever_the_caption),
#ifdef WITH_PNG
                                     cmocka_unit_test(test_pixels_of_a_won_game),
                                     cmocka_unit_test(test_pixels_tell_the_players_apart_in_grey),
                                     cmocka_unit_test(test_pixels_of_the_two_trees),
#endif
                                     cmocka_unit_test(test_what_is_no_board_is_refused),
                                     cmocka_unit_test(test_draw_moves),
                                     cmocka_unit_test(test_draw_moves_refuses)};
#ifndef WITH_PNG
  print_message("skipped: the pixels of rendered boards; libpng-dev is not installed (make check installs it)\n");
#endif
  return cmocka_run_group_tests(tests, NULL, NULL);
}
