"""The parameters of a verb, read off the verb itself when its command is used.

The route table's own reader (`wire/call.py`) makes models for a server, which a command has no use
for and would wait for. A test compares the two.
"""

from __future__ import annotations

import inspect
import typing
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from remembrancer.core.base import Value

REQUIRED: Final = inspect.Parameter.empty
# A callback, and the name of one call: no person types them.
_NOT_TYPED: Final = frozenset({"progress"})


class VerbParameter(NamedTuple):
    """One parameter of a verb."""

    name: str
    type: Any
    default: Any  # REQUIRED: it has to be given
    is_positional: bool = False  # it may be given without its name
    is_rest: bool = False  # `*names`: one or more values


def parameters_of(verb: str) -> tuple[VerbParameter, ...]:
    """What the verb takes, in its own order; fields stand before what has to be named."""
    group, _, name = verb.rpartition(".")
    function = getattr(_group(group), name)
    hints = typing.get_type_hints(function)
    listed = [
        _parameter(entry, hints[entry.name])
        for entry in list(inspect.signature(function).parameters.values())[1:]
        if entry.name not in _NOT_TYPED
        and entry.kind is not entry.VAR_KEYWORD
        # The name of a call that may be repeated; a key in a place is the verb's own.
        and not (entry.name == "key" and entry.kind is entry.KEYWORD_ONLY)
    ]
    return (
        *(parameter for parameter in listed if parameter.is_positional),
        *_fields(verb, taken={parameter.name for parameter in listed}),
        *(parameter for parameter in listed if not parameter.is_positional),
    )


def fields_of(verb: str) -> type[Value] | None:
    """What `**fields` of a verb stands for."""
    if verb in ("items", "review.queue"):
        from remembrancer.items.filters import ItemFilter

        return ItemFilter
    if verb == "supersede":
        from remembrancer.items.item import ItemDraft

        return ItemDraft
    return None


def _fields(verb: str, taken: set[str]) -> list[VerbParameter]:
    fields = fields_of(verb)
    if fields is None:
        return []
    types = typing.get_type_hints(fields)
    return [VerbParameter(name, types[name], None) for name in types if name not in taken]


def _parameter(parameter: inspect.Parameter, hint: Any) -> VerbParameter:
    return VerbParameter(
        parameter.name,
        hint,
        REQUIRED if parameter.kind is parameter.VAR_POSITIONAL else parameter.default,
        is_positional=parameter.kind is not parameter.KEYWORD_ONLY,
        is_rest=parameter.kind is parameter.VAR_POSITIONAL,
    )


def _group(name: str) -> type:
    if name == "sources":
        from remembrancer.front.sources import Sources  # readers of many formats

        return Sources
    if name == "graph":
        from remembrancer.front.graph import Graph  # its rules and queries

        return Graph
    if name == "decisions":
        from remembrancer.front.deciding.decisions import Decisions

        return Decisions
    if name.startswith("agents"):
        from remembrancer.front.desk.agents import Agents, AgentSync, Tiers

        desk: dict[str, type] = {"agents.sync": AgentSync, "agents.tiers": Tiers}
        return desk.get(name, Agents)
    if name == "policies":
        from remembrancer.front.deciding.policies import Policies

        return Policies
    if name == "debates":
        from remembrancer.front.desk.debates import Debates

        return Debates
    if name == "credibility":
        from remembrancer.front.desk.credibility import Credibility

        return Credibility
    from remembrancer.front.admin import Admin
    from remembrancer.front.graph import Graph
    from remembrancer.front.inquiry_sessions import Inquiries
    from remembrancer.front.jobs import Jobs
    from remembrancer.front.memory_verbs import MemoryVerbs
    from remembrancer.front.notifications import Notifications
    from remembrancer.front.review import Reviews
    from remembrancer.front.walks import Walks

    groups: dict[str, type] = {
        "": MemoryVerbs,
        "admin": Admin,
        "graph": Graph,
        "inquiries": Inquiries,
        "jobs": Jobs,
        "notifications": Notifications,
        "review": Reviews,
        "walks": Walks,
    }
    return groups[name]
