"""Lines of files too large for memory, and lines of texts."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import BinaryIO, NamedTuple

from remembrancer.core.limits import LINE_BYTES_MAX

BLOCK_BYTES = 256 * 1024  # bytes read at a time

_TEXT_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")


class FileLine(NamedTuple):
    """A line of a file and its position."""

    start: int  # offset of its first byte
    end: int  # offset after its line break
    data: bytes | None  # without the line break; None: too long, skipped
    is_whole: bool  # False: the file ends here, without a line break


class TextLine(NamedTuple):
    """A line of a text and its position."""

    start: int  # of its first character
    text: str  # without the line break

    @property
    def end(self) -> int:
        """The position after its last character, before the line break."""
        return self.start + len(self.text)


def lines(
    file: BinaryIO,
    *,
    start: int = 0,
    upto: int | None = None,
    bytes_max: int = LINE_BYTES_MAX,
    seen: Callable[[bytes], None] | None = None,
) -> Iterator[FileLine]:
    """Every line from `start` to `upto`, or to the end of the file when reading began.

    Memory holds at most one block and one line of `bytes_max`, however long a line is.

    `seen` receives every byte once, in order: those of a line and its break after the previous line
    was consumed and before the line itself is yielded. So state that a caller copies between two
    lines (such as a running digest) covers exactly the lines consumed so far. The last line may be
    incomplete because it is still being written. Its bytes are seen too, so a caller that wants to
    read it again later continues from the copy made before it.
    """
    stop = file.seek(0, os.SEEK_END) if upto is None else upto
    growing = _Growing(start, bytes_max, seen)
    at = start
    while at < stop:
        # The caller may have moved the file position since the last line.
        file.seek(at)
        block = file.read(min(BLOCK_BYTES, stop - at))
        if not block:
            break
        at += len(block)
        done = 0
        while (found := block.find(b"\n", done)) >= 0:
            growing.take(block[done : found + 1])
            yield growing.finished(is_whole=True)
            done = found + 1
        growing.take(block[done:])
    if growing.has_bytes:
        yield growing.finished(is_whole=False)


class _Growing:
    """The line being read: its bytes while they fit, then only their number."""

    def __init__(self, start: int, bytes_max: int, seen: Callable[[bytes], None] | None) -> None:
        self._start = self._end = start
        self._bytes_max = bytes_max
        self._held_max = bytes_max + len(b"\r\n")
        self._seen = seen
        self._held = bytearray()
        self._is_long = False

    @property
    def has_bytes(self) -> bool:
        return self._end > self._start

    def take(self, piece: bytes) -> None:
        self._end += len(piece)
        if not self._is_long and len(self._held) + len(piece) <= self._held_max:
            self._held += piece
            return
        if not self._is_long:
            self._is_long = True
            self._tell(bytes(self._held))
            self._held.clear()
        self._tell(piece)

    def finished(self, *, is_whole: bool) -> FileLine:
        data: bytes | None = None
        if not self._is_long:
            held = bytes(self._held)
            self._tell(held)
            if is_whole:
                held = held[:-2] if held.endswith(b"\r\n") else held[:-1]
            if len(held) <= self._bytes_max:
                data = held
        line = FileLine(self._start, self._end, data, is_whole)
        self._start = self._end
        self._held.clear()
        self._is_long = False
        return line

    def _tell(self, piece: bytes) -> None:
        if self._seen is not None and piece:
            self._seen(piece)


def text_lines(text: str) -> Iterator[TextLine]:
    """Every line of a text, with any of the three line breaks."""
    for match in _TEXT_LINE.finditer(text):
        if match.start() < len(text):
            yield TextLine(match.start(), match[1])


def cuts(text: str, length_max: int) -> Iterator[tuple[int, int]]:
    """Start and end of the parts of a text, each at most `length_max` long, without gaps.

    A part ends after a line break if there is one in its second half, otherwise after a blank,
    otherwise at the maximum length.
    """
    start = 0
    while len(text) - start > length_max:
        full, half = start + length_max, start + length_max // 2
        end = text.rfind("\n", half, full) + 1 or text.rfind(" ", half, full) + 1 or full
        yield start, end
        start = end
    if start < len(text):
        yield start, len(text)
