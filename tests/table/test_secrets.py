"""Secrets on one shared panel: nobody sees what is not for him."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hal.gestures import Gestures
from hal.interfaces import Edge, Pattern, Press
from referee.kernel.ask import Ask, Entry, OneOf, option
from referee.kernel.flow import Flow
from referee.kernel.match import Match
from referee.kernel.text import Text
from tests import hidden, shapes
from tests.table.panel import Panel, new


@pytest.fixture
def panel() -> Panel:
    """Three players stake in secret, one after the other or each at his own button."""
    match = new(shapes.GAME, ("Ada", "Bob", "Cem"), start="stakes", cards="table")
    return Panel().play(match)


def said(panel: Panel) -> list[Entry | None]:
    return [logged.line.entry for logged in panel.match.log]


def test_a_secret_is_behind_a_screen_to_pass_the_device(panel: Panel) -> None:
    assert panel.lines[0] == "1 Ada"
    assert panel.lines[1].startswith("Ada, nimm das Gerät")
    assert "(OK) Ich bin Ada" in panel.lines
    assert "chips" not in panel.words.lower()
    panel.press("ok")
    assert panel.lines[1:3] == ["Wie viele Chips setzt du?", "Nur für deine Augen"]


def test_the_answer_goes_to_the_next_players_screen(panel: Panel) -> None:
    panel.press("ok", "down", "down")
    assert said(panel) == [Entry(1, "stake", {"chips": 3})]
    assert panel.lines[0] == "2 Bob"
    assert "(OK) Ich bin Bob" in panel.lines


def test_what_is_told_to_one_player_is_not_told_to_the_others(panel: Panel) -> None:
    panel.press("ok", "down", "down")
    assert "Gemerkt" not in panel.words
    assert "Gemerkt" not in "".join(panel.record())
    panel.press("ok")
    assert "Gemerkt" not in panel.words


def test_a_cover_alone_is_lit_all_over(panel: Panel) -> None:
    def lit() -> float:
        picture = panel.program.frame().picture.convert("L")
        return 1 - picture.histogram()[0] / (picture.width * picture.height)

    covered = lit()
    panel.press("ok")
    assert covered > 0.7 > lit()


def test_back_covers_the_secret_again(panel: Panel) -> None:
    panel.press("ok", "back")
    assert "(OK) Ich bin Ada" in panel.lines
    panel.press("back")
    assert panel.title == "Formen"


def test_a_secret_left_open_is_covered_after_a_while(panel: Panel) -> None:
    panel.press("ok").wait(44)
    assert "Wie viele Chips setzt du?" in panel.lines
    panel.wait(2)
    assert "(OK) Ich bin Ada" in panel.lines


def test_what_was_opened_over_a_secret_goes_when_it_is_covered() -> None:
    """Why a hidden card may not be played, say; and HELP about it."""
    panel = bidding(tappable=False).press("ok", "down", "down", "down", "ok")
    assert "Passen ist nicht erlaubt." in panel.lines
    panel.wait(46)
    assert "(OK) Ich bin Ada" in panel.lines
    panel.press("ok", "hold ok").wait(40)
    assert "(OK)" in panel.words
    assert panel.title.startswith("Was jetzt?")
    panel.press("down").wait(40)  # who turns its pages is there
    assert "(OK) Ich bin Ada" not in panel.lines
    panel.wait(6)
    assert "(OK) Ich bin Ada" in panel.lines
    panel.press("ok", "hold ok")
    panel.program.answer(Entry(1, "bid", {"height": 1}))  # on a phone
    assert "(OK) Ich bin Bob" in panel.lines


def test_why_a_hidden_card_may_not_be_played_goes_below_a_notice_too() -> None:
    panel = bidding(tappable=False).press("ok", "down", "down", "down", "ok")
    assert "Passen ist nicht erlaubt." in panel.lines
    panel.program.tell(Text("computer.out", {"detail": "?"}))
    panel.wait(46)
    assert "Passen ist nicht erlaubt." not in panel.lines
    assert "(OK) Ich bin Ada" not in panel.lines, "the notice waits"
    panel.press("ok")
    assert "(OK) Ich bin Ada" in panel.lines


def test_help_on_the_covered_screen_tells_no_secret(panel: Panel) -> None:
    panel.press("hold ok")
    assert panel.title.startswith("Was jetzt?"), "who answers, and how"
    assert "Chips" not in panel.words
    while not panel.title.startswith("Die Regel"):
        panel.press("ok")
    assert "Chips" not in panel.words
    panel.press("ok")
    assert "Regel SHP-1" in panel.lines


def test_a_stake_is_tapped_unseen_and_a_lamp_says_that_it_counts(panel: Panel) -> None:
    before = panel.words
    panel.press("seat2", "seat2", "seat2")  # one more than he stakes
    assert panel.lamps["seat2"].pattern is Pattern.FAST
    assert panel.words == before
    panel.wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 2})]
    assert "seat2" not in panel.lamps
    assert panel.title == "1 Ada"


BIDDERS = ("Ada", "Bob", "Cem")


def bidding(tappable: bool) -> Panel:
    """Three players bid 1 to 3 in secret, each with a card that the box has dealt."""

    def asks(p: hidden.Bids) -> tuple[Ask, ...]:
        bids = (option("bid", height=OneOf((1, 2, 3), taps=tappable)),)
        return tuple(replace(ask, options=bids) for ask in hidden.bid_asks(p))

    states = [replace(s, asks=asks) if s.name == "bid" else s for s in hidden.STATES]
    flow = Flow("hidden", "deal", states, hidden.ROWS)
    panel = Panel().play(new(replace(hidden.GAME, flow=lambda options: flow), BIDDERS))
    while panel.match.state != "bid" or "(OK) Ich bin Ada" not in panel.words:
        panel.press("ok")
    return panel


def bids(panel: Panel) -> list[Entry | None]:
    return [entry for entry in said(panel) if entry is not None and entry.verb == "bid"]


def test_where_0_is_no_choice_as_many_taps_count_as_the_screen_says() -> None:
    panel = bidding(tappable=True)
    cover = "Ada, nimm das Gerät oder tippe auf deine eigene Taste: einmal öfter, als deine"
    assert " ".join(panel.lines).startswith(f"1 Ada {cover}")
    panel.press("seat1", "seat1", "seat1").wait(3)
    assert bids(panel) == [Entry(1, "bid", {"height": 2})]
    panel.press("seat2").wait(3)
    assert len(bids(panel)) == 1
    assert "Diese Zahl geht nicht. Tippe noch einmal." in panel.words


def test_nothing_is_tapped_where_the_game_has_not_asked_for_it() -> None:
    panel = bidding(tappable=False)
    assert panel.lines[1] == "Gib das Gerät Ada. Sonst schaut keiner hin!"
    panel.press("seat1", "seat2").wait(3)
    assert bids(panel) == []
    assert not panel.lamps.get("seat2") or panel.lamps["seat2"].pattern is not Pattern.FAST


def test_several_tap_at_the_same_time(panel: Panel) -> None:
    panel.press("seat3", "seat1", "seat3").wait(1).press("seat1", "seat1").wait(4)
    assert said(panel) == [
        Entry(3, "stake", {"chips": 1}), Entry(1, "stake", {"chips": 2}),
    ]  # fmt: skip


def test_who_stakes_nothing_taps_like_all_others(panel: Panel) -> None:
    panel.press("seat2")
    assert panel.lamps["seat2"].pattern is Pattern.FAST
    panel.wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 0})]


def test_a_held_button_counts_as_one_tap() -> None:
    match = new(shapes.GAME, ("Ada", "Bob", "Cem"), start="stakes", cards="table")
    panel = Panel().play(match)
    gestures = Gestures()
    for at, down in ((1.0, True), (3.0, False), (4.0, True), (4.1, False)):
        for event in gestures.feed(Edge(at, "seat2", down)):
            assert isinstance(event, Press)
            panel.program.press(event)
    panel.now = 4.1
    panel.wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 1})]


def test_too_many_taps_are_refused_and_counted_anew(panel: Panel) -> None:
    panel.press(*["seat1"] * 5).wait(3)
    assert said(panel) == []
    assert "Diese Zahl geht nicht. Tippe noch einmal." in panel.lines
    panel.press("seat1", "seat1").wait(3)
    assert said(panel) == [Entry(1, "stake", {"chips": 1})]


def test_an_undo_does_not_tell_what_was_hidden(panel: Panel) -> None:
    panel.press("ok", "down", "down", "hold back")
    assert said(panel) == []
    panel.press("seat1").wait(3).press("seat2").wait(3).press("seat3").wait(3)
    assert panel.match.state == "draw"
    panel.press("ok")
    assert panel.lines[1] == "Welche Karte hast du gezogen?"
    panel.choose("Molekül-Mantel").press("ok", "hold back")
    asked = "Rückgängig: Cem entscheidet verdeckt. Auch alles, was danach geschah."
    assert panel.lines[1] == asked


def test_a_drawn_card_cannot_be_tapped(panel: Panel) -> None:
    panel.play(new(shapes.GAME, ("Ada", "Bob", "Cem"), start="draw", cards="table"))
    assert panel.lines[1] == "Gib das Gerät Cem. Sonst schaut keiner hin!"
    panel.press("seat3")
    assert panel.lines[1] == "Welche Karte hast du gezogen?"


def test_what_the_device_draws_in_secret_is_told_to_its_owner_alone(panel: Panel) -> None:
    panel.play(new(shapes.GAME, ("Ada", "Bob", "Cem"), start="draw"))
    panel.press("ok", "ok")
    assert panel.lines[0] == "3 Cem"
    assert panel.lines[1].startswith("Du hast gezogen: ")
    panel.press("ok")
    assert panel.title == "3 Cem kein OK nötig", "what all may know, under the doer's name"
    panel.read()
    assert panel.title == "1 Ada"
    assert "gezogen" not in panel.words + "".join(panel.record())


def test_taps_are_for_the_question_that_was_open_when_they_were_made() -> None:
    """All answer in a browser, and are asked for the next secret before the taps have counted."""
    panel = bidding(tappable=True)
    panel.press("seat1", "seat1")
    assert "seat1" in panel.program.top.lamps()
    for seat in (1, 2, 3):
        panel.program.answer(Entry(seat, "bid", {"height": 3}))
    assert panel.match.state == "bid"
    panel.wait(3)
    assert [entry.args for entry in bids(panel) if entry is not None] == [{"height": 3}] * 3
    assert panel.program.top.lamps() == {}


@pytest.mark.parametrize("quiet", [5, 70, 200])
def test_every_tap_counts_however_dark_the_display(panel: Panel, quiet: int) -> None:
    panel.wait(quiet)
    panel.press("seat2", "seat2").wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 1})]


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("what", ["hold ok", "back"])
def test_a_number_that_something_was_opened_over_is_refused_aloud(
    panel: Panel, before: int, what: str
) -> None:
    """HELP, or the menu: who opens it makes nobody's number another."""
    panel.press(*["seat2"] * before, what, "seat2").wait(3)
    assert said(panel) == []
    while len(panel.program.modes) > 1:
        panel.press("back")
    assert before == 0 or "Diese Zahl geht nicht. Tippe noch einmal." in panel.words
    panel.press("seat2", "seat2").wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 1})]


@pytest.mark.parametrize("gone", [False, True])
def test_a_press_that_is_meant_for_a_card_stakes_nothing(panel: Panel, gone: bool) -> None:
    """Nor does one for a card that has gone by itself a moment ago."""
    panel.program.tell(Text("web.late"))
    if gone:
        panel.press("ok")
        panel.program.errand(lambda desk: desk.settle())
    panel.press("seat2").wait(3)
    assert said(panel) == []


@pytest.mark.parametrize("before", [0, 1, 2])
@pytest.mark.parametrize("seat", [1, 2])
def test_who_lifts_a_cover_changes_no_number_that_is_tapped(
    panel: Panel, seat: int, before: int
) -> None:
    """Nobody loses a tap by it, and no tap is OK for the first number that stands there."""
    taps = [f"seat{seat}"] * 3
    panel.press(*taps[:before], "ok", *taps[before:])
    assert said(panel) == []
    if seat == 1 and before == 0:  # his button means nothing: he reads
        assert panel.wait(3).lines[1] == "Wie viele Chips setzt du?"
        assert said(panel) == []
    else:
        assert panel.lamps[f"seat{seat}"].pattern is Pattern.FAST
        panel.wait(3)
        assert said(panel) == [Entry(seat, "stake", {"chips": 2})]


@pytest.mark.parametrize("before", [1, 2])
@pytest.mark.parametrize("way", ["menu", "match"])
def test_a_number_of_which_something_has_swallowed_taps_is_refused_aloud(
    panel: Panel, way: str, before: int
) -> None:
    """A menu that is closed in the middle, or a match that somebody goes on with just then."""
    if way == "menu":
        panel.press("back", *["seat2"] * before, "back")
    else:
        panel.press(*["seat2"] * before).program.show(panel.match)
    panel.press("seat2", "seat2").wait(3)
    assert said(panel) == []
    assert "Diese Zahl geht nicht. Tippe noch einmal." in panel.words
    panel.press("seat2", "seat2").wait(3)
    assert said(panel) == [Entry(2, "stake", {"chips": 1})]


def test_nobody_taps_for_a_computer_player() -> None:
    players = ("", "", "random")
    panel = Panel().play(Match.new(hidden.GAME, BIDDERS, {}, "x", players=players))
    while panel.match.state != "bid" or panel.program.modes[1:]:
        panel.press("ok")
    assert [ask.seats for ask in panel.match.asks] == [(1,), (2,), (3,)]
    panel.press("seat2", "seat3", "seat3", "seat2")
    counting = [name for name, lamp in panel.lamps.items() if lamp.pattern is Pattern.FAST]
    assert counting == ["seat2"]


def test_a_number_whose_question_was_undone_meanwhile_is_refused_aloud() -> None:
    """Somebody undoes on a phone what led to the question, and does it again at once."""
    panel = bidding(tappable=True)
    first = [Entry(seat, "bid", {"height": 1}) for seat in (1, 2, 3)]
    for entry in first:
        panel.program.answer(entry)
    panel.press("seat2", "seat2")  # for the second round
    panel.program.undo()
    assert [ask.seats for ask in panel.match.asks] == [(3,)]
    panel.program.answer(first[2])
    panel.press("seat2", "seat2").wait(3)
    assert bids(panel) == first
    panel.read()
    assert "Diese Zahl geht nicht. Tippe noch einmal." in panel.words
    panel.press("seat2", "seat2", "seat2").wait(3)
    assert bids(panel) == [*first, Entry(2, "bid", {"height": 2})]


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_person_alone_against_the_box_lifts_no_cover(language: str) -> None:
    """The others at the table are the box itself: there is nobody to pass it on to, or to hide
    from. What the box chooses stays its own."""
    panel = Panel(language=language, games=["fette-autos"])
    panel.press("down", "ok", "ok")  # a quick match
    assert panel.match.header.players.count("") == 1
    secrets = 0
    for _ in range(200):
        if panel.match.over or secrets > 3:
            break
        mine = [ask for ask in panel.match.asks if ask.secret and 1 in ask.seats]
        secrets += bool(mine) and panel.title.startswith("1")
        for said in ("Nobody else may look", "Sonst schaut keiner hin"):
            assert said not in panel.words
        panel.press("ok").wait(3)
    assert secrets > 3


def test_who_plays_for_a_computer_that_is_missing_lifts_a_cover_for_each() -> None:
    """People answer for its seat; not all of them have to be the one in the header."""
    match = Match.new(hidden.GAME, ("Ada", "Bot"), {}, "x", players=("", "cmd:./nowhere"))
    panel = Panel(language="en").play(match).wait(1).press("ok").wait(1)
    for who in ("Ada", "Bot"):
        assert f"Pass the box to {who}" in panel.words
        panel.press("ok").wait(1)
        assert "Your bid" in panel.words
        panel.press("ok").wait(1)


@pytest.mark.parametrize(("players", "offered"), [(("", ""), False), (("", "random"), True)])
def test_a_card_that_was_entered_in_secret_is_not_corrected_where_others_are(
    players: tuple[str, ...], offered: bool
) -> None:
    """Whoever tried what it could have been would hear of the right one that it is this."""
    options = {"cards": "table"}
    match = Match.new(hidden.GAME, ("Ada", "Bob"), options, "seed", players=players)
    for seat, card in ((1, 7), (2, 3)):
        match.answer(Entry(seat, "deal", {"card": [card]}))
    panel = Panel().play(match).press("back")
    assert panel.title == "Gebote"
    labels = [offer.label for offer in panel.program.screen.control.offers]
    assert "Rückgängig" in labels
    assert ("Wurf berichtigen" in labels) is offered
