"""Verifications: a user corrects an agent, defines a term or confirms a statement."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.item import ConfidenceSubtype, Trust
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.language import sentences
from remembrancer.language.negation import is_rejection, rejection_length
from remembrancer.reading.offline import categorisation, entities
from remembrancer.reading.offline.confirmations import openers, verified_wording
from remembrancer.reading.offline.confirmations import verification_cues as cues
from remembrancer.reading.offline.confirmations.confirmation import find_confirmation
from remembrancer.reading.offline.confirmations.verified_fact import (
    CONTENT_CHARACTERS_MAX,
    WORDS_MIN,
    VerifiedFact,
    asks_for,
    is_fact,
    may_state,
)
from remembrancer.reading.offline.talk.spoken_sentences import (
    SentenceCache,
    SpokenSentence,
    spoken_sentences,
)

_TURNED_WORDS_MIN: Final = 2  # shared by "actually, …" and the statement it corrects
_RESTATED: Final = 0.6  # share of words by which a reply repeats what it confirms
_CONFIDENCE: Final = {
    ConfidenceSubtype.CORRECTION: 0.9,
    ConfidenceSubtype.UNPROMPTED_DEFINITION: 0.9,
    ConfidenceSubtype.CONFIRMATION: 0.8,  # somebody else worded it
}
# Documents and outside texts verify nothing.
_VOUCHING: Final = frozenset({Trust.PERSON, Trust.AGENT})

_WORD: Final = re.compile(r"[^\W_]+")
_FIGURE: Final = re.compile(r"(?<![\w.,])\d[\d.,]*\d|(?<![\w.,])\d(?!\w)")
_SORTS: Final = (_FIGURE, cues.MONTH, cues.WEEKDAY)  # of values that can replace each other


def verification_subtype(messages: Sequence[Message], index: int) -> ConfidenceSubtype | None:
    """How a message verifies a fact; None: it does not."""
    is_served = any(one.role == "assistant" for one in messages)
    found = _verified(messages, index, SentenceCache(), is_served=is_served)
    return found.subtype if found else None


def extract_verifications(
    messages: Sequence[Message], brief: Brief, split: SentenceCache | None = None
) -> tuple[Proposal, ...]:
    """A proposal for each fact that a user corrected, defined or confirmed."""
    kind = brief.kinds.get(Family.FACT)
    if kind is None:
        return ()
    is_served = brief.is_served or any(one.role == "assistant" for one in messages)
    cut = split or SentenceCache()
    found = (_verified(messages, at, cut, is_served=is_served) for at in range(len(messages)))
    return tuple(_proposal(one, brief, kind) for one in found if one is not None)


def _verified(
    messages: Sequence[Message], index: int, split: SentenceCache, *, is_served: bool
) -> VerifiedFact | None:
    message = messages[index]
    if message.role != "user" or message.trust not in _VOUCHING:
        return None
    if not cues.may_vouch(message.content) or split.has_injection(message):
        return None
    said = list(spoken_sentences(message, index, split))
    before = _agent_before(messages, index, split)
    return (
        (_correction(said, before) if before else None)
        or (find_confirmation(said, before) if before else None)
        or _definition(said, before, is_served=is_served)
    )


def _agent_before(
    messages: Sequence[Message], index: int, split: SentenceCache
) -> list[SpokenSentence]:
    """The last sentences of the agent before a message, if nobody answered in between."""
    author = messages[index].author_id
    for number in range(index - 1, -1, -1):
        message = messages[number]
        if message.role == "assistant":
            if spoken := list(spoken_sentences(message, number, split)):
                return spoken
        elif message.role == "user" and (message.author_id != author or number < index - 1):
            return []
    return []


# Corrections


def _correction(
    said: Sequence[SpokenSentence], before: Sequence[SpokenSentence]
) -> VerifiedFact | None:
    objected = False
    for one in said:
        if one.is_question:
            return None
        lead = _objection(one.text)
        objected = objected or lead > 0
        rest = one.text[lead:]
        turned = cues.TURNS_OVER.match(rest)
        fact = (rest[turned.end() :] if turned else rest).strip()
        if not fact:
            continue
        words_min = 1 if objected else _TURNED_WORDS_MIN if turned else 0
        found = _corrected_fact(one, fact, before, words_min=words_min)
        if found or not lead:
            return found
        if not asks_for(fact) and len(_WORD.findall(fact)) >= WORDS_MIN:
            return None
    return None


def _objection(text: str) -> int:
    """The length of a bare objection: "No, that's wrong. "."""
    start = 0
    while start < len(text) and (found := cues.OBJECTS.match(text, start)):
        start = found.end()
    if is_rejection(text[start:]):
        return len(text)
    return start + rejection_length(text[start:])


def _corrected_fact(
    said: SpokenSentence, fact: str, before: Sequence[SpokenSentence], *, words_min: int
) -> VerifiedFact | None:
    """The fact that a user gives as a correction.

    It shares `words_min` words with the corrected statement; 0: there was no objection, so it must
    contain a negation.
    """
    if asks_for(fact) or sentences.is_hedged(fact.lower(), verified_wording.word_set_of(fact)):
        return None
    contrast = next((found for one in cues.CONTRASTS if (found := one.match(fact))), None)
    wrong = contrast["wrong"] if contrast else None
    denies = wrong is not None and any(_names(one.text, wrong) for one in before)
    if not (words_min or denies):
        return None
    back = cues.POINTS_BACK.match(fact)
    is_bare = contrast is not None and cues.STATES.search(contrast["right"]) is None
    if back or is_bare:
        right = (contrast["right"] if contrast else fact).rstrip(" .!")
        right = cues.POINTS_BACK.sub("", right, count=1) if back else right
        return (
            _replaced(said, right, wrong, before)
            or (_with_subject(said, fact, before) if contrast is None else None)
            or (_used_instead(said, fact, contrast, before) if contrast and denies else None)
        )
    # "Actually, I …" starts a story; "No, I …" is a correction.
    is_story = words_min == _TURNED_WORDS_MIN and verified_wording.SELF.search(fact) is not None
    if is_story or not (is_fact(fact) or _repeats_agent(fact, before)):
        return None
    if not (denies or any(_is_about(fact, one.text, words_min) for one in before)):
        return None
    return VerifiedFact(ConfidenceSubtype.CORRECTION, said, fact)


def _repeats_agent(fact: str, before: Sequence[SpokenSentence]) -> bool:
    """Whether the correction reuses most of the agent's words."""
    least = max(_TURNED_WORDS_MIN, round(_RESTATED * len(verified_wording.keywords(fact))))
    return may_state(fact) and any(
        len(verified_wording.shared_keywords(fact, one.text)) >= least for one in before
    )


def _is_about(fact: str, stated: str, words_min: int) -> bool:
    both_count = _FIGURE.search(fact) is not None and _FIGURE.search(stated) is not None
    return len(verified_wording.shared_keywords(fact, stated)) >= words_min or (
        both_count and words_min == 1
    )


def _replaced(
    said: SpokenSentence, right: str, wrong: str | None, before: Sequence[SpokenSentence]
) -> VerifiedFact | None:
    """The agent's sentence with the corrected value, if only one place fits."""
    sort = next((one for one in _SORTS if one.search(right)), None)
    if wrong is None and sort is None:
        return None
    stated = [one for one in before if not one.is_question and is_fact(one.text)]
    fits: list[tuple[SpokenSentence, str]] = []
    for one in stated:
        if wrong is not None:
            places = [found.span() for found in _places(one.text, wrong)]
        else:
            places = [found.span() for found in sort.finditer(one.text)] if sort else []
        if len(places) == 1:
            start, end = places[0]
            value = right
            if wrong is None and sort and (given := sort.search(right)):
                value = right[given.start() :]
            value = _fitting(value, one.text[:start], one.text[end:])
            fits.append((one, one.text[:start] + value + one.text[end:]))
    if len(fits) != 1:
        return None
    rests_on, fact = fits[0]
    return VerifiedFact(ConfidenceSubtype.CORRECTION, said, openers.strip_opener(fact), rests_on)


def _with_subject(
    said: SpokenSentence, fact: str, before: Sequence[SpokenSentence]
) -> VerifiedFact | None:
    """ "It starts in April" with the subject from the agent's sentence; None: ambiguous."""
    found = cues.OF_THAT.match(fact)
    if found is None or len(_WORD.findall(found["rest"])) < _TURNED_WORDS_MIN:
        return None
    fits: list[tuple[SpokenSentence, str]] = []
    for one in before:
        places = _places(one.text, found["verb"])
        if one.is_question or len(places) != 1 or not may_state(openers.strip_opener(one.text)):
            continue
        name = openers.strip_opener(one.text[: places[0].start()].rstrip() + " ").strip()
        if name and cues.NO_NAME.search(name) is None:
            fits.append((one, f"{name} {found['verb']} {found['rest']}"))
    if len(fits) != 1:
        return None
    return VerifiedFact(ConfidenceSubtype.CORRECTION, said, fits[0][1], fits[0][0])


def _used_instead(
    said: SpokenSentence, fact: str, contrast: re.Match[str], before: Sequence[SpokenSentence]
) -> VerifiedFact | None:
    """The thing to use instead of what the agent used."""
    found = cues.SHOULD_BE.match(fact)
    done = [one for one in before if _names(one.text, contrast["wrong"])]
    if found is None or len(done) != 1:
        return None
    use = "Använd" if found["sv"] else "Use"
    return VerifiedFact(ConfidenceSubtype.CORRECTION, said, f"{use} {fact[found.end() :]}")


def _fitting(value: str, before: str, behind: str) -> str:
    """The value without a verb or unit that the sentence already has."""
    words, plain = value.split(), [word.strip(".,!").lower() for word in value.split()]
    head = [word.strip(".,!").lower() for word in before.split()]
    tail = [word.strip(".,!").lower() for word in behind.split()]
    first, last = 0, len(words)
    for size in range(1, len(words)):
        first = size if plain[:size] == head[-size:] else first
        last = len(words) - size if plain[-size:] == tail[:size] else last
    return " ".join(words[first:last]) if first < last else value


def _places(text: str, words: str) -> list[re.Match[str]]:
    return list(re.finditer(rf"(?<!\w){re.escape(words.strip(' .!'))}(?!\w)", text, re.IGNORECASE))


def _names(text: str, words: str) -> bool:
    return bool(_places(text, words))


# Definitions


def _definition(
    said: Sequence[SpokenSentence], before: Sequence[SpokenSentence], *, is_served: bool
) -> VerifiedFact | None:
    """A term that a user defines unasked; without an agent only with "by the way"."""
    asked = bool(before) and before[-1].is_question
    for one in said:
        lead = cues.BY_THE_WAY.match(one.text)
        text = one.text[lead.end() :] if lead else one.text
        if one.is_question or one.is_listed or one.section:
            continue
        if not lead and (asked or not is_served):
            continue
        forms = (*cues.DEFINES, cues.IS_ONE) if lead else cues.DEFINES
        found = next((match for form in forms if (match := form.match(text))), None)
        if found is None or cues.NO_TERM.search(found["term"]):
            continue
        low = text.lower()
        if sentences.is_hypothetical(low) or sentences.is_hedged(
            low, verified_wording.word_set_of(text)
        ):
            continue
        if len(_WORD.findall(found["body"])) < 2 or len(text) > CONTENT_CHARACTERS_MAX:
            continue
        return VerifiedFact(ConfidenceSubtype.UNPROMPTED_DEFINITION, one, text)
    return None


# Proposals


def _proposal(found: VerifiedFact, brief: Brief, kind: str) -> Proposal:
    rests_on = found.agent_sentence
    who = brief.subject or found.user_sentence.message.author_id
    content = verified_wording.attributed_sentence(found.fact, who, is_own=rests_on is None)
    also = (
        (Quote(message_id=rests_on.message.id, quote=rests_on.quote, start=rests_on.start),)
        if rests_on
        else ()
    )
    return Proposal(
        kind=kind,
        content=content,
        title=verified_wording.short_title(content),
        message_id=found.user_sentence.message.id,
        quote=found.user_sentence.quote,
        start=found.user_sentence.start,
        also=also,
        entities=entities.find_entities(content, brief),
        domain=categorisation.domain_of(content.lower(), brief),
        confidence=_CONFIDENCE[found.subtype],
        confidence_subtype=found.subtype,
        only_reconfirms=found.only_reconfirms,
    )
