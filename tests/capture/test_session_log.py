"""Session logs: known records become messages, unknown ones are told apart, none breaks us."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer.capture.session_log import messages_from, record_from
from remembrancer.core.limits import DATA_BYTES_MAX
from remembrancer.core.texts.naming import name_for, text_for
from remembrancer.core.texts.text import BODY_LENGTH_MAX, NAME_LENGTH_MAX
from remembrancer.core.validation import CONTROL_CHARACTER
from remembrancer.items.message import MessageDraft

WHEN = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
EARLIER = datetime(2026, 3, 1, 8, 30, tzinfo=UTC)


def read(record: dict[str, Any], *, before: datetime | None = EARLIER) -> list[MessageDraft]:
    """The messages of a record that must be a known one."""
    found = messages_from(record, at=77, author="anna", before=before)
    assert found
    return list(found)


def is_unknown(record: dict[str, Any]) -> bool:
    return messages_from(record, at=0, author="anna", before=None) is None


def agent(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    """A record as one well-known coding agent writes it."""
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message["model"] = "claude-opus-4-5"
    return {
        "type": kind,
        "uuid": "u-1",
        "parentUuid": None,
        "timestamp": "2026-03-02T09:00:00.000Z",
        "cwd": "/home/anna",
        "isSidechain": False,
        "message": message,
        **more,
    }


def item(payload: dict[str, Any]) -> dict[str, Any]:
    """A record as another well-known coding agent writes it."""
    return {"timestamp": "2026-03-02T09:00:00Z", "type": "response_item", "payload": payload}


def test_words_of_the_user() -> None:
    """What the user typed is the user's, with the record's own id and time."""
    assert read(agent("user", "Hello")) == [
        MessageDraft(id="u-1", author_id="anna", role="user", content="Hello", timestamp=WHEN)
    ]


def test_words_and_calls_of_the_assistant() -> None:
    """Text blocks make one message; calls and thoughts go with it."""
    blocks = [
        {"type": "thinking", "thinking": "Let me look.", "signature": "s"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "t-1", "name": "Read", "input": {"path": "a.py"}},
        {"type": "text", "text": "Done."},
    ]
    (message,) = read(agent("assistant", blocks))
    assert (message.author_id, message.role) == ("claude-opus-4-5", "assistant")
    assert message.content == "I look.\n\nDone."
    assert message.tool_calls == (
        {"type": "thinking", "text": "Let me look."},
        {"name": "Read", "input": {"path": "a.py"}, "id": "t-1"},
    )


def test_nothing_but_calls() -> None:
    """An assistant that only calls tools says which, each once."""
    calls = [{"type": "tool_use", "id": n, "name": n} for n in ("Read", "Bash", "Read")]
    assert read(agent("assistant", calls))[0].content == "(called Read, Bash)"
    many = [{"type": "tool_use", "id": str(n), "name": f"T{n}"} for n in range(25)]
    assert read(agent("assistant", many))[0].content.endswith("T19 and 5 more)")


def test_what_a_tool_gave_back() -> None:
    """Each result is a message of the tool, beside what the user said, and names its call."""
    blocks = [
        {"type": "tool_result", "tool_use_id": "t-1", "content": "42 files"},
        {
            "type": "tool_result",
            "tool_use_id": "t-2",
            "content": [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}],
        },
        {"type": "tool_result", "tool_use_id": "t-3", "content": []},
        {"type": "text", "text": "Go on."},
    ]
    found = read(agent("user", blocks))
    assert [(one.id, one.author_id, one.role, one.content) for one in found] == [
        ("u-1", "anna", "user", "Go on."),
        ("u-1~2", "tool", "tool", "42 files"),
        ("u-1~3", "tool", "tool", "one\n\ntwo"),
        ("u-1~4", "tool", "tool", "(no output)"),
    ]
    assert found[1].tool_calls == ({"type": "tool_result", "id": "t-1"},)


def test_pictures() -> None:
    """Of a picture it is kept that there was one, not its bytes."""
    picture = {"type": "image", "source": {"type": "base64", "data": "A" * 999}}
    (message,) = read(agent("user", [{"type": "text", "text": "See:"}, picture]))
    assert (message.content, message.tool_calls) == ("See:\n\n(image)", ())
    shown = {"type": "tool_result", "tool_use_id": "t", "content": [picture]}
    assert read(agent("user", [shown]))[0].content == "(image)"


def test_a_block_of_unknown_kind_is_kept() -> None:
    """A block nobody knows goes with the words beside it; alone it makes the record unknown."""
    strange = {"type": "hologram", "beam": 3}
    (message,) = read(agent("assistant", [strange, {"type": "text", "text": "Look."}]))
    assert message.tool_calls == ({"type": "hologram", "input": strange},)
    assert is_unknown(agent("assistant", [strange]))


@pytest.mark.parametrize(
    "record",
    [
        agent("user", "Caveat: generated", isMeta=True),
        agent("assistant", [{"type": "thinking", "thinking": "Hm."}]),
        agent("assistant", []),
        agent("user", " \n\u00a0"),
        agent("user", None),
        {"type": "summary", "summary": "Fixing tests", "leafUuid": "u-9"},
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}},
        {"type": "system", "subtype": "turn_duration", "durationMs": 4},
        {"role": "critic", "content": "Boo"},
        {"role": "user"},
        {"content": "Who says this?"},
        {"role": ["user"], "content": "x"},
        item({"type": "reasoning", "summary": [], "encrypted_content": "…"}),
        {"type": "event_msg", "payload": {"type": "user_message", "message": "Hello"}},
        {"type": "session_meta", "payload": {"id": "s", "cwd": "/"}},
        {},
    ],
)
def test_unknown_records(record: dict[str, Any]) -> None:
    """A record in which nobody speaks, or in no known shape, is unknown."""
    assert is_unknown(record)


def test_what_programs_say_is_not_the_users() -> None:
    """Words under the user's role that nobody typed are not laid in the user's mouth."""
    reminder = "<system-reminder>\nBe brief.\n</system-reminder>"
    blocks = [{"type": "text", "text": reminder}, {"type": "text", "text": "Hello"}]
    assert [(one.author_id, one.role, one.content) for one in read(agent("user", blocks))] == [
        ("anna", "user", "Hello"),
        ("system", "system", reminder),
    ]
    (summary,) = read(agent("user", "This session goes on.", isCompactSummary=True))
    assert (summary.author_id, summary.role) == ("system", "system")
    (task,) = read(agent("user", "Find the bug", isSidechain=True))
    assert (task.author_id, task.role) == ("assistant", "assistant")
    (system,) = read({"type": "system", "content": "Compacted", "uuid": "u"})
    assert (system.author_id, system.role) == ("system", "system")
    assert read(agent("user", f"Why does it say {reminder}"))[0].author_id == "anna"


def test_a_made_up_model() -> None:
    """An answer that no model gave is the assistant's."""
    record = agent("assistant", "API error")
    record["message"]["model"] = "<synthetic>"
    assert read(record)[0].author_id == "assistant"


def test_plain_messages() -> None:
    """A record that is a message itself keeps the author it names."""
    plain = {"role": "user", "content": "Hi", "created_at": "2026-03-02T09:00:00+00:00", "id": 7}
    assert read(plain) == [
        MessageDraft(id="7", author_id="anna", role="user", content="Hi", timestamp=WHEN)
    ]
    assert read({**plain, "name": "Ben"})[0].author_id == "Ben"
    assert read({**plain, "role": "human"})[0].role == "user"
    assert read({**plain, "role": "developer"})[0].role == "system"
    assert read({**plain, "role": "assistant"})[0].author_id == "assistant"
    assert read({"role": "user", "content": "Hi"})[0].id == "@77"
    assert read({"type": "human", "message": "Hi"})[0].content == "Hi"


def test_calls_of_a_plain_message() -> None:
    """Calls written as functions are read; so is what came back."""
    function = {"name": "search", "arguments": '{"q": "rates"}'}
    record = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "c", "function": function}],
    }
    (message,) = read(record)
    assert message.content == "(called search)"
    assert message.tool_calls == ({"name": "search", "input": {"q": "rates"}, "id": "c"},)
    back = {"role": "tool", "tool_call_id": "c", "name": "search", "content": {"rate": 4}}
    (message,) = read(back)
    assert (message.author_id, message.content) == ("tool", '{"rate": 4}')
    assert message.tool_calls == ({"type": "tool_result", "id": "c", "name": "search"},)


def test_items_of_a_response() -> None:
    """Messages, calls and results in the items of a response are read."""
    said = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Hi"}]}
    (message,) = read(item(said))
    assert (message.id, message.author_id, message.content) == ("@77", "anna", "Hi")
    answer = [{"type": "output_text", "text": "Hello"}]
    (message,) = read(item({"type": "message", "id": "m", "role": "assistant", "content": answer}))
    assert (message.id, message.author_id, message.timestamp) == ("m", "assistant", WHEN)
    called = {"type": "function_call", "name": "shell", "arguments": '{"command": ["ls"]}'}
    (message,) = read(item({**called, "call_id": "c-1"}))
    assert (message.role, message.content) == ("assistant", "(called shell)")
    assert message.tool_calls == ({"name": "shell", "input": {"command": ["ls"]}, "id": "c-1"},)
    for output in ("a.py", {"content": "a.py"}, [{"type": "input_text", "text": "a.py"}]):
        back = {"type": "function_call_output", "call_id": "c-1", "output": output}
        (message,) = read(item(back))
        assert (message.author_id, message.role, message.content) == ("tool", "tool", "a.py")
    patch = {
        "type": "custom_tool_call",
        "name": "apply_patch",
        "input": "*** Begin",
        "call_id": "c",
    }
    assert read(item(patch))[0].tool_calls[0]["input"] == "*** Begin"
    context = "<environment_context>\n<cwd>/</cwd>\n</environment_context>"
    said["content"] = [{"type": "input_text", "text": context}]
    assert read(item(said))[0].role == "system"


@pytest.mark.parametrize(
    "given",
    [
        *("2026-03-02T09:00:00Z", "2026-03-02T10:00:00+01:00", "2026-03-02T09:00:00"),
        *(1_772_442_000, 1_772_442_000.0, 1_772_442_000_000, 1_772_442_000_000_000),
        "1772442000000",
    ],
)
def test_times(given: Any) -> None:
    """Times of ISO and of seconds or milliseconds since 1970 are read."""
    assert read({"role": "user", "content": "x", "timestamp": given})[0].timestamp == WHEN


@pytest.mark.parametrize(
    "given",
    ["soon", "", None, True, 0, -5, 12.5, 1e300, float("nan"), [], {}, "0001-01-01T00:00+05:00"],
)
def test_bad_times(given: Any) -> None:
    """A record without a time that can be read has the time of the one before."""
    record = {"role": "user", "content": "x", "timestamp": given}
    assert read(record)[0].timestamp == EARLIER
    assert read(record, before=None)[0].timestamp is None


def test_long_words_are_split_and_never_cut() -> None:
    """Words too long for one message go into several, and none is missing."""
    words = "one two three four\n" * 20_000
    found = read(agent("user", words))
    assert [one.id for one in found] == ["u-1", "u-1~2", "u-1~3", "u-1~4"]
    assert "".join(one.content for one in found) == words
    assert all(len(one.content) <= BODY_LENGTH_MAX for one in found)


def test_large_calls_are_split_and_never_cut() -> None:
    """A call too large for one message goes into several, as parts of its JSON text."""
    given = {"content": 'é"\n' * 120_000}
    call = {"type": "tool_use", "id": "t", "name": "Write", "input": given}
    small = {"type": "tool_use", "id": "s", "name": "Read", "input": {}}
    found = read(agent("assistant", [small, call, small]))
    calls = [call for one in found for call in one.tool_calls]
    assert calls[0] == calls[-1] == {"name": "Read", "input": {}, "id": "s"}
    assert json.loads("".join(str(part["input"]) for part in calls[1:-1])) == given
    assert [part["part"] for part in calls[1:-1]] == list(range(1, len(calls) - 1))
    assert found[0].content == "(called Read, Write)"
    for one in found:
        assert len(json.dumps(one.tool_calls, ensure_ascii=False).encode()) <= DATA_BYTES_MAX
    many = read(agent("assistant", [small] * 2_500))
    assert [len(one.tool_calls) for one in many] == [1_000, 1_000, 500]


def test_characters_that_no_text_holds() -> None:
    """Control characters and halves of pairs become U+FFFD, in words, names and calls."""
    call = {"type": "tool_use", "id": "t", "name": "B\x07", "input": {"k\x00": ["\x1b[0m", 1e999]}}
    blocks = [{"type": "text", "text": "\x1b[31mred\ud800\tok\n"}, call]
    (message,) = read(agent("assistant", blocks, uuid="a\nb"))
    assert message.content == "\ufffd[31mred\ufffd\tok\n"
    assert message.tool_calls[0]["input"] == {"k\ufffd": ["\ufffd[0m", "inf"]}
    assert message.id is not None
    assert message.id.startswith("a\ufffdb…")


def test_long_names() -> None:
    """A name that is too long ends in a hash, so that two of them stay two."""
    one, two = name_for("x" * 500 + "1"), name_for("x" * 500 + "2")
    assert one != two
    assert len(one or "") == len(two or "") == NAME_LENGTH_MAX
    assert name_for("x" * NAME_LENGTH_MAX) == "x" * NAME_LENGTH_MAX
    assert [name_for("  "), name_for(None), name_for(True), name_for([])] == [None] * 4
    found = read({"role": "user", "id": "i" * 300, "content": "long " * 30_000})
    assert all(one.id and len(one.id) <= NAME_LENGTH_MAX for one in found)


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"{", b"[1]", b'"text"', b"null", b"\x00\x01\xff\xfe"),
        *('{"role":"user"}'.encode("utf-16"), '{"name":"Zoë"}'.encode("latin-1")),
        *(b"[" * 100_000, b'{"a":' * 100_000, b'{"a":' + b"9" * 5_000 + b"}"),
    ],
)
def test_lines_that_hold_no_record(data: bytes) -> None:
    """A line that is no JSON object in UTF-8 holds no record."""
    assert record_from(data) is None


def test_lines_that_hold_a_record() -> None:
    """A JSON object is a record, with a byte order mark or without."""
    assert record_from(b' {"a": 1} ') == {"a": 1}
    assert record_from(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_a_record_too_deep() -> None:
    """A record nested deeper than anything sensible is unknown, and breaks nothing."""
    deep: Any = "x"
    for _ in range(3_000):
        deep = {"deeper": [deep]}
    call = {"type": "tool_use", "id": "t", "name": "Read", "input": deep}
    assert is_unknown(agent("assistant", [call]))
    nested = {"type": "function_call", "name": "f", "arguments": '{"a":' * 200 + "1" + "}" * 200}
    assert isinstance(read(item(nested))[0].tool_calls[0]["input"], str)


KINDS = st.sampled_from(["text", "tool_use", "tool_result", "thinking", "image"])
ROLES = st.sampled_from(["user", "assistant", "system", "tool"])
STRANGE = st.text(alphabet=st.characters(categories=["Cs", "Cc", "Zs", "Ll"]), max_size=8)
NUMBERS = st.integers() | st.floats()
LEAVES = st.none() | st.booleans() | NUMBERS | st.text(max_size=12) | STRANGE | KINDS | ROLES
KEYS = st.sampled_from(["type", "role", "content", "text", "id", "name"]) | st.text(max_size=4)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=12,
)
BLOCKS = st.fixed_dictionaries(
    {"type": KINDS | LEAVES},
    optional=dict.fromkeys(("text", "input", "content", "thinking", "name", "id"), VALUES),
)
MESSAGES = st.fixed_dictionaries(
    {"role": ROLES, "content": VALUES | st.lists(BLOCKS, max_size=3)},
    optional=dict.fromkeys(("tool_calls", "name", "id", "timestamp", "isSidechain"), VALUES),
)
ITEMS = st.fixed_dictionaries(
    {"type": st.sampled_from(["message", "function_call", "function_call_output"])},
    optional=dict.fromkeys(("role", "content", "name", "arguments", "output", "id"), VALUES),
)
RECORDS = (
    MESSAGES
    | st.fixed_dictionaries({"type": ROLES, "message": MESSAGES}, optional={"uuid": VALUES})
    | st.fixed_dictionaries({"type": st.just("response_item"), "payload": ITEMS | VALUES})
    | st.dictionaries(KEYS, VALUES, max_size=8)
)


@given(RECORDS, st.text(max_size=5))
def test_any_record(record: dict[str, Any], author: str) -> None:
    """Whatever a record holds, its messages can be stored, or it is unknown."""
    found = messages_from(record, at=5, author=author, before=EARLIER)
    assert found is None or found
    ids = [draft.id for draft in found or ()]
    assert len(set(ids)) == len(ids)
    for draft in found or ():
        assert MessageDraft.model_validate(draft.model_dump()) == draft
        assert draft.content.strip()
        assert draft.author_id.strip()
        written = json.dumps(draft.tool_calls, ensure_ascii=False, allow_nan=False)
        assert not CONTROL_CHARACTER.search(draft.content)
        assert len(written.encode()) <= DATA_BYTES_MAX


@given(RECORDS)
def test_a_record_survives_its_file(record: dict[str, Any]) -> None:
    """A record read back from its line gives the same messages as the record itself."""
    # JSON joins two halves of a character that stand side by side.
    whole = json.loads(json.dumps(record))
    back = record_from(json.dumps(whole, ensure_ascii=True).encode())
    assert back is not None
    assert messages_from(back, at=5, author="anna", before=None) == messages_from(
        whole, at=5, author="anna", before=None
    )


@given(st.text())
def test_a_text_keeps_its_length(text: str) -> None:
    """Nothing moves when characters are replaced, so that places in it stay right."""
    assert len(text_for(text)) == len(text)
    assert text_for(text_for(text)) == text_for(text)
