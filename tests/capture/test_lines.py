"""Lines: huge files are read line by line, in little memory, without losing a byte."""

from __future__ import annotations

import hashlib
import io
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.capture.lines import BLOCK_BYTES, FileLine, cuts, lines, text_lines

LOGS = st.lists(
    st.sampled_from([b"a", b"\n", b"\r\n", b"\r", b"long word", "é".encode()]), max_size=40
).map(b"".join)


class Repeating(io.RawIOBase):
    """A file of one byte, again and again, that takes no room."""

    def __init__(self, byte: bytes, size: int) -> None:
        self._byte, self._size, self._at = byte, size, 0

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + (self._size if whence == io.SEEK_END else 0)
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        given = min(self._size - self._at, self._size if size is None or size < 0 else size)
        self._at += given
        return self._byte * given


def test_lines_of_both_breaks() -> None:
    """A line is given without its break, an empty line too, each with its place."""
    assert list(lines(io.BytesIO(b"one\r\n\ntwo\n"))) == [
        FileLine(0, 5, b"one", True),
        FileLine(5, 6, b"", True),
        FileLine(6, 10, b"two", True),
    ]


def test_a_file_that_ends_within_a_line() -> None:
    """A last line without its break is given last and is not whole."""
    assert list(lines(io.BytesIO(b"one\ntw"))) == [
        FileLine(0, 4, b"one", True),
        FileLine(4, 6, b"tw", False),
    ]


def test_half_of_a_break_is_kept() -> None:
    """A carriage return at the very end may be text, so it is not taken away."""
    assert list(lines(io.BytesIO(b"one\r"))) == [FileLine(0, 4, b"one\r", False)]


@pytest.mark.parametrize("content", [b"", b"\n"])
def test_hardly_anything(content: bytes) -> None:
    """An empty file has no line; a lone break ends an empty one."""
    assert len(list(lines(io.BytesIO(content)))) == len(content)


def test_from_an_offset_up_to_another() -> None:
    """Only what lies between start and end is read."""
    file = io.BytesIO(b"one\ntwo\nthree\n")
    assert list(lines(file, start=4, upto=10)) == [
        FileLine(4, 8, b"two", True),
        FileLine(8, 10, b"th", False),
    ]
    assert list(lines(file, start=14)) == []
    assert list(lines(file, start=8, upto=1_000)) == [FileLine(8, 14, b"three", True)]


def test_what_is_written_meanwhile_waits() -> None:
    """Lines that are added while reading are not read; the next reading finds them."""
    file = io.BytesIO(b"one\ntwo\n")
    reading = lines(file)
    first = next(reading)
    file.seek(0, io.SEEK_END)
    file.write(b"three\n")
    assert [first.data, *(line.data for line in reading)] == [b"one", b"two"]
    assert [line.data for line in lines(file, start=8)] == [b"three"]


def test_a_line_at_the_limit() -> None:
    """A line as long as allowed is given; one byte more and it is passed over."""
    read = list(lines(io.BytesIO(b"12345\r\n123456\r\n123456\n12345"), bytes_max=5))
    assert [line.data for line in read] == [b"12345", None, None, b"12345"]
    assert [(line.start, line.end) for line in read] == [(0, 7), (7, 15), (15, 22), (22, 27)]


def test_lines_longer_than_a_block() -> None:
    """A line that spans blocks is put together again."""
    long = b"x" * (2 * BLOCK_BYTES + 17)
    read = [line.data for line in lines(io.BytesIO(long + b"\nshort\n" + long))]
    assert read == [long, b"short", long]


def test_a_huge_line_takes_little_memory() -> None:
    """A line of 60 MB is passed over and never held."""
    size = 60_000_000
    digest = hashlib.sha256()
    tracemalloc.start()
    read = list(lines(Repeating(b"x", size), bytes_max=1_000_000, seen=digest.update))  # type: ignore[arg-type]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert read == [FileLine(0, size, None, False)]
    assert digest.digest() == hashlib.sha256(b"x" * size).digest()
    assert peak < 5_000_000


def test_a_digest_copied_before_a_torn_line() -> None:
    """What a caller notes after a line covers the lines up to it and nothing behind."""
    content = b"one\ntwo\nhalf of a li"
    digest = hashlib.sha256()
    noted = digest.copy()
    for line in lines(io.BytesIO(content), seen=digest.update):
        if line.is_whole:
            noted = digest.copy()
    assert noted.digest() == hashlib.sha256(b"one\ntwo\n").digest()
    assert digest.digest() == hashlib.sha256(content).digest()


@given(LOGS, st.integers(0, 12), st.integers(0, 40))
def test_every_byte_is_seen_once(content: bytes, bytes_max: int, start: int) -> None:
    """Lines touch each other, cover the file, and are seen whole before they are given."""
    seen: list[bytes] = []
    at = min(start, len(content))
    first = at
    for line in lines(io.BytesIO(content), start=at, bytes_max=bytes_max, seen=seen.append):
        assert line.start == at
        at = line.end
        assert b"".join(seen) == content[first:at]
        raw = content[line.start : line.end]
        assert line.is_whole == raw.endswith(b"\n")
        data = raw.removesuffix(b"\n").removesuffix(b"\r") if line.is_whole else raw
        assert line.data == (data if len(data) <= bytes_max else None)
    assert at == len(content)


@given(st.text(alphabet="ab\r\n\u2028\x0b"))
def test_lines_of_a_text(text: str) -> None:
    """Lines of a text stand where they say, and only real line breaks part them."""
    found = list(text_lines(text))
    for line in found:
        assert text[line.start : line.end] == line.text
    plain = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert [line.text for line in found] == (plain[:-1] if not plain[-1] else plain)


@given(st.text(alphabet="ab \n"), st.integers(1, 9))
def test_parts_of_a_text(text: str, length_max: int) -> None:
    """The parts of a text make up the text, and none is too long."""
    parts = [text[start:end] for start, end in cuts(text, length_max)]
    assert "".join(parts) == text
    assert all(0 < len(part) <= length_max for part in parts)


def test_a_part_ends_with_a_line_or_a_word() -> None:
    """A text is cut behind a line break, else behind a blank, else where the part is full."""
    assert [b - a for a, b in cuts("one two\nthree four five\nsix", 10)] == [8, 6, 10, 3]
    assert [b - a for a, b in cuts("x" * 25, 10)] == [10, 10, 5]
