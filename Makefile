# `make quickstart` and `make test` do all their own set-up, in .venv and nowhere else.
# The pins are in requirements.txt (what running takes) and requirements-test.txt (that, and what testing takes);
# `make pins` brings both in line with pyproject.toml; `make pins UPGRADE=--upgrade` also takes newer versions.

PYTHON ?= python3 python3.13 python3.12 python3.11
VENV ?= .venv
QUICKSTART ?= dist/quickstart
PYTEST_ARGS ?=
UPGRADE ?=

RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --disable-pip-version-check --no-input
HARNESS_PIP := $(VENV)/harness/bin/python -m pip --disable-pip-version-check --no-input
UV := uv==0.13.9
COMPILE := $(VENV)/pins/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --fork-strategy fewest \
    --no-header $(UPGRADE)
# Packages that only metrics nobody asks for here import, and that exist as sources alone.
UNUSED := --no-emit-package rouge-score --no-emit-package sqlitedict --no-emit-package word2number

.PHONY: quickstart test lint pins clean

quickstart: $(VENV)/project.stamp
	$(RUN) -m benchwright build releases/recipes/quickstart.toml -o $(QUICKSTART)
	$(RUN) -m benchwright check $(QUICKSTART)
	$(RUN) -m benchwright replay $(QUICKSTART)
	@echo
	@echo "Where to look:"
	@echo "  $(QUICKSTART)/README.md       the dataset card"
	@echo "  $(QUICKSTART)/data/           the items, one folder a config (parquet)"
	@echo "  $(QUICKSTART)/rejected.jsonl  what was made and refused, and why"
	@echo "  $(VENV)/bin/benchwright --help"

test: $(VENV)/test.stamp $(VENV)/harness.stamp $(VENV)/project.stamp
	$(RUN) -m pytest -n 2 --dist loadfile $(PYTEST_ARGS)

# What tests/house/test_gates.py runs too, for a quick look while writing.
lint: $(VENV)/test.stamp $(VENV)/project.stamp
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy
	$(VENV)/bin/lint-imports

$(VENV)/venv.stamp:
	@found=; for candidate in $(PYTHON); do \
	    if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$candidate; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	    echo "Python 3.11 or newer is needed, and none of these is one: $(PYTHON). Name yours: make PYTHON=/path/to/python3.11" >&2; \
	    exit 2; \
	fi; \
	"$$found" -m venv --clear $(VENV)
	@touch $@

$(VENV)/runtime.stamp: requirements.txt $(VENV)/venv.stamp
	$(PIP) install --quiet --only-binary :all: --require-hashes -r requirements.txt
	@touch $@

# jsonpath-rw, which the checker of Croissant files needs, is published as source alone.
$(VENV)/test.stamp: requirements-test.txt $(VENV)/venv.stamp
	$(PIP) install --quiet --only-binary :all: --no-binary jsonpath-rw --require-hashes -r requirements-test.txt
	@touch $@

# The evaluation harnesses that exports are tried on, apart from everything else: they want other versions.
$(VENV)/harness.stamp: requirements-harness.txt $(VENV)/venv.stamp
	$(RUN) -m venv --clear $(VENV)/harness
	$(HARNESS_PIP) install --quiet --only-binary :all: --no-deps --require-hashes -r requirements-harness.txt
	@touch $@

# An editable install: the command runs what the checkout holds.
$(VENV)/project.stamp: pyproject.toml benchwright/__init__.py $(VENV)/runtime.stamp
	$(PIP) install --quiet --no-index --no-deps --no-build-isolation -e .
	@touch $@

pins: $(VENV)/venv.stamp
	$(RUN) -m venv $(VENV)/pins
	$(VENV)/pins/bin/python -m pip --disable-pip-version-check install --quiet $(UV)
	$(COMPILE) --extra build pyproject.toml --output-file requirements.txt
	$(COMPILE) --extra build --extra review --extra serve --extra test --constraint requirements.txt pyproject.toml --output-file requirements-test.txt
	$(COMPILE) $(UNUSED) requirements-harness.in --output-file requirements-harness.txt

clean:
	rm -rf $(VENV) dist build
