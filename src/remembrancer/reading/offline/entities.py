"""Finds the known people, teams, metrics and domains that a text names."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from remembrancer.core.kinds import Brief


def _word_set(words: str) -> frozenset[str]:
    return frozenset(words.split())


ENTITIES_MAX: Final = 200  # tags of one text
_BRIEFS_HELD: Final = 16  # name indexes that are cached
_GENITIVE_LETTERS_MIN: Final = 3  # of a name with a Swedish genitive -s

_WORD: Final = re.compile(r"[^\W_]+")
_LOOSE: Final = re.compile(r"[ \t\n_-]{1,3}")  # separators that a metric may be written with
# Names that are also everyday words: they count only with the same capitals.
_EVERYDAY: Final = _word_set(
    "art bill bo chase drew faith frank grace grant hope jack joy liv love may mark max pat per "
    "pierce rob rose sten stig sue tom will björn"
)


# Words that make a plain word a team name: "the growth team", not "growth of revenue".
_TEAM: Final = _word_set(
    "team teams squad group department dept crew unit tribe teamet gruppen avdelningen avdelning "
    "enheten gänget"
)
_SIGNS: Final = ("@", "#")  # mark a name
_SENTENCE_ENDS: Final = (".", "!", "?", ":", "\n", "-", "*", "–", "—")


class _KnownEntity(NamedTuple):
    name: str
    words: tuple[str, ...]  # case-folded
    gaps: tuple[str, ...]  # between them
    before: str  # punctuation before the first word, as in "#growth"
    after: str  # and after the last, as in "C++"
    is_team: bool  # a plain word that counts only as a team


def find_entities(text: str, brief: Brief) -> tuple[str, ...]:
    """The entities that a text names, in the space's spelling and the order of the text.

    Whole words match in any case, with English and Swedish genitives. Of overlapping names the
    longest wins. A team name that is a plain word counts only where a team is meant.
    """
    known = _register((*brief.names, *brief.tags, *brief.domains, *brief.teams), _only_teams(brief))
    if not known:
        return ()
    text = unicodedata.normalize("NFC", text)
    found: dict[str, None] = {}
    words = list(_WORD.finditer(text))
    at = 0
    while at < len(words) and len(found) < ENTITIES_MAX:
        match = _longest_at(text, words, at, known)
        if match:
            found.setdefault(match.name)
        at += len(match.words) if match else 1
    return tuple(found)


def _only_teams(brief: Brief) -> frozenset[str]:
    return frozenset(brief.teams).difference(brief.domains) if brief.teams else frozenset()


@lru_cache(maxsize=_BRIEFS_HELD)
def _register(
    names: tuple[str, ...], teams: frozenset[str] = frozenset()
) -> dict[str, tuple[_KnownEntity, ...]]:
    """The names by their first word, the longest first."""
    by_word: dict[str, list[_KnownEntity]] = {}
    for given in dict.fromkeys(names):
        name = unicodedata.normalize("NFC", given)
        words = list(_WORD.finditer(name))
        if not words:
            continue
        gaps = tuple(name[one.end() : other.start()] for one, other in pairwise(words))
        known = _KnownEntity(
            given,
            tuple(word[0].casefold() for word in words),
            gaps,
            name[: words[0].start()].strip(),
            name[words[-1].end() :].strip(),
            given in teams and len(words) == 1 and name.isalpha(),
        )
        by_word.setdefault(known.words[0], []).append(known)
    return {
        word: tuple(sorted(listed, key=lambda one: len(one.words), reverse=True))
        for word, listed in by_word.items()
    }


def _longest_at(
    text: str, words: list[re.Match[str]], at: int, known: dict[str, tuple[_KnownEntity, ...]]
) -> _KnownEntity | None:
    """The longest name that starts at a word of the text."""
    first = words[at][0].casefold()
    listed = known.get(first, ())
    if first.endswith("s"):
        alone = (one for one in known.get(first[:-1], ()) if len(one.words) == 1)
        listed = (*listed, *alone)
    return next((one for one in listed if _matches_at(text, words, at, one)), None)


def _matches_at(text: str, words: list[re.Match[str]], at: int, known: _KnownEntity) -> bool:
    here = words[at : at + len(known.words)]
    if len(here) < len(known.words):
        return False
    last = len(known.words) - 1
    for number, (word, meant) in enumerate(zip(here, known.words, strict=True)):
        said = word[0].casefold()
        if said != meant and not (number == last and _is_genitive(word[0], said, meant, known)):
            return False
        if number < last and not _joins(
            text[word.end() : here[number + 1].start()], known.gaps[number]
        ):
            return False
    if not text[: here[0].start()].endswith(known.before):
        return False
    if not text.startswith(known.after, here[-1].end()):
        return False
    if known.is_team:
        return _names_team(text, words, at)
    return last > 0 or here[0][0].casefold() not in _EVERYDAY or here[0][0] == known.name


def _names_team(text: str, words: list[re.Match[str]], at: int) -> bool:
    """Whether a word means a team: next to "team", after a sign, or capitalised inside a
    sentence."""
    beside = words[max(0, at - 1) : at] + words[at + 1 : at + 2]
    if any(one[0].casefold() in _TEAM for one in beside):
        return True
    before = text[: words[at].start()]
    if before.endswith(_SIGNS):
        return True
    ahead = before.rstrip()
    return words[at][0][0].isupper() and bool(ahead) and not ahead.endswith(_SENTENCE_ENDS)


def _is_genitive(word: str, said: str, meant: str, known: _KnownEntity) -> bool:
    """Whether a word is a Swedish genitive: Annas, Kundtjänsts. An English -s may be a plural, so
    the name must be capitalised."""
    if said != f"{meant}s" or len(meant) < _GENITIVE_LETTERS_MIN or known.after:
        return False
    return word[0].isupper() or not known.name[:1].isupper()


def _joins(said: str, meant: str) -> bool:
    return said == meant or bool(_LOOSE.fullmatch(said) and _LOOSE.fullmatch(meant))
