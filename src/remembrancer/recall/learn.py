"""Learning from walks: what callers used before, of what everybody in the space may see."""

from __future__ import annotations

from remembrancer.core.scope import Scope
from remembrancer.jobs import transactions
from remembrancer.jobs.schedule import WORKER
from remembrancer.ports import Store
from remembrancer.recall.learned_weights import learned
from remembrancer.recall.walk import LearnedWeight


def weights(store: Store, scope: Scope) -> tuple[LearnedWeight, ...]:
    """What walks taught of each category: the same for everybody who asks.

    It is read in the engine's own name, because walks are their callers' own. Only what every
    member may see is read at all.
    """
    own = scope.model_copy(update={"viewer": WORKER})
    uses, _ = transactions.read(store, own, lambda reader: reader.walk_uses.uses())
    return learned(uses)
