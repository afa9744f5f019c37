"""The seat box: buttons to the host, lamps from the host, over a line that may lose anything.

Theory of operation. Every press and every release is an event with a number. Events are sent until
the host acknowledges them, so none is lost; the host takes each number once, so none is doubled.
Numbers start with 1 whenever the box starts; ``tag``, drawn anew each time, tells one start from
another. The lamps are sent as a whole, with a number that is echoed: whichever line is lost, the
next one mends it. What each line means stands in docs/seat-box.md.

Nothing here waits, and nothing here knows hardware or a clock.
"""

from firmware import lights
from firmware.codec import Lines, frame, text_of
from firmware.contacts import Contacts
from firmware.version import FIRMWARE, PROTOCOL

#: Milliseconds: until events are sent again; until a silent host counts as lost; of a test by hand.
REPEAT = 50
SILENT = 3000
TEST = 60000

#: Events that are on the way at once, and that are kept for a host that does not take them.
WINDOW = 8
KEPT = 128

#: Letters of a fault that are told.
FAULT = 120

#: Bytes that wait for a line that does not take them; what is more is dropped and said again later.
WAITING = 1000


class Board:
    """What a box is made of. `firmware.pico` is the real one."""

    #: Number of seats; kind of the lamps: ``led`` or ``rgb``.
    seats = 0
    lamps = "led"
    #: The board's own name, this start's name (six hexadecimal digits), why it started.
    id = "unknown"
    tag = "000000"
    reason = "power"
    #: What is wrong with the board's configuration, in words; empty: nothing.
    fault = ""

    def read(self) -> bytes:
        """What has come from the host; never waits."""
        raise NotImplementedError

    def write(self, data: bytes) -> int:
        """Send to the host; returns how many bytes were taken, never waits."""
        raise NotImplementedError

    def closed(self) -> int:
        """The contacts that are closed; bit 0 is seat 1."""
        raise NotImplementedError

    def show(self, colours: list[tuple[int, int, int]], alive: bool) -> None:
        """Light the seats' lamps (red, green, blue, 0 to 255), and the board's own LED."""
        raise NotImplementedError

    def leave(self) -> None:
        """Stop this program, so that a new one can be put on the board."""
        raise NotImplementedError


class Box:
    """Call `step` about every millisecond."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lines = Lines()
        self._contacts = Contacts(board.closed())
        self._out = b""
        #: What the host has not acknowledged: number, seat, pressed, when.
        self.events: list[tuple[int, int, bool, int]] = []
        self._number = 0  # of the newest event
        self._told = 0  # of the newest event that was sent at least once
        self._repeated = 0  # when events were sent again last
        self._heard: int | None = None  # when the host was heard last
        self._stranger = False  # the host speaks another protocol
        self._wanted = [lights.DARK] * board.seats
        self._relight = 0  # when the lamps change
        self._testing = 0  # until when the box is tested by hand
        self._bad = 0
        self._missed = 0

    def step(self, now: int) -> int:
        """All that is due at ``now`` (milliseconds that never run backwards).

        Returns when it wants to be called again if nothing comes in and no contact changes.
        """
        for line in self._lines.receive(self._board.read()):
            self._relight = now
            self._hear(line, now)
        for seat, pressed, at in self._contacts.step(now, self._board.closed()):
            self._note(seat, pressed, at, now)
        if self._attached(now) and self.events and now - self._repeated >= REPEAT:
            self._told = self.events[0][0] - 1
            self._report(now)
        if self._out:
            self._out = self._out[self._board.write(self._out) :]
        if now >= self._relight:
            self._light(now)
        return self._due(now)

    # -- from the host ------------------------------------------------------------------------

    def _hear(self, line: bytes, now: int) -> None:
        text = text_of(line)
        if text is None:
            if not self._typed(line.strip(), now):
                self._bad += len(line) + 1
            return
        words = text.split()
        verb = words.pop(0) if words else ""
        if verb == "hello" and words and words[0].isdigit():
            self._stranger = int(words[0]) != PROTOCOL
            self._introduce()
        elif verb == "ack" and len(words) == 2 and words[1].isdigit():
            self._acknowledged(words[0], int(words[1]), now)
        elif verb == "lamps" and self._show(words):
            bad = self._bad + self._lines.lost
            self._say(f"shown {self._board.tag} {words[0]} {bad} {self._missed}")
        else:
            self._bad += len(line) + 1
            return
        self._heard = now

    def _typed(self, line: bytes, now: int) -> bool:
        """What a person may type in a terminal; returns whether it was that."""
        if line == b"?":
            self._introduce()
        elif line == b"test":
            self._testing = now + TEST
        elif line == b"repl":
            self._board.leave()
        else:
            return False
        return True

    def _introduce(self) -> None:
        board = self._board
        first = self.events[0][0] if self.events else self._number + 1
        meeting = f"box {PROTOCOL} {FIRMWARE} {board.id}"
        self._say(f"{meeting} {board.tag} {first} {board.seats} {board.lamps} {board.reason}")
        if board.fault:
            self._say("fault " + "".join(map(_plain, board.fault[:FAULT])))

    def _acknowledged(self, tag: str, number: int, now: int) -> None:
        if tag != self._board.tag or number > self._number:
            return
        while self.events and self.events[0][0] <= number:
            self.events.pop(0)
        self._report(now)

    def _show(self, words: list[str]) -> bool:
        """Take the number and the lamps; returns whether they are such."""
        wanted = words[1:]
        if len(wanted) != self._board.seats or not words[0].isdigit():
            return False
        if not all(lights.fits(word) for word in wanted):
            return False
        self._wanted = wanted
        return True

    # -- to the host --------------------------------------------------------------------------

    def _note(self, seat: int, pressed: bool, at: int, now: int) -> None:
        self._relight = min(self._relight, now)
        if now < self._testing:
            self._put(b"seat %d %s\r\n" % (seat, b"down" if pressed else b"up"))
        if len(self.events) >= KEPT:
            self._missed += 1
            return
        self._number += 1
        self.events.append((self._number, seat, pressed, at))
        if self._attached(now):
            self._report(now)

    def _report(self, now: int) -> None:
        """Send the events that have not been sent yet, as many as may be on the way."""
        if self.events and self._told < self.events[0][0]:
            self._repeated = now
        for number, seat, pressed, at in self.events[:WINDOW]:
            if number > self._told:
                self._told = number
                verb = "down" if pressed else "up"
                self._say(f"{verb} {self._board.tag} {number} {seat} {now - at}")

    def _say(self, text: str) -> None:
        self._put(frame(text))

    def _put(self, data: bytes) -> None:
        if len(self._out) <= WAITING:
            self._out += data

    # -- lamps --------------------------------------------------------------------------------

    def _attached(self, now: int) -> bool:
        return self._heard is not None and now - self._heard < SILENT and not self._stranger

    def _words(self, now: int) -> tuple[list[str], int]:
        """What the lamps show, by the host or by themselves, and until when."""
        seats = self._board.seats
        later = now + SILENT
        if now < self._testing:
            down = self._contacts.down
            words = [lights.PRESSED if down >> n & 1 else lights.DARK for n in range(seats)]
            return words, self._testing
        if self._heard is None:
            return lights.waiting(seats, now)
        if now - self._heard >= SILENT:
            return [lights.LOST] * seats, later
        if self._stranger:
            return [lights.MISMATCH] * seats, self._heard + SILENT
        return self._wanted, self._heard + SILENT

    def _light(self, now: int) -> None:
        words, until = self._words(now)
        colours, change = lights.shine(words, now)
        # The board's own LED: all the time with a host, short flashes without one.
        alive, flash = lights.lit("+" if self._attached(now) else "p", now)
        self._relight = min([end for end in (until, change, flash) if end])
        self._board.show(colours, alive)

    def _due(self, now: int) -> int:
        if self._out:
            return now + 1
        due = self._relight
        if self.events and self._attached(now):
            due = min(due, self._repeated + REPEAT)
        certain = self._contacts.due()
        return due if certain is None else min(due, certain)


def _plain(letter: str) -> str:
    """A letter as a line can carry it."""
    return letter if " " <= letter <= "~" and letter != "*" else "?"
