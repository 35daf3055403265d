# twotrees. The two commands: `make reproduce` (the census), `make check` (the same, then all tests).
#
# Everything is built under $(BUILD). Options: WITHOUT_GLPK=1 (no integer program, no GPL), SANITIZE=address|undefined,
# BUILD=dir, PREFIX=dir and DESTDIR=dir for install, V=1 to see the commands.

VERSION := 0.1.0
PREFIX ?= /usr/local
BUILD ?= build
CC ?= cc
CFLAGS ?= -O2 -g
WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
PACKAGES := gcc make libc6-dev pkg-config libnauty2-dev nauty libplanarity-dev libcmocka-dev uthash-dev \
  libsuitesparse-dev zlib1g-dev
ifndef WITHOUT_GLPK
PACKAGES += libglpk-dev
endif
# What tests look at pictures with; they skip that without.
CHECK_PACKAGES := librsvg2-bin libpng-dev libxml2-utils
LINT_PACKAGES := clang-format cppcheck
JOBS ?= $(shell nproc 2>/dev/null || echo 1)
Q := $(if $(V),,@)

ROOMS := graph solver treetest survey play
# The base graphs of the census, in its order; each is a file in data/bases.
BASES := triangle bridge k4 bridge-spur doubled-path bridge-chain k5

NAUTY_CFLAGS = $(shell pkg-config --cflags nauty 2>/dev/null | sed 's/-I/-isystem /g')
LIBS = -lnauty -lplanarity -lcxsparse -lz -lm
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -fPIC -fopenmp $(CFLAGS) $(WARNINGS) -I. -MMD -MP -DTT_VERSION='"$(VERSION)"'
ifdef WITHOUT_GLPK
ALL_CFLAGS += -DTT_WITHOUT_GLPK
else
LIBS += -lglpk
endif
ifdef SANITIZE
ALL_CFLAGS += -fsanitize=$(SANITIZE) -fno-sanitize-recover=all -fno-omit-frame-pointer
endif

sources = $(filter-out $(if $(WITHOUT_GLPK),$(wildcard treetest/ilp*.c)),$(wildcard $(1)/*.c))
objects = $(patsubst %.c,$(BUILD)/%.o,$(call sources,$(1)))
EMBEDDED := $(BUILD)/embedded/data.o
LIBRARY_OBJECTS = $(foreach room,$(ROOMS),$(call objects,$(room))) $(EMBEDDED)
# From the room that uses to the room that is used.
ARCHIVES = $(foreach room,play survey treetest solver graph,$(if $(wildcard $(room)/*.c),$(BUILD)/lib$(room).a))
HEADERS := $(wildcard graph/graph.h solver/solver.h treetest/treetest.h survey/survey.h play/play.h)
TEST_SOURCES := $(filter-out $(if $(WITHOUT_GLPK),tests/test_ilp.c),$(wildcard tests/test_*.c))
TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(TEST_SOURCES))
TEST_SUPPORT := $(patsubst tests/%.c,$(BUILD)/tests/%.o,$(filter-out tests/test_%.c,$(wildcard tests/*.c)))
PROGRAMS := $(BUILD)/twotrees $(if $(wildcard checker/*.c),$(BUILD)/twotrees-check)

.PHONY: all
all: need $(PROGRAMS) library
	@echo "built $(PROGRAMS) and $(BUILD)/libtwotrees.{a,so}; try: $(BUILD)/twotrees survey"

# ---- What has to be installed ----

INSTALLED = dpkg-query -W -f='$${Status}' $$package 2>/dev/null | grep -q 'install ok installed'

# Installs the packages named in WANTED that are missing, or says exactly what to install.
define install_packages
@missing=; for package in $(1); do $(INSTALLED) || missing="$$missing $$package"; done; \
if [ -z "$$missing" ]; then exit 0; fi; \
if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
  echo "installing:$$missing"; \
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
elif command -v apt-get >/dev/null && sudo -n true 2>/dev/null; then \
  echo "installing:$$missing"; \
  sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing >/dev/null; \
elif command -v dpkg-query >/dev/null; then \
  echo "missing packages; please run as root:  apt-get install$$missing" >&2; exit 1; \
else \
  echo "not a Debian system: these Debian packages name what is needed:$$missing" >&2; \
fi
endef

.PHONY: deps
deps:
	$(call install_packages,$(PACKAGES))

# A build never installs by itself, but says what is missing before the compiler does.
.PHONY: need
need:
	@missing=; for package in $(PACKAGES); do $(INSTALLED) || missing="$$missing $$package"; done; \
	if [ -n "$$missing" ] && command -v dpkg-query >/dev/null; then \
	  echo "missing packages:$$missing; run: make deps" >&2; exit 1; fi

# ---- The library and the programs ----

# Holds the options of the build: what was compiled with others is compiled again.
FLAGS := $(BUILD)/flags
.PHONY: always
$(FLAGS): always
	@mkdir -p $(@D)
	@echo '$(CC) $(CFLAGS) $(LDFLAGS) $(WITHOUT_GLPK) $(SANITIZE)' | cmp -s - $@ || \
	  echo '$(CC) $(CFLAGS) $(LDFLAGS) $(WITHOUT_GLPK) $(SANITIZE)' > $@

$(BUILD)/%.o: %.c $(FLAGS)
	@mkdir -p $(@D)
	@$(if $(V),,echo "CC $<")
	$(Q)$(CC) $(ALL_CFLAGS) $(NAUTY_CFLAGS) -c -o $@ $<

define archive
$(BUILD)/lib$(1).a: $$(call objects,$(1)) $(if $(filter graph,$(1)),$(EMBEDDED))
	@rm -f $$@
	$(Q)ar rcs $$@ $$^
endef
$(foreach room,$(ROOMS),$(eval $(call archive,$(room))))

# Base graphs and published figures are files; the program carries them as C strings made here.
$(BUILD)/embedded/data.c: $(BASES:%=data/bases/%.txt) data/published.tsv data/matches.tsv Makefile
	@mkdir -p $(@D)
	@{ echo '#include "graph/embedded.h"'; \
	  echo 'const struct tt_embedded tt_embedded_bases[] = {'; \
	  for name in $(BASES); do echo "  {\"$$name\","; \
	    sed 's/.*/    "&\\n"/' data/bases/$$name.txt; echo '  },'; done; \
	  echo '  {0, 0}};'; \
	  echo 'const char tt_embedded_published[] ='; \
	  sed 's/.*/  "&\\n"/' data/published.tsv; echo '  ;'; \
	  echo 'const char *const tt_embedded_matches[] = {'; \
	  sed 's/[\\"]/\\&/g; s/.*/  "&",/' data/matches.tsv; echo '  0};'; } > $@
$(EMBEDDED): $(BUILD)/embedded/data.c $(FLAGS)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/twotrees: $(call objects,cli) $(ARCHIVES)
	@$(if $(V),,echo "LD $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# The checker is one file and shares none with any room, nor a library.
$(BUILD)/twotrees-check: checker/twotrees-check.c $(FLAGS)
	@mkdir -p $(@D)
	@$(if $(V),,echo "CC $<")
	$(Q)$(CC) -std=c17 -D_POSIX_C_SOURCE=200809L $(CFLAGS) $(WARNINGS) \
	  $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-sanitize-recover=all) -o $@ $<

# One public header: those of the rooms, joined in the order of the arrows.
$(BUILD)/include/twotrees.h: $(HEADERS)
	@mkdir -p $(@D)
	$(Q){ echo '/* twotrees.h: the public header of libtwotrees $(VERSION), joined from the headers of its rooms. */'; \
	  sed '/^#include "/d' $(HEADERS); } > $@

$(BUILD)/libtwotrees.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	$(Q)ar rcs $@ $^

$(BUILD)/exports.map: Makefile
	@mkdir -p $(@D)
	@echo '{ global: tt_*; local: *; };' > $@

$(BUILD)/libtwotrees.so: $(LIBRARY_OBJECTS) $(BUILD)/exports.map
	$(Q)$(CC) -shared $(ALL_CFLAGS) -Wl,-soname,libtwotrees.so.0 -Wl,--version-script=$(BUILD)/exports.map \
	  $(LDFLAGS) -o $@ $(LIBRARY_OBJECTS) $(LIBS)
	@ln -sf libtwotrees.so $(BUILD)/libtwotrees.so.0

# Remade whenever it is asked for, since PREFIX may have changed.
.PHONY: $(BUILD)/twotrees.pc
$(BUILD)/twotrees.pc:
	@mkdir -p $(@D)
	@printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$${prefix}/lib' 'includedir=$${prefix}/include' '' 'Name: twotrees' \
	  'Description: switching games decided by play and by trees' 'Version: $(VERSION)' 'Cflags: -I$${includedir}' \
	  'Libs: -L$${libdir} -ltwotrees' 'Libs.private: -fopenmp $(LIBS)' > $@

.PHONY: library
library: $(BUILD)/libtwotrees.a $(BUILD)/libtwotrees.so $(BUILD)/include/twotrees.h $(BUILD)/twotrees.pc

$(BUILD)/twotrees.1: $(BUILD)/twotrees
	$(Q)$(BUILD)/twotrees help --man > $@
$(BUILD)/twotrees.bash: $(BUILD)/twotrees
	$(Q)$(BUILD)/twotrees help --completion > $@

.PHONY: install
install: all $(BUILD)/twotrees.1 $(BUILD)/twotrees.bash
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/pkgconfig $(DESTDIR)$(PREFIX)/include \
	  $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install $(PROGRAMS) $(DESTDIR)$(PREFIX)/bin
	install -m 644 $(BUILD)/libtwotrees.a $(DESTDIR)$(PREFIX)/lib
	install $(BUILD)/libtwotrees.so $(DESTDIR)$(PREFIX)/lib/libtwotrees.so.0
	ln -sf libtwotrees.so.0 $(DESTDIR)$(PREFIX)/lib/libtwotrees.so
	install -m 644 $(BUILD)/twotrees.pc $(DESTDIR)$(PREFIX)/lib/pkgconfig
	install -m 644 $(BUILD)/include/twotrees.h $(DESTDIR)$(PREFIX)/include
	install -m 644 $(BUILD)/twotrees.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 $(BUILD)/twotrees.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/twotrees

# ---- The main job ----

.PHONY: reproduce
reproduce: deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(PROGRAMS)
	@$(BUILD)/twotrees survey
	@$(BUILD)/twotrees report > $(BUILD)/RESULTS.md
	@cmp -s $(BUILD)/RESULTS.md RESULTS.md || cp $(BUILD)/RESULTS.md RESULTS.md
	@$(BUILD)/twotrees draw bridge --trees --caption "The bridge: two trees with the virtual edge" \
	  --output $(BUILD)/bridge.svg
	@$(BUILD)/twotrees draw tests/hard/k33-across.txt --trees --cut --output $(BUILD)/both-proofs.svg
	@$(BUILD)/twotrees pairing bridgit:5 --to svg --output $(BUILD)/pairing.svg
	@$(BUILD)/twotrees pairing bridgit:2 --any-tree --to svg --output $(BUILD)/any-tree.svg
	@$(BUILD)/twotrees draw --moves docs/game.txt --trees --numbers --output $(BUILD)/game.svg
	@for picture in bridge both-proofs pairing any-tree game; do \
	  cmp -s $(BUILD)/$$picture.svg docs/$$picture.svg || cp $(BUILD)/$$picture.svg docs/$$picture.svg; done
	@echo "every figure is in RESULTS.md, beside the published one where there is one"

# The matches of the blunder table, each once: half an hour; a run that was stopped goes on.
.PHONY: matches
matches: deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(PROGRAMS)
	@data/matches.sh $(BUILD)/twotrees data/matches.tsv

# What takes minutes and 10 GiB, with its date.
.PHONY: reproduce-long
reproduce-long: deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(PROGRAMS)
	@{ echo "# Results of the long run"; echo; \
	  echo "Written by \`make reproduce-long\` (\`twotrees report --long\`) on $$(date +%Y-%m-%d)."; \
	  $(BUILD)/twotrees report --long; } > $(BUILD)/RESULTS-LONG.md
	@cp $(BUILD)/RESULTS-LONG.md RESULTS-LONG.md
	@cat RESULTS-LONG.md

# The census again, from certificates and the checker alone.
.PHONY: verify
verify: deps
	@$(MAKE) --no-print-directory -j$(JOBS) $(PROGRAMS)
	@checker/verify.sh $(BUILD) $(BASES) k:6 bridgit:3

# ---- Tests ----

# A test may name functions that it wraps (sabotage, failing malloc) in a line `// wrap: name name`.
wraps = $(foreach name,$(shell sed -n 's|^// wrap: ||p' tests/$(1).c),-Wl,--wrap=$(name))
$(BUILD)/tests/test_%: $(BUILD)/tests/test_%.o $(TEST_SUPPORT) $(ARCHIVES)
	@$(if $(V),,echo "LD $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) $(call wraps,test_$*) -o $@ $^ $(LIBS) -lcmocka
$(BUILD)/tests/test_board_picture: private LIBS += $(shell pkg-config --libs libpng 2>/dev/null)
.PRECIOUS: $(BUILD)/%.o $(BUILD)/fuzz/%.o

.PHONY: tests
tests: $(PROGRAMS) $(TESTS) library $(BUILD)/twotrees.1 $(BUILD)/twotrees.bash
	@passed=0; failed=0; for test in $(TESTS); do \
	  if TT_BUILD=$(BUILD) TT_PROGRAM=$(BUILD)/twotrees TT_CHECKER=$(BUILD)/twotrees-check $$test; \
	  then passed=$$((passed + 1)); else failed=$$((failed + 1)); echo "FAILED: $$test"; fi; done; \
	echo "suites: $$passed passed, $$failed failed"; [ $$failed = 0 ]

.PHONY: check
check: reproduce
	$(call install_packages,$(CHECK_PACKAGES))
	@$(MAKE) --no-print-directory -j$(JOBS) tests

.PHONY: check-long
check-long: deps
	$(call install_packages,$(CHECK_PACKAGES))
	@TT_LONG=1 $(MAKE) --no-print-directory -j$(JOBS) tests

.PHONY: check-asan check-ubsan
check-asan: deps
	@$(MAKE) --no-print-directory SANITIZE=address BUILD=$(BUILD)-asan -j$(JOBS) tests
check-ubsan: deps
	@$(MAKE) --no-print-directory SANITIZE=undefined BUILD=$(BUILD)-ubsan -j$(JOBS) tests

.PHONY: lint
lint: deps
	$(call install_packages,$(LINT_PACKAGES))
	clang-format --dry-run -Werror $(wildcard */*.c */*.h tests/fuzz/*.c tests/fuzz/*.h)
	cppcheck --quiet --std=c11 --error-exitcode=1 --enable=warning,portability --inline-suppr \
	  --suppress=normalCheckLevelMaxBranches -D__GNUC__ -DTT_VERSION='"0"' -I. \
	  $(foreach room,$(ROOMS) cli checker bench mpi,$(wildcard $(room)/*.c))

# ---- Fuzzing ----

FUZZ_TARGETS := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_PACKAGES := clang libclang-rt-14-dev
FUZZ_SECONDS ?= 20
FUZZ_FLAGS = -std=c17 -D_GNU_SOURCE -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
  -fno-sanitize-recover=all $(WARNINGS) -I.
# What readers, writers, forests and play need; no OpenMP, GLPK or planarity.
FUZZ_SOURCES = $(wildcard graph/*.c) $(wildcard solver/board.c solver/memo.c solver/playout*.c) \
  $(filter-out $(wildcard treetest/ilp*.c) treetest/dual.c,$(wildcard treetest/*.c))
FUZZ_OBJECTS = $(FUZZ_SOURCES:%.c=$(BUILD)/fuzz/%.o) $(BUILD)/fuzz/data.o

$(BUILD)/fuzz/%.o: %.c
	@mkdir -p $(@D)
	@$(if $(V),,echo "CLANG $<")
	$(Q)clang $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(NAUTY_CFLAGS) -MMD -MP -c -o $@ $<
$(BUILD)/fuzz/data.o: $(BUILD)/embedded/data.c
	@mkdir -p $(@D)
	$(Q)clang $(FUZZ_FLAGS) -c -o $@ $<
$(BUILD)/fuzz/fuzz_%: tests/fuzz/fuzz_%.c tests/fuzz/fuzz.h checker/twotrees-check.c $(FUZZ_OBJECTS)
	@$(if $(V),,echo "LD $@")
	$(Q)clang $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $< $(FUZZ_OBJECTS) -lnauty -lz -lm

# FUZZ_SECONDS of each target; what breaks a promise is left as $(BUILD)/fuzz/NAME-crash-*.
.PHONY: fuzz
fuzz: deps
	$(call install_packages,$(FUZZ_PACKAGES))
	@$(MAKE) --no-print-directory -j$(JOBS) $(FUZZ_TARGETS:%=$(BUILD)/fuzz/fuzz_%)
	@for name in $(FUZZ_TARGETS); do mkdir -p $(BUILD)/fuzz/found/$$name; \
	  more="tests/accept tests/reject"; \
	  [ $$name != checker ] || more="tests/accept tests/certificates/accept tests/certificates/reject"; \
	  $(BUILD)/fuzz/fuzz_$$name -max_total_time=$(FUZZ_SECONDS) -runs=5000000 -max_len=2000 -timeout=60 \
	    -rss_limit_mb=2048 -dict=tests/fuzz/$$name.dict -artifact_prefix=$(BUILD)/fuzz/$$name- \
	    $(BUILD)/fuzz/found/$$name tests/fuzz/corpus/$$name $$more 2> $(BUILD)/fuzz/$$name.log || \
	    { grep -v '^#' $(BUILD)/fuzz/$$name.log | tail -n 30; exit 1; }; \
	  echo "fuzz $$name: $$(grep '^Done' $(BUILD)/fuzz/$$name.log)"; done

# ---- Measurements ----

BENCH_PACKAGES := gnuplot-nox
BENCHES := $(BUILD)/bench/bench $(BUILD)/bench/large $(BUILD)/bench/files $(BUILD)/bench/games \
  $(BUILD)/bench/ours

$(BENCHES): $(BUILD)/bench/%: $(BUILD)/bench/%.o $(BUILD)/bench/measure.o $(ARCHIVES)
	@$(if $(V),,echo "LD $@")
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

# The sections of BENCHMARKS.md are measured one by one; each target leaves the others' as they are. Every one takes the
# whole machine for minutes.
bench_section = awk -v section=$(BUILD)/bench/$(1).md -f bench/section.awk BENCHMARKS.md > $(BUILD)/BENCHMARKS.md && \
  cp $(BUILD)/BENCHMARKS.md BENCHMARKS.md && cat $(BUILD)/bench/$(1).md

.PHONY: bench bench-sweeps bench-large bench-games bench-peers bench-programs
bench:
	@$(MAKE) --no-print-directory bench-sweeps
	@$(MAKE) --no-print-directory bench-large
	@$(MAKE) --no-print-directory bench-games

bench-programs: deps
	$(call install_packages,$(BENCH_PACKAGES))
	@$(MAKE) --no-print-directory -j$(JOBS) $(BENCHES) $(PROGRAMS)

bench-sweeps: bench-programs
	@$(BUILD)/bench/bench $(BUILD)/twotrees $(BUILD)/bench/points.tsv > $(BUILD)/bench/bench.md
	@gnuplot -e 'points = "$(BUILD)/bench/points.tsv"' bench/plot.gnuplot > docs/bench.svg
	@$(call bench_section,bench)

# Up to 10^7 edges: some eight minutes and 1 GiB.
bench-large: bench-programs
	@$(BUILD)/bench/large $(BUILD)/bench/large.tsv > $(BUILD)/bench/large.md
	@gnuplot -e 'points = "$(BUILD)/bench/large.tsv"' bench/large.gnuplot > docs/bench-large.svg
	@$(call bench_section,large)
	@$(BUILD)/bench/files $(BUILD)/twotrees $(BUILD)/twotrees-check $(BUILD)/bench > $(BUILD)/bench/files.md
	@$(call bench_section,files)

# Boards played to their end, with the time of every answer.
bench-games: bench-programs
	@$(BUILD)/bench/games > $(BUILD)/bench/games.md
	@$(call bench_section,games)

# Beside SageMath and others, where they are installed: apt-get install --no-install-recommends sagemath (2 GB).
bench-peers: bench-programs
	@if command -v python3 >/dev/null; then \
	  PYTHONDONTWRITEBYTECODE=1 python3 bench/peers/peers.py $(BUILD)/twotrees $(BUILD)/bench/ours $(BUILD)/bench \
	    > $(BUILD)/bench/peers.md && \
	  $(call bench_section,peers); \
	else echo "python3 is not installed: nothing is measured"; fi

.PHONY: clean
clean:
	rm -rf $(BUILD) $(BUILD)-asan $(BUILD)-ubsan

-include $(wildcard $(BUILD)/*/*.d)

# ---- MPI ----

# The ranks run twotrees-mpi (docs/cluster.md); optional, and so no part of `all` and `check`.
MPI_PACKAGES := libopenmpi-dev openmpi-bin
MPI_OBJECTS := $(BUILD)/mpi/twotrees_mpi.o $(BUILD)/mpi/pieces.o $(filter-out $(BUILD)/cli/main.o,$(call objects,cli))
MPICC := OMPI_CC='$(CC)' mpicc
# The two programs with more witnesses, of which one lies and one dies: what the tests of such runs need.
LIARS := $(BUILD)/mpi/liar-twotrees $(BUILD)/mpi/liar-twotrees-mpi
LIAR := -Wl,--wrap=tt_witness_named

.PHONY: mpi
mpi: deps
	$(call install_packages,$(MPI_PACKAGES))
	@$(MAKE) --no-print-directory $(PROGRAMS) $(BUILD)/twotrees-mpi

$(BUILD)/mpi/twotrees_mpi.o: private CC := $(MPICC)
$(BUILD)/twotrees-mpi: $(MPI_OBJECTS) $(ARCHIVES)
	@$(if $(V),,echo "LD $@")
	$(Q)$(MPICC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)
$(BUILD)/mpi/liar-twotrees: $(BUILD)/mpi/liar.o $(call objects,cli) $(ARCHIVES)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(LIAR) $^ $(LIBS)
$(BUILD)/mpi/liar-twotrees-mpi: $(BUILD)/mpi/liar.o $(MPI_OBJECTS) $(ARCHIVES)
	$(Q)$(MPICC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(LIAR) $^ $(LIBS)
$(BUILD)/mpi/test_mpi: $(BUILD)/mpi/test_mpi.o $(BUILD)/mpi/liar.o $(BUILD)/mpi/pieces.o $(TEST_SUPPORT) $(ARCHIVES)
	$(Q)$(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $(LIAR) $^ $(LIBS) -lcmocka

.PHONY: check-mpi
check-mpi: mpi
	@$(MAKE) --no-print-directory -j$(JOBS) $(PROGRAMS) $(LIARS) $(BUILD)/mpi/test_mpi
	@TT_BUILD=$(BUILD) TT_PROGRAM=$(BUILD)/twotrees TT_CHECKER=$(BUILD)/twotrees-check $(BUILD)/mpi/test_mpi
