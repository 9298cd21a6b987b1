"""Phases: what a memory can do step by step, what each step needs, and what there is of it.

It counts what every member of the space may see, so that all are told the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from remembrancer.core.base import Value
from remembrancer.core.limits import SIMULATION_DECISIONS_MIN
from remembrancer.core.preset import CapabilityState, Preset
from remembrancer.decisions import capabilities
from remembrancer.decisions.capabilities import Capability
from remembrancer.decisions.chain import CAUSAL
from remembrancer.decisions.decision import LinkType
from remembrancer.decisions.shapes.space_shapes import SpaceShapes

_CAUSAL: Final = frozenset(one.value.upper() for one in CAUSAL)
_POLICY: Final = LinkType.APPLIED_POLICY.value.upper()


class Need(Value):
    """Something that a capability needs, and what there is of it."""

    what: str
    has: str
    is_met: bool
    is_optional: bool = False  # True: it works without, and better with it


class CapabilityStatus(Value):
    """One capability in this space."""

    name: str | None  # in the settings, under capabilities; None: it is no switch
    title: str
    phases: str  # of the plan: 1-3, 4, 4-5, 6+
    value: str  # what somebody gets from it
    state: CapabilityState
    verbs: tuple[str, ...]
    needs: tuple[Need, ...]
    is_ready: bool  # it is not off, and all that it must have is there


class Phase(Value):
    """One of the six phases."""

    number: int
    title: str
    is_ready: bool  # each of its capabilities is
    capabilities: tuple[CapabilityStatus, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What this process has."""

    numpy: bool
    graspologic: bool
    embedder: bool
    model: bool


class Counts(NamedTuple):
    """How much there is that everybody in the space may see."""

    items: int  # decisions included
    decisions: int
    links: int  # from and to decisions
    causal_links: int
    policy_links: int
    labels: int


class _Entry(NamedTuple):
    """A row of the plan."""

    phase: int
    phases: str
    title: str
    value: str
    capability: Capability | None
    verbs: tuple[str, ...]


TITLES: Final[Mapping[int, str]] = {
    1: "Memory that agents ask",
    2: "Extraction, timeline and sidebar",
    3: "Briefings, reminders and insights",
    4: "Decisions with their reasons",
    5: "Precedents",
    6: "Shapes and simulation",
}
_RECALL: Final = "The agent remembers what we discussed"
PLAN: Final = (
    _Entry(1, "1-3", "Knowledge recall", _RECALL, None, ("remember", "recall")),
    _Entry(2, "1-3", "Extraction", _RECALL, None, ("remember", "sources.meeting")),
    _Entry(3, "1-3", "Proactive features", _RECALL, None, ("briefing", "insights")),
    _Entry(
        4,
        "4",
        "Decision traces",
        "The agent knows why we decided that",
        None,
        ("decisions.record", "decisions.context"),
    ),
    _Entry(
        4,
        "4-5",
        "Causal chains",
        "Trace any outcome back to its root cause",
        Capability.CAUSAL_CHAINS,
        ("decisions.chain",),
    ),
    _Entry(
        4,
        "4-5",
        "Policy tracking",
        "Prove every decision followed policy",
        Capability.POLICY_TRACKING,
        ("policies.decisions", "policies.compliance"),
    ),
    _Entry(
        5,
        "4-5",
        "Semantic precedent search",
        "How did we handle this before?",
        Capability.SEMANTIC_PRECEDENTS,
        ("decisions.precedents",),
    ),
    _Entry(
        6,
        "6+",
        "Structural search",
        "Find decisions with a similar shape",
        Capability.STRUCTURAL_PRECEDENTS,
        ("decisions.similar",),
    ),
    _Entry(
        6,
        "6+",
        "Hybrid search",
        "Precedents by words and shape together",
        Capability.HYBRID_PRECEDENTS,
        ("decisions.precedents(decision=…)",),
    ),
    _Entry(
        6,
        "6+",
        "Community detection",
        "Discover systemic patterns across the book",
        Capability.COMMUNITIES,
        ("decisions.communities", "decisions.community"),
    ),
    _Entry(
        6,
        "6+",
        "Node embeddings",
        "Routing, anomalies and labels by fingerprint",
        Capability.NODE_EMBEDDINGS,
        ("decisions.fingerprint", "decisions.anomalies"),
    ),
    _Entry(
        6,
        "6+",
        "Simulation",
        "What came of this choice in like cases",
        Capability.SIMULATION,
        ("decisions.simulate", "decisions.compare"),
    ),
)


def counts(shapes: SpaceShapes) -> Counts:
    graph = shapes.graph
    decisions = frozenset(graph.decisions)
    types = [
        type for source, type, target in graph.edges if source in decisions or target in decisions
    ]
    return Counts(
        items=shapes.items,
        decisions=len(shapes.decisions),
        links=len(types),
        causal_links=sum(type in _CAUSAL for type in types),
        policy_links=sum(type == _POLICY for type in types),
        labels=len(shapes.labels),
    )


def phases(preset: Preset, counted: Counts, installed: Installed) -> tuple[Phase, ...]:
    """The six phases as they are here."""
    made = []
    for number, title in TITLES.items():
        statuses = tuple(
            _status(preset, entry, counted, installed) for entry in PLAN if entry.phase == number
        )
        is_ready = all(one.is_ready for one in statuses)
        made.append(Phase(number=number, title=title, is_ready=is_ready, capabilities=statuses))
    return tuple(made)


def _status(
    preset: Preset, entry: _Entry, counted: Counts, installed: Installed
) -> CapabilityStatus:
    needs = _needs(preset, entry, counted, installed)
    name = entry.capability
    state = CapabilityState.ON if name is None else capabilities.state(preset, name)
    is_met = all(one.is_met or one.is_optional for one in needs)
    return CapabilityStatus(
        name=None if name is None else name.value,
        title=entry.title,
        phases=entry.phases,
        value=entry.value,
        state=state,
        verbs=entry.verbs,
        needs=needs,
        is_ready=is_met and state is not CapabilityState.OFF,
    )


def _needs(
    preset: Preset, entry: _Entry, counted: Counts, installed: Installed
) -> tuple[Need, ...]:
    items = _many(1, "item", counted.items)
    embedder = _tool("An embedder, to find by meaning", installed.embedder, "set up")
    model = _tool("A language model, beside the rules", installed.model, "set up")
    numpy = _library("NumPy", installed.numpy)
    match entry.capability:
        case None if entry.phase == 1:
            return items, embedder
        case None if entry.phase == 2:
            return items, model
        case None if entry.phase == 3:
            return (items,)
        case None:
            return _many(1, "decision", counted.decisions), model
        case Capability.CAUSAL_CHAINS:
            return (_many(1, "cause or influence", counted.causal_links, "causes or influences"),)
        case Capability.POLICY_TRACKING:
            return (_many(1, "use of a policy", counted.policy_links, "uses of policies"),)
        case Capability.SEMANTIC_PRECEDENTS:
            return _many(2, "decision", counted.decisions), embedder
        case Capability.STRUCTURAL_PRECEDENTS | Capability.HYBRID_PRECEDENTS:
            return (
                numpy,
                _many(2, "decision", counted.decisions),
                _many(1, "link of a decision", counted.links, "links of decisions"),
            )
        case Capability.COMMUNITIES:
            return (
                _library("graspologic-native", installed.graspologic),
                _many(2, "decision", counted.decisions),
                _many(1, "cause or influence", counted.causal_links, "causes or influences"),
            )
        case Capability.NODE_EMBEDDINGS:
            least = preset.decisions.fingerprint.decisions_min
            return (
                numpy,
                _many(least, "decision", counted.decisions),
                _many(1, "label", counted.labels).changed(is_optional=True),
            )
        case Capability.SIMULATION:
            return (_many(SIMULATION_DECISIONS_MIN, "decision", counted.decisions),)


def _many(least: int, what: str, count: int, plural: str | None = None) -> Need:
    several = plural or f"{what}s"
    return Need(
        what=f"At least {least:,} {what if least == 1 else several}",
        has=f"{count:,} {what if count == 1 else several}",
        is_met=count >= least,
    )


def _library(name: str, is_there: bool) -> Need:
    advice = 'not installed: pip install "remembrancer[shapes]"'
    has = "installed" if is_there else advice
    return Need(what=f"{name}, of the extra shapes", has=has, is_met=is_there)


def _tool(what: str, is_there: bool, word: str) -> Need:
    has = word if is_there else f"not {word}"
    return Need(what=what, has=has, is_met=is_there, is_optional=True)
