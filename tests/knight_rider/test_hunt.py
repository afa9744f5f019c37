"""Whether a computer player's car comes to red in this move."""

from __future__ import annotations

from referee.games.knight_rider.numbers import Numbers
from referee.games.knight_rider.players.hunt import Hunt, apart
from referee.games.knight_rider.players.look import Look
from referee.games.knight_rider.players.outlook import Outlook
from referee.kernel.game import find_game
from referee.kernel.match import Match
from tests.web.scenes import play_on


def test_no_ram_leads_to_red_before_the_targets() -> None:
    """A ram is offered then, too: of a car on the same field, for one."""
    options = {"board": "device", "cards": "device", "dice": "device", "targets": 1}
    match = Match.new(find_game("knight-rider"), ("Ada", "Ben"), options, "hunt")
    while not (match.state == "drive" and match.view(None)["now"]["points"]):
        play_on(match)
    numbers = Numbers.of(match.setup.components, 2)
    look = Look(numbers, match.header.options, match.view(None))
    (seat,) = match.asks[0].seats
    hunt = Hunt(look, Outlook(numbers).roads(look), seat)
    hunt.points = apart(look.spot(seat).field, hunt.made.middles[look.red])
    assert hunt.close
    assert look.car(seat)["open_targets"]
    assert not any(hunt.reaches_past(target) for target in (1, 2))
