"""How a flow's rows are run: by `transitions` at the table, as a plain dict everywhere else.

Both executors are built from the same branches: for a state and a trigger, the rows in their order.
They fire the same rows and leave the same position; the conformance suite proves it for every
game. The dict is what replay, undo, simulation and studies use: it needs no library, and costs a
fraction. Both work on a position in place, and know nothing of journals, logs or legality.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, Protocol, TypeAlias

from transitions import EventData, Machine, Transition

from referee.kernel.entry import Entry
from referee.kernel.errors import FlowError
from referee.kernel.position import P, P_contra
from referee.kernel.ruling import Outcome, Say

#: The trigger of rows that leave a fork; the kernel fires it, nobody enters it.
AUTO: Final = "auto"

#: Forks passed after one entry before the flow counts as running in circles.
FORKS: Final = 1000
_FORKS: Final = range(FORKS)

Guard = Callable[[P, Entry], bool]
Effect = Callable[[P, Entry, Say], None]

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
        self.pass_forks(position, Entry(0, AUTO), outcome)

    def pass_forks(self, position: P, entry: Entry, outcome: Outcome) -> None:
        """Leave the fork at which the position stands, if it is one, and all that follow."""
        if position.state not in self._waits:
            self.run(position, (entry,), outcome, AUTO)

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


class _Step(Transition):
    """A row in the machine. A flow gives callbacks to its rows alone, so those that the library
    looks for at states and at the machine are left out."""

    def execute(self, event_data: EventData) -> bool:
        for condition in self.conditions:
            if not condition.func(event_data):  # type: ignore[operator]
                return False
        for act in self.before:
            act(event_data)  # type: ignore[operator]
        position: Any = event_data.model
        position.state = self.dest
        return True


class _FlowMachine(Machine):
    transition_cls = _Step


class Machinery(Generic[P]):
    """The rows as a `transitions.Machine`: what is entered at the table goes through it. The
    forks that follow are nobody's entry; the referee passes them by the dict."""

    def __init__(self, table: RowTable[P]) -> None:
        self._table = table

    @cached_property
    def _machine(self) -> Machine:
        """Built when it is first asked for: a replay alone needs none."""
        branches = self._table.branches
        ends = {dest for rows in branches.values() for _, dest, _, _ in rows}
        machine = _FlowMachine(
            model=None,
            states=sorted(ends | {state for state, _ in branches}),
            initial=None,
            auto_transitions=False,
            send_event=True,
            queued=False,
        )
        for (source, trigger), rows in branches.items():
            for guard, dest, effect, name in rows:
                conditions = _condition(guard) if guard is not None else None
                before = _action(effect, name)
                machine.add_transition(trigger, source, dest, conditions, before=before)
        return machine

    def ready(self) -> Machinery[P]:
        """This machinery, with its machine built: not in the middle of a press."""
        assert self._machine is not None
        return self

    def start(self, position: P, outcome: Outcome) -> None:
        self._table.start(position, outcome)

    def fire(self, position: P, entry: Entry, outcome: Outcome) -> None:
        trigger, table = entry.verb, self._table
        known = (position.state, trigger) in table.branches
        if not known or not self._machine.events[trigger].trigger(
            position, entry=entry, outcome=outcome
        ):
            raise no_row(table.flow, trigger, position.state)
        table.pass_forks(position, entry, outcome)


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


def _condition(guard: Guard[Any]) -> Callable[[EventData], bool]:
    def hold(event: EventData) -> bool:
        return guard(event.model, event.kwargs["entry"])

    hold.__name__ = guard.__name__
    return hold


def _action(effect: Effect[Any] | None, name: str) -> Callable[[EventData], None]:
    def act(event: EventData) -> None:
        outcome: Outcome = event.kwargs["outcome"]
        outcome.rows.append(name)
        if effect is not None:
            effect(event.model, event.kwargs["entry"], outcome.say)

    return act


def no_row(flow: str, trigger: str, state: str) -> FlowError:
    """The fault of a table that lacks a row for what its asks offer."""
    return FlowError(f"flow {flow}: no row for {trigger} in {state}")


def in_circles(flow: str, state: str) -> FlowError:
    """The fault of forks that lead to forks without end."""
    return FlowError(f"flow {flow}: runs in circles at {state}")
