"""People: which of the names in a text are those of persons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from remembrancer.language.holders import SOMEBODY, related, speaks_of_itself
from remembrancer.language.names import names

PEOPLE_MAX: Final = 20

_BEFORE: Final = re.compile(
    r"(?:\b(?:wife|husband|partner|spouse|son|daughter|mother|father|mum|mom|dad|brother|sister"
    r"|aunt|uncle|cousin|friend|colleague|accountant|solicitor|lawyer|boss|manager|called|named"
    r"|mr|mrs|ms|dr|ask|tell|thank|met|fru|maken|sambo|sambon|dotter|dottern|sonen|mamma|pappa"
    r"|bror|syster|kollega|kollegan|heter|fråga|kontakta)\.?|@),?\s*$",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    r"(?:\s+(?:and|och)\s+[A-ZÅÄÖ][\w-]+)?(?:\s*\(?,?\s*\d{1,2}\b(?![.,:]\d|\s?%)"
    r"|\s+(?:will|to|shall|is \d+|wants?|prefers?|said|says|told|asked|promised|agreed|likes?"
    r"|lives?|works?|worked|lived|earns?|owns?"
    r"|turns|turned|retires?|hopes?|thinks?|needs?|has a|has two|speaks?|handles?|takes?|sends?"
    r"|brings?|books?|calls?|checks?|left|joined|ska|vill|bor|jobbar|arbetar|tycker|sa|lovade"
    r"|föredrar|fyller|skickar|mejlar|ringer|tar|kollar|sköter|ansvarar|slutar|slutade|började"
    r"|börjar|fixar|ordnar|bokar|hämtar|tjänar|äger)\b"
    r"(?!\s(?:vi|jag|ni|du|man|de|hon|han|den|det)\b)|'s\s+(?:wife|husband|son|daughter|mother"
    r"|father|salary|pension|mortgage|job|birthday|partner|mum|dad))"
)
_FROM: Final = re.compile(r"\b(?:from|från)\s+$", re.IGNORECASE)
_TO: Final = re.compile(r"\s+(?:over to|to|över till|till)\b")


def people(text: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """The names that persons bear, by who is known here, or by what is said of them."""
    ours = frozenset(word.casefold() for name in known for word in name.split())
    found: list[str] = []
    for name in names(text):
        if not _could_be(name):
            continue
        at = text.find(name)
        if _FROM.search(text[:at]) and _TO.match(text, at + len(name)):
            continue  # what is left for something else
        is_known = not ours.isdisjoint(word.casefold() for word in name.split())
        if is_known or _BEFORE.search(text[:at]) or _BEHIND.match(text, at + len(name)):
            found.append(name)
    return tuple(found[:PEOPLE_MAX])


def _could_be(name: str) -> bool:
    """Whether it is written as people's names are: no digits, not all in capitals."""
    return not any(map(str.isdigit, name)) and not any(
        len(word) > 1 and word.isupper() for word in name.split()
    )


def whom(
    pronoun: str, before: str, known: Iterable[str], subject: str | None, *, speaks: bool
) -> str | None:
    """Whom "she" stands for, by who was named before it; None: whom all of it is about.

    The pronoun itself comes back where nobody was named. `speaks` tells that the subject speaks.
    """
    of_subject = frozenset(word.casefold() for word in (subject or "").split())
    named = dict.fromkeys((*related(before), *people(before, known)))
    others = [one for one in named if of_subject.isdisjoint(one.casefold().split())]
    if len(others) < len(named) and not others:
        return None
    if len(others) == len(named) == 1:
        return others[0]
    if others or subject is None or speaks or speaks_of_itself(before):
        return SOMEBODY
    return pronoun
