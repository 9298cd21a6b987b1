"""Whether two statements with most of their words in common are about two things.

Each has a word of its own in the same place: "the night ferry" and "the day ferry", "ward 3" and
"ward 5", "allergic to nuts" and "allergic to dogs". No list says which words are of one sort.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from remembrancer.language import numerals
from remembrancer.language.act_words import DECIDED
from remembrancer.language.statement import Statement
from remembrancer.language.stemming import function_words
from remembrancer.language.times.day_words import MONTHS, WEEKDAYS
from remembrancer.language.word_patterns import alternation, word_set

_STEM: Final = 4  # letters that show a word without its ending
_CLAUSE: Final = re.compile(r"(?<=[\w)])(?:[;:–—.?!]\s|,\s|\s(?:because|since|eftersom|but|men)\s)")
_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’]t(?!\w))?")
_DETERMINERS: Final = word_set(
    "the a an my our your his her its their this that these those den det de en ett vår vårt våra"
    " min mitt mina din ditt hans hennes deras sin sitt sina"
)
# Words that say whether or when something holds, and not what it is about.
_ASIDE: Final = word_set(
    """
    not never no longer any anymore now still also actually again already just ever yet more most
    inte ej aldrig längre nu fortfarande också igen redan numera mer så helt instead stället
    is are was were be been being has have had do does did will would can could should must may
    är var blir blev ha har hade ska skulle kan kunde måste bör får
    """
)
_HELPS: Final = word_set("is are was were be been being är var blir blev")
_PREPOSITIONS: Final = word_set(
    """
    in on at by of for to from with per under over during within inside outside via through
    i på vid av för till från med hos om under över inom utanför genom
    """
)
_BEFORE_VERB: Final = DECIDED | word_set("want wants wanted like plan plans hope vote try agree")
_OF: Final = word_set("for of in för av i")
_YEAR: Final = re.compile(
    r"(?:19|20)\d\d|\d+[.,]\d+|\d+[a-zåäö]"
)  # "for 2026", "for 4.2", "för 9B"
_TIME: Final = re.compile(
    rf"(?:{alternation({**MONTHS, **WEEKDAYS})})(?:s|en|ar|arna)?$"
    r"|(?:to)?(?:day|night|morrow)|i?dag|morgon|morning|evening|kväll|natt|week|vecka|month|månad"
    r"|minute?|hour|second|timme|sekund|year|år|spring|summer|autumn|winter|sommar|höst|vinter|quarter|kvartal|start|end|början"
)
_YEARS: Final = re.compile(
    r"(?<!\w)(this year|last year|next year|i år|i fjol|förra året|nästa år)(?!\w)"
)


class _Word(NamedTuple):
    text: str  # in lower case
    key: str  # without its ending
    is_label: bool  # "3", "5B", "A"
    is_content: bool
    is_led: bool  # an article stands before it
    is_state: bool  # "is", "was" or "har" stands before it: "is cancelled"


class _Pair(NamedTuple):
    """The words of both first clauses, and the places of those that only one of the texts has."""

    ours: list[_Word]
    theirs: list[_Word]
    mine: tuple[int, ...]
    yours: tuple[int, ...]


def name_other_things(new: Statement, known: Statement, aside: Collection[str] = ()) -> bool:
    """Whether each names something of its own in the same place of its first clause. Words of
    `aside` count in neither."""
    pair = _read(new, known, aside)
    return any(
        is_other(pair)
        for is_other in (_are_other_sorts, _are_behind_the_same, _begin_before_the_same)
    )


def begin_with_others(new: Statement, known: Statement) -> bool:
    """Whether each begins with something that the other does not name."""
    pair = _read(new, known)
    return 0 in pair.mine and 0 in pair.yours


def are_other_ones(new: Statement, known: Statement) -> bool:
    """Whether each is about another one of a kind, or so many: "the new boat", "the old boat";
    "bus 12", "bus 14"; "200 flyers", "50 flyers"; "this year", "last year"."""
    years = [set(_YEARS.findall(one.text.casefold())) for one in (new, known)]
    if all(years) and years[0].isdisjoint(years[1]):
        return True
    pair = _read(new, known)
    if _have_other_counts(pair):
        return True
    led = _Pair(
        pair.ours,
        pair.theirs,
        tuple(at for at in pair.mine if pair.ours[at].is_label or pair.ours[at].is_led),
        tuple(at for at in pair.yours if pair.theirs[at].is_label or pair.theirs[at].is_led),
    )  # without "got the quote", "to get the quote"
    return _are_other_sorts(led)


def hold_for_others(new: Statement, known: Statement, values: Collection[str] = ()) -> bool:
    """Whether each value is of another part, place or kind: "of the company", "of the votes". The
    words of `values` are what the two say of it."""
    aside = [word for value in values for word in _TOKEN.findall(value.casefold())]
    pair = _read(new, known, aside)
    return _are_other_sorts(pair) or any(
        before.text in _PREPOSITIONS for before in _behind_the_same(pair)
    )


def _read(new: Statement, known: Statement, aside: Collection[str] = ()) -> _Pair:
    left_out = {_key(word) for word in aside}
    ours, theirs = (_words(_CLAUSE.split(one.text.strip())[0]) for one in (new, known))
    mine, yours = (
        tuple(at for at in _own(words, _words(other.text)) if words[at].key not in left_out)
        for words, other in ((ours, known), (theirs, new))
    )
    return _Pair(ours, theirs, mine, yours)


def _words(text: str) -> list[_Word]:
    """The words without articles and without what only says whether it holds."""
    found: list[_Word] = []
    is_led, before = False, ""
    for place, token in enumerate(_TOKEN.findall(text)):
        low = token.casefold()
        is_letter = len(token) == 1 and token.isupper() and place > 0 and token != "I"
        if low in _DETERMINERS and not is_letter:
            is_led, before = True, low
            continue
        is_month = place > 0 and token.istitle() and low in MONTHS  # "May"
        if not is_month and (low in _ASIDE or low.endswith(("n't", "n’t"))):
            before = before if low in _ASIDE - _HELPS else low
            continue
        is_label = is_letter or low[0].isdigit()
        is_content = is_label or is_month or low not in function_words()
        found.append(_Word(low, _key(low), is_label, is_content, is_led, before in _HELPS))
        is_led, before = False, low
    return found


def _key(word: str) -> str:
    return word if word[0].isdigit() else word[:_STEM]


def _is_one(word: _Word, other: _Word) -> bool:
    if word.key == other.key:
        return True
    shorter = min(len(word.text), len(other.text))
    return 3 <= shorter <= _STEM and word.key[:3] == other.key[:3] and not word.is_label


def _own(words: list[_Word], others: list[_Word]) -> Iterator[int]:
    """The places of content words that the other text has not in any form."""
    for place, word in enumerate(words):
        if word.is_content and not any(_is_one(word, other) for other in others):
            yield place


def _are_other_sorts(pair: _Pair) -> bool:
    """Whether a word of its own stands right before, or as a label right behind, the same one."""
    return any(
        _is_label_of_same(pair, at, there) or _is_before_same(pair, at, there)
        for at in pair.mine
        for there in pair.yours
    )


def _is_label_of_same(pair: _Pair, at: int, there: int) -> bool:
    if not (at and there and pair.ours[at].is_label and pair.theirs[there].is_label):
        return False
    before, led = pair.ours[at - 1], pair.theirs[there - 1]
    if not _is_one(before, led):
        return False
    is_year = all(_YEAR.fullmatch(one.text) for one in (pair.ours[at], pair.theirs[there]))
    return before.is_content or (before.text in _OF and is_year)


def _is_before_same(pair: _Pair, at: int, there: int) -> bool:
    if at + 1 >= len(pair.ours) or there + 1 >= len(pair.theirs):
        return False
    after = pair.ours[at + 1]
    if not after.is_content or not _is_one(after, pair.theirs[there + 1]):
        return False
    word, other = pair.ours[at], pair.theirs[there]
    if word.text[0].isdigit() and other.text[0].isdigit():
        return False  # how many there are
    if (word.is_led and other.is_led) or not (at or there):
        return True
    return bool(at and there) and _is_one(pair.ours[at - 1], pair.theirs[there - 1])


def _have_other_counts(pair: _Pair) -> bool:
    """Whether so many are named right before the same word: "three quotes", "one quote"."""
    counts, others = (
        {
            following.key: word.text
            for word, following in pairwise(words)
            if word.text in numerals.PLAIN or word.text.isdigit()
        }
        for words in (pair.ours, pair.theirs)
    )
    return any(counts[key] != others[key] for key in counts.keys() & others.keys())


def _are_behind_the_same(pair: _Pair) -> bool:
    return any(True for _ in _behind_the_same(pair))


def _behind_the_same(pair: _Pair) -> Iterator[_Word]:
    """The words behind which each text has something of its own. The verb of the subject is left
    out: "the lift works", "the lift broke down"."""
    for at in pair.mine:
        for there in pair.yours:
            if at < 1 or there < 1:
                continue
            before = pair.ours[at - 1]
            is_subject = at == 1 and there == 1 and before.text not in _PREPOSITIONS
            if pair.ours[at].is_state != pair.theirs[there].is_state:
                continue  # "goes to Oslo", "is cancelled"
            if _leads_to_verb(pair.ours[:at]) or before.text == "att":
                continue  # "decided to accept", "decided to turn down"
            is_per = before.text == "per"  # "per minute", "per file"
            if not is_per and _says_when(pair.ours[at]) != _says_when(pair.theirs[there]):
                continue  # "from the bank", "from Monday"
            if not is_subject and _is_one(before, pair.theirs[there - 1]):
                yield before


def _leads_to_verb(before: list[_Word]) -> bool:
    return len(before) > 1 and before[-1].text == "to" and before[-2].text in _BEFORE_VERB


def _says_when(word: _Word) -> bool:
    return word.is_label or _TIME.match(word.text) is not None


def _begin_before_the_same(pair: _Pair) -> bool:
    """Whether each begins with something of its own, before the same verb."""
    return (0 in pair.mine and 0 in pair.yours) and any(
        _is_one(one, other)
        for one in pair.ours[1:3]
        for other in pair.theirs[1:3]
        if not one.is_label
    )
