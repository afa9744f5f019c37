"""Keeps strangers' pages out, before anything else looks at a request.

A page on the internet can have a browser talk to a box in the home network. It is known by its
``Origin``; one that rebinds its own name to the box's address by ``Host``: a literal address
cannot be rebound, and nobody on the internet has a name that ends in ``.local`` (RFC 6762).
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from typing import Any, Final

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.web.line import is_local

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


#: What proxies add to what they hand on.
FORWARDED: Final = ("forwarded", "via", "x-forwarded-for", "x-real-ip")


class Guard:
    """Middleware. A proxy that speaks TLS may stand before it, if it leaves ``Host`` as it is: what
    counts is that page and line are called by the same name, whatever the port."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {name.lower(): value for name, value in scope.get("headers", ())}
        host = headers.get(b"host", b"").decode("latin-1").lower()
        origin = headers.get(b"origin", b"").decode("latin-1").lower()
        line = scope["type"] == "websocket"
        fine = _own(host) and _near(scope.get("client"))
        if fine and (line or origin):
            fine = origin in (f"http://{host}", f"https://{host}")
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


def calls_itself(headers: Mapping[str, str]) -> bool:
    """Whether a browser on this very computer has called it: by ``localhost`` or its number. Any
    other name may be somebody's in the home network, who lets it mean this computer while it is
    open here; and what a proxy hands on comes from here, whoever has sent it. Nobody but a proxy
    speaks TLS."""
    name = _name(headers.get("host", "").lower())
    tls = headers.get("origin", "").lower().startswith("https:")
    proxied = tls or any(header in headers for header in FORWARDED)
    return not proxied and (name == "localhost" or is_local((name,)))


def _own(host: str) -> bool:
    name = _name(host)
    return _literal(name) or name in ("localhost", _own_name()) or name.endswith(".local")


def _name(host: str) -> str:
    """A ``Host`` without its port."""
    return (host.rpartition(":")[0] if _has_port(host) else host).strip("[]")


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
