"""For the OpenAI Agents SDK: a session, which is a conversation, and a seat at a desk."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar, cast

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotAvailable, NotFound
from remembrancer.integrations.desk_seat import Call, DeskSeat, OfferedTool, take_seat
from remembrancer.integrations.kept import as_member, readable
from remembrancer.items.delivered_text import delivered, harmless
from remembrancer.items.message import AS_GIVEN, Message
from remembrancer.memory import Memory

try:
    from agents import FunctionTool, TResponseInputItem
    from agents.memory.session_settings import SessionSettings, resolve_session_limit
except ImportError:
    raise NotAvailable(
        "To keep the sessions of the OpenAI Agents SDK, install what it needs: "
        "pip install 'remembrancer[openai-agents]'."
    ) from None

_SPEAKERS: Final = frozenset({"user", "assistant", "system", "developer"})
_TOOL: Final = "tool"
_ITEM, _POPPED, _CLEARED = "item", "popped", "cleared"

_Done = TypeVar("_Done")


class RemembrancerSession:
    """Give it to `Runner.run` as its `session`. It acts as the memory's principal, without an
    admin's rights.

    The conversation has the id of the session. `subject`, `audience`, `is_personal` and `trust`
    are those of the conversation; `user` and `agent` are the names under which it is kept what
    either says.
    """

    session_settings: SessionSettings | None = None

    def __init__(
        self,
        memory: Memory,
        session_id: str,
        *,
        user: str = "user",
        agent: str = "assistant",
        session_settings: SessionSettings | None = None,
        **conversation: Any,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings
        self._memory = as_member(memory)
        self._authors = {"user": user, "assistant": agent}
        self._conversation = conversation
        self._lock = threading.Lock()  # what is last is looked for and then taken back

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The items as they were added, oldest first; with a limit, the last ones. They go to a
        model, so their texts are as one may read them."""
        most = resolve_session_limit(limit, self.session_settings)
        items = [delivered(item) for _, item in await asyncio.to_thread(self._entries)]
        if most is None or most < 0:
            return items
        return items[-most:] if most else []

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Keeps them, each as a message of its own, all or none."""
        if items:
            await _done(lambda: self._append([self._message(item) for item in items]))

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the last item back. What was said stays on record, and leaves the session."""
        return await _done(self._pop)

    async def clear_session(self) -> None:
        """Begins anew. What was said stays on record, and leaves the session."""
        await _done(self._clear)

    def _messages(self) -> tuple[Message, ...]:
        try:
            return self._memory.conversations.messages(self.session_id)
        except NotFound:  # nothing was said yet
            return ()

    def _entries(self) -> list[tuple[str, TResponseInputItem]]:
        result: dict[str, TResponseInputItem] = {}
        for message in self._messages():
            arguments = next(
                (call for call in message.tool_calls if call.get("type") == AS_GIVEN), {}
            )
            if _ITEM in arguments:
                result[message.id] = json.loads(arguments[_ITEM])
            elif _POPPED in arguments:
                result.pop(arguments[_POPPED], None)
            elif _CLEARED in arguments:
                result.clear()
            elif message.role in _SPEAKERS and not message.is_erased:
                # It was said in this conversation by other means.
                said = {"role": message.role, "content": message.content}
                result[message.id] = cast(TResponseInputItem, said)
        return list(result.items())

    def _pop(self) -> TResponseInputItem | None:
        with self._lock:
            entries = self._entries()
            if not entries:
                return None
            id, item = entries[-1]
            self._append([self._note("(the entry before was taken back)", {_POPPED: id})])
            return item

    def _clear(self) -> None:
        with self._lock:
            if self._entries():
                self._append([self._note("(the session begins anew)", {_CLEARED: True})])

    def _append(self, messages: list[dict[str, Any]]) -> None:
        talks = self._memory.conversations
        talks.start(self.session_id, **self._conversation)
        talks.append(self.session_id, messages)

    def _message(self, item: TResponseInputItem) -> dict[str, Any]:
        """An item as a message: in words for people and for recall, and beside them as given."""
        given = cast(Mapping[str, Any], item)
        told = {"type": AS_GIVEN, _ITEM: json.dumps(item, ensure_ascii=False)}
        role = given.get("role")
        if role in _SPEAKERS:
            content = readable(_words(given.get("content")), "(no text)")
            return {**self._by(role), "content": content, "tool_calls": [told]}
        name = given.get("name")
        if isinstance(name, str) and "arguments" in given:
            call = {"name": name, "arguments": given["arguments"]}
            content = readable(f"(called {name})", "(called a tool)")
            return {**self._by("assistant"), "content": content, "tool_calls": [told, call]}
        words = _words(given.get("output") or given.get("summary"))
        content = readable(words, f"({readable(str(given.get('type')), 'no output')})")
        return {**self._by(_TOOL), "content": content, "tool_calls": [told]}

    def _note(self, content: str, fields: dict[str, Any]) -> dict[str, Any]:
        return {**self._by(_TOOL), "content": content, "tool_calls": [{"type": AS_GIVEN, **fields}]}

    def _by(self, role: str) -> dict[str, Any]:
        return {"role": role, "author_id": self._authors.get(role, role)}


def join_desk(
    memory: Memory,
    name: str,
    *,
    specializations: Sequence[str] = (),
    kinds: Sequence[str] = (),
    session: str | None = None,
) -> DeskSeat[FunctionTool]:
    """A seat at the desk: give its `instructions` and `tools` to an `Agent`.

    Its tools push, pull, challenge, take positions and look up the credibility of this agent, and
    of no other. Take a new seat before each run: the instructions tell what was shared by then.
    """

    def wrap(tool: OfferedTool) -> FunctionTool:
        async def act(_context: Any, arguments: str) -> str:
            return await _done(lambda: _answer(tool.call, arguments))

        return FunctionTool(
            name=tool.name,
            description=tool.description,
            params_json_schema=tool.parameters,
            on_invoke_tool=act,
            strict_json_schema=False,
        )

    return take_seat(
        memory, name, wrap, specializations=specializations, kinds=kinds, session=session
    )


def _answer(call: Call, arguments: str) -> str:
    """The answer of a tool as JSON. What is refused the model is told, and may try again."""
    try:
        return json.dumps(call(json.loads(arguments or "{}")), ensure_ascii=False)
    except json.JSONDecodeError:
        return "Error: the arguments are no JSON. Give an object with them."
    except (InvalidInput, Forbidden, Conflict, NotFound) as error:
        return f"Error: {harmless(str(error))}"


def _words(content: Any) -> str:
    """The text of a content, which is a text or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(_words, content)))
    if isinstance(content, Mapping):
        return _words(content.get("text") or content.get("refusal"))
    return ""


async def _done(act: Callable[[], _Done]) -> _Done:
    """What came of it. A caller who is cancelled meanwhile goes once it is known to be done."""
    task = asyncio.ensure_future(asyncio.to_thread(act))
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        task.exception()  # looked at, so that nobody is told of it a second time
        raise cancelled
    return task.result()
