"""A desk that was lived in: agents, a track record of a year, and a debate at each end of the path.

Tests of pages look at it, and pictures are taken of it.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from remembrancer import Memory
from remembrancer.testing import FrozenClock

FINANCIAL, STRATEGY, VALUATION = "financial", "strategy", "valuation"
RETAIL, MANAGEMENT = "retail_margins", "management_evaluation"

# By agent and domain: how right it was, month by month.
_YEAR = {
    (FINANCIAL, RETAIL): (0.9, 0.8, 0.95, 0.9, 1.0, 0.9, 0.85, 0.95),
    (STRATEGY, RETAIL): (0.7, 0.5, 0.4, 0.6, 0.3, 0.5, 0.4),
    (VALUATION, RETAIL): (0.6, 0.8, 0.7),
    (STRATEGY, MANAGEMENT): (0.6, 0.8, 0.9, 0.85, 0.9),
    (FINANCIAL, MANAGEMENT): (0.7, 0.6, 0.75, 0.7, 0.65),
}


class LivedDesk(NamedTuple):
    """Ids of debates, by how they stand."""

    consensus: str
    weighted: str
    ruled: str
    overridden: str
    provisional: str
    waiting: str
    open: str


def lived_desk(memory: Memory, clock: FrozenClock) -> LivedDesk:
    """Lives through it as the admin that the memory is opened for. The clock moves on a week."""
    for name in (FINANCIAL, STRATEGY, VALUATION):
        memory.agents.register(name)
    _track_records(memory, clock)
    _patterns(memory)
    filing = memory.add(
        content="The annual report has a gross margin of 12.4 %, after 12.1 % the year before.",
        title="Annual report, page 41",
        source_type="filing",
        domain=RETAIL,
    )
    prices = memory.add(
        content="Two competitors cut their prices by 6 % in January.", domain=RETAIL
    )
    finding = memory.add(
        content="Northmart keeps a margin of 12 % through 2027.", kind="finding", domain=RETAIL
    )
    debates = memory.debates
    made = {}
    for name, topic, fields in _TOPICS:
        debate = debates.open(
            topic,
            **{
                "challenger": STRATEGY,
                "challenged": FINANCIAL,
                "disputed_finding": finding.id,
                "challenge_basis": "Competitors cut their prices, and it has to follow.",
                "domain": RETAIL,
                "subject": "Northmart",
                "patterns": ["Price war after new entrant"],
                "conservative_position": "Plan with a margin of 11 %.",
                **fields,
            },
        )
        made[name] = debate.id
        for agent, text, cited, figure in (
            (debate.challenger_agent, "The margin falls to 10 %.", prices.id, 10.0),
            (FINANCIAL, "The margin holds at 12 %.", filing.id, 12.0),
        ):
            debates.position(debate.id, agent=agent, text=text, evidence=[cited], estimate=figure)
        if name == "consensus":
            text = "The margin holds at 12 %, but not for more than a year."
            for agent in (STRATEGY, FINANCIAL):
                debates.position(debate.id, agent=agent, text=text, evidence=[filing.id])
        elif name != "open":
            debates.advance(debate.id)
            debates.advance(debate.id)
        if name == "ruled":
            debates.decide(
                debate.id, position=STRATEGY, reason="The new contract was not in the figures."
            )
        if name == "overridden":
            clock.advance(timedelta(hours=30))
            debates.override(
                debate.id, position=FINANCIAL, rationale="The board has seen the new contracts."
            )
        if name == "provisional":
            clock.advance(timedelta(hours=30))
        clock.advance(timedelta(hours=1))
    memory.credibility.record_outcome(
        made["ruled"],
        correctness=0.9,
        note="The margin of the year was 10.2 %.",
        actual=10.2,
        lesson="Look at contracts that are not signed yet.",
    )
    for place in range(4):
        memory.agents.memory(STRATEGY).put(f"note {place}", f"Supplier {place} raised prices.")
    memory.agents.gate("Investment committee", at=clock() + timedelta(hours=20))
    debates.get(made["provisional"])  # its time is up: whoever looks at it first settles it
    return LivedDesk(**made)


_TOPICS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("consensus", "margin_sustainability of Northmart", {}),
    ("weighted", "Gross margin of the online shop", {"priority": "valuation"}),
    (
        "ruled",
        "How good the new management is",
        {"domain": MANAGEMENT, "priority": "critical_path", "analyses": ["Northmart DCF 2026"]},
    ),
    ("overridden", "Rent per store", {"domain": MANAGEMENT, "priority": "valuation"}),
    (
        "provisional",
        "Whether stores in the north are closed",
        {"domain": MANAGEMENT, "priority": "valuation", "analyses": ["Northmart DCF 2026"]},
    ),
    (
        "waiting",
        "Terminal growth of the discount chain",
        {"challenger": VALUATION, "priority": "critical_path", "analyses": ["Northmart DCF 2026"]},
    ),
    ("open", "Margin of the loyalty programme", {"challenger": VALUATION}),
)


def _track_records(memory: Memory, clock: FrozenClock) -> None:
    begin = clock() - timedelta(days=400)
    for (agent, domain), values in _YEAR.items():
        evidence = memory.add(content=f"What {agent} looked at for {domain}.", domain=domain)
        for place, value in enumerate(values):
            decided = begin + timedelta(days=40 * place + len(agent))
            known = memory.decisions.record(
                "recommendation",
                at=decided,
                participants=[agent],
                recommendation=f"Margin call {place} of {agent} on {domain}.",
                domain=domain,
                related_entries=[evidence.id],
            )
            memory.credibility.record_outcome(
                known.id,
                correctness=value,
                at=decided + timedelta(days=60),
                actual=10.0,
                sector="discount" if place % 2 else "online",
                estimates={agent: 11.0 + value if agent == STRATEGY else 10.0},
            )
    for place in range(2):
        memory.decisions.record(
            "recommendation",
            at=clock() - timedelta(days=200 + place),
            participants=[VALUATION],
            recommendation=f"Value Northmart at {8 + place} times its earnings.",
            domain=RETAIL,
        )


def _patterns(memory: Memory) -> None:
    for name, rate, count in (
        ("Price war after new entrant", 0.83, 12),
        ("Margin recovers in two years", 0.41, 17),
        ("New management cuts capital spending", 0.67, 6),
    ):
        memory.graph.entity(
            "Pattern", name, attrs={"success_rate": rate, "occurrence_count": count}
        )
