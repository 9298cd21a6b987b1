"""What the words of a statement tell of it: their order, and whether it decides or denies."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.act_words import CANCELS, DECIDED
from remembrancer.language.statement import Claim, Statement

_BLANK: Final = {ord(mark): " " for mark in '.,;:!?()"–—'}
_DECIDED: Final = DECIDED - {"going", "clear", "confirmed"}

# Whether a figure is one that something rose or fell by.
_WAYS: Final = {
    re.compile(
        r"(?<!\w)(?:f[ae]ll(?:s|en)?|drop(?:s|ped)?|declined?|down|decreased?|shrank|reduced?|lower"
        r"|lowered|föll|fallit|minska(?:de|t)|sjönk|sjunkit|ner)(?!\w)"
    ): "down",
    re.compile(
        r"(?<!\w)(?:rose|rises?|risen|increased?|gr[eo]wn?|up|climbed|gained|raised|higher|steg"
        r"|stigit|öka(?:de|t)|växte|vuxit|upp)(?!\w)"
    ): "up",
}

_CLAUSE: Final = re.compile(r"(?<=\w)[,;:.–—]\s")
_TO: Final = re.compile(r"(?<!\w)(?:to|at|till|på) (?:[£$€]\s?)?\d")


def frame(one: Statement) -> list[str]:
    """Its content words in their order, the value last."""
    words = words_in_order(one.text)
    return [stem for word in words for stem in one.claim.words if word.startswith(stem[:5])]


def words_in_order(text: str) -> list[str]:
    return text.casefold().replace("’", "'").translate(_BLANK).split()


def ways(one: Statement) -> list[str]:
    """Whether it says that something rose, or fell."""
    low = one.text.casefold()
    return [way for pattern, way in _WAYS.items() if pattern.search(low)]


def moved_by(one: Statement) -> list[str]:
    """Whether something rose or fell by its figure, and not to it. A clause without a figure tells
    of something else: "…, the rise is through"."""
    low = one.text.casefold()
    told = " ".join(clause for clause in _CLAUSE.split(low) if any(map(str.isdigit, clause)))
    if _TO.search(low) is not None:
        return []
    return [way for pattern, way in _WAYS.items() if pattern.search(told)]


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
