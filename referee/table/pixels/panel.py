"""The 128x64 picture of a screen: one function for each way of dividing the room (`Look`).

Data in, pixels out: what is said is decided elsewhere. Rows 0-9 are the title bar, the other 54
rows are the content. What stands on a screen of its own is drawn on any width (`wide`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table, Widget
from referee.table.answer.controls import CellControl
from referee.table.catalogue import Catalogue, ended
from referee.table.pixels.canvas import (
    CONTENT,
    DARK,
    SCREEN,
    TITLE,
    UP_MARK,
    Canvas,
    Rect,
    breaks,
    fitting,
    rows_of,
    wrapped,
)
from referee.table.pixels.controls import ROW, draw_control, room_of, width_of
from referee.table.pixels.dice import SMALL, draw_die
from referee.table.pixels.fonts import Font, font
from referee.table.pixels.items import Said, draw_items, height_of
from referee.table.pixels.lines import Aside, Columns, Faces, Happened, Heading, Words
from referee.table.pixels.maps import kerb_of
from referee.table.pixels.signs import CROWN, SIDE, SIGNS
from referee.table.pixels.tables import LINE
from referee.table.pixels.widgets import draw_widget, size_of
from referee.table.screen import NOTHING, Control, Look, Screen, Standing, Title

#: The sign that a part of the panel is missing: a plug pulled out.
PLUG: Final = (" #   #", " #   #", "##### ", "##### ", " ###  ", "  #  #", "  ##  ")

#: Columns that it takes.
ALARM: Final = 8


# -- the title bar -------------------------------------------------------------------------


def draw_title(canvas: Canvas, title: Title) -> None:
    width = canvas.whole.right
    canvas.fill(Rect(0, 0, width, TITLE))
    left, right = 2, width - 1
    canvas.say(Heading(title.text, title.badge, title.right, title.dice, title.aloud))
    if title.alarm:
        right -= ALARM
        canvas.art(right + 1, 1, PLUG, DARK)
        canvas.say(Aside("(!)"))
    for face in reversed(title.dice[:6]):
        right -= SMALL + 1
        draw_die(canvas, right, 0, SMALL, face, DARK)
    if title.right:
        tight = font("body").width(title.right) + _name_width(title) > right
        letters = font("small" if tight else "body")
        right -= letters.width(title.right) + 3
        canvas.ink(right + 2, 0, title.right, letters, DARK)
    if title.badge:
        width = font("bold").width(title.badge) + 4
        canvas.fill(Rect(left, 0, left + width, TITLE), DARK)
        canvas.ink(left + 2, 1, title.badge, font("bold"))
        left += width + 3
    faces = ("bold", "body", "small")
    canvas.line(Rect(left, 0, right - 1, TITLE), title.text, faces, DARK)


def _name_width(title: Title) -> int:
    """Columns of the badge and, in the smallest letters, the text."""
    return font("small").width(title.text) + font("bold").width(title.badge) + 13


def title_fits(title: Title) -> bool:
    """Whether nothing of a title without dice is cut off, in the smallest letters."""
    plug = ALARM if title.alarm else 0
    return _name_width(title) + font("small").width(title.right) + 3 + plug < SCREEN.width


# -- texts and lists ------------------------------------------------------------------------------

#: What a text to be read is written in: the first in which all of it fits.
FACES: Final = ("body", "small")

#: The same for what happened: a card is read from across the table.
CARD_FACES: Final = ("lead", "bold", *FACES)

#: Between a sentence and the space after it.
_SENTENCE_END: Final = re.compile(r"(?<=[.!?])(?=\s)")

#: The side of a dot of something that goes on, and the columns between two.
DOT: Final = 4

#: Where the text of a message stands when one row of buttons is under it.
TEXT: Final = Rect(1, CONTENT.top, CONTENT.right - 1, CONTENT.bottom - 11)


def paged(text: str, rect: Rect = TEXT) -> list[str]:
    """The text in pieces that fit the rect, one for each page: no sentence is broken that fits."""
    pages: list[str] = []
    for sentence in _SENTENCE_END.split(text):
        longer = _cut(pages[-1] + sentence if pages else sentence, rect)
        if len(longer) == 1:
            pages[-1:] = longer
        else:
            pages += _cut(sentence.strip(), rect)
    return pages


def _cut(text: str, rect: Rect) -> list[str]:
    """The text on one page, or cut where its lines end."""
    face, lines = fitting(text, FACES, rect)
    room = (rect.height - face.height) // face.line + 1
    if len(lines) <= room:
        return [text]
    return ["\n".join(lines[n : n + room]) for n in range(0, len(lines), room)]


def draw_text(canvas: Canvas, screen: Screen) -> None:
    """A text to be read (one page), and what may be done about it."""
    draw_title(canvas, screen.title)
    control = screen.control
    least, wish = room_of(control, CONTENT.width)
    room = CONTENT.height - rows_of(screen.text, "body", TEXT.width)
    rows = max(min(wish, room // 10 * 10), least)
    bottom = CONTENT.bottom - rows
    rect = Rect(
        TEXT.left, TEXT.top, TEXT.right, bottom + 1
    )  # what hangs down may touch the control
    taken = canvas.block(rect, screen.text, spread=True)
    _draw_with_note(canvas, Rect(0, bottom, CONTENT.right, CONTENT.bottom), screen)
    for dot in range(screen.step):
        left, top = TEXT.left + 2 * dot * DOT, TEXT.top + taken + DOT
        canvas.fill(Rect(left, top, left + DOT, top + DOT))
    for key in screen.unseen:
        canvas.say(key)


def _draw_card(canvas: Canvas, screen: Screen) -> None:
    """What happened, in the middle, with its drawing at the left; or a turn in drawings."""
    draw_title(canvas, screen.title)
    control, whole = screen.control, canvas.whole
    if screen.steps:
        _draw_steps(canvas, screen)
        return
    rect = replace(card_room(screen.sign, button=control is not NOTHING), right=whole.right - 1)
    if screen.sign:
        _draw_sign(canvas, Rect(0, rect.top, rect.left, rect.bottom), screen)
    face, lines = fitting(screen.text, CARD_FACES, rect)
    canvas.block(rect.below((rect.height - len(lines) * face.line) // 2), screen.text, CARD_FACES)
    row = whole.below(whole.bottom - room_of(control, whole.width)[0])
    _draw_with_note(canvas, row, screen)


#: The side of the one die, or of each of two, that stands under a drawing, and the rows between.
SIDES: Final = (16, SMALL)
UNDER: Final = 3


def _draw_sign(canvas: Canvas, rect: Rect, screen: Screen) -> None:
    """The drawing of a card, and under it the dice that decided; in its place, if it is a die."""
    dice = screen.faces if len(screen.faces) <= len(SIDES) else ()
    alone = bool(dice) and screen.sign == "dice"
    side = SIDE if alone and len(dice) == 1 else SIDES[len(dice) - 1] if dice else 0
    rows = (0 if alone else SIDE) + (side if dice else 0) + (0 if alone or not dice else UNDER)
    top = rect.top + (rect.height - rows) // 2
    if not alone:
        canvas.art((rect.width - SIDE) // 2, top, SIGNS[screen.sign])
    left = (rect.width - len(dice) * (side + 1) + 1) // 2
    for number, face in enumerate(dice):
        draw_die(canvas, left + number * (side + 1), top + rows - side, side, face)


def _draw_cover(canvas: Canvas, screen: Screen) -> None:
    """Lit all over, as no other screen is."""
    _draw_card(canvas, replace(screen, sign="secret"))
    canvas.invert(canvas.whole)
    for key in screen.unseen:
        canvas.say(key)


#: From one drawing to the next.
ON_MARK: Final = ("#    ", "##   ", "###  ", "#### ", "###  ", "##   ", "#    ")


def _draw_steps(canvas: Canvas, screen: Screen) -> None:
    """A turn from left to right: drawings, what each says below it, an arrow to the next."""
    whole, small, count = canvas.whole, font("small"), len(screen.steps)
    width, top = whole.width // count, TITLE + 2
    for number, (sign, said) in enumerate(screen.steps):
        left = whole.left + number * width
        canvas.art(left + (width - SIDE) // 2, top, SIGNS[sign])
        if number:
            canvas.art(left - 3, top + SIDE // 2 - 3, ON_MARK)
        room = Rect(left + 1, top + SIDE + 2, left + width - 1, whole.bottom - ROW)
        for row, line in enumerate(wrapped(said, small, room.width)):
            at = left + (width - small.width(line)) // 2
            canvas.ink(at, room.top + row * small.line, line, small)
            if small.width(line) > room.width or room.top + row * small.line + 7 > room.bottom:
                canvas.clipped.append(said)
    canvas.say(Words(screen.text))
    control = screen.control
    last = whole.below(whole.bottom - room_of(control, whole.width)[0])
    _draw_with_note(canvas, last, screen)


def card_room(sign: str, *, button: bool) -> Rect:
    """What a card leaves for its text."""
    rect = TEXT if button else replace(TEXT, bottom=CONTENT.bottom)
    return rect.after(SIDE + 5) if sign else rect


def _draw_with_note(canvas: Canvas, rect: Rect, screen: Screen) -> None:
    """The control, and at its right the note, which it leaves its columns."""
    small, note = font("small"), screen.note
    width = small.width(note) + 1 if note else 0
    draw_control(canvas, replace(rect, right=rect.right - width), screen.control)
    if note:
        canvas.ink(canvas.whole.right - width, SCREEN.bottom - 9, note, small)
        canvas.say(Aside(note))


def draw_listing(canvas: Canvas, screen: Screen) -> None:
    """A list under a title; at the bottom there is room for what the longest choice brings."""
    draw_title(canvas, screen.title)
    small, words = font("small"), screen.words
    told = [(offer.selected, words.said(offer.about)) for offer in screen.control.offers]
    detail = next((text for selected, text in told if selected), "")
    most = max((len(wrapped(text, small, CONTENT.width)) for _, text in told if text), default=0)
    most = min(most, 3)
    draw_control(
        canvas, CONTENT.below(1).above(most * small.line + 2 if most else 0), screen.control
    )
    if most:
        top = CONTENT.bottom - most * small.line
        canvas.dots(top - 2)
        canvas.block(Rect(0, top - 1, CONTENT.right, CONTENT.bottom), detail, ("small",))


# -- a match: rows and columns shared out by need ------------------------------------------
#
# What happened (the strip) stands at the bottom, the number that matters or a picture at the left,
# then what to do now (the prompt) and what is asked for (the control).

#: Widgets up to this width stand at the left, beside the prompt; wider ones stand over it.
NARROW: Final = 84

#: Columns of a list's line that no letter stands in.
EDGES: Final = 10

#: Rows in which maps shrink.
ICON: Final = 8


@dataclass(frozen=True, slots=True)
class _Shares:
    """How the rows of a play screen are shared out.

    ``strip``: its lines; ``face``: the prompt's; ``control``, ``wide``: rows of the control and of
    each widget that needs the whole width.
    """

    strip: int
    face: str
    control: int
    wide: tuple[int, ...] = ()


def draw_play(canvas: Canvas, content: Screen) -> None:
    """A screen of a match: whose turn, what to do, what happened, what is asked for."""
    control, catalogue = content.control, content.words
    wide, column, shares = _shared(content)
    if content.spare and shares.strip < column.last:
        rest = replace(content, strip=content.strip[:-1])
        draw_play(canvas, rest)
        return
    content = column.content
    draw_title(canvas, content.title)
    rect = CONTENT if column.tall else CONTENT.above(_strip_rows(shares.strip))
    rect = rect.below(1) if any(shares.wide) else rect
    for widget, height in zip(wide, shares.wide, strict=True):
        if height:
            draw_widget(canvas, rect.top_rows(height), widget, catalogue, control.cursor)
            rect = rect.below(height + 1)
    column.draw(canvas, Rect(0, rect.top, column.width - 3, rect.bottom), control)
    rect = Rect(column.width, rect.top, rect.right, CONTENT.bottom - _strip_rows(shares.strip))
    if column.beside:
        rect = _draw_number_beside(canvas, rect, content)
    _draw_middle(canvas, rect, content, control, shares)
    _draw_strip(canvas, content, column, shares.strip)


def _shared(content: Screen) -> tuple[list[Widget], _Column, _Shares]:
    """The widgets that need the whole width, the left column, and the rows of all."""
    if not _LATEST or _LATEST[0][0] is not content:
        _LATEST[:] = [(content, _shared_out(content))]
    return _LATEST[0][1]


#: The screen that was looked at last: whether it fits is asked before it is drawn.
_LATEST: Final[list[tuple[Screen, tuple[list[Widget], _Column, _Shares]]]] = []


def _shared_out(content: Screen) -> tuple[list[Widget], _Column, _Shares]:
    control, catalogue = content.control, content.words
    narrow, wide = _sorted(content.widgets, catalogue, CONTENT.width - width_of(control))
    columns = [_Column(variant, narrow, catalogue) for variant in (content, _over_title(content))]
    if wide:
        del columns[0]
    bare = _Column(_over_title(content), (), catalogue)
    whole = [one for one in columns if not one.cuts(control)]
    gives_way = _pictured if whole == columns else _spared
    if all(gives_way(widget, control) for widget in narrow):
        if any(isinstance(widget, Streets) for widget in narrow):
            whole = [one for one in columns if one.holds(control)]
        columns = [*whole, bare]
    if any(isinstance(widget, Map | Streets) for widget in wide):
        titled = _in_title(_over_title(content))
        columns += [_Column(titled, narrow, catalogue)] if titled is not None else []
    column, shares = _share_out(columns, control, wide, catalogue)
    sheet = content.spare and any(isinstance(widget, Grid) for widget in narrow)
    missed = shares.strip < len(column.strip) and not sheet  # a card tells what is left out
    if missed and all(_spared(widget, control) for widget in narrow):
        column, shares = _share_out([*columns, bare], control, wide, catalogue)
    return wide, column, _led(column, shares, control)


def strip_fits(content: Screen) -> bool:
    """Whether all that happened last has room on a screen of a match."""
    if not content.strip:
        return True
    _, column, shares = _shared(content)
    return shares.strip >= len(column.strip)


def _sorted(
    widgets: Sequence[Widget], catalogue: Catalogue, room: int
) -> tuple[list[Widget], list[Widget]]:
    """The widgets for the left column, and those that need the whole width.

    Dice stand over the control if the ``room`` beside it is too small for them.
    """

    def beside(widget: Widget) -> bool:
        if isinstance(widget, Map) and widget.edged and not widget.fine:
            return False
        most = min(NARROW, room - 4) if isinstance(widget, Dice) else NARROW
        return size_of(widget, catalogue, CONTENT.width)[0] <= most

    narrow = [widget for widget in widgets if beside(widget)]
    return narrow, [widget for widget in widgets if widget not in narrow]


def _spared(widget: Widget, control: Control) -> bool:
    """Whether what happened may push it off a full screen: nothing is chosen in it."""
    chosen_in = isinstance(widget, Grid | Streets) and control.cursor is not None
    return isinstance(widget, Picture | Dice | Grid | Streets) and not chosen_in


def _pictured(widget: Widget, control: Control) -> bool:
    """Whether it gives way where the control would be cut off beside it."""
    return isinstance(widget, Picture | Dice | Streets) and _spared(widget, control)


def _over_title(content: Screen) -> Screen:
    """The number that matters in the title bar, where no column can be spared for it."""
    if not (content.number or content.unit):
        return content
    title = replace(content.title, dice=(), right=f"{content.number} {content.unit}".strip())
    return replace(content, title=title, number="")


def _in_title(content: Screen) -> Screen | None:
    """Without a prompt's rows: the title bar asks the question, if need be instead of the number,
    and the sign of the piece says who is asked; ears hear the name. None where it does not fit."""
    title = content.title
    heard = (title.aloud or title.text, title.right, content.text)
    aloud = " ".join(ended(part) for part in heard if part)
    asked = (replace(title, text=content.text, dice=(), right=right, aloud=aloud)
             for right in dict.fromkeys((title.right, "")))  # fmt: skip
    found = next((title for title in asked if title_fits(title)), None)
    return replace(content, title=found, text="") if found is not None and content.text else None


def _heights(wide: Sequence[Widget], catalogue: Catalogue) -> list[tuple[int, ...]]:
    """Heights for the wide widgets, the best first; dice and pictures give way in the end."""
    steps = [list(_steps(w, size_of(w, catalogue, CONTENT.width)[1])) for w in wide]
    count = max(map(len, steps), default=1)
    return [tuple(rows[min(n, len(rows) - 1)] for rows in steps) for n in range(count)]


def _steps(widget: Widget, height: int) -> Iterator[int]:
    yield height
    if isinstance(widget, Dice):
        yield from (SMALL + 2, 0)
    elif isinstance(widget, Picture):
        yield 0
    elif isinstance(widget, Map | Streets):
        least, kerbs = (3, 2 * kerb_of(widget)) if isinstance(widget, Map) else (2, 0)
        yield from range(height - (kerbs or ICON), least * ICON - 1, -ICON)
    elif isinstance(widget, Table):
        yield from range(height - LINE, 3 * LINE - 1, -LINE)


def _share_out(
    columns: Sequence[_Column], control: Control, wide: Sequence[Widget], catalogue: Catalogue
) -> tuple[_Column, _Shares]:
    """The first sharing-out that fits. Lists shrink first, then widgets; the strip comes last.

    A column is only kept where nothing of the control is cut off beside it. A map gives its rows
    away after lists have, and after the prompt, if the title bar says what there is to do.
    """
    heights = _heights(wide, catalogue)
    tries = list(itertools.product(((True, True), (True, False), (False, False)), heights))
    if any(isinstance(widget, Map | Streets) for widget in wide):
        tries.sort(key=lambda one: heights.index(one[1]))
    for lines in range(max(column.most for column in columns), -1, -1):
        for ((whole, roomy), tall), column in itertools.product(tries, columns):
            if whole and column.width and CONTENT.width - column.width < width_of(control):
                continue
            if found := _fitted(column, control, lines, tall, roomy=roomy):
                return column, found
    return columns[-1], _Shares(0, "small", room_of(control, CONTENT.width)[0], heights[-1])


def _fitted(
    column: _Column, control: Control, lines: int, wide: tuple[int, ...], *, roomy: bool
) -> _Shares | None:
    """Shares with this column, strip and widgets; ``roomy``: more than one row of a list."""
    if lines not in column.counts:
        return None
    width = CONTENT.width - column.width
    least, wish = room_of(control, width)
    if isinstance(control, CellControl) and any(wide):
        least = wish  # a map has rows to spare for what the buttons do
    free = _free(column, lines, wide)
    if not column.tall and free < column.height:
        return None
    sizes = [rows for rows in (wish, 40, 30) if least <= rows <= wish]
    plans = [(face, rows) for face in ("body", "small") for rows in sizes]
    plans += [(face, 20) for face in ("body", "small") if least <= 20 <= wish]
    plans += [] if roomy and least < 20 <= wish else [("body", least), ("small", least)]
    for face, rows in plans:
        if _prompt_rows(column.content, face, width) + rows <= free:
            return _Shares(lines, face, rows, wide)
    return None


def _free(column: _Column, lines: int, wide: tuple[int, ...]) -> int:
    """Rows that a strip and widgets of such heights leave for the prompt and the control."""
    free = CONTENT.height - _strip_rows(lines) - sum(height + 1 for height in wide if height)
    return free - any(wide) - (font("mid").height + 1 if column.beside else 0)


def _led(column: _Column, shares: _Shares, control: Control) -> _Shares:
    """The prompt in `lead`, where no word of it is broken, and what is asked for loses no line and
    no fact gives way by it."""
    width, content = CONTENT.width - column.width, column.content
    if shares.face != "body" or breaks(content.text, font("lead"), width):
        return shares
    wish, free = room_of(control, width)[1], _free(column, shares.strip, shares.wide)
    rest = [free - _prompt_rows(content, face, width) for face in ("body", "lead")]
    if min(rest) < shares.control or min(rest) // ROW < min(wish, max(rest)) // ROW:
        return shares
    body, lead = (_facts_shown(content, rows - shares.control, width) for rows in rest)
    return replace(shares, face="lead") if lead == body else shares


def _facts_shown(content: Screen, rows: int, width: int) -> int:
    """How many facts have room in so many rows."""
    ends = itertools.accumulate(rows_of(line, "small", width) for line in content.facts)
    return sum(end <= rows for end in ends)


def _strip_rows(lines: int) -> int:
    return lines * font("small").line + 2 if lines else 0


def _prompt_rows(content: Screen, face: str, width: int) -> int:
    return rows_of(content.text, face, width)


class _Column:
    """The left column: the number that matters with its unit, then narrow widgets."""

    def __init__(self, content: Screen, narrow: Sequence[Widget], catalogue: Catalogue) -> None:
        self.content = content
        self._narrow = narrow
        self._catalogue = catalogue
        sizes = [size_of(widget, catalogue, NARROW) for widget in narrow]
        #: Whether the number stands here, or beside a tall widget over the prompt.
        self.number = bool(content.number) and sum(height for _, height in sizes) <= 16
        self.beside = bool(content.number) and not self.number
        widths = [width for width, _ in sizes]
        if self.number:
            widths += [font("big").width(content.number), font("small").width(content.unit)]
        self.width = max(widths) + 4 if widths else 0
        self.height = sum(height for _, height in sizes) + (34 if self.number and sizes else 0)
        #: So tall that a strip must stand beside it.
        self.tall = self.height > 36
        room = CONTENT.width - 1 - (self.width if self.tall else 0)
        small = font("small")
        wrapped_strip = [wrapped(text, small, room) for text in content.strip]
        self.strip = [line for lines in wrapped_strip for line in lines]
        #: Lines of what was told last.
        self.last = len(wrapped_strip[-1]) if wrapped_strip else 0
        self.most = min(len(self.strip), 4 if self.tall else 3)
        #: Numbers of its last lines with which no sentence begins in its middle; at worst any.
        ends = itertools.accumulate(map(len, reversed(wrapped_strip)), initial=0)
        whole = {count for count in ends if count <= self.most}
        self.counts = whole if self.last <= self.most else set(range(self.most + 1))

    def holds(self, control: Control) -> bool:
        """Whether the control and a whole sentence of what happened have room beside it."""
        return CONTENT.width - self.width >= width_of(control) and self.last <= self.most

    def cuts(self, control: Control) -> bool:
        """Whether a thing that may be chosen cannot be read beside it."""
        small, room = font("small"), CONTENT.width - self.width - EDGES
        return any(small.width(offer.short or offer.label) > room for offer in control.offers)

    def draw(self, canvas: Canvas, rect: Rect, control: Control) -> None:
        heights = [size_of(widget, self._catalogue, NARROW)[1] + 2 for widget in self._narrow]
        rect = rect.below(1) if rect.height > self.height else rect
        if self.number:
            rect = rect.below(self._draw_number(canvas, rect.above(sum(heights))))
        for widget, height in zip(self._narrow, heights, strict=True):
            draw_widget(canvas, rect, widget, self._catalogue, control.cursor)
            rect = rect.below(height)

    def _draw_number(self, canvas: Canvas, rect: Rect) -> int:
        content, small = self.content, font("small")
        face = font("big") if rect.height >= font("big").height else font("mid")
        unit = small.height if content.unit and rect.height >= face.height + small.height else 0
        top = rect.top + max((rect.height - face.height - unit) // 2, 0)
        canvas.ink(_centred(rect, face.width(content.number)), top, content.number, face)
        if unit:
            left = _centred(rect, small.width(content.unit))
            canvas.ink(left, top + face.height, content.unit, small)
        canvas.add_text(f"{content.number} {content.unit}".strip())
        return rect.height


def _centred(rect: Rect, width: int) -> int:
    return rect.left + (rect.width - width) // 2


def _draw_number_beside(canvas: Canvas, rect: Rect, content: Screen) -> Rect:
    """The number over the prompt; returns what is left of the rect."""
    mid, small = font("mid"), font("small")
    tight = mid.width(content.number) + 3 + small.width(content.unit) > rect.width
    face, down = (font("bold"), 8) if tight else (mid, 1)
    canvas.ink(rect.left, rect.top + down, content.number, face)
    canvas.ink(rect.left + face.width(content.number) + 3, rect.top + 7, content.unit, small)
    canvas.add_text(f"{content.number} {content.unit}".strip())
    return rect.below(mid.height + 1)


def _draw_middle(
    canvas: Canvas, rect: Rect, content: Screen, control: Control, shares: _Shares
) -> None:
    """The prompt, facts as far as there is room, and the control."""
    if content.text:
        room = rect.height - shares.control + 1  # what hangs down may touch the control
        canvas.block(rect.top_rows(room), content.text, (shares.face, "small"))
        rect = rect.below(_prompt_rows(content, shares.face, rect.width))
    for line in content.facts:
        rows = rows_of(line, "small", rect.width)
        if rect.height - rows < shares.control:
            break
        canvas.block(rect, line, ("small",))
        rect = rect.below(rows)
    draw_control(canvas, rect, control)


def _draw_strip(canvas: Canvas, content: Screen, column: _Column, shown: int) -> None:
    """What the last entry brought about. Should there be too much, the last of it: a mark says
    that more stands in the match log. Half a sentence is no help, and told to tests."""
    for text in content.strip:
        canvas.say(Happened(text))
    more = shown < len(column.strip)
    if more and column.last > shown:
        canvas.clipped.append(content.strip[0])
    if not shown:
        return
    left = column.width if column.tall else 0
    top = SCREEN.bottom - shown * font("small").line
    canvas.dots(top - 2, left)
    if more:
        canvas.art(SCREEN.right - 5, top - 3, UP_MARK)  # on the dots, over no letter
    for line in column.strip[len(column.strip) - shown :]:
        canvas.ink(left, top - 1, line, font("small"))
        top += font("small").line


# -- the end of a match ----------------------------------------------------------------------

#: Columns between two blocks of the podium, and from its names and numbers to their edges.
BESIDE: Final = 2

#: Rows by which the second, the third and everybody else stand lower than the first.
LOWER: Final = (0, 3, 5, 8)

#: Columns of a podium's block at most.
BLOCK: Final = 62

#: What a name or a score on it is written in.
PODIUM: Final = ("bold", *FACES)

#: Letters whose tails the face "mid" has no rows for: it is made for numbers.
TAILS: Final = frozenset("gjpqyçþýÿ,;")


def _draw_end(canvas: Canvas, screen: Screen) -> None:
    """Up to three stand on a podium; else, or where a name is too long for it, the places are
    listed beside a cup, of many the first ones. Below it how the match ended, and what to do."""
    draw_title(canvas, screen.title)
    rect = _content(canvas).below(1)
    for one in screen.standings:
        canvas.say(Columns((one.rank, one.name, one.score)))
    foot = room_of(screen.control, rect.width)[0]
    rows = rows_of(screen.text, "small", rect.width - 2)
    said = Rect(1, rect.bottom - foot - rows, rect.right - 1, rect.bottom - foot + 1)
    if screen.text:
        canvas.block(said, screen.text, FACES)
    rect = rect.above(foot + rows + 1)
    if not (
        _draw_winner(canvas, rect, screen.standings) or _draw_podium(canvas, rect, screen.standings)
    ):
        _draw_places(canvas, rect, screen.standings)
    draw_control(canvas, canvas.whole.below(canvas.whole.bottom - foot), screen.control)


def _draw_winner(canvas: Canvas, rect: Rect, standings: Sequence[Standing]) -> bool:
    """One alone has a place, and nothing is counted: a cup, and the name as large as it can be."""
    name = standings[0].name
    room = rect.width - SIDE - 3 * BESIDE
    if len(standings) > 1 or standings[0].score or font("small").width(name) > room:
        return False
    face = _face_for(name, ("mid", "lead", *PODIUM), room)
    left = _centred(rect, SIDE + 2 * BESIDE + face.width(name))
    canvas.art(left, rect.top + (rect.height - SIDE) // 2, SIGNS["cup"])
    top = rect.top + (rect.height - face.height) // 2
    canvas.ink(left + SIDE + 2 * BESIDE, top, name, face)
    return True


def _draw_podium(canvas: Canvas, rect: Rect, standings: Sequence[Standing]) -> bool:
    """The first in the middle, the second at the left; whether all had room."""
    count, bold = len(standings), font("bold").height
    width = min(rect.width // count, BLOCK) - BESIDE
    if (
        count > 3
        or rect.height < bold + max(LOWER) + bold + BESIDE
        or any(
            font("small").width(text) > width for one in standings for text in (one.name, one.score)
        )
    ):
        return False
    left = rect.left + (rect.width - count * (width + BESIDE)) // 2
    for place in (1, 0, 2)[:count] if count > 1 else (0,):
        one = standings[place]
        rank = int(one.rank.rstrip(".")) if one.rank[0].isdigit() else len(LOWER)
        top = rect.top + LOWER[min(rank, len(LOWER)) - 1]
        _draw_name_over(canvas, Rect(left, top, left + width, rect.bottom), one)
        block = Rect(left, top + font("bold").height + 1, left + width, rect.bottom)
        canvas.fill(block)
        score = one.score or one.rank
        faces = ("mid", *PODIUM) if block.height > font("mid").height else PODIUM
        face = _face_for(score, faces, width - 2)
        down = (block.height - face.height + 1) // 2
        canvas.ink(_centred(block, face.width(score)), block.top + down, score, face, DARK)
        left += width + BESIDE
    return True


def _draw_name_over(canvas: Canvas, rect: Rect, one: Standing) -> None:
    """A name at the top of the rect, with a crown before it if that one has won."""
    face, crown = _face_for(one.name, PODIUM, rect.width), len(CROWN[0]) + BESIDE
    columns = face.width(one.name)
    if one.won and crown + columns <= rect.width:
        canvas.art(_centred(rect, crown + columns), rect.top + 2, CROWN)
        rect = rect.after(crown)
    canvas.ink(_centred(rect, columns), rect.top, one.name, face)


def _face_for(text: str, faces: Sequence[str], width: int) -> Font:
    """The first of the faces in which the text has room in so many columns, tails and all, else
    the last."""
    if TAILS.intersection(text):
        faces = [face for face in faces if face != "mid"]
    return next((f for f in map(font, faces) if f.width(text) <= width), font(faces[-1]))


def _draw_places(canvas: Canvas, rect: Rect, standings: Sequence[Standing]) -> None:
    """One under the other, with a cup if somebody has won it; where they are too many for that, in
    two columns in their order, without numbers."""
    small, half = font("small"), rect.width // 2
    down = rect.height // small.line
    if len(standings) <= down:
        if any(one.won for one in standings):
            canvas.art(rect.right - SIDE - 1, rect.top + (rect.height - SIDE) // 2, SIGNS["cup"])
        _draw_column(canvas, Rect(rect.left, rect.top, rect.right - SIDE - 6, rect.bottom),
                     [(f"{one.rank} {one.name}", one.score) for one in standings])  # fmt: skip
        return
    down = min(down, -(-len(standings) // 2))
    shown = [(one.name, one.score) for one in standings[: 2 * down]]
    _draw_column(canvas, Rect(rect.left, rect.top, half - 3, rect.bottom), shown[:down])
    _draw_column(canvas, Rect(half + 3, rect.top, rect.right, rect.bottom), shown[down:])


def _draw_column(canvas: Canvas, rect: Rect, rows: Sequence[tuple[str, str]]) -> None:
    """Names at the left, scores at the right. A name that is too long stands whole in the ranking,
    and the winners' in the title."""
    small = font("small")
    for number, (name, score) in enumerate(rows):
        top, right = rect.top + number * small.line, rect.right - 1 - small.width(score)
        canvas.ink(right, top, score, small)
        while small.width(name) > right - rect.left - 2 * BESIDE:
            name = f"{name.removesuffix('…')[:-1]}…"
        canvas.ink(rect.left + 1, top, name, small)


# -- pages, and what only one screen shows --------------------------------------------------

#: Pixels of a module of a code; fewer are not read off a small display.
MODULE: Final = 2

#: The side of a die that is rolled, at most.
DIE: Final = 40

#: Columns of a word of `Look.MARKS`, at least.
MARK: Final = 42


def _draw_page(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    whole, lines = _content(canvas), list[Said]()
    rows = height_of(screen.items, screen.words, whole.width)
    lowest = max(rows - whole.height, 0)
    # the mode counts the rows of a narrow page; on a wider one there are fewer
    top = screen.top * lowest // screen.lowest if screen.lowest else 0
    sheet = Canvas(whole.width, lowest + whole.height)
    draw_items(sheet, screen.items, screen.words, lines)
    window = (0, top, whole.width, top + whole.height)
    canvas.picture.paste(sheet.picture.crop(window), (whole.left, whole.top))
    if top > 0:
        canvas.ink(whole.right - 6, whole.top, "▲", font("small"))
    if top < lowest:
        canvas.ink(whole.right - 6, whole.bottom - 8, "▼", font("small"))
    canvas.scrolled = sum(end <= top for _, end, _ in lines)
    canvas.lines += sheet.lines
    canvas.clipped += sheet.clipped


def _content(canvas: Canvas) -> Rect:
    """All below the title bar."""
    return canvas.whole.below(TITLE)


def _draw_name(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    mid, shown = font("mid"), screen.text + screen.note
    while mid.width(shown) > canvas.whole.width:
        shown = shown[1:]
    canvas.ink(1, CONTENT.top + 3, shown, mid)
    canvas.add_text(screen.text)
    draw_control(canvas, _content(canvas), screen.control)


def _draw_tumbling(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    faces, whole = screen.faces, _content(canvas)
    size = max(min(DIE, (whole.right - 6) // len(faces) - 3), SMALL)
    width = len(faces) * (size + 3) - 3
    left = (whole.right - width) // 2
    top = whole.top + (whole.height - size) // 2
    for number, face in enumerate(faces):
        draw_die(canvas, left + number * (size + 3), top, size, face)
    canvas.say(Faces(faces))


def _draw_count(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    big, count = font("big"), screen.number
    canvas.ink((canvas.whole.width - big.width(count)) // 2, CONTENT.top + 4, count, big)
    canvas.add_text(count)
    draw_control(canvas, _content(canvas), screen.control)


def _draw_code(canvas: Canvas, screen: Screen) -> None:
    """On a lit ground, for cameras want a light margin; beside it what is to be typed."""
    if not screen.facts:  # there is none yet
        canvas.block(canvas.whole, screen.text)
        return
    left, right = 3, canvas.whole.right
    if screen.code:
        left += canvas.whole.height
        _draw_modules(canvas, screen.code)
    title, (address, code), at = screen.title, screen.facts, screen.note
    canvas.add_text(f"{title.text} {at}".strip())
    canvas.line(Rect(left, 1, right, 11), title.text, ("bold", "body", "small"))
    canvas.add_text(address)
    for row, part in enumerate(pieces(address)):
        top = 14 + 9 * row
        canvas.line(Rect(left, top, right, top + 10), part, ("body", "small"))
    canvas.add_text(code)
    canvas.line(Rect(left, 43, right, 53), code, ("bold", "body", "small"))
    if at:
        canvas.line(Rect(left, 55, right, 63), f"{at} ▲▼", ("small",))


def pieces(address: str) -> list[str]:
    """An address in short lines: ``192.168.``, ``178.123``, ``:8080``."""
    host, colon, port = address.partition(":")
    names = host.split(".")
    half = len(names) // 2
    first, second = ".".join(names[:half]), ".".join(names[half:])
    return [line for line in (f"{first}." if first else "", second, colon + port) if line]


def _draw_modules(canvas: Canvas, modules: tuple[str, ...]) -> None:
    """A QR code in the middle of a lit square at the left edge."""
    side = SCREEN.height
    canvas.fill(Rect(0, 0, side, side))
    margin = (side - MODULE * len(modules)) // 2
    for row, line in enumerate(modules):
        for column, module in enumerate(line):
            if module == "#":
                x, y = margin + MODULE * column, margin + MODULE * row
                canvas.fill(Rect(x, y, x + MODULE, y + MODULE), 0)


def _draw_test(canvas: Canvas, screen: Screen) -> None:
    """A frame on the outermost pixels, and stripes: shows a wrong chip, and dead rows."""
    whole, small = canvas.whole, font("small")
    canvas.frame(whole)
    for left in range(4, whole.right - 4, 4):
        canvas.fill(Rect(left, 4, left + 2, 14))
    for row in range(whole.bottom - 14, whole.bottom - 4, 2):
        canvas.fill(Rect(4, row, whole.right - 4, row + 1))
    canvas.block(Rect(4, 17, whole.right - 3, 38), screen.text, ("body", "small"))
    _line(canvas, Rect(4, 38, whole.right - 3, 38 + small.height), screen.note)


def _draw_marks(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    whole, small = _content(canvas), font("small")
    columns = whole.width // MARK
    width = whole.width // columns
    for number, label in enumerate(screen.facts):
        left = number % columns * width
        top = whole.top + 1 + number // columns * small.line
        _line(canvas, Rect(left, top, left + width, top + small.line), label)
    bottom = Rect(0, whole.bottom - small.height, whole.right, whole.bottom)
    _line(canvas, bottom, screen.text)


def _line(canvas: Canvas, rect: Rect, text: str) -> None:
    canvas.line(rect, text, ("small",))
    canvas.add_text(text)


def _draw_rest(canvas: Canvas, screen: Screen) -> None:
    small, whole = font("small"), canvas.whole
    room = whole.width - small.width(screen.text), whole.height - small.height
    canvas.ink(screen.step * 37 % room[0], screen.step * 23 % room[1], screen.text, small)
    canvas.add_text(screen.text)


LOOKS: Final[Mapping[Look, Callable[[Canvas, Screen], None]]] = {
    Look.PLAY: draw_play,
    Look.TEXT: draw_text,
    Look.CARD: _draw_card,
    Look.COVER: _draw_cover,
    Look.END: _draw_end,
    Look.LIST: draw_listing,
    Look.PAGE: _draw_page,
    Look.NAME: _draw_name,
    Look.DICE: _draw_tumbling,
    Look.COUNT: _draw_count,
    Look.CODE: _draw_code,
    Look.TEST: _draw_test,
    Look.MARKS: _draw_marks,
    Look.REST: _draw_rest,
}


def draw(canvas: Canvas, screen: Screen) -> None:
    LOOKS[screen.look](canvas, screen)
