"""Plain statements about a thing: X is Y, X lies in Y, Y is the X."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.masked_text import ANY_AMOUNT, MaskedText
from remembrancer.language.names import is_name
from remembrancer.language.slots import company, contact_preferences, money, people
from remembrancer.language.slots.slot import TAIL, FilledSlot
from remembrancer.language.slots.system_facts import (
    NO_THING,
    NOUN,
    THE,
    filled_slot,
    matched_value,
    thing_name,
)
from remembrancer.language.word_patterns import word_set

_PLAIN: Final = re.compile(
    rf"^\W*(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,5}}?{NOUN})(?:\s*[:=]\s*|\s+(?:is\s+called"
    rf"|are\s+called|is|are|was|were|är|var|heter|kallas|equals|är\s+lika\s+med)\s+(?:now\s+"
    rf"|nu\s+|numera\s+|nowadays\s+|currently\s+|still\s+|fortfarande\s+|set\s+to\s+|satt\s+till\s+"
    rf"|about\s+|around\s+)?)(?:{THE})?(?P<value>.{{1,80}}?)[.!]*$"
)
_SINCE: Final = r"(?:numera|nu|fortfarande|nowadays|now|currently|still)"
_PLACED: Final = re.compile(
    rf"^\W*(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,4}}?{NOUN})\s+(?:(?:is|are|was|were|gets?"
    rf"|will be|is to be|are to be|must be|now|always|only|alltid|nu|bara|ska)\s+)*"
    rf"(?P<how>(?:sits?|lives?|lands?|belongs?|goes|go|routed|hosted|stored|kept|handled|owned"
    rf"|managed|booked|billed|sent|reported|delivered|moved|runs?|based|held|posted|ligger|finns"
    rf"|hör|går|körs|lagras|sköts|hanteras|bokas|bokförs|skickas|sker|hålls|flyttas|flyttade)"
    rf"(?:\s+(?:exclusively|only|directly|straight|over|out|hemma|ihop|alltid|{_SINCE}))?"
    rf"\s+(?:with|in|to|by|on|at|under|via|through|av|hos|till|på|i|via|med))\s+(?:{THE})?"
    rf"(?P<value>{NOUN}(?:\s+{NOUN}){{0,2}}?)"
    rf"(?=$|\s*[.,;:!(–—]|\s+(?:and|but|now|since|until|from|for|so|because|which|these|save|och"
    rf"|men|nu|sedan|för|så|som|från|numera)\b|\s*[\ue800-\uefff])"
)
_SINCE_WORD: Final = re.compile(rf"(?<!\w){_SINCE}(?!\w)")
_FIGURE_FIRST: Final = re.compile(
    r"[\ue000-\ue7ff](?= (?:in|for|during|under|i|för|as of|per)\b|$)"
)
_HEADINGS: Final = word_set(  # words before a colon that do not name a thing
    """
    beslut decision decisions decided agreed final note notes obs fyi update status summary action
    actions todo question conclusion result outcome next åtgärd fråga slutsats resultat notering
    uppdatering sammanfattning överenskommet ps ok okay
    """
)
_JOINTS: Final = word_set(  # words that join two clauses and are never part of a name
    """
    until because if when while since following though although that which who whether unless
    told tells telling said says tills eftersom
    om när medan fast att som vilket huruvida
    """
)
_BREAK: Final = re.compile(  # where a value ends
    r"(?:,|;|\s[–—-])\s+(?:she|he|it|its|we|they|i|you|the|not|no|so|but|which|who"
    r"|previously|formerly"
    r"|was|because|don't|do\snot|never"
    r"|since|above|below|that|this|there|after|until|and\s(?:we|i|it|the|she|he|they)"
    r"|hon|han|den|det|vi|de|jag|inte|så|men|som|tidigare|förut|eftersom|där|efter|och\s(?:vi|jag"
    r"|den|det|hon|han|de))\b.*"
    r"|\s+(?:och|and)\s+(?:is|are|was|has|will|är|var|har|ägs|sköts|ligger|heter|körs|går)\b.*"
)
_TELLS: Final = re.compile(r"(?:telling|saying|asking|thinking)\s")
_WORDS_MAX: Final = 5  # of a value after a colon; more words are a sentence
_LED: Final = re.compile(
    r"^(?:(?:ok|okay|so|fyi|btw|also|and|but|right|well|then|men|och|så|alltså|obs),?\s+)+"
)
_WITHIN: Final = re.compile(
    r"(with|in|at|hos|i|på|vid|med|from|från|by|under)\s+(?:the\s+|our\s+)?(\S.*)$", re.IGNORECASE
)
_CHANGED: Final = re.compile(
    r"(?:now\s|nu\s)?(?:lowered|raised|set|capped|reduced|increased|changed|cut|limited|fixed|sänkt"
    r"|höjd|höjt|satt|ändrad|ändrat|begränsad|begränsat|fastställd)\s(?:to|at|till|på)\s"
    rf"(?:about\s|around\s|cirka\s|ca\s)?({ANY_AMOUNT})"
)
_KNOWN: Final = frozenset(  # slots that have rules of their own
    rule.slot for rules in (people, contact_preferences, money, company) for rule in rules.RULES
)
_NEW: Final = re.compile(r"^(?:new|current|nya|ny|nytt|nuvarande) (?=\w)")
_RELATIVE: Final = re.compile(
    r"(?i:(?:my|our|his|her|their|min|mitt|vår|vårt|hans|hennes|deras)\s)?[a-zåäö-]+\s"
    r"([A-ZÅÄÖ][\w'-]+(?:\s[A-ZÅÄÖ][\w'-]+)*)$"
)
_SOLE: Final = word_set(  # roles that only one person holds
    """
    ceo cfo cto coo chair chairman treasurer secretary captain auditor accountant landlord solicitor
    vd ordförande kassör sekreterare lagledare revisor
    """
)
_ROLE: Final = re.compile(  # the role that a person is given
    r"(?:(?:now|nu|the|our|my|a|vår|den|en|min)\s)*(?:(?:new|nya|ny)\s)?"
    r"((?:[\w-]+\s){0,2}?(?:owner|lead|leader|manager|head|chair|chairman|point of contact|contact"
    r"|cfo|ceo|cto|coo|auditor|accountant|treasurer|secretary|director|admin|moderator|captain"
    r"|coach|editor|maintainer|solicitor|lawyer|adviser|advisor|broker|executor|trustee|landlord"
    r"|ansvarig|chef|ordförande|kassör|sekreterare|vd|ägare|ledare|lagledare|tränare|revisor"
    r"|kontaktperson|teamledare|produktägare|projektledare)"
    r"(?:\s(?:of|for|at|för|på|hos|av)\s(?:[\w'-]+\s?){1,3})?)$"
)


def _is_pronoun(thing: str) -> bool:
    """Whether a thing is only a pronoun, contracted or not: "i've"."""
    first = thing.split()[0]
    return first in NO_THING or first.partition("'")[0] in NO_THING


def _location_slot(masked: MaskedText) -> FilledSlot | None:
    """The slot "X sits with" from "X sits with Y" or "X is hosted in Y"."""
    match = _PLACED.match(masked.low)
    if match is None:
        return None
    thing = thing_name(match["thing"])
    if not thing or _is_pronoun(thing) or not NO_THING.isdisjoint([match["value"]]):
        return None
    name = " ".join(f"{thing} {_SINCE_WORD.sub('', match['how'])}".split())
    value = masked.plain_slice(*match.span("value")).strip(" .!")
    return filled_slot(name, TAIL.sub("", value), None, match, is_weak=True)


def plain_slot(masked: MaskedText) -> FilledSlot | None:
    """The slot X from "X is Y": good enough to compare two statements, too weak to keep one."""
    if (placed := _location_slot(masked)) is not None:
        return placed
    match = _PLAIN.match(masked.low)
    if match is None:
        return None
    thing = thing_name(_LED.sub("", match["thing"]))
    words = thing.split()
    if not words or _is_pronoun(thing) or len(thing) > 60:
        return None
    if words[-1] in _HEADINGS or not _JOINTS.isdisjoint(words):
        return None
    is_listed = masked.low[match.end("thing") :].lstrip().startswith(":")
    if _TELLS.match(match["value"]):
        return None  # "Alistair was telling me that his sister …"
    if is_listed and (not _HEADINGS.isdisjoint(words) or match["value"].count(" ") > _WORDS_MAX):
        return None  # a heading or a speaker's name
    found = _figure_slot(masked, match, thing) or _text_slot(masked, match, thing)
    is_text = isinstance(found.slot.value, str)
    return None if is_text and found.slot.name in _KNOWN else found


def _figure_slot(masked: MaskedText, match: re.Match[str], thing: str) -> FilledSlot | None:
    """A thing with a number: "is 30", "was lowered to 30"; None: another form."""
    figure = _FIGURE_FIRST.match(match["value"])
    changed = None if figure else _CHANGED.match(match["value"])
    letter = figure[0] if figure else changed[1] if changed else None
    if letter is None:
        return None
    amount = masked.amount_of(letter)
    found = filled_slot(
        _NEW.sub("", thing) or thing, amount.value, amount.unit, match, is_weak=True
    )
    if masked.dates and changed is None:  # the number belongs to one period
        slot = found.slot._replace(is_event=True, on=masked.dates[0].first)
        return found._replace(slot=slot)
    return found


def _named_person(said: str) -> str:
    """A person's name without what they are to the speaker: "my niece Beatrix" is "Beatrix"."""
    found = _RELATIVE.match(said)
    return said if found is None else found[1]


def _text_slot(masked: MaskedText, match: re.Match[str], thing: str) -> FilledSlot:
    """A thing with a text value, up to the end of the value."""
    value, unit = matched_value(masked, match)
    if isinstance(value, str):
        value = TAIL.sub("", _BREAK.sub("", value)) or value
        said = _named_person(masked.plain_slice(*match.span("thing")))
        role = _ROLE.match(value.lower()) if is_name(said.split()[0]) else None
        if role is not None and (" " in role[1] or role[1] in _SOLE):
            thing, value = role[1], said  # "Nadia is our bank contact": the role is the slot
        elif within := _WITHIN.match(value):  # a thing can have a place and an owner at once
            thing, value = f"{thing} {within[1].lower()}", within[2]
    return filled_slot(_NEW.sub("", thing) or thing, value, unit, match, is_weak=True)
