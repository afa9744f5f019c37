"""What is done at the table without pressing buttons: a match is begun or goes on, an
answer comes from elsewhere, settings change.

Each takes the desk, checks first, and raises `RefereeError` for what cannot be; then it does what
the panel's own screens do. What goes wrong with the disk is told there, and raised as well: who
asked for it may be elsewhere, and takes for kept what he is not told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from hal.interfaces import SOUNDS, Press
from referee.kernel.ask import Ask, Entry
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import find_game
from referee.kernel.match import Match
from referee.kernel.names import check_names
from referee.kernel.players import check_players, find_player
from referee.kernel.text import Plain, Text
from referee.table.catalogue import LANGUAGES
from referee.table.desk import Desk, Mode
from referee.table.modes.messages import Message
from referee.table.modes.play import Play
from referee.table.modes.telling import Told, Tumble, close_opened
from referee.table.play import Enter
from referee.table.settings import CONTRASTS
from referee.table.speaking import Level

#: What pages elsewhere are shown while the panel has what only one person may see.
SECRET: Final = "web.at-box"


def begin(
    desk: Desk, name: str, names: Sequence[str], options: Mapping[str, Plain],
    players: Sequence[str],
) -> None:  # fmt: skip
    """Begin a match; what computer players have to know is put into the device."""
    if name not in desk.games:
        raise BadEntry("error.game.unknown", name=name[:40], known=", ".join(desk.games))
    game = find_game(name)
    check_names(names)
    chosen = dict(options)
    for level in filter(None, players):
        chosen |= find_player(game, level).needs
    complete = game.complete(len(names), chosen)
    seated = list(players) if any(players) else []
    if seated and len(seated) != len(names):
        raise BadEntry("error.player.count", found=len(seated), seats=len(names))
    check_players(game, seated, complete)
    _raise(desk.begin(game, names, dict(complete), players=seated))


def resume(desk: Desk, match_id: int) -> None:
    """Go on with a kept match."""
    if desk.store is None:
        raise BadEntry("web.request")
    desk.store.match(match_id)  # says that there is none
    _raise(desk.resume(match_id))


def come_back(desk: Desk, match_id: int) -> None:
    """Go on with the match that was on the table when the program was cut off, unless somebody
    has begun another one meanwhile. What was to be told first is still told."""
    if desk.session is None:
        told = [mode for mode in desk.modes if isinstance(mode, Message)]
        resume(desk, match_id)
        for message in told:
            desk.open(message)


def change(desk: Desk, wanted: Mapping[str, Any]) -> None:
    """Change settings of the household, those that are named; others than known are left out."""
    settings = desk.settings
    if wanted.get("language") in LANGUAGES:
        desk.speak(wanted["language"])
        desk.top.shown()  # what stands there asks in that language at once
    if isinstance(wanted.get("sound"), bool):
        settings.sound = wanted["sound"]
    if type(wanted.get("contrast")) is int and wanted["contrast"] in range(len(CONTRASTS)):
        settings.contrast = wanted["contrast"]
    if wanted.get("speech") in [level.value for level in Level]:
        settings.speech = Level(wanted["speech"])
    if isinstance(wanted.get("muted"), list):
        settings.muted = {kind for kind in SOUNDS if kind in wanted["muted"]}
    _raise(desk.keep_settings())


def answer(desk: Desk, entry: Entry) -> None:
    """Enter what a player answered elsewhere than on the panel; the panel tells what follows.

    Raises what `Match.answer` raises: it is committed when this returns. What was told on the
    panel before, and not read, makes room.
    """
    play = _play(desk)
    if play is None:
        raise BadEntry("web.no-match")
    match = play.session.match
    ask = next((ask for ask in match.asks if takes(match, ask, entry)), None)
    if ask is None:
        match.answer(entry)  # says why not
        return
    if all(isinstance(mode, Play | Message | Tumble) for mode in desk.modes):
        del desk.modes[1:]
    _raise(play.enter(Enter(entry, ask)))


def tell(desk: Desk, news: Text) -> None:
    """Say something in the strip of the match, which takes no press from anybody."""
    play = _play(desk)
    if play is not None:
        play.notice(news)


def for_anybody(modes: Sequence[Mode], ask: Ask) -> bool:
    """See `Play.for_anybody`."""
    return any(isinstance(mode, Play) and mode.for_anybody(ask) for mode in modes[:1])


def reader(modes: Sequence[Mode]) -> int | None:
    """Who has lifted the cover of a secret at the panel; None: nobody has."""
    play = modes[0] if modes else None
    return play.reader if isinstance(play, Play) else None


def lifts(modes: Sequence[Mode], press: Press) -> bool:
    """Whether this press would lift a cover."""
    top = modes[-1] if modes else None
    return isinstance(top, Play) and top.lifts(press)


def tapping(modes: Sequence[Mode]) -> bool:
    """Whether anybody is asked for a number that may be tapped in secret at the panel."""
    play = modes[0] if modes else None
    return isinstance(play, Play) and play.tapping


def at_the_box(modes: Sequence[Mode]) -> str:
    """Why what the panel shows is for those at the box alone, as the key of what pages are shown
    instead; empty: everybody may see it. Who plays alone hides nothing from anybody."""
    play = modes[0] if modes else None
    if isinstance(play, Play) and play.session.people > 1:
        secret = any(mode.private or (isinstance(mode, Told) and mode.only) for mode in modes)
        if secret or play.reader is not None:
            return SECRET
    return modes[-1].apart if modes else ""


def told(modes: Sequence[Mode], seat: int | None) -> Told | None:
    """What is told over the match that this seat may read, the last of it; None: everybody. What
    lies over it for another's eyes does not show."""
    told = (mode for mode in reversed(modes) if isinstance(mode, Told) and mode.everywhere)
    return next((mode for mode in told if mode.only is None or seat in mode.only), None)


def read(desk: Desk, number: int, seat: int | None) -> None:
    """This seat has read, elsewhere than on the panel, what is told under this number, and whatever
    had to be moved by hand has been. If it has gone already, nothing happens."""
    shown = told(desk.modes, seat)
    if shown is not None and shown.number == number:
        if shown.only is not None:
            close_opened(desk, shown)  # such as HELP about it, which tells of the secret
        desk.modes.remove(shown)
        desk.top.shown()
        desk.settle()


def rematch(desk: Desk) -> None:
    """The same players, options and game once more; raises `BadEntry` while a match is played."""
    session = desk.session
    if session is None or not session.match.over:
        raise BadEntry("web.not-over-yet")
    _raise(desk.rematch(session.match))


def undo(desk: Desk, seat: int | None = None) -> None:
    """Take the last answer back, or that of this seat, as if on the panel; it shows what is open
    then."""
    session, play = desk.session, _play(desk)
    if session is not None and play is not None:
        session.undo(seat)
        desk.restart(play)


def _raise(error: RefereeError | None) -> None:
    if error is not None:
        raise error


def _play(desk: Desk) -> Play | None:
    return next((mode for mode in desk.modes if isinstance(mode, Play)), None)


def takes(match: Match, ask: Ask, entry: Entry) -> bool:
    """Whether this open ask is answered by the entry."""
    if entry.seat not in ask.seats:
        return False
    if match.supplies(ask):
        return not entry.args and entry.verb == ask.verb
    return ask.accepts(entry.verb, entry.args)
