"""What sessions tell: frequent forms of looks, and what came of strategies and prompts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from remembrancer.inquiry.inquiry import ExecutedQuery
from remembrancer.inquiry.query_shape import look_shape
from remembrancer.inquiry.session import (
    HELPFUL_FROM,
    InquiryReport,
    InquirySession,
    LookShape,
    RatedVariant,
)


def report(sessions: Sequence[InquirySession], *, limit: int, is_cut: bool) -> InquiryReport:
    """The report on these sessions, with a limited number of lines per list."""
    ratings = Counter(one.rating for one in sessions if one.rating is not None)
    return InquiryReport(
        sessions=len(sessions),
        rated=sum(ratings.values()),
        by_rating=dict(sorted(ratings.items())),
        iterations=_average(one.iterations for one in sessions),
        tokens_in=_average(one.tokens_in for one in sessions),
        tokens_out=_average(one.tokens_out for one in sessions),
        facts=_average(one.facts_retrieved for one in sessions),
        processing_time_ms=_average(one.processing_time_ms for one in sessions),
        limited=sum(one.is_limited for one in sessions),
        found_nothing=sum(not one.results and not one.is_partial for one in sessions),
        shapes=tuple(_shapes(sessions)[:limit]),
        variants=tuple(_variants(sessions)[:limit]),
        is_cut=is_cut,
    )


def _shapes(sessions: Iterable[InquirySession]) -> list[LookShape]:
    looks: defaultdict[tuple[str, str], list[ExecutedQuery]] = defaultdict(list)
    for session in sessions:
        for query in session.queries_executed:
            looks[query.tool, look_shape(query.tool, query.query)].append(query)
    made = [
        LookShape(
            tool=tool,
            shape=shape,
            times=len(listed),
            results=_average(one.result_count for one in listed),
            failed=sum(one.error is not None for one in listed),
        )
        for (tool, shape), listed in looks.items()
    ]
    return sorted(made, key=lambda one: (-one.times, one.tool, one.shape))


def _variants(sessions: Iterable[InquirySession]) -> list[RatedVariant]:
    groups: defaultdict[tuple[str, str], list[InquirySession]] = defaultdict(list)
    for session in sessions:
        groups[session.strategy.value, session.prompt_version or ""].append(session)
    made = []
    for _, listed in sorted(groups.items()):
        ratings = [one.rating for one in listed if one.rating is not None]
        made.append(
            RatedVariant(
                strategy=listed[0].strategy,
                prompt_version=listed[0].prompt_version,
                sessions=len(listed),
                rated=len(ratings),
                rating=_average(ratings) if ratings else None,
                helpful=sum(rating >= HELPFUL_FROM for rating in ratings),
                iterations=_average(one.iterations for one in listed),
                tokens=_average(one.tokens_in + one.tokens_out for one in listed),
                facts=_average(one.facts_retrieved for one in listed),
            )
        )
    return sorted(made, key=lambda one: -one.sessions)


def _average(values: Iterable[float]) -> float:
    listed = list(values)
    return round(sum(listed) / len(listed), 3) if listed else 0.0
