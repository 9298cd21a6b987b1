"""Checks whether the data of proposals holds the value of a label."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from typing import Any

from remembrancer.bench.labels import Label, as_tuple
from remembrancer.items.proposal import Proposal

VALUE_FIELDS = ("value", "amounts", "dates", "on", "deadline")
DEADLINE_FIELDS = ("deadline", "on", "dates")
_BESIDE = frozenset(("start", "end", "is_about", "unit", "name"))  # of an amount: not its value
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"-?\d[\d\s,.]*")


def has_value(label: Label, proposals: Sequence[Proposal]) -> bool:
    """Whether the data holds one of the accepted values: an equal number, date or text."""
    held = list(_field_values(proposals, VALUE_FIELDS))
    return any(_is_same(want, one, label.unit) for want in as_tuple(label.value) for one in held)


def has_deadline(label: Label, proposals: Sequence[Proposal]) -> bool:
    held = list(_field_values(proposals, DEADLINE_FIELDS))
    return any(_is_same(want, one, None) for want in as_tuple(label.deadline) for one in held)


def has_owner(label: Label, proposals: Sequence[Proposal]) -> bool:
    """Whether the data names an accepted owner."""
    held = [str(one).casefold() for one in _field_values(proposals, ("owner",))]
    wanted = [str(want).casefold() for want in as_tuple(label.owner)]
    return any(_has_words(one, want) for want in wanted for one in held)


def _field_values(proposals: Sequence[Proposal], fields: Sequence[str]) -> Iterator[Any]:
    for proposal in proposals:
        slot = proposal.data.get("slot")
        for data in (proposal.data, slot if isinstance(slot, dict) else {}):
            for field in fields:
                yield from _leaves(data.get(field))


def _leaves(given: Any) -> Iterator[Any]:
    if isinstance(given, dict):
        for key, one in given.items():
            if key not in _BESIDE:
                yield from _leaves(one)
    elif isinstance(given, list | tuple):
        for one in given:
            yield from _leaves(one)
    elif given is not None:
        yield given


def _is_same(want: float | str, held: Any, unit: str | None) -> bool:
    if isinstance(want, str):
        if _DAY.fullmatch(want):
            return str(held)[:10] == want
        return _has_words(str(held).casefold(), want.casefold())
    if _DAY.match(str(held)):
        return float(str(held)[:4]) == want  # a label may name the year alone
    number = _number(held)
    if number is None:
        return False
    return math.isclose(number, want) or (unit == "%" and math.isclose(number * 100, want))


def _has_words(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _number(held: Any) -> float | None:
    if isinstance(held, bool):
        return None
    if isinstance(held, int | float):
        return float(held)
    if not (found := _NUMBER.match(str(held).strip())):
        return None
    digits = re.sub(r"\s", "", found.group()).rstrip(",.")
    if re.fullmatch(r"-?\d+,\d{1,2}", digits):
        digits = digits.replace(",", ".")
    try:
        return float(digits.replace(",", ""))
    except ValueError:
        return None
