"""The computer's half of the protocol with a scripted box: every line, and what follows from it."""

from __future__ import annotations

import pytest

from hal.box.codec import frame, text_of
from hal.box.messages import About, Event
from hal.box.protocol import HEARTBEAT, REPEAT, SILENT, Phase, Protocol
from hal.interfaces import Lamp, Pattern

MEETING = "box 1 1.0.0 e66164 0000aa 1 2 rgb power"


class Script:
    """A peer that says what the test says: `hear` what the computer says, `say` the answer."""

    def __init__(self) -> None:
        self.protocol = Protocol()
        self.now = 100.0
        self.protocol.opened(self.now)

    def say(self, *texts: str) -> list[Event]:
        taken = self.protocol.receive(b"".join(map(frame, texts)), self.now)
        self.due = self.protocol.step(self.now)
        return taken

    def hear(self) -> list[str]:
        """What is said by now."""
        self.due = self.protocol.step(self.now)
        texts = [text_of(line) for line in self.protocol.take().split(b"\n")[:-1]]
        return [text for text in texts if text is not None]

    def wait(self, seconds: float) -> list[str]:
        """All that is said meanwhile."""
        end = self.now + seconds
        said = self.hear()
        while self.due is not None and self.due <= end:
            self.now = max(self.due, self.now + 1e-6)
            said += self.hear()
        self.now = end
        return said


@pytest.fixture
def script() -> Script:
    """An attached box of two seats that shows what it should."""
    script = Script()
    script.hear()
    script.say(MEETING)
    assert script.hear() == ["lamps 0 - -"]
    script.say("shown 0000aa 0 0 0")
    return script


def test_a_box_is_greeted_until_it_answers() -> None:
    script = Script()
    assert script.wait(4 * REPEAT) == ["hello 1"] * 5
    script.say(MEETING)
    assert script.protocol.phase is Phase.ATTACHED
    about = About(1, "1.0.0", "e66164", "0000aa", 1, 2, "rgb", "power")
    assert script.protocol.about == about


def test_whoever_does_not_answer_is_greeted_less_often() -> None:
    script = Script()
    script.wait(10.0)
    assert len(script.wait(10.0)) == 10


def test_without_a_port_nothing_is_said() -> None:
    script = Script()
    script.protocol.closed()
    assert script.hear() == []
    assert script.due is None


def test_the_heartbeat_is_the_whole_state_and_is_repeated_until_it_is_echoed(
    script: Script,
) -> None:
    script.wait(HEARTBEAT - 0.01)
    assert script.wait(REPEAT) == ["lamps 0 - -"]
    assert script.wait(2 * REPEAT) == ["lamps 0 - -"] * 2
    script.say("shown 0000aa 0 0 0")
    assert script.wait(HEARTBEAT - 3 * REPEAT) == []


def test_new_lamps_go_out_at_once_with_a_new_number(script: Script) -> None:
    script.protocol.show({"seat2": Lamp(Pattern.BLINK, "yellow")}, script.now)
    assert script.hear() == ["lamps 1 - bfa0"]
    assert not script.protocol.shown
    script.say("shown 0000aa 0 0 0")  # an echo of what was
    assert not script.protocol.shown
    script.say("shown 0000aa 1 0 0")
    assert script.protocol.shown
    script.protocol.show({"seat2": Lamp(Pattern.BLINK, "yellow")}, script.now)
    assert script.hear() == []


def test_a_box_that_falls_back_to_an_old_state_is_put_right(script: Script) -> None:
    script.protocol.show({"seat1": Lamp(Pattern.ON, "red")}, script.now)
    script.hear()
    script.say("shown 0000aa 1 0 0", "shown 0000aa 0 0 0")
    assert not script.protocol.shown
    assert "lamps 1 +f00 -" in script.wait(HEARTBEAT)


def test_lamps_of_seats_that_the_box_does_not_have_are_left_out(script: Script) -> None:
    script.protocol.show({"seat3": Lamp(Pattern.ON), "roll": Lamp(Pattern.ON)}, script.now)
    assert script.hear() == ["lamps 1 - -"]


def test_events_are_taken_once_in_order_and_acknowledged(script: Script) -> None:
    assert script.say("down 0000aa 1 2 0") == [Event("0000aa", 1, 2, True, 0.0)]
    assert script.hear() == ["ack 0000aa 1"]
    assert script.say("down 0000aa 1 2 50") == []
    assert script.hear() == ["ack 0000aa 1"]
    assert script.say("up 0000aa 3 2 30") == []  # number 2 is missing
    assert script.hear() == ["ack 0000aa 1"]
    taken = script.say("up 0000aa 2 2 130", "down 0000aa 3 1 30", "up 0000aa 3 1 30")
    assert [event.number for event in taken] == [2, 3]
    assert script.hear() == ["ack 0000aa 3"]
    assert taken[0].age == 0.13
    assert script.protocol.counts.presses == 2
    assert script.protocol.counts.repeated == 2


def test_a_computer_that_starts_later_takes_what_the_box_still_has() -> None:
    script = Script()
    script.say("box 1 1.0.0 e66164 0000aa 58 2 rgb power")
    assert script.say("down 0000aa 57 1 9") == []
    assert [event.number for event in script.say("down 0000aa 58 1 9")] == [58]


def test_a_box_that_starts_anew_is_greeted_anew_and_counts_from_one(script: Script) -> None:
    script.say("down 0000aa 1 2 0")
    script.wait(REPEAT)
    assert script.say("down 0000bb 1 1 0") == []
    assert "hello 1" in script.wait(REPEAT)
    script.say(MEETING.replace("aa", "bb"))
    assert [event.seat for event in script.say("down 0000bb 1 1 50")] == [1]
    # Frames of the former start that are still about change nothing.
    assert script.say("down 0000aa 1 2 0", MEETING, "down 0000bb 1 1 60") == []
    assert [event.seat for event in script.say("down 0000bb 2 2 0")] == [2]


def test_a_port_that_was_away_for_a_moment_goes_on_where_it_was(script: Script) -> None:
    script.say("down 0000aa 1 2 0")
    script.protocol.closed()
    script.wait(1.0)
    script.protocol.opened(script.now)
    assert script.hear() == ["hello 1"]
    script.say("box 1 1.0.0 e66164 0000aa 1 2 rgb power")
    assert script.say("down 0000aa 1 2 900", "up 0000aa 2 2 800")[0].number == 2


def test_half_a_line_from_before_does_not_spoil_the_first_one_afterwards(script: Script) -> None:
    script.protocol.receive(b"down 0000aa 1 2", script.now)
    script.protocol.closed()
    script.protocol.opened(script.now)
    script.say(MEETING)
    assert script.protocol.phase is Phase.ATTACHED


def test_a_box_that_falls_silent_is_greeted_again(script: Script) -> None:
    assert script.protocol.present(script.now)
    said = script.wait(SILENT + REPEAT)
    assert said[-1] == "hello 1"
    assert script.protocol.phase is Phase.GREETING
    assert not script.protocol.present(script.now)
    script.say(MEETING)
    assert script.protocol.present(script.now)


def test_another_protocol_is_named_with_both_versions_and_the_command() -> None:
    script = Script()
    script.say("box 3 3.1.4 e66164 whatever else")
    protocol = script.protocol
    assert protocol.phase is Phase.MISMATCHED
    assert not protocol.present(script.now)
    assert protocol.about is not None
    for part in ("protocol 3", "3.1.4", "protocol 1", "1.1.0", "referee box flash"):
        assert part in str(protocol.about.mismatch)
    script.hear()
    script.say("down 0000aa 1 2 0")
    assert protocol.phase is not Phase.ATTACHED
    script.say(MEETING)
    assert protocol.phase is Phase.ATTACHED


def test_a_fault_of_the_box_is_kept_until_it_is_met_anew(script: Script) -> None:
    script.say("fault config.py: pin 40 is no pin")
    assert script.protocol.fault == "config.py: pin 40 is no pin"
    script.protocol.opened(script.now)
    script.say(MEETING)
    assert script.protocol.fault == ""


@pytest.mark.parametrize(
    "text",
    [
        "", "spam", "box", "box 1", "box x 1.0.0 id", "box 1 1.0.0 id tag 1 2 rgb",
        "box 1 1.0.0 id tag -1 2 rgb power", "down", "down 0000aa 1 2", "down 0000aa x 2 0",
        "down 0000aa 1 2 0 0", "down 0000aa 1 2 99999999999", "shown 0000aa 0 0", "ack 0000aa 1",
        "hello 1",
    ],
)  # fmt: skip
def test_lines_that_a_box_does_not_say_change_nothing_and_are_counted(
    script: Script, text: str
) -> None:
    before = script.protocol.phase, script.protocol.about, script.protocol.shown
    assert script.say(text) == []
    assert (script.protocol.phase, script.protocol.about, script.protocol.shown) == before
    assert script.protocol.counts.bad_lines == 1
    assert script.protocol.counts.bad_bytes == len(frame(text))
    assert [event.number for event in script.say("down 0000aa 1 2 0")] == [1]


def test_what_the_box_has_counted_is_known(script: Script) -> None:
    script.say("shown 0000aa 0 17 3")
    assert (script.protocol.counts.box_bad, script.protocol.counts.box_missed) == (17, 3)


def test_a_flood_of_boxes_does_not_fill_the_memory(script: Script) -> None:
    for number in range(1000):
        script.say(f"box 1 1.0.0 e66164 {number:06x} 1 2 rgb power")
    assert len(script.protocol._expected) <= 16
