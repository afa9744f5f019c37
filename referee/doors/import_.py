"""``referee import``: an exported match, judged line by line, then kept under a new number."""

from __future__ import annotations

import argparse
import contextlib
import gzip
import sys
from typing import BinaryIO, Final, cast

from referee.doors import places
from referee.doors.terminal import tell
from referee.doors.words import Words
from referee.kernel.archive import import_match
from referee.kernel.errors import BadEntry

#: No line of an export is longer; a file of other things is not read into memory whole.
LONGEST: Final = 1_000_000


#: How a second copy begins (`kernel.archive.keep_copies`): it is packed.
GZIP: Final = b"\x1f\x8b"


def opened(name: str) -> BinaryIO:
    """A file to read, packed or not; raises `OSError`."""
    with open(name, "rb") as file:
        packed = file.read(2) == GZIP
    return cast(BinaryIO, gzip.open(name)) if packed else open(name, "rb")


def run(args: argparse.Namespace) -> int:
    if args.first is not None and args.first < 0:
        raise BadEntry("error.import.first", found=args.first)
    with contextlib.ExitStack() as stack:
        try:
            stdin = args.file == "-"
            file = sys.stdin.buffer if stdin else stack.enter_context(opened(args.file))
        except OSError as error:
            raise BadEntry("error.import.file", file=args.file, detail=error.strerror) from error
        lines = iter(lambda: file.readline(LONGEST), b"")
        store = stack.enter_context(contextlib.closing(places.open_store()))
        imported = import_match(store, lines, args.first)
    words = Words(args.lang)
    tell(words("import.kept", match=imported.id))
    for left_out in imported.dropped:
        tell(words.text(left_out), file=sys.stderr)
    return 0
