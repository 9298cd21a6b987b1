"""Coordination: two statements of one subject in one clause, and where they are parted."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from remembrancer.language.act_words import CHANGES
from remembrancer.language.holder_words import BARE
from remembrancer.language.word_patterns import word_set


class Coordinated(NamedTuple):
    """Two statements of one subject in one clause: "Ellen wants … and keeps …"."""

    left: int  # where the first ends
    right: int  # where the second starts
    subject: str  # the subject that the second lacks; empty: it has its own


_NAMED: Final = r"(?-i:[A-ZÅÄÖ])[\w'-]+(?:\s(?-i:[A-ZÅÄÖ])[\w'-]+)*"
_ONE_SUBJECT: Final = re.compile(
    rf"\W*(?P<subject>(?:(?:the|our|my|vår|vårt|min|mitt)\s[\w-]+|he|she|it|hon|han|jag|vi|i|we"
    rf"|they|de|{_NAMED}))\s+(?P<verb>[\w']+)",
    re.IGNORECASE,
)
_WORDS_MIN: Final = 3  # behind the verb of the first half
_AND: Final = re.compile(r",?\s+(?:and|och)\s+(?:also\s+|också\s+)?", re.IGNORECASE)
_THIRD: Final = (
    r"(?:(?:is|has|was|will|does|doesn't|isn't|hasn't|won't|cannot|can't|can)\s"
    r"|(?!this|his|its|us|as|yes|does)[a-z]{3,}(?<!s)s\s(?:the|an?|his|her|their|its|my|our|it|them|no"
    r"|(?-i:[A-Z])\w+)\s"
    r"|(?:wants|plans|hopes|needs|intends|aims|expects|prefers|likes)\sto\s)"
)
_VERB: Final = (
    r"(?:(?:är|har|vill|ska|kan|får|måste)\s|[a-zåäö]{2,}(?:ar|er|år|ör|or|yr)\s(?:en|ett|den|det|de"
    r"|sin|sitt|sina|inte|att|min|mitt|mina|vår|vårt|våra|i|på|hos|[a-zåäö]{3,}(?:en|et|an|na)\b"
    r"|(?-i:[A-ZÅÄÖ])))"
)
_GOES_ON: Final = re.compile(rf"(?:{_THIRD}|{_VERB})", re.IGNORECASE)
_WE_GO_ON: Final = re.compile(
    rf"(?:{'|'.join(sorted(BARE))})\s(?:the|an?|my|our|at|in|for|with|no|two|three|\d|£|(?-i:[A-Z]))",
    re.IGNORECASE,
)
_TO_DO: Final = re.compile(r"(?<![\w'])(?:to|will|would|can|could|should|must|may|might)(?!\w)")
_ANOTHER: Final = re.compile(rf"{_NAMED}\s(?:{_THIRD}|{_VERB})")
_PLURAL: Final = word_set("i we they you")
_SWEDISH_VERB: Final = re.compile(r"(?:är|har|vill|ska|kan|får|måste|\w+(?:ar|er|år|ör|or|yr))$")
_DEPENDENT: Final = re.compile(  # the second verb may belong to a clause within the first
    r"(?<![\w'])(?:that|which|who|whose|because|if|when|while|where|since|unless|until|before|after"
    r"|both|between|either|som|eftersom|om|när|medan|där|tills|innan|både|mellan|antingen)(?!\w)",
    re.IGNORECASE,
)


def coordinated(clause: str) -> Coordinated | None:
    """The two statements of a clause; None: one of the halves does not stand alone."""
    subject = _ONE_SUBJECT.match(clause) if " and " in clause or " och " in clause else None
    if subject is None:
        return None
    verb, who = subject["verb"].lower(), subject["subject"]
    is_swedish = _SWEDISH_VERB.match(verb) is not None
    is_plural = who.lower() in _PLURAL
    is_third = not is_plural and (verb.endswith("s") or verb == "will")
    if not (is_swedish or is_third or (is_plural and verb in BARE)):
        return None
    for joint in _AND.finditer(clause, subject.end()):
        if clause.count(" ", subject.end(), joint.start()) < _WORDS_MIN - 1:
            continue  # "changed jobs and is now employed by": the first half says too little
        if CHANGES.search(clause[subject.end("subject") : joint.start()].lower()):
            continue  # what changed is told in the second half
        if _DEPENDENT.search(clause, subject.end(), joint.start()):
            return None
        if _ANOTHER.match(clause, joint.end()):
            return Coordinated(joint.start(), joint.end(), "")
        goes_on = _GOES_ON if is_swedish or is_third else _WE_GO_ON
        is_wish = is_plural and _TO_DO.search(clause, subject.end(), joint.start()) is not None
        if not is_wish and goes_on.match(clause, joint.end()):
            return Coordinated(joint.start(), joint.end(), who)
    return None
