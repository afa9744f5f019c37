"""Edges to presses, with times that no test has to wait for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal.gestures import Gestures, Stuck, Timing
from hal.interfaces import Edge, Gesture, Press

TIMING = Timing()
END = 1000.0


def edges(button: str, *times: float) -> list[Edge]:
    """Down, up, down, up ... at these times."""
    return [Edge(at, button, index % 2 == 0) for index, at in enumerate(times)]


def play(
    raw: Iterable[Edge], steps: Iterable[float] = (), held: Sequence[str] = ()
) -> list[Press | Stuck]:
    """All events of these edges, with extra calls of `step` in between, up to `END`."""
    gestures = Gestures(TIMING)
    gestures.start(held, 0.0)
    events: list[Press | Stuck] = []
    todo: list[tuple[float, Edge | None]] = [(edge.at, edge) for edge in raw]
    todo += [(at, None) for at in steps]
    for at, edge in sorted(todo, key=lambda item: (item[0], item[1] is not None)):
        events += gestures.step(at) if edge is None else gestures.feed(edge)
    return events + gestures.step(END)


def told(events: Iterable[Press | Stuck]) -> list[tuple[float, str, str]]:
    def word(event: Press | Stuck) -> str:
        if isinstance(event, Press):
            return event.gesture.value
        return "stuck" if event.stuck else "free"

    return [(round(event.at, 6), event.button, word(event)) for event in events]


@pytest.mark.parametrize("button", ["roll", "seat1", "seat7", "up", "down", "a new one"])
def test_a_button_without_a_hold_meaning_acts_on_the_way_down(button: str) -> None:
    gestures = Gestures(TIMING)
    assert told(gestures.feed(Edge(5.0, button, True))) == [(5.0, button, "tap")]


@pytest.mark.parametrize("button", ["ok", "back"])
def test_a_button_with_a_hold_meaning_taps_when_let_go(button: str) -> None:
    gestures = Gestures(TIMING)
    assert gestures.feed(Edge(5.0, button, True)) == []
    assert gestures.feed(Edge(5.1, button, False)) == []
    assert told(gestures.step(5.2)) == [(5.125, button, "tap")]


def test_a_hold_is_handed_out_when_its_time_is_over_and_letting_go_adds_nothing() -> None:
    assert told(play(edges("ok", 1.0, 3.0))) == [(1.6, "ok", "hold")]


def test_let_go_just_before_the_hold_time_is_a_tap() -> None:
    assert told(play(edges("back", 1.0, 1.599))) == [(1.624, "back", "tap")]


def test_a_contact_that_flickers_at_the_hold_time_still_holds() -> None:
    assert told(play(edges("ok", 1.0, 1.595, 1.605, 2.0))) == [(1.605, "ok", "hold")]


def test_up_and_down_repeat_until_let_go() -> None:
    expected = [(1.0, "tap"), (1.45, "repeat"), (1.57, "repeat"), (1.69, "repeat")]
    assert told(play(edges("down", 1.0, 1.75))) == [(at, "down", word) for at, word in expected]


@pytest.mark.parametrize("button", ["roll", "ok", "up"])
def test_bouncing_both_ways_is_one_tap(button: str) -> None:
    bounce = (1.0, 1.001, 1.0015, 1.004, 1.009, 1.1, 1.102, 1.103, 1.110, 1.120)
    assert [word for *_, word in told(play(edges(button, *bounce)))] == ["tap"]


def test_two_quick_taps_are_two() -> None:
    assert [at for at, *_ in told(play(edges("roll", 1.0, 1.04, 1.08, 1.12)))] == [1.0, 1.08]


def test_an_edge_of_a_bounce_that_is_delivered_late_is_no_press() -> None:
    gestures = Gestures(TIMING)
    gestures.feed(Edge(1.0, "roll", True))
    gestures.feed(Edge(1.1, "roll", False))
    gestures.step(1.2)
    assert gestures.feed(Edge(1.11, "roll", True)) == []
    gestures.feed(Edge(1.21, "roll", False))
    gestures.step(1.3)
    assert told(gestures.feed(Edge(1.4, "roll", True))) == [(1.4, "roll", "tap")]


def test_several_buttons_at_once_do_not_disturb_each_other() -> None:
    raw = edges("ok", 1.0, 2.0) + edges("roll", 1.1, 1.9) + edges("seat3", 1.2, 1.3)
    assert told(play(raw)) == [
        (1.1, "roll", "tap"),
        (1.2, "seat3", "tap"),
        (1.6, "ok", "hold"),
    ]


@pytest.mark.parametrize(
    ("button", "before"), [("roll", ["tap"]), ("ok", ["hold"]), ("seat1", ["tap"])]
)
def test_a_stuck_button_is_reported_and_means_nothing_until_let_go(
    button: str, before: list[str]
) -> None:
    events = told(play(edges(button, 1.0, 60.0, 70.0, 70.1)))
    words = [word for *_, word in events]
    assert words == [*before, "stuck", "free", "tap"]
    assert events[len(before)][0] == 11.0
    assert events[len(before) + 1][0] == 60.025


def test_a_stuck_repeating_button_stops_repeating() -> None:
    events = told(play(edges("up", 1.0)))
    assert events[-1] == (11.0, "up", "stuck")


def test_a_button_held_from_the_start_does_nothing_until_let_go() -> None:
    raw = [Edge(2.0, "roll", False), *edges("roll", 3.0, 3.1)]
    assert told(play(raw, held=["roll"])) == [(3.0, "roll", "tap")]


def test_a_button_held_from_the_start_and_never_let_go_is_stuck() -> None:
    assert told(play([], held=["ok"])) == [(10.0, "ok", "stuck")]


def test_nothing_is_due_while_no_button_is_down() -> None:
    gestures = Gestures(TIMING)
    assert gestures.due() is None
    gestures.feed(Edge(1.0, "ok", True))
    assert gestures.due() == 1.6
    gestures.feed(Edge(1.1, "ok", False))
    assert gestures.due() == pytest.approx(1.125)
    gestures.step(1.2)
    assert gestures.due() is None


BUTTONS = st.sampled_from(["roll", "ok", "up", "seat2"])
#: Milliseconds between the edges of a bounce; its whole length stays under the debounce time.
BOUNCES = st.lists(st.integers(1, 5), max_size=4).map(lambda gaps: gaps[: len(gaps) // 2 * 2])
#: How long a finger stays down and then up.
STAYS = st.sampled_from([60, 200, 400, 800, 3000, 12_000])
GAPS = st.integers(60, 500)


def bouncing(start: int, bounce: Sequence[int]) -> list[int]:
    """An edge at ``start``, and the edges of its bounce."""
    times = [start]
    for gap in bounce:
        times.append(times[-1] + gap)
    return times


@given(
    button=BUTTONS,
    presses=st.lists(st.tuples(STAYS, GAPS, BOUNCES, BOUNCES), min_size=1, max_size=6),
    steps=st.lists(st.integers(0, 80_000), max_size=30),
)
def test_whatever_bounces_every_press_is_exactly_one(
    button: str, presses: list[tuple[int, int, list[int], list[int]]], steps: list[int]
) -> None:
    now, times, expected = 100, [], []
    for stay, gap, closing, opening in presses:
        times += bouncing(now, closing)
        now += stay
        times += bouncing(now, opening)
        now += gap + 30
        expected.append("hold" if button == "ok" and stay > 600 else "tap")
    events = play(edges(button, *(at / 1000 for at in times)), [at / 1000 for at in steps])
    words = [word for *_, word in told(events) if word in ("tap", "hold")]
    assert words == expected


@given(
    raw=st.lists(st.tuples(st.integers(0, 30_000), BUTTONS, st.booleans()), max_size=60),
    steps=st.lists(st.integers(0, 30_000), max_size=30),
)
def test_any_edges_give_the_same_however_often_the_loop_turns(
    raw: list[tuple[int, str, bool]], steps: list[int]
) -> None:
    noise = [Edge(at / 1000, button, down) for at, button, down in sorted(raw)]
    events = play(noise)
    # In order of time; at one moment, in an order that the loop may choose.
    turning = play(noise, [at / 1000 for at in steps])
    assert sorted(map(str, turning)) == sorted(map(str, events))
    assert [event.at for event in events] == sorted(event.at for event in events)
    for button in ("roll", "ok", "up", "seat2"):
        taps = [e.at for e in events if isinstance(e, Press) and e.button == button]
        downs = sum(edge.button == button and edge.down for edge in noise)
        firsts = [
            e
            for e in events
            if isinstance(e, Press) and e.button == button and e.gesture is not Gesture.REPEAT
        ]
        assert len(firsts) <= downs
        assert all(b - a >= TIMING.debounce - 1e-9 for a, b in pairwise(taps))
