"""What a practice decides in a year: around a market event, around a change of rules, in themes of
advice, and all else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from remembrancer import Memory
from tests.people import ANNA, BERT, CARL

CLIENTS, DECISIONS, REVIEWED = 15, 23, 8
EVENT = "Provider X's flagship fund lost a fifth of its value."
RULE = "Consumer Duty came into force."
_EVENT_STEPS = (
    ("rebalance_decision", "Delay the rebalance until the fund trades again."),
    ("capacity_for_loss", "Assess again what a fall would mean."),
    ("switch_transfer", "Switch the holding away from the provider."),
)
THEMES = (
    (
        "drawdown_vs_annuity",
        "Begin drawdown after the tax-free lump sum, before state pension age.",
    ),
    ("protection_recommendation", "Close the protection gap with income protection cover."),
    ("contribution_level", "Put gifts into trust and name beneficiaries for inheritance tax."),
)
_DIFFERENT = (
    ("fee_negotiation", "Agree to a lower fee."),
    ("kyc_determination", "Wait for the new passport."),
    ("referral_decision", "Refer to a colleague abroad."),
    ("complaint_resolution", "Apologise for the late letter."),
)


class Event(NamedTuple):
    """Decisions that one event led to."""

    decisions: tuple[str, ...]  # ids, in the order of time
    clients: tuple[str, ...]
    reviewed: tuple[str, ...]  # of the clients


def market_event(memory: Memory, prefix: str = "client") -> Event:
    """23 decisions of 15 clients in one quarter after the fund of Provider X fell. Of 8 clients the
    last decision was revisited or its outcome told; of another one an earlier decision was."""
    fact = memory.add(kind="fact", content=EVENT, valid_from="2025-12-30")
    provider = memory.graph.entity("Organization", "Provider X")
    clients = [f"{prefix} {number:02}" for number in range(CLIENTS)]
    whose = [*clients, *clients[-4:], *clients[:4]]
    made: list[str] = []
    last: dict[str, str] = {}
    for number, subject in enumerate(whose):
        type, words = _EVENT_STEPS[min(number // 6, 2)]
        one = memory.decisions.record(
            type,
            subject=subject,
            recommendation=words,
            participants=["Dan Reed", subject],
            causes=[fact.id, *made[number - 2 : number - 1]],
            at=f"2026-0{1 + number // 8}-{1 + number % 8 * 3:02}",
        )
        memory.decisions.link(one.id, "about", provider.id)
        if number == CLIENTS - 1:  # too early: another decision about this client follows
            memory.decisions.revisit(one.id, reason="First look.", at="2026-02-25")
        made.append(one.id)
        last[subject] = one.id
    for number, subject in enumerate(clients[:REVIEWED]):
        if number % 2:
            memory.decisions.revisit(last[subject], reason="File looked at.", at="2026-03-30")
        else:
            memory.decisions.outcome(last[subject], "Moved to a tracker.", at="2026-03-31")
    return Event(tuple(made), tuple(clients), tuple(clients[:REVIEWED]))


def rule_change(memory: Memory) -> tuple[str, ...]:
    """Seven decisions of three advisers who changed their ways after a rule came into force. Bert
    was first, though Anna recorded hers before him."""
    fact = memory.add(kind="fact", content=RULE, valid_from="2025-07-31")
    told = (
        (ANNA, "2025-09-01", "Fair value was shown."),
        (BERT, "2025-08-01", "Fair value was shown"),
        (CARL, "2025-10-01", None),
        (BERT, "2025-08-20", "The client complained of long letters."),
        (ANNA, "2025-11-01", "fair  value was shown!"),
        (CARL, "2025-11-20", None),
        (ANNA, "2025-12-01", None),
    )
    made: list[str] = []
    for number, (adviser, day, outcome) in enumerate(told):
        as_adviser = memory.acting_as(adviser)
        one = as_adviser.decisions.record(
            "suitability_assessment",
            subject=f"household {number}",
            recommendation="Write the reasons for the value of advice into the letter.",
            causes=[fact.id],
            at=day,
        )
        made.append(one.id)
        if outcome is not None:
            as_adviser.decisions.outcome(one.id, outcome)
    return tuple(made)


def theme(memory: Memory, number: int, size: int, type: str | None = None) -> tuple[str, ...]:
    """Decisions of one theme, each with up to four causes among those before it."""
    random = Random(number)
    usual, words = THEMES[number]
    made: list[str] = []
    for place in range(size):
        causes = random.sample(made, min(len(made), 4))
        one = memory.decisions.record(
            type or usual,
            subject=f"family {number}-{place % (size // 2)}",
            recommendation=words,
            causes=causes,
        )
        made.append(one.id)
    return tuple(made)


def other_work(memory: Memory, chains: int = 4) -> None:
    """Short chains about one client each, and decisions that nothing is linked to."""
    for number in range(chains):
        last: Sequence[str] = ()
        for type, words in (*_DIFFERENT[number % 4 :], *_DIFFERENT)[:3]:
            made = memory.decisions.record(
                type, subject=f"neighbour {number}", recommendation=words, causes=last
            )
            last = [made.id]
        type, words = _DIFFERENT[number % 4]
        memory.decisions.record(type, subject=f"passer-by {number}", recommendation=words)
