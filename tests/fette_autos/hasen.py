"""Races against Alte Hasen in the hands of tests."""

from __future__ import annotations

from tests.fette_autos import Play


def against(
    form: str = "straight", hand: str = "30 30 30", numbers: str = "", **options: object
) -> Play:
    """A single player on 7 attacks the Hase on 6, cards on the table."""
    play = Play(
        1, cards="table", track=[f"{form} bump"], hands={1: hand}, numbers=numbers, **options
    )
    return play.overtaking().do("attack")


def drawn(play: Play, *values: int) -> int:
    """What the Hase has when it gets no more cards; all these must be asked for."""
    first = 1 if play.p.on("indiv") else 2
    play.hase(*values[:first])
    assert play.state == "stake"
    play.do("none").hase(*values[first:])
    assert play.p.poker is None, "the Hase wants another card"
    key = next(ruling.key for ruling in play.rulings if ruling.key.startswith("fa.poker"))
    told = play.told(key)
    return int(told["defence"])


def crawl(play: Play) -> Play:
    """A poker against a Hase that draws nothing but tens."""
    for _ in range(10):
        if play.p.poker is None:
            return play
        play.do("none") if play.state == "stake" else play.hase(10)
    raise AssertionError("the poker has no end")


def fallen_back(seats: int, hands: dict[int, str] | None = None, **options: object) -> Play:
    """The Hase next to the players has been passed by all of them, one in each section; now it is
    the last car, and phase 3 begins."""
    play = Play(seats, cards="table", hands=hands, **options).overtaking()
    back = play.p.hasen[-1]
    for _ in range(seats):
        while play.state == "attack":
            if play.p.ahead(play.p.acting) != back:
                play.do("pass")
                continue
            crawl(play.do("attack"))
            if play.state == "again":
                play.do("done")
        play.signs().keep()
    assert play.p.places[-1] == back
    return play
