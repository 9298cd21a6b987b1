"""Whether a recommendation chose something, in the words it was asked for.

Words decide, and not their meaning: an annuity and drawdown mean much the same and are opposite
choices. Every content word of the choice must be in the recommendation, outside of what the
recommendation turns down: "drawdown instead of an annuity", "no annuity", "inte livränta".
In doubt a word counts as turned down: to miss a decision does less harm than to count a wrong one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from remembrancer.core.errors import InvalidInput
from remembrancer.core.limits import QUERY_CHARACTERS_MAX
from remembrancer.core.validation import check_text
from remembrancer.language.act_words import REJECTED, stems
from remembrancer.language.negation import NEGATIONS
from remembrancer.language.stemming import function_words, language
from remembrancer.language.word_patterns import phrase_pattern, word_set
from remembrancer.reading.offline.traces.trace_cues import BECAUSE, OVER
from remembrancer.reading.offline.words.task_words import POSTPONED

_LANGUAGES: Final = ("english", "swedish")
# Verbs whose object is what is not wanted, as stems of both languages.
_REFUSES: Final = stems(
    "reject rejected decline declined refuse refused avoid exclude forbid ban prohibit against "
    "cancel stop drop dropped scrap abandon unlike discourage terminate cease unsuitable "
    "inappropriate undvika undvik avstå avstår avråda avråder avvisa avvisas avvisade avböja "
    "avböjde utesluta utesluts förbjuda slopa slopas stoppa avbryta avsluta olämplig "
    "olämpligt olämpliga"
)
# The same in several words.
_REFUSING: Final = phrase_pattern(
    r"""
    rul(?:e|es|ed|ing) out; turn(?:s|ed|ing)? down; refrain(?:s|ed)?(?: from)?;
    stay(?:s|ed)? away from; steer(?:s|ed)? clear of; opt(?:s|ed)? out of; giv(?:e|es|ing) up;
    (?:end|ends|exit|exits|surrender|surrenders) (?:the|this|that|her|his|their|all|any);
    (?:decide|choose) between; compare; låt(?:a|er)? bli; tacka(?:r|de|t)? nej;
    välj(?:a|er)? mellan; jämför(?:a)?; säg(?:a|er)? upp
    """
)
# What is given up for something else: the second group is what is left.
_EXCHANGES: Final = tuple(
    # "Switch to drawdown for the income" leaves nothing.
    re.compile(
        rf"(?<![\w'])({verb}) (?!(?:over )?(?:to|into|till)(?!\w))([^,:;.!?()\n]{{1,50}}?) "
        rf"(?=(?:{following})(?!\w))"
    )
    for verb, following in (
        (r"replac(?:e|es|ed|ing)", "with|by"),
        (r"(?:swap|trade|exchange|switch)\w*", "for"),
        (r"convert(?:s|ed|ing)?", "to|into"),
        (r"from|out of|från|ur", "into|in i"),
        (r"ersätt(?:a|er|s)?", "med"),
        (r"byt(?:a|er)?(?: ut)?", "mot"),
        (r"(?:omvandla|konvertera)r?", "till"),
    )
)
# The same from the other side: "drawdown is replaced by an annuity".
_EXCHANGED: Final = re.compile(
    r"(?<![\w'])(?:replaced (?:by|with)|swapped for|exchanged for|ersätts (?:av|med)|ersatt(?:es)? "
    r"(?:av|med))(?!\w)"
)
_FAVOUR: Final = re.compile(r"(?<!\w)(?:in favou?r of|till förmån för)(?!\w)")
_WITHOUT: Final = word_set("without utan")  # what stands before them is not turned down
_BUT: Final = word_set("but men")  # end what is turned down
_INSTEAD: Final = word_set("instead istället stället")  # what they stand with is chosen
_ONLY: Final = word_set("only just merely bara enbart endast")  # "not only" turns nothing down
_LEFT: Final = "e"  # the group of `REJECTED` that is "from … to"
_CONTRAST: Final = re.compile(
    rf"{OVER.pattern}|(?<![\w'])(?:over|than|än|in (?:place|lieu) of|(?:preferred|preferable) to|"
    r"unless|såvida inte|om inte)(?!\w)",
    re.IGNORECASE,
)
_MARKS: Final = ",:–—()"  # between parts of a sentence
_REFUSED: Final = "\ue001"  # stands where several words turn something down
_GONE: Final = "\ue000"  # stands where something turned down was
_FAVOURED: Final = "\ue002"  # stands before what is chosen in place of what was turned down
_TOKEN: Final = re.compile(
    rf"[^\W_]+(?:'[^\W_]+)*|[,:–—(){_GONE}{_REFUSED}{_FAVOURED}]|[.;!?](?=\s|$)|\n"
)
_UNUSED: Final = str.maketrans(_GONE + _REFUSED + _FAVOURED, "   ")
_SHORT: Final = 4  # letters of a word whose ending belongs to it: "plan"
_REASON: Final = re.compile(rf"(?:{BECAUSE.pattern})[^.;!?\n]*", re.IGNORECASE)
# To look at a choice again later is not to put it off.
_AGAIN: Final = re.compile(r"revisit|come back|return|tar|ta|tas")
_OR: Final = re.compile(r"(?<!\w)(?:or|eller)(?!\w)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is asked for: its content words, as each language stems them."""

    text: str
    stems: tuple[tuple[str, frozenset[str]], ...]  # by language

    def is_in(self, recommendation: str) -> bool:
        """Whether the recommendation chose it."""
        low = _plain(recommendation)
        if not any(asked <= _stems(name, low) for name, asked in self.stems):
            return False  # most do not even name it
        own = frozenset(stem for _, listed in self.stems for stem in listed)
        chosen = " ".join(_chosen(low, own))
        return any(asked <= _stems(name, chosen) for name, asked in self.stems)


def checked(given: Any, field: str, spoken: str) -> Choice:
    """The choice that a caller asked for. `spoken` is the language of the space."""
    check_text(given, field, length_max=QUERY_CHARACTERS_MAX)
    if not given.strip():
        raise InvalidInput(f"{field} is empty. Name what is chosen, such as drawdown.", field=field)
    text = " ".join(given.split())
    low = _plain(text)
    # A choice to stop, decline or defer something has its verb as a word of its own.
    refusing = [found[0] for pattern in (_REFUSING, POSTPONED) for found in pattern.finditer(low)]
    verbs = frozenset(one for one in _tokens(low) if _is_refusal(one))
    verbs |= {one for found in refusing for one in _tokens(found)}
    told = [one for one in _chosen(low, _both(verbs)) if one not in function_words()]
    if not any(map(str.isalpha, "".join(told))):
        has_words = any(one[0].isalpha() and one not in function_words() for one in _tokens(low))
        raise InvalidInput(
            f"{field} ({text!r}) only tells what is not chosen. Name what is chosen instead."
            if has_words
            else f"{field} ({text!r}) has no word to look for. Name what is chosen, such as "
            "drawdown.",
            field=field,
        )
    chosen = " ".join(told)
    names = dict.fromkeys((spoken, *_LANGUAGES))
    found = ((name, _stems(name, chosen)) for name in names)
    return Choice(text=text, stems=tuple((name, listed) for name, listed in found if listed))


def is_same(one: Choice, other: Choice) -> bool:
    """Whether two choices have the same words."""
    return one.stems == other.stems


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).replace("’", "'").lower().translate(_UNUSED)


def _stems(name: str, text: str) -> frozenset[str]:
    """The stems of a text; in Swedish also of the definite form in -an, which has another stem."""
    found = language(name).stems(text)
    if name != "swedish":
        return frozenset(found)
    return frozenset(
        stem[:-2] if stem.endswith("an") and len(stem) > _SHORT else stem for stem in found
    )


def _tokens(low: str) -> list[str]:
    return _TOKEN.findall(low)


def _both(words: frozenset[str]) -> frozenset[str]:
    return frozenset(language(name).stem(word) for word in words for name in _LANGUAGES)


def _is_refusal(word: str) -> bool:
    return any(language(name).stem(word) in _REFUSES for name in _LANGUAGES)


def _chosen(low: str, own: frozenset[str]) -> Iterator[str]:
    """The words that are not turned down. `own`: stems that do not turn down what follows."""
    told = _without_contrasts(low, own)
    before: list[str] = []  # of the part before, until it is known that it holds
    for sentence in _sentences(_tokens(told)):
        is_denied = False
        for part in _parts(sentence):
            kept, is_denied, reaches_back = _kept(part, own, is_denied)
            if reaches_back:  # "an annuity was considered, but rejected"
                before = []
            yield from before
            before = kept
    yield from before


def _without_contrasts(low: str, own: frozenset[str]) -> str:
    """The text without what follows "instead of", "rather than" and the like, without what is left
    for something else ("switch from A to B"), and without reasons."""

    def is_own(words: str) -> bool:
        return not own.isdisjoint(_both(frozenset(_tokens(words))))

    def refused(found: re.Match[str]) -> str:
        return found[0] if is_own(found[0]) or _AGAIN.match(found[0]) else _REFUSED

    def exchanged(found: re.Match[str]) -> str:
        return found[0] if is_own(found[0]) else f"{_REFUSED} {_FAVOURED}"

    def left(found: re.Match[str]) -> str:
        return found[0] if is_own(found[1]) else f"{found[1]} "

    told = _EXCHANGED.sub(exchanged, _FAVOUR.sub(_FAVOURED, low))
    for exchange in _EXCHANGES:
        told = exchange.sub(left, told)
    told = POSTPONED.sub(refused, _REFUSING.sub(refused, told))
    told = _REASON.sub(f" {_GONE} ", told)
    for match in REJECTED.finditer(told):
        if match.lastgroup == _LEFT:
            start, end = match.span(_LEFT)
            told = told[:start] + " " * (end - start) + told[end:]
    while (found := _CONTRAST.search(told)) is not None:
        end = _contrast_end(told, found.end())
        told = f"{told[: found.start()]} {_GONE} {told[end:]}"
    return told


def _contrast_end(text: str, start: int) -> int:
    """Where what is turned down ends: at a mark, but not within "A, B or C"."""
    ends = [one.start() for one in re.finditer(r"[,:–—()]|[.;!?](?=\s|$)|\n|$", text[start:])]
    for place, end in enumerate(ends):
        mark = text[start + end : start + end + 1]
        following = text[start + end : start + ends[min(place + 1, len(ends) - 1)]]
        if mark != "," or not _OR.search(following):
            return start + end
    return len(text)


def _sentences(tokens: Sequence[str]) -> Iterator[list[str]]:
    sentence: list[str] = []
    for token in tokens:
        if token in ".;!?\n":
            yield sentence
            sentence = []
        else:
            sentence.append(token)
    yield sentence


def _parts(sentence: Sequence[str]) -> Iterator[list[str]]:
    """The parts between marks, before "but", "in favour of" and "and not", and before a second
    "utan"."""
    part: list[str] = []
    has_denied = False
    for place, token in enumerate(sentence):
        following = sentence[place + 1] if place + 1 < len(sentence) else ""
        begins = token in _BUT or (token == "utan" and has_denied)
        if token == _FAVOURED:  # but not in "he is not in favour of drawdown"
            begins = NEGATIONS.isdisjoint(part)
        if token in _MARKS or begins or (token in ("and", "och") and following in NEGATIONS):
            yield part
            part = ["but"] if begins else []
            continue
        has_denied = has_denied or token in NEGATIONS
        part.append(token)
    yield part


def _kept(
    part: Sequence[str], own: frozenset[str], is_denied: bool
) -> tuple[list[str], bool, bool]:
    """The words of a part that are chosen; whether what follows it is turned down; and whether it
    turns down the part before it."""
    if part and part[0] == "but":
        part, is_denied = part[1:], False
    if not _INSTEAD.isdisjoint(part):
        is_denied = False
    kept: list[str] = []
    is_lone = False
    for place, token in enumerate(part):
        following = part[place + 1] if place + 1 < len(part) else ""
        if token in _WITHOUT:
            is_denied = True
        elif _denies(token, own) and following not in _ONLY:
            rest = [one for one in part if one != token and one not in function_words()]
            if rest:
                is_denied, kept = True, []
            else:
                is_lone = True
        elif not is_denied and token != _GONE:
            kept.append(token)
    return kept, is_denied, is_lone


def _denies(token: str, own: frozenset[str]) -> bool:
    if token in NEGATIONS or token == _REFUSED:
        return True
    listed = [language(name).stem(token) for name in _LANGUAGES]
    return any(stem in _REFUSES for stem in listed) and own.isdisjoint(listed)
