"""How relevant facts are to a conversation: their signs, weighed.

The weights were learned from conversations in small worlds (`scripts/train_relevance.py`): by words
alone, and with an embedder. Each fact is weighed on its own first, and then again by what goes with
it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.inquiry.facts import MESSAGE, FactCandidate
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.weighing.kin_signs import KinSigns
from remembrancer.inquiry.weighing.signs import FirstSigns, Signs

_BOTH: Final = 2  # ends of a relation
_DECIMALS: Final = 4
_ODDS_MAX: Final = 30.0
_SAME_WORDS: Final = 0.7  # share of the words of an item that are those of its message
_WEIGHTS: Final = Path(__file__).with_name("relevance_weights.json")


class SignWeights(NamedTuple):
    """The weight of each sign. Every fact has the sign "any"."""

    first: Mapping[str, float]  # of a fact on its own
    kin: Mapping[str, float]  # with what goes with it
    least: float  # a relevance below which a fact is not handed over
    least_share: float  # of the best relevance: beside facts that are closer, it is not either


def ranked(
    known: Known,
    candidates: Iterable[FactCandidate],
    *,
    limit: int,
    meanings: Mapping[str, float] | None = None,
) -> list[FactCandidate]:
    """The relevant facts with their relevance, the most relevant first.

    `meanings` tells how near the meaning of a fact is to the conversation, by the fact's id.
    """
    listed = without_copies(known, list(candidates))
    weights = load_weights()["meaning" if meanings else "words"]
    signs = first_signs(known, listed, meanings or {})
    first = [_share(one, weights.first) for one in signs]
    kin = KinSigns(listed, first)
    scores = [_share(kin.of(place), weights.kin) for place in range(len(listed))]
    least = max(weights.least, weights.least_share * max(scores, default=0.0))
    chosen = [place for place, score in enumerate(scores) if score >= least]
    made = [
        listed[place].changed(
            fact=listed[place].fact.changed(relevance=round(scores[place], _DECIMALS))
        )
        for place in telling(known, listed, signs, chosen)
    ]
    made.sort(key=lambda one: (-one.fact.relevance, -one.fact.confidence, one.fact.text))
    return made[:limit]


def telling(
    known: Known, candidates: Sequence[FactCandidate], signs: Sequence[Signs], chosen: Sequence[int]
) -> list[int]:
    """The places of what was chosen, without messages that add nothing.

    Where two are named that a relation ties, that relation is what is asked about. A message that
    has no more than names in common then adds nothing to it, or to the relation that it states.
    """
    named = {one.id for one in known.mentioned}
    if not any(len(named.intersection(one.fact.ends)) == _BOTH for one in candidates):
        return list(chosen)
    facts = (candidates[place].fact for place in chosen)
    stated = {id for one in facts if one.type != MESSAGE for id in one.evidence}
    return [
        place
        for place in chosen
        if not signs[place].get("only names")
        or not (signs[place].get("says thing") or candidates[place].fact.id in stated)
    ]


def likeliest(
    known: Known, candidates: Iterable[FactCandidate], *, limit: int
) -> list[FactCandidate]:
    """The candidates that are most relevant on their own, by words."""
    listed = list(candidates)
    weights = load_weights()["words"].first
    scores = [_share(one, weights) for one in first_signs(known, listed, {})]
    order = sorted(range(len(listed)), key=lambda place: -scores[place])
    return [listed[place] for place in order[:limit]]


def first_signs(
    known: Known, candidates: Sequence[FactCandidate], meanings: Mapping[str, float]
) -> list[Signs]:
    """The signs that each candidate shows on its own."""
    signs = FirstSigns(known, candidates, meanings)
    return [signs.of(one) for one in candidates]


def without_copies(known: Known, candidates: Sequence[FactCandidate]) -> list[FactCandidate]:
    """The candidates without items that only repeat the words of a message among them."""
    stems = known.said.language.stems
    said = {one.fact.id: one.fact.text for one in candidates if one.fact.type == MESSAGE}

    def repeats(one: FactCandidate) -> bool:
        own = set(stems(one.fact.text))
        return any(
            len(own & set(stems(said[id]))) >= _SAME_WORDS * len(own)
            for id in one.fact.evidence
            if id in said and id != one.fact.id
        )

    return [one for one in candidates if len(one.fact.ends) > 1 or not repeats(one)]


@cache
def load_weights() -> Mapping[str, SignWeights]:
    """The weights, by whether the meaning of facts is known."""
    read = json.loads(_WEIGHTS.read_text("utf-8"))
    return {way: SignWeights(**parts) for way, parts in read.items()}


def _share(signs: Signs, weights: Mapping[str, float]) -> float:
    """From 0 to 1."""
    odds = weights["any"] + sum(weights.get(name, 0.0) * value for name, value in signs.items())
    return 1 / (1 + math.exp(-min(_ODDS_MAX, max(-_ODDS_MAX, odds))))
