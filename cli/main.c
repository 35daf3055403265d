/* main.c: the table of subcommands, and the way to them. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "cli/command.h"

static enum tt_status run_help(const struct settings *settings);

static const struct command commands[] = {
    {"survey",
     "[GRAPH...]",
     "Put every subgraph (or position) of base graphs to several witnesses and compare.",
     "Without a GRAPH: the seven base graphs of the census. Every subgraph is asked about as drawn and with\n"
     "the virtual edge; where the first mover wins, every opening of either player is too. A disagreement is\n"
     "counted and printed as a command that reproduces it.",
     "  twotrees survey\n  twotrees survey k:6 --witness playout,forests\n  twotrees survey --positions bridgit:3\n",
     {OPTION_WITNESS, OPTION_POSITIONS, OPTION_NO_OPENINGS, OPTION_EVERY_PAIR, OPTION_THREADS, OPTION_CHECKPOINT,
      OPTION_TERMINALS, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_survey},
    {"classify",
     "[GRAPH...]",
     "Say who wins: Short, whoever moves First, or Cut.",
     "Without a GRAPH: reads standard input. One line a graph, in order. --terminals all asks about every pair of\n"
     "vertices: one letter a pair, S, F or C, in the order (0,1), (0,2), ... --certify believes nothing that a "
     "separate\n"
     "program, twotrees-check, has not verified from the certificates.",
     "  twotrees classify bridge\n  twotrees classify my-graph.txt --witness all\n"
     "  twotrees classify --certify bridgit:1000\n"
     "  nauty-geng -c 5 | twotrees classify --terminals all --json\n",
     {OPTION_WITNESS, OPTION_CERTIFY, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_classify},
    {"openings",
     "[GRAPH...]",
     "List the first moves that win, for either player, and those that the trees name.",
     "Up to 20 undecided edges the game is played out; above, trees decide; --witness names one to ask.",
     "  twotrees openings bridge-spur\n  twotrees openings bridgit:5 --json\n",
     {OPTION_WITNESS, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_openings},
    {"trees",
     "[GRAPH...]",
     "Show the two edge-disjoint trees, or the partition that shows why there are none.",
     NULL,
     "  twotrees trees bridge\n  twotrees trees --clumps tests/hard/three-blobs-18-four-cross.txt\n  nauty-geng -c 6 "
     "10:10 | twotrees trees --spanning | wc -l\n",
     {OPTION_FINDER, OPTION_SPANNING, OPTION_CLUMPS, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT,
      OPTION_JSON},
     run_trees},
    {"replay",
     "[GRAPH...]",
     "Play the pairing rule against every reply of the opponent at every point.",
     "Default: the winner's strategy (Short's where the first mover wins), moving second where that wins, else\n"
     "first. Nothing is searched; a line that is not won stops it and is printed.",
     "  twotrees replay k5\n  twotrees replay bridge --player cut --mover first\n",
     {OPTION_PLAYER, OPTION_MOVER, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_replay},
    {"move",
     "[GRAPH...]",
     "From any position: who wins, every winning move, and one move with its proof.",
     NULL,
     "  twotrees move bridge\n  twotrees move bridge --position usuud\n"
     "  twotrees move bridge --certificate | twotrees-check\n",
     {OPTION_CERTIFICATE, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_move},
    {"certify",
     "[GRAPH...]",
     "Write the two certificates that settle a position, for twotrees-check.",
     NULL,
     "  twotrees certify bridge | twotrees-check\n  twotrees certify --sweep k5 | twotrees-check --count\n",
     {OPTION_SWEEP, OPTION_POSITIONS, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT},
     run_certify},
    {"dual",
     "[GRAPH...]",
     "Show the dual game, on which Short plays Cut's part, edge by edge.",
     "Needs G + e* planar, which is to say A and B on one face; exit status 1 where it is not.",
     "  twotrees dual bridge\n  twotrees dual bridgit:3 --to svg --output dual.svg\n"
     "  twotrees dual bridge --to plain | twotrees classify -\n",
     {OPTION_TO_DUAL, OPTION_DOT_DUAL, OPTION_CAPTION, OPTION_OUTPUT, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT,
      OPTION_STRICT, OPTION_JSON},
     run_dual},
    {"census",
     "N",
     "Every graph on N vertices up to isomorphism, every pair of terminals, by trees.",
     "Also, weighted by the number of labellings, the labelled graphs with two fixed terminals. The work is cut\n"
     "into pieces; with --checkpoint a run that was stopped goes on where it was. --res and --mod do one piece on\n"
     "one machine; twotrees merge adds the checkpoints of all pieces.",
     "  twotrees census 7\n  twotrees census 8 --connected --edges 10:14 --json\n"
     "  twotrees census 8 --res 3 --mod 10 --checkpoint build/piece-3\n",
     {OPTION_CONNECTED, OPTION_EDGES, OPTION_PLANAR, OPTION_UP_TO_SWAP, OPTION_RES, OPTION_MOD, OPTION_PIECES,
      OPTION_CHECKPOINT, OPTION_THREADS, OPTION_JSON},
     run_census},
    {"merge",
     "CHECKPOINT...",
     "Add up the pieces of a census, each once and none missing.",
     NULL,
     "  twotrees merge piece-*\n",
     {OPTION_JSON},
     run_merge},
    {"tables",
     "[GRAPH...]",
     "Play all subgraphs of a graph out at once, for both movers, by the rules alone.",
     "Says how much memory the tables take and refuses what does not fit.",
     "  twotrees tables k:7\n  twotrees tables k5 bridgit:3 --json\n",
     {OPTION_MEMORY, OPTION_NO_OPENINGS, OPTION_PORTABLE, OPTION_THREADS, OPTION_TERMINALS, OPTION_POSITION,
      OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_tables},
    {"bases",
     "",
     "List the base graphs, the families and the witnesses.",
     NULL,
     "  twotrees bases\n",
     {OPTION_JSON},
     run_bases},
    {"draw",
     "[GRAPH...]",
     "Draw a graph as SVG or DOT, with either player's proof.",
     "SVG holds one graph, DOT any number. With --trees and --cut both proofs stand side by side, where both\n"
     "players have one; where the one asked for does not exist, nothing is drawn and the exit status is 1.\n"
     "A file appears only when all of it could be drawn. --moves draws the position of a game, bridgit:N as the\n"
     "board that it is: Blue's dots round, Red's square, --numbers and --labels for reading along.",
     "  twotrees draw bridge --trees --cut --output bridge.svg\n  twotrees draw k5 --dot | dot -Tpng > k5.png\n"
     "  printf 'B1 B2\\nB2 B3\\n' | twotrees draw bridgit:3 --moves - --trees --output board.svg\n",
     {OPTION_MOVES, OPTION_TREES, OPTION_CUT, OPTION_DUAL, OPTION_DOT, OPTION_NUMBERS, OPTION_LABELS, OPTION_CAPTION,
      OPTION_OUTPUT, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT},
     run_draw},
    {"convert",
     "[GRAPH...]",
     "Rewrite graphs in another format, or as canonical keys.",
     "Without a GRAPH: reads standard input. The file of --output appears only when every graph could be written.",
     "  twotrees convert bridge --to sparse6\n  twotrees convert my-graph.txt --canonical --swap\n",
     {OPTION_TO, OPTION_CANONICAL, OPTION_SWAP, OPTION_OUTPUT, OPTION_TERMINALS, OPTION_POSITION, OPTION_FORMAT,
      OPTION_STRICT},
     run_convert},
    {"play",
     "[bridgit:N | GRAPH]",
     "Play Bridg-It (default bridgit:5), or the game on any graph.",
     "Moves are two dots of your own colour (B2 B3), elsewhere edges by number or ends; `help` lists other words.\n"
     "Blue joins top and bottom and is Short, Red joins left and right and is Cut. Levels: random, easy, medium,\n"
     "hard, hard3, perfect, shannon. Where input ends the game is kept. --json: a line protocol for programs\n"
     "(docs/play.md).",
     "  twotrees play bridgit:4\n  twotrees play --red human --first blue --blue perfect\n"
     "  twotrees play bridgit:7 --blue human --red hard --svg board.svg\n  twotrees play k5 --blue easy --red human\n",
     {OPTION_BLUE, OPTION_RED, OPTION_STARTS, OPTION_GAME_SEED, OPTION_ASCII, OPTION_SVG, OPTION_RIM, OPTION_LOAD,
      OPTION_SAVE, OPTION_BUDGET, OPTION_POSITION, OPTION_JSON},
     run_play},
    {"match",
     "[GRAPH...]",
     "Play levels against each other and count what each move was worth.",
     "Without a GRAPH: bridgit:5. The exact outcome is known at every ply, by trees or by the --witness. Held: games\n"
     "in which the level was on move in a won position. Blunders: moves that turned a won position into a lost one.\n"
     "Thrown away: games lost that it had held. Detour: moves of a winner beyond the fewest that could have won.\n"
     "Levels: random, easy, medium, hard, hard3, perfect, shannon; medium, hard and hard3 on boards (bridgit:N) only.\n"
     "Every game has its own seed; nothing depends on the number of threads.",
     "  twotrees match bridgit:5 --first perfect --second hard --games 20 --seed 5 --json\n"
     "  twotrees match bridgit:4 bridgit:7 --first easy,hard --second easy,hard --plot blunders.svg\n"
     "  twotrees match bridgit:3 --first shannon --refute\n",
     {OPTION_FIRST, OPTION_SECOND, OPTION_GAMES, OPTION_SEED, OPTION_COLOUR, OPTION_OPENINGS, OPTION_WON, OPTION_BUDGET,
      OPTION_WITNESS, OPTION_REFUTE, OPTION_CSV, OPTION_PLOT, OPTION_THREADS, OPTION_TERMINALS, OPTION_POSITION,
      OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_match},
    {"pairing",
     "[GRAPH...]",
     "Short's winning strategy as fixed pairs of edges, where there is one.",
     "When Cut takes one edge of a pair, Short takes the other; nothing is computed on the way. Bridg-It has a\n"
     "pairing for every N (Gross); elsewhere, and in the middle of a game (--position, --moves), it is searched for.\n"
     "Exit status 1 where there is none. With --any-tree: how the rule from any spanning tree through e* fares.",
     "  twotrees pairing bridgit:5\n  twotrees pairing bridgit:5 --to svg --output pairs.svg\n"
     "  twotrees pairing bridgit:3 --any-tree\n",
     {OPTION_MOVER, OPTION_MOVES, OPTION_ANY_TREE, OPTION_TO_PAIRING, OPTION_CAPTION, OPTION_OUTPUT, OPTION_TERMINALS,
      OPTION_POSITION, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     run_pairing},
    {"report",
     "",
     "Run the census and what goes with it, and print RESULTS.md.",
     NULL,
     "  twotrees report > RESULTS.md\n",
     {OPTION_LONG, OPTION_THREADS},
     run_report},
    {"help",
     "[SUBCOMMAND]",
     "Show help; make the man page or shell completion.",
     NULL,
     "  twotrees help survey\n  twotrees help --man | man -l -\n",
     {OPTION_MAN, OPTION_COMPLETION},
     run_help},
    {NULL, NULL, NULL, NULL, NULL, {OPTION_END}, NULL},
};

static const struct command *find_command(const char *name) {
  for (const struct command *command = commands; command->name != NULL; command++) {
    if (strcmp(command->name, name) == 0) return command;
  }
  return NULL;
}

static void overview(void) {
  puts(
      "usage: twotrees SUBCOMMAND [OPTION...] [GRAPH...]\n\n"
      "Decides and verifies switching games: Short secures edges and wants A and B joined, Cut deletes edges.\n");
  for (const struct command *command = commands; command->name != NULL; command++) {
    printf("  %-9s %s\n", command->name, command->summary);
  }
  puts(
      "\nA GRAPH is a base graph (twotrees bases), a family with a size (k:6, bridgit:3), a file, or - for standard\n"
      "input; formats: graph6, sparse6, DIMACS edge, and a plain list:\n\n"
      "  terminals A B\n  A x\n  x B\n  x B\n\n"
      "Exit status: 0 all agree, 1 a disagreement or a claim refuted, 2 bad usage or input, 3 out of memory, disk or "
      "time.\n"
      "\nExamples:\n  twotrees survey              the census of the seven base graphs\n"
      "  twotrees classify bridge     who wins on the Wheatstone bridge\n"
      "  twotrees help survey         more about one subcommand");
}

static enum tt_status unknown_command(const char *name) {
  for (const struct command *command = commands; command->name != NULL; command++) {
    if (is_close(name, command->name)) return misuse("unknown subcommand %.40s: did you mean %s?", name, command->name);
  }
  return misuse("unknown subcommand %.40s: expected one of those that `twotrees help` lists", name);
}

static enum tt_status run_help(const struct settings *settings) {
  if (settings->man) {
    options_man(commands);
  } else if (settings->completion) {
    options_completion(commands);
  } else if (settings->graph_count == 0) {
    overview();
  } else {
    const struct command *const command = find_command(settings->graphs[0]);
    if (command == NULL) return unknown_command(settings->graphs[0]);
    options_help(command);
  }
  return TT_OK;
}

static enum tt_status run_command(int count, char **words) {
  if (count < 2) return misuse("expected a subcommand; try: twotrees help");
  if (strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0) {
    overview();
    return TT_OK;
  }
  if (strcmp(words[1], "--version") == 0) {
    puts("twotrees " TT_VERSION);
    return TT_OK;
  }
  const struct command *const command = find_command(words[1]);
  if (command == NULL) return unknown_command(words[1]);
  struct settings settings;
  bool help;
  const enum tt_status status = options_parse(&settings, command, count - 1, words + 1, &help);
  if (status != TT_OK) return status;
  if (help) {
    options_help(command);
    return TT_OK;
  }
  return command->run(&settings);
}

int main(int count, char **words) {
  signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error to tell, like a full disk */
  enum tt_status status = run_command(count, words);
  /* A full disk shows when the buffer is written out at last. */
  if (ferror(stdout) || fclose(stdout) != 0) {
    if (status != TT_NO_RESOURCE) fprintf(stderr, "twotrees: standard output: %s\n", strerror(errno));
    status = TT_NO_RESOURCE;
  }
  return (int)status;
}
