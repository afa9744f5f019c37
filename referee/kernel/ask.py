"""What a match waits for, and what is answered: asks, options, refusals, entries.

`Ask.options` is the one truth for legality: an entry is accepted exactly when an option of an
open ask accepts it (`judge`). Screens, bots, the protocol and the tests all read the same list.

`Reader` gives the arguments of an entry, and the memory of an interruption, in their types. An ask
has let the values pass before a game reads them. So a value that is missing or of another type is a
fault of the game's tables, or an old line under other rules: `FlowError` names the field.

A game decides in functions that say `No` (why something may not be done now) or None (it may).
A `Menu` makes options and refusals of these decisions, so that no verb is in both.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, TypeVar

from referee.kernel.errors import BadEntry, FlowError, Refused
from referee.kernel.text import Args, Plain, Text, Who

T = TypeVar("T")


# -- entries ----------------------------------------------------------------------------------


class Reader:
    """A thing with named values; `_values` says which they are."""

    __slots__ = ()

    _values: Mapping[str, Plain]

    def has(self, name: str) -> bool:
        return name in self._values

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number: points, a seat, a row."""
        value = self._values.get(name, default)
        return value if type(value) is int else _typed(name, value, int)

    def word(self, name: str, default: str | None = None) -> str:
        """A word: a kind of card, a colour, a side."""
        value = self._values.get(name, default)
        return value if type(value) is str else _typed(name, value, str)

    def items(self, name: str) -> list[Plain]:
        """A list of anything, as a copy: cards that are more than a word."""
        return list(_typed(name, self._values.get(name), list))

    def numbers(self, name: str) -> list[int]:
        found: Any = self._values.get(name)
        if type(found) is not list:
            _typed(name, found, list)
        for item in found:
            if type(item) is not int:
                _typed(name, item, int)
        return [*found]

    def words(self, name: str) -> list[str]:
        return [_typed(name, item, str) for item in self.items(name)]

    def cell(self, name: str = "cell") -> tuple[int, int]:
        """A place by the two numbers that name it."""
        found = self._values.get(name)
        if type(found) is list and len(found) == 2:
            first, second = found
            if type(first) is int and type(second) is int:
                return first, second
        first, second = self.numbers(name)
        return first, second

    def dice(self, name: str = "dice") -> list[int]:
        """The dice of a roll, in their order."""
        return self.numbers(name)

    def die(self, name: str = "dice") -> int:
        """The only die of a roll."""
        (die,) = self.numbers(name)
        return die

    def faces(self, name: str = "dice") -> list[str]:
        """The dice of a roll that show signs."""
        return self.words(name)


def _typed(name: str, value: Plain, kind: type[T]) -> T:
    if type(value) is not kind:
        raise FlowError(f"{name} is read as {kind.__name__}, but is {value!r}")
    return value


@dataclass(slots=True)
class Entry(Reader):
    """One answer: the seat that gave it, a verb, and arguments (dice and cards included).

    The readers (`number`, `word`, `dice`, `cell`, ...) give an argument in the type that it has.
    """

    seat: int
    verb: str
    args: dict[str, Plain] = field(default_factory=dict)

    def plain(self) -> dict[str, Plain]:
        return {"seat": self.seat, "verb": self.verb, "args": self.args}

    @classmethod
    def parse(cls, data: Plain) -> Entry:
        """An entry from decoded JSON; raises `BadEntry` naming the field that is wrong."""
        if not isinstance(data, dict):
            raise BadEntry("error.entry.shape", found=_kind(data))
        unknown = sorted(set(data) - {"seat", "verb", "args"})
        if unknown:
            raise BadEntry("error.entry.unknown", field=unknown[0][:40])
        seat, verb, args = data.get("seat"), data.get("verb"), data.get("args", {})
        if type(seat) is not int:
            raise BadEntry("error.entry.field", field="seat", found=_kind(seat))
        if not isinstance(verb, str):
            raise BadEntry("error.entry.field", field="verb", found=_kind(verb))
        if not isinstance(args, dict):
            raise BadEntry("error.entry.field", field="args", found=_kind(args))
        return cls(seat, verb, args)


# The same slot under the readers' name, which guards use more than anything else.
Entry._values = Entry.args  # type: ignore[misc]


def _kind(value: Plain) -> str:
    names = {dict: "object", list: "array", str: "string", bool: "boolean", type(None): "nothing"}
    return names.get(type(value), "number")


#: A source of chance, as `secrets.randbelow`: from k, a whole number from 0 to k-1, every one
#: equally likely.
RandBelow = Callable[[int], int]

#: Sets of options up to this size are listed one by one; larger ones are described.
LISTED: Final = 1000


# -- what is asked ----------------------------------------------------------------------------


class Kind(Enum):
    """Who knows the answer: a player decides, chance falls, or the table reports."""

    DECISION = "decision"
    CHANCE = "chance"
    REPORT = "report"


@dataclass(slots=True, unsafe_hash=True)
class OneOf:
    """An argument with one of the given values.

    ``look`` tells a panel how to ask for it: ``list`` (a menu), ``seat`` (that player's own
    button), ``number`` (digits), ``cell`` (a cursor over the scene's grid or map), ``tile`` (the
    same over the tiles of a town, by their numbers), ``arms`` (a list: how a tile lies at the place
    that was chosen, drawn there), ``buttons`` (up to three values, each on a button of its own).
    ``keys``: the button (``up``, ``ok``, ``down``) of each of these values, which it keeps where
    others are missing; OK is the first one's if it is nobody else's. ``notes`` are a few
    characters for each value that are shown beside it. ``order``: how a list shows them where that
    is always the same; the cursor begins at the first of ``values``. ``taps``: where this is all
    that is asked in secret, the number (from 0) may also be tapped unseen on one's own seat button,
    one tap more than the number: so everybody taps. Only for small numbers.
    """

    values: tuple[Plain, ...]
    look: str = "list"
    notes: tuple[Text, ...] = ()
    taps: bool = False
    keys: tuple[str, ...] = ()
    order: tuple[Plain, ...] = ()

    def accepts(self, value: Plain) -> bool:
        return any(_same(value, allowed) for allowed in self.values)

    def sample(self, below: RandBelow) -> Plain:
        return self.values[below(len(self.values))]

    def size(self) -> int:
        return len(self.values)

    def expand(self) -> Iterator[Plain]:
        return iter(self.values)

    def describe(self) -> dict[str, Plain]:
        return {"one": list(self.values)}


@dataclass(slots=True, unsafe_hash=True)
class Each:
    """A list of ``count`` values, each drawn afresh: dice.

    A value may stand several times in ``faces``; it is then so much likelier to be rolled.
    With ``ordered=False`` it means nothing which die shows what: such dice are listed and sampled
    in the order of ``faces`` but accepted in any order, and a panel takes them as one throw.
    """

    count: int
    faces: tuple[Plain, ...]
    look: str = "dice"
    ordered: bool = True

    def accepts(self, value: Plain) -> bool:
        if not isinstance(value, list) or len(value) != self.count:
            return False
        return all(any(_same(item, face) for face in self.faces) for item in value)

    def sample(self, below: RandBelow) -> Plain:
        drawn = [self.faces[below(len(self.faces))] for _ in range(self.count)]
        return drawn if self.ordered else sorted(drawn, key=_distinct(self.faces).index)

    def size(self) -> int:
        kinds = len(_distinct(self.faces))
        if self.ordered:
            return int(kinds**self.count)
        return math.comb(kinds + self.count - 1, self.count)

    def expand(self) -> Iterator[list[Plain]]:
        """All values; unordered throws begin with those that lack the last faces."""
        faces = _distinct(self.faces)
        if self.ordered:
            yield from map(list, itertools.product(faces, repeat=self.count))
            return
        throws = itertools.combinations_with_replacement(range(len(faces)), self.count)
        for throw in sorted(throws, key=lambda numbers: numbers[::-1]):
            yield [faces[number] for number in throw]

    def describe(self) -> dict[str, Plain]:
        unordered = {} if self.ordered else {"ordered": False}
        return {"each": self.count, "of": list(_distinct(self.faces)), **unordered}


@dataclass(slots=True, unsafe_hash=True)
class Pick:
    """A list of ``low`` to ``high`` things out of ``values``, none taken twice: cards.

    Equal values are that many equal cards. Unordered picks are listed and sampled in the order
    of ``values`` but accepted in any order.
    """

    low: int
    high: int
    values: tuple[Plain, ...]
    ordered: bool = False
    look: str = "cards"

    def accepts(self, value: Plain) -> bool:
        if not isinstance(value, list) or not self.low <= len(value) <= self.high:
            return False
        left = list(self.values)
        for item in value:
            found = next((i for i, card in enumerate(left) if _same(item, card)), None)
            if found is None:
                return False
            del left[found]
        return True

    def sample(self, below: RandBelow) -> Plain:
        taken = picks(self.low, self.high, len(self.values), below)
        return [self.values[i] for i in (taken if self.ordered else sorted(taken))]

    def size(self) -> int:
        ways = math.perm if self.ordered else math.comb
        return sum(int(ways(len(self.values), k)) for k in range(self.low, self.high + 1))

    def expand(self) -> Iterator[list[Plain]]:
        ways = itertools.permutations if self.ordered else itertools.combinations
        seen: set[str] = set()
        for count in range(self.low, self.high + 1):
            for cards in ways(self.values, count):
                if repr(cards) not in seen:
                    seen.add(repr(cards))
                    yield list(cards)

    def describe(self) -> dict[str, Plain]:
        return {"pick": [self.low, self.high], "from": list(self.values), "ordered": self.ordered}


Field = OneOf | Each | Pick


def picks(low: int, high: int, among: int, below: RandBelow) -> list[int]:
    """``low`` to ``high`` different numbers from 0 to ``among`` - 1, in the order of drawing."""
    count = low + below(high - low + 1)
    if count == 1:
        return [below(among)]
    left = list(range(among))
    return [left.pop(below(len(left))) for _ in range(count)]


def _same(a: Plain, b: Plain) -> bool:
    """Equal as JSON, at any depth: ``True`` is not 1, ``1.0`` is not 1."""
    if type(a) is not type(b) or a != b:
        return False
    if isinstance(a, list) and isinstance(b, list):
        return all(map(_same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return all(_same(value, b[name]) for name, value in a.items())
    return True


def _distinct(values: tuple[Plain, ...]) -> tuple[Plain, ...]:
    return tuple(dict.fromkeys(values))


@dataclass(slots=True)
class Option:
    """What may be answered: a verb and, for every argument, the values it may take.

    ``note`` is a few characters that a panel shows beside the choice: the odds, a price.
    ``preview`` says in a sentence what it brings, and is shown while it is selected. With
    ``rolls`` the press that takes it also presses for the device's dice that it leads to. What
    is ``aside`` is seldom wanted: a panel keeps it behind BACK, or leaves it out where there is
    another option with its verb. ``clauses``: the rules that HELP
    shows once it is begun, or while one press answers it, before the one of the ask.
    """

    verb: str
    fields: Mapping[str, Field] = field(default_factory=dict)
    note: Text | None = None
    preview: Text | None = None
    rolls: bool = False
    aside: bool = False
    clauses: tuple[str, ...] = ()

    def accepts(self, args: Mapping[str, Plain]) -> bool:
        if args.keys() != self.fields.keys():
            return False
        return all(self.fields[name].accepts(value) for name, value in args.items())

    def sample(self, below: RandBelow) -> dict[str, Plain]:
        """Arguments drawn evenly, field by field: the device's dice, a shuffled card, a bot."""
        return {name: choice.sample(below) for name, choice in self.fields.items()}

    def size(self) -> int:
        """Number of different arguments (an upper bound where equal cards can be picked)."""
        return math.prod(choice.size() for choice in self.fields.values())

    def expand(self) -> Iterator[dict[str, Plain]]:
        names = list(self.fields)
        for values in itertools.product(*(list(self.fields[name].expand()) for name in names)):
            yield dict(zip(names, values, strict=True))

    def describe(self) -> dict[str, Plain]:
        """The set as a range, for the protocol's ``choose``."""
        fields = {name: choice.describe() for name, choice in self.fields.items()}
        return {"verb": self.verb, "fields": fields}


def option(verb: str, /, **fields: Field) -> Option:
    """Shorthand: ``option("passed", target=OneOf((2, 3), "seat"))``."""
    return Option(verb, fields)


@dataclass(slots=True)
class Refusal:
    """Why something that a player would expect is not among the options.

    It stands for every entry with this ``verb`` whose arguments include ``args``. With ``aside`` no
    player is led to it: it is for whoever answers so all the same.
    """

    verb: str
    reason: Text
    clause: str
    args: Mapping[str, Plain] = field(default_factory=dict)
    aside: bool = False

    def covers(self, verb: str, args: Mapping[str, Plain]) -> bool:
        if verb != self.verb:
            return False
        return all(name in args and _same(args[name], value) for name, value in self.args.items())


@dataclass(slots=True)
class Ask:
    """One thing the match waits for; any one of ``seats`` answers it with one entry.

    The first option is the commonest answer: one press on the panel gives it. ``source`` says
    whose knowledge it is: that of the ``players``, or what ``dice``, ``cards``, the ``board`` or
    a ``lot`` show. Where the match has an option of that name, its value says whether this source
    is on the table or in the device; players and lots are always at the table. ``auto`` asks are
    answered by the device without a press where it can. ``secret`` options are for the asked
    seats' eyes only. ``buttons``: verbs that a panel puts each on a button of its own (``up``,
    ``ok``, ``down``, ``roll``), as pairs; the other verbs stand behind BACK then.
    """

    seats: tuple[int, ...]
    kind: Kind
    prompt: Text
    clause: str
    options: tuple[Option, ...]
    refusals: tuple[Refusal, ...] = ()
    source: str = "players"
    auto: bool = False
    secret: bool = False
    buttons: tuple[tuple[str, str], ...] = ()

    @property
    def verb(self) -> str:
        """The verb of the commonest answer."""
        return self.options[0].verb

    def accepts(self, verb: str, args: Mapping[str, Plain]) -> bool:
        return any(o.verb == verb and o.accepts(args) for o in self.options)

    def refusal(self, verb: str, args: Mapping[str, Plain]) -> Refusal | None:
        """The first stated reason that covers this answer, if the game gave one."""
        return next((r for r in self.refusals if r.covers(verb, args)), None)

    def size(self) -> int:
        return sum(o.size() for o in self.options)

    def listed(self) -> Iterator[tuple[str, dict[str, Plain]]]:
        """Every single answer as (verb, arguments), in the order of the options."""
        for choice in self.options:
            for args in choice.expand():
                yield choice.verb, args


def counted(cards: Counter[str]) -> tuple[str, ...]:
    """The cards of a counter as a tuple for `Pick`, in a fixed order."""
    return tuple(card for card in sorted(cards) for _ in range(cards[card]))


# -- the one judgement over entries ---------------------------------------------------------


def judge(entry: Entry, asks: Sequence[Ask], ending: str) -> Ask:
    """The ask that this entry answers; raises `Refused` with reason and clause.

    ``ending`` is the clause that ended the match, for when nothing is asked any more.
    """
    if not asks:
        raise Refused(Text("refused.over"), ending)
    mine = [ask for ask in asks if entry.seat in ask.seats]
    for ask in mine:
        if ask.accepts(entry.verb, entry.args):
            return ask
    raise _refusal(entry, mine) if mine else _not_asked(asks)


def _not_asked(asks: Sequence[Ask]) -> Refused:
    """Who is asked instead; the games' reasons are for them, and may tell what only they know."""
    seats = dict.fromkeys(seat for ask in asks for seat in ask.seats)
    return Refused(Text("refused.seat", {"seats": tuple(map(Who, seats))}), asks[0].clause)


def _refusal(entry: Entry, asks: Sequence[Ask]) -> Refused:
    """The reason the game states for this entry, or else what the entry misses."""
    for ask in asks:
        if known := ask.refusal(entry.verb, entry.args):
            return Refused(known.reason, known.clause)
    first = asks[0]
    for ask in asks:
        if any(option.verb == entry.verb for option in ask.options):
            return Refused(Text("refused.args", {"prompt": ask.prompt}), ask.clause)
    return Refused(Text("refused.now", {"prompt": first.prompt}), first.clause)


# -- asks as plain data, for programs --------------------------------------------------------


def described(ask: Ask) -> dict[str, Plain]:
    """Who is asked, of what kind, and what may be answered (docs/protocol.md)."""
    return {**headed(ask), **answers(ask)}


def headed(ask: Ask) -> dict[str, Plain]:
    """An ask without its answers."""
    data: dict[str, Plain] = {
        "seats": list(ask.seats),
        "kind": ask.kind.value,
        "verb": ask.verb,
        "clause": ask.clause,
    }
    return data | {"secret": True} if ask.secret else data


def answers(ask: Ask) -> dict[str, Plain]:
    """``options``: all answers; ``choose``: what they are made of, where there are many."""
    if ask.size() > LISTED:
        return {"choose": {"options": [option.describe() for option in ask.options]}}
    return {"options": [{"verb": verb, "args": args} for verb, args in ask.listed()]}


V = TypeVar("V", bound=Plain)


# -- what may be answered and what may not, put together --------------------------------------


@dataclass(frozen=True, slots=True)
class No:
    """Why not: the key of the reason with its arguments, and the clause that says so."""

    key: str
    clause: str
    args: Args = field(default_factory=dict)


class Menu:
    """Options and refusals in the order in which they are added: the commonest answer first.

    ``buttons``: what is answered by one button of the panel; see `Ask.buttons`.
    """

    def __init__(self, *options: Option) -> None:
        self.buttons: dict[str, str] = {}
        self.options = list(options)
        self.refusals: list[Refusal] = []

    def add(
        self, verb: str, no: No | None = None, note: Text | None = None, /, **fields: Field
    ) -> None:
        """Offer the verb, or refuse it."""
        if no is None:
            self.options.append(Option(verb, fields, note))
        else:
            self.refuse(verb, no)

    def offer(self, options: Iterable[Option]) -> None:
        """Options with more to them: behind BACK, with a roll, of several fields."""
        self.options += options

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        """Refuse the verb with these arguments; the reason's sentence may speak of them."""
        self.refusals.append(Refusal(verb, Text(no.key, {**args, **no.args}), no.clause, args))

    def bar(self, verb: str, no: No, /, **args: Plain) -> None:
        """Refuse these arguments where somebody gives them, but lead no cursor there."""
        reason = Text(no.key, {**args, **no.args})
        self.refusals.append(Refusal(verb, reason, no.clause, args, aside=True))

    def choose(
        self,
        verb: str,
        name: str,
        values: Mapping[V, No | None],
        look: str = "list",
        notes: Sequence[Text] = (),
    ) -> None:
        """Offer the verb with the allowed values of one field, and refuse the others one by one.

        ``notes`` go with the allowed values. With no value left the verb itself is refused, for
        the first value's reason.
        """
        allowed = tuple(value for value, no in values.items() if no is None)
        if allowed:
            self.add(verb, **{name: OneOf(allowed, look, tuple(notes))})
        self.refuse_values(verb, name, values)
        if not allowed:
            self.refuse(verb, next(no for no in values.values() if no is not None))

    def refuse_values(self, verb: str, name: str, values: Mapping[V, No | None]) -> None:
        """Refuse the forbidden values of one field."""
        self.refusals += (
            Refusal(verb, Text(no.key, {name: value, **no.args}), no.clause, {name: value})
            for value, no in values.items()
            if no is not None
        )

    def ask(
        self,
        seats: Iterable[int],
        kind: Kind,
        prompt: Text,
        clause: str,
        source: str = "players",
        *,
        auto: bool = False,
        secret: bool = False,
    ) -> Ask:
        """The ask with these options."""
        return Ask(
            tuple(seats), kind, prompt, clause, tuple(self.options), tuple(self.refusals),
            source, auto, secret, tuple(self.buttons.items()),
        )  # fmt: skip

    def asks(
        self,
        seats: Iterable[int],
        kind: Kind,
        prompt: Text,
        clause: str,
        source: str = "players",
        *,
        auto: bool = False,
        secret: bool = False,
    ) -> tuple[Ask, ...]:
        """The same as the only open ask."""
        return (self.ask(seats, kind, prompt, clause, source, auto=auto, secret=secret),)


class Offers(Menu):
    """A menu that keeps no refusals: for a `Draw` that asks what the asks offer."""

    def refuse(self, verb: str, no: No, /, **args: Plain) -> None:
        pass

    def bar(self, verb: str, no: No, /, **args: Plain) -> None:
        pass

    def refuse_values(self, verb: str, name: str, values: Mapping[V, No | None]) -> None:
        pass

    def drawn(self, seat: int, below: RandBelow) -> Entry:
        """Any of the options, as a random player answers."""
        option = self.options[below(len(self.options))]
        return Entry(seat, option.verb, option.sample(below))
