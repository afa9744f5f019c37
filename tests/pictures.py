"""Pictures of docs/ that are made from the program: ``make pictures`` draws them anew.

Of every game all screens in both languages, a sheet for each state of its flow, and a page that
shows them; and for the README a film of the box, a still of it, and a screen of every game. A test
compares them with what stands in docs/.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from PIL import Image

from referee.kernel.game import Game, find_game
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.testing.gallery import Shot, gallery, tour
from referee.testing.screens import MATCHES
from tests import film
from tests.moments import moment, wide_moment
from tests.own import OWN

DOCS: Final = Path(__file__).parent.parent / "docs"
SCREENS: Final = DOCS / "screens"
PICTURES: Final = DOCS / "pictures"

#: Seconds after which the film is stopped for the still of the box.
STILL: Final = 4.5

#: What the sheets of the screens outside of matches are called.
OUTSIDE: Final = "home"

#: A sheet: screens in a row, pixels a pixel of the screen, black around a screen, between two.
COLUMNS, SCALE, RIM, GAP = 4, 2, 4, 6

#: So many of one sort are shown; what is left out differs in details only.
SHOWN: Final = 8

#: What belongs to a state's own screens, in the order of the sheet.
SORTS: Final = ("", "-ok", "-told", "-help")


def sheets(shots: Sequence[Shot]) -> dict[str, Image.Image]:
    """A sheet for every state, by its name, in the order in which they were met."""
    kinds: dict[str, list[Image.Image]] = {}
    for shot in shots:
        kinds.setdefault(shot.name.rpartition("-")[0], []).append(shot.picture)
    states = dict.fromkeys(kind.partition("-")[0] for kind in kinds)
    return {
        state: _sheet([p for sort in SORTS for p in kinds.get(state + sort, [])[:SHOWN]])
        for state in states
    }


def _sheet(pictures: Sequence[Image.Image], most: int = COLUMNS) -> Image.Image:
    width, height = (side * SCALE for side in pictures[0].size)
    across, down = width + 2 * RIM + GAP, height + 2 * RIM + GAP
    columns, rows = min(len(pictures), most), -(-len(pictures) // most)
    sheet = Image.new("1", (columns * across - GAP, rows * down - GAP), 1)
    for number, picture in enumerate(pictures):
        left, top = number % most * across, number // most * down
        sheet.paste(0, (left, top, left + across - GAP, top + down - GAP))
        large = picture.resize((width, height), Image.Resampling.NEAREST)
        sheet.paste(large, (left + RIM, top + RIM))
    return sheet


def files(folder: str, language: str, shots: Sequence[Shot]) -> dict[Path, Image.Image]:
    """The sheets of a game in a language, by where they stand."""
    return {
        SCREENS / folder / f"{state}.{language}.png": sheet
        for state, sheet in sheets(shots).items()
    }


def others() -> dict[Path, Image.Image]:
    """The box, a screen of each game in both sizes, those outside of matches; in both languages."""
    found: dict[Path, Image.Image] = {}
    for language in LANGUAGES:
        found[PICTURES / f"panel.{language}.png"] = _still(film.film(language))
        found |= {PICTURES / f"{name}.{language}.png": moment(name, language) for name in OWN}
        every = [wide_moment(name, language) for name in OWN]
        found[PICTURES / f"wide.{language}.png"] = _sheet(every, COLUMNS // 2)
        shots, _ = tour(language, ["knight-rider"])
        unlike = {shot.picture.tobytes(): shot.picture for shot in shots}
        sheet = _sheet(list(unlike.values()))
        found[SCREENS / f"{OUTSIDE}.{language}.png"] = sheet
    return found


def _still(scenes: Sequence[film.Scene]) -> Image.Image:
    ends = accumulate(scene.seconds for scene in scenes)
    return next(scene.picture for scene, end in zip(scenes, ends, strict=True) if end > STILL)


def films() -> dict[Path, list[film.Scene]]:
    """A turn on the box, in both languages."""
    return {PICTURES / f"turn.{language}.gif": film.film(language) for language in LANGUAGES}


def drawn(name: str, language: str) -> set[str]:
    """Names of the files that stand in docs/ for a game in a language."""
    return {path.name for path in (SCREENS / name).glob(f"*.{language}.png")}


def page(game: Game[Any]) -> str:
    """The page that shows a game's sheets, its states in the order of the flow."""
    flow = game.flow(game.complete(game.seats[0], {}))
    found = {file.partition(".")[0] for file in drawn(game.name, "en")}
    asked = [name for name in flow.states if name in found]
    title = Catalogue("en", game)("name")
    parts = [
        f"# All screens of {title}\n\nMade by `make pictures` from a few matches that seek the"
        " seldom paths. Of each state the screens\nthat ask, what choosing leads to, what is"
        " announced, and HELP; of one sort eight at most.\n"
    ]
    for name in [*asked, *sorted(found - set(asked))]:
        shown = "\n".join(f"![{name}]({game.name}/{name}.{language}.png)" for language in LANGUAGES)
        parts.append(f"## {name}\n\n{shown}\n")
    return "\n".join(parts)


def same(path: Path, picture: Image.Image) -> bool:
    """Whether this picture stands in the file."""
    if not path.exists():
        return False
    with Image.open(path) as drawn:
        return drawn.size == picture.size and drawn.convert("RGB") == picture.convert("RGB")


def draw(names: Sequence[str]) -> None:
    """Write all pictures of these games, and remove those that are no more."""
    for name in names:
        game = find_game(name)
        found: dict[Path, Image.Image] = {}
        for language in LANGUAGES:
            found |= files(name, language, gallery(game, language, MATCHES)[0])
        _write(found)
        for left in set((SCREENS / name).iterdir()) - set(found):
            left.unlink()
        (SCREENS / f"{name}.md").write_text(page(game), "utf-8")
    _write(others())
    for path, scenes in films().items():
        if not film.same(path, scenes):
            film.save(scenes, path)
            print(f"drawn: {path.relative_to(DOCS.parent)}")


def _write(pictures: dict[Path, Image.Image]) -> None:
    for path, picture in pictures.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not same(path, picture):
            picture.save(path, optimize=True)
            print(f"drawn: {path.relative_to(DOCS.parent)}")


if __name__ == "__main__":
    draw(OWN)
