"""Set-up and care: what can be played, beginning and going on, settings, findings, the archive."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import referee
from hal.interfaces import SOUNDS
from referee.kernel.errors import BadEntry, RefereeError
from referee.kernel.game import Game, OptionSpec, find_game
from referee.kernel.journal import shown_player
from referee.kernel.players import RANDOM, find_player, levels
from referee.table import errands
from referee.table.appliance import Grade, part_name
from referee.table.catalogue import LANGUAGES, Catalogue
from referee.table.desk import Desk, LastRound
from referee.table.settings import CONTRASTS
from referee.table.speaking import Level
from referee.web.client import Client
from referee.web.record import kept_matches, upload
from referee.web.room import Handler, Room, integer
from referee.web.scenes import Data
from referee.web.seats import Denied


class Care:
    def __init__(self, room: Room) -> None:
        self._room = room
        self.handlers: Mapping[str, Handler] = {
            "matches": self._matches,
            "setup": self._setup,
            "begin": self._begin,
            "resume": self._resume,
            "settings": self._settings,
            "care": self._care,
            "invite": self._invite,
            "import": self._import,
        }

    # -- matches ---------------------------------------------------------------------------

    def _matches(self, client: Client, request: Data) -> Data:
        found = kept_matches(self._room.program.store, client.language)
        return {"type": "matches", "matches": found}

    def _setup(self, client: Client, request: Data) -> Data:
        """All games with what can be chosen, and who played last."""
        return self._room.program.errand(lambda desk: _offer(desk, client.language))

    def _begin(self, client: Client, request: Data) -> Data:
        """``playing``: the number of the match that the page saw on the table, if it matters."""
        names, players = _texts(request.get("names")), _texts(request.get("players", []))
        options = request.get("options", {})
        if not isinstance(options, dict):
            raise BadEntry("web.request")
        session = self._room.program.session
        if "playing" in request and request["playing"] != (session and session.match.id):
            raise Denied("web.late")
        game = str(request.get("game"))
        tidy = [" ".join(name.split()) for name in names]
        self._room.program.errand(lambda desk: errands.begin(desk, game, tidy, options, players))
        return {"type": "done"}

    def _resume(self, client: Client, request: Data) -> Data:
        number = integer(request, "match")
        self._room.program.errand(lambda desk: errands.resume(desk, number))
        return {"type": "done"}

    def _import(self, client: Client, request: Data) -> Data:
        """A file comes in parts; what is done with the last one, `referee.web.record` knows."""
        upload(self._room, client, request)
        return {"type": "done"}

    # -- the box ---------------------------------------------------------------------------

    def _settings(self, client: Client, request: Data) -> Data:
        wanted = request.get("set", {})
        if not isinstance(wanted, dict):
            raise BadEntry("web.request")

        def errand(desk: Desk) -> Data:
            if wanted:
                errands.change(desk, wanted)
            return _settings(desk, self._room.words(client))

        return self._room.program.errand(errand)

    def _care(self, client: Client, request: Data) -> Data:
        """What the self-test finds, the seat box among it."""
        return self._room.program.errand(lambda desk: _findings(desk, self._room.words(client)))

    def _invite(self, client: Client, request: Data) -> Data:
        """How others join, for a television that was let in at the panel: such a page could open
        the panel's own screen with this code."""
        phones = self._room.program.appliance.phones
        if phones is None or "page" not in phones.cards():
            return {"type": "invite", "address": "", "code": "", "modules": []}
        card = phones.invite("page")
        return {
            "type": "invite",
            "address": card.address,
            "code": card.code,
            "modules": list(card.modules),
        }


def _texts(value: Any) -> list[str]:
    """A list of texts; raises `BadEntry`."""
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadEntry("web.request")
    return value


def _offer(desk: Desk, language: str) -> Data:
    last = desk.last
    return {
        "type": "setup",
        "games": [_game(desk, name, language) for name in desk.games],
        "last": _last(last) if last else None,
        "names": desk.recall("names", []),
        "playing": desk.session is not None and not desk.session.match.over,
    }


def _game(desk: Desk, name: str, language: str) -> Data:
    """A game with its options; one that cannot be loaded says why."""
    try:
        game = find_game(name)
        words = Catalogue(language, game)
        title = words("name")
        seated = [_level(game, level, words) for level in levels(name) if level != RANDOM]
    except RefereeError as error:
        return {"name": name, "title": name, "broken": Catalogue(language).error(error)}
    remembered = desk.recall(f"options.{name}", {})
    kept: Mapping[str, Any] = remembered if isinstance(remembered, dict) else {}
    return {
        "name": name,
        "title": title,
        "broken": "",
        "seats": list(game.seats),
        "options": [_option(spec, kept, words) for spec in game.options],
        "levels": seated,
    }


def _last(round_: LastRound) -> Data:
    """Who played what last."""
    players = [*map(shown_player, round_.players)]
    return {"game": round_.game, "names": round_.names, "players": players}


def _level(game: Game[Any], level: str, words: Catalogue) -> Data:
    return {
        "name": level,
        "label": words.spare(f"computer.{level}") or level,
        "needs": dict(find_player(game, level).needs),
    }


def _option(spec: OptionSpec, remembered: Mapping[str, Any], words: Catalogue) -> Data:
    """What lies on the table is remembered; variants and rules begin as the rule book has them."""
    facts = spec.group not in ("variant", "rule")
    value = remembered.get(spec.key) if facts else None
    return {
        "key": spec.key,
        "label": words.option(spec.key),
        "group": spec.group,
        "group_label": words.spare(f"group.{spec.group}"),
        "detail": words.spare(f"detail.{spec.key}"),
        "explained": words.spare(f"clause.{spec.clause}"),
        "clause": spec.clause,
        "values": list(spec.values),
        "labels": [words.option_value(spec.key, value) for value in spec.values],
        "value": value if value in spec.values else spec.default,
        "under": list(spec.under or ()),
    }


def _settings(desk: Desk, words: Catalogue) -> Data:
    speech = {level.value: words(f"speech.level.{level.value}") for level in Level}
    settings = desk.settings
    return {
        "type": "settings",
        "language": settings.language,
        "languages": {name: Catalogue(name)("language") for name in LANGUAGES},
        "sound": settings.sound,
        "sounds": {kind: words(f"sound.{kind}") for kind in SOUNDS},
        "muted": sorted(settings.muted),
        "contrast": settings.contrast,
        "contrasts": len(CONTRASTS),
        "speech": settings.speech.value if desk.appliance.speaks else None,
        "levels": speech,
        "labels": words.under("settings."),
    }


def _findings(desk: Desk, words: Catalogue) -> Data:
    checks = desk.appliance.checks
    order = list(Grade)
    found = sorted(checks() if checks is not None else (), key=lambda f: -order.index(f.grade))
    return {
        "type": "care",
        "version": referee.__version__,
        "findings": [
            {"part": part_name(words, f.part), "grade": f.grade.value, "text": words.text(f.text)}
            for f in found
        ],
        "lost": [part_name(words, part) for part in sorted(desk.lost)],
    }
