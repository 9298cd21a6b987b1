"""Context for people before they speak, made of what is known of each."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.core.limits import INQUIRY_FACTS, INQUIRY_PROFILE_FACTS
from remembrancer.delivery.tool_rule import QUOTED
from remembrancer.graph.person import PersonFact, PersonSummary
from remembrancer.inquiry import synthesis
from remembrancer.inquiry.inquiry import RelevantFact
from remembrancer.inquiry.session import Prefetched

_DETAILS = ("role", "location", "basis", "sentiment")


def prefetched(
    participants: Sequence[str], known: Sequence[PersonSummary], unknown: Sequence[str]
) -> Prefetched:
    """The best of what is known of each, in turn, so that nobody takes all the room."""
    profiles, listed = {}, list[list[RelevantFact]]()
    for summary in known:
        facts = [_fact(summary, one) for group in summary.facts.values() for one in group]
        facts.sort(key=lambda one: (bool(one.evidence), one.confidence), reverse=True)
        listed.append(facts)
        texts = "; ".join(one.text for one in facts[:INQUIRY_PROFILE_FACTS])
        person = summary.person
        profiles[person.external_id or person.id] = f"{person.name}: {texts or 'nothing else'}."
    in_turn: dict[str | None, RelevantFact] = {}
    for turn in range(INQUIRY_FACTS):
        for facts in listed:
            if turn < len(facts):
                in_turn.setdefault(facts[turn].id, facts[turn])
    chosen = tuple(in_turn.values())[:INQUIRY_FACTS]
    return Prefetched(
        participants=tuple(participants),
        unknown=tuple(unknown),
        person_profiles=profiles,
        relevant_facts=chosen,
        suggested_context=synthesis.context(chosen, synthesis.conflicts(chosen)),
        note=QUOTED,
    )


def _fact(summary: PersonSummary, one: PersonFact) -> RelevantFact:
    """A fact about a person in words."""
    person = summary.person
    is_relation = one.id.startswith("rel_")
    text, object = one.text, None
    if is_relation:
        words = one.type.lower().replace("_", " ")
        ends = (person.name, one.text) if one.direction == "out" else (one.text, person.name)
        details = ", ".join(str(one.attrs[name]) for name in _DETAILS if one.attrs.get(name))
        text = f"{ends[0]} {words} {ends[1]}" + (f" ({details})" if details else "")
        object = one.text
    return RelevantFact(
        id=one.id,
        type=one.type,
        text=text,
        person=person.name,
        object=object,
        confidence=one.confidence,
        evidence=one.evidence,
        relevance=one.confidence,
        trust=one.trust,
        timestamp=one.timestamp,
        ends=(person.id,),
    )
