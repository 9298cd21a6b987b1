"""Confidence: how far an item can be relied on now. Stored is the base; the rest is computed."""

from __future__ import annotations

from datetime import datetime
from math import isfinite
from typing import Any, Final

from remembrancer.errors import InvalidInput
from remembrancer.model.item import ConfidenceSubtype
from remembrancer.model.preset import ConfidencePolicy, ConfidenceRules
from remembrancer.rules.calendar import months_between

FLOORS: Final = ("admin_mandate", "verified")  # what a preset may set a floor for

_DECIMALS = 6  # enough to rank by, and 0.5 + 0.2 + 0.2 is 0.9


def base(
    rules: ConfidenceRules,
    *,
    source_type: str,
    subtype: ConfidenceSubtype | None,
    given: float | None,
) -> float:
    """What a new item starts from.

    The caller's value, unless the preset lets the source decide; without one, the source's
    baseline, and without that the preset's default.
    """
    # Refused even where it is ignored: a caller that sends it has a fault worth hearing of.
    if given is not None and not isfinite(given):
        raise InvalidInput(
            f"Confidence {given} is not a number from 0 to 1. Give one, or leave it out.",
            field="confidence",
        )
    if given is None or rules.policy is ConfidencePolicy.SOURCE_BASELINE:
        return _baseline(rules, source_type, subtype)
    return round(min(1.0, max(0.0, given)), _DECIMALS)


def _baseline(rules: ConfidenceRules, source_type: str, subtype: ConfidenceSubtype | None) -> float:
    by_source = rules.baselines.get(source_type, rules.default)
    if subtype is None:
        return by_source
    return rules.baselines.get(f"{source_type}.{subtype.value}", by_source)


def effective(
    rules: ConfidenceRules,
    *,
    base: float,
    source_type: str,
    admin_approved: bool,
    live_confirmed: bool,
    verifier_count: int,
    since: datetime,
    now: datetime,
) -> float:
    """What an item is worth now: base and bonuses, halved with time, never below its floor.

    `since` is when it was last confirmed, or else created. Called for every row that is read.
    """
    policy = rules.policy
    bonus = 0.0
    if policy is ConfidencePolicy.SOURCE_BASELINE:
        if admin_approved:
            bonus += rules.approved_bonus
        if live_confirmed:
            bonus += rules.live_confirmed_bonus
        bonus += rules.verifier_bonus * verifier_count

    half_life = rules.half_life_months
    if half_life is None or now <= since or policy is ConfidencePolicy.AS_GIVEN:
        value = base + bonus
    elif rules.decay_includes_bonuses:
        value = min(1.0, base + bonus) * 0.5 ** (months_between(since, now) / half_life)
    else:
        value = base * 0.5 ** (months_between(since, now) / half_life) + bonus

    floors = rules.floors
    if floors:
        if source_type == "admin_mandate":
            value = max(value, floors.get("admin_mandate", 0.0))
        if live_confirmed or source_type == "user_verification":
            value = max(value, floors.get("verified", 0.0))
    return round(value if value < 1.0 else 1.0, _DECIMALS)


class Worths:
    """What items are worth at one time, each of the same grounds worked out once: many were added
    together."""

    __slots__ = ("_known", "_now", "_rules")

    def __init__(self, rules: ConfidenceRules, now: datetime) -> None:
        self._rules = rules
        self._now = now
        self._known: dict[tuple[Any, ...], float] = {}

    def of(
        self,
        base: float,
        source_type: str,
        admin_approved: bool,
        live_confirmed: bool,
        verifier_count: int,
        since: datetime,
    ) -> float:
        grounds = (base, source_type, admin_approved, live_confirmed, verifier_count, since)
        worth = self._known.get(grounds)
        if worth is None:
            worth = self._known[grounds] = effective(
                self._rules,
                base=base,
                source_type=source_type,
                admin_approved=admin_approved,
                live_confirmed=live_confirmed,
                verifier_count=verifier_count,
                since=since,
                now=self._now,
            )
        return worth


def boosted(rules: ConfidenceRules, current: float) -> float:
    """The new base after a confirmation: it regains a share of what it lacks."""
    return round(current + rules.confirmation_boost * (1.0 - current), _DECIMALS)
