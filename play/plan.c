/* plan.c: why the player who is ahead wins: two sets of edges, each of which mends what breaks in the other.
 *
 * For Short they are the two trees of Lehman's theorem. For Cut they are the sets X and Y of cut_sets.c, and on a board
 * the same thing as for Short: the bridges that Red can build across X, and those across Y, are bases of the dual
 * without e* (what is left of a base X + e* is a base of the dual matroid), so both join West to East and reach the
 * same dots of Red's. Where they fall into several pieces the one that holds the banks is kept. */
#include <stdlib.h>

#include "play/shortest.h"
#include "treetest/treetest.h"

void tt_plan_free(struct tt_plan *plan) {
  tt_game_free(&plan->after);
  free(plan->set);
  plan->set = NULL;
}

/* Does the winner build his trees of bridges or edges? Only Cut off the board has sets without ends to see. */
static bool builds(const struct tt_plan *plan) {
  return plan->winner == TT_PLAYER_SHORT || plan->after.board != 0;
}

/* The nodes that the winner joins by this edge. */
static struct tt_edge ends_of(const struct tt_plan *plan, size_t edge) {
  const struct tt_game *const game = &plan->after;
  if (plan->winner == TT_PLAYER_SHORT || game->board == 0) return game->graph->edges[edge];
  const struct tt_bridge bridge = tt_board_bridge(game->board, TT_PLAYER_CUT, edge);
  return (struct tt_edge){red_node(game->board, bridge.from), red_node(game->board, bridge.to)};
}

static uint32_t node_count(const struct tt_plan *plan) {
  const struct tt_game *const game = &plan->after;
  const bool red = plan->winner == TT_PLAYER_CUT && game->board != 0;
  return red ? red_node_count(game->board) : game->graph->vertex_count;
}

/* Joins what the winner has, and the edges of a set but one. */
static bool spanned_without(const struct tt_plan *plan, unsigned set, size_t without, struct tt_partition *spanned) {
  if (!tt_partition_make(spanned, node_count(plan))) return false;
  const uint8_t own = plan->winner == TT_PLAYER_SHORT ? TT_SECURED : TT_DELETED;
  for (size_t edge = 0; edge < plan->after.graph->edge_count; edge++) {
    const bool has = plan->after.graph->states[edge] == own || (plan->set[edge] == set && edge != without);
    if (has) tt_partition_unite(spanned, ends_of(plan, edge).u, ends_of(plan, edge).v);
  }
  return true;
}

/* ---- Making ---- */

static enum tt_status short_sets(struct tt_plan *plan, const struct tt_forests *forests, struct tt_error *error) {
  struct tt_tree_pair pair = {0};
  const enum tt_status status = tt_forests_pair(forests, plan->after.graph, &pair, error);
  for (size_t place = 0; status == TT_OK && place < pair.edge_count; place++) {
    plan->set[pair.blue[place]] = 1;
    plan->set[pair.red[place]] = 2;
  }
  tt_tree_pair_free(&pair);
  return status;
}

/* Keeps the piece that holds Red's banks. */
static enum tt_status keep_banks(struct tt_plan *plan, struct tt_error *error) {
  struct tt_partition spanned;
  if (!spanned_without(plan, 1, SIZE_MAX, &spanned)) return tt_no_memory(error);
  const uint32_t west = tt_partition_find(&spanned, 0);
  for (size_t edge = 0; edge < plan->after.graph->edge_count; edge++) {
    if (tt_partition_find(&spanned, ends_of(plan, edge).u) != west) plan->set[edge] = 0;
  }
  tt_partition_free(&spanned);
  return TT_OK;
}

static enum tt_status cut_sets(struct tt_plan *plan, const struct tt_forests *forests, struct tt_error *error) {
  struct tt_cut_sets sets = {0};
  enum tt_status status = tt_cut_sets_make(&sets, forests, plan->after.graph, error);
  for (size_t edge = 0; status == TT_OK && edge < plan->after.graph->edge_count; edge++) {
    if (sets.role[edge] == TT_ROLE_X) plan->set[edge] = 1;
    if (sets.role[edge] == TT_ROLE_Y) plan->set[edge] = 2;
    if (sets.role[edge] == TT_ROLE_CONTRACTED && !builds(plan)) plan->set[edge] = TT_PLAN_ASIDE;
  }
  if (status == TT_OK && builds(plan)) status = keep_banks(plan, error);
  tt_cut_sets_free(&sets);
  return status;
}

/* The sets in the position after the opening, with the loser to move. */
static enum tt_status make_sets(struct tt_plan *plan, struct tt_error *error) {
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, plan->after.graph, error);
  if (status != TT_OK) return status;
  if (forests.tempo != (plan->winner == TT_PLAYER_SHORT ? 0 : 2)) {
    status =
        tt_fail(error, TT_REFUTED, "%s does not win with this opening", tt_player_name(&plan->after, plan->winner));
  } else if (plan->winner == TT_PLAYER_SHORT) {
    status = short_sets(plan, &forests, error);
  } else {
    status = cut_sets(plan, &forests, error);
  }
  tt_forests_free(&forests);
  return status;
}

enum tt_status tt_plan_make(struct tt_plan *plan, const struct tt_game *game, size_t opening, struct tt_error *error) {
  *plan = (struct tt_plan){.winner = TT_PLAYER_NONE, .opening = SIZE_MAX};
  if (game->winner != TT_PLAYER_NONE) {
    return tt_fail(error, TT_BAD_INPUT, "the game is over: %s has won", tt_player_name(game, game->winner));
  }
  enum tt_status status = tt_game_copy(&plan->after, game, error);
  if (status != TT_OK) return status;
  plan->set = calloc(game->graph->edge_count + 1, 1);
  if (plan->set == NULL) status = tt_no_memory(error);
  if (status == TT_OK) status = tt_game_favourite(game, &plan->winner, error);
  if (status == TT_OK && plan->winner == game->turn) {
    plan->opening = opening;
    status = tt_game_play(&plan->after, opening, error);
  }
  if (status == TT_OK && plan->after.winner == TT_PLAYER_NONE) status = make_sets(plan, error);
  if (status != TT_OK) tt_plan_free(plan);
  return status;
}

/* ---- Replies ---- */

/* An edge of the other set between the halves of the broken one. */
static enum tt_status mend(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error) {
  const unsigned broken = plan->set[taken];
  struct tt_partition spanned;
  if (!spanned_without(plan, broken, taken, &spanned)) return tt_no_memory(error);
  for (size_t edge = 0; edge < plan->after.graph->edge_count && *reply == SIZE_MAX; edge++) {
    if (plan->set[edge] != 3 - broken) continue;
    const struct tt_edge ends = ends_of(plan, edge);
    if (tt_partition_find(&spanned, ends.u) != tt_partition_find(&spanned, ends.v)) *reply = edge;
  }
  tt_partition_free(&spanned);
  return TT_OK;
}

/* An edge of the other set on the cycle that the secured edge closes with it and e*, which has one way between any two
 * vertices once secured edges and those set aside are contracted. */
static enum tt_status open_cycle(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error) {
  const struct tt_graph *const graph = plan->after.graph;
  const unsigned other = 3 - plan->set[taken];
  struct node_link *const links = malloc((graph->edge_count + 1) * sizeof *links);
  size_t *const way = malloc((graph->edge_count + 1) * sizeof *way);
  size_t count = 0, length = 0;
  enum tt_status status = links == NULL || way == NULL ? tt_no_memory(error) : TT_OK;
  if (status == TT_OK) {
    links[count++] = (struct node_link){graph->terminal_a, graph->terminal_b, graph->edge_count};
    for (size_t edge = 0; edge < graph->edge_count; edge++) {
      const bool in = plan->set[edge] == other || plan->set[edge] == TT_PLAN_ASIDE || graph->states[edge] == TT_SECURED;
      if (in) links[count++] = (struct node_link){graph->edges[edge].u, graph->edges[edge].v, edge};
    }
    status = shortest_way(links, count, graph->vertex_count, graph->edges[taken].u, graph->edges[taken].v, way, &length,
                          error);
  }
  for (size_t step = 0; status == TT_OK && step < length; step++) {
    if (way[step] < graph->edge_count && plan->set[way[step]] == other && way[step] < *reply) *reply = way[step];
  }
  free(links);
  free(way);
  return status;
}

enum tt_status tt_plan_reply(const struct tt_plan *plan, size_t taken, size_t *reply, struct tt_error *error) {
  *reply = SIZE_MAX;
  if (taken >= plan->after.graph->edge_count || (plan->set[taken] != 1 && plan->set[taken] != 2)) return TT_OK;
  return builds(plan) ? mend(plan, taken, reply, error) : open_cycle(plan, taken, reply, error);
}
