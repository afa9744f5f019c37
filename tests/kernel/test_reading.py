"""Arguments of entries and memories of interruptions are read in the type that they have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.kernel.ask import Entry
from referee.kernel.errors import FlowError
from referee.kernel.position import Item

ENTRY = Entry(
    2,
    "any",
    {
        "dice": [4, 6], "die": [3], "signs": ["R", "X"], "target": 1, "kind": "jump",
        "cell": [2, 5], "cards": [[70, "wind"], [40, ""]],
    },
)  # fmt: skip


def test_every_type_has_its_reader() -> None:
    assert ENTRY.dice() == ENTRY.numbers("dice") == [4, 6]
    assert ENTRY.die("die") == 3
    assert ENTRY.faces("signs") == ENTRY.words("signs") == ["R", "X"]
    assert ENTRY.number("target") == 1
    assert ENTRY.word("kind") == "jump"
    assert ENTRY.cell() == (2, 5)
    assert ENTRY.items("cards") == [[70, "wind"], [40, ""]]


def test_what_may_be_missing_has_a_default() -> None:
    assert ENTRY.number("chips", 0) == 0
    assert ENTRY.word("form", "") == ""
    assert (ENTRY.has("kind"), ENTRY.has("form")) == (True, False)


def test_a_list_is_a_copy() -> None:
    ENTRY.items("cards").clear()
    assert len(ENTRY.items("cards")) == 2


def test_the_agenda_is_read_in_the_same_way() -> None:
    assert Item("lose", 1, {"count": 2}).number("count") == 2


@pytest.mark.parametrize(
    ("read", "name"),
    [
        (lambda: ENTRY.number("kind"), "kind"),
        (lambda: ENTRY.number("missing"), "missing"),
        (lambda: ENTRY.word("target"), "target"),
        (lambda: ENTRY.numbers("cards"), "cards"),
        (lambda: ENTRY.items("target"), "target"),
        (lambda: Entry(1, "any", {"on": True}).number("on"), "on"),
    ],
)
def test_a_value_of_another_type_is_named(read: Callable[[], object], name: str) -> None:
    with pytest.raises(FlowError, match=f"{name} is read as"):
        read()
