"""Wording of verified facts: names the user in the sentence, and extracts keywords."""

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


def attributed_sentence(fact: str, who: str, *, is_own: bool) -> str:
    """The fact as a sentence that names the user; `is_own`: in the user's own words."""
    fact = fact.strip().rstrip(".!?,;: ")
    if is_own:
        # In the user's own words "I" is the user: the name is added, the words stay.
        fact = f"{who}: {fact}" if SELF.search(fact) else fact
    else:
        fact = _with_user_name(fact, who)
    # A name keeps its capitals.
    return f"{fact}." if fact.startswith(who) else f"{fact[:1].upper()}{fact[1:]}."


def _with_user_name(fact: str, who: str) -> str:
    """Replaces an agent's "you" by the user's name."""
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


def short_title(text: str) -> str:
    text = text.rstrip(".")
    if len(text) <= TITLE_CHARACTERS_MAX:
        return text
    return text[: TITLE_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"


def word_set_of(text: str) -> frozenset[str]:
    """The words in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(text))


def shared_keywords(one: str, other: str) -> set[str]:
    """The keywords that two texts share, by prefix."""
    return keywords(one) & keywords(other)


def keywords(text: str) -> set[str]:
    """The keywords of a text, by prefix."""
    words = (word.lower() for word in _WORD.findall(text))
    return {
        word[:_STEM_LETTERS]
        for word in words
        if (len(word) > 2 or word.isdigit()) and not _EMPTY.match(word)
    }
