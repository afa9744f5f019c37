"""Every sentence that a module names exists in both languages, where it may be shown.

Pages and the panel speak from the box's catalogue alone; the command line and the protocol have
one of their own behind it. So what kernel, players, table and web name stands in the first.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from hal.box.trouble import Trouble
from referee.doors.words import Words
from referee.kernel import database
from referee.table.catalogue import LANGUAGES, Catalogue
from tests.conftest import ROOT

#: Who speaks from which catalogue.
BOX = ("kernel", "players", "table", "web")
COMMANDS = ("doors", "lab")

#: What is no key, though it looks like one: files, the store's settings, a game's own sentences,
#: beginnings of keys that know words of their own for what has none.
OTHERS = {
    "components.toml", "config.py", "demo.txt", "web.passes", "web.seating", "web.table",
    "speech.read", "speech.die.", "box.lamps", "box.reason",
}  # fmt: skip

#: Where code puts a key together, what may come behind it.
BUILT = {
    "error.store.": {*database.KEYS.values(), "failed"},
    "history.status.": {"open", "over", "abandoned"},
    "check.box.": {trouble.value for trouble in Trouble},
    "box.why.": {trouble.value for trouble in Trouble},
}


def sentences(language: str, layer: str) -> set[str]:
    words = Words(language) if layer in COMMANDS else Catalogue(language)
    return set(words._sentences)


def named(layer: str) -> Iterator[tuple[str, str]]:
    """What stands in the sources of a layer and begins like a key: where, and the text. Of a text
    that is put together, its beginning, up to the last full stop."""
    spaces = {key.partition(".")[0] for key in sentences("en", "doors")}
    for path in sorted((ROOT / "referee" / layer).rglob("*.py")):
        if "template" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            found = node.values[0] if isinstance(node, ast.JoinedStr) and node.values else node
            if not isinstance(found, ast.Constant) or not isinstance(found.value, str):
                continue
            if not re.fullmatch(r"[a-z]+(\.[\w-]+)*\.[\w-]*", found.value):
                continue
            if found.value.partition(".")[0] in spaces:
                yield f"{path.relative_to(ROOT)}:{found.lineno}", found.value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("layer", [*BOX, *COMMANDS])
def test_every_sentence_exists(layer: str, language: str) -> None:
    keys, found = sentences(language, layer), list(named(layer))
    assert len(found) >= 5
    wanted = [(at, key) for at, key in found if key not in OTHERS]
    whole = [(at, key) for at, key in wanted if not key.endswith(".")]
    assert [(at, key) for at, key in whole if key not in keys] == []
    begun = {key for _, key in wanted if key.endswith(".")}
    assert {key for key in begun if not any(one.startswith(key) for one in keys)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_exists_whose_key_is_put_together(language: str) -> None:
    keys = sentences(language, "doors")
    built = {**BUILT, "error.program.": program_kinds(), "check.pins.": pin_kinds()}
    wanted = {f"{beginning}{end}" for beginning, ends in built.items() for end in ends}
    assert wanted - keys == set()


def program_kinds() -> set[str]:
    code = (ROOT / "referee" / "players" / "program.py").read_text("utf-8")
    found = set(re.findall(r'_failed\("(\w+)"', code))
    assert len(found) > 4
    return found


def pin_kinds() -> set[str]:
    code = (ROOT / "hal" / "raspberry.py").read_text("utf-8")
    raised = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Raise)]
    calls = [node.exc for node in raised if isinstance(node.exc, ast.Call)]
    found = {call.args[1].value for call in calls if isinstance(call.args[1], ast.Constant)}
    assert len(found) > 3
    return {str(kind) for kind in found}


def test_both_languages_say_the_same_things_with_the_same_gaps() -> None:
    german, english = (Words(language)._sentences for language in LANGUAGES)
    gaps = re.compile(r"\{\w+\}")
    assert german.keys() == english.keys()
    for key, sentence in german.items():
        assert set(gaps.findall(str(sentence))) == set(gaps.findall(str(english[key]))), key
