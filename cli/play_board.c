/* play_board.c: a board as text. A half step is two columns wide and one line high:
 *
 *         A   B        a dot of Blue's    O    its bridges   ---  |
 *   1     O   O        a dot of Red's     +    its bridges   ===  #
 *       +   +   +
 *   2     O---O
 *       +===+   +      in the middle of a bridge: * the last move, ! what is suggested, @ the winning chain; 1 and 2,
 *   3     O   O        where nothing is built, for the two trees */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/play_session.h"

enum style { STYLE_PLAIN, STYLE_BLUE, STYLE_RED, STYLE_LAST_BLUE, STYLE_LAST_RED, STYLE_ONE, STYLE_TWO, STYLES };

static const char *const escapes[STYLES] = {"\033[0m",      "\033[1;94m",   "\033[1;91m",  "\033[1;7;94m",
                                            "\033[1;7;91m", "\033[0;1;96m", "\033[0;1;95m"};

/* What the players' signs look like: a dot, a piece of a horizontal bridge, a vertical bridge; and a bridge to come. */
static const struct {
  const char *dot, *across, *down;
} signs[2][2] = {{{"O", "-", "|"}, {"+", "=", "#"}}, {{"●", "━", "┃"}, {"◆", "═", "║"}}};

enum mark { MARK_NONE, MARK_LAST, MARK_SUGGESTED, MARK_CHAIN, MARKS };

/* A winning chain ends with the last move. */
static const struct {
  const char *sign, *meaning;
} marks[MARKS] = {
    {NULL, NULL}, {"*", "the last move"}, {"!", "the suggested move"}, {"@", "the rest of the winning chain"}};

static const char *const thin[2] = {".", "╌"};

struct cell {
  const char *sign;
  enum style style;
};

struct canvas {
  const struct board_view *view;
  struct look look;
  int far; /* the last half step */
  bool used[MARKS];
  struct cell cells[2 * TT_BOARD_MOST + 1][4 * TT_BOARD_MOST + 1];
};

struct look look_of_terminal(bool ascii) {
  const char *const no_colour = getenv("NO_COLOR"), *const terminal = getenv("TERM");
  struct look look = {false, false};
  if (ascii) return look;
  const locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
  if (locale != (locale_t)0) {
    look.unicode = strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;
    freelocale(locale);
  }
  look.colour = isatty(STDOUT_FILENO) && (no_colour == NULL || *no_colour == '\0') && terminal != NULL &&
                *terminal != '\0' && strcmp(terminal, "dumb") != 0;
  return look;
}

/* ---- Painting ---- */

static void put_dots(struct canvas *canvas) {
  for (int y = 0; y <= canvas->far; y++) {
    for (int x = 0; x <= canvas->far; x++) {
      if ((x + y) % 2 == 0) continue;
      const unsigned player = x % 2 == 1 ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
      canvas->cells[y][2 * x] =
          (struct cell){signs[canvas->look.unicode][player].dot, player == 0 ? STYLE_BLUE : STYLE_RED};
    }
  }
}

/* `middle` and `side` are signs of the bridge; where it runs North-South there is only its middle. */
static void put_bridge(struct canvas *canvas, struct tt_move move, struct cell middle, struct cell side) {
  const struct tt_bridge bridge = tt_board_bridge(canvas->view->game->board, move.player, move.edge);
  const int x = bridge.from.x + bridge.to.x, y = (bridge.from.y + bridge.to.y) / 2;
  canvas->cells[y][x] = middle;
  if (bridge.from.y != bridge.to.y) return;
  canvas->cells[y][x - 1] = canvas->cells[y][x + 1] = side;
}

static bool is_across(const struct canvas *canvas, struct tt_move move) {
  const struct tt_bridge bridge = tt_board_bridge(canvas->view->game->board, move.player, move.edge);
  return bridge.from.y == bridge.to.y;
}

static void put_played(struct canvas *canvas, struct tt_move move, enum mark mark) {
  const bool blue = move.player == TT_PLAYER_SHORT;
  const enum style style = blue ? STYLE_BLUE : STYLE_RED;
  const char *const across = signs[canvas->look.unicode][move.player].across;
  struct cell middle = {is_across(canvas, move) ? across : signs[canvas->look.unicode][move.player].down, style};
  if (mark != MARK_NONE) middle = (struct cell){marks[mark].sign, blue ? STYLE_LAST_BLUE : STYLE_LAST_RED};
  canvas->used[mark] = true;
  put_bridge(canvas, move, middle, (struct cell){across, style});
}

static void put_states(struct canvas *canvas) {
  const struct tt_graph *const graph = canvas->view->game->graph;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const unsigned set = canvas->view->set == NULL ? 0 : canvas->view->set[edge];
    const enum tt_player holder = graph->states[edge] == TT_SECURED ? TT_PLAYER_SHORT : TT_PLAYER_CUT;
    if (graph->states[edge] != TT_UNDECIDED) {
      put_played(canvas, (struct tt_move){holder, edge}, MARK_NONE);
    } else if (set == 1 || set == 2) {
      const enum style style = set == 1 ? STYLE_ONE : STYLE_TWO;
      put_bridge(canvas, (struct tt_move){canvas->view->owner, edge}, (struct cell){set == 1 ? "1" : "2", style},
                 (struct cell){thin[canvas->look.unicode], style});
    }
  }
}

static void put_chain(struct canvas *canvas) {
  const struct tt_game *const game = canvas->view->game;
  size_t *const chain = malloc((game->graph->edge_count + 1) * sizeof *chain);
  size_t count = 0;
  if (chain != NULL && tt_game_winning_path(game, chain, &count, NULL) == TT_OK) {
    const size_t last = game->move_count > 0 ? game->moves[game->move_count - 1].edge : SIZE_MAX;
    for (size_t place = 0; place < count; place++) {
      if (chain[place] != last) put_played(canvas, (struct tt_move){game->winner, chain[place]}, MARK_CHAIN);
    }
  }
  free(chain);
}

static bool is_suggested(const struct canvas *canvas, struct tt_move move) {
  return move.edge == canvas->view->suggested.edge && move.player == canvas->view->suggested.player;
}

/* Of a move that is not made only the middle is marked: the bridges that it would cross are to be seen. */
static void put_suggested(struct canvas *canvas, bool made) {
  const struct tt_move move = canvas->view->suggested;
  if (made) {
    put_played(canvas, move, MARK_SUGGESTED);
    return;
  }
  const struct tt_bridge bridge = tt_board_bridge(canvas->view->game->board, move.player, move.edge);
  canvas->used[MARK_SUGGESTED] = true;
  canvas->cells[(bridge.from.y + bridge.to.y) / 2][bridge.from.x + bridge.to.x] =
      (struct cell){marks[MARK_SUGGESTED].sign, move.player == TT_PLAYER_SHORT ? STYLE_LAST_BLUE : STYLE_LAST_RED};
}

static void put_marked(struct canvas *canvas) {
  const struct tt_game *const game = canvas->view->game;
  size_t count = game->move_count;
  if (canvas->view->chain) put_chain(canvas);
  const bool made = count > 0 && is_suggested(canvas, game->moves[count - 1]);
  if (made) count--;
  if (count > 0) put_played(canvas, game->moves[count - 1], MARK_LAST);
  if (canvas->view->suggested.edge != SIZE_MAX) put_suggested(canvas, made);
}

/* ---- Printing ---- */

static void set_style(const struct canvas *canvas, enum style *now, enum style style) {
  if (canvas->look.colour && *now != style) {
    if (*now != STYLE_PLAIN && style != STYLE_PLAIN) fputs(escapes[STYLE_PLAIN], stdout);
    fputs(escapes[style], stdout);
  }
  *now = style;
}

static enum style label_style(enum tt_player player) {
  return player == TT_PLAYER_SHORT ? STYLE_BLUE : STYLE_RED;
}

/* Letters over Blue's columns or numbers over Red's. */
static void print_heading(const struct canvas *canvas, enum tt_player player) {
  enum style style = STYLE_PLAIN;
  fputs("     ", stdout);
  set_style(canvas, &style, label_style(player));
  for (int x = player == TT_PLAYER_SHORT ? 1 : 0; x <= canvas->far; x += 2) {
    if (player == TT_PLAYER_SHORT) {
      printf("%s%c", x == 1 ? "  " : "   ", 'A' + x / 2);
    } else {
      printf(x == 0 ? "%d" : "%4d", x / 2 + 1);
    }
  }
  set_style(canvas, &style, STYLE_PLAIN);
  putchar('\n');
}

/* The label of a line: numbers of Blue's rows, letters of Red's; spaces where it has none. */
static void print_label(const struct canvas *canvas, enum tt_player player, int y, bool right) {
  enum style style = STYLE_PLAIN;
  const bool has = (y % 2 == 0) == (player == TT_PLAYER_SHORT);
  if (right && !has) return;
  char label[12] = "";
  if (has && player == TT_PLAYER_SHORT) snprintf(label, sizeof label, "%d", y / 2 + 1);
  if (has && player == TT_PLAYER_CUT) snprintf(label, sizeof label, "%c", 'A' + y / 2);
  set_style(canvas, &style, label_style(player));
  printf(right ? "  %s" : "%3s", label);
  set_style(canvas, &style, STYLE_PLAIN);
  if (!right) fputs("  ", stdout);
}

static void print_line(const struct canvas *canvas, int y, bool right) {
  enum style style = STYLE_PLAIN;
  int last = right ? 2 * canvas->far : 0;
  for (int column = 0; column <= 2 * canvas->far; column++) {
    if (canvas->cells[y][column].sign != NULL && column > last) last = column;
  }
  for (int column = 0; column <= last; column++) {
    const struct cell cell = canvas->cells[y][column];
    set_style(canvas, &style, cell.sign == NULL ? STYLE_PLAIN : cell.style);
    fputs(cell.sign == NULL ? " " : cell.sign, stdout);
  }
  set_style(canvas, &style, STYLE_PLAIN);
}

/* What the signs mean, where there are two or more. */
static void print_key(const struct canvas *canvas) {
  unsigned used = 0;
  for (enum mark mark = MARK_LAST; mark < MARKS; mark++) used += canvas->used[mark];
  for (enum mark mark = MARK_LAST; mark < MARKS && used > 1; mark++) {
    if (canvas->used[mark]) printf("     %s %s", marks[mark].sign, marks[mark].meaning);
  }
  if (used > 1) putchar('\n');
}

/* One player's labels stand above and left; with both, Red's stand below and right. */
void board_show(const struct board_view *view, struct look look) {
  struct canvas canvas = {.view = view, .look = look, .far = 2 * (int)view->game->board};
  const bool both = view->labels == TT_PLAYER_NONE;
  const enum tt_player first = both ? TT_PLAYER_SHORT : view->labels;
  put_dots(&canvas);
  put_states(&canvas);
  for (size_t move = 0; move < view->game->move_count; move++) { /* rim moves are in no state */
    if (view->game->moves[move].edge >= view->game->graph->edge_count) {
      put_played(&canvas, view->game->moves[move], MARK_NONE);
    }
  }
  put_marked(&canvas);
  print_heading(&canvas, first);
  for (int y = 0; y <= canvas.far; y++) {
    const bool right = both && y % 2 == 1;
    print_label(&canvas, first, y, false);
    print_line(&canvas, y, right);
    if (right) print_label(&canvas, TT_PLAYER_CUT, y, true);
    putchar('\n');
  }
  if (both) print_heading(&canvas, TT_PLAYER_CUT);
  print_key(&canvas);
}
