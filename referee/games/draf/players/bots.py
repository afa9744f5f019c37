"""A cautious player: middle speeds, obstacles for the others, a look before every step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from referee.game import (
    DEVICE,
    Ask,
    Chosen,
    Entry,
    OneOf,
    Option,
    Pick,
    Player,
    RandBelow,
    Shaped,
    Who,
    text,
)
from referee.games.draf.players import reasons
from referee.games.draf.road import WAYS

#: The speeds that he likes, and the best of them.
LIKED: Final = range(4, 9)
MIDDLE: Final = 5

#: How bad it is to come to a place: a tile, nothing built, a car, the guard rail.
HARM: Final[Mapping[str, int]] = {
    "service": -1, "joker": 0, "plain": 0, "ramp": 1, "blind": 2, "water": 3, "caltrops": 3,
    "police": 4, "truck": 6, "rail": 6, "car": 8,
}  # fmt: skip

#: The same for a step to the side on a free road: it uses a point that leads nowhere.
ASIDE: Final = 1


def cautious(view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """The answer that does him least harm, and others most; by chance where it is all one."""
    choose = _CHOICES.get(ask.options[0].verb)
    if choose is not None:
        return choose(_Look(view), ask, seat, below)
    return Chosen(Entry(seat, ask.options[0].verb, ask.options[0].sample(below)))


class _Look:
    """What the cars and the road are like, from the position as everybody sees it."""

    def __init__(self, view: Shaped) -> None:
        self.view = view
        self.drivers: list[dict[str, Any]] = view["drivers"]
        self.lanes: list[dict[str, str]] = view["road"]["lanes"]
        self.agenda: list[dict[str, Any]] = view["agenda"]

    def place(self, seat: int) -> tuple[int, int]:
        driver = self.drivers[seat - 1]
        return driver["lane"], driver["row"]

    def harm(self, place: tuple[int, int], *others: int) -> int:
        """How bad it is to come there; ``others`` are seats whose cars do not count."""
        lane, row = place
        if not 1 <= lane <= len(self.lanes):
            return HARM["rail"]
        for seat, driver in enumerate(self.drivers, 1):
            if seat not in others and not driver["out"] and self.place(seat) == place:
                return HARM["car"]
        return HARM.get(self.lanes[lane - 1].get(str(row), "blind"), 0)

    def beside(self, seat: int, way: str) -> tuple[int, int]:
        (lane, row), (lanes, rows) = self.place(seat), WAYS[way]
        return lane + lanes, row + rows


# -- the choices -----------------------------------------------------------------------------


def _speed(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """A middle speed; faster when others are ahead, slower when they are behind."""
    row = look.place(seat)[1]
    others = [d["row"] for n, d in enumerate(look.drivers, 1) if n != seat and not d["out"]]
    lag = round(sum(others) / len(others)) - row
    wanted = min(max(MIDDLE + lag, LIKED[0]), LIKED[-1]) + below(3) - 1
    cards = _values(ask.options[0], "card")
    why = "behind" if lag > 0 else "ahead" if lag < 0 else "middle"
    entry = Entry(seat, "play", {"card": min(cards, key=lambda card: abs(card - wanted))})
    return Chosen(entry, text(f"drf.bot.{why}") if len(cards) > 1 else None)


def _lay(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """A harmless tile where he is about to drive; what harms goes in front of somebody else."""
    option = ask.options[0]
    tiles, places = _values(option, "tile"), _values(option, "place")
    (lane, row), reach = look.place(seat), look.drivers[seat - 1]["played"]
    own = [place for place in places if place[0] == lane and place[1] <= row + reach]
    others = [place for place in places if place[0] != lane] or places
    harmless = [tile for tile in tiles if HARM[tile] <= 0]
    if own and harmless:
        tile = harmless[below(len(harmless))]
        entry = Entry(seat, "lay", {"tile": tile, "place": own[0]})
        return Chosen(entry, text("drf.bot.own-way"))
    harmful = [tile for tile in tiles if HARM[tile] > 0] or tiles
    tile, place = harmful[below(len(harmful))], others[below(len(others))]
    spared = HARM[tile] > 0 and place[0] != lane
    why = text("drf.bot.not-mine") if spared else None
    return Chosen(Entry(seat, "lay", {"tile": tile, "place": place}), why)


def _drive(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """The way with the least harm, forward if it is all one."""

    def harm(way: str) -> int:
        return look.harm(look.beside(seat, way), seat) + (ASIDE if way != "forward" else 0)

    ways = [option.verb for option in ask.options if option.verb in WAYS]
    way = min(ways, key=harm)
    far = next((option for option in ask.options if option.verb == "ahead"), None)
    if way == "forward" and far is not None:
        return Chosen(Entry(seat, "ahead", {"steps": _values(far, "steps")[-1]}))
    why = reasons.aside(look.view, seat, 1) if way != "forward" else None
    return Chosen(Entry(seat, way), why)


def _skid(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """The side that harms whoever skids most."""
    skidding = look.agenda[-1]["seat"]
    harms = {way: look.harm(look.beside(skidding, way), skidding) for way in ("left", "right")}
    if harms["left"] == harms["right"]:
        return Chosen(Entry(seat, ("left", "right")[below(2)]))
    entry = Entry(seat, max(harms, key=lambda way: harms[way]))
    return Chosen(entry, text("drf.bot.skid", who=Who(skidding)))


def _water_or_drive(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    skids = bool(look.agenda) and look.agenda[-1]["kind"] == "water"
    return (_skid if skids else _drive)(look, ask, seat, below)


def _lose(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """The cards farthest from the speeds that he likes."""
    field = ask.options[0].fields["cards"]
    assert isinstance(field, Pick)
    held: Shaped = field.values
    cards = sorted(held, key=lambda card: -abs(card - MIDDLE))
    why = text("drf.bot.middle-needed") if len(cards) > field.low else None
    return Chosen(Entry(seat, "lose", {"cards": cards[: field.low]}), why)


def _regain(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """The card nearest to the speeds that he likes."""
    cards = _values(ask.options[0], "card")
    card = min(cards, key=lambda card: abs(card - MIDDLE))
    why = text("drf.bot.middle-needed") if len(cards) > 1 else None
    return Chosen(Entry(seat, "regain", {"card": card}), why)


def _keep(look: _Look, ask: Ask, seat: int, below: RandBelow) -> Chosen:
    """Leave the joker be."""
    return Chosen(Entry(seat, ask.options[-1].verb))


def _values(option: Option, name: str) -> Sequence[Any]:
    field = option.fields[name]
    assert isinstance(field, OneOf)
    return field.values


_Choice = Callable[[_Look, Ask, int, RandBelow], Chosen]

_CHOICES: Final[Mapping[str, _Choice]] = {
    "play": _speed,
    "lay": _lay,
    "forward": _water_or_drive,
    "left": _water_or_drive,
    "lose": _lose,
    "regain": _regain,
    "swap": _keep,
}

#: Careful, one step at a time.
EASY: Final = Player(lambda setup: cautious, {"board": DEVICE})
