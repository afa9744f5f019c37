"""Starts a command as systemd does with a socket unit: ``handing.py PATH COMMAND ...``."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

if __name__ == "__main__":
    Path(sys.argv[1]).unlink(missing_ok=True)
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(sys.argv[1])
    listening.listen()
    os.dup2(listening.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    os.execvp(sys.argv[2], sys.argv[2:])
