"""Some evenings in every run of the tests; `make evenings` plays others every time."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.doors.run import play_script
from referee.kernel.ask import Entry
from referee.kernel.errors import BadEntry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table import catalogue, speaking
from referee.table.modes.play import Computers
from referee.testing.cases import allowed
from referee.web import playing, seats, views
from referee.web.chronicle import Chronicle
from referee.web.hub import Hub
from sim.script import ScriptError, parse
from tests.evenings import evening as evenings
from tests.evenings import secrets
from tests.evenings.evening import Evening, Event, answer, drawn, fault, read, run, scripted, shrunk
from tests.evenings.household import PANEL, PHONE, Household, Person, Plan
from tests.evenings.script import Script
from tests.evenings.world import SEEDS, Violation, World
from tests.hand import Hand
from tests.own import ROOT

#: Evenings in which something was wrong, shrunk.
KEPT = sorted((Path(__file__).parent / "kept").glob("*.txt"))


@pytest.mark.parametrize("number", [1, 3, 4])
def test_an_evening(number: int) -> None:
    assert fault(drawn(f"tests {number}", events=20)) == ""


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_was_mended_stays_so(file: Path) -> None:
    assert fault(read(file.read_text("utf-8"))) == ""


def test_an_evening_can_be_kept_as_a_file() -> None:
    evening = drawn("kept")
    assert read(evening.written()) == evening


def test_a_seat_that_is_given_twice_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    people = (Person("Ada", PHONE, "en"), Person("Ben", PHONE, "de"))
    options = allowed(find_game("knister"), 2, {"sheets": "device"})
    plan = Plan("knister", ("Ada", "Ben"), (), options)
    tries = next(n for n in range(99) if random.Random(n).randint(1, 2) == 2)  # Ben's seat
    events = (Event("answer", 0, 1), Event("wait"), Event("seat", 0, tries), Event("answer", 1, 2))
    evening = Evening(Household("en", people, (plan,), box=False), (events,))
    assert fault(evening) == ""
    monkeypatch.setattr(seats, "judge", lambda *_: None)
    told = fault(evening)
    assert told.startswith("nothing hidden is out")
    assert shrunk(evening, told, tries=12).matches == ((Event("seat", 0, tries),),)


@pytest.mark.parametrize("leak", [
    lambda match: match.header.seed, lambda match: str(match.view(1)),
    lambda match: str(match.lines[-1].entry),
], ids=["seed", "hand", "answer"])  # fmt: skip
def test_a_secret_on_a_page_is_found(
    leak: Callable[[Match], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = tuple(Person(name, PHONE, "en") for name in ("Ada", "Ben", "Cleo"))
    options = allowed(find_game("fette-autos"), 3, {"cards": "device", "hide": True})
    plan = Plan("fette-autos", tuple(person.name for person in people), (), options)
    world, draw = World(tmp_path, Household("en", people, (plan,), box=False)), random.Random("x")
    world.begin(plan)
    assert world.match is not None
    while not any(line.secret and not line.chance for line in world.match.lines):
        answer(world, "Ada", draw)  # until one has laid cards, and others still have to
        world.settle(0.5)
    assert secrets.are_kept(world, draw) > 3
    table = Hub._table

    def leaking(hub: Hub, match: Match, *args: Any) -> dict[str, Any]:
        return table(hub, match, *args) | {"leak": leak(match)}

    monkeypatch.setattr(Hub, "_table", leaking)
    with pytest.raises(Violation, match="nothing hidden is out"):
        secrets.are_kept(world, draw)


def test_a_sign_that_is_said_aloud_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = drawn("tests 3", events=20)
    evening = Evening(replace(quiet.home, speaks=True), quiet.matches)
    assert fault(evening) == ""
    monkeypatch.setattr(catalogue, "SIGNS", "")
    monkeypatch.setattr(speaking, "_SIGNS", {})
    assert "is said aloud" in fault(evening)


def test_an_evening_that_fails_is_a_script_that_plays_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends with what the screen said; once the fault is mended, it says something else."""
    people = (Person("Ada", PHONE, "en"), Person("Ben", PANEL, "de"))
    options = allowed(find_game("fette-autos"), 2, {"cards": "device"})
    plan = Plan("fette-autos", ("Ada", "Ben"), (), options)
    events = tuple(Event("answer", number % 2, number) for number in range(12))
    evening = Evening(Household("en", people, (plan,), box=True), (events,))
    with monkeypatch.context() as planted:
        planted.setattr(Chronicle, "rulings", lambda *_: [])
        assert "does not tell" in fault(evening)
        written = scripted(evening)
        play_script(parse(written), "en")
    shown = capsys.readouterr().out
    assert "all doors agree" in written
    assert shown.count("12: Section 1:") == 2  # in the log of both pages
    other = written.replace('"verb": "', '"verb": "un')  # as if nothing of hers had been taken
    with pytest.raises(ScriptError, match="expect text"):
        play_script(parse(other), "en")


def test_a_script_plays_cuts_a_full_disk_another_time_and_a_correction() -> None:
    """It ends on the same screen, which it expects."""
    people = (Person("Ada", PHONE, "en"), Person("Ben", PANEL, "de"))
    options = allowed(find_game("victory"), 2, {"board": "device", "dice": "table", "laps": 1})
    plan = Plan("victory", ("Ada", "Ben"), (), options)
    happens = (
        *("answer",) * 8, "correct", "clock", "plug", "answer", "undo", "full", "answer", "answer",
        "answer", "plug", "back", "answer", "room", "answer", "correct", "plug", "back", "answer",
    )  # fmt: skip
    events = tuple(Event(what, number % 2, number) for number, what in enumerate(happens))
    evening = Evening(Household("en", people, (plan,), box=False), (events,))
    script = Script(SEEDS)
    run(evening, live=False, script=script)
    lines = script.whole("").splitlines()
    for what in ("power cut", "disk full", "disk free", "clock "):
        assert any(line.startswith(what) for line in lines)
    assert not [line for line in lines if "not in a script" in line]
    play_script(parse("\n".join(lines)), "en")


def test_a_question_that_is_answered_on_two_tabs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    people = (Person("Ada", PHONE, "en"), Person("Ben", PHONE, "de"))
    options = allowed(find_game("knight-rider"), 2, {"cards": "device", "targets": 1})
    plan = Plan("knight-rider", ("Ada", "Ben"), (), options)
    tabs = (Event("tab", 0), Event("tab", 1))
    late = (Event(what, n % 2, n) for n in range(24) for what in ("answer", "late"))
    evening = Evening(Household("en", people, (plan,), box=False), ((*tabs, *late),))
    run(evening, live=False)
    for module in (views, playing):
        monkeypatch.setattr(module, "ask_id", lambda *_: "moment")
    with pytest.raises(Violation, match="answered twice"):
        run(evening, live=False)


def test_a_computer_that_does_not_answer_is_found_within_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """While faults still happen, too; somebody who answers on a page needs no panel."""
    people = (Person("Ada", PHONE, "en"), Person("Ben", PANEL, "de"))
    options = allowed(find_game("victory"), 2, {"board": "device", "laps": 1})
    waits = tuple(Event(what, 0, n) for n in range(12) for what in ("answer", "wait"))
    against, together = (
        Evening(Household("en", people, (plan,), box=False), (waits,))
        for plan in (
            Plan("victory", ("Box", "Ada"), ("easy", ""), options),
            Plan("victory", ("Ada", "Ben"), (), options),
        )
    )
    monkeypatch.setattr(Computers, "next", lambda *_: None)
    run(together, live=False)
    with pytest.raises(Violation, match="a computer player is asked, and does not answer, for 5 s"):
        run(against, live=False)


def test_people_options_and_what_was_played_are_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    people = tuple(Person(name, PHONE, "en") for name in ("Ada", "Ben", "Cleo", "Dora"))
    options = allowed(find_game("knister"), 4, {"sheets": "device", "hints": True})
    names = ("Ada", "Box", "Cleo", "Ben")
    plan = Plan("knister", names, ("", "easy", "", ""), options, played=0.6)
    home = Household("en", people, (plan,), box=True, speaks=True)
    monkeypatch.setattr(views, "_result", lambda *_: None)  # nobody has won, on pages
    found = shrunk(Evening(home, ((Event("answer", 1, 1),),)), "it ends: ...", tries=60)
    usual = {"sheets": "paper", "hints": False}
    assert found.matches == ((),)
    assert found.home == Household(
        "en", people[:1], (Plan("knister", ("Ada",), (), {**options, **usual}),), box=False
    )


def test_what_is_refused_and_done_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    people = (Person("Ada", PHONE, "en"), Person("Ben", PHONE, "de"))
    options = allowed(find_game("knister"), 2, {"sheets": "device"})
    plan = Plan("knister", ("Ada", "Ben"), (), options)
    events = tuple(Event("answer", n % 2, n) for n in range(4))
    evening = Evening(Household("en", people, (plan,), box=False), (events,))
    undo = playing.Playing._undo

    def refuses(self: playing.Playing, *args: Any) -> Any:
        undo(self, *args)
        raise BadEntry("web.no-undo")

    monkeypatch.setattr(playing.Playing, "_undo", refuses)
    run(evening, live=False)
    with pytest.raises(Violation, match="is refused, and done"):
        run(Evening(evening.home, ((*events, Event("undo")),)), live=False)


def test_an_evening_is_the_same_every_time() -> None:
    """All that pages, screen and voice got, in another process, where sets have another order."""
    code = (
        "from tests.evenings.evening import Seen, drawn, run; seen = Seen(); "
        "run(drawn('tests 1', events=20), seen=seen); print(seen.heard)"
    )
    heard = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": number},
            capture_output=True, text=True, check=True,
        ).stdout
        for number in ("1", "2")
    }  # fmt: skip
    assert len(heard) == 1
    assert len(heard.pop().strip()) == 64


def test_a_match_that_is_given_up_is_over_for_pages_too(monkeypatch: pytest.MonkeyPatch) -> None:
    people = (Person("Ada", PHONE, "en"), Person("Ben", PHONE, "de"))
    options = allowed(find_game("knister"), 2, {"sheets": "device"})
    plan = Plan("knister", ("Ada", "Ben"), (), options)
    monkeypatch.setattr(evenings, "AWHILE", 2)
    monkeypatch.setattr(evenings, "EVENINGS", 0)
    assert fault(Evening(Household("en", people, (plan, plan), box=False), ((), ()))) == ""


def test_a_hand_leaves_what_somebody_has_opened() -> None:
    """What may not be done is listed, and nothing else: BACK leads to what may."""
    match = Match.new(find_game("knister"), ("Ada",), {"sheets": "device"}, "seed")
    hand = Hand(match)
    hand.answer(match.asks[0], Entry(1, "roll"))
    hand.press("back", "down", "ok")
    assert "Not now" not in hand.program.screen_text()
    entered = Entry(1, "place", {"cell": [2, 4]})
    hand.answer(match.asks[0], entered)
    assert match.log[-1].line.entry == entered
