"""What guessing codes is worth: the table of docs/security.md, which a test holds to this."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from referee.authority import LOCKED, PAGES, TRIES
from referee.web.doorkeeper import ALPHABET, LENGTH
from referee.web.gate import PACE

#: Seconds of an evening, and codes that are good at once: for all, for all buttons, and a seat's.
EVENING: Final = 4 * 3600
CODES: Final = 3

#: By whom; how many guesses a minute.
WHO: Final = {
    "one phone": TRIES,
    "all addresses of a home network (a /24: 254)": 254 * TRIES,
    "whoever has any number of addresses": round(TRIES * (LOCKED / PACE + PAGES)),
}


def guessing() -> str:
    return "".join(f"{line}\n" for line in rows())


def rows() -> Iterator[str]:
    yield "| who guesses | guesses a minute | in an evening | finds a code in one of |"
    yield "|---|---|---|---|"
    for who, pace in WHO.items():
        guesses = pace * EVENING // 60
        evenings = len(ALPHABET) ** LENGTH / (CODES * guesses)
        yield f"| {who} | {pace:,} | {guesses:,} | {evenings:,.0f} evenings |"


if __name__ == "__main__":
    print(guessing(), end="")
