"""Finds the names of people in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from remembrancer.language.holders import SOMEBODY, find_relatives, is_first_person
from remembrancer.language.names import find_names

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


def find_people(text: str, known: Iterable[str] = ()) -> tuple[str, ...]:
    """The names of people: known names, and names with a person's context."""
    ours = frozenset(word.casefold() for name in known for word in name.split())
    found: list[str] = []
    for name in find_names(text):
        if not _may_be_person(name):
            continue
        at = text.find(name)
        if _FROM.search(text[:at]) and _TO.match(text, at + len(name)):
            continue  # a thing that is replaced by another
        is_known = not ours.isdisjoint(word.casefold() for word in name.split())
        if is_known or _BEFORE.search(text[:at]) or _BEHIND.match(text, at + len(name)):
            found.append(name)
    return tuple(found[:PEOPLE_MAX])


def _may_be_person(name: str) -> bool:
    """Whether a name is written like a person's: no digits, not all capitals."""
    return not any(map(str.isdigit, name)) and not any(
        len(word) > 1 and word.isupper() for word in name.split()
    )


def resolve_pronoun(
    pronoun: str, before: str, known: Iterable[str], subject: str | None, *, speaks: bool
) -> str | None:
    """Resolves a pronoun to the last person named before it; None: the subject of the text.

    Returns the pronoun itself if nobody was named. `speaks`: the subject is the speaker.
    """
    of_subject = frozenset(word.casefold() for word in (subject or "").split())
    named = dict.fromkeys((*find_relatives(before), *find_people(before, known)))
    others = [one for one in named if of_subject.isdisjoint(one.casefold().split())]
    if len(others) < len(named) and not others:
        return None
    if len(others) == len(named) == 1:
        return others[0]
    if others or subject is None or speaks or is_first_person(before):
        return SOMEBODY
    return pronoun
