"""Reading files that others wrote: what is no text says so, and nothing is read twice."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from remembrancer.errors import InvalidInput

_WIDE_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_SNIFFED_BYTES = 4_096
_READINGS_MAX = 3  # of a file that changes while it is read


def found(place: Path, *suffixes: str) -> Iterator[Path]:
    """The file itself, or the files of a folder and its folders with one of the endings."""
    if place.is_dir():
        for path in sorted(place.rglob("*")):
            if path.suffix.lower() in suffixes and path.is_file():
                yield path
    else:
        yield place


def opened(path: Path) -> tuple[BinaryIO, os.stat_result]:
    """A file and its state. What is no file, or holds no text, is refused."""
    file = path.open("rb")
    try:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise InvalidInput("It is no file.")
        check_text(file.read(_SNIFFED_BYTES))
        file.seek(0)
    except BaseException:
        file.close()
        raise
    return file, state


def check_text(beginning: bytes) -> None:
    """Refuses what its first bytes show to be no UTF-8 text."""
    wide = _WIDE_MARKS.get(beginning[:2])
    if wide is not None:
        raise InvalidInput(f"It is {wide} text. Convert it to UTF-8.")
    if b"\x00" in beginning:
        raise InvalidInput("It is a binary file, not a text.")


def read_bytes(path: Path, *, bytes_max: int) -> bytes:
    """All of a file as it was at one moment."""
    for _ in range(_READINGS_MAX):
        file, before = opened(path)
        with file:
            if before.st_size > bytes_max:
                raise InvalidInput(
                    f"It has {before.st_size:,} bytes, and at most {bytes_max:,} are read. Split "
                    "it into smaller files."
                )
            data = file.read(bytes_max + 1)
            after = os.fstat(file.fileno())
        if is_same(before, after) and len(data) == after.st_size:
            return data
    raise InvalidInput("It changes while it is read. Try again when it is written.")


def is_same(before: os.stat_result, after: os.stat_result) -> bool:
    """Nothing was written to the file between the two looks."""
    return (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)


def text_of(data: bytes) -> str:
    """The bytes as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"It is not UTF-8 text: the byte at {error.start:,} fits no letter. Convert it."
        ) from None


def said(error: Exception) -> str:
    """What went wrong with a file, in one sentence."""
    if isinstance(error, PermissionError):
        return "It may not be read. Give this user the right to read it."
    if isinstance(error, FileNotFoundError):
        return "There is no such file."
    if isinstance(error, IsADirectoryError):
        return "It is a folder, not a file."
    if isinstance(error, OSError):
        return f"{error.strerror or error}."
    return str(error)
