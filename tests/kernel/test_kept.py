"""What commit 45cf78f has kept opens and goes on, or the match says which rule has changed."""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from hal.config import effective
from referee.kernel.errors import RulesChanged
from referee.kernel.fold import Fold, Standing
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.players.named import random_bot

KEPT = Path(__file__).parents[1] / "data" / "45cf78f"

#: Journals in which a rule was corrected on purpose: by game and seed, a clause that has changed.
CHANGED: Final[Mapping[tuple[str, str], str]] = {
    # a section fixed by its sign alone is advised on too
    ("fette-autos", "seed 171"): "FAP-PLAN-4",
    ("fette-autos", "seed 302"): "FAP-PLAN-4",
    # after a place is corrected the tile there is still asked for
    ("draf", "seed 29"): "DRF-SPC-2",
    ("draf", "seed 102"): "DRF-SPC-2",
    ("draf", "old 1 2"): "DRF-SPC-2",
    ("draf", "seed 59"): "DRF-OFF-6",  # sideways into a closed lane one drives on
}

#: Of these the journals that took the entry back: they go on.
TAKEN_BACK: Final = (("draf", "seed 102"),)

JOURNALS = [
    json.loads(text)
    for text in gzip.decompress((KEPT / "journals.jsonl.gz").read_bytes()).splitlines()
]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    file = tmp_path / "matches.sqlite"
    file.write_bytes(gzip.decompress((KEPT / "matches.sqlite.gz").read_bytes()))
    return Store(file, lambda: 1.0)


def header_of(data: dict[str, Any]) -> Header:
    return Header(**{**data["header"], "names": tuple(data["header"]["names"])})


def name_of(data: dict[str, Any]) -> str:
    return f"{data['header']['game']}-{data['header']['seed']}".replace(" ", "-")


def test_kept_matches_of_all_games_open_and_go_on(store: Store) -> None:
    kept = store.matches(limit=-1)
    assert {match.header.game for match in kept if match.status == "open"} >= {
        "draf",
        "fette-autos",
        "knight-rider",
        "knister",
        "victory",
    }
    for stored in kept:
        if changed := CHANGED.get((stored.header.game, stored.header.seed)):
            with pytest.raises(RulesChanged) as error:
                Match.resume(store, stored.id)
            assert changed in error.value.clauses
            continue
        match = Match.resume(store, stored.id)
        assert match.over == (stored.status == "over")
        play(match, 25)
        assert Match.resume(store, stored.id).digest == match.digest


def play(match: Match, entries: int) -> None:
    """Go on, with an undo now and then, far back too."""
    rng = random.Random(match.header.seed)
    for number in range(entries):
        if number % 8 == 7:
            match.undo()
        if match.over:
            return
        ask = rng.choice(match.asks)
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(random_bot(None, ask, rng.choice(ask.seats), rng.randrange))


@pytest.mark.parametrize("data", JOURNALS, ids=name_of)
def test_a_kept_journal_folds_as_it_was_played(data: dict[str, Any]) -> None:
    header = header_of(data)
    if (header.game, header.seed) in CHANGED:
        return
    game = find_game(header.game)
    fold = Fold(game, header, game.components().with_values(header.components))
    standing = Standing()
    for number, (plain, digest, rows) in enumerate(data["lines"]):
        line = Line.parse(plain)
        same = standing.add(line)
        fold.rewind(same)
        for later in standing.lines[same:]:
            fold.apply(later)
        assert fold.digest == digest, f"line {number}: {plain}"
        if line.mark is Mark.ENTRY:
            assert list(fold.log[-1].rows) == rows, f"line {number}: {plain}"


@pytest.mark.parametrize("data", JOURNALS, ids=name_of)
def test_a_kept_journal_is_resumed_or_the_changed_rule_is_named(
    data: dict[str, Any], tmp_path: Path
) -> None:
    header, store = header_of(data), Store(tmp_path / "db.sqlite", lambda: 1.0)
    lines = [(Line.parse(plain), digest) for plain, digest, _ in data["lines"]]
    kept = store.begin(header, lines)
    changed = CHANGED.get((header.game, header.seed))
    if changed is None or (header.game, header.seed) in TAKEN_BACK:
        Match.resume(store, kept.id)
    else:
        with pytest.raises(RulesChanged) as error:
            Match.resume(store, kept.id)
        assert changed in error.value.clauses


def test_a_kept_configuration_means_what_it_meant() -> None:
    text = (KEPT / "referee.toml").read_text("utf-8")
    meant = json.loads((KEPT / "settings.json").read_text("utf-8"))
    found = {key: setting.value for key, setting in effective(text, "referee.toml").items()}
    assert {key: found[key] for key in meant} == meant
