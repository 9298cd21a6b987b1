"""The lexicon of the pair model: negators, opposites, synonyms and other word lists."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import Stemmer

from remembrancer.language.stemming import language as language_of

_WORDS = Path(__file__).with_name("pair_words.toml")
_ENGLISH = "english"

SCALES = {
    **dict.fromkeys(("k", "thousand", "tusen", "tkr"), 1e3),
    **dict.fromkeys(("m", "mn", "million", "millions", "miljon", "miljoner", "mkr"), 1e6),
    **dict.fromkeys(("b", "bn", "billion", "billions", "miljard", "miljarder"), 1e9),
}
UNITS = {
    **dict.fromkeys(("%", "percent", "procent"), "percent"),
    **dict.fromkeys(("kr", "kronor", "sek", "tkr", "mkr"), "sek"),
    **dict.fromkeys(("$", "dollar", "dollars", "usd"), "usd"),
    **dict.fromkeys(("€", "euro", "euros", "eur"), "eur"),
    **dict.fromkeys(("£", "pounds", "gbp"), "gbp"),
}


class PairLexicon(NamedTuple):
    """The word lists of a language. The TOML file explains each list."""

    negators: frozenset[str]
    brief_negators: frozenset[str]  # negate a few words, not the clause
    never: frozenset[str]
    affirmed: frozenset[str]  # word pairs that look like a negation and are none
    deniers: frozenset[str]
    turns: frozenset[str]
    prefixes: frozenset[str]  # that negate a word
    numbers: dict[str, float]
    ordinals: dict[str, float]
    months: dict[str, float]
    days: dict[str, float]
    function: frozenset[str]  # function words
    light: frozenset[str]
    prepositions: frozenset[str]
    exclusive: frozenset[str]
    pronouns: frozenset[str]
    own: frozenset[str]
    vague: frozenset[str]
    one_valued: frozenset[str]
    many_valued: frozenset[str]
    opposites: dict[str, frozenset[str]]  # by word and by stem
    contrasts: dict[str, frozenset[str]]
    synonyms: dict[str, frozenset[str]]


@lru_cache(maxsize=8)
def load_lexicon(language: str) -> PairLexicon:
    """The lexicon of a language, English included, since texts mix the two."""
    known = tomllib.loads(_WORDS.read_text(encoding="utf-8"))
    names = [name for name in dict.fromkeys((language, _ENGLISH)) if name in known]
    told = [known[name] for name in names]

    def words(key: str) -> frozenset[str]:
        return frozenset(word for one in told for word in one[key].split())

    def counted(key: str, start: int, step: int = 1) -> dict[str, float]:
        return {
            word: float(place * step)
            for one in reversed(told)
            for place, word in enumerate(one[key].split(), start=start)
        }

    months = counted("months", 1)
    numbers = counted("numbers", 0) | counted("tens", 3, 10)
    numbers.pop("en", None)  # usually an article
    return PairLexicon(
        **{key: words(key) for key in _LISTS},
        affirmed=frozenset(pair for one in told for pair in one["affirmed"].strip().splitlines()),
        numbers=numbers,
        ordinals=counted("ordinals", 1),
        months={name[:3]: value for name, value in months.items()} | months,
        days=counted("days", 1),
        function=language_of(names[0]).stop_words,
        opposites=_opposites((one["opposites"] for one in told), names[0]),
        contrasts=_opposites((one["contrasts"] for one in told), names[0]),
        synonyms=_synonyms((one["synonyms"] for one in told), names[0]),
    )


_LISTS = (
    "negators",
    "brief_negators",
    "never",
    "deniers",
    "turns",
    "prefixes",
    "light",
    "prepositions",
    "exclusive",
    "pronouns",
    "own",
    "vague",
    "one_valued",
    "many_valued",
)


def _opposites(listed: Iterable[str], language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    stemmer = Stemmer.Stemmer(language)
    for line in (line for text in listed for line in text.strip().splitlines()):
        one, _, other = (part.split() for part in line.partition("|"))
        sides = [{*words, *stemmer.stemWords(words)} for words in (one, other)]
        for here, there in (sides, sides[::-1]):
            for word in here:
                found.setdefault(word, set()).update(there - here)
    return {word: frozenset(others) for word, others in found.items()}


def _synonyms(listed: Iterable[str], language: str) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    stemmer = Stemmer.Stemmer(language)
    for line in (line for text in listed for line in text.strip().splitlines()):
        words = {*line.split(), *stemmer.stemWords(line.split())}
        for word in words:
            found.setdefault(word, set()).update(words)
    return {word: frozenset(others) for word, others in found.items()}
