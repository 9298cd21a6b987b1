"""Which columns of which table the ledger commits to.

References count by public id and not by number, so that a space keeps its chain when it moves to
another store. Search texts are left out: they follow from the content.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, FromClause, Select, Table, bindparam, select

from remembrancer.core.hashing import commitment
from remembrancer.store import schema
from remembrancer.store.items.item_queries import STATE_COLUMNS

_LEFT_OUT = {
    "number",
    "space_n",
    "item_n",
    "source_n",
    "message_n",
    "conversation_n",
    "document_n",
    "until_seq",
    "same_hash",
    "key",
    "seq",
    "salt",
    "commitment",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sealed:
    """A table whose rows the ledger commits to."""

    table: Table
    joined: FromClause  # the table with those it refers to
    references: tuple[ColumnElement[Any], ...]  # the public ids it refers to
    columns: tuple[ColumnElement[Any], ...]  # its own values
    name_column: ColumnElement[Any]  # how a break names the row
    later: tuple[ColumnElement[Any], ...] = ()  # columns that rows of older stores lack
    is_mutable: bool = False  # True: a later act replaces the row
    names: tuple[str, ...] = field(init=False)  # of the sealed columns
    whole_row: tuple[str, ...] = field(init=False)  # of all columns of the table

    def __post_init__(self) -> None:
        # Asking a table for its columns takes longer than hashing a row of it.
        names = tuple(str(column.key) for column in (*self.columns, *self.later))
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "whole_row", tuple(column.name for column in self.table.c))

    def commit(self, salt: str, references: Sequence[Any], row: Mapping[str, Any]) -> str:
        return commitment(salt, self.counted([*references, *map(row.__getitem__, self.names)]))

    def counted(self, values: Sequence[Any]) -> Sequence[Any]:
        """The values that a seal covers. Later columns count from the first use of them on."""
        end = len(values)
        first = end - len(self.later)
        while end > first and values[end - 1] is None:
            end -= 1
        return values[:end]

    def stream(self) -> Select[Any]:
        """Position, number, name, salt, commitment and the sealed values, in ledger order."""
        own = self.table.c
        return self.rows().order_by(own.seq, own.number)

    def rows(self) -> Select[Any]:
        own = self.table.c
        return (
            select(
                own.seq,
                own.number,
                self.name_column,
                own.salt,
                own.commitment,
                *self.references,
                *self.columns,
                *self.later,
            )
            .select_from(self.joined)
            .where(self.table.c[_space_column(self.table)] == bindparam("space_n"))
        )

    def named(self, values: Sequence[Any]) -> dict[str, Any]:
        """The row's own values by column, from those that follow the commitment in `rows`."""
        names = (str(column.key) for column in (*self.columns, *self.later))
        return dict(zip(names, values[len(self.references) :], strict=True))


def _space_column(table: Table) -> str:
    return "number" if table is schema.space else "space_n"


def _own(table: Table, *without: str) -> tuple[ColumnElement[Any], ...]:
    return tuple(
        column for column in table.c if column.name not in _LEFT_OUT and column.name not in without
    )


_item, _version, _evidence = schema.item, schema.version, schema.evidence
_source, _conversation, _message = schema.source, schema.conversation, schema.message
_standing = schema.standing

VERSION = Sealed(
    table=_version,
    joined=_version.join(_item, _item.c.number == _version.c.item_n),
    references=(_item.c.id, _item.c.owner, _item.c.created_at),
    columns=(_version.c.version, _version.c.at, *STATE_COLUMNS),
    name_column=_item.c.id.label("name"),
)
EVIDENCE = Sealed(
    table=_evidence,
    joined=(
        _evidence.join(_item, _item.c.number == _evidence.c.item_n)
        .outerjoin(_source, _source.c.number == _evidence.c.source_n)
        .outerjoin(_message, _message.c.number == _evidence.c.message_n)
        .outerjoin(_conversation, _conversation.c.number == _message.c.conversation_n)
    ),
    references=(
        _item.c.id,
        _source.c.id.label("source_id"),
        _conversation.c.id.label("conversation_id"),
        _conversation.c.owner.label("conversation_owner"),
        _message.c.id.label("message_id"),
        _message.c.owner.label("message_owner"),
    ),
    columns=_own(_evidence),
    name_column=_item.c.id.label("name"),
)
SOURCE = Sealed(
    table=_source,
    joined=_source,
    references=(),
    columns=_own(_source),
    name_column=_source.c.id.label("name"),
)
CONVERSATION = Sealed(
    table=_conversation,
    joined=_conversation,
    references=(),
    columns=_own(_conversation, "trust"),
    name_column=_conversation.c.id.label("name"),
    later=(_conversation.c.trust,),
)
MESSAGE = Sealed(
    table=_message,
    joined=_message.join(_conversation, _conversation.c.number == _message.c.conversation_n),
    # Two callers may use one id, so that a conversation is known by its owner too.
    references=(
        _conversation.c.id.label("conversation_id"),
        _conversation.c.owner.label("conversation_owner"),
    ),
    columns=_own(_message, "trust"),
    name_column=_message.c.id.label("name"),
    later=(_message.c.trust,),
)
STANDING = Sealed(
    table=_standing,
    joined=_standing.join(
        _conversation, _conversation.c.number == _standing.c.conversation_n
    ).outerjoin(_message, _message.c.number == _standing.c.message_n),
    references=(
        _conversation.c.id.label("conversation_id"),
        _conversation.c.owner.label("conversation_owner"),
        _message.c.id.label("message_id"),
        _message.c.owner.label("message_owner"),
    ),
    columns=_own(_standing, "revoked_seq"),
    later=(_standing.c.revoked_seq,),
    name_column=(_conversation.c.id + "/" + _conversation.c.owner).label("name"),
    is_mutable=True,
)
ENTITY = Sealed(
    table=schema.entity,
    joined=schema.entity,
    references=(),
    columns=_own(schema.entity),
    name_column=schema.entity.c.id.label("name"),
)
RELATION = Sealed(
    table=schema.relation,
    joined=schema.relation,
    references=(),
    columns=_own(schema.relation),
    name_column=schema.relation.c.id.label("name"),
)
VOTE = Sealed(
    table=schema.vote,
    joined=schema.vote.join(_item, _item.c.number == schema.vote.c.item_n),
    references=(_item.c.id,),
    columns=_own(schema.vote),
    name_column=(_item.c.id + "/" + schema.vote.c.principal).label("name"),
    is_mutable=True,
)
PERSON = Sealed(
    table=schema.person,
    joined=schema.person,
    references=(),
    columns=_own(schema.person),
    name_column=schema.person.c.name.label("label"),
    is_mutable=True,
)
SPACE = Sealed(
    table=schema.space,
    joined=schema.space,
    references=(),
    columns=_own(schema.space, "name"),
    name_column=schema.space.c.uid.label("label"),
    is_mutable=True,
)

ERASED = Sealed(
    table=schema.erased,
    joined=schema.erased,
    references=(),
    columns=_own(schema.erased),
    name_column=schema.erased.c.row_commitment.label("name"),
)

# The order in which a change's rows are committed to together.
ALL = (
    VERSION,
    EVIDENCE,
    SOURCE,
    CONVERSATION,
    MESSAGE,
    STANDING,
    ENTITY,
    RELATION,
    VOTE,
    PERSON,
    SPACE,
    ERASED,
)
