/* measure.c: clocks, graphs and orders for the programs of bench/. */
#include "bench/measure.h"

#include <stdlib.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double wall_seconds(void) {
  return seconds_of(CLOCK_MONOTONIC);
}

double cpu_seconds(void) {
  return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

_Noreturn void stop(const struct tt_error *error) {
  fprintf(stderr, "bench: %s\n", error->text);
  exit((int)error->status);
}

struct tt_graph *graph_named(const char *name) {
  struct tt_graph *graph = NULL;
  struct tt_error error;
  bool known;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) stop(&error);
  if (known) return graph;
  struct tt_reader *const reader = tt_reader_open(name, TT_FORMAT_PLAIN, &error);
  if (reader == NULL || tt_reader_next(reader, &graph, &error) != TT_OK) stop(&error);
  tt_reader_close(reader);
  return graph;
}

/* xorshift64* (Vigna 2016). */
static uint32_t below(uint64_t *state, size_t limit) {
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return (uint32_t)(((*state * 0x2545f4914f6cdd1dU >> 32) * limit) >> 32);
}

static void number_at_random(struct tt_graph *graph, uint64_t *state) {
  const uint32_t count = graph->vertex_count;
  uint32_t *const number = malloc(count * sizeof *number);
  if (number == NULL) {
    fputs("bench: out of memory\n", stderr);
    exit(TT_NO_RESOURCE);
  }
  for (uint32_t vertex = 0; vertex < count; vertex++) number[vertex] = vertex;
  for (uint32_t left = count - 1; left > 2; left--) { /* of vertices 1 .. left - 1 */
    const uint32_t other = 1 + below(state, left - 1), moved = number[left - 1];
    number[left - 1] = number[other];
    number[other] = moved;
  }
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    graph->edges[edge] = (struct tt_edge){number[graph->edges[edge].u], number[graph->edges[edge].v]};
  }
  free(number);
}

const char *const order_names[] = {"as given", "edges shuffled", "shuffled"};

void put_in_order(struct tt_graph *graph, enum order order) {
  uint64_t state = 88172645463325252U;
  if (order == AS_GIVEN) return;
  if (order == ALL_SHUFFLED) number_at_random(graph, &state);
  for (size_t left = graph->edge_count; left > 1; left--) {
    const size_t other = below(&state, left);
    const struct tt_edge moved = graph->edges[left - 1];
    graph->edges[left - 1] = graph->edges[other];
    graph->edges[other] = moved;
  }
}

static int by_size(const void *left, const void *right) {
  const double first = *(const double *)left, second = *(const double *)right;
  return (first > second) - (first < second);
}

double median(double *numbers, size_t count) {
  qsort(numbers, count, sizeof *numbers, by_size);
  return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}
