"""Phones that run the pages' own program in Node; `make check-js` has what it needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.game import find_game
from referee.testing.cases import allowed
from tests.evenings.evening import Evening, Event, fault, read
from tests.evenings.household import PHONE, Household, Person, Plan
from tests.evenings.pages import Page

#: Evenings in which something was wrong with the pages' own program, shrunk.
KEPT = sorted((Path(__file__).parent / "kept" / "pages").glob("*.txt"))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_what_was_mended_on_pages_stays_so(file: Path) -> None:
    assert fault(read(file.read_text("utf-8"))) == ""


def test_phones_run_the_pages_own_program() -> None:
    people = (Person("Ada", PHONE, "en"), Person("Ben", PHONE, "de"))
    options = allowed(find_game("knister"), 2, {"sheets": "device"})
    plan = Plan("knister", ("Ada", "Ben"), (), options)
    happens = ("answer", "reload", "tab", "answer", "lost", "back", "late", "answer", "plug")
    events = tuple(Event(what, n % 2, n) for n, what in enumerate(happens))
    evening = Evening(Household("en", people, (plan,), box=False, scripted=True), (events,))
    assert fault(evening) == ""


def test_pages_of_one_process_are_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has a storage, a language and a time of its own, and modules with their own faults."""
    ada = Page("de", {"language": "en"})
    monkeypatch.setattr(Page, "planted", [("line.js", 'do: "hello"', 'do: "hallo"')])
    ben = Page("de", {})
    ada.happens("pass", seconds=5)  # nobody takes its line, which it gives up
    assert not ada.shown["waits"]
    assert ben.shown["waits"]
    ada.happens("pass", seconds=1)
    said = [page.happens("open")[0] for page in (ada, ben)]
    assert [(one["do"], one["language"]) for one in said] == [("hello", "en"), ("hallo", "de")]
    ada.close()
    ben.happens("lose")
    assert not ben.shown["waits"]
    assert ben.shown["storage"] == {}
    ben.close()
