"""Whose words: what a speaker says of themself is theirs, and not the subject's.

In a conversation about a person who takes part in it, only that person's own words, or words that
name or mean the person, are about the subject. What the others say of themselves stays raw.
"""

from __future__ import annotations

import re
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.language.slots import company
from remembrancer.language.stemming import detect_language
from remembrancer.reading.offline.findings import ReadingContext, RuleFinding
from remembrancer.reading.offline.talk.voices import name_words

OF_THEMSELF: Final = "Another speaker says it of themself, and not of the subject."

REPORT_WORDS_MAX: Final = 3

_NAME_LETTERS: Final = 3
# The subject is spoken of as somebody else: "met Nadia", "Nadia wants".
_APART: Final = (
    r"(?<!\w)(?:met|saw|rang|called|visited|told|(?:spoke|talked|call|meeting|chat|lunch)"
    r" (?:with|to)|träffade|ringde|besökte|(?:pratade|talade|möte|samtal|lunch) med)\s{name}(?!\w)"
    r"|(?<!\w){name}\s(?:wants|says|said|told|asked|wondered|thinks|vill|säger|sa|berättade|frågade)\s"
)
_PARTS: Final = re.compile(r"[^\W_]+")
_PRONOUN: Final = re.compile(
    r"(?<![\w'])(?:(?P<one>i'm|i've|i'd|i'll|my|mine|myself|jag|min|mitt|mina)|(?P<i>i)"
    r"|(?P<many>we|we're|we've|we'd|we'll|our|ours|vi|vår|vårt|våra)"
    r"|you|you're|you've|you'd|you'll|your|yours|du|dig|din|ditt|dina|ni|er|ert|era"
    r"|the (?:client|customer)|kunden|klienten)(?![\w'])"
)
_SHE: Final = re.compile(r"\W*(?:she|he|hon|han)(?:'\w+)?\s")
_TURN: Final = re.compile(r"[,;.–-]\s*(?:but|men|fast)\s$")
_OF_COMPANIES: Final = frozenset(rule.slot for rule in company.RULES)
_OF_ONESELF: Final = frozenset({Family.FACT, Family.GOAL, Family.PREFERENCE})


def speaker_of(found: RuleFinding) -> str:
    """Who says it."""
    return found.speaker or found.message.author_id


def is_of_another(found: RuleFinding, talk: ReadingContext) -> bool:
    """Whether it is about somebody else than the subject, who takes part: another speaker says it
    of themself, or the subject says it to another."""
    is_of_subject = _is_callers(found, talk) and bool(talk.brief.subject)
    if not is_of_subject and _is_of_their_firm(found):
        return True
    if _is_callers(found, talk):
        return _is_of_who_notes(found, talk)
    if not talk.voices.takes_part:
        return False
    said = _pronoun(found, talk)
    if talk.voices.is_subject(speaker_of(found)):
        return said == "you" and talk.voices.is_shared and found.family is not Family.PREFERENCE
    return said in ("one", "many")


def _is_of_who_notes(found: RuleFinding, talk: ReadingContext) -> bool:
    """Whether somebody who notes something about the subject says it of themself: "Met Nadia today.
    I live in York myself"."""
    if _pronoun(found, talk) != "one":
        return False
    said = found.message.content.casefold()
    names = (name for name in talk.voices.subject if len(name) >= _NAME_LETTERS)
    return any(re.search(_APART.format(name=re.escape(name)), said) for name in names)


def _is_of_their_firm(found: RuleFinding) -> bool:
    """Whether it says of somebody who was named before what their firm has: "he keeps his books in
    Fortnox"."""
    is_of_firm = found.filled is not None and found.filled.slot.name in _OF_COMPANIES
    return is_of_firm and _SHE.match(found.clause.low) is not None


def is_of_speaker(found: RuleFinding, talk: ReadingContext) -> bool:
    """Whether a speaker who is not the subject says it of themself alone."""
    if _is_callers(found, talk) or talk.voices.is_subject(speaker_of(found)):
        return False
    is_alone = len(talk.authors) == 1
    if is_alone and found.filled is not None and found.filled.slot.name in _OF_COMPANIES:
        return False  # "I switched to K3": who speaks for a company
    return _pronoun(found, talk) == "one"


def _reports(between: str) -> bool:
    """Whether the words between two pronouns only lead to the second: "I see (that) you"."""
    return len(between.split()) <= REPORT_WORDS_MAX and between[-1:] == " "


def _is_callers(found: RuleFinding, talk: ReadingContext) -> bool:
    """Whether it is a text that a caller gives: "I" is its subject, or the caller."""
    return talk.brief.is_told and found.speaker is None


def _pronoun(found: RuleFinding, talk: ReadingContext) -> str | None:
    """The person that a clause is about: "one" for I, "many" for we, "you"; None: nobody of them.

    The last pronoun before the value counts: "I have noted that you want to retire at 58".
    """
    if found.family not in _OF_ONESELF:
        return None
    text, filled = found.clause.low, found.filled
    end = len(text)
    if filled is not None and (first := _PARTS.search(text, filled.start)):
        end = first.end()
    told = list(_PRONOUN.finditer(text, 0, end)) or list(_PRONOUN.finditer(text))
    if any(one["i"] for one in told) and detect_language(found.clause.plain) == "swedish":
        told = [one for one in told if not one["i"]]  # the Swedish preposition
    if not told or not talk.voices.subject.isdisjoint(name_words(text[:end])):
        return None
    last = told[0] if filled is None else told[-1]
    if filled is None and len(told) > 1 and _reports(text[last.end() : told[1].start()]):
        last = told[1]
    elif filled is None and not (last["one"] or last["i"] or last["many"]):
        # "Your letter was lovely, but I have four": courtesy, and then the statement.
        last = next((one for one in told if one["i"] and _TURN.search(text, 0, one.start())), last)
    return "one" if last["one"] or last["i"] else "many" if last["many"] else "you"
