/* classify_command.c: `twotrees classify`: the outcome of single positions and of streams of graphs. */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

static void print_outcome(const struct settings *settings, const struct tt_graph *graph, enum tt_outcome outcome) {
  static const char *const meaning[] = {"Short wins whoever starts", "whoever starts wins", "Cut wins whoever starts",
                                        "whoever starts loses: impossible"};
  if (settings->json) {
    json_begin("outcome");
    json_outcome(graph, outcome);
    return;
  }
  printf("%-16s %-6s %s", title_of(graph).text, outcome_title(outcome), meaning[outcome]);
}

/* What each witness said; `given` is false where it gave up. */
struct answers {
  const struct tt_witness *const *witnesses;
  size_t count, first; /* first: the first that answered, or count */
  struct tt_verdict verdicts[TT_WITNESS_LIMIT];
  bool given[TT_WITNESS_LIMIT];
};

static const char *answer_name(const struct answers *answers, size_t index, bool json) {
  if (!answers->given[index]) return "undecided";
  const enum tt_outcome outcome = tt_outcome_of(answers->verdicts[index]);
  return json ? tt_outcome_name(outcome) : outcome_title(outcome);
}

/* Asks them all. One that gives up is told, unless by its nature it answers some positions only. */
static enum tt_status ask_witnesses(struct answers *answers, const struct tt_graph *graph) {
  enum tt_status status = TT_OK;
  answers->first = answers->count;
  for (size_t index = 0; index < answers->count; index++) {
    const struct tt_witness *const witness = answers->witnesses[index];
    struct tt_error error;
    const enum tt_status asked = tt_witness_ask(witness, graph, &answers->verdicts[index], &error);
    answers->given[index] = asked == TT_OK;
    if (asked != TT_OK && (asked != TT_NO_RESOURCE || !witness->partial || answers->count == 1)) {
      if (asked == TT_NO_RESOURCE) {
        misuse("%.100s: %s", graph->name, error.text);
      } else {
        complain(&error); /* names the graph itself */
      }
      status = worse(status, asked);
    }
    if (asked != TT_OK) continue;
    if (answers->first == answers->count) answers->first = index;
    if (tt_outcome_of(answers->verdicts[index]) != tt_outcome_of(answers->verdicts[answers->first])) {
      status = worse(status, TT_REFUTED);
    }
  }
  return status;
}

static bool all_agree(const struct answers *answers) {
  for (size_t index = answers->first; index < answers->count; index++) {
    if (answers->given[index] &&
        tt_outcome_of(answers->verdicts[index]) != tt_outcome_of(answers->verdicts[answers->first])) {
      return false;
    }
  }
  return true;
}

/* One graph by every witness asked for; the first that answers is believed, the others are compared. */
static enum tt_status classify_by_witnesses(const struct settings *settings, const struct tt_graph *graph,
                                            const struct tt_witness *const *witnesses, size_t count) {
  struct answers answers = {.witnesses = witnesses, .count = count};
  const enum tt_status status = ask_witnesses(&answers, graph);
  if (answers.first == count) return status;
  print_outcome(settings, graph, tt_outcome_of(answers.verdicts[answers.first]));
  if (settings->json) json_key("witnesses");
  for (size_t index = 0; index < count; index++) {
    if (settings->json) {
      putchar(index == 0 ? '{' : ',');
      json_string(witnesses[index]->name);
      putchar(':');
      json_string(answer_name(&answers, index, true));
    } else {
      printf("%s%s %s", index == 0 ? "  [" : ", ", witnesses[index]->name, answer_name(&answers, index, false));
    }
  }
  if (settings->json) {
    putchar('}');
    json_truth("agree", all_agree(&answers));
    json_end();
  } else {
    puts(all_agree(&answers) ? "]" : "] DISAGREE");
  }
  return status;
}

static const char letters[] = "SFC?";

/* Every pair of a graph of at most 64 vertices at once. */
static void letters_at_once(const struct tt_graph *graph, char *word) {
  struct tt_all_pairs pairs;
  tt_all_pairs_make(&pairs, graph->vertex_count, graph->edges, graph->edge_count);
  for (uint32_t u = 0; u + 1 < graph->vertex_count; u++) {
    for (uint32_t v = u + 1; v < graph->vertex_count; v++) {
      const bool clump = (pairs.clump[u] >> v & 1) != 0, not_cut = (pairs.not_cut[u] >> v & 1) != 0;
      *word++ = letters[clump ? TT_SHORT : not_cut ? TT_FIRST : TT_CUT];
    }
  }
}

static enum tt_status letters_by_witness(struct tt_graph *graph, const struct tt_witness *witness, char *word,
                                         struct tt_error *error) {
  for (graph->terminal_a = 0; graph->terminal_a + 1 < graph->vertex_count; graph->terminal_a++) {
    for (graph->terminal_b = graph->terminal_a + 1; graph->terminal_b < graph->vertex_count; graph->terminal_b++) {
      struct tt_verdict verdict;
      const enum tt_status status = tt_witness_ask(witness, graph, &verdict, error);
      if (status != TT_OK) return status;
      *word++ = letters[tt_outcome_of(verdict)];
    }
  }
  return TT_OK;
}

static void print_pairs(const struct settings *settings, const struct tt_graph *graph, const char *word) {
  uint64_t counts[4] = {0};
  for (const char *letter = word; *letter != '\0'; letter++) counts[strchr(letters, *letter) - letters]++;
  if (settings->json) {
    json_begin("outcomes");
    json_text("graph", title_of(graph).text);
    json_count("short", counts[TT_SHORT]);
    json_count("first", counts[TT_FIRST]);
    json_count("cut", counts[TT_CUT]);
    json_text("pairs", word);
    json_end();
  } else {
    printf("%-16s Short %llu, First %llu, Cut %llu  %s\n", title_of(graph).text, (unsigned long long)counts[TT_SHORT],
           (unsigned long long)counts[TT_FIRST], (unsigned long long)counts[TT_CUT], word);
  }
}

/* The outcome for every pair of terminals (0,1), (0,2), ..., by the witness asked for, or by one pebble game. */
static enum tt_status classify_every_pair(const struct settings *settings, struct tt_graph *graph,
                                          const struct tt_witness *witness) {
  const size_t pairs = (size_t)graph->vertex_count * (graph->vertex_count - 1) / 2;
  struct tt_error error;
  enum tt_status status = TT_OK;
  if (graph->vertex_count > 2000) {
    return misuse("%.100s: --terminals all takes at most 2000 vertices; it has %lu", graph->name,
                  (unsigned long)graph->vertex_count);
  }
  char *const word = calloc(pairs + 1, 1);
  if (word == NULL) return complain_no_memory();
  if (settings->witnesses == NULL && graph->vertex_count <= TT_ALL_PAIRS_VERTICES &&
      tt_graph_count(graph, TT_UNDECIDED) == graph->edge_count) {
    letters_at_once(graph, word);
  } else {
    status = letters_by_witness(graph, witness, word, &error);
  }
  if (status == TT_OK) {
    print_pairs(settings, graph, word);
  } else {
    complain(&error);
  }
  free(word);
  return status;
}

static enum tt_status classify(const struct settings *settings, struct tt_graph *graph) {
  const struct tt_witness *witnesses[TT_WITNESS_LIMIT];
  size_t count;
  const char *const otherwise = settings->certify ? "certified" : "forests";
  const char *const list = settings->witnesses != NULL ? settings->witnesses : otherwise;
  const enum tt_status status = choose_witnesses(list, tt_graph_count(graph, TT_UNDECIDED), witnesses, &count);
  if (status != TT_OK) return status;
  if (settings->terminals != NULL && strcmp(settings->terminals, "all") == 0) {
    return classify_every_pair(settings, graph, witnesses[0]);
  }
  if (settings->witnesses != NULL) return classify_by_witnesses(settings, graph, witnesses, count);
  struct tt_verdict verdict;
  struct tt_error error;
  if (tt_witness_ask(witnesses[0], graph, &verdict, &error) != TT_OK) return complain(&error);
  print_outcome(settings, graph, tt_outcome_of(verdict));
  if (settings->json) {
    if (settings->certify) json_truth("certified", true);
    json_end();
  } else {
    puts(settings->certify ? "; both certificates verified" : "");
  }
  return TT_OK;
}

enum tt_status run_classify(const struct settings *given) {
  struct settings settings = *given;
  settings.all_terminals = true;
  if (settings.certify && settings.terminals != NULL && strcmp(settings.terminals, "all") == 0) {
    return misuse("--certify and --terminals all: expected one of them; --witness certified --terminals all is slow");
  }
  if (settings.certify && settings.witnesses != NULL) {
    return misuse("--certify and --witness: expected one of them; --witness certified,... compares more");
  }
  struct inputs inputs;
  enum tt_status status = inputs_open(&inputs, &settings);
  if (status != TT_OK) return status;
  for (struct tt_graph *graph; (graph = inputs_next(&inputs)) != NULL; tt_graph_free(graph)) {
    status = worse(status, classify(&settings, graph));
  }
  return inputs_close(&inputs, status);
}
