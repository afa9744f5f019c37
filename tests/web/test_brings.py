"""What a choice brings is told before it is made, to whoever may know it."""

from __future__ import annotations

import pytest

from referee.kernel.ask import Entry
from tests.web import Table
from tests.web.scenes import play_on


def test_a_seat_is_told_the_speed_that_each_exchange_leads_to() -> None:
    table = Table("fette-autos", ["Anna", "Ben", "Cem"], cards="device", dice="device")
    match = table.match
    while match.state != "manoeuvre":
        play_on(match)
    (seat,) = match.asks[0].seats
    told = {n: table.seat(n).state["scene"]["brings"] for n in (1, 2, 3)}
    assert len(told[seat]) > 3
    assert not any(told[other] for other in told if other != seat)
    for verb, args, said in told[seat]:
        tried = match.copy()
        tried.answer(Entry(seat, verb, args))
        speed = sum(card[0] for card in tried.view(seat)["drivers"][seat - 1]["open"])
        assert said.startswith(f"then {speed} km/h")


@pytest.mark.parametrize("board", ["device", "table"])
def test_the_odds_of_a_ram_stand_beside_it(board: str) -> None:
    table = Table("knight-rider", ["Anna", "Ben", "Cem"], board=board, dice="device")
    while table.match.state != "drive":
        play_on(table.match)
    told = {verb: said for verb, args, said in table.seat(1).state["scene"]["brings"] if not args}
    assert told["ram"] == told["passed"] == "83% it works, 6% you skid"
