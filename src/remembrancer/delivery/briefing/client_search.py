"""Search hits about a subject for an agent, within a token limit and with a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import counted, fitted
from remembrancer.delivery.briefing import client_entries as context
from remembrancer.delivery.briefing.client_entries import Brought
from remembrancer.delivery.deliver import delivering
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.visible_items import for_caller
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.governance.receipt_rules import by_counter
from remembrancer.ports import Reader, Store
from remembrancer.recall.hit import Hit


class SearchDelivery(NamedTuple):
    """The search result that an agent gets."""

    found: tuple[Brought, ...]  # best first
    left_out: int  # hits that did not fit
    text: str
    receipt: str


def client_search(
    store: Store, scope: Scope, subject: str, hits: Sequence[Hit], tokens_max: int
) -> SearchDelivery:
    """The items found, with their text and its receipt.

    Items personal to somebody else are never delivered to an agent, not even to an admin's agent.
    """
    tokens = min(scope.space.preset.summary_tokens, tokens_max)
    (found, left_out, text), receipt = delivering(
        store, scope, lambda reader: _made(reader, scope, subject, hits, tokens)
    )
    return SearchDelivery(found, left_out, text, receipt)


def _made(
    reader: Reader, scope: Scope, subject: str, hits: Sequence[Hit], tokens: int
) -> tuple[tuple[tuple[Brought, ...], int, str], NewDelivery]:
    named = reader.items.named([hit.id for hit in hits])
    usable = {item.id: item for item in for_caller(scope, named.values())}
    every = [Brought(usable[hit.id], hit) for hit in hits if hit.id in usable]
    found, value, text = fitted(
        tokens,
        lambda room: _within(scope, subject, every, room),
        lambda made: counted(made[2], scope.counter),
        scope.counter,
    )
    left_out = value["left_out"]
    reader.only_looked_at({entry.item.id for entry in found})
    new = NewDelivery(
        kind="search",
        template=context.TEMPLATE,
        subject=subject,
        token_estimate=counted(text, scope.counter),
        token_budget=tokens,
        told=[
            DeliveredEntry(context.FOUND, f"found, {brought.hit.score:.2f}", brought.item.id)
            for brought in found
        ],
        withheld={"room": left_out} if left_out else {},
        given=value,
        text=text,
        position=reader.last_position(),
        at=scope.now,
    )
    return (found, left_out, text), new


def _within(
    scope: Scope, subject: str, every: Sequence[Brought], tokens: int
) -> tuple[tuple[Brought, ...], dict[str, Any], str]:
    """The hits that fit by the token estimate, the input of their text, and the text."""
    preset = scope.space.preset
    found = context.within(every, subject, tokens, preset.language)
    below = preset.confidence.hedge_below
    value = {
        "subject": subject,
        "language": preset.language,
        "hedged": sum(
            1 << place for place, entry in enumerate(found) if entry.item.confidence < below
        ),
        "left_out": len(every) - len(found),
        **by_counter(scope.counter),
    }
    parts = {context.FOUND: [entry.item for entry in found]}
    rendering = Rendering(parts=parts, messages=(), given=value, now=scope.now)
    return found, value, rendered(context.TEMPLATE, rendering)
