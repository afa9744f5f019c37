"""The recorder of matches notices what it is for, and nothing else; so does the count of calls."""

from __future__ import annotations

import json

from tests import frames, press_path


def test_a_match_that_is_done_again_is_the_same_until_something_is_different() -> None:
    line = frames.recorded(3)
    assert frames.compared(line) == ""
    match = json.loads(line)
    number = next(n for n, (_, news) in enumerate(match["steps"]) if n > 5 and "words" in news)
    match["steps"][number][1]["words"] += "\nOne line more"
    told = frames.compared(json.dumps(match))
    assert f"step {number}" in told
    assert "One line more" in told


def test_the_way_of_a_press_is_counted() -> None:
    way = press_path.first_roll()
    assert {code.co_filename for code in way.inside(press_path.TABLE).calls} < way.files
    assert way.calls[0].co_qualname == "Runner.step"
    assert any(code.co_qualname == "Match.answer" for code in way.calls)
    assert way.calls[-1].co_filename.startswith(str(press_path.TABLE))
    assert 0 < way.moves < len(way.calls)


def test_a_press_goes_no_longer_way_through_the_table_than_it_did() -> None:
    """Rules and electrics are on the whole way, too; nobody reads a screen back."""
    way = press_path.first_roll()
    inside = way.inside(press_path.TABLE)
    assert len(way.calls) <= 300
    assert len(inside.calls) <= 130
    assert len(inside.files) <= 20
    assert press_path.expressions() == 0
