"""Reads one message: decides which clauses are kept, and in which family."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from remembrancer.core.kinds import Family
from remembrancer.items.message import Message
from remembrancer.language import mood, sentences, unresolved
from remembrancer.language.act_words import CHANGES, NOW
from remembrancer.language.coordination import coordinated
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import find_names, is_name
from remembrancer.language.negation import rejection_length
from remembrancer.language.sentences import Sentence
from remembrancer.language.slots.slot import FilledSlot
from remembrancer.language.statement_reader import fill_slots, mask_statement
from remembrancer.language.stemming import detect_language
from remembrancer.reading.offline import cues, others_lives, plain_decisions
from remembrancer.reading.offline.clause_classifier import (
    PLAIN_WORDS_MIN,
    UNSURE,
    classify,
    is_postponed,
    live_reason,
)
from remembrancer.reading.offline.dangling_references import corrects_other_speaker
from remembrancer.reading.offline.filters import junk_filter, transient_filter
from remembrancer.reading.offline.findings import (
    Outcome,
    ReadingContext,
    RejectedText,
    RuleFinding,
    SentenceReading,
    UndecidedSentence,
)
from remembrancer.reading.offline.sentence_rewriting import (
    filler_length,
    is_announced,
    without_tail,
)
from remembrancer.reading.offline.talk import lead_ins
from remembrancer.reading.offline.talk.introduced_speakers import (
    only_introduces,
    own_introduction,
    with_stranger,
)
from remembrancer.reading.offline.talk.spoken_sentences import AGENTS, SentenceCache
from remembrancer.reading.offline.talk.told_in_talk import ANSWER_SENTENCES_MAX
from remembrancer.reading.offline.words.note_words import OF_ONESELF

TOLD_SENTENCES_MAX: Final = 3  # of a short text that is given to be kept
WORDS_MIN: Final = 2  # a shorter sentence says nothing
UNSURE_WORDS_MIN: Final = 3  # a shorter sentence cannot stand alone
QUOTE_CHARACTERS_MAX: Final = 300  # a longer sentence is quoted by its clause


_ORDER: Final = "It gives orders to the model or to the memory."
_BESIDE_ORDER: Final = "It stands beside orders to the model or to the memory."

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_THEN: Final = re.compile(r"\W*(?:(?:and|so|och) )?(?:then|då)[, ]")
_CORRECTS: Final = re.compile(
    r"(?<!\w)(?:actually|sorry|correction|i mean|no wait|wait,|scratch that|my mistake|rättelse"
    r"|förlåt|jag menar|nej,|egentligen)(?!\w)"
)
_REQUEST: Final = re.compile(
    r"\W*@?([A-ZÅÄÖ][\w-]+),? (?:(?:can|could|will|would) you|(?:kan|vill|skulle) du) \w+"
)
_LACKS_SUBJECT: Final = re.compile(
    r"(?:haven't|hasn't|have|has|didn't|did|don't|doesn't|not|never|har|inte|ej)\b", re.IGNORECASE
)
_RELATIVE: Final = re.compile(r"(?:who|which|whose|som|vars|born|aged|född|födda)\b")
_PARTICIPLE: Final = re.compile(  # what goes on about the same thing: "fixed until", "bundet till"
    r"(?:currently |nu )?(?:\w{2,}(?:ed|et|en|at|ad|d|t)|due|held|paid|set|bunden)\s(?:until|till"
    r"|to|at|by|with|in|on|from|for|over|hos|av|på|i|med|från|för|t\.o\.m\.?)\s"
)
_DANGLES: Final = re.compile(r"\W*(?:it|that|this|they|he|she|den|det|de|hon|han)(?:'\w+)?\s", re.I)
_RECALLS: Final = re.compile(  # an old value is quoted: what holds is said after it
    r"\W*(?:[\w']+ ){0,4}?(?:(?:i|we|you|jag|vi|du|ni)(?:'ve|'d| have| had| har| hade)? "
    r"(?:said|told|wrote|claimed|mentioned|noted|thought|sa|sade|sagt|skrev|skrivit|påstod|hävdade"
    r"|nämnde|trodde|tyckte)"
    r"|(?:sa|sade|skrev|påstod|hävdade|nämnde|trodde|tyckte|har) (?:jag|vi|du|ni)"
    r"|your notes? (?:say|have)|(?:mitt|vårt|förra) [\w ]{0,24}stod det"
    r"|(?:my|our) (?:last |earlier |previous )?(?:message|mail|note|post) said"
    r"|you(?:'ve| have)? (?:put|got|had|have|noted) (?:me|us|him|her|it|this) (?:down )?(?:as|with)"
    r")\b",
    re.IGNORECASE,
)
_JOINT_LENGTH: Final = 6
_QUOTE_MARKS: Final = '"“”„«»'
_QUOTED: Final = re.compile(r'(?<![^\s(:])(?:"[^"\n]*"|[“„”][^“„”\n]*[“”]|[«»][^«»\n]*[«»])')
_SENTENCE_SPACES: Final = 4  # in a quotation, from which on it is a sentence and no name
_SELF: Final = re.compile(
    r"(?<![\w'])(?:i|i'm|i've|i'll|i'd|my|we|we're|we've|our|jag|min|mitt|mina|vi|vår|vårt|våra)"
    r"(?![\w'])"
)
_MINE: Final = r"(?:i|i'm|i've|my|we|we're|our|jag|vi|min|mitt|mina|vår|vårt)"
_AND_I: Final = re.compile(rf",?\s(?:and|och|so|så)\s+(?={_MINE}\s)", re.IGNORECASE)
_I: Final = re.compile(rf"\W*{_MINE}\s", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"\s*(?:,\s*(?:and|och|with|med)?|;|\s(?:and|och|plus|with|med|samt)\s|\s[–—-]\s)\s*"
)


def read_message(
    message: Message, split: SentenceCache, talk: ReadingContext, *, after: int = 0
) -> Iterator[SentenceReading]:
    """Reads a message sentence by sentence.

    Text before the offset `after` was read already.
    """
    talk = _with_intent(message, split, talk)
    listed = [
        one if one.start >= after else _clauses_after(one, after)
        for one in split.sentences(message)
    ]
    listed = with_stranger(listed, talk)
    lows = [one.text.lower().replace("’", "'") for one in listed]
    quoted = _others_words(message.content)
    is_order = split.has_visible_injection(message)
    jokes = [junk_filter.is_joke(low) for low in lows]
    for index, (one, low) in enumerate(zip(listed, lows, strict=True)):
        outcomes: tuple[Outcome, ...] = ()
        # "Just kidding" cancels the sentence before it.
        takes_back = (
            index + 1 < len(listed) and jokes[index + 1] and len(listed[index + 1].text) < 40
        )
        if is_order:
            outcomes = _rejected_with_injection(one, low, message, talk)
        elif corrects_other_speaker(listed, index) or _is_unreal(one.text, low):
            pass
        elif index and _THEN.match(low) and junk_filter.is_imagined(lows[index - 1]):
            pass  # "What if margins fall? Then fair value is $88."
        elif any(first < one.end and one.start < last for first, last in quoted):
            pass  # somebody else says it of themself
        elif not jokes[index] and not takes_back and low.count(" ") >= WORDS_MIN - 1:
            heard = talk if index < ANSWER_SENTENCES_MAX else replace(talk, is_asked=False)
            outcomes = tuple(_in_sentence(one, low, message, heard))
        yield SentenceReading(message, one, index, len(listed), outcomes)


def _is_unreal(text: str, low: str) -> bool:
    is_real = not (transient_filter.is_daydream(low) or transient_filter.is_withdrawn(low))
    return not is_real or others_lives.is_of_others(text)


def _others_words(text: str) -> list[tuple[int, int]]:
    """Where somebody is quoted who says "I", or who says a whole sentence behind a colon: the
    words are not the speaker's. A text that is nothing but a quotation is given as what it says."""
    if not any(mark in text for mark in _QUOTE_MARKS):
        return []
    found = (one for one in _QUOTED.finditer(text) if one[0].strip() != text.strip())
    return [
        one.span()
        for one in found
        if _SELF.search(one[0].lower().replace("’", "'"))
        or (text[: one.start()].rstrip().endswith(":") and one[0].count(" ") >= _SENTENCE_SPACES)
    ]


def _with_intent(message: Message, split: SentenceCache, talk: ReadingContext) -> ReadingContext:
    """The context, with whether the message is a short text that is given to be kept."""
    count = len(split.sentences(message))
    is_short = count <= TOLD_SENTENCES_MAX
    is_meant = talk.brief.is_told and is_short
    if talk.brief.hears_agents and message.role in AGENTS:
        talk = replace(talk, by_agent=True)
    if is_meant or (talk.is_lone and not is_short):
        return replace(talk, is_meant=is_meant, is_single=is_meant and count == 1, is_lone=False)
    return talk


def _clauses_after(sentence: Sentence, after: int) -> Sentence:
    """The clauses of a sentence that start after an offset."""
    starts = [first for first, _ in sentences.split_clauses(sentence.text)]
    first = next((one for one in starts if sentence.start + one >= after), len(sentence.text))
    return Sentence(
        sentence.start + first,
        sentence.end,
        sentence.text[first:],
        sentence.section,
        sentence.is_listed,
        sentence.speaker,
    )


def _rejected_with_injection(
    one: Sentence, low: str, message: Message, talk: ReadingContext
) -> tuple[Outcome, ...]:
    """Rejects the statements of a message with prompt injection."""
    if junk_filter.is_injection(low):
        return (RejectedText(one.text, _ORDER),)
    return (RejectedText(one.text, _BESIDE_ORDER),) if _seems_known(one, message, talk) else ()


def _seems_known(sentence: Sentence, message: Message, talk: ReadingContext) -> bool:
    return any(
        isinstance(one, RuleFinding)
        for one in _in_sentence(sentence, sentence.text.lower(), message, talk)
    )


def _in_sentence(
    sentence: Sentence, low: str, message: Message, talk: ReadingContext
) -> Iterator[Outcome]:
    text = without_tail(sentence.text)
    if len(text) < len(sentence.text):
        low = low[: len(text)]
        talk = replace(talk, is_asked=True)  # it is meant to be known
    section, offset = cues.section_family(sentence.section), 0
    filler = filler_length(text)
    if named := lead_ins.named_family(text, filler):
        section, offset = named
    elif section is None and sentence == talk.sealed:
        section = Family.DECISION
    request = _REQUEST.match(text) if sentence.is_question and not talk.is_assistant_chat else None
    if request and is_name(request[1]):
        section = section or Family.ACTION
    elif sentence.is_question and not (
        cues.asks_for_contact(low) or junk_filter.asks_for_good(low)
    ):
        cut = max(text.rfind(", "), text.rfind(" – "), text.rfind(" - "))
        # "…, is that a problem?" follows a statement; "…, or was that just talk?" asks about it.
        is_other = junk_filter.starts_as_question(low[cut + 1 :])
        if cut < 0 or junk_filter.starts_as_question(low) or not is_other:
            if section is not Family.UNRESOLVED:
                return
            cut = len(text)
        text, low = text[:cut], low[:cut]
    elif junk_filter.starts_as_question(low[offset:]) and not (
        sentence.is_question or section or sentence.is_listed
    ):
        return
    is_supposed = junk_filter.is_imagined(low)
    if offset or len(text) < len(sentence.text):
        filler = filler_length(text[offset:])
    if filler and is_announced(text[offset : offset + filler]):
        talk = replace(talk, is_asked=True)
    offset += filler
    parts = _joined(
        text,
        [
            (max(start, offset), end)
            for start, end in sentences.split_clauses(text)
            if end > offset + 1
        ],
    )
    recalled = [part for part in parts if _RECALLS.match(text, *part)]
    if recalled and len(recalled) < len(parts):  # "last time I said X, but it is Y"
        parts = [part for part in parts if part not in recalled]
        offset = parts[0][0]
        if _DANGLES.match(text, offset):
            yield from _restated(sentence, text, message, talk)
            return
        talk = replace(talk, is_meant=True, is_restated=True)
    found: list[Outcome] = []
    for start, end in parts:
        clause = text[start:end]
        if clause.count(" ") < WORDS_MIN - 1:
            continue
        found.extend(_in_halves(sentence, start, end, section, is_supposed, message, talk))
    kept = [one for one in found if isinstance(one, RuleFinding)]
    if len(kept) == 1 and len(parts) > 1 and not sentence.is_question:
        is_named = own_introduction(text[offset:], sentence, message, talk) is not None
        stands = _stands_alone(kept[0], sentence) or plain_decisions.stands_alone(kept[0], sentence)
        if not (is_named or kept[0].is_fragment or stands):
            kept[0] = _widened(kept[0], sentence, offset, talk)
    if not found and section is None and not (is_supposed or sentence.is_question):
        found = _behind_lead_in(sentence, text, offset, message, talk)
        if not found and talk.is_own and OF_ONESELF.match(text, offset):
            whose = "Jag" if detect_language(text) == "swedish" else "I"
            found = list(_in_clause(sentence, offset, len(text), whose, None, False, message, talk))
        kept = [one for one in found if isinstance(one, RuleFinding)]
    lefts = tuple(one for one in found if isinstance(one, RejectedText))
    if not kept and all(one.reason == UNSURE for one in lefts):
        start, end = sentence.start + offset, sentence.start + len(text.rstrip(" ,–-"))
        is_long = end - start > QUOTE_CHARACTERS_MAX
        is_short = sentence.text.count(" ") < UNSURE_WORDS_MIN - 1
        if not is_long and not is_short and not (is_supposed or _is_never_kept(sentence, low)):
            yield UndecidedSentence(message, start, end, lefts)
            return
    yield from kept
    yield from lefts


def _behind_lead_in(
    sentence: Sentence, text: str, offset: int, message: Message, talk: ReadingContext
) -> list[Outcome]:
    """The outcomes of what stands behind a few words that only lead to it. In a text that is given
    to be kept these are a reaction, or a part of it."""
    if talk.is_meant:
        return []
    for start, is_label in lead_ins.behind_lead_in(text, offset):
        filler = filler_length(text[start:])
        is_meant = is_label or is_announced(text[start : start + filler])
        heard = replace(talk, is_asked=True) if is_meant else talk
        found = _in_halves(sentence, start + filler, len(text), None, False, message, heard)
        if any(isinstance(one, RuleFinding) for one in found):
            return found
    return []


def _stands_alone(found: RuleFinding, sentence: Sentence) -> bool:
    """Whether a clause beside an "and I" has a subject and a value of its own, or says that
    something changed: the other clause is another matter, and would be lost with the value."""
    if found.filled is None and not any(one.search(found.clause.low) for one in (NOW, CHANGES)):
        return False
    first, last = found.start - sentence.start, found.end - sentence.start
    before = _AND_I.search(sentence.text, max(first - _JOINT_LENGTH, 0))
    if before is not None and before.end() == first:
        return True
    return _I.match(sentence.text, first) is not None and (
        _AND_I.match(sentence.text, last) is not None
    )


def _restated(
    sentence: Sentence, text: str, message: Message, talk: ReadingContext
) -> Iterator[Outcome]:
    """A sentence that quotes an old value and says "it" of the new one: it is kept whole, and
    gives no value for a slot."""
    said = mask_statement(text, language=talk.brief.language, at=message.timestamp)
    if Family.FACT not in talk.brief.kinds:
        return
    if not (said.amounts or said.dates or find_names(said.plain)):
        return
    start, end = sentence.start, sentence.start + len(text)
    yield RuleFinding(
        message, Family.FACT, start, end, said, cues.WEAKER, speaker=sentence.speaker, corrects=True
    )


def _is_never_kept(sentence: Sentence, low: str) -> bool:
    """Whether an undecided sentence is never kept."""
    if sentence.is_question or junk_filter.starts_as_question(low):
        return True
    if transient_filter.is_current_trouble(low) or transient_filter.is_small_choice(low):
        return True
    if mood.is_reported(low):
        return True
    words = frozenset(_WORD.findall(low))
    return junk_filter.is_news(low, words)


def _joined(text: str, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The clauses, with short ones without a subject or topic joined to a neighbour."""
    made: list[tuple[int, int]] = []
    for start, end in parts:
        clause = text[start:end]
        is_short = clause.count(" ") < PLAIN_WORDS_MIN - 1 and _LACKS_SUBJECT.match(clause)
        if made and (is_short or unresolved.names_no_topic(clause)):
            made[-1] = (made[-1][0], end)
        else:
            made.append((start, end))
    return made


def _widened(
    found: RuleFinding, sentence: Sentence, offset: int, talk: ReadingContext
) -> RuleFinding:
    """The finding widened to the whole sentence, unless that adds a number of live data."""
    start, end = sentence.start + offset, sentence.end
    if end - start > QUOTE_CHARACTERS_MAX:
        return found
    said = mask_statement(
        sentence.text[offset:], language=talk.brief.language, at=found.message.timestamp
    )
    if len(said.amounts) > len(found.clause.amounts) and live_reason(said, None, talk):
        return found
    filled, at = found.filled, said.low.find(found.clause.low)
    if filled is not None and at > 0:
        filled = filled._replace(start=filled.start + at, end=filled.end + at)
    return found._replace(start=start, end=end, clause=said, filled=filled)


def _in_halves(
    sentence: Sentence,
    start: int,
    end: int,
    section: Family | None,
    is_supposed: bool,
    message: Message,
    talk: ReadingContext,
) -> list[Outcome]:
    """The outcomes of a clause, or of its two halves if each of them states something."""
    clause = sentence.text[start:end]
    name = own_introduction(clause, sentence, message, talk) if section is None else None
    if name is not None and name.right is not None:
        # Whether the name is kept or not, the rest stands alone.
        parted = ((start, start + name.left), (start + name.right, end))
        return [
            outcome
            for half in parted
            for outcome in _in_clause(sentence, *half, "", section, is_supposed, message, talk)
        ]
    both = coordinated(clause) if section is None else None
    if both is not None:
        halves = ((start, start + both.left, ""), (start + both.right, end, both.subject))
        for one in (talk, replace(talk, is_meant=True)):
            made = [
                list(_in_clause(sentence, *half, section, is_supposed, message, one))
                for half in halves
            ]
            kept = [any(isinstance(each, RuleFinding) for each in half) for half in made]
            if all(kept):
                return [*made[0], *made[1]]
            if not any(kept):
                break
    return list(_in_clause(sentence, start, end, "", section, is_supposed, message, talk))


def _in_clause(
    sentence: Sentence,
    start: int,
    end: int,
    subject: str,
    section: Family | None,
    is_supposed: bool,
    message: Message,
    talk: ReadingContext,
) -> Iterator[Outcome]:
    """The outcomes of a clause. `subject` is carried over from the clause before it."""
    if only_introduces(sentence.text[start:end], sentence):
        return  # who speaks is no knowledge about the subject
    language = talk.brief.language
    text = sentence.text[start:end]
    text = f"{subject} {text[:1].lower()}{text[1:]}" if subject else text
    said = mask_statement(text, language=language, at=message.timestamp)
    fills = [one for one in fill_slots(said) if not one.is_weak]
    cut = _split_point(said, fills) if not subject else None
    spans = [(start, end)] if cut is None else [(start, start + cut[0]), (start + cut[1], end)]
    for number, (first, last) in enumerate(spans):
        if cut is not None:
            text = sentence.text[first:last]
            said = mask_statement(text, language=language, at=message.timestamp)
            fills = [one for one in fill_slots(said) if not one.is_weak]
        outcome = classify(
            said, fills, section, sentence, is_supposed, talk, message.timestamp.date()
        )
        if outcome is None:
            continue
        if isinstance(outcome, RejectedText):
            yield outcome
            continue
        family, confidence, filled, is_hedged = outcome
        led = plain_decisions.lead_length(text) if family is Family.DECISION and not cut else 0
        if led:
            first += led
            said = mask_statement(text[led:], language=language, at=message.timestamp)
        yield RuleFinding(
            message,
            family,
            sentence.start + first,
            sentence.start + last,
            said,
            confidence,
            filled,
            sentence.speaker,
            is_hedged,
            number > 0 or bool(subject),
            bool(_CORRECTS.search(sentence.text.lower()) or rejection_length(sentence.text)),
            family is Family.ACTION and is_postponed(said, talk),
            subject,
        )


def _split_point(said: MaskedText, fills: list[FilledSlot]) -> tuple[int, int] | None:
    """Where to split a clause that fills two slots; None: it is not split."""
    if len(fills) < 2:
        return None
    one, other = sorted(fills, key=lambda fill: (fill.start, fill.end))[:2]
    if one.end > other.start:
        return None
    joint = _BETWEEN.search(said.text, max(one.end - 1, 0), min(other.start + 2, len(said.text)))
    if joint is None or joint.end() > other.start:
        return None
    if _RELATIVE.match(said.low, joint.end()):
        return None  # "a son, Ivar, who is 12" is one statement
    if _PARTICIPLE.match(said.low, joint.end()):
        return None  # "the loan is £200,000 and fixed until 2028": the end says nothing alone
    return said.plain_offset(joint.start()), said.plain_offset(joint.end())
