/* pairing_search.c: a pairing of any small position, by exact search.
 *
 * Short, moving second, wins by a pairing exactly when every cut (a set of edges that separates A from B) has a whole
 * pair in it: else Cut takes all of a cut, of each pair in it one edge, and Short's replies fall elsewhere. Only
 * smallest cuts matter. The search takes the cut in which the fewest edges are free, tries each two of them as a pair,
 * and goes on with the cuts that have none yet. */
#include "play/pairing.h"

#include <stdlib.h>

struct search {
  size_t cut_count;
  tt_edge_set *cuts; /* owned; those that are no more than another */
  tt_edge_set *open; /* owned; a row of cut_count for every depth */
  size_t *partner;   /* by edge of the rest */
  uint64_t *budget;
  bool exhausted;
};

/* ---- Cuts ---- */

static tt_edge_set cut_of(const struct tt_rest *rest, uint32_t side) {
  tt_edge_set cut = 0;
  for (size_t edge = 0; edge < rest->edge_count; edge++) {
    if ((side >> rest->edges[edge].u & 1) != (side >> rest->edges[edge].v & 1)) cut |= tt_edge_set_of(edge);
  }
  return cut;
}

/* By size, then by number. */
static int compare_sets(const void *first, const void *second) {
  const tt_edge_set a = *(const tt_edge_set *)first, b = *(const tt_edge_set *)second;
  const unsigned sizes[2] = {tt_edge_set_size(a), tt_edge_set_size(b)};
  if (sizes[0] != sizes[1]) return sizes[0] < sizes[1] ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/* Keeps those that hold no other. */
static void keep_smallest(struct search *search) {
  size_t kept = 0;
  qsort(search->cuts, search->cut_count, sizeof *search->cuts, compare_sets);
  for (size_t cut = 0; cut < search->cut_count; cut++) {
    bool smallest = true;
    for (size_t other = 0; other < kept && smallest; other++) {
      smallest = (search->cuts[other] & ~search->cuts[cut]) != 0;
    }
    if (smallest) search->cuts[kept++] = search->cuts[cut];
  }
  search->cut_count = kept;
}

static bool find_cuts(struct search *search, const struct tt_rest *rest) {
  search->cuts = malloc(sizeof *search->cuts << rest->vertex_count);
  if (search->cuts == NULL) return false;
  for (uint32_t side = 0; side >> rest->vertex_count == 0; side++) {
    if ((side >> rest->terminal_a & 1) == 0 || (side >> rest->terminal_b & 1) != 0) continue;
    search->cuts[search->cut_count++] = cut_of(rest, side);
  }
  keep_smallest(search);
  search->open = malloc((search->cut_count * (rest->edge_count / 2 + 2) + 1) * sizeof *search->open);
  return search->open != NULL;
}

/* ---- Search ---- */

/* The open cut with the fewest free edges: those edges. */
static tt_edge_set tightest(const tt_edge_set *open, size_t count, tt_edge_set used) {
  tt_edge_set best = open[0] & ~used;
  for (size_t cut = 1; cut < count && tt_edge_set_size(best) >= 2; cut++) {
    if (tt_edge_set_size(open[cut] & ~used) < tt_edge_set_size(best)) best = open[cut] & ~used;
  }
  return best;
}

static bool extend(struct search *search, tt_edge_set *open, size_t count, tt_edge_set used) {
  if (count == 0) return true;
  if (*search->budget == 0) {
    search->exhausted = true;
    return false;
  }
  --*search->budget;
  const tt_edge_set free_edges = tightest(open, count, used);
  tt_edge_set *const rest = open + count;
  for (tt_edge_set firsts = free_edges; firsts != 0; firsts &= firsts - 1) {
    for (tt_edge_set seconds = firsts & (firsts - 1); seconds != 0; seconds &= seconds - 1) {
      const unsigned first = tt_edge_set_first(firsts), second = tt_edge_set_first(seconds);
      const tt_edge_set pair = tt_edge_set_of(first) | tt_edge_set_of(second);
      size_t left = 0;
      for (size_t cut = 0; cut < count; cut++) {
        if ((open[cut] & pair) != pair) rest[left++] = open[cut];
      }
      search->partner[first] = second;
      search->partner[second] = first;
      if (extend(search, rest, left, used | pair)) return true;
      search->partner[first] = search->partner[second] = SIZE_MAX;
      if (search->exhausted) return false;
    }
  }
  return false;
}

static enum tt_status search_rest(struct tt_pairing *pairing, const struct tt_rest *rest, uint64_t *budget,
                                  struct tt_error *error) {
  size_t partner[TT_EDGE_SET_LIMIT];
  struct search search = {.partner = partner, .budget = budget};
  enum tt_status status = find_cuts(&search, rest) ? TT_OK : tt_no_memory(error);
  if (status == TT_OK) {
    for (size_t edge = 0; edge < rest->edge_count; edge++) partner[edge] = SIZE_MAX;
    for (size_t cut = 0; cut < search.cut_count; cut++) search.open[cut] = search.cuts[cut];
    pairing->exists = extend(&search, search.open, search.cut_count, 0);
    if (search.exhausted) {
      status = tt_fail(error, TT_NO_RESOURCE, "undecided: the search for a pairing of %zu edges takes too long",
                       rest->edge_count);
    }
  }
  for (size_t edge = 0; status == TT_OK && pairing->exists && edge < rest->edge_count; edge++) {
    if (partner[edge] != SIZE_MAX) pairing->partner[rest->old_edge[edge]] = rest->old_edge[partner[edge]];
  }
  free(search.cuts);
  free(search.open);
  return status;
}

enum tt_status pairing_search(struct tt_pairing *pairing, const struct tt_graph *position, uint64_t *budget,
                              struct tt_error *error) {
  struct tt_rest rest;
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  pairing->exists = rest.joined;
  if (!rest.joined && (rest.vertex_count > TT_PAIRING_VERTICES || rest.edge_count > TT_EDGE_SET_LIMIT)) {
    status = tt_fail(
        error, TT_BAD_INPUT,
        "%.60s: a pairing is searched for on up to %d vertices and %d edges, and this position has %lu and "
        "%zu (a board has one from its start for every N)",
        position->name, TT_PAIRING_VERTICES, TT_EDGE_SET_LIMIT, (unsigned long)rest.vertex_count, rest.edge_count);
  } else if (!rest.joined) {
    status = search_rest(pairing, &rest, budget, error);
  }
  tt_rest_free(&rest);
  return status;
}
