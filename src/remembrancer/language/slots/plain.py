"""What is plainly said of a thing: X is Y, X lies in Y, Y is the X."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.masks import ANY_AMOUNT, Masked
from remembrancer.language.names import is_name
from remembrancer.language.slots import company, money, people, wishes
from remembrancer.language.slots.slot import TAIL, Filled
from remembrancer.language.slots.things import NO_THING, NOUN, THE, made, thing_of, valued
from remembrancer.language.word_patterns import listed

_PLAIN: Final = re.compile(
    rf"^\W*(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,5}}?{NOUN})(?:\s*[:=]\s*|\s+(?:is\s+called"
    rf"|are\s+called|is|are|was|were|är|var|heter|kallas|equals|är\s+lika\s+med)\s+(?:now\s+"
    rf"|nu\s+|numera\s+|nowadays\s+|currently\s+|still\s+|fortfarande\s+|set\s+to\s+|satt\s+till\s+"
    rf"|about\s+|around\s+)?)(?:{THE})?(?P<value>.{{1,80}}?)[.!]*$"
)
_PLACED: Final = re.compile(
    rf"^\W*(?:{THE})?(?P<thing>(?:{NOUN}\s+){{0,4}}?{NOUN})\s+(?:(?:is|are|was|were|gets?"
    rf"|will be|is to be|are to be|must be|now|always|only|alltid|nu|bara|ska)\s+)*"
    rf"(?P<how>(?:sits?|lives?|lands?|belongs?|goes|go|routed|hosted|stored|kept|handled|owned"
    rf"|managed|booked|billed|sent|reported|delivered|moved|runs?|based|held|posted|ligger|finns"
    rf"|hör|går|körs|lagras|sköts|hanteras|bokas|bokförs|skickas|sker|hålls|flyttas|flyttade)"
    rf"(?:\s+(?:exclusively|only|directly|straight|over|out|hemma|ihop|alltid))?"
    rf"\s+(?:with|in|to|by|on|at|under|via|through|av|hos|till|på|i|via|med))\s+(?:{THE})?"
    rf"(?P<value>{NOUN}(?:\s+{NOUN}){{0,2}}?)"
    rf"(?=$|\s*[.,;:!(–—]|\s+(?:and|but|now|since|until|from|for|so|because|which|these|save|och"
    rf"|men|nu|sedan|för|så|som|från|numera)\b|\s*[\ue800-\uefff])"
)
_FIGURE_FIRST: Final = re.compile(
    r"[\ue000-\ue7ff](?= (?:in|for|during|under|i|för|as of|per)\b|$)"
)
_HEADINGS: Final = listed(  # what stands before a colon and is no thing
    """
    beslut decision decisions decided agreed final note notes obs fyi update status summary action
    actions todo question conclusion result outcome next åtgärd fråga slutsats resultat notering
    uppdatering sammanfattning överenskommet ps ok okay
    """
)
_JOINTS: Final = listed(  # what joins two clauses is in no name
    """
    until because if when while since though although that which who whether unless tills eftersom
    om när medan fast att som vilket huruvida
    """
)
_BREAK: Final = re.compile(  # where a value ends and more is told
    r"(?:,|;|\s[–—-])\s+(?:she|he|it|its|we|they|i|you|the|not|no|so|but|which|who"
    r"|previously|formerly"
    r"|was|because|don't|do\snot|never"
    r"|since|above|below|that|this|there|after|until|and\s(?:we|i|it|the|she|he|they)"
    r"|hon|han|den|det|vi|de|jag|inte|så|men|som|tidigare|förut|eftersom|där|efter|och\s(?:vi|jag"
    r"|den|det|hon|han|de))\b.*"
    r"|\s+(?:och|and)\s+(?:is|are|was|has|will|är|var|har|ägs|sköts|ligger|heter|körs|går)\b.*"
)
_WORDS_MAX: Final = 5  # of a value behind a colon; more are a sentence
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
_KNOWN: Final = frozenset(  # what the rules ask in their own way
    rule.slot for rules in (people, wishes, money, company) for rule in rules.RULES
)
_NEW: Final = re.compile(r"^(?:new|current|nya|ny|nytt|nuvarande) (?=\w)")
_SOLE: Final = listed(  # roles that one person has
    """
    ceo cfo cto coo chair chairman treasurer secretary captain auditor accountant landlord solicitor
    vd ordförande kassör sekreterare lagledare revisor
    """
)
_ROLE: Final = re.compile(  # the role that a person is said to have
    r"(?:(?:now|nu|the|our|my|a|vår|den|en|min)\s)*(?:(?:new|nya|ny)\s)?"
    r"((?:[\w-]+\s){0,2}?(?:owner|lead|leader|manager|head|chair|chairman|point of contact|contact"
    r"|cfo|ceo|cto|coo|auditor|accountant|treasurer|secretary|director|admin|moderator|captain"
    r"|coach|editor|maintainer|solicitor|lawyer|adviser|advisor|broker|executor|trustee|landlord"
    r"|ansvarig|chef|ordförande|kassör|sekreterare|vd|ägare|ledare|lagledare|tränare|revisor"
    r"|kontaktperson|teamledare|produktägare|projektledare)"
    r"(?:\s(?:of|for|at|för|på|hos|av)\s(?:[\w'-]+\s?){1,3})?)$"
)


def _placed(masked: Masked) -> Filled | None:
    """Of "X sits with Y" and "X is hosted in Y" the slot "X sits with"."""
    match = _PLACED.match(masked.low)
    if match is None:
        return None
    thing = thing_of(match["thing"])
    if not thing or thing.split()[0] in NO_THING or not NO_THING.isdisjoint([match["value"]]):
        return None
    name = " ".join(f"{thing} {match['how']}".split())
    value = masked.said(*match.span("value")).strip(" .!")
    return made(name, TAIL.sub("", value), None, match, is_weak=True)


def plain(masked: Masked) -> Filled | None:
    """Of "X is Y" the slot X: good for comparing two of them, too weak to be worth keeping."""
    if (placed := _placed(masked)) is not None:
        return placed
    match = _PLAIN.match(masked.low)
    if match is None:
        return None
    thing = thing_of(_LED.sub("", match["thing"]))
    words = thing.split()
    if not words or words[0] in NO_THING or len(thing) > 60:
        return None
    if words[-1] in _HEADINGS or not _JOINTS.isdisjoint(words):
        return None
    is_listed = masked.low[match.end("thing") :].lstrip().startswith(":")
    if is_listed and (not _HEADINGS.isdisjoint(words) or match["value"].count(" ") > _WORDS_MAX):
        return None  # a heading, or whoever speaks
    found = _figure(masked, match, thing) or _told(masked, match, thing)
    is_text = isinstance(found.slot.value, str)
    return None if is_text and found.slot.name in _KNOWN else found


def _figure(masked: Masked, match: re.Match[str], thing: str) -> Filled | None:
    """A thing and its figure: "is 30", "was lowered to 30"; None: it is told otherwise."""
    figure = _FIGURE_FIRST.match(match["value"])
    changed = None if figure else _CHANGED.match(match["value"])
    letter = figure[0] if figure else changed[1] if changed else None
    if letter is None:
        return None
    amount = masked.amount(letter)
    found = made(_NEW.sub("", thing) or thing, amount.value, amount.unit, match, is_weak=True)
    if masked.moments and changed is None:  # of one quarter, and another figure of another
        slot = found.slot._replace(is_event=True, on=masked.moments[0].first)
        return found._replace(slot=slot)
    return found


def _told(masked: Masked, match: re.Match[str], thing: str) -> Filled:
    """A thing and what is said of it, up to where more is told."""
    value, unit = valued(masked, match)
    if isinstance(value, str):
        value = TAIL.sub("", _BREAK.sub("", value)) or value
        said = masked.said(*match.span("thing"))
        role = _ROLE.match(value.lower()) if is_name(said.split()[0]) else None
        if role is not None and (" " in role[1] or role[1] in _SOLE):
            thing, value = role[1], said  # Nadia is our bank contact; which one has to be clear
        elif within := _WITHIN.match(value):  # it may be in one place and with somebody
            thing, value = f"{thing} {within[1].lower()}", within[2]
    return made(_NEW.sub("", thing) or thing, value, unit, match, is_weak=True)
