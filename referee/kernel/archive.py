"""Matches as JSON Lines: export of a stored match, import checked by replaying every line.

The first line is the header, then one line for every journal line, then an end line with their
number, so that a file that was cut off is noticed. An import is judged like live play: every
entry must be legal where it stands, and device dice must be those of the seed. A command never
comes from a file: programs that it names as players are left out, and people play their seats.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from referee.kernel.ask import Kind
from referee.kernel.chance import Stream
from referee.kernel.errors import BadArchive, BadEntry, RefereeError
from referee.kernel.fold import Fold, Standing
from referee.kernel.game import find_game
from referee.kernel.journal import Header, Line, Mark
from referee.kernel.names import check_names
from referee.kernel.store import Store
from referee.kernel.strict import harmless, strict_json
from referee.kernel.text import Plain, Text, text

FORMAT: Final = 1

#: The folder of the second copies, beside the database.
COPIES: Final = "copies"

#: So many letters of a command are shown.
SHOWN: Final = 120

_HEADER: Final[dict[str, type]] = {
    "game": str, "version": str, "seats": int, "options": dict, "components": dict,
    "seed": str, "names": list,
}  # fmt: skip


def export(store: Store, match_id: int) -> Iterator[str]:
    """The lines of a match's file. It holds the seed and every hidden card."""
    return written(store.match(match_id).header, *store.lines(match_id))


def written(header: Header, lines: Sequence[Line], digests: Sequence[str]) -> Iterator[str]:
    """The lines of a match's file, from what a store has of it."""
    fields = {name: _plain(getattr(header, name)) for name in _HEADER}
    carried = {} if header.carried is None else {"carried": header.carried}
    players = {"players": list(header.players)} if any(header.players) else {}
    body = {"type": "match", "format": FORMAT, **fields, **carried, **players}
    yield harmless(json.dumps(body, ensure_ascii=False))
    for line, digest in zip(lines, digests, strict=True):
        told = {"type": "line", **line.plain(), "digest": digest}
        yield harmless(json.dumps(told, ensure_ascii=False))
    yield json.dumps({"type": "end", "lines": len(lines)})


def keep_copies(store: Store) -> None:
    """Keep a second copy of every match, in a file of its own that no write to the database can
    take: made anew at its end, and now and then before. `referee import` reads it.

    Some kilobytes a match, written once or a few times. A copy that fails is no fault of the
    answer.
    """
    folder = store.path.parent / COPIES

    def copy(match_id: int) -> None:
        with suppress(OSError, RefereeError):
            folder.mkdir(exist_ok=True)
            stored = store.match(match_id)
            mark = f"{stored.header.seed} {stored.header.game} {stored.started}"
            name = blake2b(mark.encode(), digest_size=6).hexdigest()
            file = folder / f"{stored.header.game}-{match_id}-{name}.jsonl.gz"
            text = "".join(f"{line}\n" for line in export(store, match_id))
            fresh = file.with_suffix(".new")
            with fresh.open("wb") as stream:
                stream.write(gzip.compress(text.encode()))
                stream.flush()
                os.fsync(stream.fileno())
            fresh.replace(file)

    store.after = copy


@dataclass(frozen=True, slots=True)
class Imported:
    """A match that came in a file. ``id``: its number here. ``dropped``: what was left out."""

    id: int
    dropped: tuple[Text, ...]


def import_match(store: Store, file: Iterable[bytes], first: int | None = None) -> Imported:
    """Check a file and keep its match as a new one; ``first``: only so many journal lines.

    Raises `BadArchive` naming the line (from 1) and what is wrong; nothing is kept then.
    """
    return keep_judged(store, judge_match(file, first))


@dataclass(frozen=True, slots=True)
class Judged:
    """A match of a file as it would be kept, and its status; all of it could have been played."""

    header: Header
    lines: Sequence[tuple[Line, str]]
    status: str
    dropped: tuple[Text, ...]


def judge_match(file: Iterable[bytes], first: int | None = None) -> Judged:
    """The part of `import_match` that takes long and needs no store."""
    header, lines = parse(file)
    lines = lines if first is None else lines[:first]
    status = _Check(header).run(lines)
    dropped = tuple(
        text("archive.dropped", seat=seat, command=_clipped(command))
        for seat, command in header.programs.items()
    )
    return Judged(without_programs(header), lines, status, dropped)


def keep_judged(store: Store, found: Judged) -> Imported:
    return Imported(store.begin(found.header, found.lines, found.status).id, found.dropped)


def without_programs(header: Header) -> Header:
    """The same, with people where programs play: how one is called is this computer's business."""
    programs = header.programs
    players = ("" if n in programs else name for n, name in enumerate(header.players, 1))
    return replace(header, players=tuple(players)) if programs else header


def _clipped(command: str) -> str:
    return command if len(command) <= SHOWN else f"{command[:SHOWN]} …"


def checked(header: Header, lines: Sequence[tuple[Line, str]]) -> tuple[int, str]:
    """How many of these lines are as they could have been played, and the status after them.

    Raises `RefereeError` where not even the header is.
    """
    try:
        return len(lines), _Check(header).run(lines)
    except BadArchive as error:
        good = max(0, error.line - 2)
        return good, _Check(header).run(lines[:good])


def _plain(value: Any) -> Plain:
    return list(value) if isinstance(value, tuple) else value


def parse(file: Iterable[bytes]) -> tuple[Header, list[tuple[Line, str]]]:
    """Header and lines of a file that is whole; their contents are not judged yet."""
    header: Header | None = None
    lines: list[tuple[Line, str]] = []
    number = 0
    for number, raw in enumerate(file, 1):
        try:
            data = strict_json(raw)
            if header is None:
                header = _header(data)
            elif isinstance(data, dict) and data.get("type") == "end":
                if data.get("lines") != len(lines):
                    break
                return header, lines
            else:
                lines.append(_line(data))
        except BadArchive:
            raise
        except RefereeError as error:
            raise BadArchive(number, error.text) from error
        except ValueError as error:
            raise BadArchive(number, text("archive.json", detail=str(error)[:80])) from error
    raise BadArchive(max(number, 1), text("archive.cut-off"))


def _line(data: Plain) -> tuple[Line, str]:
    if not isinstance(data, dict) or data.pop("type", None) != "line":
        raise BadEntry("archive.unknown")
    digest = data.pop("digest", None)
    if not isinstance(digest, str):
        raise BadEntry("archive.unknown")
    return Line.parse(data), digest


def _header(data: Plain) -> Header:
    if not isinstance(data, dict) or data.get("type") != "match":
        raise BadEntry("archive.no-match")
    if data.get("format") != FORMAT:
        raise BadEntry("archive.format", found=str(data.get("format"))[:20], known=FORMAT)
    for name, kind in _HEADER.items():
        if type(data.get(name)) is not kind:
            raise BadEntry("archive.header", field=name)
    fields = {name: data[name] for name in _HEADER}
    names = tuple(fields.pop("names"))
    if names and (len(names) != data["seats"] or not all(isinstance(n, str) for n in names)):
        raise BadEntry("archive.header", field="names")
    check_names(names)
    players = data.get("players", [])
    if not isinstance(players, list) or not all(isinstance(level, str) for level in players):
        raise BadEntry("archive.header", field="players")
    if len(players) not in (0, data["seats"]):
        raise BadEntry("archive.header", field="players")
    carried = data.get("carried")
    for name in (*_HEADER, "players", "carried"):
        if not _utf8(data.get(name)):
            raise BadEntry("archive.header", field=name)
    return Header(names=names, carried=carried, players=tuple(players), **fields)


def _utf8(value: Plain) -> bool:
    """Whether it can be kept: JSON can spell halves of characters."""
    try:
        return bool(json.dumps(value, ensure_ascii=False).encode())
    except UnicodeEncodeError:
        return False


@contextmanager
def _explained(number: int, game: str) -> Iterator[None]:
    """Turn whatever goes wrong with a line of the file into `BadArchive`."""
    try:
        yield
    except RefereeError as error:
        raise BadArchive(number, error.text, game) from error
    except Exception as error:  # a game may fail in any way on what it never wrote
        detail = f"{type(error).__name__}: {error}"[:80]
        raise BadArchive(number, text("archive.fault", detail=detail)) from error


class _Check:
    """Replays a file's lines as if they were played now."""

    def __init__(self, header: Header) -> None:
        with _explained(1, ""):
            game = find_game(header.game)
        with _explained(1, header.game):
            options = game.restored(header.seats, header.options)
            self._header = replace(header, options=options)
            printed = game.components().with_values(header.components)
            self._fold = Fold(game, self._header, printed)
        self._game = game
        self._standing = Standing()
        self._stream = Stream(header.seed)

    def run(self, lines: Sequence[tuple[Line, str]]) -> str:
        """Judge all lines; returns the match's status or raises `BadArchive`."""
        for number, (line, digest) in enumerate(lines, 2):
            with _explained(number, self._game.name):
                self._step(line)
                if self._fold.digest != digest:
                    raise BadEntry("archive.position")
        return self._fold.status

    def _step(self, line: Line) -> None:
        if line.mark is Mark.UNDO or line.mark is Mark.CORRECT:
            self._judge_amendment(line)
        elif line.mark is Mark.ENTRY:
            self._judge(line)
        elif self._fold.over:
            raise BadEntry("archive.abandoned")
        self._fold.take(line, self._standing)

    def _judge(self, line: Line) -> None:
        """Whether an entry is legal here, and its flags and device values are true."""
        ask = self._fold.judge(line)
        if ask is None or line.entry is None:
            raise BadEntry("archive.unknown")
        flags = (line.chance, line.secret) == (ask.kind is Kind.CHANCE, ask.secret)
        if not flags or (line.device and self._header.options.get(ask.source) != "device"):
            raise BadEntry("archive.flags")
        if line.chance and line.device:
            drawn = ask.options[0].sample(self._stream.at(self._fold.drawn))
            if line.entry.args != drawn:
                raise BadEntry("archive.dice")

    def _judge_amendment(self, line: Line) -> None:
        """Whether an undo or a correction fits what came before."""
        log = self._standing.lines
        if line.mark is Mark.UNDO:
            if not 0 < line.count <= len(log):
                raise BadEntry("archive.amendment")
            return
        if line.index >= len(log) or log[line.index].device:
            raise BadEntry("archive.amendment")
        fixed = replace(log[line.index], entry=line.entry)
        later = log[line.index + 1 : line.index + 1 + line.count]
        trial = self._fold.branch(line.index)
        if trial.apply_legal([fixed, *later]) < 1 + len(later):
            raise BadEntry("archive.amendment")
