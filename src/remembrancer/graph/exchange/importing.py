"""Importing files into the graph: all of them are checked before anything is added."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from remembrancer.core.base import Value
from remembrancer.core.errors import Conflict, InvalidInput
from remembrancer.core.limits import GRAPH_BATCH_RECORDS_MAX, GRAPH_IMPORT_ROWS_MAX
from remembrancer.graph.batch import GraphAdded
from remembrancer.graph.exchange.reading import EDGE, ITEM, NODE, ImportRow, rows
from remembrancer.items.entity import name_key
from remembrancer.items.item import Trust
from remembrancer.items.trust import lowest
from remembrancer.ports import Progress

_PART_CHARACTERS: Final = 2_000_000  # of records that are added at once, as JSON


class TakesRecords(Protocol):
    """Where records go: `memory.graph`, of a store or of a server."""

    def add_many(
        self, records: Sequence[Mapping[str, Any]], *, dry_run: bool = False
    ) -> GraphAdded: ...


class GraphImport(Value):
    """What came of an import."""

    nodes_new: int
    nodes_known: int
    relations_new: int  # in a dry run: of new and known ones, which are told apart on writing
    relations_known: int
    evidence_left_out: int = 0  # messages that are not on record here: their relations lack them
    dry_run: bool = False


def import_files(
    graph: TakesRecords,
    paths: Sequence[Path],
    *,
    dry_run: bool = False,
    trust: Trust | None = None,
    progress: Progress | None = None,
) -> GraphImport:
    """Adds the nodes and relations of files, which may name each other's nodes.

    Every row is checked before anything is added. Rows are added in parts; where it is interrupted,
    the same import adds what is missing.
    """
    files = _Files(paths)
    names = _Names(files.rows())
    done = _Done(progress, names.rows * (1 if dry_run else 2))
    counts: Counter[str] = Counter()
    ids: list[str] = []

    def passed(*, is_check: bool) -> None:
        files.check_same()
        names.restart()
        for sort in (NODE, EDGE):
            chosen = (row for row in files.rows() if row.sort == sort)
            made = (names.node(row) if sort == NODE else names.edge(row, ids) for row in chosen)
            for part in _parts(_lowered(one, trust) for one in made):
                added = graph.add_many(part, dry_run=is_check)
                done.add(len(part))
                if sort == NODE and not is_check:
                    ids.extend(id for id in added.ids if id is not None)
                if is_check is dry_run:
                    counts[f"{sort} new"] += sum(added.is_new)
                    counts[sort] += len(part)
                    counts["evidence"] += added.evidence_left_out

    passed(is_check=True)
    if not dry_run:
        passed(is_check=False)
    return GraphImport(
        nodes_new=counts["node new"],
        nodes_known=counts[NODE] - counts["node new"],
        relations_new=counts["edge new"],
        relations_known=counts[EDGE] - counts["edge new"],
        evidence_left_out=counts["evidence"],
        dry_run=dry_run,
    )


def _lowered(fields: dict[str, Any], trust: Trust | None) -> dict[str, Any]:
    """The record, trusted as it says and at most as given."""
    if trust is None:
        return fields
    own = fields.get("trust")
    if own is None:
        return {**fields, "trust": trust.value}
    if own not in tuple(Trust):
        return fields  # it is refused, with its line
    return {**fields, "trust": lowest([Trust(own), trust]).value}


class _Files:
    """The files of one import. They are read several times, and must not change meanwhile."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        for path in paths:
            if not path.is_file():
                raise InvalidInput(f"There is no file {path}.", field="path")
        self._states = self._now()

    def rows(self) -> Iterator[ImportRow]:
        for path in self._paths:
            yield from rows(path, is_named=len(self._paths) > 1)

    def check_same(self) -> None:
        if self._now() != self._states:
            raise Conflict("A file changed while it was imported. Import it again.")

    def _now(self) -> list[tuple[int, int]]:
        return [(state.st_size, state.st_mtime_ns) for state in map(Path.stat, self._paths)]


class _Names:
    """What relations of the files may call their nodes: by id, by external id, or by name."""

    def __init__(self, listed: Iterator[ImportRow]) -> None:
        self.kinds: list[str] = []
        self.rows = 0
        self._by: tuple[dict[str, int | None], ...] = ({}, {}, {})
        self._called: Counter[tuple[Any, ...]] = Counter()
        self._places: dict[str, str] = {}
        self._seen: Counter[tuple[Any, ...]] = Counter()
        for row in listed:
            self.rows += 1
            if self.rows > GRAPH_IMPORT_ROWS_MAX:
                raise InvalidInput(
                    f"There are over {GRAPH_IMPORT_ROWS_MAX:,} rows. Import them in parts."
                )
            if row.sort == NODE:
                self._note(row)
            elif row.sort == ITEM:
                self.rows -= 1

    def find(self, end: Any) -> int | None:
        """The number of the node that an end means; None: none of these files."""
        for listed in self._by:
            found = listed.get(end) if isinstance(end, str) else None
            if found is not None:
                return found
        return None

    def node(self, row: ImportRow) -> dict[str, Any]:
        """The record of a node, told apart from others with its name."""
        fields = dict(row.fields)
        keys = self._keys(fields)
        fields["is_alone"] = self._called[keys[0]] == 1
        if fields.get("external_id") is None:
            who = (keys[0], fields.get("audience"), str(fields.get("is_personal")))
            fields["namesake"] = self._seen[who]
            self._seen[who] += 1
        return fields

    def edge(self, row: ImportRow, ids: Sequence[str]) -> dict[str, Any]:
        """The record of a relation; its ends by their ids, or, without any yet, by their kinds."""
        fields = dict(row.fields)
        places = {end: self.find(fields.get(end)) for end in ("source", "target")}
        if places["source"] is not None and places["source"] == places["target"]:
            raise InvalidInput(
                f"{row.place}: {fields['source']!r} cannot be related to itself.", field="target"
            )
        for end, place in places.items():
            if place is not None and ids:
                fields[end] = ids[place]
            elif place is not None:
                fields[f"{end}_kind"] = self.kinds[place]
        return fields

    def restart(self) -> None:
        """Rows are read again from the first one on."""
        self._seen.clear()

    def _note(self, row: ImportRow) -> None:
        fields = row.fields
        for name in ("kind", "name"):
            if not isinstance(fields.get(name), str):
                raise InvalidInput(f"{row.place}: a node needs a {name}.", field=name)
        id = fields.get("id")
        if id is not None:
            if not isinstance(id, str):
                raise InvalidInput(f"{row.place}: id is a text.", field="id")
            if id in self._places:
                raise InvalidInput(
                    f"{row.place}: node {id!r} stands in {self._places[id]} already.", field="id"
                )
            self._places[id] = row.place
        number = len(self.kinds)
        self.kinds.append(fields["kind"])
        called = (id, fields.get("external_id"), fields["name"])
        for listed, key in zip(self._by, called, strict=True):
            if isinstance(key, str):
                # What two nodes are called tells neither.
                listed[key] = None if key in listed else number
        self._called.update(set(self._keys(fields)))

    @staticmethod
    def _keys(fields: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        aliases = fields.get("aliases") or ()
        names = [fields["name"], *(one for one in aliases if isinstance(one, str))]
        return [(fields["kind"], name_key(name)) for name in names]


class _Done:
    """Tells how many rows are done."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._tell: Callable[[int, int], Any] | None = progress
        self._total = total
        self._count = 0

    def add(self, more: int) -> None:
        self._count += more
        if self._tell is not None:
            self._tell(self._count, self._total)


def _parts(records: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """As many records as one unit of work, and one request, may hold."""
    part: list[dict[str, Any]] = []
    size = 0
    for one in records:
        length = len(json.dumps(one))
        if part and (len(part) == GRAPH_BATCH_RECORDS_MAX or size + length > _PART_CHARACTERS):
            yield part
            part, size = [], 0
        part.append(one)
        size += length
    if part:
        yield part
