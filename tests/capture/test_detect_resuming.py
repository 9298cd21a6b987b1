"""Session files that grow, change, move, or are left half read: all of it once."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory, Principal
from remembrancer.capture import lines, session
from remembrancer.jobs.report import Outcome
from tests.capture.session_files import (
    all_words,
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
from tests.footprint import untouched
from tests.people import ANNA, BERT

# -- files that change


def test_half_a_line_waits_for_its_end(memory: MemoryFactory, tmp_path: Path) -> None:
    """A last line that is still being written is left for later, alone in its file or not."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    line = timed("Größe 🧓", 1)
    half = line.index("🧓".encode()) + 2
    path.write_bytes(line[:half])
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new) == (Outcome.SKIPPED, 0)
    assert told.reason == f"Its last line is not finished: {half} bytes wait for their end."
    assert store.sources.feeds() == ()
    path.write_bytes(line + line[:half])
    told = one(store.sources.detect(tmp_path))
    assert (told.outcome, told.messages_new, told.unknown) == (Outcome.NEW, 1, 0)
    with untouched(store):
        assert "not finished" in str(one(store.sources.detect(tmp_path)).reason)
    path.write_bytes(line + timed("More.", 2))
    assert one(store.sources.detect(tmp_path)).messages_new == 1
    assert words(store, "session:a") == ["Größe 🧓", "More."]
    check(store)


def test_a_file_cut_while_it_is_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that loses its end under our eyes is told; the next run goes on with what it is."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    said = [f"{n} " + "x" * 20_000 for n in range(30)]
    path.write_bytes(b"".join(timed(text, n) for n, text in enumerate(said)))
    monkeypatch.setattr(session, "CAPTURE_CHUNK_MESSAGES", 5)
    monkeypatch.setattr(lines, "BLOCK_BYTES", 5_000)
    short = len(b"".join(timed(text, n) for n, text in enumerate(said[:12])))

    def cut(done: int, total: int) -> None:
        if path.stat().st_size > short:
            os.truncate(path, short)

    told = one(store.sources.detect(tmp_path, progress=cut))
    assert (told.outcome, told.reason) == (
        Outcome.FAILED,
        "It was cut while it was read. Run this again.",
    )
    told = one(store.sources.detect(tmp_path))
    assert told.outcome is Outcome.KNOWN
    assert words(store, "session:a") == said[:12]
    check(store)


def test_a_file_that_grows_while_it_is_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written behind our back is for the next run."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(timed(str(n), n) for n in range(10)))
    monkeypatch.setattr(session, "CAPTURE_CHUNK_MESSAGES", 5)
    more = iter([timed("10", 10), timed("11", 11)[:20]])

    def grow(done: int, total: int) -> None:
        with path.open("ab") as file:
            file.write(next(more, b""))

    assert one(store.sources.detect(tmp_path, progress=grow)).messages_new == 10
    told = one(store.sources.detect(tmp_path))
    assert (told.messages_new, "20 bytes wait" in str(told.reason)) == (1, True)
    check(store)


@pytest.mark.parametrize("in_place", [True, False], ids=["in place", "by another file"])
def test_a_file_replaced_while_it_is_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_place: bool
) -> None:
    """A file written anew while we read it is read again by the next run, without doubles."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(timed(f"old {n}", n) for n in range(20)))
    monkeypatch.setattr(session, "CAPTURE_CHUNK_MESSAGES", 5)
    monkeypatch.setattr(lines, "BLOCK_BYTES", 200)
    anew = b"".join(timed(f"new {n}", n + 30) for n in range(30))
    is_done = False

    def change(done: int, total: int) -> None:
        nonlocal is_done
        if not is_done:
            is_done = True
            (path if in_place else tmp_path / "other").write_bytes(anew)
            if not in_place:
                (tmp_path / "other").replace(path)

    store.sources.detect(tmp_path, progress=change)
    told = one(store.sources.detect(tmp_path))
    assert "written anew" in str(told.reason)
    assert set(words(store, "session:a")) >= {f"new {n}" for n in range(30)}
    assert len(words(store, "session:a")) == len(set(words(store, "session:a")))
    assert one(store.sources.detect(tmp_path)).outcome is Outcome.KNOWN
    check(store)


def test_a_file_written_anew(memory: MemoryFactory, tmp_path: Path) -> None:
    """Of a file that was written anew only what is new is stored, shorter or longer."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    odd = b'{"type": "compass"}\n'
    path.write_bytes(odd + timed("One.", 1) + timed("Two.", 2) + timed("Three.", 3))
    store.sources.detect(tmp_path)
    path.write_bytes(odd + timed("Two.", 2) + timed("Four.", 4))
    told = one(store.sources.detect(tmp_path))
    assert "written anew" in str(told.reason)
    assert (told.outcome, told.messages_new, told.messages_known) == (Outcome.NEW, 1, 1)
    assert words(store, "session:a") == ["One.", "Two.", "Three.", "Four."]
    assert len(kept_raw(store)) == 1
    with path.open("ab") as file:
        file.write(timed("Five.", 5))
    told = one(store.sources.detect(tmp_path))
    assert (told.messages_new, told.reason) == (1, None)
    check(store)


# -- files that move


def test_a_file_moved_and_renamed(memory: MemoryFactory, tmp_path: Path) -> None:
    """A session is known by what it holds, wherever its file lies and whatever it is called."""
    store = memory("desk")
    path = tmp_path / "a.jsonl"
    path.write_bytes(timed("One.", 1))
    store.sources.detect(tmp_path)
    for number, name in enumerate(("archive/a.jsonl", "b.jsonl", "archive/c.jsonl"), 2):
        moved = tmp_path / name
        moved.parent.mkdir(exist_ok=True)
        path = path.rename(moved)
        told = one(store.sources.detect(tmp_path))
        assert (told.outcome, told.source) == (Outcome.KNOWN, "session:a")
        path = path.rename(tmp_path / f"step-{number}.jsonl")
        with path.open("ab") as file:
            file.write(timed(f"More {number}.", number))
        told = one(store.sources.detect(tmp_path))
        assert (told.outcome, told.messages_new, told.source) == (Outcome.NEW, 1, "session:a")
    assert words(store, "session:a") == ["One.", "More 2.", "More 3.", "More 4."]
    assert [feed.place for feed in store.sources.feeds()] == [str(path)]
    check(store)


def test_a_copy_is_no_second_session(memory: MemoryFactory, tmp_path: Path) -> None:
    """A copy adds nothing while it is one; once it goes its own way it is a session of its own."""
    store = memory("desk")
    (tmp_path / "a.jsonl").write_bytes(timed("One.", 1))
    (tmp_path / "b.jsonl").write_bytes(timed("One.", 1))
    first, second = store.sources.detect(tmp_path).files
    assert (first.outcome, second.outcome) == (Outcome.NEW, Outcome.KNOWN)
    with (tmp_path / "b.jsonl").open("ab") as file:
        file.write(timed("Another end.", 2))
    store.sources.detect(tmp_path)
    with (tmp_path / "a.jsonl").open("ab") as file:
        file.write(timed("The end.", 2))
    store.sources.detect(tmp_path)
    assert words(store, "session:a") == ["One.", "The end."]
    assert words(store, "session:b") == ["One.", "Another end."]
    with untouched(store):
        assert all(one.outcome is Outcome.KNOWN for one in store.sources.detect(tmp_path).files)


def test_one_name_in_many_folders(memory: MemoryFactory, tmp_path: Path) -> None:
    """The same file name in two folders is two conversations, also from another root."""
    store = memory("desk")
    places = ["x/s.jsonl", "y/s.jsonl", "first/x/s.jsonl", "second/x/s.jsonl"]
    for number, name in enumerate(places):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(timed(f"In {name}.", number))
    roots = [tmp_path / "first", tmp_path / "second", tmp_path / "x", tmp_path]
    for root in roots:
        store.sources.detect(root)
    assert all_words(store) == sorted(f"In {name}." for name in places)
    assert len({feed.name for feed in store.sources.feeds()}) == len(places)
    with untouched(store):
        for root in roots:
            assert all(one.outcome is Outcome.KNOWN for one in store.sources.detect(root).files)
    check(store)


def test_one_name_with_two_people(memory: MemoryFactory, tmp_path: Path) -> None:
    """The same file name of two people is two conversations, each of its own owner."""
    store = memory("desk")
    for person in (ANNA, BERT):
        store.admin.add_person(person.name, roles=person.roles)
        path = tmp_path / person.name / "s.jsonl"
        path.parent.mkdir()
        path.write_bytes(record(f"I am {person.name}.", uuid="u"))
    report = store.sources.detect(tmp_path)
    assert [one.owner for one in report.files] == [ANNA.name, BERT.name]
    for person, told in zip((ANNA, BERT), report.files, strict=True):
        found = store.acting_as(person).conversations.get(str(told.source))
        assert found.owner == person.name
        assert words(store.acting_as(person), found.id) == [f"I am {person.name}."]
    with untouched(store):
        store.sources.detect(tmp_path)


def test_a_folder_of_nobody_on_record_is_told(memory: MemoryFactory, tmp_path: Path) -> None:
    """The report names each folder that bears nobody's name, and as whom its sessions are filed."""
    store = memory("desk")
    store.admin.add_person(ANNA.name, roles=ANNA.roles)
    for number, folder in enumerate((ANNA.name, "Åsa Ek", "Åsa Ek", "bert")):
        path = tmp_path / folder / f"s{number}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(record(f"The bees of {folder}.", uuid=f"u{number}"))
    (tmp_path / "loose.jsonl").write_bytes(record("Nobody's folder.", uuid="u9"))
    told = {one.folder: one for one in store.sources.detect(tmp_path).unclaimed}
    assert set(told) == {"Åsa Ek", "bert"}
    assert (told["Åsa Ek"].files, told["Åsa Ek"].filed_as) == (2, "owner")
    assert "rmb people add 'Åsa Ek'" in told["Åsa Ek"].reason
    store.admin.add_person("bert")
    assert [one.folder for one in store.sources.detect(tmp_path).unclaimed] == ["Åsa Ek"]


def test_who_is_no_admin_files_for_nobody_else(memory: MemoryFactory, tmp_path: Path) -> None:
    """A folder of somebody else is filed as the caller, who is told so; their own is theirs."""
    store = memory("desk")
    for person in (ANNA, BERT):
        store.admin.add_person(person.name, roles=person.roles)
        path = tmp_path / person.name / "s.jsonl"
        path.parent.mkdir()
        path.write_bytes(record(f"I am {person.name}.", uuid=person.name))
    plain = Principal(BERT.name)
    (told,) = store.acting_as(plain).sources.detect(tmp_path).unclaimed
    assert (told.folder, told.filed_as) == (ANNA.name, BERT.name)
    assert "ask an admin" in told.reason


# -- stopped on the way


class Killed(BaseException):
    """The program ends here."""


def cut_off(memory: Memory, at: int, *, is_stored: bool) -> Memory:
    """The memory of a program that is ended at the commit of that number, before it or after."""
    inner = memory._session.store
    commits = count(1)

    class Dying:
        def __getattr__(self, name: str) -> Any:
            return getattr(inner, name)

        @contextmanager
        def writing(self, scope: Any) -> Iterator[Any]:
            with inner.writing(scope) as unit:
                commit = unit.commit

                def die() -> None:
                    if next(commits) < at:
                        commit()
                        return
                    if is_stored:
                        commit()
                    raise Killed

                unit.commit = die  # type: ignore[method-assign]
                yield unit

    dying: Any = Dying()
    return Memory(replace(memory._session, store=dying))


@pytest.mark.parametrize("is_stored", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", [1, 2, 3])
def test_a_run_that_is_killed(
    memory: MemoryFactory,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    at: int,
    is_stored: bool,
) -> None:
    """Whatever chunk the program dies at, the next run goes on there: nothing lost or doubled."""
    store = memory("desk")
    monkeypatch.setattr(session, "CAPTURE_CHUNK_MESSAGES", 4)
    data = b"".join(record(f"words {n}") + b'{"odd": %d}\n' % n for n in range(6))
    (tmp_path / "a.jsonl").write_bytes(data)
    with pytest.raises(Killed):
        cut_off(store, at, is_stored=is_stored).sources.detect(tmp_path)
    assert len(store.sources.feeds()) == (1 if at > 1 or is_stored else 0)
    check(store)
    store.sources.detect(tmp_path)
    assert words(store, "session:a") == [f"words {n}" for n in range(6)]
    assert "\n".join(kept_raw(store)).count("odd") == 6
    (feed,) = store.sources.feeds()
    assert (feed.bytes, feed.records, feed.unknown) == (len(data), 12, 6)
    check(store)


# -- steps

TEXTS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
RECORDS = st.one_of(
    st.builds(record, TEXTS),
    st.builds(record, TEXTS, uuid=st.sampled_from(["u-1", "u-2", "u-3"])),
    st.builds(lambda text: json.dumps({"odd": text}).encode() + b"\n", TEXTS),
    st.sampled_from([b"\n", b" \r\n", b"no record\n"]),
)


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@given(st.lists(RECORDS, max_size=8), st.lists(st.integers(0, 2_000), max_size=6))
def test_step_by_step_equals_at_once(
    lobby: Memory, tmp_path_factory: pytest.TempPathFactory, written: list[bytes], cuts: list[int]
) -> None:
    """A file read as it grows, cut anywhere, gives what the whole file gives."""
    folder = tmp_path_factory.mktemp("growing")
    data = record("It begins.", timestamp="2026-03-02T09:00:00Z") + b"".join(written)
    in_steps, at_once = new_space(lobby), new_space(lobby)
    path = folder / "a.jsonl"
    for cut in sorted({min(cut, len(data)) for cut in cuts} | {len(data)}):
        path.write_bytes(data[:cut])
        assert in_steps.sources.detect(path).ok
    assert at_once.sources.detect(path).ok

    def held(memory: Memory) -> Any:
        told = [
            (one.id, one.content, one.timestamp)
            for one in memory.conversations.messages("session:a")
        ]
        (feed,) = memory.sources.feeds()
        raw = sorted("\n".join(kept_raw(memory)).split("\n"))
        return told, raw, (feed.bytes, feed.records, feed.unknown)

    assert held(in_steps) == held(at_once)
    check(in_steps)
