"""Session files as they come: broken, foreign, odd. Each has its line in the report."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import InvalidInput, Memory
from remembrancer.capture import files, lines
from remembrancer.jobs.report import Outcome
from tests.capture.session_files import (
    GOOD,
    check,
    kept_raw,
    new_space,
    one,
    open_lobby,
    record,
    timed,
    words,
)
from tests.conftest import MemoryFactory
from tests.examples import examples
from tests.footprint import untouched

# -- files that are none, or not what they seem

NO_FILES: list[tuple[str, bytes, str]] = [
    ("prose", b"Dear diary,\nnothing happened.\n", "not JSON Lines"),
    ("a list", b"[1, 2]\n[3]\n", "not JSON Lines"),
    ("binary", b"\x89PNG\r\n\x1a\n\x00\x00\x00", "binary"),
    ("utf-16", GOOD.decode().encode("utf-16"), "UTF-16 text. Convert it"),
    ("utf-16 without a mark", GOOD.decode().encode("utf-16-le"), "binary"),
    ("deep", b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n", "not JSON Lines"),
]


@pytest.mark.parametrize(("name", "data", "told"), NO_FILES, ids=[case[0] for case in NO_FILES])
def test_what_is_no_session_file_is_told_and_the_rest_goes_on(
    memory: MemoryFactory, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    """A file that holds no session is reported with its reason, the others are read."""
    store = memory("desk")
    (tmp_path / "bad.jsonl").write_bytes(data)
    with untouched(store):
        assert not store.sources.detect(tmp_path).ok
    (tmp_path / "good.jsonl").write_bytes(GOOD)
    for outcome in (Outcome.NEW, Outcome.KNOWN):
        report = store.sources.detect(tmp_path)
        assert not report.ok
        (bad,) = report.failed
        assert told in str(bad.reason)
        assert bad.place.endswith("bad.jsonl")
        assert [one.outcome for one in report.files if one is not bad] == [outcome]
    assert words(store, "session:good") == ["A good file."]
    check(store)


def test_what_lies_in_the_folder_and_is_no_file(memory: MemoryFactory, tmp_path: Path) -> None:
    """An empty file is skipped; a pipe and a link to nothing are told, and nobody waits."""
    store = memory("desk")
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "folder.jsonl" / "inner.jsonl").write_bytes(GOOD)
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "nowhere")
    (tmp_path / "notes.txt").write_text("not asked for")
    os.mkfifo(tmp_path / "pipe.jsonl")
    report = store.sources.detect(tmp_path)
    told = {Path(one.place).name: (one.outcome, one.reason) for one in report.files}
    assert told == {
        "empty.jsonl": (Outcome.SKIPPED, "It is empty."),
        "inner.jsonl": (Outcome.NEW, None),
        "link.jsonl": (Outcome.FAILED, "There is no such file."),
        "pipe.jsonl": (Outcome.FAILED, "It is no file."),
    }
    assert not report.ok
    assert one(store.sources.detect(tmp_path / "pipe.jsonl")).reason == "It is no file."
    check(store)


@pytest.mark.parametrize("place", ["nowhere", "nobody\x00", "~nobody-of-this-name/x", "link"])
def test_a_place_that_is_not_there(memory: MemoryFactory, tmp_path: Path, place: str) -> None:
    """Naming a folder that does not exist is a mistake of the caller, told in one sentence."""
    store = memory("desk")
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    with untouched(store), pytest.raises(InvalidInput, match="Name a file or a folder"):
        store.sources.detect(place if place.startswith("~") else tmp_path / place)


def test_a_file_that_may_not_be_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without the right to read it is told; once it is given, the file is read."""
    store = memory("desk")
    (tmp_path / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "b.jsonl").write_bytes(timed("Another.", 2))
    with monkeypatch.context() as patched:
        patched.setattr(files, "_without_waiting", _denied("b.jsonl"))
        report = store.sources.detect(tmp_path)
        assert [one.outcome for one in report.files] == [Outcome.NEW, Outcome.FAILED]
        assert "Give this user the right" in str(report.failed[0].reason)
    report = store.sources.detect(tmp_path)
    assert [one.outcome for one in report.files] == [Outcome.KNOWN, Outcome.NEW]
    check(store)


def _denied(name: str) -> Callable[[str, int], int]:
    def opener(path: str, flags: int) -> int:
        if str(path).endswith(name):
            raise PermissionError(13, "Permission denied", path)
        return os.open(path, flags)

    return opener


def test_a_folder_that_may_not_be_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be looked into has its own line in the report."""
    store = memory("desk")
    (tmp_path / "a.jsonl").write_bytes(GOOD)
    (tmp_path / "shut").mkdir()
    listed = os.scandir

    def scandir(path: Any) -> Any:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)
    report = store.sources.detect(tmp_path)
    assert [one.outcome for one in report.files] == [Outcome.NEW, Outcome.FAILED]
    assert report.failed[0].place == str(tmp_path / "shut")


@pytest.mark.parametrize(
    "name", [b"\xff\xfe.jsonl", b"two\nlines\x07.jsonl", "långt ".encode() * 30 + b".jsonl"]
)
def test_names_that_are_no_text(memory: MemoryFactory, tmp_path: Path, name: bytes) -> None:
    """A file may have any name that the disk allows. It is read, and known the next time."""
    store = memory("desk")
    with open(os.fsencode(tmp_path) + b"/" + name, "wb") as file:
        file.write(GOOD)
    told = one(store.sources.detect(tmp_path))
    assert told.outcome is Outcome.NEW
    assert words(store, str(told.source)) == ["A good file."]
    assert one(store.sources.detect(tmp_path)).outcome is Outcome.KNOWN
    assert store.verify().ok


# -- lines that are none


def test_a_mark_in_front_of_the_text(memory: MemoryFactory, tmp_path: Path) -> None:
    """The byte order mark that some editors write is no part of the first record."""
    store = memory("desk")
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + GOOD + timed("More.", 2))
    assert one(store.sources.detect(tmp_path)).messages_new == 2


def test_lines_in_another_encoding(memory: MemoryFactory, tmp_path: Path) -> None:
    """A line that is no UTF-8 is passed over and told; the lines around it are kept."""
    store = memory("desk")
    foreign = json.dumps({"text": "Grüße"}, ensure_ascii=False).encode("latin-1") + b"\n"
    (tmp_path / "a.jsonl").write_bytes(GOOD + foreign + timed("More.", 2))
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new, told.unreadable) == (Outcome.FAILED, 2, 1)
    bad = "1 line is too long or no text. Record 2 is no text in UTF-8 and was left out."
    assert told.reason == bad
    again = one(store.sources.detect(tmp_path))
    assert again.outcome is Outcome.KNOWN
    assert again.reason == f"It has not grown since it was read. {bad}"
    assert store.sources.feeds()[0].problem == bad
    check(store)


def test_records_of_no_known_kind_are_kept_raw(memory: MemoryFactory, tmp_path: Path) -> None:
    """What is JSON and no message, or no JSON at all, is kept word for word and counted."""
    store = memory("desk")
    odd = [
        b'{"type": "compass", "bearing": 270}',
        b'{"type": "user", "message": 5}',
        b"not JSON at all",
        b'{"n": ' + b"9" * 5_000 + b"}",
        b'{"a":' * 150 + b"NaN" + b"}" * 150,
    ]
    blank = "\u2003\u00a0".encode()
    (tmp_path / "a.jsonl").write_bytes(GOOD + b"\n".join([*odd, blank, b" \t", b""]))
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new, told.unknown) == (Outcome.NEW, 1, len(odd))
    assert kept_raw(store) == [b"\n".join(odd).decode()]
    assert store.sources.feeds()[0].unknown == len(odd)
    with untouched(store):
        store.sources.detect(tmp_path)
    check(store)


ODD_VALUES: dict[str, dict[str, Any]] = {
    "a time that is none": {"timestamp": "yesterday"},
    "a time beyond the calendar": {"timestamp": "9999-12-31T23:59:59-23:59"},
    "a time of many digits": {"timestamp": 10**300},
    "a time that is no number": {"timestamp": float("nan")},
    "an id of many digits": {"uuid": 10**4_000},
    "an id too long": {"uuid": "x" * 5_000},
    "an id of control characters": {"uuid": "\x00\x07\n"},
    "an id that is a list": {"uuid": [1, 2]},
    "half of a character in the id": {"uuid": "half \ud83d"},
    "an author too long": {"author": "y" * 5_000},
}


@pytest.mark.parametrize("odd", ODD_VALUES.values(), ids=list(ODD_VALUES))
def test_odd_values_do_not_keep_the_words(
    memory: MemoryFactory, tmp_path: Path, odd: dict[str, Any]
) -> None:
    """What is odd about a record's id, author or time does not keep what was said."""
    store = memory("desk")
    line = json.dumps({**json.loads(record("The words.")), **odd}).encode() + b"\n"
    (tmp_path / "a.jsonl").write_bytes(line)
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new) == (Outcome.NEW, 1)
    assert words(store, "session:a") == ["The words."]
    with untouched(store):
        assert one(store.sources.detect(tmp_path)).outcome is Outcome.KNOWN


def test_odd_values_in_tool_calls(memory: MemoryFactory, tmp_path: Path) -> None:
    """Numbers without end, numbers that are none and half characters are stored as they can be."""
    store = memory("desk")
    given = {"n": 10**4_000, "f": float("inf"), "s": "half \ud83d", "nul": "\x00"}
    block = [{"type": "tool_use", "id": "t", "name": "x", "input": given}]
    line = {"type": "assistant", "message": {"role": "assistant", "content": block}}
    (tmp_path / "a.jsonl").write_bytes(json.dumps(line).encode() + b"\n")
    assert one(store.sources.detect(tmp_path)).messages_new == 1
    (message,) = store.conversations.messages("session:a")
    assert message.tool_calls[0]["input"] == {
        "n": 10**4_000,
        "f": "inf",
        "s": "half \ufffd",
        "nul": "\ufffd",
    }
    assert store.verify().ok


def test_times_out_of_order(memory: MemoryFactory, tmp_path: Path) -> None:
    """Messages stand in the order of their times, whatever the order of their lines."""
    store = memory("desk")
    (tmp_path / "a.jsonl").write_bytes(b"".join(timed(str(n), n) for n in (5, 1, 3, 2)))
    assert one(store.sources.detect(tmp_path)).messages_new == 4
    assert words(store, "session:a") == ["1", "2", "3", "5"]
    check(store)


def test_one_id_for_other_words(memory: MemoryFactory, tmp_path: Path) -> None:
    """An id that comes again with other words changes nothing: the other words are kept raw."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    path.write_bytes(record("One.", uuid="u") + record("Two.", uuid="u") + record("One.", uuid="u"))
    told = one(store.sources.detect(tmp_path))
    assert (told.messages_new, told.messages_known, told.conflicts) == (1, 1, 1)
    with path.open("ab") as file:
        file.write(record("Three.", uuid="u") + record("Four.", uuid="v"))
    told = one(store.sources.detect(tmp_path))
    assert (told.messages_new, told.messages_known, told.conflicts) == (1, 0, 1)
    assert words(store, "session:a") == ["One.", "Four."]
    assert [json.loads(raw)["content"] for raw in kept_raw(store)] == ["Three.", "Two."]
    assert store.sources.feeds()[0].unknown == 2
    with untouched(store):
        store.sources.detect(tmp_path)


def test_a_line_too_long_to_hold(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line longer than allowed is passed over and told; what follows it is read."""
    store = memory("desk")
    monkeypatch.setattr(lines.lines, "__kwdefaults__", {**_defaults(), "bytes_max": 1_000})
    (tmp_path / "a.jsonl").write_bytes(GOOD + record("x" * 5_000) + timed("More.", 2))
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new, told.unreadable) == (Outcome.FAILED, 2, 1)
    assert words(store, "session:a") == ["A good file.", "More."]


def _defaults() -> dict[str, Any]:
    return dict(lines.lines.__kwdefaults__ or {})


# -- anything at all


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@given(st.binary(max_size=400))
def test_any_bytes_get_a_report(
    lobby: Memory, tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """Whatever a file holds, it has one line in the report, and a second run adds nothing."""
    path = tmp_path_factory.mktemp("bytes") / "a.jsonl"
    path.write_bytes(data)
    memory = new_space(lobby)
    one(memory.sources.detect(path))
    path.write_bytes(GOOD + data + b"\n")
    one(memory.sources.detect(path))
    with untouched(memory):
        one(memory.sources.detect(path))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
FIELDS = ["type", "message", "role", "content", "uuid", "id", "timestamp", "author", "payload"]
FIELDS += ["tool_calls", "isMeta", "model", "text", "name", "input", "output", "call_id"]
WORDS = st.sampled_from(["user", "assistant", "tool", "message", "response_item", "function_call"])
SHAPES = st.dictionaries(st.sampled_from(FIELDS), JSON | WORDS, max_size=6)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(FIELDS), JSON | WORDS | SHAPES | st.lists(SHAPES)),
        max_size=3,
    )
)
@examples(25)
def test_any_records_get_a_report(
    lobby: Memory, tmp_path_factory: pytest.TempPathFactory, found: list[dict[str, Any]]
) -> None:
    """Records of any shape are messages or kept raw; none is lost, none breaks the run."""
    path = tmp_path_factory.mktemp("records") / "a.jsonl"
    path.write_bytes(GOOD + b"".join(json.dumps(one).encode() + b"\n" for one in found))
    memory = new_space(lobby)
    told = one(memory.sources.detect(path))
    assert told.outcome is Outcome.NEW, told.reason
    assert told.messages_new + told.messages_known + told.unknown + told.conflicts >= len(found)
    with untouched(memory):
        one(memory.sources.detect(path))
