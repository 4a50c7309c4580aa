# All set-up happens in .venv; only Python 3.11+, pip, make and gcc are needed.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test compiled soak lint notebooks results lab bench clean

PIP := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check -c constraints.txt

.venv/package: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) -e .
	touch $@

.venv/installed: .venv/package
	$(PIP) -e '.[notebooks,test]'
	touch $@

demo: .venv/installed  ## every game there is, in under two minutes
	$(BIN)/dicestats demo

lint: .venv/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# Test workers begin together: what all of them need is compiled before, each game once; the
# largest first, and while the tools of the tests are installed.
compiled: .venv/package
	printf '%s\n' dualing convolution tumblin | xargs -n 1 -P 2 $(BIN)/python -m tests.compiled

test:  ## lint, types, tests, doctests
	$(MAKE) --no-print-directory -j 2 compiled lint
	$(BIN)/python -m pytest tests dicestats --doctest-modules -n 2 --dist worksteal
	$(BIN)/python -m pytest --nbval --nbval-current-env --nbval-cell-timeout=300 \
	  --nbval-sanitize-with notebooks/sanitize.cfg notebooks -n 2 --dist loadfile

soak: .venv/installed  ## kernel against reference on very many games, at tables of every size
	$(BIN)/python -m pytest tests -m soak -n 2

notebooks: .venv/installed  ## execute all notebooks again, in place
	cd notebooks && for notebook in *.ipynb */*.ipynb; do \
	  ../$(BIN)/jupyter nbconvert --to notebook --execute --inplace --log-level=ERROR \
	    --ExecutePreprocessor.record_timing=False \
	    --ExecutePreprocessor.store_widget_state=False $$notebook || exit 1; done && \
	  ../$(BIN)/jupyter nbconvert --to notebook --inplace --log-level=ERROR \
	    --coalesce-streams *.ipynb */*.ipynb  # prints of a cell as one piece, in any timing

results: .venv/installed  ## run every experiment that has no result yet, then verify all
	for experiment in simulations/*/*.toml; do $(BIN)/dicestats run $$experiment || exit 1; done
	$(BIN)/dicestats verify --leaves 8

lab: .venv/installed
	$(BIN)/jupyter lab notebooks/start_here.ipynb

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis

bench: .venv/installed  ## speed as ratios; YARDSTICKS=<folder> adds the C rows
	$(BIN)/python -m tests.bench $(YARDSTICKS)
	$(BIN)/python -m tests.bench.dualing $(YARDSTICKS)
	$(BIN)/python -m tests.bench.tumblin $(YARDSTICKS)
