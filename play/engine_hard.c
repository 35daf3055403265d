/* engine_hard.c: the levels that look at distances: medium at its own, hard and hard3 two and three plies ahead.
 *
 * A position is worth, to the player who thinks,
 *
 *   2 (opponent's distance) - (own distance),  and where that is equal  (opponent's volume) - (own volume)
 *
 * as one number: the first part times `scale`, which is more than twice any difference of volumes. The last ply is not
 * played out edge by edge. From the distances to both ends of a network an own edge u-v shortens the way by one exactly
 * when distance(source, u) + distance(v, target) + 1 is the distance, and a closed edge lengthens the opponent's way
 * exactly when it is the only such edge at its step of the way; so the best first part is known without a search, and
 * volumes are counted only for the moves that reach it. Above the last ply: alpha-beta, with room for equals, since all
 * moves of the best worth are wanted. */
#include <stdlib.h>
#include <string.h>

#include "play/engine.h"

#define WORTH_OF_WIN (INT64_MAX / 4)

/* Distances in one network as it stands. */
struct sight {
  uint32_t *from, *to; /* owned; to each vertex from the source, from each vertex to the target */
  uint32_t *trial;     /* owned */
  uint32_t *crossing;  /* owned; of each step of the way: how many edges of shortest ways make it */
  uint32_t distance;
  int64_t volume;
};

struct thought {
  struct outlook outlook;
  enum tt_player self;
  int64_t scale;
  struct sight sight[2];
  int64_t *order[2]; /* owned; for each upper ply the worth of its moves at a first look */
  size_t *moves[2];  /* owned; for each upper ply its moves in order */
};

static void thought_free(struct thought *thought) {
  for (unsigned player = 0; player < 2; player++) {
    free(thought->sight[player].from);
    free(thought->sight[player].to);
    free(thought->sight[player].trial);
    free(thought->sight[player].crossing);
    free(thought->order[player]);
    free(thought->moves[player]);
  }
  outlook_free(&thought->outlook);
}

static enum tt_status thought_make(struct thought *thought, const struct tt_game *game, struct tt_error *error) {
  *thought = (struct thought){.self = game->turn};
  if (game->board == 0) {
    return tt_fail(error, TT_BAD_INPUT, "this level needs a board: expected bridgit:N, N from %d to %d", TT_BOARD_LEAST,
                   TT_BOARD_MOST);
  }
  const enum tt_status status = outlook_make(&thought->outlook, game, error);
  if (status != TT_OK) return status;
  bool made = true;
  for (unsigned player = 0; player < 2; player++) {
    const size_t vertices = thought->outlook.of[player].vertex_count, edges = game->graph->edge_count;
    struct sight *const sight = &thought->sight[player];
    sight->from = malloc(vertices * sizeof *sight->from);
    sight->to = malloc(vertices * sizeof *sight->to);
    sight->trial = malloc(vertices * sizeof *sight->trial);
    sight->crossing = malloc((vertices + 1) * sizeof *sight->crossing);
    thought->order[player] = malloc(edges * sizeof *thought->order[player]);
    thought->moves[player] = malloc(edges * sizeof *thought->moves[player]);
    made = made && sight->from != NULL && sight->to != NULL && sight->trial != NULL && sight->crossing != NULL &&
           thought->order[player] != NULL && thought->moves[player] != NULL;
    thought->scale = 4 * (int64_t)(vertices * vertices);
  }
  if (made) return TT_OK;
  thought_free(thought);
  return tt_no_memory(error);
}

static int64_t sum(const uint32_t *distance, uint32_t count) {
  int64_t total = 0;
  for (uint32_t vertex = 0; vertex < count; vertex++) total += distance[vertex];
  return total;
}

/* ---- One ply ---- */

/* Is u-v in this direction a step of a shortest way? */
static bool on_way(const struct sight *sight, uint32_t u, uint32_t v) {
  return sight->from[u] + sight->to[v] + 1 == sight->distance;
}

static bool edge_on_way(const struct sight *sight, struct tt_edge ends) {
  return on_way(sight, ends.u, ends.v) || on_way(sight, ends.v, ends.u);
}

static void look(struct thought *thought, enum tt_player player) {
  const struct network *const network = &thought->outlook.of[player];
  const uint8_t *const states = thought->outlook.states;
  struct sight *const sight = &thought->sight[player];
  network_distances(network, states, network->source, sight->from);
  network_distances(network, states, network->target, sight->to);
  sight->distance = sight->from[network->target];
  sight->volume = sum(sight->from, network->vertex_count);
  memset(sight->crossing, 0, (network->vertex_count + 1) * sizeof *sight->crossing);
  for (size_t edge = 0; edge < thought->outlook.edge_count; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    const struct tt_edge ends = network->ends[edge];
    if (on_way(sight, ends.u, ends.v)) sight->crossing[sight->from[ends.u]]++;
    if (on_way(sight, ends.v, ends.u)) sight->crossing[sight->from[ends.v]]++;
  }
}

/* Is every shortest way of the player over this edge? */
static bool only_way(const struct sight *sight, struct tt_edge ends) {
  if (on_way(sight, ends.u, ends.v)) return sight->crossing[sight->from[ends.u]] == 1;
  return on_way(sight, ends.v, ends.u) && sight->crossing[sight->from[ends.v]] == 1;
}

static int64_t weight(const struct thought *thought, enum tt_player player) {
  return player == thought->self ? 1 : 2;
}

/* The distance and volume of `player` after `mover` plays the edge. */
static void look_after(struct thought *thought, enum tt_player player, enum tt_player mover, size_t edge,
                       uint32_t *distance, int64_t *volume) {
  const struct network *const network = &thought->outlook.of[player];
  struct sight *const sight = &thought->sight[player];
  const struct tt_edge ends = network->ends[edge];
  *distance = sight->distance;
  *volume = sight->volume;
  if (sight->from[ends.u] == sight->from[ends.v]) return; /* no shortest way from the bank uses it, nor would */
  thought->outlook.states[edge] = engine_state(mover);
  network_distances(network, thought->outlook.states, network->source, sight->trial);
  thought->outlook.states[edge] = TT_UNDECIDED;
  *distance = sight->trial[network->target];
  *volume = sum(sight->trial, network->vertex_count);
}

/* By how much the first part of the worth moves in favour of `mover` when it plays the edge; both have looked. */
static int64_t gain(struct thought *thought, enum tt_player mover, size_t edge) {
  const enum tt_player other = tt_opponent(mover);
  const struct tt_edge own = thought->outlook.of[mover].ends[edge], crossed = thought->outlook.of[other].ends[edge];
  int64_t total = edge_on_way(&thought->sight[mover], own) ? weight(thought, mover) : 0;
  if (only_way(&thought->sight[other], crossed)) {
    uint32_t distance;
    int64_t volume;
    look_after(thought, other, mover, edge, &distance, &volume);
    total += weight(thought, other) * (int64_t)(distance - thought->sight[other].distance);
  }
  return total;
}

/* The worth in favour of `mover`: of the position as looked at, with these distances and volumes instead. */
static int64_t worth_for(const struct thought *thought, enum tt_player mover, const uint32_t distance[2],
                         const int64_t volume[2]) {
  const enum tt_player other = tt_opponent(mover);
  const int64_t first = weight(thought, other) * distance[other] - weight(thought, mover) * distance[mover];
  return first * thought->scale + volume[other] - volume[mover];
}

static int64_t worth_after(struct thought *thought, enum tt_player mover, size_t edge) {
  uint32_t distance[2];
  int64_t volume[2];
  for (unsigned player = 0; player < 2; player++) {
    look_after(thought, (enum tt_player)player, mover, edge, &distance[player], &volume[player]);
  }
  return worth_for(thought, mover, distance, volume);
}

/* The worth, in favour of `mover`, of its best move here; what is more than `enough` may be any number more than that.
 */
static int64_t last_ply(struct thought *thought, enum tt_player mover, int64_t enough) {
  const enum tt_player other = tt_opponent(mover);
  struct outlook *const outlook = &thought->outlook;
  look(thought, mover);
  if (thought->sight[mover].distance <= 1) return WORTH_OF_WIN;
  look(thought, other);
  int64_t *const gains = thought->order[1];
  int64_t most = 0, best = -WORTH_OF_WIN;
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (outlook->states[edge] != TT_UNDECIDED) continue;
    gains[edge] = gain(thought, mover, edge);
    if (gains[edge] > most) most = gains[edge];
  }
  const struct sight *const own = &thought->sight[mover], *const their = &thought->sight[other];
  const int64_t first = weight(thought, other) * their->distance - weight(thought, mover) * own->distance;
  const int64_t at_least = (first + most) * thought->scale - thought->scale / 2;
  if (at_least > enough) return at_least;
  for (size_t edge = 0; edge < outlook->edge_count && best <= enough; edge++) {
    if (outlook->states[edge] != TT_UNDECIDED || gains[edge] != most) continue;
    const int64_t worth = worth_after(thought, mover, edge);
    if (worth > best) best = worth;
  }
  return best;
}

/* ---- The plies above ---- */

/* Puts the mover's moves in order, those that gain most first. */
static size_t sort_moves(struct thought *thought, enum tt_player mover, unsigned ply) {
  struct outlook *const outlook = &thought->outlook;
  int64_t *const gains = thought->order[0]; /* last_ply has the other */
  size_t *const moves = thought->moves[ply], count = 0;
  size_t filled = count;
  look(thought, mover);
  look(thought, tt_opponent(mover));
  for (size_t edge = 0; edge < outlook->edge_count; edge++) {
    if (outlook->states[edge] != TT_UNDECIDED) continue;
    gains[edge] = gain(thought, mover, edge);
    size_t at = filled++;
    for (; at > 0 && gains[moves[at - 1]] < gains[edge]; at--) moves[at] = moves[at - 1];
    moves[at] = edge;
  }
  return filled;
}

static void move_to_front(size_t *moves, size_t count, size_t edge) {
  size_t at = 0;
  while (at < count && moves[at] != edge) at++;
  if (at == count) return;
  memmove(moves + 1, moves, at * sizeof *moves);
  moves[0] = edge;
}

/* The worth, for the player who thinks, of the opponent's best reply and the best answer to it. Below `least` any
 * number below it. *killer is a reply to try first, and then the one that was best. */
static int64_t reply_ply(struct thought *thought, int64_t least, size_t *killer) {
  const enum tt_player other = tt_opponent(thought->self);
  const size_t count = sort_moves(thought, other, 1);
  size_t *const moves = thought->moves[1];
  int64_t worst = WORTH_OF_WIN;
  move_to_front(moves, count, *killer);
  for (size_t index = 0; index < count && worst >= least; index++) {
    const size_t edge = moves[index];
    thought->outlook.states[edge] = engine_state(other);
    const int64_t worth = last_ply(thought, thought->self, worst);
    thought->outlook.states[edge] = TT_UNDECIDED;
    if (worth >= worst) continue;
    worst = worth;
    *killer = edge;
  }
  return worst;
}

/* Marks the moves of the greatest worth. */
static void think(struct thought *thought, unsigned plies, uint8_t *marks) {
  const size_t count = sort_moves(thought, thought->self, 0);
  int64_t best = -WORTH_OF_WIN;
  size_t killer = SIZE_MAX;
  for (size_t index = 0; index < count; index++) {
    const size_t edge = thought->moves[0][index];
    thought->outlook.states[edge] = engine_state(thought->self);
    const int64_t worth =
        plies == 2 ? -last_ply(thought, tt_opponent(thought->self), -best) : reply_ply(thought, best, &killer);
    thought->outlook.states[edge] = TT_UNDECIDED;
    if (worth < best) continue;
    if (worth > best) memset(marks, 0, thought->outlook.edge_count);
    best = worth;
    marks[edge] = 1;
  }
}

/* ---- The levels ---- */

static bool urgent_moves(struct thought *thought, uint8_t *moves) {
  return outlook_wins(&thought->outlook, thought->self, moves) > 0 ||
         outlook_wins(&thought->outlook, tt_opponent(thought->self), moves) > 0;
}

static enum tt_status look_ahead(const struct tt_game *game, unsigned plies, uint8_t *moves, struct tt_error *error) {
  struct thought thought;
  const enum tt_status status = thought_make(&thought, game, error);
  if (status != TT_OK) return status;
  if (!urgent_moves(&thought, moves)) think(&thought, plies, moves);
  thought_free(&thought);
  return TT_OK;
}

enum tt_status engine_hard(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  (void)budget;
  return look_ahead(game, 2, moves, error);
}

enum tt_status engine_hard3(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  (void)budget;
  return look_ahead(game, 3, moves, error);
}

/* Is one of these dots a bank, or on an own bridge? */
static bool touches(const struct thought *thought, struct tt_edge ends) {
  const struct network *const network = &thought->outlook.of[thought->self];
  for (unsigned side = 0; side < 2; side++) {
    const uint32_t dot = side == 0 ? ends.u : ends.v;
    if (dot == network->source || dot == network->target) return true;
    for (uint32_t index = network->start[dot]; index < network->start[dot + 1]; index++) {
      if (thought->outlook.states[network->links[index].edge] == network->own) return true;
    }
  }
  return false;
}

enum tt_status engine_medium(const struct tt_game *game, uint64_t budget, uint8_t *moves, struct tt_error *error) {
  (void)budget;
  struct thought thought;
  const enum tt_status status = thought_make(&thought, game, error);
  if (status != TT_OK) return status;
  const struct network *const network = &thought.outlook.of[thought.self];
  const bool urgent = urgent_moves(&thought, moves);
  bool any_touch = false;
  if (!urgent) look(&thought, thought.self);
  for (unsigned pass = 0; pass < 2 && !urgent; pass++) { /* the first finds out whether any move touches */
    for (size_t edge = 0; edge < thought.outlook.edge_count; edge++) {
      if (thought.outlook.states[edge] != TT_UNDECIDED) continue;
      if (!edge_on_way(&thought.sight[thought.self], network->ends[edge])) continue;
      const bool touch = touches(&thought, network->ends[edge]);
      any_touch = any_touch || touch;
      if (pass == 1) moves[edge] = touch || !any_touch;
    }
  }
  thought_free(&thought);
  return TT_OK;
}
