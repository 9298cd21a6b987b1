"""A desk for tests: agents, debates that end in all ways, and track records to order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from remembrancer import Memory, Principal
from remembrancer.team.debates.debate import Debate
from remembrancer.testing import FrozenClock

FINANCIAL = "financial_analyst"
STRATEGY = "strategy_analyst"
VALUATION = "valuation_agent"
DOMAIN = "retail_margins"


def agent(store: Memory, name: str, *groups: str) -> Memory:
    """The memory as an agent has it."""
    return store.acting_as(Principal(name, kind="agent", groups=groups))


def opened(store: Memory, **fields: Any) -> Debate:
    """A debate in which the strategy analyst disputes a finding of the financial analyst."""
    given = {
        "challenger": STRATEGY,
        "challenged": FINANCIAL,
        "disputed_finding": "Margins hold at 12 %.",
        "challenge_basis": "Competitors cut prices.",
        "domain": DOMAIN,
        **fields,
    }
    topic = given.pop("topic", "Retail margin_sustainability")
    return store.debates.open(topic, **given)


def for_a_person(store: Memory, **fields: Any) -> Debate:
    """The same, waiting for a person."""
    debate = opened(store, **fields)
    for _ in range(2):
        debate = store.debates.advance(debate.id)
    return debate


def fallen_back(store: Memory, clock: FrozenClock, **fields: Any) -> Debate:
    """The same, settled by default."""
    debate = for_a_person(store, **fields)
    assert debate.human_due_at is not None
    clock.advance(debate.human_due_at - clock())
    return store.debates.get(debate.id)


def track_record(
    store: Memory,
    name: str,
    values: list[float],
    *,
    domain: str = DOMAIN,
    at: str = "2025-01-15",
    **outcome: Any,
) -> None:
    """Decisions of an agent with these outcomes, one a day."""
    evidence = store.add(content=f"What {name} looked at.", domain=domain)
    estimates = outcome.pop("estimates", None)
    for place, value in enumerate(values):
        made = store.decisions.record(
            "recommendation",
            at=f"{at[:-2]}{int(at[-2:]) + place % 10:02d}",
            participants=[name],
            recommendation=f"{name} {place}",
            domain=domain,
            related_entries=[evidence.id],
        )
        given: dict[str, Any] = {}
        if estimates is not None:
            given["estimates"] = {name: estimates[place]}
        store.credibility.record_outcome(made.id, correctness=value, **given, **outcome)


def later(clock: FrozenClock, **span: float) -> None:
    clock.advance(timedelta(**span))
