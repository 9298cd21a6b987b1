"""A subject's summary for an agent: the same that people see, as text with a receipt."""

from __future__ import annotations

from typing import Any, NamedTuple

from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import counted, fitted
from remembrancer.delivery.briefing import summary as context
from remembrancer.delivery.deliver import delivered
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.delivery.visible_items import for_caller
from remembrancer.governance.port import DeliveredEntry, NewDelivery
from remembrancer.governance.receipt_rules import by_counter
from remembrancer.items.item import Item
from remembrancer.jobs import transactions
from remembrancer.ports import Reader, Store
from remembrancer.recall.summary import Summary


class SummaryDelivery(NamedTuple):
    """The summary that an agent gets."""

    summary: Summary
    text: str
    receipt: str


def client_summary(
    store: Store, scope: Scope, subject: str, tokens_max: int
) -> tuple[SummaryDelivery, Reader]:
    """The summary of a subject, with its text and receipt."""
    tokens = min(scope.space.preset.summary_tokens, tokens_max)
    (found, new), reader = transactions.read(
        store, scope, lambda reader: _found(reader, scope, subject, tokens), may_lag=True
    )
    return SummaryDelivery(found, new.text, delivered(store, scope, new)), reader


def _found(reader: Reader, scope: Scope, subject: str, tokens: int) -> tuple[Summary, NewDelivery]:
    found = context.summary(reader, scope, subject, at=None)
    groups = {kind: tuple(for_caller(scope, items)) for kind, items in found.groups.items()}
    gone = {kind: len(found.groups[kind]) - len(items) for kind, items in groups.items()}
    totals = {kind: count - gone.get(kind, 0) for kind, count in found.totals.items()}
    whole = found.model_copy(update={"groups": groups, "totals": totals})
    found, value, text = fitted(
        tokens,
        lambda room: _within(scope, whole, room),
        lambda made: counted(made[2], scope.counter),
        scope.counter,
    )
    listed = _listed(found)
    beyond_room = len(_listed(whole)) - len(listed)
    beyond = value["left_out"]
    reader.only_looked_at({item.id for item in listed})
    withheld = {"cap": beyond - beyond_room, "room": beyond_room}
    new = NewDelivery(
        kind="summary",
        template=context.TEMPLATE,
        subject=subject,
        token_estimate=counted(text, scope.counter),
        token_budget=tokens,
        told=[
            DeliveredEntry(item.kind, "among the newest of its kind", item.id) for item in listed
        ],
        withheld={why: count for why, count in withheld.items() if count},
        given=value,
        text=text,
        position=reader.last_position(),
        at=scope.now,
    )
    return found, new


def _within(scope: Scope, whole: Summary, tokens: int) -> tuple[Summary, dict[str, Any], str]:
    """The part that fits by the token estimate, the input of its text, and the text."""
    preset = scope.space.preset
    found = context.within(whole, tokens, preset.language)
    listed = _listed(found)
    below = preset.confidence.hedge_below
    value = {
        "subject": whole.subject,
        "language": preset.language,
        "hedged": sum(1 << place for place, item in enumerate(listed) if item.confidence < below),
        "left_out": sum(whole.totals.values()) - len(listed),
        **by_counter(scope.counter),
    }
    rendering = Rendering(parts=found.groups, messages=(), given=value, now=scope.now)
    return found, value, rendered(context.TEMPLATE, rendering)


def _listed(summary: Summary) -> list[Item]:
    return [item for items in summary.groups.values() for item in items]
