/* test_canonical.c: keys against brute force over permutations, counts against Burnside's lemma and OEIS A304070. */
// wrap: malloc calloc realloc
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "graph/graph.h"

#define MOST_VERTICES 6

/* ---- Failing memory: the allocation number `failing` (from 1) fails; 0 lets all succeed ---- */

static _Thread_local size_t allocations, failing;

static bool allocation_fails(void) {
  return ++allocations == failing;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(old, size);
}

/* ---- Helpers ---- */

static uint64_t random_state;

static uint32_t random_below(uint32_t bound) {
  random_state += 0x9e3779b97f4a7c15u;
  uint64_t mixed = random_state;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((mixed ^ (mixed >> 31)) % bound);
}

static struct tt_graph *new_graph(uint32_t vertices) {
  struct tt_graph *graph = tt_graph_new("test", vertices);
  assert_non_null(graph);
  return graph;
}

static void add_edge(struct tt_graph *graph, uint32_t u, uint32_t v, enum tt_edge_state state) {
  assert_true(tt_graph_add_edge(graph, u, v));
  graph->states[graph->edge_count - 1] = (uint8_t)state;
}

static struct tt_canonical canonical_of(const struct tt_graph *graph, bool swap) {
  struct tt_canonical canonical;
  struct tt_error error;
  assert_int_equal(tt_canonical_make(&canonical, graph, swap, &error), TT_OK);
  assert_non_null(canonical.key);
  return canonical;
}

static char *key_of(const struct tt_graph *graph, bool swap) {
  return canonical_of(graph, swap).key;
}

static void expect_equal_keys(const struct tt_graph *first, const struct tt_graph *second, bool swap) {
  char *const first_key = key_of(first, swap), *const second_key = key_of(second, swap);
  assert_string_equal(first_key, second_key);
  free(first_key);
  free(second_key);
}

static void expect_different_keys(const struct tt_graph *first, const struct tt_graph *second, bool swap) {
  char *const first_key = key_of(first, swap), *const second_key = key_of(second, swap);
  assert_string_not_equal(first_key, second_key);
  free(first_key);
  free(second_key);
}

static int compare_texts(const void *first, const void *second) {
  return strcmp(*(char *const *)first, *(char *const *)second);
}

/* Sorts the keys, frees them and returns how many different ones there were. */
static size_t count_distinct(char **keys, size_t count) {
  qsort(keys, count, sizeof *keys, compare_texts);
  size_t distinct = 0;
  for (size_t i = 0; i < count; i++) distinct += i == 0 || strcmp(keys[i - 1], keys[i]) != 0;
  for (size_t i = 0; i < count; i++) free(keys[i]);
  return distinct;
}

/* Visits the permutations of 0 .. count - 1 in lexicographic order. */
static bool next_permutation(uint32_t *permutation, uint32_t count) {
  uint32_t pivot = count - 1;
  while (pivot > 0 && permutation[pivot - 1] > permutation[pivot]) pivot--;
  if (pivot == 0) return false;
  uint32_t successor = count - 1;
  while (permutation[successor] < permutation[pivot - 1]) successor--;
  const uint32_t held = permutation[pivot - 1];
  permutation[pivot - 1] = permutation[successor];
  permutation[successor] = held;
  for (uint32_t low = pivot, high = count - 1; low < high; low++, high--) {
    const uint32_t other = permutation[low];
    permutation[low] = permutation[high];
    permutation[high] = other;
  }
  return true;
}

/* ---- Relabelling ---- */

static struct tt_graph *random_position(uint32_t vertices, uint32_t edges) {
  struct tt_graph *graph = new_graph(vertices);
  graph->terminal_a = random_below(vertices);
  graph->terminal_b = (graph->terminal_a + 1 + random_below(vertices - 1)) % vertices;
  const uint32_t decided = random_below(6); /* out of 20; seldom so many that A and B are joined */
  for (uint32_t i = 0; i < edges; i++) {
    const uint32_t roll = random_below(20);
    const enum tt_edge_state state = roll < decided ? TT_SECURED : roll < 2 * decided ? TT_DELETED : TT_UNDECIDED;
    add_edge(graph, random_below(vertices), random_below(vertices), state);
  }
  return graph;
}

static struct tt_graph *shuffled_copy(const struct tt_graph *graph, bool exchange_terminals) {
  uint32_t renamed[16], order[64];
  for (uint32_t i = 0; i < graph->vertex_count; i++) renamed[i] = i;
  for (uint32_t i = graph->vertex_count; i-- > 1;) {
    const uint32_t j = random_below(i + 1), held = renamed[i];
    renamed[i] = renamed[j];
    renamed[j] = held;
  }
  for (uint32_t i = 0; i < graph->edge_count; i++) order[i] = i;
  for (uint32_t i = (uint32_t)graph->edge_count; i-- > 1;) {
    const uint32_t j = random_below(i + 1), held = order[i];
    order[i] = order[j];
    order[j] = held;
  }
  struct tt_graph *copy = new_graph(graph->vertex_count);
  copy->terminal_a = renamed[exchange_terminals ? graph->terminal_b : graph->terminal_a];
  copy->terminal_b = renamed[exchange_terminals ? graph->terminal_a : graph->terminal_b];
  for (size_t i = 0; i < graph->edge_count; i++) {
    const struct tt_edge edge = graph->edges[order[i]];
    const bool turned = random_below(2) == 1;
    add_edge(copy, renamed[turned ? edge.v : edge.u], renamed[turned ? edge.u : edge.v],
             (enum tt_edge_state)graph->states[order[i]]);
  }
  return copy;
}

static void relabelling_keeps_the_key(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    random_state = seed;
    struct tt_graph *const graph = random_position(2 + random_below(9), random_below(31));
    struct tt_graph *const renamed = shuffled_copy(graph, false);
    struct tt_graph *const exchanged = shuffled_copy(graph, true);
    for (int check = 0; check < 3; check++) {
      const bool swap = check > 0;
      const struct tt_graph *const other = check == 2 ? exchanged : renamed;
      struct tt_canonical first = canonical_of(graph, swap), second = canonical_of(other, swap);
      if (strcmp(first.key, second.key) != 0) print_error("seed %llu\n", (unsigned long long)seed);
      assert_string_equal(first.key, second.key);
      assert_true(first.group_order == second.group_order);
      tt_canonical_free(&first);
      tt_canonical_free(&second);
    }
    tt_graph_free(graph);
    tt_graph_free(renamed);
    tt_graph_free(exchanged);
  }
}

/* Reads a key back; it must say all there is to know about the rest. */
static struct tt_graph *graph_of_key(const char *key) {
  char *end;
  struct tt_graph *const graph = new_graph((uint32_t)strtoul(key, &end, 10));
  assert_true(strncmp(end, ",0,1:", 5) == 0 || strncmp(end, ",0/1:", 5) == 0);
  graph->terminal_a = 0;
  graph->terminal_b = 1;
  end += 4;
  while (end[0] != '\0' && end[1] != '\0') {
    const uint32_t u = (uint32_t)strtoul(end + 1, &end, 10);
    assert_int_equal(*end, '-');
    const uint32_t v = (uint32_t)strtoul(end + 1, &end, 10);
    const unsigned long copies = *end == 'x' ? strtoul(end + 1, &end, 10) : 1;
    assert_true(u <= v && v < graph->vertex_count);
    assert_true(*end == ',' || *end == '\0');
    for (unsigned long i = 0; i < copies; i++) add_edge(graph, u, v, TT_UNDECIDED);
  }
  return graph;
}

static void the_key_determines_the_multigraph(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    random_state = seed;
    struct tt_graph *const graph = random_position(2 + random_below(7), random_below(25));
    for (int swap = 0; swap < 2; swap++) {
      char *const key = key_of(graph, swap == 1);
      if (strcmp(key, "joined") != 0) {
        struct tt_graph *const read_back = graph_of_key(key);
        struct tt_rest rest;
        assert_int_equal(tt_rest_make(&rest, graph, NULL), TT_OK);
        assert_int_equal(read_back->vertex_count, rest.vertex_count);
        assert_int_equal(read_back->edge_count, rest.edge_count);
        tt_rest_free(&rest);
        char *const again = key_of(read_back, swap == 1);
        if (strcmp(key, again) != 0) print_error("seed %llu\n", (unsigned long long)seed);
        assert_string_equal(key, again);
        free(again);
        tt_graph_free(read_back);
      }
      free(key);
    }
    tt_graph_free(graph);
  }
}

/* ---- Multiplicities, loops, states ---- */

static struct tt_graph *graph_of(uint32_t vertices, const uint32_t (*edges)[2], size_t count) {
  struct tt_graph *graph = new_graph(vertices);
  for (size_t i = 0; i < count; i++) add_edge(graph, edges[i][0], edges[i][1], TT_UNDECIDED);
  return graph;
}

static void multiplicities_are_seen(void **state) {
  (void)state;
  static const uint32_t single[][2] = {{0, 1}}, twice[][2] = {{0, 1}, {0, 1}}, thrice[][2] = {{0, 1}, {0, 1}, {1, 0}};
  static const uint32_t loop[][2] = {{0, 1}, {1, 1}}, loops[][2] = {{0, 1}, {1, 1}, {1, 1}};
  /* A double edge and the path that encodes it. */
  static const uint32_t path[][2] = {{0, 2}, {2, 1}};
  struct tt_graph *graphs[] = {graph_of(2, NULL, 0),   graph_of(2, single, 1), graph_of(2, twice, 2),
                               graph_of(2, thrice, 3), graph_of(2, loop, 2),   graph_of(2, loops, 3),
                               graph_of(3, path, 2)};
  const size_t count = sizeof graphs / sizeof graphs[0];
  graphs[count - 1]->terminal_b = 1;
  for (size_t i = 0; i < count; i++) {
    for (size_t j = 0; j < i; j++) {
      expect_different_keys(graphs[i], graphs[j], false);
      expect_different_keys(graphs[i], graphs[j], true);
    }
  }
  for (size_t i = 0; i < count; i++) tt_graph_free(graphs[i]);
}

static void one_key_in_full(void **state) {
  (void)state;
  struct tt_graph *const graph = new_graph(4); /* A = 0, B = 3, and 2 touched by nothing */
  add_edge(graph, 3, 0, TT_UNDECIDED);
  add_edge(graph, 3, 1, TT_UNDECIDED);
  add_edge(graph, 1, 3, TT_UNDECIDED);
  add_edge(graph, 1, 1, TT_UNDECIDED);
  struct tt_canonical canonical = canonical_of(graph, false);
  assert_string_equal(canonical.key, "3,0,1:0-1,1-2x2,2-2");
  assert_true(canonical.group_order == 1);
  tt_canonical_free(&canonical);
  assert_null(canonical.key);
  tt_graph_free(graph);
}

static void decided_edges_are_contracted_or_dropped(void **state) {
  (void)state;
  struct tt_graph *const position = new_graph(5), *const rest = new_graph(3);
  add_edge(position, 0, 1, TT_SECURED);
  add_edge(position, 0, 2, TT_UNDECIDED);
  add_edge(position, 1, 2, TT_UNDECIDED);
  add_edge(position, 2, 4, TT_UNDECIDED);
  add_edge(position, 1, 0, TT_UNDECIDED); /* a loop now */
  add_edge(position, 3, 4, TT_DELETED);
  add_edge(rest, 0, 1, TT_UNDECIDED);
  add_edge(rest, 0, 1, TT_UNDECIDED);
  add_edge(rest, 1, 2, TT_UNDECIDED);
  add_edge(rest, 0, 0, TT_UNDECIDED);
  expect_equal_keys(position, rest, false);
  expect_equal_keys(position, rest, true);
  add_edge(position, 2, 4, TT_SECURED);
  struct tt_canonical joined;
  position->states[1] = TT_SECURED;
  assert_int_equal(tt_canonical_make(&joined, position, true, NULL), TT_OK);
  assert_string_equal(joined.key, "joined");
  assert_true(joined.group_order == 1);
  tt_canonical_free(&joined);
  tt_graph_free(position);
  tt_graph_free(rest);
}

/* ---- All small multigraphs against all permutations ---- */

struct small {
  uint8_t count[MOST_VERTICES][MOST_VERTICES]; /* of edges u-v, both ways round */
  char *key[2];                                /* without and with swap */
  double order[2];
};

struct collection {
  uint32_t vertices; /* A is 0, B the last */
  struct small *members;
  size_t count, capacity;
};

static void add_member(struct collection *collection, const struct small *small) {
  if (collection->count == collection->capacity) {
    collection->capacity = collection->capacity == 0 ? 1024 : 2 * collection->capacity;
    collection->members = realloc(collection->members, collection->capacity * sizeof *collection->members);
    assert_non_null(collection->members);
  }
  collection->members[collection->count++] = *small;
}

/* Adds every multigraph that extends *small by at most `spare` edges at or after the pair u-v. */
static void enumerate(struct collection *collection, struct small *small, uint32_t u, uint32_t v, uint32_t spare) {
  if (u == collection->vertices) {
    add_member(collection, small);
    return;
  }
  const uint32_t next_u = v + 1 < collection->vertices ? u : u + 1, next_v = next_u == u ? v + 1 : next_u;
  const uint8_t before = small->count[u][v];
  for (uint32_t copies = 0; copies <= spare; copies++) {
    small->count[u][v] = small->count[v][u] = (uint8_t)copies;
    enumerate(collection, small, next_u, next_v, spare - copies);
  }
  small->count[u][v] = small->count[v][u] = before;
}

static void make_keys(struct small *small, uint32_t vertices) {
  struct tt_graph *const graph = new_graph(vertices);
  for (uint32_t u = 0; u < vertices; u++) {
    for (uint32_t v = u; v < vertices; v++) {
      for (int i = 0; i < small->count[u][v]; i++) add_edge(graph, u, v, TT_UNDECIDED);
    }
  }
  for (int swap = 0; swap < 2; swap++) {
    const struct tt_canonical canonical = canonical_of(graph, swap == 1);
    small->key[swap] = canonical.key;
    small->order[swap] = canonical.group_order;
  }
  tt_graph_free(graph);
}

static bool carries(const uint32_t *permutation, const struct small *from, const struct small *to, uint32_t vertices) {
  for (uint32_t u = 0; u < vertices; u++) {
    for (uint32_t v = u; v < vertices; v++) {
      if (from->count[u][v] != to->count[permutation[u]][permutation[v]]) return false;
    }
  }
  return true;
}

static bool keeps_terminals(const uint32_t *permutation, uint32_t vertices, bool swap) {
  const uint32_t a = permutation[0], b = permutation[vertices - 1];
  return (a == 0 && b == vertices - 1) || (swap && a == vertices - 1 && b == 0);
}

static bool moves_an_untouched_vertex(const uint32_t *permutation, const struct small *small, uint32_t vertices) {
  for (uint32_t u = 1; u + 1 < vertices; u++) {
    unsigned touched = 0;
    for (uint32_t v = 0; v < vertices; v++) touched += small->count[u][v];
    if (touched == 0 && permutation[u] != u) return true;
  }
  return false;
}

/* The permutations that may be used, one after another; returns how many. */
static size_t list_permutations(uint32_t (*list)[MOST_VERTICES], uint32_t vertices, bool swap) {
  uint32_t permutation[MOST_VERTICES];
  size_t count = 0;
  for (uint32_t i = 0; i < vertices; i++) permutation[i] = i;
  do {
    if (keeps_terminals(permutation, vertices, swap)) memcpy(list[count++], permutation, sizeof permutation);
  } while (next_permutation(permutation, vertices));
  return count;
}

static void compare_all_pairs(const struct collection *collection, bool swap) {
  static uint32_t permutations[720][MOST_VERTICES];
  const uint32_t vertices = collection->vertices;
  const size_t permutation_count = list_permutations(permutations, vertices, swap);
  for (size_t i = 0; i < collection->count; i++) {
    const struct small *const first = &collection->members[i];
    double order = 0;
    for (size_t p = 0; p < permutation_count; p++) {
      order += carries(permutations[p], first, first, vertices) &&
               !moves_an_untouched_vertex(permutations[p], first, vertices);
    }
    if (order != first->order[swap]) print_error("%s: brute force finds %.0f\n", first->key[swap], order);
    assert_true(order == first->order[swap]);
    for (size_t j = 0; j < i; j++) {
      const struct small *const second = &collection->members[j];
      bool isomorphic = false;
      for (size_t p = 0; p < permutation_count && !isomorphic; p++) {
        isomorphic = carries(permutations[p], first, second, vertices);
      }
      const bool same_key = strcmp(first->key[swap], second->key[swap]) == 0;
      if (same_key != isomorphic) print_error("%s and %s\n", first->key[swap], second->key[swap]);
      assert_int_equal(same_key, isomorphic);
    }
  }
}

static void compare_all_multigraphs(uint32_t vertices, uint32_t edges, size_t expected) {
  struct collection collection = {.vertices = vertices};
  struct small empty = {0};
  enumerate(&collection, &empty, 0, 0, edges);
  assert_int_equal(collection.count, expected);
  for (size_t i = 0; i < collection.count; i++) make_keys(&collection.members[i], vertices);
  compare_all_pairs(&collection, false);
  compare_all_pairs(&collection, true);
  for (size_t i = 0; i < collection.count; i++) {
    free(collection.members[i].key[0]);
    free(collection.members[i].key[1]);
  }
  free(collection.members);
}

static void small_multigraphs_agree_with_brute_force(void **state) {
  (void)state;
  compare_all_multigraphs(2, 6, 84);   /* C(3 + 6, 6) */
  compare_all_multigraphs(3, 5, 462);  /* C(6 + 5, 5) */
  compare_all_multigraphs(4, 4, 1001); /* C(10 + 4, 4) */
  compare_all_multigraphs(5, 3, 816);  /* C(15 + 3, 3) */
}

/* ---- Counts of simple graphs with two distinct terminals ---- */

static size_t add_keys_of_all_graphs(char **keys, size_t count, uint32_t vertices, uint32_t a, uint32_t b, bool swap) {
  const uint32_t pairs = vertices * (vertices - 1) / 2;
  for (uint32_t mask = 0; mask < (uint32_t)1 << pairs; mask++) {
    struct tt_graph *const graph = new_graph(vertices);
    graph->terminal_a = a;
    graph->terminal_b = b;
    uint32_t pair = 0;
    for (uint32_t u = 0; u < vertices; u++) {
      for (uint32_t v = u + 1; v < vertices; v++, pair++) {
        if (mask >> pair & 1) add_edge(graph, u, v, TT_UNDECIDED);
      }
    }
    keys[count++] = key_of(graph, swap);
    tt_graph_free(graph);
  }
  return count;
}

static size_t count_by_keys(uint32_t vertices, bool swap) {
  char **const keys = malloc(((size_t)vertices * vertices << vertices * (vertices - 1) / 2) * sizeof *keys);
  assert_non_null(keys);
  size_t count = 0;
  for (uint32_t a = 0; a < vertices; a++) {
    for (uint32_t b = 0; b < vertices; b++) {
      if (a != b) count = add_keys_of_all_graphs(keys, count, vertices, a, b, swap);
    }
  }
  const size_t distinct = count_distinct(keys, count);
  free(keys);
  return distinct;
}

static uint32_t cycles_on_pairs(const uint32_t *permutation, uint32_t vertices) {
  bool seen[MOST_VERTICES][MOST_VERTICES] = {{false}};
  uint32_t cycles = 0;
  for (uint32_t u = 0; u < vertices; u++) {
    for (uint32_t v = u + 1; v < vertices; v++) {
      uint32_t x = u, y = v;
      cycles += !seen[u][v];
      while (!seen[x][y]) {
        seen[x][y] = seen[y][x] = true;
        x = permutation[x];
        y = permutation[y];
      }
    }
  }
  return cycles;
}

static size_t count_by_burnside(uint32_t vertices, bool swap) {
  static uint32_t permutations[720][MOST_VERTICES];
  const size_t count = list_permutations(permutations, vertices, swap);
  size_t fixed = 0;
  for (size_t p = 0; p < count; p++) fixed += (size_t)1 << cycles_on_pairs(permutations[p], vertices);
  assert_int_equal(fixed % count, 0);
  return fixed / count;
}

static void counts_of_rooted_graphs(void **state) {
  (void)state;
  static const size_t ordered[] = {2, 8, 40, 240}; /* OEIS A304070 from n = 2 */
  static const size_t unordered[] = {2, 6, 28, 148};
  for (uint32_t vertices = 2; vertices <= 5; vertices++) {
    assert_int_equal(count_by_burnside(vertices, false), ordered[vertices - 2]);
    assert_int_equal(count_by_burnside(vertices, true), unordered[vertices - 2]);
    assert_int_equal(count_by_keys(vertices, false), ordered[vertices - 2]);
    assert_int_equal(count_by_keys(vertices, true), unordered[vertices - 2]);
  }
}

/* ---- Large groups and large graphs ---- */

static double group_order_of_complete_graph(uint32_t vertices, bool swap) {
  struct tt_graph *const graph = new_graph(vertices);
  for (uint32_t u = 0; u < vertices; u++) {
    for (uint32_t v = u + 1; v < vertices; v++) add_edge(graph, u, v, TT_UNDECIDED);
  }
  struct tt_canonical canonical = canonical_of(graph, swap);
  const double order = canonical.group_order;
  tt_canonical_free(&canonical);
  tt_graph_free(graph);
  return order;
}

static void group_orders_are_exact_up_to_2_53(void **state) {
  (void)state;
  double factorial = 1;
  for (uint32_t vertices = 2; vertices <= 20; vertices++) { /* 18! is below 2^53, 2 * 18! above */
    if (vertices > 2) factorial *= vertices - 2;
    assert_true(group_order_of_complete_graph(vertices, false) == factorial);
    assert_true(group_order_of_complete_graph(vertices, true) == (vertices < 20 ? 2 * factorial : 0));
  }
  assert_true(group_order_of_complete_graph(21, false) == 0);
  assert_true(group_order_of_complete_graph(60, false) == 0);
}

/* A path of double edges: its canonical form needs one vertex more for each. */
static struct tt_graph *doubled_path(uint32_t vertices) {
  struct tt_graph *const graph = new_graph(vertices);
  for (uint32_t v = 0; v + 1 < vertices; v++) {
    add_edge(graph, v, v + 1, TT_UNDECIDED);
    add_edge(graph, v + 1, v, TT_UNDECIDED);
  }
  return graph;
}

static void large_graphs(void **state) {
  (void)state;
  struct tt_graph *graph = doubled_path(2000);
  struct tt_canonical canonical = canonical_of(graph, true);
  assert_true(canonical.group_order == 2);
  tt_canonical_free(&canonical);
  tt_graph_free(graph);
  graph = doubled_path(60000);
  struct tt_error error = {0};
  assert_int_equal(tt_canonical_make(&canonical, graph, false, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "canonical form: 119999 vertices and classes of parallel edges; the most is 100000");
  assert_int_equal(error.status, TT_BAD_INPUT);
  assert_null(canonical.key);
  tt_graph_free(graph);
}

/* ---- Threads and memory ---- */

#define THREADED 400

static void threads_get_the_same_keys(void **state) {
  (void)state;
  static struct tt_graph *graphs[THREADED];
  static struct tt_canonical alone[THREADED], together[THREADED];
  static enum tt_status statuses[THREADED];
  for (int i = 0; i < THREADED; i++) {
    random_state = (uint64_t)i + 77;
    graphs[i] = random_position(2 + random_below(9), random_below(31));
    alone[i] = canonical_of(graphs[i], i % 2 == 1);
  }
#pragma omp parallel for num_threads(4) schedule(dynamic, 1)
  for (int i = 0; i < THREADED; i++) statuses[i] = tt_canonical_make(&together[i], graphs[i], i % 2 == 1, NULL);
  for (int i = 0; i < THREADED; i++) {
    assert_int_equal(statuses[i], TT_OK);
    assert_string_equal(alone[i].key, together[i].key);
    assert_true(alone[i].group_order == together[i].group_order);
    tt_canonical_free(&alone[i]);
    tt_canonical_free(&together[i]);
    tt_graph_free(graphs[i]);
  }
}

static void every_failing_allocation_is_reported(void **state) {
  (void)state;
  struct tt_graph *const graph = doubled_path(5), *const joined = doubled_path(2);
  joined->states[0] = TT_SECURED;
  for (int which = 0; which < 2; which++) {
    size_t failed = 0;
    for (enum tt_status status = TT_NO_RESOURCE; status != TT_OK; failed++) {
      struct tt_canonical canonical;
      struct tt_error error = {0};
      allocations = 0;
      failing = failed + 1;
      status = tt_canonical_make(&canonical, which == 0 ? graph : joined, false, &error);
      failing = 0;
      if (status != TT_OK) {
        assert_int_equal(status, TT_NO_RESOURCE);
        assert_string_equal(error.text, "out of memory");
        assert_null(canonical.key);
      }
      tt_canonical_free(&canonical);
    }
    assert_true(failed > (which == 0 ? 12 : 4)); /* the last one did not fail */
  }
  tt_graph_free(graph);
  tt_graph_free(joined);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(relabelling_keeps_the_key),
      cmocka_unit_test(the_key_determines_the_multigraph),
      cmocka_unit_test(multiplicities_are_seen),
      cmocka_unit_test(one_key_in_full),
      cmocka_unit_test(decided_edges_are_contracted_or_dropped),
      cmocka_unit_test(small_multigraphs_agree_with_brute_force),
      cmocka_unit_test(counts_of_rooted_graphs),
      cmocka_unit_test(group_orders_are_exact_up_to_2_53),
      cmocka_unit_test(large_graphs),
      cmocka_unit_test(threads_get_the_same_keys),
      cmocka_unit_test(every_failing_allocation_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
