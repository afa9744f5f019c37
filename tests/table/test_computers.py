"""Computer players on the panel: chosen at set-up, played at a pace that people can follow."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from referee.game import cell_name
from referee.games.knight_rider import GAME as KNIGHT_RIDER
from referee.games.knister import GAME as KNISTER
from referee.games.victory import GAME as VICTORY
from referee.kernel.ask import Ask, Entry, RandBelow
from referee.kernel.match import Match
from referee.kernel.players import Chosen, Player, Task
from referee.kernel.text import Plain, Shaped
from referee.table import errands
from referee.table.aside import in_thread
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.play import PACE
from referee.table.modes.telling import Card
from tests import hidden
from tests.patience import until
from tests.table.panel import Panel, store_in
from tests.toy import GAME as TOY


def race(seed: str = "computers") -> Panel:
    """Ada against the box; she has lined up, and it is her first throw or the box's."""
    match = Match.new(
        VICTORY, ("Ada", "Gerät 2"), {"board": "device", "laps": 1}, seed, players=("", "good")
    )
    panel = Panel(games=("victory",)).play(match)
    panel.press("ok", "ok", "ok")  # a ready circuit, her car
    return panel


def test_a_seat_is_given_to_the_box_at_set_up(tmp_path: Path) -> None:
    panel = Panel(store_in(tmp_path), games=("victory",))
    panel.choose("Neue Partie").choose("2 Spieler").choose("Spieler 1")
    panel.choose("Computer, gut")
    assert panel.lines[-1] == "Spieler 1, Computer (gut)"
    panel.choose("Los")
    header = panel.match.header
    assert header.players == ("", "good")
    assert header.names == ("", "Computer")
    assert header.options["board"] == "device"


def test_seats_of_the_box_are_told_apart_by_letters() -> None:
    """A number beside the box would seem a seat's or a car's."""
    panel = Panel(games=("knight-rider",), language="en")
    panel.choose("New match").choose("3 players").choose("Robot: good")
    panel.choose("Player 2").choose("Robot: easy").choose("Start")
    assert panel.match.header.names == ("Robot", "", "Robot B")


@pytest.mark.parametrize(("language", "first", "second"), [
    ("de", "Computer", "Computer B"), ("en", "Robot", "Robot B"),
])  # fmt: skip
def test_the_box_is_called_by_the_readers_name_for_it(
    language: str, first: str, second: str
) -> None:
    """What somebody typed stays as it is, also if it reads like the box's name. Kept matches may
    call it as earlier versions did."""
    names, players = ("Box", "Computer", "Box B", "Hal"), ("", "good", "easy", "good")
    match = Match.new(KNISTER, names, {"sheets": "device"}, "names", players=players)
    words = Catalogue.of(match, language)
    assert [words.player(seat) for seat in range(1, 5)] == ["Box", first, second, "Hal"]


def test_the_box_is_not_offered_as_somebody_who_played_last_time(tmp_path: Path) -> None:
    """In another game it once became a person of its name."""
    panel = Panel(store_in(tmp_path), games=("knight-rider", "victory"), language="en")
    panel.choose("New match").choose("Knight Rider").choose("2 players")
    panel.choose("Player 1").choose("Robot: good").choose("Start")
    panel.program.errand(lambda desk: desk.home())
    panel.choose("New match").choose("Victory").choose("As last time").choose("Start")
    assert panel.match.header.players == ("", "good")
    panel.program.errand(lambda desk: desk.home())
    panel.choose("New match").choose("Victory").choose("2 players").choose("Player 1")
    assert not any(line.strip(" >") == "Robot" for line in panel.lines)


def test_a_board_that_the_box_cannot_see_is_told_in_the_words_of_the_options() -> None:
    panel = Panel(games=("knight-rider",), language="en")
    panel.choose("New match").choose("2 players").choose("Player 1").choose("Robot: good")
    panel.choose("Board: on screen").choose("Start")
    assert panel.lines[:2] == ["Not allowed", "For a robot to play, choose Board: on screen."]
    panel.press("ok").choose("Board: on the table").choose("Start")
    assert panel.match.header.players == ("", "good")


def test_the_box_plays_its_turns_at_a_pace() -> None:
    panel = race()
    answers = 0
    for _ in range(400):
        match = panel.match
        if match.over:
            break
        ask = match.asks[0]
        lines = len(match.lines)
        if ask.seats != (2,):
            panel.press("roll" if match.supplies(ask) else "ok").wait(0.1)
            continue
        panel.press("ok")  # pressing does nothing for the box
        assert len(match.lines) in (lines, lines + 1)
        panel.wait(0.3)
        assert len(match.lines) <= lines + 1
        panel.wait(PACE)
        assert len(match.lines) > lines or panel.program.top is not None
        answers += 1
        if panel.lines[-1].startswith("(OK)"):
            panel.press("ok")
    assert answers > 3


def test_one_after_the_other_rolls_without_a_press_of_people() -> None:
    """What lay over the match and went by itself leaves nobody waiting."""
    facts = {"board": "device", "cards": "device", "track": "city"}
    players = ("easy", "easy", "easy")
    match = Match.new(KNIGHT_RIDER, ("Ada", "Bob", "Cem"), facts, "demo", players=players)
    panel = Panel(games=("knight-rider",)).play(match).wait(14)
    assert panel.match.state != "first_roll"


@pytest.mark.clause("KR-RAM-10", "KR-TRN-8")
def test_the_box_plays_whole_matches_alone_and_rights_its_cars_by_itself() -> None:
    """Nobody presses anything but OK to read on, though cars lie on their roofs."""
    facts = {"board": "device", "track": "city"}
    players = ("easy", "easy", "easy")
    match = Match.new(KNIGHT_RIDER, ("Ada", "Bob", "Cem"), facts, "roof 6", players=players)
    panel = Panel(games=("knight-rider",)).play(match)
    for _ in range(100):
        panel.wait(PACE * 10)
        if panel.match.over:
            break
        if panel.lines[-1].startswith("(OK)"):
            panel.press("ok")
    verbs = [entry.verb for line in panel.match.lines if (entry := line.entry) is not None]
    assert panel.match.over
    assert "righted" in verbs


def test_undo_goes_back_over_the_box_to_ones_own_answer() -> None:
    panel = race()
    panel.wait(60)
    for _ in range(200):
        match = panel.match
        if match.asks[0].seats == (1,) and any(line.auto for line in match.lines[-2:]):
            break
        panel.press("roll" if match.supplies(match.asks[0]) else "ok").wait(10)
    match = panel.match
    entries = [logged.line for logged in match.log]
    own = max(n for n, line in enumerate(entries) if not line.auto)
    assert own < len(entries) - 1
    panel.press("hold back")
    if len(panel.match.log) == len(entries):
        panel.press("down", "ok")
    assert len(panel.match.log) == own


def test_a_thought_never_holds_the_table_up() -> None:
    begun, go = threading.Event(), threading.Event()

    def slow(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
        begun.set()
        go.wait(10)
        return Entry(seat, "on")

    match = Match.new(VICTORY, 2, {}, "slow")
    thought = in_thread(Task(slow, None, match.asks[0], 1, lambda k: 0))
    assert begun.wait(10)
    assert not thought.done()
    go.set()
    assert thought.result(10) == Chosen(Entry(1, "on"))


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        (ZeroDivisionError, ZeroDivisionError),
        (SystemExit, RuntimeError),
        (KeyboardInterrupt, RuntimeError),
    ],
)
def test_what_a_player_does_wrong_comes_out_when_it_is_looked_at(
    raised: type[BaseException], told: type[Exception]
) -> None:
    """Also what would end a program: it ends nothing, and nobody waits for ever."""

    def broken(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
        raise raised

    match = Match.new(VICTORY, 2, {}, "broken")
    thought = in_thread(Task(broken, None, match.asks[0], 1, lambda k: 0))
    with pytest.raises(told):
        thought.result(10)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("hangs", {"de": "0.3 s", "en": "0.3 s"}),
        ("dies", {"de": "no more", "en": "no more"}),
        ("cheats", {"de": "nicht zur Wahl", "en": "not offered"}),
        ("babbles", {"de": "kein Eintrag", "en": "no entry"}),
        ("missing", {"de": "nicht starten", "en": "can't be started"}),
    ],
)
def test_a_program_that_fails_is_told_and_people_play_its_seat(
    player: str, told: dict[str, str], language: str
) -> None:
    match = Match.new(TOY, ("Bot", "Ada"), {}, "fails", players=(player, ""))
    panel = Panel(language=language).play(match)
    screens = list[str]()
    for _ in range(40):
        decided = [logged.line for logged in panel.match.log if not logged.line.chance]
        if decided:
            break
        ask = panel.match.asks[0]
        panel.wait(3)
        screens.append(" ".join(panel.lines))
        panel.press("roll" if panel.match.supplies(ask) else "ok").wait(1)
    assert [line.entry.seat for line in decided if line.entry] == [1]
    shown = "".join("\n".join(screens).split())
    assert "".join(told[language].split()) in shown
    assert panel.program.missing == set()


def test_what_a_player_stumbles_over_is_for_the_log_alone(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It may be a card of its hand."""

    def clumsy(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry:
        raise KeyError("card 42")

    monkeypatch.setattr("referee.kernel.players._RANDOM", Player(lambda setup: clumsy))
    panel = Panel(language="en").play(Match.new(TOY, 2, {}, "clumsy", players=("random", "random")))
    for _ in range(10):
        if "KeyError" in panel.words:
            break
        panel.press("roll").wait(3)
    assert "KeyError" in panel.words
    assert "42" not in panel.words
    assert "card 42" in caplog.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_told_to_pass_the_box_to_the_box(language: str) -> None:
    match = Match.new(hidden.GAME, ["Box 1", "Ada"], {}, "secret", players=("random", ""))
    panel = Panel(language=language, games=("hidden",)).play(match)
    decides = {"de": "Box 1 entscheidet verdeckt.", "en": "Box 1 decides in secret."}[language]
    while panel.title != "1 Box 1":
        panel.press("ok")
    assert panel.lines[1:] == [decides]
    assert panel.program.clipped == []
    panel.wait(8)
    assert panel.title == "2 Ada", "it has bid, and Ada is asked"


def knister(*players: str, language: str = "en") -> Panel:
    """A match with sheets on the screen; the box plays the seats that have a level."""
    options = {"sheets": "device", "dice": "device"}
    names = tuple("Ada" if not level else f"Box {n}" for n, level in enumerate(players, 1))
    match = Match.new(KNISTER, names, options, "computers", players=players)
    if match.state == "youngest":
        match.answer(Entry(players.index("") + 1, "youngest", {"seat": players.index("") + 1}))
    return Panel(games=("knister",), language=language).play(match)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "The robot rolls."), ("de", "Der Computer würfelt.")]
)
def test_the_box_s_turn_says_so_and_asks_for_nothing(language: str, said: str) -> None:
    panel = knister("", "easy", language=language)
    panel.press("roll").wait(1.5).press("ok").wait(0.7)
    assert panel.match.state == "roll"
    assert panel.title == "2 Box 2"
    assert any(said in line for line in panel.lines)
    assert not any(line.startswith((">", "(ROLL)", "(OK)")) for line in panel.lines)
    assert "roll" not in panel.lamps
    before = len(panel.match.lines)
    panel.press("ok", "roll", "seat2", "down")
    assert len(panel.match.lines) == before


def test_a_press_meant_for_the_box_s_turn_is_no_answer_of_the_next_player() -> None:
    panel = knister("", "easy")
    panel.press("roll").wait(1.5).press("ok").wait(1.6)
    while "Write the" not in panel.words:
        panel.wait(0.05)

    def written() -> int:
        return sum(map(bool, panel.match.view(None)["sheets"][0]["cells"]))

    panel.press("ok")
    assert written() == 1, "it came too early to be meant"
    assert panel.lines[-1] == "* Too early: press again."
    panel.wait(1.0).press("down", "ok")
    assert written() == 2


def test_of_turns_that_are_open_at_once_a_person_sees_the_own_one() -> None:
    panel = knister("easy", "")
    panel.press("roll").wait(1.2)
    assert panel.match.state == "place"
    assert panel.title.startswith("2 Ada")
    assert "Write the" in panel.words


def test_the_own_button_of_a_computer_player_does_not_show_a_turn_that_waits_for_people() -> None:
    panel = knister("", "easy")
    panel.press("roll").wait(1.2).press("seat2")
    assert panel.title.startswith("1 Ada")
    assert "Write the" in panel.words
    panel.press("ok").wait(0.5)
    assert all(any(sheet["cells"]) for sheet in panel.match.view(None)["sheets"])


def test_the_log_says_where_a_number_was_written_and_a_car_went() -> None:
    panel = knister("")
    panel.press("roll").wait(1.5).press("down", "ok")
    assert panel.match.log[-1].line.entry == Entry(1, "place", {"cell": [4, 3]})
    number = panel.match.view(None)["sheets"][0]["cells"][17]
    assert panel.program.chronicle()[-1] == f"Ada writes {number} in C4."
    panel = race().wait(30)
    while "Fahre" not in panel.words:
        panel.press("roll" if panel.match.supplies(panel.match.asks[0]) else "ok").wait(12)
    place = next(line.split()[1] for line in panel.lines if line.startswith("> "))
    panel.press("ok")
    assert f"Ada fährt nach {place}." in panel.program.chronicle()


def test_where_all_choose_at_once_the_box_shows_its_choice_when_people_have_made_theirs() -> None:
    panel = knister("", "easy", "easy")
    panel.press("roll").wait(20)
    assert not any("writes" in line for line in panel.program.chronicle())
    panel.press("ok").wait(0.9)
    wrote = [line.partition(" writes") for line in panel.program.chronicle()]
    assert [who for who, writes, _ in wrote if writes] == ["Ada", "Box 2", "Box 3"]


def test_the_log_says_what_the_box_wrote() -> None:
    panel = knister("", "easy")
    panel.press("roll").wait(4).press("ok").wait(0.5)
    ((place, number),) = [
        (n, cell) for n, cell in enumerate(panel.match.view(None)["sheets"][1]["cells"]) if cell
    ]
    name = cell_name(place % 5 + 1, place // 5 + 1)
    assert f"Box 2 writes {number} in {name}." in panel.program.chronicle()


def test_back_from_a_sheet_shows_the_choices_and_the_menu_and_leads_back_to_the_sheet() -> None:
    panel = knister("")
    panel.press("roll").wait(1.5)
    assert "> C3" in panel.lines
    panel.press("back")
    assert "> Write it" in panel.lines
    panel.press("back")
    assert "> C3" in panel.lines
    panel.press("back").choose("Menu").choose("Back to the match")
    assert "> C3" in panel.lines


def test_back_opens_the_menu_while_the_box_has_a_map_before_it() -> None:
    """Whatever begins by itself for a person begins for nobody here."""
    facts: dict[str, Plain] = {"board": "device", "track": "city"}
    match = Match.new(KNIGHT_RIDER, ("Ada", "Bob"), facts, "map", players=("easy", "easy"))
    panel = Panel(games=("knight-rider",), language="en").play(match)
    for _ in range(200):
        if _drives(panel):
            break
        panel.wait(0.3)
        if panel.lines[-1].startswith("(OK)"):
            panel.press("ok")
    assert _drives(panel)
    panel.press("back")
    assert "> Back to the match" in panel.lines


def _drives(panel: Panel) -> bool:
    """Whether it is to be chosen where to, and the box has not yet done so."""
    asks = panel.match.asks
    chosen = any(option.verb == "go" for ask in asks for option in ask.options)
    return chosen and "robot's turn" in panel.title


def test_help_over_a_card_gives_the_reason_in_the_language_of_the_moment() -> None:
    """A page changes the language while the card of a computer player's drive stands there."""
    match = Match.new(
        KNIGHT_RIDER, ("Ada", "Box"), {"board": "device"}, "why", players=("", "easy")
    )
    panel = Panel(games=("knight-rider",)).play(match)
    until(
        lambda: (
            isinstance(panel.program.top, Card)
            and any(topic.key == "why" for topic in panel.program.top.topics())
        ),
        lambda: panel.press("roll" if "ROLL" in panel.words else "ok").wait(0.5),
        lambda: panel.words,
    )
    panel.program.errand(lambda desk: errands.change(desk, {"language": "en"}))
    (why,) = (topic.said for topic in panel.program.top.topics() if topic.key == "why")
    reasons = [line.reason for line in match.log if line.reason is not None]
    assert why == Catalogue.of(match, "en").ruling(reasons[-1])
    assert why != Catalogue.of(match, "de").ruling(reasons[-1])
