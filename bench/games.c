/* games.c: bridgit:N to its end by the winner's rule against a random opponent, with the time of every answer. Prints a
 * section of BENCHMARKS.md. */
#include <stdio.h>
#include <stdlib.h>

#include "bench/measure.h"
#include "treetest/treetest.h"

static int by_value(const void *left, const void *right) {
  const float first = *(const float *)left, second = *(const float *)right;
  return (first > second) - (first < second);
}

/* The edges in random order: the opponent takes the next that is still undecided. */
static size_t *random_order(size_t count) {
  size_t *const order = malloc((count + 1) * sizeof *order);
  uint64_t state = 88172645463325252U;
  if (order == NULL) exit(3);
  for (size_t index = 0; index < count; index++) order[index] = index;
  for (size_t index = count; index > 1; index--) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const size_t other = state % index, moved = order[index - 1];
    order[index - 1] = order[other];
    order[other] = moved;
  }
  return order;
}

static void play(const struct tt_graph *board, enum tt_player player, const size_t *order) {
  struct tt_long_game *game;
  struct tt_error error;
  uint8_t *const decided = calloc(board->edge_count + 1, 1);
  float *const times = malloc((board->edge_count + 1) * sizeof *times);
  if (decided == NULL || times == NULL) exit(3);
  const double started = wall_seconds();
  if (tt_long_game_make(&game, board, player, true, &error) != TT_OK) stop(&error);
  const double made = wall_seconds() - started;
  size_t answer = tt_long_game_open(game), count = 0;
  for (size_t index = 0; index < board->edge_count; index++) {
    if (answer != SIZE_MAX) decided[answer] = 1;
    answer = SIZE_MAX;
    if (decided[order[index]]) continue;
    decided[order[index]] = 1;
    const double before = wall_seconds();
    answer = tt_long_game_reply(game, order[index]);
    times[count++] = (float)((wall_seconds() - before) * 1e6);
  }
  qsort(times, count, sizeof *times, by_value);
  const bool won = tt_long_game_joined(game) == (player == TT_PLAYER_SHORT);
  printf("| %s | %s | %zu | %.2f | %.1f | %.1f | %.0f | %s |\n", board->name,
         player == TT_PLAYER_SHORT ? "Short's" : "Cut's", count, made, (double)times[count / 2],
         (double)times[count * 99 / 100], (double)times[count - 1], won ? "won" : "LOST");
  free(decided);
  free(times);
  tt_long_game_free(game);
}

int main(int count, char **words) {
  const char *const names[] = {"bridgit:100", "bridgit:300", "bridgit:1000"};
  puts(
      "## Long games\n\n"
      "Written by `make bench-games`. A board is played to its end by the winner's rule, which keeps its trees by\n"
      "link-cut trees, against random moves; the outcome is known in every position. Seconds of the clock for the "
      "start\n"
      "(the forests and the trees), microseconds of the clock for every answer.\n\n"
      "| board | whose rule | answers | start, s | median, us | 99th percentile, us | longest, us | game |\n"
      "|---|---|---:|---:|---:|---:|---:|---|");
  for (int index = 0; index < (count > 1 ? count - 1 : 3); index++) {
    struct tt_graph *const board = graph_named(count > 1 ? words[index + 1] : names[index]);
    size_t *const order = random_order(board->edge_count);
    play(board, TT_PLAYER_SHORT, order);
    play(board, TT_PLAYER_CUT, order);
    free(order);
    tt_graph_free(board);
  }
  return 0;
}
