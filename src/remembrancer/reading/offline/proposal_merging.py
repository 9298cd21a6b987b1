"""Merging proposals: duplicates, corrected values, verifications and decision traces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from pydantic import JsonValue

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.proposal import LeftOut, Proposal, Quote
from remembrancer.language import sentences
from remembrancer.reading.offline.dangling_references import has_dangling_reference

VOUCHED_WORDS_MIN: Final = 3  # of a verified fact
_STEPS: Final = (Family.DECISION, Family.GOAL, Family.UNRESOLVED, Family.ACTION)


def deduplicate(proposals: Iterable[tuple[Proposal, bool]]) -> list[Proposal]:
    """Removes duplicates; a corrected value replaces the wrong one."""
    kept: dict[tuple[JsonValue, ...], Proposal] = {}
    for one, corrects in proposals:
        slot, holder = one.data.get("slot"), one.data.get("holder")
        if slot is None:
            key: tuple[JsonValue, ...] = (one.kind, one.content.lower())
        else:
            key = (one.kind, slot, holder, one.data.get("value"), one.data.get("on"))
            if corrects:
                for other, held in list(kept.items()):
                    if held.data.get("slot") == slot and held.data.get("holder") == holder:
                        del kept[other]
        kept.setdefault(key, one)
    return list(kept.values())


def _overlaps(one: Proposal, other: Proposal) -> bool:
    if one.message_id != other.message_id or one.start is None or other.start is None:
        return False
    shared = min(one.start + len(one.quote), other.start + len(other.quote)) - max(
        one.start, other.start
    )
    return shared > 0 and 2 * shared >= min(len(one.quote), len(other.quote))


def is_repeated(one: Proposal, proposals: Sequence[Proposal]) -> bool:
    """Whether another proposal has the same quote or content."""
    return any(
        other.content == one.content
        or _overlaps(one, other)
        or any(
            quote.message_id == one.message_id
            and (quote.quote in one.quote or one.quote in quote.quote)
            for quote in other.also
        )
        for other in proposals
        if not other.only_reconfirms
    )


def with_verifications(
    proposals: list[Proposal], vouchers: Sequence[Proposal], left: Sequence[LeftOut]
) -> list[Proposal]:
    """The proposals with their verifications, and facts that were only verified."""
    skipped = frozenset(one.text for one in left)
    for one in vouchers:
        if not _is_verified(one):
            continue
        same = [other for other in proposals if _overlaps(one, other)]
        if same and one.only_reconfirms:
            continue  # the user's own statement counts, not the yes
        if same and one.also and has_dangling_reference(same[0].quote):
            # Only the agent's words say what "it" is.
            proposals = [other for other in proposals if other not in same] + [one]
        elif same:
            fields = {"confidence_subtype": one.confidence_subtype}
            proposals = [
                other.model_copy(update=fields) if other is same[0] else other
                for other in proposals
            ]
        elif not any(text in one.quote or one.quote in text for text in skipped):
            proposals = [*proposals, one]
    return proposals


def _is_verified(one: Proposal) -> bool:
    """Whether a user verified a fact and did not only guess."""
    low = one.content.lower()
    is_guess = sentences.is_hedged(low, frozenset(low.split()))
    return not is_guess and low.count(" ") >= VOUCHED_WORDS_MIN - 1


def with_traces(
    proposals: list[Proposal], drawn: Sequence[Proposal], brief: Brief
) -> list[Proposal]:
    """The proposals, with each plain decision merged into its full trace."""
    kept = list(proposals)
    steps = frozenset(brief.kinds[one] for one in _STEPS if one in brief.kinds)
    for trace in drawn:
        same = [
            one
            for one in kept
            if _overlaps(one, trace)
            or ((one.kind in steps or not _has_figures(one)) and _is_step(one, trace))
        ]
        facts: dict[str, JsonValue] = {}
        for one in same:
            facts |= {key: value for key, value in one.data.items() if key not in trace.data}
        kept = [one for one in kept if one not in same]
        kept.append(trace.model_copy(update={"data": {**trace.data, **facts}}) if same else trace)
    return kept


def _is_step(one: Proposal, trace: Proposal) -> bool:
    """Whether a proposal is a step of a trace: an alternative, advice or an outcome."""
    if not any(_quotes(one, quote) for quote in trace.also):
        return False
    low = one.quote.lower()
    told = [trace.data.get("recommendation"), trace.data.get("outcome")]
    if any(isinstance(text, str) and text.lower().strip(" .!") in low for text in told):
        return True
    weighed = trace.data.get("alternatives_considered")
    if not isinstance(weighed, list):
        return False
    return sum(str(text).lower() in low for text in weighed) > 1


def _has_figures(one: Proposal) -> bool:
    """Whether a proposal holds more than a step: a fact may be in the same sentence."""
    return "slot" in one.data or "amounts" in one.data


def _quotes(one: Proposal, quote: Quote) -> bool:
    return quote.message_id == one.message_id and (
        one.quote in quote.quote or quote.quote in one.quote
    )
