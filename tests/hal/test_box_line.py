"""Computer and box on a hostile line: every press arrives once, the lamps show what they should."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware import lights
from hal.box.messages import lamp
from hal.box.protocol import Phase
from hal.interfaces import Lamp, Pattern
from hal.lamps import COLOURS
from sim.noise import NoisyLine
from tests.boxline import Conversation, Touch

LAMPS = st.dictionaries(
    st.sampled_from([f"seat{n}" for n in range(1, 8)]),
    st.builds(Lamp, st.sampled_from(list(Pattern)), st.sampled_from(sorted(COLOURS))),
)


def hands(rng: random.Random, presses: int, seats: int = 7) -> list[Touch]:
    """Players who press as fast as they can, each on his own button."""
    free = dict.fromkeys(range(1, seats + 1), 0)
    touches: list[Touch] = []
    at = 0
    for _ in range(presses):
        seat = min(free, key=lambda seat: (free[seat] > at, rng.random()))
        at = max(at + rng.randrange(10, 150), free[seat])
        end = at + rng.randrange(30, 250)
        free[seat] = end + 30
        touches += [(at, seat, True), (end, seat, False)]
    return sorted(touches)


def pressed(touches: list[Touch]) -> list[int]:
    return [seat for _, seat, down in touches if down]


def shows_what_it_should(line: Conversation, wanted: dict[str, Lamp]) -> bool:
    words = [lamp(wanted.get(f"seat{n}", Lamp())) for n in range(1, line.seats + 1)]
    return line.host.shown and line.board.colours == lights.shine(words, line.now)[0]


@settings(max_examples=60)
@given(
    st.integers(0, 10**6), st.floats(0, 0.05), st.sampled_from([0.0, 0.003, 0.2]),
    st.integers(1, 12), LAMPS, LAMPS, st.lists(st.integers(0, 4000), max_size=3),
)  # fmt: skip
def test_whatever_the_line_does_presses_arrive_once_and_lamps_show_what_they_should(
    seed: int, rate: float, delay: float, presses: int,
    first: dict[str, Lamp], then: dict[str, Lamp], breaks: list[int],
) -> None:  # fmt: skip
    line = Conversation(rate, delay, seed)
    line.show(first)
    touches = hands(random.Random(seed), presses)
    moves: list[Touch] = sorted([*touches, *((at, 0, False) for at in breaks)])
    for at, seat, down in moves:
        line.run(max(at - line.now, 0))
        if seat == 0:
            line.unplug()
            line.plug()
        else:
            (line.board.push if down else line.board.release)(seat)
            line.step()
    line.show(then)
    line.settle(lambda: len(line.presses) >= presses)
    line.settle(lambda: shows_what_it_should(line, then))
    line.run(2000)
    assert line.presses == pressed(touches)
    assert [event.number for event in line.taken] == list(range(1, 2 * presses + 1))


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.floats(0, 0.05), st.lists(st.integers(0, 3000), max_size=3))
def test_a_box_that_loses_its_power_forgets_but_invents_nothing(
    seed: int, rate: float, failures: list[int]
) -> None:
    line = Conversation(rate, 0.003, seed, seats=8)
    touches = hands(random.Random(seed), 10)
    for at, seat, down in sorted([*touches, *((at, 0, False) for at in failures)]):
        line.run(max(at - line.now, 0))
        if seat == 0:
            line.start_box()
        else:
            (line.board.push if down else line.board.release)(seat)
            line.step()
    line.run(500)
    line.play([(0, 8, True), (60, 8, False)])
    line.settle(lambda: line.presses[-1:] == [8])
    arrived = iter([*pressed(touches), 8])
    assert all(seat in arrived for seat in line.presses), "in the same order, none twice"


def test_many_presses_over_a_noisy_line_arrive_exactly_once(pytestconfig: pytest.Config) -> None:
    presses = pytestconfig.getoption("--presses")
    line = Conversation(rate=0.01, delay=0.002, seed=7)
    touches = hands(random.Random(7), presses)
    line.play(touches)
    line.settle(lambda: len(line.presses) >= presses)
    line.run(2000)
    assert line.presses == pressed(touches)
    assert line.host.counts.bad_lines > presses / 10
    assert line.host.counts.box_missed == 0


# -- the cable is pulled at every byte -----------------------------------------------------------

SCENE: list[Touch] = [(200, 1, True), (240, 2, True), (320, 1, False), (330, 2, False)]
WANTED = {"seat1": Lamp(Pattern.ON, "red"), "seat5": Lamp(Pattern.BLINK, "green")}


def scene(line: Conversation, cut: int | None, power: bool) -> None:
    """A start, new lamps, two presses; after ``cut`` bytes the cable is pulled for a while."""
    back = None
    for now in range(900):
        if cut is not None and back is None and carried(line) >= cut:
            line.unplug()
            back = now + 300
        if now == back:
            if power:
                line.start_box()
            line.plug()
        if now == 240:
            line.show(WANTED)
        for at, seat, down in SCENE:
            if at == now:
                (line.board.push if down else line.board.release)(seat)
        line.run(1)


def carried(line: Conversation) -> int:
    return line.to_box.carried + line.from_box.carried


def test_the_cable_may_be_pulled_after_every_byte() -> None:
    whole = Conversation(delay=0.001)
    scene(whole, None, power=False)
    whole.run(1000)
    assert whole.presses == [1, 2]
    for cut in range(carried(whole)):
        line = Conversation(delay=0.001)
        scene(line, cut, power=False)
        line.settle(lambda line=line: shows_what_it_should(line, WANTED), seconds=5)
        line.run(500)
        assert line.presses == [1, 2], f"cut after {cut} bytes"


def test_the_power_may_fail_after_every_byte() -> None:
    whole = Conversation(delay=0.001)
    scene(whole, None, power=False)
    for cut in range(carried(whole)):
        line = Conversation(delay=0.001)
        scene(line, cut, power=True)
        line.settle(lambda line=line: shows_what_it_should(line, WANTED), seconds=5)
        line.run(500)
        assert line.presses in ([1, 2], [1], [2], []), f"no power after {cut} bytes"
        line.taken.clear()
        line.play([(0, 7, True), (50, 7, False)])
        line.run(500)
        assert line.presses == [7]


# -- foreign and hostile peers -------------------------------------------------------------------


@settings(max_examples=30)
@given(st.binary(max_size=2000), st.integers(0, 400))
def test_any_bytes_at_all_leave_both_ends_working(junk: bytes, split: int) -> None:
    line = Conversation()
    line.run(500)
    for part in (junk[:split], junk[split:]):
        line.from_box.put(part, line.now / 1000)
        line.to_box.put(part, line.now / 1000)
        line.run(20)
    line.play([(100, 4, True), (150, 4, False)])
    line.settle(lambda: line.presses == [4])


class Recorder(NoisyLine):
    """A line that keeps a copy of all that went over it."""

    def __init__(self) -> None:
        super().__init__(0)
        self.history: list[bytes] = []

    def put(self, data: bytes, now: float) -> None:
        self.history += data.splitlines(keepends=True)
        super().put(data, now)


def test_lines_out_of_order_and_from_the_past_do_no_harm() -> None:
    """All that was ever said comes once more, shuffled, while people play on."""
    line = Conversation()
    line.from_box = recorder = Recorder()
    for n in range(40):
        line.play([(100, n % 7 + 1, True), (140, n % 7 + 1, False)])
        line.run(60)
        if n == 20:
            line.start_box()
            line.run(1500)
    assert len(line.presses) == 40
    old = list(recorder.history)
    random.Random(11).shuffle(old)
    for n, data in enumerate(old):
        recorder.put(data, line.now / 1000)
        line.run(3)
        if n % 10 == 0:
            line.play([(0, 6, True), (40, 6, False), (80, 6, False)])
    line.settle(lambda: len(line.presses) >= 40 + len(old[::10]))
    line.settle(lambda: line.host.phase is Phase.ATTACHED)
    assert line.presses[40:] == [6] * len(old[::10])
