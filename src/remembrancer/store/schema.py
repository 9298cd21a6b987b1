"""The tables. Both engines have the same ones.

Times are ISO 8601 text in UTC with a fixed width: they sort as text, read well, and give the
same bytes to the hashes on every engine. JSON is kept as text for the same reason.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    text,
)

SCHEMA_REVISION = "0011"


def default_of(column: Column[Any]) -> Any:
    """What a column holds when an insert leaves it out."""
    return column.info.get("default")


def _usually(name: str, kind: Any, value: str | float) -> Column[Any]:
    """A column that holds the same value in most rows, and may be left out then."""
    written = f"'{value}'" if isinstance(value, str) else str(value)
    return Column(name, kind, nullable=False, server_default=text(written), info={"default": value})


metadata = MetaData()

_Number = BigInteger().with_variant(Integer, "sqlite")


def _number() -> Column[int]:
    return Column("number", _Number, primary_key=True, autoincrement=True)


def _space() -> Column[int]:
    return Column("space_n", _Number, ForeignKey("space.number"), nullable=False)


def _sealed() -> tuple[Column[int], Column[str], Column[str]]:
    """Written by the ledger row `seq`, which commits to it; erasure removes the salt."""
    return (
        Column("seq", BigInteger, nullable=False),
        Column("salt", Text),
        Column("commitment", Text, nullable=False),
    )


def _owned() -> tuple[Column[str], Column[str], Column[int]]:
    """What the visibility predicate looks at, together with `space_n`."""
    return (
        Column("owner", Text, nullable=False),
        Column("audience", Text),
        _usually("is_personal", Integer, 0),
    )


def _trust() -> Column[str]:
    """How far what was said is trusted; null in rows of the first schemas.

    Unmeasured, since the planner has no use for it and older stores have no measure of it.
    """
    return Column("trust", Text, info={"unmeasured": True})


# As Alembic itself would make it.
revision = Table(
    "alembic_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

space = Table(
    "space",
    metadata,
    _number(),
    Column("uid", Text, nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("preset", Text, nullable=False),
    Column("overrides", Text, nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("archived_at", Text),
    *_sealed(),
)

# The end of each space's chain, and the counts that ranking needs, updated with every write.
head = Table(
    "head",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("seq", BigInteger, nullable=False),
    Column("hash", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("documents", BigInteger, nullable=False),  # texts that all of the space may see
    Column("tokens", BigInteger, nullable=False),  # stems in them
    Column("unfolded", BigInteger, nullable=False),  # those not yet counted in `term`
    Column("folded_upto", BigInteger, nullable=False),  # the last text that is
)

ledger = Table(
    "ledger",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("target", Text, nullable=False),
    _usually("detail", Text, "{}"),
    Column("commitment", Text, nullable=False),
    Column("reason_commitment", Text),
    Column("hash", Text, nullable=False),
    Index("ledger_time", "space_n", "at", "seq"),
    Index(
        "ledger_aside",  # acts on an item that leave no version behind
        "space_n",
        "target",
        sqlite_where=text("action IN ('item.look', 'item.vote')"),
    ),
    sqlite_with_rowid=False,
)

reason = Table(
    "reason",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("text", Text),
    Column("salt", Text),
    sqlite_with_rowid=False,
)

person = Table(
    "person",
    metadata,
    _number(),
    _space(),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("email", Text),
    Column("roles", Text, nullable=False),
    Column("groups", Text, nullable=False),
    Column("notes_path", Text),
    *_sealed(),
    Index("person_name", "space_n", "name", unique=True),
)

# An item's identity, and its permissions as they are now: those hold for every past version too.
item = Table(
    "item",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    *_owned(),
    _usually("review", Text, "not_required"),
    Column("created_at", Text, nullable=False),
    Column("current", BigInteger, nullable=False),  # the number of the version in force
    Column("same_hash", Text),  # finds it again when the same source comes twice
    Column("erased_seq", BigInteger),  # the ledger position that erased it; null: it is there
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
        "item_waiting",  # for a person
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

version = Table(
    "version",
    metadata,
    _number(),
    _space(),
    Column("item_n", _Number, ForeignKey("item.number"), nullable=False),
    _usually("version", Integer, 1),
    Column("at", Text, nullable=False),
    Column("until_seq", BigInteger),  # the ledger position that ended it; null: in force
    Column("document_n", BigInteger),  # the text it is found by
    Column("kind", Text, nullable=False),
    Column("category", Text),
    Column("domain", Text),
    Column("title", Text),
    Column("content", Text),
    _usually("data", Text, "{}"),
    _usually("metadata", Text, "{}"),
    _usually("tags", Text, "[]"),
    _usually("entities", Text, "[]"),
    Column("subject", Text),
    _usually("lifecycle", Text, "active"),
    _usually("review", Text, "not_required"),
    _usually("confidence_base", Float, 1.0),
    Column("confidence_subtype", Text),
    _usually("verifier_count", Integer, 0),
    _usually("admin_approved", Integer, 0),
    _usually("live_confirmed", Integer, 0),
    Column("last_confirmed_at", Text),
    Column("audience", Text),
    _usually("is_personal", Integer, 0),
    _usually("sensitivity", Text, "internal"),
    Column("importance", Float),
    Column("source_type", Text, nullable=False),
    Column("source_id", Text),
    _usually("trust", Text, "person"),
    Column("valid_from", Text),
    Column("valid_until", Text),
    Column("expires_at", Text),
    Column("occurred_at", Text, nullable=False),
    Column("superseded_by", Text),
    *_sealed(),
    Index("version_item", "item_n", "seq"),
    Index("version_seq", "space_n", "seq"),
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
        "version_accepted",  # of what is known, people have accepted a part
        "space_n",
        "review",
        sqlite_where=text("review IN ('approved', 'mandatory') AND until_seq IS NULL"),
    ),
    Index(
        "version_noted",  # what says more than its text: of these, some are due or name others
        "space_n",
        "kind",
        sqlite_where=text(
            # As PostgreSQL has no measure of these columns, it takes what equals for few rows.
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

# The stems of one text of an item or of one message. Versions with the same text share it.
document = Table(
    "document",
    metadata,
    _number(),
    _space(),
    Column("item_n", BigInteger),
    Column("message_n", BigInteger),
    Column("subject", Text),  # whom the text is about, as its item or message says
    Column("tokens", Text),
    Column("length", Integer, nullable=False),
    # Only texts that all of the space may see count: statistics must not tell of the others.
    Column("is_counted", Integer, nullable=False),
    Index("document_space", "space_n", "number"),
    Index("document_item", "item_n"),
    Index("document_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
)

term = Table(
    "term",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("term", Text, primary_key=True),
    Column("documents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What a text means, as an embedder sees it. A long text has several parts.
vector = Table(
    "vector",
    metadata,
    _number(),
    _space(),
    Column("document_n", _Number, ForeignKey("document.number"), nullable=False),
    Column("model", Text, nullable=False),  # vectors of two models are never compared
    Column("part", Integer, nullable=False),
    Column("vector", LargeBinary, nullable=False),  # float32, little endian
    Index("vector_document", "document_n", "model", "part", unique=True),
    Index("vector_order", "space_n", "model", "number"),
    info={"unmeasured": True},
)

# How far the texts of a space were embedded with a model.
embedded = Table(
    "embedded",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("model", Text, primary_key=True),
    Column("upto", BigInteger, nullable=False),  # the last text
    info={"unmeasured": True},
)

evidence = Table(
    "evidence",
    metadata,
    _number(),
    _space(),
    Column("item_n", _Number, ForeignKey("item.number"), nullable=False),
    Column("source_n", BigInteger),
    Column("message_n", BigInteger),
    Column("quote", Text),
    Column("start", Integer),
    Column("end", Integer),
    Column("stance", Text, nullable=False),
    Column("principal", Text),
    Column("at", Text, nullable=False),
    *_sealed(),
    Index("evidence_item", "item_n"),
    Index("evidence_source", "source_n", sqlite_where=text("source_n IS NOT NULL")),
    Index("evidence_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    Index("evidence_seq", "space_n", "seq"),
)

source = Table(
    "source",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("external_id", Text),
    Column("content", Text),
    *_owned(),
    Column("subject", Text),
    Column("trust", Text, nullable=False),
    Column("occurred_at", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("metadata", Text, nullable=False),
    Column("same_hash", Text),
    *_sealed(),
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

# An id given by one caller never collides with another caller's hidden one.
conversation = Table(
    "conversation",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("subject", Text),
    Column("channel_id", Text),
    Column("title", Text),
    *_owned(),
    Column("created_at", Text, nullable=False),
    *_sealed(),
    _trust(),
    Index("conversation_id", "space_n", "id", "owner", unique=True),
    Index("conversation_seq", "space_n", "seq"),
)

message = Table(
    "message",
    metadata,
    _number(),
    _space(),
    Column("conversation_n", _Number, ForeignKey("conversation.number"), nullable=False),
    Column("id", Text, nullable=False),
    Column("channel_id", Text),
    Column("author_id", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("content", Text),
    Column("timestamp", Text, nullable=False),
    Column("tool_calls", Text, nullable=False),
    *_owned(),
    Column("subject", Text),
    *_sealed(),
    _trust(),
    Index("message_id", "conversation_n", "id", "owner", unique=True),
    Index("message_order", "conversation_n", "number"),
    Index("message_channel", "space_n", "channel_id", "timestamp"),
    Index("message_seq", "space_n", "seq"),
)

# How a conversation stands by now: the digest of its earlier messages, when it was closed, and
# what was withdrawn.
standing = Table(
    "standing",
    metadata,
    _number(),
    _space(),
    Column("conversation_n", _Number, ForeignKey("conversation.number"), nullable=False),
    Column("message_n", BigInteger),  # the last message that the digest stands for
    Column("points", Text, nullable=False),
    Column("engine", Text),  # what made the digest
    Column("summarised", Integer, nullable=False),  # how many messages it stands for
    Column("covers", Text, nullable=False),  # whose messages: all, or the owner's
    Column("closed_at", Text),
    *_owned(),
    *_sealed(),
    # Up to this position of the ledger, nothing that was said counts as knowledge.
    Column("revoked_seq", BigInteger, info={"unmeasured": True}),
    Index("standing_conversation", "conversation_n", unique=True),
)

vote = Table(
    "vote",
    metadata,
    _number(),
    _space(),
    Column("item_n", _Number, ForeignKey("item.number"), nullable=False),
    Column("principal", Text, nullable=False),
    Column("value", Integer, nullable=False),
    Column("at", Text, nullable=False),
    *_sealed(),
    Index("vote_pair", "item_n", "principal", unique=True),
)

entity = Table(
    "entity",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("external_id", Text),
    Column("attrs", Text, nullable=False),
    *_owned(),
    Column("created_at", Text, nullable=False),
    *_sealed(),
    Index("entity_public", "space_n", "id", unique=True),
    Index("entity_seq", "space_n", "seq"),
    Index("entity_name", "space_n", "name"),
)

relation = Table(
    "relation",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("type", Text, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("attrs", Text, nullable=False),
    Column("owner", Text, nullable=False),
    Column("observed_at", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    *_sealed(),
    Index("relation_public", "space_n", "id", unique=True),
    Index("relation_source", "space_n", "source"),
    Index("relation_target", "space_n", "target"),
    Index("relation_seq", "space_n", "seq"),
)

# What lost its text, named by the commitment that it keeps. `husk` commits to what is left of it.
erased = Table(
    "erased",
    metadata,
    _number(),
    _space(),
    Column("place", Text, nullable=False),  # the table it stands in
    Column("row_commitment", Text, nullable=False),
    Column("husk", Text),
    Column("same_origin", Text),  # finds out when the same source comes again
    *_sealed(),
    Index("erased_row", "space_n", "row_commitment", unique=True),
    Index("erased_position", "space_n", "seq"),
    Index(
        "erased_origin",
        "space_n",
        "same_origin",
        sqlite_where=text("same_origin IS NOT NULL"),
    ),
)

# Work that is due, or will be. A lease says who does it; it ends with the act that did it.
job = Table(
    "job",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("key", Text, nullable=False),  # on what: of one kind there is one piece for each
    Column("owner", Text, nullable=False),  # in whose name
    Column("actor", Text, nullable=False),  # with which rights
    Column("payload", Text, nullable=False),
    Column("priority", Integer, nullable=False),
    Column("due_at", Text, nullable=False),
    Column("every", Text),  # of a schedule: how often
    Column("state", Text, nullable=False),
    Column("stamp", BigInteger, nullable=False),  # one more each time it is made due
    Column("attempts", Integer, nullable=False),
    Column("worker", Text),
    Column("lease_until", Text),
    Column("error", Text),
    Column("done", BigInteger, nullable=False),
    Column("total", BigInteger, nullable=False),
    Column("created_at", Text, nullable=False),
    Index("job_public", "space_n", "id", unique=True),
    Index("job_key", "space_n", "kind", "key", "owner", unique=True),
    Index("job_due", "space_n", "state", "due_at"),
    info={"unmeasured": True},
)

# How far a file that is captured again and again was read.
feed = Table(
    "feed",
    metadata,
    _number(),
    _space(),
    Column("owner", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),  # the conversation or source it goes into
    Column("place", Text, nullable=False),  # the file
    Column("digest", Text, nullable=False),  # a keyed hash of what was read
    Column("bytes", BigInteger, nullable=False),  # how much of it that was
    Column("records", BigInteger, nullable=False),
    Column("unknown", BigInteger, nullable=False),  # records that were kept raw
    Column("problem", Text),
    Column("at", Text, nullable=False),
    Index("feed_name", "space_n", "owner", "kind", "name", unique=True),
    info={"unmeasured": True},
)

# What was asked, by whom. It is written in batches and is no part of the ledger.
walk = Table(
    "walk",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("owner", Text, nullable=False),  # who asked
    Column("at", Text, nullable=False),
    Column("tool", Text, nullable=False),
    Column("session", Text),
    Column("subject", Text),
    Column("query", Text),  # None: it brought up something personal, or something erased since
    Column("shape", Text),  # the form of the question, without what it is about
    Column("is_reported", Integer, nullable=False),  # the caller has said what was used
    Index("walk_public", "space_n", "id", unique=True),
    Index("walk_order", "space_n", "number"),
    Index("walk_session", "space_n", "session", "number", sqlite_where=text("session IS NOT NULL")),
    info={"unmeasured": True},
)

# What was returned, in order, and which of it was used.
walk_hit = Table(
    "walk_hit",
    metadata,
    Column("walk_n", _Number, ForeignKey("walk.number"), primary_key=True, autoincrement=False),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    _space(),
    Column("item_n", BigInteger),
    Column("message_n", BigInteger),
    Column("is_used", Integer, nullable=False),
    Index("walk_hit_item", "item_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("walk_hit_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    info={"unmeasured": True},
)

# What was handed to somebody as context, so that it can be shown again. The text is not kept: it
# is made again of the versions that it held.
delivery = Table(
    "delivery",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("template", Text, nullable=False),
    Column("owner", Text, nullable=False),  # whom it was made for
    Column("rights", Text, nullable=False),  # their kind, roles and groups then
    Column("at", Text, nullable=False),
    Column("position", BigInteger, nullable=False),  # of the ledger when it was made
    Column("subject", Text),
    Column("token_estimate", Integer, nullable=False),
    Column("token_budget", Integer, nullable=False),
    Column("withheld", Text, nullable=False),  # reason: how many
    Column("given", Text, nullable=False),  # what the caller gave that stands in the text
    Column("settings", Text, nullable=False),  # what of the space's own decides how items read
    Column("text_hash", Text),  # None: something of it was erased, and a hash confirms a guess
    Index("delivery_public", "space_n", "id", unique=True),
    info={"unmeasured": True},
)

# What a delivery held, in order.
delivered = Table(
    "delivered",
    metadata,
    Column(
        "delivery_n", _Number, ForeignKey("delivery.number"), primary_key=True, autoincrement=False
    ),
    Column("rank", Integer, primary_key=True, autoincrement=False),
    _space(),
    Column("item_n", BigInteger),
    Column("version_n", BigInteger),
    Column("message_n", BigInteger),
    Column("part", Text, nullable=False),
    Column("why", Text, nullable=False),
    Index("delivered_item", "item_n", "delivery_n", sqlite_where=text("item_n IS NOT NULL")),
    Index("delivered_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
    info={"unmeasured": True},
)

# What signs bearer tokens. It belongs to the store as a whole, and no space can read it.
signing_key = Table(
    "signing_key",
    metadata,
    _number(),
    Column("kid", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("verifies_until", Text),  # set: it was replaced, and signs no more
    Index("signing_key_name", "kid", unique=True),
    info={"unmeasured": True},
)

# The bearer tokens that are accepted, by id. What a caller shows is not kept.
token = Table(
    "token",
    metadata,
    _number(),
    _space(),
    Column("id", Text, nullable=False),
    Column("principal", Text, nullable=False),  # who calls with it
    Column("kid", Text, nullable=False),  # the key that signed it
    Column("issued_by", Text, nullable=False),
    Column("issued_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    Column("revoked_at", Text),
    Column("note", Text),
    Column("seq", BigInteger, nullable=False),  # where the ledger says that it was issued
    Index("token_public", "space_n", "id", unique=True),
    info={"unmeasured": True},
)

# What was answered to requests that came with a key, so that a repeated one is answered alike.
kept_answer = Table(
    "kept_answer",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("principal", Text, primary_key=True),
    Column("key_hash", Text, primary_key=True),  # of the key and what was done with it
    Column("body_hash", Text, nullable=False),  # of all that was asked
    Column("attempt", Text, nullable=False),  # which of several tries it is
    Column("status", Integer),  # NULL: begun, and not known to have ended
    Column("answer", Text),  # NULL: none yet, or none that may be kept
    Column("names", Text, nullable=False),  # ids of items in it that the caller could see
    Column("at", Text, nullable=False),
    Index("kept_answer_age", "space_n", "at"),
    info={"unmeasured": True},
)

idempotency = Table(
    "idempotency",
    metadata,
    Column("space_n", _Number, ForeignKey("space.number"), primary_key=True, autoincrement=False),
    Column("principal", Text, primary_key=True),
    Column("operation", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_hash", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Text, nullable=False),
)
