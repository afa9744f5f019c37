"""Puts the box itself beside the site, to be played in the browser: `put`.

The pages are the box's own, and one module that carries their line. A folder of plain files is
made; any server can have it, at any path.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from referee.doors.new_game import Names, template
from referee.web.pages import ADDRESS, FILES
from website.play.examples import examples
from website.play.lean import OF_LIBRARY, OF_WHEEL, lean
from website.play.wheels import gather

HERE: Final = Path(__file__).parent
#: Where the Python for browsers lies, beside the one that runs this.
PYODIDE: Final = Path(sys.prefix) / "play" / "node_modules" / "pyodide"

#: What a browser needs of it, and what of that it loads at once.
LIBRARY: Final = "python_stdlib.zip"
LOCK: Final = "pyodide-lock.json"
RUNTIME: Final = ("pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY)
PARTS: Final = (*RUNTIME, "pyodide.mjs", LOCK)
#: How our own wheel's name begins.
PROJECT: Final = "tabletop_referee-"
#: What is ours.
OWN: Final = ("socket.js", "worker.js", "play.css", "together.html", "workshop.js", "workshop.css")
#: The guide's game has its name, and these of its files are changed in the editor.
TOY: Final = Names("toy")
WRITTEN: Final = ("pyproject.toml", "toy/")

#: How caches of the service worker begin.
PREFIX: Final = "tabletop-referee "

_IMPORT: Final = re.compile(r"(\bfrom |\bimport\()([\"`])/(?=\w)")


def put(folder: Path) -> None:
    """Make the folder anew."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, data in files().items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def files() -> dict[str, bytes]:
    """All files by name."""
    found = {name: _moved(name, data) for name, data in FILES.items()}
    found |= {name: (HERE / name).read_bytes() for name in OWN}
    found |= {f"pyodide/{name}": _needed(PYODIDE / name) for name in PARTS}
    wheels = {f"wheels/{wheel.name}": _needed(wheel) for wheel in gather()}
    loaded = {f"pyodide/{name}": found[f"pyodide/{name}"] for name in RUNTIME} | wheels
    found |= {
        f"examples/{clause}.jsonl": "".join(f"{line}\n" for line in example.lines).encode()
        for clause, example in examples().items()
    }
    found["toy.json"] = json.dumps(toy()).encode()
    sizes = [{"name": name, "size": len(data)} for name, data in loaded.items()]
    found |= wheels | {"files.json": json.dumps(sizes).encode()}
    build = hashlib.sha256(b"".join(_named(found))).hexdigest()[:12]
    index = found["index.html"].replace(b"{{build}}", build.encode())
    first = b'<script type="module" src="./socket.js"></script>\n<script type="module"'
    style = b'<link rel="stylesheet" href="./play.css">\n</head>'
    found["index.html"] = index.replace(b'<script type="module"', first).replace(b"</head>", style)
    kept = {"./", *found} - {"index.html"}
    worker = (HERE / "sw.js").read_text("utf-8").replace("{{build}}", f"{PREFIX}{build}")
    worker = worker.replace("{{prefix}}", PREFIX).replace("{{files}}", " ".join(sorted(kept)))
    return found | {"sw.js": worker.encode()}


def toy() -> dict[str, str]:
    """The game of docs/adding-a-game.md, as ``referee new-game toy`` writes it, by path."""
    paths = ((TOY.put(str(path)), TOY.put(text)) for path, text in template())
    return {path: text for path, text in paths if path.startswith(WRITTEN) and text}


def _needed(file: Path) -> bytes:
    """What a browser needs of a file: none of Pyodide's other packages, for instance."""
    data = file.read_bytes()
    if file.name == LOCK:
        return json.dumps(json.loads(data) | {"packages": {}}).encode()
    if file.name == LIBRARY:
        return lean(data, OF_LIBRARY)
    return lean(data, OF_WHEEL) if file.name.startswith(PROJECT) else data


def _named(found: dict[str, bytes]) -> Iterator[bytes]:
    for name, data in sorted(found.items()):
        yield name.encode() + data


def _moved(name: str, data: bytes) -> bytes:
    """A file of the pages that lies below some other address than the root of its server: a module
    is found from the one that wants it, all else from the page."""
    if name.rpartition(".")[2] not in ("js", "html", "webmanifest") or name.startswith("vendor/"):
        return data
    up = "../" * name.count("/") or "./"
    text = _IMPORT.sub(rf"\1\2{up}", data.decode()).replace('"start_url": "/', '"start_url": "./')
    return ADDRESS.sub(rb"\1./", text.encode())
