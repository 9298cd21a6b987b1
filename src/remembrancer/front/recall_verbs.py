"""Asking: recall, the summary of a subject, and facts that are alike. Each is noted as a walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from remembrancer.core.scope import AsOf
from remembrancer.core.validation import check_flag, check_name, validated
from remembrancer.front.session import Session
from remembrancer.items.delivered_text import delivered
from remembrancer.items.filters import RecallFilter
from remembrancer.reading.port import RetrievedText
from remembrancer.recall import learn, recall
from remembrancer.recall.hit import Recall
from remembrancer.recall.recall_search import RecallRequest
from remembrancer.recall.summary import Summary

# What programs look hits up by.
_IDS: Final = ("id", "conversation_id", "message_id", "source_id", "legs", "explanation")


class Recalls:
    """Answers questions for one caller."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def recall(
        self,
        query: str,
        *,
        k: int,
        include: Sequence[str],
        filters: Mapping[str, Any],
        as_of: AsOf | None,
        explain: bool,
        walking: str | None,
        tool: str = "recall",
        learned: bool = False,
    ) -> Recall:
        """The best hits for a question. `walking` is the session in which it is asked."""
        wanted = recall.check(query, k, include)
        check_flag(explain, "explain")
        check_flag(learned, "learned")
        if walking is not None:
            check_name(walking, "session")
        filter = validated(RecallFilter, filters, what="recall()")
        session = self._session
        taught = None
        if learned:
            weights = learn.weights(session.store, session.scope())
            taught = {weight.category: weight.weight for weight in weights}
        asked = RecallRequest(
            query=query, filter=filter, k=k, include=wanted, explain=explain, learned=taught
        )
        tools = session.shop.tools
        session.compare_added()
        result = session.read(
            lambda reader, scope: recall.recall(
                reader,
                scope,
                asked,
                at=session.point(reader, as_of),
                embedder=tools.embedder,
                reranker=tools.reranker,
                telemetry=tools.telemetry,
            )
        )
        walk = session.walks.note(
            session.scope(),
            tool=tool,
            query=query,
            subject=filter.subject,
            session=walking,
            hits=result.seen,
        )
        made = result.recall.changed(walk=walk)
        if session.principal.is_person:
            return made  # people see the words as they are
        return made.changed(hits=delivered(made.hits, but=_IDS))

    def summary(self, subject: str, as_of: AsOf | None, walking: str | None) -> Summary:
        """The items about a subject, grouped by kind."""
        from remembrancer.delivery.briefing.summary import summary

        check_name(subject, "subject")
        if walking is not None:
            check_name(walking, "session")
        session = self._session
        result = session.read(
            lambda reader, scope: summary(reader, scope, subject, at=session.point(reader, as_of))
        )
        session.walks.note(
            session.scope(),
            tool="summary",
            query=None,
            subject=subject,
            session=walking,
            hits=[
                RetrievedText(item.id, None, item.is_personal)
                for listed in result.groups.values()
                for item in listed
            ],
        )
        return result if session.shows_marks else delivered(result)

    def similar_facts(
        self, query: str, fact_types: Sequence[str] | None, limit: int
    ) -> list[dict[str, Any]]:
        """Facts that mean much the same, the most similar first."""
        found = self.recall(
            query,
            k=limit,
            include=("items",),
            filters={"kinds": fact_types or None},
            as_of=None,
            explain=True,
            walking=None,
            tool="search_similar_facts",
        )
        return [
            {
                "id": hit.id,
                "fact_type": hit.kind,
                "text": hit.text,
                "subject": hit.subject,
                "relevance": hit.score,
                "similarity": next((leg.value for leg in hit.legs if leg.leg == "meaning"), None),
                "confidence": hit.confidence,
                "occurred_at": hit.occurred_at.isoformat(),
                "source_type": hit.source_type,
                "source_user": hit.source_user,
                "trust": None if hit.trust is None else hit.trust.value,
            }
            for hit in found.hits
        ]
