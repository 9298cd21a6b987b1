"""What the words of a statement tell of it: their order, and whether it decides or denies."""

from __future__ import annotations

from typing import Final

from remembrancer.language.act_words import CANCELS, DECIDED
from remembrancer.language.statement import Claim, Statement

_BLANK: Final = {ord(mark): " " for mark in '.,;:!?()"–—'}
_DECIDED: Final = DECIDED - {"going", "clear", "confirmed"}


def frame(one: Statement) -> list[str]:
    """Its content words in their order, the value last."""
    words = words_in_order(one.text)
    return [stem for word in words for stem in one.claim.words if word.startswith(stem[:5])]


def words_in_order(text: str) -> list[str]:
    return text.casefold().replace("’", "'").translate(_BLANK).split()


def is_decision(one: Statement) -> bool:
    """Whether it tells what was decided, and not only that something is done."""
    return not _DECIDED.isdisjoint(words_in_order(one.text))


def is_denying(one: Statement) -> bool:
    """Whether it denies: by a negation, or by taking a decision back."""
    return one.is_negated or (one.claim.reverses and not one.claim.rejected and _cancels(one))


def _cancels(one: Statement) -> bool:
    return CANCELS.search(one.text.casefold().replace("’", "'")) is not None


def has_other_figures(ours: Claim, theirs: Claim) -> bool:
    """Whether both give figures of which none is the same."""
    mine = {(one.value, one.unit) for one in ours.figures}
    return bool(ours.figures and theirs.figures) and mine.isdisjoint(
        (one.value, one.unit) for one in theirs.figures
    )
