"""What a user vouched for: as a sentence that says whose it is, and its words of weight."""

from __future__ import annotations

import re
from typing import Final

TITLE_CHARACTERS_MAX: Final = 100

SELF: Final = re.compile(
    r"(?<!\w)(?:I|I'm|I've|I'll|[Mm]y|[Mm]ine|[Mm]e|[Jj]ag|[Mm]in|[Mm]itt|[Mm]ina|[Mm]ig)(?!\w)"
)
_YOU: Final = re.compile(r"(?<!\w)(?:you|your|yours|you're|du|din|ditt|dina|dig)(?!\w)", re.I)

_WORD: Final = re.compile(r"[^\W_]+")
_STEM_LETTERS: Final = 5
_EMPTY: Final = re.compile(
    r"(?:the|and|for|with|that|this|are|was|not|you|your|our|from|have|has|all|is|it|det|den|att|och|"
    r"som|inte|med|för|har|är|var|men|but|yes|exactly|right|correct|precis|stämmer)\Z"
)


def content(fact: str, who: str, *, is_own: bool) -> str:
    """The fact as a sentence that says whose it is; `is_own`: in the words of the user."""
    fact = fact.strip().rstrip(".!?,;: ")
    if is_own:
        # In a user's own words "I" is the user; they are not turned round but named.
        fact = f"{who}: {fact}" if SELF.search(fact) else fact
    else:
        fact = _of_user(fact, who)
    # A name is written as it is.
    return f"{fact}." if fact.startswith(who) else f"{fact[:1].upper()}{fact[1:]}."


def _of_user(fact: str, who: str) -> str:
    """An agent's "you" is the user."""
    for opening, form in _TURNED:
        if found := opening.match(fact):
            return form.format(who) + fact[found.end() :]
    return f"{who}: {fact}" if _YOU.search(fact) else fact


_TURNED: Final = tuple(
    (re.compile(rf"(?:{opening})(?!\w)", re.IGNORECASE), form)
    for opening, form in (
        ("you(?:'re| are)", "{} is"),
        ("you(?:'ve| have)", "{} has"),
        ("your", "{}'s"),
        ("du", "{}"),
        ("din|ditt|dina", "{}s"),
    )
)


def title(text: str) -> str:
    text = text.rstrip(".")
    if len(text) <= TITLE_CHARACTERS_MAX:
        return text
    return text[: TITLE_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"


def words(text: str) -> frozenset[str]:
    """The words in small letters."""
    return frozenset(word.lower() for word in _WORD.findall(text))


def common(one: str, other: str) -> set[str]:
    """The words of weight that two texts share, by how they begin."""
    return weighty(one) & weighty(other)


def weighty(text: str) -> set[str]:
    """The words of weight, by how they begin."""
    words = (word.lower() for word in _WORD.findall(text))
    return {
        word[:_STEM_LETTERS]
        for word in words
        if (len(word) > 2 or word.isdigit()) and not _EMPTY.match(word)
    }
