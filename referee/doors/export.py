"""``referee export``: a kept match as JSON Lines, to keep elsewhere or to send with a report."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing

from referee.doors import places
from referee.kernel.archive import export


def run(args: argparse.Namespace) -> int:
    with closing(places.open_store()) as store:
        lines = list(export(store, args.match))
    sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
    return 0
