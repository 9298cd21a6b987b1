"""Anthropic's memory tool: the files that Claude keeps under /memories, as items of the memory."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from remembrancer.core.errors import Conflict, Forbidden, InvalidInput, NotAvailable, NotFound
from remembrancer.core.limits import CONTENT_CHARACTERS_MAX, TITLE_CHARACTERS_MAX
from remembrancer.core.validation import is_text
from remembrancer.integrations.file_views import (
    ROOT,
    below,
    is_directory,
    listing,
    numbered,
    places_of,
    text_of,
)
from remembrancer.integrations.kept import ProgramMemory, as_data, readable
from remembrancer.items.delivered_text import harmless
from remembrancer.items.item import Item
from remembrancer.memory import Memory

try:
    import anyio.to_thread
    from anthropic.lib.tools import (
        BetaAbstractMemoryTool,
        BetaAsyncAbstractMemoryTool,
        BetaFunctionToolResultType,
        ToolError,
    )
except ImportError:
    raise NotAvailable(
        "To keep what Claude writes with its memory tool, install what it needs: "
        "pip install 'remembrancer[anthropic]'."
    ) from None

_PATH: Final = "anthropic_memory_path"
_LINES_MAX: Final = 999_999
_REFUSALS: Final = (InvalidInput, Forbidden, Conflict, NotFound)


class RemembrancerMemoryTool(BetaAbstractMemoryTool):
    """Give it to `client.beta.messages.tool_runner` among its `tools`. It acts as the memory's
    principal, without an admin's rights.

    Each file is an item: its earlier texts stay on record, and a deleted one is dismissed. Each
    `subject` has files of its own. Further fields, such as `is_personal`, count for every file.
    """

    def __init__(self, memory: Memory, *, subject: str = ROOT, **fields: Any) -> None:
        super().__init__()
        self._subject = subject
        self._program_memory = ProgramMemory(memory, "anthropic_memory")
        self._memory = self._program_memory.memory
        self._fields = fields
        self._lock = threading.Lock()  # a file is read and then written

    def call(self, input: object) -> BetaFunctionToolResultType:
        """What the command answers. A refusal is an error that the model is told."""
        if not isinstance(input, Mapping) or not isinstance(input.get("command"), str):
            raise ToolError("`command` is needed, as a text.")
        act: Callable[[Mapping[str, Any]], str] | None = {
            "view": self._view,
            "create": self._create,
            "str_replace": self._str_replace,
            "insert": self._insert,
            "delete": self._delete,
            "rename": self._rename,
        }.get(input["command"])
        if act is None:
            raise ToolError(f"Unknown command: {input['command']}")
        try:
            with self._lock:
                return harmless(act(input))
        except _REFUSALS as error:
            raise ToolError(harmless(str(error))) from error

    def view(self, command: Any) -> BetaFunctionToolResultType:
        """Any command, as the library's own type: it says itself which one it is."""
        return self.call(command.to_dict())

    create = str_replace = insert = delete = rename = view

    def clear_all_memory(self) -> BetaFunctionToolResultType:
        """Puts every file aside."""
        with self._lock:
            for item in self._program_memory.items({}, self._subject):
                self._memory.dismiss(item.id, "All memory cleared.")
        return "All memory cleared"

    # -- commands

    def _view(self, arguments: Mapping[str, Any]) -> str:
        shown, path = _path(arguments, "path")
        files = self._files()
        if path in files:
            return _numbered_view(shown, text_of(files[path]), arguments.get("view_range"))
        if not is_directory(files, path):
            raise ToolError(f"The path {shown} does not exist. Please provide a valid path.")
        return listing(files, path, shown)

    def _create(self, arguments: Mapping[str, Any]) -> str:
        shown, path = _path(arguments, "path")
        text = _text_argument(arguments, "file_text")
        files = self._files()
        if path in files or is_directory(files, path):
            raise ToolError(f"File {shown} already exists")
        _check_room(files, path)
        said = {**self._named(path), **_said(path, text)}
        self._memory.add(**self._fields, subject=self._subject, **said)
        return f"File created successfully at: {shown}"

    def _str_replace(self, arguments: Mapping[str, Any]) -> str:
        shown, item = self._file(arguments)
        old, new, text = (
            _text_argument(arguments, "old_str"),
            _text_argument(arguments, "new_str"),
            text_of(item),
        )
        places = places_of(text, old)
        if not places:
            raise ToolError(
                f"No replacement was performed, old_str `{old}` did not appear verbatim in {shown}."
            )
        if text.count(old) > 1:
            lines = ", ".join(str(text.count("\n", 0, place) + 1) for place in places)
            raise ToolError(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                f"{lines}. Please ensure it is unique"
            )
        replaced = text.replace(old, new)
        self._edit(item, replaced)
        changed = text.count("\n", 0, places[0])
        start = max(0, changed - 2)
        snippet = numbered(replaced.split("\n")[start : changed + 3], start + 1)
        head = "The memory file has been edited. Here is the snippet showing the change"
        return f"{head} (with line numbers):\n{snippet}"

    def _insert(self, arguments: Mapping[str, Any]) -> str:
        shown, item = self._file(arguments)
        added, number = _text_argument(arguments, "insert_text"), arguments.get("insert_line")
        lines = text_of(item).split("\n")
        if lines[-1] == "":
            lines.pop()
        if type(number) is not int or not 0 <= number <= len(lines):
            raise ToolError(
                f"Invalid `insert_line` parameter: {number}. "
                f"It should be within the range [0, {len(lines)}]."
            )
        lines.insert(number, added.rstrip("\n"))
        text = "\n".join(lines)
        self._edit(item, text if text.endswith("\n") else text + "\n")
        return f"The file {shown} has been edited."

    def _delete(self, arguments: Mapping[str, Any]) -> str:
        shown, path = _path(arguments, "path")
        if path == ROOT:
            raise ToolError("Cannot delete the /memories directory itself")
        gone = below(self._files(), path)
        if not gone:
            raise ToolError(f"The path {shown} does not exist")
        for item in gone.values():
            self._memory.dismiss(item.id, "Deleted with the memory tool.")
        return f"Successfully deleted {shown}"

    def _rename(self, arguments: Mapping[str, Any]) -> str:
        (shown, old), (shown_new, new) = _path(arguments, "old_path"), _path(arguments, "new_path")
        if old == ROOT:
            raise ToolError("Cannot rename the /memories directory itself")
        files = self._files()
        if new in files or is_directory(files, new):
            raise ToolError(f"The destination {shown_new} already exists")
        moved = below(files, old)
        if not moved:
            raise ToolError(f"The path {shown} does not exist")
        _check_room(files, new)
        if new.startswith(f"{old}/"):
            raise ToolError(f"The directory {shown} cannot be moved into itself, to {shown_new}.")
        for path, item in moved.items():
            self._memory.update(item.id, **self._named(new + path.removeprefix(old)))
        return f"Successfully renamed {shown} to {shown_new}"

    # -- files

    def _files(self) -> dict[str, Item]:
        """Every file by its path, the newest where two callers made one at once."""
        items: dict[str, Item] = {}
        for item in self._program_memory.items({}, self._subject):
            items.setdefault(item.metadata[_PATH], item)
        return items

    def _file(self, arguments: Mapping[str, Any]) -> tuple[str, Item]:
        shown, path = _path(arguments, "path")
        files = self._files()
        if path not in files:
            if is_directory(files, path):
                raise ToolError(f"The path {shown} is not a file.")
            raise ToolError(f"The path {shown} does not exist. Please provide a valid path.")
        return shown, files[path]

    def _named(self, path: str) -> dict[str, Any]:
        return {"title": path, "metadata": self._program_memory.mark(**{_PATH: path})}

    def _edit(self, item: Item, text: str) -> None:
        self._memory.update(item.id, **_said(item.metadata[_PATH], text))


class AsyncRemembrancerMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for async clients."""

    def __init__(self, memory: Memory, *, subject: str = ROOT, **fields: Any) -> None:
        super().__init__()
        self._tool = RemembrancerMemoryTool(memory, subject=subject, **fields)

    async def call(self, input: object) -> BetaFunctionToolResultType:
        return await anyio.to_thread.run_sync(self._tool.call, input)

    async def view(self, command: Any) -> BetaFunctionToolResultType:
        """Any command, as the library's own type: it says itself which one it is."""
        return await self.call(command.to_dict())

    create = str_replace = insert = delete = rename = view

    async def clear_all_memory(self) -> BetaFunctionToolResultType:
        return await anyio.to_thread.run_sync(self._tool.clear_all_memory)


def _text_argument(arguments: Mapping[str, Any], name: str) -> str:
    found = arguments.get(name)
    if not isinstance(found, str):
        raise ToolError(f"`{name}` is needed, as a text.")
    if not is_text(found.replace("\x00", "")):
        raise ToolError(f"`{name}` holds half of a surrogate pair, which is no text. Remove it.")
    return found


def _path(arguments: Mapping[str, Any], name: str) -> tuple[str, str]:
    """A path as it was given, and as files are known by it."""
    shown = _text_argument(arguments, name)
    if shown != ROOT and not shown.startswith(f"{ROOT}/"):
        raise ToolError(f"Path must start with /memories, got: {shown}")
    parts: list[str] = []
    for part in shown.removeprefix(ROOT).split("/"):
        if part == ".." and not parts:
            raise ToolError(f"Path {shown} would escape /memories directory")
        if part == "..":
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    path = "/".join([ROOT, *parts])
    if len(path) > TITLE_CHARACTERS_MAX:
        raise ToolError(
            f"A path has up to {TITLE_CHARACTERS_MAX} characters. Choose a shorter one."
        )
    return shown, path


def _said(path: str, text: str) -> dict[str, Any]:
    """A file as an item. What its content cannot hold as it stands is kept beside it."""
    if len(text) > CONTENT_CHARACTERS_MAX:
        raise ToolError(
            f"A file has up to {CONTENT_CHARACTERS_MAX:,} characters, and {path} would have "
            f"{len(text):,}. Put part of it into another file."
        )
    content = readable(text, "(an empty file)")
    return {"content": content, "data": {} if content == text else as_data(text)}


def _check_room(files: Mapping[str, Item], path: str) -> None:
    """No file is a directory as well."""
    parent = path.rpartition("/")[0]
    while parent:
        if parent in files:
            raise ToolError(f"The path {parent} is a file and cannot hold {path}.")
        parent = parent.rpartition("/")[0]


def _numbered_view(shown: str, text: str, wanted: Any) -> str:
    lines = text.split("\n")
    if len(lines) > _LINES_MAX:
        raise ToolError(f"File {shown} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if (
        isinstance(wanted, list)
        and len(wanted) == 2
        and all(type(value) is int for value in wanted)
    ):
        first, last = max(1, wanted[0]), last if wanted[1] == -1 else wanted[1]
    head = f"Here's the content of {shown} with line numbers:\n"
    return head + numbered(lines[first - 1 : last], first)
