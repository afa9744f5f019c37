"""What has happened in a match, for whoever watches: rolls and moves, and what was announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby

from referee.kernel.entry import Entry
from referee.kernel.fold import LogEntry
from referee.kernel.journal import Line
from referee.kernel.scene import Scene
from referee.kernel.text import Arg, Plain, Who
from referee.table.catalogue import Catalogue
from referee.table.session import Moment, Session, Spot, given, spot


class Chronicle:
    """The lines of a match, put together when somebody asks and it has gone on."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._lines: list[str] = []

    def lines(self, session: Session | None) -> Sequence[str]:
        """Oldest first."""
        if session is None:
            return ()
        moment = (session.catalogue, session.match, len(session.match.lines))
        if self._moment != moment:
            self._moment, self._lines = moment, happened(session)
        return self._lines


def happened(session: Session) -> list[str]:
    """Oldest first; what is secret is left out, the same move several times is one line. A reason
    that holds for several moves of a player in a row stands behind the first of them, and before
    what came of it."""
    words, rulings = session.catalogue, session.match.opening
    lines = [session.recorded(ruling) for ruling in rulings if ruling.shown_to(None)]
    said = None
    for logged in session.match.log:
        lines += _done(session, logged)
        entry, reason = logged.line.entry, logged.reason
        if reason is not None and reason != said:
            lines.append(session.recorded(reason))
        lines += [session.recorded(ruling) for ruling in logged.rulings if ruling.shown_to(None)]
        if reason is not None or (said is not None and entry and entry.seat != said.seat):
            said = reason
    counted = ((line, len(list(same))) for line, same in groupby(lines))
    return [words("record.times", what=line, n=n) if n > 1 else line for line, n in counted]


def _done(session: Session, logged: LogEntry) -> Iterator[str]:
    """Who has rolled or done what, if the game has a word for it."""
    line, words = logged.line, session.catalogue
    if (entry := line.entry) is None or line.secret:
        return
    if followed(line, session.match.header.players):
        return
    state = logged.rows[0].partition(".")[0] if logged.rows else ""
    what = words.spare(f"verb.{state}.{entry.verb}") or words.spare(f"verb.{entry.verb}")
    dice = entry.args.get("dice")
    if isinstance(dice, list):
        what = words("record.rolled", dice=" ".join(map(str, dice)))
    elif (said := in_words(words, entry, partial(session.place, entry.seat))) is not None:
        what = said
    if what:
        yield words("record.of", who=words.player(entry.seat), what=what)


def followed(line: Line, players: Sequence[str]) -> bool:
    """Whether nobody has done it: it followed from an answer, such as the steps of a drive."""
    by_itself = line.auto and line.device
    return not line.chance and (by_itself or not given(line, players))


def in_words(words: Catalogue, entry: Entry, place: Callable[[Plain], Spot | None]) -> str | None:
    """An answer in the game's own words for it, ``said.<verb>``; None if it has none, or if nothing
    shows the answer's places."""
    if not words.has(said := f"said.{entry.verb}"):
        return None
    args = _told(entry, place)
    return None if args is None else words(said, **args)


def told(words: Catalogue, entry: Entry, scene: Scene) -> str | None:
    """As `in_words`, where they tell all of the answer; places are those of this scene."""
    sentence = words.under("said.").get(entry.verb, "")
    if any(f"{{{name}" not in sentence for name in entry.args):
        return None
    return in_words(words, entry, partial(spot, scene, words, entry.seat))


def _told(entry: Entry, place: Callable[[Plain], Spot | None]) -> dict[str, Arg] | None:
    """An answer's arguments for the gaps of ``said.<verb>``: places by what players call them, and
    ``number``, what stands there on the player's sheet; of a number ``<name>_seat`` is the player
    on that seat. None if nothing shows these places."""
    args: dict[str, Arg] = {}
    for name, value in entry.args.items():
        if not isinstance(value, list):
            args |= {name: value} | ({f"{name}_seat": Who(value)} if type(value) is int else {})
            continue
        if (found := place(value)) is None:
            return None
        args |= {name: found.name, "number": found.number}
    return args
