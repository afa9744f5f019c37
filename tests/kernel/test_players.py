"""Computer players: found by name, asked in a match, taken back with the answer before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.kernel.archive import export, import_match
from referee.kernel.ask import Ask, Entry, RandBelow
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.match import Match
from referee.kernel.players import Chosen, Player, Players, check_players, find_player, levels
from referee.kernel.store import Store
from referee.kernel.text import Shaped, text
from tests import toy

SEEN: list[tuple[Shaped, int, int]] = []


def watchful(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """Any answer by its own chance; remembers what it was shown."""
    number = below(1000)
    SEEN.append((view, seat, number))
    option = ask.options[number % len(ask.options)]
    return Chosen(Entry(seat, option.verb, option.sample(below)), text("toy.why", n=number))


#: What the toy game's package announces as ``toy.watchful``.
WATCHFUL = Player(lambda setup: watchful)

pytestmark = pytest.mark.usefixtures("toy_installed")


def find(game: object, name: str) -> Player:
    return WATCHFUL


def begun(store: Store | None = None, players: tuple[str, ...] = ("", "watchful")) -> Match:
    SEEN.clear()
    return Match.new(toy.GAME, len(players), seed="players", store=store, players=players)


def play_on(match: Match, players: Players) -> list[Entry]:
    """The computer's answers until a person has to act."""
    before = len(match.log)
    while (ask := players.due()) is not None:
        task = players.task(ask)
        players.answer(ask, task() if task is not None else None)
    entries = (logged.line.entry for logged in match.log[before:])
    return [entry for entry in entries if entry is not None]


def person(match: Match) -> None:
    """The person's answer: he rolls once, then stops."""
    ask = match.ask
    assert ask is not None
    if match.supplies(ask):
        match.supply(ask)
        return
    *_, (verb, args) = ask.listed()
    match.answer(Entry(ask.seats[0], verb, args))


def test_the_box_plays_its_seat_and_waits_for_people() -> None:
    match = begun()
    players = Players(match, find)
    turns = 0
    while not match.over and turns < 200:
        told = play_on(match, players)
        assert all(entry.seat == 2 for entry in told)
        if match.over:
            break
        assert match.ask is not None
        assert 1 in match.ask.seats
        person(match)
        turns += 1
    assert match.over
    assert SEEN
    assert all(seat == 2 for _, seat, _ in SEEN)


def test_undo_takes_the_boxs_answers_back_and_they_come_again() -> None:
    match = begun()
    players = Players(match, find)
    person(match)
    while not (told := play_on(match, players)):
        person(match)
    digest, chances = match.digest, [number for *_, number in SEEN]
    before = len(match.log)
    undo = match.next_undo()
    assert undo is not None
    assert undo.count == 1 + len(told)
    match.undo()
    assert len(match.log) == before - undo.count
    assert players.due() is None
    SEEN.clear()
    person(match)
    assert play_on(match, players) == told
    assert match.digest == digest
    assert [number for *_, number in SEEN] == chances[-len(SEEN) :]


def test_who_plays_is_kept_exported_and_imported(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.db", lambda: 0.0)
    match = begun(store)
    person(match)
    play_on(match, Players(match, find))
    assert match.id is not None
    again = Match.resume(store, match.id)
    assert again.header.players == ("", "watchful")
    assert Players(again, find).due() is None
    lines = [line.encode() for line in export(store, match.id)]
    copied = Match.resume(store, import_match(store, lines).id)
    assert copied.header.players == ("", "watchful")
    assert [line.auto for line in copied.lines] == [line.auto for line in match.lines]


def test_a_killed_box_thinks_again_and_says_the_same(tmp_path: Path) -> None:
    """Nothing is kept of what it thought; the answer is a function of seed, entries and seat."""
    store = Store(tmp_path / "a.db", lambda: 0.0)
    match = begun(store)
    players = Players(match, find)
    while (ask := players.due()) is None or players.task(ask) is None:
        if ask is not None:
            players.answer(ask, None)
        else:
            person(match)
    task = players.task(ask)
    assert task is not None
    wanted = task()
    assert match.id is not None
    again = Players(Match.resume(store, match.id), find)
    ask = again.due()
    assert ask is not None
    task = again.task(ask)
    assert task is not None
    assert task() == wanted


def test_every_game_has_the_random_player_and_names_the_others() -> None:
    assert levels("toy") == ["broken", "watchful", "random"]
    assert levels("shapes") == ["random"]
    assert find_player(toy.GAME, "random").knows({})
    assert find_player(toy.GAME, "watchful") is WATCHFUL
    with pytest.raises(BadEntry) as caught:
        find_player(toy.GAME, "clever")
    assert caught.value.text.args == {"name": "clever", "known": "broken, watchful, random"}
    with pytest.raises(RefereeError) as broken:
        find_player(toy.GAME, "broken")
    assert broken.value.text.key == "error.player.broken"


def test_a_player_that_would_not_know_enough_is_refused() -> None:
    needy = Player(lambda setup: watchful, {"board": "device"})
    with pytest.raises(BadEntry) as caught:
        check_players(toy.GAME, ["", "needy"], {"board": "table"}, lambda game, name: needy)
    assert caught.value.text.args == {"name": "needy", "needs": "board=device"}
    check_players(toy.GAME, ["", "needy"], {"board": "device"}, lambda game, name: needy)


def test_there_is_a_player_for_each_seat_or_none() -> None:
    with pytest.raises(BadEntry):
        Match.new(toy.GAME, 3, players=("random",))
