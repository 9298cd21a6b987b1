"""Learning from walks: what callers used before, of what everybody in the space may see."""

from __future__ import annotations

from remembrancer.flows import units
from remembrancer.model.scope import Scope
from remembrancer.model.walk import LearnedWeight
from remembrancer.ports import Store
from remembrancer.rules.learned import learned
from remembrancer.rules.work import WORKER


def weights(store: Store, scope: Scope) -> tuple[LearnedWeight, ...]:
    """What walks taught of each category: the same for everybody who asks.

    It is read in the engine's own name, because walks are their callers' own. Only what every
    member may see is read at all.
    """
    own = scope.model_copy(update={"viewer": WORKER})
    uses, _ = units.read(store, own, lambda reader: reader.uses())
    return learned(uses)
