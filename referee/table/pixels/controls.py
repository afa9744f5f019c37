"""What is asked for, drawn: the buttons, lists, cursors, keypads and letters of `answer`.

A control is data; how much room it wants (`room_of`, `width_of`) and how it looks (`draw_control`)
is decided here, from its fields.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from referee.kernel.text import Shaped
from referee.table.answer.controls import (
    DONE,
    AimControl,
    ButtonControl,
    ButtonsControl,
    CellControl,
    Keypad,
    Letters,
    ListControl,
    PicksControl,
    Row,
    label_of,
)
from referee.table.pixels.canvas import CONTENT, DARK, LIT, SCREEN, UP_MARK, Canvas, Rect
from referee.table.pixels.dice import SMALL, draw_die
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import KEYS, Aside, Chosen, Entered, Key, Keys, Spot
from referee.table.screen import Control, presses_to

#: Pixel rows of a line, and of letters with the buttons under them.
ROW: Final = 10
RING: Final = 29

#: Columns between a choice and the next one's button.
SPACE: Final = 2

#: Columns for a toggle's state or a seat's number, and for the marks of a list that goes on.
TICK: Final = 10
MARKS: Final = 6

DOWN_MARK: Final = ("#####", " ### ", "  #  ")
CHECK: Final = ("       #", "      ##", "#    ## ", "##  ##  ", " ####   ", "  ##    ")


def width_of(control: Control) -> int:
    """Columns that it needs so that nothing is cut off."""
    match control:
        case ButtonControl():
            small = font("small")
            return small.width(control.button.upper()) + 6 + small.width(control.label)
        case ButtonsControl():
            return max(_breadth(button, row) for button, row, _ in control.choices)
        case ListControl():
            return max(map(_line_width, control.items), default=0) + 8 + MARKS
        case PicksControl():
            return width_of(control.list)
        case Keypad():
            return CONTENT.width if control.throws else 100 if control.blanks > 1 else 64
        case Letters():
            return SCREEN.width
    return 0


def room_of(control: Control, width: int) -> tuple[int, int]:
    """Pixel rows that it needs at least, and those it would like to have."""
    match control:
        case ButtonControl() | AimControl():  # beside an aim, the map shows the other choices
            return ROW, ROW
        case ButtonsControl():
            # where rows are scarce, the second line of two works without being shown; beside a map
            # on which it shows
            lines = len(_button_lines(control, width))
            return ROW * (1 if lines == 2 and control.aims else lines), ROW * lines
        case ListControl():
            count = len(control.items)
            return min(count, 1) * ROW, min(count, 5) * ROW
        case PicksControl():
            return room_of(control.list, width)
        case CellControl():
            return 0, ROW
        case Keypad():
            lines = len(_pad_lines(control))
            if control.throws:
                return len(control.choices()) * 9, lines * 11
            return (-(-lines // 2) if width > 100 else lines) * ROW, lines * 11
        case Letters():
            return RING, RING
    return 0, 0


def draw_control(canvas: Canvas, rect: Rect, control: Control) -> None:
    match control:
        case ButtonControl():
            _draw_button(canvas, rect, control)
        case ButtonsControl():
            _draw_buttons(canvas, rect, control)
        case ListControl():
            _draw_list(canvas, rect, control)
        case PicksControl():
            _draw_list(canvas, rect, control.list)
        case CellControl():
            _draw_cell(canvas, rect, control)
        case Keypad():
            _draw_pad(canvas, rect, control)
        case Letters():
            _draw_letters(canvas, rect, control)


def _draw_key(
    canvas: Canvas, left: int, top: int, key: str, width: int = 0, *, dead: bool = False
) -> int:
    """A button's cap with its name; returns the columns it takes. ``dead``: it does nothing now,
    and has no cap."""
    small = font("small")
    inner = max(small.width(key), width)
    if not dead:
        canvas.fill(Rect(left, top, left + inner + 4, top + 9))
    at = left + 2 + (inner - small.width(key) + 1) // 2
    canvas.ink(at, top, key, small, LIT if dead else DARK)
    return inner + 6


# -- buttons -------------------------------------------------------------------------------


def _draw_button(canvas: Canvas, rect: Rect, control: ButtonControl) -> None:
    top = rect.bottom - ROW
    left = rect.left + _draw_key(canvas, rect.left, top, control.button.upper())
    fits = font("small").width(control.label) <= rect.right - left
    label = control.label if fits or not control.short else control.short
    if fits or control.button != "roll":  # beside a wide sheet: what it does, it says itself
        canvas.line(Rect(left, top, rect.right, rect.bottom), label, ("body", "small"))
    canvas.say(Key(control.button, control.label))
    canvas.touch(Rect(rect.left, top, rect.right, rect.bottom), (control.button,))


def _breadth(button: str, row: Row) -> int:
    small = font("small")
    return small.width(KEYS[button]) + 6 + small.width(_marked(row))


def _button_lines(control: ButtonsControl, width: int) -> list[list[tuple[str, Row]]]:
    """The choices in lines of as many as fit."""
    lines: list[list[tuple[str, Row]]] = [[]]
    left = width
    for button, row, _ in control.choices:
        breadth = _breadth(button, row)
        if breadth > left and lines[-1]:
            lines.append([])
            left = width
        lines[-1].append((button, row))
        left -= breadth + SPACE
    return lines


def _draw_buttons(canvas: Canvas, rect: Rect, control: ButtonsControl) -> None:
    lines = _button_lines(control, rect.width)
    shown = max(min(len(lines), rect.height // ROW), 1)
    small, top = font("small"), rect.bottom - ROW * shown
    for line in lines[:shown]:
        left = rect.left
        for button, row in line:
            end = left + _breadth(button, row)
            canvas.touch(Rect(left, top, end, top + ROW), (button,))
            left += _draw_key(canvas, left, top, KEYS[button], dead=row.grey)
            room = rect.right - left
            # what a choice is called comes before what stands beside it
            whole = row.grey or small.width(_marked(row)) <= room
            label = canvas.cut(_marked(row) if whole else row.label, small, room)
            canvas.ink(left, top, label, small)
            left += small.width(label) + SPACE
            label = row.label if row.grey else _marked(row)
            canvas.say(Key(button, label, refused=row.grey))
        top += ROW


def _marked(row: Row) -> str:
    if row.grey:
        return f"✗{row.label}"
    return f"{row.label} {row.right}" if row.right and row.right != KEYS["roll"] else row.label


# -- lists ---------------------------------------------------------------------------------


def _line_width(row: Row) -> int:
    small = font("small")
    right = small.width(row.right) + 3 if row.right else 0
    return small.width(row.short or row.label) + _tick_width(row) + right


def _tick_width(row: Row) -> int:
    mark = "✗" if row.grey else row.tick
    return max(TICK, font("body").width(mark) + 3) if mark else 0


def _draw_list(canvas: Canvas, rect: Rect, control: ListControl) -> None:
    items, at = control.items, control.at
    room = max(rect.height // ROW, 1)
    first = max(0, min(at - room // 2, len(items) - room))
    last = min(first + room, len(items))
    marks = first > 0 or last < len(items)
    right = rect.right - (MARKS if marks else 0)
    for number in range(first, last):
        top = rect.top + (number - first) * ROW
        line = Rect(rect.left, top, right, top + ROW)
        _draw_row(canvas, line, items[number], selected=number == at)
        canvas.touch(line, presses_to(at, number, len(items)))
    if first > 0:
        canvas.art(rect.right - 5, rect.top + 2, UP_MARK)
    if last < len(items):
        canvas.art(rect.right - 5, rect.top + (last - first) * ROW - 4, DOWN_MARK)
    for number, row in enumerate(items):
        canvas.say(Chosen(row.label, number == at, row.tick, row.right, refused=row.grey))


def _draw_row(canvas: Canvas, rect: Rect, row: Row, *, selected: bool) -> None:
    lit = LIT
    if row.apart:
        for x in range(rect.left, rect.right, 2):
            canvas.fill(Rect(x, rect.top, x + 1, rect.top + 1))
    if selected and (row.grey or row.apart):  # OK answers nothing here
        canvas.frame(rect.below(1) if row.apart else rect)
    elif selected:
        canvas.fill(rect)
        lit = DARK
    inner = Rect(rect.left + 4, rect.top, rect.right - 4, rect.bottom)
    small, needed = font("small"), font("small").width(row.label)
    # Where a list is narrow, what a line is called comes before what stands beside it.
    if (mark := "✗" if row.grey else row.tick) and needed <= inner.width - _tick_width(row) + 3:
        canvas.ink(inner.left, inner.top, mark, font("body"), lit)
        inner = inner.after(_tick_width(row))
    width = small.width(row.right)
    if row.right and needed <= inner.width - width - 2:
        canvas.ink(inner.right - width, inner.top + 1, row.right, small, lit)
        inner = Rect(inner.left, inner.top, inner.right - width - 2, inner.bottom)
    elif needed > inner.width:  # the margin goes before a letter does
        inner = Rect(inner.left, inner.top, rect.right, inner.bottom)
    if row.apart:
        label = row.label if needed <= inner.width or not row.short else row.short
        canvas.line(inner.below(1), label, ("small",))
    else:
        canvas.line(inner, row.label, ("body", "small"), lit)


# -- a cursor over places ------------------------------------------------------------------


def _draw_cell(canvas: Canvas, rect: Rect, control: CellControl) -> None:
    name = control.called(control.at)
    canvas.say(Spot(name, control.cell(control.at)))
    if control.hints:
        canvas.say(Aside(Key("roll", control.hints[0]).text))  # HELP tells it to ears
    if control.more:
        canvas.say(Aside(Key("back", control.more).text))
    if rect.height < ROW:
        return
    small, top, right = font("small"), rect.bottom - 9, rect.right
    if not control.named:
        right -= small.width(name) + 4
        canvas.ink(right + 3, top, name, small)
    _draw_keys(canvas, Rect(rect.left, top, right, rect.bottom), _hints(control, name))


def _hints(control: CellControl, name: str) -> list[list[tuple[str, str]]]:
    """What OK, ROLL and BACK do beside the cursor, in the wordings that there may be room for."""
    back = [("BACK", control.more)] if control.more else []
    rolls = [("ROLL", hint) for hint in control.hints]
    if control.named:  # on a map that ROLL goes on is the least of it
        takes = [("OK", does) for does in control.takes or (name,)]
        moves = [(control.moves, "")] if len(control.stops) > 1 else []
        whole = [[ok, *moves, roll, *back] for ok in takes for roll in rolls]
        return [*whole, *([ok, *moves, *back] for ok in takes), [takes[-1], *back], takes[-1:]]
    if not rolls:
        return [back, []]
    return [*([roll, *back] for roll in rolls), *([roll] for roll in rolls)]


def _draw_keys(canvas: Canvas, rect: Rect, wordings: Sequence[Sequence[tuple[str, str]]]) -> None:
    """What some buttons do, side by side, in the first wording that fits, else in the last one."""
    small, left = font("small"), rect.left
    fits = (
        keys for keys in wordings
        if sum(small.width(key) + small.width(does) + 9 for key, does in keys) <= rect.width + 3
    )  # fmt: skip
    for key, does in next(fits, wordings[-1]):
        left += _draw_key(canvas, left, rect.top, key)
        canvas.ink(left, rect.top, does, small)
        left += small.width(does) + 3


# -- dice and numbers ----------------------------------------------------------------------


def _pad_lines(pad: Keypad) -> list[tuple[str, tuple[Shaped, ...]]]:
    """The buttons and what they stand for now; no values: a die that lies askew."""
    lines = list(pad.choices().items())
    return [*lines, ("roll", ())] if pad.again and pad.group is None else lines


def _draw_pad(canvas: Canvas, rect: Rect, pad: Keypad) -> None:
    """One button under the other, or in two columns where rows are scarce.

    Throws are too long for two columns: there the die that lies askew is left out.
    """
    lines = _pad_lines(pad)
    if pad.throws and rect.height < ROW * len(lines):
        lines = list(pad.choices().items())
    columns = 1 if pad.throws or rect.height >= ROW * len(lines) else 2
    rows = -(-len(lines) // columns)
    step = min(rect.height // rows, 11)
    rect = rect.below(rect.height - step * rows + (step > ROW))  # a die has as many rows as a line
    room = rect.right - _draw_entered(canvas, rect, pad, tight=columns > 1)
    left = end = rect.left
    for number, (key, values) in enumerate(lines):
        if number == rows:
            left = end + 4
        top = rect.top + number % rows * step
        at = left + _draw_key(canvas, left, top, KEYS[key], 16 if columns == 1 else 8) + 1
        if values:
            end = max(_draw_values(canvas, at, top, values, pad, tight=columns > 1), end)
        else:
            line = Rect(at, top, room, rect.bottom)
            canvas.line(line, pad.again, ("body", "small"))
        alone = columns == 1 or number >= rows
        canvas.touch(Rect(left, top, room if alone else end, top + step), (key,))
        label = "" if values else pad.again
        canvas.say(Key(key, label, tuple(map(label_of, values))))


def _draw_values(
    canvas: Canvas, left: int, top: int, values: Sequence[Shaped], pad: Keypad, *, tight: bool
) -> int:
    """Returns the column after the last value."""
    gap = 5 if tight else 6
    room = canvas.whole.right - left - gap * (len(values) - 1)
    faces = [font(name) for name in (("body", "small") if tight else ("bold", "body", "small"))]
    label = "".join(map(label_of, values))
    face = next((face for face in faces if face.width(label) <= room), faces[-1])
    for value in values:
        if pad.dice and (not isinstance(value, tuple) or len(values) == 1):
            for die in value if isinstance(value, tuple) else (value,):
                draw_die(canvas, left, top, SMALL, die)
                left += SMALL + 3
        else:
            canvas.ink(left, top, label_of(value), face)
            left += face.width(label_of(value)) + gap
    if left > canvas.whole.right + 6:
        canvas.clipped.append(" ".join(map(label_of, values)))
    return left


def _draw_entered(canvas: Canvas, rect: Rect, pad: Keypad, *, tight: bool) -> int:
    """At the right: what has been entered, and a blank for each value to come.

    Returns the columns it takes.
    """
    if pad.blanks < 2:
        return 0
    canvas.say(Entered(tuple(map(str, pad.entered))))
    if pad.dice and not tight:
        return _draw_dice(canvas, rect, pad)
    face = font("small" if tight else "mid" if rect.height >= 22 else "bold")
    digits, missing = "".join(map(str, pad.entered)), pad.blanks - len(pad.entered)
    if pad.dice:
        digits, missing = f"{len(pad.entered)}/{pad.blanks}", 0
    step = face.width("0") + 3
    left = rect.right - face.width(digits) - step * missing - 3
    canvas.ink(left, rect.bottom - face.height - 2, digits, face)
    for number in range(missing):
        x = rect.right - step * (missing - number)
        canvas.fill(Rect(x, rect.bottom - 4, x + step - 3, rect.bottom - 2))
    return rect.right - left


def _draw_dice(canvas: Canvas, rect: Rect, pad: Keypad) -> int:
    side = 13 if pad.blanks <= 2 else SMALL
    rows = min(rect.height // (side + 1), 3)
    columns = -(-pad.blanks // rows)
    for number in range(pad.blanks):
        x = rect.right - (columns - number // rows) * (side + 2)
        y = rect.top + number % rows * (side + 1)
        if number < len(pad.entered):
            draw_die(canvas, x, y, side, pad.entered[number])
        else:
            canvas.frame(Rect(x, y, x + side, y + side), LIT)
    return columns * (side + 2)


# -- letters -------------------------------------------------------------------------------


def _draw_letters(canvas: Canvas, rect: Rect, control: Letters) -> None:
    """At the bottom of the rect: the letters, and under them the buttons."""
    _draw_ring(canvas, rect, rect.bottom - RING, control)
    top, small = rect.bottom - ROW, font("small")
    left = rect.left + _draw_key(canvas, rect.left, top, "OK")
    canvas.ink(left, top, control.take, small)
    keys = [Key("ok", control.take)]
    if control.ring[control.at] != DONE:  # there OK says it
        left = rect.left + 58 + _draw_key(canvas, rect.left + 58, top, "ROLL")
        canvas.line(Rect(left, top, rect.right, rect.bottom), control.done, ("small",))
        keys.append(Key("roll", control.done))
    canvas.say(Keys(tuple(keys)))


def _draw_ring(canvas: Canvas, rect: Rect, top: int, control: Letters) -> None:
    ring, body = control.ring, font("body")
    side = 4 if len(ring) > 8 else 0
    for step in range(-side, side + 1):
        letter = ring[(control.at + step) % len(ring)]
        x = rect.left + rect.width // 2 + step * 13  # with room for the arrows
        lit = DARK if step == 0 else LIT
        if step == 0:
            canvas.fill(Rect(x - 7, top, x + 7, top + 12))
        if letter == DONE:
            canvas.art(x - 4, top + 3, CHECK, lit)
        else:
            letter = letter.replace(" ", "_")
            canvas.ink(x - body.width(letter) // 2, top + 1, letter, body, lit)
    canvas.ink(rect.left, top + 1, "▲", font("small"))
    canvas.ink(rect.right - 7, top + 1, "▼", font("small"))
    canvas.say(Chosen(control.read(ring[control.at]), selected=True))
