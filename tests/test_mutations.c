/* test_mutations.c: every certificate of the seven bases, damaged in every single place, put to twotrees-check.
 *
 * A certificate is taken apart, changed in one place and written again; most mutants go through `--each` in bulk, those
 * that break the form of a certificate one by one. What a mutant proves is decided here by the definitions alone,
 * relabelling vertices and counting, and the checker must accept exactly the proofs. The claim of every mutant that it
 * accepts must moreover be true by `subsets` and by `playout`, and by plain recursion where that is cheap. Last, the
 * test is tested: checkers that always accept, always refuse or answer too little must be found out.
 *
 * TT_CHECKER names the checker (build/twotrees-check). Of k5's certificates every SAMPLE-th subgraph's are mutated,
 * and of the mutants that need a process of their own some; all of both with TT_LONG=1. */
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <uthash.h>

#include "solver/solver.h"
#include "survey/survey.h"
#include "tests/naive.h"
#include "tests/support.h"

enum { EDGES = 12, MEMBERS = 16, SETS = 4, STAR = -1, SAMPLE = 3, ALONE_STEP = 19, BATCH_BYTES = 1 << 20 };
enum { CHEAP_EDGES = 7 }; /* undecided; up to here plain recursion is asked too */

/* ---- A certificate taken apart ---- */

enum set_name { BLUE, RED, X, Y, CONTRACT };
static const char *const set_names[] = {"blue", "red", "x", "y", "contract"};
static const char *const state_names[] = {"", " secured", " deleted"};

struct set_line {
  enum set_name name;
  unsigned count;
  int members[MEMBERS]; /* edge numbers, or STAR */
};

struct certificate {
  bool by_cut, first;
  unsigned vertices, terminals[2], edge_count, set_count;
  struct {
    unsigned ends[2], state;
  } edges[EDGES];
  struct set_line sets[SETS];
};

static void write_certificate(FILE *stream, const struct certificate *certificate) {
  fprintf(stream, "twotrees certificate 1\nclaim %s %s\ngraph\nvertices %u\nterminals %u %u\n",
          certificate->by_cut ? "cut" : "short", certificate->first ? "first" : "second", certificate->vertices,
          certificate->terminals[0], certificate->terminals[1]);
  for (unsigned edge = 0; edge < certificate->edge_count; edge++)
    fprintf(stream, "%u %u%s\n", certificate->edges[edge].ends[0], certificate->edges[edge].ends[1],
            state_names[certificate->edges[edge].state]);
  fputs("end graph\n", stream);
  for (unsigned line = 0; line < certificate->set_count; line++) {
    const struct set_line *const set = &certificate->sets[line];
    fputs(set_names[set->name], stream);
    for (unsigned member = 0; member < set->count; member++) {
      if (set->members[member] == STAR) {
        fputs(" *", stream);
      } else {
        fprintf(stream, " %d", set->members[member]);
      }
    }
    fputc('\n', stream);
  }
  fputs("end\n", stream);
}

static char *certificate_text(const struct certificate *certificate) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  assert_non_null(stream);
  write_certificate(stream, certificate);
  assert_int_equal(fclose(stream), 0);
  return text;
}

static void parse_set(struct certificate *certificate, char *line) {
  struct set_line *const set = &certificate->sets[certificate->set_count++];
  char *rest = line;
  const char *word = strsep(&rest, " ");
  for (set->name = BLUE; strcmp(set_names[set->name], word) != 0; set->name++) assert_true(set->name < CONTRACT);
  while ((word = strsep(&rest, " ")) != NULL) {
    assert_true(set->count < MEMBERS);
    set->members[set->count++] = strcmp(word, "*") == 0 ? STAR : atoi(word);
  }
}

/* Takes a certificate as the library writes it apart, and makes sure that nothing was lost. */
static void parse_certificate(struct certificate *certificate, const char *text) {
  char winner[8], mover[8], *const copy = strdup(text), *rest = copy;
  int used = 0;
  *certificate = (struct certificate){0};
  const int found =
      sscanf(rest, "twotrees certificate 1\nclaim %7s %7s\ngraph\nvertices %u\nterminals %u %u\n%n", winner, mover,
             &certificate->vertices, &certificate->terminals[0], &certificate->terminals[1], &used);
  assert_int_equal(found, 5);
  certificate->by_cut = strcmp(winner, "cut") == 0;
  certificate->first = strcmp(mover, "first") == 0;
  rest += used;
  for (char *line; strcmp(line = strsep(&rest, "\n"), "end graph") != 0; certificate->edge_count++) {
    char state[9] = "";
    assert_true(certificate->edge_count + 1 < EDGES);
    unsigned *const ends = certificate->edges[certificate->edge_count].ends;
    assert_true(sscanf(line, "%u %u %8s", &ends[0], &ends[1], state) >= 2);
    certificate->edges[certificate->edge_count].state = state[0] == 's' ? 1 : state[0] == 'd' ? 2 : 0;
  }
  for (char *line; strcmp(line = strsep(&rest, "\n"), "end") != 0;) parse_set(certificate, line);
  free(copy);
  char *const again = certificate_text(certificate);
  assert_string_equal(again, text);
  free(again);
}

/* The two certificates that settle a position. */
static void certificates_of(const struct tt_graph *position, struct certificate certificates[2]) {
  struct tt_error error;
  struct tt_forests forests;
  struct tt_claim claims[2];
  assert_int_equal(tt_forests_make(&forests, position, &error), TT_OK);
  tt_settling_claims(forests.tempo, claims);
  for (unsigned index = 0; index < 2; index++) {
    char *text = NULL;
    size_t size = 0;
    FILE *const stream = open_memstream(&text, &size);
    assert_non_null(stream);
    assert_int_equal(tt_certificate_write(stream, position, &forests, claims[index], &error), TT_OK);
    assert_int_equal(fclose(stream), 0);
    parse_certificate(&certificates[index], text);
    free(text);
  }
  tt_forests_free(&forests);
}

/* ---- What is a proof, by the definitions ---- */

struct labels {
  unsigned of[EDGES * 2 + 2], parts; /* vertices of one part have one label */
};

/* Makes one part of two; false when they were one. */
static bool merge(struct labels *labels, const unsigned ends[2]) {
  const unsigned from = labels->of[ends[0]], to = labels->of[ends[1]];
  if (from == to) return false;
  for (unsigned vertex = 0; vertex < sizeof labels->of / sizeof *labels->of; vertex++)
    if (labels->of[vertex] == from) labels->of[vertex] = to;
  labels->parts--;
  return true;
}

/* Which edges, the star last, are in which sets; false when an entry is wrong by itself. */
static bool sort_entries(const struct certificate *certificate, bool in[5][EDGES + 1]) {
  const unsigned star = certificate->edge_count;
  for (unsigned line = 0; line < certificate->set_count; line++) {
    const struct set_line *const set = &certificate->sets[line];
    for (unsigned member = 0; member < set->count; member++) {
      const bool is_star = set->members[member] == STAR;
      const unsigned edge = is_star ? star : (unsigned)set->members[member];
      if (is_star ? set->name == CONTRACT : edge >= star) return false;
      if (!is_star && certificate->edges[edge].state != TT_UNDECIDED) return false;
      if (in[set->name][edge]) return false;
      in[set->name][edge] = true;
    }
  }
  for (unsigned edge = 0; edge < star; edge++)
    if (in[BLUE][edge] + in[RED][edge] + in[X][edge] + in[Y][edge] + in[CONTRACT][edge] > 1) return false;
  return true;
}

static const unsigned *ends_of(const struct certificate *certificate, unsigned edge) {
  return edge < certificate->edge_count ? certificate->edges[edge].ends : certificate->terminals;
}

/* Everything alone, but for what secured and contracted edges join. */
static struct labels contracted(const struct certificate *certificate, const bool *contract) {
  struct labels labels = {.parts = sizeof labels.of / sizeof *labels.of};
  for (unsigned vertex = 0; vertex < labels.parts; vertex++) labels.of[vertex] = vertex;
  for (unsigned edge = 0; edge < certificate->edge_count; edge++)
    if (certificate->edges[edge].state == TT_SECURED || contract[edge]) merge(&labels, ends_of(certificate, edge));
  return labels;
}

/* Two disjoint trees on one set of vertices that holds A and B: no cycle, and one edge fewer than vertices. */
static bool is_short_proof(const struct certificate *certificate, bool in[5][EDGES + 1]) {
  const unsigned star = certificate->edge_count;
  const struct labels start = contracted(certificate, in[CONTRACT]);
  unsigned sizes[2] = {0, 0};
  if (in[BLUE][star] && (in[RED][star] || !certificate->first)) return false;
  if (in[RED][star] && !certificate->first) return false;
  for (unsigned edge = 0; edge <= star; edge++) {
    sizes[0] += in[BLUE][edge];
    sizes[1] += in[RED][edge];
  }
  const unsigned a = start.of[certificate->terminals[0]], b = start.of[certificate->terminals[1]];
  if (a == b) return sizes[0] + sizes[1] == 0;
  bool touched[sizeof start.of / sizeof *start.of] = {false};
  touched[a] = touched[b] = true;
  for (unsigned edge = 0; edge <= star; edge++)
    for (unsigned end = 0; end < 2 && (in[BLUE][edge] || in[RED][edge]); end++)
      touched[start.of[ends_of(certificate, edge)[end]]] = true;
  unsigned vertices = 0;
  for (size_t label = 0; label < sizeof touched / sizeof *touched; label++) vertices += touched[label];
  for (unsigned half = 0; half < 2; half++) {
    struct labels labels = start;
    for (unsigned edge = 0; edge <= star; edge++)
      if (in[half == 0 ? BLUE : RED][edge] && !merge(&labels, ends_of(certificate, edge))) return false;
    if (sizes[half] != vertices - 1) return false;
  }
  return true;
}

/* X and Y with e* are bases of the contracted graph with e*: no cycle, and as many edges as its rank. */
static bool is_cut_proof(const struct certificate *certificate, bool in[5][EDGES + 1]) {
  const unsigned star = certificate->edge_count;
  const struct labels start = contracted(certificate, in[CONTRACT]);
  if (start.of[certificate->terminals[0]] == start.of[certificate->terminals[1]]) return false;
  if (!in[X][star] && !in[Y][star]) return false;
  if ((!in[X][star] || !in[Y][star]) && !certificate->first) return false;
  struct labels all = start;
  for (unsigned edge = 0; edge <= star; edge++) {
    if (edge < star && certificate->edges[edge].state != TT_UNDECIDED) continue;
    if (edge < star && !in[X][edge] && !in[Y][edge] && !in[CONTRACT][edge]) return false;
    merge(&all, ends_of(certificate, edge));
  }
  for (unsigned half = X; half <= Y; half++) {
    struct labels labels = start;
    for (unsigned edge = 0; edge <= star; edge++)
      if (in[half][edge] && !merge(&labels, ends_of(certificate, edge))) return false;
    if (labels.parts != all.parts) return false;
  }
  return true;
}

static bool has_sound_graph(const struct certificate *certificate) {
  for (unsigned edge = 0; edge <= certificate->edge_count; edge++)
    for (unsigned end = 0; end < 2; end++)
      if (ends_of(certificate, edge)[end] >= certificate->vertices) return false;
  return certificate->terminals[0] != certificate->terminals[1];
}

/* False also for what is no certificate at all. */
static bool is_proof(const struct certificate *certificate) {
  bool in[5][EDGES + 1] = {{false}};
  if (!has_sound_graph(certificate)) return false;
  for (unsigned line = 0; line < certificate->set_count; line++)
    if ((certificate->sets[line].name >= X) != certificate->by_cut) return false;
  if (!sort_entries(certificate, in)) return false;
  return certificate->by_cut ? is_cut_proof(certificate, in) : is_short_proof(certificate, in);
}

/* ---- Whether a claim is true, by the game and by another tree test ---- */

struct truth {
  struct certificate key; /* the position; claim and sets are empty */
  struct tt_verdict verdict;
  UT_hash_handle hh;
};

struct played {
  struct certificate key; /* the position with every edge undecided */
  struct naive_play *play;
  UT_hash_handle hh;
};

static struct truth *truths;
static struct played *plays;
static uint64_t positions_asked, positions_recursed;

static struct certificate position_key(const struct certificate *certificate) {
  struct certificate key;
  memset(&key, 0, sizeof key); /* the hash takes every byte */
  key.vertices = certificate->vertices;
  key.edge_count = certificate->edge_count;
  memcpy(key.terminals, certificate->terminals, sizeof key.terminals);
  memcpy(key.edges, certificate->edges, certificate->edge_count * sizeof key.edges[0]);
  return key;
}

static struct tt_graph *position_graph(const struct certificate *certificate) {
  struct tt_graph *const graph = tt_graph_new("mutant", certificate->vertices);
  assert_non_null(graph);
  graph->terminal_a = certificate->terminals[0];
  graph->terminal_b = certificate->terminals[1];
  for (unsigned edge = 0; edge < certificate->edge_count; edge++) {
    const unsigned *const ends = certificate->edges[edge].ends;
    assert_true(tt_graph_add_edge(graph, ends[0], ends[1]));
    graph->states[edge] = (uint8_t)certificate->edges[edge].state;
  }
  return graph;
}

static struct naive_play *play_of(const struct certificate *position, const struct tt_graph *graph) {
  struct certificate key = *position;
  struct played *found;
  for (unsigned edge = 0; edge < key.edge_count; edge++) key.edges[edge].state = TT_UNDECIDED;
  HASH_FIND(hh, plays, &key, sizeof key, found);
  if (found != NULL) return found->play;
  struct naive_graph naive;
  naive_from(&naive, graph);
  found = calloc(1, sizeof *found);
  assert_non_null(found);
  found->key = key;
  found->play = naive_play_open(&naive);
  HASH_ADD(hh, plays, key, sizeof key, found);
  return found->play;
}

static struct tt_verdict find_verdict(const struct certificate *position) {
  struct tt_graph *const graph = position_graph(position);
  struct tt_verdict by_subsets, by_play;
  struct tt_error error;
  assert_int_equal(tt_witness_ask(&tt_witness_subsets, graph, &by_subsets, &error), TT_OK);
  assert_int_equal(tt_witness_ask(&tt_witness_playout, graph, &by_play, &error), TT_OK);
  assert_int_equal(by_subsets.short_wins_first, by_play.short_wins_first);
  assert_int_equal(by_subsets.short_wins_second, by_play.short_wins_second);
  positions_asked++;
  if (tt_graph_count(graph, TT_UNDECIDED) <= CHEAP_EDGES) {
    struct naive_play *const play = play_of(position, graph);
    assert_int_equal(naive_short_wins(play, graph->states, true), by_play.short_wins_first);
    assert_int_equal(naive_short_wins(play, graph->states, false), by_play.short_wins_second);
    positions_recursed++;
  }
  tt_graph_free(graph);
  return by_play;
}

/* What is no graph has no true claims. */
static bool is_true(const struct certificate *certificate) {
  if (!has_sound_graph(certificate)) return false;
  const struct certificate key = position_key(certificate);
  struct truth *found;
  HASH_FIND(hh, truths, &key, sizeof key, found);
  if (found == NULL) {
    found = calloc(1, sizeof *found);
    assert_non_null(found);
    found->key = key;
    found->verdict = find_verdict(&key);
    HASH_ADD(hh, truths, key, sizeof key, found);
  }
  const struct tt_verdict verdict = found->verdict;
  if (certificate->by_cut) return certificate->first ? !verdict.short_wins_second : !verdict.short_wins_first;
  return certificate->first ? verdict.short_wins_first : verdict.short_wins_second;
}

static void forget_truths(void) {
  struct truth *truth, *next_truth;
  struct played *played, *next_played;
  HASH_ITER(hh, truths, truth, next_truth) {
    HASH_DEL(truths, truth);
    free(truth);
  }
  HASH_ITER(hh, plays, played, next_played) {
    HASH_DEL(plays, played);
    naive_play_close(played->play);
    free(played);
  }
}

/* ---- Kinds of damage ---- */

enum kind {
  UNHARMED,
  NUMBER_SWAPPED,
  STAR_SWAPPED,
  ENTRY_DROPPED,
  ENTRY_DOUBLED,
  ENTRY_COPIED,
  ENTRY_MOVED,
  STAR_ADDED,
  CLAIM_CHANGED,
  TERMINALS_CHANGED,
  STATE_CHANGED,
  END_CHANGED,
  SETS_EXCHANGED,
  SET_RENAMED,
  SET_DROPPED,
  SET_DOUBLED,
  EDGE_DROPPED,
  EDGE_DOUBLED,
  OTHER_SETS,
  OTHER_GRAPH,
  /* Each in a process of its own: */
  VERTEX_OUTSIDE,
  TERMINALS_EQUAL,
  CLAIM_ALONE,
  OTHER_PLAYERS_SET,
  LINE_DROPPED,
  LINE_DOUBLED,
  KINDS
};
static const char *const kind_names[KINDS] = {"unharmed",
                                              "number swapped",
                                              "star swapped",
                                              "entry dropped",
                                              "entry doubled",
                                              "entry in two sets",
                                              "entry moved",
                                              "star added",
                                              "claim changed",
                                              "terminals changed",
                                              "state changed",
                                              "end of an edge changed",
                                              "sets exchanged",
                                              "set renamed",
                                              "set line dropped",
                                              "set line doubled",
                                              "edge line dropped",
                                              "edge line doubled",
                                              "another subgraph's sets",
                                              "another graph (--graph)",
                                              "vertex outside the graph",
                                              "terminals equal",
                                              "claim of the other player",
                                              "set of the other player",
                                              "line of the form dropped",
                                              "line of the form doubled"};

struct counts {
  uint64_t made, verified, rejected, unreadable;
};

/* What a run found out; everything below `by_kind` must be 0 of an honest checker. */
struct tally {
  struct counts by_kind[KINDS];
  uint64_t processes, alone;
  uint64_t accepted_without_proof; /* the sets do not prove the claim */
  uint64_t accepted_false;         /* the claim is not even true */
  uint64_t refused_proofs;
  uint64_t broken_answers; /* answers missing, of an unknown form, or against the exit status */
};

static const char *checker; /* the program asked */

enum answer { VERIFIED, REJECTED, UNREADABLE, BROKEN };

static void judge(struct tally *tally, enum kind kind, const struct certificate *mutant, bool proof,
                  enum answer answer) {
  struct counts *const counts = &tally->by_kind[kind];
  counts->made++;
  counts->verified += answer == VERIFIED;
  counts->rejected += answer == REJECTED;
  counts->unreadable += answer == UNREADABLE;
  tally->broken_answers += answer == BROKEN;
  tally->accepted_without_proof += answer == VERIFIED && !proof;
  tally->accepted_false += answer == VERIFIED && !is_true(mutant);
  tally->refused_proofs += answer != VERIFIED && proof;
}

/* ---- Mutants in bulk ---- */

struct batch {
  struct tally *tally;
  const char *graph_file; /* for --graph, or NULL */
  FILE *stream;           /* writes to text */
  char *text;
  size_t text_size, count, capacity;
  struct mutant {
    struct certificate certificate;
    enum kind kind;
    bool proof;
    size_t offset; /* in text */
  } * mutants;
};

static enum answer answer_of(const char *line) {
  if (strcmp(line, "s VERIFIED") == 0) return VERIFIED;
  if (strncmp(line, "s REJECTED ", 11) == 0) return REJECTED;
  if (strncmp(line, "s UNREADABLE ", 13) == 0) return UNREADABLE;
  return BROKEN;
}

/* Reads the answers of one process, which was asked from mutant `first` on, and returns how many there were. The exit
 * status must be that of the worst answer, and an unreadable one the last. */
static size_t take_answers(struct batch *batch, size_t first, const struct support_run *run) {
  static const int statuses[] = {0, 1, 2, -1};
  size_t taken = 0;
  int worst = 0;
  char *rest = run->output;
  for (char *line; first + taken < batch->count && (line = strsep(&rest, "\n")) != NULL && rest != NULL; taken++) {
    const struct mutant *const mutant = &batch->mutants[first + taken];
    const enum answer answer = answer_of(line);
    judge(batch->tally, mutant->kind, &mutant->certificate, mutant->proof, answer);
    if (statuses[answer] > worst) worst = statuses[answer];
    if (answer != UNREADABLE) continue;
    taken++;
    break;
  }
  const bool all = first + taken == batch->count || worst == 2;
  if (!all || run->status != worst || (rest != NULL && *rest != '\0')) batch->tally->broken_answers++;
  return taken;
}

/* The checker stops at what it cannot read; it is started again behind that. */
static void ask_batch(struct batch *batch) {
  if (batch->stream == NULL) return;
  const char *const arguments[] = {checker, "--each", batch->graph_file != NULL ? "--graph" : NULL, batch->graph_file,
                                   NULL};
  assert_int_equal(fclose(batch->stream), 0);
  batch->stream = NULL;
  for (size_t first = 0; first < batch->count;) {
    struct support_run run = support_run(arguments, batch->text + batch->mutants[first].offset);
    const size_t taken = take_answers(batch, first, &run);
    support_run_free(&run);
    batch->tally->processes++;
    first += taken;
    if (taken == 0) break; /* counted as broken */
  }
  free(batch->text);
  batch->text = NULL;
  batch->count = 0;
}

static void add_mutant(struct batch *batch, enum kind kind, const struct certificate *certificate) {
  if (batch->stream == NULL) {
    batch->stream = open_memstream(&batch->text, &batch->text_size);
    assert_non_null(batch->stream);
  }
  if (batch->count == batch->capacity) {
    batch->capacity = 2 * batch->capacity + 1000;
    batch->mutants = realloc(batch->mutants, batch->capacity * sizeof *batch->mutants);
    assert_non_null(batch->mutants);
  }
  const long offset = ftell(batch->stream);
  const bool proof = is_proof(certificate);
  batch->mutants[batch->count++] = (struct mutant){*certificate, kind, proof, (size_t)offset};
  write_certificate(batch->stream, certificate);
  if (offset > BATCH_BYTES) ask_batch(batch);
}

static void finish_batch(struct batch *batch) {
  ask_batch(batch);
  free(batch->mutants);
  batch->mutants = NULL;
  batch->capacity = 0;
}

/* ---- Damage to entries ---- */

static void remove_member(struct set_line *set, unsigned member) {
  memmove(&set->members[member], &set->members[member + 1], (set->count - member - 1) * sizeof set->members[0]);
  set->count--;
}

static void append_member(struct set_line *set, int value) {
  assert_true(set->count < MEMBERS);
  set->members[set->count++] = value;
}

static void mutate_entry(struct batch *batch, const struct certificate *original, unsigned line, unsigned member) {
  const int value = original->sets[line].members[member];
  struct certificate mutant = *original;
  /* The number of edges itself is one too high. */
  for (int other = STAR; other <= (int)original->edge_count; other++) {
    mutant.sets[line].members[member] = other;
    if (other != value) add_mutant(batch, value == STAR || other == STAR ? STAR_SWAPPED : NUMBER_SWAPPED, &mutant);
  }
  mutant = *original;
  remove_member(&mutant.sets[line], member);
  add_mutant(batch, ENTRY_DROPPED, &mutant);
  mutant = *original;
  append_member(&mutant.sets[line], value);
  add_mutant(batch, ENTRY_DOUBLED, &mutant);
  for (unsigned target = 0; target < original->set_count; target++) {
    if (target == line) continue;
    mutant = *original;
    append_member(&mutant.sets[target], value);
    add_mutant(batch, ENTRY_COPIED, &mutant);
    remove_member(&mutant.sets[line], member);
    add_mutant(batch, ENTRY_MOVED, &mutant);
  }
}

static void mutate_sets(struct batch *batch, const struct certificate *original) {
  struct certificate mutant;
  for (unsigned line = 0; line < original->set_count; line++) {
    for (unsigned member = 0; member < original->sets[line].count; member++)
      mutate_entry(batch, original, line, member);
    mutant = *original;
    append_member(&mutant.sets[line], STAR);
    add_mutant(batch, STAR_ADDED, &mutant);
    for (unsigned other = 0; other < original->set_count; other++) {
      if (other == line) continue;
      mutant = *original;
      mutant.sets[line].name = original->sets[other].name;
      add_mutant(batch, SET_RENAMED, &mutant);
      mutant.sets[other].name = original->sets[line].name;
      if (other > line) add_mutant(batch, SETS_EXCHANGED, &mutant);
    }
    mutant = *original;
    mutant.sets[mutant.set_count++] = original->sets[line];
    add_mutant(batch, SET_DOUBLED, &mutant);
    mutant = *original;
    mutant.set_count--;
    memmove(&mutant.sets[line], &mutant.sets[line + 1], (mutant.set_count - line) * sizeof mutant.sets[0]);
    add_mutant(batch, SET_DROPPED, &mutant);
  }
}

/* ---- Damage to the claim and to the position ---- */

/* The other three claims, the sets renamed to those of the other player where need be. */
static void mutate_claim(struct batch *batch, const struct certificate *original) {
  struct certificate mutant = *original;
  mutant.first = !original->first;
  add_mutant(batch, CLAIM_CHANGED, &mutant);
  mutant.by_cut = !original->by_cut;
  for (unsigned line = 0; line < original->set_count; line++) {
    const enum set_name name = original->sets[line].name;
    mutant.sets[line].name = name == BLUE || name == RED ? name + 2 : name == X || name == Y ? name - 2 : name;
  }
  /* Short has nothing to contract; the line goes unless it holds something. */
  if (!mutant.by_cut && mutant.sets[0].name == CONTRACT) {
    mutant.set_count--;
    memmove(&mutant.sets[0], &mutant.sets[1], mutant.set_count * sizeof mutant.sets[0]);
  }
  add_mutant(batch, CLAIM_CHANGED, &mutant);
  mutant.first = original->first;
  add_mutant(batch, CLAIM_CHANGED, &mutant);
}

static void mutate_edges(struct batch *batch, const struct certificate *original) {
  for (unsigned edge = 0; edge < original->edge_count; edge++) {
    struct certificate mutant = *original;
    for (unsigned state = TT_UNDECIDED; state <= TT_DELETED; state++) {
      mutant.edges[edge].state = state;
      if (state != original->edges[edge].state) add_mutant(batch, STATE_CHANGED, &mutant);
    }
    for (unsigned end = 0; end < 2; end++) {
      for (unsigned vertex = 0; vertex < original->vertices; vertex++) {
        mutant = *original;
        mutant.edges[edge].ends[end] = vertex;
        if (vertex != original->edges[edge].ends[end]) add_mutant(batch, END_CHANGED, &mutant);
      }
    }
    mutant = *original;
    memmove(&mutant.edges[edge + 1], &mutant.edges[edge], (mutant.edge_count - edge) * sizeof mutant.edges[0]);
    mutant.edge_count++;
    add_mutant(batch, EDGE_DOUBLED, &mutant);
    mutant = *original;
    mutant.edge_count--;
    memmove(&mutant.edges[edge], &mutant.edges[edge + 1], (mutant.edge_count - edge) * sizeof mutant.edges[0]);
    add_mutant(batch, EDGE_DROPPED, &mutant);
  }
}

static void mutate_terminals(struct batch *batch, const struct certificate *original) {
  struct certificate mutant = *original;
  for (unsigned a = 0; a < original->vertices; a++) {
    for (unsigned b = 0; b < original->vertices; b++) {
      mutant.terminals[0] = a;
      mutant.terminals[1] = b;
      const bool same = a == original->terminals[0] && b == original->terminals[1];
      if (a != b && !same) add_mutant(batch, TERMINALS_CHANGED, &mutant);
    }
  }
}

/* The sets and the claim of another subgraph's certificate behind this graph. */
static void mutate_origin(struct batch *batch, const struct certificate *original, const struct certificate *other) {
  struct certificate mutant = *original;
  mutant.by_cut = other->by_cut;
  mutant.first = other->first;
  mutant.set_count = other->set_count;
  memcpy(mutant.sets, other->sets, sizeof mutant.sets);
  add_mutant(batch, OTHER_SETS, &mutant);
}

/* ---- Damage to the form, a process for each ---- */

struct alone {
  struct tally *tally;
  unsigned step, turn; /* every step-th is tried, beginning with another one for every certificate */
};

static void ask_alone(struct alone *alone, enum kind kind, const struct certificate *mutant, bool proof,
                      const char *text) {
  if (alone->turn++ % alone->step != 0) return;
  static const enum answer by_status[] = {VERIFIED, REJECTED, UNREADABLE};
  const char *const arguments[] = {checker, NULL};
  struct support_run run = support_run(arguments, text);
  char *const newline = strchr(run.output, '\n');
  enum answer answer = BROKEN;
  if (newline != NULL && newline[1] == '\0') {
    *newline = '\0';
    answer = answer_of(run.output);
  }
  if (run.status < 0 || run.status > 2 || answer != by_status[run.status]) answer = BROKEN;
  judge(alone->tally, kind, mutant, proof, answer);
  alone->tally->alone++;
  support_run_free(&run);
}

static void ask_mutant_alone(struct alone *alone, enum kind kind, const struct certificate *mutant) {
  char *const text = certificate_text(mutant);
  ask_alone(alone, kind, mutant, is_proof(mutant), text);
  free(text);
}

static void mutate_vertices(struct alone *alone, const struct certificate *original) {
  struct certificate mutant = *original;
  for (unsigned end = 0; end < 2; end++) {
    for (unsigned edge = 0; edge < original->edge_count; edge++) {
      mutant.edges[edge].ends[end] = original->vertices;
      ask_mutant_alone(alone, VERTEX_OUTSIDE, &mutant);
      mutant.edges[edge].ends[end] = original->edges[edge].ends[end];
    }
    mutant.terminals[end] = original->vertices;
    ask_mutant_alone(alone, VERTEX_OUTSIDE, &mutant);
    mutant.terminals[end] = original->terminals[1 - end];
    ask_mutant_alone(alone, TERMINALS_EQUAL, &mutant);
    mutant.terminals[end] = original->terminals[end];
  }
}

static void mutate_players(struct alone *alone, const struct certificate *original) {
  struct certificate mutant = *original;
  mutant.by_cut = !original->by_cut;
  ask_mutant_alone(alone, CLAIM_ALONE, &mutant);
  mutant.first = !original->first;
  ask_mutant_alone(alone, CLAIM_ALONE, &mutant);
  for (unsigned line = 0; line < original->set_count; line++) {
    for (unsigned name = BLUE; name <= CONTRACT; name++) {
      if ((name >= X) == original->by_cut) continue;
      mutant = *original;
      mutant.sets[line].name = name;
      ask_mutant_alone(alone, OTHER_PLAYERS_SET, &mutant);
    }
  }
}

/* Edges and sets are dropped and doubled in bulk, so here it is all the other lines. Without `vertices N` vertices have
 * names, which happen to be numbers: the same certificate. */
static void mutate_lines(struct alone *alone, const struct certificate *original) {
  static const char *const forms[] = {"twotrees", "claim", "graph", "vertices", "terminals", "end graph", "end\n"};
  char *const text = certificate_text(original);
  char *const mutant = malloc(2 * strlen(text) + 1);
  assert_non_null(mutant);
  for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
    bool is_form = false;
    for (size_t form = 0; form < sizeof forms / sizeof *forms; form++)
      is_form = is_form || strncmp(line, forms[form], strlen(forms[form])) == 0;
    if (!is_form) continue;
    const int before = (int)(line - text), length = (int)(strchr(line, '\n') + 1 - line);
    sprintf(mutant, "%.*s%s", before, text, line + length);
    ask_alone(alone, LINE_DROPPED, original, strncmp(line, "vertices", 8) == 0, mutant);
    sprintf(mutant, "%.*s%.*s%s", before, text, length, line, line);
    ask_alone(alone, LINE_DOUBLED, original, false, mutant);
  }
  free(mutant);
  free(text);
}

/* ---- A base graph ---- */

static void mutate_certificate(struct batch *batch, struct alone *alone, const struct certificate *original) {
  add_mutant(batch, UNHARMED, original);
  mutate_sets(batch, original);
  mutate_claim(batch, original);
  mutate_edges(batch, original);
  mutate_terminals(batch, original);
  mutate_vertices(alone, original);
  mutate_players(alone, original);
  mutate_lines(alone, original);
}

static struct certificate *all_certificates(struct tt_graph *base, size_t *count) {
  const size_t subgraphs = (size_t)1 << base->edge_count;
  struct certificate *const certificates = calloc(2 * subgraphs, sizeof *certificates);
  assert_non_null(certificates);
  for (size_t number = 0; number < subgraphs; number++) {
    tt_graph_set_number(base, number, false);
    certificates_of(base, &certificates[2 * number]);
  }
  *count = 2 * subgraphs;
  return certificates;
}

/* Every subgraph's certificates against another subgraph as the graph that they must be about. */
static void against_graph(struct tally *tally, const struct certificate *certificates, size_t count, size_t number) {
  char path[] = "/tmp/twotrees-mutations-XXXXXX";
  const int descriptor = mkstemp(path);
  FILE *const stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (stream == NULL) fail_msg("%s: %s", path, strerror(errno));
  struct tt_graph *const graph = position_graph(&certificates[2 * number]);
  assert_int_equal(tt_write_graph(stream, graph, TT_FORMAT_PLAIN, NULL), TT_OK);
  assert_int_equal(fclose(stream), 0);
  struct batch batch = {.tally = tally, .graph_file = path};
  for (size_t index = 0; index < count; index++) {
    const bool own = index / 2 == number;
    add_mutant(&batch, own ? UNHARMED : OTHER_GRAPH, &certificates[index]);
    if (batch.count > 0) batch.mutants[batch.count - 1].proof = own;
  }
  finish_batch(&batch);
  tt_graph_free(graph);
  unlink(path);
}

static struct counts sum_of(const struct tally *tally) {
  struct counts sum = {0};
  for (unsigned kind = UNHARMED + 1; kind < KINDS; kind++) {
    sum.made += tally->by_kind[kind].made;
    sum.verified += tally->by_kind[kind].verified;
    sum.rejected += tally->by_kind[kind].rejected;
    sum.unreadable += tally->by_kind[kind].unreadable;
  }
  return sum;
}

/* Mutates the certificates of every step-th subgraph; of the mutants that need a process, every alone_step-th. */
static void mutate_base(struct tally *tally, const char *name, size_t step, unsigned alone_step) {
  struct tt_graph *const base = support_graph(name);
  size_t count;
  struct certificate *const certificates = all_certificates(base, &count);
  struct batch batch = {.tally = tally};
  const uint64_t made_before = sum_of(tally).made;
  size_t mutated = 0;
  for (size_t index = 0; index < count; index++) {
    if (index / 2 % step != 0) continue;
    struct alone alone = {tally, alone_step, (unsigned)mutated % alone_step};
    mutate_certificate(&batch, &alone, &certificates[index]);
    for (size_t distance = 2; distance < count; distance *= 2)
      mutate_origin(&batch, &certificates[index], &certificates[(index + distance) % count]);
    mutated++;
  }
  finish_batch(&batch);
  /* At most 64 graphs of a base to compare with. */
  const size_t graph_step = count / 2 > 64 * step ? count / 128 : step;
  for (size_t number = 0; number < count / 2; number += graph_step) against_graph(tally, certificates, count, number);
  print_message("%s: %zu of %zu certificates, %" PRIu64 " mutants\n", name, mutated, count,
                sum_of(tally).made - made_before);
  free(certificates);
  tt_graph_free(base);
  forget_truths();
}

/* ---- The tests ---- */

static bool is_long(void) {
  const char *const value = getenv("TT_LONG");
  return value != NULL && *value != '\0' && strcmp(value, "0") != 0;
}

static void assert_honest(const struct tally *tally) {
  assert_int_equal(tally->accepted_without_proof, 0);
  assert_int_equal(tally->accepted_false, 0);
  assert_int_equal(tally->refused_proofs, 0);
  assert_int_equal(tally->broken_answers, 0);
}

static void print_tally(const struct tally *tally) {
  for (unsigned kind = 0; kind < KINDS; kind++) {
    const struct counts *const counts = &tally->by_kind[kind];
    print_message("  %-26s %8" PRIu64 " made, %8" PRIu64 " rejected, %6" PRIu64 " unreadable, %6" PRIu64 " true\n",
                  kind_names[kind], counts->made, counts->rejected, counts->unreadable, counts->verified);
  }
  const struct counts sum = sum_of(tally);
  print_message("mutants: %" PRIu64 " made, %" PRIu64 " rejected, %" PRIu64 " unreadable, %" PRIu64
                " accepted and proved true (%" PRIu64 " positions by subsets and playout, %" PRIu64
                " by plain recursion); %" PRIu64 " by themselves\n",
                sum.made, sum.rejected, sum.unreadable, sum.verified, positions_asked, positions_recursed,
                tally->alone);
}

static void test_every_mutant(void **state) {
  const char *const program = getenv("TT_CHECKER");
  checker = program != NULL && *program != '\0' ? program : "build/twotrees-check";
  (void)state;
  struct tally tally = {0};
  for (size_t index = 0; index < tt_base_count(); index++) {
    const char *const name = tt_base_name(index);
    const bool is_large = strcmp(name, "k5") == 0;
    mutate_base(&tally, name, is_large && !is_long() ? SAMPLE : 1, is_long() ? 1 : ALONE_STEP);
  }
  print_tally(&tally);
  assert_honest(&tally);
  const struct counts sum = sum_of(&tally), unharmed = tally.by_kind[UNHARMED];
  assert_int_equal(unharmed.verified, unharmed.made);
  assert_int_equal(sum.made, sum.verified + sum.rejected + sum.unreadable);
  assert_true(sum.made > 100000);
  /* No kind passes for want of a mutant that is refused. */
  for (unsigned kind = UNHARMED + 1; kind < KINDS; kind++) {
    const struct counts *const counts = &tally.by_kind[kind];
    if (counts->rejected + counts->unreadable == 0) fail_msg("no mutant with %s was refused", kind_names[kind]);
    const bool is_form = kind >= VERTEX_OUTSIDE;
    if (is_form && counts->unreadable == 0) fail_msg("every mutant with %s could be read", kind_names[kind]);
    if (!is_form && counts->unreadable > 0) fail_msg("a mutant with %s could not be read", kind_names[kind]);
  }
  static const enum kind mostly_refused[] = {NUMBER_SWAPPED, ENTRY_DROPPED,  ENTRY_DOUBLED, ENTRY_COPIED,
                                             OTHER_GRAPH,    VERTEX_OUTSIDE, STATE_CHANGED};
  for (size_t index = 0; index < sizeof mostly_refused / sizeof *mostly_refused; index++) {
    const struct counts *const counts = &tally.by_kind[mostly_refused[index]];
    if (2 * counts->verified >= counts->made) fail_msg("most with %s pass", kind_names[mostly_refused[index]]);
  }
}

/* Runs the same over a small base with a program in the checker's place. */
static struct tally with_checker(const char *script) {
  char path[] = "/tmp/twotrees-checker-XXXXXX";
  const int descriptor = mkstemp(path);
  FILE *const stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (stream == NULL) fail_msg("%s: %s", path, strerror(errno));
  fprintf(stream, "#!/bin/sh\n%s\n", script);
  assert_int_equal(fclose(stream), 0);
  assert_int_equal(chmod(path, 0700), 0);
  struct tally tally = {0};
  checker = path;
  mutate_base(&tally, "triangle", 1, ALONE_STEP);
  unlink(path);
  return tally;
}

static void test_lenient_checker_is_found_out(void **state) {
  (void)state;
  const struct tally tally = with_checker(
      "awk -v each=\"$1\" '$0 == \"end\" && each {print \"s VERIFIED\"} END {if (!each) print \"s VERIFIED\"}'");
  assert_int_equal(sum_of(&tally).verified, sum_of(&tally).made);
  assert_true(tally.accepted_without_proof > sum_of(&tally).made / 2);
  assert_true(tally.accepted_false > 0);
  assert_true(tally.accepted_false < tally.accepted_without_proof); /* a true claim with a broken proof counts too */
  assert_int_equal(tally.refused_proofs, 0);
  assert_int_equal(tally.broken_answers, 0);
}

static void test_harsh_checker_is_found_out(void **state) {
  (void)state;
  const struct tally tally = with_checker(
      "awk -v each=\"$1\" '$0 == \"end\" && each {print \"s REJECTED no\"} END {if (!each) print \"s REJECTED no\"}'\n"
      "exit 1");
  assert_int_equal(sum_of(&tally).verified, 0);
  assert_true(tally.refused_proofs > tally.by_kind[UNHARMED].made);
  assert_int_equal(tally.accepted_without_proof + tally.accepted_false + tally.broken_answers, 0);
}

/* An answer that is no answer, and answers that the exit status belies. */
static void test_broken_checkers_are_found_out(void **state) {
  (void)state;
  static const char *const scripts[] = {"cat >/dev/null", "cat >/dev/null; echo s VERIFIED; exit 1",
                                        "awk '$0 == \"end\" {print \"s REJECTED no\"}'",
                                        "awk '$0 == \"end\" {print \"s VERIFIED \"}'",
                                        "awk '$0 == \"end\" {print \"s VERIFIED\"} END {print \"s VERIFIED\"}'"};
  for (size_t index = 0; index < sizeof scripts / sizeof *scripts; index++)
    assert_true(with_checker(scripts[index]).broken_answers > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lenient_checker_is_found_out),
      cmocka_unit_test(test_harsh_checker_is_found_out),
      cmocka_unit_test(test_broken_checkers_are_found_out),
      cmocka_unit_test(test_every_mutant),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
