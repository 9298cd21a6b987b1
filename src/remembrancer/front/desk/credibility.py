"""`memory.credibility`: how right agents were, domain by domain."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.front.argument_parsing import as_moment
from remembrancer.front.delivery_tracking import handing_over
from remembrancer.front.session import Session
from remembrancer.front.verb_spans import traced
from remembrancer.items.item import Trust
from remembrancer.ports import Reader
from remembrancer.reading import taint_check
from remembrancer.team.debates import debate_listing, participants, precedents
from remembrancer.team.track_record import record_outcome
from remembrancer.team.track_record.credibility import (
    AgentCredibility,
    FacilitatorReport,
    OutcomeDue,
)
from remembrancer.team.track_record.credibility_history import (
    CredibilityHistory,
    credibility_history,
)
from remembrancer.team.track_record.credibility_port import CredibilityPoint


@traced("credibility")
@handing_over
class Credibility:
    """The track record of agents: what came of what they held."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def score(self, agent: str, domain: str) -> AgentCredibility:
        """How credible an agent is in a domain, by the outcomes that the caller may know of.

        It is 0.4 × the accuracy of all, 0.3 × that of the last ten, 0.2 × that weighted by time and
        0.1 × the quality of the evidence. `is_usable` says whether there are enough outcomes for
        the facilitator to decide by it.
        """
        name = participants.named(agent, "agent")
        check_name(domain, "domain")
        return self._session.read(
            lambda reader, scope: precedents.scored(reader, scope, name, domain, None)
        )

    def list(
        self, *, agent: str | None = None, domain: str | None = None
    ) -> tuple[AgentCredibility, ...]:
        """The credibility of one agent or of all, in one domain or in all, by name."""
        for value, field in ((agent, "agent"), (domain, "domain")):
            if value is not None:
                check_name(value, field)

        def read(reader: Reader, scope: Scope) -> tuple[AgentCredibility, ...]:
            points = reader.credibility.points(agent=agent, domain=domain)
            pairs = sorted({(one.agent, one.domain) for one in points})
            return tuple(precedents.scored(reader, scope, *pair, None) for pair in pairs)

        return self._session.read(read)

    def history(
        self, *, agent: str | None = None, domain: str | None = None
    ) -> tuple[CredibilityHistory, ...]:
        """The scores through time of one agent or of all, in one domain or in all, by name: one
        after each outcome that the caller may know of."""
        for value, field in ((agent, "agent"), (domain, "domain")):
            if value is not None:
                check_name(value, field)

        def read(reader: Reader, scope: Scope) -> tuple[CredibilityHistory, ...]:
            rules = scope.space.preset.desk
            by_pair: dict[tuple[str, str], list[CredibilityPoint]] = {}
            for one in reader.credibility.points(agent=agent, domain=domain):
                by_pair.setdefault((one.agent, one.domain), []).append(one)
            return tuple(
                credibility_history(*pair, points, rules)
                for pair, points in sorted(by_pair.items())
            )

        return self._session.read(read)

    def record_outcome(
        self,
        id: str,
        *,
        correctness: float,
        note: str | None = None,
        at: datetime | str | None = None,
        actual: float | None = None,
        sector: str | None = None,
        regime: str | None = None,
        lesson: str | None = None,
        estimates: Mapping[str, float] | None = None,
    ) -> tuple[AgentCredibility, ...]:
        """Records what came of a debate, its resolution or a decision, and returns the credibility
        of all involved.

        `correctness` is from 0 (wrong) to 1 (right). In a debate, who held the winning position
        gets it, and who opposed it gets 1 minus it. `actual` is the figure that came; with the
        `estimates` of agents it shows who errs systematically, also by `sector` and by market
        `regime`. Who took part may not record it.
        """
        record_outcome.check_named(id)
        moment = as_moment(at, "at")
        draft = record_outcome.checked(
            correctness=correctness,
            note=note,
            at=moment,
            actual=actual,
            sector=sector,
            regime=regime,
            lesson=lesson,
            estimates=estimates,
        )
        derived = self._taint(note, lesson)
        return self._session.write(
            lambda unit, scope: record_outcome.record(unit, scope, id, draft, derived=derived)
        )

    def due(self) -> tuple[OutcomeDue, ...]:
        """Decisions and resolutions of which one should know by now what came of them: 6 to 12
        months old, without an outcome, the oldest first."""
        return self._session.read(debate_listing.due)

    def facilitator(self) -> FacilitatorReport:
        """How often the track record decided and was right, and how each other way did."""
        return self._session.read(lambda reader, _: debate_listing.facilitator(reader))

    def _taint(self, *said: Any) -> Trust | None:
        return self._session.new_taint_check().label(taint_check.text_lines(*said), None)
