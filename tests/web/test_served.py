"""The harness answers by the door of the pages, so no screen is left behind."""

from __future__ import annotations

from tests.web.scenes import MIDDLES, answered, middle
from tests.web.served import Served


def test_all_screens_follow_what_the_harness_answers_beside_a_page() -> None:
    """Also the one below a card, which a page's answer clears away."""
    names, options, _ = MIDDLES["draf"]
    with Served("draf", names, prepare=middle(0), **options) as served:
        for number in range(12):
            if number % 3:
                served.play_on()
            else:
                served.do(lambda: served.program.answer(answered(served.match)))
            assert served.do(lambda: [mode.screen() for mode in served.program.modes])
