"""Matching: which labels the proposals for a document meet, and which proposals meet none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from remembrancer.bench.labels import Document, Expected, Span
from remembrancer.core.kinds import Family
from remembrancer.items.proposal import Proposal, Quote

OVERLAP_MIN = 0.5  # of the shorter of two spans
COVER_MAX = 300  # characters; a longer quote says nothing of what stands in it
# A proposal with one of these tells how a decision came about, whatever its kind is called.
TRACE_FIELDS = frozenset(("trigger", "alternatives_considered", "recommendation", "reasoning"))


class Verdict(StrEnum):
    RIGHT = "right"  # it says something that was expected
    PART = "another part"  # it says another part of something that was expected
    SPARE = "optional"  # it says something that counts neither for nor against
    TWICE = "said twice"  # another proposal says the same
    WRONG = "wrong"  # nobody would want it
    UNPROVEN = "unproven"  # its quote does not stand where it says


class Place(NamedTuple):
    """Where words stand."""

    message_id: str
    start: int
    end: int

    def shared(self, other: Place) -> int:
        """How many characters both hold."""
        if self.message_id != other.message_id:
            return 0
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def overlaps(self, other: Place) -> bool:
        shorter = min(self.end - self.start, other.end - other.start)
        return self.shared(other) >= max(1, OVERLAP_MIN * shorter)


class Judged(NamedTuple):
    """A proposal, and what became of it."""

    proposal: Proposal
    verdict: Verdict
    label: int | None  # which label it meets
    is_kind_right: bool


class Matched(NamedTuple):
    """A document's proposals and labels, laid beside each other."""

    judged: tuple[Judged, ...]
    found: Mapping[int, tuple[Proposal, ...]]  # labels that are met, and by what
    covered: frozenset[int]  # of them those that only stand within the quote of another


class _Pair(NamedTuple):
    is_kind_right: bool
    is_first: bool  # the proposal's own quote meets it, not a further one
    is_required: bool
    closeness: float
    proposal: int
    label: int


def match(
    document: Document,
    proposals: Sequence[Proposal],
    kinds: Mapping[Family, str],
    default_kind: str,
) -> Matched:
    """Each label is met by one proposal, and each proposal meets one label at most."""
    contents = {said.id: said.content for said in document.messages}
    places = [_evidence(one, contents) for one in proposals]
    labels = [_spans(one, contents) for one in document.expect]
    pairs = sorted(
        _pairs(document.expect, labels, proposals, places, kinds, default_kind),
        key=lambda pair: (*pair[:4], -pair.proposal),
        reverse=True,
    )
    meeting: dict[int, list[int]] = {}  # of each label, the proposals that say something of it
    chosen: dict[int, _Pair] = {}
    for pair in pairs:
        if pair.proposal not in chosen and pair.label not in meeting:
            chosen[pair.proposal] = pair
            meeting[pair.label] = [pair.proposal]
    for pair in pairs:
        if pair.proposal not in chosen and _adds(
            pair, meeting[pair.label], document.expect, proposals, places, labels
        ):
            chosen[pair.proposal] = pair
            meeting[pair.label].append(pair.proposal)
    first = {ones[0] for ones in meeting.values()}
    nearest = {pair.proposal: pair for pair in reversed(pairs)}
    judged = tuple(
        _judged(
            one,
            places[number],
            chosen.get(number),
            nearest.get(number),
            document.expect,
            is_first=number in first,
        )
        for number, one in enumerate(proposals)
    )
    return _matched(judged, places, labels)


def is_proven(proposal: Proposal, document: Document) -> bool:
    """Whether every quote stands in its message, at its place."""
    contents = {said.id: said.content for said in document.messages}
    return bool(_evidence(proposal, contents))


def _pairs(
    expected: Sequence[Expected],
    labels: Sequence[Sequence[Place]],
    proposals: Sequence[Proposal],
    places: Sequence[Sequence[Place]],
    kinds: Mapping[Family, str],
    default_kind: str,
) -> Iterator[_Pair]:
    for number, (proposal, evidence) in enumerate(zip(proposals, places, strict=True)):
        for which, (label, spans) in enumerate(zip(expected, labels, strict=True)):
            meeting = [
                (at == 0, one, span)
                for at, one in enumerate(evidence)
                for span in spans
                if one.overlaps(span)
            ]
            if not meeting:
                continue
            accepted = {kinds[family] for family in label.families if family in kinds}
            yield _Pair(
                is_kind_right=(proposal.kind or default_kind) in accepted,
                is_first=any(first for first, _, _ in meeting),
                is_required=not label.optional,
                closeness=max(_closeness(one, span) for _, one, span in meeting),
                proposal=number,
                label=which,
            )


def _closeness(one: Place, other: Place) -> float:
    shared = one.shared(other)
    return shared / (one.end - one.start + other.end - other.start - shared)


def _adds(
    pair: _Pair,
    others: Sequence[int],
    expected: Sequence[Expected],
    proposals: Sequence[Proposal],
    places: Sequence[Sequence[Place]],
    labels: Sequence[Sequence[Place]],
) -> bool:
    """Whether a further proposal says something of a label that the others do not."""
    proposal, own = proposals[pair.proposal], places[pair.proposal][0]
    if _is_trace_beside(proposal, expected[pair.label], [proposals[one] for one in others]):
        return True
    return pair.is_first and not any(
        _say_the_same(own, places[one][0], labels[pair.label]) for one in others
    )


def _judged(
    proposal: Proposal,
    evidence: Sequence[Place],
    chosen: _Pair | None,
    nearest: _Pair | None,
    expected: Sequence[Expected],
    *,
    is_first: bool,
) -> Judged:
    if not evidence:
        return Judged(proposal, Verdict.UNPROVEN, None, False)
    if chosen is not None:
        verdict = Verdict.RIGHT if is_first else Verdict.PART
        if expected[chosen.label].optional:
            verdict = Verdict.SPARE
        return Judged(proposal, verdict, chosen.label, chosen.is_kind_right)
    if nearest is not None:
        return Judged(proposal, Verdict.TWICE, nearest.label, nearest.is_kind_right)
    return Judged(proposal, Verdict.WRONG, None, False)


def _is_trace(proposal: Proposal) -> bool:
    return bool(TRACE_FIELDS & proposal.data.keys())


def _is_trace_beside(proposal: Proposal, label: Expected, others: Sequence[Proposal]) -> bool:
    """What was decided and how that came about are two things to know."""
    return Family.TRACE in label.families and all(
        _is_trace(proposal) != _is_trace(other) for other in others
    )


def _say_the_same(one: Place, other: Place, spans: Sequence[Place]) -> bool:
    """Whether two quotes share words of one label, or say it each in their own place."""
    if one.shared(other):
        return True
    return not any(span.shared(one) and span.shared(other) for span in spans)


def _matched(
    judged: tuple[Judged, ...],
    places: Sequence[Sequence[Place]],
    labels: Sequence[Sequence[Place]],
) -> Matched:
    found: dict[int, list[Proposal]] = {}
    for one in judged:
        if one.label is not None and one.verdict != Verdict.TWICE:
            found.setdefault(one.label, []).append(one.proposal)
    covered: set[int] = set()
    for which, spans in enumerate(labels):
        for one, evidence in zip(judged, places, strict=True):
            is_kept = one.verdict in (Verdict.RIGHT, Verdict.PART, Verdict.SPARE)
            if which not in found and is_kept and _holds(evidence[0], spans):
                found[which] = [one.proposal]
                covered.add(which)
    return Matched(
        judged, {which: tuple(ones) for which, ones in found.items()}, frozenset(covered)
    )


def _holds(quote: Place, spans: Sequence[Place]) -> bool:
    return quote.end - quote.start <= COVER_MAX and any(
        quote.shared(span) == span.end - span.start for span in spans
    )


def _evidence(proposal: Proposal, contents: Mapping[str, str]) -> tuple[Place, ...]:
    """Where its quotes stand, its own first; nothing if one of them does not."""
    own = Quote(message_id=proposal.message_id, quote=proposal.quote, start=proposal.start)
    found = []
    for quote in (own, *proposal.also):
        content = contents.get(quote.message_id, "")
        start = content.find(quote.quote) if quote.start is None else quote.start
        if start < 0 or not content.startswith(quote.quote, start) or not content:
            return ()
        found.append(Place(quote.message_id, start, start + len(quote.quote)))
    return tuple(found)


def _spans(label: Expected, contents: Mapping[str, str]) -> tuple[Place, ...]:
    def place(span: Span) -> Place:
        start = contents[span.message_id].index(span.quote) if span.start is None else span.start
        return Place(span.message_id, start, start + len(span.quote))

    return (place(label), *(place(span) for span in label.also))
