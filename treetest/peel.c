/* peel.c: an orientation that starts from an order in which nodes are taken off the graph.
 *
 * Always a node of least degree is taken, of those the one that came to this degree last, and it owns its edges to the
 * nodes still there. A node of degree 2 or less is then settled for good: this is Henneberg's first move (1911)
 * backwards. On meshes, where nodes of degree 3 have to be taken too, the rule `last come, first taken` sweeps the
 * graph in one front, so that the edges for which there is no room at first find it along paths that do not cross; with
 * any other rule fronts meet, and the search for such paths crawls. In the reverse order what a node owns leads to
 * earlier nodes, save for what is shifted later: the order in which finder_start.c has least trouble. */
#include <stdlib.h>
#include <string.h>

#include "treetest/orientation.h"

struct peel {
  struct orientation *orientation;
  uint64_t *start; /* node_count + 1: where the edges at a node begin */
  uint32_t *edges;
  uint32_t *degree;                  /* PEELED when taken */
  uint32_t *heads, *before, *behind; /* by degree up to CROWD, lists of nodes, the latest first */
};
#define PEELED UINT32_MAX
#define CROWD 64U /* degrees of this and more share a list: no such node is taken while it has a choice of places */

static void free_peel(struct peel *peel) {
  free(peel->start);
  free(peel->edges);
  free(peel->degree);
  free(peel->heads);
  free(peel->before);
  free(peel->behind);
}

static uint32_t list_of(uint32_t degree) {
  return degree < CROWD ? degree : CROWD;
}

static void enlist(struct peel *peel, uint32_t node) {
  uint32_t *const head = &peel->heads[list_of(peel->degree[node])];
  peel->before[node] = NO_EDGE;
  peel->behind[node] = *head;
  if (*head != NO_EDGE) peel->before[*head] = node;
  *head = node;
}

static void delist(struct peel *peel, uint32_t node) {
  const uint32_t before = peel->before[node], behind = peel->behind[node];
  if (behind != NO_EDGE) peel->before[behind] = before;
  if (before != NO_EDGE) {
    peel->behind[before] = behind;
  } else {
    peel->heads[list_of(peel->degree[node])] = behind;
  }
}

/* The edges at every node, by counting. */
static void list_edges(struct peel *peel) {
  const struct orientation *const orientation = peel->orientation;
  const uint32_t nodes = orientation->node_count;
  for (uint32_t edge = 0; edge < orientation->edge_count; edge++) {
    if (orientation->ends[edge].u == orientation->ends[edge].v) continue;
    peel->degree[orientation->ends[edge].u]++;
    peel->degree[orientation->ends[edge].v]++;
  }
  for (uint32_t node = 0; node < nodes; node++) peel->start[node + 1] = peel->start[node] + peel->degree[node];
  for (uint32_t edge = 0; edge < orientation->edge_count; edge++) { /* fills each list from its end */
    const uint32_t u = orientation->ends[edge].u, v = orientation->ends[edge].v;
    if (u == v) continue;
    peel->edges[peel->start[u] + --peel->degree[u]] = edge;
    peel->edges[peel->start[v] + --peel->degree[v]] = edge;
  }
  for (uint32_t node = nodes; node-- > 0;) {
    peel->degree[node] = (uint32_t)(peel->start[node + 1] - peel->start[node]);
    enlist(peel, node);
  }
}

static bool make_peel(struct peel *peel, struct orientation *orientation) {
  const size_t nodes = (size_t)orientation->node_count + 1;
  *peel = (struct peel){.orientation = orientation};
  peel->start = calloc(nodes, sizeof *peel->start);
  peel->edges = malloc(((size_t)orientation->edge_count * 2 + 1) * sizeof *peel->edges);
  peel->degree = calloc(nodes, sizeof *peel->degree);
  peel->heads = malloc((CROWD + 1) * sizeof *peel->heads);
  peel->before = malloc(nodes * sizeof *peel->before);
  peel->behind = malloc(nodes * sizeof *peel->behind);
  if (peel->start == NULL || peel->edges == NULL || peel->degree == NULL || peel->heads == NULL ||
      peel->before == NULL || peel->behind == NULL) {
    return false;
  }
  memset(peel->heads, 0xff, (CROWD + 1) * sizeof *peel->heads); /* NO_EDGE */
  list_edges(peel);
  return true;
}

/* The node owns its edges to nodes still there, two at most; the others wait. Returns the least list that may have
 * nodes now. */
static uint32_t take_off(struct peel *peel, uint32_t node, uint32_t least, bool *made) {
  struct orientation *const orientation = peel->orientation;
  unsigned owned = 0;
  peel->degree[node] = PEELED;
  for (uint64_t index = peel->start[node]; index < peel->start[node + 1]; index++) {
    const uint32_t edge = peel->edges[index];
    const uint32_t other = orientation->ends[edge].u ^ orientation->ends[edge].v ^ node;
    if (peel->degree[other] == PEELED) continue;
    if (owned < 2) {
      orientation->owners[node].edge[owned] = edge;
      orientation->owners[node].target[owned++] = other;
    } else {
      *made = *made && edge_list_add(&orientation->excess, edge);
    }
    delist(peel, other);
    peel->degree[other]--;
    enlist(peel, other);
    if (list_of(peel->degree[other]) < least) least = list_of(peel->degree[other]);
  }
  return least;
}

/* The edges that wait are tried from the last of them on: those of the end of the sweep keep out of the others' way. */
static void turn_round(uint32_t *list, uint32_t count) {
  for (uint32_t index = 0; index < count / 2; index++) {
    const uint32_t moved = list[index];
    list[index] = list[count - 1 - index];
    list[count - 1 - index] = moved;
  }
}

bool orientation_peel(struct orientation *orientation) {
  struct peel peel;
  const size_t nodes = orientation->node_count;
  if (orientation->order == NULL) orientation->order = malloc((nodes + 1) * sizeof *orientation->order);
  bool made = orientation->order != NULL && make_peel(&peel, orientation);
  if (made) {
    memset(orientation->owners, 0xff, nodes * sizeof *orientation->owners); /* NO_EDGE */
    orientation->excess.count = 0;
    uint32_t least = 0;
    for (size_t left = nodes; left-- > 0;) {
      while (peel.heads[least] == NO_EDGE) least++;
      const uint32_t node = peel.heads[least];
      delist(&peel, node);
      orientation->order[left] = node;
      least = take_off(&peel, node, least, &made);
    }
    turn_round(orientation->excess.edges, orientation->excess.count);
  }
  if (orientation->order != NULL) free_peel(&peel);
  return made;
}
