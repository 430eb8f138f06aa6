# The commands a person runs; CI runs the same ones.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test lint bench soak lock

setup: $(STAMP)

$(STAMP): requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	touch $@

run: setup
	@if grep -qsE '^ *(export +)?BOT_TOKEN *= *[^ ]' .env || [ -n "$$BOT_TOKEN" ]; \
	then exec $(BIN)/python -m bot run; \
	else exec $(BIN)/python -m bot sandbox; fi

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

# The solver's machine code is made first, once: of several processes that make the same at the same
# time one may be handed what another has half written.
test: lint
	$(BIN)/python -m bot.advice.machine_code
	$(BIN)/python -m pytest -n auto -m "not soak and not browser"
	$(BIN)/python -m pytest -m "browser and not soak"

bench: setup
	$(BIN)/python -m tests.bench

soak: setup
	$(BIN)/python -m pytest -n auto -m "not soak and not browser" --more-patiences
	$(BIN)/python -m pytest -n auto -m soak --timeout 7200

# Exact, hashed versions for every platform; no index address is written.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate pyproject.toml -o requirements.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--no-annotate --extra dev pyproject.toml -c requirements.txt -o requirements-dev.txt
