/* test_formats.c: readers and writers: round trips, known strings, codec.c beside gtools, every file of tests/reject
 * with its whole error text, every file of tests/accept with what it says, and failing memory. */
// wrap: malloc calloc realloc strdup strndup
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "graph/graph.h"
#include "tests/codec.h"
#include "tests/support.h"

/* ---- Allocation that fails on demand ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);

static long allocations_left = -1; /* -1: never fails */

static bool allocation_fails(void) {
  if (allocations_left < 0) return false;
  if (allocations_left > 0) {
    allocations_left--;
    return false;
  }
  errno = ENOMEM;
  return true;
}

void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __real_realloc(old, size);
}
char *__wrap_strdup(const char *text) {
  return allocation_fails() ? NULL : __real_strdup(text);
}
char *__wrap_strndup(const char *text, size_t length) {
  return allocation_fails() ? NULL : __real_strndup(text, length);
}

/* ---- Random numbers by seed ---- */

static struct support_random generator;

static uint32_t random_below(uint32_t bound) {
  return support_below(&generator, bound);
}

/* TT_SEED repeats a run; else every run has its own seed, printed. */
static void seed_random(const char *test) {
  generator.state = support_seed((uint64_t)time(NULL) * 1000003u + (uint64_t)getpid());
  print_message("%s: TT_SEED=%llu\n", test, (unsigned long long)generator.state);
}

/* ---- Graphs and texts ---- */

struct buffer {
  char *bytes;
  size_t length;
};

static struct buffer written(const struct tt_graph *position, enum tt_format format) {
  struct buffer text = {NULL, 0};
  struct tt_error error = {TT_OK, ""};
  FILE *const stream = open_memstream(&text.bytes, &text.length);
  assert_non_null(stream);
  if (tt_write_graph(stream, position, format, &error) != TT_OK) fail_msg("cannot write: %s", error.text);
  assert_int_equal(fclose(stream), 0);
  return text;
}

static struct tt_reader *reader_of(const char *bytes, size_t length, enum tt_format format, FILE **stream) {
  struct tt_error error;
  *stream = fmemopen((void *)(uintptr_t)bytes, length, "r");
  assert_non_null(*stream);
  struct tt_reader *const reader = tt_reader_on(*stream, "text", format, &error);
  assert_non_null(reader);
  return reader;
}

/* Reads the one graph of a text; NULL with *error filled in when it is refused. */
static struct tt_graph *parsed(const char *bytes, size_t length, enum tt_format format, struct tt_error *error) {
  FILE *stream;
  struct tt_graph *position, *second;
  struct tt_reader *const reader = reader_of(bytes, length, format, &stream);
  error->status = TT_OK;
  const enum tt_status status = tt_reader_next(reader, &position, error);
  assert_int_equal(status, error->status);
  assert_true((status == TT_OK) == (position != NULL));
  if (status == TT_OK) {
    assert_int_equal(tt_reader_next(reader, &second, error), TT_OK);
    assert_null(second);
  }
  tt_reader_close(reader);
  fclose(stream);
  return position;
}

static struct tt_graph *must_parse(const char *text, enum tt_format format) {
  struct tt_error error;
  struct tt_graph *const position = parsed(text, strlen(text), format, &error);
  if (position == NULL) fail_msg("'%s': %s", text, error.text);
  return position;
}

static bool same_text(const char *first, const char *second) {
  return first == NULL || second == NULL ? first == second : strcmp(first, second) == 0;
}

/* Everything but the graph's name. */
static bool same_graph(const struct tt_graph *one, const struct tt_graph *other) {
  if (one->vertex_count != other->vertex_count || one->edge_count != other->edge_count) return false;
  if (one->terminal_a != other->terminal_a || one->terminal_b != other->terminal_b) return false;
  for (size_t edge = 0; edge < one->edge_count; edge++) {
    if (one->edges[edge].u != other->edges[edge].u || one->edges[edge].v != other->edges[edge].v) return false;
    if (one->states[edge] != other->states[edge]) return false;
  }
  if (one->vertex_names == NULL || other->vertex_names == NULL) return one->vertex_names == other->vertex_names;
  for (uint32_t vertex = 0; vertex < one->vertex_count; vertex++) {
    if (!same_text(one->vertex_names[vertex], other->vertex_names[vertex])) return false;
  }
  return true;
}

/* Writes, reads, compares; returns what was read. */
static void check_round_trip(const struct tt_graph *position, enum tt_format format) {
  struct tt_error error;
  const struct buffer text = written(position, format);
  struct tt_graph *const again = parsed(text.bytes, text.length, format, &error);
  if (again == NULL) fail_msg("written but refused: %s\n%s", error.text, text.bytes);
  if (!same_graph(position, again)) fail_msg("reads back as another graph:\n%s", text.bytes);
  if (format == TT_FORMAT_PLAIN) {
    assert_int_equal(tt_plain_needs_vertex_lines(position), strncmp(text.bytes, "vertex ", 7) == 0);
  }
  tt_graph_free(again);
  free(text.bytes);
}

static int by_ends(const void *first, const void *second) {
  const struct tt_edge *const one = first, *const other = second;
  if (one->u != other->u) return one->u < other->u ? -1 : 1;
  return (one->v > other->v) - (one->v < other->v);
}

/* As sparse6 reads it: no names, terminals first and last, edges in order, none deleted. */
static void normalise(struct tt_graph *position) {
  size_t kept = 0;
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    const struct tt_edge ends = position->edges[edge];
    if (position->states[edge] == TT_DELETED) continue;
    position->edges[kept] = ends.u <= ends.v ? ends : (struct tt_edge){ends.v, ends.u};
    position->states[kept++] = TT_UNDECIDED;
  }
  position->edge_count = kept;
  position->terminal_a = 0;
  position->terminal_b = position->vertex_count - 1;
  if (kept > 0) qsort(position->edges, kept, sizeof *position->edges, by_ends);
}

enum { WITH_LOOPS = 1, WITH_PARALLELS = 2, WITH_SECURED = 4, WITH_DELETED = 8, WITH_ALL = 15 };

static bool has_edge(const struct tt_graph *position, uint32_t u, uint32_t v) {
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    const struct tt_edge ends = position->edges[edge];
    if ((ends.u == u && ends.v == v) || (ends.u == v && ends.v == u)) return true;
  }
  return false;
}

static struct tt_graph *random_graph(uint32_t vertices, size_t edges, unsigned kinds) {
  struct tt_graph *const position = tt_graph_new("random", vertices);
  assert_non_null(position);
  position->terminal_a = random_below(vertices);
  position->terminal_b = (position->terminal_a + 1 + random_below(vertices - 1)) % vertices;
  for (size_t edge = 0; edge < edges; edge++) {
    const uint32_t u = random_below(vertices), v = random_below(vertices);
    if (u == v && (kinds & WITH_LOOPS) == 0) continue;
    if ((kinds & WITH_PARALLELS) == 0 && has_edge(position, u, v)) continue;
    assert_true(tt_graph_add_edge(position, u, v));
    uint8_t *const state = &position->states[position->edge_count - 1];
    if ((kinds & WITH_SECURED) != 0 && random_below(4) == 0) *state = TT_SECURED;
    if ((kinds & WITH_DELETED) != 0 && random_below(4) == 0) *state = TT_DELETED;
  }
  return position;
}

/* Names of every sort that a reader can make: words, numbers in another order, nameless ones. */
static void name_randomly(struct tt_graph *position) {
  position->vertex_names = calloc(position->vertex_count, sizeof *position->vertex_names);
  assert_non_null(position->vertex_names);
  static const char *const sorts[] = {"v%u", "%u", "\xc3\xa9#%u", "v%u", "%u"};
  const uint32_t sort = random_below(5), shift = 1 + random_below(5);
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    char name[32];
    const bool nameless = sort >= 3 && vertex >= 2;
    snprintf(name, sizeof name, nameless ? "(%u)" : sorts[sort], (unsigned)(nameless ? vertex : vertex + shift));
    position->vertex_names[vertex] = strdup(name);
    assert_non_null(position->vertex_names[vertex]);
  }
}

/* ---- Tests of the tests ---- */

static void comparison_sees_every_difference(void **state) {
  (void)state;
  static const char base[] = "terminals a b\na c\nc b secured\n";
  static const char *const others[] = {"terminals b a\na c\nc b secured\n",
                                       "terminals a b\na c\nc b deleted\n",
                                       "terminals a b\nc a\nc b secured\n",
                                       "terminals a b\na d\nd b secured\n",
                                       "terminals a b\na c\n",
                                       "vertices 4\nterminals a b\na c\nc b secured\n",
                                       "terminals 0 1\n0 2\n2 1 secured\n",
                                       "terminals a b\nc b secured\na c\n",
                                       "vertex b\nterminals a b\na c\nc b secured\n"};
  struct tt_graph *const one = must_parse(base, TT_FORMAT_PLAIN), *const same = must_parse(base, TT_FORMAT_PLAIN);
  assert_true(same_graph(one, same));
  for (size_t index = 0; index < sizeof others / sizeof *others; index++) {
    struct tt_graph *const other = must_parse(others[index], TT_FORMAT_PLAIN);
    if (same_graph(one, other)) fail_msg("no difference seen to\n%s", others[index]);
    tt_graph_free(other);
  }
  tt_graph_free(one);
  tt_graph_free(same);
}

/* ---- Known strings ---- */

static void check_edges(const struct tt_graph *position, const char *expected) {
  char text[512] = "";
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%u-%u", edge == 0 ? "" : " ", (unsigned)position->edges[edge].u,
             (unsigned)position->edges[edge].v);
  }
  assert_string_equal(text, expected);
}

static void check_known(const char *line, uint32_t vertices, const char *edges) {
  struct tt_graph *const position = must_parse(line, TT_FORMAT_GUESS);
  assert_int_equal(position->vertex_count, vertices);
  check_edges(position, edges);
  assert_string_equal(position->name, line);
  assert_int_equal(position->terminal_a, 0);
  assert_int_equal(position->terminal_b, vertices - 1);
  const struct buffer text = written(position, line[0] == ':' ? TT_FORMAT_SPARSE6 : TT_FORMAT_GRAPH6);
  assert_int_equal(text.length, strlen(line) + 1);
  assert_memory_equal(text.bytes, line, strlen(line));
  free(text.bytes);
  struct tt_graph *const theirs = codec_decode(line);
  assert_non_null(theirs);
  assert_true(same_graph(position, theirs));
  char *const their_line = line[0] == ':' ? codec_sparse6(theirs) : codec_graph6(theirs);
  assert_string_equal(their_line, line);
  free(their_line);
  tt_graph_free(theirs);
  tt_graph_free(position);
}

static void known_strings(void **state) {
  (void)state;
  check_known("A?", 2, "");
  check_known("A_", 2, "0-1");
  check_known("C~", 4, "0-1 0-2 0-3 1-2 1-3 2-3");
  check_known("DQc", 5, "0-2 0-4 1-3 3-4");
  check_known("EJ]w", 6, "0-5 1-2 1-3 1-4 2-3 2-4 2-5 3-4 3-5 4-5");
  check_known(":Fa@x^", 7, "0-1 0-2 1-2 5-6");
  check_known(":A", 2, "");
  check_known(":An", 2, "0-1");
  check_known(":AF", 2, "0-0");
  check_known(":A_", 2, "0-1 0-1 0-1");
}

/* ---- Beside the codec of the tests ---- */

/* A line is accepted by both, as the same graph, or by neither; returns whether it is. */
static bool check_line_as_codec_reads(const char *line) {
  struct tt_error error;
  struct tt_graph *const ours = parsed(line, strlen(line), TT_FORMAT_GRAPH6, &error);
  struct tt_graph *const theirs = codec_decode(line);
  if (ours == NULL && theirs != NULL) fail_msg("%s: the codec reads it; %s", line, error.text);
  if (ours != NULL && theirs == NULL) fail_msg("%s: the codec refuses it", line);
  if (ours != NULL && !same_graph(ours, theirs)) fail_msg("%s: the codec reads another graph", line);
  if (ours != NULL) assert_string_equal(ours->name, line);
  const bool accepted = ours != NULL;
  tt_graph_free(ours);
  tt_graph_free(theirs);
  return accepted;
}

/* Writes both ways and reads both ways; the graph must be normalised. */
static void check_beside_codec(const struct tt_graph *position, bool sparse) {
  const struct buffer text = written(position, sparse ? TT_FORMAT_SPARSE6 : TT_FORMAT_GRAPH6);
  assert_int_equal(text.bytes[text.length - 1], '\n');
  text.bytes[text.length - 1] = '\0';
  char *const line = sparse ? codec_sparse6(position) : codec_graph6(position);
  assert_non_null(line);
  assert_string_equal(text.bytes, line);
  assert_true(check_line_as_codec_reads(line));
  struct tt_graph *const again = must_parse(line, TT_FORMAT_GUESS);
  assert_true(same_graph(position, again));
  tt_graph_free(again);
  free(line);
  free(text.bytes);
}

static void random_graphs_beside_codec(void **state) {
  (void)state;
  seed_random("random_graphs_beside_codec");
  for (unsigned round = 0; round < 20000; round++) {
    const uint32_t vertices = 2 + random_below(round % 100 == 0 ? 200 : 18);
    const bool sparse = round % 2 == 0;
    struct tt_graph *const position =
        random_graph(vertices, random_below(3 * vertices), sparse ? WITH_LOOPS | WITH_PARALLELS : 0);
    normalise(position);
    check_beside_codec(position, sparse);
    tt_graph_free(position);
  }
}

/* All three lengths of the vertex count, around every change. */
static void large_vertex_counts(void **state) {
  (void)state;
  static const uint32_t counts[] = {61, 62, 63, 64, 65, 4095, 4096, 258046, 258047, 258048, 1000000};
  for (size_t index = 0; index < sizeof counts / sizeof *counts; index++) {
    struct tt_graph *const position = tt_graph_new("large", counts[index]);
    assert_non_null(position);
    assert_true(tt_graph_add_edge(position, 0, counts[index] - 1));
    assert_true(tt_graph_add_edge(position, counts[index] - 2, counts[index] - 1));
    check_beside_codec(position, true);
    if (counts[index] <= 4096) check_beside_codec(position, false);
    tt_graph_free(position);
  }
}

/* Edges in any order and direction, some of them deleted: the line is that of the normalised graph. */
static void lines_do_not_depend_on_the_order(void **state) {
  (void)state;
  seed_random("lines_do_not_depend_on_the_order");
  size_t refused = 0;
  for (unsigned round = 0; round < 10000; round++) {
    struct tt_graph *const position =
        random_graph(2 + random_below(12), random_below(12), WITH_LOOPS | WITH_PARALLELS | WITH_DELETED);
    char *const sparse = codec_sparse6(position), *const dense = codec_graph6(position);
    struct buffer text = written(position, TT_FORMAT_SPARSE6);
    assert_int_equal(text.length, strlen(sparse) + 1);
    assert_memory_equal(text.bytes, sparse, strlen(sparse));
    free(text.bytes);
    struct tt_error error;
    FILE *const stream = open_memstream(&text.bytes, &text.length);
    assert_non_null(stream);
    const enum tt_status status = tt_write_graph(stream, position, TT_FORMAT_GRAPH6, &error);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(status, dense == NULL ? TT_BAD_INPUT : TT_OK);
    assert_int_equal(text.length, dense == NULL ? 0 : strlen(dense) + 1);
    if (dense != NULL) assert_memory_equal(text.bytes, dense, strlen(dense));
    refused += dense == NULL;
    free(text.bytes);
    free(sparse);
    free(dense);
    tt_graph_free(position);
  }
  assert_true(refused > 1000 && refused < 9000);
}

/* Lines of random bytes, of both formats: accepted by both computations or by neither. */
static void random_lines(void **state) {
  (void)state;
  seed_random("random_lines");
  size_t accepted[2] = {0, 0}, lines[2] = {0, 0};
  for (unsigned round = 0; round < 100000; round++) {
    const bool sparse = round % 2 == 0;
    char line[16] = {':'};
    size_t length = sparse ? 1 : 0;
    const uint32_t vertices = random_below(sparse ? 22 : 10), pairs = vertices * (vertices - 1) / 2;
    const bool fits = !sparse && vertices > 1 && random_below(4) > 0;
    line[length++] = (char)(63 + vertices);
    for (uint32_t bytes = fits ? (pairs + 5) / 6 : random_below(8); bytes > 0; bytes--) {
      line[length++] = (char)(63 + (random_below(3) == 0 ? 63 : random_below(64)));
    }
    if (fits && random_below(2) == 0) line[length - 1] = random_below(2) == 0 ? '?' : '_';
    if (random_below(100) == 0) line[random_below((uint32_t)length)] = (char)(1 + random_below(255));
    if (strpbrk(line, "\r\n") != NULL) continue;
    lines[sparse]++;
    accepted[sparse] += check_line_as_codec_reads(line);
  }
  for (int sparse = 0; sparse < 2; sparse++) {
    print_message("%zu of %zu %s lines accepted\n", accepted[sparse], lines[sparse], sparse ? "sparse6" : "graph6");
    assert_true(accepted[sparse] > 5000);
  }
}

/* gtools encodes into a buffer of its own, one a thread. */
static void threads_write_their_own_lines(void **state) {
  (void)state;
  int differences = 0;
#pragma omp parallel for num_threads(4) reduction(+ : differences)
  for (unsigned round = 0; round < 4000; round++) {
    struct tt_error error;
    struct buffer text = {NULL, 0};
    struct tt_graph *const position = tt_graph_new("thread", 2 + round % 300);
    for (uint32_t edge = 0; edge < round % 500; edge++) {
      differences += !tt_graph_add_edge(position, edge * round % position->vertex_count, edge % position->vertex_count);
    }
    FILE *const stream = open_memstream(&text.bytes, &text.length);
    differences += tt_write_graph(stream, position, TT_FORMAT_SPARSE6, &error) != TT_OK;
    fclose(stream);
    char *const line = codec_sparse6(position);
    differences += text.length != strlen(line) + 1 || memcmp(text.bytes, line, strlen(line)) != 0;
    free(line);
    free(text.bytes);
    tt_graph_free(position);
  }
  assert_int_equal(differences, 0);
}

/* geng's own lines, through a pipe, with the format guessed; each is written back as it came. */
static void all_graphs_of_geng(void **state) {
  (void)state;
  static const size_t counts[] = {0, 0, 2, 4, 11, 34, 156, 1044, 12346};
  for (int vertices = 2; vertices <= 8; vertices++) {
    char command[64];
    snprintf(command, sizeof command, "nauty-geng -q%s %d", vertices % 2 == 0 ? "" : "h", vertices);
    FILE *const pipe = popen(command, "r");
    assert_non_null(pipe);
    struct tt_error error;
    struct tt_reader *const reader = tt_reader_on(pipe, "-", TT_FORMAT_GUESS, &error);
    assert_non_null(reader);
    size_t count = 0;
    struct tt_graph *position;
    while (tt_reader_next(reader, &position, &error) == TT_OK && position != NULL) {
      count++;
      assert_int_equal(tt_reader_line(reader), count);
      assert_int_equal(position->vertex_count, vertices);
      struct tt_graph *const theirs = codec_decode(position->name);
      assert_non_null(theirs);
      assert_true(same_graph(position, theirs));
      tt_graph_free(theirs);
      char *const line = codec_graph6(position);
      assert_string_equal(line, position->name);
      free(line);
      const struct buffer text = written(position, TT_FORMAT_GRAPH6);
      text.bytes[text.length - 1] = '\0';
      assert_string_equal(text.bytes, position->name);
      free(text.bytes);
      tt_graph_free(position);
    }
    assert_null(position);
    assert_int_equal(count, counts[vertices]);
    tt_reader_close(reader);
    assert_int_equal(pclose(pipe), 0);
  }
}

/* ---- Round trips ---- */

static void plain_list_round_trips(void **state) {
  (void)state;
  seed_random("plain_list_round_trips");
  for (unsigned round = 0; round < 20000; round++) {
    const uint32_t vertices = 2 + random_below(9);
    struct tt_graph *const position = random_graph(vertices, random_below(12), WITH_ALL);
    if (round % 2 == 0) name_randomly(position);
    check_round_trip(position, TT_FORMAT_PLAIN);
    tt_graph_free(position);
  }
}

/* Texts, so that the graphs are those that the reader makes; read, written, read. */
static void random_texts_round_trip(void **state) {
  (void)state;
  static const char *const words[] = {"0", "1", "2", "3", "4", "5", "x", "y", "(3)", "(4)", "-1", "007", "c", "p"};
  static const char *const states[] = {"", "", " secured", " deleted"};
  seed_random("random_texts_round_trip");
  size_t accepted = 0;
  for (unsigned round = 0; round < 50000; round++) {
    char text[512];
    size_t used = 0;
    const uint32_t first = random_below(14), range = 2 + random_below(13);
    if (random_below(2) == 0) {
      used += (size_t)snprintf(text, sizeof text, "vertices %u\n", (unsigned)(2 + random_below(7)));
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "terminals %s %s\n", words[first],
                             words[(first + 1 + random_below(13)) % 14]);
    for (uint32_t edges = random_below(8); edges > 0; edges--) {
      used += (size_t)snprintf(text + used, sizeof text - used, "%s %s%s\n", words[random_below(range)],
                               words[random_below(range)], states[random_below(4)]);
    }
    struct tt_error error;
    struct tt_graph *const position = parsed(text, used, TT_FORMAT_GUESS, &error);
    if (position == NULL) continue;
    accepted++;
    check_round_trip(position, TT_FORMAT_PLAIN);
    tt_graph_free(position);
  }
  assert_true(accepted > 10000);
}

static void dimacs_round_trips(void **state) {
  (void)state;
  seed_random("dimacs_round_trips");
  for (unsigned round = 0; round < 5000; round++) {
    struct tt_error error;
    struct tt_graph *const position = random_graph(2 + random_below(9), random_below(12), WITH_LOOPS | WITH_PARALLELS);
    struct buffer text = written(position, TT_FORMAT_DIMACS);
    struct tt_graph *const read = parsed(text.bytes, text.length, TT_FORMAT_GUESS, &error);
    if (read == NULL) fail_msg("%s\n%s", error.text, text.bytes);
    assert_int_equal(read->vertex_count, position->vertex_count);
    assert_int_equal(read->edge_count, position->edge_count);
    if (read->edge_count > 0) {
      assert_memory_equal(read->edges, position->edges, read->edge_count * sizeof *read->edges);
    }
    assert_string_equal(read->vertex_names[0], "1");
    check_round_trip(read, TT_FORMAT_DIMACS);
    check_round_trip(read, TT_FORMAT_PLAIN);
    free(text.bytes);
    tt_graph_free(read);
    tt_graph_free(position);
  }
}

/* The three forms of names, as texts. */
static void plain_list_forms(void **state) {
  (void)state;
  static const char *const texts[] = {
      "vertices 3\nterminals 2 0\n0 1 secured\n1 1\n",
      "terminals a b\nc a deleted\n",
      "vertices 4\nterminals a b\na c\n",
      "vertex 1\nvertex 2\nvertex 3\nterminals 1 3\n1 2\n",
      "vertex a\nvertex b\nvertex (2)\nvertex (3)\nterminals b a\n",
  };
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    struct tt_graph *const position = must_parse(texts[index], TT_FORMAT_GUESS);
    const struct buffer text = written(position, TT_FORMAT_PLAIN);
    assert_string_equal(text.bytes, texts[index]);
    free(text.bytes);
    tt_graph_free(position);
  }
}

/* ---- Writers refuse ---- */

static void check_refused(const struct tt_graph *position, enum tt_format format, const char *expected) {
  struct buffer text = {NULL, 0};
  struct tt_error error = {TT_OK, ""};
  FILE *const stream = open_memstream(&text.bytes, &text.length);
  assert_non_null(stream);
  assert_int_equal(tt_write_graph(stream, position, format, &error), TT_BAD_INPUT);
  assert_int_equal(error.status, TT_BAD_INPUT);
  assert_string_equal(error.text, expected);
  fclose(stream);
  assert_int_equal(text.length, 0);
  free(text.bytes);
}

static void writers_refuse_what_they_cannot_say(void **state) {
  (void)state;
  struct tt_graph *position = must_parse("terminals a b\na b\na b\n", TT_FORMAT_PLAIN);
  check_refused(position, TT_FORMAT_GRAPH6,
                "text: edge 1 is parallel to another, which graph6 cannot say; expected sparse6");
  position->states[1] = TT_SECURED;
  check_refused(position, TT_FORMAT_GRAPH6,
                "text: edge 1 is secured, which graph6 cannot say; expected the plain list");
  check_refused(position, TT_FORMAT_SPARSE6,
                "text: edge 1 is secured, which sparse6 cannot say; expected the plain list");
  check_refused(position, TT_FORMAT_DIMACS,
                "text: edge 1 is secured, which DIMACS cannot say; expected the plain list");
  position->states[1] = TT_DELETED;
  struct buffer text = written(position, TT_FORMAT_GRAPH6);
  assert_string_equal(text.bytes, "A_\n");
  free(text.bytes);
  strcpy(position->vertex_names[0], "#");
  check_refused(position, TT_FORMAT_PLAIN, "text: vertex 0 is called '#', expected a vertex name of one word");
  strcpy(position->vertex_names[0], "b");
  check_refused(position, TT_FORMAT_PLAIN, "text: vertex 1 is called 'b', expected another name for every vertex");
  strcpy(position->vertex_names[0], "\n");
  check_refused(position, TT_FORMAT_PLAIN,
                "text: vertex 0 is called '\\x0A', expected a vertex name without control characters, in UTF-8");
  tt_graph_free(position);
  position = must_parse("vertices 2\nterminals 0 1\n1 1\n", TT_FORMAT_PLAIN);
  check_refused(position, TT_FORMAT_GRAPH6, "text: edge 0 is a loop, which graph6 cannot say; expected sparse6");
  tt_graph_free(position);
  position = must_parse("vertices 65537\nterminals 0 1\n", TT_FORMAT_PLAIN);
  check_refused(position, TT_FORMAT_GRAPH6,
                "text has more than 65536 vertices, which graph6 cannot take; expected sparse6");
  tt_graph_free(position);
  position = tt_graph_new("text", 33554433);
  assert_non_null(position);
  check_refused(position, TT_FORMAT_SPARSE6,
                "text has more than 33554432 vertices, which sparse6 cannot take; expected the plain list");
  tt_graph_free(position);
}

static void writers_see_a_full_disk(void **state) {
  (void)state;
  static const enum tt_format formats[] = {TT_FORMAT_PLAIN, TT_FORMAT_DIMACS, TT_FORMAT_GRAPH6, TT_FORMAT_SPARSE6};
  struct tt_graph *const position = must_parse("C~", TT_FORMAT_GUESS);
  for (size_t index = 0; index < sizeof formats / sizeof *formats; index++) {
    struct tt_error error = {TT_OK, ""};
    FILE *const full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(tt_write_graph(full, position, formats[index], &error), TT_NO_RESOURCE);
    assert_string_equal(error.text, "C~: write error, expected room for the graph");
    fclose(full);
  }
  tt_graph_free(position);
}

/* ---- Streams ---- */

static void stream_goes_on_after_a_bad_line(void **state) {
  (void)state;
  static const char text[] = ">>graph6<<\nC~\nC~~\r\n\n:Fa@x^\nD\nDQc";
  static const char *const names[] = {"C~", NULL, ":Fa@x^", NULL, "DQc"};
  static const char *const errors[] = {NULL, "text:3: 2 bytes behind the vertex count, expected 1 for 4 vertices", NULL,
                                       "text:6: 0 bytes behind the vertex count, expected 2 for 5 vertices", NULL};
  static const size_t lines[] = {2, 3, 5, 6, 7};
  FILE *stream;
  struct tt_error error;
  struct tt_graph *position;
  struct tt_reader *const reader = reader_of(text, sizeof text - 1, TT_FORMAT_GUESS, &stream);
  for (size_t index = 0; index < 5; index++) {
    const enum tt_status status = tt_reader_next(reader, &position, &error);
    assert_int_equal(status, names[index] != NULL ? TT_OK : TT_BAD_INPUT);
    assert_int_equal(tt_reader_line(reader), lines[index]);
    if (names[index] != NULL) {
      assert_string_equal(position->name, names[index]);
    } else {
      assert_null(position);
      assert_string_equal(error.text, errors[index]);
    }
    tt_graph_free(position);
  }
  for (int again = 0; again < 2; again++) {
    assert_int_equal(tt_reader_next(reader, &position, &error), TT_OK);
    assert_null(position);
  }
  tt_reader_close(reader);
  fclose(stream);
}

/* A refused file is refused once; then it is at its end. */
static void nothing_follows_a_refused_file(void **state) {
  (void)state;
  static const char *const texts[] = {"terminals a b\na\na b\n", "p edge 2 1\ne 1 3\ne 1 2\n", "\n"};
  for (size_t index = 0; index < sizeof texts / sizeof *texts; index++) {
    FILE *stream;
    struct tt_error error;
    struct tt_graph *position;
    struct tt_reader *const reader = reader_of(texts[index], strlen(texts[index]), TT_FORMAT_GUESS, &stream);
    assert_int_equal(tt_reader_next(reader, &position, &error), TT_BAD_INPUT);
    assert_int_equal(tt_reader_next(reader, &position, &error), TT_OK);
    assert_null(position);
    tt_reader_close(reader);
    fclose(stream);
  }
}

static void files_that_cannot_be_opened(void **state) {
  (void)state;
  struct tt_error error;
  assert_null(tt_reader_open("tests/accept/no-such-file.txt", TT_FORMAT_GUESS, &error));
  assert_int_equal(error.status, TT_BAD_INPUT);
  assert_string_equal(error.text, "tests/accept/no-such-file.txt: No such file or directory");
  assert_null(tt_reader_open("tests/accept", TT_FORMAT_GUESS, &error));
  assert_int_equal(error.status, TT_BAD_INPUT);
  assert_string_equal(error.text, "tests/accept: Is a directory");
  char path[401];
  memset(path, 'x', 200);
  memset(path + 200, 'y', 198);
  memcpy(path + 398, "\nz", 3);
  assert_null(tt_reader_open(path, TT_FORMAT_GUESS, &error));
  assert_memory_equal(error.text, "...yyy", 6);
  assert_non_null(strstr(error.text, "...: File name too long"));
}

/* A stream that cannot be read: opened for writing. */
static void read_errors_are_told(void **state) {
  (void)state;
  struct tt_error error;
  struct tt_graph *position;
  FILE *const stream = fopen("/dev/null", "w");
  assert_non_null(stream);
  struct tt_reader *const reader = tt_reader_on(stream, "-", TT_FORMAT_GRAPH6, &error);
  assert_non_null(reader);
  assert_int_equal(tt_reader_next(reader, &position, &error), TT_BAD_INPUT);
  assert_string_equal(error.text, "stdin:1: read error: Bad file descriptor");
  assert_int_equal(tt_reader_next(reader, &position, &error), TT_OK);
  assert_null(position);
  tt_reader_close(reader);
  fclose(stream);
}

/* ---- The folders ---- */

static enum tt_format format_of_path(const char *path) {
  const char *const ending = strrchr(path, '.');
  assert_non_null(ending);
  if (strcmp(ending, ".g6") == 0) return TT_FORMAT_GRAPH6;
  if (strcmp(ending, ".s6") == 0) return TT_FORMAT_SPARSE6;
  if (strcmp(ending, ".col") == 0) return TT_FORMAT_DIMACS;
  assert_string_equal(ending, ".txt");
  return TT_FORMAT_GUESS;
}

static size_t count_files(const char *folder) {
  size_t count = 0;
  DIR *const directory = opendir(folder);
  assert_non_null(directory);
  for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory)) {
    count += entry->d_name[0] != '.' && strcmp(entry->d_name, "EXPECTED") != 0;
  }
  closedir(directory);
  return count;
}

/* Calls check for every line "NAME<tab>TEXT" of folder/EXPECTED; names ascend, so that none comes twice. */
static void for_every_file(const char *folder, void (*check)(const char *path, const char *expected)) {
  char path[512], last[256] = "";
  char *line = NULL;
  size_t size = 0, count = 0;
  snprintf(path, sizeof path, "%s/EXPECTED", folder);
  FILE *const table = fopen(path, "r");
  assert_non_null(table);
  for (ssize_t length = getline(&line, &size, table); length > 0; length = getline(&line, &size, table)) {
    char *const tab = strchr(line, '\t');
    assert_non_null(tab);
    assert_int_equal(line[length - 1], '\n');
    line[length - 1] = '\0';
    *tab = '\0';
    assert_true(strcmp(last, line) < 0);
    snprintf(last, sizeof last, "%s", line);
    snprintf(path, sizeof path, "%s/%s", folder, line);
    check(path, tab + 1);
    count++;
  }
  assert_int_equal(count, count_files(folder));
  free(line);
  fclose(table);
}

static void check_rejected(const char *path, const char *expected) {
  struct tt_error error = {TT_OK, ""};
  struct tt_graph *position = NULL;
  struct tt_reader *const reader = tt_reader_open(path, format_of_path(path), &error);
  assert_non_null(reader);
  const enum tt_status status = tt_reader_next(reader, &position, &error);
  tt_reader_close(reader);
  tt_graph_free(position);
  if (status != TT_BAD_INPUT || error.status != TT_BAD_INPUT || position != NULL) {
    fail_msg("%s: status %d, expected it to be refused", path, (int)status);
  }
  assert_string_equal(error.text, expected);
  assert_non_null(strstr(error.text, "expected"));
}

static void rejected_files(void **state) {
  (void)state;
  for_every_file("tests/reject", check_rejected);
}

/* "VERTICES A B: EDGE EDGE ...", an edge as in "x-y", "x-y*" secured, "x-y!" deleted. */
static void describe(const struct tt_graph *position, char *text, size_t size) {
  static const char *const marks[] = {"", "*", "!"};
  char first[300], second[300];
  size_t used = (size_t)snprintf(text, size, "%u %s %s:", (unsigned)position->vertex_count,
                                 tt_vertex_name(position, position->terminal_a, first, sizeof first),
                                 tt_vertex_name(position, position->terminal_b, second, sizeof second));
  for (size_t edge = 0; edge < position->edge_count; edge++) {
    used += (size_t)snprintf(
        text + used, size - used, " %s-%s%s", tt_vertex_name(position, position->edges[edge].u, first, sizeof first),
        tt_vertex_name(position, position->edges[edge].v, second, sizeof second), marks[position->states[edge]]);
    assert_true(used < size);
  }
}

/* The descriptions of all graphs of the file, with "; " between. */
static void check_accepted(const char *path, const char *expected) {
  struct tt_error error;
  char text[4096] = "";
  struct tt_graph *position = NULL;
  struct tt_reader *const reader = tt_reader_open(path, format_of_path(path), &error);
  assert_non_null(reader);
  for (;;) {
    if (tt_reader_next(reader, &position, &error) != TT_OK) fail_msg("%s", error.text);
    if (position == NULL) break;
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s", used == 0 ? "" : "; ");
    describe(position, text + strlen(text), sizeof text - strlen(text));
    if (position->vertex_names != NULL) check_round_trip(position, TT_FORMAT_PLAIN);
    tt_graph_free(position);
  }
  tt_reader_close(reader);
  assert_string_equal(text, expected);
}

static void accepted_files(void **state) {
  (void)state;
  for_every_file("tests/accept", check_accepted);
}

/* Bytes of accepted files changed, cut or doubled: read or refused with a whole line, never worse. */
static void check_mangled(const char *path, const char *expected) {
  (void)expected;
  char bytes[2048];
  FILE *const file = fopen(path, "r");
  assert_non_null(file);
  const size_t length = fread(bytes, 1, sizeof bytes - 8, file);
  fclose(file);
  for (unsigned round = 0; round < 500 && length > 0; round++) {
    char mangled[2048];
    memcpy(mangled, bytes, length);
    for (uint32_t changes = random_below(3); changes > 0; changes--) {
      static const char interesting[] = "\0\n\r\t #:;&~?0-9 ";
      mangled[random_below((uint32_t)length)] =
          random_below(2) == 0 ? (char)random_below(256) : interesting[random_below(sizeof interesting)];
    }
    FILE *stream;
    struct tt_error error = {TT_OK, ""};
    struct tt_graph *position;
    struct tt_reader *const reader =
        reader_of(mangled, 1 + random_below((uint32_t)length), (enum tt_format)random_below(5), &stream);
    for (;;) {
      const enum tt_status status = tt_reader_next(reader, &position, &error);
      if (status == TT_OK && position == NULL) break;
      tt_graph_free(position);
      if (status == TT_OK) continue;
      assert_int_equal(status, TT_BAD_INPUT);
      assert_memory_equal(error.text, "text:", 5);
      assert_non_null(strstr(error.text, "expected"));
      for (const char *byte = error.text; *byte != '\0'; byte++) assert_true(*byte >= 0x20 && *byte < 0x7f);
    }
    tt_reader_close(reader);
    fclose(stream);
  }
}

static void mangled_files(void **state) {
  (void)state;
  seed_random("mangled_files");
  for_every_file("tests/accept", check_mangled);
}

/* ---- Size ---- */

static double seconds_since(const struct timespec *start) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - start->tv_sec) + 1e-9 * (double)(now.tv_nsec - start->tv_nsec);
}

static struct tt_graph *read_timed(FILE *stream, const char *what) {
  struct tt_error error = {TT_OK, ""};
  struct tt_graph *position = NULL;
  struct timespec start;
  rewind(stream);
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct tt_reader *const reader = tt_reader_on(stream, what, TT_FORMAT_GUESS, &error);
  assert_non_null(reader);
  if (tt_reader_next(reader, &position, &error) != TT_OK) fail_msg("%s", error.text);
  tt_reader_close(reader);
  print_message("%s: %.2f s\n", what, seconds_since(&start));
  return position;
}

/* Linear time is what is tested: the bound is far above it and far below anything quadratic. */
static void million_edges(void **state) {
  (void)state;
  const uint32_t edges = 1000000;
  FILE *const numbers = tmpfile(), *const names = tmpfile();
  assert_non_null(numbers);
  assert_non_null(names);
  fprintf(numbers, "vertices %u\nterminals 0 %u\n", (unsigned)edges, (unsigned)edges - 1);
  fprintf(names, "terminals start end\n");
  for (uint32_t edge = 0; edge < edges; edge++) {
    fprintf(numbers, "%u %u\n", (unsigned)edge, (unsigned)(edge * 7919u % edges));
    fprintf(names, "name-%u start%s\n", (unsigned)edge, edge % 2 == 0 ? "" : " secured");
  }
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  struct tt_graph *position = read_timed(numbers, "10^6 edges by number");
  assert_int_equal(position->edge_count, edges);
  assert_int_equal(position->edges[3].v, 3 * 7919);
  tt_graph_free(position);
  position = read_timed(names, "10^6 edges by name");
  assert_int_equal(position->edge_count, edges);
  assert_int_equal(position->vertex_count, edges + 2);
  assert_string_equal(position->vertex_names[edges + 1], "name-999999");
  assert_int_equal(tt_graph_count(position, TT_SECURED), edges / 2);
  assert_true(seconds_since(&start) < 60);
  check_round_trip(position, TT_FORMAT_PLAIN);
  tt_graph_free(position);
  fclose(numbers);
  fclose(names);
}

static void million_graphs(void **state) {
  (void)state;
  FILE *const stream = tmpfile();
  assert_non_null(stream);
  for (uint32_t line = 0; line < 1000000; line++) fputs("ICOf@pSb?\n", stream);
  rewind(stream);
  struct tt_error error;
  struct tt_graph *position;
  struct timespec start;
  clock_gettime(CLOCK_MONOTONIC, &start);
  size_t count = 0, edges = 0;
  struct tt_reader *const reader = tt_reader_on(stream, "million", TT_FORMAT_GUESS, &error);
  assert_non_null(reader);
  while (tt_reader_next(reader, &position, &error) == TT_OK && position != NULL) {
    count++;
    edges += position->edge_count;
    tt_graph_free(position);
  }
  tt_reader_close(reader);
  fclose(stream);
  print_message("10^6 graph6 lines of ten vertices: %.2f s\n", seconds_since(&start));
  assert_int_equal(count, 1000000);
  assert_int_equal(edges, 15000000);
}

/* ---- Memory that fails ---- */

/* Fails the first allocation, then the second, ... until everything succeeds; each failure must be told as such. */
static void check_failing_memory(const char *text, enum tt_format write_format) {
  for (long allowed = 0;; allowed++) {
    struct tt_error error = {TT_OK, ""};
    struct tt_graph *position = NULL;
    struct buffer out = {NULL, 0};
    FILE *const in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    FILE *const stream = open_memstream(&out.bytes, &out.length);
    assert_non_null(in);
    assert_non_null(stream);
    allocations_left = allowed;
    struct tt_reader *const reader = tt_reader_on(in, "text", TT_FORMAT_GUESS, &error);
    enum tt_status status = reader == NULL ? TT_NO_RESOURCE : tt_reader_next(reader, &position, &error);
    if (status == TT_OK) status = tt_write_graph(stream, position, write_format, &error);
    tt_reader_close(reader);
    tt_graph_free(position);
    allocations_left = -1;
    fclose(in);
    fclose(stream);
    free(out.bytes);
    if (status == TT_OK) {
      assert_true(allowed > 3);
      return;
    }
    assert_int_equal(status, TT_NO_RESOURCE);
    assert_int_equal(error.status, TT_NO_RESOURCE);
    assert_string_equal(error.text, "out of memory");
    assert_true(allowed < 10000);
  }
}

static void failing_memory(void **state) {
  (void)state;
  check_failing_memory("C~\n", TT_FORMAT_GRAPH6);
  check_failing_memory(":Fa@x^\n", TT_FORMAT_SPARSE6);
  check_failing_memory("vertices 200\nterminals 0 2\n0 199\n", TT_FORMAT_GRAPH6);
  check_failing_memory("c x\np edge 3 1\ne 1 2\n", TT_FORMAT_DIMACS);
  check_failing_memory("vertices 3\nterminals 0 2\n0 1\n", TT_FORMAT_PLAIN);
  char text[8192] = "vertices 900\nterminals a b\n"; /* enough names for every table to grow */
  for (unsigned vertex = 0; vertex < 700; vertex++) {
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "a n%u\n", vertex);
  }
  check_failing_memory(text, TT_FORMAT_PLAIN);
  struct tt_error error = {TT_OK, ""};
  allocations_left = 2;
  assert_null(tt_reader_open("tests/accept/no-such-file.txt", TT_FORMAT_GUESS, &error));
  allocations_left = 0;
  assert_null(tt_reader_open("tests/accept/plain-names.txt", TT_FORMAT_GUESS, &error));
  allocations_left = -1;
  assert_int_equal(error.status, TT_NO_RESOURCE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comparison_sees_every_difference),
      cmocka_unit_test(known_strings),
      cmocka_unit_test(random_graphs_beside_codec),
      cmocka_unit_test(large_vertex_counts),
      cmocka_unit_test(lines_do_not_depend_on_the_order),
      cmocka_unit_test(random_lines),
      cmocka_unit_test(threads_write_their_own_lines),
      cmocka_unit_test(all_graphs_of_geng),
      cmocka_unit_test(plain_list_round_trips),
      cmocka_unit_test(random_texts_round_trip),
      cmocka_unit_test(dimacs_round_trips),
      cmocka_unit_test(plain_list_forms),
      cmocka_unit_test(writers_refuse_what_they_cannot_say),
      cmocka_unit_test(writers_see_a_full_disk),
      cmocka_unit_test(stream_goes_on_after_a_bad_line),
      cmocka_unit_test(nothing_follows_a_refused_file),
      cmocka_unit_test(files_that_cannot_be_opened),
      cmocka_unit_test(read_errors_are_told),
      cmocka_unit_test(rejected_files),
      cmocka_unit_test(accepted_files),
      cmocka_unit_test(mangled_files),
      cmocka_unit_test(million_edges),
      cmocka_unit_test(million_graphs),
      cmocka_unit_test(failing_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
