"""Leaves out of an archive what a browser has no use for, and packs the rest anew: `lean`."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Final

#: Of the wheel: what runs elsewhere, and the list of what pip would have installed.
OF_WHEEL: Final = re.compile(
    r"firmware/|sim/|hal/(?!__init__|interfaces|errors)"
    r"|referee/(?:doors|lab|testing|web/static)/|[^/]+\.dist-info/RECORD$"
)
#: Of Python's library: other programs, networks, terminals, XML, tests and their tools, and the
#: letters of other decades. A game that somebody writes in the editor may import all else.
OF_LIBRARY: Final = re.compile(
    r"(?:_pyrepl|concurrent/interpreters|ctypes/macholib|multiprocessing|unittest|wsgiref|xml"
    r"|xmlrpc)/|http/(?:cookie|server)|logging/(?:config|handlers)"
    r"|(?:_pydatetime|_pyio|bdb|cProfile|doctest|ftplib|imaplib|mailbox|netrc|optparse|pdb|pickletools|plistlib|poplib|profile"
    r"|pstats|pty|pydoc|smtplib|socketserver|tabnanny|trace|tracemalloc|turtle|webbrowser)\.py$"
    r"|encodings/(?:big5|cp(?!437|1252)|euc_|gb|hp_|hz|iso|johab|koi|kz|mac_|palmos|ptcp|shift_"
    r"|tis)"
)
#: The oldest date that an archive knows: the same files make the same archive.
LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)


def lean(archive: bytes, unneeded: re.Pattern[str]) -> bytes:
    """The archive without files whose names begin with what matches."""
    made = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(archive)) as old,
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for entry in old.infolist():
            if not entry.is_dir() and not unneeded.match(entry.filename):
                new.writestr(zipfile.ZipInfo(entry.filename, LONG_AGO), old.read(entry), 8, 9)
    return made.getvalue()
