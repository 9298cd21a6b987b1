"""Plain order: a correction or a turned-round sentence as "X is Y", so that slot rules read it."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.language.masked_text import MaskedText, rearranged
from remembrancer.language.word_patterns import contains_any

# "My retirement age isn't 60, it's 63": what it is counts, and what it is not does not.
_CORRECTED: Final = re.compile(
    r"\W*(?P<thing>[^,;:]{2,80}?)(?:\s+(?P<is>is|are|was|är|var)\s+(?:not|inte|ej)"
    r"|\s+(?P<isnt>isn't|aren't|wasn't))\s+[^,;]{1,60}?\s*"
    r"(?:[,;–—-]\s*(?:but|utan|men)?|\s(?:but|utan|men))\s*"
    r"(?:(?:it|that|they|this)(?:'s|'re|\s+is|\s+are)\s+|(?:det|den|de)\s+är\s+)?"
    r"(?:(?:actually|now|really|rather|faktiskt|nu|egentligen)\s+)*"
    r"(?P<new>(?!not\b|inte\b|it\b|that\b|they\b|det\b|den\b)[^,;]{1,60}?)[.!]*$",
    re.IGNORECASE,
)
_OUR_HINTS: Final = (" our ", " my ", " vår", " min ", " mitt ", " mina ")
_OURS: Final = r"(?:our|my|vår|vårt|våra|min|mitt|mina)"
_NAME: Final = r"(?-i:[A-ZÅÄÖ])[\w&'.-]*(?:\s(?-i:[A-ZÅÄÖ])[\w&'.-]*){0,3}"
# "Sedan i måndags är Nordea vår bank", "Nordea is now our bank".
_TURNED: Final = re.compile(
    rf"(?:.{{0,60}}?[\s,])??(?:(?P<is>är|blir)\s+(?P<value>{_NAME})"
    rf"|(?P<first>{_NAME})\s+(?P<then>is|är|blir))\s+"
    r"(?:(?:now|nu|numera|nowadays|also|också)\s+)*"
    rf"(?P<thing>{_OURS}\s+(?:(?:new|nya|ny|nytt)\s+)?[^\s,.;]+)(?:\s+(?:now|nu|numera))?[.!]*$",
    re.IGNORECASE,
)
# "Numera är det Nordea som är vår bank", "It's Nordea that is our bank".
_CLEFT: Final = re.compile(
    rf".{{0,40}}?(?:är\s+det|det\s+är|it's|it\s+is)\s+(?P<value>{_NAME})\s+(?:som|who|that)"
    rf"(?:'s|\s+(?P<is>är|is))\s+(?P<thing>{_OURS}\s+[^\s,.;]+)[.!]*$",
    re.IGNORECASE,
)
# In Swedish the verb comes second: "Numera bor vi i Lund" is "vi bor i Lund numera".
_SECOND: Final = re.compile(
    r"(?P<when>(?:[^\s,.;]+\s+){1,5}?)(?P<verb>[a-zåäö]+(?:r|de|te)|vill|ska|är)\s+"
    r"(?P<who>jag|vi|hon|han|de)\s+(?P<rest>(?!inte\b)\S.*?)[.!]*$",
    re.IGNORECASE,
)
_NO_FIRST: Final = re.compile(  # a subject or a question word before the verb
    r"\W*(?:jag|vi|hon|han|de|du|ni|man|om|när|vad|hur|varför|vem|var|vilken|vilket|men|och|att|som"
    r"|i|we|you|he|she|they|it)\s",
    re.IGNORECASE,
)
_NOW_HINTS: Final = (" now ", " nu ", " numera ", " currently ", " still ", " fortfarande ")
_NOW: Final = re.compile(
    r"(?<=\s)(is|are|är)\s+(?:now|nu|numera|currently|still|fortfarande)(?=\s)", re.IGNORECASE
)
_THEN: Final = (
    "r jag ", "r vi ", "r hon ", "r han ", "r de ", "e jag ", "e vi ", "e hon ", "e han ",
    "a jag ", "a vi ", "a hon ", "a han ", "l jag ", "l vi ",
)  # fmt: skip


class PlainForm(NamedTuple):
    """A statement in plain order."""

    text: MaskedText
    start: int  # where its value stands in the statement as it was said
    end: int
    is_correction: bool


def plain_form(said: MaskedText) -> PlainForm | None:
    """The statement in plain order; None: it is in plain order already, or not of this form."""
    if (found := corrected(said.text)) is not None:
        word = {"isn't": "is", "aren't": "are", "wasn't": "was"}.get(
            (found["isnt"] or "").lower(), found["is"]
        )
        plain = f"{found['thing']} {word} {found['new']}"
        return PlainForm(rearranged(said, plain), *found.span("new"), is_correction=True)
    if contains_any(said.low, _OUR_HINTS):
        if (found := _TURNED.match(said.text)) is not None:
            value = "value" if found["value"] else "first"
            plain = f"{found['thing']} {found['is'] or found['then']} {found[value]}"
            return PlainForm(rearranged(said, plain), *found.span(value), is_correction=False)
        if (found := _CLEFT.match(said.text)) is not None:
            plain = f"{found['thing']} {found['is'] or 'is'} {found['value']}"
            return PlainForm(rearranged(said, plain), *found.span("value"), is_correction=False)
    return None


def simpler_form(said: MaskedText) -> PlainForm | None:
    """The statement with its subject first and without "now", for rules that found nothing."""
    if contains_any(said.low, _THEN) and _NO_FIRST.match(said.text) is None:
        found = _SECOND.match(said.text)
        if found is not None:
            first, rest = found["when"].strip(), found["rest"]
            after = f"{rest} {first}" if " " in first else f"{first} {rest}"
            plain = f"{found['who']} {found['verb']} {after}"
            return PlainForm(rearranged(said, plain), *found.span("rest"), is_correction=False)
    if contains_any(said.low, _NOW_HINTS) and (found := _NOW.search(said.text)) is not None:
        plain = said.text[: found.start()] + found[1] + said.text[found.end() :]
        return PlainForm(rearranged(said, plain), found.start(), found.end(), is_correction=False)
    return None


def corrected(text: str) -> re.Match[str] | None:
    """The parts of a correction; None: the text corrects nothing."""
    low = text.lower()
    if "n't" not in low and " not " not in low and " inte " not in low and " ej " not in low:
        return None
    return _CORRECTED.match(text)
