"""The log on a page follows the match, whatever was told before."""

from __future__ import annotations

from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from referee.web.views import table as view
from tests.web import Page, Table
from tests.web.scenes import play_on


def test_an_answer_that_is_undone_and_given_otherwise_is_told_as_it_is_now() -> None:
    table = Table("knister", ["Anna"], sheets="device", dice="device")
    anna = table.seat(1)
    deutsch = table.page(language="de")
    deutsch.ask(do="code", code=table.doorkeeper.code(table.panel.clock.now()))
    anna.answer("roll")
    table.panel.run(3)
    ask = next(ask for ask in anna.state["asks"] if "id" in ask)
    first, other = ask["choose"]["options"][0]["fields"]["cell"]["one"][:2]
    told = []
    for cell in (first, other):
        anna.answer("place", cell=cell)
        for page, language in ((anna, "en"), (deutsch, "de")):
            told.append([line["text"] for line in page.state["log"]])
            fresh = view(table.match, Catalogue.of(table.match, language), page.state["view"])
            assert page.state["log"] == fresh["log"]
        assert anna.ask(verb="undo")["type"] == "done"
    assert len({lines[-1] for lines in told}) == 4


def test_dice_without_numbers_are_told_in_words() -> None:
    table = Table("victory", ["Anna", "Ben"], board="device", dice="device")
    match = table.match
    while not any("dice" in entry.args for entry in entries(match)):
        play_on(match)
    dice = next(entry.args["dice"] for entry in entries(match) if "dice" in entry.args)
    assert isinstance(dice, list)
    said = ", ".join({"R": "rot", "B": "blau", "X": "Kreuz"}[str(face)] for face in dice)
    log = view(match, Catalogue.of(match, "de"), None)["log"]
    assert [line["text"] for line in log if said in line["text"]]


def test_the_question_of_a_section_names_its_limit_in_words() -> None:
    """On pages; the panel's own has room for a sign only."""
    table = Table("fette-autos", ["Anna", "Ben"], cards="device", dice="device")
    match, prompts = table.match, set[str]()
    while not match.over:
        words = Catalogue.of(match, "en")
        if match.state == "manoeuvre":
            prompts |= {ask["prompt"] for ask in view(match, words, None)["asks"]}
        play_on(match)
    assert prompts <= {
        "Speed limit 70: do you manoeuvre?", "Speed limit 90: do you manoeuvre?",
        "Straight, no speed limit: do you manoeuvre?",
    }  # fmt: skip
    assert len(prompts) > 1


def entries(match: Match) -> list[Entry]:
    return [done.line.entry for done in match.log if done.line.entry is not None]


def test_what_came_of_a_later_answer_is_told_anew_after_a_correction() -> None:
    table = Table("knister", ["Anna"], sheets="device", dice="table")
    anna, session = table.seat(1), table.program.session
    assert session is not None
    for column in range(1, 6):
        anna.answer("roll", sum=7)
        table.panel.run(3)
        anna.answer("place", cell=[1, column])
    before = told(anna)
    session.correct(0, {"sum": 12})
    table.panel.run(1)
    assert told(anna) != before
    fresh = view(table.match, Catalogue.of(table.match, "en"), 1)
    assert (anna.state["log"], anna.state["rulings"]) == (fresh["log"], fresh["rulings"])


def told(page: Page) -> str:
    text: str = page.state["rulings"][-1]["text"]
    assert text in [line["text"] for line in page.state["log"]]
    return text
