"""Judges the clauses of a text one by one, and what the words before it are about."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language.main_clauses import main_clauses
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.judge import judge_statements
from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.matter.statement_words import is_decision
from remembrancer.reading.judging.pair_model import PairScores
from remembrancer.reading.judging.text_forms import TextForms
from remembrancer.reading.judging.verdict import UNRELATED, Verdict, question

_UNLIKE: Final = PairScores(0.0, 0.0)
_AGAINST: Final = frozenset({StatementRelation.UPDATE, StatementRelation.CONTRADICTION})
CHOSEN_INSTEAD: Final = question(
    "something else is chosen instead of it",
    (Ground.REVERSAL, Ground.OTHER_VALUE, Ground.UNKNOWN),
)


def clauses_of(new: Statement, read: Callable[[str], Statement]) -> list[Statement]:
    """The clauses of a new text that each state something; empty: it is one clause."""
    claim = new.claim
    if new.is_hedged or claim.other:
        return []  # what limits the text limits each of its clauses
    found = [one for one in map(read, main_clauses(new.text)) if not one.claim.other]
    if claim.is_limited or claim.is_joint:  # "Portugal is off, the children cried for a week"
        return [
            one
            for one in found[:1]
            if one.claim.reverses and not (one.claim.is_limited or one.claim.is_joint)
        ]
    if claim.adds:  # "we had another chat and decided …": a decision stands for itself
        return [one for one in found if is_decision(one) and not one.claim.adds]
    if claim.reverses and not any(one.claim.reverses for one in found):
        # "Change of plan everybody, we're going with …": it is the first clause that is meant.
        found[:1] = [one._replace(claim=one.claim._replace(reverses=True)) for one in found[:1]]
    if claim.corrects:  # "I mixed them up, …": each clause puts something right
        found = [one._replace(claim=one.claim._replace(corrects=True)) for one in found]
    return found


def judge_clauses(
    clauses: Sequence[Statement],
    known: Statement,
    about: Collection[str],
    forms: TextForms,
    whole: Verdict,
) -> Verdict:
    """The verdict of the first clause that has one, by rules alone, if the whole text is unrelated
    or leaves something open."""
    is_likeness = Ground.PARAPHRASE in whole.grounds and any(one.claim.corrects for one in clauses)
    if whole is not UNRELATED and whole.grade is not Grade.UNSURE and not is_likeness:
        return whole
    for one in clauses:
        (verdict,) = judge_statements(one, [known], _unlike, about=about, forms=forms)
        if is_likeness and verdict.relation not in _AGAINST:
            continue  # "There I got it wrong, our contact is Martina": a likeness says little
        if verdict.relation is not StatementRelation.UNRELATED:
            return verdict._replace(is_of_part=True)
    return whole


def judge_parts(
    said: Sequence[Statement],
    parts: Sequence[Statement],
    about: Collection[str],
    forms: TextForms,
    whole: Verdict,
) -> Verdict:
    """The verdict on a clause of a known text, if the whole of it is unrelated: "Vote's closed,
    we're going with Godot". The rest of the text stands, so that a person decides."""
    if whole is not UNRELATED:
        return whole
    for one in said:
        for verdict in judge_statements(one, parts, _unlike, about=about, forms=forms):
            if verdict.relation in _AGAINST:
                return verdict._replace(
                    replaces=False,
                    grade=Grade.UNSURE,
                    grounds=(*verdict.grounds, Ground.UNKNOWN),
                    is_of_part=True,
                )
    return whole


def may_be_instead(new: Statement) -> bool:
    """Whether it names something that is chosen instead of something that it does not name."""
    claim = new.claim
    return claim.reverses and not claim.rejected and bool(claim.things) and not new.is_hedged


def names_value_of(before: Statement, known: Statement, about: Collection[str]) -> bool:
    """Whether the words before name what a known decision is for, or take it back."""
    if known.is_negated or known.claim.reverses:
        return False
    is_taken_back = before.is_negated or before.claim.reverses
    named = known.claim.things if is_taken_back else known.claim.names
    return not (named - frozenset(about)).isdisjoint(before.claim.words)


def _unlike(pairs: Sequence[tuple[str, str]]) -> list[PairScores]:
    return [_UNLIKE] * len(pairs)
