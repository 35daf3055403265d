/* naive.c: the second computation behind the census, from its conventions alone (see naive.h).
 *
 * Everything is the definition written down. The only table is the one that remembers values of play, an array indexed
 * by the states of the edges read as digits to base 3. */
#include "tests/naive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void insist(bool condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "naive: %s\n", what);
  abort();
}

void naive_from(struct naive_graph *naive, const struct tt_graph *position) {
  insist(position->edge_count <= NAIVE_EDGES, "too many edges");
  insist(position->vertex_count <= NAIVE_VERTICES, "too many vertices");
  memset(naive, 0, sizeof *naive);
  naive->vertices = position->vertex_count;
  naive->a = position->terminal_a;
  naive->b = position->terminal_b;
  naive->edges = (unsigned)position->edge_count;
  for (unsigned edge = 0; edge < naive->edges; edge++) {
    naive->u[edge] = position->edges[edge].u;
    naive->v[edge] = position->edges[edge].v;
    naive->state[edge] = position->states[edge];
  }
}

/* Gives each vertex the lowest number among the vertices that the edges with `use` set join it to. */
static void label_parts(const struct naive_graph *graph, const bool *use, unsigned *label) {
  for (unsigned vertex = 0; vertex < graph->vertices; vertex++) label[vertex] = vertex;
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned edge = 0; edge < graph->edges; edge++) {
      unsigned *one = &label[graph->u[edge]], *other = &label[graph->v[edge]];
      if (!use[edge] || *one == *other) continue;
      if (*one < *other) {
        *other = *one;
      } else {
        *one = *other;
      }
      changed = true;
    }
  }
}

/* Are A and B joined by the edges in state `first` or `second`? */
static bool joined_by(const struct naive_graph *graph, const uint8_t *states, uint8_t first, uint8_t second) {
  bool use[NAIVE_EDGES + 2];
  unsigned label[NAIVE_VERTICES];
  for (unsigned edge = 0; edge < graph->edges; edge++) use[edge] = states[edge] == first || states[edge] == second;
  label_parts(graph, use, label);
  return label[graph->a] == label[graph->b];
}

/* ---- Play ---- */

struct naive_play {
  struct naive_graph graph;
  uint8_t *values; /* 0: not known yet, else 1 + short wins + 2 * length; two entries a position, Cut to move first */
};

struct naive_play *naive_play_open(const struct naive_graph *graph) {
  struct naive_play *play = malloc(sizeof *play);
  insist(play != NULL, "out of memory");
  size_t positions = 1;
  for (unsigned edge = 0; edge < graph->edges; edge++) positions *= 3;
  play->graph = *graph;
  play->values = calloc(positions, 2);
  insist(play->values != NULL, "out of memory");
  return play;
}

void naive_play_close(struct naive_play *play) {
  free(play->values);
  free(play);
}

/* The value of the position in graph.state, which is the same again on return. */
static uint8_t value_of(struct naive_play *play, bool short_moves) {
  uint8_t *states = play->graph.state;
  size_t index = 0;
  for (unsigned edge = play->graph.edges; edge-- > 0;) index = 3 * index + states[edge];
  uint8_t *value = &play->values[2 * index + short_moves];
  if (*value != 0) return *value;
  if (joined_by(&play->graph, states, TT_SECURED, TT_SECURED)) return *value = 1 + 1;
  if (!joined_by(&play->graph, states, TT_SECURED, TT_UNDECIDED)) return *value = 1;
  bool mover_wins = false;
  unsigned shortest_win = 0, longest_loss = 0;
  for (unsigned edge = 0; edge < play->graph.edges; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    states[edge] = short_moves ? TT_SECURED : TT_DELETED;
    unsigned after = value_of(play, !short_moves) - 1u;
    states[edge] = TT_UNDECIDED;
    bool short_wins = after % 2 == 1;
    unsigned length = after / 2 + 1;
    if (short_wins == short_moves) {
      if (!mover_wins || length < shortest_win) shortest_win = length;
      mover_wins = true;
    } else if (length > longest_loss) {
      longest_loss = length;
    }
  }
  unsigned length = mover_wins ? shortest_win : longest_loss;
  return *value = (uint8_t)(1 + 2 * length + (mover_wins == short_moves ? 1 : 0));
}

static unsigned value_at(struct naive_play *play, const uint8_t *states, bool short_moves) {
  memcpy(play->graph.state, states, play->graph.edges);
  return value_of(play, short_moves) - 1u;
}

bool naive_short_wins(struct naive_play *play, const uint8_t *states, bool short_moves) {
  return value_at(play, states, short_moves) % 2 == 1;
}

unsigned naive_length(struct naive_play *play, const uint8_t *states, bool short_moves) {
  return value_at(play, states, short_moves) / 2;
}

/* ---- Pairs of trees ---- */

/* What is left to play: the ends are lowest-numbered vertices of what secured edges join. */
struct rest {
  unsigned a, b, edges;
  unsigned u[NAIVE_EDGES + 2], v[NAIVE_EDGES + 2], number[NAIVE_EDGES + 2];
};

static void rest_of(struct rest *rest, const struct naive_graph *graph, bool virtual_edge) {
  bool secured[NAIVE_EDGES + 2];
  unsigned label[NAIVE_VERTICES];
  for (unsigned edge = 0; edge < graph->edges; edge++) secured[edge] = graph->state[edge] == TT_SECURED;
  label_parts(graph, secured, label);
  rest->a = label[graph->a];
  rest->b = label[graph->b];
  rest->edges = 0;
  for (unsigned edge = 0; edge < graph->edges + virtual_edge; edge++) {
    bool is_virtual = edge == graph->edges;
    if (!is_virtual && graph->state[edge] != TT_UNDECIDED) continue;
    rest->u[rest->edges] = is_virtual ? rest->a : label[graph->u[edge]];
    rest->v[rest->edges] = is_virtual ? rest->b : label[graph->v[edge]];
    rest->number[rest->edges++] = edge;
  }
}

/* Adds to *seen, a set of vertices, everything that the edges lead to from `vertex`. */
static void visit(const struct rest *rest, uint32_t edges, unsigned vertex, uint32_t *seen) {
  *seen |= 1u << vertex;
  for (unsigned edge = 0; edge < rest->edges; edge++) {
    if ((edges >> edge & 1) == 0) continue;
    if (rest->u[edge] == vertex && (*seen >> rest->v[edge] & 1) == 0) visit(rest, edges, rest->v[edge], seen);
    if (rest->v[edge] == vertex && (*seen >> rest->u[edge] & 1) == 0) visit(rest, edges, rest->u[edge], seen);
  }
}

static uint32_t reached_from(const struct rest *rest, uint32_t edges, unsigned vertex) {
  uint32_t seen = 0;
  visit(rest, edges, vertex, &seen);
  return seen;
}

static unsigned size_of(uint32_t set) {
  unsigned size = 0;
  for (unsigned bit = 0; bit < 32; bit++) size += set >> bit & 1;
  return size;
}

/* Goes to the next choice of `count` of the numbers below `limit` in lexicographic order; false after the last. */
static bool next_choice(unsigned *choice, unsigned count, unsigned limit) {
  for (unsigned place = count; place-- > 0;) {
    if (choice[place] == limit - count + place) continue;
    choice[place]++;
    for (unsigned later = place + 1; later < count; later++) choice[later] = choice[later - 1] + 1;
    return true;
  }
  return false;
}

/* What is done with a split of an edge set into two spanning trees; true stops the search. */
typedef bool split_visitor(void *context, const struct rest *rest, uint32_t blue, uint32_t red);

/* Visits every split of the set, blue in lexicographic order, if it holds A and B and has 2(k - 1) edges. */
static bool visit_splits(const struct rest *rest, uint32_t set, split_visitor *visitor, void *context) {
  unsigned members[NAIVE_EDGES + 2], count = 0;
  uint32_t touched = 0;
  for (unsigned edge = 0; edge < rest->edges; edge++) {
    if ((set >> edge & 1) == 0) continue;
    members[count++] = edge;
    touched |= 1u << rest->u[edge] | 1u << rest->v[edge];
  }
  if ((touched >> rest->a & 1) == 0 || (touched >> rest->b & 1) == 0) return false;
  unsigned tree = size_of(touched) - 1;
  if (count != 2 * tree) return false;
  unsigned choice[NAIVE_EDGES + 2];
  for (unsigned place = 0; place < tree; place++) choice[place] = place;
  do {
    uint32_t blue = 0;
    for (unsigned place = 0; place < tree; place++) blue |= 1u << members[choice[place]];
    if (reached_from(rest, blue, rest->a) != touched) continue;
    if (reached_from(rest, set & ~blue, rest->a) != touched) continue;
    if (visitor(context, rest, blue, set & ~blue)) return true;
  } while (next_choice(choice, tree, count));
  return false;
}

/* Visits every split of every set, sets as binary masks in ascending order. */
static bool visit_all_splits(const struct rest *rest, split_visitor *visitor, void *context) {
  for (uint32_t set = 0; set < (uint32_t)1 << rest->edges; set++)
    if (visit_splits(rest, set, visitor, context)) return true;
  return false;
}

static unsigned numbers_of(const struct rest *rest, uint32_t set, unsigned *numbers) {
  unsigned count = 0;
  for (unsigned edge = 0; edge < rest->edges; edge++)
    if ((set >> edge & 1) != 0) numbers[count++] = rest->number[edge];
  return count;
}

static bool keep_split(void *context, const struct rest *rest, uint32_t blue, uint32_t red) {
  struct naive_pair *pair = context;
  pair->edges = numbers_of(rest, blue, pair->blue);
  numbers_of(rest, red, pair->red);
  return true;
}

bool naive_first_pair(const struct naive_graph *graph, bool virtual_edge, struct naive_pair *pair) {
  struct rest rest;
  rest_of(&rest, graph, virtual_edge);
  memset(pair, 0, sizeof *pair);
  return rest.a == rest.b || visit_all_splits(&rest, keep_split, pair);
}

/* Adds to the set in `context` what the split names; nothing when e* is in neither tree. */
static bool name_openings(void *context, const struct rest *rest, uint32_t blue, uint32_t red) {
  uint32_t *named = context, virtual_edge = 1u << (rest->edges - 1); /* the last one */
  if (((blue | red) & virtual_edge) == 0) return false;
  uint32_t holder = (blue & virtual_edge) != 0 ? blue : red, other = (blue | red) & ~holder;
  uint32_t half = reached_from(rest, holder & ~virtual_edge, rest->a);
  for (unsigned edge = 0; edge < rest->edges; edge++) {
    bool crosses = (half >> rest->u[edge] & 1) != (half >> rest->v[edge] & 1);
    if ((other >> edge & 1) != 0 && crosses) *named |= 1u << rest->number[edge];
  }
  return false;
}

static bool among(const unsigned *numbers, unsigned count, unsigned number) {
  for (unsigned place = 0; place < count; place++)
    if (numbers[place] == number) return true;
  return false;
}

uint32_t naive_named(const struct naive_graph *graph, const struct naive_pair *pair) {
  struct rest rest;
  rest_of(&rest, graph, true);
  uint32_t blue = 0, red = 0, named = 0;
  for (unsigned edge = 0; edge < rest.edges; edge++) {
    if (among(pair->blue, pair->edges, rest.number[edge])) blue |= 1u << edge;
    if (among(pair->red, pair->edges, rest.number[edge])) red |= 1u << edge;
  }
  name_openings(&named, &rest, blue, red);
  return named;
}

uint32_t naive_named_any(const struct naive_graph *graph) {
  struct rest rest;
  uint32_t named = 0;
  rest_of(&rest, graph, true);
  if (rest.a != rest.b) visit_all_splits(&rest, name_openings, &named);
  return named;
}

static bool count_split(void *context, const struct rest *rest, uint32_t blue, uint32_t red) {
  (void)rest, (void)blue, (void)red;
  ++*(uint64_t *)context;
  return false;
}

uint64_t naive_count_splits(const struct naive_graph *graph) {
  struct rest rest;
  uint64_t count = 0;
  rest_of(&rest, graph, false);
  visit_splits(&rest, (uint32_t)(((uint64_t)1 << rest.edges) - 1), count_split, &count);
  return count;
}

uint64_t naive_count_spanning_pairs(const struct naive_graph *graph) {
  struct naive_graph bare = *graph;
  memset(bare.state, TT_UNDECIDED, sizeof bare.state);
  struct rest rest;
  rest_of(&rest, &bare, false);
  uint32_t sets = (uint32_t)1 << rest.edges, all = (uint32_t)(((uint64_t)1 << bare.vertices) - 1), tree_count = 0;
  uint32_t *trees = malloc(sets * sizeof *trees);
  insist(trees != NULL, "out of memory");
  for (uint32_t set = 0; set < sets; set++)
    if (size_of(set) == bare.vertices - 1 && reached_from(&rest, set, 0) == all) trees[tree_count++] = set;
  uint64_t pairs = 0;
  for (uint32_t one = 0; one < tree_count; one++)
    for (uint32_t other = 0; other < tree_count; other++) pairs += (trees[one] & trees[other]) == 0;
  free(trees);
  return pairs;
}

/* Is edge number `place` a link between two parts of the forest `use`? */
static bool links_parts(const struct naive_graph *graph, const bool *use, unsigned place) {
  unsigned label[NAIVE_VERTICES];
  label_parts(graph, use, label);
  return label[graph->u[place]] != label[graph->v[place]];
}

/* The most edges that the edges from number `place` on can add to two forests. */
static unsigned grow_forests(const struct naive_graph *graph, bool *blue, bool *red, unsigned place) {
  if (place == graph->edges) return 0;
  unsigned most = grow_forests(graph, blue, red, place + 1);
  bool *forests[2] = {blue, red};
  for (unsigned colour = 0; colour < 2; colour++) {
    if (graph->state[place] != TT_UNDECIDED || !links_parts(graph, forests[colour], place)) continue;
    forests[colour][place] = true;
    unsigned size = 1 + grow_forests(graph, blue, red, place + 1);
    forests[colour][place] = false;
    if (size > most) most = size;
  }
  return most;
}

unsigned naive_forests(const struct naive_graph *graph, unsigned copies) {
  struct naive_graph extended = *graph;
  for (unsigned copy = 0; copy < copies; copy++) {
    extended.u[extended.edges] = extended.a;
    extended.v[extended.edges] = extended.b;
    extended.state[extended.edges++] = TT_UNDECIDED;
  }
  bool blue[NAIVE_EDGES + 2] = {false}, red[NAIVE_EDGES + 2] = {false};
  for (unsigned edge = 0; edge < extended.edges; edge++)
    blue[edge] = red[edge] = extended.state[edge] == TT_SECURED; /* secured edges merge their ends for both */
  return grow_forests(&extended, blue, red, 0);
}

/* ---- The pairing rule ---- */

struct edge_list { /* ascending */
  unsigned count, edges[NAIVE_EDGES];
};

struct game {
  struct naive_graph graph;
  bool of_trees[NAIVE_VERTICES]; /* the vertices that the sets connect */
  struct edge_list sets[2];
  unsigned fallback; /* the set that held the lowest-numbered edge at the start */
};

static bool holds(const struct edge_list *list, unsigned edge) {
  return among(list->edges, list->count, edge);
}

static void take_out(struct edge_list *list, unsigned edge) {
  unsigned kept = 0;
  for (unsigned place = 0; place < list->count; place++)
    if (list->edges[place] != edge) list->edges[kept++] = list->edges[place];
  list->count = kept;
}

static void insert(struct edge_list *list, unsigned edge) {
  unsigned place = list->count++;
  for (; place > 0 && list->edges[place - 1] > edge; place--) list->edges[place] = list->edges[place - 1];
  list->edges[place] = edge;
}

/* Labels the vertices by what secured edges and the edges of the set join; false when the set's vertices fall apart. */
static bool connects(const struct game *game, const struct edge_list *set, unsigned *label) {
  bool use[NAIVE_EDGES + 2];
  for (unsigned edge = 0; edge < game->graph.edges; edge++)
    use[edge] = game->graph.state[edge] == TT_SECURED || holds(set, edge);
  label_parts(&game->graph, use, label);
  for (unsigned vertex = 0; vertex < game->graph.vertices; vertex++)
    if (game->of_trees[vertex] && label[vertex] != label[game->graph.a]) return false;
  return true;
}

/* Short's answer to the deletion, done already, of an edge of set `from` (2: of neither); edges + 1 for none. */
static unsigned answer(const struct game *game, unsigned from) {
  const unsigned none = game->graph.edges + 1;
  if (from == 2) {
    const struct edge_list *set = &game->sets[game->fallback];
    return set->count > 0 ? set->edges[0] : none;
  }
  const struct edge_list *set = &game->sets[from], *other = &game->sets[1 - from];
  unsigned label[NAIVE_VERTICES];
  if (!connects(game, set, label)) {
    for (unsigned place = 0; place < other->count; place++) {
      unsigned candidate = other->edges[place];
      if (label[game->graph.u[candidate]] != label[game->graph.v[candidate]]) return candidate;
    }
    return none;
  }
  if (set->count > 0) return set->edges[0];
  return other->count > 0 ? other->edges[0] : none;
}

/* All lines from here on, Cut to move; `depth` exchanges were played. */
static void replay_on(const struct game *game, unsigned depth, struct naive_replay *record) {
  if (joined_by(&game->graph, game->graph.state, TT_SECURED, TT_SECURED)) {
    record->lines++;
    if (depth > record->longest) record->longest = depth;
    return;
  }
  bool moved = false;
  for (unsigned edge = 0; edge < game->graph.edges; edge++) {
    if (game->graph.state[edge] != TT_UNDECIDED) continue;
    moved = true;
    struct game next = *game;
    unsigned from = holds(&next.sets[0], edge) ? 0 : holds(&next.sets[1], edge) ? 1 : 2;
    next.graph.state[edge] = TT_DELETED;
    if (from < 2) take_out(&next.sets[from], edge);
    unsigned reply = answer(&next, from);
    if (reply > game->graph.edges) {
      record->lost++;
      continue;
    }
    next.graph.state[reply] = TT_SECURED;
    take_out(&next.sets[0], reply);
    take_out(&next.sets[1], reply);
    record->replies++;
    replay_on(&next, depth + 1, record);
  }
  if (!moved) record->lost++;
}

/* Replays from two sets of edges; the pair's e* and the edge `without` stay out of them. */
static struct naive_replay replay_from(const struct naive_graph *graph, const struct naive_pair *pair,
                                       unsigned without) {
  struct game game = {.graph = *graph};
  game.of_trees[graph->a] = game.of_trees[graph->b] = true;
  for (unsigned place = 0; place < 2 * pair->edges; place++) {
    unsigned set = place / pair->edges, edge = (set == 0 ? pair->blue : pair->red)[place % pair->edges];
    if (edge == graph->edges) continue;
    game.of_trees[graph->u[edge]] = game.of_trees[graph->v[edge]] = true;
    if (edge != without) insert(&game.sets[set], edge);
  }
  if (game.sets[0].count == 0) {
    game.fallback = 1;
  } else if (game.sets[1].count > 0 && game.sets[1].edges[0] < game.sets[0].edges[0]) {
    game.fallback = 1;
  }
  struct naive_replay record = {0};
  replay_on(&game, 0, &record);
  return record;
}

struct naive_replay naive_replay_second(const struct naive_graph *graph, const struct naive_pair *pair) {
  return replay_from(graph, pair, graph->edges);
}

struct naive_replay naive_replay_opening(const struct naive_graph *graph, const struct naive_pair *pair,
                                         unsigned opening) {
  struct naive_graph after = *graph;
  after.state[opening] = TT_SECURED;
  return replay_from(&after, pair, opening);
}

/* ---- The census ---- */

static void count_openings(struct naive_census *census, const struct naive_graph *graph, struct naive_play *play) {
  struct naive_pair pair;
  insist(naive_first_pair(graph, true, &pair), "no pair of trees for a subgraph that the first mover wins");
  census->named += size_of(naive_named(graph, &pair));
  census->named_any += size_of(naive_named_any(graph));
  uint8_t states[NAIVE_EDGES + 2];
  memcpy(states, graph->state, sizeof states);
  for (unsigned edge = 0; edge < graph->edges; edge++) {
    if (states[edge] != TT_UNDECIDED) continue;
    census->openings++;
    states[edge] = TT_SECURED;
    census->short_winning += naive_short_wins(play, states, false);
    states[edge] = TT_DELETED;
    census->cut_winning += !naive_short_wins(play, states, true);
    states[edge] = TT_UNDECIDED;
  }
}

struct naive_census naive_census(const struct naive_graph *graph) {
  struct naive_census census = {.subgraphs = (uint64_t)1 << graph->edges};
  struct naive_play *play = naive_play_open(graph);
  struct naive_graph subgraph = *graph;
  for (uint32_t present = 0; present < census.subgraphs; present++) {
    for (unsigned edge = 0; edge < graph->edges; edge++)
      subgraph.state[edge] = (present >> edge & 1) != 0 ? TT_UNDECIDED : TT_DELETED;
    bool second = naive_short_wins(play, subgraph.state, false);
    bool first = naive_short_wins(play, subgraph.state, true);
    insist(first || !second, "a move that hurts its maker");
    census.outcomes[second ? TT_SHORT : first ? TT_FIRST : TT_CUT]++;
    if (first && !second) count_openings(&census, &subgraph, play);
  }
  naive_play_close(play);
  return census;
}
