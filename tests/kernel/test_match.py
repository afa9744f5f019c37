"""A match through its one door: answers, refusals, undo, correction, resume."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from referee.kernel import game as games
from referee.kernel.ask import Ask, Entry, Kind
from referee.kernel.errors import BadEntry, FlowError, Refused
from referee.kernel.flow import Flow, Row, State
from referee.kernel.match import Match
from referee.kernel.store import Store
from tests import hidden
from tests.toy import GAME, ROWS, STATES, Toy, roll_asks


def table_match(**kwargs: object) -> Match:
    return Match.new(GAME, 2, {"dice": "table"}, "seed", **kwargs)  # type: ignore[arg-type]


def roll(seat: int, value: int) -> Entry:
    return Entry(seat, "roll", {"dice": [value]})


def test_an_entry_is_accepted_and_the_flow_moves_on() -> None:
    match = table_match()
    match.answer(roll(1, 4))
    assert match.state == "choose"
    assert match.view(None)["points"] == [4, 0]


def test_a_refusal_names_the_stated_reason_and_changes_nothing() -> None:
    match = table_match()
    before = match.digest
    with pytest.raises(Refused) as refused:
        match.answer(Entry(1, "stop"))
    assert (refused.value.reason.key, refused.value.clause) == ("toy.why.roll-first", "TOY-1")
    assert match.digest == before


@pytest.mark.parametrize(
    ("entry", "key"),
    [
        (roll(2, 4), "refused.seat"),
        (roll(1, 7), "refused.args"),
        (Entry(1, "roll", {"dice": [True]}), "refused.args"),
        (Entry(1, "fly"), "refused.now"),
    ],
)
def test_anything_else_is_refused_with_a_reason(entry: Entry, key: str) -> None:
    with pytest.raises(Refused) as refused:
        table_match().answer(entry)
    assert refused.value.reason.key == key
    assert refused.value.clause == "TOY-1"


def test_a_seat_that_does_not_exist_is_no_entry() -> None:
    with pytest.raises(BadEntry):
        table_match().answer(roll(3, 1))


def test_an_interruption_is_pushed_and_popped() -> None:
    match = table_match()
    rulings = match.answer(roll(1, 1))
    assert match.state == "duel"
    assert rulings[0].plain() == {
        "key": "toy.duel.opens", "seat": 2, "clause": "TOY-2", "args": {"rival": 1},
    }  # fmt: skip
    match.answer(roll(2, 6))
    assert match.view(None)["agenda"] == []


def test_after_an_undo_the_same_die_shows_the_same_number() -> None:
    match = Match.new(GAME, 2, {}, "seed")
    match.answer(Entry(1, "roll"))
    first = match.log[-1].line.entry
    assert match.undo() is not None
    assert match.log == ()
    match.answer(Entry(1, "roll"))
    assert match.log[-1].line.entry == first


def test_own_decisions_are_taken_back_and_dice_are_a_correction() -> None:
    match = table_match()
    match.answer(roll(1, 4))
    match.answer(Entry(1, "stop"))
    undo = match.next_undo()
    assert undo is not None
    assert not undo.correction
    match.undo()
    undo = match.next_undo()
    assert undo is not None
    assert undo.correction


def test_a_mistyped_die_is_corrected_and_later_entries_stand_while_legal() -> None:
    match = table_match()
    for entry in (roll(1, 4), Entry(1, "on"), roll(1, 5)):
        match.answer(entry)
    assert match.correct(0, {"dice": [3]}) == ()
    assert match.view(None)["points"] == [8, 0]
    assert match.correct(0, {"dice": [1]}) == (Entry(1, "on"), roll(1, 5))
    assert match.state == "duel"


def test_resume_stands_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.kernel.match.find_game", lambda name: GAME)
    store = Store(tmp_path / "db.sqlite", lambda: 1.0)
    match = table_match(store=store)
    for entry in (roll(1, 4), Entry(1, "stop"), roll(2, 1)):
        match.answer(entry)
    match.undo()
    match.answer(roll(2, 6))
    stored = store.matches()[0]
    again = Match.resume(store, stored.id)
    assert again.digest == match.digest
    assert again.lines == match.lines
    again.answer(Entry(2, "on"))
    assert Match.resume(store, stored.id).digest == again.digest


def test_what_happens_to_a_copy_does_not_happen_to_the_match(tmp_path: Path) -> None:
    store = Store(tmp_path / "matches.db", lambda: 0.0)
    match = table_match(store=store)
    for entry in (roll(1, 4), Entry(1, "on"), roll(1, 3), Entry(1, "on")):
        match.answer(entry)
    match.undo()
    match.answer(Entry(1, "stop"))
    kept, before = store.lines(match.id or 0), match.digest
    copy = match.copy()
    assert (copy.id, copy.digest, copy.lines, copy.asks) == (
        None, match.digest, match.lines, match.asks,
    )  # fmt: skip
    copy.answer(roll(2, 5))
    copy.correct(0, {"dice": [6]})
    copy.undo(0)
    assert (match.digest, store.lines(match.id or 0)) == (before, kept)
    match.answer(roll(2, 1))
    assert (match.state, copy.state) == ("duel", "roll")


def test_what_was_asked_is_said_of_every_entry() -> None:
    match = table_match()
    for entry in (roll(1, 4), Entry(1, "on"), roll(1, 1)):
        match.answer(entry)
    asked = [match.asked(index) for index in range(3)]
    assert [state for state, _ in asked] == ["roll", "choose", "roll"]
    assert [ask.prompt.key for _, ask in asked if ask] == [
        "toy.roll.prompt", "toy.choose.prompt", "toy.roll.prompt",
    ]  # fmt: skip
    match.abandon()
    assert match.asked(3) == ("duel", None)


def test_the_end_and_back_across_it() -> None:
    match = table_match()
    for entry in (roll(1, 6), Entry(1, "on"), roll(1, 6)):
        match.answer(entry)
    assert match.result is not None
    assert match.result.winners == (1,)
    assert match.ask is None
    with pytest.raises(Refused) as refused:
        match.answer(Entry(1, "on"))
    assert refused.value.clause == "TOY-3"
    match.undo()
    assert match.result is None


def test_an_abandoned_match_has_no_winner_and_can_be_taken_up_again() -> None:
    match = table_match()
    match.abandon()
    assert match.result is not None
    assert match.result.winners == ()
    match.undo()
    assert match.state == "roll"
    assert games.game_names() is not None


def test_what_a_computer_player_chose_counts_as_nobodys_loss() -> None:
    match = Match.new(GAME, 2, {"dice": "table"}, "seed", players=("", "random"))
    match.answer(roll(1, 4))
    match.play(Entry(1, "stop"))
    match.answer(roll(2, 3))
    assert match.correct(0, {"dice": [1]}) == (roll(2, 3),)


def test_a_secret_that_was_turned_up_is_taken_back_as_a_correction_only() -> None:
    match = Match.new(hidden.GAME, 3, {}, "seed")
    for seat in (2, 3):
        match.answer(Entry(seat, "bid", {"height": 1}))
        undo = match.next_undo()
        assert undo is not None
        assert not undo.correction, "the bids still lie face down"
    match.answer(Entry(1, "bid", {"height": 3}))
    undo = match.next_undo()
    assert undo is not None
    assert undo.correction, "seat 1 has seen what the others bid"


def test_a_seat_takes_back_its_own_and_what_others_answered_at_once_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.kernel.match.find_game", lambda name: hidden.GAME)
    store = Store(tmp_path / "db.sqlite", lambda: 1.0)
    match = Match.new(hidden.GAME, 3, {}, "seed", store=store)
    asked = match.asks
    match.answer(Entry(2, "bid", {"height": 1}))
    match.answer(Entry(3, "bid", {"height": 2}))
    assert match.next_undo(seat=1) is None
    undo = match.undo(seat=2)
    assert undo is not None
    assert [entry.seat for entry in undo.entries] == [2]
    assert [ask.seats for ask in match.asks] == [ask.seats for ask in asked if ask.seats != (3,)]
    assert Match.resume(store, match.id or 0).digest == match.digest
    match.answer(Entry(2, "bid", {"height": 3}))
    match.answer(Entry(1, "bid", {"height": 3}))
    assert match.next_undo(seat=2) is None, "all bids lie open"


def modelled(report: Entry) -> Match:
    """A match whose device models the table and reports this by itself."""

    def asks(p: Toy) -> tuple[Ask, ...]:
        (ask,) = roll_asks(p)
        return (dataclasses.replace(ask, kind=Kind.REPORT),)

    states = [State("roll", asks, ("roll",)), *STATES[1:]]
    flow = Flow("toy", "roll", states, ROWS)
    game = dataclasses.replace(GAME, flow=lambda options: flow, report=lambda p, ask: report)
    return Match.new(game, 2, {}, "seed")


def test_what_the_device_models_is_reported_without_a_press() -> None:
    match = modelled(roll(1, 3))
    assert (match.state, match.view(None)["points"]) == ("choose", [3, 0])
    assert match.log[0].line.auto
    assert not match.log[0].line.chance


def test_a_report_that_is_no_answer_is_a_fault() -> None:
    with pytest.raises(FlowError, match="no answer"):
        modelled(roll(1, 9))


def test_a_device_that_answers_itself_for_ever_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.kernel.match.UNASKED", 50)
    again = Row("roll", "roll", "roll", None, (always,), ("TOY-1",))
    rows = [again, Row("roll", "roll", "over", None, (), ("TOY-1",))]

    def asks(p: Toy) -> tuple[Ask, ...]:
        return (dataclasses.replace(roll_asks(p)[0], auto=True),)

    states = [State("roll", asks, ("roll",)), State("over", final=True)]
    flow = Flow("toy", "roll", states, rows)
    with pytest.raises(FlowError, match="without end"):
        Match.new(dataclasses.replace(GAME, flow=lambda options: flow), 2, {}, "seed")


def always(p: Toy, entry: Entry) -> bool:
    """The roll is repeated for ever (TOY-1)."""
    return True


@pytest.mark.parametrize("wrong", [{"seed": "\ud800"}, {"players": ("cmd:\ud800", "")}])
def test_a_match_takes_text_alone(wrong: dict[str, str]) -> None:
    with pytest.raises(BadEntry) as error:
        Match.new(GAME, 2, **wrong)  # type: ignore[arg-type]
    assert error.value.text.key == "error.encoding"
