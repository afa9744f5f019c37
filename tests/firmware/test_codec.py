"""Lines with a checksum: both halves agree, and nothing damaged gets through."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware import codec as box
from hal.box import codec as host

TEXTS = st.text(st.sampled_from([chr(n) for n in range(32, 127) if chr(n) != "*"]), max_size=120)


@st.composite
def damages(draw: st.DrawFn) -> tuple[bytes, bytes]:
    """A line, and the same with one to three bytes dropped, doubled or changed."""
    line = box.frame(draw(TEXTS))[:-1]
    damaged = bytearray(line)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(damaged) - 1))
        match draw(st.integers(0, 2)):
            case 0:
                del damaged[place]
            case 1:
                damaged.insert(place, damaged[place])
            case 2:
                damaged[place] ^= draw(st.integers(1, 255))
    return line, bytes(damaged)


@given(TEXTS)
def test_a_text_goes_through_in_both_directions(text: str) -> None:
    line = host.frame(text)
    assert line == box.frame(text)
    assert host.text_of(line[:-1]) == box.text_of(line[:-1]) == text


@given(st.binary(max_size=60) | TEXTS.map(lambda text: box.frame(text)[:-1]))
def test_both_halves_judge_every_line_alike(line: bytes) -> None:
    assert host.text_of(line) == box.text_of(line)


@given(damages())
def test_a_damaged_line_is_no_line(pair: tuple[bytes, bytes]) -> None:
    line, damaged = pair
    if damaged != line:
        assert host.text_of(damaged) is None
        assert box.text_of(damaged) is None


@pytest.mark.parametrize("text", ["two\nlines", "a*b", "\x00", "caf\xe9"])
def test_a_text_that_a_line_cannot_carry_is_not_believed(text: str) -> None:
    line = box.frame(text)[:-1]
    assert box.text_of(line) is None
    assert host.text_of(line) is None


@given(st.lists(st.binary(max_size=300)), st.data())
def test_where_bytes_are_split_does_not_matter(chunks: list[bytes], data: st.DataObject) -> None:
    stream = b"\n".join(chunks)
    splits = data.draw(st.lists(st.integers(0, len(stream)), max_size=8).map(sorted))
    for lines in (box.Lines(), host.Lines()):
        whole = type(lines)().receive(stream + b"\n")
        ends = [0, *splits, len(stream)]
        pieces = [stream[a:b] for a, b in pairwise(ends)]
        found = [line for piece in [*pieces, b"\n"] for line in lines.receive(piece)]
        short = [line for line in whole if len(line) <= box.LIMIT]
        assert [line for line in found if line in short] == short


def test_a_line_without_an_end_is_thrown_away_and_counted() -> None:
    for lines in (box.Lines(), host.Lines()):
        for _ in range(999):
            assert lines.receive(b"x" * 100) == []
        assert lines.lost + box.LIMIT >= 99_900
        tail, good = lines.receive(b"\n" + box.frame("hello 1"))
        assert len(tail) <= box.LIMIT
        assert host.text_of(good) == "hello 1"


def test_both_halves_have_the_same_limit() -> None:
    assert box.LIMIT == host.LIMIT
