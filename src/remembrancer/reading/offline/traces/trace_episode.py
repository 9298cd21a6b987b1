"""Episodes: the sentences of a conversation that belong to one decision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from remembrancer.items.message import Message
from remembrancer.reading.offline.talk.spoken_sentences import (
    SentenceCache,
    SpokenSentence,
    conversation_sentences,
    hide_reasoning,
)
from remembrancer.reading.offline.traces import trace_cues as cues
from remembrancer.reading.offline.traces import trace_topics as topics
from remembrancer.reading.offline.traces.trace_sentence import (
    Advice,
    DecisionCues,
    DecisionResult,
    Reason,
    ReasonLink,
    find_decision_cues,
    has_content,
    shortened,
)
from remembrancer.reading.offline.traces.trace_settling import names_option, settles_choice

SILENT_MESSAGES_MAX: Final = 8  # without a mention of the decision, after which the episode ends

AGENT_CHARACTERS_MAX: Final = 1_500  # a longer answer is an essay and no decision
_BEFORE_MESSAGES: Final = 12  # that are read before a possible decision

_WHOLE: Final = re.compile(r"\w+")
_WORD: Final = re.compile(r"\w*\d\w*|\w{4,}")
_REASON_SENTENCES_MAX: Final = 3  # after a choice, in which its reason may follow
_STEM_LETTERS: Final = 5


class AdviceGiven(NamedTuple):
    advice: Advice
    sentence: SpokenSentence


class ReasonGiven(NamedTuple):
    reason: Reason
    sentence: SpokenSentence


class OutcomeGiven(NamedTuple):
    result: DecisionResult
    sentence: SpokenSentence


@dataclass
class DecisionEpisode:
    """The sentences so far that belong to one decision."""

    trigger: SpokenSentence | None = None
    alternatives: dict[str, SpokenSentence] = field(default_factory=dict)
    advised: list[AdviceGiven] = field(default_factory=list)
    reasons: list[ReasonGiven] = field(default_factory=list)
    concerns: list[SpokenSentence] = field(default_factory=list)
    ended: list[OutcomeGiven] = field(default_factory=list)
    answered: list[SpokenSentence] = field(default_factory=list)  # weak consents
    gathered: dict[str, SpokenSentence] = field(default_factory=dict)
    last: int = 0  # the last message that added something
    chosen_at: int = -_REASON_SENTENCES_MAX  # index of the sentence that advised or decided

    @property
    def is_open(self) -> bool:
        return bool(self.alternatives or self.advised or self.ended)

    @property
    def words(self) -> frozenset[str]:
        """The topic words."""
        texts = [*self.alternatives, *(one.advice.clause for one in self.advised)]
        return frozenset(word for text in texts for word in _stems(text))


def _stems(text: str) -> set[str]:
    return {word[:_STEM_LETTERS] for word in _WORD.findall(text.lower())}


def _near_decisions(messages: Sequence[Message], split: SentenceCache) -> set[int]:
    """The numbers of messages near a possible decision."""
    is_served = any(message.role == "user" for message in messages)
    read: set[int] = set()
    passed: set[int] = set()
    for number, message in enumerate(messages):
        by_agent = is_served and message.role == "assistant"
        is_essay = by_agent and len(message.content) > AGENT_CHARACTERS_MAX
        # A message with prompt injection decides nothing.
        if is_essay or split.has_injection(message):
            passed.add(number)
        elif _may_decide(message.content):
            read.update(range(number - _BEFORE_MESSAGES, number + SILENT_MESSAGES_MAX + 1))
    return read - passed


def _may_decide(content: str) -> bool:
    text = hide_reasoning(content).replace("’", "'")
    words = _WHOLE.findall(text.lower())
    return any(
        not hints.isdisjoint(words) and pattern.search(text) for hints, pattern in cues.DECIDING
    )


def find_episodes(messages: Sequence[Message], split: SentenceCache) -> Iterator[DecisionEpisode]:
    """The decisions in the order of the conversation."""
    read = _near_decisions(messages, split)
    episode = DecisionEpisode()
    asked: SpokenSentence | None = None
    for at, said in enumerate(conversation_sentences(messages, read, split) if read else ()):
        turns = cues.TURNS.match(said.text) is not None
        silent = said.number - episode.last > SILENT_MESSAGES_MAX
        if episode.is_open and (turns or silent):
            yield episode
            episode, asked = DecisionEpisode(), None
        moment = _cues_of(said, episode, asked)
        if said.is_listed and said.section and cues.ALTERNATIVES.search(f"{said.section}:"):
            moment = DecisionCues(alternatives=(shortened(said.text.strip(" .;")),))
        if _begins_anew(episode, moment, said):
            yield episode
            episode, asked = DecisionEpisode(), None
        if not episode.is_open and not moment.advice and not moment.result and _asks(said):
            is_clearer = asked is None or (said.is_question and asked.number == said.number)
            asked = said if is_clearer else asked
        _add(episode, moment, said, at)
        if episode.is_open and episode.trigger is None:
            episode.trigger = asked
    if episode.is_open:
        yield episode


def _cues_of(
    said: SpokenSentence, episode: DecisionEpisode, asked: SpokenSentence | None
) -> DecisionCues:
    """The cues of a sentence, given the alternatives that some cues depend on."""
    moment = find_decision_cues(said)
    weighed = [*episode.alternatives]
    if asked is not None and cues.WONDERS.search(asked.text):
        weighed.append(asked.text)
    if (
        moment.advice
        and moment.advice.is_slight
        and not names_option(moment.advice.clause, weighed)
    ):
        moment = find_decision_cues(said, is_firm=True)
    if moment.advice or moment.result or not episode.advised or said.is_by_agent:
        return moment
    advised = episode.advised[-1]
    weighed = [*episode.alternatives, advised.advice.clause]
    if said.speaker != advised.sentence.speaker and settles_choice(said, weighed):
        return DecisionCues(result=DecisionResult.AGREED, reason=moment.reason)
    return moment


def _asks(said: SpokenSentence) -> bool:
    return not said.is_by_agent and (said.is_question or cues.WONDERS.search(said.text) is not None)


def _begins_anew(episode: DecisionEpisode, moment: DecisionCues, said: SpokenSentence) -> bool:
    """Whether a sentence starts another decision."""
    if episode.ended and (moment.alternatives or moment.advice):
        # A doubt after the outcome reopens the same decision.
        ended = episode.ended[-1].sentence
        reopened = any(one.number > ended.number for one in episode.concerns)
        return not reopened
    if moment.advice and episode.advised:
        before = episode.advised[-1]
        doubted = any(one.number >= before.sentence.number for one in episode.concerns)
        common = episode.words & _stems(moment.advice.clause)
        return not doubted and (not common or cues.FURTHER.search(said.text) is not None)
    if moment.alternatives and episode.alternatives and not episode.advised:
        is_apart = said.number - episode.last > 2
        return is_apart and not episode.words & _stems(" ".join(moment.alternatives))
    return False


def _add(episode: DecisionEpisode, moment: DecisionCues, said: SpokenSentence, at: int) -> None:
    if moment.is_empty:
        # Only the first answer to a recommendation counts.
        advised = episode.advised[-1].sentence if episode.advised else None
        if advised and not episode.answered and _answers(said, advised):
            episode.answered.append(said)
            episode.last = said.number
        elif episode.ended and _continues_nod(episode, said):
            episode.ended.append(episode.ended[-1]._replace(sentence=said))
        return
    told = moment.result if not said.is_by_agent and _ends(episode, moment, said) else None
    if told:
        episode.ended.append(OutcomeGiven(told, said))
    if moment.advice:
        for earlier in episode.advised:
            episode.alternatives.setdefault(earlier.advice.clause, earlier.sentence)
        episode.advised = [AdviceGiven(moment.advice, said)]
        episode.reasons.clear()  # they belonged to the earlier recommendation
    if moment.advice or told:
        episode.chosen_at = at
    if moment.reason and _reasons_for(episode, moment, said, at):
        episode.reasons.append(ReasonGiven(moment.reason, said))
    if moment.is_concern and episode.is_open and not said.is_by_agent:
        episode.concerns.append(said)
    for alternative in moment.alternatives:
        episode.alternatives.setdefault(alternative, said)
    for one in moment.gathered:
        episode.gathered.setdefault(one, said)
    if moment.advice or told or moment.alternatives or moment.is_concern:
        episode.last = said.number


def _ends(episode: DecisionEpisode, moment: DecisionCues, said: SpokenSentence) -> bool:
    """Whether an outcome belongs to this decision."""
    if moment.alternatives and moment.reason:
        return True
    if not has_content(said.text) or cues.POINTS_BACK.search(said.text):
        return True
    advised = episode.advised[-1].sentence if episode.advised else None
    if advised and not advised.is_by_agent and said.number - advised.number <= 2:
        return True  # people answer each other in turns
    weighed = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    return names_option(said.text, weighed)


def _answers(said: SpokenSentence, advised: SpokenSentence) -> bool:
    return (
        said.speaker != advised.speaker
        and 0 < said.number - advised.number <= 2
        and not said.is_by_agent
        and cues.ASSENT.match(said.text) is not None
    )


def _continues_nod(episode: DecisionEpisode, said: SpokenSentence) -> bool:
    """Whether a sentence spells out what the consent before it agreed to."""
    nod = episode.ended[-1].sentence
    is_next = nod.number == said.number and nod.speaker == said.speaker
    is_about = episode.words & _stems(said.text)
    return is_next and bool(is_about) and not has_content(nod.text) and not said.is_question


def _reasons_for(
    episode: DecisionEpisode, moment: DecisionCues, said: SpokenSentence, at: int
) -> bool:
    """Whether a reason belongs to the choice: in its sentence or right after it."""
    if moment.advice or (moment.result and not said.is_by_agent):
        return True
    if not episode.advised and not episode.ended:
        # Without a recommendation, a reason for one alternative may decide.
        is_for_one = moment.reason is not None and moment.reason.link is ReasonLink.BECAUSE
        return is_for_one and len(episode.alternatives) > 1 and not said.is_by_agent
    choices = [one.sentence for one in episode.advised[-1:]]
    choices += [one.sentence for one in episode.ended[-1:]]
    is_told = any(one.sentence.number == said.number for one in episode.reasons)
    is_near = at - episode.chosen_at <= _REASON_SENTENCES_MAX
    return is_near and not is_told and any(said.speaker == one.speaker for one in choices)


def is_decision(episode: DecisionEpisode) -> bool:
    """Whether an episode is a real decision and not talk."""
    ended = episode.ended[-1] if episode.ended else None
    committed = ended is not None and ended.result is not DecisionResult.DEFERRED
    if not episode.advised:
        has_grounds = episode.reasons or (episode.concerns and len(episode.alternatives) > 1)
        told = [
            one.sentence.text for one in episode.ended if episode.words & _stems(one.sentence.text)
        ]
        # A past choice of somebody else is a story.
        is_ours = committed and any(not cues.OTHERS.match(text) for text in told)
        return bool(is_ours and episode.alternatives and has_grounds)
    if not (episode.reasons or episode.alternatives):
        return False
    by = episode.advised[-1].sentence
    if episode.advised[-1].advice.is_slight and not episode.concerns and not _is_weighty(episode):
        return False  # a casual hint that nobody questioned
    if by.is_by_agent:
        return committed and ended is not None and ended.sentence.number > by.number
    if not episode.reasons:
        return ended is not None
    asked = [episode.trigger] if episode.trigger and _leads_to(episode.trigger, episode) else []
    moved = any(one.speaker != by.speaker for one in (*asked, *episode.concerns))
    # A weak consent counts only for an important recommendation.
    nodded = bool(episode.answered) and topics.WEIGHTY.search(by.text) is not None
    return bool(ended or moved or nodded or len(episode.alternatives) > 1)


def _leads_to(trigger: SpokenSentence, episode: DecisionEpisode) -> bool:
    """Whether a question is about this decision."""
    is_about = episode.words & _stems(trigger.text)
    return bool(is_about) or cues.WONDERS.search(trigger.text) is not None


def is_trivial(episode: DecisionEpisode) -> bool:
    """Whether the decision is about lunch, a film or a meeting time."""
    clauses = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    about = " | ".join([*clauses, *(one.sentence.text for one in episode.ended)])
    if _is_weighty(episode):
        return False
    if topics.LEISURE.search(about) or (
        episode.trigger and topics.LEISURE.search(episode.trigger.text)
    ):
        return True
    return any(topics.LOGISTICS.search(clause) for clause in clauses)


def _is_weighty(episode: DecisionEpisode) -> bool:
    """Whether money, a contract, a system or the like is involved."""
    clauses = [*episode.alternatives, *(one.advice.clause for one in episode.advised)]
    told = [one.sentence.text for one in episode.ended]
    grounds = [one.reason.clause for one in episode.reasons]
    return topics.WEIGHTY.search(" | ".join([*clauses, *told, *grounds])) is not None


def parts_of(episode: DecisionEpisode) -> Iterator[SpokenSentence]:
    """All sentences of an episode."""
    if episode.trigger:
        yield episode.trigger
    yield from episode.gathered.values()
    yield from episode.alternatives.values()
    yield from (one.sentence for one in episode.advised)
    yield from (one.sentence for one in episode.reasons)
    yield from (one.sentence for one in episode.ended)
    yield from episode.concerns
    yield from episode.answered
