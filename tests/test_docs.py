"""The docs say what is so: generated pages are fresh, links lead somewhere, commands exist."""

from __future__ import annotations

import ast
import re
import shlex
import textwrap
from pathlib import Path

import pytest

from hal.config import parse
from hal.settings import Settings
from referee.cli import _parser, main
from referee.doors.new_game import Names, create
from referee.doors.words import Words
from referee.kernel.game import find_game
from tests.conftest import ROOT
from tests.generated import pages

PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```(\w+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
#: Named in the chapter about the doors, and beside their folder.
CLI = "referee/doors/cli.py"
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("path", pages(), ids=lambda path: path.name)
def test_generated_pages_are_fresh(path: Path) -> None:
    assert path.exists(), "call make docs"
    assert path.read_text("utf-8") == pages()[path], "call make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_are_named_exist(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target}"
    for command in set(re.findall(r"`referee ([a-z-]+)", text)):
        with pytest.raises(SystemExit) as ended:
            main([command, "--help"])
        assert ended.value.code == 0, f"referee {command}"
    capsys.readouterr()


def samples(page: Path, kind: str) -> list[str]:
    """The fenced samples of a page in a language."""
    return [
        textwrap.dedent(code) for _, language, code in FENCE.findall(page.read_text("utf-8"))
        if language == kind
    ]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_of_samples_are_understood(page: Path) -> None:
    commands = re.compile(r"^(?:\S*/)?referee ([^#|>&<\n]+)", re.MULTILINE)
    for sample in samples(page, "sh"):
        for line in commands.findall(sample.replace("\\\n", " ")):
            _parser(Words("en")).parse_args(shlex.split(line))
        for target in re.findall(r"^make ([a-z-]+)", sample, re.MULTILINE):
            assert re.search(rf"^{target}:", MAKEFILE, re.MULTILINE), f"make {target}"


HAL = [ROOT / "docs" / f"{name}.md" for name in ("build-it", "wiring", "trouble", "install")]


@pytest.mark.parametrize("page", HAL, ids=lambda page: page.name)
def test_settings_of_samples_are_possible(page: Path) -> None:
    """Whole samples, of a game's numbers too, and the short ones in the text: a lamp, or a value of
    [display]."""
    text = page.read_text("utf-8")
    for sample in samples(page, "toml"):
        if game := re.match(r"# \S+/components/(\S+)\.toml\n", sample):
            find_game(game[1]).components(sample)
        else:
            parse(f"schema = 2\n{sample}")
    for lamp in re.findall(r"`(seat\d = \{[^`]+\})`", text):
        parse(f"schema = 2\n[lamps]\n{lamp}\n")
    for value in re.findall(r"`((?:chip|reset|rotation|address) = [^`]+)`", text):
        parse(f"schema = 2\n[display]\n{value}\n")


def test_settings_that_the_pages_name_exist() -> None:
    known = set(Settings.parse((ROOT / "hal/reference.toml").read_text("utf-8"), "reference"))
    for page in HAL:
        for key in re.findall(r"`((?:display|buzzer|box)\.[a-z]+)`", page.read_text("utf-8")):
            assert key in known, f"{page.name}: {key}"


def modules_named() -> list[str]:
    """Modules that docs/architecture.md names, as their chapter's folder and file."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    found = []
    for chapter in re.split("^###? ", text, flags=re.MULTILINE):
        folders = re.findall(r"`([a-z/]+/)`", chapter.partition("\n")[0])
        named = re.findall(r"`([a-z_]+\.py)`", chapter.partition("\n")[2])
        found += [f"{folder}{name}" for folder in folders[-1:] for name in named]
    return found


def test_modules_that_the_architecture_names_exist() -> None:
    named = modules_named()
    assert len(named) > 80
    missing = [name for name in named if not (ROOT / name).exists() and name != CLI]
    assert missing == []


def test_the_architecture_leads_to_the_places_that_are_looked_for_first() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    places = re.findall(r"^\| .* \| ([a-z_/]+\.py): `([\w.]+)` \|$", text, flags=re.MULTILINE)
    assert len(places) > 10
    missing = [(file, name) for file, name in places if name not in _named_in(ROOT / file)]
    assert missing == []


def _named_in(file: Path) -> set[str]:
    """The functions and classes of a module, and what those have."""
    found = set[str]()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            parts = node.body if isinstance(node, ast.ClassDef) else []
            found |= {f"{node.name}.{p.name}" for p in parts if isinstance(p, ast.FunctionDef)}
            fields = [p.target for p in parts if isinstance(p, ast.AnnAssign)]
            found |= {f"{node.name}.{f.id}" for f in fields if isinstance(f, ast.Name)}
    return found


def test_the_architecture_names_every_module() -> None:
    """Games stand for themselves; a folder that is named as one is read as one."""
    entries = {"referee/game.py", "referee/authority.py", "referee/cli.py", "referee/__main__.py"}
    named = {*modules_named(), *entries}
    aside = ("referee/games", "referee/doors/template", "referee/table/pixels/fonts", "hal/box")
    files = {
        file.relative_to(ROOT).as_posix()
        for package in ("referee", "hal", "sim")
        for file in (ROOT / package).rglob("*.py")
        if file.name != "__init__.py"
    }
    assert sorted(file for file in files - named if not file.startswith(aside)) == []


#: Code in the page for authors, with the file that it stands in: one of this repository, or one
#: that ``referee new-game toy`` writes.
QUOTES = re.findall(
    r"<!-- from (new-game: )?(\S+) -->\n```\w*\n(.*?)```",
    (ROOT / "docs" / "adding-a-game.md").read_text("utf-8"),
    re.DOTALL,
)


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "toy"
    create(Names("toy"), folder)
    return folder


@pytest.mark.parametrize(("new", "file", "code"), QUOTES)
def test_the_example_games_are_quoted_as_they_are(
    new: str, file: str, code: str, toy: Path
) -> None:
    assert code in ((toy if new else ROOT) / file).read_text("utf-8")


def test_the_example_games_are_quoted() -> None:
    assert len(QUOTES) >= 12
