"""Tool chains: the tools that an agent used for an answer, kept as a decision trace."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from remembrancer.core.kinds import Brief, Family
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.items.kinds.decision_trace import AgentDecision, TracePayload
from remembrancer.items.message import Message
from remembrancer.items.proposal import Proposal, Quote
from remembrancer.reading.offline.talk.spoken_sentences import SpokenSentence, spoken_sentences
from remembrancer.reading.offline.traces.trace_sentence import shortened

TOOL_CALLS_MIN: Final = 2  # a single call is no chain
TOOL_CALLS_MAX: Final = 50  # of a chain that are listed; the rest is counted
TOOLS_NAMED_MAX: Final = 8  # tools that the sentence names
ARGUMENT_CHARACTERS_MAX: Final = 200  # of one argument value
ARGUMENTS_MAX: Final = 20  # of one call, and entries of one list
ARGUMENT_LEVELS_MAX: Final = 4

_NO_CALLS: Final = frozenset({"tool_result", "thinking", "redacted_thinking", "reasoning"})
_SECRET: Final = re.compile(
    r"pass(?:word|wd|phrase|code)|secret|token|api[_-]?key|credential|authori[sz]ation|cookie|"
    r"private[_-]?key|lösenord",
    re.IGNORECASE,
)
_PLACEHOLDER: Final = re.compile(
    r"\((?:called .*|more of the calls above|no output)\)\Z", re.DOTALL
)
SECRET_SHOWN: Final = "[not kept]"


def extract_tool_chain(messages: Sequence[Message], brief: Brief) -> Proposal | None:
    """A proposal with the tool calls in order and their arguments; None: too few calls.

    Tool results and model reasoning are left out.
    """
    kind = brief.kinds.get(Family.TRACE)
    listed = [(number, call) for number, one in enumerate(messages) for call in _calls(one)]
    if kind is None or len(listed) < TOOL_CALLS_MIN:
        return None
    asked = _question(messages, before=listed[0][0])
    answer = _answer(messages, after=listed[-1][0])
    carrier = answer or asked
    if carrier is None:
        return None
    calls = [call for _, call in listed]
    first = asked.number if asked else listed[0][0]
    last = answer.number if answer else listed[-1][0]
    authors = (one.author_id for one in messages[first : last + 1] if one.role in _SPEAKERS)
    payload = TracePayload(
        decision_type=AgentDecision.TOOL_CALL_CHAIN,
        trigger=shortened(asked.text) if asked else None,
        context_gathered=tuple(_shown(call) for call in calls[:TOOL_CALLS_MAX]),
        outcome=shortened(answer.text) if answer else None,
        participants=tuple(dict.fromkeys(authors))[:TOOL_CALLS_MAX],
        tool_calls=tuple(calls[:TOOL_CALLS_MAX]),
    )
    more = len(calls) - TOOL_CALLS_MAX
    return Proposal(
        kind=kind,
        content=_sentence(asked, calls, answer),
        title=shortened(f"Tools: {_named(calls)}"),
        message_id=carrier.message.id,
        quote=carrier.quote,
        start=carrier.start,
        also=(_quote(asked),) if asked and answer else (),
        data=payload.as_data() | ({"tool_calls_left_out": more} if more > 0 else {}),
        valid_from=carrier.message.timestamp,
        confidence=1.0,
    )


_SPEAKERS: Final = frozenset({"user", "assistant"})


def _calls(message: Message) -> Iterator[dict[str, Any]]:
    """The tool calls of a message in any known format."""
    for call in message.tool_calls:
        if call.get("type") in _NO_CALLS or call.get("part", 1) != 1:
            continue
        function = call.get("function")
        inner = function if isinstance(function, Mapping) else call
        name = name_for(inner.get("name") or inner.get("tool"))
        if name is None:
            continue
        given = next((inner[key] for key in ("arguments", "input", "args") if key in inner), None)
        yield {"tool": name, "arguments": _kept_argument(_parsed(given))}


def _parsed(given: Any) -> Any:
    if isinstance(given, str) and given[:1] in "{[":
        try:
            return json.loads(given)
        except (ValueError, RecursionError):
            return given
    return given


def _kept_argument(value: Any, level: int = 1) -> Any:
    """An argument within its limits, without secrets."""
    if isinstance(value, str):
        text = text_for(value)
        return text if len(text) <= ARGUMENT_CHARACTERS_MAX else _cut(text)
    if value is None or isinstance(value, bool | int | float):
        return value
    if level >= ARGUMENT_LEVELS_MAX:
        return "…"
    if isinstance(value, Mapping):
        entries = list(value.items())[:ARGUMENTS_MAX]
        return {
            _cut(text_for(str(name))): SECRET_SHOWN
            if _SECRET.search(str(name))
            else _kept_argument(inner, level + 1)
            for name, inner in entries
        }
    if isinstance(value, list | tuple):
        return [_kept_argument(inner, level + 1) for inner in value[:ARGUMENTS_MAX]]
    return _cut(text_for(str(value)))


def _cut(text: str) -> str:
    if len(text) <= ARGUMENT_CHARACTERS_MAX:
        return text
    return text[: ARGUMENT_CHARACTERS_MAX - 1] + "…"


def _shown(call: Mapping[str, Any]) -> str:
    """A call in one line: SearchClient(name="Ellen")."""
    given = call["arguments"]
    if isinstance(given, Mapping):
        pairs = (f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in given.items())
        inside = ", ".join(pairs)
    else:
        inside = "" if given is None else json.dumps(given, ensure_ascii=False)
    return shortened(f"{call['tool']}({inside})")


def _question(messages: Sequence[Message], *, before: int) -> SpokenSentence | None:
    """What the user asked for: a question, or else the first sentence of the request."""
    for number in range(before, -1, -1):
        if messages[number].role == "user":
            asked = list(spoken_sentences(messages[number], number))
            if asked:
                return next((one for one in asked if one.is_question), asked[0])
    return None


def _answer(messages: Sequence[Message], *, after: int) -> SpokenSentence | None:
    """The first sentence of the answer that the tools led to."""
    for number in range(after, len(messages)):
        message = messages[number]
        if number > after and message.role == "user":
            return None
        if message.role == "assistant" and not _PLACEHOLDER.match(message.content.strip()):
            # Text next to a call announces it; the answer comes after the last call.
            if number == after and any(one.role == "assistant" for one in messages[after + 1 :]):
                continue
            return next(spoken_sentences(message, number), None)
    return None


def _sentence(
    asked: SpokenSentence | None, calls: Sequence[Mapping[str, Any]], answer: SpokenSentence | None
) -> str:
    to = f"To “{shortened(asked.text)}” the" if asked else "The"
    told = f": {shortened(answer.text)}" if answer else "."
    return f"{to} agent used {_named(calls)}{told}"


def _named(calls: Sequence[Mapping[str, Any]]) -> str:
    named = " → ".join(str(call["tool"]) for call in calls[:TOOLS_NAMED_MAX])
    more = len(calls) - TOOLS_NAMED_MAX
    return f"{named} and {more} more" if more > 0 else named


def _quote(said: SpokenSentence) -> Quote:
    return Quote(message_id=said.message.id, quote=said.quote, start=said.start)
