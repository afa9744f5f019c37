"""Hidden things stay hidden: hands, the pile, stakes before they are shown, with Verdeckte Chips
also stocks. Whatever they are, everybody else sees, reads and is asked the same."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator

import pytest

from hal.interfaces import Pattern
from referee.doors.history import _entries as history_of
from referee.doors.protocol import Session
from referee.doors.words import Words
from referee.games.fette_autos import GAME
from referee.games.fette_autos.cards import Card
from referee.games.fette_autos.position import Race
from referee.kernel.ask import headed
from referee.kernel.fold import Fold
from referee.kernel.journal import Header, Line
from referee.kernel.match import Match
from referee.kernel.text import Plain
from referee.players.named import RareBot
from tests.fette_autos import NAMES, Play, parts
from tests.table.panel import Panel

clause = pytest.mark.clause

RACES = [
    (2, {}),
    (3, {"hide": True, "lane": True}),
    (4, {"grid": True, "hide": True, "fast": True}),
    (5, {"grid": True, "danger": True, "equal": True, "indiv": True}),
    (7, {"hide": True, "lead": True, "lane": True, "lane_forced": True}),
]


def raced(seats: int, options: dict[str, Plain], seed: str, steps: int) -> Match:
    """A race under way, played by a bot that looks for the seldom paths, up to a decision."""
    match = Match.new(GAME, NAMES[:seats], options, seed)
    rng, bot = random.Random(seed), RareBot()
    for number in range(2 * steps):
        ask = rng.choice(match.asks) if not match.over else None
        if ask is None or (number >= steps and not match.supplies(ask)):
            break
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(bot(None, ask, rng.choice(ask.seats), rng.randrange))
    return match


def positions(match: Match) -> Iterator[tuple[Fold, Race]]:
    fold = Fold(GAME, match.header, parts())
    for line in match.lines:
        fold.apply(line)
        assert isinstance(fold.position, Race)
        yield fold, fold.position


def scrambled(p: Race, seat: int | None, rng: random.Random) -> Race:
    """The same position with everything else that this seat may not see."""
    p = copy.deepcopy(p)
    others = [driver for owner, driver in enumerate(p.drivers, 1) if owner != seat]
    shown = [cards for owner, cards in p.shown.items() if owner != seat]
    heaps = [p.deck, p.discard, *(driver.hand for driver in others), *shown]
    cards = [card for heap in heaps for card in heap]
    rng.shuffle(cards)
    for heap in heaps:
        heap[:] = [cards.pop() for _ in heap]
    if p.on("hide"):
        for driver in others:
            change = rng.randrange(-driver.stock, 9)
            driver.stock += change
            p.bank -= change
    if p.poker is not None and len(p.poker.stakes) < len(p.poker.players):
        for owner in p.poker.stakes.keys() - {seat}:
            p.poker.stakes[owner] = rng.randrange(p.driver(owner).stock + 1)
    return p


def sight(fold: Fold, p: Race, seat: int | None) -> list[Plain]:
    """All that a seat (None: everybody) is shown of a position."""
    asks: list[object] = []
    for ask in fold.flow.asks(p):
        told: list[object] = [ask.seats, ask.kind, ask.prompt, ask.clause, ask.source, ask.verb]
        if ask.source != "cards" and (seat in ask.seats or not ask.secret):
            told += [ask.options, ask.refusals]
        asks.append(told)
    return [GAME.view(p, seat), GAME.scene(p, seat), asks]


@clause("FAP-HIDE-1", "FA-OVT-3", "FAP-GRID-2")
@pytest.mark.parametrize(("seats", "options"), RACES)
def test_whatever_is_hidden_everybody_else_sees_the_same(
    seats: int, options: dict[str, Plain]
) -> None:
    rng = random.Random(seats)
    changed = 0
    match = raced(seats, options, f"hidden {seats}", 400)
    for number, (fold, p) in enumerate(positions(match)):
        seat = rng.choice([None, *range(1, seats + 1)])
        if fold.over or number % 3:
            continue
        other = scrambled(p, seat, rng)
        changed += other.drivers != p.drivers
        assert sight(fold, other, seat) == sight(fold, p, seat), (number, p.state, seat)
    assert changed > 20


# -- what is written and said ----------------------------------------------------------------


def twin(match: Match, seat: int, rng: random.Random) -> Match | None:
    """The same race with another card in this seat's hand that nobody has ever seen."""
    p = match.position
    assert isinstance(p, Race)
    held = p.driver(seat).hand
    for _ in range(40 if held and p.deck else 0):
        old, new = rng.choice(held), rng.choice(p.deck)
        lines = _swapped(match.lines, seat, old, new) if old != new else None
        if lines is not None and _legal(match.header, lines):
            return Match(GAME, match.header, parts(), lines)
    return None


def _swapped(lines: tuple[Line, ...], seat: int, old: Card, new: Card) -> list[Line] | None:
    """The journal with one card that this seat was dealt or has drawn exchanged."""
    found = copy.deepcopy(list(lines))
    for line in found:
        entry = line.entry
        drawn = entry is not None and entry.seat == seat and entry.verb in ("deal", "draw")
        if drawn and entry is not None and list(old) in entry.args["cards"]:
            dealt = entry.args["cards"]
            dealt[dealt.index(list(old))] = list(new)
            return found
    return None


def _legal(header: Header, lines: list[Line]) -> bool:
    try:
        return Fold(GAME, header, parts()).apply_legal(lines) == len(lines)
    except ValueError:  # a card that is no longer where it was
        return False


def heard(match: Match, seat: int) -> list[Plain]:
    """The whole conversation of a program that plays this seat, from the start."""
    session = Session(match, Words("en", GAME), seat)
    return [*session.open(), *session.receive(json.dumps({"verb": "state"}).encode())]


def written(match: Match) -> list[str]:
    return list(history_of(match, Words("de", GAME)))


def screens(match: Match) -> list[str]:
    """What all can see on the panel, and its log."""
    panel = Panel(games=("fette-autos",)).play(match)
    found = [panel.words]
    if not any(ask.secret for ask in match.asks):
        for _ in range(6):
            panel.press("back")
            found.append(panel.words)
            panel.press("down")
    return [*found, *panel.record()]


@pytest.mark.parametrize(("seats", "options"), RACES[1:4])
def test_another_hand_gives_the_same_protocol_history_and_screens(
    seats: int, options: dict[str, Plain]
) -> None:
    rng = random.Random(seats)
    compared = 0
    for number in range(6):
        match = raced(seats, options, f"twin {seats} {number}", 12 + 12 * number)
        owner = rng.randrange(1, seats + 1)
        other = twin(match, owner, rng) if not match.over else None
        if other is None:
            continue
        compared += 1
        assert other.digest != match.digest
        for seat in set(range(1, seats + 1)) - {owner}:
            assert heard(other, seat) == heard(match, seat)
        assert written(other) == written(match)
        if owner not in match.asks[0].seats or match.asks[0].secret:
            assert screens(other) == screens(match)
    assert compared >= 3


@clause("FAP-HIDE-1", "X-14")
def test_hidden_stocks_stand_in_no_message_to_others() -> None:
    """Everybody has two chips more: nobody hears it who has not them himself."""
    match = raced(3, {"hide": True}, "stocks", 150)
    rich = Match(GAME, match.header, GAME.components("chips_start = 5"), match.lines)
    assert written(rich) == written(match)
    assert screens(rich) == screens(match)
    assert rich.digest != match.digest


# -- Verdeckte Chips -------------------------------------------------------------------------


@clause("FAP-HIDE-1")
@pytest.mark.parametrize("hide", [False, True])
def test_stocks_are_for_their_owners_eyes(hide: bool) -> None:
    play = Play(3, hide=hide).until("manoeuvre")
    for seat in (None, 1, 2, 3):
        seen = [driver["stock"] for driver in GAME.view(play.p, seat)["drivers"]]
        expected = play.stocks
        if hide:
            expected = [stock if owner == seat else None for owner, stock in
                        enumerate(play.stocks, 1)]  # fmt: skip
        assert seen == expected
    rows = GAME.scene(play.p, None).pages["cars"][0].rows  # type: ignore[union-attr]
    chips = [row[-2] for row in rows if len(row) > 3]
    assert chips == (["", "", ""] if hide else [f"●{play.stocks[seat - 1]}" for seat in (3, 2, 1)])


@clause("FAP-HIDE-1")
def test_the_owner_sees_his_stock_when_he_has_the_panel_alone() -> None:
    play = Play(3, hide=True).until("manoeuvre")
    seat = play.ask.seats[0]
    own = GAME.scene(play.p, seat).body[0]
    assert own.rows[0][-1] == f"●{play.stocks[seat - 1]}"  # type: ignore[union-attr]


@clause("FAP-HIDE-1")
def test_no_hand_is_shown_where_cards_are_turned_up_for_all() -> None:
    play = Play(3, hide=True).until("sign")
    for seat in (1, 2, 3):
        assert GAME.scene(play.p, seat) == GAME.scene(play.p, None)


@clause("FAP-HIDE-1")
def test_what_all_see_of_a_dear_attack_tells_nothing_of_the_chips() -> None:
    """An owner's number: even the first attack above the limit costs chips."""
    play = Play(
        3, hide=True, track=["left70 bump"], numbers="first_attack_pays_again = true"
    ).until("attack")
    driver, seen = play.p.driver(play.ask.seats[0]), []
    driver.open = [Card(180)] * 3
    for driver.stock in (0, 99):
        (ask,) = play.match.flow.asks(play.p)
        assert ask.secret
        seen.append(headed(ask))
    assert seen[0] == seen[1]


@pytest.mark.parametrize(
    ("players", "told"),
    [(("", "good"), "Undo: Ada manoeuvres: "), (("", "", "good"), "decides in secret.")],
)
def test_only_who_plays_alone_reads_the_secret_that_an_undo_would_take_back(
    players: tuple[str, ...], told: str
) -> None:
    match = Match.new(GAME, NAMES[: len(players)], {"cards": "device"}, "undo", players=players)
    panel = Panel(language="en", games=("fette-autos",)).play(match)
    while panel.match.state != "manoeuvre" or panel.match.asks[0].seats != (1,):
        panel.press("ok").wait(5)
    panel.wait(10)
    while panel.match.state == "manoeuvre" and panel.match.asks[0].seats == (1,):
        panel.press("ok")
    panel.press("hold back")
    assert told in panel.lines[1]


def test_a_single_player_hides_nothing_from_himself() -> None:
    play = Play(1, hide=True).until("manoeuvre")
    rows = GAME.scene(play.p, None).pages["cars"][0].rows  # type: ignore[union-attr]
    assert [row[-2] for row in rows if len(row) > 3] == [f"●{play.stocks[0]}"]


@clause("FAP-HIDE-2")
@pytest.mark.parametrize("cards", ["device", "table"])
@pytest.mark.parametrize("hide", [False, True])
def test_a_reminder_of_the_screens(hide: bool, cards: str) -> None:
    """Where real chips lie behind them; the device is the screen of those that it keeps."""
    play = Play(2, hide=hide, cards=cards).until("age").do("youngest", seat=1)
    reminded = hide and cards == "table"
    assert (("fa.hint.screens", "FAP-HIDE-2") in play.said) is reminded


@clause("FAP-HIDE-2", "X-14")
def test_no_refusal_names_a_hidden_stock() -> None:
    play = Play(2, hide=True, hands={2: "60s 60w 60b"}, track=["left70 up"], deck="60j")
    play.race().draw("60j")
    for _ in range(40):
        for ask in play.asks:
            for refusal in ask.refusals:
                assert refusal.reason.key not in (
                    "fa.why.stock", "fa.why.cannot-pay", "fa.why.no-chips",
                )  # fmt: skip
        play.somehow()
    free = Play(2, numbers="chips_start = 1").until("stake")
    assert free.refused("stake", free.ask.seats[0], chips=20)[0] == "fa.why.stock"


@clause("FAP-HIDE-1", "X-14")
@pytest.mark.parametrize(("hide", "verb"), [(True, "stake"), (False, "none")])
def test_an_empty_stock_shows_in_no_verb_where_chips_are_hidden(hide: bool, verb: str) -> None:
    """Other seats hear the verb of a secret question and of its answer."""
    hands = {1: "60w 50w 40b", 2: "10w 10b 10j"}
    play = Play(2, hide=hide, hands=hands, track=["straight up"], deck="50j 60j",
                numbers="chips_start = 0").race()  # fmt: skip
    play.draw("50j", "60j").keep().do("attack")
    assert play.stocks == [0, 0]
    answers = {str(answer) for ask in play.asks for answer in ask.listed()}
    assert answers == {str((verb, {"chips": 0} if hide else {}))}


@clause("FAP-HIDE-3", "I-16", "FAP-HIDE-1")
def test_stakes_payments_and_gains_are_public() -> None:
    hands = {1: "60w 50w 40b", 2: "10w 10b 10j"}
    play = Play(2, hide=True, hands=hands, track=["left70 up"], deck="50j 60j",
                numbers="chips_start = 20").race()  # fmt: skip
    told = list(play.draw("50j", "60j").rulings)
    told += play.do("keep").do("keep").do("pay").rulings
    play.do("attack").do("stake", 1, chips=0).do("stake", 2, chips=1)
    told += play.rulings
    keys = [ruling.key for ruling in told]
    assert keys == ["fa.sign.all", "fa.pay.done", "fa.poker.passes", "fa.poker.out"]
    assert all(ruling.only is None for ruling in told)
    assert play.told("fa.poker.passes")["theirs"] == 1


@clause("FAP-HIDE-1", "FA-MAN-8")
def test_with_real_chips_the_device_counts_none_and_trusts() -> None:
    track, hands = ["left70 bump"], {1: "60 60 60"}
    play = Play(2, cards="table", hide=True, track=track, hands=hands).manoeuvres()
    play.do("keep").do("pay").do("keep")
    assert play.verbs == ["pay", "brake"]
    play.do("pay").do("attack").poker(9, 0)
    assert GAME.view(play.p, None)["bank"] is None
    assert play.p.places[-1] == 2


# -- one panel for all -----------------------------------------------------------------------


def on_panel(play: Play) -> Panel:
    return Panel(games=("fette-autos",)).play(play.match)


@clause("FA-OVT-3")
def test_a_secret_is_entered_behind_a_screen_to_pass_the_panel() -> None:
    panel = on_panel(Play(3).until("manoeuvre"))
    assert "Gib das Gerät Cem" in " ".join(panel.lines)
    assert "●" not in panel.words
    panel.press("ok")
    assert "●" in panel.words


@clause("FA-MAN-2")
def test_who_has_the_panel_keeps_it_until_something_is_told_to_all() -> None:
    """He draws a card, for his eyes alone, and is still too fast: no passing in between."""
    hands = {1: "60s 60w 60b 50s"}
    play = Play(2, hands=hands, track=["left70 up"], deck="60j 10s").race().draw("60j")
    panel = on_panel(play.until("manoeuvre").do("keep").until("manoeuvre"))
    assert "Gib das Gerät Ada" in " ".join(panel.lines)
    panel.press("ok").choose("Manöver")
    panel.choose("Links").choose("50, Hang")
    assert "Gezogen" in panel.words
    panel.read()
    assert "160 km/h" in panel.words
    panel.press("hold back", "down", "ok")
    assert "Gib das Gerät Ada" in " ".join(panel.lines)


@clause("FAP-HIDE-1")
def test_a_question_that_everybody_reads_shows_no_hand_and_covers_the_stake_after_it() -> None:
    panel = on_panel(Play(2, hide=True).until("manoeuvre"))
    for _ in range(40):  # secret turns, until a public one follows in the same hands
        if panel.match.state == "attack":
            break
        nothing = "Nichts ändern" in panel.words
        panel.press(*["down"] * nothing, "ok")
    assert panel.match.state == "attack"
    asked = panel.match.asks[0].seats[0]
    assert "●" not in panel.words
    panel.choose("Angreifen")
    assert panel.match.asks[0].secret
    assert asked in {seat for ask in panel.match.asks for seat in ask.seats}
    assert "nimm das Gerät" in " ".join(panel.lines)


@clause("FA-OVT-3")
def test_a_stake_is_tapped_unseen_and_a_lamp_confirms_it() -> None:
    panel = on_panel(Play(2, deck="").until("attack").do("attack"))
    before = panel.words
    panel.press("seat1", "seat1", "seat1")  # one tap more than chips
    assert panel.lamps["seat1"].pattern is Pattern.FAST
    assert panel.words == before
    panel.wait(3)
    position = panel.match.position
    assert isinstance(position, Race)
    assert position.poker is not None
    assert position.poker.stakes == {1: 2}
    panel.press("seat2").wait(3)
    assert panel.match.state != "stake"


@clause("FA-OVT-3", "FAP-HIDE-1")
def test_who_has_no_chips_taps_once_like_all_others() -> None:
    play = Play(2, hide=True, numbers="chips_start = 0\nchips_per_match = 0").until("attack")
    panel = on_panel(play.do("attack"))
    assert all(option.verb == "stake" for ask in panel.match.asks for option in ask.options)
    panel.press("seat1").wait(3)
    position = panel.match.position
    assert isinstance(position, Race)
    assert position.poker is not None
    assert position.poker.stakes == {1: 0}
