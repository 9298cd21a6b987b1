"""The allotment: how many tokens each part of a request gets, and which part gives way first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from remembrancer.core.preset import ContextRules

SYSTEM: Final = "system"
MEMORY: Final = "memory"
LIVE: Final = "live_state"
SUMMARY: Final = "summary"
VERBATIM: Final = "verbatim"


def ceilings(rules: ContextRules) -> dict[str, int]:
    """What each part may take up at most, beside the user's message."""
    return {
        SYSTEM: rules.system_tokens,
        MEMORY: rules.memory_tokens,
        LIVE: rules.live_tokens,
        SUMMARY: rules.summary_tokens,
        VERBATIM: rules.verbatim_tokens,
    }


def allotted(rules: ContextRules, wanted: Mapping[str, int], room: int) -> dict[str, int]:
    """What each part gets of the room that the user's message leaves.

    Nothing gets more than it wants or more than its ceiling. Where the room is too small, memory
    gives way first, then what was said before; a part of each is kept as long as it can be.
    """
    shares = {
        name: max(0, min(wanted.get(name, 0), ceiling)) for name, ceiling in ceilings(rules).items()
    }
    for name, floor in (
        (MEMORY, rules.memory_tokens_kept),
        (VERBATIM, rules.verbatim_tokens_kept),
        (MEMORY, 0),
        (VERBATIM, 0),
        (SUMMARY, 0),
        (LIVE, 0),
        (SYSTEM, 0),
    ):
        over = sum(shares.values()) - max(0, room)
        if over <= 0:
            break
        shares[name] -= min(over, max(0, shares[name] - floor))
    return shares
