# Everything a contributor runs. Each target makes the virtual environment it needs and does its
# job; nothing but Python, make and git has to be there. `make help` lists them.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --constraint constraints.txt

# The real MXNet 1.9.1 to compare with. Set REFERENCE to an interpreter that has it already.
REFERENCE ?= .reference/bin/python
REFERENCE_PYTHON ?= $(PYTHON)
REFERENCE_READY := $(if $(filter .reference/bin/python,$(REFERENCE)),.reference/.installed)

# Passed on to what the target runs: make test ARGS="-k ndarray -x"
ARGS ?=

RUNTIME := $(VENV)/.installed
DEV := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.PHONY: help demo test check hostile fuzz bench conformance record operators api stubs docs clean

# Their arrays are small: one thread is faster than two that hand work to each other, and on a busy
# machine by far.
demo test check hostile fuzz: export OMP_NUM_THREADS ?= 1

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(RUNTIME)  ## train a LeNet on handwritten digits, draw it and the result to out/
	$(PY) examples/demo.py $(ARGS)

test: $(DEV)  ## run the test suite
	$(PY) -m pytest $(ARGS)

check: $(DEV)  ## lint, check types and the direction of imports
	$(PY) -m ruff check .
	$(PY) -m mypy
	$(PY) -m pyright --pythonpath $(PY)
	$(PY) -m tools.completeness
	$(PY) -m pytest -q tests/project $(ARGS)

hostile: $(DEV)  ## read hostile files of every format, 100,000 of them unless ARGS says another number
	$(PY) -m tests.fuzz.hostile $(ARGS)

fuzz: $(DEV) $(REFERENCE_READY)  ## compare cases and random programs with the real MXNet 1.9.1, 80,000 runs unless ARGS says another number
	$(PY) -m tests.fuzz.differential --reference $(REFERENCE) $(ARGS)

bench: $(DEV)  ## time ours against plain torch, and against the reference if it is set up
	$(PY) -m benchmarks $(ARGS) $(if $(wildcard $(or $(REFERENCE_READY),$(REFERENCE))),--reference $(REFERENCE))

conformance: $(DEV) $(REFERENCE_READY)  ## compare with the real MXNet 1.9.1, operator by operator
	$(PY) -m tests.conformance --reference $(REFERENCE) $(ARGS)

record: $(DEV) $(REFERENCE_READY)  ## record the reference's numbers that make test replays
	$(PY) -m tests.conformance --reference $(REFERENCE) --record $(ARGS)

operators: $(RUNTIME)  ## say how many of MXNet's operators are here, and which are not
	$(PY) -m tools.operators $(ARGS)

api: $(RUNTIME)  ## say how much of MXNet's Python interface is here (ARGS=mxnet.io: what is not)
	$(PY) -m tools.api $(ARGS)

stubs: $(RUNTIME)  ## regenerate the .pyi files from the operator registry
	$(PY) -m tools.stubs $(ARGS)

docs: $(DEV)  ## build the documentation site into site/, with the tutorials as notebooks
	rm -rf site
	$(PY) -m sphinx -q -W --keep-going -a -b html -d build/doctrees docs site $(ARGS)
	$(PY) -m tools.links site

clean:  ## remove what the targets made, the virtual environments included
	rm -rf $(VENV) .reference out site docs/api docs/operators build dist .pytest_cache .ruff_cache .mypy_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- environments: made once, made again when what they are made from changes ----

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10) and "Python 3.10 or newer is needed, $(PYTHON) is %d.%d; say make PYTHON=..." % sys.version_info[:2])'
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): pyproject.toml constraints.txt | $(PY)
	@echo "installing torch, numpy and this package into $(VENV); the first time takes a minute or two"
	$(PIP) --editable ".[graphviz]"
	@$(PY) -m compileall -q mxnet  # as pip does for other packages; imports are a fifth of a second faster where Python may not
	@touch $@

$(DEV): $(RUNTIME)
	$(PIP) --editable ".[dev]"
	@touch $@

# MXNet 1.9.1 imports with NumPy 1.23 at most, which has wheels for Python 3.8 to 3.11.
.reference/.installed:
	@$(REFERENCE_PYTHON) -c 'import sys; sys.exit(not (3, 8) <= sys.version_info < (3, 12) and "MXNet 1.9.1 needs Python 3.8 to 3.11, $(REFERENCE_PYTHON) is %d.%d; say make REFERENCE_PYTHON=..." % sys.version_info[:2])'
	$(REFERENCE_PYTHON) -m venv .reference
	.reference/bin/python -m pip --disable-pip-version-check install mxnet==1.9.1 numpy==1.23.5
	@touch $@
