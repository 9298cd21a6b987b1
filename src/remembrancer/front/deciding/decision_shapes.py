"""The verbs of `memory.decisions` about shapes: over what every member of the space may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from remembrancer.build_tools import is_installed
from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.limits import (
    COMMUNITIES_MAX,
    LEARNING_LINES_DEFAULT,
    PAGE_ITEMS_DEFAULT,
    PAGE_ITEMS_MAX,
    QUERY_CHARACTERS_MAX,
    SIMILAR_MAX,
)
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_text, check_whole
from remembrancer.decisions import capabilities, labels, learning, phases
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.decision import Decision
from remembrancer.decisions.learning import LearningReport
from remembrancer.decisions.phases import Phase
from remembrancer.decisions.shapes import community_report, fingerprint, similar
from remembrancer.decisions.shapes.community import CommunitySummary, DecisionCommunity
from remembrancer.decisions.shapes.fingerprint import Anomalies, Fingerprint
from remembrancer.decisions.shapes.similar import SimilarDecision
from remembrancer.decisions.what_if.simulation import ChoiceComparison, Simulation
from remembrancer.front.deciding import what_if_questions as what_if
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.jobs.schedule import SHAPES
from remembrancer.ports import Reader
from remembrancer.recall import learn

if TYPE_CHECKING:
    from remembrancer.decisions.shapes.shape_index import ShapeIndex

T = TypeVar("T")


@traced("decisions")
@handing_over
class DecisionShapes:
    """Decisions by their place among others, and what came of those that are alike."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def similar(self, id: str, *, k: int = 5) -> tuple[SimilarDecision, ...]:
        """Decisions of the same shape: with the same kinds of things around them along the same
        relations, whatever their words; the most alike first, each with what is around both.

        Only what every member of the space may see takes part. A decision that not everybody may
        see has no shape: nothing is similar to it. It needs `remembrancer[shapes]`.
        """
        capabilities.check(self._session.space.preset, Capability.STRUCTURAL_PRECEDENTS)
        check_whole(k, "k", at_least=1, at_most=SIMILAR_MAX)
        return self._read_with_index(
            lambda reader, scope, index: similar.similar(reader, scope, index, id, k)
        )

    def learned(self, *, limit: int = LEARNING_LINES_DEFAULT) -> LearningReport:
        """What was learned from what: decisions with their outcomes by type, which later answers
        rest on, and what walks taught of categories and relations.

        No model is trained: each new decision, outcome and walk changes it. It is told over what
        every member of the space may see.
        """
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        session = self._session
        session.write_walks()
        uses = learn.uses(session.store, session.scope())
        kept = session.projections.shapes()
        return session.read(
            lambda reader, scope: learning.report(
                reader, scope.space.preset, kept.of_space(reader, scope), uses, limit=limit
            )
        )

    def _read_with_index(self, act: Callable[[Reader, Scope, ShapeIndex], T]) -> T:
        """What is read with the vectors of the space. If many of them are out of date, making them
        anew becomes due."""
        kept = self._session.projections.shapes()

        def read(reader: Reader, scope: Scope) -> tuple[T, bool]:
            found = act(reader, scope, kept.index(reader, scope))
            return found, kept.is_remaking_due(reader, scope.space.uid)

        found, is_due = self._session.read(read)
        if is_due:
            self._session.make_due(SHAPES)
        return found

    def simulate(
        self,
        recommendation: str,
        *,
        situation: str | None = None,
        filters: Mapping[str, Any] | None = None,
        months: int = 12,
    ) -> Simulation:
        """What came of earlier decisions that chose this: concerns, how likely it is revisited
        within some months with a 90 % interval, and outcomes, each with how many there are.

        A decision counts if its recommendation has every content word of this one, outside of
        what it turns down. `situation` keeps those that are alike, `filters` are those of
        `precedents`. Only what every member of the space may see counts. Below 20 decisions no
        chances are told.
        """
        asked = what_if.request(
            self._session,
            {"recommendation": recommendation},
            situation=situation,
            filters=filters,
            months=months,
        )
        return what_if.simulated(self._session, asked)

    def compare(
        self,
        choice: str,
        alternative: str,
        *,
        situation: str | None = None,
        filters: Mapping[str, Any] | None = None,
        months: int = 12,
    ) -> ChoiceComparison:
        """What came of a choice and of an alternative, side by side, and whether a difference can
        be told. Decisions that chose both count for neither."""
        asked = what_if.request(
            self._session,
            {"choice": choice, "alternative": alternative},
            situation=situation,
            filters=filters,
            months=months,
        )
        return what_if.compared(self._session, asked)

    def fingerprint(self, id: str) -> Fingerprint:
        """How complex a decision is and to whom the preset routes it, whether its pattern is
        known, and the labels of decisions that people labelled and that are like it in shape.

        An inferred label is stored nowhere. Only what every member of the space may see takes
        part. It needs `remembrancer[shapes]`; `complexity` does not.
        """
        capabilities.check(self._session.space.preset, Capability.NODE_EMBEDDINGS)
        kept = self._session.projections.shapes()
        return self._read_with_index(
            lambda reader, scope, index: fingerprint.fingerprint(
                reader, scope, kept.of_space(reader, scope), index, id
            )
        )

    def anomalies(self, *, limit: int = PAGE_ITEMS_DEFAULT) -> Anomalies:
        """Decisions of no known pattern, the most unusual first, for somebody to look at.

        Nothing is done to them; `revisit` notes that one was looked at.
        """
        capabilities.check(self._session.space.preset, Capability.NODE_EMBEDDINGS)
        check_whole(limit, "limit", at_least=1, at_most=PAGE_ITEMS_MAX)
        kept = self._session.projections.shapes()
        return self._read_with_index(
            lambda reader, scope, index: fingerprint.anomalies(
                reader, scope, kept.of_space(reader, scope), index, limit
            )
        )

    def phases(self) -> tuple[Phase, ...]:
        """The six phases of a memory: what each needs, what there is of it that everybody may see,
        and which capabilities are off, on request or on."""
        session = self._session
        kept, tools = session.projections.shapes(), session.shop.tools
        installed = phases.Installed(
            numpy=is_installed("numpy"),
            graspologic=is_installed("graspologic_native"),
            embedder=tools.embedder is not None,
            model=tools.llm is not None,
        )
        return session.read(
            lambda reader, scope: phases.phases(
                scope.space.preset, phases.counts(kept.of_space(reader, scope)), installed
            )
        )

    def label(self, id: str, text: str | None) -> Decision:
        """Says what a decision of this sort is called, such as "high-complexity retirement
        transition"; None removes it. It is on record with who said so. For people."""
        principal = self._session.principal
        if not principal.is_person:
            raise Forbidden(
                f"{principal.name!r} is a program and may not label decisions: labels are what "
                "people call them. A program reads those that are inferred: "
                "decisions.fingerprint()."
            )
        return self._session.write(lambda unit, scope: labels.label(unit, scope, id, text))

    def communities(
        self, *, topic: str | None = None, limit: int = 20, least: int = 2
    ) -> tuple[CommunitySummary, ...]:
        """Communities: decisions that are tied to each other by causes and influences, found
        without tags. The largest is first; with a topic, those that say its words, the best first.

        Each has a label, how many decisions and clients it has, and how many of the clients were
        reviewed. `least` is how many decisions one has at least. Only what every member of the
        space may see takes part. It needs `remembrancer[shapes]`.
        """
        check_whole(limit, "limit", at_least=1, at_most=COMMUNITIES_MAX)
        check_whole(least, "least", at_least=2, at_most=1_000_000)
        if topic is not None:
            check_text(topic, "topic", length_max=QUERY_CHARACTERS_MAX)
            if not topic.strip():
                raise InvalidInput("topic is empty. Say what it is about.", field="topic")
        capabilities.check(self._session.space.preset, Capability.COMMUNITIES)
        kept = self._session.projections.shapes()
        return self._session.read(
            lambda reader, scope: community_report.summaries(
                kept.of_space(reader, scope), topic=topic, limit=limit, least=least
            )
        )

    def community(self, id: str) -> DecisionCommunity:
        """The community that a decision is in: its members in the order of time, its clients and
        which of them nobody has looked at yet, what drove it, what its members have in common, who
        was first, and what came of it.

        The id of a community is that of its earliest decision. Every member leads to it, so that
        an id once given keeps leading to where that decision is now.
        """
        capabilities.check(self._session.space.preset, Capability.COMMUNITIES)
        kept = self._session.projections.shapes()
        return self._session.read(
            lambda reader, scope: community_report.report(
                reader, scope, kept.of_space(reader, scope), id
            )
        )
