# Everything here sets itself up: Python 3.11 or newer and make are all it takes.

VENV := .venv
BIN := $(VENV)/bin
JOBS := $(shell nproc 2>/dev/null || echo 2)
GAME := knight-rider

# Tests and checks start many programs: what they import is compiled once, not by each of them.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: check-js evenings evenings-web planted test-pico attack cost help play demo lab test-lab web test-web photos test test-system check-fresh check bench clauses kill presses pace appliance-check proving-ground playouts conformance simulate sheets switches docs pictures clean levels judge
.PHONY: dist check-dist offline check-offline deb check-deb check-upgrade image check-image case check-case site check-digests check-site coverage mutation

help:
	@echo "make play         open the referee on the simulated panel"
	@echo "make demo         watch a short match play itself; any key takes over"
	@echo "make web          the simulated panel, the board and the seats, in a browser (HOST=0.0.0.0: on phones too)"
	@echo "make test         run all tests that need Python and make alone"
	@echo "make test-system  those that need espeak-ng, ssh-keygen, xz and git; as root it installs them"
	@echo "make check-fresh  make play and make test of the last commit, in bare Debians 12, 13, testing (root)"
	@echo "make test-web     the pages in a real Chromium: whole matches, axe, a keyboard, kill -9; 200 matches' secrets"
	@echo "make test-pico    the seat box on its own chip, emulated (root the first time: it builds MicroPython)"
	@echo "make check        ruff and mypy --strict; the pages' JavaScript by tsc, eslint and Node"
	@echo "make bench        measure what the docs promise"
	@echo "make clauses      which rule is tested by which test, and which by none"
	@echo "make simulate     10,000 matches by bots (GAME=$(GAME))"
	@echo "make levels       how good the computer players are; hours, with its progress"
	@echo "make judge        10,000 matches of both boards beside second models; hours"
	@echo "make sheets       the strong Knister player over 2,000 sheets, the scorer over 240,000"
	@echo "make playouts     20,000 matches of each game by the fast runner and at the table: the same ends"
	@echo "make conformance  the suite that all games pass, ten times as long"
	@echo "make switches     Fette Autos under all 4,096 sets of FAP's twelve rules"
	@echo "make cost         what 10^9 matches of each game would cost: docs/lab.md"
	@echo "make presses      100,000 presses of a seat box over a noisy line"
	@echo "make pace         presses a turn, per game and way of playing: docs/presses.md"
	@echo "make attack       hostile clients, damaged files, kill -9: in volumes"
	@echo "make evenings     whole households with all doors open, in virtual time (EVENINGS=100 SEED=)"
	@echo "make evenings-web a dozen of them in real time, in a real Chromium"
	@echo "make planted      known faults put back: does an evening find each?"
	@echo "make kill         kill -9 a match 200 times"
	@echo "make appliance-check  systemd's judgement of the service, the installer, broken disks"
	@echo "make proving-ground  a real kernel and systemd in a virtual machine; needs root"
	@echo "make docs         generate the generated pages anew"
	@echo "make pictures     draw the pictures of docs/ anew"
	@echo "make lab          five small studies of the games, by computer players; opens the reports"
	@echo "make test-lab     the lab: resumed, killed and clustered studies find the same; PettingZoo's tests"
	@echo "make photos       photograph the pages of docs/browser.md anew"
	@echo "make dist         sdist and wheel, into dist/"
	@echo "make check-dist   what is released: reproducible, whole, and working when installed"
	@echo "make offline      a tarball that installs on a Pi without a network (KEY=file signs it)"
	@echo "make check-offline  ... tried in a Debian 13 without a network (root, debootstrap)"
	@echo "make deb          a Debian package for Raspberry Pi OS"
	@echo "make check-deb    ... by lintian, installed and removed (root, lintian, after check-offline)"
	@echo "make check-upgrade  an installed referee under an upgrade from Debian 12 to 13 (root, debootstrap)"
	@echo "make image        a card's image with the referee in it, for the Imager (IMAGE=raspios.img.xz; root)"
	@echo "make check-image  ... tried on a card with a Debian 13 (root, debootstrap, mtools)"
	@echo "make case         the case's parts for a 3D printer, into build/case; its drawings"
	@echo "make check-case   ... whether they fit"
	@echo "make site         the docs as a site, into build/site/html; a warning fails it"
	@echo "make check-digests  matches go in a browser's Python as they go here (MATCHES=100 of each game)"
	@echo "make check-site   the built site in Chromium: a whole match of each game, offline, axe"
	@echo "make coverage     which lines of the program no test runs"
	@echo "make mutation     do the tests notice a wrong rule? each game's guards, changed"
	@echo "make clean        remove $(VENV) and everything else that was made"

play: $(VENV)/ready
	@$(BIN)/referee play

demo: $(VENV)/ready
	@$(BIN)/referee demo

test: $(VENV)/ready-dev
	$(BIN)/pytest $(ARGS)

test-system: $(VENV)/ready-dev
	@.ci/need espeak-ng=espeak-ng ssh-keygen=openssh-client xz=xz-utils git=git
	$(BIN)/pytest -o python_files='check_*.py' $(ARGS) tests/system

# FRESH: 12, 13, testing.
check-fresh: $(VENV)/ready-dev
	@.ci/need debootstrap=debootstrap git=git
	@$(BIN)/python -m tests.fresh $(FRESH)

check: $(VENV)/ready-dev check-js
	@$(BIN)/ruff check || { echo "What can be mended by itself: $(BIN)/ruff check --fix" >&2; exit 1; }
	@$(BIN)/ruff format --check || { echo "Format it: $(BIN)/ruff format" >&2; exit 1; }
	@$(BIN)/mypy || { echo "The types above do not fit; mypy names file and line." >&2; exit 1; }

# The pages' JavaScript: types, style, and its pure parts.
check-js: $(VENV)/ready-js
	@$(BIN)/node $(VENV)/js/node_modules/typescript/bin/tsc -p tests/web/js || { echo "The types of the pages above do not fit." >&2; exit 1; }
	@$(BIN)/node $(VENV)/js/node_modules/eslint/bin/eslint.js -c $(VENV)/js/eslint.config.mjs referee/web/static tests/web/js website/play
	@$(BIN)/node --test --test-reporter dot tests/web/js/pure.test.mjs
	@$(BIN)/pytest -q -n 0 -o python_files='node_*.py' tests/evenings

# What a browser shows is measured where there is Chromium.
bench: $(VENV)/ready-web-test $(VENV)/ready-bench
	$(BIN)/python -m bench

# Needs Debian's chromium.
test-web: $(VENV)/ready-web-test
	$(BIN)/pytest -n 2 --timeout 1500 -o python_files='check_*.py' $(ARGS) tests/web

# MicroPython's real binary in an emulated RP2040. PRESSES: on the noisy line. FIRMWARE: a folder with
# another version of the box's program.
PRESSES := 300
test-pico: $(VENV)/ready-pico-test
	$(BIN)/python -m tests.pico.micropython
	$(BIN)/pytest -n 2 --timeout 1500 --presses $(PRESSES) -o python_files='check_*.py' $(ARGS) tests/pico

# Needs Debian's chromium too.
photos: $(VENV)/ready-web-test
	$(BIN)/python -m tests.web.photos

# TIMES: so many times the matches of each study.
TIMES := 0.01
lab: $(VENV)/ready-lab
	@mkdir -p build
	for study in $$($(BIN)/referee lab --names); do \
		$(BIN)/referee lab $$study --times $(TIMES) --jobs $(JOBS) --open \
			--folder build/lab/$$study-$(TIMES) || exit 1; \
	done

test-lab: $(VENV)/ready-lab-test
	$(BIN)/pytest -n 2 --timeout 600 -o python_files='check_*.py' $(ARGS) tests/lab

# HOST: 0.0.0.0 for all phones in your network.
HOST := 127.0.0.1
web: $(VENV)/ready-web
	@$(BIN)/referee serve --open --host $(HOST)

clauses: $(VENV)/ready-dev
	@$(BIN)/python -m tests.clauses

presses: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 tests/hal/test_box_line.py --presses 100000 --timeout 1200

pace: $(VENV)/ready-dev
	$(BIN)/python -m tests.presses

# Each attack tries a fixed amount; a new one is a new tests/attack/check_*.py.
attack: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 -s --timeout 900 -o python_files='check_*.py' --durations=0 --durations-min=1 tests/attack
	$(BIN)/pytest -n 0 -s --timeout 1800 tests/doors/test_kill.py --kills 100

kill: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 --timeout 1800 tests/doors/test_kill.py --kills 200

# Needs Linux with systemd, and root or user namespaces. The panel's tests once more, on panels that
# are configured as the installer leaves them.
APPLIANCE := $(CURDIR)/$(VENV)/appliance
appliance-check: $(VENV)/ready-dev check-js
	systemd/check
	$(BIN)/pytest -n 0 --timeout 3600 -o python_files='check_*.py' --durations=3 tests/appliance
	rm -rf $(APPLIANCE) && REFEREE_CONFIG=$(APPLIANCE) $(BIN)/referee config init
	REFEREE_CONFIG=$(APPLIANCE) $(BIN)/pytest --panel-config $(APPLIANCE)/referee.toml \
		tests/hal/test_box_panel.py tests/hal/test_lamps.py tests/hal/test_oled.py \
		tests/hal/test_pins.py tests/hal/test_runner.py tests/sim/test_electrics.py \
		tests/sim/test_script.py tests/scenarios tests/doors/test_panel_doors.py

# No KVM, no network but the package mirrors. PROVE: --debian 12, --only SCENARIO, --page.
proving-ground: $(VENV)/ready-release
	$(BIN)/python -m tests.proving_ground $(PROVE)

conformance: $(VENV)/ready-dev
	$(BIN)/pytest --timeout 1800 --conformance 10 tests/conformance tests/table/test_monkeys.py

# SEED: other evenings every time, unless it is given.
EVENINGS := 100
evenings: $(VENV)/ready-js
	@$(BIN)/python -m tests.evenings --evenings $(EVENINGS) $(if $(SEED),--seed $(SEED))
	@$(BIN)/python -m tests.evenings.small

# Needs Debian's chromium.
evenings-web: $(VENV)/ready-web-test
	$(BIN)/pytest -n 2 --timeout 3000 -o python_files='check_*.py' $(ARGS) tests/evenings

# Puts what it found into docs/tested.md. PLANT: faults by name, --evenings 300.
planted: $(VENV)/ready-js
	$(BIN)/python -m tests.evenings.planted $(PLANT)
	$(BIN)/python -m tests.figures

# PLAYOUTS: matches of each game.
PLAYOUTS := 20000
playouts: $(VENV)/ready-dev
	$(BIN)/pytest --timeout 36000 --playouts $(PLAYOUTS) tests/kernel/test_playout.py \
		tests/knight_rider/test_whole.py

simulate: $(VENV)/ready
	$(BIN)/referee simulate $(GAME) --games 10000 --mix --check --jobs $(JOBS)

# LEVELS: games by name, --games 200, --thinking 10.
levels: $(VENV)/ready-dev
	$(BIN)/python -m tests.levels --jobs $(JOBS) $(LEVELS)

# What a run has done stays in build/; the next one goes on there.
VOLUMES := $(BIN)/python -m tests.volumes --jobs $(JOBS)
judge: $(VENV)/ready-dev
	@mkdir -p build
	$(VOLUMES) races --log build/races.jsonl
	$(VOLUMES) laps --log build/laps.jsonl
	$(VOLUMES) twins --games 1000 --log build/twins.jsonl
	$(VOLUMES) rows --log build/rows.jsonl
	$(VOLUMES) judge --log build/judge.jsonl

sheets: $(VENV)/ready-dev
	$(BIN)/pytest -n 0 -s tests/knister/test_bots.py tests/knister/test_scoring.py \
		-k 'published or other_scorer' --sheets 2000 --timeout 1200

switches: $(VENV)/ready-dev
	$(BIN)/python -m tests.fette_autos.switches

cost: $(VENV)/ready-dev
	$(BIN)/python -m bench.cost

docs: $(VENV)/ready-dev
	$(BIN)/python -m tests.generated

pictures: $(VENV)/ready-dev
	$(BIN)/python -m tests.pictures

dist: $(VENV)/ready-release
	$(BIN)/python -m release.dist

# PYTHONS: interpreters to try the wheel by.
check-dist: $(VENV)/ready-release
	$(BIN)/python -m release.check $(PYTHONS)

offline: $(VENV)/ready-release
	$(BIN)/python -m release.offline $(if $(KEY),--key $(KEY))

check-offline: $(VENV)/ready-release
	release/check-offline $(CURDIR)/$(BIN)/python

deb: $(VENV)/ready-release
	$(BIN)/python -m release.deb

check-deb: $(VENV)/ready-release
	release/check-deb $(CURDIR)/$(BIN)/python

# PATHS: of tarball, deb, source.
check-upgrade: $(VENV)/ready-release
	release/check-upgrade $(CURDIR)/$(BIN)/python $(PATHS)

# ADDRESS: where it will be published. KEY: a private ssh key to sign with.
image: $(VENV)/ready-release
	@$(BIN)/python -m release.image $(IMAGE) $(if $(ADDRESS),--address $(ADDRESS)) $(if $(KEY),--key $(KEY))

check-image: $(VENV)/ready-release
	release/check-image $(CURDIR)/$(BIN)/python $(ARCHITECTURE)

case: $(VENV)/ready-case
	$(VENV)/case/bin/python -m case.parts
	$(VENV)/case/bin/python -m case.views

check-case: $(VENV)/ready-case
	$(VENV)/case/bin/python -m case.check

site: $(VENV)/ready-docs $(VENV)/ready-play
	$(BIN)/python -m website

# Needs Debian's chromium.
check-site: site $(VENV)/ready-web-test
	$(BIN)/pytest -n 2 --timeout 1500 -o python_files='check_*.py' $(ARGS) tests/site

# MATCHES: of each game, played here and in Pyodide under Node.
MATCHES := 100
check-digests: $(VENV)/ready-play
	$(BIN)/python -m website.play.check_digests $(MATCHES)

# Both put their figures into docs/tested.md. MUTATE: games, --each NUMBER (0: all), --seed WORD.
coverage: $(VENV)/ready-coverage
	rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/coverage run -m pytest $(ARGS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage json --quiet -o build/coverage.json
	$(BIN)/coverage html --quiet -d build/coverage
	$(BIN)/coverage report --skip-covered
	$(BIN)/python -m tests.figures

mutation: $(VENV)/ready-dev
	$(BIN)/python -m tests.mutation $(MUTATE)
	$(BIN)/python -m tests.figures

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -exec rm -rf {} +

# The stamps are renewed when the dependencies change.
$(VENV)/ready: pyproject.toml .ci/setup
	@.ci/setup $(VENV) .
	@touch $@

$(VENV)/ready-web: pyproject.toml .ci/setup
	@.ci/setup $(VENV) '.[web]'
	@touch $@ $(VENV)/ready

$(VENV)/ready-lab: pyproject.toml .ci/setup
	@.ci/setup $(VENV) '.[lab]'
	@touch $@ $(VENV)/ready

$(VENV)/ready-lab-test: $(VENV)/ready-dev
	@.ci/setup $(VENV) '.[dev,lab]'
	@touch $@ $(VENV)/ready-lab

# boardgame.io lies in a folder of its own: npm removes what its lock file does not name.
$(VENV)/ready-bench: $(VENV)/ready-dev bench/baselines/package-lock.json
	@.ci/setup $(VENV) '.[dev,bench]'
	@mkdir -p $(VENV)/bench
	@cp bench/baselines/package.json bench/baselines/package-lock.json $(VENV)/bench
	@$(BIN)/npm ci --prefix $(VENV)/bench --loglevel=error --no-audit --no-fund
	@touch $@

# The emulator lies in a folder of its own, as boardgame.io does.
$(VENV)/ready-pico-test: $(VENV)/ready-dev tests/pico/package-lock.json
	@.ci/setup $(VENV) '.[dev,pico-test]'
	@mkdir -p $(VENV)/pico
	@cp tests/pico/package.json tests/pico/package-lock.json $(VENV)/pico
	@$(BIN)/npm ci --prefix $(VENV)/pico --loglevel=error --no-audit --no-fund
	@touch $@

$(VENV)/ready-js: $(VENV)/ready-dev tests/web/js/package-lock.json tests/web/js/eslint.config.mjs
	@mkdir -p $(VENV)/js
	@cp tests/web/js/package.json tests/web/js/package-lock.json tests/web/js/eslint.config.mjs $(VENV)/js
	@$(BIN)/npm ci --prefix $(VENV)/js --loglevel=error --no-audit --no-fund
	@touch $@

$(VENV)/ready-web-test: $(VENV)/ready-dev
	@.ci/setup $(VENV) '.[dev,web-test]'
	@touch $@

$(VENV)/ready-dev: pyproject.toml .ci/setup tests/firmware/package-lock.json
	@.ci/setup $(VENV) '.[dev]'
	@touch $@ $(VENV)/ready

$(VENV)/ready-release: $(VENV)/ready-dev
	@.ci/setup $(VENV) '.[release]'
	@touch $@

# In an environment of its own: solids take 1 GB.
$(VENV)/ready-case: pyproject.toml .ci/setup
	@.ci/setup $(VENV)/case '.[case]'
	@mkdir -p $(VENV) && touch $@

# Python in WebAssembly, in a folder of its own, as boardgame.io does.
$(VENV)/ready-play: $(VENV)/ready-dev website/play/package-lock.json
	@mkdir -p $(VENV)/play
	@cp website/play/package.json website/play/package-lock.json $(VENV)/play
	@$(BIN)/npm ci --prefix $(VENV)/play --loglevel=error --no-audit --no-fund
	@touch $@

$(VENV)/ready-docs: $(VENV)/ready-dev
	@.ci/setup $(VENV) '.[docs]'
	@touch $@

$(VENV)/ready-coverage: $(VENV)/ready-dev
	@.ci/setup $(VENV) '.[coverage]'
	@touch $@
