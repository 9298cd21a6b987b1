"""What search needs besides the index: texts, word frequencies, and vectors."""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, Table, Text, text

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
    NUMBER,
    WORD,
    Erasure,
    Planner,
    RowPolicy,
    TableDescription,
)

_DERIVED: Final = "made of an erased text"

# The stems of one item text or of one message. Versions with the same text share it.
document = Table(
    "document",
    metadata,
    number(),
    space(),
    optional_reference("item_n", "item"),
    optional_reference("message_n", "message"),
    Column("subject", Text),  # the subject of its item or message
    Column("tokens", Text),
    Column("length", Integer, nullable=False),
    # Only texts that everybody in the space may see count: statistics must not reveal the others.
    Column("is_counted", Integer, nullable=False),
    Index("document_space", "space_n", "number"),
    Index("document_item", "item_n"),
    Index("document_message", "message_n", sqlite_where=text("message_n IS NOT NULL")),
)
DOCUMENT = TableDescription(
    table=document,
    erasure=Erasure(removed=_DERIVED),
    # Everybody in the space may read texts that count in the statistics.
    policy=RowPolicy(
        visible=row_policies.in_space_if(
            "is_counted = 1",
            row_policies.SEES_PERSONAL,
            row_policies.belongs_to("document", "item_n", "item"),
            row_policies.belongs_to("document", "message_n", "message"),
        )
    ),
    planner=Planner(
        mostly_empty="message_n",
        always_one="is_counted",
        rows={
            "document_space": "250000 250000 1",
            "document_item": "250000 2",
            "document_message": "100000 1",
        },
    ),
)

term = Table(
    "term",
    metadata,
    space_key(),
    Column("term", Text, primary_key=True),
    Column("documents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
TERM = TableDescription(
    table=term,
    erasure=Erasure(removed="a stem that no other text of the space holds"),
    policy=RowPolicy(visible=row_policies.IN_SPACE),
    not_exported="counted anew from the texts",
    planner=Planner(rows={"sqlite_autoindex_term_1": "20000 20000 1"}),
)

# The vector of a text from an embedder. A long text has several parts.
vector = Table(
    "vector",
    metadata,
    number(),
    space(),
    reference("document_n", "document"),
    Column("model", Text, nullable=False),  # vectors of two models are never compared
    Column("part", Integer, nullable=False),
    Column(  # float32, little endian; on PostgreSQL the pgvector type
        "vector", LargeBinary, nullable=False, info={"is_embedding": True}
    ),
    Index("vector_document", "space_n", "document_n", "model", "part", unique=True),
    Index("vector_order", "space_n", "model", "number"),
)
VECTOR = TableDescription(
    table=vector,
    erasure=Erasure(removed=_DERIVED),
    policy=RowPolicy(
        visible=f"{row_policies.IN_SPACE} AND "
        f"{row_policies.belongs_to('vector', 'document_n', 'document')}"
    ),
    planner=Planner(
        few_values="model",
        rows={"vector_document": "250000 250000 1 1 1", "vector_order": "250000 250000 250000 1"},
    ),
)

# The progress of embedding the texts of a space with a model.
embedded = Table(
    "embedded",
    metadata,
    space_key(),
    Column("model", Text, primary_key=True),
    Column("upto", BigInteger, nullable=False),  # the last text
)
EMBEDDED = TableDescription(
    table=embedded,
    erasure=Erasure(kept={NUMBER: "space_n upto", WORD: "model"}),
    policy=RowPolicy(visible=row_policies.IN_SPACE),  # a count
    not_exported="found anew from the vectors",
    planner=Planner(few_values="model"),
)

# The codes that search compares in a large space of a file, so that the next process need not make
# them. They have bits of vectors, and the times and authors of messages.
vector_codes = Table(
    "vector_codes",
    metadata,
    space_key(),
    Column("model", Text, primary_key=True),
    Column("part", Integer, primary_key=True),  # they are cut into parts of limited size
    Column("upto", BigInteger, nullable=False),  # the last vector
    Column("erased", BigInteger, nullable=False),  # the last erasure before they were made
    Column("vectors", BigInteger, nullable=False),  # how many
    Column("body", LargeBinary, nullable=False),
)
VECTOR_CODES = TableDescription(
    table=vector_codes,
    erasure=Erasure(removed="made of all vectors of the space, those of the erased included"),
    policy=RowPolicy(visible=f"{row_policies.IN_SPACE} AND {row_policies.SEES_PERSONAL}"),
    not_exported="made anew from the vectors",
    planner=Planner(few_values="model"),
)
