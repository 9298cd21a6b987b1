"""Audit: where an item comes from, what happened to it, and whether the ledger is intact."""

from __future__ import annotations

from typing import Final

from pydantic import ValidationError

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.ledger import Head, LedgerEntry, Verification
from remembrancer.core.limits import AUDIT_ENTRIES_MAX, DELIVERIES_LISTED_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.texts.naming import CONVERSATION, MEETING, SESSION
from remembrancer.core.validation import check_whole
from remembrancer.governance import replacement_review
from remembrancer.governance.provenance import Provenance
from remembrancer.governance.receipt_rules import head
from remembrancer.items.conversation import Conversation
from remembrancer.items.item import Item
from remembrancer.items.item_change import FieldChange, ItemChange
from remembrancer.items.source import Source
from remembrancer.items.trust import DERIVED_FROM
from remembrancer.items.visibility import require_full_admin
from remembrancer.ports import LedgerPoint, Progress, Reader

# Fields derived from time or from other rows. They are no change of the item itself.
_DERIVED: Final = frozenset(
    {"confidence", "status", "supersedes", "evidence", "updated_at", "version"}
)

_SESSIONS: Final = frozenset({SESSION, "user_verification"})  # source types that come from sessions
_OPENING: Final = frozenset({"audience", "is_personal"})


def history(reader: Reader, id: str) -> tuple[Item, ...]:
    """The supersession chain of an item, oldest first, with pending replacements."""
    return replacement_review.chain(reader, id)


def provenance(reader: Reader, scope: Scope, id: str) -> Provenance:
    """Source, evidence, chain, ledger entries and deliveries of one item.

    Positions and hashes reveal that hidden rows exist, so only viewers who see all rows get them.
    """
    item = reader.items.get(id)
    if item is None:
        raise NotFound("item", id)
    entries = reader.ledger.entries(after=0, limit=AUDIT_ENTRIES_MAX, target=id)
    if not scope.viewer.sees_personal:
        hidden = {"seq": 0, "target": id, "detail": {}, "hash": "", "commitment": ""}
        entries = tuple(entry.model_copy(update=hidden) for entry in entries)
    return Provenance(
        item=item,
        sources=_sources(reader, item),
        chain=history(reader, id),
        changes=entries,
        deliveries=tuple(
            head(one, scope.viewer)
            for one in reader.deliveries.of_item(id, limit=DELIVERIES_LISTED_MAX)
        ),
        derived_from=_derived_from(item),
        is_proven=bool(item.evidence),
    )


def _derived_from(item: Item) -> tuple[str, ...]:
    named = item.metadata.get(DERIVED_FROM)
    return tuple(str(one) for one in named) if isinstance(named, list) else ()


def _sources(reader: Reader, item: Item) -> tuple[Source, ...]:
    """The texts and conversations that the evidence quotes, if the viewer may read them."""
    named = sorted({one.source_id for one in item.evidence if one.source_id is not None})
    texts = reader.sources.named(named)
    known = {one.id for one in texts}
    talks = (reader.conversations.get(id) for id in named if id not in known)
    return (*texts, *(_as_source(one, item) for one in talks if one is not None))


def _as_source(talk: Conversation, item: Item) -> Source:
    """A conversation or session as the source of an item. Its messages are its text."""
    sort = item.source_type
    if sort != MEETING:
        sort = SESSION if sort in _SESSIONS else CONVERSATION
    return Source(
        id=talk.id,
        type=sort,
        external_id=None,
        content="",
        owner=talk.owner,
        subject=talk.subject,
        audience=talk.audience,
        is_personal=talk.is_personal,
        trust=talk.trust,
        occurred_at=talk.last_activity_at or talk.created_at,
        created_at=talk.created_at,
        metadata={} if talk.title is None else {"title": talk.title},
    )


def changes_of(reader: Reader, scope: Scope, id: str) -> tuple[ItemChange, ...]:
    """Every change of an item, oldest first, with each field before and after.

    What the item said while others could not see it is shown only to its contributor.
    """
    item = reader.items.get(id)
    if item is None:
        raise NotFound("item", id)
    is_own = item.source_user == scope.viewer.name
    changes: list[ItemChange] = []
    for one in reader.ledger.entries(after=0, limit=AUDIT_ENTRIES_MAX, target=id):
        # Read both at the time of the act, so that decay and expiry do not count as changes.
        before = reader.items.get(id, at=LedgerPoint(one.seq - 1, one.at))
        after = reader.items.get(id, at=LedgerPoint(one.seq, one.at))
        fields = _fields(before, after)
        if not is_own and _is_opened(one):
            changes = [change.model_copy(update={"fields": ()}) for change in changes]
            fields = ()
        changes.append(
            ItemChange(
                item_id=id,
                at=one.at,
                actor=one.actor,
                action=one.action,
                reason=one.reason,
                fields=fields,
            )
        )
    return tuple(changes)


def _is_opened(act: LedgerEntry) -> bool:
    """Whether an act may have shown the item to more people."""
    return not _OPENING.isdisjoint(act.detail.get("fields", ()))


def _fields(before: Item | None, after: Item | None) -> tuple[FieldChange, ...]:
    if before is None or after is None:
        return ()
    return tuple(
        FieldChange(field=name, before=old, after=new)
        for name in Item.model_fields
        if name not in _DERIVED and (old := getattr(before, name)) != (new := getattr(after, name))
    )


def verify(
    reader: Reader,
    scope: Scope,
    head: Head | str | None,
    last: int | None,
    progress: Progress | None,
) -> Verification:
    require_full_admin(scope.viewer, "verify the ledger")
    if last is not None:
        check_whole(last, "last", at_least=1, at_most=1 << 62)
    return reader.ledger.verify(_head(head), last=last, progress=progress)


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
