"""``referee export``: a kept match as JSON Lines, to keep elsewhere or to send with a report."""

from __future__ import annotations

import argparse
import sys

from referee.doors import places
from referee.kernel.archive import export


def run(args: argparse.Namespace) -> int:
    lines = list(export(places.open_store(), args.match))
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    return 0
