"""The flow: a game's state machine as one table of rows, linted. `execution` runs it.

Theory of operation
-------------------
A *state* is a moment when the table waits for somebody, or (without ``asks``) a fork that the
referee passes by itself. A *row* says: on this trigger, in this state, if these guards hold,
apply this effect and go there - with the clauses it stands for. For one source and trigger the
first row whose guards all hold is taken; the last one has no guards.

The state of a match is a word on its position, and nothing else of the machine is kept. An answer
that an ask has accepted is fired: its verb is the trigger. Guards see the position before the
effect. Then forks are passed with the same entry, each seeing what the row before it has done,
until a state asks or is final. Nothing is ever fired from inside an effect.

What interrupts (a duel, a ram in a move) does not nest states: it is pushed on the position's
agenda, has one state for its kind, and is popped when that state is left.

The table is data. It is proven when it is made, edited by variants before that, and given to
`transitions`: that machine runs a match at the table, and the diagram and the plain dict of replay
are made from it.

What it does not do well
------------------------
- Answers that may come in any order are several asks of one state, and a fork or a guard that
  leads back to it while somebody is missing. The table does not show who.
- It proves names. That asks offer no verb but those of their state, the conformance suite finds
  out by playing; that guards overlap, nobody says: the first row wins.
- Where an interruption leads back to is not in the table: a fork reads the agenda. So diagrams
  have ways that no match takes.
- The fingerprint knows what functions are called, not what they do: change a game's version
  when a rule changes under its old name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic

from referee.kernel.ask import Ask
from referee.kernel.draw import Draw
from referee.kernel.errors import FlowError
from referee.kernel.execution import Machinery, RowTable, branches
from referee.kernel.position import P
from referee.kernel.row import AUTO, Effect, Guard, Row

__all__ = ["AUTO", "Effect", "Flow", "Guard", "Row", "State", "lint", "replaced"]


@dataclass(frozen=True, slots=True)
class State(Generic[P]):
    """A state of the flow. ``asks`` is None for a fork; ``final`` states wait for nobody.

    ``verbs``: all that the asks may ever offer, under any options; each has a row. ``draw``: a
    random answer without the asks, see `kernel.draw`.
    """

    name: str
    asks: Callable[[P], tuple[Ask, ...]] | None = None
    verbs: tuple[str, ...] = ()
    final: bool = False
    draw: Draw[P] | None = None


class Flow(Generic[P]):
    """A linted table of rows, ready to run. Holds no match: one flow serves them all."""

    def __init__(
        self, name: str, initial: str, states: Sequence[State[P]], rows: Sequence[Row[P]]
    ) -> None:
        self.name = name
        self.initial = initial
        self.states = {state.name: state for state in states}
        self.rows = tuple(rows)
        if problems := lint(initial, states, rows):
            raise FlowError(f"flow {name}: " + "; ".join(problems))
        self.names = frozenset(row.name for row in self.rows)
        #: How random players answer without asks, by the states that know it.
        self.draws = {state.name: state.draw for state in states if state.draw is not None}
        self.waits = frozenset(s.name for s in states if s.asks is not None or s.final)
        #: What runs a match at the table: the rows as a machine of `transitions`.
        self.machinery: Machinery[P] = Machinery(name, self.rows, self.waits)
        #: What replays and simulates: the same, compiled from that machine.
        self.table: RowTable[P] = RowTable(name, branches(self.machinery.machine), self.waits)
        self.fingerprint = self._fingerprint()

    def _fingerprint(self) -> str:
        """Eight hex digits that differ when the table differs."""
        table = [
            (row.name, row.dest, row.effect.__name__ if row.effect else "", row.clauses)
            for row in self.rows
        ]
        return hashlib.blake2b(repr(table).encode(), digest_size=4).hexdigest()

    def asks(self, position: P) -> tuple[Ask, ...]:
        """What this position waits for; empty when it is final."""
        state = self.states[position.state]
        return state.asks(position) if state.asks is not None else ()


def lint(initial: str, states: Sequence[State[P]], rows: Sequence[Row[P]]) -> list[str]:
    """Everything wrong with a table, as sentences; empty when it is sound."""
    names = [state.name for state in states]
    problems = [f"state {n} is declared twice" for n in sorted(names) if names.count(n) > 1]
    if initial not in names:
        return [*problems, f"unknown initial state {initial}"]
    for row in rows:
        problems += _row_problems(row, {state.name: state for state in states})
    problems += _branch_problems(rows)
    reached = _reachable(initial, rows)
    problems += [f"state {n} is never reached" for n in names if n not in reached]
    sources = {row.source for row in rows}
    triggers = {(row.source, row.trigger) for row in rows}
    for state in states:
        problems += _verb_problems(state, triggers)
        if not state.final and state.name not in sources:
            problems.append(f"state {state.name} is a dead end")
    return problems


def _row_problems(row: Row[P], states: dict[str, State[P]]) -> Iterable[str]:
    for end in (row.source, row.dest):
        if end not in states:
            yield f"row {row.name}: unknown state {end}"
    source = states.get(row.source)
    if source is not None and source.final:
        yield f"row {row.name}: leaves the final state {row.source}"
    elif source is not None and (source.asks is None) != (row.trigger == AUTO):
        yield f"row {row.name}: forks, and only they, are left by {AUTO!r}"
    if not row.clauses:
        yield f"row {row.name}: names no clause"
    for function in (*row.when, *((row.effect,) if row.effect else ())):
        if function.__name__ == "<lambda>" or not function.__doc__:
            yield f"row {row.name}: {function.__name__} needs a name and a docstring"


def _verb_problems(state: State[P], triggers: set[tuple[str, str]]) -> Iterable[str]:
    """Every verb that is offered leads somewhere, and nothing waits for one that never is."""
    if (state.asks is None) != (not state.verbs):
        yield f"state {state.name}: states that ask, and only they, name the verbs they offer"
        return
    for verb in state.verbs:
        if (state.name, verb) not in triggers:
            yield f"state {state.name}: no row for its verb {verb}"
    for source, trigger in sorted(triggers):
        if source == state.name and state.asks is not None and trigger not in state.verbs:
            yield f"state {source}: a row for {trigger}, which it never offers"


def _branch_problems(rows: Sequence[Row[P]]) -> Iterable[str]:
    branches: dict[tuple[str, str], list[Row[P]]] = {}
    for row in rows:
        branches.setdefault((row.source, row.trigger), []).append(row)
    for (source, trigger), group in branches.items():
        if group[-1].when:
            yield f"{source}.{trigger}: the last row must have no guards"
        if any(not row.when for row in group[:-1]):
            yield f"{source}.{trigger}: a row after the unguarded one can never fire"
        if len({row.name for row in group}) < len(group):
            yield f"{source}.{trigger}: two rows with the same name"


def _reachable(initial: str, rows: Sequence[Row[P]]) -> set[str]:
    reached = {initial}
    while True:
        more = {row.dest for row in rows if row.source in reached} - reached
        if not more:
            return reached
        reached |= more


def replaced(rows: Sequence[Row[P]], name: str, *new: Row[P]) -> list[Row[P]]:
    """The table with the named row replaced by others in its place, or by none (a variant)."""
    at = next((i for i, row in enumerate(rows) if row.name == name), None)
    if at is None:
        raise FlowError(f"no such row: {name}")
    return [*rows[:at], *new, *rows[at + 1 :]]
