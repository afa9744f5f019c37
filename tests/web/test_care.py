"""Set-up and care from a page: new matches, settings, findings, files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from referee.kernel.archive import export
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table import errands
from referee.table.catalogue import Catalogue
from referee.web.scenes import Data
from tests.web import Page, Table
from tests.web.test_record import kept


def owner(table: Table) -> Page:
    page = Page(table, local=True)
    page.ask(do="hello", language="en", page="one")
    return page


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.sqlite", lambda: 1.0)


@pytest.mark.parametrize(
    "what", ["setup", "begin", "resume", "settings", "care", "invite", "import", "press"]
)  # fmt: skip
def test_a_seat_is_no_owner(what: str) -> None:
    seat = Table("knister", ["Anna", "Ben"]).seat(1)
    assert seat.ask(do=what)["key"] == "web.no-panel"


def test_a_page_is_told_what_can_be_played_and_why_an_option_is_there(store: Store) -> None:
    offer = owner(Table("knister", ["Anna", "Ben"], store=store)).ask(do="setup")
    games = {game["name"]: game for game in offer["games"]}
    assert {"knister", "draf", "victory", "fette-autos", "knight-rider"} <= set(games)
    knight = games["knight-rider"]
    assert knight["seats"] == [2, 3, 4, 5]
    assert {level["name"] for level in knight["levels"]} == {"easy", "good"}
    for option in knight["options"]:
        assert option["value"] in option["values"]
        assert option["label"]
        assert len(option["labels"]) == len(option["values"])
    assert any(option["explained"] for option in knight["options"])
    assert offer["playing"]


def test_a_match_with_a_computer_player_is_begun_from_a_page(store: Store) -> None:
    table = Table("knister", ["Anna", "Ben"], store=store)
    page = owner(table)
    begun = page.ask(
        do="begin", playing=None, game="victory", names=[" Cem ", "Box 2"],
        players=["", "good"], options={"dice": "device"},
    )  # fmt: skip
    assert begun["type"] == "done"
    header = table.program.session.match.header  # type: ignore[union-attr]
    assert (header.game, [*header.names]) == ("victory", ["Cem", "Box 2"])
    assert [*header.players] == ["", "good"]
    assert page.state["match"]["names"] == ["Cem", "Box 2"]
    assert page.ask(do="setup")["last"]["names"] == ["Cem", "Box 2"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"}, {"names": ["A"]}, {"names": 7}, {"names": ["A", 7]},
        {"players": ["good"]}, {"players": ["", "genius"]}, {"options": []},
        {"options": {"dice": "moon"}}, {"options": {"moon": 1}}, {"names": ["x" * 500, "B"]},
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_told_and_the_match_stays(store: Store, wrong: object) -> None:
    table = Table("knister", ["Anna", "Ben"], store=store)
    page = owner(table)
    right = {"game": "victory", "names": ["A", "B"], "players": [], "options": {}}
    reply = page.ask(do="begin", **{**right, **wrong})  # type: ignore[dict-item]
    assert reply["type"] in ("error", "refused")
    assert page.state["match"]["game"] == "knister"


def test_a_beginning_that_was_made_for_another_moment_is_late(store: Store) -> None:
    page = owner(Table("knister", ["Anna", "Ben"], store=store))
    reply = page.ask(do="begin", playing=77, game="victory", names=["A", "B"])
    assert reply["key"] == "web.late"


def test_a_request_that_comes_again_on_another_line_is_done_once(store: Store) -> None:
    table = Table("knister", ["Anna", "Ben"], store=store)
    page = owner(table)
    token = page.ask(do="hello", language="en", page="one")["token"]
    first = page.ask(n=500, do="begin", game="victory", names=["A", "B"])
    again = Page(table)
    again.ask(do="hello", language="en", token=token, page="one")
    assert again.ask(n=500, do="begin", game="victory", names=["A", "B"]) == first
    assert len(store.matches()) == 1
    other = Page(table)  # another page of the same browser counts by itself
    other.ask(do="hello", language="en", token=token, page="two")
    other.ask(n=500, do="begin", game="victory", names=["A", "B"])
    assert len(store.matches()) == 2


def test_settings_of_the_household_are_changed_and_kept(store: Store) -> None:
    table = Table("knister", ["Anna", "Ben"], store=store)
    page = owner(table)
    before = page.ask(do="settings")
    assert (before["language"], before["sound"], before["muted"]) == ("en", True, [])
    wanted = {"language": "de", "sound": False, "contrast": 0, "muted": ["press", "moon"]}
    after = page.ask(do="settings", set=wanted)
    assert (after["language"], after["sound"], after["contrast"]) == ("de", False, 0)
    assert after["muted"] == ["press"]
    assert store.setting("settings", {})["language"] == "de"
    assert table.panel.runner.failure is None
    nonsense = page.ask(do="settings", set={"language": 7, "sound": "x", "contrast": True})
    assert nonsense == {**after, "n": nonsense["n"]}


def test_without_a_box_there_is_nothing_to_look_at() -> None:
    found = owner(Table("knister", ["Anna", "Ben"])).ask(do="care")
    assert (found["type"], found["findings"], found["lost"]) == ("care", [], [])


def test_a_kept_match_goes_on_from_a_page(tmp_path: Path) -> None:
    store, match = kept(tmp_path)
    page = owner(Table("victory", ["Cem", "Dora"], store=store))
    assert page.ask(do="resume", match=77)["key"] == "error.store.no-match"
    assert page.ask(do="resume", match="1")["key"] == "web.request"
    assert page.ask(do="resume", match=match.id)["type"] == "done"
    assert page.state["match"]["id"] == match.id


def test_a_match_that_is_not_over_is_no_file_yet(tmp_path: Path) -> None:
    store, match = kept(tmp_path)
    page = owner(Table("victory", ["Cem", "Dora"], store=store))
    assert page.ask(do="export", match=match.id)["key"] == "web.not-over"


def test_a_file_goes_out_and_comes_back_in_parts(tmp_path: Path) -> None:
    store, match = kept(tmp_path)
    while not match.over:
        ask = match.asks[0]
        if match.supplies(ask):
            match.supply(ask)
        else:
            entry = {"verb": ask.verb, "args": ask.options[0].sample(lambda count: 0)}
            match.answer(type(match.lines[0].entry)(ask.seats[0], **entry))  # type: ignore[misc]
    table = Table("knister", ["Cem", "Dora"], store=store)
    page = owner(table)
    lines = page.ask(do="export", match=match.id)["lines"]
    assert page.ask(do="import", part="x", first=True)["key"] == "web.busy"
    table.program.errand(lambda desk: desk.home())
    text = "".join(f"{line}\n" for line in lines)
    parts = [text[at : at + 2000] for at in range(0, len(text), 2000)]
    for number, part in enumerate(parts):
        reply = page.ask(
            do="import", part=part, first=number == 0, last=number == len(parts) - 1
        )  # fmt: skip
    assert (reply["type"], reply["match"]) == ("imported", 2)
    assert json.loads(page.ask(do="export", match=2)["lines"][0])["game"] == "knister"
    assert page.ask(do="import", part="nonsense", first=True, last=True)["type"] == "error"


#: Halves of characters that a page sends at once.
PART = 2000


def bring(page: Page, text: str) -> Data:
    """Send a file, in parts as a page cuts them: by halves of characters, two for an emoji."""
    halves = text.encode("utf-16-le")
    parts = [halves[at : at + 2 * PART] for at in range(0, len(halves), 2 * PART)]
    for number, part in enumerate(parts):
        sent = part.decode("utf-16-le", "surrogatepass")
        last = number == len(parts) - 1
        reply = page.ask(do="import", part=sent, first=number == 0, last=last)
    return reply


def at_home(store: Store, language: str = "en") -> Page:
    table = Table("knister", ["Cem", "Dora"], store=store)
    page = Page(table, local=True)
    page.ask(do="hello", language=language, page="one")
    table.program.errand(lambda desk: desk.home())
    return page


def test_a_file_that_names_programs_comes_in_without_them_and_the_page_says_so(
    tmp_path: Path,
) -> None:
    store, match = kept(tmp_path)
    page = at_home(store)
    head, *rest = export(store, match.id or 0)
    named = json.dumps({**json.loads(head), "players": ["cmd:touch ran", "easy"]})
    reply = bring(page, "\n".join((named, *rest)))
    assert (reply["type"], reply["match"]) == ("imported", 2)
    (said,) = reply["dropped"]
    assert "the program touch ran at seat 1" in said
    assert store.match(2).header.players == ("", "easy")


def test_a_file_cut_inside_an_emoji_comes_in_whole(tmp_path: Path) -> None:
    store, _ = kept(tmp_path)
    match = Match.new(find_game("knister"), ["Ada \U0001f3b2", "Ben"], {}, "s", store=store)
    page = at_home(store)
    text = "\n".join(export(store, match.id or 0))
    before = PART - 1 - text.index("\U0001f3b2")  # so that its second half begins the second part
    reply = bring(page, " " * before + text)
    assert reply["type"] == "imported", reply
    assert store.match(reply["match"]).header.names == ("Ada \U0001f3b2", "Ben")


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("nonsense", ("Zeile 1 der Datei: kein JSON", "Line 1 of the file: not JSON")),
        ("{}", ("das ist keine exportierte Partie", "this is not an exported match")),
        ("cut", ("die Datei ist abgeschnitten", "the file is cut off")),
        ("verb", ("Jetzt geht das nicht. ", "Not now. ")),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_words(
    tmp_path: Path, language: str, spoilt: str, said: tuple[str, str]
) -> None:
    """Its sentences once stood in the command line's catalogue alone; and what the rules forbid is
    said in the words of a game that is not on the table."""
    store, match = kept(tmp_path)
    page = at_home(store, language)
    head, first, *rest = export(store, match.id or 0)
    wrong = json.dumps({**json.loads(first), "verb": "place", "args": {"cell": [0, 0]}})
    text = {"cut": f"{head}\n{first}", "verb": "\n".join((head, wrong, *rest))}
    reply = bring(page, text.get(spoilt, spoilt))
    assert (reply["type"], reply["key"]) == ("error", "error.archive")
    assert said[language == "en"] in reply["message"]
    assert not re.search(r"\b[a-z]+\.[a-z]+", reply["message"]), "a key for words"


@pytest.mark.parametrize("language", ["de", "en"])
def test_options_that_do_not_go_together_are_told_in_the_words_of_their_game(
    store: Store, language: str
) -> None:
    table = Table("victory", ["Cem", "Dora"], store=store)
    page = Page(table, local=True)
    page.ask(do="hello", language=language, page="one")
    options = {"hints": True, "sheets": "paper"}
    reply = page.ask(do="begin", game="knister", names=["A", "B"], options=options)
    assert (reply["type"], reply["key"]) == ("refused", "kni.why.no-sheets")
    assert reply["reason"] == Catalogue(language, find_game("knister"))(reply["key"])
    assert "." not in reply["reason"][:-1]


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_request_that_fails_is_told_in_words(
    tmp_path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = at_home(kept(tmp_path)[0], language)
    monkeypatch.setattr(errands, "resume", lambda desk, number: 1 // 0)
    reply = page.ask(do="resume", match=1)
    said = ("Ein Programmfehler (ZeroDivisionError).", "A program error (ZeroDivisionError).")
    assert reply["message"].startswith(said[language == "en"])


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_match_that_cannot_be_replayed_is_told_in_words(tmp_path: Path, language: str) -> None:
    store, match = kept(tmp_path)
    page = at_home(store, language)
    store._db.execute("UPDATE match SET game = 'gone' WHERE id = ?", (match.id,))
    reply = page.ask(do="record", match=match.id, step=3)
    said = ("Diese Partie lässt sich nicht nachspielen", "This match cannot be replayed")
    assert reply["message"].startswith(said[language == "en"])
