# twotrees. The two commands: `make reproduce` (the census), `make check` (the same, then all tests).
# Everything is built under $(BUILD). Options: WITHOUT_GLPK=1, SANITIZE=address|undefined, BUILD=dir.

VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
PACKAGES := build-essential pkg-config libnauty2-dev nauty libcmocka-dev
ifndef WITHOUT_GLPK
PACKAGES += libglpk-dev
endif
LINT_PACKAGES := clang-format cppcheck

ROOMS := graph solver treetest survey play
# The base graphs of the census, in its order; each is a file in data/bases.
BASES := triangle bridge k4 bridge-spur doubled-path bridge-chain k5

NAUTY_CFLAGS = $(shell pkg-config --cflags nauty 2>/dev/null)
NAUTY_LIBS = $(shell pkg-config --libs nauty 2>/dev/null || echo -lnauty)
LIBS = $(NAUTY_LIBS) -lm
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -fPIC -fopenmp $(CFLAGS) $(WARNINGS) -I. -MMD -MP -DTT_VERSION='"$(VERSION)"'
ifdef WITHOUT_GLPK
ALL_CFLAGS += -DTT_WITHOUT_GLPK
else
LIBS += -lglpk
endif
ifdef SANITIZE
ALL_CFLAGS += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=$(SANITIZE)
endif

sources = $(filter-out $(if $(WITHOUT_GLPK),treetest/ilp.c),$(wildcard $(1)/*.c))
objects = $(patsubst %.c,$(BUILD)/%.o,$(call sources,$(1)))
EMBEDDED := $(BUILD)/embedded/bases.o
ROOM_OBJECTS = $(foreach room,$(ROOMS),$(call objects,$(room))) $(EMBEDDED)
# From the room that uses to the room that is used.
ARCHIVES = $(foreach room,play survey treetest solver graph,$(if $(wildcard $(room)/*.c),$(BUILD)/lib$(room).a))
TESTS = $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/test_*.c))

.PHONY: all
all: deps-quick $(BUILD)/twotrees

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) $(NAUTY_CFLAGS) -c -o $@ $<

define archive
$(BUILD)/lib$(1).a: $$(call objects,$(1)) $(if $(filter graph,$(1)),$(EMBEDDED))
	@rm -f $$@
	ar rcs $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call archive,$(room))))

# Base graphs are files; the program carries them as C strings made here.
$(BUILD)/embedded/bases.c: $(BASES:%=data/bases/%.txt) Makefile
	@mkdir -p $(@D)
	@{ echo '#include "graph/embedded.h"'; \
	  echo 'const struct tt_embedded tt_embedded_bases[] = {'; \
	  for name in $(BASES); do echo "  {\"$$name\","; \
	    sed 's/.*/    "&\\n"/' data/bases/$$name.txt; echo '  },'; done; \
	  echo '  {0, 0}};'; } > $@
$(BUILD)/embedded/%.o: $(BUILD)/embedded/%.c
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/twotrees: $(call objects,cli) $(ARCHIVES)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# A test may name functions that it wraps (sabotage, failing malloc) in a line `// wrap: name name`.
wraps = $(foreach name,$(shell sed -n 's|^// wrap: ||p' tests/$(1).c),-Wl,--wrap=$(name))
$(BUILD)/tests/%: $(BUILD)/tests/%.o $(BUILD)/tests/support.o $(ARCHIVES)
	$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(call wraps,$*) -o $@ $^ $(LIBS) -lcmocka
.PRECIOUS: $(BUILD)/tests/%.o

.PHONY: deps-quick
deps-quick:

.PHONY: clean
clean:
	rm -rf $(BUILD)

-include $(wildcard $(BUILD)/*/*.d)
