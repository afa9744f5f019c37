"""What D'raf's computer players say is so: looked up on the road as everybody sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.games.draf import GAME
from referee.kernel.ask import Ask, Entry
from referee.kernel.match import Match
from referee.kernel.players import Players
from referee.kernel.text import Plain, Shaped, Text, Who

Said = tuple[Shaped, Ask, Entry, Text]


def said(seed: str) -> Iterator[Said]:
    """What was seen and asked, answered and said in a match of both levels."""
    options: dict[str, Plain] = {"board": "device", "length": 100}
    match = Match.new(GAME, 4, options, seed, players=("good", "easy", "good", "easy"))
    players = Players(match)
    while not match.over:
        ask = players.due()
        if ask is None:  # only the table knows when all is in its place
            ask = match.asks[0]
            match.answer(Entry(ask.seats[0], ask.verb))
            continue
        task = players.task(ask)
        decided = task() if task is not None else None
        if decided is not None and decided.why is not None:
            yield match.view(None), ask, decided.entry, decided.why
        players.answer(ask, decided)


def test_what_is_said_is_so() -> None:
    heard = Counter[str]()
    for number in range(4):
        for view, ask, entry, why in said(f"reasons {number}"):
            assert len(list(ask.listed())) > 1, "said where there is no choice"
            heard[why.key] += 1
            check = CHECKS.get(why.key)
            assert check is None or check(view, ask, entry, why), (entry, why)
    assert heard.keys() >= CHECKS.keys(), heard


def cards(ask: Ask) -> list[int]:
    return [args["card"] for verb, args in ask.listed() if verb == "play"]  # type: ignore[misc]


def slower(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    """There is a faster card, and it is named."""
    return entry.number("card") < max(cards(ask)) == why.args["n"]


def fastest(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    return entry.number("card") == max(cards(ask))


def leaves(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    return entry.number("card") == why.args["n"]


def in_way(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    """Whoever is named races, is somebody else, and still has to come to the tile."""
    who = why.args["who"]
    assert isinstance(who, Who)
    driver = view["drivers"][who.seat - 1]
    coming = not driver["out"] and driver["row"] < entry.cell("place")[1]
    return who.seat != entry.seat and bool(coming)


def own(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    driver, (lane, row) = view["drivers"][entry.seat - 1], entry.cell("place")
    return bool(lane == driver["lane"] and row > driver["row"])


def elsewhere(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    return bool(entry.cell("place")[0] != view["drivers"][entry.seat - 1]["lane"])


def aside(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    return entry.verb in ("left", "right") and here(view, entry, why, view["now"]["points"])


def through(view: Shaped, ask: Ask, entry: Entry, why: Text) -> bool:
    return entry.verb == "forward" and here(view, entry, why, 1)


def here(view: Shaped, entry: Entry, why: Text, rows: int) -> bool:
    """Whether what is named is ahead in the own lane, so near."""
    what, driver = why.args["what"], view["drivers"][entry.seat - 1]
    assert isinstance(what, Text)
    places = [(driver["lane"], driver["row"] + n) for n in range(1, rows + 1)]
    tiles = view["road"]["lanes"][driver["lane"] - 1]
    if what.key == "drf.bot.car":
        who = what.args["who"]
        assert isinstance(who, Who)
        other = view["drivers"][who.seat - 1]
        return (other["lane"], other["row"]) in places
    if what.key == "drf.bot.unbuilt":
        return any(str(row) not in tiles for _, row in places)
    return what.key.removeprefix("arg.tile.") in {tiles.get(str(row)) for _, row in places}


CHECKS = {
    "drf.bot.slower": slower, "drf.bot.fastest": fastest, "drf.bot.leave": leaves,
    "drf.bot.in-way": in_way, "drf.bot.own-way": own, "drf.bot.not-mine": elsewhere,
    "drf.bot.aside": aside, "drf.bot.through": through,
}  # fmt: skip
