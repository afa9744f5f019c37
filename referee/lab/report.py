"""What a study has found, as text and as one page that needs no other file.

Both are made of the same sections: a heading, a table, perhaps a picture. Words come from outside,
in the reader's language.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from referee.kernel.game import find_game, spoken
from referee.kernel.names import visible
from referee.kernel.text import Plain
from referee.lab import plots
from referee.lab.figures import (
    Effect,
    Mean,
    Rate,
    effects,
    elo,
    mean,
    player_wins,
    quantile,
    seat_wins,
)
from referee.lab.study import Cell, Study
from referee.lab.tally import Tally

Counts = Sequence[tuple[Cell, Tally]]

#: Rulings that a table shows.
RULINGS: Final = 12


class Words(Protocol):
    """A catalogue: the message of a key in the reader's language."""

    def __call__(self, key: str, /, **args: Plain) -> str: ...

    def spare(self, key: str) -> str | None:
        """The same, or None where there is no such message."""
        ...


@dataclass(frozen=True, slots=True)
class Section:
    """A table under a heading; ``picture`` is SVG or nothing."""

    heading: str
    head: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    picture: str = ""


def sections(counts: Counts, words_of: Callable[[str], Words]) -> Iterator[Section]:
    """All that can be said of these counts, game by game."""
    for game in dict.fromkeys(cell.game for cell, _ in counts):
        mine, words = [(c, tally) for c, tally in counts if c.game == game], words_of(game)
        if played := [(cell, tally) for cell, tally in mine if tally.matches]:
            yield from _of_game(played, words)
        if endless := [(cell, tally) for cell, tally in mine if tally.endless]:
            yield _endless(endless, words)


def _of_game(counts: Counts, words: Words) -> Iterator[Section]:
    even = [(cell, tally) for cell, tally in counts if len(set(cell.players)) == 1]
    plain = [(cell, tally) for cell, tally in even if cell.change is None]
    if plain:
        yield _seats(plain, words)
        yield _lengths(plain, words)
    if scored := [(cell, tally) for cell, tally in plain if tally.scores]:
        yield _scores(scored, words)
    if found := list(effects(even)):
        yield from _effects(found, words)
    if mixed := [(cell, tally) for cell, tally in counts if len(set(cell.players)) > 1]:
        yield _players(mixed, words)
        yield _strengths(mixed, words)
    yield _rulings(counts, words)


def _seats(counts: Counts, words: Words) -> Section:
    """Whether the seat matters (everybody plays alike)."""
    found = {
        _name(cell, counts, words): {
            str(seat): Rate.of(seat_wins(tally, seat), tally.matches)
            for seat in range(1, cell.seats + 1)
        }
        for cell, tally in counts
    }
    seats = sorted({seat for rates in found.values() for seat in rates}, key=int)
    heading = words("lab.seats", game=words("name"))
    rows = [(name, *(str(rates.get(seat, "")) for seat in seats)) for name, rates in found.items()]
    head = (words("lab.cell"), *(words("lab.seat", n=int(seat)) for seat in seats))
    return Section(heading, head, rows, plots.rates(heading, found, words("lab.seat-axis")))


def _lengths(counts: Counts, words: Words) -> Section:
    found = {_name(cell, counts, words): tally.lengths for cell, tally in counts}
    heading = words("lab.lengths", game=words("name"))
    head = ("", *(words(f"lab.{key}") for key in ("matches", "mean", "median", "p95", "longest")))
    rows = [
        (name, f"{n.total()}", str(mean(n)), *(f"{quantile(n, part)}" for part in (0.5, 0.95, 1)))
        for name, n in found.items()
    ]
    return Section(heading, head, rows, plots.histograms(heading, found, words("lab.entries")))


def _scores(counts: Counts, words: Words) -> Section:
    found = {_name(cell, counts, words): tally.scores for cell, tally in counts}
    heading = words("lab.scores", game=words("name"))
    head = ("", words("lab.mean"), words("lab.p5"), words("lab.median"), words("lab.p95"))
    rows = [
        (name, str(mean(n)), *(f"{quantile(n, part)}" for part in (0.05, 0.5, 0.95)))
        for name, n in found.items()
    ]
    return Section(heading, head, rows, plots.histograms(heading, found, words("lab.points")))


def _effects(found: Sequence[Effect], words: Words) -> Iterator[Section]:
    """What each option changes by itself."""
    many = len({effect.cell.seats for effect in found}) > 1
    names = [_change(effect.cell, words, many=many) for effect in found]
    game = words("name")
    head = ("", words("lab.longer"), words("lab.more-points"), words("lab.first-wins"))
    rows = [
        (name, _signed(e.length), _signed(e.points) if e.points else "", _percent(e.first))
        for name, e in zip(names, found, strict=True)
    ]
    heading = words("lab.effects", game=game)
    length = plots.changes(
        heading, [(n, e.length) for n, e in zip(names, found, strict=True)], words("lab.longer")
    )
    yield Section(heading, head, rows, length)
    heading = words("lab.first", game=game)
    firsts = [(n, e.first) for n, e in zip(names, found, strict=True)]
    yield Section(heading, (), [], plots.changes(heading, firsts, words("lab.first-wins")))


def _players(counts: Counts, words: Words) -> Section:
    """Tables of different players: how often each seat of a player won."""
    found = {
        _name(cell, counts, words): {
            name: Rate.of(player_wins(tally, name), tally.played[name])
            for name in dict.fromkeys(cell.players)
        }
        for cell, tally in counts
    }
    heading = words("lab.tables", game=words("name"))
    rows = [
        (cell, "; ".join(f"{name} {rate}" for name, rate in rates.items()))
        for cell, rates in found.items()
    ]
    return Section(heading, (words("lab.cell"), words("lab.won")), rows)


def _strengths(counts: Counts, words: Words) -> Section:
    strengths = elo(tally for _, tally in counts)
    order = sorted(strengths, key=lambda name: -strengths[name].value)
    heading = words("lab.elo", game=words("name"))
    rows = [(name, f"{strengths[name].value:.0f} ± {strengths[name].half:.0f}") for name in order]
    picture = plots.changes(
        heading, [(name, strengths[name]) for name in order], "Elo", around=None
    )
    return Section(heading, (words("lab.player"), "Elo"), rows, picture)


def _rulings(counts: Counts, words: Words) -> Section:
    """The commonest rulings, by a match."""
    total = Tally()
    for _, tally in counts:
        total.add(tally)
    heading = words("lab.rulings", game=words("name"))
    rows = [
        (key, f"{count / total.matches:.2f}") for key, count in total.rulings.most_common(RULINGS)
    ]
    return Section(heading, ("", words("lab.a-match")), rows)


def _endless(counts: Counts, words: Words) -> Section:
    """Matches that had no end: what changed, and how many of how many."""
    rows = []
    for cell, tally in counts:
        name = _change(cell, words, many=True) if cell.change else _name(cell, counts, words)
        rows.append((name, str(tally.endless), str(tally.matches)))
    head = (words("lab.cell"), words("lab.endless"), words("lab.ended"))
    return Section(words("lab.no-end", game=words("name")), head, rows)


# -- names -----------------------------------------------------------------------------------


def _name(cell: Cell, counts: Counts, words: Words) -> str:
    """A cell by what it does not share with the others of its game."""
    found = [words("lab.players", n=cell.seats)]
    if len({other.players for other, _ in counts}) > 1:
        found.append(", ".join(cell.players))
    for key, value in cell.options.items():
        if len({spoken(other.options[key]) for other, _ in counts}) > 1:
            found.append(f"{key}={spoken(value)}")
    return ", ".join(found)


def _change(cell: Cell, words: Words, *, many: bool) -> str:
    """The option that a cell has changed, in the game's own words, as short as on the panel."""
    assert cell.change is not None
    key, value = cell.change
    spec = next(s for s in find_game(cell.game).options if s.key == key)
    title = words.spare(f"option.{key}") or key
    title = f"{title} ({spec.clause})" if value is True else f"{title}: {spoken(value)}"
    return f"{title}, {words('lab.players', n=cell.seats)}" if many else title


def _signed(change: Mean) -> str:
    return f"{change.value:+.2f} ± {change.half:.2f}"


def _percent(change: Mean) -> str:
    return f"{change.value:+.1%} ± {change.half:.1%}"


# -- as text and as a page -------------------------------------------------------------------


def as_text(study: Study, found: Sequence[Section]) -> str:
    """The figures as text, for a terminal too."""
    title = visible(study.title)
    lines = [title, "=" * len(title)]
    for section in found:
        if not section.rows:
            continue
        lines += ["", section.heading, "-" * len(section.heading)]
        table = [tuple(map(visible, row)) for row in (section.head, *section.rows) if row]
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines += ("  ".join(map(str.ljust, row, wide)).rstrip() for row in table)
    return "\n".join(lines) + "\n"


def as_page(study: Study, found: Sequence[Section], language: str) -> str:
    """The same with pictures, as one file of HTML."""
    title = html.escape(study.title)
    body = "\n".join(_as_html(section) for section in found)
    return PAGE.format(title=title, language=language, body=body)


def _as_html(section: Section) -> str:
    head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in section.head)
    rows = "\n".join(f"<tr>{''.join(_cells(row))}</tr>" for row in section.rows)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>\n{rows}\n</tbody></table>"
    picture = (
        f'<figure role="img" aria-label="{html.escape(section.heading)}">{section.picture}</figure>'
    )
    parts = [f"<h2>{html.escape(section.heading)}</h2>"] if section.rows else []
    parts += [picture] if section.picture else []
    parts += [table] if section.rows else []
    return "<section>" + "\n".join(parts) + "</section>"


def _cells(row: Sequence[str]) -> Iterator[str]:
    yield f'<th scope="row">{html.escape(row[0])}</th>'
    yield from (f"<td>{html.escape(cell)}</td>" for cell in row[1:])


PAGE: Final = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width">
<style>
body {{ font: 16px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
color: #1a1a1a; background: #fff }}
table {{ border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums }}
th, td {{ text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid #ddd }}
section {{ overflow-x: auto }} figure {{ margin: 0 }} svg {{ max-width: 100%; height: auto }}
</style></head><body>
<h1>{title}</h1>
{body}
</body></html>
"""
