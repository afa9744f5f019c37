"""The files that make up the pages, from the installed package."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
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


#: What only those want who read the code: comments, and indentation. Lines of scripts stay where
#: they are, so that a browser names them as the code has them.
_ASIDE: Final = {
    "js": re.compile(rb"^[ \t]*(?://.*)?|[ \t]+// .*$", re.M),
    "css": re.compile(rb"/\*.*?\*/\n?|;?\s*(?=\})|\s+(?=[{>])|(?<=[{};,:>])\s+", re.S),
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

#: Where a file names another one, up to the name: a page of another place has them elsewhere.
ADDRESS: Final = re.compile(
    rb"([\"`])/(?=(?:%s)\b)" % b"|".join(sorted({n.split("/")[0].encode() for n in FILES}))
)

#: Names these very files: a page that was made by others loads itself anew.
BUILD: Final = hashlib.sha256(
    ADDRESS.pattern + b"".join(name.encode() + data for name, data in sorted(FILES.items()))
).hexdigest()[:12]

#: Where the files of this build are, and stay as they are: a browser asks for each of them once.
PLACE: Final = f"static/{BUILD}/"
INDEX: Final = "index.html"


@cache
def _placed(name: str) -> bytes:
    """A file whose addresses lead to files of the same build."""
    data = ADDRESS.sub(rb"\1/%s" % PLACE.encode(), FILES[name])
    return data.replace(b"{{build}}", BUILD.encode()) if name == INDEX else data


@cache
def _packed(name: str) -> bytes:
    """Made when it is first asked for: a box whose pages nobody opens spends no time on it."""
    return gzip.compress(_placed(name), mtime=0)


def _file(name: str, request: Request, kept: Mapping[str, str]) -> Response:
    """A file, with how long a browser may keep it."""
    headers = {"content-type": _TYPES[name.rpartition(".")[2]], "vary": "accept-encoding", **kept}
    tag = headers.get("etag")
    if tag is not None and tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    data = _placed(name)
    if "gzip" in request.headers.get("accept-encoding", ""):
        data = _packed(name)
        headers["content-encoding"] = "gzip"
    return Response(b"" if request.method == "HEAD" else data, headers=headers, media_type=None)


class Pages:
    """An ASGI application: one page, and the files it loads.

    The page is asked for anew whenever it is loaded, for it names the build; the files that it
    loads are not, for their addresses do so, too.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, request = str(scope["path"]).lstrip("/"), Request(scope)
        name = path.removeprefix(PLACE)
        if path in ("", INDEX):
            found = _file(INDEX, request, {"cache-control": "no-cache", "etag": f'"{BUILD}"'})
        elif name != path and name != INDEX and name in FILES:
            kept = {"cache-control": "public, max-age=31536000, immutable"}
            found = _file(name, request, kept)
        else:
            found = Response("There is no such page here.", 404, media_type="text/plain")
        await found(scope, receive, send)

    @staticmethod
    async def index(request: Request) -> Response:
        """The page that a QR code leads to; it takes the code out of its own address, and no
        browser keeps it under that."""
        return _file(INDEX, request, {"cache-control": "no-store"})
