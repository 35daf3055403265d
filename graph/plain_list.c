/* plain_list.c: the harness's own format, one graph a file; all that a position holds can be said in it.
 *
 *   # comment, also behind the words of a line       vertices N     optional: there are N vertices
 *   terminals A B                                    vertex NAME    optional, before terminals: the next vertex
 *   U V                                              an edge, with `secured` or `deleted` behind it or nothing
 *
 * With `vertices N` and a decimal number as the first vertex of the file, vertices are called by their numbers, 0 to
 * N - 1, and nothing is stored for a vertex. Otherwise they have names and are numbered in the order in which the names
 * first appear; those that `vertices N` promises and nobody names come last and are called "(4)" and the like.
 *
 * The writer picks the shortest of three forms that reads back with the same numbers: numbers, names in the order in
 * which terminals and edges bring them, or a `vertex` line for every vertex first. */
#include <stdlib.h>
#include <string.h>

#include "graph/formats.h"
#include "graph/names.h"

#define NAME_LENGTH_LIMIT 255
#define SHORTEST_LINE 4         /* bytes of an edge: U V and the newline */
#define NAMELESS_LIMIT 1000000u /* most vertices without a name where others have one */

/* ---- Names ---- */

/* The length of the well-formed UTF-8 sequence of two to four bytes at the beginning, or 0; as Unicode's table 3-7. */
static size_t sequence_length(const unsigned char *bytes, size_t length) {
  const unsigned lead = bytes[0];
  const size_t needed = lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
  if (needed == 0 || needed > length) return 0;
  const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  if (bytes[1] < least || bytes[1] > most) return 0;
  for (size_t index = 2; index < needed; index++) {
    if ((bytes[index] & 0xc0) != 0x80) return 0;
  }
  return needed;
}

/* No control characters, neither ASCII's nor the ones from U+0080 to U+009F; anything else in UTF-8. */
static bool is_text(struct tt_token name) {
  const unsigned char *const bytes = (const unsigned char *)name.bytes;
  for (size_t index = 0; index < name.length;) {
    if (bytes[index] < 0x20 || bytes[index] == 0x7f) return false;
    if (bytes[index] < 0x80) {
      index++;
      continue;
    }
    const size_t length = sequence_length(bytes + index, name.length - index);
    if (length == 0 || (bytes[index] == 0xc2 && bytes[index + 1] < 0xa0)) return false;
    index += length;
  }
  return true;
}

/* What keeps a token from being a vertex name, or NULL. The format's own words would make lines ambiguous. */
static const char *name_defect(struct tt_token name) {
  static const char *const words[] = {"vertices", "vertex", "terminals", "secured", "deleted"};
  if (name.length > NAME_LENGTH_LIMIT) return "expected a vertex name of at most 255 bytes";
  if (!is_text(name)) return "expected a vertex name without control characters, in UTF-8";
  for (size_t index = 0; index < sizeof words / sizeof *words; index++) {
    if (tt_token_is(name, words[index])) return "expected a vertex name, which this word cannot be";
  }
  return NULL;
}

/* Decides whether a file goes by numbers, so a sign counts: -1 is a wrong number there, not a name. */
static bool looks_numeric(struct tt_token name) {
  size_t index = name.length > 1 && (name.bytes[0] == '-' || name.bytes[0] == '+') ? 1 : 0;
  if (name.length == 0) return false;
  while (index < name.length && name.bytes[index] >= '0' && name.bytes[index] <= '9') index++;
  return index == name.length;
}

static struct tt_token name_of_nameless(uint32_t number, char *buffer, size_t size) {
  const int length = snprintf(buffer, size, "(%lu)", (unsigned long)number);
  return (struct tt_token){buffer, (size_t)length};
}

/* ---- The reader ---- */

struct plain_list {
  struct tt_reader *reader;
  struct tt_error *error;
  struct tt_graph *graph;
  /* Settled by a `vertex` line, by the second of `vertices` and `terminals`, by the first edge or by the end. */
  enum { UNSETTLED, BY_NUMBER, BY_NAME } mode;
  uint32_t promised; /* N of `vertices N`, 0 without */
  bool has_terminals;
  struct tt_token terminals[2]; /* pending while unsettled; into terminal_bytes */
  char terminal_bytes[2][NAME_LENGTH_LIMIT];
  struct tt_names names;
};

static enum tt_status refuse_token(const struct plain_list *list, struct tt_token token, const char *expected) {
  return tt_refuse(list->reader, list->error, "'%s', %s", tt_show(token.bytes, token.length).text, expected);
}

static enum tt_status find_by_number(const struct plain_list *list, struct tt_token token, uint32_t *vertex) {
  uint64_t number;
  if (!tt_token_number(token, list->promised - 1, &number)) {
    return tt_refuse(list->reader, list->error, "'%s', expected a vertex number below %lu",
                     tt_show(token.bytes, token.length).text, (unsigned long)list->promised);
  }
  *vertex = (uint32_t)number;
  return TT_OK;
}

static enum tt_status find_by_name(struct plain_list *list, struct tt_token token, uint32_t *vertex) {
  if (tt_names_find(&list->names, token, vertex)) return TT_OK;
  const char *const defect = name_defect(token);
  if (defect != NULL) return refuse_token(list, token, defect);
  if (list->names.count == (list->promised != 0 ? list->promised : TT_VERTEX_LIMIT)) {
    return tt_refuse(list->reader, list->error, "'%s' is one vertex more, expected %lu",
                     tt_show(token.bytes, token.length).text, (unsigned long)list->names.count);
  }
  *vertex = list->names.count;
  if (!tt_names_add(&list->names, token)) return tt_no_memory(list->error);
  if (list->names.count > list->graph->vertex_count) list->graph->vertex_count = list->names.count;
  return TT_OK;
}

static enum tt_status find_vertex(struct plain_list *list, struct tt_token token, uint32_t *vertex) {
  return list->mode == BY_NUMBER ? find_by_number(list, token, vertex) : find_by_name(list, token, vertex);
}

static enum tt_status find_terminals(struct plain_list *list) {
  const enum tt_status status = find_vertex(list, list->terminals[0], &list->graph->terminal_a);
  if (status != TT_OK) return status;
  return find_vertex(list, list->terminals[1], &list->graph->terminal_b);
}

/* Where there are no `vertex` lines, the terminals are the first vertices of the file whatever comes first in it. */
static enum tt_status settle(struct plain_list *list) {
  if (list->mode != UNSETTLED) return TT_OK;
  list->mode = list->promised != 0 && looks_numeric(list->terminals[0]) ? BY_NUMBER : BY_NAME;
  if (list->promised != 0) list->graph->vertex_count = list->promised;
  return find_terminals(list);
}

static enum tt_status take_vertices(struct plain_list *list, const struct tt_token *tokens, size_t count) {
  uint64_t number;
  if (list->promised != 0) return tt_refuse(list->reader, list->error, "'vertices' a second time, expected it once");
  if (list->mode != UNSETTLED) {
    return tt_refuse(list->reader, list->error, "'vertices', expected before all edges and without 'vertex' lines");
  }
  if (count != 2) return tt_refuse(list->reader, list->error, "not one word behind 'vertices', expected 'vertices N'");
  if (!tt_token_number(tokens[1], TT_VERTEX_LIMIT, &number) || number < 2) {
    return tt_refuse(list->reader, list->error, "'%s' vertices, expected a number from 2 to %u",
                     tt_show(tokens[1].bytes, tokens[1].length).text, TT_VERTEX_LIMIT);
  }
  list->promised = (uint32_t)number;
  return list->has_terminals ? settle(list) : TT_OK;
}

static enum tt_status take_vertex(struct plain_list *list, const struct tt_token *tokens, size_t count) {
  uint32_t vertex;
  if (list->has_terminals || list->promised != 0) {
    return tt_refuse(list->reader, list->error, "'vertex', expected before 'terminals' and without 'vertices'");
  }
  if (count != 2) return tt_refuse(list->reader, list->error, "not one word behind 'vertex', expected 'vertex NAME'");
  list->mode = BY_NAME;
  if (tt_names_find(&list->names, tokens[1], &vertex)) {
    return refuse_token(list, tokens[1], "expected the name of another vertex");
  }
  return find_by_name(list, tokens[1], &vertex);
}

static enum tt_status take_terminals(struct plain_list *list, const struct tt_token *tokens, size_t count) {
  if (list->has_terminals) {
    return tt_refuse(list->reader, list->error, "'terminals' a second time, expected it once");
  }
  if (count != 3) {
    return tt_refuse(list->reader, list->error, "not two words behind 'terminals', expected 'terminals A B'");
  }
  for (size_t side = 0; side < 2; side++) {
    const struct tt_token name = tokens[side + 1];
    const char *const defect = name_defect(name);
    if (defect != NULL) return refuse_token(list, name, defect);
    memcpy(list->terminal_bytes[side], name.bytes, name.length);
    list->terminals[side] = (struct tt_token){list->terminal_bytes[side], name.length};
  }
  if (tokens[1].length == tokens[2].length && memcmp(tokens[1].bytes, tokens[2].bytes, tokens[1].length) == 0) {
    return refuse_token(list, tokens[1], "twice as terminal, expected two different vertices");
  }
  list->has_terminals = true;
  if (list->mode == BY_NAME) return find_terminals(list);
  return list->promised != 0 ? settle(list) : TT_OK;
}

static enum tt_status take_edge(struct plain_list *list, const struct tt_token *tokens, size_t count) {
  uint32_t u, v;
  enum tt_edge_state state = TT_UNDECIDED;
  if (!list->has_terminals) {
    return refuse_token(list, tokens[0], "expected 'vertices N' or 'terminals A B' before all edges");
  }
  if (count == 1) return refuse_token(list, tokens[0], "alone on its line, expected an edge 'U V'");
  if (count > 3) return refuse_token(list, tokens[3], "a fourth word, expected an edge 'U V' or 'U V STATE'");
  if (count == 3) {
    const bool secured = tt_token_is(tokens[2], "secured");
    if (!secured && !tt_token_is(tokens[2], "deleted")) {
      return refuse_token(list, tokens[2], "expected 'secured', 'deleted' or nothing behind the edge");
    }
    state = secured ? TT_SECURED : TT_DELETED;
  }
  enum tt_status status = settle(list);
  if (status == TT_OK) status = find_vertex(list, tokens[0], &u);
  if (status == TT_OK) status = find_vertex(list, tokens[1], &v);
  if (status != TT_OK) return status;
  if (!tt_graph_add_edge(list->graph, u, v)) return tt_no_memory(list->error);
  list->graph->states[list->graph->edge_count - 1] = (uint8_t)state;
  return TT_OK;
}

static enum tt_status take_line(struct plain_list *list) {
  struct tt_token tokens[4];
  const size_t count = tt_split_line(list->reader, '#', tokens, 4);
  if (count == 0) return TT_OK;
  if (list->reader->graph_line == 0) list->reader->graph_line = list->reader->line_number;
  if (tt_token_is(tokens[0], "vertices")) return take_vertices(list, tokens, count);
  if (tt_token_is(tokens[0], "vertex")) return take_vertex(list, tokens, count);
  if (tt_token_is(tokens[0], "terminals")) return take_terminals(list, tokens, count);
  return take_edge(list, tokens, count);
}

static enum tt_status check_nameless(const struct plain_list *list) {
  char buffer[16];
  uint32_t known;
  const uint32_t vertices = list->graph->vertex_count;
  if (vertices - list->names.count > NAMELESS_LIMIT) {
    return tt_refuse(list->reader, list->error, "%lu vertices without a name, expected at most %u beside named ones",
                     (unsigned long)(vertices - list->names.count), NAMELESS_LIMIT);
  }
  for (uint32_t number = list->names.count; number < vertices; number++) {
    const struct tt_token name = name_of_nameless(number, buffer, sizeof buffer);
    if (!tt_names_find(&list->names, name, &known)) continue;
    return refuse_token(list, name, "also what the nameless vertex of that number is called; expected another");
  }
  return TT_OK;
}

/* The names of the list become the graph's; those of the nameless are added behind them. */
static enum tt_status hand_over_names(struct plain_list *list) {
  char buffer[16];
  struct tt_graph *const graph = list->graph;
  struct tt_names *const names = &list->names;
  for (uint32_t number = names->count; number < graph->vertex_count; number++) {
    if (!tt_names_add(names, name_of_nameless(number, buffer, sizeof buffer))) return tt_no_memory(list->error);
  }
  graph->vertex_names = malloc(graph->vertex_count * sizeof *graph->vertex_names);
  if (graph->vertex_names == NULL) return tt_no_memory(list->error);
  graph->name_bytes = names->bytes;
  names->bytes = NULL;
  for (uint32_t number = 0; number < graph->vertex_count; number++) {
    graph->vertex_names[number] = graph->name_bytes + names->starts[number];
  }
  return TT_OK;
}

/* Names that are the numbers anyway need not be kept. There are no nameless vertices then: a number as the first vertex
 * beside `vertices N` would have made the file go by numbers. */
static enum tt_status finish(struct plain_list *list) {
  if (!list->has_terminals) {
    return tt_refuse(list->reader, list->error, "the list ends, expected 'terminals A B'");
  }
  enum tt_status status = settle(list);
  if (status != TT_OK || list->mode == BY_NUMBER || list->names.are_numbers) return status;
  status = check_nameless(list);
  return status == TT_OK ? hand_over_names(list) : status;
}

/* ---- The quick way ---- */

/* A name is known only if it may be one, so neither a word of the format nor a comment is taken for a vertex. */
static const char *scan_name(const struct tt_names *names, const char *cursor, uint32_t *vertex) {
  const char *const start = cursor;
  while ((unsigned char)*cursor > ' ') cursor++;
  return tt_names_find(names, (struct tt_token){start, (size_t)(cursor - start)}, vertex) ? cursor : NULL;
}

static const char *scan_vertex(const struct plain_list *list, const char *cursor, uint32_t *vertex) {
  if (list->mode == BY_NUMBER) return tt_scan_number(cursor, list->promised, vertex);
  uint32_t value;
  const char *const behind = tt_scan_number(cursor, TT_VERTEX_LIMIT, &value);
  if (behind == NULL || (unsigned char)*behind > ' ') return scan_name(&list->names, cursor, vertex);
  return tt_names_find_value(&list->names, value, vertex) ? behind : NULL;
}

/* Reads a line that is an undecided edge between known vertices; returns the next line, or NULL for any other one. */
static const char *scan_edge(const struct plain_list *list, const char *cursor, struct tt_edge *edge) {
  cursor = scan_vertex(list, cursor, &edge->u);
  if (cursor != NULL) cursor = tt_scan_blanks(cursor);
  if (cursor != NULL) cursor = scan_vertex(list, cursor, &edge->v);
  return cursor != NULL ? tt_scan_end(cursor) : NULL;
}

/* Takes the lines at hand up to the first that is no such edge. */
static enum tt_status take_lines_at_hand(struct plain_list *list) {
  const char *cursor = NULL;
  struct tt_graph *const graph = list->graph;
  const size_t size = tt_lines_at_hand(list->reader, &cursor);
  if (size == 0 || list->mode == UNSETTLED || !list->has_terminals) return TT_OK;
  if (!tt_graph_make_room(graph, size / SHORTEST_LINE + 1)) return tt_no_memory(list->error);
  const char *const start = cursor, *const end = cursor + size;
  struct tt_edge *const edges = graph->edges + graph->edge_count;
  size_t count = 0;
  while (cursor < end) {
    const char *const next = scan_edge(list, cursor, &edges[count]);
    if (next == NULL) break;
    cursor = next;
    count++;
  }
  memset(graph->states + graph->edge_count, TT_UNDECIDED, count);
  graph->edge_count += count;
  tt_take_lines(list->reader, (size_t)(cursor - start), count);
  return TT_OK;
}

static enum tt_status take_lines(struct plain_list *list) {
  for (;;) {
    bool found;
    enum tt_status status = take_lines_at_hand(list);
    if (status == TT_OK) status = tt_read_line(list->reader, &found, list->error);
    if (status != TT_OK) return status;
    if (!found) return finish(list);
    status = take_line(list);
    if (status != TT_OK) return status;
  }
}

enum tt_status tt_read_plain_list(struct tt_reader *reader, struct tt_graph **graph, struct tt_error *error) {
  struct plain_list list = {.reader = reader, .error = error, .graph = tt_graph_new(reader->name, 2)};
  if (list.graph == NULL) return tt_no_memory(error);
  const enum tt_status status = take_lines(&list);
  tt_names_free(&list.names);
  if (status == TT_OK) {
    tt_graph_trim(list.graph);
    *graph = list.graph;
  } else {
    tt_graph_free(list.graph);
  }
  return status;
}

/* ---- The writer ---- */

/* Moves *count past a vertex that appears; false when another should have come first. */
static bool appears_in_order(uint32_t vertex, uint32_t *count) {
  if (vertex == *count) ++*count;
  return vertex < *count;
}

/* True when terminals and edges bring the vertices in the order of their numbers; the first *count of them appear. */
static bool names_appear_in_order(const struct tt_graph *graph, uint32_t *count) {
  *count = 0;
  if (!appears_in_order(graph->terminal_a, count) || !appears_in_order(graph->terminal_b, count)) return false;
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    if (!appears_in_order(graph->edges[edge].u, count) || !appears_in_order(graph->edges[edge].v, count)) return false;
  }
  return true;
}

static struct tt_token token_of(const struct tt_graph *graph, uint32_t vertex, char *buffer, size_t size) {
  const char *const name = graph->vertex_names == NULL || graph->vertex_names[vertex] == NULL
                               ? tt_vertex_name(graph, vertex, buffer, size)
                               : graph->vertex_names[vertex];
  return (struct tt_token){name, strlen(name)};
}

/* The last vertices, from `first` on, are called as the reader would call them. */
static bool rest_is_nameless(const struct tt_graph *graph, uint32_t first) {
  char expected[16], buffer[16];
  if (graph->vertex_count - first > NAMELESS_LIMIT) return false;
  for (uint32_t vertex = first; vertex < graph->vertex_count; vertex++) {
    const struct tt_token name = name_of_nameless(vertex, expected, sizeof expected);
    if (!tt_token_is(name, token_of(graph, vertex, buffer, sizeof buffer).bytes)) return false;
  }
  return true;
}

/* Every name must read back as the one token it is, and as no other vertex. */
static enum tt_status check_names(const struct tt_graph *graph, struct tt_error *error) {
  struct tt_names names = {0};
  uint32_t known;
  enum tt_status status = TT_OK;
  for (uint32_t vertex = 0; vertex < graph->vertex_count && status == TT_OK; vertex++) {
    char buffer[16];
    const struct tt_token name = token_of(graph, vertex, buffer, sizeof buffer);
    const bool one_word = name.length > 0 && name.bytes[0] != '#' && strpbrk(name.bytes, " \t") == NULL;
    const char *defect = one_word ? name_defect(name) : "expected a vertex name of one word";
    if (tt_names_find(&names, name, &known)) defect = "expected another name for every vertex";
    if (defect != NULL) {
      status = tt_fail(error, TT_BAD_INPUT, "%s: vertex %lu is called '%s', %s",
                       tt_show(graph->name, strlen(graph->name)).text, (unsigned long)vertex,
                       tt_show(name.bytes, name.length).text, defect);
    } else if (!tt_names_add(&names, name)) {
      status = tt_no_memory(error);
    }
  }
  tt_names_free(&names);
  return status;
}

/* What the writer puts before `terminals`. */
enum preamble { NOTHING, VERTEX_COUNT, VERTEX_LINES };

static enum preamble preamble_of(const struct tt_graph *graph) {
  char buffer[16];
  uint32_t appearing;
  if (graph->vertex_names == NULL) return VERTEX_COUNT;
  if (!names_appear_in_order(graph, &appearing)) return VERTEX_LINES;
  if (appearing == graph->vertex_count) return NOTHING;
  const struct tt_token first = token_of(graph, graph->terminal_a, buffer, sizeof buffer);
  return !looks_numeric(first) && rest_is_nameless(graph, appearing) ? VERTEX_COUNT : VERTEX_LINES;
}

bool tt_plain_needs_vertex_lines(const struct tt_graph *graph) {
  return preamble_of(graph) == VERTEX_LINES;
}

static void write_preamble(FILE *stream, const struct tt_graph *graph) {
  char buffer[16];
  const enum preamble preamble = preamble_of(graph);
  if (preamble == VERTEX_COUNT) fprintf(stream, "vertices %lu\n", (unsigned long)graph->vertex_count);
  if (preamble != VERTEX_LINES) return;
  for (uint32_t vertex = 0; vertex < graph->vertex_count; vertex++) {
    fprintf(stream, "vertex %s\n", token_of(graph, vertex, buffer, sizeof buffer).bytes);
  }
}

static void write_pair(FILE *stream, const struct tt_graph *graph, uint32_t u, uint32_t v) {
  char first[16], second[16];
  fputs(token_of(graph, u, first, sizeof first).bytes, stream);
  fputc(' ', stream);
  fputs(token_of(graph, v, second, sizeof second).bytes, stream);
}

enum tt_status tt_write_plain_list(FILE *stream, const struct tt_graph *graph, struct tt_error *error) {
  static const char *const endings[] = {"\n", " secured\n", " deleted\n"};
  const enum tt_status status = graph->vertex_names == NULL ? TT_OK : check_names(graph, error);
  if (status != TT_OK) return status;
  write_preamble(stream, graph);
  fputs("terminals ", stream);
  write_pair(stream, graph, graph->terminal_a, graph->terminal_b);
  fputc('\n', stream);
  for (size_t edge = 0; edge < graph->edge_count; edge++) {
    write_pair(stream, graph, graph->edges[edge].u, graph->edges[edge].v);
    fputs(endings[graph->states[edge]], stream);
  }
  return TT_OK;
}
