/* command.h: what the subcommands share. A subcommand is a row in the table of main.c: its name, what it does, the
 * options it takes, an example, and a function. Help, man page and shell completion are made from that table. */
#ifndef TT_COMMAND_H
#define TT_COMMAND_H

#include "graph/graph.h"
#include "play/play.h"
#include "survey/survey.h"

/* Every option of every subcommand, parsed. */
struct settings {
  bool json, strict, positions, every_pair, no_openings, trees, spanning, dot, canonical, swap, man, completion;
  bool cut, dual, long_run, sweep, certificate, certify, clumps;
  bool all_terminals; /* --terminals all is understood */
  bool seven;         /* no GRAPH was given and the subcommand then takes the base graphs of the census */
  const char *witnesses, *terminals, *position, *output, *player, *mover, *format, *to, *caption, *finder;
  bool connected, planar, up_to_swap, portable;
  const char *edges, *checkpoint;
  const char *moves, *labels;
  bool numbers, any_tree;
  int threads, res, mod, pieces, memory;
  bool refute, won_starts;
  const char *first, *second, *seed, *colour, *csv, *plot;
  int games, openings, budget;
  bool ascii, rim;
  const char *blue, *red, *starts, *svg, *load, *save;
  char **graphs;
  int graph_count;
};

enum option_id {
  OPTION_END = 0,
  OPTION_JSON = 256,
  OPTION_WITNESS,
  OPTION_TERMINALS,
  OPTION_POSITION,
  OPTION_FORMAT,
  OPTION_STRICT,
  OPTION_POSITIONS,
  OPTION_EVERY_PAIR,
  OPTION_NO_OPENINGS,
  OPTION_THREADS,
  OPTION_FINDER,
  OPTION_SPANNING,
  OPTION_PLAYER,
  OPTION_MOVER,
  OPTION_TREES,
  OPTION_DOT,
  OPTION_DOT_DUAL,
  OPTION_OUTPUT,
  OPTION_CAPTION,
  OPTION_TO,
  OPTION_TO_DUAL,
  OPTION_TO_PAIRING,
  OPTION_CANONICAL,
  OPTION_SWAP,
  OPTION_MAN,
  OPTION_COMPLETION,
  OPTION_CUT,
  OPTION_DUAL,
  OPTION_SWEEP,
  OPTION_CERTIFICATE,
  OPTION_CERTIFY,
  OPTION_CLUMPS,
  OPTION_CONNECTED,
  OPTION_PLANAR,
  OPTION_UP_TO_SWAP,
  OPTION_EDGES,
  OPTION_RES,
  OPTION_MOD,
  OPTION_PIECES,
  OPTION_CHECKPOINT,
  OPTION_MEMORY,
  OPTION_PORTABLE,
  OPTION_LONG,
  OPTION_MOVES,
  OPTION_NUMBERS,
  OPTION_LABELS,
  OPTION_ANY_TREE,
  OPTION_FIRST,
  OPTION_SECOND,
  OPTION_GAMES,
  OPTION_SEED,
  OPTION_COLOUR,
  OPTION_OPENINGS,
  OPTION_WON,
  OPTION_BUDGET,
  OPTION_REFUTE,
  OPTION_CSV,
  OPTION_PLOT,
  OPTION_BLUE,
  OPTION_RED,
  OPTION_STARTS,
  OPTION_GAME_SEED,
  OPTION_ASCII,
  OPTION_SVG,
  OPTION_RIM,
  OPTION_LOAD,
  OPTION_SAVE,
  OPTION_HELP
};

struct command {
  const char *name, *arguments, *summary;
  const char *details;  /* a paragraph, filled where it is shown, or NULL */
  const char *examples; /* one a line, each ended by a newline */
  enum option_id options[24];
  enum tt_status (*run)(const struct settings *settings);
};

/* ---- options.c ---- */

/* Parses the words behind the subcommand. Returns TT_OK, or TT_BAD_INPUT after one line on stderr. *help is set when
 * help was asked for. */
enum tt_status options_parse(struct settings *settings, const struct command *command, int count, char **words,
                             bool *help);
void options_help(const struct command *command);
void options_man(const struct command *commands);
void options_completion(const struct command *commands);

/* ---- suggest.c ---- */

/* Is the word the name but for a letter or two? */
bool is_close(const char *word, const char *name);
/* Where a GRAPH could not be opened: says in *error what names there are, unless it was meant as a file. */
void explain_unknown_graph(const char *name, struct tt_error *error);

/* ---- inputs.c: the GRAPH arguments, one graph after another ---- */

struct inputs {
  const struct settings *settings;
  int next;
  struct tt_reader *reader;
  enum tt_format format;
  char feed[600];       /* empty, or a command that pipes the graph read last into the next */
  char reproduce[600];  /* the words that name it to twotrees, quoted for the shell */
  enum tt_status worst; /* of the lines that could not be read */
};

/* Starts on the arguments; without any, on the base graphs of the census where settings->seven, else standard input. */
enum tt_status inputs_open(struct inputs *inputs, const struct settings *settings);

/* The next graph (the caller's, to free) with --terminals and --position applied, or NULL at the end. What cannot be
 * read is told on stderr, kept in inputs->worst and skipped, or ends it with --strict. */
struct tt_graph *inputs_next(struct inputs *inputs);

/* Closes and returns the worse of the two statuses. */
enum tt_status inputs_close(struct inputs *inputs, enum tt_status status);

/* ---- output.c ---- */

enum tt_status worse(enum tt_status first, enum tt_status second);
/* Tells an error on stderr in one line and returns its status. */
enum tt_status complain(const struct tt_error *error);
/* Complains that memory ran out. */
enum tt_status complain_no_memory(void);
/* As complain, for misuse found by a subcommand. */
enum tt_status misuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What a graph is called in output: its name, or where that is a line of graph6 or sparse6 of more than TITLE
 * characters its beginning, "..." and how long it is. */
#define TITLE 200
struct title {
  char text[TITLE + 40];
};
struct title title_of(const struct tt_graph *graph);

/* One JSON object a line. */
void json_begin(const char *kind);
void json_text(const char *key, const char *value);
void json_count(const char *key, uint64_t value); /* a string beyond 2^53 */
void json_truth(const char *key, bool value);
void json_names(const char *key, const char *const *names, size_t count);
void json_edges(const char *key, const size_t *edges, size_t count);
void json_flags(const char *key, const uint8_t *flags, size_t count); /* the numbers whose flag is 1 */
void json_key(const char *key);                                       /* a raw value follows */
void json_string(const char *value);
void json_end(void);

/* The outcome's keys: graph, terminals, outcome, tempo. */
void json_outcome(const struct tt_graph *graph, enum tt_outcome outcome);

/* "0-1", with vertex names; "e*" for the virtual edge. */
void print_edge(const struct tt_graph *graph, size_t edge);
/* "0, 3 (1-2), e*" or "none". */
void print_edges(const struct tt_graph *graph, const size_t *edges, size_t count);
void print_flags(const struct tt_graph *graph, const uint8_t *flags);
/* "Short", "First", "Cut". */
const char *outcome_title(enum tt_outcome outcome);

/* A progress line with rate and ETA on stderr when it is a terminal. */
struct progress {
  const char *what;
  bool shown;
  double started, last;
};
void progress_start(struct progress *progress, const char *what);
void progress_step(struct progress *progress, uint64_t done, uint64_t total);
void progress_end(struct progress *progress);
double seconds_now(void); /* of a steady clock */
/* How often a checkpoint is written at the most; the environment variable TT_CHECKPOINT_SECONDS is for those who test.
 */
double checkpoint_seconds(void);

/* ---- output_file.c: output to standard output, or to a file that is written whole or not at all ---- */

struct output {
  FILE *stream;
  const char *name; /* as the user gave it */
  char *path;       /* owned; the file that is to appear, links followed; NULL: written in place, or standard output */
  char *temporary;  /* owned; beside it, renamed at the end */
};
/* NULL and "-" are standard output. Tells what is wrong. */
enum tt_status output_open(struct output *output, const char *name);
/* Lets the file appear if `keep` and all could be written. */
enum tt_status output_close(struct output *output, enum tt_status status, bool keep);
/* The same two without a word: *error has it, where one of them fails. */
enum tt_status output_try(struct output *output, const char *name, struct tt_error *error);
enum tt_status output_finish(struct output *output, enum tt_status status, bool keep, struct tt_error *error);
/* Would both be written to one regular file, or both to standard output? */
bool output_same(const char *one, const char *other);

/* ---- game_input.c ---- */

/* A game on a position, as a board where it is bridgit:N. */
enum tt_status game_of_graph(struct tt_game *game, const struct tt_graph *graph, enum tt_player first,
                             struct tt_error *error);
/* The game of --moves: a saved one, or moves one a line on the one GRAPH, `first` first. Tells what is wrong. */
enum tt_status game_of_moves(struct tt_game *game, const struct settings *settings, enum tt_player first);

/* ---- draw_board.c and graph_commands.c ---- */

enum tt_status draw_moves(const struct settings *settings);
enum tt_status draw_position(const struct settings *settings, const struct tt_graph *graph, FILE *stream);

/* ---- report_boards.c ---- */

/* The section of RESULTS.md about Bridg-It; returns what `report` is to return. */
enum tt_status report_boards(const struct settings *settings);

/* ---- report_match.c ---- */

/* The section of RESULTS.md about matches. */
enum tt_status report_matches(void);

/* ---- witnesses.c ---- */

/* Reads a comma-separated list; "all" is every witness that takes `edges` undecided edges; NULL is the default: those
 * that a sweep over a base graph of so many edges can afford. Tells what is wrong. */
enum tt_status choose_witnesses(const char *list, size_t edges, const struct tt_witness **chosen, size_t *count);

/* ---- survey_command.c ---- */

/* `twotrees survey` with the work done by the runner: tt_survey_run, or the ranks of twotrees-mpi. */
typedef enum tt_status (*survey_runner)(struct tt_survey *survey, const struct tt_graph *base,
                                        const struct tt_survey_options *options, struct tt_error *error);
enum tt_status survey_by(const struct settings *settings, survey_runner runner);

/* ---- census_command.c ---- */

/* The same for a census and tt_census_run. */
typedef enum tt_status (*census_runner)(const struct tt_census_options *options, unsigned pieces, const bool *wanted,
                                        int threads, tt_census_piece_done done, void *context, struct tt_error *error);
enum tt_status census_by(const struct settings *settings, census_runner runner);

/* Reads the number of vertices and the options of a census; tells what is wrong. */
enum tt_status census_question(const struct settings *settings, struct tt_census_options *options);
/* Prints the record of a census, text or JSON. */
void census_show(const struct settings *settings, const struct tt_census_options *options,
                 const struct tt_census *census);

/* ---- The subcommands ---- */

enum tt_status run_survey(const struct settings *settings);
enum tt_status run_classify(const struct settings *settings);
enum tt_status run_openings(const struct settings *settings);
enum tt_status run_trees(const struct settings *settings);
enum tt_status run_replay(const struct settings *settings);
enum tt_status run_bases(const struct settings *settings);
enum tt_status run_draw(const struct settings *settings);
enum tt_status run_convert(const struct settings *settings);
enum tt_status run_census(const struct settings *settings);
enum tt_status run_merge(const struct settings *settings);
enum tt_status run_tables(const struct settings *settings);
enum tt_status run_dual(const struct settings *settings);
enum tt_status run_certify(const struct settings *settings);
enum tt_status run_move(const struct settings *settings);
enum tt_status run_report(const struct settings *settings);
enum tt_status run_pairing(const struct settings *settings);
enum tt_status run_match(const struct settings *settings);
enum tt_status run_play(const struct settings *settings);

#endif
