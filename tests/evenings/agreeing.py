"""All doors agree: what the panel, pages, lamps, speech, a program and the record say of a match is
what the match itself says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from hal.interfaces import Pattern
from referee.doors.protocol import Session
from referee.kernel.archive import parse
from referee.kernel.game import Result
from referee.kernel.match import Match
from referee.kernel.position import plain
from referee.table.catalogue import Catalogue
from referee.table.modes.messages import Message
from referee.table.modes.result import ResultScreen
from referee.table.screen import Screen
from referee.table.speaking import Level
from referee.web.record import replay
from referee.web.scenes import scene_data
from tests.evenings.world import Phone, Violation, World

#: Presses after which what is told at the end of a match has been read.
READ: Final = 20


def _agree(what: str, shown: object, true: object) -> None:
    if shown != true:
        raise Violation(f"all doors agree: {what} {shown}, it is {true}")


# -- while it is played -----------------------------------------------------------------------


def the_panel_agrees(world: World) -> None:
    """The panel asks one of those who are asked, by name and with the dice that pages show; the
    lamps of all who are asked are lit."""
    match, play, screen = world.match, world.play, world.program.screen
    if match is None or play is None or match.over:
        return
    lamps = world.program.frame().lamps
    for seat in sorted({seat for ask in match.asks for seat in ask.seats}):
        lamp = lamps.get(f"seat{seat}")
        if lamp is None or lamp.pattern is Pattern.OFF:
            raise Violation(f"all doors agree: seat {seat} is asked, and its lamp is dark")
    if world.program.top is not play:
        return
    seats = play.sight.turn.seats
    if seats not in [ask.seats for ask in match.asks]:
        raise Violation(f"all doors agree: the panel asks {seats}, who are not asked")
    if len(seats) == 1:
        name = Catalogue.of(match, world.program.language).player(seats[0])
        _agree("the panel's title names", screen.title.text, name)
    state = world.owner.state
    if world.owner.there and state.get("roller") in seats and screen.title.dice:
        _agree("the panel's dice are", list(screen.title.dice), state["dice"])


def a_page_agrees(world: World, phone: Phone) -> None:
    """What a page draws is what there is to see for its seat now."""
    match, state = world.match, phone.state
    if match is None or state.get("match") is None:
        return
    seat, whose = state["view"], f"{phone.person.name or 'the owner'}'s page"
    scene, position = _fresh(world, match, seat, phone.person.language)
    for part, shown in state["scene"].items():
        _agree(f"{whose} draws of {part}", shown, scene[part])
    _agree(f"{whose} has the position", state["position"], position)


def _fresh(world: World, match: Match, seat: int | None, language: str) -> tuple[Any, Any]:
    """What there is to see, and the position, for this seat; made once as long as the match stands
    as it does."""
    moment = (match, match.written)
    if world.seen[0] != moment:
        world.seen = (moment, {})
    made = world.seen[1]
    if (seat, language) not in made:
        scene = scene_data(match.game.scene(match.position, seat), Catalogue.of(match, language))
        made[seat, language] = json.loads(json.dumps(scene)), plain(match.view(seat))
    return made[seat, language]


def a_program_agrees(world: World) -> None:
    """What a program is told when it asks how the match stands."""
    if (match := world.match) is None:
        return
    (told,) = Session(match, Catalogue.of(match, "en")).receive(b'{"verb": "state"}')
    asked: Any = told["asks"]
    _agree("a program is told the state", told["state"], match.state)
    _agree("a program is told the end", told["over"], match.over)
    shown = sorted((tuple(ask["seats"]), ask["verb"]) for ask in asked)
    _agree("a program is asked", shown, sorted((ask.seats, ask.verb) for ask in match.asks))


# -- when it is over --------------------------------------------------------------------------


def the_end_agrees(world: World) -> None:
    """Who has won, and every score: on the panel, on pages, aloud, for a program, in the record."""
    match = world.match
    if match is None or not match.over:
        return
    result = match.result
    assert result is not None
    _read_all(world)
    _panel_says(world, match, result)
    for page in world.pages:
        if page.there:
            _page_says(page, match, result)
    _program_says(match, result)
    _record_says(world, match, result)


def _read_all(world: World) -> None:
    """Somebody reads what the panel tells, and leaves what is open, until it shows the end."""
    for _ in range(READ):
        world.panel.run(1.0)
        if isinstance(world.program.top, ResultScreen):
            world.panel.run(1.0)  # it is said once it stands
            return
        world.panel.press("ok" if isinstance(world.program.top, Message) else "back")


def _panel_says(world: World, match: Match, result: Result) -> None:
    screen = world.program.screen
    if not isinstance(world.program.top, ResultScreen):
        raise Violation(f"it ends: the panel does not say so:\n{world.program.screen_text()}")
    words = Catalogue.of(match, world.program.language)
    for seat in result.winners[:1]:
        said = f"{screen.title.text} {screen.text}"
        if words.player(seat) not in said:
            raise Violation(f"it ends: the panel does not name {words.player(seat)}: {said}")
        heard = [*world.last_words, *world.said]
        speaks = world.home.speaks and world.program.content.level is not Level.OFF
        if speaks and not any(words.player(seat) in said for said in heard):
            raise Violation(f"it ends: {words.player(seat)} has won, said is {heard}")
    if screen.standings:
        won = sorted(place.name for place in screen.standings if place.won)
        _agree("the panel's winners are", won, sorted(map(words.player, result.winners)))
        _agree("the panel's places are", _standings(screen), _placed(words, result))


def _standings(screen: Screen) -> list[tuple[str, str, str]]:
    return [(p.rank, p.name, p.score) for p in screen.standings if p.rank.endswith(".")]


def _placed(words: Catalogue, result: Result) -> list[tuple[str, str, str]]:
    return [(f"{at}.", words.player(seat), score) for at, seat, score in _places(result)]


def _places(result: Result) -> list[tuple[int, int, str]]:
    """Place, seat and score of all who have a place, best first."""
    found: list[tuple[int, int, str]] = []
    for group in result.ranking:
        at = len(found) + 1
        found += [(at, seat, str(result.scores.get(str(seat), ""))) for seat in group]
    return found


def _page_says(page: Phone, match: Match, result: Result) -> None:
    whose, shown = f"{page.person.name or 'the owner'}'s page", page.state["result"]
    words = Catalogue.of(match, page.person.language)
    for seat in result.winners[:1]:
        if words.player(seat) not in shown["head"]:
            raise Violation(f"it ends: {whose} names {shown['head']}, not {words.player(seat)}")
    placed = [tuple(place) for place in shown["places"] if place[0].endswith(".")]
    true = [(f"{at}.", seat, score) for at, seat, score in _places(result)]
    _agree(f"{whose} has the places", placed, true)


def _program_says(match: Match, result: Result) -> None:
    *_, last = Session(match.copy(), Catalogue.of(match, "en")).open()
    told: Any = last.get("result", {})
    _agree("a program is told of the end", last["type"], "over")
    _agree("a program is told the winners", told["winners"], list(result.winners))
    _agree("a program is told the scores", told["scores"], plain(result.scores))


def _record_says(world: World, match: Match, result: Result) -> None:
    """The match's file, which a page gets, and its last step there."""
    if match.id is None or match.abandoned:
        return
    file = _asked(world, do="export", match=match.id)["lines"]
    header, lines = parse(f"{line}\n".encode() for line in file)
    again = replay(header, [line for line, _ in lines])
    _agree("the record's end is", again.result, result)
    step = _asked(world, do="record", match=match.id, step=len(match.lines))
    _agree("the record's winners are", step["state"]["result"]["winners"], list(result.winners))


def _asked(world: World, **request: Any) -> Mapping[str, Any]:
    reply = world.owner.ask(**request)
    if reply["type"] in ("error", "refused"):
        raise Violation(f"all doors agree: the record is not given: {reply}")
    return reply
