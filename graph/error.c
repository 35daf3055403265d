/* error.c: one line of text and a status, handed up to whoever can print it. */
#include <stdarg.h>

#include "graph/graph.h"

enum tt_status tt_fail(struct tt_error *error, enum tt_status status, const char *format, ...) {
  if (error != NULL) {
    va_list arguments;
    va_start(arguments, format);
    error->status = status;
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
  }
  return status;
}

enum tt_status tt_no_memory(struct tt_error *error) {
  return tt_fail(error, TT_NO_RESOURCE, "out of memory");
}
