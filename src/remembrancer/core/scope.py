"""The scope of a call: which space, which viewer, and at what time."""

from __future__ import annotations

from datetime import datetime

from remembrancer.core.base import Value
from remembrancer.core.principal import Principal
from remembrancer.core.space import Space
from remembrancer.core.token_counter import TokenCounter


class Scope(Value):
    """Every query passes through one of these. Nothing is read or written without it."""

    space: Space
    viewer: Principal
    now: datetime  # from the injected clock
    counter: TokenCounter | None = None  # counts tokens; None: they are estimated


AsOf = datetime | int  # a time, or a ledger position
