/* survey_command.c: `twotrees survey`: every subgraph, or every position, of base graphs by every witness. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

#define EVERY_PAIR_EDGES 15 /* up to here every pair of trees is looked at without being asked */

struct view {
  const struct settings *settings;
  survey_runner runner;
  struct inputs inputs;
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  size_t witness_count;
  struct progress progress;
  uint64_t subgraphs, disagreements;
  bool headed;
};

static void show_progress(void *context, uint64_t done, uint64_t total) {
  struct view *const view = context;
  progress_step(&view->progress, done, total);
}

/* The command that asks the same witnesses about the same position. */
static void reproducing_command(const struct view *view, const struct tt_graph *position, char *buffer, size_t size) {
  char word[TT_EDGE_SET_LIMIT + 1];
  tt_graph_position_word(position, word);
  int used = snprintf(buffer, size, "%stwotrees classify %s --position %s --witness ", view->inputs.feed,
                      view->inputs.reproduce, word);
  for (size_t index = 0; index < view->witness_count && (size_t)used < size; index++) {
    used += snprintf(buffer + used, size - (size_t)used, "%s%s", index > 0 ? "," : "", view->witnesses[index]->name);
  }
}

static void disagreement_json(const struct view *view, uint64_t number, const struct tt_graph *position,
                              const struct tt_verdict *verdicts, const char *reason, const char *command) {
  char *dot = NULL;
  size_t size = 0;
  FILE *const stream = open_memstream(&dot, &size);
  const struct tt_drawing drawing = {0};
  if (stream != NULL) {
    tt_draw_dot(stream, position, &drawing, NULL);
    fclose(stream);
  }
  json_begin("disagreement");
  json_text("graph", position->name);
  json_count("number", number);
  json_text("reason", reason);
  json_key("verdicts");
  for (size_t index = 0; index < view->witness_count; index++) {
    putchar(index == 0 ? '{' : ',');
    json_string(view->witnesses[index]->name);
    putchar(':');
    json_string(tt_outcome_name(tt_outcome_of(verdicts[index])));
  }
  putchar('}');
  json_text("command", command);
  json_text("dot", dot != NULL ? dot : "");
  json_end();
  free(dot);
}

static void show_disagreement(void *context, uint64_t number, const struct tt_graph *position,
                              const struct tt_verdict *verdicts, bool sound) {
  const struct view *const view = context;
  const char *const reason = sound ? "witnesses disagree" : "a named opening does not win";
  char command[2000];
  reproducing_command(view, position, command, sizeof command);
  if (view->settings->json) {
    disagreement_json(view, number, position, verdicts, reason, command);
    return;
  }
  printf("%s: number %llu: %s:", position->name, (unsigned long long)number, reason);
  for (size_t index = 0; index < view->witness_count; index++) {
    printf(" %s %s", view->witnesses[index]->name, outcome_title(tt_outcome_of(verdicts[index])));
  }
  printf("\n  %s\n", command);
  const struct tt_drawing drawing = {0};
  tt_draw_dot(stdout, position, &drawing, NULL);
}

static void record_json(const struct view *view, const struct tt_graph *base, const struct tt_survey *survey,
                        const struct tt_survey_options *options) {
  const char *names[TT_WITNESS_LIMIT];
  for (size_t index = 0; index < view->witness_count; index++) names[index] = view->witnesses[index]->name;
  json_begin(options->positions ? "survey-positions" : "survey");
  json_text("graph", base->name);
  json_count("vertices", base->vertex_count);
  json_count("edges", base->edge_count);
  json_count(options->positions ? "positions" : "subgraphs", survey->count);
  json_count("short", survey->settled[TT_SHORT]);
  json_count("first", survey->settled[TT_FIRST]);
  json_count("cut", survey->settled[TT_CUT]);
  json_names("witnesses", names, view->witness_count);
  json_count("disagreements", survey->disagreements);
  if (options->openings) {
    json_count("openings", survey->openings);
    json_count("short_winning", survey->settled_openings.short_winning);
    json_count("cut_winning", survey->settled_openings.cut_winning);
    json_count("named", survey->named);
    if (options->every_pair) json_count("named_any", survey->named_any);
  }
  uint64_t neither = 0, undecided = 0;
  for (size_t index = 0; index < view->witness_count; index++) {
    neither += survey->outcomes[index][TT_NEITHER];
    undecided += survey->undecided[index];
  }
  json_count("neither", neither);
  json_count("undecided", undecided);
  json_end();
}

static void heading(const struct view *view) {
  printf("%-14s %8s %6s %10s %9s %9s %9s", "graph", "vertices", "edges",
         view->settings->positions ? "positions" : "subgraphs", "Short", "First", "Cut");
  if (!view->settings->positions && !view->settings->no_openings) {
    printf(" %9s %9s %9s %7s %9s", "openings", "Short's", "Cut's", "named", "by any");
  }
  printf(" %8s  %s\n", "disagree", "witnesses");
}

static void row(struct view *view, const struct tt_graph *base, const struct tt_survey *survey,
                const struct tt_survey_options *options) {
  if (!view->headed) heading(view);
  view->headed = true;
  printf("%-14s %8lu %6zu %10llu %9llu %9llu %9llu", base->name, (unsigned long)base->vertex_count, base->edge_count,
         (unsigned long long)survey->count, (unsigned long long)survey->settled[TT_SHORT],
         (unsigned long long)survey->settled[TT_FIRST], (unsigned long long)survey->settled[TT_CUT]);
  if (options->openings) {
    printf(" %9llu %9llu %9llu %7llu", (unsigned long long)survey->openings,
           (unsigned long long)survey->settled_openings.short_winning,
           (unsigned long long)survey->settled_openings.cut_winning, (unsigned long long)survey->named);
    if (options->every_pair) {
      printf(" %9llu", (unsigned long long)survey->named_any);
    } else {
      printf(" %9s", "-");
    }
  }
  printf(" %8llu ", (unsigned long long)survey->disagreements);
  for (size_t index = 0; index < view->witness_count; index++) {
    printf("%s%s", index > 0 ? "," : " ", view->witnesses[index]->name);
    if (survey->undecided[index] > 0) printf(" (%llu undecided)", (unsigned long long)survey->undecided[index]);
  }
  putchar('\n');
  fflush(stdout);
}

static enum tt_status survey_graph(struct view *view, const struct tt_graph *base) {
  const struct settings *const settings = view->settings;
  enum tt_status status =
      choose_witnesses(settings->witnesses, base->edge_count, view->witnesses, &view->witness_count);
  if (status != TT_OK) return status;
  const struct tt_survey_options options = {
      .witnesses = view->witnesses,
      .witness_count = view->witness_count,
      .positions = settings->positions,
      .openings = !settings->positions && !settings->no_openings,
      .every_pair = !settings->positions && !settings->no_openings &&
                    (settings->every_pair || base->edge_count <= EVERY_PAIR_EDGES),
      .threads = settings->threads,
      .progress = show_progress,
      .disagreement = show_disagreement,
      .context = view,
  };
  struct tt_survey survey;
  struct tt_error error;
  progress_start(&view->progress, base->name);
  status = settings->checkpoint != NULL
               ? tt_survey_run_kept(&survey, base, &options, settings->checkpoint, checkpoint_seconds(), &error)
               : view->runner(&survey, base, &options, &error);
  progress_end(&view->progress);
  if (status != TT_OK) return complain(&error);
  if (settings->json) {
    record_json(view, base, &survey, &options);
  } else {
    row(view, base, &survey, &options);
  }
  view->subgraphs += survey.count;
  view->disagreements += survey.disagreements;
  for (size_t index = 0; index < view->witness_count; index++) {
    if (survey.undecided[index] > 0 && !view->witnesses[index]->partial) status = TT_NO_RESOURCE;
  }
  return survey.disagreements > 0 ? worse(status, TT_REFUTED) : status;
}

enum tt_status survey_by(const struct settings *given, survey_runner runner) {
  struct settings settings = *given;
  settings.seven = settings.graph_count == 0;
  struct view view = {.settings = &settings, .runner = runner};
  if (settings.checkpoint != NULL && settings.graph_count != 1) {
    return misuse("--checkpoint %.100s: a checkpoint holds the survey of one GRAPH; expected one", settings.checkpoint);
  }
  if (settings.checkpoint != NULL && runner != tt_survey_run) {
    return misuse("--checkpoint %.100s: a survey with a checkpoint runs on one machine; expected twotrees itself",
                  settings.checkpoint);
  }
  enum tt_status status = inputs_open(&view.inputs, &settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&view.inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, survey_graph(&view, graph));
  }
  if (!settings.json && view.headed) {
    printf("%-14s %26llu, %llu disagreements\n", "total", (unsigned long long)view.subgraphs,
           (unsigned long long)view.disagreements);
  }
  return inputs_close(&view.inputs, status);
}

enum tt_status run_survey(const struct settings *settings) {
  return survey_by(settings, tt_survey_run);
}
