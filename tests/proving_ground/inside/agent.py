#!/usr/bin/python3
"""Runs the host's commands in the guest: a JSON object a line, over a virtio serial port.

In: ``id``, ``command`` (for the shell), ``limit`` (seconds). Out: ``id``, ``code``, ``out``,
``err``; the first line says that it is there.
"""

import json
import subprocess
import threading
import time

PORT = "/dev/virtio-ports/agent"


def answer(asked):
    command = ["/bin/sh", "-c", asked["command"]]
    try:
        done = subprocess.run(command, capture_output=True, timeout=asked["limit"])
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        code, out, err = 124, late.stdout or b"", b"not ready in time"
    texts = {"out": out.decode("utf-8", "replace"), "err": err.decode("utf-8", "replace")}
    return {"id": asked["id"], "code": code, **texts}


def main():
    with open(PORT, "r+b", buffering=0) as port:
        guard = threading.Lock()

        def send(message):
            data = json.dumps(message).encode() + b"\n"
            with guard:
                while data:
                    data = data[port.write(data) or 0 :]

        def serve(line):
            send(answer(json.loads(line)))

        send({"id": 0, "code": 0, "out": "", "err": ""})
        rest = b""
        while True:
            data = port.read(65536)
            if not data:  # nobody is connected
                time.sleep(0.05)
                continue
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                threading.Thread(target=serve, args=(line,), daemon=True).start()


main()
