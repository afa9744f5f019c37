"""Starts a command as systemd does with a socket unit: ``handing.py PORT COMMAND ...``."""

from __future__ import annotations

import os
import socket
import sys

if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    os.dup2(listening.fileno(), 3)
    os.set_inheritable(3, True)
    os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
    os.execvp(sys.argv[2], sys.argv[2:])
