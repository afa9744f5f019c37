"""The panel's face in a terminal: all its widgets, where they stand and what they show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from PIL import Image
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Container
from textual.widget import Widget

from sim.board import SimBoard
from sim.terminal_layout import DOTS, FRAMED, Art, Layout, Place, arts, lay_out
from sim.terminal_parts import Picture, PushButton, Shown, Texts, fitted, lamp, newest, shortened


class View(Enum):
    """What stands where the picture is."""

    PICTURE = "picture"
    WORDS = "words"
    DOTS = "dots"


class Face(Container):
    """``log`` gives what has happened, ``names`` those of the players by their seats."""

    DEFAULT_CSS = """
    Face { width: 100%; height: 100%; background: #2a2f37; color: #c4c9d0; }
    Face > * { position: absolute; }
    #picture { color: #c4e8ff; background: #04080e; }
    PushButton { background: #15181d; color: #dee2e8; content-align: center middle;
                 text-align: center; }
    PushButton.down { background: #d0d4d8; color: #000000; }
    #button-roll { background: #a92f24; color: #ffffff; text-style: bold; }
    #button-roll.lit { background: #ff5140; }
    #button-roll.down { background: #ffd0c8; color: #000000; }
    #hint { color: #a0a8b4; background: #1b1f25; padding: 0 1; }
    #hint.ghost { color: #000000; background: #ffd75f; text-style: bold; }
    #log, #words { background: #1b1f25; padding: 0 1; }
    #log.framed, #words.framed { border: round #6c7482; border-title-color: #c4c9d0; }
    """

    def __init__(
        self, board: SimBoard, log: Callable[[], Sequence[str]],
        names: Callable[[], Sequence[str]], environ: Mapping[str, str],
    ) -> None:  # fmt: skip
        super().__init__(id="panel")
        self._board = board
        self._happened = log
        self._names = names
        self._pixels = board.config.display.size
        self._arts = arts(environ, self._pixels)
        self._buttons = list(board.config.buttons)
        seats = [name for name in self._buttons if name.startswith("seat")]
        self._seats = [name.removeprefix("seat") for name in seats]
        self._view = View.PICTURE
        self._layout: Layout | None = None
        self._laid_out: tuple[int, int, View] | None = None
        self._painted: dict[str, str | Text] = {}
        self._drawn: tuple[Art, bytes] | None = None
        self._said: object = None
        self._lit = False

    def compose(self) -> ComposeResult:
        yield Picture(id="picture")
        yield from map(PushButton, self._buttons)
        for seat in self._seats:
            yield Shown(id=f"lamp{seat}")
            yield Shown(id=f"name{seat}")
        yield Shown(id="words")
        yield Shown(id="log")
        yield Shown(id="hint")

    # -- where everything stands -----------------------------------------------------------

    def turn(self) -> None:
        """The next view."""
        views = list(View)
        self._view = views[(views.index(self._view) + 1) % len(views)]

    def fit(self, width: int, height: int) -> bool:
        """Move everything to where it stands in a terminal of this size; False: it is too small."""
        wanted = (width, height, self._view)
        if wanted != self._laid_out:
            known = (DOTS.of(self._pixels),) if self._view is View.DOTS else self._arts
            seats = [f"seat{seat}" for seat in self._seats]
            self._laid_out, self._layout = wanted, lay_out(width, height, seats, known)
            places = self._layout.places if self._layout is not None else {}
            for widget in self.children:
                self._put(widget, places.get((widget.id or "").removeprefix("button-")))
        return self._layout is not None

    def _put(self, widget: Widget, place: Place | None) -> None:
        widget.display = place is not None
        if place is not None:
            widget.styles.offset = (place.left, place.top)
            widget.styles.width, widget.styles.height = place.width, place.height
            widget.set_class(widget.id in ("log", "words") and place.height >= FRAMED, "framed")

    def pixel(self, column: int, row: int) -> tuple[int, int] | None:
        """The panel's pixel at a character of the picture; None: pixels are not shown."""
        art = self._layout.art if self._layout is not None else None
        return art.pixel(column, row) if art is not None and self._view is not View.WORDS else None

    # -- what it shows ---------------------------------------------------------------------

    def paint(self, texts: Texts, now: float, words: str) -> None:
        """Show the panel as it is now; ``words`` are those of its screen."""
        if self._layout is None:
            return
        places, art = self._layout.places, self._layout.art
        if art is not None and self._view is not View.WORDS:
            self._draw(art, self._board.picture())
        else:
            place, self._drawn = places["picture"], None
            self._update("picture", fitted(words, place.width, place.height))
        self._light_roll()
        self._paint_seats(places, texts, now)
        said = (self._layout, texts, words, tuple(self._happened()))
        if said != self._said:
            self._said = said
            self._paint_lines(places, texts, words)

    def _draw(self, art: Art, picture: Image.Image) -> None:
        pixels = (art, picture.tobytes())
        if pixels != self._drawn:
            self._drawn = pixels
            self._update("picture", art.draw(picture))

    def _paint_lines(self, places: Mapping[str, Place], texts: Texts, words: str) -> None:
        for button in self._buttons:
            widget = self.query_one(f"#button-{button}", PushButton)
            self._update(f"button-{button}", widget.label(places[button].height, texts))
        if (inside := self._inside("words", places, texts)) is not None:
            self._update("words", fitted(words, *inside))
        if (inside := self._inside("log", places, texts)) is not None:
            self._update("log", newest(self._happened(), *inside))

    def tell(self, hint: str, *, ghostly: bool) -> None:
        if self._painted.get("hint") != hint:
            self.query_one("#hint").set_class(ghostly, "ghost")
            self._update("hint", hint)

    def show(self, button: str, down: bool) -> None:
        self.query_one(f"#button-{button}", PushButton).show(down)

    def _light_roll(self) -> None:
        lit = "roll" in self._board.config.lamps and self._board.lamp("roll") is not None
        if lit is not self._lit:
            self._lit = lit
            self.query_one("#button-roll").set_class(lit, "lit")

    def _paint_seats(self, places: Mapping[str, Place], texts: Texts, now: float) -> None:
        names = self._names()
        for number, seat in enumerate(self._seats):
            if f"seat{seat}" in self._board.config.lamps:
                room = places[f"lamp{seat}"].width
                self._update(f"lamp{seat}", lamp(self._board, texts, seat, now, room))
            name = names[number] if number < len(names) else ""
            self._update(f"name{seat}", shortened(name, places[f"name{seat}"].width))

    def _inside(
        self, name: str, places: Mapping[str, Place], texts: Texts
    ) -> tuple[int, int] | None:
        """Columns and rows that lines have, without a frame; None: they are not shown."""
        if (place := places.get(name)) is None:
            return None
        widget = self.query_one(f"#{name}")
        if widget.border_title != texts(name):  # else it would be drawn anew each time
            widget.border_title = texts(name)
        edge = 2 if place.height >= FRAMED else 0
        return place.width - 2 - edge, place.height - edge

    def _update(self, name: str, content: str | Text) -> None:
        if self._painted.get(name) != content:
            self._painted[name] = content
            # As Text: in a plain string, brackets would be read as markup.
            text = Text(content) if isinstance(content, str) else content
            self.query_one(f"#{name}", Shown).put(text)
