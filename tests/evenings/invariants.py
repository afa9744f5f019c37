"""What holds at every moment of an evening, each with its name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from referee.kernel.ask import Entry
from referee.kernel.errors import RefereeError
from referee.kernel.match import Match
from referee.table.catalogue import LANGUAGES
from referee.testing.helping import forbidden_now, untrue
from tests.conformance.test_games import Own
from tests.evenings.agreeing import a_page_agrees, a_program_agrees, the_panel_agrees
from tests.evenings.going_on import somebody_can_go_on
from tests.evenings.household import BOTS, NAMES
from tests.evenings.languages import foreign
from tests.evenings.world import Phone, Violation, World
from tests.kernel.naive import Naive

#: What a key looks like that no catalogue has a sentence for.
KEY: Final = re.compile(r"\b(?:web|error|fa|drf|kr|vic|kni|told|computer|notice)\.[a-z]+[a-z.-]*\b")

#: What the screen draws and nobody can say, and the gap that it leaves.
SIGN: Final = re.compile(r"[▲▼◄►■●•→☐☑✗|{}<>_]|\((?:OK|ROLL)\)|[.!?] [:,]")

#: What may be logged as a warning, for it is told: the disk is full, a part is unplugged.
EXPECTED: Final = re.compile(r"full|is lost: ")


#: Among so many of the last answers a page looks for what was announced, at least.
RECENT: Final = 12

#: The reason of a computer player.
WHY: Final = "computer.why"

#: So many lines of a match are corrected when it is over, and as many of those after which the box
#: has told something: within so many lines.
CORRECTED: Final = 2
SOON: Final = 3

#: By game and clause, verbs that its HELP need not speak of: as the conformance suite has them.
UNSPOKEN: Final = {own.game.name: own.unspoken for own in Own.__subclasses__()}


def check(world: World) -> None:
    """All that can be seen at this moment; raises `Violation`."""
    world.heard.update(world.program.screen_text().encode())
    nothing_fails(world)
    can_be_read(world)
    can_be_heard(world)
    help_is_true(world, world.match)
    for phone in world.pages:
        if phone.there:
            doors_agree(world, phone)
            a_page_agrees(world, phone)
            says_its_words(world, phone)
            phone.looks_right()
    the_panel_agrees(world)
    a_program_agrees(world)
    acknowledged_is_there(world)
    somebody_can_go_on(world)


def nothing_fails(world: World) -> None:
    """Nothing is logged as a fault."""
    for line in world.log.lines:
        if not EXPECTED.search(line):
            raise Violation(f"nothing fails: {line}")
    world.log.lines.clear()


def can_be_read(world: World) -> None:
    """Nothing on the panel is clipped, and no key stands in the place of words."""
    if clipped := world.program.clipped:
        raise Violation(f"it can be read: clipped {clipped}\n{world.program.screen_text()}")
    if missing := world.program.missing:
        raise Violation(f"it can be read: in no catalogue: {sorted(missing)}")
    text = world.program.screen_text().replace(str(world.file), "")
    if world.program.top not in world.foreign:
        speaks_one_language(world, [text], world.program.language, "the panel")


def speaks_one_language(world: World, texts: Iterable[str], language: str, whose: str) -> None:
    match, names = world.match, [*NAMES, *BOTS]
    game = match.header.game if match is not None else ""
    if found := foreign(texts, language, game, names):
        raise Violation(f"it can be read: {found} on {whose} in {language}: {' '.join(texts)}")


def can_be_heard(world: World) -> None:
    """What was said consists of words: no key and no sign of the screen. A file's name is said as
    it is."""
    for said in (said.replace(str(world.file), "") for said in world.said):
        if (found := KEY.search(said)) or (found := SIGN.search(said)):
            raise Violation(f"it can be read: {found.group()} is said aloud: {said}")
    over = world.match is not None and world.match.over
    world.last_words = [*world.last_words, *world.said] if over else []
    world.said.clear()


def says_its_words(world: World, phone: Phone) -> None:
    """No key in the place of words on a page, and no word of another language."""
    state = phone.state
    texts = [*(ruling["text"] for ruling in state.get("rulings", [])), *state.get("seating", [])]
    texts += [state[name]["text"] for name in ("told", "result") if state.get(name)]
    texts += [ask["prompt"] for ask in state["asks"]]
    for text in texts:
        if found := KEY.search(text):
            raise Violation(f"it can be read: {found.group()} on {phone.person.name}'s page")
    if (result := state.get("result")) is not None:
        texts.append(result["head"])
    labels = [ask["choose"]["options"] for ask in state["asks"] if "choose" in ask]
    texts += [option.get("label", "") for options in labels for option in options]
    texts += [line["text"] for line in state.get("log", [])]
    speaks_one_language(world, texts, phone.person.language, f"{phone.person.name}'s page")


def doors_agree(world: World, phone: Phone) -> None:
    """A page shows the match that is on the table as it is now, from its player's seat."""
    match, state, whose = world.match, phone.state, f"{phone.person.name}'s page"
    if match is None or state.get("match") is None:
        if (match is None) != (state.get("match") is None):
            raise Violation(f"all doors agree: {whose} shows another match than the table")
        return
    told = {
        "match": (state["match"]["commitment"], match.commitment),
        "entries": (state["seq"], len(match.lines)),
        "state": (state["state"], match.state),
        "end": (state["over"], match.over),
        "asked": (
            sorted(tuple(ask["seats"]) for ask in state["asks"]),
            sorted(ask.seats for ask in match.asks),
        ),
    }
    for what, (shown, true) in told.items():
        if shown != true:
            raise Violation(f"all doors agree: {whose} shows {what} {shown}, it is {true}")
    seat = state["view"]
    if seat is not None and phone.person.name != match.header.names[seat - 1]:
        raise Violation(f"all doors agree: {whose} sits on seat {seat}")
    for ask in state["asks"]:
        if seat in ask["seats"] and not ("id" in ask and ask["choose"]["options"]):
            raise Violation(f"somebody can go on: {whose} is asked and shows no way to answer")
    _says_what_happened(match, state, whose)
    _says_who_won(match, state, whose)


def _says_what_happened(match: Match, state: dict[str, Any], whose: str) -> None:
    """The last that was announced to this page, and the last dice under the name of their roller,
    if nobody else has answered since."""
    told = [r for done in match.log[-RECENT:] for r in done.told if r.shown_to(state["view"])]
    shown = state["rulings"][-len(told) :] if told else []
    for ruling, one in zip(reversed(told), reversed(shown), strict=False):
        if one["key"] != ruling.key or one["args"] != ruling.plain()["args"]:
            raise Violation(f"all doors agree: {whose} tells {one['text']}, not {ruling.plain()}")
    if told and not shown:
        raise Violation(f"all doors agree: {whose} does not tell {told[-1].key}")
    _log_tells_it(state, whose)
    last = match.log[-1].line if match.log else None
    if last is None or last.entry is None or last.secret or not last.chance:
        return
    if last.entry.has("dice"):
        thrown, shown = (
            (last.entry.seat, last.entry.items("dice")),
            (state["roller"], state["dice"]),
        )
        if shown != thrown:
            raise Violation(f"all doors agree: {whose} shows dice {shown}, rolled were {thrown}")


def _log_tells_it(state: dict[str, Any], whose: str) -> None:
    """What is announced stands in the page's log in the same words; why a computer player has done
    something stands beside it there."""
    lines = {(line["entry"], line["text"]) for line in state["log"]}
    first = state["log"][0]["entry"] if state["log"] else 0
    for ruling in state["rulings"]:
        if ruling["entry"] <= first or ruling["key"] == WHY:
            continue
        if (ruling["entry"], ruling["text"]) not in lines:
            raise Violation(f"all doors agree: {whose} has a log without {ruling['text']}")


def _says_who_won(match: Match, state: dict[str, Any], whose: str) -> None:
    result = match.result
    if result is None:
        return
    shown = state["result"]
    if shown is None or tuple(shown["winners"]) != tuple(result.winners):
        raise Violation(f"it ends: {whose} does not say who has won")
    if result.winners and not shown["head"]:
        raise Violation(f"it ends: {whose} does not name the winner")


def acknowledged_is_there(world: World) -> None:
    """What somebody was told is done is in the match and, if that is kept, in the store."""
    number, count = world.acknowledged
    match = world.match
    if number is None or match is None or match.id != number:
        return
    if len(match.lines) < count:
        raise Violation(f"what was acknowledged is there: {count} entries, now {len(match.lines)}")


def is_kept(world: World) -> None:
    """The match in the store is the one on the table."""
    match = world.match
    if match is None or match.id is None:
        return
    kept = Match.resume(world.store, match.id)
    if kept.lines != match.lines:
        raise Violation("what was acknowledged is there: the store has another match")


def stays_small(world: World) -> None:
    """No page, token or reply is kept for nothing."""
    there = sum(phone.there for phone in world.pages)
    if world.hub.pages != there:
        raise Violation(f"it stays small: {world.hub.pages} pages are kept for {there}")
    if len(world.doorkeeper.passes) > 1 + len(world.phones):
        raise Violation(f"it stays small: {len(world.doorkeeper.passes)} tokens")


def box_tells_the_truth(world: World) -> None:
    """What the box has rolled and reported is what it would now: the match follows, from its
    beginning, from what people have answered."""
    if world.match is not None:
        _follows(world.match)


def corrections_stand(world: World, draw: random.Random) -> None:
    """So it is if something that was entered by hand had been otherwise; that is tried apart."""
    session = world.program.session
    found = session.mistakable() if session is not None else []
    for index in _tried(found, world.match, draw):
        assert session is not None
        match = session.match.copy()
        _, ask = match.asked(index)
        entry = match.log[index].line.entry
        assert ask is not None
        assert entry is not None
        option = next(option for option in ask.options if option.verb == entry.verb)
        with suppress(RefereeError):
            match.correct(index, option.sample(draw.randrange))
        _follows(match, index)


def _tried(found: Sequence[int], match: Match | None, draw: random.Random) -> list[int]:
    """Which of these lines to correct: some of all, some of those that mattered to the box."""
    log = match.log if match is not None else ()
    told = {n for n, done in enumerate(log) if done.line.device and not done.line.chance}
    mattered = [n for n in found if not told.isdisjoint(range(n + 1, n + 1 + SOON))]
    return [n for some in (found, mattered) for n in draw.sample(some, min(len(some), CORRECTED))]


def _follows(match: Match, first: int = 0) -> None:
    """Whether all from that line on follows from what people have answered."""
    again, log = Naive(match), match.log
    again.fold = match.at(first)._fold if first else again.fold
    for number in range(first, len(log)):
        line, entry = log[number].line, log[number].line.entry
        if entry is None:
            again.answer(Entry(0, "abandon"))
        elif number == len(again.fold.log):  # the box has not given it by itself
            again.answer(Entry(entry.seat, entry.verb) if line.device else entry)
        if (now := again.fold.log[number].line.entry) != entry:
            raise Violation(f"all doors agree: line {number} is {entry}, and would be {now}")


def help_is_true(world: World, match: Match | None) -> None:
    """Where an option forbids an answer now, HELP says so, in every language. That is looked at
    when a question comes first in a match, and when it first refuses something for a reason."""
    if match is None or match.over:
        return
    moment, asks = (match.commitment, match.state), match.asks
    news = {(*moment, ask.clause) for ask in asks}
    news |= {(*moment, no.verb, no.clause) for ask in asks for no in ask.refusals}
    if news <= world.explained:
        return
    world.explained |= news
    changes = list(forbidden_now(match))
    for language in LANGUAGES:
        if wrong := untrue(match.game, language, changes, UNSPOKEN[match.header.game]):
            raise Violation(f"it can be read: HELP is not true: {wrong}")
