"""An open serial port: bytes in by a thread of its own, bytes out without ever waiting."""

from __future__ import annotations

import errno
import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from typing import Final

from serial import Serial

from hal.box.trouble import Reason, Trouble

log = logging.getLogger(__name__)

#: Bits a second. A Pico on USB ignores it; boards with a real serial line must be set to it.
BAUD: Final = 115_200


class NoWire(Exception):
    """There is no line, or no longer one."""

    def __init__(self, trouble: Trouble, path: str, error: BaseException) -> None:
        self.reason = Reason(trouble, {"path": path, "detail": str(error)})
        super().__init__(str(self.reason))


_TROUBLES: Final = {
    errno.ENOENT: Trouble.MISSING,
    errno.ENODEV: Trouble.MISSING,
    errno.ENXIO: Trouble.MISSING,
    errno.EBUSY: Trouble.BUSY,
    errno.EAGAIN: Trouble.BUSY,  # what the lock for exclusive use says
    errno.EACCES: Trouble.DENIED,
    errno.EPERM: Trouble.DENIED,
}

#: Chunks, and bytes of each, that wait for the loop; of a flood, the oldest are lost.
CHUNKS: Final = 64
CHUNK: Final = 4096


class Wire:
    """A port that belongs to this program alone.

    Threads: the reader thread puts bytes into a queue and calls ``wake``, nothing else. All
    methods are for the one thread that made the wire.
    """

    def __init__(self, path: str, wake: Callable[[], None]) -> None:
        """Raises `NoWire`."""
        self.path = path
        #: Bytes that have come in and gone out, for whoever watches.
        self.received = self.sent = 0
        self._wake = wake
        self._chunks: deque[bytes] = deque(maxlen=CHUNKS)
        self._lost: NoWire | None = None
        self._closing = False
        try:
            self._port = Serial(path, BAUD, exclusive=True)
        except Exception as error:  # OSError, termios.error, ValueError: whatever the path is
            trouble = _TROUBLES.get(getattr(error, "errno", None) or 0, Trouble.BROKEN)
            raise NoWire(trouble, path, error) from error
        self._reader = threading.Thread(target=self._read, name=f"reads {path}", daemon=True)
        self._reader.start()

    @property
    def lost(self) -> bool:
        """Whether the reader has ended; what came before can still be taken."""
        return self._lost is not None

    def take(self) -> bytes:
        """What has come in; raises `NoWire` when the port is gone and all has been taken."""
        lost = self._lost  # asked first: the last bytes are put before it is set
        data = b"".join(self._chunks.popleft() for _ in range(len(self._chunks)))
        if lost is not None and not data:
            raise lost
        return data

    def write(self, data: bytes) -> None:
        """Send. What the line does not take at once is lost: the protocol says it again.

        Raises `NoWire` when the port is gone.
        """
        if not data:
            return
        try:
            self.sent += os.write(self._port.fileno(), data)
        except BlockingIOError:
            pass
        except OSError as error:
            raise NoWire(Trouble.GONE, self.path, error) from error

    def close(self) -> None:
        self._closing = True  # the cancelling may end a read in the middle of a chunk
        try:
            self._port.cancel_read()
            self._reader.join()
            self._port.close()
        except Exception:  # a port that has gone may fail in any of these
            log.debug("closing %s failed", self.path, exc_info=True)

    def _read(self) -> None:
        port = self._port
        try:
            while not self._closing and (chunk := port.read(1)):  # waits; empty: cancelled
                chunk += port.read(min(port.in_waiting, CHUNK - 1))
                self.received += len(chunk)
                self._chunks.append(chunk)
                self._wake()
        except Exception as error:  # an unplugged port raises four different things
            self._lost = NoWire(Trouble.GONE, self.path, error)
            self._wake()
