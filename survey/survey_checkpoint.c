/* survey_checkpoint.c: a survey in steps, kept in a file between them, so that one that was stopped goes on.
 *
 *   twotrees survey checkpoint 1
 *   question positions 0 openings 1 every-pair 1 vertices 5 terminals 0 4 edges 0-1 0-2 ... witnesses playout,subsets
 *   next 65536                  the first number that was not looked at
 *   tally 65536 12 ...          struct tt_survey, number by number
 *   reported 17                 a number at which the witnesses disagreed, a line each
 *   checksum 0123456789abcdef
 *
 * What was reported before is looked at again when the survey goes on, so that its output is that of one run. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "survey/frame.h"
#include "survey/survey.h"

#define STEP ((uint64_t)1 << 16)
#define TALLY_NUMBERS (sizeof(struct tt_survey) / sizeof(uint64_t))

struct kept {
  const struct tt_survey_options *options; /* the caller's */
  const struct tt_graph *base;
  struct tt_survey survey;
  uint64_t next, total;
  uint64_t *reported; /* owned */
  size_t reported_count, reported_capacity;
  bool out_of_memory;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Writing ---- */

static void write_question(FILE *stream, const struct kept *kept) {
  const struct tt_survey_options *const options = kept->options;
  fprintf(stream,
          "question positions %d openings %d every-pair %d vertices %" PRIu32 " terminals %" PRIu32 " %" PRIu32
          " edges",
          options->positions, options->openings, options->every_pair, kept->base->vertex_count, kept->base->terminal_a,
          kept->base->terminal_b);
  for (size_t edge = 0; edge < kept->base->edge_count; edge++) {
    fprintf(stream, " %" PRIu32 "-%" PRIu32, kept->base->edges[edge].u, kept->base->edges[edge].v);
  }
  fputs(" witnesses ", stream);
  for (size_t index = 0; index < options->witness_count; index++) {
    fprintf(stream, index > 0 ? ",%s" : "%s", options->witnesses[index]->name);
  }
  fputc('\n', stream);
}

static void write_state(FILE *stream, const struct kept *kept) {
  uint64_t tally[TALLY_NUMBERS];
  memcpy(tally, &kept->survey, sizeof tally);
  fprintf(stream, "next %" PRIu64 "\ntally", kept->next);
  for (size_t index = 0; index < TALLY_NUMBERS; index++) fprintf(stream, " %" PRIu64, tally[index]);
  fputc('\n', stream);
  for (size_t index = 0; index < kept->reported_count; index++) {
    fprintf(stream, "reported %" PRIu64 "\n", kept->reported[index]);
  }
}

/* What `write` writes about the survey, as a text of the caller's; NULL when out of memory. */
static char *text_of(const struct kept *kept, void (*write)(FILE *, const struct kept *), const char *before) {
  char *text = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&text, &size);
  if (stream == NULL) return NULL;
  fputs(before, stream);
  write(stream, kept);
  if (fclose(stream) == 0) return text;
  free(text);
  return NULL;
}

static enum tt_status keep(const struct kept *kept, const char *path, struct tt_error *error) {
  char *const question = text_of(kept, write_question, FRAME_HEADER("survey"));
  char *const text = question == NULL ? NULL : text_of(kept, write_state, question);
  const enum tt_status status = text == NULL ? tt_no_memory(error) : frame_write(path, text, strlen(text), error);
  free(question);
  free(text);
  return status;
}

/* ---- Reading ---- */

static bool remember(struct kept *kept, uint64_t number) {
  if (kept->reported_count > 0 && kept->reported[kept->reported_count - 1] == number) return true;
  if (kept->reported_count == kept->reported_capacity) {
    const size_t capacity = kept->reported_capacity * 2 + 64;
    uint64_t *const reported = realloc(kept->reported, capacity * sizeof *reported);
    if (reported == NULL) return false;
    kept->reported = reported;
    kept->reported_capacity = capacity;
  }
  kept->reported[kept->reported_count++] = number;
  return true;
}

/* Reads " 1 2 3" to the end of the line. */
static bool read_tally(const char *line, struct tt_survey *survey) {
  uint64_t tally[TALLY_NUMBERS] = {0};
  for (size_t index = 0; index < TALLY_NUMBERS; index++) {
    char *end;
    if (line[0] != ' ' || line[1] < '0' || line[1] > '9') return false;
    tally[index] = strtoull(line + 1, &end, 10);
    line = end;
  }
  memcpy(survey, tally, sizeof tally);
  return *line == '\0';
}

static bool read_state(struct kept *kept, char *lines) {
  const char *line = strsep(&lines, "\n");
  if (line == NULL || sscanf(line, "next %" SCNu64, &kept->next) != 1 || kept->next > kept->total) return false;
  line = strsep(&lines, "\n");
  if (line == NULL || strncmp(line, "tally", 5) != 0 || !read_tally(line + 5, &kept->survey)) return false;
  while ((line = strsep(&lines, "\n")) != NULL && *line != '\0') {
    uint64_t number;
    if (sscanf(line, "reported %" SCNu64, &number) != 1 || number >= kept->next || !remember(kept, number))
      return false;
  }
  return true;
}

static enum tt_status read_kept(struct kept *kept, const char *path, struct tt_error *error) {
  char *text, *lines;
  enum tt_status status = frame_read(path, "survey", &text, &lines, error);
  if (status != TT_OK) return status;
  char *const question = text_of(kept, write_question, "");
  if (question == NULL) {
    status = tt_no_memory(error);
  } else if (strncmp(lines, question, strlen(question)) != 0) {
    status = tt_fail(error, TT_BAD_INPUT,
                     "%.150s:2: a checkpoint of another survey; expected this graph and these options", path);
  } else if (!read_state(kept, lines + strlen(question))) {
    status = tt_fail(error, TT_BAD_INPUT, "%.150s:3: expected where the survey stands and its tally", path);
  }
  free(question);
  free(text);
  return status;
}

/* ---- Running ---- */

static void pass_progress(void *context, uint64_t done, uint64_t total) {
  const struct kept *const kept = context;
  (void)total;
  if (kept->options->progress != NULL) kept->options->progress(kept->options->context, kept->next + done, kept->total);
}

static void pass_disagreement(void *context, uint64_t number, const struct tt_graph *position,
                              const struct tt_verdict *verdicts, bool sound) {
  struct kept *const kept = context;
  if (number >= kept->next && !remember(kept, number)) kept->out_of_memory = true;
  if (kept->options->disagreement != NULL) {
    kept->options->disagreement(kept->options->context, number, position, verdicts, sound);
  }
}

static enum tt_status run_step(struct kept *kept, uint64_t start, uint64_t end, struct tt_survey *step,
                               struct tt_error *error) {
  struct tt_survey_options options = *kept->options;
  options.start = start;
  options.end = end;
  options.progress = pass_progress;
  options.disagreement = pass_disagreement;
  options.context = kept;
  const enum tt_status status = tt_survey_run(step, kept->base, &options, error);
  return status == TT_OK && kept->out_of_memory ? tt_no_memory(error) : status;
}

static enum tt_status report_again(struct kept *kept, struct tt_error *error) {
  enum tt_status status = TT_OK;
  for (size_t index = 0; index < kept->reported_count && status == TT_OK; index++) {
    struct tt_survey dropped; /* it is in the tally already */
    status = run_step(kept, kept->reported[index], kept->reported[index] + 1, &dropped, error);
  }
  return status;
}

static enum tt_status run_steps(struct kept *kept, const char *path, double seconds, struct tt_error *error) {
  enum tt_status status = report_again(kept, error);
  double written = now();
  while (status == TT_OK && kept->next < kept->total) {
    struct tt_survey step;
    const uint64_t end = kept->total - kept->next < STEP ? kept->total : kept->next + STEP;
    status = run_step(kept, kept->next, end, &step, error);
    if (status != TT_OK) break;
    tt_survey_add(&kept->survey, &step);
    kept->next = end;
    if (now() - written < seconds) continue;
    status = keep(kept, path, error);
    written = now();
  }
  return status == TT_OK ? keep(kept, path, error) : status;
}

enum tt_status tt_survey_run_kept(struct tt_survey *survey, const struct tt_graph *base,
                                  const struct tt_survey_options *options, const char *path, double seconds,
                                  struct tt_error *error) {
  _Static_assert(sizeof(struct tt_survey) == TALLY_NUMBERS * sizeof(uint64_t), "a tally is made of 64-bit numbers");
  struct kept kept = {.options = options, .base = base, .total = tt_survey_total(base, options->positions)};
  enum tt_status status = access(path, F_OK) == 0 ? read_kept(&kept, path, error) : TT_OK;
  if (status == TT_OK) status = run_steps(&kept, path, seconds, error);
  *survey = kept.survey;
  free(kept.reported);
  return status;
}
