"""Evenings with phones and computer players: nothing on the box has to be pressed."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.players import random_bot
from referee.kernel.store import Store
from referee.kernel.text import Text
from referee.table import errands
from referee.table.modes.phones import join
from referee.table.modes.play import READS
from referee.web.doorkeeper import Pass
from tests.web import Page, Phones, Table
from tests.web.process import answers

#: game -> options under which nothing of the match lies on the table, and the computers' level.
IN_THE_BOX: dict[str, tuple[str, dict[str, Any]]] = {
    "draf": ("easy", {"board": "device", "length": 50}),
    "fette-autos": ("easy", {"cards": "device"}),
    "knight-rider": ("random", {"board": "device"}),
    "knister": ("easy", {"sheets": "device"}),
    "victory": ("easy", {"board": "device", "laps": 1}),
}


def play_on(table: Table, page: Page, times: int, draw: random.Random) -> int:
    """Answer what this page is asked, so many times or to the end; says how often it was asked.

    Between two answers as much time passes as it takes until somebody has to do something, but
    never more than a minute and a half: who waits longer stands still.
    """
    for number in range(times):
        waited = 0.0
        while not (own := answers(page.state, draw)) and not page.state["over"]:
            assert waited < 90, f"nothing goes on: {table.panel.screen_text()}"
            table.panel.run(0.5)
            waited += 0.5
        if page.state["over"]:
            return number
        assert page.ask(**own[0])["type"] == "done"
    return times


@pytest.mark.parametrize(("game", "language"), list(zip(IN_THE_BOX, itertools.cycle(("de", "en")))))
def test_with_computers_and_a_phone_nobody_has_to_press_anything_on_the_box(
    game: str, language: str
) -> None:
    level, options = IN_THE_BOX[game]
    names = ["Anna", "Box", "Box B"]
    table = Table(game, names, players=["", level, level], language=language, **options)
    assert play_on(table, table.seat(1), 25, random.Random(game)) > 12


@pytest.mark.parametrize("screen", ["the menu", "the code", "help"])
def test_what_is_left_open_on_the_box_holds_no_phone_up(screen: str) -> None:
    """The code that all have scanned stays on the box; at a phone nobody knows why it waits."""
    names, players = ["Anna", "Box"], ["", "easy"]
    table = Table("victory", names, players=players, board="device", laps=1)
    anna = table.seat(1)
    if screen == "help":
        table.panel.hold("ok")
    else:
        table.panel.press("back")
    if screen == "the code":
        table.program.errand(lambda desk: join(desk, Phones()))
    assert play_on(table, anna, 12, random.Random(1)) == 12


def test_whoever_reads_at_the_box_is_waited_for() -> None:
    table = Table("victory", ["Anna", "Box"], players=["", "easy"], board="device", laps=1)
    anna, draw = table.seat(1), random.Random(1)
    while any("id" in ask for ask in anna.state["asks"]):
        anna.ask(**answers(anna.state, draw)[0])
    while anna.state["told"]:
        table.panel.run(0.5)
    table.panel.press("back")
    lines = len(table.match.lines)
    for _ in range(4):
        table.panel.run(READS - 1)
        assert len(table.match.lines) == lines
        table.panel.press("down")
    table.panel.run(READS + 5)
    assert len(table.match.lines) > lines


def test_who_is_alone_against_the_box_on_a_phone_plays_on_to_the_end() -> None:
    """What only he may read is told to him alone, and waits for no press on the box."""
    names, players = ["Anna", "Box", "Box B"], ["", "easy", "good"]
    table = Table("fette-autos", names, players=players, language="de", cards="device")
    anna = table.seat(1)
    spectator = table.page(token=table.doorkeeper.issue(Pass()))
    draw = random.Random(0)
    play_on(table, anna, 200, draw)
    assert anna.state["over"]
    assert anna.ask(do="rematch", seq=anna.state["seq"])["type"] == "done"
    assert play_on(table, anna, 5, draw) == 5
    told = [[s["told"]["text"] for s in page.sent if s.get("told")] for page in (anna, spectator)]
    assert any(text.startswith("Gezogen: ") for text in told[0])
    assert not any(text.startswith("Gezogen: ") for text in told[1])


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_has_changed_in_the_rules_of_a_kept_match_is_read_on_a_page(
    tmp_path: Path, language: str
) -> None:
    names, players = ["Anna", "Box", "Box B"], ["", "easy", "easy"]
    store = Store(tmp_path / "db.sqlite", lambda: 1.0)
    table = Table(
        "draf", names, players=players, language=language, store=store, kept=True, board="device"
    )
    assert table.match.id is not None
    store.note_rules(table.match.id, "3-0123456789abcdef")
    table.program.errand(lambda desk: errands.resume(desk, table.match.id or 0))
    anna = table.seat(1)
    told = anna.state["told"]
    assert {"de": "verschiedenen Runden", "en": "different rounds"}[language] in told["text"]
    table.panel.run(100)
    assert anna.state["told"] == told
    anna.ask(do="read", told=told["number"])
    assert anna.state["told"] is None


def test_a_notice_of_the_box_holds_up_no_match_that_is_played_on_phones() -> None:
    names = ["Anna", "Box"]
    table = Table("draf", [*names, "Ben"], players=["", "easy", ""], board="device", length=50)
    anna, ben = table.seat(1), table.seat(3)
    draw = random.Random(1)
    while any(set(ask["seats"]) & {1, 3} for ask in anna.state["asks"]):
        for page in (anna, ben):
            for line in answers(page.state, draw)[:1]:
                page.ask(**line)
    table.program.tell(Text("check.voice.no-card"))
    table.panel.run(100)
    told = anna.state["told"]
    assert told["text"].startswith("There is no sound card.")
    seq = anna.state["seq"]
    ben.ask(do="read", told=told["number"])
    table.panel.run(10)
    assert anna.state["seq"] > seq


def test_nobody_else_reads_a_secret_away_that_is_told() -> None:
    names = ["Anna", "Box", "Box B"]
    table = Table("fette-autos", names, players=["", "easy", "good"], cards="device")
    anna = table.seat(1)
    owner = Page(table, local=True)
    owner.ask(do="hello", language="en")
    draw = random.Random(2)
    while not (told := anna.state["told"]) or told == owner.state["told"]:
        for line in answers(anna.state, draw)[:1]:
            anna.ask(**line)
        table.panel.run(0.5)
    assert owner.state["told"] is None
    owner.ask(do="read", told=told["number"])
    assert anna.state["told"] == told
    anna.ask(do="read", told=told["number"])
    assert anna.state["told"] != told


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_has_to_be_moved_by_hand_waits_for_ok_on_any_page_that_plays(language: str) -> None:
    table = Table(
        "knight-rider", ["Anna", "Box", "Ben"], players=["", "random", ""], language=language
    )
    anna, ben = table.seat(1), table.seat(3)
    spectator = table.page(token=table.doorkeeper.issue(Pass()))
    draw = random.Random(1)
    while (told := ben.state["told"]) is None:
        for page in (anna, ben):
            for line in answers(page.state, draw)[:1]:
                page.ask(**line)
        table.panel.run(2)
    assert told == anna.state["told"] == spectator.state["told"]
    assert {"de": "Ben beginnt", "en": "Ben starts"}[language] in told["text"]
    assert not told["passes"]
    table.panel.run(600)
    assert ben.state["told"] == told
    seq = ben.state["seq"]
    assert spectator.ask(do="read", told=told["number"])["key"] == "web.no-seat"
    assert ben.ask(do="read", told=told["number"] - 1)["type"] == "done"
    assert ben.state["told"] == told
    assert ben.ask(do="read", told=told["number"])["type"] == "done"
    assert ben.state["told"] is anna.state["told"] is None
    assert ben.state["seq"] == seq


def test_a_ruling_that_goes_by_itself_goes_on_pages_too() -> None:
    table = Table(
        "knight-rider", ["Anna", "Box"], players=["", "random"], language="en", board="device"
    )
    anna = table.seat(1)
    anna.answer("roll")
    while not anna.state["told"]:
        table.panel.run(0.1)
    first = anna.state["told"]
    assert first["passes"]
    table.panel.run(5)
    assert (anna.state["told"] or {}).get("number") != first["number"]


def ended(game: str, language: str) -> Table:
    """A match of Anna, the box and Ben, over."""
    level, options = IN_THE_BOX[game]
    table = Table(
        game, ["Anna", "Box", "Ben"], players=["", level, ""], language=language, **options
    )
    draw = random.Random(game)
    while not table.match.over:
        ask = table.match.asks[0]
        if table.match.supplies(ask):
            table.match.supply(ask)
        else:
            table.match.answer(random_bot(None, ask, ask.seats[0], draw.randrange))
    table.program.show(table.match)
    table.panel.run(1)
    return table


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", IN_THE_BOX)
def test_every_page_is_told_who_has_won_and_may_begin_once_more(game: str, language: str) -> None:
    table = ended(game, language)
    anna, ben = table.seat(1), table.seat(3)
    spectator = table.page(token=table.doorkeeper.issue(Pass()))
    result = spectator.state["result"]
    assert result == anna.state["result"] == ben.state["result"]
    winners = table.match.result.winners if table.match.result else ()
    names = [anna.state["match"]["names"][seat - 1] for seat in winners]
    assert all(name in result["head"] for name in names)
    assert bool(winners) is bool(result["head"])
    placed = sorted(seat for _, seat, _ in result["places"])
    assert placed == ([1, 2, 3] if result["ranking"] else [])
    assert spectator.ask(do="rematch")["key"] == "web.no-seat"
    assert ben.ask(do="rematch", seq=ben.state["seq"] - 1)["key"] == "web.late"
    seq = ben.state["seq"]
    assert ben.ask(do="rematch", seq=seq)["type"] == "done"
    assert anna.ask(do="rematch")["key"] == "web.not-over-yet"
    for page, seat in ((anna, 1), (ben, 3)):
        assert page.state["view"] == seat
        assert page.state["result"] is None
        assert page.state["match"]["players"] == ["", IN_THE_BOX[game][0], ""]


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_computers_dice_on_the_table_are_entered_on_any_page_that_plays(language: str) -> None:
    names, options = ["Anna", "Box", "Ben"], {"board": "device", "dice": "table", "laps": 1}
    table = Table("victory", ["Ben", "Anna"], language=language)
    for _ in range(2):  # in the second match, too
        begin(table, "victory", names, ["", "easy", ""], **options)
        anna, ben = table.seat(1), table.seat(3)
        spectator = table.page(token=table.doorkeeper.issue(Pass()))
        draw = random.Random(1)
        while not (foreign := [a for a in ben.state["asks"] if "id" in a and a["seats"] == [2]]):
            for page in (anna, ben):
                for line in answers(page.state, draw)[:1]:
                    page.ask(**line)
            table.panel.run(3)
        [ask] = foreign
        assert ask["kind"] == "chance"
        assert not any("id" in found for found in spectator.state["asks"])
        line = answers({"asks": [ask]}, draw)[0]
        seq = ben.state["seq"]
        assert spectator.ask(**line, seat=2)["key"] == "web.no-seat"
        assert ben.ask(**line)["key"] == "web.late"  # that would be his own dice
        assert ben.ask(**line, seat=1)["key"] == "web.other-seat"
        assert ben.ask(**line, seat=2)["type"] == "done"
        assert anna.ask(**line, seat=2)["key"] in ("web.late", "web.other-seat")
        assert anna.state["seq"] > seq
        for page in (anna, ben):
            page.ask(do="leave")


@pytest.mark.parametrize("language", ["de", "en"])
def test_what_a_computer_decides_is_its_own(language: str) -> None:
    table = Table("draf", ["Anna", "Box", "Box B"], players=["", "easy", "easy"], language=language)
    anna = table.seat(1)
    draw = random.Random(1)
    for _ in range(30):
        for ask in anna.state["asks"]:
            assert ("id" in ask) is (1 in ask["seats"])
        for line in answers(anna.state, draw)[:1]:
            anna.ask(**line)
        table.panel.run(1.6)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("before", ["victory", "fette-autos", ""])
def test_a_refusal_before_a_match_is_in_the_words_of_its_game(before: str, language: str) -> None:
    table = Table(before or "victory", ["Anna", "Ben", "Cem"], language=language)
    if not before:
        table.program.errand(lambda desk: desk.home())
    owner = Page(table, local=True)
    owner.ask(do="hello", language=language)
    names = ["Anna", "Ben", "Cem"]
    reply = owner.ask(do="begin", game="fette-autos", names=names, options={"team": True})
    assert reply["key"] == "fa.why.team"
    assert {"de": "Teambildung", "en": "Teams need"}[language] in reply["reason"]


def begin(
    table: Table, game: str, names: list[str], players: list[str] | None = None, **options: Any
) -> None:
    """Another match on the same table."""
    table.program.errand(lambda desk: errands.begin(desk, game, names, options, players or []))
    session = table.program.session
    assert session is not None
    table.match = session.match
    table.panel.run(0.1)


def test_no_seat_of_a_second_match_is_taken_by_passes_of_the_first() -> None:
    table = Table("knister", ["Anna", "Ben"])
    anna, ben = table.seat(1), table.seat(2)
    assert anna.state["taken"] == [1, 2]
    begin(table, "knister", ["Ben", "Cem"])
    assert (anna.state["taken"], anna.state["view"], ben.state["view"]) == ([], None, None)
    begin(table, "knister", ["Anna", "Cem"])
    assert (anna.state["taken"], anna.state["view"], ben.state["view"]) == ([1], 1, None)


@pytest.mark.parametrize("comes", [True, False])
def test_who_stays_away_from_a_second_match_holds_no_seat_in_it(comes: bool) -> None:
    """Nobody has a name: last week's phones would hold their numbers for ever."""
    table = Table("knister", ["", ""])
    away, here, fresh = table.seat(1), table.seat(2), table.guest()
    table.hub.part(away.client)
    assert here.state["taken"] == [1, 2], "a phone that sleeps holds on"
    begin(table, "knister", ["", ""])
    assert (here.state["view"], here.state["taken"]) == (2, [2])
    assert fresh.ask(do="claim", seat=2)["key"] == "web.held"
    if comes:
        table.hub.join(away.client)
        table.panel.run(0.1)
    assert here.state["taken"] == ([1, 2] if comes else [2])
    assert (fresh.ask(do="claim", seat=1)["type"] == "welcome") is not comes
    if not comes:
        table.hub.join(away.client)
        table.panel.run(0.1)
    assert away.state["view"] == (1 if comes else None)
    assert here.state["taken"] == [1, 2]
