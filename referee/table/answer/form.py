"""An answer in the making, as a value: what is asked for now, what has been said so far.

First comes the choice, then its arguments, each by a control that suits it. A press makes another
form of this one; what comes out of it in the end is a `Draft` without questions.

Legality stands in the ask alone. A draft only ever narrows the ask's own options down; what is
left of them when no argument is missing is an entry that the match accepts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from itertools import zip_longest
from typing import Any, Final

from referee.kernel.ask import Ask, Each, Entry, Field, Kind, OneOf, Option, Pick, Refusal
from referee.kernel.scene import Grid, Map, Streets, Widget, column_name
from referee.kernel.text import Plain, Shaped, Text
from referee.table.answer.controls import (
    TWO_PRESSES,
    AimControl,
    ButtonControl,
    ButtonsControl,
    CellControl,
    Hints,
    Input,
    Keypad,
    ListControl,
    PicksControl,
    PlaceControl,
    Row,
    dice_pad,
    number_pad,
)
from referee.table.catalogue import Catalogue
from referee.table.screen import Cursor, Place, apart, on_screen

# -- the answer so far ------------------------------------------------------------------------

#: Looks of a field that says a place.
PLACES: Final = ("cell", "tile")


@dataclass(frozen=True, slots=True)
class Question:
    """The next argument: its values, and those that may not be chosen now with the reason."""

    name: str
    field: Field
    refused: tuple[tuple[Plain, Refusal], ...] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A verb of an ask with some of its arguments, and the ``question`` what must be said next;
    None when the answer is complete."""

    ask: Ask
    verb: str
    options: tuple[Option, ...]
    args: Mapping[str, Plain] = field(default_factory=dict)
    question: Question | None = None

    @property
    def place(self) -> Plain:
        """The place of a sheet or a map, or the tile of a town, that has been said; None: none."""
        fields = self.options[0].fields
        said = (value for name, value in self.args.items() if fields[name].look in PLACES)
        return next(said, None)

    @property
    def lying(self) -> tuple[str, ...]:
        """How a tile may lie at the place that is asked for now, or has been said."""
        fields = self.options[0].fields.items()
        ways = (f.expand() for name, f in fields if name not in self.args and f.look == "arms")
        return tuple(map(str, next(ways, ())))

    def put(self, name: str, value: Plain) -> Draft:
        """The draft with one more argument; options that it does not fit are gone."""
        left = (o for o in self.options if name in o.fields and o.fields[name].accepts(value))
        return Draft(self.ask, self.verb, tuple(left), {**self.args, name: value}).asking()

    def entry(self, seat: int) -> Entry:
        return Entry(seat, self.verb, dict(self.args))

    def asking(self) -> Draft:
        """With its question; arguments that leave no choice are not asked for."""
        name = next((n for n in self.options[0].fields if n not in self.args), None)
        if name is None:
            return self
        fields = [option.fields[name] for option in self.options if name in option.fields]
        merged, refused = _merged(fields), self._refused(name, fields)
        if not refused and (only := _only(merged)):
            return self.put(name, only[0])
        return replace(self, question=Question(name, merged, refused))

    def _refused(self, name: str, fields: Sequence[Field]) -> tuple[tuple[Plain, Refusal], ...]:
        """The values that no further argument would help, each with its first reason."""
        found = dict[str, tuple[Plain, Refusal]]()
        for refusal in self.ask.refusals:
            if refusal.aside or refusal.verb != self.verb or name not in refusal.args:
                continue
            value = refusal.args[name]
            said = (key for key in refusal.args if key in self.args)
            fits = all(self.args[key] == refusal.args[key] for key in said)
            if fits and not any(choice.accepts(value) for choice in fields):
                found.setdefault(repr(value), (value, refusal))
        return tuple(found.values())


def offered(ask: Ask, verb: str) -> tuple[Option, ...]:
    """The options of a verb that a panel offers: one aside only where there is no other."""
    options = tuple(option for option in ask.options if option.verb == verb)
    return tuple(option for option in options if not option.aside) or options


@dataclass(frozen=True, slots=True)
class Choice:
    """A verb that the asks offer, with the draft that it begins, or (``refusal``) one that may not
    be used now. ``aside``: it is seldom wanted, with whatever arguments. ``note``: the
    game's own, beside it; ``preview``: what it brings; empty if nothing is known of it."""

    ask: Ask
    verb: str
    draft: Draft | None = None
    refusal: Refusal | None = None
    aside: bool = False
    note: Text | str = ""
    preview: Text | str = ""

    @classmethod
    def of(cls, ask: Ask, verb: str) -> Choice:
        options = offered(ask, verb)
        draft, aside = Draft(ask, verb, options).asking(), all(option.aside for option in options)
        note = next((o.note for o in options if o.note is not None), "")
        preview = next((o.preview for o in options if o.preview is not None), "")
        return cls(ask, verb, draft, None, bool(options) and aside, note, preview)


def choices(asks: Iterable[Ask]) -> tuple[Choice, ...]:
    """What a player can choose from, the commonest first, then what he may not do now."""
    asks = list(asks)
    found = [
        Choice.of(ask, verb)
        for ask in asks
        for verb in dict.fromkeys(option.verb for option in ask.options)
    ]
    offered = {choice.verb for choice in found}
    for ask in asks:
        refused = (refusal.verb for refusal in ask.refusals if not refusal.aside)
        for verb in dict.fromkeys(refused):
            if verb not in offered:
                offered.add(verb)
                found.append(Choice(ask, verb, refusal=_whole_reason(ask, verb)))
    return tuple(found)


def _whole_reason(ask: Ask, verb: str) -> Refusal:
    """Why a verb may not be used at all, rather than why it may not be with one of its values."""
    reasons = [refusal for refusal in ask.refusals if refusal.verb == verb]
    return next((reason for reason in reasons if not reason.args), reasons[0])


def _merged(fields: Sequence[Field]) -> Field:
    """One field for several options: all their values, with the notes if each has one; dice and
    cards are alike in them all."""
    first = fields[0]
    if len(fields) == 1 or not isinstance(first, OneOf):
        return first
    merged, notes = OneOf((), first.look), list[Text]()
    for one in fields:
        assert isinstance(one, OneOf)
        for value, note, key in zip_longest(one.values, one.notes, one.keys):
            if not merged.accepts(value):
                keys = (*merged.keys, key) if key is not None else ()
                merged = OneOf((*merged.values, value), first.look, keys=keys)
                notes += [note] if note is not None else []
    merged = replace(merged, order=first.order)
    return replace(merged, notes=tuple(notes)) if len(notes) == len(merged.values) else merged


def _enough(pick: Pick) -> str:
    """What the line with the count says: how many may be, are to be, or are still to be ticked
    until that answers by itself."""
    if pick.low < pick.high:
        return "pick.up-to"
    return "pick.done" if pick.ordered else "pick.count"


def _only(choice: Field) -> list[Plain]:
    """The one value of a field that has no other."""
    if isinstance(choice, OneOf) and len(choice.values) == 1:
        return [choice.values[0]]
    if isinstance(choice, Pick) and choice.low == len(choice.values) and not choice.ordered:
        return [list(choice.values)]
    return []


def named_seat(asks: Iterable[Ask], seat: int) -> tuple[Ask, Entry] | None:
    """The answer by a seat's own button: the one option that asks for nothing but a seat.

    None if no option, or more than one, offers this seat.
    """
    found = [
        (ask, Entry(ask.seats[0], option.verb, {name: seat}))
        for ask in asks
        for option in ask.options
        if len(option.fields) == 1
        for name, choice in option.fields.items()
        if isinstance(choice, OneOf) and choice.look == "seat" and choice.accepts(seat)
    ]
    return found[0] if len(found) == 1 else None


# -- what asks for the next argument ----------------------------------------------------------


class Beside(Enum):
    """The lines and buttons that stand for no answer: `WHY` lists what may not be chosen, `MORE`
    goes on to the values that have no button now, `MENU` leaves the question for the menu."""

    WHY = "why"
    MORE = "more"
    MENU = "menu"


#: So many values that may not be chosen are listed by themselves.
MANY: Final = 2

#: The buttons for so many values; ROLL is for what is left.
ON_BUTTONS: Final = {1: ("ok",), 2: ("ok", "down"), 3: ("up", "ok", "down")}

AnyControl = ButtonControl | ButtonsControl | ListControl | PicksControl | CellControl | Keypad


def _own_buttons(field: OneOf, passed: int) -> Sequence[str]:
    """The buttons of the values after those that were ``passed`` over: theirs, else by their
    number. One of them is OK."""
    keys = field.keys
    if len(keys) != len(field.values):
        return ON_BUTTONS[min(len(field.values) - passed, max(ON_BUTTONS))]
    return keys if "ok" in keys else ("ok", *keys[1:])


def _beside(words: Catalogue, what: Beside) -> Row:
    """The line for something that is no answer."""
    if what is Beside.WHY:
        return Row(words("why.line"), apart=True, short=words("why.short"))
    if what is Beside.MENU:
        return Row(words("menu.line"), about=words("menu.about"))
    return Row(words("more.line"))


def listed(question: Question) -> list[Shaped]:
    """All values of a field's list, those last that may not be chosen."""
    values = _in_order(question.field) if isinstance(question.field, OneOf) else ()
    return [*values, *(value for value, _ in question.refused)]


def shown(question: Question, *, why: bool, passed: int = 0) -> list[Any]:
    """The values of a list; several that may not be chosen are behind one line
    (`Beside.WHY`).

    Of values on buttons: those that have one, after so many that were ``passed`` over, and what
    ROLL stands for, the last one or all others (`Beside.MORE`).
    """
    refused = [value for value, _ in question.refused]
    if why:
        return refused
    values = listed(question)[: -len(refused) or None]
    behind = [Beside.WHY] if len(refused) >= MANY else refused
    if not isinstance(question.field, OneOf) or question.field.look != "buttons":
        return [*values, *behind]
    end = passed + max(ON_BUTTONS)
    rest = [*values[end:], *behind]
    return [*values[passed:end], *(rest if len(rest) <= 1 else [Beside.MORE])]


@dataclass(frozen=True, slots=True)
class Fields:
    """Makes the controls. ``widgets``, ``badges``: of the scene that they stand in; ``area``: what
    places are chosen on.

    ``again``: there is a key that says that a die is rolled again.
    """

    catalogue: Catalogue
    widgets: tuple[Widget, ...]
    badges: Mapping[int, str]
    again: bool
    area: Grid | Map | Streets | None

    @classmethod
    def over(
        cls, catalogue: Catalogue, widgets: Sequence[Widget], badges: Mapping[int, str],
        *, again: bool = True,
    ) -> Fields:  # fmt: skip
        area = next((w for w in widgets if isinstance(w, Grid | Map | Streets)), None)
        return cls(catalogue, tuple(widgets), badges, again, area)

    def control(self, draft: Draft, question: Question, *, why: bool, passed: int) -> AnyControl:
        """``why``: only the values that may not be chosen are listed. ``passed``: see `shown`."""
        field = question.field
        values = listed(question)
        if isinstance(field, Each):
            return dice_pad(field, self.catalogue("pad.again") if self.again else "")
        if isinstance(field, Pick):
            name, look = question.name, field.look
            labels = [self.catalogue.value(name, value, look) for value in field.values]
            done = self.catalogue(_enough(field), high=field.high)
            return PicksControl.begin(labels, field.low, field.high, done, ordered=field.ordered)
        area = self.area
        if field.look in PLACES and area is not None and all(map(self._place, values)):
            return self._places(draft, question, area)
        if field.look in ("number", "tile") and _countable(field.values):
            # every number keeps its buttons while a pad has room
            whole = len(values) <= TWO_PRESSES and _countable(values)
            allowed = values[: len(field.values)]
            usual = allowed[:1] if allowed[:1] != [min(allowed)] else []
            return number_pad(values if whole else allowed, usual)
        rows = self._rows(question, field, shown(question, why=why, passed=passed))
        if why:
            return ListControl(rows)
        if field.look == "buttons":
            own = _own_buttons(field, passed)
            keys = zip((*own, "roll"), rows, range(len(rows)), strict=False)
            return ButtonsControl(list(keys), {})
        first = values.index(field.values[0])
        at = self._place(draft.place)
        if isinstance(area, Streets) and all(str(v) in area.aims for v in values):
            return AimControl(rows, first, [area.aims[str(v)] for v in values])
        if at is None or not isinstance(area, Streets):
            return ListControl(rows, first)
        if not draft.lying:
            return PlaceControl(rows, first, at)
        lying = draft.lying
        rows = [replace(row, about=self._unmet(area, at, arms) or row.about)
                for row, arms in zip(rows, lying, strict=True)]  # fmt: skip
        return PlaceControl(rows, lying.index(_fitting(draft, area, at)), at, lying)

    def _unmet(self, area: Streets, at: Place, arms: str) -> str:
        """That a tile which lies so on another one meets no road of that, or not with all its
        arms; empty if it does."""
        under = next((tile.arms for tile in area.tiles if area.at(tile.cell) == at), arms)
        missed = [side for side in arms if side not in under]
        if not missed:
            return ""
        return self.catalogue("tile.unmet" if len(missed) == len(arms) else f"town.no.{missed[0]}")

    def _places(self, draft: Draft, question: Question, area: Grid | Map | Streets) -> CellControl:
        """The cursor over places. It begins where a raster has its focus; over tiles, where the
        town wants it, else at the one where it is looked at."""
        field = question.field
        assert isinstance(field, OneOf)
        values = {at: value for value in listed(question) if (at := self._place(value))}
        filled = {place for w in self.widgets if isinstance(w, Grid) for place in w.filled}
        free = [at for at, value in values.items() if field.accepts(value)]
        refused = [at for at in values if at not in (*free, *filled)]  # what is filled says why
        called = partial(self.catalogue.place, area)
        if field.notes:
            noted = dict(zip(map(self._place, field.values), field.notes, strict=False))
            called = partial(self._called, area, noted)
        hint = self._hints(*(ROWS if isinstance(area, Map) and area.lying else COLUMNS))
        cell = partial(_cell, area)
        order, across = partial(_steps_order, area), int(isinstance(area, Grid))
        if isinstance(area, Grid):
            free.sort(key=lambda at: at != area.focus)
        if field.look != "tile" or not isinstance(area, Streets):
            return CellControl.over(free, refused, hint, called, cell, order, across=across)
        free.sort(key=partial(apart, area.focus if area.begin is None else area.begin))
        fitting = partial(_fitting, draft, area)
        return CellControl.over(free, refused, hint, called, cell, order, values, fitting)

    def _hints(self, on: Wordings, first: Wordings) -> Hints:
        """What ROLL does, the longest wording first, at the end a sign."""
        long, short, sign = on
        one = (self.catalogue(long), self.catalogue(short), sign)
        long, short, sign = first
        return Hints(one, (self.catalogue(long), self.catalogue(short), sign))

    def _called(
        self, area: Grid | Map | Streets, noted: Mapping[Place | None, Text], at: Place
    ) -> str:
        """What a place is called, and the game's note on it."""
        name = self.catalogue.place(area, at)
        return f"{name} {self.catalogue.text(noted[at])}" if at in noted else name

    def _place(self, value: Shaped) -> Place | None:
        """The place that a value names, itself or by the number of a tile."""
        if isinstance(value, list):
            return (value[0], value[1])
        return self.area.middle(str(value)) if isinstance(self.area, Streets) else None

    def button(self, draft: Draft, label: str) -> ButtonControl:
        """For an answer that nothing is missing of; on a map the cursor stands where it leads."""
        key = "roll" if draft.ask.kind is Kind.CHANCE else "ok"
        name, at = self.target(draft), self._place(draft.place)
        if not name or at is None:
            return ButtonControl(label, key)
        label = self.catalogue("cell.only", what=label, cell=name)
        return ButtonControl(label, key, Cursor(at, [at], {at: (key,)}), name)

    def preview(self, at: Place) -> str:
        """What this place brings; empty if nothing is known about it."""
        shown = (w for w in self.widgets if isinstance(w, Grid | Streets))
        said = (widget.previews[at] for widget in shown if at in widget.previews)
        return next(map(self.catalogue.text, said), "")

    def over_card(self, at: Place) -> str:
        """That a card on the tile here counts no longer once another lies on it; empty: none is."""
        area = self.area
        if not isinstance(area, Streets):
            return ""
        under = any(tile.covers and area.at(tile.cell) == at for tile in area.tiles)
        return self.catalogue("tile.over") if under else ""

    def target(self, draft: Draft) -> str:
        """What the place is called that an answer names without having been asked for it."""
        area, at = self.area, self._place(draft.place)
        return self.catalogue.place(area, at) if area is not None and at is not None else ""

    def _rows(self, question: Question, field: OneOf, values: Sequence[Any]) -> list[Row]:
        rows = []
        said = map(self.catalogue.text, field.notes)
        notes = dict(zip(map(repr, field.values), said, strict=False))
        reasons = {repr(value): refusal.reason for value, refusal in question.refused}
        for value in values:
            if isinstance(value, Beside):
                rows.append(_beside(self.catalogue, value))
                continue
            label = self.catalogue.value(question.name, value, field.look)
            seat = value if field.look == "seat" and type(value) is int else None
            badge = self.catalogue.sign(seat, self.badges) if seat is not None else ""
            refused = reasons.get(repr(value), "")
            note = "" if refused else notes.get(repr(value), "")
            about = refused or self.catalogue.brought(question.name, value)
            rows.append(Row(label, note, bool(refused), badge, about))
        return rows


#: How it is said where ROLL goes: two keys and a sign.
Wordings = tuple[str, str, str]

#: Along the columns, or along the rows of a lying road: one on, and back to the first.
COLUMNS: Final = (
    ("cell.column", "cell.column.short", "►"),
    ("cell.column.first", "cell.column.first.short", "◄"),
)
ROWS: Final = (
    ("cell.row", "cell.row.short", "▼"),
    ("cell.row.first", "cell.row.first.short", "▲"),
)


def _reading_order(area: Map, verb: str) -> tuple[int, int, int]:
    """Verbs by where they lead on the screen, from the top; the others come after them."""
    if verb not in area.aims:
        return (1, 0, 0)
    left, top = on_screen(area, area.aims[verb])
    return (0, top, left)


def _steps_order(area: Grid | Map | Streets, place: Place) -> tuple[int, int]:
    """Places as DOWN goes through them: lane by lane of a road, column by column of anything else,
    each from the top of the screen."""
    if isinstance(area, Grid):
        return (place[1], place[0])
    if isinstance(area, Streets):
        return (place[0], -place[1])
    left, top = on_screen(area, place)
    return (top, left) if area.lying else (left, top)


def _cell(area: Grid | Map | Streets, at: Place) -> tuple[str, int] | None:
    """The column's letters and the row by which a place is called, if it is."""
    found = area.cell(at)
    return (column_name(found[0]), found[1]) if found is not None else None


def _fitting(draft: Draft, area: Streets, at: Place) -> str | None:
    """How a tile may lie at a place: the first way that follows most of the roads there, and of
    those the first that leads to where the town is looked at."""
    under = next((tile.arms for tile in area.tiles if area.at(tile.cell) == at), "")
    east, north = area.focus[0] - at[0], area.focus[1] - at[1]
    ways = {"N": north, "E": east, "S": -north, "W": -east}
    near = max(under, key=ways.__getitem__, default="")
    return max(draft.lying, key=lambda arms: (len({*arms} & {*under}), near in arms), default=None)


def _in_order(field: OneOf) -> list[Shaped]:
    """The values of a list: in an order of their own, or numbers by size; the cursor stands on the
    first of the field then."""
    values: list[Shaped] = list(field.values)
    if field.order and field.look == "list":
        known = [value for value in field.order if value in values]
        return [*known, *(value for value in values if value not in known)]
    return sorted(values) if field.look == "list" and _countable(values) else values


def _countable(values: Sequence[Any]) -> bool:
    return all(type(value) is int and value >= 0 for value in values)


# -- the form ---------------------------------------------------------------------------------

#: As long as nothing is shown.
NOTHING: Final = ListControl()

#: What came of a press: an answer, why it may not be given, that the menu is wanted, or nothing
#: yet.
Outcome = Draft | Refusal | Beside | None


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked for now, and what has been said so far.

    ``control`` takes the presses; ``drafts``: how the answer has grown, the first ``begun`` of them
    by itself. ``rolling``: the choice that ROLL stands for while nothing is chosen. ``lines``: of a
    list of choices. ``why``: what may not be done is listed, and nothing else.
    ``passed``: values on buttons that were passed over. ``whole``: all choices are listed, though
    some have buttons of their own.
    """

    words: Catalogue
    state: str
    asks: tuple[Ask, ...]
    fields: Fields
    choices: tuple[Choice, ...]
    rolling: Choice | None
    control: AnyControl = NOTHING
    drafts: tuple[Draft, ...] = ()
    begun: int = 0
    lines: tuple[Choice | Beside, ...] = ()
    why: bool = False
    passed: int = 0
    whole: bool = False

    @classmethod
    def begin(
        cls, words: Catalogue, state: str, asks: Sequence[Ask], widgets: Sequence[Widget],
        badges: Mapping[int, str],
    ) -> Form:  # fmt: skip
        """``badges``: signs of the players' pieces, which stand before their names in lists."""
        found, fields = choices(asks), Fields.over(words, widgets, badges)
        form = cls(words, state, tuple(asks), fields, found, _rolling(found))
        return form._begun()

    @classmethod
    def of(
        cls, words: Catalogue, state: str, ask: Ask, verb: str, badges: Mapping[int, str]
    ) -> Form:
        """For one verb only, chosen elsewhere; no grid or map is shown with it."""
        choice = Choice.of(ask, verb)
        assert choice.draft is not None
        fields, rolling = Fields.over(words, (), badges, again=False), _rolling((choice,))
        form = cls(words, state, (ask,), fields, (choice,), rolling)
        return replace(form, drafts=(choice.draft,), begun=1)._shown()

    def beside(self, widgets: Sequence[Widget], badges: Mapping[int, str]) -> Form:
        """The answer in the making goes on where the scene has changed under it."""
        fields = Fields.over(self.words, widgets, badges, again=self.fields.again)
        return replace(self, fields=fields)

    # -- what is shown ---------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        """The ask that is being answered; the first one while nothing is chosen."""
        return self.drafts[-1].ask if self.drafts else self.asks[0]

    @property
    def question(self) -> Question | None:
        return self.drafts[-1].question if self.drafts else None

    @property
    def chosen(self) -> bool:
        """Whether the player has chosen or entered anything of his answer yet."""
        return len(self.drafts) > self.begun

    @property
    def prompt(self) -> str:
        """The ask's prompt; further arguments are asked for by their own question. What began by
        itself, and then again by BACK, is asked for as it was."""
        if self.chosen and self.question is not None and self.drafts != (self._only(),):
            draft = self.drafts[-1]
            return self.words.question(self.question.name, draft.verb, draft.args)
        return self.words.text(self.ask.prompt)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may be named by their own button now."""
        field = self.question.field if self.question is not None else None
        seats: Shaped = field.values if isinstance(field, OneOf) and field.look == "seat" else ()
        return tuple(seats)

    @property
    def refusal(self) -> Refusal | None:
        """Why the thing that is selected may not be done; None if it may."""
        if isinstance(self.control, CellControl):
            return self._refused(self.control.value)
        if not isinstance(self.control, ListControl):
            return None
        if self.question is None:
            return self._line.refusal if self._line is not None else None
        return self._refused(self.values[self.control.at])

    @property
    def values(self) -> list[Any]:
        """What the lines or buttons of the open question stand for."""
        assert self.question is not None
        return shown(self.question, why=self.why, passed=self.passed)

    @property
    def verb(self) -> str:
        """What OK would choose now, or has chosen."""
        if self.drafts:
            return self.drafts[-1].verb
        return self._line.verb if self._line is not None else ""

    @property
    def behind(self) -> list[str]:
        """The choices that only BACK leads to, where one has begun by itself."""
        begun = bool(self.drafts) and not self.chosen
        aside = (choice.verb for choice in self.choices if begun and choice.aside)
        return [self.words.verb(verb, self.state) for verb in aside]

    @property
    def _line(self) -> Choice | None:
        """The choice that is selected in a list of them."""
        if self.question is not None or not isinstance(self.control, ListControl):
            return None
        line = self.lines[self.control.at]
        return line if isinstance(line, Choice) else None

    @property
    def clauses(self) -> Sequence[str]:
        """The rules of the choice that is begun, else of the answers that are one press away."""
        drafts = self.drafts[-1:] or self._within_reach
        return [clause for draft in drafts for clause in draft.options[0].clauses]

    @property
    def _within_reach(self) -> list[Draft]:
        """The answers that are one press away."""
        found = [self._line] if self._line is not None else []
        if isinstance(self.control, ButtonsControl):
            found = [self.choices[number] for _, _, number in self.control.choices]
        drafts = [choice.draft for choice in found if choice.draft is not None]
        return [draft for draft in drafts if draft.question is None]

    @property
    def preview(self) -> str:
        """What the choice or the cell under the cursor brings, of a tile that OK lays it at once;
        of choices on buttons what the last brings, by its name where others bring something else;
        empty if nothing is known of it."""
        if isinstance(self.control, CellControl):
            if self.question is None or self.question.field.look != "tile":
                return self.fields.preview(self.control.at)
            at_once = self.words("tile.at-once") if len(self.drafts[-1].lying) == 1 else ""
            return " ".join(filter(None, (self.fields.over_card(self.control.at), at_once)))
        if isinstance(self.control, ButtonsControl):
            rows = [row for _, row, _ in self.control.choices]
            said = "" if rows[-1].grey else self.words.said(rows[-1].about)
            alike = all(row.about == rows[-1].about for row in rows)
            return said if alike or not said else f"{rows[-1].label}: {said}"
        if not isinstance(self.control, ListControl) or not self.control.items:
            return ""
        line = self.control.items[self.control.at]
        return "" if line.grey else self.words.said(line.about)

    @property
    def meant(self) -> list[str]:
        """What HELP says of the values that have been chosen, and of those within reach."""
        said = [*self.drafts[-1].args.items()] if self.drafts else []
        if self.question is not None and isinstance(self.control, ButtonsControl):
            said += [(self.question.name, self.values[n]) for _, _, n in self.control.choices]
        elif self.question is not None and isinstance(self.control, ListControl):
            said.append((self.question.name, self.values[self.control.at]))
        return [self.words.meant(name, value) for name, value in said]

    @property
    def rolls(self) -> bool:
        """Whether ROLL is the press that answers."""
        return self.rolling is not None and not self.chosen

    # -- presses ---------------------------------------------------------------------------

    def press(self, key: str) -> tuple[Form, Outcome] | None:
        """What ``up``, ``down``, ``ok`` or ``roll`` makes of it; None: it means nothing here."""
        if key == "roll":
            if self.rolling is not None and not self.chosen:
                return self._begin(self.rolling)
            if not isinstance(self.control, Keypad | CellControl | ButtonsControl):
                return None
            if isinstance(self.control, CellControl) and not self.control.goes:
                return None
        control, entered = self.control.press(key)
        form = replace(self, control=control)
        if entered is None:
            return form, None
        if self.question is not None:
            return form._said(self._entered(self.question, entered))
        if self.drafts:
            return form, self.drafts[-1]
        of = self.choices if isinstance(control, ButtonsControl) else self.lines
        line = of[entered.value]
        if isinstance(line, Choice):
            return form._begin(line)
        return (form._told_why(), None) if line is Beside.WHY else (form, line)

    def name(self, seat: int) -> tuple[Form, Outcome]:
        """The own button of one of `seats`."""
        return self._put(seat)

    def point(self, choice: Choice, seat: int) -> Form:
        """The cursor on the line that means this seat; OK takes it then."""
        draft = choice.draft
        assert draft is not None
        if draft.question is None:
            at = next(n for n, line in enumerate(self.choices) if line.verb == choice.verb)
            form = replace(self, drafts=(), begun=0, whole=True)
        else:
            at = listed(draft.question).index(seat)
            form = replace(self, drafts=(draft,), begun=0)
        form = replace(form, why=False, passed=0)._shown()
        if isinstance(form.control, ListControl):
            return replace(form, control=replace(form.control, at=at))
        return form

    def back(self) -> Form | None:
        """One press or argument back, from all choices to what began by itself; None if there is
        none."""
        if isinstance(self.control, Keypad) and (pad := self.control.back()) is not None:
            return replace(self, control=pad)
        deeper = self.why or self.passed > 0
        if deeper or (isinstance(self.control, ButtonsControl) and self.question is None):
            whole = self.whole or not deeper
            return replace(self, whole=whole, why=False, passed=0)._shown()
        if not self.drafts and self._behind:
            return self._begun()
        if not self.drafts or (not self.chosen and len(self.choices) == 1):
            return None
        drafts = self.drafts[:-1]
        return replace(self, drafts=drafts, begun=min(self.begun, len(drafts)))._shown()

    # -- inside ----------------------------------------------------------------------------

    def _only(self) -> Draft | None:
        """The draft to begin with where there is but one choice, or one that is not aside.

        What may not be done now stands in a list with it, unless something must be entered: that
        is asked for at once, and BACK shows the list.
        """
        usual = [choice for choice in self.choices if not choice.aside]
        free = [choice.draft for choice in usual if choice.draft is not None]
        if len(free) != 1:
            return None
        return free[0] if len(usual) == 1 or free[0].question is not None else None

    def _begun(self) -> Form:
        """As it begins: with what is asked for by itself, or has buttons of its own."""
        only = self._only()
        drafts = (only,) if only is not None else ()
        return replace(self, drafts=drafts, begun=len(drafts), whole=False)._shown()

    @property
    def _behind(self) -> bool:
        """Whether the list of choices stands behind what began by itself: BACK leads from one to
        the other, and the menu is a line of the list. BACK covers a secret."""
        secret = any(ask.secret for ask in self.asks)
        return not secret and not self.why and self._begins

    @property
    def _begins(self) -> bool:
        """Whether something begins by itself, or had buttons of its own before all was listed."""
        return self._only() is not None or (self.whole and bool(self._own_buttons))

    @property
    def _own_buttons(self) -> Sequence[tuple[str, str]]:
        """The buttons that the game gives to choices, if one thing alone is asked."""
        return self.asks[0].buttons if len(self.asks) == 1 else ()

    def _said(self, value: Any) -> tuple[Form, Outcome]:
        """A value of the open question, or what stands for others."""
        if value is Beside.WHY:
            return self._told_why(), None
        if value is Beside.MORE:
            return replace(self, passed=self.passed + max(ON_BUTTONS))._shown(), None
        return self._put(value)

    def _told_why(self) -> Form:
        """What may not be done is listed; the one that is selected says why."""
        return replace(self, why=True)._shown()

    def _begin(self, choice: Choice) -> tuple[Form, Outcome]:
        """A choice is made; that of what began by itself leads back to it."""
        asks = choice.draft is not None and choice.draft.question is not None
        if asks and self._behind and choice.draft is self._only():
            return self._begun(), None
        return self._follow(choice.draft) if choice.draft is not None else (self, choice.refusal)

    def _put(self, value: Plain) -> tuple[Form, Outcome]:
        question = self.question
        assert question is not None
        if refusal := self._refused(value):
            return self, refusal
        return self._follow(self.drafts[-1].put(question.name, value))

    def _follow(self, draft: Draft) -> tuple[Form, Outcome]:
        if draft.question is None:
            return self, draft
        return replace(self, drafts=(*self.drafts, draft), passed=0)._shown(), None

    def _refused(self, value: Plain) -> Refusal | None:
        question = self.question
        refused = question.refused if question is not None else ()
        return next((refusal for found, refusal in refused if found == value), None)

    def _entered(self, question: Question, entered: Input) -> Shaped:
        """The value of a field from what its control gives."""
        if isinstance(self.control, ListControl | ButtonsControl):
            return self.values[entered.value]
        if isinstance(question.field, Pick):
            return [question.field.values[number] for number in entered.value]
        return entered.value

    # -- controls -----------------------------------------------------------------------------

    def _shown(self) -> Form:
        """With the control for what is asked now."""
        if not self.drafts:
            return self._listed()
        draft = self.drafts[-1]
        if draft.question is None:
            label = self.words.verb(draft.verb, self.state)
            return replace(self, control=self.fields.button(draft, label))
        made = self.fields.control(draft, draft.question, why=self.why, passed=self.passed)
        if isinstance(made, CellControl) and isinstance(self.fields.area, Streets):
            drives = draft.question.field.look == "cell" and not self.fields.area.cells
            made = replace(made, named=True, takes=self._takes() if drives else ())
        if isinstance(made, CellControl) and self.behind:
            made = replace(made, more=self.words("cell.more"))
        return replace(self, control=made)

    def _takes(self) -> Sequence[str]:
        """What OK does with a place to drive to: a tile's number is read as one of points, that of
        two as a riddle. The frame says where."""
        return (self.words("cell.drive"), self.words("cell.drive.short"))

    def _row(self, choice: Choice | Beside) -> Row:
        if isinstance(choice, Beside):
            return _beside(self.words, choice)
        rolls = choice is self.rolling and not self.chosen
        right = "ROLL" if rolls else self.words.said(choice.note) if choice.note else ""
        if not right and isinstance(self.fields.area, Grid | Map) and choice.draft is not None:
            cell = self.fields.target(choice.draft)  # the only place that it leads to
            right = self.words("cell.to", cell=cell) if cell else ""
        refusal = choice.refusal
        about = refusal.reason if refusal is not None else choice.preview
        label = self.words.verb(choice.verb, self.state)
        return Row(label, right, refusal is not None, about=about)

    def _listed(self) -> Form:
        """The choices; those that lead to places of a map are chosen by its cursor."""
        road = next((w for w in self.fields.widgets if isinstance(w, Map) and w.aims), None)
        wanted = self._own_buttons if not self.whole else ()
        if wanted and (buttons := self._buttons(wanted, road)) is not None:
            return replace(self, control=buttons)
        if self.why or road is None or not self.choices:
            return self._in_list()
        first = self.choices[0]
        in_order = sorted(self.choices, key=lambda choice: _reading_order(road, choice.verb))
        at = next(n for n, choice in enumerate(in_order) if choice is first)
        lines: tuple[Choice | Beside, ...] = (*in_order, *self._menu)
        places = [road.aims.get(c.verb) if isinstance(c, Choice) else None for c in lines]
        control = AimControl([self._row(choice) for choice in lines], at, places)
        return replace(self, control=control, lines=lines)

    def _in_list(self) -> Form:
        refused = [choice for choice in self.choices if choice.refusal is not None]
        lines: list[Choice | Beside] = [*(refused if self.why else self.choices)]
        if not self.why and len(refused) >= MANY:
            lines = [choice for choice in self.choices if choice.refusal is None] + [Beside.WHY]
        aside = [n for n, line in enumerate(lines) if isinstance(line, Choice) and line.aside]
        left = bool(aside) and self._begins  # the usual, by BACK
        lines += self._menu
        control = ListControl(list(map(self._row, lines)), aside[0] if left else 0)
        return replace(self, control=control, lines=tuple(lines))

    @property
    def _menu(self) -> Sequence[Beside]:
        """The line that leads to the menu, where BACK does not."""
        return [Beside.MENU] if self._behind else []

    def _buttons(
        self, wanted: Sequence[tuple[str, str]], road: Map | None
    ) -> ButtonsControl | None:
        """The verbs with buttons of their own, if the game gives them some."""
        numbers = {choice.verb: number for number, choice in enumerate(self.choices)}
        found = [(key, self._row(self.choices[numbers[verb]]), numbers[verb])
                 for key, verb in wanted if verb in numbers]  # fmt: skip
        if not found:
            return None
        aims = {key: road.aims[verb] for key, verb in wanted
                if road is not None and verb in road.aims}  # fmt: skip
        return ButtonsControl(found, aims)


def _rolling(found: Sequence[Choice]) -> Choice | None:
    """The choice that ROLL stands for: a chance ask with nothing to be entered."""
    return next(
        (
            choice
            for choice in found
            if choice.ask.kind is Kind.CHANCE
            and choice.draft is not None
            and choice.draft.question is None
        ),
        None,
    )
