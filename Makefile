# All set-up happens in .venv; only Python 3.11+, pip, make and gcc are needed.
PYTHON ?= python3
BIN := .venv/bin
YARDSTICKS ?=

.PHONY: demo test lint notebooks results lab bench clean

.venv/installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[notebooks,test]'
	touch $@

demo: .venv/installed  ## every game there is, in under two minutes
	$(BIN)/dicestats demo

lint: .venv/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: .venv/installed lint  ## lint, types, tests, doctests
	$(BIN)/python -m pytest tests dicestats --doctest-modules -n 2

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
