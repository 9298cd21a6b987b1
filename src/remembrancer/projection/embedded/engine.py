"""The embedded engine of the graph port."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeVar

from remembrancer.graph.port import (
    GraphChange,
    GraphEdge,
    GraphNode,
    ProjectionLost,
    QueryBounds,
)
from remembrancer.projection.embedded.process import ChildEnded, ChildProcess
from remembrancer.projection.embedded.records import Records
from remembrancer.projection.refusals import refusal

# Nodes or edges that are collected before they become text: few enough to be gone before Python
# looks for garbage among them.
_BATCH = 300
_SLACK_BYTES = 10_000  # of an answer beside its rows
_T = TypeVar("_T")


class EmbeddedGraph:
    """A projection in memory, in a child process. Questions to it wait for each other.

    A query that takes more time or memory than it may is ended with the process, and the
    projection with it: then `is_loaded` is false and the next call raises `ProjectionLost`,
    until somebody loads it again.
    """

    def __init__(self, *, memory_bytes_max: int) -> None:
        self._memory_bytes_max = memory_bytes_max  # that a query may take above the projection
        self._lock = threading.Lock()
        self._child: ChildProcess | None = None
        self._walls: tuple[str, ...] = ()

    @property
    def is_loaded(self) -> bool:
        child = self._child
        return child is not None and child.is_alive

    @property
    def walls(self) -> tuple[str, ...]:
        """What holds if a query gets past the parser: files, network, memory."""
        return self._walls

    def load(self, nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> None:
        with self._lock:
            self._end()
            child = ChildProcess(self._memory_bytes_max)
            self._child = child
            try:
                records = _collected(nodes, edges)
                message = _load_message(records)
                self._walls = tuple(_done(child.answer(message, records.text()))["walls"])
            except ChildEnded as ended:
                self._end()
                raise ProjectionLost(f"The graph was not loaded. {ended}") from ended
            except BaseException:
                self._end()
                raise

    def apply(self, change: GraphChange) -> None:
        with self._lock:
            child = self._loaded()
            message = {
                "do": "apply",
                "nodes": [_node(node) for node in change.nodes],
                "edges": [_edge(edge) for edge in change.edges],
                "removed_nodes": list(change.removed_nodes),
                "removed_edges": list(change.removed_edges),
            }
            try:
                _done(child.answer(message))
            except ChildEnded as ended:
                self._end()
                raise ProjectionLost(f"The graph was not brought up to date. {ended}") from ended
            except BaseException:
                self._end()
                raise

    def ask(
        self, query: str, params: Mapping[str, Any], bounds: QueryBounds
    ) -> list[dict[str, Any]]:
        with self._lock:
            message = {
                "do": "ask",
                "query": query,
                "params": dict(params),
                "seconds": bounds.seconds,
                "rows": bounds.rows,
                "characters": bounds.characters,
            }
            try:
                answer = self._loaded().answer(
                    message,
                    seconds=bounds.seconds,
                    bytes_max=4 * bounds.characters + _SLACK_BYTES,
                )
            except ChildEnded as ended:
                self._end()
                raise refusal("memory" if ended.in_time else "seconds", bounds) from None
            except BaseException:
                self._end()
                raise
        if "refused" in answer:
            raise refusal(answer["refused"], bounds, answer.get("why", ""))
        rows: list[dict[str, Any]] = answer["rows"]
        return rows

    def close(self) -> None:
        with self._lock:
            self._end()

    def _loaded(self) -> ChildProcess:
        if self._child is None or not self._child.is_alive:
            self._end()
            raise ProjectionLost("The graph is not loaded. Load it from the store, and ask again.")
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        self._walls = ()
        if child is not None:
            child.end()


def _node(node: GraphNode) -> tuple[str, tuple[str, ...], Mapping[str, Any]]:
    return node.key, node.labels, dict(node.properties)


def _edge(edge: GraphEdge) -> tuple[str, str, str, str, Mapping[str, Any]]:
    return edge.key, edge.type, edge.source, edge.target, dict(edge.properties)


def _collected(nodes: Iterable[GraphNode], edges: Iterable[GraphEdge]) -> Records:
    records = Records()
    for some in _batches(nodes):
        records.add_nodes(some)
        records.write()
    for few in _batches(edges):
        try:
            records.add_edges(few)
        except KeyError as missing:
            raise ProjectionLost(f"An edge ends at {missing}, which is no node.") from missing
        records.write()
    return records


def _load_message(records: Records) -> dict[str, Any]:
    keys: dict[tuple[str, ...], list[str]] = {}
    for key, node in records.nodes.items():
        keys.setdefault(node.labels, []).append(key)
    return {
        "do": "load",
        "nodes": list(keys.items()),
        "edges": records.edges,
        "later_nodes": list(records.later_nodes.items()),
        "later_edges": list(records.later_edges.items()),
    }


def _batches(values: Iterable[_T]) -> Iterator[list[_T]]:
    iterator = iter(values)
    while batch := list(islice(iterator, _BATCH)):
        yield batch


def _done(answer: dict[str, Any]) -> dict[str, Any]:
    if "failed" in answer:
        raise ProjectionLost(f"The graph engine failed: {answer['failed']}")
    return answer
