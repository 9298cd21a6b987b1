"""The offline judge: the same, an update, a contradiction, or neither.

Slots decide where both texts fill one, since that can be explained. Everything else is left to
the comparison of pairs, which never lets likeness alone make two texts one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Final

from remembrancer.core.unseen_characters import without_unseen
from remembrancer.language import open_matters
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.differences import by_difference
from remembrancer.reading.judging.judgement import Judgement, Relation, Severity, Suggestion
from remembrancer.reading.judging.pair import CONTRADICTS_AT, SAME_AT, Likeness
from remembrancer.reading.judging.slots import by_slot
from remembrancer.reading.judging.swapped_roles import is_turned
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

Compare = Callable[[Sequence[tuple[str, str]]], list[Likeness]]

_WORD: Final = re.compile(r"[^\W_]+")
_GRAVE: Final = 0.9  # a contradiction that is as good as certain
_ABOUT_ONE_THING: Final = 0.5  # of the words of the shorter text, which both have to share
_WORTH_COMPARING: Final = 0.3  # of them, under which two texts are not even compared
_LETTERS: Final = 5  # by which words are compared, so that endings do not count
_SMALL: Final = 3  # letters of words that tell of nothing


def judged(new: Statement, known: Sequence[Statement], compare: Compare) -> list[Verdict]:
    """A verdict for each known statement. Pairs that need it are compared in one go."""
    words = plain(new.text)
    verdicts = [_plainly(new, words, one) for one in known]
    # What shares next to nothing is neither; most pairs are so, and comparing takes its time.
    open_places = [
        place
        for place, verdict in enumerate(verdicts)
        if verdict is None and _in_common(new, known[place]) >= _WORTH_COMPARING
    ]
    if not open_places:
        return [UNRELATED if verdict is None else verdict for verdict in verdicts]
    likenesses = compare([(known[place].text, new.text) for place in open_places])
    for place, likeness in zip(open_places, likenesses, strict=True):
        verdicts[place] = _by_likeness(new, known[place], likeness)
    return [UNRELATED if verdict is None else verdict for verdict in verdicts]


def raised_again(new: Statement, known: Statement, verdict: Verdict) -> Verdict:
    """The verdict on two things that are left open: in other words, it may be the same matter."""
    if verdict.relation is Relation.CONTRADICTION or verdict.replaces:
        return verdict
    if verdict.relation is Relation.SAME or open_matters.is_same(new.text, known.text):
        because = verdict.because or "both leave the same matter open"
        return Verdict(Relation.SAME, because, is_raised=True)
    return verdict


def by_model(given: Judgement, new: Statement, known: Statement) -> Verdict:
    """What a model says. It proposes; whether anything is replaced is up to our rules."""
    says_so = given.relation is Relation.UPDATE or given.suggestion is Suggestion.KEPT_B
    return Verdict(
        given.relation,
        given.reason or f"the judge calls it {given.relation.value}",
        given.severity,
        given.suggestion,
        given.merged_content,
        replaces=says_so and _in_common(new, known) >= _ABOUT_ONE_THING,
        is_told=new.is_change,
    )


def _plainly(new: Statement, words: tuple[str, ...], known: Statement) -> Verdict | None:
    """Word for word the same, or decided by the slots that both fill, or by the one thing in
    which they differ."""
    others = plain(known.text)
    if words == others:
        return Verdict(Relation.SAME, "both say it in the same words")
    # Those that have most of their words in common are looked at closely; most have not.
    is_close = 2 * len({*words}.intersection(others)) >= min(len({*words}), len({*others}))
    if is_close and is_turned(words, others):
        return Verdict(Relation.SAME, "both say the same, the one turned round")
    verdict = by_slot(new, known)
    if verdict is None or (verdict is UNRELATED and new.is_negated != known.is_negated):
        verdict = (by_difference(new, known) if is_close else None) or verdict
    if verdict is not None:
        return verdict
    if new.slot is not None and known.slot is not None and new.slot.name != known.slot.name:
        return UNRELATED  # they answer different questions
    return None


def _by_likeness(new: Statement, known: Statement, likeness: Likeness) -> Verdict:
    if _figures(new) != _figures(known) or _codes(new) != _codes(known):
        return UNRELATED  # task 4 is not task 5, and no slot says that both count the same
    if likeness.contradicts >= CONTRADICTS_AT and likeness.contradicts > likeness.same:
        if new.is_hedged or _in_common(new, known) < _ABOUT_ONE_THING:
            return UNRELATED
        turns = new.is_negated != known.is_negated
        return Verdict(
            Relation.UPDATE if new.is_change else Relation.CONTRADICTION,
            "one says what the other denies" if turns else "they cannot both hold",
            Severity.MEDIUM if likeness.contradicts >= _GRAVE else Severity.LOW,
            Suggestion.KEPT_B if new.is_change else Suggestion.BOTH_VALID,
            replaces=new.is_change or turns,
            is_told=new.is_change,
        )
    if likeness.same >= SAME_AT and new.is_negated == known.is_negated:
        return Verdict(Relation.SAME, "both say the same in other words")
    return UNRELATED


def _figures(statement: Statement) -> list[float]:
    return sorted(amount.value for amount in statement.amounts)


def _codes(statement: Statement) -> set[str]:
    """Words that name one thing among many: an account, a build, a form."""
    words = plain(statement.text)
    return {word for word in words if not word.isalpha() and not word.isdigit()}


def _in_common(new: Statement, known: Statement) -> float:
    """How much of what they speak of is the same. Facts about one person share its name alone."""
    ours, theirs = _topic(new), _topic(known)
    shorter = min(len(ours), len(theirs))
    return len(ours & theirs) / shorter if shorter else 0.0


def _topic(statement: Statement) -> set[str]:
    """The words of a statement without names, figures and small words."""
    named = {word for name in statement.names for word in plain(name)}
    return {
        word[:_LETTERS]
        for word in plain(statement.text)
        if len(word) > _SMALL and word not in named and not word[0].isdigit()
    }


def plain(text: str) -> tuple[str, ...]:
    """The words of a text, whatever their case, their punctuation and their Unicode form."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", without_unseen(text)).casefold()))
