"""Somebody can go on: by which door each of those who are asked can answer now, and for how long it
may be that one of them can not.

A door is one that the person looks at: a page of their own, if it is there; else the panel, to
which all of a household can go. Whatever a screen of the panel can be left by counts as a way: OK
to what is told, BACK to what somebody has opened. What goes by itself is none, and no button means
anything for a moment afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from referee.kernel.ask import Ask
from referee.kernel.match import Match
from referee.table.modes.messages import Message
from referee.table.modes.play import READS, Play
from referee.table.modes.telling import HEARD, LETTER, Told
from tests.evenings.world import Phone, Violation, World

#: Seconds of the table's time after which whoever is asked has a way to answer, or a computer has
#: answered.
WITHIN: Final = 5.0

#: Seconds between two looks where it seems that nobody had one.
LOOK: Final = 0.5


@dataclass(frozen=True, slots=True)
class Stuck:
    """Why nobody can go on now: ``why``, in which moment of the match and on which ``page`` of what
    goes by itself; as long as that stays the same nothing happens. ``may``: for so many seconds."""

    why: str
    written: int
    page: str = ""
    may: float = WITHIN


def somebody_can_go_on(world: World) -> None:
    """As long as a match is open, and the box asks nothing about itself, everybody who is asked is
    shown a way to answer within `WITHIN` seconds of the table's time; where computer players alone
    are asked, one of them answers within that time. It takes longer where somebody reads: what goes
    by itself stands as long as reading its page takes, and who has opened a menu at the panel reads
    there for `READS` seconds before computers go on.

    Looked at after every step: what has been so for longer is waited for once more, that long, in
    which nobody does anything. Raises `Violation`."""
    found, now = stuck(world), world.panel.clock.now()
    if found is None or world.stuck is None or found != world.stuck[0]:
        world.stuck = (found, now) if found is not None else None
        return
    if now - world.stuck[1] <= found.may:
        return
    end = now + found.may
    while world.panel.clock.now() < end:
        world.panel.run(LOOK)
        if stuck(world) != found:
            world.stuck = None
            return
    screen = world.program.screen_text()
    raise Violation(f"somebody can go on: {found.why}, for {found.may:.0f} s\n{screen}")


def stuck(world: World) -> Stuck | None:
    """Why one of those who are asked has no way to answer now, or why computers wait; None: all
    have one, or no match is open."""
    match, play = world.match, world.play
    if match is None or match.over or world.trouble:
        return None
    if play is None:
        return Stuck("the match is open, and the panel does not show it", match.written)
    players = play.session.players
    boxed = [ask for ask in match.asks if players is not None and players.answers(ask)]
    people = [ask for ask in match.asks if ask not in boxed]
    for ask in people:
        for seat in ask.seats:
            if not _offered(world, match, play, ask, seat):
                why = f"{match.header.names[seat - 1]} is asked {ask.verb}, by no door"
                return _waiting(world, match, why)
    if people or not boxed:
        return None
    return _computers_wait(world, match, play)


def _waiting(world: World, match: Match, why: str, may: float = WITHIN) -> Stuck:
    """What goes by itself stands as long as reading takes."""
    top = world.program.top
    if not (isinstance(top, Told) and top.passes):
        return Stuck(why, match.written, may=may)
    page = world.program.screen.text
    letter = HEARD if world.home.speaks else LETTER
    return Stuck(why, match.written, page, max(may, letter * len(page) + LOOK))


def _offered(world: World, match: Match, play: Play, ask: Ask, seat: int) -> bool:
    """Whether this seat is shown a way to answer."""
    own = list(_own_pages(world, match, seat))
    if own:
        return any(_offers(page, ask) for page in own)
    if play.for_anybody(ask) and any(_offers(page, ask) for page in world.pages if page.there):
        return True
    return _panel_leads_to(world, play, seat)


def _own_pages(world: World, match: Match, seat: int) -> Iterator[Phone]:
    """Pages of whoever sits there, which are connected and know the seat."""
    for page in world.pages:
        known = page.there and page.state.get("view") == seat
        if known and page.person.name == match.header.names[seat - 1]:
            yield page


def _offers(page: Phone, ask: Ask) -> bool:
    return any(
        tuple(shown["seats"]) == ask.seats and "id" in shown and shown["choose"]["options"]
        for shown in page.state["asks"]
    )


def _panel_leads_to(world: World, play: Play, seat: int) -> bool:
    """Whether presses of the panel's buttons lead to what this seat is asked: those that its screen
    offers, BACK out of what somebody has opened, the seat's own button."""
    top, sight = world.program.top, play.sight
    if top is not play:
        offers = bool(world.program.screen.control.offers)
        return not top.passing and (offers if isinstance(top, Message) else True)
    own_button = f"seat{seat}" in world.panel.board.buttons and not world.box_gone
    if seat not in sight.turn.seats and own_button:
        return True
    if top.unanswerable:
        return False
    # somebody else's question: it is answered first, and they are asked as well
    return seat not in sight.turn.seats or bool(world.program.screen.control.offers)


def _computers_wait(world: World, match: Match, play: Play) -> Stuck | None:
    """What computer players wait for, if nobody who looks there can do anything about it."""
    over = world.program.modes[world.program.modes.index(play) + 1 :]
    if over and all(mode.left_open for mode in over):
        return _waiting(world, match, "a menu was left open, and computers wait", READS + WITHIN)
    reading = [mode for mode in over if not mode.passing and not _passes(mode)]
    if not reading:
        return _waiting(world, match, "a computer player is asked, and does not answer")
    if _at_the_panel(world, match) or any(_told(page) for page in world.pages[1:]):
        return None
    return _waiting(world, match, "computers wait for what stands at the panel alone")


def _passes(mode: object) -> bool:
    return isinstance(mode, Told) and mode.passes


def _at_the_panel(world: World, match: Match) -> bool:
    """Whether somebody plays there, or has no page now and goes there."""
    people = [person.name for person in world.home.people]
    return any(
        name in world.hands or (name in people and not any(_own_pages(world, match, seat)))
        for seat, name in enumerate(match.header.names, 1)
    )


def _told(page: Phone) -> bool:
    """Whether it tells something, and takes OK to it."""
    told = page.there and page.state.get("told")
    return bool(told) and not told["passes"]
