"""Chains: what led to a decision, and what it led to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import CHAIN_STEPS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.decisions.decision import ChainStep, DecisionChain, LinkType
from remembrancer.decisions.decision_rows import linked, told_decision
from remembrancer.decisions.links import link_type
from remembrancer.decisions.port import ChainDirection
from remembrancer.ports import Reader

CAUSAL: Final = (LinkType.CAUSED, LinkType.INFLUENCED)
_BETWEEN: Final = frozenset((*CAUSAL, LinkType.PRECEDENT_FOR, LinkType.SUPERSEDED))
_DIRECTIONS: Final = {
    "both": (ChainDirection.BACKWARD, ChainDirection.FORWARD),
    "backward": (ChainDirection.BACKWARD,),
    "forward": (ChainDirection.FORWARD,),
}


def checked_types(types: Collection[str] | None) -> tuple[LinkType, ...]:
    """The types of links to follow; None: causes and influences."""
    if types is None:
        return CAUSAL
    wanted = tuple(dict.fromkeys(map(link_type, types)))
    if not wanted or not _BETWEEN.issuperset(wanted):
        known = ", ".join(one.value for one in LinkType if one in _BETWEEN)
        raise InvalidInput(f"A chain follows these types: {known}.", field="types")
    return wanted


def checked_direction(direction: Any) -> tuple[ChainDirection, ...]:
    if not isinstance(direction, str) or direction not in _DIRECTIONS:
        raise InvalidInput(
            f"direction is one of: {', '.join(_DIRECTIONS)}, not {direction!r}.", field="direction"
        )
    return _DIRECTIONS[direction]


def chain(
    reader: Reader,
    scope: Scope,
    id: Any,
    *,
    directions: Collection[ChainDirection],
    types: Collection[LinkType],
    depth: int,
) -> DecisionChain:
    """The chain of a decision, or of a fact that decisions rest on.

    A decision is listed once, at its least depth. What was erased is named and leads on; what the
    caller may not see ends the chain.
    """
    names = [one.value.upper() for one in types]
    found = (
        reader.decisions.chain(
            id, directions=directions, types=names, depth=depth, limit=CHAIN_STEPS_MAX
        )
        if is_text(id)
        else None
    )
    if found is None:
        advice = "List what there is: memory.decisions.list()." if is_text(id) else None
        raise NotFound("decision", id, advice)
    known = linked(reader, list(found.told))
    rules = scope.space.preset.decisions
    decisions = {id: told_decision(told, rules, known) for id, told in found.told.items()}
    for steps in found.steps.values():
        for step in steps:
            step["decision"] = decisions.get(step["id"])
    causes, effects = (found.steps.get(direction, ()) for direction in _DIRECTIONS["both"])
    return DecisionChain.trusted(
        {
            "decision": decisions[id],
            "causes": tuple(map(ChainStep.trusted, causes)),
            "effects": tuple(map(ChainStep.trusted, effects)),
            "is_cut": found.is_cut,
        }
    )
