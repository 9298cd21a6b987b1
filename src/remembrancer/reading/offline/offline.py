"""The offline extractor: by rules alone, without a model, a key or a network."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from pydantic import JsonValue

from remembrancer.core.kinds import Brief, Family
from remembrancer.core.limits import LEFT_OUT_MAX, PROPOSALS_MAX
from remembrancer.core.text import ERASED
from remembrancer.items.message import Message
from remembrancer.items.proposal import Drawn, LeftOut, Proposal, Quote
from remembrancer.language import clauses
from remembrancer.language.holders import CLIENT, PRONOUNS
from remembrancer.language.statement_reader import denies
from remembrancer.reading.offline import entities, live, shelves, wording, worth
from remembrancer.reading.offline.answers import Answer, answered, carried
from remembrancer.reading.offline.confirmations import verification
from remembrancer.reading.offline.cues import PLAIN
from remembrancer.reading.offline.fields import data_of, due_of, task_of
from remembrancer.reading.offline.findings import Found, Left, Line, Talk
from remembrancer.reading.offline.people import whom
from remembrancer.reading.offline.reading import read_message
from remembrancer.reading.offline.replies import dangles
from remembrancer.reading.offline.spoken import ASSISTANT, Split, is_program
from remembrancer.reading.offline.traces import traces

VOUCHED_WORDS_MIN: Final = 3  # of a fact that is vouched for

_OVER: Final = f"more than {PROPOSALS_MAX} things were said at once; give it in smaller parts"
_I: Final = re.compile(r"(?<![\w'])(?:i|i'll|i'm|i've|jag|me|mig)(?![\w'])")


class Gathered(NamedTuple):
    """What the rules make of a talk before the rest of it is weighed."""

    talk: Talk
    told: list[Message]
    answers: list[Proposal]
    firm: list[Found]
    lines: list[Line]  # every sentence that was spoken, in order
    left: list[LeftOut]
    split: Split


def draw(messages: Sequence[Message], brief: Brief) -> Drawn:
    """What a conversation, a transcript or a note holds that is worth keeping.

    The same messages give the same proposals, in the order in which things were said.
    """
    if all(is_program(one.role) for one in messages):
        return Drawn()  # what an agent says to nobody is no knowledge of anybody's
    talk, told, answers, firm, lines, left, split = gathered(messages, brief)
    more: list[tuple[Proposal, bool]] = []
    for sentence, weighed in worth.kept(lines, told, talk):
        if weighed is None:
            left.extend(LeftOut(text=one.text, reason=one.reason) for one in sentence.left)
        else:
            more.append((_from_found(weighed, talk), False))
    found = [(one, False) for one in answers]
    proposals = _once([*found, *((_from_found(one, talk), one.corrects) for one in firm)])
    over = proposals[PROPOSALS_MAX:]  # what follows compares each with each
    del proposals[PROPOSALS_MAX:]
    # Whoever slips in an order to the model vouches for nothing, and decides nothing.
    believed = [one for one in told if not split.is_order(one)]
    proposals = _with_vouching(proposals, verification.draw(believed, brief, split), left)
    proposals = _with_traces(proposals, traces.draw(believed, brief, split), brief)
    for one in _once(more):
        if len(proposals) >= PROPOSALS_MAX:
            over.append(one)
        elif not _is_told(one, proposals):
            proposals.append(one)
    places = {message.id: index for index, message in enumerate(told)}
    proposals.sort(key=lambda one: (places[one.message_id], one.start or 0))
    over += proposals[PROPOSALS_MAX:]
    left_out = [*(LeftOut(text=one.quote, reason=_OVER) for one in over), *left]
    return Drawn(proposals=tuple(proposals[:PROPOSALS_MAX]), left_out=_told(left_out))


def _told(left_out: Sequence[LeftOut]) -> tuple[LeftOut, ...]:
    """What was left out; of a long list the first, and how many more there are."""
    more = len(left_out) - LEFT_OUT_MAX
    if more <= 0:
        return tuple(left_out)
    rest = LeftOut(text="", reason=f"{more:,} more were left out that are not listed one by one")
    return (*left_out[:LEFT_OUT_MAX], rest)


def gathered(messages: Sequence[Message], brief: Brief) -> Gathered:
    """What the rules find, what they leave out, and the sentences that they say nothing of."""
    told = [message for message in messages if message.content != ERASED]
    has_people = any(message.role == "user" for message in told)
    has_agent = any(message.role == ASSISTANT for message in told)
    speakers = [
        one for one in told if one.role == "user" or not (has_people or is_program(one.role))
    ]
    talk = Talk(
        brief,
        chats=has_people and has_agent,
        authors=tuple(dict.fromkeys(one.author_id for one in speakers)),
        state=live.held(brief.live_state),
    )
    made = Gathered(talk, told, [], [], [], [], Split())
    spoken_by = frozenset(id(one) for one in speakers)
    for index, message in enumerate(told):
        if id(message) not in spoken_by:
            continue
        answer = answered(told, index, brief.language, made.split)
        if answer is not None and (proposal := _from_answer(answer, message, talk)) is not None:
            made.answers.append(proposal)
        else:
            answer = None
            figures = (
                _from_answer(one, message, talk)
                for one in carried(message, brief.language, made.split)
            )
            made.answers.extend(one for one in figures if one is not None)
        for line in read_message(message, made.split, talk, after=answer.end if answer else 0):
            made.lines.append(line)
            for outcome in line.outcomes:
                if isinstance(outcome, Left):
                    made.left.append(LeftOut(text=outcome.text, reason=outcome.reason))
                elif isinstance(outcome, Found):
                    made.firm.append(outcome)
    return made


def _from_found(found: Found, talk: Talk) -> Proposal:
    brief, message = talk.brief, found.message
    quote = message.content[found.start : found.end]
    speaker = found.speaker or message.author_id
    who = _name(speaker, talk)
    content = wording.content_of(quote, who=who)
    if found.is_fragment and who and who not in content:
        content = (
            f"{who}: {content[:1].lower()}{content[1:]}"
            if content[1:2].islower()
            else f"{who}: {content}"
        )
    elif len(talk.authors) > 2 and who and _I.search(content.lower()) and who not in content:
        content = f"{who}: {content}"
    slot = found.filled.slot if found.filled else None
    given = found.filled.category if found.filled else None
    known = (*brief.names, *(name for name in map(wording.name_of, talk.authors) if name))
    data = data_of(found.said, found.filled, found.family, known)
    if (pronoun := data.get("holder")) in PRONOUNS:
        before = message.content[: found.start]
        speaks = who is not None and who.casefold() == (brief.subject or "").casefold()
        meant = whom(str(pronoun), before, known, brief.subject, speaks=speaks)
        data["holder"] = brief.subject if meant is None else meant
    elif pronoun == CLIENT and brief.is_about_clients:
        del data["holder"]
    if found.family is Family.ACTION:
        data |= task_of(found, speaker, talk)
    elif found.family in (Family.FACT, Family.DECISION):
        data |= due_of(found)
    if found.is_hedged:
        data["is_hedged"] = True
    if denies(found.said, found.filled):
        data["is_negated"] = True
    return Proposal(
        content=content,
        message_id=message.id,
        quote=quote,
        start=found.start,
        kind=brief.kinds[found.family],
        category=shelves.category_of(found.said.low, given, brief),
        domain=shelves.domain_of(found.said.low, brief),
        title=wording.title_of(content, slot.name if slot else None, slot.value if slot else None),
        data=data,
        entities=entities.named(content, brief),
        valid_from=_when(found, data.get("on")),
        confidence=found.confidence,
    )


def _from_answer(answer: Answer, message: Message, talk: Talk) -> Proposal | None:
    brief, slot = talk.brief, answer.filled.slot
    family = answer.filled.family
    if family not in brief.kinds:
        return None
    if live.is_covered(answer.said, answer.filled, talk.state):
        return None
    if brief.skips_figures and live.is_figure(answer.said, answer.filled):
        return None
    quote = message.content[answer.start : answer.end]
    content = f"{wording.plain(answer.question_text)} – {wording.plain(quote)}"
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
        category=shelves.category_of(answer.said.low, answer.filled.category, brief),
        title=wording.title_of(content, slot.name, slot.value),
        data=data_of(answer.said, answer.filled, family, brief.names),
        entities=entities.named(content, brief),
        valid_from=message.timestamp,
        confidence=PLAIN,
    )


def _name(speaker: str, talk: Talk) -> str | None:
    """How whoever says "I" is called; None: nobody knows."""
    name = wording.name_of(speaker)
    if name is None and speaker.lower() in ("client", "customer", "kund", "kunden", "klient"):
        return wording.name_of(talk.brief.subject)
    return name


def _when(found: Found, on: JsonValue) -> datetime:
    """World time: the day of an event that has been, else when it was said."""
    day = date.fromisoformat(on) if isinstance(on, str) else None
    if day is not None and day < found.message.timestamp.date():
        return datetime(day.year, day.month, day.day, tzinfo=UTC)
    return found.message.timestamp


# Together

_STEPS: Final = (Family.DECISION, Family.GOAL, Family.UNRESOLVED, Family.ACTION)


def _once(proposals: Iterable[tuple[Proposal, bool]]) -> list[Proposal]:
    """Each thing once; a value that was set right later takes the place of the wrong one."""
    kept: dict[tuple[JsonValue, ...], Proposal] = {}
    for one, corrects in proposals:
        slot, holder = one.data.get("slot"), one.data.get("holder")
        if slot is None:
            key: tuple[JsonValue, ...] = (one.kind, one.content.lower())
        else:
            key = (one.kind, slot, holder, one.data.get("value"), one.data.get("on"))
            if corrects:
                for other, held in list(kept.items()):
                    if held.data.get("slot") == slot and held.data.get("holder") == holder:
                        del kept[other]
        kept.setdefault(key, one)
    return list(kept.values())


def _overlaps(one: Proposal, other: Proposal) -> bool:
    if one.message_id != other.message_id or one.start is None or other.start is None:
        return False
    shared = min(one.start + len(one.quote), other.start + len(other.quote)) - max(
        one.start, other.start
    )
    return shared > 0 and 2 * shared >= min(len(one.quote), len(other.quote))


def _is_told(one: Proposal, proposals: Sequence[Proposal]) -> bool:
    """Whether another proposal rests on the same words, or says the same."""
    return any(
        other.content == one.content
        or _overlaps(one, other)
        or any(
            quote.message_id == one.message_id
            and (quote.quote in one.quote or one.quote in quote.quote)
            for quote in other.also
        )
        for other in proposals
        if not other.only_reconfirms
    )


def _with_vouching(
    proposals: list[Proposal], vouchers: Sequence[Proposal], left: Sequence[LeftOut]
) -> list[Proposal]:
    """The same with how a user vouched for them, and what was only vouched for."""
    skipped = frozenset(one.text for one in left)
    for one in vouchers:
        if not _is_vouched_for(one):
            continue
        same = [other for other in proposals if _overlaps(one, other)]
        if same and one.only_reconfirms:
            continue  # whoever says more than yes is heard for that
        if same and one.also and dangles(same[0].quote):
            # The agent's words say of what "it" is so.
            proposals = [other for other in proposals if other not in same] + [one]
        elif same:
            fields = {"confidence_subtype": one.confidence_subtype}
            proposals = [
                other.model_copy(update=fields) if other is same[0] else other
                for other in proposals
            ]
        elif not any(text in one.quote or one.quote in text for text in skipped):
            proposals = [*proposals, one]
    return proposals


def _is_vouched_for(one: Proposal) -> bool:
    """Whether a user truly vouches for a fact: a guess is not enough."""
    low = one.content.lower()
    is_guess = clauses.is_hedged(low, frozenset(low.split()))
    return not is_guess and low.count(" ") >= VOUCHED_WORDS_MIN - 1


def _with_traces(
    proposals: list[Proposal], drawn: Sequence[Proposal], brief: Brief
) -> list[Proposal]:
    """The same, with each plain decision that a trace tells in full taken up in it."""
    kept = list(proposals)
    steps = frozenset(brief.kinds[one] for one in _STEPS if one in brief.kinds)
    for trace in drawn:
        same = [
            one
            for one in kept
            if _overlaps(one, trace)
            or ((one.kind in steps or not _has_figures(one)) and _is_step(one, trace))
        ]
        facts: dict[str, JsonValue] = {}
        for one in same:
            facts |= {key: value for key, value in one.data.items() if key not in trace.data}
        kept = [one for one in kept if one not in same]
        kept.append(trace.model_copy(update={"data": {**trace.data, **facts}}) if same else trace)
    return kept


def _is_step(one: Proposal, trace: Proposal) -> bool:
    """Whether a trace tells the same as one of its steps: alternatives, advice or an outcome."""
    if not any(_quotes(one, quote) for quote in trace.also):
        return False
    low = one.quote.lower()
    told = [trace.data.get("recommendation"), trace.data.get("outcome")]
    if any(isinstance(text, str) and text.lower().strip(" .!") in low for text in told):
        return True
    weighed = trace.data.get("alternatives_considered")
    if not isinstance(weighed, list):
        return False
    return sum(str(text).lower() in low for text in weighed) > 1


def _has_figures(one: Proposal) -> bool:
    """Whether it says more than a step does: a fact may stand in the same sentence."""
    return "slot" in one.data or "amounts" in one.data


def _quotes(one: Proposal, quote: Quote) -> bool:
    return quote.message_id == one.message_id and (
        one.quote in quote.quote or quote.quote in one.quote
    )
