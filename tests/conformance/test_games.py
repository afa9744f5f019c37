"""Our games, and the samples of the tests, keep the promises that every game makes."""

from __future__ import annotations

from typing import ClassVar, Final

from referee.games import draf, fette_autos, knight_rider, knister, victory
from referee.testing import Conformance
from referee.testing.conformance import Suite
from referee.testing.helping import Helps
from referee.testing.plays import Plays
from referee.testing.texts import Texts
from referee.testing.views import Views
from tests import hidden, toy
from tests.own import OWN, RULES


class Own(Suite, Plays, Views, Texts, Helps):
    """Their screens are looked at beside their pictures, in tests/table/test_gallery.py."""

    looked_at: ClassVar = 300


class TestDraf(Own):
    game = draf.GAME
    rules = RULES / "draf.md"
    unspoken: ClassVar = {"DRF-DRV-4": "left right"}  # which way is told by others


class TestFetteAutos(Own):
    game = fette_autos.GAME
    rules = RULES / "fette-autos.md"
    unspoken: ClassVar = {
        # with hidden chips nobody is told what they can't pay, and everybody stakes or taps
        "FA-HASE-3": "stake none", "FA-OVT-3": "stake none", "FA-MAN-5": "pay",
        "FAP-FAST-2": "attack", "FA-MAN-8": "pay", "FA-OVT-9": "slow", "FA-OVT-10": "slow",
        # rules of the options themselves: nobody is told them where they are not agreed on
        "FAP-FAST-3": "slow", "FAP-FAST-5": "attack", "FAP-START-1": "choose", "X-6": "choose",
        "X-8": "half_form half_sign",
        "FA-MAN-7": "stopped",  # how players report it
        "FAP-PLAN-1": "half_form half_sign",
    }  # fmt: skip


#: What bars the way of a car in Knight Rider. A refusal names the first thing without which there
#: would be a way; an option may have barred another way, and that one's rule says so.
BARS: Final = (
    "KR-DIV-8", "KR-DIV-10", "KR-INT-11", "KR-MOV-1", "KR-MOV-2", "KR-MOV-3", "KR-MOV-6",
    "KR-MOV-7", "KR-MOV-9", "KR-MOV-13", "KR-RAM-1", "KR-RAM-2", "KR-RAM-4",
)  # fmt: skip


class TestKnightRider(Own):
    game = knight_rider.GAME
    rules = RULES / "knight-rider.md"
    looked_at: ClassVar = 60
    unspoken: ClassVar = {
        "KR-DIV-11": "behind flip",  # how a move ends, where points are left that nothing can use
        # where a drive ends, KR-END-4 says, by which a catch is refused; what is full, KR-MOV-9,
        # and what can be jumped, KR-KIT-8
        "KR-TRN-3": "turn behind flip reached catch kitt step ram go",
        "KR-KIT-7": "kitt",
        "KR-VAR-2": "catch",
        "KR-END-4": "catch",  # which points can still be used, KR-MOV-12 says
        "KR-KIT-11": "kitt",  # what can be jumped, KR-KIT-8 says
        "KR-ESC-10": "hit",  # nobody can be hit: it names one car's reason; of a shield, KR-ESC-11
        **dict.fromkeys(BARS, "go ram catch"),
    }


class TestKnister(Own):
    game = knister.GAME
    rules = RULES / "knister.md"


class TestVictory(Own):
    game = victory.GAME
    rules = RULES / "victory.md"


class TestToy(Conformance):
    game = toy.GAME


class TestHidden(Conformance):
    game = hidden.GAME


def test_all_our_games_are_tested() -> None:
    assert sorted(test.game.name for test in Own.__subclasses__()) == list(OWN)
