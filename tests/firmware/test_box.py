"""The firmware in virtual time, with a host that says exactly what the test says."""

from __future__ import annotations

import pytest

from firmware.box import KEPT, REPEAT, SILENT, TEST, WAITING, WINDOW, Box
from firmware.codec import frame, text_of
from firmware.contacts import DEBOUNCE
from tests.boxline import TestBoard

DARK = (0, 0, 0)


class Bench:
    """A box on a table: `say` to it, look at what it `says`, press its buttons."""

    def __init__(self, seats: int = 3, contacts: int = 0) -> None:
        self.board = TestBoard(seats)
        self.board.contacts = contacts
        self.box = Box(self.board)
        self.now = 0
        self.run(0)

    def run(self, milliseconds: int) -> None:
        """Every millisecond, as a Pico does."""
        for _ in range(max(milliseconds, 1)):
            self.due = self.box.step(self.now)
            self.now += 1

    def say(self, *texts: str) -> list[str]:
        """Lines from the host; returns the answers."""
        self.board.came += b"".join(map(frame, texts))
        self.run(1)
        return self.says()

    def type(self, text: str) -> bytes:
        self.board.came += text.encode()
        self.run(1)
        return self.board.take()

    def says(self) -> list[str]:
        texts = [text_of(line) for line in self.board.take().split(b"\n")[:-1]]
        assert None not in texts
        return [text for text in texts if text is not None]

    def tap(self, seat: int) -> None:
        self.board.push(seat)
        self.run(40)
        self.board.release(seat)
        self.run(40)

    @property
    def lit(self) -> list[bool]:
        return [colour != DARK for colour in self.board.colours]


@pytest.fixture
def bench() -> Bench:
    bench = Bench()
    bench.say("hello 1")
    return bench


# -- meeting -----------------------------------------------------------------------------------


def test_it_says_nothing_until_it_is_spoken_to() -> None:
    bench = Bench()
    bench.run(5000)
    bench.tap(1)
    assert bench.says() == []


def test_it_introduces_itself() -> None:
    assert Bench().say("hello 1") == ["box 1 1.1.0 e66164 000001 1 3 rgb power"]


def test_a_host_of_another_protocol_is_answered_and_gets_nothing_else() -> None:
    bench = Bench()
    assert bench.say("hello 2") == ["box 1 1.1.0 e66164 000001 1 3 rgb power"]
    bench.tap(1)
    assert bench.says() == []
    bench.run(200)
    assert set(bench.board.colours) <= {(255, 0, 0), DARK}
    assert bench.say("hello 1")[1:] == ["down 000001 1 1 280", "up 000001 2 1 240"]


def test_what_is_wrong_with_its_configuration_is_told_in_plain_letters() -> None:
    bench = Bench()
    bench.board.fault = "config.py: caf\xe9 * 2\n" + 200 * "x"
    _, fault = bench.say("hello 1")
    assert fault.startswith("fault config.py: caf? ? 2?xxx")
    assert len(fault) < 130


# -- presses -----------------------------------------------------------------------------------


def test_presses_are_numbered_and_told_at_once(bench: Bench) -> None:
    bench.board.push(2)
    bench.run(1)
    assert bench.says() == ["down 000001 1 2 0"]


def test_a_release_is_told_when_it_is_certain(bench: Bench) -> None:
    bench.board.push(2)
    bench.say("ack 000001 1")
    bench.board.release(2)
    bench.run(DEBOUNCE)
    assert bench.says() == []
    bench.run(1)
    assert bench.says() == [f"up 000001 2 2 {DEBOUNCE}"]


def test_bouncing_is_one_press(bench: Bench) -> None:
    for _ in range(10):
        bench.board.push(1)
        bench.run(2)
        bench.board.release(1)
        bench.run(2)
    bench.run(100)
    assert {text.split()[2] for text in bench.says()} == {"1", "2"}


def test_what_is_not_acknowledged_is_said_again_and_says_how_old_it_is(bench: Bench) -> None:
    bench.board.push(1)
    bench.run(3 * REPEAT + 10)
    assert bench.says() == [f"down 000001 1 1 {n * REPEAT}" for n in range(4)]
    bench.say("ack 000001 1")
    bench.run(5 * REPEAT)
    assert bench.says() == []


def test_only_so_many_are_on_the_way_at_once(bench: Bench) -> None:
    for _ in range(WINDOW):
        bench.tap(1)
    told = {int(text.split()[2]) for text in bench.says()}
    assert told == set(range(1, WINDOW + 1))
    first, *_ = bench.say(f"ack 000001 {WINDOW - 2}")
    assert first.split()[2] == str(WINDOW + 1)


@pytest.mark.parametrize("ack", ["ack 000002 1", "ack 000001 9", "ack 000001 0", "ack 000001 x"])
def test_an_acknowledgement_of_something_else_is_none(bench: Bench, ack: str) -> None:
    bench.board.push(1)
    bench.run(1)
    bench.says()
    bench.say(ack)
    bench.run(REPEAT)
    assert bench.says() == [f"down 000001 1 1 {REPEAT}"]


def test_presses_that_nobody_fetches_are_kept_up_to_a_number_and_the_rest_counted() -> None:
    bench = Bench()
    for _ in range(KEPT // 2 + 2):
        bench.tap(1)
    about, *events = bench.say("hello 1")
    assert about.split()[5] == "1"
    assert [event.split()[2] for event in events] == [str(n + 1) for n in range(WINDOW)]
    shown = bench.say(f"ack 000001 {KEPT}", "lamps 1 - - -")[-1]
    assert shown == "shown 000001 1 0 4"
    bench.tap(2)
    assert bench.says()[0].startswith(f"down 000001 {KEPT + 1} 2 ")


def test_a_button_that_is_down_at_the_start_is_not_pressed() -> None:
    bench = Bench(contacts=0b100)
    bench.say("hello 1")
    bench.run(500)
    assert bench.says() == []
    bench.board.release(3)
    bench.run(50)
    assert bench.says()[0].startswith("up 000001 1 3 ")


# -- lamps -------------------------------------------------------------------------------------


def test_lamps_show_what_the_host_wants_and_it_is_echoed(bench: Bench) -> None:
    assert bench.say("lamps 7 +0f0 - bfb0") == ["shown 000001 7 0 0"]
    assert bench.board.colours[:2] == [(0, 255, 0), DARK]
    blinks = []
    for n in range(40):
        blinks.append(bench.board.colours[2])
        bench.run(25)
        if n % 20 == 0:
            bench.say("lamps 7 +0f0 - bfb0")
    assert set(blinks) == {(255, 187, 0), DARK}
    assert 18 <= blinks.count(DARK) <= 22


@pytest.mark.parametrize(
    "text", ["lamps 1 - -", "lamps 1 - - - -", "lamps x - - -", "lamps 1 - - +00", "lamps", "spam"]
)
def test_lines_that_make_no_sense_change_nothing_and_are_counted(bench: Bench, text: str) -> None:
    bench.say("lamps 1 +f00 - -")
    assert bench.say(text) == []
    assert bench.board.colours[0] == (255, 0, 0)
    bad = len(frame(text))
    assert bench.say("lamps 2 +f00 - -") == [f"shown 000001 2 {bad} 0"]


def test_without_a_host_a_light_goes_round() -> None:
    bench = Bench()
    seen = set()
    for _ in range(40):
        assert sum(bench.lit) == 1
        seen.add(bench.lit.index(True))
        bench.run(25)
    assert seen == {0, 1, 2}


def test_a_host_that_falls_silent_is_lost_until_it_speaks_again(bench: Bench) -> None:
    bench.say("lamps 1 +0f0 - -")
    bench.run(SILENT - 2)
    assert bench.lit == [True, False, False]
    seen = set()
    for _ in range(100):
        bench.run(25)
        seen.add(tuple(bench.lit))
    assert seen == {(True,) * 3, (False,) * 3}
    bench.say("lamps 1 +0f0 - -")
    assert bench.lit == [True, False, False]


def test_a_press_while_the_host_is_away_is_told_when_it_is_back(bench: Bench) -> None:
    bench.run(SILENT)
    bench.says()
    bench.board.push(1)
    bench.run(500)
    assert bench.says() == []
    assert bench.say("ack 000001 0") == ["down 000001 1 1 500"]


def test_the_boards_own_led_is_lit_with_a_host_and_flashes_without() -> None:
    bench = Bench()
    seen = []
    for _ in range(80):
        seen.append(bench.board.alive)
        bench.run(25)
    assert 0 < seen.count(True) < 10
    bench.say("hello 1")
    for _ in range(80):
        assert bench.board.alive
        bench.run(25)


def test_it_may_sleep_until_it_says(bench: Bench) -> None:
    """A simulation that only steps when the box wants it sees the same."""
    bench.say("lamps 1 bf00 d0f0 -")
    shown = bench.board.colours
    for _ in range(SILENT):
        due = bench.due
        assert due >= bench.now
        bench.run(1)
        if bench.board.colours != shown:
            break
    assert bench.now - 1 == due


# -- a line that does not take everything ------------------------------------------------------


def test_a_line_that_is_full_stops_nothing_and_gets_whole_lines_later(bench: Bench) -> None:
    bench.board.room = 0
    for _ in range(200):
        bench.tap(1)
    bench.board.room = 7
    bench.run(WAITING)
    whole = bench.board.take()
    assert len(whole) > WAITING
    assert all(text_of(line) for line in whole.split(b"\n")[:-1])


# -- by hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_person_may_ask_who_it_is(end: str) -> None:
    said = Bench().type("?" + end)
    assert text_of(said[:-1]) == "box 1 1.1.0 e66164 000001 1 3 rgb power"


def test_a_person_may_try_the_buttons_and_lamps() -> None:
    bench = Bench()
    bench.type("test\n")
    assert bench.lit == [False] * 3
    bench.board.push(2)
    bench.run(10)
    assert bench.lit == [False, True, False]
    bench.board.release(2)
    bench.run(50)
    assert bench.lit == [False] * 3
    assert bench.board.take() == b"seat 2 down\r\nseat 2 up\r\n"
    bench.run(TEST)
    assert sum(bench.lit) == 1  # it waits again


def test_a_person_may_end_the_program() -> None:
    bench = Bench()
    bench.type("repl\n")
    assert bench.board.left


def test_noise_does_not_end_it(bench: Bench) -> None:
    bench.type("rep\x00l\n\x03\x03repl")
    assert not bench.board.left
