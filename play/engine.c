/* engine.c: the levels, from `random` to `perfect`, and the lot among moves that a level holds equally good.
 *
 *   random   any undecided edge
 *   easy     a move that wins at once; else one that keeps the opponent from it; else any
 *   medium   win or block as easy; else a move after which its own distance is least (edges still needed to join its
 *            banks), and of those one that touches an own bridge or bank where any does
 *   hard     win or block; else the move whose worst reply leaves most of 2 (distance of the opponent) - (own
 *            distance), and where those are equal, of (volume of the opponent) - (own volume): two plies
 *   hard3    the same with an own move after the reply: three plies
 *   perfect  where it has a winning move, by the forests, one of those: the one that leaves its own distance least,
 * then the opponent's largest, then the lowest number. Where it is lost, the move that delays longest shannon  where
 * the voltage is largest (resistors.c)
 *
 * The volume is the sum over the player's dots of their distance from its first bank (North, West); a dot that cannot
 * be reached any more counts as the number of dots. A dot on the bank counts 0. All searches look at edges only: rim
 * moves are passes, and an engine never needs one, since an undecided edge is left until the game has ended and no move
 * hurts its maker. */
#include "play/engine.h"

#include <stdlib.h>
#include <string.h>

static enum tt_status engine_random(const struct tt_game *game, uint64_t budget, uint8_t *moves,
                                    struct tt_error *error) {
  (void)budget;
  (void)error;
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    moves[edge] = game->graph->states[edge] == TT_UNDECIDED;
  }
  return TT_OK;
}

static enum tt_status engine_easy(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  struct outlook outlook;
  const enum tt_status status = outlook_make(&outlook, game, error);
  if (status != TT_OK) return status;
  const bool urgent =
      outlook_wins(&outlook, game->turn, moves) > 0 || outlook_wins(&outlook, tt_opponent(game->turn), moves) > 0;
  outlook_free(&outlook);
  return urgent ? TT_OK : engine_random(game, budget, moves, error);
}

/* One of `count` by lot, each as likely as the others: numbers of the uneven rest are drawn again. */
static uint64_t draw(uint64_t *random, uint64_t count) {
  const uint64_t limit = UINT64_MAX - UINT64_MAX % count;
  for (;;) {
    const uint64_t number = tt_random_next(random);
    if (number < limit) return number % count;
  }
}

/* Plays the rule: marks its moves and draws one. A single move takes no number of the generator. */
static enum tt_status choose_by(engine_rule rule, const struct tt_game *game, uint64_t *random, uint64_t budget,
                                size_t *edge, struct tt_error *error) {
  const size_t edges = game->graph->edge_count;
  if (game->winner != TT_PLAYER_NONE) return tt_fail(error, TT_BAD_INPUT, "the game is over: no move is left");
  uint8_t *const moves = calloc(edges + 1, 1);
  if (moves == NULL) return tt_no_memory(error);
  enum tt_status status = rule(game, budget, moves, error);
  size_t count = 0;
  for (size_t index = 0; index < edges; index++) count += moves[index];
  if (status == TT_OK && count == 0) status = tt_fail(error, TT_REFUTED, "the level marked no move");
  if (status == TT_OK) {
    uint64_t skip = count > 1 ? draw(random, count) : 0;
    *edge = 0;
    while (!moves[*edge] || skip-- > 0) ++*edge;
  }
  free(moves);
  return status;
}

#define CHOOSE(level)                                                                                         \
  static enum tt_status choose_##level(struct tt_game *game, uint64_t *random, uint64_t budget, size_t *edge, \
                                       struct tt_error *error) {                                              \
    return choose_by(engine_##level, game, random, budget, edge, error);                                      \
  }
CHOOSE(easy)
CHOOSE(medium)
CHOOSE(hard)
CHOOSE(hard3)
CHOOSE(perfect)
CHOOSE(shannon)
CHOOSE(random)

static const struct {
  struct tt_engine engine;
  engine_rule rule;
} levels[] = {
    {{"easy", "wins or blocks at once, else plays anywhere", choose_easy, false}, engine_easy},
    {{"medium", "wins or blocks, else goes the shortest way", choose_medium, true}, engine_medium},
    {{"hard", "two plies of minimax over distances", choose_hard, true}, engine_hard},
    {{"hard3", "three plies of minimax over distances", choose_hard3, true}, engine_hard3},
    {{"perfect", "never loses a won position: plays by the forests", choose_perfect, false}, engine_perfect},
    {{"shannon", "plays where the voltage is largest, edges being resistors", choose_shannon, false}, engine_shannon},
    {{"random", "plays anywhere", choose_random, false}, engine_random},
};
#define LEVEL_COUNT (sizeof levels / sizeof levels[0])

const struct tt_engine *tt_engine_at(size_t index) {
  return index < LEVEL_COUNT ? &levels[index].engine : NULL;
}

const struct tt_engine *tt_engine_find(const char *name) {
  for (size_t index = 0; index < LEVEL_COUNT; index++) {
    if (strcmp(levels[index].engine.name, name) == 0) return &levels[index].engine;
  }
  return NULL;
}

engine_rule engine_rule_of(const struct tt_engine *engine) {
  for (size_t index = 0; index < LEVEL_COUNT; index++) {
    if (engine == &levels[index].engine) return levels[index].rule;
  }
  return NULL;
}
