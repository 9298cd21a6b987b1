"""Session transcripts: captured once, from where each file was left."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from remembrancer import InvalidInput, Outcome
from tests.footprint import position, untouched
from tests.people import ADA, ANNA
from tests.scenarios.stage import Stage


def record(role: str, text: str, number: int) -> dict[str, Any]:
    return {
        "type": role,
        "uuid": f"u{number}",
        "timestamp": f"2026-03-01T10:00:{number:02d}Z",
        "message": {"role": role, "content": text},
    }


SESSION = [
    record("user", "Why is revenue short this week?", 1),
    record("assistant", "The orders table looks complete.", 2),
    record("user", "No: orders settle three days later.", 3),
    {"type": "file-history-snapshot", "snapshot": {"files": 3}},
]


def session(folder: Path, name: str, records: list[dict[str, Any]]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    return path


def test_a_session_is_captured_once(stage: Stage, tmp_path: Path) -> None:
    """S4-66: sessions of a folder are scanned, and run twice the second adds nothing; a record
    of no known shape is kept raw and counted."""
    folder = tmp_path / "user_sessions"
    session(folder, "a1", SESSION)
    session(folder, "b2", SESSION[:2])
    store = stage.open("corporate").acting_as(ADA)
    first = store.sources.detect(folder)
    assert [(one.outcome, one.messages_new, one.unknown) for one in first.files] == [
        (Outcome.NEW, 3, 1),
        (Outcome.NEW, 2, 0),
    ]
    messages = store.conversations.messages("session:a1")
    assert [(one.role, one.content) for one in messages] == [
        (one["type"], one["message"]["content"]) for one in SESSION[:3]
    ]
    with untouched(store):
        second = store.sources.detect(folder)
    assert {one.outcome for one in second.files} == {Outcome.KNOWN}
    assert second.messages_new == 0


def test_a_session_that_grows_is_read_on(stage: Stage, tmp_path: Path) -> None:
    """S4-66: what was added to a session is captured, and what was there is not read again."""
    store = stage.open("corporate").acting_as(ADA)
    path = session(tmp_path, "a1", SESSION[:2])
    store.sources.detect(tmp_path)
    session(tmp_path, "a1", SESSION)
    report = store.sources.detect(tmp_path)
    assert (report.messages_new, report.files[0].messages_known) == (1, 0)
    assert len(store.conversations.messages("session:a1")) == 3
    (feed,) = store.sources.feeds()
    assert feed.bytes == path.stat().st_size


def test_sessions_lie_where_the_caller_says(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4-66: the folder is `user_sessions` unless another one is named, and one that is not there
    is named in the error."""
    store = stage.open("corporate").acting_as(ADA)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInput, match="user_sessions"):
        store.sources.detect()
    session(tmp_path / "user_sessions", "a1", SESSION)
    assert store.sources.detect().messages_new == 3


def test_each_person_s_folder_holds_their_own_sessions(stage: Stage, tmp_path: Path) -> None:
    """S4-66: a folder named like a person on record is captured in that person's name."""
    store = stage.open("corporate").acting_as(ADA)
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"])
    session(tmp_path / ANNA.name, "a1", SESSION[:2])
    (report,) = store.sources.detect(tmp_path).files
    assert report.owner == ANNA.name
    found = store.acting_as(ANNA).conversations.messages("session:a1")
    assert [(one.owner, one.author_id, one.trust.value) for one in found] == [
        (ANNA.name, ANNA.name, "person"),
        (ANNA.name, "assistant", "agent"),
    ]


def test_a_processed_file_is_known_by_its_hash(stage: Stage, tmp_path: Path) -> None:
    """S4-66: a session that was moved, or lies there twice, is known by what is in it."""
    store = stage.open("corporate").acting_as(ADA)
    path = session(tmp_path, "a1", SESSION)
    store.sources.detect(tmp_path)
    path.rename(tmp_path / "renamed.jsonl")
    session(tmp_path / "copies", "a2", SESSION)
    before = position(store)
    report = store.sources.detect(tmp_path)
    assert {one.outcome for one in report.files} == {Outcome.KNOWN}
    assert position(store) == before
    assert len(store.sources.feeds()) == 1


def test_each_session_has_its_row(stage: Stage, tmp_path: Path) -> None:
    """S4-19: every session that was read is on record with its hash and how far it was read, and
    has one row however often it grows."""
    store = stage.open("corporate").acting_as(ADA)
    path = session(tmp_path, "a1", SESSION)
    session(tmp_path, "b2", SESSION[:1])
    store.sources.detect(tmp_path)
    feeds = store.sources.feeds()
    assert [(one.kind, one.owner, one.records, one.unknown) for one in feeds] == [
        ("session", ADA.name, 4, 1),
        ("session", ADA.name, 1, 0),
    ]
    assert (feeds[0].place, feeds[0].bytes) == (str(path), path.stat().st_size)
    assert feeds[0].digest != feeds[1].digest
    session(tmp_path, "a1", [*SESSION, record("user", "Thanks.", 5)])
    store.sources.detect(tmp_path)
    grown = store.sources.feeds()
    assert (len(grown), grown[1]) == (2, feeds[1])
    assert grown[0].digest != feeds[0].digest
    assert grown[0].bytes == path.stat().st_size


def test_a_label_lowers_the_trust_of_what_is_read(stage: Stage, tmp_path: Path) -> None:
    """Sessions and notes that are labelled as from outside are that, in every message and item;
    a label raises nothing, and a wrong one is refused before anything is read."""
    store = stage.open("corporate").acting_as(ADA)
    notes = tmp_path / "CLAUDE.local.md"
    notes.write_text("- The orders table settles after 3 days.\n")
    store.admin.add_person(ANNA.name, roles=["CONTRIBUTOR"], notes_path=str(notes))
    session(tmp_path / "logs", "a1", SESSION)
    for wrong in ({"trust": "golden"}, {"id": "x", "trust": "outside"}, "outside"):
        given: Any = wrong
        with pytest.raises(InvalidInput):
            store.sources.detect(tmp_path / "logs", source=given)
        with pytest.raises(InvalidInput):
            store.sources.collect(source=given)
    store.sources.detect(tmp_path / "logs", source={"trust": "outside"})
    messages = store.conversations.messages("session:a1")
    assert {one.trust.value for one in messages} == {"outside"}
    store.jobs.wait()
    store.sources.collect(source={"trust": "outside"})
    found = list(store.items())
    assert found
    assert {one.trust.value for one in found} == {"outside"}
    session(tmp_path / "more", "b1", SESSION[:2])
    store.sources.detect(tmp_path / "more", source={"trust": "person"})
    later = store.conversations.messages("session:b1")
    assert [one.trust.value for one in later] == ["person", "agent"]
