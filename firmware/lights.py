"""What lamps show: the patterns of the panel, and what the box says by itself without a host.

A lamp is one word: ``-`` for dark, or a pattern's sign and a colour, three hexadecimal digits for
red, green and blue: ``+0f0`` is green all the time, ``bfa0`` yellow and blinking.
"""

#: Milliseconds on, off, on, off ... by the patterns' signs; ``+`` is always lit.
WAVES = {
    "b": (500, 500),
    "f": (125, 125),
    "p": (100, 1900),
    "d": (125, 125, 125, 875),
}
DARK = "-"

#: What the box says by itself: the host is lost; it speaks another protocol; a button is pressed
#: while the box is tested by hand.
LOST, MISMATCH, PRESSED = "dfa0", "ff00", "+fff"
_WANDERING = "+444"
_STRIDE = 300


def fits(word: str) -> bool:
    """Whether a word says what a lamp shall show."""
    if word == DARK:
        return True
    return (
        len(word) == 4
        and (word[0] == "+" or word[0] in WAVES)
        and all(digit in "0123456789abcdef" for digit in word[1:])
    )


def lit(sign: str, now: int) -> tuple[bool, int]:
    """Whether a lamp with this pattern is lit at a moment, and until when (0: for good)."""
    wave = WAVES.get(sign)
    if wave is None:
        return True, 0
    into = now % sum(wave)
    on = True
    for part in wave:
        if into < part:
            break
        into -= part
        on = not on
    return on, now - into + part


def colour(word: str) -> tuple[int, int, int]:
    """Red, green and blue from 0 to 255 of a lamp that is lit."""
    return (int(word[1], 16) * 17, int(word[2], 16) * 17, int(word[3], 16) * 17)


def shine(words: list[str], now: int) -> tuple[list[tuple[int, int, int]], int]:
    """How lamps with these words shine at a moment, and until when (0: for good)."""
    colours = []
    end = 0
    for word in words:
        on, until = (False, 0) if word == DARK else lit(word[0], now)
        colours.append(colour(word) if on else (0, 0, 0))
        if until and (not end or until < end):
            end = until
    return colours, end


def waiting(seats: int, now: int) -> tuple[list[str], int]:
    """The lamps of a box that waits for its first host: a dim light goes round; until when."""
    place = now // _STRIDE
    words = [_WANDERING if seat == place % seats else DARK for seat in range(seats)]
    return words, (place + 1) * _STRIDE
