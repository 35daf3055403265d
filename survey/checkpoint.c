/* checkpoint.c: the pieces of a census that are done, in a file that is whole or refused.
 *
 *   twotrees census checkpoint 1
 *   question vertices 9 connected 0 planar 0 edges 0 4294967295 up-to-swap 0 res 0 mod 1 pieces 16
 *   piece 3 graphs 17166 pairs 490614 86899 40488 labelled 3484933875 574242191 235791228
 *   ...
 *   checksum 0123456789abcdef          FNV-1a of everything above
 *
 * It is written beside its place and renamed onto it, so that a crash leaves the one before. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "survey/survey.h"

#define HEADER "twotrees census checkpoint "
#define VERSION "1"
#define PIECE_LIMIT 1000000
#define CHECKSUM_LINE 26 /* bytes */

static uint64_t checksum(const char *text, size_t size) {
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t index = 0; index < size; index++) sum = (sum ^ (unsigned char)text[index]) * UINT64_C(0x100000001b3);
  return sum;
}

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
  fprintf(stream,
          HEADER VERSION
          "\nquestion vertices %u connected %d planar %d edges %u %u up-to-swap %d res %u mod %u pieces %u\n",
          generator->vertex_count, generator->connected, generator->planar, generator->least_edges,
          generator->most_edges, checkpoint->options.up_to_swap, generator->res, generator->mod, checkpoint->pieces);
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

static bool write_file(const char *path, const char *text, size_t size) {
  FILE *const stream = fopen(path, "w");
  if (stream == NULL) return false;
  fwrite(text, 1, size, stream);
  fprintf(stream, "checksum %016" PRIx64 "\n", checksum(text, size));
  const bool written = fflush(stream) == 0 && fsync(fileno(stream)) == 0 && !ferror(stream);
  const int trouble = errno;
  if (fclose(stream) != 0) return false;
  errno = trouble;
  return written;
}

enum tt_status tt_checkpoint_write(const struct tt_checkpoint *checkpoint, const char *path, struct tt_error *error) {
  size_t size = 0;
  char *const text = text_of(checkpoint, &size);
  char *const beside = malloc(strlen(path) + 5);
  enum tt_status status = TT_OK;
  if (text == NULL || beside == NULL) {
    status = tt_no_memory(error);
  } else {
    sprintf(beside, "%s.new", path);
    if (!write_file(beside, text, size) || rename(beside, path) != 0) {
      status = tt_fail(error, TT_NO_RESOURCE, "%.150s: %s; the checkpoint before it is kept", beside, strerror(errno));
      remove(beside);
    }
  }
  free(text);
  free(beside);
  return status;
}

/* ---- Reading ---- */

static char *read_all(FILE *stream, size_t *size) {
  size_t capacity = 1 << 16;
  char *text = malloc(capacity);
  *size = 0;
  while (text != NULL) {
    *size += fread(text + *size, 1, capacity - 1 - *size, stream);
    if (*size < capacity - 1) break;
    capacity *= 2;
    char *const wider = realloc(text, capacity);
    if (wider == NULL) free(text);
    text = wider;
  }
  if (text != NULL) text[*size] = '\0';
  return text;
}

/* Checks header and checksum; cuts the checksum line off. */
static enum tt_status check_frame(char *text, size_t size, const char *path, struct tt_error *error) {
  if (strncmp(text, HEADER, strlen(HEADER)) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s:1: not a checkpoint of a census: expected \"" HEADER VERSION "\"",
                   path);
  }
  if (strncmp(text + strlen(HEADER), VERSION "\n", strlen(VERSION) + 1) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s:1: a checkpoint of another version: expected version " VERSION, path);
  }
  char *const last = size < CHECKSUM_LINE + 1 ? NULL : text + size - CHECKSUM_LINE;
  if (strlen(text) != size || last == NULL || last[-1] != '\n' || strncmp(last, "checksum ", 9) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s: cut off: expected a checksum at its end", path);
  }
  char expected[CHECKSUM_LINE + 1];
  snprintf(expected, sizeof expected, "checksum %016" PRIx64 "\n", checksum(text, (size_t)(last - text)));
  if (strcmp(last, expected) != 0) {
    return tt_fail(error, TT_BAD_INPUT, "%.150s: damaged: the checksum does not fit", path);
  }
  *last = '\0';
  return TT_OK;
}

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

static enum tt_status read_lines(struct tt_checkpoint *checkpoint, char *text, const char *path,
                                 struct tt_error *error) {
  struct tt_census_options options = {0};
  unsigned pieces = 0, number = 2;
  char *rest = strchr(text, '\n') + 1;
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
  *checkpoint = (struct tt_checkpoint){0};
  FILE *const stream = fopen(path, "r");
  if (stream == NULL) return tt_fail(error, TT_BAD_INPUT, "%.150s: %s", path, strerror(errno));
  size_t size;
  char *const text = read_all(stream, &size);
  const bool failed = ferror(stream) != 0;
  fclose(stream);
  if (text == NULL) return tt_no_memory(error);
  enum tt_status status =
      failed ? tt_fail(error, TT_BAD_INPUT, "%.150s: cannot be read", path) : check_frame(text, size, path, error);
  if (status == TT_OK) status = read_lines(checkpoint, text, path, error);
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
