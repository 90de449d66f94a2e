# Zermelo's habits, one target each. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.dev
CORE := python/zermelo/_core.abi3.so
RUST := $(shell find crates -name '*.rs' -o -name Cargo.toml) Cargo.toml

# Without link-time optimisation the core is built in a fraction of the time; wheels for release are built with it.
FAST_BUILD := CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0

# With `make --jobs`, cargo would warn that it cannot share make's job slots.
unexport MAKEFLAGS MFLAGS

# Some environments forbid Python to keep what it has read; each of the many processes of the tests would read all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

# What the demo needs: maturin, which builds the core and installs what the package depends on.
$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "maturin>=1.9,<2"
	@touch $@

# What tests and linters need besides; groups need a recent pip.
$(DEV): $(READY) | $(CORE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group test
	@touch $@

$(CORE): $(READY) $(RUST)
	$(FAST_BUILD) $(BIN)/maturin develop --release --quiet
	@touch $@

build: $(CORE)  ## make .venv with the zermelo command in .venv/bin

dev: build $(DEV)  ## the same, with what tests and linters need

demo: build  ## two agents play a game of Connect Four
	$(BIN)/zermelo demo

test: lint test-rust test-python  ## everything that guards the project

lint: dev  ## ruff, mypy, stubtest, cargo fmt and clippy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/stubtest zermelo._core
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings

test-rust:  ## the Rust tests
	cargo test --quiet --package zermelo

# Many tests wait for a browser or for another program, so there is one worker more than cores.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")

# A browser or another program may answer too late on a busy machine. So what fails is tried once more, alone; the output shows both.
test-python: dev  ## the Python tests, and the snippets in README and docs
	$(BIN)/pytest -n $(WORKERS) --dist worksteal || $(BIN)/pytest --last-failed --last-failed-no-failures none

test-all: lint test-rust dev  ## the same with the long tests
	ZERMELO_LONG=1 $(BIN)/pytest -n $(WORKERS) --dist worksteal

release: $(READY)  ## build the core with link-time optimisation, as wheels have it; takes minutes
	$(BIN)/maturin develop --release --quiet
	@touch $(CORE)

bench: release  ## nodes/s of every backend, and the bench signature
	$(BIN)/zermelo bench

peers: dev release  ## the same work in OpenSpiel and easyAI, side by side
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group peers
	$(BIN)/python benches/peers.py

montecarlo: dev release  ## Monte-Carlo search beside OpenSpiel's
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group peers
	$(BIN)/python benches/montecarlo.py

format: dev  ## put all sources into their usual form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	cargo fmt --all

clean:  ## remove everything that was built
	rm -rf $(VENV) target $(CORE) .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis

.PHONY: help build dev demo test lint test-rust test-python test-all release bench peers montecarlo format clean
