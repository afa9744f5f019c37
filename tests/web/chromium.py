"""Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS: Final = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip

#: Milliseconds that a page may take on a busy machine; what is wrong stays wrong for as long.
PATIENCE: Final = 60_000
expect.set_options(timeout=PATIENCE)

PHONE: Final = {"width": 390, "height": 844}
TABLET: Final = {"width": 1024, "height": 768}
TELEVISION: Final = {"width": 1920, "height": 1080}


@contextmanager
def chromium() -> Iterator[Browser]:
    assert CHROMIUM, "Chromium is missing: sudo apt install chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()
