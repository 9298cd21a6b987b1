"""Items, their versions, their evidence, and votes."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, Table, Text, text

from remembrancer.core.ledger import Action
from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import (
    metadata,
    number,
    optional_reference,
    owned,
    reference,
    sealed,
    space,
    space_key,
    usually,
)
from remembrancer.store.tables.conversations import conversation, message, source
from remembrancer.store.tables.description import (
    COMMITMENT,
    COUNT,
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

# An item's identity, and its current permissions, which apply to every past version too.
item = Table(
    "item",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    *owned(),
    usually("review", Text, "not_required"),
    Column("created_at", Text, nullable=False),
    Column("current", BigInteger, nullable=False),  # the number of the version in force
    Column("same_hash", Text),  # recognises it when the same source comes again
    Column("erased_seq", BigInteger),  # the ledger position that erased it; null: not erased
    Index("item_id", "space_n", "id", unique=True),
    Index("item_order", "space_n", "number"),
    Index(
        "item_same",
        "space_n",
        "same_hash",
        unique=True,
        sqlite_where=text("same_hash IS NOT NULL"),
    ),
    Index(
        "item_waiting",  # waiting for a person
        "space_n",
        "number",
        sqlite_where=text("review = 'pending'"),
    ),
    Index(
        "item_erased",
        "space_n",
        "erased_seq",
        sqlite_where=text("erased_seq IS NOT NULL"),
    ),
)
ITEM = TableDescription(
    table=item,
    erasure=Erasure(
        cleared="same_hash",
        kept={
            NUMBER: "number space_n current",
            IDENTITY: "id",
            PERMISSION: OWNED,
            WORD: "review",
            TIME: "created_at",
            POSITION: "erased_seq",
        },
    ),
    policy=RowPolicy(visible=row_policies.REVIEWED_OR_OWN),
    planner=Planner(
        unsampled="same_hash",
        mostly_empty="audience same_hash erased_seq",
        mostly_zero="is_personal",
        few_values="owner review",
        rows={
            "item_id": "100000 100000 1",
            "item_order": "100000 100000 1",
            "item_waiting": "200 200 1",
            "item_erased": "1000 1000 10",
        },
    ),
)

version = Table(
    "version",
    metadata,
    number(),
    space(),
    reference("item_n", "item"),
    usually("version", Integer, 1),
    Column("at", Text, nullable=False),
    Column("until_seq", BigInteger),  # the ledger position that ended it; null: in force
    optional_reference("document_n", "document"),  # its search text
    Column("kind", Text, nullable=False),
    Column("category", Text),
    Column("domain", Text),
    Column("title", Text),
    Column("content", Text),
    usually("data", Text, "{}"),
    usually("metadata", Text, "{}"),
    usually("tags", Text, "[]"),
    usually("entities", Text, "[]"),
    Column("subject", Text),
    usually("lifecycle", Text, "active"),
    usually("review", Text, "not_required"),
    usually("confidence_base", Float, 1.0),
    Column("confidence_subtype", Text),
    usually("verifier_count", Integer, 0),
    usually("admin_approved", Integer, 0),
    usually("live_confirmed", Integer, 0),
    Column("last_confirmed_at", Text),
    Column("audience", Text),
    usually("is_personal", Integer, 0),
    usually("sensitivity", Text, "internal"),
    Column("importance", Float),
    Column("source_type", Text, nullable=False),
    Column("source_id", Text),
    usually("trust", Text, "person"),
    Column("valid_from", Text),
    Column("valid_until", Text),
    Column("expires_at", Text),
    Column("occurred_at", Text, nullable=False),
    Column("superseded_by", Text),
    *sealed(),
    Index("version_item", "item_n", "seq"),
    Index("version_seq", "space_n", "seq"),
    Index("version_occurred", "space_n", "occurred_at"),
    Index(
        "version_current",
        "space_n",
        "subject",
        "lifecycle",
        "kind",
        sqlite_where=text("until_seq IS NULL"),
    ),
    Index(
        "version_active",
        "space_n",
        "kind",
        sqlite_where=text("superseded_by IS NULL AND until_seq IS NULL"),
    ),
    Index(
        "version_source",
        "source_type",
        "source_id",
        sqlite_where=text("source_id IS NOT NULL"),
    ),
    Index(
        "version_source_id",
        "source_id",
        sqlite_where=text("source_id IS NOT NULL"),
    ),
    Index(
        "version_accepted",  # the approved and mandatory part of all items
        "space_n",
        "review",
        sqlite_where=text("review IN ('approved', 'mandatory') AND until_seq IS NULL"),
    ),
    Index(
        "version_noted",  # versions with more than their text: some are due or name others
        "space_n",
        "kind",
        sqlite_where=text(
            # PostgreSQL has no statistics of these columns, and assumes that an equality matches
            # few rows.
            "(substr(data, 1, 2) = '{\"' OR substr(metadata, 1, 2) = '{\"' "
            "OR substr(tags, 1, 2) = '[\"') AND until_seq IS NULL"
        ),
    ),
    Index(
        "version_superseded",
        "space_n",
        "superseded_by",
        sqlite_where=text("superseded_by IS NOT NULL"),
    ),
)
VERSION = TableDescription(
    table=version,
    seal=Seal(
        name=item.c.id.label("name"),
        joined=version.join(item, is_row_of(version.c.item_n, item)),
        references=(item.c.id, item.c.owner, item.c.created_at),
        without="until_seq",  # a later act sets it
    ),
    erasure=Erasure(
        cleared="category domain title content data metadata tags entities subject "
        "confidence_base confidence_subtype verifier_count admin_approved live_confirmed "
        "last_confirmed_at sensitivity importance source_id trust valid_from valid_until "
        "expires_at document_n salt",
        replaced={"occurred_at": Like("at")},
        kept={
            NUMBER: "number space_n item_n version",
            POSITION: "seq until_seq",
            TIME: "at",
            WORD: "kind lifecycle review source_type",
            PERMISSION: "audience is_personal",
            IDENTITY: "superseded_by",
            COMMITMENT: "commitment",
        },
        reached_by={"item_n": "items"},
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.belongs_to("version", "item_n", "item")
        )
    ),
    planner=Planner(
        unsampled="category domain title content data metadata tags entities subject source_id "
        "salt",
        mostly_empty="until_seq domain title confidence_subtype last_confirmed_at audience "
        "importance source_id valid_from valid_until expires_at superseded_by",
        mostly_zero="version verifier_count admin_approved live_confirmed is_personal",
        few_values="kind category lifecycle review source_type trust",
        rows={
            "version_item": "150000 2 1",
            "version_seq": "150000 150000 1",
            "version_occurred": "150000 150000 2",
            "version_current": "100000 100000 100 80 40",
            "version_active": "90000 90000 30000",
            "version_source": "20000 5000 5",
            "version_source_id": "20000 5",
            "version_accepted": "2000 2000 1000",
            "version_noted": "5000 5000 1000",
            "version_superseded": "5000 5000 1",
        },
    ),
)

evidence = Table(
    "evidence",
    metadata,
    number(),
    space(),
    reference("item_n", "item"),
    optional_reference("source_n", "source"),
    optional_reference("message_n", "message"),
    Column("quote", Text),
    Column("start", Integer),
    Column("end", Integer),
    Column("stance", Text, nullable=False),
    Column("principal", Text),
    Column("at", Text, nullable=False),
    *sealed(),
    Index("evidence_item", "item_n"),
    Index("evidence_source", "source_n", sqlite_where=text("source_n IS NOT NULL")),
    Index("evidence_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    Index("evidence_seq", "space_n", "seq"),
)
EVIDENCE = TableDescription(
    table=evidence,
    seal=Seal(
        name=item.c.id.label("name"),
        joined=evidence.join(item, is_row_of(evidence.c.item_n, item))
        .outerjoin(source, is_row_of(evidence.c.source_n, source))
        .outerjoin(message, is_row_of(evidence.c.message_n, message))
        .outerjoin(conversation, is_row_of(message.c.conversation_n, conversation)),
        references=(
            item.c.id,
            source.c.id.label("source_id"),
            conversation.c.id.label("conversation_id"),
            conversation.c.owner.label("conversation_owner"),
            message.c.id.label("message_id"),
            message.c.owner.label("message_owner"),
        ),
    ),
    # Quotes of the items, and other quotes from the same raw texts.
    erasure=Erasure(
        cleared="quote start end principal salt",
        kept={
            NUMBER: "number space_n item_n source_n message_n",
            WORD: "stance",
            TIME: "at",
            **SEAL_KEPT,
        },
        reached_by={"item_n": "items", "source_n": "sources", "message_n": "messages"},
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL,
            f"({row_policies.belongs_to('evidence', 'item_n', 'item')} "
            "AND (source_n IS NULL OR "
            f"{row_policies.belongs_to('evidence', 'source_n', 'source')}) "
            "AND (message_n IS NULL OR "
            f"{row_policies.belongs_to('evidence', 'message_n', 'message')}))",
        )
    ),
    planner=Planner(
        unsampled="quote principal salt",
        mostly_empty="source_n message_n",
        few_values="stance",
        rows={
            "evidence_item": "100000 2",
            "evidence_source": "50000 2",
            "evidence_message": "50000 2",
            "evidence_seq": "100000 100000 1",
        },
    ),
)

vote = Table(
    "vote",
    metadata,
    number(),
    space(),
    reference("item_n", "item"),
    Column("principal", Text, nullable=False),
    Column("value", Integer, nullable=False),
    Column("at", Text, nullable=False),
    *sealed(),
    Index("vote_pair", "space_n", "item_n", "principal", unique=True),
)
VOTE = TableDescription(
    table=vote,
    seal=Seal(
        name=(item.c.id + "/" + vote.c.principal).label("name"),
        joined=vote.join(item, is_row_of(vote.c.item_n, item)),
        references=(item.c.id,),
        rewritten_by=(Action.ITEM_VOTE,),
        rewritten_name=lambda actor, target, _detail: f"{target}/{actor}",
    ),
    erasure=Erasure(
        kept={
            NUMBER: "number space_n item_n",
            NAME: "principal",
            COUNT: "value",
            TIME: "at",
            COMMITMENT: "salt commitment",
            POSITION: "seq",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.belongs_to("vote", "item_n", "item")
        )
    ),
    planner=Planner(unsampled="principal salt", rows={"vote_pair": "5000 5000 3 1"}),
)

# Items that were compared, in this version, with everything that any member may see. Approving
# those that say otherwise than none of it needs no comparison.
compared = Table(
    "compared",
    metadata,
    space_key(),
    reference("item_n", "item", is_key=True),
    reference("version_n", "version"),
    usually("is_opposed", Integer, 0),  # it says otherwise than another item, or that one than it
)
COMPARED = TableDescription(
    table=compared,
    erasure=Erasure(
        removed="that something was compared which was erased", reached_by={"item_n": "items"}
    ),
    policy=RowPolicy(visible=row_policies.in_space_if(row_policies.SEES_ALL)),
    not_exported="compared again",
    planner=Planner(rows={"sqlite_autoindex_compared_1": "10000 10000 1"}),
)
