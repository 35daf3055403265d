/* naive_cut.c: the second computation behind Cut's side, from the theorem and the rule alone (see naive_cut.h).
 *
 * Sets of edges in the criterion are bits of a word; bit `edges` is the virtual edge e*. */
#include "tests/naive_cut.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void insist(bool condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "naive_cut: %s\n", what);
  abort();
}

static uint32_t bit(unsigned edge) {
  return (uint32_t)1 << edge;
}

static unsigned count_bits(uint32_t set) {
  unsigned count = 0;
  for (; set != 0; set >>= 1) count += set & 1;
  return count;
}

/* ---- Parts ---- */

/* Everything that the edges of `set` lead to from `vertex` gets the label. */
static void walk(const struct naive_graph *graph, uint32_t set, unsigned vertex, unsigned label, unsigned *labels) {
  labels[vertex] = label;
  for (unsigned edge = 0; edge <= graph->edges; edge++) {
    if ((set & bit(edge)) == 0) continue;
    unsigned u = edge == graph->edges ? graph->a : graph->u[edge];
    unsigned v = edge == graph->edges ? graph->b : graph->v[edge];
    if (u == vertex && labels[v] == 0) walk(graph, set, v, label, labels);
    if (v == vertex && labels[u] == 0) walk(graph, set, u, label, labels);
  }
}

/* Labels the vertices from 1 by the part they are in and returns how many parts there are. */
static unsigned label_parts(const struct naive_graph *graph, uint32_t set, unsigned *labels) {
  insist(graph->edges <= NAIVE_EDGES && graph->vertices <= NAIVE_VERTICES, "the graph is too large");
  unsigned parts = 0;
  memset(labels, 0, sizeof *labels * graph->vertices);
  for (unsigned vertex = 0; vertex < graph->vertices; vertex++)
    if (labels[vertex] == 0) walk(graph, set, vertex, ++parts, labels);
  return parts;
}

static unsigned count_parts(const struct naive_graph *graph, uint32_t set) {
  unsigned labels[NAIVE_VERTICES];
  return label_parts(graph, set, labels);
}

static bool joins(const struct naive_graph *graph, uint32_t set, unsigned first, unsigned second) {
  unsigned labels[NAIVE_VERTICES];
  label_parts(graph, set, labels);
  return labels[first] == labels[second];
}

static uint32_t edges_in_state(const struct naive_graph *graph, uint8_t state) {
  uint32_t set = 0;
  for (unsigned edge = 0; edge < graph->edges; edge++)
    if (graph->state[edge] == state) set |= bit(edge);
  return set;
}

/* ---- Sets ---- */

struct word_sets {
  uint32_t contracted, x, y; /* e* left out */
};

static struct word_sets words_of(const struct naive_graph *graph, const struct naive_cut_sets *sets) {
  struct word_sets words = {0, 0, 0};
  for (unsigned edge = 0; edge < graph->edges; edge++) {
    if (sets->role[edge] == NAIVE_CONTRACTED) words.contracted |= bit(edge);
    if (sets->role[edge] == NAIVE_X) words.x |= bit(edge);
    if (sets->role[edge] == NAIVE_Y) words.y |= bit(edge);
  }
  return words;
}

/* Is `set` a maximal forest of the graph with edges `all`, once `merged` is contracted? Every edge of a forest joins
 * two parts; a maximal one joins whatever is joined at all. */
static bool is_base(const struct naive_graph *graph, uint32_t merged, uint32_t set, uint32_t all) {
  unsigned parts = count_parts(graph, merged | set);
  return parts + count_bits(set) == count_parts(graph, merged) && parts == count_parts(graph, merged | all);
}

/* With every edge of H in X or Y, are both bases, e* added to X and, for `second`, to Y? */
static bool are_bases(const struct naive_graph *graph, const struct word_sets *words, bool second) {
  const uint32_t virtual_edge = bit(graph->edges);
  const uint32_t merged = edges_in_state(graph, TT_SECURED) | words->contracted;
  const uint32_t all = words->x | words->y | virtual_edge;
  return is_base(graph, merged, words->x | virtual_edge, all) &&
         is_base(graph, merged, second ? words->y | virtual_edge : words->y, all);
}

enum naive_cut_claim naive_cut_proves(const struct naive_graph *graph, const struct naive_cut_sets *sets) {
  for (unsigned edge = 0; edge < graph->edges; edge++) {
    bool undecided = graph->state[edge] == TT_UNDECIDED;
    if (sets->role[edge] > NAIVE_Y || (sets->role[edge] != NAIVE_NONE) != undecided) return NAIVE_CUT_NOTHING;
  }
  struct word_sets words = words_of(graph, sets);
  const struct word_sets exchanged = {words.contracted, words.y, words.x};
  if (sets->virtual_in_x && sets->virtual_in_y)
    return are_bases(graph, &words, true) ? NAIVE_CUT_SECOND : NAIVE_CUT_NOTHING;
  if (!sets->virtual_in_x && !sets->virtual_in_y) return NAIVE_CUT_NOTHING;
  return are_bases(graph, sets->virtual_in_x ? &words : &exchanged, false) ? NAIVE_CUT_FIRST : NAIVE_CUT_NOTHING;
}

/* Y edges on the cycle that e* closes with Y in H: without one of them the ends of e* fall apart. */
static uint32_t named_by(const struct naive_graph *graph, const struct word_sets *words) {
  const uint32_t merged = edges_in_state(graph, TT_SECURED) | words->contracted;
  uint32_t named = 0;
  for (unsigned edge = 0; edge < graph->edges; edge++)
    if ((words->y & bit(edge)) != 0 && !joins(graph, merged | (words->y & ~bit(edge)), graph->a, graph->b))
      named |= bit(edge);
  return named;
}

uint32_t naive_cut_named(const struct naive_graph *graph, const struct naive_cut_sets *sets) {
  insist(sets->virtual_in_x != sets->virtual_in_y, "openings are named by sets with e* in one of them");
  struct word_sets words = words_of(graph, sets);
  const struct word_sets exchanged = {words.contracted, words.y, words.x};
  return named_by(graph, sets->virtual_in_x ? &words : &exchanged);
}

/* Gives the undecided edges from `edge` on every role in turn. Returns at the first success, or adds the openings that
 * each success names to *named when that is not NULL. */
static bool try_roles(const struct naive_graph *graph, unsigned edge, struct word_sets words, bool second,
                      uint32_t *named) {
  while (edge < graph->edges && graph->state[edge] != TT_UNDECIDED) edge++;
  if (edge == graph->edges) {
    if (!are_bases(graph, &words, second)) return false;
    if (named != NULL) *named |= named_by(graph, &words);
    return named == NULL;
  }
  struct word_sets next[3] = {words, words, words};
  next[0].contracted |= bit(edge);
  next[1].x |= bit(edge);
  next[2].y |= bit(edge);
  for (unsigned role = 0; role < 3; role++)
    if (try_roles(graph, edge + 1, next[role], second, named)) return true;
  return false;
}

bool naive_cut_second(const struct naive_graph *graph) {
  return try_roles(graph, 0, (struct word_sets){0, 0, 0}, true, NULL);
}

bool naive_cut_first(const struct naive_graph *graph) {
  return try_roles(graph, 0, (struct word_sets){0, 0, 0}, false, NULL);
}

uint32_t naive_cut_named_any(const struct naive_graph *graph) {
  uint32_t named = 0;
  try_roles(graph, 0, (struct word_sets){0, 0, 0}, false, &named);
  return named;
}

/* ---- The rule ---- */

static bool take_out(struct naive_edge_list *list, unsigned edge) {
  unsigned kept = 0;
  const unsigned before = list->count;
  for (unsigned place = 0; place < before; place++)
    if (list->edges[place] != edge) list->edges[kept++] = list->edges[place];
  list->count = kept;
  return kept < before;
}

static uint32_t word_of(const struct naive_edge_list *list) {
  uint32_t word = 0;
  for (unsigned place = 0; place < list->count; place++) word |= bit(list->edges[place]);
  return word;
}

void naive_cut_start(struct naive_cut_game *game, const struct naive_graph *graph, const struct naive_cut_sets *sets) {
  *game = (struct naive_cut_game){.graph = *graph};
  unsigned lowest = graph->edges;
  for (unsigned edge = graph->edges; edge-- > 0;)
    if (sets->role[edge] == NAIVE_X || sets->role[edge] == NAIVE_Y) lowest = edge;
  for (unsigned edge = 0; edge < graph->edges; edge++) {
    if (sets->role[edge] == NAIVE_CONTRACTED) game->contracted |= bit(edge);
    if (sets->role[edge] != NAIVE_X && sets->role[edge] != NAIVE_Y) continue;
    struct naive_edge_list *list = &game->sets[sets->role[edge] == NAIVE_X ? 0 : 1];
    list->edges[list->count++] = edge;
  }
  game->fallback = lowest < graph->edges && sets->role[lowest] == NAIVE_Y ? 1 : 0;
}

bool naive_cut_won(const struct naive_graph *graph) {
  uint32_t left = edges_in_state(graph, TT_SECURED) | edges_in_state(graph, TT_UNDECIDED);
  return !joins(graph, left, graph->a, graph->b);
}

bool naive_cut_lost(const struct naive_graph *graph) {
  return joins(graph, edges_in_state(graph, TT_SECURED), graph->a, graph->b);
}

/* Does the edge `closing` close a cycle with the set + e* once `merged` is contracted, with an edge of the set on it?
 * Then *mend is the lowest-numbered of those. (A cycle of `closing` and e* alone cannot be mended; while the sets are
 * what they should be, there is none.) */
static bool closes_cycle(const struct naive_cut_game *game, uint32_t merged, const struct naive_edge_list *set,
                         unsigned closing, unsigned *mend) {
  const unsigned u = game->graph.u[closing], v = game->graph.v[closing];
  const uint32_t rest = merged | word_of(set) | bit(game->graph.edges);
  if (joins(&game->graph, merged, u, v) || !joins(&game->graph, rest, u, v)) return false;
  *mend = NAIVE_NO_REPLY;
  for (unsigned place = set->count; place-- > 0;)
    if (!joins(&game->graph, rest & ~bit(set->edges[place]), u, v)) *mend = set->edges[place];
  return *mend != NAIVE_NO_REPLY;
}

/* The edge to delete after `secured`, which came from set `from` (2: from neither) and is in none now. */
static unsigned answer(const struct naive_cut_game *game, unsigned secured, unsigned from) {
  const uint32_t merged = (edges_in_state(&game->graph, TT_SECURED) & ~bit(secured)) | game->contracted;
  for (unsigned set = 0; set < 2; set++) {
    unsigned mend;
    if (closes_cycle(game, merged, &game->sets[set], secured, &mend)) return mend;
  }
  const unsigned preferred = from < 2 ? from : game->fallback;
  if (game->sets[preferred].count > 0) return game->sets[preferred].edges[0];
  if (game->sets[1 - preferred].count > 0) return game->sets[1 - preferred].edges[0];
  for (unsigned edge = 0; edge < game->graph.edges; edge++)
    if (game->graph.state[edge] == TT_UNDECIDED) return edge;
  return NAIVE_NO_REPLY;
}

unsigned naive_cut_reply(struct naive_cut_game *game, unsigned secured) {
  insist(secured < game->graph.edges && game->graph.state[secured] == TT_UNDECIDED, "the edge is not undecided");
  unsigned from = 2;
  for (unsigned set = 0; set < 2; set++)
    if (take_out(&game->sets[set], secured)) from = set;
  game->graph.state[secured] = TT_SECURED;
  const unsigned deleted = answer(game, secured, from);
  if (deleted == NAIVE_NO_REPLY) return deleted;
  insist(game->graph.state[deleted] == TT_UNDECIDED, "the rule deletes an edge that is not undecided");
  game->graph.state[deleted] = TT_DELETED;
  for (unsigned set = 0; set < 2; set++) take_out(&game->sets[set], deleted);
  return deleted;
}

/* All lines from here on, Short to move; `depth` exchanges were played. */
static void replay_on(const struct naive_cut_game *game, unsigned depth, struct naive_cut_replay *record) {
  if (naive_cut_won(&game->graph)) {
    record->lines++;
    if (depth > record->longest) record->longest = depth;
    return;
  }
  if (naive_cut_lost(&game->graph)) {
    record->lost++;
    return;
  }
  for (unsigned edge = 0; edge < game->graph.edges; edge++) {
    if (game->graph.state[edge] != TT_UNDECIDED) continue;
    struct naive_cut_game next = *game;
    if (naive_cut_reply(&next, edge) == NAIVE_NO_REPLY || naive_cut_lost(&next.graph)) {
      record->lost++;
      continue;
    }
    record->replies++;
    replay_on(&next, depth + 1, record);
  }
}

struct naive_cut_replay naive_cut_replay_second(const struct naive_graph *graph, const struct naive_cut_sets *sets) {
  struct naive_cut_game game;
  struct naive_cut_replay record = {0};
  naive_cut_start(&game, graph, sets);
  replay_on(&game, 0, &record);
  return record;
}

struct naive_cut_replay naive_cut_replay_opening(const struct naive_graph *graph, const struct naive_cut_sets *sets,
                                                 unsigned opening) {
  insist(graph->state[opening] == TT_UNDECIDED, "the opening is not undecided");
  struct naive_graph after = *graph;
  struct naive_cut_sets rest = *sets;
  after.state[opening] = TT_DELETED;
  rest.role[opening] = NAIVE_NONE;
  return naive_cut_replay_second(&after, &rest);
}
