"""The catalogues: which sentence a key stands for, in German or English.

A game's texts (``texts/<language>.toml`` in its package) stand before the common ones. Nested
tables are joined to dotted keys. A key that is in no catalogue is shown as itself and noted in
`Catalogue.missing`, so that a test can find it.

A rule may read otherwise where an option has another value: ``clause.KR-ESC-8.targets.1|2`` stands
in for ``clause.KR-ESC-8`` where the option ``targets`` is 1 or 2 (`for_options`); with several
options, ``clause.FA-SET-3.fog.on.plan.on``, where all of them have these values. So does any other
sentence under one: ``under.board.device.verb.behind`` for ``verb.behind`` where ``board`` is
``device``.

Drawing nothing, this module needs neither Pillow nor a panel; the command line and the doors
for programs speak through it too.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import ascii_uppercase
from typing import Any, Final, Self

from referee.kernel.errors import RefereeError
from referee.kernel.game import LANGUAGES as LANGUAGES
from referee.kernel.game import Game, Options, broken, find_game, find_texts, spoken
from referee.kernel.match import Match
from referee.kernel.names import visible
from referee.kernel.ruling import Ruling
from referee.kernel.scene import Grid, Map, Streets
from referee.kernel.text import Arg, Args, Plain, Text, Who
from referee.kernel.toml import Broken, parse

#: A plural: the sentence by the argument ``n``.
_PLURAL: Final = {"one", "other"}

#: Keys of sentences that read otherwise where an option has a value: ``under.<option>.<value>.``
UNDER: Final = "under."

#: Keys of sentences that stand in for others on pages.
ON_PAGE: Final = "on-page."

#: So many names are told in full.
NAMED: Final = 5

_GAP: Final = re.compile(r"\{(\w+)\}")

#: Signs that are for eyes.
SIGNS: Final = "▲▼◄►■●•→☐☑✗"

Sentences = Mapping[str, str | Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Variant:
    """How a clause reads where options have one of some values each, spelt as words to type."""

    clause: str
    when: tuple[tuple[str, tuple[str, ...]], ...]

    def holds(self, options: Options) -> bool:
        return all(key in options and spoken(options[key]) in of for key, of in self.when)


def ended(sentence: str) -> str:
    """The sentence with an end, so that another one may follow."""
    done = not sentence or sentence.endswith((".", "!", "?", ":", "…"))
    return sentence if done else f"{sentence}."


def flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, str | Mapping[str, str]]:
    """Nested tables as dotted keys; ``{one = ..., other = ...}`` stays together as a plural."""
    found: dict[str, str | Mapping[str, str]] = {}
    for key, value in table.items():
        if isinstance(value, Mapping) and set(value) != _PLURAL:
            found.update(flat(value, f"{prefix}{key}."))
        elif not isinstance(value, str | Mapping):
            raise ValueError(f"{prefix}{key} is no sentence")
        else:
            found[f"{prefix}{key}"] = value
    return found


#: Catalogues that have been read, by folder and language.
_read: Final[dict[tuple[Traversable, str], Sentences]] = {}


def read(folder: Traversable, language: str) -> Sentences:
    """The sentences of ``folder``/texts/<language>.toml; the file is read once."""
    if (folder, language) not in _read:
        file = folder.joinpath("texts", f"{language}.toml")
        try:
            table = parse(file.read_text(encoding="utf-8"))
        except Broken as error:  # which says the line alone
            name = f"texts/{language}.toml"
            raise Broken(Text("toml.file", {"file": name, "fault": error.fault})) from None
        _read[folder, language] = flat(table)
    return _read[folder, language]


@lru_cache(maxsize=16)
def _readings(pairs: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is written otherwise than it is read, and how that is: patterns and replacements."""
    found = []
    for pair in filter(None, pairs.split("|")):
        written, _, said = pair.partition("=")
        numbers = itertools.count(1)
        filled = "".join(f"\\{next(numbers)}" if sign == "#" else sign for sign in said)
        found.append((re.compile(re.escape(written).replace(r"\#", r"(\d+)")), filled))
    return tuple(found)


@cache
def common(language: str) -> Sentences:
    """The sentences that belong to no game."""
    return read(files("referee.table"), language)


def _own(name: str, folder: Traversable, language: str) -> Sentences:
    """A game's sentences; raises `RefereeError` if they can't be read."""
    try:
        return read(folder, language)
    except (OSError, ValueError) as error:  # a package that is half installed, or no TOML
        raise broken(name, error) from error


def game_title(name: str, language: str) -> str:
    """A game's own name, for which it need not be loaded; raises `RefereeError` if it is not
    installed, or its sentences can't be read."""
    return str(_own(name, find_texts(name), language).get("name", name))


def variants(sentences: Sentences) -> dict[str, Variant]:
    """The keys of clauses that read otherwise under options, those under fewer of them first."""
    found = {}
    for key in sentences:
        start, _, rest = key.partition(".")
        clause, *when = rest.split(".")
        if start == "clause" and when:
            values = (tuple(words.split("|")) for words in when[1::2])
            found[key] = Variant(clause, tuple(zip(when[::2], values, strict=True)))
    return dict(sorted(found.items(), key=lambda item: len(item[1].when)))


def for_options(sentences: Sentences, options: Options) -> dict[str, str | Mapping[str, str]]:
    """What reads otherwise under these options, a clause or any other sentence. Where several do,
    that under more options counts, else the last."""
    found = {
        f"clause.{variant.clause}": sentences[key]
        for key, variant in variants(sentences).items()
        if variant.holds(options)
    }
    for option, value in options.items():
        here = f"{UNDER}{option}.{spoken(value)}."
        found |= {usual(key): said for key, said in sentences.items() if key.startswith(here)}
    return found


@lru_cache(maxsize=32)
def _whole(
    name: str, folder: Any, language: str, options: tuple[tuple[str, Any], ...]
) -> Sentences:
    """All sentences of a match: each page that is shown asks for them anew."""
    own = _own(name, folder, language)
    return {**common(language), **own, **for_options(own, dict(options))}


def usual(key: str) -> str:
    """The key of the sentence that this one stands in for under an option; else itself."""
    return key.split(".", 3)[3] if key.startswith(UNDER) else key


def shortened(names: Sequence[str]) -> str:
    """Names in a row; of more than `NAMED` the first ones and how many there are."""
    if len(names) <= NAMED:
        return ", ".join(names)
    return ", ".join(names[: NAMED - 1]) + f" … ({len(names)})"


#: What kept matches call the box's computer players besides.
EARLIER: Final = frozenset(("Box", "Gerät"))

#: What tells the box's computer players apart.
LETTERS: Final = frozenset(ascii_uppercase)


def names_in(language: str, names: Sequence[str], players: Sequence[str]) -> list[str]:
    """Players' names by seat, those that the box gave itself as this language has them.

    ``players``: by seat the level of a computer player, as in a match's header.
    """
    return [
        _box_name(name, language) if level else name
        for name, level in itertools.zip_longest(names, players, fillvalue="")
    ]


def _box_name(name: str, language: str) -> str:
    """``Robot B`` in this language; another name is somebody's own choice."""
    own = common(language)
    given = {str(words["computer.name"]) for words in map(common, LANGUAGES)} | EARLIER
    if name in given:
        return str(own["computer.name"])
    before, _, letter = name.rpartition(" ")
    if before in given and letter in LETTERS:
        return str(own["computer.more"]).replace("{letter}", letter)
    return name


@lru_cache(maxsize=64)
def _under(
    prefix: str, name: str, folder: Any, language: str, options: tuple[tuple[str, Any], ...]
) -> Mapping[str, str]:
    """As `Catalogue.under`, of a match: each page that is shown asks for them anew."""
    return _begun(_whole(name, folder, language, options), prefix)


def _begun(sentences: Sentences, prefix: str) -> dict[str, str]:
    found = sentences.items()
    return {key[len(prefix) :]: str(said) for key, said in found if key.startswith(prefix)}


class Catalogue:
    """All sentences of one language, for one game, with the players' names and the options of one
    match; without options the rules read as they usually are."""

    def __init__(
        self,
        language: str,
        game: Game[Any] | None = None,
        names: Sequence[str] = (),
        options: Options | None = None,
    ) -> None:
        self.language = language
        self.game = game
        self.names = tuple(map(visible, names))
        self.missing: set[str] = set()
        self._players: dict[int, str] = {}  # names by seat, as they have been asked for
        self._sentences = common(language)
        self._under: Callable[[str], Mapping[str, str]] = partial(_begun, self._sentences)
        if game is not None:
            folder: Any = game.resources  # hashable, as all folders of packages are
            whole = (game.name, folder, language, tuple((options or {}).items()))
            self._sentences = _whole(*whole)
            self._under = lambda prefix: _under(prefix, *whole)

    def has(self, key: str) -> bool:
        return key in self._sentences

    def __call__(self, key: str, /, **args: Arg) -> str:
        """Shorthand for ``text(Text(key, {...}))``."""
        return self.text(Text(key, args))

    def text(self, message: Text) -> str:
        """The sentence with its gaps filled; the key itself if no catalogue has it."""
        sentence = self._sentences.get(message.key)
        if sentence is None:
            self.missing.add(message.key)
            return message.key
        if not isinstance(sentence, str):
            sentence = sentence["one" if message.args.get("n") == 1 else "other"]
        if "{" not in sentence:
            return sentence
        return _GAP.sub(partial(self._fill, message.args), sentence)

    def said(self, words: Text | str) -> str:
        """A message as a sentence; what is one already as it is."""
        return words if isinstance(words, str) else self.text(words)

    def error(self, error: RefereeError) -> str:
        """What went wrong and what to do about it; in the words of the game that it is about, if
        that is another one."""
        own = self.game.name if self.game is not None else ""
        if error.game not in ("", own):
            with suppress(RefereeError):
                return type(self)(self.language, find_game(error.game)).text(error.text)
        return self.text(error.text)

    def ruling(self, ruling: Ruling) -> str:
        return self.text(ruling.text)

    def player(self, seat: int) -> str:
        """The name of the player on this seat; ``Player 3`` where no name was given."""
        if seat not in self._players:
            name = self.names[seat - 1] if 1 <= seat <= len(self.names) else ""
            self._players[seat] = name or self.text(Text("seat.name", {"seat": seat}))
        return self._players[seat]

    def players(self, seats: Sequence[int]) -> str:
        """Their names in one line; of many the first ones and how many there are."""
        return shortened([self.player(seat) for seat in seats])

    def sign(self, seat: int, badges: Mapping[int, str]) -> str:
        """The sign on a player's piece, else the number of the seat. A car's number that is not the
        seat's says so where the player is called by a number: ``#3 Player 2``."""
        own = badges.get(seat, str(seat))
        apart = own != str(seat) and any(map(str.isdigit, self.player(seat)))
        return f"#{own}" if apart else own

    @classmethod
    def of(cls, match: Match, language: str) -> Self:
        """The words of a match: its game, its players, its options."""
        header = match.header
        names = names_in(language, header.names, header.players)
        return cls(language, match.game, names, header.options)

    @property
    def sides(self) -> Mapping[str, str]:
        """The letters of ``N``, ``E``, ``S``, ``W``."""
        return dict(zip("NESW", self("map.sides").split(), strict=True))

    def cells(self, grid: Grid) -> tuple[tuple[str, ...], ...]:
        """What stands in a raster, row by row."""
        return tuple(
            tuple(self.text(cell) if isinstance(cell, Text) else cell for cell in row)
            for row in grid.cells
        )

    def place(self, area: Grid | Map | Streets, at: tuple[int, int]) -> str:
        """What players call a place of this widget."""
        return area.called(at, self.sides) if isinstance(area, Streets) else area.called(at)

    def at(self, area: Grid | Map | Streets, at: tuple[int, int]) -> str:
        """Where something on this place is, in a sentence: in a town on a tile, between two, or on
        a side of one; else what players call the place."""
        if not isinstance(area, Streets) or area.cells:
            return self.place(area, at)
        (name, side, steps), *others = area.nearest(at)
        if others:
            return self("town.between", first=name, second=others[0][0])
        return self(f"town.side.{side}" if steps else "town.on", tile=name)

    def pattern(self, key: str) -> str | None:
        """The sentence with its gaps open; None if no catalogue has it."""
        said = self._sentences.get(key)
        return str(said) if said is not None else None

    def under(self, prefix: str) -> dict[str, str]:
        """All sentences whose keys begin so, by the rest of their keys, with their gaps open."""
        return dict(self._under(prefix))

    def aloud(self, sentence: str) -> str:
        """A sentence as it is said: without signs, and abbreviations as a game wants them read:
        ``speech.read``, ``written=read|written=read``; ``#`` is a number."""
        for written, said in _readings(self.spare("speech.read")):
            sentence = written.sub(said, sentence)
        for sign in filter(sentence.__contains__, SIGNS):
            sentence = sentence.replace(f" {sign}", "").replace(sign, "")
        return " ".join(sentence.replace(" / ", ", ").split())

    # -- what a game's keys are called by convention ---------------------------------------

    def verb(self, verb: str, state: str = "") -> str:
        """The label of a choice: ``verb.<state>.<verb>``, else ``verb.<verb>``."""
        special = f"verb.{state}.{verb}"
        return self.text(Text(special if special in self._sentences else f"verb.{verb}"))

    def question(self, field: str, verb: str = "", args: Args | None = None) -> str:
        """What is asked for an argument: ``arg.<verb>.<field>``, which may speak of what has been
        said already, else ``arg.<field>``."""
        special = f"arg.{verb}.{field}"
        key = special if verb and self.has(special) else f"arg.{field}"
        return self.text(Text(key, args or {}))

    def value(self, field: str, value: Plain, look: str = "list") -> str:
        """The label of an argument's value: a seat's name, ``arg.<field>.<value>``, or itself."""
        if look == "seat" and type(value) is int:
            return self.player(value)
        if isinstance(value, list | tuple):
            between = "/" if look == "cell" else ", "
            return between.join(self.value(field, item) for item in value)
        key = f"arg.{field}.{value if isinstance(value, str) else spoken(value)}"
        return self(key) if self.has(key) else self._plain(value)

    def brought(self, field: str, value: Plain) -> str:
        """What choosing this value brings (``arg.<field>.<value>.brings``); empty: not told."""
        return self.spare(f"arg.{field}.{value}.brings")

    def meant(self, field: str, value: Plain) -> str:
        """What HELP says of this value (``arg.<field>.<value>.help``); empty: nothing."""
        return self.spare(f"arg.{field}.{value}.help")

    def option(self, key: str) -> str:
        return self(f"option.{key}")

    def option_value(self, key: str, value: Plain) -> str:
        name = f"option.{key}.{spoken(value)}"
        return self(name) if self.has(name) else self._plain(value)

    def spare(self, key: str) -> str:
        """The sentence of a key that a game may have; empty if it has not."""
        return self(key) if self.has(key) else ""

    def clause(self, clause: str) -> str:
        """The rule in one or two short sentences."""
        return self(f"clause.{clause}")

    # -- inside ----------------------------------------------------------------------------

    def _fill(self, args: Args, gap: re.Match[str]) -> str:
        name = gap[1]
        return self._shown(name, args[name]) if name in args else gap[0]

    def _shown(self, name: str, value: Arg) -> str:
        if isinstance(value, str | int):  # most are; whether one is a sequence takes long to ask
            return self.value(name, value)
        if isinstance(value, Text):
            return self.text(value)
        if isinstance(value, Who):
            return self.player(value.seat)
        if isinstance(value, Sequence):
            shown = [self._shown(name, item) for item in value]
            people = all(isinstance(item, Who) for item in value)
            return shortened(shown) if people else ", ".join(shown)
        return self.value(name, value)

    def _plain(self, value: Plain) -> str:
        if isinstance(value, bool):
            return self("value.on" if value else "value.off")
        return visible(str(value), keep="\n")
