"""The log on a page follows the match, whatever was told before."""

from __future__ import annotations

from referee.table.catalogue import Catalogue
from referee.web.views import table as view
from tests.web import Table


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
