"""Gathers the site's source and builds it: ``python -m website [FOLDER]``.

The address in the docs stands for the project's own: ``REFEREE_ADDRESS`` says which one it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.own import OWN, ROOT
from website import code, proof
from website.play import build
from website.play.examples import examples

BUILD: Final = ROOT / "build" / "site"
HERE: Final = Path(__file__).parent

#: What the docs say for the project's address.
PLACEHOLDER: Final = "https://example.org/tabletop-referee"

#: Pages of the site that stand beside docs/, and what they are called there: docs/ has a page about
#: security, too.
PROJECT: Final = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
}

#: Links out of docs/ to files of the program.
_OUTSIDE: Final = re.compile(r"\[([^\]]+)\]\(((?:\.\./)+)([\w./-]+)\)")
_CLAUSE: Final = re.compile(r"^\| *([A-Z]+(?:-[A-Z0-9]+)+) *\|", re.MULTILINE)
#: Where the guide for authors has its editor; and the editor, which comes when it is asked for.
_EDITOR: Final = "<!-- on the site: an editor with this game -->\n"
_WORKSHOP: Final = """
<link rel="stylesheet" href="play/workshop.css">
<div id="workshop"><p><button type="button">Change this game here, and play it</button>
It runs in your browser: nothing is installed, nothing is sent anywhere.</p></div>
<script type="module" src="play/workshop.js"></script>

"""
#: An address of a page that was made: its source has to be there.
_SOURCE: Final = re.compile(r"source/([\w./-]+)\.html")


def main() -> int:
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else BUILD / "html"
    source = BUILD / "source"
    shutil.rmtree(source, ignore_errors=True)
    gather(source)
    build.put(source / "extra" / "play")
    sphinx = ("sphinx", "-q", "-W", "--keep-going", "-c", HERE, "-b", "html", source, target)
    status = subprocess.run((sys.executable, "-m", *sphinx), check=False).returncode
    if not status:
        print(f"{target}/index.html: {len(list(target.rglob('*.html')))} pages")
    return status


def gather(source: Path) -> None:
    """All pages as Sphinx reads them, and below ``extra`` what is put beside the site."""
    shutil.copytree(ROOT / "docs", source)
    shutil.copytree(HERE / "pages", source, dirs_exist_ok=True)
    for name, called in PROJECT.items():
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
        text = text.replace("](CHANGELOG.md", "](changelog.md")
        (source / called).write_text(text, "utf-8")
    _list_all(source / "index.md")
    (source / "proof").mkdir()
    for name in OWN:
        (source / "proof" / f"{name}.md").write_text("\n".join(proof.page(name)), "utf-8")
    used = set()
    for page in sorted(source.rglob("*.md")):
        text = adapted(page.read_text("utf-8"), page.relative_to(source))
        page.write_text(text, "utf-8")
        used |= set(_SOURCE.findall(text))
    for path in used:
        file = source / "extra" / "source" / f"{path}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * (path.count("/") + 1)
        file.write_text(code.page(path, f"{up}index.html"), "utf-8")


def _list_all(index: Path) -> None:
    """A page of docs/ that nobody has put into the list of pages stands at the end of the first."""
    text = index.read_text("utf-8")
    listed = set(re.findall(r"^[\w/-]+$", text, re.MULTILINE))
    others = sorted({page.stem for page in (ROOT / "docs").glob("*.md")} - listed)
    first, rest = text.split("\n:::\n", 1)
    index.write_text("\n".join([first, *others]) + "\n:::\n" + rest, "utf-8")


def adapted(text: str, page: Path) -> str:
    """A page of docs/ as the site has it: own address, clauses as anchors, sources as pages."""
    text = text.replace(PLACEHOLDER, os.environ.get("REFEREE_ADDRESS", PLACEHOLDER))
    text = text.replace(_EDITOR, _WORKSHOP)
    depth = len(page.parts) - 1
    if page.parts[0] == "rules":
        game = page.stem
        seen: set[str] = set()
        text = _CLAUSE.sub(lambda found: _anchored(found, game, seen), text)
    return _OUTSIDE.sub(lambda found: _source(found, depth), text)


def _anchored(found: re.Match[str], game: str, seen: set[str]) -> str:
    """A clause leads to its proof; where it stands first, it can be linked to. An example that
    tests play leads to the box that shows it."""
    clause = found[1]
    link = f"[{clause}](../proof/{game}.md#{clause.lower()})"
    if clause not in seen:
        link += f"{{#{proof.anchor(clause)}}}"
    seen.add(clause)
    if (example := examples().get(clause)) is not None:
        # Before the first answer there is nothing to be seen.
        address = f"../play/?example={clause}#record/1/{max(example.first, 1)}"
        link += f' <a href="{address}" style="white-space: nowrap">▶ play it</a>'
    return f"| {link} |"


def _source(found: re.Match[str], depth: int) -> str:
    """A link that leaves docs/ leads to the page of a source file; others stay."""
    text, up, path = found.groups()
    inside = up.count("../") <= depth
    return found[0] if inside else proof.source_link(text, path, None, depth)


if __name__ == "__main__":
    sys.exit(main())
