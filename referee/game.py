"""The one door for authors of games: all that a game imports of the referee, and nothing else.

A game is a package of its own. It says what a match waits for, what an answer changes and what is
to be seen; screens, buttons, dice, undo, saving, the protocol, bots and simulation are there::

    GAME = Game(name="toy", version="1", seats=range(2, 5), setup=setup, flow=flow,
                result=result, scene=scene, resources=files(__name__), api=1)

The package announces this record under the entry point ``referee.games`` in its
``pyproject.toml``, and pip installs it. These are the parts, in the order in which you write them:

**The position** is all that can change, as plain data: a slotted dataclass that derives from
`Position`, holding numbers, strings, lists, dicts and further such dataclasses. Fields marked
``metadata=CONSTANT`` never change and stand in no digest: the options, the printed numbers.
``setup(Setup)`` makes a fresh one. `Position.push` opens an interruption (an `Item` on the agenda:
a duel, a ram), `Position.pop` ends it. Printed numbers stand in ``components.toml`` (`Components`).

**Asks** say what may be answered: `Ask` (who, `Kind`, prompt, clause), its `Option` list (a verb
and its fields `OneOf`, `Each`, `Pick`), and a `Refusal` with reason and clause for what a player
would expect but may not do now. What is listed is accepted, all else is refused: there is no other
place for legality. The first option is the commonest answer. `Ask.source` names who knows the
answer; where the match's option of that name is `DEVICE`, the device answers by itself. A `Menu`
makes an ask of decisions: ``menu.add("pass", why_not(p), target=...)`` offers a verb, or refuses it
where ``why_not`` says `No`.

**The flow** is one table of `Row` lines - trigger, source, destination, effect, guards, clauses -
between `State` lines. A state without asks is a fork that its `AUTO` rows leave. For one state and
trigger the first row whose guards all hold is taken. `Flow` proves the table when it is made.
A guard is ``(position, entry) -> bool``; an effect ``(position, entry, say) -> None`` alone changes
the position. `Say` announces a ruling: ``say("toy.duel.won", "TOY-2", seat, points=3)``. Neither
draws, prints or reads a clock: dice and cards come in the `Entry`, whose readers give them in their
types: ``entry.die()``, ``entry.number("target")``, ``entry.word("card")``, ``entry.cell()``. The
memory of an `Item` is read in the same way. A state that studies play millions of times may have
a `Draw`: a random answer from `Chance`, without the asks.

**What is seen** is a `Scene`, as data: a big number, short lines, widgets (`Dice`, `Grid`,
`Table`, `Map`, `Streets`, `Picture`), pages. ``view(position, seat)`` hides what a seat may
not see; ``conceals(seats, options)`` says in which matches it does, if not in all.

**Words** stand in ``texts/de.toml`` and ``texts/en.toml``; code holds keys alone: ``text(key,
n=2, who=Who(seat))``.

**Computer players** are optional: a `Player` for each level (``easy``, ``good``), announced as
``<game>.<level>`` under the entry point ``referee.players``. Its `Bot` sees what its seat may see
and an ask, and answers an `Entry`, or `Chosen` with the reason, which the box tells.

**The end** is a state with ``final=True``; ``result(position)`` then says who has won (`Result`).

Everything in ``__all__`` is kept as it is while `API` has the same number. A game names the number
that it was made for (``Game(api=1)``); under a referee with another number it is listed with a
sentence that says so, and all other games play.

``docs/adding-a-game.md`` builds a game step by step.
"""

from __future__ import annotations

from referee.kernel.ask import (
    Ask,
    Each,
    Entry,
    Field,
    Kind,
    Menu,
    No,
    Offers,
    OneOf,
    Option,
    Pick,
    RandBelow,
    Refusal,
    counted,
    option,
    picks,
)
from referee.kernel.chance import Chance, Draw
from referee.kernel.components import OWNER, Components
from referee.kernel.components import load as load_components
from referee.kernel.errors import ComponentsError, Refused
from referee.kernel.flow import AUTO, Effect, Flow, Guard, Row, State, replaced
from referee.kernel.game import (
    API,
    DEVICE,
    Game,
    Options,
    OptionSpec,
    Quick,
    Result,
    Setup,
    switch,
)
from referee.kernel.players import Bot, Chosen, Player
from referee.kernel.position import CONSTANT, LATER, Item, Position, plain
from referee.kernel.ruling import Ruling, Say
from referee.kernel.scene import (
    Brings,
    Cover,
    Dice,
    Grid,
    Map,
    Picture,
    Scene,
    Streets,
    Table,
    Tile,
    Vehicle,
    Widget,
    cell_name,
    column_name,
)
from referee.kernel.text import Arg, Args, Plain, Shaped, Text, Who, text

__all__ = [
    "API",
    "AUTO",
    "CONSTANT",
    "DEVICE",
    "LATER",
    "OWNER",
    "Arg",
    "Args",
    "Ask",
    "Bot",
    "Brings",
    "Chance",
    "Chosen",
    "Components",
    "ComponentsError",
    "Cover",
    "Dice",
    "Draw",
    "Each",
    "Effect",
    "Entry",
    "Field",
    "Flow",
    "Game",
    "Grid",
    "Guard",
    "Item",
    "Kind",
    "Map",
    "Menu",
    "No",
    "Offers",
    "OneOf",
    "Option",
    "OptionSpec",
    "Options",
    "Pick",
    "Picture",
    "Plain",
    "Player",
    "Position",
    "Quick",
    "RandBelow",
    "Refusal",
    "Refused",
    "Result",
    "Row",
    "Ruling",
    "Say",
    "Scene",
    "Setup",
    "Shaped",
    "State",
    "Streets",
    "Table",
    "Text",
    "Tile",
    "Vehicle",
    "Who",
    "Widget",
    "cell_name",
    "column_name",
    "counted",
    "load_components",
    "option",
    "picks",
    "plain",
    "replaced",
    "switch",
    "text",
]
