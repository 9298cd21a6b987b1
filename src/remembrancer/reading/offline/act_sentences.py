"""Act sentences: what nobody would keep by itself, but may change, correct or close an item.

"The forms are sent" is worth nothing alone. Beside the task to send the forms it closes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from remembrancer.core.kinds import TASK_FAMILIES, Family
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.language import claim_reader, mood, sentences
from remembrancer.language.act_words import (
    CHANGES,
    CORRECTS,
    NOW,
    PARTED_WITH,
    REJECTED,
    RESTATES,
    REVERSES,
    TAKES_BACK,
)
from remembrancer.language.masked_text import MaskedText
from remembrancer.language.names import is_name
from remembrancer.language.negation import NEGATIONS, is_negated, is_rejection
from remembrancer.language.sentences import Sentence
from remembrancer.language.statement import Claim
from remembrancer.language.statement_reader import best_slot, mask_statement
from remembrancer.language.times.recurrence import find_recurrences
from remembrancer.reading.judging.done.completion import may_complete
from remembrancer.reading.judging.taking_back import may_lift
from remembrancer.reading.offline.clause_classifier import PLAIN_FIGURE
from remembrancer.reading.offline.cues import PLAIN
from remembrancer.reading.offline.dangling_references import has_dangling_reference
from remembrancer.reading.offline.filters import junk_filter
from remembrancer.reading.offline.findings import (
    Outcome,
    ReadingContext,
    RejectedText,
    RuleFinding,
    SentenceReading,
)
from remembrancer.reading.offline.sentence_rewriting import filler_length

_BEHIND_CHARACTERS: Final = 120  # behind "I wrote that wrong." the right value follows soon
ACTS_MAX: Final = 20  # of one text: each is compared with known items
RESTATED_MAX: Final = 5  # of one text: what may only say again what is known
_WORDS_MIN: Final = 3
_CHARACTERS_MAX: Final = 300
# A cheap test: most sentences change nothing. "Since Monday" is masked only later.
_MAY_ACT: Final = re.compile(
    "|".join(one.pattern for one in (CHANGES, CORRECTS, REVERSES, NOW, REJECTED)).replace(
        "?P<", "?P<_"
    )
    + r"|(?<!\w)(?:since|sedan)(?!\w)"
)
_MARKS: Final = re.compile(r"[\"“”„«»]")
_TITLE: Final = re.compile(r"[\"“”„«](?:[\w&.'-]+\s?){1,3}[\"“”»]")
_INSTEAD: Final = re.compile(r"(?<!\w)(?:instead(?! of)|i ?stället(?! för))(?!\w)")
# "That curry was a mistake": of a thing, and not of what was said.
_OTHER_MISTAKE: Final = re.compile(
    r"(?:that|this|the|our|my|den|det|vår|vårt|min|mitt)\s(?!(?:\w+ )?(?:figures?|numbers?|dates?"
    r"|names?|amounts?|prices?|sums?|address|spelling|bit|line|part|thing|note|message|siffra|siffran|datum"
    r"|datumet|namn|namnet|belopp|beloppet|pris|priset|summan|adressen|det)(?!\w))\w+"
    r"\s(?:was|is|were|var|är)\s(?:\w+\s)?(?:a mistake|ett misstag|mistaken)"
)
_SHE: Final = re.compile(r"\W*(?:she|he|hon|han)(?:'\w+)?\s", re.IGNORECASE)
_DEFINITE: Final = re.compile(r"[A-ZÅÄÖ\d_/]")  # of a name, a code, a path or a value
_WORD: Final = re.compile(r"[^\W_]+")
_NO: Final = re.compile(r"\W*(?:(?:no|nope|nah|nej|nä|nix|då|men)\W*)+")  # it answers a question
_DENIALS: Final = NEGATIONS | {"nej"}
_WORD_OR_SHORT_FORM: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def follows_correction(message: Message, start: int) -> bool:
    """Whether the words right before an offset say that something was wrong or is taken back."""
    before = message.content[max(0, start - _BEHIND_CHARACTERS) : start].lower().replace("’", "'")
    before = _OTHER_MISTAKE.sub(" ", before)
    if TAKES_BACK.search(before) is not None:
        return True
    return _NO.fullmatch(before) is None and is_rejection(before.strip())


def _is_decided(outcome: Outcome) -> bool:
    """Whether a rule keeps or rejects it. A plain figure may still be a newer one."""
    if isinstance(outcome, RejectedText):
        return outcome.reason != PLAIN_FIGURE
    return isinstance(outcome, RuleFinding)


def act_findings(
    lines: Sequence[SentenceReading], kept: Sequence[Proposal], talk: ReadingContext
) -> Iterator[RuleFinding]:
    """Sentences that no rule keeps, in words of change, correction or completion."""
    found = restated = 0
    can_complete = talk.brief.has_tasks
    with_tasks = _messages_with_tasks(kept, talk)
    by_message: dict[str, list[Proposal]] = {}
    for proposal in kept:
        by_message.setdefault(proposal.message_id, []).append(proposal)
    for before, line in zip((None, *lines), lines, strict=False):
        sentence, message = line.sentence, line.message
        can_complete = can_complete or message.id in with_tasks
        if found == ACTS_MAX:
            return
        if sentence.is_question or len(sentence.text) > _CHARACTERS_MAX:
            continue
        if _is_quoted(message.content, sentence):
            continue  # it stands in a quotation: somebody else's words change nothing
        low = sentence.text.lower().replace("’", "'")
        corrects = follows_correction(message, sentence.start)
        quotes = _quotes(sentence, by_message.get(message.id, ()))
        is_found = bool(quotes) or any(isinstance(one, RuleFinding) for one in line.outcomes)
        is_kept = is_found or any(map(_is_decided, line.outcomes))
        is_old = is_kept and _names_old_value(low, sentence, quotes)
        if is_found and not is_old:
            continue
        may_act = is_old or not is_kept
        denies = not is_found and not _DENIALS.isdisjoint(_WORD_OR_SHORT_FORM.findall(low))
        ends = _may_end(low, can_complete=can_complete)
        may_act &= corrects or denies or ends or _MAY_ACT.search(low) is not None
        if not may_act and restated == RESTATED_MAX:
            continue
        if len(_WORD.findall(low)) < _WORDS_MIN or junk_filter.is_joke(low):
            continue
        if junk_filter.is_imagined(low) or sentences.is_hypothetical(low) or mood.is_hearsay(low):
            continue
        start = sentence.start if is_kept else sentence.start + filler_length(sentence.text)
        if not is_kept and before is not None:
            start = _named_before(before, line, start)
        text = message.content[start : sentence.end]
        said = mask_statement(text, language=talk.brief.language, at=message.timestamp)
        if not (may_act or _may_restate(said)):
            continue
        claim = claim_reader.read_claim(said, talk.brief.language)
        is_act = may_act and (
            corrects
            or claim.is_act
            or claim.is_now
            or (denies and _denies(said, claim))
            or _may_end(said.plain.lower(), can_complete=can_complete)
        )
        if not claim.words or not (is_act or (not is_found and _restates(said, claim))):
            continue
        found, restated = found + is_act, restated + (not is_act)
        yield RuleFinding(
            message,
            Family.FACT,
            start,
            sentence.end,
            said,
            PLAIN,
            None if claim.rejected or start < sentence.start else best_slot(said),
            sentence.speaker,
        )


def _may_end(low: str, *, can_complete: bool) -> bool:
    """A cheap test: whether a sentence may tell that something is over, gone or free again."""
    if may_lift(low) or PARTED_WITH.search(low) is not None:
        return True
    return can_complete and may_complete(low)


def _messages_with_tasks(kept: Sequence[Proposal], talk: ReadingContext) -> frozenset[str]:
    """The messages of the text itself with something that a later sentence may report as done."""
    listed = {talk.brief.kinds.get(one) for one in TASK_FAMILIES}
    return frozenset(one.message_id for one in kept if one.kind in listed)


def _named_before(before: SentenceReading, line: SentenceReading, start: int) -> int:
    """Where it starts, with the sentence before it if that names what "it" is here."""
    message, sentence = line.message, before.sentence
    told = message.content[start:]
    if before.message is not message or not (has_dangling_reference(told) or _SHE.match(told)):
        return start
    is_short = line.sentence.end - sentence.start <= _CHARACTERS_MAX
    is_plain = not (before.is_kept or sentence.is_question or _is_quoted(message.content, sentence))
    return sentence.start if is_short and is_plain else start


def _is_quoted(text: str, sentence: Sentence) -> bool:
    """Whether a sentence stands in a quotation or holds one. A name in quotation marks is none."""
    if text.count('"', 0, sentence.start) % 2:
        return True
    return _MARKS.search(_TITLE.sub("", sentence.text)) is not None


def _denies(said: MaskedText, claim: Claim) -> bool:
    """Whether it plainly denies something of a named thing, or something that was decided."""
    if not (claim.names or claim.ends) or claim.is_limited:
        return False
    return is_negated(said.low, said.words) and not sentences.is_hedged(said.low, said.words)


def _may_restate(said: MaskedText) -> bool:
    """A cheap test: whether a name, a value or a word for it is there, as `_restates` needs."""
    if said.amounts or said.dates or RESTATES.search(said.low) is not None:
        return True
    if _DEFINITE.search(said.text, 1) is not None:
        return True
    first = _WORD.search(said.text)
    return bool((first and is_name(first[0])) or find_recurrences(said.low))


def _restates(said: MaskedText, claim: Claim) -> bool:
    """Whether it plainly states something of a named thing, so that it may be known already."""
    is_definite = bool(claim.names or claim.figures or claim.rhythms or claim.days)
    is_definite = is_definite or RESTATES.search(said.low) is not None
    if not is_definite or len(claim.words) < _WORDS_MIN - 1:
        return False
    return not sentences.is_hedged(said.low, said.words) and not claim.is_limited


def with_what_before(proposal: Proposal, told: Sequence[Message]) -> Proposal:
    """The proposal, with the words before it as evidence if it is "instead" of what they say."""
    if _INSTEAD.search(proposal.content.lower()) is None:
        return proposal
    place = next((at for at, one in enumerate(told) if one.id == proposal.message_id), None)
    if place is None:
        return proposal
    message = told[place]
    before = list(sentences.split_sentences(message.content[: proposal.start or 0]))
    if not before and place and told[place - 1].author_id == message.author_id:
        message = told[place - 1]
        before = list(sentences.split_sentences(message.content))
    if not before or len(before[-1].text) > _CHARACTERS_MAX:
        return proposal
    last = before[-1]
    said = Quote(message_id=message.id, quote=last.text, start=last.start)
    return proposal.model_copy(update={"also": (*proposal.also, said)})


def _quotes(sentence: Sentence, kept: Sequence[Proposal]) -> list[Proposal]:
    """The proposals of its message that quote a part of the sentence."""
    return [
        one
        for one in kept
        if one.start is not None
        and one.start < sentence.end
        and sentence.start < one.start + len(one.quote)
    ]


def _names_old_value(low: str, sentence: Sentence, quotes: Sequence[Proposal]) -> bool:
    """Whether the sentence names an old value outside of what is kept of it."""
    for found in REJECTED.finditer(low):
        first, last = (sentence.start + place for place in found.span())
        if quotes and not any(
            one.start is not None and one.start <= first and last <= one.start + len(one.quote)
            for one in quotes
        ):
            return True
    return False
