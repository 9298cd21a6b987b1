"""The answer of an inquiry: facts grouped, contradictions flagged, profiles, and how sure it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from remembrancer.core.limits import INQUIRY_CONTEXT_CHARACTERS, INQUIRY_PROFILE_FACTS
from remembrancer.inquiry.facts import PERSON_KINDS, FactCandidate
from remembrancer.inquiry.inquiry import (
    Confidence,
    FactConflict,
    FactGroup,
    RelevantFact,
)
from remembrancer.items.entity import Entity

_ENOUGH: Final = 3  # facts that can be enough
_HIGH: Final = 0.7
_MEDIUM: Final = 0.4
_ONE_AT_A_TIME: Final = ("WORKS_AT", "LIVES_IN")  # of which one person usually has one


def conflicts(facts: Sequence[RelevantFact]) -> tuple[FactConflict, ...]:
    """Facts of one person that usually exclude each other: two current employers, two homes."""
    found = []
    for one, other in combinations(facts, 2):
        if one.type != other.type or one.type not in _ONE_AT_A_TIME or not one.ends:
            continue
        if one.ends[0] != other.ends[0] or one.ends[1] == other.ends[1]:
            continue
        if one.current is False or other.current is False or not one.id or not other.id:
            continue
        reason = f"Both are said to hold now: {one.text}; {other.text}."
        found.append(FactConflict(facts=(one.id, other.id), reason=reason))
    return tuple(found)


def groups(facts: Sequence[RelevantFact]) -> tuple[FactGroup, ...]:
    """The facts by person, and by what else they are about."""
    by: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for one in facts:
        if one.id is None:
            continue
        for name in filter(None, (one.person, one.person_a, one.person_b)):
            by["person", name].append(one.id)
        for name in filter(None, (one.organization, one.object)):
            by["topic", name].append(one.id)
    return tuple(
        FactGroup(kind=kind, name=name, facts=tuple(ids)) for (kind, name), ids in by.items()
    )


def profiles(
    facts: Sequence[RelevantFact], entities: Iterable[Entity], candidates: Iterable[FactCandidate]
) -> dict[str, str]:
    """For each person that the answer is about, a line on them."""
    listed = list(candidates)
    made = {}
    for person in entities:
        if person.kind not in PERSON_KINDS:
            continue
        own = [one for one in facts if person.id in one.ends]
        known = {one.id for one in own}
        more = [
            one.fact for one in listed if person.id in one.fact.ends and one.fact.id not in known
        ]
        texts = [one.text for one in (*own, *more)][:INQUIRY_PROFILE_FACTS]
        if texts:
            told = "; ".join(text.rstrip(".") for text in texts)
            made[person.external_id or person.id] = f"{person.name}: {told}."
    return made


def context(facts: Sequence[RelevantFact], conflicts: Sequence[FactConflict]) -> str:
    """A few lines that a chat model can have in its prompt, each with its sources."""
    lines: list[str] = []
    room = INQUIRY_CONTEXT_CHARACTERS
    for one in facts:
        cited = f" [{', '.join(one.evidence[:3])}]" if one.evidence else ""
        line = f"- {' '.join(one.text.split())}{cited}"
        if len(line) > room:
            break
        lines.append(line)
        room -= len(line) + 1
    for each in conflicts:
        line = f"- Contradiction: {each.reason}"
        if len(line) <= room:
            lines.append(line)
            room -= len(line) + 1
    return "\n".join(lines)


def confidence(
    facts: Sequence[RelevantFact],
    conflicts: Sequence[FactConflict],
    *,
    has_questions: bool,
    is_limited: bool,
) -> tuple[Confidence, float, tuple[str, ...]]:
    """How sure the answer is, as a word, as a number and with its grounds."""
    if not facts:
        return Confidence.LOW, 0.0, ("Nothing relevant is known.",)
    best = facts[: max(_ENOUGH, 1)]
    relevance = sum(one.relevance for one in best) / len(best)
    sure = sum(one.confidence for one in best) / len(best)
    proven = sum(bool(one.evidence) for one in facts) / len(facts)
    score = relevance * sure * (0.6 + 0.4 * proven)
    grounds = [
        f"The best {len(best)} of {len(facts)} facts have a relevance of {relevance:.2f} and a "
        f"confidence of {sure:.2f}.",
        f"{proven:.0%} of the facts have evidence.",
    ]
    if conflicts:
        score *= 0.85
        pairs = "One pair" if len(conflicts) == 1 else f"{len(conflicts)} pairs"
        grounds.append(f"Contradictory: {pairs} of facts.")
    if is_limited:
        score *= 0.8
        grounds.append("A limit ended it.")
    if not has_questions:
        grounds.append("Nothing was asked.")
    word = Confidence.HIGH if score >= _HIGH else Confidence.LOW
    if _MEDIUM <= score < _HIGH:
        word = Confidence.MEDIUM
    return word, round(score, 3), tuple(grounds)
