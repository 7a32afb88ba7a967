# Everything one does with Tefuda. `make play` is all a player needs.

VENV := .venv
BIN := $(VENV)/bin

.PHONY: help play practice check check-style check-types check-imports check-templates check-scripts check-site test test-quick test-browsers test-journeys test-slow test-updates test-chaos test-containers \
	test-mutants bench messages requirements verify-tool verifier clean

help:
	@echo "Playing"
	@echo "  make play          start the site (ARGS='--port 9000' passes arguments on; ARGS=--dev while you change the code)"
	@echo "  make practice      fetch the browser's Python, for practising offline (needs npm, 7 MB)"
	@echo "Before you hand something in"
	@echo "  make check         style, types, import contracts, templates, scripts, migrations, deployment (parts: check-style, check-types,"
	@echo "                     check-imports, check-templates, check-scripts (needs npm), check-site)"
	@echo "  make test-quick    without browser and servers, of each test a few cases (ARGS=tests/tables for one app's)"
	@echo "  make test          all tests: SQLite, PostgreSQL + Redis, browser"
	@echo "Seldom"
	@echo "  make test-browsers a walk through in Firefox and WebKit (Debian's firefox-esr, webkit2gtk-driver, xvfb)"
	@echo "  make test-journeys days in people's lives, through a browser, on both databases"
	@echo "  make test-slow     thousands of random matches of every game"
	@echo "  make test-updates  versions side by side and one after the other while people play, and backups (needs PostgreSQL and Redis)"
	@echo "  make test-chaos    kill -9 at random while people play (ARGS='--kills 60'; needs PostgreSQL's programs and redis-server)"
	@echo "  make test-containers  build the image and run the whole site from it (as root, with Debian's buildah and debootstrap)"
	@echo "  make test-mutants  plant bugs one by one and see that the tests find them (ARGS='--only clocks --jobs 4')"
	@echo "  make bench         what moves, pages and waiting cost, and the memory of the whole site"
	@echo "Making files"
	@echo "  make messages      collect and compile the translations (needs gettext)"
	@echo "  make requirements  pin what the requirements*.in name, with hashes"
	@echo "  make verify-tool   build dist/verify_match.pyz, which replays any record, and print its SHA-256"
	@echo "  make clean         remove what can be made again; never the data in var/"

play: $(VENV)/.play
	@$(BIN)/python manage.py serve $(ARGS)

practice: $(VENV)/.play
	@$(BIN)/python -m games.pwa.practice.pyodide .practice

# The fairness pages call it by its other name.
verifier: verify-tool

verify-tool:
	@python=$$(.ci/find-python) && $$python -m games.replays.standalone.build

check: check-style check-types check-imports check-templates check-scripts check-site

check-style: $(VENV)/.work
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

check-types: $(VENV)/.work
	$(BIN)/mypy

check-imports: $(VENV)/.work
	$(BIN)/lint-imports --no-logo

check-templates: $(VENV)/.work
	$(BIN)/djlint --lint --quiet templates accounts games
	$(BIN)/djlint --lint --quiet --profile jinja --extension jinja games

check-scripts: node_modules/.package-lock.json
	node_modules/.bin/eslint .
	node_modules/.bin/stylelint "**/*.css"
	node_modules/.bin/tsc --project .

# Tools alone; npm writes this file last.
node_modules/.package-lock.json: package-lock.json
	npm ci --no-audit --no-fund --silent
	@touch $@

check-site: $(VENV)/.work
	$(BIN)/python manage.py makemigrations --check --dry-run
	.ci/check-deploy $(BIN)/python
	.ci/check-static $(BIN)/python

test: $(VENV)/.work
	@.ci/test $(BIN)/python

test-quick: $(VENV)/.work
	@$(BIN)/python -m pytest --quick --numprocesses logical --dist worksteal $(ARGS)

test-browsers: $(VENV)/.work
	@$(BIN)/python -m pytest -m other_browsers

test-journeys: $(VENV)/.work
	@$(BIN)/python -m pytest -m browser tests/journeys
	@DATABASE_URL=$${TEFUDA_TEST_POSTGRES:-postgres://postgres@127.0.0.1:5432/postgres} \
		REDIS_URL=$${TEFUDA_TEST_REDIS:-redis://127.0.0.1:6379/15} $(BIN)/python -m pytest -m browser tests/journeys

test-containers: $(VENV)/.work
	@$(BIN)/python -m pytest -m container --numprocesses 0

test-slow: $(VENV)/.work
	$(BIN)/python -m pytest --numprocesses logical -m "slow and not servers"

test-updates: $(VENV)/.work
	@DATABASE_URL=$${TEFUDA_TEST_POSTGRES:-postgres://postgres@127.0.0.1:5432/postgres} \
		REDIS_URL=$${TEFUDA_TEST_REDIS:-redis://127.0.0.1:6379/15} $(BIN)/python -m pytest -m "slow and (database or servers)" tests/server tests/upgrade

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench

test-chaos: $(VENV)/.work
	$(BIN)/python -m tests.chaos $(ARGS)

test-mutants: $(VENV)/.work
	@$(BIN)/python -m tests.mutants $(ARGS)

messages: $(VENV)/.work
	$(BIN)/python manage.py makemessages --locale ja --no-wrap --add-location file --no-obsolete --ignore .venv --ignore var --ignore tests --ignore games/rendering
	msgcat --no-wrap --sort-output --output-file locale/ja/LC_MESSAGES/django.po locale/ja/LC_MESSAGES/django.po
	.ci/board-messages $(BIN)/pybabel
	$(BIN)/python manage.py compilemessages --ignore .venv --ignore var

# After a change of one of the .in files. What is pinned stays as it is, unless the change asks for more.
requirements: $(VENV)/.work
	for part in requirements requirements-dev requirements-bench; do $(BIN)/uv pip compile --quiet --universal \
		--python-version 3.11 --generate-hashes --no-annotate --custom-compile-command "make requirements" \
		--output-file $$part.txt $$part.in || exit 1; done

clean:
	rm -rf $(VENV) node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache test-results .practice
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# uv takes 5 seconds of a processor where pip takes 35; where there is none for a machine, pip does it.
INSTALL = { $(BIN)/uv pip install --quiet --python $(BIN)/python --requirement $< 2>/dev/null || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement $<; }

# The stamps say which requirements are installed.
$(VENV)/.play: requirements.txt | $(VENV)/bin/pip
	@echo "Installing what Tefuda needs …"
	@$(INSTALL)
	@touch $@

$(VENV)/.work: requirements-dev.txt requirements.txt | $(VENV)/bin/pip
	@$(INSTALL)
	@touch $@ $(VENV)/.play

$(VENV)/.bench: requirements-bench.txt requirements-dev.txt requirements.txt | $(VENV)/bin/pip
	@$(INSTALL)
	@touch $@ $(VENV)/.work $(VENV)/.play

$(VENV)/bin/pip:
	@python=$$(.ci/find-python) && { $$python -m venv $(VENV) || \
		{ echo "Python's venv module is missing; on Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement .ci/uv.txt || echo "(without uv: pip takes a little longer)"
