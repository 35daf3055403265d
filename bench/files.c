/* files.c: reading, certificates and the checker at 10^6 edges, what `make bench-large` runs second.
 *
 * Programs are run as users run them and measured by wait4: processor time, also of their own children, and peak
 * memory. A child begins with the memory of its parent, so this process stays small: it never holds a graph itself.
 * TT_SMALL=1 divides all sizes by 100, to try the program. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/measure.h"
#include "treetest/treetest.h"

static _Noreturn void give_up(const char *what) {
  fprintf(stderr, "bench: failed: %s\n", what);
  exit(TT_NO_RESOURCE);
}

/* ---- Children ---- */

struct spent {
  double cpu, wall, peak; /* seconds, seconds, megabytes */
  int status;
};

static struct spent wait_for(pid_t child, double started) {
  struct rusage usage;
  int status;
  if (child < 0 || wait4(child, &status, 0, &usage) != child) give_up("fork");
  return (struct spent){
      .cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
             1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec),
      .wall = wall_seconds() - started,
      .peak = (double)usage.ru_maxrss / 1024,
      .status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
  };
}

static void redirect(const char *path, int flags, int descriptor) {
  const int file = open(path, flags, 0666);
  if (file < 0 || dup2(file, descriptor) < 0) _exit(127);
}

/* Runs words[0] with what it reads and writes in files. */
static struct spent run_any(const char *const *words, const char *input, const char *output) {
  const double started = wall_seconds();
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    redirect(input, O_RDONLY, STDIN_FILENO);
    redirect(output, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    execvp(words[0], (char *const *)(uintptr_t)words);
    _exit(127);
  }
  return wait_for(child, started);
}

static struct spent run(const char *const *words, const char *input, const char *output) {
  const struct spent spent = run_any(words, input, output);
  if (spent.status != 0) give_up(words[0]);
  return spent;
}

/* What a child has to tell of its own measuring. */
struct told {
  double seconds, edges;
};

/* Does a piece of work in a child, so that its memory is gone afterwards. */
static struct told in_child(struct told (*work)(const char *), const char *path) {
  struct told told = {0};
  int ends[2];
  if (pipe(ends) != 0) give_up("pipe");
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0) {
    told = work(path);
    _exit(write(ends[1], &told, sizeof told) == (ssize_t)sizeof told ? 0 : 1);
  }
  close(ends[1]);
  const ssize_t size = read(ends[0], &told, sizeof told);
  close(ends[0]);
  if (wait_for(child, 0).status != 0 || size != (ssize_t)sizeof told) give_up(path);
  return told;
}

static double megabytes(const char *path) {
  struct stat about;
  if (stat(path, &about) != 0) give_up(path);
  return 1e-6 * (double)about.st_size;
}

/* ---- What children do ---- */

static struct tt_graph *read_file(const char *path) {
  struct tt_graph *graph = NULL;
  struct tt_error error;
  struct tt_reader *const reader = tt_reader_open(path, TT_FORMAT_GUESS, &error);
  if (reader == NULL || tt_reader_next(reader, &graph, &error) != TT_OK) stop(&error);
  if (graph == NULL) give_up(path);
  tt_reader_close(reader);
  return graph;
}

/* Median of five. */
static struct told reading(const char *path) {
  double seconds[5], edges = 0;
  for (size_t time = 0; time < 5; time++) {
    const double started = cpu_seconds();
    struct tt_graph *const graph = read_file(path);
    seconds[time] = cpu_seconds() - started;
    edges = (double)graph->edge_count;
    tt_graph_free(graph);
  }
  return (struct told){median(seconds, 5), edges};
}

static struct told finding(const char *path) {
  struct tt_graph *const graph = read_file(path);
  double seconds[3];
  for (size_t time = 0; time < 3; time++) {
    struct tt_forests forests;
    struct tt_error error;
    const double started = cpu_seconds();
    if (tt_forests_make(&forests, graph, &error) != TT_OK) stop(&error);
    seconds[time] = cpu_seconds() - started;
    tt_forests_free(&forests);
  }
  return (struct told){median(seconds, 3), (double)graph->edge_count};
}

/* A name and a path: the graph in a random order, as a plain list. */
static struct told shuffling(const char *name_and_path) {
  char name[80];
  const char *const path = strchr(name_and_path, ' ') + 1;
  snprintf(name, sizeof name, "%.*s", (int)(path - name_and_path - 1), name_and_path);
  struct tt_graph *const graph = graph_named(name);
  struct tt_error error;
  put_in_order(graph, ALL_SHUFFLED);
  FILE *const file = fopen(path, "w");
  if (file == NULL) give_up(path);
  if (tt_write_graph(file, graph, TT_FORMAT_PLAIN, &error) != TT_OK) stop(&error);
  if (fclose(file) != 0) give_up(path);
  return (struct told){0, (double)graph->edge_count};
}

/* ---- The tables ---- */

struct places {
  const char *program, *checker;
  char graph[300], certificate[300], answer[300];
};

static void convert(const struct places *places, const char *name, const char *format, const char *path) {
  const char *const words[] = {places->program, "convert", name, "--to", format, NULL};
  run(words, "/dev/null", path);
}

static void certificate_row(const struct places *places, const char *name) {
  const char *const certify[] = {places->program, "certify", places->graph, NULL};
  const char *const check[] = {places->checker, NULL};
  convert(places, name, "plain", places->graph);
  const struct told read = in_child(reading, places->graph), found = in_child(finding, places->graph);
  const struct spent made = run(certify, "/dev/null", places->certificate);
  const struct spent checked = run(check, places->certificate, places->answer);
  printf("| %s | %.0f | %.3f | %.3f | %.3f | %.0f | %.0f | %.3f | %.0f | %.2f | %.2f |\n", name, read.edges,
         read.seconds, found.seconds, made.cpu, megabytes(places->certificate), made.peak, checked.cpu, checked.peak,
         checked.cpu / made.cpu, checked.cpu / found.seconds);
  fflush(stdout);
}

static void certificates(const struct places *places, bool small) {
  static const char *const names[][2] = {
      {"bridgit:708", "bridgit:71"},
      {"random-trees:500001", "random-trees:5001"},
      {"random-regular:500000", "random-regular:5000"},
      {"random:333333x1000000", "random:3333x10000"},
      {"random:2000x1000000", "random:20x10000"},
      {"doubled-path:500000", "doubled-path:5000"},
      {"ladder:333334", "ladder:3334"},
      {"routes:500000", "routes:5000"},
      {"shuttle:125000", "shuttle:1250"},
  };
  puts(
      "### Certificates\n\n"
      "A plain list on disk is read (alone: *read*), two trees or two forests are found in memory (alone: *find*), "
      "and\n"
      "`twotrees certify FILE` does both and writes the two certificates that settle the game; `twotrees-check` reads\n"
      "those and knows nothing else. Peaks are those of the processes, in MB.\n\n"
      "| graph | edges | read, s | find, s | certify, s | certificates, MB | peak | check, s | peak | check / certify "
      "| "
      "check / find |\n"
      "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
  for (size_t row = 0; row < sizeof names / sizeof names[0]; row++) certificate_row(places, names[row][small]);
}

static void reading_row(const char *name, const char *format, const char *path) {
  const struct told told = in_child(reading, path);
  printf("| %s | %s | %.1f | %.3f | %.0f | %.1f |\n", name, format, megabytes(path), told.seconds,
         megabytes(path) / told.seconds, 1e-6 * told.edges / told.seconds);
  fflush(stdout);
}

static void input(const struct places *places, bool small) {
  static const struct {
    const char *names[2], *formats[4];
  } rows[] = {
      {{"bridgit:1000", "bridgit:100"}, {"plain", "dimacs", "sparse6", NULL}},
      {{"random:1000000x3000000", "random:10000x30000"}, {"plain", "dimacs", "sparse6", NULL}},
      {{"k:5000", "k:500"}, {"graph6", NULL}},
  };
  puts(
      "\n### Reading\n\n"
      "A file that the system holds in memory already, read into a graph: processor seconds, median of five. MB are of "
      "the\n"
      "file as it is on the disk.\n\n"
      "| graph | format | MB | seconds | MB a second | million edges a second |\n|---|---|---:|---:|---:|---:|");
  for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
    const char *const name = rows[row].names[small];
    for (const char *const *format = rows[row].formats; *format != NULL; format++) {
      convert(places, name, *format, places->graph);
      reading_row(name, *format, places->graph);
      if (strcmp(*format, "plain") != 0) continue;
      const char *const gzip[] = {"gzip", "-c", places->graph, NULL};
      run(gzip, "/dev/null", places->certificate);
      reading_row(name, "plain, gzip", places->certificate);
    }
  }
}

static void end_to_end_row(const struct places *places, const char *name, const char *order) {
  const char *const classify[] = {places->program, "classify", "--certify", places->graph, NULL};
  double wall[3];
  struct spent spent = {0};
  for (size_t time = 0; time < 3; time++) {
    spent = run(classify, "/dev/null", places->answer);
    wall[time] = spent.wall;
  }
  printf("| %s, %s | %.0f | %.2f | %.2f | %.0f |\n", name, order, megabytes(places->graph), median(wall, 3), spent.cpu,
         spent.peak);
}

static void end_to_end(const struct places *places, bool small) {
  const char *const name = small ? "bridgit:100" : "bridgit:1000";
  const char *const trial[] = {places->program, "classify", "--certify", "bridge", NULL};
  puts(
      "\n### From a file to a verified answer\n\n"
      "`twotrees classify --certify FILE`: reads the list, decides the game, has both certificates verified by\n"
      "`twotrees-check` in a process of its own, and only then answers. Seconds on the clock (median of three),\n"
      "processor seconds of all processes, and the peak of the larger one.\n\n"
      "| plain list | MB | on the clock, s | processor, s | peak, MB |\n|---|---:|---:|---:|---:|");
  if (run_any(trial, "/dev/null", places->answer).status != 0) {
    printf("| %s | | this program has no --certify | | |\n", name);
    return;
  }
  convert(places, name, "plain", places->graph);
  end_to_end_row(places, name, order_names[AS_GIVEN]);
  char name_and_path[400];
  snprintf(name_and_path, sizeof name_and_path, "%s %s", name, places->graph);
  in_child(shuffling, name_and_path);
  end_to_end_row(places, name, order_names[ALL_SHUFFLED]);
}

int main(int count, char **words) {
  if (count != 4) {
    fputs("usage: files PROGRAM CHECKER DIRECTORY\n", stderr);
    return 2;
  }
  struct places places = {.program = words[1], .checker = words[2]};
  const bool small = getenv("TT_SMALL") != NULL;
  snprintf(places.graph, sizeof places.graph, "%s/big.txt", words[3]);
  snprintf(places.certificate, sizeof places.certificate, "%s/big.certificates", words[3]);
  snprintf(places.answer, sizeof places.answer, "%s/big.answer", words[3]);
  puts("## Files and certificates\n\nWritten by `make bench-large`. Processor seconds, one thread a process.\n");
  certificates(&places, small);
  input(&places, small);
  end_to_end(&places, small);
  remove(places.graph);
  remove(places.certificate);
  remove(places.answer);
  return ferror(stdout) != 0;
}
