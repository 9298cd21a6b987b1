"""The offline extractor: by rules alone, without a model, a key or a network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from pydantic import JsonValue

from remembrancer.core.kinds import Brief, Family
from remembrancer.core.limits import LEFT_OUT_MAX, PROPOSALS_MAX
from remembrancer.core.texts.text import ERASED
from remembrancer.items.item import ConfidenceSubtype
from remembrancer.items.message import Message
from remembrancer.items.proposal import Extraction, LeftOut, Proposal, Quote
from remembrancer.language import tense
from remembrancer.language.holder_words import RELATIONS
from remembrancer.language.holders import CLIENT, PRONOUNS
from remembrancer.language.negation import rejection_length
from remembrancer.language.statement_reader import is_denied
from remembrancer.reading.offline import (
    categorisation,
    entities,
    salience,
    sentence_rewriting,
    whose,
)
from remembrancer.reading.offline.act_sentences import (
    act_findings,
    follows_correction,
    with_what_before,
)
from remembrancer.reading.offline.confirmations import verification
from remembrancer.reading.offline.cues import PLAIN, WEAKER
from remembrancer.reading.offline.fields import (
    NOT_DUE,
    deadline_fields,
    fields_of,
    is_due_task,
    task_fields,
)
from remembrancer.reading.offline.filters import live_data_filter
from remembrancer.reading.offline.findings import (
    ReadingContext,
    RejectedText,
    RuleFinding,
    SentenceReading,
)
from remembrancer.reading.offline.message_reader import read_message
from remembrancer.reading.offline.people import resolve_pronoun
from remembrancer.reading.offline.proposal_merging import (
    deduplicate,
    is_repeated,
    with_traces,
    with_verifications,
)
from remembrancer.reading.offline.talk import decision_seals, told_in_talk
from remembrancer.reading.offline.talk.short_answers import (
    QuestionAnswer,
    denial_length,
    find_answer,
    find_denial,
    find_follow_ups,
)
from remembrancer.reading.offline.talk.spoken_sentences import (
    AGENTS,
    ASSISTANT,
    SentenceCache,
    is_program_role,
)
from remembrancer.reading.offline.talk.voices import voices_of
from remembrancer.reading.offline.traces import traces

_OVER: Final = f"more than {PROPOSALS_MAX} things were said at once; give it in smaller parts"
_I: Final = re.compile(  # the Swedish "i" is small; a small English one has a verb right after it
    r"(?<![\w'])(?:I|[Ii]'(?:ll|m|ve)|i(?= (?:am|have|want|will|was|can|do|did|had|would)\b)"
    r"|(?i:jag|me|mig))(?![\w'])"
)
_OF_MINE: Final = re.compile(  # "På min byrå stänger vi": the speaker's own, and not the subject's
    r"\W*(?:(?:at|in|on|for|with|på|i|hos|för|med)\s)?(?:my|min|mitt|mina)\s", re.IGNORECASE
)
_CHECKS: Final = re.compile(
    r"(?<!\w)(?:right|correct|true|still so|keep (?:that|it)|up to date|rätt|stämmer det|sant"
    r"|riktigt|fortfarande så)\W*$"
)
_MY: Final = re.compile(r"\W*(?:my|min|mitt|mina)\s", re.IGNORECASE)


class RuleResults(NamedTuple):
    """The results of the rules, before undecided sentences are scored."""

    context: ReadingContext
    messages: list[Message]
    answers: list[Proposal]
    findings: list[RuleFinding]
    lines: list[SentenceReading]  # every sentence that a person said, in order
    left_out: list[LeftOut]
    cache: SentenceCache


def extract(messages: Sequence[Message], brief: Brief, *, acts: bool = False) -> Extraction:
    """Extracts proposals from a conversation, a transcript or a note.

    The result is deterministic and in the order of the messages. With `acts` it also holds
    sentences that are worth nothing by themselves, but may change or close a known item.
    """
    if not brief.hears_agents and all(is_program_role(one.role) for one in messages):
        return Extraction()  # a monologue of an agent holds no knowledge of a person
    talk, told, answers, firm, lines, left, split = apply_rules(messages, brief)
    more: list[tuple[Proposal, bool]] = []
    for sentence, weighed in salience.keep_salient(lines, told, talk):
        if weighed is None:
            left.extend(LeftOut(text=one.text, reason=one.reason) for one in sentence.rejected)
        elif whose.is_of_another(weighed, talk):
            left.append(_left_raw(weighed))
        elif weighed.message.role in AGENTS:
            continue  # of an agent only what a rule finds
        elif not is_due_task(weighed, talk):
            left.append(LeftOut(text=weighed.clause.plain, reason=NOT_DUE))
        else:
            more.append((_proposal_from_finding(weighed, talk), False))
    found = [(one, False) for one in answers]
    proposals = deduplicate(
        [*found, *((_proposal_from_finding(one, talk), one.corrects) for one in firm)]
    )
    over = proposals[PROPOSALS_MAX:]  # the following steps are quadratic
    del proposals[PROPOSALS_MAX:]
    # Messages with prompt injection verify nothing and decide nothing.
    believed = [one for one in told if not split.has_injection(one)]
    proposals = with_verifications(
        proposals, verification.extract_verifications(believed, brief, split), left
    )
    proposals = with_traces(proposals, traces.extract_traces(believed, brief, split), brief)
    for one in deduplicate(more):
        if len(proposals) >= PROPOSALS_MAX:
            over.append(one)
        elif not is_repeated(one, proposals):
            proposals.append(one)
    if acts and Family.FACT in brief.kinds:
        heard = {id(one) for one in believed}  # comparing messages compares all their fields
        acting = act_findings([one for one in lines if id(one.message) in heard], proposals, talk)
        proposals += [
            _proposal_from_finding(one, talk).model_copy(update={"only_acts": True})
            for one in acting
        ]
        proposals += _denials(told, proposals, talk)
        proposals = [with_what_before(_with_correction(one, told), believed) for one in proposals]
    places = {message.id: index for index, message in enumerate(told)}
    proposals.sort(key=lambda one: (places[one.message_id], one.start or 0))
    over += proposals[PROPOSALS_MAX:]
    left_out = [*(LeftOut(text=one.quote, reason=_OVER) for one in over), *left]
    return Extraction(proposals=tuple(proposals[:PROPOSALS_MAX]), left_out=_capped(left_out))


def _capped(left_out: Sequence[LeftOut]) -> tuple[LeftOut, ...]:
    """What was left out, capped: the first entries and the number of the others."""
    more = len(left_out) - LEFT_OUT_MAX
    if more <= 0:
        return tuple(left_out)
    rest = LeftOut(text="", reason=f"{more:,} more were left out that are not listed one by one")
    return (*left_out[:LEFT_OUT_MAX], rest)


def apply_rules(messages: Sequence[Message], brief: Brief) -> RuleResults:
    """Applies the rules: findings, rejected texts and undecided sentences."""
    told = [message for message in messages if message.content != ERASED]
    has_people = any(message.role == "user" for message in told)
    has_agent = any(message.role == ASSISTANT for message in told)
    speakers = [one for one in told if _is_heard(one, brief, has_people=has_people)]
    authors = tuple(dict.fromkeys(one.author_id for one in speakers))
    cache = SentenceCache()
    named = [one.speaker for message in speakers for one in cache.sentences(message) if one.speaker]
    talk = ReadingContext(
        brief,
        is_assistant_chat=has_people and has_agent and not brief.hears_agents,
        authors=authors,
        live_fields=live_data_filter.live_fields(brief.live_state),
        voices=voices_of(brief, named or authors),
        is_lone=len(told) == 1,
        is_talk=not brief.is_told and not (has_people and has_agent),
    )
    talk = replace(talk, is_own=talk.is_lone and talk.voices.is_subject(told[0].author_id))
    made = RuleResults(talk, told, [], [], [], [], cache)
    spoken_by = frozenset(id(one) for one in speakers)
    for index, message in enumerate(told):
        if id(message) not in spoken_by:
            continue
        answer = find_answer(told, index, brief.language, made.cache)
        if not _may_answer(message, talk):
            answer = None
        if (
            answer is not None
            and (proposal := _proposal_from_answer(answer, message, talk)) is not None
        ):
            made.answers.append(proposal)
        else:
            answer = None
            figures = (
                _proposal_from_answer(one, message, talk)
                for one in find_follow_ups(message, brief.language, made.cache)
            )
            if _may_answer(message, talk):
                made.answers.extend(one for one in figures if one is not None)
        heard = _at(talk, told, index, cache) if talk.is_talk else talk
        for line in read_message(message, cache, heard, after=answer.end if answer else 0):
            made.lines.append(line)
            for outcome in line.outcomes:
                if isinstance(outcome, RejectedText):
                    made.left_out.append(LeftOut(text=outcome.text, reason=outcome.reason))
                elif isinstance(outcome, RuleFinding) and whose.is_of_another(outcome, talk):
                    made.left_out.append(_left_raw(outcome))
                elif isinstance(outcome, RuleFinding) and _only_serves(outcome, has_people):
                    continue
                elif isinstance(outcome, RuleFinding) and not is_due_task(outcome, talk):
                    made.left_out.append(LeftOut(text=outcome.clause.plain, reason=NOT_DUE))
                elif isinstance(outcome, RuleFinding):
                    made.findings.append(outcome)
    return made


def _at(
    talk: ReadingContext, told: Sequence[Message], index: int, cache: SentenceCache
) -> ReadingContext:
    """The context of one message of a talk: what is said before it, and behind it."""
    return replace(
        talk,
        is_asked=told_in_talk.is_asked(told, index, cache),
        sealed=decision_seals.sealed_sentence(told, index, cache),
        is_own=talk.voices.is_subject(told[index].author_id),
    )


def _is_heard(message: Message, brief: Brief, *, has_people: bool) -> bool:
    """Whether the rules read a message: people's, and agents' where agents are the authors."""
    if brief.hears_agents and message.role in AGENTS:
        return True
    return message.role == "user" or not (has_people or is_program_role(message.role))


def _only_serves(found: RuleFinding, has_people: bool) -> bool:
    """Whether an agent tells a person what it does, and states nothing."""
    if not has_people or found.message.role not in AGENTS:
        return False
    return found.family is not Family.FACT or _I.search(found.clause.text) is not None


def _may_answer(message: Message, talk: ReadingContext) -> bool:
    """Whether an answer of this speaker is about the subject."""
    return not talk.voices.takes_part or talk.voices.is_subject(message.author_id)


def _left_raw(found: RuleFinding) -> LeftOut:
    quote = found.message.content[found.start : found.end]
    return LeftOut(text=quote, reason=whose.OF_THEMSELF)


def _proposal_from_finding(found: RuleFinding, talk: ReadingContext) -> Proposal:
    brief, message = talk.brief, found.message
    quote = message.content[found.start : found.end]
    speaker = found.speaker or message.author_id
    who = _name(speaker, talk)
    stated = f"{found.subject} {quote[:1].lower()}{quote[1:]}" if found.subject else quote
    content = sentence_rewriting.standalone_sentence(stated, who=who)
    if found.is_fragment and not found.subject and who and who not in content:
        content = (
            f"{who}: {content[:1].lower()}{content[1:]}"
            if content[1:2].islower()
            else f"{who}: {content}"
        )
    elif (
        (named := who or _analyst(speaker, talk))
        and named not in content
        and _says_so_itself(content, speaker, talk)
    ):
        content = f"{named}: {content}"
    is_negated = is_denied(found.clause, found.filled)
    # "She can't retire at 60" names no age.
    filled = None if is_negated else found.filled
    slot = filled.slot if filled else None
    given = found.filled.category if found.filled else None
    known = (
        *brief.names,
        *(name for name in map(sentence_rewriting.display_name, talk.authors) if name),
    )
    data = fields_of(found.clause, filled, found.family, known)
    if (pronoun := data.get("holder")) in PRONOUNS:
        before = message.content[: found.start]
        speaks = who is not None and who.casefold() == (brief.subject or "").casefold()
        meant = resolve_pronoun(str(pronoun), before, known, brief.subject, speaks=speaks)
        data["holder"] = brief.subject if meant is None else meant
    elif pronoun == CLIENT and brief.is_about_clients:
        del data["holder"]
    if who and whose.is_of_speaker(found, talk):
        data["holder"] = _holder_of(who, data.get("holder"))
    if found.family is Family.ACTION:
        data |= task_fields(found, speaker, talk)
        if found.is_postponed:
            data["status"] = "open"
    elif found.family in (Family.FACT, Family.DECISION):
        data |= deadline_fields(found)
    if found.is_hedged:
        data["is_hedged"] = True
    if is_negated:
        data["is_negated"] = True
    return Proposal(
        content=content,
        message_id=message.id,
        quote=quote,
        start=found.start,
        kind=brief.kinds[found.family],
        category=categorisation.category_of(found.clause.low, given, brief),
        domain=categorisation.domain_of(found.clause.low, brief),
        title=sentence_rewriting.short_title(
            content, slot.name if slot else None, slot.value if slot else None
        ),
        data=data,
        entities=entities.find_entities(content, brief),
        valid_from=_valid_from(found, data.get("on")),
        confidence=found.confidence,
    )


def _holder_of(who: str, relative: JsonValue) -> str:
    """The speaker, or somebody of the speaker's family: "Karin's wife"."""
    return f"{who}'s {relative}" if relative in RELATIONS.values() else who


def _proposal_from_answer(
    answer: QuestionAnswer, message: Message, talk: ReadingContext
) -> Proposal | None:
    brief, filled = talk.brief, answer.filled
    slot = filled.slot if filled else None
    family = filled.family if filled else Family.FACT
    if family not in brief.kinds:
        return None
    if live_data_filter.is_covered(answer.clause, answer.filled, talk.live_fields):
        return None
    if brief.skips_figures and live_data_filter.is_book_figure(answer.clause, answer.filled):
        return None
    quote = message.content[answer.start : answer.end]
    plain_line = sentence_rewriting.plain_line
    content = f"{plain_line(answer.question_text)} – {plain_line(quote)}"
    return Proposal(
        content=content,
        message_id=message.id,
        quote=quote,
        start=answer.start,
        also=(
            Quote(
                message_id=answer.question.id,
                quote=answer.question_text,
                start=answer.question_start,
                is_question=True,
            ),
        ),
        kind=brief.kinds[family],
        category=categorisation.category_of(
            answer.clause.low, filled.category if filled else None, brief
        ),
        title=sentence_rewriting.short_title(
            content, slot.name if slot else None, slot.value if slot else None
        ),
        data=fields_of(answer.clause, answer.filled, family, brief.names),
        entities=entities.find_entities(content, brief),
        valid_from=message.timestamp,
        confidence=PLAIN if filled else WEAKER,
    )


def _with_correction(proposal: Proposal, told: Sequence[Message]) -> Proposal:
    """The proposal, marked if the words before it take something back, or deny what was said."""
    place = next((at for at, one in enumerate(told) if one.id == proposal.message_id), None)
    # What a person answers to an agent is quoted whole, with the "no" before it.
    is_answer = proposal.confidence_subtype is ConfidenceSubtype.CORRECTION
    is_answer = is_answer and not tense.is_bygone(proposal.content.lower())
    if place is None or proposal.start is None or not (proposal.start or is_answer):
        return proposal
    message, before = told[place], told[place - 1] if place else None
    told_here = message.content
    is_denial = (
        before is not None
        and before.author_id != message.author_id
        and not _is_other_question(before.content)
        and proposal.start <= max(denial_length(told_here), rejection_length(told_here))
    )
    if not (is_denial or follows_correction(message, proposal.start)):
        return proposal
    return proposal.model_copy(update={"corrects": True})


def _is_other_question(text: str) -> bool:
    """Whether it asks for something, and not only whether what it says is right."""
    return text.rstrip().endswith("?") and _CHECKS.search(text.lower()) is None


def _denials(
    told: Sequence[Message], kept: Sequence[Proposal], talk: ReadingContext
) -> list[Proposal]:
    """Short answers that deny a value which the question before them quotes."""
    known = {one.message_id for one in kept if not one.only_acts}
    found: list[Proposal] = []
    for index, message in enumerate(told):
        denied = None if message.id in known else find_denial(told, index)
        if denied is None or message.author_id not in talk.authors:
            continue
        asked, text = denied
        plain_line = sentence_rewriting.plain_line
        content = f"{plain_line(text)} – {plain_line(message.content)}"
        found.append(
            Proposal(
                content=content,
                message_id=message.id,
                quote=message.content.strip(),
                also=(Quote(message_id=asked.id, quote=text, is_question=True),),
                kind=talk.brief.kinds[Family.FACT],
                title=sentence_rewriting.short_title(content, None, None),
                valid_from=message.timestamp,
                confidence=PLAIN,
                only_acts=True,
            )
        )
    return found


def _name(speaker: str, talk: ReadingContext) -> str | None:
    """The name of the speaker; None: unknown."""
    name = sentence_rewriting.display_name(speaker)
    if name is None and speaker.lower() in ("client", "customer", "kund", "kunden", "klient"):
        return sentence_rewriting.display_name(talk.brief.subject)
    return name


def _says_so_itself(content: str, speaker: str, talk: ReadingContext) -> bool:
    """Whether who reads it alone has to be told whose words it is: "I expect …", among several, or
    of an analyst's own view."""
    if _analyst(speaker, talk) is not None and (_I.search(content) or _MY.match(content)):
        return True
    is_one_of_several = len(talk.authors) > 2 or not talk.voices.is_subject(speaker)
    is_own = _I.search(content) is not None or _OF_MINE.match(content) is not None
    return len(talk.authors) > 1 and is_one_of_several and is_own


def _analyst(speaker: str, talk: ReadingContext) -> str | None:
    """The name of an agent among others, where agents are the authors: "Bull-agent"."""
    return speaker if talk.brief.hears_agents and not is_program_role(speaker) else None


def _valid_from(found: RuleFinding, on: JsonValue) -> datetime:
    """World time: the date of a past event, otherwise the time of the message."""
    day = date.fromisoformat(on) if isinstance(on, str) else None
    if day is not None and day < found.message.timestamp.date():
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    return found.message.timestamp
