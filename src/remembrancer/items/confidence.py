"""Confidence: how reliable an item is now. Only the base is stored; the rest is computed."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from remembrancer.core.calendar import months_between
from remembrancer.core.errors import InvalidInput
from remembrancer.core.preset import ConfidencePolicy, ConfidenceRules
from remembrancer.items.item import ConfidenceSubtype

FLOORS: Final = ("admin_mandate", "verified")  # floors that a preset may set

_DECIMALS = 6  # enough for ranking, and 0.5 + 0.2 + 0.2 gives 0.9


def base(
    rules: ConfidenceRules,
    *,
    source_type: str,
    subtype: ConfidenceSubtype | None,
    given: float | None,
) -> float:
    """The base confidence of a new item.

    It is the caller's value, unless the preset lets the source decide. Without a value it is the
    source's baseline, and without that the preset's default.
    """
    # An invalid value is refused even if it would be ignored: the caller has a bug to fix.
    if given is not None and not 0.0 <= given <= 1.0:
        raise InvalidInput(
            f"Confidence {given} is not a number from 0 to 1. Give one, or leave it out.",
            field="confidence",
        )
    if given is None or rules.policy is ConfidencePolicy.SOURCE_BASELINE:
        return _baseline(rules, source_type, subtype)
    return round(given, _DECIMALS) + 0.0  # turns -0.0 into 0.0


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
    is_mandatory: bool = False,
) -> float:
    """The effective confidence now: base and bonuses, decayed over time, never below the floor.

    `since` is the time of the last confirmation, or of creation. A mandatory item has the floor of
    a mandate, whether it was entered as one or became mandatory in review.
    """
    worths = Worths(rules, now)
    return worths.of(
        base, source_type, admin_approved, live_confirmed, verifier_count, since, is_mandatory
    )


class Worths:
    """Effective confidence of many items at one time.

    It is called for every row read. So the rules are looked up once, and equal inputs, which are
    common among items added together, are computed once.
    """

    __slots__ = (
        "_decay_includes_bonuses",
        "_floors",
        "_half_life",
        "_has_bonuses",
        "_known",
        "_now",
        "_rules",
    )

    def __init__(self, rules: ConfidenceRules, now: datetime) -> None:
        self._rules = rules
        self._now = now
        self._has_bonuses = rules.policy is ConfidencePolicy.SOURCE_BASELINE
        fades = rules.policy is not ConfidencePolicy.AS_GIVEN
        self._half_life = rules.half_life_months if fades else None
        self._decay_includes_bonuses = rules.decay_includes_bonuses
        self._floors = rules.floors
        self._known: dict[tuple[Any, ...], float] = {}

    def of(
        self,
        base: float,
        source_type: str,
        admin_approved: bool,
        live_confirmed: bool,
        verifier_count: int,
        since: datetime,
        is_mandatory: bool,
    ) -> float:
        grounds = (
            base,
            source_type,
            admin_approved,
            live_confirmed,
            verifier_count,
            since,
            is_mandatory,
        )
        worth = self._known.get(grounds)
        if worth is None:
            worth = self._known[grounds] = self._worth(*grounds)
        return worth

    def _worth(
        self,
        base: float,
        source_type: str,
        admin_approved: bool,
        live_confirmed: bool,
        verifier_count: int,
        since: datetime,
        is_mandatory: bool,
    ) -> float:
        bonus = 0.0
        if self._has_bonuses:
            if admin_approved:
                bonus += self._rules.approved_bonus
            if live_confirmed:
                bonus += self._rules.live_confirmed_bonus
            if verifier_count:
                bonus += self._rules.verifier_bonus * verifier_count

        half_life, now = self._half_life, self._now
        if half_life is None or now <= since:
            value = base + bonus
        elif self._decay_includes_bonuses:
            value = min(1.0, base + bonus) * 0.5 ** (months_between(since, now) / half_life)
        else:
            value = base * 0.5 ** (months_between(since, now) / half_life) + bonus

        if self._floors:
            if is_mandatory or source_type == "admin_mandate":
                value = max(value, self._floors.get("admin_mandate", 0.0))
            if live_confirmed or source_type == "user_verification":
                value = max(value, self._floors.get("verified", 0.0))
        return round(value if value < 1.0 else 1.0, _DECIMALS)


def boosted(rules: ConfidenceRules, current: float) -> float:
    """The new base after a confirmation: it regains a share of the missing confidence."""
    return round(current + rules.confirmation_boost * (1.0 - current), _DECIMALS)
