/* inputs.c: from GRAPH arguments to graphs: base graphs, families, files and streams of lines. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

enum tt_status inputs_open(struct inputs *inputs, const struct settings *settings) {
  static const struct {
    const char *name;
    enum tt_format format;
  } formats[] = {{"plain", TT_FORMAT_PLAIN},
                 {"dimacs", TT_FORMAT_DIMACS},
                 {"graph6", TT_FORMAT_GRAPH6},
                 {"sparse6", TT_FORMAT_SPARSE6}};
  *inputs = (struct inputs){.settings = settings, .format = TT_FORMAT_GUESS};
  for (size_t index = 0; settings->format != NULL && index < 4; index++) {
    if (strcmp(settings->format, formats[index].name) == 0) inputs->format = formats[index].format;
  }
  if (settings->format != NULL && inputs->format == TT_FORMAT_GUESS) {
    return misuse("--format %.40s: expected plain, dimacs, graph6 or sparse6", settings->format);
  }
  if (settings->terminals != NULL && strcmp(settings->terminals, "all") == 0 && !settings->all_terminals) {
    return misuse("--terminals all: only classify takes every pair; expected two vertices as in 0,3");
  }
  if (settings->graph_count == 0 && !settings->seven && isatty(STDIN_FILENO)) {
    return misuse(
        "expected a GRAPH: a base graph (see: twotrees bases), a family such as k:6, a file, or - for "
        "standard input");
  }
  return TT_OK;
}

static void tell(struct inputs *inputs, const struct tt_error *error) {
  inputs->worst = worse(inputs->worst, complain(error));
}

/* Writes 'text' so that a shell reads it back; false when it does not fit. */
static bool quote(char *buffer, size_t size, const char *text) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:._/+-";
  if (text[strspn(text, plain)] == '\0') return snprintf(buffer, size, "%s", text) < (int)size;
  size_t used = 0;
  buffer[used++] = '\'';
  for (; *text != '\0' && used + 6 < size; text++) {
    if (*text == '\'') {
      memcpy(buffer + used, "'\\''", 4);
      used += 4;
    } else {
      buffer[used++] = *text;
    }
  }
  buffer[used++] = '\'';
  buffer[used] = '\0';
  return *text == '\0';
}

static enum tt_status set_terminals(struct tt_graph *graph, const char *terminals, struct tt_error *error) {
  const char *const comma = strchr(terminals, ',');
  char first[300];
  uint32_t a, b;
  if (comma == NULL || (size_t)(comma - terminals) >= sizeof first) {
    return tt_fail(error, TT_BAD_INPUT, "--terminals %.60s: expected two vertices as in 0,3", terminals);
  }
  memcpy(first, terminals, (size_t)(comma - terminals));
  first[comma - terminals] = '\0';
  if (!tt_vertex_find(graph, first, &a)) {
    return tt_fail(error, TT_BAD_INPUT, "--terminals: %.60s has no vertex %.60s", graph->name, first);
  }
  if (!tt_vertex_find(graph, comma + 1, &b)) {
    return tt_fail(error, TT_BAD_INPUT, "--terminals: %.60s has no vertex %.60s", graph->name, comma + 1);
  }
  if (a == b) return tt_fail(error, TT_BAD_INPUT, "--terminals %.60s: expected two different vertices", terminals);
  graph->terminal_a = a;
  graph->terminal_b = b;
  return TT_OK;
}

/* Applies --terminals and --position; frees the graph and returns NULL when they do not fit it. */
static struct tt_graph *with_settings(struct inputs *inputs, struct tt_graph *graph) {
  const struct settings *const settings = inputs->settings;
  struct tt_error error;
  enum tt_status status = TT_OK;
  if (settings->terminals != NULL && strcmp(settings->terminals, "all") != 0) {
    status = set_terminals(graph, settings->terminals, &error);
  }
  if (status == TT_OK && settings->position != NULL) status = tt_graph_set_position(graph, settings->position, &error);
  if (status == TT_OK) return graph;
  tell(inputs, &error);
  tt_graph_free(graph);
  return NULL;
}

/* How to ask about a graph of a stream again: by piping its line. */
static void remember_line(struct inputs *inputs, const char *line) {
  char quoted[520];
  if (!quote(quoted, sizeof quoted, line)) return;
  snprintf(inputs->feed, sizeof inputs->feed, "printf '%%s\\n' %s | ", quoted);
  snprintf(inputs->reproduce, sizeof inputs->reproduce, "-");
}

static void remember_terminals(struct inputs *inputs) {
  const char *const terminals = inputs->settings->terminals;
  char quoted[200];
  if (terminals == NULL || strcmp(terminals, "all") == 0 || !quote(quoted, sizeof quoted, terminals)) return;
  const size_t used = strlen(inputs->reproduce);
  snprintf(inputs->reproduce + used, sizeof inputs->reproduce - used, " --terminals %s", quoted);
}

/* A graph by name, or NULL after opening a reader, or after an error told. */
static struct tt_graph *begin_argument(struct inputs *inputs, const char *argument) {
  struct tt_graph *graph = NULL;
  struct tt_error error;
  bool known = false;
  enum tt_status status = TT_OK;
  if (inputs->format == TT_FORMAT_GUESS) status = tt_graph_named(&graph, argument, &known, &error);
  if (status == TT_OK && !known) {
    inputs->reader = tt_reader_open(argument, inputs->format, &error);
    if (inputs->reader == NULL) status = error.status;
    if (status != TT_OK && inputs->format == TT_FORMAT_GUESS) explain_unknown_graph(argument, &error);
  }
  if (status != TT_OK) tell(inputs, &error);
  inputs->feed[0] = '\0';
  quote(inputs->reproduce, sizeof inputs->reproduce, argument);
  remember_terminals(inputs);
  return graph;
}

/* The next graph of the open reader; closes it at its end, or after an error with --strict. */
static struct tt_graph *next_of_reader(struct inputs *inputs) {
  struct tt_graph *graph;
  struct tt_error error;
  const enum tt_status status = tt_reader_next(inputs->reader, &graph, &error);
  const bool stop = status == TT_NO_RESOURCE || (status != TT_OK && inputs->settings->strict);
  if (status != TT_OK) tell(inputs, &error);
  if (stop || (status == TT_OK && graph == NULL)) {
    tt_reader_close(inputs->reader);
    inputs->reader = NULL;
    if (stop) inputs->next = INT32_MAX;
  }
  if (status != TT_OK || graph == NULL) return NULL;
  const char *const argument = inputs->settings->graph_count > 0 ? inputs->settings->graphs[inputs->next - 1] : "-";
  inputs->feed[0] = '\0';
  quote(inputs->reproduce, sizeof inputs->reproduce, argument);
  if (strcmp(graph->name, argument) != 0 && strcmp(graph->name, "stdin") != 0) remember_line(inputs, graph->name);
  remember_terminals(inputs);
  return graph;
}

static const char *argument_at(const struct inputs *inputs) {
  const struct settings *const settings = inputs->settings;
  if (settings->graph_count > 0) return inputs->next < settings->graph_count ? settings->graphs[inputs->next] : NULL;
  if (settings->seven) return (size_t)inputs->next < tt_base_count() ? tt_base_name((size_t)inputs->next) : NULL;
  return inputs->next == 0 ? "-" : NULL;
}

struct tt_graph *inputs_next(struct inputs *inputs) {
  for (;;) {
    struct tt_graph *graph = NULL;
    if (inputs->reader != NULL) {
      graph = next_of_reader(inputs);
    } else {
      const char *const argument = argument_at(inputs);
      if (argument == NULL) return NULL;
      inputs->next++;
      graph = begin_argument(inputs, argument);
    }
    if (graph != NULL) graph = with_settings(inputs, graph);
    if (graph != NULL) return graph;
    if (inputs->settings->strict && inputs->worst != TT_OK) return NULL;
  }
}

enum tt_status inputs_close(struct inputs *inputs, enum tt_status status) {
  if (inputs->reader != NULL) tt_reader_close(inputs->reader);
  return worse(status, inputs->worst);
}
