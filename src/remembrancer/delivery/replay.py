"""Replays receipts: renders a delivery again from what was known at its time."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import Final

from remembrancer.core.errors import NotFound
from remembrancer.core.hashing import same, text_hash
from remembrancer.core.limits import DELIVERIES_LISTED_MAX
from remembrancer.core.principal import Principal
from remembrancer.core.texts.text import WITHHELD
from remembrancer.delivery.template_registry import TEMPLATES
from remembrancer.delivery.templates import Rendering
from remembrancer.governance.port import DeliveredContents, StoredDelivery
from remembrancer.governance.receipt import Receipt, ReceiptHead, ReceiptPage
from remembrancer.governance.receipt_rules import described, head
from remembrancer.items.item import Item, Lifecycle, Review, Trust
from remembrancer.items.message import Message
from remembrancer.items.port import SaidBy
from remembrancer.ports import Reader

_NO_ID: Final = ""  # the id of withheld items; no stored item has it


def receipt(reader: Reader, viewer: Principal, id: str) -> Receipt:
    """A delivery with its text. Raises `NotFound` if it is unknown or belongs to somebody else."""
    delivery = reader.deliveries.get(id)
    if delivery is None:
        raise NotFound("receipt", id)
    contents = reader.deliveries.contents(id)
    text = _text(delivery, contents)
    return Receipt(
        **described(delivery, viewer, contents.erased),
        withheld=delivery.withheld,
        text=text,
        text_hash=delivery.text_hash or None,
        is_intact=text is not None and same(text_hash(text), delivery.text_hash),
    )


def listed(
    reader: Reader,
    viewer: Principal,
    *,
    limit: int,
    cursor: str | None,
    kind: str | None,
    delivered_to: str | None,
    subject: str | None,
) -> ReceiptPage:
    """A page of receipts, newest first: all for admins, their own for others."""
    deliveries = reader.deliveries.page(
        limit=limit, after=cursor, kind=kind, owner=delivered_to, subject=subject
    )
    return ReceiptPage(
        receipts=tuple(head(delivery, viewer) for delivery in deliveries.deliveries),
        next=deliveries.next,
    )


def told(reader: Reader, viewer: Principal, item_id: str) -> tuple[ReceiptHead, ...]:
    """Who received an item, newest first: all callers for admins, only oneself for others."""
    deliveries = reader.deliveries.of_item(item_id, limit=DELIVERIES_LISTED_MAX)
    # The receivers of a personal item reveal something about it, so an admin's access is recorded
    # when the item is read.
    if reader.items.get(item_id) is None and not deliveries:
        raise NotFound("item", item_id)
    return tuple(head(delivery, viewer) for delivery in deliveries)


def handed_over_in(
    reader: Reader, viewer: Principal, conversation_id: str, limit: int
) -> tuple[ReceiptHead, ...]:
    """Deliveries that contain messages of a conversation, newest first."""
    if reader.conversations.get(conversation_id) is None:
        raise NotFound("conversation", conversation_id)
    deliveries = reader.deliveries.of_conversation(conversation_id, limit=limit)
    return tuple(head(delivery, viewer) for delivery in deliveries)


def _text(delivery: StoredDelivery, contents: DeliveredContents) -> str | None:
    template = TEMPLATES.get(delivery.template)
    if template is None:
        return None
    parts: defaultdict[str, list[Item]] = defaultdict(list)
    messages: dict[SaidBy, Message] = {}
    for rank, entry in enumerate(delivery.told):
        if entry.item_id is not None:
            parts[entry.part].append(contents.items[entry.item_id])
        elif entry.message is not None:
            messages[entry.message] = contents.messages[entry.message]
        elif entry.is_message:
            messages[_NO_ID, str(rank), ""] = _hidden_message(str(rank), delivery.at)
        else:
            parts[entry.part].append(_hidden_item(entry.part, delivery.at))
    return template(
        Rendering(
            parts=dict(parts),
            messages=tuple(messages.values()),
            given=delivery.given,
            now=delivery.at,
            gone=frozenset({_NO_ID, *(one for one in contents.erased if isinstance(one, str))}),
        )
    )


def _hidden_item(part: str, at: datetime) -> Item:
    """A placeholder for an item that the reader may not see, not even its kind."""
    return Item(
        id=_NO_ID,
        kind=part,
        category=None,
        domain=None,
        title=None,
        content=WITHHELD,
        data={},
        metadata={},
        tags=(),
        entities=(),
        subject=None,
        lifecycle=Lifecycle.ACTIVE,
        review=Review.NOT_REQUIRED,
        status="",
        confidence=0.0,
        confidence_base=0.0,
        confidence_subtype=None,
        verifier_count=0,
        admin_approved=False,
        live_confirmed=False,
        last_confirmed_at=None,
        audience=None,
        is_personal=False,
        sensitivity="",
        importance=None,
        source_type="",
        source_id=None,
        source_user="",
        trust=Trust.OUTSIDE,
        valid_from=None,
        valid_until=None,
        expires_at=None,
        occurred_at=at,
        superseded_by=None,
        created_at=at,
        updated_at=at,
        version=1,
    )


def _hidden_message(id: str, at: datetime) -> Message:
    return Message(
        id=id,
        conversation_id=_NO_ID,
        channel_id=None,
        author_id=WITHHELD,
        role="user",
        content=WITHHELD,
        timestamp=at,
        owner="",
        subject=None,
        audience=None,
        is_personal=False,
        trust=Trust.OUTSIDE,
    )
