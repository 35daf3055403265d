/* pairing_any_tree.c: Gross's rule from any spanning tree through e*, played against every line of Cut's, with the best
 * of the choices that it leaves to Short. What it cannot hold is lost for the rule, not for a better choice of it.
 *
 * A state is three sets of edges: the tree as it is now, what Short has secured, what Cut has deleted; its value is the
 * number of moves, Cut's to come first, after which Cut has won, 0 where Short holds. Values are remembered. */
#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(entry) ((entry)->lost = true)
#include <uthash.h>

#include <stdlib.h>

#include "play/pairing_trees.h"

struct entry {
  uint64_t key;
  unsigned value;
  bool lost; /* memory ran out while it was added */
  UT_hash_handle hh;
};

struct rule {
  const struct tt_graph *graph;
  struct entry *entries; /* owned */
  bool no_memory;
};

struct state {
  tt_edge_set tree, secured, deleted;
};

/* ---- Edges and vertices as sets ---- */

/* The vertices that these edges join to one. */
static uint64_t reach(const struct tt_graph *graph, tt_edge_set edges, uint32_t from) {
  uint64_t reached = (uint64_t)1 << from, before;
  do {
    before = reached;
    for (tt_edge_set left = edges; left != 0; left &= left - 1) {
      const struct tt_edge edge = graph->edges[tt_edge_set_first(left)];
      const uint64_t ends = (uint64_t)1 << edge.u | (uint64_t)1 << edge.v;
      if ((reached & ends) != 0) reached |= ends;
    }
  } while (reached != before);
  return reached;
}

static bool joined(const struct tt_graph *graph, tt_edge_set edges) {
  return (reach(graph, edges, graph->terminal_a) >> graph->terminal_b & 1) != 0;
}

/* Those of the edges that have one end in each of two sets of vertices. */
static tt_edge_set between(const struct tt_graph *graph, tt_edge_set edges, uint64_t one, uint64_t other) {
  tt_edge_set found = 0;
  for (; edges != 0; edges &= edges - 1) {
    const unsigned edge = tt_edge_set_first(edges);
    const uint64_t u = (uint64_t)1 << graph->edges[edge].u, v = (uint64_t)1 << graph->edges[edge].v;
    if (((one & u) != 0 && (other & v) != 0) || ((one & v) != 0 && (other & u) != 0)) found |= tt_edge_set_of(edge);
  }
  return found;
}

/* The edges of the tree on the cycle that this edge closes: those without which it would join two pieces. */
static tt_edge_set cycle(const struct tt_graph *graph, tt_edge_set tree, unsigned edge) {
  const uint32_t u = graph->edges[edge].u, v = graph->edges[edge].v;
  tt_edge_set found = 0;
  if ((reach(graph, tree, u) >> v & 1) == 0) return 0;
  for (tt_edge_set left = tree; left != 0; left &= left - 1) {
    const tt_edge_set one = left & -left;
    if ((reach(graph, tree & ~one, u) >> v & 1) == 0) found |= one;
  }
  return found;
}

/* ---- The rule's replies ---- */

struct replies {
  size_t count;
  struct {
    unsigned edge;
    tt_edge_set tree; /* as it then is */
  } list[TT_ANY_TREE_EDGES * TT_ANY_TREE_EDGES];
};

static void add_reply(struct replies *replies, unsigned edge, tt_edge_set tree) {
  replies->list[replies->count].edge = edge;
  replies->list[replies->count++].tree = tree;
}

/* Anything, and where it is not in the tree it may take the place of any edge that is not secured. */
static void add_anything(struct replies *replies, const struct tt_graph *graph, tt_edge_set tree,
                         tt_edge_set undecided) {
  for (tt_edge_set left = undecided; left != 0; left &= left - 1) {
    const unsigned edge = tt_edge_set_first(left);
    const tt_edge_set one = tt_edge_set_of(edge), closed = cycle(graph, tree & ~one, edge);
    if ((tree & one) != 0 || (closed != 0 && (closed & undecided) == 0)) add_reply(replies, edge, tree);
    if ((tree & one) != 0) continue;
    if (closed == 0 && graph->edges[edge].u != graph->edges[edge].v) add_reply(replies, edge, tree | one);
    for (tt_edge_set places = closed & undecided; places != 0; places &= places - 1) {
      add_reply(replies, edge, (tree & ~(places & -places)) | one);
    }
  }
}

/* Short's replies when Cut deletes the edge; `undecided` is what is left without it. */
static void find_replies(struct replies *replies, const struct tt_graph *graph, tt_edge_set tree, tt_edge_set undecided,
                         unsigned deleted) {
  const tt_edge_set one = tt_edge_set_of(deleted), rest = tree & ~one;
  const uint64_t halves[2] = {reach(graph, rest, graph->edges[deleted].u), reach(graph, rest, graph->edges[deleted].v)};
  replies->count = 0;
  if ((tree & one) != 0) {
    for (tt_edge_set left = between(graph, undecided & ~tree, halves[0], halves[1]); left != 0; left &= left - 1) {
      add_reply(replies, tt_edge_set_first(left), rest | (left & -left));
    }
  } else {
    for (tt_edge_set left = cycle(graph, tree, deleted) & undecided; left != 0; left &= left - 1) {
      add_reply(replies, tt_edge_set_first(left), tree);
    }
  }
  if (replies->count == 0) add_anything(replies, graph, rest, undecided);
}

/* ---- Values ---- */

static unsigned value_of(struct rule *rule, struct state state);

static struct state after(struct state state, unsigned deleted, const struct replies *replies, size_t reply) {
  return (struct state){replies->list[reply].tree, state.secured | tt_edge_set_of(replies->list[reply].edge),
                        state.deleted | tt_edge_set_of(deleted)};
}

/* Moves until Cut has won when Cut deletes this edge, 0 where some reply holds. *best is the reply that holds out
 * longest, SIZE_MAX when there is no time for one. */
static unsigned value_after(struct rule *rule, struct state state, unsigned deleted, struct replies *replies,
                            size_t *best) {
  const struct tt_graph *const graph = rule->graph;
  const tt_edge_set all = tt_edge_set_all(graph->edge_count), kept = all & ~(state.deleted | tt_edge_set_of(deleted));
  unsigned longest = 0;
  *best = SIZE_MAX;
  if (!joined(graph, kept)) return 1;
  find_replies(replies, graph, state.tree, kept & ~state.secured, deleted);
  for (size_t reply = 0; reply < replies->count; reply++) {
    const unsigned value = value_of(rule, after(state, deleted, replies, reply));
    if (value == 0) return 0;
    if (value > longest) {
      longest = value;
      *best = reply;
    }
  }
  return longest == 0 ? 0 : longest + 2;
}

static unsigned least_value(struct rule *rule, struct state state, unsigned *deleted) {
  const tt_edge_set all = tt_edge_set_all(rule->graph->edge_count);
  struct replies *const replies = malloc(sizeof *replies);
  unsigned least = 0;
  size_t best;
  rule->no_memory = rule->no_memory || replies == NULL;
  for (tt_edge_set left = all & ~(state.secured | state.deleted); left != 0 && !rule->no_memory; left &= left - 1) {
    const unsigned value = value_after(rule, state, tt_edge_set_first(left), replies, &best);
    if (value == 0 || (least != 0 && value >= least)) continue;
    least = value;
    *deleted = tt_edge_set_first(left);
  }
  free(replies);
  return least;
}

static unsigned value_of(struct rule *rule, struct state state) {
  if (rule->no_memory || joined(rule->graph, state.secured)) return 0;
  const uint64_t key = state.tree | state.secured << TT_ANY_TREE_EDGES | state.deleted << (2 * TT_ANY_TREE_EDGES);
  struct entry *entry;
  HASH_FIND(hh, rule->entries, &key, sizeof key, entry);
  if (entry != NULL) return entry->value;
  unsigned deleted;
  const unsigned value = least_value(rule, state, &deleted);
  entry = malloc(sizeof *entry);
  if (entry == NULL) {
    rule->no_memory = true;
    return 0;
  }
  *entry = (struct entry){.key = key, .value = value};
  HASH_ADD(hh, rule->entries, key, sizeof key, entry);
  if (entry->lost) {
    rule->no_memory = true;
    free(entry);
  }
  return value;
}

static void forget(struct rule *rule) {
  struct entry *entry, *next;
  HASH_ITER(hh, rule->entries, entry, next) {
    HASH_DEL(rule->entries, entry);
    free(entry);
  }
}

/* ---- From the opening on ---- */

/* The value after the opening that holds out longest; 0 where one holds. With A and B apart already Cut has won: 1, and
 * *start has nothing secured. */
static unsigned value_of_opening(struct rule *rule, tt_edge_set tree, struct state *start) {
  const struct tt_graph *const graph = rule->graph;
  const uint64_t halves[2] = {reach(graph, tree, graph->terminal_a), reach(graph, tree, graph->terminal_b)};
  unsigned longest = 0;
  *start = (struct state){.tree = tree};
  if (!joined(graph, tt_edge_set_all(graph->edge_count))) return 1;
  for (tt_edge_set left = between(graph, tt_edge_set_all(graph->edge_count), halves[0], halves[1]); left != 0;
       left &= left - 1) {
    const struct state state = {tree | (left & -left), left & -left, 0};
    const unsigned value = value_of(rule, state);
    if (value == 0) return 0;
    if (value > longest) *start = state;
    if (value > longest) longest = value;
  }
  return longest;
}

static void write_line(struct rule *rule, struct tt_any_tree *result, struct state state) {
  struct replies *const replies = malloc(sizeof *replies);
  rule->no_memory = rule->no_memory || replies == NULL;
  result->line[result->line_length++] = tt_edge_set_first(state.secured);
  for (size_t best = 0; best != SIZE_MAX && !rule->no_memory;) {
    unsigned deleted = 0;
    least_value(rule, state, &deleted);
    value_after(rule, state, deleted, replies, &best);
    result->line[result->line_length++] = deleted;
    if (best == SIZE_MAX) break;
    result->line[result->line_length++] = replies->list[best].edge;
    state = after(state, deleted, replies, best);
  }
  free(replies);
}

static enum tt_status check_size(const struct tt_graph *graph, struct tt_error *error) {
  if (graph->edge_count <= TT_ANY_TREE_EDGES && graph->vertex_count <= TT_ANY_TREE_EDGES + 2) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "%.100s: the rule from any tree is played out on at most %d edges", graph->name,
                 TT_ANY_TREE_EDGES);
}

enum tt_status tt_any_tree_play(struct tt_any_tree *result, const struct tt_graph *graph, tt_edge_set tree,
                                struct tt_error *error) {
  struct rule rule = {.graph = graph};
  struct state start;
  *result = (struct tt_any_tree){.loses = false};
  const enum tt_status status = check_size(graph, error);
  if (status != TT_OK) return status;
  result->loses = value_of_opening(&rule, tree, &start) > 0;
  if (start.secured != 0 && result->loses) write_line(&rule, result, start);
  forget(&rule);
  return rule.no_memory ? tt_no_memory(error) : TT_OK;
}

struct sweep {
  struct rule rule;
  struct tt_any_tree_sweep *result;
};

static enum tt_status play_tree(void *context, tt_edge_set tree, bool splitting, struct tt_error *error) {
  struct sweep *const sweep = context;
  struct tt_any_tree_sweep *const result = sweep->result;
  struct state start;
  result->counts.trees++;
  result->counts.splitting += splitting;
  if (value_of_opening(&sweep->rule, tree, &start) > 0) {
    if (result->losing == 0) result->first_losing = tree;
    result->losing++;
    result->losing_splitting += splitting;
  }
  return sweep->rule.no_memory ? tt_no_memory(error) : TT_OK;
}

enum tt_status tt_any_tree_sweep_run(struct tt_any_tree_sweep *sweep, const struct tt_graph *graph,
                                     struct tt_error *error) {
  struct sweep work = {.rule = {.graph = graph}, .result = sweep};
  *sweep = (struct tt_any_tree_sweep){.losing = 0};
  enum tt_status status = check_size(graph, error);
  if (status == TT_OK) status = pairing_each_tree(graph, play_tree, &work, error);
  forget(&work.rule);
  return status;
}
