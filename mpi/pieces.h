/* pieces.h: one piece of a survey or a census, worked out in a process of its own. Nothing here knows of MPI.
 *
 * An order says all that a rank must know, an answer all that it found; both are plain bytes without pointers and are
 * sent as they lie in memory, so that every rank must run the same program on the same kind of machine. */
#ifndef TT_PIECES_H
#define TT_PIECES_H

#include "survey/survey.h"

#define PIECE_RESTARTS 3            /* a piece whose process dies is started again so often */
#define PIECE_RECORDS (1 << 24)     /* most disagreements of one piece: an answer stays below 2 GiB */
#define PIECE_NAME 200              /* bytes for the name of a base graph or a witness */
#define PIECE_EDGES TT_SURVEY_EDGES /* most edges of a base graph */

enum piece_kind { PIECE_STOP, PIECE_CENSUS, PIECE_SURVEY };

/* A base graph and what tt_survey_options says about it. */
struct survey_order {
  char name[PIECE_NAME], witnesses[TT_WITNESS_LIMIT][PIECE_NAME];
  uint64_t witness_count, total; /* total: subgraphs or positions of all pieces */
  bool positions, openings, every_pair;
  uint32_t vertex_count, terminal_a, terminal_b, edge_count;
  struct tt_edge edges[PIECE_EDGES];
};

struct order {
  enum piece_kind kind;
  unsigned piece, pieces; /* piece < pieces */
  struct tt_census_options census;
  struct survey_order survey;
};

/* One call of the disagreement callback of a survey. */
struct record {
  uint64_t number;
  bool sound;
  struct tt_verdict verdicts[TT_WITNESS_LIMIT];
  uint8_t states[PIECE_EDGES];
};

struct answer {
  unsigned piece;
  struct tt_error error; /* its status is TT_OK when the piece was done */
  struct tt_census census;
  struct tt_survey survey;
  uint64_t record_count;
  struct record records[]; /* in the order of the sweep */
};

/* The bytes of an answer. */
size_t answer_size(const struct answer *answer);

/* Describes a survey of base for the ranks. The base graph has at most PIECE_EDGES edges. TT_BAD_INPUT when a witness
 * is not in the registry under its name, where the ranks look for it. */
enum tt_status survey_order_make(struct order *order, const struct tt_graph *base,
                                 const struct tt_survey_options *options, unsigned pieces, struct tt_error *error);

/* The subgraphs start .. end - 1 of a piece; the pieces cover 0 .. total - 1 in order, none twice. */
void survey_order_range(const struct order *order, uint64_t *start, uint64_t *end);

/* Works the piece out in this process. The answer is the caller's to free, with its error filled in where the piece was
 * not done; NULL when there is no memory even for that. */
struct answer *piece_work(const struct order *order);

/* The same in a forked process. One that dies, falls short or finds no resource is started again, PIECE_RESTARTS times,
 * with a line on stderr; after that the answer's error is TT_NO_RESOURCE and says which piece. */
struct answer *piece_answer(const struct order *order);

/* Calls options->disagreement for each record, as tt_survey_run would have. */
enum tt_status answer_replay(const struct answer *answer, const struct tt_graph *base,
                             const struct tt_survey_options *options, struct tt_error *error);

#endif
