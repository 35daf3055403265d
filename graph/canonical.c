/* canonical.c: canonical forms of positions, by nauty.
 *
 * nauty knows simple graphs with coloured vertices; what is left of a position is a multigraph with terminals and
 * loops. It is encoded like this, for a rest of n vertices:
 *
 *   graph vertices        0 .. n - 1       cells by (A, B, neither), then by the number of loops
 *   simple edges          an edge
 *   k >= 2 parallel ones  one more vertex, joined to both ends, in the cell of multiplicity k
 *
 * The cells of graph vertices come first, so nauty's canonical labelling puts them on 0 .. n - 1 with the terminals on
 * 0 and 1. An added vertex is determined by its two neighbours, so the encoded graph has exactly the automorphisms
 * that act on the graph's own vertices. The key is written from the multigraph itself and never from the encoding:
 * equal keys mean equal multigraphs whatever nauty did. */
#include "graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include <nauty/nausparse.h>

/* nauty leaves the program when it runs out of memory, so what is handed to it is kept to a moderate size. */
#define ENCODED_VERTEX_LIMIT 100000
#define EXACT_LIMIT ((uint64_t)1 << 53)

struct bundle { /* all edges between u <= v */
  uint32_t u, v;
  size_t count;
};

enum cell_kind { CELL_A, CELL_B, CELL_OTHER, CELL_BUNDLE };

struct cell_key { /* of an encoded vertex; a cell is a run of equal (kind, count) */
  enum cell_kind kind;
  size_t count;
  int vertex;
};

struct encoding {
  int vertex_count; /* of the encoded graph */
  sparsegraph adjacency, canonical;
  struct cell_key *cells;
  int *labelling, *cell_ends, *orbits;
};

static int compare_sizes(size_t first, size_t second) {
  return (first > second) - (first < second);
}

static int compare_bundles(const void *first, const void *second) {
  const struct bundle *a = first, *b = second;
  const int by_u = compare_sizes(a->u, b->u);
  return by_u != 0 ? by_u : compare_sizes(a->v, b->v);
}

static int compare_cells(const void *first, const void *second) {
  const struct cell_key *a = first, *b = second;
  if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
  const int by_count = compare_sizes(a->count, b->count);
  return by_count != 0 ? by_count : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

static struct bundle bundle_of(uint32_t u, uint32_t v, size_t count) {
  return u <= v ? (struct bundle){u, v, count} : (struct bundle){v, u, count};
}

/* Returns the sorted bundles of the rest, to be freed, or NULL when out of memory. */
static struct bundle *gather_bundles(const struct tt_rest *rest, size_t *bundle_count) {
  struct bundle *bundles = malloc((rest->edge_count + 1) * sizeof *bundles);
  if (bundles == NULL) return NULL;
  for (size_t i = 0; i < rest->edge_count; i++) bundles[i] = bundle_of(rest->edges[i].u, rest->edges[i].v, 1);
  qsort(bundles, rest->edge_count, sizeof *bundles, compare_bundles);
  size_t kept = 0;
  for (size_t i = 0; i < rest->edge_count; i++) {
    if (kept > 0 && compare_bundles(&bundles[kept - 1], &bundles[i]) == 0) {
      bundles[kept - 1].count++;
    } else {
      bundles[kept++] = bundles[i];
    }
  }
  *bundle_count = kept;
  return bundles;
}

static bool is_loop(const struct bundle *bundle) {
  return bundle->u == bundle->v;
}

static size_t count_encoded_vertices(const struct tt_rest *rest, const struct bundle *bundles, size_t bundle_count) {
  size_t count = rest->vertex_count;
  for (size_t i = 0; i < bundle_count; i++) count += !is_loop(&bundles[i]) && bundles[i].count > 1;
  return count;
}

/* The arrays are made by malloc and freed here; nauty's own SG_ALLOC would leave the program on failure. */
static bool encoding_make(struct encoding *encoding, size_t vertices, size_t bundle_count) {
  const size_t arcs = 4 * bundle_count + 1;
  *encoding = (struct encoding){.vertex_count = (int)vertices};
  encoding->cells = malloc(vertices * sizeof *encoding->cells);
  encoding->labelling = malloc(vertices * sizeof *encoding->labelling);
  encoding->cell_ends = malloc(vertices * sizeof *encoding->cell_ends);
  encoding->orbits = malloc(vertices * sizeof *encoding->orbits);
  sparsegraph *const both[2] = {&encoding->adjacency, &encoding->canonical};
  bool complete = encoding->cells && encoding->labelling && encoding->cell_ends && encoding->orbits;
  for (int i = 0; i < 2; i++) {
    both[i]->v = calloc(vertices, sizeof *both[i]->v);
    both[i]->d = calloc(vertices, sizeof *both[i]->d);
    both[i]->e = calloc(arcs, sizeof *both[i]->e);
    both[i]->vlen = both[i]->dlen = vertices;
    both[i]->elen = arcs;
    complete = complete && both[i]->v && both[i]->d && both[i]->e;
  }
  return complete;
}

static void encoding_free(struct encoding *encoding) {
  sparsegraph *const both[2] = {&encoding->adjacency, &encoding->canonical};
  for (int i = 0; i < 2; i++) {
    free(both[i]->v);
    free(both[i]->d);
    free(both[i]->e);
  }
  free(encoding->cells);
  free(encoding->labelling);
  free(encoding->cell_ends);
  free(encoding->orbits);
}

static enum cell_kind kind_of_vertex(const struct tt_rest *rest, uint32_t vertex, bool swap) {
  if (vertex == rest->terminal_a) return CELL_A;
  if (vertex == rest->terminal_b) return swap ? CELL_A : CELL_B;
  return CELL_OTHER;
}

static void encode_cells(struct encoding *encoding, const struct tt_rest *rest, const struct bundle *bundles,
                         size_t bundle_count, bool swap) {
  struct cell_key *const cells = encoding->cells;
  for (uint32_t v = 0; v < rest->vertex_count; v++) {
    cells[v] = (struct cell_key){kind_of_vertex(rest, v, swap), 0, (int)v};
  }
  int next = (int)rest->vertex_count;
  for (size_t i = 0; i < bundle_count; i++) {
    if (is_loop(&bundles[i])) {
      cells[bundles[i].u].count = bundles[i].count;
    } else if (bundles[i].count > 1) {
      cells[next] = (struct cell_key){CELL_BUNDLE, bundles[i].count, next};
      next++;
    }
  }
  qsort(cells, (size_t)encoding->vertex_count, sizeof *cells, compare_cells);
  for (int i = 0; i < encoding->vertex_count; i++) {
    const bool last =
        i + 1 == encoding->vertex_count || cells[i].kind != cells[i + 1].kind || cells[i].count != cells[i + 1].count;
    encoding->labelling[i] = cells[i].vertex;
    encoding->cell_ends[i] = last ? 0 : 1;
  }
}

static void add_arcs(sparsegraph *adjacency, int first, int second) {
  adjacency->e[adjacency->v[first] + (size_t)adjacency->d[first]++] = second;
  adjacency->e[adjacency->v[second] + (size_t)adjacency->d[second]++] = first;
}

/* Two passes over the bundles: the degrees make room, then the arcs are put down. */
static void encode_adjacency(struct encoding *encoding, const struct tt_rest *rest, const struct bundle *bundles,
                             size_t bundle_count) {
  sparsegraph *const adjacency = &encoding->adjacency;
  int next = (int)rest->vertex_count;
  for (size_t i = 0; i < bundle_count; i++) {
    if (is_loop(&bundles[i])) continue;
    adjacency->d[bundles[i].u]++;
    adjacency->d[bundles[i].v]++;
    if (bundles[i].count > 1) adjacency->d[next++] = 2;
  }
  adjacency->nv = encoding->vertex_count;
  for (int v = 0; v < adjacency->nv; v++) {
    adjacency->v[v] = adjacency->nde;
    adjacency->nde += (size_t)adjacency->d[v];
    adjacency->d[v] = 0;
  }
  next = (int)rest->vertex_count;
  for (size_t i = 0; i < bundle_count; i++) {
    if (is_loop(&bundles[i])) continue;
    const int u = (int)bundles[i].u, v = (int)bundles[i].v;
    if (bundles[i].count == 1) {
      add_arcs(adjacency, u, v);
    } else {
      add_arcs(adjacency, u, next);
      add_arcs(adjacency, v, next++);
    }
  }
}

/* nauty's own group order is rounded above 10^10; this one is exact, or 0 once it has passed 2^53. It is thread-local
 * because nauty's callback carries no pointer of ours. */
static _Thread_local uint64_t order_so_far;

static void multiply_order(int *labelling, int *cell_ends, int level, int *orbits, statsblk *stats, int vertex,
                           int index, int cell_size, int cells, int children, int count) {
  (void)labelling, (void)cell_ends, (void)level, (void)orbits, (void)stats, (void)vertex;
  (void)cell_size, (void)cells, (void)children, (void)count;
  order_so_far = order_so_far > EXACT_LIMIT / (uint64_t)index ? 0 : order_so_far * (uint64_t)index;
}

static void run_nauty(struct encoding *encoding) {
  DEFAULTOPTIONS_SPARSEGRAPH(options);
  statsblk stats;
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  options.userlevelproc = multiply_order;
  order_so_far = 1;
  nauty_check(WORDSIZE, SETWORDSNEEDED(encoding->vertex_count), encoding->vertex_count, NAUTYVERSIONID);
  sparsenauty(&encoding->adjacency, encoding->labelling, encoding->cell_ends, encoding->orbits, &options, &stats,
              &encoding->canonical);
  /* A thread that ends would leak them. */
  nausparse_freedyn();
  nautil_freedyn();
  nauty_freedyn();
}

/* Carries the bundles over to the canonical labels; `orbits` is done with and holds the inverse labelling. */
static void relabel_bundles(struct encoding *encoding, struct bundle *bundles, size_t bundle_count) {
  int *const label = encoding->orbits;
  for (int i = 0; i < encoding->vertex_count; i++) label[encoding->labelling[i]] = i;
  for (size_t i = 0; i < bundle_count; i++) {
    bundles[i] = bundle_of((uint32_t)label[bundles[i].u], (uint32_t)label[bundles[i].v], bundles[i].count);
  }
  qsort(bundles, bundle_count, sizeof *bundles, compare_bundles);
}

/* "4,0,1:0-2,0-3x2,2-2" is 4 vertices, A = 0, B = 1, a double edge and a loop; with swap, "4,0/1:...". */
static char *write_key(uint32_t vertex_count, const struct bundle *bundles, size_t bundle_count, bool swap) {
  const size_t size = 64 + 64 * bundle_count;
  char *const key = malloc(size);
  if (key == NULL) return NULL;
  size_t used = (size_t)snprintf(key, size, "%u,0%c1:", (unsigned)vertex_count, swap ? '/' : ',');
  for (size_t i = 0; i < bundle_count; i++) {
    const unsigned u = (unsigned)bundles[i].u, v = (unsigned)bundles[i].v;
    used += (size_t)snprintf(key + used, size - used, i == 0 ? "%u-%u" : ",%u-%u", u, v);
    if (bundles[i].count > 1) used += (size_t)snprintf(key + used, size - used, "x%zu", bundles[i].count);
  }
  return key;
}

static enum tt_status canonical_of_joined(struct tt_canonical *canonical, struct tt_error *error) {
  static const char joined[] = "joined";
  canonical->group_order = 1;
  canonical->key = malloc(sizeof joined);
  if (canonical->key == NULL) return tt_no_memory(error);
  memcpy(canonical->key, joined, sizeof joined);
  return TT_OK;
}

static enum tt_status canonical_of_rest(struct tt_canonical *canonical, const struct tt_rest *rest, bool swap,
                                        struct tt_error *error) {
  size_t bundle_count = 0;
  struct bundle *const bundles = gather_bundles(rest, &bundle_count);
  if (bundles == NULL) return tt_no_memory(error);
  enum tt_status status = TT_OK;
  struct encoding encoding = {0};
  const size_t vertices = count_encoded_vertices(rest, bundles, bundle_count);
  if (vertices > ENCODED_VERTEX_LIMIT) {
    status = tt_fail(error, TT_BAD_INPUT, "canonical form: %zu vertices and classes of parallel edges; the most is %d",
                     vertices, ENCODED_VERTEX_LIMIT);
    goto done;
  }
  if (!encoding_make(&encoding, vertices, bundle_count)) {
    status = tt_no_memory(error);
    goto done;
  }
  encode_cells(&encoding, rest, bundles, bundle_count, swap);
  encode_adjacency(&encoding, rest, bundles, bundle_count);
  run_nauty(&encoding);
  canonical->group_order = (double)order_so_far;
  relabel_bundles(&encoding, bundles, bundle_count);
  canonical->key = write_key(rest->vertex_count, bundles, bundle_count, swap);
  if (canonical->key == NULL) status = tt_no_memory(error);
done:
  encoding_free(&encoding);
  free(bundles);
  return status;
}

enum tt_status tt_canonical_make(struct tt_canonical *canonical, const struct tt_graph *position, bool swap,
                                 struct tt_error *error) {
  *canonical = (struct tt_canonical){0};
  struct tt_rest rest = {0};
  enum tt_status status = tt_rest_make(&rest, position, error);
  if (status != TT_OK) return status;
  status = rest.joined ? canonical_of_joined(canonical, error) : canonical_of_rest(canonical, &rest, swap, error);
  tt_rest_free(&rest);
  return status;
}

void tt_canonical_free(struct tt_canonical *canonical) {
  free(canonical->key);
  *canonical = (struct tt_canonical){0};
}
