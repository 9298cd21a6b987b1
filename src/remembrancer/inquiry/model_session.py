"""One inquiry with a model: its questions, its calls of tools, and the limits that hold for both.

Whatever the model does becomes data or a note: an unknown tool, wrong arguments, a query that is
refused and a tool that fails are answered in words, and a model that fails ends the search.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from remembrancer.core.errors import ModelFailed, RemembrancerError
from remembrancer.core.limits import (
    INQUIRY_CALLS_PER_ROUND,
    INQUIRY_RESULT_CHARACTERS,
    INQUIRY_SEEN_ENTITIES,
    INQUIRY_TOOL_SECONDS,
)
from remembrancer.core.model_turns import ModelTurn, ToolSpec, Turn
from remembrancer.core.scope import Scope
from remembrancer.core.token_budget import token_estimate
from remembrancer.inquiry import fact_check
from remembrancer.inquiry.deadline import TooLate, within
from remembrancer.inquiry.facts import FactCandidate, message_fact
from remembrancer.inquiry.findings import FINISH, shortened
from remembrancer.inquiry.inquiry import InquiryRequest
from remembrancer.inquiry.known import Known
from remembrancer.inquiry.notebook import Ended, Notebook
from remembrancer.inquiry.prompts.retrieval_prompt import RetrievalPrompt
from remembrancer.inquiry.rules import Looking
from remembrancer.inquiry.seen import Seen
from remembrancer.inquiry.toolbox import ToolBox
from remembrancer.ports import Answer, LanguageModel, Reader, ToolCallingModel

T = TypeVar("T")
_QUERY_CHARACTERS: Final = 4_000  # of a query in the trace
_NAME_CHARACTERS: Final = 64
_CUT: Final = " … (cut here: ask for less)"
_LISTS: Final = ("rows", "messages", "facts")  # where the answer of a tool has what it found


@dataclass(frozen=True, kw_only=True)
class ToolReply:
    """What a model is told of one call."""

    content: str
    is_error: bool = False


@dataclass(kw_only=True)
class ModelSession:
    """A model at work on one conversation."""

    request: InquiryRequest
    model: LanguageModel
    toolbox: ToolBox
    notebook: Notebook
    looking: Looking
    known: Known
    prompt: RetrievalPrompt
    structure: str  # of the graph of this space, in words
    seen: Seen = field(default_factory=Seen)
    calls_left: int = INQUIRY_CALLS_PER_ROUND  # in this round
    limited: str | None = None  # the limit at which the model was asked for what it has
    _looked: set[str] = field(default_factory=set)  # names that were looked up already
    _entities: dict[str, None] = field(default_factory=dict)  # ids of those in results

    def ask(self, instructions: str, text: str, answer: type[Answer]) -> Answer:
        """A typed answer of the model. A failure ends the search."""
        given = self._waited(lambda: self.model.ask(instructions, text, answer))
        self.notebook.tokens_in += token_estimate(instructions) + token_estimate(text)
        self.notebook.tokens_out += token_estimate(given.model_dump_json())
        return given

    def converse(
        self,
        model: ToolCallingModel,
        instructions: str,
        turns: Sequence[Turn],
        tools: Sequence[ToolSpec],
    ) -> ModelTurn:
        """The next turn of the model. A failure ends the search."""
        turn = self._waited(lambda: model.converse(instructions, turns, tools))
        self.notebook.tokens_in += turn.tokens_in
        self.notebook.tokens_out += turn.tokens_out
        return turn

    def next_round(self) -> None:
        """Begins a round of looks. Raises `Ended` if there may be no more."""
        self.notebook.next_iteration()
        self.calls_left = INQUIRY_CALLS_PER_ROUND

    def call(self, name: Any, arguments: Any, problem: str | None = None) -> ToolReply:
        """Runs one call that the model wants, and notes it."""
        self.notebook.check_time()
        tool = name[:_NAME_CHARACTERS] if isinstance(name, str) else str(name)[:_NAME_CHARACTERS]
        asked = _asked(arguments)
        if self.calls_left < 1:
            # It is answered and not noted: a flood of calls would fill the trace.
            return ToolReply(
                content=f"Not run: only {INQUIRY_CALLS_PER_ROUND} calls are run in a round.",
                is_error=True,
            )
        self.calls_left -= 1
        names = [one.name for one in self.toolbox.specs()]
        if problem is not None:
            return self._refused(tool, asked, f"The arguments cannot be read: {problem}")
        if tool not in names:
            offered = ", ".join((*names, FINISH))
            return self._refused(tool, asked, f"There is no such tool. Tools: {offered}.")
        try:
            result = self._run(tool, arguments)
        except TooLate:
            self.notebook.check_time()
            return self._refused(tool, asked, f"It took longer than {INQUIRY_TOOL_SECONDS:g} s.")
        except RemembrancerError as error:
            return self._refused(tool, asked, str(error))
        refused = result.get("refused")
        self.notebook.note(tool, asked, _count(result), str(refused) if refused else None)
        self.seen.read(result)
        self.notebook.told |= self.seen.identifying
        self.notebook.keep(self.looking.read(self._found), tool)
        return ToolReply(content=_told(result), is_error=bool(refused))

    def _run(self, tool: str, arguments: Any) -> dict[str, Any]:
        given = arguments if isinstance(arguments, Mapping) else {}
        seconds = self.notebook.seconds_left
        if not self.toolbox.has_own_limit(tool):
            seconds = min(seconds, INQUIRY_TOOL_SECONDS)
        return within(seconds, lambda: self.toolbox.call(tool, given))

    def _refused(self, tool: str, asked: str, why: str) -> ToolReply:
        self.notebook.note(tool, asked, 0, shortened(why))
        return ToolReply(content=shortened(why), is_error=True)

    def _found(self, reader: Reader, scope: Scope) -> list[FactCandidate]:
        """Facts on record that the results so far told of, for an answer without findings."""
        named = [one for one in self.seen.identifying if one not in self._looked]
        named = named[-INQUIRY_SEEN_ENTITIES:]
        self._looked.update(named)
        messages = reader.conversations.messages_with_ids(named)
        for name in named:
            if name not in messages:
                self._entities |= {one.id: None for one in reader.entities.anyone(name)}
        own = {one.id: None for one in (*self.known.participants, *self.known.mentioned)}
        around = [*own, *self._entities][-INQUIRY_SEEN_ENTITIES:]
        known = self.notebook.candidates
        new = [one for one in self.seen.relations() if one not in known]
        items = [one for one in self.seen.items() if one not in known]
        return [
            *fact_check.relation_candidates(reader, scope, new),
            *fact_check.item_candidates(reader, items),
            *map(message_fact, messages.values()),
            *fact_check.relations_among(reader, scope, around),
        ]

    def _waited(self, act: Callable[[], T]) -> T:
        self.notebook.check_time()
        try:
            return within(self.notebook.seconds_left, act)
        except TooLate:
            self.notebook.check_time()
            raise Ended("It reached its limit of time while the model was thinking.") from None
        except ModelFailed as error:
            raise Ended(f"The model gave no answer: {shortened(str(error), 300)}") from error


def _asked(arguments: Any) -> str:
    """What a call asks for, as it can be asked again."""
    if isinstance(arguments, Mapping):
        query = arguments.get("query")
        if isinstance(query, str) and len(arguments) == 1:
            return query[:_QUERY_CHARACTERS]
    return json.dumps(arguments, ensure_ascii=False, default=str)[:_QUERY_CHARACTERS]


def _count(result: Mapping[str, Any]) -> int:
    """How many results there are in what a tool answered."""
    for name in _LISTS:
        listed = result.get(name)
        if isinstance(listed, list):
            return len(listed)
        if isinstance(listed, Mapping):
            return sum(len(one) for one in listed.values() if isinstance(one, list))
    return len(result)


def _told(result: Mapping[str, Any]) -> str:
    """A result as a model reads it: JSON, so that no text in it can end the quotation."""
    text = json.dumps(result, ensure_ascii=False)
    if len(text) <= INQUIRY_RESULT_CHARACTERS:
        return text
    return text[: INQUIRY_RESULT_CHARACTERS - len(_CUT)] + _CUT
