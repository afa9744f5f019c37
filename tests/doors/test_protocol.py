"""The JSON Lines protocol: asks out, entries in, and whatever else a client may send."""

from __future__ import annotations

import hashlib
import json
import random
import shlex
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from referee.doors.protocol import LONGEST, Session
from referee.doors.words import Words
from referee.games import fette_autos
from referee.kernel.ask import Each, Entry
from referee.kernel.errors import StoreError
from referee.kernel.game import Game, find_game
from referee.kernel.text import Plain
from referee.testing.cases import allowed
from tests import hidden, toy
from tests.doors.client import SCHEMA, Client, types, validator
from tests.own import OWN

TABLE = {"dice": "table"}


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(json.loads(SCHEMA.read_text("utf-8")))


def test_what_should_be_different_and_is_not_does_not_keep_to_it() -> None:
    asked = Client(toy.GAME, options=TABLE).sent[-1]
    assert validator("ask").is_valid(asked)
    asked["asks"][0]["options"].append({"args": {"dice": [1]}, "verb": "roll"})
    assert not validator("ask").is_valid(asked)


@pytest.mark.parametrize(
    "game", [toy.GAME, hidden.GAME, *map(find_game, OWN)], ids=lambda game: game.name
)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_whole_matches_keep_to_the_schema(game: Game[Any], lang: str) -> None:
    for number, seats in enumerate((game.seats[0], game.seats[-1])):
        table: dict[str, Plain] = (
            {"dice": "table"} if number and "dice" in {s.key for s in game.options} else {}
        )
        options = allowed(game, seats, table)
        client = Client(game, seats, lang=lang, options=options, seed=str(number))
        client.play(random.Random(number))
        over = client.sent[-1]
        assert over["type"] == "over"
        assert hashlib.sha256(over["seed"].encode()).hexdigest() == client.sent[0]["commitment"]


def test_what_is_asked_is_what_issue_and_docs_show() -> None:
    ask = Client(toy.GAME, options=TABLE).sent[-1]
    assert ask == {
        "type": "ask",
        "seq": 0,
        "state": "roll",
        "asks": [
            {
                "seats": [1],
                "kind": "chance",
                "verb": "roll",
                "prompt": "Roll the die",
                "clause": "TOY-1",
                "options": [{"verb": "roll", "args": {"dice": [n]}} for n in range(1, 7)],
            }
        ],
    }


def test_an_answer_brings_its_entry_its_rulings_and_the_next_ask() -> None:
    answer = Client(toy.GAME, options=TABLE).say(seat=1, verb="roll", args={"dice": [1]})
    assert types(answer) == ["entry", "ruling", "ask"]
    assert answer[0] == {
        "type": "entry", "index": 0, "seat": 1, "verb": "roll", "args": {"dice": [1]},
        "device": False,
    }  # fmt: skip
    assert answer[1] == {
        "type": "ruling", "key": "toy.duel.opens", "seat": 2, "clause": "TOY-2",
        "args": {"rival": 1}, "text": "A one: duel with Player 1",
    }  # fmt: skip
    assert answer[2]["asks"][0]["seats"] == [2]


def test_arguments_may_be_left_out_where_there_are_none() -> None:
    client = Client(toy.GAME)
    assert client.say(seat=1, verb="on")[0]["args"] == {}


def test_the_device_rolls_by_itself_and_says_what_fell() -> None:
    opening = Client(toy.GAME).sent
    assert types(opening) == ["match", "entry", "ask"]
    assert opening[1]["device"] is True
    assert opening[1]["args"]["dice"][0] in range(1, 7)


def test_a_refusal_names_reason_and_clause() -> None:
    (refused,) = Client(toy.GAME, options=TABLE).say(seat=1, verb="stop")
    assert refused == {
        "type": "refused", "reason": "Roll first.", "clause": "TOY-1",
        "key": "toy.why.roll-first",
    }  # fmt: skip


def test_large_sets_are_described_and_can_be_answered_from_the_description(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    faces = tuple(range(1, 1002))
    monkeypatch.setattr(toy, "D6", Each(1, faces))
    client = Client(toy.GAME, options=TABLE)
    (ask,) = client.asks
    assert ask["choose"] == {
        "options": [{"verb": "roll", "fields": {"dice": {"each": 1, "of": [*faces]}}}]
    }
    client.play(random.Random(1))
    assert client.match.over


# -- taking back and correcting ------------------------------------------------------------


def test_undo_acts_at_once_and_says_how_far_it_went() -> None:
    client = Client(toy.GAME, options=TABLE)
    client.say(seat=1, verb="roll", args={"dice": [4]})
    client.say(seat=1, verb="stop")
    own, ask = client.say(verb="undo")
    assert own == {
        "type": "undone", "correction": False,
        "entries": [{"seat": 1, "verb": "stop", "args": {}, "device": False}],
    }  # fmt: skip
    assert ask["state"] == "choose"
    assert client.say(verb="undo")[0]["correction"] is True


def test_undo_goes_back_to_the_last_ask_that_a_client_answered() -> None:
    client = Client(toy.GAME)
    before = client.asks
    forth = client.say(seat=1, verb="stop")
    undone, ask = client.say(verb="undo")
    assert [entry["verb"] for entry in undone["entries"][:2]] == ["stop", "roll"]
    assert [entry["device"] for entry in undone["entries"][:2]] == [False, True]
    assert ask["asks"] == before
    again = client.say(seat=1, verb="stop")
    assert again[:-1] == forth[:-1], "the same die shows the same number again"


def test_there_is_nothing_to_undo_before_a_client_has_answered() -> None:
    client = Client(toy.GAME)
    digest = client.match.digest
    assert types(client.say(verb="undo")) == ["error"]
    assert client.match.digest == digest


def test_undo_leads_back_over_the_end() -> None:
    client = Client(toy.GAME)
    client.play(random.Random(1))
    assert types(client.say(verb="undo")) == ["undone", "ask"]


def test_a_mistyped_die_is_corrected() -> None:
    client = Client(toy.GAME, options=TABLE)
    client.say(seat=1, verb="roll", args={"dice": [4]})
    client.say(seat=1, verb="on")
    corrected, ask = client.say(verb="correct", index=0, args={"dice": [1]})
    assert corrected["entry"]["args"] == {"dice": [1]}
    assert [entry["verb"] for entry in corrected["dropped"]] == ["on"]
    assert ask["state"] == "duel"
    assert types(client.say(verb="correct", index=0, args={"dice": [7]})) == ["refused"]
    assert types(client.say(verb="correct", index=5, args={})) == ["error"]


def test_a_match_can_be_given_up_and_taken_up_again() -> None:
    client = Client(toy.GAME)
    (over,) = client.say(verb="abandon")
    assert (over["result"]["winners"], over["result"]["clause"]) == ([], "TOY-3")
    assert types(client.say(seat=1, verb="on")) == ["refused"]
    assert types(client.say(verb="undo")) == ["undone", "ask"]


# -- asking --------------------------------------------------------------------------------


def test_state_tells_the_whole_public_position() -> None:
    client = Client(toy.GAME)
    (state,) = client.say(verb="state")
    assert state["position"] == client.match.view(None)
    assert (state["asks"], state["seq"]) == (client.asks, 1)


def test_help_tells_the_rule() -> None:
    client = Client(toy.GAME, lang="de")
    (answer,) = client.say(verb="help", clause="TOY-2")
    assert answer["text"].startswith("Eine Eins ist ein Duell")
    assert types(client.say(verb="help", clause="KR-1")) == ["error"]


def test_help_goes_by_the_options_of_the_match() -> None:
    client = Client(fette_autos.GAME, seats=6, options={"team": True, "teams_of_six": "three"})
    (answer,) = client.say(verb="help", clause="FAP-TEAM-2")
    assert "two teams of three" in answer["text"]


def test_quit_closes() -> None:
    client = Client(toy.GAME)
    assert client.say(verb="quit") == []
    assert client.session.closed


# -- who sees what -------------------------------------------------------------------------


def test_without_a_seat_everything_is_told() -> None:
    client = Client(hidden.GAME)
    cards = [m for m in client.sent if m["type"] == "entry"]
    assert all(message["args"]["card"] for message in cards)
    assert [m["only"] for m in client.sent if m["type"] == "ruling"] == [[1], [2]]


def test_a_seat_sees_its_own_secrets_only() -> None:
    client = Client(hidden.GAME, seat=2)
    entries = [m["args"] for m in client.sent if m["type"] == "entry"]
    assert (entries[0], list(entries[1])) == ({}, ["card"])
    assert [m["seat"] for m in client.sent if m["type"] == "ruling"] == [2]
    first, second = client.asks
    assert ("options" in first, "options" in second) == (False, True)
    client.match.answer(Entry(1, "bid", {"height": 3}))  # by another client of the same match
    (state,) = client.say(verb="state")
    assert state["position"]["bids"] == [None, 0]


def test_a_view_answers_for_its_own_seat_only() -> None:
    """Otherwise it would try what another hand holds, and take it back."""
    client = Client(hidden.GAME, seat=2)
    before = client.match.lines
    (error,) = client.say(seat=1, verb="bid", args={"height": 3})
    assert (error["type"], error["key"]) == ("error", "error.view.seat")
    (error,) = client.say(verb="abandon")
    assert (error["type"], error["key"]) == ("error", "error.view.table")
    assert client.match.lines == before


def test_a_view_takes_back_its_own_last_answer_and_nothing_else() -> None:
    client = Client(hidden.GAME, seat=2)
    client.say(seat=2, verb="bid", args={"height": 3})
    assert types(client.say(verb="correct", index=2, args={"height": 1})) == ["corrected", "ask"]
    assert types(client.say(verb="undo")) == ["undone", "ask"]
    client.match.answer(Entry(1, "bid", {"height": 3}))
    for message in ({"verb": "undo"}, {"verb": "correct", "index": 2, "args": {"height": 1}}):
        (error,) = client.say(**message)
        assert (error["type"], error["key"]) == ("error", "error.view.back")
    client.say(seat=2, verb="bid", args={"height": 2})  # now all is turned up
    lines = client.match.lines
    assert types(client.say(verb="undo")) == ["error"]
    assert client.match.lines == lines


def test_corrections_hide_secrets_too() -> None:
    match = Client(hidden.GAME).match
    match.answer(Entry(1, "bid", {"height": 3}))
    view, table = (Session(match, Words("en", hidden.GAME), seat) for seat in (2, None))
    told = [*table.receive(b'{"verb":"correct","index":2,"args":{"height":1}}')]
    assert told[0]["entry"]["args"] == {"height": 1}
    assert [entry["args"] for entry in told[0]["entries"]] == [{"height": 1}]
    assert view._entry(match.log[2])["args"] == {}


def test_a_match_that_was_given_up_tells_no_seed() -> None:
    """It can be taken up again, and the seed knows every card."""
    client = Client(toy.GAME)
    (over,) = client.say(verb="abandon")
    assert over["seed"] is None
    client.say(verb="undo")
    client.play(random.Random(1))
    assert client.sent[-1]["seed"] == "seed"


def test_a_correction_tells_all_that_stands_now() -> None:
    """With what the device drew anew, and the rulings that changed."""
    client = Client(toy.GAME)
    client.play(random.Random(2), 3)
    index = next(i for i, logged in enumerate(client.match.log) if not logged.line.device)
    said = client.say(verb="correct", index=index, args={})
    assert types(said) == ["corrected", "ask"]
    told, log = said[0]["entries"], client.match.log
    assert [entry["index"] for entry in told] == list(range(index, len(log)))
    for entry, logged in zip(told, log[index:], strict=True):
        assert logged.line.entry is not None
        assert (entry["seat"], entry["args"]) == (logged.line.entry.seat, logged.line.entry.args)
        assert [ruling["key"] for ruling in entry["rulings"]] == [r.key for r in logged.rulings]


class FailsLater:
    """A keeper whose disk fails once, after ``left`` more writings."""

    id = 1

    def __init__(self) -> None:
        self.left = 10**9

    def begin(self, header: Any) -> FailsLater:
        return self

    def append(self, number: int, lines: Any, status: str) -> None:
        self.left -= 1
        if self.left < 0:
            self.left = 10**9
            raise StoreError("error.store.full", file="matches.sqlite", detail="")


@pytest.mark.parametrize("left", [0, 1, 2])
@pytest.mark.parametrize("verb", ["undo", "correct", "on"])
def test_an_error_says_truly_that_nothing_has_changed(verb: str, left: int) -> None:
    disk = FailsLater()
    client = Client(toy.GAME, store=disk)
    for _ in range(2):
        client.say(seat=client.asks[0]["seats"][0], verb="on")
    index = max(i for i, logged in enumerate(client.match.log) if not logged.line.device)
    more = {"correct": {"index": index, "args": {}}, "on": {"seat": client.asks[0]["seats"][0]}}
    digest, lines = client.match.digest, client.match.lines
    disk.left = left
    said = client.say(verb=verb, **more.get(verb, {}))
    if left == 0:
        assert types(said) == ["error"]
        assert (client.match.digest, client.match.lines) == (digest, lines)
    else:
        assert "error" not in types(said), "one line is one writing"
        assert client.match.lines != lines


# -- bad input -----------------------------------------------------------------------------

JUNK = [
    b"",
    b" ",
    b"hello",
    b"{",
    b'{"seat":1,"ver',
    b"[]",
    b"null",
    b"1",
    b'"roll"',
    b"\xff\xfe\x00",
    b'{"seat":1,"verb":"\xe4"}',
    b"\xef\xbb\xbf{}",
    b"{}",
    b'{"verb":"fly"}',
    b'{"verb":["undo"]}',
    b'{"verb":"undo","count":2}',
    b'{"verb":"help"}',
    b'{"verb":"help","clause":{}}',
    b'{"verb":"correct"}',
    b'{"verb":"correct","index":true,"args":{}}',
    b'{"verb":"correct","index":-1,"args":{}}',
    b'{"verb":"correct","index":0,"args":[]}',
    b'{"verb":"correct","index":99999999999999999999,"args":{}}',
    b'{"seat":1}',
    b'{"seat":"1","verb":"roll"}',
    b'{"seat":true,"verb":"roll"}',
    b'{"seat":1.0,"verb":"roll"}',
    b'{"seat":null,"verb":"undo"}',
    b'{"seat":0,"verb":"roll","args":{"dice":[1]}}',
    b'{"seat":3,"verb":"roll","args":{"dice":[1]}}',
    b'{"seat":-1,"verb":"roll","args":{"dice":[1]}}',
    b'{"seat":2,"verb":"roll","args":{"dice":[1]}}',
    b'{"seat":1,"verb":"roll"}',
    b'{"seat":1,"verb":"roll","args":[]}',
    b'{"seat":1,"verb":"roll","args":{"dice":1}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[0]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[7]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1,1]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1.0]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[true]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":["1"]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1]},"more":1}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1],"more":1}}',
    b'{"seat":1,"seat":1,"verb":"roll","args":{"dice":[1]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1],"dice":[2]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[NaN]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[Infinity]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[1e999]}}',
    b'{"seat":1,"verb":"roll","args":{"dice":[' + b"9" * 5000 + b"]}}",
    b'{"seat":1,"verb":"' + b"v" * 60_000 + b'"}',
    b'{"seat":1,"verb":"\\ud800"}',
    b'{"\\ud800":1}',
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"seat":1,"verb":"auto"}',
    b'{"seat":1,"verb":"undo"}',
    b" " * (LONGEST + 1),
]


@pytest.mark.parametrize("line", JUNK, ids=range(len(JUNK)))
def test_whatever_else_is_sent_is_answered_and_changes_nothing(line: bytes) -> None:
    client = Client(toy.GAME, options=TABLE)
    digest, lines = client.match.digest, client.match.lines
    (answer,) = client.line(line)
    assert answer["type"] in ("error", "refused")
    assert (client.match.digest, client.match.lines) == (digest, lines)
    assert types(client.say(seat=1, verb="roll", args={"dice": [4]})) == ["entry", "ask"]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
NEAR = st.fixed_dictionaries(
    {"seat": st.integers(0, 3) | PLAIN, "verb": st.sampled_from(["roll", "on", "stop"]) | PLAIN},
    optional={"args": st.fixed_dictionaries({}, optional={"dice": PLAIN}) | PLAIN},
)


@settings(max_examples=150)
@given(st.binary(max_size=40) | PLAIN.map(lambda v: json.dumps(v).encode())
       | NEAR.map(lambda v: json.dumps(v).encode()))  # fmt: skip
def test_no_line_brings_it_down(line: bytes) -> None:
    client = Client(toy.GAME, options=TABLE)
    answer = client.line(line)
    accepted = json.loads(line) if answer and answer[0]["type"] not in ("error", "refused") else {}
    assert not accepted or "verb" in accepted
    assert client.match.over or client.asks


class FullDisk:
    """A keeper whose disk is full."""

    id = 1

    def begin(self, header: Any) -> FullDisk:
        return self

    def append(self, number: int, lines: Any, status: str) -> None:
        raise StoreError("error.store.full", file="matches.sqlite", detail="")


def test_an_entry_that_cannot_be_kept_has_not_happened() -> None:
    client = Client(toy.GAME, store=FullDisk(), options=TABLE)
    (error,) = client.say(seat=1, verb="roll", args={"dice": [4]})
    assert (error["type"], error["key"]) == ("error", "error.store.full")
    assert client.match.view(None)["points"] == [0, 0]


def test_a_fault_of_a_game_is_reported_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    client = Client(toy.GAME, options=TABLE)
    with monkeypatch.context() as broken:
        broken.setattr(type(client.match.flow.machinery), "fire", lambda *args: 1 // 0)
        (error,) = client.say(seat=1, verb="roll", args={"dice": [4]})
    assert error["type"] == "error"
    assert "ZeroDivisionError" in error["message"]
    assert "ZeroDivisionError" in capsys.readouterr().err
    assert types(client.say(seat=1, verb="roll", args={"dice": [4]})) == ["entry", "ask"]


@pytest.mark.parametrize(
    ("lang", "reason"),
    [("de", "Siegchance im nächsten Zug: "), ("en", "My chance to win next turn: ")],
)
def test_an_entry_of_a_computer_player_says_why(lang: str, reason: str) -> None:
    options: dict[str, Plain] = {"board": "device", "track": "city"}
    players = ("good", "good")
    client = Client(find_game("knight-rider"), 2, lang=lang, options=options, players=players)
    said = [message["why"] for message in client.sent if "why" in message]
    assert client.sent[-1]["type"] == "over"
    assert any(why.startswith(reason) for why in said), said


def test_computer_players_answer_for_their_seats_and_undo_goes_back_over_them() -> None:
    client = Client(toy.GAME, seats=3, players=("random", "", "random"))
    assert client.sent[0]["players"] == ["random", "", "random"]
    given = [message for message in client.sent if message["type"] == "entry"]
    assert all(message["seat"] != 2 or message["device"] for message in given)
    assert {m["player"] for m in given if "player" in m} <= {"random"}
    while client.asks and client.asks[0]["seats"] != [2]:
        client.say(seat=2, verb="on")
    assert client.asks[0]["seats"] == [2]
    before = len(client.match.log)
    told = client.say(seat=2, verb="stop")
    undone = client.say(verb="undo")
    assert len(client.match.log) == before
    assert [m["type"] for m in undone] == ["undone", "ask"]
    again = client.say(seat=2, verb="stop")  # the same dice, the same answers
    assert [{**m, "seq": 0} for m in again] == [{**m, "seq": 0} for m in told]


def test_a_program_that_fails_leaves_its_seat_to_the_client() -> None:
    client = Client(toy.GAME, players=("cmd:false", ""))
    errors = [message for message in client.sent if message["type"] == "error"]
    assert [message["key"] for message in errors] == ["error.program.ended"]
    assert "false" in errors[0]["message"]
    assert client.sent[-1]["type"] == "ask"
    assert client.say(seat=1, verb="stop")[0]["type"] == "entry"


@pytest.mark.parametrize("view", [None, 2])
def test_a_view_does_not_hear_what_a_program_said_of_its_hand(view: int | None) -> None:
    said = '{"verb":"bid","args":{"height":77}}'
    program = shlex.quote(f"echo {shlex.quote(said)}; cat")
    client = Client(hidden.GAME, seat=view, players=(f"cmd:sh -c {program}", ""))
    (error,) = [message for message in client.sent if message["type"] == "error"]
    assert ("77" in error["message"]) == (view is None)
    assert error["key"] == ("error.program.illegal" if view is None else "computer.out")


def test_a_program_that_is_not_there_is_told_at_once() -> None:
    client = Client(toy.GAME, players=("cmd:./nowhere", ""))
    assert [m["key"] for m in client.sent if m["type"] == "error"] == ["error.program.start"]
    assert client.sent[-1]["type"] == "ask"
