/* survey.h: drivers that put witnesses, openings and strategies to every position of a sweep, and compare.
 *
 * A survey does not know who its witnesses are; the registry does. Nothing here prints: what a caller wants to show
 * comes back in structures and callbacks. */
#ifndef TT_SURVEY_H
#define TT_SURVEY_H

#include "graph/graph.h"
#include "treetest/treetest.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The registry ---- */

#define TT_WITNESS_LIMIT 16 /* most witnesses of one survey */

size_t tt_witness_count(void);
const struct tt_witness *tt_witness_at(size_t index);        /* index < tt_witness_count() */
const struct tt_witness *tt_witness_named(const char *name); /* NULL when there is none */

/* ---- Surveys ---- */

#define TT_SURVEY_EDGES 34    /* most edges of a base graph: 2^34 subgraphs */
#define TT_POSITIONS_EDGES 21 /* 3^21 positions */

struct tt_survey_options {
  const struct tt_witness *const *witnesses; /* the first that answers is believed; the others are compared with it */
  size_t witness_count;                      /* 1 .. TT_WITNESS_LIMIT */
  uint64_t start, end;                       /* only those numbered start .. end - 1; end 0: to the last */
  bool positions;  /* every position (each edge undecided, secured or deleted), not every subgraph */
  bool openings;   /* for subgraphs that the first mover wins, every opening of either player, by every witness */
  bool every_pair; /* count the openings that some pair of trees names, not only the first pair (exponential) */
  int threads;     /* 0: as many as OpenMP thinks right */
  /* Called now and then from the calling thread, and for every disagreement in the order of the sweep, with the number
   * of the subgraph or position (from 0), the position on which the witnesses differ (an opening may have been played)
   * and one verdict a witness; `sound` is false where the fault is a named opening that does not win. May be NULL. */
  void (*progress)(void *context, uint64_t done, uint64_t total);
  void (*disagreement)(void *context, uint64_t number, const struct tt_graph *position,
                       const struct tt_verdict *verdicts, bool sound);
  void *context;
};

/* Openings of the subgraphs that the first mover wins, by one witness. */
struct tt_opening_tally {
  uint64_t short_winning, cut_winning;
};

struct tt_survey {
  uint64_t count;      /* subgraphs or positions */
  uint64_t settled[4]; /* by enum tt_outcome, of the first witness that answered each */
  struct tt_opening_tally settled_openings;
  uint64_t outcomes[TT_WITNESS_LIMIT][4]; /* by witness and enum tt_outcome */
  uint64_t undecided[TT_WITNESS_LIMIT];   /* a witness gave up: not compared */
  uint64_t disagreements;                 /* positions on which two witnesses differ, or a named opening loses */
  uint64_t openings;                      /* undecided edges over the subgraphs that the first mover wins */
  struct tt_opening_tally by[TT_WITNESS_LIMIT];
  uint64_t named, named_any;                 /* named by the first pair of trees, by some pair */
  uint64_t named_winning, named_any_winning; /* of those, winners for Short by the first witness */
};

void tt_survey_add(struct tt_survey *to, const struct tt_survey *from);

/* How many subgraphs (or positions) a base graph has. */
uint64_t tt_survey_total(const struct tt_graph *base, bool positions);

/* Runs the sweep. Tallies and callbacks do not depend on the number of threads. TT_BAD_INPUT when the base graph or a
 * witness's limit is too small for it, by name. */
enum tt_status tt_survey_run(struct tt_survey *survey, const struct tt_graph *base,
                             const struct tt_survey_options *options, struct tt_error *error);

/* The same over all of the base graph in steps, going on from the file `path` if it is there, and keeping what is done
 * in it after every so many seconds and at the end. Disagreements of earlier runs are reported again, so that what
 * comes out is what one run gives. TT_BAD_INPUT for a file that is torn, damaged, foreign or of another survey. */
enum tt_status tt_survey_run_kept(struct tt_survey *survey, const struct tt_graph *base,
                                  const struct tt_survey_options *options, const char *path, double seconds,
                                  struct tt_error *error);

/* The pair of trees whose openings a survey names: the first pair of subsets up to its limit, else that of forests.
 * As tt_subsets_first_pair. */
enum tt_status tt_naming_pair(const struct tt_graph *position, bool virtual_edge, bool *found,
                              struct tt_tree_pair *pair, struct tt_error *error);

/* ---- Certificates (docs/certificate.md) ---- */

struct tt_claim {
  enum tt_player winner;
  bool first; /* the winner moves first; otherwise second */
};

/* The two claims that settle a position of that tempo: who wins when Short starts, who wins when Cut does. */
void tt_settling_claims(unsigned tempo, struct tt_claim claims[2]);

/* Writes the certificate of a claim that is true of the position, with the position in it; `forests` is a largest pair
 * of its forests. TT_REFUTED when the claim is not true. Linear time. Check the stream for errors. */
enum tt_status tt_certificate_write(FILE *stream, const struct tt_graph *position, const struct tt_forests *forests,
                                    struct tt_claim claim, struct tt_error *error);

/* The witness `certified`: the tempo count, with both certificates of every verdict accepted by the separate program
 * twotrees-check, which is found by the environment variable TT_CHECKER, beside the running program, or on the path. A
 * certificate that is not accepted makes the position undecided. */
extern const struct tt_witness tt_witness_certified;

/* ---- Strategies replayed ---- */

/* A strategy against every move of the opponent at every point. A line is one game to its end, a reply one move of the
 * strategy, an exchange a move and its reply. */
struct tt_replay {
  uint64_t lines, replies;
  unsigned longest;    /* exchanges */
  uint64_t lost;       /* lines that the strategy did not win: 0, or 1 as the enumeration stops there */
  unsigned lost_moves; /* the moves of that line, the opponent's first: edge numbers */
  size_t lost_line[2 * TT_EDGE_SET_LIMIT];
};

#define TT_REPLAY_LINES ((uint64_t)1 << 30) /* TT_NO_RESOURCE beyond that many lines */

/* Called with the record of each opening of a strategy that moves first. */
typedef void (*tt_opening_record)(void *context, size_t edge, const struct tt_replay *record);

void tt_replay_add(struct tt_replay *sum, const struct tt_replay *record);

/* Short moving second by the pairing rule (docs/strategy.md), from two disjoint sets of undecided edges that each
 * connect their vertices. At most 64 undecided edges. Adds to *replay. */
enum tt_status tt_replay_short(struct tt_replay *replay, const struct tt_graph *position,
                               const struct tt_tree_pair *pair, struct tt_error *error);

/* Short moving first: for each opening that the pair (blue holds e*) names, in ascending order, secures it and replays
 * with blue - e* and red - opening; `opening` is called with each one's own record. *sum is their sum. */
enum tt_status tt_replay_short_first(struct tt_replay *sum, const struct tt_graph *position,
                                     const struct tt_tree_pair *pair, tt_opening_record opening, void *context,
                                     struct tt_error *error);

/* Cut moving second by the mirrored rule, from sets X and Y of which each stays acyclic with e* once the contracted
 * edges and those that Short secures are contracted. At most 64 undecided edges. */
enum tt_status tt_replay_cut(struct tt_replay *replay, const struct tt_graph *position, const struct tt_cut_sets *sets,
                             struct tt_error *error);

/* Cut moving first, e* in X only: for each opening that the sets name, deletes it and replays with the rest. */
enum tt_status tt_replay_cut_first(struct tt_replay *sum, const struct tt_graph *position,
                                   const struct tt_cut_sets *sets, tt_opening_record opening, void *context,
                                   struct tt_error *error);

/* The four strategies over every subgraph of a base graph: Short second where Short wins so, Short first and Cut first
 * where the first mover wins, Cut second where Cut wins so. */
struct tt_replay_sweep {
  uint64_t subgraphs[2][2];       /* by player and (0 second, 1 first): on how many subgraphs it was played */
  struct tt_replay replays[2][2]; /* sums; lost counts lost lines over all of them */
};
enum tt_status tt_replay_sweep_run(struct tt_replay_sweep *sweep, const struct tt_graph *base, int threads,
                                   struct tt_error *error);

/* ---- The census of all graphs on N vertices ---- */

__extension__ typedef unsigned __int128 tt_wide;

struct tt_census_options {
  struct tt_generator_options generator;
  bool up_to_swap; /* count one pair of terminals of each orbit of the automorphism group */
};

/* Outcomes by enum tt_outcome (0 to 2) over all graphs and pairs of terminals. */
struct tt_census {
  uint64_t graphs;
  uint64_t pairs[3];
  tt_wide labelled[3]; /* labelled graphs with two fixed terminals */
};
void tt_census_add(struct tt_census *to, const struct tt_census *from);

/* One piece (options->generator.res of .mod), on the calling thread. TT_NO_RESOURCE when geng does not finish. */
enum tt_status tt_census_piece(struct tt_census *census, const struct tt_census_options *options,
                               struct tt_error *error);

/* Called for each piece that is done, one call at a time, in any order; what it returns other than TT_OK stops the run.
 */
typedef enum tt_status (*tt_census_piece_done)(void *context, unsigned piece, const struct tt_census *census,
                                               struct tt_error *error);

/* Cuts the work into `pieces` and runs those that are wanted (NULL: all) on so many threads. A piece whose generator
 * died is tried three times. */
enum tt_status tt_census_run(const struct tt_census_options *options, unsigned pieces, const bool *wanted, int threads,
                             tt_census_piece_done done, void *context, struct tt_error *error);

/* ---- Checkpoints of a census ---- */

#define TT_WIDE_TEXT 40                                /* bytes for the longest tt_wide in decimal and its end */
const char *tt_wide_text(tt_wide value, char *buffer); /* a pointer into buffer of TT_WIDE_TEXT bytes */

/* Which pieces of a census are done, with what result. A file of it is written at once or not at all. */
struct tt_checkpoint {
  struct tt_census_options options;
  unsigned pieces;
  bool *done;                /* a piece each; owned */
  struct tt_census *results; /* a piece each; owned */
};
bool tt_checkpoint_make(struct tt_checkpoint *checkpoint, const struct tt_census_options *options, unsigned pieces);
void tt_checkpoint_free(struct tt_checkpoint *checkpoint);
/* TT_NO_RESOURCE when it cannot be written; the file that was there before is then untouched. */
enum tt_status tt_checkpoint_write(const struct tt_checkpoint *checkpoint, const char *path, struct tt_error *error);
/* TT_BAD_INPUT with the reason for a file that is torn, damaged, foreign or of another version. */
enum tt_status tt_checkpoint_read(struct tt_checkpoint *checkpoint, const char *path, struct tt_error *error);
/* Does it answer this question (of any number of pieces)? */
bool tt_checkpoint_fits(const struct tt_checkpoint *checkpoint, const struct tt_census_options *options);

#ifdef __cplusplus
}
#endif
#endif
