/* fuzz_checker.c: the certificate checker on any bytes. What it accepts must be true, by playing the game out or, where
 * that takes too long, by forests; and a plain list that both the checker and the library can read must be the same
 * graph to both. The checker's own source text is part of this file. */
#define main checker_main
#include "checker/twotrees-check.c"
#undef main

#include "solver/solver.h"
#include "tests/fuzz/fuzz.h"

#define PLAYED_EDGES 12 /* up to here the game is played out */

/* The graph as the checker understood it. */
static struct tt_graph *understood(const Graph *read) {
  struct tt_graph *const graph = tt_graph_new("certificate", (uint32_t)read->name_count);
  FUZZ_REQUIRE(graph != NULL);
  graph->terminal_a = A;
  graph->terminal_b = B;
  for (size_t edge = 0; edge < read->edge_count; edge++) {
    FUZZ_REQUIRE(tt_graph_add_edge(graph, read->edges[edge].ends[0], read->edges[edge].ends[1]));
    graph->states[edge] = (uint8_t)read->edges[edge].state;
  }
  return graph;
}

static void require_true(const Certificate *certificate) {
  if (certificate->graph.edge_count > FUZZ_EDGES) return;
  struct tt_graph *const graph = understood(&certificate->graph);
  const bool small = tt_graph_count(graph, TT_UNDECIDED) <= PLAYED_EDGES;
  struct tt_verdict verdict;
  struct tt_error error;
  FUZZ_REQUIRE(tt_witness_ask(small ? &tt_witness_playout : &tt_witness_forests, graph, &verdict, &error) == TT_OK);
  if (certificate->by_cut) {
    FUZZ_REQUIRE(certificate->moves_first ? !verdict.short_wins_second : !verdict.short_wins_first);
  } else {
    FUZZ_REQUIRE(certificate->moves_first ? verdict.short_wins_first : verdict.short_wins_second);
  }
  tt_graph_free(graph);
}

static void check_certificates(const uint8_t *data, size_t size) {
  Reader reader = {.file = fuzz_stream(data, size), .path = "fuzz", .line_over = true};
  Verdict verdict;
  do {
    Certificate certificate = {0};
    verdict = check_next(&reader, &certificate, NULL, false);
    if (verdict == VERIFIED) require_true(&certificate);
    if (verdict == REJECTED) FUZZ_REQUIRE(certificate.reason[0] != '\0' && certificate.reason_line > 0);
    if (verdict == UNREADABLE) FUZZ_REQUIRE(reader.problem != NULL);
    FUZZ_REQUIRE(verdict != OUT_OF_MEMORY);
    release(&certificate);
  } while (verdict == VERIFIED || verdict == REJECTED);
  fclose(reader.file);
}

/* The library may number vertices otherwise (as with `vertices N`), so ends are compared by name. */
static void require_same(const Graph *read, const struct tt_graph *graph) {
  char name[FUZZ_NAME_SIZE];
  FUZZ_REQUIRE(strcmp(read->text + read->names[A], tt_vertex_name(graph, graph->terminal_a, name, sizeof name)) == 0);
  FUZZ_REQUIRE(strcmp(read->text + read->names[B], tt_vertex_name(graph, graph->terminal_b, name, sizeof name)) == 0);
  FUZZ_REQUIRE(read->edge_count == graph->edge_count);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    const uint32_t ends[2] = {graph->edges[edge].u, graph->edges[edge].v};
    FUZZ_REQUIRE(read->edges[edge].state == graph->states[edge]);
    for (int end = 0; end < 2; end++) {
      const char *const theirs = read->text + read->names[read->edges[edge].ends[end]];
      FUZZ_REQUIRE(strcmp(theirs, tt_vertex_name(graph, ends[end], name, sizeof name)) == 0);
    }
  }
}

static void check_list(const uint8_t *data, size_t size) {
  Reader reader = {.file = fuzz_stream(data, size), .path = "fuzz", .line_over = true};
  Certificate holder = {0};
  struct tt_error error;
  FILE *const stream = fuzz_stream(data, size);
  struct tt_reader *const library_reader = tt_reader_on(stream, "fuzz", TT_FORMAT_PLAIN, &error);
  FUZZ_REQUIRE(library_reader != NULL);
  struct tt_graph *graph = NULL;
  const bool readable = check_next(&reader, &holder, NULL, true) == AT_END;
  if (tt_reader_next(library_reader, &graph, &error) == TT_OK && graph != NULL && readable)
    require_same(&holder.graph, graph);
  tt_graph_free(graph);
  tt_reader_close(library_reader);
  fclose(stream);
  fclose(reader.file);
  release(&holder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  check_certificates(data, size);
  check_list(data, size);
  return 0;
}
