"""HELP is true: where an option forbids an answer, the rule that the question names says so.

Nobody has to tell this check what a sentence means. Matches are played under all pairs of options,
and at their positions one option after the other is turned. Where that alone takes an answer away,
the clause that the ask names must read otherwise, and so must the clause by which the answer is
then refused: a rule that reads the same describes one of the two wrongly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from itertools import combinations
from typing import Any, ClassVar, Final

import pytest

from referee.game import Ask, Game, Option
from referee.kernel.ask import Refusal
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.kernel.text import Value
from referee.players.named import RareBot, random_bot
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.testing.cases import allowed, covering

#: Entries of every match that is looked at, in one round.
ENTRIES: Final = 60

#: What the asks of a position are under these options; a test may plant a fault there.
Asking = Callable[[Game[Any], Any, Mapping[str, Value]], tuple[Ask, ...]]

#: A clause that an ask names; a verb; the options under which it is offered, and forbidden.
Change = tuple[str, str, Mapping[str, Value], Mapping[str, Value]]


def asks_under(game: Game[Any], position: Any, options: Mapping[str, Value]) -> tuple[Ask, ...]:
    """The asks of a position as they would be under these options; none where the flow knows no
    such state then."""
    turned, flow = copy(position), game.flow(options)
    if hasattr(turned, "options"):
        turned.options = options
    return flow.asks(turned) if turned.state in flow.states else ()


class Read(Mapping[str, Value]):
    """Options, and the keys of those that somebody has looked at."""

    def __init__(self, options: Mapping[str, Value]) -> None:
        self._options = options
        self.keys_read: set[str] = set()

    def __getitem__(self, key: str) -> Value:
        self.keys_read.add(key)
        return self._options[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._options)

    def __len__(self) -> int:
        return len(self._options)


class Helps:
    """HELP says what options forbid. ``unspoken``: by clause the verbs that it does not speak of,
    so that it may read the same where an option forbids them. ``looked_at``: entries of a match, in
    one round; a game whose asks are quickly made can afford more."""

    unspoken: ClassVar[Mapping[str, str]] = {}
    looked_at: ClassVar[int] = ENTRIES

    def test_help_reads_otherwise_where_an_option_forbids_an_answer(
        self, tested: Game[Any], pytestconfig: pytest.Config
    ) -> None:
        rounds = int(pytestconfig.getoption("--conformance"))
        changes = list(forbidden(tested, self.looked_at * rounds))
        for language in LANGUAGES:
            assert not untrue(tested, language, changes, self.unspoken)


def forbidden(
    game: Game[Any], entries: int = ENTRIES, asking: Asking = asks_under
) -> Iterator[Change]:
    """Where turning one option takes an answer away, or has it refused: under the same options each
    clause, verb and value once."""
    known = set()
    for match in _matches(game, entries):
        for change in forbidden_now(match, asking):
            clause, verb, free, bound = change
            turned = [(key, bound[key]) for key in free if bound[key] != free[key]]
            mark = (clause, verb, *map(repr, (sorted(free.items()), turned)))
            if mark not in known:
                known.add(mark)
                yield change


def forbidden_now(match: Match, asking: Asking = asks_under) -> Iterator[Change]:
    """As `forbidden`, at this moment of a match. Options at which nobody looks when the asks are
    made take nothing away: they are not turned."""
    game, options = match.game, match.header.options
    read = Read(options)
    here = asking(game, match.position, read)
    turnable = [s for s in game.options if s.group != "facts" and s.key in read.keys_read]
    for spec in turnable:
        for value in spec.values:
            other = {**options, spec.key: value}
            if value == options[spec.key] or not _possible(match, other):
                continue
            there = asking(game, match.position, other)
            if there == here:
                continue
            yield from ((*no, options, other) for no in barred(here, there))
            yield from ((*no, other, options) for no in refused(there, here))
            yield from ((*no, options, other) for no in refused(here, there))


def barred(here: tuple[Ask, ...], there: tuple[Ask, ...]) -> Iterator[tuple[str, str]]:
    """Verbs that can be answered here, not there, with the clause that the ask names."""
    free, bound = offered(here), offered(there)
    for clause in free.keys() & bound.keys():
        yield from ((clause, verb) for verb in free[clause] - bound[clause])


def refused(here: tuple[Ask, ...], there: tuple[Ask, ...]) -> Iterator[tuple[str, str]]:
    """Answers that are open here and refused there, with the clause that the refusal names."""
    for ask in there:
        for no in ask.refusals:
            if _one_of_several(ask, no):
                continue
            if _open(here, no) and not _open(there, no) and ask.refusal(no.verb, no.args) is no:
                yield no.clause, no.verb


def _one_of_several(ask: Ask, no: Refusal) -> bool:
    """Whether a verb is refused because each of its values is, by different clauses: it names one
    of them, and the option may have brought another."""
    clauses = {other.clause for other in ask.refusals if other.verb == no.verb and other.args}
    return not no.args and len(clauses) > 1


def _open(asks: tuple[Ask, ...], no: Refusal) -> bool:
    """Whether any answer with this verb and these arguments is offered."""
    return any(_takes(choice, no) for ask in asks for choice in ask.options)


def _takes(choice: Option, no: Refusal) -> bool:
    fields = choice.fields
    known = ((name, value) for name, value in no.args.items())
    return choice.verb == no.verb and all(n in fields and fields[n].accepts(v) for n, v in known)


def _possible(match: Match, options: Mapping[str, Value]) -> bool:
    """Whether these options may go together."""
    with suppress(RefereeError):
        match.game.complete(match.header.seats, options)
        return True
    return False


def offered(asks: tuple[Ask, ...]) -> dict[str, set[str]]:
    """The verbs that can be answered, by the clause that their ask names."""
    return {ask.clause: {choice.verb for choice in ask.options} for ask in asks}


def _matches(game: Game[Any], entries: int) -> Iterator[Match]:
    """Matches under all pairs of options, by bots that look for the seldom paths; each before each
    of its entries."""
    for number, wanted in enumerate(covering(game)):
        seats = game.seats[number % len(game.seats)]
        options, rng = allowed(game, seats, wanted), random.Random(number)
        match, bot = Match.new(game, seats, options, "help"), (RareBot(), random_bot)[number % 2]
        while not match.over and match.length < entries:
            yield match
            ask = rng.choice(match.asks)
            if match.supplies(ask):
                match.supply(ask)
            else:
                match.answer(bot(None, ask, rng.choice(ask.seats), rng.randrange))


def untrue(
    game: Game[Any], language: str, changes: Sequence[Change], unspoken: Mapping[str, str]
) -> list[str]:
    """Clauses that read the same where an answer is offered and where an option forbids it."""
    wrong, made = set(), dict[str, Catalogue]()
    for clause, verb, free, bound in changes:
        if verb in unspoken.get(clause, "").split():
            continue
        texts = []
        for options in (free, bound):
            if (key := repr(options)) not in made:
                made[key] = Catalogue(language, game, options=options)
            texts.append(made[key].clause(clause))
        if texts[0] == texts[1]:
            turned = next(f"{key}={bound[key]}" for key in free if free[key] != bound[key])
            wrong.add(f"{clause} says nothing of {turned}, which forbids {verb}")
    return sorted(wrong)


def pairs(game: Game[Any]) -> int:
    """How many pairs of values of two options there are; matches under all of them are played."""
    counts = [len(spec.values) for spec in game.options]
    return sum(a * b for a, b in combinations(counts, 2))
