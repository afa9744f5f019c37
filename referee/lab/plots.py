"""Pictures of figures, as SVG for a page. Colours that colour-blind eyes tell apart."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import matplotlib as mpl
from matplotlib.figure import Figure

from referee.lab.figures import Mean, Rate

#: Okabe and Ito's colours.
COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

#: Inches of a picture, and of a line of one that has a line for every option.
WIDE, HIGH, LINE = 7.2, 3.2, 0.24

#: The same data give the same file.
_STYLE: Final = {
    "svg.hashsalt": "lab", "svg.fonttype": "none", "font.size": 9, "axes.spines.top": False,
    "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
    "text.parse_math": False,  # a program's name may have dollars
}  # fmt: skip

#: What nobody reads on a page.
_METADATA: Final = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)

#: Values that a histogram shows one by one; more are put together.
BARS: Final = 60


def drawn(title: str, draw: Callable[[Any], None], high: float = HIGH) -> str:
    """A picture as an SVG element; ``draw`` gets its axes."""
    with mpl.rc_context(_STYLE):
        figure = Figure((WIDE, high), layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        axes.set_title(title, loc="left", fontsize=10)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return _METADATA.sub("", text[text.index("<svg") :])


def rates(title: str, series: Mapping[str, Mapping[str, Rate]], label: str) -> str:
    """Points with intervals: by series and place on the x axis."""

    def draw(axes: Any) -> None:
        places = list(dict.fromkeys(place for found in series.values() for place in found))
        for number, (name, found) in enumerate(series.items()):
            shift = (number - (len(series) - 1) / 2) * 0.7 / len(series)
            at = [places.index(place) + shift for place in found]
            values = [rate.value for rate in found.values()]
            below = [max(rate.value - rate.low, 0.0) for rate in found.values()]
            above = [max(rate.high - rate.value, 0.0) for rate in found.values()]
            colour = COLOURS[number % len(COLOURS)]
            axes.errorbar(
                at, values, yerr=[below, above], fmt="o", capsize=2, ms=4, color=colour, label=name
            )
        axes.set_xticks(range(len(places)), places)
        axes.set_xlabel(label)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_ylim(bottom=0)
        if len(series) > 1:
            axes.legend(frameon=False, fontsize=8, ncols=2)

    return drawn(title, draw)


def histograms(title: str, series: Mapping[str, Counter[str]], label: str) -> str:
    """How often each value came, as lines of shares."""

    def draw(axes: Any) -> None:
        values = [int(value) for counts in series.values() for value in counts]
        low, high = min(values), max(values)
        width = max(1, -(-(high - low + 1) // BARS))
        for number, (name, counts) in enumerate(series.items()):
            bars: Counter[int] = Counter()
            for value, count in counts.items():
                bars[(int(value) - low) // width] += count
            edges = [low + width * n for n in range((high - low) // width + 2)]
            shares = [bars[n] / counts.total() for n in range(len(edges) - 1)]
            colour = COLOURS[number % len(COLOURS)]
            axes.stairs(shares, edges, color=colour, label=name, fill=len(series) == 1)
        axes.set_xlabel(label)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        if len(series) > 1:
            axes.legend(frameon=False, fontsize=8)

    return drawn(title, draw)


def changes(
    title: str, found: Sequence[tuple[str, Mean]], label: str, *, around: float | None = 0.0
) -> str:
    """A line for each mean, with its interval; what may as well be ``around`` (none) is grey."""

    def draw(axes: Any) -> None:
        for number, (_, change) in enumerate(reversed(found)):
            sure = around is None or abs(change.value - around) > change.half
            axes.errorbar(
                [change.value], [number], xerr=[[change.half], [change.half]], fmt="o", ms=4,
                capsize=2, color=COLOURS[0] if sure else "#999999",
            )  # fmt: skip
        if around is not None:
            axes.axvline(around, color="#000000", lw=0.8)
        axes.set_yticks(range(len(found)), [name for name, _ in reversed(found)])
        axes.set_xlabel(label)

    return drawn(title, draw, 1.0 + LINE * len(found))
