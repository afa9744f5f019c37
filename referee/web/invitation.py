"""Where phones find the pages: the address in the local network, as text and as a QR code; the
same for a Wi-Fi network."""

from __future__ import annotations

import socket

import segno

from referee.table.appliance import Invitation

#: Modules of the largest code that a small display shows readably (version 2).
LARGEST = 25


def local_address() -> str:
    """This computer's address in the network at home; the loopback address without a network.

    Nothing is sent: connecting a datagram socket only chooses a way.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def invitation(address: str, port: int, code: str) -> Invitation:
    """An invitation to the pages at this address.

    Capitals and digits make a small code; scheme and host mean the same in capitals.
    """
    place = address if port == 80 else f"{address}:{port}"
    return Invitation(place, code, _modules(f"HTTP://{place}/J/{code}".upper()))


def wifi_invitation(name: str, password: str) -> Invitation:
    """An invitation to a Wi-Fi network; both words of capitals and digits."""
    return Invitation(name, password, _modules(f"WIFI:T:WPA;S:{name};P:{password};;"))


def _modules(text: str) -> tuple[str, ...]:
    for level in ("m", "l"):
        made = segno.make(text, error=level, micro=False, boost_error=False)
        if len(made.matrix) <= LARGEST:
            return tuple("".join("#" if dark else " " for dark in row) for row in made.matrix)
    return ()
