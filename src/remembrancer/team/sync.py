"""Sync: brings agents and the shared store in step."""

from __future__ import annotations

from collections.abc import Sequence

from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.task import Tools
from remembrancer.ports import Store
from remembrancer.team.agent import SyncReport


def force_sync(
    store: Store,
    scope: Scope,
    tools: Tools,
    agents: Sequence[str],
    told: transactions.Told | None = None,
) -> SyncReport:
    """Pushes all that these agents have to share and delivers all that waits for them, at once.

    Names that are not on record as agents are passed over. Afterwards none of them has anything
    pending.
    """
    raise NotImplementedError
