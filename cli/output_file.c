/* output_file.c: output to standard output, or to a file that is written whole or not at all. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/command.h"

static enum tt_status output_failure(const struct output *output, int code, struct tt_error *error) {
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG || code == EIO || code == ENOMEM;
  return tt_fail(error, full ? TT_NO_RESOURCE : TT_BAD_INPUT, "%.200s: %s", output->name, strerror(code));
}

static void output_free(struct output *output) {
  free(output->path);
  free(output->temporary);
}

/* Opens a temporary file beside output->path, with the mode that the file has or would get. */
static FILE *open_temporary(struct output *output, const struct stat *old) {
  const mode_t mask = umask(0);
  umask(mask);
  if (asprintf(&output->temporary, "%s.XXXXXX", output->path) < 0) {
    output->temporary = NULL;
    errno = ENOMEM;
    return NULL;
  }
  const int descriptor = mkstemp(output->temporary);
  if (descriptor < 0) return NULL;
  FILE *const stream =
      fchmod(descriptor, old != NULL ? old->st_mode & 07777 : 0666 & ~mask) == 0 ? fdopen(descriptor, "w") : NULL;
  if (stream != NULL) return stream;
  const int code = errno;
  close(descriptor);
  unlink(output->temporary);
  errno = code;
  return NULL;
}

/* What is no regular file (a device, a pipe) is written in place. A link that leads to no file is refused: a new file
 * in its place would be a surprise, and so would one where it points. */
enum tt_status output_try(struct output *output, const char *name, struct tt_error *error) {
  *output = (struct output){.stream = stdout, .name = name};
  if (name == NULL || strcmp(name, "-") == 0) return TT_OK;
  struct stat old, link;
  const bool exists = stat(name, &old) == 0;
  const int missing = errno;
  if (!exists && lstat(name, &link) == 0 && S_ISLNK(link.st_mode)) {
    if (missing != ENOENT) return output_failure(output, missing, error);
    return tt_fail(error, TT_BAD_INPUT, "%.200s: a symbolic link to a file that is not there", name);
  }
  if (exists && !S_ISREG(old.st_mode)) {
    output->stream = fopen(name, "w");
  } else {
    output->path = exists ? realpath(name, NULL) : strdup(name);
    output->stream = output->path != NULL ? open_temporary(output, exists ? &old : NULL) : NULL;
  }
  if (output->stream != NULL) return TT_OK;
  const int code = errno;
  output_free(output);
  return output_failure(output, code, error);
}

enum tt_status output_open(struct output *output, const char *name) {
  struct tt_error error;
  const enum tt_status status = output_try(output, name, &error);
  return status == TT_OK ? TT_OK : complain(&error);
}

enum tt_status output_finish(struct output *output, enum tt_status status, bool keep, struct tt_error *error) {
  if (output->stream == stdout) return status;
  int code = ferror(output->stream) ? EIO : 0;
  if (fclose(output->stream) != 0) code = errno;
  if (code == 0 && keep && output->path != NULL && rename(output->temporary, output->path) != 0) code = errno;
  if (output->path != NULL && (code != 0 || !keep)) unlink(output->temporary);
  output_free(output);
  return code == 0 || status == TT_NO_RESOURCE ? status : worse(status, output_failure(output, code, error));
}

enum tt_status output_close(struct output *output, enum tt_status status, bool keep) {
  struct tt_error error = {.text = ""};
  status = output_finish(output, status, keep, &error);
  if (error.text[0] != '\0') complain(&error);
  return status;
}

static bool folder_status(const char *name, struct stat *status) {
  const char *const slash = strrchr(name, '/');
  char *const folder = slash == NULL ? strdup(".") : strndup(name, (size_t)(slash + 1 - name));
  const bool there = folder != NULL && stat(folder, status) == 0;
  free(folder);
  return there;
}

bool output_same(const char *one, const char *other) {
  struct stat first, second;
  const bool there = stat(one, &first) == 0, also = stat(other, &second) == 0;
  if (there != also || (there && !S_ISREG(first.st_mode))) return false;
  if (strcmp(one, other) == 0) return true;
  if (!there) { /* then it is the last part of the name that tells, in one folder */
    const char *const slash = strrchr(one, '/'), *const second_slash = strrchr(other, '/');
    if (strcmp(slash == NULL ? one : slash + 1, second_slash == NULL ? other : second_slash + 1) != 0) return false;
    if (!folder_status(one, &first) || !folder_status(other, &second)) return false;
  }
  return first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}
