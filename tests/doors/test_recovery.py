"""``referee doctor``: what was set aside is told, listed, and taken back."""

from __future__ import annotations

from contextlib import closing

from referee.doors import places
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from tests.doors.conftest import Run
from tests.toy import GAME


def test_doctor_lists_and_takes_back_what_can_be_read(run: Run) -> None:
    with closing(places.open_store()) as store:
        match = Match.new(GAME, ["Ada", "Bob"], {"dice": "table"}, "seed", store=store)
        match.answer(Entry(1, "roll", {"dice": [4]}))
        path = store.path
    path.rename(path.with_name("matches.sqlite.damaged-12"))
    with closing(places.open_store()) as store:
        store.begin(match.header)  # not as far

    code, out, errors = run("doctor", "--no-panel", "--lang", "en")
    assert (code, errors) == (0, "")
    assert "• matches: " in out
    assert "matches.sqlite.damaged-12 was damaged and has been set aside." in out
    assert "One match can be recovered from damaged files" in out
    assert "Ada, Bob: 1 of 1 entries, from matches.sqlite.damaged-12" in out

    code, out, errors = run("doctor", "--recover", "--lang", "en")
    assert (code, errors) == (0, "")
    assert out.startswith("Match 2: ")
    with closing(places.open_store()) as store:
        assert Match.resume(store, 2).digest == match.digest

    assert "no more matches to recover" in run("doctor", "--recover", "--lang", "en")[1]
    assert "can be recovered" not in run("doctor", "--no-panel", "--lang", "en")[1]
