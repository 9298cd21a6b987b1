"""Audit: where an item comes from, what happened to it, and whether the record is whole."""

from __future__ import annotations

from pydantic import ValidationError

from remembrancer.errors import InvalidInput, NotFound
from remembrancer.model.item import Item
from remembrancer.model.ledger import Head, Verification
from remembrancer.model.provenance import Provenance
from remembrancer.model.scope import Scope
from remembrancer.ports import Progress, Reader
from remembrancer.rules.limits import AUDIT_ENTRIES_MAX, CHAIN_ITEMS_MAX
from remembrancer.rules.visibility import require_full_admin


def history(reader: Reader, id: str) -> tuple[Item, ...]:
    """The chain of items that replaced each other, oldest first."""
    chain = reader.chain(id, limit=CHAIN_ITEMS_MAX)
    if not chain:
        raise NotFound("item", id)
    return chain


def provenance(reader: Reader, scope: Scope, id: str) -> Provenance:
    """Source, evidence, chain and acts of one item.

    Positions and hashes tell of rows that somebody may not see, so only admins get them.
    """
    item = reader.item(id)
    if item is None:
        raise NotFound("item", id)
    entries = reader.entries(after=0, limit=AUDIT_ENTRIES_MAX, target=id)
    if not scope.viewer.is_admin:
        hidden = {"seq": 0, "target": id, "detail": {}, "hash": "", "commitment": ""}
        entries = tuple(entry.model_copy(update=hidden) for entry in entries)
    return Provenance(
        item=item,
        sources=reader.sources(
            sorted({one.source_id for one in item.evidence if one.source_id is not None})
        ),
        chain=history(reader, id),
        changes=entries,
    )


def verify(
    reader: Reader, scope: Scope, head: Head | str | None, progress: Progress | None
) -> Verification:
    require_full_admin(scope.viewer, "verify the ledger")
    return reader.verify(_head(head), progress=progress)


def _head(given: Head | str | None) -> Head | None:
    if given is None or isinstance(given, Head):
        return given
    try:
        return Head.model_validate_json(given)
    except (ValidationError, TypeError):
        raise InvalidInput(
            "That is no exported head. Give the one that verify() returned, or its text.",
            field="head",
        ) from None
