"""Small talk: what is said for company's sake, in English and Swedish.

It is about the moment (the weather, the night, the match, the meal, the weekend), and it is said as
people say such things: they ask the other, tell how it was, or what they just went through. What
names a figure or somebody, or holds a word of business, is none; words that nobody knows speak
against it. What only looks dull is no small talk either: it stays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.language.amounts import lowered
from remembrancer.language.names import names
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import listed
from remembrancer.reading.offline import junk
from remembrancer.reading.offline.signs import word_groups

_SMALL_AT: Final = 2.0  # a topic of the moment, and one way of saying it for company's sake
_FELT_MAX: Final = 2  # words of how it was that count
_LAUGHS: Final = 2.0
_EXCLAIMS: Final = 0.5
_UNKNOWN: Final = -0.75  # for each word that may be of somebody's trade
_UNKNOWN_ALONE: Final = -1.5  # the same where nothing else tells what it is about
_ACTS: Final = -1.0  # for each word of something done, owed or owned

_WORDS: Final = Path(__file__).with_name("small_talk_words.toml")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FIGURE: Final = re.compile(r"\d")
_PHRASE_WORDS_MAX: Final = 5
_GRAMMAR: Final = function_words()
_BUSINESS: Final = frozenset(
    {
        "money", "work", "law", "accounts", "systems", "markets", "health", "org", "system",
        "percent", "coin",
    }
)  # fmt: skip
_DEEDS: Final = frozenset(
    {"property", "pay", "must", "tasks", "decide", "plan", "club", "will", "live", "mending"}
)
# Where it is about nothing of the moment, what is denied or changed is news.
_TURNS: Final = frozenset({"not", "change", "turned", "postpone", "open", "do", "always"})
_TOPICS: Final = frozenset({"lived", "shared", "body"})
_SPEAKER: Final = listed(
    "i'm i've me my we we're we've us our jag mig min mitt mina vi oss vår vårt våra"
)
_I: Final = re.compile(r"\bI\b(?! (?:natt|morse|går|kväll|dag|helgen|förmiddags|\w+dags)\b)")
_OTHER: Final = listed("you you've your du dig din ditt dina ni er")
_MOMENT: Final = re.compile(
    r"\b(?:last night|yesterday|this morning|this afternoon|all (?:day|night|morning|afternoon)"
    r"|today|tonight|right now|here|at home|again|igår|i går|i natt|i morse|idag|i dag|ikväll"
    r"|i kväll|hela (?:dagen|natten|morgonen|eftermiddagen)|här|hemma|igen"
    r"|half the night|slept|woke|overslept|sov|väckte|vaknade|försov)\b"
)
# Nobody does it: "it rained", "so foggy", "det snöar", "gud vad kallt".
_IMPERSONAL: Final = re.compile(
    r"^(?:\w+,? )?(?:it|it's|that|such|so|what an?|how|not a|det|så|vilke[nt]|vilka|vad"
    r"|visst är det|inte ett?)\b"
)
# What is to be planned for, or is used up.
_ARRANGES: Final = re.compile(
    r"^(?:when|which|where|när|vilken dag|var (?:är|ska|ligger))\b.*\?$"
    r"|\b(?:next (?:week|weekend|month|year|time)|tomorrow|nästa|imorgon|i morgon)\b"
    r"|\b(?:ran|run|runs|running|sold) out\b|\bslut\b"
)
_TAGGED: Final = re.compile(r"\b(?:isn't it|hasn't it|eller hur|visst)\b")
# How the other fares.
_FARES: Final = re.compile(
    r"^(?:so,? |and |men |och )?(?:how (?:was|were) (?:your|the)"
    r"|how(?:'s| is| are) (?:you|things|life|it going)"
    r"|hur (?:var|är|har) (?:din|ditt|dina|läget)|hur var|hur (?:mår|har|står) (?:du|det))\b"
)


class Lexicon(NamedTuple):
    """The words of small talk: whole, begun, and several in a row."""

    whole: Mapping[str, str]  # the sort of a word
    begun: tuple[tuple[str, str], ...]  # beginnings of words, with their sort
    phrases: Mapping[str, str]
    leads: frozenset[str]  # first words of phrases


def is_small_talk(sentence: str) -> bool:
    """Whether nothing is lost with it. In doubt it is not."""
    low = lowered(sentence.replace("’", "'"))
    spelt = _WORD.findall(low)
    sorts, rest = _sorted(spelt)
    groups = {word: word_groups(word) for word in rest}
    if _FIGURE.search(low) or _ARRANGES.search(low) or _names_somebody(sentence, rest):
        return False
    if any(not _BUSINESS.isdisjoint(one) for one in groups.values()):
        return False
    topic, said = _topic(sorts), _said(sentence, low, spelt, sorts)
    unlike = _DEEDS if topic else _DEEDS | _TURNS
    deeds = sum(not unlike.isdisjoint(one) for one in groups.values())
    unknown = sum(not one and word not in _GRAMMAR for word, one in groups.items())
    if topic or said >= _SMALL_AT:
        against = _ACTS * deeds + (_UNKNOWN if topic else _UNKNOWN_ALONE) * unknown
        return said > 0 and topic + said + against >= _SMALL_AT
    return "felt" in sorts and not deeds + unknown and _is_reaction(sentence, low, spelt)


def _names_somebody(sentence: str, rest: Sequence[str]) -> bool:
    """Whether it names anything that is no word of small talk: a feast and a first word are."""
    named = (word for name in names(sentence) for word in _WORD.findall(lowered(name)))
    return not frozenset(rest).isdisjoint(named)


def _is_reaction(sentence: str, low: str, spelt: Sequence[str]) -> bool:
    """Whether it only says how something seemed that another told: "that sounds lovely"."""
    if _is_own(sentence, spelt) or sentence.rstrip().endswith("?"):
        return False
    return _IMPERSONAL.match(low) is not None


def _is_own(sentence: str, spelt: Sequence[str]) -> bool:
    """Whether the speaker is in it. The Swedish "i" is no English "I"."""
    return not _SPEAKER.isdisjoint(spelt) or _I.search(sentence) is not None


def _topic(sorts: Sequence[str]) -> int:
    """Whether any word is of what people talk about for company's sake. More tell no more."""
    return int(not _TOPICS.isdisjoint(sorts))


def _said(sentence: str, low: str, spelt: Sequence[str], sorts: Sequence[str]) -> float:
    """How much speaks for its being said for company's sake, whatever it is about."""
    words = frozenset(spelt)
    is_own = _is_own(sentence, spelt)
    is_lived = (is_own and _MOMENT.search(low) is not None) or _IMPERSONAL.match(low) is not None
    ways = (
        _FARES.match(low) is not None,
        sentence.rstrip().endswith("?") and not words.isdisjoint(_OTHER),
        _TAGGED.search(low) is not None,
        is_own and "body" in sorts,
        is_lived and "lived" in sorts,
    )
    laughs = "manners" in sorts or junk.is_joke(low)
    felt = min(sorts.count("felt"), _FELT_MAX)
    told = _LAUGHS * laughs + felt + sum(ways)
    return told + _EXCLAIMS * sentence.rstrip().endswith("!")


def _sorted(spelt: Sequence[str]) -> tuple[list[str], list[str]]:
    """The sorts of the words that are of small talk, and the words that are not."""
    lexicon = _lexicon()
    sorts: list[str] = []
    rest: list[str] = []
    at = 0
    while at < len(spelt):
        size, sort = _phrase(spelt, at, lexicon)
        if sort is None:
            sort = _sort(spelt[at], lexicon)
        if sort is None:
            rest.append(spelt[at])
        else:
            sorts.append(sort)
        at += size
    return sorts, rest


def _phrase(spelt: Sequence[str], at: int, lexicon: Lexicon) -> tuple[int, str | None]:
    """How many words the longest phrase there has, and its sort; one and none: there is none."""
    if spelt[at] in lexicon.leads:
        for size in range(_PHRASE_WORDS_MAX, 1, -1):
            sort = lexicon.phrases.get(" ".join(spelt[at : at + size]))
            if sort is not None and at + size <= len(spelt):
                return size, sort
    return 1, None


def _sort(word: str, lexicon: Lexicon) -> str | None:
    found = lexicon.whole.get(word)
    if found is not None:
        return found
    return next((sort for begun, sort in lexicon.begun if word.startswith(begun)), None)


@lru_cache(maxsize=1)
def _lexicon() -> Lexicon:
    told = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    whole: dict[str, str] = {}
    begun: list[tuple[str, str]] = []
    phrases: dict[str, str] = {}
    for sort, parts in told.items():
        for word in (word for words in parts.values() for word in words.split()):
            if word.endswith("*"):
                begun.append((word[:-1], sort))
            elif "-" in word:
                phrases[word.replace("-", " ")] = sort
            else:
                whole.setdefault(word, sort)
    leads = frozenset(phrase.split()[0] for phrase in phrases)
    return Lexicon(whole, tuple(begun), phrases, leads)
