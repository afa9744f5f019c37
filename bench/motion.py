"""What a picture costs while things move on a television, and a tap on a phone; the CPU four
times slower.

``python -m bench.motion`` prints it, with ``--docs`` into docs/browser.md; it takes Debian's
Chromium and Playwright (``.[web-test]``). Sixty pictures a second leave 16.7 ms for each. Counted
is the CPU time of the page's main thread from one picture to the next, as Chromium's own trace has
it: script, style, layout, paint. The pictures themselves are made elsewhere, by a graphics card if
there is one; how many came here stands beside it, with those of a page where nothing but a square
glides. A loop asks for a picture at every chance, so that none is left out; without it many need
nothing of the main thread.
"""

from __future__ import annotations

import itertools
import json
import random
import statistics
import sys
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bench.browser import CHROMIUM, there
from bench.figures import Figure, show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from referee.kernel.match import Match
    from tests.web.served import Served

#: As slow as a cheap television is beside a PC.
THROTTLED: Final = 4
#: Answers that are watched.
MOVES: Final = 12
#: Touches of a phone that are measured, and matches that they are looked for in at most.
TAPS: Final = 60
MATCHES: Final = 6
#: Milliseconds of a picture, sixty of them a second.
ROOM: Final = 16.7
#: So much of all pictures must find room: the rest wait for what others do.
SHARE: Final = 0.95

CATEGORIES: Final = ["devtools.timeline", "toplevel", "blink.user_timing"]
#: What the main thread does for a picture, as the trace calls it.
PARTS: Final = {
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "paint": {"PrePaint", "Paint", "Layerize", "Commit"},
}

#: Where the docs have them.
DOCS: Final = Path(__file__).parents[1] / "docs" / "browser.md"
BEGIN: Final = "<!-- from python -m bench.motion --docs -->\n"
END: Final = "<!-- end -->\n"
HEADS: Final = """
| | main thread a picture: median, 95 % | of that style, layout, paint (mean) | \
what is new: median, longest | tap on a phone to its picture: median, 95 %, longest (taps) | \
pictures a second, here |
|---|---|---|---|---|---|
"""

#: Asks for pictures; notes what moves: from when, for how long.
NOTE: Final = """() => {
  performance.mark("zero");
  window.frames_ = []; window.moves_ = [];
  const note = (now) => { window.frames_.push(now); requestAnimationFrame(note); };
  requestAnimationFrame(note);
  const moves = (long) => window.moves_.push([performance.now(), long]);
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    moves((options.duration || 0) + (options.delay || 0));
    return animate.call(this, frames, options);
  };
  const runs = ({ target }) => target.getAnimations().forEach(({ effect }) => {
    const { endTime } = effect.getComputedTiming();
    if (Number.isFinite(endTime)) moves(endTime);
  });
  document.addEventListener("transitionrun", runs, true);
  document.addEventListener("animationstart", runs, true);
}"""
GLIDE: Final = """<i></i><style>@keyframes glide { to { translate: 80vw; } }
  i { position: fixed; inset: 40% 90% 40% 0; background: #900; }
  i { animation: glide 1s linear infinite alternate; }</style>"""

#: The middles of all choices that a finger reaches now.
CHOICES: Final = """() => [...document.querySelectorAll(
  ".ask button:not(.plain):not(.why):not(:disabled), .ask .can")].flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2], there = document.elementFromPoint(x, y);
    return there && (one.contains(there) || there.contains(one)) ? [[x, y]] : [];
  })"""
#: From the finger's leaving until the picture is made that shows what came of it, in milliseconds.
TAPPED: Final = """() => { window.tapped_ = new Promise((seen) => {
  window.addEventListener("pointerup", ({ timeStamp }) => {
    const changed = new MutationObserver(() => requestAnimationFrame(() => {
      changed.disconnect();
      const after = new MessageChannel();
      after.port1.onmessage = () => seen(performance.now() - timeStamp);
      after.port2.postMessage(0);
    }));
    const main = document.querySelector("main");
    changed.observe(main, { childList: true, subtree: true, attributes: true });
    setTimeout(() => seen(null), 5000);
  }, { capture: true, once: true });
}); }"""


@dataclass(frozen=True, slots=True)
class Picture:
    """What the main thread did for a picture, in milliseconds; ``parts``: of that, by `PARTS`."""

    at: float
    busy: float
    parts: dict[str, float]


@dataclass(frozen=True, slots=True)
class Watched:
    """``moving``: pictures while something moved; ``news``: those that drew what was new first;
    ``rate``: how many came a second, over all."""

    moving: list[Picture]
    news: list[float]
    rate: float


@dataclass(frozen=True, slots=True)
class Motion:
    """A game's television, and its taps in milliseconds; ``glides``: how often the square came."""

    game: str
    watched: Watched
    taps: list[float]
    glides: float

    @property
    def busy(self) -> list[float]:
        return sorted(picture.busy for picture in self.watched.moving)

    @property
    def most(self) -> float:
        """What `SHARE` of the pictures need at most."""
        return within(self.busy)

    def part(self, name: str) -> float:
        return statistics.mean(picture.parts[name] for picture in self.watched.moving)

    def figures(self) -> Iterator[Figure]:
        parts = ", ".join(f"{name} {self.part(name):.1f}" for name in PARTS)
        slower = f"CPU / {THROTTLED}"
        yield Figure(
            f"{self.game}: main thread a picture while it moves, {SHARE:.0%}", self.most, "ms",
            ROOM, f"median {statistics.median(self.busy):.1f}, mean {parts}; {len(self.busy)}"
            f" pictures; {slower}; {self.watched.rate:.0f} came a second,"
            f" the square's {self.glides:.0f}",
        )  # fmt: skip
        for name, times in (
            ("what is new, drawn", self.watched.news),
            ("tap to picture", self.taps),
        ):
            yield Figure(
                f"{self.game}: {name}, median", statistics.median(times), "ms", None,
                f"{SHARE:.0%} {within(times):.0f}, longest {max(times):.0f} of {len(times)};"
                f" {slower}",
            )  # fmt: skip

    def row(self) -> str:
        """A line of the table in the docs."""
        parts = ", ".join(f"{self.part(name):.1f}" for name in PARTS)
        news, taps = self.watched.news, self.taps
        return (
            f"| {self.game} | {statistics.median(self.busy):.1f}, {self.most:.1f} | {parts}"
            f" | {statistics.median(news):.0f}, {max(news):.0f}"
            f" | {statistics.median(taps):.0f}, {within(taps):.0f}, {max(taps):.0f} ({len(taps)})"
            f" | {self.watched.rate:.0f} |"
        )


def within(times: Sequence[float]) -> float:
    """What `SHARE` of them take at most."""
    return sorted(times)[min(len(times) - 1, int(SHARE * len(times)))]


def motions() -> Iterator[Motion]:
    from playwright.sync_api import sync_playwright

    from tests.web.scenes import MIDDLES

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        empty = throttled(browser, {"width": 1920, "height": 1080})
        empty.set_content(GLIDE)
        empty.evaluate(NOTE)
        empty.wait_for_timeout(3000)
        glides = rate(empty)
        empty.context.close()
        for game in MIDDLES:
            yield Motion(game, television(browser, game), phone(browser, game), glides)
        browser.close()


def figures() -> Iterator[Figure]:
    if there():
        for motion in motions():
            yield from motion.figures()


def document(made: list[Motion]) -> None:
    """Write the table of the docs anew."""
    text = DOCS.read_text("utf-8")
    before, rest = text.split(BEGIN)
    table = "\n".join(motion.row() for motion in made)
    square = f"| a square that glides, and nothing else | | | | | {made[0].glides:.0f} |"
    DOCS.write_text(f"{before}{BEGIN}{HEADS}{table}\n{square}\n{END}{rest.split(END)[1]}", "utf-8")


def throttled(browser: Browser, size: Any, **more: Any) -> Page:
    page = browser.new_context(viewport=size, **more).new_page()
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    return page


def rate(page: Page) -> float:
    """Pictures a second since `NOTE`."""
    times = page.evaluate("window.frames_")
    return 1000 * (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0.0


def television(browser: Browser, game: str) -> Watched:
    """A television while a match goes on."""
    from tests.web.chromium import TELEVISION
    from tests.web.scenes import MIDDLES, middle
    from tests.web.served import Served

    names, options, lines = MIDDLES[game]
    with Served(game, names, prepare=middle(lines), **options) as served:
        page = throttled(browser, TELEVISION)
        page.goto(f"{served.url}/#board")
        page.wait_for_selector(".scene, .knister, .fette")
        page.wait_for_timeout(3000)
        browser.start_tracing(page=page, categories=CATEGORIES)
        page.evaluate(NOTE)
        for _ in range(MOVES):
            served.play_on()
            page.wait_for_timeout(1000)
        came, moves = rate(page), page.evaluate("window.moves_")
        trace = json.loads(browser.stop_tracing())["traceEvents"]
        page.context.close()
    return judged(list(pictures(trace)), moves, came)


def pictures(trace: list[dict[str, Any]]) -> Iterator[Picture]:
    """All that were made, by the page's own clock."""
    zero = next(event for event in trace if event["name"] == "zero")
    thread = (zero["pid"], zero["tid"])
    own = [event for event in trace if (event["pid"], event["tid"]) == thread]
    done = [event for event in own if event["ph"] == "X"]
    done.sort(key=lambda event: event["ts"])
    ticks = [event["ts"] for event in done if event["name"] == "FireAnimationFrame"]
    ends = [
        event["ts"] + event["dur"] for event in filter(task, done)
        if bisect_left(ticks, event["ts"]) < bisect_left(ticks, event["ts"] + event["dur"])
    ]  # fmt: skip
    busy = [0.0] * (len(ends) + 1)
    parts = [dict.fromkeys(PARTS, 0.0) for _ in busy]
    for event in done:
        number, spent = bisect_left(ends, event["ts"]), event.get("tdur", 0) / 1000
        busy[number] += spent if task(event) else 0
        for name, called in PARTS.items():
            parts[number][name] += spent if event["name"] in called else 0
    begin = zero["ts"] / 1000 - zero["args"]["data"]["startTime"]
    for number, end in enumerate(ends):
        yield Picture(end / 1000 - begin, busy[number], parts[number])


def task(event: dict[str, Any]) -> bool:
    return str(event["name"]) == "ThreadControllerImpl::RunTask"


def judged(made: list[Picture], moves: list[list[float]], came: float) -> Watched:
    """A motion begins after the picture that draws what is new."""
    ends = [picture.at for picture in made]
    moving, news = set[int](), set[int]()
    for begin, long in moves:
        first = bisect_left(ends, begin)
        news.add(first)
        moving.update(n for n in range(first + 1, len(made)) if made[n].at <= begin + long)
    drawn = [made[n].busy for n in sorted(news) if n < len(made)]
    return Watched([made[n] for n in sorted(moving - news)], drawn, came)


def phone(browser: Browser, game: str) -> list[float]:
    """The milliseconds of touches on a phone that chooses whatever it is offered, from the first
    question of a match on."""
    from tests.web.chromium import PHONE
    from tests.web.scenes import MIDDLES
    from tests.web.served import Served

    names, options, _ = MIDDLES[game]
    draw, taps = random.Random(game), list[float]()
    for seed in map(str, range(MATCHES)):
        if len(taps) >= TAPS:
            break
        with Served(game, names, seed=seed, **options) as served:
            page = throttled(browser, PHONE, has_touch=True, is_mobile=True)
            page.goto(f"{served.url}/#seat")
            page.locator(".choices button").first.click()
            page.wait_for_selector("p.foot")
            taps += itertools.islice(touches(page, served, draw), TAPS - len(taps))
            page.context.close()
    return taps


def touches(page: Page, served: Served, draw: random.Random) -> Iterator[float]:
    """One after the other, until the match is over; the box plays for everybody else."""
    while not served.do(lambda: served.match.over):
        places = page.evaluate(CHOICES)
        if not places:
            if not served.do(lambda: _asked(served.match)):
                served.play_on()
            page.wait_for_timeout(50)
            continue
        page.evaluate(TAPPED)
        page.touchscreen.tap(*draw.choice(places))
        taken = page.evaluate("window.tapped_")
        if taken is not None:
            yield taken
        page.wait_for_timeout(150)


def _asked(match: Match) -> bool:
    """Whether seat 1 is asked for what no device supplies: its page will show it."""
    ask = match.asks[-1]
    return 1 in ask.seats and not match.supplies(ask)


def main() -> int:
    if "--docs" not in sys.argv[1:]:
        return show(figures())
    made = list(motions())
    document(made)
    return show(figure for motion in made for figure in motion.figures())


if __name__ == "__main__":
    sys.exit(main())
