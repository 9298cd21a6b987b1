"""The change model: how likely a later statement changes or ends an earlier one.

Rules find the changes that are told in ways they know. What they leave is weighed here, by what the
two share and how they differ: no sign is a word. Where a change is likely, a person is asked;
nothing is replaced on these grounds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.core.grounds import Ground
from remembrancer.language.statement import Claim, Statement
from remembrancer.reading.judging.denials import have_other_sorts, who_acts
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.identity import Identity
from remembrancer.reading.judging.slot_judge import have_different_holders
from remembrancer.reading.judging.value_changes import give_the_same
from remembrancer.reading.judging.verdict import Verdict, question

LIKELY_FROM: Final = 0.55
_WEIGHTS: Final = Path(__file__).with_name("change_weights.json")
_SHARED_MAX: Final = 5.0
_WORDS_MAX: Final = 30.0
_OWN: Final = re.compile(r"(?<!\w)(?:my own|our own|min egen|mitt eget|vår egen|vårt eget)\s\w")
Signs = dict[str, float]


def ask_if_changed(
    new: Statement, known: Statement, about: Collection[str]
) -> tuple[float, Verdict] | None:
    """How likely the new statement changes the known one, and the question; None: it does not."""
    found = identity.compare(new.claim, known.claim, about=about)
    if not may_change(new, known, found, about) or found.shared <= who_acts(new, known):
        return None
    likely = weights().likely(signs(new, known, found, about))
    if likely < LIKELY_FROM:
        return None
    return likely, question(
        "it may change or end this: both are about the same", (Ground.SAME_THING, Ground.UNKNOWN)
    )


def may_change(new: Statement, known: Statement, found: Identity, about: Collection[str]) -> bool:
    """Whether both can be about one thing: neither names a thing, a holder, a name or a period
    instead of the other's, and the mood of the new one lets it change something."""
    if not found.shared or found.differs or (found.our_names and found.their_names):
        return False
    if not identity.may_concern(new, known) or have_different_holders(new, known):
        return False
    if (_OWN.search(new.text) is None) != (_OWN.search(known.text) is None):
        return False  # "in my own shop I close at eight"
    if known.text.rstrip().endswith("?") or _says_the_same(new, known, found):
        return False
    if not (found.their_words or new.claim.reverses or new.claim.corrects) and give_the_same(
        new.claim, known.claim
    ):
        return False
    if (
        not _shows_change(new, known, about)
        or have_other_sorts(new, known, found)
        or _numbers_differ(new, known)
        or _measures_differ(new, known, found)
    ):
        return False
    return identity.same_periods(new.claim, known.claim)


def _says_the_same(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether both deny, or both state, the same and the new one gives no other value."""
    ours, theirs = new.claim, known.claim
    if new.is_negated != known.is_negated or ours.is_act:
        return False
    if new.is_negated:
        return True  # "never leave it open", "it must never be left open"
    if found.their_words or ours.is_now or ours.ends:
        return False
    figures, others = ({(one.value, one.unit) for one in claim.figures} for claim in (ours, theirs))
    return (figures, ours.days, ours.rhythms) == (others, theirs.days, theirs.rhythms)


def _shows_change(new: Statement, known: Statement, about: Collection[str]) -> bool:
    """Whether a word of change, a denial or another value is there: other words alone are not."""
    if new.claim.is_act or new.claim.is_now or new.is_change or new.is_negated != known.is_negated:
        return True
    values = dict(_values(new.claim, known.claim, frozenset(about)))
    return any(values[f"{name} {how}"] for name in _VALUES for how in ("other", "more", "new"))


def _numbers_differ(new: Statement, known: Statement) -> bool:
    """Whether each has a bare number that the other lacks: "flat 12" is not "flat 21"."""
    ours, theirs = (
        {one.value for one in claim.figures if one.unit is None}
        for claim in (new.claim, known.claim)
    )
    return bool(ours - theirs and theirs - ours) and not new.claim.is_act


def _measures_differ(new: Statement, known: Statement, found: Identity) -> bool:
    """Whether the figure of the new one is that of a thing instead of which the known one says
    something else: "FY25 sales guidance" is not "FY25 capex"."""
    both = bool(new.claim.figures and known.claim.figures and not new.claim.rejected)
    return both and bool(found.ours and found.their_words)


def signs(new: Statement, known: Statement, found: Identity, about: Collection[str]) -> Signs:
    """What the two share and how they differ, each from 0 to 1."""
    ours, theirs = new.claim, known.claim
    aside = frozenset(about)
    covered = _share(found.shared, theirs.words - aside)
    is_act = ours.is_act or ours.is_now or new.is_change
    values = dict(_values(ours, theirs, aside))
    has_other_value = any(values[f"{name} {how}"] for name in _VALUES for how in ("other", "more"))
    says_more = bool(found.our_words and found.their_words)
    made = {
        "known covered": covered,
        "new covered": _share(found.shared, ours.words - aside),
        "shared": min(len(found.shared), _SHARED_MAX) / _SHARED_MAX,
        "shared names": bool(found.shared_names),
        "nothing of the known lacks": not found.theirs,
        "nothing of the new lacks": not found.ours,
        **values,
        "rejected": bool(ours.rejected),
        "denial": new.is_negated != known.is_negated,
        "new negated": new.is_negated,
        "new past": new.is_past,
        "new ahead": new.is_ahead,
        "same slot": _is_slot(new, known, is_same=True),
        "other slot": _is_slot(new, known, is_same=False),
        "both say more": says_more,
        "both say more, figure other": says_more and values["figure other"],
        "act": is_act,
        "other value": has_other_value,
        "length": min(len(new.text.split()), _WORDS_MAX) / _WORDS_MAX,
        **{f"new {name}": getattr(ours, name) for name in _FLAGS},
        **{f"known {name}": getattr(theirs, name) for name in _FLAGS},
    }
    plain = {name: float(value) for name, value in made.items()}
    return {
        **plain,
        **{f"{name}, covered": plain[name] * covered for name in _WITH_COVERED},
        **{f"{name}, whole": plain[name] * float(covered >= 1.0) for name in _WITH_WHOLE},
    }


_VALUES: Final = ("figure", "rhythm", "day", "value")
_FLAGS: Final = (
    "is_now", "changes", "corrects", "reverses", "ends", "is_partial", "is_joint", "is_planned",
)  # fmt: skip
_WITH_COVERED: Final = (
    "act", "other value", "denial", "new corrects", "new ends", "new is_now", "new past",
    "new is_planned", "nothing of the known lacks",
)  # fmt: skip
_WITH_WHOLE: Final = ("act", "other value", "denial", "shared")


def _values(ours: Claim, theirs: Claim, aside: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """For each sort of value how those of the two differ."""
    figures = (
        frozenset((one.value, one.unit) for one in claim.figures) for claim in (ours, theirs)
    )
    pairs = zip(
        _VALUES,
        (
            tuple(figures),
            (ours.rhythms, theirs.rhythms),
            (ours.days, theirs.days),
            (ours.value_names - aside, theirs.value_names - aside),
        ),
        strict=True,
    )
    for name, (one, other) in pairs:
        yield f"{name} other", bool(one and other and not one & other)
        yield f"{name} more", bool(one & other and one - other)
        yield f"{name} same", bool(one and one == other)
        yield f"{name} new", bool(one and not other)
        yield f"{name} gone", bool(other and not one)


def _is_slot(new: Statement, known: Statement, *, is_same: bool) -> bool:
    if new.slot is None or known.slot is None:
        return False
    return (new.slot.name == known.slot.name) is is_same


def _share(shared: frozenset[str], words: frozenset[str]) -> float:
    return len(shared & words) / len(words) if words else 0.0


class Weights(NamedTuple):
    """What each sign counts, and what all have in common."""

    of_sign: Signs
    bias: float

    def likely(self, found: Signs) -> float:
        score = self.bias + sum(
            self.of_sign.get(name, 0.0) * value for name, value in found.items()
        )
        return 1.0 / (1.0 + exp(-score))


@lru_cache(maxsize=1)
def weights() -> Weights:
    """What was learned, read once."""
    read = json.loads(_WEIGHTS.read_text(encoding="utf-8"))
    return Weights(read["signs"], read["bias"])
