"""A token counter: the tokenizer of a caller's own model, by which budgets are kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

ESTIMATE: Final = "estimate"  # the name of the usual way: four characters a token


class TokenCounter(NamedTuple):
    name: str  # as receipts tell it
    count: Callable[[str], int]  # the tokens of a text; `ModelFailed` where it gives no number
