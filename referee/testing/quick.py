"""A quick match leads to something to play, by itself."""

from __future__ import annotations

from typing import Any, Final

from referee.game import Game
from referee.kernel.match import Match
from referee.kernel.players import check_players, set_up

#: Matches that are begun: chance may stand before the first decision.
BEGUN: Final = 5


class QuickMatches:
    """What a newcomer gets who chooses this game for a quick match; see `Game.quick`."""

    def test_a_quick_match_begins_with_something_to_play(self, tested: Game[Any]) -> None:
        """Seats and options are allowed, computer players are there and know enough, and the
        states to play from exist, ask somebody, and are reached."""
        quick = tested.quick
        if quick is None:
            return
        options = tested.complete(quick.seats, quick.options)
        flow = tested.flow(options)
        asking = {name for name, state in flow.states.items() if state.asks is not None}
        assert not sorted(set(quick.play) - asking), f"no states that ask, of {sorted(asking)}"
        check_players(tested, quick.players, options)
        for number in range(BEGUN):
            match = Match.new(
                tested, quick.seats, quick.options, f"quick {number}", players=quick.players
            )
            set_up(match, quick)
            assert match.state in quick.play
