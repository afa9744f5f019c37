"""A tiny game for tests and for docs/adding-a-game.md: roll and add, a one is a duel.

Clauses: TOY-1 roll or stop; TOY-2 a one is a duel with the next seat; TOY-3 the goal wins.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files

from referee.game import (
    AUTO,
    Ask,
    Chance,
    Each,
    Entry,
    Flow,
    Game,
    Kind,
    Options,
    OptionSpec,
    Position,
    Refusal,
    Result,
    Row,
    Say,
    Scene,
    Setup,
    State,
    Who,
    option,
    text,
)

D6 = Each(1, (1, 2, 3, 4, 5, 6))
CHOICES = ("on", "stop")


@dataclass(slots=True)
class Toy(Position):
    seats: int = 2
    goal: int = field(default=12, metadata={"constant": True})
    turn: int = 1
    points: list[int] = field(default_factory=list)


def setup(start: Setup) -> Toy:
    goal = start.components["goal"] + (10 if start.options["long"] else 0)
    return Toy(seats=start.seats, goal=goal, points=[0] * start.seats)


def roll_asks(p: Toy) -> tuple[Ask, ...]:
    rolling = option("roll", dice=D6)
    stop = Refusal("stop", text("toy.why.roll-first"), "TOY-1")
    prompt = text("toy.roll.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "TOY-1", (rolling,), (stop,), source="dice"),)


def draw_roll(p: Toy, chance: Chance) -> Entry:
    return Entry(p.turn, "roll", {"dice": D6.sample(chance.of("dice"))})


def choose_asks(p: Toy) -> tuple[Ask, ...]:
    options = tuple(option(verb) for verb in CHOICES)
    return (Ask((p.turn,), Kind.DECISION, text("toy.choose.prompt"), "TOY-1", options),)


def draw_choice(p: Toy, chance: Chance) -> Entry:
    return Entry(p.turn, CHOICES[chance.below(len(CHOICES))])


def duel_asks(p: Toy) -> tuple[Ask, ...]:
    item = p.agenda[-1]
    rolling = option("roll", dice=D6)
    prompt = text("toy.duel.prompt", by=Who(p.turn))
    return (Ask((item.seat,), Kind.CHANCE, prompt, "TOY-2", (rolling,), source="dice"),)


def one(p: Toy, entry: Entry) -> bool:
    """A one was rolled (TOY-2)."""
    return entry.dice() == [1]


def reached(p: Toy, entry: Entry) -> bool:
    """The goal is reached (TOY-3)."""
    return max(p.points) >= p.goal


def challenge(p: Toy, entry: Entry, say: Say) -> None:
    """The next seat duels (TOY-2)."""
    p.push("duel", p.turn % p.seats + 1, lost=p.points[p.turn - 1])
    say("toy.duel.opens", "TOY-2", p.agenda[-1].seat, rival=Who(p.turn))


def settle(p: Toy, entry: Entry, say: Say) -> None:
    """A duel gives its die to the challenged seat (TOY-2)."""
    item = p.pop()
    p.points[item.seat - 1] += entry.die()
    say("toy.duel.won", "TOY-2", item.seat, points=entry.die(), stop=True)


def add(p: Toy, entry: Entry, say: Say) -> None:
    """The die is added to the seat's points (TOY-1)."""
    p.points[p.turn - 1] += entry.dice()[0]


def next_seat(p: Toy, entry: Entry, say: Say) -> None:
    """The turn passes on (TOY-1)."""
    p.turn = p.turn % p.seats + 1


STATES: tuple[State[Toy], ...] = (
    State("roll", roll_asks, ("roll",), draw=draw_roll),
    State("choose", choose_asks, CHOICES, draw=draw_choice),
    State("duel", duel_asks, ("roll",)),
    State("check"),
    State("over", final=True),
)
ROWS: tuple[Row[Toy], ...] = (
    Row("roll", "roll", "duel", challenge, (one,), ("TOY-2",)),
    Row("roll", "roll", "check", add, (), ("TOY-1",)),
    Row("roll", "duel", "check", settle, (), ("TOY-2",)),
    Row(AUTO, "check", "over", None, (reached,), ("TOY-3",)),
    Row(AUTO, "check", "choose", None, (), ("TOY-1",)),
    Row("on", "choose", "roll", None, (), ("TOY-1",)),
    Row("stop", "choose", "roll", next_seat, (), ("TOY-1",)),
)
FLOW = Flow("toy", "roll", STATES, ROWS)


def flow(options: Options) -> Flow[Toy]:
    return FLOW


def result(p: Toy) -> Result:
    best = max(p.points)
    winner = p.points.index(best) + 1
    return Result((winner,), text("toy.won"), "TOY-3", ((winner,),), {str(winner): best})


def scene(p: Toy, seat: int | None) -> Scene:
    return Scene(big=str(p.points[p.turn - 1]), unit=text("toy.points"))


GAME: Game[Toy] = Game(
    name="toy",
    version="1",
    seats=range(2, 5),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files("tests.toy"),
    options=(
        OptionSpec("dice", ("device", "table"), "TOY-1", "facts"),
        OptionSpec("long", (False, True), "TOY-3"),
    ),
    abandoned="TOY-3",
)
