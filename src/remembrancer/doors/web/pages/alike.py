"""What is like a decision: in words, in shape, and what its fingerprint tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from remembrancer.core.errors import NotAvailable
from remembrancer.core.limits import QUERY_CHARACTERS_MAX
from remembrancer.decisions import capabilities
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.draft import value_in_words
from remembrancer.decisions.shapes.fingerprint import Fingerprint
from remembrancer.doors.web.page_request import Sent, Visit
from remembrancer.doors.web.pages.decisions import check
from remembrancer.doors.web.wording import in_a_path

_LISTED: Final = 5  # in each column


class AlikeDecision(NamedTuple):
    """A decision that is like the one of the page."""

    decision: Decision
    score: float  # from 0 to 1
    why: str  # in one line
    outcome: str | None  # what came of it; of those that are alike in words


class Column(NamedTuple):
    """Decisions that are alike in one way, or why there is no such list."""

    found: tuple[AlikeDecision, ...] | None  # None: nobody asked for it yet
    refusal: str | None = None


class Alike(NamedTuple):
    """What is like a decision."""

    words: Column
    shapes: Column
    fingerprint: Fingerprint | None  # None: nobody asked for it yet, or it is not to be had

    @property
    def is_asked(self) -> bool:
        """Whether there is nothing left to ask for."""
        return all(one.found is not None or one.refusal for one in (self.words, self.shapes))


def alike(visit: Visit, decision: Decision) -> Alike:
    """What somebody asked for on the page, and what the settings compute unasked."""
    preset, is_asked = visit.session.space.preset, bool(visit.parameter("precedents"))

    def is_wanted(one: Capability) -> bool:
        return is_asked or capabilities.is_unasked(preset, one)

    # Comparing words takes a moment, so that they wait for a click in any case.
    words = _column(lambda: _in_words(visit, decision)) if is_asked else Column(None)
    shapes = Column(None)
    if is_wanted(Capability.STRUCTURAL_PRECEDENTS):
        shapes = _column(lambda: _in_shape(visit, decision))
    found = None
    if is_wanted(Capability.NODE_EMBEDDINGS):
        found = _fingerprint(visit, decision)
    return Alike(words, shapes, found)


def _column(look: Callable[[], Iterable[AlikeDecision]]) -> Column:
    try:
        return Column(tuple(look()))
    except NotAvailable as error:  # off here, or not installed: it says what to do
        return Column(None, str(error))


def _fingerprint(visit: Visit, decision: Decision) -> Fingerprint | None:
    try:
        return visit.memory.decisions.fingerprint(decision.id)
    except NotAvailable:  # the column of shapes says what is missing, and complexity needs nothing
        return None


def _in_words(visit: Visit, decision: Decision) -> Iterable[AlikeDecision]:
    told = (
        decision.trigger,
        *decision.context_gathered,
        decision.reasoning,
        decision.recommendation,
    )
    words = [value_in_words(one) for one in told if one]
    situation = " ".join(words)[:QUERY_CHARACTERS_MAX] or decision.content[:QUERY_CHARACTERS_MAX]
    found = visit.memory.decisions.precedents(situation, subject=decision.subject, k=_LISTED + 1)
    others = [one for one in found if one.decision.id != decision.id]
    for one in others[:_LISTED]:
        yield AlikeDecision(one.decision, one.score, " ".join(one.why), one.outcome)


def _in_shape(visit: Visit, decision: Decision) -> Iterable[AlikeDecision]:
    for one in visit.memory.decisions.similar(decision.id, k=_LISTED):
        yield AlikeDecision(one.decision, one.score, " ".join(one.why), None)


def label(visit: Visit) -> Sent:
    """Somebody says what such a decision is called, or that it is not called so."""
    check(visit)
    id, text = visit.path["id"], visit.filled("text")
    visit.memory.decisions.label(id, text)
    return Sent(
        f"/decisions/{in_a_path(id)}",
        "The label is kept." if text else "The label is taken back.",
    )
