"""Playing on the panel: what is shown, what a press means, how many it takes."""

from __future__ import annotations

import pytest

from hal.interfaces import Pattern
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.table import errands
from referee.table.answer.controls import PicksControl
from tests import shapes
from tests.table.panel import Panel, new
from tests.toy import GAME


@pytest.fixture
def panel() -> Panel:
    return Panel()


def at(state: str, **options: str) -> Match:
    """The game of shapes at one of its states, everything on the table."""
    facts = {"dice": "table", "cards": "table", **options}
    return new(shapes.GAME, ("Ada", "Bob", "Cem"), start=state, **facts)


def said(panel: Panel) -> Entry:
    """The last answer."""
    entry = panel.match.log[-1].line.entry
    assert entry is not None
    return entry


# -- what a screen says ---------------------------------------------------------------------


def test_the_screen_says_whose_turn_it_is_and_what_to_do(panel: Panel) -> None:
    panel.play(at("rams"))
    assert panel.lines[:3] == ["1 Ada", "12 Punkte", "Fahre 12 Punkte und setze alle Punkte ein"]
    assert "> Alles gefahren" in panel.lines


def test_a_language_that_a_page_chooses_is_that_of_the_whole_screen_at_once(panel: Panel) -> None:
    panel.play(new(GAME, dice="device")).press("roll").wait(3)
    assert "Weiter oder aufhören?" in panel.lines
    panel.program.errand(lambda desk: errands.change(desk, {"language": "en"}))
    assert "Go on or stop?" in panel.lines
    assert "Weiter" not in panel.words
    panel.press("back")
    menu = panel.words
    panel.program.errand(lambda desk: errands.change(desk, {"language": "de"}))
    assert not {*panel.words.splitlines()} & {*menu.splitlines()}


def test_a_game_may_give_a_seat_the_number_of_its_car(panel: Panel) -> None:
    assert panel.play(at("news")).title == "5 Ada"


def test_what_happened_stands_on_a_card_under_the_doer_s_name(panel: Panel) -> None:
    """Who is asked next reads nothing of it on a screen of his own."""
    panel.play(at("rams")).press("ok")
    assert panel.lines == ["1 Ada kein OK nötig", "Ada: Alles gefahren. Ada: Nr. 1 gesagt."]
    panel.read()
    assert panel.title == "2 Bob"
    assert "Nr. 1" not in panel.words


def test_what_must_be_done_by_hand_waits_for_a_press(panel: Panel) -> None:
    panel.play(at("many")).press("ok", "ok").wait(60)
    assert panel.lines[0] == "5 Ada"
    assert "Bob: Auto 3 Felder zurücksetzen." in panel.lines[1]
    assert "Alle Autos" in panel.lines[1]
    panel.read()
    assert panel.lines[2] == "Lies, was passiert ist"


# -- answers by presses ---------------------------------------------------------------------


def test_the_commonest_answer_is_one_press(panel: Panel) -> None:
    panel.play(at("rams")).press("ok")
    assert (said(panel), panel.presses) == (Entry(1, "driven"), 1)


def test_another_answer_is_chosen_and_asked_for_what_is_missing(panel: Panel) -> None:
    panel.play(at("rams")).choose("Karte spielen").choose("Molekül-Mantel")
    assert said(panel) == Entry(1, "card", {"card": "shield"})


def test_what_may_not_be_done_is_shown_with_its_reason(panel: Panel) -> None:
    panel.play(at("rams"))
    before = panel.match.digest
    panel.press("up")
    assert panel.lines[-1] == "* Erst Bob rammen, dann das rote Auto."
    panel.press("ok")
    assert panel.lines == [
        "Geht nicht", "Erst Bob rammen, dann das rote Auto.", "(OK) weiter", "Regel SHP-2",
    ]  # fmt: skip
    panel.press("ok")
    assert panel.match.digest == before
    assert "> (Rot erreicht)" in panel.lines


def test_a_refused_argument_is_shown_among_the_others(panel: Panel) -> None:
    panel.play(at("rams")).choose("Karte spielen")
    assert panel.lines[-2:] == ["  Molekül-Mantel", "  (Blockier-Sprung)"]
    panel.press("up", "ok")
    assert panel.title == "Geht nicht"


def test_back_goes_one_step_back_and_then_to_the_menu(panel: Panel) -> None:
    panel.play(at("rams")).choose("Karte spielen").press("back")
    assert "> Alles gefahren" in panel.lines
    panel.press("back")
    assert panel.lines[:2] == ["Formen", "> Zurück zum Spiel"]
    panel.press("ok")
    assert panel.title == "1 Ada"


def test_two_cards_out_of_five_with_a_count(panel: Panel) -> None:
    panel.play(at("cards"))
    panel.press("up", "ok")
    assert "> (Noch 2, dann geht es weiter)" in panel.lines
    panel.choose("Straßensperre").press("ok")  # the cursor has gone on, and so many are enough
    assert said(panel) == Entry(2, "give", {"cards": ["diversion", "jump"]})


def test_a_toggle_is_taken_back_and_too_many_are_not_taken(panel: Panel) -> None:
    panel.play(at("cards"))
    panel.press("ok", "up", "ok")
    assert sum("☑" in line for line in panel.lines) == 0
    control = PicksControl.begin(["a", "b", "c"], 0, 2, "{n}", ordered=False)
    for key in ("ok", "ok", "down", "down", "down", "ok"):
        control, entered = control.press(key)
        assert entered is None
    assert sorted(control.taken) == [0, 1]


def test_cards_in_order_keep_their_order(panel: Panel) -> None:
    panel.play(at("hand"))
    panel.press("down", "down", "ok")
    assert "  Fertig: 1, höchstens 3" in panel.lines, "one is enough, and more may follow"
    panel.choose("Blockier-Sprung").choose("Fertig: 2")
    assert said(panel) == Entry(1, "give", {"cards": ["shield", "jump"]})


def test_a_number_up_to_twelve_takes_two_presses(panel: Panel) -> None:
    for wanted, presses in ((2, ("up", "roll")), (9, ("ok", "down")), (12, ("down", "down"))):
        panel.play(at("number")).press(*presses)
        assert said(panel) == Entry(1, "say", {"number": wanted})


def test_tens_and_ones_are_entered_digit_by_digit_and_taken_back(panel: Panel) -> None:
    panel.play(at("tableau")).press("down", "down", "up", "ok")
    assert said(panel) == Entry(1, "say", {"number": 62})
    panel.play(at("tableau")).press("down", "down", "up", "back", "back", "up", "up", "up", "up")
    assert said(panel) == Entry(1, "say", {"number": 11})


def test_a_cell_by_a_cursor_that_stops_only_where_it_may(panel: Panel) -> None:
    panel.play(at("place")).press("down", "roll")
    assert "> C2" in panel.lines
    panel.press("roll", "down", "ok")
    assert said(panel) == Entry(1, "put", {"cell": [3, 4]})


def test_a_place_on_the_map_and_a_wall(panel: Panel) -> None:
    panel.play(at("drive")).press("down")
    assert panel.lines[-1] == "* Da ist eine Mauer."
    panel.press("ok")
    assert panel.title == "Geht nicht"
    panel.press("ok", "down", "down", "ok")
    assert said(panel) == Entry(1, "step", {"cell": [7, 3]})


def test_the_cursor_stands_where_a_choice_leads(panel: Panel) -> None:
    """UP and DOWN are those of the screen; what leads nowhere comes after them."""
    panel.play(at("lanes"))
    assert "> Vor" in panel.lines
    panel.press("up")
    assert panel.lines[-1] == "* Da ist eine Mauer."
    panel.press("down", "down", "down")
    assert "> (Fertig)" in panel.lines
    panel.press("up", "ok")
    assert said(panel) == Entry(1, "right")


def test_a_wide_map_keeps_its_rows_and_the_title_bar_asks_the_question(panel: Panel) -> None:
    panel.play(at("lanes"))
    assert panel.title == "1 Wohin steuerst du?"
    assert sum(line.count("road") > 1 for line in panel.lines) == 5


def test_notes_stand_beside_the_values(panel: Panel) -> None:
    panel.play(at("many")).press("ok", "up")
    assert "> choice 14 kostet 14" in panel.lines


def test_a_long_list_scrolls_round(panel: Panel) -> None:
    panel.play(at("many")).press("ok", "up")
    assert any(line.startswith("> choice 14") for line in panel.lines)


# -- dice -----------------------------------------------------------------------------------


@pytest.mark.parametrize("value", range(1, 7))
def test_a_table_die_takes_two_presses(panel: Panel, value: int) -> None:
    panel.play(new(GAME, dice="table"))
    buttons = panel.program.type_die(value)
    assert len(buttons) == 2
    panel.press(*buttons)
    assert said(panel) == Entry(1, "roll", {"dice": [value]})


def test_the_mapping_of_a_table_die_is_on_the_screen(panel: Panel) -> None:
    panel.play(at("whose"))
    assert panel.lines[3:] == ["(▲) 1 2 3", "(▼) 4 5 6", "(ROLL) schief"]
    panel.press("down")
    assert panel.lines[3:] == ["(▲) 4", "(OK) 5", "(▼) 6"]


def test_what_may_not_be_done_instead_of_entering_a_die_stands_behind_back(panel: Panel) -> None:
    panel.play(new(GAME, dice="table")).press("up", "back", "back", "down")
    assert panel.lines[-4:] == ["  Würfeln", "> (Aufhören)", "  Menü", "* Erst würfeln."]
    panel.press("up", "ok", "up", "up")
    assert said(panel) == Entry(1, "roll", {"dice": [1]})


def test_a_cocked_die_is_rolled_again(panel: Panel) -> None:
    panel.play(at("whose"))
    before = panel.match.digest
    panel.press("roll")
    assert panel.lines[-1] == "* Er liegt schief! Würfle noch einmal."
    assert panel.match.digest == before
    panel.press("down", "ok")
    assert said(panel) == Entry(2, "roll", {"dice": [5]})


def test_several_dice_one_after_the_other_with_delete(panel: Panel) -> None:
    panel.play(at("dice"))
    panel.press("up", "up", "down", "down")
    assert "= 1 6" in panel.lines
    panel.press("back", "up", "down", "down", "up")
    assert said(panel) == Entry(1, "roll", {"dice": [1, 3, 4]})


def test_dice_with_signs_are_entered_the_same_way(panel: Panel) -> None:
    panel.play(at("signs"))
    for sign in ("R", "X", "B", "B", "R"):
        panel.press(*panel.program.type_die(sign))
    assert said(panel) == Entry(1, "roll", {"dice": ["R", "X", "B", "B", "R"]})


def test_no_die_can_be_typed_where_none_is_asked_for(panel: Panel) -> None:
    panel.play(at("whose"))
    with pytest.raises(ValueError, match="7 is none of 1, 2, 3, 4, 5, 6"):
        panel.program.type_die(7)
    panel.press("back")
    with pytest.raises(ValueError, match="no die is asked for"):
        panel.program.type_die(3)


def test_device_dice_tumble_for_less_than_a_second_and_then_show_the_result(panel: Panel) -> None:
    panel.play(new(GAME)).press("roll")
    (value,) = said(panel).args["dice"]
    pictures = set()
    for _ in range(7):
        pictures.add(panel.program.frame().picture.tobytes())
        panel.wait(0.07)
    assert len(pictures) > 3
    assert panel.words == f"1 Ada\n[{value}]"
    panel.wait(0.21)
    assert panel.title == f"1 Ada [{value}]"
    assert "Weiter oder aufhören?" in panel.lines


def test_any_press_skips_the_tumbling_and_does_nothing_else(panel: Panel) -> None:
    panel.play(new(GAME)).press("roll", "ok")
    assert panel.match.state == "choose"
    assert "Weiter oder aufhören?" in panel.lines


def test_table_dice_never_tumble(panel: Panel) -> None:
    panel.play(new(GAME, dice="table")).press("down", "up")
    assert "Weiter oder aufhören?" in panel.lines


def test_roll_and_ok_both_roll_and_roll_does_not_decide(panel: Panel) -> None:
    panel.play(new(GAME)).press("roll", "ok", "roll")
    assert panel.match.state == "choose"
    panel.press("ok", "ok", "ok")
    assert len(panel.match.log) == 3


# -- seat buttons and lamps -----------------------------------------------------------------


def test_a_seats_own_button_rolls_and_decides_for_him(panel: Panel) -> None:
    panel.play(new(GAME)).press("seat1", "ok", "seat1")
    assert [logged.line.entry.verb for logged in panel.match.log if logged.line.entry] == [
        "roll", "on",
    ]  # fmt: skip


def test_another_seats_button_is_refused_by_name(panel: Panel) -> None:
    panel.play(new(GAME)).press("seat2")
    assert panel.lines[-1] == "* Am Zug: Ada"
    assert panel.match.log == ()
    panel.press("seat7")
    assert panel.match.log == ()


def test_the_passed_player_names_himself_by_his_button(panel: Panel) -> None:
    panel.play(at("rams")).press("seat3", "seat2", "seat3")
    assert panel.match.log == ()
    assert panel.lines[-2:] == ["> 3 Cem", "* Ada: mit OK bestätigen"]
    assert panel.press("seat1").match.state != "rams"
    assert said(panel) == Entry(1, "passed", {"target": 3})


def test_where_the_cursor_stands_on_the_line_the_button_names_at_once(panel: Panel) -> None:
    panel.play(at("rams")).press("down", "seat3")
    assert said(panel) == Entry(1, "passed", {"target": 3})


def test_whose_is_answered_by_button_and_rolls_his_die_at_once(panel: Panel) -> None:
    panel.play(at("rams", dice="device")).choose("Auto überholt")
    assert panel.lamps["seat2"].pattern is Pattern.FAST
    panel.press("seat2")
    entries = [logged.line.entry for logged in panel.match.log]
    assert entries[0] == Entry(1, "passed", {"target": 2})
    assert entries[1] is not None
    assert (entries[1].seat, entries[1].verb) == (2, "roll")


def test_whose_rolls_nothing_where_another_seat_must_roll(panel: Panel) -> None:
    panel.play(at("rams", dice="device")).choose("Auto überholt").press("seat3")
    assert len(panel.match.log) == 1
    assert panel.read().title == "2 Bob"


def test_the_own_button_is_ok_even_where_a_line_is_about_its_player(panel: Panel) -> None:
    panel.play(at("many")).press("seat1")
    assert panel.match.log == ()
    panel.press("seat1")
    assert said(panel) == Entry(1, "choose", {"what": "choice 1"})


def test_any_of_the_asked_seats_answers_for_himself(panel: Panel) -> None:
    panel.play(at("confirm")).press("seat3")
    assert said(panel) == Entry(3, "ready")


def test_simultaneous_asks_are_answered_in_any_order(panel: Panel) -> None:
    panel.play(at("together"))
    assert panel.title == "1 Ada"
    assert panel.lines[2] == "| 1 1 ."
    panel.press("seat3")
    assert panel.lines[:3] == ["3 Cem", "|   A B", "| 1 3 ."]
    panel.press("roll", "ok")
    assert said(panel) == Entry(3, "put", {"cell": [1, 2]})
    assert panel.title == "1 Ada"
    panel.press("ok")
    assert panel.title == "2 Bob"


def test_lamps_say_who_must_act_and_what_happened_to_the_others(panel: Panel) -> None:
    panel.play(at("rams"))
    assert {name: lamp.pattern for name, lamp in panel.lamps.items()} == {
        "seat1": Pattern.ON, "seat2": Pattern.PULSE, "seat3": Pattern.DOUBLE,
    }  # fmt: skip
    panel.play(new(GAME))
    assert panel.lamps["seat1"].pattern is Pattern.BLINK
    assert panel.lamps["roll"].pattern is Pattern.BLINK
    panel.play(at("whose"))
    assert "roll" not in panel.lamps


# -- help -----------------------------------------------------------------------------------


def test_help_explains_the_ask_and_then_the_last_ruling(panel: Panel) -> None:
    panel.play(at("rams")).press("up", "hold ok")
    assert panel.title.startswith("Was jetzt?")
    assert panel.lines[1].endswith("Die zweite Regel: So geht es nicht.")
    assert "Regel SHP-2" in panel.lines
    panel.press("ok", "ok")
    assert "Regel SHP-1" in panel.lines
    panel.press("back")
    assert "> (Rot erreicht)" in panel.lines


def test_help_on_a_ruling_that_stops_says_its_clause(panel: Panel) -> None:
    panel.play(at("many")).press("ok", "ok", "hold ok")
    assert panel.title.startswith("Die Regel")
    assert "Regel SHP-2" in panel.lines
    panel.press("back")
    assert panel.title == "5 Ada"


def test_help_ends_with_what_the_buttons_do(panel: Panel) -> None:
    panel.play(new(GAME)).press("hold ok")
    assert panel.title == "Was jetzt? 1/2"
    panel.press("ok")
    assert panel.title == "Tasten 2/2"
    panel.press("ok")
    assert panel.title == "1 Ada"


# -- the frame ------------------------------------------------------------------------------


def test_the_frame_is_the_same_object_while_nothing_changes(panel: Panel) -> None:
    panel.play(at("confirm"))
    frame = panel.program.frame()
    assert panel.program.frame() is frame
    panel.wait(10)
    assert panel.program.frame() is frame
    panel.press("ok")
    assert panel.program.frame() is not frame


def test_the_log_tells_what_was_done_and_all_open_rulings(panel: Panel) -> None:
    panel.play(at("rams")).press("ok")
    assert panel.record() == ["Ada: Alles gefahren", "Ada: Nr. 1 gesagt."]
