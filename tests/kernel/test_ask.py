"""Fields and options: what is listed is accepted, what is drawn is listed, nothing else passes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.kernel.ask import LISTED, Ask, Each, Field, Kind, OneOf, Pick, Refusal, option
from referee.kernel.text import text

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.floats(-2, 9, allow_nan=False).map(lambda x: x + 0.0),  # JSON tells -0.0 from 0.0
    st.sampled_from(["", "a", "1"]),
    st.lists(st.integers(0, 3), max_size=3),
)
FACES = st.lists(st.integers(1, 6), min_size=1, max_size=4)


@st.composite
def fields(draw: st.DrawFn) -> Field:
    match draw(st.sampled_from(["one", "each", "pick"])):
        case "one":
            values = draw(st.lists(PLAIN, min_size=1, max_size=5))
            return OneOf(tuple({json.dumps(v): v for v in values}.values()))
        case "each":
            return Each(draw(st.integers(1, 3)), tuple(draw(FACES)))
        case _:
            cards = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=5))
            low = draw(st.integers(0, len(cards)))
            high = draw(st.integers(low, len(cards)))
            return Pick(low, high, tuple(cards), ordered=draw(st.booleans()))


@given(fields())
def test_everything_listed_is_accepted_once_and_survives_json(field: Field) -> None:
    listed = list(field.expand())
    assert all(field.accepts(json.loads(json.dumps(value))) for value in listed)
    assert len({json.dumps(value) for value in listed}) == len(listed)
    assert len(listed) <= field.size()


@given(fields(), st.randoms(use_true_random=False))
def test_everything_drawn_is_listed(field: Field, rng: random.Random) -> None:
    listed = {json.dumps(value) for value in field.expand()}
    assert json.dumps(field.sample(rng.randrange)) in listed


@given(fields(), PLAIN)
def test_what_is_accepted_is_listed(field: Field, value: Any) -> None:
    listed = {json.dumps(_sorted(field, item)) for item in field.expand()}
    assert field.accepts(value) == (json.dumps(_sorted(field, value)) in listed)


def _sorted(field: Field, value: Any) -> Any:
    """Unordered picks are accepted in any order."""
    if isinstance(field, Pick) and not field.ordered and isinstance(value, list):
        return sorted(value, key=repr)
    return value


@given(st.integers(1, 4), st.sets(st.integers(1, 9), min_size=1, max_size=4))
def test_sizes_are_exact_where_all_values_differ(count: int, values: set[int]) -> None:
    each = Each(count, tuple(values))
    assert each.size() == len(list(each.expand()))
    for ordered in (False, True):
        pick = Pick(0, min(count, len(values)), tuple(values), ordered)
        assert pick.size() == len(list(pick.expand()))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (OneOf((1, 2)), True),
        (OneOf((1, 2)), 1.0),
        (OneOf(([1, 1], [1, 2])), [True, 1]),
        (OneOf(({"a": 1},)), {"a": True}),
        (OneOf(("a",)), None),
        (Each(1, (1, 2)), [1, 1]),
        (Each(2, (1, 2)), [1]),
        (Each(1, (1, 2)), [[1]]),
        (Each(1, (1, 2)), "1"),
        (Pick(1, 1, ("a", "a")), ["a", "a"]),
        (Pick(1, 2, ("a", "b")), ["a", "a"]),
        (Pick(1, 2, ("a", "b")), []),
    ],
)
def test_lookalikes_are_not_accepted(field: Field, value: Any) -> None:
    assert not field.accepts(value)


def test_equal_cards_are_listed_once_and_drawn_as_often_as_they_are_there() -> None:
    pick = Pick(1, 1, ("a", "a", "a", "b"))
    assert list(pick.expand()) == [["a"], ["b"]]
    rng = random.Random(1)
    drawn = [pick.sample(rng.randrange)[0] for _ in range(2000)]
    assert 0.70 < drawn.count("a") / 2000 < 0.80


def test_an_option_takes_exactly_its_arguments() -> None:
    passed = option("passed", target=OneOf((2, 3)), dice=Each(1, (1, 2)))
    assert passed.accepts({"target": 2, "dice": [1]})
    assert not passed.accepts({"target": 2})
    assert not passed.accepts({"target": 2, "dice": [1], "more": 1})
    assert passed.size() == len(list(passed.expand())) == 4


def test_a_large_set_is_described_without_being_listed() -> None:
    ask = Ask((1,), Kind.CHANCE, text("p"), "C-1", (option("roll", dice=Each(9, range6())),))
    assert ask.size() > LISTED
    assert ask.options[0].describe() == {
        "verb": "roll",
        "fields": {"dice": {"each": 9, "of": [1, 2, 3, 4, 5, 6]}},
    }


def range6() -> tuple[int, ...]:
    return tuple(range(1, 7))


def test_the_first_reason_that_covers_an_answer_is_the_one_given() -> None:
    narrow = Refusal("lay", text("narrow"), "C-1", {"cell": [1, 1]})
    wide = Refusal("lay", text("wide"), "C-2")
    ask = Ask((1,), Kind.DECISION, text("p"), "C", (option("stop"),), (narrow, wide))
    found = [ask.refusal("lay", {"cell": cell}) for cell in ([1, 1], [1, 2], [True, 1])]
    assert found == [narrow, wide, wide]
    assert ask.refusal("turn", {}) is None
