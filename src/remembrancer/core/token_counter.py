"""A token counter: the tokenizer of a caller's own model, used for budgets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

ESTIMATE: Final = "estimate"  # the default: four characters per token


class TokenCounter(NamedTuple):
    name: str  # the name in receipts
    count: Callable[[str], int]  # tokens of a text; raises `ModelFailed` if it gives no number
