"""What the box knows by itself is what the panel knows: debouncing, patterns, versions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import box, lights, version
from firmware.contacts import DEBOUNCE, Contacts
from hal.box import messages, protocol
from hal.gestures import REACTIONS, Gestures, Reaction, Timing
from hal.interfaces import Edge, Lamp, Pattern, Press
from hal.lamps import COLOURS, WAVES
from hal.lamps import lit as panel_lit

#: Milliseconds between two changes of a contact: bouncing, pressing, holding, stuck.
GAPS = st.integers(1, 40) | st.integers(1, 900) | st.just(11_000)


def edges_of(gaps: list[int]) -> list[tuple[int, bool]]:
    """A contact that closes and opens in turn."""
    moments = [sum(gaps[: n + 1]) for n in range(len(gaps))]
    return [(at, n % 2 == 0) for n, at in enumerate(moments)]


def filtered(edges: list[tuple[int, bool]], held: bool = False) -> list[tuple[int, bool]]:
    """What a box reports of these edges, looking every millisecond that matters."""
    contacts = Contacts(int(held))
    events = []
    looks = {at: down for at, down in edges}
    last = edges[-1][0] if edges else 0
    closed = held
    for now in sorted({*looks, *(at + DEBOUNCE for at in looks), last + 1000}):
        closed = looks.get(now, closed)
        events += contacts.step(now, int(closed))
    return [(at, down) for _, down, at in events]


def presses(edges: list[tuple[int, bool]], reaction: Reaction, held: bool = False) -> list[Press]:
    """What the panel makes of edges (milliseconds)."""
    gestures = Gestures(reactions={"b": reaction})
    gestures.start(["b"] if held else [], 0.0)
    found = [e for at, down in edges for e in gestures.feed(Edge(at / 1000, "b", down))]
    found += gestures.step(1e6)
    return [event for event in found if isinstance(event, Press)]


@given(st.lists(GAPS, max_size=30), st.booleans())
def test_a_press_is_the_same_whether_the_contact_is_the_boxs_or_the_panels(
    gaps: list[int], held: bool
) -> None:
    edges = edges_of(gaps)
    if held:
        edges = [(at, not down) for at, down in edges]
    panel = presses(edges, Reaction.NOTHING, held)
    assert presses(filtered(edges, held), Reaction.NOTHING, held) == panel


@given(st.lists(GAPS, max_size=30))
def test_holding_means_the_same_too(gaps: list[int]) -> None:
    edges = edges_of(gaps)
    kinds = [press.gesture for press in presses(edges, Reaction.HOLD)]
    assert [press.gesture for press in presses(filtered(edges), Reaction.HOLD)] == kinds


def test_seats_have_no_other_meaning_that_a_report_after_the_release_could_spoil() -> None:
    assert not any(name.startswith("seat") for name in REACTIONS)


def test_a_button_that_is_down_at_the_start_means_nothing_until_it_is_let_go() -> None:
    contacts = Contacts(0b10)
    assert contacts.step(5, 0b10) == []
    assert contacts.step(10, 0b00) == []
    assert contacts.step(40, 0b00) == [(2, False, 10)]
    assert contacts.step(50, 0b11) == [(1, True, 50), (2, True, 50)]


def test_the_box_debounces_as_long_as_the_panel() -> None:
    assert Timing().debounce == DEBOUNCE / 1000


def test_the_waves_are_the_panels() -> None:
    signs = {messages.lamp(Lamp(pattern))[0]: wave for pattern, wave in WAVES.items()}
    assert signs == lights.WAVES


@given(st.sampled_from(sorted(Pattern, key=str)), st.integers(0, 10**6))
def test_a_lamp_is_lit_when_the_panels_would_be(pattern: Pattern, now: int) -> None:
    word = messages.lamp(Lamp(pattern))
    (shining,), until = lights.shine([word], now)
    assert any(shining) is panel_lit(pattern, now / 1000)
    if until:
        assert until > now
        assert any(lights.shine([word], until - 1)[0][0]) is any(shining)
        assert any(lights.shine([word], until)[0][0]) is not any(shining)


@pytest.mark.parametrize("colour", COLOURS)
def test_every_lamp_of_the_panel_can_be_said(colour: str) -> None:
    for pattern in Pattern:
        assert lights.fits(messages.lamp(Lamp(pattern, colour)))


@pytest.mark.parametrize("word", ["", "+", "+00", "+00g", "x000", "+0000", "--", "+00F"])
def test_other_words_are_no_lamps(word: str) -> None:
    assert not lights.fits(word)


def test_versions_and_times_are_the_same_on_both_sides() -> None:
    assert (version.PROTOCOL, version.FIRMWARE) == (messages.PROTOCOL, messages.FIRMWARE)
    assert box.SILENT / 1000 == protocol.SILENT
