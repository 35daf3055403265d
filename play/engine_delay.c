/* engine_delay.c: how a lost player loses slowest.
 *
 * For 1, 2, 3, ... moves of the winner: after which of the loser's moves can the winner force the end within so many?
 * A move that is not among them delays longer. The search goes on with the others until none is left or the budget is
 * used up; the moves not refuted by then are marked.
 *
 * `forces` is exact for the number of moves it is asked about. What keeps it small: a player who needs `distance` moves
 * of its own with the opponent passing cannot do it in fewer; and a move of the winner that does not threaten to do it
 * with the loser passing does not do it (no move hurts its maker). */
#include "play/engine.h"

struct delay {
  struct outlook *outlook;
  enum tt_player winner;
  uint64_t left; /* positions that may still be looked at */
  bool exhausted;
};

static bool forces(struct delay *delay, uint32_t moves);

/* The winner has moved and has `moves` more: does every reply of the loser lose in time? */
static bool holds(struct delay *delay, uint32_t moves) {
  struct outlook *const outlook = delay->outlook;
  const uint32_t distance = outlook_distance(outlook, delay->winner);
  if (distance == 0) return true;
  if (distance > moves || !forces(delay, moves)) return false;
  for (size_t reply = 0; reply < outlook->edge_count; reply++) {
    if (outlook->states[reply] != TT_UNDECIDED) continue;
    outlook->states[reply] = engine_state(tt_opponent(delay->winner));
    const bool lost = forces(delay, moves);
    outlook->states[reply] = TT_UNDECIDED;
    if (!lost) return false;
  }
  return true;
}

/* Can the winner, to move, end the game with `moves` moves of its own? False too when the budget is used up. */
static bool forces(struct delay *delay, uint32_t moves) {
  struct outlook *const outlook = delay->outlook;
  if (delay->left == 0) {
    delay->exhausted = true;
    return false;
  }
  delay->left--;
  const uint32_t distance = outlook_distance(outlook, delay->winner);
  if (distance > moves) return false;
  if (distance <= 1) return true;
  for (size_t edge = 0; edge < outlook->edge_count && !delay->exhausted; edge++) {
    if (outlook->states[edge] != TT_UNDECIDED) continue;
    outlook->states[edge] = engine_state(delay->winner);
    const bool done = holds(delay, moves - 1);
    outlook->states[edge] = TT_UNDECIDED;
    if (done) return true;
  }
  return false;
}

/* Takes out of `moves` those after which the winner is done within `within`; false when the search was cut short. Where
 * that would leave none, all stay. */
static bool refute(struct delay *delay, uint32_t within, uint8_t *moves, bool *any_left) {
  struct outlook *const outlook = delay->outlook;
  enum { KEPT = 1, REFUTED = 2 };
  *any_left = false;
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (moves[edge] == 0) continue;
    outlook->states[edge] = engine_state(tt_opponent(delay->winner));
    if (forces(delay, within)) moves[edge] = REFUTED;
    outlook->states[edge] = TT_UNDECIDED;
    *any_left = *any_left || moves[edge] == KEPT;
  }
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (moves[edge] == REFUTED) moves[edge] = *any_left ? 0 : KEPT;
  }
  return !delay->exhausted;
}

void engine_delay(struct outlook *outlook, enum tt_player loser, uint64_t budget, uint8_t *moves) {
  struct delay delay = {.outlook = outlook, .winner = tt_opponent(loser), .left = budget};
  bool any_left = true;
  for (size_t edge = 0; edge < outlook->edge_count; edge++) moves[edge] = outlook->states[edge] == TT_UNDECIDED;
  const uint32_t most = (uint32_t)outlook->edge_count + 1;
  for (uint32_t within = 1; within <= most && any_left; within++) {
    if (!refute(&delay, within, moves, &any_left)) return;
  }
}
