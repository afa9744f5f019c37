"""The player of docs/browser.md plays a whole match with another of his kind."""

from __future__ import annotations

import threading

from tests.web.player import play
from tests.web.served import Served


def test_two_players_of_thirty_lines_finish_a_match() -> None:
    options = {"sheets": "device", "dice": "device"}
    with Served("knister", ["Anna", "Ben"], open_panel=False, **options) as served:
        code = served.do(lambda: served.doorkeeper.code(served.runner_now()))
        address = served.url.removeprefix("http://")
        players = [
            threading.Thread(target=play, args=(address, code, seat), daemon=True)
            for seat in (1, 2)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join(timeout=90)
        assert served.do(lambda: served.match.over)
