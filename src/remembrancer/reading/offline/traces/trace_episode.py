"""Episodes: what was said on one decision, gathered out of a conversation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from remembrancer.items.message import Message
from remembrancer.reading.offline.spoken import Said, Split, spoken, visible
from remembrancer.reading.offline.traces import trace_cues as cues
from remembrancer.reading.offline.traces import trace_topics as topics
from remembrancer.reading.offline.traces.trace_moments import (
    Advice,
    Link,
    Moment,
    Reason,
    Result,
    moment_in,
    shortened,
    tells,
)
from remembrancer.reading.offline.traces.trace_settling import names, settles

SILENT_MESSAGES_MAX: Final = 8  # without a word on a decision, after which it is over

AGENT_CHARACTERS_MAX: Final = 1_500  # a longer answer is an essay, and decides nothing
_BEFORE_MESSAGES: Final = 12  # that are read before one that may decide something

_WHOLE: Final = re.compile(r"\w+")
_WORD: Final = re.compile(r"\w*\d\w*|\w{4,}")
_REASON_SENTENCES_MAX: Final = 3  # behind a choice, in which its reason may follow
_STEM_LETTERS: Final = 5


class Advised(NamedTuple):
    advice: Advice
    said: Said


class Reasoned(NamedTuple):
    reason: Reason
    said: Said


class Ended(NamedTuple):
    result: Result
    said: Said


@dataclass
class Episode:
    """What was said so far on one decision."""

    trigger: Said | None = None
    alternatives: dict[str, Said] = field(default_factory=dict)
    advised: list[Advised] = field(default_factory=list)
    reasons: list[Reasoned] = field(default_factory=list)
    concerns: list[Said] = field(default_factory=list)
    ended: list[Ended] = field(default_factory=list)
    answered: list[Said] = field(default_factory=list)  # with a nod that commits nobody
    gathered: dict[str, Said] = field(default_factory=dict)
    last: int = 0  # number of the last message that added something
    chosen_at: int = -_REASON_SENTENCES_MAX  # of the sentence that advised or decided, counted

    @property
    def is_open(self) -> bool:
        return bool(self.alternatives or self.advised or self.ended)

    @property
    def words(self) -> frozenset[str]:
        """What it is about."""
        texts = [*self.alternatives, *(one.advice.clause for one in self.advised)]
        return frozenset(word for text in texts for word in _stems(text))


def _stems(text: str) -> set[str]:
    return {word[:_STEM_LETTERS] for word in _WORD.findall(text.lower())}


def _near_decisions(messages: Sequence[Message], split: Split) -> set[int]:
    """The numbers of messages that may decide something, and of those around them."""
    is_served = any(message.role == "user" for message in messages)
    read: set[int] = set()
    passed: set[int] = set()
    for number, message in enumerate(messages):
        by_agent = is_served and message.role == "assistant"
        is_essay = by_agent and len(message.content) > AGENT_CHARACTERS_MAX
        # Who orders the model about in a message decides nothing in it.
        if is_essay or split.is_order(message):
            passed.add(number)
        elif _may_decide(message.content):
            read.update(range(number - _BEFORE_MESSAGES, number + SILENT_MESSAGES_MAX + 1))
    return read - passed


def _may_decide(content: str) -> bool:
    text = visible(content).replace("’", "'")
    words = _WHOLE.findall(text.lower())
    return any(
        not hints.isdisjoint(words) and pattern.search(text) for hints, pattern in cues.DECIDING
    )


def episodes(messages: Sequence[Message], split: Split) -> Iterator[Episode]:
    """The decisions in the order they were talked about."""
    read = _near_decisions(messages, split)
    episode = Episode()
    asked: Said | None = None
    for at, said in enumerate(spoken(messages, read, split) if read else ()):
        turns = cues.TURNS.match(said.text) is not None
        silent = said.number - episode.last > SILENT_MESSAGES_MAX
        if episode.is_open and (turns or silent):
            yield episode
            episode, asked = Episode(), None
        moment = _moment(said, episode, asked)
        if said.is_listed and said.section and cues.ALTERNATIVES.search(f"{said.section}:"):
            moment = Moment(alternatives=(shortened(said.text.strip(" .;")),))
        if _begins_anew(episode, moment, said):
            yield episode
            episode, asked = Episode(), None
        if not episode.is_open and not moment.advice and not moment.result and _asks(said):
            is_clearer = asked is None or (said.is_question and asked.number == said.number)
            asked = said if is_clearer else asked
        _add(episode, moment, said, at)
        if episode.is_open and episode.trigger is None:
            episode.trigger = asked
    if episode.is_open:
        yield episode


def _moment(said: Said, episode: Episode, asked: Said | None) -> Moment:
    """What a sentence adds, given what is weighed: some words advise or settle only beside that."""
    moment = moment_in(said)
    weighed = [*episode.alternatives]
    if asked is not None and cues.WONDERS.search(asked.text):
        weighed.append(asked.text)
    if moment.advice and moment.advice.is_slight and not names(moment.advice.clause, weighed):
        moment = moment_in(said, is_firm=True)
    if moment.advice or moment.result or not episode.advised or said.by_agent:
        return moment
    advised = episode.advised[-1]
    weighed = [*episode.alternatives, advised.advice.clause]
    if said.speaker != advised.said.speaker and settles(said, weighed):
        return Moment(result=Result.AGREED, reason=moment.reason)
    return moment


def _asks(said: Said) -> bool:
    return not said.by_agent and (said.is_question or cues.WONDERS.search(said.text) is not None)


def _begins_anew(episode: Episode, moment: Moment, said: Said) -> bool:
    """Whether a sentence opens another decision than the one at hand."""
    if episode.ended and (moment.alternatives or moment.advice):
        # A doubt after the outcome opens the same decision again.
        ended = episode.ended[-1].said
        reopened = any(one.number > ended.number for one in episode.concerns)
        return not reopened
    if moment.advice and episode.advised:
        before = episode.advised[-1]
        doubted = any(one.number >= before.said.number for one in episode.concerns)
        common = episode.words & _stems(moment.advice.clause)
        return not doubted and (not common or cues.FURTHER.search(said.text) is not None)
    if moment.alternatives and episode.alternatives and not episode.advised:
        is_apart = said.number - episode.last > 2
        return is_apart and not episode.words & _stems(" ".join(moment.alternatives))
    return False


def _add(episode: Episode, moment: Moment, said: Said, at: int) -> None:
    if moment.is_empty:
        # Only the first answer to advice counts as one.
        advised = episode.advised[-1].said if episode.advised else None
        if advised and not episode.answered and _answers(said, advised):
            episode.answered.append(said)
            episode.last = said.number
        elif episode.ended and _goes_on(episode, said):
            episode.ended.append(episode.ended[-1]._replace(said=said))
        return
    told = moment.result if not said.by_agent and _ends(episode, moment, said) else None
    if told:
        episode.ended.append(Ended(told, said))
    if moment.advice:
        for earlier in episode.advised:
            episode.alternatives.setdefault(earlier.advice.clause, earlier.said)
        episode.advised = [Advised(moment.advice, said)]
        episode.reasons.clear()  # those were for what was advised before
    if moment.advice or told:
        episode.chosen_at = at
    if moment.reason and _reasons_for(episode, moment, said, at):
        episode.reasons.append(Reasoned(moment.reason, said))
    if moment.is_concern and episode.is_open and not said.by_agent:
        episode.concerns.append(said)
    for alternative in moment.alternatives:
        episode.alternatives.setdefault(alternative, said)
    for one in moment.gathered:
        episode.gathered.setdefault(one, said)
    if moment.advice or told or moment.alternatives or moment.is_concern:
        episode.last = said.number


def _ends(episode: Episode, moment: Moment, said: Said) -> bool:
    """Whether an outcome is that of the decision at hand, or tells of one by itself."""
    if moment.alternatives and moment.reason:
        return True
    if not tells(said.text) or cues.POINTS_BACK.search(said.text):
        return True
    advised = episode.advised[-1].said if episode.advised else None
    if advised and not advised.by_agent and said.number - advised.number <= 2:
        return True  # people answer each other turn by turn
    weighed = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    return names(said.text, weighed)


def _answers(said: Said, advised: Said) -> bool:
    return (
        said.speaker != advised.speaker
        and 0 < said.number - advised.number <= 2
        and not said.by_agent
        and cues.ASSENT.match(said.text) is not None
    )


def _goes_on(episode: Episode, said: Said) -> bool:
    """Whether a sentence says in full what the nod right before it agreed to."""
    nod = episode.ended[-1].said
    is_next = nod.number == said.number and nod.speaker == said.speaker
    is_about = episode.words & _stems(said.text)
    return is_next and bool(is_about) and not tells(nod.text) and not said.is_question


def _reasons_for(episode: Episode, moment: Moment, said: Said, at: int) -> bool:
    """Whether a reason is that of the choice at hand: in its sentence, or right behind it."""
    if moment.advice or (moment.result and not said.by_agent):
        return True
    if not episode.advised and not episode.ended:
        # Nobody advised: what is said for one of several alternatives may decide.
        is_for_one = moment.reason is not None and moment.reason.link is Link.BECAUSE
        return is_for_one and len(episode.alternatives) > 1 and not said.by_agent
    choices = [one.said for one in episode.advised[-1:]]
    choices += [one.said for one in episode.ended[-1:]]
    is_told = any(one.said.number == said.number for one in episode.reasons)
    is_near = at - episode.chosen_at <= _REASON_SENTENCES_MAX
    return is_near and not is_told and any(said.speaker == one.speaker for one in choices)


def is_judgment(episode: Episode) -> bool:
    """Whether what was said is a judgment call, and not talk."""
    ended = episode.ended[-1] if episode.ended else None
    committed = ended is not None and ended.result is not Result.DEFERRED
    if not episode.advised:
        has_grounds = episode.reasons or (episode.concerns and len(episode.alternatives) > 1)
        told = [one.said.text for one in episode.ended if episode.words & _stems(one.said.text)]
        # What somebody else once chose is a story.
        is_ours = committed and any(not cues.OTHERS.match(text) for text in told)
        return bool(is_ours and episode.alternatives and has_grounds)
    if not (episode.reasons or episode.alternatives):
        return False
    by = episode.advised[-1].said
    if episode.advised[-1].advice.is_slight and not episode.concerns and not _is_weighty(episode):
        return False  # a hint in passing, which nobody doubted
    if by.by_agent:
        return committed and ended is not None and ended.said.number > by.number
    if not episode.reasons:
        return ended is not None
    asked = [episode.trigger] if episode.trigger and _leads_to(episode.trigger, episode) else []
    moved = any(one.speaker != by.speaker for one in (*asked, *episode.concerns))
    # A nod is an answer only where something weighty was advised.
    nodded = bool(episode.answered) and topics.WEIGHTY.search(by.text) is not None
    return bool(ended or moved or nodded or len(episode.alternatives) > 1)


def _leads_to(trigger: Said, episode: Episode) -> bool:
    """Whether a question is one about the decision."""
    is_about = episode.words & _stems(trigger.text)
    return bool(is_about) or cues.WONDERS.search(trigger.text) is not None


def is_talk(episode: Episode) -> bool:
    """Whether it is about lunch, a film or the hour of a meeting."""
    clauses = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    about = " | ".join([*clauses, *(one.said.text for one in episode.ended)])
    if _is_weighty(episode):
        return False
    if topics.LEISURE.search(about) or (
        episode.trigger and topics.LEISURE.search(episode.trigger.text)
    ):
        return True
    return any(topics.LOGISTICS.search(clause) for clause in clauses)


def _is_weighty(episode: Episode) -> bool:
    """Whether money, a contract, a system or the like is at stake."""
    clauses = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    told = [one.said.text for one in episode.ended]
    grounds = [one.reason.clause for one in episode.reasons]
    return topics.WEIGHTY.search(" | ".join([*clauses, *told, *grounds])) is not None


def parts_of(episode: Episode) -> Iterator[Said]:
    """All the sentences that it rests on."""
    if episode.trigger:
        yield episode.trigger
    yield from episode.gathered.values()
    yield from episode.alternatives.values()
    yield from (one.said for one in episode.advised)
    yield from (one.said for one in episode.reasons)
    yield from (one.said for one in episode.ended)
    yield from episode.concerns
    yield from episode.answered
