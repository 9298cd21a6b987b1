"""The tables by name, for queries. `store/tables/` describes them."""

from __future__ import annotations

from remembrancer.store.tables.access import (
    idempotency,
    kept_answer,
    person,
    signing_key,
    token,
)
from remembrancer.store.tables.columns import default_of, metadata
from remembrancer.store.tables.conversations import conversation, message, source, standing
from remembrancer.store.tables.credibility import credibility_point
from remembrancer.store.tables.deliveries import delivered, delivery, walk, walk_hit
from remembrancer.store.tables.graph import (
    edge,
    edge_evidence,
    entity,
    entity_version,
    relation,
)
from remembrancer.store.tables.inquiries import inquiry, inquiry_hit
from remembrancer.store.tables.items import compared, evidence, item, version, vote
from remembrancer.store.tables.jobs import feed, job
from remembrancer.store.tables.notify import contact, notification
from remembrancer.store.tables.search import document, embedded, term, vector, vector_codes
from remembrancer.store.tables.shapes import shape
from remembrancer.store.tables.spaces import erased, head, ledger, reason, revision, space
from remembrancer.store.tables.team import (
    agent,
    agent_entry,
    agent_key,
    agent_queue,
    agent_update,
)

SCHEMA_REVISION = "0013"
# Oldest first; a test compares them with the migration scripts.
REVISIONS = (
    "0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011",
    "0012", "0013",
)  # fmt: skip

__all__ = [
    "REVISIONS",
    "SCHEMA_REVISION",
    "agent",
    "agent_entry",
    "agent_key",
    "agent_queue",
    "agent_update",
    "compared",
    "contact",
    "conversation",
    "credibility_point",
    "default_of",
    "delivered",
    "delivery",
    "document",
    "edge",
    "edge_evidence",
    "embedded",
    "entity",
    "entity_version",
    "erased",
    "evidence",
    "feed",
    "head",
    "idempotency",
    "inquiry",
    "inquiry_hit",
    "item",
    "job",
    "kept_answer",
    "ledger",
    "message",
    "metadata",
    "notification",
    "person",
    "reason",
    "relation",
    "revision",
    "shape",
    "signing_key",
    "source",
    "space",
    "standing",
    "term",
    "token",
    "vector",
    "vector_codes",
    "version",
    "vote",
    "walk",
    "walk_hit",
]
