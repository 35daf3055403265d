/* options.c: one table of options, from which words are parsed and help, man page and completion are made. */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

struct option_row {
  enum option_id id;
  const char *name, *argument, *help; /* argument NULL: a flag */
  size_t offset;                      /* of the field in struct settings: bool for a flag, else const char * */
};

#define ROW(id, name, argument, help, field) \
  { id, name, argument, help, offsetof(struct settings, field) }

static const struct option_row rows[] = {
    ROW(OPTION_JSON, "json", NULL, "one JSON object a line", json),
    ROW(OPTION_WITNESS, "witness", "LIST", "witnesses to ask, separated by commas, or all", witnesses),
    ROW(OPTION_TERMINALS, "terminals", "A,B",
        "terminals by vertex name (default: those of the input, else first and last vertex)", terminals),
    ROW(OPTION_POSITION, "position", "WORD", "one letter an edge: u undecided, s secured, d deleted", position),
    ROW(OPTION_FORMAT, "format", "NAME", "input format: plain, dimacs, graph6 or sparse6 (default: guess)", format),
    ROW(OPTION_STRICT, "strict", NULL, "stop at the first line that cannot be read", strict),
    ROW(OPTION_POSITIONS, "positions", NULL, "every position (each edge undecided, secured or deleted)", positions),
    ROW(OPTION_EVERY_PAIR, "every-pair", NULL, "count openings named by any pair of trees (default up to 15 edges)",
        every_pair),
    ROW(OPTION_NO_OPENINGS, "no-openings", NULL, "outcomes only", no_openings),
    ROW(OPTION_THREADS, "threads", "N", "number of threads (default: as many as there are cores)", threads),
    ROW(OPTION_FINDER, "finder", "NAME", "subsets (first pair) or forests (default: subsets up to 24 edges)", finder),
    ROW(OPTION_SPANNING, "spanning", NULL, "a filter: pass only graphs that are two edge-disjoint spanning trees",
        spanning),
    ROW(OPTION_PLAYER, "player", "NAME", "whose strategy: short or cut (default: the winner's)", player),
    ROW(OPTION_MOVER, "mover", "WHEN", "first or second: when that player moves", mover),
    ROW(OPTION_TREES, "trees", NULL, "mark Short's pair of trees", trees),
    ROW(OPTION_CUT, "cut", NULL, "mark Cut's two sets and what is contracted", cut),
    ROW(OPTION_DUAL, "dual", NULL, "draw the dual game instead", dual),
    ROW(OPTION_SWEEP, "sweep", NULL, "every subgraph of each GRAPH, with --positions every position", sweep),
    ROW(OPTION_CERTIFICATE, "certificate", NULL, "print the certificate of the position after the move", certificate),
    ROW(OPTION_CERTIFY, "certify", NULL, "have both certificates checked by twotrees-check", certify),
    ROW(OPTION_CLUMPS, "clumps", NULL, "instead: every maximal set of vertices that two disjoint trees span", clumps),
    ROW(OPTION_CONNECTED, "connected", NULL, "connected graphs only", connected),
    ROW(OPTION_PLANAR, "planar", NULL, "planar graphs only", planar),
    ROW(OPTION_UP_TO_SWAP, "up-to-swap", NULL, "count pairs of terminals up to symmetry", up_to_swap),
    ROW(OPTION_EDGES, "edges", "LO:HI", "graphs with LO to HI edges", edges),
    ROW(OPTION_RES, "res", "R", "piece R of --mod pieces, from 0", res),
    ROW(OPTION_MOD, "mod", "M", "into how many pieces the work is cut", mod),
    ROW(OPTION_PIECES, "pieces", "P", "into how many pieces this run is cut for threads and checkpoints", pieces),
    ROW(OPTION_CHECKPOINT, "checkpoint", "FILE", "keep what is done in FILE, and go on from it", checkpoint),
    ROW(OPTION_MEMORY, "memory", "GIB", "most memory for tables, in GiB (default 4)", memory),
    ROW(OPTION_PORTABLE, "portable", NULL, "do not use BMI2 where the processor has it", portable),
    ROW(OPTION_LONG, "long", NULL, "instead, every graph on up to ten vertices, K9 by play too (10 GiB)", long_run),
    ROW(OPTION_DOT, "dot", NULL, "Graphviz DOT instead of SVG", dot),
    ROW(OPTION_DOT_DUAL, "dot", NULL, "the same as --to dot", dot),
    ROW(OPTION_OUTPUT, "output", "FILE", "write to FILE instead of standard output", output),
    ROW(OPTION_CAPTION, "caption", "TEXT", "text under the picture", caption),
    ROW(OPTION_TO, "to", "NAME", "output format: plain (default), dimacs, graph6 or sparse6", to),
    ROW(OPTION_TO_DUAL, "to", "NAME", "write the dual: plain, dimacs, graph6, sparse6, dot or svg", to),
    ROW(OPTION_TO_PAIRING, "to", "NAME", "draw the pairs on the board: svg", to),
    ROW(OPTION_CANONICAL, "canonical", NULL, "print a key that isomorphic positions share, and the group order",
        canonical),
    ROW(OPTION_SWAP, "swap", NULL, "with --canonical: A and B may change places", swap),
    ROW(OPTION_FIRST, "first", "LEVELS", "levels that move first, separated by commas", first),
    ROW(OPTION_SECOND, "second", "LEVELS", "levels that move second, separated by commas", second),
    ROW(OPTION_GAMES, "games", "N", "number of games (default 100)", games),
    ROW(OPTION_SEED, "seed", "N", "number from which all chance is made (default 1)", seed),
    ROW(OPTION_COLOUR, "colour", "NAME", "which colour moves first: blue (default), red or both by turns", colour),
    ROW(OPTION_OPENINGS, "openings", "K", "K plies at random before the levels move (default 0)", openings),
    ROW(OPTION_WON, "won", NULL, "draw these plies again until the player on move then has a won game", won_starts),
    ROW(OPTION_BUDGET, "budget", "N", "most positions that a level searches for one move (default 20000)", budget),
    ROW(OPTION_REFUTE, "refute", NULL, "instead: the shortest game that the --first level loses", refute),
    ROW(OPTION_CSV, "csv", "FILE", "write one line a ply to FILE", csv),
    ROW(OPTION_PLOT, "plot", "FILE", "draw blunders by ply to FILE, an SVG (FILE.svg), by gnuplot", plot),
    ROW(OPTION_MOVES, "moves", "FILE", "a saved game, or moves one a line on the GRAPH, Short (Blue) first", moves),
    ROW(OPTION_NUMBERS, "numbers", NULL, "the number of each move on its bridge", numbers),
    ROW(OPTION_LABELS, "labels", "WHOSE", "whose dots are named: blue, red or none (default blue)", labels),
    ROW(OPTION_ANY_TREE, "any-tree", NULL, "instead: the rule from any spanning tree through e*, and where it loses",
        any_tree),
    ROW(OPTION_BLUE, "blue", "WHO", "who plays Blue (Short): human (default) or a level; with --load, as it was", blue),
    ROW(OPTION_RED, "red", "WHO", "who plays Red (Cut): human or a level (default perfect); with --load, as it was",
        red),
    ROW(OPTION_STARTS, "first", "WHO", "who moves first: blue (default), red or random", starts),
    ROW(OPTION_GAME_SEED, "seed", "N", "number from which all chance is made, to repeat a game", seed),
    ROW(OPTION_ASCII, "ascii", NULL, "plain signs, no colour", ascii),
    ROW(OPTION_SVG, "svg", "FILE", "keep a picture of the board in FILE", svg),
    ROW(OPTION_RIM, "rim", NULL, "bridges along a player's own bank are moves too: passes", rim),
    ROW(OPTION_LOAD, "load", "FILE", "go on with a kept game instead of a GRAPH", load),
    ROW(OPTION_SAVE, "save", "FILE",
        "where the game is kept at the end (default: the file of --load, else a new twotrees-game.txt)", save),
    ROW(OPTION_MAN, "man", NULL, "print the man page", man),
    ROW(OPTION_COMPLETION, "completion", NULL, "print completion for bash", completion),
};
#define ROW_COUNT (sizeof rows / sizeof rows[0])

static const struct option_row *row_of(enum option_id id) {
  for (size_t index = 0; index < ROW_COUNT; index++) {
    if (rows[index].id == id) return &rows[index];
  }
  return NULL;
}

/* Options that are numbers, with their range. */
static const struct {
  enum option_id id;
  int least, most;
} numbers[] = {{OPTION_THREADS, 1, 1024},   {OPTION_RES, 0, 99999999},     {OPTION_MOD, 1, 100000000},
               {OPTION_PIECES, 1, 1000000}, {OPTION_MEMORY, 1, 100000},    {OPTION_GAMES, 1, 100000000},
               {OPTION_OPENINGS, 0, 10000}, {OPTION_BUDGET, 1, 1000000000}};

static enum tt_status set_number(int *field, const struct option_row *row, const char *text, int least, int most) {
  char *end;
  errno = 0;
  const long number = strtol(text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || errno != 0 || number < least || number > most) {
    return misuse("--%s %.40s: expected a number from %d to %d", row->name, text, least, most);
  }
  *field = (int)number;
  return TT_OK;
}

static enum tt_status set_option(struct settings *settings, const struct option_row *row, char *argument) {
  void *const field = (char *)settings + row->offset;
  for (size_t index = 0; index < sizeof numbers / sizeof numbers[0]; index++) {
    if (numbers[index].id == row->id) {
      return set_number(field, row, argument, numbers[index].least, numbers[index].most);
    }
  }
  if (row->argument == NULL) {
    *(bool *)field = true;
  } else {
    *(const char **)field = argument;
  }
  return TT_OK;
}

static void fill_long_options(struct option *options, const struct command *command) {
  size_t count = 0;
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) {
    const struct option_row *const row = row_of(*id);
    options[count++] =
        (struct option){row->name, row->argument != NULL ? required_argument : no_argument, NULL, (int)*id};
  }
  options[count++] = (struct option){"help", no_argument, NULL, OPTION_HELP};
  options[count] = (struct option){NULL, 0, NULL, 0};
}

static bool takes(const struct command *command, enum option_id option) {
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) {
    if (*id == option) return true;
  }
  return false;
}

/* What getopt_long did not understand: a short option, or the word before the one it would read next. */
static enum tt_status not_understood(const struct command *command, int found, char **words) {
  char word[64];
  if (optopt > 0 && optopt < 256) {
    snprintf(word, sizeof word, "-%c", optopt);
  } else {
    snprintf(word, sizeof word, "%s", words[optind - 1]);
  }
  if (found == ':') return misuse("%s: %s needs a value; try: twotrees %s --help", command->name, word, command->name);
  return misuse("%s: unknown option %s; try: twotrees %s --help", command->name, word, command->name);
}

/* getopt_long takes abbreviations, and would read --position as --positions where only that exists. */
static bool in_full(const struct option_row *row, char **words) {
  const size_t length = strlen(row->name);
  for (int back = 1; back <= 2 && optind - back >= 0; back++) {
    const char *const word = words[optind - back];
    if (strncmp(word, "--", 2) == 0 && strncmp(word + 2, row->name, length) == 0 &&
        (word[2 + length] == '\0' || word[2 + length] == '=')) {
      return true;
    }
  }
  return false;
}

enum tt_status options_parse(struct settings *settings, const struct command *command, int count, char **words,
                             bool *help) {
  struct option options[ROW_COUNT + 2];
  fill_long_options(options, command);
  *settings = (struct settings){0};
  *help = false;
  opterr = 0;
  for (;;) {
    const int found = getopt_long(count, words, takes(command, OPTION_OUTPUT) ? ":ho:" : ":h", options, NULL);
    if (found == -1) break;
    if (found == ':' || found == '?') return not_understood(command, found, words);
    if (found == OPTION_HELP || found == 'h') {
      *help = true;
      return TT_OK;
    }
    const struct option_row *const row = row_of(found == 'o' ? OPTION_OUTPUT : (enum option_id)found);
    if (found != 'o' && !in_full(row, words)) {
      return misuse("%s: an abbreviation of --%s; expected it in full", command->name, row->name);
    }
    const enum tt_status status = set_option(settings, row, optarg);
    if (status != TT_OK) return status;
  }
  settings->graphs = words + optind;
  settings->graph_count = count - optind;
  return TT_OK;
}

#define HELP_WIDTH 100
#define HELP_INDENT 21 /* of what is said about an option */

/* Prints the words of a text, from this column on, further lines behind so many blanks. */
static void print_filled(const char *text, size_t column, size_t indent) {
  for (bool first = true;; first = false) {
    text += strspn(text, " \n");
    const size_t length = strcspn(text, " \n");
    if (length == 0) break;
    if (!first && column + 1 + length > HELP_WIDTH) {
      printf("\n%*s", (int)indent, "");
      column = indent;
    } else if (!first) {
      putchar(' ');
      column++;
    }
    fwrite(text, 1, length, stdout);
    column += length;
    text += length;
  }
  putchar('\n');
}

void options_help(const struct command *command) {
  printf("usage: twotrees %s [OPTION...] %s\n\n%s\n", command->name, command->arguments, command->summary);
  if (command->details != NULL) {
    putchar('\n');
    print_filled(command->details, 0, 0);
  }
  puts("\nOptions:");
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) {
    const struct option_row *const row = row_of(*id);
    char flag[40];
    snprintf(flag, sizeof flag, "--%s%s%s", row->name, row->argument != NULL ? " " : "",
             row->argument != NULL ? row->argument : "");
    printf("  %-18s ", flag);
    print_filled(row->help, HELP_INDENT, HELP_INDENT);
  }
  printf("  %-18s %s\n", "--help", "this text");
  printf("\nExamples:\n%s", command->examples);
}

/* Text with the signs that mean something to roff taken out. */
static void roff_text(const char *text) {
  bool line_start = true;
  for (; *text != '\0'; text++) {
    if (line_start && (*text == '.' || *text == '\'')) fputs("\\&", stdout);
    if (*text == '\\') {
      fputs("\\e", stdout);
    } else if (*text == '-') {
      fputs("\\-", stdout);
    } else {
      putchar(*text);
    }
    line_start = *text == '\n';
  }
}

static void roff_command(const struct command *command) {
  printf(".SS ");
  roff_text(command->name);
  printf("\n.B twotrees ");
  roff_text(command->name);
  printf("\n[OPTION...] ");
  roff_text(command->arguments);
  puts("\n.PP");
  roff_text(command->summary);
  if (command->details != NULL) {
    puts("\n.PP");
    roff_text(command->details);
  }
  putchar('\n');
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) {
    const struct option_row *const row = row_of(*id);
    printf(".TP\n.B \\-\\-");
    roff_text(row->name);
    if (row->argument != NULL) printf(" %s", row->argument);
    putchar('\n');
    roff_text(row->help);
    putchar('\n');
  }
  puts(".PP\nExamples:\n.PP\n.nf");
  roff_text(command->examples);
  puts(".fi");
}

void options_man(const struct command *commands) {
  puts(".TH TWOTREES 1 \"\" \"twotrees " TT_VERSION "\" \"User Commands\"\n.SH NAME");
  puts("twotrees \\- decide and verify switching games by play and by trees\n.SH SYNOPSIS\n.B twotrees\nSUBCOMMAND");
  puts("[OPTION...] [GRAPH...]\n.SH DESCRIPTION");
  puts(
      "Short and Cut move in turn on a multigraph with two terminals A and B: Short secures an edge, Cut deletes one.");
  puts("Short wins when A and B are joined. A GRAPH is a base graph's name, a family with a size such as k:6, a file,");
  puts("or \\- for standard input; formats are graph6, sparse6, DIMACS edge and the plain list.\n.SH SUBCOMMANDS");
  for (; commands->name != NULL; commands++) roff_command(commands);
  puts(".SH EXIT STATUS\n.TP\n0\nall agree, accepted\n.TP\n1\na disagreement, a claim refuted");
  puts(".TP\n2\nbad usage or unreadable input\n.TP\n3\nout of memory, disk, or the time or positions allowed");
}

/* ---- Completion ---- */

/* Options whose values are known, but for levels and witnesses. */
static const struct {
  enum option_id id;
  const char *values;
} known_values[] = {{OPTION_FORMAT, "plain dimacs graph6 sparse6"},
                    {OPTION_TO, "plain dimacs graph6 sparse6"},
                    {OPTION_TO_DUAL, "plain dimacs graph6 sparse6 dot svg"},
                    {OPTION_TO_PAIRING, "svg"},
                    {OPTION_FINDER, "subsets forests"},
                    {OPTION_PLAYER, "short cut"},
                    {OPTION_MOVER, "first second"},
                    {OPTION_COLOUR, "blue red both"},
                    {OPTION_LABELS, "blue red none"},
                    {OPTION_STARTS, "blue red random"}};

static void print_values(enum option_id id) {
  for (size_t index = 0; index < sizeof known_values / sizeof known_values[0]; index++) {
    if (known_values[index].id == id) fputs(known_values[index].values, stdout);
  }
  if (id == OPTION_BLUE || id == OPTION_RED) fputs("human ", stdout);
  const bool levels = id == OPTION_BLUE || id == OPTION_RED || id == OPTION_FIRST || id == OPTION_SECOND;
  for (size_t index = 0; levels && tt_engine_at(index) != NULL; index++) printf("%s ", tt_engine_at(index)->name);
  if (id != OPTION_WITNESS) return;
  for (size_t index = 0; index < tt_witness_count(); index++) printf("%s ", tt_witness_at(index)->name);
  fputs("all", stdout);
}

static void print_names(const struct command *commands) {
  for (; commands->name != NULL; commands++) printf("%s ", commands->name);
}

/* The case of a subcommand: what may stand next, and whether files may. */
static void complete_command(const struct command *command, const struct command *commands) {
  printf("    %s) words=\"--help", command->name);
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) printf(" --%s", row_of(*id)->name);
  const bool graphs = strstr(command->arguments, "GRAPH") != NULL;
  for (size_t base = 0; graphs && base < tt_base_count(); base++) printf(" %s", tt_base_name(base));
  putchar(' ');
  if (strstr(command->arguments, "SUBCOMMAND") != NULL) print_names(commands);
  printf("\" files=%s\n      case $before in\n", graphs || strstr(command->arguments, "CHECKPOINT") != NULL ? "1" : "");
  for (const enum option_id *id = command->options; *id != OPTION_END; id++) {
    const struct option_row *const row = row_of(*id);
    if (row->argument == NULL) continue;
    printf("        --%s) words=\"", row->name);
    print_values(*id);
    printf("\" files=%s ;;\n", strcmp(row->argument, "FILE") == 0 ? "1" : "");
  }
  puts("      esac ;;");
}

/* Of a list with commas the last word is completed. */
void options_completion(const struct command *commands) {
  puts(
      "# bash completion for twotrees\n_twotrees() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words= files= list=\n"
      "  case $before in --*) case $word in *,*) list=${word%,*}, ;; esac ;; esac\n"
      "  case ${COMP_WORDS[1]} in");
  for (const struct command *command = commands; command->name != NULL; command++) complete_command(command, commands);
  puts("  esac\n  if [ \"$COMP_CWORD\" = 1 ]; then");
  printf("    files= words=\"");
  print_names(commands);
  puts(
      "--help --version\"\n  fi\n"
      "  COMPREPLY=($(compgen -P \"$list\" -W \"$words\" -- \"${word#\"$list\"}\"))\n"
      "  if [ -n \"$files\" ]; then COMPREPLY+=($(compgen -f -- \"$word\")); fi\n}\n"
      "complete -o filenames -F _twotrees twotrees");
}
