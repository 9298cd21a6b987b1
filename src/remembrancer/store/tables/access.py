"""People on record, bearer tokens and their keys, and idempotency keys."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, Table, Text

from remembrancer.core.ledger import Action
from remembrancer.store.tables import row_policies
from remembrancer.store.tables.columns import metadata, number, sealed, space, space_key
from remembrancer.store.tables.description import (
    ACCOUNT,
    COUNT,
    IDENTITY,
    NAME,
    NUMBER,
    POSITION,
    SEAL_KEPT,
    TIME,
    Erasure,
    Planner,
    RowPolicy,
    Seal,
    TableDescription,
)

_SECRET: Final = "a random key, which is of no text"
_CALL: Final = "a keyed hash of the name that a caller gave to a request, or a random one"

person = Table(
    "person",
    metadata,
    number(),
    space(),
    Column("name", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("email", Text),
    Column("roles", Text, nullable=False),
    Column("groups", Text, nullable=False),
    Column("notes_path", Text),
    *sealed(),
    Index("person_name", "space_n", "name", unique=True),
)
PERSON = TableDescription(
    table=person,
    seal=Seal(name=person.c.name.label("label"), rewritten_by=(Action.PERSON_PUT,)),
    erasure=Erasure(
        kept={
            NUMBER: "number space_n",
            ACCOUNT: "name kind email roles groups notes_path salt",
            **SEAL_KEPT,
        },
    ),
    policy=RowPolicy(visible=row_policies.IN_SPACE),
    planner=Planner(unsampled="name email salt", few_values="kind"),
)

# The keys that sign bearer tokens. They belong to the whole store, and no space can read them.
signing_key = Table(
    "signing_key",
    metadata,
    number(),
    Column("kid", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("verifies_until", Text),  # set: it was replaced, and no longer signs
    Index("signing_key_name", "kid", unique=True),
)
SIGNING_KEY = TableDescription(
    table=signing_key,
    erasure=Erasure(
        kept={
            NUMBER: "number",
            IDENTITY: "kid",
            _SECRET: "secret",
            TIME: "created_at verifies_until",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.OUTSIDE_SPACES, writable=row_policies.OUTSIDE_SPACES
    ),  # no access inside a space
    not_exported="it lets somebody in",
    is_secret=True,
    planner=Planner(rows={"signing_key_name": "2 1"}),
)

# The accepted bearer tokens, by id. The bearer token itself is not stored.
token = Table(
    "token",
    metadata,
    number(),
    space(),
    Column("id", Text, nullable=False),
    Column("principal", Text, nullable=False),  # the caller who uses it
    Column("kid", Text, nullable=False),  # the key that signed it
    Column("issued_by", Text, nullable=False),
    Column("issued_at", Text, nullable=False),
    Column("expires_at", Text, nullable=False),
    Column("revoked_at", Text),
    Column("note", Text),
    Column("seq", BigInteger, nullable=False),  # the ledger position that issued it
    Index("token_public", "space_n", "id", unique=True),
)
TOKEN = TableDescription(
    table=token,
    erasure=Erasure(
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id kid",
            NAME: "principal issued_by",
            TIME: "issued_at expires_at revoked_at",
            ACCOUNT: "note",
            POSITION: "seq",
        },
    ),
    policy=RowPolicy(
        visible=row_policies.in_space_if(row_policies.SEES_ALL, row_policies.is_viewer("principal"))
    ),
    not_exported="it lets somebody in",
    is_secret=True,
    planner=Planner(rows={"token_public": "1000 1000 1"}),
)

# Answers to requests with an idempotency key, so that a repeated request gets the same answer.
kept_answer = Table(
    "kept_answer",
    metadata,
    space_key(),
    Column("principal", Text, primary_key=True),
    Column("key_hash", Text, primary_key=True),  # hash of the key and the operation
    Column("body_hash", Text, nullable=False),  # hash of the whole request
    Column("attempt", Text, nullable=False),  # the id of the attempt
    Column("status", Integer),  # NULL: started, and not known to have ended
    Column("answer", Text),  # NULL: none yet, or it may not be stored
    Column("names", Text, nullable=False),  # ids of items in it that the caller could see
    Column("at", Text, nullable=False),
    Index("kept_answer_age", "space_n", "at"),
)
KEPT_ANSWER = TableDescription(
    table=kept_answer,
    erasure=Erasure(
        cleared="answer",
        replaced={"names": "[]", "body_hash": ""},
        kept={
            NUMBER: "space_n",
            NAME: "principal",
            _CALL: "key_hash attempt",
            COUNT: "status",
            TIME: "at",
        },
    ),
    # An erasure clears affected answers, whoever they belong to.
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.ERASING, row_policies.is_viewer("principal")
        )
    ),
    not_exported="it stays where the request was made",
    planner=Planner(
        rows={
            "kept_answer_age": "10000 10000 1",
            "sqlite_autoindex_kept_answer_1": "10000 10000 1000 1",
        },
    ),
)

idempotency = Table(
    "idempotency",
    metadata,
    space_key(),
    Column("principal", Text, primary_key=True),
    Column("operation", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_hash", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Text, nullable=False),
)
IDEMPOTENCY = TableDescription(
    table=idempotency,
    erasure=Erasure(removed="an answer that names what was erased, and a hash of it"),
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            row_policies.SEES_PERSONAL, row_policies.is_viewer("principal")
        )
    ),
    planner=Planner(unsampled="principal key body_hash answer"),
)
