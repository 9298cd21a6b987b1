"""The token budget: which items fit into one delivery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from remembrancer.core.limits import TOKENS_FITTED_ROUNDS
from remembrancer.core.preset import Budget, MandatoryPolicy
from remembrancer.core.token_counter import TokenCounter

CHARACTERS_PER_TOKEN: Final = 4
BUNDLE_AGE_DAYS_MAX: Final = 365  # an item this old scores nothing

_UNLIMITED: Final = float("inf")
_DECIMALS: Final = 6

T = TypeVar("T")


def token_estimate(text: str) -> int:
    """Tokens of a text at four characters each, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def counted(text: str, counter: TokenCounter | None) -> int:
    """Tokens of a text by the caller's tokenizer, or by the estimate."""
    return token_estimate(text) if counter is None else counter.count(text)


def fitted(
    tokens: int, make: Callable[[int], T], used: Callable[[T], int], counter: TokenCounter | None
) -> T:
    """The result of `make` for a budget that also holds by the caller's tokenizer.

    `make` uses the estimate. If the tokenizer counts differently, `make` gets a larger or smaller
    budget to compensate. If not even the smallest result fits, the smallest result is returned.
    """
    made = make(tokens)
    if counter is None:
        return made
    value, real = tokens, used(made)
    if 0 < real <= tokens:
        more = make(tokens * tokens // real)
        return more if used(more) <= tokens else made
    for _ in range(TOKENS_FITTED_ROUNDS):
        if real <= tokens or value == 0:
            return made
        value = min(value - 1, value * tokens // real)
        made = make(value)
        real = used(made)
    return made if real <= tokens else make(0)


def bundle_score(confidence: float, age_days: float) -> float:
    """The rank of an approved item: its confidence, falling to zero over a year."""
    freshness = 1.0 - age_days / BUNDLE_AGE_DAYS_MAX
    if freshness < 0.0:
        freshness = 0.0
    elif freshness > 1.0:
        freshness = 1.0
    return round(confidence * freshness, _DECIMALS)


@dataclass(frozen=True, kw_only=True)
class BudgetSelection(Generic[T]):
    """The items of a delivery, and those that did not fit."""

    mandatory: tuple[T, ...]
    chosen: tuple[T, ...]  # the other items, in rank order
    left_out: tuple[T, ...]  # mandatory items first, if a ceiling kept them out
    tokens_mandatory: int
    tokens_chosen: int
    over_ceiling: bool  # True: the mandatory items alone did not fit; a person should know


class _Room:
    """The rest of a budget while it is being filled."""

    def __init__(self, budget: Budget) -> None:
        self.tokens = _UNLIMITED if budget.tokens is None else budget.tokens
        self._items = _UNLIMITED if budget.items is None else budget.items
        self._per_group = _UNLIMITED if budget.per_group is None else budget.per_group
        self._taken: Counter[str] = Counter()

    def is_open(self, group: str) -> bool:
        """Whether another item of this group is allowed, if it is short enough."""
        return self._items >= 1 and self._taken[group] < self._per_group

    def take(self, tokens: int, group: str) -> bool:
        """Whether the item fits; if so, its tokens are used up."""
        if tokens > self.tokens or not self.is_open(group):
            return False
        self.tokens -= tokens
        self._items -= 1
        self._taken[group] += 1
        return True


def fill(
    budget: Budget,
    *,
    mandatory: Sequence[T],
    others: Sequence[T],
    tokens: Callable[[T], int],
    group: Callable[[T], str],
    at_least: Callable[[T], int] | None = None,
) -> BudgetSelection[T]:
    """Fills a delivery in the given order, which is the rank.

    An item that does not fit is skipped and the next one is tried: a long item must not keep out
    the short ones after it. `BYPASS` delivers mandatory items beyond the budget, which then limits
    only the others. `WITHIN_CEILING` puts mandatory items first and never exceeds the budget.
    `at_least` is a quick lower bound of an item's tokens: if it shows that the item cannot fit,
    `tokens` is not called.
    """
    room = _Room(budget)
    result: list[T] = []
    chosen: list[T] = []
    left_out: list[T] = []
    tokens_mandatory = tokens_chosen = 0

    bypass = budget.mandatory is MandatoryPolicy.BYPASS
    for item in mandatory:
        size = tokens(item)
        if bypass or room.take(size, group(item)):
            result.append(item)
            tokens_mandatory += size
        else:
            left_out.append(item)
    over_ceiling = bool(left_out)

    for item in others:
        if at_least is not None and (at_least(item) > room.tokens or not room.is_open(group(item))):
            left_out.append(item)
            continue
        size = tokens(item)
        # Most left-out items are too long, so check the size before the group.
        if size <= room.tokens and room.take(size, group(item)):
            chosen.append(item)
            tokens_chosen += size
        else:
            left_out.append(item)

    return BudgetSelection(
        mandatory=tuple(result),
        chosen=tuple(chosen),
        left_out=tuple(left_out),
        tokens_mandatory=tokens_mandatory,
        tokens_chosen=tokens_chosen,
        over_ceiling=over_ceiling,
    )
