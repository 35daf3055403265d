/* move_text.c: moves in words: two dots on boards, an edge number or its ends elsewhere. */
#include <ctype.h>
#include <string.h>

#include "play/play.h"

const char *tt_move_name(const struct tt_game *game, struct tt_move move, char *buffer, size_t size) {
  if (game->board == 0) {
    snprintf(buffer, size, "%zu", move.edge);
    return buffer;
  }
  const struct tt_bridge bridge = tt_board_bridge(game->board, move.player, move.edge);
  char from[8], to[8];
  snprintf(buffer, size, "%s %s", tt_dot_name(move.player, bridge.from, from, sizeof from),
           tt_dot_name(move.player, bridge.to, to, sizeof to));
  return buffer;
}

/* A move that the player could make now, for messages. */
static const char *example(const struct tt_game *game, char *buffer, size_t size) {
  for (size_t edge = 0; edge < game->graph->edge_count; edge++) {
    if (tt_game_legal(game, edge, NULL) == TT_OK) {
      return tt_move_name(game, (struct tt_move){game->turn, edge}, buffer, size);
    }
  }
  return game->board != 0 ? "B2 B3" : "0";
}

/* ---- Dots ---- */

/* Reads a letter and a number, spaces forgiven; returns where they end, or NULL. Numbers are cut short at 1000. */
static const char *read_dot(const char *at, int *letter, int *number) {
  while (isspace((unsigned char)*at)) at++;
  if (!isalpha((unsigned char)*at)) return NULL;
  *letter = toupper((unsigned char)*at++) - 'A';
  while (isspace((unsigned char)*at)) at++;
  if (!isdigit((unsigned char)*at)) return NULL;
  for (*number = 0; isdigit((unsigned char)*at); at++) {
    if (*number < 1000) *number = *number * 10 + (*at - '0');
  }
  return at;
}

static struct tt_dot dot_at(enum tt_player player, int letter, int number) {
  if (player == TT_PLAYER_SHORT) return (struct tt_dot){2 * letter + 1, 2 * (number - 1)};
  return (struct tt_dot){2 * (number - 1), 2 * letter + 1};
}

static enum tt_status no_dot(const struct tt_game *game, int letter, int number, struct tt_error *error) {
  return tt_fail(error, TT_BAD_INPUT, "%s has no dot %c%d: expected dots from A1 to %c%u",
                 tt_player_name(game, game->turn), 'A' + letter, number, 'A' + (int)game->board - 1, game->board + 1);
}

static enum tt_status read_dots(const struct tt_game *game, const char *text, size_t *edge, struct tt_error *error) {
  int letters[2], numbers[2];
  struct tt_dot dots[2];
  char move[16];
  const char *at = read_dot(text, &letters[0], &numbers[0]);
  if (at != NULL) at = read_dot(at + strspn(at, " \t-,:;>"), &letters[1], &numbers[1]);
  while (at != NULL && isspace((unsigned char)*at)) at++;
  if (at == NULL || *at != '\0') {
    return tt_fail(error, TT_BAD_INPUT, "\"%.40s\": expected two dots of %s's, as in %s", text,
                   tt_player_name(game, game->turn), example(game, move, sizeof move));
  }
  for (unsigned index = 0; index < 2; index++) {
    dots[index] = dot_at(game->turn, letters[index], numbers[index]);
    if (!tt_board_has_dot(game->board, game->turn, dots[index])) {
      return no_dot(game, letters[index], numbers[index], error);
    }
  }
  *edge = tt_board_move(game->board, game->turn, dots[0], dots[1]);
  if (*edge != SIZE_MAX) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "%c%d and %c%d are not neighbours: a bridge joins two dots one step apart, as %s",
                 'A' + letters[0], numbers[0], 'A' + letters[1], numbers[1], example(game, move, sizeof move));
}

/* ---- Edges ---- */

static enum tt_status edge_between(const struct tt_game *game, uint32_t u, uint32_t v, size_t *edge,
                                   struct tt_error *error) {
  const struct tt_graph *const graph = game->graph;
  *edge = SIZE_MAX;
  for (size_t at = 0; at < graph->edge_count; at++) {
    const struct tt_edge ends = graph->edges[at];
    if (!((ends.u == u && ends.v == v) || (ends.u == v && ends.v == u))) continue;
    if (*edge == SIZE_MAX) *edge = at; /* decided or not: the rules say which */
    if (graph->states[at] == TT_UNDECIDED) {
      *edge = at;
      break;
    }
  }
  if (*edge != SIZE_MAX) return TT_OK;
  char first[60], second[60], move[24];
  return tt_fail(error, TT_BAD_INPUT, "no edge joins %s and %s: expected an edge, as %s",
                 tt_vertex_name(graph, u, first, sizeof first), tt_vertex_name(graph, v, second, sizeof second),
                 example(game, move, sizeof move));
}

static enum tt_status read_number(const struct tt_game *game, const char *text, size_t *edge, struct tt_error *error) {
  *edge = 0;
  if (game->graph->edge_count == 0) return tt_fail(error, TT_BAD_INPUT, "there are no edges to play");
  for (; isdigit((unsigned char)*text); text++) {
    if (*edge < SIZE_MAX / 100) *edge = *edge * 10 + (size_t)(*text - '0');
  }
  if (*edge < game->graph->edge_count) return TT_OK;
  return tt_fail(error, TT_BAD_INPUT, "there is no edge of that number: expected one from 0 to %zu",
                 game->graph->edge_count - 1);
}

/* Two vertices separated by spaces, or by a sign where that makes two names; changes `words`. */
static bool read_ends(const struct tt_graph *graph, char *words, uint32_t *u, uint32_t *v) {
  char *rest;
  char *const first = strtok_r(words, " \t\r\n", &rest);
  char *second = first == NULL ? NULL : strtok_r(NULL, " \t\r\n", &rest);
  if (second != NULL && strcmp(second, "-") == 0) second = strtok_r(NULL, " \t\r\n", &rest);
  if (second != NULL) {
    return strtok_r(NULL, " \t\r\n", &rest) == NULL && tt_vertex_find(graph, first, u) &&
           tt_vertex_find(graph, second, v);
  }
  for (char *sign = first; sign != NULL && (sign = strpbrk(sign, "-,")) != NULL; sign++) {
    const char kept = *sign;
    *sign = '\0';
    if (tt_vertex_find(graph, first, u) && tt_vertex_find(graph, sign + 1, v)) return true;
    *sign = kept;
  }
  return false;
}

static enum tt_status read_edge(const struct tt_game *game, const char *text, size_t *edge, struct tt_error *error) {
  while (isspace((unsigned char)*text)) text++;
  const size_t digits = strspn(text, "0123456789"), spaces = strspn(text + digits, " \t\r\n");
  if (digits > 0 && text[digits + spaces] == '\0') return read_number(game, text, edge, error);
  char words[1024], move[24];
  uint32_t u, v;
  const bool fits = snprintf(words, sizeof words, "%s", text) < (int)sizeof words;
  if (fits && read_ends(game->graph, words, &u, &v)) return edge_between(game, u, v, edge, error);
  return tt_fail(error, TT_BAD_INPUT, "\"%.40s\": expected an edge's number, as %s, or its two ends", text,
                 example(game, move, sizeof move));
}

enum tt_status tt_move_read(const struct tt_game *game, const char *text, size_t *edge, struct tt_error *error) {
  return game->board != 0 ? read_dots(game, text, edge, error) : read_edge(game, text, edge, error);
}
