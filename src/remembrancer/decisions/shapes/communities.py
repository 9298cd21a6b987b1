"""Communities: decisions that are tied to each other, told apart by what their members share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from remembrancer.decisions.shapes.community_labels import Features
from remembrancer.decisions.shapes.decision_facts import SpaceFacts
from remembrancer.decisions.shapes.features import Feature
from remembrancer.decisions.shapes.structure import TIE_WEIGHTS, Structure


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionGroup:
    """Decisions that are tied to each other, in the order in which they were recorded."""

    id: str  # of its earliest decision: it stays when later ones join
    members: tuple[str, ...]  # ids of decisions
    label: str  # what many of its members have in common, and few others


class SpaceCommunities:
    """The communities of a space, the largest first."""

    def __init__(
        self,
        graph: Structure,
        groups: Iterable[tuple[str, ...]],
        told: Mapping[str, Collection[Feature]],
        facts: SpaceFacts,
    ) -> None:
        self.features = Features(told, facts, graph.kinds)
        listed = list(groups)
        self.group_of = {id: number for number, ids in enumerate(listed) for id in ids}
        self.groups = tuple(
            DecisionGroup(id=ids[0], members=ids, label=self._label(number, ids))
            for number, ids in enumerate(listed)
        )
        self.ties = _ties(graph, self.group_of)  # of each group, links to others by their number

    def of(self, decision: str) -> DecisionGroup | None:
        """The community that a decision is in; None: in none."""
        number = self.group_of.get(decision)
        return None if number is None else self.groups[number]

    def _label(self, number: int, ids: tuple[str, ...]) -> str:
        """Words are compared with those of all decisions outside of the group."""
        return self.features.label(
            ids,
            lambda: [one for one in self.features.decisions if self.group_of.get(one) != number],
        )


def _ties(graph: Structure, group_of: Mapping[str, int]) -> dict[int, Counter[int]]:
    """How many links each group has to others."""
    found: dict[int, Counter[int]] = {}
    for source, type, target in graph.edges:
        one, other = (group_of.get(graph.ids[place]) for place in (source, target))
        if type in TIE_WEIGHTS and one is not None and other is not None and one != other:
            for here, there in ((one, other), (other, one)):
                found.setdefault(here, Counter())[there] += 1
    return found
