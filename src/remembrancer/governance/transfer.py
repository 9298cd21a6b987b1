"""Transfer of a whole space: export to JSON Lines, and import."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from io import TextIOWrapper
from pathlib import Path
from typing import Any, BinaryIO

from remembrancer.core.errors import InvalidInput, StoreUnreachable
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_flag
from remembrancer.governance.erasure import erase
from remembrancer.items.lifecycle import check_acyclic
from remembrancer.items.visibility import require_full_admin, require_person
from remembrancer.ports import Progress, Reader, Store, Writer

FORMAT = "remembrancer-space"
FORMAT_VERSION = 1
_PROGRESS_ROWS = 5_000
_AFTER_AN_IMPORT = "applied again after an import"


def export(store: Store, scope: Scope, path: Path, *, progress: Progress | None = None) -> int:
    """Writes everything in the space, ledger included. Returns the number of rows.

    The file is written completely or not at all.
    """
    require_full_admin(scope.viewer, "export the space")
    require_person(scope.viewer, "export the space")
    check_foreign(store, path)
    with store.reading(scope) as reader:
        return saved(_lines_of(reader, scope), path, progress=progress)


def _lines_of(reader: Reader, scope: Scope) -> Iterator[str]:
    yield _line({"format": FORMAT, "version": FORMAT_VERSION, "space": scope.space.name})
    count = 0
    for table, row in reader.whole_space.rows():
        yield _line({"table": table, "row": row})
        count += 1
    yield _line({"end": count})


def saved(lines: Iterable[str], path: Path, *, progress: Progress | None = None) -> int:
    """Writes the lines of an export to a file, completely or not at all.

    Returns the number of rows: all lines except the first and the last.
    """
    partial = path.with_name(path.name + ".partial")
    count = -1
    line = ""
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as file:
            for line in lines:
                file.write(line + "\n")
                count += 1
                if progress is not None and count and count % _PROGRESS_ROWS == 0:
                    progress(count, 0)
            if line != _line({"end": count - 1}):
                raise StoreUnreachable(
                    f"The export ended before its end, so {path} was not written. Repeat it."
                )
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        raise StoreUnreachable(
            f"The export cannot be written to {path}: {error.strerror or error}. Choose a folder "
            "that exists, that you may write to, and that has room."
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    return count - 1


def backup(
    store: Store,
    scope: Scope,
    path: Path,
    *,
    only_space: bool = False,
    progress: Progress | None = None,
) -> None:
    """An online copy of the whole store, or of the scope's space alone."""
    require_full_admin(scope.viewer, "back up the store")
    require_person(scope.viewer, "back up the store")
    check_flag(only_space, "only_space")
    check_foreign(store, path)
    store.backup(path, only=scope.space if only_space else None, progress=progress)


def as_path(given: Any) -> Path:
    """The path that the caller gave."""
    if isinstance(given, str | os.PathLike) and str(given) and "\x00" not in str(given):
        return Path(given)
    raise InvalidInput(f"{given!r} is no path of a file.", field="path")


def check_foreign(store: Store, path: Path) -> None:
    """Refuses to overwrite the store itself."""
    if store.owns(path):
        raise InvalidInput(f"{path} is the store itself. Choose another file.", field="path")


def check_may_import(scope: Scope) -> None:
    require_full_admin(scope.viewer, "import a space")


def import_(
    store: Store,
    scope: Scope,
    path: Path,
    *,
    called: Path | None = None,
    progress: Progress | None = None,
) -> int:
    """Imports an exported space as a new one, and verifies its chain before keeping it.

    Errors in the file are reported with the name that the caller gave it.
    """
    check_may_import(scope)
    told = called or path
    with store.writing(scope) as unit:
        count = unit.whole_space.load(_read(path, told, progress))
        _check_chain(unit, told)
        rows = _erased_elsewhere(store, scope, unit.space.uid)
        again = erase.again(unit, rows, why=_AFTER_AN_IMPORT)
        if again is not None:
            _check_chain(unit, told)
        unit.commit()
    if again is not None:
        store.scrub()
    return count


def _erased_elsewhere(store: Store, scope: Scope, uid: str) -> list[tuple[str, str]]:
    """Rows that were erased in other copies of the space in this store."""
    rows: list[tuple[str, str]] = []
    for space in store.spaces():
        if space.uid == uid and space.number != scope.space.number:
            with store.reading(scope.model_copy(update={"space": space})) as reader:
                rows += [row for one in reader.erasures.certificates() for row in one.rows]
    return rows


def _check_chain(unit: Writer, path: Path) -> None:
    found = unit.ledger.verify(None)
    if not found.ok:
        raise InvalidInput(
            f"{path} was changed after it was exported: {found.broken_at}. Nothing was imported."
        )


def _line(record: dict[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def as_source(path: Path) -> BinaryIO:
    """Opens the file of an export for reading."""
    try:
        return path.open("rb")
    except OSError as error:
        raise StoreUnreachable(
            f"{path} cannot be read: {error.strerror or error}. Give a file that `export` wrote."
        ) from error


def _read(
    given: Path, path: Path, progress: Progress | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    file = TextIOWrapper(as_source(given), encoding="utf-8")
    pointers: dict[str, str] = {}
    names: dict[int, str] = {}
    count = 0
    with file:
        for number, line in enumerate(_lines(file, path), start=1):
            record = _record(line, path, number)
            if number == 1:
                _check_header(record, path)
                continue
            if "end" in record:
                if record["end"] != count:
                    raise _damaged(path, number, "rows are missing")
                check_acyclic(pointers)
                return
            table, row = record.get("table"), record.get("row")
            if not isinstance(table, str) or not isinstance(row, dict):
                raise _damaged(path, number, "this is no row")
            if table == "item":
                names[row.get("number", 0)] = str(row.get("id"))
            if table == "version" and row.get("superseded_by") and row.get("until_seq") is None:
                pointers[names.get(row.get("item_n", 0), "")] = row["superseded_by"]
            yield table, row
            count += 1
            if progress is not None and count % _PROGRESS_ROWS == 0:
                progress(count, 0)
    raise _damaged(path, count + 1, "the file is cut short")


def _lines(file: Any, path: Path) -> Iterator[str]:
    try:
        yield from file
    except UnicodeDecodeError as error:
        raise _damaged(path, 0, "it is not UTF-8 text") from error


def _record(line: str, path: Path, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise _damaged(path, number, "it is not JSON") from error
    if not isinstance(record, dict):
        raise _damaged(path, number, "this is no row")
    return record


def _check_header(record: dict[str, Any], path: Path) -> None:
    if record.get("format") != FORMAT:
        raise _damaged(
            path,
            1,
            "it does not begin as an exported space does. What another memory wrote is read by "
            "memory.sources.import_(), or rmb import --from",
        )
    if record.get("version") != FORMAT_VERSION:
        raise InvalidInput(
            f"{path} was written in format {record.get('version')}; this version reads format "
            f"{FORMAT_VERSION}. Upgrade Remembrancer."
        )


def _damaged(path: Path, line: int, what: str) -> InvalidInput:
    place = f", line {line}" if line else ""
    return InvalidInput(f"{path}{place}: {what}. Export the space again; nothing was imported.")
