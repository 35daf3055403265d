/* certified.c: the witness whose every verdict comes with two certificates that a separate program has accepted.
 *
 * One checker runs for each working memory, with --each: it is sent both certificates of a position and answers with a
 * line for each. A socket and not a pipe, so that a checker that has died is an error and not a signal. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "survey/survey.h"

#define BUFFER 65536
#define ANSWER_SECONDS 60 /* for one certificate */

extern char **environ;

struct work {
  int socket; /* ours; -1 until the checker is started by the first question */
  pid_t checker;
  char path[4096];
};

/* Beside the running program, unless the environment says where. */
static void checker_path(char *path, size_t size) {
  const char *const given = getenv("TT_CHECKER");
  if (given != NULL) {
    snprintf(path, size, "%s", given);
    return;
  }
  const ssize_t length = readlink("/proc/self/exe", path, size - 1);
  path[length > 0 ? length : 0] = '\0';
  char *const slash = strrchr(path, '/');
  const size_t used = slash == NULL ? 0 : (size_t)(slash + 1 - path);
  snprintf(path + used, size - used, "twotrees-check");
  if (access(path, X_OK) != 0) snprintf(path, size, "twotrees-check");
}

static bool start_checker(struct work *work) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  char *const arguments[] = {(char[]){"twotrees-check"}, (char[]){"--each"}, NULL};
  bool started = posix_spawn_file_actions_init(&actions) == 0;
  if (started) {
    started = posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO) == 0 &&
              posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0 &&
              posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0 &&
              posix_spawnp(&work->checker, work->path, &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
  }
  close(ends[1]);
  if (started) {
    const struct timeval limit = {.tv_sec = ANSWER_SECONDS};
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    work->socket = ends[0];
  } else {
    close(ends[0]);
  }
  return started;
}

static void *certified_open(const struct tt_graph *base) {
  (void)base;
  struct work *const work = malloc(sizeof *work);
  if (work == NULL) return NULL;
  work->socket = -1;
  checker_path(work->path, sizeof work->path);
  return work;
}

/* Ends a checker that is not to be believed or asked any more. */
static void stop_checker(struct work *work) {
  if (work->socket < 0) return;
  close(work->socket);
  work->socket = -1;
  kill(work->checker, SIGKILL);
  while (waitpid(work->checker, NULL, 0) < 0 && errno == EINTR) continue;
}

static void certified_close(void *memory) {
  stop_checker(memory);
  free(memory);
}

static bool send_all(int socket, const char *text, size_t size) {
  while (size > 0) {
    const ssize_t sent = send(socket, text, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text += sent;
    size -= (size_t)sent;
  }
  return true;
}

/* Reads one line without its end; false at the end of the stream, when no answer comes in time, and for a line with a
 * zero byte or too long for the buffer. */
static bool receive_line(int socket, char *line, size_t size) {
  size_t used = 0;
  for (;;) {
    char byte;
    const ssize_t got = recv(socket, &byte, 1, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    if (byte == '\n') break;
    if (byte == '\0' || used + 1 == size) return false;
    line[used++] = byte;
  }
  line[used] = '\0';
  return true;
}

static ssize_t write_to_checker(void *cookie, const char *text, size_t size) {
  const struct work *const work = cookie;
  return send_all(work->socket, text, size) ? (ssize_t)size : 0; /* 0 is an error (fopencookie(3)) */
}

/* Both certificates, as they are made, to the checker, which reads meanwhile. *sent is false where it stopped to. */
static enum tt_status write_both(struct work *work, const struct tt_graph *position, const struct tt_forests *forests,
                                 bool *sent, struct tt_error *error) {
  struct tt_claim claims[2];
  FILE *const stream = fopencookie(work, "w", (cookie_io_functions_t){.write = write_to_checker});
  if (stream == NULL) return tt_no_memory(error);
  setvbuf(stream, NULL, _IOFBF, BUFFER);
  tt_settling_claims(forests->tempo, claims);
  enum tt_status status = tt_certificate_write(stream, position, forests, claims[0], error);
  if (status == TT_OK) status = tt_certificate_write(stream, position, forests, claims[1], error);
  *sent = !ferror(stream);
  if (fclose(stream) != 0) *sent = false;
  return *sent ? status : TT_OK;
}

/* An answer that was not asked for belongs to no certificate of ours. */
static bool has_surplus(int socket) {
  char byte;
  return recv(socket, &byte, 1, MSG_DONTWAIT | MSG_PEEK) >= 0;
}

/* After anything but two times VERIFIED the checker is ended, so that no answer is ever taken for a later question. */
static enum tt_status check_both(struct work *work, const struct tt_graph *position, const struct tt_forests *forests,
                                 struct tt_error *error) {
  char answer[200] = "no answer";
  if (work->socket < 0 && !start_checker(work)) {
    return tt_fail(error, TT_NO_RESOURCE, "undecided: twotrees-check cannot be started; set TT_CHECKER to its path");
  }
  bool verified = !has_surplus(work->socket);
  const enum tt_status status = verified ? write_both(work, position, forests, &verified, error) : TT_OK;
  if (status != TT_OK) {
    stop_checker(work);
    return status;
  }
  for (unsigned certificate = 0; certificate < 2 && verified; certificate++) {
    verified = receive_line(work->socket, answer, sizeof answer) && strcmp(answer, "s VERIFIED") == 0;
  }
  if (verified) return TT_OK;
  stop_checker(work);
  return tt_fail(error, TT_NO_RESOURCE, "undecided: twotrees-check: %s", answer);
}

static enum tt_status certified_ask(void *memory, const struct tt_graph *position, struct tt_verdict *verdict,
                                    struct tt_error *error) {
  struct work *const work = memory;
  struct tt_forests forests;
  enum tt_status status = tt_forests_make(&forests, position, error);
  if (status != TT_OK) return status;
  status = check_both(work, position, &forests, error);
  if (status == TT_OK) *verdict = (struct tt_verdict){forests.tempo < 1, forests.tempo < 2};
  tt_forests_free(&forests);
  return status;
}

const struct tt_witness tt_witness_certified = {
    .name = "certified",
    .summary = "forests, with certificates that twotrees-check accepted",
    .edge_limit = SIZE_MAX,
    .sweep_limit = 0,
    .open = certified_open,
    .ask = certified_ask,
    .close = certified_close,
};
