"""Judges sentences that differ in one thing only: a number, a negation or a choice.

All other words must be equal, so that the verdict can be explained. Numbers that identify one thing
among many ("task 4") or belong to one event do not count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final, NamedTuple

from remembrancer.core.grounds import Ground
from remembrancer.language.statement import Amount, Statement
from remembrancer.reading.judging.alternatives import judge_choice
from remembrancer.reading.judging.judgement import Severity, StatementRelation, Suggestion
from remembrancer.reading.judging.text_forms import TextForms
from remembrancer.reading.judging.verdict import UNRELATED, Verdict


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_WORD: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d]\w*(?:[.][^\W\d]\w*)*(?:'[^\W\d_]+)?|%")
_VERSION: Final = re.compile(r"\d+(?:\.\d+)+")
_ENDING_LETTERS_MIN: Final = 4  # of a word whose final -s is dropped
_EXTRA_MAX: Final = 2  # extra words that the affirmed sentence may have
_FIGURE: Final = "0"  # placeholder for a number

_SECONDS: Final = {
    "seconds": 1.0, "minutes": 60.0, "hours": 3_600.0, "days": 86_400.0, "weeks": 604_800.0,
}  # fmt: skip
_TIMES: Final = {
    "second": "seconds", "minute": "minutes", "hour": "hours", "day": "days", "week": "weeks",
    "sekund": "seconds", "minut": "minutes", "timme": "hours", "dag": "days", "vecka": "weeks",
}  # fmt: skip
_ONE_TIME: Final = re.compile(rf"(?:one|an?|en|ett) ({'|'.join(_TIMES)})\b", re.IGNORECASE)
_ONE: Final = _word_set("one single")
_SILENT: Final = _word_set("a an the our en ett den det vår vårt våra always do does alltid please")
_ARTICLES_BEHIND: Final = _word_set("n en t et na")
_ANSWERS: Final = re.compile(r"\W*(?:no|yes|nej|jo|ja)[,.:]\s+(?=\S+\s\S)", re.IGNORECASE)
_DENIALS: Final = _word_set("not never no none nobody inte aldrig ej icke ingen inget inga")
_BARE_BEFORE: Final = _word_set("is are equals equal exceed exceeds är")
_SET: Final = _word_set("limited set capped fixed restricted begränsad satt låst")
_SET_TO: Final = _word_set("to at till på")
_LOOSE_BEFORE: Final = _word_set("than over under än över about around roughly")
_NEEDED: Final = _word_set(
    "required requires require needs need needed must uses use runs run minimum krävs kräver "
    "använder kör behövs"
)
_COUNTING: Final = _word_set(
    "have has take takes allow allows allowed get gets hold holds keep keeps make makes contain "
    "contains serve serves support supports least most exactly just har tar ger får tillåter "
    "behöver rymmer minst högst exakt"
)
# A number before one of these is not a count, and an added detail may not contain one.
_JOINING: Final = _word_set(
    "in on at by for from of to with without under during after before until when if unless "
    "except only and or but i på av för från till med utan efter innan om när utom bara och eller "
    "men is are was were be been är var and as per vid hos"
)
_AUXILIARIES: Final = _word_set("is are be been being must may can should will has have gets get")
_DONE: Final = _word_set(
    "was were had did took went got sold bought paid made left began ran drank ate drove saw wrote "
    "slept spoke walked lost won gave chose fell flew held kept knew led met rode sat spent stood "
    "swam taught thought wore grew broke came told said sent ago yesterday today tonight last this "
    "var hade gjorde tog gick fick sålde köpte betalade sprang drack åt körde såg skrev sov "
    "pratade igår idag förra denna detta"
)

_PAST: Final = re.compile(r"...ed$|(?:ade|llde|rde|ngde|jde|kte|pte)$")  # decided, anställde
_NOT_PAST: Final = _word_set("exceed proceed succeed speed trade grade upgrade decade")


class _ReadSentence(NamedTuple):
    """A sentence as it is compared with another."""

    words: tuple[str, ...]  # lower case, without endings, articles and negations
    said: tuple[str, ...]  # the same words in lower case with their endings
    figures: dict[int, tuple[float | str, str | None]]  # by position: the value and its unit
    is_denied: bool


def judge_difference(new: Statement, known: Statement, forms: TextForms) -> Verdict | None:
    """The verdict if the two differ in one thing only; None: no verdict."""
    if new.is_past != known.is_past:
        return None
    chosen = judge_choice(new.text, known.text, forms)
    if chosen is None:
        if new.dates != known.dates:
            return None  # each has its own date
        ours, theirs = forms.of(_read, new), forms.of(_read, known)
        is_denial = ours.is_denied != theirs.is_denied
        verdict = _denial(ours, theirs) if is_denial else _figure(ours, theirs)
    elif chosen is StatementRelation.CONTRADICTION:
        verdict = _contradiction("one prefers what the other turns down", Severity.MEDIUM)
    elif chosen is StatementRelation.SAME:
        return Verdict(StatementRelation.SAME, "both prefer the same to the same")
    else:
        return UNRELATED
    if verdict is None:
        return None
    if new.is_hedged or known.is_hedged:
        return UNRELATED
    if chosen or not new.is_change:  # "instead" marks a choice, not a change
        return verdict
    return verdict._replace(relation=StatementRelation.UPDATE, replaces=True, states_change=True)


def _contradiction(
    because: str, severity: Severity = Severity.HIGH, *, replaces: bool = False
) -> Verdict:
    return Verdict(
        StatementRelation.CONTRADICTION, because, severity, Suggestion.KEPT_B, replaces=replaces
    )


def plain_words(statement: Statement) -> tuple[str, ...]:
    """The words of a sentence without numbers and articles."""
    return tuple(word for word in _read(statement).words if word != _FIGURE)


# -- figures


def _figure(ours: _ReadSentence, theirs: _ReadSentence) -> Verdict | None:
    """Same words with a different number of the same unit."""
    if ours.figures.keys() != theirs.figures.keys() or not _are_same(ours.words, theirs.words):
        return None
    other = [at for at in ours.figures if ours.figures[at] != theirs.figures[at]]
    if len(other) != 1 or _is_of_one_occasion(ours):
        return None
    at = other[0]
    unit = ours.figures[at][1]
    if unit != theirs.figures[at][1]:
        return None
    if not (_is_compared(ours, at, unit) and _is_compared(theirs, at, unit)):
        return None
    return _contradiction(f"the same words say {theirs.said[at]} and {ours.said[at]}")


def _is_compared(read: _ReadSentence, at: int, unit: str | None) -> bool:
    """Whether a number is a quantity and not the name of one thing among many."""
    said = read.said
    before = said[at - 1] if at else ""
    after = said[at + 1] if at + 1 < len(said) else ""
    if before in _LOOSE_BEFORE:
        return False  # "more than three" is compatible with five
    if isinstance(read.figures[at][0], str):  # a version counts only if it is required
        return not _NEEDED.isdisjoint(said)
    if unit is not None:
        return True
    if before in _BARE_BEFORE or (before in _SET_TO and at > 1 and said[at - 2] in _SET):
        return after not in _JOINING
    # "needs two approvals" is a quantity; "task 4 needs" and "page 4 shows" are names.
    is_led = before in _JOINING or before in _NEEDED or before in _COUNTING
    return is_led and bool(after) and after not in _JOINING


def _is_of_one_occasion(read: _ReadSentence) -> bool:
    """Whether the sentence is about a single past event."""
    if not _DONE.isdisjoint(read.said):
        return True
    for word in read.said:
        if word in _AUXILIARIES:
            return False
        if _PAST.search(word) and word not in _NOT_PAST:
            return True
    return False


def _are_same(ours: Sequence[str], theirs: Sequence[str]) -> bool:
    """Whether the words are the same, but for the Swedish article behind the first one: "vårt hus
    har", "huset har"."""
    if ours[1:] != theirs[1:]:
        return False
    if ours[:1] == theirs[:1]:
        return True
    short, long = sorted((ours[0], theirs[0]), key=len)
    return len(short) > 2 and long.startswith(short) and long[len(short) :] in _ARTICLES_BEHIND


# -- negations


def _denial(ours: _ReadSentence, theirs: _ReadSentence) -> Verdict | None:
    """One affirms what the other denies, in the same words; the affirmed one may say more."""
    denied, told = (ours, theirs) if ours.is_denied else (theirs, ours)
    if not denied.words or _values(denied) != _values(told):
        return None
    extra = _extra_words(denied.words, told.words)
    if extra is None or len(extra) > _EXTRA_MAX or not _JOINING.isdisjoint(extra):
        return None
    verdict = _contradiction("one says what the other denies", replaces=not extra)
    return verdict._replace(grounds=(Ground.DENIAL,))


def _values(read: _ReadSentence) -> list[tuple[float | str, str | None]]:
    return list(read.figures.values())


def _extra_words(few: Sequence[str], many: Sequence[str]) -> list[str] | None:
    """The words that only the longer one has; None: the shorter one is not part of it."""
    extra, at = [], 0
    for word in many:
        if at < len(few) and word == few[at]:
            at += 1
        else:
            extra.append(word)
    # Words at the end limit the statement: "… in Sweden".
    is_whole = at == len(few) and (not many or not few or many[-1] == few[-1])
    return extra if is_whole else None


# -- reading


def _read(statement: Statement) -> _ReadSentence:
    text = unicodedata.normalize("NFKC", statement.text).replace("’", "'")
    if len(text) != len(statement.text):
        text = statement.text  # otherwise the offsets of amounts would be wrong
    words: list[str] = []
    said: list[str] = []
    figures: dict[int, tuple[float | str, str | None]] = {}
    answer = _ANSWERS.match(text)  # "No, the hall has nine windows" denies nothing itself
    denials, passed = 0, answer.end() if answer else -1
    for match in _WORD.finditer(text):
        if match.start() < passed:
            continue
        low = match[0].casefold()
        at = match.start()
        amount = next((one for one in statement.amounts if one.start <= at < one.end), None)
        if _VERSION.fullmatch(low) and amount is not None and amount.unit is None:
            figures[len(words)] = (low, None)
        elif amount is not None:
            figures[len(words)] = _in_base_unit(amount)
            passed = amount.end
        elif one := _ONE_TIME.match(text, match.start()):
            figures[len(words)] = (_SECONDS[_TIMES[one[1].casefold()]], "seconds")
            passed = one.end()
        elif low in _ONE and text[match.end() : match.end() + 1] != "-":
            figures[len(words)] = (1.0, None)
        else:
            low, denies = _without_negation(low)
            denials += denies
            if low and low not in _SILENT:
                words.append(_stem(low))
                said.append(low)
            continue
        words.append(_FIGURE)
        said.append(low if amount is None else text[amount.start : amount.end])
    return _ReadSentence(tuple(words), tuple(said), figures, denials % 2 == 1)


def _in_base_unit(amount: Amount) -> tuple[float, str | None]:
    """The amount in a base unit, so that an hour equals sixty minutes."""
    seconds = _SECONDS.get(amount.unit or "")
    return (amount.value, amount.unit) if seconds is None else (amount.value * seconds, "seconds")


def _without_negation(word: str) -> tuple[str, int]:
    """The word without its negation, and the number of negations removed."""
    if word in _DENIALS:
        return "", 1
    if word == "cannot":
        return "can", 1
    if word.endswith("n't"):
        return {"ca": "can", "wo": "will", "sha": "shall"}.get(word[:-3], word[:-3]), 1
    return word, 0


def _stem(word: str) -> str:
    """The word without the -s of a plural or a verb."""
    is_ended = word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_ended and len(word) >= _ENDING_LETTERS_MIN else word
