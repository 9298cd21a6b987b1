"""Turns nodes and edges into what kglite loads fast, and keeps clear of what it loses on the way.

That is JSON: the parent writes it, and the child hands it on as it is, which is twice as fast as
making Python values of it once more.

kglite takes a column for one type: of 1 and "a" it makes two texts. It gives the extra labels of a
block to every node of the block's type. Where two blocks have the same relationship twice, it
keeps one. So values of another type than the first of their column go into blocks of their own,
and what does not fit in a block is created one by one.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from remembrancer.graph.port import GraphEdge, GraphNode

PREFIX = "p_"  # of our properties: graph.cypher.KGLITE_PREFIX, which a child need not import

Record = dict[str, Any]


class HeldNode(NamedTuple):
    """Where kglite has a node."""

    type: str  # the label that kglite finds it by
    labels: tuple[str, ...]

    @classmethod
    def of(cls, labels: Sequence[str]) -> HeldNode:
        """Every item is an Item: its kind tells more, so kglite finds it by that."""
        return cls(next((label for label in labels if label != "Item"), "Item"), tuple(labels))


class HeldEdge(NamedTuple):
    """Where kglite has an edge."""

    type: str
    source: str  # keys of nodes
    target: str


def prefixed(properties: Mapping[str, Any]) -> Record:
    """Properties as kglite holds them; it has no null."""
    return {PREFIX + name: value for name, value in properties.items() if value is not None}


class _Shape(NamedTuple):
    """Where records go that have the same columns with the same types."""

    names: tuple[str, ...]  # of the columns, as kglite holds them
    block: list[Record]


class Records:
    """Collects a whole graph, part by part."""

    def __init__(self) -> None:
        self.nodes: dict[str, HeldNode] = {}
        # As a HeldEdge, but plain: Python looks through 100,000 of those for garbage, again and
        # again, and not through tuples of texts.
        self.edges: dict[str, tuple[str, str, str]] = {}
        self.later_nodes: dict[tuple[str, ...], list[Record]] = defaultdict(list)
        self.later_edges: dict[tuple[str, str, str], list[Record]] = defaultdict(list)
        self._held_nodes: dict[tuple[str, ...], HeldNode] = {}
        self._labels: dict[str, tuple[str, ...]] = {}  # of the nodes of a type in the blocks
        self._node_blocks: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
        self._edge_blocks: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
        self._node_texts: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        self._edge_texts: dict[tuple[Any, ...], list[str]] = defaultdict(list)
        self._columns: dict[tuple[str, str], Any] = {}  # the type of the first value of a column
        self._shapes: dict[tuple[Any, ...], _Shape] = {}
        self._seen: set[tuple[str, str, str]] = set()
        self._created: set[str] = set()  # nodes that are not in the blocks

    def add_nodes(self, nodes: Iterable[GraphNode]) -> None:
        for key, labels, properties in nodes:
            held = self._held_nodes.get(labels)
            if held is None:
                held = self._held_nodes[labels] = HeldNode.of(labels)
            self.nodes[key] = held
            if self._labels.setdefault(held.type, held.labels) == held.labels:
                record = self._put(self._node_blocks, (held.type,), f"({held.type}", properties)
                record["key"] = key
            else:
                self._created.add(key)
                self.later_nodes[held.labels].append({"id": key, "p": prefixed(properties)})

    def add_edges(self, edges: Iterable[GraphEdge]) -> None:
        nodes, seen, created = self.nodes, self._seen, self._created
        for key, type, source, target, properties in edges:
            self.edges[key] = held = (type, source, target)
            block = (type, nodes[source].type, nodes[target].type)
            if held in seen or (created and (source in created or target in created)):
                row = {"s": source, "t": target, "k": key, "p": prefixed(properties)}
                self.later_edges[block].append(row)
                continue
            seen.add(held)
            record = self._put(self._edge_blocks, block, f"[{type}", properties)
            record["key"], record["s"], record["t"] = key, source, target

    def _put(
        self,
        blocks: dict[tuple[Any, ...], list[Record]],
        block: tuple[str, ...],
        table: str,
        properties: Mapping[str, Any],
    ) -> Record:
        """The record of these properties, in the block where it keeps its types."""
        kinds = tuple([_kind(value) for value in properties.values()])
        if type(None) in kinds:
            properties = {name: one for name, one in properties.items() if one is not None}
            return self._put(blocks, block, table, properties)
        shape = self._shapes.get((block, *properties, *kinds))
        if shape is None:
            columns = self._columns
            others = tuple(
                (name, kind)
                for name, kind in zip(properties, kinds, strict=True)
                if columns.setdefault((table, name), kind) != kind
            )
            shape = _Shape(tuple(PREFIX + name for name in properties), blocks[(*block, others)])
            self._shapes[(block, *properties, *kinds)] = shape
        record = dict(zip(shape.names, properties.values(), strict=True))
        shape.block.append(record)
        return record

    def write(self) -> None:
        """Turns what was collected so far into text, which takes less room."""
        for blocks, texts in (
            (self._node_blocks, self._node_texts),
            (self._edge_blocks, self._edge_texts),
        ):
            for block, records in blocks.items():
                if records:
                    texts[block].append(as_json(records)[1:-1])
                    records.clear()

    def text(self) -> str:
        """What `kglite.from_records` takes."""
        self.write()
        nodes = [
            _block(
                {
                    "type": type,
                    "id_field": "key",
                    "labels": [label for label in self._labels[type] if label != type],
                },
                texts,
            )
            for (type, _), texts in self._node_texts.items()
        ]
        edges = [
            _block(
                {
                    "type": type,
                    "source_type": source_type,
                    "source_id_field": "s",
                    "target_type": target_type,
                    "target_id_field": "t",
                },
                texts,
            )
            for (type, source_type, target_type, _), texts in self._edge_texts.items()
        ]
        return (
            f'{{"on_missing_endpoint":"error","nodes":[{",".join(nodes)}],'
            f'"connections":[{",".join(edges)}]}}'
        )


def as_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _block(head: Record, texts: list[str]) -> str:
    return f'{as_json(head)[:-1]},"records":[{",".join(texts)}]}}'


def _kind(value: Any) -> Any:
    """The type of a value; of a list, those of what is in it too."""
    if value.__class__ is not list:
        return value.__class__  # also of a tuple, which JSON makes a list of
    first = value[0].__class__ if value else None
    if first is int or first is float:
        return frozenset({one.__class__ for one in value})
    return (list, first)
