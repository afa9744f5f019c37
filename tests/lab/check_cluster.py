"""A cluster finds what one process finds, to the digit, also when a worker is killed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from distributed import Client, LocalCluster

from referee.lab.folder import Folder
from referee.lab.study import read
from referee.lab.work import Workers, cluster, run

STUDY = {
    "seed": "cluster", "batch": 5, "contest": [
        {"game": "victory", "seats": [2, 4], "matches": 100, "options": {"board": "device"}},
        {"game": "fette-autos", "seats": 3, "matches": 60},
        {"game": "knister", "seats": 2, "precision": 0.09, "options": {"sheets": "device"}},
    ],
}  # fmt: skip


def found(folder: Path) -> tuple[object, object]:
    counts = json.loads((folder / "results.json").read_text())
    return counts, pq.read_table(folder / "results.parquet").to_pylist()


def played(folder: Path, workers: Workers) -> tuple[object, object]:
    study = read("cluster", STUDY)
    kept = Folder(folder, study)
    ledgers = run(study, kept, workers, lambda ledgers: None)
    kept.close([(ledger.cell, ledger.tally, ledger.counted) for ledger in ledgers])
    return found(folder)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, object]:
    return played(tmp_path_factory.mktemp("alone"), Workers())


@pytest.mark.filterwarnings("ignore")
def test_a_local_cluster_finds_the_same(alone: tuple[object, object], tmp_path: Path) -> None:
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local,
        cluster(local.scheduler_address) as workers,
    ):
        assert played(tmp_path, workers) == alone


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_loses_nothing(alone: tuple[object, object], tmp_path: Path) -> None:
    with scheduler() as address, worker(address, tmp_path) as first, worker(address, tmp_path):
        with Client(address) as client:
            client.wait_for_workers(2, timeout=60)
        kept = tmp_path / "kept"
        with cluster(address) as workers:
            study = read("cluster", STUDY)
            folder = Folder(kept, study)
            killed: list[int] = []

            def told(ledgers: object) -> None:
                if not killed and len(list(kept.glob("batches/*.json"))) >= 4:
                    first.kill()
                    killed.append(first.pid)

            ledgers = run(study, folder, workers, told)
        folder.close([(ledger.cell, ledger.tally, ledger.counted) for ledger in ledgers])
        assert killed
    assert found(kept) == alone


def test_a_cluster_that_is_not_there_is_named(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "referee",
        "lab",
        "victory",
        "--times",
        "0.001",
        "--lang",
        "en",
    ]
    done = subprocess.run(
        [*command, "--cluster", "tcp://127.0.0.1:9", "--folder", str(tmp_path / "x")],
        capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert done.returncode != 0
    assert "The cluster at tcp://127.0.0.1:9 does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@contextmanager
def scheduler() -> Iterator[str]:
    """A `dask scheduler` on a free port of the loopback; gives its address."""
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1",
               "--port", "0", "--no-dashboard"]  # fmt: skip
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    try:
        for line in running.stderr:
            if "Scheduler at:" in line:
                yield line.split("Scheduler at:")[1].strip()
                return
        raise AssertionError("the scheduler has not started")
    finally:
        running.kill()
        running.wait()


@contextmanager
def worker(address: str, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A `dask worker` of one thread, without a nanny that would start it again."""
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
               "--no-nanny", "--no-dashboard", "--local-directory", str(folder)]  # fmt: skip
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    try:
        yield running
    finally:
        running.kill()
        running.wait()
