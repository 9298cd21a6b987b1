"""Receipt rules: what the reader of a delivery may see of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from remembrancer.core.principal import Principal
from remembrancer.core.token_counter import ESTIMATE, TokenCounter
from remembrancer.governance.port import DeliveredEntry, StoredDelivery
from remembrancer.governance.receipt import Included, ReceiptHead, Shown
from remembrancer.items.port import SaidBy

COUNTED_BY: Final = "counted_by"  # the key in the recorded input of a delivery


def by_counter(counter: TokenCounter | None) -> dict[str, str]:
    """How a delivery's tokens were counted, to be recorded; empty if they are estimated."""
    return {} if counter is None else {COUNTED_BY: counter.name}


def head(found: StoredDelivery, viewer: Principal) -> ReceiptHead:
    """The head of a delivery, with the requested entries."""
    return ReceiptHead(**described(found, viewer))


def described(
    found: StoredDelivery, viewer: Principal, erased: Collection[str | SaidBy] = ()
) -> dict[str, Any]:
    """The fields that a head and a receipt share.

    A position reveals how much happened in the space, so only admins who are people get it.
    """
    return {
        "id": found.id,
        "kind": found.kind,
        "template": found.template,
        "at": found.at,
        "position": found.position if viewer.sees_personal else None,
        "delivered_to": found.owner,
        "subject": found.subject,
        "token_estimate": found.token_estimate,
        "token_budget": found.token_budget,
        "counted_by": str(found.given.get(COUNTED_BY, ESTIMATE)),
        "included": tuple(_included(told, erased) for told in found.told),
    }


def _included(told: DeliveredEntry, erased: Collection[str | SaidBy]) -> Included:
    conversation_id, message_id, owner = told.message or (None, None, None)
    named = told.item_id or told.message
    if named is None:
        shown = Shown.WITHHELD
    else:
        shown = Shown.ERASED if named in erased else Shown.WHOLE
    return Included(
        part=told.part,
        why=told.why,
        item_id=told.item_id,
        message_id=message_id,
        conversation_id=conversation_id,
        owner=owner,
        shown=shown,
    )
