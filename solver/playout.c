/* playout.c: the game played out, memoised, for both movers. It knows the rules and nothing of trees.
 *
 * Beside the plain search of playout_plain.c it uses four facts, each from the rules alone:
 *   1. No move hurts its maker (whoever has one more edge secured, or one more deleted, can play as without it), so an
 *      undecided edge that lies on no route from A to B is a pass that nobody needs, and is left out: edges inside a
 *      part, edges not reachable from A, and dead ends.
 *   2. Undecided edges between the same two parts are interchangeable: one of each such class is tried, and the class
 *      is remembered by its size only (as its lowest-numbered edges).
 *   3. An edge A-B wins for Short to move; two of them win for Short with Cut to move; Cut must delete a single one.
 *   4. Without a route from A to B Cut has won.
 * With lengths, facts 1 and 2 stay true (a pass gives the loser no more than any other move does), fact 3 only where it
 * fixes the length too. */
#include <stdlib.h>
#include <string.h>

#include "solver/board.h"
#include "solver/memo.h"
#include "solver/solver.h"

enum { SHORT_MOVES = 0, CUT_MOVES = 1 };

/* A game decided in n moves is worth DECIDED - n to its winner: positive for Short, negative for Cut. */
#define DECIDED 1000

struct game {
  struct board board;
  struct memo memo;
  bool lengths;
};

/* Fact 1. Sets *joinable to whether a route is left. */
static void leave_out_dead_edges(struct place *place, const struct board *board, bool *joinable) {
  place->live = place_reach(place, board, joinable);
  if (!*joinable) return;
  const uint8_t part_a = place->label[board->terminal_a], part_b = place->label[board->terminal_b];
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned part = 0; part < board->vertex_count; part++) {
      const tt_edge_set leaving = place->boundary[part] & place->live;
      if (part == part_a || part == part_b || leaving == 0 || (leaving & (leaving - 1)) != 0) continue;
      place->live &= ~leaving;
      changed = true;
    }
  }
}

/* The edges, decided or not, between the two parts that `edge` joins. */
static tt_edge_set parallel_class(const struct place *place, const struct board *board, unsigned edge) {
  return place->boundary[place->label[board->u[edge]]] & place->boundary[place->label[board->v[edge]]];
}

/* Fact 2: replaces each class of parallel undecided edges by as many of its lowest-numbered members, so that places
 * that differ only in which of them are left share a key. Returns one undecided edge of each class. */
static tt_edge_set merge_parallel(struct place *place, const struct board *board) {
  tt_edge_set todo = place->live, chosen = 0;
  while (todo != 0) {
    const unsigned edge = tt_edge_set_first(todo);
    tt_edge_set members = parallel_class(place, board, edge);
    const unsigned count = tt_edge_set_size(members & place->live);
    todo &= ~members;
    place->live &= ~members;
    chosen |= members & (~members + 1);
    for (unsigned kept = 0; kept < count; kept++) {
      place->live |= members & (~members + 1);
      members &= members - 1;
    }
  }
  return chosen;
}

static int search(struct game *game, struct place *place, unsigned mover);

/* The value after `mover` takes the edge, one move nearer to the end. */
static int after_move(struct game *game, const struct place *place, unsigned mover, unsigned edge) {
  struct place next;
  if (mover == SHORT_MOVES) {
    place_secure(&next, place, &game->board, edge);
  } else {
    next.flat = place->flat;
    next.live = place->live & ~tt_edge_set_of(edge);
    memcpy(next.label, place->label, game->board.vertex_count);
    memcpy(next.boundary, place->boundary, game->board.vertex_count * sizeof *next.boundary);
  }
  const int value = search(game, &next, mover ^ 1U);
  if (!game->lengths) return value;
  return value > 0 ? value - 1 : value + 1;
}

/* Fact 3. Returns the value, or 0 where it does not decide; may narrow *moves to a forced one (every other move of Cut
 * loses in two, so the length stays right as well). */
static int decide_by_direct_edges(const struct game *game, tt_edge_set direct, unsigned mover, tt_edge_set *moves) {
  if (direct == 0) return 0;
  const int lost_moves = game->lengths ? 1 : 0;
  if (mover == SHORT_MOVES) return DECIDED - lost_moves;
  if ((direct & (direct - 1)) != 0) return DECIDED - 2 * lost_moves;
  *moves = direct;
  return 0;
}

/* The best value over the moves; without lengths the first winning one ends it. */
static int best_move(struct game *game, const struct place *place, unsigned mover, tt_edge_set moves) {
  int best = mover == SHORT_MOVES ? -DECIDED : DECIDED;
  for (tt_edge_set todo = moves; todo != 0; todo &= todo - 1) {
    const int value = after_move(game, place, mover, tt_edge_set_first(todo));
    if (game->memo.full) return value;
    if (mover == SHORT_MOVES ? value > best : value < best) best = value;
    if (!game->lengths && (mover == SHORT_MOVES) == (best > 0)) break;
  }
  return best;
}

/* The value of the place for `mover` to move; A and B are not joined yet or have just been. */
static int search(struct game *game, struct place *place, unsigned mover) {
  const struct board *const board = &game->board;
  if (place->label[board->terminal_a] == place->label[board->terminal_b]) return DECIDED;
  bool joinable;
  leave_out_dead_edges(place, board, &joinable);
  if (!joinable) return -DECIDED;
  tt_edge_set moves = merge_parallel(place, board);
  const int decided = decide_by_direct_edges(game, place_direct(place, board), mover, &moves);
  if (decided != 0) return decided;
  const tt_edge_set live = place->live;
  const int known = memo_get(&game->memo, live, place->flat, mover);
  if (known != 0) return known;
  const int value = best_move(game, place, mover, moves);
  if (!game->memo.full) memo_put(&game->memo, live, place->flat, mover, value);
  return value;
}

static int value_of(struct game *game, const struct place *start, unsigned mover) {
  struct place copy = *start;
  return search(game, &copy, mover);
}

/* ---- From positions to places ---- */

struct work {
  struct game game;
  struct tt_rest base; /* all edges of the base graph as if undecided, where there are at most 64 */
  bool shares_memo;    /* positions are places of the base's board; else each question makes its own board */
  size_t positions;
};

static enum tt_status give_up(const struct memo *memo, struct tt_error *error) {
  if (memo->used < memo->limit) return tt_no_memory(error);
  return tt_fail(error, TT_NO_RESOURCE, "undecided: playout gave up after %zu positions", memo->limit);
}

/* Sets *start to the position on the board of its base graph. */
static void place_of_position(struct place *start, const struct board *board, const struct tt_graph *position) {
  tt_edge_set undecided = 0;
  for (unsigned edge = 0; edge < board->edge_count; edge++) {
    if (position->states[edge] == TT_UNDECIDED) undecided |= tt_edge_set_of(edge);
  }
  struct place places[2];
  place_start(&places[0], board, undecided);
  unsigned now = 0;
  for (unsigned edge = 0; edge < board->edge_count; edge++) {
    if (position->states[edge] != TT_SECURED) continue;
    place_secure(&places[now ^ 1U], &places[now], board, edge);
    now ^= 1U;
  }
  *start = places[now];
}

static enum tt_status verdict_of(struct game *game, const struct place *start, struct tt_verdict *verdict,
                                 struct tt_error *error) {
  verdict->short_wins_second = value_of(game, start, CUT_MOVES) > 0;
  verdict->short_wins_first = value_of(game, start, SHORT_MOVES) > 0;
  return game->memo.full ? give_up(&game->memo, error) : TT_OK;
}

static enum tt_status check_size(const struct tt_graph *position, struct tt_error *error) {
  const size_t undecided = tt_graph_count(position, TT_UNDECIDED);
  if (undecided <= TT_PLAYOUT_LIMIT) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "playout takes at most %d undecided edges; %.100s has %zu", TT_PLAYOUT_LIMIT,
                 position->name, undecided);
}

/* ---- The full report ---- */

void tt_playout_free(struct tt_playout *playout) {
  free(playout->short_wins_after);
  free(playout->cut_wins_after);
  playout->short_wins_after = NULL;
  playout->cut_wins_after = NULL;
}

/* With A and B joined, or never to be joined, no opening changes the winner. */
static void fill_decided(struct tt_playout *playout, const struct tt_rest *rest) {
  for (size_t edge = 0; edge < rest->edge_count; edge++) playout->short_wins_after[rest->old_edge[edge]] = 1;
  playout->verdict = (struct tt_verdict){true, true};
}

static void fill_openings(struct tt_playout *playout, struct game *game, const struct tt_rest *rest,
                          const struct place *start) {
  for (unsigned edge = 0; edge < rest->edge_count; edge++) {
    struct place secured;
    place_secure(&secured, start, &game->board, edge);
    playout->short_wins_after[rest->old_edge[edge]] = value_of(game, &secured, CUT_MOVES) > 0;
    struct place deleted = *start;
    deleted.live &= ~tt_edge_set_of(edge);
    playout->cut_wins_after[rest->old_edge[edge]] = value_of(game, &deleted, SHORT_MOVES) < 0;
  }
}

static enum tt_status fill_report(struct tt_playout *playout, const struct tt_rest *rest, bool lengths,
                                  size_t positions, struct tt_error *error) {
  struct game game = {.lengths = lengths};
  if (!memo_make(&game.memo, positions)) return tt_no_memory(error);
  board_from_rest(&game.board, rest);
  struct place start;
  place_start(&start, &game.board, tt_edge_set_all(rest->edge_count));
  enum tt_status status = verdict_of(&game, &start, &playout->verdict, error);
  if (status == TT_OK) fill_openings(playout, &game, rest, &start);
  if (status == TT_OK && lengths) {
    playout->length_short_first = (unsigned)(DECIDED - abs(value_of(&game, &start, SHORT_MOVES)));
    playout->length_cut_first = (unsigned)(DECIDED - abs(value_of(&game, &start, CUT_MOVES)));
  }
  if (status == TT_OK && game.memo.full) status = give_up(&game.memo, error);
  memo_free(&game.memo);
  return status;
}

enum tt_status tt_playout_make(struct tt_playout *playout, const struct tt_graph *position, bool lengths,
                               size_t positions, struct tt_error *error) {
  *playout = (struct tt_playout){0};
  struct tt_rest rest = {0};
  enum tt_status status = check_size(position, error);
  if (status == TT_OK) status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  playout->short_wins_after = calloc(position->edge_count + 1, 1);
  playout->cut_wins_after = calloc(position->edge_count + 1, 1);
  if (playout->short_wins_after == NULL || playout->cut_wins_after == NULL) {
    status = tt_no_memory(error);
  } else if (rest.joined) {
    fill_decided(playout, &rest);
  } else {
    status = fill_report(playout, &rest, lengths, positions, error);
  }
  tt_rest_free(&rest);
  if (status != TT_OK) tt_playout_free(playout);
  return status;
}

/* ---- The witness ---- */

/* All edges of the base graph as one board, whatever their states. */
static bool open_base(struct work *work, const struct tt_graph *base) {
  struct tt_graph *const fresh = tt_graph_copy(base, 0);
  if (fresh == NULL) return false;
  memset(fresh->states, TT_UNDECIDED, fresh->edge_count);
  const bool made = tt_rest_make(&work->base, fresh, NULL) == TT_OK;
  tt_graph_free(fresh);
  if (made) board_from_rest(&work->game.board, &work->base);
  return made;
}

static void playout_close(void *memory) {
  struct work *const work = memory;
  if (work == NULL) return;
  memo_free(&work->game.memo);
  tt_rest_free(&work->base);
  free(work);
}

static void *playout_open(const struct tt_graph *base) {
  struct work *const work = calloc(1, sizeof *work);
  if (work == NULL) return NULL;
  work->positions = TT_PLAYOUT_POSITIONS;
  work->shares_memo = base->edge_count <= TT_PLAYOUT_LIMIT;
  if (work->shares_memo && (!memo_make(&work->game.memo, work->positions) || !open_base(work, base))) {
    playout_close(work);
    return NULL;
  }
  return work;
}

static enum tt_status playout_ask(void *memory, const struct tt_graph *position, struct tt_verdict *verdict,
                                  struct tt_error *error) {
  struct work *const work = memory;
  if (!work->shares_memo) {
    struct tt_playout playout;
    const enum tt_status status = tt_playout_make(&playout, position, false, work->positions, error);
    if (status == TT_OK) *verdict = playout.verdict;
    if (status == TT_OK) tt_playout_free(&playout);
    return status;
  }
  struct place start;
  place_of_position(&start, &work->game.board, position);
  enum tt_status status = verdict_of(&work->game, &start, verdict, error);
  if (!work->game.memo.full) return status;
  /* What other positions left in the memo must not decide whether this one is settled: it is tried with an empty one.
   */
  for (unsigned attempt = 0; attempt < 2 && work->game.memo.full; attempt++) {
    memo_free(&work->game.memo);
    if (!memo_make(&work->game.memo, work->positions)) return tt_no_memory(error);
    if (attempt == 0) status = verdict_of(&work->game, &start, verdict, error);
  }
  return status;
}

const struct tt_witness tt_witness_playout = {
    .name = "playout",
    .summary = "memoised play-out of the rules; no trees",
    .edge_limit = TT_PLAYOUT_LIMIT,
    .sweep_limit = 28,
    .open = playout_open,
    .ask = playout_ask,
    .close = playout_close,
};
