"""Judges what a statement does to an earlier one: it corrects, changes, takes back or denies it.

Every verdict says on what grounds and how sure it is. Where the two may be about different
things, there is no verdict.
"""

from __future__ import annotations

from collections.abc import Collection

from remembrancer.core.grounds import Ground
from remembrancer.language.statement import Statement
from remembrancer.reading.judging import (
    denials,
    opposite_acts,
    rejections,
    taking_back,
    value_changes,
)
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.statement_words import is_denying
from remembrancer.reading.judging.successions import judge_end, judge_succession
from remembrancer.reading.judging.verdict import Verdict, question


def judge_act(new: Statement, known: Statement, about: Collection[str] = ()) -> Verdict | None:
    """The verdict if the new one changes, corrects or denies the known one; None: it does not."""
    ours, theirs = new.claim, known.claim
    if (left := rejections.moved_from(new, known)) is not None:
        return left
    if not identity.may_concern(new, known) or denials.define_others(new, known):
        return None
    if (reached := value_changes.until_reached(new, known)) is not None:
        return reached
    found = identity.compare(ours, theirs, about=about)
    if (lifted := taking_back.warning_lifted(new, known, found)) is not None:
        return lifted
    if ours.rejected and (verdict := rejections.rejection(new, known, found)) is not None:
        return verdict
    if not found.shared:
        if not ours.is_act:
            return None
        whole = identity.compare(ours, theirs)
        return (
            _opposite(new, known, whole)
            or judge_end(new, known, whole)
            or (_of_subject_alone(new, known, whole, about) if about else None)
        )
    if not identity.same_periods(ours, theirs):
        return value_changes.year_corrected(new, known, found)
    if ours.is_act and (changed := value_changes.figure_change(new, known, found)) is not None:
        return changed
    if is_denying(new) != is_denying(known):
        return (
            denials.reversal(new, known, found)
            or taking_back.taken_back(new, known, found)
            or (
                None
                if denials.have_other_deciders(new, known, found)
                else value_changes.unclear_change(new, known, found, about)
            )
        )
    if new.is_past and not ours.is_act:
        return None
    return (
        value_changes.figure_change(new, known, found)
        or value_changes.range_change(new, known, found)
        or value_changes.day_change(new, known, found)
        or judge_succession(new, known, found)
        or value_changes.name_change(new, known, found)
        or value_changes.other_named(new, known, found)
        or value_changes.moved_elsewhere(new, known, found)
        or value_changes.other_rhythm(new, known, found)
        or judge_end(new, known, found)
        or _opposite(new, known, found)
        or taking_back.parted_with(new, known, found)
        or taking_back.left_as_is(new, known, found)
        or taking_back.taken_back(new, known, found)
        or value_changes.other_value(new, known, found)
        or value_changes.other_state(new, known)
        or opposite_acts.decided_otherwise(new, known, found)
        or opposite_acts.stopped_doing(new, known, found)
        or opposite_acts.decided_anew(new, known, found)
        or value_changes.unclear_change(new, known, found, about)
    )


def _opposite(new: Statement, known: Statement, found: identity.Identity) -> Verdict | None:
    """The verdict on opposites of one thing; not of one person: "sells the flat", "keeps bees"."""
    if found.shared and found.shared <= denials.who_acts(new, known):
        return None
    return opposite_acts.opposite(new, known, found)


def _of_subject_alone(
    new: Statement, known: Statement, whole: identity.Identity, about: Collection[str]
) -> Verdict | None:
    """Another figure or rhythm of what has no other name than the subject's: "the meetup is on
    Thursdays", "we are four at the workshop". It may be of another matter, so a person decides."""
    if not whole.shared or not known.claim.words <= frozenset(about):
        return None
    figure = value_changes.figure_change(new, known, whole)
    verdict = figure or value_changes.other_rhythm(new, known, whole)
    if verdict is None:
        return None
    return question(verdict.reason, (*verdict.grounds, Ground.UNKNOWN))
