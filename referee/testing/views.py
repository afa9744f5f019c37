"""What a seat sees is plain data, and another seat's secret does not show in it."""

from __future__ import annotations

import json
import random

from referee.game import Plain
from referee.kernel.match import Match
from referee.testing.cases import Case, entries_of

PLACES = 8


class Views:
    """What a seat may see, and nothing else."""

    def test_views_are_plain_data(self, case: Case) -> None:
        record = case.played
        for number in [*record.places(PLACES), len(record.match.lines)]:
            match = record.at(number)
            for seat in (None, *range(1, case.seats + 1)):
                view = match.view(seat)
                assert json.loads(json.dumps(view)) == view
                match.game.scene(match.position, seat)

    def test_looking_changes_nothing(self, case: Case) -> None:
        record = case.played
        for number in record.places(PLACES):
            match = record.at(number)
            for seat in (None, *range(1, case.seats + 1)):
                match.view(seat)
                match.game.scene(match.position, seat)
            match.game.flow(match.header.options).asks(match.position)
            assert match.digest == record.digests[number]

    def test_a_secret_answer_looks_like_any_other_to_the_others(self, case: Case) -> None:
        """As long as others still have to answer; the last one may turn everything up."""
        record = case.played
        rng = random.Random(str(case))
        secret = [n for n, asks in enumerate(record.asks) if len(asks) > 1 and asks[0].secret]
        for number in secret[:: max(1, len(secret) // PLACES)]:
            ask, *others = record.asks[number]
            matches = [record.at(number) for _ in range(4)]
            for match, entry in zip(matches, entries_of(ask, rng, 4), strict=True):
                match.answer(entry)
            for seat in {None, *range(1, case.seats + 1)} - set(ask.seats):
                sights = [sight(m, seat, number) for m in matches if list(m.asks) == others]
                assert all(seen == sights[0] for seen in sights), f"seat {seat} sees a secret"


def sight(match: Match, seat: int | None, since: int) -> Plain:
    """All that a seat is shown: its view, the asks as far as they are its own, the rulings."""
    rulings = [
        ruling.plain()
        for logged in match.log[since:]
        for ruling in logged.rulings
        if ruling.shown_to(seat)
    ]
    asks = [(ask.seats, ask.prompt, seat in ask.seats and ask.options) for ask in match.asks]
    return [match.view(seat), asks, rulings]
