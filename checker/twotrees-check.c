/* twotrees-check.c: the checker that believes nobody. It reads certificates that Short or Cut wins a Shannon switching
 * game, moving first or second, and says in one line whether every one is a proof (docs/certificate.md: the format and
 * the theorems). No search; time linear but for union-find; memory proportional to the input. A is vertex 0 and B is
 * vertex 1, because the terminals come first; the virtual edge e*, an extra edge A-B written `*`, stands behind the
 * edges of the list. No verdict is 0: exit status 0 is made in one place, the last line of main, from VERIFIED alone.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { A = 0, B = 1, CONTRACTED = 2 }; /* vertices; sets 0 and 1 are blue and red, or x and y */
enum { UNDECIDED, SECURED, DELETED, TOKEN_LIMIT = 255, COUNT_LIMIT = 2147483646, HASH_PRIME = 2147483647 };
typedef enum { REJECTED = 1, UNREADABLE, OUT_OF_MEMORY, VERIFIED, AT_END } Verdict; /* 1, 2, 3: exit statuses */

typedef struct {
  FILE *file;
  const char *path, *problem; /* problem: what was expected where reading stopped */
  size_t line, certificates;
  bool line_over;
  char token[TOKEN_LIMIT + 1];
  jmp_buf stop; /* where `fail` goes */
} Reader;

typedef struct {
  uint32_t ends[2], state, sets; /* bit s of `sets` is set when the edge is in set s */
  size_t line;                   /* where it was put into a set */
} Edge;

typedef struct {
  Edge *edges;     /* edge_count edges, then e* */
  char *text;      /* the names of the vertices, each ended by a zero byte */
  size_t *names;   /* where the name of a vertex begins in text */
  uint32_t *slots; /* hash table, a power of two in size, half empty: a vertex + 1, or 0 */
  size_t edge_count, edge_capacity, text_length, text_capacity, name_count, name_capacity, slot_count;
  uint64_t name_limit;
  bool numeric;
} Graph;

typedef struct {
  Graph graph;
  bool by_cut, moves_first;
  size_t entry_count, end, reason_line, link_capacity; /* lines: of `end`; of the reason, or 0 */
  char reason[TOKEN_LIMIT + 100];
  int32_t *link; /* union-find on vertices: a root holds minus its size, the others a vertex nearer to their root */
} Certificate;

static const char *const set_names[2][3] = {{"blue", "red", ""}, {"x", "y", "contract"}};
static const char out_of_memory[] = "out of memory";
static uint64_t hash_point = 1000003; /* drawn anew by main; it decides how long the work takes, never the answer */

static _Noreturn void fail(Reader *reader, const char *problem) {
  reader->problem = problem;
  longjmp(reader->stop, 1);
}

/* Returns block with room for `needed` items. */
static void *reserve(Reader *reader, void *block, size_t *capacity, size_t needed, size_t item_size) {
  if (needed <= *capacity) return block;
  size_t wider = needed <= 2 * *capacity ? 2 * *capacity : needed + 15;
  void *grown = wider > SIZE_MAX / item_size ? NULL : realloc(block, wider * item_size);
  if (grown == NULL) fail(reader, out_of_memory);
  *capacity = wider;
  return grown;
}

/* Reads the next word of the line into reader->token; false at the end of the line. Reads nothing of the next line. */
static bool next_token(Reader *reader) {
  size_t length = 0;
  bool comment = false;
  while (!reader->line_over) {
    int byte = getc_unlocked(reader->file);
    if (byte == '\r' && (byte = getc_unlocked(reader->file)) != '\n') fail(reader, "expected a line end after CR");
    if (byte == EOF && ferror(reader->file)) fail(reader, "expected a file that can be read");
    reader->line_over = byte == EOF || byte == '\n';
    bool blank = reader->line_over || byte == ' ' || byte == '\t';
    if ((byte < ' ' && !blank) || byte == 127) fail(reader, "expected no control characters");
    comment = comment || (byte == '#' && length == 0); /* inside a word it is a sign like any other */
    if (blank && length > 0) break;
    if (blank || comment) continue;
    if (length == TOKEN_LIMIT) fail(reader, "expected no word of more than 255 bytes");
    reader->token[length++] = (char)byte;
  }
  reader->token[length] = '\0';
  return length > 0;
}

/* Ends this line and reads the first word of the next that has one; false at the end of the file. */
static bool next_line(Reader *reader) {
  if (next_token(reader)) fail(reader, "expected the end of the line");
  while (!feof(reader->file)) {
    reader->line++;
    reader->line_over = false;
    if (next_token(reader)) return true;
  }
  return false;
}

static bool token_is(const Reader *reader, const char *word) {
  return strcmp(reader->token, word) == 0;
}

static bool next_is(Reader *reader, const char *word) {
  return next_token(reader) && token_is(reader, word);
}

/* Reads a decimal number; false when there are signs or leading zeros. Beyond 64 bits it is the largest number. */
static bool parse_number(const char *token, uint64_t *number) {
  *number = strtoull(token, NULL, 10);
  return token[strspn(token, "0123456789")] == '\0' && (token[0] != '0' || token[1] == '\0');
}

/* Returns the slot of a name, or the empty one where it belongs. The hash is a polynomial modulo a prime, at a point
 * that nobody knows beforehand, so that names that collide cannot be prepared. */
static uint32_t *slot_of(const Graph *graph, const char *name) {
  uint64_t hash = 0, step = 0;
  for (const char *byte = name; *byte != '\0'; byte++) hash = (hash + (unsigned char)*byte) * hash_point % HASH_PRIME;
  for (;; hash += ++step) {
    uint32_t *slot = &graph->slots[hash & (graph->slot_count - 1)];
    if (*slot == 0 || strcmp(graph->text + graph->names[*slot - 1], name) == 0) return slot;
  }
}

/* Returns the vertex that the token names, a new one when the name is new. */
static uint32_t find_vertex(Reader *reader, Graph *graph) {
  uint64_t number;
  bool valid = !graph->numeric || (parse_number(reader->token, &number) && number < graph->name_limit);
  if (!valid) fail(reader, "expected a vertex number from 0 to N - 1, with N from `vertices N`");
  size_t count = graph->name_count, length = strlen(reader->token) + 1;
  if (2 * count >= graph->slot_count) {
    graph->slots = reserve(reader, graph->slots, &graph->slot_count, graph->slot_count + 1, sizeof *graph->slots);
    memset(graph->slots, 0, graph->slot_count * sizeof *graph->slots);
    for (size_t i = 0; i < count; i++) *slot_of(graph, graph->text + graph->names[i]) = (uint32_t)i + 1;
  }
  uint32_t *slot = slot_of(graph, reader->token);
  if (*slot != 0) return *slot - 1;
  if (count >= graph->name_limit) fail(reader, "expected no more vertices than `vertices N` says, or 2147483646");
  graph->text = reserve(reader, graph->text, &graph->text_capacity, graph->text_length + length, 1);
  graph->names = reserve(reader, graph->names, &graph->name_capacity, count + 1, sizeof *graph->names);
  memcpy(graph->text + graph->text_length, reader->token, length);
  graph->names[count] = graph->text_length;
  graph->text_length += length;
  *slot = (uint32_t)++graph->name_count;
  return *slot - 1;
}

/* Reads an edge `U V [secured|deleted]`, whose first word is the token. */
static void read_edge(Reader *reader, Graph *graph) {
  bool keyword = token_is(reader, "vertices") || token_is(reader, "terminals");
  Edge edge = {{find_vertex(reader, graph), 0}, UNDECIDED, 0, 0};
  if (keyword || !next_token(reader)) fail(reader, "expected an edge `U V`");
  edge.ends[1] = find_vertex(reader, graph);
  if (next_token(reader)) edge.state = token_is(reader, "secured") ? SECURED : DELETED;
  if (edge.state == DELETED && !token_is(reader, "deleted")) fail(reader, "expected `secured` or `deleted`");
  if (graph->edge_count == COUNT_LIMIT) fail(reader, "expected at most 2147483646 edges");
  graph->edges = reserve(reader, graph->edges, &graph->edge_capacity, graph->edge_count + 1, sizeof edge);
  graph->edges[graph->edge_count++] = edge;
}

/* Reads a plain list up to the line `end graph`, or the end of the file when it is a file of its own. */
static void read_graph(Reader *reader, Graph *graph, bool embedded) {
  next_line(reader);
  bool limited = token_is(reader, "vertices");
  graph->name_limit = COUNT_LIMIT;
  bool valid = !limited || (next_token(reader) && parse_number(reader->token, &graph->name_limit));
  if (!valid || graph->name_limit > COUNT_LIMIT) fail(reader, "expected `vertices N` with N at most 2147483646");
  if (limited) next_line(reader);
  if (!token_is(reader, "terminals")) fail(reader, "expected `terminals A B`");
  for (uint32_t terminal = A; terminal <= B; terminal++) {
    if (!next_token(reader)) fail(reader, "expected `terminals A B`");
    if (terminal == A) graph->numeric = limited && reader->token[strspn(reader->token, "0123456789")] == '\0';
    if (find_vertex(reader, graph) != terminal) fail(reader, "expected two different terminals");
  }
  while (next_line(reader) && !(embedded && token_is(reader, "end"))) read_edge(reader, graph);
  if (embedded && !next_is(reader, "graph")) fail(reader, "expected an edge `U V` or `end graph`");
  graph->edges = reserve(reader, graph->edges, &graph->edge_capacity, graph->edge_count + 1, sizeof(Edge));
  graph->edges[graph->edge_count] = (Edge){{A, B}, UNDECIDED, 0, 0};
}

/* The same names and edges in the same order and states. An Edge has no padding, and the sets are empty yet. */
static bool same_graph(const Graph *one, const Graph *other) {
  return one->text_length == other->text_length && one->edge_count == other->edge_count &&
         memcmp(one->text, other->text, one->text_length) == 0 &&
         memcmp(one->edges, other->edges, one->edge_count * sizeof(Edge)) == 0;
}

/* Always returns false. The first reason is kept. */
static bool reject(Certificate *c, size_t line, const char *format, ...) {
  if (c->reason_line != 0) return false;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->reason, sizeof c->reason, format, arguments);
  va_end(arguments);
  c->reason_line = line;
  return false;
}

/* Takes the token into a set. A word that is no number is unreadable; a number that proves nothing is rejected. */
static void read_entry(Reader *reader, Certificate *c, int set) {
  bool star = token_is(reader, "*"), star_allowed = set != CONTRACTED && (c->by_cut || c->moves_first);
  uint64_t number = c->graph.edge_count;
  if (!star && !parse_number(reader->token, &number)) fail(reader, "expected an edge number or `*`");
  bool known = star ? star_allowed : number < c->graph.edge_count;
  Edge *edge = &c->graph.edges[known ? number : c->graph.edge_count];
  if (!known) reject(c, reader->line, "there is no edge %s here", reader->token);
  if (edge->state != UNDECIDED) reject(c, reader->line, "edge %s is decided", reader->token);
  if (edge->sets >> set & 1) reject(c, reader->line, "edge %s is in one set twice", reader->token);
  if (edge->sets != 0 && !(star && c->by_cut)) reject(c, reader->line, "edge %s is in two sets", reader->token);
  edge->sets |= UINT32_C(1) << set;
  edge->line = reader->line;
  c->entry_count++;
}

static void read_sets(Reader *reader, Certificate *c) {
  static const char *const expected[] = {"expected `blue`, `red` or `end`", "expected `contract`, `x`, `y` or `end`"};
  while (next_line(reader) && !token_is(reader, "end")) {
    int set = 0;
    while (set <= CONTRACTED && !token_is(reader, set_names[c->by_cut][set])) set++;
    if (set > CONTRACTED) break;
    while (next_token(reader)) read_entry(reader, c, set);
  }
  if (!token_is(reader, "end") || next_token(reader)) fail(reader, expected[c->by_cut]);
}

/* Reads a certificate, whose first word is the token, up to the end of its last line and no further. */
static void read_certificate(Reader *reader, Certificate *c, const Graph *expected_graph) {
  bool header = token_is(reader, "twotrees") && next_is(reader, "certificate") && next_is(reader, "1");
  if (!header) fail(reader, "expected `twotrees certificate 1`");
  bool claim = next_line(reader) && token_is(reader, "claim");
  c->by_cut = next_is(reader, "cut");
  claim = claim && (c->by_cut || token_is(reader, "short"));
  c->moves_first = next_is(reader, "first");
  claim = claim && (c->moves_first || token_is(reader, "second"));
  if (!claim) fail(reader, "expected `claim short|cut first|second`");
  if (!next_line(reader) || !token_is(reader, "graph")) fail(reader, "expected `graph`");
  read_graph(reader, &c->graph, true);
  if (expected_graph != NULL && !same_graph(&c->graph, expected_graph)) reject(c, reader->line, "another graph");
  read_sets(reader, c);
  c->end = reader->line;
  reader->certificates++;
}

static uint32_t find(const Certificate *c, uint32_t vertex) {
  for (int32_t *link = c->link; link[vertex] >= 0; vertex = (uint32_t)link[vertex]) {
    if (link[link[vertex]] >= 0) link[vertex] = link[link[vertex]]; /* path halving */
  }
  return vertex;
}

/* Joins the parts of the ends, the smaller to the larger; false when they were one. */
static bool join(Certificate *c, const Edge *edge) {
  uint32_t u = find(c, edge->ends[0]), v = find(c, edge->ends[1]);
  if (u == v) return false;
  uint32_t root = c->link[u] <= c->link[v] ? u : v, child = u ^ v ^ root;
  c->link[root] += c->link[child];
  c->link[child] = (int32_t)root;
  return true;
}

/* Joins what is joined by secured edges and by those of `contract`, and nothing else. */
static void contract(Certificate *c) {
  memset(c->link, -1, c->graph.name_count * sizeof *c->link); /* every vertex a root of size 1 */
  for (const Edge *edge = c->graph.edges; edge < c->graph.edges + c->graph.edge_count; edge++) {
    if (edge->state == SECURED || edge->sets >> CONTRACTED & 1) join(c, edge);
  }
}

/* After contraction, grows the forest of each half, e* first. False unless both are free of cycles and join the ends of
 * e* and of all edges in sets: with each other (for Cut), and with A (for Short). */
static bool halves_span(Certificate *c) {
  const Edge *edges = c->graph.edges, *e_star = edges + c->graph.edge_count;
  for (int half = 0; half < 2; half++) {
    const char *name = set_names[c->by_cut][half];
    contract(c);
    if (e_star->sets >> half & 1) join(c, e_star);
    for (const Edge *edge = edges; edge < e_star; edge++) {
      if ((edge->sets >> half & 1) && !join(c, edge)) return reject(c, edge->line, "%s has a cycle", name);
    }
    for (const Edge *edge = edges; edge <= e_star; edge++) {
      if (edge->sets == 0 && edge != e_star) continue;
      uint32_t part = find(c, edge->ends[0]);
      if (part == find(c, edge->ends[1]) && (c->by_cut || part == find(c, A))) continue;
      return reject(c, c->end, "%s does not span edge %td", name, edge - edges);
    }
  }
  return true;
}

/* Short needs two trees on the same vertices, A and B among them; e* may be an edge of one when Short moves first.
 * When Cut breaks one tree, the other has an edge across the break: Short secures it, and both are trees again, on one
 * vertex fewer, until A and B are one. A forest is such a tree when it joins to A what either half touches, and B. */
static bool check_short(Certificate *c) {
  contract(c);
  if (find(c, A) != find(c, B)) return halves_span(c);
  return c->entry_count == 0 || reject(c, c->end, "A and B are joined, but the sets are not empty");
}

/* Cut needs two bases x and y, e* in both (in one when Cut moves first), of the graph with e* and without contracted
 * edges. When Short secures an edge of one, the cycle that it closes with the other has an edge for Cut to delete, and
 * both are bases of what is left; so e* is never a loop, and A and B are never joined. A forest is a base when it
 * joins the ends of every edge. */
static bool check_cut(Certificate *c) {
  const Edge *edges = c->graph.edges, *e_star = edges + c->graph.edge_count;
  contract(c);
  if (find(c, A) == find(c, B)) return reject(c, c->end, "A and B are joined");
  if (e_star->sets != 3 && (e_star->sets == 0 || !c->moves_first)) return reject(c, c->end, "`*` is missing");
  for (const Edge *edge = edges; edge < e_star; edge++) {
    if (edge->sets == 0 && edge->state == UNDECIDED) return reject(c, c->end, "edge %td is in no set", edge - edges);
  }
  return halves_span(c);
}

static void release(Certificate *c) {
  void *blocks[] = {c->graph.edges, c->graph.text, c->graph.names, c->graph.slots, c->link};
  for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) free(blocks[i]);
}

/* Reads and checks the next certificate, which must be there the first time. With `list`, reads a plain list only. */
static Verdict check_next(Reader *reader, Certificate *c, const Graph *expected_graph, bool list) {
  if (setjmp(reader->stop) != 0) return reader->problem == out_of_memory ? OUT_OF_MEMORY : UNREADABLE;
  if (reader->file == NULL) fail(reader, "expected a file that can be opened");
  if (list) read_graph(reader, &c->graph, false);
  if (list || (!next_line(reader) && reader->certificates > 0)) return AT_END;
  read_certificate(reader, c, expected_graph);
  if (c->reason_line != 0) return REJECTED;
  c->link = reserve(reader, NULL, &c->link_capacity, c->graph.name_count, sizeof *c->link);
  return (c->by_cut ? check_cut(c) : check_short(c)) ? VERIFIED : REJECTED;
}

static Verdict refuse(Verdict verdict, const char *path, size_t line, const char *reason) {
  printf("s %s %s:%zu: %s\n", verdict == REJECTED ? "REJECTED" : "UNREADABLE", path, line, reason);
  if (verdict != REJECTED) fprintf(stderr, "twotrees-check: %s:%zu: %s\n", path, line, reason);
  return verdict;
}

/* Checks certificates to the end of the file, or to the one that stops the work; returns the verdict on them all. */
static Verdict check_all(Reader *reader, const Graph *expected_graph, bool each, bool count) {
  Verdict sum = AT_END;
  size_t verified = 0;
  for (bool more = true; more;) {
    Certificate c = {0};
    Verdict verdict = check_next(reader, &c, expected_graph, false);
    if (verdict < VERIFIED || sum == AT_END) sum = verdict;
    more = verdict == VERIFIED || (verdict == REJECTED && each);
    verified += verdict == VERIFIED;
    if (count && !more) printf("c %zu certificates verified\n", verified);
    if (verdict == REJECTED) refuse(verdict, reader->path, c.reason_line, c.reason);
    if (verdict == UNREADABLE || verdict == OUT_OF_MEMORY) refuse(verdict, reader->path, reader->line, reader->problem);
    if (verdict == (each ? VERIFIED : AT_END)) puts("s VERIFIED");
    if (each && fflush(stdout) != 0) more = false; /* main will see it */
    release(&c);
  }
  return sum;
}

static Verdict run(char **arguments) {
  static const char help[] =
      "usage: twotrees-check [--graph FILE] [--each] [--count] [CERTIFICATE|-]\n"
      "Says `s VERIFIED` (exit 0), `s REJECTED FILE:LINE: reason` (1) or `s UNREADABLE FILE:LINE: ...` (2 or 3).\n"
      "--graph: all certificates must be about this plain list. --each: one answer for each, at its end.\n"
      "--count: first `c N certificates verified`. Example: twotrees-check --graph bridge.txt bridge.cert\n";
  Reader reader = {.line_over = true}, list = {.line_over = true};
  bool each = false, count = false;
  for (; *arguments != NULL; arguments++) {
    bool is_each = strcmp(*arguments, "--each") == 0, is_count = strcmp(*arguments, "--count") == 0;
    bool is_graph = strcmp(*arguments, "--graph") == 0 && arguments[1] != NULL && list.path == NULL;
    bool is_path = ((*arguments)[0] != '-' || (*arguments)[1] == '\0') && reader.path == NULL;
    if (strcmp(*arguments, "--help") == 0) return fputs(help, stdout) < 0 ? UNREADABLE : VERIFIED;
    if (!(is_each || is_count || is_graph || is_path)) return refuse(UNREADABLE, "arguments", 0, "see --help");
    if (strpbrk(arguments[is_graph], "\n\r") != NULL) return refuse(UNREADABLE, "arguments", 0, "expected no line end");
    each = each || is_each;
    count = count || is_count;
    if (is_path) reader.path = *arguments;
    if (is_graph) list.path = *++arguments;
  }
  bool named = reader.path != NULL && strcmp(reader.path, "-") != 0;
  reader.file = named ? fopen(reader.path, "rb") : stdin;
  reader.path = named ? reader.path : "stdin";
  list.file = list.path == NULL ? NULL : fopen(list.path, "rb");
  Certificate expected = {0};
  Verdict verdict = list.path == NULL ? AT_END : check_next(&list, &expected, NULL, true);
  if (verdict != AT_END) refuse(verdict, list.path, list.line, list.problem);
  if (verdict == AT_END) verdict = check_all(&reader, list.path == NULL ? NULL : &expected.graph, each, count);
  release(&expected);
  return verdict;
}

int main(int argc, char **argv) {
  hash_point += (uint64_t)((uintptr_t)&argc / 16 + (uintptr_t)time(NULL)) % 1000000000;
  Verdict verdict = run(argv + (argc > 0));
  bool written = !ferror(stdout) && fclose(stdout) == 0;
  if (!written) fputs("twotrees-check: stdout:0: the answer cannot be written\n", stderr);
  if (!written) verdict = UNREADABLE;
  return verdict == VERIFIED ? 0 : (int)verdict;
}
