"""Extracts decision traces from a chat or a meeting.

A trace has up to four parts: alternatives, a recommendation with a reason, concerns and an outcome.
Advice alone is talk; a trace needs a reason or alternatives, and another person who asked, doubted
or agreed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.kinds.decision_trace import TEXTS_MAX, TracePayload
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.reading.offline import entities
from remembrancer.reading.offline.talk.spoken_sentences import (
    SentenceCache,
    SpokenSentence,
    conversation_sentences,
)
from remembrancer.reading.offline.traces import trace_cues as cues
from remembrancer.reading.offline.traces.tool_chain import extract_tool_chain
from remembrancer.reading.offline.traces.trace_episode import (
    AdviceGiven,
    DecisionEpisode,
    OutcomeGiven,
    ReasonGiven,
    find_episodes,
    is_decision,
    is_trivial,
    parts_of,
)
from remembrancer.reading.offline.traces.trace_sentence import (
    DecisionResult,
    ReasonLink,
    concern_of,
    has_content,
    outcome_of,
    shortened,
)

__all__ = ["extract_tool_chain", "extract_traces"]

TRACES_MAX: Final = 50  # of one conversation
QUOTES_MAX: Final = 20  # of a trace in addition to its own
TITLE_CHARACTERS_MAX: Final = 100

_SMALL_START: Final = re.compile(
    r"(?:It|That|This|You|We|They|She|He|Your|The|There|In|On|With|Then|Det|Den|Ni|Vi|Du|De|Då|Hon|Han)"
    r"(?=[\s'])"
)


def extract_traces(
    messages: Sequence[Message], brief: Brief, split: SentenceCache | None = None
) -> tuple[Proposal, ...]:
    """A proposal for each decision that was discussed, with its quotes."""
    kind = brief.kinds.get(Family.TRACE)
    if kind is None:
        return ()
    drawn: list[Proposal] = []
    for episode in find_episodes(messages, split or SentenceCache()):
        proposal = _proposal(episode, messages, brief, kind)
        if proposal is not None and len(drawn) < TRACES_MAX:
            drawn.append(proposal)
    return tuple(drawn)


def _proposal(
    episode: DecisionEpisode, messages: Sequence[Message], brief: Brief, kind: str
) -> Proposal | None:
    if not is_decision(episode) or is_trivial(episode):
        return None
    ended = _most_telling(episode.ended)
    advised = episode.advised[-1] if episode.advised else None
    main = ended.sentence if ended and (not advised or has_content(ended.sentence.text)) else None
    carrier = main or (advised.sentence if advised else None)
    if carrier is None:
        return None
    content = _content(advised, episode.reasons, ended, episode.alternatives)
    title = advised.advice.clause if advised else outcome_of(carrier.text)
    return Proposal(
        kind=kind,
        content=content,
        title=_title(title),
        message_id=carrier.message.id,
        quote=carrier.quote,
        start=carrier.start,
        also=_also(episode, carrier),
        data=_payload(episode, ended, messages).as_data(),
        entities=entities.find_entities(content, brief),
        valid_from=_when(episode, carrier),
        confidence=_confidence(episode),
    )


def _most_telling(ended: Sequence[OutcomeGiven]) -> OutcomeGiven | None:
    """The most informative outcome: the last one with content, otherwise the last."""
    final = [one for one in ended if one.result is ended[-1].result] if ended else []
    return next(
        (one for one in reversed(final) if has_content(one.sentence.text)),
        final[-1] if final else None,
    )


def _when(episode: DecisionEpisode, carrier: SpokenSentence) -> datetime:
    return (
        episode.ended[-1].sentence.message.timestamp if episode.ended else carrier.message.timestamp
    )


def _payload(
    episode: DecisionEpisode, ended: OutcomeGiven | None, messages: Sequence[Message]
) -> TracePayload:
    advised = episode.advised[-1] if episode.advised else None
    parts = list(parts_of(episode))
    first, last = min(one.number for one in parts), max(one.number for one in parts)
    authors = (
        one.speaker for one in conversation_sentences(messages[: last + 1], range(first, last + 1))
    )
    reasons = dict.fromkeys(one.reason.clause for one in episode.reasons)
    answer = ended.sentence if ended else next(iter(episode.answered), None)
    return TracePayload(
        trigger=shortened(episode.trigger.text) if episode.trigger else None,
        context_gathered=tuple(episode.gathered)[:TEXTS_MAX],
        alternatives_considered=_without_repeats(episode.alternatives)[:TEXTS_MAX],
        recommendation=_capital(_bare(advised.advice.clause)) if advised else None,
        reasoning=_capital("; ".join(list(reasons)[:3])) or None,
        outcome=outcome_of(answer.text) if answer else None,
        participants=tuple(dict.fromkeys(authors))[:TEXTS_MAX],
        concerns=tuple(concern_of(one.text) for one in episode.concerns)[:TEXTS_MAX],
    )


def _without_repeats(alternatives: Iterable[str]) -> tuple[str, ...]:
    """The alternatives without those that another one contains."""
    listed = list(alternatives)
    return tuple(
        one
        for one in listed
        if not any(one != other and one.lower() in other.lower() for other in listed)
    )


def _also(episode: DecisionEpisode, carrier: SpokenSentence) -> tuple[Quote, ...]:
    places = {(one.number, one.start): one for one in parts_of(episode)}
    places.pop((carrier.number, carrier.start), None)
    listed = [places[place] for place in sorted(places)][:QUOTES_MAX]
    return tuple(
        Quote(message_id=one.message.id, quote=one.quote, start=one.start) for one in listed
    )


def _content(
    advised: AdviceGiven | None,
    reasons: Sequence[ReasonGiven],
    ended: OutcomeGiven | None,
    alternatives: Iterable[str],
) -> str:
    """One or two sentences built from the quoted clauses."""
    if advised is None:
        text = outcome_of(ended.sentence.text).rstrip(" .!") if ended else ""
        grounds = _grounds(
            [one for one in reasons if one.sentence != (ended and ended.sentence)], text
        )
        considered = "; ".join(_without_repeats(alternatives))
        word = "Övervägt" if _is_swedish(text) else "Considered"
        return _capital(f"{text}{grounds}. {word}: {considered}.")
    clause, is_swedish = advised.advice.clause, advised.advice.is_swedish
    text = f"{'Rekommenderade' if is_swedish else 'Recommended'} {_lower(clause)}"
    text += _grounds(reasons, text, is_swedish=is_swedish)
    if ended is None:
        return f"{text}."
    word = _RESULTS[ended.result][is_swedish]
    if not has_content(ended.sentence.text):
        return f"{text}; {word}."
    told = outcome_of(ended.sentence.text).rstrip(" .!")
    told = re.sub(r"^(?:agreed|överens)[,.:]\s+", "", told, flags=re.IGNORECASE)
    return f"{text}. {_capital(word)}: {told}."


_RESULTS: Final = {
    DecisionResult.AGREED: ("agreed", "överenskommet"),
    DecisionResult.DECLINED: ("declined", "avböjt"),
    DecisionResult.DEFERRED: ("left open", "lämnat öppet"),
}


def _grounds(reasons: Sequence[ReasonGiven], text: str, *, is_swedish: bool | None = None) -> str:
    first = next((one.reason for one in reasons if one.reason.clause not in text), None)
    if first is None:
        return ""
    swedish = _is_swedish(text) if is_swedish is None else is_swedish
    link = _LINKS[swedish].get(first.link, "")
    return f", {link}{_lower(first.clause)}"


_LINKS: Final = (
    {ReasonLink.BECAUSE: "because ", ReasonLink.GIVEN: "given ", ReasonLink.LABEL: "reason: "},
    {
        ReasonLink.BECAUSE: "eftersom ",
        ReasonLink.GIVEN: "med tanke på ",
        ReasonLink.LABEL: "skäl: ",
    },
)


def _is_swedish(text: str) -> bool:
    return cues.ÖVERENS.search(text) is not None


def _confidence(episode: DecisionEpisode) -> float:
    if (
        episode.ended
        and episode.ended[-1].result is not DecisionResult.DEFERRED
        and episode.reasons
    ):
        return 0.9
    return 0.8 if episode.ended else 0.7


def _bare(clause: str) -> str:
    return re.sub(r"^(?:to|that|att)\s+", "", clause)


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if _SMALL_START.match(text) else text


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _title(text: str) -> str:
    text = _capital(_bare(text))
    if len(text) <= TITLE_CHARACTERS_MAX:
        return text
    return text[: TITLE_CHARACTERS_MAX - 1].rsplit(" ", 1)[0] + "…"
