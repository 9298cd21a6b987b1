"""Which rows of which table a caller may see, worked out from `items/visibility.py` alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from psycopg.rows import dict_row
from sqlalchemy import Table

from remembrancer.core.principal import Principal
from remembrancer.core.space import Space
from remembrancer.items.item import Review
from remembrancer.items.visibility import may_read_messages, may_read_review, may_see
from remembrancer.store import schema

RowDict = dict[str, Any]
Key = tuple[Any, ...]

# Those that hold rows of spaces.
TABLES = [
    table
    for table in schema.metadata.sorted_tables
    if table not in (schema.revision, schema.signing_key)
]


def key_names(table: str) -> list[str]:
    return [column.name for column in schema.metadata.tables[table].primary_key]


class AllRows:
    """Everything that a database holds, or some of its tables, as a superuser sees it."""

    def __init__(self, url: str, tables: Sequence[Table] = TABLES) -> None:
        self._rows: dict[str, list[RowDict]] = {}
        with psycopg.connect(url, row_factory=dict_row) as raw:
            for table in tables:
                found = raw.execute(f'SELECT * FROM remembrancer."{table.name}"'.encode())
                self._rows[table.name] = found.fetchall()

    def of(self, table: str) -> list[RowDict]:
        return self._rows[table]

    def seen_by(self, viewer: Principal, space: Space) -> dict[str, set[Key]]:
        """The keys of the rows that this caller may see, by table."""
        rules = _Rules(self, viewer, space)
        return {
            table.name: {
                tuple(row[name] for name in key_names(table.name))
                for row in self.of(table.name)
                if row["number" if table is schema.space else "space_n"] == space.number
                and rules.of_table[table.name](row)
            }
            for table in TABLES
        }


class _Rules:
    """One caller's rights in one space. Rows of other spaces are never asked about."""

    def __init__(self, rows: AllRows, viewer: Principal, space: Space) -> None:
        self._viewer = viewer
        self._recall = space.preset.recall
        here: Callable[[str], list[RowDict]] = lambda table: [  # noqa: E731
            row for row in rows.of(table) if row["space_n"] == space.number
        ]
        self._items = {row["number"] for row in here("item") if self._reads_item(row)}
        self._sources = {row["number"] for row in here("source") if self._reads_raw(row)}
        self._messages = {row["number"] for row in here("message") if self._reads_raw(row)}
        self._documents = {row["number"] for row in here("document") if self._searches(row)}
        conversations = {row["id"] for row in here("conversation") if self._sees(row)}
        talks = {(row["id"], row["owner"]) for row in here("conversation") if self._sees(row)}
        entities = {row["id"] for row in here("entity") if self._sees(row)}
        items = {row["id"] for row in here("item") if row["number"] in self._items}
        walks = {row["number"] for row in here("walk") if self._is_told_of(row)}
        inquiries = {row["number"] for row in here("inquiry") if self._is_told_of(row)}
        deliveries = {row["number"] for row in here("delivery") if self._is_told_of(row)}
        self._nodes = items | entities
        named = {row["number"] for row in here("entity") if self._sees(row)}
        edges = {row["id"] for row in here("edge") if self._sees_edge(row)}
        self._targets = items | conversations
        self._changes = {row["seq"] for row in here("version") if row["item_n"] in self._items}
        self._entries = {row["seq"] for row in here("ledger") if self._hears_of(row)}
        of_item: Callable[[RowDict], bool] = lambda row: row["item_n"] in self._items  # noqa: E731
        everybody: Callable[[RowDict], bool] = lambda row: True  # noqa: E731
        self.of_table: dict[str, Callable[[RowDict], bool]] = {
            "space": everybody,
            "head": everybody,
            "person": everybody,
            "erased": everybody,  # commitments and keyed hashes
            "term": everybody,  # statistics, which count nothing that is hidden from somebody
            "ledger": self._hears_of,
            "reason": lambda row: row["seq"] in self._entries,
            "item": of_number(self._items),
            "version": of_item,
            "vote": of_item,
            "evidence": lambda row: (
                of_item(row)
                and row["source_n"] in {None, *self._sources}
                and row["message_n"] in {None, *self._messages}
            ),
            "source": of_number(self._sources),
            "message": of_number(self._messages),
            "document": of_number(self._documents),
            "vector": lambda row: row["document_n"] in self._documents,
            "conversation": self._sees,
            "entity": self._sees,
            "relation": lambda row: {row["source"], row["target"]} <= self._nodes,
            "entity_version": lambda row: row["entity_n"] in named,
            "edge": self._sees_edge,
            "edge_evidence": lambda row: (
                row["edge"] in edges and row["message_n"] in {None, *self._messages}
            ),
            "standing": self._reads_raw,
            "job": lambda row: self._is_told_of(row) or (row["key"], row["owner"]) in talks,
            "feed": self._is_told_of,
            "credibility_point": of_item,
            "compared": lambda row: viewer.is_admin,
            "shape": everybody,  # made of what everybody may see
            "vector_codes": lambda row: viewer.sees_personal,
            "embedded": everybody,  # how far the texts of the space were embedded
            "walk": self._is_told_of,
            "walk_hit": lambda row: row["walk_n"] in walks,
            "inquiry": self._is_told_of,
            "inquiry_hit": lambda row: row["inquiry_n"] in inquiries,
            "notification": lambda row: (
                viewer.sees_personal
                or row["person"] == viewer.name
                or (row["person"] == "" and viewer.is_admin)
            ),
            "contact": lambda row: viewer.sees_personal or row["person"] == viewer.name,
            "agent": everybody,
            "agent_entry": lambda row: row["agent"] == viewer.name,  # whatever the role
            "agent_update": lambda row: row["agent"] == viewer.name,
            "agent_key": lambda row: row["agent"] == viewer.name or of_item(row),
            "agent_queue": everybody,  # counts and times
            "delivery": self._is_told_of,
            "delivered": lambda row: row["delivery_n"] in deliveries,
            "idempotency": lambda row: viewer.sees_personal or row["principal"] == viewer.name,
            "kept_answer": lambda row: viewer.sees_personal or row["principal"] == viewer.name,
            "token": lambda row: viewer.is_admin or row["principal"] == viewer.name,
        }

    def _is_told_of(self, row: RowDict) -> bool:
        return self._viewer.sees_personal or row["owner"] == self._viewer.name

    def _sees(self, row: RowDict) -> bool:
        return may_see(
            self._viewer,
            owner=row["owner"],
            audience=row["audience"],
            is_personal=bool(row["is_personal"]),
        )

    def _sees_edge(self, row: RowDict) -> bool:
        return self._sees(row) and {row["source"], row["target"]} <= self._nodes

    def _reads_item(self, row: RowDict) -> bool:
        review, owner = Review(row["review"]), row["owner"]
        return self._sees(row) and may_read_review(
            self._viewer, self._recall, owner=owner, review=review
        )

    def _reads_raw(self, row: RowDict) -> bool:
        return self._sees(row) and may_read_messages(self._viewer, self._recall, owner=row["owner"])

    def _searches(self, row: RowDict) -> bool:
        of_own = row["item_n"] in self._items or row["message_n"] in self._messages
        return of_own or bool(row["is_counted"])

    def _hears_of(self, row: RowDict) -> bool:
        """Of its own acts, of acts on what it may see, and of what was erased."""
        return (
            self._viewer.sees_personal
            or row["action"] == "erase"
            or row["actor"] == self._viewer.name
            or row["target"] in self._targets
            or row["seq"] in self._changes
        )


def of_number(numbers: set[int]) -> Callable[[RowDict], bool]:
    return lambda row: row["number"] in numbers
