"""Decision traces: how a decision came about, drawn out of a chat or a meeting.

Four moments make one: alternatives, a recommendation with its reason, a concern, an outcome. Advice
alone is talk; it takes a reason or alternatives, and somebody else who asked, doubted or agreed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.items.decision_trace import TEXTS_MAX, TracePayload
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.reading.offline import entities
from remembrancer.reading.offline.spoken import Said, Split, spoken
from remembrancer.reading.offline.traces import trace_cues as cues
from remembrancer.reading.offline.traces.tool_chain import tool_chain
from remembrancer.reading.offline.traces.trace_episode import (
    Advised,
    Ended,
    Episode,
    Reasoned,
    episodes,
    is_judgment,
    is_talk,
    parts_of,
)
from remembrancer.reading.offline.traces.trace_moments import (
    Link,
    Result,
    concern_of,
    outcome_of,
    shortened,
    tells,
)

__all__ = ["draw", "tool_chain"]

TRACES_MAX: Final = 50  # of one conversation
QUOTES_MAX: Final = 20  # that a trace rests on beside its own
TITLE_CHARACTERS_MAX: Final = 100

_SMALL_START: Final = re.compile(
    r"(?:It|That|This|You|We|They|She|He|Your|The|There|In|On|With|Then|Det|Den|Ni|Vi|Du|De|Då|Hon|Han)"
    r"(?=[\s'])"
)


def draw(
    messages: Sequence[Message], brief: Brief, split: Split | None = None
) -> tuple[Proposal, ...]:
    """A proposal for each decision that was talked through, with the words it rests on."""
    kind = brief.kinds.get(Family.TRACE)
    if kind is None:
        return ()
    drawn: list[Proposal] = []
    for episode in episodes(messages, split or Split()):
        proposal = _proposal(episode, messages, brief, kind)
        if proposal is not None and len(drawn) < TRACES_MAX:
            drawn.append(proposal)
    return tuple(drawn)


def _proposal(
    episode: Episode, messages: Sequence[Message], brief: Brief, kind: str
) -> Proposal | None:
    if not is_judgment(episode) or is_talk(episode):
        return None
    ended = _telling(episode.ended)
    advised = episode.advised[-1] if episode.advised else None
    main = ended.said if ended and (not advised or tells(ended.said.text)) else None
    carrier = main or (advised.said if advised else None)
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
        entities=entities.named(content, brief),
        valid_from=_when(episode, carrier),
        confidence=_confidence(episode),
    )


def _telling(ended: Sequence[Ended]) -> Ended | None:
    """The outcome that tells most: the last one, or the last that says more than a nod."""
    final = [one for one in ended if one.result is ended[-1].result] if ended else []
    return next(
        (one for one in reversed(final) if tells(one.said.text)), final[-1] if final else None
    )


def _when(episode: Episode, carrier: Said) -> datetime:
    return episode.ended[-1].said.message.timestamp if episode.ended else carrier.message.timestamp


def _payload(episode: Episode, ended: Ended | None, messages: Sequence[Message]) -> TracePayload:
    advised = episode.advised[-1] if episode.advised else None
    parts = list(parts_of(episode))
    first, last = min(one.number for one in parts), max(one.number for one in parts)
    authors = (one.speaker for one in spoken(messages[: last + 1], range(first, last + 1)))
    reasons = dict.fromkeys(one.reason.clause for one in episode.reasons)
    answer = ended.said if ended else next(iter(episode.answered), None)
    return TracePayload(
        trigger=shortened(episode.trigger.text) if episode.trigger else None,
        context_gathered=tuple(episode.gathered)[:TEXTS_MAX],
        alternatives_considered=_whole(episode.alternatives)[:TEXTS_MAX],
        recommendation=_capital(_bare(advised.advice.clause)) if advised else None,
        reasoning=_capital("; ".join(list(reasons)[:3])) or None,
        outcome=outcome_of(answer.text) if answer else None,
        participants=tuple(dict.fromkeys(authors))[:TEXTS_MAX],
        concerns=tuple(concern_of(one.text) for one in episode.concerns)[:TEXTS_MAX],
    )


def _whole(alternatives: Iterable[str]) -> tuple[str, ...]:
    """The alternatives without those that another one says in more words."""
    listed = list(alternatives)
    return tuple(
        one
        for one in listed
        if not any(one != other and one.lower() in other.lower() for other in listed)
    )


def _also(episode: Episode, carrier: Said) -> tuple[Quote, ...]:
    places = {(one.number, one.start): one for one in parts_of(episode)}
    places.pop((carrier.number, carrier.start), None)
    listed = [places[place] for place in sorted(places)][:QUOTES_MAX]
    return tuple(
        Quote(message_id=one.message.id, quote=one.quote, start=one.start) for one in listed
    )


def _content(
    advised: Advised | None,
    reasons: Sequence[Reasoned],
    ended: Ended | None,
    alternatives: Iterable[str],
) -> str:
    """One or two sentences of the clauses that were said."""
    if advised is None:
        text = outcome_of(ended.said.text).rstrip(" .!") if ended else ""
        grounds = _grounds([one for one in reasons if one.said != (ended and ended.said)], text)
        considered = "; ".join(_whole(alternatives))
        word = "Övervägt" if _is_swedish(text) else "Considered"
        return _capital(f"{text}{grounds}. {word}: {considered}.")
    clause, is_swedish = advised.advice.clause, advised.advice.is_swedish
    text = f"{'Rekommenderade' if is_swedish else 'Recommended'} {_lower(clause)}"
    text += _grounds(reasons, text, is_swedish=is_swedish)
    if ended is None:
        return f"{text}."
    word = _RESULTS[ended.result][is_swedish]
    if not tells(ended.said.text):
        return f"{text}; {word}."
    told = outcome_of(ended.said.text).rstrip(" .!")
    told = re.sub(r"^(?:agreed|överens)[,.:]\s+", "", told, flags=re.IGNORECASE)
    return f"{text}. {_capital(word)}: {told}."


_RESULTS: Final = {
    Result.AGREED: ("agreed", "överenskommet"),
    Result.DECLINED: ("declined", "avböjt"),
    Result.DEFERRED: ("left open", "lämnat öppet"),
}


def _grounds(reasons: Sequence[Reasoned], text: str, *, is_swedish: bool | None = None) -> str:
    first = next((one.reason for one in reasons if one.reason.clause not in text), None)
    if first is None:
        return ""
    swedish = _is_swedish(text) if is_swedish is None else is_swedish
    link = _LINKS[swedish].get(first.link, "")
    return f", {link}{_lower(first.clause)}"


_LINKS: Final = (
    {Link.BECAUSE: "because ", Link.GIVEN: "given ", Link.LABEL: "reason: "},
    {Link.BECAUSE: "eftersom ", Link.GIVEN: "med tanke på ", Link.LABEL: "skäl: "},
)


def _is_swedish(text: str) -> bool:
    return cues.ÖVERENS.search(text) is not None


def _confidence(episode: Episode) -> float:
    if episode.ended and episode.ended[-1].result is not Result.DEFERRED and episode.reasons:
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
