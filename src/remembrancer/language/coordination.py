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


_NAMED: Final = (
    r"(?!(?:the|our|my|an?|vår|vårt|min|mitt)\s)(?-i:[A-ZÅÄÖ])[\w'-]+(?:\s(?-i:[A-ZÅÄÖ])[\w'-]+)*"
)
_ONE_SUBJECT: Final = re.compile(
    # A longer one is clear where a verb without a meaning of its own follows.
    rf"\W*(?:(?P<longer>(?:the|our|my|vår|vårt|min|mitt)(?:\s(?!that|which|who|says?|som|att)"
    rf"(?-i:[a-zåäö&-])+){{2,4}}?)\s+(?P<link>is|are|has|have|will|är|har|ska|blir)(?=\s)"
    rf"|(?P<subject>(?:(?:the|our|my|vår|vårt|min|mitt)\s[\w-]+|he|she|it|hon|han|jag|vi|i|we"
    rf"|they|de|{_NAMED}))\s+(?P<verb>[\w']+)(?<!'s))",
    re.IGNORECASE,
)
# Behind a name or a figure no second noun follows "and", but a verb: "is led by Ida and starts in".
_VALUE_ENDS: Final = re.compile(r"(?:(?<=\s)(?-i:[A-ZÅÄÖ])[\w&'-]*|\d\S*|\w*(?:day|dag|ar|days))$")
_NEXT_VERB: Final = re.compile(
    r"(?![^,;]*\s(?:is|are|was|were|has|have|will|är|var|har|ska)\s)(?:"
    r"(?!(?:its|his|this|as|us|yes)\b)(?-i:[a-z])[a-z]{2,}(?<!s)s\s\S"
    r"|(?:(?-i:[a-zåäö])[a-zåäö]{2,}(?:ar|er|as|es|år|ör)|hålls|görs)\s\S)"
)
_ITS: Final = re.compile(
    r"(?:its|dess)\s(?=(?:[\w-]+\s){1,3}?(?:is|are|was|has|stands|är|har|ligger)\s)", re.IGNORECASE
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
_MAY_GO_ON: Final = re.compile(
    rf"(?:{'|'.join(sorted(BARE))}|is|are|has|have|will|can|[a-z]{{3,}}(?<!s)s|är|har|vill|ska|kan|får"
    r"|måste|[a-zåäö]+(?:ar|er|år|ör|or|yr))\s",
    re.IGNORECASE,
)
_TO_DO: Final = re.compile(r"(?<![\w'])(?:to|will|would|can|could|should|must|may|might)(?!\w)")
_ANOTHER: Final = re.compile(rf"{_NAMED}\s(?:{_THIRD}|{_VERB})")
_PLURAL: Final = word_set("i we they you")
_PRONOUNS: Final = word_set("he she it they i we you hon han jag vi de den det")
_LINKS: Final = word_set("will are have")
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
    verb = (subject["verb"] or subject["link"]).lower()
    who = subject["subject"] or subject["longer"]
    is_swedish = _SWEDISH_VERB.match(verb) is not None
    is_plural = who.lower() in _PLURAL
    is_third = not is_plural and (verb.endswith("s") or verb in _LINKS)
    if not (is_swedish or is_third or (is_plural and verb in BARE)):
        return None
    for joint in _AND.finditer(clause, subject.end()):
        words = clause.count(" ", subject.end(), joint.start())
        is_short = words < _WORDS_MIN - 1
        if is_short and not (words and _ANOTHER.match(clause, joint.end())):
            continue  # "changed jobs and is now employed by": the first half says too little
        if CHANGES.search(clause[subject.end("subject") : joint.start()].lower()):
            continue  # what changed is told in the second half
        if _DEPENDENT.search(clause, subject.end(), joint.start()):
            return None
        if _ANOTHER.match(clause, joint.end()):
            return Coordinated(joint.start(), joint.end(), "")
        if (its := _ITS.match(clause, joint.end())) is not None and _is_named(who):
            return Coordinated(joint.start(), its.end(), _genitive(who, is_swedish=is_swedish))
        goes_on = _GOES_ON if is_swedish or is_third else _WE_GO_ON
        is_wish = is_plural and _TO_DO.search(clause, subject.end(), joint.start()) is not None
        is_next = goes_on.match(clause, joint.end()) or (
            not is_plural
            and _VALUE_ENDS.search(clause, subject.end(), joint.start())
            and _NEXT_VERB.match(clause, joint.end())
        )
        if not is_wish and is_next:
            return Coordinated(joint.start(), joint.end(), who)
    return None


def halves(text: str) -> list[tuple[str, str]]:
    """The texts before and behind each "and" that a verb of its own may follow.

    It parts more than `coordinated`, for whoever asks what would be lost with the whole text.
    """
    return [
        (text[: joint.start()], text[joint.end() :])
        for joint in _AND.finditer(text)
        if _MAY_GO_ON.match(text, joint.end())
    ]


def _is_named(who: str) -> bool:
    """Whether the subject is named, and not only meant by a pronoun."""
    return who.lower() not in _PRONOUNS


def _genitive(who: str, *, is_swedish: bool) -> str:
    if is_swedish:
        return who if who.endswith("s") else f"{who}s"
    return f"{who}'s"
