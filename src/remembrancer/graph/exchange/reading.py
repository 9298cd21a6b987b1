"""Reading a file of nodes and relations, row by row, each with the line it stands in."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple, NoReturn

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import LINE_BYTES_MAX

NODE, EDGE, ITEM = "node", "edge", "item"
_SORTS: Final = {
    **{"node": NODE, "entity": NODE},
    **{"edge": EDGE, "relation": EDGE},
    "item": ITEM,
}
_BOTH: Final = ("record", "id", "audience", "is_personal", "trust", "attrs")
_NODE_FIELDS: Final = frozenset({*_BOTH, "kind", "name", "external_id", "aliases"})
_EDGE_FIELDS: Final = frozenset(
    {
        *(*_BOTH, "source", "type", "target", "confidence", "evidence", "timestamp"),
        *("valid_from", "valid_until"),
    }
)
_LISTS: Final = ("aliases", "evidence")  # of a cell with several, parted by |
_CELL_PARTS: Final = "|"
_NAME_SHOWN: Final = 100  # letters of a file's name
_HEADERS: Final = (
    "Nodes have the columns kind and name, relations source, type and target; a file with both has "
    "a column record, with node or edge in it."
)


class ImportRow(NamedTuple):
    """One row of a file."""

    place: str  # line 17
    sort: str  # node, edge or item
    fields: dict[str, Any]  # of a record; what is no field of it is in attrs


def rows(path: Path, *, is_named: bool = False) -> Iterator[ImportRow]:
    """The rows of a file: CSV where its name says so, else JSON Lines.

    `is_named`: places have the name of the file, because there are several.
    """
    name = "".join(letter if letter.isprintable() else "?" for letter in path.name[:_NAME_SHOWN])
    before = f"{name} " if is_named else ""
    try:
        with path.open("rb") as file:
            is_csv = path.suffix.lower() in (".csv", ".tsv")
            yield from (_csv_rows if is_csv else _json_rows)(file, before)
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read: {error.strerror or error}. Name a file that you may read.",
            field="path",
        ) from error


def _lines(file: BinaryIO, before: str) -> Iterator[str]:
    number = 0
    while line := file.readline(LINE_BYTES_MAX + 1):
        number += 1
        if len(line) > LINE_BYTES_MAX:
            raise InvalidInput(f"{before}line {number}: is over {LINE_BYTES_MAX:,} bytes long.")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise InvalidInput(
                f"{before}line {number}: is not UTF-8. Save the file as UTF-8."
            ) from None
        yield text


def _json_rows(file: BinaryIO, before: str) -> Iterator[ImportRow]:
    for number, line in enumerate(_lines(file, before), 1):
        if not line.strip():
            continue
        place = f"{before}line {number}"
        try:
            given = json.loads(line, parse_constant=_no_number)
        except (ValueError, RecursionError):
            given = None
        if not isinstance(given, dict):
            raise InvalidInput(f"{place}: is no JSON object. Write one object in each line.")
        if given.get("format") == "remembrancer-space":
            raise InvalidInput(f"{place}: this is a whole space. Use: rmb import FILE")
        usual = EDGE if "source" in given and "target" in given else NODE
        sort = _sort(given.get("record") or usual, place)
        yield ImportRow(place, sort, _fields(given, sort, place))


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON.")


def _csv_rows(file: BinaryIO, before: str) -> Iterator[ImportRow]:
    lines = _lines(file, before)
    first = next(lines, "")
    delimiter = max(",;\t", key=first.count)
    reader = csv.reader(_after(first, lines), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    usual = None
    while True:
        start = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InvalidInput(f"{before}line {start}: is no CSV: {error}.") from None
        place = f"{before}line {start}"
        if header is None:
            header = [cell.strip() for cell in cells]
            usual = _checked_header(header, place)
        elif any(cell.strip() for cell in cells):
            yield _csv_row(header, cells, usual, place)


def _after(first: str, lines: Iterator[str]) -> Iterator[str]:
    yield first
    yield from lines


def _checked_header(header: list[str], place: str) -> str | None:
    """The sort of all rows; None: each row says it."""
    repeated = sorted({name for name in header if header.count(name) > 1})
    if repeated or "" in header:
        which = ", ".join(map(repr, repeated)) if repeated else "a column without a name"
        raise InvalidInput(f"{place}: the header has {which} more than once or unnamed. {_HEADERS}")
    if "record" in header:
        return None
    if {"source", "type", "target"} <= set(header):
        return EDGE
    if {"kind", "name"} <= set(header):
        return NODE
    raise InvalidInput(f"{place}: the header does not say what the rows are. {_HEADERS}")


def _csv_row(header: list[str], cells: list[str], usual: str | None, place: str) -> ImportRow:
    if len(cells) > len(header):
        raise InvalidInput(
            f"{place}: has {len(cells)} cells, and the header has {len(header)}. Quote cells in "
            "which the delimiter stands."
        )
    given: dict[str, Any] = {
        name: cell for name, cell in zip(header, cells, strict=False) if cell != ""
    }
    sort = usual or _sort(given.get("record", ""), place)
    for name in _LISTS:
        if name in given and name in (_NODE_FIELDS if sort == NODE else _EDGE_FIELDS):
            parts = given[name].split(_CELL_PARTS)
            given[name] = [part.strip() for part in parts if part.strip()]
    if "attrs" in given:
        try:
            given["attrs"] = json.loads(given["attrs"], parse_constant=_no_number)
        except (ValueError, RecursionError):
            raise InvalidInput(f"{place}: attrs is no JSON object.") from None
    return ImportRow(place, sort, _fields(given, sort, place))


def _sort(word: Any, place: str) -> str:
    sort = _SORTS.get(str(word).strip().lower())
    if sort is None:
        raise InvalidInput(f"{place}: the record is {word!r}. Write node or edge.")
    return sort


def _fields(given: Mapping[str, Any], sort: str, place: str) -> dict[str, Any]:
    """The fields of a record. Whatever is no field of it is an attribute."""
    own = _NODE_FIELDS if sort != EDGE else _EDGE_FIELDS
    attrs = given.get("attrs") or {}
    if not isinstance(attrs, dict):
        raise InvalidInput(f"{place}: attrs is no JSON object.")
    more = {name: value for name, value in given.items() if name not in own and value is not None}
    fields = {name: given[name] for name in _kept(given, own)}
    return {**fields, "record": sort, "attrs": {**more, **attrs}, "place": place}


def _kept(given: Mapping[str, Any], own: Iterable[str]) -> list[str]:
    return [name for name in own if given.get(name) is not None and name not in ("record", "attrs")]
