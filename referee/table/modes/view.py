"""What the play screen shows: whose turn, what to do, what happened; or the cover of a secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.table.answer.answering import Answering
from referee.table.answer.buttons import ButtonsControl
from referee.table.answer.cells import CellControl
from referee.table.answer.controls import ButtonControl
from referee.table.answer.keypad import Keypad
from referee.table.answer.lists import ListControl
from referee.table.desk import Desk
from referee.table.mode import Topic
from referee.table.modes.spotlight import Spotlight
from referee.table.modes.telling import seat_title
from referee.table.pixels.canvas import Canvas
from referee.table.pixels.layout import PlayContent, draw_play
from referee.table.pixels.screens import draw_message


@dataclass(frozen=True, slots=True)
class Notice:
    """What stands in the strip until the next press, and the clause behind it. ``spare``: a full
    screen leaves it out, for the title bar says as much."""

    text: str = ""
    clause: str = ""
    spare: bool = False


def draw_turn(canvas: Canvas, desk: Desk, spot: Spotlight, notice: Notice) -> None:
    """The shown turn, for the eyes of its viewer."""
    answering, scene, words = spot.answering, spot.scene, spot.session.catalogue
    assert answering is not None
    strip, spare = _strip(spot, answering, notice)
    content = PlayContent(
        title=seat_title(desk, spot.session, spot.seats),
        prompt=answering.prompt,
        asks=answering.chosen,
        big=scene.big,
        unit=words.text(scene.unit) if scene.unit is not None else "",
        lines=tuple(map(words.text, scene.lines)),
        strip=tuple(strip),
        spare=spare,
        widgets=spot.widgets(scene),
    )
    draw_play(canvas, content, answering.control, words)


def _strip(spot: Spotlight, answering: Answering, notice: Notice) -> tuple[Sequence[str], bool]:
    """One thing at a time: why not, a notice, what a choice brings, what happened last. And whether
    the last of it may be left out."""
    if said := about_choice(spot, notice):
        return [said], False
    if notice.text:
        return [notice.text], notice.spare
    control = answering.control
    crowded = control.crowded if isinstance(control, Keypad) else False
    if crowded or (isinstance(control, ButtonsControl) and answering.chosen):  # their rows first
        return [], False
    return _happened(spot, spot.viewer)


def _happened(spot: Spotlight, seat: int | None) -> tuple[Sequence[str], bool]:
    """What the last entry brought about; whether it ends with why the box has done so, which no
    clause asks for."""
    rulings = spot.session.strip(seat)
    said = [spot.session.catalogue.ruling(ruling) for ruling in rulings]
    return said, any(not ruling.clause for ruling in rulings[-1:])


def about_choice(spot: Spotlight, notice: Notice) -> str:
    """What the strip says of the choice under the cursor: why not, or what it brings."""
    answering = spot.answering
    if answering is None or spot.covered:
        return ""
    if answering.refusal is not None:
        return spot.session.catalogue.text(answering.refusal.reason)
    return "" if notice.text else answering.preview


def draw_cover(
    canvas: Canvas, desk: Desk, spot: Spotlight, notice: Notice, *, tappable: bool
) -> None:
    """Whose secret it is, and no more."""
    words = spot.session.catalogue
    who = words.player(spot.seats[0])
    button = ButtonControl(words("secret.open", who=who), "ok")
    text = notice.text or words("secret.tap" if tappable else "secret.pass", who=who)
    draw_message(canvas, seat_title(desk, spot.session, spot.seats), text, button)
    if desk.speaks:  # for ears alone: eyes have no need of it
        canvas.add_text("(ROLL) " + words("speech.aloud"))


def draw_wait(canvas: Canvas, desk: Desk, spot: Spotlight, notice: Notice) -> None:
    """The box plays for somebody: what there is to see, and nothing that asks for a press."""
    session, scene, words = spot.session, spot.session.scene(), spot.session.catalogue
    secret = spot.turn.secret
    said = "computer.secret" if secret else "computer.plays"
    strip, spare = ([notice.text], False) if notice.text else _happened(spot, None)
    content = PlayContent(
        title=seat_title(desk, session, spot.seats),
        prompt=words(said, who=words.players(spot.seats)),
        strip=tuple(strip),
        spare=spare,
        widgets=() if secret else spot.widgets(scene),
    )
    draw_play(canvas, content, ListControl([]), words)


def turn_topics(spot: Spotlight, notice: Notice) -> list[Topic]:
    """What HELP explains: why not, the notice, the question, and what happened last."""
    answering = spot.answering
    if answering is None:
        return []
    refusal = None if spot.covered else answering.refusal
    clauses = [refusal.clause] if refusal is not None else []
    clauses += [notice.clause, answering.ask.clause]
    cell = isinstance(answering.control, CellControl) and not spot.covered
    told = [ruling.clause for ruling in spot.session.strip(spot.viewer)]
    topics = [Topic(clause) for clause in clauses if clause]
    topics += [Topic(key="help.cells")] if cell else []
    if behind := answering.behind:
        topics.append(Topic(said=spot.session.catalogue("help.behind", what=", ".join(behind))))
    return [*topics, *(Topic(clause) for clause in told if clause)]
