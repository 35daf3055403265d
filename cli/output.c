/* output.c: JSON records, edges in words, one-line errors and the progress line. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"

#define EXACT_LIMIT ((uint64_t)1 << 53) /* a reader that keeps numbers in doubles is exact below this */

enum tt_status worse(enum tt_status first, enum tt_status second) {
  return first > second ? first : second;
}

/* One line, whatever was in the words that it quotes. */
static void tell(const char *text) {
  fflush(stdout);
  fputs("twotrees: ", stderr);
  for (; *text != '\0'; text++) fputc((unsigned char)*text < ' ' || *text == 127 ? '?' : *text, stderr);
  fputc('\n', stderr);
}

enum tt_status complain(const struct tt_error *error) {
  tell(error->text);
  return error->status;
}

enum tt_status complain_no_memory(void) {
  struct tt_error error;
  tt_no_memory(&error);
  return complain(&error);
}

enum tt_status misuse(const char *format, ...) {
  char text[600];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  tell(text);
  return TT_BAD_INPUT;
}

/* How many bytes of a well-formed UTF-8 character begin here; 0 where none does. */
static unsigned utf8_length(const unsigned char *at) {
  const unsigned length = *at < 0x80                  ? 1
                          : *at >= 0xc2 && *at < 0xe0 ? 2
                          : *at >= 0xe0 && *at < 0xf0 ? 3
                          : *at >= 0xf0 && *at < 0xf5 ? 4
                                                      : 0;
  for (unsigned byte = 1; byte < length; byte++) {
    if ((at[byte] & 0xc0) != 0x80) return 0;
  }
  if ((*at == 0xe0 && at[1] < 0xa0) || (*at == 0xed && at[1] >= 0xa0)) return 0;
  if ((*at == 0xf0 && at[1] < 0x90) || (*at == 0xf4 && at[1] >= 0x90)) return 0;
  return length;
}

/* What is no UTF-8 becomes the replacement character. */
void json_string(const char *value) {
  const unsigned char *at = (const unsigned char *)value;
  putchar('"');
  while (*at != '\0') {
    const unsigned length = utf8_length(at);
    if (length == 0) {
      fputs("\\ufffd", stdout);
    } else if (*at == '"' || *at == '\\') {
      printf("\\%c", *at);
    } else if (*at < 0x20 || *at == 0x7f) {
      printf("\\u%04x", *at);
    } else {
      fwrite(at, 1, length, stdout);
    }
    at += length == 0 ? 1 : length;
  }
  putchar('"');
}

void json_begin(const char *kind) {
  fputs("{\"kind\":", stdout);
  json_string(kind);
}

void json_key(const char *key) {
  putchar(',');
  json_string(key);
  putchar(':');
}

void json_text(const char *key, const char *value) {
  json_key(key);
  json_string(value);
}

void json_count(const char *key, uint64_t value) {
  json_key(key);
  printf(value > EXACT_LIMIT ? "\"%llu\"" : "%llu", (unsigned long long)value);
}

void json_truth(const char *key, bool value) {
  json_key(key);
  fputs(value ? "true" : "false", stdout);
}

void json_names(const char *key, const char *const *names, size_t count) {
  json_key(key);
  putchar('[');
  for (size_t index = 0; index < count; index++) {
    if (index > 0) putchar(',');
    json_string(names[index]);
  }
  putchar(']');
}

void json_edges(const char *key, const size_t *edges, size_t count) {
  json_key(key);
  putchar('[');
  for (size_t index = 0; index < count; index++) printf(index > 0 ? ",%zu" : "%zu", edges[index]);
  putchar(']');
}

void json_flags(const char *key, const uint8_t *flags, size_t count) {
  bool first = true;
  json_key(key);
  putchar('[');
  for (size_t index = 0; index < count; index++) {
    if (!flags[index]) continue;
    printf(first ? "%zu" : ",%zu", index);
    first = false;
  }
  putchar(']');
}

void json_end(void) {
  fputs("}\n", stdout);
}

struct title title_of(const struct tt_graph *graph) {
  struct title title;
  const size_t length = strlen(graph->name);
  if (length <= TITLE) {
    snprintf(title.text, sizeof title.text, "%s", graph->name);
  } else {
    snprintf(title.text, sizeof title.text, "%.60s... (%zu characters)", graph->name, length);
  }
  return title;
}

void json_outcome(const struct tt_graph *graph, enum tt_outcome outcome) {
  char a[300], b[300];
  tt_vertex_name(graph, graph->terminal_a, a, sizeof a);
  tt_vertex_name(graph, graph->terminal_b, b, sizeof b);
  json_text("graph", title_of(graph).text);
  json_names("terminals", (const char *const[]){a, b}, 2);
  json_text("outcome", tt_outcome_name(outcome));
  if (outcome != TT_NEITHER) json_count("tempo", (uint64_t)outcome);
}

const char *outcome_title(enum tt_outcome outcome) {
  static const char *const titles[] = {"Short", "First", "Cut", "NEITHER"};
  return titles[outcome];
}

void print_edge(const struct tt_graph *graph, size_t edge) {
  char u[300], v[300];
  if (edge >= graph->edge_count) {
    fputs("e*", stdout);
    return;
  }
  printf("%zu (%s-%s)", edge, tt_vertex_name(graph, graph->edges[edge].u, u, sizeof u),
         tt_vertex_name(graph, graph->edges[edge].v, v, sizeof v));
}

void print_edges(const struct tt_graph *graph, const size_t *edges, size_t count) {
  if (count == 0) fputs("none", stdout);
  for (size_t index = 0; index < count; index++) {
    if (index > 0) fputs(", ", stdout);
    print_edge(graph, edges[index]);
  }
  putchar('\n');
}

void print_flags(const struct tt_graph *graph, const uint8_t *flags) {
  bool any = false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (!flags[edge]) continue;
    if (any) fputs(", ", stdout);
    print_edge(graph, edge);
    any = true;
  }
  puts(any ? "" : "none");
}

double checkpoint_seconds(void) {
  const char *const given = getenv("TT_CHECKPOINT_SECONDS");
  return given == NULL ? 10.0 : strtod(given, NULL);
}

/* ---- Progress ---- */

double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void progress_start(struct progress *progress, const char *what) {
  *progress = (struct progress){.what = what, .started = seconds_now()};
  progress->last = progress->started;
}

void progress_step(struct progress *progress, uint64_t done, uint64_t total) {
  const double now = seconds_now();
  if (!isatty(STDERR_FILENO) || now - progress->last < 0.5 || done == 0) return;
  const double rate = (double)done / (now - progress->started);
  progress->last = now;
  progress->shown = true;
  fprintf(stderr, "\r%s: %llu of %llu, %.0f a second, %.0f s left \033[K", progress->what, (unsigned long long)done,
          (unsigned long long)total, rate, (double)(total - done) / rate);
}

void progress_end(struct progress *progress) {
  if (progress->shown) fputs("\r\033[K", stderr);
}
