/* support.h: what the test suites share: graphs by name, file and text, random positions by seed, running programs.
 *
 * A helper that cannot do its work fails the running cmocka test with a message; none returns an error. Strings and
 * graphs returned are the caller's to free. */
#ifndef TT_TESTS_SUPPORT_H
#define TT_TESTS_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "graph/graph.h"

/* ---- Graphs ---- */

/* A base graph or family member ("bridge", "k:6"), otherwise a file of any format; its first graph. */
struct tt_graph *support_graph(const char *name);

/* The graph that a plain list in memory describes. */
struct tt_graph *support_parse(const char *text);

/* A position as a plain list, states and all: what a failure message shows. */
char *support_text(const struct tt_graph *graph);

/* A whole file; *size, unless NULL, is its length without the zero byte put at its end. */
char *support_read(const char *path, size_t *size);

/* Appends `extra` undecided copies of e* (edges A-B) to a copy of the graph. */
struct tt_graph *support_with_virtual(const struct tt_graph *graph, unsigned extra);

/* ---- Random positions ---- */

/* splitmix64: the same numbers on every machine. */
struct support_random {
  uint64_t state;
};
uint64_t support_next(struct support_random *random);
unsigned support_below(struct support_random *random, unsigned limit); /* 0 .. limit - 1; limit > 0 */

/* TT_SEED when it is set, otherwise `usual`. */
uint64_t support_seed(uint64_t usual);

/* A position of 2 .. most_vertices vertices and 0 .. most_edges edges with random terminals: loops, parallel edges,
 * isolated vertices, and, in most graphs, some edges secured or deleted. The seed determines it. */
struct tt_graph *support_random_graph(uint64_t seed, unsigned most_vertices, unsigned most_edges);

/* ---- Running programs ---- */

struct support_run {
  int status;            /* exit status; 128 + the signal's number when a signal ended it */
  char *output, *errors; /* stdout and stderr, each ended by a zero byte; owned */
  size_t output_size, errors_size;
};

#define SUPPORT_SECONDS 120 /* a program that takes longer is ended by SIGALRM */

/* Runs arguments[0] (looked for in PATH) with the arguments up to NULL; `input` (NULL: nothing) is its stdin. */
struct support_run support_run(const char *const *arguments, const char *input);

/* The same with a command for `sh -e`. The status of a pipe is that of its last program. */
struct support_run support_shell(const char *command);
void support_run_free(struct support_run *run);

/* Sets TT_CHECKER, which the witness `certified` needs, to twotrees-check in the build directory unless it is set. */
void support_set_checker(void);

/* The twotrees program: TT_PROGRAM, or build/twotrees. The build directory: TT_BUILD, or build. */
const char *support_program(void);
const char *support_build(void);

#endif
