"""A game without sense that asks in every way a game can ask: for tests of the table.

Every state is one shape of ask; any answer leads to the next state. The option ``start`` chooses
the first one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib.resources import files
from typing import Final

from referee.game import (
    CONSTANT,
    Ask,
    Dice,
    Each,
    Entry,
    Flow,
    Game,
    Grid,
    Kind,
    Map,
    OneOf,
    Option,
    Options,
    OptionSpec,
    Pick,
    Picture,
    Plain,
    Position,
    Refusal,
    Result,
    Row,
    Say,
    Scene,
    Setup,
    State,
    Table,
    Text,
    Who,
    Widget,
    option,
    text,
)

D6: Final = (1, 2, 3, 4, 5, 6)
SIGNS: Final = ("R", "R", "B", "X")
CARDS: Final = ("diversion", "jump", "shield", "turbo", "turbo")

#: The states in their order; each is left by any answer.
ORDER: Final = (
    "rams", "whose", "dice", "signs", "number", "tableau", "cards", "hand", "place", "drive",
    "lanes", "stakes", "draw", "together", "confirm", "many", "news",
)  # fmt: skip


@dataclass(slots=True)
class Shapes(Position):
    seats: int = field(default=3, metadata=CONSTANT)
    said: list[Plain] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)


def ask(
    p: Shapes, options: tuple[Option, ...], kind: Kind = Kind.DECISION,
    refusals: tuple[Refusal, ...] = (), source: str = "players", seats: tuple[int, ...] = (1,),
    *, secret: bool = False,
) -> Ask:  # fmt: skip
    prompt = text(f"shapes.{p.state}.prompt")
    return Ask(seats, kind, prompt, "SHP-1", options, refusals, source, secret=secret)


def rams(p: Shapes) -> tuple[Ask, ...]:
    others = tuple(range(2, p.seats + 1))
    no = text("shapes.why", who=Who(2))
    options = (
        option("driven"), option("passed", target=OneOf(others, "seat")), option("behind"),
        option("card", card=OneOf(("turbo", "shield"))),
    )  # fmt: skip
    refused = (Refusal("red", no, "SHP-2"), Refusal("card", no, "SHP-2", {"card": "jump"}))
    return (ask(p, options, refusals=refused),)


def whose(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("roll", dice=Each(1, D6)),), Kind.CHANCE, source="dice", seats=(2,)),)


def dice(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("roll", dice=Each(3, D6)),), Kind.CHANCE, source="dice"),)


def signs(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("roll", dice=Each(5, SIGNS)),), Kind.CHANCE, source="dice"),)


def number(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("say", number=OneOf(tuple(range(2, 13)), "number")),)),)


def tableau(p: Shapes) -> tuple[Ask, ...]:
    numbers = tuple(10 * tens + ones for tens in D6 for ones in D6)
    return (ask(p, (option("say", number=OneOf(numbers, "number")),), Kind.REPORT),)


def cards(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("give", cards=Pick(2, 2, CARDS)),), seats=(2,)),)


def hand(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("give", cards=Pick(1, 3, CARDS, ordered=True)),)),)


def place(p: Shapes) -> tuple[Ask, ...]:
    free = tuple([row, column] for row in range(1, 6) for column in range(1, 6) if row != column)
    return (ask(p, (option("put", cell=OneOf(free, "cell")),)),)


def drive(p: Shapes) -> tuple[Ask, ...]:
    steps = OneOf(([7, 2], [7, 3], [7, 4]), "cell")
    wall = Refusal("step", text("shapes.wall"), "SHP-2", {"cell": [6, 3]})
    return (ask(p, (option("step", cell=steps),), refusals=(wall,)),)


def lanes(p: Shapes) -> tuple[Ask, ...]:
    wall = Refusal("left", text("shapes.wall"), "SHP-2")
    stop = Refusal("ready", text("shapes.wall"), "SHP-2")
    return (ask(p, (option("ahead"), option("right")), refusals=(stop, wall)),)


def stakes(p: Shapes) -> tuple[Ask, ...]:
    chips = option("stake", chips=OneOf((0, 1, 2, 3), "number", taps=True))
    return tuple(ask(p, (chips,), seats=(seat,), secret=True) for seat in p.waiting)


def draw(p: Shapes) -> tuple[Ask, ...]:
    pick = (option("draw", cards=Pick(1, 1, CARDS)),)
    return (ask(p, pick, Kind.CHANCE, source="cards", seats=(3,), secret=True),)


def together(p: Shapes) -> tuple[Ask, ...]:
    free = tuple([row, column] for row in (1, 2) for column in (1, 2))
    put = option("put", cell=OneOf(free, "cell"))
    return tuple(ask(p, (put,), seats=(seat,)) for seat in p.waiting)


def confirm(p: Shapes) -> tuple[Ask, ...]:
    everybody = tuple(range(1, p.seats + 1))
    return (ask(p, (option("ready"),), Kind.REPORT, seats=everybody),)


def many(p: Shapes) -> tuple[Ask, ...]:
    line = option("line", seat=OneOf((1,), "seat"))
    names = tuple(f"choice {n}" for n in range(1, 15))
    notes = tuple(text("shapes.price", n=n) for n in range(1, 15))
    return (ask(p, (option("choose", what=OneOf(names, notes=notes)), line)),)


def news(p: Shapes) -> tuple[Ask, ...]:
    return (ask(p, (option("ready"),)),)


def go_on(p: Shapes, entry: Entry, say: Say) -> None:
    """Note the answer; say something short (SHP-1)."""
    p.said.append([entry.seat, entry.verb])
    p.waiting = list(range(1, p.seats + 1))
    say("shapes.said", "SHP-1", entry.seat, who=Who(entry.seat), n=len(p.said))


def tell(p: Shapes, entry: Entry, say: Say) -> None:
    """Say two things that the table must do, one after the other (SHP-2)."""
    say("shapes.stop", "SHP-2", 2, stop=True, who=Who(2), fields=3)
    say("shapes.long", "SHP-1", 1, stop=True)
    go_on(p, entry, say)


def put_down(p: Shapes, entry: Entry, say: Say) -> None:
    """One of several at once has answered (SHP-1)."""
    p.waiting.remove(entry.seat)
    say("shapes.secret", "SHP-1", entry.seat, only=(entry.seat,), n=len(p.waiting))


def show_card(p: Shapes, entry: Entry, say: Say) -> None:
    """What was drawn is told to its owner alone (SHP-1)."""
    go_on(p, entry, say)
    card = entry.words("cards")[0]
    say("shapes.drawn", "SHP-1", entry.seat, stop=True, only=(entry.seat,), cards=card)


def others_wait(p: Shapes, entry: Entry) -> bool:
    """Somebody has not answered yet (SHP-1)."""
    return len(p.waiting) > 1


VERBS: Final = {
    "rams": ("driven", "passed", "behind", "card"), "whose": ("roll",), "dice": ("roll",),
    "signs": ("roll",), "number": ("say",), "tableau": ("say",), "cards": ("give",),
    "hand": ("give",), "place": ("put",), "drive": ("step",), "lanes": ("ahead", "right"),
    "stakes": ("stake",),
    "draw": ("draw",), "together": ("put",), "confirm": ("ready",), "many": ("choose", "line"),
    "news": ("ready",),
}  # fmt: skip
ASKS: Final = (
    rams, whose, dice, signs, number, tableau, cards, hand, place, drive, lanes, stakes, draw,
    together, confirm, many, news,
)  # fmt: skip


def rows(order: tuple[str, ...]) -> list[Row[Shapes]]:
    found = []
    for state, after in zip(order, (*order[1:], "over"), strict=True):
        effect = {"many": tell, "draw": show_card}.get(state, go_on)
        for verb in VERBS[state]:
            if state in ("stakes", "together"):
                wait = (others_wait,)
                found.append(Row(verb, state, state, put_down, wait, ("SHP-1",)))
            found.append(Row(verb, state, after, effect, (), ("SHP-1", "SHP-2")))
    return found


STATES: Final = [State(name, asks, VERBS[name]) for name, asks in zip(ORDER, ASKS, strict=True)]


def flow(options: Options) -> Flow[Shapes]:
    """All states once round, beginning with the one that the option names."""
    first = ORDER.index(str(options["start"]))
    order = (*ORDER[first:], *ORDER[:first])
    return Flow("shapes", order[0], [*STATES, State("over", final=True)], rows(order))


def setup(start: Setup) -> Shapes:
    return Shapes(seats=start.seats, waiting=list(range(1, start.seats + 1)))


def result(p: Shapes) -> Result:
    seats = tuple(range(1, p.seats + 1))
    scores = {str(seat): 10 - seat for seat in seats}
    ranking = tuple((seat,) for seat in seats)
    return Result((1, 2), text("shapes.won"), "SHP-2", ranking, scores)


ICONS: Final = {
    "road": ("        ", "   ##   ", "        ", "   ##   ", "        ", "   ##   ", "        ",
             "   ##   "),
    "wall": ("########", "#  ##  #", "########", "##  ##  ", "########", "#  ##  #", "########",
             "##  ##  "),
    "ramp": ("       #", "      ##", "     # #", "    #  #", "   #   #", "  #    #", " #     #",
             "########"),
}  # fmt: skip
OIL: Final = tuple("#" * n + " " * (24 - n) for n in range(2, 24, 2))


def widgets(p: Shapes) -> tuple[Widget, ...]:
    if p.state == "place":
        cells = tuple(tuple("12" if r == c else "" for c in range(5)) for r in range(5))
        marked = frozenset({(2, 2)})
        return (Grid(cells, ("8", "", "3", "", "10"), ("5", "", "2", "", ""), ("4", "12"), marked),)
    if p.state == "drive":
        tiles = {(c, r): "wall" if (c + r) % 7 == 0 else "road" for c in range(1, 21)
                 for r in range(1, 6) if (c * r) % 5}  # fmt: skip
        return (Map(20, 5, ICONS, tiles, {(6, 3): "1", (9, 2): "2"}, (6, 3), frozenset({5})),)
    if p.state == "lanes":
        road = {(lane, row): "road" for lane in range(1, 6) for row in range(1, 30 - lane)}
        aims = {"ahead": (3, 13), "left": (2, 12), "right": (4, 12)}
        cars = {(3, 12): "1", (5, 9): "2"}
        ahead = (3, 16)
        return (Map(5, 40, ICONS, road, cars, ahead, frozenset({5}), lying=True, aims=aims),)
    if p.state == "signs":
        return (Dice(("R", "B", "X", 4, "R")),)
    if p.state == "cards":
        return (Picture(OIL),)
    return ()


def scene(p: Shapes, seat: int | None) -> Scene:
    names = [("", text("shapes.head"), "Pkt")]
    table = Table(tuple(names[0]), tuple((f"{n}.", Text("seat.name", {"seat": n}), str(n * n))
                                         for n in range(1, 16)), frozenset({3}))  # fmt: skip
    return Scene(
        big="12" if p.state in ("rams", "news", "lanes") else "",
        unit=text("shapes.unit") if p.state in ("rams", "news", "lanes") else None,
        lines=(text("shapes.line", n=len(p.said)),) if seat is None else (text("shapes.mine"),),
        body=widgets(p),
        pages={"standings": (text("shapes.page"), table), "oil": (Picture(OIL), Dice((1, 5)))},
        marks={2: "shield", 3: "roof"} if p.state == "rams" else {},
        badges={1: "5"} if p.state == "news" else {},
        sheets={s: (Grid(((str(s), ""), ("", "9"))),) for s in range(1, p.seats + 1)}
        if p.state == "together"
        else {},
    )


GAME: Game[Shapes] = Game(
    name="shapes",
    version="1",
    seats=range(2, 13),
    setup=setup,
    flow=flow,
    result=result,
    scene=scene,
    resources=files("tests.shapes"),
    options=(
        OptionSpec("dice", ("device", "table"), "SHP-1", "facts"),
        OptionSpec("cards", ("device", "table"), "SHP-1", "facts"),
        OptionSpec("start", ORDER, "SHP-1", "variant"),
        OptionSpec("strict", (False, True), "SHP-2"),
        OptionSpec("laps", (1, 2, 3), "SHP-2"),
    ),
    abandoned="SHP-2",
)
