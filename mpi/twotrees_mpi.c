/* twotrees_mpi.c: `twotrees survey` and `twotrees census` with the work done by the ranks of an MPI job.
 *
 * Rank 0 is the program of that name: it parses, reads, keeps the checkpoint, compares and prints, with the code of
 * cli/. Only the runner is another: it cuts the work into pieces, sends an order for one to each rank that is free, and
 * puts the answers together in the order of the pieces. The other ranks know nothing but the order they were sent. With
 * one rank, rank 0 works the pieces out itself. Every piece is worked out in a child process (pieces.h).
 *
 *   rank 0                      rank 1, 2, ...
 *     order {piece 0} ----------->
 *     order {piece 1} ------------------>
 *         <------------- answer {piece 0}      an answer asks for the next order
 *     order {piece 2} ----------->
 *     ...
 *     order {stop} -------------->  */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#pragma GCC diagnostic ignored "-Wconversion"
#include <mpi.h>
#pragma GCC diagnostic pop

#include "cli/command.h"
#include "mpi/pieces.h"

#define TAG_ORDER 1
#define TAG_ANSWER 2
#define WAIT_NANOSECONDS 200000 /* between two looks for a message: a rank that waits leaves its core to others */
#define SURVEY_SHARE 64         /* fewest subgraphs or positions of a piece unless --pieces says otherwise */
#define SURVEY_PIECES 4         /* pieces a rank: enough that the ranks end together */

/* ---- Messages ---- */

static int rank_count(void) {
  int count;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

/* Waits for a message of that tag without spinning; its size in bytes and where it came from. */
static int await(int source, int tag, int *from) {
  const struct timespec pause = {0, WAIT_NANOSECONDS};
  MPI_Status status;
  int there = 0, size = 0;
  for (;;) {
    MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
    if (there) break;
    nanosleep(&pause, NULL);
  }
  MPI_Get_count(&status, MPI_BYTE, &size);
  *from = status.MPI_SOURCE;
  return size;
}

/* A rank that cannot go on takes the job with it. */
_Noreturn static void abandon(const char *reason) {
  fprintf(stderr, "twotrees: %s\n", reason);
  MPI_Abort(MPI_COMM_WORLD, TT_NO_RESOURCE);
  exit(TT_NO_RESOURCE);
}

static void send_order(const struct order *order, int rank) {
  MPI_Send(order, (int)sizeof *order, MPI_BYTE, rank, TAG_ORDER, MPI_COMM_WORLD);
}

static struct answer *receive_answer(int *from) {
  const int size = await(MPI_ANY_SOURCE, TAG_ANSWER, from);
  struct answer *const answer = malloc((size_t)size);
  if (answer == NULL) abandon("out of memory");
  MPI_Recv(answer, size, MPI_BYTE, *from, TAG_ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if ((size_t)size < sizeof *answer || (size_t)size != answer_size(answer)) {
    abandon("an answer of the wrong size: not every rank runs the same program");
  }
  return answer;
}

static struct answer *work_out(const struct order *order) {
  struct answer *const answer = piece_answer(order);
  if (answer == NULL) abandon("out of memory");
  return answer;
}

/* What the ranks but 0 do. */
static void serve(void) {
  struct order order;
  int from;
  for (;;) {
    if (await(0, TAG_ORDER, &from) != (int)sizeof order) abandon("an order of the wrong size");
    MPI_Recv(&order, (int)sizeof order, MPI_BYTE, 0, TAG_ORDER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (order.kind == PIECE_STOP) return;
    struct answer *const answer = work_out(&order);
    MPI_Send(answer, (int)answer_size(answer), MPI_BYTE, 0, TAG_ANSWER, MPI_COMM_WORLD);
    free(answer);
  }
}

static void dismiss(void) {
  const struct order stop = {.kind = PIECE_STOP};
  for (int rank = 1; rank < rank_count(); rank++) send_order(&stop, rank);
}

/* ---- Leading ---- */

/* Takes an answer over, in the order of arrival; what it returns other than TT_OK ends the run. */
typedef enum tt_status (*take_answer)(void *context, struct answer *answer, struct tt_error *error);

static unsigned next_wanted(const bool *wanted, unsigned piece, unsigned pieces) {
  while (piece < pieces && wanted != NULL && !wanted[piece]) piece++;
  return piece;
}

/* The ranks that work: all but 0, or 0 alone, whose answer then waits in `own`. */
struct crew {
  int *idle; /* owned */
  int idle_count, busy;
  struct answer *own;
};

static bool crew_make(struct crew *crew) {
  const int ranks = rank_count();
  *crew = (struct crew){.idle = calloc((size_t)ranks, sizeof *crew->idle)};
  if (crew->idle == NULL) return false;
  if (ranks == 1) crew->idle[crew->idle_count++] = 0;
  for (int rank = ranks - 1; rank > 0; rank--) crew->idle[crew->idle_count++] = rank;
  return true;
}

static void hand_out(struct crew *crew, const struct order *order) {
  const int rank = crew->idle[--crew->idle_count];
  crew->busy++;
  if (rank > 0) {
    send_order(order, rank);
  } else {
    crew->own = work_out(order);
  }
}

static struct answer *collect_answer(struct crew *crew) {
  int rank = 0;
  struct answer *const answer = crew->own != NULL ? crew->own : receive_answer(&rank);
  crew->own = NULL;
  crew->idle[crew->idle_count++] = rank;
  crew->busy--;
  return answer;
}

/* Has the wanted pieces (NULL: all) of an order done. After a failure no more are handed out, but those that are being
 * worked on are waited for and taken. */
static enum tt_status lead(struct order *order, const bool *wanted, take_answer take, void *context,
                           struct tt_error *error) {
  struct crew crew;
  enum tt_status worst = TT_OK;
  bool stopping = false;
  if (!crew_make(&crew)) return tt_no_memory(error);
  unsigned piece = next_wanted(wanted, 0, order->pieces);
  for (;;) {
    for (; !stopping && crew.idle_count > 0 && piece < order->pieces;
         piece = next_wanted(wanted, piece + 1, order->pieces)) {
      order->piece = piece;
      hand_out(&crew, order);
    }
    if (crew.busy == 0) break;
    struct tt_error trouble = {.status = TT_OK};
    struct answer *const answer = collect_answer(&crew);
    const bool failed = answer->error.status != TT_OK;
    const enum tt_status status = take(context, answer, &trouble);
    stopping = stopping || failed || status != TT_OK;
    if (status == TT_OK || worst != TT_OK) continue;
    worst = status;
    if (error != NULL) *error = trouble;
  }
  free(crew.idle);
  return worst;
}

/* ---- A census ---- */

struct census_context {
  tt_census_piece_done done;
  void *context;
};

static enum tt_status take_census(void *context, struct answer *answer, struct tt_error *error) {
  const struct census_context *const census = context;
  *error = answer->error;
  const enum tt_status status = answer->error.status != TT_OK
                                    ? answer->error.status
                                    : census->done(census->context, answer->piece, &answer->census, error);
  free(answer);
  return status;
}

static enum tt_status census_on_ranks(const struct tt_census_options *options, unsigned pieces, const bool *wanted,
                                      int threads, tt_census_piece_done done, void *context, struct tt_error *error) {
  struct census_context census = {done, context};
  struct order order;
  (void)threads; /* the ranks are the threads */
  memset(&order, 0, sizeof order);
  order.kind = PIECE_CENSUS;
  order.pieces = pieces;
  order.census = *options;
  return lead(&order, wanted, take_census, &census, error);
}

/* ---- A survey ---- */

struct survey_context {
  const struct tt_graph *base;
  const struct tt_survey_options *options;
  const struct order *order;
  struct tt_survey *sum;
  struct answer **answers; /* a piece each, NULL before it has come */
  unsigned shown;          /* pieces that are in the sum */
  enum tt_status status;
};

/* Adds the next piece in order and calls back as the sweep would have. */
static enum tt_status show_piece(struct survey_context *survey, const struct answer *answer, struct tt_error *error) {
  const struct tt_survey_options *const options = survey->options;
  *error = answer->error;
  if (answer->error.status != TT_OK) return answer->error.status;
  tt_survey_add(survey->sum, &answer->survey);
  if (options->progress != NULL) {
    options->progress(options->context, survey->sum->count, survey->order->survey.total);
  }
  return answer_replay(answer, survey->base, options, error);
}

static enum tt_status take_survey(void *context, struct answer *answer, struct tt_error *error) {
  struct survey_context *const survey = context;
  survey->answers[answer->piece] = answer;
  while (survey->status == TT_OK && survey->shown < survey->order->pieces && survey->answers[survey->shown] != NULL) {
    survey->status = show_piece(survey, survey->answers[survey->shown], error);
    free(survey->answers[survey->shown]);
    survey->answers[survey->shown++] = NULL;
  }
  return survey->status;
}

static unsigned survey_pieces_asked; /* --pieces, or 0 */

static unsigned survey_pieces(uint64_t total) {
  const uint64_t workers = rank_count() > 1 ? (uint64_t)rank_count() - 1 : 1;
  uint64_t pieces = SURVEY_PIECES * workers;
  if (pieces > total / SURVEY_SHARE) pieces = total / SURVEY_SHARE;
  if (survey_pieces_asked > 0) pieces = survey_pieces_asked;
  if (pieces > total) pieces = total;
  return pieces > 0 ? (unsigned)pieces : 1;
}

static enum tt_status survey_on_ranks(struct tt_survey *sum, const struct tt_graph *base,
                                      const struct tt_survey_options *options, struct tt_error *error) {
  struct order order;
  struct survey_context survey = {.base = base, .options = options, .order = &order, .sum = sum, .status = TT_OK};
  if (base->edge_count > PIECE_EDGES) return tt_survey_run(sum, base, options, error); /* which refuses it */
  memset(sum, 0, sizeof *sum);
  const unsigned pieces = survey_pieces(tt_survey_total(base, options->positions));
  enum tt_status status = survey_order_make(&order, base, options, pieces, error);
  if (status != TT_OK) return status;
  survey.answers = calloc(pieces, sizeof *survey.answers);
  if (survey.answers == NULL) return tt_no_memory(error);
  status = lead(&order, NULL, take_survey, &survey, error);
  for (unsigned piece = 0; piece < pieces; piece++) free(survey.answers[piece]);
  free(survey.answers);
  return status;
}

/* ---- The command line ---- */

static enum tt_status run_survey_on_ranks(const struct settings *settings) {
  survey_pieces_asked = (unsigned)settings->pieces;
  return survey_by(settings, survey_on_ranks);
}

static enum tt_status run_census_on_ranks(const struct settings *settings) {
  return census_by(settings, census_on_ranks);
}

/* The options are those of twotrees but --threads, for which there are ranks; a survey too is cut by --pieces. */
static const struct command commands[] = {
    {.name = "survey",
     .options = {OPTION_WITNESS, OPTION_POSITIONS, OPTION_NO_OPENINGS, OPTION_EVERY_PAIR, OPTION_PIECES,
                 OPTION_TERMINALS, OPTION_FORMAT, OPTION_STRICT, OPTION_JSON},
     .run = run_survey_on_ranks},
    {.name = "census",
     .options = {OPTION_CONNECTED, OPTION_EDGES, OPTION_PLANAR, OPTION_UP_TO_SWAP, OPTION_RES, OPTION_MOD,
                 OPTION_PIECES, OPTION_CHECKPOINT, OPTION_JSON},
     .run = run_census_on_ranks},
};

static const char usage[] =
    "usage: mpirun -n RANKS twotrees-mpi survey [OPTION...] [GRAPH...]\n"
    "       mpirun -n RANKS twotrees-mpi census [OPTION...] N\n\n"
    "The same as twotrees survey and twotrees census, to the byte; rank 0 hands the work out to the others. The\n"
    "options are those of twotrees (try: twotrees help census) but --threads, and --pieces for both.\n\n"
    "Exit status: 0 all agree, 1 a disagreement, 2 bad usage or input, 3 out of memory or disk, or a piece failed.";

static enum tt_status run_command(int count, char **words) {
  if (count < 2) return misuse("expected survey or census; try: twotrees-mpi --help");
  bool help = strcmp(words[1], "--help") == 0 || strcmp(words[1], "-h") == 0 || strcmp(words[1], "help") == 0;
  const struct command *const command = &commands[strcmp(words[1], "census") == 0];
  struct settings settings;
  if (!help && strcmp(words[1], command->name) != 0) {
    return misuse("unknown subcommand %.40s: expected survey or census; try: twotrees-mpi --help", words[1]);
  }
  if (!help) {
    const enum tt_status status = options_parse(&settings, command, count - 1, words + 1, &help);
    if (status != TT_OK) return status;
  }
  if (!help) return command->run(&settings);
  puts(usage);
  return TT_OK;
}

int main(int count, char **words) {
  enum tt_status status = TT_OK;
  int rank;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    status = run_command(count, words);
    dismiss();
  } else {
    serve();
  }
  if (ferror(stdout) || fclose(stdout) != 0) {
    fprintf(stderr, "twotrees: standard output: %s\n", strerror(errno));
    status = worse(status, TT_NO_RESOURCE);
  }
  MPI_Finalize();
  return (int)status;
}
