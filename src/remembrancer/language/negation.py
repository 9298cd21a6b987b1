"""Negation: whether a sentence denies something or rejects what was said before it."""

from __future__ import annotations

import re
from typing import Final

from remembrancer.language.plain_order import corrected
from remembrancer.language.word_patterns import word_set

NEGATIONS: Final = word_set(
    """
    not no never none neither nor nobody nothing cannot can't don't doesn't didn't isn't aren't
    wasn't
    weren't won't wouldn't haven't hasn't hadn't shouldn't couldn't mustn't without inte ej icke
    aldrig
    ingen inga inget ingenting varken
    """
)
_CONTRAST: Final = re.compile(
    r"(?<=\w|[\ue000-\uefff]),\s+(?:and\s+)?(?:not|inte|ej)\s+(?:[^\s,]+\s*){1,4}$"
)
# "… and nothing else", "don't forget to …", "no deploy without a ticket": nothing is denied.
_EMPHASIS: Final = re.compile(
    r"[\s,]+(?:and|but|och|men) (?:nothing|nobody|no one|inget|ingen|inga|ingenting) "
    r"(?:else|other|annat|annan|andra)(?!\w)"
    r"|(?<![\w'])(?:(?:do not|don't|never|not to|must not|let's not) forget"
    r"|glöm (?:då |nu )?(?:inte|ej)|inte glömma|får inte glömma"
    r"|(?:no|not|never|nobody|nothing) [^,.;]{1,40}? without"
    r"|(?:ingen|inget|inga) [^,.;]{1,40}? utan)(?!\w)"
)
_WAS_OTHERS: Final = re.compile(  # "…, that was her brother": it says who it is true of
    r",\s(?:that|it|det)(?:'s| is| was| är| var) (?:my|his|her|their|our|min|hans|hennes|deras)"
    r" \w+\W*$"
)
_SAYS_NO: Final = re.compile(  # "the board said no to …", "styrelsen sa nej till att …"
    r"(?<!\w)(?:nej (?:till|åt)|(?:said|says?|saying) no to|vot(?:e|es|ed|ing) (?:no to|against)"
    r"|röstade (?:nej|emot))(?!\w)"
)
_CLAUSE_MARKS: Final = ",;.!–—"
_NEGATION_WORD: Final = re.compile(r"(?<![^\W\d])[^\W\d_]++(?:'[^\W\d_]++)?(?!_)")
_RIGHT: Final = r"(?:right|correct|true|accurate|so|it|the case|what i (?:said|meant|told you))"
_RATT: Final = r"(?:rätt|sant|korrekt|riktigt|så|vad jag (?:sa|menade))"
_VERY: Final = (
    r"(?:(?:quite|exactly|entirely|actually|really|at all|even|any ?more|any longer|riktigt|alls"
    r"|helt|längre|direkt|precis) )?"
)
_VERY_AFTER: Final = (
    r"(?: (?:at all|any ?more|any longer|either|though|alls|längre|riktigt|helt|faktiskt|nu))?"
)
# "That's not right, …" denies what was said before and not what follows.
_REJECTS: Final = re.compile(
    r"\W{0,3}(?:(?:(?:no|nope|nah|nej|nä|nix|sorry|wait|hm+|well|oh|actually|but|förlåt|vänta|jo|men"
    r"|nja|ursäkta|då)\b[\s,.:;!–—-]+)*"
    r"(?:"
    rf"(?:that|this|it|what you (?:said|wrote|have))(?:'s| is| was|)"
    rf"(?: actually| just| simply| also)?(?: not|n't| no longer) {_VERY}{_RIGHT}"
    r"|(?:that|this|it|what you (?:said|wrote|have))(?:'s| is| was)(?: actually| just| simply|"
    r" completely| all)? (?:wrong|incorrect|false|untrue|mistaken|inaccurate|outdated|out of date"
    r"|a mistake|an error|old news)"
    r"|(?:that|this|it|they) (?:never (?:was|were|did|has|is)|wasn't|weren't|hasn't been)"
    r"(?:,? i'm afraid)?"
    r"|(?:that|this|it) (?:doesn't|does not|didn't) (?:sound|look|seem) (?:right|correct)"
    r"|you(?:'re| are) (?:wrong|mistaken|confusing (?:me|it|that) with \w+)"
    r"|you(?:'ve| have)? (?:got|have) (?:that|it|this) wrong|wrong|incorrect"
    rf"|not (?:quite|exactly|{_RIGHT})"
    r"|i (?:didn't|never|did not) (?:say|said|write|wrote|mean|meant) (?:that|so)|i misspoke"
    r"|i was wrong|my mistake|scratch that|strike that|correction"
    rf"|det(?: här| där)? (?:stämmer|stämde) (?:ju |faktiskt )?inte"
    rf"|(?:det|den|detta)(?: här| där)? (?:är|var) (?:ju |faktiskt )?inte {_VERY}{_RATT}"
    r"|(?:det|den|detta|där)(?: här| där)? (?:är|var|blev|har blivit) (?:ju |faktiskt |helt )?"
    r"(?:fel|felaktigt|osant|ett misstag|inaktuellt)"
    r"|du har (?:ju |helt )?fel|där har du fel|så är det (?:ju |faktiskt )?inte"
    r"|(?:det )?(?:sa|skrev|menade) jag (?:aldrig|inte)"
    r"|jag (?:sa|menade) (?:aldrig|inte) (?:det|så)"
    rf"|inte (?:riktigt|precis|helt|{_RATT})|fel|jag sa fel|rättelse"
    rf"){_VERY_AFTER}"
    r"|(?:no|nope|nah|nej|nä|nix)(?: då| men| no)?)"
    r"(?:\s*[,;:.!]\s*|\s+[–—-]+\s+|[–—]\s*)+(?:(?:because|since|as|but|och|and|utan|för|men)\s+)?"
    r"(?=[^\W\d_].*\s\S)",
    re.IGNORECASE,
)
# First words of these patterns: a cheap test, as most sentences start with another word.
_REJECTION_STARTS: Final = word_set(
    """
    no nope nah nej nä nix sorry wait well oh actually but förlåt vänta jo men nja ursäkta
    that this it what you wrong incorrect not i my scratch strike correction
    det den detta där du så sa skrev menade jag inte fel rättelse
    """
)
_FIRST: Final = re.compile(r"\W{0,3}(?:(hm+\b)|([^\W\d_]+))", re.IGNORECASE)


def rejection_length(text: str) -> int:
    """The length of the opening that only rejects what somebody said before."""
    first = _FIRST.match(text)
    if first is None or (first[2] is not None and first[2].lower() not in _REJECTION_STARTS):
        return 0
    found = _REJECTS.match(text.replace("’", "'"))
    return found.end() if found else 0


def is_rejection(text: str) -> bool:
    """Whether the whole sentence only rejects what somebody said before."""
    return rejection_length(f"{text.rstrip(' .!')}, so it is") > len(text.rstrip(" .!"))


def says_no(low: str) -> bool:
    """Whether somebody says no to something: that decides against it."""
    return _SAYS_NO.search(low) is not None


def is_negated(low: str, words: frozenset[str]) -> bool:
    """Whether the sentence is negated. "150, not 120" is not: it says 150."""
    if says_no(low):
        return True
    if words.isdisjoint(NEGATIONS):
        return False
    said = _EMPHASIS.sub(" ", low[rejection_length(low) :])
    if corrected(said) is not None and _WAS_OTHERS.search(said) is None:
        return False  # "isn't 60, it's 63" says 63
    told = _CONTRAST.sub(" ", said)
    return told == low or not NEGATIONS.isdisjoint(_NEGATION_WORD.findall(told))


def is_negated_at(low: str, place: int) -> bool:
    """Whether the clause around an offset is negated: "text me, I never read email"."""
    begin = max(low.rfind(mark, 0, place - 1) for mark in _CLAUSE_MARKS) + 1
    ends = (low.find(mark, place - 1) for mark in _CLAUSE_MARKS)
    told = low[begin : min((one for one in ends if one >= 0), default=len(low))]
    return not NEGATIONS.isdisjoint(_NEGATION_WORD.findall(told))
