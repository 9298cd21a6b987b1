"""Chains: what led to a decision, and what it led to."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from remembrancer.core.errors import InvalidInput, NotFound
from remembrancer.core.limits import CHAIN_STEPS_MAX
from remembrancer.core.scope import Scope
from remembrancer.core.validation import is_text
from remembrancer.decisions.decision import ChainStep, DecisionChain, LinkType
from remembrancer.decisions.decision_rows import shown
from remembrancer.decisions.links import link_type
from remembrancer.decisions.port import PROPOSED, ChainDirection, ChainRow
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
    start = reader.items.get(id) if is_text(id) else None
    if start is None:
        advice = "List what there is: memory.decisions.list()." if is_text(id) else None
        raise NotFound("decision", id, advice)
    names = [one.value.upper() for one in types]
    rows: dict[ChainDirection, tuple[ChainRow, ...]] = {}
    is_cut = False
    for direction in directions:
        found, has_more = reader.decisions.chain(
            id, direction=direction, types=names, depth=depth, limit=CHAIN_STEPS_MAX
        )
        rows[direction] = found
        last = [row.node for row in found if row.depth == depth]
        is_cut = is_cut or has_more
        if last and not is_cut:
            known = {id, *(row.node for row in found)}
            is_cut = reader.decisions.leads_on(last, direction=direction, types=names, beyond=known)
    items = {row.node: row.item for each in rows.values() for row in each if row.item is not None}
    preset = scope.space.preset
    decisions = {one.id: one for one in shown(reader, preset, [start, *items.values()])}

    def steps(direction: ChainDirection) -> tuple[ChainStep, ...]:
        return tuple(
            ChainStep.trusted(
                {
                    "decision": decisions.get(row.node),
                    "id": row.node,
                    "relation": row.relation,
                    "depth": row.depth,
                    "towards": row.towards,
                    "is_proposed": row.relation is not None and PROPOSED in row.relation.attrs,
                }
            )
            for row in rows.get(direction, ())
        )

    return DecisionChain.trusted(
        {
            "decision": decisions[start.id],
            "causes": steps(ChainDirection.BACKWARD),
            "effects": steps(ChainDirection.FORWARD),
            "is_cut": is_cut,
        }
    )
