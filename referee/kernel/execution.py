"""How a flow's rows are run: by `transitions` at the table, as a plain dict everywhere else.

The machine comes first. A row is a transition of the library, with the guards as its conditions and
the effect before the state changes; nothing of the library is overridden. What is entered fires a
trigger, and so do the forks that follow. From that machine the plain dict is compiled, once, for
replay, undo, simulation and studies: it fires the same rows and leaves the same position, which
the conformance suite proves for every game, and costs a fraction. Both work on a position in place,
and know nothing of journals, logs or legality.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias

from transitions import EventData, Machine

from referee.kernel.entry import Entry
from referee.kernel.errors import FlowError
from referee.kernel.position import P, P_contra
from referee.kernel.row import AUTO, Effect, Guard, Row
from referee.kernel.ruling import Outcome

#: Forks passed after one entry before the flow counts as running in circles.
FORKS: Final = 1000
_FORKS: Final = range(FORKS)

#: One row, as it is run: its guards as one (None: it has none), where it leads, its effect, its
#: name.
Branch: TypeAlias = "tuple[Guard[P] | None, str, Effect[P] | None, str]"

#: The rows of one state and trigger, in their order.
Branches: TypeAlias = "Mapping[tuple[str, str], tuple[Branch[P], ...]]"

#: A branch ready to run, in the order in which it is needed, and the rows of the fork that it leads
#: to (None: it leads to none).
_Ready: TypeAlias = "tuple[Guard[P] | None, Effect[P] | None, str, str, _Rows[P] | None]"
_Rows: TypeAlias = "Sequence[_Ready[P]]"


class Executor(Protocol[P_contra]):
    """Applies legal entries to a position, with all forks that follow."""

    def start(self, position: P_contra, outcome: Outcome) -> None:
        """Pass the forks of a fresh position that stands in its initial state."""
        ...

    def fire(self, position: P_contra, entry: Entry, outcome: Outcome) -> None:
        """Apply a legal entry in place. Raises `FlowError` if the table has no row for it."""
        ...


class RowTable(Generic[P]):
    """The rows as a plain dict. ``waits``: states at which it stops, all others are forks."""

    def __init__(self, flow: str, branches: Branches[P], waits: frozenset[str]) -> None:
        self.flow = flow
        self.branches = branches
        self._waits = waits
        #: The rows by state and trigger, each with the rows of the fork that it leads to.
        self._ready: dict[str, dict[str, list[_Ready[P]]]] = {state: {} for state in waits}
        for state, trigger in branches:
            self._ready.setdefault(state, {})[trigger] = []
        for (state, trigger), rows in branches.items():
            for guard, dest, effect, name in rows:
                after = None if dest in waits else self._ready.get(dest, {}).get(AUTO, ())
                self._ready[state][trigger].append((guard, effect, name, dest, after))

    def start(self, position: P, outcome: Outcome) -> None:
        if position.state not in self._waits:
            self.run(position, (Entry(0, AUTO),), outcome, AUTO)

    def fire(self, position: P, entry: Entry, outcome: Outcome) -> None:
        self.run(position, (entry,), outcome)

    def run(
        self, position: P, entries: Iterable[Entry], outcome: Outcome, trigger: str = ""
    ) -> None:
        """`fire` every entry; each is asked for when the one before has happened.

        ``trigger``: another one than their verbs.
        """
        states, note, say = self._ready, outcome.rows.append, outcome.say
        for entry in entries:
            rows: _Rows[P] | None = states[position.state].get(trigger or entry.verb, ())
            for _ in _FORKS:
                if rows is None:
                    break
                for guard, effect, name, dest, after in rows:
                    if guard is None or guard(position, entry):
                        note(name)
                        if effect is not None:
                            effect(position, entry, say)
                        position.state, rows = dest, after
                        break
                else:
                    raise self._no_row(position, entry)
            else:
                raise in_circles(self.flow, position.state)

    def _no_row(self, position: P, entry: Entry) -> FlowError:
        waits = position.state in self._waits
        return no_row(self.flow, entry.verb if waits else AUTO, position.state)


class Test(Generic[P]):
    """A guard as a condition of the library."""

    def __init__(self, guard: Guard[P]) -> None:
        self.guard = guard

    def __call__(self, event: EventData) -> bool:
        position: Any = event.model
        entry, _ = event.args
        return bool(self.guard(position, entry))


class Act(Generic[P]):
    """What a row does before the state changes, and what it is called."""

    def __init__(self, row: Row[P]) -> None:
        self.row = row
        self.name = row.name

    def __call__(self, event: EventData) -> None:
        position: Any = event.model
        entry, outcome = event.args
        outcome.rows.append(self.name)
        if self.row.effect is not None:
            self.row.effect(position, entry, outcome.say)


class Machinery(Generic[P]):
    """The rows as a machine of `transitions`: it runs a match at the table, forks and all."""

    def __init__(self, flow: str, rows: Sequence[Row[P]], waits: frozenset[str]) -> None:
        self.flow = flow
        self._waits = waits
        self.machine = Machine(
            model=None,
            states=sorted({end for row in rows for end in (row.source, row.dest)}),
            initial=None,
            auto_transitions=False,
            send_event=True,
            queued=False,
        )
        for row in rows:
            tests: list[Any] = [Test(guard) for guard in row.when]
            self.machine.add_transition(row.trigger, row.source, row.dest, tests, before=Act(row))

    def start(self, position: P, outcome: Outcome) -> None:
        self._pass_forks(position, Entry(0, AUTO), outcome)

    def fire(self, position: P, entry: Entry, outcome: Outcome) -> None:
        self._trigger(entry.verb, position, entry, outcome)
        self._pass_forks(position, entry, outcome)

    def _pass_forks(self, position: P, entry: Entry, outcome: Outcome) -> None:
        """Leave the fork at which the position stands, if it is one, and all that follow."""
        for _ in _FORKS:
            if position.state in self._waits:
                return
            self._trigger(AUTO, position, entry, outcome)
        raise in_circles(self.flow, position.state)

    def _trigger(self, trigger: str, position: P, entry: Entry, outcome: Outcome) -> None:
        event = self.machine.events.get(trigger)
        if event is None or position.state not in event.transitions:
            raise no_row(self.flow, trigger, position.state)
        if not event.trigger(position, entry, outcome):
            raise no_row(self.flow, trigger, position.state)


class Step(NamedTuple):
    """A transition of the machine, as a flow gave it: its act, its guards, where it leads."""

    act: Act[Any]
    guards: list[Guard[Any]]
    dest: str


def steps_of(machine: Machine) -> Iterator[Step]:
    """All that a machine may do; what one state and trigger may lead to comes in its order."""
    for event in machine.events.values():
        for transition in (one for found in event.transitions.values() for one in found):
            act: Any = transition.before[0]
            tests: list[Any] = [condition.func for condition in transition.conditions]
            yield Step(act, [test.guard for test in tests], str(transition.dest))


def branches(machine: Machine) -> Branches[Any]:
    """The rows of a machine by state and trigger, ready to be run without it."""
    found: dict[tuple[str, str], tuple[Branch[Any], ...]] = {}
    for act, guards, dest in steps_of(machine):
        at = (act.row.source, act.row.trigger)
        branch = (all_of(guards), dest, act.row.effect, act.name)
        found[at] = (*found.get(at, ()), branch)
    return found


def all_of(guards: Sequence[Guard[P]]) -> Guard[P] | None:
    """One guard for all of them, which are tried in their order; None where there is none."""
    if len(guards) < 2:
        return guards[0] if guards else None

    def hold(position: P, entry: Entry) -> bool:
        for guard in guards:  # noqa: SIM110  # all() takes twice as long
            if not guard(position, entry):
                return False
        return True

    hold.__name__ = " & ".join(guard.__name__ for guard in guards)
    return hold


def no_row(flow: str, trigger: str, state: str) -> FlowError:
    """The fault of a table that lacks a row for what its asks offer."""
    return FlowError(f"flow {flow}: no row for {trigger} in {state}")


def in_circles(flow: str, state: str) -> FlowError:
    """The fault of forks that lead to forks without end."""
    return FlowError(f"flow {flow}: runs in circles at {state}")
