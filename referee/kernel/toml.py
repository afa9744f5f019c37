"""TOML that people have written: where it is wrong, and what to do, as a message.

The parser's own words are for programmers and in one language. What it finds are a few mistakes.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final

from referee.kernel.text import Text

#: How the parser's messages begin, and the sentence for each: the first that fits.
_KINDS: Final = {
    "Cannot declare|Cannot overwrite|Cannot redefine|Cannot mutate|Duplicate": "toml.twice",
    "Expected '='|Invalid initial character|Invalid statement": "toml.statement",
    "Invalid value|Invalid date": "toml.value",
    "Unterminated|Expected \"'|Illegal|Unescaped|Invalid hex|Escaped": "toml.string",
    "Expected '?\\]|Unclosed": "toml.bracket",
    "Expected newline": "toml.after",
}
_PLACE: Final = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)$")

#: Letters of a line that are quoted.
QUOTED: Final = 40


class Broken(ValueError):
    """No TOML. ``fault``: the line, what is wrong with it and what to do, for the gap of a
    sentence that names the file."""

    def __init__(self, fault: Text) -> None:
        super().__init__(fault)
        self.fault = fault


def parse(text: str) -> dict[str, Any]:
    """The tables of a file; raises `Broken`."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Broken(Text("toml.deep")) from None
    except ValueError as error:  # the parser's own, or of a number with digits without end
        raise Broken(_fault(text, str(error))) from None


def _fault(text: str, said: str) -> Text:
    """What the parser said, as a message of ours."""
    place = _PLACE.search(said)
    if place is None:
        return Text("toml.other")
    lines = text.rstrip("\n").split("\n")
    number = min(int(place[1] or len(lines)), len(lines))
    line = lines[number - 1].strip()
    kind = next((kind for start, kind in _KINDS.items() if re.match(start, said)), "toml.other")
    if not line.replace("\t", "").isprintable():
        kind = "toml.character"
    quoted = line if len(line) <= QUOTED else f"{line[:QUOTED]} …"
    return Text("toml.at", {"line": number, "text": quoted, "fault": Text(kind)})
