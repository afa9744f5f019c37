"""The flow: a game's state machine as one table of rows, linted and run by `transitions`.

A *state* is a moment when the table waits for somebody, or (without ``asks``) a fork that the
referee passes by itself. A *row* says: on this trigger, in this state, if these guards hold,
apply this effect and go there - with the clauses it stands for. For one source and trigger the
first row whose guards all hold is taken; the last one has no guards.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, cast

from transitions import EventData, Machine

from referee.kernel.ask import Ask
from referee.kernel.entry import Entry
from referee.kernel.errors import FlowError
from referee.kernel.position import P
from referee.kernel.ruling import Outcome, Say

#: The trigger of rows that leave a fork; the kernel fires it, nobody enters it.
AUTO: Final = "auto"

#: Forks passed after one entry before the flow counts as running in circles.
FORKS: Final = 1000

Guard = Callable[[P, Entry], bool]
Effect = Callable[[P, Entry, Say], None]


@dataclass(frozen=True, slots=True)
class State(Generic[P]):
    """A state of the flow. ``asks`` is None for a fork; ``final`` states wait for nobody.

    ``verbs``: all that the asks may ever offer, under any options; each has a row.
    """

    name: str
    asks: Callable[[P], tuple[Ask, ...]] | None = None
    verbs: tuple[str, ...] = ()
    final: bool = False


@dataclass(frozen=True, slots=True)
class Row(Generic[P]):
    """One line of the table. ``name`` is ``source.trigger`` unless given (variants use it)."""

    trigger: str
    source: str
    dest: str
    effect: Effect[P] | None = None
    when: tuple[Guard[P], ...] = ()
    clauses: tuple[str, ...] = ()
    label: str = ""

    @property
    def name(self) -> str:
        tests = "&".join(guard.__name__ for guard in self.when)
        return self.label or f"{self.source}.{self.trigger}" + (f"[{tests}]" if tests else "")


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
        self._machine = self._build()
        self.fingerprint = self._fingerprint()

    def _fingerprint(self) -> str:
        """Eight hex digits that differ when the table differs."""
        table = [
            (row.name, row.dest, row.effect.__name__ if row.effect else "", row.clauses)
            for row in self.rows
        ]
        return hashlib.blake2b(repr(table).encode(), digest_size=4).hexdigest()

    def _build(self) -> Machine:
        machine = Machine(
            model=None,
            states=list(self.states),
            initial=self.initial,
            auto_transitions=False,
            send_event=True,
            queued=False,
        )
        for row in self.rows:
            machine.add_transition(
                row.trigger,
                row.source,
                row.dest,
                conditions=[_condition(guard) for guard in row.when],
                before=_action(row),
            )
        return machine

    def asks(self, position: P) -> tuple[Ask, ...]:
        """What this position waits for; empty when it is final."""
        state = self.states[position.state]
        return state.asks(position) if state.asks is not None else ()

    def start(self, position: P) -> Outcome:
        """Put a fresh position into the initial state and pass the forks there."""
        position.state = self.initial
        outcome = Outcome()
        self._pass_forks(position, Entry(0, AUTO), outcome)
        return outcome

    def fire(self, position: P, entry: Entry) -> Outcome:
        """Apply a legal entry in place. Raises `FlowError` if the table has no row for it."""
        outcome = Outcome()
        self._fire(entry.verb, position, entry, outcome)
        self._pass_forks(position, entry, outcome)
        return outcome

    def _pass_forks(self, position: P, entry: Entry, outcome: Outcome) -> None:
        for _ in range(FORKS):
            state = self.states[position.state]
            if state.asks is not None or state.final:
                return
            self._fire(AUTO, position, entry, outcome)
        raise FlowError(f"flow {self.name}: runs in circles at {position.state}")

    def _fire(self, trigger: str, position: P, entry: Entry, outcome: Outcome) -> None:
        event = self._machine.events.get(trigger)
        sources = event.transitions if event is not None else {}
        if event is None or position.state not in sources:
            raise FlowError(f"flow {self.name}: no row for {trigger} in {position.state}")
        if not event.trigger(position, entry=entry, outcome=outcome):
            raise FlowError(f"flow {self.name}: no row fits {trigger} in {position.state}")


def _condition(guard: Guard[Any]) -> Callable[[EventData], bool]:
    def holds(event: EventData) -> bool:
        return bool(guard(event.model, cast(Entry, event.kwargs["entry"])))

    holds.__name__ = guard.__name__
    return holds


def _action(row: Row[Any]) -> Callable[[EventData], None]:
    def act(event: EventData) -> None:
        outcome = cast(Outcome, event.kwargs["outcome"])
        outcome.rows.append(row.name)
        if row.effect is not None:
            row.effect(event.model, cast(Entry, event.kwargs["entry"]), outcome.say)

    return act


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


def without(rows: Sequence[Row[P]], *names: str) -> list[Row[P]]:
    """The table without the named rows (a variant drops them). Unknown names are an error."""
    missing = set(names) - {row.name for row in rows}
    if missing:
        raise FlowError(f"no such rows: {', '.join(sorted(missing))}")
    return [row for row in rows if row.name not in names]


def replaced(rows: Sequence[Row[P]], name: str, *new: Row[P]) -> list[Row[P]]:
    """The table with the named row replaced by others in its place (a variant changes it)."""
    at = next((i for i, row in enumerate(rows) if row.name == name), None)
    if at is None:
        raise FlowError(f"no such row: {name}")
    return [*rows[:at], *new, *rows[at + 1 :]]
