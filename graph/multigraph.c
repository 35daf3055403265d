/* multigraph.c: an undirected multigraph with two terminals and a state for every edge.
 *
 * Invariant: terminals and edge ends are below vertex_count, the terminals differ, and both arrays hold edge_capacity
 * entries of which the first edge_count are used. */
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"

static const char state_letters[] = "usd";

struct tt_graph *tt_graph_new(const char *name, uint32_t vertex_count) {
  return tt_graph_of_bytes(name, strlen(name), vertex_count);
}

struct tt_graph *tt_graph_of_bytes(const char *name, size_t length, uint32_t vertex_count) {
  struct tt_graph *graph = calloc(1, sizeof *graph);
  if (graph == NULL) return NULL;
  graph->name = malloc(length + 1);
  graph->vertex_count = vertex_count;
  graph->terminal_b = vertex_count - 1;
  if (graph->name == NULL) {
    tt_graph_free(graph);
    return NULL;
  }
  memcpy(graph->name, name, length);
  graph->name[length] = '\0';
  return graph;
}

void tt_graph_free(struct tt_graph *graph) {
  if (graph == NULL) return;
  if (graph->vertex_names != NULL && graph->name_bytes == NULL) {
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) free(graph->vertex_names[vertex]);
  }
  free(graph->name_bytes);
  free(graph->vertex_names);
  free(graph->name);
  free(graph->edges);
  free(graph->states);
  free(graph);
}

bool tt_graph_reserve(struct tt_graph *graph, size_t count) {
  const size_t capacity = count == 0 ? 1 : count;
  if (capacity <= graph->edge_capacity) return true;
  if (capacity > SIZE_MAX / sizeof *graph->edges) return false;
  struct tt_edge *edges = realloc(graph->edges, capacity * sizeof *edges);
  if (edges == NULL) return false;
  graph->edges = edges;
  uint8_t *states = realloc(graph->states, capacity);
  if (states == NULL) return false;
  graph->states = states;
  graph->edge_capacity = capacity;
  return true;
}

bool tt_graph_make_room(struct tt_graph *graph, size_t spare) {
  if (spare <= graph->edge_capacity - graph->edge_count) return true;
  if (spare > SIZE_MAX / 2 - graph->edge_count) return false;
  const size_t needed = graph->edge_count + spare, doubled = 2 * graph->edge_capacity;
  return tt_graph_reserve(graph, needed > doubled ? needed : doubled);
}

void tt_graph_trim(struct tt_graph *graph) {
  const size_t count = graph->edge_count == 0 ? 1 : graph->edge_count;
  if (count >= graph->edge_capacity) return;
  /* Where one array cannot be made smaller it stays: room may be larger than is said. */
  struct tt_edge *const edges = realloc(graph->edges, count * sizeof *edges);
  uint8_t *const states = realloc(graph->states, count);
  if (edges != NULL) graph->edges = edges;
  if (states != NULL) graph->states = states;
  graph->edge_capacity = count;
}

static bool copy_names(struct tt_graph *copy, const struct tt_graph *graph) {
  if (graph->vertex_names == NULL) return true;
  size_t size = 1;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    if (graph->vertex_names[vertex] != NULL) size += strlen(graph->vertex_names[vertex]) + 1;
  }
  copy->vertex_names = calloc(graph->vertex_count, sizeof *copy->vertex_names);
  copy->name_bytes = malloc(size);
  if (copy->vertex_names == NULL || copy->name_bytes == NULL) return false;
  char *next = copy->name_bytes;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    if (graph->vertex_names[vertex] == NULL) continue;
    copy->vertex_names[vertex] = next;
    next = stpcpy(next, graph->vertex_names[vertex]) + 1;
  }
  return true;
}

struct tt_graph *tt_graph_copy(const struct tt_graph *graph, size_t spare) {
  struct tt_graph *copy = tt_graph_new(graph->name, graph->vertex_count);
  if (copy == NULL) return NULL;
  if (!copy_names(copy, graph) || !tt_graph_reserve(copy, graph->edge_count + spare)) {
    tt_graph_free(copy);
    return NULL;
  }
  copy->terminal_a = graph->terminal_a;
  copy->terminal_b = graph->terminal_b;
  copy->edge_count = graph->edge_count;
  if (graph->edge_count > 0) {
    memcpy(copy->edges, graph->edges, graph->edge_count * sizeof *graph->edges);
    memcpy(copy->states, graph->states, graph->edge_count);
  }
  return copy;
}

bool tt_graph_add_edge(struct tt_graph *graph, uint32_t u, uint32_t v) {
  if (graph->edge_count == graph->edge_capacity &&
      !tt_graph_reserve(graph, graph->edge_capacity < 8 ? 16 : graph->edge_capacity * 2)) {
    return false;
  }
  graph->edges[graph->edge_count] = (struct tt_edge){u, v};
  graph->states[graph->edge_count] = TT_UNDECIDED;
  graph->edge_count++;
  return true;
}

bool tt_graph_rename(struct tt_graph *graph, const char *name) {
  char *copy = strdup(name);
  if (copy == NULL) return false;
  free(graph->name);
  graph->name = copy;
  return true;
}

size_t tt_graph_count(const struct tt_graph *graph, enum tt_edge_state state) {
  size_t count = 0;
  for (size_t edge = 0; edge < graph->edge_count; edge++) count += graph->states[edge] == state;
  return count;
}

const char *tt_vertex_name(const struct tt_graph *graph, uint32_t vertex, char *buffer, size_t size) {
  if (graph->vertex_names != NULL && graph->vertex_names[vertex] != NULL) {
    snprintf(buffer, size, "%s", graph->vertex_names[vertex]);
  } else {
    snprintf(buffer, size, "%lu", (unsigned long)vertex);
  }
  return buffer;
}

bool tt_vertex_find(const struct tt_graph *graph, const char *name, uint32_t *vertex) {
  if (graph->vertex_names != NULL) {
    for (uint32_t candidate = 0; candidate < graph->vertex_count; candidate++) {
      const char *known = graph->vertex_names[candidate];
      if (known != NULL && strcmp(known, name) == 0) {
        *vertex = candidate;
        return true;
      }
    }
    return false;
  }
  if (name[0] < '0' || name[0] > '9') return false;
  char *end;
  const unsigned long long number = strtoull(name, &end, 10);
  if (*end != '\0' || number >= graph->vertex_count) return false;
  *vertex = (uint32_t)number;
  return true;
}

enum tt_status tt_graph_set_position(struct tt_graph *graph, const char *word, struct tt_error *error) {
  const size_t length = strlen(word);
  if (length != graph->edge_count) {
    return tt_fail(error, TT_BAD_INPUT,
                   "a position of %.100s has one letter an edge: expected %zu of u, s, d, found %zu", graph->name,
                   graph->edge_count, length);
  }
  for (size_t edge = 0; edge < length; edge++) {
    if (strchr(state_letters, word[edge]) == NULL) {
      return tt_fail(error, TT_BAD_INPUT,
                     "letter %zu of the position: expected u (undecided), s (secured) or d (deleted)", edge + 1);
    }
  }
  for (size_t edge = 0; edge < length; edge++) {
    graph->states[edge] = (uint8_t)(strchr(state_letters, word[edge]) - state_letters);
  }
  return TT_OK;
}

void tt_graph_position_word(const struct tt_graph *graph, char *buffer) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) buffer[edge] = state_letters[graph->states[edge]];
  buffer[graph->edge_count] = '\0';
}

void tt_graph_set_number(struct tt_graph *graph, uint64_t number, bool positions) {
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const unsigned digit = (unsigned)(number % (positions ? 3 : 2));
    number /= positions ? 3 : 2;
    graph->states[edge] = (uint8_t)(positions ? digit : digit == 1 ? TT_UNDECIDED : TT_DELETED);
  }
}

void tt_graph_set_edges(struct tt_graph *graph, tt_edge_set present, tt_edge_set secured) {
  for (size_t edge = 0; edge < graph->edge_count && edge < TT_EDGE_SET_LIMIT; edge++) {
    const tt_edge_set bit = tt_edge_set_of(edge);
    graph->states[edge] = (present & bit) == 0 ? TT_DELETED : (secured & bit) != 0 ? TT_SECURED : TT_UNDECIDED;
  }
}
