"""What is asked, what an answer changes, and in which order: the table at the end says it all.

Asks, guards and effects are small named functions; their docstring is the rule. Only effects
change the position. Dice come in the entry: nothing here rolls, prints or reads a clock.
"""

from __future__ import annotations

from referee.game import (
    AUTO,
    Ask,
    Each,
    Entry,
    Flow,
    Kind,
    Options,
    Refusal,
    Result,
    Row,
    Say,
    State,
    Who,
    option,
    text,
)

from my_game.position import MyGame

DIE = Each(1, (1, 2, 3, 4, 5, 6))


# -- asks: what may be answered; all else is refused ---------------------------------------


def roll_asks(p: MyGame) -> tuple[Ask, ...]:
    """Who is on turn rolls; to stop, roll first (MYG-1)."""
    rolling = option("roll", dice=DIE)
    stop = Refusal("stop", text("myg.why.roll-first"), "MYG-1")
    prompt = text("myg.roll.prompt")
    return (Ask((p.turn,), Kind.CHANCE, prompt, "MYG-1", (rolling,), (stop,), source="dice"),)


def choose_asks(p: MyGame) -> tuple[Ask, ...]:
    """Go on, or stop (MYG-1). The first option is the commonest: one press."""
    options = (option("on"), option("stop"))
    return (Ask((p.turn,), Kind.DECISION, text("myg.choose.prompt"), "MYG-1", options),)


# -- guards: which of several rows is taken ------------------------------------------------


def one(p: MyGame, entry: Entry) -> bool:
    """A one was rolled (MYG-2)."""
    return entry.die() == 1


def reached(p: MyGame, entry: Entry) -> bool:
    """The goal is reached (MYG-3)."""
    return max(p.points) >= p.goal


# -- effects: what changes, and what is announced ------------------------------------------


def lose_turn(p: MyGame, entry: Entry, say: Say) -> None:
    """A one adds nothing and ends the turn (MYG-2)."""
    say("myg.one", "MYG-2", p.turn, who=Who(p.turn), next=Who(p.next))
    p.turn = p.next


def add(p: MyGame, entry: Entry, say: Say) -> None:
    """The die is added (MYG-1)."""
    p.points[p.turn - 1] += entry.die()


def pass_on(p: MyGame, entry: Entry, say: Say) -> None:
    """The turn passes on (MYG-1)."""
    p.turn = p.next


# -- the table: trigger, state, next state, effect, guards, clauses ------------------------

STATES: tuple[State[MyGame], ...] = (
    State("roll", roll_asks, ("roll",)),
    State("check"),
    State("choose", choose_asks, ("on", "stop")),
    State("over", final=True),
)
ROWS: tuple[Row[MyGame], ...] = (
    Row("roll", "roll", "roll", lose_turn, (one,), ("MYG-2",)),
    Row("roll", "roll", "check", add, (), ("MYG-1",)),
    Row(AUTO, "check", "over", None, (reached,), ("MYG-3",)),
    Row(AUTO, "check", "choose", None, (), ("MYG-1",)),
    Row("on", "choose", "roll", None, (), ("MYG-1",)),
    Row("stop", "choose", "roll", pass_on, (), ("MYG-1",)),
)
FLOW = Flow("my-game", "roll", STATES, ROWS)


def flow(options: Options) -> Flow[MyGame]:
    """The same table under all options."""
    return FLOW


def result(p: MyGame) -> Result:
    """Whoever has reached the goal has won; the others follow by points (MYG-3)."""
    totals = sorted(set(p.points), reverse=True)
    places = [tuple(s for s, n in enumerate(p.points, 1) if n == total) for total in totals]
    scores = {str(seat): n for seat, n in enumerate(p.points, 1)}
    return Result(places[0], text("myg.won"), "MYG-3", tuple(places), scores)
