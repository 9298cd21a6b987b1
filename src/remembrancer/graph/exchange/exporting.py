"""Exporting the graph: what the caller may see, as JSON Lines or GraphML."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Protocol, TextIO

from remembrancer.core.base import Value
from remembrancer.core.errors import InvalidInput, NotFound, StoreUnreachable
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.core.scope import AsOf
from remembrancer.graph.exchange.graphml import GraphmlKeys, graphml
from remembrancer.graph.page import EntityPage, RelationPage
from remembrancer.items.entity import STATED, Entity, label_of_kind
from remembrancer.items.item import Item
from remembrancer.items.relation import Relation
from remembrancer.ports import Progress

FORMATS: Final = ("jsonl", "graphml")
_PROGRESS_ROWS: Final = 1_000


class GivesGraph(Protocol):
    """What is exported: `memory.graph`, of a store or of a server."""

    def entities(
        self, *, as_of: AsOf | None = None, limit: int = ..., cursor: str | None = None
    ) -> EntityPage: ...

    def relations(
        self,
        *,
        as_of: AsOf | None = None,
        ended: bool = False,
        limit: int = ...,
        cursor: str | None = None,
    ) -> RelationPage: ...


class GivesItems(Protocol):
    """A memory: its graph, and the items that relations lead to."""

    @property
    def graph(self) -> GivesGraph: ...

    def get(self, id: str) -> Item: ...


class GraphExport(Value):
    """What was written."""

    nodes: int
    items: int  # that relations lead to; they are written by kind and title
    relations: int
    left_out: int = 0  # relations of items, where entities alone were asked for


def export_file(
    memory: GivesItems,
    path: Path,
    *,
    format: str,
    as_of: AsOf | None = None,
    entities_only: bool = False,
    progress: Progress | None = None,
) -> GraphExport:
    """Writes entities and relations that the caller may see, completely or not at all."""
    if format not in FORMATS:
        raise InvalidInput(f"The format is {' or '.join(FORMATS)}, not {format!r}.", field="format")
    partial = path.with_name(f"{path.name}.partial")
    counts = {"node": 0, "item": 0, "edge": 0, "left out": 0}
    records = _told(_records(memory, as_of, entities_only, counts), counts, progress)
    try:
        with partial.open("w", encoding="utf-8", newline="\n", errors="replace") as file:
            if format == "jsonl":
                for record in records:
                    _put(file, record)
            else:
                _put_graphml(file, records)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, path)
    except OSError as error:
        raise StoreUnreachable(
            f"The graph cannot be written to {path}: {error.strerror or error}. Choose a folder "
            "that exists, that you may write to, and that has room."
        ) from error
    finally:
        partial.unlink(missing_ok=True)
    return GraphExport(
        nodes=counts["node"],
        items=counts["item"],
        relations=counts["edge"],
        left_out=counts["left out"],
    )


def _records(
    memory: GivesItems, as_of: AsOf | None, entities_only: bool, counts: dict[str, int]
) -> Iterator[dict[str, Any]]:
    """Nodes first, each item before the first relation that leads to it."""
    known: set[str] = set()
    cursor: str | None = None
    while True:
        page = memory.graph.entities(as_of=as_of, limit=PAGE_ITEMS_MAX, cursor=cursor)
        for one in page:
            if one.id not in known:
                known.add(one.id)
                yield _node(one)
        cursor = page.next
        if cursor is None:
            break
    seen: set[str] = set()
    while True:
        edges = memory.graph.relations(as_of=as_of, ended=True, limit=PAGE_ITEMS_MAX, cursor=cursor)
        for edge in edges:
            if edge.id in seen:
                continue
            seen.add(edge.id)
            ends = [end for end in (edge.source, edge.target) if end not in known]
            items = [] if entities_only else [_item(memory, end) for end in ends]
            if None in items or len(items) < len(ends):
                counts["left out"] += 1
                continue
            for item in items:
                if item is not None:
                    known.add(item["id"])
                    yield item
            yield _edge(edge)
        cursor = edges.next
        if cursor is None:
            return


def _told(
    records: Iterator[dict[str, Any]], counts: dict[str, int], progress: Progress | None
) -> Iterator[dict[str, Any]]:
    for done, record in enumerate(records, 1):
        counts[record["record"]] += 1
        if progress is not None and done % _PROGRESS_ROWS == 0:
            progress(done, 0)
        yield record


def _node(one: Entity) -> dict[str, Any]:
    fields = one.export()
    names = ("id", "kind", "name", "external_id", "aliases", "attrs", "audience", "is_personal")
    if one.stated is not None:  # imported with its relations, nothing is counted twice
        fields["attrs"] = {**fields["attrs"], STATED: one.stated}
    return {"record": "node", **{name: fields[name] for name in (*names, "trust")}}


def _edge(one: Relation) -> dict[str, Any]:
    fields = one.export()
    names = ("id", "source", "type", "target", "confidence", "evidence", "timestamp", "valid_from")
    more = ("valid_until", "attrs", "audience", "is_personal", "trust")
    return {"record": "edge", **{name: fields[name] for name in (*names, *more)}}


def _item(memory: GivesItems, id: str) -> dict[str, Any] | None:
    """An item as a node; None: it is no item, or gone by now."""
    try:
        one = memory.get(id)
    except NotFound:
        return None
    kind = label_of_kind(one.kind)
    return {"record": "item", "id": one.id, "kind": kind, "name": one.title or one.content}


def _put(file: TextIO, record: dict[str, Any]) -> None:
    file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _put_graphml(file: TextIO, records: Iterator[dict[str, Any]]) -> None:
    """GraphML declares its attributes before the first node, so that all is read first."""
    keys = GraphmlKeys()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as kept:
        for record in records:
            keys.note(record)
            _put(kept, record)
        kept.seek(0)
        for line in graphml(keys, map(json.loads, kept)):
            file.write(line + "\n")
