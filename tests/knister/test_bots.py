"""The computer player: it plays well, fast, and always the same."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.games.knister import GAME, bots, learn, potentials, scoring
from referee.games.knister.numbers import DIE, Numbers
from referee.kernel.ask import Entry
from referee.kernel.match import Match
from referee.kernel.players import Players, chosen, find_player
from referee.kernel.text import Text
from tests.knister import TIM_CELLS

#: Points a sheet that the bot must average: more than the best published learning player.
BEST_PUBLISHED = 63.2

#: Points a sheet of cells drawn at random: 14 lines of 1.425 points.
BY_CHANCE = 19.95

NUMBERS = Numbers.of(GAME.components())


def solo(seed: str, bot: str = "good", **options: object) -> int:
    """The points of a solo game."""
    match = Match.new(GAME, 1, {"sheets": "device", **options}, seed)
    rng = random.Random(seed)
    player = find_player(GAME, bot).make(match.setup)
    while not match.over:
        ask = match.ask
        assert ask is not None
        if match.supplies(ask):
            match.supply(ask)
        else:
            match.answer(chosen(player(match.view(1), ask, 1, rng.randrange)).entry)
    assert match.result is not None
    return int(match.result.scores["1"])


def sheets(count: int) -> list[int]:
    """Points of sheets that the bot fills, without a match around them."""
    rng = random.Random("sheets")
    found = []
    for _ in range(count):
        cells = [0] * scoring.CELLS
        for _ in range(scoring.ROUNDS):
            number = rng.choice(DIE) + rng.choice(DIE)
            cells[bots.advice(cells, number)] = number
        found.append(scoring.total(cells, NUMBERS))
    return found


def test_the_strong_player_beats_the_best_that_was_published(
    request: pytest.FixtureRequest,
) -> None:
    """``--sheets 2000`` (``make sheets``) for the number that is promised."""
    count = request.config.getoption("--sheets")
    points = sheets(count)
    error = statistics.stdev(points) / count**0.5
    mean = statistics.mean(points)
    print(f"\n{count} sheets: {mean:.2f} points on average, +- {error:.2f}")
    assert mean > BEST_PUBLISHED


def test_in_a_match_it_plays_the_same_sheets() -> None:
    device = [solo(f"match {n}") for n in range(4)]
    assert device == [solo(f"match {n}", sheets="paper") for n in range(4)]
    assert statistics.mean(device) > 2 * BY_CHANCE


def test_the_random_player_fills_cells_by_chance() -> None:
    points = [solo(f"random {n}", "random") for n in range(150)]
    assert statistics.mean(points) == pytest.approx(BY_CHANCE, abs=2)


def test_it_takes_what_is_offered() -> None:
    """A full house on a diagonal rather than anything else with the last number but one."""
    cells = list(TIM_CELLS)
    for cell in (12, 3):
        cells[cell] = 0
    assert bots.advice(cells, 10) == 12


@pytest.mark.parametrize("level", ["good", "easy"])
def test_what_it_says_of_a_line_is_so(level: str) -> None:
    heard = Counter[str]()
    for number in range(6):
        for cells, cell, why in placed(f"says {number}", level):
            heard[why.key] += 1
            if why.key == "kni.bot.least":
                full = [line.of(cells) for line in scoring.THROUGH[cell]]
                assert all(0 in line or scoring.combination(line) == "nothing" for line in full)
                continue
            name = why.args["line"]
            lines = [line for line in scoring.THROUGH[cell] if scoring.line_name(line) == name]
            assert len(lines) == 1, "a line that it does not lie in"
            found = [written for written in lines[0].of(cells) if written]
            full = [line.of(cells) for line in scoring.THROUGH[cell]]
            names = {scoring.combination(line) for line in full if 0 not in line} - {"nothing"}
            assert (why.key == "kni.bot.scores") == bool(names), "what scores now is said"
            if names:
                name = scoring.combination_name(scoring.combination(found))
                assert (len(found), why.args["combination"]) == (scoring.SIDE, name)
            elif why.key == "kni.bot.equal":
                name = scoring.combination_name(bots.EQUAL[found.count(cells[cell])])
                assert why.args["combination"] == name
            elif why.key == "kni.bot.straight-may":
                assert 1 < len(found) == len({*found}) < scoring.SIDE
                assert max(found) - min(found) < scoring.SIDE
    keys = ("equal", "least", "promises", "scores", "straight-may")
    assert heard.keys() == {f"kni.bot.{key}" for key in keys}


def placed(seed: str, level: str) -> Iterator[tuple[list[int], int, Text]]:
    """Every answer with a reason on a sheet: the sheet after it, the cell, the reason."""
    match = Match.new(GAME, 1, {"sheets": "device"}, seed, players=(level,))
    players = Players(match)
    while (ask := players.due()) is not None:
        task = players.task(ask)
        decided = task() if task is not None else None
        players.answer(ask, decided)
        if decided is not None and decided.why is not None:
            cell = scoring.CELL_AT[decided.entry.cell()]
            yield match.view(1)["sheets"][0]["cells"], cell, decided.why


def test_it_answers_only_what_is_asked() -> None:
    match = Match.new(GAME, 3, {"sheets": "device"}, "seed")
    assert match.ask is not None
    entry = bots.strong_bot()(match.view(1), match.ask, 2, lambda k: 0)
    assert entry == Entry(2, "youngest", {"seat": 1})


def test_full_lines_are_worth_what_they_score() -> None:
    book = potentials.book()
    plain, doubled = potentials.full_worth()
    full = [at for at, state in enumerate(book.states) if len(state) == scoring.SIDE]
    assert len(full) == 3003
    for stage in potentials.potentials():
        for table, exact in zip(stage, (plain, doubled), strict=True):
            assert [table[at] for at in full] == [exact[at] for at in full]


def test_lines_and_their_mirror_images_are_worth_the_same() -> None:
    book = potentials.book()
    for table, _ in potentials.potentials():
        for at, state in enumerate(book.states):
            assert table[at] == table[book.numbers[potentials.mirrored(state)]]


def test_learning_is_the_same_every_time_and_helps() -> None:
    first, second = (learn.written(learn.learn(60), 60) for _ in range(2))
    assert first == second
    rows = [line for line in first.splitlines() if not line.startswith("#")]
    shipped = potentials.FILE.read_text("utf-8").splitlines()
    known = [line.partition(":")[0] for line in shipped if not line.startswith("#")]
    assert [row.partition(":")[0] for row in rows] == known
    by_chance = learn.written(learn.learn(0), 60)
    assert by_chance != first
