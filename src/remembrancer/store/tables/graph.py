"""Entities, the relations of the graph, and the links that the memory keeps between items."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Table, Text, text

from remembrancer.core.texts.text import ERASED
from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import (
    metadata,
    number,
    optional_reference,
    owned,
    reference,
    sealed,
    space,
    usually,
)
from remembrancer.store.tables.conversations import conversation, message
from remembrancer.store.tables.description import (
    COMMITMENT,
    IDENTITY,
    NAME,
    NUMBER,
    OWNED,
    PERMISSION,
    POSITION,
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
from remembrancer.store.tables.joins import is_row_of

# An entity's identity and permissions, which never change.
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
        rows={
            "entity_public": "5000 5000 1",
            "entity_seq": "5000 5000 1",
            "entity_name": "5000 5000 1",
        },
    ),
)

# One row per state of an entity, as a version is of an item; the one in force has no `until_seq`.
entity_version = Table(
    "entity_version",
    metadata,
    number(),
    space(),
    reference("entity_n", "entity"),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False),  # the name in the form that lookups compare
    Column("external_id", Text),
    usually("aliases", Text, "[]"),
    usually("alias_keys", Text, "[]"),
    usually("attrs", Text, "{}"),
    Column("merged_into", Text),  # the entity that it was merged into; null: none
    Column("root", Text, nullable=False),  # the entity that stands for it; its own id: itself
    usually("trust", Text, "person"),
    Column("at", Text, nullable=False),
    Column("until_seq", BigInteger),  # the ledger position that ended this state; null: in force
    *sealed(),
    Index("entity_version_of", "space_n", "entity_n", "seq"),
    Index("entity_version_seq", "space_n", "seq"),
    Index("entity_version_name", "space_n", "name_key"),
    Index(
        "entity_version_external",
        "space_n",
        "external_id",
        sqlite_where=text("external_id IS NOT NULL"),
    ),
    Index("entity_version_root", "space_n", "root"),
    Index("entity_version_alias", "space_n", "number", sqlite_where=text("alias_keys <> '[]'")),
    Index(
        "entity_version_merged", "space_n", "number", sqlite_where=text("merged_into IS NOT NULL")
    ),
)
ENTITY_VERSION = TableDescription(
    table=entity_version,
    seal=Seal(
        name=entity.c.id.label("name"),
        joined=entity_version.join(entity, is_row_of(entity_version.c.entity_n, entity)),
        references=(entity.c.id,),
        without="until_seq",  # a later act sets it
    ),
    erasure=Erasure(
        cleared="external_id aliases alias_keys attrs salt",
        replaced={"name": ERASED, "name_key": ERASED},
        kept={
            NUMBER: "number space_n entity_n",
            IDENTITY: "merged_into root",
            WORD: "trust",
            TIME: "at",
            POSITION: "seq until_seq",
            COMMITMENT: "commitment",
        },
        reached_by={"entity_n": "entities"},
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            row_policies.belongs_to("entity_version", "entity_n", "entity"),
        )
    ),
    planner=Planner(
        unsampled="name name_key external_id aliases alias_keys attrs salt",
        mostly_empty="external_id merged_into until_seq",
        few_values="trust",
        rows={
            "entity_version_of": "5000 5000 1 1",
            "entity_version_seq": "5000 5000 1",
            "entity_version_name": "5000 5000 1",
            "entity_version_root": "5000 5000 1",
            "entity_version_external": "2000 2000 1",
            "entity_version_alias": "100 100 1",
            "entity_version_merged": "100 100 1",
        },
    ),
)

# Links between items that the memory itself keeps: contradictions, and what became of them.
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


def _end_is_seen(column: str, table: str = "relation") -> str:
    item = row_policies.is_named(table, column, "item", "id")
    return f"({item} OR {row_policies.is_named(table, column, 'entity', 'id')})"


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

# The types of relations that every decision is shown with.
TOLD_LINKS = "type_key IN ('ABOUT', 'APPLIED_POLICY', 'GRANTED_EXCEPTION', 'TRIGGERED')"

# One row per state of a relation of the graph; the one in force has no `until_seq`.
edge = Table(
    "edge",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),  # as it was given
    Column("type_key", Text, nullable=False),  # in upper case
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    usually("confidence", Float, 1.0),
    usually("attrs", Text, "{}"),
    Column("observed_at", Text, nullable=False),
    Column("valid_from", Text),
    Column("valid_until", Text),
    Column("ended_at", Text),  # when somebody said that it holds no longer
    *owned(),
    usually("trust", Text, "person"),
    Column("created_at", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("until_seq", BigInteger),
    *sealed(),
    Index("edge_public", "space_n", "id", "seq", unique=True),
    # With its target: whether two nodes are related is looked up without reading all of a hub's.
    Index("edge_source", "space_n", "source", "target"),
    Index("edge_target", "space_n", "target"),
    # What a decision shows besides its causes and effects, which may be many.
    Index("edge_told", "space_n", "source", sqlite_where=text(TOLD_LINKS)),
    Index("edge_seq", "space_n", "seq"),
)
EDGE = TableDescription(
    table=edge,
    seal=Seal(name=edge.c.id.label("name"), without="until_seq"),
    erasure=Erasure(
        cleared="confidence attrs valid_from valid_until ended_at salt",
        replaced={"observed_at": Like("created_at")},
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id source target",
            WORD: "type type_key trust",
            PERMISSION: OWNED,
            TIME: "created_at at",
            POSITION: "seq until_seq",
            COMMITMENT: "commitment",
        },
        reached_by={"number": "edges", "source": "nodes", "target": "nodes"},
    ),
    policy=RowPolicy(
        visible=f"{row_policies.VISIBLE} AND ({row_policies.SEES_PERSONAL} OR "
        f"({_end_is_seen('source', 'edge')} AND {_end_is_seen('target', 'edge')}))"
    ),
    planner=Planner(
        unsampled="attrs salt",
        mostly_empty="audience valid_from valid_until ended_at until_seq",
        mostly_zero="is_personal",
        few_values="type type_key owner trust",
        rows={
            "edge_public": "50000 50000 1 1",
            "edge_seq": "50000 50000 1",
            # As of hubs: with fewer, two lists of ends are looked up by one end alone.
            "edge_source": "50000 50000 80 1",
            "edge_target": "50000 50000 80",
            "edge_told": "10000 10000 2",
        },
    ),
)

# The messages that state a relation.
edge_evidence = Table(
    "edge_evidence",
    metadata,
    number(),
    space(),
    Column("edge", Text, nullable=False),  # the id of the relation
    optional_reference("message_n", "message"),
    Column("at", Text, nullable=False),
    *sealed(),
    Index("edge_evidence_edge", "space_n", "edge"),
    Index("edge_evidence_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    Index("edge_evidence_seq", "space_n", "seq"),
)
EDGE_EVIDENCE = TableDescription(
    table=edge_evidence,
    seal=Seal(
        name=edge_evidence.c.edge.label("name"),
        joined=edge_evidence.outerjoin(
            message, is_row_of(edge_evidence.c.message_n, message)
        ).outerjoin(conversation, is_row_of(message.c.conversation_n, conversation)),
        references=(
            conversation.c.id.label("conversation_id"),
            conversation.c.owner.label("conversation_owner"),
            message.c.id.label("message_id"),
            message.c.owner.label("message_owner"),
        ),
    ),
    erasure=Erasure(
        kept={
            NUMBER: "number space_n message_n",
            IDENTITY: "edge",
            TIME: "at",
            POSITION: "seq",
            COMMITMENT: "salt commitment",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            f"({row_policies.is_named('edge_evidence', 'edge', 'edge', 'id')} "
            "AND (message_n IS NULL OR "
            f"{row_policies.belongs_to('edge_evidence', 'message_n', 'message')}))",
        )
    ),
    planner=Planner(
        unsampled="salt",
        rows={
            "edge_evidence_edge": "50000 50000 2",
            "edge_evidence_message": "50000 2",
            "edge_evidence_seq": "50000 50000 1",
        },
    ),
)
