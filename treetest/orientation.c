/* orientation.c: owners for as many edges as possible, at most two to a node; see orientation.h.
 *
 * First every edge goes to the end with more room. Then two ways to make room for the others take turns:
 *   - depth first: from each edge in hand along owned edges to a free place, passing each place at most once a phase,
 *     so that one phase costs linear time for all edges together (Pothen and Fan 1990 do so for matchings). Finds
 * nearly everything in two or three phases, but may crawl at the end;
 *   - by distances: every node knows a lower bound of its distance to a free place; an edge in hand moves to the end
 *     with the lower bound, pushes out the owned edge with the lowest, and raises bounds as it goes (push-relabel,
 *     Goldberg and Tarjan 1988; for such placements Khosla 2013). Exact distances are found anew every 2n steps; they
 *     show which edges can never be placed. */
#include "treetest/orientation.h"

#include <stdlib.h>
#include <string.h>

struct search {
  struct orientation *orientation;
  uint8_t *seen;          /* of each node: what this phase has used of it */
  uint32_t *first, *next; /* places by the node they lead to: first[node], next[place]; place 2x + i is the i-th of x */
  uint64_t steps;
};
enum { TRIED = 1 /* << place */, BOTH_TRIED = 3, ON_PATH = 4, WENT_BY_SECOND = 8 };

void orientation_free(struct orientation *orientation) {
  free(orientation->owners);
  free(orientation->excess.edges);
  free(orientation->distance);
  free(orientation->queue);
  free(orientation->order);
  *orientation = (struct orientation){0};
}

static uint32_t far_end(const struct orientation *orientation, uint32_t edge, uint32_t node) {
  return orientation->ends[edge].u ^ orientation->ends[edge].v ^ node;
}

/* A free place of the node: 0, 1, or 2 for none. */
static unsigned free_place(const struct orientation *orientation, uint32_t node) {
  const struct owner *const owner = &orientation->owners[node];
  return owner->edge[0] == NO_EDGE ? 0 : owner->edge[1] == NO_EDGE ? 1 : 2;
}

static void place_edge(struct orientation *orientation, uint32_t node, unsigned place, uint32_t edge, uint32_t target) {
  orientation->owners[node].edge[place] = edge;
  orientation->owners[node].target[place] = target;
}

bool edge_list_add(struct edge_list *list, uint32_t edge) {
  if (list->count == list->capacity) {
    const size_t capacity = list->capacity < 100 ? 100 : list->capacity + (size_t)list->capacity / 4;
    uint32_t *const edges = realloc(list->edges, capacity * sizeof *edges);
    if (edges == NULL) return false;
    list->edges = edges;
    list->capacity = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
  }
  list->edges[list->count++] = edge;
  return true;
}

static bool place_greedily(struct orientation *orientation) {
  for (uint32_t edge = 0; edge < orientation->edge_count; edge++) {
    const uint32_t u = orientation->ends[edge].u, v = orientation->ends[edge].v;
    if (u == v || (orientation->states != NULL && orientation->states[edge] != TT_UNDECIDED)) continue;
    const struct owner *const at_u = &orientation->owners[u], *const at_v = &orientation->owners[v];
    const int room_u = (at_u->edge[0] == NO_EDGE) + (at_u->edge[1] == NO_EDGE);
    const int room_v = (at_v->edge[0] == NO_EDGE) + (at_v->edge[1] == NO_EDGE);
    const uint32_t owner = room_u > room_v ? u : v;
    if (room_u == 0 && room_v == 0) {
      if (!edge_list_add(&orientation->excess, edge)) return false;
    } else {
      place_edge(orientation, owner, free_place(orientation, owner), edge, u ^ v ^ owner);
    }
  }
  return true;
}

/* ---- Depth first ---- */

/* The nodes on the path each give an edge to the next one, the last to `node`, which has a free place; the first takes
 * the edge in hand. */
static void shift_along_path(struct search *search, uint32_t edge, uint32_t length, unsigned place) {
  struct orientation *const orientation = search->orientation;
  const uint32_t *const path = orientation->queue;
  for (uint32_t step = length; step-- > 0;) {
    search->seen[path[step]] &= (uint8_t)~ON_PATH;
    if (step == 0) break;
    const uint32_t before = path[step - 1];
    const unsigned from = (search->seen[before] & WENT_BY_SECOND) != 0;
    place_edge(orientation, path[step], place, orientation->owners[before].edge[from], before);
    place = from;
  }
  place_edge(orientation, path[0], place, edge, far_end(orientation, edge, path[0]));
}

/* Does an owned edge of the node lead to a free place? Then it moves there, and its own place is free; else 2. */
static unsigned hand_on(struct search *search, uint32_t node) {
  struct orientation *const orientation = search->orientation;
  for (unsigned place = 0; place < 2; place++) {
    const uint32_t target = orientation->owners[node].target[place];
    const unsigned room = free_place(orientation, target);
    if (room == 2) continue;
    place_edge(orientation, target, room, orientation->owners[node].edge[place], node);
    search->seen[node] |= (uint8_t)(TRIED << place);
    return place;
  }
  return 2;
}

/* Walks from `start` to a free place and shifts edges along the path; `order` is the place tried first. */
static bool walk_to_room(struct search *search, uint32_t edge, uint32_t start, unsigned order) {
  struct orientation *const orientation = search->orientation;
  const unsigned room = free_place(orientation, start);
  if (room < 2) {
    place_edge(orientation, start, room, edge, far_end(orientation, edge, start));
    return true;
  }
  uint32_t *const path = orientation->queue, length = 1;
  path[0] = start;
  search->seen[start] |= ON_PATH;
  while (length > 0) {
    const uint32_t node = path[length - 1];
    uint8_t *const seen = &search->seen[node];
    const unsigned handed = hand_on(search, node);
    if (handed < 2) {
      shift_along_path(search, edge, length, handed);
      return true;
    }
    if ((*seen & BOTH_TRIED) == BOTH_TRIED) {
      *seen &= (uint8_t)~ON_PATH;
      length--;
      continue;
    }
    const unsigned place = (*seen & (unsigned)TRIED << order) != 0 ? order ^ 1U : order;
    *seen = (uint8_t)((*seen & ~(unsigned)WENT_BY_SECOND) | (unsigned)TRIED << place |
                      (place == 0 ? 0U : (unsigned)WENT_BY_SECOND));
    const uint32_t target = orientation->owners[node].target[place];
    if ((search->seen[target] & ON_PATH) || (search->seen[target] & BOTH_TRIED) == BOTH_TRIED) continue;
    search->seen[target] |= ON_PATH;
    path[length++] = target;
  }
  return false;
}

/* One phase over all edges in hand. */
static void depth_first_phase(struct search *search, unsigned order) {
  struct orientation *const orientation = search->orientation;
  memset(search->seen, 0, orientation->node_count);
  uint32_t left = 0;
  for (uint32_t index = 0; index < orientation->excess.count; index++) {
    const uint32_t edge = orientation->excess.edges[index];
    if (walk_to_room(search, edge, orientation->ends[edge].u, order)) continue;
    if (walk_to_room(search, edge, orientation->ends[edge].v, order)) continue;
    orientation->excess.edges[left++] = edge;
  }
  orientation->excess.count = left;
}

/* ---- By distances ---- */

/* Exact distances, breadth first from the free places against the direction of owning. */
static void measure_distances(struct search *search) {
  struct orientation *const orientation = search->orientation;
  const uint32_t count = orientation->node_count;
  uint32_t *const queue = orientation->queue, length = 0;
  memset(search->first, 0xff, count * sizeof *search->first);
  memset(orientation->distance, 0xff, count * sizeof *orientation->distance); /* FULL */
  for (uint32_t node = 0; node < count; node++) {
    for (uint32_t place = 0; place < 2; place++) {
      const uint32_t target = orientation->owners[node].target[place];
      if (target == NO_EDGE) continue;
      search->next[2 * (size_t)node + place] = search->first[target];
      search->first[target] = 2 * node + place;
    }
    if (free_place(orientation, node) == 2) continue;
    orientation->distance[node] = 0;
    queue[length++] = node;
  }
  for (uint32_t done = 0; done < length; done++) {
    for (uint32_t place = search->first[queue[done]]; place != NO_EDGE; place = search->next[place]) {
      const uint32_t node = place / 2;
      if (orientation->distance[node] != FULL) continue;
      orientation->distance[node] = orientation->distance[queue[done]] + 1;
      queue[length++] = node;
    }
  }
}

/* Moves the edge in hand until it is placed, pushing others out of its way. Returns the edge that is in hand at the
 * end: NO_EDGE, or one that cannot be placed, or any one when the steps are used up. */
static uint32_t settle(struct search *search, uint32_t edge, uint64_t limit) {
  struct orientation *const orientation = search->orientation;
  uint32_t *const distance = orientation->distance;
  uint32_t node = orientation->ends[edge].u;
  if (distance[orientation->ends[edge].v] < distance[node]) node = orientation->ends[edge].v;
  while (distance[node] != FULL) {
    struct owner *const owner = &orientation->owners[node];
    const unsigned room = free_place(orientation, node);
    const uint32_t other = far_end(orientation, edge, node);
    search->steps++;
    if (room < 2) {
      place_edge(orientation, node, room, edge, other);
      return NO_EDGE;
    }
    if (search->steps > limit) return edge;
    const unsigned nearest = distance[owner->target[1]] < distance[owner->target[0]];
    const uint32_t least = distance[owner->target[nearest]];
    if (least == FULL) {
      distance[node] = FULL;
    } else if (least + 1 > distance[node]) {
      distance[node] = least + 1;
    }
    if (distance[other] < least || distance[node] == FULL) {
      node = other;
      continue;
    }
    const uint32_t pushed = owner->edge[nearest], target = owner->target[nearest];
    place_edge(orientation, node, nearest, edge, other);
    edge = pushed;
    node = target;
  }
  return edge;
}

/* One round of 2n steps over the edges in hand. The `*dead` first of them have FULL nodes at both ends, for ever. */
static void round_by_distances(struct search *search, uint32_t *dead) {
  struct orientation *const orientation = search->orientation;
  measure_distances(search);
  search->steps = 0;
  uint32_t left = *dead;
  for (uint32_t index = *dead; index < orientation->excess.count; index++) {
    uint32_t edge = orientation->excess.edges[index];
    const struct tt_edge ends = orientation->ends[edge];
    if (orientation->distance[ends.u] == FULL && orientation->distance[ends.v] == FULL) {
      orientation->excess.edges[left++] = orientation->excess.edges[*dead];
      orientation->excess.edges[(*dead)++] = edge;
      continue;
    }
    if (search->steps <= 2 * (uint64_t)orientation->node_count) {
      edge = settle(search, edge, 2 * (uint64_t)orientation->node_count);
    }
    if (edge != NO_EDGE) orientation->excess.edges[left++] = edge;
  }
  orientation->excess.count = left;
}

/* False when it gave up: after `rounds` by distances, unless that is 0. */
static bool place_the_others(struct search *search, unsigned rounds) {
  struct orientation *const orientation = search->orientation;
  uint32_t before, dead = 0;
  unsigned order = 0;
  do { /* while that takes three of ten or more */
    before = orientation->excess.count;
    depth_first_phase(search, order);
    order ^= 1U;
  } while (orientation->excess.count > 0 && (uint64_t)orientation->excess.count * 10 < (uint64_t)before * 7);
  for (unsigned round = 0; dead < orientation->excess.count; round++) {
    if (rounds > 0 && round == rounds) return false;
    round_by_distances(search, &dead);
  }
  return true;
}

/* ---- The end ---- */

#define FEW 8U /* free places */

static uint32_t free_places(const struct orientation *orientation) {
  uint32_t count = 0;
  for (uint32_t node = 0; node < orientation->node_count && count <= FEW; node++) {
    count += (orientation->owners[node].edge[0] == NO_EDGE ? 1U : 0U) +
             (orientation->owners[node].edge[1] == NO_EDGE ? 1U : 0U);
  }
  return count;
}

/* The node to which most places lead but one; lead[] has their numbers. */
static uint32_t find_hub(const struct orientation *orientation, const uint32_t *lead, uint32_t but) {
  uint32_t hub = but == 0 ? 1 : 0;
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    if (node != but && lead[node] > lead[hub]) hub = node;
  }
  return hub;
}

/* Moves free places to a hub, for what it owns; the hubs are not walked over. */
static void free_hub(struct search *search, const uint32_t hubs[2], unsigned which) {
  struct orientation *const orientation = search->orientation;
  const uint32_t hub = hubs[which];
  const struct owner full = {{0, 0}, {hubs[0], hubs[0]}}; /* any edge will do */
  for (unsigned place = 0; place < 2; place++) {
    struct owner owned[2] = {orientation->owners[hubs[0]], orientation->owners[hub]};
    const uint32_t edge = owned[1].edge[place];
    if (edge == NO_EDGE) continue;
    memset(search->seen, 0, orientation->node_count);
    search->seen[hubs[0]] = search->seen[hub] = BOTH_TRIED;
    orientation->owners[hubs[0]] = orientation->owners[hub] = full;
    if (walk_to_room(search, edge, owned[1].target[place], 0)) owned[1].edge[place] = owned[1].target[place] = NO_EDGE;
    orientation->owners[hubs[0]] = owned[0];
    orientation->owners[hub] = owned[1];
  }
}

/* Where few places are free, they are gathered at the two nodes to which most lead: these will be roots in both
 * forests, and colours go wrong less often the more hangs on a root. */
static void gather_room(struct search *search) {
  struct orientation *const orientation = search->orientation;
  uint32_t *const lead = orientation->distance; /* which has said all that it had to */
  if (orientation->node_count < 3) return;
  memset(lead, 0, orientation->node_count * sizeof *lead);
  for (uint32_t node = 0; node < orientation->node_count; node++) {
    for (unsigned place = 0; place < 2; place++) {
      if (orientation->owners[node].edge[place] != NO_EDGE) lead[orientation->owners[node].target[place]]++;
    }
  }
  const uint32_t first = find_hub(orientation, lead, NO_EDGE), hubs[2] = {first, find_hub(orientation, lead, first)};
  free_hub(search, hubs, 0);
  free_hub(search, hubs, 1);
}

/* After all edges are placed or given up. */
static void finish(struct search *search) {
  struct orientation *const orientation = search->orientation;
  const uint32_t room = free_places(orientation);
  if (room > 0 && room <= FEW && orientation->excess.count == 0) gather_room(search);
  if (room == 0) memset(orientation->distance, 0xff, orientation->node_count * sizeof(uint32_t)); /* FULL */
  if (room > 0 && orientation->excess.count > 0) measure_distances(search);
  orientation->some_full = room == 0 || orientation->excess.count > 0;
}

static bool make_search(struct search *search, struct orientation *orientation) {
  const size_t nodes = (size_t)orientation->node_count + 1;
  *search = (struct search){.orientation = orientation};
  search->seen = malloc(nodes);
  search->first = malloc(nodes * sizeof *search->first);
  search->next = malloc(2 * nodes * sizeof *search->next);
  return search->seen != NULL && search->first != NULL && search->next != NULL;
}

static void free_search(struct search *search) {
  free(search->seen);
  free(search->first);
  free(search->next);
}

static bool make_in_order(struct orientation *orientation) {
  struct search search;
  if (!orientation_peel(orientation)) return false;
  const bool made = make_search(&search, orientation);
  if (made && orientation->excess.count > 0) place_the_others(&search, 0);
  if (made) finish(&search);
  free_search(&search);
  return made;
}

#define ROUNDS 2 /* by distances before a start in another order promises more */

/* *done is false where it gave up. */
static bool make_as_given(struct orientation *orientation, bool *done) {
  struct search search;
  if (!place_greedily(orientation)) return false;
  const bool made = make_search(&search, orientation);
  *done = made && (orientation->excess.count == 0 || place_the_others(&search, ROUNDS));
  if (*done) finish(&search);
  free_search(&search);
  return made;
}

bool orientation_make(struct orientation *orientation, const struct tt_edge *ends, const uint8_t *states,
                      uint32_t edge_count, uint32_t node_count, bool in_order) {
  const size_t nodes = (size_t)node_count + 1;
  *orientation =
      (struct orientation){.ends = ends, .states = states, .node_count = node_count, .edge_count = edge_count};
  orientation->owners = malloc(nodes * sizeof *orientation->owners);
  orientation->distance = malloc(nodes * sizeof *orientation->distance);
  orientation->queue = malloc(nodes * sizeof *orientation->queue);
  bool made = orientation->owners != NULL && orientation->distance != NULL && orientation->queue != NULL;
  bool done = false;
  if (made) memset(orientation->owners, 0xff, nodes * sizeof *orientation->owners); /* NO_EDGE */
  if (made && !in_order) made = make_as_given(orientation, &done);
  if (made && !done) made = make_in_order(orientation);
  if (!made) orientation_free(orientation);
  return made;
}
