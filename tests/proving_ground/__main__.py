"""``make proving-ground``: from nothing to a playing service, and what it does there."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import traceback

from tests.proving_ground import fetch, modules, page
from tests.proving_ground.ground import RELEASES, USUAL, ProvingError, Step, look_at_host, say
from tests.proving_ground.image import Image
from tests.proving_ground.scenarios import SCENARIOS
from tests.proving_ground.session import Session, Verdict


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--debian", nargs="+", default=list(USUAL), choices=RELEASES)
    parser.add_argument(
        "--only", nargs="+", choices=SCENARIOS, metavar="SCENARIO",
        help=f"of {', '.join(SCENARIOS)}; without it, all",
    )  # fmt: skip
    parser.add_argument(
        "--keep", action="store_true", help="use the disk that is there, of whatever version"
    )
    parser.add_argument("--page", action="store_true", help="put what is found into the docs")
    args = parser.parse_args()
    good = True
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # its guest ends with it
    try:
        look_at_host(RELEASES[number] for number in args.debian)
        for number in args.debian:
            good &= prove(number, args.only or list(SCENARIOS), args.page, args.keep)
    except ProvingError as error:
        print(f"proving ground: {error}", file=sys.stderr)
        return 1
    return 0 if good else 1


def prove(number: str, names: list[str], noted: bool, kept: bool) -> bool:
    """Run these scenarios on a release; whether all went well."""
    release = RELEASES[number]
    fetch.fetch(release)
    modules.build(release)
    image = Image(release, kept)
    image.make()
    session = Session(image, random.Random(1))
    if "install" not in names and not session.installed.exists():
        names = ["install", *names]
    found: dict[str, Verdict] = {}
    for name in names:
        with Step(f"Debian {number}: {name}"):
            found[name] = _tried(name, session)
        verdict = found[name]
        say(f"Debian {number}: {name}: {'good' if verdict.good else 'BAD'}: {verdict.figures}")
        if noted:
            page.note(release, name, verdict, image.commit)
    return all(verdict.good for verdict in found.values())


def _tried(name: str, session: Session) -> Verdict:
    session.name = name
    try:
        return SCENARIOS[name](session)
    except ProvingError as error:
        return Verdict(False, f"not ended: {error}")
    except Exception as error:  # the others are worth knowing
        traceback.print_exc()
        return Verdict(False, f"not ended: {type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(main())
