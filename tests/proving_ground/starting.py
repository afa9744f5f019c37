"""From power to the first match: in which order, beside a bare script, and what a press gets that
comes as soon as the box is ready."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image as Picture

from sim.display import SimChip
from tests.proving_ground.ground import PROJECT, say
from tests.proving_ground.guest import TOOLS, Guest, feed
from tests.proving_ground.reading import sees
from tests.proving_ground.session import Session, Verdict, complaints

UNIT: Final = PROJECT / "systemd/referee.service"
#: What nobody should have to wait for.
NEEDLESS: Final = {"network-online.target", "time-sync.target"}
#: The bare script, started as early as the service would be.
BARE: Final = (
    "cat >/etc/systemd/system/bare.service <<'END'\n"
    "[Unit]\n{}\n[Service]\nEnvironment=LG_WD=/run\n"
    f"ExecStart=/opt/referee/current/bin/python {TOOLS}/bare.py\n"
    "[Install]\nWantedBy=multi-user.target\nEND\n"
    "systemctl disable -q referee; systemctl enable -q bare; sync"
)

#: Times that somebody presses as soon as the box is ready.
TIMES: Final = 3
#: Touches from the home screen, the first one at once, and what each of them has to lead to. The
#: last one loads a game, and the display may rest for a moment before there is more to see.
CHOOSE: Final = ("ok", "down", "down", "ok:0.1:3")
QUICK: Final = ("down", "ok", "down", "down", "ok:0.1:3")
LIST, LOADING, PLAYERS = "Which game?", "Loading", "How many play?"
#: Whose turn it is in a quick match is left to chance; the title says it.
QUESTION: Final = ("Player 1", "Robot")
#: Seconds, in parts of those that the start takes, until there is an answer; until a chosen game is
#: loaded; until it asks. A start takes 0.3 s of processor outside the guest, the list of games 0.03
#: and the largest game 0.1: the rest may be the host's. All games at once took 0.2.
ANSWER, GAME, ASKS = 0.25, 0.5, 0.75


@dataclass(frozen=True, slots=True)
class Moments:
    """Seconds: the program's start until it is ready; from the contacts until the list of games
    is there, until something has answered the choice of one, and until that has led on; the
    longest time in which nothing moved before that."""

    start: float
    list: float
    answer: float
    game: float
    still: float

    @property
    def shares(self) -> dict[str, float]:
        """In parts of the start."""
        spent = {"list": self.list, "answer": self.answer, "game": self.game}
        return {name: seconds / self.start for name, seconds in spent.items()}


def start(session: Session) -> Verdict:
    """The order of the units, a boot beside a bare script's, presses when it is just ready."""
    ours, least, wrong = _boots(session)
    with session.guest() as guest:
        chosen = [_pressed(guest, CHOOSE, (PLAYERS,)) for _ in range(TIMES)]
        quick = _pressed(guest, QUICK, QUESTION)
        restarts = guest.run("systemctl show --value -p NRestarts referee").strip()
        wrong += complaints(guest) + ["restarts"] * (restarts != "0")
    answered = [moments for moments in chosen if moments is not None]
    if len(answered) < TIMES or quick is None:
        wrong.append(f"{len(answered)} of {TIMES} presses led to a game, {quick} to a quick match")
        return Verdict(False, "; ".join(wrong))
    wrong += [what for m in (*answered, quick) for what in slowness(m, m is quick)]
    most = {name: max(m.shares[name] for m in answered) for name in answered[0].shares}
    return Verdict(
        not wrong,
        f"first picture {ours:.1f} s after the kernel's start, {ours / least:.2f} times as long as "
        f"a bare script's ({least:.1f}); {TIMES + 1} presses in the moment when it is ready, each "
        f"answered; in parts of the start ({quick.start:.1f} s): the list of games after "
        f"{most['list']:.2f}, a sign that a game is being loaded {most['answer']:.2f} after it was "
        f"chosen, the question for its players after {most['game']:.2f}, a quick match after "
        f"{quick.shares['game']:.2f}; meanwhile nothing moved for "
        f"{max(m.still for m in answered):.1f} s at most; "
        f"{'; '.join(wrong) or 'started after all that its unit names'}",
    )


def slowness(moments: Moments, quick: bool) -> list[str]:
    """What took too long beside the start."""
    most = {"list": ANSWER, "answer": ANSWER, "game": ASKS if quick else GAME}
    shares = moments.shares
    return [f"{name} after {shares[name]:.2f}" for name in most if shares[name] > most[name]]


# -- boots -----------------------------------------------------------------------------------------


def _boots(session: Session) -> tuple[float, float, list[str]]:
    """Seconds from the kernel's start to the first picture, with the service and with a bare script
    in its place; what was wrong with the order."""
    with session.booted() as guest:
        ours = guest.first_picture()
        late = disorder(_after(guest), _micros(guest, "referee", "ExecMainStart"), stated())
        say(f"first picture after {ours:.1f} s; {'; '.join(late) or 'in order'}")
        guest.run(BARE.format(_ordering()), 300)
        guest.send("systemctl poweroff", 60)
        guest.gone(600)
        disk = guest.disk
    with Guest(session.image, disk) as guest:
        least = guest.first_picture()
    return ours, least, late


def _ordering() -> str:
    return next(line for line in UNIT.read_text().splitlines() if line.startswith("After="))


def stated() -> set[str]:
    """The units that the service's own unit names."""
    return set(_ordering().removeprefix("After=").split())


def _after(guest: Guest) -> dict[str, int]:
    """The units that come before the service, with the microsecond in which they were there; 0 for
    those that are not there any more, or never were."""
    units = guest.run("systemctl show --value -p After referee").split()
    shown = guest.run(f"systemctl show -p Id,ActiveEnterTimestampMonotonic -- {' '.join(units)}")
    return units_of(shown)


def units_of(shown: str) -> dict[str, int]:
    """What `systemctl show` tells of units, one after the other."""
    found = {}
    for block in shown.split("\n\n"):
        told = dict(line.split("=", 1) for line in block.splitlines() if "=" in line)
        if "Id" in told:
            found[told["Id"]] = int(told["ActiveEnterTimestampMonotonic"] or 0)
    return found


def _micros(guest: Guest, unit: str, moment: str) -> int:
    return int(guest.run(f"systemctl show --value -p {moment}TimestampMonotonic {unit}"))


def disorder(after: dict[str, int], began: int, names: set[str]) -> list[str]:
    """What is wrong with a service that began then: units that came later, that it does not wait
    for although its unit names them, or for which nobody should have to wait."""
    wrong = [f"before {unit}" for unit, there in sorted(after.items()) if there > began]
    wrong += [f"not ordered after {unit}" for unit in sorted(names - set(after))]
    return wrong + [f"waits for {unit}" for unit in sorted(NEEDLESS & set(after))]


# -- presses ---------------------------------------------------------------------------------------


def _pressed(guest: Guest, touches: Sequence[str], end: Sequence[str]) -> Moments | None:
    """Start the program anew and press as soon as it is ready; None if a press got no answer."""
    guest.transfers()
    told = guest.press("restart", *touches)[1:]
    began, ready = (_micros(guest, "referee", name) for name in ("ExecMainStart", "ActiveEnter"))
    sent = guest.transfers(follow=False)
    listed = next(n for n, touch in enumerate(touches) if touch.startswith("ok"))
    opened, chosen = told[listed]["closed"], told[-1]["closed"]
    pictures = shown(guest.chip, sent)
    listing, game = until(pictures, opened, (LIST,)), until(pictures, chosen, end)
    found = Moments(
        (ready - began) / 1e6, listing, until(pictures, chosen, (LOADING, *end)), game,
        stillness([at for at, _ in pictures], chosen, game),
    )  # fmt: skip
    say(f"pressed at once: {found}")
    return found if max(listing, game) < float("inf") else None


#: A picture, and the nanosecond in which it was complete so far.
Seen = tuple[int, Picture.Image]


def shown(chip: SimChip, sent: Sequence[tuple[int, bytes]]) -> list[Seen]:
    """What was to be seen after each transfer of pixels; the chip follows."""
    found = []
    for at, data in sent:
        feed(chip, data)
        if data[0] == 0x40:
            found.append((at, chip.picture()))
    return found


def until(pictures: Sequence[Seen], begin: int, words: Sequence[str]) -> float:
    """Seconds from this nanosecond until one of these words stands on the display; infinite if
    none ever does."""
    later = (seen for seen in pictures if seen[0] >= begin)
    hits = (at for at, picture in later if any(sees(picture, word) for word in words))
    return (next(hits, float("inf")) - begin) / 1e9


def stillness(moments: Sequence[int], begin: int, seconds: float) -> float:
    """The longest time without a transfer in the seconds after this nanosecond."""
    inside = [at for at in moments if begin <= at <= begin + seconds * 1e9]
    return max((b - a for a, b in zip([begin, *inside], inside, strict=False)), default=0) / 1e9
