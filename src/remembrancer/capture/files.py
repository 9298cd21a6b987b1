"""Reads files that others wrote: rejects what is no text, and reads nothing twice."""

from __future__ import annotations

import codecs
import os
import re
import stat
from pathlib import Path
from typing import BinaryIO, NamedTuple

from remembrancer.core.errors import InvalidInput

_WIDE_MARKS = {b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16"}
_NO_TEXT = re.compile(r"[\ud800-\udfff]")
_SNIFFED_BYTES = 4_096
_TEXT_BYTES_PER_BAD = 20  # a text has fewer than one bad byte in this many
_READINGS_MAX = 3  # attempts to read a file that changes


class FileListing(NamedTuple):
    """The files of a place, and folders that could not be read."""

    paths: tuple[Path, ...]
    problems: tuple[tuple[str, str], ...]  # a folder, and why it could not be read


def place_from(given: str | Path, *, field: str) -> Path:
    """The file or folder that a caller named."""
    try:
        place = Path(given).expanduser()
        is_there = place.exists()
    except (TypeError, ValueError, RuntimeError, OSError) as error:
        raise InvalidInput(
            f"{field} names no place that can be read: {error}. Name a file or a folder.",
            field=field,
        ) from None
    if not is_there:
        raise InvalidInput(f"There is no {shown(place)}. Name a file or a folder.", field=field)
    return place


def found(place: Path, *suffixes: str) -> FileListing:
    """The file itself, or all files below a folder with one of the suffixes.

    A path with such a suffix may be no file; that is reported when it is opened.
    """
    if not place.is_dir():
        return FileListing((place,), ())
    paths: list[Path] = []
    unread: list[OSError] = []
    for folder, _, names in os.walk(place, onerror=unread.append):
        paths += [Path(folder, name) for name in names if _ending(name) in suffixes]
    problems = [(shown(Path(error.filename)), said(error)) for error in unread]
    return FileListing(tuple(sorted(paths)), tuple(sorted(problems)))


def _ending(name: str) -> str:
    return os.path.splitext(name)[1].lower()


def shown(path: Path) -> str:
    """The path as text. Not every byte of a file name is valid text."""
    return _NO_TEXT.sub("\N{REPLACEMENT CHARACTER}", str(path))


def size(path: Path) -> int:
    """The size in bytes; 0 if it is unknown."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def opened(path: Path) -> tuple[BinaryIO, os.stat_result]:
    """A file and its state. Raises if it is no file or no text."""
    try:
        file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - the caller closes it
    except ValueError as error:
        raise InvalidInput(f"Its path is none: {error}.") from None
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


def _without_waiting(path: str, flags: int) -> int:
    # Opening a pipe would block until somebody writes to it.
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def check_text(beginning: bytes) -> None:
    """Raises if the first bytes are not UTF-8 text."""
    wide = _WIDE_MARKS.get(beginning[:2])
    if wide is not None:
        raise InvalidInput(f"It is {wide} text. Convert it to UTF-8.")
    if b"\x00" in beginning and _is_binary(beginning):
        raise InvalidInput("It is a binary file, not a text.")


def _is_binary(beginning: bytes) -> bool:
    """Whether too many bytes are no text: a single one does not spoil a transcript."""
    read = beginning.decode(errors="replace")
    bad = sum(value == "\ufffd" or (value < " " and value not in "\t\r\n") for value in read)
    return bad * _TEXT_BYTES_PER_BAD > len(read)


def read_bytes(path: Path, *, bytes_max: int) -> bytes:
    """The whole content of a file at one moment."""
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
    """Whether the file did not change between the two states."""
    return (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)


def text_of(data: bytes) -> str:
    """The bytes as text."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"It is not UTF-8 text: the byte at {error.start:,} fits no letter. Convert it."
        ) from None


def lines_of(data: bytes) -> tuple[str, list[int]]:
    """The text without lines that are not UTF-8, and the numbers of those lines.

    If most lines are not, the file has another encoding and is rejected.
    """
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError:
        pass
    result: list[str] = []
    bad: list[int] = []
    for number, line in enumerate(data.removeprefix(codecs.BOM_UTF8).splitlines(True), 1):
        try:
            result.append(line.decode())
        except UnicodeDecodeError:
            bad.append(number)
    if len(bad) > sum(1 for line in result if line.strip()):
        return text_of(data), []
    return "".join(result), bad


def said(error: Exception) -> str:
    """The error about a file, in one sentence."""
    if isinstance(error, PermissionError):
        return "It may not be read. Give this user the right to read it."
    if isinstance(error, FileNotFoundError):
        return "There is no such file."
    if isinstance(error, IsADirectoryError):
        return "It is a folder, not a file."
    if isinstance(error, OSError):
        return f"{error.strerror or error}."
    return str(error)
