"""The play screen: rows and columns shared out by need.

What happened (the strip) stands at the bottom, the number that matters or a picture at the left,
then what to do now (the prompt) and what is asked for (the part).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table, Widget
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import SCREEN, UP_MARK, Box, Canvas, rows_of, wrapped
from referee.table.pixels.dice import SMALL
from referee.table.pixels.fonts import font
from referee.table.pixels.screens import CONTENT, Part, Title, draw_title
from referee.table.pixels.widgets import ICON, LINE, draw_widget, size_of

#: Widgets up to this width stand at the left, beside the prompt; wider ones stand over it.
NARROW: Final = 84


@dataclass(frozen=True, slots=True)
class Look:
    """What a play screen shows, in words and widgets, besides the part."""

    title: Title
    prompt: str = ""
    big: str = ""
    unit: str = ""
    lines: tuple[str, ...] = ()
    strip: tuple[str, ...] = ()
    widgets: tuple[Widget, ...] = ()


@dataclass(frozen=True, slots=True)
class _Plan:
    """How the rows of a play screen are shared out.

    ``strip``: its lines; ``face``: the prompt's; ``part``, ``wide``: rows of the part and of
    each widget that needs the whole width.
    """

    strip: int
    face: str
    part: int
    wide: tuple[int, ...] = ()


def draw_play(canvas: Canvas, look: Look, part: Part, catalogue: Catalogue) -> None:
    """A screen of a match: whose turn, what to do, what happened, what is asked for."""
    narrow, wide = _sorted(look.widgets, catalogue, CONTENT.width - part.width)
    columns = [_Column(variant, narrow, catalogue) for variant in (look, _over_title(look))]
    if wide:
        del columns[0]
    bare = _Column(_over_title(look), (), catalogue)
    if all(isinstance(widget, Picture | Dice) for widget in narrow):
        columns.append(bare)
    if (look.big or look.unit) and any(isinstance(widget, Map | Streets) for widget in wide):
        columns.append(_Column(replace(_over_title(look), prompt=""), narrow, catalogue))
    column, plan = _plan(columns, part, wide, catalogue)
    if plan.strip < len(column.strip) and all(_spared(widget, part) for widget in narrow):
        column, plan = _plan([*columns, bare], part, wide, catalogue)
    look = column.look
    draw_title(canvas, look.title)
    box = CONTENT if column.tall else CONTENT.above(_strip_rows(plan.strip))
    box = box.below(1) if any(plan.wide) else box
    for widget, height in zip(wide, plan.wide, strict=True):
        if height:
            draw_widget(canvas, box.top_rows(height), widget, catalogue, part.cursor)
            box = box.below(height + 1)
    column.draw(canvas, Box(0, box.top, column.width - 3, box.bottom), part)
    box = Box(column.width, box.top, box.right, CONTENT.bottom - _strip_rows(plan.strip))
    if column.beside:
        box = _draw_number_beside(canvas, box, look)
    _draw_middle(canvas, box, look, part, plan)
    _draw_strip(canvas, look, column, plan.strip)


def _sorted(
    widgets: Sequence[Widget], catalogue: Catalogue, room: int
) -> tuple[list[Widget], list[Widget]]:
    """The widgets for the left column, and those that need the whole width.

    Dice stand over the part if the ``room`` beside it is too small for them.
    """

    def beside(widget: Widget) -> bool:
        most = min(NARROW, room - 4) if isinstance(widget, Dice) else NARROW
        return size_of(widget, catalogue, CONTENT.width)[0] <= most

    narrow = [widget for widget in widgets if beside(widget)]
    return narrow, [widget for widget in widgets if widget not in narrow]


def _spared(widget: Widget, part: Part) -> bool:
    """Whether what happened may push it off a full screen: nothing is chosen in it."""
    chosen_in = isinstance(widget, Grid | Streets) and part.cursor is not None
    return isinstance(widget, Picture | Dice | Grid | Streets) and not chosen_in


def _over_title(look: Look) -> Look:
    """The number that matters in the title bar, where no column can be spared for it."""
    if not (look.big or look.unit):
        return look
    title = replace(look.title, dice=(), right=f"{look.big} {look.unit}".strip())
    return replace(look, title=title, big="")


def _heights(wide: Sequence[Widget], catalogue: Catalogue) -> list[tuple[int, ...]]:
    """Heights for the wide widgets, the best first; dice give way altogether in the end."""
    steps = [list(_steps(w, size_of(w, catalogue, CONTENT.width)[1])) for w in wide]
    count = max(map(len, steps), default=1)
    return [tuple(rows[min(n, len(rows) - 1)] for rows in steps) for n in range(count)]


def _steps(widget: Widget, height: int) -> Iterator[int]:
    yield height
    if isinstance(widget, Dice):
        yield from (SMALL + 2, 0)
    elif isinstance(widget, Map | Streets):
        least = 3 if isinstance(widget, Map) else 2
        yield from range(height - ICON, least * ICON - 1, -ICON)
    elif isinstance(widget, Table):
        yield from range(height - LINE, 3 * LINE - 1, -LINE)


def _plan(
    columns: Sequence[_Column], part: Part, wide: Sequence[Widget], catalogue: Catalogue
) -> tuple[_Column, _Plan]:
    """The first sharing-out that fits. Lists shrink first, then widgets; the strip comes last.

    A column is only kept where nothing of the part is cut off beside it. A map gives its rows
    away after lists have, and after the prompt, if the title bar says what there is to do.
    """
    heights = _heights(wide, catalogue)
    tries = list(itertools.product(((True, True), (True, False), (False, False)), heights))
    if any(isinstance(widget, Map | Streets) for widget in wide):
        tries.sort(key=lambda one: heights.index(one[1]))
    for lines in range(max(column.most for column in columns), -1, -1):
        for ((whole, roomy), tall), column in itertools.product(tries, columns):
            if whole and column.width and CONTENT.width - column.width < part.width:
                continue
            if found := _fitted(column, part, lines, tall, roomy=roomy):
                return column, found
    return columns[-1], _Plan(0, "small", part.rows(CONTENT.width)[0], heights[-1])


def _fitted(
    column: _Column, part: Part, lines: int, wide: tuple[int, ...], *, roomy: bool
) -> _Plan | None:
    """A plan with this column, strip and widgets; ``roomy``: more than one row of a list."""
    width = CONTENT.width - column.width
    least, wish = part.rows(width)
    free = CONTENT.height - _strip_rows(lines) - sum(height + 1 for height in wide if height)
    free -= any(wide) + (font("mid").height + 1 if column.beside else 0)
    if not column.tall and free < column.height:
        return None
    sizes = [rows for rows in (wish, 40, 30) if least <= rows <= wish]
    plans = [(face, rows) for face in ("body", "small") for rows in sizes]
    plans += [(face, 20) for face in ("body", "small") if least <= 20 <= wish]
    plans += [] if roomy and least < 20 <= wish else [("body", least), ("small", least)]
    for face, rows in plans:
        if _prompt_rows(column.look, face, width) + rows <= free:
            return _Plan(lines, face, rows, wide)
    return None


def _strip_rows(lines: int) -> int:
    return lines * font("small").line + 2 if lines else 0


def _prompt_rows(look: Look, face: str, width: int) -> int:
    return rows_of(look.prompt, face, width)


class _Column:
    """The left column: the number that matters with its unit, then narrow widgets."""

    def __init__(self, look: Look, narrow: Sequence[Widget], catalogue: Catalogue) -> None:
        self.look = look
        self._narrow = narrow
        self._catalogue = catalogue
        sizes = [size_of(widget, catalogue, NARROW) for widget in narrow]
        #: Whether the number stands here, or beside a tall widget over the prompt.
        self.number = bool(look.big) and sum(height for _, height in sizes) <= 16
        self.beside = bool(look.big) and not self.number
        widths = [width for width, _ in sizes]
        if self.number:
            widths += [font("big").width(look.big), font("small").width(look.unit)]
        self.width = max(widths) + 4 if widths else 0
        self.height = sum(height for _, height in sizes) + (34 if self.number and sizes else 0)
        #: So tall that a strip must stand beside it.
        self.tall = self.height > 36
        room = CONTENT.width - 1 - (self.width if self.tall else 0)
        small = font("small")
        told = [wrapped(text, small, room) for text in look.strip]
        self.strip = [line for lines in told for line in lines]
        #: Lines of what was told last.
        self.last = len(told[-1]) if told else 0
        self.most = min(len(self.strip), 4 if self.tall else 3)

    def draw(self, canvas: Canvas, box: Box, part: Part) -> None:
        heights = [size_of(widget, self._catalogue, NARROW)[1] + 2 for widget in self._narrow]
        box = box.below(1) if box.height > self.height else box
        if self.number:
            box = box.below(self._draw_number(canvas, box.above(sum(heights))))
        for widget, height in zip(self._narrow, heights, strict=True):
            draw_widget(canvas, box, widget, self._catalogue, part.cursor)
            box = box.below(height)

    def _draw_number(self, canvas: Canvas, box: Box) -> int:
        look, small = self.look, font("small")
        face = font("big") if box.height >= font("big").height else font("mid")
        unit = small.height if look.unit and box.height >= face.height + small.height else 0
        top = box.top + max((box.height - face.height - unit) // 2, 0)
        canvas.ink(_centred(box, face.width(look.big)), top, look.big, face)
        if unit:
            left = _centred(box, small.width(look.unit))
            canvas.ink(left, top + face.height, look.unit, small)
        canvas.say(f"{look.big} {look.unit}".strip())
        return box.height


def _centred(box: Box, width: int) -> int:
    return box.left + (box.width - width) // 2


def _draw_number_beside(canvas: Canvas, box: Box, look: Look) -> Box:
    """The number over the prompt; returns what is left of the box."""
    mid = font("mid")
    canvas.ink(box.left, box.top + 1, look.big, mid)
    canvas.ink(box.left + mid.width(look.big) + 3, box.top + 7, look.unit, font("small"))
    canvas.say(f"{look.big} {look.unit}".strip())
    return box.below(mid.height + 1)


def _draw_middle(canvas: Canvas, box: Box, look: Look, part: Part, plan: _Plan) -> None:
    """The prompt, facts as far as there is room, and the part."""
    if look.prompt:
        room = box.height - plan.part + 1  # what hangs down may touch the part
        canvas.block(box.top_rows(room), look.prompt, (plan.face, "small"))
        box = box.below(_prompt_rows(look, plan.face, box.width))
    for line in look.lines:
        rows = rows_of(line, "small", box.width)
        if box.height - rows < plan.part:
            break
        canvas.block(box, line, ("small",))
        box = box.below(rows)
    part.draw(canvas, box)


def _draw_strip(canvas: Canvas, look: Look, column: _Column, shown: int) -> None:
    """What the last entry brought about. Should there be too much, the last of it: a mark says
    that more stands in the match log. Half a sentence is no help, and told to tests."""
    for text in look.strip:
        canvas.say(f"* {text}")
    more = shown < len(column.strip)
    if more and column.last > shown:
        canvas.clipped.append(look.strip[0])
    if not shown:
        return
    left = column.width if column.tall else 0
    top = SCREEN.bottom - shown * font("small").line
    canvas.dots(top - 2, left)
    if more:
        canvas.art(SCREEN.right - 5, top, UP_MARK)
    for line in column.strip[len(column.strip) - shown :]:
        canvas.ink(left, top - 1, line, font("small"))
        top += font("small").line
