"""What a study has brought so far, as files: a batch each, written whole or not at all.

Whoever plays a study again in the same folder goes on where it stopped: a batch that is there is
not played again. So nothing is lost and nothing counted twice, however a run has ended.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
import pyarrow.parquet as pq

from referee.kernel.errors import BadEntry, RefereeError
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


#: What reading a file may raise that was written whole once.
_DAMAGE: Final = (OSError, ValueError, TypeError, LookupError, RecursionError, pa.ArrowException)


class Folder:
    """The folder of one study; makes it, or raises `BadEntry` where another one is in it.

    ``told`` hears of a batch that was damaged: it is set aside, and played again.
    """

    def __init__(
        self, path: Path, study: Study, told: Callable[[Path], None] = lambda file: None
    ) -> None:
        self.path = path
        self._study = study
        self._told = told
        self._batches = path / "batches"
        said = {"format": FORMAT, "study": study.name, "print": study.print}
        head = path / "study.json"
        if head.exists() and self._head(head) != said:
            raise BadEntry("error.lab.other", folder=str(path))
        try:
            self._batches.mkdir(parents=True, exist_ok=True)
            written(head, json.dumps(said).encode())
        except OSError as error:
            raise unusable(path, error) from error

    def _head(self, head: Path) -> Any:
        """Whose results these are. Nobody can tell where that is damaged: batches of another study
        may have the same names."""
        try:
            return json.loads(head.read_text("utf-8"))
        except _DAMAGE as error:
            raise BadEntry("error.lab.head", file=str(head), folder=str(self.path)) from error

    def kept(self, cell: Cell) -> Iterator[tuple[int, Tally]]:
        """The batches of a cell that have been played, by their numbers."""
        for file in sorted(self._batches.glob(f"{cell.key}-*.json")):
            try:
                number, tally = self._read(cell, file)
            except _DAMAGE:
                self._set_aside(file)
            else:
                yield number, tally

    def _read(self, cell: Cell, file: Path) -> tuple[int, Tally]:
        """A batch; raises one of `_DAMAGE` if it, or its rows, are not what was written."""
        number = int(file.stem.partition("-")[2])
        tally = Tally.parse(json.loads(file.read_text("utf-8")))
        first = number * self._study.batch
        size = min(first + self._study.batch, cell.matches) - first
        if tally.matches + tally.endless + len(tally.failures) != size:
            raise ValueError("not so many matches")
        if self._study.rows:
            rows = pq.read_metadata(file.with_suffix(".parquet")).num_rows
            if rows != tally.matches:
                raise ValueError("not so many rows")
        return number, tally

    def _set_aside(self, file: Path) -> None:
        try:
            file.replace(file.with_name(f"{file.name}.damaged"))
        except OSError as error:
            raise unusable(self.path, error) from error
        self._told(file)

    def keep(self, cell: Cell, batch: Batch) -> None:
        """Write down a batch; its tally comes last and says that it is whole."""
        stem = self._batches / f"{cell.key}-{batch.number:06}"
        if self._study.rows:
            table = io.BytesIO()
            pq.write_table(rows_table(cell, batch.rows), table)
            written(stem.with_suffix(".parquet"), table.getvalue())
        written(stem.with_suffix(".json"), json.dumps(batch.tally.plain()).encode())

    def close(self, counts: Sequence[tuple[Cell, Tally, int]]) -> None:
        """Put the batches that count into the results: of every cell so many.

        Raises `BadEntry` where the rows of one can't be read: it is set aside, and played again
        when the study is.
        """
        found = [described(cell, tally) for cell, tally, _ in counts]
        written(self.path / "results.json", json.dumps(found, indent=1).encode())
        if not self._study.rows:
            return
        part = self.path / "results.part"
        with pq.ParquetWriter(part, SCHEMA, compression="zstd") as writer:
            for cell, _, batches in counts:
                for number in range(batches):
                    writer.write_table(self._rows(f"{cell.key}-{number:06}"))
        part.replace(self.path / "results.parquet")

    def _rows(self, name: str) -> Any:
        file = self._batches / f"{name}.parquet"
        try:
            return pq.read_table(file, schema=SCHEMA)
        except _DAMAGE as error:
            self._set_aside(file.with_suffix(".json"))
            raise BadEntry("error.lab.rows", file=str(file)) from error


def unusable(folder: Path, error: OSError) -> RefereeError:
    """Nothing can be written there."""
    detail = error.strerror or str(error)
    return RefereeError("error.lab.folder", folder=str(folder), detail=detail)


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
