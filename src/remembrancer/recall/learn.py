"""Learns from the retrieval log: which items callers used, of those visible to all members."""

from __future__ import annotations

from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import WORKER
from remembrancer.ports import Store
from remembrancer.recall.learned_weights import Use, learned
from remembrancer.recall.walk import LearnedWeight


def weights(store: Store, scope: Scope) -> tuple[LearnedWeight, ...]:
    """The learned weight of each category, the same for every caller.

    The log is read in the engine's own name, because entries belong to their callers. Only items
    that every member may see are read.
    """
    return learned(uses(store, scope))


def uses(store: Store, scope: Scope) -> list[Use]:
    """What was returned and used, of what every member may see."""
    own = scope.model_copy(update={"viewer": WORKER})
    return transactions.read(store, own, lambda reader: reader.walk_uses.uses())[0]
