/* census_checkpoint.c: the pieces of a census that are done, in a file that is whole or refused.
 *
 *   twotrees census checkpoint 1
 *   question vertices 9 connected 0 planar 0 edges 0 4294967295 up-to-swap 0 res 0 mod 1 pieces 16
 *   piece 3 graphs 17166 pairs 490614 86899 40488 labelled 3484933875 574242191 235791228
 *   ...
 *   checksum 0123456789abcdef          FNV-1a of everything above
 *
 * It is written beside its place and renamed onto it, so that a crash leaves the one before. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "survey/frame.h"
#include "survey/survey.h"

#define PIECE_LIMIT 1000000

const char *tt_wide_text(tt_wide value, char *buffer) {
  size_t at = TT_WIDE_TEXT - 1;
  buffer[at] = '\0';
  do {
    buffer[--at] = (char)('0' + (int)(value % 10));
    value /= 10;
  } while (value > 0);
  return &buffer[at];
}

bool tt_checkpoint_make(struct tt_checkpoint *checkpoint, const struct tt_census_options *options, unsigned pieces) {
  *checkpoint = (struct tt_checkpoint){.options = *options, .pieces = pieces};
  checkpoint->done = calloc(pieces, sizeof *checkpoint->done);
  checkpoint->results = calloc(pieces, sizeof *checkpoint->results);
  if (checkpoint->done != NULL && checkpoint->results != NULL) return true;
  tt_checkpoint_free(checkpoint);
  return false;
}

void tt_checkpoint_free(struct tt_checkpoint *checkpoint) {
  free(checkpoint->done);
  free(checkpoint->results);
  checkpoint->done = NULL;
  checkpoint->results = NULL;
}

/* ---- Writing ---- */

static void write_text(FILE *stream, const struct tt_checkpoint *checkpoint) {
  const struct tt_generator_options *const generator = &checkpoint->options.generator;
  fprintf(
      stream,
      FRAME_HEADER(
          "census") "question vertices %u connected %d planar %d edges %u %u up-to-swap %d res %u mod %u pieces %u\n",
      generator->vertex_count, generator->connected, generator->planar, generator->least_edges, generator->most_edges,
      checkpoint->options.up_to_swap, generator->res, generator->mod, checkpoint->pieces);
  for (unsigned piece = 0; piece < checkpoint->pieces; piece++) {
    const struct tt_census *const census = &checkpoint->results[piece];
    char labelled[3][TT_WIDE_TEXT];
    if (!checkpoint->done[piece]) continue;
    fprintf(stream, "piece %u graphs %" PRIu64 " pairs %" PRIu64 " %" PRIu64 " %" PRIu64 " labelled %s %s %s\n", piece,
            census->graphs, census->pairs[0], census->pairs[1], census->pairs[2],
            tt_wide_text(census->labelled[0], labelled[0]), tt_wide_text(census->labelled[1], labelled[1]),
            tt_wide_text(census->labelled[2], labelled[2]));
  }
}

/* The whole text in memory, so that its checksum can be taken. */
static char *text_of(const struct tt_checkpoint *checkpoint, size_t *size) {
  char *text = NULL;
  FILE *const stream = open_memstream(&text, size);
  if (stream == NULL) return NULL;
  write_text(stream, checkpoint);
  if (fclose(stream) == 0) return text;
  free(text);
  return NULL;
}

enum tt_status tt_checkpoint_write(const struct tt_checkpoint *checkpoint, const char *path, struct tt_error *error) {
  size_t size = 0;
  char *const text = text_of(checkpoint, &size);
  if (text == NULL) return tt_no_memory(error);
  const enum tt_status status = frame_write(path, text, size, error);
  free(text);
  return status;
}

/* ---- Reading ---- */

static bool read_question(const char *line, struct tt_census_options *options, unsigned *pieces) {
  struct tt_generator_options *const generator = &options->generator;
  int connected, planar, swap;
  const int read =
      sscanf(line, "question vertices %u connected %d planar %d edges %u %u up-to-swap %d res %u mod %u pieces %u",
             &generator->vertex_count, &connected, &planar, &generator->least_edges, &generator->most_edges, &swap,
             &generator->res, &generator->mod, pieces);
  generator->connected = connected != 0;
  generator->planar = planar != 0;
  options->up_to_swap = swap != 0;
  return read == 9 && *pieces >= 1 && *pieces <= PIECE_LIMIT;
}

static bool read_wide(const char *text, tt_wide *value) {
  *value = 0;
  for (; *text >= '0' && *text <= '9'; text++) *value = *value * 10 + (unsigned)(*text - '0');
  return *text == '\0';
}

static bool read_piece(const char *line, struct tt_checkpoint *checkpoint) {
  struct tt_census census = {0};
  char labelled[3][TT_WIDE_TEXT];
  unsigned piece;
  if (sscanf(line, "piece %u graphs %" SCNu64 " pairs %" SCNu64 " %" SCNu64 " %" SCNu64 " labelled %39s %39s %39s",
             &piece, &census.graphs, &census.pairs[0], &census.pairs[1], &census.pairs[2], labelled[0], labelled[1],
             labelled[2]) != 8 ||
      piece >= checkpoint->pieces || checkpoint->done[piece]) {
    return false;
  }
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    if (!read_wide(labelled[outcome], &census.labelled[outcome])) return false;
  }
  checkpoint->done[piece] = true;
  checkpoint->results[piece] = census;
  return true;
}

static enum tt_status read_lines(struct tt_checkpoint *checkpoint, char *rest, const char *path,
                                 struct tt_error *error) {
  struct tt_census_options options = {0};
  unsigned pieces = 0, number = 2;
  const char *line = strsep(&rest, "\n");
  if (line == NULL || !read_question(line, &options, &pieces)) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s:2: expected the question of a census", path);
  }
  if (!tt_checkpoint_make(checkpoint, &options, pieces)) return tt_no_memory(error);
  while ((line = strsep(&rest, "\n")) != NULL) {
    number++;
    if (*line == '\0') continue;
    if (read_piece(line, checkpoint)) continue;
    tt_checkpoint_free(checkpoint);
    return tt_fail(error, TT_BAD_INPUT, "%.150s:%u: expected a piece below %u, once", path, number, pieces);
  }
  return TT_OK;
}

enum tt_status tt_checkpoint_read(struct tt_checkpoint *checkpoint, const char *path, struct tt_error *error) {
  char *text, *lines;
  *checkpoint = (struct tt_checkpoint){0};
  enum tt_status status = frame_read(path, "census", &text, &lines, error);
  if (status != TT_OK) return status;
  status = read_lines(checkpoint, lines, path, error);
  free(text);
  return status;
}

bool tt_checkpoint_fits(const struct tt_checkpoint *checkpoint, const struct tt_census_options *options) {
  const struct tt_generator_options *const one = &checkpoint->options.generator, *const other = &options->generator;
  return one->vertex_count == other->vertex_count && one->connected == other->connected &&
         one->planar == other->planar && one->least_edges == other->least_edges &&
         one->most_edges == other->most_edges && one->res == other->res && one->mod == other->mod &&
         checkpoint->options.up_to_swap == options->up_to_swap;
}
