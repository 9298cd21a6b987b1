"""Who takes part in a debate, and who may act in an agent's name.

An agent is a principal; its name is on record, or any name that a caller gives. This is the only
place that knows more of agents than their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from remembrancer.core.errors import Forbidden, InvalidInput
from remembrancer.core.scope import Scope
from remembrancer.core.validation import check_name
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store
from remembrancer.team.sync import force_sync


def named(agent: Any, field: str) -> str:
    """The name of an agent."""
    check_name(agent, field)
    name = str(agent).strip()
    if not name:
        raise InvalidInput(f"{field} is empty. Name an agent.", field=field)
    return name


def check_acts_for(scope: Scope, agent: str, act: str) -> None:
    """Passes for the agent itself, and for an admin who is a person and acts in its name."""
    viewer = scope.viewer
    if viewer.name == agent or (viewer.is_person and viewer.is_admin):
        return
    raise Forbidden(
        f"{viewer.name!r} may not {act} in the name of {agent!r}: only the agent itself and a "
        "person with the role KM_ADMIN or ADMIN may. Call it as that agent."
    )


def check_may_advance(scope: Scope, agents: Sequence[str]) -> None:
    """Passes for the two agents, and for admins."""
    viewer = scope.viewer
    if viewer.name not in agents and not viewer.is_admin:
        raise Forbidden(
            f"{viewer.name!r} takes no part in this debate and may not advance it. Its two agents "
            "and admins may."
        )


def check_decides(scope: Scope, agents: Sequence[str], act: str) -> None:
    """Passes for an admin who is a person and takes no part in the debate."""
    viewer = scope.viewer
    if not (viewer.is_person and viewer.is_admin):
        raise Forbidden(
            f"{viewer.name!r} may not {act}: only a person with the role KM_ADMIN or ADMIN may. "
            "Ask one of them."
        )
    if viewer.name in agents:
        raise Forbidden(
            f"{viewer.name!r} takes part in this debate and may not {act}. Ask another person."
        )


def check_records(scope: Scope, agents: Sequence[str]) -> None:
    """Passes for people and admins that had no part in what they judge."""
    viewer = scope.viewer
    if viewer.name in agents:
        raise Forbidden(
            f"{viewer.name!r} took part and may not record the outcome: nobody vouches for "
            "themselves. Ask somebody else."
        )
    if not (viewer.is_person or viewer.is_admin):
        raise Forbidden(
            f"{viewer.name!r} is a program and may not record outcomes: people and admins may."
        )


def sync(store: Store, scope: Scope, tools: Tools, agents: Sequence[str]) -> None:
    """Brings the memories of these agents up to date, before and after a debate."""
    force_sync(store, scope, tools, agents)
