"""One meeting: its notes and transcript describe one occasion, so neither replaces the other."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.ports import Reader
from remembrancer.reading.extraction_input import CandidateItem
from remembrancer.reading.judging.judgement import Severity, StatementRelation
from remembrancer.reading.judging.verdict import Verdict
from remembrancer.remember.known_evidence import SaidBefore
from remembrancer.remember.planning import KnownItem


def apart(
    reader: Reader, before: SaidBefore, candidate: CandidateItem, known: Sequence[KnownItem]
) -> list[KnownItem]:
    """Existing items, changed so that a candidate replaces nothing of its own meeting.

    Two values in one list of notes are two separate facts. A person sees them only if they cannot
    both hold. A person also sees where the notes and the transcript of a meeting differ.
    """
    listed = before.drawn_beside(candidate) if candidate.is_noted else frozenset()
    kept = []
    for one in known:
        if one.item.id in listed:
            if _cannot_both_hold(one.verdict):
                kept.append(_never_replaced(one))
        elif _is_otherwise_noted(reader, candidate, one):
            kept.append(_never_replaced(one))
        else:
            kept.append(one)
    return kept


def _is_otherwise_noted(reader: Reader, candidate: CandidateItem, known: KnownItem) -> bool:
    """Whether one is from the meeting's notes, the other from its transcript, and they differ."""
    state, item = candidate.new.state, known.item
    origin = (state.source_type, state.source_id)
    is_of_one = state.source_id is not None and origin == (item.source_type, item.source_id)
    if not is_of_one or known.verdict.relation is StatementRelation.SAME:
        return False
    told = reader.items.named([item.id]).get(item.id)  # reconcile candidates have no evidence
    if told is None or not told.evidence or not candidate.new.evidence:
        return False
    return (told.evidence[0].message_id is None) != (candidate.new.evidence[0].message is None)


def _cannot_both_hold(verdict: Verdict) -> bool:
    return verdict.relation is StatementRelation.CONTRADICTION and verdict.severity is Severity.HIGH


def _never_replaced(known: KnownItem) -> KnownItem:
    return known._replace(verdict=known.verdict._replace(replaces=False, states_change=False))
