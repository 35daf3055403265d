/* failing_memory.h: the allocation number `failing` (from 1) fails; 0 lets all succeed. For one test program, which has
 * a line `// wrap: malloc calloc realloc`. */
#ifndef TT_TESTS_FAILING_MEMORY_H
#define TT_TESTS_FAILING_MEMORY_H

#include <stdlib.h>

static size_t allocations, failing;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) {
  return ++allocations == failing ? NULL : __real_malloc(size);
}
void *__wrap_calloc(size_t count, size_t size) {
  return ++allocations == failing ? NULL : __real_calloc(count, size);
}
void *__wrap_realloc(void *old, size_t size) {
  return ++allocations == failing ? NULL : __real_realloc(old, size);
}

#endif
