/* play_text.c: a game told in words, for people. */
#include <string.h>
#include <stdlib.h>

#include "cli/play_session.h"

#define LISTED 16 /* moves of a list that are written out; the board shows them all */

static const char *name_of(const struct session *session, enum tt_player player) {
  return tt_player_name(&session->game, player);
}

static bool human(const struct session *session, enum tt_player player) {
  return session->engines[player] == NULL;
}

/* "B2 B3" on boards, "3 (A-1)" elsewhere. */
static void print_move(const struct tt_game *game, struct tt_move move) {
  char text[40];
  if (game->board == 0) {
    print_edge(game->graph, move.edge);
  } else {
    fputs(tt_move_name(game, move, text, sizeof text), stdout);
  }
}

static void print_moves(const struct tt_game *game, enum tt_player player, const size_t *edges, size_t count) {
  for (size_t place = 0; place < count && place < LISTED; place++) {
    if (place > 0) fputs(", ", stdout);
    print_move(game, (struct tt_move){player, edges[place]});
  }
  if (count == 0) fputs("none", stdout);
  if (count > LISTED) printf(" and %zu more", count - LISTED);
  putchar('\n');
}

/* The edges whose entry is `value`, as moves of the player. */
static void print_where(const struct tt_game *game, enum tt_player player, const uint8_t *entries, uint8_t value) {
  size_t edges[LISTED], count = 0;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    if (entries[edge] != value) continue;
    if (count < LISTED) edges[count] = edge;
    count++;
  }
  print_moves(game, player, edges, count);
}

/* ---- The beginning ---- */

static void introduce(const struct session *session, enum tt_player player) {
  static const char *const signs[2][2] = {{"O", "+"}, {"●", "◆"}};
  const bool board = session->game.board != 0, first = session->game.turn == player;
  const struct tt_engine *const engine = session->engines[player];
  const bool you = engine == NULL && session_human(session) == player;
  if (you) {
    printf("You are %s", name_of(session, player));
  } else {
    fputs(name_of(session, player), stdout);
  }
  if (board) {
    printf(" %s (%s)", signs[session->look.unicode][player],
           player == TT_PLAYER_SHORT ? "top to bottom" : "left to right");
  }
  if (!you) printf(" is played %s%s", engine == NULL ? "here" : "by ", engine == NULL ? "" : engine->name);
  puts(!first ? "." : you ? " and move first." : " and moves first.");
}

static void text_game(const struct session *session) {
  const struct tt_game *const game = &session->game;
  char a[60], b[60];
  if (game->board != 0) {
    printf(
        "Bridg-It, size %u. Blue has to join the top row with the bottom row, Red the left side with the right side.\n"
        "A move is a bridge between two neighbouring dots of your own colour. Bridges never cross.\n"
        "Type its two dots, as in B2 B3. Other words: hint, why, undo, board, save, load, resign, help, quit.\n"
        "Blue's dots and Red's have names of their own, so that there are two of A1 A2; `board both` shows them.\n\n",
        game->board);
  } else {
    printf(
        "%s: Short has to join %s with %s by secured edges, Cut has to keep them apart.\n"
        "A move takes one undecided edge: Short secures it, Cut deletes it.\n"
        "Type its number, or its two ends. Other words: hint, why, undo, board, save, load, resign, help, quit.\n\n",
        game->graph->name, tt_vertex_name(game->graph, game->graph->terminal_a, a, sizeof a),
        tt_vertex_name(game->graph, game->graph->terminal_b, b, sizeof b));
  }
  introduce(session, TT_PLAYER_SHORT);
  introduce(session, TT_PLAYER_CUT);
}

/* ---- The board ---- */

static void show_graph(const struct tt_game *game) {
  static const char *const titles[] = {"undecided: ", "secured:   ", "deleted:   "};
  for (unsigned state = 0; state < 3; state++) {
    if (state != TT_UNDECIDED && tt_graph_count(game->graph, (enum tt_edge_state)state) == 0) continue;
    printf("  %s", titles[state]);
    print_where(game, TT_PLAYER_SHORT, game->graph->states, (uint8_t)state);
  }
}

static const struct tt_move no_move = {TT_PLAYER_NONE, SIZE_MAX};

static void show(const struct session *session, const struct tt_game *game, const uint8_t *set, enum tt_player owner,
                 struct tt_move suggested) {
  putchar('\n');
  if (game->board == 0) {
    show_graph(game);
  } else {
    const enum tt_player usual = session->labels_chosen ? session->labels : session_human(session);
    const enum tt_player labels = set != NULL ? TT_PLAYER_NONE : usual;
    const struct board_view view = {game, set, owner, labels, game->winner != TT_PLAYER_NONE, suggested};
    board_show(&view, session->look);
  }
  putchar('\n');
}

static void text_board(const struct session *session) {
  show(session, &session->game, NULL, TT_PLAYER_NONE, no_move);
}

static void text_turn(struct session *session) {
  const struct tt_game *const game = &session->game;
  if (!session->shown) text_board(session);
  session->shown = true;
  if (!session->interactive) return;
  if (game->winner != TT_PLAYER_NONE) {
    fputs("The game is over; why, undo, save FILE or quit: ", stdout);
  } else if (session_human(session) == game->turn) {
    printf("Your move, %s: ", name_of(session, game->turn));
  } else {
    printf("%s to move: ", name_of(session, game->turn));
  }
  fflush(stdout);
}

/* A person at a terminal sees what was typed. */
static void text_move(struct session *session) {
  const struct tt_game *const game = &session->game;
  const struct tt_move move = game->moves[game->move_count - 1];
  const char *const verb = game->board != 0 ? "plays" : move.player == TT_PLAYER_SHORT ? "secures" : "deletes";
  if (human(session, move.player) && session->interactive) return;
  fputs(name_of(session, move.player), stdout);
  if (!human(session, move.player)) printf(" (%s)", session_player(session, move.player));
  printf(" %s ", verb);
  print_move(game, move);
  puts(".");
  if (human(session, TT_PLAYER_SHORT) || human(session, TT_PLAYER_CUT) || game->winner != TT_PLAYER_NONE) return;
  text_board(session);
  fflush(stdout);
}

/* ---- Hints and reasons ---- */

static void text_hint(const struct session *session, size_t edge, enum tt_player favourite) {
  const struct tt_game *const game = &session->game;
  fputs("Hint: ", stdout);
  print_move(game, (struct tt_move){game->turn, edge});
  if (favourite == game->turn) {
    puts(" wins. (`why` shows how.)");
  } else {
    printf(" holds out longest. The position is lost if %s makes no mistake. (`why` shows how.)\n",
           name_of(session, favourite));
  }
}

/* "bridges" on boards. */
static const char *things(const struct tt_game *game) {
  return game->board != 0 ? "bridges" : "edges";
}

static void goal(const struct session *session, enum tt_player player) {
  if (session->game.board != 0) {
    fputs(player == TT_PLAYER_SHORT ? "joins top and bottom" : "joins left and right", stdout);
  } else {
    fputs(player == TT_PLAYER_SHORT ? "joins the terminals" : "keeps the terminals apart", stdout);
  }
}

static void example(const struct session *session, const struct tt_plan *plan, size_t taken, size_t reply) {
  const struct tt_game *const game = &plan->after;
  const enum tt_player loser = tt_opponent(plan->winner);
  const char *const name = name_of(session, loser), *const winner = name_of(session, plan->winner);
  if (game->board != 0) {
    printf("  If %s ", name);
    print_move(game, (struct tt_move){loser, taken});
    printf(" cuts %s ", winner);
    print_move(game, (struct tt_move){plan->winner, taken});
    printf(" of net %u, %s answers ", plan->set[taken], winner);
  } else {
    printf("  If %s takes ", name);
    print_move(game, (struct tt_move){loser, taken});
    printf(" of %u, %s answers ", plan->set[taken], winner);
  }
  print_move(game, (struct tt_move){plan->winner, reply});
  puts(".");
}

/* What the winner does when the loser takes an edge of a set: one example a set. */
static void examples(const struct session *session, const struct tt_plan *plan) {
  const struct tt_game *const game = &plan->after;
  for (unsigned set = 1; set <= 2; set++) {
    size_t reply = SIZE_MAX, taken = 0;
    for (; taken < game->graph->edge_count; taken++) {
      if (plan->set[taken] == set && tt_plan_reply(plan, taken, &reply, NULL) == TT_OK && reply != SIZE_MAX) break;
    }
    if (reply == SIZE_MAX) continue;
    example(session, plan, taken, reply);
  }
}

static void explain_trees(const struct session *session, const struct tt_plan *plan) {
  const char *const winner = name_of(session, plan->winner), *const loser = name_of(session, tt_opponent(plan->winner));
  const char *const what = things(&plan->after);
  printf("%s %s has two nets of possible %s, 1 and 2, with none in common:\n",
         plan->opening == SIZE_MAX ? "Already" : "After that", winner, what);
  for (unsigned set = 1; set <= 2; set++) {
    printf("  %u: ", set);
    print_where(&plan->after, plan->winner, plan->set, (uint8_t)set);
  }
  printf("Either net alone, with the %s that %s has, ", what, winner);
  goal(session, plan->winner);
  printf(", and both reach the same %s.\n", plan->after.board != 0 ? "dots" : "vertices");
  printf("%s can tear only one of them with a move, and %s mends it with one %s of the other:\n", loser, winner,
         plan->after.board != 0 ? "bridge" : "edge");
  examples(session, plan);
  printf("So both nets stay whole and need one %s less each time, until what %s has is enough.\n",
         plan->after.board != 0 ? "bridge" : "edge", winner);
}

/* Cut off the board: rings in place of nets. */
static void explain_rings(const struct session *session, const struct tt_plan *plan) {
  printf("%s Cut has two sets of edges, 1 and 2:\n", plan->opening == SIZE_MAX ? "Already" : "After that");
  for (unsigned set = 1; set <= 2; set++) {
    printf("  %u: ", set);
    print_where(&plan->after, TT_PLAYER_CUT, plan->set, (uint8_t)set);
  }
  puts("Think of the two terminals as joined by one more edge, and of secured edges as points.");
  for (size_t edge = 0; edge < plan->after.graph->edge_count; edge++) {
    if (plan->set[edge] != TT_PLAN_ASIDE) continue;
    fputs("These do not matter; think of them as points too: ", stdout);
    print_where(&plan->after, TT_PLAYER_CUT, plan->set, TT_PLAN_ASIDE);
    break;
  }
  puts(
      "Then neither set closes a ring. When Short secures an edge of one set, that closes a ring with the other,\n"
      "and Cut deletes an edge of it:");
  examples(session, plan);
  puts("So no ring is ever closed. A path of Short's between the terminals would close one: there will be none.");
}

static void text_why(const struct session *session, const struct tt_plan *plan, size_t hint) {
  const struct tt_game *const game = &session->game;
  const char *const winner = name_of(session, plan->winner);
  if (plan->opening == SIZE_MAX) {
    printf("%s wins, whatever %s plays now.\n", winner, name_of(session, game->turn));
  } else {
    printf("%s wins with ", winner);
    print_move(game, (struct tt_move){plan->winner, plan->opening});
    puts(game->board != 0 ? " (! on the board)." : ".");
  }
  if (plan->after.winner != TT_PLAYER_NONE) {
    printf("It ");
    goal(session, plan->winner);
    puts(" at once.");
    return;
  }
  const struct tt_move suggested = {game->turn, hint};
  if (game->board != 0) show(session, &plan->after, plan->set, plan->winner, suggested);
  if (plan->winner == TT_PLAYER_CUT && game->board == 0) {
    explain_rings(session, plan);
  } else {
    explain_trees(session, plan);
  }
  if (plan->opening != SIZE_MAX) return;
  printf("What holds out longest is %s%s", game->board != 0 ? name_of(session, game->turn) : "",
         game->board != 0 ? " " : "");
  print_move(game, (struct tt_move){game->turn, hint});
  printf("%s: %s has to find the right answers.\n", game->board != 0 ? " (! on the board)" : "", winner);
}

static void text_inquest(const struct session *session, const struct inquest *inquest) {
  const struct tt_game *const game = &session->game;
  const enum tt_player loser = tt_opponent(game->winner);
  const char *const name = name_of(session, loser);
  if (inquest->ply == SIZE_MAX) {
    printf("%s never had a won position: ", name);
    if (game->move_count > 0 && game->moves[0].player == game->winner) {
      printf("%s moved first and made no mistake. (`undo`, then `why`, shows how.)\n", name_of(session, game->winner));
    } else {
      puts("nothing that was played threw a win away.");
    }
  } else if (inquest->ply == game->move_count) {
    printf("%s resigned a won position: ", name);
    print_move(game, (struct tt_move){loser, inquest->better});
    puts(" would have won.");
  } else {
    printf("%s had a won position until move %zu, ", name, inquest->ply + 1);
    print_move(game, game->moves[inquest->ply]);
    fputs(". Right was ", stdout);
    print_move(game, (struct tt_move){loser, inquest->better});
    puts(". (`undo` goes back; `why` there shows how.)");
  }
}

/* ---- The rest ---- */

static void text_note(const struct session *session, const char *what, const char *file) {
  (void)session;
  printf("The game is %s %s %s.\n", what, strcmp(what, "saved") == 0 ? "in" : "from", file);
}

static void text_undo(const struct session *session, const struct tt_game *before) {
  const char *mark = "Taken back: ";
  for (size_t move = session->game.move_count; move < before->move_count; move++, mark = ", ") {
    printf("%s%s ", mark, name_of(session, before->moves[move].player));
    print_move(before, before->moves[move]);
  }
  if (before->resigned) printf("%sthat %s resigned", mark, name_of(session, before->turn));
  puts(".");
}

/* Words that were typed may hold anything. */
static void text_error(const struct session *session, const char *text) {
  (void)session;
  fputs("Not possible: ", stdout);
  for (; *text != '\0'; text++) putchar((unsigned char)*text < ' ' || *text == 127 ? '?' : *text);
  putchar('\n');
}

static void text_help(const struct session *session) {
  printf("  %-12s %s\n", session->game.board != 0 ? "B2 B3" : "3 or A x",
         session->game.board != 0 ? "a bridge between two neighbouring dots of your colour"
                                  : "an edge by its number or by its two ends");
  for (size_t index = 0; request_help(index) != NULL; index++) printf("  %s\n", request_help(index));
  if (session->game.board != 0) {
    puts("On the board * is the last move, ! what is suggested (`why`), @ the winning chain with *.");
    puts("Blue's dots have a letter for the column and a number for the row, Red's a letter for the row.");
  }
}

static const char *plural(size_t count) {
  return count == 1 ? "" : "s";
}

static void text_end(const struct session *session) {
  const struct tt_game *const game = &session->game;
  const char *const winner = name_of(session, game->winner);
  text_board(session);
  if (game->resigned) {
    printf("%s resigns: %s has won after %zu move%s.\n", name_of(session, tt_opponent(game->winner)), winner,
           game->move_count, plural(game->move_count));
    return;
  }
  size_t *const chain = malloc((game->graph->edge_count + 1) * sizeof *chain);
  size_t count = 0;
  printf("%s has won after %zu move%s", winner, game->move_count, plural(game->move_count));
  if (chain != NULL && tt_game_winning_path(game, chain, &count, NULL) == TT_OK && count > 0) {
    printf(": ");
    print_moves(game, game->winner, chain, count);
  } else {
    puts(".");
  }
  free(chain);
}

static void text_leave(const struct session *session, const char *file) {
  if (session->interactive) putchar('\n');
  if (file == NULL) return;
  printf("The game is kept in %s. To go on: twotrees play --load %s\n", file, file);
}

const struct voice voice_of_text = {text_game, text_turn, text_move,  text_board, text_hint, text_why,  text_inquest,
                                    text_note, text_undo, text_error, text_help,  text_end,  text_leave};
