"""Token budget allocation: the share of each part of a request, and which part shrinks first."""

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
    """The most tokens that each part may use, next to the user's message."""
    return {
        SYSTEM: rules.system_tokens,
        MEMORY: rules.memory_tokens,
        LIVE: rules.live_tokens,
        SUMMARY: rules.summary_tokens,
        VERBATIM: rules.verbatim_tokens,
    }


def allotted(rules: ContextRules, wanted: Mapping[str, int], room: int) -> dict[str, int]:
    """The tokens of each part, after the user's message.

    No part gets more than it needs or more than its ceiling. If space is short, memory shrinks
    first, then the conversation. A share of each is kept as long as possible.
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
