"""Reads files of other memories record by record, with the position of each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from remembrancer.capture import chat_export_files, files, session_log
from remembrancer.capture.chat_export_files import CHATS
from remembrancer.capture.lines import lines
from remembrancer.capture.other_memories import (
    FORMATS,
    MARKDOWN,
    MCP_MEMORY,
    OURS,
    document_from,
    format_of,
    records_of,
)
from remembrancer.core.errors import InvalidInput, RemembrancerError
from remembrancer.core.limits import NOTES_BYTES_MAX, RECORD_BYTES_MAX

_MARKDOWN_ENDINGS: Final = (".md", ".markdown")
_SNIFFED_BYTES: Final = 64_000
_AS_JSON: Final = ("data", "metadata", "tags", "entities")  # of a version, in an export


class Placed(NamedTuple):
    """A record and its position."""

    place: str
    record: Any
    problem: str | None = None  # why it cannot be imported


def known_formats() -> str:
    """The formats in words, for an error."""
    return ", ".join((*FORMATS, *CHATS))


def check_format(value: Any) -> str:
    if isinstance(value, str) and (value in FORMATS or value in CHATS):
        return str(value)
    raise InvalidInput(
        f"There is no format {value!r}. Known are: {known_formats()}.", field="format"
    )


def sniffed(place: Path) -> str | None:
    """The program that wrote the file; None: unknown, as for our own exports."""
    if (chat := chat_export_files.chat_format_in(place)) is not None:
        return chat
    if place.is_dir() or place.suffix.lower() in _MARKDOWN_ENDINGS:
        return MARKDOWN
    try:
        record, size = _beginning(place)
    except (OSError, RemembrancerError):
        return None
    if _is_ours(record):
        return None
    text = _format_of(record)
    if text is None and size <= RECORD_BYTES_MAX:
        text = _format_of(document_from(files.text_of(place.read_bytes())))
    return text


def _format_of(document: Any) -> str | None:
    return chat_export_files.chat_format_of(document) or format_of(document)


def check_ours(place: Path) -> None:
    """Raises if a file is not our own export, and names the known formats.

    Unreadable files are reported when they are read.
    """
    try:
        record, _ = _beginning(place)
    except (OSError, RemembrancerError):
        return
    if not _is_ours(record):
        raise InvalidInput(
            f"{files.shown(place)} does not begin as an export of ours, and does not show which "
            f"other program wrote it. Known are: {known_formats()}. Say which with --from, or "
            "give a file that `rmb export` wrote. Nothing was imported.",
            field="path",
        )


def _is_ours(record: dict[str, Any] | None) -> bool:
    return record is not None and "format" in record


def _beginning(place: Path) -> tuple[dict[str, Any] | None, int]:
    """The record on the first non-empty line, and the size of the file."""
    file, state = files.opened(place)
    with file:
        beginning = file.read(_SNIFFED_BYTES)
    first = next((line for line in beginning.splitlines() if line.strip()), b"")
    return session_log.record_from(first), state.st_size


def records_in(place: Path, format: str) -> Iterator[Placed]:
    """The records of a file or folder. An unreadable file gives one entry with a problem."""
    if format in CHATS:
        for one in chat_export_files.chat_records(place, format):
            yield Placed(*one)
        return
    if format == MARKDOWN:
        yield from _markdown(place)
        return
    if place.is_dir():
        raise InvalidInput(f"{files.shown(place)} is a folder. Name the file.", field="path")
    try:
        is_export = format == OURS and _is_ours(_beginning(place)[0])
        yield from _exported(place) if is_export else _json(place, format)
    except (OSError, RemembrancerError) as error:
        yield Placed(files.shown(place), None, files.said(error))


def _markdown(place: Path) -> Iterator[Placed]:
    listed, problems = files.found(place, *_MARKDOWN_ENDINGS)
    base = place if place.is_dir() else place.parent
    for path in listed:
        shown = files.shown(path)
        try:
            text = files.text_of(files.read_bytes(path, bytes_max=NOTES_BYTES_MAX))
        except (OSError, RemembrancerError) as error:
            yield Placed(shown, None, files.said(error))
            continue
        name = files.shown(path.relative_to(base))
        yield Placed(shown, {"path": Path(name).as_posix(), "text": text})
    for folder, why in problems:
        yield Placed(folder, None, why)


def _exported(place: Path) -> Iterator[Placed]:
    """The items of a space that `export` wrote, each in its latest version."""
    shown = files.shown(place)
    file, state = files.opened(place)
    items: dict[Any, dict[str, Any]] = {}
    with file:
        for number, line in enumerate(lines(file, upto=state.st_size), 1):
            here = f"{shown}, line {number}"
            record = None if line.data is None else session_log.record_from(line.data)
            if record is None:
                yield Placed(here, None, "It is no JSON object, or too long.")
                continue
            row = record.get("row")
            if not isinstance(row, dict):
                continue
            if record.get("table") == "item" and row.get("erased_seq") is None:
                items[row.get("number")] = row
            elif record.get("table") == "version" and row.get("until_seq") is None:
                of = items.get(row.get("item_n"))
                if of is not None:
                    yield Placed(here, _item(row, of))


def _item(version: dict[str, Any], item: dict[str, Any]) -> dict[str, Any]:
    read = {name: document_from(str(version.get(name))) for name in _AS_JSON}
    kept = {"id": item.get("id"), "created_at": item.get("created_at")}
    return {**version, **read, **kept, "updated_at": version.get("at")}


def _json(place: Path, format: str) -> Iterator[Placed]:
    shown = files.shown(place)
    file, state = files.opened(place)
    with file:
        first = list(islice((file_line for file_line in lines(file) if file_line.data != b""), 2))
        is_by_line = len(first) > 1 and _is_record(first[0].data)
        if is_by_line or (format == MCP_MEMORY and _is_record(first[0].data if first else None)):
            for number, line in enumerate(lines(file, upto=state.st_size), 1):
                if line.data is None:
                    yield Placed(f"{shown}, line {number}", None, "It is too long.")
                elif line.data.strip():
                    record = session_log.record_from(line.data)
                    problem = None if record is not None else "It is no JSON object."
                    if record is not None and first[0].start == line.start:
                        # A graph saved as one document on one line.
                        for inner in records_of(record, format):
                            yield Placed(f"{shown}, line {number}", inner)
                        continue
                    yield Placed(f"{shown}, line {number}", record, problem)
            return
    text = files.text_of(files.read_bytes(place, bytes_max=RECORD_BYTES_MAX))
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"It is not JSON: {error}.") from None
    for number, record in enumerate(records_of(document, format), 1):
        yield Placed(f"{shown}, record {number}", record)


def _is_record(data: bytes | None) -> bool:
    return data is not None and session_log.record_from(data) is not None
