"""Grading: how sure a verdict by slots, differences or likeness is, once identity is looked at."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.slots import company
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import language
from remembrancer.reading.judging.judgement import StatementRelation, Suggestion
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

_WORD: Final = re.compile(r"[^\W_]+")
_OF_A_FIRM: Final = frozenset(rule.slot for rule in company.RULES)
_CHANGING: Final = frozenset({StatementRelation.UPDATE, StatementRelation.CONTRADICTION})


def graded(
    verdict: Verdict, new: Statement, known: Statement, about: Collection[str] = ()
) -> Verdict:
    """The verdict with its grounds and grade, or unrelated if the two are about other things."""
    if verdict.relation is StatementRelation.UNRELATED:
        return verdict
    ours, theirs = new.claim, known.claim
    values = _value_words(new) | _value_words(known)
    if new.slot is not None and isinstance(new.slot.value, str):
        values |= ours.value_names | theirs.value_names  # "Nordea in Lund" is one value
    values |= _who_did(new) | _who_did(known)
    found = identity.compare(ours, theirs, about=about, values=values)
    if verdict.relation is StatementRelation.SAME:
        is_other = bool(found.our_names and found.their_names) or not identity.same_periods(
            ours, theirs
        )
        return UNRELATED if is_other and Ground.SAME_WORDS not in verdict.grounds else verdict
    if verdict.relation not in _CHANGING:
        return verdict
    if not identity.may_concern(new, known) or (found.our_names and found.their_names):
        return UNRELATED
    if not identity.same_periods(ours, theirs) and not _is_period_value(new):
        return UNRELATED
    says_so = ours.is_act or ours.is_now
    if found.differs and (Ground.DENIAL in verdict.grounds or not says_so):
        return UNRELATED  # each names a thing of its own: "the rate on the barn", "on the mill"
    grounds = tuple(dict.fromkeys((*verdict.grounds, *_grounds(new, says_so))))
    if verdict.grade is Grade.UNSURE:
        return verdict._replace(grounds=grounds)
    is_denial = Ground.DENIAL in verdict.grounds
    if found.our_names or (
        not is_denial and found.ours and not found.theirs and _limits(new, known)
    ):
        # The new one names something that the known one leaves open.
        if not says_so:
            return UNRELATED
        return _unsure(verdict, grounds)
    if found.their_names or ours.measure != theirs.measure or ours.periods != theirs.periods:
        return _unsure(verdict, grounds)
    grade = Grade.CERTAIN if says_so else Grade.LIKELY
    return verdict._replace(grounds=grounds, grade=grade)


def _unsure(verdict: Verdict, grounds: tuple[Ground, ...]) -> Verdict:
    return verdict._replace(
        grounds=(*grounds, Ground.UNKNOWN), grade=Grade.UNSURE, suggestion=Suggestion.BOTH_VALID
    )


def _grounds(new: Statement, says_so: bool) -> tuple[Ground, ...]:
    first = (Ground.SAME_HOLDER, Ground.SAME_MEASURE) if new.slot else (Ground.SAME_THING,)
    why = (
        Ground.CORRECTION
        if new.claim.corrects
        else Ground.REVERSAL
        if new.claim.reverses and not new.claim.changes
        else Ground.CHANGE
    )
    return (*first, Ground.OTHER_VALUE, why if says_so else Ground.LATER)


def _limits(new: Statement, known: Statement) -> bool:
    """Whether the new one has a phrase that limits it, which the known one does not have."""
    if new.slot is None or not new.claim.things - new.claim.late - known.claim.words:
        return False
    # A value that the words only mean ("call me" for phone) has words of its own.
    value = new.slot.value
    return not isinstance(value, str) or value.casefold() in new.text.casefold()


def _value_words(one: Statement) -> frozenset[str]:
    """The stems of the value and the name of the slot, which other rules compare."""
    if one.slot is None:
        return frozenset()
    said = f"{one.slot.name} {one.slot.value}"
    found = {word.casefold() for word in _WORD.findall(said)}
    stems = language("english").stem, language("swedish").stem
    return frozenset(found | {stem(word) for word in found for stem in stems})


def _who_did(one: Statement) -> frozenset[str]:
    """The names in front of the verb, where they tell who did something for the whole firm: "Karin
    switched to K3". A firm that is named is the holder."""
    if one.slot is None or one.slot.holder is not None or one.slot.name not in _OF_A_FIRM:
        return frozenset()
    return one.claim.names - one.claim.value_names


def _is_period_value(one: Statement) -> bool:
    """Whether the value of the slot is itself a date or a year."""
    value = one.slot.value if one.slot else None
    return isinstance(value, str) and any(map(str.isdigit, value))
