"""Pages of docs/ that are made from the program: ``make docs`` writes them anew.

So are the pictures that the installer tells by. A test compares them with what stands there.
"""

from __future__ import annotations

import json
from pathlib import Path

from case.template import template
from hal.chips import CHIPS, start_sequence
from hal.config import load, recommended
from hal.drawing import drawing
from hal.partial import PAGES, WIDTH, Window, pack
from referee.kernel.diagram import mermaid
from referee.kernel.game import find_game
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.pixels.canvas import CONTENT, Canvas
from referee.table.pixels.panel import draw_title
from referee.table.screen import Title
from tests.own import OWN

DOCS = Path(__file__).parent.parent / "docs"


def pages() -> dict[Path, str]:
    """Every generated page by its path."""
    flows = {DOCS / "flows" / f"{name}.md": flow_page(name) for name in OWN}
    pictures = {"wiring": drawing(recommended()), "drilling": template(load())}
    told = {DOCS.parent / "systemd/installer/notices.json": notices()}
    return {
        **flows,
        **told,
        **{DOCS / "pictures" / f"{name}.svg": svg for name, svg in pictures.items()},
    }


def notices() -> str:
    """What the installer tells on the display while the program cannot: each chip's commands, and
    pictures as its memory has them."""
    chips = {
        name: {
            "start": [bytes(command).hex() for command, _ in start_sequence(name)],
            "pages": [
                bytes(addressing.commands(Window(page, page, 0, WIDTH - 1), None)).hex()
                for page in range(PAGES)
            ],
        }
        for name, addressing in CHIPS.items()
    }
    pictures = {
        language: {
            what: pack(notice(language, what).picture).hex() for what in ("rebuilding", "unbuilt")
        }
        for language in LANGUAGES
    }
    return json.dumps({"chips": chips, "pictures": pictures}, indent=1) + "\n"


def notice(language: str, what: str) -> Canvas:
    words, canvas = Catalogue(language), Canvas()
    draw_title(canvas, Title(words("home.title")))
    canvas.block(CONTENT, words(f"bye.{what}"))
    return canvas


def flow_page(name: str) -> str:
    """The flow of a game as it is played by default."""
    game = find_game(name)
    flow = game.flow(game.complete(game.seats[0], {}))
    rows = "\n".join(
        f"| {row.source} | {row.trigger} | {' and '.join(g.__name__ for g in row.when) or '-'} "
        f"| {row.dest} | {', '.join(row.clauses)} |"
        for row in flow.rows
    )
    return (
        f"# The flow of {name}\n\n"
        "Made by `make docs` from the table that the referee executes. States are moments when the"
        " table waits\nfor somebody; `auto` rows are passed by the referee itself. Of the rows with"
        " the same state and answer\nthe first whose conditions hold is taken.\n\n"
        f"```mermaid\n{mermaid(flow)}```\n\n"
        f"| state | answer | if | then | clauses |\n|---|---|---|---|---|\n{rows}\n"
    )


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
        print(f"written: {path.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    main()
