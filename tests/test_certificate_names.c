/* test_certificate_names.c: certificates of positions whose names the certificate format cannot say (lines `vertex
 * NAME`, the name `end`): the embedded list goes by number, and the checker accepts them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

#define DIMACS_BRIDGE "p edge 4 5\ne 1 2\ne 1 3\ne 2 3\ne 2 4\ne 3 4\n"
#define NAMED_BRIDGE "terminals a d\na b\na c\nb c\nb d\nc d secured\n"

struct example {
  const char *input;     /* any format */
  const char *terminals; /* "A,B", or NULL for those of the file */
  const char *list;      /* how the embedded list begins */
};

static const struct example examples[] = {
    {DIMACS_BRIDGE, NULL, "vertices 4\nterminals 0 3\n0 1\n0 2\n1 2\n1 3\n2 3\n"},
    {DIMACS_BRIDGE, "2,3", "vertices 4\nterminals 1 2\n0 1\n0 2\n1 2\n1 3\n2 3\n"},
    {"p edge 2 1\ne 1 2\n", NULL, "terminals 1 2\n1 2\n"},
    {NAMED_BRIDGE, NULL, "terminals a d\na b\na c\nb c\nb d\nc d secured\n"},
    {NAMED_BRIDGE, "b,c", "vertices 4\nterminals 2 3\n0 2\n0 3\n2 3\n2 1\n3 1 secured\n"},
    {"vertices 9\n" NAMED_BRIDGE, NULL, "vertices 9\nterminals a d\na b\n"},
    {"vertices 9\n" NAMED_BRIDGE, "d,a", "vertices 9\nterminals 1 0\n0 2\n"},
    {"vertices 4\nterminals 3 0\n3 1\n1 0\n2 2\n", NULL, "vertices 4\nterminals 3 0\n3 1\n"},
    {"vertex 1\nvertex 2\nvertex 3\nterminals 1 3\n1 2\n2 3\n", NULL, "vertices 3\nterminals 0 2\n0 1\n1 2\n"},
    {"vertices 3\nterminals x#1 x#2\nx#1 x#2\n", NULL, "vertices 3\nterminals x#1 x#2\nx#1 x#2\n"},
    {"terminals start end\nend start\nend end\n", NULL, "vertices 2\nterminals 0 1\n1 0\n1 1\n"},
    {"terminals end# ends\nends end#\n", NULL, "terminals end# ends\nends end#\n"},
    {"terminals bend ends\nends bend\n", NULL, "terminals bend ends\nends bend\n"},
};

static char *certificates_of(const struct example *example) {
  const char *arguments[] = {support_program(), "certify", "-", "--terminals", example->terminals, NULL};
  if (example->terminals == NULL) arguments[3] = NULL;
  struct support_run run = support_run(arguments, example->input);
  if (run.status != 0) fail_msg("certify: status %d: %s\n%s", run.status, run.errors, example->input);
  assert_string_equal(run.errors, "");
  free(run.errors);
  return run.output;
}

static void check_list(const char *certificates, const char *list) {
  size_t count = 0;
  for (const char *at = strstr(certificates, "\ngraph\n"); at != NULL; at = strstr(at + 1, "\ngraph\n")) {
    const char *const embedded = at + strlen("\ngraph\n");
    if (strncmp(embedded, list, strlen(list)) != 0) fail_msg("expected the list\n%s in\n%s", list, certificates);
    count++;
  }
  assert_int_equal(count, 2);
}

static void certificates_are_accepted(void **state) {
  (void)state;
  support_set_checker();
  const char *const arguments[] = {getenv("TT_CHECKER"), "--count", NULL};
  for (size_t index = 0; index < sizeof examples / sizeof *examples; index++) {
    char *const certificates = certificates_of(&examples[index]);
    check_list(certificates, examples[index].list);
    struct support_run run = support_run(arguments, certificates);
    if (run.status != 0) fail_msg("status %d: %s\n%s", run.status, run.output, certificates);
    assert_string_equal(run.output, "c 2 certificates verified\ns VERIFIED\n");
    assert_string_equal(run.errors, "");
    support_run_free(&run);
    free(certificates);
  }
}

/* Why that is needed: the checker refuses such lists. */
static void checker_refuses_such_names(void **state) {
  (void)state;
  static const char *const lists[] = {"vertex a\nvertex b\nterminals b a\na b\n", "terminals start end\nend start\n"};
  support_set_checker();
  const char *const arguments[] = {getenv("TT_CHECKER"), NULL};
  for (size_t index = 0; index < sizeof lists / sizeof *lists; index++) {
    char text[256];
    snprintf(text, sizeof text, "twotrees certificate 1\nclaim short first\ngraph\n%send graph\nblue *\nred 0\nend\n",
             lists[index]);
    struct support_run run = support_run(arguments, text);
    assert_int_equal(run.status, 2);
    assert_memory_equal(run.output, "s UNREADABLE stdin:", 19);
    support_run_free(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(certificates_are_accepted),
      cmocka_unit_test(checker_refuses_such_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
