"""Importing into a memory on a server: files are read here, and their records are sent."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from remembrancer.capture import files, other_memory_files
from remembrancer.capture.other_memory_files import Placed
from remembrancer.core.errors import InvalidInput
from remembrancer.jobs.report import FileReport, Outcome, Report

_PART_BYTES: Final = 2_000_000  # of records in one request
_PART_RECORDS: Final = 500


def reading_here(send: Callable[..., Report]) -> Callable[..., Report]:
    """The verb that sends records, as one that takes a file of this machine as well."""

    @functools.wraps(send)
    def import_(self: Any, given: Any, **named: Any) -> Report:
        if not isinstance(given, str | Path):
            return send(self, given, **named)
        place = files.place_from(given, field="path")
        format = named.pop("format", None) or other_memory_files.sniffed(place)
        progress = named.pop("progress", None)
        if format is None:
            raise InvalidInput(
                f"{files.shown(place)} does not show which program wrote it. Say so with format.",
                field="format",
            )
        reports: list[FileReport] = []
        records = other_memory_files.records_in(place, other_memory_files.check_format(format))
        for part in _parts(records):
            reports += _sent(part, lambda value: send(self, value, format=format, **named))
            if progress is not None:
                progress(len(reports), 0)
        return Report(files=tuple(reports), dry_run=bool(named.get("dry_run", False)))

    return import_


def _parts(records: Iterable[Placed]) -> Iterator[list[Placed]]:
    part: list[Placed] = []
    size = 0
    for placed in records:
        length = len(json.dumps(placed.record, default=str).encode())
        if part and (size + length > _PART_BYTES or len(part) >= _PART_RECORDS):
            yield part
            part, size = [], 0
        part.append(placed)
        size += length
    if part:
        yield part


def _sent(
    part: list[Placed], send: Callable[[list[Mapping[str, Any]]], Report]
) -> Iterator[FileReport]:
    """What came of each record, under the place where it stands here."""
    whole = [one for one in part if one.problem is None and isinstance(one.record, Mapping)]
    answers = iter(send([one.record for one in whole]).files if whole else ())
    for placed in part:
        if placed.problem is not None or not isinstance(placed.record, Mapping):
            why = placed.problem or "It is no JSON object."
            yield FileReport(place=placed.place, outcome=Outcome.FAILED, reason=why)
        else:
            yield next(answers).model_copy(update={"place": placed.place})
