"""The files that make up the pages, from the installed package."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

#: Stated here: a system's own table may differ, and browsers are told to believe us.
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}


#: What only those want who read the code: comments, and indentation. Lines stay where they are, so
#: that a browser names them as the code has them.
_ASIDE: Final = {
    "js": re.compile(rb"^[ \t]*(?://.*)?|[ \t]+// .*$", re.M),
    "css": re.compile(rb"/\*.*?\*/|^[ \t]+|(?<=[{};,:]) +", re.M),
}


def _all_files(folder: Traversable, prefix: str = "") -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in folder.iterdir():
        if entry.is_dir():
            found.update(_all_files(entry, f"{prefix}{entry.name}/"))
        elif entry.name.rpartition(".")[2] in _TYPES:
            found[f"{prefix}{entry.name}"] = _lean(entry.name, entry.read_bytes(), prefix)
    return found


def _lean(name: str, data: bytes, prefix: str) -> bytes:
    aside = _ASIDE.get(name.rpartition(".")[2])
    return data if aside is None or prefix == "vendor/" else aside.sub(b"", data)


FILES: Final = _all_files(files("referee.web").joinpath("static"))

#: Names these very files: a page that was made by others loads itself anew.
BUILD: Final = hashlib.sha256(
    b"".join(name.encode() + data for name, data in sorted(FILES.items()))
).hexdigest()[:12]


#: What a file is called by whoever has it already: it is not sent again.
_TAGS: Final = {name: f'"{hashlib.sha256(data).hexdigest()[:16]}"' for name, data in FILES.items()}


@cache
def _packed(name: str) -> bytes:
    """Made when it is first asked for: a box whose pages nobody opens spends no time on it."""
    return gzip.compress(FILES[name], mtime=0)


def _answer(name: str, request: Request) -> Response:
    data = FILES.get(name)
    if data is None:
        return Response("There is no such page here.", 404, media_type="text/plain")
    headers = {"content-type": _TYPES[name.rpartition(".")[2]]}
    if name == "index.html":
        data = data.replace(b"{{build}}", BUILD.encode())
        headers |= {"cache-control": "no-store", "vary": "accept-encoding"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = gzip.compress(data, mtime=0)
            headers["content-encoding"] = "gzip"
    else:
        headers |= {"cache-control": "no-cache", "etag": _TAGS[name], "vary": "accept-encoding"}
        if _TAGS[name] in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", ""):
            data = _packed(name)
            headers["content-encoding"] = "gzip"
    return Response(b"" if request.method == "HEAD" else data, headers=headers, media_type=None)


class Pages:
    """An ASGI application: one page, and the files it loads."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = str(scope["path"]).lstrip("/") or "index.html"
        await _answer(name, Request(scope))(scope, receive, send)

    @staticmethod
    async def index(request: Request) -> Response:
        """The page that a QR code leads to; it takes the code out of its own address."""
        return _answer("index.html", request)
