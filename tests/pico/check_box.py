"""What a seat box does, on its own chip: docs/seat-box.md says all of it."""

from __future__ import annotations

import itertools
import random
import runpy

import pytest

from hal.box.protocol import Phase
from hal.interfaces import Lamp, Pattern
from tests.pico.chip import BUTTONS, CONFIG, LAMPS, VERSION, Chip, Host
from tests.pico.conftest import Plug

SEATS = range(1, len(BUTTONS) + 1)
#: Milliseconds within which a board that was plugged in runs its program.
STARTED = 2000


def tap(host: Host, seat: int, held: float = 60, after: float = 60) -> None:
    host.chip.press(seat)
    host.run(held)
    host.chip.release(seat)
    host.run(after)


def met(chip: Chip) -> Host:
    """A host that the box has introduced itself to."""
    host = Host(chip)
    host.until(lambda: host.protocol.phase is Phase.ATTACHED)
    return host


def test_a_box_that_waits_for_its_first_computer_lets_a_light_go_round_and_says_nothing(
    plug: Plug,
) -> None:
    chip = plug()
    said, seen = chip.run(STARTED), []
    for _ in range(2 * len(SEATS) * 6):
        said += chip.run(50)
        seen += [lamps for lamps in [chip.lit()] if [lamps] != seen[-1:]]
    assert said == b""
    first = seen[0][0]
    expected = [[(first - 1 + n) % len(SEATS) + 1] for n in range(len(seen))]
    assert seen == expected
    assert len(seen) >= 2 * len(SEATS)


def test_it_introduces_itself_and_says_that_it_was_plugged_in(plug: Plug) -> None:
    host = met(plug())
    about = host.protocol.about
    assert about is not None
    assert (about.firmware, about.seats, about.lamps) == (VERSION, len(SEATS), "led")
    assert about.reason == "power"
    assert host.protocol.fault == ""
    host.run(1500)
    assert host.chip.alive()


def test_each_seat_s_press_and_release_arrive_once_and_in_order(plug: Plug) -> None:
    host = met(plug())
    for seat in SEATS:
        tap(host, seat)
    assert [(event.seat, event.down) for event in host.taken] == [
        (seat, down) for seat in SEATS for down in (True, False)
    ]
    assert [event.number for event in host.taken] == list(range(1, 2 * len(SEATS) + 1))
    counts = host.protocol.counts
    assert (counts.bad_lines, counts.box_bad, counts.box_missed) == (0, 0, 0)


def test_the_lamps_show_what_the_computer_wants(plug: Plug) -> None:
    host = met(plug())
    for seat in SEATS:
        host.protocol.show({f"seat{seat}": Lamp(Pattern.ON, "green")}, host.chip.now / 1000)
        host.until(lambda: host.protocol.shown)
        host.run(5)  # the answer leaves first
        assert host.chip.lit() == [seat]


def test_no_press_is_lost_or_doubled_on_a_noisy_line(
    plug: Plug, request: pytest.FixtureRequest
) -> None:
    presses = request.config.getoption("--presses") or 300
    host = Host(plug(), rate=0.01)
    host.until(lambda: host.protocol.phase is Phase.ATTACHED)
    draw = random.Random("noise")
    pressed = [draw.choice(SEATS) for _ in range(presses)]
    for seat in pressed:
        tap(host, seat, draw.uniform(30, 60), draw.uniform(40, 80))
    host.until(lambda: len(host.taken) == 2 * presses)
    assert host.presses == pressed
    assert host.protocol.counts.bad_lines > 0


def test_presses_while_the_computer_does_not_read_arrive_when_it_does(plug: Plug) -> None:
    """The cable's end is full after a few lines; the box goes on looking at its buttons."""
    host = met(plug())
    host.chip.reading(False)
    pressed = list(SEATS) * 3
    for seat in pressed:
        tap(host, seat)
    host.chip.reading(True)
    host.until(lambda: len(host.taken) == 2 * len(pressed))
    assert host.presses == pressed
    assert host.protocol.counts.box_missed == 0
    assert host.chip.resets == []


def test_a_box_that_was_unplugged_is_another_start_and_goes_on(plug: Plug) -> None:
    host = met(plug())
    tap(host, 3)
    host.unplug()
    host.chip.replug()
    host.plug()
    host.until(lambda: host.protocol.phase is Phase.ATTACHED)
    tap(host, 5)
    assert host.presses == [3, 5]
    assert host.protocol.about is not None
    assert host.protocol.about.reason == "power"


def test_a_broken_config_is_told_over_the_line_and_drives_no_pin(plug: Plug) -> None:
    host = met(plug({"config.py": b"BUTTONS = (2, 3"}))
    host.until(lambda: host.protocol.fault != "")
    assert host.protocol.fault.startswith("config.py: SyntaxError")
    assert host.chip.lit() == []


#: An owner's edit that stops the program for good, ten seconds after it has started.
STOPS = b"""
from time import ticks_ms
from firmware.pico import Pico

BUTTONS, LAMPS, LED = (2, 3), (9, 10), "LED"
closed = Pico.closed

def stops(board):
    while ticks_ms() > 10000:
        pass
    return closed(board)

Pico.closed = stops
"""


def test_the_watchdog_bites_a_program_that_has_stopped_and_the_box_says_so(plug: Plug) -> None:
    host = met(plug({"config.py": STOPS}))
    assert host.protocol.about is not None
    host.until(lambda: host.chip.resets != [], 25)
    assert 17_000 < host.chip.now < 20_000, "eight seconds after the program stopped"
    host.plug()
    host.until(lambda: host.protocol.phase is Phase.ATTACHED)
    assert host.protocol.about.reason == "watchdog"


# -- a hand on the first seat's button while power comes -----------------------------------------


def test_a_hand_on_a_button_while_power_comes_does_not_keep_the_box_dark(plug: Plug) -> None:
    chip = plug()
    chip.press(1)
    chip.run(STARTED)
    chip.release(1)
    host = met(chip)
    tap(host, 1)
    assert host.presses == [1]


def test_the_first_seat_held_for_three_seconds_leaves_the_board_alone(plug: Plug) -> None:
    chip = plug()
    chip.press(1)
    chip.run(STARTED + 3000)
    assert chip.lit() == [1], "its lamp says: let go now"
    chip.release(1)
    assert b">>> " in chip.run(1000)


def test_a_button_that_is_stuck_costs_its_own_seat_alone(plug: Plug) -> None:
    chip = plug()
    chip.press(1)
    chip.run(STARTED + 10_000)
    host = met(chip)
    tap(host, 4)
    assert host.presses == [4]


# -- a strip of lights -----------------------------------------------------------------------------

STRIP = b"BUTTONS = (2, 3, 4)\nLAMPS = ()\nSTRIP = 16\nBRIGHTNESS = 255\nLED = None\n"


def lights(edges: list[tuple[float, int]]) -> list[tuple[int, int, int]]:
    """Red, green and blue of each light, as a WS2812 reads its line: a long pulse is a one."""
    pulses = [end - begin for (begin, level), (end, _) in itertools.pairwise(edges) if level == 1]
    ones = [pulse > 550 for pulse in pulses]
    assert all(200 < pulse < 500 or 550 < pulse < 1000 for pulse in pulses), sorted(set(pulses))
    digits = "".join(str(int(one)) for one in ones)
    values = [int(digits[n : n + 8], 2) for n in range(0, len(digits), 8)]
    return [(red, green, blue) for green, red, blue in zip(*[iter(values)] * 3, strict=True)]


def test_a_strip_of_lights_shows_the_players_colours(plug: Plug) -> None:
    chip = plug({"config.py": STRIP})
    host = met(chip)
    chip.edges(16)
    host.protocol.show({"seat2": Lamp(Pattern.ON, "green")}, chip.now / 1000)
    host.until(lambda: host.protocol.shown)
    host.run(5)
    shown = lights(chip.edges(16))
    red, green, blue = shown[-2]
    assert [shown[-3], shown[-1]] == [(0, 0, 0)] * 2
    assert green > red
    assert green > blue


def test_pins_are_those_of_the_configuration() -> None:
    given = runpy.run_path(str(CONFIG))
    assert (given["BUTTONS"], given["LAMPS"]) == (BUTTONS, LAMPS)
