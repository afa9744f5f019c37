"""Options and refusals are put together from decisions."""

from __future__ import annotations

from referee.kernel.ask import Kind, Menu, No, OneOf, Option
from referee.kernel.text import Who, text

SHIELDED = No("why.shielded", "C-2")


def test_a_verb_is_offered_or_refused() -> None:
    menu = Menu(Option("done"))
    menu.add("pass", SHIELDED, target=OneOf((2, 3), "seat"))
    menu.add("drive", None, text("note"), points=OneOf((1, 2)))
    (ask,) = menu.asks([1, 2], Kind.REPORT, text("prompt"), "C-1", "board", secret=True)
    assert [option.verb for option in ask.options] == ["done", "drive"]
    assert ask.options[1].note == text("note")
    refusal = ask.refusal("pass", {"target": 2})
    assert refusal is not None
    assert (refusal.reason, refusal.clause) == (text("why.shielded"), "C-2")
    assert (ask.seats, ask.source, ask.secret, ask.auto) == ((1, 2), "board", True, False)


def test_the_values_of_a_field_are_offered_or_refused_one_by_one() -> None:
    menu = Menu()
    taken = No("why.taken", "C-3", {"who": Who(2)})
    menu.choose("car", "colour", {"red": None, "blue": taken, "green": None}, notes=[text("n")] * 2)
    ask = menu.ask((1,), Kind.DECISION, text("prompt"), "C-1")
    assert [args["colour"] for _, args in ask.listed()] == ["red", "green"]
    refusal = ask.refusal("car", {"colour": "blue"})
    assert refusal is not None
    assert refusal.reason == text("why.taken", colour="blue", who=Who(2))
    assert ask.refusal("car", {"colour": "red"}) is None


def test_without_a_value_left_the_verb_is_refused() -> None:
    menu = Menu(Option("done"))
    menu.choose("pass", "target", {2: SHIELDED, 3: No("why.roof", "C-4")}, "seat")
    ask = menu.ask((1,), Kind.REPORT, text("prompt"), "C-1")
    assert [option.verb for option in ask.options] == ["done"]
    bare = ask.refusal("pass", {})
    assert bare is not None
    assert bare.clause == "C-2"
