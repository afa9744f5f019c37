"""A tiny game with secrets: cards are dealt face down, bids are made in secret and at once.

Clauses: BID-1 everybody holds one hidden card; BID-2 all bid in secret, in any order; BID-3 the
highest card plus bids wins, several may win.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from importlib.resources import files

from referee.game import (
    AUTO,
    DEVICE,
    Ask,
    Entry,
    Flow,
    Game,
    Kind,
    OneOf,
    Options,
    OptionSpec,
    Pick,
    Position,
    Refusal,
    Result,
    Row,
    Say,
    Scene,
    Setup,
    Shaped,
    State,
    Who,
    option,
    plain,
    text,
)

DECK = range(1, 10)


@dataclass(slots=True)
class Bids(Position):
    dealt: bool = field(default=True, metadata={"constant": True})  # by the box
    rounds: int = field(default=2, metadata={"constant": True})
    cards: list[int] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)  # of this round, 0: still to come
    sums: list[int] = field(default_factory=list)
    round: int = 1

    def waiting(self) -> list[int]:
        return [seat for seat, bid in enumerate(self.bids, 1) if not bid]


def setup(start: Setup) -> Bids:
    zeros = [0] * start.seats
    dealt = start.options["cards"] == DEVICE
    rounds = start.components["rounds"]
    return Bids(dealt=dealt, rounds=rounds, bids=list(zeros), sums=list(zeros))


def deal_asks(p: Bids) -> tuple[Ask, ...]:
    """The box deals what is left. From the table any card may come: what an ask left out would tell
    what others hold (BID-1)."""
    left = tuple(card for card in DECK if not (p.dealt and card in p.cards))
    seat = len(p.cards) + 1
    prompt, dealt = text("bid.deal", who=Who(seat)), option("deal", card=Pick(1, 1, left))
    card = Ask((seat,), Kind.CHANCE, prompt, "BID-1", (dealt,), source="cards", secret=True)
    return (replace(card, auto=True),)


def bid_asks(p: Bids) -> tuple[Ask, ...]:
    bids = (option("bid", height=OneOf((1, 2, 3), taps=True)),)
    zero = (Refusal("bid", text("bid.why.zero"), "BID-2", {"height": 0}),)
    prompt = text("bid.prompt")
    return tuple(
        Ask((seat,), Kind.DECISION, prompt, "BID-2", bids, zero, secret=True)
        for seat in p.waiting()
    )


def undealt(p: Bids, entry: Entry) -> bool:
    """Somebody has no card yet (BID-1)."""
    return len(p.cards) < len(p.bids)


def waited(p: Bids, entry: Entry) -> bool:
    """Somebody has not bid yet (BID-2)."""
    return bool(p.waiting())


def played(p: Bids, entry: Entry) -> bool:
    """All rounds are over (BID-3)."""
    return p.round > p.rounds


def take(p: Bids, entry: Entry, say: Say) -> None:
    """The card is the seat's secret (BID-1)."""
    p.cards.append(entry.numbers("card")[0])
    say("bid.card", "BID-1", entry.seat, only=(entry.seat,), card=entry.numbers("card")[0])


def note(p: Bids, entry: Entry, say: Say) -> None:
    """A bid lies face down (BID-2)."""
    p.bids[entry.seat - 1] = entry.number("height")


def reveal(p: Bids, entry: Entry, say: Say) -> None:
    """All bids are turned up and added (BID-2)."""
    for seat, bid in enumerate(p.bids, 1):
        p.sums[seat - 1] += bid
        say("bid.shown", "BID-2", seat, height=bid)
    p.bids = [0] * len(p.bids)
    p.round += 1


STATES: tuple[State[Bids], ...] = (
    State("deal", deal_asks, ("deal",)),
    State("dealt"),
    State("bid", bid_asks, ("bid",)),
    State("all"),
    State("next"),
    State("over", final=True),
)
ROWS: tuple[Row[Bids], ...] = (
    Row("deal", "deal", "dealt", take, (), ("BID-1",)),
    Row(AUTO, "dealt", "deal", None, (undealt,), ("BID-1",)),
    Row(AUTO, "dealt", "bid", None, (), ("BID-2",)),
    Row("bid", "bid", "all", note, (), ("BID-2",)),
    Row(AUTO, "all", "bid", None, (waited,), ("BID-2",)),
    Row(AUTO, "all", "next", reveal, (), ("BID-2",)),
    Row(AUTO, "next", "over", None, (played,), ("BID-3",)),
    Row(AUTO, "next", "bid", None, (), ("BID-2",)),
)
FLOW = Flow("hidden", "deal", STATES, ROWS)


def flow(options: Options) -> Flow[Bids]:
    return FLOW


def result(p: Bids) -> Result:
    totals = [card + bids for card, bids in zip(p.cards, p.sums, strict=True)]
    winners = tuple(seat for seat, total in enumerate(totals, 1) if total == max(totals))
    return Result(winners, text("bid.won"), "BID-3", scores={"totals": totals})


def view(p: Bids, seat: int | None) -> Shaped:
    """Cards and bids of others are hidden until the end."""
    seen = plain(p)
    if p.state != "over":
        for hidden in ("cards", "bids"):
            own = seen[hidden]
            seen[hidden] = [v if at == seat else None for at, v in enumerate(own, 1)]
    return seen


def scene(p: Bids, seat: int | None) -> Scene:
    return Scene(big=str(p.round), unit=text("bid.round"))


def invariants(p: Bids) -> list[str]:
    twice = p.dealt and len(set(p.cards)) < len(p.cards)
    return ["a card lies twice"] if twice else []


GAME: Game[Bids] = Game(
    name="hidden",
    version="1",
    seats=range(2, 4),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    view=view,
    invariants=invariants,
    resources=files("tests.hidden"),
    options=(OptionSpec("cards", ("device", "table"), "BID-1", "facts"),),
    abandoned="BID-3",
)
