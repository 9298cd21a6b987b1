"""Session logs: parses the logs of coding agents into messages.

The format of such a log is not guaranteed. So a record is parsed by its known shapes, and the
content of a known record is kept. The caller handles a record of unknown shape.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from remembrancer.capture.lines import cuts
from remembrancer.core.limits import DATA_BYTES_MAX
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.core.texts.text import BODY_LENGTH_MAX, NAME_LENGTH_MAX
from remembrancer.items.message import MessageDraft

NESTING_MAX = 100  # nesting depth of a record; a deeper one counts as unknown
CALLS_BYTES_MAX = DATA_BYTES_MAX * 3 // 4  # size of the tool calls of one message, as JSON
CALL_PART_CHARACTERS = 40_000  # part size of a call too large for one message; 4 bytes each at most
CALLS_MAX = 1_000  # tool calls of one message
CALLS_NAMED_MAX = 20  # tools listed if a message has no text of its own

_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "model": "assistant",
    "ai": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
_SPEAKERS = frozenset({"user", "human", "assistant", "system"})  # as types of a record
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "web_search_call"})
_RESULTS = frozenset({"function_call_output", "custom_tool_call_output"})
_TIMES = ("timestamp", "created_at", "createdAt", "create_time", "ts")
_AUTHORS = ("author_id", "author", "name")

# Programs also use the user's role. Text entirely inside one of these tags was not typed by a
# person.
_MACHINE_TAGS = (
    "system-reminder|task-notification|environment_context|user_instructions|turn_aborted|"
    "local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout|bash-stderr"
)
_BY_MACHINE = re.compile(rf"\s*<({_MACHINE_TAGS})>.*</({_MACHINE_TAGS})>\s*", re.DOTALL)


class _LoggedMessage(NamedTuple):
    """The text of one speaker in a record."""

    role: str
    author: str
    text: str
    calls: tuple[dict[str, Any], ...] = ()


def record_from(data: bytes) -> dict[str, Any] | None:
    """The record in a line; None: the line is no JSON object in UTF-8."""
    try:
        # A crash leaves zero bytes around a line, and some programs write one into a text.
        text = data.decode("utf-8-sig").strip("\0 \t\r")
        record = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def messages_from(
    record: Mapping[str, Any], *, at: int, author: str, before: datetime | None
) -> tuple[MessageDraft, ...] | None:
    """The messages in a record; None: its shape is unknown, or it has no speaker.

    `at` is the record's offset in its file and identifies a record without an id. `author` is the
    speaker in the user's role. `before` is the time of the previous record, for one without a time.
    """
    if record.get("isMeta") is True or not _is_shallow(record):
        return None
    payload = record.get("payload")
    if isinstance(payload, Mapping):
        # Other records next to the items repeat them for the screen.
        if record.get("type") != "response_item":
            return None
        messages = _of_item(payload, author)
        own_id = payload.get("id")
    else:
        messages = _of_item(record, author) or _of_message(record, author)
        own_id = record.get("uuid") or record.get("id")
    when = next((time for key in _TIMES if (time := moment_of(record.get(key)))), before)
    base = _id(own_id) or f"@{at}"
    drafts = [
        MessageDraft(
            id=base if number == 1 else f"{base}~{number}",
            author_id=name_for(part.author) or part.role,
            role=part.role,
            content=part.text,
            timestamp=when,
            tool_calls=part.calls,
        )
        for number, part in enumerate(_parts(messages), start=1)
    ]
    return tuple(drafts) or None


def _id(value: Any) -> str | None:
    # Leaves room for a part number after it.
    return name_for(value, length_max=NAME_LENGTH_MAX - 10)


def _is_shallow(record: Any) -> bool:
    level: list[Any] = [record]
    for _ in range(NESTING_MAX):
        level = [
            inner
            for value in level
            if isinstance(value, Mapping | list)
            for inner in (value.values() if isinstance(value, Mapping) else value)
        ]
        if not level:
            return True
    return False


def moment_of(given: Any) -> datetime | None:
    """A time from ISO, or from seconds, milli-, micro- or nanoseconds since 1970; None: no time."""
    if isinstance(given, str):
        if not (given.isascii() and given.isdigit() and len(given) >= 10):
            try:
                moment = datetime.fromisoformat(given.strip())
                return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
            except (ValueError, OverflowError):
                return None
        given = int(given[:30])
    # A number below a date in 1973 counts from another epoch.
    if isinstance(given, bool) or not isinstance(given, int | float) or not 1e8 < given < 1e21:
        return None
    seconds: int | float = given
    while seconds >= 1e11:  # in seconds, this is the year 5138
        seconds /= 1000
    return datetime.fromtimestamp(seconds, UTC)


def _of_message(record: Mapping[str, Any], author: str) -> list[_LoggedMessage]:
    """The text in a record with a message, or in a record that is itself a message."""
    message = record.get("message")
    kind = _word(record.get("type"))
    spoken_by = _ROLES[kind] if kind in _SPEAKERS else ""
    if isinstance(message, str):
        message = {"content": message}
    if not isinstance(message, Mapping) or not spoken_by:
        message = record
    role = _ROLES.get(_word(message.get("role")), spoken_by)
    if not role or not ("content" in message or "tool_calls" in message):
        return []
    return _of_content(message, role, _voice(record, message, role, author))


def _voice(
    record: Mapping[str, Any], message: Mapping[str, Any], role: str, author: str
) -> tuple[str, str]:
    """Role and author of a message."""
    model = _word(message.get("model"))
    by_model = model if model and not model.startswith("<") else "assistant"
    own = next((name for key in _AUTHORS if (name := _word(record.get(key))).strip()), None)
    if role == "user":
        if record.get("isCompactSummary") is True:
            return "system", "system"
        # In a side chain the agent gives tasks to its own sub-agent; no user speaks there.
        if record.get("isSidechain") is True:
            return "assistant", "assistant"
        return role, own or author
    if role == "assistant":
        return role, own or by_model
    return role, role


def _of_content(
    message: Mapping[str, Any], role: str, voice: tuple[str, str]
) -> list[_LoggedMessage]:
    content = message.get("content")
    if role == "tool":
        return [_result(content, message.get("tool_call_id"), name=message.get("name"))]
    blocks = content if isinstance(content, list) else [content]
    messages: list[_LoggedMessage] = []
    texts: list[str] = []
    calls: list[dict[str, Any]] = []
    for block in blocks:
        fields = block if isinstance(block, Mapping) else {}
        kind = _word(fields.get("type"))
        text = _readable(block)
        if kind.endswith("tool_use"):
            calls.append(_call(fields, fields.get("input"), fields.get("id")))
        elif kind.endswith("tool_result"):
            messages.append(_result(fields.get("content"), fields.get("tool_use_id")))
        elif kind == "thinking":
            calls.append({"type": "thinking", "text": _as_text(fields.get("thinking"))})
        elif text is None:
            if block is not None:
                calls.append({"type": name_for(kind) or "unknown", "input": block})
        elif role == "user" and _BY_MACHINE.fullmatch(text):
            messages.append(_LoggedMessage("system", "system", text))
        else:
            texts.append(text)
    calls += _function_calls(message.get("tool_calls"))
    words = "\n\n".join(text for text in texts if text.strip())
    named = [str(call["name"]) for call in calls if "name" in call]
    if words or named:
        messages.insert(0, _LoggedMessage(*voice, words or _called(named), tuple(calls)))
    elif messages and calls:
        messages[0] = messages[0]._replace(calls=messages[0].calls + tuple(calls))
    return messages


def _of_item(item: Mapping[str, Any], author: str) -> list[_LoggedMessage]:
    """The text in a response item: a message, a call, or the result of a call."""
    kind = _word(item.get("type"))
    if kind == "message" and "role" in item:
        return _of_message({**item, "message": None}, author)
    if kind in _CALLS:
        value = next((item[key] for key in ("arguments", "input", "action") if key in item), None)
        call = _call({"name": item.get("name") or kind}, _parsed(value), item.get("call_id"))
        return [_LoggedMessage("assistant", "assistant", _called([str(call["name"])]), (call,))]
    if kind in _RESULTS:
        output = item.get("output")
        if isinstance(output, Mapping) and "content" in output:
            output = output["content"]
        return [_result(output, item.get("call_id"))]
    return []


def _call(block: Mapping[str, Any], value: Any, id: Any) -> dict[str, Any]:
    name = name_for(block.get("name")) or "unknown"
    return {"name": name, "input": value, "id": name_for(id)}


def _function_calls(listed: Any) -> Iterator[dict[str, Any]]:
    for call in listed if isinstance(listed, list) else ():
        if isinstance(call, Mapping):
            inner = call.get("function")
            function = inner if isinstance(inner, Mapping) else call
            value = function.get("arguments", function.get("input"))
            yield _call(function, _parsed(value), call.get("id"))


def _result(content: Any, id: Any, *, name: Any = None) -> _LoggedMessage:
    """The result of the tool call with that id."""
    blocks = content if isinstance(content, list) else [content]
    texts = [_as_text(block) if (text := _readable(block)) is None else text for block in blocks]
    words = "\n\n".join(text for text in texts if text.strip())
    label = {"id": name_for(id), "name": name_for(name)}
    known = {key: value for key, value in label.items() if value is not None}
    calls = ({"type": "tool_result", **known},) if known else ()
    return _LoggedMessage("tool", "tool", words or "(no output)", calls)


def _called(names: list[str]) -> str:
    different = list(dict.fromkeys(names))
    listed = ", ".join(different[:CALLS_NAMED_MAX])
    more = len(different) - CALLS_NAMED_MAX
    return f"(called {listed} and {more} more)" if more > 0 else f"(called {listed})"


def _readable(block: Any) -> str | None:
    """The readable text of a block; None: there is none."""
    if isinstance(block, str):
        return block
    if isinstance(block, Mapping):
        if isinstance(block.get("text"), str):
            return str(block["text"])
        kind = _word(block.get("type"))
        if kind in ("image", "input_image", "image_url", "document"):
            # An image has no text, but its presence is noted.
            return f"({'document' if kind == 'document' else 'image'})"
    return None


def _as_text(value: Any) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(_plain(value), ensure_ascii=False)


def _parsed(value: Any) -> Any:
    """Arguments that are JSON inside JSON, as values."""
    if isinstance(value, str):
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return parsed if _is_shallow(parsed) else value
    return value


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _plain(value: Any) -> Any:
    """A JSON value that the store can hold."""
    if isinstance(value, str):
        return text_for(value)
    if isinstance(value, Mapping):
        return {text_for(str(key)): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value if value is None or isinstance(value, int | float) else str(value)


def _parts(messages: Iterable[_LoggedMessage]) -> Iterator[_LoggedMessage]:
    """The text in parts that each fit into one message."""
    for voice in messages:
        text = text_for(voice.text)
        texts = [part for a, b in cuts(text, BODY_LENGTH_MAX) if (part := text[a:b]).strip()]
        groups = _groups(voice.calls)
        for number in range(max(len(texts), len(groups))):
            calls = groups[number] if number < len(groups) else ()
            words = texts[number] if number < len(texts) else "(more of the calls above)"
            yield voice._replace(text=words, calls=calls)


def _groups(calls: Iterable[dict[str, Any]]) -> list[tuple[dict[str, Any], ...]]:
    """The calls in groups that each fit into one message."""
    groups: list[list[dict[str, Any]]] = []
    room = 0
    for call in calls:
        for part in _in_parts(_plain(call)):
            size = _size(part)
            if size > room or len(groups[-1]) >= CALLS_MAX:
                groups.append([])
                room = CALLS_BYTES_MAX
            groups[-1].append(part)
            room -= size
    return [tuple(group) for group in groups]


def _size(call: dict[str, Any]) -> int:
    return len(json.dumps(call, ensure_ascii=False).encode())


def _in_parts(call: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The call; if it is too large for a message, in parts with its input as JSON text."""
    if _size(call) <= CALLS_BYTES_MAX:
        yield call
        return
    key = "text" if "text" in call else "input"
    whole = _as_text(call[key])
    spans = list(cuts(whole, CALL_PART_CHARACTERS))
    for number, (a, b) in enumerate(spans, start=1):
        yield {**call, key: whole[a:b], "part": number, "parts": len(spans)}
