"""The scope of a call: which space, seen by whom, at what time."""

from __future__ import annotations

from datetime import datetime

from remembrancer.model.base import Value
from remembrancer.model.principal import Principal
from remembrancer.model.space import Space
from remembrancer.model.token_counter import TokenCounter


class Scope(Value):
    """Every query passes through one of these. Nothing is read or written without it."""

    space: Space
    viewer: Principal
    now: datetime  # from the injected clock
    counter: TokenCounter | None = None  # of tokens; None: they are estimated


AsOf = datetime | int  # a time, or a ledger position
