"""The finish, and the end: a car has left the circuit, the others race on or not."""

from __future__ import annotations

from referee.game import Ask, Entry, Kind, Menu, Say, Who, option, text
from referee.games.victory import track
from referee.games.victory.position import Victory


def finish(p: Victory, entry: Entry, say: Say) -> None:
    """The car is written under ZIEL and leaves the circuit; its dice lapse (VIC-END-1, VIC-END-2,
    VIC-END-3). The round is not played to its end (INT-VIC-17)."""
    p.finished.append(p.turn)
    track.leave(p)
    place = len(p.finished)
    key, clause = ("vic.won", "VIC-END-1") if place == 1 else ("vic.placed", "VIC-END-2")
    say(key, clause, p.turn, who=Who(p.turn), place=place)


# -- a car has left --------------------------------------------------------------------------


def one_survives(p: Victory, entry: Entry) -> bool:
    """One car is left and nobody has finished (VIC-END-6, INT-VIC-18, a switch)."""
    lonely = len(p.running) == 1 and not p.finished
    return lonely and bool(p.options["last_survivor_wins"])


def survive(p: Victory, entry: Entry, say: Say) -> None:
    """The last car on the circuit wins at once (VIC-END-6)."""
    p.ending = "survivor"
    (seat,) = p.running
    say("vic.survivor", "VIC-END-6", seat, who=Who(seat))


def nobody_runs(p: Victory, entry: Entry) -> bool:
    """No car is left on the circuit (VIC-END-2, VIC-END-5)."""
    return not p.running


def close(p: Victory, entry: Entry, say: Say) -> None:
    """All cars have finished or crashed (VIC-END-2, VIC-END-5)."""
    p.ending = "finished" if p.finished else "nobody"


def somebody_won(p: Victory, entry: Entry) -> bool:
    """The others race for the places only (VIC-END-2)."""
    return bool(p.finished)


def places_asks(p: Victory) -> tuple[Ask, ...]:
    """The others race on for the places, or the race is stopped (VIC-END-2)."""
    prompt = text("vic.places.prompt", n=len(p.running))
    menu = Menu(option("on"), option("stop"))
    return menu.asks(p.everybody, Kind.DECISION, prompt, "VIC-END-2")


def stop(p: Victory, entry: Entry, say: Say) -> None:
    """The players stop the race after the winner: cars on the circuit have no place (VIC-END-2,
    INT-VIC-20)."""
    p.ending = "stopped"
