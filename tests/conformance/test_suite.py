"""The suite itself can fail: each of its promises is broken once by a faulty game."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from referee.game import (
    Ask,
    Chance,
    Draw,
    Entry,
    Flow,
    Game,
    OneOf,
    Quick,
    Row,
    Say,
    Scene,
    State,
    option,
    text,
)
from referee.kernel.errors import RefereeError
from referee.testing import Conformance, cases
from referee.testing.cases import Case
from tests import toy

Asks = Callable[[Any], tuple[Ask, ...]]


def toy_with(
    asks: dict[str, Asks] | None = None,
    effects: dict[str, Any] | None = None,
    draws: dict[str, Draw[Any]] | None = None,
    **fields: Any,
) -> Game[Any]:
    """The toy with other asks and draws (by state), other effects (by name), or other fields."""
    states = [
        dataclasses.replace(
            state,
            asks=(asks or {}).get(state.name, state.asks),
            draw=(draws or {}).get(state.name, state.draw),
        )
        for state in toy.STATES
    ]
    rows = [
        dataclasses.replace(row, effect=(effects or {}).get(row.effect.__name__, row.effect))
        if row.effect is not None
        else row
        for row in toy.ROWS
    ]
    flow = Flow("toy", "roll", states, rows)
    return dataclasses.replace(toy.GAME, flow=lambda options: flow, **fields)


def changed(asks: Asks, **fields: Any) -> Asks:
    """The same asks with other fields."""
    return lambda p: tuple(dataclasses.replace(ask, **fields) for ask in asks(p))


def twice(p: toy.Toy) -> tuple[Ask, ...]:
    (ask,) = toy.choose_asks(p)
    return (dataclasses.replace(ask, options=(*ask.options, option("on"))),)


def nothing_to_choose(p: toy.Toy) -> tuple[Ask, ...]:
    (ask,) = toy.choose_asks(p)
    return (dataclasses.replace(ask, options=(*ask.options, option("stop", at=OneOf(())))),)


def wordy_taps(p: toy.Toy) -> tuple[Ask, ...]:
    (ask,) = toy.choose_asks(p)
    tapped = option("stop", at=OneOf(("A", 1), taps=True))
    return (dataclasses.replace(ask, options=(*ask.options, tapped)),)


def kept_entry(p: toy.Toy, entry: Entry, say: Say) -> None:
    """Writes into the entry (TOY-1)."""
    p.points[p.turn - 1] += entry.args["dice"][0]
    entry.args["dice"].append(0)


def drawing() -> Callable[[toy.Toy, Entry, Say], None]:
    numbers = itertools.count()

    def draws(p: toy.Toy, entry: Entry, say: Say) -> None:
        """Depends on something that is not in the journal (TOY-1)."""
        p.points[p.turn - 1] += next(numbers) % 3

    return draws


def unspoken(p: toy.Toy, entry: Entry, say: Say) -> None:
    """Says what no catalogue has (TOY-1)."""
    p.points[p.turn - 1] += entry.args["dice"][0]
    say("toy.unspoken", "TOY-1")


def gaping(p: toy.Toy, entry: Entry, say: Say) -> None:
    """Leaves a gap open (TOY-1)."""
    p.points[p.turn - 1] += entry.args["dice"][0]
    say("toy.duel.won", "TOY-1")


def lawless(p: toy.Toy, entry: Entry, say: Say) -> None:
    """Names a clause that does not exist (TOY-9)."""
    p.points[p.turn - 1] += entry.args["dice"][0]
    say("toy.won", "TOY-9")


def busy_scene(p: toy.Toy, seat: int | None) -> Scene:
    p.turn = p.turn % p.seats + 1
    return Scene()


def wordless_scene(p: toy.Toy, seat: int | None) -> Scene:
    return Scene(unit=text("toy.nothing"))


def no_points(p: toy.Toy) -> list[str]:
    return ["somebody has points"] if any(p.points) else []


def nothing(p: toy.Toy, entry: Entry, say: Say) -> None:
    """Adds nothing (TOY-1)."""


def pops(p: toy.Toy, entry: Entry, say: Say) -> None:
    """A duel for nothing (TOY-2)."""
    p.pop()


def seldom(**changes: Any) -> Game[Any]:
    """The toy with a quick match that would begin after a stop, and everybody goes on."""
    game = toy_with(**changes)
    flow = game.flow({})
    rest = State("rest", toy.roll_asks, ("roll",))
    rows = [
        *(row for row in flow.rows if row.trigger != "stop"),
        Row("stop", "choose", "rest", toy.next_seat, (), ("TOY-1",)),
        Row("roll", "rest", "check", None, (), ("TOY-1",)),
    ]
    resting = Flow("toy", "roll", [*flow.states.values(), rest], rows)
    play = Quick(2, ("rest",), level="random")
    return dataclasses.replace(game, flow=lambda options: resting, quick=play)


def odd_result(p: toy.Toy) -> Any:
    return dataclasses.replace(toy.result(p), winners=(9,))


def backwards(p: toy.Toy, chance: Chance) -> Entry:
    """Draws among the same options, but counts them from the last."""
    return Entry(p.turn, toy.CHOICES[-1 - chance.below(2)])


def greedy(p: toy.Toy, chance: Chance) -> Entry:
    """Draws the device's die twice."""
    return toy.draw_roll(p, chance) and toy.draw_roll(p, chance)


SUITE = Conformance()
ASK = SUITE.test_an_ask_has_seats_clause_and_options_each_listed_once
TAPS = SUITE.test_only_whole_numbers_are_tapped
FOLD = SUITE.test_every_prefix_folds_to_the_position_that_was_played
JOURNAL = SUITE.test_a_journal_survives_json_and_is_not_changed_by_play
UNDO = SUITE.test_an_undo_leads_back_and_the_same_answer_forth
RESULT = SUITE.test_a_match_ends_with_a_result
LOOK = SUITE.test_looking_changes_nothing
PLAIN = SUITE.test_views_are_plain_data
PLAYOUT = SUITE.test_a_playout_ends_as_the_match_does


def said(case: Case) -> None:
    SUITE.test_everything_that_is_said_has_a_sentence(case)


def helped(case: Case) -> None:
    SUITE.test_every_clause_that_is_named_has_help(case, "en")


def ruled(case: Case) -> None:
    SUITE.test_every_clause_that_is_named_stands_in_the_rules(case.game)


def quick(case: Case) -> None:
    SUITE.test_a_quick_match_begins_with_something_to_play(case.game)


FAULTS = [
    (toy_with(quick=Quick(2, ("nowhere",), level="random")), quick),
    (toy_with(quick=Quick(2, ("check",), level="random")), quick),
    (toy_with(quick=Quick(9, ("roll",), level="random")), quick),
    (toy_with(quick=Quick(2, ("roll",), {"wings": 2}, level="random")), quick),
    (toy_with(quick=Quick(2, ("roll",), {"long": 2}, level="random")), quick),
    (toy_with(quick=Quick(2, ("roll",), level="genius")), quick),
    (seldom(), quick),
    (seldom(effects={"add": nothing, "settle": pops}), quick),
    (toy_with(asks={"choose": twice}), ASK),
    (toy_with(asks={"choose": nothing_to_choose}), ASK),
    (toy_with(asks={"choose": changed(toy.choose_asks, seats=(9,))}), ASK),
    (toy_with(asks={"choose": changed(toy.choose_asks, clause="")}), ASK),
    (toy_with(asks={"choose": wordy_taps}), TAPS),
    (toy_with(draws={"choose": backwards}), PLAYOUT),
    (toy_with(draws={"roll": greedy}), PLAYOUT),
    (toy_with(effects={"add": kept_entry}), JOURNAL),
    (toy_with(effects={"add": drawing()}), FOLD),
    (toy_with(invariants=no_points), FOLD),
    (toy_with(result=odd_result), RESULT),
    (toy_with(effects={"add": drawing()}), UNDO),
    (toy_with(scene=busy_scene), LOOK),
    (toy_with(view=lambda p, seat: {"points": tuple(p.points)}), PLAIN),
    (toy_with(effects={"add": unspoken}), said),
    (toy_with(effects={"add": gaping}), said),
    (toy_with(scene=wordless_scene), said),
    (toy_with(effects={"add": lawless}), helped),
    (toy_with(effects={"add": lawless}), ruled),
]


def keep(promise: Callable[[Case], None], game: Game[Any]) -> None:
    for case in cases.cases(game, 1):
        promise(case)


@pytest.mark.parametrize(("game", "promise"), FAULTS, ids=range(len(FAULTS)))
def test_a_faulty_game_does_not_pass(game: Game[Any], promise: Callable[[Case], None]) -> None:
    with pytest.raises((AssertionError, RefereeError, ValueError)):
        keep(promise, game)


def test_a_quick_match_that_begins_passes() -> None:
    keep(quick, toy_with(quick=Quick(2, ("choose",), level="random")))


def test_a_match_without_an_end_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cases, "CAP", 500)
    still = toy_with(effects={"add": nothing, "settle": pops})
    with pytest.raises(AssertionError, match="no end in sight"):
        keep(RESULT, still)
