"""A client whose portfolio was changed, step by step, for pages and reports to show."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from remembrancer import Memory
from remembrancer.testing import FrozenClock

EVIL: Final = """<script>alert(1)</script> "x" 'y' & <b>z</b>"""


def portfolio_change(memory: Memory, clock: FrozenClock) -> dict[str, str]:
    """From a review over an inheritance to a rebalance, each step caused by the one before."""
    decide, ids = memory.decisions.record, {}
    memory.policies.add_defaults(effective_from="2025-01-01")
    rules = {one.name: one.id for one in memory.policies.list()}
    ids["suitability"] = rules["Suitability assessment required"]
    memory.graph.entity("Client", "Harriet", external_id="harriet", attrs={"capacity": "low"})
    house = memory.add(content="Harriet wants to keep the house.", kind="fact", subject="harriet")
    ids["house"] = house.id
    ids["review"] = decide(
        "annual_review_outcome",
        subject="harriet",
        recommendation="Look at her position again.",
        reasoning="She spoke of an inheritance.",
    ).id
    clock.advance(timedelta(days=1))
    money = memory.add(content="Harriet inherited £200,000.", kind="fact", subject="harriet")
    ids["money"] = money.id
    memory.decisions.link(ids["review"], "caused", money.id, reason="She told it there.")
    clock.advance(timedelta(days=1))
    ids["capacity"] = decide(
        "capacity_for_loss",
        subject="harriet",
        recommendation="Raise her capacity for loss.",
        reasoning="She can bear a fall of a fifth.",
        alternatives_considered=["leave it"],
        context_gathered=["Statement of the estate"],
        causes=[{"decision": money.id, "reason": "It is what she can lose from."}],
        policies=[{"policy": ids["suitability"]}],
        related_entries=[money.id],
        exception={"justification": "No cooling-off.", "granted_by": "grace"},
        escalation={"reason": "A large step.", "to": "helen", "decision": "Go ahead."},
    ).id
    clock.advance(timedelta(days=1))
    memory.graph.entity("Client", "Harriet", external_id="harriet", attrs={"capacity": "medium"})
    skipped = {"policy": ids["suitability"], "how": "skipped", "justification": "Done last week."}
    ids["rebalance"] = decide(
        "rebalance_decision",
        subject="harriet",
        recommendation="Rebalance to 60 % shares.",
        reasoning="The new model asks for it.",
        trigger={"model": "Balanced"},
        causes=[{"decision": ids["capacity"], "reason": "It follows her capacity."}],
        policies=[skipped],
        event_id="rebalance-17",
    ).id
    clock.advance(timedelta(days=1))
    memory.supersede(house.id, content="Harriet has sold the house.", reason="Told by letter.")
    return ids
