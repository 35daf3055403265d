/* long_game.c: the winner's rule, kept up move by move.
 *
 * Two disjoint edge sets are both bases (maximal forests) of one graph: Short's two trees, or Cut's X and Y with e* in
 * both (Lehman 1964; Bruno and Weinberg 1970). Two things can be done to an edge e of one base so that both stay bases
 * of what is left. Taken away, it leaves a split, which an edge r of the other base crosses; r is shut: from now on in
 * both bases. Shut itself, it closes a cycle in the other base, from which an edge r is taken away. Short answers a
 * deletion by the first, securing r; Cut answers a securing by the second, deleting r. Where the opponent moves
 * elsewhere, the winner does the other of the two to an edge of his own choice and leaves r alone. */
#include <stdlib.h>
#include <string.h>

#include "treetest/link_cut.h"
#include "treetest/treetest.h"

#define NONE UINT32_MAX

struct tt_long_game {
  enum tt_player player;
  bool first;
  struct tt_rest rest;
  uint32_t *new_edge;   /* of the position's edges: NONE where not undecided */
  struct tt_edge *ends; /* of the rest's edges and of e*, as both bases see them */
  struct link_forest bases[2];
  uint8_t *decided;            /* of the rest's edges */
  uint32_t cursor;             /* all edges before it are decided or in no base */
  uint32_t spare;              /* all edges before it are decided */
  struct tt_partition secured; /* vertices of the rest that Short has joined */
};

void tt_long_game_free(struct tt_long_game *game) {
  if (game == NULL) return;
  tt_rest_free(&game->rest);
  free(game->new_edge);
  free(game->ends);
  free(game->decided);
  link_free(&game->bases[0]);
  link_free(&game->bases[1]);
  tt_partition_free(&game->secured);
  free(game);
}

/* ---- The two things ---- */

/* The base in which the edge is open: 0, 1, or 2 for neither. */
static unsigned base_of(const struct tt_long_game *game, uint32_t edge) {
  return game->bases[0].state[edge] == LINK_OPEN ? 0 : game->bases[1].state[edge] == LINK_OPEN ? 1 : 2;
}

/* An open edge of the other base that crosses the split that the ends of `edge` are on either side of: on the path
 * between them the sides change somewhere, and halving finds a place. */
static uint32_t crossing_edge(struct tt_long_game *game, unsigned split, uint32_t edge) {
  struct link_forest *const whole = &game->bases[split ^ 1U];
  const uint32_t u = game->ends[edge].u, v = game->ends[edge].v;
  uint32_t low = 0, high = link_open_count(whole, u, v); /* it is in low .. high - 1 */
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2, found = link_open_edge(whole, u, v, middle);
    const bool near = link_connected(&game->bases[split], u, game->ends[found].u);
    if (near != link_connected(&game->bases[split], u, game->ends[found].v)) return found;
    if (near) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return NONE; /* cannot be: both are bases */
}

static uint32_t take_away(struct tt_long_game *game, uint32_t edge) {
  const unsigned split = base_of(game, edge);
  link_cut(&game->bases[split], edge);
  const uint32_t crossing = crossing_edge(game, split, edge);
  if (crossing == NONE) return NONE;
  link_shut(&game->bases[split ^ 1U], crossing);
  link_edge(&game->bases[split], crossing, false);
  return crossing;
}

static uint32_t shut(struct tt_long_game *game, uint32_t edge) {
  const unsigned base = base_of(game, edge);
  struct link_forest *const other = &game->bases[base ^ 1U];
  const uint32_t u = game->ends[edge].u, v = game->ends[edge].v;
  link_shut(&game->bases[base], edge);
  if (link_open_count(other, u, v) == 0) return NONE; /* cannot be: both are bases */
  const uint32_t opened = link_open_edge(other, u, v, 0);
  link_cut(other, opened);
  link_edge(other, edge, false);
  return opened;
}

/* ---- Moves ---- */

static size_t play(struct tt_long_game *game, uint32_t edge) {
  if (edge == NONE) return SIZE_MAX;
  game->decided[edge] = 1;
  if (game->player == TT_PLAYER_SHORT) {
    tt_partition_unite(&game->secured, game->rest.edges[edge].u, game->rest.edges[edge].v);
  }
  return game->rest.old_edge[edge];
}

/* A move of one's own choice. */
static size_t play_any(struct tt_long_game *game) {
  const uint32_t count = (uint32_t)game->rest.edge_count;
  while (game->cursor < count && (game->decided[game->cursor] || base_of(game, game->cursor) == 2)) game->cursor++;
  if (game->cursor < count) {
    if (game->player == TT_PLAYER_SHORT) {
      shut(game, game->cursor);
    } else {
      take_away(game, game->cursor);
    }
    return play(game, game->cursor);
  }
  while (game->spare < count && game->decided[game->spare]) game->spare++;
  return game->spare < count ? play(game, game->spare) : SIZE_MAX;
}

size_t tt_long_game_reply(struct tt_long_game *game, size_t edge) {
  const uint32_t moved = game->new_edge[edge];
  if (moved == NONE || game->decided[moved]) return play_any(game);
  game->decided[moved] = 1;
  if (game->player == TT_PLAYER_CUT) {
    tt_partition_unite(&game->secured, game->rest.edges[moved].u, game->rest.edges[moved].v);
  }
  if (base_of(game, moved) == 2) return play_any(game);
  return play(game, game->player == TT_PLAYER_SHORT ? take_away(game, moved) : shut(game, moved));
}

/* e* was open in one base only where it had to be gained by the first move. */
size_t tt_long_game_open(struct tt_long_game *game) {
  const uint32_t virtual_edge = (uint32_t)game->rest.edge_count;
  if (base_of(game, virtual_edge) == 2) return play_any(game);
  return play(game, game->player == TT_PLAYER_SHORT ? take_away(game, virtual_edge) : shut(game, virtual_edge));
}

bool tt_long_game_joined(const struct tt_long_game *game) {
  struct tt_partition secured = game->secured; /* finding halves paths, and changes nothing else */
  return tt_partition_find(&secured, game->rest.terminal_a) == tt_partition_find(&secured, game->rest.terminal_b);
}

/* ---- The beginning ---- */

static uint32_t moved_edge(const struct tt_long_game *game, const struct tt_graph *position, size_t edge) {
  return edge < position->edge_count ? game->new_edge[edge] : (uint32_t)game->rest.edge_count;
}

static enum tt_status start_short(struct tt_long_game *game, const struct tt_graph *position,
                                  const struct tt_forests *forests, struct tt_error *error) {
  struct tt_tree_pair pair;
  const enum tt_status status = tt_forests_pair(forests, position, &pair, error);
  if (status != TT_OK) return status;
  for (size_t index = 0; index < pair.edge_count; index++) {
    link_edge(&game->bases[0], moved_edge(game, position, pair.blue[index]), true);
    link_edge(&game->bases[1], moved_edge(game, position, pair.red[index]), true);
  }
  tt_tree_pair_free(&pair);
  return TT_OK;
}

/* The bases are of a graph in which K is contracted. */
static enum tt_status start_cut(struct tt_long_game *game, const struct tt_graph *position,
                                const struct tt_forests *forests, struct tt_error *error) {
  const uint32_t count = (uint32_t)game->rest.edge_count;
  struct tt_cut_sets sets;
  struct tt_partition contracted;
  const enum tt_status status = tt_cut_sets_make(&sets, forests, position, error);
  if (status != TT_OK) return status;
  const bool made = tt_partition_make(&contracted, game->rest.vertex_count);
  for (uint32_t edge = 0; made && edge < count; edge++) {
    if (sets.role[game->rest.old_edge[edge]] != TT_ROLE_CONTRACTED) continue;
    tt_partition_unite(&contracted, game->ends[edge].u, game->ends[edge].v);
  }
  for (uint32_t edge = 0; made && edge <= count; edge++) {
    game->ends[edge].u = tt_partition_find(&contracted, game->ends[edge].u);
    game->ends[edge].v = tt_partition_find(&contracted, game->ends[edge].v);
  }
  for (uint32_t edge = 0; made && edge < count; edge++) {
    const uint8_t role = sets.role[game->rest.old_edge[edge]];
    if (role == TT_ROLE_X || role == TT_ROLE_Y) link_edge(&game->bases[role == TT_ROLE_Y], edge, true);
  }
  const bool both = sets.virtual_in_x && sets.virtual_in_y;
  if (made && sets.virtual_in_x) link_edge(&game->bases[0], count, !both);
  if (made && sets.virtual_in_y) link_edge(&game->bases[1], count, !both);
  if (made) tt_partition_free(&contracted);
  tt_cut_sets_free(&sets);
  return made ? TT_OK : tt_no_memory(error);
}

static bool allocate(struct tt_long_game *game, const struct tt_graph *position) {
  const uint32_t count = (uint32_t)game->rest.edge_count;
  game->new_edge = malloc((position->edge_count + 1) * sizeof *game->new_edge);
  game->ends = malloc(((size_t)count + 1) * sizeof *game->ends);
  game->decided = calloc((size_t)count + 1, 1);
  if (game->new_edge == NULL || game->ends == NULL || game->decided == NULL) return false;
  memset(game->new_edge, 0xff, position->edge_count * sizeof *game->new_edge); /* NONE */
  for (uint32_t edge = 0; edge < count; edge++) {
    game->new_edge[game->rest.old_edge[edge]] = edge;
    game->ends[edge] = game->rest.edges[edge];
  }
  game->ends[count] = (struct tt_edge){game->rest.terminal_a, game->rest.terminal_b};
  return tt_partition_make(&game->secured, game->rest.vertex_count) &&
         link_make(&game->bases[0], game->ends, game->rest.vertex_count, count + 1) &&
         link_make(&game->bases[1], game->ends, game->rest.vertex_count, count + 1);
}

static enum tt_status start(struct tt_long_game *game, const struct tt_graph *position,
                            const struct tt_forests *forests, struct tt_error *error) {
  const bool by_short = game->player == TT_PLAYER_SHORT;
  const unsigned tempo = forests->tempo;
  if (by_short ? tempo > (game->first ? 1U : 0U) : tempo < (game->first ? 1U : 2U)) {
    return tt_fail(error, TT_REFUTED, "%.100s: the tempo is %u, so %s does not win moving %s", position->name, tempo,
                   by_short ? "Short" : "Cut", game->first ? "first" : "second");
  }
  if (game->rest.edge_count + game->rest.vertex_count > UINT32_MAX / 2) {
    return tt_fail(error, TT_BAD_INPUT, "long games take at most 2^31 - 1 vertices and edges in all");
  }
  if (!allocate(game, position)) return tt_no_memory(error);
  if (forests->joined) return TT_OK;
  return by_short ? start_short(game, position, forests, error) : start_cut(game, position, forests, error);
}

enum tt_status tt_long_game_make(struct tt_long_game **made, const struct tt_graph *position, enum tt_player player,
                                 bool first, struct tt_error *error) {
  struct tt_forests forests;
  struct tt_long_game *const game = calloc(1, sizeof *game);
  *made = NULL;
  if (game == NULL) return tt_no_memory(error);
  game->player = player;
  game->first = first;
  enum tt_status status = tt_rest_make(&game->rest, position, error);
  if (status == TT_OK) {
    status = tt_forests_make(&forests, position, error);
    if (status == TT_OK) {
      status = start(game, position, &forests, error);
      tt_forests_free(&forests);
    }
  }
  if (status != TT_OK) {
    tt_long_game_free(game);
  } else {
    *made = game;
  }
  return status;
}
