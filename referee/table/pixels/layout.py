"""The play screen: rows and columns shared out by need.

What happened (the strip) stands at the bottom, the number that matters or a picture at the left,
then what to do now (the prompt) and what is asked for (the control).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from referee.kernel.scene import Dice, Grid, Map, Picture, Streets, Table, Widget
from referee.table.catalogue import Catalogue
from referee.table.pixels.canvas import SCREEN, UP_MARK, Canvas, Rect, rows_of, wrapped
from referee.table.pixels.dice import SMALL
from referee.table.pixels.fonts import font
from referee.table.pixels.lines import Happened
from referee.table.pixels.screens import CONTENT, Control, Title, draw_title, title_fits
from referee.table.pixels.tables import LINE
from referee.table.pixels.widgets import draw_widget, size_of

#: Widgets up to this width stand at the left, beside the prompt; wider ones stand over it.
NARROW: Final = 84

#: Rows in which maps shrink.
ICON: Final = 8


@dataclass(frozen=True, slots=True)
class PlayContent:
    """What a play screen shows, in words and widgets, besides the control.

    ``asks``: the prompt is a question about what has been chosen, which only it tells. ``spare``:
    the last sentence of the strip may be left out.
    """

    title: Title
    prompt: str = ""
    asks: bool = False
    big: str = ""
    unit: str = ""
    lines: tuple[str, ...] = ()
    strip: tuple[str, ...] = ()
    widgets: tuple[Widget, ...] = ()
    spare: bool = False


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


def draw_play(canvas: Canvas, content: PlayContent, control: Control, catalogue: Catalogue) -> None:
    """A screen of a match: whose turn, what to do, what happened, what is asked for."""
    narrow, wide = _sorted(content.widgets, catalogue, CONTENT.width - control.width)
    columns = [_Column(variant, narrow, catalogue) for variant in (content, _over_title(content))]
    if wide:
        del columns[0]
    bare = _Column(_over_title(content), (), catalogue)
    if all(_pictured(widget, control) for widget in narrow):
        if any(isinstance(widget, Streets) for widget in narrow):
            columns = [one for one in columns if one.holds(control)]
        columns.append(bare)
    told = content.big or content.unit or content.asks
    if told and any(isinstance(widget, Map | Streets) for widget in wide):
        columns.append(_Column(_in_title(_over_title(content)), narrow, catalogue))
    column, shares = _share_out(columns, control, wide, catalogue)
    if shares.strip < len(column.strip) and all(_spared(widget, control) for widget in narrow):
        column, shares = _share_out([*columns, bare], control, wide, catalogue)
    if content.spare and shares.strip < column.last:
        rest = replace(content, strip=content.strip[:-1], spare=False)
        draw_play(canvas, rest, control, catalogue)
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


def _sorted(
    widgets: Sequence[Widget], catalogue: Catalogue, room: int
) -> tuple[list[Widget], list[Widget]]:
    """The widgets for the left column, and those that need the whole width.

    Dice stand over the control if the ``room`` beside it is too small for them.
    """

    def beside(widget: Widget) -> bool:
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


def _over_title(content: PlayContent) -> PlayContent:
    """The number that matters in the title bar, where no column can be spared for it."""
    if not (content.big or content.unit):
        return content
    title = replace(content.title, dice=(), right=f"{content.big} {content.unit}".strip())
    return replace(content, title=title, big="")


def _in_title(content: PlayContent) -> PlayContent:
    """Without a prompt's rows: the title bar says what there is to do, or asks the question, if
    need be instead of the number."""
    asked = [replace(content.title, text=content.prompt, right=right)
             for right in (content.title.right, "") if content.asks]  # fmt: skip
    title = next((title for title in asked if title_fits(title)), content.title)
    return replace(content, title=title, prompt="")


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
            if whole and column.width and CONTENT.width - column.width < control.width:
                continue
            if found := _fitted(column, control, lines, tall, roomy=roomy):
                return column, found
    return columns[-1], _Shares(0, "small", control.rows(CONTENT.width)[0], heights[-1])


def _fitted(
    column: _Column, control: Control, lines: int, wide: tuple[int, ...], *, roomy: bool
) -> _Shares | None:
    """Shares with this column, strip and widgets; ``roomy``: more than one row of a list."""
    if lines not in column.counts:
        return None
    width = CONTENT.width - column.width
    least, wish = control.rows(width)
    free = CONTENT.height - _strip_rows(lines) - sum(height + 1 for height in wide if height)
    free -= any(wide) + (font("mid").height + 1 if column.beside else 0)
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


def _strip_rows(lines: int) -> int:
    return lines * font("small").line + 2 if lines else 0


def _prompt_rows(content: PlayContent, face: str, width: int) -> int:
    return rows_of(content.prompt, face, width)


class _Column:
    """The left column: the number that matters with its unit, then narrow widgets."""

    def __init__(
        self, content: PlayContent, narrow: Sequence[Widget], catalogue: Catalogue
    ) -> None:
        self.content = content
        self._narrow = narrow
        self._catalogue = catalogue
        sizes = [size_of(widget, catalogue, NARROW) for widget in narrow]
        #: Whether the number stands here, or beside a tall widget over the prompt.
        self.number = bool(content.big) and sum(height for _, height in sizes) <= 16
        self.beside = bool(content.big) and not self.number
        widths = [width for width, _ in sizes]
        if self.number:
            widths += [font("big").width(content.big), font("small").width(content.unit)]
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
        return CONTENT.width - self.width >= control.width and self.last <= self.most

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
        canvas.ink(_centred(rect, face.width(content.big)), top, content.big, face)
        if unit:
            left = _centred(rect, small.width(content.unit))
            canvas.ink(left, top + face.height, content.unit, small)
        canvas.add_text(f"{content.big} {content.unit}".strip())
        return rect.height


def _centred(rect: Rect, width: int) -> int:
    return rect.left + (rect.width - width) // 2


def _draw_number_beside(canvas: Canvas, rect: Rect, content: PlayContent) -> Rect:
    """The number over the prompt; returns what is left of the rect."""
    mid, small = font("mid"), font("small")
    tight = mid.width(content.big) + 3 + small.width(content.unit) > rect.width
    face, down = (font("bold"), 8) if tight else (mid, 1)
    canvas.ink(rect.left, rect.top + down, content.big, face)
    canvas.ink(rect.left + face.width(content.big) + 3, rect.top + 7, content.unit, small)
    canvas.add_text(f"{content.big} {content.unit}".strip())
    return rect.below(mid.height + 1)


def _draw_middle(
    canvas: Canvas, rect: Rect, content: PlayContent, control: Control, shares: _Shares
) -> None:
    """The prompt, facts as far as there is room, and the control."""
    if content.prompt:
        room = rect.height - shares.control + 1  # what hangs down may touch the control
        canvas.block(rect.top_rows(room), content.prompt, (shares.face, "small"))
        rect = rect.below(_prompt_rows(content, shares.face, rect.width))
    for line in content.lines:
        rows = rows_of(line, "small", rect.width)
        if rect.height - rows < shares.control:
            break
        canvas.block(rect, line, ("small",))
        rect = rect.below(rows)
    control.draw(canvas, rect)


def _draw_strip(canvas: Canvas, content: PlayContent, column: _Column, shown: int) -> None:
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
        canvas.art(SCREEN.right - 5, top, UP_MARK)
    for line in column.strip[len(column.strip) - shown :]:
        canvas.ink(left, top - 1, line, font("small"))
        top += font("small").line
