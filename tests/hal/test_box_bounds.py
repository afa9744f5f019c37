"""A device that says what no box says: it is told and left alone.

Each of these hung the program, filled its log or kept its loop busy.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware import codec as box_codec
from firmware.settings import SEATS as BOARD_SEATS
from hal.box import codec
from hal.box.bounds import Budget
from hal.box.codec import LIMIT, frame
from hal.box.messages import SEATS, Lie, parse
from hal.box.ports import NAME, Port, shown_name
from hal.box.protocol import Phase, Protocol
from hal.box.seatbox import LEFT_ALONE, LEFT_ALONE_AT_MOST, SeatBox
from hal.box.trouble import Trouble
from hal.interfaces import Edge, Presence
from hal.schema import AUTO
from tests.hal.desk import Desk, Device

HUGE = "box 1 1.0.0 x abcdef 1 999999999 rgb power"
MEETING = "box 1 1.0.0 e66164 0000aa 1 2 rgb power"


def hears(*texts: str, at: float = 0.0) -> Protocol:
    protocol = Protocol()
    protocol.opened(at)
    for text in texts:
        protocol.receive(frame(text), at)
        protocol.step(at)
    return protocol


def why(protocol: Protocol) -> Trouble | None:
    return None if protocol.distrust is None else protocol.distrust.trouble


# -- lines -----------------------------------------------------------------------------------------


def test_a_box_of_a_thousand_million_seats_lights_no_lamps() -> None:
    protocol = hears(HUGE)
    assert why(protocol) is Trouble.LIE
    assert protocol.phase is Phase.DISTRUSTED
    assert protocol.about is None
    assert len(protocol.take()) < LIMIT


@pytest.mark.parametrize("seats", [SEATS + 1, 13, 999_999_999])
def test_more_seats_than_a_board_can_have_are_a_lie(seats: int) -> None:
    assert isinstance(parse(f"box 1 1.0.0 x abcdef 1 {seats} rgb power"), Lie)
    assert SEATS == BOARD_SEATS


def test_a_box_without_seats_is_one_whose_configuration_is_wrong() -> None:
    protocol = hears("box 1 1.0.0 x abcdef 1 0 led power", "fault config.py: pin 40 is no pin")
    assert why(protocol) is None
    assert protocol.fault


@pytest.mark.parametrize("seat", [0, 3, 12, 13, 999_999_999])
def test_a_press_at_a_seat_that_the_box_does_not_have_is_a_lie(seat: int) -> None:
    protocol = hears(MEETING)
    assert protocol.receive(frame(f"down 0000aa 1 {seat} 0"), 0.0) == []
    assert why(protocol) is Trouble.LIE


def test_a_whole_line_may_be_no_longer_than_one_that_has_no_end() -> None:
    for lines in (codec.Lines(), box_codec.Lines()):
        long = frame("fault " + "x" * LIMIT)
        assert lines.receive(long + frame("hello 1")) == [frame("hello 1")[:-1]]
        assert lines.lost == len(long)


# -- rates -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "news",
    [
        lambda n: f"fault number {n}",
        lambda n: f"box 2 1.0.{n} e66164",
        lambda n: f"box 1 1.0.{n} e66164 0000aa 1 2 rgb power",
        lambda n: f"box 1 1.0.0 e66164 0000aa 1 {n % 2 + 1} rgb power",
    ],
    ids=["faults", "protocols", "versions", "seats"],
)
def test_a_box_that_is_another_one_every_moment_is_not_believed(
    news: Callable[[int], str],
) -> None:
    protocol = hears(MEETING, *(news(n) for n in range(20)))
    assert why(protocol) is Trouble.FLOOD


def test_more_presses_than_hands_can_make_are_not_believed() -> None:
    protocol = hears(MEETING)
    pairs = ((f"down 0000aa {2 * n + 1} 1 0", f"up 0000aa {2 * n + 2} 1 0") for n in range(2000))
    taken = [protocol.receive(frame(a) + frame(b), 0.0) for a, b in pairs]
    assert why(protocol) is Trouble.FLOOD
    assert sum(map(len, taken)) <= 500


def test_twelve_players_who_press_as_fast_as_they_can_are_believed() -> None:
    protocol = hears(MEETING.replace(" 2 rgb", " 12 rgb"))
    number, taken = 0, 0
    for moment in range(600):  # a minute; each player ten times a second
        for seat in range(1, 13):
            number += 1
            verb = "down" if moment % 2 == 0 else "up"
            line = frame(f"{verb} 0000aa {number} {seat} 0")
            taken += len(protocol.receive(line, moment / 10))
    assert why(protocol) is None
    assert taken == number


def test_a_budget_is_earned_again() -> None:
    budget = Budget(10, 2)
    assert budget.spend(10, 5.0)
    assert not budget.spend(1, 5.0)
    assert budget.spend(2, 6.0)
    assert not budget.spend(11, 1000.0)
    assert budget.spend(10, 1000.0)


# -- the device ------------------------------------------------------------------------------------


def test_a_liar_is_told_and_left_alone_for_longer_each_time(desk: Desk, device: Device) -> None:
    desk.plug(device)
    pauses = []
    for _ in range(10):
        desk.step(1.0)
        device.say(frame(HUGE))
        desk.until(lambda: desk.box.wire is None)
        said = desk.now
        while desk.box.wire is None:
            desk.step(5.0)
        pauses.append(desk.now - said)
    assert LEFT_ALONE <= pauses[0] <= LEFT_ALONE + 5
    assert pauses == sorted(pauses)
    assert LEFT_ALONE_AT_MOST <= pauses[-1] <= LEFT_ALONE_AT_MOST + 5
    told = [item for item in desk.put if isinstance(item, Presence)]
    assert len(told) == 1
    assert device.path in told[0].detail
    assert HUGE[:40] in told[0].detail


def test_a_liar_that_is_unplugged_is_no_box_that_is_missed(desk: Desk, device: Device) -> None:
    desk.plug(device)
    desk.step(1.0)
    device.say(frame(HUGE))
    desk.until(lambda: desk.box.wire is None)
    desk.ports = []
    for _ in range(4):
        desk.step(1.0)
    assert [item.present for item in desk.put if isinstance(item, Presence)] == [False, True]


def test_a_box_put_where_the_liar_was_works_at_once(desk: Desk, device: Device) -> None:
    desk.plug(device)
    desk.step(1.0)
    device.say(frame(HUGE))
    desk.until(lambda: desk.box.wire is None)
    desk.ports = []
    desk.step(1.0)
    desk.plug(device)
    desk.attach(device)
    assert desk.put[-1] == Presence("box", True)


def test_a_box_that_comes_and_goes_all_the_time_does_not_fill_the_log() -> None:
    """The panel hears of at most one change a second in the long run, and of the last one."""
    put: list[Edge | Presence] = []
    ports: list[Port] = []
    box = SeatBox(AUTO, lambda: ports, put.append, lambda: None)
    box.protocol.opened(0.0)
    for n in range(10_000):
        now = n / 10
        box.protocol.opened(now)
        if n % 2:
            box.protocol.receive(frame(MEETING), now)
        else:
            box.protocol.receive(frame("box 2 1.0.0 e66164"), now)
        box._tell(now)
    assert 900 < len(put) < 1100
    box._tell(now + 2)
    assert isinstance(put[-1], Presence)
    assert put[-1].present


def test_what_a_device_calls_itself_carries_no_signs_for_the_terminal() -> None:
    assert shown_name("Pi\x1b]0;gone\x07co\u202e") == "Pi]0;goneco"
    assert len(shown_name("x" * 1000)) == NAME
    assert shown_name(None) == ""
