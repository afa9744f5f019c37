"""The flow: a game's state machine as one table of rows, linted and run.

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
`transitions`. A row is a transition of the library, with the guards as its conditions and the
effect before the state changes; nothing of the library is overridden. That `Machinery` runs a match
at the table. From it the diagram is made, and a plain dict compiled, once (`RowTable`), for replay,
undo, simulation and studies: it fires the same rows and leaves the same position, which the
conformance suite proves for every game, and costs a fraction. Both work on a position in place, and
know nothing of journals, logs or legality.

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias

from transitions import EventData, Machine

from referee.kernel.ask import Ask, Entry
from referee.kernel.chance import Draw
from referee.kernel.errors import FlowError
from referee.kernel.position import P, P_contra
from referee.kernel.ruling import Outcome, Say

#: The trigger of rows that leave a fork; the kernel fires it, nobody enters it.
AUTO: Final = "auto"

Guard = Callable[[P, Entry], bool]
Effect = Callable[[P, Entry, Say], None]


# -- the table --------------------------------------------------------------------------------


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
        """Built anew at every call; a running flow holds it ready."""
        tests = "&".join(guard.__name__ for guard in self.when)
        return self.label or f"{self.source}.{self.trigger}" + (f"[{tests}]" if tests else "")


@dataclass(frozen=True, slots=True)
class State(Generic[P]):
    """A state of the flow. ``asks`` is None for a fork; ``final`` states wait for nobody.

    ``verbs``: all that the asks may ever offer, under any options; each has a row. ``draw``: a
    random answer without the asks, see `kernel.chance`.
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


# -- what is wrong with a table ---------------------------------------------------------------


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


# -- how rows are run -------------------------------------------------------------------------

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
