"""Notes files as they come: broken, foreign, gone. Each person has a line in the report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from remembrancer import Memory
from remembrancer.capture import collect, files
from remembrancer.jobs.report import FileReport, Outcome
from tests.capture.session_files import new_space, open_lobby
from tests.conftest import MemoryFactory
from tests.footprint import untouched
from tests.people import ANNA, BERT


def noting(memory: Memory, path: Path | str, good: Path | None = None) -> Memory:
    """A space in which Anna's notes lie there, and Bert's are good ones."""
    memory.admin.add_person(ANNA.name, notes_path=str(path))
    if good is not None:
        good.write_text("- Bert's only note\n")
        memory.admin.add_person(BERT.name, notes_path=str(good))
    return memory


def contents(memory: Memory) -> list[str]:
    return sorted(item.content for item in memory.items(limit=500))


def annas(memory: Memory) -> FileReport:
    """What a run says of Anna's file."""
    (told,) = (one for one in memory.sources.collect().files if one.owner == ANNA.name)
    return told


BAD_FILES: list[tuple[str, bytes, str]] = [
    ("binary", b"\x7fELF\x00\x00", "binary file"),
    ("latin-1", "- Grüße\n".encode("latin-1"), "not UTF-8 text: the byte at 4"),
    ("utf-16", "- note\n".encode("utf-16"), "UTF-16 text. Convert it"),
    ("too large", b"- a note\n" * 120_000, "at most 1,000,000 are read. Split it"),
]


@pytest.mark.parametrize(("name", "data", "told"), BAD_FILES, ids=[case[0] for case in BAD_FILES])
def test_a_bad_file_is_told_and_the_others_are_collected(
    memory: MemoryFactory, tmp_path: Path, name: str, data: bytes, told: str
) -> None:
    """A file that is no notes is reported with its reason, the others are collected."""
    path = tmp_path / "anna.md"
    path.write_bytes(data)
    store = noting(memory("desk"), path, tmp_path / "bert.md")
    report = store.sources.collect()
    assert not report.ok
    assert [one.outcome for one in report.files] == [Outcome.FAILED, Outcome.NEW]
    assert told in str(report.failed[0].reason)
    with untouched(store):
        assert told in str(annas(store).reason)
    path.write_text("- Mended\n")
    assert annas(store).items == ("Mended",)
    assert contents(store) == ["Bert's only note", "Mended"]
    assert store.verify().ok


PLACES = {
    "nothing": ("nothing.md", Outcome.FAILED, "There is no such file."),
    "a folder without notes": ("folder", Outcome.FAILED, "There is no such file."),
    "a link to nothing": ("link", Outcome.FAILED, "There is no such file."),
    "a pipe": ("pipe", Outcome.FAILED, "It is no file."),
    "an empty file": ("empty", Outcome.SKIPPED, "It is empty."),
    "blanks": ("blanks", Outcome.SKIPPED, "It is empty."),
    "headings": ("headings", Outcome.KNOWN, "There is no line in it to keep."),
    "nobody's home": ("~nobody-of-this-name/notes.md", Outcome.FAILED, "leads nowhere"),
    "a name without end": ("x" * 300, Outcome.FAILED, "File name too long"),
}


@pytest.mark.parametrize(("name", "outcome", "told"), PLACES.values(), ids=list(PLACES))
def test_what_may_lie_where_notes_should(
    memory: MemoryFactory, tmp_path: Path, name: str, outcome: Outcome, told: str
) -> None:
    """Whatever lies at the place of a notes file has its line, and nobody waits for a pipe."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "gone")
    (tmp_path / "empty").touch()
    (tmp_path / "blanks").write_text("\ufeff \n\t\n\u2003")
    (tmp_path / "headings").write_text("# Notes\n\n---\n\n## More\n-\n")
    os.mkfifo(tmp_path / "pipe")
    place = name if name.startswith("~") else tmp_path / name
    store = noting(memory("desk"), place, tmp_path / "bert.md")
    found = annas(store)
    assert found.outcome is outcome
    assert told in str(found.reason)
    with untouched(store):
        assert annas(store).outcome is outcome
    assert contents(store) == ["Bert's only note"]
    assert store.verify().ok


def test_a_file_that_may_not_be_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without the right to read it is told, and so is a folder."""
    store = noting(memory("desk"), tmp_path / "anna.md", tmp_path / "bert.md")

    def denied(path: Any, *_: Any, **__: Any) -> int:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(files, "_without_waiting", denied)
        assert "Give this user the right" in str(annas(store).reason)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "is_dir", denied)
        assert "Give this user the right" in str(annas(store).reason)


def test_a_mark_and_odd_characters(memory: MemoryFactory, tmp_path: Path) -> None:
    """A byte order mark is no part of the notes; what no text may hold is shown as such."""
    path = tmp_path / "anna.md"
    path.write_bytes(b"\xef\xbb\xbf- One\r\n- Bell \x07 and \x1b[31mred\r\n- One\r\n")
    store = noting(memory("desk"), path)
    told = annas(store)
    assert told.items == ("One", "Bell \ufffd and \ufffd[31mred")
    assert told.items_known == 0
    with untouched(store):
        assert annas(store).outcome is Outcome.KNOWN


def test_headings_without_end(memory: MemoryFactory, tmp_path: Path) -> None:
    """A heading as long as a file is cut: each of its notes carries it."""
    path = tmp_path / "anna.md"
    path.write_text("# " + "h" * 300_000 + "\n" + "".join(f"- note {n}\n" for n in range(200)))
    store = noting(memory("desk"), path)
    assert annas(store).items_new == 200
    assert {len(str(item.metadata["heading"])) for item in store.items(limit=500)} == {500}


def test_deep_notes(memory: MemoryFactory, tmp_path: Path) -> None:
    """Bullets nested without end are the one note that they hang on."""
    path = tmp_path / "anna.md"
    path.write_text("".join(" " * (2 * n) + f"- level {n}\n" for n in range(150)))
    store = noting(memory("desk"), path)
    assert annas(store).items_new == 1
    assert store.verify().ok


def test_a_file_that_changes_while_it_is_read(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file is collected as it was at one moment, or not at all."""
    path = tmp_path / "anna.md"
    path.write_text("- One\n")
    store = noting(memory("desk"), path)
    changes = iter(range(2))
    same = files.is_same

    def is_same(before: os.stat_result, after: os.stat_result) -> bool:
        return next(changes, None) is None and same(before, after)

    with monkeypatch.context() as patched:
        patched.setattr(files, "is_same", is_same)
        assert annas(store).items == ("One",)
        patched.setattr(files, "is_same", lambda *_: False)
        path.write_text("- Two\n")
        told = annas(store)
        assert (told.outcome, "changes while it is read" in str(told.reason)) == (
            Outcome.FAILED,
            True,
        )
    assert annas(store).items == ("Two",)


def test_a_failure_halfway_leaves_nothing(
    memory: MemoryFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes are stored with all their items or not at all, and the next run does it."""
    path = tmp_path / "anna.md"
    path.write_text("- One\n- Two\n")
    store = noting(memory("desk"), path)

    def die(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(collect, "_bring_back", die)
        with untouched(store), pytest.raises(KeyboardInterrupt):
            store.sources.collect()
    assert annas(store).items == ("One", "Two")
    assert store.verify().ok


@pytest.fixture(scope="module")
def lobby() -> Iterator[Memory]:
    with open_lobby() as opened:
        yield opened


@given(
    st.binary(max_size=300) | st.text(max_size=200).map(lambda text: text.encode(errors="replace"))
)
def test_any_bytes_get_a_report(
    lobby: Memory, tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """Whatever a notes file holds, it has one line in the report, and twice equals once."""
    path = tmp_path_factory.mktemp("bytes") / "anna.md"
    path.write_bytes(data)
    memory = noting(new_space(lobby), path)
    first = annas(memory)
    assert first.items_new == len(contents(memory))
    with untouched(memory):
        assert annas(memory).items_new == 0
