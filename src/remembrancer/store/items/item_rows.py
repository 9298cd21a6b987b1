"""Converts item rows into types, and item states into rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from remembrancer.core.calendar import days_between
from remembrancer.core.preset import ConfidenceRules, Preset
from remembrancer.core.texts.text import ERASED
from remembrancer.core.token_budget import bundle_score
from remembrancer.delivery.bundle.port import Accepted
from remembrancer.items.confidence import Worths
from remembrancer.items.effective_state import Readings
from remembrancer.items.evidence import Evidence
from remembrancer.items.item import ConfidenceSubtype, Item, Lifecycle, Review, Trust
from remembrancer.items.state import ItemState, StoredItem
from remembrancer.store.rows import iso, moment, to_json

IDENTITY_WIDTH = 8  # columns of an item before those of its state
_ACCEPTED_WIDTH = 4  # columns of an accepted item before those of its confidence


def state_row(state: ItemState) -> tuple[Any, ...]:
    """A state as its columns, in the table's order."""
    return (
        state.kind,
        state.category,
        state.domain,
        state.title,
        state.content,
        to_json(state.data, "data") if state.data else "{}",
        to_json(state.metadata, "metadata") if state.metadata else "{}",
        to_json(state.tags, "tags") if state.tags else "[]",
        to_json(state.entities, "entities") if state.entities else "[]",
        state.subject,
        state.lifecycle._value_,
        state.review._value_,
        state.confidence_base,
        state.confidence_subtype and state.confidence_subtype.value,
        state.verifier_count,
        int(state.admin_approved),
        int(state.live_confirmed),
        state.last_confirmed_at and iso(state.last_confirmed_at),
        state.audience,
        int(state.is_personal),
        state.sensitivity,
        # SQLite stores a negative zero as zero, and the commitment must match the stored value.
        None if state.importance is None else state.importance + 0.0,
        state.source_type,
        state.source_id,
        state.trust._value_,
        state.valid_from and iso(state.valid_from),
        state.valid_until and iso(state.valid_until),
        state.expires_at and iso(state.expires_at),
        iso(state.occurred_at),
        state.superseded_by,
    )


LIFECYCLES = {value.value: value for value in Lifecycle}
REVIEWS = {value.value: value for value in Review}
TRUSTS = {value.value: value for value in Trust}

# An item as read, before the viewer and the time of reading are known: its row number, and its
# values by field.
Read = tuple[int, dict[str, Any]]
# Copying a dict that has every field takes half the time of building one.
_BLANK: dict[str, Any] = dict.fromkeys(Item.model_fields)
_state_of = itemgetter(*ItemState._fields)


def read_from(row: Sequence[Any]) -> Read:
    """From number, id, owner, audience, is_personal, created_at, version, at, and the state."""
    values = _BLANK.copy()
    (
        number,
        values["id"],
        values["source_user"],
        values["audience"],
        is_personal,
        created_at,
        values["version"],
        updated_at,
        values["kind"],
        values["category"],
        values["domain"],
        values["title"],
        content,
        data,
        metadata,
        tags,
        entities,
        values["subject"],
        lifecycle,
        review,
        values["confidence_base"],
        confidence_subtype,
        values["verifier_count"],
        admin_approved,
        live_confirmed,
        last_confirmed_at,
        _audience_then,
        _was_personal,
        values["sensitivity"],
        values["importance"],
        values["source_type"],
        values["source_id"],
        trust,
        valid_from,
        valid_until,
        expires_at,
        occurred_at,
        values["superseded_by"],
    ) = row
    values["content"] = ERASED if content is None else content
    values["data"] = json.loads(data) if data != "{}" else {}
    values["metadata"] = json.loads(metadata) if metadata != "{}" else {}
    values["tags"] = tuple(json.loads(tags)) if tags != "[]" else ()
    values["entities"] = tuple(json.loads(entities)) if entities != "[]" else ()
    values["lifecycle"] = LIFECYCLES[lifecycle]
    values["review"] = REVIEWS[review]
    values["trust"] = TRUSTS[trust]
    if confidence_subtype is not None:
        values["confidence_subtype"] = ConfidenceSubtype(confidence_subtype)
    values["admin_approved"] = admin_approved != 0
    values["live_confirmed"] = live_confirmed != 0
    values["is_personal"] = is_personal != 0
    values["created_at"] = moment(created_at)
    values["updated_at"] = moment(updated_at)
    values["occurred_at"] = moment(occurred_at)
    if last_confirmed_at is not None:
        values["last_confirmed_at"] = moment(last_confirmed_at)
    if valid_from is not None:
        values["valid_from"] = moment(valid_from)
    if valid_until is not None:
        values["valid_until"] = moment(valid_until)
    if expires_at is not None:
        values["expires_at"] = moment(expires_at)
    return number, values


def stored_from(row: Sequence[Any]) -> StoredItem:
    """An item to be changed, from the same columns.

    Its content is that of the version; audience and personal flag are the current ones.
    """
    number, values = read_from(row)
    return StoredItem(
        number,
        values["id"],
        values["source_user"],
        values["created_at"],
        values["version"],
        values["updated_at"],
        ItemState._make(_state_of(values)),
    )


def read_again(stored: StoredItem) -> Read:
    """A stored item in the form in which it would be read."""
    values = _BLANK | stored.state._asdict()
    values["id"] = stored.id
    values["source_user"] = stored.owner
    values["created_at"] = stored.created_at
    values["updated_at"] = stored.updated_at
    values["version"] = stored.version
    return stored.number, values


def item_from(
    stored: StoredItem, preset: Preset, now: datetime, *, evidence: tuple[Evidence, ...] = ()
) -> Item:
    """The item at one point in time, without a pointer to what replaced it."""
    _, values = read_again(stored)
    values["superseded_by"] = None
    values["supersedes"] = ()
    values["evidence"] = evidence
    fill_in(values, Readings(preset, now))
    return Item.trusted(values)


def fill_in(values: dict[str, Any], readings: Readings) -> None:
    """Adds the values that depend on the time of reading."""
    grounds = (  # as `items/effective_state.py` names them
        values["kind"],
        values["lifecycle"],
        values["review"],
        values["last_confirmed_at"] or values["created_at"],
        ends_at(values["expires_at"], values["valid_until"]),
        values["confidence_base"],
        values["source_type"],
        values["admin_approved"],
        values["live_confirmed"],
        values["verifier_count"],
    )
    values["lifecycle"], values["status"], values["confidence"] = readings.of(grounds)


def ends_at(expires_at: datetime | None, valid_until: datetime | None) -> datetime | None:
    """When an item ends: it expires, or is no longer valid, whichever is earlier."""
    if valid_until is not None and (expires_at is None or valid_until < expires_at):
        return valid_until
    return expires_at


def accepted_from(
    rows: Iterable[tuple[Any, ...]], review: Review, rules: ConfidenceRules, now: datetime
) -> list[Accepted]:
    """Items as a bundle ranks them, from the columns of `store/items/approved_items.py`. All have
    this review state."""
    is_mandatory = review is Review.MANDATORY
    result: list[Accepted] = []
    worths = Worths(rules, now)
    # Neighbouring rows were often added together, so equal values are computed once.
    for grounds, alike in groupby(rows, _grounds):
        source_type, base, is_approved, is_live, verifiers, at = grounds
        since = moment(at)
        confidence = worths.of(
            base, source_type, is_approved, is_live, verifiers, since, is_mandatory
        )
        worth = (confidence, bundle_score(confidence, days_between(since, now)))
        result += [_accepted(row[:_ACCEPTED_WIDTH] + worth) for row in alike]
    return result


_grounds = itemgetter(slice(_ACCEPTED_WIDTH, None))
_accepted: Callable[[tuple[Any, ...]], Accepted] = partial(tuple.__new__, Accepted)
