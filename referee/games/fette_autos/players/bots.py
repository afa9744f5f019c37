"""A computer player that takes what it can get: speed for half of its chips, and every attack."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from referee.game import (
    DEVICE,
    Ask,
    Chosen,
    Entry,
    Player,
    RandBelow,
    Shaped,
    Text,
    Who,
    text,
)
from referee.games.fette_autos.cards import SLOTS, Section
from referee.games.fette_autos.numbers import Numbers

#: What a player expects of a card that he has not seen yet, and of a rival's fist: chips.
CARD, FIST = 35, 1

#: Values up to this one are worth a try to get a better card.
LOW: Final = 20


class Greedy:
    """Knows what its seat knows. With the cards on the table it gives the commonest answers."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def __call__(self, view: Shaped, ask: Ask, seat: int, below: RandBelow) -> Entry | Chosen:
        chosen = getattr(self, f"_{view['state']}", None)
        own = view["drivers"][seat - 1]
        known = all(card[0] for card in own["hand"])
        answer = chosen(view, ask, own) if chosen is not None and known else None
        if answer is None:
            return Entry(seat, *next(ask.listed()))
        choice = len(list(islice(ask.listed(), 2))) > 1
        return Chosen(Entry(seat, *answer), self._why(view, ask, own, *answer) if choice else None)

    # -- before the start ------------------------------------------------------------------

    def _plan_sure(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """It meant what it chose: asked again, it would choose the same."""
        return _first(ask, "anyway")

    def _bid(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """The highest card: forward."""
        return "reveal", {"card": max(own["hand"])}

    def _swap(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        low = min(own["hand"])
        return ("swap", {"card": low}) if low[0] <= LOW else ("keep", {})

    def _open(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """The three fastest cards."""
        return "lay", {"cards": sorted(own["hand"])[-len(SLOTS) :]}

    # -- phase 2 ---------------------------------------------------------------------------

    def _manoeuvre(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """As fast as half of the chips can pay for; if no speed is, as slow as possible."""
        answers = _of(ask, "keep", "exchange")

        def worth(answer: tuple[str, dict[str, Shaped]]) -> tuple[bool, int]:
            speed = _speed(own, answer[1])
            paid = self._price(view, speed) <= own["stock"] // 2
            return paid, speed if paid else -speed

        return max(answers, key=worth)

    def _speeding(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """Pay, or give up the slowest card."""
        return _first(ask, "pay") or _first(ask, "brake")

    # -- phase 3 ---------------------------------------------------------------------------

    def _attack(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        return _first(ask, "attack")

    def _again(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """On, if chips can make up for what is missing; as fast as the rules allow."""
        further = max(
            _of(ask, "attack", "slow"), key=lambda found: _speed(own, found[1]), default=None
        )
        if further is None:
            return "done", {}
        rival = self._expected(view, view["places"][view["at"] - 2])
        reach = _speed(own, further[1]) + own["stock"] * self._numbers.chip_kmh
        return further if reach > rival else ("done", {})

    def _stake(self, view: Shaped, ask: Ask, own: Shaped) -> Shaped:
        """Just enough chips, if there are as many; else none, the first answer."""
        poker, said = view["poker"], dict[str, Shaped](ask.prompt.args)
        attacks = poker["attacker"] in ask.seats
        rival = poker["defender"] if attacks else poker["attacker"]
        missing = said["theirs"] + self._coming(view, rival, said["theirs"]) - said["mine"]
        chips = missing // self._numbers.chip_kmh + attacks
        return ("stake", {"chips": chips}) if 0 < chips <= own["stock"] else None

    # -- what it says: nothing that its hand or a hidden stock would tell -------------------

    def _why(
        self, view: Shaped, ask: Ask, own: Shaped, verb: str, args: dict[str, Shaped]
    ) -> Text | None:
        """What it has weighed, by open cards, the track, and chips that all see."""
        if view["state"] == "manoeuvre":
            return self._why_speed(view, own, args) if args else text("fa.bot.keep")
        if verb in ("attack", "slow") and view["state"] == "again":
            hidden = view["bank"] is None
            return None if hidden else self._why_again(view, own, args)
        if verb == "stake" and not ask.secret:
            return text("fa.bot.stake", n=args["chips"])
        return text(f"fa.bot.{verb}") if verb in ("attack", "pay") else None

    def _why_again(self, view: Shaped, own: Shaped, args: dict[str, Shaped]) -> Text:
        """Of a further attack: whether the speed alone should do."""
        rival = view["places"][view["at"] - 2]
        fast = _speed(own, args) > self._expected(view, rival)
        return text("fa.bot.pace" if fast else "fa.bot.again", who=_named(rival))

    def _why_speed(self, view: Shaped, own: Shaped, args: dict[str, Shaped]) -> Text | None:
        """Of an exchange: what becomes of the speed."""
        before, speed, limit = _speed(own, {}), _speed(own, args), _limit(view)
        if speed > before:
            if price := self._price(view, speed):
                return text("fa.bot.over", n=price)
            return text("fa.bot.faster" if limit else "fa.bot.straight")
        if speed < before and limit and before > limit:
            return text("fa.bot.slower" if speed > limit else "fa.bot.limit")
        return None

    # -- reckoning -------------------------------------------------------------------------

    def _price(self, view: Shaped, speed: int) -> int:
        """Chips for this speed in the present section."""
        limit = _limit(view)
        over = max(speed - limit, 0) if limit else 0
        return -(-over // self._numbers.overspeed_step)

    def _expected(self, view: Shaped, car: int) -> int:
        """What the car ahead will bring."""
        if car > 0:
            return sum(card[0] for card in view["drivers"][car - 1]["open"])
        first = CARD * self._numbers.hase_first_cards
        return first + self._coming(view, car, first)

    def _coming(self, view: Shaped, car: int, speed: int) -> int:
        """What is still to come on top of what can be seen: chips of a player, a Hase's card."""
        if car > 0:
            return FIST * self._numbers.chip_kmh
        limit = _limit(view)
        return CARD if not limit or speed < limit else 0


def _named(car: int) -> Who | Text:
    return Who(car) if car > 0 else text("fa.hase")


def _limit(view: Shaped) -> int:
    return Section(*view["track"][view["section"] - 1]).limit


def _speed(own: Shaped, args: dict[str, Shaped]) -> int:
    """The speed after an exchange; as it is without one."""
    values = [card[0] for card in own["open"]]
    if "slot" in args:
        values[SLOTS.index(args["slot"])] = args["card"][0]
    return sum(values)


def _of(ask: Ask, *verbs: str) -> Iterator[tuple[str, dict[str, Shaped]]]:
    """All answers with these verbs."""
    chosen = (option for option in ask.options if option.verb in verbs)
    return ((option.verb, args) for option in chosen for args in option.expand())


def _first(ask: Ask, *verbs: str) -> Shaped:
    return next(_of(ask, *verbs), None)


#: Takes what it can get.
EASY: Final = Player(lambda setup: Greedy(Numbers.of(setup.components)), {"cards": DEVICE})
