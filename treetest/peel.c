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
#include "treetest/sweep.h"

/* The node owns its edges to nodes still there, two at most; the others wait. False when out of memory. */
static bool take_off(struct orientation *orientation, struct sweep *sweep, uint32_t node) {
  unsigned owned = 0;
  sweep->degree[node] = NO_EDGE; /* it is gone */
  for (uint64_t index = sweep->start[node]; index < sweep->start[node + 1]; index++) {
    const uint32_t edge = sweep->edges[index];
    const uint32_t other = orientation->ends[edge].u ^ orientation->ends[edge].v ^ node;
    if (sweep->degree[other] == NO_EDGE) continue;
    if (owned < 2) {
      orientation->owners[node].edge[owned] = edge;
      orientation->owners[node].target[owned++] = other;
    } else if (!edge_list_add(&orientation->excess, edge)) {
      return false;
    }
    sweep_lower(sweep, other);
  }
  return true;
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
  struct sweep sweep;
  const size_t nodes = orientation->node_count;
  orientation->order = malloc((nodes + 1) * sizeof *orientation->order);
  if (orientation->order == NULL) return false;
  if (!sweep_make(&sweep, orientation->ends, orientation->states, orientation->edge_count, orientation->node_count))
    return false;
  bool made = true;
  memset(orientation->owners, 0xff, nodes * sizeof *orientation->owners); /* NO_EDGE */
  orientation->excess.count = 0;
  for (size_t left = nodes; left-- > 0 && made;) {
    orientation->order[left] = sweep_next(&sweep);
    made = take_off(orientation, &sweep, orientation->order[left]);
  }
  turn_round(orientation->excess.edges, orientation->excess.count);
  sweep_free(&sweep);
  return made;
}
