"""What a seat sees is plain data, and another seat's secret does not show in it."""

from __future__ import annotations

import json
import random

from referee.testing.cases import Case
from referee.testing.worlds import LOOKS, compare, twins, worlds_of

PLACES = 8

#: Answers to each secret question that are replaced.
SECRETS = 2


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

    def test_who_conceals_nothing_shows_everything_to_everybody(self, case: Case) -> None:
        record = case.played
        if record.match.secretive or case.seats == 1:  # who is alone hides it from nobody
            return
        for number in [*record.places(PLACES), len(record.match.lines)]:
            match = record.at(number)
            assert not any(ask.secret for ask in match.asks)
            for seat in range(1, case.seats + 1):
                assert match.view(seat) == match.view(None)

    def test_looking_changes_nothing(self, case: Case) -> None:
        record = case.played
        for number in record.places(PLACES):
            match = record.at(number)
            for seat in (None, *range(1, case.seats + 1)):
                match.view(seat)
                match.game.scene(match.position, seat)
            match.game.flow(match.header.options).asks(match.position)
            assert match.digest == record.digests[number]

    def test_a_secret_changes_nothing_that_others_get(self, case: Case) -> None:
        """What a seat hides changes no byte that anybody else gets, until it is turned up: two
        worlds that differ in it alone cannot be told apart; see `testing.worlds`."""
        match = case.played.match
        for twin in twins(match, random.Random(str(case)), SECRETS):
            for worlds in worlds_of(match, twin):
                if worlds.shared in LOOKS:
                    compare(worlds)
