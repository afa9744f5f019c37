"""Knight Rider on the panel: the pace at the table, from the first screen on."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from hal.interfaces import Pattern
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.table.catalogue import Catalogue
from tests.knight_rider import Play
from tests.patience import until
from tests.table.panel import Panel, store_in


def racing(dice: str) -> Panel:
    """A match of three whose track is built; the first player may roll."""
    options = {"dice": dice}
    match = Match.new(find_game("knight-rider"), ["Ada", "Bob", "Cem"], options, "seed3")
    panel = Panel(games=["knight-rider"]).play(match)
    faces = itertools.cycle((2, 3, 4, 5, 6, 1))

    def go_on() -> None:
        if match.state == "first_roll" and dice == "table":
            panel.press(*panel.program.type_die(next(faces)))
        elif panel.program.top.keypad is not None:
            panel.press("up", "ok")
        else:
            panel.press("roll" if "ROLL" in panel.words else "ok")
        panel.wait(1)

    until(
        lambda: match.state == "roll" and panel.title != "Alle",
        go_on,
        lambda: panel.words,
    )
    return panel.read()


def turn(panel: Panel) -> None:
    """An ordinary turn: roll, drive, escape card; the dice fall in their own time."""
    player = panel.title[:5]

    def go_on() -> None:
        if panel.program.top.keypad is not None:
            panel.press(*panel.program.type_die(3))
        else:
            panel.press("roll" if "ROLL" in panel.words else "ok")
        panel.wait(1)

    until(lambda: not panel.title.startswith(player), go_on, lambda: panel.words)


@pytest.mark.parametrize(("dice", "most"), [("device", 3), ("table", 4)])
def test_an_ordinary_turn_takes_at_most_four_presses(dice: str, most: int) -> None:
    panel = racing(dice)
    for _ in range(6):
        before = panel.presses
        turn(panel)
        assert panel.presses - before <= most


def test_an_ordinary_turn_is_played_on_the_own_seat_button_alone() -> None:
    panel = racing("device")
    seat = panel.match.asks[0].seats[0]
    panel.press(f"seat{seat}").wait(1).press(f"seat{seat}", f"seat{seat}")
    assert panel.match.state == "roll"
    assert panel.match.asks[0].seats != (seat,)


def test_a_ram_takes_at_most_three_presses_more_and_the_rammed_player_rolls() -> None:
    panel = racing("device")
    for _ in range(3):
        turn(panel)
    panel.press("roll").wait(1)
    driver = panel.match.asks[0].seats[0]
    rammed = driver % 3 + 1
    before = panel.presses
    panel.press(f"seat{rammed}", "ok")  # the mover confirms whom he rams
    assert panel.match.state == "ram"
    assert panel.lamps[f"seat{rammed}"].pattern is Pattern.BLINK
    panel.press(f"seat{rammed}").wait(1)
    assert panel.presses - before <= 3
    entry = panel.match.log[-1].line.entry
    assert entry is not None
    assert (entry.seat, entry.verb) == (rammed, "roll")


def _offered(panel: Panel, verb: str) -> bool:
    return any(o.verb == verb for ask in panel.match.asks for o in ask.options)


def test_a_whole_match_from_the_home_screen_to_the_rematch(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path), games=["knight-rider"])
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Los geht's")
    for _ in range(40):
        if panel.match.state == "drive":
            break
        panel.press(*(("up", "ok") if panel.program.top.keypad else ("roll", "ok"))).wait(1)
    for _ in range(60):  # red may be reached only with points enough
        if panel.match.state == "drive" and _offered(panel, "reached"):
            break
        turn(panel)
        until(
            lambda: panel.match.state == "drive",
            lambda: panel.press("roll", "ok").wait(1),
            lambda: panel.words,
        )
    panel.choose("Rotes Auto gefasst")
    until(
        lambda: "> Revanche" in panel.lines,
        lambda: panel.press("ok").wait(1),
        lambda: panel.words,
    )
    panel.press("ok")
    assert not panel.match.over


def driving() -> Panel:
    """The first move on a board in the device."""
    match = Match.new(find_game("knight-rider"), 2, {"board": "device", "track": "city"}, "title")
    panel = Panel(language="en", games=["knight-rider"]).play(match)
    until(
        lambda: match.state == "drive",
        lambda: panel.press("roll" if "ROLL" in panel.words else "ok").wait(1),
        lambda: panel.words,
    )
    return panel


def diverting() -> Panel:
    """Its player has chosen a diversion card: the straight."""
    return driving().press("back", "ok").choose("straight")


def selected(panel: Panel) -> str:
    return next(line for line in panel.lines if line.startswith(">"))


def picture(panel: Panel) -> bytes:
    return panel.program.frame().picture.tobytes()


def test_where_the_map_fills_the_screen_the_title_asks_about_a_card() -> None:
    panel = diverting()
    assert "Which tile?" in panel.title
    panel.press("ok")
    assert "Which way round?" in panel.title


@pytest.mark.clause("KR-DIV-4")
def test_a_diversion_is_laid_on_the_map_from_the_tile_of_the_car_in_play_on() -> None:
    panel = diverting()
    stand, spacing = panel.match.position.stand(1).spot.field, 2
    laid = {tile.number: tile.cell for tile in panel.match.position.laid}
    apart = {
        f"> {number}": sum(abs(spacing * cell[axis] - stand[axis]) for axis in (0, 1))
        for number, cell in laid.items()
    }
    assert apart[selected(panel)] == min(apart.values())
    seen = {selected(panel)}
    while selected(panel.press("down")) not in seen:
        seen.add(selected(panel))
    assert seen == set(apart)
    panel.press("up", "roll")
    there = selected(panel).removeprefix("> ")
    panel.press("ok")
    one, lying = selected(panel), picture(panel)
    panel.press("down")
    assert (selected(panel) == one, picture(panel) == lying) == (False, False)
    joins = "".join(side[0].upper() for side in selected(panel).removeprefix("> ").split(" - "))
    panel.press("ok")
    entry = panel.match.log[-1].line.entry
    assert (entry.verb, str(entry.args["tableau"]), entry.args["joins"]) == ("divert", there, joins)


def test_help_says_what_back_leads_to_from_the_ends_of_a_move() -> None:
    panel = driving().press("hold ok")
    pages = [" ".join(panel.press("down").words.split()) for _ in range(8)]
    assert any("BACK leads to: Diversion, K.I.T.T. card, 1 space forward." in p for p in pages)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("board", ["table", "device"])
def test_no_two_diversions_are_called_the_same(language: str, board: str) -> None:
    words = Catalogue(language, find_game("knight-rider"), {"board": board})
    kinds = ("straight", "dead_end", "roadblock", "right", "left")
    assert len({words.value("kind", kind, "buttons") for kind in kinds}) == len(kinds)


@pytest.mark.clause("KR-ESC-7")
def test_the_die_of_a_hit_does_not_stand_beside_the_next_roll() -> None:
    """It was taken for the roll itself: here 2 rolls a 4, is pushed back, and goes next."""
    play = Play(3).race().lap().roll(1).do("driven").do("hit").do("one", target=2)
    panel = Panel(language="en", games=["knight-rider"]).play(play.match)
    panel.press(*panel.program.type_die(4)).read()
    assert (play.state, play.ask.seats) == ("roll", (2,))
    assert "[4]" not in panel.title
