"""A request within its budget, counted by the caller's own tokenizer.

Parts are cut by the token estimate. If a tokenizer counts differently, all ceilings are scaled by
the same factor until each part fits by its count.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from math import ceil
from typing import Final

from remembrancer.core.preset import ContextRules
from remembrancer.core.token_budget import fitted, token_estimate
from remembrancer.core.token_counter import TokenCounter
from remembrancer.delivery.budget_allocation import VERBATIM, ceilings
from remembrancer.delivery.compose import composer
from remembrancer.delivery.compose.composed import ComposedPart
from remembrancer.delivery.compose.request_messages import GAP
from remembrancer.governance.receipt_rules import by_counter

_SCALED: Final = (
    *("system_tokens", "memory_tokens", "live_tokens", "summary_tokens", "verbatim_tokens"),
    *("memory_tokens_kept", "verbatim_tokens_kept"),
)


def plan(
    rules: ContextRules,
    given: composer.Ingredients,
    total: int,
    *,
    now: datetime,
    language: str,
    counter: TokenCounter | None,
) -> composer.RequestPlan:
    """The request: each part within its ceiling, and all together within the total."""
    if counter is None:
        return composer.plan(rules, given, total, now=now, language=language)
    room = total - counter.count(given.message)

    def make(tokens: int) -> composer.RequestPlan:
        scaled = {name: getattr(rules, name) * tokens // max(1, room) for name in _SCALED}
        within = token_estimate(given.message) + tokens
        lowered = rules.model_copy(update=scaled)
        made = composer.plan(lowered, given, within, now=now, language=language)
        return _recounted(made, rules, total, counter)

    return fitted(room, make, lambda made: _needed(made, room), counter)


def _needed(made: composer.RequestPlan, room: int) -> int:
    """The tokens of the request, or those if every part were as full as the fullest one."""
    listed = [
        composed_part
        for part in made.parts
        for composed_part in part.pieces or (part,)
        if composed_part.name != composer.MESSAGE
    ]
    tightest = max((part.tokens / max(1, part.tokens_max) for part in listed), default=0.0)
    return max(sum(part.tokens for part in listed), ceil(room * tightest))


def _recounted(
    made: composer.RequestPlan, rules: ContextRules, total: int, counter: TokenCounter
) -> composer.RequestPlan:
    """The plan with its tokens counted by the tokenizer."""
    most = {**ceilings(rules), composer.MESSAGE: total}

    def of(part: ComposedPart) -> ComposedPart:
        pieces = tuple(of(composed_part) for composed_part in part.pieces)
        if pieces:
            tokens = sum(entry.tokens for entry in pieces)
            ceiling = sum(composed_part.tokens_max for composed_part in pieces)
        else:
            is_last = part.name in (composer.MESSAGE, VERBATIM) or not part.text
            tokens = counter.count(part.text if is_last else part.text + GAP)
            ceiling = most[part.name]
        return part.model_copy(update={"tokens": tokens, "tokens_max": ceiling, "pieces": pieces})

    parts = tuple(of(part) for part in made.parts)
    noted = {**made.rendering.given, **by_counter(counter)}
    return made._replace(
        parts=parts,
        rendering=replace(made.rendering, given=noted),
        token_estimate=sum(entry.tokens for entry in parts),
    )
