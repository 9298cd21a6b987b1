"""The legs of a recall, each as a span: how long it took, and how many texts were found by then."""

from __future__ import annotations

from collections.abc import Callable, Sized
from enum import StrEnum
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from remembrancer.ports import Attribute, Span, Telemetry, Work
from remembrancer.ports.telemetry import SILENT_SPAN

P = ParamSpec("P")
T = TypeVar("T")


class Leg(StrEnum):
    WORDS = "words"  # texts that share words with the question
    LINKS = "links"  # items linked to names in it
    VECTORS = "vectors"  # texts with a similar meaning
    TIME = "time"  # texts from the times in it
    CONTEXT = "context"  # messages before and after
    SIMILARITY = "similarity"  # of every candidate, whichever leg found it
    RANKING = "ranking"  # features and fusion
    ANSWER = "answer"  # the best are read again and become hits
    RERANK = "rerank"  # by a reranker


class Gathers(Protocol):
    """What collects candidates, leg by leg."""

    telemetry: Telemetry

    @property
    def rows(self) -> Sized: ...


G = TypeVar("G", bound=Gathers)


def leg_span(telemetry: Telemetry, leg: Leg) -> Span:
    """The span of one leg."""
    if not telemetry.is_on:
        return SILENT_SPAN  # at once: a recall has many legs
    return telemetry.span(Work.LEG, f"recall {leg.value}", {Attribute.LEG: leg.value})


def is_leg(
    leg: Leg,
) -> Callable[[Callable[Concatenate[G, P], T]], Callable[Concatenate[G, P], T]]:
    """Marks a method that is one leg."""

    def marked(act: Callable[Concatenate[G, P], T]) -> Callable[Concatenate[G, P], T]:
        @wraps(act)
        def traced(self: G, /, *given: P.args, **named: P.kwargs) -> T:
            if not self.telemetry.is_on:
                return act(self, *given, **named)
            with leg_span(self.telemetry, leg) as span:
                result = act(self, *given, **named)
                span.note({Attribute.CANDIDATES: len(self.rows)})
            return result

        return traced

    return marked
