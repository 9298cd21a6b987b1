"""What speaks against acting on a verdict: then nothing is replaced, and a person is asked.

Somebody only reports or advises it, tells by how much something changed, or speaks of another one;
or the known text says more than the new one replaces.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from remembrancer.core.grounds import Grade, Ground
from remembrancer.language import coordination, mood
from remembrancer.language.holders import is_first_person
from remembrancer.language.statement import Statement
from remembrancer.reading.judging.judgement import StatementRelation, Suggestion
from remembrancer.reading.judging.verdict import UNRELATED, Verdict

_WORD: Final = re.compile(r"[^\W_]+")
_LETTERS: Final = 5  # by which words are compared, so that endings do not count
_SMALL: Final = 3  # words of this length or shorter are ignored
_OWN_WORDS_MIN: Final = 3  # by which a half of a text says something of its own
# What a sentence is about: a noun with its article, or in its Swedish definite form.
_SUBJECT: Final = re.compile(
    r"\W*(?:(?:the|den|det|de)\s(?:[\w-]+\s)?(?=\w)|(?=\w{3,}(?:en|et|na|n)\s))([^\W\d_]{3,})",
    re.IGNORECASE,
)
_FOR_SOME: Final = re.compile(r"(?<!\w)(?:for|about|when|if|för|om|när|vid) (?!now|good|me|mig)\w")
_ORDER: Final = re.compile(r"\W*(?:please )?([^\W\d_]{3,}?)e?(?!\w)")
_PARTICIPLE: Final = re.compile(
    r"(?<!\w)(?:is|are|was|were|been|got|has|have|är|blev|blivit|har) (?:\w+ ){0,2}?"
    r"((?!been(?!\w))[^\W\d_]{3,}(?:ed|en|ad|at|d|t|n))(?!\w)"
)
_WISH: Final = re.compile(
    r"(?:would|'d) (?:dearly |really |ideally )?(?:love|adore) to(?!\w)|in an ideal world|ideally"
    r"|(?:skulle|vore) (?:\w+ )?(?:älska att|drömmen|underbart)|helst av allt"
)
_PERFECT: Final = re.compile(r"(?<![\w])(?:has|have|har)(?!\w)|'ve(?!\w)")
_STEP: Final = re.compile(  # "went up by £3,000", "har höjts med 500 kr"
    r"(?<!\w)(?:up|down|rose|risen|ris(?:es|ing)|increas(?:e|es|ed|ing)|rais(?:ed|es|ing)|grew|grown"
    r"|fell|fallen|dropp?(?:ed|s)?|reduc(?:ed|es)|cut|lower(?:ed|s)|decreas(?:ed|es)|extended|extends"
    r"|shortened|lengthened|(?:höj|sänk)(?:er|s|t|ts|de|des|te|tes)|ök(?:ar|at|ade|ats|ades)"
    r"|minsk(?:ar|at|ade|ats|ades)|(?:för)?(?:läng|kort)(?:er|s|t|ts|de|des|at|ats|ade|ades)|stigit"
    r"|steg|sjunkit|sjönk) (?:[^\W\d]+ ){0,3}?(?:by|med) (?:about |around |roughly |another"
    r" |ungefär |cirka |ca |ytterligare )?[£$€]?\d"
)


def without_loss(
    verdict: Verdict, new: Statement, known: Statement, about: Collection[str]
) -> Verdict:
    """The verdict; a known text that says more than what is replaced is left to a person, as is
    what somebody only reports, and no statement repeats or replaces a question."""
    if verdict.relation is StatementRelation.SAME and is_done_now(new, known):
        return UNRELATED  # "I'll ring them", "I've rung them"
    asked = [one.text.rstrip().endswith("?") for one in (known, new)]
    if any(asked) and verdict.relation is not StatementRelation.CLOSES:
        is_same = verdict.relation is StatementRelation.SAME
        if asked[0] != asked[1] if is_same else verdict.replaces:
            return UNRELATED
    if not verdict.replaces or verdict.grade is Grade.UNSURE:
        return verdict
    if not (_is_unsure(new, known) or _says_more(known, new) or _is_of_another(new, known, about)):
        return verdict
    return verdict._replace(
        replaces=False,
        grade=Grade.UNSURE,
        grounds=(*verdict.grounds, Ground.UNKNOWN),
        suggestion=Suggestion.BOTH_VALID,
    )


def is_done_now(new: Statement, known: Statement) -> bool:
    """Whether the one says what is to be done, and the other that it was."""
    low = new.text.casefold()
    if known.claim.is_planned and not new.claim.is_planned:
        return new.is_past or _PERFECT.search(low) is not None
    order = _ORDER.match(known.text.casefold())  # "call him", "he was called"
    return order is not None and any(
        one[1].startswith(order[1]) for one in _PARTICIPLE.finditer(low)
    )


def _is_unsure(new: Statement, known: Statement) -> bool:
    """Whether somebody only reports or advises it, or says by how much something changed: the new
    value is another one then."""
    low = new.text.casefold().replace("’", "'")
    if _STEP.search(low) is not None:
        return True
    if mood.is_unsettled(low) and not mood.is_unsettled(known.text.casefold()):
        return True
    if _WISH.search(low) is not None and _WISH.search(known.text.casefold()) is None:
        return True  # "she wants to retire at 62", "she'd love to retire at 55"
    if _scope(new) and not _scope(known):
        return True  # "letters for anything to be signed"
    return mood.is_reported(low) and not new.claim.corrects


def _scope(one: Statement) -> bool:
    """Whether a preference is for some matters only."""
    if one.slot is None or not one.slot.name.startswith("preferred"):
        return False
    return _FOR_SOME.search(one.text.casefold()) is not None


def _is_of_another(new: Statement, known: Statement, about: Collection[str]) -> bool:
    """Whether somebody speaks of themself, and the new one begins with something that the known
    one does not name: "we close at nine", "the inn over the road closes at eleven"."""
    if new.claim.corrects or not is_first_person(known.text) or is_first_person(new.text):
        return False
    first = _SUBJECT.match(new.text)
    own = new.claim.things - known.claim.words - new.claim.names - frozenset(about)
    return first is not None and any(
        first[1].casefold().startswith(one[:_LETTERS]) for one in own if len(one) > _SMALL
    )


def _says_more(known: Statement, new: Statement) -> bool:
    """Whether one half of a known text is about what the new one says, and the other says things
    of which the new one has no word: "has three children and lives in Leeds"."""
    words = _long_words(new.text)
    for left, right in coordination.halves(known.text):
        for half, other in ((left, right), (right, left)):
            own = _long_words(other)
            is_said = bool(own) and len(_WORD.findall(other)) >= _OWN_WORDS_MIN
            if is_said and not own & words and _long_words(half) & words:
                return True
    return False


def _long_words(text: str) -> set[str]:
    """Words and figures, without their endings."""
    found = (word.casefold() for word in _WORD.findall(text))
    return {word[:_LETTERS] for word in found if len(word) > _SMALL or word.isdigit()}
