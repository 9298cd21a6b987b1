"""The structure of a space's graph in words, for a prompt: kinds, types and their fields."""

from __future__ import annotations

from typing import Final

from remembrancer.core.preset import GraphRules
from remembrancer.core.scope import Scope
from remembrancer.graph.sql.views import VIEWS
from remembrancer.ports import Reader

_KINDS_MAX: Final = 40
_TYPES_MAX: Final = 60
_RELATIONS_READ: Final = 300  # of which the types in use are told


def structure(reader: Reader, scope: Scope) -> str:
    """What a model has to know to write queries in this space."""
    rules: GraphRules = scope.space.preset.graph
    counted = reader.outline.kinds()
    kinds = [f"{kind} ({number})" for kind, number in list(counted.items())[:_KINDS_MAX]]
    others = [kind for kind in rules.kinds.values if kind not in counted]
    types = dict.fromkeys((*rules.types.values, *(row.type for row in rules.relations)))
    used = dict.fromkeys(one.type.upper() for one in reader.edges.listed(limit=_RELATIONS_READ))
    listed = list(dict.fromkeys((*used, *types)))[:_TYPES_MAX]
    views = "; ".join(f"{name} ({', '.join(columns)})" for name, columns in VIEWS.items())
    return "\n".join(
        (
            f"- Nodes by label, with how many there are: {', '.join(kinds) or 'none yet'}"
            + (f"; also {', '.join(others)}" if others else "")
            + ". Each has id, name and its attributes. Items are nodes with the label Item.",
            f"- Relationships: {', '.join(listed) or 'none yet'}. All have confidence (0 to 1), "
            "evidence (ids of messages) and timestamp; many have role, startDate, endDate, "
            "location, sentiment or basis.",
            f"- SQL views: {views}.",
        )
    )
