"""``referee match`` as a process: pipes, signals, floods, and going on after a crash."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.doors.process import referee, started

MATCH = ("match", "toy", "--jsonl", "--seed", "seed")
TABLE = (*MATCH, "--dice", "table")
ROLL = b'{"seat":1,"verb":"roll","args":{"dice":[4]}}\n'


@pytest.fixture
def child(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    process = started(tmp_path, *TABLE, "--save")
    yield process
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()


def messages(output: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def until_ask(process: subprocess.Popen[bytes]) -> list[dict[str, Any]]:
    assert process.stdout is not None
    found: list[dict[str, Any]] = []
    while not found or found[-1]["type"] not in ("ask", "error", "refused", "over"):
        found.append(json.loads(process.stdout.readline()))
    return found


def tell(process: subprocess.Popen[bytes], line: bytes) -> list[dict[str, Any]]:
    assert process.stdin is not None
    process.stdin.write(line)
    process.stdin.flush()
    return until_ask(process)


def ended(process: subprocess.Popen[bytes]) -> tuple[int, bytes]:
    _, errors = process.communicate(timeout=120)
    return process.returncode, errors


def test_a_script_of_lines_is_answered_in_utf_8_without_a_locale(tmp_path: Path) -> None:
    done = referee(tmp_path, *TABLE, "--lang", "de", stdin=ROLL, LC_ALL="C")
    assert done.returncode == 0
    assert done.stderr == b""
    assert "Weiter oder aufhören?".encode() in done.stdout
    assert [m["type"] for m in messages(done.stdout)] == ["match", "ask", "entry", "ask"]


def test_the_same_seed_gives_the_same_lines(tmp_path: Path) -> None:
    lines = b'{"seat":1,"verb":"on"}\n' * 3
    first, again = (referee(tmp_path, *MATCH, stdin=lines).stdout for _ in range(2))
    assert first == again


def test_without_a_seed_every_match_has_its_own(tmp_path: Path) -> None:
    both = [messages(referee(tmp_path, "match", "toy").stdout)[0]["commitment"] for _ in range(2)]
    assert both[0] != both[1]


def test_the_end_of_the_input_ends_it(child: subprocess.Popen[bytes]) -> None:
    until_ask(child)
    assert ended(child) == (0, b"")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    until_ask(child)
    child.send_signal(number)
    assert ended(child) == (0, b"")


def test_a_client_that_does_not_read_any_more_ends_it(child: subprocess.Popen[bytes]) -> None:
    until_ask(child)
    assert child.stdout is not None
    assert child.stdin is not None
    assert child.stderr is not None
    child.stdout.close()
    child.stdin.write(b'{"verb":"state"}\n')
    child.stdin.flush()
    assert child.wait(10) == 0
    assert child.stderr.read() == b""


@pytest.mark.parametrize("command", [(), ("games",), ("diagram", "knight-rider"), ("history",)])
def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path, command: tuple[str, ...]) -> None:
    process = started(tmp_path, *command, within=("sh", "-c", '"$@" | true', "sh"))
    assert ended(process) == (0, b"")


def test_a_client_that_neither_reads_nor_leaves_can_be_ended(
    child: subprocess.Popen[bytes],
) -> None:
    until_ask(child)
    assert child.stdin is not None
    child.stdin.write(b'{"verb":"state"}\n' * 600)  # the answers fill the pipe
    child.stdin.flush()
    child.send_signal(signal.SIGTERM)
    assert child.wait(10) == 0


def test_a_flood_is_refused_in_bounded_memory(tmp_path: Path) -> None:
    bounded = ("sh", "-c", f'ulimit -v {120 * 1024}; exec "$@"', "sh")  # kilobytes
    process = started(tmp_path, *TABLE, within=bounded)
    line = b'{"seat":1,"verb":"' + b"x" * 10 * 2**20 + b'"}\n'
    output, errors = process.communicate(line * 15 + ROLL, timeout=60)
    found = messages(output)
    assert (process.returncode, errors) == (0, b"")
    assert [m["type"] for m in found] == ["match", "ask", *["error"] * 15, "entry", "ask"]
    assert {m["key"] for m in found[2:-2]} == {"error.json.long"}


def test_a_line_that_is_cut_off_is_no_message(tmp_path: Path) -> None:
    done = referee(tmp_path, *TABLE, stdin=ROLL[:20])
    assert messages(done.stdout)[-1]["type"] == "error"
    assert done.returncode == 0


def test_a_last_line_needs_no_newline(tmp_path: Path) -> None:
    done = referee(tmp_path, *TABLE, stdin=ROLL.rstrip())
    assert messages(done.stdout)[-1]["state"] == "choose"


def test_after_a_kill_it_goes_on_where_it_stood(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    first = until_ask(child)[0]
    last = tell(child, ROLL)[-1]
    child.kill()
    child.wait()
    done = referee(tmp_path, "match", "--resume", str(first["id"]), stdin=b'{"seat":1,"verb":"on"}')
    again = messages(done.stdout)
    assert again[0]["id"] == first["id"]
    assert again[0]["commitment"] == first["commitment"]
    asks = [m for m in again if m["type"] == "ask"]
    assert (asks[0]["state"], asks[0]["asks"]) == (last["state"], last["asks"])
    assert asks[1]["state"] == "roll"


def test_two_programs_cannot_play_the_same_match(
    tmp_path: Path, child: subprocess.Popen[bytes]
) -> None:
    first = until_ask(child)[0]
    referee(tmp_path, "match", "--resume", str(first["id"]), stdin=ROLL)
    answer = tell(child, ROLL)
    assert answer[0]["key"] == "error.store.taken"
