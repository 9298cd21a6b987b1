"""Files of old records as they come: broken, foreign, no files. Each is told in the report."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import InvalidInput, Memory
from remembrancer.capture import backfill, files, lines
from remembrancer.jobs.report import Outcome
from tests.capture.session_files import kept_raw, new_space, one, open_lobby, words
from tests.conftest import MemoryFactory
from tests.footprint import untouched

GOOD = {"id": "good", "messages": [{"id": "m", "author": "Ellen", "text": "Hello"}]}

BAD_FILES: list[tuple[str, bytes, str]] = [
    ("prose.json", b"Dear diary", "not JSON"),
    ("half.json", b'{"id": "x", "messages": [{"te', "not JSON"),
    ("deep.json", b"[" * 100_000 + b"]" * 100_000, "not JSON"),
    ("number.json", b'{"id": ' + b"9" * 5_000 + b"}", "not JSON"),
    ("latin.json", json.dumps({"a": "Grüße"}, ensure_ascii=False).encode("latin-1"), "not UTF-8"),
    ("wide.json", json.dumps(GOOD).encode("utf-16"), "UTF-16"),
    ("binary.vtt", b"WEBVTT\x00", "binary"),
    ("latin.txt", "Ellen: Grüße".encode("latin-1"), "not UTF-8"),
    ("prose.jsonl", b"Dear diary\n", "no JSON record"),
    ("half.jsonl", b'{"id": "x", "mess', "no JSON record, nor finished"),
    ("list.jsonl", b"[1]\n", "no JSON record"),
]


@pytest.mark.parametrize(("name", "data", "told"), BAD_FILES, ids=[case[0] for case in BAD_FILES])
def test_a_bad_file_is_told_and_the_rest_goes_on(
    memory: MemoryFactory, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    """A file that holds no records is reported with its reason, the others are captured."""
    store = memory("adviser")
    (tmp_path / name).write_bytes(data)
    (tmp_path / "zgood.json").write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD).encode())
    for outcome in (Outcome.NEW, Outcome.KNOWN):
        report = store.sources.backfill(tmp_path)
        assert not report.ok
        assert [one.outcome for one in report.files] == [Outcome.FAILED, outcome]
        assert told in str(report.failed[0].reason)
        assert str(tmp_path / name) in report.failed[0].place
    assert words(store, "good") == ["Hello"]
    assert store.verify().ok


def test_what_lies_in_the_folder_and_is_no_file(memory: MemoryFactory, tmp_path: Path) -> None:
    """Empty files are skipped; a pipe and a link to nothing are told, and nobody waits."""
    store = memory("adviser")
    for name in ("empty.json", "empty.jsonl", "empty.txt"):
        (tmp_path / name).touch()
    (tmp_path / "nothing.json").write_text("[]")
    (tmp_path / "folder.json").mkdir()
    (tmp_path / "link.json").symlink_to(tmp_path / "gone")
    (tmp_path / "picture.png").touch()
    os.mkfifo(tmp_path / "pipe.jsonl")
    report = store.sources.backfill(tmp_path)
    assert {Path(one.place).name: one.outcome for one in report.files} == {
        "empty.json": Outcome.FAILED,
        "empty.jsonl": Outcome.SKIPPED,
        "empty.txt": Outcome.SKIPPED,
        "nothing.json": Outcome.SKIPPED,
        "link.json": Outcome.FAILED,
        "pipe.jsonl": Outcome.FAILED,
    }
    for place in ("nowhere", "nobody\x00"):
        with pytest.raises(InvalidInput, match="Name a file or a folder"):
            store.sources.backfill(tmp_path / place)


def test_one_bad_line_among_good_ones(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is no record, too long or not finished is told with its number."""
    store = memory("adviser")
    defaults = {**(lines.lines.__kwdefaults__ or {}), "bytes_max": 2_000}
    monkeypatch.setattr(lines.lines, "__kwdefaults__", defaults)
    path = tmp_path / "a.jsonl"
    good = [json.dumps({**GOOD, "id": f"g{n}"}).encode() for n in range(2)]
    bad = [b"nonsense", b"\xff\xfe\xff", b'"' + b"x" * 3_000 + b'"']
    path.write_bytes(b"\n".join([good[0], *bad, b"", good[1], good[1][:20]]))
    report = store.sources.backfill(path)
    assert [(one.place.rpartition(" ")[2], one.outcome, one.reason) for one in report.files] == [
        ("1", Outcome.NEW, None),
        ("2", Outcome.FAILED, "It is no JSON record."),
        ("3", Outcome.FAILED, "It is no JSON record."),
        ("4", Outcome.FAILED, "It is too long."),
        ("6", Outcome.NEW, None),
        ("7", Outcome.FAILED, "It is no JSON record, nor finished."),
    ]
    assert words(store, "g1") == ["Hello"]
    assert store.verify().ok


def test_a_file_that_may_not_be_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without the right to read it is told; once it is given, the file is captured."""
    store = memory("adviser")
    (tmp_path / "a.json").write_text(json.dumps(GOOD))

    def denied(path: Any, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    with monkeypatch.context() as patched, untouched(store):
        patched.setattr(files, "_without_waiting", denied)
        assert "Give this user the right" in str(one(store.sources.backfill(tmp_path)).reason)
    assert one(store.sources.backfill(tmp_path)).outcome is Outcome.NEW


def test_a_file_too_large_to_hold(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that would not fit into memory is refused before it is read."""
    store = memory("adviser")
    monkeypatch.setattr(backfill, "RECORD_BYTES_MAX", 1_000)
    (tmp_path / "a.json").write_text(json.dumps(GOOD) + " " * 1_000)
    assert "at most 1,000 are read. Split it" in str(one(store.sources.backfill(tmp_path)).reason)


def test_one_transcript_name_in_two_folders(memory: MemoryFactory, tmp_path: Path) -> None:
    """Transcripts of one name in two folders are two meetings, whatever the file is called."""
    store = memory("adviser")
    for folder in ("spring", "autumn"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "call.txt").write_text(f"Ellen: In {folder}.\n")
    (tmp_path / "odd\nname.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ellen>Hi\n")
    assert store.sources.backfill(tmp_path).messages_new == 3
    assert words(store, "meeting:spring/call") == ["Ellen: In spring."]
    assert words(store, "meeting:autumn/call") == ["Ellen: In autumn."]
    with untouched(store):
        assert store.sources.backfill(tmp_path).messages_new == 0


def test_a_transcript_written_anew(memory: MemoryFactory, tmp_path: Path) -> None:
    """What was said is never changed: what a later transcript says instead is kept raw."""
    store = memory("adviser")
    path = tmp_path / "call.txt"
    path.write_text("Ellen: I have 58.\nAdviser: Noted.\n")
    store.sources.backfill(path)
    path.write_text("Ellen: I have 85.\nAdviser: Noted.\nEllen: Bye.\n")
    told = one(store.sources.backfill(path))
    assert (told.messages_new, told.messages_known, told.conflicts) == (1, 1, 1)
    assert "with other words" in str(told.reason)
    assert words(store, "meeting:call") == ["I have 58.", "Noted.", "Bye."]
    assert kept_raw(store) == ["Ellen: I have 85."]
    with untouched(store):
        store.sources.backfill(path)


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@given(st.sampled_from([".json", ".jsonl", ".txt", ".vtt", ".srt"]), st.binary(max_size=300))
def test_any_bytes_get_a_report(
    lobby: Memory, tmp_path_factory: pytest.TempPathFactory, ending: str, data: bytes
) -> None:
    """Whatever a file holds, the report says what came of it, and twice equals once."""
    path = tmp_path_factory.mktemp("bytes") / f"a{ending}"
    path.write_bytes(data)
    memory = new_space(lobby)
    assert memory.sources.backfill(path).files
    with untouched(memory):
        memory.sources.backfill(path)
