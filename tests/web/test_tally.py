"""What pages are told of how often everybody did what, when it is over."""

from __future__ import annotations

from referee.kernel.ask import Entry
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from referee.web.views import table
from tests import hidden
from tests.web.scenes import MIDDLES, middle, whole


def test_the_end_says_how_often_everybody_did_what() -> None:
    """By verb and by ruling; nothing before the match is over."""
    names, options, lines = MIDDLES["knister"]
    match = Match.new(find_game("knister"), names, options, "tally")
    words = Catalogue("en", match.game, match.header.names, match.header.options)
    middle(lines)(match)
    assert table(match, words, None)["result"] is None
    whole(match)
    tally = table(match, words, None)["result"]["tally"]
    assert tally["place"] == {1: 25, 2: 25, 3: 25}
    assert sum(tally["kni.called"].values()) == 25


def test_a_match_that_was_given_up_counts_no_secrets() -> None:
    """It can be taken up again."""
    match = Match.new(hidden.GAME, ["Anna", "Ben"], {}, "bids")
    words = Catalogue("en", match.game, match.header.names, match.header.options)
    match.answer(Entry(1, "bid", {"height": 2}))
    match.abandon()
    assert table(match, words, None)["result"]["tally"] == {}
