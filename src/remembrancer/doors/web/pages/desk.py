"""The desk at a glance: its agents and their scores, its queues, what is disputed, patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlencode

from remembrancer.core.errors import NotFound
from remembrancer.core.limits import PAGE_ITEMS_MAX
from remembrancer.doors.web.page_request import PageView, Visit
from remembrancer.doors.web.pages.debate_words import LEVELS, METHODS, Countdown, countdown
from remembrancer.doors.web.wording import in_a_path
from remembrancer.items.entity import Entity
from remembrancer.items.kinds.debate_kinds import RESOLUTION
from remembrancer.team.agent import Agent, SyncPriority
from remembrancer.team.debates.debate import Debate, DebatePage, ResolutionLevel
from remembrancer.team.track_record.credibility import AgentCredibility, OutcomeDue

T = TypeVar("T")
_AGENTS: Final = 12  # of one page
_DISPUTED: Final = 6  # debates that are named; the rest is a click away
_PATTERNS: Final = 10
_DUE: Final = 5
_GATES: Final = 5


class Slice(NamedTuple):
    """A part of a list that the verb gives whole."""

    shown: Sequence[Any]
    before: str | None  # the address of the part before
    further: str | None


class Desk(NamedTuple):
    """An agent with what it knows and how right it was."""

    name: str
    agent: Agent | None  # None: it takes part in debates, and is not on record as an agent
    scores: tuple[AgentCredibility, ...]  # the best proven first


class Disputed(NamedTuple):
    """A debate that somebody has to look after, with its clock."""

    debate: Debate
    left: Countdown | None


class Due(NamedTuple):
    """Something of which one should know by now what came of it."""

    due: OutcomeDue
    address: str  # of the page that tells what it is


class Pattern(NamedTuple):
    """A pattern of the graph, and how often it held."""

    id: str
    name: str
    success_rate: float | None
    occurrences: int | None


def check(visit: Visit) -> None:
    """Where the preset has no debates, its users have no pages of a desk either."""
    visit.check_sees("debates")


def part_of(visit: Visit, found: Sequence[T], size: int, name: str = "page") -> Slice:
    """One page of a list, by the number in the address."""
    given = visit.parameter(name) or ""
    number = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 1
    last = max(1, -(-len(found) // size))
    number = min(max(number, 1), last)

    def address(other: int) -> str:
        kept = {key: value for key, value in visit.query.items() if key != name and value.strip()}
        return urlencode({**kept, name: other})

    return Slice(
        found[(number - 1) * size : number * size],
        address(number - 1) if number > 1 else None,
        address(number + 1) if number < last else None,
    )


def dues(visit: Visit, found: Sequence[OutcomeDue]) -> list[Due]:
    """Each with its page: of a resolution, the room of its debate."""
    return [Due(one, _address(visit, one)) for one in found]


def _address(visit: Visit, one: OutcomeDue) -> str:
    if one.kind != RESOLUTION:
        return f"/decisions/{in_a_path(one.id)}"
    try:
        debate = visit.memory.get(one.id).data.get("debate_id")
    except NotFound:
        debate = None  # it was erased a moment ago
    return f"/debates/{in_a_path(str(debate or one.id))}"


def desk(visit: Visit) -> PageView:
    """All of it, each part a click away from the whole."""
    check(visit)
    memory = visit.memory
    scores = memory.credibility.list()
    agents = memory.agents.list()
    found, provisional = _undecided(visit)
    disputed = (*found, *provisional)
    status = memory.agents.sync.status()
    due = memory.credibility.due()
    page = memory.graph.entities(kind="Pattern", limit=_PATTERNS, cursor=visit.parameter("pattern"))
    waiting = [one for one in found if one.resolution_level is ResolutionLevel.HUMAN]
    return PageView(
        "desk.html",
        {
            "agents": part_of(visit, _desks(agents, scores), _AGENTS, "agents"),
            "agent_count": len(agents),
            "disputed": [Disputed(one, countdown(one, visit.now)) for one in disputed[:_DISPUTED]],
            "more_disputed": max(0, len(disputed) - _DISPUTED),
            "open_count": _counted(len(found), found.is_cut),
            "waiting_count": len(waiting),
            "provisional_count": _counted(len(provisional), provisional.is_cut),
            "queues": tuple(status[one] for one in SyncPriority),
            "next_at": status.next_at,
            "gates": memory.agents.gates()[:_GATES],
            "due": dues(visit, due[:_DUE]),
            "due_count": len(due),
            "patterns": tuple(map(_pattern, page.entities)),
            "more_patterns": None if page.next is None else urlencode({"pattern": page.next}),
            "is_further": visit.parameter("pattern") is not None,
            "levels": LEVELS,
            "methods": METHODS,
            "points_min": visit.session.space.preset.desk.points_min,
        },
    )


def _undecided(visit: Visit) -> tuple[DebatePage, DebatePage]:
    """Debates that are open, and defaults that can be overridden."""
    verbs = visit.memory.debates
    known = verbs.list(limit=PAGE_ITEMS_MAX)
    if known.is_cut:  # those that matter may be further down
        return (
            verbs.list(is_resolved=False, limit=PAGE_ITEMS_MAX),
            verbs.list(is_provisional=True, limit=PAGE_ITEMS_MAX),
        )
    return (
        DebatePage(debates=tuple(one for one in known if not one.is_resolved)),
        DebatePage(debates=tuple(one for one in known if one.provisional)),
    )


def _counted(count: int, is_cut: bool) -> str:
    return f"{count}+" if is_cut else str(count)


def _desks(agents: Sequence[Agent], scores: Sequence[AgentCredibility]) -> list[Desk]:
    """Those on record by name, then those that only have a track record."""
    by_name: dict[str, list[AgentCredibility]] = {}
    for one in scores:
        by_name.setdefault(one.agent_id, []).append(one)
    known: Mapping[str, Agent] = {one.name: one for one in agents}
    names = [*known, *sorted(name for name in by_name if name not in known)]
    return [
        Desk(
            name,
            known.get(name),
            tuple(sorted(by_name.get(name, ()), key=lambda one: (-one.sample_size, one.domain))),
        )
        for name in names
    ]


def _pattern(node: Entity) -> Pattern:
    rate, count = node.attrs.get("success_rate"), node.attrs.get("occurrence_count")
    return Pattern(
        node.id,
        node.name,
        float(rate) if isinstance(rate, int | float) else None,
        int(count) if isinstance(count, int | float) else None,
    )
