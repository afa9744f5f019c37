"""The catalogues: both languages say the same things, and nothing is missing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.games import fette_autos, knight_rider
from referee.kernel.errors import Refused, StoreError
from referee.kernel.game import find_game, spoken
from referee.kernel.match import Match
from referee.kernel.ruling import Ruling
from referee.kernel.text import Text, Who, text
from referee.table.catalogue import LANGUAGES, Catalogue, common, flat, read, shortened
from referee.table.pixels.canvas import CONTENT, wrapped
from referee.table.pixels.fonts import font
from referee.table.session import Session
from tests.table.panel import GAMES
from tests.toy import GAME

ROOT = Path(__file__).parents[2]
GAP = re.compile(r"\{\w+\}")


def gaps(sentence: str | Mapping[str, str]) -> set[str]:
    return set(GAP.findall(sentence if isinstance(sentence, str) else sentence["other"]))


def test_both_languages_have_the_same_keys_with_the_same_gaps() -> None:
    german, english = common("de"), common("en")
    assert set(german) == set(english)
    assert {k: gaps(german[k]) for k in german} == {k: gaps(english[k]) for k in english}


@pytest.mark.parametrize("name", GAMES)
def test_a_games_languages_have_the_same_keys_with_the_same_gaps(name: str) -> None:
    german, english = (read(find_game(name).resources, language) for language in LANGUAGES)
    assert set(german) == set(english)
    assert {k: gaps(german[k]) for k in german} == {k: gaps(english[k]) for k in english}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_games_options_have_labels_and_their_clauses_a_text(name: str, language: str) -> None:
    game = find_game(name)
    words = Catalogue(language, game)
    keys = {"name", *(f"option.{spec.key}" for spec in game.options)}
    keys |= {f"clause.{spec.clause}" for spec in game.options} | {f"clause.{game.abandoned}"}
    assert {key for key in keys if not words.has(key)} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_the_table_names_has_a_sentence(language: str) -> None:
    used: set[str] = set()
    for file in (ROOT / "referee" / "table").rglob("*.py"):
        code = file.read_text(encoding="utf-8")
        used |= set(re.findall(r'words\(\s*"([a-z.-]+)"', code))
    words = Catalogue(language, GAME)
    assert len(used) > 60
    assert {key for key in used if not words.has(key)} == set()


def test_every_sentence_is_used() -> None:
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for place in ("table/**/*", "kernel/*", "doors/*", "web/*", "games/**/*", "authority")
        for file in (ROOT / "referee").glob(f"{place}.py")
    )
    families = (
        "sound.", "group.", "error.store.", "value.", "part.", "web.page.", "check.",
        "speech.level.", "town.", "error.player.", "error.program.", "computer.",
            "phones.", "pages.", "wifi.", "settings.",
        "bye.rebuilding", "bye.unbuilt",  # the installer's
    )  # fmt: skip
    own = [key for key in common("de") if not key.startswith(families)]
    assert [key for key in own if f'"{key}"' not in code] == []


def test_gaps_are_filled_with_names_labels_and_nested_sentences() -> None:
    words = Catalogue("de", GAME, ("Ada", "Bob"))
    assert words("toy.duel.opens", rival=Who(2)) == "Eine Eins: Duell mit Bob"
    inner = text("toy.points")
    assert words("refused.now", prompt=inner) == "Jetzt geht das nicht. Punkte"
    assert words("refused.seat", seats=(Who(1), Who(2), Who(3))) == "Am Zug: Ada, Bob, Spieler 3"


def test_a_value_is_shown_by_its_label_or_as_itself() -> None:
    words = Catalogue("de", find_game("shapes"))
    assert words.value("card", "turbo") == "Turbo-Boost"
    assert words.value("card", "rocket") == "rocket"
    assert words.value("cards", ["turbo", "shield"]) == "Turbo-Boost, Molekül-Mantel"
    assert words.value("cell", [2, 3], "cell") == "2/3"
    assert words.value("strict", True) == "an"
    assert words.option_value("dice", "table") == "auf dem Tisch"
    assert words.option_value("laps", 3) == "3"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_label_of_a_value_is_found(name: str, language: str) -> None:
    """Capitals count: the east is called O in German."""
    game = find_game(name)
    words = Catalogue(language, game)
    keys = [key for key in read(game.resources, language) if key.startswith("arg.")]
    for field, value in (key.split(".")[1:] for key in keys if key.count(".") == 2):
        assert words.value(field, value) == words(f"arg.{field}.{value}")


def test_plurals_follow_n() -> None:
    words = Catalogue("de")
    assert words("correct.drops", n=1).startswith("1 spätere Eingabe fällt")
    assert words("correct.drops", n=2).startswith("2 spätere Eingaben fallen")


def test_the_state_may_name_a_verb_differently() -> None:
    words = Catalogue("de", GAME)
    assert (words.verb("roll", "roll"), words.verb("roll", "duel")) == ("Würfeln", "Duell")


def test_a_missing_key_is_shown_and_noted() -> None:
    words = Catalogue("de")
    assert words("no.such.key", n=1) == "no.such.key"
    assert words.missing == {"no.such.key"}
    assert words.text(Text("help.behind")) == "BACK führt zu: {what}."


def test_errors_are_told_in_the_players_language() -> None:
    locked = StoreError("error.store.locked", file="a.sqlite")
    assert Catalogue("de").error(locked).startswith("Ein anderes Programm benutzt a.sqlite.")
    refused = Refused(text("refused.over"), "X-1")
    assert Catalogue("en").error(refused) == "The match is over."
    ruling = Ruling("toy.duel.opens", "TOY-2", 2, {"rival": Who(1)})
    assert Catalogue("en", GAME, ("Ada", "")).ruling(ruling) == "A one: duel with Ada"


def test_many_names_are_cut_short() -> None:
    names = [f"N{n}" for n in range(1, 13)]
    assert shortened(names) == "N1, N2, N3, N4 … (12)"
    assert shortened(names[:5]) == "N1, N2, N3, N4, N5"


def test_nested_tables_become_dotted_keys_but_plurals_stay() -> None:
    table = {"a": {"b": "x", "c.d": "y"}, "n": {"one": "1", "other": "2"}}
    assert flat(table) == {"a.b": "x", "a.c.d": "y", "n": {"one": "1", "other": "2"}}


def test_a_rule_reads_as_the_options_of_the_match_have_it() -> None:
    """Where the goal is reached by the end of the move, HELP must not ask for a last step."""
    for language in LANGUAGES:
        usual = Catalogue(language, knight_rider.GAME, (), {"goal_arrival": "last_step"})
        agreed = Catalogue(language, knight_rider.GAME, (), {"goal_arrival": "end", "targets": 0})
        assert usual.clause("KR-END-4") == Catalogue(language, knight_rider.GAME).clause("KR-END-4")
        assert agreed.clause("KR-END-4") != usual.clause("KR-END-4")
        assert agreed.clause("KR-ESC-8") == usual.clause("KR-ESC-8")
        towards = Catalogue(language, knight_rider.GAME, (), {"targets": 3})
        assert towards.clause("KR-ESC-8") != usual.clause("KR-ESC-8")


def test_help_on_the_panel_goes_by_the_options_of_the_match() -> None:
    options = {"team": True, "teams_of_six": "three"}
    session = Session(Match.new(fette_autos.GAME, 6, options, "seed"), "en")
    for _ in range(2):
        assert "two teams of three" in session.catalogue.clause("FAP-TEAM-2")
        session.speak("en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_an_option_explains_itself_in_two_lines(name: str, language: str) -> None:
    game = find_game(name)
    words, small = Catalogue(language, game), font("small")
    for spec in game.options:
        for value in spec.values:
            own = words.spare(f"detail.{spec.key}.{spoken(value)}")
            detail = own or words.spare(f"detail.{spec.key}")
            assert detail, f"{spec.key} = {value} does not say what it means"
            assert len(wrapped(detail, small, CONTENT.width)) <= 2, detail


def test_a_car_s_number_is_told_apart_from_the_number_in_a_name() -> None:
    words = Catalogue("en", names=("Ada", "Box 2", ""))
    badges = {1: "3", 2: "1", 3: "3"}
    assert [words.sign(seat, badges) for seat in (1, 2, 3)] == ["3", "#1", "3"]
    assert words.sign(3, {3: "2"}) == "#2"
