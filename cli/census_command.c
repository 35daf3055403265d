/* census_command.c: `twotrees census`, `merge` and `tables`: surveys at scale. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "solver/solver.h"

/* ---- Showing a census ---- */

static void json_wides(const char *key, const tt_wide *values) {
  char text[TT_WIDE_TEXT];
  json_key(key);
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    putchar(outcome == 0 ? '{' : ',');
    json_string(tt_outcome_name((enum tt_outcome)outcome));
    printf(":\"%s\"", tt_wide_text(values[outcome], text));
  }
  putchar('}');
}

static void json_pairs(const uint64_t *values) {
  json_key("pairs");
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    putchar(outcome == 0 ? '{' : ',');
    json_string(tt_outcome_name((enum tt_outcome)outcome));
    printf(":%llu", (unsigned long long)values[outcome]);
  }
  putchar('}');
}

static void census_json(const struct tt_census_options *options, const struct tt_census *census) {
  const struct tt_generator_options *const generator = &options->generator;
  json_begin("census");
  json_count("vertices", generator->vertex_count);
  json_count("graphs", census->graphs);
  json_pairs(census->pairs);
  json_wides("labelled", census->labelled);
  if (generator->connected) json_truth("connected", true);
  if (generator->planar) json_truth("planar", true);
  if (options->up_to_swap) json_truth("up_to_swap", true);
  if (generator->mod > 1) {
    json_count("res", generator->res);
    json_count("mod", generator->mod);
  }
  json_end();
}

static void census_text(const struct tt_census_options *options, const struct tt_census *census) {
  char labelled[TT_WIDE_TEXT];
  printf("%u vertices: %llu graphs", options->generator.vertex_count, (unsigned long long)census->graphs);
  if (options->generator.mod > 1) printf(" (piece %u of %u)", options->generator.res, options->generator.mod);
  printf("\n  %-8s %20s %30s\n", "", options->up_to_swap ? "pairs up to symmetry" : "graph and pair",
         "labelled, terminals fixed");
  for (unsigned outcome = 0; outcome < 3; outcome++) {
    printf("  %-8s %20llu %30s\n", outcome_title((enum tt_outcome)outcome), (unsigned long long)census->pairs[outcome],
           tt_wide_text(census->labelled[outcome], labelled));
  }
}

void census_show(const struct settings *settings, const struct tt_census_options *options,
                 const struct tt_census *census) {
  if (settings->json) {
    census_json(options, census);
  } else {
    census_text(options, census);
  }
}

/* ---- Running one ---- */

struct view {
  const struct settings *settings;
  struct tt_checkpoint checkpoint;
  unsigned pieces_done;
  double written;
  struct progress progress;
};

static enum tt_status keep(struct view *view, struct tt_error *error) {
  view->written = seconds_now();
  if (view->settings->checkpoint == NULL) return TT_OK;
  return tt_checkpoint_write(&view->checkpoint, view->settings->checkpoint, error);
}

static enum tt_status piece_done(void *context, unsigned piece, const struct tt_census *census,
                                 struct tt_error *error) {
  struct view *const view = context;
  view->checkpoint.results[piece] = *census;
  view->checkpoint.done[piece] = true;
  view->pieces_done++;
  progress_step(&view->progress, view->pieces_done, view->checkpoint.pieces);
  if (seconds_now() - view->written < checkpoint_seconds()) return TT_OK;
  return keep(view, error);
}

/* A decimal number of 32 bits and what follows it; NULL when there is none. */
static const char *read_number(const char *text, unsigned *number) {
  char *end;
  if (*text < '0' || *text > '9') return NULL;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  *number = (unsigned)value;
  return errno != 0 || value > UINT32_MAX ? NULL : end;
}

static enum tt_status read_edges(const char *text, struct tt_generator_options *generator) {
  const char *at = read_number(text, &generator->least_edges);
  if (at != NULL) at = *at == ':' ? read_number(at + 1, &generator->most_edges) : NULL;
  if (at != NULL && *at == '\0' && generator->least_edges <= generator->most_edges) return TT_OK;
  return misuse("--edges %.40s: expected two numbers as in 10:14, the smaller first", text);
}

enum tt_status census_question(const struct settings *settings, struct tt_census_options *options) {
  struct tt_generator_options *const generator = &options->generator;
  char *end = NULL;
  const unsigned long n = settings->graph_count == 1 ? strtoul(settings->graphs[0], &end, 10) : 0;
  if (settings->graph_count != 1 || *end != '\0' || n < 2 || n > TT_GENERATOR_VERTICES) {
    return misuse("census: expected one number of vertices from 2 to %d", TT_GENERATOR_VERTICES);
  }
  *options = (struct tt_census_options){.up_to_swap = settings->up_to_swap};
  *generator = (struct tt_generator_options){.vertex_count = (unsigned)n,
                                             .connected = settings->connected,
                                             .planar = settings->planar,
                                             .most_edges = UINT32_MAX,
                                             .res = (unsigned)settings->res,
                                             .mod = settings->mod > 0 ? (unsigned)settings->mod : 1};
  if (generator->res >= generator->mod) {
    return misuse("--res %u --mod %u: expected a piece from 0 to %u", generator->res, generator->mod,
                  generator->mod - 1);
  }
  return settings->edges == NULL ? TT_OK : read_edges(settings->edges, generator);
}

/* Enough pieces that threads end together and a checkpoint loses little; few enough that geng's start is small. */
static unsigned usual_pieces(const struct tt_generator_options *generator) {
  const unsigned n = generator->vertex_count;
  const unsigned pieces = n <= 7 ? 2 : n == 8 ? 4 : n == 9 ? 16 : n == 10 ? 128 : 1024;
  return pieces / generator->mod > 2 ? pieces / generator->mod : 2;
}

/* Goes on from the checkpoint where there is one. */
static enum tt_status start_checkpoint(struct view *view, const struct tt_census_options *options) {
  const struct settings *const settings = view->settings;
  struct tt_error error;
  const unsigned pieces = settings->pieces > 0 ? (unsigned)settings->pieces : usual_pieces(&options->generator);
  if ((uint64_t)pieces * options->generator.mod > 1000000000) {
    return misuse("--pieces %u --mod %u: expected at most 1000000000 pieces in all", pieces, options->generator.mod);
  }
  if (settings->checkpoint == NULL || access(settings->checkpoint, F_OK) != 0) {
    return tt_checkpoint_make(&view->checkpoint, options, pieces) ? TT_OK : complain_no_memory();
  }
  if (tt_checkpoint_read(&view->checkpoint, settings->checkpoint, &error) != TT_OK) return complain(&error);
  for (unsigned piece = 0; piece < view->checkpoint.pieces; piece++) {
    view->pieces_done += view->checkpoint.done[piece];
  }
  if (tt_checkpoint_fits(&view->checkpoint, options)) return TT_OK;
  tt_checkpoint_free(&view->checkpoint);
  return misuse("%.150s: a checkpoint of another census; name another file, or remove it", settings->checkpoint);
}

static void add_all(struct tt_census *sum, const struct tt_checkpoint *checkpoint) {
  for (unsigned piece = 0; piece < checkpoint->pieces; piece++) tt_census_add(sum, &checkpoint->results[piece]);
}

enum tt_status census_by(const struct settings *settings, census_runner runner) {
  struct view view = {.settings = settings};
  struct tt_census_options options;
  struct tt_error error;
  enum tt_status status = census_question(settings, &options);
  if (status == TT_OK) status = start_checkpoint(&view, &options);
  if (status != TT_OK) return status;
  const unsigned pieces = view.checkpoint.pieces;
  bool *const wanted = calloc(pieces, sizeof *wanted);
  status = wanted == NULL ? tt_no_memory(&error) : TT_OK;
  for (unsigned piece = 0; status == TT_OK && piece < pieces; piece++) wanted[piece] = !view.checkpoint.done[piece];
  progress_start(&view.progress, "pieces");
  view.written = view.progress.started;
  if (status == TT_OK) {
    status = runner(&options, pieces, wanted, settings->threads, piece_done, &view, &error);
  }
  progress_end(&view.progress);
  if (status == TT_OK) {
    status = keep(&view, &error);
  } else if (view.pieces_done > 0) {
    keep(&view, NULL); /* what was finished before the failure */
  }
  if (status == TT_OK) {
    struct tt_census sum = {0};
    add_all(&sum, &view.checkpoint);
    census_show(settings, &options, &sum);
  } else {
    complain(&error);
  }
  free(wanted);
  tt_checkpoint_free(&view.checkpoint);
  return status;
}

enum tt_status run_census(const struct settings *settings) {
  return census_by(settings, tt_census_run);
}

/* ---- Merging ---- */

struct merging {
  struct tt_census_options options; /* of the first file */
  bool *seen;                       /* a piece each */
  unsigned seen_count;
  struct tt_census sum;
};

static enum tt_status check_complete(const struct tt_checkpoint *checkpoint, const char *path) {
  for (unsigned piece = 0; piece < checkpoint->pieces; piece++) {
    if (!checkpoint->done[piece]) {
      return misuse("%.150s: not finished: piece %u of %u is missing; run it again with --checkpoint", path, piece,
                    checkpoint->pieces);
    }
  }
  return TT_OK;
}

static enum tt_status merge_one(struct merging *merging, const struct tt_checkpoint *checkpoint, const char *path) {
  const unsigned res = checkpoint->options.generator.res, mod = checkpoint->options.generator.mod;
  enum tt_status status = check_complete(checkpoint, path);
  if (status != TT_OK) return status;
  if (merging->seen == NULL) {
    merging->options = checkpoint->options;
    merging->seen = calloc(mod, sizeof *merging->seen);
    if (merging->seen == NULL) return complain_no_memory();
  }
  merging->options.generator.res = res;
  if (!tt_checkpoint_fits(checkpoint, &merging->options)) return misuse("%.150s: a piece of another census", path);
  if (res >= mod || merging->seen[res]) return misuse("%.150s: piece %u of %u is there twice", path, res, mod);
  merging->seen[res] = true;
  merging->seen_count++;
  add_all(&merging->sum, checkpoint);
  return TT_OK;
}

enum tt_status run_merge(const struct settings *settings) {
  struct merging merging = {.seen = NULL};
  enum tt_status status = settings->graph_count > 0 ? TT_OK : misuse("merge: expected the checkpoints of all pieces");
  for (int index = 0; index < settings->graph_count && status == TT_OK; index++) {
    struct tt_checkpoint checkpoint;
    struct tt_error error;
    status = tt_checkpoint_read(&checkpoint, settings->graphs[index], &error);
    if (status != TT_OK) {
      complain(&error);
      break;
    }
    status = merge_one(&merging, &checkpoint, settings->graphs[index]);
    tt_checkpoint_free(&checkpoint);
  }
  const unsigned mod = merging.options.generator.mod;
  for (unsigned piece = 0; status == TT_OK && piece < mod; piece++) {
    if (!merging.seen[piece]) status = misuse("merge: piece %u of %u is missing", piece, mod);
  }
  if (status == TT_OK) {
    merging.options.generator.res = 0;
    merging.options.generator.mod = 1;
    census_show(settings, &merging.options, &merging.sum);
  }
  free(merging.seen);
  return status;
}

/* ---- Tables ---- */

static void show_progress(void *context, uint64_t done, uint64_t total) {
  progress_step(context, done, total);
}

static void tables_json(const struct tt_graph *base, const struct tt_tables *counts, bool openings) {
  json_begin("tables");
  json_text("graph", base->name);
  json_count("vertices", base->vertex_count);
  json_count("edges", base->edge_count);
  json_count("subgraphs", counts->outcomes[0] + counts->outcomes[1] + counts->outcomes[2] + counts->outcomes[3]);
  json_count("short", counts->outcomes[TT_SHORT]);
  json_count("first", counts->outcomes[TT_FIRST]);
  json_count("cut", counts->outcomes[TT_CUT]);
  json_count("neither", counts->outcomes[TT_NEITHER]);
  if (openings) {
    json_count("openings", counts->openings);
    json_count("short_winning", counts->short_winning);
    json_count("cut_winning", counts->cut_winning);
  }
  json_count("tables", counts->tables);
  json_count("bytes", counts->bytes);
  json_end();
}

static void tables_text(const struct tt_graph *base, const struct tt_tables *counts, bool openings) {
  printf("%s: Short %llu, First %llu, Cut %llu of %llu subgraphs\n", base->name,
         (unsigned long long)counts->outcomes[TT_SHORT], (unsigned long long)counts->outcomes[TT_FIRST],
         (unsigned long long)counts->outcomes[TT_CUT],
         (unsigned long long)(counts->outcomes[0] + counts->outcomes[1] + counts->outcomes[2] + counts->outcomes[3]));
  if (openings) {
    printf("  openings where the first mover wins: %llu; Short's winning %llu, Cut's winning %llu\n",
           (unsigned long long)counts->openings, (unsigned long long)counts->short_winning,
           (unsigned long long)counts->cut_winning);
  }
  printf("  %llu tables, %.1f MiB at most\n", (unsigned long long)counts->tables, (double)counts->bytes / 1048576);
}

static enum tt_status tables_of(const struct settings *settings, const struct tt_graph *base) {
  struct progress progress;
  struct tt_tables counts;
  struct tt_error error;
  const struct tt_tables_options options = {.threads = settings->threads,
                                            .memory = (uint64_t)(settings->memory > 0 ? settings->memory : 4) << 30,
                                            .portable = settings->portable,
                                            .openings = !settings->no_openings,
                                            .progress = show_progress,
                                            .context = &progress};
  progress_start(&progress, base->name);
  const enum tt_status status = tt_tables_make(&counts, base, &options, &error);
  progress_end(&progress);
  if (status != TT_OK) return complain(&error);
  if (settings->json) {
    tables_json(base, &counts, options.openings);
  } else {
    tables_text(base, &counts, options.openings);
  }
  return counts.outcomes[TT_NEITHER] > 0 ? TT_REFUTED : TT_OK;
}

enum tt_status run_tables(const struct settings *settings) {
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, tables_of(settings, graph));
  }
  return inputs_close(&inputs, status);
}
