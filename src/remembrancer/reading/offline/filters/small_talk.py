"""The small talk filter, in English and Swedish.

Small talk is about the moment (weather, sleep, sport, meals, the weekend) and asks the other person
or tells how something was. A sentence with a number, a name or a business word is no small talk,
and unknown words count against it. A dull sentence is not small talk: it stays.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from remembrancer.language.amounts import lower_same_length
from remembrancer.language.names import find_names
from remembrancer.language.stemming import function_words
from remembrancer.language.word_patterns import word_set
from remembrancer.reading.offline.filters import junk_filter
from remembrancer.reading.offline.sentence_features import word_groups

_SMALL_AT: Final = 2.0  # a topic of the moment and one marker of small talk
_FELT_MAX: Final = 2  # evaluating words that count
_LAUGHS: Final = 2.0
_EXCLAIMS: Final = 0.5
_UNKNOWN: Final = -0.75  # for each unknown word, which may be a technical term
_UNKNOWN_ALONE: Final = -1.5  # the same if no other word shows the topic
_ACTS: Final = -1.0  # for each word about doing, owing or owning

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
# Without a topic of the moment, a negation or a change is information.
_TURNS: Final = frozenset({"not", "change", "turned", "postpone", "open", "do", "always"})
_TOPICS: Final = frozenset({"lived", "shared", "body"})
_SPEAKER: Final = word_set(
    "i'm i've me my we we're we've us our jag mig min mitt mina vi oss vår vårt våra"
)
_I: Final = re.compile(r"\bI\b(?! (?:natt|morse|går|kväll|dag|helgen|förmiddags|\w+dags)\b)")
_OTHER: Final = word_set("you you've your du dig din ditt dina ni er")
_MOMENT: Final = re.compile(
    r"\b(?:last night|yesterday|this morning|this afternoon|all (?:day|night|morning|afternoon)"
    r"|today|tonight|right now|here|at home|again|igår|i går|i natt|i morse|idag|i dag|ikväll"
    r"|i kväll|hela (?:dagen|natten|morgonen|eftermiddagen)|här|hemma|igen"
    r"|half the night|slept|woke|overslept|sov|väckte|vaknade|försov)\b"
)
# Impersonal sentences: "it rained", "so foggy", "det snöar", "gud vad kallt".
_IMPERSONAL: Final = re.compile(
    r"^(?:\w+,? )?(?:it|it's|that|such|so|what an?|how|not a|det|så|vilke[nt]|vilka|vad"
    r"|visst är det|inte ett?)\b"
)
# Plans, and things that ran out.
_ARRANGES: Final = re.compile(
    r"^(?:when|which|where|när|vilken dag|var (?:är|ska|ligger))\b.*\?$"
    r"|\b(?:next (?:week|weekend|month|year|time)|tomorrow|nästa|imorgon|i morgon)\b"
    r"|\b(?:ran|run|runs|running|sold) out\b|\bslut\b"
)
_TAGGED: Final = re.compile(r"\b(?:isn't it|hasn't it|eller hur|visst)\b")
# "How are you?"
_FARES: Final = re.compile(
    r"^(?:so,? |and |men |och )?(?:how (?:was|were) (?:your|the)"
    r"|how(?:'s| is| are) (?:you|things|life|it going)"
    r"|hur (?:var|är|har) (?:din|ditt|dina|läget)|hur var|hur (?:mår|har|står) (?:du|det))\b"
)


class SmallTalkLexicon(NamedTuple):
    """The small talk lexicon: words, prefixes and phrases."""

    whole: Mapping[str, str]  # the kind of each word
    begun: tuple[tuple[str, str], ...]  # prefixes with their kind
    phrases: Mapping[str, str]
    leads: frozenset[str]  # first words of phrases


def is_small_talk(sentence: str) -> bool:
    """Whether a sentence is small talk. In doubt it is not."""
    low = lower_same_length(sentence.replace("’", "'"))
    spelt = _WORD.findall(low)
    sorts, rest = _word_sorts(spelt)
    groups = {word: word_groups(word) for word in rest}
    if _FIGURE.search(low) or _ARRANGES.search(low) or _names_somebody(sentence, rest):
        return False
    if any(not _BUSINESS.isdisjoint(one) for one in groups.values()):
        return False
    topic, said = _topic(sorts), _small_talk_score(sentence, low, spelt, sorts)
    unlike = _DEEDS if topic else _DEEDS | _TURNS
    deeds = sum(not unlike.isdisjoint(one) for one in groups.values())
    unknown = sum(not one and word not in _GRAMMAR for word, one in groups.items())
    if topic or said >= _SMALL_AT:
        against = _ACTS * deeds + (_UNKNOWN if topic else _UNKNOWN_ALONE) * unknown
        return said > 0 and topic + said + against >= _SMALL_AT
    return "felt" in sorts and not deeds + unknown and _is_reaction(sentence, low, spelt)


def _names_somebody(sentence: str, rest: Sequence[str]) -> bool:
    """Whether a sentence holds a name; holidays and the first word do not count."""
    named = (
        word for name in find_names(sentence) for word in _WORD.findall(lower_same_length(name))
    )
    return not frozenset(rest).isdisjoint(named)


def _is_reaction(sentence: str, low: str, spelt: Sequence[str]) -> bool:
    """Whether a sentence only reacts to another: "that sounds lovely"."""
    if _is_own(sentence, spelt) or sentence.rstrip().endswith("?"):
        return False
    return _IMPERSONAL.match(low) is not None


def _is_own(sentence: str, spelt: Sequence[str]) -> bool:
    """Whether a sentence is about the speaker. The Swedish "i" is not the English "I"."""
    return not _SPEAKER.isdisjoint(spelt) or _I.search(sentence) is not None


def _topic(sorts: Sequence[str]) -> int:
    """1 if a word is a small talk topic, otherwise 0."""
    return int(not _TOPICS.isdisjoint(sorts))


def _small_talk_score(sentence: str, low: str, spelt: Sequence[str], sorts: Sequence[str]) -> float:
    """The small talk score of a sentence apart from its topic."""
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
    laughs = "manners" in sorts or junk_filter.is_joke(low)
    felt = min(sorts.count("felt"), _FELT_MAX)
    told = _LAUGHS * laughs + felt + sum(ways)
    return told + _EXCLAIMS * sentence.rstrip().endswith("!")


def _word_sorts(spelt: Sequence[str]) -> tuple[list[str], list[str]]:
    """The kinds of the small talk words, and the other words."""
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


def _phrase(spelt: Sequence[str], at: int, lexicon: SmallTalkLexicon) -> tuple[int, str | None]:
    """The length and kind of the longest phrase at a position; (1, None): no phrase."""
    if spelt[at] in lexicon.leads:
        for size in range(_PHRASE_WORDS_MAX, 1, -1):
            sort = lexicon.phrases.get(" ".join(spelt[at : at + size]))
            if sort is not None and at + size <= len(spelt):
                return size, sort
    return 1, None


def _sort(word: str, lexicon: SmallTalkLexicon) -> str | None:
    found = lexicon.whole.get(word)
    if found is not None:
        return found
    return next((sort for begun, sort in lexicon.begun if word.startswith(begun)), None)


@lru_cache(maxsize=1)
def _lexicon() -> SmallTalkLexicon:
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
    return SmallTalkLexicon(whole, tuple(begun), phrases, leads)
