"""Raw texts: sources, conversations, their messages, and the state of each conversation."""

from __future__ import annotations

import json
from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, Table, Text, text

from remembrancer.core.ledger import Action
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
)
from remembrancer.store.tables.description import (
    IDENTITY,
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

_TRANSCRIPT: Final = "keeps the husk in its place in the transcript"
_REWRITTEN: Final = "made of messages: an erasure first replaces the row by one that holds nothing"

source = Table(
    "source",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("external_id", Text),
    Column("content", Text),
    *owned(),
    Column("subject", Text),
    Column("trust", Text, nullable=False),
    Column("occurred_at", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("same_hash", Text),
    *sealed(),
    Index("source_public", "space_n", "id", unique=True),
    Index("source_seq", "space_n", "seq"),
    Index(
        "source_external",
        "space_n",
        "external_id",
        sqlite_where=text("external_id IS NOT NULL"),
    ),
    Index(
        "source_same",
        "space_n",
        "same_hash",
        unique=True,
        sqlite_where=text("same_hash IS NOT NULL"),
    ),
)
SOURCE = TableDescription(
    table=source,
    seal=Seal(name=source.c.id.label("name"), without="same_hash"),
    erasure=Erasure(
        cleared="external_id content subject same_hash salt",
        replaced={"metadata": "{}", "occurred_at": Like("created_at")},
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "type trust",
            PERMISSION: OWNED,
            TIME: "created_at",
            **SEAL_KEPT,
        },
        reached_by={"number": "sources"},
    ),
    policy=RowPolicy(visible=row_policies.RAW_READABLE),
    planner=Planner(
        unsampled="external_id content subject metadata same_hash salt",
        mostly_empty="audience same_hash",
        mostly_zero="is_personal",
        few_values="type owner trust",
        rows={
            "source_public": "50000 50000 1",
            "source_seq": "50000 50000 1",
            "source_external": "20000 20000 2",
        },
    ),
)

# One caller's id never collides with another caller's hidden one.
conversation = Table(
    "conversation",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("subject", Text),
    Column("channel_id", Text),
    Column("title", Text),
    *owned(),
    Column("created_at", Text, nullable=False),
    *sealed(),
    Column("trust", Text),  # the trust of its messages
    Index("conversation_id", "space_n", "id", "owner", unique=True),
    Index("conversation_seq", "space_n", "seq"),
)
CONVERSATION = TableDescription(
    table=conversation,
    seal=Seal(name=conversation.c.id.label("name")),
    erasure=Erasure(
        cleared="subject channel_id title salt",
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            PERMISSION: OWNED,
            TIME: "created_at",
            WORD: "trust",
            **SEAL_KEPT,
        },
        reached_by={"number": "conversations"},
    ),
    policy=RowPolicy(visible=row_policies.VISIBLE),
    planner=Planner(
        unsampled="subject channel_id title salt trust",
        mostly_empty="title audience",
        mostly_zero="is_personal",
        few_values="owner trust",
        rows={
            "conversation_id": "2000 2000 1 1",
            "conversation_seq": "2000 2000 1",
        },
    ),
)

message = Table(
    "message",
    metadata,
    number(),
    space(),
    reference("conversation_n", "conversation"),
    Column("id", Text, nullable=False),
    Column("channel_id", Text),
    Column("author_id", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("content", Text),
    Column("timestamp", Text, nullable=False),
    Column("tool_calls", Text, nullable=False),
    *owned(),
    Column("subject", Text),
    *sealed(),
    Column("trust", Text),  # the trust of the message
    Index("message_id", "space_n", "conversation_n", "id", "owner", unique=True),
    Index("message_order", "conversation_n", "number"),
    Index("message_channel", "space_n", "channel_id", "timestamp"),
    Index("message_seq", "space_n", "seq"),
)
MESSAGE = TableDescription(
    table=message,
    seal=Seal(
        name=message.c.id.label("name"),
        joined=message.join(conversation, is_row_of(message.c.conversation_n, conversation)),
        # Two callers may use the same id, so a conversation is identified by its owner too.
        references=(
            conversation.c.id.label("conversation_id"),
            conversation.c.owner.label("conversation_owner"),
        ),
    ),
    erasure=Erasure(
        cleared="channel_id content subject salt",
        replaced={"author_id": ERASED, "tool_calls": "[]"},
        kept={
            NUMBER: "number space_n conversation_n",
            IDENTITY: "id",
            _TRANSCRIPT: "role timestamp",
            PERMISSION: OWNED,
            WORD: "trust",
            **SEAL_KEPT,
        },
        reached_by={"number": "messages"},
    ),
    policy=RowPolicy(visible=row_policies.RAW_READABLE),
    planner=Planner(
        unsampled="channel_id author_id content tool_calls subject salt trust",
        mostly_empty="audience",
        mostly_zero="is_personal",
        few_values="role owner trust",
        # A hundred messages each. If the planner assumed fewer, it would read a whole conversation
        # of any length to find a few of its messages.
        distinct={"conversation_n": -0.01},
        rows={
            "message_id": "100000 100000 50 1 1",
            "message_channel": "100000 100000 1000 1",
            "message_seq": "100000 100000 2",
            "message_order": "100000 50 1",
        },
    ),
)

# The current state of a conversation: the digest of its earlier messages, when it was closed, and
# what was revoked.
standing = Table(
    "standing",
    metadata,
    number(),
    space(),
    reference("conversation_n", "conversation"),
    optional_reference("message_n", "message"),  # the last message in the digest
    Column("points", Text, nullable=False),
    Column("engine", Text),  # what made the digest
    Column("summarised", Integer, nullable=False),  # how many messages the digest covers
    Column("covers", Text, nullable=False),  # whose messages: all, or the owner's
    Column("closed_at", Text),
    *owned(),
    *sealed(),
    # Up to this ledger position, no message counts as knowledge.
    Column("revoked_seq", BigInteger),
    Index("standing_conversation", "space_n", "conversation_n", unique=True),
)
STANDING = TableDescription(
    table=standing,
    seal=Seal(
        name=(conversation.c.id + "/" + conversation.c.owner).label("name"),
        joined=standing.join(
            conversation, is_row_of(standing.c.conversation_n, conversation)
        ).outerjoin(message, is_row_of(standing.c.message_n, message)),
        references=(
            conversation.c.id.label("conversation_id"),
            conversation.c.owner.label("conversation_owner"),
            message.c.id.label("message_id"),
            message.c.owner.label("message_owner"),
        ),
        rewritten_by=(
            Action.CONVERSATION_SUMMARISE,
            Action.CONVERSATION_CLOSE,
            Action.CONVERSATION_REVOKE,
        ),
        rewritten_name=lambda _actor, target, detail: f"{target}/{json.loads(detail)['owner']}",
    ),
    erasure=Erasure(
        kept={
            NUMBER: "number space_n conversation_n message_n",
            _REWRITTEN: "points engine summarised covers salt",
            PERMISSION: OWNED,
            TIME: "closed_at",
            **SEAL_KEPT,
            POSITION: "seq revoked_seq",
        },
    ),
    policy=RowPolicy(visible=row_policies.RAW_READABLE),
    planner=Planner(
        unsampled="points salt revoked_seq",
        mostly_empty="message_n audience",
        mostly_zero="is_personal",
        few_values="owner",
        rows={"standing_conversation": "2000 2000 1"},
    ),
)
