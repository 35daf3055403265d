/* suggest.c: what a mistyped name was perhaps meant to be. */
#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/command.h"

#define WORD_LIMIT 40 /* longer words are like no name that there is */

/* Letters put in, left out or exchanged for others (Levenshtein 1966); SIZE_MAX for long words. */
static size_t edit_distance(const char *one, const char *other) {
  const size_t length = strlen(one), width = strlen(other);
  size_t row[WORD_LIMIT + 1];
  if (length > WORD_LIMIT || width > WORD_LIMIT) return SIZE_MAX;
  for (size_t column = 0; column <= width; column++) row[column] = column;
  for (size_t line = 1; line <= length; line++) {
    size_t diagonal = row[0];
    row[0] = line;
    for (size_t column = 1; column <= width; column++) {
      const bool same = tolower((unsigned char)one[line - 1]) == tolower((unsigned char)other[column - 1]);
      size_t least = diagonal + (same ? 0 : 1);
      if (row[column] + 1 < least) least = row[column] + 1;
      if (row[column - 1] + 1 < least) least = row[column - 1] + 1;
      diagonal = row[column];
      row[column] = least;
    }
  }
  return row[width];
}

bool is_close(const char *word, const char *name) {
  const size_t distance = edit_distance(word, name);
  return distance <= 2 && 2 * distance < strlen(word);
}

/* The family's name without its colon; false behind the last. */
static bool family_name(size_t index, char *buffer, size_t size) {
  const char *const help = tt_family_help(index);
  if (help == NULL) return false;
  snprintf(buffer, size, "%.*s", (int)strcspn(help, ":"), help);
  return true;
}

/* "k:6" for k6, k-6 and K6. */
static bool colon_left_out(const char *word, char *buffer, size_t size) {
  char family[WORD_LIMIT];
  for (size_t index = 0; family_name(index, family, sizeof family); index++) {
    const size_t length = strlen(family);
    if (strncasecmp(word, family, length) != 0) continue;
    const char *const rest = word + length + (word[length] == '-' ? 1 : 0);
    if (!isdigit((unsigned char)*rest)) continue;
    snprintf(buffer, size, "%s:%s", family, rest);
    return true;
  }
  return false;
}

static bool close_graph(const char *word, char *buffer, size_t size) {
  char family[WORD_LIMIT], start[WORD_LIMIT + 1];
  const char *const colon = strchr(word, ':');
  if (colon == NULL) {
    for (size_t index = 0; index < tt_base_count(); index++) {
      if (!is_close(word, tt_base_name(index))) continue;
      snprintf(buffer, size, "%s", tt_base_name(index));
      return true;
    }
    return colon_left_out(word, buffer, size);
  }
  snprintf(start, sizeof start, "%.*s", (int)(colon - word), word);
  for (size_t index = 0; family_name(index, family, sizeof family); index++) {
    if (!is_close(start, family)) continue;
    snprintf(buffer, size, "%s%s", family, colon);
    return true;
  }
  return false;
}

/* What has a dot or a slash was meant as a file. */
void explain_unknown_graph(const char *name, struct tt_error *error) {
  char meant[2 * WORD_LIMIT];
  if (strpbrk(name, "./") != NULL || access(name, F_OK) == 0 || errno != ENOENT) return;
  const bool close = strlen(name) < WORD_LIMIT && close_graph(name, meant, sizeof meant);
  tt_fail(error, TT_BAD_INPUT, "%.100s: no base graph, family or file of that name%s%s%s", name,
          close ? "; did you mean " : " (twotrees bases lists them)", close ? meant : "", close ? "?" : "");
}
