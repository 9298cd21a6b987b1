"""The graph in the child process, as kglite holds it."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import kglite

from remembrancer.projection.embedded.records import (
    PREFIX,
    HeldEdge,
    HeldNode,
    Record,
    prefixed,
)

# Others fold a count into the search for a pattern, and count wrongly: kglite 0.21.2 finds no
# path of two relationships without direction. These only choose where to begin.
_PASSES_KEPT = frozenset(
    {
        "push_where_into_match.1",
        "fold_or_to_in",
        "push_where_into_match.2",
        "reorder_match_clauses",
        "optimize_pattern_start_node",
        "reorder_match_patterns",
        "reorder_predicates_by_cost",
    }
)
_INDEXED = (PREFIX + "id", PREFIX + "name")
_PLAIN = frozenset({bool, int, str})
_NODE = {"id", "labels", "properties"}
_EDGE = {"id", "start", "end", "type", "properties"}


class HeldGraph:
    """One graph: loaded, brought up to date and asked."""

    def __init__(self) -> None:
        kglite.set_query_warning_policy("silent")
        self._passes_off = [name for name in kglite.cypher_pass_names() if name not in _PASSES_KEPT]
        self._graph = kglite.KnowledgeGraph()
        self._nodes: dict[str, HeldNode] = {}
        self._edges: dict[str, HeldEdge] = {}
        self._indexed: set[str] = set()

    def load(self, text: str, message: dict[str, Any]) -> None:
        """Takes what the parent wrote with `Records`."""
        self._graph = kglite.from_records(text)
        for labels, keys in message["nodes"]:
            self._nodes.update(dict.fromkeys(keys, HeldNode.of(labels)))
        self._edges = {key: HeldEdge(*edge) for key, edge in message["edges"].items()}
        for labels, rows in message["later_nodes"]:
            self._create_nodes(tuple(labels), rows)
        for (type, source, target), rows in message["later_edges"]:
            self._create_edges(type, source, target, rows)
        held = tuple(self._graph.shape)
        if held != (len(self._nodes), len(self._edges)):
            raise AssertionError(f"{held} of {len(self._nodes)} and {len(self._edges)} were kept")
        self._index(node.type for node in self._nodes.values())
        self._graph.read_only(True)

    def apply(self, change: dict[str, Any]) -> None:
        self._graph.read_only(False)
        self._remove_edges(change["removed_edges"])
        self._remove_nodes(change["removed_nodes"])
        self._put_nodes(change["nodes"])
        self._put_edges(change["edges"])
        self._graph.read_only(True)

    def ask(
        self, query: str, params: dict[str, Any], seconds: float, rows: int
    ) -> list[dict[str, Any]]:
        answer = self._graph.cypher(
            query,
            params=params,
            timeout_ms=max(1, int(seconds * 1000)),
            row_limit=rows,
            disabled_passes=self._passes_off,
        )
        # Text instead of rows: the query asked for another format.
        found = answer.to_list() if isinstance(answer, kglite.ResultView) else []
        return [{name: _shown(value) for name, value in row.items()} for row in found]

    def _run(self, query: str, rows: list[Any]) -> None:
        self._graph.cypher("UNWIND $rows AS row " + query, params={"rows": rows})

    def _index(self, types: Iterable[str]) -> None:
        for type in set(types) - self._indexed:
            self._indexed.add(type)
            for name in _INDEXED:
                self._graph.create_index(type, name)

    def _create_nodes(self, labels: tuple[str, ...], rows: list[Record]) -> None:
        first = HeldNode.of(list(labels)).type
        written = ":".join(map(_name, (first, *(label for label in labels if label != first))))
        self._run(f"CREATE (n:{written} {{id: row.id}}) SET n += row.p", rows)

    def _create_edges(self, type: str, source: str, target: str, rows: list[Record]) -> None:
        self._run(
            f"MATCH (a:{_name(source)} {{id: row.s}}), (b:{_name(target)} {{id: row.t}}) "
            f"CREATE (a)-[r:{_name(type)} {{key: row.k}}]->(b) SET r += row.p",
            rows,
        )

    def _put_nodes(self, nodes: list[tuple[str, list[str], Record]]) -> None:
        for key, labels, properties in nodes:
            record = prefixed(properties)
            wanted, held = HeldNode.of(labels), self._nodes.get(key)
            if held == wanted:
                query = f"MATCH (n:{_name(held.type)} {{id: row.id}}) SET n = row.p"
                self._run(query, [{"id": key, "p": record}])
                continue
            edges = [] if held is None else self._edges_at(key, held)
            if held is not None:
                self._remove_nodes([key])
            self._create_nodes(wanted.labels, [{"id": key, "p": record}])
            self._nodes[key] = wanted
            self._index([wanted.type])
            for edge_key, edge, values in edges:
                self._create_edge(edge_key, edge, values)

    def _edges_at(self, key: str, held: HeldNode) -> list[tuple[str, HeldEdge, Record]]:
        """The edges of a node, to be made again when it gets another kind."""
        query = f"MATCH (n:{_name(held.type)} {{id: $key}})-[r]-() RETURN DISTINCT r AS r"
        answer = self._graph.cypher(query, params={"key": key})
        assert isinstance(answer, kglite.ResultView)
        found = []
        for row in answer.to_list():
            values = dict(row["r"]["properties"])
            edge_key = values.pop("key")
            found.append((edge_key, self._edges[edge_key], values))
        return found

    def _remove_nodes(self, keys: Iterable[str]) -> None:
        for key in keys:
            if held := self._nodes.get(key):
                for edge_key, _, _ in self._edges_at(key, held):
                    del self._edges[edge_key]
                self._run(f"MATCH (n:{_name(held.type)} {{id: row}}) DETACH DELETE n", [key])
                del self._nodes[key]

    def _put_edges(self, edges: list[tuple[str, str, str, str, Record]]) -> None:
        for key, type, source, target, properties in edges:
            record = prefixed(properties)
            wanted, held = HeldEdge(type, source, target), self._edges.get(key)
            if held == wanted:
                row = {"s": source, "t": target, "k": key, "p": record | {"key": key}}
                self._run(f"{self._found(held)} SET r = row.p", [row])
                continue
            if held is not None:
                self._remove_edges([key])
            self._create_edge(key, wanted, record)

    def _create_edge(self, key: str, edge: HeldEdge, record: Record) -> None:
        source, target = self._nodes[edge.source].type, self._nodes[edge.target].type
        row = {"s": edge.source, "t": edge.target, "k": key, "p": record}
        self._create_edges(edge.type, source, target, [row])
        self._edges[key] = edge

    def _remove_edges(self, keys: Iterable[str]) -> None:
        alike: dict[str, list[Record]] = defaultdict(list)
        for key in keys:
            if held := self._edges.pop(key, None):
                row = {"s": held.source, "t": held.target, "k": key}
                alike[f"{self._found(held)} DELETE r"].append(row)
        for query, rows in alike.items():
            self._run(query, rows)

    def _found(self, edge: HeldEdge) -> str:
        source, target = self._nodes[edge.source].type, self._nodes[edge.target].type
        return (
            f"MATCH (a:{_name(source)} {{id: row.s}})-[r:{_name(edge.type)} {{key: row.k}}]->"
            f"(b:{_name(target)} {{id: row.t}})"
        )


def _name(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _shown(value: Any) -> Any:
    """A value as the caller gets it: nodes and edges are their properties."""
    if value is None or value.__class__ in _PLAIN:
        return value
    match value:
        case dict():
            if value.keys() == _NODE or value.keys() == _EDGE:
                return _ours(value["properties"])
            return {name.removeprefix(PREFIX): _shown(one) for name, one in value.items()}
        case list() | tuple():
            return [_shown(one) for one in value]
        case float():
            return value if math.isfinite(value) else None
        case _:
            return str(value)


def _ours(properties: dict[str, Any]) -> dict[str, Any]:
    """Without what kglite adds, and without our keys."""
    return {
        name[len(PREFIX) :]: _shown(value)
        for name, value in properties.items()
        if name.startswith(PREFIX)
    }
