/* certificate.c: writes certificates in the format of docs/certificate.md. The position is in it, so that the checker
 * needs nothing else; the sets are lists of edge numbers, `*` for e*. */
#include <stdlib.h>
#include <string.h>

#include "survey/survey.h"

#define NUMBERS_A_LINE 16

void tt_settling_claims(unsigned tempo, struct tt_claim claims[2]) {
  claims[0] = (struct tt_claim){tempo < 2 ? TT_PLAYER_SHORT : TT_PLAYER_CUT, tempo < 2};
  claims[1] = (struct tt_claim){tempo < 1 ? TT_PLAYER_SHORT : TT_PLAYER_CUT, tempo > 0};
}

/* Writes one set, a number at a time, a new line after every NUMBERS_A_LINE. */
struct set_writer {
  FILE *stream;
  const char *name;
  unsigned on_line;
};

static void begin_set(struct set_writer *writer, FILE *stream, const char *name) {
  *writer = (struct set_writer){stream, name, 0};
  fputs(name, stream);
}

static void next_place(struct set_writer *writer) {
  if (writer->on_line++ < NUMBERS_A_LINE) return;
  fprintf(writer->stream, "\n%s", writer->name);
  writer->on_line = 1;
}

static void write_member(struct set_writer *writer, size_t edge, size_t edge_count) {
  char text[24]; /* printf would take most of the time of a large certificate */
  size_t start = sizeof text;
  next_place(writer);
  if (edge >= edge_count) text[--start] = '*';
  for (size_t rest = edge; edge < edge_count && (start == sizeof text || rest > 0); rest /= 10) {
    text[--start] = (char)('0' + rest % 10);
  }
  text[--start] = ' ';
  fwrite(text + start, 1, sizeof text - start, writer->stream);
}

static void write_edges(FILE *stream, const char *name, const size_t *edges, size_t count, size_t edge_count) {
  struct set_writer writer;
  begin_set(&writer, stream, name);
  for (size_t index = 0; index < count; index++) write_member(&writer, edges[index], edge_count);
  fputc('\n', stream);
}

static enum tt_status write_short(FILE *stream, const struct tt_graph *position, const struct tt_forests *forests,
                                  struct tt_error *error) {
  struct tt_tree_pair pair;
  const enum tt_status status = tt_forests_pair(forests, position, &pair, error);
  if (status != TT_OK) return status;
  write_edges(stream, "blue", pair.blue, pair.edge_count, position->edge_count);
  write_edges(stream, "red", pair.red, pair.edge_count, position->edge_count);
  tt_tree_pair_free(&pair);
  return TT_OK;
}

static void write_role(FILE *stream, const char *name, const struct tt_cut_sets *sets, enum tt_cut_role role,
                       size_t edge_count, bool with_virtual) {
  struct set_writer writer;
  begin_set(&writer, stream, name);
  for (size_t edge = 0; edge < edge_count; edge++) {
    if (sets->role[edge] == role) write_member(&writer, edge, edge_count);
  }
  if (with_virtual) write_member(&writer, edge_count, edge_count);
  fputc('\n', stream);
}

static enum tt_status write_cut(FILE *stream, const struct tt_graph *position, const struct tt_forests *forests,
                                struct tt_error *error) {
  struct tt_cut_sets sets;
  const enum tt_status status = tt_cut_sets_make(&sets, forests, position, error);
  if (status != TT_OK) return status;
  write_role(stream, "contract", &sets, TT_ROLE_CONTRACTED, position->edge_count, false);
  write_role(stream, "x", &sets, TT_ROLE_X, position->edge_count, sets.virtual_in_x);
  write_role(stream, "y", &sets, TT_ROLE_Y, position->edge_count, sets.virtual_in_y);
  tt_cut_sets_free(&sets);
  return TT_OK;
}

/* A certificate knows no lines `vertex NAME`, and takes `end` for the end of the list. */
static bool names_fit(const struct tt_graph *position) {
  if (position->vertex_names == NULL) return true;
  for (uint32_t vertex = 0; vertex < position->vertex_count; vertex++) {
    const char *const name = position->vertex_names[vertex];
    if (name != NULL && strcmp(name, "end") == 0) return false;
  }
  return !tt_plain_needs_vertex_lines(position);
}

/* The position as a plain list, by number where its names do not fit. */
static enum tt_status write_position(FILE *stream, const struct tt_graph *position, struct tt_error *error) {
  struct tt_graph shown = *position;
  if (!names_fit(position)) shown.vertex_names = NULL;
  return tt_write_graph(stream, &shown, TT_FORMAT_PLAIN, error);
}

enum tt_status tt_certificate_write(FILE *stream, const struct tt_graph *position, const struct tt_forests *forests,
                                    struct tt_claim claim, struct tt_error *error) {
  const bool by_cut = claim.winner == TT_PLAYER_CUT;
  const unsigned short_needs = claim.first ? 1 : 0, cut_needs = claim.first ? 1 : 2;
  if (by_cut ? forests->tempo < cut_needs : forests->tempo > short_needs) {
    return tt_fail(error, TT_REFUTED, "%.100s: the tempo is %u, so %s does not win moving %s", position->name,
                   forests->tempo, by_cut ? "Cut" : "Short", claim.first ? "first" : "second");
  }
  fprintf(stream, "twotrees certificate 1\nclaim %s %s\ngraph\n", by_cut ? "cut" : "short",
          claim.first ? "first" : "second");
  enum tt_status status = write_position(stream, position, error);
  if (status != TT_OK) return status;
  fputs("end graph\n", stream);
  status = by_cut ? write_cut(stream, position, forests, error) : write_short(stream, position, forests, error);
  if (status == TT_OK) fputs("end\n", stream);
  return status;
}
