"""How a match begins: with a header of its own, or with the lines of a stored one.

A stored match is replayed, and where it no longer does what it did, it is said where.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.kernel.components import Components
from referee.kernel.errors import BadEntry, RulesChanged
from referee.kernel.fold import Fold
from referee.kernel.game import Game
from referee.kernel.journal import Header, Line, Standing
from referee.kernel.names import check_names, check_text
from referee.kernel.text import Plain


def first_header(
    game: Game[Any],
    seats: int | Sequence[str],
    options: Mapping[str, Plain],
    seed: str,
    components: Components,
    carried: Plain,
    players: tuple[str, ...],
) -> Header:
    """What a fresh match is played with; raises as `Match.new` does."""
    names = () if isinstance(seats, int) else tuple(seats)
    count = seats if isinstance(seats, int) else len(names)
    chosen = game.complete(count, options)
    check_names(names)
    for word in (seed, *players):
        check_text(word)
    version, printed = game.rules_version(chosen), components.plain()
    if len(players) not in (0, count):
        raise BadEntry("error.player.count", found=len(players), seats=count)
    return Header(game.name, version, count, chosen, printed, seed, names, carried, players)


def resumed(fold: Fold, lines: Sequence[Line], digests: Sequence[str]) -> Standing:
    """Replay stored lines once; the position must be the one that was kept last.

    Where it is another, or where the rules fail on an old line, raises `RulesChanged`.
    """
    standing = Standing(lines)
    try:
        fold.replay(standing.lines)
        same = not lines or fold.digest == digests[-1]
    except Exception:  # other rules may fail in any way on an old line
        same = False
    if not same:
        raise _changed(fold, lines, digests)
    return standing


def _changed(fold: Fold, lines: Sequence[Line], digests: Sequence[str]) -> RulesChanged:
    """Replay line by line to find the first one that no longer does what it did."""
    standing = Standing()
    fold.replay(())
    name = fold.game.name
    for number, line in enumerate(lines):
        state = fold.position.state
        try:
            fold.take(line, standing)
            same = fold.digest == digests[number]
        except Exception:
            same = False
        if not same:
            return RulesChanged(name, number, len(lines), _clauses(fold, state, line))
    return RulesChanged(name, len(lines), len(lines))


def _clauses(fold: Fold, state: str, line: Line) -> tuple[str, ...]:
    """The clauses of the rows that a line fires now; if it fails, of those that it may."""
    if line.entry is None:
        return ()
    log, flow = fold.log, fold.flow
    names = log[-1].rows if log and log[-1].line is line else ()
    rows = [row for row in flow.rows if row.name in names] or [
        row for row in flow.rows if (row.source, row.trigger) == (state, line.entry.verb)
    ]
    return tuple(dict.fromkeys(clause for row in rows for clause in row.clauses))
