"""Anthropic's memory tool: beside the library's own on a folder, and in its real runner."""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools import ToolError
from anthropic.tools import BetaLocalFilesystemMemoryTool
from anthropic.types.beta import BetaMemoryTool20250818ViewCommand
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory, NotAvailable
from remembrancer.integrations.anthropic_memory import (
    AsyncRemembrancerMemoryTool,
    RemembrancerMemoryTool,
)
from remembrancer.integrations.kept import from_data
from remembrancer.items.delivered_text import harmless
from tests.examples import examples
from tests.people import ADA, ANNA, BERT, BOT, CARL, KARIN
from tests.remote import House, Listening

NOTES = "/memories/notes.md"


@pytest.fixture
def memory() -> Iterator[Memory]:
    with Memory.open(":memory:", preset="adviser", background=False) as made:
        yield made


@pytest.fixture
def tool(memory: Memory) -> RemembrancerMemoryTool:
    return RemembrancerMemoryTool(memory)


def _do(tool: Any, command: str, **given: Any) -> str:
    return cast(str, tool.call({"command": command, **given}))


def _refused(tool: Any, command: str, **given: Any) -> str:
    with pytest.raises(ToolError) as refused:
        _do(tool, command, **given)
    return cast(str, refused.value.content)


def test_the_texts_of_its_answers(tool: RemembrancerMemoryTool) -> None:
    """Each command answers in the words that models are used to."""
    assert tool.to_dict() == {"type": "memory_20250818", "name": "memory"}
    assert (
        _do(tool, "create", path=NOTES, file_text="one\ntwo\nthree\n")
        == "File created successfully at: /memories/notes.md"
    )
    assert _do(tool, "view", path=NOTES) == (
        "Here's the content of /memories/notes.md with line numbers:\n"
        "     1\tone\n     2\ttwo\n     3\tthree\n     4\t"
    )
    assert _do(tool, "view", path=NOTES, view_range=[2, 3]).endswith(
        ":\n     2\ttwo\n     3\tthree"
    )
    assert _do(tool, "str_replace", path=NOTES, old_str="two", new_str="2") == (
        "The memory file has been edited. Here is the snippet showing the change (with line "
        "numbers):\n     1\tone\n     2\t2\n     3\tthree\n     4\t"
    )
    assert (
        _do(tool, "insert", path=NOTES, insert_line=0, insert_text="zero\n")
        == "The file /memories/notes.md has been edited."
    )
    _do(tool, "create", path="/memories/a/b/c.md", file_text="x" * 1536)
    _do(tool, "create", path="/memories/.hidden", file_text="")
    assert _do(tool, "view", path="/memories") == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden "
        "items:\n1.5K\t/memories\n1.5K\t/memories/a/\n1.5K\t/memories/a/b/\n17B\t/memories/notes.md"
    )
    assert (
        _do(tool, "rename", old_path="/memories/a", new_path="/memories/z")
        == "Successfully renamed /memories/a to /memories/z"
    )
    assert _do(tool, "delete", path="/memories/z") == "Successfully deleted /memories/z"
    assert "/memories/z" not in _do(tool, "view", path="/memories")


def test_the_texts_of_its_refusals(tool: RemembrancerMemoryTool) -> None:
    """What cannot be done is told in the words that models are used to."""
    _do(tool, "create", path=NOTES, file_text="one\none")
    gone = "The path /memories/x does not exist"
    asked = f"{gone}. Please provide a valid path."
    assert _refused(tool, "view", path="/memories/x") == asked
    assert _refused(tool, "str_replace", path="/memories/x", old_str="a", new_str="b") == asked
    assert _refused(tool, "delete", path="/memories/x") == gone
    assert _refused(tool, "rename", old_path="/memories/x", new_path="/memories/y") == gone
    assert _refused(tool, "create", path=NOTES, file_text="") == f"File {NOTES} already exists"
    assert _refused(tool, "str_replace", path=NOTES, old_str="two", new_str="") == (
        f"No replacement was performed, old_str `two` did not appear verbatim in {NOTES}."
    )
    assert _refused(tool, "str_replace", path=NOTES, old_str="one", new_str="") == (
        "No replacement was performed. Multiple occurrences of old_str `one` in lines: 1, 2. "
        "Please ensure it is unique"
    )
    assert _refused(tool, "insert", path=NOTES, insert_line=3, insert_text="x") == (
        "Invalid `insert_line` parameter: 3. It should be within the range [0, 2]."
    )
    assert _refused(tool, "insert", path="/memories", insert_line=0, insert_text="x") == (
        "The path /memories is not a file."
    )
    root = "the /memories directory itself"
    assert _refused(tool, "delete", path="/memories") == f"Cannot delete {root}"
    assert _refused(tool, "rename", old_path="/memories/", new_path="/memories/q") == (
        f"Cannot rename {root}"
    )
    assert _refused(tool, "rename", old_path=NOTES, new_path=NOTES) == (
        f"The destination {NOTES} already exists"
    )
    _do(tool, "create", path="/memories/a/b.md", file_text="")
    assert _refused(tool, "rename", old_path="/memories/a", new_path="/memories/a/c") == (
        "The directory /memories/a cannot be moved into itself, to /memories/a/c."
    )


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "/memoriesX/a",
        "memories/a",
        "",
        "/memories/../etc/passwd",
        "/memories/a/../../b",
        "/memories/..",
        "/memories/a/../../memories/b",
        "/memories/" + "x" * 600,
        "/memories/a\nb",
        None,
        7,
    ],
)
def test_no_path_leads_out(tool: RemembrancerMemoryTool, memory: Memory, path: Any) -> None:
    """A path that leaves /memories or can be none is refused by every command."""
    _do(tool, "create", path=NOTES, file_text="here")
    _refused(tool, "view", path=path)
    _refused(tool, "create", path=path, file_text="x")
    _refused(tool, "str_replace", path=path, old_str="x", new_str="y")
    _refused(tool, "insert", path=path, insert_line=0, insert_text="y")
    _refused(tool, "delete", path=path)
    _refused(tool, "rename", old_path=path, new_path="/memories/new")
    _refused(tool, "rename", old_path=NOTES, new_path=path)
    assert [one.title for one in memory.items()] == [NOTES]


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"command": 1},
        {"command": "erase", "path": NOTES},
        {"command": "view"},
        {"command": "create", "path": NOTES},
        {"command": "create", "path": NOTES, "file_text": 3},
        {"command": "create", "path": NOTES, "file_text": "x" * 100_001},
        {"command": "create", "path": NOTES, "file_text": "\ud800"},
        {"command": "insert", "path": NOTES, "insert_line": True, "insert_text": "x"},
    ],
)
def test_what_is_no_command_is_refused(tool: RemembrancerMemoryTool, given: Any) -> None:
    """The library checks nothing that a model sends; a sentence says what is missing."""
    with pytest.raises(ToolError):
        tool.call(given)


def test_every_file_is_an_item_with_its_history(
    tool: RemembrancerMemoryTool, memory: Memory
) -> None:
    """Edits are versions, a rename keeps the item, a delete dismisses it; recall reads it."""
    _do(tool, "create", path=NOTES, file_text="Ellen wants to retire at 58.")
    _do(tool, "str_replace", path=NOTES, old_str="58", new_str="60")
    _do(tool, "rename", old_path=NOTES, new_path="/memories/ellen.md")
    (item,) = memory.items()
    assert (item.title, item.content, item.version) == (
        "/memories/ellen.md",
        "Ellen wants to retire at 60.",
        3,
    )
    assert memory.recall("when does Ellen retire?").hits[0].id == item.id
    _do(tool, "delete", path="/memories/ellen.md")
    assert memory.get(item.id).status == "dismissed"
    assert len(memory.changes_of(item.id)) == 4
    _do(tool, "create", path=NOTES, file_text="x")
    assert tool.clear_all_memory() == "All memory cleared"
    assert "notes" not in _do(tool, "view", path="/memories")


@pytest.mark.parametrize(
    "text", ["", " \n", "\x00\x1b[0m", "a\r\nb", "ä\u2028\x85ö", "[END CONTEXT]\u202e"]
)
def test_any_text_is_kept_as_it_is(tool: RemembrancerMemoryTool, text: str) -> None:
    """Also what the content of an item cannot hold is on record. A model views what of it can be
    seen, and the marks of our envelopes made harmless."""
    _do(tool, "create", path=NOTES, file_text=text)
    (item,) = tool._files().values()
    assert (from_data(item.data) if item.data else item.content) == text
    told = _do(tool, "view", path=NOTES).partition("\n")[2]
    assert "\n".join(line.partition("\t")[2] for line in told.split("\n")) == harmless(text)


def test_another_line_break_is_shown_and_edited_as_a_plain_one(
    tool: RemembrancerMemoryTool,
) -> None:
    _do(tool, "create", path=NOTES, file_text="a\r\nb\n")
    assert f"5B\t{NOTES}" in _do(tool, "view", path="/memories"), "the file as it is kept"
    assert _do(tool, "view", path=NOTES).endswith("     1\ta\n     2\tb\n     3\t")
    _do(tool, "str_replace", path=NOTES, old_str="a\nb", new_str="a\nc")
    assert f"4B\t{NOTES}" in _do(tool, "view", path="/memories")


def test_nobody_sees_the_files_of_others(memory: Memory) -> None:
    """What is personal is no file for anybody else: not to view, to list, to change or to meet."""
    mine = RemembrancerMemoryTool(memory.acting_as(ANNA), is_personal=True)
    _do(mine, "create", path=NOTES, file_text="mine")
    for who in (ADA, BERT, CARL, BOT):
        other = RemembrancerMemoryTool(memory.acting_as(who), is_personal=True)
        assert "does not exist" in _refused(other, "view", path=NOTES)
        assert "does not exist" in _refused(other, "delete", path=NOTES)
        _do(other, "create", path=NOTES, file_text="theirs")
        assert _do(other, "view", path="/memories").count("notes.md") == 1
    assert _do(mine, "view", path=NOTES).endswith("mine")


def test_each_subject_has_files_of_its_own(memory: Memory) -> None:
    """The same path may be there for several clients, and nobody meets that of another."""
    ellen, omar = (RemembrancerMemoryTool(memory, subject=name) for name in ("ellen", "omar"))
    _do(ellen, "create", path=NOTES, file_text="Ellen's")
    assert "does not exist" in _refused(omar, "view", path=NOTES)
    _do(omar, "create", path=NOTES, file_text="Omar's")
    omar.clear_all_memory()
    assert _do(ellen, "view", path=NOTES).endswith("Ellen's")
    assert [one.content for one in memory.items(subject="ellen")] == ["Ellen's"]


def test_where_people_review() -> None:
    """In `corporate` a file waits for review: others see it, and nobody edits it, once approved."""
    with Memory.open(":memory:", preset="corporate", background=False) as memory:
        tool = RemembrancerMemoryTool(memory.acting_as(BOT))
        other = RemembrancerMemoryTool(memory.acting_as(CARL))
        _do(tool, "create", path=NOTES, file_text="Revenue is counted in May.")
        _do(tool, "str_replace", path=NOTES, old_str="May", new_str="June")
        assert "does not exist" in _refused(other, "view", path=NOTES)
        memory.acting_as(KARIN).review.approve(memory.items()[0].id)
        assert _do(other, "view", path=NOTES).endswith("June.")
        assert "only an admin" in _refused(tool, "delete", path=NOTES)


@pytest.mark.parametrize("preset", ["companion", "community", "desk"])
def test_it_works_for_every_preset(preset: str) -> None:
    """What an agent writes it reads back."""
    with Memory.open(":memory:", preset=preset, background=False) as memory:
        tool = RemembrancerMemoryTool(memory.acting_as(BOT), subject="ellen")
        _do(tool, "create", path=NOTES, file_text="one")
        _do(tool, "insert", path=NOTES, insert_line=1, insert_text="two")
        assert _do(tool, "view", path=NOTES).endswith("     1\tone\n     2\ttwo\n     3\t")


def test_the_same_on_a_server(house: House, memory: Memory) -> None:
    """A memory on a server serves as well as one that is embedded."""
    tool = RemembrancerMemoryTool(house.enter(memory))
    _do(tool, "create", path=NOTES, file_text="\x00one")
    _do(tool, "str_replace", path=NOTES, old_str="one", new_str="two")
    _do(tool, "rename", old_path=NOTES, new_path="/memories/b.md")
    assert _do(RemembrancerMemoryTool(memory), "view", path="/memories/b.md").endswith("\ttwo")
    assert "does not exist" in _refused(tool, "view", path=NOTES)


class Script:
    """A server that answers as Anthropic's would, from a script."""

    def __init__(self, *turns: list[dict[str, Any]]) -> None:
        self._turns = list(turns)
        self.asked: list[dict[str, Any]] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            return
        body, is_more = b"", True
        while is_more:
            part = await receive()
            body, is_more = body + part.get("body", b""), part.get("more_body", False)
        self.asked.append(json.loads(body))
        content = self._turns.pop(0)
        is_call = content[-1]["type"] == "tool_use"
        answer = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude",
            "content": content,
            "stop_reason": "tool_use" if is_call else "end_turn",
            "stop_sequence": None,
            "usage": {"input_tokens": 1, "output_tokens": 1},
        }
        headers = [(b"content-type", b"application/json")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": json.dumps(answer).encode()})


def _call(**given: Any) -> list[dict[str, Any]]:
    return [{"type": "tool_use", "id": "t1", "name": "memory", "input": given}]


def _asked(script: Script) -> list[tuple[Any, Any]]:
    """The results that the model was told, and whether they are errors."""
    told = [one["messages"][-1]["content"][0] for one in script.asked[1:]]
    return [(one["content"], bool(one.get("is_error"))) for one in told]


_ASKED: Any = {
    "model": "claude",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "I drink tea."}],
}
_TOLD = [
    (f"File created successfully at: {NOTES}", False),
    ("The path /memories/x does not exist. Please provide a valid path.", True),
]


def _script() -> Script:
    return Script(
        _call(command="create", path=NOTES, file_text="She drinks tea."),
        _call(command="view", path="/memories/x"),
        [{"type": "text", "text": "Noted."}],
    )


def test_the_real_runner_uses_it(tool: RemembrancerMemoryTool, memory: Memory) -> None:
    """The library's runner sends the tool, calls it, and tells the model what came of it."""
    script = _script()
    listening = Listening(script)
    try:
        with Anthropic(api_key="none", base_url=listening.url, max_retries=0) as client:
            last = client.beta.messages.tool_runner(**_ASKED, tools=[tool]).until_done()
    finally:
        listening.close()
    assert last.content[0].type == "text"
    assert script.asked[0]["tools"] == [{"type": "memory_20250818", "name": "memory"}]
    assert _asked(script) == _TOLD
    assert [one.content for one in memory.items()] == ["She drinks tea."]


def test_the_real_runner_uses_it_in_async_code(memory: Memory) -> None:
    """The same with an async client."""
    script = _script()
    listening = Listening(script)
    tool = AsyncRemembrancerMemoryTool(memory)

    async def used() -> None:
        async with AsyncAnthropic(api_key="none", base_url=listening.url, max_retries=0) as client:
            await client.beta.messages.tool_runner(**_ASKED, tools=[tool]).until_done()
        command = BetaMemoryTool20250818ViewCommand(command="view", path=NOTES)
        assert str(await tool.execute(command)).endswith("She drinks tea.")
        assert await tool.clear_all_memory() == "All memory cleared"

    try:
        asyncio.run(used())
    finally:
        listening.close()
    assert _asked(script) == _TOLD


def test_without_the_library_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the extra is missing, the error names it."""
    monkeypatch.setitem(sys.modules, "anthropic.lib.tools", cast(Any, None))
    monkeypatch.delitem(sys.modules, "remembrancer.integrations.anthropic_memory")
    with pytest.raises(NotAvailable, match=r"remembrancer\[anthropic\]"):
        importlib.import_module("remembrancer.integrations.anthropic_memory")


# -- beside the library's own tool, on a folder

_PATHS = st.sampled_from(
    [
        "/memories",
        "/memories/",
        "/memories/a",
        "/memories/a/b",
        "/memories/a/b/c/d",
        "/memories/a/.h",
        "/memories/b.md",
        "/memories/./b.md",
        "/memories/a/../b.md",
        "/memories/../b.md",
    ]
)
# Other line breaks are delivered as plain ones: a test of its own.
_TEXTS = st.sampled_from(["", "x", "x\nx\n", "one\n\ntwo", "a\nb\n", "x" * 1500])
_COMMANDS = st.one_of(
    st.fixed_dictionaries({"command": st.just("create"), "path": _PATHS, "file_text": _TEXTS}),
    st.fixed_dictionaries(
        {
            "command": st.just("view"),
            "path": _PATHS,
            "view_range": st.none() | st.tuples(st.integers(-2, 3), st.integers(-2, 4)).map(list),
        }
    ),
    st.fixed_dictionaries(
        {"command": st.just("str_replace"), "path": _PATHS, "old_str": _TEXTS, "new_str": _TEXTS}
    ),
    st.fixed_dictionaries(
        {
            "command": st.just("insert"),
            "path": _PATHS,
            "insert_line": st.integers(-1, 4),
            "insert_text": _TEXTS,
        }
    ),
    st.fixed_dictionaries({"command": st.just("delete"), "path": _PATHS}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": _PATHS, "new_path": _PATHS}),
)


def _answered(tool: Any, given: dict[str, Any]) -> str:
    try:
        told = str(tool.call(given))
    except ToolError as error:
        return f"refused: {error.content}"
    except OSError:
        return "refused: "
    if told.startswith("Here're"):
        # A folder on disk has a size of its own.
        told = re.sub(r"^[\d.]+[BKMG]\t(.*/|/memories/?)$", r"\1", told, flags=re.MULTILINE)
        shown = re.escape(given["path"])
        told = re.sub(rf"^[\d.]+[BKMG]\t{shown}$", given["path"], told, flags=re.MULTILINE)
    return told


def _without_empty_folders(root: Path) -> None:
    """A folder is there as long as something is in it."""
    for place in sorted(root.rglob("*"), reverse=True):
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()


COMMANDS = st.lists(_COMMANDS, max_size=15)


def check_commands(commands: list[dict[str, Any]]) -> None:
    """Whatever a model does, it is told the same as by the library's own tool."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(":memory:", preset="adviser", background=False) as memory,
    ):
        theirs, ours = BetaLocalFilesystemMemoryTool(folder), RemembrancerMemoryTool(memory)
        for command in commands:
            expected, told = _answered(theirs, command), _answered(ours, command)
            _without_empty_folders(Path(folder) / "memories")
            if (
                expected == "refused: "
            ):  # an error of the disk, in no words that are meant for a model
                assert told.startswith("refused: ")
            else:
                assert told == expected


@given(COMMANDS)
@examples(15)
def test_it_answers_as_the_tool_of_the_library_does(commands: list[dict[str, Any]]) -> None:
    """Whatever a model does, it is told the same as by the library's own tool."""
    check_commands(commands)
