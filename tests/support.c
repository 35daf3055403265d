/* support.c: graphs, random positions and programs for the test suites (see support.h). */
#include "tests/support.h"

#include <errno.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

/* ---- Graphs ---- */

static struct tt_graph *next_graph(struct tt_reader *reader, const char *what) {
  struct tt_error error = {0};
  struct tt_graph *graph = NULL;
  if (tt_reader_next(reader, &graph, &error) != TT_OK) fail_msg("%s: %s", what, error.text);
  if (graph == NULL) fail_msg("%s: no graph in it", what);
  return graph;
}

struct tt_graph *support_graph(const char *name) {
  struct tt_error error = {0};
  struct tt_graph *graph = NULL;
  bool known = false;
  if (tt_graph_named(&graph, name, &known, &error) != TT_OK) fail_msg("%s: %s", name, error.text);
  if (known) return graph;
  struct tt_reader *reader = tt_reader_open(name, TT_FORMAT_GUESS, &error);
  if (reader == NULL) fail_msg("%s: %s", name, error.text);
  graph = next_graph(reader, name);
  tt_reader_close(reader);
  return graph;
}

struct tt_graph *support_parse(const char *text) {
  struct tt_error error = {0};
  FILE *stream = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  if (stream == NULL) fail_msg("fmemopen: %s", strerror(errno));
  struct tt_reader *reader = tt_reader_on(stream, "text", TT_FORMAT_PLAIN, &error);
  if (reader == NULL) fail_msg("%s", error.text);
  struct tt_graph *graph = next_graph(reader, text);
  tt_reader_close(reader);
  fclose(stream);
  return graph;
}

char *support_text(const struct tt_graph *graph) {
  static const char *const behind[] = {"", " secured", " deleted"};
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  if (stream == NULL) fail_msg("open_memstream: %s", strerror(errno));
  fprintf(stream, "vertices %" PRIu32 "\nterminals %" PRIu32 " %" PRIu32 "\n", graph->vertex_count, graph->terminal_a,
          graph->terminal_b);
  for (size_t edge = 0; edge < graph->edge_count; edge++)
    fprintf(stream, "%" PRIu32 " %" PRIu32 "%s\n", graph->edges[edge].u, graph->edges[edge].v,
            behind[graph->states[edge]]);
  if (fclose(stream) != 0) fail_msg("out of memory");
  return text;
}

/* The rest of a stream from its beginning. */
static char *read_stream(FILE *stream, size_t *size) {
  size_t used = 0, room = 4096;
  char *text = malloc(room + 1);
  for (;;) {
    if (text == NULL) fail_msg("out of memory");
    used += fread(text + used, 1, room - used, stream);
    if (used < room) break;
    room *= 2;
    text = realloc(text, room + 1);
  }
  if (ferror(stream)) fail_msg("read error: %s", strerror(errno));
  text[used] = '\0';
  if (size != NULL) *size = used;
  return text;
}

char *support_read(const char *path, size_t *size) {
  FILE *stream = fopen(path, "rb");
  if (stream == NULL) fail_msg("%s: %s", path, strerror(errno));
  char *text = read_stream(stream, size);
  fclose(stream);
  return text;
}

struct tt_graph *support_with_virtual(const struct tt_graph *graph, unsigned extra) {
  struct tt_graph *extended = tt_graph_copy(graph, extra);
  if (extended == NULL) fail_msg("out of memory");
  for (unsigned copy = 0; copy < extra; copy++)
    if (!tt_graph_add_edge(extended, graph->terminal_a, graph->terminal_b)) fail_msg("out of memory");
  return extended;
}

/* ---- Random positions ---- */

uint64_t support_next(struct support_random *random) {
  uint64_t mixed = random->state += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

unsigned support_below(struct support_random *random, unsigned limit) {
  return (unsigned)((support_next(random) >> 32) * limit >> 32);
}

uint64_t support_seed(uint64_t usual) {
  const char *text = getenv("TT_SEED");
  if (text == NULL || *text == '\0') return usual;
  char *end;
  errno = 0;
  uint64_t seed = strtoull(text, &end, 10);
  if (errno != 0 || *end != '\0') fail_msg("TT_SEED=%s: expected a number", text);
  return seed;
}

struct tt_graph *support_random_graph(uint64_t seed, unsigned most_vertices, unsigned most_edges) {
  struct support_random random = {seed};
  uint32_t vertices = 2 + support_below(&random, most_vertices - 1);
  struct tt_graph *graph = tt_graph_new("random", vertices);
  if (graph == NULL) fail_msg("out of memory");
  graph->terminal_a = support_below(&random, vertices);
  graph->terminal_b = (graph->terminal_a + 1 + support_below(&random, vertices - 1)) % vertices;
  /* Ends come from the first `touched` vertices, so that some graphs are dense and others have isolated vertices. */
  uint32_t touched = vertices - support_below(&random, vertices) * support_below(&random, vertices) / vertices;
  unsigned edges = support_below(&random, most_edges + 1);
  unsigned decided = support_below(&random, 4) * 12; /* percent of the edges */
  for (unsigned edge = 0; edge < edges; edge++) {
    uint32_t u = support_below(&random, touched), v = support_below(&random, touched);
    if (u == v && support_below(&random, 3) > 0) v = support_below(&random, vertices); /* fewer loops */
    if (!tt_graph_add_edge(graph, u, v)) fail_msg("out of memory");
    if (support_below(&random, 100) < decided)
      graph->states[edge] = support_below(&random, 2) == 0 ? TT_SECURED : TT_DELETED;
  }
  return graph;
}

/* ---- Running programs ---- */

struct support_run support_run(const char *const *arguments, const char *input) {
  FILE *streams[3] = {tmpfile(), tmpfile(), tmpfile()};
  for (int stream = 0; stream < 3; stream++)
    if (streams[stream] == NULL) fail_msg("tmpfile: %s", strerror(errno));
  if (input != NULL) fputs(input, streams[0]);
  fflush(streams[0]);
  lseek(fileno(streams[0]), 0, SEEK_SET); /* the child reads from the descriptor, not from the stream */
  pid_t child = fork();
  if (child < 0) fail_msg("fork: %s", strerror(errno));
  if (child == 0) {
    for (int stream = 0; stream < 3; stream++) dup2(fileno(streams[stream]), stream);
    alarm(SUPPORT_SECONDS);
    execvp(arguments[0], (char *const *)(uintptr_t)arguments);
    dprintf(2, "%s: %s\n", arguments[0], strerror(errno));
    _exit(127);
  }
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR) fail_msg("waitpid: %s", strerror(errno));
  struct support_run run = {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
  rewind(streams[1]);
  rewind(streams[2]);
  run.output = read_stream(streams[1], &run.output_size);
  run.errors = read_stream(streams[2], &run.errors_size);
  for (int stream = 0; stream < 3; stream++) fclose(streams[stream]);
  return run;
}

struct support_run support_shell(const char *command) {
  const char *arguments[] = {"sh", "-e", "-c", command, NULL};
  return support_run(arguments, NULL);
}

void support_run_free(struct support_run *run) {
  free(run->output);
  free(run->errors);
  run->output = run->errors = NULL;
}

static const char *setting(const char *name, const char *usual) {
  const char *value = getenv(name);
  return value != NULL && *value != '\0' ? value : usual;
}

const char *support_program(void) {
  return setting("TT_PROGRAM", "build/twotrees");
}

const char *support_build(void) {
  return setting("TT_BUILD", "build");
}

void support_set_checker(void) {
  char path[400];
  snprintf(path, sizeof path, "%s/twotrees-check", support_build());
  if (setenv("TT_CHECKER", path, 0) != 0) fail_msg("out of memory");
}
