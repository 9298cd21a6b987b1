"""The digest of a conversation without a model: the sentences that matter, taken as they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from remembrancer.conversations import digest_words as words
from remembrancer.conversations.digest import Point, PointKind
from remembrancer.conversations.digest_cues import (
    Stems,
    cue_in,
    is_question,
    is_related,
    is_statement,
    says_the_same,
    stemmer,
    tells,
    without_filler,
)
from remembrancer.conversations.digest_lines import (
    POINT_CHARACTERS_MAX,
    block,
    condensed,
    least,
    linked,
    text_of,
)
from remembrancer.conversations.digest_sentences import sentences
from remembrancer.core.limits import DIGEST_TOKENS_MAX
from remembrancer.core.plain_line import neutral, shortened
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.trust import UNTRUSTED

__all__ = ["block", "extended", "text_of"]

_SILENT: Final = frozenset({"tool", "function", "system", "developer"})  # who makes no point
_ASSISTANTS: Final = frozenset({"assistant", "ai", "bot", "agent", "model"})

_MESSAGE_POINTS_MAX: Final = 8  # of one message: a flood of cues must not push out all else
_HELD_MAX: Final = 80  # points, over which a long batch is condensed on the way
_KIND_MAX: Final = {PointKind.TOPIC: 12, PointKind.PERSON: 4, PointKind.TASK: 6}
_TOPIC_CHARACTERS_MAX: Final = 100
_QUESTION_CHARACTERS_MAX: Final = 85
_CONSENT_CHARACTERS_MAX: Final = 60
_CLARIFICATION_CHARACTERS_MAX: Final = 160
_ROLE_CHARACTERS_MAX: Final = 20
_TOPIC_STEMS: Final = 3  # a longer sentence says more of what a message is about
_TELLING_MAX: Final = 24  # topics, where all of them order, deny, or name a sum or a day
_SUMMING_UP: Final = 2  # words in common that "in short" is worth when an answer is looked for
_ARROW: Final = " → "


def extended(
    points: Sequence[Point],
    batch: Sequence[Message],
    *,
    tokens_max: int = DIGEST_TOKENS_MAX,
    is_small_talk: Callable[[str], bool] | None = None,
) -> tuple[Point, ...]:
    """The digest with what a batch of messages adds to it, within so many tokens.

    It costs the same whatever came before: the points so far are all that is known of it. Without
    `is_small_talk` no sentence is.
    """
    reading = _Reading(points, tokens_max, is_small_talk)
    has_assistant = any(map(_is_assistant, batch))
    for message in batch:
        reading.take(message, has_assistant=has_assistant)
    reading.end()
    return condensed(reading.points, tokens_max=tokens_max)


@dataclass(frozen=True, eq=False)
class _Held:
    """A point, and the stems it is known by."""

    point: Point
    stems: Stems


@dataclass(frozen=True, kw_only=True)
class _Thread:
    """A question, the clarifications around it, and the answer so far."""

    question: str  # with who asked it
    author: str | None  # None: it was asked in an earlier batch
    messages: tuple[str, ...]
    stems: Stems
    trust: Trust | None  # of the question
    answer: Point | None = None
    common: int = 0  # words that the answer shares with the question
    is_open: bool = True  # an answer is still to come, or the one given was not enough
    is_fresh: bool = True  # nobody spoke since the answer: the same speaker may go on


@dataclass(frozen=True, kw_only=True)
class _Proposal:
    """What an assistant proposed, and nobody has answered yet."""

    text: str  # with who proposed it
    message: str
    trust: Trust | None


class _Reading:
    """A batch while it is read: the points so far, the question and the proposal in the air."""

    def __init__(
        self,
        points: Sequence[Point],
        tokens_max: int,
        is_small_talk: Callable[[str], bool] | None,
    ) -> None:
        self._stems = stemmer()
        self._is_small_talk = is_small_talk
        self._tokens_max = tokens_max
        self._held: list[_Held] = []
        self._condense(points)
        self._thread = self._thread_left_over()
        self._proposal = self._proposal_left_over()

    @property
    def points(self) -> list[Point]:
        return [held.point for held in self._held]

    def take(self, message: Message, *, has_assistant: bool) -> None:
        """Reads one message. Where no assistant takes part, people answer each other."""
        if message.role.lower() in _SILENT:
            return
        whole = {without_filler(one): one for one in sentences(message.content)}
        said = [one for one in whole if one]
        if _is_assistant(message):
            self._hear_assistant(message, said)
        elif not self._consents(message):
            said = [one for one in said if not self._says_nothing(one, whole[one])]
            taken = self._take_cues(message, said)
            answers = not has_assistant and self._answers_another(message)
            if not (answers and self._answer(message, said, taken)):
                self._hear_person(message, said, taken)
            self._put_told(message, said)
        if len(self._held) > _HELD_MAX:
            self._condense(self.points)

    def _says_nothing(self, sentence: str, whole: str) -> bool:
        """Whether a person says it for company's sake. What makes a point is no small talk.

        A pleasantry around a sentence shows how it is meant, unless it tells something.
        """
        if self._is_small_talk is None or cue_in(sentence, is_answering=False) is not None:
            return False
        return self._is_small_talk(sentence) or (not tells(sentence) and self._is_small_talk(whole))

    def end(self) -> None:
        """Keeps what is still open, last of all: the answer may be in the next batch."""
        self._close_thread()
        if self._proposal is not None:
            text = _cut_question(self._proposal.text, _TOPIC_CHARACTERS_MAX)
            self._put(PointKind.TOPIC, text, (self._proposal.message,), self._proposal.trust)

    def _close_thread(self) -> None:
        """Leaves the question; one without an answer is still a topic."""
        if self._thread is not None and self._thread.answer is None:
            text = _cut_question(self._thread.question, _TOPIC_CHARACTERS_MAX)
            self._put(PointKind.TOPIC, text, self._thread.messages, self._thread.trust)
        self._thread = None

    def _hear_person(self, message: Message, said: Sequence[str], taken: Sequence[str]) -> None:
        """A question opens a thread, or goes on with it; what is left is a topic."""
        questions = [one for one in said if one not in taken and is_question(one)]
        if self._thread is not None:
            self._thread = replace(self._thread, is_fresh=False)
        if not taken and self._clarifies(said, questions):
            if self._thread is not None:
                self._thread = replace(self._thread, is_open=True)
        elif questions:
            self._ask(message, questions[0])
        elif not taken and not (self._thread and self._thread.is_open):
            self._put_topic(message, said)

    def _put_topic(self, message: Message, said: Sequence[str]) -> None:
        """What a message is about: its first long sentence, or the first that says anything."""
        speaking = [one for one in said if self._stems(one)]
        if not speaking or any(map(tells, speaking)):
            return  # what tells something is kept for itself
        long = (one for one in speaking if len(self._stems(one)) >= _TOPIC_STEMS)
        self._put_said(message, next(long, speaking[0]))

    def _put_told(self, message: Message, said: Sequence[str]) -> None:
        """Keeps each sentence that tells something and stands in no point of its message yet."""
        points = [held.point.text for held in self._held if message.id in held.point.messages]
        told = [one for one in said if tells(words.CLARIFIES.sub("", one)) and self._stems(one)]
        for sentence in told[:_MESSAGE_POINTS_MAX]:
            is_new = not any(_stands_in(sentence, text) for text in points)
            if is_new and not is_question(sentence):
                self._put_said(message, sentence)

    def _put_said(self, message: Message, sentence: str) -> None:
        text = shortened(f"{_who(message)}: {sentence}", _TOPIC_CHARACTERS_MAX)
        self._put(PointKind.TOPIC, text, (message.id,), message.trust)

    def _hear_assistant(self, message: Message, said: Sequence[str]) -> None:
        """An answer, a proposal, and how the work stands."""
        taken = self._take_cues(message, said)
        last = said[-1] if said else ""
        is_proposal = last.endswith("?") and words.PROPOSES.search(last)
        if is_proposal and not words.OFFERS_HELP.search(last):
            self._proposal = _Proposal(
                text=f"{_who(message)}: {last}", message=message.id, trust=message.trust
            )
        if message.is_calling:
            return  # what is said beside a tool call is not the answer yet
        if not self._answer(message, said, taken) and taken and self._thread is not None:
            # The point just made is the answer.
            self._thread = None

    def _take_cues(self, message: Message, said: Sequence[str]) -> list[str]:
        """Makes points of the sentences that give themselves away; says which are used up."""
        used = []
        count = 0
        for sentence in said:
            cue = cue_in(sentence, is_answering=_is_assistant(message))
            if cue is None or count == _MESSAGE_POINTS_MAX:
                continue
            text = shortened(f"{_who(message)}: {cue.text}", POINT_CHARACTERS_MAX)
            if self._settle(cue.kind, text, message):
                count += 1
                if not sentence.endswith("?"):
                    used.append(sentence)
        return used

    def _settle(self, kind: PointKind, text: str, message: Message) -> bool:
        """Adds a point in the place of the one it makes obsolete. False: it says too little."""
        stems = self._stems(text)
        if not stems:
            return False
        if _is_assistant(message) and kind is PointKind.DECISION:
            known = self._nearest(kind, lambda other: is_related(stems, other))
            if known is not None:
                # The assistant says again what a person decided: their own words stay.
                self._link(known, message.id)
                return True
        is_change = words.CHANGED.search(text) is not None
        older = [
            held
            for held in self._obsolete(kind, stems, is_change=is_change)
            if _may_replace(message, held.point)
        ]
        self._held = [held for held in self._held if held not in older]
        ids = linked(*(held.point.messages for held in older), (message.id,))
        self._put(kind, text, ids, message.trust)
        return True

    def _obsolete(self, kind: PointKind, stems: Stems, *, is_change: bool) -> list[_Held]:
        """The points that a newer one of the same kind replaces."""
        if kind is PointKind.TASK:
            tasks = [held for held in self._held if held.point.kind is kind]
            return [held for held in tasks if is_related(stems, held.stems)]
        same = self._nearest(kind, lambda other: says_the_same(stems, other))
        if same is None and kind is PointKind.DECISION and is_change:
            same = self._nearest(kind, lambda other: len(stems & other) / max(1, len(other)))
        return [] if same is None else [same]

    def _nearest(self, kind: PointKind, likeness: Callable[[Stems], float]) -> _Held | None:
        """The point of a kind that is most alike, of equals the newest; None: none is."""
        best: _Held | None = None
        most = 0.0
        for held in self._held:
            if held.point.kind is kind and (found := likeness(held.stems)) > 0 and found >= most:
                best, most = held, found
        return best

    def _consents(self, message: Message) -> bool:
        """Whether this is a plain yes or no to what was proposed: that is a decision too."""
        proposal, self._proposal = self._proposal, None
        if proposal is None or len(message.content) > _CONSENT_CHARACTERS_MAX:
            return False
        content = neutral(message.content)
        if "?" in content or not words.CONSENTS.match(content):
            return False
        answer = f"{_ARROW}{_who(message)}: {content}"
        self._drop_topic((proposal.message,))
        text = _cut_question(proposal.text, POINT_CHARACTERS_MAX - len(answer)) + answer
        trust = least((proposal.trust, message.trust))
        self._put(PointKind.DECISION, text, (proposal.message, message.id), trust)
        return True

    def _clarifies(self, said: Sequence[str], questions: Sequence[str]) -> bool:
        """Whether a person only asks for more of the same answer."""
        if sum(map(len, said)) > _CLARIFICATION_CHARACTERS_MAX:
            return False
        if any(words.CLARIFIES.search(one) for one in said):
            return True
        if self._thread is None or not questions:
            return False
        asked, known = self._stems(questions[0]), self._thread.stems
        if self._thread.answer is not None:
            known = known | self._stems(self._thread.answer.text)
        return not asked or bool(words.FOLLOWS.match(questions[0]) and asked & known)

    def _ask(self, message: Message, question: str) -> None:
        """Opens a thread, unless the question is the one that is being talked about."""
        stems = self._stems(question)
        if not stems:
            return
        if self._thread is not None and says_the_same(stems, self._thread.stems):
            self._thread = replace(self._thread, is_open=True)
            return
        self._close_thread()
        self._thread = _Thread(
            question=f"{_who(message)}: {question}",
            author=message.author_id,
            messages=(message.id,),
            stems=stems,
            trust=message.trust,
        )

    def _answers_another(self, message: Message) -> bool:
        thread = self._thread
        return thread is not None and thread.is_open and thread.author != message.author_id

    def _answer(self, message: Message, said: Sequence[str], taken: Sequence[str]) -> bool:
        """Takes the sentence nearest to the question. False: there is no question, or no answer.

        What follows a clarification takes the place of the answer before. Of two answers in a
        row, the one nearer to the question stays.
        """
        statements = [one for one in said if one not in taken and is_statement(one)]
        thread = self._thread
        if thread is None or not statements or not (thread.is_open or thread.is_fresh):
            return False
        scores = [self._score(one, thread) for one in statements]
        common = max(scores)
        if not thread.is_open and common < thread.common:
            return True
        best = scores.index(common)
        question = _cut_question(thread.question, _QUESTION_CHARACTERS_MAX)
        text = f"{question}{_ARROW}{_who(message)}: {statements[best]}"
        for more, score in zip(statements[best + 1 :], scores[best + 1 :], strict=True):
            if not score or len(text) + len(more) >= POINT_CHARACTERS_MAX:
                break
            text = f"{text} {more}"
        text = shortened(text, POINT_CHARACTERS_MAX)
        self._forget_answer(thread, message)
        trust = least((thread.trust, message.trust))
        self._put(PointKind.ANSWER, text, linked(thread.messages, (message.id,)), trust)
        self._thread = replace(
            thread, answer=self._held[-1].point, common=common, is_open=False, is_fresh=True
        )
        return True

    def _score(self, statement: str, thread: _Thread) -> int:
        summing_up = _SUMMING_UP if words.IN_SHORT.search(statement) else 0
        return len(self._stems(statement) & thread.stems) + summing_up

    def _forget_answer(self, thread: _Thread, message: Message) -> None:
        """Drops what the answer that is coming makes obsolete."""
        before = self._nearest(PointKind.ANSWER, lambda other: says_the_same(thread.stems, other))
        self._drop_topic(thread.messages)
        self._held = [
            held
            for held in self._held
            if (held is not before and held.point is not thread.answer)
            or not _may_replace(message, held.point)
        ]

    def _drop_topic(self, messages: tuple[str, ...]) -> None:
        """Drops a question that was kept while it was open, and nothing said beside it."""
        self._held = [
            held
            for held in self._held
            if held.point.kind is not PointKind.TOPIC
            or held.point.messages != messages
            or not is_question(held.point.text.partition(": ")[2])
        ]

    def _proposal_left_over(self) -> _Proposal | None:
        """What the batch before ended with, if that was a proposal."""
        last = self._held[-1].point if self._held else None
        if last is None or last.kind is not PointKind.TOPIC or not last.text.endswith("?"):
            return None
        is_proposal = last.text.split(":")[0].lower() in _ASSISTANTS
        if not is_proposal or not last.messages:
            return None
        return _Proposal(text=last.text, message=last.messages[-1], trust=last.trust)

    def _thread_left_over(self) -> _Thread | None:
        """The question that the batch before ended with, or the last one that was answered."""
        last = self._held[-1] if self._held else None
        if last is not None and last.point.kind is PointKind.TOPIC:
            who, _, asked = last.point.text.partition(": ")
            if is_question(asked) and who.lower() not in _ASSISTANTS:
                return _Thread(
                    question=last.point.text,
                    author=None,
                    messages=last.point.messages,
                    stems=last.stems,
                    trust=last.point.trust,
                )
        for held in reversed(self._held):
            if held.point.kind is PointKind.ANSWER:
                question, _, answer = held.point.text.partition(_ARROW)
                return _Thread(
                    question=question,
                    author=None,
                    messages=held.point.messages[:1],
                    stems=held.stems,
                    trust=held.point.trust,
                    answer=held.point,
                    common=max(1, len(self._stems(answer) & held.stems)),
                    is_open=False,
                )
        return None

    def _put(
        self, kind: PointKind, text: str, messages: tuple[str, ...], trust: Trust | None
    ) -> None:
        """Adds a point, once; of too many of its kind the oldest goes."""
        made = Point(kind=kind, text=text, messages=messages, trust=trust)
        before = [held.point.messages for held in self._held if held.point.line == made.line]
        self._held = [held for held in self._held if held.point.line != made.line]
        same_kind = [held for held in self._held if held.point.kind is kind]
        if len(same_kind) >= _KIND_MAX.get(kind, len(same_kind) + 1):
            spare = (held for held in same_kind if kind is not PointKind.TOPIC or not _tells(held))
            oldest = next(spare, same_kind[0] if len(same_kind) >= _TELLING_MAX else None)
            if oldest is not None:
                self._held.remove(oldest)
        self._held.append(self._hold(made.changed(messages=linked(*before, messages))))

    def _link(self, held: _Held, message: str) -> None:
        """Says that a message stands behind a point too."""
        point = held.point.changed(messages=linked(held.point.messages, (message,)))
        self._held[self._held.index(held)] = replace(held, point=point)

    def _condense(self, points: Sequence[Point]) -> None:
        self._held = [self._hold(point) for point in condensed(points, tokens_max=self._tokens_max)]

    def _hold(self, point: Point) -> _Held:
        """An answer is known by its question, everything else by what it says."""
        text = point.text.partition(_ARROW)[0] if point.kind is PointKind.ANSWER else point.text
        return _Held(point, self._stems(text))


def _is_assistant(message: Message) -> bool:
    return message.role.lower() in _ASSISTANTS


def _tells(topic: _Held) -> bool:
    return tells(topic.point.text.partition(": ")[2])


def _stands_in(sentence: str, text: str) -> bool:
    """Whether a point holds the sentence, or its beginning where the point was cut short."""
    return sentence in text or (
        text.endswith("…") and sentence.startswith(text.rpartition(": ")[2][:-1])
    )


def _may_replace(message: Message, point: Point) -> bool:
    """What nobody of the space said takes the place of its like alone; else both stay."""
    return message.trust not in UNTRUSTED or point.trust in UNTRUSTED


def _who(message: Message) -> str:
    return shortened(neutral(message.role), _ROLE_CHARACTERS_MAX).capitalize()


def _cut_question(text: str, characters_max: int) -> str:
    """A question that is cut short still ends as one."""
    if len(text) <= characters_max or not text.endswith("?"):
        return shortened(text, characters_max)
    return shortened(text, characters_max - 1) + "?"
