"""A practice with many decisions of two kinds, recorded through the public verbs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from remembrancer import Decision, Memory

DRAWDOWN: Final = ("Flexible drawdown.", "Drawdown rather than an annuity.")
ANNUITY: Final = ("Buy an annuity.", "An annuity, not drawdown.")
LONG_AGO: Final = datetime.fromisoformat("2023-05-10T09:00:00+00:00")


def decided(
    memory: Memory,
    recommendations: Sequence[str],
    count: int,
    *,
    revisited: int = 0,
    at: datetime | None = LONG_AGO,
    after_days: int = 90,
    prefix: str = "client",
    **fields: Any,
) -> list[Decision]:
    """So many decisions of these recommendations in turn, the first of them revisited."""
    made = []
    for number in range(count):
        when = {} if at is None else {"at": (at + timedelta(days=number)).isoformat()}
        one = memory.decisions.record(
            "drawdown_vs_annuity",
            subject=f"{prefix} {number}",
            **{"recommendation": recommendations[number % len(recommendations)], **when, **fields},
        )
        if number < revisited:
            looked_at = one.decided_at + timedelta(days=0 if at is None else after_days)
            memory.decisions.revisit(one.id, reason="They asked again.", at=looked_at)
        made.append(one)
    return made


_CONCERNS: Final = {
    "first": ("Markets may fall in the first years", "Running out of money", "Charges"),
    "second": ("No way back once it is bought", "Inflation eats the income", "Charges"),
}
_OUTCOMES: Final = {
    "first": ("Income kept, pot grew.", "Income was cut for a year.", "Bought an annuity later."),
    "second": ("Income as promised.", "Regrets the fixed rate."),
}


def advice_firm(memory: Memory) -> None:
    """Two choices with their concerns, revisits, outcomes and figures, as a firm would have them,
    and a third that is rare."""
    rng = random.Random(23)
    for side, told, count, share in (
        ("first", DRAWDOWN, 42, 0.45),
        ("second", ANNUITY, 28, 0.1),
    ):
        for number in range(count):
            at = LONG_AGO + timedelta(days=rng.uniform(0, 900))
            subject = f"{side} {number}"
            attrs = {"age": rng.randint(58, 79), "capacity_for_loss": rng.choice(("low", "high"))}
            memory.graph.entity("Client", subject, external_id=subject, attrs=attrs)
            one = memory.decisions.record(
                "drawdown_vs_annuity",
                subject=subject,
                at=at.isoformat(),
                trigger="Retires next year and needs an income from the pension.",
                recommendation=told[number % 2],
                reasoning="It fits what the client can bear.",
                concerns=[text for text in _CONCERNS[side] if rng.random() < 0.5],
            )
            if rng.random() < share:
                later = at + timedelta(days=rng.uniform(20, 360))
                memory.decisions.revisit(one.id, reason="They asked again.", at=later)
            if rng.random() < 0.9:
                mean = 1800 if side == "first" else 1500
                value = round(rng.gauss(mean, 260 if side == "first" else 90))
                text = rng.choice(_OUTCOMES[side])
                memory.decisions.outcome(one.id, text, value=value, at=at + timedelta(days=200))
    decided(memory, ["A ladder of bonds."], 3, prefix="ladder")
