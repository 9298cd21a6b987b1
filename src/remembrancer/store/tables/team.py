"""Agents of a desk: who they are, what each remembers for itself, and what is on its way."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Index, Integer, Table, Text, text

from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import (
    metadata,
    number,
    optional_reference,
    reference,
    space,
    space_key,
)
from remembrancer.store.tables.description import (
    ACCOUNT,
    COUNT,
    NAME,
    NUMBER,
    TIME,
    WORD,
    Erasure,
    Planner,
    RowPolicy,
    TableDescription,
)

# The agents of a space, and which process holds the working memory of each.
agent = Table(
    "agent",
    metadata,
    number(),
    space(),
    Column("name", Text, nullable=False),
    Column("specializations", Text, nullable=False),
    Column("kinds", Text, nullable=False),  # content kinds
    Column("registered_by", Text, nullable=False),
    Column("registered_at", Text, nullable=False),
    Column("holder", Text),  # the process that holds its L1
    Column("held_until", Text),
    Column("epoch", BigInteger, nullable=False),  # raised when L2 changes behind the holder
    Column("turn", BigInteger, nullable=False),  # counts writes to its L2, and orders them
    Column("entries", Integer, nullable=False),  # in its L2
    Column("usage", Text, nullable=False),  # JSON: by content kind, how many it got and used
    Column("synced_seq", BigInteger, nullable=False),  # ledger position of its last sync
    Index("agent_name", "space_n", "name", unique=True),
)
AGENT = TableDescription(
    table=agent,
    erasure=Erasure(
        kept={
            NUMBER: "number space_n",
            NAME: "name registered_by",
            ACCOUNT: "specializations kinds usage",
            TIME: "registered_at held_until",
            COUNT: "holder epoch turn entries synced_seq",
        },
    ),
    policy=RowPolicy(visible=row_policies.IN_SPACE),
    planner=Planner(rows={"agent_name": "12 12 1"}),
)

_OWN = row_policies.in_space_if(
    row_policies.is_viewer("agent"), row_policies.ERASING, row_policies.SYNCING
)

# L2: what one agent remembers. Nobody else reads it, whatever the role.
agent_entry = Table(
    "agent_entry",
    metadata,
    number(),
    space(),
    Column("agent", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("kind", Text),  # content kind
    Column("value", Text, nullable=False),  # JSON
    Column("importance", Float, nullable=False),
    Column("subject", Text),
    Column("message", Text, nullable=False),  # what sort of message it is pushed as
    Column("is_shared", Integer, nullable=False),  # 0: it is never pushed
    Column("written_turn", BigInteger, nullable=False),  # when its value was written
    Column("used_turn", BigInteger, nullable=False),  # the least recently used is evicted first
    Column("used_at", Text, nullable=False),
    Column("uses", Integer, nullable=False),  # how often the agent read it
    Column("written_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    optional_reference("item_n", "item"),  # the shared item that it is pushed as, or a copy of
    Column("item_version", Integer),  # set: it is a copy of that version
    Column("queue", Text),  # set: it waits to be pushed, or failed
    Column("queued_at", Text),
    Column("due_at", Text),
    Column("receivers", Text),  # names of those it goes to; NULL: relevance decides
    Column("precedent", Text),  # the id of an item that it has a precedent in
    Column("error", Text),  # why it could not be pushed
    Index("agent_entry_key", "space_n", "agent", "key", unique=True),
    Index("agent_entry_used", "space_n", "agent", "used_turn"),
    Index(
        "agent_entry_queue",
        "space_n",
        "agent",
        "queue",
        "written_turn",
        sqlite_where=text("queue IS NOT NULL"),
    ),
    Index("agent_entry_item", "item_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("agent_entry_subject", "space_n", "subject", sqlite_where=text("subject IS NOT NULL")),
)
AGENT_ENTRY = TableDescription(
    table=agent_entry,
    erasure=Erasure(removed="what an agent remembers of the erased"),
    policy=RowPolicy(visible=_OWN),
    not_exported="private to one agent, and read by nobody else: push it first",
    planner=Planner(
        mostly_empty="queue queued_at due_at receivers precedent error item_version",
        few_values="agent kind message",
        rows={
            "agent_entry_key": "100000 100000 10000 1",
            "agent_entry_used": "100000 100000 10000 1",
            "agent_entry_queue": "1000 1000 100 50 1",
            "agent_entry_item": "50000 4",
            "agent_entry_subject": "50000 50000 100",
        },
    ),
)

# The inbox: updates on their way to an agent, and those that it got last.
agent_update = Table(
    "agent_update",
    metadata,
    number(),
    space(),
    Column("agent", Text, nullable=False),  # to whom
    Column("sender", Text, nullable=False),
    reference("item_n", "item"),
    Column("message", Text, nullable=False),
    Column("priority", Text, nullable=False),
    Column("relevance", Float, nullable=False),
    Column("factors", Text, nullable=False),  # JSON
    Column("precedent", Text),
    Column("queued_at", Text, nullable=False),
    Column("due_at", Text, nullable=False),
    Column("delivered_at", Text),  # NULL: it waits
    Index("agent_update_inbox", "space_n", "agent", "delivered_at", "number"),
    Index("agent_update_item", "item_n"),
)
AGENT_UPDATE = TableDescription(
    table=agent_update,
    erasure=Erasure(removed="news of the erased"),
    policy=RowPolicy(visible=_OWN),
    not_exported="private to one agent, and read by nobody else: have it pulled first",
    planner=Planner(
        mostly_empty="precedent",
        few_values="agent sender message priority",
        rows={
            "agent_update_inbox": "12000 12000 1000 1 1",
            "agent_update_item": "12000 3",
        },
    ),
)

# L3 by key: the item that an agent pushed under it.
agent_key = Table(
    "agent_key",
    metadata,
    space_key(),
    Column("key", Text, primary_key=True),
    Column("agent", Text, primary_key=True),
    reference("item_n", "item"),
    Column("seq", BigInteger, nullable=False),  # ledger position of the last push
    Index("agent_key_item", "item_n"),
)
AGENT_KEY = TableDescription(
    table=agent_key,
    erasure=Erasure(removed="the name of what was erased"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.is_viewer("agent"),
            row_policies.ERASING,
            row_policies.SYNCING,
            row_policies.belongs_to("agent_key", "item_n", "item"),
        )
    ),
    planner=Planner(
        few_values="agent",
        rows={"agent_key_item": "50000 1", "sqlite_autoindex_agent_key_1": "50000 50000 2 1"},
    ),
)

# What each queue did so far. It has counts and times, and no words.
agent_queue = Table(
    "agent_queue",
    metadata,
    space_key(),
    Column("priority", Text, primary_key=True),
    Column("synced", BigInteger, nullable=False),
    Column("failures", BigInteger, nullable=False),
    Column("latencies", Text, nullable=False),  # seconds, the newest last
)
AGENT_QUEUE = TableDescription(
    table=agent_queue,
    erasure=Erasure(
        kept={NUMBER: "space_n", WORD: "priority", COUNT: "synced failures latencies"},
    ),
    policy=RowPolicy(visible=row_policies.IN_SPACE),
    not_exported="measured where the store is",
    planner=Planner(),
)
