"""A desk that hands out context, in a form of the tests' own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from remembrancer import Item, Memory, Message, Principal
from remembrancer.core.token_budget import token_estimate
from remembrancer.delivery.template_registry import rendered
from remembrancer.delivery.templates import Rendering
from remembrancer.governance.port import DeliveredEntry, NewDelivery

TEMPLATE = "desk/1"
PART = "known"


def text(rendering: Rendering) -> str:
    """What was asked, each item with its confidence and its quotes, and what was said."""
    lines = [f"{rendering.now:%Y-%m-%d %H:%M}", str(rendering.given.get("question"))]
    lines += [f"{key} = {value}" for key, value in rendering.given.get("live", {}).items()]
    for part, items in rendering.parts.items():
        for item in items:
            quotes = [str(one.quote) for one in item.evidence]
            told = f"{item.title}: {item.content} ({item.confidence:.4f}, {item.status}) {quotes}"
            lines.append(f"{part}: {told}")
    lines += [f"{one.author_id}: {one.content}" for one in rendering.messages]
    return "\n".join(lines)


class Desk:
    """Hands a caller what it is asked for."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    def of(self, principal: Principal) -> Desk:
        return Desk(self.memory.acting_as(principal))

    def hand(
        self,
        *items: Item,
        messages: Sequence[Message] = (),
        question: str = "What is known?",
        live: Mapping[str, Any] | None = None,
        subject: str | None = None,
        withheld: Mapping[str, int] | None = None,
    ) -> tuple[str, str]:
        """The id of a receipt, and the text that was delivered."""
        session = self.memory._session
        scope = session.scope()
        given = {"question": question, "live": dict(live or {}), "budget": 100}
        told = [
            *(DeliveredEntry(PART, "asked for", one.id) for one in items),
            *(
                DeliveredEntry("said", "just now", message=(one.conversation_id, one.id, one.owner))
                for one in messages
            ),
        ]
        with session.store.writing(scope) as unit:
            seen = unit.items.named([one.id for one in items])
            made = rendered(
                TEMPLATE,
                Rendering(
                    parts={PART: [seen[one.id] for one in items]} if items else {},
                    messages=messages,
                    given=given,
                    now=scope.now,
                ),
            )
            id = unit.deliveries.add(
                NewDelivery(
                    kind="bundle",
                    template=TEMPLATE,
                    subject=subject,
                    token_estimate=token_estimate(made),
                    token_budget=100,
                    told=told,
                    withheld=withheld or {},
                    given=given,
                    text=made,
                )
            )
            unit.commit()
        return id, made
