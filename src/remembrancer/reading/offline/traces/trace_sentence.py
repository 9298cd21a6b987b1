"""Reads one sentence for alternatives, advice, reasons, concerns and outcomes."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final, NamedTuple

from remembrancer.reading.offline.talk.spoken_sentences import SpokenSentence
from remembrancer.reading.offline.traces import trace_cues as cues

CLAUSE_CHARACTERS_MAX: Final = 300  # of one clause of a trace
_RESULT_BEFORE: Final = 120  # an outcome must start within this many characters
_LIST_MAX: Final = 12  # alternatives that one sentence names

_OR: Final = re.compile(
    r"\s*[,;]?\s+(?:or|eller)(?: else| så)?\s+|\s+(?:versus|vs\.?)\s+", re.IGNORECASE
)
_ANOTHER: Final = re.compile(
    r"\s*[,;–—]\s*(?:(?:and|or|but|och|eller|men)\s+)?(?:another|the other|the second|the third|a "
    r"second|a third|ett annat|det andra|ett andra|ett tredje|en annan)(?: \w+)? (?:is|was|"
    r"would be|could be|är|vore)(?: that| to| att)?\s+",
    re.IGNORECASE,
)
_COMMA: Final = re.compile(r"\s*[,;]\s+(?:(?:or|and|eller|och)\s+)?", re.IGNORECASE)
_AND: Final = re.compile(r"\s+(?:and|och|against|mot)\s+", re.IGNORECASE)
_BUT: Final = re.compile(
    r"\s*(?:[,;–—]|\s-)\s*(?:but|although|though|men|fast)\b.*|;\s.*", re.IGNORECASE
)
_LEAD: Final = re.compile(
    r"\A(?:(?:that|to|either|simply|just|both|we|you|they|us|antingen|att|både|could|can|might|"
    r"should|"
    r"do(?= (?:an? |the |(?-i:[A-Z]\b)))|"
    r"skulle|kan|kunna|ska|vi|ni|du|man|er|dig|then|of course|also|ett är|the)\s+|[:,–—-]\s*)+",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(
    r"(?:which|who|because|so|since|but|if|as|that|where|and|som|vilket|men|eftersom|om|så|"
    r"where)\b",
    re.IGNORECASE,
)
_VERBAL: Final = re.compile(
    r"[\s:,]*(?:(?P<that>that|att)\s+)?"
    r"(?P<who>(?:you|we|they|he|she)(?: should| could| all)?\s+)?"
    r"(?P<to>(?:to|you to|them to|her to|him to)\s+)?",
    re.IGNORECASE,
)
_ENDS_VERBAL: Final = re.compile(r"(?:should|ought to|better|ska|skall|bör|borde)$", re.IGNORECASE)
_FILLER: Final = re.compile(
    r"(?:(?:ok(?:ay|ej)?|yes|yeah|yep|sure|fine|right|great|perfect|good(?: (?:point|idea|plan))?|"
    r"fair enough|well|so|then|alright|"
    r"thanks|"
    r"thank you|ja|jo|japp|bra|visst|perfekt|toppen|tack|absolut|absolutely|sounds good|makes "
    r"sense|that makes sense|in that case|i så fall)[,.!]?\s+)+(?=\w)",
    re.IGNORECASE,
)
_MEANT: Final = re.compile(
    r"\b(?!(?:to|that|this|it|you|we|they|the|an?|do|so|then|them|him|her|one|of|for|in|at|on|is|"
    r"be|"
    r"with|and|att|det|den|vi|ni|du|en|ett|som|på|för|med|är|göra|så)\b)\w+",
    re.IGNORECASE,
)
_JOINS: Final = re.compile(r"(?:and|but|or|so|which|och|men|eller|så)\b", re.IGNORECASE)
_LONG: Final = re.compile(r"\w{4,}")
_WHOLE: Final = re.compile(r"\w+")
_LABEL: Final = re.compile(r"^\s*[\w ]{1,30}:\s*")
_CONCERN_LABEL: Final = re.compile(r"^(?:concerns?|oro|invändning|farhåga):\s*", re.IGNORECASE)
_THING_FOLLOWS: Final = re.compile(
    r"given|considering|due to|because of|given how|med tanke på|på grund av", re.IGNORECASE
)
_ENDS: Final = " .,;:!?…–—-\"'”“"


class DecisionResult(StrEnum):
    AGREED = "agreed"  # somebody committed to it
    DECLINED = "declined"  # somebody rejected it or chose something else
    DEFERRED = "deferred"  # it is postponed


class Advice(NamedTuple):
    """A recommendation, worded to follow "Recommended"."""

    clause: str
    is_swedish: bool
    is_slight: bool = False  # it counts only if it names one of the alternatives


class ReasonLink(StrEnum):
    BECAUSE = "because"  # the reason is a clause
    GIVEN = "given"  # the reason is a noun phrase
    LABEL = "reason:"  # the reason follows a label and may be a fragment
    OWN = ""  # the reason has its own conjunction, such as "so that …"


class Reason(NamedTuple):
    clause: str
    link: ReasonLink


class DecisionCues(NamedTuple):
    """What a sentence adds to a decision. All fields may be empty."""

    alternatives: tuple[str, ...] = ()
    advice: Advice | None = None
    reason: Reason | None = None
    is_concern: bool = False
    result: DecisionResult | None = None
    gathered: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        return self == _NOTHING


_NOTHING: Final = DecisionCues()


def find_decision_cues(said: SpokenSentence, *, is_firm: bool = False) -> DecisionCues:
    """The decision cues of a sentence; `is_firm`: without slight advice."""
    text = said.text
    words = frozenset(_WHOLE.findall(text.lower()))
    # Hypothetical sentences neither advise nor decide.
    is_told = not said.is_question and not (
        _may_hold(words, cues.HYPOTHETICAL_HINTS) and cues.HYPOTHETICAL.match(text)
    )
    advice = _advice(text, words) if is_told else None
    if advice and advice.is_slight and is_firm:
        advice = None
    result = _result(text, words) if is_told else None
    if advice and result is DecisionResult.DEFERRED:
        advice = None
    is_concern = (
        result is not DecisionResult.AGREED
        and _may_hold(words, cues.CONCERN_HINTS)
        and cues.CONCERN.search(text) is not None
    )
    is_choice = advice is not None or result is not None
    return DecisionCues(
        alternatives=_alternatives(text, is_choice=is_choice, is_strict=said.is_by_agent),
        advice=advice,
        reason=_reason(text) if is_choice or not said.is_question else None,
        is_concern=is_concern and advice is None,
        result=result if advice is None else None,
        gathered=_gathered(text),
    )


def concern_of(text: str) -> str:
    """A concern in its own words."""
    return shortened(_CONCERN_LABEL.sub("", text))


def outcome_of(text: str) -> str:
    """The outcome in its own words, without the consent before it."""
    told = _LABEL.sub("", text) or text
    rest = _FILLER.sub("", told, count=1).strip()
    rest = rest if " " in rest else told
    return shortened(rest[:1].upper() + rest[1:])


def has_content(text: str) -> bool:
    """Whether an outcome has content beyond consent."""
    return len(_LONG.findall(outcome_of(text))) >= 4


def shortened(text: str) -> str:
    """The text, cut at a word to fit a field."""
    if len(text) <= CLAUSE_CHARACTERS_MAX:
        return text
    return text[: CLAUSE_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"


def _may_hold(words: frozenset[str], hints: frozenset[str]) -> bool:
    """Whether a sentence holds one of the hint words of a cue."""
    return not words.isdisjoint(hints)


def _advice(text: str, words: frozenset[str]) -> Advice | None:
    if text.endswith(":"):
        return None
    swedish = found = None
    if _may_hold(words, cues.REKOMMENDERAR_HINTS):
        swedish = found = cues.REKOMMENDERAR.search(text)
    if found is None and _may_hold(words, cues.RECOMMENDS_HINTS):
        found = cues.RECOMMENDS.search(text)
    if found is None:
        praised = _praised(text) if _may_hold(words, cues.PRAISES_HINTS) else None
        return praised or (_would(text) if _may_hold(words, cues.WOULD_HINTS) else None)
    rest = text[found.end() :]
    lead = _VERBAL.match(rest)
    clause = rest
    if lead and lead["that"]:
        clause = rest[lead.start("that") :]
    elif lead and (lead["who"] or lead["to"]):
        clause = ("att " if swedish else "to ") + rest[lead.end() :]
    elif _ENDS_VERBAL.search(found[0]):
        clause = ("att " if swedish else "to ") + rest.strip()
    because = cues.BECAUSE.search(clause) or cues.THAT_WAY.search(clause)
    if because:
        clause = clause[: because.start()]
    clause = shortened(_BUT.sub("", clause).strip(_ENDS))
    if not clause or _JOINS.match(clause):
        return None
    return Advice(clause, swedish is not None, is_slight=not _has_substance(clause))


def _praised(text: str) -> Advice | None:
    """A recommendation by praise: "I think the trust makes most sense"."""
    found = cues.PRAISES.search(text)
    if found is None:
        return None
    clause = (found["what"] or found["best"] or found["bäst"]).strip(_ENDS)
    return Advice(clause, found["bäst"] is not None, is_slight=True)


def _would(text: str) -> Advice | None:
    """A recommendation with a reason: "I would clear the loan first, since it costs most"."""
    found = cues.WOULD.search(text)
    if found is None:
        return None
    clause = (found["what"] or found["göra"]).strip(_ENDS)
    word = "att" if found["göra"] else "to"
    return Advice(shortened(f"{word} {clause}"), found["göra"] is not None, is_slight=True)


def _has_substance(clause: str) -> bool:
    words = _MEANT.findall(clause)
    return len(words) >= 2 or any(len(word) >= 6 or not word.islower() for word in words)


def _reason(text: str) -> Reason | None:
    because = cues.BECAUSE.search(text)
    if because:
        clause = _BUT.sub("", text[because.end() :]).strip(_ENDS)
        if not clause and because.start():
            return None
        # "Because X, I'd suggest Y": the reason ends where the advice begins.
        advice = cues.RECOMMENDS.search(clause) or cues.REKOMMENDERAR.search(clause)
        clause = clause[: advice.start()].strip(_ENDS) if advice else clause
        link = ReasonLink.LABEL if because[0].endswith(":") else ReasonLink.BECAUSE
        link = ReasonLink.GIVEN if _THING_FOLLOWS.fullmatch(because[0]) else link
        return Reason(shortened(clause), link) if clause else None
    linked = cues.THAT_WAY.search(text)
    if linked:
        clause = _BUT.sub("", text[linked.start() :]).strip(_ENDS)
        return Reason(shortened(clause), ReasonLink.OWN if linked.start() else ReasonLink.BECAUSE)
    return None


def _result(text: str, words: frozenset[str]) -> DecisionResult | None:
    if cues.DEFERRED.search(text):
        return DecisionResult.DEFERRED
    if cues.DECLINED.search(text):
        return DecisionResult.DECLINED
    agreed = None
    if _may_hold(words, cues.AGREED_HINTS):
        agreed = cues.AGREED.search(text, 0, _RESULT_BEFORE)
    if agreed is None and _may_hold(words, cues.ÖVERENS_HINTS):
        agreed = cues.ÖVERENS.search(text, 0, _RESULT_BEFORE)
    # Thinking about it is no decision.
    return (
        DecisionResult.AGREED
        if agreed and not cues.HEDGED.search(text, 0, agreed.start())
        else None
    )


def _alternatives(text: str, *, is_choice: bool, is_strict: bool) -> tuple[str, ...]:
    several = cues.ALTERNATIVES.search(text)
    if several:
        return _listed(text[several.end() :], splits_and=True)
    if not is_choice:
        # Agents say "you can … or …" very often.
        either = None if is_strict else cues.EITHER.search(text)
        if either and _OR.search(text, either.end()):
            listed = _listed(text[either.end() :], splits_and="between" in either[0].lower())
            return listed if len(listed) > 1 else ()
        one = cues.ALTERNATIVE.search(text)
        parts = _ANOTHER.split(text[one.end() :]) if one else ()
        return tuple(kept for part in parts for kept in _listed(part, splits_or=False))
    return _contrasted(text)


def _contrasted(text: str) -> tuple[str, ...]:
    """The rejected alternative of a choice: "A rather than B"."""
    over = cues.OVER.search(text)
    if over is None:
        return ()
    rest = text[over.end() :]
    because = cues.BECAUSE.search(rest) or cues.THAT_WAY.search(rest)
    rest = rest[: because.start()] if because else rest
    return _listed(rest.split(",", 1)[0], splits_commas=False)


def _listed(
    text: str, *, splits_and: bool = False, splits_or: bool = True, splits_commas: bool = True
) -> tuple[str, ...]:
    because = cues.BECAUSE.search(text)
    text = _BUT.sub("", text[: because.start()] if because else text)
    parts = [text]
    if splits_or:
        parts = _OR.split(text)
        if splits_commas and (len(parts) > 1 or splits_and):
            parts = [one for part in parts for one in _COMMA.split(part)]
        if splits_and and (len(parts) > 2 or len(_OR.split(text)) == 1):
            parts = [*parts[:-1], *_AND.split(parts[-1])]
    elif "," in text:
        parts = [text.split(",", 1)[0]]
    cleaned = (_LEAD.sub("", part.strip(_ENDS), count=1).strip(_ENDS) for part in parts)
    kept = [shortened(one) for one in cleaned if one and not _ASIDE.match(one)]
    return tuple(dict.fromkeys(kept[:_LIST_MAX]))


def _gathered(text: str) -> tuple[str, ...]:
    found = cues.GATHERED.search(text)
    if found is None:
        return ()
    rest = text[found.end() :]
    stop = re.search(
        r",? (?:and|so) (?:i|we)\b|,? (?:och|så) (?:jag|vi)\b|[.;]", rest, re.IGNORECASE
    )
    rest = rest[: stop.start()] if stop else rest
    advice = cues.RECOMMENDS.search(rest) or cues.REKOMMENDERAR.search(rest)
    rest = rest[: advice.start()] if advice else rest
    owned = re.compile(
        r"(?:your|the|our|her|his|their|er|din|ditt|dina|era|ert|hennes|hans)\s+", re.IGNORECASE
    )
    parts = [one for part in _COMMA.split(rest) for one in _AND.split(part)]
    cleaned = (owned.sub("", part.strip(_ENDS), count=1).strip(_ENDS) for part in parts)
    return tuple(shortened(one) for one in cleaned if one and len(one.split()) <= 8)[:_LIST_MAX]
