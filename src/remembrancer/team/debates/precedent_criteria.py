"""How alike two debates are: five criteria, each from 0 to 1, and their weighted mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from math import sqrt
from typing import Any, Final, NamedTuple

from remembrancer.core.desk_rules import PrecedentCriteria

_WORD: Final = re.compile(r"[^\W_]+")
CRITERIA: Final = tuple(PrecedentCriteria.model_fields)


class DebateTraits(NamedTuple):
    """What two debates are compared by."""

    stems: frozenset[str]  # of the words of the topic
    agents: tuple[str, str]
    domain: str
    patterns: frozenset[str]  # as they are compared: in small letters
    company: Mapping[str, Any]  # sector, size, maturity


def scores(
    one: DebateTraits, other: DebateTraits, *, traits: Collection[str], meaning: float = 0.0
) -> dict[str, float]:
    """How alike the two are by each criterion. `meaning` is how near their topics are by a
    model, if one was asked."""
    return {
        "topic": max(topic(one.stems, other.stems), min(1.0, max(0.0, meaning))),
        "agents": agents(one.agents, other.agents),
        "domain": domain(one.domain, other.domain),
        "patterns": overlap(one.patterns, other.patterns),
        "company": company(one.company, other.company, traits),
    }


def total(found: Mapping[str, float], weights: PrecedentCriteria) -> float:
    """The weighted mean of the criteria."""
    by = {name: getattr(weights, name) for name in CRITERIA}
    whole = sum(by.values())
    return float(sum(by[name] * found[name] for name in CRITERIA) / whole) if whole else 0.0


def topic(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of words in common."""
    if not one or not other:
        return 0.0
    return len(one & other) / sqrt(len(one) * len(other))


def agents(one: tuple[str, str], other: tuple[str, str]) -> float:
    """1: the same two, whoever challenged; a half: one of them."""
    return len(set(one) & set(other)) / 2


def domain(one: str, other: str) -> float:
    """1: the same domain; else the share of words that the two names have in common."""
    return 1.0 if one == other else overlap(words(one), words(other))


def company(one: Mapping[str, Any], other: Mapping[str, Any], traits: Collection[str]) -> float:
    """The share of traits that both companies are known to share."""
    if not traits:
        return 0.0
    same = sum(one.get(name) is not None and one.get(name) == other.get(name) for name in traits)
    return float(same / len(traits))


def overlap(one: frozenset[str], other: frozenset[str]) -> float:
    both = one | other
    return len(one & other) / len(both) if both else 0.0


def words(name: str) -> frozenset[str]:
    """The words of a name such as retail_margins, in small letters."""
    return frozenset(_WORD.findall(name.casefold()))
