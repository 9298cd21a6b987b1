"""Items as decisions are made of them: only the columns that a decision shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from remembrancer.decisions.decision import UNTOLD
from remembrancer.decisions.decision_rows import tell
from remembrancer.items.effective_state import Readings
from remembrancer.items.evidence import Evidence
from remembrancer.store.items.item_rows import LIFECYCLES, REVIEWS, TRUSTS, ends_at
from remembrancer.store.rows import moment, moment_or_none, own_json
from remembrancer.store.schema import item, version

TOLD_COLUMNS: Final = (
    item.c.number,
    item.c.id,
    item.c.owner,
    item.c.audience.label("audience_now"),
    item.c.is_personal.label("is_personal_now"),
    item.c.created_at,
    *(
        version.c[name]
        for name in (
            *("kind", "title", "content", "data", "subject", "lifecycle", "review"),
            *("confidence_base", "verifier_count", "admin_approved", "live_confirmed"),
            *("last_confirmed_at", "source_type", "source_id", "trust", "valid_until"),
            *("expires_at", "occurred_at"),
        )
    ),
)


def told_from(
    row: Sequence[Any], evidence: tuple[Evidence, ...], readings: Readings
) -> dict[str, Any]:
    """The fields of a decision, from `TOLD_COLUMNS` of an item that is there."""
    values = UNTOLD.copy()
    (
        _number,
        values["id"],
        values["recorded_by"],
        values["audience"],
        is_personal,
        created_at,
        kind,
        values["title"],
        values["content"],
        data,
        values["subject"],
        lifecycle,
        review,
        confidence_base,
        verifier_count,
        admin_approved,
        live_confirmed,
        last_confirmed_at,
        source_type,
        values["source_id"],
        trust,
        valid_until,
        expires_at,
        occurred_at,
    ) = row
    values["kind"] = kind
    values["review"] = review = REVIEWS[review]
    values["source_type"] = source_type
    values["is_personal"] = is_personal != 0
    values["trust"] = TRUSTS[trust]
    values["evidence"] = evidence
    values["decided_at"] = moment(occurred_at)
    values["recorded_at"] = recorded_at = moment(created_at)
    values["lifecycle"], values["status"], values["confidence"] = readings.of(
        (  # as `items/effective_state.py` names them
            kind,
            LIFECYCLES[lifecycle],
            review,
            recorded_at if last_confirmed_at is None else moment(last_confirmed_at),
            None
            if expires_at is None and valid_until is None
            else ends_at(moment_or_none(expires_at), moment_or_none(valid_until)),
            confidence_base,
            source_type,
            admin_approved != 0,
            live_confirmed != 0,
            verifier_count,
        )
    )
    if data != "{}":
        tell(values, own_json(data))
    return values
