"""A turn: always two throws; after the drive the dice go on to the next player."""

from __future__ import annotations

from functools import cache
from typing import Final

from referee.game import Ask, Chance, Each, Entry, Kind, Menu, No, Option, Say, text
from referee.games.victory.crosses import odds, percent
from referee.games.victory.numbers import FIRST, SECOND
from referee.games.victory.position import Racing, Victory

#: Verbs for the second throw, by the number of its dice.
THROWS: Final = {"one": 1, "two": 2}
CHOICES: Final = tuple(verb for verb, dice in THROWS.items() if dice in SECOND)

#: Why nothing but a throw is due (VIC-TURN-2, VIC-TURN-6).
THROW_FIRST: Final = No("vic.why.throw-first", "VIC-TURN-6")
TWO_THROWS: Final = No("vic.why.two-throws", "VIC-TURN-2")


def first_asks(p: Victory) -> tuple[Ask, ...]:
    """The first throw: always three dice (VIC-TURN-3); nothing is driven before (VIC-TURN-6)."""
    prompt = text("vic.first.prompt", car=p.car(p.turn), n=FIRST)
    return _throw(p, FIRST).asks((p.turn,), Kind.CHANCE, prompt, "VIC-TURN-3", "dice")


def draw_first(p: Victory, chance: Chance) -> Entry:
    return _drawn(p, FIRST, chance)


def choose_asks(p: Victory) -> tuple[Ask, ...]:
    """One die or two for the second throw, with the odds (VIC-TURN-4, VIC-CROSS-8): each on its
    own button, always the same; OK risks less."""
    menu = Menu()
    menu.offer(_choice(p, verb) for verb in CHOICES)
    menu.buttons = dict(zip(("ok", "down"), CHOICES, strict=False))
    _not_yet(p, menu)
    menu.refuse("end", TWO_THROWS)
    return menu.asks((p.turn,), Kind.DECISION, text("vic.choose.prompt"), "VIC-TURN-4")


def draw_choice(p: Victory, chance: Chance) -> Entry:
    return Entry(p.turn, CHOICES[chance.below(len(CHOICES))])


def _choice(p: Victory, verb: str) -> Option:
    """So many dice: how likely the car stays where it is, and in words why (VIC-CROSS-8). Where it
    does in any case, a crash is what is at risk."""
    found = odds(p.numbers.die, FIRST, p.crosses, THROWS[verb])
    skip, out = percent(found.misses), percent(found.crashes)
    kind = "risk" if out else "miss" if skip else "safe"
    preview = text(f"vic.odds.{kind}", skip=skip, out=out)
    crash = text("vic.odds.crash", out=out)
    note = text("vic.odds", risk=skip + out) if found.drives else crash
    return Option(verb, note=note, preview=preview, rolls=True)


def choose(p: Victory, entry: Entry, say: Say) -> None:
    """One die or two for the second throw, once the first is seen (VIC-TURN-4, INT-VIC-8)."""
    p.taken = THROWS[entry.verb]


def second_asks(p: Victory) -> tuple[Ask, ...]:
    """The second throw, as chosen; it cannot be left out (VIC-TURN-2, VIC-CROSS-7, INT-VIC-8)."""
    menu = _throw(p, p.taken)
    _not_yet(p, menu)
    menu.refuse("end", TWO_THROWS)
    prompt = text("vic.second.prompt", n=p.taken)
    return menu.asks((p.turn,), Kind.CHANCE, prompt, "VIC-TURN-5", "dice")


def draw_second(p: Victory, chance: Chance) -> Entry:
    return _drawn(p, p.taken, chance)


def _throw(p: Victory, dice: int) -> Menu:
    menu = Menu()
    menu.add("throw", dice=_dice(dice, p.numbers.faces))
    return menu


def _not_yet(p: Victory, menu: Menu) -> None:
    """Nothing is driven before both throws are made (VIC-TURN-6)."""
    menu.refuse("move" if isinstance(p, Racing) else "driven", THROW_FIRST)


def _drawn(p: Victory, dice: int, chance: Chance) -> Entry:
    thrown = _dice(dice, p.numbers.faces).sample(chance.of("dice"))
    return Entry(p.turn, "throw", {"dice": thrown})


@cache
def _dice(count: int, faces: tuple[str, ...]) -> Each:
    return Each(count, faces, ordered=False)


def throw(p: Victory, entry: Entry, say: Say) -> None:
    """The dice stay on the table until the turn is over (VIC-TURN-5, VIC-DICE-2)."""
    p.throws.append(entry.faces())


# -- the next player -------------------------------------------------------------------------


def next_turn(p: Victory, entry: Entry, say: Say) -> None:
    """The dice go to the next running car clockwise (VIC-TURN-7, VIC-SET-5)."""
    p.turn = p.after(p.turn)
    p.throws, p.taken = [], 0
    p.due = dict.fromkeys(p.due, 0)
    p.crossed, p.lines = False, 0
