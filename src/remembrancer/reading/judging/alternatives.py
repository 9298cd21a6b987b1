"""Compares choices between two alternatives: "use A, not B", "A rather than B".

Opposite choices contradict each other. Equal choices say the same, in whichever order they name
the alternatives.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.reading.judging.judgement import StatementRelation
from remembrancer.reading.judging.text_forms import TextForms

_CHARACTERS_MAX: Final = 300  # of a sentence that is read as a choice

_SMALL: Final = (
    r"on|in|for|when|to|from|over|not|never|instead|rather|and|but|or|by|at|with|use"
    r"|på|i|för|när|till|från|över|inte|aldrig|ej|istället|hellre|och|men|med|använd"
)
# Verbs of choosing. Which one is used makes no difference.
_VERB: Final = (
    r"(?:use|filter|join|group|sort|query|read|prefer|choose|pick|call|run|report|book|send|deploy"
    r"|go|stick|store|write|använd|filtrera|gruppera|sortera|välj|föredra|kör|ta|läs|rapportera"
    r"|skicka|spara|skriv)\s+(?:(?:by|on|in|from|to|with|på|i|från|till|med)\s+)?"
)
_NEVER: Final = r"(?:never|do not|not|aldrig|inte|ej)\s+"
_TURN_DOWN: Final = rf"(?:{_NEVER}{_VERB}|avoid\s+|undvik\s+|{_VERB}(?:aldrig|inte|ej)\s+)"
_MORE: Final = r"(?:(?:please|always|only|just|but|and|then|instead|utan|alltid|bara|men)\s+)*"
_WHAT: Final = rf"(?!(?:{_SMALL})\b)[\w.$/#*-]+(?:\s(?!(?:{_SMALL})\b)[\w.$/#*-]+){{0,2}}"
_A: Final = rf"(?P<a>{_WHAT})"
_B: Final = rf"(?P<b>{_WHAT})"
_WHERE: Final = r"(?:on|in|for|when|from|at|with|på|i|för|när|från|vid|med)\s[^,;:—–]+?"
_HERE: Final = rf"(?:\s+(?P<place>{_WHERE}))?"
_THERE: Final = rf"(?:\s+(?P<place2>{_WHERE}))?"
_INSTEAD: Final = (
    r"instead of|rather than|over|istället för|i stället för|hellre än|snarare än|framför"
)
_AGAIN: Final = rf"(?:{_VERB}|(?:by|on|in|from|to|with|på|i|från|till|med)\s+)?"
_PAUSE: Final = r"\s*(?:[,;:.—–]|\s-)\s*"

_FORMS: Final = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        # Use A on T, not B. Use A; never use B on T.
        rf"{_MORE}{_VERB}{_A}{_HERE}(?:{_PAUSE}|\s+)(?:(?:and|but|och|men)\s+)?{_NEVER}{_AGAIN}{_B}"
        rf"{_THERE}",
        # Use A instead of B on T.
        rf"{_MORE}{_VERB}{_A}{_HERE},?\s+(?:{_INSTEAD})\s+{_AGAIN}{_B}{_THERE}",
        # Never use B on T, use A instead.
        rf"{_MORE}{_TURN_DOWN}{_B}{_HERE}{_PAUSE}{_MORE}{_VERB}{_A}{_THERE}"
        r"(?:\s+(?:instead|istället|i stället))?",
        # Instead of B, use A on T.
        rf"(?:{_INSTEAD})\s+{_AGAIN}{_B}{_HERE}{_PAUSE}{_MORE}{_VERB}{_A}{_THERE}",
        rf"{_MORE}{_TURN_DOWN}{_B}{_HERE}",
        rf"{_MORE}{_VERB}{_A}{_HERE}",
    )
)
# "Revenue is net, not gross": a contrast whose two sides may be swapped in another sentence.
_CONTRAST: Final = re.compile(
    rf"{_PAUSE}(?:and |but |och |men )?(?:not|never|inte)\s+|\s+(?:{_INSTEAD})\s+", re.IGNORECASE
)
_WORD: Final = re.compile(r"\w[\w.$/#*-]*")
_ARTICLES: Final = frozenset({"a", "an", "the", "en", "ett", "den", "det"})
_SIDE_MAX: Final = 3  # words of one side of a contrast
_QUOTES: Final = str.maketrans("", "", "`\"“”'")


_Sides = tuple[tuple[str, ...], tuple[str, ...]]


class _Choice(NamedTuple):
    chosen: tuple[str, ...]  # empty: the sentence only rejects something
    rejected: tuple[str, ...]
    place: tuple[str, ...]  # where it applies; empty: everywhere


def judge_choice(one: str, other: str, forms: TextForms) -> StatementRelation | None:
    """Whether two texts make the same, the opposite or independent choices; None: unclear."""
    if max(len(one), len(other)) > _CHARACTERS_MAX:
        return None
    ours, theirs = forms.of(_choice, one), forms.of(_choice, other)
    if ours is None or theirs is None:
        first, second = forms.of(_sides, one), forms.of(_sides, other)
        return StatementRelation.CONTRADICTION if _is_swapped_contrast(first, second) else None
    if ours.place != theirs.place:  # different choices for different places
        return StatementRelation.UNRELATED if ours.place and theirs.place else None
    if ours.chosen and ours.rejected and ours == theirs:
        return StatementRelation.SAME
    alike = (ours.chosen, theirs.chosen), (ours.rejected, theirs.rejected)
    if any(a and a == b for a, b in alike):
        return StatementRelation.UNRELATED  # a missing alternative is no contradiction
    crossed = (ours.chosen, theirs.rejected), (ours.rejected, theirs.chosen)
    return StatementRelation.CONTRADICTION if any(a and a == b for a, b in crossed) else None


def _choice(text: str) -> _Choice | None:
    plain = text.replace("’", "'").replace("don't", "do not").translate(_QUOTES).strip(" .!\n")
    for form in _FORMS:
        match = form.fullmatch(plain)
        if match is None:
            continue
        found = match.groupdict()
        place = _words(found.get("place")), _words(found.get("place2"))
        if all(place) and place[0] != place[1]:
            return None  # one thing here and another there
        return _Choice(_words(found.get("a")), _words(found.get("b")), place[0] or place[1])
    return None


def _words(text: str | None) -> tuple[str, ...]:
    found = (word.casefold().rstrip(".-") for word in _WORD.findall(text or ""))
    return tuple(word for word in found if word not in _ARTICLES)


def _is_swapped_contrast(first: _Sides | None, second: _Sides | None) -> bool:
    """Whether one sentence is the other with the sides of its contrast swapped."""
    if first is None or second is None:
        return False
    (ahead, behind), (their_ahead, their_behind) = first, second
    if len(ahead) + len(behind) != len(their_ahead) + len(their_behind):
        return False
    for left in range(1, min(_SIDE_MAX, len(ahead)) + 1):
        for right in range(1, min(_SIDE_MAX, len(behind)) + 1):
            a, b = ahead[-left:], behind[:right]
            if a == b:
                continue
            if (*ahead[:-left], *b) == their_ahead and (*a, *behind[right:]) == their_behind:
                return True
    return False


def _sides(text: str) -> _Sides | None:
    found = list(_CONTRAST.finditer(text))
    if len(found) != 1:
        return None
    return _words(text[: found[0].start()]), _words(text[found[0].end() :])
