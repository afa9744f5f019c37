"""What follows from an answer, told on the screen: whose turn, rulings, refusals, dice, and
who cannot answer any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.kernel.ask import Refusal
from referee.kernel.errors import RefereeError
from referee.kernel.ruling import Ruling
from referee.table.desk import Desk
from referee.table.mode import Topic
from referee.table.modes.animation import Tumble
from referee.table.modes.messages import Message
from referee.table.pixels.screens import Title
from referee.table.session import Session


def seat_title(desk: Desk, session: Session, seats: Sequence[int]) -> Title:
    """The title bar of these seats: the sign of the piece, the name, the last dice."""
    words = session.catalogue
    alarm = bool(desk.lost) or (desk.store is not None and session.match.id is None)
    if len(seats) == 1:
        badge = words.sign(seats[0], session.scene().badges)
        return Title(words.player(seats[0]), badge, session.dice, alarm=alarm)
    if len(seats) in (0, session.match.header.seats):
        text = words("title.everybody")
    else:
        text = words.players(seats) if len(seats) == 2 else words("setup.players", n=len(seats))
    return Title(text, dice=session.dice, alarm=alarm)


def tell_refusal(desk: Desk, session: Session, refusal: Refusal) -> None:
    """Why something may not be done."""
    words = session.catalogue
    text, topics = words.text(refusal.reason), [Topic(refusal.clause)]
    desk.sound("refusal")
    desk.open(Message(desk, words("refused.title"), text, topics=topics, note=refusal.clause))


def tell_out(desk: Desk, session: Session, error: Exception) -> None:
    """A computer player has failed: people answer for its seat now."""
    words = session.catalogue
    detail = words.error(error) if isinstance(error, RefereeError) else repr(error)[:60]
    desk.open(Message(desk, words("notice.title"), words("computer.out", detail=detail)))


def tell_rulings(
    desk: Desk, session: Session, rulings: Sequence[Ruling], *,
    roller: int | None = None, viewer: int | None = None, unheard: bool = False,
) -> None:  # fmt: skip
    """What the table must do, one after the other; but first the device's dice fall.

    ``roller`` is the seat whose dice they are, None if the device rolled none. ``viewer`` has
    the panel for himself: he is told his secrets, too. ``unheard``: these are for eyes alone.
    """
    words = session.catalogue
    for ruling in reversed(rulings):
        if ruling.stop and (ruling.shown_to(None) or ruling.shown_to(viewer)):
            seats = (ruling.seat,) if ruling.seat is not None else ()
            title, topics = seat_title(desk, session, seats), [Topic(ruling.clause)]
            desk.sound("ruling")
            text = words.ruling(ruling)
            private = unheard and not ruling.shown_to(None)
            told = Message(desk, title, text, topics=topics, undoes=True, private=private)
            desk.open(told)
    calls = [r.call for r in rulings if r.call is not None and r.shown_to(None)]
    call = calls[-1] if calls else None
    if roller is not None and session.dice:
        title = replace(seat_title(desk, session, (roller,)), dice=())
        desk.open(Tumble(desk, title, session.dice, call))
    elif call is not None:
        desk.call(call)
