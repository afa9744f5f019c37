"""The flow table: faults are found when it loads, rows fire as they are read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from transitions import Machine, Transition

from referee.kernel.ask import Ask, Entry
from referee.kernel.errors import FlowError
from referee.kernel.flow import AUTO, Flow, Row, State, replaced
from referee.kernel.game import find_game
from referee.kernel.position import Position
from referee.kernel.ruling import Outcome, Say
from tests.kernel.fired import shares
from tests.own import OWN


@dataclass(slots=True)
class Mark(Position):
    trace: str = ""


def nothing(p: Mark) -> tuple[Ask, ...]:
    return ()


def yes(p: Mark, entry: Entry) -> bool:
    """Always (C-1)."""
    return True


def no(p: Mark, entry: Entry) -> bool:
    """Never (C-1)."""
    return False


def bare(p: Mark, entry: Entry) -> bool:
    return True


def note(letter: str) -> Callable[[Mark, Entry, Say], None]:
    def effect(p: Mark, entry: Entry, say: Say) -> None:
        """Leaves a trace (C-1)."""
        p.trace += letter
        say("noted", "C-1", letter=letter)

    return effect


def start(flow: Flow[Mark], position: Mark, live: bool) -> Outcome:
    """Start as at the table, or as a replay does."""
    outcome = Outcome()
    position.state = flow.initial
    (flow.machinery if live else flow.table).start(position, outcome)
    return outcome


def fire(flow: Flow[Mark], position: Mark, entry: Entry, live: bool) -> Outcome:
    """Fire as at the table, or as a replay does."""
    outcome = Outcome()
    (flow.machinery if live else flow.table).fire(position, entry, outcome)
    return outcome


both = pytest.mark.parametrize("live", [True, False], ids=["machine", "table"])

C = ("C-1",)
A: State[Mark] = State("a", nothing, ("go",))
B: State[Mark] = State("b", nothing, ("go",))
ON: State[Mark] = State("a", nothing, ("go", "on"))
FORK: State[Mark] = State("fork")
END: State[Mark] = State("end", final=True)
GO: Row[Mark] = Row("go", "a", "end", note("g"), (), C)


def flow(*rows: Row[Mark], states: tuple[State[Mark], ...] = (A, END)) -> Flow[Mark]:
    return Flow("test", "a", states, rows)


@pytest.mark.parametrize(
    ("states", "rows", "problem"),
    [
        ((A, A, END), (GO,), "state a is declared twice"),
        ((END,), (GO,), "unknown initial state a"),
        ((A, END), (GO, Row("go2", "x", "end", None, (), C)), "unknown state x"),
        ((A, END), (Row("go", "a", "x", None, (), C),), "unknown state x"),
        ((A, END), (GO, Row("on", "end", "a", None, (), C)), "leaves the final state end"),
        ((A, B, END), (GO, Row("go", "b", "end", None, (), C)), "state b is never reached"),
        ((ON, B, END), (GO, Row("on", "a", "b", None, (), C)), "state b is a dead end"),
        ((ON, END), (GO,), "state a: no row for its verb on"),
        ((A, END), (GO, Row("on", "a", "end", None, (), C)), "a row for on, which it never"),
        ((State("a", nothing), END), (GO,), "name the verbs they offer"),
        ((A, State("end", verbs=("go",), final=True)), (GO,), "name the verbs they offer"),
        ((A, END), (Row("go", "a", "end"),), "names no clause"),
        ((A, END), (Row(AUTO, "a", "end", None, (), C),), "left by 'auto'"),
        ((A, FORK, END), (GO, Row("on", "a", "fork", None, (), C),
                          Row("go", "fork", "end", None, (), C)), "left by 'auto'"),
        ((A, END), (Row("go", "a", "end", None, (bare,), C), GO), "needs a name and a docstring"),
        ((A, END), (Row("go", "a", "end", None, (lambda p, e: True,), C), GO), "<lambda>"),
        ((A, END), (Row("go", "a", "end", None, (yes,), C),), "last row must have no guards"),
        ((A, END), (GO, Row("go", "a", "a", None, (yes,), C)), "last row must have no guards"),
        ((A, END), (GO, Row("go", "a", "a", None, (), C)), "can never fire"),
        ((A, END), (Row("go", "a", "a", None, (yes,), C), Row("go", "a", "end", None, (yes,), C),
                    GO), "two rows with the same name"),
    ],
)  # fmt: skip
def test_a_faulty_table_does_not_load(
    states: tuple[State[Mark], ...], rows: tuple[Row[Mark], ...], problem: str
) -> None:
    with pytest.raises(FlowError) as error:
        flow(*rows, states=states)
    assert problem in error.value.detail


@both
def test_the_first_row_whose_guards_hold_is_taken(live: bool) -> None:
    table = flow(
        Row("go", "a", "end", note("1"), (no,), C),
        Row("go", "a", "end", note("2"), (yes, no), C),
        Row("go", "a", "end", note("3"), (yes, yes), C),
        Row("go", "a", "end", note("4"), (), C),
    )
    position = Mark(state="a")
    outcome = fire(table, position, Entry(1, "go"), live)
    assert (position.state, position.trace) == ("end", "3")
    assert outcome.rows == ["a.go[yes&yes]"]
    assert outcome.rulings[0].args == {"letter": "3"}


@both
def test_forks_are_passed_with_the_entry_that_led_there(live: bool) -> None:
    table = flow(
        Row("go", "a", "fork", note("g"), (), C),
        Row(AUTO, "fork", "end", note("f"), (), C),
        states=(A, FORK, END),
    )
    position = Mark(state="a")
    outcome = fire(table, position, Entry(1, "go"), live)
    assert (position.state, position.trace) == ("end", "gf")
    assert outcome.rows == ["a.go", "fork.auto"]


@both
def test_a_flow_may_begin_with_a_fork(live: bool) -> None:
    table = Flow("test", "fork", (FORK, END), (Row(AUTO, "fork", "end", note("f"), (), C),))
    position = Mark()
    assert start(table, position, live).rulings[0].key == "noted"
    assert position.state == "end"


@both
def test_running_in_circles_is_an_error(live: bool) -> None:
    ring: tuple[Row[Mark], ...] = (
        Row("go", "a", "fork", None, (), C),
        Row(AUTO, "fork", "fork", None, (yes,), C),
        Row(AUTO, "fork", "end", None, (), C),
    )
    with pytest.raises(FlowError, match="circles at fork"):
        fire(flow(*ring, states=(A, FORK, END)), Mark(state="a"), Entry(1, "go"), live)


@both
def test_an_entry_without_a_row_is_an_error(live: bool) -> None:
    with pytest.raises(FlowError, match="no row for fly in a"):
        fire(flow(GO), Mark(state="a"), Entry(1, "fly"), live)


def test_variants_drop_and_replace_rows() -> None:
    rows = [Row("go", "a", "a", None, (yes,), C), GO]
    assert replaced(rows, "a.go[yes]") == [GO]
    other = Row("go", "a", "end", note("o"), (), C)
    assert replaced(rows, "a.go", other) == [rows[0], other]
    with pytest.raises(FlowError, match=r"no such row: a\.fly"):
        replaced(rows, "a.fly", GO)


def test_the_fingerprint_differs_when_the_table_does() -> None:
    prints = {
        flow(GO).fingerprint,
        flow(Row("go", "a", "end", None, (), C)).fingerprint,
        flow(Row("go", "a", "end", note("g"), (), ("C-2",))).fingerprint,
        flow(Row("go", "a", "end", note("g"), (yes,), C), GO).fingerprint,
    }
    assert len(prints) == 4
    assert flow(GO).fingerprint == flow(GO).fingerprint


@pytest.mark.parametrize("name", OWN)
def test_transitions_fires_every_row_at_the_table(name: str) -> None:
    """Forks too, and those before the first answer; `tests.kernel.fired` tells the share."""
    fired, rows = shares(find_game(name), 1, 60)
    assert fired == rows > 0


def test_nothing_of_transitions_is_overridden_and_the_plain_rows_are_its_own() -> None:
    for name in OWN:
        game = find_game(name)
        flow = game.flow(game.complete(game.seats[-1], {}))
        machine = flow.machinery.machine
        assert type(machine) is Machine
        steps = [step for event in machine.events.values() for found in event.transitions.values()
                 for step in found]  # fmt: skip
        assert {type(step) for step in steps} == {Transition}
        plain = [branch[-1] for rows in flow.table.branches.values() for branch in rows]
        assert sorted(plain) == sorted(row.name for row in flow.rows)
        assert len(plain) == len(steps)
