"""Credibility: scores through time as lines, systematic errors, and what is due for an outcome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from remembrancer.core.errors import Conflict, InvalidInput
from remembrancer.doors.web.desk_chart import LINES_MAX, ScoreLine
from remembrancer.doors.web.page_request import PageView, Sent, Visit
from remembrancer.doors.web.pages.debate_words import METHODS
from remembrancer.doors.web.pages.desk import check, dues, part_of
from remembrancer.team.debates.precedent import spoken, titled
from remembrancer.team.track_record import bias
from remembrancer.team.track_record.credibility import AgentCredibility
from remembrancer.team.track_record.credibility_history import CredibilityHistory, ScoreAt

_DOMAINS: Final = 6  # charts of one page
_DUE: Final = 20
_DEBATES: Final = 10


class Drawn(NamedTuple):
    """A score of today with its line."""

    now: AgentCredibility
    colour: int  # 0: it is not drawn
    scores: tuple[ScoreAt, ...]
    is_cut: bool
    errors: tuple[str, ...]  # systematic ones, as sentences


class Chart(NamedTuple):
    """The lines of one domain, or of one agent."""

    name: str
    rows: tuple[Drawn, ...]

    @property
    def lines(self) -> list[ScoreLine]:
        return [
            ScoreLine(titled(one.now.agent_id), one.colour, one.scores)
            for one in self.rows
            if one.colour
        ]

    @property
    def domain_lines(self) -> list[ScoreLine]:
        return [
            ScoreLine(spoken(one.now.domain), one.colour, one.scores)
            for one in self.rows
            if one.colour
        ]


def credibility(visit: Visit) -> PageView:
    """All agents, domain by domain; how each way to settle debates did; what is due."""
    check(visit)
    return _overview(visit, None)


def outcome(visit: Visit) -> PageView | Sent:
    """Somebody tells what came of something that is due."""
    check(visit)
    try:
        visit.memory.credibility.record_outcome(
            visit.required("id"),
            correctness=correctness(visit),
            actual=figure(visit, "actual"),
            note=visit.filled("note"),
        )
    except (InvalidInput, Conflict) as error:
        return _overview(visit, str(error))
    return Sent("/credibility#due", "Recorded. The scores have moved.")


def correctness(visit: Visit) -> float:
    """How right somebody says that it was."""
    given = figure(visit, "correctness")
    if given is None:
        raise InvalidInput("Say how right it was, from 0 to 1.", field="correctness")
    return given


def figure(visit: Visit, name: str) -> float | None:
    """A field of the form that holds a number; None where it is empty."""
    text = visit.filled(name)
    if text is None:
        return None
    try:
        return float(text.replace(",", "."))
    except ValueError:
        raise InvalidInput(f"{name} is a number, not {text!r}.", field=name) from None


def _overview(visit: Visit, why: str | None) -> PageView:
    verbs = visit.memory.credibility
    scores = verbs.list()
    domains = sorted({one.domain for one in scores})
    page = part_of(visit, domains, _DOMAINS)
    histories = [one for name in page.shown for one in verbs.history(domain=name)]
    charts = [
        _chart(
            name,
            [one for one in scores if one.domain == name],
            [one for one in histories if one.domain == name],
        )
        for name in page.shown
    ]
    due = part_of(visit, verbs.due(), _DUE, "due")
    return PageView(
        "credibility.html",
        {
            "charts": charts,
            "page": page,
            "report": verbs.facilitator(),
            "methods": METHODS,
            "due": due,
            "dues": dues(visit, due.shown),
            "may_record": visit.session.principal.is_person or visit.may_review,
            "rules": visit.session.space.preset.desk,
            "why": why,
        },
        200 if why is None else 422,
    )


def agent(visit: Visit) -> PageView:
    """One agent: a line for each domain, with every outcome; where it errs; its debates."""
    check(visit)
    name, verbs = visit.path["agent"], visit.memory.credibility
    scores = verbs.list(agent=name)
    known = {one.name: one for one in visit.memory.agents.list()}
    debates = visit.memory.debates.list(agent=name)
    if not scores and name not in known and not debates.debates:
        visit.memory.agents.get(name)  # tells that there is none
    best = sorted(scores, key=lambda one: (-one.sample_size, one.domain))
    return PageView(
        "agent_credibility.html",
        {
            "name": name,
            "agent": known.get(name),
            "chart": _chart(name, best, verbs.history(agent=name)),
            "debates": debates.debates[:_DEBATES],
            "more_debates": debates.is_cut or len(debates) > _DEBATES,
            "due": dues(visit, [one for one in verbs.due() if name in one.agents][:_DUE]),
            "rules": visit.session.space.preset.desk,
        },
    )


def _chart(
    name: str, scores: Sequence[AgentCredibility], histories: Sequence[CredibilityHistory]
) -> Chart:
    by_pair = {(one.agent_id, one.domain): one for one in histories}
    rows = []
    for place, one in enumerate(scores, start=1):
        told = by_pair.get((one.agent_id, one.domain))
        rows.append(
            Drawn(
                one,
                place if place <= LINES_MAX else 0,
                () if told is None else told.scores,
                told is not None and told.is_cut,
                tuple(bias.in_words(titled(one.agent_id), one.bias_corrections)),
            )
        )
    return Chart(name, tuple(rows))
