"""What a study has brought so far, as files: a batch each, written whole or not at all.

Whoever plays a study again in the same folder goes on where it stopped: a batch that is there is
not played again. So nothing is lost and nothing counted twice, however a run has ended.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from referee.kernel.errors import BadEntry
from referee.lab.batch import Batch
from referee.lab.study import Cell, Study
from referee.lab.tally import Tally

#: A match as a row of ``results.parquet``. ``scores``: by seat, null where a game has no points.
SCHEMA: Final = pa.schema([
    ("game", pa.dictionary(pa.int16(), pa.string())),
    ("seats", pa.int16()),
    ("options", pa.dictionary(pa.int16(), pa.string())),
    ("match", pa.int64()),
    ("players", pa.list_(pa.string())),
    ("winners", pa.list_(pa.int16())),
    ("scores", pa.list_(pa.int32())),
    ("ending", pa.string()),
    ("length", pa.int32()),
    ("rulings", pa.map_(pa.string(), pa.int32())),
])  # fmt: skip

#: Changes when files of an older lab can't be read any more.
FORMAT: Final = 1


class Folder:
    """The folder of one study; makes it, or raises `BadEntry` where another one is in it."""

    def __init__(self, path: Path, study: Study) -> None:
        self.path = path
        self._study = study
        self._batches = path / "batches"
        said = {"format": FORMAT, "study": study.name, "print": study.print}
        head = path / "study.json"
        if head.exists() and json.loads(head.read_text("utf-8")) != said:
            raise BadEntry("error.lab.other", folder=str(path))
        try:
            self._batches.mkdir(parents=True, exist_ok=True)
            written(head, json.dumps(said).encode())
        except OSError as error:
            raise BadEntry("error.lab.folder", folder=str(path), detail=str(error)) from error

    def kept(self, cell: Cell) -> Iterator[tuple[int, Tally]]:
        """The batches of a cell that have been played, by their numbers."""
        for file in sorted(self._batches.glob(f"{cell.key}-*.json")):
            number = int(file.stem.partition("-")[2])
            yield number, Tally.parse(json.loads(file.read_text("utf-8")))

    def keep(self, cell: Cell, batch: Batch) -> None:
        """Write down a batch; its tally comes last and says that it is whole."""
        stem = self._batches / f"{cell.key}-{batch.number:06}"
        if self._study.rows:
            table = rows_table(cell, batch.rows)
            part = stem.with_suffix(".part")
            pq.write_table(table, part)
            part.replace(stem.with_suffix(".parquet"))
        written(stem.with_suffix(".json"), json.dumps(batch.tally.plain()).encode())

    def close(self, counts: Sequence[tuple[Cell, Tally, int]]) -> None:
        """Put the batches that count into the results: of every cell so many."""
        found = [described(cell, tally) for cell, tally, _ in counts]
        written(self.path / "results.json", json.dumps(found, indent=1).encode())
        if not self._study.rows:
            return
        part = self.path / "results.part"
        with pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
            for cell, _, batches in counts:
                for number in range(batches):
                    file = self._batches / f"{cell.key}-{number:06}.parquet"
                    writer.write_table(pq.read_table(file, schema=SCHEMA))
        part.replace(self.path / "results.parquet")


def described(cell: Cell, tally: Tally) -> dict[str, Any]:
    """A cell with its counts, as ``results.json`` has it."""
    return {
        "game": cell.game,
        "seats": cell.seats,
        "options": dict(cell.options),
        "players": list(cell.players),
        **tally.plain(),
    }


def rows_table(cell: Cell, rows: Sequence[Mapping[str, Any]]) -> Any:
    """The matches of a batch as a table of `SCHEMA`."""
    options = json.dumps(dict(cell.options), sort_keys=True)
    same = {"game": cell.game, "seats": cell.seats, "options": options}
    return pa.Table.from_pylist([{**same, **row} for row in rows], schema=SCHEMA)


def written(file: Path, data: bytes) -> None:
    """Write a file whole: who reads it meanwhile, or after a crash, has the old one or the new."""
    part = file.with_name(file.name + ".part")
    with part.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
