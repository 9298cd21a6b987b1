"""Sending a transcript to a server, from where it was left."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NamedTuple

from remembrancer.capture import files
from remembrancer.capture.lines import lines
from remembrancer.core.limits import SESSION_PART_BYTES_MAX
from remembrancer.doors.claude_code import spool

if TYPE_CHECKING:
    from pathlib import Path

    from remembrancer.memory import Memory

_PART_BYTES: Final = 1_000_000  # sent at once, unless one line is longer
_BLOCK_BYTES: Final = 1 << 20
_RESTARTS_MAX: Final = 3


class _Part(NamedTuple):
    """Whole lines of a transcript."""

    offset: int  # where they begin
    passed: int  # bytes before them that cannot be sent
    text: str
    end: int


def send(memory: Memory, path: Path, key: str, shared: Mapping[str, Any]) -> int:
    """Sends what is new of a transcript. Returns how many messages the server had not known.

    How far it went is kept after each part, with a digest of all before: a transcript that was
    written anew is sent from its beginning.
    """
    file, _ = files.opened(path)
    with file:
        prefix = _Prefix(file)
        offset, digest = spool.offset_of(key)
        is_known = offset > 0 and prefix.digest(offset) == digest
        offset, anew = (offset, False) if is_known else (0, True)
        new = 0
        for _ in range(_RESTARTS_MAX):
            for part in _parts(file, offset):
                session_part = memory.sources.session(
                    path.stem,
                    part.text,
                    offset=part.offset,
                    passed=part.passed,
                    anew=anew,
                    **shared,
                )
                new += session_part.messages_new
                anew = False
                offset = session_part.offset
                spool.put_offset(key, offset, prefix.digest(offset))
                if offset != part.end:  # the server knows less than we thought, or more
                    break
            else:
                return new
    spool.log(f"work: the server takes {path.name} from another place each time")
    return new


def _parts(file: BinaryIO, start: int) -> Iterator[_Part]:
    held: list[str] = []
    offset, size, passed = start, 0, 0
    end = start
    for line in lines(file, start=start, bytes_max=SESSION_PART_BYTES_MAX - 1):
        if not line.is_whole:
            break
        text = _text(line.data)
        length = line.end - line.start
        if held and (text is None or size + length > _PART_BYTES):
            yield _Part(offset, passed, "".join(held), end)
            held, offset, size, passed = [], end, 0, 0
        end = line.end
        if text is None:
            offset, passed = line.end, passed + length
            continue
        # The break may be of two characters: the bytes have to be those of the file.
        held.append(text + ("\r\n" if length == len(line.data or b"") + 2 else "\n"))
        size += length
    if held or passed:
        yield _Part(offset, passed, "".join(held), end)


def _text(data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode()
    except UnicodeDecodeError:
        return None


class _Prefix:
    """The digest of the beginning of a file, which is not read again as it grows."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._at = 0

    def digest(self, upto: int) -> str:
        """Of so many bytes; empty where the file is shorter."""
        if upto > self._file.seek(0, os.SEEK_END):
            return ""
        if upto < self._at:
            self._digest, self._at = hashlib.sha256(), 0
        self._file.seek(self._at)
        while self._at < upto and (block := self._file.read(min(upto - self._at, _BLOCK_BYTES))):
            self._digest.update(block)
            self._at += len(block)
        return self._digest.hexdigest()
