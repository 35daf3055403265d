/* test_input.c: where the readers' bytes come from makes no difference: a file, a pipe, a stream, gzip data, blocks of
 * any size; names beside a naive reading; what happens to torn input; and how much memory is asked for.
 *
 * read is wrapped, so that it can hand out few bytes at once, be interrupted, lose a byte or fail. */
// wrap: read malloc calloc realloc free strdup strndup inflateInit2_
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <zlib.h>

#include "graph/formats.h"
#include "tests/support.h"

/* ---- A read that misbehaves on demand ---- */

ssize_t __real_read(int descriptor, void *to, size_t room);
ssize_t __wrap_read(int descriptor, void *to, size_t room);

static struct {
  size_t chunk;     /* most bytes at once; 0: as usual */
  bool interrupted; /* the next call is */
  long drop;        /* this byte, from 0, is lost; -1: none */
  long fail;        /* no byte from this one on can be read; -1: all can */
  long given;       /* bytes so far */
} reading = {0, false, -1, -1, 0};

static void read_as_usual(void) {
  reading.chunk = 0;
  reading.drop = reading.fail = -1;
  reading.given = 0;
}

ssize_t __wrap_read(int descriptor, void *to, size_t room) {
  if (reading.chunk == 0 && reading.fail < 0 && reading.drop < 0) return __real_read(descriptor, to, room);
  reading.interrupted = !reading.interrupted;
  if (reading.interrupted) {
    errno = EINTR;
    return -1;
  }
  if (reading.chunk > 0 && room > reading.chunk) room = reading.chunk;
  if (reading.fail >= 0 && (size_t)(reading.fail - reading.given) < room) room = (size_t)(reading.fail - reading.given);
  if (reading.fail >= 0 && room == 0) {
    errno = EIO;
    return -1;
  }
  ssize_t length = __real_read(descriptor, to, room);
  const long place = reading.drop - reading.given;
  if (length > 0) reading.given += length;
  if (reading.drop >= 0 && place >= 0 && place < length) {
    memmove((char *)to + place, (char *)to + place + 1, (size_t)(length - place - 1));
    if (--length == 0) return __wrap_read(descriptor, to, room);
  }
  return length;
}

/* ---- Memory that is counted ---- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
int __real_inflateInit2_(z_stream *stream, int bits, const char *version, int size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);
int __wrap_inflateInit2_(z_stream *stream, int bits, const char *version, int size);

static struct {
  bool counts;
  size_t live, peak, largest;
  long left; /* allocations that succeed; -1: all */
} memory = {false, 0, 0, 0, -1};

static bool allocation_fails(void) {
  if (memory.left < 0) return false;
  if (memory.left > 0) {
    memory.left--;
    return false;
  }
  errno = ENOMEM;
  return true;
}

static void *counted(void *block, size_t size) {
  if (!memory.counts || block == NULL) return block;
  memory.live += malloc_usable_size(block);
  if (memory.live > memory.peak) memory.peak = memory.live;
  if (size > memory.largest) memory.largest = size;
  return block;
}

static void uncount(void *block) {
  if (memory.counts && block != NULL) memory.live -= malloc_usable_size(block);
}

void *__wrap_malloc(size_t size) {
  return allocation_fails() ? NULL : counted(__real_malloc(size), size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return allocation_fails() ? NULL : counted(__real_calloc(count, size), count * size);
}
void *__wrap_realloc(void *old, size_t size) {
  if (allocation_fails()) return NULL;
  uncount(old);
  return counted(__real_realloc(old, size), size);
}
void __wrap_free(void *block) {
  uncount(block);
  __real_free(block);
}
char *__wrap_strdup(const char *text) {
  return allocation_fails() ? NULL : counted(__real_strdup(text), strlen(text));
}
char *__wrap_strndup(const char *text, size_t length) {
  return allocation_fails() ? NULL : counted(__real_strndup(text, length), length);
}
int __wrap_inflateInit2_(z_stream *stream, int bits, const char *version, int size) {
  return allocation_fails() ? Z_MEM_ERROR : __real_inflateInit2_(stream, bits, version, size);
}

static void count_memory(void) {
  memory.counts = true;
  memory.live = memory.peak = memory.largest = 0;
}

/* ---- What a reader says ---- */

struct text {
  char *bytes;
  size_t length;
};

static void tell_graph(FILE *out, const struct tt_graph *graph) {
  char name[300];
  fprintf(out, "%s: %u vertices, %u to %u:", graph->name, (unsigned)graph->vertex_count, (unsigned)graph->terminal_a,
          (unsigned)graph->terminal_b);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    fprintf(out, " %u-%u/%d", (unsigned)graph->edges[edge].u, (unsigned)graph->edges[edge].v, graph->states[edge]);
  }
  for (uint32_t vertex = 0; graph->vertex_names != NULL && vertex < graph->vertex_count; vertex++) {
    fprintf(out, " %s", tt_vertex_name(graph, vertex, name, sizeof name));
  }
  fputc('\n', out);
}

/* Everything that the reader has to say, up to its end; closes it. */
static struct text transcript(struct tt_reader *reader, size_t block) {
  struct text said = {NULL, 0};
  struct tt_error error = {TT_OK, ""};
  struct tt_graph *graph = NULL;
  FILE *const out = open_memstream(&said.bytes, &said.length);
  assert_non_null(out);
  assert_non_null(reader);
  if (block > 0) reader->input.block = block;
  for (;;) {
    const enum tt_status status = tt_reader_next(reader, &graph, &error);
    if (status == TT_OK && graph == NULL) break;
    fprintf(out, "line %zu: ", tt_reader_line(reader));
    if (status == TT_OK) {
      tell_graph(out, graph);
      tt_graph_free(graph);
    } else {
      fprintf(out, "status %d: %s\n", (int)status, error.text);
    }
  }
  tt_reader_close(reader);
  assert_int_equal(fclose(out), 0);
  return said;
}

static char path[] = "/tmp/twotrees-input-XXXXXX"; /* a file that each case writes */

static int make_path(void **state) {
  (void)state;
  const int descriptor = mkstemp(path);
  return descriptor < 0 ? -1 : close(descriptor);
}

static int remove_path(void **state) {
  (void)state;
  return unlink(path);
}

static void write_path(const void *bytes, size_t length) {
  FILE *const file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static struct text said_of_path(enum tt_format format, size_t block) {
  struct tt_error error = {TT_OK, ""};
  struct tt_reader *const reader = tt_reader_open(path, format, &error);
  if (reader == NULL) fail_msg("%s", error.text);
  return transcript(reader, block);
}

static struct text said_of_stream(FILE *stream, const char *name, enum tt_format format) {
  assert_non_null(stream);
  const struct text said = transcript(tt_reader_on(stream, name, format, NULL), 0);
  fclose(stream);
  return said;
}

static FILE *stream_of(const void *bytes, size_t length) {
  return length == 0 ? fopen("/dev/null", "r") : fmemopen((void *)(uintptr_t)bytes, length, "r");
}

static bool same(struct text one, struct text other) {
  return one.length == other.length && memcmp(one.bytes, other.bytes, one.length) == 0;
}

/* The first must stay; the second is freed. */
static void check_same(struct text expected, struct text said, const char *source, const char *way) {
  if (!same(expected, said)) fail_msg("%s, %s:\n%.2000s\nexpected:\n%.2000s", source, way, said.bytes, expected.bytes);
  free(said.bytes);
}

/* ---- gzip data ---- */

/* Members of `member` bytes each, at least one. */
static struct text gzipped(const void *bytes, size_t length, size_t member) {
  struct text data = {malloc(2 * length + 64 * (length / member + 2)), 0};
  assert_non_null(data.bytes);
  size_t used = 0;
  do {
    z_stream stream = {0};
    const size_t part = length - used < member ? length - used : member;
    assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    stream.next_in = (unsigned char *)(uintptr_t)bytes + used;
    stream.avail_in = (uInt)part;
    stream.next_out = (unsigned char *)data.bytes + data.length;
    stream.avail_out = (uInt)(2 * part + 64);
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    data.length += stream.total_out;
    used += part;
    deflateEnd(&stream);
  } while (used < length);
  return data;
}

/* ---- Every way to read the same bytes ---- */

static void write_slowly(int to, const char *bytes, size_t length) {
  for (size_t index = 0; index < length; index++) {
    if (write(to, bytes + index, 1) != 1) _exit(1);
  }
  _exit(0);
}

/* Through a pipe that gets a byte at a time; as standard input or as a stream. */
static struct text said_of_pipe(const char *bytes, size_t length, enum tt_format format, bool as_stdin) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) write_slowly(ends[1], bytes, length);
  close(ends[1]);
  struct text said;
  if (as_stdin) {
    const int usual = dup(STDIN_FILENO);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    said = transcript(tt_reader_open("-", format, NULL), 0);
    assert_int_equal(dup2(usual, STDIN_FILENO), STDIN_FILENO);
    close(usual);
  } else {
    said = said_of_stream(fdopen(ends[0], "r"), "-", format);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  return said;
}

static void check_ways(const char *source, const char *bytes, size_t length, enum tt_format format) {
  const size_t least = length / 5000 + 1; /* a system call a byte is too slow for the long ones */
  const size_t blocks[] = {0, least, least + 1, least + 2, 7 * least, 64 * least};
  const struct text expected = said_of_stream(stream_of(bytes, length), path, format);
  write_path(bytes, length);
  for (size_t index = 0; index < sizeof blocks / sizeof *blocks; index++) {
    check_same(expected, said_of_path(format, blocks[index]), source, "in blocks");
  }
  reading.chunk = least;
  check_same(expected, said_of_path(format, 0), source, "by single bytes, interrupted");
  read_as_usual();
  for (size_t member = 1; member < 100000; member *= 11) {
    if (length / member > 100) continue;
    const struct text data = gzipped(bytes, length, member);
    write_path(data.bytes, data.length);
    check_same(expected, said_of_path(format, 0), source, "gzip");
    check_same(expected, said_of_path(format, least), source, "gzip by single bytes");
    check_same(expected, said_of_stream(stream_of(data.bytes, data.length), path, format), source, "gzip stream");
    free(data.bytes);
  }
  free(expected.bytes);
}

static void check_pipes(const char *source, const char *bytes, size_t length) {
  const struct text expected = said_of_stream(stream_of(bytes, length), "-", TT_FORMAT_GUESS);
  check_same(expected, said_of_pipe(bytes, length, TT_FORMAT_GUESS, true), source, "standard input");
  check_same(expected, said_of_pipe(bytes, length, TT_FORMAT_GUESS, false), source, "pipe");
  const struct text data = gzipped(bytes, length, 100);
  check_same(expected, said_of_pipe(data.bytes, data.length, TT_FORMAT_GUESS, true), source, "gzip, standard input");
  free(data.bytes);
  free(expected.bytes);
}

static size_t check_folder(const char *folder) {
  size_t files = 0;
  DIR *const directory = opendir(folder);
  if (directory == NULL) fail_msg("%s: %s", folder, strerror(errno));
  for (struct dirent *file; (file = readdir(directory)) != NULL;) {
    char source[600];
    size_t length;
    if (file->d_name[0] == '.') continue;
    snprintf(source, sizeof source, "%s/%s", folder, file->d_name);
    char *const bytes = support_read(source, &length);
    for (int format = TT_FORMAT_GUESS; format <= TT_FORMAT_SPARSE6; format++) {
      check_ways(source, bytes, length, (enum tt_format)format);
    }
    if (length < 3000) check_pipes(source, bytes, length);
    free(bytes);
    files++;
  }
  closedir(directory);
  return files;
}

static void every_way_reads_the_same(void **state) {
  (void)state;
  static const char *const folders[] = {"tests/accept",
                                        "tests/reject",
                                        "tests/positions",
                                        "tests/fuzz/corpus/plain",
                                        "tests/fuzz/corpus/dimacs",
                                        "tests/fuzz/corpus/graph6"};
  size_t files = 0;
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) files += check_folder(folders[index]);
  print_message("%zu files\n", files);
  assert_true(files > 200);
}

/* A byte lost in reading must show, wherever it is. */
static void lost_bytes_are_seen(void **state) {
  (void)state;
  static const char text[] = "terminals a b\na cc\ncc b\nb 17 secured\n17 a\n";
  const struct text expected = said_of_stream(stream_of(text, strlen(text)), path, TT_FORMAT_GUESS);
  write_path(text, strlen(text));
  size_t unseen = 0;
  for (long drop = 0; drop + 1 < (long)strlen(text); drop++) {
    read_as_usual();
    reading.drop = drop;
    const struct text said = said_of_path(TT_FORMAT_GUESS, 5);
    unseen += same(expected, said);
    free(said.bytes);
  }
  read_as_usual();
  assert_int_equal(unseen, 0);
  free(expected.bytes);
}

/* ---- Large texts ---- */

static struct support_random generator;

static unsigned below(unsigned limit) {
  return support_below(&generator, limit);
}

/* An edge list with all that makes lines irregular; every block ends somewhere else in it. */
static struct text irregular_list(bool by_number, unsigned lines) {
  static const char *const endings[] = {"\n", "\n", "\n", "\r\n", " secured\n", "\tdeleted\n", " # c\n", " \n"};
  static const char *const words[] = {"%u%s", "n%u%s", "\xc3\xa9%u%s", "0%u%s"};
  struct text list = {NULL, 0};
  FILE *const out = open_memstream(&list.bytes, &list.length);
  assert_non_null(out);
  fputs(by_number ? "vertices 20000\nterminals 0 1\n" : "terminals x y\n", out);
  for (unsigned line = 0; line < lines; line++) {
    if (below(50) == 0) fputs(below(2) == 0 ? "# words and words\n" : "\n", out);
    const unsigned most = below(3) == 0 ? 12 : 20000;
    fprintf(out, by_number ? "%u%s" : words[below(4)], below(most), below(9) == 0 ? " \t" : " ");
    fprintf(out, by_number ? "%u%s" : words[below(4)], below(most), endings[below(8)]);
  }
  assert_int_equal(fclose(out), 0);
  return list;
}

static void blocks_end_anywhere(void **state) {
  (void)state;
  static const size_t blocks[] = {997, 4096, 16384, 16385, 50000, 0};
  generator.state = support_seed(501);
  for (int round = 0; round < 4; round++) {
    const struct text list = irregular_list(round % 2 == 0, 12000);
    const struct text expected = said_of_stream(stream_of(list.bytes, list.length), path, TT_FORMAT_GUESS);
    assert_null(strstr(expected.bytes, "status"));
    write_path(list.bytes, list.length);
    for (size_t index = 0; index < sizeof blocks / sizeof *blocks; index++) {
      check_same(expected, said_of_path(TT_FORMAT_GUESS, blocks[index]), "irregular list", "in blocks");
    }
    reading.chunk = 4093;
    check_same(expected, said_of_path(TT_FORMAT_GUESS, 0), "irregular list", "interrupted");
    read_as_usual();
    const struct text data = gzipped(list.bytes, list.length, 33333);
    write_path(data.bytes, data.length);
    check_same(expected, said_of_path(TT_FORMAT_GUESS, 0), "irregular list", "gzip");
    free(data.bytes);
    free(expected.bytes);
    free(list.bytes);
  }
}

/* Lines longer than any block, with short ones around them; and a comment that the guess has to keep. */
static void long_lines(void **state) {
  (void)state;
  struct text stream = {NULL, 0}, comment = {NULL, 0};
  struct tt_graph *const graph = tt_graph_new("long", 60000);
  assert_non_null(graph);
  for (uint32_t edge = 0; edge < 700000; edge++) {
    assert_true(tt_graph_add_edge(graph, edge % 60000, edge * 7919u % 60000));
  }
  FILE *out = open_memstream(&stream.bytes, &stream.length);
  assert_non_null(out);
  fputs(">>sparse6<<:An\n", out);
  assert_int_equal(tt_write_graph(out, graph, TT_FORMAT_SPARSE6, NULL), TT_OK);
  fputs("C~\n", out);
  assert_int_equal(tt_write_graph(out, graph, TT_FORMAT_SPARSE6, NULL), TT_OK);
  fclose(out);
  assert_true(stream.length > 3 * TT_INPUT_BLOCK);
  check_ways("long lines", stream.bytes, stream.length, TT_FORMAT_GUESS);
  out = open_memstream(&comment.bytes, &comment.length);
  assert_non_null(out);
  for (int byte = 0; byte < 100000; byte++) fputs(byte % 1000 == 999 ? "\nc " : byte == 0 ? "c " : "x", out);
  fputs("\np edge 3 2\ne 1 2\ne 2 3\n", out);
  fclose(out);
  check_ways("long comment", comment.bytes, comment.length, TT_FORMAT_GUESS);
  free(stream.bytes);
  free(comment.bytes);
  tt_graph_free(graph);
}

/* Lines that are almost what the quick way takes, each behind one that it does take. */
static void almost_quick_lines(void **state) {
  (void)state;
  static const struct {
    const char *text, *said;
  } lines[] = {
      {"vertices 3\nterminals 0 2\n0 1\n0 1\r\r\n", ":4: '1\\x0D', expected a vertex number below 3"},
      {"terminals a b\na b\na b\r\r\n", ":3: 'b\\x0D', expected a vertex name without control"},
      {"terminals a b\na b\na\rb b\n", ":3: 'a\\x0Db', expected a vertex name without control"},
      {"vertices 3\nterminals 0 2\n0 1\n0 01\n", ":4: '01', expected a vertex number below 3"},
      {"vertices 3\nterminals 0 2\n0 1\n0 3\n", ":4: '3', expected a vertex number below 3"},
      {"vertices 3\nterminals 0 2\n0 1\n0 4294967296\n", ":4: '4294967296', expected a vertex number below 3"},
      {"vertices 3\nterminals 0 2\n0 1\n0 1x\n", ":4: '1x', expected a vertex number below 3"},
      {"vertices 3\nterminals 0 2\n0 1\n0\n1\n", ":4: '0', alone on its line"},
      {"terminals 1 2\n1 2\n1x 2\n", "3 vertices, 0 to 1: 0-1/0 2-1/0 1 2 1x"},
      {"terminals a b\na b\na#b #b b\n", ":3: 'a#b', alone on its line"},
      {"p edge 3 2\ne 1 2\ne 1 0\n", ":3: '0', expected a vertex number from 1 to 3"},
      {"p edge 3 2\ne 1 2\ne 4 1\n", ":3: '4', expected a vertex number from 1 to 3"},
      {"p edge 3 2\ne 1 2\ne1 2\n", ":3: a line that begins with 'e1'"},
      {"p edge 3 2\ne 1 2\ne 2 3\ne 1 3\n", ":4: one edge more, expected 2"},
  };
  for (size_t index = 0; index < sizeof lines / sizeof *lines; index++) {
    write_path(lines[index].text, strlen(lines[index].text)); /* a stream comes line by line, and none is at hand */
    const struct text said = said_of_path(TT_FORMAT_GUESS, 0);
    if (strstr(said.bytes, lines[index].said) == NULL) fail_msg("%s\nnot '%s'", said.bytes, lines[index].said);
    free(said.bytes);
  }
}

/* ---- Names beside a naive reading ---- */

#define NAME_SIZE 16

struct naive {
  char names[400][NAME_SIZE];
  unsigned count, edge_count, edges[300][2];
};

static unsigned naive_number(struct naive *naive, const char *name) {
  for (unsigned number = 0; number < naive->count; number++) {
    if (strcmp(naive->names[number], name) == 0) return number;
  }
  strcpy(naive->names[naive->count], name);
  return naive->count++;
}

/* Numbers, some with a 0 too many or too large for a table; words that begin or end like numbers. */
static const char *random_name(char *name, size_t size) {
  static const char *const forms[] = {"%u", "%u", "%u", "0%u", "%u33554431", "3355443%u", "n%u", "%un", "-%u", "+%u"};
  snprintf(name, size, forms[below(10)], below(below(4) == 0 ? 1000 : 12));
  return name;
}

/* Fills in the naive reading of the list that it returns. */
static struct text random_list(struct naive *naive) {
  static const char *const endings[] = {"\n", "\n", "\n", "\r\n", " \n", "#\n", " #\n"};
  struct text list = {NULL, 0};
  char first[NAME_SIZE], second[NAME_SIZE];
  FILE *const out = open_memstream(&list.bytes, &list.length);
  assert_non_null(out);
  naive->count = naive->edge_count = 0;
  do {
    random_name(first, sizeof first);
    random_name(second, sizeof second);
  } while (strcmp(first, second) == 0);
  fprintf(out, "terminals %s %s\n", first, second);
  naive_number(naive, first);
  naive_number(naive, second);
  for (unsigned edges = below(150); edges > 0; edges--) {
    const char *const ending = endings[below(7)];
    fprintf(out, "%s %s%s", random_name(first, sizeof first), random_name(second, sizeof second), ending);
    if (*ending == '#') strcat(second, "#");
    naive->edges[naive->edge_count][0] = naive_number(naive, first);
    naive->edges[naive->edge_count++][1] = naive_number(naive, second);
  }
  fclose(out);
  return list;
}

static bool is_as_naive(const struct tt_graph *graph, const struct naive *naive) {
  char name[NAME_SIZE];
  if (graph->vertex_count != naive->count || graph->edge_count != naive->edge_count) return false;
  for (unsigned vertex = 0; vertex < naive->count; vertex++) {
    if (strcmp(tt_vertex_name(graph, vertex, name, sizeof name), naive->names[vertex]) != 0) return false;
  }
  for (unsigned edge = 0; edge < naive->edge_count; edge++) {
    const struct tt_edge ends = graph->edges[edge];
    if (ends.u != naive->edges[edge][0] || ends.v != naive->edges[edge][1]) return false;
  }
  return graph->terminal_a == 0 && graph->terminal_b == 1;
}

static void names_as_a_naive_reading_has_them(void **state) {
  (void)state;
  static struct naive naive;
  generator.state = support_seed(502);
  for (int round = 0; round < 3000; round++) {
    const struct text list = random_list(&naive);
    struct tt_error error;
    struct tt_graph *graph;
    FILE *const stream = stream_of(list.bytes, list.length);
    struct tt_reader *const reader = tt_reader_on(stream, "list", TT_FORMAT_PLAIN, &error);
    assert_non_null(reader);
    reader->input.block = round % 3 == 0 ? 17 : TT_INPUT_BLOCK;
    if (tt_reader_next(reader, &graph, &error) != TT_OK) fail_msg("%s\n%s", error.text, list.bytes);
    if (!is_as_naive(graph, &naive)) fail_msg("another graph than\n%s", list.bytes);
    if (graph->edge_count > 0) {
      graph->edges[graph->edge_count - 1].v ^= 1;
      assert_false(is_as_naive(graph, &naive));
    }
    tt_graph_free(graph);
    tt_reader_close(reader);
    fclose(stream);
    free(list.bytes);
  }
}

/* ---- As soon as it is there ---- */

/* The writer sends the rest of each line, and a piece of the next, only when the graph before it has arrived; alarm
 * ends a reader that waits for more. */
static void check_prompt(bool as_stdin, bool deflated) {
  static const char *const pieces[] = {"C~\nDQ", "c\n:A", "n\n"}, *const names[] = {"C~", "DQc", ":An"};
  int ends[2];
  struct tt_error error;
  struct tt_graph *graph;
  unsigned char packed[200];
  z_stream stream = {0};
  assert_int_equal(deflateInit2(&stream, 6, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
  assert_int_equal(pipe(ends), 0);
  FILE *const source = as_stdin ? NULL : fdopen(ends[0], "r");
  const int usual = dup(STDIN_FILENO);
  if (as_stdin) dup2(ends[0], STDIN_FILENO);
  struct tt_reader *const reader =
      as_stdin ? tt_reader_open("-", TT_FORMAT_GUESS, &error) : tt_reader_on(source, "-", TT_FORMAT_GUESS, &error);
  assert_non_null(reader);
  for (size_t index = 0; index < 3; index++) {
    stream.next_in = (unsigned char *)(uintptr_t)pieces[index];
    stream.avail_in = (uInt)strlen(pieces[index]);
    stream.next_out = packed;
    stream.avail_out = sizeof packed;
    deflate(&stream, Z_SYNC_FLUSH);
    const size_t length = deflated ? sizeof packed - stream.avail_out : strlen(pieces[index]);
    assert_int_equal(write(ends[1], deflated ? (const void *)packed : pieces[index], length), length);
    assert_int_equal(tt_reader_next(reader, &graph, &error), TT_OK);
    assert_non_null(graph);
    assert_string_equal(graph->name, names[index]);
    tt_graph_free(graph);
  }
  deflateEnd(&stream);
  tt_reader_close(reader);
  close(ends[1]);
  if (source != NULL) fclose(source);
  if (as_stdin) close(ends[0]);
  dup2(usual, STDIN_FILENO);
  close(usual);
}

static void lines_of_a_pipe_come_at_once(void **state) {
  (void)state;
  alarm(30);
  check_prompt(true, false);
  check_prompt(false, false);
  check_prompt(true, true);
  alarm(0);
}

/* ---- Torn input ---- */

static const char three_graphs[] = "C~\nDQc\n:Fa@x^\n";

static void check_one_refusal(struct text said, const char *words) {
  const char *const refusal = strstr(said.bytes, "status 2: ");
  if (refusal == NULL || strstr(refusal, words) == NULL) fail_msg("not '%s' in:\n%s", words, said.bytes);
  assert_null(strstr(refusal + 1, "status"));
  assert_non_null(strstr(refusal, "expected"));
}

static void torn_gzip_data(void **state) {
  (void)state;
  const struct text data = gzipped(three_graphs, strlen(three_graphs), 7);
  size_t first_member = 0, whole = 0;
  for (size_t length = 2; length < data.length; length++) {
    write_path(data.bytes, length);
    const struct text said = said_of_path(TT_FORMAT_GRAPH6, 0);
    if (strstr(said.bytes, "status") == NULL) {
      whole++;
      first_member = length;
    } else {
      check_one_refusal(said, "gzip data: cut short, expected whole members and nothing else");
    }
    free(said.bytes);
  }
  assert_int_equal(whole, 1); /* all of the first of two members, which is the first two lines */
  char *const more = malloc(data.length + 8);
  assert_non_null(more);
  static const char *const behind[] = {"junk", "\n", "\x1f", "\x1f\x8b"};
  for (size_t index = 0; index < 4; index++) {
    memcpy(more, data.bytes, data.length);
    memcpy(more + data.length, behind[index], strlen(behind[index]));
    write_path(more, data.length + strlen(behind[index]));
    const struct text said = said_of_path(TT_FORMAT_GRAPH6, 0);
    check_one_refusal(said, "path:4: gzip data: " + strlen("path"));
    free(said.bytes);
  }
  print_message("%zu bytes, the first member %zu\n", data.length, first_member);
  free(more);
  free(data.bytes);
}

/* Every byte changed: another byte of the header that nobody reads, or refused; never another graph without a word. */
static void corrupt_gzip_data(void **state) {
  (void)state;
  const struct text data = gzipped(three_graphs, strlen(three_graphs), 100);
  write_path(data.bytes, data.length);
  const struct text expected = said_of_path(TT_FORMAT_GRAPH6, 0);
  size_t unseen = 0, refused = 0;
  for (size_t place = 2; place < data.length; place++) {
    for (int bit = 0; bit < 8; bit++) {
      data.bytes[place] ^= (char)(1 << bit);
      write_path(data.bytes, data.length);
      data.bytes[place] ^= (char)(1 << bit);
      const struct text said = said_of_path(TT_FORMAT_GRAPH6, 0);
      const bool is_same = same(expected, said);
      if (!is_same && strstr(said.bytes, "status 2: ") == NULL) fail_msg("byte %zu:\n%s", place, said.bytes);
      /* A wrong check sum is told behind all that was inflated, of which nothing is lost. */
      if (place >= data.length - 8) assert_memory_equal(said.bytes, expected.bytes, expected.length);
      unseen += is_same;
      refused += strstr(said.bytes, "gzip data: ") != NULL;
      free(said.bytes);
    }
  }
  print_message("%zu changes refused, %zu in bytes that mean nothing\n", refused, unseen);
  assert_true(refused > 100);
  assert_true(unseen <= 6 * 8 + 1 + 7); /* of the header time, system and two hints; what pads the last byte */
  free(expected.bytes);
  free(data.bytes);
}

static void read_errors_come_at_their_line(void **state) {
  (void)state;
  static const char text[] = "C~\nDQc\n:An\n";
  char expected[200];
  write_path(text, strlen(text));
  for (long fail = 0; fail <= (long)strlen(text); fail++) {
    read_as_usual();
    reading.fail = fail;
    const struct text said = said_of_path(TT_FORMAT_GRAPH6, 0);
    read_as_usual();
    const int line = 1 + (fail >= 3) + (fail >= 7) + (fail >= 11);
    snprintf(expected, sizeof expected, "%s:%d: read error: Input/output error\n", path, line);
    const char *const refusal = strstr(said.bytes, path);
    assert_non_null(refusal);
    assert_string_equal(refusal, expected);
    size_t graphs = 0;
    for (const char *at = said.bytes; (at = strstr(at, " vertices, ")) != NULL; at++) graphs++;
    assert_int_equal(graphs, line - 1); /* a line that is cut is no graph, even if it looks like one */
    free(said.bytes);
  }
}

/* ---- Memory ---- */

/* What a file promises is not what is asked for. */
static void promises_cost_nothing(void **state) {
  (void)state;
  static const struct {
    const char *text, *refusal;
  } promises[] = {
      {"p edge 33554432 1000000000000000\ne 1 2\n", "the file ends after 1 edges, expected 1000000000000000"},
      {"p edge 33554433 1\n", "'33554433' vertices, expected a number from 2 to 33554432"},
      {"p edge 5 18446744073709551617\n", "'18446744073709551617' edges, expected a number"},
      {"p edge 4294967298 1\n", "'4294967298' vertices, expected a number from 2 to 33554432"},
      {"vertices 4294967298\nterminals 0 1\n0 1\n", "'4294967298' vertices, expected a number from 2 to 33554432"},
      {"vertices 33554432\nterminals 0 33554432\n", "'33554432', expected a vertex number below 33554432"},
      {"vertices 33554432\nterminals 0 1\n0 4294967296\n", "'4294967296', expected a vertex number below 33554432"},
      {"~?~~\n", "0 bytes behind the vertex count, expected 1397078 for 4095 vertices"},
      {"~O?@\n", "graph6 of 65537 vertices, expected at most 65536"},
      {":~~~~~~~~\n", "vertex count 68719476735, expected at most 33554432"},
  };
  for (size_t index = 0; index < sizeof promises / sizeof *promises; index++) {
    write_path(promises[index].text, strlen(promises[index].text));
    struct tt_error error;
    struct tt_graph *graph;
    count_memory();
    struct tt_reader *const reader = tt_reader_open(path, TT_FORMAT_GUESS, &error);
    assert_non_null(reader);
    assert_int_equal(tt_reader_next(reader, &graph, &error), TT_BAD_INPUT);
    tt_reader_close(reader);
    memory.counts = false;
    if (strstr(error.text, promises[index].refusal) == NULL) fail_msg("%s\n%s", promises[index].text, error.text);
    if (memory.largest > 100000) fail_msg("%s: %zu bytes at once", promises[index].text, memory.largest);
    assert_int_equal(memory.live, 0);
  }
}

/* The most memory in use while a text is read, for each edge; the blocks and the line itself do not count. */
static double bytes_per_edge(enum tt_format format, bool by_name) {
  struct tt_error error;
  const uint32_t vertices = 100000, edges = 1000000;
  struct tt_graph *graph = tt_graph_new("large", vertices);
  assert_non_null(graph);
  for (uint32_t edge = 0; edge < edges; edge++) {
    assert_true(tt_graph_add_edge(graph, edge % vertices, edge * 7919u % vertices));
  }
  FILE *const out = fopen(path, "w");
  assert_non_null(out);
  assert_int_equal(tt_write_graph(out, graph, format, &error), TT_OK);
  fclose(out);
  tt_graph_free(graph);
  if (by_name) { /* without its first line, `vertices N`, the list has names, which are numbers in another order */
    size_t length;
    char *const list = support_read(path, &length), *const second = strchr(list, '\n') + 1;
    write_path(second, length - (size_t)(second - list));
    free(list);
  }
  count_memory();
  struct tt_reader *const reader = tt_reader_open(path, format, &error);
  assert_non_null(reader);
  assert_int_equal(tt_reader_next(reader, &graph, &error), TT_OK);
  const size_t line = format == TT_FORMAT_SPARSE6 ? reader->input.capacity + strlen(graph->name) : TT_INPUT_BLOCK;
  tt_reader_close(reader);
  memory.counts = false;
  assert_int_equal(graph->edge_count, edges);
  assert_int_equal(graph->edge_capacity, edges);
  tt_graph_free(graph);
  return ((double)memory.peak - (double)line) / edges;
}

static void memory_grows_with_the_edges(void **state) {
  (void)state;
  const double number = bytes_per_edge(TT_FORMAT_PLAIN, false), name = bytes_per_edge(TT_FORMAT_PLAIN, true);
  const double dimacs = bytes_per_edge(TT_FORMAT_DIMACS, false), sparse = bytes_per_edge(TT_FORMAT_SPARSE6, false);
  print_message("bytes an edge: %.1f by number, %.1f by name (10 edges a vertex), %.1f DIMACS, %.1f sparse6\n", number,
                name, dimacs, sparse);
  assert_true(number >= 9 && number < 20);
  assert_true(name >= 9 && name < 25);
  assert_true(dimacs >= 9 && dimacs < 12);
  assert_true(sparse >= 9 && sparse < 20);
}

/* Names stand in one block, of which a copy has its own. */
static void copies_have_their_own_names(void **state) {
  (void)state;
  static const char *const names[] = {"alpha", "b", "", "long name", "e"};
  struct tt_graph *const graph = support_parse("terminals alpha b\nc d\n"), *bare = NULL;
  assert_non_null(graph->name_bytes);
  struct tt_graph *const copy = tt_graph_copy(graph, 0);
  tt_graph_free(graph);
  assert_string_equal(copy->vertex_names[0], "alpha");
  assert_string_equal(copy->vertex_names[1], "b");
  assert_string_equal(copy->vertex_names[3], "d");
  tt_graph_free(copy);
  bare = tt_graph_new("each owned by itself, one missing", 5); /* as users of the library make them */
  bare->vertex_names = calloc(5, sizeof *bare->vertex_names);
  for (size_t index = 0; index < 5; index++) bare->vertex_names[index] = index == 2 ? NULL : strdup(names[index]);
  struct tt_graph *const second = tt_graph_copy(bare, 3);
  tt_graph_free(bare);
  for (size_t index = 0; index < 5; index++) {
    if (index == 2) assert_null(second->vertex_names[index]);
    if (index != 2) assert_string_equal(second->vertex_names[index], names[index]);
  }
  tt_graph_free(second);
}

static void room_is_counted_without_overflow(void **state) {
  (void)state;
  struct tt_graph *const graph = tt_graph_new("room", 2);
  assert_true(tt_graph_add_edge(graph, 0, 1));
  assert_false(tt_graph_make_room(graph, SIZE_MAX));
  assert_false(tt_graph_make_room(graph, SIZE_MAX / 2));
  assert_false(tt_graph_reserve(graph, SIZE_MAX / sizeof(struct tt_edge) + 1));
  assert_int_equal(graph->edge_count, 1);
  for (size_t edge = 1; edge < 1000; edge++) {
    assert_true(tt_graph_make_room(graph, 1 + edge % 7));
    assert_true(graph->edge_capacity >= graph->edge_count + 1 + edge % 7);
    assert_true(tt_graph_add_edge(graph, 1, 0));
  }
  tt_graph_trim(graph);
  assert_int_equal(graph->edge_capacity, 1000);
  assert_int_equal(graph->edges[0].u, 0);
  assert_int_equal(graph->edges[999].u, 1);
  tt_graph_free(graph);
}

/* Fails the first allocation, then the second, ... until all succeed. */
static void check_failing_memory(const char *text, bool packed) {
  const struct text data = gzipped(text, strlen(text), 1000);
  write_path(packed ? data.bytes : text, packed ? data.length : strlen(text));
  free(data.bytes);
  for (long allowed = 0;; allowed++) {
    struct tt_error error = {TT_OK, ""};
    struct tt_graph *graph = NULL;
    memory.left = allowed;
    struct tt_reader *const reader = tt_reader_open(path, TT_FORMAT_GUESS, &error);
    const enum tt_status status = reader == NULL ? TT_NO_RESOURCE : tt_reader_next(reader, &graph, &error);
    tt_reader_close(reader);
    memory.left = -1;
    tt_graph_free(graph);
    if (status == TT_OK) break;
    assert_int_equal(status, TT_NO_RESOURCE);
    assert_string_equal(error.text, "out of memory");
    assert_true(allowed < 1000);
  }
}

static void failing_memory(void **state) {
  (void)state;
  struct text list = irregular_list(false, 3000);
  check_failing_memory(list.bytes, false);
  check_failing_memory(list.bytes, true);
  free(list.bytes);
  list = irregular_list(true, 3000);
  check_failing_memory(list.bytes, false);
  free(list.bytes);
  check_failing_memory("p edge 3 2\ne 1 2\ne 2 3\n", true);
  struct tt_graph *const graph = tt_graph_new("many", 3000);
  assert_non_null(graph);
  assert_true(tt_graph_add_edge(graph, 7, 2999));
  FILE *const out = open_memstream(&list.bytes, &list.length);
  assert_int_equal(tt_write_graph(out, graph, TT_FORMAT_SPARSE6, NULL), TT_OK);
  fclose(out);
  check_failing_memory(list.bytes, false);
  free(list.bytes);
  tt_graph_free(graph);
}

/* ---- The program ---- */

static void program_reads_gzip_data(void **state) {
  (void)state;
  char command[600];
  snprintf(command, sizeof command,
           "%s convert bridgit:4 > %s; gzip -c < %s > %s.gz; %s classify %s.gz; %s classify - < %s.gz; "
           "head -c 60 %s.gz > %s; rm %s.gz; %s classify %s",
           support_program(), path, path, path, support_program(), path, support_program(), path, path, path, path,
           support_program(), path);
  struct support_run run = support_shell(command);
  assert_int_equal(run.status, 2);
  const char *const first = strstr(run.output, ".gz");
  assert_non_null(first);
  const char *const second = strstr(first + 3, "stdin");
  assert_non_null(second);
  assert_non_null(strstr(first, "First"));
  assert_non_null(strstr(second, "First"));
  assert_non_null(strstr(run.errors, "gzip data: cut short, expected whole members and nothing else\n"));
  support_run_free(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lost_bytes_are_seen),
      cmocka_unit_test(every_way_reads_the_same),
      cmocka_unit_test(blocks_end_anywhere),
      cmocka_unit_test(long_lines),
      cmocka_unit_test(almost_quick_lines),
      cmocka_unit_test(names_as_a_naive_reading_has_them),
      cmocka_unit_test(lines_of_a_pipe_come_at_once),
      cmocka_unit_test(torn_gzip_data),
      cmocka_unit_test(corrupt_gzip_data),
      cmocka_unit_test(read_errors_come_at_their_line),
      cmocka_unit_test(promises_cost_nothing),
      cmocka_unit_test(memory_grows_with_the_edges),
      cmocka_unit_test(copies_have_their_own_names),
      cmocka_unit_test(room_is_counted_without_overflow),
      cmocka_unit_test(failing_memory),
      cmocka_unit_test(program_reads_gzip_data),
  };
  return cmocka_run_group_tests(tests, make_path, remove_path);
}
