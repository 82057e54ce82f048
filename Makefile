# hulldown: `make play` to play, `make test` before a change is handed in. Only Python 3.11 and make are needed beforehand.
# Another Python than the first one found:  make PYTHON=/path/to/python install
# The checks on another Python beside the one in use:  make check-python PY=python3.12
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n 2 --dist loadgroup --no-loadscope-reorder

# Byte code is kept, whatever the environment says: without it every process that a test starts compiles all
# sources anew, and every run rewrites the tests' assertions, a third of the processor's time in all.
export PYTHONDONTWRITEBYTECODE :=

CORE  := $(VENV)/.core
DEV   := $(VENV)/.dev
BENCH := $(VENV)/.bench
CLUSTER := $(VENV)/.cluster
MUTANTS := $(VENV)/.mutants
SITE := $(VENV)/.site
PINS  := pyproject.toml constraints.txt

.PHONY: help install play test test-fast test-landing test-all check check-python format bench mutants package pictures docs clean

help:
	@echo "make play         install what playing needs, start the server, open the browser"
	@echo "make install      the library with everything for work on it, in $(VENV)"
	@echo "make test         the tests of a change, in minutes; what they need is installed first"
	@echo "make test ONLY=tests/server   those of one room, or of one file"
	@echo "make test-fast    rules and kernel only"
	@echo "make test-landing what else must hold before a change lands: every page, whole battles"
	@echo "make test-all     everything, the tests that take minutes too"
	@echo "make check        style, types (Python and JavaScript), layers, catalogues"
	@echo "make check-python PY=python3.12   the checks and tests on another Python"
	@echo "make format       lay out the sources as make check wants them"
	@echo "make bench        speed, with the peers measured in the same run"
	@echo "make mutants      do the tests notice a rule with a mistake in it (tests/mutants.toml); about an hour"
	@echo "make package      build wheel and source distribution, install each apart and use it"
	@echo "make pictures     the pictures of README.md and docs/, taken from the real pages"
	@echo "make docs         the documentation as a site in build/site, every link of it followed; its examples run"
	@echo "make clean        remove what was built here"

install: $(DEV)

play: $(CORE)
	$(BIN)/hulldown play

# The lanes are explained in pyproject.toml, beside their markers.
test: $(DEV) chromium postgres
	$(PYTEST) -m "not slow and not landing" $(ONLY)

test-fast: $(DEV)
	$(PYTEST) -m "not slow and not landing and not thorough" tests/unit/kernel tests/unit/rulesets

test-landing: $(DEV) chromium postgres
	$(PYTEST) -m "landing and not slow"

test-all: $(DEV) $(CLUSTER) chromium postgres
	HULLDOWN_TESTS=all $(PYTEST)

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python scripts/web.py check
	$(BIN)/python -m pytest -q tests/house/test_layers.py tests/house/test_style.py
	@if [ -e src/hulldown/cli/check.py ]; then echo $(BIN)/hulldown check; $(BIN)/hulldown check; fi

# In an environment of its own, which is kept: the second time only the checks take time.
check-python:
	$(MAKE) PYTHON=$(PY) VENV=.venv-$(notdir $(PY)) check test

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python scripts/web.py format

bench: $(BENCH) chromium
	@set -e; for script in benchmarks/*.py; do echo $$script; $(BIN)/python $$script; done

mutants: $(MUTANTS)
	$(BIN)/python scripts/mutants.py

package: $(DEV)
	$(BIN)/python scripts/packaged.py

pictures: $(DEV) chromium
	$(BIN)/python scripts/pictures.py docs/pictures

docs: $(SITE)
	$(BIN)/python -m scripts.docsite build
	$(BIN)/python -m pytest -q tests/house/test_docs.py tests/house/test_docsite.py

clean:
	rm -rf $(VENV) .venv-* node_modules build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# Without a browser the browser tests fail and name this command, so a refusal here stops nothing else.
.PHONY: chromium postgres
chromium:
	@scripts/chromium >/dev/null || true

# Without a PostgreSQL its tests are left out, and say so.
postgres:
	@scripts/postgres >/dev/null || true

# Each stamp is older than the two files when what they ask for is not installed yet.
$(BIN)/python:
	@scripts/venv $(VENV) $(PYTHON)

$(CORE): $(PINS) | $(BIN)/python
	@echo "Installing what playing needs into $(VENV): about 100 MB to download, once; every file is named as it comes."
	$(PIP) install --progress-bar on -c constraints.txt -e .
	@touch $@

$(DEV): $(PINS) | $(BIN)/python
	$(PIP) --quiet install -c constraints.txt -e '.[dev,lab,rl,pictures,postgres,exchange]'
	@touch $(CORE) $@

$(BENCH): $(DEV)
	$(PIP) --quiet install -c constraints.txt -e '.[bench]'
	@touch $@

$(CLUSTER): $(DEV)
	$(PIP) --quiet install -c constraints.txt -e '.[cluster]'
	@touch $@

$(MUTANTS): $(DEV)
	$(PIP) --quiet install -c constraints.txt -e '.[mutants]'
	@touch $@

$(SITE): $(DEV)
	$(PIP) --quiet install -c constraints.txt -e '.[docs]'
	@touch $@
