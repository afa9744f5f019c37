"""Photographs all pages, light and dark, in both languages: ``make photos`` writes them anew.

Each sheet shows one page four times.
"""

from __future__ import annotations

import io
import itertools
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.web.chromium import PHONE, TABLET, TELEVISION, chromium
from tests.web.scenes import MIDDLES, middle, whole
from tests.web.served import Served

SHEETS: Final = Path(__file__).parents[2] / "docs" / "pictures" / "web"
LOCALES: Final = {"de": "de-DE", "en": "en-GB"}
SCHEMES: Final = ("light", "dark")

#: page -> the size that it is made for, how much smaller it stands in the sheet.
PAGES: Final = {
    "seat": (PHONE, 1),
    "board": (TELEVISION, 3),
    "table": (TABLET, 2),
    "end": (TELEVISION, 3),
    "panel": (TABLET, 2),
    "setup": (PHONE, 1),
    "record": (TABLET, 2),
    "care": (PHONE, 1),
    "start": (PHONE, 1),
}
#: What stands in their address, where it is not the name.
SHOWN: Final = {"start": "", "table": "board", "end": "board"}
#: These are shown for every game.
OF_GAMES: Final = ("seat", "board", "table", "end")


def photographed(browser: Browser, served: Served, page: str, language: str, scheme: str) -> bytes:
    size, _ = PAGES[page]
    context = browser.new_context(
        viewport=size, locale=LOCALES[language], color_scheme=scheme, reduced_motion="reduce"
    )
    opened = context.new_page()
    opened.goto(f"{served.url}/#{SHOWN.get(page, page)}")
    opened.wait_for_selector("nav")
    if page == "seat":
        take_seat(opened, served)
    if page == "setup":
        opened.locator(".choices button").nth(2).click()
        opened.wait_for_selector("form")
    if page == "record":
        opened.locator(".choices button").first.click()
        opened.wait_for_selector(".steps")
    opened.wait_for_timeout(400)
    shot = opened.screenshot()
    context.close()
    return shot


def take_seat(page: Page, served: Served) -> None:
    if page.locator(".ask").count() == 0:
        served.free()  # the page before has it
        page.locator(".choices button").first.click()
    page.wait_for_selector(".ask")


def sheet(shots: list[bytes], smaller: int) -> Image.Image:
    """The four of them: light above dark, German before English."""
    pictures = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    pictures = [picture.reduce(smaller) for picture in pictures]
    wide, high = pictures[0].size
    columns = 4 if high > wide else 2
    rows, gap = 4 // columns, 8
    size = (columns * (wide + gap) - gap, rows * (high + gap) - gap)
    made = Image.new("RGB", size, "#888888")
    for number, picture in enumerate(pictures):
        made.paste(picture, (number % columns * (wide + gap), number // columns * (high + gap)))
    return made.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def sheets(only: str = "") -> Iterator[tuple[str, Image.Image]]:
    with chromium() as browser, tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_DATA_HOME"] = folder  # the self-test looks there, not at your own matches
        for game, (names, options, lines) in MIDDLES.items():
            names_of = [page for page in PAGES if page in OF_GAMES or game == "knister"]
            wanted = [page for page in names_of if only in _name(game, page)]
            if not wanted:
                continue
            for_all: dict[str, list[bytes]] = {page: [] for page in wanted}
            for language in LOCALES:
                kept = Path(folder) / f"{game}-{language}"
                kept.mkdir()
                ends = [page for page in wanted if page == "end"]
                others = [page for page in wanted if page != "end"]
                for pages, prepare in ((ends, whole), (others, middle(lines))):
                    if not pages:
                        continue
                    with Served(
                        game, names, language=language, folder=kept, prepare=prepare, invites=True,
                        **options,
                    ) as served:  # fmt: skip
                        for page, scheme in itertools.product(pages, SCHEMES):
                            shot = photographed(browser, served, page, language, scheme)
                            for_all[page].append(shot)
            for page, shots in for_all.items():
                light_first = [shots[0], shots[2], shots[1], shots[3]]
                yield _name(game, page), sheet(light_first, PAGES[page][1])


def _name(game: str, page: str) -> str:
    return f"{page}-{game}" if page in OF_GAMES else page


if __name__ == "__main__":
    SHEETS.mkdir(exist_ok=True)
    for name, made in sheets(*sys.argv[1:]):
        made.save(SHEETS / f"{name}.png", optimize=True)
        print(f"docs/pictures/web/{name}.png")
