"""Entities, and relations between entities and items."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Table, Text

from remembrancer.core.text import ERASED
from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, number, owned, sealed, space
from remembrancer.store.tables.description import (
    IDENTITY,
    NAME,
    NUMBER,
    OWNED,
    PERMISSION,
    SEAL_KEPT,
    TIME,
    WORD,
    Erasure,
    Like,
    Planner,
    RowPolicy,
    Seal,
    TableDescription,
)

entity = Table(
    "entity",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("external_id", Text),
    Column("attrs", Text, nullable=False),
    *owned(),
    Column("created_at", Text, nullable=False),
    *sealed(),
    Index("entity_public", "space_n", "id", unique=True),
    Index("entity_seq", "space_n", "seq"),
    Index("entity_name", "space_n", "name"),
)
ENTITY = TableDescription(
    table=entity,
    seal=Seal(name=entity.c.id.label("name")),
    erasure=Erasure(
        cleared="external_id salt",
        replaced={"name": ERASED, "attrs": "{}"},
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "kind",
            PERMISSION: OWNED,
            TIME: "created_at",
            **SEAL_KEPT,
        },
        reached_by={"number": "entities"},
    ),
    policy=RowPolicy(visible=row_policies.VISIBLE),
    planner=Planner(
        unsampled="name external_id attrs salt",
        mostly_empty="audience",
        mostly_zero="is_personal",
        few_values="kind owner",
        rows={"entity_name": "5000 5000 1"},
    ),
)

relation = Table(
    "relation",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("attrs", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("observed_at", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    *sealed(),
    Index("relation_public", "space_n", "id", unique=True),
    Index("relation_source", "space_n", "source"),
    Index("relation_target", "space_n", "target"),
    Index("relation_seq", "space_n", "seq"),
)


def _end_is_seen(column: str) -> str:
    item = row_policies.is_named("relation", column, "item", "id")
    return f"({item} OR {row_policies.is_named('relation', column, 'entity', 'id')})"


RELATION = TableDescription(
    table=relation,
    seal=Seal(name=relation.c.id.label("name")),
    erasure=Erasure(
        cleared="salt",
        replaced={"confidence": 1.0, "attrs": "{}", "observed_at": Like("created_at")},
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id source target",
            WORD: "type",
            NAME: "owner",
            TIME: "created_at",
            **SEAL_KEPT,
        },
        reached_by={"source": "nodes", "target": "nodes"},
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, f"({_end_is_seen('source')} AND {_end_is_seen('target')})"
        )
    ),
    planner=Planner(unsampled="attrs salt", few_values="type owner"),
)
