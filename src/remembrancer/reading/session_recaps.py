"""Session recaps: a program's summary of its conversation is not evidence of what the user said.

Programs summarise a session to continue it, and some put the summary into the user role. A person
does not start with a summary of the conversation and call themselves "the user" in it.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.items.item import Trust

RECAP_REASON: Final = "a program recounts what was said: only the user's own words count"

_OPENING_CHARACTERS: Final = 600  # at the start, in which a summary identifies itself
_TALK_EN: Final = r"(?:conversation|session|chat|discussion|dialogue)"
_TALK_SV: Final = r"(?:samtalet|konversationen|sessionen|chatten|diskussionen)"
_OF_THE_TALK: Final = re.compile(
    r"^[\s#*_>\-\[(]*(?:"
    rf"(?:here(?:'s| is) (?:a |the )?)?(?:(?:a |the )?(?:brief |short |running )?"
    rf"(?:summary|recap|overview)) (?:so far|of (?:the|this|our|my)(?: \w+)? {_TALK_EN})"
    rf"|(?:previous |earlier |running )?{_TALK_EN} (?:summary|recap|history)"
    rf"|this {_TALK_EN} is being continued|(?:to )?(?:recap|summari[sz]e)\b.{{0,20}}\bso far"
    rf"|so far,? (?:in (?:this|our) {_TALK_EN},? )?the (?:user|human)"
    rf"|(?:en )?(?:kort )?sammanfattning (?:hittills|så här långt|av {_TALK_SV})"
    r"|hittills har användaren"
    r")",
    re.IGNORECASE | re.MULTILINE,
)
_THE_USER: Final = re.compile(r"\bthe (?:user|human)\b|\banvändaren\b", re.IGNORECASE)
_DECIDED_EN: Final = (
    r"(?:(?:has|have|had|just|also|already|then|finally|now) )*"
    r"(?:decided|agreed|chose|chosen|approved|confirmed|settled|signed off|opted)\b"
)
_DECIDED_SV: Final = (
    r"(?:(?:har|hade|också|redan|nu|sedan) )*"
    r"(?:beslut\w*|bestäm\w*|godkän\w*|valt|valde|väljer|bekräfta\w*|kommit överens|kom överens)\b"
)
# The user in the third or second person.
_USER_DECIDED: Final = re.compile(
    rf"\b(?:(?:the )?(?:user|human)|you(?:'ve|’ve)?) {_DECIDED_EN}"
    rf"|\b(?:användaren|du|ni) {_DECIDED_SV}",
    re.IGNORECASE,
)
_SUMS_UP: Final = re.compile(
    r"^[\s#*_>\-\[(]*(?:(?:a |the )?(?:brief |quick |short )?(?:recap|summary)\b|"
    r"(?:to (?:recap|sum up|summari[sz]e)|in (?:summary|short)|summing up)\b|"
    r"(?:kort )?sammanfattning(?:svis)?\b|för att sammanfatta\b)",
    re.IGNORECASE,
)
_DECIDED: Final = re.compile(rf"\b(?:{_DECIDED_EN}|{_DECIDED_SV})", re.IGNORECASE)


def is_recap(text: str, trust: Trust) -> bool:
    """Whether a whole message summarises the conversation that it belongs to.

    In a person's role it must also mention the user in the third person.
    """
    if _OF_THE_TALK.search(text[:_OPENING_CHARACTERS]) is None:
        return False
    return trust is not Trust.PERSON or _THE_USER.search(text) is not None


def reports_decision(quote: str, text: str, trust: Trust) -> bool:
    """Whether a program reports a decision of the user, or any decision within a summary."""
    if trust is Trust.PERSON:
        return False
    if _USER_DECIDED.search(quote) is not None:
        return True
    return _SUMS_UP.search(text) is not None and _DECIDED.search(quote) is not None
