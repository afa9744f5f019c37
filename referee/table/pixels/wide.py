"""The 256x64 picture of a screen, for an SSD1322: beside each other what 128x64 has one under the
other.

At the left stands what there is to see or to read, at the right what is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from referee.kernel.scene import Dice, Picture, Widget
from referee.table.pixels.canvas import TITLE, UP_MARK, Canvas, Rect, rows_of, wrapped
from referee.table.pixels.controls import draw_control, room_of, width_of
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Aside, Happened
from referee.table.pixels.panel import LOOKS, draw_title
from referee.table.pixels.widgets import draw_widget, size_of
from referee.table.screen import Look, Screen

#: Columns of each half at least, and those between them.
HALF: Final = 125
GAP: Final = 4

#: What a question is written in: the first in which it leaves the rest its rows.
QUESTION: Final = ("lead", "body", "small")

#: Columns of the mark that more has happened.
MARK: Final = 6


def draw(canvas: Canvas, screen: Screen) -> None:
    _OWN.get(screen.look, LOOKS[screen.look])(canvas, screen)


def _halves(canvas: Canvas, right: int) -> tuple[Rect, Rect]:
    """What is at the left and at the right, for which so many columns are wanted."""
    whole = canvas.whole.below(TITLE + 1)
    middle = whole.right - max(HALF, min(right, whole.width - HALF - GAP))
    return Rect(0, whole.top, middle - GAP, whole.bottom), whole.after(middle)


def _draw_text(canvas: Canvas, screen: Screen) -> None:
    draw_title(canvas, screen.title)
    control, small = screen.control, font("small")
    left, right = _halves(canvas, width_of(control))
    if not room_of(control, right.width)[1]:
        left = Rect(left.left, left.top, right.right, left.bottom)
    taken = canvas.block(Rect(1, left.top, left.right, left.bottom + 1), screen.text, spread=True)
    draw_control(canvas, right, control)
    if screen.note:
        at = right.right - small.width(screen.note) - 1, right.bottom - 9
        canvas.ink(*at, screen.note, small)
        canvas.say(Aside(screen.note))
    for dot in range(screen.step):
        canvas.fill(Rect(1 + 8 * dot, left.top + taken + 4, 5 + 8 * dot, left.top + taken + 8))
    for key in screen.unseen:
        canvas.say(key)


def _draw_list(canvas: Canvas, screen: Screen) -> None:
    """The list, and beside it what the selected thing brings."""
    draw_title(canvas, screen.title)
    offers, words = screen.control.offers, screen.words
    about = next((words.said(offer.about) for offer in offers if offer.selected), "")
    if not any(offer.about for offer in offers):
        draw_control(canvas, canvas.whole.below(TITLE + 1), screen.control)
        return
    narrow, wide = _halves(canvas, width_of(screen.control))
    draw_control(canvas, Rect(0, wide.top, wide.width, wide.bottom), screen.control)
    canvas.block(Rect(wide.width + GAP, narrow.top, canvas.whole.right, narrow.bottom), about)


def _draw_play(canvas: Canvas, screen: Screen) -> None:
    """A match: at the left the number that matters and what there is to see, else what happened."""
    control, shown = screen.control, bool(screen.widgets)
    number = f"{screen.number} {screen.unit}".strip()
    title = replace(screen.title, dice=(), right=number) if number and shown else screen.title
    draw_title(canvas, title)
    left, right = _halves(canvas, width_of(control))
    if not shown:
        left = _draw_number(canvas, left, screen) if number else left
        left = _draw_question(canvas, left, screen, _told(screen, left))
        left = _draw_facts(canvas, left, screen.facts, _told(screen, left))[0]
        _draw_strip(canvas, left, screen, 0)
        draw_control(canvas, right, control)
        return
    least, told = room_of(control, right.width)[0], _told(screen, right)
    tight = rows_of(screen.text, "small", right.width) + least + told > right.height
    if tight:
        left = left.above(_draw_strip(canvas, left, screen, left.height - _told(screen, left)))
    right = _draw_question(canvas, right, screen, least if tight else least + told)
    right, facts = _draw_facts(canvas, right, screen.facts, least if tight else least + told)
    if not tight:
        right = right.above(_draw_strip(canvas, right, screen, least))
    left = _draw_widgets(canvas, left, screen.widgets, screen)
    _draw_facts(canvas, left, facts, 0)
    draw_control(canvas, right, control)


def _told(screen: Screen, rect: Rect) -> int:
    """Rows of the last sentence of what happened."""
    small = font("small")
    lines = [wrapped(said, small, rect.width - MARK) for said in screen.strip[-1:]]
    return sum(len(one) * small.line + 2 for one in lines)


def _draw_number(canvas: Canvas, rect: Rect, screen: Screen) -> Rect:
    big, small = font("big"), font("small")
    canvas.ink(rect.left, rect.top, screen.number, big)
    right = rect.left + max(big.width(screen.number), small.width(screen.unit)) + GAP
    canvas.ink(rect.left, rect.top + big.height, screen.unit, small)
    canvas.add_text(f"{screen.number} {screen.unit}".strip())
    return Rect(right, rect.top, rect.right, rect.bottom)


def _draw_widgets(canvas: Canvas, rect: Rect, widgets: Sequence[Widget], screen: Screen) -> Rect:
    """One under the other, or beside each other; dice and pictures give way. Returns what is left
    below the last of them."""
    for widget in widgets:
        width, height = size_of(widget, screen.words, rect.width)
        if height > rect.height and isinstance(widget, Dice | Picture):
            continue
        room = rect.top_rows(min(height, rect.height))
        draw_widget(canvas, room, widget, screen.words, screen.control.cursor)
        beside = rect.width - width - GAP
        if beside > width and len(widgets) > 1:
            rect = rect.after(width + GAP)
        else:
            rect = rect.below(height + 2)
    return rect


def _draw_question(canvas: Canvas, rect: Rect, screen: Screen, least: int) -> Rect:
    """The question, with so many rows left for the rest; returns what is left."""
    free = rect.height - least
    face = next((f for f in QUESTION if rows_of(screen.text, f, rect.width) <= free), "small")
    if screen.text:
        canvas.block(rect.above(max(least - 1, 0)), screen.text, (face, "small"))
        rect = rect.below(rows_of(screen.text, face, rect.width))
    return rect


def _draw_facts(
    canvas: Canvas, rect: Rect, facts: Sequence[str], least: int
) -> tuple[Rect, Sequence[str]]:
    """Facts as far as they leave so many rows; returns what is left, of the room and of them."""
    for number, fact in enumerate(facts):
        rows = rows_of(fact, "small", rect.width)
        if rect.height - rows < least:
            return rect, facts[number:]
        canvas.block(rect, fact, ("small",))
        rect = rect.below(rows)
    return rect, ()


def _draw_strip(canvas: Canvas, rect: Rect, screen: Screen, least: int) -> int:
    """What happened last, at the bottom, as much as leaves so many rows free; returns its rows.

    A mark says that there is more; half a sentence is told to tests."""
    small = font("small")
    for said in screen.strip:
        canvas.say(Happened(said))
    sentences = [wrapped(said, small, rect.width - MARK) for said in screen.strip]
    room, lines = max((rect.height - least - 2) // small.line, 0), list[str]()
    for one in reversed(sentences):
        if len(lines) + len(one) > room:
            break
        lines[:0] = one
    if sentences and not lines:
        if not screen.spare:
            canvas.clipped.append(screen.strip[-1])
        return 0
    if not lines:
        return 0
    top = rect.bottom - len(lines) * small.line
    canvas.dots(top - 2, rect.left, rect.right)
    if len(lines) < sum(map(len, sentences)):
        canvas.art(rect.right - 5, top, UP_MARK)
    for number, line in enumerate(lines):
        canvas.ink(rect.left, top - 1 + number * small.line, line, small)
    return len(lines) * small.line + 2


_OWN: Final[Mapping[Look, Callable[[Canvas, Screen], None]]] = {
    Look.PLAY: _draw_play,
    Look.TEXT: _draw_text,
    Look.LIST: _draw_list,
}
