"""Keeps strangers' pages out, before anything else looks at a request.

A page on the internet can have a browser talk to a box in the home network. It is known by its
``Origin``; one that rebinds its own name to the box's address by ``Host``: a literal address
cannot be rebound, and nobody on the internet has a name that ends in ``.local`` (RFC 6762).
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " media-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """Middleware. ``port``: where browsers find it."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value for name, value in scope.get("headers", ())}
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        line = scope["type"] == "websocket"
        fine = self._own(host) and _near(scope.get("client"))
        if fine and (line or origin):
            fine = origin == f"http://{host}"
        if fine and not line:
            fine = scope.get("method") in ("GET", "HEAD")
        if fine:
            await self._app(scope, receive, _with_headers(send))
        elif line:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
        else:
            text = (
                "This page is only for browsers in the same network, called by the box's address."
            )
            await PlainTextResponse(text, 403)(scope, receive, send)

    def _own(self, host: str) -> bool:
        name, _, port = host.rpartition(":") if _has_port(host) else (host, ":", "80")
        near = _literal(name.strip("[]")) or name in ("localhost", _own_name())
        return (near or name.endswith(".local")) and port == str(self._port)


def calls_itself(host: str) -> bool:
    """Whether this computer calls itself by this ``Host``. Any other name that ends in ``.local``
    is somebody's in the home network, who can let it mean this computer while it is open here."""
    name = (host.rpartition(":")[0] if _has_port(host) else host).strip("[]").lower()
    return _literal(name) or name.removesuffix(".local") in ("localhost", _own_name())


def _own_name() -> str:
    return socket.gethostname().partition(".")[0].lower()


def _has_port(host: str) -> bool:
    return ":" in host.rpartition("]")[2]


def _literal(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _near(peer: Any) -> bool:
    """Whether a connection comes from this computer or a private network."""
    try:
        address = ipaddress.ip_address(str(peer[0]).partition("%")[0])
    except (TypeError, ValueError, IndexError):
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    return address.is_private or address.is_link_local or address.is_loopback


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *_HEADERS]}
        await send(message)

    return sending
