"""Every place that holds something, and what erasure does to it.

The eraser builds its statements from this list, and `verify` checks by it that an erased row is
blank. A test fails where a column is not in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Table, Update, null, update

from remembrancer.core.text import ERASED
from remembrancer.store import schema

# Why a value stays.
NUMBER: Final = "the store's own number"
POSITION: Final = "a position in the ledger"
COMMITMENT: Final = "a hash that tells nothing once its salt is gone"
IDENTITY: Final = "an id: the ledger names it"
NAME: Final = "the name of a principal: the ledger names it"
PERMISSION: Final = "who may see the husk"
WORD: Final = "one of a few fixed words"
TIME: Final = "when it was recorded"
TRANSCRIPT: Final = "keeps the husk in its place in the transcript"
COUNT: Final = "a count or a flag, and no text"
SETTING: Final = "a setting of the space"
ACCOUNT: Final = "a person on record: no knowledge, and changed by an admin"
REPLACED: Final = "made of messages: an erasure first replaces the row by one that holds nothing"
ORIGIN: Final = "a keyed hash of the id a source came under, not of what it says"
SECRET: Final = "a random key, which is of no text"
CALL: Final = "a keyed hash of the name that a caller gave to a request, or a random one"
GIVEN: Final = "what a caller gave: an erasure puts [erased] in the place of its texts"


@dataclass(frozen=True, slots=True)
class Like:
    """The value of another column of the row."""

    column: str


class Place:
    """One table: what erasure puts into a column, and why it leaves the others."""

    def __init__(
        self,
        table: Table,
        *,
        cleared: Iterable[str] | Mapping[str, Any] = (),
        kept: Mapping[str, str] | None = None,
        removed: str | None = None,
    ) -> None:
        values = cleared if isinstance(cleared, Mapping) else dict.fromkeys(cleared)
        self.table = table
        self.cleared = {
            name: schema.default_of(table.c[name]) if value is None else value
            for name, value in values.items()
        }
        self.kept = {name: why for why, names in (kept or {}).items() for name in names.split()}
        self.removed = removed  # why erasure deletes the row as a whole

    def blank(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """What erasure leaves in the cleared columns of a row."""
        return {
            name: row[value.column] if isinstance(value, Like) else value
            for name, value in self.cleared.items()
            if name in row
        }

    def clearing(self) -> Update:
        """The statement that clears rows; the caller says which."""
        columns = self.table.c
        return update(self.table).values(
            {
                name: columns[value.column]
                if isinstance(value, Like)
                else (null() if value is None else value)
                for name, value in self.cleared.items()
            }
        )


_SEALED: Final = {POSITION: "seq", COMMITMENT: "commitment"}
_OWNED: Final = "owner audience is_personal"
_DERIVED: Final = "made of an erased text"

_PLACES: Final = (
    Place(
        schema.version,
        cleared={
            **dict.fromkeys(
                (
                    *("category", "domain", "title", "content", "data", "metadata", "tags"),
                    *("entities", "subject", "confidence_base", "confidence_subtype"),
                    *("verifier_count", "admin_approved", "live_confirmed", "last_confirmed_at"),
                    *("sensitivity", "importance", "source_id", "trust", "valid_from"),
                    *("valid_until", "expires_at", "document_n", "salt"),
                )
            ),
            "occurred_at": Like("at"),
        },
        kept={
            NUMBER: "number space_n item_n version",
            POSITION: "seq until_seq",
            TIME: "at",
            WORD: "kind lifecycle review source_type",
            PERMISSION: "audience is_personal",
            IDENTITY: "superseded_by",
            COMMITMENT: "commitment",
        },
    ),
    Place(
        schema.evidence,
        cleared=("quote", "start", "end", "principal", "salt"),
        kept={
            NUMBER: "number space_n item_n source_n message_n",
            WORD: "stance",
            TIME: "at",
            **_SEALED,
        },
    ),
    Place(
        schema.source,
        cleared={
            **dict.fromkeys(("external_id", "content", "subject", "same_hash", "salt")),
            "metadata": "{}",
            "occurred_at": Like("created_at"),
        },
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "type trust",
            PERMISSION: _OWNED,
            TIME: "created_at",
            **_SEALED,
        },
    ),
    Place(
        schema.conversation,
        cleared=("subject", "channel_id", "title", "salt"),
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            PERMISSION: _OWNED,
            TIME: "created_at",
            WORD: "trust",
            **_SEALED,
        },
    ),
    Place(
        schema.message,
        cleared={
            **dict.fromkeys(("channel_id", "content", "subject", "salt")),
            "author_id": ERASED,
            "tool_calls": "[]",
        },
        kept={
            NUMBER: "number space_n conversation_n",
            IDENTITY: "id",
            TRANSCRIPT: "role timestamp",
            PERMISSION: _OWNED,
            WORD: "trust",
            **_SEALED,
        },
    ),
    Place(
        schema.entity,
        cleared={"name": ERASED, "external_id": None, "attrs": "{}", "salt": None},
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "kind",
            PERMISSION: _OWNED,
            TIME: "created_at",
            **_SEALED,
        },
    ),
    Place(
        schema.relation,
        cleared={
            "confidence": 1.0,
            "attrs": "{}",
            "observed_at": Like("created_at"),
            "salt": None,
        },
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id source target",
            WORD: "type",
            NAME: "owner",
            TIME: "created_at",
            **_SEALED,
        },
    ),
    Place(
        schema.item,
        cleared=("same_hash",),
        kept={
            NUMBER: "number space_n current",
            IDENTITY: "id",
            PERMISSION: _OWNED,
            WORD: "review",
            TIME: "created_at",
            POSITION: "erased_seq",
        },
    ),
    Place(
        schema.standing,
        kept={
            NUMBER: "number space_n conversation_n message_n",
            REPLACED: "points engine summarised covers salt",
            PERMISSION: _OWNED,
            TIME: "closed_at",
            **_SEALED,
            POSITION: "seq revoked_seq",
        },
    ),
    Place(schema.job, removed="work on what was erased"),
    Place(schema.feed, removed="how far a file was read that was erased"),
    Place(schema.reason, removed="the reasons of acts on what was erased"),
    Place(schema.document, removed=_DERIVED),
    Place(schema.vector, removed=_DERIVED),
    Place(schema.embedded, kept={NUMBER: "space_n upto", WORD: "model"}),
    Place(schema.walk, removed="a question that brought up what was erased, or was about it"),
    Place(schema.walk_hit, removed="what such a question brought up"),
    Place(
        schema.delivery,
        cleared=("subject", "text_hash"),
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id",
            WORD: "kind template withheld",
            NAME: "owner",
            PERMISSION: "rights",
            TIME: "at",
            POSITION: "position",
            COUNT: "token_estimate token_budget",
            GIVEN: "given",
            SETTING: "settings",
        },
    ),
    Place(
        schema.delivered,
        cleared={"why": ERASED},
        kept={NUMBER: "delivery_n rank space_n item_n version_n message_n", WORD: "part"},
    ),
    Place(schema.term, removed="a stem that no other text of the space holds"),
    Place(
        schema.kept_answer,
        cleared={"answer": None, "names": "[]", "body_hash": ""},
        kept={
            NUMBER: "space_n",
            NAME: "principal",
            CALL: "key_hash attempt",
            COUNT: "status",
            TIME: "at",
        },
    ),
    Place(schema.idempotency, removed="an answer that names what was erased, and a hash of it"),
    Place(
        schema.vote,
        kept={
            NUMBER: "number space_n item_n",
            NAME: "principal",
            COUNT: "value",
            TIME: "at",
            COMMITMENT: "salt commitment",
            POSITION: "seq",
        },
    ),
    Place(
        schema.person,
        kept={
            NUMBER: "number space_n",
            ACCOUNT: "name kind email roles groups notes_path salt",
            **_SEALED,
        },
    ),
    Place(
        schema.signing_key,
        kept={
            NUMBER: "number",
            IDENTITY: "kid",
            SECRET: "secret",
            TIME: "created_at verifies_until",
        },
    ),
    Place(
        schema.token,
        kept={
            NUMBER: "number space_n",
            IDENTITY: "id kid",
            NAME: "principal issued_by",
            TIME: "issued_at expires_at revoked_at",
            ACCOUNT: "note",
            POSITION: "seq",
        },
    ),
    Place(
        schema.ledger,
        kept={
            NUMBER: "space_n",
            POSITION: "seq",
            TIME: "at",
            NAME: "actor",
            WORD: "action",
            IDENTITY: "target detail",
            COMMITMENT: "commitment reason_commitment hash",
        },
    ),
    Place(
        schema.erased,
        kept={
            NUMBER: "number space_n",
            WORD: "place",
            COMMITMENT: "row_commitment husk salt commitment",
            ORIGIN: "same_origin",
            POSITION: "seq",
        },
    ),
    Place(
        schema.space,
        kept={
            NUMBER: "number",
            IDENTITY: "uid name",
            SETTING: "preset overrides key archived_at salt",
            TIME: "created_at",
            **_SEALED,
        },
    ),
    Place(
        schema.head,
        kept={
            NUMBER: "space_n",
            POSITION: "seq folded_upto",
            COMMITMENT: "hash",
            TIME: "at",
            COUNT: "documents tokens unfolded",
        },
    ),
    Place(schema.revision, kept={SETTING: "version_num"}),
)
PLACES: Final = {place.table.name: place for place in _PLACES}

# The search index is no table of ours: its entries are deleted, and its segments merged.
INDEXES: Final = {"search": "the words of every text, removed with the text"}

# The files of a store on SQLite, by what follows the name, and how a scrub leaves each.
FILES: Final = {
    "": "the database: written anew without gaps",
    "-wal": "the write-ahead log: cut to nothing",
    "-shm": "the index of the log: page numbers only",
    "-journal": "the rollback journal: never used",
}


def is_blank(table: Table, row: Mapping[str, Any]) -> bool:
    """Nothing stands in the row that erasure would have removed."""
    blank = PLACES[table.name].blank(row)
    return all(
        type(row[name]) is type(value) and row[name] == value for name, value in blank.items()
    )
