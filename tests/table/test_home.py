"""From the home screen into a match, and back to it after the plug was pulled."""

from __future__ import annotations

from pathlib import Path

import pytest

from hal.interfaces import Pattern
from referee.kernel.errors import RulesChanged
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.store import Store
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.modes.setup import GROUPS
from tests.broken import installed
from tests.own import OWN
from tests.patience import until
from tests.table.panel import Panel, new, store_in
from tests.toy import GAME

WORDS = Catalogue("de", GAME)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return store_in(tmp_path)


def spell(panel: Panel, name: str) -> None:
    """Spell a name letter by letter."""
    for letter in name:
        for _ in range(60):
            if panel.lines[-2] == f"> {letter}":
                break
            panel.press("down")
        panel.press("ok")
    panel.press("roll")


def begun(panel: Panel, *names: str) -> None:
    """A new match of the toy game from the home screen, with new names."""
    panel.choose("Neue Partie").choose(f"{len(names)} Spieler")
    for name in names:
        panel.choose("Neuer Name")
        spell(panel, name)
    panel.choose("Los geht's")


# -- a first match --------------------------------------------------------------------------


def test_a_first_match_begins_in_four_presses(store: Store) -> None:
    panel = Panel(store)
    panel.press("ok", "ok", "up")  # the last line of the seat's
    assert "> Rest ohne Namen" in panel.lines
    assert "Spieler 1, Spieler 2" in panel.lines
    panel.press("ok").choose("Los geht's")
    assert panel.match.header.names == ("", "")
    assert panel.title == "1 Spieler 1"
    assert panel.presses == 5


def test_with_one_game_nobody_is_asked_which(store: Store) -> None:
    assert Panel(store).press("ok").title == "Wie viele spielen?"
    assert Panel(store, games=("toy", "shapes")).press("ok").title == "Welches Spiel?"


@pytest.mark.parametrize("fault", ["syntax", "keyword", "texts", "toml", "api", "interrupts"])
def test_a_broken_game_says_why_and_leaves_the_others_alone(
    store: Store, tmp_path: Path, fault: str
) -> None:
    with installed(tmp_path / "games", fault):
        panel = Panel(store, games=(fault, "toy"))
        panel.press("ok")
        assert panel.title == "Welches Spiel?"
        readable = fault not in ("texts", "toml")
        assert panel.lines[1].split() == [">", "Spielzeug"] if readable else [">", fault, "!"]
        assert ("Nicht spielbar" in panel.words) != readable
        panel.press("ok")
        assert panel.title == "Störung"
        assert f"Das Spiel {fault} ist" in panel.words
        panel.press("back")
        assert "Nicht spielbar" in panel.words
        assert panel.lines[1].endswith("!")
        panel.press("down", "ok")
        assert panel.title == "Wie viele spielen?"


def test_names_are_spelled_with_umlauts_and_offered_again(store: Store) -> None:
    panel = Panel(store)
    begun(panel, "Öl", "Bo")
    assert panel.match.header.names == ("Öl", "Bo")
    assert panel.title == "1 Öl"
    again = Panel(store).choose("Neue Partie").choose("3 Spieler")
    assert again.lines[1:4] == ["> Öl", "  Bo", "  Spieler 1"]
    again.press("ok")
    assert again.lines[1] == "> Bo"


def test_a_letter_is_taken_back_and_an_empty_name_is_none(store: Store) -> None:
    panel = Panel(store).choose("Neue Partie").choose("2 Spieler").choose("Neuer Name")
    panel.press("roll")
    assert panel.title == "Platz 1: Wer?"
    panel.press("ok", "ok", "back", "roll")
    assert panel.title == "Platz 2: Wer?"
    panel.press("back")
    assert panel.title == "Platz 1: Wer?"


def test_a_name_fits_into_the_title_bar(store: Store) -> None:
    panel = Panel(store).choose("Neue Partie").choose("2 Spieler").choose("Neuer Name")
    panel.press(*["down", "ok"] * 11)
    assert panel.title == "Platz 2: Wer?"
    panel.choose("Spieler 2").choose("Los geht's")
    assert panel.title == "1 Bcdefghijk"
    assert panel.program.clipped == []


def test_the_seat_whose_name_is_asked_for_blinks(store: Store) -> None:
    panel = Panel(store).choose("Neue Partie").choose("2 Spieler")
    assert panel.lamps["seat1"].pattern is Pattern.BLINK


def test_options_are_changed_explained_and_kept_for_what_is_on_the_table(store: Store) -> None:
    panel = Panel(store)
    panel.press("ok", "ok").choose("Rest ohne Namen").press("down", "ok")
    assert "> Würfel: auf dem Tisch" in panel.lines
    assert panel.lines[-1] == "Ihr würfelt selbst."
    panel.press("hold ok")
    assert panel.title.startswith("Die Regel")
    assert panel.lines[1] == WORDS("clause.TOY-1")
    assert "Regel TOY-1" in panel.lines
    panel.press("back").choose("Regelfragen")
    assert panel.lines == ["Regelfragen", "> ☐ Langes Rennen", WORDS("detail.long")]
    panel.press("ok", "back")
    assert "> Regelfragen 1" in panel.lines
    panel.choose("Los geht's")
    assert dict(panel.match.header.options) == {"dice": "table", "long": True}
    again = Panel(store).choose("Neue Partie").choose("2 Spieler").choose("Rest ohne Namen")
    again.choose("Los geht's")
    assert dict(again.match.header.options) == {"dice": "table", "long": False}


def start_of(name: str, words: Catalogue) -> Panel:
    """The last screen of a set-up, with nobody named."""
    panel = Panel(language=words.language, games=(name,)).press("ok")
    panel.choose(words("setup.players", n=max(find_game(name).seats[0], 2)))
    return panel.choose(words("setup.no-names"))


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_in_the_set_up_shows_the_rule_of_every_option(name: str, language: str) -> None:
    game = find_game(name)
    words = Catalogue(language, game)
    usual = game.complete(max(game.seats[0], 2), {})
    asked = [spec for spec in game.options if spec.matters(usual)]
    left = {words.clause(spec.clause)[:40] for spec in asked}
    panel = start_of(name, words)
    own = {spec.group for spec in asked}
    for group in [None, *(group for group in GROUPS if group in own)]:
        if group is not None:
            panel.choose(words(f"group.{group}"))
        for _ in game.options:
            panel.press("hold ok")
            left = {text for text in left if text not in panel.lines[1]}
            panel.press("back", "down")
        if group is not None:
            panel.press("back")
    assert left == set()
    assert panel.program.missing == set()


def test_help_in_the_set_up_follows_what_has_been_chosen_so_far() -> None:
    words = Catalogue("en", find_game("fette-autos"))
    panel = start_of("fette-autos", words).choose("Cards: in the box")
    assert "> Cards: on the table" in panel.lines
    panel.choose("FAP 1.5")
    while "> ☐ Hidden chips" not in panel.lines:
        panel.press("down")
    panel.press("hold ok")
    assert panel.lines[1] == words("clause.FAP-HIDE-1.cards.table")


def test_an_option_that_means_nothing_is_not_asked_for() -> None:
    panel = start_of("knight-rider", Catalogue("en", find_game("knight-rider")))

    def listed() -> str:
        seen = list(panel.lines)
        for _ in range(12):
            seen += panel.press("down").lines
        return "\n".join(seen)

    assert "Escape cards: on the table" in listed()
    assert "Track: random" not in listed()
    panel.choose("Board: on the table")
    assert "Escape cards" not in listed()
    assert "Count tiles" not in listed()
    assert "Track: random" in listed()


def test_a_long_list_of_values_is_gone_through_both_ways() -> None:
    panel = start_of("draf", Catalogue("en", find_game("draf"))).choose("Table length: 1 m")
    assert panel.title == "Table length"
    assert panel.lines[1:5] == ["  0.5 m", "  0.75 m", "> 1 m", "  1.25 m"]
    panel.press("up", "ok")
    assert "> Table length: 0.75 m" in panel.lines


def test_the_last_players_are_offered_again(store: Store) -> None:
    begun(Panel(store), "Al", "Bo")
    panel = Panel(store).choose("Neue Partie")
    assert panel.lines[1:] == [
        "> Wie zuletzt",
        "  2 Spieler",
        "  3 Spieler",
        "  4 Spieler",
        "Al, Bo",
    ]
    panel.press("ok", "ok")
    assert panel.match.header.names == ("Al", "Bo")


def test_the_same_round_again_with_its_options(store: Store) -> None:
    panel = Panel(store)
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Regelfragen").press("ok", "back")
    panel.choose("Los geht's")
    again = Panel(store).choose("Gleiche Besetzung").press("ok")
    assert again.match.header.options["long"] is True


# -- go on ----------------------------------------------------------------------------------


def test_after_the_plug_was_pulled_one_press_goes_on_exactly_there(store: Store) -> None:
    panel = Panel(store)
    begun(panel, "Al", "Bo")
    panel.press("roll", "ok", "ok", "roll", "ok")
    again = Panel(store)
    assert again.lines[1] == "> Weiterspielen"
    assert again.lines[-1] == "Spielzeug: Al, Bo"
    again.press("ok")
    assert again.match.digest == panel.match.digest
    assert again.lines[1:] == panel.lines[1:]
    assert panel.title.startswith(again.title)


def test_what_the_table_had_to_do_is_said_again_after_going_on(store: Store) -> None:
    Match.new(GAME, ("Al", "Bo"), {"dice": "table"}, "seed", store=store)
    panel = Panel(store).press("ok")
    for value in (1, 5):
        panel.read().press(*panel.program.type_die(value))
    assert panel.lines[1] == "5 Punkte aus dem Duell"
    again = Panel(store).press("ok")
    assert again.lines[1:] == panel.lines[1:]
    again.press("ok")
    assert "> Weiter" in again.lines


def test_several_unfinished_matches(store: Store) -> None:
    for names in (("Al", "Bo"), ("Cy", "Di")):
        Match.new(GAME, names, {}, "seed", store=store)
    panel = Panel(store)
    assert panel.lines[-1] == "Spielzeug: Cy, Di"
    panel.choose("Andere Partien").press("down", "ok")
    assert panel.match.header.names == ("Al", "Bo")


def test_home_from_the_menu_keeps_the_match_and_warns_if_it_is_not_kept(store: Store) -> None:
    panel = Panel(store)
    begun(panel, "Al", "Bo")
    panel.press("roll", "ok", "back").choose("Hauptmenü")
    assert panel.lines[:2] == ["Schiedsrichter", "> Weiterspielen"]
    unkept = Panel().play(new(GAME)).press("back").choose("Hauptmenü")
    assert "ginge verloren" in unkept.words
    unkept.press("down", "ok")
    assert unkept.title == "Schiedsrichter"


def test_a_match_of_other_rules_is_not_opened_and_says_why(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    Match.new(GAME, ("Al", "Bo"), {}, "seed", store=store)

    def changed(*_: object) -> Match:
        raise RulesChanged("toy", 3, 7)

    monkeypatch.setattr(Match, "resume", changed)
    panel = Panel(store).press("ok")
    assert panel.title == "Störung"
    assert "Nur 3 von 7 Einträgen passen noch" in panel.words
    panel.press("back")
    assert panel.title == "Schiedsrichter"


# -- the end --------------------------------------------------------------------------------


def played_out(store: Store) -> Panel:
    panel = Panel(store)
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Los geht's")
    until(
        lambda: "> Revanche" in panel.lines,
        lambda: panel.press("roll" if "ROLL" in panel.words else "ok").wait(1),
        lambda: panel.words,
        most=200,
    )
    return panel


def test_the_result_names_the_winner_and_offers_a_rematch_in_one_press(store: Store) -> None:
    panel = played_out(store)
    winner = panel.title.removesuffix(" gewinnt!")
    assert panel.lines[1].startswith(f"1. {winner}")
    shown = panel.lines.index("Das Ziel ist erreicht.")
    assert panel.lines[shown + 1] == "> Revanche"
    first = panel.match
    panel.press("ok")
    assert panel.match is not first
    assert panel.match.header.options == first.header.options
    assert [stored.status for stored in store.matches()] == ["open", "over"]


def test_the_ranking_and_the_seed_are_shown_at_the_end(store: Store) -> None:
    panel = played_out(store)
    panel.choose("Rangliste")
    assert panel.lines[1].startswith("1. Spieler")
    panel.press("ok").choose("Zufall prüfen")
    assert panel.title == "Zufall prüfen"
    assert panel.lines[1].startswith("Am Zufall hat niemand gedreht"), "first what it is about"
    assert "Startwert für Würfel und Karten: seed" in panel.lines
    assert f"Prüfwert: {panel.match.commitment}" in panel.lines


def test_the_hash_is_there_from_the_start_and_the_seed_is_not() -> None:
    panel = Panel().play(new(GAME))
    assert panel.match.commitment[:8] not in panel.words  # first of all, what to do
    panel.press("back").choose("Diese Partie").press(*["down"] * 12)
    assert f"Prüfwert: {panel.match.commitment}" in panel.lines
    assert "Startwert der Würfel" not in panel.words


def test_where_the_box_has_rolled_nothing_there_is_nothing_to_check() -> None:
    panel = Panel().play(new(GAME, dice="table"))
    while not panel.match.over:
        panel.press(*panel.program.type_die(6)) if panel.program.top.keypad else panel.press("ok")
        panel.wait(1)
    assert "> Revanche" in panel.lines
    assert "Zufall prüfen" not in panel.words


def test_an_unplayed_match_offers_other_options(store: Store) -> None:
    panel = Panel(store, language="en", games=("victory",))
    panel.choose("New match").choose("2 players").choose("Rest without names").choose("Start")
    first = panel.press("back", "back").match
    panel.choose("Change the setup").choose("Laps: ").choose("1").choose("Start")
    assert panel.match.header.options["laps"] == 1 != first.header.options["laps"]
    assert panel.match.header.names == first.header.names
    assert first.abandoned, "nobody is asked to go on with it"
    panel.read().press("ok").press("back")
    assert len(panel.match.lines) > 0
    assert "Change the setup" not in panel.words


# -- settings -------------------------------------------------------------------------------


def test_the_language_can_be_switched_in_the_middle_of_a_match(store: Store) -> None:
    panel = Panel(store)
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Los geht's")
    panel.press("back").choose("Einstellungen").choose("Sprache")
    assert panel.lines[:2] == ["Settings", "> Language English"]
    panel.press("back", "back")
    assert panel.title == "1 Player 1"
    assert "> Roll ROLL" in panel.lines
    assert Panel(store).title == "Referee"


def test_brightness_in_steps(store: Store) -> None:
    panel = Panel(store).choose("Einstellungen").press("up")
    levels = []
    for _ in range(3):
        levels.append(panel.program.frame().contrast)
        panel.press("ok")
    assert sorted(levels) == [40, 120, 255]
    assert Panel(store).program.frame().contrast == 255


def test_what_the_store_remembers_of_another_version_does_no_harm(store: Store) -> None:
    store.set_setting("settings", {"language": "tlh", "contrast": "bright", "muted": 3})
    store.set_setting("last", ["odd"])
    store.set_setting("names", "Al")
    panel = Panel(store)
    panel.press("ok", "ok").choose("Rest ohne Namen").choose("Los geht's")
    assert panel.title == "1 Spieler 1"


def test_a_match_of_an_earlier_version_says_once_what_has_changed(store: Store) -> None:
    """It goes on all the same; the version that it was begun with stands in its row."""
    match = Match.new(find_game("draf"), 3, {}, "seed", store=store)
    assert match.id is not None
    store.note_rules(match.id, "3-0123456789abcdef")
    panel = Panel(store, games=("draf",)).choose("Weiterspielen")
    assert (panel.title, "in verschiedenen Runden" in panel.words) == ("Hinweis", True)
    panel.press("ok")
    assert "in verschiedenen Runden" not in panel.words
    again = Panel(store, games=("draf",)).choose("Weiterspielen")
    assert again.title != "Hinweis"


def test_options_survive_going_back_in_the_set_up(store: Store) -> None:
    """Laps were set to 1; back to the players and on again, silently, they were 3 again."""
    panel = Panel(store, games=("victory", "toy"))
    panel.choose("Neue Partie").choose("Victory").choose("2 Spieler").choose("Rest ohne Namen")
    panel.choose("Runden: 3")
    panel.choose("1 Runde" if "1 Runde" in panel.words else "1")
    assert "Runden: 1" in panel.words
    panel.press("back").choose("Rest ohne Namen")
    assert "Runden: 1" in panel.words
    panel.press("back", "back").choose("3 Spieler").choose("Rest ohne Namen")
    assert "Runden: 1" in panel.words
    panel.press("back", "back", "back", "back").choose("Neue Partie").choose("Victory")
    panel.choose("2 Spieler").choose("Rest ohne Namen")
    assert "Runden: 3" in panel.words, "another match is set up anew"
