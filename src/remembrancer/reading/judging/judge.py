"""The offline judge: decides whether two statements are the same, an update or a contradiction.

Slots decide first, because that can be explained. The pair model decides the rest, and similarity
alone never makes two texts the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Sequence
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.core.texts.unseen_characters import without_unseen
from remembrancer.language import unresolved
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.act_judge import judge_act
from remembrancer.reading.judging.alternatives import judge_choice
from remembrancer.reading.judging.differences import judge_difference
from remembrancer.reading.judging.done.completion import judge_completion
from remembrancer.reading.judging.doubts import is_done_now, without_loss
from remembrancer.reading.judging.grading import graded
from remembrancer.reading.judging.judgement import (
    Judgement,
    Severity,
    StatementRelation,
    Suggestion,
)
from remembrancer.reading.judging.matter import identity
from remembrancer.reading.judging.matter.other_things import name_other_things
from remembrancer.reading.judging.matter.participants import have_other_roles
from remembrancer.reading.judging.matter.sides import are_opposed, are_other_cases
from remembrancer.reading.judging.pair_model import CONTRADICTS_AT, SAME_AT, PairScores
from remembrancer.reading.judging.passive_voice import is_passive_pair
from remembrancer.reading.judging.restatements import says_the_same
from remembrancer.reading.judging.slot_judge import have_different_holders, judge_slots
from remembrancer.reading.judging.text_forms import TextForms
from remembrancer.reading.judging.verdict import UNRELATED, Verdict, question

Compare = Callable[[Sequence[tuple[str, str]]], list[PairScores]]

_WORD: Final = re.compile(r"[^\W_]+")
_GRAVE: Final = 0.9  # a nearly certain contradiction
_ABOUT_ONE_THING: Final = 0.5  # of the shorter text's words that both must share
_WORTH_COMPARING: Final = 0.3  # below this share two texts are not compared at all
_LETTERS: Final = 5  # by which words are compared, so that endings do not count
_SMALL: Final = 3  # words of this length or shorter are ignored


def judge_statements(
    new: Statement,
    known: Sequence[Statement],
    compare: Compare,
    *,
    about: Collection[str] = (),
    forms: TextForms | None = None,
) -> list[Verdict]:
    """A verdict for each known statement. The pair model runs once for all open pairs.

    `about` holds the stems of the subject's name, which both texts share without a reason. Who
    compares many statements gives the same `forms` each time.
    """
    forms = TextForms() if forms is None else forms
    verdicts = [_judge_by_rules(new, one, about, forms) for one in known]
    # Most pairs share almost no words: they are unrelated, and the slow comparison is skipped.
    open_places = [
        place
        for place, verdict in enumerate(verdicts)
        if verdict is None and _topic_overlap(new, known[place], forms) >= _WORTH_COMPARING
    ]
    if open_places:
        likenesses = compare([(known[place].text, new.text) for place in open_places])
        for place, likeness in zip(open_places, likenesses, strict=True):
            verdicts[place] = _judge_by_scores(new, known[place], likeness, about, forms)
    return [
        UNRELATED if verdict is None else without_loss(verdict, new, one, about)
        for verdict, one in zip(verdicts, known, strict=True)
    ]


def judge_reopened(new: Statement, known: Statement, verdict: Verdict) -> Verdict:
    """The verdict on two unresolved statements, which may name the same topic in other words."""
    if verdict.relation is StatementRelation.CONTRADICTION or verdict.replaces:
        return verdict
    if verdict.relation is StatementRelation.SAME or unresolved.is_same_topic(new.text, known.text):
        because = verdict.reason or "both leave the same matter open"
        return Verdict(StatementRelation.SAME, because, is_reopened=True)
    return verdict


def verdict_from_model(
    given: Judgement, new: Statement, known: Statement, about: Collection[str] = ()
) -> Verdict:
    """The verdict of a model, on the same grounds as every other.

    The rules decide whether the two are about one thing. If they are not, the model is not
    followed. If the rules cannot tell, a person is asked.
    """
    says_so = given.relation is StatementRelation.UPDATE or given.suggestion is Suggestion.KEPT_B
    verdict = Verdict(
        given.relation,
        given.reason or f"the judge calls it {given.relation.value}",
        given.severity,
        given.suggestion,
        given.merged_content,
        replaces=says_so and _topic_overlap(new, known, TextForms()) >= _ABOUT_ONE_THING,
        states_change=new.is_change,
        grounds=(Ground.MODEL,),
    )
    if given.relation is StatementRelation.SAME and new.claim.adds:
        return UNRELATED
    if given.relation is StatementRelation.CLOSES:
        return judge_completion(new, known, about) or UNRELATED
    is_same = given.relation is StatementRelation.SAME
    is_turned = have_other_roles(new, known)
    if have_different_holders(new, known) or (is_same and is_turned):
        return UNRELATED
    is_one_slot = new.slot and known.slot and new.slot.name == known.slot.name
    differs = not is_one_slot and identity.compare(new.claim, known.claim).differs
    if not is_same and (is_turned or differs):
        grounds = (Ground.MODEL, Ground.UNKNOWN)
        return verdict._replace(replaces=False, grade=Grade.UNSURE, grounds=grounds)
    return graded(verdict, new, known, about)


def _judge_by_rules(
    new: Statement, known: Statement, about: Collection[str], forms: TextForms
) -> Verdict | None:
    """The verdict by rules: equal words, shared slots, or a single difference; None: rules cannot
    tell."""
    words, others = (forms.of(normalised_words, one.text) for one in (new, known))
    if words == others:
        return Verdict(
            StatementRelation.SAME,
            "both say it in the same words",
            grounds=(Ground.SAME_WORDS,),
            grade=Grade.CERTAIN,
        )
    # Only pairs that share most of their words are compared in detail.
    is_close = 2 * len({*words}.intersection(others)) >= min(len({*words}), len({*others}))
    if is_close and is_passive_pair(words, others) and not is_done_now(new, known):
        return Verdict(
            StatementRelation.SAME,
            "both say the same, the one turned round",
            grounds=(Ground.PARAPHRASE,),
        )
    if have_different_holders(new, known):
        return _passed_on(new, known) or UNRELATED
    if is_close and judge_choice(new.text, known.text, forms) is not None:
        return judge_difference(new, known, forms) or UNRELATED
    if have_other_roles(new, known) or are_other_cases(new, known):
        return UNRELATED
    if says_the_same(new, known, about):
        return Verdict(
            StatementRelation.SAME,
            "both say the same of the same things",
            grounds=(Ground.PARAPHRASE, Ground.SAME_THING),
        )
    if (act := judge_act(new, known, about)) is not None:
        return act
    verdict = judge_slots(new, known)
    if verdict is None or (verdict is UNRELATED and new.is_negated != known.is_negated):
        verdict = (judge_difference(new, known, forms) if is_close else None) or verdict
    if verdict is not None:
        return graded(verdict, new, known, about)
    if new.slot is not None and known.slot is not None and new.slot.name != known.slot.name:
        return UNRELATED  # they fill different slots
    return None


def _passed_on(new: Statement, known: Statement) -> Verdict | None:
    """The question if the same is said of somebody else, who has it now: "Ida is the admin now"."""
    ours, theirs = new.claim, known.claim
    rest = ours.words - ours.names
    if not (ours.is_now or ours.is_act) or rest != theirs.words - theirs.names or len(rest) < 2:
        return None
    if not (ours.names and theirs.names) or ours.other or theirs.other:
        return None
    return question("somebody else has it now", (Ground.CHANGE, Ground.OTHER_VALUE, Ground.UNKNOWN))


def _judge_by_scores(
    new: Statement,
    known: Statement,
    likeness: PairScores,
    about: Collection[str],
    forms: TextForms,
) -> Verdict:
    if _figures(new) != _figures(known) or _codes(new) != _codes(known):
        return UNRELATED  # "task 4" is not "task 5", and no slot makes them comparable
    if likeness.contradicts >= CONTRADICTS_AT and likeness.contradicts > likeness.same:
        # Texts that look alike do not contradict each other, unless one denies the other.
        overlap = _topic_overlap(new, known, forms)
        if new.is_negated == known.is_negated or overlap < _ABOUT_ONE_THING:
            return UNRELATED
        if name_other_things(new, known):
            return UNRELATED
        denial = Verdict(
            StatementRelation.CONTRADICTION,
            "one says what the other denies",
            Severity.MEDIUM if likeness.contradicts >= _GRAVE else Severity.LOW,
            Suggestion.BOTH_VALID,
            grounds=(Ground.DENIAL,),
            grade=Grade.UNSURE,
        )
        return graded(denial, new, known, about)
    is_same = likeness.same >= SAME_AT and new.is_negated == known.is_negated
    if is_same and not are_opposed(new, known):
        same = Verdict(
            StatementRelation.SAME, "both say the same in other words", grounds=(Ground.PARAPHRASE,)
        )
        return graded(same, new, known, about)
    return UNRELATED


def _figures(statement: Statement) -> list[float]:
    return sorted(amount.value for amount in statement.amounts)


def _codes(statement: Statement) -> set[str]:
    """Words that identify one thing among many: an account, a build, a form."""
    words = normalised_words(statement.text)
    return {word for word in words if not word.isalpha() and not word.isdigit()}


def _topic_overlap(new: Statement, known: Statement, forms: TextForms) -> float:
    """The share of common topic words. Names do not count: facts about one person share them."""
    ours, theirs = forms.of(_topic, new), forms.of(_topic, known)
    shorter = min(len(ours), len(theirs))
    return len(ours & theirs) / shorter if shorter else 0.0


def _topic(statement: Statement) -> set[str]:
    """The words of a statement without names, numbers and short words."""
    named = {word for name in statement.names for word in normalised_words(name)}
    return {
        word[:_LETTERS]
        for word in normalised_words(statement.text)
        if len(word) > _SMALL and word not in named and not word[0].isdigit()
    }


def normalised_words(text: str) -> tuple[str, ...]:
    """The words of a text, normalised in case, punctuation and Unicode form."""
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", without_unseen(text)).casefold()))
