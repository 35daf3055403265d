/* trees_command.c: `twotrees trees`: the two trees, or the partition that shows why there are none. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

static enum tt_status find_pair(const struct settings *settings, const struct tt_graph *graph,
                                const struct tt_forests *forests, struct tt_tree_pair *pair, struct tt_error *error) {
  bool found;
  const bool by_subsets = settings->finder != NULL ? strcmp(settings->finder, "subsets") == 0
                                                   : tt_graph_count(graph, TT_UNDECIDED) <= TT_SUBSETS_LIMIT;
  if (!by_subsets) return tt_forests_pair(forests, graph, pair, error);
  enum tt_status status = tt_subsets_first_pair(graph, forests->tempo == 1, &found, pair, error);
  if (status == TT_OK && !found) {
    status = tt_fail(error, TT_REFUTED, "%.100s: forests finds two trees and subsets does not", graph->name);
  }
  if (status == TT_OK) tt_tree_pair_blue_virtual(pair, graph);
  return status;
}

static bool is_spanning(const struct tt_forests *forests, const struct tt_graph *graph) {
  return tt_graph_count(graph, TT_SECURED) == 0 && forests->size == tt_graph_count(graph, TT_UNDECIDED) &&
         forests->size == 2 * ((size_t)graph->vertex_count - 1);
}

/* Parts of more than one vertex in braces, then how many vertices are alone. */
static void print_parts(const struct tt_graph *graph, const uint32_t *part) {
  uint32_t alone = 0;
  bool any = false;
  char name[300];
  for (uint32_t root = 0; root < graph->vertex_count; root++) {
    uint32_t members = 0;
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) members += part[vertex] == root;
    alone += members == 1;
    if (members < 2) continue;
    fputs(any ? "{" : "clumps {", stdout);
    any = true;
    for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
      if (part[vertex] == root) printf(" %s", tt_vertex_name(graph, vertex, name, sizeof name));
    }
    fputs(" } ", stdout);
  }
  printf("%s%lu %s alone\n", any ? "and " : "no clumps, ", (unsigned long)alone, alone == 1 ? "vertex" : "vertices");
}

static void show_text(const struct tt_graph *graph, const struct tt_forests *forests, const struct tt_tree_pair *pair) {
  printf("%s: %s, tempo %u; the largest two edge-disjoint forests hold %zu edges\n", title_of(graph).text,
         outcome_title((enum tt_outcome)forests->tempo), forests->tempo, forests->size);
  if (pair != NULL) {
    printf("  blue: ");
    print_edges(graph, pair->blue, pair->edge_count);
    printf("  red:  ");
    print_edges(graph, pair->red, pair->edge_count);
  }
  if (forests->tempo > 0 && graph->vertex_count <= 2000) {
    printf("  no two trees%s: ", forests->tempo == 2 ? ", not even with e*" : " without e*");
    print_parts(graph, forests->part_before);
  }
}

static void show_json(const struct tt_graph *graph, const struct tt_forests *forests, const struct tt_tree_pair *pair,
                      bool spanning) {
  json_begin("trees");
  json_outcome(graph, (enum tt_outcome)forests->tempo);
  json_count("size", forests->size);
  json_truth("spanning", spanning);
  if (pair != NULL) {
    json_edges("blue", pair->blue, pair->edge_count);
    json_edges("red", pair->red, pair->edge_count);
  }
  json_key("parts");
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    printf("%c%lu", vertex == 0 ? '[' : ',', (unsigned long)forests->part_before[vertex]);
  }
  putchar(']');
  json_end();
}

static enum tt_status show_trees(const struct settings *settings, const struct tt_graph *graph) {
  struct tt_forests forests;
  struct tt_tree_pair pair;
  struct tt_error error;
  if (tt_forests_make(&forests, graph, &error) != TT_OK) return complain(&error);
  const bool spanning = is_spanning(&forests, graph);
  enum tt_status status = TT_OK;
  if (settings->spanning && !settings->json) {
    if (spanning) puts(graph->name);
  } else if (!settings->spanning || spanning) {
    const bool has_pair = forests.tempo < 2;
    if (has_pair) status = find_pair(settings, graph, &forests, &pair, &error);
    if (status != TT_OK) {
      complain(&error);
    } else if (settings->json) {
      show_json(graph, &forests, has_pair ? &pair : NULL, spanning);
    } else {
      show_text(graph, &forests, has_pair ? &pair : NULL);
    }
    if (has_pair && status == TT_OK) tt_tree_pair_free(&pair);
  }
  tt_forests_free(&forests);
  return status;
}

static void clumps_json(const struct tt_graph *graph, const uint32_t *part) {
  json_begin("clumps");
  json_text("graph", title_of(graph).text);
  json_key("parts");
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    printf("%c%lu", vertex == 0 ? '[' : ',', (unsigned long)part[vertex]);
  }
  putchar(']');
  json_end();
}

/* By size alone where there are many vertices: how many, and the largest. */
static enum tt_status count_clumps(const struct tt_graph *graph, const uint32_t *part) {
  uint32_t *const size = calloc((size_t)graph->vertex_count + 1, sizeof *size), clumps = 0, alone = 0, largest = 0;
  if (size == NULL) return complain_no_memory();
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) size[part[vertex]]++;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    alone += size[vertex] == 1;
    clumps += size[vertex] > 1;
    if (size[vertex] > largest) largest = size[vertex];
  }
  printf("%lu %s, the largest of %lu vertices, and %lu %s alone\n", (unsigned long)clumps,
         clumps == 1 ? "clump" : "clumps", (unsigned long)largest, (unsigned long)alone,
         alone == 1 ? "vertex" : "vertices");
  free(size);
  return TT_OK;
}

static enum tt_status show_clumps(const struct settings *settings, const struct tt_graph *graph) {
  struct tt_error error;
  uint32_t *const part = malloc(((size_t)graph->vertex_count + 1) * sizeof *part);
  enum tt_status status = part == NULL ? tt_no_memory(&error) : tt_clumps_make(part, graph, &error);
  if (status != TT_OK) {
    complain(&error);
  } else if (settings->json) {
    clumps_json(graph, part);
  } else {
    printf("%s: ", title_of(graph).text);
    if (graph->vertex_count <= 300) {
      print_parts(graph, part);
    } else {
      status = count_clumps(graph, part);
    }
  }
  free(part);
  return status;
}

enum tt_status run_trees(const struct settings *settings) {
  struct inputs inputs;
  if (settings->finder != NULL && strcmp(settings->finder, "subsets") != 0 &&
      strcmp(settings->finder, "forests") != 0) {
    return misuse("--finder %.40s: expected subsets or forests", settings->finder);
  }
  if (settings->clumps && (settings->spanning || settings->finder != NULL)) {
    return misuse("--clumps and %s: expected one of them", settings->spanning ? "--spanning" : "--finder");
  }
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, settings->clumps ? show_clumps(settings, graph) : show_trees(settings, graph));
  }
  return inputs_close(&inputs, status);
}
