"""Matches the proposals for a document with its labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from remembrancer.bench.labels import Label, LabelledDocument, LabelSpan
from remembrancer.core.kinds import Family
from remembrancer.items.proposal import Proposal, Quote

OVERLAP_MIN = 0.5  # of the shorter of two spans
COVER_MAX = 300  # characters; a longer quote does not cover the labels inside it
# A proposal with one of these fields is a decision trace.
TRACE_FIELDS = frozenset(("trigger", "alternatives_considered", "recommendation", "reasoning"))


class MatchVerdict(StrEnum):
    RIGHT = "right"  # it matches a label
    PART = "another part"  # it matches another part of a matched label
    SPARE = "optional"  # it matches an optional label
    TWICE = "said twice"  # it repeats another proposal
    WRONG = "wrong"  # it matches no label
    UNPROVEN = "unproven"  # its quote is not in the message


class QuoteSpan(NamedTuple):
    """A span of a message."""

    message_id: str
    start: int
    end: int

    def shared(self, other: QuoteSpan) -> int:
        """The number of common characters."""
        if self.message_id != other.message_id:
            return 0
        return max(0, min(self.end, other.end) - max(self.start, other.start))

    def overlaps(self, other: QuoteSpan) -> bool:
        shorter = min(self.end - self.start, other.end - other.start)
        return self.shared(other) >= max(1, OVERLAP_MIN * shorter)


class JudgedProposal(NamedTuple):
    """A proposal with its verdict."""

    proposal: Proposal
    verdict: MatchVerdict
    label: int | None  # the label it matches
    is_kind_right: bool


class DocumentMatch(NamedTuple):
    """The proposals of a document matched with its labels."""

    judged: tuple[JudgedProposal, ...]
    found: Mapping[int, tuple[Proposal, ...]]  # matched labels and their proposals
    covered: frozenset[int]  # labels that are matched only within a longer quote


class _LabelPair(NamedTuple):
    is_kind_right: bool
    is_first: bool  # the main quote matches, not a further one
    is_required: bool
    closeness: float
    proposal: int
    label: int


def match_labels(
    document: LabelledDocument,
    proposals: Sequence[Proposal],
    kinds: Mapping[Family, str],
    default_kind: str,
) -> DocumentMatch:
    """Matches each label with one proposal, and each proposal with at most one label."""
    contents = {said.id: said.content for said in document.messages}
    places = [_evidence(one, contents) for one in proposals]
    labels = [_spans(one, contents) for one in document.expect]
    pairs = sorted(
        _pairs(document.expect, labels, proposals, places, kinds, default_kind),
        key=lambda pair: (*pair[:4], -pair.proposal),
        reverse=True,
    )
    meeting: dict[int, list[int]] = {}  # per label, the proposals that overlap with it
    chosen: dict[int, _LabelPair] = {}
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
        _judge(
            one,
            places[number],
            chosen.get(number),
            nearest.get(number),
            document.expect,
            is_first=number in first,
        )
        for number, one in enumerate(proposals)
    )
    return _document_match(judged, places, labels)


def is_proven(proposal: Proposal, document: LabelledDocument) -> bool:
    """Whether every quote is in its message at its offset."""
    contents = {said.id: said.content for said in document.messages}
    return bool(_evidence(proposal, contents))


def _pairs(
    expected: Sequence[Label],
    labels: Sequence[Sequence[QuoteSpan]],
    proposals: Sequence[Proposal],
    places: Sequence[Sequence[QuoteSpan]],
    kinds: Mapping[Family, str],
    default_kind: str,
) -> Iterator[_LabelPair]:
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
            yield _LabelPair(
                is_kind_right=(proposal.kind or default_kind) in accepted,
                is_first=any(first for first, _, _ in meeting),
                is_required=not label.optional,
                closeness=max(_closeness(one, span) for _, one, span in meeting),
                proposal=number,
                label=which,
            )


def _closeness(one: QuoteSpan, other: QuoteSpan) -> float:
    shared = one.shared(other)
    return shared / (one.end - one.start + other.end - other.start - shared)


def _adds(
    pair: _LabelPair,
    others: Sequence[int],
    expected: Sequence[Label],
    proposals: Sequence[Proposal],
    places: Sequence[Sequence[QuoteSpan]],
    labels: Sequence[Sequence[QuoteSpan]],
) -> bool:
    """Whether a further proposal adds something to a matched label."""
    proposal, own = proposals[pair.proposal], places[pair.proposal][0]
    if _is_trace_beside(proposal, expected[pair.label], [proposals[one] for one in others]):
        return True
    return pair.is_first and not any(
        _say_the_same(own, places[one][0], labels[pair.label]) for one in others
    )


def _judge(
    proposal: Proposal,
    evidence: Sequence[QuoteSpan],
    chosen: _LabelPair | None,
    nearest: _LabelPair | None,
    expected: Sequence[Label],
    *,
    is_first: bool,
) -> JudgedProposal:
    if not evidence:
        return JudgedProposal(proposal, MatchVerdict.UNPROVEN, None, False)
    if chosen is not None:
        verdict = MatchVerdict.RIGHT if is_first else MatchVerdict.PART
        if expected[chosen.label].optional:
            verdict = MatchVerdict.SPARE
        return JudgedProposal(proposal, verdict, chosen.label, chosen.is_kind_right)
    if nearest is not None:
        return JudgedProposal(proposal, MatchVerdict.TWICE, nearest.label, nearest.is_kind_right)
    return JudgedProposal(proposal, MatchVerdict.WRONG, None, False)


def _is_trace(proposal: Proposal) -> bool:
    return bool(TRACE_FIELDS & proposal.data.keys())


def _is_trace_beside(proposal: Proposal, label: Label, others: Sequence[Proposal]) -> bool:
    """Whether a trace stands next to the plain decision: both are worth keeping."""
    return Family.TRACE in label.families and all(
        _is_trace(proposal) != _is_trace(other) for other in others
    )


def _say_the_same(one: QuoteSpan, other: QuoteSpan, spans: Sequence[QuoteSpan]) -> bool:
    """Whether two quotes cover the same label."""
    if one.shared(other):
        return True
    return not any(span.shared(one) and span.shared(other) for span in spans)


def _document_match(
    judged: tuple[JudgedProposal, ...],
    places: Sequence[Sequence[QuoteSpan]],
    labels: Sequence[Sequence[QuoteSpan]],
) -> DocumentMatch:
    found: dict[int, list[Proposal]] = {}
    for one in judged:
        if one.label is not None and one.verdict != MatchVerdict.TWICE:
            found.setdefault(one.label, []).append(one.proposal)
    covered: set[int] = set()
    for which, spans in enumerate(labels):
        for one, evidence in zip(judged, places, strict=True):
            is_kept = one.verdict in (MatchVerdict.RIGHT, MatchVerdict.PART, MatchVerdict.SPARE)
            if which not in found and is_kept and _holds(evidence[0], spans):
                found[which] = [one.proposal]
                covered.add(which)
    return DocumentMatch(
        judged, {which: tuple(ones) for which, ones in found.items()}, frozenset(covered)
    )


def _holds(quote: QuoteSpan, spans: Sequence[QuoteSpan]) -> bool:
    return quote.end - quote.start <= COVER_MAX and any(
        quote.shared(span) == span.end - span.start for span in spans
    )


def _evidence(proposal: Proposal, contents: Mapping[str, str]) -> tuple[QuoteSpan, ...]:
    """The spans of its quotes, the main one first; empty if one is missing."""
    own = Quote(message_id=proposal.message_id, quote=proposal.quote, start=proposal.start)
    found = []
    for quote in (own, *proposal.also):
        content = contents.get(quote.message_id, "")
        start = content.find(quote.quote) if quote.start is None else quote.start
        if start < 0 or not content.startswith(quote.quote, start) or not content:
            return ()
        found.append(QuoteSpan(quote.message_id, start, start + len(quote.quote)))
    return tuple(found)


def _spans(label: Label, contents: Mapping[str, str]) -> tuple[QuoteSpan, ...]:
    def place(span: LabelSpan) -> QuoteSpan:
        start = contents[span.message_id].index(span.quote) if span.start is None else span.start
        return QuoteSpan(span.message_id, start, start + len(span.quote))

    return (place(label), *(place(span) for span in label.also))
