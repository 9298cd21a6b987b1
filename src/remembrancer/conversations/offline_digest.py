"""The offline digest: picks the important sentences of a conversation by rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from remembrancer.conversations import digest_words as words
from remembrancer.conversations.digest import Point, PointKind
from remembrancer.conversations.digest_cues import (
    Stems,
    find_cue,
    is_informative,
    is_question,
    is_related,
    is_same_statement,
    is_statement,
    stemmer,
    strip_filler,
)
from remembrancer.conversations.digest_lines import (
    POINT_CHARACTERS_MAX,
    condense,
    digest_block,
    least_trust,
    link_messages,
    points_text,
)
from remembrancer.conversations.digest_sentences import split_sentences
from remembrancer.core.limits import DIGEST_TOKENS_MAX
from remembrancer.core.texts.plain_line import neutral, shortened
from remembrancer.items.item import Trust
from remembrancer.items.message import Message
from remembrancer.items.trust import UNTRUSTED

__all__ = ["digest_block", "extend_by_rules", "points_text"]

_SILENT: Final = frozenset({"tool", "function", "system", "developer"})  # roles that make no points
_ASSISTANTS: Final = frozenset({"assistant", "ai", "bot", "agent", "model"})

_MESSAGE_POINTS_MAX: Final = 8  # of one message, so that it cannot push out all others
_POINTS_HELD_MAX: Final = 80  # above this number points are condensed while a batch is read
_KIND_MAX: Final = {PointKind.TOPIC: 12, PointKind.PERSON: 4, PointKind.TASK: 6}
_TOPIC_CHARACTERS_MAX: Final = 100
_QUESTION_CHARACTERS_MAX: Final = 85
_CONSENT_CHARACTERS_MAX: Final = 60
_CLARIFICATION_CHARACTERS_MAX: Final = 160
_ROLE_CHARACTERS_MAX: Final = 20
_TOPIC_STEMS: Final = 3  # a sentence with more stems is a better topic
_INFORMATIVE_TOPICS_MAX: Final = 24  # informative topics
_SUMMING_UP: Final = 2  # bonus of "in short" in the score of an answer
_ARROW: Final = " → "


def extend_by_rules(
    points: Sequence[Point],
    batch: Sequence[Message],
    *,
    tokens_max: int = DIGEST_TOKENS_MAX,
    is_small_talk: Callable[[str], bool] | None = None,
) -> tuple[Point, ...]:
    """The digest extended by the rules with a batch of messages, within `tokens_max`.

    The cost does not depend on earlier messages: only the points so far are used. Without
    `is_small_talk` no sentence counts as small talk.
    """
    reading = _BatchReader(points, tokens_max, is_small_talk)
    has_assistant = any(map(_is_assistant, batch))
    for message in batch:
        reading.take(message, has_assistant=has_assistant)
    reading.end()
    return condense(reading.points, tokens_max=tokens_max)


@dataclass(frozen=True, eq=False)
class _StoredPoint:
    """A point with its stems."""

    point: Point
    stems: Stems


@dataclass(frozen=True, kw_only=True)
class _QuestionThread:
    """A question, the clarifications around it, and the answer so far."""

    question: str  # with the name of the author
    author: str | None  # None: from an earlier batch
    messages: tuple[str, ...]
    stems: Stems
    trust: Trust | None  # of the question
    answer: Point | None = None
    common: int = 0  # stems that the answer shares with the question
    is_open: bool = True  # not answered, or not well enough
    is_fresh: bool = True  # nobody spoke since the answer, so the speaker may continue


@dataclass(frozen=True, kw_only=True)
class _OpenProposal:
    """A proposal of an assistant that nobody answered yet."""

    text: str  # with the name of the author
    message: str
    trust: Trust | None


class _BatchReader:
    """Reads a batch: keeps the points so far, the open question and the open proposal."""

    def __init__(
        self,
        points: Sequence[Point],
        tokens_max: int,
        is_small_talk: Callable[[str], bool] | None,
    ) -> None:
        self._stems = stemmer()
        self._is_small_talk = is_small_talk
        self._tokens_max = tokens_max
        self._points: list[_StoredPoint] = []
        self._condense(points)
        self._thread = self._thread_left_over()
        self._proposal = self._proposal_left_over()

    @property
    def points(self) -> list[Point]:
        return [point.point for point in self._points]

    def take(self, message: Message, *, has_assistant: bool) -> None:
        """Reads one message. Without an assistant, people answer each other."""
        if message.role.lower() in _SILENT:
            return
        whole = {strip_filler(sentence): sentence for sentence in split_sentences(message.content)}
        said = [value for value in whole if value]
        if _is_assistant(message):
            self._read_assistant(message, said)
        elif not self._consents(message):
            said = [
                value for value in said if not self._is_small_talk_sentence(value, whole[value])
            ]
            taken = self._take_cues(message, said)
            answers = not has_assistant and self._answers_another(message)
            if not (answers and self._answer(message, said, taken)):
                self._read_person(message, said, taken)
            self._add_informative(message, said)
        if len(self._points) > _POINTS_HELD_MAX:
            self._condense(self.points)

    def _is_small_talk_sentence(self, sentence: str, whole: str) -> bool:
        """Whether a sentence is small talk. A sentence with a cue is not.

        Pleasantries around a sentence make it small talk, unless it is informative.
        """
        if self._is_small_talk is None or find_cue(sentence, is_answering=False) is not None:
            return False
        return self._is_small_talk(sentence) or (
            not is_informative(sentence) and self._is_small_talk(whole)
        )

    def end(self) -> None:
        """Keeps the open question and proposal as the last points: the next batch may answer."""
        self._close_thread()
        if self._proposal is not None:
            text = _cut_question(self._proposal.text, _TOPIC_CHARACTERS_MAX)
            self._add_point(PointKind.TOPIC, text, (self._proposal.message,), self._proposal.trust)

    def _close_thread(self) -> None:
        """Closes the thread; an unanswered question becomes a topic."""
        if self._thread is not None and self._thread.answer is None:
            text = _cut_question(self._thread.question, _TOPIC_CHARACTERS_MAX)
            self._add_point(PointKind.TOPIC, text, self._thread.messages, self._thread.trust)
        self._thread = None

    def _read_person(self, message: Message, texts: Sequence[str], taken: Sequence[str]) -> None:
        """Opens or continues a question thread; other sentences become topics."""
        questions = [value for value in texts if value not in taken and is_question(value)]
        if self._thread is not None:
            self._thread = replace(self._thread, is_fresh=False)
        if not taken and self._clarifies(texts, questions):
            if self._thread is not None:
                self._thread = replace(self._thread, is_open=True)
        elif questions:
            self._ask(message, questions[0])
        elif not taken and not (self._thread and self._thread.is_open):
            self._add_topic(message, texts)

    def _add_topic(self, message: Message, texts: Sequence[str]) -> None:
        """Adds the topic of a message: its first long sentence, or the first with content."""
        speaking = [value for value in texts if self._stems(value)]
        if not speaking or any(map(is_informative, speaking)):
            return  # informative sentences are added separately
        long = (value for value in speaking if len(self._stems(value)) >= _TOPIC_STEMS)
        self._add_sentence(message, next(long, speaking[0]))

    def _add_informative(self, message: Message, texts: Sequence[str]) -> None:
        """Adds each informative sentence that is in no point of its message yet."""
        points = [point.point.text for point in self._points if message.id in point.point.messages]
        lines = [
            value
            for value in texts
            if is_informative(words.CLARIFIES.sub("", value)) and self._stems(value)
        ]
        for sentence in lines[:_MESSAGE_POINTS_MAX]:
            is_new = not any(_is_quoted_in(sentence, text) for text in points)
            if is_new and not is_question(sentence):
                self._add_sentence(message, sentence)

    def _add_sentence(self, message: Message, sentence: str) -> None:
        text = shortened(f"{_who(message)}: {sentence}", _TOPIC_CHARACTERS_MAX)
        self._add_point(PointKind.TOPIC, text, (message.id,), message.trust)

    def _read_assistant(self, message: Message, texts: Sequence[str]) -> None:
        """Reads an assistant's message for an answer, a proposal and task states."""
        taken = self._take_cues(message, texts)
        last = texts[-1] if texts else ""
        is_proposal = last.endswith("?") and words.PROPOSES.search(last)
        if is_proposal and not words.OFFERS_HELP.search(last):
            self._proposal = _OpenProposal(
                text=f"{_who(message)}: {last}", message=message.id, trust=message.trust
            )
        if message.is_calling:
            return  # text next to a tool call is not the answer yet
        if not self._answer(message, texts, taken) and taken and self._thread is not None:
            # The point just added is the answer.
            self._thread = None

    def _take_cues(self, message: Message, texts: Sequence[str]) -> list[str]:
        """Adds points for sentences with cues; returns the sentences that were used."""
        used = []
        count = 0
        for sentence in texts:
            cue = find_cue(sentence, is_answering=_is_assistant(message))
            if cue is None or count == _MESSAGE_POINTS_MAX:
                continue
            text = shortened(f"{_who(message)}: {cue.text}", POINT_CHARACTERS_MAX)
            if self._add_or_replace(cue.kind, text, message):
                count += 1
                if not sentence.endswith("?"):
                    used.append(sentence)
        return used

    def _add_or_replace(self, kind: PointKind, text: str, message: Message) -> bool:
        """Adds a point and removes those it makes obsolete. False: it has too little content."""
        stems = self._stems(text)
        if not stems:
            return False
        if _is_assistant(message) and kind is PointKind.DECISION:
            known = self._nearest(kind, lambda other: is_related(stems, other))
            if known is not None:
                # The assistant repeats a person's decision: the person's words stay.
                self._link(known, message.id)
                return True
        is_change = words.CHANGED.search(text) is not None
        older = [
            point
            for point in self._obsolete(kind, stems, is_change=is_change)
            if _may_replace(message, point.point)
        ]
        self._points = [point for point in self._points if point not in older]
        ids = link_messages(*(point.point.messages for point in older), (message.id,))
        self._add_point(kind, text, ids, message.trust)
        return True

    def _obsolete(self, kind: PointKind, stems: Stems, *, is_change: bool) -> list[_StoredPoint]:
        """The points that a newer one of the same kind replaces."""
        if kind is PointKind.TASK:
            tasks = [point for point in self._points if point.point.kind is kind]
            return [task for task in tasks if is_related(stems, task.stems)]
        same = self._nearest(kind, lambda other: is_same_statement(stems, other))
        if same is None and kind is PointKind.DECISION and is_change:
            same = self._nearest(kind, lambda other: len(stems & other) / max(1, len(other)))
        return [] if same is None else [same]

    def _nearest(self, kind: PointKind, likeness: Callable[[Stems], float]) -> _StoredPoint | None:
        """The most similar point of a kind, the newest of equals; None: no similar point."""
        best: _StoredPoint | None = None
        most = 0.0
        for point in self._points:
            if point.point.kind is kind and (found := likeness(point.stems)) > 0 and found >= most:
                best, most = point, found
        return best

    def _consents(self, message: Message) -> bool:
        """Whether the message is a plain yes or no to the proposal, which is a decision."""
        proposal, self._proposal = self._proposal, None
        if proposal is None or len(message.content) > _CONSENT_CHARACTERS_MAX:
            return False
        content = neutral(message.content)
        if "?" in content or not words.CONSENTS.match(content):
            return False
        answer = f"{_ARROW}{_who(message)}: {content}"
        self._drop_topic((proposal.message,))
        text = _cut_question(proposal.text, POINT_CHARACTERS_MAX - len(answer)) + answer
        trust = least_trust((proposal.trust, message.trust))
        self._add_point(PointKind.DECISION, text, (proposal.message, message.id), trust)
        return True

    def _clarifies(self, texts: Sequence[str], questions: Sequence[str]) -> bool:
        """Whether a person only asks to clarify the answer."""
        if sum(map(len, texts)) > _CLARIFICATION_CHARACTERS_MAX:
            return False
        if any(words.CLARIFIES.search(value) for value in texts):
            return True
        if self._thread is None or not questions:
            return False
        asked, known = self._stems(questions[0]), self._thread.stems
        if self._thread.answer is not None:
            known = known | self._stems(self._thread.answer.text)
        return not asked or bool(words.FOLLOWS.match(questions[0]) and asked & known)

    def _ask(self, message: Message, question: str) -> None:
        """Opens a thread, unless it is the current question."""
        stems = self._stems(question)
        if not stems:
            return
        if self._thread is not None and is_same_statement(stems, self._thread.stems):
            self._thread = replace(self._thread, is_open=True)
            return
        self._close_thread()
        self._thread = _QuestionThread(
            question=f"{_who(message)}: {question}",
            author=message.author_id,
            messages=(message.id,),
            stems=stems,
            trust=message.trust,
        )

    def _answers_another(self, message: Message) -> bool:
        thread = self._thread
        return thread is not None and thread.is_open and thread.author != message.author_id

    def _answer(self, message: Message, texts: Sequence[str], taken: Sequence[str]) -> bool:
        """Takes the sentence most similar to the question as the answer. False: no answer.

        An answer after a clarification replaces the earlier one. Of two answers in a row, the
        one more similar to the question stays.
        """
        statements = [value for value in texts if value not in taken and is_statement(value)]
        thread = self._thread
        if thread is None or not statements or not (thread.is_open or thread.is_fresh):
            return False
        scores = [self._score(statement, thread) for statement in statements]
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
        trust = least_trust((thread.trust, message.trust))
        self._add_point(
            PointKind.ANSWER, text, link_messages(thread.messages, (message.id,)), trust
        )
        self._thread = replace(
            thread, answer=self._points[-1].point, common=common, is_open=False, is_fresh=True
        )
        return True

    def _score(self, statement: str, thread: _QuestionThread) -> int:
        summing_up = _SUMMING_UP if words.IN_SHORT.search(statement) else 0
        return len(self._stems(statement) & thread.stems) + summing_up

    def _forget_answer(self, thread: _QuestionThread, message: Message) -> None:
        """Drops points that the new answer makes obsolete."""
        before = self._nearest(
            PointKind.ANSWER, lambda other: is_same_statement(thread.stems, other)
        )
        self._drop_topic(thread.messages)
        self._points = [
            point
            for point in self._points
            if (point is not before and point.point is not thread.answer)
            or not _may_replace(message, point.point)
        ]

    def _drop_topic(self, messages: tuple[str, ...]) -> None:
        """Drops a question that was kept as a topic, and no other point of its message."""
        self._points = [
            point
            for point in self._points
            if point.point.kind is not PointKind.TOPIC
            or point.point.messages != messages
            or not is_question(point.point.text.partition(": ")[2])
        ]

    def _proposal_left_over(self) -> _OpenProposal | None:
        """The open proposal at the end of the previous batch."""
        last = self._points[-1].point if self._points else None
        if last is None or last.kind is not PointKind.TOPIC or not last.text.endswith("?"):
            return None
        is_proposal = last.text.split(":")[0].lower() in _ASSISTANTS
        if not is_proposal or not last.messages:
            return None
        return _OpenProposal(text=last.text, message=last.messages[-1], trust=last.trust)

    def _thread_left_over(self) -> _QuestionThread | None:
        """The open question of the previous batch, or the last answered one."""
        last = self._points[-1] if self._points else None
        if last is not None and last.point.kind is PointKind.TOPIC:
            who, _, asked = last.point.text.partition(": ")
            if is_question(asked) and who.lower() not in _ASSISTANTS:
                return _QuestionThread(
                    question=last.point.text,
                    author=None,
                    messages=last.point.messages,
                    stems=last.stems,
                    trust=last.point.trust,
                )
        for point in reversed(self._points):
            if point.point.kind is PointKind.ANSWER:
                question, _, answer = point.point.text.partition(_ARROW)
                return _QuestionThread(
                    question=question,
                    author=None,
                    messages=point.point.messages[:1],
                    stems=point.stems,
                    trust=point.point.trust,
                    answer=point.point,
                    common=max(1, len(self._stems(answer) & point.stems)),
                    is_open=False,
                )
        return None

    def _add_point(
        self, kind: PointKind, text: str, messages: tuple[str, ...], trust: Trust | None
    ) -> None:
        """Adds a point once, and drops the oldest of its kind if there are too many."""
        made = Point(kind=kind, text=text, messages=messages, trust=trust)
        before = [point.point.messages for point in self._points if point.point.line == made.line]
        self._points = [point for point in self._points if point.point.line != made.line]
        same_kind = [point for point in self._points if point.point.kind is kind]
        if len(same_kind) >= _KIND_MAX.get(kind, len(same_kind) + 1):
            spare = (
                point
                for point in same_kind
                if kind is not PointKind.TOPIC or not _is_informative_topic(point)
            )
            oldest = next(
                spare, same_kind[0] if len(same_kind) >= _INFORMATIVE_TOPICS_MAX else None
            )
            if oldest is not None:
                self._points.remove(oldest)
        self._points.append(
            self._stored_point(made.changed(messages=link_messages(*before, messages)))
        )

    def _link(self, stored_point: _StoredPoint, message: str) -> None:
        """Links another message to a point."""
        point = stored_point.point.changed(
            messages=link_messages(stored_point.point.messages, (message,))
        )
        self._points[self._points.index(stored_point)] = replace(stored_point, point=point)

    def _condense(self, points: Sequence[Point]) -> None:
        self._points = [
            self._stored_point(point) for point in condense(points, tokens_max=self._tokens_max)
        ]

    def _stored_point(self, point: Point) -> _StoredPoint:
        """A point with its stems: of an answer the stems of its question."""
        text = point.text.partition(_ARROW)[0] if point.kind is PointKind.ANSWER else point.text
        return _StoredPoint(point, self._stems(text))


def _is_assistant(message: Message) -> bool:
    return message.role.lower() in _ASSISTANTS


def _is_informative_topic(topic: _StoredPoint) -> bool:
    return is_informative(topic.point.text.partition(": ")[2])


def _is_quoted_in(sentence: str, text: str) -> bool:
    """Whether a point holds the sentence, or its start if the point was cut."""
    return sentence in text or (
        text.endswith("…") and sentence.startswith(text.rpartition(": ")[2][:-1])
    )


def _may_replace(message: Message, point: Point) -> bool:
    """Whether a message may replace a point: outside text replaces only outside text."""
    return message.trust not in UNTRUSTED or point.trust in UNTRUSTED


def _who(message: Message) -> str:
    return shortened(neutral(message.role), _ROLE_CHARACTERS_MAX).capitalize()


def _cut_question(text: str, characters_max: int) -> str:
    """A question cut to a length that still ends with a question mark."""
    if len(text) <= characters_max or not text.endswith("?"):
        return shortened(text, characters_max)
    return shortened(text, characters_max - 1) + "?"
